"""Questions put right, columns chosen, candidates' answers and dismissed flags, from the form to the report."""

import io
import re
import zipfile

import pytest

from examfiles import read, write
from examfiles.items import Dataset, Item
from magnetite.core.results import run_from_json
from magnetite.experiments.flags import read_dismissals
from magnetite.web.check import checks as checks_module
from magnetite.web.check.app import check_app
from magnetite.web.check.exam import (
    Corrections,
    corrected,
    header_alone,
    read_corrections,
    read_upload,
    table_header,
)
from tests.web.made import GIFT, Browser, wait_for, worker_here

ODD = (
    "Lesetext,Aufgabe,W1,W2,W3,Schluessel\n"
    "The boat was green.,What colour was it?,green,red,blue,A\n"
    "The boat was green.,What was green?,the sky,the boat,the sea,B\n"
)
ROLES = ("passage", "question", "options", "options", "options", "answer")
QTI_UNKEYED = """<questestinterop><item ident="one"><presentation><material><mattext>Who rowed?</mattext></material>
<response_lid ident="r" rcardinality="Single"><render_choice><choices/></render_choice></response_lid></presentation>
</item></questestinterop>"""
LONG_GREEN = "green, because the boards of the fence were green"
PASSAGE = " ".join(GIFT.split("\n\n")[0].split("\n")[1:])
LONG = "the fence, which had stood behind the school for thirty years, was grey before it was painted"


@pytest.fixture
def browser(tmp_path, monkeypatch):
    """Return a client of the pages; checks run in this process, which spares each a start."""

    monkeypatch.setattr(checks_module, "_started", worker_here)
    with Browser(check_app(tmp_path)) as client:
        yield client


def checked(browser, path):
    browser.fill(f"{path}/start", {"language": "en"})
    wait_for(lambda: browser.get(f"{path}/progress").json()["state"] in {"done", "failed"})
    assert browser.get(f"{path}/progress").json()["state"] == "done", browser.get(path).text


def run_of(tmp_path, path):
    return run_from_json((tmp_path / "checks" / path.rpartition("/")[2] / "report" / "findings.json").read_bytes())


def flagged(tmp_path, path):
    found = run_of(tmp_path, path).finding("check").table("flags")
    return list(zip(found.values("id"), found.values("rule"), strict=True))


def put_right(browser, path, name="first", **fields):
    form = {"id": name, "text": "What colour was the boat?", "key": "0"}
    form |= {f"option:{n}": text for n, text in enumerate(("green", "red", "blue", "grey"))}
    return browser.fill(f"{path}/question", {**form, **fields})


def test_any_question_can_be_put_right_and_the_correction_is_what_is_checked(browser, tmp_path):
    path = browser.upload(GIFT).url.path
    assert 'value="0" checked' in browser.get(f"{path}/question?id=first").text
    page = put_right(browser, path, **{"option:1": "red & white", "key": "1"}).text
    assert "red &amp; white" in page
    assert "green, because" not in page
    assert "corrected here" in page
    checked(browser, path)
    item = next(item for item in run_of(tmp_path, path).exam["items"] if item["id"] == "first")
    assert (item["options"][1], item["answer"]) == ("red & white", 1)
    assert ("first", "longest-key") not in flagged(tmp_path, path)


def test_a_correction_can_be_taken_back(browser):
    path = browser.upload(GIFT).url.path
    put_right(browser, path)
    assert "Restore the question from the file" in browser.get(f"{path}/question?id=first").text
    page = put_right(browser, path, undo="1").text
    assert "green, because" in page
    assert "corrected here" not in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"option:2": "  "}, "An option of question first is empty"),
        ({"key": "7"}, "Question first does not have the option that was chosen"),
        ({"id": "none"}, "There is no question none here"),
    ],
)
def test_what_is_no_question_is_refused_and_changes_nothing(browser, fields, said):
    path = browser.upload(GIFT).url.path
    answer = put_right(browser, path, **fields)
    assert answer.status_code == 400
    assert said in answer.text
    assert "green, because" in browser.get(f"{path}/exam").text


def test_a_correction_survives_as_json_and_what_does_not_fit_is_ignored(tmp_path):
    path = tmp_path / "a.gift"
    path.write_text(GIFT, "utf-8")
    read = read_upload(path)
    given = read_corrections(
        '{"questions": {"first": {"text": "?", "options": ["a", "b"], "key": 0}}, "columns": {"options": ["x", "y"]}}'
    )
    assert read_corrections(given.to_json()) == given
    assert corrected(read, given).dataset.items == corrected(read, Corrections()).dataset.items


def test_a_form_that_shows_what_another_window_has_changed_since_is_refused(browser):
    path = browser.upload(GIFT).url.path
    shown = re.search(r'name="state" value="(\w+)"', browser.get(f"{path}/question?id=first").text)[1]
    assert put_right(browser, path, state=shown, key="1").status_code == 200
    late = put_right(browser, path, state=shown, text="Which colour was it?")
    assert late.status_code == 400
    assert "changed in another window" in late.text
    page = browser.get(f"{path}/question?id=first").text
    assert 'value="1" checked' in page
    assert "Which colour was it?" not in page


def test_answers_in_the_words_of_the_file_are_read_after_an_option_was_put_right(browser, tmp_path):
    path = browser.upload(GIFT).url.path
    rows = "".join(f"c{n},{('red', 'blue')[n % 2]}\n" for n in range(12))
    assert "answers.csv" in send(browser, path, f"candidate,first\n{rows}").text
    put_right(browser, path, **{"option:1": "crimson"})
    checked(browser, path)
    assert run_of(tmp_path, path).finding("responses").number("candidates").value == 12
    assert "answers.csv" in send(browser, path, f"candidate,first\n{rows.replace('red', 'crimson')}").text


def test_a_table_whose_headings_say_nothing_is_read_by_columns_that_are_chosen(browser, tmp_path):
    answer = browser.upload(ODD, "odd.csv")
    path = answer.url.path
    assert "Which column is what?" in answer.text
    assert "What colour was it?" in answer.text
    page = browser.fill(f"{path}/columns", {f"column:{n}": role for n, role in enumerate(ROLES)}).text
    assert "2 questions, 1 passage, 2 with a key" in page
    checked(browser, path)
    assert [item["answer"] for item in run_of(tmp_path, path).exam["items"]] == [0, 1]
    assert "Which column is what?" in browser.fill(f"{path}/columns", {"undo": "1"}).text


HALF = "Question,Answer 1,Answer 2,Schluessel zur Frage,Thema\nWho rowed?,Ann,Bo,2,boats\nWho sang?,Cy,Di,1,songs\n"


def test_what_the_headings_say_is_chosen_already_and_one_more_column_is_enough(browser, tmp_path):
    path = browser.upload(HALF, "half.csv").url.path
    page = browser.get(f"{path}/columns").text
    chosen = re.findall(r'<option value="(\w+)" selected', page)
    assert chosen == ["question", "options", "options"]
    assert "no answer column was recognised" in browser.get(path).text
    assert " --" not in browser.get(path).text
    page = browser.fill(f"{path}/columns", {"column:3": "answer"}).text
    assert "2 questions, 0 passages, 2 with a key" in page
    assert "Read as CSV." in page
    page = browser.fill(f"{path}/columns", {"column:0": "remark", "column:4": "question"}).text
    assert "boats" in page


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        (("", "question", "", "", "", ""), "No column was chosen for: option or options"),
        (("question", "question", "options", "options", "", ""), "Two columns were chosen for: question (Lesetext"),
    ],
)
def test_columns_that_make_no_question_are_refused(browser, roles, said):
    path = browser.upload(ODD, "odd.csv").url.path
    answer = browser.fill(f"{path}/columns", {f"column:{n}": role for n, role in enumerate(roles)})
    assert answer.status_code == 400
    assert said in answer.text


def test_only_tables_have_columns(tmp_path):
    for name, text in (("a.gift", GIFT), ("odd.csv", ODD)):
        (tmp_path / name).write_text(text, "utf-8")
    assert header_alone(tmp_path / "a.gift").columns == ()
    assert [column.name for column in table_header(tmp_path / "odd.csv").columns][:2] == ["Lesetext", "Aufgabe"]


def test_a_table_that_is_broken_for_another_reason_is_refused_as_ever(browser):
    answer = browser.upload('{"question": "?", "options": ["a", "\\ud800"]}\n{"question"', "a.jsonl")
    assert "Which column is what?" not in answer.text


def send(browser, path, text, name="answers.csv"):
    return browser.fill(f"{path}/answers", files={"file": (name, text.encode())})


def test_candidates_answers_are_read_at_once_and_stand_in_the_report(browser, tmp_path):
    path = browser.upload(GIFT).url.path
    rows = "".join(f"c{n},{'AB'[n % 2]},{'AC'[n % 3 > 0]}\n" for n in range(12))
    assert "answers.csv" in send(browser, path, f"candidate,first,third\n{rows}").text
    checked(browser, path)
    assert run_of(tmp_path, path).finding("responses").number("candidates").value == 12
    refused = send(browser, path, "candidate,first,third\nann,A,Z\n")
    assert refused.status_code == 422
    assert "tmp" not in refused.text
    assert "answers.csv" in browser.get(f"{path}/exam").text  # the earlier ones stay
    assert "answers.csv" not in browser.fill(f"{path}/answers", {"remove": "1"}).text


def test_groups_and_a_pass_mark_are_given_with_the_answers_and_stand_in_the_report(browser, tmp_path):
    path = browser.upload(GIFT).url.path
    rows = "".join(f"c{n},{'xy'[n % 2]},{'AB'[n % 5 < 2]},{'AC'[n % 3 > 0]}\n" for n in range(80))
    file = ("answers.csv", f"candidate,form,first,third\n{rows}".encode())
    page = browser.fill(f"{path}/answers", {"group_by": " form ", "cut": "50%"}, files={"file": file}).text
    assert all(f'value="{value}"' in page for value in ("form", "50%"))
    checked(browser, path)
    found = run_of(tmp_path, path)
    assert (found.settings["group_by"], found.settings["cut"]) == ("form", "50%")
    for wrong, said in (
        ({"cut": "high"}, "“high” cannot be used"),
        ({"cut": "3"}, "from 1 to 2"),
        ({"group_by": "age"}, "age"),
    ):
        refused = browser.fill(f"{path}/answers", wrong)
        assert refused.status_code in {400, 422}
        assert said in refused.text
    assert 'value="50%"' in browser.get(f"{path}/exam").text  # the earlier ones stay
    changed = browser.fill(f"{path}/answers", {"cut": "1"}).text  # without sending the file again
    assert "answers.csv" in changed
    assert 'name="cut" value="1"' in changed
    assert 'name="group_by" value=""' in changed
    assert 'name="cut" value=""' in browser.fill(f"{path}/answers", {"remove": "1"}).text


def test_a_dismissed_flag_stays_dismissed_in_the_next_check_and_in_that_of_a_corrected_file(browser, tmp_path):
    path = browser.upload(GIFT).url.path
    checked(browser, path)
    assert ("first", "longest-key") in flagged(tmp_path, path)
    form = {"question": "first", "rule": "longest-key", "note": "It <b>is</b> right."}
    page = browser.fill(f"{path}/flags", form).text
    assert "It &lt;b&gt;is&lt;/b&gt; right." in page
    assert "The report still shows them" in page
    checked(browser, path)
    assert ("first", "longest-key") not in flagged(tmp_path, path)
    assert "The report still shows them" not in browser.get(f"{path}/flags").text
    again = browser.upload(GIFT.replace("Who built the boat?", "Who made the boat?")).url.path
    checked(browser, again)
    assert ("first", "longest-key") not in flagged(tmp_path, again)
    changed = browser.upload(GIFT.replace("~grey", "~white")).url.path
    checked(browser, changed)
    assert ("first", "longest-key") in flagged(tmp_path, changed)
    page = browser.get(f"{changed}/flags").text  # what was dismissed of another wording is open again
    assert "The report still shows them" not in page
    assert "It &lt;b&gt;is&lt;/b&gt; right." not in page
    assert 'name="rule" value="longest-key"' in page


def test_dismissed_flags_are_handed_out_as_the_command_line_reads_them(browser, tmp_path):
    path = browser.upload(GIFT).url.path
    checked(browser, path)
    browser.fill(f"{path}/flags", {"question": "first", "rule": "longest-key", "note": 'So "it" is.'})
    (tmp_path / "d.toml").write_bytes(browser.get(f"{path}/dismissed.toml").content)
    [dismissal] = read_dismissals(tmp_path / "d.toml")
    assert (dismissal.question, dismissal.rule, dismissal.note) == ("first", "longest-key", 'So "it" is.')
    browser.fill(f"{path}/flags", {"question": "first", "rule": "longest-key", "undo": "1"})
    assert "[[dismissed]]" not in browser.get(f"{path}/dismissed.toml").text
    assert browser.fill(f"{path}/flags", {"question": "first", "rule": "no-rule"}).status_code == 400


def test_the_pages_speak_german(browser):
    german = {"accept-language": "de"}
    path = browser.upload(GIFT).url.path
    assert "Frage first berichtigen" in browser.get(f"{path}/question?id=first", headers=german).text
    assert "Antwortbogen: exam" in browser.get(f"{path}/download/html", headers=german).text
    checked(browser, path)
    assert "Hinweise verwerfen" in browser.get(f"{path}/flags", headers=german).text


@pytest.mark.parametrize("ending", ["gift", "txt", "csv", "docx", "xml"])
def test_a_corrected_exam_goes_back_into_its_own_file_with_all_else_as_it_was(browser, tmp_path, ending):
    items = [
        Item("1", "p", "Mina rowed.", "Who rowed & sang?", ("Mina", 'Pip: "the" cat'), 0),
        Item("2", "p", "Mina rowed.", "Who?", ("Mina", "Ann"), 1),
    ]
    form = {"txt": "aiken", "xml": "moodle-xml"}.get(ending)
    write(Dataset("x", tuple(items)), tmp_path / f"exam.{ending}", form, lose=True)
    data = (tmp_path / f"exam.{ending}").read_bytes()
    path = browser.upload(data, f"exam.{ending}").url.path
    assert browser.get(f"{path}/own").status_code == 200
    assert browser.get(f"{path}/own").content == data
    assert "exam.gift, corrected" not in browser.get(f"{path}/download").text
    name = read(tmp_path / f"exam.{ending}", passage_needed=False)[1].id
    page = browser.get(f"{path}/question?id={name}").text
    fields = {"id": name, "text": "Who?", "option:0": 'Mina & "Jo"', "option:1": "Ann", "key": "1"}
    fields["state"] = re.search(r'name="state" value="([^"]*)"', page)[1]
    browser.fill(f"{path}/question", fields)
    assert f"exam.{ending}, corrected" in browser.get(f"{path}/download").text
    (tmp_path / "mended").mkdir()
    (tmp_path / "mended" / f"exam.{ending}").write_bytes(mended := browser.get(f"{path}/own").content)
    there = read(tmp_path / "mended" / f"exam.{ending}", passage_needed=False)
    assert [item.options for item in there] == [items[0].options, ('Mina & "Jo"', "Ann")]
    if ending == "docx":
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(io.BytesIO(mended)) as new:
            assert [n for n in old.namelist() if old.read(n) != new.read(n)] == ["word/document.xml"]
    else:
        changed = [pair for pair in zip(data.splitlines(), mended.splitlines(), strict=True) if pair[0] != pair[1]]
        assert len(changed) == 1


def test_what_cannot_go_back_into_the_file_is_named_and_the_rest_is_put_there(browser):
    shown = "".join(f"<response_label ident='{name}'><material><mattext>{name} {{ways}}</mattext></material>"
                    "</response_label>" for name in ("Mina", "Ann"))  # fmt: skip
    item = QTI_UNKEYED.replace("<choices/>", shown)
    path = browser.upload(item.replace("{ways}", "<b>rowed</b> home").encode(), "exam.xml").url.path
    browser.fill(f"{path}/keys", {"key:one": "1"})
    page = browser.get(f"{path}/download").text
    assert "It is not certain where these corrections belong in your own file" in page
    assert "<li>one: key</li>" in page
    assert "exam.xml, corrected" not in page
    assert browser.get(f"{path}/own").status_code == 404
    fields = {"id": "one", "text": "Who rowed the boat?", "option:0": "Mina rowed home", "key": "1"}
    browser.fill(f"{path}/question", {**fields, "option:1": "Ann rowed home"})
    assert "exam.xml, corrected" in browser.get(f"{path}/download").text
    assert (
        browser.get(f"{path}/own").content
        == item.replace("{ways}", "<b>rowed</b> home").replace("Who rowed?", "Who rowed the boat?").encode()
    )


def test_a_passage_put_right_changes_for_all_its_questions_and_goes_back(browser):
    path = browser.upload(GIFT).url.path
    put_right(browser, path, **{"passage": PASSAGE.replace("last day", "first day"), "option:0": LONG_GREEN})
    assert browser.get(f"{path}/exam").text.count("On the first day of May") == 1
    assert browser.get(f"{path}/own").content == GIFT.replace("last day", "first day").encode()
    assert put_right(browser, path, passage=" ").status_code == 400
    put_right(browser, path, undo="1")
    assert "On the last day of May" in browser.get(f"{path}/question?id=first").text


def test_a_form_opened_before_its_passage_changed_is_refused(browser):
    path = browser.upload(GIFT).url.path
    state = re.search(r'name="state" value="([^"]*)"', browser.get(f"{path}/question?id=first").text)[1]
    put_right(browser, path, passage="The boat was red.")
    assert put_right(browser, path, passage=PASSAGE, state=state).status_code == 400


def test_a_corrected_key_goes_back_and_no_mark_stays_at_the_old_one(browser):
    partly = GIFT.replace("~red", "~%50%red")
    path = browser.upload(partly).url.path
    put_right(browser, path, key="2", **{"option:0": LONG_GREEN})
    changed = partly.replace("{=green", "{~green").replace("~blue", "=blue")
    assert browser.get(f"{path}/own").content == changed.encode()
    assert browser.get(f"{path}/download/moodle-xml").text.count('fraction="100"') == GIFT.count("{=")
