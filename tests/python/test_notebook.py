"""What appears in a notebook while work lasts, in a kernel of its own."""

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

LASTING = """try:
    nimlab.Game("grundy").period(10**8, budget_time=3{more})
except nimlab.UndecidedError as error:
    print("given up")"""


def told(cell):
    """What a cell wrote, by stream."""
    streams = {"stdout": "", "stderr": ""}
    for output in cell.outputs:
        if output.output_type == "stream":
            streams[output.name] += output.text
    return streams


def test_a_bar_appears_by_itself_where_work_lasts(tmp_path):
    sources = [
        "import nimlab",
        LASTING.format(more=""),
        LASTING.format(more=", progress=False"),
        'nimlab.Game("nim").solve((3, 4, 5))',
        'nimlab.sweep("subtraction", max=4, dir="four").sets',
        'nimlab.sweep("subtraction", max=5, dir="five", progress=False).sets',
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    client = nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    _, long, quiet, short, sweep, quiet_sweep = map(told, notebook.cells)
    assert long["stdout"] == quiet["stdout"] == "given up\n"
    # A bar of tqdm, drawn with letters where there are no widgets.
    assert "%|" in long["stderr"] and "/100M" in long["stderr"], "a bar says how far, and of how much"
    assert "1.00/1.00" in sweep["stderr"], "a sweep shows its bar at once"
    assert quiet["stderr"] == short["stderr"] == quiet_sweep["stderr"] == ""
