"""Text: the bytes of a file decoded, and JSON parsed, with errors that say where and what to do.

Data sets are UTF-8. Exams and tables may be in any encoding that programs save text in, such as Windows-1252, which
chardet finds: a wrong guess puts wrong letters into questions, so what was assumed is said, with a line to see it by. A
file that is UTF-8 but for a few bytes is damaged, and is refused.
"""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from examfiles.errors import DataError
from examfiles.files import regular
from examfiles.format import excerpt, fault, unfenced, unmarked_utf16
from examfiles.limits import LINES, Limits, dataset_limits

LIMIT = 128 * 2**20
"""The largest exam file read, in bytes."""
TYPED_LIMIT = 16 * 2**20
"""The largest file of typed questions read, in bytes: pictures, which make exams large, cannot be in it."""
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
SAMPLE_BYTES = 4 * 2**20
"""How much of a file is looked at to find out its format."""
_NO_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1")  # how office files and Parquet begin
_TELLING = 16 * 2**10  # bytes of lines with letters beyond ASCII, by which an encoding is found
_FEW_LETTERS = 3  # letters beyond ASCII, which do not tell encodings of Latin letters apart
_WESTERN = ("windows-1252", "macroman")
_LATIN = ("windows-1250", "windows-1254", "windows-1257", "windows-1258", "macroman")
_SIGNS = (
    "\u201c\u201d\u2018\u2019\u201e\u201a\u2039\u203a\u00ab\u00bb\u2013\u2014\u2026\u2022\u00b7\u00b0\u00a7\u20ac\u00a3\u00a9"
    "\u00ae\u00b1\u00bd\u00bc\u00be\u00a0"
)
_BEFORE, _BEHIND = "\u00bf\u00a1", "ªº\u2122"  # a word, and behind one
_BETWEEN = "\u2019\u2014\u2026\u00b7\u00a0"  # signs that stand between small letters, too
_SINGLE = "àáéèòåöøÀÉÈÓÒÅÖØ"
"""Words of one letter."""
_RARE = "ŠšŽžŸœƒ"  # in languages that Windows-1252 and Mac Roman are used for
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_BESIDE = 200  # bytes on either side of one beyond ASCII that tell an encoding, of the same line
_TELLING_LINE = re.compile(rb"[^\r\n]{0,%d}[\x80-\xff][^\r\n]{0,%d}" % (_BESIDE, _BESIDE))
_NAMES = {f"windows-{page}": f"Windows-{page}" for page in range(1250, 1259)} | {
    "macroman": "Mac Roman",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "shift_jis": "Shift JIS",
    "euc-jp": "EUC-JP",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "cp949": "Korean (CP949)",
    "euc-kr": "Korean (CP949)",
    "koi8-r": "KOI8-R",
}
_CODECS = {"euc-kr": "cp949", "shift_jis": "cp932", "big5": "cp950"}  # Windows' own, which have more letters


def decode(data: bytes, where: str) -> str:
    """Decode UTF-8, with or without a byte order mark. Raises DataError naming the first bad byte."""
    if not data.strip():
        raise fault(where, "the file is empty; expected questions.", "left-file-empty")
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        raise fault(
            where,
            f"byte {start} (0x{data[start]:02X}) is not UTF-8, the expected encoding. Save it as UTF-8 (in a "
            "spreadsheet: Save as, CSV UTF-8).",
        ) from error


@dataclass(frozen=True, slots=True)
class AssumedEncoding:
    """An encoding that was assumed, by its usual name, and a line whose letters show whether it is right."""

    name: str
    line: str


def in_utf8(data: bytes) -> tuple[bytes, AssumedEncoding | None]:
    """Return a text in UTF-8, and the encoding that was assumed where nothing in the file states it.

    What is no text, or UTF-8 but for a few bytes, is returned as it is.

    >>> in_utf8("Wer war Jürgen?".encode("cp1252"))[1]
    AssumedEncoding(name='Windows-1252', line='Wer war Jürgen?')
    """
    if data.startswith(_NO_TEXT):
        return data, None
    if data.startswith(UTF16):
        try:
            return data.decode("utf-16").encode("utf-8"), None
        except UnicodeError:
            return data, None
    name = _encoding(data)
    if name is None:
        return data, None
    text = data.decode(_CODECS.get(name, name), "replace")
    return text.encode("utf-8"), AssumedEncoding(_NAMES[name], _telling_line(text.replace("\r", "\n")))


def _encoding(data: bytes) -> str | None:
    """Return the name of the encoding of text that is not UTF-8; None for UTF-8, and for what is no text."""
    if b"\0" in data[:SAMPLE_BYTES]:
        return unmarked_utf16(data)
    try:
        data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        return None if _mostly_utf8(data) else _found(b"\n".join(_telling_lines(data[:SAMPLE_BYTES])))
    return None


def _telling_lines(data: bytes) -> Iterator[bytes]:
    """Yield the parts of lines with bytes beyond ASCII, as `_TELLING_LINE` finds them, which tries every place."""
    done = 0
    while beyond := _BEYOND_ASCII.search(data, done):
        start = max(done, beyond.start() - _BESIDE)
        start = max(start, *(data.rfind(end, start, beyond.start()) + 1 for end in (b"\n", b"\r")))
        part = _TELLING_LINE.match(data, start)
        assert part is not None  # the byte is in it
        yield part[0]
        done = part.end()


def _found(lines: bytes) -> str:
    """Return the encoding that chardet finds; where few letters speak for another, that of Windows in the west.

    It takes much text of Windows for a Mac's, so a Mac's it is only if fewer of its signs are odd then.
    """
    import chardet

    lines = lines[:_TELLING]
    every = chardet.EncodingEra.MODERN_WEB | chardet.EncodingEra.LEGACY_MAC
    name = (chardet.detect(lines, encoding_era=every)["encoding"] or "").lower()
    if name == "shift_jis" and _HALF_WIDTH.search(lines.decode("cp932", "replace")):
        name = min(_WESTERN, key=partial(_oddness, lines))  # a dash or a quotation mark
    few = (
        name in _LATIN
        and sum(each > "\x7f" and each.isalpha() for each in lines.decode(name, "replace")) < _FEW_LETTERS
    )
    if few or name not in _NAMES or name == "macroman":
        name = "windows-1252"
    return min(name, "macroman", key=partial(_oddness, lines)) if name.startswith("windows") else name


def _oddness(lines: bytes, codec: str) -> float:
    """Count the signs and letters beyond ASCII that no word has where they stand, if this is the encoding."""
    text = f" {lines.decode(codec, 'replace')} "
    odd = sum(_is_odd(text[at - 1], sign, text[at + 1]) for at, sign in enumerate(text) if sign > "\x7f")
    rare = [after for sign, after in pairwise(text) if sign in _RARE and not (sign == "œ" and after == "u")]
    return odd + (len(rare) / 2 if codec in _WESTERN else 0)


def _is_odd(before: str, sign: str, after: str) -> bool:
    """Return whether no word has a sign or a letter between these two.

    >>> _is_odd(" ", "\u201c", "L"), _is_odd(" ", "ì", "L"), _is_odd("t", "Õ", "s")
    (False, True, True)
    """
    if sign in _BEFORE:
        return before.isalpha() or after.isspace()
    if sign in _BEHIND or sign == "\u20ac":
        return after.isalpha()
    if not sign.isalpha():
        between = before.isalpha() and after.islower() and sign not in _BETWEEN
        return between or sign not in _SIGNS
    if sign == "ß" or not (before.isalpha() or after.isalpha()):
        return not (before.isalpha() or (sign in _SINGLE and before.isspace()))
    if sign.isupper():
        return before.islower()
    return after.isupper() and (before.isupper() or not before.isalpha())


def _mostly_utf8(data: bytes) -> bool:
    """Return whether a text has letters in UTF-8, and no fewer than bytes that are not."""
    text = data[:SAMPLE_BYTES].decode("utf-8", "replace")
    broken = text.count("\ufffd")
    letters = sum(character > "\x7f" for character in text) - broken
    return letters >= max(broken, 1)


def _telling_line(text: str) -> str:
    """Return the first line with a letter that encodings differ in, about eighty characters of it."""
    for letter in (r"[^\W\d_a-zA-Z]", r"[^\x00-\x7f]"):
        if first := re.search(letter, text):
            start = max(text.rfind("\n", 0, first.start()) + 1, first.start() - 50)
            match = re.compile(rf"[^\n]{{0,50}}{letter}[^\n]{{0,40}}").match(text, start)
            assert match is not None  # `first` is in it
            return " ".join(match[0].split())
    return ""


def parse_json(text: str, where: str, limits: Limits | None = None) -> Any:
    """Parse JSON. Raises DataError with the line and column where it is invalid, and for more values than `limits`.

    A value takes many times the memory of its text.
    """
    (limits or dataset_limits()).check_values(where, sum(map(text.count, ",[{")))
    try:
        return json.loads(text, object_pairs_hook=only_once)
    except json.JSONDecodeError as error:
        raise fault(
            where,
            f"the JSON is invalid at line {error.lineno}, column {error.colno} ({error.msg}). "
            "The file may be cut off: download or save it again.",
        ) from error
    except RepeatedMemberError as error:
        raise error.fault(where) from error
    except (RecursionError, ValueError) as error:
        raise fault(where, f"the JSON cannot be read ({error}).") from error


class RepeatedMemberError(ValueError):
    """An object in JSON has a member twice, with two values."""

    def __init__(self, name: str, values: tuple[Any, Any]) -> None:
        super().__init__(f"“{name}” is given twice")
        self.name, self.values = name, values

    def fault(self, where: str) -> DataError:
        """Return the error, which names the member and both values."""
        first, second = (excerpt(repr(value)) for value in self.values)
        text = f"“{self.name}” is given twice in one object, as {first} and as {second}. Remove the wrong one."
        return fault(where, text, "left-member-twice", name=self.name, first=first, second=second)


def only_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of an object in JSON. Raises RepeatedMemberError where one has two values."""
    found = dict(members)
    if len(found) < len(members):
        first: dict[str, Any] = {}
        for name, value in members:
            if first.setdefault(name, value) != value:
                raise RepeatedMemberError(name, (first[name], value))
    return found


def under(value: Any, *names: str) -> Any:
    """Return what stands under names in JSON, one inside the other; None where nothing does."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def list_under(value: Any, name: str) -> list[Any]:
    """Return the list that stands under a name in JSON; an empty one where none does."""
    held = under(value, name)
    return held if isinstance(held, list) else []


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
            "found a null character; the file is not text. Save the exam as plain text.",
        )
    text = unfenced(text.replace("\r\n", "\n").replace("\r", "\n"))
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
        f"byte {byte} is not UTF-8, in which the rest is written. The file may be damaged: save it again (in a word "
        "processor or editor: Save as, encoding UTF-8)."
    )
    return fault(f"{where}, line {line}", text, "left-encoding", byte=byte)


def passage_text(path: str | None) -> str | None:
    """Read the text for questions that have none. Raises DataError for a file that is absent, empty or no text."""
    if path is None:
        return None
    try:
        with regular(Path(path).expanduser()).open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise fault(path, f"the passage cannot be read ({error.strerror or error}).") from error
    return exam_text(in_utf8(data)[0], path).strip()
