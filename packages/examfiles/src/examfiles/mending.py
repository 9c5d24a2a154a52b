"""Mending: a file with corrected texts, keys and passages in the place of the old ones, and every other byte as it was.

A text is looked for as the file may write it (plain, escaped as XML, JSON, CSV or GIFT do), whole or where it differs,
and in Word and OpenDocument in the letters of a paragraph, whatever runs they lie in (`run_texts`); a key as the mark
at its option, or as a letter, number, name or text of an option near its question. Of several places the one counts
after which the file reads as it should. So nothing is guessed: what cannot be put back without a doubt is named, and
the file has the rest. In an archive (Word, OpenDocument, Excel, QTI) it is a part that is mended.
"""

import html
import io
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from itertools import islice, pairwise

from examfiles import run_texts
from examfiles.errors import Error
from examfiles.items import Item, letter
from examfiles.question import places

MOST_PLACES = 40
"""The most places of one text that are tried; of a key, a third of them."""
SECONDS = 30
"""How long files may be tried, by the processor; then the rest counts as what cannot be put back."""
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
_TYPE = r"<w:rPr(?:/>|>(?:(?!</w:rPr>).)*</w:rPr>)(?=<w:t[ >])"
_MARKS = (
    (r'fraction="100(?:\.0+)?"', r'fraction="-?0(?:\.0+)?"|fraction="-[\d.]+"', 'fraction="100"'),
    ("=", "~(?!%)", "="),
    (r"\*{1,2}", "", "*"),
    (r"\[[xX]\]", r"\[ \]", "[x]"),
    (r"\([xX]\)", r"\( \)", "(x)"),
    (r"\btrue\b", r"\bfalse\b", "true"),
    (r"\bcorrect\b", r"\bincorrect\b", "correct"),
    (r"\b1(?:00)?\b", r"\b0\b", ""),
    (r"\\correctchoice|\\CorrectChoice", r"\\wrongchoice|\\choice", r"\correctchoice"),
    (r" ?[✓✔√]| ?\((?:correct|right|richtig)\)", "", "✓"),
    (_TYPE, _TYPE, ""),
    (_TYPE, "", ""),
)
"""What stands at a right option, at a wrong one, and how the former is written where the file has none."""
_PASSAGE = -1  # the place of a text; 0 is the question's
_NAME = re.compile(r'\bident(?:ifier)?="([^"]*)"')
_STYLES = ("", '<w:pPr><w:pStyle w:val="ExamPassage"/></w:pPr>')
_DESCRIBED = '<question type="description"><name><text>Text</text></name><questiontext format="plain_text"><text>{}'
_LINE = r"(?m)(?<=\ufeff)|^(?!\ufeff)"
_STYLED = '<w:p><w:pPr><w:pStyle w:val="ExamPassage"/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
_BEFORE = (
    ("<question[ >]", f"{_DESCRIBED}</text></questiontext></question>\n", "{}", "\n\n", html.escape),
    ("<w:p[ >]", "{}", "<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "", html.escape),
    ("<w:p[ >]", "{}", _STYLED, "", html.escape),
    ("<text:p[ >]", "{}", "<text:p>{}</text:p>", "", html.escape),
    ("<h2>|<p ", "{}", '<p class="exam-passage">{}</p>', "\n", html.escape),
    (_LINE, "{}\n\n", "{}", "\n\n", _WAYS[-1]),
    (_LINE, "{}\n\n", "{}", "\n\n", str),
)
"""What a passage is put before, how, how a paragraph of it is written, what is between them, and how signs are."""
_AFTER = (("</w:p>", "<w:p><w:r><w:t>ANSWER: {}</w:t></w:r></w:p>"), ("</text:p>", "<text:p>ANSWER: {}</text:p>"))
_EMPTY = re.compile(r'(?<=[,;\t])(?=[,;\t\r\n]|\Z)|(?m:^)(?=[,;\t])|(?<=": )(?:""|null)')
_CELL = '<c {}t="inlineStr"{}><is><t xml:space="preserve">{}</t></is></c>'
Read = Callable[[bytes], Sequence[Item]]
Tries = Iterator[bytes]


@dataclass(frozen=True, slots=True)
class MendedFile:
    """A file, and what could not be put into it: ids of questions, each with `passage`, `key` or a name of `places`."""

    data: bytes
    missing: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Mending:
    """A file that is being mended: as it is now and reads, and when there was enough of trying."""

    data: bytes
    items: list[Item]
    read: Read
    until: float

    def put(self, tries: Iterable[bytes], changed: Mapping[int, Item]) -> bool:
        """Take the first file in which these items are changed and the others are not; say whether there is one."""
        for data in tries:
            if time.process_time() > self.until:
                break
            try:
                items = list(self.read(data))
            except Error:
                continue
            if len(items) == len(self.items) and all(
                _state(item) == _state(changed[at])
                if at in changed
                else item == replace(self.items[at], passage_id=item.passage_id)
                for at, item in enumerate(items)
            ):
                self.data, self.items = data, items
                return True
        return False

    def text(self, old: str, new: str, ats: Iterable[int], place: int) -> bool:
        """Put one text of some items in the place of another: at once, else each stretch that differs."""

        def changed(text: str) -> dict[int, Item]:
            return {at: _changed(self.items[at], place, text) for at in ats}

        if self.put(_tries(self.data, old, new), changed(new)):
            return True
        before = self.data, self.items
        for here, there in _steps(old, new):
            tries = (each for pair in _stretches(here, there) for each in _tries(self.data, *pair))
            if not self.put(tries, changed(there)):
                self.data, self.items = before
                return False
        return True


def mended(data: bytes, before: Sequence[Item], after: Sequence[Item], read: Read) -> MendedFile:
    """Return a file that reads as `after`, as far as that can be had, and is otherwise as it was.

    `before`: as the file reads; `after` has the same questions in the same order. `read` reads a file.
    """
    file, missing = _Mending(data, list(before), read, time.process_time() + SECONDS), list[tuple[str, str]]()
    for old in dict.fromkeys(item.passage for item in before):
        aims = {at: new for at, new in enumerate(after) if before[at].passage == old and new.passage != old}
        missing += [(after[at].id, "passage") for at in _without_passage(file, old, aims)]
    for at, new in enumerate(after):
        texts = zip((file.items[at].question, *file.items[at].options), (new.question, *new.options), strict=True)
        for place, (name, (old, there)) in enumerate(zip(places(len(new.options))[1:], texts, strict=True)):
            if old != there and not file.text(old, there, [at], place):
                missing.append((new.id, name))
        if file.items[at].answer != new.answer:
            aim = {at: replace(file.items[at], answer=new.answer)}
            if new.answer is None or not file.put(_key_tries(file.data, file.items[at], new.answer, at), aim):
                missing.append((new.id, "key"))
    return MendedFile(file.data, tuple(missing))


def _without_passage(file: _Mending, old: str, aims: Mapping[int, Item]) -> list[int]:
    """Put new passages in the place of one; return the questions that do not have theirs."""
    lacking = list[int]()
    for new in dict.fromkeys(item.passage for item in aims.values()):
        group = [at for at, item in aims.items() if item.passage == new]
        changed = {at: _changed(file.items[at], _PASSAGE, new) for at in group}
        if old:
            lacking += [] if file.text(old, new, group, _PASSAGE) else group
        elif not file.put(_insertions(file.data, file.items[group[0]], new), changed):
            cell = '"' + new.replace('"', '""') + '"'
            filled = (file.put(_filled(file.data, file.items[at], cell, new), {at: changed[at]}) for at in group)
            lacking += [at for at, done in zip(group, filled, strict=True) if not done]
    return lacking


def _state(item: Item) -> tuple[object, ...]:
    return item.id, item.passage.split(), item.question, item.options, item.answer


def _changed(item: Item, at: int, text: str) -> Item:
    if at == _PASSAGE:
        return replace(item, passage=text)
    if not at:
        return replace(item, question=text)
    return replace(item, options=(*item.options[: at - 1], text, *item.options[at:]))


def _steps(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the texts between two, each with the one before it, from which it differs in one stretch.

    >>> list(_steps("a red hat", "one red cap"))
    [('a red hat', 'one red hat'), ('one red hat', 'one red cap')]
    """
    here, there = (re.findall(r"\s+|\S+", text) for text in (old, new))
    now, moved = list(here), 0
    for kind, start, end, left, right in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if kind != "equal":
            then = [*now[: start + moved], *there[left:right], *now[end + moved :]]
            moved += (right - left) - (end - start)
            yield "".join(now), "".join(then)
            now = then


def _stretches(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield where two texts differ: the lines, then with three words around, with one, and with none."""
    start = next(
        (at for at, pair in enumerate(zip(old, new, strict=False)) if len(set(pair)) > 1), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - start
    end = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    head, tail = old[:start], old[len(old) - end :]
    words = ((rf"(?:\S+\s+){{0,{count}}}\S*\Z", rf"\S*(?:\s+\S+){{0,{count}}}") for count in (3, 1, 0))
    for before, after in ((r"[^\n]*\Z", r"[^\n]*"), *words):
        first, last = re.findall(before, head)[0], re.findall(after, tail)[0]
        if here := first + old[start : len(old) - end] + last:
            yield here, first + new[start : len(new) - end] + last


def _texts_of(data: bytes) -> Iterator[tuple[str, Callable[[str], bytes]]]:
    """Yield the texts of a file or of the parts of an archive, each with what makes a file of it when it is changed."""
    parts = dict[zipfile.ZipInfo, bytes]()
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {info: archive.read(info) for info in archive.infolist()}
    for info, part in parts.items() or [(None, data)]:
        if info and not info.filename.endswith((".xml", ".json", ".qti")):
            continue
        for encoding in ("utf-8", "cp1252", "utf-16-le", "utf-16-be"):
            try:
                text = part.decode(encoding)
            except UnicodeDecodeError:
                continue
            if "\0" not in text:
                yield text, partial(_whole, parts, info, encoding)
                break


def _whole(parts: Mapping[zipfile.ZipInfo, bytes], info: zipfile.ZipInfo | None, encoding: str, text: str) -> bytes:
    """Return a file with a changed part; the others of an archive are as they were packed."""
    data = text.encode(encoding)
    if info is None:
        return data
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for each, part in parts.items():
            archive.writestr(each, data if each is info else part, each.compress_type)
    return buffer.getvalue()


def _tries(data: bytes, old: str, new: str) -> Tries:
    """Yield the file with the new text in each place of the old one; first in all of them, as on rows of a table."""
    texts = list(_texts_of(data))
    for text, put in texts:
        for here, there in dict.fromkeys((way(old), way(new)) for way in _WAYS):
            spots = [match.start() for match in islice(re.finditer(re.escape(here), text), MOST_PLACES)]
            groups = [*([at] for at in spots), *pairwise(spots)]  # an option, or one and its key
            changed = [_put(text, [((at, at + len(here)), there) for at in group]) for group in groups]
            yield from _encoded(put, [text.replace(here, there), *changed] if len(spots) > 1 else changed)
    yield from _in_cells(texts, old, new)
    for text, put in texts:
        yield from _encoded(put, islice(run_texts.changes(text, old, new), MOST_PLACES))


def _encoded(put: Callable[[str], bytes], texts: Iterable[str]) -> Tries:
    for text in texts:
        try:
            yield put(text)
        except UnicodeEncodeError:
            return


def _in_cells(texts: Sequence[tuple[str, Callable[[str], bytes]]], old: str, new: str) -> Tries:
    """Yield a workbook with the new text in one cell, where several cells share the old one."""
    for shared in (re.findall(r"<si\b.*?</si>|<si/>", text, re.DOTALL) for text, _ in texts if "<sst" in text[:400]):
        for number, string in enumerate(shared):
            if html.unescape(re.sub("<[^>]*>", "", string)) == old:
                cell = re.compile(rf'<c ([^>]*)t="s"([^>]*)><v>{number}</v></c>')
                for text, put in texts:
                    for match in islice(cell.finditer(text), MOST_PLACES):
                        own = _CELL.format(match[1], match[2], html.escape(new, quote=False))
                        yield put(text[: match.start()] + own + text[match.end() :])


def _found(text: str, sought: str, start: int = 0) -> tuple[int, int] | None:
    """Return where a text stands, as the file may write it."""
    either = "|".join(map(re.escape, sorted({way(sought) for way in _WAYS}, key=len, reverse=True)))
    match = re.compile(either, re.IGNORECASE).search(text, start)
    return match.span() if match else None


def _spans(text: str, item: Item) -> list[tuple[int, int]]:
    """Return where a question and its options stand, in this order; the question alone where an option is missing."""
    spans = list[tuple[int, int]]()
    for each in (item.question, *item.options):
        span = _found(text, each, spans[-1][1] if spans else 0)
        if span is None:
            return spans[:1]
        spans.append(span)
    return spans


def _key_tries(data: bytes, item: Item, new: int, place: int) -> Tries:
    """Yield the file with another option as the key of a question, `place` its place in the exam."""
    for text, put in (texts := list(_texts_of(data))):
        spans = _spans(text, item)
        if len(spans) > 1:
            yield from _encoded(put, _marked(text, spans, item.answer, new))
        if spans or len(texts) == 1:
            yield from _encoded(put, _named(text, spans or [(0, 0)], item, new, place))
    if item.answer is None:
        yield from _filled(data, item, letter(new), item.options[new])
        return
    for old, there in _pairs(item, item.answer, new, ()):
        yield from _in_cells(texts, old, there)


def _marked(text: str, spans: Sequence[tuple[int, int]], old: int | None, new: int) -> Iterator[str]:
    """Yield the text with the marks before or after two options exchanged."""
    ends = [*(start for start, _ in spans[1:]), min(len(text), spans[-1][1] + 200)]
    between = [(start, end) for (_, start), end in zip(spans, ends, strict=True)]
    for right, wrong, plain in _MARKS:
        for before in (True, False):
            gaps = between[:-1] if before else between[1:]
            there = _mark(text, gaps[new], wrong, before) if wrong else None
            if old is None:
                if there and plain:
                    yield _put(text, [(there, plain)])
                continue
            here = _mark(text, gaps[old], right, before)
            if here and not wrong:
                offset = gaps[old][1] - here[1] if before else here[0] - gaps[old][0]
                at = gaps[new][1] - offset if before else gaps[new][0] + offset
                there = (at, at)
            if here and there:
                yield _put(text, [(here, text[slice(*there)]), (there, text[slice(*here)])])


def _mark(text: str, gap: tuple[int, int], mark: str, last: bool) -> tuple[int, int] | None:
    spans = [match.span() for match in re.compile(mark, re.DOTALL).finditer(text, *gap)]
    return spans[-1 if last else 0] if spans else None


def _put(text: str, changes: Iterable[tuple[tuple[int, int], str]]) -> str:
    for (start, end), new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _named(text: str, spans: Sequence[tuple[int, int]], item: Item, new: int, place: int) -> Iterator[str]:
    """Yield the text with another option named as the key; near the question, or behind its number, first."""
    end = spans[-1][1]
    names = [_NAME.findall(text, before, at) for (_, before), (at, _) in pairwise(spans)]
    own = tuple(each[-1] if each else "" for each in names)
    if item.answer is None:
        line = text.find("\n", end)
        line = len(text) if line < 0 else line
        yield f"{text[:line].rstrip(chr(13))}\nANSWER: {letter(new)}{text[line:]}"
        for tag, paragraph in _AFTER:
            if (at := text.find(tag, end)) >= 0:
                yield _put(text, [((at + len(tag),) * 2, paragraph.format(letter(new)))])
        return
    numbered = re.compile(rf"(?<!\d)(?:{place + 1}|{re.escape(item.id)})\W{{1,9}}\Z")
    for old, there in filter(all, _pairs(item, item.answer, new, own)):
        token = re.compile(rf'(?<![\w.-])(?<!ident=")(?<!identifier="){re.escape(old)}(?![\w.-]*\w)')
        near = sorted(
            (not 0 <= at - end < 200, not numbered.search(text, max(0, at - 20), at), abs(at - end), at)
            for at in (match.start() for match in token.finditer(text))
        )
        for *_, at in near[: MOST_PLACES // 3]:
            changed = _put(text, [((at, at + len(old)), there)])
            keys = {f'mapKey="{old}"': f'mapKey="{there}"', f'mapKey="{there}"': f'mapKey="{old}"'}
            if f'mapKey="{old}"' in text:
                yield "".join(keys.get(part, part) for part in re.split(f"({'|'.join(map(re.escape, keys))})", changed))
            yield changed


def _pairs(item: Item, old: int, new: int, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield how a file may name two options: by their names, letters, places and texts."""
    if len(names) > max(old, new) and names[old] and names[new]:
        yield names[old], names[new]
    yield letter(old), letter(new)
    yield letter(old).lower(), letter(new).lower()
    yield str(old + 1), str(new + 1)
    yield str(old), str(new)
    here, there = item.options[old], item.options[new]
    yield from dict.fromkeys((way(here), way(there)) for way in _WAYS)
    yield from ((case(here), case(there)) for case in (str.upper, str.lower))
    yield here[:1], there[:1]


def _filled(data: bytes, item: Item, cell: str, plain: str) -> Tries:
    """Yield a table with a text in an empty cell near a question: as CSV and as JSON have it."""
    for text, put in _texts_of(data):
        if start := _found(text, item.question):
            spots = sorted(_EMPTY.finditer(text), key=lambda match: abs(match.start() - start[0]))
            for match in spots[:MOST_PLACES]:
                new = (json.dumps(cell if len(cell) < 3 else plain, ensure_ascii=False)) if match[0] else cell
                yield from _encoded(put, [_put(text, [(match.span(), new)])])


def _insertions(data: bytes, item: Item, passage: str) -> Tries:
    """Yield the file with a passage before a question."""
    for text, put in _texts_of(data):
        start = _found(text, item.question)
        for tag, whole, each, between, way in _BEFORE:
            if start and (spots := [match.start() for match in re.compile(tag).finditer(text, 0, start[0] + 1)]):
                paragraphs = between.join(each.format(way(part)) for part in passage.split("\n\n"))
                yield from _encoded(put, [_put(text, [((spots[-1],) * 2, whole.format(paragraphs))])])
