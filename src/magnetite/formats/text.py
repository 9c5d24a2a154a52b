"""Text: bytes decoded as UTF-8, and JSON and XML parsed, with errors that say where and what to do."""

import codecs
import json
import re
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from magnetite.core.errors import DataError

SAMPLE_BYTES = 4 * 2**20
"""How much of a file is looked at to find out its format."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The beginning of a file, by which its format is recognised; `text` is decoded leniently."""

    name: str
    data: bytes

    @property
    def text(self) -> str:
        """Return the beginning as text; what is not UTF-8 becomes a replacement character."""
        return self.data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")


def decode(data: bytes, where: str) -> str:
    """Decode UTF-8, with or without a byte order mark. Raises DataError naming the first bad byte."""
    if not data.strip():
        raise DataError(f"{where}: the file is empty; expected questions.")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        encoding = "UTF-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "WINDOWS-1252"
        raise DataError(
            f"{where}: byte {start} (0x{data[start]:02X}) is not UTF-8, the expected encoding. Save it as UTF-8 (in "
            f"a spreadsheet: Save as, CSV UTF-8). If it is {encoding}, convert it: "
            f"iconv -f {encoding} -t UTF-8 FILE > NEW-FILE."
        ) from error


def parse_json(text: str, where: str) -> Any:
    """Parse JSON. Raises DataError with the line and column where it is invalid."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}: the JSON is invalid at line {error.lineno}, column {error.colno} ({error.msg}). "
            "The file may be cut off: download or save it again."
        ) from error
    except (RecursionError, ValueError) as error:
        raise DataError(f"{where}: the JSON cannot be read ({error}).") from error


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


def parse_xml(text: str, where: str) -> ElementTree.Element:
    """Parse XML that declares no entities of its own. Raises DataError.

    Entity bombs and external entities need declarations, which stand in a DOCTYPE's brackets: those are refused
    unread. A DOCTYPE that only names a DTD (MCScript's test file has one) is harmless, because no DTD is ever fetched.
    """
    if re.search(r"<!ENTITY|<!DOCTYPE[^>\[]*\[", text):
        raise DataError(
            f"{where}: the XML declares entities of its own, which is not safe to read. Remove its DOCTYPE."
        )
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise DataError(
            f"{where}: the XML is invalid at line {line}, column {column + 1} ({str(error).split(':')[0]}). "
            "The file may be cut off: download or save it again."
        ) from error
