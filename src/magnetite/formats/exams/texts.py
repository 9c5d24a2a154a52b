"""Texts: the bytes of an exam decoded, with errors that name the line.

UTF-8 with or without a byte order mark, and UTF-16 with one. Other encodings are refused rather than guessed: a wrong
guess puts wrong letters into questions and nobody notices.
"""

import codecs

from magnetite.core.errors import DataError
from magnetite.formats.text import Sample

LIMIT = 128 * 2**20
"""The largest exam file read, in bytes."""
TYPED_LIMIT = 16 * 2**20
"""The largest file of typed questions read, in bytes: pictures, which make exams large, cannot be in it."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def exam_text(data: bytes, where: str, limit: int | None = None) -> str:
    """Decode an exam; every line ends in a line feed. Raises DataError naming the line of the first bad byte."""
    check_size(data, where, limit)
    if data.startswith(_UTF16):
        text = _utf16(data, where)
    else:
        data = data.removeprefix(codecs.BOM_UTF8)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(data, error, where) from error
    if "\0" in text:
        raise DataError(
            f"{where}, line {text[: text.index(chr(0))].count(chr(10)) + 1}: found a null character; the file is not "
            "text, or is UTF-16 without a byte order mark. Save it as UTF-8."
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_size(data: bytes, where: str, limit: int | None = None) -> None:
    """Refuse a file that is empty or larger than `limit`, by default `LIMIT`. Raises DataError."""
    limit = limit or LIMIT
    if not data.strip():
        raise DataError(f"{where}: the file is empty; expected questions.")
    if len(data) > limit:
        raise DataError(
            f"{where}: the file is larger than {limit // 2**20} MiB; an exam of texts is smaller. Split it, or "
            "remove the embedded pictures and sounds."
        )


def sample_text(sample: Sample) -> str:
    """Return the beginning of a file as text, UTF-16 included."""
    if sample.data.startswith(_UTF16):
        return sample.data[: len(sample.data) // 2 * 2].decode("utf-16", "replace")
    return sample.text


def _utf16(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError as error:
        line = data[: error.start].decode("utf-16", "replace").count("\n") + 1
        raise DataError(
            f"{where}, line {line}: the UTF-16 is invalid. The file may be cut off: save it again."
        ) from error


def _not_utf8(data: bytes, error: UnicodeDecodeError, where: str) -> DataError:
    line = data[: error.start].count(b"\n") + 1
    return DataError(
        f"{where}, line {line}: byte 0x{data[error.start]:02X} is not UTF-8, the expected encoding. Save the file as "
        "UTF-8 (in a word processor or editor: Save as, encoding UTF-8), or convert it: "
        "iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW-FILE."
    )
