"""How the package is used, for the checker of types: never run."""

import numpy as np

import nimlab

answer: nimlab.Answer = nimlab.Game("wythoff").solve((1, 2), budget_time=2.0)
moves: list[tuple[int, ...]] = answer.winning_moves
value: int | None = answer.grundy
zeros = np.argwhere(np.asarray(nimlab.Game("wythoff").table(10)) == 0)
both: nimlab.SumAnswer = (nimlab.Game("nim") + nimlab.Game("kayles")).solve([(1, 2), 3])
period: int | None = nimlab.Game("kayles").period(progress=lambda done, total: print(done / total)).period
for block in nimlab.Game("wythoff").stream(100):
    print(block.shape)
rules: nimlab.Game = nimlab.rules("state n  move k in 1..3 where k <= n -> (n - k)")
exceptions: int = nimlab.sweep("triples", max=20, sink=False, dir="triples").classes["exceptions"]
longest: int = nimlab.sweep("subtraction", max=20, longest=True, dir="longest").longest[-1].period
nimlab.Game("nim").solve((1, 2), budgets=3)  # type: ignore[call-arg]
nimlab.Game("nim").table(3).picture(7)  # type: ignore[arg-type]
