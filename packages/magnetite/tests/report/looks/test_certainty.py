"""Figures 4 and 5 and the reliability diagram: what is drawn is what was measured, and few questions look like few."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.core.results import Run, Table
from magnetite.experiments.shortcuts import look
from magnetite.report import figures
from tests.report.made import columns, training_run, transfer_run
from tests.tables import values_of, with_values


def carried(node: Any) -> list[dict]:
    """Return every row that a specification carries."""
    if isinstance(node, dict):
        own = node.get("values", []) if isinstance(node.get("values"), list) else []
        return [*(r for r in own if isinstance(r, dict)), *(r for value in node.values() for r in carried(value))]
    return [row for value in node for row in carried(value)] if isinstance(node, list) else []


def drawn(table: Table, name: str) -> list[dict]:
    (figure,) = (figure for figure in figures(table) if figure.name == name)
    return carried(figure.chart.to_dict())


def table(run: Run, name: str) -> Table:
    return run.finding("shortcuts").table(name)


def test_each_kind_of_table_has_the_figures_the_paper_draws(shortcut_run: Run, run: Run) -> None:
    found = {t.kind: [f.name for f in figures(t)] for t in shortcut_run.finding("shortcuts").tables}
    for other in (transfer_run(run), training_run(run)):
        found |= {t.kind: [f.name for f in figures(t)] for t in other.findings[0].tables}
    assert found == {
        "accuracy_by_view": ["accuracy-by-view"],
        "calibration": [],
        "reliability": ["reliability"],
        "effective_options": ["effective-options", "accuracy-by-effective-options"],
        "by_information": ["questions-by-information", "accuracy-by-information"],
        "question_list": [],
        "table": [],
        "transfer": ["transfer"],
        "learning_curve": ["learning-curve-accuracy", "learning-curve-loss"],
    }


def test_a_bin_with_few_labelled_questions_is_a_ring_and_the_others_grow_with_their_number(shortcut_run: Run) -> None:
    rows = drawn(table(shortcut_run, "effective_options"), "accuracy-by-effective-options")
    assert {row["few"] for row in rows} == {True, False}
    assert all(row["few"] == (row["labelled"] < look.FEW_QUESTIONS) for row in rows)
    layers = figures(table(shortcut_run, "effective_options"))[1].chart.to_dict()["layer"]
    bounds, line, solid, ring = layers
    assert (bounds["encoding"]["y"]["field"], bounds["encoding"]["y2"]["field"]) == ("low", "high")
    assert line["transform"] == solid["transform"] == [{"filter": "!datum.few"}]
    assert ring["transform"] == [{"filter": "datum.few"}]
    assert ring["mark"]["filled"] is False
    assert solid["encoding"]["size"]["field"] == "labelled"


def test_a_run_that_did_not_count_the_labelled_questions_is_drawn_by_its_counts(shortcut_run: Run) -> None:
    whole = table(shortcut_run, "effective_options")
    old = replace(whole, columns=tuple(column for column in whole.columns if column.name != "labelled"))
    rows = drawn(old, "accuracy-by-effective-options")
    assert all(row["labelled"] == row["count"] for row in rows)
    assert {row["few"] for row in rows if row["count"] < look.FEW_QUESTIONS} == {True}


@settings(max_examples=20)  # each draws a figure
@given(st.lists(st.tuples(st.integers(1, 500), st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=12))
def test_the_parts_of_a_bar_are_right_wrong_and_unknown_and_add_up(bins: list[tuple[int, float, float]]) -> None:
    lines = []
    for k, (count, known, share) in enumerate(bins):
        labelled = round(count * known)
        lines.append(("QO", 1 + k / 5, 1.2 + k / 5, count, labelled, share if labelled else None))
    names = ("view", "bin_low", "bin_high", "count", "labelled", "accuracy")
    rows = drawn(Table("e", "E", columns(names, lines), "effective_options"), "effective-options")
    for _, low, _, count, labelled, share in lines:
        parts = {row["outcome"]: row["part"] for row in rows if row["bin_low"] == low}
        assert sum(parts.values()) == count
        assert parts.get("key not known", 0) == count - labelled
        assert parts.get("right", 0) == round(labelled * (share or 0))


def test_views_that_give_the_same_picture_are_drawn_once_and_a_sentence_says_so(shortcut_run: Run) -> None:
    whole = table(shortcut_run, "effective_options")
    rows = list(zip(*values_of(whole).values(), strict=True))
    same = [(view, *row[1:]) for view in ("O", "QO", "CO") for row in rows if row[0] == "QO"]
    mixed = replace(whole, columns=columns(whole.names, [*same, *(r for r in rows if r[0] == "QOC")]))
    for figure in figures(mixed):
        assert figure.caption.endswith("O, QO and CO give exactly the same picture, so it is drawn once.")
    assert {row["view"] for row in drawn(mixed, "effective-options")} == {"O, QO and CO", "QOC: everything"}
    counts = drawn(mixed, "accuracy-by-effective-options")
    assert len([row for row in counts if row["view"] == "O, QO and CO"]) == 15
    assert all("drawn once" not in figure.caption for figure in figures(whole))


def test_both_systems_accuracies_are_drawn_by_what_the_passage_tells(shortcut_run: Run) -> None:
    whole = table(shortcut_run, "by_information")
    rows = drawn(whole, "accuracy-by-information")
    for view, name in (("QOC", "QOC: everything"), ("QO", "QO: no passage")):
        wanted = zip(whole.values(f"accuracy_{view}"), whole.values("count"), strict=True)
        assert [row["accuracy"] for row in rows if row["view"] == name] == [share for share, count in wanted if count]
    assert sum(row["part"] for row in drawn(whole, "questions-by-information")) == sum(whole.values("count"))


def test_without_any_answer_the_counts_are_drawn_and_no_accuracy(shortcut_run: Run) -> None:
    whole = table(shortcut_run, "by_information")
    unknown = {"accuracy_QOC": [None] * len(whole), "accuracy_QO": [None] * len(whole)}
    assert [figure.name for figure in figures(with_values(whole, unknown))] == ["questions-by-information"]


def test_a_reliability_diagram_shows_every_group_with_its_interval_before_and_after(shortcut_run: Run) -> None:
    whole = table(shortcut_run, "reliability")
    rows = [row for row in drawn(whole, "reliability") if "bin" in row]
    assert [(r["confidence"], r["accuracy"], r["low"], r["high"]) for r in rows] == list(
        zip(*(whole.values(name) for name in ("confidence", "accuracy", "low", "high")), strict=True)
    )
    assert {row["when"] for row in rows} == {"before calibration", "after calibration"}


@pytest.mark.parametrize("twice", [True, False])
def test_a_system_that_was_not_calibrated_has_one_line_and_it_says_so(shortcut_run: Run, twice: bool) -> None:
    whole = table(shortcut_run, "reliability")
    before = [row for row in zip(*values_of(whole).values(), strict=True) if row[1] == "before"]
    after = [(row[0], "after", *row[2:]) for row in before] if twice else []
    plain = replace(whole, columns=columns(whole.names, [*before, *after]))
    rows = [row for row in drawn(plain, "reliability") if "bin" in row]
    assert len(rows) == len(before)
    assert {row["when"] for row in rows} == {"not calibrated"}


def test_where_only_some_systems_were_calibrated_the_others_say_that_they_were_not(shortcut_run: Run) -> None:
    whole = table(shortcut_run, "reliability")
    kept = [row for row in zip(*values_of(whole).values(), strict=True) if row[:2] != ("CO", "after")]
    rows = drawn(replace(whole, columns=columns(whole.names, kept)), "reliability")
    times = {
        view: {row["when"] for row in rows if row.get("view") == view} for view in ("CO: no question", "QO: no passage")
    }
    assert times["CO: no question"] == {"not calibrated"}
    assert times["QO: no passage"] == {"before calibration", "after calibration"}


def test_a_heatmap_has_a_cell_for_every_known_accuracy(run: Run) -> None:
    whole = transfer_run(run).findings[0].table("transfer")
    cut = with_values(whole, {"accuracy": [None, *whole.values("accuracy")[1:]]})
    cells = {(r["trained_on"], r["view"], r["tested_on"]): r["accuracy"] for r in drawn(cut, "transfer")}
    assert len(cells) == len(whole) - 1
    assert cells["RACE", "QOC", "RACE"] == 0.55


def test_a_learning_curve_has_a_line_for_each_seed_and_split(run: Run) -> None:
    whole = training_run(run).findings[0].table("learning_curve")
    rows = [row for row in drawn(whole, "learning-curve-loss") if "step" in row]
    lines = {(row["seed"], row["split"]) for row in rows}
    assert lines == {(f"seed {n}", f"{split} questions") for n in range(3) for split in ("training", "dev")}
    assert sorted(row["loss"] for row in rows) == sorted(whole.values("loss"))
