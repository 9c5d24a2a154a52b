"""Cosmos QA (Huang et al. 2019): CSV with answer0 to answer3 and a label from 0; the test file has no labels."""

from collections.abc import Iterator

from magnetite.formats.answers import Scheme
from magnetite.formats.columns import Columns
from magnetite.formats.format import Document, Format, Outcome
from magnetite.formats.rows import csv_header, csv_rows
from magnetite.formats.tabular import row_items
from magnetite.formats.text import Sample, decode

_OPTIONS = ("answer0", "answer1", "answer2", "answer3")


def sniff(sample: Sample) -> bool:
    """Recognise it by its header."""
    return {"id", "context", "question", *_OPTIONS} <= set(csv_header(sample))


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    rows = csv_rows(decode(document.data, document.where), document.where)
    label = "label" if "label" in rows.columns else None
    columns = Columns(passage="context", question="question", options=_OPTIONS, answer=label, id="id")
    yield from row_items(rows, columns, document, scheme=Scheme("number"), question_needed=True)


FORMAT = Format("cosmosqa", "Cosmos QA", (".csv",), sniff, read)
