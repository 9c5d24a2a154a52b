"""Text: the bytes of a file decoded, and JSON parsed, with errors that say where and what to do.

Data sets are UTF-8; exams may be UTF-16 with a byte order mark too. Other encodings are refused rather than guessed: a
wrong guess puts wrong letters into questions and nobody notices.
"""

import codecs
import json
import re
from pathlib import Path
from typing import Any

from magnetite.core.errors import DataError
from magnetite.formats.format import Sample, fault
from magnetite.formats.limits import LINES

LIMIT = 128 * 2**20
"""The largest exam file read, in bytes."""
TYPED_LIMIT = 16 * 2**20
"""The largest file of typed questions read, in bytes: pictures, which make exams large, cannot be in it."""
_ICONV = "iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW-FILE"
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
SAMPLE_BYTES = 4 * 2**20
"""How much of a file is looked at to find out its format."""


def decode(data: bytes, where: str) -> str:
    """Decode UTF-8, with or without a byte order mark. Raises DataError naming the first bad byte."""
    if not data.strip():
        raise fault(where, "the file is empty; expected questions.", "left-file-empty")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        encoding = "UTF-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "WINDOWS-1252"
        raise fault(
            where,
            f"byte {start} (0x{data[start]:02X}) is not UTF-8, the expected encoding. Save it as UTF-8 (in "
            f"a spreadsheet: Save as, CSV UTF-8). If it is {encoding}, convert it: "
            f"iconv -f {encoding} -t UTF-8 FILE > NEW-FILE.",
        ) from error


def parse_json(text: str, where: str) -> Any:
    """Parse JSON. Raises DataError with the line and column where it is invalid."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise fault(
            where,
            f"the JSON is invalid at line {error.lineno}, column {error.colno} ({error.msg}). "
            "The file may be cut off: download or save it again.",
        ) from error
    except (RecursionError, ValueError) as error:
        raise fault(where, f"the JSON cannot be read ({error}).") from error


def first_json(text: str) -> tuple[bool, Any] | None:
    """Return whether a JSON text is a list, and its first value; None where the text does not begin as JSON.

    >>> first_json('[{"a": 1}, {"a": 2')
    (True, {'a': 1})
    """
    text = text.lstrip()
    if text[:1] not in {"[", "{"}:
        return None
    start = re.match(r"\[\s*", text)
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start.end() if start else 0)
    except (ValueError, RecursionError):
        return None
    return (start is not None), value


def exam_text(data: bytes, where: str, limit: int | None = None) -> str:
    """Decode an exam; every line ends in a line feed. Raises DataError naming the line of the first bad byte."""
    check_size(data, where, limit)
    if data.startswith(UTF16):
        text = _utf16(data, where)
    else:
        data = data.removeprefix(codecs.BOM_UTF8)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(data, error, where) from error
    if "\0" in text:
        raise fault(
            f"{where}, line {text[: text.index(chr(0))].count(chr(10)) + 1}",
            "found a null character; the file is not text, or is UTF-16 without a byte order mark. Save it as UTF-8.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > LINES:
        raise fault(where, f"the file has more than {LINES:,} lines; an exam has fewer. Split it.")
    return text


def check_size(data: bytes, where: str, limit: int | None = None) -> None:
    """Refuse a file that is empty or larger than `limit`, by default `LIMIT`. Raises DataError."""
    limit = limit or LIMIT
    if not data.strip():
        raise fault(where, "the file is empty; expected questions.", "left-file-empty")
    if len(data) > limit:
        raise fault(
            where,
            f"the file is larger than {limit // 2**20} MiB; an exam of texts is smaller. Split it, or "
            "remove the embedded pictures and sounds.",
        )


def sample_text(sample: Sample) -> str:
    """Return the beginning of a file as text, UTF-16 included."""
    if sample.data.startswith(UTF16):
        return sample.data[: len(sample.data) // 2 * 2].decode("utf-16", "replace")
    return sample.text


def _utf16(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError as error:
        line = data[: error.start].decode("utf-16", "replace").count("\n") + 1
        raise fault(
            f"{where}, line {line}", "the UTF-16 is invalid. The file may be cut off: save it again."
        ) from error


def _not_utf8(data: bytes, error: UnicodeDecodeError, where: str) -> DataError:
    line = data[: error.start].count(b"\n") + 1
    byte = f"0x{data[error.start]:02X}"
    text = (
        f"byte {byte} is not UTF-8, the expected encoding. Save the file as UTF-8 (in a word processor or editor: Save "
        f"as, encoding UTF-8), or convert it: {_ICONV}."
    )
    return fault(f"{where}, line {line}", text, "left-encoding", byte=byte, command=_ICONV)


def passage_text(path: str | None) -> str | None:
    """Read the text for questions that have none. Raises DataError for a file that is absent, empty or no text."""
    if path is None:
        return None
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise fault(path, f"the passage cannot be read ({error.strerror or error}).") from error
    return exam_text(data, path).strip()
