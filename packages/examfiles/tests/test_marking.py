"""Feedback and partial credit: read, written where a format has a place for them, and named where it has none."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles import read, write
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from examfiles.question import marking_of, said_after
from examfiles.readers.lms import gift, moodle_xml

GIFT = """::Rowing::Who rowed?{
=Ann#Yes, she did.
~%50%Bo#Half right: he steered.
~%-25%Cy
####Read line 4.
}

Did she?{TRUE#No, she did.#Right.}
"""
ROWING = {
    "feedback": "Read line 4.",
    "feedback_a": "Yes, she did.",
    "feedback_b": "Half right: he steered.",
    "credit": "100, 50, -25",
}
TRUTH = {"type": "true-false", "feedback_a": "Right.", "feedback_b": "No, she did."}


@pytest.fixture
def exam(tmp_path: Path) -> Dataset:
    (tmp_path / "exam.gift").write_text(GIFT, encoding="utf-8")
    return read(tmp_path / "exam.gift", passage_needed=False)


def test_feedback_and_partial_credit_are_read(exam: Dataset) -> None:
    assert [dict(item.metadata) for item in exam] == [ROWING, TRUTH]
    assert [(item.options, item.answer) for item in exam] == [(("Ann", "Bo", "Cy"), 0), (("True", "False"), 0)]


@pytest.mark.parametrize("name", ["copy.gift", "copy.xml", "copy.jsonl", "copy.csv"])
def test_they_are_carried_to_formats_with_a_place_for_them(exam: Dataset, tmp_path: Path, name: str) -> None:
    assert write(exam, tmp_path / name, "moodle-xml" if name == "copy.xml" else None) == ()
    assert [dict(item.metadata) for item in read(tmp_path / name, passage_needed=False)] == [ROWING, TRUTH]


def test_what_a_format_has_no_place_for_is_named_for_each_question_and_not_written(
    exam: Dataset, tmp_path: Path
) -> None:
    with pytest.raises(
        UsageError, match=r"2 items have feedback \('Rowing', 'exam-2'\): it is left out\. 1 item has par"
    ):
        write(exam, tmp_path / "copy.txt", "aiken")
    assert not (tmp_path / "copy.txt").exists()


@pytest.mark.parametrize("version", ["qti-2.2", "qti-3.0"])
def test_qti_has_a_place_for_them_too(exam: Dataset, tmp_path: Path, version: str) -> None:
    rowing = exam.with_items(exam.items[:1])
    assert write(rowing, tmp_path / "copy.zip", version) == ()
    (item,) = read(tmp_path / "copy.zip", passage_needed=False)
    assert dict(item.metadata) == ROWING


def test_a_name_is_written_as_the_name_and_an_id_that_changes_loses_nothing(exam: Dataset, tmp_path: Path) -> None:
    write(exam, tmp_path / "copy.gift")
    assert "::Rowing::" in (tmp_path / "copy.gift").read_text("utf-8")
    bare = exam.with_items([Item("two words", "p", "", "Who?", ("Ann", "Bo"), 0)])
    told, *_ = write(bare, tmp_path / "copy.zip", "qti-2.2")
    assert told.startswith("1 item has an id that the format does not keep ('two words')")


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")), max_size=30)


@given(st.lists(TEXTS, min_size=3, max_size=3), TEXTS, st.integers(0, 2), st.integers(-99, 99))
def test_any_feedback_reads_back_as_it_was(texts: list[str], general: str, right: int, percent: int) -> None:
    worths = [percent / 100] * 3
    worths[right] = 1.0
    item = Item("q", "p", "", "Who?", ("Ann", "Bo", "Cy"), right, metadata=said_after(texts, general, worths))
    dataset = Dataset("exam", (item,))
    for module in (gift, moodle_xml):
        back = _read(module, module.write(dataset)[""])
        assert marking_of(back) == marking_of(item)
        assert dict(back.metadata) == dict(item.metadata)


def _read(module, data: bytes) -> Item:
    from examfiles.format import Document, PlacedItem

    (placed,) = [one for one in module.read(Document("exam", "exam", data)) if isinstance(one, PlacedItem)]
    return placed.item
