"""The compiled part of the package. Use what `nimlab` exports: it has the documentation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, final

import numpy as np

__all__ = [
    "Answer",
    "Blocks",
    "GameHandle",
    "SumAnswer",
    "SweepHandle",
    "board_picture",
    "games",
    "heat_map",
    "open_run",
    "positions_stream",
    "represent",
    "run",
    "solve_sum",
    "table_stream",
]

_Told = Callable[[int, int], object] | bool | None
_Cost = Mapping[str, object] | None

@final
class Answer:
    """Who wins a position, and by which moves: what `Game.solve` finds."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def position(self) -> tuple[int, ...]:
        """The position, as the game keeps it."""
    @property
    def play(self) -> str:
        """"normal" or "misere"."""
    @property
    def outcome(self) -> str:
        """"P": the player to move loses. "N": the player to move wins."""
    @property
    def grundy(self) -> int | None:
        """The Grundy value, or None if it is not known."""
    @property
    def grundy_at_least(self) -> int | None:
        """What the Grundy value is at least, where a theorem tells only that."""
    @property
    def winning_moves(self) -> list[tuple[int, ...]]:
        """The winning moves, as the positions they lead to."""
    @property
    def winning_moves_complete(self) -> bool:
        """Whether no winning move is left out."""
    @property
    def winning_moves_total(self) -> int | None:
        """How many winning moves there are in all, or None if that is not known."""
    @property
    def method(self) -> str:
        """The method that found the answer."""
    @property
    def explanation(self) -> str:
        """Why, in words."""
    def to_dict(self) -> dict[str, Any]:
        """What `nimlab solve --json` says."""
    def _repr_markdown_(self) -> str: ...

@final
class SumAnswer:
    """Who wins a sum, and by which moves: what `Sum.solve` finds."""
    @property
    def play(self) -> str:
        """"normal" or "misere"."""
    @property
    def outcome(self) -> str:
        """"P": the player to move loses. "N": the player to move wins."""
    @property
    def grundy(self) -> int | None:
        """The Grundy value of the sum, or None if it is not known."""
    @property
    def winning_moves(self) -> list[tuple[int, tuple[int, ...]]]:
        """The winning moves: the number of the component, and where it goes."""
    @property
    def winning_moves_complete(self) -> bool:
        """Whether no winning move is left out."""
    @property
    def method(self) -> str:
        """The method that found the answer."""
    @property
    def components(self) -> list[Answer]:
        """The answers for the components alone."""
    @property
    def explanation(self) -> str:
        """Why, in words."""
    def to_dict(self) -> dict[str, Any]:
        """What `nimlab solve --json` says."""
    def _repr_markdown_(self) -> str: ...

@final
class Blocks:
    """Positions in order as a stream of arrays: what `Game.stream` returns."""
    def __iter__(self) -> Iterator[np.ndarray[Any, Any]]: ...
    def __next__(self) -> np.ndarray[Any, Any]: ...
    @property
    def labels(self) -> list[str]:
        """What the columns are."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class GameHandle:
    def __new__(cls, name: str) -> GameHandle: ...
    @staticmethod
    def rules(text: str, name: str, parameters: dict[str, Any]) -> GameHandle: ...
    @property
    def name(self) -> str: ...
    @property
    def piles(self) -> int | None: ...
    @property
    def example(self) -> str: ...
    def about(self, name: str) -> dict[str, Any]: ...
    def position(self, given: Any) -> tuple[int, ...]: ...
    def solve(
        self, given: Any, misere: bool, method: str | None, grundy: bool, explained: bool, progress: _Told, cost: _Cost
    ) -> Answer: ...
    def moves(self, given: Any, misere: bool, progress: _Told, cost: _Cost) -> dict[str, Any]: ...
    def positions(
        self, asked: dict[str, Any], progress: _Told, cost: _Cost
    ) -> tuple[np.ndarray[Any, Any], list[str], int, str]: ...
    def stream(self, asked: dict[str, Any], block: Any, cost: _Cost) -> Blocks: ...
    def table(
        self, size: Any, bits: int, progress: _Told, cost: _Cost
    ) -> tuple[np.ndarray[Any, Any], tuple[str, str]]: ...
    def period(
        self, max_heap: Any, row: Any, progress: _Told, cost: _Cost
    ) -> tuple[dict[str, Any], str | None]: ...
    def check(self, size: Any, heaps: Any, progress: _Told, cost: _Cost) -> dict[str, Any]: ...
    def prove(
        self,
        wanted: Any,
        misere: bool,
        system: str | None,
        piles: int | None,
        states: int,
        progress: _Told,
        cost: _Cost,
    ) -> tuple[dict[str, Any], str | None]: ...

@final
class SweepHandle:
    def __new__(cls, sweep: str, keywords: dict[str, Any], dir: Path | str) -> SweepHandle: ...
    @property
    def shards(self) -> int: ...
    def path(self, number: int) -> Path: ...
    def has(self, number: int) -> bool: ...
    def compute(self, number: int) -> str | None: ...
    def check(self, number: int) -> str: ...
    def check_bytes(self, number: int) -> str: ...
    def set_aside(self, number: int) -> Path: ...
    def stop(self) -> None: ...
    def report(self, computed: int) -> dict[str, Any]: ...
    def stream(self) -> object: ...

def solve_sum(
    games: Sequence[GameHandle],
    given: Sequence[Any],
    misere: bool,
    explained: bool,
    progress: _Told,
    cost: _Cost,
) -> SumAnswer: ...
def represent(system: str, number: Any, progress: _Told, cost: _Cost) -> dict[str, Any]: ...
def games() -> list[dict[str, Any]]: ...
def run(
    game: str, steps: Any, dir: Path | str, spill: Path | str | None, checkpoint: float, progress: _Told
) -> tuple[dict[str, Any], str]: ...
def open_run(dir: Path | str) -> tuple[dict[str, Any], str]: ...
def heat_map(game: str, labels: tuple[str, str], values: np.ndarray[Any, Any], format: str) -> bytes: ...
def board_picture(
    game: GameHandle, side: int, start: tuple[int, int] | None, misere: bool, format: str
) -> bytes: ...
def positions_stream(values: np.ndarray[Any, Any], labels: list[str], first: int) -> object: ...
def table_stream(values: np.ndarray[Any, Any], labels: tuple[str, str]) -> object: ...
