"""Notebooks: the two examples run, runs and findings show themselves, and progress is an element that changes."""

import json
import re
import types
from pathlib import Path

import pytest

import magnetite
from magnetite.core.results import Heading, table
from magnetite.report import progress as progress_module
from magnetite.report.page import page

NOTEBOOKS = sorted((Path(__file__).parents[4] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def run():
    return magnetite.audit("sample", "overlap", experiments=["accuracy", "shortcuts"], limit=24, store="off")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::ResourceWarning"
)  # of the kernel's client, at its end
def test_an_example_notebook_runs_and_shows_what_it_makes(path, tmp_path, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    book = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in book.cells)
    NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    pages = [
        out["data"]["text/html"]
        for cell in book.cells
        for out in cell.get("outputs", ())
        if "data" in out and "text/html" in out["data"]
    ]
    assert sum("magnetite-shown" in each for each in pages) >= 3
    assert path.stem != "researcher" or any("<progress " in each for each in pages)


def test_two_notebooks_are_there():
    assert [path.stem for path in NOTEBOOKS] == ["exam-author", "researcher"]


def text_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)).split())


def test_a_run_shows_the_figures_of_its_report(run):
    shown = text_of(run._repr_html_())
    sections = page(run).sections
    for section in sections:
        assert section.sentence in shown.replace("&#39;", "'")
        for headline in section.headlines:
            assert headline.value in shown
            assert headline.interval in shown
        for block in section.blocks:
            if block.matrix:
                assert all(cell.text in shown for row in block.matrix.rows for cell in row)


def test_a_finding_shows_its_drawings_and_a_table_its_rows(run):
    finding = run.finding("shortcuts")
    shown = finding._repr_html_()
    assert shown.count("<figure") == sum(len(block.figures) for block in page(run).sections[1].blocks)
    assert shown.count("<svg") == shown.count("<figure")
    ids = re.findall(r' id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))
    assert "<table" in finding.table("views")._repr_html_()
    assert "<script" not in shown + run._repr_html_()


def test_data_cannot_write_html():
    hostile = table("t", "<b>T</b>", (Heading("id"),), [("<script>alert(1)</script>",)])
    shown = hostile._repr_html_()
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
    assert "<b>T</b>" not in shown


def test_a_checked_exam_shows_what_to_look_at_again():
    run = magnetite.check("sample", models=False)
    shown = text_of(run._repr_html_())
    looks = run.finding("check").table("looks").values("id")
    assert looks
    assert all(name in shown for name in looks[:30])


def test_a_table_is_a_frame_with_its_own_types():
    made = table("t", "T", [Heading(n) for n in "abcd"], [("x", 1, 0.5, True), (None, None, 2, None)])
    frame = made.frame()
    assert [str(kind) for kind in frame.dtypes] == ["String", "Int64", "Float64", "Boolean"]
    assert frame.rows() == [("x", 1, 0.5, True), (None, None, 2.0, None)]


def test_an_unknown_finding_or_table_is_answered_with_those_there_are(run):
    with pytest.raises(KeyError, match="only accuracy, shortcuts"):
        run.finding("magnets")
    with pytest.raises(KeyError, match="only views, calibration"):
        run.finding("shortcuts").table("attacks")


def test_a_bar_in_a_notebook_is_one_element_that_changes(monkeypatch):
    shown, changed = [], []
    element = types.SimpleNamespace(update=lambda data, **_: changed.append(data))
    monkeypatch.setattr(progress_module, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda data, **about: (shown.append((data, about)), element)[1])
    with magnetite.progress() as watch:
        magnetite.audit("sample", "longest", experiments=["accuracy"], limit=6, store="off", watch=watch)
    assert [about["display_id"] for _, about in shown] == [True]
    last = [data for data, _ in shown] + changed
    assert re.search(r"accuracy: own: 2\d/2\d cells", last[-1]["text/plain"]), json.dumps(last[-1])
    assert "<progress value=" in last[-1]["text/html"]


def test_a_label_in_a_bar_is_text():
    state = types.SimpleNamespace(done=1, total=2, tokens_done=3, tokens_total=4, seconds=0)
    assert "&lt;b&gt;" in progress_module._bar("<b>", state)["text/html"]
