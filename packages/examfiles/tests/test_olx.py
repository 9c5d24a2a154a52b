"""Open edX: problems alone and in a course, with the texts above them; what is left out, and its Markdown."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.wording import notes_of, skipped_lines

STORY = "Ida kept the lamp on the headland for thirty years, and wrote down every ship that passed it in a book."


def choice(label: str, *options: str, right: int = 0, kind: str = "multiplechoice", group: str = "choicegroup") -> str:
    inner = "".join(f'<choice correct="{str(at == right).lower()}">{text}</choice>' for at, text in enumerate(options))
    return f"<{kind}response>{label}<{group}>{inner}</{group}></{kind}response>"


def problem(*parts: str, **attributes: str) -> str:
    named = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<problem{named}>\n{chr(10).join(parts)}\n</problem>"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_problem_is_read_with_its_passage_hints_and_what_is_said_of_options(tmp_path: Path) -> None:
    hinted = "the <i>lamp</i> &amp; book<choicehint>Yes.</choicehint>"
    label = "<label>What did she <b>not</b> keep?</label><description>Think.</description>"
    asked = choice(label, "a farm", hinted, right=1)
    after = "<solution><p>Line 1.</p></solution><demandhint><hint>Look.</hint><hint>Again.</hint></demandhint>"
    dataset = read(
        write(tmp_path / "ida.xml", problem(f"<p>{STORY}</p>", asked, after, display_name="Ida", weight="2"))
    )
    (item,) = dataset
    assert (item.id, item.passage, item.question) == ("ida", STORY, "What did she not keep?\nThink.")
    assert (item.options, item.answer) == (("a farm", "the lamp & book"), 1)
    assert item.metadata == {
        "title": "Ida",
        "points": "2",
        "hint_1": "Look.",
        "hint_2": "Again.",
        "feedback": "Line 1.",
        "feedback_b": "Yes.",
        "emphasised": "not",
        "formatting": "B 4 em lamp",
    }


def test_a_short_text_above_a_question_belongs_to_it_and_so_does_text_without_an_element(tmp_path: Path) -> None:
    data = problem(
        "Look at the chart.", "<p>Who rowed?</p>", choice("", "Ida", "Mina"), "Then?", choice("", "Yes", "No")
    )
    first, second = read(write(tmp_path / "a.xml", data), passage_needed=False)
    assert (first.id, first.question, first.passage) == ("a-1", "Look at the chart.\nWho rowed?", "")
    assert (second.id, second.question) == ("a-2", "Then?")


def test_lists_and_boxes_with_one_right_option_are_choices_and_all_else_is_named(tmp_path: Path) -> None:
    boxes = {"kind": "choice", "group": "checkboxgroup"}
    texts = r"""options="('Ida', 'it\'s')" correct="it's" """
    listed = f"<optionresponse><label>Two?</label><optioninput {texts}/></optionresponse>"
    parts = (
        *(choice("<label>One?</label>", "a", "b", right=1, **boxes), listed),
        choice("<label>Both?</label>", "a", "b", **boxes).replace("false", "true"),
        *("<stringresponse answer='x'><label>Who?</label><textline/></stringresponse>", "<customresponse/>"),
        "<p>The <optionresponse><optioninput options=\"('a','b')\" correct='a'/></optionresponse> sat.</p>",
        choice("<label>$n?</label>", "a", "b"),
        "<script>n = 1</script>",
    )
    dataset = read(write(tmp_path / "a.xml", problem(*parts)), passage=STORY)
    assert [(item.question, item.options, item.answer) for item in dataset] == [
        ("One?", ("a", "b"), 1),
        ("Two?", ("Ida", "it's"), 1),
    ]
    assert [line.split(": left out ")[1] for line in skipped_lines(dataset.skipped)] == [
        "(several of its options may be ticked)",
        "(a short-answer question: it lists right answers, and no wrong ones)",
        "(a question of the kind customresponse)",
        "(a text with gaps to fill from lists)",
        "(its text or its key is drawn at random for each candidate)",
    ]
    assert any("candidates may tick several options" in note for note in notes_of(dataset.notes))


def test_a_course_gives_each_problem_the_texts_above_it_in_its_unit(tmp_path: Path) -> None:
    parts = (("html", "h1"), ("problem", "p1"), ("html", "h2"), ("problem", "p2"), ("problem", "p9"))
    unit = "".join(f"<{kind} url_name='{name}'/>" for kind, name in parts)
    write(tmp_path / "c/course.xml", '<course url_name="x" org="o" course="c"/>')
    write(tmp_path / "c/about/empty.html", "")
    write(tmp_path / "c/html/h1.html", f"<p>{STORY}</p>")
    write(tmp_path / "c/html/h2.html", "<h3>Later</h3><p>The mill stood idle.</p>")
    write(tmp_path / "c/vertical/v.xml", f"<vertical>{unit}</vertical>")
    for name in ("p1", "p2", "p3"):
        write(tmp_path / f"c/problem/{name}.xml", problem(choice(f"<label>{name}?</label>", "a", "b")))
    dataset = read(tmp_path / "c", passage_needed=False)
    assert [(item.id, item.passage) for item in dataset] == [
        ("p1", STORY),
        ("p2", "Later\nThe mill stood idle."),
        ("p3", ""),
    ]
    assert [left.reason.code for left in dataset.skipped] == ["left-file-missing"]
    assert any("a text of 5 words is read as the passage" in note for note in notes_of(dataset.notes))


def test_a_problem_that_declares_entities_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="declares entities"):
        read(
            write(
                tmp_path / "a.xml", '<!DOCTYPE p [<!ENTITY x "y">]>' + problem(choice("<label>&x;?</label>", "a", "b"))
            )
        )


MARKDOWN = f"""{STORY}

>>What did she keep?||Think.<<

( ) a farm {{{{No.}}}}
(x) a lamp {{{{Yes.}}}}

||Look at line 1.||

[explanation]
The first line
says so.
[explanation]

---
>>In which year?<<

= 1987

>>Where was it?<<

[[on a hill, (on the headland)]]

>>Which two?<<
[x] the lamp
[x] the book
[ ] the mill
"""


@pytest.mark.parametrize("name", ["exam.md", "exam.txt"])
def test_its_markdown_is_read_as_typed_text(tmp_path: Path, name: str) -> None:
    dataset = read(write(tmp_path / name, MARKDOWN))
    kept, where = dataset
    assert (kept.passage, kept.question, kept.options, kept.answer) == (
        *(STORY, "What did she keep? Think."),
        *(("a farm", "a lamp"), 1),
    )
    assert kept.metadata == {"feedback": "The first line says so.", "feedback_a": "No.", "feedback_b": "Yes."}
    assert (where.passage, where.question, where.options, where.answer) == (
        *(STORY, "Where was it?"),
        *(("on a hill", "on the headland"), 1),
    )
    assert [line.split(": left out ")[1] for line in skipped_lines(dataset.skipped)] == [
        "(a short-answer question: it lists right answers, and no wrong ones)",
        "(2 of its options are right (A, B); one is expected)",
    ]
