"""Files that nimlab exports, opened by the programs that people use."""

import json
import math
import os
import subprocess

import duckdb
import numpy
import pytest

NIMLAB = os.environ["NIMLAB"]


def nimlab(*words, code=0):
    done = subprocess.run([NIMLAB, *map(str, words)], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stderr
    return done


def rows(path, order="ALL"):
    return duckdb.sql(f"SELECT * FROM '{path}' ORDER BY {order}").fetchall()


def facts(path):
    pairs = duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{path}')").fetchall()
    return {key.decode(): value.decode() for key, value in pairs}


def test_cold_as_parquet_has_every_row_and_says_where_it_comes_from(tmp_path):
    path = tmp_path / "cold.parquet"
    nimlab("cold", "wythoff:2", "--count", 600_000, "-o", path)
    listed = json.loads(nimlab("cold", "wythoff:2", "--count", 1000, "--json").stdout)
    expected = [(row["n"], *row["position"]) for row in listed["positions"]]
    assert rows(path, "n")[:1000] == expected
    last = 599_999
    upper = math.isqrt(8 * last * last) // 2 + 2 * last
    assert duckdb.sql(f"SELECT count(*), max(n), max(b) FROM '{path}'").fetchone() == (last + 1, last, upper)
    told = facts(path)
    assert told["nimlab.game"] == "wythoff:2" and told["nimlab.parameters"] == "2"
    assert told["nimlab.version"] and told["nimlab.play"] == "normal" and told["nimlab.method"] == "algebraic"
    groups = duckdb.sql(f"SELECT max(row_group_num_rows) FROM parquet_metadata('{path}')").fetchone()
    assert groups[0] < 600_000, "a long list goes out in pieces"


def test_numbers_above_64_bits_are_decimal_strings(tmp_path):
    path = tmp_path / "large.parquet"
    nimlab("cold", "wythoff:2", "--from", "1e40", "--count", 2, "-o", path)
    assert rows(path)[0][1] == "14142135623730950488016887242096980785696"
    assert facts(path)["nimlab.numbers"] == "decimal strings"
    refused = nimlab("cold", "wythoff:2", "--from", "1e40", "--count", 2, "-o", tmp_path / "large.npy", code=2)
    assert "64 bits" in refused.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["large.parquet"], "nothing half-written is left"


def test_cold_as_a_numpy_array(tmp_path):
    path = tmp_path / "cold.npy"
    nimlab("cold", "nim", "--heaps", 3, "--count", 50, "-o", path)
    array = numpy.load(path)
    assert array.shape == (50, 4) and array.dtype == numpy.uint64
    assert (array[:, 0] == numpy.arange(50)).all()
    assert (array[:, 1] ^ array[:, 2] ^ array[:, 3] == 0).all()


@pytest.mark.parametrize("game", ["wythoff", "wythoff:3", "r-wythoff", "nim"])
def test_a_table_is_the_same_in_every_format(tmp_path, game):
    size = "150x90"
    values = json.loads(nimlab("table", game, "--size", size, "--json").stdout)["values"]
    nimlab("table", game, "--size", size, "-o", tmp_path / "t.npy")
    array = numpy.load(tmp_path / "t.npy")
    assert array.tolist() == values
    nimlab("table", game, "--size", size, "-o", tmp_path / "t.parquet")
    assert rows(tmp_path / "t.parquet", "a, b") == [
        (a, b, value) for a, row in enumerate(values) for b, value in enumerate(row)
    ]
    assert facts(tmp_path / "t.parquet")["nimlab.game"] == game
    nimlab("table", game, "--size", size, "--value", 7, "-o", tmp_path / "seven.npy")
    assert (numpy.load(tmp_path / "seven.npy") == (array == 7)).all()
    nimlab("table", game, "--size", size, "-o", tmp_path / "t.csv")
    lines = (tmp_path / "t.csv").read_text().splitlines()[1:]
    assert [list(map(int, line.split(",")[1:])) for line in lines] == values


def test_a_table_of_heaps_has_one_row(tmp_path):
    nimlab("table", "octal:0.77", "--size", 100, "-o", tmp_path / "kayles.npy")
    array = numpy.load(tmp_path / "kayles.npy")
    assert array.shape == (1, 100) and array[0, :9].tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1]
    nimlab("table", "octal:0.77", "--size", 100, "-o", tmp_path / "kayles.parquet")
    assert rows(tmp_path / "kayles.parquet", "heap") == list(enumerate(array[0].tolist()))
    nimlab("table", "octal:0.77", "--size", 100, "-o", tmp_path / "kayles.csv")
    assert rows(tmp_path / "kayles.csv", "heap") == list(enumerate(array[0].tolist()))
    nimlab("table", "octal:0.77", "--size", 100, "--value", 4, "-o", tmp_path / "four.csv")
    fours = [(heap, 4) for heap in range(100) if array[0, heap] == 4]
    assert rows(tmp_path / "four.csv", "heap") == fours


def test_a_sweep_is_the_same_in_every_format(tmp_path):
    for name in ["s.parquet", "s.npy", "s.csv", "s.json"]:
        nimlab("sweep", "subtraction", "--max", 8, "--dir", tmp_path / "sweep", "-o", tmp_path / name)
    array = numpy.load(tmp_path / "s.npy")
    assert array.shape == (255, 5)
    expected = []
    for rank, mask, *rest in array.tolist():
        members = [s for s in range(1, 65) if mask >> (s - 1) & 1]
        expected.append((rank, ",".join(map(str, members)), mask, *rest))
    assert rows(tmp_path / "s.parquet", "rank") == expected
    assert rows(tmp_path / "sweep" / "shard-*.parquet", "rank") == expected
    assert rows(tmp_path / "s.csv", "rank") == expected
    listed = json.loads((tmp_path / "s.json").read_text())
    assert [",".join(map(str, row["set"])) for row in listed] == [row[1] for row in expected]
    assert [list(row.values())[2:] for row in listed] == [list(row[2:]) for row in expected]
    found = duckdb.sql(
        f"SELECT set FROM '{tmp_path}/sweep/*.parquet' WHERE bit_count(mask) = 3 AND list_contains("
        "string_split(set, ',')::INT[], 7) AND mask & 8 > 0 ORDER BY rank LIMIT 2"
    ).fetchall()
    assert found == [("1,4,7",), ("2,4,7",)]
    nimlab("sweep", "subtraction", "--max", 8, "--dir", tmp_path / "sweep", "-o", tmp_path / "s.odt", code=2)


def test_a_large_board_streams(tmp_path):
    path = tmp_path / "board.npy"
    nimlab("table", "wythoff", "--size", 2000, "-o", path)
    board = numpy.load(path, mmap_mode="r")
    assert board.shape == (2000, 2000) and (board == board.T).all()
    zeros = numpy.argwhere(numpy.triu(board == 0, 0))
    golden = [(int(n * (1 + 5**0.5) / 2), int(n * (1 + 5**0.5) / 2) + n) for n in range(764)]
    assert [tuple(pair) for pair in zeros.tolist()] == [pair for pair in golden if pair[1] < 2000]


def test_formats_for_programs_go_to_files(tmp_path):
    for format in ["parquet", "npy"]:
        refused = nimlab("cold", "wythoff", "--format", format, code=2)
        assert "-o" in refused.stderr and refused.stdout == ""


def test_a_bfile_is_named_and_written_as_the_oeis_has_it(tmp_path):
    path = tmp_path / "b000201.txt"
    nimlab("positions", "wythoff", "--from", 1, "--count", 1000, "--column", "a", "-o", path)
    lower = [f"{n} {(n + math.isqrt(5 * n * n)) // 2}" for n in range(1, 1001)]
    assert path.read_text() == "\n".join(lower) + "\n"
    refused = nimlab("positions", "wythoff", "-o", tmp_path / "b000202.txt", code=2)
    assert "--column" in refused.stderr and not (tmp_path / "b000202.txt").exists()


@pytest.mark.parametrize("name", ["t.md", "t.tex"])
def test_tables_for_papers_hold_every_value(tmp_path, name):
    values = json.loads(nimlab("table", "wythoff", "--size", 9, "--json").stdout)["values"]
    nimlab("table", "wythoff", "--size", 9, "-o", tmp_path / name)
    lines = (tmp_path / name).read_text().replace("\\\\", "").replace("&", "|").splitlines()
    cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if "|" in line]
    read = [list(map(int, row[1:])) for row in cells if row[0].isdigit()]
    assert read == values
