"""What people agree to, on a screen and on paper: the text is whole, its version is kept, and without it nothing is."""

import sqlite3

import pytest
from typer.testing import CliRunner

from examfiles.errors import DataError, UsageError
from magnetite.cli.app import app
from magnetite_study import StudySettings, create_study
from magnetite_study.booklets import booklets_html, write_booklets
from magnetite_study.consent import BLANKS, missing, with_texts
from magnetite_study.database import Database, consent_print
from magnetite_study.files import DATABASE, read_design
from magnetite_study.imports import import_file
from tests.study.made import attack, study, write_csv

FILLED = {name: f"what {name} says" for name in BLANKS}
FIELDS = ("Age", "First language")


def settings(**more):
    return StudySettings(**{"magnets": "m.txt", "models": (), **more})


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_usual_text_says_what_the_organiser_filled_in_and_nothing_about_what_is_open(language):
    whole = with_texts(settings(language=language, **FILLED)).consent
    assert [text for text in FILLED.values() if text not in whole] == []
    bare = with_texts(settings(language=language)).consent
    assert "\n" not in bare
    assert whole.startswith(bare)


def test_an_own_text_stands_alone_and_leaves_nothing_open():
    own = settings(consent="I agree.", **FILLED)
    assert with_texts(own).consent == "I agree."
    assert missing(settings(consent="I agree.")) == []
    assert missing(settings(contact="Ann", age="adults")) == ["responsible", "purpose", "retention", "legal_basis"]


def typed(tmp_path, *more):
    (tmp_path / "m.txt").write_text("a thing\nanother\nthird", "utf-8")
    line = ["study", "create", "sample", "--magnets", tmp_path / "m.txt", "--no-models", "--questions", "4"]
    line += ["--output", tmp_path / "study", *more]
    return CliRunner().invoke(app, list(map(str, line)), catch_exceptions=False)


def test_a_study_is_not_made_before_its_consent_text_is_whole_or_left_open_on_purpose(tmp_path):
    with pytest.raises(UsageError, match=r"leaves open .*--purpose, .*--legal-basis.* or leave it open with --yes"):
        typed(tmp_path, "--responsible", "Ann", "--contact", "ann@example.org")
    assert not (tmp_path / "study").exists()
    assert typed(tmp_path, "--responsible", "Ann", "--yes").exit_code == 0
    design = read_design(tmp_path / "study")
    assert "Responsible for this study: Ann" in design.consent
    assert "replaced by one that attracts computer programs" in design.debriefing


def test_the_texts_that_people_see_are_part_of_the_design_and_no_later_version_changes_them(tmp_path):
    (tmp_path / "m.txt").write_text("a thing\nanother\nthird", "utf-8")
    told = settings(magnets=str(tmp_path / "m.txt"), questions=4, **FILLED)
    design = create_study("sample", tmp_path / "study", told)
    assert (design.consent, design.debriefing) == (with_texts(told).consent, with_texts(told).debriefing)
    path = tmp_path / "study" / "study.json"
    path.write_text(path.read_text("utf-8").replace("attracts computer programs", "attracts nobody"), "utf-8")
    with pytest.raises(DataError, match="belong to another design"):
        Database(tmp_path / "study")


def test_a_booklet_has_the_consent_text_a_box_and_the_fields():
    page = booklets_html(attack(consent="I know <b>what</b> I do.\nReally.", fields=FIELDS), [1, 2])
    assert page.count("I know &lt;b&gt;what&lt;/b&gt; I do.") == 2
    assert page.count('class="box"') == 2
    assert all(page.count(field) == 2 for field in FIELDS)
    assert "Your answers are stored under a number" in booklets_html(attack(), [1]), "as on a screen"


def test_a_debriefing_is_a_sheet_of_its_own_that_no_booklet_tells(tmp_path):
    pages, _key, sheet = write_booklets(attack(debriefing="It was a trick."), [1], tmp_path)
    assert "It was a trick." in sheet.read_text("utf-8")
    assert "trick" not in pages.read_text("utf-8")
    assert write_booklets(attack(), [1], tmp_path / "none")[2] is None


@pytest.fixture
def database(tmp_path):
    with Database(study(tmp_path / "study", attack(4, fields=FIELDS))) as opened:
        yield opened


def imported(database, tmp_path, header, *rows, **more):
    return import_file(database, write_csv(tmp_path / "answers.csv", header, *rows), **more)


def test_consent_and_fields_on_paper_are_stored_with_the_version_of_the_text(database, tmp_path):
    header = ("participant", "Consent", "age", "First language", "1", "2", "3", "4")
    imported(database, tmp_path, header, (1, "x", "41", "German", *"ABCD"), (2, "Ja", "", "", *"ABCD"))
    first, second = database.participant(1), database.participant(2)
    assert (first.fields, second.fields) == ({"Age": "41", "First language": "German"}, {})
    assert first.consented_at is not None
    with sqlite3.connect(database.folder / DATABASE) as connection:
        kept = connection.execute("SELECT consent FROM participants ORDER BY number").fetchall()
    assert kept == [(consent_print(database.design),)] * 2 + [(None,)] * 4


def test_in_a_long_table_any_row_of_a_participant_may_have_their_fields(database, tmp_path):
    header = ("participant", "question", "answer", "consent", "Age")
    imported(database, tmp_path, header, (1, 1, "A", "x", ""), (1, 2, "B", "x", "41"))
    assert database.participant(1).fields == {"Age": "41"}


@pytest.mark.parametrize(
    ("header", "row", "words"),
    [
        (("participant", "consent", "1"), (1, "", "A"), "the box of consent is not ticked"),
        (("participant", "consent", "Age"), (1, "no", "41"), "the box of consent is not ticked"),
        (("participant", "Age", "1"), (1, "41", "A"), "there is no column consent"),
        (("participant", "consent", "1"), (1, "maybe", "A"), "consent is 'maybe'; expected x where the box is ticked"),
    ],
)
def test_of_who_did_not_agree_nothing_is_stored(database, tmp_path, header, row, words):
    filler = tuple("A" for _ in range(3)) if "1" not in header else ()
    header = (*header, *(("1", "2", "3") if filler else ()))
    with pytest.raises(DataError, match=words):
        imported(database, tmp_path, header, (*row, *filler))
    assert database.participant(1).answered == 0
    assert database.participant(1).fields == {}


def test_a_first_consent_stands_and_its_fields_change_only_where_they_are_replaced(database, tmp_path):
    header = ("participant", "consent", "Age", "1")
    imported(database, tmp_path, header, (1, "x", "41", "A"))
    before = database.participant(1).consented_at
    imported(database, tmp_path, header, (1, "x", "14", "A"))
    assert database.participant(1).fields == {"Age": "41"}
    imported(database, tmp_path, header, (1, "x", "14", "A"), replace=True)
    assert (database.participant(1).fields, database.participant(1).consented_at) == ({"Age": "14"}, before)


def test_answers_without_a_recorded_consent_are_told(tmp_path):
    folder = study(tmp_path / "study", attack(4))
    path = write_csv(tmp_path / "answers.csv", ("participant", "1"), (1, "A"))
    said = CliRunner().invoke(app, ["study", "import", str(folder), str(path)], catch_exceptions=False).output
    assert "One participant has answers and no consent" in said
