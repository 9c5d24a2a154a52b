"""MCScript (Ostermann et al. 2018) and MCScript2.0 (2019): XML of instances, each a text with its questions.

A question's `type` (text or commonsense) and an instance's `scenario` go to the metadata where the file has them.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, Sample, fault, make_item, outcome, unused_passage
from examfiles.items import Item
from examfiles.xml import parse

if TYPE_CHECKING:
    from lxml.etree import _Element


def sniff(sample: Sample) -> bool:
    """Recognise it by its root and first elements."""
    return bool(re.match(r"\s*(<\?xml[^>]*\?>\s*)?(<!DOCTYPE[^>]*>\s*)?<data>\s*<instance\b", sample.text))


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    root = parse(document.data, document.where)
    instances = root.findall("instance")
    if not instances:
        raise fault(document.where, f"found <{root.tag!s}> without any <instance>; expected <data><instance>….")
    for place, instance in enumerate(instances):
        where = f"{document.where}, instance {instance.get('id', place)}"
        yield from _questions(instance, instance.get("id", str(place)), where)


def _questions(instance: "_Element", name: str, where: str) -> Iterator[Outcome]:
    questions = instance.findall("questions/question")
    if not questions:
        yield unused_passage(where)
    for place, question in enumerate(questions):
        number = question.get("id", str(place))

        def make(question: "_Element" = question, number: str = number) -> Item:
            answers = question.findall("answer")
            values = {"type": question.get("type"), "scenario": instance.get("scenario")}
            return make_item(
                id=f"{name}-{number}",
                passage_id=name,
                passage=instance.findtext("text"),
                question=question.get("text"),
                options=[answer.get("text") for answer in answers],
                answer=lambda _: _answer(answers),
                metadata={key: value for key, value in values.items() if value is not None},
            )

        yield outcome(f"{where}, question {number}", make)


def _answer(answers: list["_Element"]) -> int | None:
    marks = [answer.get("correct", "").lower() for answer in answers]
    if not any(marks):
        return None
    if marks.count("true") != 1:
        raise DataError(f"found {marks.count('true')} answers marked correct; expected 1.")
    return marks.index("true")


FORMAT = Format("mcscript", "MCScript and MCScript2.0", (".xml",), sniff, read)
