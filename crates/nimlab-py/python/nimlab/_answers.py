"""Answers that are plain records: periods, checks, theorems, representations, runs."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Check", "Compared", "Move", "Period", "Proof", "Representation", "Run"]


@dataclass(frozen=True)
class Move:
    """A move, with what it is worth."""

    to: tuple[int, ...]
    """The position that it leads to."""
    outcome: str
    """The outcome of that position."""
    grundy: int | None
    """Its Grundy value, if it is known."""
    wins: bool
    """Whether the move wins."""


@dataclass(frozen=True)
class Period:
    """A period of Grundy values: G(n + period) = G(n) + saltus from the preperiod on.

    >>> import nimlab
    >>> kayles = nimlab.Game("kayles").period()
    >>> kayles.preperiod, kayles.period, kayles.theorem
    (71, 12, 'guy-smith')
    """

    game: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    proved: bool
    """Whether a theorem says that it lasts. What is not proved is in `observed`."""
    theorem: str | None
    checked_to: int
    """The last heap whose value was used."""
    dotted: str | None = field(repr=False)
    """One preperiod and one period, with dots where the period begins and ends."""
    values: list[int] | None = field(repr=False)
    """The same as numbers."""
    row: int | None = None
    """The row of a board."""
    observed: dict[str, Any] | None = None
    """What shows in the values without a proof."""
    same_moves_as: str | None = None
    """The built-in game whose moves the rules have in this row, which the certificate names."""
    certificate: str | None = field(default=None, repr=False)
    """What `nimlab verify` checks."""

    def _repr_html_(self) -> str:
        row = f", row {self.row}" if self.row is not None else ""
        name = f"<b>{html.escape(self.game)}</b>{row}"
        if not self.proved:
            last = f"{'heap' if self.row is None else 'column'} {self.checked_to}"
            seen = f"; observed, not proved: {_repetition(**self.observed)}" if self.observed else ""
            return f"{name}: no period is proved up to {last}{seen}"
        dotted = f"<br>{self.dotted}" if self.dotted and len(self.dotted) < 2000 else ""
        return f"{name}: {_repetition(self.preperiod, self.period, self.saltus)}, proved ({self.theorem}){dotted}"


def _repetition(preperiod: int | None, period: int | None, saltus: int | None) -> str:
    return f"preperiod {preperiod}, period {period}" + (f", saltus {saltus}" if saltus else "")


@dataclass(frozen=True)
class Compared:
    """One method against plain search."""

    question: str
    method: str
    positions: int
    undecided: int
    differing: int
    first_difference: str | None


@dataclass(frozen=True)
class Check:
    """Every method of a game against plain search.

    >>> import nimlab
    >>> check = nimlab.Game("wythoff").check(10)
    >>> check.agrees, [compared.method for compared in check.compared][:2]
    (True, ['algebraic', 'arithmetic'])
    """

    game: str
    size: int
    heaps: int
    agrees: bool
    compared: list[Compared]

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(one.question)}</td><td>{one.method}</td><td>{one.positions}</td><td>{one.differing}</td></tr>"
            for one in self.compared
        )
        head = "<tr><th>question</th><th>method</th><th>positions</th><th>differing</th></tr>"
        verdict = "all agree" if self.agrees else "NOT ALL AGREE"
        return f"<b>{html.escape(self.game)}</b>: {verdict}<table>{head}{rows}</table>"


@dataclass(frozen=True)
class Proof:
    """What came of the search for a theorem.

    >>> import nimlab
    >>> proof = nimlab.Game("wythoff").prove()
    >>> proof.proved, proof.system, proof.states
    (True, 'zeckendorf', 7)
    """

    game: str
    play: str
    value: int
    proved: bool
    seconds: float = field(compare=False)
    system: str | None = None
    states: int | None = None
    """The states of the minimal automaton of the last set."""
    states_by_value: list[int] | None = field(default=None, repr=False)
    theorem: str | None = None
    first_positions: list[list[int]] | None = field(default=None, repr=False)
    pattern: dict[str, Any] | None = field(default=None, repr=False)
    """What is simple about the set; "words" says it in sentences."""
    tried: list[dict[str, Any]] | None = field(default=None, repr=False)
    stopped: str | None = None
    certificate: str | None = field(default=None, repr=False)
    """What `nimlab verify` checks."""

    def _repr_markdown_(self) -> str:
        if not self.proved:
            return f"**{self.game}**: not proved" + (f" ({self.stopped})" if self.stopped else "")
        words = "".join(f"\n- {line}" for line in (self.pattern or {}).get("words", []))
        return f"**Theorem.** {self.theorem}.\n{words}"


@dataclass(frozen=True)
class Representation:
    """A number in another numeration system.

    >>> import nimlab
    >>> print(nimlab.represent("zeckendorf", 100))
    100 = 89 + 8 + 3
    >>> nimlab.represent("p:2", 100).digits
    [1, 0, 0, 0, 0, 1]
    """

    system: str
    number: int
    digits: list[int]
    """The digits, the first one being the most significant."""
    parts: list[int] | None = None
    """The Fibonacci numbers of a Zeckendorf sum."""

    def __str__(self) -> str:
        if self.parts is not None:
            return f"{self.number} = {' + '.join(map(str, self.parts)) or '0'}"
        between = "," if max(self.digits, default=0) > 9 else ""
        return f"{self.number} in the {self.system}-system is {between.join(map(str, self.digits)) or '0'}"

    def _repr_markdown_(self) -> str:
        if self.parts is not None:
            return f"${self}$"
        digits = "\\,".join(map(str, self.digits)) or "0"
        return f"${self.number} = ({digits})_{{{self.system}}}$"


@dataclass(frozen=True)
class Run:
    """What a long experiment has found: see `nimlab.run`."""

    dir: Path
    """The directory of the run."""
    report: dict[str, Any] = field(repr=False)
    """Everything that was found, as `nimlab show --json` says it."""
    text: str = field(repr=False)
    """The same for people."""

    @property
    def game(self) -> str:
        """The game."""
        return str(self.report["game"])

    @property
    def steps(self) -> int:
        """The number of the last position."""
        return int(self.report["steps"])

    @property
    def last(self) -> tuple[int, ...]:
        """The last position."""
        return tuple(self.report["last"])

    @property
    def files(self) -> dict[str, Path]:
        """The tables of a run that is complete, as Parquet files by their names."""
        return {path.stem: path for path in sorted(self.dir.glob("*.parquet"))}

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"
