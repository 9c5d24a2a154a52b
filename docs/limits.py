"""Makes the table of limits in security.md from the limits themselves.

    python -m docs.limits

`tests/test_security_page.py` fails where the page has other ones.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from examfiles import decoding, limits, sources
from examfiles.exam import MOST_QUESTIONS
from examfiles.readers.lms import latex, olx, r_exams
from examfiles.readers.office import docx
from examfiles.readers.qti.package import MOST_PICTURE_BYTES
from examfiles.readers.tables import sheets
from examfiles.readers.typed.keys import MOST_KEYS

PAGE = Path(__file__).with_name("security.md")
TABLE = re.compile(r"^\| limit \|.*?\n(?=\n)", re.DOTALL | re.MULTILINE)
SAME, NONE = "the same", "–"


def table() -> str:
    """Return the table, in Markdown."""
    lines = ["| limit | exam | data set |", "|---|---|---|"]
    return "".join(f"{line}\n" for line in (*lines, *(f"| {' | '.join(row)} |" for row in _rows())))


def _rows() -> Iterator[tuple[str, str, str]]:
    exam, data = limits.EXAM, limits.dataset_limits()
    unpacked, member = _size(data.unpacked), _size(sources.MEMBER_LIMIT)
    yield "unpacked in one pass over an archive", _size(exam.unpacked), f"{unpacked}; `{limits.UNPACKED}=GIB` sets it"
    yield "one file in an archive", _size(decoding.LIMIT), member
    yield (
        "passages of all questions together, a shared one counted for each",
        f"{_count(exam.passages)} characters",
        f"{data.passages // data.unpacked} for each byte above",
    )
    yield (
        "values of a table, of a Parquet table by its footer, and of JSON",
        _count(exam.values),
        f"1 for {data.unpacked // data.values} bytes above",
    )
    yield "questions", _count(MOST_QUESTIONS), NONE
    yield (
        "options of all questions together",
        _count(exam.options),
        f"1 for {data.unpacked // data.options} bytes above",
    )
    yield "options of a question; columns of a table", f"{_count(limits.OPTIONS)}; {_count(limits.COLUMNS)}", SAME
    yield "lines of an exam's text", _count(limits.LINES), NONE
    yield (
        "paragraphs, runs of text, and cells in the tables of a Word document",
        "; ".join(map(_count, (docx.PARAGRAPHS, docx.RUNS, docx.CELLS))),
        SAME,
    )
    yield (
        "cells that a workbook's sheet reaches over or stands for, and their texts",
        f"{_count(sheets.CELLS)}; {_size(decoding.LIMIT)}",
        SAME,
    )
    texts = "commands and signs in LaTeX; an exercise of R/exams; texts and questions in a problem of Open edX"
    yield texts, f"{_count(latex.MOST_CHARACTERS)}; {_size(r_exams.LIMIT)}; {_count(olx.PARTS)}", SAME
    yield "entries in a typed list of keys", _count(MOST_KEYS), SAME
    yield "nesting of XML and HTML; entities of one's own", "256 levels; none", SAME  # libxml2's own
    yield (
        "linked pages that a QTI package shows, counted whenever one is shown",
        f"{_count(MOST_PICTURE_BYTES)} characters",
        SAME,
    )


def _count(number: int) -> str:
    return f"{number // 10**6} million" if number >= 10**6 else f"{number:,}"


def _size(size: int) -> str:
    return f"{size / 2**30:g} GiB" if size >= 2**30 else f"{size / 2**20:g} MiB"


def main() -> None:
    """Put the table on the page."""
    PAGE.write_text(TABLE.sub(table(), PAGE.read_text("utf-8"), count=1), "utf-8")


if __name__ == "__main__":
    main()
