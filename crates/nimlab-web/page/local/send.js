// Questions to the engine in this browser, where there is no server: two workers, so
// that an answer need not wait for a board. A question that nobody waits for is
// dropped, and if it runs already its worker is ended with it: nothing else can stop it.

/** @typedef {{question: string, resolve: (response: Response) => void, reject: (reason: any) => void}} Job */

/** Questions about a game or a position; boards and lists have a worker of their own. */
const SHORT = /^(version|games|rules\/check|represent|solve|moves|play\/.*)$/;
/** So many milliseconds an unwanted question may still take before its worker is ended. */
const PATIENCE = 60;

/** @type {Promise<WebAssembly.Module> | null} */
let loading = null;

/** The module, fetched once. */
function engine() {
  loading ??= (async () => {
    const response = await fetch(new URL('../nimlab.wasm', import.meta.url));
    if (!response.ok) throw new Error(`the engine, nimlab.wasm, cannot be fetched: ${response.status}`);
    // Not while it streams: that needs a type which simple hosts do not send.
    return WebAssembly.compile(await response.arrayBuffer());
  })();
  loading.catch(() => (loading = null));
  return loading;
}

class Lane {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Job | null} */
  #running = null;
  /** @type {Job[]} */
  #waiting = [];

  /** @param {Job} job */
  add(job) {
    this.#waiting.push(job);
    this.#next();
  }

  /** @param {Job} job */
  drop(job) {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    if (this.#running !== job) return;
    setTimeout(() => {
      if (this.#running !== job) return;
      this.#worker?.terminate();
      this.#worker = null;
      this.#running = null;
      this.#next();
    }, PATIENCE);
  }

  async #next() {
    if (this.#running || !this.#waiting.length) return;
    const job = /** @type {Job} */ (this.#waiting.shift());
    this.#running = job;
    try {
      const module = await engine();
      if (this.#running !== job) return;
      this.#worker ??= this.#start(module);
      this.#worker.postMessage({ question: job.question });
    } catch (error) {
      if (this.#running !== job) return;
      this.#running = null;
      job.reject(error);
      this.#next();
    }
  }

  /** @param {WebAssembly.Module} module */
  #start(module) {
    const worker = new Worker(new URL('worker.js', import.meta.url));
    worker.onmessage = ({ data }) => {
      if (data.body === undefined) {
        dispatchEvent(new CustomEvent('progress', { detail: { done: data.done, all: data.all } }));
        return;
      }
      const job = this.#running;
      this.#running = null;
      job?.resolve(new Response(data.body, { status: data.status }));
      this.#next();
    };
    worker.onerror = () => {
      const job = this.#running;
      this.#worker = null;
      this.#running = null;
      job?.reject(new Error('the engine cannot be started in this browser'));
      this.#next();
    };
    worker.postMessage({ module });
    return worker;
  }
}

const lanes = { long: new Lane(), short: new Lane() };

/**
 * @param {string} path the name of the question
 * @param {string} body a JSON object
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>} as a server would answer
 */
export function send(path, body, signal) {
  const lane = SHORT.test(path) ? lanes.short : lanes.long;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const job = { question: `${path}\n${body}`, resolve, reject };
    signal?.addEventListener('abort', () => {
      lane.drop(job);
      reject(signal.reason);
    }, { once: true });
    lane.add(job);
  });
}
