"""Command lines that nobody sensible types: every one must end by itself,
within its budgets, with one of the exit codes that are promised."""

import os
import tempfile

import games
from command import call

NUMBERS = ["0", "1", "2", "7", "64", "1000", "65536", "1e6", "1e9", "4294967296", "9223372036854775807", "18446744073709551615",
           "18446744073709551616", "1e30", "1e300", "1e4000", "1e999999999", "-1", "", "x", "1.5", "1_0", "0x10", "٣", "1e-3", "1e1e1"]
PARAMETERS = ["", ":", ":0", ":1", ":1e9", ":18446744073709551615", ":1e30", ":1,2", ":1,1073000000", ":0.77", ":4.", ":0.8", ":0.7777777777777777777777",
              ":{1,3}", "(2)", "(a=2)", ":l1", ":lex", ":positive", ":" + ",".join(map(str, range(1, 300))), ":2,2", ":-1"]
NAMES = ["nim", "moore", "greedy", "building", "grundy", "octal", "subtraction", "allbut", "wythoff", "r-wythoff", "wythoff3",
         "fibonacci", "kayles", "euclid", "chomp", "dawson", "Nim", "0.77", "rules", "rules:/dev/null", "rules:.", "rules:/dev/zero", "\x1b[31mred", "..", "🎲"]
# Words that every command with a budget takes.
LIMITS = ["--budget-memory", "100", "--budget-time", "0.2"]


def number(random):
    return random.choice(NUMBERS) if random.random() < 0.8 else str(random.randint(0, 1 << random.randint(1, 70)))


def game(random):
    if random.random() < 0.5:
        return games.random_name(random)
    return random.choice(NAMES) + random.choice(PARAMETERS)


def position(random):
    count = random.choice([1, 1, 2, 2, 2, 3, 3, 4, 16, 40, 1000])
    text = ",".join(number(random) if random.random() < 0.7 else str(random.randint(0, 20)) for _ in range(count))
    return text + (f"/{number(random)}" if random.random() < 0.2 else "")


def optional(random, *words):
    """The words, sometimes."""
    return list(words) if random.random() < 0.3 else []


def line(random, folder):
    """A command line."""
    target = lambda *endings: optional(random, "-o", os.path.join(folder, "out." + random.choice(endings)))
    size = lambda: number(random) + ("x" + number(random) if random.random() < 0.6 else "")
    forms = optional(random, "--format", random.choice(["table", "csv", "json", "parquet", "npy", "other"]))
    common = optional(random, "--json")
    kind = random.choice(["solve", "solve", "sum", "positions", "positions", "table", "table", "period", "row", "represent", "check",
                          "plot", "moves", "compare", "limits", "games", "rules", "verify", "sweep", "run", "show", "play"])
    if kind == "solve":
        return ["solve", game(random), position(random), *LIMITS, *optional(random, "--misere"), *optional(random, "--explain"), *common,
                *optional(random, "--method", random.choice(["search", "table", "closed-form", "algebraic", "recursive", "stream", "no"]))]
    if kind == "sum":
        parts = [word for _ in range(random.randint(2, 4)) for word in ("+", game(random), position(random))][1:]
        return ["solve", *parts, *LIMITS, *optional(random, "--misere"), *common]
    if kind == "positions":
        return ["positions", game(random), "--count", number(random), *LIMITS, *optional(random, "--from", number(random)), *forms,
                *optional(random, "--value", number(random)), *optional(random, "--heaps", number(random)), *optional(random, "--misere"),
                *optional(random, "--max", number(random)), *optional(random, "--sum"), *optional(random, "--count-only"), *target("csv", "parquet", "npy", "json", "x"), *common]
    if kind == "table":
        return ["table", game(random), "--size", size(), *LIMITS, *forms, *optional(random, "--value", number(random)), *optional(random, "--sum"), *target("csv", "parquet", "npy", "png", "svg"), *common]
    if kind == "period":
        return ["period", game(random), *LIMITS, *optional(random, "--max-heap", number(random)), *common]
    if kind == "row":
        return ["period", game(random), "--row", number(random), *LIMITS, *common]
    if kind == "represent":
        return ["represent", random.choice(["zeckendorf", "p:2", "q:1", "p:1e30", "q:0", "base:3", "x"]), number(random), *common]
    if kind == "check":
        return ["check", game(random), "--size", number(random), "--heaps", random.choice(["1", "2", "3", "17", number(random)]), *LIMITS, *common]
    if kind == "plot":
        return ["plot", random.choice(["heat", "board", "sequence", "limits", "differences", "exceptions", "timing", "kappa"]), game(random),
                "--size", number(random), "-o", os.path.join(folder, random.choice(["f.svg", "f.png", "f.gif"]))]
    if kind in ("moves", "compare", "limits"):
        other = {"moves": [position(random)], "compare": [game(random), "--size", number(random)], "limits": ["--count", number(random)]}[kind]
        return [kind, game(random), *other, *LIMITS, *common]
    if kind == "games":
        return ["games", game(random), *common]
    if kind == "rules":
        return ["rules", "check", random.choice(["/dev/null", ".", "/dev/zero", "nothing", folder]), *LIMITS]
    if kind == "verify":
        return ["verify", random.choice(["/dev/null", ".", "/dev/zero", "nothing", folder]), *LIMITS]
    if kind == "sweep":
        return ["sweep", random.choice(["subtraction", "octal", "x"]), "--max", random.choice(["0", "1", "8", "1e9", number(random)]), "--size", number(random), "--dir", os.path.join(folder, "s"), *common]
    if kind == "run":
        return ["run", random.choice(["wythoff3:l1", "wythoff3:lex", "wythoff3:positive", game(random)]), "--steps", random.choice(["0", "1", "1000", "1e30", "1e15"]), "--dir", os.path.join(folder, "r"), *common]
    if kind == "show":
        return ["show", random.choice([folder, "/dev/null", "nothing"]), *common]
    return ["play", game(random), position(random), *LIMITS, *optional(random, "--misere"), *optional(random, "--computer", "first"), "--level", random.choice(["perfect", "casual", "random", "x"]), *common]


# Sweeps and plots have no budget of time; what would take long is ended by us.
UNBOUNDED = ("sweep", "plot", "run")


def lines(random):
    with tempfile.TemporaryDirectory() as folder:
        words = line(random, folder)
        if any("\0" in word for word in words):
            return
        seconds = 8 if words[0] in UNBOUNDED else 40
        given = "1 from 1\nhint\nwhy\n3\nquit\n" if words[0] == "play" else None
        ended = call(*words, given=given, seconds=seconds, megabytes=1500)
        fault = ended.fault()
        if ended.code is None and words[0] in UNBOUNDED:
            fault = None
        if fault is None and "\x1b" in ended.out + ended.err:
            fault = "an escape code reached the terminal"
        left = [name for name in os.listdir(folder) if "partial" in name or "tmp" in name]
        if fault is None and left and ended.code is not None:
            fault = f"left {left}"
        yield 1, fault, words
