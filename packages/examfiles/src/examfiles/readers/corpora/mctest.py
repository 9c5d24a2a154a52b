r"""MCTest (Richardson et al. 2013): one story per line in a .tsv, its four answers in the .ans file beside it.

`\newline` and `\tab` in stories become what they stand for; the prefix of a question, `one: ` or `multiple: `, goes to
the metadata as `type`. The level is the set: mc160 or mc500. Without its .ans file a set is read unlabelled.
"""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath

from examfiles.decoding import decode
from examfiles.format import Document, Format, Outcome, Remark, Sample, fault, make_item, outcome
from examfiles.readers.tables.answers import letter_index
from examfiles.reasons import Reason

_TYPE = re.compile(r"(one|multiple): ")
_QUESTION = 5  # a question and its four options


def sniff(sample: Sample) -> bool:
    """Recognise a .tsv by its first line: id, properties, story, then questions with their prefix."""
    columns = sample.text.partition("\n")[0].rstrip("\r").split("\t")
    return len(columns) > 3 and len(columns) % _QUESTION == 3 and bool(_TYPE.match(columns[3]))


def companions(name: str) -> tuple[str, ...]:
    """Name the file with the answers."""
    return (str(PurePosixPath(name).with_suffix(".ans")),)


def read(document: Document) -> Iterator[Outcome]:
    """Read one .tsv with its .ans."""
    stories = _lines(decode(document.data, document.where))
    (key,) = companions(document.name)
    answers = _lines(decode(document.beside[key], key)) if key in document.beside else None
    if answers is None:
        yield Remark(Reason("note-no-key-file", {"where": document.where, "file": key}))
    elif len(answers) != len(stories):
        raise fault(key, f"found {len(answers)} lines; expected {len(stories)}, one for each story.")
    for line, story in enumerate(stories, start=1):
        letters = answers[line - 1].split("\t") if answers else []
        yield from _story(story.split("\t"), letters, f"{document.where}, line {line}", document.name)


def _story(columns: list[str], letters: list[str], where: str, name: str) -> Iterator[Outcome]:
    count = (len(columns) - 3) // _QUESTION
    if count < 1 or len(columns) % _QUESTION != 3 or (letters and len(letters) != count):
        yield fault(
            where,
            f"found {len(columns)} columns and {len(letters)} answers; expected id, properties, story "
            "and five columns per question, with one answer for each.",
        )
        return
    level = re.match(r"mc\d+", PurePosixPath(name).name)
    for place in range(count):
        question, *options = columns[3 + place * _QUESTION :][:_QUESTION]
        kind = _TYPE.match(question)
        make = partial(
            make_item,
            id=f"{columns[0]}-{place + 1}",
            passage_id=columns[0],
            passage=columns[2].replace(r"\newline", "\n").replace(r"\tab", "\t"),
            question=question[kind.end() :] if kind else question,
            options=options,
            answer=partial(letter_index, letters[place] if letters else None),
            level=level[0] if level else None,
            metadata={"properties": columns[1]} | ({"type": kind[1]} if kind else {}),
        )
        yield outcome(f"{where}, question {place + 1}", make)


def _lines(text: str) -> list[str]:
    return [line.rstrip("\r") for line in text.split("\n") if line.strip()]


FORMAT = Format("mctest", "MCTest", (".tsv",), sniff, read, companions, (".ans",))
