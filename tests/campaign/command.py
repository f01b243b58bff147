"""Calls of the command, with limits around them."""

import json
import os
import resource
import subprocess

NIMLAB = os.environ.get("NIMLAB", "target/release/nimlab")

# What must never be seen on standard error.
BAD_WORDS = ("panicked", "stack backtrace", "overflowed its stack", "memory allocation of", "unreachable")


class Ended:
    """How a call ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def fault(self, codes=(0, 1, 2)):
        """What is wrong with this end, or None."""
        if self.code is None:
            return "did not end"
        if self.code not in codes:
            return f"ended with {self.code}: {self.err[-200:]!r}"
        word = next((word for word in BAD_WORDS if word in self.err), None)
        return f"said {word!r}" if word else None

    def json(self):
        return json.loads(self.out)


def call(*words, given=None, seconds=60, megabytes=None, folder=None):
    """Runs the command; an address space of this many megabytes is a hard limit."""

    def limit():
        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    program = subprocess.Popen(
        [os.path.abspath(NIMLAB), *map(str, words)],
        stdin=subprocess.PIPE if given is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=limit,
        cwd=folder,
    )
    try:
        data = given.encode() if isinstance(given, str) else given
        out, err = program.communicate(data, timeout=seconds)
    except subprocess.TimeoutExpired:
        program.kill()
        program.communicate()
        return Ended(None, "", "")
    return Ended(program.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
