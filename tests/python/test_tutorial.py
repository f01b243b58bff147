"""The tutorial, from a clean kernel."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"


def outputs(cell, kind):
    return [out["data"][kind] for out in cell.get("outputs", []) if kind in out.get("data", {})]


def test_the_tutorial_runs_and_shows_what_it_promises(tmp_path):
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), "it is kept without outputs"
    client = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    cells = {cell["source"].splitlines()[-1]: cell for cell in notebook.cells if cell.cell_type == "code"}
    assert "heap" in outputs(cells["nim"], "text/html")[0]
    assert "array" in outputs(cells["nim.solve((3, 4, 5))"], "text/markdown")[0]
    assert "<svg" in outputs(cells["table"], "text/html")[0]
    assert "image/png" in outputs(cells["wythoff.table(300)"], "text/html")[0]
    assert "Theorem" in outputs(cells["two.prove()"], "text/markdown")[0]
    assert outputs(cells["first, by_rule[first].tolist(), by_list[first].tolist()"], "text/plain")[0].startswith("(14, ")
