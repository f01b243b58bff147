"""Games and the questions they answer."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypedDict, Unpack

import numpy as np

from . import _engine
from ._answers import Check, Compared, Move, Period, Proof, Representation, Run
from ._arrays import Positions, Table
from ._engine import Answer, Blocks, SumAnswer
from ._progress import Progress, told
from .errors import RequestError

__all__ = ["Cost", "Game", "Position", "Sum", "games", "open", "represent", "rules", "run"]

Position: TypeAlias = str | int | Iterable[int | str]
"""A position: `(17, 29)`, a text such as `"17,29"` or `"20/4"`, or one number."""


class Cost(TypedDict, total=False):
    """What a question may cost before it is given up: the keywords of most questions."""

    budget: int
    """Positions that may be remembered."""
    budget_memory: int
    """Megabytes."""
    budget_time: float
    """Seconds."""


_BITS = {np.dtype(np.uint16): 16, np.dtype(np.uint32): 32, np.dtype(np.uint64): 64}


class Game:
    """A game of the catalogue, by its name: `nimlab games` and `nimlab.games()` list them.

    >>> import nimlab
    >>> wythoff = nimlab.Game("wythoff:2")
    >>> answer = wythoff.solve((17, 29))
    >>> answer.outcome, answer.winning_moves
    ('N', [(7, 17), (8, 20)])
    """

    __slots__ = ("_asked", "_handle")
    _asked: str | None
    _handle: _engine.GameHandle

    def __init__(self, name: str) -> None:
        self._handle = _engine.GameHandle(name)
        self._asked = name

    @classmethod
    def _of(cls, handle: _engine.GameHandle, asked: str | None = None) -> Game:
        game = cls.__new__(cls)
        game._handle, game._asked = handle, asked
        return game

    @property
    def name(self) -> str:
        """The name, as the catalogue writes it.

        >>> import nimlab
        >>> nimlab.Game("kayles").name
        'octal:0.77'
        """
        return self._handle.name

    @property
    def about(self) -> dict[str, Any]:
        """What the catalogue says of the game: its title, its rule, where it comes from.

        >>> import nimlab
        >>> nimlab.Game("grundy").about["rule"]
        'Split one heap into two heaps of different sizes.'
        """
        return self._handle.about(self._asked or "")

    @property
    def _rules(self) -> tuple[str | None, dict[str, Any]]:
        """The text of its rules, if it is made of them, and their parameters."""
        about = self.about
        text = about.get("text") or about.get("rules")
        return text, about["parameters"] if text else {}

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self._rules == other._rules

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game, (self._asked,)) if self._asked else (_again, (self.name, *self._rules))

    def __add__(self, other: Game | Sum) -> Sum:
        return Sum([self]) + other

    def _repr_html_(self) -> str:
        about = self.about
        title = html.escape(about.get("title") or about.get("name") or self.name)
        name = "" if title == self.name else f" <code>{html.escape(self.name)}</code>"
        parts = [f"<b>{title}</b>{name}"]
        said = (about.get(key) for key in ("rule", "parameters", "source"))
        parts += [html.escape(text) for text in said if isinstance(text, str) and text]
        text, parameters = self._rules
        parts += [html.escape(f"{name} = {value}") for name, value in parameters.items()]
        if text:
            parts.append(f"<pre>{html.escape(text)}</pre>")
        return "<br>".join(parts)

    def solve(
        self,
        position: Position,
        *,
        misere: bool = False,
        explain: bool = False,
        method: str | None = None,
        grundy: bool = False,
        progress: Progress = None,
        **cost: Unpack[Cost],
    ) -> Answer:
        """Who wins a position, by which moves, and why.

        Numbers have any size. `grundy` looks for the Grundy value even where that takes a search,
        `explain` prints the reasons with the answer; a notebook always shows them.

        >>> import nimlab
        >>> nim = nimlab.Game("nim")
        >>> nim.solve((3, 4, 5))
        <Answer nim 3,4,5: outcome='N', grundy=2, 1 winning moves, method='closed-form'>
        >>> nimlab.Game("wythoff").solve((10**30, 10**30 + 1)).outcome
        'N'
        >>> print(nimlab.Game("kayles").solve(8, explain=True))
        octal:0.77 8
        outcome        N: the player to move wins
        ...
        """
        return self._handle.solve(position, misere, method, grundy, explain, told(progress), cost or None)

    def winning_moves(
        self, position: Position, *, misere: bool = False, **cost: Unpack[Cost]
    ) -> list[tuple[int, ...]]:
        """The moves that win, as the positions they lead to.

        >>> import nimlab
        >>> nimlab.Game("wythoff").winning_moves((4, 9))
        [(4, 7)]
        """
        return self.solve(position, misere=misere, progress=False, **cost).winning_moves

    def moves(
        self, position: Position, *, misere: bool = False, progress: Progress = None, **cost: Unpack[Cost]
    ) -> list[Move]:
        """Every move, with what it leads to.

        >>> import nimlab
        >>> [(move.to, move.wins) for move in nimlab.Game("nim").moves((1, 2))]
        [((1, 1), True), ((0, 1), False), ((0, 2), False)]
        """
        found = self._handle.moves(position, misere, told(progress), cost or None)
        return [Move(tuple(one["to"]), one["outcome"], one["grundy"], one["wins"]) for one in found["moves"]]

    def positions(
        self,
        count: int | None = None,
        start: int | str = 0,
        value: int = 0,
        *,
        misere: bool = False,
        max: int | str | None = None,
        heaps: int = 3,
        first_pile: int | None = None,
        method: str | None = None,
        progress: Progress = None,
        **cost: Unpack[Cost],
    ) -> Positions:
        """The P-positions in order, or those of a Grundy value, from number `start` on.

        `count` may be left out if `max` says how large a number may be. `heaps` is for games that
        take any number of them.

        >>> import nimlab
        >>> nimlab.Game("wythoff").positions(3, start=10**6).values.tolist()
        [[1618033, 2618033], [1618035, 2618036], [1618037, 2618039]]
        >>> len(nimlab.Game("nim").positions(max=3, heaps=3))
        5
        """
        wanted = 20 if count is None and max is None else count
        asked = _asked(wanted, start, value, misere, max, heaps, first_pile, method)
        values, labels, first, by = self._handle.positions(asked, told(progress), cost or None)
        return Positions(self._handle, values, labels, first, by, misere)

    def stream(
        self,
        count: int | None = None,
        start: int | str = 0,
        value: int = 0,
        *,
        block: int = 65_536,
        misere: bool = False,
        max: int | str | None = None,
        heaps: int = 3,
        first_pile: int | None = None,
        method: str | None = None,
        **cost: Unpack[Cost],
    ) -> Blocks:
        """The same list as an iterator of arrays with up to `block` rows each, without end unless
        `count` or `max` is given. The next blocks are made while one is used, and Arrow takes the
        stream too.

        >>> import nimlab
        >>> stream = nimlab.Game("wythoff").stream(block=2)
        >>> next(stream).tolist(), next(stream).tolist()
        ([[0, 0], [1, 2]], [[3, 5], [4, 7]])
        """
        asked = _asked(count, start, value, misere, max, heaps, first_pile, method)
        return self._handle.stream(asked, block, cost or None)

    def table(
        self,
        size: int | str | tuple[int, int],
        *,
        dtype: Any = np.uint32,
        progress: Progress = None,
        **cost: Unpack[Cost],
    ) -> Table:
        """Grundy values: a row of heaps, or a board of two piles.

        `dtype` is uint16, uint32 or uint64; a value that does not fit is refused.

        >>> import nimlab
        >>> nimlab.Game("kayles").table(8).values
        array([[0, 1, 2, 3, 1, 4, 3, 2]], dtype=uint32)
        >>> nimlab.Game("nim").table((2, 3), dtype="uint16")
        <Table nim: 2 x 3, uint16>
        [[0 1 2]
         [1 0 3]]
        """
        bits = _BITS.get(np.dtype(dtype))
        if bits is None:
            raise TypeError(f"a table has the type uint16, uint32 or uint64, not {np.dtype(dtype)}")
        values, labels = self._handle.table(size, bits, told(progress), cost or None)
        return Table(self.name, values, labels)

    def period(
        self,
        max_heap: int | None = None,
        *,
        row: int | None = None,
        progress: Progress = None,
        **cost: Unpack[Cost],
    ) -> Period:
        """The period of a heap game, or of a row of a board, with a proof and its certificate.

        Of a game made of rules, and of rows whose moves are not those of a game of Wythoff's, a
        period is only observed: then `proved` is false, and what shows is in `observed`.

        >>> import nimlab
        >>> found = nimlab.Game("subtraction:2,4,7").period()
        >>> found.preperiod, found.period, found.values
        (8, 3, [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2])
        >>> nimlab.Game("wythoff").period(row=3).period
        6
        >>> nimlab.rules("state n  move k in {2, 4, 7} where k <= n -> (n - k)").period().observed
        {'preperiod': 8, 'period': 3, 'saltus': 0}
        """
        found, certificate = self._handle.period(max_heap, row, told(progress), cost or None)
        return Period(**found, certificate=certificate)

    def check(self, size: int, *, heaps: int = 3, progress: Progress = None, **cost: Unpack[Cost]) -> Check:
        """Every method against plain search, for all positions with numbers below `size`.

        >>> import nimlab
        >>> nimlab.Game("nim").check(5).agrees
        True
        """
        found = self._handle.check(size, heaps, told(progress), cost or None)
        return Check(**{**found, "compared": [Compared(**one) for one in found["compared"]]})

    def prove(
        self,
        value: int = 0,
        *,
        misere: bool = False,
        system: str | None = None,
        piles: int | None = None,
        states: int = 100_000,
        progress: Progress = None,
        **cost: Unpack[Cost],
    ) -> Proof:
        """Finds the automaton of the positions of a Grundy value and proves it, for numbers of any size.

        >>> import nimlab
        >>> print(nimlab.Game("wythoff").prove().theorem)
        (x, y) is a P-position in wythoff exactly if the automaton of 7 states accepts its Zeckendorf digits
        """
        found, certificate = self._handle.prove(value, misere, system, piles, states, told(progress), cost or None)
        return Proof(**found, certificate=certificate)

    def picture(
        self, size: int = 20, start: tuple[int, int] | None = None, *, misere: bool = False, format: str = "svg"
    ) -> bytes:
        """The board of P-positions, with the winning moves from `start`, as SVG or PNG.

        >>> import nimlab
        >>> nimlab.Game("wythoff").picture(12, start=(7, 9))[:4]
        b'<svg'
        """
        return _engine.board_picture(self._handle, size, start, misere, format)


class Sum:
    """A sum of games: a move is a move in one of them.

    >>> import nimlab
    >>> both = nimlab.Game("nim") + nimlab.Game("wythoff")
    >>> answer = both.solve([3, (2, 2)])
    >>> answer.grundy, answer.winning_moves
    (2, [(0, (1,))])
    """

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = tuple(games)
        """The components."""

    def __add__(self, other: Game | Sum) -> Sum:
        if isinstance(other, Game):
            return Sum([*self.games, other])
        if isinstance(other, Sum):
            return Sum([*self.games, *other.games])
        return NotImplemented

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.games))

    def _repr_html_(self) -> str:
        return "<hr>".join(game._repr_html_() for game in self.games)

    def solve(
        self,
        positions: Sequence[Position],
        *,
        misere: bool = False,
        explain: bool = False,
        progress: Progress = None,
        **cost: Unpack[Cost],
    ) -> SumAnswer:
        """Who wins the sum, given a position for each component.

        >>> import nimlab
        >>> (nimlab.Game("kayles") + nimlab.Game("kayles")).solve([7, 7]).outcome
        'P'
        """
        if isinstance(positions, str) or len(positions) != len(self.games):
            raise RequestError(f"{len(self.games)} positions are needed, one for each of {self!r}")
        handles = [game._handle for game in self.games]
        return _engine.solve_sum(handles, list(positions), misere, explain, told(progress), cost or None)


def _asked(
    count: Any, start: Any, value: Any, misere: bool, max: Any, heaps: Any, first_pile: Any, method: str | None
) -> dict[str, Any]:
    return {
        "count": count,
        "start": start,
        "value": value,
        "heaps": heaps,
        "max": max,
        "first_pile": first_pile,
        "misere": misere,
        "method": method,
    }


def _again(name: str, text: str, parameters: dict[str, Any]) -> Game:
    return Game._of(_engine.GameHandle.rules(text, name, parameters))


def rules(text: str | os.PathLike[str], /, **parameters: int | Iterable[int]) -> Game:
    """The game of a rule text, or of a rule file by its path; keywords set its parameters.

    >>> import nimlab
    >>> game = nimlab.rules("state n  param S = {1, 2}  move k in S where k <= n -> (n - k)", S={2, 5})
    >>> game.table(8).values.tolist()
    [[0, 0, 1, 1, 0, 2, 1, 0]]
    >>> nimlab.rules("state n  move k in 1..m -> (n - k)")
    Traceback (most recent call last):
    ...
    nimlab.errors.RequestError: ...
    """
    name = "rules"
    if isinstance(text, os.PathLike):
        name, text = Path(text).stem, Path(text).read_text(encoding="utf-8")
    return Game._of(_engine.GameHandle.rules(text, name, dict(parameters)))


def games() -> list[dict[str, Any]]:
    """The catalogue, as `nimlab games --json` has it.

    >>> import nimlab
    >>> [game["name"] for game in nimlab.games()][:3]
    ['nim', 'moore', 'greedy']
    """
    return _engine.games()


def represent(
    system: str, number: int | str, *, progress: Progress = None, **cost: Unpack[Cost]
) -> Representation:
    """A number in another numeration system: zeckendorf, p:a or q:a.

    >>> import nimlab
    >>> nimlab.represent("zeckendorf", 29).parts
    [21, 8]
    """
    return Representation(**_engine.represent(system, number, told(progress), cost or None))


def run(
    game: Game | str,
    steps: int,
    dir: str | os.PathLike[str],
    *,
    spill: str | os.PathLike[str] | None = None,
    checkpoint: float = 300,
    progress: Progress = None,
) -> Run:
    """A long experiment with a game of three piles, in a directory of its own.

    The same call resumes what was stopped, and goes on with what was complete, if there are more
    steps; `nimlab run` takes the same directories. Ctrl-C writes a checkpoint first.

    >>> import nimlab, tempfile
    >>> found = nimlab.run("wythoff3:lex", 1000, tempfile.mkdtemp())
    >>> found.steps, found.last
    (1000, (1886, 3574, 5261))
    """
    if not os.fspath(dir):
        raise ValueError('the directory has no name; an example that works: dir="lex"')
    name = Game(game).name if isinstance(game, str) else game.name
    report, text = _engine.run(name, steps, Path(dir), Path(spill) if spill else None, checkpoint, told(progress))
    return Run(Path(dir), report, text)


def open(run_dir: str | os.PathLike[str]) -> Run:
    """What a run has found so far, as `nimlab show` says it.

    >>> import nimlab, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> nimlab.run("wythoff3:positive", 100, folder) == nimlab.open(folder)
    True
    """
    report, text = _engine.open_run(Path(run_dir))
    return Run(Path(run_dir), report, text)


