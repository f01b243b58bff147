"""What the Python package costs: a call, a large table, and sweeps on more and more workers.

    cargo build --release -p nimlab-benches --bin asked-once
    python benches/python.py target/release/asked-once [calls] [instructions] [sweeps] [sets]

with the package and `distributed` installed, and valgrind for the instructions; without words
after the program, all of them.
"""

import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time

import nimlab
from nimlab._engine import SweepHandle


def least(rounds, work):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def processor(whose):
    """The time of the processor, to the microsecond."""
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def calls(program):
    """By turns, so that both meet the same machine. Small answers in rounds that are shorter than a
    turn of the scheduler; the table by the time of the processor, which others take no part of."""
    told = [{}, {}]
    for _ in range(3):
        for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines():
            name, number = line.rsplit(": ", 1)
            value = float(number.split()[0])
            told[0][name] = min(value, told[0].get(name, value))
        for name, position in [("nim", (3, 4, 5)), ("wythoff:2", (17, 29))]:
            game, many = nimlab.Game(name), range(200)

            def ask(game=game, position=position, many=many):
                for _ in many:
                    game.solve(position)

            value = least(3000, ask) / len(many) * 1e9
            told[1][f"solve {name}"] = min(value, told[1].get(f"solve {name}", value))
    for name, rust in told[0].items():
        python = told[1][name]
        print(f"{name:20} Rust {rust:7.0f} ns   Python {python:7.0f} ns   + {python - rust:6.0f} ns", flush=True)
    wythoff, name = nimlab.Game("wythoff"), "table wythoff 4096"
    mine, theirs = [], []
    for _ in range(25):
        start = processor(resource.RUSAGE_SELF)
        wythoff.table(4096)
        mine.append(processor(resource.RUSAGE_SELF) - start)
        start = processor(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "table", "1", "4096"], check=True)
        theirs.append(processor(resource.RUSAGE_CHILDREN) - start)
    rust, python = min(theirs) * 1e3, min(mine) * 1e3
    print(f"{name:20} Rust {rust:7.0f} ms   Python {python:7.0f} ms   {python / rust:.3f}   (of the processor)", flush=True)


ASKED = """
import sys
import nimlab
what, times, *side = sys.argv[1:]
game = nimlab.Game("wythoff" if side else "wythoff:2")
for _ in range(int(times)):
    game.table(int(side[0])) if side else game.solve((17, 29))
"""


def instructions(program):
    """How many instructions the processor executes for one more table, and for one more question: the
    same however busy the machine is. What the kernel does for them is not counted."""
    for name, words, few, many in [
        ("solve wythoff:2", ["solve"], 1000, 3000),
        ("table wythoff 1024", ["table", "1024"], 1, 3),
        ("table wythoff 2048", ["table", "2048"], 1, 2),
    ]:
        counts = []
        for asks in ([program], [sys.executable, "-c", ASKED]):
            few_of, many_of = (executed([*asks, words[0], str(times), *words[1:]]) for times in (few, many))
            counts.append((many_of - few_of) / (many - few))
        rust, python = counts
        print(f"{name:20} Rust {rust:14.0f}   Python {python:14.0f} instructions   + {python - rust:10.0f}   {python / rust:.4f}", flush=True)


def executed(command):
    """The instructions of a program, in all its threads."""
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    told = subprocess.run(counting, env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True).stderr
    return int(re.search(r"Collected : (\d+)", told).group(1))


def sweeps(largest=22, rounds=3):
    """The same sweep on 1, 2, 4, … workers of one thread each, by turns: the least time of each number
    of workers. Scheduler and client take part of a core besides, so that two workers on two cores
    cannot be twice as fast; the time of the processor, which depends less on what else runs, says how
    much they take."""
    cores = len(os.sched_getaffinity(0))
    counts = [n for n in (1, 2, 4, 8, 16, 32) if n <= cores]
    took = {count: [] for count in counts}
    for _ in range(rounds):
        for count in counts:
            clock, (client, scheduler, *workers), found = one_sweep(largest, count)
            took[count].append(clock)
            shared = f"{client:5.2f} s by the client, {scheduler:5.2f} s by the scheduler, {sum(workers):6.2f} s by the workers"
            print(f"  {count:2} workers: {clock:6.2f} s by the clock; of the processor {shared}", flush=True)
    for count in counts:
        least_of = min(took[count])
        times = min(took[1]) / least_of
        print(f"sweep to {largest}, {found.sets} sets, {count:2} workers: {least_of:6.2f} s, {times:5.2f} times one worker, {found.sets / least_of / count:9.0f} sets/s for each", flush=True)


def one_sweep(largest, count):
    """A sweep on a cluster of its own: the time of the clock, that of the processor of client, scheduler
    and workers, and what was found."""
    import distributed
    import psutil

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen([*words, "--no-dashboard", "--no-show"], **quiet)]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
    started += [subprocess.Popen([*worker, "--no-dashboard", "--memory-limit", "0"], **quiet) for _ in range(count)]
    try:
        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=120)
            with tempfile.TemporaryDirectory() as warm:
                nimlab.sweep("subtraction", max=18, dir=warm, client=client)
            with tempfile.TemporaryDirectory() as folder:
                watched = [psutil.Process(), *(psutil.Process(one.pid) for one in started)]
                start, before = time.perf_counter(), [sum(one.cpu_times()[:2]) for one in watched]
                found = nimlab.sweep("subtraction", max=largest, dir=folder, client=client)
                clock = time.perf_counter() - start
                return clock, [sum(one.cpu_times()[:2]) - was for one, was in zip(watched, before)], found
    finally:
        for process in started:
            process.kill()
            process.wait()


def sets(patience=45):
    """Sets per second on one core, and bytes per set, by the largest element: shards near the end."""
    families = [(m, False, o) for o in (False, True) for m in (16, 18, 20, 22, 24, 26)]
    families += [(m, True, o) for o in (False, True) for m in (24, 28, 32, 36, 40)]
    for largest, symmetric, outcomes in families:
        with tempfile.TemporaryDirectory() as folder:
            handle = SweepHandle("subtraction", {"max": largest, "symmetric": symmetric, "outcomes": outcomes}, folder)
            ranks = sum(2 ** (m // 2) for m in range(1, largest + 1)) if symmetric else 2**largest - 1
            last = handle.shards - 1
            took, rows, size = 0.0, 0, 0
            for number in sorted({last - last // 5, last - last // 3} if last else {0}):
                alarm = threading.Timer(patience, handle.stop)
                alarm.start()
                # The time of this thread, which others take no part of.
                start = time.thread_time()
                made = handle.compute(number)
                alarm.cancel()
                if made is None:
                    break
                took += time.thread_time() - start
                rows += min(65_536, ranks - number * 65_536)
                size += os.path.getsize(handle.path(number))
            kind = ("symmetric" if symmetric else "all") + (", outcomes" if outcomes else ", values")
            if rows:
                told = f"{rows / took:9.0f} sets/s on one core, {size / rows:5.2f} bytes a set ({rows} sets)"
            else:
                told = f"no shard within {patience} s"
            print(f"{kind:20} max {largest}: {told}", flush=True)


if __name__ == "__main__":
    program, *wanted = sys.argv[1:]
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}")
    if not wanted or "calls" in wanted:
        calls(program)
    if not wanted or "instructions" in wanted:
        instructions(program)
    if not wanted or "sweeps" in wanted:
        sweeps()
    if not wanted or "sets" in wanted:
        sets()
