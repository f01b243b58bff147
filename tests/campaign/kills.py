"""Runs and sweeps that are killed, share a folder, or find their files
altered: what comes out in the end is what a lone run writes."""

import hashlib
import os
import shutil
import subprocess
import tempfile
import time

from command import NIMLAB, call


def digest(folder, endings=(".parquet",)):
    """What the files of results hold."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(endings):
                path = os.path.join(place, name)
                found[os.path.relpath(path, folder)] = hashlib.sha256(open(path, "rb").read()).hexdigest()
    return found


def left_over(folder):
    return [name for _, _, names in os.walk(folder) for name in names if "partial" in name or "tmp" in name]


def start(words):
    return subprocess.Popen([os.path.abspath(NIMLAB), *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def killed_runs(random):
    """A long run, killed again and again, ends with the files of a lone one."""
    game = random.choice(["wythoff3:l1", "wythoff3:lex", "wythoff3:positive"])
    steps = random.choice([3_000_000, 5_000_000])
    with tempfile.TemporaryDirectory() as folder:
        lone, killed = os.path.join(folder, "lone"), os.path.join(folder, "killed")
        words = lambda place: ["run", game, "--steps", steps, "--dir", place, "--checkpoint", 0]
        began = time.monotonic()
        ended = call(*words(lone), seconds=300)
        if ended.fault((0,)):
            yield 1, ended.fault((0,)), words(lone)
            return
        lasted = time.monotonic() - began
        kills = 0
        for _ in range(12):
            process = start(words(killed))
            time.sleep(random.uniform(0, lasted / 3))
            process.send_signal(random.choice([9, 9, 2, 15]))
            process.wait(60)
            kills += 1
        ended = call(*words(killed), seconds=300)
        fault = ended.fault((0,))
        if fault is None and digest(lone) != digest(killed):
            fault = "the files differ from those of a lone run"
        if fault is None and call("show", lone, "--json").json() != call("show", killed, "--json").json():
            fault = "show differs from that of a lone run"
        yield kills, fault, words(killed)


def shared_sweeps(random):
    """Several processes in one folder, some killed."""
    with tempfile.TemporaryDirectory() as folder:
        lone, shared = os.path.join(folder, "lone"), os.path.join(folder, "shared")
        words = lambda place: ["sweep", "subtraction", "--max", 17, "--dir", place]
        ended = call(*words(lone), seconds=300)
        if ended.fault((0,)):
            yield 1, ended.fault((0,)), words(lone)
            return
        processes = []
        for _ in range(5):
            processes.append(start(words(shared)))
            time.sleep(random.uniform(0, 0.15))
        victims = processes[:2]
        for process in victims:
            time.sleep(random.uniform(0, 0.2))
            process.kill()
        codes = [process.wait(300) for process in processes]
        fault = None
        if any(code != 0 for code in codes[2:]):
            fault = f"processes that share a folder ended with {codes}"
        ended = call(*words(shared), seconds=300)
        fault = fault or ended.fault((0,))
        if fault is None and digest(lone) != digest(shared):
            fault = "the shards differ from those of a lone sweep"
        yield len(processes), fault, words(shared)


def altered_shards(random):
    """A byte of a shard is altered: the sweep must notice, and mend or refuse."""
    with tempfile.TemporaryDirectory() as folder:
        good = os.path.join(folder, "good")
        words = lambda place: ["sweep", "subtraction", "--max", 10, "--dir", place]
        ended = call(*words(good))
        if ended.fault((0,)):
            yield 1, ended.fault((0,)), words(good)
            return
        expected = digest(good)
        for _ in range(8):
            bad = os.path.join(folder, "bad")
            shutil.rmtree(bad, ignore_errors=True)
            shutil.copytree(good, bad)
            name = random.choice(list(expected))
            with open(os.path.join(bad, name), "r+b") as file:
                data = bytearray(file.read())
                place = random.randrange(len(data)) if random.random() < 0.5 else random.randrange(max(0, len(data) - 900), len(data))
                data[place] ^= 1 << random.randrange(8)
                file.seek(0)
                file.write(data)
            ended = call(*words(bad))
            fault = ended.fault()
            if fault is None and ended.code == 0 and digest(bad) != expected:
                fault = f"an altered shard was taken for good (byte {place} of {len(data)})"
            yield 1, fault, (name, place)
