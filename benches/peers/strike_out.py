"""P-positions of a rule of five directions by striking out, as one writes it in
an evening: the peer that lists of rule files are measured against.

usage: strike_out.py COUNT

The rule: take from one pile, the same from both, or twice as much from one as
from the other. Positions (x, y) with x <= y are taken by y, then by x; one that
lies on no line through a P-position before it is one itself, and its lines are
noted in sets. Prints the seconds and a checksum: the sum of all numbers.
"""
import sys
import time


def positions(count):
    piles, same, twice, half = set(), set(), set(), set()
    found = []
    y = 0
    while True:
        for x in range(y + 1):
            if x in piles or y in piles or y - x in same or y - 2 * x in twice or 2 * y - x in half:
                continue
            found.append((x, y))
            if len(found) == count:
                return found
            piles.update((x, y))
            for a, b in ((x, y), (y, x)):
                same.add(b - a)
                twice.add(b - 2 * a)
                half.add(2 * b - a)
        y += 1


if __name__ == "__main__":
    start = time.perf_counter()
    found = positions(int(sys.argv[1]))
    print(f"{time.perf_counter() - start:.3f} {sum(x + y for x, y in found)}")
