"""Office files: which kind one is by its first bytes, and its parts, unpacked in memory within limits.

Word and Excel files and those of OpenDocument are zip archives of XML. Libraries that read them unpack what they are
given, so they are given an archive made anew of what was unpacked here: no part can be larger than it says.
"""

import io
import re
import zipfile
from collections.abc import Mapping

from examfiles.decoding import LIMIT
from examfiles.errors import DataError, Error
from examfiles.format import fault

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
READ_SUFFIXES = (".docx", ".docm", ".odt", ".xlsx", ".xlsm", ".ods", ".xls", ".h5p")
"""The endings of office files that are read, and of packages that are read like them."""
PARTS = 5_000
"""The most parts an office file may have."""
TAGS = 1_000_000
"""The most tags of XML in a text document, where a paragraph has from four to a dozen."""
_FIRST_PARTS = (
    b"mimetypeapplication/vnd.oasis.opendocument.",
    b"[Content_Types].xml",
    b"h5p.json",
    b"content/content.json",
)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
_UNREAD = {
    ".doc": "Open it in your word processor and save it as a Word document (.docx).",
    ".rtf": "Open it in your word processor and save it as a Word document (.docx) or as plain text.",
    ".pages": "Open it in Pages and export it as a Word document (.docx).",
    ".numbers": "Open it in Numbers and export it as an Excel workbook (.xlsx).",
    ".pptx": "Copy its questions into a text document.",
    ".pdf": "A PDF does not say what belongs together. Check the document that it was made from (.docx, .odt), or copy "
    "its questions into a text document.",
}


_NO_TEXT = (
    *READ_SUFFIXES,
    *_UNREAD,
    ".zip",
    ".imscc",
    ".mbz",
    ".gz",
    ".tgz",
    ".tar",
    ".bz2",
    ".xz",
    ".parquet",
    ".arrow",
)


def misnamed(head: bytes, suffix: str) -> bool:
    """Say whether a file that begins like this is plain text under the name of an archive or of an office file."""
    return suffix in _NO_TEXT and suffix != ".rtf" and not re.search(rb"[\0-\x08]", head)


def unread(head: bytes, suffix: str) -> str | None:
    """Return what to do with an office file of a kind that is not read; None for any other file."""
    if head.startswith(b"{\\rtf"):
        return _UNREAD[".rtf"]
    if head.startswith(b"%PDF"):
        return _UNREAD[".pdf"]
    if head.startswith(_PICTURES) or (head.startswith(b"RIFF") and head[8:12] == b"WEBP"):
        return "A picture is not read. Type its questions into a text document, or copy them from one."
    if head.startswith(OLE) and suffix != ".xls":
        return _UNREAD[".doc"]
    return _UNREAD.get(suffix) if head.startswith(ZIP) else None


def is_office(head: bytes, suffix: str) -> bool:
    """Return whether a file that begins like this is an office file that is read, and no archive of exams."""
    by_name = suffix in READ_SUFFIXES and head.startswith((ZIP, OLE))
    return by_name or head[30:].startswith(_FIRST_PARTS)


def opened(data: bytes, where: str, tags: int = TAGS, wanted: tuple[str, ...] = ("",)) -> dict[str, bytes]:
    """Return the parts of an office file by name. Raises DataError for one that is damaged, encrypted or too large.

    `tags`: the most that its parts may have together, each of which takes a hundred times its size once it is parsed.
    `wanted`: how the names of the parts begin that are needed.
    """
    if data.startswith(OLE):
        raise fault(where, "the file is encrypted, or of a kind that is not read. Save it without a password.")
    parts: dict[str, bytes] = {}
    room = LIMIT
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > PARTS:
                raise fault(where, f"the file has more than {PARTS:,} parts; an exam has fewer.")
            for member in (each for each in archive.infolist() if each.filename.startswith(wanted)):
                with archive.open(member) as stream:
                    parts[member.filename] = stream.read(room + 1)
                room -= len(parts[member.filename])
                if room < 0:
                    raise fault(
                        where,
                        f"the file unpacks to more than {LIMIT // 2**20} MiB; an exam of texts is smaller. Remove "
                        "large pictures.",
                    )
    except Error:
        raise
    except Exception as error:  # zipfile promises no kind of error for a damaged file
        raise fault(where, "the file is damaged or cut off. Save it again.", "left-office-damaged") from error
    if sum(part.count(b"<") for name, part in parts.items() if name.endswith((".xml", ".rels"))) > tags:
        raise fault(where, f"the file has more than {tags:,} tags; an exam has fewer. Split it.")
    return parts


def packed(parts: Mapping[str, bytes]) -> io.BytesIO:
    """Return parts as an archive for a library to read."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    stream.seek(0)
    return stream


def part(parts: Mapping[str, bytes], name: str, where: str) -> bytes:
    """Return a part. Raises DataError where the file lacks it."""
    if name not in parts:
        raise DataError(f"{where}: the file lacks its part {name}. Save it again.")
    return parts[name]
