"""Progress: a function of two numbers, a bar of tqdm, or a bar that appears by itself in a notebook."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

__all__ = ["Bar", "Progress", "told"]


class Bar(Protocol):
    """What tqdm's bars are."""

    total: Any
    n: Any

    def update(self, n: Any = ...) -> Any: ...


Progress: TypeAlias = Callable[[int, int], object] | Bar | bool | None
"""`None`: a bar in a notebook, if the work lasts. `True`: a bar of tqdm. `False`: nothing.
A bar of tqdm is moved. A function is called with how much is done, and of how much."""


def told(progress: Progress) -> Callable[[int, int], object] | bool | None:
    """What the engine calls."""
    if progress is None or progress is False:
        return progress
    if progress is True:
        return _bar() or False
    if hasattr(progress, "update") and hasattr(progress, "total"):
        return _moving(progress)
    if callable(progress):
        return progress
    raise TypeError("progress is True, False, None, a bar of tqdm, or a function such as lambda done, total: …")


def _moving(bar: Any, ours: bool = False) -> Callable[[int, int], object]:
    def move(done: int, total: int) -> None:
        if bar.total != total:
            bar.total = total
        bar.update(done - bar.n)
        if done == total:
            bar.refresh()
            if ours:
                bar.close()

    return move


def _bar() -> Callable[[int, int], object] | None:
    with warnings.catch_warnings():
        # Without ipywidgets tqdm draws with letters, and says so each time.
        warnings.simplefilter("ignore")
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        return _moving(tqdm(unit_scale=True, leave=False), ours=True)


def notebook() -> Callable[[int, int], object] | None:
    """A bar, if this is a notebook. The engine asks for it when work lasts more than a second."""
    shell = sys.modules.get("IPython")
    here = shell.get_ipython() if shell is not None else None
    return _bar() if here is not None and hasattr(here, "kernel") else None
