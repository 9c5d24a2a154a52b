"""The organiser's page: who is how far, links, reminders, answers, deletion."""

import csv
import io
import re

import pytest

from magnetite_study.database import Database
from magnetite_study.web.app import study_app
from tests.web.made import Browser, items, made_study
from tests.web.study_steps import agree, all_answers, answer, rows


@pytest.fixture
def desk(open_study):
    return f"/organiser/{open_study.renew_organiser()}"


def test_the_organiser_sees_who_is_how_far(browser, desk, study):
    all_answers(browser, study.tokens[1])
    agree(browser, study.tokens[2])
    answer(browser, study.tokens[2], 1, 0)
    page = browser.get(desk).text
    assert "1 has finished, 1 has begun, 2 have a link but have not begun, 0 have no link yet" in page
    assert "1 of 4" in page
    assert "pilot of magnets" in page


@pytest.mark.parametrize("path", ["", "/answers.csv"])
def test_the_organisers_page_is_behind_a_link_of_its_own(browser, desk, study, path):
    for token in ("x", study.tokens[1]):
        refused = browser.get(f"/organiser/{token}{path}")
        assert refused.status_code == 404
        assert "organiser" in refused.text


@pytest.mark.parametrize("act", ["links", "add", "delete"])
def test_nobody_else_can_act_as_the_organiser(browser, open_study, study, act):
    refused = browser.post(f"/organiser/{study.tokens[1]}/{act}", data={"number": "1", "sure": "1"})
    assert refused.status_code == 404
    assert len(open_study.participants()) == 4


def test_a_new_link_is_shown_once_and_the_old_one_leads_nowhere(browser, desk, study):
    agree(browser, study.tokens[1])
    answer(browser, study.tokens[1], 1, 0)
    page = browser.post(f"{desk}/links", data={"number": "1"}).text
    [link] = re.findall(r"/p/([\w-]+)", page)
    assert "Question 2 of 4" in browser.get(f"/p/{link}").text
    assert browser.get(f"/p/{study.tokens[1]}").status_code == 404
    assert link not in browser.get(desk).text


def test_links_are_made_for_all_who_have_none(browser, desk, open_study):
    open_study.add_participant()
    open_study.add_participant()
    page = browser.post(f"{desk}/links").text
    numbers = re.findall(r"^(\d+)\thttp://127.0.0.1:8000/p/[\w-]{32}$", page.replace('wrap="off">', "\n"), re.MULTILINE)
    assert numbers == ["5", "6"]
    assert "Everyone has a link" in browser.post(f"{desk}/links").text


def test_a_participant_can_be_added_and_gets_a_link(browser, desk):
    assert re.search(r"5\thttp", browser.post(f"{desk}/add").text)


def test_a_participant_is_deleted_with_everything_after_a_question(browser, desk, open_study, study):
    all_answers(browser, study.tokens[1])
    asked = browser.post(f"{desk}/delete", data={"number": "1"})
    assert "Delete participant 1 and all their data?" in asked.text
    assert len(rows(open_study)) == 4
    browser.post(f"{desk}/delete", data={"number": "1", "sure": "1"})
    assert rows(open_study) == []
    assert [each.number for each in open_study.participants()] == [2, 3, 4]


@pytest.mark.parametrize("number", ["", "99", "x", "-1", "9" * 30])
def test_a_participant_who_does_not_exist_cannot_be_deleted(browser, desk, open_study, number):
    assert browser.post(f"{desk}/delete", data={"number": number, "sure": "1"}).status_code == 400
    assert len(open_study.participants()) == 4


def test_all_answers_can_be_taken_away(browser, desk, study):
    all_answers(browser, study.tokens[1])
    taken = browser.get(f"{desk}/answers.csv")
    assert "attachment" in taken.headers["content-disposition"]
    result = list(csv.DictReader(io.StringIO(taken.content.decode("utf-8-sig"))))
    assert [row["participant"] for row in result] == ["1"] * 4
    assert {row["condition"] for row in result} == {"original", "attacked"}


def test_the_organisers_page_and_its_reminders_are_in_the_language_of_the_study(tmp_path):
    study = made_study(tmp_path, language="de", title="Lesen im Mai")
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        agree(browser, study.tokens[1])
        answer(browser, study.tokens[1], 1, 0)
        page = browser.get(f"/organiser/{database.renew_organiser()}").text
    assert "Sie haben 1 von 4 Fragen von „Lesen im Mai“ beantwortet" in page
    assert "noch nicht begonnen" in page
    assert "Stand der Teilnehmenden" in page
    assert "0 Personen sind fertig, 1 hat begonnen" in page
    assert study.tokens[1] not in page


def test_a_full_disk_is_told_to_the_organiser_and_the_participant_is_asked_to_try_again(tmp_path, monkeypatch):
    from examfiles.errors import StoreError

    def full(*_given, **_more):
        raise StoreError("study.sqlite: cannot be written (database or disk is full).")

    study = made_study(tmp_path)
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        agree(browser, study.tokens[1])
        desk = f"/organiser/{database.renew_organiser()}"
        for name in ("answer", "add_participant"):
            monkeypatch.setattr(database, name, full)
        refused, request = answer(browser, study.tokens[1], 1, 0), browser.post(f"{desk}/add")
        monkeypatch.undo()
        assert (refused.status_code, request.status_code) == (503, 503)
        assert "sqlite" not in refused.text
        assert "disk is full" in request.text
        assert rows(database) == []


def test_personal_fields_are_seen_by_the_organiser_and_nobody_else(tmp_path):
    study = made_study(tmp_path, asked=items(), fields=("Age",))
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        agree(browser, study.tokens[1], **{"field-0": "ninety-nine"})
        desk = f"/organiser/{database.renew_organiser()}"
        assert "ninety-nine" in browser.get(desk).text
        assert "ninety-nine" not in browser.get(f"{desk}/answers.csv").text
        assert "ninety-nine" not in browser.get(f"/p/{study.tokens[1]}").text
