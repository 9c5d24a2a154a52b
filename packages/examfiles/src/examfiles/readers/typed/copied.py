"""Text copied from a PDF: its lines are those of the printed page, without paragraphs, with the foot of every page.

Lines that a page ended are joined again, what stands at the foot and the head of every page is taken away, and a blank
line is put around each paragraph of a text. Any other text stays as it is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from examfiles.readers.typed.instructions import begins_task, is_beside, is_example, is_part
from examfiles.readers.typed.keys import key_heading, pairs_in, with_pairs
from examfiles.readers.typed.line import Line, next_letter, option_in
from examfiles.readers.typed.rows import Cells, cells_of
from examfiles.readers.typed.shapes import shape

_LEAST_LINES = 25  # of a text that is examined
_MOST_BLANK = 0.04  # of its lines
_WIDTHS = range(55, 141)  # characters of a full line
_FULL = 0.8  # of the width: a line that may go on
_LEAST_FULL = 0.12  # of the lines
_MOST_WIDER = 0.02
_ENDED = 0.93  # of the width: a shorter line that ends a sentence ends its paragraph
_TURN = shape(
    r"(?:please )?turn over\W{0,9}\d{0,3}|\[?turn over\]?|bitte wenden\W{0,9}|tournez la page\W{0,9}",
    "what stands at the foot of a page",
    "Turn over \u25ba",
    flags=re.IGNORECASE,
)
_PAGE = shape(
    r"[-\u2013\u2014|]?\s?(?:page\s|seite\s|página\s|pág\.?\s?|p\.\s?|第\s?)?(\d{1,3})(?:\s?页)?(?:\s?(?:/|of|von|sur|de|"
    r"\u5171)\s?\d{1,3}\s?页?)?\s?[-\u2013\u2014|]?",
    "the number of a page",
    "- 3 -",
    "Page 2 of 5",
    "7",
    flags=re.IGNORECASE,
)
_LABEL = shape(
    r"[(\[]?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[)\].:\uff0e\u3001](?!\s?[._\u2026]{3})|\d{1,3}\s|[A-Z](?:\s|$)|[a-z]\s|"
    r"[ivx]{2,5}\s|[-\u2022\u25cf\u25a1\u2610*]\s",
    "a label at the beginning of a line",
    "8. What can be inferred?",
    "A It was too slow.",
    "iv A fire",
)
_SIDE_BY_SIDE = shape(
    r"(\S.*?)(?:\t\s*|\s{3,})(\S.*)",
    "two columns of a page",
    "1. Who?      5. Where?",
)
_SAME_LABELS = shape(
    r"([(\[]?(?P<label>[A-Za-z])[)\].]\s.*?)\s([(\[]?(?P=label)[)\].]\s.*)",
    "two options with the same letter on a line, from two columns",
    "a) in a town a) a storm",
)
_TWO_NUMBERS = shape(
    r"([(\[]?\d{1,3}[.)\]]\s.*?)\s([(\[]?\d{1,3}[.)\]]\s.*)",
    "two questions on a line",
    "1) Who? 5) Where?",
)
_NUMBERED = shape(
    r"[(\[]?(\d{1,3})[.)\]]?\s{1,9}(\S.*)",
    "a number and what stands behind it",
    "1  A has  B takes",
)
_NUMBER = shape(
    r"[(\[]?(\d{1,3})[.)\]]\s{0,9}\S",
    "a number at the beginning of a column",
    "5. Where?",
)
_PAIR = shape(
    r"\*?[(\[]?([A-Za-z])([)\].:\uff0e\u3001]\s?\S.*?)\s+\*?[(\[]?([A-Za-z])([)\].:\uff0e\u3001]\s?\S.*)",
    "two options on a line",
    "A. ovens B. violins",
)
_QUARTERS = ("ABCD", "CDEF", "EFGH")
_SYMBOLS = {
    **dict.fromkeys((0xF06F, 0xF071, 0xF0A8, 0xF0A3, 0xF0A6), "\u2610"),
    **dict.fromkeys((0xF0FE, 0xF0FD, 0xF078, 0xF053), "\u2612"),
}
"""Boxes of Wingdings, in the range for signs of one's own, as PDFs and Word hold them."""
_ENDS = shape(
    r"[.!?\u3002\uff01\uff1f:][\"'\u201d\u2019)\uff09]{0,3}$",
    "the end of a sentence at the end of a line",
    "Ann sat.",
    "She said, \u201cGo!\u201d",
)


def as_typed(lines: Sequence[Line], *, copied: bool) -> list[Line]:
    """Return lines in the order and the form in which people type them; `copied`: whether they may be a PDF's."""
    lines = with_boxes(restored(lines) if copied else lines)
    return with_pairs(gap_rows(in_rows(in_order(lines))))


def restored(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a text copied from a PDF as paragraphs; any other text as it is.

    >>> restored([Line("1. Who?"), Line("A. Ann")])[0].text
    '1. Who?'
    """
    width = _width([line.text.rstrip() for line in lines])
    if not width:
        return list(lines)
    result: list[Line] = []
    for own in _paragraphs(_without_feet([line for line in lines if line.text.strip()]), width):
        text = _joined([line.text.strip() for line in own])
        prose = len(own) > 1 and not _labelled(text) and not _tells(text)
        if prose:
            result = [*_with_blank_above(result), replace(own[0], text=text), replace(own[-1], text="")]
        else:
            result.append(replace(own[0], text=text))
    return result


def _width(texts: Sequence[str]) -> int:
    """Return the characters of a full line of a text that was broken into lines by its page; 0 for any other."""
    lengths = sorted(len(text) for text in texts if text)
    if len(lengths) < _LEAST_LINES or texts.count("") > max(_MOST_BLANK * len(texts), 1):
        return 0
    width = lengths[int(len(lengths) * (1 - _MOST_WIDER))]
    full = sum(length >= _FULL * width for length in lengths)
    wider = lengths[-1] > 1.25 * width
    return 0 if width not in _WIDTHS or wider or full < _LEAST_FULL * len(lengths) else width


def with_boxes(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with the boxes of symbol fonts, whose signs have no meaning of their own, as boxes."""
    return [replace(line, text=line.text.translate(_SYMBOLS)) if not line.text.isascii() else line for line in lines]


def in_rows(lines: Sequence[Line]) -> list[Line]:
    r"""Return the lines with options two and two in rows, single spaces between them, as rows with tabs.

    >>> [line.text for line in in_rows([Line("A. ovens B. violins"), Line("C. bags D. strings")])]
    ['A. ovens\tB. violins', 'C. bags\tD. strings']
    """
    result = list(lines)
    pairs = [_PAIR.fullmatch(line.text.strip()) for line in lines]
    for at, (first, second) in enumerate(pairwise(pairs)):
        if first and second and "".join((*first.group(1, 3), *second.group(1, 3))).upper() in _QUARTERS:
            for place, match in ((at, first), (at + 1, second)):
                result[place] = replace(lines[place], text=f"{match[1]}{match[2]}\t{match[3]}{match[4]}")
    return result


def in_order(lines: Sequence[Line]) -> list[Line]:
    r"""Return the lines with two questions side by side, and their options below them, one behind the other.

    >>> [line.text for line in in_order([Line("1. Who?\t2. Where?"), Line("A. Ann\tA. here"), Line("B. Bo\tB. there")])]
    ['1. Who?', 'A. Ann', 'B. Bo', '2. Where?', 'A. here', 'B. there', '']
    """
    result: list[Line] = []
    right: list[Line] = []
    twins = [_SAME_LABELS.fullmatch(line.text.strip()) for line in lines]
    for line, twin, after in zip(lines, twins, [*twins[1:], None], strict=False):
        text = line.text.strip()
        pair = (_TWO_NUMBERS.fullmatch(text) if after else None) or twin or _SIDE_BY_SIDE.fullmatch(text)
        columns = (pair[1].strip(), pair[pair.re.groups].strip()) if pair else None
        if columns and _beside(*columns, right):
            result.append(replace(line, text=columns[0]))
            right.append(replace(line, text=columns[1]))
        elif right and _is_next(text, right):
            right.append(line)
        elif right and text:
            result += [*right, replace(line, text=""), line]
            right = []
        else:
            result.append(line)
    return [*result, *right, *([replace(right[-1], text="")] if right else [])]


def _beside(left: str, right: str, before: Sequence[Line]) -> bool:
    """Say whether two columns are questions, options below them, or an item and an entry of a list."""
    a, b = _NUMBER.match(left), _NUMBER.match(right)
    if a and b:
        row = f"({int(b[1]) + 1})" in right  # `(1) ape  (2) fox  (3) cow`
        return int(b[1]) > int(a[1]) and not row
    options = option_in(left), option_in(right)
    if all(options):
        return bool(before)
    first = options[1] is not None and options[1].letter == "A" and not before
    return bool(a) and (first or _is_next(right, before))


def _is_next(text: str, before: Sequence[Line]) -> bool:
    """Say whether a line is the entry that follows the last one of a column."""
    last, own = option_in(before[-1].text.strip()) if before else None, option_in(text)
    return bool(last and own and own.letter == next_letter(last.letter))


def gap_rows(lines: Sequence[Line]) -> list[Line]:
    r"""Return the lines with a number and bare letters, `1  A has  B takes`, as those with stops, if two follow.

    >>> [line.text for line in gap_rows([Line("1  A has  B takes  C gets"), Line("2  A up  B off  C out")])]
    ['1. A. has\tB. takes\tC. gets', '2. A. up\tB. off\tC. out']
    """
    result, last = list(lines), 0
    rows = {at: row for at, line in enumerate(lines) if (row := _gap_row(line.text.strip()))}
    for at, (number, cells) in rows.items():
        beside = {rows[near][0] for near in (_near(lines, at, -1), _near(lines, at, 1)) if near in rows}
        if beside & {number - 1, number + 1} or last == number - 1:
            last = number
            options = "\t".join(f"{label}. {text}" for label, text in cells)
            result[at] = replace(lines[at], text=f"{number}. {options}")
    return result


def _near(lines: Sequence[Line], at: int, step: int) -> int:
    """Return the place of the next line with a text in a direction."""
    at += step
    while 0 <= at < len(lines) and not lines[at].text.strip():
        at += step
    return at


def _gap_row(text: str) -> tuple[int, Cells] | None:
    """Return the number and the options of a line for a gap; None for one with stops behind its letters."""
    match = _NUMBERED.fullmatch(text)
    cells = cells_of(match[2]) if match else []
    bare = match is not None and not option_in(match[2]) and not any(text[:1].isdigit() for _, text in cells)
    return (int(match[1]), cells) if match and bare and len(cells) > 2 and cells[0][0] in {"A", "a"} else None


def _without_feet(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without the numbers of pages, and without what is repeated beside them on every page."""
    texts = [line.text.strip() for line in lines]
    pages = _pages(texts)
    beside = [at + step for at in pages for step in (-2, -1, 1, 2) if 0 <= at + step < len(texts)]
    counts = Counter(texts[at] for at in beside if at not in pages and not _labelled(texts[at]))
    heads = {text for text, count in counts.items() if count > 1 and count * 2 >= len(pages)}
    near = {at for at in beside if texts[at] in heads}
    first = {at for at, text in enumerate(texts[:1]) if text in heads}
    turned = {at for at, text in enumerate(texts) if _TURN.fullmatch(text)}
    gone = {*pages, *near, *first, *turned}
    return [line for at, line in enumerate(lines) if at not in gone]


def _alike(text: str) -> str:
    return re.sub(r"\d+", "#", text)


def _pages(texts: Sequence[str]) -> list[int]:
    """Return the places of the numbers of pages: lines of a number alone, which count up in one way of writing."""
    found: dict[str, list[tuple[int, int]]] = {}
    for at, text in enumerate(texts):
        if len(text) < 30 and (match := _PAGE.fullmatch(_TURN.sub("", text))):
            found.setdefault(_alike(text), []).append((at, int(match[1])))
    for way, own in sorted(found.items(), key=lambda each: each[0] == "#"):
        numbers = [number for _, number in own]
        rising = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        if rising and (way != "#" or min(b - a for (a, _), (b, _) in pairwise(own)) >= _LEAST_LINES // 2):
            return [at for at, _ in own]
    return []


def _paragraphs(lines: Sequence[Line], width: int) -> Iterator[list[Line]]:
    """Yield the lines of each paragraph, item, option or heading."""
    own: list[Line] = []
    for line in lines:
        prose = bool(own) and not _labelled(own[0].text.strip()) and not _tells(own[0].text.strip())
        if own and not _goes_on(own[-1].text.strip(), line.text.strip(), width, prose=prose):
            yield own
            own = []
        own.append(line)
    if own:
        yield own


def _goes_on(before: str, text: str, width: int, *, prose: bool) -> bool:
    """Say whether a line goes on with the one above it, which is `prose` or has a label."""
    if _tells(text) or (_labelled(text) and not _inside(before, text, width, prose=prose)):
        return False
    ended = bool(_ENDS.search(before))
    if text[0].islower() and not ended:
        return len(before) >= width // 2
    if ended:
        return len(before) >= _ENDED * width
    return len(before) >= _FULL * width


def _inside(before: str, text: str, width: int, *, prose: bool) -> bool:
    """Say whether a label is none, but a number or an article within a sentence that goes on."""
    if before.count("(") > before.count(")"):
        return True
    if _ENDS.search(before) or len(before) < _FULL * width:
        return False
    number = re.match(r"\d{1,3}\s", text)
    return bool((number and prose) or (re.match(r"(?:\d{1,3}|[aA]|I)\s[a-z]", text) and len(before) >= _ENDED * width))


def _labelled(text: str) -> bool:
    return bool(_LABEL.match(text))


def _tells(text: str) -> bool:
    """Say whether a line begins something of its own: a part, an instruction, an example, keys."""
    return bool(
        is_part(text) or begins_task(text) or is_beside(text) or is_example(text) or key_heading(text) or pairs_in(text)
    )


def _joined(texts: Sequence[str]) -> str:
    """Return lines as one; a word that was divided at the end of a line is whole again."""
    result = texts[0]
    for text in texts[1:]:
        divided = re.search(r"[a-zäöüß]-$", result) and text[:1].islower()
        result = f"{result[:-1]}{text}" if divided else f"{result} {text}"
    return result


def _with_blank_above(lines: list[Line]) -> list[Line]:
    """Return the lines with a blank one above the headings at their end, which belong to the paragraph that follows."""
    at = len(lines)
    while (
        at
        and lines[at - 1].text
        and (len(lines[at - 1].text) == 1 or not _labelled(lines[at - 1].text))
        and not _tells(lines[at - 1].text)
        and not option_in(lines[at - 1].text)
    ):
        at -= 1
    return [*lines[:at], replace(lines[at] if at < len(lines) else lines[-1], text=""), *lines[at:]] if lines else lines
