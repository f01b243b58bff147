"""What the command writes on a terminal: it fits the screen, and its colours can be turned off."""

import fcntl
import os
import pty
import re
import struct
import termios
import unicodedata

import pytest

NIMLAB = os.environ["NIMLAB"]


def on_a_terminal(columns, *words, **environment):
    """Everything that the command writes on a terminal of this many columns."""
    inner, outer = pty.openpty()
    fcntl.ioctl(outer, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    child = os.fork()
    if child == 0:
        os.setsid()
        for stream in range(3):
            os.dup2(outer, stream)
        os.closerange(3, 64)
        clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        os.execve(NIMLAB, [NIMLAB, *words], clean | environment)
    os.close(outer)
    text = b""
    while True:
        try:
            piece = os.read(inner, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(inner)
    assert os.waitpid(child, 0)[1] == 0
    return text.decode()


def visible(text):
    """The lines that are left on the screen."""
    plain = re.sub(r"\x1b\[[0-9]*[mK]", "", text.replace("\r\n", "\n"))
    return [line.rsplit("\r", 1)[-1] for line in plain.splitlines()]


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("source", ["handout", "slides"])
def test_the_reproduction_fits_the_terminal(columns, source):
    lines = visible(on_a_terminal(columns, "reproduce", source))
    widths = [sum(not unicodedata.combining(letter) for letter in line) for line in lines]
    assert max(widths) <= columns, lines[widths.index(max(widths))]
    assert max(widths) > columns - 12, "the width is used"
    assert "nothing differs." in " ".join(lines[-4:])


def test_verdicts_have_colours_unless_somebody_wants_none():
    assert "\x1b[32magrees\x1b[0m" in on_a_terminal(80, "reproduce", "slides")
    assert "\x1b[33mslip\x1b[0m" in on_a_terminal(80, "reproduce", "slides")
    assert "\x1b[3" not in on_a_terminal(80, "reproduce", "slides", NO_COLOR="1")
