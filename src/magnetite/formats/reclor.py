"""ReClor (Yu et al. 2020): a JSON list of context, question, answers, label from 0, id_string; test has no labels."""

from collections.abc import Iterator

from magnetite.formats.answers import Scheme
from magnetite.formats.columns import Columns
from magnetite.formats.format import Document, Format, Outcome
from magnetite.formats.rows import json_rows
from magnetite.formats.tabular import row_items
from magnetite.formats.text import Sample, decode, first_json

_KEYS = {"context", "question", "answers", "id_string"}


def sniff(sample: Sample) -> bool:
    """Recognise it by the keys of its first entry."""
    first = first_json(sample.text)
    return bool(first and first[0] and isinstance(first[1], dict) and first[1].keys() >= _KEYS)


def read(document: Document) -> Iterator[Outcome]:
    """Read one file."""
    rows = json_rows(decode(document.data, document.where), document.where)
    label = "label" if "label" in rows.columns else None
    columns = Columns(passage="context", question="question", options=("answers",), answer=label, id="id_string")
    yield from row_items(rows, columns, document, scheme=Scheme("number"), question_needed=True)


FORMAT = Format("reclor", "ReClor", (".json",), sniff, read)
