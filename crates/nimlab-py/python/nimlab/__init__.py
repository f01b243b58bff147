"""Impartial games of the Nim and Wythoff family: exact, fast, on integers of any size.

>>> import nimlab
>>> nimlab.Game("wythoff:2").solve((17, 29)).winning_moves
[(7, 17), (8, 20)]
"""

from . import errors
from ._answers import Check, Compared, Move, Period, Proof, Representation, Run
from ._arrays import Positions, Table
from ._engine import Answer, Blocks, SumAnswer
from ._games import Cost, Game, Position, Sum, games, represent, rules, run
from ._games import open as open  # not in __all__: `import *` must leave the builtin alone
from ._progress import Progress
from ._sweep import Longest, LongestCode, Sweep, SweepOptions, sweep
from .errors import DamagedError, Error, RequestError, UndecidedError

__all__ = [
    "Answer",
    "Blocks",
    "Check",
    "Compared",
    "Cost",
    "DamagedError",
    "Error",
    "Game",
    "Longest",
    "LongestCode",
    "Move",
    "Period",
    "Position",
    "Positions",
    "Progress",
    "Proof",
    "Representation",
    "RequestError",
    "Run",
    "Sum",
    "SumAnswer",
    "Sweep",
    "SweepOptions",
    "Table",
    "UndecidedError",
    "errors",
    "games",
    "represent",
    "rules",
    "run",
    "sweep",
]
