"""Describe: a small exam worked by hand, planted problems found, and the papers' figures on real data."""

import os
from functools import cache
from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item, LeftOut
from examfiles.reasons import Reason
from magnetite.core.results import Finding
from magnetite.experiments.description.finding import describe
from magnetite.report.wording import notes_of
from tests.tables import values_of

DATA = Path(__file__).parents[5] / "shared" / "data"


def at(name: str) -> Path:
    if not (DATA / name).exists():
        pytest.skip(f"the real data is not at {DATA / name}")
    return DATA / name


def row(finding: Finding, table: str, **where: object) -> dict[str, object]:
    columns = values_of(finding.table(table))
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    (found,) = [entry for entry in rows if where.items() <= entry.items()]
    return found


EXAM = Dataset(
    "exam",
    (
        Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a very old dog"), 0, "easy"),
        Item("q2", "p1", "Ann has a cat.", "Who is Ann?", ("the one who has a cat", "Bo", "Cy", "Di"), 0, "easy"),
        Item("q3", "p2", "Bo ran.", "Who ran?", ("Ann", "Bo"), 1, "hard"),
        Item("q4", "p2", "Bo ran.", "Why?", ("He could.", "He would."), None, "hard"),
    ),
    split="test",
    notes=(Reason("note-unused-passage", {"where": "exam.json, item 9"}), Reason("Columns read as: passage=text")),
)


def test_lengths_of_texts_without_spaces_are_estimated_from_their_characters() -> None:
    passage = "船长等护士，" * 30  # 150 characters, and 30 marks
    exam = Dataset("c", (Item("q", "p", passage, "谁在等？", ("船长", "护士"), 0),))
    assert row(describe(exam), "lengths")["passage"] == round(150 / 1.67) + 30


def test_a_small_exam_is_described_as_by_hand() -> None:
    finding = describe(EXAM)
    assert row(finding, "splits", level="all") == {
        "split": "test", "level": "all", "questions": 4, "passages": 2, "options_min": 2, "options_max": 4,
        "labelled": 3,
    }  # fmt: skip
    assert row(finding, "splits", level="hard")["questions"] == 2
    assert row(finding, "lengths", level="all") == {
        "level": "all",
        "passage": (5 + 3) / 2,  # p1 and p2, each counted once
        "question": (4 + 4 + 3 + 2) / 4,
        "answer": (2 + 6 + 1) / 3,  # of the labelled ones
    }
    everything = row(finding, "baselines", level="all")
    assert everything["random"] == pytest.approx((1 / 2 + 1 / 4 + 1 / 2) / 3)
    assert everything["longest"] == pytest.approx(1.5 / 3)  # q1 no, q2 yes, q3 a tie of two: half
    assert everything["n"] == 3
    assert row(finding, "baselines", level="hard")["longest"] == 0.5
    assert finding.table("keys").values("count") == [2, 1, 0, 0]
    assert finding.table("keys").values("expected") == pytest.approx([1.25 / 3, 1.25 / 3, 0.25 / 3, 0.25 / 3])
    assert "4 questions on 2 passages, 2 to 4 options; 3 with a known answer" in finding.sentence


def test_planted_problems_are_counted_and_named() -> None:
    items = (
        Item("a", "p", "Text.", "Who?", ("Ann", "Bo"), 0),
        Item("b", "p", "Text.", "Who?", ("Bo", "Ann"), 1),
        Item("c", "p", "Text.", "When?", ("Now", "now ", "Then"), 0),
        Item("d", "p", "Text.", "Why?", ("", "So."), 1),
        Item("e", "p", "Text.", " ", ("Yes", "No"), 1),
    )
    finding = describe(Dataset("exam", items, notes=EXAM.notes))
    problems = values_of(finding.table("problems"))
    assert dict(zip(problems["kind"], zip(problems["count"], problems["examples"], strict=True), strict=True)) == {
        "duplicate items": (1, "b (as a)"),
        "identical options": (1, "c"),
        "empty options": (1, "d"),
        "empty questions": (1, "e"),
        "passages without questions": (1, "exam.json, item 9"),
    }
    assert notes_of(finding.notes) == ("Columns read as: passage=text",)
    assert finding.number("problems", "empty options").value == 1


def test_a_clean_exam_has_no_problems() -> None:
    finding = describe(Dataset("exam", EXAM.items))
    assert set(finding.table("problems").values("count")) == {0}
    assert "No duplicates, empty parts or identical options." in finding.sentence


def test_an_item_that_stands_in_two_splits_is_a_duplicate() -> None:
    train = Dataset("exam", (EXAM[0],), split="train")
    finding = describe([train, EXAM])
    assert row(finding, "problems", kind="duplicate items")["examples"] == "test: q1 (as train: q1)"
    assert [finding.table("splits").values(name)[0] for name in ("split", "questions")] == ["train", 1]
    assert finding.number("questions").value == 5


def test_an_unlabelled_exam_has_no_baselines_and_no_keys() -> None:
    finding = describe(Dataset("exam", (EXAM[3],)))
    assert row(finding, "baselines", level="all") == {
        "level": "all", "random": None, "longest": None, "low": None, "high": None, "n": 0,
    }  # fmt: skip
    assert len(finding.table("keys")) == 0
    assert row(finding, "lengths", level="all")["answer"] is None
    assert not any(number.label == "baseline" for number in finding.numbers)
    assert "none with a known answer" in finding.sentence


def test_a_lopsided_key_is_told_from_a_balanced_one() -> None:
    def exam(keys: list[int]) -> Dataset:
        return Dataset("exam", tuple(Item(f"q{n}", "p", "T.", f"Q{n}?", ("a", "b"), key) for n, key in enumerate(keys)))

    assert describe(exam([0, 1] * 20)).number("key balance, chi-squared p").value == 1.0
    assert describe(exam([0] * 36 + [1] * 4)).number("key balance, chi-squared p").value < 1e-6
    assert not any(number.unit == "p" for number in describe(exam([0, 1])).numbers)  # too few to say


def test_what_a_reader_skipped_is_noted() -> None:
    finding = describe(
        Dataset("exam", EXAM.items, skipped=(LeftOut("exam.json, item 5", Reason("left-empty-question")),))
    )
    said = "1 question left out; the first: exam.json, item 5: its question is empty"
    assert notes_of(finding.notes) == (said,)


def test_there_must_be_something_to_describe() -> None:
    with pytest.raises(UsageError, match="no items to describe"):
        describe(Dataset("nothing", ()))


@cache
def described(name: str, split: str) -> Finding:
    return describe(read(at(name), split))


# Si et al. (2019): the longest-option baseline of Table 3, and passage, question and answer lengths of Table 1.
PAPER = [
    ("MCTest", "test", "mc160", 34.6, (204, 8, 3)),
    ("MCTest", "test", "mc500", 35.0, (212, 8, 3)),
    ("RACE.tar.gz", "test", "middle", 29.1, (231, 9, 4)),
    ("RACE.tar.gz", "test", "high", 29.2, (353, 10, 6)),
    ("MCScript", "test", "all", 55.0, (196, 8, 4)),
    ("MCScript2.0", "dev", "all", 58.7, (164, 8, 3)),
    ("DREAM", "test", "all", 34.3, (86, 9, 5)),
]


@pytest.mark.parametrize(("name", "split", "level", "longest", "lengths"), PAPER)
def test_baselines_and_lengths_are_those_of_the_paper(
    name: str, split: str, level: str, longest: float, lengths: tuple[int, int, int]
) -> None:
    finding = described(name, split)
    assert 100 * float(str(row(finding, "baselines", level=level)["longest"])) == pytest.approx(
        longest, abs=1.7
    )  # the paper does not say how ties count
    found = row(finding, "lengths", level=level)
    assert float(str(found["passage"])) == pytest.approx(lengths[0], rel=0.2)
    assert float(str(found["question"])) == pytest.approx(lengths[1], abs=2)
    assert float(str(found["answer"])) == pytest.approx(lengths[2], abs=2)


def test_a_path_is_described_with_all_its_splits() -> None:
    finding = describe(at("MCTest"))
    assert finding.table("splits").values("split") == ["train"] * 3 + ["dev"] * 3 + ["test"] * 3
    assert finding.number("questions").value == 640 + 2000


def test_an_item_that_reclor_has_in_two_splits_is_found() -> None:
    finding = describe(at("ReClor"))
    assert row(finding, "problems", kind="duplicate items")["examples"] == "test: test_942 (as dev: val_445)"


def test_every_question_of_race_with_identical_options_is_found() -> None:
    if not os.environ.get("MAGNETITE_SLOW_TESTS"):
        pytest.skip("half a minute; set MAGNETITE_SLOW_TESTS=1 to run it")
    finding = describe(at("RACE.tar.gz"))
    assert finding.number("problems", "identical options").value == 57
    assert finding.number("problems", "passages without questions").value == 2
