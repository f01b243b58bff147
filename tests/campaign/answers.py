"""Answers to single questions, held against the rules: solve, sums, tables,
lists, moves and periods."""

import functools
import itertools
import json
import operator

import games
from command import call


def solves(random):
    """Many positions of one game in one call."""
    name = games.random_name(random)
    game = games.of_name(name)
    misere = random.random() < 0.4
    positions = [games.random_position(name, random) for _ in range(25)]
    lines = "\n".join(games.written(name, position) for position in positions) + "\n"
    words = ["solve", name, "-", "--json"] + ["--misere"] * misere
    ended = call(*words, given=lines, seconds=120)
    yield len(positions), fault_of_solves(game, positions, misere, ended), (words, lines)


def fault_of_solves(game, positions, misere, ended):
    if ended.fault((0,)):
        return ended.fault((0,))
    answers = [json.loads(line) for line in ended.out.splitlines()]
    if len(answers) != len(positions):
        return f"{len(answers)} answers to {len(positions)} questions"
    for position, answer in zip(positions, answers):
        start = game.canonical(position)
        wins = game.wins(start, misere)
        moves = {game.canonical(move) for move in answer["winning_moves"]}
        if (answer["outcome"] == "N") != wins or moves != game.winning(start, misere):
            return f"{position}: {answer}, but {wins}, {sorted(game.winning(start, misere))}"
        if not misere and answer["grundy"] not in (None, game.value(start)):
            return f"{position}: value {answer['grundy']}, but {game.value(start)}"
    return None


def sums(random):
    """Sums of two or three games under normal play."""
    parts = []
    while len(parts) < random.randint(2, 3):
        name = games.random_name(random)
        parts.append((name, games.random_position(name, random)))
    words = ["solve"]
    for name, position in parts:
        words += (["+"] if len(words) > 1 else []) + [name, games.written(name, position)]
    ended = call(*words, "--json", seconds=120)
    yield 1, fault_of_sum(parts, ended), words


def fault_of_sum(parts, ended):
    if ended.fault((0,)):
        return ended.fault((0,))
    answer = ended.json()
    played = [games.of_name(name) for name, _ in parts]
    starts = [game.canonical(position) for game, (_, position) in zip(played, parts)]
    values = [game.value(start) for game, start in zip(played, starts)]
    total = functools.reduce(operator.xor, values)
    expected = {
        (place, game.canonical(to))
        for place, (game, start) in enumerate(zip(played, starts))
        for to in game.moves(start)
        if game.value(to) == total ^ values[place]
    }
    found = {(move["component"], played[move["component"]].canonical(move["to"])) for move in answer["winning_moves"]}
    if (answer["outcome"] == "N") != (total != 0) or found != expected or answer["grundy"] not in (None, total):
        return f"{answer}, but {values}, {sorted(expected)}"
    return None


def tables(random):
    """Tables of values: every cell."""
    name = games.random_name(random)
    if name.startswith(("wythoff3", "fibonacci", "building")):
        name = "wythoff:2"
    rows, columns = random.randint(1, 24), random.randint(1, 24)
    one_heap = name.startswith(("octal", "grundy", "subtraction", "allbut"))
    words = ["table", name, "--size", f"{columns}" if one_heap else f"{rows}x{columns}", "--json"]
    ended = call(*words)
    fault = ended.fault((0,))
    if not fault:
        game = games.of_name(name)
        cells = [[(b,) for b in range(columns)]] if one_heap else [[(a, b) for b in range(columns)] for a in range(rows)]
        expected = [[game.value(game.canonical(tuple(sorted(cell)))) for cell in row] for row in cells]
        fault = None if ended.json()["values"] == expected else f"differs from {expected}"
    yield rows * columns, fault, words


def lists(random):
    """All P-positions, or positions of a value, up to a largest pile."""
    name = random.choice(["nim", "moore:2", "greedy", "wythoff", "wythoff:2", "wythoff:5", "r-wythoff", "wythoff3:positive"])
    game = games.of_name(name)
    piles = 2 if "wythoff" in name else random.randint(1, 3)
    piles = 3 if name == "wythoff3:positive" else piles
    top = random.randint(0, {1: 30, 2: 24, 3: 8}[piles])
    misere = random.random() < 0.4
    heaps = [] if "wythoff" in name else ["--heaps", piles]
    words = ["positions", name, "--max", top, *heaps, "--json"] + ["--misere"] * misere
    ended = call(*words)
    fault = ended.fault((0,))
    if not fault:
        expected = [
            position
            for position in itertools.combinations_with_replacement(range(top + 1), piles)
            if not game.wins(game.canonical(position), misere)
        ]
        found = [tuple(row["position"]) for row in ended.json()["positions"]]
        fault = None if sorted(found) == expected else f"{found}, but {expected}"
    yield 1, fault, words


def periods(random):
    """Periods that are called proved: least, and true far beyond."""
    while not (name := games.random_name(random)).startswith(("octal", "subtraction", "allbut")):
        pass
    words = ["period", name, "--max-heap", 3000, "--json"]
    ended = call(*words, "--budget-time", 10)
    if ended.fault() or ended.code != 0:
        yield 1, ended.fault((0, 1)), words
        return
    yield 1, fault_of_period(name, ended.json()), words


def fault_of_period(name, found):
    if not found["proved"]:
        return None
    preperiod, period, saltus = found["preperiod"], found["period"], found["saltus"]
    last = preperiod + 3 * period + 60
    if last > 700 and name.startswith("octal") or last > 3000:
        return None
    values = heap_values(name, last + period)
    repeats = lambda start, length, jump: all(
        values[heap + length] == values[heap] + jump for heap in range(start, last)
    )
    if not repeats(preperiod, period, saltus):
        return f"not periodic: {found}"
    if preperiod > 0 and repeats(preperiod - 1, period, saltus):
        return f"the preperiod is not least: {found}"
    for shorter in range(1, period):
        jump = values[preperiod + shorter] - values[preperiod]
        if repeats(preperiod, shorter, jump):
            return f"the period is not least: {found}, {shorter}"
    return None


def heap_values(name, count):
    """Values of single heaps, by mex over the heaps that one heap becomes."""
    family, _, parameters = name.partition(":")
    numbers = lambda: [int(word) for word in parameters.split(",")]
    if family == "octal":
        one_heap = games.octal(parameters)
    elif family == "subtraction":
        one_heap = games.subtraction(numbers())
    else:
        one_heap = games.all_but(set(numbers()))
    values = []
    for heap in range(count + 1):
        values.append(games.mex({functools.reduce(operator.xor, (values[part] for part in made), 0) for made in one_heap(heap)}))
    return values
