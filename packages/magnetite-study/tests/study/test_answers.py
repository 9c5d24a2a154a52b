"""Answers and links as CSV."""

import csv
from io import StringIO

import pytest

from examfiles.errors import UsageError
from examfiles.items import Item, letter
from magnetite_study.answers import COLUMNS, answers_csv
from magnetite_study.database import Database
from magnetite_study.participants import links_csv, organiser_link, participant_link
from tests.study.made import attack, items, study


def rows_of(data):
    return list(csv.DictReader(StringIO(data.decode("utf-8-sig"))))


def test_every_answer_is_a_row_with_what_the_design_says_of_it(tmp_path):
    with Database(study(tmp_path / "study", attack(4)), clock=lambda: 0.0) as database:
        design = database.design
        for position in range(1, 5):
            database.answer(1, position, 1, seconds=2.25)
        rows = rows_of(answers_csv(design, database.answers()))
    assert tuple(rows[0]) == COLUMNS
    for shown, row in zip(design.booklet(1), rows, strict=True):
        question = design.question(shown.id)
        assert row["chosen"] == letter(shown.order[1])
        assert row["answer"] == letter(question.answer)
        assert row["correct"] == ("yes" if row["chosen"] == row["answer"] else "no")
        assert row["magnet"] == (question.magnet.text if shown.condition == "attacked" else "")
        assert (row["seconds"], row["answered_at"]) == ("2.2", "1970-01-01T00:00:00+00:00")


def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(tmp_path):
    asked = [Item("=1+1", "p", "Passage.", "Which?", ("a", "b"), 0), items(1)[0]]
    with Database(study(tmp_path / "study", attack(2, items=asked, participants=2))) as database:
        for position in (1, 2):
            database.answer(1, position, 0)
        rows = rows_of(answers_csv(database.design, database.answers()))
    assert {row["item"] for row in rows} == {"'=1+1", "i0"}


def test_personal_fields_are_in_no_export(tmp_path):
    with Database(study(tmp_path / "study", attack(2, fields=("Age",)))) as database:
        database.consent(1, {"Age": "telling"})
        database.answer(1, 1, 0)
        assert b"telling" not in answers_csv(database.design, database.answers())


def test_links_lead_to_the_server_named():
    assert participant_link("https://x.org/", "a-b_C") == "https://x.org/p/a-b_C"
    assert organiser_link("http://127.0.0.1:8000", "t") == "http://127.0.0.1:8000/organiser/t"
    assert links_csv("https://x.org", {3: "t"}) == "participant,link\n3,https://x.org/p/t\n"


@pytest.mark.parametrize("base", ["", "x.org", "ftp://x.org", "https://", "javascript:alert(1)"])
def test_what_is_no_address_is_refused(base):
    with pytest.raises(UsageError, match="is not the address of a server"):
        participant_link(base, "t")
