"""Sweeps: numbered shards of a family of games, on the cores of this machine or on a Dask cluster.

What is done stands on the disk and nowhere else. Whoever computes a shard writes it under another
name and renames it, so that it is there as a whole or not at all; what Dask says of a task is only
a reason to look. So workers and the scheduler may be killed at any moment.
"""

from __future__ import annotations

import contextlib
import functools
import html
import itertools
import os
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

from . import _engine
from ._progress import Progress, notebook, told
from .errors import DamagedError, Error

__all__ = ["Longest", "LongestCode", "Sweep", "SweepOptions", "sweep"]

_Spec: TypeAlias = tuple[str, tuple[tuple[str, Any], ...], str]
"""What a worker must know of a sweep: its family, its keywords, its directory."""
_Tell: TypeAlias = Callable[[int, int], object]

_MOST_TRIES = 20
"""How often a shard may be lost before something else must be wrong."""

_LOST = {"KilledWorker", "CancelledError", "FutureCancelledError", "CommClosedError"}
"""What Dask says of a task whose workers were lost."""

_MOST_SECONDS_TO_APPEAR = 60.0
"""How long a file that another machine has written may take to be seen here."""

_SECONDS_AFTER_ONE_UNSEEN = 1.0
"""The same after a file was not seen in that time, until one is seen."""

_MOST_UNSEEN = 3
"""How many shards in a row may be written without being seen before the directory must be another."""


class SweepOptions(TypedDict, total=False):
    """What a sweep goes through: the keywords of its family."""

    max: int
    """Subtraction and triples: the largest number that a set may contain, which must be given."""
    size: int | None
    """Subtraction: only sets of this many numbers."""
    symmetric: bool
    """Subtraction: only symmetric sets."""
    outcomes: bool
    """Subtraction and triples: the periods of who wins, not of the Grundy values."""
    longest: bool
    """Subtraction: keep the longest period for each largest number only, not a row for each set."""
    sink: bool
    """Triples: compare the usual end with the sink, where every number up to 0 is an end."""
    digits: int
    """Octal: all codes of up to so many digits."""
    max_heap: int
    """Octal: how far a code is computed where no period is proved before."""


@dataclass(frozen=True)
class LongestCode:
    """An octal code with one of the longest periods that are proved."""

    code: str
    preperiod: int
    period: int
    largest: int
    """The largest value."""
    rare: int
    """How many heaps are rare; 0 for a game that splits no heaps."""


@dataclass(frozen=True)
class Longest:
    """The longest period among the sets with one largest element."""

    max: int
    sets: int
    """How many sets have this largest element."""
    period: int
    attained: int
    """How many of them have that period."""
    longest: list[dict[str, Any]] = field(repr=False)
    """The first few of them, each with its set, preperiod and period."""


@dataclass(frozen=True)
class Sweep:
    """What a sweep has found. Arrow takes the rows of all shards: `polars.DataFrame(found)`."""

    dir: Path
    """The directory, which `nimlab sweep` takes too."""
    family: str
    asked: dict[str, Any]
    """What was asked for, by the keywords of the family."""
    sets: int
    """How many games there are."""
    open: int
    """Those whose period was not found within the bound."""
    shards: int
    computed_shards: int
    """Those that were computed just now; the others were there."""
    longest: list[Longest] = field(repr=False)
    """Of subtraction sets."""
    codes: list[LongestCode] = field(repr=False)
    """Of octal codes."""
    classes: dict[str, Any] = field(repr=False)
    """Of triples: how many sets are in each class, and the sets that are kept, under the names of
    `nimlab sweep triples --json`."""
    _handle: _engine.SweepHandle = field(repr=False, compare=False)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._handle.stream()

    def _repr_html_(self) -> str:
        said = f"{self.sets} games in {self.shards} {'shard' if self.shards == 1 else 'shards'} in <code>{html.escape(str(self.dir))}</code>"
        if self.codes:
            head = "<tr><th>code</th><th>preperiod</th><th>period</th></tr>"
            rows = "".join(f"<tr><td>{one.code}</td><td>{one.preperiod}</td><td>{one.period}</td></tr>" for one in self.codes)
            return f"{said}<table>{head}{rows}</table>"
        if self.classes:
            counts = {name: found["sets"] if isinstance(found, dict) and "sets" in found else found for name, found in self.classes.items()}
            shown = {name: count for name, count in counts.items() if isinstance(count, int)}
            rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{count}</td></tr>" for name, count in shown.items())
            return f"{said}<table><tr><th>class</th><th>sets</th></tr>{rows}</table>"
        head = "<tr><th>max</th><th>sets</th><th>period</th><th>attained</th><th>the first such set</th></tr>"
        rows = "".join(
            f"<tr><td>{one.max}</td><td>{one.sets}</td><td>{one.period}</td><td>{one.attained}</td>"
            f"<td>{','.join(map(str, one.longest[0]['set'])) if one.longest else ''}</td></tr>"
            for one in self.longest
        )
        return f"{said}<table>{head}{rows}</table>"


def sweep(
    family: str = "subtraction",
    *,
    dir: str | os.PathLike[str],
    client: Any = None,
    workers: int | None = None,
    progress: Progress = None,
    **options: Unpack[SweepOptions],
) -> Sweep:
    """The period of every game of a family: all subtraction sets with numbers up to `max`, or those
    with `size` numbers, or the symmetric ones; with `outcomes` the period of who wins; with `longest`
    only the longest period for each largest number is kept, so that there may be billions of sets. The
    family "triples" is all sets of three numbers up to `max`, sorted into classes by their period, and
    "octal" all octal codes of up to `digits` digits.

    The results stand in numbered shards in `dir`. The same call goes on with what is there, as
    `nimlab sweep` does, and many machines may share the directory. With a `client` of
    `dask.distributed` the workers of its cluster compute the shards, in a directory that all of
    them see under the same path; without one the cores of this machine do, or so many `workers`.
    A shard that is damaged is renamed and computed again.

    >>> import nimlab, tempfile
    >>> found = nimlab.sweep("subtraction", max=6, dir=tempfile.mkdtemp())
    >>> found.sets, found.longest[-1].period, found.longest[-1].longest[0]["set"]
    (63, 12, [6])
    >>> nimlab.sweep("subtraction", max=12, outcomes=True, longest=True, dir=tempfile.mkdtemp()).longest[-1].period
    61
    >>> triples = nimlab.sweep("triples", max=20, dir=tempfile.mkdtemp())
    >>> triples.sets, triples.classes["a+b"], triples.classes["exceptions"]
    (1140, 144, 0)
    >>> codes = nimlab.sweep("octal", digits=1, max_heap=1000, dir=tempfile.mkdtemp())
    >>> codes.sets, codes.open
    (15, 1)
    """
    if not os.fspath(dir):
        raise ValueError('the directory has no name; an example that works: dir="sweep-16"')
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        raise ValueError(f"workers={workers!r} is not a number of threads; an example that works: workers=4")
    if client is not None and not hasattr(client, "submit"):
        raise TypeError(f"client={client!r} is no client of dask.distributed; an example that works: distributed.Client()")
    folder = Path(dir).absolute()
    spec: _Spec = (family, tuple(options.items()), str(folder))
    handle = _opened(spec)
    teller = told(progress)
    tell: _Tell | None = notebook() if teller is None else teller if callable(teller) else None
    done: set[int] = set()
    computed = turn = 0
    while True:
        # The last first: they take longest, and at the end nobody should wait long for another.
        missing = [number for number in reversed(range(handle.shards)) if number not in done and not _is_there(handle, number, done)]
        computed += len(missing)
        shards = _on_cluster(spec, handle, missing, client) if client is not None else _here(handle, missing, workers)
        for number in shards:
            done.add(number)
            if tell is not None:
                tell(len(done), handle.shards)
        try:
            found = handle.report(computed)
        except DamagedError:
            # Torn after it was looked at.
            if turn == _MOST_TRIES:
                raise
            turn += 1
            done.clear()
            continue
        return _told(folder, handle, family, options, found)


_ASKED = {"subtraction": ("max", "size", "symmetric", "outcomes"), "triples": ("max",), "octal": ("digits", "max_heap")}
"""What the report of a family repeats of the question."""


def _told(folder: Path, handle: _engine.SweepHandle, family: str, options: SweepOptions, found: dict[str, Any]) -> Sweep:
    """A report as what Python knows of it."""
    asked = {name: found.pop(name) for name in _ASKED[family]}
    longest: list[Longest] = []
    codes: list[LongestCode] = []
    classes: dict[str, Any] = {}
    if family == "octal":
        codes = [LongestCode(**one) for one in found["longest"]]
        found["sets"] = found["codes"]
    elif family == "triples":
        question = found.pop("question")
        asked |= {"outcomes": question == "outcomes", "sink": question == "sink"}
        common = {"family", "sets", "open", "shards", "computed_shards"}
        classes = {name: one for name, one in found.items() if name not in common}
    else:
        asked["longest"] = bool(options.get("longest", False))
        longest = [Longest(**one) for one in found["longest"]]
    return Sweep(
        dir=folder,
        family=family,
        asked=asked,
        sets=found["sets"],
        open=found["open"],
        shards=found["shards"],
        computed_shards=found["computed_shards"],
        longest=longest,
        codes=codes,
        classes=classes,
        _handle=handle,
    )


def _is_there(handle: _engine.SweepHandle, number: int, done: set[int]) -> bool:
    """Whether a shard is there and whole. A damaged one gets another name."""
    if not handle.has(number):
        return False
    try:
        handle.check(number)
    except DamagedError as damage:
        aside = handle.set_aside(number)
        warnings.warn(f"{str(damage).splitlines()[0]}; it is computed again, and kept as {aside.name}", stacklevel=3)
        return False
    done.add(number)
    return True


def _here(handle: _engine.SweepHandle, missing: list[int], workers: int | None) -> Iterator[int]:
    """Computes shards in threads of this process, and says which are done."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    left = iter(missing)
    with ThreadPoolExecutor(workers or cores, thread_name_prefix="nimlab-sweep") as pool:
        try:
            first = itertools.islice(left, 2 * (workers or cores))
            running = {pool.submit(handle.compute, number): number for number in first}
            while running:
                for future in wait(running, timeout=0.2, return_when=FIRST_COMPLETED).done:
                    future.result()
                    yield running.pop(future)
                    running.update((pool.submit(handle.compute, number), number) for number in itertools.islice(left, 1))
        except BaseException:
            handle.stop()
            raise


def _opened(spec: _Spec) -> _engine.SweepHandle:
    family, options, folder = spec
    return _engine.SweepHandle(family, dict(options), folder)


_kept = functools.lru_cache(maxsize=8)(_opened)
"""A worker opens a sweep once."""


def compute_shard(spec: _Spec, number: int) -> tuple[str, str]:
    """What a worker does: computes a shard, writes it, and says its path and checksum."""
    handle = _kept(spec)
    checksum = handle.compute(number)
    return str(handle.path(number)), str(checksum)


@dataclass
class _Task:
    number: int
    future: Any
    tries: int


def _on_cluster(spec: _Spec, handle: _engine.SweepHandle, missing: list[int], client: Any) -> Iterator[int]:
    """Computes shards on the workers of a cluster, and says which are done."""
    if getattr(client, "asynchronous", False):
        raise TypeError("the client must not be asynchronous: sweep waits for its work")
    with contextlib.ExitStack() as opened:
        cluster = _Cluster(client, opened)
        waiting = [(number, 0) for number in reversed(missing)]
        running: list[_Task] = []
        unseen = 0
        try:
            while waiting or running:
                room = cluster.room()
                while waiting and len(running) < room:
                    number, tries = waiting.pop()
                    if tries > _MOST_TRIES:
                        raise Error(f"shard {number} was lost {tries} times: look at the logs of the workers")
                    future = cluster.submit(spec, number)
                    if future is None:
                        waiting.append((number, tries))
                        break
                    running.append(_Task(number, future, tries))
                ended = [task for task in running if task.future.status != "pending"]
                for task in ended:
                    running.remove(task)
                    arrived = _arrived(handle, task, _SECONDS_AFTER_ONE_UNSEEN if unseen else _MOST_SECONDS_TO_APPEAR)
                    if arrived == "here":
                        unseen = 0
                        yield task.number
                        continue
                    unseen += arrived == "unseen"
                    if unseen == _MOST_UNSEEN:
                        folder = handle.path(task.number).parent
                        raise Error(
                            f"workers have written {unseen} shards that do not appear in {folder}\n"
                            "  is this directory shared by all workers, under the same path?"
                        )
                    waiting.append((task.number, task.tries + 1))
                if not ended:
                    time.sleep(0.05)
        finally:
            for task in running:
                with contextlib.suppress(Exception):
                    task.future.cancel()


def _arrived(handle: _engine.SweepHandle, task: _Task, patience: float) -> Literal["here", "lost", "unseen"]:
    """Whether the shard of a task that has ended is here as the worker has written it; unseen is one that a
    worker has written and that does not appear. A fault of the work itself is raised; a worker that was
    lost is not one."""
    checksum = None
    if task.future.status == "error":
        fault = None
        with contextlib.suppress(Exception):
            fault = task.future.exception(timeout=10)
        if fault is not None and type(fault).__name__ not in _LOST:
            raise fault
    elif task.future.status == "finished":
        # The worker may be gone by now: then the disk alone tells.
        with contextlib.suppress(Exception):
            checksum = task.future.result(timeout=10)[1]
    task.future.release()
    until = time.monotonic() + (patience if checksum else 0)
    while not handle.has(task.number) and time.monotonic() < until:
        time.sleep(0.2)
    if not handle.has(task.number):
        return "unseen" if checksum else "lost"
    try:
        # What the bytes say is read at the end, on all cores; this is the one client's work.
        there = handle.check_bytes(task.number)
    except DamagedError:
        handle.set_aside(task.number)
        return "lost"
    return "here" if checksum is None or checksum == there else "lost"


class _Cluster:
    """A client that is made anew if its scheduler was killed and comes again at the same address."""

    def __init__(self, client: Any, opened: contextlib.ExitStack) -> None:
        self.client = client
        self.address = client.scheduler.address
        self.opened = opened
        self.asked = 0.0
        self.threads = 8

    def room(self) -> int:
        """How many tasks may be under way: a few for each thread of the cluster."""
        if time.monotonic() > self.asked + 5:
            with contextlib.suppress(Exception):
                self.threads = sum(self.client.nthreads().values())
            self.asked = time.monotonic()
        return 2 * self.threads + 4

    def submit(self, spec: _Spec, number: int) -> Any:
        """A task for a shard; nothing if nobody takes it now."""
        if self.client.status not in {"running", "connecting", "newly-connected"} and not self.connect():
            time.sleep(1)
            return None
        try:
            key = f"nimlab-shard-{number}-{uuid.uuid4().hex}"
            return self.client.submit(compute_shard, spec, number, key=key, pure=False)
        except Exception:
            time.sleep(1)
            return None

    def connect(self) -> bool:
        """Looks for a scheduler at the address of the one that is gone."""
        try:
            new = type(self.client)(self.address, timeout=5, set_as_default=False)
        except (OSError, TimeoutError):
            return False
        self.client = self.opened.enter_context(new)
        return True
