"""Random rule programs: nimlab's engines against a plain reading of the same
program in Python."""

import itertools
import json
import os
import tempfile

import games
from command import call


def condition(random, names, depth=2):
    """A condition as text that both languages read alike."""
    if depth and random.random() < 0.55:
        left, right = condition(random, names, depth - 1), condition(random, names, depth - 1)
        return f"({left} {random.choice(['and', 'or'])} {right})"
    if depth and random.random() < 0.15:
        return f"not ({condition(random, names, depth - 1)})"
    sign = random.choice(["=", "<", "<=", ">", ">=", "!="])
    return f"{term(random, names)} {sign} {term(random, names)}"


def term(random, names, depth=2):
    kind = random.random()
    if kind < 0.45 or not depth:
        return random.choice(names)
    if kind < 0.65:
        return str(random.randint(0, 5))
    one, two = term(random, names, depth - 1), term(random, names, depth - 1)
    if kind < 0.85:
        return f"({one} {random.choice(['+', '-', '*'])} {two})"
    if kind < 0.9:
        return f"(({one}) mod {random.randint(2, 5)})"
    if kind < 0.94:
        return f"abs({one})"
    return f"{random.choice(['min', 'max'])}({one}, {two})"


def python(text):
    """The same expression for Python."""
    return text.replace(" = ", " == ").replace(" mod ", " % ")


class Program:
    """A program that always ends: every move takes something and adds nothing."""

    def __init__(self, random):
        self.piles = random.choice([1, 2, 2, 2, 3])
        self.states = ["x", "y", "z"][: self.piles]
        self.taken = ["k", "l", "m"][: self.piles]
        self.symmetric = self.piles > 1 and random.random() < 0.5
        invariant = random.random() < 0.5
        names = self.taken if invariant else self.taken + self.states
        self.clauses = [condition(random, names) for _ in range(random.randint(1, 3))]
        self.top = {1: 40, 2: 14, 3: 6}[self.piles]

    def text(self):
        lines = [f"state {', '.join(self.states)}{' symmetric' * self.symmetric}"]
        ranges = ", ".join(f"{k} in 0..{x}" for k, x in zip(self.taken, self.states))
        left = ", ".join(f"{x} - {k}" for x, k in zip(self.states, self.taken))
        for clause in self.clauses:
            lines.append(f"move {ranges}\n  where {' + '.join(self.taken)} > 0 and ({clause})\n  -> ({left})")
        return "\n".join(lines) + "\n"

    def game(self):
        tests = [eval(f"lambda {', '.join(self.states + self.taken)}: {python(clause)}") for clause in self.clauses]

        def moves(position):
            for taken in itertools.product(*(range(pile + 1) for pile in position)):
                if any(taken) and any(test(*position, *taken) for test in tests):
                    left = tuple(pile - part for pile, part in zip(position, taken))
                    yield tuple(sorted(left)) if self.symmetric else left

        return games.Game("program", moves)

    def box(self):
        if self.symmetric:
            return itertools.combinations_with_replacement(range(self.top), self.piles)
        return itertools.product(range(self.top), repeat=self.piles)


def programs(random):
    """One program: its P-positions in a box, a table, and eight positions."""
    program = Program(random)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.rules"), "w") as file:
            file.write(program.text())
        yield 1, fault_of(program, folder, random), program.text()


def fault_of(program, folder, random):
    game = program.game()
    rules = "rules:p.rules"
    if program.piles > 1:
        # A game of one number is played with any heaps.
        misere = random.random() < 0.3
        ended = call("positions", rules, "--max", program.top - 1, "--json", *["--misere"] * misere, folder=folder)
        if ended.fault((0,)):
            return f"positions: {ended.fault((0,))}"
        found = sorted(tuple(row["position"]) for row in ended.json()["positions"])
        expected = sorted(position for position in program.box() if not game.wins(position, misere))
        if found != expected:
            return f"positions (misère {misere}): {found}, but {expected}"
    if program.piles < 3:
        size = program.top if program.piles == 1 else f"{program.top}x{program.top}"
        ended = call("table", rules, "--size", size, "--json", folder=folder)
        if ended.fault((0,)):
            return f"table: {ended.fault((0,))}"
        cells = itertools.product(range(program.top), repeat=program.piles)
        values = [game.value(tuple(sorted(cell)) if program.symmetric else cell) for cell in cells]
        if list(itertools.chain(*ended.json()["values"])) != values:
            return "table: values differ"
    return fault_of_solves(program, game, rules, folder, random)


def fault_of_solves(program, game, rules, folder, random):
    """Some positions of the box, in one call."""
    misere = random.random() < 0.5
    box = list(program.box())
    positions = [random.choice(box) for _ in range(8)]
    given = "".join(",".join(map(str, position)) + "\n" for position in positions)
    words = ["solve", rules, "-", "--json"] + ["--misere"] * misere
    ended = call(*words, given=given, folder=folder)
    if ended.fault((0,)):
        return f"{words}: {ended.fault((0,))}"
    answers = [json.loads(line) for line in ended.out.splitlines()]
    if len(answers) != len(positions):
        return f"{words}: {len(answers)} answers to {len(positions)} questions"
    for position, answer in zip(positions, answers):
        moves = {tuple(move) for move in answer["winning_moves"]}
        if (answer["outcome"] == "N") != game.wins(position, misere) or moves != game.winning(position, misere):
            return f"{words} {position}: {answer}, but {sorted(game.winning(position, misere))}"
    return None
