"""The Python package: answers against slow definitions, and against the command."""

import builtins
import doctest
import importlib
import inspect
import itertools
import json
import os
import pickle
import pkgutil
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import psutil
import pytest

import nimlab

NIMLAB = os.environ["NIMLAB"]


def command(*words):
    return subprocess.run([NIMLAB, *map(str, words)], capture_output=True, text=True, timeout=300)


def mex(values):
    return next(n for n in itertools.count() if n not in values)


def wythoff_by_definition(a, size):
    """The Grundy values of wythoff:a, from the rule alone."""
    table = np.zeros((size, size), dtype=int)
    for x in range(size):
        for y in range(size):
            options = {
                table[x - k, y - l]
                for k in range(x + 1)
                for l in range(y + 1)
                if k + l > 0 and (k == 0 or l == 0 or abs(k - l) < a)
            }
            table[x, y] = mex(options)
    return table


# Answers


@pytest.mark.parametrize("a", [1, 2, 3])
def test_tables_positions_and_moves_are_those_of_the_definition(a):
    game, size = nimlab.Game(f"wythoff:{a}"), 16
    expected = wythoff_by_definition(a, size)
    assert (game.table(size).values == expected).all()
    lost = [(x, y) for x in range(size) for y in range(x, size) if expected[x, y] == 0]
    listed = [tuple(row) for row in game.positions(max=size - 1).values.tolist()]
    assert sorted(listed) == lost
    for x in range(size):
        for y in range(x, size):
            answer = game.solve((x, y), grundy=True)
            assert answer.grundy == expected[x, y]
            assert answer.outcome == ("P" if expected[x, y] == 0 else "N")
            moves = {
                tuple(sorted((x - k, y - l)))
                for k in range(x + 1)
                for l in range(y + 1)
                if k + l > 0 and (k == 0 or l == 0 or abs(k - l) < a) and expected[x - k, y - l] == 0
            }
            assert set(answer.winning_moves) == moves


@pytest.mark.parametrize(
    "words",
    [
        ["wythoff:2", "17,29"],
        ["nim", "3,4,5"],
        ["fibonacci", "20/4"],
        ["kayles", "10"],
        ["building:3", "0,0,0/9"],
        ["wythoff", "1e40,1e40"],
        ["euclid", "7,9"],
        ["greedy", "7,7,7"],
    ],
)
@pytest.mark.parametrize("misere", [False, True])
def test_answers_are_those_of_the_command(words, misere):
    told = command("solve", *words, "--explain", "--json", *(["--misere"] if misere else []))
    game = nimlab.Game(words[0])
    if told.returncode != 0:
        with pytest.raises(nimlab.Error):
            game.solve(words[1], misere=misere)
        return
    answer = game.solve(words[1], misere=misere, explain=True)
    assert answer.to_dict() == json.loads(told.stdout)
    # Numbers in place of the text.
    assert game.solve(answer.position, misere=misere).to_dict() == {
        key: value for key, value in answer.to_dict().items() if key != "explanation"
    }


def test_integers_of_any_size_go_in_and_out():
    wythoff = nimlab.Game("wythoff")
    n = 10**50 + 7
    lower, upper = (int(number) for number in wythoff.positions(1, start=n)[0])
    assert upper - lower == n and wythoff.solve((lower, upper)).outcome == "P"
    answer = wythoff.solve((upper, lower + 1))
    assert answer.outcome == "N" and all(isinstance(pile, int) for move in answer.winning_moves for pile in move)
    piles = (2**200 + 5, 2**64 - 1, 2**64, 3)
    assert nimlab.Game("nim").solve(piles).grundy == piles[0] ^ piles[1] ^ piles[2] ^ piles[3]
    assert nimlab.Game("nim").solve(np.array([3, 4, 5], dtype=np.uint8)).winning_moves == [(1, 4, 5)]
    assert nimlab.Game("nim").solve(7).grundy == 7
    assert nimlab.represent("p:1", "1e30").number == 10**30


def test_sums_are_decided_by_their_values():
    games = nimlab.Game("nim") + nimlab.Game("wythoff") + nimlab.Game("kayles")
    answer = games.solve([(3, 5), "4,4", 10], explain=True)
    values = [part.grundy for part in answer.components]
    assert answer.grundy == values[0] ^ values[1] ^ values[2]
    told = command("solve", "nim", "3,5", "+", "wythoff", "4,4", "+", "kayles", "10", "--json", "--explain")
    assert answer.to_dict() == json.loads(told.stdout)
    assert (nimlab.Game("nim") + (nimlab.Game("wythoff") + nimlab.Game("kayles"))).games == games.games
    with pytest.raises(nimlab.RequestError, match="3 positions are needed"):
        games.solve([1, 2])


@pytest.mark.parametrize("name", ["subtraction:2,4,7", "kayles", "allbut:2,3,4", "grundy"])
def test_periods_are_those_of_the_command(name):
    found = nimlab.Game(name).period(2000)
    told = json.loads(command("period", name, "--max-heap", 2000, "--json").stdout)
    assert {key: getattr(found, key) for key in told} == told
    if found.proved:
        values = nimlab.Game(name).table(500).values[0].astype(int)
        later = range(found.preperiod, 500 - found.period)
        assert all(values[n + found.period] == values[n] + found.saltus for n in later)


@pytest.mark.parametrize(
    "text",
    [
        "state n  move k in {2, 4, 7} where k <= n -> (n - k)",
        "state n  move k in 1..n where k mod 3 < 2 -> (n - k)",
        "state n  move k in 1..2 where k <= n -> (0) + (n - k)",
        "state x, y symmetric  move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or abs(k - l) < 2) -> (x - k, y - l)",
        "state x, y  move k in 1..x -> (x - k, y)  move k in 1..min(y, 3) -> (x, y - k)",
    ],
)
def test_periods_of_rules_are_those_of_the_command(text, tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text(text)
    game = nimlab.rules(path)
    of_row = "y" in text
    words = ["--row", 2] if of_row else []
    answer = command("period", f"rules:{path}", *words, "--max-heap", 300, "--json")
    found = game.period(300, row=2 if of_row else None)
    told = json.loads(answer.stdout)
    assert {key: getattr(found, key) for key in told} == told and found.game == "mine"
    seen = told if found.proved else found.observed
    values = [int(value) for value in (game.table((3, 301))[2] if of_row else game.table(301)[0])]
    later = range(seen["preperiod"], 301 - seen["period"])
    assert len(later) > 100 and all(values[n + seen["period"]] == values[n] + seen["saltus"] for n in later)
    assert ("row 2" in found._repr_html_()) == of_row
    with pytest.raises(nimlab.RequestError, match="single|one number|a period"):
        (game if of_row else nimlab.Game("moore:2")).period()


def test_a_certificate_is_verified_by_the_command(tmp_path):
    kept = {
        "period": nimlab.Game("kayles").period().certificate,
        "row": nimlab.Game("wythoff").period(row=2).certificate,
        "proof": nimlab.Game("wythoff").prove().certificate,
    }
    for name, certificate in kept.items():
        path = tmp_path / f"{name}.json"
        path.write_text(certificate)
        assert command("verify", path).returncode == 0, name


def test_checks_and_theorems_are_those_of_the_command():
    told = json.loads(command("check", "nim", "--size", 6, "--json").stdout)
    check = nimlab.Game("nim").check(6)
    assert [vars(one) for one in check.compared] == told["compared"] and check.agrees
    told = json.loads(command("prove", "wythoff:2", "--json").stdout)
    proof = nimlab.Game("wythoff:2").prove()
    for key in told.keys() - {"seconds"}:
        assert getattr(proof, key) == told[key]
    open_ = nimlab.Game("wythoff").prove(2, states=50, budget_time=20)
    assert not open_.proved and open_.tried


def test_odd_requests_are_refused_in_words(tmp_path):
    nim, wythoff = nimlab.Game("nim"), nimlab.Game("wythoff")
    text = "state n  param S = {1, 2}  move k in S where k <= n -> (n - k)"
    for asked, error, problem in [
        (lambda: nimlab.rules(text, S=[]), nimlab.RequestError, "this set is empty"),
        (lambda: nim.solve(b"3,4,5"), TypeError, "not bytes"),
        (lambda: nim.solve([[3, 4], 5]), TypeError, "not list"),
        (lambda: wythoff.table((2, 3, 4)), TypeError, "rows and columns"),
        (lambda: wythoff.table(3).picture("gif"), ValueError, "'svg' or 'png'"),
        (lambda: wythoff.picture(5, format="SVG"), ValueError, "'svg' or 'png'"),
        (lambda: nimlab.represent("p:0", 3), nimlab.RequestError, 'works: "p:2"'),
        (lambda: nimlab.Game("wythoff:0"), nimlab.RequestError, 'works: nimlab.Game\\("wythoff:2"'),
        (lambda: next(nim.stream(heaps=2**63 - 1)), nimlab.RequestError, "number of heaps"),
        (lambda: nimlab.run("wythoff3:lex", 100, ""), ValueError, "no name"),
        (lambda: nimlab.run("wythoff3:lex", 0, tmp_path / "run"), nimlab.RequestError, "from 1 to"),
    ]:
        with pytest.raises(error, match=problem):
            asked()
    assert not (tmp_path / "run").exists()


def test_rules_are_games(tmp_path):
    text = "state x, y  symmetric  move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or k = l) -> (x - k, y - l)"
    game = nimlab.rules(text)
    assert (game.table(12).values == nimlab.Game("wythoff").table(12).values).all()
    path = tmp_path / "mine.rules"
    path.write_text(text)
    assert nimlab.rules(path).name == "mine"
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again != nimlab.Game("wythoff")
    assert pickle.loads(pickle.dumps(nimlab.Game("wythoff:2"))) == nimlab.Game("wythoff:2")
    takes = "state n  param S = {1, 2}  move k in S where k <= n -> (n - k)"
    assert nimlab.rules(takes, S=[1, 3]) != nimlab.rules(takes)
    assert pickle.loads(pickle.dumps(nimlab.rules(takes, S={1, 3}))).solve(4).outcome == "P"


# Arrays and Arrow


def test_arrays_hold_the_memory_of_the_engine():
    for values in [nimlab.Game("wythoff").table(50).values, nimlab.Game("wythoff").positions(50).values]:
        owner = values
        while isinstance(owner, np.ndarray):
            owner = owner.base
        assert type(owner).__name__ == "PySliceContainer", "NumPy holds what Rust has made, and no copy"
    table = nimlab.Game("wythoff").table(50)
    assert np.asarray(table) is table.values and np.shares_memory(np.asarray(table), table.values)


def test_tables_count_as_their_arrays():
    table = nimlab.Game("nim").table((5, 9))
    expected = np.arange(5)[:, None] ^ np.arange(9)[None, :]
    assert (table == expected).all() and table.shape == (5, 9) and len(table) == 5
    assert (np.argwhere(table == 0) == [[n, n] for n in range(5)]).all()
    assert (table + table == 2 * expected).all() and np.max(table) == expected.max()
    for dtype in ["uint16", "uint32", "uint64"]:
        one = nimlab.Game("nim").table((5, 9), dtype=dtype)
        assert one.dtype == dtype and (one.values == expected).all()
    with pytest.raises(TypeError, match="uint16"):
        nimlab.Game("nim").table(5, dtype="int8")
    with pytest.raises(nimlab.RequestError, match="16 bits"):
        nimlab.Game("nim").table((1, 70_000), dtype="uint16")
    assert nimlab.Game("nim").table("3x4").shape == (3, 4)


@pytest.mark.parametrize("name", ["wythoff", "wythoff3:lex", "nim", "moore:2"])
@pytest.mark.parametrize("block", [1, 7, 4096, 10_000])
def test_a_stream_is_the_list_in_blocks(name, block):
    game, count = nimlab.Game(name), 9000 if name != "moore:2" else 300
    blocks = list(game.stream(count, block=block))
    assert all(len(part) == block for part in blocks[:-1]) and len(blocks[-1]) <= block
    assert (np.concatenate(blocks) == game.positions(count).values).all()


def test_a_stream_goes_on_and_may_be_left():
    stream = nimlab.Game("wythoff").stream(block=1000, start=5)
    first = next(stream)
    assert first[0].tolist() == [8, 13]
    del stream
    large = list(nimlab.Game("wythoff").stream(5, start=2**63 - 3, block=2))
    assert [len(part) for part in large] == [2, 2, 1]
    assert all(int(row[1]) - int(row[0]) == 2**63 - 3 + n for n, row in enumerate(np.concatenate(large)))


def test_arrow_takes_lists_tables_and_streams():
    duckdb, polars, pyarrow = (pytest.importorskip(name) for name in ["duckdb", "polars", "pyarrow"])
    lost = nimlab.Game("wythoff").positions(70_000, start=3)
    frame = polars.DataFrame(lost)
    assert frame.columns == ["n", "a", "b"] and frame["n"][0] == 3
    assert (frame.select("a", "b").to_numpy() == lost.values).all()
    assert pyarrow.table(lost).num_rows == 70_000
    assert duckdb.sql("SELECT count(*), max(b - a) FROM lost").fetchone() == (70_000, 70_002)
    board = nimlab.Game("wythoff").table((300, 400))
    cells = polars.DataFrame(board)
    assert cells.columns == ["a", "b", "value"] and cells.height == 120_000
    assert (cells["value"].to_numpy().reshape(300, 400) == board.values).all()
    assert duckdb.sql("SELECT a, b FROM board WHERE value = 0 AND a < b ORDER BY a LIMIT 2").fetchall() == [(1, 2), (3, 5)]
    heaps = pyarrow.table(nimlab.Game("kayles").table(10))
    assert heaps.column_names == ["heap", "value"] and heaps["value"].to_pylist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    stream = nimlab.Game("wythoff").stream(100_000, block=30_000)
    assert polars.DataFrame(stream).sum().row(0) == tuple(int(n) for n in nimlab.Game("wythoff").positions(100_000).values.sum(axis=0))
    assert polars.DataFrame(nimlab.Game("wythoff").positions(0)).columns == ["n", "a", "b"]
    large = polars.DataFrame(nimlab.Game("wythoff").positions(2, start=10**30))
    assert large["n"].to_list() == [str(10**30), str(10**30 + 1)]


# Long work


def test_other_threads_run_while_the_engine_works():
    ticks, working = [], threading.Event()
    working.set()

    def tick():
        while working.is_set():
            ticks.append(1)
            threading.Event().wait(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    nimlab.Game("wythoff").table(3000)
    after = len(ticks)
    working.clear()
    thread.join()
    assert after > before + 10


LONG = {
    "solve": 'nimlab.rules("state x  move -> (x + 1)").solve(0, budget=10**9, budget_memory=4000)',
    "search": 'nimlab.Game("moore:2").solve((60, 61, 62, 63, 64), method="search", budget=10**10, budget_time=1000)',
    "table": 'nimlab.Game("wythoff").table(30000)',
    "rules": 'nimlab.rules("state x, y  move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)  move k in 1..min(x, y) where k mod 3 < 2 -> (x - k, y - k)").table(3000)',
    "positions": 'nimlab.Game("euclid").positions(10**6, budget=10**9, budget_time=1000)',
    "arrow": 'importlib.import_module("polars").DataFrame(nimlab.Game("wythoff3:positive").stream(10**8))',
    "stream": 'sum(len(block) for block in nimlab.Game("wythoff3:lex").stream())',
    "period": 'nimlab.Game("grundy").period(10**8)',
    "check": 'nimlab.Game("wythoff").check(3000, budget=10**10, budget_time=1000)',
    "prove": 'nimlab.Game("wythoff").prove(5)',
    "represent": 'nimlab.represent("p:1", 3**2090000)',
    "run": 'nimlab.run("wythoff3:lex", 10**10, dir)',
    "sweep": 'nimlab.sweep("subtraction", max=30, dir=dir)',
    "longest": 'nimlab.sweep("subtraction", max=34, longest=True, dir=dir)',
    "triples": 'nimlab.sweep("triples", max=1000, sink=True, dir=dir)',
    "octal": 'nimlab.sweep("octal", digits=3, max_heap=10**7, dir=dir)',
    "sum": '(nimlab.Game("euclid") + nimlab.Game("grundy")).solve([(1999, 1999), 30], misere=True, budget=10**10, budget_time=1000)',
}


@pytest.mark.parametrize("question", LONG)
def test_ctrl_c_ends_a_question(question, tmp_path):
    code = f"""
        import importlib, time, nimlab
        dir = {str(tmp_path / "work")!r}
        print("ready", flush=True)
        try:
            {LONG[question]}
        except KeyboardInterrupt:
            print("interrupted", time.process_time(), flush=True)
        except Exception as error:
            # Who reads a stream makes an error of his own of what ends it.
            print("interrupted" if "Ctrl-C was pressed" in str(error) else error, time.process_time(), flush=True)
        else:
            print("ended", time.process_time(), flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(timeout=0.6)
        before = sum(psutil.Process(child.pid).cpu_times()[:2])
        child.send_signal(signal.SIGINT)
        how, used = child.communicate(timeout=60)[0].rsplit(maxsplit=1)
        # A second by the clock; of the processor, for what else runs takes its part: two threads, at most.
        assert how == "interrupted" and float(used) - before < 2
    finally:
        child.kill()
        child.wait()


def test_progress_is_told_to_functions_and_bars():
    from tqdm import tqdm

    heard = []
    nimlab.Game("wythoff").table(2500, progress=lambda done, total: heard.append((done, total)))
    assert heard == sorted(heard) and heard[-1][0] == heard[-1][1]
    with tqdm(file=open(os.devnull, "w")) as bar:
        nimlab.Game("wythoff").positions(300_000, progress=bar)
        assert bar.n == bar.total == 300_000
    nimlab.Game("wythoff").table(100, progress=True)
    with pytest.raises(ZeroDivisionError):
        nimlab.Game("wythoff").table(4000, progress=lambda done, total: 1 / 0)
    with pytest.raises(TypeError, match="progress"):
        nimlab.Game("wythoff").table(5, progress="yes")


def test_what_hears_of_the_progress_may_ask_further():
    outcomes = []
    nimlab.Game("wythoff").table(2500, progress=lambda done, total: outcomes.append(nimlab.Game("nim").solve((1, 1)).outcome))
    assert set(outcomes) == {"P"}


# Errors


WRONG = [
    ("solve withoff 1,2", lambda: nimlab.Game("withoff")),
    ("solve wythoff:0 1,2", lambda: nimlab.Game("wythoff:0")),
    ("solve wythoff 1,2,3", lambda: nimlab.Game("wythoff").solve((1, 2, 3))),
    ("solve wythoff 1,-2", lambda: nimlab.Game("wythoff").solve("1,-2")),
    ("solve wythoff 1,2 --method guess", lambda: nimlab.Game("wythoff").solve((1, 2), method="guess")),
    ("solve nim 30,40,50 --method search --budget 1000", lambda: nimlab.Game("nim").solve((30, 40, 50), method="search", budget=1000)),
    ("table wythoff --size 1e9", lambda: nimlab.Game("wythoff").table(10**9)),
    ("table wythoff3:lex --size 9", lambda: nimlab.Game("wythoff3:lex").table(9)),
    ("table nim --size 0", lambda: nimlab.Game("nim").table(0)),
    ("period wythoff", lambda: nimlab.Game("wythoff").period()),
    ("period nim", lambda: nimlab.Game("nim").period()),
    ("period moore:2", lambda: nimlab.Game("moore:2").period()),
    ("represent fibonacci 7", lambda: nimlab.represent("fibonacci", 7)),
    ("represent zeckendorf 1e20000", lambda: nimlab.represent("zeckendorf", 10**20000)),
    ("represent p:1 1e1500000", lambda: nimlab.represent("p:1", 1 << 4_982_892)),
    ("run nim --steps 10 --dir nowhere", lambda: nimlab.run("nim", 10, "nowhere")),
    ("sweep subtraction --max 99 --dir nowhere", lambda: nimlab.sweep("subtraction", max=99, dir="nowhere")),
    ("sweep octals --max 9 --dir nowhere", lambda: nimlab.sweep("octals", max=9, dir="nowhere")),
    ("solve wythoff 1,2 --budget 0", lambda: nimlab.Game("wythoff").solve((1, 2), budget=0)),
    ("prove collatz", lambda: nimlab.Game("collatz").prove()),
    ("positions wythoff --first-pile 3", lambda: nimlab.Game("wythoff").positions(5, first_pile=3)),
]


@pytest.mark.parametrize(("words", "ask"), WRONG, ids=[words for words, _ in WRONG])
def test_errors_say_what_the_command_says(words, ask):
    told = command(*words.split())
    with pytest.raises(nimlab.Error) as raised:
        ask()
    problem = " ".join(told.stderr.removeprefix("nimlab: ").split())
    mine = str(raised.value)
    first = " ".join(mine.splitlines()[0].split())
    assert problem.startswith(first), mine
    for foreign in [" --", "nimlab solve", "nimlab period", "nimlab positions", "`nimlab "]:
        assert foreign not in mine, mine
    assert isinstance(raised.value, nimlab.UndecidedError) == (told.returncode == 1)


def test_everything_can_be_imported_and_python_keeps_its_own_names():
    assert not set(nimlab.__all__) & set(dir(builtins))
    assert nimlab.open is not builtins.open


def test_rule_errors_point_into_the_text():
    with pytest.raises(nimlab.RequestError) as raised:
        nimlab.rules("state n\nmove k in 1..m -> (n - k)")
    assert "did you mean 'n'?" in str(raised.value) and isinstance(raised.value, ValueError)
    with pytest.raises(TypeError, match="whole number"):
        nimlab.Game("nim").solve([1.5, 2])
    with pytest.raises(nimlab.RequestError, match="not negative"):
        nimlab.Game("nim").solve((1, -2))
    with pytest.raises(TypeError, match="budgets"):
        nimlab.Game("nim").solve((1, 2), budgets=3)
    with pytest.raises(nimlab.Error, match="nowhere"):
        nimlab.open("nowhere")


# Notebooks


def test_a_notebook_shows_rules_boards_and_reasons():
    assert "Take from one heap" in nimlab.Game("nim")._repr_html_() or "heap" in nimlab.Game("nim")._repr_html_()
    euclid = nimlab.Game("euclid")._repr_html_()
    assert "<pre>" in euclid and "move" in euclid and "-&gt;" in euclid
    assert nimlab.Game("wythoff").table(10)._repr_html_().count("<svg") == 1
    assert "data:image/png;base64," in nimlab.Game("wythoff").table(500)._repr_html_()
    assert "<svg" in nimlab.Game("kayles").table(30)._repr_html_()
    assert nimlab.Game("nim").table(1)._repr_html_().startswith("<pre>")
    shown = nimlab.Game("wythoff:2").solve((17, 29))._repr_markdown_()
    assert "$A_{n} = \\lfloor n\\alpha \\rfloor" in shown.replace("\\lfloor n\\alpha  ", "\\lfloor n\\alpha ") and "to $(7,17)$; to $(8,20)$" in shown
    assert shown.count("$") % 2 == 0 and "\\sqrt{2}" in shown and "\\text{ whose partner is }" in shown
    both = (nimlab.Game("nim") + nimlab.Game("wythoff")).solve([(3, 5), (4, 4)])
    assert "in part 1 to $(2,5)$" in both._repr_markdown_() and "in part 1: to 2,5" in str(both)
    nim = nimlab.Game("nim").solve((3, 4, 5))._repr_markdown_()
    assert "\\begin{array}" in nim and nim.count("$") % 2 == 0
    for name, position in [("wythoff:2", (17, 29)), ("nim", (3, 4, 5)), ("wythoff", (10**40, 7)), ("fibonacci", "20/4"), ("r-wythoff", (9, 14))]:
        words = nimlab.Game(name).solve(position)._repr_markdown_()
        paragraphs = [part for part in words.split("\n\n") if not part.startswith("$$")]
        assert all("$$" not in part and part.count("$") % 2 == 0 for part in paragraphs), words
        assert "\\surd" not in words
    assert "\\sqrt{a^2 + 4}" in shown
    assert "<th>n</th>" in nimlab.Game("wythoff").positions(3)._repr_html_()
    assert "$100 = 89 + 8 + 3$" == nimlab.represent("zeckendorf", 100)._repr_markdown_()
    assert nimlab.Game("wythoff").prove()._repr_markdown_().startswith("**Theorem.**")
    assert "period 12" in nimlab.Game("kayles").period()._repr_html_()
    assert nimlab.Game("wythoff").positions(20).picture().startswith(b"<svg")
    assert nimlab.Game("wythoff").picture(10, (7, 9), format="png").startswith(b"\x89PNG")


# Runs and sweeps


def test_runs_are_shared_with_the_command(tmp_path):
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    found = nimlab.run("wythoff3:lex", 20_000, mine)
    assert command("run", "wythoff3:lex", "--steps", 20_000, "--dir", theirs).returncode == 0
    assert found.report == json.loads(command("show", mine, "--json").stdout) == nimlab.open(theirs).report
    assert set(found.files) >= {"samples", "differences"}
    further = nimlab.run("wythoff3:lex", 30_000, theirs)
    assert further.steps == 30_000 and found.last == tuple(nimlab.Game("wythoff3:lex").positions(1, start=20_000)[0])


def test_a_sweep_goes_on_with_what_the_command_began(tmp_path):
    polars = pytest.importorskip("polars")
    options = {"max": 17, "outcomes": True}
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    heard = []
    found = nimlab.sweep("subtraction", **options, dir=mine, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(1, 2), (2, 2)] and (found.shards, found.computed_shards) == (2, 2)
    words = ["sweep", "subtraction", "--max", 17, "--outcomes", "--json", "--dir"]
    told = json.loads(command(*words, theirs).stdout)
    assert [vars(one) for one in found.longest] == told["longest"] and found.sets == told["sets"]
    names = sorted(path.name for path in theirs.iterdir())
    assert names == sorted(path.name for path in mine.iterdir())
    assert all((mine / name).read_bytes() == (theirs / name).read_bytes() for name in names)
    (theirs / "shard-000001.parquet").unlink()
    assert nimlab.sweep("subtraction", **options, dir=theirs).computed_shards == 1
    (mine / "shard-000000.parquet").unlink()
    assert json.loads(command(*words, mine).stdout)["computed_shards"] == 1
    frame = polars.DataFrame(found)
    assert frame["rank"].to_list() == list(range(2**17 - 1)) and frame["set"][10] == "1,2,4"


def test_a_sweep_says_which_keywords_it_takes(tmp_path):
    found = nimlab.sweep("subtraction", max=9, size=3, dir=tmp_path / "nine")
    assert found.asked == {"max": 9, "size": 3, "symmetric": False, "outcomes": False, "longest": False}
    assert found.sets == 84 and found.family == "subtraction"
    for wrong, problem in [({}, "needs max"), ({"max": "many"}, "max=many"), ({"max": 9, "digits": 3}, "no keyword 'digits'")]:
        with pytest.raises(TypeError, match=problem):
            nimlab.sweep("subtraction", dir=tmp_path / "other", **wrong)
    assert not (tmp_path / "other").exists()


def test_octal_codes_are_swept_as_by_the_command(tmp_path):
    polars = pytest.importorskip("polars")
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    found = nimlab.sweep("octal", digits=2, max_heap=500, dir=mine)
    told = json.loads(command("sweep", "octal", "--digits", 2, "--max-heap", 500, "--json", "--dir", theirs).stdout)
    assert [vars(one) for one in found.codes] == told["longest"] and found.longest == []
    assert (found.sets, found.open, found.asked) == (told["codes"], told["open"], {"digits": 2, "max_heap": 500})
    names = sorted(path.name for path in theirs.iterdir())
    assert names == sorted(path.name for path in mine.iterdir())
    assert all((mine / name).read_bytes() == (theirs / name).read_bytes() for name in names)
    (theirs / names[-1]).unlink()
    assert nimlab.sweep("octal", digits=2, max_heap=500, dir=theirs).computed_shards == 1
    frame = polars.DataFrame(found)
    assert frame.height == found.sets and (frame["period"] == 0).sum() == found.open
    kayles = frame.row(by_predicate=polars.col("code") == "0.77", named=True)
    assert (kayles["preperiod"], kayles["period"]) == (71, 12)
    assert found._repr_html_().count("<tr>") == len(found.codes) + 1 > 1
    with pytest.raises(TypeError, match="no keyword 'max'"):
        nimlab.sweep("octal", max=9, dir=tmp_path / "other")


SUMMARIES = [
    ("subtraction", {"max": 20, "size": 8, "longest": True}, ["--max", 20, "--size", 8, "--longest"]),
    ("subtraction", {"max": 12, "symmetric": True, "outcomes": True, "longest": True}, ["--max", 12, "--symmetric", "--outcomes", "--longest"]),
    ("triples", {"max": 30}, ["--max", 30]),
    ("triples", {"max": 20, "outcomes": True}, ["--max", 20, "--outcomes"]),
    ("triples", {"max": 25, "sink": True}, ["--max", 25, "--sink"]),
]


@pytest.mark.parametrize(("family", "options", "words"), SUMMARIES, ids=lambda part: " ".join(map(str, part)) if isinstance(part, list) else "")
def test_sweeps_that_keep_only_what_stands_out_are_shared_with_the_command(family, options, words, tmp_path):
    polars = pytest.importorskip("polars")
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    found = nimlab.sweep(family, **options, dir=mine)
    words = ["sweep", family, *words, "--json", "--dir"]
    told = json.loads(command(*words, theirs).stdout)
    assert (found.sets, found.open, found.shards) == (told["sets"], told["open"], told["shards"])
    assert found.computed_shards == found.shards == told["computed_shards"]
    assert {name: found.asked[name] for name in options} == options
    names = sorted(path.name for path in theirs.iterdir())
    assert names == sorted(path.name for path in mine.iterdir()) and len(names) == found.shards + 1
    assert all((mine / name).read_bytes() == (theirs / name).read_bytes() for name in names)
    # Each goes on with what the other has.
    (theirs / names[-1]).unlink()
    again = nimlab.sweep(family, **options, dir=theirs)
    assert again.computed_shards == 1 and (again.longest, again.classes) == (found.longest, found.classes)
    (mine / names[-1]).write_bytes(b"")
    with pytest.warns(UserWarning, match="damaged"):
        assert nimlab.sweep(family, **options, dir=mine).computed_shards == 1
    (mine / names[1]).unlink()
    assert json.loads(command(*words, mine).stdout)["computed_shards"] == 1
    frame = polars.DataFrame(found)
    if family == "triples":
        assert found.longest == [] and {**told, **found.classes} == told and found.classes["additive"] > 0
        assert frame.filter(polars.col("class") == "all")["sets"].sum() == found.sets
        assert frame.filter(polars.col("class") == "c = a + b")["sets"].sum() == found.classes["additive"]
    else:
        assert found.classes == {} and [vars(one) for one in found.longest] == told["longest"]
        assert frame["sets"].sum() == found.sets and frame["period"].max() == max(one.period for one in found.longest)
    assert found._repr_html_().count("<tr>") > 3


def test_longest_periods_are_those_of_all_rows(tmp_path):
    for options in [{"max": 14}, {"max": 14, "outcomes": True}, {"max": 16, "size": 4}, {"max": 17, "symmetric": True}]:
        folder = tmp_path / "-".join(options)
        all_rows = nimlab.sweep("subtraction", **options, dir=folder / "all")
        assert nimlab.sweep("subtraction", **options, longest=True, dir=folder / "longest").longest == all_rows.longest


def test_sweeps_refuse_what_makes_no_sense_before_they_make_a_directory(tmp_path):
    folder = tmp_path / "other"
    for wrong, error, problem in [
        ({"max": 10**40}, nimlab.RequestError, "from 1 to 64"),
        ({"max": 9, "size": 10**40}, nimlab.RequestError, "from 1 to 9 of them"),
        ({"max": 9, "workers": 0}, ValueError, "workers=0"),
        ({"max": 9, "workers": "two"}, ValueError, "workers='two'"),
        ({"max": 9, "client": 3}, TypeError, "client=3"),
        ({"max": 9, "dir": ""}, ValueError, "no name"),
    ]:
        with pytest.raises(error, match=problem):
            nimlab.sweep("subtraction", **{"dir": folder, **wrong})
    with pytest.raises(nimlab.RequestError, match="from 1 to 5"):
        nimlab.sweep("octal", digits=10**40, dir=folder)
    assert not folder.exists()


def test_triples_take_keywords_of_their_own(tmp_path):
    for wrong, problem in [
        ({}, "needs max"),
        ({"max": 20, "longest": True}, "no keyword 'longest'"),
        ({"max": 20, "size": 3}, "no keyword 'size'"),
        ({"max": -1}, "max=-1"),
        ({"max": 20, "outcomes": True, "sink": True}, "not both"),
    ]:
        with pytest.raises(TypeError, match=problem):
            nimlab.sweep("triples", dir=tmp_path / "other", **wrong)
    for largest in [0, 2, 1025]:
        with pytest.raises(nimlab.RequestError, match="from 3 to 1024"):
            nimlab.sweep("triples", max=largest, dir=tmp_path / "other")
    with pytest.raises(TypeError, match="no keyword 'sink'"):
        nimlab.sweep("subtraction", max=9, sink=True, dir=tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_torn_shard_is_kept_aside_and_computed_again(tmp_path):
    nimlab.sweep("subtraction", max=17, dir=tmp_path)
    path = tmp_path / "shard-000001.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.warns(UserWarning, match="damaged"):
        found = nimlab.sweep("subtraction", max=17, dir=tmp_path)
    assert found.computed_shards == 1 and path.read_bytes() == whole
    assert (tmp_path / "damaged-000001-1.parquet").read_bytes() == whole[: len(whole) // 2]


# Types and examples


def modules():
    names = [one.name for one in pkgutil.iter_modules(nimlab.__path__) if one.name != "_engine"]
    return [nimlab, *(importlib.import_module(f"nimlab.{name}") for name in names)]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_the_examples_of_the_documentation_run(module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
    assert doctest.testmod(module, optionflags=flags).failed == 0


def test_every_public_function_is_documented_with_an_example():
    without = []
    for name in [*nimlab.__all__, "open"]:
        thing = getattr(nimlab, name)
        members = [(name, thing)]
        if isinstance(thing, type) and not thing.__module__.startswith("nimlab._engine"):
            members = [(f"{name}.{key}", one) for key, one in vars(thing).items() if not key.startswith("_")]
        without += [key for key, one in members if inspect.isfunction(one) and ">>>" not in (one.__doc__ or "")]
        assert isinstance(thing, type) is False or thing.__doc__, name
    assert without == []


def test_the_types_are_those_of_the_code(tmp_path):
    pytest.importorskip("mypy")
    here = Path(__file__).parent
    words = ["--strict", "--no-error-summary", "--cache-dir", tmp_path / "cache"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *words, "-p", "nimlab", "--ignore-missing-imports"],
        capture_output=True, text=True, timeout=300, cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    used = subprocess.run(
        [sys.executable, "-m", "mypy", *words, here / "typed_use.py"],
        capture_output=True, text=True, timeout=300, cwd=tmp_path,
    )
    assert used.returncode == 0, used.stdout + used.stderr
    stub = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "nimlab._engine", "--ignore-disjoint-bases"],
        capture_output=True, text=True, timeout=300, cwd=tmp_path,
    )
    assert stub.returncode == 0, stub.stdout + stub.stderr
