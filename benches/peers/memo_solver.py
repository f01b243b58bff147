"""A plain memo solver of Grundy values, as one writes it in an evening: the
peer that the dense tables of rule files are measured against.

usage: memo_solver.py wythoff SIDE | positive SIDE | positive-naive SIDE

Prints the seconds and a checksum: the sum of all values of sorted positions.
Positions are sorted tuples in a dictionary, and are settled from small to
large, so that nothing recurses.
"""
import sys
import time


def mex(values):
    value = 0
    while value in values:
        value += 1
    return value


def wythoff(side):
    """Enumerates the moves directly, not by trying all pairs."""
    memo = {}
    for x in range(side):
        for y in range(x, side):
            seen = set()
            for k in range(1, x + 1):
                seen.add(memo[(x - k, y)])
                seen.add(memo[(x - k, y - k)])
            for k in range(1, y + 1):
                to = y - k
                seen.add(memo[(to, x) if to < x else (x, to)])
            memo[(x, y)] = mex(seen)
    return memo


def positive(side):
    """Enumerates the six planes of moves directly."""
    memo = {}
    for a in range(side):
        for b in range(a, side):
            for c in range(b, side):
                seen = set()

                def take(x, y, z):
                    if x + y + z > 0:
                        seen.add(memo[tuple(sorted((a - x, b - y, c - z)))])

                for y in range(b + 1):
                    for z in range(c + 1):
                        take(0, y, z)
                for x in range(a + 1):
                    for z in range(c + 1):
                        take(x, 0, z)
                    for y in range(b + 1):
                        take(x, y, 0)
                    for z in range(c + 1):
                        take(x, x, z)
                    for y in range(b + 1):
                        take(x, y, x)
                for y in range(b + 1):
                    for x in range(a + 1):
                        take(x, y, y)
                memo[(a, b, c)] = mex(seen)
    return memo


def positive_naive(side):
    """Tries every triple against the condition, as the rule file is written."""
    memo = {}
    for a in range(side):
        for b in range(a, side):
            for c in range(b, side):
                seen = set()
                for x in range(a + 1):
                    for y in range(b + 1):
                        for z in range(c + 1):
                            if x + y + z > 0 and x * y * z * (x - y) * (y - z) * (z - x) == 0:
                                seen.add(memo[tuple(sorted((a - x, b - y, c - z)))])
                memo[(a, b, c)] = mex(seen)
    return memo


if __name__ == "__main__":
    solver = {"wythoff": wythoff, "positive": positive, "positive-naive": positive_naive}[sys.argv[1]]
    start = time.perf_counter()
    memo = solver(int(sys.argv[2]))
    print(f"{time.perf_counter() - start:.3f} {sum(memo.values())}")
