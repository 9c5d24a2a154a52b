"""Mending: a file with corrected texts in the place of the old ones, and every other byte as it was.

A text is looked for as the file may write it (plain, escaped as XML, JSON, CSV or GIFT do); of several places the one
counts after which the file reads as it should. So nothing is guessed: what cannot be put back without a doubt is not.
In an archive (Word, OpenDocument, Excel, QTI) it is a part that is mended, and the others are copied.
"""

import html
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from magnetite.core.errors import MagnetiteError
from magnetite.core.items import Item

MOST_PLACES = 40
"""The most places of one text that are tried."""
_GIFT = str.maketrans({sign: f"\\{sign}" for sign in "~=#{}:"})
_WAYS: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    lambda text: html.escape(text, quote=False),
    lambda text: html.escape(html.escape(text, quote=False), quote=False),
    html.escape,
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: json.dumps(text)[1:-1],
    lambda text: text.replace('"', '""'),
    lambda text: text.translate(_GIFT),
)
"""How a file may write a text."""
Read = Callable[[bytes], Sequence[Item]]


def mended(data: bytes, before: Sequence[Item], after: Sequence[Item], read: Read) -> bytes | None:
    """Return a file that reads as `after` and is otherwise as it was; None where that cannot be had.

    `before`: as the file reads, in the same order; only questions and options may differ. `read` reads a file.
    """
    if [_rest(item) for item in before] != [_rest(item) for item in after]:
        return None
    aims = list(before)
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        texts = list(zip((old.question, *old.options), (new.question, *new.options), strict=True))
        for at, (here, there) in enumerate(texts):
            if here == there:
                continue
            aims[place] = _changed(aims[place], at, there)
            tried = (each for each in _tries(data, here, there) if _reads_as(read, each, aims))
            mend = next(tried, None)
            if mend is None:
                return None
            data = mend
    return data


def _rest(item: Item) -> tuple[object, ...]:
    return item.id, item.passage, len(item.options), item.answer


def _changed(item: Item, at: int, text: str) -> Item:
    if not at:
        return replace(item, question=text)
    return replace(item, options=(*item.options[: at - 1], text, *item.options[at:]))


def _reads_as(read: Read, data: bytes, aims: Sequence[Item]) -> bool:
    try:
        items = read(data)
    except MagnetiteError:
        return False
    return [(*_rest(item), item.question, item.options) for item in items] == [
        (*_rest(item), item.question, item.options) for item in aims
    ]


def _tries(data: bytes, old: str, new: str) -> Iterator[bytes]:
    """Yield the file with the new text in each place of the old one."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        yield from _in_text(data, old, new)
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {info: archive.read(info) for info in archive.infolist()}
    for info, part in parts.items():
        if info.filename.endswith((".xml", ".json", ".qti")):
            yield from (_packed({**parts, info: each}) for each in _in_text(part, old, new))


def _in_text(data: bytes, old: str, new: str) -> Iterator[bytes]:
    for encoding in ("utf-8", "cp1252", "utf-16-le", "utf-16-be"):
        for here, there in dict.fromkeys((way(old), way(new)) for way in _WAYS):
            try:
                sought, put = here.encode(encoding), there.encode(encoding)
            except UnicodeEncodeError:
                continue
            at = data.find(sought)
            for _ in range(MOST_PLACES):
                if at < 0:
                    break
                yield data[:at] + put + data[at + len(sought) :]
                at = data.find(sought, at + 1)


def _packed(parts: Mapping[zipfile.ZipInfo, bytes]) -> bytes:
    """Return an archive of parts, each as it was packed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for info, data in parts.items():
            archive.writestr(info, data, info.compress_type)
    return buffer.getvalue()
