"""Moodle XML, written: a description for every passage, then its questions, text as plain text.

Ids become id numbers. A question with emphasised words is written as HTML. A passage's reach ends with a category.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.core.items import Dataset, Item
from magnetite.formats.exams.gift import TOP
from magnetite.formats.exams.moodle_xml import FORMAT
from magnetite.formats.exams.write_gift import html_holds, html_of, is_truth, tags_of
from magnetite.formats.exams.writing import (
    EMPHASISED,
    Holding,
    emphasis,
    losses,
    read_again,
    ready,
    refuse_unholdable,
)
from magnetite.formats.format import Document
from magnetite.formats.writer import Writer

if TYPE_CHECKING:
    from lxml.etree import _Element

HOLDING = Holding(
    frozenset({"title", "category", "tags", "type", EMPHASISED}), id_ok=lambda name: bool(name) and name == name.strip()
)


def held(dataset: Dataset) -> Dataset:
    """Return the dataset as Moodle XML holds it."""
    return dataset.with_items([_tidy(item) for item in ready(dataset, HOLDING)])


def _tidy(item: Item) -> Item:
    """Drop metadata that would be read back differently."""
    metadata = {name: value.strip() for name, value in item.metadata.items()}
    if metadata.get("category") in {*TOP, ""}:
        metadata.pop("category", None)
    if ", ".join(tags_of(item)) != metadata.get("tags", ""):
        metadata.pop("tags", None)
    if not is_truth(item):
        metadata.pop("type", None)
    if EMPHASISED in metadata and not html_holds(item.question):
        metadata.pop(EMPHASISED)
    return replace(item, metadata={name: value for name, value in metadata.items() if value})


def write(dataset: Dataset) -> Mapping[str, bytes]:
    """Write a dataset as one file. Raises DataError for what no reader would give back."""
    from lxml import etree

    refuse_unholdable(dataset, "Moodle XML")
    quiz = etree.Element("quiz")
    category, passage = "", ("", "")
    for item in held(dataset):
        own = item.metadata.get("category", "")
        if own != category or (passage[1] and not item.passage):
            _category(quiz, own or TOP[0])
            category, passage = own, ("", "")
        if item.passage and (item.passage_id, item.passage) != passage:
            passage = (item.passage_id, item.passage)
            _description(quiz, item)
        _question(quiz, item)
    etree.indent(quiz)
    return {"": etree.tostring(quiz, encoding="UTF-8", xml_declaration=True) + b"\n"}


def _category(quiz: "_Element", name: str) -> None:
    question = _child(quiz, "question", type="category")
    _texted(_child(question, "category"), name)
    _texted(_child(question, "info", format="plain_text"), "")


def _description(quiz: "_Element", item: Item) -> None:
    question = _child(quiz, "question", type="description")
    _texted(_child(question, "name"), item.passage_id)
    _texted(_child(question, "questiontext", format="plain_text"), item.passage)
    for name, value in (("defaultgrade", "0"), ("penalty", "0"), ("hidden", "0"), ("idnumber", item.passage_id)):
        _child(question, name).text = value


def _question(quiz: "_Element", item: Item) -> None:
    truth = "type" in item.metadata
    question = _child(quiz, "question", type="truefalse" if truth else "multichoice")
    _texted(_child(question, "name"), item.metadata.get("title", item.id))
    parts = emphasis(item) if EMPHASISED in item.metadata else []
    text = html_of(item.question, parts) if parts else item.question
    _texted(_child(question, "questiontext", format="html" if parts else "plain_text"), text)
    _texted(_child(question, "generalfeedback", format="html"), "")
    settings = {"defaultgrade": "1", "penalty": "1" if truth else "0.3333333", "hidden": "0", "idnumber": item.id}
    if not truth:
        settings |= {"single": "true", "shuffleanswers": "false", "answernumbering": "ABCD"}
    for name, value in settings.items():
        _child(question, name).text = value
    for place, option in enumerate(item.options):
        answer = _child(question, "answer", fraction="100" if place == item.answer else "0", format="plain_text")
        _child(answer, "text").text = option.lower() if truth else option
        _texted(_child(answer, "feedback", format="html"), "")
    tags = tags_of(item)
    if tags:
        holder = _child(question, "tags")
        for tag in tags:
            _texted(_child(holder, "tag"), tag)


def _child(parent: "_Element", name: str, **attributes: str) -> "_Element":
    from lxml import etree

    return etree.SubElement(parent, name, attributes)


def _texted(element: "_Element", text: str) -> None:
    _child(element, "text").text = text


def _read_back(path: Path) -> Dataset:
    return read_again(path, FORMAT, Document(path.name, str(path), path.read_bytes()))


MOODLE_XML = Writer(
    "moodle-xml",
    "Moodle XML",
    (".xml",),
    lambda dataset: losses(dataset, HOLDING, held(dataset)),
    write,
    held=held,
    read_back=_read_back,
)
