"""Pictures: the files that an exam shows, kept beside its items while it is converted, and where each one stands.

In a text a picture is its label, `[image: a lamp]`. Where pictures are asked for (`read(…, pictures=True)`), an item
whose source shows some has the metadata `pictures`, one line for each, in the order of passage, question, options and
feedback: the name of its file, or an address on the web, or - where there is no file, and then its label. A file is
named by what it was called and by its content, so that two of one name stay apart and one shown twice is kept once.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, unquote_to_bytes

from examfiles.format import PictureFile
from examfiles.items import Item
from examfiles.markup import Picture, Text

PICTURES = "pictures"
SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".tif", ".tiff")
MOST_BYTES = 128 * 2**20
"""The most bytes of pictures that are kept of one exam."""
MISSING = "-"
"""What stands for the file of a picture that has none."""
_HASHED_NAME = re.compile(r"-[0-9a-f]{12}$")
_WEB = re.compile(r"https?://", re.IGNORECASE)
_BEGINNINGS = {b"\x89PNG": ".png", b"\xff\xd8": ".jpg", b"GIF8": ".gif", b"RIFF": ".webp", b"BM": ".bmp", b"<": ".svg"}


@dataclass(slots=True)
class ExamPictures:
    """The pictures of an exam that is being read, by name; nothing is kept where they are not asked for."""

    keep: bool
    files: dict[str, bytes] = field(default_factory=dict)
    size: int = 0

    def kept(self, text: Text, find: Callable[[str], bytes | None]) -> Text:
        """Return a text with its pictures by the names of their files; `find` returns the file of an address."""
        if not self.keep:
            return replace(text, pictures=()) if text.pictures else text
        return replace(text, pictures=tuple(replace(each, file=self._name(each.file, find)) for each in text.pictures))

    def put(self, name: str, data: bytes) -> str:
        """Keep a file, and return its name; one that is too much, or empty, is none."""
        full = _file_name(name, data)
        if full not in self.files:
            if not data or self.size + len(data) > MOST_BYTES:
                return MISSING
            self.size += len(data)
            self.files[full] = data
        return full

    def outcomes(self) -> Iterable[PictureFile]:
        """Return what the reading of a file ends with: the pictures."""
        return [PictureFile(name, data) for name, data in self.files.items()]

    def _name(self, address: str, find: Callable[[str], bytes | None]) -> str:
        if _WEB.match(address):
            return quote(address, safe="%/:=&?~#+!$,;'@()*[]")
        embedded = address[:5].lower() == "data:"
        data = _embedded(address) if embedded else find(address) if address else None
        if data is None:
            return MISSING
        return self.put("" if embedded else unquote(re.split(r"[?#]", address)[0]).rpartition("/")[2], data)


def _embedded(address: str) -> bytes | None:
    """Return the file that an address holds itself (RFC 2397)."""
    head, _, body = address[5:].partition(",")
    if not head.lower().endswith(";base64"):
        return unquote_to_bytes(body) or None
    return decoded(unquote(body))


def decoded(text: str) -> bytes | None:
    """Return the bytes of a text in base 64; None where it is none."""
    try:
        return base64.b64decode("".join(text.split()), validate=True) or None
    except (binascii.Error, ValueError):
        return None


def is_picture(beginning: bytes) -> bool:
    """Say whether a file begins as a picture does."""
    return beginning.lstrip().startswith(tuple(_BEGINNINGS))


def _file_name(name: str, data: bytes) -> str:
    """Name a file by what it was called and by its content.

    >>> _file_name("A lamp.PNG", b"x"), _file_name(_file_name("A lamp.PNG", b"x"), b"x")
    ('A-lamp-0a7651f82b16.png', 'A-lamp-0a7651f82b16.png')
    """
    path = PurePosixPath(name.replace("\\", "/"))
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        suffix = next((each for start, each in _BEGINNINGS.items() if data.lstrip().startswith(start)), ".png")
    digest = hashlib.blake2b(data, digest_size=6).hexdigest()
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", _HASHED_NAME.sub("", path.stem)).strip("-")[:40] or "picture"
    return f"{stem}-{digest}{suffix}"


def lines_of(pictures: Iterable[Picture]) -> str:
    """Return pictures as the metadata of an item; empty for none."""
    return "\n".join(f"{each.file} {each.label}" for each in pictures)


def label(name: str) -> str:
    """Return how a picture of this name stands in a text."""
    name = " ".join(name.split())
    return f"[image: {name}]" if name else "[image]"


def labels_in(text: str, labels: Iterable[str]) -> list[str]:
    """Return which of these labels stand in a text, in their order, each as often as it does.

    >>> labels_in("A [image: b] and [image]", ["[image]", "[image: b]", "[image: c]"])
    ['[image: b]', '[image]']
    """
    either = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
    return re.findall(either, text) if either else []


def pictures_of(item: Item) -> list[Picture]:
    """Return the pictures that an item's metadata lists."""
    pairs = (line.partition(" ") for line in item.metadata.get(PICTURES, "").split("\n"))
    return [Picture(label, file) for file, _, label in pairs if label.startswith("[image")]


def placed_pictures(item: Item) -> tuple[tuple[Picture, ...], ...]:
    """Return the pictures of passage, question and each option, in this order; those of no text are left out."""
    texts = (item.passage, item.question, *item.options)
    placed: list[list[Picture]] = [[] for _ in texts]
    text, at = 0, 0
    for picture in pictures_of(item):
        places = (
            (each, texts[each].find(picture.label, at if each == text else 0)) for each in range(text, len(texts))
        )
        place = next((pair for pair in places if pair[1] >= 0), None)
        if place:
            text, at = place[0], place[1] + len(picture.label)
            placed[text].append(picture)
    return tuple(map(tuple, placed))


def pictured(item: Item, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the metadata of the pictures that can be shown: of which there is the file, or an address."""
    placed = (each for pictures in placed_pictures(item) for each in pictures)
    lines = lines_of(each for each in placed if each.file in files or _WEB.match(each.file))
    return {PICTURES: lines} if lines else {}


def alternative(picture: Picture) -> str:
    """Return what a picture's label says of it.

    >>> alternative(Picture("[image: a lamp]", "")), alternative(Picture("[image]", ""))
    ('a lamp', '')
    """
    return picture.label.removeprefix("[image").removesuffix("]").removeprefix(":").strip()


def address(picture: Picture, folder: str) -> str:
    """Return where a picture is found whose file lies in `folder`: there, or on the web."""
    return picture.file if _WEB.match(picture.file) else f"{folder}/{picture.file}"


def cut_at(text: str, pictures: list[Picture]) -> Iterator[str | Picture]:
    """Yield the parts of a text and the pictures between them, which are taken from the beginning of the list.

    >>> list(cut_at("A [image] here", [Picture("[image]", "x.png")]))
    ['A ', Picture(label='[image]', file='x.png'), ' here']
    """
    while pictures and pictures[0].label in text:
        before, _, text = text.partition(pictures[0].label)
        yield before
        yield pictures.pop(0)
    yield text


def in_base_64(data: bytes) -> str:
    """Return a file as text."""
    return base64.b64encode(data).decode("ascii")
