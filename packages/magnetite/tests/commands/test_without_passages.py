"""Questions that have no passage are ordinary wherever none is needed, and refused in so many words elsewhere."""

import csv
import json

import polars as pl
import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.commands.export import export_cells
from magnetite.experiments.description.finding import describe
from magnetite.report.wording import notes_of
from magnetite.running.data import load_datasets, load_exam, load_joined
from magnetite.scorers.function import Function

OFF = {"store": "off"}
QUESTIONS = [
    {
        "question": f"Which of these is true of thing {n}?",
        "subject": ("rivers", "chess")[n % 2],
        "choices": [f"thing {n} is {'truly ' * (k == n % 4)}of kind {k}" for k in range(4)],
        "answer": n % 4,
    }
    for n in range(24)
]


def jsonl(folder):
    (folder / "quiz.jsonl").write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), "utf-8")
    return folder / "quiz.jsonl"


def parquet(folder):
    pl.DataFrame(QUESTIONS).write_parquet(folder / "quiz.parquet")
    return folder / "quiz.parquet"


def lettered(folder):
    rows = [[row["question"], row["subject"], *row["choices"], "ABCD"[row["answer"]]] for row in QUESTIONS]
    return table(folder, ["question", "subject", "A", "B", "C", "D", "answer"], rows)


def indexed(folder):
    rows = [[row["question"], row["subject"], str(row["choices"]), row["answer"]] for row in QUESTIONS]
    return table(folder, ["question", "subject", "choices", "answer"], rows)


def table(folder, header, rows):
    with (folder / "quiz.csv").open("w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return folder / "quiz.csv"


@pytest.fixture
def quiz(tmp_path):
    return jsonl(tmp_path)


def true(passage, question, options):
    return [float("truly" in option and bool(question)) + ("nobody" in option) for option in options]


TRUE = Function(true, "true", version="1", listwise=True)


@pytest.mark.parametrize("write", [jsonl, parquet, lettered, indexed])
def test_every_shape_of_table_is_read_and_says_what_was_taken(write, tmp_path):
    dataset = load_exam(write(tmp_path))
    assert [item.options for item in dataset] == [tuple(row["choices"]) for row in QUESTIONS]
    assert [item.answer for item in dataset] == [row["answer"] for row in QUESTIONS]
    assert {item.passage for item in dataset} == {""}
    assert len({item.passage_id for item in dataset}) == 24  # an interval takes each question by itself
    assert dataset[1].metadata["subject"] == "chess"
    said = " ".join(notes_of(dataset.notes))
    assert ("Columns read as: question=question, options=choices" in said) == (write is not lettered)
    assert "No question has a passage, so systems answer only under O and QO" in said
    assert "--columns passage=NAME" in said


def test_a_subject_can_be_the_level(quiz):
    run = magnetite.audit(quiz, TRUE, reading=magnetite.Reading(columns={"level": "subject"}), **OFF)
    levels = {number.group for number in run.finding("accuracy").numbers if number.label == "accuracy"}
    assert levels == {"", "rivers", "chess"}


def test_a_passage_that_some_questions_have_is_needed_of_all(tmp_path):
    rows = [{**row, "passage": "A text." if n else ""} for n, row in enumerate(QUESTIONS)]
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.raises(DataError, match="the passage is empty"):
        load_exam(tmp_path / "some.jsonl")


def test_reading_and_joining_themselves_still_ask_for_passages(quiz):
    with pytest.raises(DataError, match="no column was recognised as passage"):
        magnetite.read(quiz)
    with pytest.raises(DataError, match="no column was recognised as passage"):
        load_joined(quiz)


def test_an_audit_asks_under_o_and_qo(quiz):
    run = magnetite.audit(quiz, TRUE, **OFF)
    assert [each["view"] for each in run.systems] == ["O", "QO"]
    assert [finding.experiment for finding in run.findings] == ["accuracy", "shortcuts"]
    accuracy, shortcuts = run.findings
    assert accuracy.number("accuracy").value == 1.0
    assert "matching words" not in accuracy.sentence
    assert not any("not the whole question" in note for note in accuracy.remarks)
    assert shortcuts.number("accuracy", "O").value == 0.25
    assert shortcuts.number("options alone above chance").value == 0.0
    assert shortcuts.sentence.startswith("The questions have no passages. The system answers 100% of 24 questions")
    assert {each.name for each in shortcuts.tables}.isdisjoint({"answerable", "without_passage_sure"})


def test_options_that_give_themselves_away_are_found(quiz):
    finding = magnetite.shortcuts(quiz, model="longest", **OFF).finding("shortcuts")
    assert finding.number("options alone above chance").low > 0.5
    assert "so part of the exam can be answered without the question" in finding.sentence


def test_a_dataset_without_passages_is_treated_alike():
    items = tuple(Item(f"q{n}", f"q{n}", "", f"ask {n}", ("yes", "no way"), n % 2) for n in range(8))
    run = magnetite.audit(Dataset("bare", items), "longest", **OFF)
    assert [each["view"] for each in run.systems] == ["O", "QO"]


def test_order_check_describe_and_scores_need_no_passage(quiz):
    order = magnetite.order(quiz, TRUE, **OFF).finding("order")
    assert order.number("right in all rotations").value == 1.0
    assert not any("not the whole question" in note for note in order.remarks)
    assert [each["view"] for each in magnetite.check(quiz, TRUE, store="off").run.systems] == ["O", "QO"]
    [dataset] = load_datasets(quiz)
    assert "24" in describe([dataset]).sentence
    assert magnetite.score(quiz, "longest", store="off")["view"].unique(maintain_order=True).to_list() == ["O", "QO"]


def test_following_and_magnets_say_that_there_is_nothing_to_compare_or_to_draw(quiz):
    run = magnetite.audit(quiz, TRUE, experiments=("following", "magnets"), **OFF)
    assert "The questions have no passages, so choices with and without" in run.finding("following").sentence
    assert (
        "these questions have no passages, and an option of another question may be" in run.finding("magnets").sentence
    )
    given = magnetite.audit(
        quiz,
        TRUE,
        experiments=("magnets",),
        experiment_settings={"magnets": {"pool": ["none of these", "all of these"]}},
        **OFF,
    )
    assert given.finding("attack").number("accuracy before", "QO").value == 1.0


@pytest.mark.parametrize("model", ["longest", TRUE], ids=["one by one", "list-wise"])
def test_a_search_for_magnets_needs_a_passage_or_a_pool(quiz, tmp_path, model):
    with pytest.raises(UsageError, match="magnets: a passage is needed"):
        magnetite.magnets(quiz, model, **OFF)
    (tmp_path / "pool.txt").write_text("none of these\nsomething truly long that nobody would say at all\n")
    few = {"top": 1, "series_at_most": 0, "screen_passages": 12}
    run = magnetite.magnets(quiz, model, pool=str(tmp_path / "pool.txt"), **few, **OFF)
    assert [each["view"] for each in run.systems] == ["QO"]
    assert run.finding("attack").table("attacks").rows()[0]["caught"] == 1.0


def test_unreadable_attacks_views_with_a_passage_and_transfer_say_what_they_lack(quiz):
    with pytest.raises(DataError, match="a passage is needed, and no question has one"):
        magnetite.unreadable(quiz, "longest", **OFF)
    with pytest.raises(UsageError, match="view QOC: no question of 'quiz' has a passage"):
        magnetite.audit(quiz, "longest", views=("QO", "QOC"), **OFF)
    with pytest.raises(UsageError, match="have no passages, so only systems that read none can be compared"):
        magnetite.transfer(quiz, {"longest": "longest"}, **OFF)
    run = magnetite.transfer(quiz, {"longest": "longest"}, views=("QO",), **OFF)
    assert run.finding("transfer").tables[0].values("accuracy") == [1.0]


def test_systems_that_all_read_passages_are_refused(quiz):
    with pytest.raises(UsageError, match="there are systems for QOC only, which read one"):
        magnetite.audit(quiz, asking=magnetite.Asking(systems={"QOC": "longest"}), **OFF)


def test_their_cells_can_be_exported(quiz, tmp_path):
    result = export_cells("audit", quiz, tmp_path / "cells.jsonl")
    assert result.header.cells == 24 * 4 * 2


def test_questions_without_passages_are_not_said_to_be_on_one(tmp_path):
    (tmp_path / "exam.gift").write_text("Who?{=Ann ~Bo}\n\nWhere?{=here ~there}\n")
    from magnetite.commands.describe import describe_exam

    found = describe_exam(tmp_path / "exam.gift")
    assert "has 2 questions without passages, 2 options each" in found.sentence
    assert found.number("passages").value == 0
