"""What can go wrong. The messages are those of the command, with calls instead of flags."""

from __future__ import annotations

__all__ = ["DamagedError", "Error", "RequestError", "UndecidedError"]


class Error(Exception):
    """Whatever this package raises on purpose.

    >>> import nimlab
    >>> try:
    ...     nimlab.Game("withoff")
    ... except nimlab.Error as error:
    ...     print(error)
    there is no game called 'withoff'; did you mean 'wythoff'?
      an example that works: nimlab.Game("wythoff:2")
    """


class RequestError(Error, ValueError):
    """The request is wrong: the message says what was expected, with an example."""


class UndecidedError(Error):
    """The request is in order, and its answer is out of reach: of a budget, or of what is known."""


class DamagedError(Error):
    """A file that was cut off or changed after it was written."""
