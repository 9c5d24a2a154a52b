"""Whose answers are left out, by rules set beforehand; who is counted; and what is exported of it all."""

import csv
from io import StringIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import DataError, UsageError
from examfiles.items import letter
from magnetite_study import report_study
from magnetite_study.analysis.flow import alike, excluded
from magnetite_study.answers import COLUMNS, BookletAnswer
from magnetite_study.database import Database
from magnetite_study.exclusions import Exclusions, read_exclusions
from magnetite_study.export import write_export
from magnetite_study.files import DESIGN
from tests.study.made import attack, no_passage, study, with_and_without


def rows_of(path):
    return list(csv.DictReader(StringIO(path.read_text("utf-8-sig"))))


def fill(database, number, options, seconds=9.0):
    """Answer a booklet with the letters of these places, the first questions first."""
    database.import_answers(
        BookletAnswer(number, position, option, seconds) for position, option in enumerate(options, start=1)
    )


@pytest.fixture
def folder(tmp_path):
    """Five people: one sound, one who stops, one who rushes, one who marks A throughout, one who never began."""
    rules = Exclusions(complete=True, seconds=3.0, alike=0.9)
    made = study(tmp_path / "study", attack(20, participants=5, exclusions=rules, fields=("Age",)))
    with Database(made) as database:
        fill(database, 1, [0, 1, 2, 3] * 5)
        fill(database, 2, [0, 1, 2])
        fill(database, 3, [3, 2, 1, 0] * 5, seconds=1.5)
        fill(database, 4, [0] * 18 + [1, 2])
    return made


@given(st.booleans(), st.none() | st.floats(0.1, 1000), st.none() | st.floats(0.01, 1))
def test_rules_are_read_as_they_are_typed(complete, seconds, alike):
    typed = [
        *(["complete"] if complete else []),
        *([] if seconds is None else [f"seconds={seconds!r}"]),
        *([] if alike is None else [f" alike = {alike!r} "]),
    ]
    assert read_exclusions(",".join(typed)) == Exclusions(complete, seconds, alike)


@pytest.mark.parametrize("text", ["fast", "complete=1", "seconds", "seconds=no", "seconds=-1", "alike=1.5", "alike=0"])
def test_what_is_no_rule_is_refused(text):
    with pytest.raises(UsageError, match=r"is not a rule; expected complete, seconds=NUMBER, alike=SHARE"):
        read_exclusions(text)


def test_each_is_left_out_by_the_first_rule_that_applies_and_only_by_rules_that_are_set(folder):
    with Database(folder) as database:
        design, answers = database.design, database.answers()
    assert excluded(design, answers) == {2: "complete", 3: "seconds", 4: "alike"}
    assert alike(design, answers)[4] == 0.9
    assert alike(design, answers)[2] == 0.05, "of all questions: three answers are no pattern"
    assert excluded(attack(20, participants=5), answers) == {}


def test_a_report_is_of_who_is_not_excluded_and_counts_everybody(folder):
    with Database(folder) as database:
        database.delete_participant(5)
    run = report_study(folder)
    found = run.finding("study_people")
    assert found.table("study_participants").values("participant") == ["1"]
    assert "5 were invited, 4 took part, 1 withdrew, 3 were excluded, and 1 is analysed" in found.sentence
    flow = dict(zip(*(found.table("study_flow").values(name) for name in ("stage", "n")), strict=True))
    assert flow == {
        "invited": 5,
        "withdrawn, with all their data": 1,
        "took part": 4,
        "excluded: complete": 1,
        "excluded: seconds": 1,
        "excluded: alike": 1,
        "analysed": 1,
    }
    everybody = report_study(folder, everyone=True).finding("study_people")
    assert len(everybody.table("study_participants").values("participant")) == 4
    assert any("This report leaves no one out" in note for note in everybody.remarks)


def test_where_the_rules_leave_nobody_the_report_says_so(tmp_path):
    folder = study(tmp_path / "study", attack(4, exclusions=Exclusions(complete=True)))
    with Database(folder) as database:
        fill(database, 1, [0])
    with pytest.raises(DataError, match=r"leave out all 1 people who answered.*--everyone"):
        report_study(folder)


def test_rules_are_no_longer_chosen_once_a_study_is_made(folder):
    path = folder / DESIGN
    path.write_text(path.read_text("utf-8").replace('"complete": true', '"complete": false'), "utf-8")
    with pytest.raises(DataError, match="another design"):
        Database(folder)


def test_some_of_the_answers_are_the_same_answers(folder):
    with Database(folder) as database:
        answers = database.answers()
    kept = answers.where(answers.participant == 3)
    assert len(kept) == len(kept.form) == len(kept.source) == 20
    assert set(kept.participant.tolist()) == {3}
    assert np.array_equal(kept.chosen, answers.chosen[answers.participant == 3])


def test_an_export_has_the_letter_that_was_marked_and_the_order_it_was_marked_in(folder, tmp_path):
    with Database(folder) as database:
        database.show(5, 1)
        database.show(5, 1)
        database.answer(5, 1, 2)
        paths = {path.name: path for path in write_export(database, tmp_path / "out")}
        booklets = {number: database.design.booklet(number) for number in range(1, 6)}
    rows = rows_of(paths["answers.csv"])
    assert [row["letter"] for row in rows if row["participant"] == "4"] == ["A"] * 18 + ["B", "C"]
    for row in rows:
        shown = booklets[int(row["participant"])][int(row["position"]) - 1]
        assert row["order"] == "".join(letter(k) for k in shown.order)
        assert row["chosen"] == row["order"]["ABCD".index(row["letter"])]
    assert {row["participant"]: row["excluded"] for row in rows} == {
        "1": "",
        "2": "complete",
        "3": "seconds",
        "4": "alike",
        "5": "complete",
    }
    assert [row["showings"] for row in rows if row["participant"] == "5"] == ["2"]
    assert "participants.csv" not in paths


@pytest.mark.parametrize("design", [no_passage(4), with_and_without(4, flagged={"i1"})])
def test_every_column_is_in_the_codebook_in_every_language(design, tmp_path):
    from dataclasses import replace

    for language in ("en", "de"):
        made = study(tmp_path / language, replace(design, language=language))
        with Database(made) as database:
            fill(database, 1, [0, 1])
            paths = {path.name: path for path in write_export(database, tmp_path / f"{language}-out")}
        assert tuple(row["column"] for row in rows_of(paths["codebook.csv"])) == COLUMNS
        assert all(len(row["meaning"]) > 10 for row in rows_of(paths["codebook.csv"]))


def test_what_people_tell_of_themselves_is_exported_apart_and_only_on_request(folder, tmp_path):
    with Database(folder) as database:
        database.consent(5, {"Age": "=telling"})
        for path in write_export(database, tmp_path / "plain"):
            assert b"telling" not in path.read_bytes()
        apart = {path.name: path for path in write_export(database, tmp_path / "told", fields=True)}
        assert b"telling" not in apart["answers.csv"].read_bytes()
    rows = rows_of(apart["participants.csv"])
    assert [(row["participant"], row["Age"]) for row in rows][-1] == ("5", "'=telling")
    assert apart["participants.csv"].stat().st_mode & 0o077 == 0


def test_answers_that_were_replaced_are_exported_with_what_was_there(folder, tmp_path):
    with Database(folder) as database:
        booklet = database.design.booklet(1)
        database.import_answers([BookletAnswer(1, 1, 3)], replace=True)
        database.clear_participant(2)
        paths = {path.name: path for path in write_export(database, tmp_path / "out")}
    rows = rows_of(paths["changes.csv"])
    assert (rows[0]["participant"], rows[0]["before"], rows[0]["after"]) == (
        *("1", letter(booklet[0].order[0]), letter(booklet[0].order[3])),
    )
    assert [(row["participant"], row["after"]) for row in rows[1:]] == [("2", "")] * 3


def test_deletions_are_exported_as_days_and_counts_without_a_person(folder, tmp_path):
    moments = iter([86_400.0 * 20_000 + 5, 86_400.0 * 20_001 + 86_399])  # seconds since 1970
    with Database(folder, clock=lambda: next(moments)) as database:
        for number in (3, 2):
            database.delete_participant(number)
    with Database(folder) as database:
        paths = {path.name: path for path in write_export(database, tmp_path / "out", fields=True)}
    assert rows_of(paths["deletions.csv"]) == [
        {"deleted_on": "2024-10-04", "answered": "20"},
        {"deleted_on": "2024-10-05", "answered": "3"},
    ]
