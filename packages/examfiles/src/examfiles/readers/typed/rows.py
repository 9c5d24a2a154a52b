"""Rows of a paper: labels with texts, one on a line or several in columns, and the list that items share.

A has    B takes    C gets
iv  A fire
"""

import re
from collections.abc import Iterator, Sequence

from examfiles.items import LETTERS
from examfiles.readers.typed.line import ROMAN_VALUES, Line
from examfiles.readers.typed.shapes import shape

_ENTRY = shape(
    r"\s{0,40}(?:(?i:annonce|anzeige|advert(?:isement)?|notice|text|texte|texto|anuncio|person|"
    r"message)\s(?=[A-Z]\b))?(?:[(\[](?P<closed>[A-Za-z]|[ivx]{1,5})[)\]]|(?P<open>[A-Za-z]|"
    r"[ivx]{1,5})(?:[).:\uff0e\u3001]|(?=[\s\t]|$)))\s{0,40}(?:[-\u2013\u2014]\s)?(?P<text>.*)",
    "an entry of a list that items share",
    "iv  A fire",
    "A. but she never came back.",
    "(C) Bo",
)
_INNER = shape(
    r"(?:\t\s{0,9}|\s{2,40}|\s(?=[(\[]?[A-Za-z][)\].:]))(?=[(\[]?(?:[A-Za-z]|[ivx]{1,5})(?:[)\].:]|[\s\t]))",
    "where an entry of a row begins, behind the first",
    "A has  B takes",
    "a) die b) der",
)
_LETTER_RANGE = shape(
    r"\(?\b([A-Z])\s?[-\u2013\u2014]\s?([A-Z])\b\)?|\b([a-z])\s?[-\u2013\u2014]\s?([a-z])\b",
    "the letters of a list",
    "A-G",
    "(A\u2013D)",
)
_COLUMN = shape(
    r"\t\s*|\s{3,}|\s(?=[A-Z]\)\s)",
    "what stands between columns",
    "A) ape   F) fox",
)
_BANK = shape(
    r"\t\s*|\s{2,}|\s[/|\u2013\u00b7\u2022]\s|,\s",
    "what stands between the words of a box",
    "because   could",
    "because / could",
)
_ENDED = shape(
    r"[.?!:;_\d]",
    "a sign that no word of a box has",
    "Ann sat.",
)
_MOST_STARTS = 60  # places where the list of a task may begin
_MOST_ROWS = 400  # lines with labels in which it ends
_LEAST_IN_BANK = 4  # words on a line of a box
_LEAST_IN_COLUMNS = 4  # labels of a list in columns
_LAST_LETTER = "P"  # of a list that an instruction names
Cells = list[tuple[str, str]]
"""The labels of a row, as printed, and their texts."""


def cells_of(text: str) -> Cells:
    """Return the labels and texts of a line: one, several in columns, or none.

    >>> cells_of("A has  B takes"), cells_of("iv  A fire"), cells_of("Ann sat.")
    ([('A', 'has'), ('B', 'takes')], [('iv', 'A fire')], [])
    """
    first = _ENTRY.fullmatch(text)
    if not first:
        return []
    label = before = first["closed"] or first["open"]
    rest, begun = first["text"], 0
    cells: Cells = []
    for match in _INNER.finditer(rest):
        inner = _ENTRY.fullmatch(rest[match.end() :])
        following = (inner["closed"] or inner["open"]) if inner else ""
        if inner and _follows(before, following) and rest[begun : match.start()].strip():
            cells.append((before, rest[begun : match.start()].strip()))
            begun, before = match.end() + inner.start("text"), following
    cells.append((before, rest[begun:].strip()))
    return cells if len(cells) > 1 else _close_cells(label, rest) or cells


def _close_cells(label: str, text: str) -> Cells:
    """Return the cells of a row with single spaces and bare letters, of which three follow each other at least."""
    cells, before = Cells(), label
    while len(label) == 1 and (after := _after(before)):
        match = re.search(rf"(?<=\S)\s{after}\s(?=\S)", text)
        if not match:
            break
        cells.append((before, text[: match.start()].strip()))
        text, before = text[match.end() :], after
    return [*cells, (before, text.strip())] if len(cells) > 1 else []


def _after(label: str) -> str:
    """Return the letter after a letter, in its case; none after the last."""
    place = LETTERS.find(label.upper()) + 1
    after = LETTERS[place : place + 1]
    return after if label.isupper() else after.lower()


def _follows(before: str, after: str) -> bool:
    """Say whether a label comes right after another."""
    if len(before) == len(after) == 1 and after == _after(before):
        return True
    return ROMAN_VALUES.get(before.lower(), -2) + 1 == ROMAN_VALUES.get(after.lower(), -1)


def lists_of_options(lines: Sequence[Line]) -> int:
    """Count the lists of options from A on: several are those of several questions."""
    count, last = 0, ""
    for cells in filter(None, (cells_of(line.text.strip()) for line in lines)):
        label = cells[0][0]
        count += len(cells) > 1 and label in {"A", "a"}
        count += last in {"A", "a"} and label == _after(last)
        last = label if len(cells) == 1 else ""
    return count


def shared_list(lines: Sequence[Line], places: range, least: int) -> dict[int, Cells]:
    """Return the rows of the longest list in these lines, by their places; none where it has fewer than `least` labels.

    Its labels count up from A, a or i.
    """
    rows = [(at, cells) for at in places if (cells := cells_of(lines[at].text.strip()))]
    best: dict[int, Cells] = {}
    starts = [place for place, (_, first) in enumerate(rows) if first[0][0].upper() in {"A", "I"}]
    for place in starts[:_MOST_STARTS]:
        if len(rows) - place >= len(best):
            best = max(
                dict(_run(rows[place : place + _MOST_ROWS])), best, key=_count
            )  # a text may begin with A: the last such run
    best = max(best, _in_columns(lines, places), key=_count)
    return best if _count(best) >= least else {}


def _in_columns(lines: Sequence[Line], places: range) -> dict[int, Cells]:
    """Return the rows of a list in columns that are read downwards: `A) ...  F) ...  K) ...`, `B) ...`."""
    rows: dict[int, Cells] = {}
    for at in places:
        pieces = [piece for piece in _COLUMN.split(lines[at].text.strip()) if piece]
        cells = [cell for piece in pieces for cell in cells_of(piece)[:1]]
        if cells and len(cells) == len(pieces):
            rows[at] = cells
        elif pieces and rows:
            break
    labels = sorted(label for cells in rows.values() for label, _ in cells)
    return rows if len(rows) > 1 and len(labels) > _LEAST_IN_COLUMNS and _counts_up(labels) else {}


def word_bank(lines: Sequence[Line], places: range) -> dict[int, Cells]:
    """Return the words of a box without letters, as the entries of a list, by the places of their lines.

    >>> word_bank([Line("because   borrowed   could   empty   heavy")], range(1))[0][:2]
    [('A', 'because'), ('B', 'borrowed')]
    """
    rows: dict[int, list[str]] = {}
    for at in places:
        parts = [part.strip() for part in _BANK.split(lines[at].text.strip()) if part.strip()]
        if len(parts) >= _LEAST_IN_BANK and all(len(part.split()) < 4 and not _ENDED.search(part) for part in parts):
            rows[at] = parts
        elif rows and lines[at].text.strip():
            break
    letters = iter(LETTERS)
    found = [word for parts in rows.values() for word in parts]
    return (
        {at: [(next(letters), word) for word in parts] for at, parts in rows.items()}
        if len(found) <= len(LETTERS)
        else {}
    )


def _run(rows: Sequence[tuple[int, Cells]]) -> Iterator[tuple[int, Cells]]:
    """Yield the rows whose labels count up from those of the first, without what stands between them."""
    labels: list[str] = []
    for at, cells in rows:
        own = [label for label, _ in cells]
        if _counts_up([*labels, *own]):
            yield at, cells
            labels += own


def _count(rows: dict[int, Cells]) -> int:
    return sum(map(len, rows.values()))


def _counts_up(labels: Sequence[str]) -> bool:
    """Say whether labels count up from A, a, or i; X may follow, for an item without an entry."""
    upper = [label.upper() for label in labels]
    plain = upper[:-1] if upper[-1] == "X" and len(upper) > 1 else upper
    alike = len({label.isupper() for label in labels}) == 1
    letters = alike and plain == [*LETTERS[: len(plain)]]
    return letters or [ROMAN_VALUES.get(label.lower(), 0) for label in labels] == list(range(1, len(labels) + 1))


def letters_named(text: str) -> str:
    """Return the letters of a list that an instruction names.

    >>> letters_named("Match each person with a text, A-D."), letters_named("Match them.")
    ('ABCD', '')
    """
    for match in _LETTER_RANGE.finditer(text):
        first, last = (match[1] or match[3]).upper(), (match[2] or match[4]).upper()
        if first == "A" < last <= _LAST_LETTER:
            return LETTERS[: LETTERS.index(last) + 1]
    return ""
