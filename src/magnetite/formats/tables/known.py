"""Published tables with columns of their own: Cosmos QA and ReClor, whose labels count from 0; tests have none."""

from collections.abc import Iterator
from dataclasses import replace

from magnetite.formats.decoding import decode, first_json
from magnetite.formats.format import Document, Format, Outcome, Sample
from magnetite.formats.tables.answers import Scheme
from magnetite.formats.tables.columns import Columns
from magnetite.formats.tables.rows import Rows, csv_header, csv_rows, json_rows
from magnetite.formats.tables.tabular import row_items

_COSMOSQA = Columns("context", "question", ("answer0", "answer1", "answer2", "answer3"), id="id")
_RECLOR = Columns("context", "question", ("answers",), id="id_string")


def sniff_cosmosqa(sample: Sample) -> bool:
    """Recognise Cosmos QA by its header."""
    return _COSMOSQA.used <= set(csv_header(sample))


def read_cosmosqa(document: Document) -> Iterator[Outcome]:
    """Read a CSV file of Cosmos QA."""
    yield from _items(
        csv_rows(decode(document.data, document.where), document.where, limits=document.limits), _COSMOSQA, document
    )


def sniff_reclor(sample: Sample) -> bool:
    """Recognise ReClor by the keys of its first entry."""
    first = first_json(sample.text)
    return bool(first and first[0] and isinstance(first[1], dict) and first[1].keys() >= _RECLOR.used)


def read_reclor(document: Document) -> Iterator[Outcome]:
    """Read a JSON list of ReClor."""
    yield from _items(
        json_rows(decode(document.data, document.where), document.where, limits=document.limits), _RECLOR, document
    )


def _items(rows: Rows, columns: Columns, document: Document) -> Iterator[Outcome]:
    columns = replace(columns, answer="label" if "label" in rows.columns else None)
    yield from row_items(rows, columns, document, scheme=Scheme("number"), question_needed=True)


COSMOSQA = Format("cosmosqa", "Cosmos QA", (".csv",), sniff_cosmosqa, read_cosmosqa)  # Huang et al. 2019
RECLOR = Format("reclor", "ReClor", (".json",), sniff_reclor, read_reclor)  # Yu et al. 2020
