"""Certificates: made from nothing, and true ones altered. Exactly the true
ones may be verified; the truth comes from the values themselves."""

import json
import os
import tempfile

import answers
import games
from command import call

THEOREMS = {"subtraction": "subtraction-window", "octal": "guy-smith", "allbut": "all-but-window"}


def true_of(name, claim):
    """Whether a claim holds, as far as heaps far beyond its window tell."""
    preperiod, period, saltus, values = (claim[key] for key in ("preperiod", "period", "saltus", "values"))
    if period < 1 or preperiod < 0 or len(values) != preperiod + period:
        return False
    count = 4 * (preperiod + period) + 80
    known = answers.heap_values(name, count)
    if known[: preperiod + period] != values:
        return False
    return all(known[heap + period] == known[heap] + saltus for heap in range(preperiod, count - period))


def made_claim(random):
    """A claim made from nothing, near to what may be true."""
    while not (name := games.random_name(random)).startswith(tuple(THEOREMS)):
        pass
    preperiod, period = random.randint(0, 12), random.randint(1, 14)
    known = answers.heap_values(name, preperiod + period)
    values = known[: preperiod + period] if random.random() < 0.8 else [random.randint(0, 3) for _ in range(preperiod + period)]
    saltus = random.choice([0, 0, 0, 1, 2, known[preperiod + period] - known[preperiod]])
    return name, {"preperiod": preperiod, "period": period, "saltus": saltus, "values": values}


def claims(random):
    """One certificate made from nothing."""
    name, claim = made_claim(random)
    theorem = THEOREMS[name.partition(":")[0]] if random.random() < 0.8 else random.choice(list(THEOREMS.values()))
    last = random.choice([claim["preperiod"] + claim["period"], 2 * claim["preperiod"] + 3 * claim["period"] + 20, 1, 0, 1 << 63])
    certificate = {
        "certificate": "nimlab period 1",
        "game": name,
        "claim": claim,
        "theorem": theorem,
        "statement": statement(theorem),
        "range": {"first": 0, "last": needed(name, claim) if random.random() < 0.9 else last},
    }
    yield 1, fault_of(name, certificate), certificate


def needed(name, claim):
    """The last heap of the window that the theorem asks for."""
    family, _, parameters = name.partition(":")
    preperiod, period = claim["preperiod"], claim["period"]
    if family == "octal":
        first = max(preperiod, 1)
        taken = len(parameters.partition(".")[2].rstrip("0"))
        return 2 * first + period + taken - 1 + period
    largest = max(map(int, parameters.split(",")))
    return preperiod + period + (largest - 1 if family == "subtraction" else 2 * largest)


STATEMENTS = {}


def statement(theorem):
    """The words that a true certificate of this theorem has."""
    if not STATEMENTS:
        for name in ("subtraction:2,4,7", "octal:0.77", "allbut:1,2"):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "c.json")
                call("period", name, "--certificate", path)
                made = json.load(open(path))
                STATEMENTS[made["theorem"]] = made["statement"]
    return STATEMENTS[theorem]


def fault_of(name, certificate):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "c.json")
        with open(path, "w") as file:
            json.dump(certificate, file)
        ended = call("verify", path, "--budget-time", 10)
    if ended.fault():
        return ended.fault()
    if ended.code == 0 and not true_of(name, certificate["claim"]):
        return "a false claim was verified"
    return None


def altered(random):
    """A true certificate with something altered: a number, a byte, a field."""
    while not (name := games.random_name(random)).startswith(tuple(THEOREMS)):
        pass
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "c.json")
        ended = call("period", name, "--max-heap", 2000, "--budget-time", 5, "--certificate", path)
        if ended.code != 0 or not os.path.exists(path):
            yield 1, ended.fault(), name
            return
        text = open(path, "rb").read()
        for _ in range(8):
            data = bytearray(text)
            for _ in range(random.randint(1, 3)):
                place = random.randrange(len(data))
                data[place] = random.choice([random.randrange(256), random.choice(b"0123456789,{}[]\"")])
            with open(path, "wb") as file:
                file.write(data)
            ended = call("verify", path, "--budget-time", 10)
            fault = ended.fault()
            if fault is None and ended.code == 0 and not still_true(bytes(data)):
                fault = "an altered certificate was verified, and it is false"
            if fault is None and b"\x1b" in (ended.out + ended.err).encode():
                fault = "an escape code reached the terminal"
            yield 1, fault, bytes(data)


def still_true(data):
    found = json.loads(data)
    # Capitals make no difference in names.
    return true_of(found["game"].lower(), found["claim"])
