"""The contract of formats holds for ours, and each of its promises can be broken."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from examfiles import FORMATS, read, write, writers
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, PlacedItem, Remark, Sample, Writer
from examfiles.items import Item
from examfiles.reasons import Reason
from examfiles.testing import BrokenPromiseError, check_format

GIFT = b"""::one:: Who sat? {=Ann ~Bo ~Cem}

::two:: Where? {=here ~there}
"""
AIKEN = b"Who sat?\nA. Ann\nB. Bo\nANSWER: B\n"
CSV = b"passage,question,A,B,answer\nAnn sat.,Who sat?,Ann,Bo,A\n"
TYPED = b"Ann sat down by the river. She had walked all day.\n\n1. Who sat?\nA) Ann\nB) Bo\nAnswer: A\n"
EXAMPLES = {
    "gift": {"exam.gift": GIFT},
    "aiken": {"exam.txt": AIKEN},
    "text": {"exam.txt": TYPED},
    "tabular": {"exam.csv": CSV},
}


def pipes(document: Document) -> Iterator[Outcome]:
    """Read a question a line: the question, then its options, the right one with a star."""
    try:
        lines = document.data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DataError(f"{document.where}: no UTF-8 ({error}).") from error
    for number, line in enumerate(lines, start=1):
        question, *options = line.split("|")
        key = next((at for at, option in enumerate(options) if option.startswith("*")), None)
        texts = tuple(option.removeprefix("*") for option in options)
        if len(texts) > 1:
            item = Item(f"q{number}", "p", "", question, texts, key)
            yield PlacedItem(f"{document.where}, line {number}", item)


def is_piped(sample: Sample) -> bool:
    return "|" in sample.text.partition("\n")[0]


def written(dataset):
    lines = [
        "|".join([item.question, *(f"{'*' * (at == item.answer)}{text}" for at, text in enumerate(item.options))])
        for item in dataset
    ]
    return {"": ("\n".join(lines) + "\n").encode()}


FORMAT = Format("pipes", "Pipes", (".pipes",), is_piped, pipes, exam=True)
EXAMPLE = {"exam.pipes": b"Who sat?|*Ann|Bo\nWhere?|here|*there\n"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_formats_of_text_keep_the_contract(name):
    check_format(FORMATS[name], EXAMPLES[name])


@pytest.mark.parametrize("name", ["docx", "moodle-xml", "qti-2.2", "qti-3.0", "html", "jsonl"])
def test_formats_that_can_be_written_keep_the_contract(name, tmp_path):
    writer = writers()[name]
    path = tmp_path / f"exam{writer.suffixes[0]}"
    write(read("sample")[:6], path, name, lose=True)
    reader = next(each for each in FORMATS.values() if writer in each.writers)
    if path.suffix == ".zip":  # a package: its documents are tried through `read`
        assert len(read(path)) == 6
    else:
        check_format(reader, {path.name: path.read_bytes()})


def test_a_strangers_format_keeps_it():
    check_format(FORMAT, EXAMPLE)


def raises(document):
    if len(document.data) < 20:
        raise IndexError("nothing there")
    return pipes(document)


def mute(document):
    yield from pipes(document)
    yield Remark(Reason("note-nobody-knows"))


def unplaced(document):
    return (PlacedItem("somewhere", each.item) for each in pipes(document) if isinstance(each, PlacedItem))


COUNT = iter(range(100))
SHORT = Writer("pipes", "Pipes", (".pipes",), lambda dataset: written(dataset.with_items(dataset.items[:1])))


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        ({"sniff": lambda sample: False}, "recognises its own file"),
        ({"sniff": lambda sample: True}, "does not take an empty file"),
        ({"read": lambda document: iter(["a question"])}, "yields outcomes"),
        ({"read": lambda document: iter(())}, "an example has a question"),
        ({"read": unplaced}, "places begin with"),
        ({"read": lambda document: [*pipes(document), Remark(Reason(f"It is {next(COUNT)}."))]}, "the same file gives"),
        ({"read": raises}, "a damaged file is a DataError"),
        ({"read": mute}, "a reason has words"),
    ],
)
def test_a_broken_promise_is_named(broken, promise):
    with pytest.raises(BrokenPromiseError, match=promise):
        check_format(replace(FORMAT, **broken), EXAMPLE)


def test_a_writer_that_loses_a_question_is_named(monkeypatch):
    broken = replace(FORMAT, writers=(SHORT,))
    known = {**{name: FORMATS[name] for name in FORMATS}, "pipes": broken}
    monkeypatch.setattr("examfiles.writing.FORMATS", known)
    monkeypatch.setattr("examfiles.formats.FORMATS", known)
    with pytest.raises(BrokenPromiseError, match="what 'pipes' writes reads back"):
        check_format(broken, EXAMPLE)


def test_a_contract_without_an_example_is_refused():
    with pytest.raises(BrokenPromiseError, match="expected an example"):
        check_format(FORMAT, {})
