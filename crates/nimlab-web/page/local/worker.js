// The engine in a worker: the module of nimlab-wasm, one question at a time. It gets
// the module first, then questions; it says how far it is, and then the answer.

/** After an answer that took more memory a new instance takes the place of the old: memory of a module never shrinks. */
const MOST_MEMORY = 128 << 20;
/** Milliseconds between two words of progress. */
const PAUSE = 80;

/** @type {WebAssembly.Module} */
let module;
/** @type {any} */
let engine = null;
let said = 0;

async function start() {
  const imports = {
    now: () => performance.now(),
    /** @param {number} done @param {number} all */
    progress: (done, all) => {
      if (performance.now() < said + PAUSE) return;
      said = performance.now();
      postMessage({ done, all });
    },
  };
  engine = (await WebAssembly.instantiate(module, { nimlab: imports })).exports;
}

/** @param {string} question */
function answer(question) {
  const words = new TextEncoder().encode(question);
  const room = engine.nimlab_room(words.length);
  new Uint8Array(engine.memory.buffer, room, words.length).set(words);
  const status = engine.nimlab_ask();
  const body = new Uint8Array(engine.memory.buffer, engine.nimlab_answer(), engine.nimlab_length()).slice().buffer;
  return { status, body };
}

onmessage = async ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  if (!engine) await start();
  let told;
  try {
    told = answer(data.question);
    if (engine.memory.buffer.byteLength > MOST_MEMORY) engine = null;
  } catch {
    // A module that broke off is not asked again.
    engine = null;
    const error = { message: 'the computation broke off; this is an error in nimlab, or too much for the memory of this browser' };
    told = { status: 500, body: /** @type {ArrayBuffer} */ (new TextEncoder().encode(JSON.stringify({ error })).buffer) };
  }
  postMessage(told, { transfer: [told.body] });
};
