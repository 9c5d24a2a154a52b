"""Moodle's backups and the tables of its Word template: read as Moodle XML is, in the order of quizzes."""

import io
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import docx
import pytest

from examfiles import read, write
from examfiles.errors import DataError, UsageError
from examfiles.wording import notes_of, skipped_lines
from tests.made_office import zipped

STORY = "Ida kept the lamp on the headland for thirty years, and wrote down every ship that passed it in a book. "
OTHER = "The mill stood idle all winter, because the brook had frozen and the miller had gone to see his sister. "


def answers(*texts: str, right: int = 0) -> str:
    return "".join(
        f"<answer id='1'><answertext>{escape(text)}</answertext><answerformat>1</answerformat>"
        f"<fraction>{float(place == right):.7f}</fraction>"
        f"<feedback>{'Yes.' if place == right else '$@NULL@$'}</feedback>"
        "<feedbackformat>1</feedbackformat></answer>"
        for place, text in enumerate(texts)
    )


def question(number: int, kind: str, text: str, options: str = "", **more: str) -> str:
    own = {"parent": "0", "name": f"q{number}", "questiontext": escape(text), "questiontextformat": "1", **more}
    inner = "".join(f"<{tag}>{value}</{tag}>" for tag, value in own.items())
    settings = "<single>1</single><shuffleanswers>1</shuffleanswers><answernumbering>abc</answernumbering>"
    return (
        f"<question id='{number}'>{inner}<defaultmark>2.0000000</defaultmark><qtype>{kind}</qtype>"
        f"<plugin_qtype_{kind}_question><answers>{options}</answers><multichoice>{settings}</multichoice>"
        f"</plugin_qtype_{kind}_question><question_hints><question_hint><hint>Look again.</hint>"
        "<hintformat>1</hintformat></question_hint></question_hints><tags><tag><rawname>easy</rawname></tag></tags></question>"
    )


def bank(*questions: str) -> str:
    return (
        "<?xml version='1.0'?>\n<question_categories><question_category id='1'><name>Ships</name><info></info>"
        f"<questions>{''.join(questions)}</questions></question_category></question_categories>"
    )


def quiz(*slots: str) -> str:
    instances = "".join(
        f"<question_instance><slot>{n}</slot>{slot}</question_instance>" for n, slot in enumerate(slots, 1)
    )
    return (
        f"<activity id='1' modulename=\"quiz\"><quiz><name>Test 1</name><question_instances>{instances}"
        "</question_instances></quiz></activity>"
    )


def backup(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    if path.suffix == ".zip":
        path.write_bytes(zipped(dict(parts)))
        return path
    with tarfile.open(path, "w:gz") as archive:
        for name, text in parts.items():
            member, data = tarfile.TarInfo(name), text if isinstance(text, bytes) else text.encode()
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


WHO = question(3, "multichoice", "<p>Who <b>did not</b> row?</p>", answers("Mina", "the &amp; heron", right=1))
BANK = (
    question(1, "description", STORY),
    question(2, "description", OTHER),
    WHO,
    question(4, "truefalse", "The brook froze.", answers("True", "False")),
    question(5, "match", "Match."),
    question(6, "shortanswer", "A part.", parent="5"),
    question(7, "multichoice", "Not in the quiz?", answers("Yes", "No")),
)


@pytest.mark.parametrize("name", ["exam.mbz", "exam.zip"])
def test_a_backup_is_read_in_the_order_of_its_quiz_with_all_that_moodle_xml_keeps(tmp_path: Path, name: str) -> None:
    order = quiz(*(f"<questionid>{number}</questionid>" for number in (1, 3, 2, 4)))
    parts = {".ARCHIVE_INDEX": "x", "users.xml": "<users/>", "activities/quiz_2/quiz.xml": order}
    dataset = read(backup(tmp_path / name, {**parts, "questions.xml": bank(*BANK)}), passage_needed=False)
    who, brook, extra = dataset
    assert (who.passage, brook.passage, extra.passage) == (STORY.strip(), OTHER.strip(), "")
    assert (who.question, who.options, who.answer) == ("Who did not row?", ("Mina", "the & heron"), 1)
    assert who.metadata == {
        "category": "Test 1",
        "tags": "easy",
        "points": "2",
        "shuffle": "true",
        "numbering": "abc",
        "hint_1": "Look again.",
        "emphasised": "did not",
        "feedback_b": "Yes.",
    }
    assert (brook.options, brook.answer, brook.metadata["type"]) == (("True", "False"), 0, "true-false")
    assert (extra.question, extra.metadata["category"]) == ("Not in the quiz?", "Ships")
    assert [line.split("questions.xml, ")[1] for line in skipped_lines(dataset.skipped)] == [
        "line 2: left out (a matching question)"  # and not its part
    ]


def test_of_several_versions_the_one_that_a_quiz_names_is_read_or_the_last_that_is_no_draft(tmp_path: Path) -> None:
    def entry(number: int, *versions: tuple[str, str]) -> str:
        inner = "".join(
            f"<question_versions><version>{at}</version><status>{status}</status><questions>"
            f"{question(number * 100 + at, 'multichoice', text, answers('a', 'b'))}</questions></question_versions>"
            for at, (status, text) in enumerate(versions, 9)
        )
        inner = f"<idnumber>n{number}</idnumber><question_version>{inner}</question_version>"
        return f"<question_bank_entry id='{number}'>{inner}</question_bank_entry>"

    entries = (
        entry(1, ("ready", "One, old?"), ("ready", "One, new?")),
        entry(2, ("ready", "Two, old?"), ("ready", "Two, new?"), ("draft", "Two, draft?")),
    )
    whole = bank().replace(
        "<questions></questions>", f"<question_bank_entries>{''.join(entries)}</question_bank_entries>"
    )
    slot = "<question_reference><questionbankentryid>1</questionbankentryid><version>9</version></question_reference>"
    path = backup(tmp_path / "a.mbz", {"quiz_1/quiz.xml": quiz(slot), "questions.xml": whole})
    dataset = read(path, passage=STORY)
    assert [(item.id, item.question) for item in dataset] == [("n1", "One, old?"), ("n2", "Two, new?")]
    assert any("3 older versions and drafts of questions were not read" in note for note in notes_of(dataset.notes))


def test_a_bank_behind_hundreds_of_other_files_is_found_and_a_quiz_alone_names_what_is_missing(tmp_path: Path) -> None:
    many = {f"activities/forum_{n}/forum.xml": "<activity/>" for n in range(300)}
    path = backup(tmp_path / "a.mbz", {**many, "questions.xml": bank(WHO)})
    assert [item.question for item in read(path, passage=STORY)] == ["Who did not row?"]
    (tmp_path / "quiz.xml").write_text(quiz("<questionid>3</questionid>"))
    with pytest.raises(DataError, match=r"which are in questions\.xml\. Give the whole backup"):
        read(tmp_path / "quiz.xml")


def test_a_backup_keeps_the_limits_of_xml_and_of_archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = bank(WHO).replace("\n", '<!DOCTYPE a [<!ENTITY x "y">]>')
    with pytest.raises(DataError, match=r"questions\.xml: the XML declares entities"):
        read(backup(tmp_path / "a.mbz", {"questions.xml": evil}))
    monkeypatch.setenv("MAGNETITE_UNPACKED", "0.00001")
    with pytest.raises(DataError, match=r"unpacks to more than"):
        read(backup(tmp_path / "b.mbz", {"questions.xml": bank(WHO) + " " * 20_000}))


def word(path: Path, *tables: Sequence[Sequence[str]], between: Mapping[int, Sequence[str]] = {}) -> Path:
    """Write a document of Moodle's tables; rows of two cells have the first over three columns."""
    document = docx.Document()
    for number, rows in enumerate(tables):
        for text in between.get(number, ()):
            document.add_paragraph(text.lstrip("#"), style=f"Heading {text.count('#')}" if "#" in text else None)
        table = document.add_table(0, 4)
        for row in rows:
            cells = table.add_row().cells
            if len(row) == 2:
                cells = [cells[0].merge(cells[2]), cells[3]]
            for cell, text in zip(cells, row, strict=True):
                cell.text = text
    document.save(str(path))
    return path


HEAD = ("#", "Answers", "Feedback", "Grade")
CHOICE = (
    ("Who did not row?\nThink.", "MC"),
    *(("Default mark:", "2"), ("Shuffle the choices?", "Yes"), ("Number the choices?", "a")),
    *(("Penalty for each incorrect try:", "33.3"), ("ID number:", "who"), HEAD),
    *(("A.", "Mina", "She did.", "0"), ("B.", "the heron", "Yes.", "100"), ("C.", "Pip", "", "33,33333")),
    *(("", "General feedback:", "Page 2.", ""), ("", "Correct feedback:", "Well done.", "")),
    *(("", "Incorrect feedback:", "", ""), ("", "Hint 1:", "Look again.", "")),
    ("", "Show the number of correct responses (Hint 1):", "Yes", ""),
    ("Allows the selection of a response from a list. (MC/MA)", ""),
)


def typed(kind: str, *rows: Sequence[str]) -> tuple[Sequence[str], ...]:
    return ((f"Text of {kind}", kind), ("Default mark:", "1"), HEAD, *rows)


def test_a_table_of_moodle_s_word_template_is_a_question_with_its_settings(tmp_path: Path) -> None:
    passage = ((STORY, "DE"), ("ID number:", "p1"), ("", "", "", ""))
    truth = typed("TF", ("", "True", "", "0"), ("", "False", "", "100"))
    both = typed("MA", ("A.", "a", "", "50"), ("B.", "b", "", "50"))
    one = typed("MA", ("A.", "a", "", "100"), ("B.", "b", "", "0"))
    between = {
        0: ("#Ships", "##Ida"),
        1: ("##Rowing",),
        2: ("A stray line.", "##Truth"),
        3: ("##Both",),
        4: ("##One",),
        5: ("##Essay",),
    }
    path = word(tmp_path / "a.docx", passage, CHOICE, truth, both, one, typed("ES"), between=between)
    dataset = read(path)
    who, is_true, ticked = dataset
    assert {(item.passage, item.passage_id) for item in dataset} == {(STORY.strip(), "p1")}
    assert (who.id, who.question, who.answer) == ("who", "Who did not row?\nThink.", 1)
    assert who.options == ("Mina", "the heron", "Pip")
    assert who.metadata == {
        "title": "Rowing",
        "category": "Ships",
        "points": "2",
        "shuffle": "true",
        "numbering": "abc",
        "feedback": "Page 2.",
        "feedback_a": "She did.",
        "feedback_b": "Yes.",
        "feedback_right": "Well done.",
        "hint_1": "Look again.",
        "credit": "0, 100, 33.33333",
        "not_read": "Show the number of correct responses (Hint 1)",
    }
    assert (is_true.options, is_true.answer, is_true.metadata["type"]) == (("True", "False"), 1, "true-false")
    assert (ticked.question, ticked.answer) == ("Text of MA", 0)
    assert [line.split(": left out ")[1] for line in skipped_lines(dataset.skipped)] == [
        "(text outside Moodle’s tables (“A stray line.”), which Moodle does not read either)",
        "(several of its options may be ticked)",
        "(an essay question: it has no options)",
    ]
    assert any("candidates may tick several options" in note for note in notes_of(dataset.notes))


def test_what_stands_below_the_options_is_told_by_its_order_in_other_languages(tmp_path: Path) -> None:
    rows = (
        *(("1.", "a", "", "100"), ("2.", "b", "", "0"), ("", "Allgemeines Feedback:", "Seite 2.", "")),
        *(("", "Für jede richtige Antwort:", "Gut.", ""), ("", "Für jede falsche Antwort:", "Nein.", "")),
        ("", "1. Hinweis:", "Lies.", ""),
    )
    (item,) = read(word(tmp_path / "a.docx", typed("MC", *rows)), passage=STORY)
    said = ("Seite 2.", "Gut.", "Nein.", "1. Hinweis")
    assert tuple(item.metadata[name] for name in ("feedback", "feedback_right", "feedback_wrong", "not_read")) == said


def test_a_table_of_two_cells_that_only_looks_like_it_is_read_as_before(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph(STORY)
    for text in ("1. Who kept it?", "A. Ida", "B. Mina", "Answer: A"):
        document.add_paragraph(text)
    table = document.add_table(1, 2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Points", "MC"
    document.save(str(tmp_path / "a.docx"))
    assert [item.question for item in read(tmp_path / "a.docx")] == ["Who kept it?"]


PNG = b"\x89PNG\r\n\x1a\n, of no size"
SHOWN = '<img src="@@PLUGINFILE@@/{}" alt="{}">'


def listed(area: str, owner: int, name: str, content: str) -> str:
    return (
        f"<file id='1'><contenthash>{content}</contenthash><component>question</component><filearea>{area}</filearea>"
        f"<itemid>{owner}</itemid><filepath>/</filepath><filename>{name}</filename></file>"
    )


@pytest.mark.parametrize("name", ["exam.mbz", "exam.zip"])
def test_the_pictures_of_a_backup_are_kept_and_one_without_its_file_is_named(tmp_path: Path, name: str) -> None:
    lamp, oar = "a" * 40, "b" * 40
    options = answers("Mina " + SHOWN.format("an%20oar.png", "an oar"), "the heron")
    asked = question(3, "multichoice", f"<p>Who? {SHOWN.format('lamp.png', 'a lamp')}</p>", options)
    gone = question(4, "multichoice", f"<p>Why? {SHOWN.format('gone.png', 'a gull')}</p>", answers("so", "not"))
    lists = listed("questiontext", 3, "lamp.png", lamp) + listed("answer", 1, "an oar.png", oar)
    parts = {
        "questions.xml": bank(asked, gone),
        "files.xml": f"<files>{lists}{listed('questiontext', 4, 'gone.png', 'c' * 40)}</files>",
        f"files/aa/{lamp}": PNG,
        f"files/bb/{oar}": PNG + b"!",
        f"files/dd/{'d' * 40}": b"%PDF, which is no picture",
    }
    dataset = read(backup(tmp_path / name, parts), passage_needed=False, pictures=True)
    assert sorted(dataset.pictures.values()) == [PNG, PNG + b"!"]
    assert dataset[0].question == "Who? [image: a lamp]"
    assert dataset[1].metadata["pictures"] == "- [image: a gull]"
    with pytest.raises(UsageError, match=r"1 item has a picture, .* \('q4'\)"):
        write(dataset, tmp_path / "copy.xml")
    write(dataset.with_items(dataset.items[:1]), tmp_path / "copy.xml")
    copy = read(tmp_path / "copy.xml", passage_needed=False, pictures=True)
    assert sorted(copy.pictures.values()) == [PNG, PNG + b"!"]
