"""Lists of word processors that go on from question to question, or that number options as they number questions."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles import read
from examfiles.items import LETTERS, Dataset
from tests.made_office import W, docx, odf, wp

TEXT = "The ferry to Orlo leaves twice a day. On Sundays it stays in the harbour, and the crew mends nets until dusk."
COUNTS = st.lists(st.integers(2, 5), min_size=2, max_size=9)


def numbering(form: str, text: str) -> str:
    """Return a numbering part: list 1 numbers questions, list 2 options in a form, and neither starts again."""
    level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{}"/><w:lvlText w:val="{}"/></w:lvl>'
    lists = "".join(
        f'<w:abstractNum w:abstractNumId="{number}">{level.format(*how)}</w:abstractNum>'
        for number, how in enumerate((("decimal", "%1."), (form, text)))
    )
    numbers = "".join(f'<w:num w:numId="{n + 1}"><w:abstractNumId w:val="{n}"/></w:num>' for n in range(2))
    return f'<w:numbering xmlns:w="{W}">{lists}{numbers}</w:numbering>'


def asked(counts: list[int]) -> list[tuple[str, list[str]]]:
    return [(f"When does boat {n} leave?", [f"on day {n}.{o}" for o in range(count)]) for n, count in enumerate(counts)]


def exam(data: bytes, name: str) -> Dataset:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        return read(path, passage_needed=False)


def word(counts: list[int], key: str, form: str = "lowerLetter", text: str = "%1)") -> Dataset:
    blocks = [wp(TEXT)]
    for question, options in asked(counts):
        blocks += [wp(question, level=0, number=1), *(wp(option, level=0, number=2) for option in options)]
    parts: dict[str, str | bytes] = {"word/numbering.xml": numbering(form, text)}
    return exam(docx(*blocks, wp("Answer key"), wp(key), parts=parts), "exam.docx")


def printed(place: int) -> str:
    """Return the letter that Word shows before an entry: behind z comes aa, then bb."""
    return LETTERS[place % 26].lower() * (place // 26 + 1)


def keys_of(counts: list[int], right: list[int]) -> list[int]:
    return [own % count for own, count in zip(right, counts, strict=False)]


def is_read(found: Dataset, counts: list[int], keys: list[int]) -> None:
    assert [(item.question, list(item.options)) for item in found] == asked(counts)
    assert [item.answer for item in found] == keys
    assert {item.passage for item in found} == {TEXT}


@given(counts=COUNTS, right=st.lists(st.integers(0, 59), min_size=9, max_size=9))
def test_letters_that_go_on_are_options_of_each_question_and_its_key_is_the_printed_one(
    counts: list[int], right: list[int]
) -> None:
    keys = keys_of(counts, right)
    letters = [printed(sum(counts[:n]) + key) for n, key in enumerate(keys)]
    is_read(word(counts, ", ".join(f"{n} {own}" for n, own in enumerate(letters, start=1))), counts, keys)


@given(counts=COUNTS, right=st.lists(st.integers(0, 59), min_size=9, max_size=9))
@pytest.mark.parametrize(("form", "text"), [("decimal", "%1."), ("decimal", "%1)")])
def test_a_second_list_with_numbers_has_the_options_of_the_first(
    form: str, text: str, counts: list[int], right: list[int]
) -> None:
    keys = keys_of(counts, right)
    for names in (LETTERS.lower(), "123456789"):
        key = "  ".join(f"{n}. {names[own]}" for n, own in enumerate(keys, start=1))
        is_read(word(counts, key, form, text), counts, keys)


def test_letters_of_typed_options_may_go_on_too(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    typed = "1. Who sat?\na) Ann\nb) Bo\n\n2. Who ran?\nc) Cem\nd) Dan\ne) Ed\n\n3. Who ate?\nf) Eve    g) Fay\n"
    path.write_text(f"{TEXT}\n\n{typed}\nKey: 1 b, 2 e, 3 f\n", encoding="utf-8")
    found = read(path, passage_needed=False)
    assert [item.options for item in found] == [("Ann", "Bo"), ("Cem", "Dan", "Ed"), ("Eve", "Fay")]
    assert [item.answer for item in found] == [1, 2, 0]


def test_letters_that_do_not_follow_are_no_options(tmp_path: Path) -> None:
    path = tmp_path / "exam.txt"
    path.write_text(
        "1. Who sat?\nA. Ann\nB. Bo\nAnswer: A\n\n2. Who ran?\nD. Cem\nE. Dan\nAnswer: E\n", encoding="utf-8"
    )
    assert [item.id for item in read(path, passage_needed=False, skip_bad=True)] == ["1"]


def test_questions_of_a_task_in_a_list_of_their_own_are_no_options() -> None:
    blocks = [wp(TEXT), wp("Read the text and answer the questions.", level=0, number=1)]
    for question, options in asked([2, 3]):
        blocks += [wp(question, level=0, number=2), *(wp(f"{'abc'[at]}) {one}") for at, one in enumerate(options))]
    data = docx(*blocks, wp("Key: 1 a, 2 c"), parts={"word/numbering.xml": numbering("decimal", "%1.")})
    assert [(item.question, len(item.options)) for item in exam(data, "exam.docx")] == [
        ("When does boat 0 leave?", 2),
        ("When does boat 1 leave?", 3),
    ]


def test_letters_go_on_in_open_documents_where_their_list_does() -> None:
    style = (
        '<text:list-style style:name="{}"><text:list-level-style-number text:level="1" style:num-suffix="{}" '
        'style:num-format="{}"/></text:list-style>'
    )
    styles = style.format("Q", ".", "1") + style.format("O", ")", "a")
    body = f"<text:p>{TEXT}</text:p>"
    for question, options in asked([3, 2, 4]):
        body += f'<text:list text:style-name="Q" text:continue-numbering="true"><text:list-item><text:p>{question}'
        body += '</text:p></text:list-item></text:list><text:list text:style-name="O" text:continue-numbering="true">'
        body += "".join(f"<text:list-item><text:p>{one}</text:p></text:list-item>" for one in options) + "</text:list>"
    body += "<text:p>Key: 1 c, 2 d, 3 i</text:p>"
    is_read(exam(odf("text", body, styles), "exam.odt"), [3, 2, 4], [2, 0, 3])
