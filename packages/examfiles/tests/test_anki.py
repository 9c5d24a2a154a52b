"""Anki's notes as text: those with options are read, and why the others are not is said."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.wording import notes_of, skipped_lines

STORY = "Ida kept the lamp on the headland for thirty years, and wrote down every ship that passed it in a book."
HEAD = "#separator:tab\n#html:true\n#notetype column:1\n#tags column:13\n"


def note(kind: str, answers: str) -> str:
    options = "Mina\tthe &amp; heron\tPip\t\t"
    return f"AllInOne\tWho did <b>not</b> row?\tRowing\t{kind}\t{options}\t{answers}\tp. 2\tLine 1.\tships\n"


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", ["notes.txt", "notes.tsv"])
def test_notes_of_multiple_choice_for_anki_are_questions(tmp_path: Path, name: str) -> None:
    data = HEAD + note("2", "0 1 0") + note("1", "0 0 1") + note("1", "1 1 0") + note("0", "1 0 0")
    dataset = read(write(tmp_path / name, data), passage=STORY)
    who, one = dataset
    assert (dataset.format, who.question, who.answer, one.answer) == ("anki", "Who did not row?", 1, 2)
    assert who.options == ("Mina", "the & heron", "Pip")
    assert who.metadata == {"title": "Rowing", "sources": "p. 2", "feedback": "Line 1.", "emphasised": "not"}
    assert [(left.where.rpartition(", ")[2], left.reason.code) for left in dataset.skipped] == [
        ("line 7", "left-several"),
        ("line 8", "left-several"),
    ]
    assert any("candidates may tick several" in line for line in notes_of(dataset.notes))


def test_columns_that_are_named_are_found_by_name_and_other_signs_separate_fields(tmp_path: Path) -> None:
    head = "#separator:Semicolon\n#html:false\n#columns:Text;Q_1;Q_2;Answers;QType (0=kprim);Tags\n"
    row = '"Who; and why?";Mina;<b>Pip</b>;0 1;2;x\n'
    (item,) = read(write(tmp_path / "a.csv", head + row), passage=STORY)
    assert (item.question, item.options, item.answer) == ("Who; and why?", ("Mina", "<b>Pip</b>"), 1)


def test_a_card_with_lettered_options_is_a_question_and_any_other_card_is_left_out(tmp_path: Path) -> None:
    cards = (
        "Basic\tWho rowed?<br>A. Mina<br>B. Ida\tB. Ida<br>Line 1.\n",
        "Basic\tWho kept the lamp?\tIda\n",
        "Cloze\t{{c1::Ida}} kept it.\t\n",
    )
    dataset = read(write(tmp_path / "a.txt", HEAD + "".join(cards)), passage=STORY)
    (item,) = dataset
    assert (item.question, item.options, item.answer) == ("Who rowed?", ("Mina", "Ida"), 1)
    assert item.metadata == {"feedback": "Line 1."}
    why = "left out (a card with a front and a back: it has no options to choose from)"
    assert [line.partition(": ")[2] for line in skipped_lines(dataset.skipped)] == [why] * 2
    assert [left.where.rpartition(", ")[2] for left in dataset.skipped] == ["line 6", "line 7"]


def test_answers_that_do_not_fit_the_options_and_a_back_that_names_none_are_errors(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"a\.txt, line 5: its answers are '0 0 0 1'; expected a digit for each of its 3"
    ):
        read(write(tmp_path / "a.txt", HEAD + note("2", "0 0 0 1")))
    with pytest.raises(DataError, match=r"a\.txt, line 5: .*Zoe"):
        read(write(tmp_path / "a.txt", HEAD + "Basic\tWho?<br>A. Mina<br>B. Ida\tZoe\n"))
