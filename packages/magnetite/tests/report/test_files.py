import csv
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from examfiles.errors import StoreError
from magnetite.core.results import Finding, Run, Table, run_from_json, run_to_json
from magnetite.report import write_run
from magnetite.report.files import FORMULA_STARTS, item_table
from tests.tables import columns_of, values_of

NAMES = ["report.html", "findings.json", "items.parquet", "items.csv"]


def csv_rows(run_folder: Path) -> list[dict[str, str]]:
    with (run_folder / "items.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_only_the_four_files_are_left_in_the_folder(run_folder: Path) -> None:
    assert {path.name for path in run_folder.iterdir()} == set(NAMES)


def test_the_findings_file_reads_back_as_the_same_run(run: Run, run_folder: Path) -> None:
    assert run_from_json((run_folder / "findings.json").read_text("utf-8")) == run


def test_parquet_holds_every_item_with_the_exact_texts_and_all_findings(run: Run, run_folder: Path) -> None:
    frame = pl.read_parquet(run_folder / "items.parquet")
    items = run.exam["items"]
    assert frame["id"].to_list() == [item["id"] for item in items]
    for index, name in enumerate("ABCD"):
        assert frame[f"option_{name}"].to_list() == [item["options"][index] for item in items]
    assert frame["passage"].to_list() == [run.exam["passages"][item["passage_id"]] for item in items]
    for experiment, column in (("accuracy", "margin"), ("shortcuts", "effective_QO"), ("magnets", "beaten_by")):
        table = run.finding(experiment).items
        assert table is not None
        assert frame[f"{experiment}_{column}"].to_list() == table.values(column)
    assert frame.schema["magnets_beaten_by"] == pl.Int64
    assert frame.schema["accuracy_correct"] == pl.Boolean
    assert frame["answer"].null_count() == 1


def test_columns_that_repeat_the_exam_are_left_out(run: Run) -> None:
    names = values_of(item_table(run))
    assert "accuracy_level" not in names
    assert "accuracy_answer" not in names
    assert len(names) == len(set(names))


def test_no_cell_of_the_csv_begins_like_a_formula(run: Run, run_folder: Path) -> None:
    rows = csv_rows(run_folder)
    texts = ("question", "passage", *(f"option_{name}" for name in "ABCD"))
    assert any(cell == "'=1+1" for row in rows for cell in row.values())
    assert any(cell == "'@SUM(A1:A9)" for row in rows for cell in row.values())
    assert not [row[name] for row in rows for name in texts if row[name].startswith(FORMULA_STARTS)]


def test_the_csv_holds_the_same_texts_as_the_exam_but_for_the_apostrophe(run: Run, run_folder: Path) -> None:
    for row, item in zip(csv_rows(run_folder), run.exam["items"], strict=True):
        assert row["id"] == item["id"]
        assert [row[f"option_{name}"].removeprefix("'") for name in "ABCD"] == item["options"]


def test_numbers_in_the_csv_stay_numbers(run: Run, run_folder: Path) -> None:
    table = run.finding("accuracy").items
    assert table is not None
    margins = [row["accuracy_margin"] for row in csv_rows(run_folder)]
    assert any(margin.startswith("-") for margin in margins)
    wanted = [math.nan if value is None else value for value in table.values("margin")]
    assert [float(m or "nan") for m in margins] == pytest.approx(wanted, nan_ok=True)


def test_items_with_fewer_options_and_findings_that_miss_items_leave_gaps(run: Run, tmp_path: Path) -> None:
    items = [{**item, "options": item["options"][: 2 + index % 3]} for index, item in enumerate(run.exam["items"])]
    some = Finding(
        "tides", "Tides", "s", items=Table("items", "I", columns_of({"id": [items[3]["id"]], "height": [1.5]}))
    )
    table = item_table(replace(run, exam={**run.exam, "items": items}, findings=(some,)))
    assert table.values("option_C")[0] is None
    assert table.values("tides_height")[3] == 1.5
    assert set(table.values("tides_height")[:3]) == {None}


def test_texts_that_are_not_valid_unicode_are_written_and_read_back(run: Run, tmp_path: Path) -> None:
    items = [{**run.exam["items"][0], "question": "half a pair \ud83d here"}, *run.exam["items"][1:]]
    broken = replace(run, exam={**run.exam, "items": items}, findings=())
    write_run(broken, tmp_path)
    assert run_from_json((tmp_path / "findings.json").read_text("utf-8")) == broken
    assert pl.read_parquet(tmp_path / "items.parquet")["question"][0] == "half a pair ? here"


def test_writing_again_replaces_the_files(run: Run, tmp_path: Path) -> None:
    assert [path.name for path in write_run(replace(run, command="first", findings=()), tmp_path)] == NAMES
    write_run(replace(run, command="second", findings=()), tmp_path)
    assert run_from_json((tmp_path / "findings.json").read_text("utf-8")).command == "second"
    assert {path.name for path in tmp_path.iterdir()} == set(NAMES)


def test_a_failed_write_leaves_the_old_file_whole_and_no_litter(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report.html").write_text("the old report")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match=r"the disk of .* is full"):
        write_run(replace(run, findings=()), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    assert (tmp_path / "report.html").read_text() == "the old report"


def test_a_folder_that_cannot_be_made_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file/run"):
        write_run(replace(run, findings=()), tmp_path / "file" / "run")


UNDRAWABLE = "\x00\x07\x1b\x1e\u2028\ufffe\ud800"


def test_a_run_whose_texts_hold_what_cannot_be_drawn_is_written_with_its_figures(run: Run, tmp_path: Path) -> None:
    figure = '<div class="chart"'
    plain = write_run(run, tmp_path / "plain")[0].read_text("utf-8").count(figure)
    odd = json.loads(run_to_json(run))
    for item in odd["exam"]["items"]:
        item["level"] = f"{item['level']}{UNDRAWABLE}"
    marked = json.dumps(_marked(odd["findings"]))
    hostile = run_from_json(json.dumps(odd | {"findings": json.loads(marked)}))
    assert write_run(hostile, tmp_path / "odd")[0].read_text("utf-8").count(figure) == plain > 0


def _marked(value: Any, name: str = "") -> Any:
    """Put what cannot be drawn behind every text of a table's columns."""
    if isinstance(value, dict):
        return {key: _marked(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [
            f"{each}{UNDRAWABLE}" if isinstance(each, str) and name == "values" else _marked(each) for each in value
        ]
    return value


def test_findings_are_there_even_where_the_report_cannot_be_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("magnetite.report.files.html_report", lambda run: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_run(run, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["findings.json"]


def test_a_figure_that_ends_the_process_that_draws_costs_that_figure_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from magnetite.report import html as svg

    monkeypatch.setattr(svg, "_DRAWERS", svg._Drawers())
    monkeypatch.setattr(
        svg, "_DRAWER", svg._DRAWER.replace("try:", "if 'die' in line: import os; os.abort()\n    try:")
    )
    bar = {"mark": "bar", "data": {"values": [{"a": 1}]}, "encoding": {"x": {"field": "a"}}}
    drawn = [svg.svg_of(spec) for spec in (bar, bar | {"title": "die"}, bar)]
    assert [text[:4] for text in drawn] == ["<svg", "", "<svg"]
    svg._DRAWERS._process.communicate()


def test_no_formula_begins_behind_a_semicolon_either(run: Run, tmp_path: Path) -> None:
    """Spreadsheets of many countries take it for the end of a cell."""
    question = "Name it;=1+1;-2;+3;@SUM(A1:A9);four ; five;\t=6"
    write_run(replace(run, exam={**run.exam, "items": [{**run.exam["items"][0], "question": question}]}), tmp_path)
    [row] = csv_rows(tmp_path)
    assert row["question"] == "Name it;'=1+1;'-2;'+3;'@SUM(A1:A9);four ; five;'\t=6"
