"""Aiken: a question, its options by letter, one per line, and a line `ANSWER: B`.

Read as Moodle reads it, except that a question may have several lines; blank lines are ignored. Aiken has no place
for passages, so every item's passage is empty: a file with prose between its questions is plain text (`typed`).
Nor has it one for an id, a second line or a letter after Z, so these are lost or refused when it is written.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from examfiles.decoding import TYPED_LIMIT, exam_text
from examfiles.errors import DataError
from examfiles.exams import ready, refuse, refuse_unholdable
from examfiles.format import Document, Format, Outcome, Remark, Sample, Writer, fault, out_of_order, placed
from examfiles.items import Dataset, LeftOut, letter
from examfiles.markup import Text
from examfiles.question import ExamQuestion, Names, question_outcome
from examfiles.readers.typed.keys import key_places, two_readings
from examfiles.reasons import Reason

_OPTION = re.compile(r"([A-Z])[.)]\s*(.*)")
_ANSWER = re.compile(r"ANSWER\s?:\s*(.*)")
_NUMBERED = re.compile(r"\s*(?:\d{1,4}\s?[.)]|[Qq]uestion\s)")


def sniff(sample: Sample) -> bool:
    """Recognise Aiken by its ANSWER lines where no question is numbered and there is no prose between questions."""
    text = sample.text
    if not re.search(r"^ANSWER:", text, re.MULTILINE):
        return False
    if len(sample.data) > 2**20:
        text = text[: text.rfind("ANSWER:")]
    return all(_is_aiken(group) for group in _groups(text))


@dataclass(slots=True)
class _Open:
    """A question still being read: where it starts, its lines and its options."""

    line: int
    stem: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    trouble: DataError | None = None


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    names = Names(PurePosixPath(document.name).stem)
    current: _Open | None = None
    lines = map(str.strip, exam_text(document.data, document.where, TYPED_LIMIT).split("\n"))
    for number, line in enumerate(lines, start=1):
        answer, option = _ANSWER.fullmatch(line), _OPTION.fullmatch(line)
        if not line:
            continue
        if answer:
            yield from _two_readings(current, answer[1].strip(), document.where)
            yield _closed(current or _Open(number), answer[1].strip(), names, document.where)
            current = None
        elif current and current.stem and option:
            _add_option(current, option, number)
        else:
            if current and current.options:
                yield _closed(current, None, names, document.where)
                current = None
            current = current or _Open(number)
            current.stem.append(line)
    if current:
        yield _closed(current, None, names, document.where)


def _two_readings(current: _Open | None, answer: str, where: str) -> Iterator[Outcome]:
    """Yield a remark where a key that is no letter, as which the format knows keys, names an option in two ways."""
    found = two_readings(answer, current.options) if current else None
    if current and found and found[0] != "letter":
        way, place, other = found
        values = {
            "where": f"{where}, line {current.line}",
            "key": answer,
            "read": letter(place),
            "other": letter(other),
        }
        yield Remark(Reason("note-two-readings", {**values, "way": way, "questions": 1}))


def _add_option(current: _Open, option: re.Match[str], number: int) -> None:
    expected = letter(len(current.options))
    if option[1] != expected and not current.trouble:
        current.trouble = out_of_order("line", number, option[1], expected)
    current.options.append(option[2].strip())


def _closed(current: _Open, answer: str | None, names: Names, where: str) -> Outcome:
    place, name = f"{where}, line {current.line}", names.take()
    if not current.stem:
        return fault(place, "found an ANSWER line without a question before it.")
    if current.trouble:
        return placed(place, current.trouble)
    quote = {"question": repr(" ".join(current.stem)[:60])}
    if not current.options:
        return LeftOut(place, Reason("left-no-options") if answer is not None else Reason("left-no-options-key", quote))
    try:
        right = key_places(answer, current.options) if answer is not None else ()
    except DataError as error:
        return placed(place, error)
    worths = tuple(float(number in right) for number in range(len(current.options)))
    stem = Text("\n".join(current.stem))
    no_key = Reason("left-no-key-line", quote)
    return question_outcome(ExamQuestion(place, name, stem, tuple(map(Text, current.options)), worths, no_key=no_key))


def _groups(text: str) -> list[list[str]]:
    """Return the lines up to each ANSWER line, blank ones included, since they separate prose from questions."""
    groups: list[list[str]] = [[]]
    for line in text.splitlines():
        if _ANSWER.fullmatch(line.strip()):
            groups.append([])
        else:
            groups[-1].append(line)
    return [group for group in groups if any(line.strip() for line in group)]


def _is_aiken(group: list[str]) -> bool:
    lines = "\n".join(group).strip("\n ").split("\n")
    first = next((place for place, line in enumerate(lines) if _OPTION.fullmatch(line.strip()) and place), None)
    if first is None or _NUMBERED.match(lines[0]):
        return False
    options = [line for line in lines[first:] if line.strip()]
    stem = lines[:first]
    while stem and not stem[-1].strip():
        stem.pop()
    return all(_OPTION.fullmatch(line.strip()) for line in options) and all(line.strip() for line in stem)


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no Aiken reader would give back."""
    refuse_unholdable(dataset, "Aiken")
    refuse([item for item in dataset if len(item.options) > 26], "Aiken", "more than 26 options", "Choose GIFT.")
    items = ready(dataset, lambda text: " ".join(text.split()))
    refuse(
        [item for item in items if _ANSWER.fullmatch(item.question)],
        "Aiken",
        "a question that begins like a key",
        "Choose GIFT.",
    )
    blocks = (
        "\n".join(
            [
                item.question,
                *(f"{letter(place)}. {option}" for place, option in enumerate(item.options)),
                f"ANSWER: {item.answer_letter}",
            ]
        )
        for item in items
    )
    return {"": "".join(f"{block}\n\n" for block in blocks).encode()}


FORMAT = Format(
    "aiken",
    "Aiken",
    (".txt", ".aiken"),
    sniff,
    read,
    exam=True,
    most=TYPED_LIMIT + 1,
    passages="nowhere",
    writers=(Writer("aiken", "Aiken", (".txt", ".aiken"), write),),
    typed=True,
)
