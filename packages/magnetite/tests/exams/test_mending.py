"""Corrections go back into the file they came from: as far as they can, with every other byte as it was."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from examfiles import write
from examfiles.items import Dataset, Item
from examfiles.mending import mended
from examfiles.run_texts import changes
from magnetite.web.check.exam import all_items, read_alone
from tests.made_office import xlsx, zipped

BAY = (
    "Mina rowed across the bay every morning before school, and her brother watched from the pier until she was back.\n"
    "\nOne day the boat was not green any more; it was blue, & nobody knew why."
)
FARM = "A farmer kept twelve sheep on the hill above the town for many years, and he sold their wool each spring there."
ITEMS = (
    Item("1", "p", BAY, "Who rowed & sang?", ("Mina", 'Pip: "the" cat', "Ann"), 0),
    Item("2", "p", BAY, "Who watched?", ("Mina", "her brother", "Ann"), 1),
    Item("3", "q", FARM, "What did the farmer keep?", ("pigs", "cows", "sheep"), 2),
    Item("4", "q", FARM, "What did he sell?", ("wool", "meat", "milk"), 0),
)


def typed(key: str = "Answer: {}\n", mark: str = "", passages: bool = True, end: bool = False) -> str:
    lines, keys = "", ""
    for number, item in enumerate(ITEMS, start=1):
        lines += f"{item.passage}\n\n" if number in {1, 3} and passages else ""
        options = (f"{mark * (at == item.answer)}{'ABC'[at]}. {text}\n" for at, text in enumerate(item.options))
        line = key.format(item.answer_letter)
        keys += f"{number}. {item.answer_letter}\n"
        lines += f"{number}. {item.question}\n{''.join(options)}{'' if end else line}\n"
    return lines + f"Answer key\n{keys}" * end


def word(text: str) -> bytes:
    document, buffer = docx.Document(), BytesIO()
    for line in text.split("\n"):
        document.add_paragraph().add_run(line.removeprefix("*")).bold = line.startswith("*") or None
    document.save(buffer)
    return buffer.getvalue()


def table(key: Callable[[Item], str], passages: bool = True) -> str:
    rows = ([i.passage * passages, i.question, *i.options, key(i)] for i in ITEMS)
    cells = (('"' + each.replace('"', '""') + '"' if each else "" for each in row) for row in rows)
    return "\n".join(["passage,question,A,B,C,answer", *map(",".join, cells)]) + "\n"


def workbook() -> bytes:
    """Return a workbook whose cells share their texts, as Excel writes it."""
    rows = [["passage", "question", "A", "B", "C", "answer"]]
    rows += [[i.passage, i.question, *i.options, i.answer_letter or ""] for i in ITEMS]
    shared = list(dict.fromkeys(text for row in rows for text in row))
    with zipfile.ZipFile(BytesIO(xlsx({"s": [[shared.index(text) for text in row] for row in rows]}))) as made:
        parts: dict[str, str | bytes] = {
            name: made.read(name).replace(b"><v>", b' t="s"><v>') for name in made.namelist()
        }
    strings = "".join(f"<si><t>{text.replace('&', '&amp;')}</t></si>" for text in shared)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{strings}</sst>'
    relations = bytes(parts["xl/_rels/workbook.xml.rels"])  # type: ignore[arg-type]
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    more = f'<Relationship Id="s" Type="{kind}" Target="sharedStrings.xml"/></Relationships>'
    parts["xl/_rels/workbook.xml.rels"] = relations.replace(b"</Relationships>", more.encode())
    return zipped(parts)


def canvas() -> str:
    """Return QTI 1.2 whose options have feedback, and the same names in each question."""
    one = (
        '<item ident="q{n}" title="q"><presentation><material><mattext>{q}</mattext></material><response_lid ident="L" '
        'rcardinality="Single"><render_choice>{options}</render_choice></response_lid></presentation><resprocessing>'
        '<outcomes><decvar varname="SCORE"/></outcomes><respcondition continue="Yes"><conditionvar><varequal '
        'respident="L">A{key}</varequal></conditionvar><displayfeedback linkrefid="A{key}_fb"/></respcondition>'
        '<respcondition><conditionvar><varequal respident="L">A{key}</varequal></conditionvar><setvar varname="SCORE" '
        'action="Set">100</setvar></respcondition></resprocessing></item>'
    )
    shown = '<response_label ident="A{}"><material><mattext>{}</mattext></material></response_label>'
    items = (
        one.format(
            n=i.id,
            q=i.question.replace("&", "&amp;"),
            key=i.answer,
            options="".join(shown.format(at, text) for at, text in enumerate(i.options)),
        )
        for i in ITEMS
    )
    section = f'<section ident="s">{"".join(items)}</section>'
    return f'<questestinterop><assessment ident="a">{section}</assessment></questestinterop>'


WRITTEN = {
    "a.gift": "gift", "a.txt": "aiken", "a.csv": "csv", "a.jsonl": "jsonl", "a.docx": "docx", "a.html": "html",
    "a.xml": "moodle-xml", "a.zip": "qti-2.2", "b.zip": "qti-3.0",
}  # fmt: skip
MADE: dict[str, Callable[[], str | bytes]] = {
    "typed.txt": typed,
    "end.txt": lambda: typed(end=True),
    "star.txt": lambda: typed("", "*"),
    "typed.docx": lambda: word(typed()),
    "bold.docx": lambda: word(typed("", "*")),
    "utf16.txt": lambda: typed().replace("\n", "\r\n").encode("utf-16"),
    "sheet.xlsx": workbook,
    "texts.csv": lambda: table(lambda item: item.options[item.answer or 0]),
    "canvas.xml": canvas,
}
CHANGES: dict[str, Callable[[Item], Item]] = {
    "keys": lambda i: replace(i, answer=((i.answer or 0) + 1) % 3),
    "passages": lambda i: replace(i, passage=i.passage.replace("bay", "lake").replace("nobody", "no one")),
    "texts": lambda i: replace(
        i,
        question=i.question.replace("Who", "Which <girl>"),
        options=tuple(text.replace("Mina", 'Jo & "M."').replace("sheep", "white sheep") for text in i.options),
    ),
    "all": lambda i: replace(
        i, answer=((i.answer or 0) + 2) % 3, passage=i.passage.replace("hill", "rise"), question=f"Say: {i.question}"
    ),
}


def made(folder: Path, name: str) -> Path:
    path = folder / name
    if name in WRITTEN:
        write(Dataset("x", ITEMS), path, WRITTEN[name], lose=True)
    else:
        content = MADE[name]()
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def put_back(path: Path, change: Callable[[Item], Item]) -> tuple[bytes, tuple[tuple[str, str], ...]]:
    """Return a mended file and what is missing in it; it reads as it should, but for that."""
    before = all_items(read_alone(path))
    after = list(map(change, before))
    draft = path.parent / "draft" / path.name
    draft.parent.mkdir(exist_ok=True)

    def read(data: bytes) -> list[Item]:
        draft.write_bytes(data)
        return all_items(read_alone(draft))

    file = mended(path.read_bytes(), before, after, read)
    if not file.missing:
        assert [replace(i, metadata={}, passage_id="") for i in read(file.data)] == [
            replace(i, metadata={}, passage_id="") for i in after
        ]
    return file.data, file.missing


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", [*WRITTEN, *MADE])
def test_keys_passages_and_texts_go_back_into_files_of_every_kind(tmp_path: Path, name: str, change: str) -> None:
    path = made(tmp_path, name)
    data, missing = put_back(path, CHANGES[change])
    assert missing == ()
    assert put_back(path, lambda item: item) == (path.read_bytes(), ())
    if not zipfile.is_zipfile(path) and change == "keys":
        old, new = path.read_bytes().splitlines(), data.splitlines()
        assert 1 <= sum(pair[0] != pair[1] for pair in zip(old, new, strict=True)) <= 8


UNKEYED: dict[str, Callable[[], str | bytes]] = {
    "none.txt": lambda: typed(""),
    "some.txt": lambda: typed().replace("Answer: A\n", "", 1),
    "none.docx": lambda: word(typed("")),
    "none.csv": lambda: table(lambda _: ""),
    "none.gift": lambda: "\n\n".join(f"::{i.id}::{i.question} {{ ~{' ~'.join(i.options)} }}" for i in ITEMS[1:]),
    "none.json": lambda: (
        '[{"question": "Who sat?", "options": ["Ann", "Bo"], "answer": null}, '
        '{"question": "Who ran?", "options": ["Jo", "Al"], "answer": "A"}]'
    ),
}


@pytest.mark.parametrize("name", UNKEYED)
def test_a_key_that_was_lacking_is_put_into_the_file(tmp_path: Path, name: str) -> None:
    content = UNKEYED[name]()
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert put_back(tmp_path / name, lambda i: replace(i, answer=1) if i.answer is None else i)[1] == ()


BARE: dict[str, Callable[[], str | bytes]] = {
    "bare.txt": lambda: typed(passages=False),
    "bare16.txt": lambda: typed(passages=False).replace("\n", "\r\n").encode("utf-16"),
    "bare.docx": lambda: word(typed(passages=False)),
    "bare.csv": lambda: table(lambda item: item.answer_letter or "", passages=False),
}


@pytest.mark.parametrize("name", [*BARE, "a.gift", "a.xml", "a.html", "a.docx", "a.jsonl"])
def test_a_passage_that_was_lacking_is_put_before_its_questions(tmp_path: Path, name: str) -> None:
    if name in BARE:
        content = BARE[name]()
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    else:
        bare = tuple(replace(item, passage="", passage_id="n") for item in ITEMS)
        write(Dataset("x", bare), tmp_path / name, WRITTEN[name], lose=True)
    assert put_back(tmp_path / name, lambda i: replace(i, passage=BAY))[1] == ()


def test_what_is_marked_up_inside_a_word_stays_and_a_change_elsewhere_goes_back(tmp_path: Path) -> None:
    path = made(tmp_path, "a.gift")
    text = path.read_text().replace("[plain]Who watched?", "[html]Who <b>real</b>ly watched?")
    path.write_text(text)
    data, missing = put_back(path, lambda i: replace(i, question=i.question.replace("Who re", "Which girl re")))
    assert (data.decode(), missing) == (text.replace("Who <b>", "Which girl <b>"), ())
    inside = put_back(path, lambda i: replace(i, question=i.question.replace("really", "truly")))
    assert inside == (path.read_bytes(), (("2", "question"),))


def test_what_cannot_go_back_is_named_and_the_rest_is_put_there(tmp_path: Path) -> None:
    path = tmp_path / "some.gift"
    path.write_text("::1::Who sat? {=Ann ~%50%Bo ~Al}\n\n::2::Who ran? {=Ann ~Bo}\n")

    def change(item: Item) -> Item:
        return replace(item, answer=None if item.id == "2" else 1, question=item.question.replace("Who", "Which girl"))

    data, missing = put_back(path, change)
    assert missing == (("1", "key"), ("2", "key"))
    assert data.decode() == path.read_text().replace("Who", "Which girl")


WORDS = ("gull", "ferry", "rowed", "after", "bay", "nurse", "&", "island", "green", "seldom")
OTHERS = ("PIER", "<MAST>", "TIDES", "Q")  # no letter of them is in the words above, so it is plain what changed
Runs = list[tuple[str, bool]]


@st.composite
def questions_in_runs(draw: st.DrawFn) -> tuple[Runs, str, str]:
    """Return a question in runs, some of them bold, the question as it reads, and a correction of it."""
    old = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=8, unique=True))
    new, at = list(old), draw(st.integers(0, len(old) - 1))
    kind = draw(st.sampled_from(["replace", "insert", "delete", "two"]))
    if kind == "delete":
        del new[at]
    else:
        new[at : at + (kind != "insert")] = draw(st.lists(st.sampled_from(OTHERS), min_size=1, max_size=2))
        new[-1] = "BUOY" if kind == "two" else new[-1]
    text = f"1. Who {' '.join(old)}? (2 marks)"
    cuts = sorted(draw(st.sets(st.integers(1, len(text) - 1), max_size=6)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    return [(piece, draw(st.booleans())) for piece in pieces], f"Who {' '.join(old)}?", f"Who {' '.join(new)}?"


def in_runs(runs: Runs) -> bytes:
    """Return a Word document whose first question lies in these runs."""
    document, buffer = docx.Document(), BytesIO()
    document.add_paragraph(BAY.replace("\n", " "))
    question = document.add_paragraph()
    for text, bold in runs:
        question.add_run(text).bold = bold or None
    lines = (
        "A. Mina",
        "B. Ann",
        "2. Who watched? (2 marks)",
        "A. Mina",
        "B. her brother",
        "Answer key",
        "1. A",
        "2. B",
    )
    for line in lines:
        document.add_paragraph(line)
    document.save(buffer)
    return buffer.getvalue()


def typeset(data: bytes) -> list[tuple[str, bool]]:
    """Return the letters of the first question, each with whether it is bold."""
    return [(each, bool(run.bold)) for run in docx.Document(BytesIO(data)).paragraphs[1].runs for each in run.text]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(questions_in_runs())
def test_a_question_in_several_runs_is_corrected_and_every_other_letter_keeps_its_type(
    tmp_path: Path, made: tuple[Runs, str, str]
) -> None:
    runs, old, new = made
    path = tmp_path / "runs.docx"
    path.write_bytes(in_runs(runs))
    first = all_items(read_alone(path))[0]
    assert (first.question, first.metadata["points"]) == (old, "2")
    data, missing = put_back(path, lambda item: replace(item, question=new) if item.question == old else item)
    assert missing == ()
    before, after = typeset(path.read_bytes()), typeset(data)
    for one, other in ((before, after), (before[::-1], after[::-1])):
        here, there = ("".join(letter for letter, _ in letters) for letters in (one, other))
        same = next((at for at, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), len(here))
        assert one[: max(0, same - 1)] == other[: max(0, same - 1)]


def test_type_between_two_changes_stays(tmp_path: Path) -> None:
    path = tmp_path / "runs.docx"
    path.write_bytes(
        in_runs([("1. Who rowed ", False), ("under", True), (" the bridge", False), ("? (2 marks)", True)])
    )
    there = "Who sang & slept under the bridges?"
    data, missing = put_back(path, lambda i: replace(i, question=there) if i.id == "1" else i)
    assert missing == ()
    assert [each for each, bold in typeset(data) if bold] == list("under? (2 marks)")


def test_a_text_in_spans_of_an_open_document_is_changed_where_it_begins() -> None:
    source = '<text:p>1. Who <text:span text:style-name="B">ro</text:span>wed &amp;<text:s/>sang?</text:p>'
    assert list(changes(source, "Who rowed & sang?", "Who sailed & sat?")) == [
        '<text:p>1. Who <text:span text:style-name="B">sail</text:span>ed &amp;<text:s/>sat?</text:p>'
    ]
