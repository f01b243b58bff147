"""Tables and lists: NumPy's arrays that know what they are, and go to Arrow as they are."""

from __future__ import annotations

import base64
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _engine

if TYPE_CHECKING:
    from ._engine import GameHandle

__all__ = ["Positions", "Table"]

_LARGEST_SVG = 40
_LARGEST_PICTURE = 400


class _Values(np.lib.mixins.NDArrayOperatorsMixin):
    """What tables and lists have in common: they count as their array."""

    values: np.ndarray[Any, Any]
    __array_priority__ = 1000.0

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if copy is True or (dtype is not None and np.dtype(dtype) != self.values.dtype):
            if copy is False:
                raise ValueError("another type needs a copy")
            return np.array(self.values, dtype=dtype)
        return self.values

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        plain = [given.values if isinstance(given, _Values) else given for given in inputs]
        return getattr(ufunc, method)(*plain, **keywords)

    def __getitem__(self, key: Any) -> Any:
        return self.values[key]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and columns."""
        rows, columns = self.values.shape
        return int(rows), int(columns)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the numbers."""
        kind: np.dtype[Any] = self.values.dtype
        return kind


class Table(_Values):
    """Grundy values. `values` is the array, with one row for a heap game; the table can be used
    like its array, too.

    >>> import nimlab, numpy as np
    >>> table = nimlab.Game("wythoff").table(6)
    >>> table[3, 5]
    np.uint32(0)
    >>> np.argwhere(np.triu(table == 0)).tolist()
    [[0, 0], [1, 2], [3, 5]]

    Arrow takes it cell by cell: `polars.DataFrame(table)`, `pyarrow.table(table)`, and
    `duckdb.sql("SELECT * FROM table")` have the columns a, b and value.
    """

    def __init__(self, game: str, values: np.ndarray[Any, Any], labels: tuple[str, str]) -> None:
        self.game = game
        """The game."""
        self.values = values
        """The array."""
        self.labels = labels
        """What the rows and the columns are."""

    def __repr__(self) -> str:
        rows, columns = self.values.shape
        return f"<Table {self.game}: {rows} x {columns}, {self.values.dtype}>\n{self.values}"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _engine.table_stream(self.values, self.labels)

    def picture(self, format: str = "svg") -> bytes:
        """The heat map, or the points of a row, as the bytes of an SVG or a PNG file.

        >>> import nimlab
        >>> nimlab.Game("wythoff").table(8).picture()[:4]
        b'<svg'
        """
        return _engine.heat_map(self.game, self.labels, np.asarray(self.values, dtype=np.uint32), format)

    def _repr_html_(self) -> str:
        shown = self.values[:_LARGEST_PICTURE, : _LARGEST_PICTURE if len(self.values) > 1 else None]
        if min(shown.shape[1], 100_000) < 2:
            return f"<pre>{self!r}</pre>"
        part = Table(self.game, shown[:, :100_000], self.labels)
        cut = "" if shown.shape == self.shape else f"<br>the first {shown.shape[0]} x {shown.shape[1]} of {self.shape[0]} x {self.shape[1]}"
        return f'<div style="max-width: 44em">{_image(part.picture, max(shown.shape) <= _LARGEST_SVG)}{cut}</div>'


def _image(picture: Callable[[str], bytes], small: bool) -> str:
    """A picture in a page: small ones sharp at any size, others as points."""
    if small:
        return picture("svg").decode()
    return f'<img style="max-width: 100%" src="data:image/png;base64,{base64.b64encode(picture("png")).decode()}">'


class Positions(_Values):
    """Positions in order, one in each row of `values`; the list can be used like its array, too.

    >>> import nimlab
    >>> lost = nimlab.Game("wythoff").positions(4)
    >>> lost
    <Positions wythoff: 4 from number 0, columns a, b, method algebraic>
    [[0 0]
     [1 2]
     [3 5]
     [4 7]]
    >>> lost[3].tolist()
    [4, 7]

    Numbers beyond 64 bits are Python's own:

    >>> nimlab.Game("wythoff:2").positions(1, start="1e30")[0, 0]
    1414213562373095048801688724209

    Arrow gets the number of each position as well: `polars.DataFrame(lost)` has the columns n, a and b.
    """

    def __init__(
        self, handle: GameHandle, values: np.ndarray[Any, Any], labels: list[str], start: int, method: str, misere: bool
    ) -> None:
        self._handle = handle
        self._misere = misere
        self.game = handle.name
        """The game."""
        self.values = values
        """The array."""
        self.labels = labels
        """What the columns are."""
        self.start = start
        """The number of the first position."""
        self.method = method
        """The method that listed them."""

    def __repr__(self) -> str:
        columns = ", ".join(self.labels)
        head = f"<Positions {self.game}: {len(self)} from number {self.start}, columns {columns}, method {self.method}>"
        return f"{head}\n{self.values}"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _engine.positions_stream(self.values, self.labels, self.start)

    def _repr_html_(self) -> str:
        shown = min(len(self), 10)
        rows = [f"<tr><th>{self.start + row}</th>{_cells('td', self.values[row])}</tr>" for row in range(shown)]
        more = f"<p>… {len(self)} in all</p>" if len(self) > shown else ""
        return f"<table><tr><th>n</th>{_cells('th', self.labels)}</tr>{''.join(rows)}</table>{more}"

    def picture(self, format: str = "svg") -> bytes:
        """The squares of two piles on their board, as the bytes of an SVG or a PNG file.

        >>> import nimlab
        >>> nimlab.Game("wythoff").positions(5).picture()[:4]
        b'<svg'
        """
        side = 1 + max((operator.index(number) for number in self.values.flat), default=1)
        return _engine.board_picture(self._handle, min(side, 1000), None, self._misere, format)


def _cells(kind: str, row: Any) -> str:
    return "".join(f"<{kind}>{cell}</{kind}>" for cell in row)
