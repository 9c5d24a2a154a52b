"""A participant's way through a study."""

import re
import sqlite3

import pytest

from magnetite_study.database import Database
from magnetite_study.web.app import study_app
from tests.web.made import HOSTILE, Browser, hostile_items, made_no_passage, made_study, made_with_and_without
from tests.web.study_steps import agree, all_answers, answer, rows


def test_a_participant_agrees_answers_and_is_thanked(browser, open_study, study):
    token = study.tokens[1]
    first = browser.get(f"/p/{token}").text
    assert "Before you begin" in first
    assert "Question 1 of 4" in agree(browser, token).text
    assert "Question 2 of 4" in answer(browser, token, 1, 0).text
    last = all_answers(browser, token)
    assert "Thank you" in last.text
    assert [(who, position) for who, position, _ in rows(open_study)] == [(1, n) for n in range(1, 5)]


def test_what_is_shown_is_the_participants_own_booklet(browser, study):
    token = study.tokens[2]
    agree(browser, token)
    for shown in study.design.booklet(2):
        page = browser.get(f"/p/{token}/{shown.position}").text
        assert shown.question in page
        places = [page.index(f">{text}</span>") for text in shown.options]
        assert places == sorted(places)
        answer(browser, token, shown.position, 0)


def test_the_answer_stored_is_the_option_that_was_shown(browser, open_study, study):
    token = study.tokens[3]
    agree(browser, token)
    for shown in study.design.booklet(3):
        answer(browser, token, shown.position, shown.position % 4)
    wanted = [(3, shown.position, shown.order[shown.position % 4]) for shown in study.design.booklet(3)]
    assert rows(open_study) == wanted


def test_no_page_of_a_participant_tells_the_key_the_condition_or_the_design(browser, study):
    token = study.tokens[1]
    pages = [browser.get(f"/p/{token}"), agree(browser, token)]
    for shown in study.design.booklet(1):
        pages.append(browser.get(f"/p/{token}/{shown.position}"))
        pages.append(answer(browser, token, shown.position, 0))
        pages.append(browser.get(f"/p/{token}/{shown.position}"))
    pages.append(browser.get(f"/p/{token}"))
    for page in pages:
        for request in (
            "pilot",
            "magnet",
            "attack",
            "original",
            "condition",
            "correct",
            "item-",
            "text-",
            "q0",
            'class="key"',
        ):
            assert request not in page.text.replace("web.css", ""), request
        assert "set-cookie" not in page.headers


def test_two_options_in_the_same_place_look_the_same_whether_right_or_wrong(browser, study):
    token = study.tokens[1]
    agree(browser, token)
    for shown in study.design.booklet(1):
        page = browser.get(f"/p/{token}/{shown.position}").text
        labels = re.findall(r'<label class="pick option">.*?</label>', page)
        bare = {re.sub(r'value="\d"|>[A-D]<|dir="auto">.*?</span>', "", label) for label in labels}
        assert (len(labels), len(bare)) == (4, 1)
        answer(browser, token, shown.position, 0)


def test_a_passage_that_is_withheld_is_on_no_page(tmp_path):
    study = made_no_passage(tmp_path)
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        token = study.tokens[1]
        assert "texts that you are not shown" in browser.get(f"/p/{token}").text
        agree(browser, token)
        for position in range(1, 5):
            assert "tells of a boat" not in browser.get(f"/p/{token}/{position}").text
            answer(browser, token, position, 0)


def test_half_of_the_passages_are_shown_to_a_participant_and_the_other_half_to_the_next(tmp_path):
    study = made_with_and_without(tmp_path)
    shown: dict[int, set[str]] = {1: set(), 2: set()}
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        for number, token in study.tokens.items():
            assert "others without it" in browser.get(f"/p/{token}").text
            agree(browser, token)
            for page in study.design.booklet(number):
                if "tells of a boat" in browser.get(f"/p/{token}/{page.position}").text:
                    shown[number].add(page.id)
                answer(browser, token, page.position, 0)
    assert [len(ids) for ids in shown.values()] == [2, 2]
    assert not shown[1] & shown[2]


def test_nothing_is_stored_before_a_participant_has_agreed(browser, open_study, study):
    token = study.tokens[1]
    assert "Before you begin" in browser.get(f"/p/{token}/1").text
    assert "Before you begin" in answer(browser, token, 1, 0).text
    refused = browser.post(f"/p/{token}/consent", data={})
    assert refused.status_code == 422
    assert "tick the box" in refused.text
    assert rows(open_study) == []
    assert open_study.participant(1).consented_at is None


def test_sending_an_answer_twice_stores_it_once(browser, open_study, study):
    token = study.tokens[1]
    agree(browser, token)
    for _ in range(3):
        assert "Question 2 of 4" in answer(browser, token, 1, 2).text
    assert len(rows(open_study)) == 1


def test_going_back_and_answering_otherwise_changes_nothing(browser, open_study, study):
    token = study.tokens[1]
    agree(browser, token)
    answer(browser, token, 1, 2)
    before = rows(open_study)
    page = browser.get(f"/p/{token}/1").text
    assert "Your answer can no longer be changed" in page
    assert "<fieldset disabled>" in page
    assert "Question 2 of 4" in answer(browser, token, 1, 0).text
    assert rows(open_study) == before


def test_a_question_ahead_can_neither_be_seen_nor_answered(browser, open_study, study):
    token = study.tokens[1]
    agree(browser, token)
    for page in (browser.get(f"/p/{token}/3"), answer(browser, token, 3, 0), browser.get(f"/p/{token}/99")):
        assert "Question 1 of 4" in page.text
    assert rows(open_study) == []


@pytest.mark.parametrize("option", ["", "4", "-1", "x", "1.5", "٢", "9" * 30])
def test_what_is_no_option_is_asked_again_and_not_stored(browser, open_study, study, option):
    token = study.tokens[1]
    agree(browser, token)
    page = answer(browser, token, 1, option)
    assert page.status_code == 422
    assert "Please choose an answer first" in page.text
    assert rows(open_study) == []


def test_who_comes_back_is_led_to_where_they_were(browser, open_study, study):
    token = study.tokens[1]
    agree(browser, token)
    answer(browser, token, 1, 0)
    answer(browser, token, 2, 0)
    assert "Question 3 of 4" in browser.get(f"/p/{token}").text


def test_the_thank_you_page_gives_nothing_away_and_leads_nowhere(browser, study):
    all_answers(browser, study.tokens[1])
    page = browser.get(f"/p/{study.tokens[1]}").text
    assert "All 4 answers are stored" in page
    assert "<form" not in page
    assert '<a class="skip"' in page
    links = re.findall(r'<a [^>]*href="([^"]+)"', page)
    assert [link for link in links if not link.startswith("#")] == [f"/p/{study.tokens[1]}/withdraw"]


def test_time_runs_from_the_first_time_a_question_was_shown(tmp_path):
    study = made_study(tmp_path)
    now = [1000.0]
    with Database(tmp_path, clock=lambda: now[0]) as database, Browser(study_app(database)) as browser:
        token = study.tokens[1]
        agree(browser, token)
        browser.get(f"/p/{token}/1")
        now[0] += 7
        browser.get(f"/p/{token}/1")
        now[0] += 5
        answer(browser, token, 1, 0)
        assert database.answers().seconds.tolist() == [12.0]


def test_where_answers_may_be_changed_they_are_until_the_participant_is_done(tmp_path):
    study = made_study(tmp_path, allow_change=True)
    token = study.tokens[1]
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        last = all_answers(browser, token)
        assert "All questions are answered" in last.text
        assert 'value="1" required checked' in browser.get(f"/p/{token}/1").text
        answer(browser, token, 1, 3)
        shown = study.design.booklet(1)[0]
        assert rows(database)[0] == (1, 1, shown.order[3])
        assert "Thank you" in browser.post(f"/p/{token}/finish").text
        answer(browser, token, 1, 0)
        assert rows(database)[0] == (1, 1, shown.order[3])


def test_nobody_is_done_before_the_last_answer(browser, open_study, study):
    agree(browser, study.tokens[1])
    assert "Question 1 of 4" in browser.post(f"/p/{study.tokens[1]}/finish").text
    assert open_study.participant(1).finished_at is None


def test_the_organisers_own_words_and_fields_are_shown_and_kept(tmp_path):
    texts = {
        "title": "Lesen <b>im</b> Mai",
        "instructions": "Bitte lesen.\n\nDann wählen.",
        "consent": "Anonym & freiwillig.",
        "language": "de",
        "fields": ("Alter", "Sprache"),
    }
    study = made_study(tmp_path, **texts)
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        page = browser.get(f"/p/{study.tokens[1]}").text
        assert "Lesen &lt;b&gt;im&lt;/b&gt; Mai" in page
        assert "Bitte lesen.\n\nDann wählen." in page
        assert "Anonym &amp; freiwillig." in page
        assert '<html lang="de">' in page
        agreed = agree(browser, study.tokens[1], **{"field-0": " 30 ", "field-1": "", "field-2": "more"})
        assert "Frage 1 von 4" in agreed.text
        assert database.participant(1).fields == {"Alter": "30"}


@pytest.mark.parametrize("token", ["x", "", "a" * 32, "../organiser", "%00", "é" * 20])
def test_a_link_that_is_none_says_so_and_whom_to_ask(browser, token):
    answered = browser.get(f"/p/{token}")
    assert answered.status_code == 404
    assert "<h1>" in answered.text


def test_the_link_of_a_deleted_participant_leads_to_the_same_page_as_one_that_never_was(browser, open_study, study):
    token = study.tokens[1]
    agree(browser, token)
    open_study.delete_participant(1)
    pages = [browser.get(f"/p/{token}"), answer(browser, token, 1, 0), browser.get(f"/p/{'a' * 32}")]
    assert [page.status_code for page in pages] == [404] * 3
    assert "This link leads nowhere" in pages[0].text
    assert len({page.text for page in pages}) == 1


def test_another_site_cannot_answer_even_with_a_stolen_link(browser, open_study, study):
    agree(browser, study.tokens[1])
    forged = browser.post(f"/p/{study.tokens[1]}/1", data={"option": "0"}, headers={"origin": "https://evil.example"})
    assert forged.status_code == 403
    assert rows(open_study) == []


def test_hostile_questions_are_shown_and_never_run(tmp_path):
    study = made_study(tmp_path, asked=hostile_items(), questions=6, title=HOSTILE[0], fields=(HOSTILE[1],))
    with Database(tmp_path) as database, Browser(study_app(database)) as browser:
        token = study.tokens[1]
        pages = [browser.get(f"/p/{token}").text]
        agree(browser, token, **{"field-0": HOSTILE[2]})
        for position in range(1, 7):
            pages.append(browser.get(f"/p/{token}/{position}").text)
            answer(browser, token, position, 0)
        pages.append(browser.get(f"/organiser/{database.renew_organiser()}").text)
    for page in pages:
        assert "<script>window" not in page
        assert "<img" not in page
        assert "<svg" not in page


def test_a_locked_study_is_a_clear_page_and_the_answer_can_be_sent_again(tmp_path):
    study = made_study(tmp_path)
    with Database(tmp_path, timeout=0.1) as database, Browser(study_app(database)) as browser:
        agree(browser, study.tokens[1])
        holder = sqlite3.connect(tmp_path / "study.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        refused = answer(browser, study.tokens[1], 1, 0)
        holder.execute("ROLLBACK")
        holder.close()
        assert refused.status_code == 503
        assert "go back, and send it again" in refused.text
        assert str(tmp_path) not in refused.text
        assert rows(database) == []
        answer(browser, study.tokens[1], 1, 0)
        assert len(rows(database)) == 1


def test_a_number_of_thousands_of_digits_is_no_place_and_no_option(browser, study):
    assert browser.get(f"/p/nobody/{'9' * 5000}").status_code == 404
    assert browser.post(f"/p/nobody/{'9' * 5000}", data={"option": "1"}).status_code == 404


def test_a_participant_withdraws_by_their_link_from_any_page_and_nothing_of_them_is_left(browser, open_study, study):
    token = study.tokens[1]
    pages = [browser.get(f"/p/{token}"), agree(browser, token), answer(browser, token, 1, 0)]
    number = f"1-{study.design.check_letter(1)}"
    assert all(f"/p/{token}/withdraw" in page.text and number in page.text for page in pages)
    asked = browser.get(f"/p/{token}/withdraw")
    assert "Your answer will be deleted" in asked.text
    assert browser.post(f"/p/{token}/withdraw").text == asked.text, "asked again without a confirmation"
    assert rows(open_study), "nothing is deleted before it is confirmed"
    assert "You have withdrawn" in browser.post(f"/p/{token}/withdraw", data={"sure": "1"}).text
    assert rows(open_study) == []
    assert browser.get(f"/p/{token}").status_code == 404
    assert [deletion.answered for deletion in open_study.deletions()] == [1]


def test_when_collection_has_ended_no_page_takes_an_answer_and_who_is_done_is_still_thanked(browser, open_study, study):
    done, begun = study.tokens[1], study.tokens[2]
    all_answers(browser, done)
    agree(browser, begun)
    before = rows(open_study)
    open_study.end()
    assert "This study has ended" in browser.get(f"/p/{begun}").text
    assert "This study has ended" in browser.get(f"/p/{begun}/1").text
    assert "This study has ended" in answer(browser, begun, 1, 0).text
    assert "This study has ended" in agree(browser, study.tokens[3]).text
    assert rows(open_study) == before
    assert "Thank you" in browser.get(f"/p/{done}").text
    assert "withdraw" in browser.get(f"/p/{begun}").text


def test_a_debriefing_is_read_by_who_is_done_and_by_nobody_before(tmp_path):
    made = made_study(tmp_path / "study", debriefing="It was a trick.\n\nThank you.")
    with Database(made.folder) as database, Browser(study_app(database)) as browser:
        token = made.tokens[1]
        before = [browser.get(f"/p/{token}").text, agree(browser, token).text]
        assert "It was a trick." in all_answers(browser, token).text
        assert not any("trick" in page for page in before)
