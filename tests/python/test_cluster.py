"""Sweeps on a Dask cluster on this machine: a scheduler and workers, each a process of its own,
some of which are killed. Whatever happens, the files are those of a sweep on one machine."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import types

import pytest

import nimlab

distributed = pytest.importorskip("distributed")

NIMLAB = os.environ["NIMLAB"]


class Cluster:
    """A scheduler and workers of one thread, on loopback."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = None

    def start(self, *words):
        log = open(self.folder / f"log-{len(self.processes)}", "w")
        environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "60s"}
        child = subprocess.Popen(
            [sys.executable, "-m", *map(str, words)], stdout=log, stderr=log, cwd=self.folder, env=environment
        )
        self.processes.append(child)
        return child

    def start_scheduler(self):
        words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", self.port]
        self.scheduler = self.start(*words, "--no-dashboard", "--no-show")
        return self.scheduler

    def start_worker(self):
        words = ["distributed.cli.dask_worker", self.address, "--host", "127.0.0.1", "--nthreads", 1]
        words += ["--no-nanny", "--no-dashboard", "--death-timeout", 60, "--local-directory", self.folder]
        return self.start(*words, "--memory-limit", 0)

    def client(self):
        until = time.monotonic() + 60
        while True:
            try:
                return distributed.Client(self.address, timeout=10, set_as_default=False)
            except (OSError, TimeoutError):
                assert time.monotonic() < until, "the scheduler did not start"

    def end(self):
        for child in self.processes:
            if child.poll() is None:
                child.kill()
        for child in self.processes:
            child.wait()


@pytest.fixture
def cluster(tmp_path):
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Cluster(folder)
    try:
        yield made
    finally:
        made.end()


SWEEP = {"max": 19}
"""Eight shards."""


@pytest.fixture(scope="session")
def alone(tmp_path_factory):
    """The sweep on one machine, by the command."""
    folder = tmp_path_factory.mktemp("alone")
    words = [NIMLAB, "sweep", "subtraction", "--max", "19", "--dir", str(folder), "--json"]
    told = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    return folder, json.loads(told.stdout)


def check_equal(found, alone):
    folder, told = alone
    assert [vars(one) for one in found.longest] == told["longest"]
    assert (found.sets, found.open, found.shards) == (told["sets"], told["open"], told["shards"])
    names = sorted(path.name for path in folder.iterdir())
    mine = sorted(path.name for path in found.dir.iterdir() if not path.name.startswith("damaged-"))
    assert mine == names, "every shard once, and nothing half-written"
    assert all((found.dir / name).read_bytes() == (folder / name).read_bytes() for name in names)


def sweep_in_thread(folder, client, family="subtraction", options=SWEEP):
    """A sweep that other things happen to meanwhile, and what has been done so far."""
    done, result = [], {}

    def work():
        try:
            told = lambda part, _: done.append(part)
            result["found"] = nimlab.sweep(family, **options, dir=folder, client=client, progress=told)
        except BaseException as error:
            result["error"] = error

    thread = threading.Thread(target=work)
    thread.start()
    return thread, done, result


def wait_until(condition, what):
    until = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < until, f"this did not happen: {what}"
        time.sleep(0.01)


def test_workers_that_are_killed_lose_nothing(cluster, alone, tmp_path):
    cluster.start_scheduler()
    workers = [cluster.start_worker(), cluster.start_worker()]
    with cluster.client() as client:
        client.wait_for_workers(2, timeout=60)
        thread, done, result = sweep_in_thread(tmp_path / "sweep", client)
        for worker in workers:
            before = len(done)
            wait_until(lambda: len(done) > before or not thread.is_alive(), "a shard is done")
            os.kill(worker.pid, signal.SIGKILL)
            cluster.start_worker()
        thread.join(timeout=300)
        assert "error" not in result, result
        check_equal(result["found"], alone)


OTHERS = [
    ("octal", {"digits": 2, "max_heap": 2000}, ["--digits", "2", "--max-heap", "2000"]),
    ("triples", {"max": 60, "sink": True}, ["--max", "60", "--sink"]),
    ("subtraction", {"max": 22, "size": 8, "longest": True}, ["--max", "22", "--size", "8", "--longest"]),
]


@pytest.mark.parametrize(("family", "options", "words"), OTHERS, ids=["octal", "triples", "longest"])
def test_every_other_sweep_is_done_by_workers_one_of_which_is_killed(cluster, family, options, words, tmp_path):
    alone = tmp_path / "alone"
    words = [NIMLAB, "sweep", family, *words, "--dir", str(alone), "--json"]
    told = json.loads(subprocess.run(words, capture_output=True, text=True, timeout=300, check=True).stdout)
    cluster.start_scheduler()
    workers = [cluster.start_worker(), cluster.start_worker()]
    with cluster.client() as client:
        client.wait_for_workers(2, timeout=60)
        thread, done, result = sweep_in_thread(tmp_path / "sweep", client, family, options)
        wait_until(lambda: done or not thread.is_alive(), "a shard is done")
        os.kill(workers[0].pid, signal.SIGKILL)
        thread.join(timeout=300)
        assert "error" not in result, result
        found = result["found"]
        assert (found.shards, found.open) == (told["shards"], told["open"])
        assert all(told[name] == value for name, value in found.classes.items())
        assert [vars(one) for one in found.codes or found.longest] == (told["longest"] if family != "triples" else [])
        names = sorted(path.name for path in alone.iterdir())
        assert sorted(path.name for path in found.dir.iterdir()) == names
        assert all((found.dir / name).read_bytes() == (alone / name).read_bytes() for name in names)
        # And the workers find nothing more to do.
        assert nimlab.sweep(family, **options, dir=found.dir, client=client).computed_shards == 0


def test_a_scheduler_that_is_killed_and_starts_again_is_found(cluster, alone, tmp_path):
    scheduler = cluster.start_scheduler()
    workers = [cluster.start_worker()]
    client = cluster.client()
    try:
        client.wait_for_workers(1, timeout=60)
        thread, done, result = sweep_in_thread(tmp_path / "sweep", client)
        wait_until(lambda: len(done) >= 2, "two shards are done")
        # The worker stops, so that the sweep cannot end before its scheduler is gone.
        os.kill(workers[0].pid, signal.SIGSTOP)
        os.kill(scheduler.pid, signal.SIGKILL)
        scheduler.wait()
        os.kill(workers[0].pid, signal.SIGKILL)
        assert thread.is_alive() and len(done) < 8, "it waits"
        cluster.start_scheduler()
        cluster.start_worker()
        thread.join(timeout=300)
        assert "error" not in result, result
        check_equal(result["found"], alone)
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=5)


def test_a_sweep_that_is_killed_goes_on_with_what_is_there(alone, tmp_path):
    folder = tmp_path / "sweep"
    code = f"import nimlab; nimlab.sweep('subtraction', max={SWEEP['max']}, dir={str(folder)!r}, workers=2)"
    child = subprocess.Popen([sys.executable, "-c", code])
    wait_until(lambda: list(folder.glob("shard-*")) or child.poll() is not None, "a shard is written")
    child.kill()
    child.wait()
    there = len(list(folder.glob("shard-*.parquet")))
    found = nimlab.sweep("subtraction", **SWEEP, dir=folder)
    assert found.computed_shards == 8 - there
    check_equal(found, alone)


def test_torn_shards_and_those_of_the_command_are_taken_as_they_are(cluster, alone, tmp_path):
    folder = tmp_path / "sweep"
    cluster.start_scheduler()
    cluster.start_worker()
    with cluster.client() as client:
        client.wait_for_workers(1, timeout=60)
        # Some shards are there, by the command; one is torn and one is empty.
        folder.mkdir()
        for path in alone[0].iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        for number in [2, 5]:
            (folder / f"shard-{number:06}.parquet").unlink()
        whole = (folder / "shard-000003.parquet").read_bytes()
        (folder / "shard-000003.parquet").write_bytes(whole[:1000])
        (folder / "shard-000004.parquet").write_bytes(b"")
        with pytest.warns(UserWarning, match="damaged"):
            found = nimlab.sweep("subtraction", **SWEEP, dir=folder, client=client)
        assert found.computed_shards == 4
        check_equal(found, alone)
        assert (folder / "damaged-000003-1.parquet").read_bytes() == whole[:1000]
        # And nothing is computed twice.
        assert nimlab.sweep("subtraction", **SWEEP, dir=folder, client=client).computed_shards == 0


class Lying:
    """A client whose workers write shards of another sweep, under their checksum."""

    status = "running"
    scheduler = types.SimpleNamespace(address="tcp://127.0.0.1:1")

    def __init__(self, other):
        self.other = other
        self.lied = False

    def nthreads(self):
        return {"one": 1}

    def submit(self, _, spec, number, **__):
        path = os.path.join(spec[2], f"shard-{number:06}.parquet")
        if self.lied:
            path, checksum = nimlab._sweep.compute_shard(spec, number)
        else:
            self.lied = True
            folder, options = self.other
            handle = nimlab._engine.SweepHandle("subtraction", options, str(folder))
            checksum = handle.compute(number)
            os.rename(handle.path(number), path)
        nothing = lambda: None
        return types.SimpleNamespace(status="finished", result=lambda timeout: (path, checksum), release=nothing, cancel=nothing)


def test_a_shard_of_another_sweep_is_found_at_the_end_and_computed_again(alone, tmp_path):
    client = Lying((tmp_path / "other", {**SWEEP, "outcomes": True}))
    with pytest.warns(UserWarning, match="another sweep"):
        found = nimlab.sweep("subtraction", **SWEEP, dir=tmp_path / "mine", client=client)
    assert client.lied and found.computed_shards == 9
    check_equal(found, alone)


class Elsewhere:
    """A client whose workers have another directory under the same path: what they write is not here."""

    status = "running"
    scheduler = types.SimpleNamespace(address="tcp://127.0.0.1:1")

    def nthreads(self):
        return {"one": 1}

    def submit(self, *_, **__):
        nothing = lambda: None
        result = lambda timeout: ("/elsewhere", "a checksum")
        return types.SimpleNamespace(status="finished", result=result, release=nothing, cancel=nothing)


def test_a_directory_that_is_not_shared_is_named_soon(monkeypatch, tmp_path):
    waits = []
    monkeypatch.setattr(nimlab._sweep, "_MOST_SECONDS_TO_APPEAR", 0.5)
    monkeypatch.setattr(nimlab._sweep, "_SECONDS_AFTER_ONE_UNSEEN", 0.0)
    arrived = nimlab._sweep._arrived
    noted = lambda handle, task, patience: waits.append(patience) or arrived(handle, task, patience)
    monkeypatch.setattr(nimlab._sweep, "_arrived", noted)
    with pytest.raises(nimlab.Error, match="shared by all workers") as raised:
        nimlab.sweep("subtraction", **SWEEP, dir=tmp_path / "mine", client=Elsewhere())
    assert str(tmp_path / "mine") in str(raised.value)
    assert waits == [0.5, 0.0, 0.0], "only the first is waited for long"


def test_a_fault_of_the_work_is_raised_and_not_tried_forever(cluster, tmp_path):
    cluster.start_scheduler()
    cluster.start_worker()
    with cluster.client() as client:
        client.wait_for_workers(1, timeout=60)
        folder = tmp_path / "sweep"
        nimlab.sweep("subtraction", max=3, dir=folder)
        with pytest.raises(nimlab.RequestError, match="holds another sweep"):
            nimlab.sweep("subtraction", max=4, dir=folder, client=client)
        with pytest.raises(nimlab.RequestError, match="another sweep"):
            client.submit(nimlab._sweep.compute_shard, ("subtraction", (("max", 5),), str(folder)), 0).result(timeout=60)
