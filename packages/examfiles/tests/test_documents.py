"""Documents of word processors: lists as they number them, tables, right options set off, keys at the end, pictures."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.items import Dataset
from tests.made_office import W, docx, odf, wbox, wnote, wp, wtable, zipped

PASSAGE = (
    "Mara lives above a bakery. Its shop opens at six, and she is awake by then. In 2019 the bakery closed, and the "
    "people of the street have bought their bread in the next village since."
)
QUESTIONS = ("Where does Mara live?", "When does the shop open?")
OPTIONS = (("in the mill", "above a bakery"), ("at six", "at ten"))


def exam(tmp_path: Path, data: bytes, name: str = "exam.docx", **given: bool) -> Dataset:
    (tmp_path / name).write_bytes(data)
    return read(tmp_path / name, passage_needed=False, **given)


def shape(dataset: Dataset) -> list[tuple[str, tuple[str, ...], str | None]]:
    return [(item.question, item.options, item.answer_letter) for item in dataset]


EXPECTED = [(QUESTIONS[0], OPTIONS[0], "B"), (QUESTIONS[1], OPTIONS[1], "A")]


def listed(number: int = 1, mark: tuple[str, str] = ("", "")) -> list[str]:
    """Type the questions as a list of two levels; `mark` are the properties of the right options' runs, and a style."""
    blocks = []
    for question, options, right in EXPECTED:
        blocks.append(wp(question, level=0, number=number))
        for place, option in enumerate(options):
            properties = mark if "AB"[place] == right else ("", "")
            blocks.append(wp(option, level=1, number=number, mark=properties[0], style=properties[1]))
    return blocks


def test_a_list_is_read_with_the_numbers_that_word_shows_and_no_text_holds(tmp_path: Path) -> None:
    found = exam(tmp_path, docx(wp(PASSAGE), *listed(), wp("Answer key"), wp("1. B"), wp("2. A")))
    assert shape(found) == EXPECTED
    assert {item.passage for item in found} == {PASSAGE}
    assert [item.id for item in found] == ["1", "2"]
    assert found.format == "docx"


def test_a_list_that_word_starts_again_starts_again(tmp_path: Path) -> None:
    other = f"{PASSAGE} That was long ago."
    found = exam(tmp_path, docx(wp(PASSAGE), *listed(1), wp("Key: BA"), wp(other), *listed(2), wp("Key: BA")))
    assert shape(found) == EXPECTED * 2
    assert [item.passage for item in found] == [PASSAGE, PASSAGE, other, other]
    assert [item.id for item in found] == ["1", "2", "exam-3", "exam-4"]


@pytest.mark.parametrize(
    ("way", "mark"),
    [
        ("bold", ("<w:b/>", "")),
        ("bold", ("", "Right")),
        ("underline", ('<w:u w:val="single"/>', "")),
        ("highlight", ('<w:highlight w:val="yellow"/>', "")),
        ("highlight", ('<w:shd w:val="clear" w:fill="FFFF00"/>', "")),
        ("colour", ('<w:color w:val="FF0000"/>', "")),
        ("italic", ("<w:i/>", "")),
    ],
)
def test_the_options_that_are_set_off_are_the_right_ones_and_the_remark_says_so(
    tmp_path: Path, way: str, mark: tuple[str, str]
) -> None:
    found = exam(tmp_path, docx(wp(PASSAGE), *listed(mark=mark)))
    assert shape(found) == EXPECTED
    (note,) = [note for note in found.notes if note.code == "note-key-set-off"]
    assert (note.values["way"], note.values["questions"]) == (way, 2)


def test_a_key_outranks_bold_type_and_two_bold_options_are_no_key(tmp_path: Path) -> None:
    typed = [wp("1. Who?"), wp("A. **Ann**"), wp("B. Bo"), wp("Answer: B")]
    assert shape(exam(tmp_path, docx(*typed))) == [("Who?", ("Ann", "Bo"), "B")]
    with pytest.raises(DataError) as refused:
        exam(tmp_path, docx(wp("1. Who?"), wp("A. **Ann**"), wp("B. **Bo**")))
    assert [left.reason.code for left in refused.value.left] == ["left-no-key"]


def test_typed_labels_in_plain_type_do_not_hide_bold_options_and_bold_words_of_questions_are_kept(
    tmp_path: Path,
) -> None:
    found = exam(tmp_path, docx(wp("1. Which is **not** said?"), wp("A. **Ann sat**"), wp("B. Bo sat")))
    assert (found[0].answer, found[0].metadata["emphasised"]) == (0, "not")


@pytest.mark.parametrize("row", ["A. in the mill\tB. **above a bakery**", "A) in the mill   **B) above a bakery**"])
def test_the_option_of_a_row_that_is_set_off_is_the_right_one(tmp_path: Path, row: str) -> None:
    other = "A. **at six**\tB. at ten" if "\t" in row else "**A) at six**   B) at ten"
    found = exam(tmp_path, docx(wp(f"1. {QUESTIONS[0]}"), wp(row), wp(f"2. {QUESTIONS[1]}"), wp(other)))
    assert shape(found) == EXPECTED
    assert [note.values["way"] for note in found.notes if note.code == "note-key-set-off"] == ["bold"]


def test_bold_type_behind_a_label_in_another_alphabet_is_that_of_the_whole_option(tmp_path: Path) -> None:
    found = exam(
        tmp_path,
        docx(wp("1. \u041a\u0442\u043e?"), wp("\u0430) \u0410\u043d\u043d\u0430"), wp("\u0431) **\u0411\u043e**")),
    )
    assert [(item.options, item.answer) for item in found] == [(("\u0410\u043d\u043d\u0430", "\u0411\u043e"), 1)]


def test_line_breaks_in_a_paragraph_are_lines(tmp_path: Path) -> None:
    found = exam(tmp_path, docx(wp(PASSAGE), wp("1. Who?\nA. Ann\nB. Bo\nAnswer: A")))
    assert shape(found) == [("Who?", ("Ann", "Bo"), "A")]


def test_a_table_with_a_heading_row_has_a_question_in_each_row(tmp_path: Path) -> None:
    rows = [["Question", "A", "B", "Answer"], [QUESTIONS[0], *OPTIONS[0], "B"], [QUESTIONS[1], *OPTIONS[1], "at six"]]
    found = exam(tmp_path, docx(wp(PASSAGE), wtable(rows)))
    assert shape(found) == EXPECTED
    assert {item.passage for item in found} == {PASSAGE}


def test_a_table_for_each_question_is_read_row_by_row(tmp_path: Path) -> None:
    tables = [
        wtable([[str(n), question], ["A", options[0]], ["B.", options[1]]])
        for n, (question, options, _) in enumerate(EXPECTED, start=1)
    ]
    key = wtable([["1", "2"], ["B", "A"]])
    assert shape(exam(tmp_path, docx(wp(PASSAGE), *tables, wp("Answer key"), key))) == EXPECTED


def test_options_in_a_table_are_put_in_the_order_of_their_letters_and_a_table_of_keys_has_names_of_rows(
    tmp_path: Path,
) -> None:
    words = ("in the mill", "above a bakery", "by the river", "at sea")
    table = wtable([[f"A. {words[0]}", f"C. {words[2]}"], [f"B. {words[1]}", f"D. {words[3]}"]])
    key = wtable([["Question", "1", "2"], ["Answer", "b", "d"]])
    blocks = [block for n in (1, 2) for block in (wp(f"{n}. {QUESTIONS[n - 1]}"), table)]
    found = exam(tmp_path, docx(wp(PASSAGE), *blocks, wp("Answer key"), key))
    assert shape(found) == [(QUESTIONS[0], words, "B"), (QUESTIONS[1], words, "D")]
    assert found.skipped == found.notes == ()


def test_a_heading_over_a_table_of_keys_with_names_of_columns_is_not_told_as_unread(tmp_path: Path) -> None:
    key = wtable([["Question", "Answer"], ["1", "B"], ["2", "A"]])
    questions = [
        wp(line) for n, (q, o, _) in enumerate(EXPECTED, 1) for line in (f"{n}. {q}", f"A. {o[0]}", f"B. {o[1]}")
    ]
    found = exam(tmp_path, docx(wp(PASSAGE), *questions, wp("Answer Key"), key), skip_bad=True)
    assert shape(found) == EXPECTED
    assert found.skipped == ()


def test_a_document_without_questions_is_told_how_to_type_them(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"no questions were recognised\. In the text, number the questions, begin each"
    ):
        exam(tmp_path, docx(wp(PASSAGE), wp("Who? Ann, Bo or Cy")))


def test_a_picture_is_named_where_it_stood(tmp_path: Path) -> None:
    blocks = [wp("1. What is this?", picture="a lamp"), wp("A. a lamp"), wp("B. a cup"), wp("Answer: A")]
    assert exam(tmp_path, docx(*blocks))[0].question == "What is this? [image: a lamp]"


def test_footnotes_stand_where_their_signs_are(tmp_path: Path) -> None:
    notes = "".join(
        f'<w:footnote w:id="{n}"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:footnote>'
        for n, text in ((2, "an oven for pots"), (3, "a drink"))
    )
    parts = {"word/footnotes.xml": f'<w:footnotes xmlns:w="{W}">{notes}</w:footnotes>'}
    question = [wp("1. What has she?"), wnote("A. tea", 3, ""), wp("B. a kiln"), wp("Key: B")]
    blocks = [wnote("Ann has a kiln", 2, "."), *question]
    found = exam(tmp_path, docx(*blocks, parts=parts))
    assert found[0].passage == "Ann has a kiln [note: an oven for pots] ."
    assert found[0].options == ("tea [note: a drink]", "a kiln")
    again = exam(tmp_path, docx(*[wnote("Tea", 3, ".")] * 3, *question, parts=parts))
    assert " ".join((again[0].passage, *again[0].options)).count("a drink") == 1
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>a drink</text:p>"
    tea = f"A. tea{note}</text:note-body></text:note>"
    body = "".join(f"<text:p>{line}</text:p>" for line in ("1. What?", tea, "B. milk", "Key: A"))
    assert exam(tmp_path, odf("text", body), "exam.odt")[0].options == ("tea [note: a drink]", "milk")


def test_text_boxes_are_read_once_after_their_paragraphs(tmp_path: Path) -> None:
    questions = [wp("1. Who?"), wp("A. Ann"), wp("B. Bo"), wp("Answer: A")]
    found = exam(tmp_path, docx(wbox("", wp(PASSAGE)), *questions))
    assert (found[0].passage, shape(found)) == (PASSAGE, [("Who?", ("Ann", "Bo"), "A")])
    found = exam(tmp_path, docx(wp(PASSAGE), wbox("In the box:", *questions)))
    assert (shape(found), len(found.skipped)) == ([("Who?", ("Ann", "Bo"), "A")], 0)
    box = f"<draw:frame><draw:text-box><text:p>{PASSAGE}</text:p></draw:text-box></draw:frame>"
    lines = "".join(f"<text:p>{line}</text:p>" for line in ("1. Who?", "A. Ann", "B. Bo", "Answer: A"))
    found = exam(tmp_path, odf("text", f"<text:p>{box}</text:p>{lines}"), "exam.odt")
    assert (found[0].passage, shape(found)) == (PASSAGE, [("Who?", ("Ann", "Bo"), "A")])


def test_places_count_the_paragraphs(tmp_path: Path) -> None:
    blocks = [wp(PASSAGE), wp("1. Who?"), wp("A. Ann"), wp("B. Bo"), wp("Answer: C")]
    with pytest.raises(DataError, match=r"exam\.docx, paragraph 2 \(question 1\): the key 'C' is not one of A–B"):
        exam(tmp_path, docx(*blocks))


@pytest.mark.parametrize("name", ["exam.docx", "exam.odt"])
@pytest.mark.parametrize("data", [b"PK\x03\x04...", zipped({"a.txt": "x"})])
def test_a_damaged_document_is_said_to_be_damaged(tmp_path: Path, name: str, data: bytes) -> None:
    with pytest.raises(DataError, match=rf"{name}: the (file|document) .*Save it again"):
        exam(tmp_path, data, name)


@pytest.mark.parametrize(
    "properties", ["<w:pStyle/>", "<w:numPr><w:ilvl/></w:numPr>", '<w:rPr><w:b w:val="5"/></w:rPr>']
)
def test_a_document_with_values_that_word_never_writes_is_read_or_said_to_be_damaged(
    tmp_path: Path, properties: str
) -> None:
    bold = properties if "rPr" in properties else ""
    paragraph = f"<w:p><w:pPr>{'' if bold else properties}</w:pPr><w:r>{bold}<w:t>1. Who?</w:t></w:r></w:p>"
    with pytest.raises(DataError, match=r"exam\.docx"):
        exam(tmp_path, docx(paragraph))


STYLES = (
    '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="T2" style:family="text" style:parent-style-name="T1">'
    '<style:text-properties fo:font-style="italic"/></style:style>'
    '<text:list-style style:name="L1">'
    '<text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/>'
    '<text:list-level-style-number text:level="2" style:num-suffix=")" style:num-format="a"/></text:list-style>'
)


def odt_list(*, bold: str = "", again: bool = False) -> str:
    entries = ""
    for question, options, right in EXPECTED:
        items = ""
        for place, option in enumerate(options):
            text = (
                f'<text:span text:style-name="{bold}">{option}</text:span>' if bold and "AB"[place] == right else option
            )
            items += f"<text:list-item><text:p>{text}</text:p></text:list-item>"
        entries += f"<text:list-item><text:p>{question}</text:p><text:list>{items}</text:list></text:list-item>"
    continued = ' text:continue-numbering="true"' if again else ""
    return f'<text:list text:style-name="L1"{continued}>{entries}</text:list>'


def test_an_open_document_is_read_with_its_lists_and_its_key(tmp_path: Path) -> None:
    key = "<text:h>Answer key</text:h><text:p>1. B<text:s text:c='2'/>2. A</text:p>"
    body = f"<text:p>{PASSAGE}</text:p>{odt_list()}{key}"
    found = exam(tmp_path, odf("text", body, STYLES), "exam.odt")
    assert shape(found) == EXPECTED
    assert (found[0].passage, found.format) == (PASSAGE, "odt")


@pytest.mark.parametrize("style", ["T1", "T2"])
def test_bold_options_of_an_open_document_are_right_by_their_own_style_or_that_it_is_based_on(
    tmp_path: Path, style: str
) -> None:
    body = f"<text:p>{PASSAGE}</text:p>{odt_list(bold=style)}"
    assert shape(exam(tmp_path, odf("text", body, STYLES), "exam.odt")) == EXPECTED


def test_a_list_of_an_open_document_goes_on_only_where_it_says_so(tmp_path: Path) -> None:
    for again, ids in ((True, ["1", "2", "3", "4"]), (False, ["1", "2", "exam-3", "exam-4"])):
        body = f"{odt_list()}<text:p>{PASSAGE}</text:p>{odt_list(again=again)}<text:p>Key: BABA</text:p>"
        assert [item.id for item in exam(tmp_path, odf("text", body, STYLES), "exam.odt")] == ids


def test_tables_and_pictures_of_an_open_document_are_read(tmp_path: Path) -> None:
    def row(*cells: str) -> str:
        inside = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells)
        return f"<table:table-row>{inside}</table:table-row>"

    lamp = "<draw:frame><draw:image/><svg:title>a lamp</svg:title></draw:frame>"
    table = row("Question", "A", "B", "Answer") + row(f"What is {lamp}?", "a lamp", "a cup", "A")
    found = exam(tmp_path, odf("text", f"<table:table>{table}</table:table>"), "exam.odt")
    assert shape(found) == [("What is [image: a lamp] ?", ("a lamp", "a cup"), "A")]
