"""The games by their rules alone, slowly: what nimlab is held against.

Nothing here is taken from nimlab, and no theorem is used. A position is a
tuple in canonical order; `moves(position)` is the set of positions that can be
reached. Values and outcomes come from the definitions.
"""

import functools
import itertools
import sys

sys.setrecursionlimit(1_000_000)


class Game:
    """A rule with its values and outcomes, remembered."""

    def __init__(self, name, moves, drops_zeros=False):
        self.name, self.drops_zeros = name, drops_zeros
        self.moves = functools.lru_cache(None)(lambda position: frozenset(moves(position)))
        self._values, self._misere = {}, {}

    def canonical(self, position):
        """A position as it is compared: empty heaps do not count."""
        if self.drops_zeros:
            return tuple(sorted(number for number in position if number))
        return tuple(position)

    def value(self, position):
        """The Grundy value, by mex."""
        return self._solve(position, self._values, mex)

    def wins(self, position, misere=False):
        """Whether the player to move wins."""
        if not misere:
            return self.value(position) != 0
        return self._solve(position, self._misere, lambda seen: not seen or False in seen)

    def winning(self, position, misere=False):
        """Every move to a position that loses."""
        return {self.canonical(to) for to in self.moves(position) if not self.wins(to, misere)}

    def _solve(self, position, known, combine):
        # Without recursion: positions may be thousands of moves deep.
        stack = [position]
        while stack:
            top = stack[-1]
            missing = [to for to in self.moves(top) if to not in known]
            if missing and top not in known:
                stack.extend(missing)
            else:
                stack.pop()
                if top not in known:
                    known[top] = combine({known[to] for to in self.moves(top)})
        return known[position]


def mex(seen):
    return next(value for value in itertools.count() if value not in seen)


def heaps(one_heap):
    """A game of any heaps, from the heaps that one heap may become."""

    def moves(position):
        for place, heap in enumerate(position):
            for made in one_heap(heap):
                rest = position[:place] + position[place + 1 :] + tuple(made)
                yield tuple(sorted(number for number in rest if number))

    return moves


def nim(heap):
    return ((left,) for left in range(heap))


def subtraction(numbers):
    return lambda heap: ((heap - taken,) for taken in numbers if taken <= heap)


def all_but(numbers):
    return lambda heap: ((heap - taken,) for taken in range(1, heap + 1) if taken not in numbers)


def grundy(heap):
    return ((part, heap - part) for part in range(1, (heap + 1) // 2))


def octal(code):
    digits = [int(digit) for digit in code.replace(".", "")]

    def one_heap(heap):
        for taken, digit in enumerate(digits[: heap + 1]):
            left = heap - taken
            if digit & 1 and left == 0 and taken > 0:
                yield ()
            if digit & 2 and left > 0 and taken > 0:
                yield (left,)
            if digit & 4 and left > 1:
                yield from ((part, left - part) for part in range(1, left // 2 + 1))

    return one_heap


def moore(most):
    def moves(position):
        for left in itertools.product(*(range(heap + 1) for heap in position)):
            changed = sum(a != b for a, b in zip(left, position))
            if 1 <= changed <= most:
                yield tuple(sorted(number for number in left if number))

    return moves


def greedy(position):
    if position:
        for left in range(position[-1]):
            yield tuple(sorted(number for number in position[:-1] + (left,) if number))


def building(position):
    *stacks, tokens = position
    for place, stack in enumerate(stacks):
        rest = stacks[:place] + stacks[place + 1 :]
        for made in [stack + 1] if tokens else range(stack):
            yield (*sorted([*rest, made]), max(tokens - 1, 0))


def wythoff(most):
    def moves(position):
        x, y = position
        for k, l in itertools.product(range(x + 1), range(y + 1)):
            if k + l > 0 and (k == 0 or l == 0 or abs(k - l) < most):
                yield tuple(sorted((x - k, y - l)))

    return moves


def r_wythoff(position):
    x, y = position
    yield from ((min(x, y - k), max(x, y - k)) for k in range(1, y + 1))
    yield from ((x - k, y - k) for k in range(1, x + 1))


def fibonacci(position):
    stones, most = position
    yield from ((stones - k, 2 * k) for k in range(1, min(stones, most) + 1))


def shares(one, other):
    """Whether a pile stays, or two keep their difference."""
    a, b = set(one), set(other)
    differences = lambda piles: {piles[1] - piles[0], piles[2] - piles[1], piles[2] - piles[0]}
    return bool(a & b or differences(one) & differences(other))


def three_piles(kind):
    def moves(position):
        total = sum(position)
        tops = position if kind == "positive" else (total, total, total)
        for to in itertools.product(*(range(top + 1) for top in tops)):
            changes = [old - new for old, new in zip(position, to)]
            x, y, z = changes
            if sum(to) < total and x * y * z * (x - y) * (y - z) * (z - x) == 0:
                yield tuple(sorted(to))

    return moves


def of_name(name):
    """The game of a name, or None if its rule is not written here."""
    family, _, parameters = name.partition(":")
    numbers = lambda: [int(word) for word in parameters.split(",")]
    if family == "subtraction":
        return Game(name, heaps(subtraction(numbers())), True)
    if family == "allbut":
        return Game(name, heaps(all_but(set(numbers()))), True)
    if family == "octal":
        return Game(name, heaps(octal(parameters)), True)
    if family == "grundy":
        return Game(name, heaps(grundy), True)
    if family == "nim":
        return Game(name, heaps(nim), True)
    if family == "moore":
        return Game(name, moore(int(parameters)), True)
    if family == "greedy":
        return Game(name, greedy, True)
    if family == "building":
        return Game(name, building)
    if family == "wythoff":
        return Game(name, wythoff(int(parameters or 1)))
    if family == "r-wythoff":
        return Game(name, r_wythoff)
    if family == "fibonacci":
        return Game(name, fibonacci)
    if name in ("wythoff3:l1", "wythoff3:positive"):
        return Game(name, three_piles(parameters))
    return None


def random_name(random):
    """A game of any family, with small parameters."""
    some = lambda top, most: ",".join(map(str, sorted(random.sample(range(1, top), random.randint(1, most)))))
    return random.choice(
        [
            "nim",
            f"moore:{random.randint(1, 4)}",
            "greedy",
            f"building:{random.randint(1, 4)}",
            "grundy",
            f"octal:{random.choice('04')}.{''.join(random.choice('01234567') for _ in range(random.randint(0, 3)))}{random.randint(1, 7)}",
            f"subtraction:{some(12, 5)}",
            f"allbut:{some(10, 4)}",
            f"wythoff:{random.randint(1, 6)}",
            "wythoff",
            "r-wythoff",
            "fibonacci",
            "wythoff3:l1",
            "wythoff3:positive",
        ]
    )


def random_position(name, random):
    """A position that the slow solver can manage."""
    family = name.partition(":")[0]
    sorted_of = lambda count, top: tuple(sorted(random.randint(0, top) for _ in range(count)))
    if name == "wythoff3:l1":
        return sorted_of(3, 5)
    if name == "wythoff3:positive":
        return sorted_of(3, 11)
    if family in ("wythoff", "r-wythoff"):
        return sorted_of(2, 32)
    if family == "building":
        return (*sorted_of(int(name.partition(":")[2]), 3), random.randint(0, 5))
    if family == "fibonacci":
        stones = random.randint(0, 60)
        return (stones, random.randint(0, stones + 3))
    if family in ("octal", "grundy"):
        count = random.randint(1, 3)
        return sorted_of(count, [20, 11, 7][count - 1])
    if family == "moore":
        count = random.randint(1, 3)
        return sorted_of(count, [30, 12, 6][count - 1])
    count = random.randint(1, 4)
    return sorted_of(count, [60, 16, 9, 6][count - 1])


def written(name, position):
    """A position as it is written on the command line."""
    family = name.partition(":")[0]
    if family in ("fibonacci", "building"):
        *piles, tail = position
        return f"{','.join(map(str, piles))}/{tail}"
    return ",".join(map(str, position))
