"""An exam's way through the pages: read, corrected, checked, read about, taken away, deleted."""

import csv
import io
import re
import zipfile
from dataclasses import replace
from html import escape, unescape

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from examfiles import read
from examfiles.errors import DataError, UsageError
from examfiles.wording import texts_of
from magnetite.core.errors import MagnetiteError
from magnetite.core.extras import MissingExtraError
from magnetite.core.results import run_from_json
from magnetite.report.wording import error_text, read_language, wording
from magnetite.web.check import checks as checks_module
from magnetite.web.check.app import check_app
from magnetite.web.pages import HANDLERS, without_flags
from tests.exams.test_pictures import CUP, LAMP, PLAN, SAME_NAME, quiz, shown
from tests.made_office import docx, wp
from tests.report.texts import variables
from tests.web.made import AIKEN, GIFT, HOSTILE, HOSTILE_JSONL, Browser, wait_for, worker_here

TEXTS = texts_of(read_language("en"))
BROKEN = "::q1:: What? {=a ~b\n"


@pytest.fixture
def browser(tmp_path, monkeypatch):
    """Return a client of the pages; checks run in this process, which spares each a start."""

    monkeypatch.setattr(checks_module, "_started", worker_here)
    with Browser(check_app(tmp_path)) as client:
        yield client


def check_of(answer):
    return answer.url.path


def checked(browser, path, **request):
    """Start a check that asks only rules, and wait for its result."""
    browser.fill(f"{path}/start", {"language": "en", **request})
    wait_for(lambda: browser.get(f"{path}/progress").json()["state"] in {"done", "failed"})
    return browser.get(path)


def test_what_was_understood_is_shown_at_once(browser):
    page = browser.upload(GIFT).text
    assert "2 questions, 1 passage, 2 with a key. Read as Moodle GIFT." in page
    assert "green, because the boards of the fence were green" in page
    assert "Mina&#39;s boat was small and green" in page
    assert "an essay question" in page
    assert "exam.gift, line 11" in page


def test_pasted_questions_are_read_like_a_file(browser):
    page = browser.fill("/checks", {"text": AIKEN}).text
    assert "2 questions, 0 passages, 2 with a key. Read as Aiken." in page


def test_the_sample_exam_is_there_to_try(browser):
    assert "96 questions" in browser.fill("/checks", {"sample": "1"}).text


@pytest.mark.parametrize("data", [{}, {"text": "  \n "}])
def test_nothing_is_asked_of_who_sends_nothing(browser, data):
    answer = browser.fill("/checks", data)
    assert answer.status_code == 400
    assert "Nothing was sent" in answer.text


def errors(kind=MagnetiteError):
    """Return the root of our errors, and each below it."""
    return {kind}.union(*map(errors, kind.__subclasses__()))


@pytest.mark.parametrize("kind", sorted(errors(), key=lambda kind: kind.__name__))
def test_an_error_has_the_status_of_the_one_that_it_is_a_kind_of(kind):
    def fail(_request):
        raise kind.__new__(kind, "It is too large.")

    status = TestClient(Starlette(routes=[Route("/", fail)], exception_handlers=HANDLERS)).get("/").status_code
    blamed = {} if kind is MissingExtraError else {UsageError: 400, DataError: 422}
    assert status == next((status for base, status in blamed.items() if issubclass(kind, base)), 503)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty.gift"),
        (BROKEN.encode(), "broken.gift"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "picture.png"),
        (b"PK\x03\x04" + bytes(600), "exam.docx"),
        (b"PK\x03\x04 not really", "exam.zip"),
        (b"%PDF-1.7 ...", "exam.pdf"),
        ("Wer weiß, was das ist?".encode("latin-1"), "exam.txt"),
        (b"<!DOCTYPE q [<!ENTITY a 'b'>]><quiz>&a;</quiz>", "quiz.xml"),
        (b"Just a letter to somebody.", "letter.txt"),
        (b"Who?{=Ann ~Bo}\n\n" * 20_001, "many.gift"),
    ],
)
def test_what_check_refuses_is_refused_in_the_same_words_but_for_flags_and_not_kept(
    browser, tmp_path, monkeypatch, content, name
):
    from magnetite.commands.describe import read_exam

    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    (tmp_path / "desk" / name).write_bytes(content)
    with pytest.raises(MagnetiteError) as refused:
        read_exam(name)
    answer = browser.upload(content, name)
    assert answer.status_code in {400, 422}
    said = re.search(r'role="alert" dir="auto">(.*?)</p>', answer.text, re.DOTALL)
    assert said is not None
    assert said[1].replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">") == without_flags(
        error_text(refused.value)
    )
    assert " --" not in said[1]
    assert str(tmp_path) not in answer.text
    assert "None yet" in browser.get("/").text
    assert [path for path in (tmp_path / "checks").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    "name", ["../../evil.gift", "..\\..\\evil.gift", "/etc/evil.gift", "C:\\evil.gift", ".evil.gift"]
)
def test_a_files_name_leads_nowhere(browser, tmp_path, name):
    assert browser.upload(GIFT, name).status_code == 200
    assert [path.name for path in tmp_path.rglob("*evil*")] == ["evil.gift"]


def test_a_missing_key_is_supplied_in_place_and_the_question_is_checked_and_kept(browser):
    path = check_of(browser.upload(GIFT))
    page = browser.fill(f"{path}/keys", {"key:second": "2"}).text
    assert "3 questions, 1 passage, 3 with a key" in page
    assert page.index("What colour was the boat?</p>") < page.rindex("When did Mina row to the island?</p>")
    assert page.rindex("When did Mina row to the island?</p>") < page.index("Who built the boat?</p>")
    result = checked(browser, path)
    assert "3 of 4 questions were read; 2 of these" in result.text
    report = browser.get(f"{path}/report").text
    assert "When did Mina row to the island?" in report
    assert "The key of 1 question was supplied on the page" in report


def test_an_exam_without_any_key_is_welcome_and_can_be_checked_once_it_has_one(browser):
    unkeyed = browser.fill("/checks", {"text": AIKEN.replace("ANSWER: A", "")})
    path = unkeyed.url.path
    assert "0 questions" in unkeyed.text
    assert "Mark the right options first" in unkeyed.text
    assert browser.fill(f"{path}/start", {"language": "en"}).status_code == 400
    browser.fill(f"{path}/keys", {"key:pasted-1": "0"})
    assert "Read the report" in checked(browser, path).text


def test_of_a_very_long_exam_the_page_shows_the_beginning_and_says_so(browser):
    text = "".join(f"{n}. Who is number {n}?\nA. Ann\nB. Bo\nANSWER: A\n" for n in range(1, 501))
    page = browser.upload(text, "long.txt").text
    assert "500 questions" in page
    assert page.count('<div class="question">') == 300
    assert "200 more questions are not shown here" in page


def test_a_supplied_key_can_be_changed_and_taken_back(browser):
    path = check_of(browser.upload(GIFT))
    browser.fill(f"{path}/keys", {"key:second": "2"})
    assert 'value="1" checked' in browser.fill(f"{path}/keys", {"key:second": "1"}).text
    assert "2 questions, 1 passage, 2 with a key" in browser.fill(f"{path}/keys", {"key:second": "none"}).text


@pytest.mark.parametrize("option", ["4", "-1", "x", "١"])
def test_an_option_that_does_not_exist_is_no_key(browser, option):
    path = check_of(browser.upload(GIFT))
    answer = browser.fill(f"{path}/keys", {"key:second": option})
    assert answer.status_code == 400
    assert "does not have the option that was chosen" in answer.text
    assert "2 questions" in browser.get(path).text


def test_keys_of_questions_that_have_one_are_left_alone(browser):
    path = check_of(browser.upload(GIFT))
    browser.fill(f"{path}/keys", {"key:first": "3", "key:nobody": "0"})
    taken = browser.get(f"{path}/download/jsonl").text
    assert '"answer":"A"' in taken.replace(" ", "") or '"answer":0' in taken.replace(" ", "")
    assert "nobody" not in taken


def test_a_missing_passage_is_supplied_for_a_range_of_questions(browser, tmp_path):
    path = check_of(browser.upload(AIKEN, "exam.txt"))
    page = browser.fill(f"{path}/passage", {"text": "Mina rowed.\r\n\r\nAlone.", "first": "exam-2", "last": "exam-2"})
    assert "2 questions, 1 passage, 2 with a key" in page.text
    assert "1 question has no passage" in page.text
    page = browser.fill(f"{path}/passage", {"text": "Another.", "first": "exam-1", "last": "exam-1"})
    assert "no passage. Without one" not in page.text
    (tmp_path / "taken.gift").write_bytes(browser.get(f"{path}/download/gift").content)
    assert [item.passage for item in read(tmp_path / "taken.gift")] == ["Another.", "Mina rowed.\n\nAlone."]


def test_a_supplied_passage_can_be_taken_back(browser):
    path = check_of(browser.upload(AIKEN, "exam.txt"))
    browser.fill(f"{path}/passage", {"text": "Mina rowed.", "first": "exam-2", "last": "exam-1"})
    assert "0 passages" in browser.fill(f"{path}/passage/remove", {"number": "0"}).text
    assert browser.fill(f"{path}/passage/remove", {"number": "0"}).status_code == 400


@pytest.mark.parametrize(
    "data",
    [
        {"text": " ", "first": "exam-1", "last": "exam-2"},
        {"text": "Mina.", "first": "exam-1", "last": "exam-9"},
        {"text": "Mina."},
    ],
)
def test_a_passage_for_nothing_is_refused(browser, data):
    path = check_of(browser.upload(AIKEN, "exam.txt"))
    assert browser.fill(f"{path}/passage", data).status_code == 400
    assert "0 passages" in browser.get(path).text


def test_the_report_is_that_of_magnetite_check(browser, tmp_path, monkeypatch):
    import magnetite

    path = check_of(browser.upload(GIFT))
    checked(browser, path)
    (tmp_path / "exam.gift").write_text(GIFT, "utf-8")
    monkeypatch.chdir(tmp_path)
    theirs = magnetite.check("exam.gift", models=False).run
    ours = run_from_json((tmp_path / path.removeprefix("/") / "report" / "findings.json").read_text("utf-8"))
    assert ours.findings == theirs.findings
    assert (ours.dataset, ours.exam) == (theirs.dataset, theirs.exam)
    assert str(tmp_path) not in browser.get(f"{path}/report").text


def test_the_report_is_shown_in_an_origin_of_its_own(browser):
    path = check_of(browser.upload(GIFT))
    checked(browser, path)
    shown = browser.get(f"{path}/report")
    policy = shown.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts;")
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "attachment" in browser.get(f"{path}/report.html").headers["content-disposition"]


def test_the_report_speaks_the_language_that_was_asked_for(browser):
    path = check_of(browser.upload(GIFT))
    checked(browser, path, language="de")
    assert '<html lang="de">' in browser.get(f"{path}/report").text
    assert browser.fill(f"{path}/start", {"language": "xx"}).status_code == 400


ENGLISH = tuple(
    said
    for code in wording("en").codes
    if code.startswith(("home-", "exam-", "result-", "download-", "common-", "state-"))
    if not variables(TEXTS[code]) and len(said := escape(wording("en").say(code))) > 11
)


def test_who_reads_german_sees_no_english_of_ours(browser):
    browser.headers["accept-language"] = "de-AT,de;q=0.9,en;q=0.5"
    uploaded = browser.upload(GIFT.replace("=Mina", "~Mina"))
    path = check_of(uploaded)
    checked(browser, path, language="de")
    pages = [uploaded.text, *(browser.get(address).text for address in ("/", path, f"{path}/exam", f"{path}/download"))]
    pages += [browser.fill("/checks", {}).text, browser.get("/checks/none").text]
    assert len(ENGLISH) > 50
    for page in pages:
        assert '<html lang="de">' in page
        assert [text for text in ENGLISH if text in page] == []
    assert "Das hat nicht geklappt" in pages[-2]
    assert "eine Freitextfrage: Sie hat keine Optionen zur Auswahl" in uploaded.text
    broken = browser.upload(BROKEN, "broken.gift")
    assert "Schließen Sie sie, oder entfernen Sie die Leerzeile" in broken.text
    assert "is not closed" not in broken.text
    essays = browser.upload("What? {}\n\nWhy? {}\n", "essays.gift").text
    assert "Keiner von 2 Teilen ließ sich verwenden: essays.gift, Zeile 1: ausgelassen (eine Freitextfrage" in essays
    assert '<option value="de" selected' in uploaded.text


def test_the_flags_are_a_table_that_no_spreadsheet_takes_for_formulas(browser):
    text = GIFT.replace("::third::", "::=1+2::")
    path = check_of(browser.upload(text))
    checked(browser, path)
    content = browser.get(f"{path}/flags.csv").content
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert {"first", "'=1+2"} <= {row["question"] for row in rows}
    assert {"The right answer is the longest"} & {row["title"].rstrip(".") for row in rows}
    assert all(row["advice"] and row["severity"] for row in rows)


def test_what_a_format_cannot_hold_is_said_before_it_is_chosen(browser):
    path = check_of(browser.upload(GIFT))
    page = browser.get(f"{path}/download").text
    aiken = page[page.index("Aiken") : page.index("Aiken") + 900]
    assert "One kind of detail would be lost" in aiken
    assert "have a passage" in aiken
    assert page.index("Word document") < page.index("HTML to print") < page.index("Moodle XML") < page.index("CSV")


def test_versions_for_print_come_in_an_archive_with_keys_that_fit(browser, tmp_path):
    path = check_of(browser.upload(GIFT))
    taken = browser.get(f"{path}/download/docx?versions=3")
    with zipfile.ZipFile(io.BytesIO(taken.content)) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path)
    assert names == ["exam-1.docx", "exam-2.docx", "exam-3.docx"]
    versions = [read(tmp_path / name, passage_needed=False) for name in names]
    assert len({version.items[0].options for version in versions}) > 1
    assert len({item.options[item.answer] for version in versions for item in version.items[:1]}) == 1
    assert browser.get(f"{path}/download/docx?versions=99").status_code == 400


def test_a_format_that_cannot_hold_the_exam_says_why(browser):
    path = check_of(browser.upload(b'{"question": "Who?", "options": ["a", "b"]}\n', "exam.jsonl"))
    page = browser.get(f"{path}/download").text
    assert "Cannot store this exam: GIFT: 1 item has no known answer" in page.replace("Moodle GIFT", "GIFT")
    assert browser.get(f"{path}/download/gift").status_code == 422


@pytest.mark.parametrize(
    "form", ["docx", "html", "gift", "aiken", "moodle-xml", "qti22", "qti30", "csv", "jsonl", "parquet", "race"]
)
def test_the_exam_can_be_taken_in_any_format(browser, tmp_path, form):
    from examfiles import writers

    name = next(name for name in writers() if name.replace("-", "").replace(".", "") == form.replace("-", ""))
    path = check_of(browser.upload(GIFT))
    taken = browser.get(f"{path}/download/{name}")
    assert taken.status_code == 200
    file = tmp_path / re.sub(r".*''", "", taken.headers["content-disposition"])
    file.write_bytes(taken.content)
    read_back = read(file, passage_needed=False)
    assert [item.question for item in read_back] == ["What colour was the boat?", "Who built the boat?"]


@pytest.mark.parametrize("form", ["moodle-xml", "qti-2.2"])
def test_the_exam_is_taken_with_its_pictures(browser, tmp_path, form):
    path = check_of(browser.upload(quiz(options=SAME_NAME), "quiz.xml"))
    assert "picture" not in browser.get(f"{path}/download").text.split("QTI 2.2")[1].split("QTI 3.0")[0]
    file = tmp_path / ("taken.zip" if form.startswith("qti") else "taken.xml")
    file.write_bytes(browser.get(f"{path}/download/{form}").content)
    assert shown(read(file, pictures=True)) == [[PLAN, LAMP, CUP]]


def test_an_unknown_format_is_answered_with_the_known_ones(browser):
    path = check_of(browser.upload(GIFT))
    answer = browser.get(f"{path}/download/paper")
    assert answer.status_code == 400
    assert "Known:" in answer.text


def test_a_deleted_check_is_gone_with_everything(browser, tmp_path):
    path = check_of(browser.upload(GIFT))
    checked(browser, path)
    browser.fill(f"{path}/delete")
    assert browser.get(path).status_code == 404
    assert list((tmp_path / "checks").iterdir()) == []
    for table in tmp_path.glob("checks.sqlite*"):
        assert b"exam.gift" not in table.read_bytes()


def test_a_changed_exam_is_a_draft_again_and_its_old_report_is_gone(browser):
    path = check_of(browser.upload(GIFT))
    checked(browser, path)
    browser.fill(f"{path}/keys", {"key:second": "2"})
    assert browser.get(f"{path}/progress").json()["state"] == "draft"
    assert browser.get(f"{path}/report").status_code == 404


def test_hostile_texts_are_shown_and_never_run(browser):
    page = browser.upload(HOSTILE_JSONL, "exam.jsonl").text
    assert "<script>window" not in page
    assert "<img" not in page
    assert "<svg" not in page
    assert "{{ 7 * 7 }}" in page
    assert page.count("&lt;script&gt;window.injected = 1&lt;/script&gt;") >= 2
    assert len(HOSTILE) == page.count('<div class="question">')


def test_a_hostile_file_name_is_only_text(browser):
    page = browser.upload(GIFT, "<b>x</b> & 'y'.gift").text
    assert "<b>x" not in page
    assert "&amp; &#39;y&#39;.gift" in page


def test_earlier_checks_are_listed_newest_first(browser):
    browser.upload(GIFT, "one.gift")
    browser.upload(AIKEN, "two.txt")
    page = browser.get("/").text
    assert page.index("two.txt") < page.index("one.gift")
    assert "not checked yet" in page


@pytest.mark.parametrize("name", ["none", "..%2f..", "0" * 16, "%2e%2e", "x" * 5000])
def test_a_check_that_does_not_exist_is_a_clear_page(browser, name):
    answer = browser.get(f"/checks/{name}")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.text


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_word_document_is_taken_and_what_was_assumed_is_shown_in_the_readers_language(browser, language):
    blocks = [wp("1. Who sat?"), wp("A. **Ann**"), wp("B. Bo"), wp("2. Who stood?"), wp("A. Ann"), wp("B. **Bo**")]
    browser.headers["accept-language"] = language
    page = browser.upload(docx(*blocks), "exam.docx").text
    assert "Who stood?" in page
    assert {"en": "set off by bold type", "de": "durch Fettschrift hervorgehoben"}[language] in page


def test_questions_without_a_passage_take_the_one_above_and_give_it_back(browser):
    table = "passage,question,a,b,answer\nAnn has a cat.,Who?,Ann,Bo,A\n,What?,a cat,a dog,A\n"
    answer = browser.upload(table, "exam.csv")
    path = answer.url.path
    assert "Give each question the passage above it" in answer.text
    filled = browser.fill(f"{path}/passage/above", {"fill": "1"}).text
    assert "Each question without a passage takes the one above it." in filled
    assert "has no passage" not in filled
    assert "Give each question the passage above it" in browser.fill(f"{path}/passage/above", {}).text


def test_what_the_rules_find_can_be_read_while_models_still_answer(browser, monkeypatch):
    from magnetite.running.driver import Prepared

    path, seen, perform = check_of(browser.upload(GIFT)), [], Prepared.perform

    def performed(prepared, **how):
        if prepared.seats:  # the models are asked now
            told, page = browser.get(f"{path}/progress").json(), browser.get(path).text
            seen.append((told["state"], told["first"], "Read the rules' findings" in unescape(page)))
        return perform(replace(prepared, seats={}), **how)

    monkeypatch.setattr(Prepared, "perform", performed)
    checked(browser, path, models="1")
    assert seen[0] == ("running", True, True)
    assert not browser.get(f"{path}/progress").json()["first"]


def test_the_page_ticks_no_option_of_a_question_without_a_key(browser):
    page = browser.upload(GIFT).text
    ticked = re.findall(r'name="key:second" value="([^"]+)" checked', page)
    assert ticked == ["none"]
