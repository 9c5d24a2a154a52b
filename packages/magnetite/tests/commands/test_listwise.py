"""A system that is shown all options at once goes through every command, and each says what it did with it."""

import json

import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from magnetite import import_scores
from magnetite.commands import RUNS
from magnetite.commands.export import export_cells
from magnetite.commands.order import ORDER
from magnetite.report.wording import notes_of
from magnetite.scorers.exchange import read_cells
from magnetite.scorers.function import Function
from tests.commands.made import exam
from tests.tables import values_of

OFF = {"store": "off"}


def choose(passage, question, options):
    """Choose what the passage says is in the box, else the first option, which it likes a little anyway."""
    return [3.0 * (option[:-1] in passage) + 0.5 * (place == 0) for place, option in enumerate(options)]


@pytest.fixture
def shown():
    """Return a list-wise system, and the lists it was shown."""
    lists = []

    def remember(passage, question, options):
        lists.append((passage, question, tuple(options)))
        return choose(passage, question, options)

    return Function(remember, "chooses", version="1", listwise=True), lists


def test_an_audit_asks_it_everything(shown):
    system, lists = shown
    run = magnetite.audit(
        exam(8), system, experiments=("accuracy", "shortcuts", "following", "magnets", "order"), **OFF
    )
    assert run.finding("accuracy").number("accuracy").value == 1.0
    assert run.finding("shortcuts").number("passage adds").value > 0.4
    assert run.finding("following").number("accuracy with random passage").value < 1.0
    assert any("shown all options at once" in note for note in run.finding("magnets").remarks)
    assert run.finding("order").number("right in all rotations").value == 1.0
    assert {len(options) for _, _, options in lists} == {3}


def test_an_audit_runs_order_by_name_only(shown):
    assert [f.experiment for f in magnetite.audit(exam(), shown[0], **OFF).findings] == [
        "accuracy",
        "shortcuts",
        "following",
        "magnets",
        "validation",
        "features",
        "attack",
    ]


def test_without_the_passage_the_same_model_is_prompted_and_the_run_says_so(shown):
    system, lists = shown
    run = magnetite.shortcuts(exam(8), model=system, **OFF)
    assert {passage for passage, question, _ in lists if not question} >= {""}
    assert run.finding("shortcuts").number("accuracy", "O").n == 16
    [note] = [note for note in notes_of(run.notes) if "answers under every view" in note]
    assert "under O, QO, CO it answers the same prompt as under QOC, with less to read, and was not trained" in note


def test_its_probabilities_without_the_passage_are_calibrated_on_dev(shown, tmp_path):
    data = exam(20, split="dev")
    run = magnetite.shortcuts(data, model=shown[0], calibrate_on="dev", **OFF)
    assert set(run.finding("shortcuts").settings["temperatures"]) >= {"QO", "O"}


def test_order_finds_its_preference_where_it_cannot_read(shown):
    blind = magnetite.order(exam(30, 1), shown[0], views=("QO",), **OFF).finding("order")
    assert blind.number("most chosen position", "A").value == 1.0
    assert blind.number("position preference, p").value < 0.01
    assert any("saw the view QO" in note for note in blind.remarks)
    reads = magnetite.order(exam(30, 1), shown[0], **OFF).finding("order")
    assert reads.number("answer changes").value == 0.0


def test_order_shows_each_order_as_a_list_of_its_own(shown):
    system, lists = shown
    magnetite.order(exam(1, 1), system, **OFF)
    options = exam(1, 1)[0].options
    assert [o for _, _, o in lists] == [options, (*options[1:], options[0]), (*options[2:], *options[:2])]


def test_order_takes_its_settings_by_name_or_among_those_of_the_experiments(shown):
    run = magnetite.order(exam(), shown[0], orders="permutations", trace="0-0", **OFF)
    assert len(run.finding("order").table("by_order")) == 6
    assert len(run.finding("order").table("trace")) == 6 * 3
    with pytest.raises(UsageError, match="orders 'all' does not exist"):
        magnetite.order(exam(), shown[0], experiment_settings={"order": {"orders": "all"}}, **OFF)


def test_a_dry_run_of_order_counts_every_order(shown):
    [row] = ORDER.ready({"data": exam(4), "model": shown[0], "store": "off"}).costs()
    assert (row.experiment, row.need, row.cells) == ("order", "orders", 8 * 3 * 3)
    assert ORDER.ready({"data": exam(4), "model": "longest", "store": "off"}).costs() == []


def test_unreadable_attacks_and_their_trace_show_it_whole_questions(shown):
    run = magnetite.unreadable(exam(8), shown[0], attacks=("AddAns2Opt", "Ans2Opt-Shuffle"), **OFF)
    assert run.finding("unreadable").number("accuracy before", "chooses QOC").value == 1.0
    trace = magnetite.unreadable_trace(exam(8), "0-0", shown[0], attack="AddAns2Opt", **OFF)
    assert len(trace.finding("trace").table("trace")) % 3 == 0


def test_check_asks_it_under_every_view(shown):
    system, lists = shown
    run = magnetite.check(exam(8), system, store="off").run
    assert [each["view"] for each in run.systems] == ["O", "QO", "QOC"]
    assert {(bool(passage), bool(question)) for passage, question, _ in lists} == {(0, 0), (0, 1), (1, 1)}


def test_transfer_asks_it_about_every_exam(shown, tmp_path):
    (tmp_path / "lists.py").write_text(
        "from magnetite.scorers.function import Function\n"
        "def first(passage, question, options):\n"
        "    return [float(place == 0) for place in range(len(options))]\n"
        "system = Function(first, 'first', version='1', listwise=True)\n"
    )
    run = magnetite.transfer([exam(), exam(name="b", sizes=(2, 4))], {"mine": f"{tmp_path}/lists.py:system"}, **OFF)
    table = values_of(run.finding("transfer").tables[0])
    assert set(table["view"]) == {"O", "QO", "CO", "QOC"}
    assert set(table["n"]) == {12}


def test_scores_come_one_a_row(shown):
    frame = magnetite.score(exam(2), shown[0], views=("QOC",), store="off")
    assert frame.height == 4 * 3


def test_a_study_compares_people_with_systems_that_score_options_one_by_one(tmp_path, shown):
    (tmp_path / "magnets.txt").write_text("none of these\n")
    (tmp_path / "lists.py").write_text(
        "from magnetite.scorers.function import Function\n"
        "system = Function(lambda p, q, options: [0.0] * len(options), 'same', version='1', listwise=True)\n"
    )
    from magnetite_study import StudySettings, create_study

    study = StudySettings(
        magnets=str(tmp_path / "magnets.txt"), models=(f"{tmp_path}/lists.py:system",), questions=4, seed=0
    )
    with pytest.raises(UsageError, match="is shown all options at once, and a study compares people"):
        create_study(exam(), tmp_path / "study", study)


def test_a_run_folder_has_the_page_and_every_question(shown, tmp_path):
    magnetite.order(exam(8), shown[0], trace="0-0", output=tmp_path / "run", **OFF)
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "Order of options: small" in page
    assert "0-0, order by order" in page
    run = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert [finding["experiment"] for finding in run["findings"]] == ["order"]


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_a_system_elsewhere_is_given_whole_lists_and_order_goes_on_with_its_scores(shown, tmp_path, suffix):
    data, how = exam(10), {"orders": "permutations", "views": ("QO",)}
    cells = tmp_path / f"cells.{suffix}"
    exported = export_cells("order", data, cells, **how)
    assert exported.header.cells == 20 * 6 * 3
    rows = read_cells(cells).to_dicts()
    scored = [
        {**row, "score": choose(row["passage"], row["question"], lists)[lists.index(row["option"])]}
        for row in rows
        for lists in [json.loads(row["shown"])]
    ]
    (tmp_path / "scored.jsonl").write_text("".join(json.dumps(row) + "\n" for row in scored), "utf-8")
    import_scores(tmp_path / "scored.jsonl", tmp_path / "scores.parquet", cells=cells)
    outside = magnetite.order(data, f"{tmp_path}/scores.parquet", **how, **OFF).finding("order")
    here = magnetite.order(data, shown[0], **how, **OFF).finding("order")
    assert (outside.numbers, outside.tables) == (here.numbers, here.tables)
    with pytest.raises(DataError, match="has none of the 180 scores asked of it"):
        magnetite.order(data, f"{tmp_path}/scores.parquet", views=("QOC",), **OFF)


@pytest.mark.parametrize(
    ("run", "how"),
    [
        ("audit", {"experiments": ("accuracy", "magnets"), "experiment_settings": {"magnets": {"pool_size": 4}}}),
        ("check", {}),
        ("magnets", {"pool_size": 4, "validate": False}),
        ("unreadable", {"attacks": ("AddAns2Opt-Shuffle",)}),
    ],
)
def test_other_runs_are_exported_for_it_as_well(shown, tmp_path, run, how):
    data, cells = exam(8), tmp_path / "cells.parquet"
    exported = export_cells(run, data, cells, listwise=True, **how)
    assert exported.header.settings["listwise"] is True
    rows = read_cells(cells).to_dicts()
    scores = [
        choose(row["passage"], row["question"], lists)[lists.index(row["option"])]
        for row in rows
        for lists in [json.loads(row["shown"])]
    ]
    scored = [{"key": row["key"], "score": score} for row, score in zip(rows, scores, strict=True)]
    (tmp_path / "scored.jsonl").write_text("".join(json.dumps(row) + "\n" for row in scored), "utf-8")
    import_scores(tmp_path / "scored.jsonl", tmp_path / "scores.parquet", cells=cells)
    named = Function(choose, f"{tmp_path}/scores.parquet", version="1", listwise=True)
    here, outside = (
        RUNS[run].ready(dict(zip(RUNS[run].subjects, (data, each), strict=True)) | how | OFF).perform()
        for each in (named, str(tmp_path / "scores.parquet"))
    )
    assert [each.numbers for each in outside.findings] == [each.numbers for each in here.findings]


def test_an_order_run_has_no_other_view_than_the_one_it_asks(shown):
    run = magnetite.order(exam(4), shown[0], **OFF)
    assert [each["view"] for each in run.systems] == ["QOC"]
    assert not any("answers under every view" in note for note in notes_of(run.notes))


def test_an_order_of_another_list_is_not_taken_for_the_one_exported(tmp_path):
    cells = tmp_path / "cells.jsonl"
    export_cells("order", exam(2, 1), cells, views=("QO",))
    rows = read_cells(cells).to_dicts()
    turned = [{**row, "shown": json.dumps(json.loads(row["shown"])[::-1]), "score": 1.0} for row in rows]
    (tmp_path / "scored.jsonl").write_text("".join(json.dumps(row) + "\n" for row in turned), "utf-8")
    with pytest.raises(DataError, match="with other texts than were exported under their key"):
        import_scores(tmp_path / "scored.jsonl", tmp_path / "scores.parquet", cells=cells)


def prefer(passage, question, options):
    """Know half the answers, and like the second option shown better than that."""
    return [1.0 * (option[:-1] in passage) + 5.0 * (place == 1) for place, option in enumerate(options)]


def test_the_mean_over_all_rotations_takes_a_preference_for_a_place_away(tmp_path):
    system = Function(prefer, "prefers B", version="1", listwise=True)
    given = {"experiments": ("accuracy", "order"), "views": ("QOC",), "store": str(tmp_path)}
    plain, turned = (
        magnetite.audit(exam(12), system, asking=magnetite.Asking(rotations=each), **given) for each in (1, "all")
    )
    assert plain.finding("accuracy").number("accuracy").value < 0.5
    assert turned.finding("accuracy").number("accuracy").value == 1.0
    assert turned.settings["rotations"] == 0
    assert plain.finding("order").numbers == turned.finding("order").numbers
    assert turned.finding("order").number("most chosen position", "B").value == 1.0


def test_every_rotation_is_scored_and_stored_once(shown, tmp_path):
    system, lists = shown
    given = {"experiments": ("accuracy",), "views": ("QOC",), "store": str(tmp_path)}
    first = magnetite.audit(exam(4), system, asking=magnetite.Asking(rotations="all"), **given)
    assert len(set(lists)) == 3 * len({(p, q) for p, q, _ in lists})
    asked = len(lists)
    again = magnetite.audit(exam(4), system, asking=magnetite.Asking(rotations="all"), **given)
    assert (len(lists), again.cost["scored"], first.cost["scored"]) == (asked, 0, first.cost["cells"])
    magnetite.audit(exam(4), system, asking=magnetite.Asking(rotations=1), **given)
    assert len(lists) == asked


def test_rotations_are_refused_where_no_system_is_shown_the_options():
    with pytest.raises(UsageError, match="those asked here score each option by itself"):
        magnetite.audit(exam(4), "longest", asking=magnetite.Asking(rotations=2), **OFF)
    for wrong in (0.5, "some", True, -1, "0"):
        with pytest.raises(UsageError, match="expected a whole number of at least 1, or all"):
            magnetite.audit(exam(4), "longest", asking=magnetite.Asking(rotations=wrong), **OFF)


def test_an_audit_of_the_order_alone_loads_the_richest_system_and_no_other():
    alone = magnetite.audit(exam(), "longest", experiments=["order"], **OFF)
    assert [system["view"] for system in alone.systems] == ["QOC"]
    assert [system["view"] for system in magnetite.order(exam(), "longest", **OFF).systems] == ["QOC"]
