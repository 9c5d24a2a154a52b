"""A key or an answer that fits two options in two notations is refused, left out by name, or read with a note.

Never is one of the readings taken without a word.
"""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError
from examfiles.items import LETTERS, Dataset, Item
from examfiles.reasons import Reason
from magnetite.inputs.responses import Responses, read_responses

PASSAGE = (
    "Marta repaired violins above a bakery in Lucca. On Mondays she walked to the opera house with her bag of tools, "
    "tuned every instrument in the pit, and was back before the bread came out of the oven."
)
WORDS = ("bread", "tea", "shoes", "violins")
SAYS = {"note-two-readings", "note-own-letters", "answers-text", "answers-number"}
"""Notes that say how keys were read where they could be read in two ways."""
Question = tuple[Sequence[str], str]  # its options, and its key as it is written


def of_csv(questions: Sequence[Question]) -> tuple[str, str]:
    """Write a table with a column for each option."""
    stream = io.StringIO()
    rows = [["passage", "question", "A", "B", "C", "D", "answer"]]
    rows += [[PASSAGE, f"Which, in part {n}?", *options, key] for n, (options, key) in enumerate(questions)]
    csv.writer(stream).writerows(rows)
    return "exam.csv", stream.getvalue()


def of_options(questions: Sequence[Question]) -> tuple[str, str]:
    """Write a table with numbered columns."""
    name, text = of_csv(questions)
    return name, text.replace("A,B,C,D", "option_1,option_2,option_3,option_4", 1)


def of_cells(questions: Sequence[Question]) -> tuple[str, str]:
    """Write a table with all options in a cell."""
    stream = io.StringIO()
    rows = [["passage", "question", "options", "answer"]]
    rows += [[PASSAGE, f"Which, in part {n}?", " | ".join(o), key] for n, (o, key) in enumerate(questions)]
    csv.writer(stream).writerows(rows)
    return "exam.csv", stream.getvalue()


def of_json(questions: Sequence[Question]) -> tuple[str, str]:
    """Write a list of objects."""
    rows = [
        {"passage": PASSAGE, "question": f"Which, in part {n}?", "options": [*options], "answer": key}
        for n, (options, key) in enumerate(questions)
    ]
    return "exam.json", json.dumps(rows)


def of_text(questions: Sequence[Question]) -> tuple[str, str]:
    """Type an exam with a key under each question."""
    blocks = [
        f"{n}. Which, in part {n}?\n"
        + "".join(f"{LETTERS[at]}. {text}\n" for at, text in enumerate(o))
        + f"Answer: {key}"
        for n, (o, key) in enumerate(questions, start=1)
    ]
    return "exam.txt", "\n\n".join([PASSAGE, *blocks, ""])


def of_list(questions: Sequence[Question]) -> tuple[str, str]:
    """Type an exam with a list of keys."""
    name, text = of_text(questions)
    lines = [line for line in text.splitlines() if not line.startswith("Answer: ")]
    keys = [f"{n}. {key}" for n, (_, key) in enumerate(questions, start=1)]
    return name, "\n".join([*lines, "Answer key", *keys, ""])


def of_aiken(questions: Sequence[Question]) -> tuple[str, str]:
    """Write Aiken."""
    blocks = [
        f"Which, in part {n}?\n" + "".join(f"{LETTERS[at]}. {text}\n" for at, text in enumerate(o)) + f"ANSWER: {key}\n"
        for n, (o, key) in enumerate(questions, start=1)
    ]
    return "exam.txt", "\n".join(blocks)


TABLES = (of_csv, of_options, of_cells, of_json)
TYPED = (of_text, of_list)


def read(file: tuple[str, str]) -> Dataset | None:
    """Read a file; None where it is refused."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / file[0]
        path.write_text(file[1], "utf-8")
        try:
            return magnetite.read(path, passage_needed=False)
        except DataError:
            return None


def codes(dataset: Dataset) -> set[str]:
    """Return the codes of a data set's notes, and of how its answers are read."""
    answers = [note.values.get("answers") for note in dataset.notes]
    return {note.code for note in dataset.notes} | {each.code for each in answers if isinstance(each, Reason)}


def is_said(dataset: Dataset | None, question: int) -> bool:
    """Say whether a question of two readings is refused, left out, without a key, or read with a note."""
    if dataset is None or codes(dataset) & SAYS:
        return True
    items = {item.question: item for item in dataset}
    name = next((each for each in items if each.endswith(f"part {question}?")), None)
    return name is None or items[name].answer is None


@given(st.permutations("ABCD"), st.sampled_from("ABCD"), st.sampled_from((*TABLES, *TYPED)), st.booleans())
def test_a_letter_that_is_also_another_options_text(
    texts: list[str], key: str, write: Callable[[Sequence[Question]], tuple[str, str]], alone: bool
) -> None:
    questions = [(texts, key), *([] if alone else [(WORDS, "C"), (WORDS, "B")])]
    dataset = read(write(questions))
    first = 0 if write in TABLES else 1
    two = texts.index(key) != LETTERS.index(key)
    assert is_said(dataset, first) or not two
    assert dataset is not None
    if two and write in TYPED:
        assert (dataset[0].answer, "note-two-readings" in codes(dataset)) == (LETTERS.index(key), True)
    if not two:
        assert (dataset[0].answer, "note-two-readings" in codes(dataset)) == (texts.index(key), False)


@given(
    st.integers(0, 5),
    st.permutations(range(4)),
    st.integers(0, 3),
    st.sampled_from((*TABLES, *TYPED, of_aiken)),
    st.sampled_from([(), (WORDS,), (WORDS, WORDS)]),
)
def test_a_number_that_is_an_options_text_and_a_place(
    low: int,
    order: list[int],
    at: int,
    write: Callable[[Sequence[Question]], tuple[str, str]],
    more: tuple[Sequence[str], ...],
) -> None:
    texts = [str(low + place) for place in order]
    number = int(texts[at])
    places = {number, number - 1} if write in TABLES else {number - 1}
    if places & {0, 1, 2, 3} <= {at}:
        return  # it fits one option alone
    dataset = read(write([(texts, texts[at]), *((each, "B") for each in more)]))
    assert is_said(dataset, 0 if write in TABLES else 1)


FORMS = ("{letter}. {text}", "{letter}) {text}", "({letter}) {text}", "{small}) {text}", "[{letter}] {text}")


@given(st.permutations(range(4)), st.integers(0, 2), st.sampled_from(FORMS), st.integers(0, 3), st.data())
def test_options_that_bring_their_own_letters_are_named_by_these(
    order: list[int], start: int, form: str, at: int, data: st.DataObject
) -> None:
    write, count = data.draw(st.sampled_from(TABLES)), data.draw(st.integers(1, 3))
    own = [LETTERS[start + place] for place in order]
    texts = [form.format(letter=each, small=each.lower(), text=word) for each, word in zip(own, WORDS, strict=True)]
    dataset = read(write([(texts, own[at])] * count))
    if form[0] == "[" and write is of_cells:
        assert dataset is None  # it begins as a list in brackets does
        return
    assert dataset is not None
    assert {item.options[item.answer or 0].split(maxsplit=1)[-1] for item in dataset} == {WORDS[at]}
    by_place = own == [*LETTERS[:4]]
    assert ("note-own-letters" in codes(dataset)) is not by_place
    assert by_place or dataset[0].options == WORDS


@given(st.permutations(range(4)), st.integers(0, 3), st.sampled_from(TABLES))
def test_a_letter_that_no_option_brings_is_refused(
    order: list[int], at: int, write: Callable[[Sequence[Question]], tuple[str, str]]
) -> None:
    texts = [f"{LETTERS[4 + place]}) {word}" for place, word in zip(order, WORDS, strict=True)]
    assert read(write([(texts, LETTERS[at])])) is None


def test_initials_that_a_key_could_name_are_refused_and_those_it_could_not_are_names(tmp_path: Path) -> None:
    names = ["B. Franklin", "J. Adams", "A. Hamilton", "T. Paine"]
    rows = [{"passage": PASSAGE, "question": "Who?", "options": names, "answer": key} for key in ("A", "D", "T. Paine")]
    with pytest.raises(DataError, match=r"the key 'A' may be the option that begins with it \('A. Hamilton'\)"):
        magnetite.read(rows[:1])
    dataset = magnetite.read(rows[1:])
    assert [(item.options, item.answer) for item in dataset] == [(tuple(names), 3)] * 2
    assert "note-own-letters" not in codes(dataset)


@given(
    st.sampled_from(["red", "12", "the mill", "7", "A"]),
    st.sets(st.integers(0, 3), min_size=2, max_size=3),
    st.sampled_from(["same", "capitals", "stop"]),
    st.sampled_from((*TABLES, *TYPED, of_aiken)),
)
def test_a_key_that_is_the_text_of_several_options(
    text: str, places: set[int], way: str, write: Callable[[Sequence[Question]], tuple[str, str]]
) -> None:
    changed = {"same": text, "capitals": text.upper(), "stop": f"{text}."}[way]
    texts = [changed if at in places else word for at, word in enumerate(WORDS)]
    dataset = read(write([(texts, text), (WORDS, "shoes"), (WORDS, "tea")]))
    if write is of_aiken and text == "A":
        return  # in Aiken a letter is a letter
    assert is_said(dataset, 0 if write in TABLES else 1)


JOINED = st.sampled_from([", ", " and ", " or ", " & ", "/", "; ", " ", " (also ", "|", "+"])


@given(st.sets(st.integers(0, 3), min_size=2, max_size=3), JOINED, st.sampled_from((*TABLES, *TYPED, of_aiken)))
def test_a_key_of_several_letters_is_no_single_option(
    places: set[int], sign: str, write: Callable[[Sequence[Question]], tuple[str, str]]
) -> None:
    key = sign.join(LETTERS[at] for at in sorted(places)) + (")" if "(" in sign else "")
    dataset = read(write([(WORDS, key), (WORDS, "B")]))
    first = 0 if write in TABLES else 1
    kept = [item for item in dataset or () if item.question.endswith(f"part {first}?")]
    assert all(item.answer is None for item in kept)


@given(
    st.integers(2, 5).flatmap(
        lambda options: st.lists(st.integers(0, options - 1), min_size=2, max_size=6).map(lambda k: (options, k))
    ),
    st.sampled_from(["letter", "text", "letter first"]),
    st.lists(st.sampled_from(["1", "2", "0.5"]), max_size=2),
)
def test_points_behind_the_key_of_a_table_without_column_names_are_no_key(
    drawn: tuple[int, list[int]], notation: str, points: list[str]
) -> None:
    count, places = drawn
    if notation == "letter first" and not points:
        return
    rows = []
    for n, place in enumerate(places):
        options = [f"thing {n}{at}" for at in range(count)]
        key = options[place] if notation == "text" else LETTERS[place]
        inner = [key, *options] if notation == "letter first" else [*options, key]
        rows.append([f"What, in part {n}?", *inner, *points])
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    dataset = read(("exam.csv", stream.getvalue()))
    assert dataset is not None
    assert [(len(item.options), item.answer) for item in dataset] == [(count, place) for place in places]
    assert [item.metadata.get("points") for item in dataset] == [points[0] if points else None] * len(places)
    assert "note-no-header" in codes(dataset)


def test_numbers_at_the_end_that_are_options_and_points_are_refused() -> None:
    assert read(("exam.csv", "How many?,1,2,3,B,1\nHow few?,1,2,3,C,1\n")) is None


def answers(items: Sequence[Item], rows: Sequence[Sequence[str]]) -> Responses | None:
    """Read candidates' answers; None where they are refused."""
    stream = io.StringIO()
    header = ["candidate", *(item.id for item in items)]
    csv.writer(stream).writerows([header, *([f"c{n}", *row] for n, row in enumerate(rows, start=1))])
    with TemporaryDirectory() as folder:
        path = Path(folder) / "answers.csv"
        path.write_text(stream.getvalue(), "utf-8")
        try:
            return read_responses(path, items)
        except DataError:
            return None


OPTIONS = st.one_of(
    st.permutations(["1", "2", "3", "4"]),
    st.permutations(["2", "3", "4", "5"]),
    st.permutations(["A", "B", "C", "D"]),
    st.permutations(["B. bread", "A. tea", "D. shoes", "C. violins"]),
    st.sampled_from([[*WORDS], ["red", "Red", "blue", "red."]]),
)
LABELS = st.sampled_from(["A", "B", "C", "D", "1", "2", "3", "4", "5", "bread", "tea", "red", "red."])


@given(st.lists(OPTIONS, min_size=1, max_size=3), st.data())
def test_candidates_answers_of_two_readings_are_refused_or_noted(options: list[list[str]], data: st.DataObject) -> None:
    items = [Item(f"q{n}", "p", "A text.", f"Which, {n}?", tuple(each), 0) for n, each in enumerate(options, start=1)]
    rows = [[data.draw(LABELS) for _ in items] for _ in range(data.draw(st.integers(1, 3)))]
    found = answers(items, rows)
    if found is None or any(note.code in {"responses-two-readings", "responses-marks"} for note in found.notes):
        return
    for row, chosen in zip(rows, found.chosen, strict=True):
        for text, item, place in zip(row, items, chosen, strict=True):
            own = [at for at, option in enumerate(item.options) if option.startswith(f"{text}. ")]
            same = [at for at, option in enumerate(item.options) if option.casefold() == text.casefold()]
            place_ = (
                [LETTERS.index(text)]
                if text in "ABCD"
                else [int(text) - 1]
                if text.isdigit() and int(text) <= 4
                else []
            )
            assert {*own, *same, *place_} == {place}


def test_where_options_are_numbers_answers_are_texts_before_places_and_a_note_says_so() -> None:
    item = Item("q1", "p", "A text.", "How many?", ("3", "1", "2", "4"), 1)
    found = answers([item], [["1"], ["3"], ["4"]])
    assert found is not None
    assert found.chosen.ravel().tolist() == [1, 0, 3]
    (note,) = [note for note in found.notes if note.code == "responses-two-readings"]
    assert (note.values["read"], note.values["other"], note.values["answers"]) == ("B", "A", 2)


@dataclass(frozen=True)
class Marked:
    """A file that marks its right options: its name, what stands around the options, an option, and the two marks."""

    name: str
    around: str
    option: str
    right: str
    wrong: str
    between: str = "\n"

    def written(self, places: set[int]) -> tuple[str, str]:
        """Write the file with the options at some places marked as right."""
        marks = [self.right if at in places else self.wrong for at in range(len(WORDS))]
        parts = zip(LETTERS, WORDS, marks, strict=False)
        options = [self.option.format(letter=own, text=text, mark=mark) for own, text, mark in parts]
        return self.name, self.around.replace("<options>", self.between.join(options))


TYPED_QUESTION = f"{PASSAGE}\n\n1. Which?\n<options>\n"
MOODLE = (
    '<quiz><question type="multichoice"><questiontext format="html"><text>Which?</text></questiontext>'
    "<single>true</single><options></question></quiz>"
)
OLX = (
    "<problem><multiplechoiceresponse><label>Which?</label><choicegroup><options></choicegroup>"
    "</multiplechoiceresponse></problem>"
)
LATEX = (
    "\\documentclass{exam}\n\\begin{questions}\n\\question Which?\n\\begin{choices}\n<options>\n\\end{choices}\n"
    "\\end{questions}\n"
)
R_EXAMS = (
    "Question\n========\nWhich?\n\nAnswerlist\n----------\n* bread\n* tea\n* shoes\n* violins\n\n"
    "Meta-information\n================\nexname: e\nextype: schoice\nexsolution: <options>\n"
)
QTI = (
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i"><responseDeclaration '
    'identifier="R" cardinality="single" baseType="identifier">{0}</responseDeclaration><itemBody><choiceInteraction '
    'responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt>'
    + "".join(
        f'<simpleChoice identifier="{own}">{text}</simpleChoice>' for own, text in zip("ABCD", WORDS, strict=True)
    )
    + "</choiceInteraction></itemBody></assessmentItem>"
)
QTI_1 = (
    '<questestinterop><item ident="i"><presentation><material><mattext>Which?</mattext></material><response_lid '
    'ident="R" rcardinality="Single"><render_choice>'
    + "".join(
        f'<response_label ident="{own}"><material><mattext>{text}</mattext></material></response_label>'
        for own, text in zip("ABCD", WORDS, strict=True)
    )
    + "</render_choice></response_lid></presentation><resprocessing><options></resprocessing></item></questestinterop>"
)
CONDITION = (
    '<respcondition><conditionvar><varequal respident="R">{letter}</varequal></conditionvar>'
    '<setvar action="Set">{mark}</setvar></respcondition>'
)
BESIDE = "question,option1,correct1,option2,correct2,option3,correct3,option4,correct4\nWhich?,<options>\n"
MARKED = {
    "stars": Marked("e.txt", TYPED_QUESTION, "{mark}{letter}. {text}", "*", ""),
    "ticks": Marked("e.txt", TYPED_QUESTION, "{letter}. {text}{mark}", " ✓", ""),
    "words": Marked("e.txt", TYPED_QUESTION, "{letter}. {text}{mark}", " (correct)", ""),
    "boxes": Marked("e.txt", TYPED_QUESTION, "- [{mark}] {text}", "x", " "),
    "boxes behind numbers": Marked("e.md", f"{PASSAGE}\n\n# Which?\n<options>\n", "1. [{mark}] {text}", "x", " "),
    "gift": Marked("e.gift", "Which? {<options>}\n", "{mark}{text}", "=", "~"),
    "gift in percent": Marked("e.gift", "Which? {<options>}\n", "~%{mark}%{text}", "100", "0"),
    "moodle-xml": Marked("e.xml", MOODLE, '<answer fraction="{mark}"><text>{text}</text></answer>', "100", "0"),
    "brightspace": Marked(
        "e.csv", "NewQuestion,MC\nQuestionText,Which?\n<options>\n", "Option,{mark},{text}", "100", "0"
    ),
    "blackboard": Marked("e.txt", "MC\tWhich?\t<options>\n", "{text}\t{mark}", "correct", "incorrect", "\t"),
    "olx": Marked("e.xml", OLX, '<choice correct="{mark}">{text}</choice>', "true", "false"),
    "latex": Marked("e.tex", LATEX, "\\{mark} {text}", "CorrectChoice", "choice"),
    "r-exams": Marked("e.Rmd", R_EXAMS, "{mark}", "1", "0", ""),
    "qti-1": Marked("e.xml", QTI_1, CONDITION, "100", "0"),
    "qti-2": Marked(
        "e.xml", QTI.format("<correctResponse><options></correctResponse>"), "<{mark}>{letter}</{mark}>", "value", "no"
    ),
    "qti-2, mapped": Marked(
        "e.xml",
        QTI.format("<mapping><options></mapping>"),
        '<mapEntry mapKey="{letter}" mappedValue="{mark}"/>',
        "1",
        "0",
    ),
    "marks beside": Marked("e.csv", BESIDE, "{text},{mark}", "1", "0", ","),
    "a row an option": Marked("e.csv", "question,option,correct\n<options>\n", "Which?,{text},{mark}", "1", "0"),
    "objects": Marked(
        "e.json",
        '[{"question": "Which?", "options": [<options>]}]',
        '{{"text": "{text}", "correct": {mark}}}',
        "true",
        "false",
        ", ",
    ),
    "a list of marks": Marked(
        "e.json",
        '[{"question": "Which?", "options": ["bread", "tea", "shoes", "violins"], "answer": [<options>]}]',
        "{mark}",
        "1",
        "0",
        ", ",
    ),
}


@pytest.mark.parametrize("name", MARKED)
@given(places=st.sets(st.integers(0, 3), min_size=1, max_size=3))
def test_of_two_options_that_are_marked_right_none_is_taken(name: str, places: set[int]) -> None:
    dataset = read(MARKED[name].written(places))
    found = [item.answer for item in dataset or ()]
    assert found in ([[*places]] if len(places) == 1 else [[], [None]])
