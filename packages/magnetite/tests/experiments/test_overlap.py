"""What of an exam stands in other data: whole or in part, passages and questions, with which key."""

import pytest

import magnetite
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.experiments.overlap.experiment import Overlap
from magnetite.testing import FakePanel, check_experiment
from tests.views.test_shingles import text

TITLE = "What would be the best title for the passage?"
WHY = "Why did Ann leave the house before the others woke?"
OPTIONS = ("A wet summer", "The long way home", "Nobody's dog", "Bread and salt")


def item(id_, passage_id, passage, question=TITLE, options=OPTIONS):
    return Item(id_, passage_id, passage, question, options, 0)


EXAM = Dataset(
    "exam",
    (
        item("q1", "whole", text(1)),
        item("q2", "half", text(2)),
        item("q3", "part", text(3), WHY, ("rain", "fear", "work", "love")),
        item("q4", "new", text(4), options=("one", "two", "three", "four")),
    ),
    "test",
)
OTHER = Dataset(
    "book",
    (
        item("b1", "p1", text(1).title(), options=OPTIONS[::-1]),
        item("b2", "p2", " ".join(text(2).split()[:80]) + " " + text(9), options=("a", "b", "c", "d")),
        item("b3", "p3", " ".join(text(3).split()[:40]) + " " + text(10)),
        item("b4", "p4", text(11), WHY, ("rain", "fear", "work", "sleep")),
    ),
    "train",
)


def finding(exam=EXAM, **data):
    return Overlap(data or {"book": OTHER}).run(exam, FakePanel({}))[0]


def test_passages_stand_there_whole_or_in_part_as_the_nearest_one():
    rows = finding().table("passages").rows()
    assert [(row["passage_id"], row["other"], row["how"]) for row in rows] == [
        ("whole", "p1", "whole"),
        ("half", "p2", "whole"),
        ("part", "p3", "in part"),
    ]
    assert [row["share"] for row in rows] == [1.0, pytest.approx(73 / 113), pytest.approx(33 / 113)]
    assert finding().number("passages found there", "book").value == 0.5


def test_a_question_is_told_by_its_words_and_its_options_and_its_key_is_compared():
    rows = {row["id"]: row for row in finding().table("questions").rows()}
    # of q3, six runs of five words and three of its four options stand in b4; a common question alone is not one
    assert {name: (row["other"], row["share"], row["same_key"]) for name, row in rows.items()} == {
        "q1": ("b1", 1.0, False),
        "q2": ("b1", 1.0, False),
        "q3": ("b4", pytest.approx(9 / 10), True),
    }
    assert finding().items.values("passage_share") == [1.0, pytest.approx(73 / 113), pytest.approx(33 / 113), 0.0]


def test_each_data_set_is_spoken_of_by_its_name():
    found = finding(book=OTHER, none=Dataset("none", (item("n", "n", text(20), options=("w", "x", "y", "z")),)))
    assert found.sentence == (
        "2 of 4 passages occur in book, 1 more in part. 3 of its 4 questions occur in book. "
        "0 of 4 passages occur in none. None of its 4 questions occurs in none."
    )
    bare = EXAM.with_items([item(each.id, each.id, "") for each in EXAM])
    assert "passages" not in finding(bare).sentence


def test_it_keeps_what_experiments_promise():
    check_experiment(Overlap({"book": OTHER}))


def test_the_exam_itself_is_left_out_and_two_data_of_one_name_are_refused(tmp_path):
    run = magnetite.overlap(EXAM, [EXAM, OTHER], output=str(tmp_path / "run"))
    assert [number.group for number in run.findings[0].numbers if number.group] == ["book train"] * 2
    assert run.notes[0].code == "overlap-note-itself"
    assert "book train" in (tmp_path / "run" / "report.html").read_text()
    with pytest.raises(UsageError, match="nothing is left to compare it with"):
        magnetite.overlap(EXAM, EXAM)
    with pytest.raises(UsageError, match="'book train' is named twice"):
        magnetite.overlap(EXAM, [OTHER, OTHER])
    with pytest.raises(UsageError, match="no exam or no data"):
        magnetite.overlap(EXAM, [])
