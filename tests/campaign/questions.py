"""Requests to the server: odd ones, heavy ones and light ones together. It
must live, keep to its memory, and answer light questions. Loopback only."""

import http.client
import json
import os
import re
import resource
import subprocess
import threading
import time
import urllib.parse

import games
import lines
from command import NIMLAB

# The address space that the server may take: a hard limit.
MEGABYTES = 4000


class Server:
    """A server of our own, ended by its own process id."""

    def __enter__(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
        self.process = subprocess.Popen(
            [os.path.abspath(NIMLAB), "serve", "--port", "0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=limit,
        )
        for line in self.process.stdout:
            if found := re.search(r"127\.0\.0\.1:(\d+)", line):
                self.port = int(found.group(1))
                return self
        raise RuntimeError("the server did not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.code = self.process.wait(30)

    def peak(self):
        """The most memory it has held, in megabytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) >> 10

    def ask(self, path, body=None, headers={}, seconds=45):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            if body is None:
                connection.request("GET", path, headers=headers)
            else:
                connection.request("POST", path, body, {"Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


ROUTES = {
    "solve": ["game", "position", "misere", "method", "components"],
    "moves": ["game", "position"],
    "cold": ["game", "from", "count", "misere", "method", "value", "heaps"],
    "table": ["game", "rows", "columns", "value", "format"],
    "period": ["game", "max_heap"],
    "sequence": ["game", "count"],
    "wythoff3": ["game", "count", "format"],
    "represent": ["system", "number"],
    "games": ["name"],
    "version": [],
    "rules/check": ["rules", "parameters"],
    "play/move": ["game", "position", "misere", "level", "seed"],
    "play/read": ["game", "position", "text"],
    "play/review": ["game", "positions", "misere"],
}

HOSTILE = """state x, y, z
move k in 0..x, l in 0..y, m in 0..z where k + l + m > 0 and (k * l - m) mod 7 = 3 -> (x - k, y - l, z - m)
"""


def field(random, name):
    if name in ("game", "name"):
        return lines.game(random)
    if name == "position":
        return lines.position(random)
    if name == "positions":
        return [[random.randint(0, 9), random.randint(0, 9)] for _ in range(random.randint(0, 9))]
    if name == "misere":
        return random.choice([True, False, "yes"])
    if name == "format":
        return random.choice(["json", "csv", "u16", "u32", "x"])
    if name == "system":
        return random.choice(["zeckendorf", "p:2", "q:7", "x"])
    if name == "rules":
        return random.choice([HOSTILE, "state x\nmove k in 1..x -> (x - k)", "state", "\x00", "(" * 5000])
    if name == "parameters":
        return random.choice([{}, {"a": 2}, [1], "x"])
    if name == "level":
        return random.choice(["perfect", "casual", "random", "x"])
    return lines.number(random)


def question(random):
    route = random.choice(list(ROUTES))
    fields = {name: field(random, name) for name in ROUTES[route] if random.random() < (0.95 if name in ("game", "position", "system", "number", "count", "rules") else 0.35)}
    if route in ("solve", "moves", "cold", "table") and random.random() < 0.1:
        fields.pop("game", None)
        fields["rules"] = HOSTILE
    if random.random() < 0.5:
        words = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}
        return f"/api/{route}?{urllib.parse.urlencode(words, errors='replace')}", None
    return f"/api/{route}", json.dumps(fields)


def requests(random, server, most):
    """Odd questions one after another; what is wrong with the answers."""
    for _ in range(most):
        path, body = question(random)
        try:
            status, data = server.ask(path, body)
        except (OSError, http.client.HTTPException) as problem:
            yield 1, f"no answer: {problem!r}", (path, body)
            continue
        fault = None
        if status not in (200, 400, 403, 404, 405, 408, 413, 414, 415, 422, 431, 503):
            fault = f"status {status}: {data[:200]}"
        yield 1, fault, (path, body)


def server(random, seconds, note):
    """Eight odd clients and one light one beside them, for this many seconds."""
    with Server() as running:
        faults, counts, waits, refused = [], [0], [], [0]
        end = time.monotonic() + seconds
        lock = threading.Lock()

        def odd(seed):
            own = type(random)(seed)
            while time.monotonic() < end:
                for tried, fault, what in requests(own, running, 20):
                    with lock:
                        counts[0] += tried
                        if fault:
                            faults.append((fault, what))

        def light():
            while time.monotonic() < end:
                began = time.monotonic()
                try:
                    status, data = running.ask("/api/solve?game=nim&position=3,4,5")
                    if status == 503:
                        refused[0] += 1
                    elif status != 200 or json.loads(data)["winning_moves"] != [[1, 4, 5]]:
                        faults.append((f"a light question got {status}", data[:200]))
                except (OSError, http.client.HTTPException) as problem:
                    faults.append((f"a light question got no answer: {problem!r}", None))
                waits.append(time.monotonic() - began)
                time.sleep(0.02)

        threads = [threading.Thread(target=odd, args=(random.random(),)) for _ in range(8)] + [threading.Thread(target=light)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if running.process.poll() is not None:
            faults.append((f"the server ended with {running.process.returncode}", None))
            peak = 0
        else:
            peak = running.peak()
        waits.sort()
        shown = lambda share: f"{1000 * waits[int(share * (len(waits) - 1))]:.0f}"
        note(f"light questions: {len(waits)}, {refused[0]} refused; ms: median {shown(0.5)}, 99 in 100 {shown(0.99)}, longest {shown(1)}; peak memory {peak} MB")
    if running.code != 0:
        faults.append((f"asked to end, the server ended with {running.code}", None))
    yield counts[0] + len(waits), None, None
    for fault, what in faults:
        yield 0, fault, what
