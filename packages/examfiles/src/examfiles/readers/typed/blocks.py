"""Blocks of papers: an instruction with the task below it, as IELTS, Cambridge, telc or gaokao papers set them.

    Questions 6-8
    Choose the correct heading for paragraphs A-C from the list of headings below.
    i  A bakery    ii  An opera house    iii  A bag of tools    iv  A fire
    6  Paragraph A
    7  Paragraph B
    8  Paragraph C

A task with options becomes its questions: a gap of a cloze with the options on its line, an item of a matching task
with the list that all of its items share, a statement that is true, false or not given. A task without options is kept
by name with its numbers. What stands in a block and is neither instruction, list nor item is the text of its questions.
Questions with options of their own are left to the reader of typed exams, without the instructions above them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from examfiles.items import LETTERS
from examfiles.question import INSTRUCTION, Passage, words
from examfiles.readers.typed.instructions import (
    CHOICE,
    CLOZE,
    COMPLETION,
    GAPPED,
    LEFT,
    MATCHING,
    OPEN,
    SEVERAL,
    TRUTH,
    Instruction,
    begins_task,
    commands,
    goes_on,
    is_heading_of_range,
    instruction_of,
    is_beside,
    is_example,
    is_part,
    kind_of,
    uses_list,
)
from examfiles.readers.typed.keys import answer_in, key_heading
from examfiles.readers.typed.line import ROMAN_VALUES, Line, TypedOption
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import Task, Typed

_ITEM = shape(
    r"\s{0,40}[(\[]?(\d{1,3})[)\].:\uff0e\u3001]{0,2}(?:\s{1,40}|$|(?<=[.):\uff0e\u3001\]]))(.*)",
    "an item of a task",
    "6  Paragraph B",
    "14. The walkers had wet feet.",
)
_ITEM_LAST = shape(
    r"(.*\S)\s{1,40}[(\[]?(\d{1,3})[)\]]?\s{0,9}[._\u2026\uff3f\s]{0,200}",
    "an item with its number, and room for the answer, at its end",
    "keeps bees?  43 .......",
)
_BOXES = shape(
    r"(?:\s{1,40}[\u2610\u25a1\u25a2\u25ef\u25cb]){1,6}\s{0,9}$",
    "empty boxes behind a statement",
    "Ann sat.\t☐\t☐",
)
_STARTS_BLANK = shape(
    r"\s{0,9}(?:_{2}|\.{3}|\u2026|\uff3f)",
    "a blank at the beginning of a text",
    "____ was built",
)
_MOST_BESIDE_GAP = 2  # words on the line of a gap that stands alone
_ENTRY = shape(
    r"\s{0,40}(?:[(\[](?P<closed>[A-Za-z]|[ivx]{1,5})[)\]]|(?P<open>[A-Za-z]|[ivx]{1,5})(?:[).:\uff0e\u3001]|(?=[\s\t]|$)))\s{0,40}(?P<text>.*)",
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
_TRUTHS = {
    "en": (("True", "False", "Not given"), ("Yes", "No", "Not given"), ("True", "False"), ("Yes", "No")),
    "de": (("Richtig", "Falsch", "Steht nicht im Text"), ("Richtig", "Falsch")),
    "fr": (("Vrai", "Faux", "Non mentionné"), ("Vrai", "Faux")),
    "es": (("Verdadero", "Falso", "No se menciona"), ("Verdadero", "Falso")),
    "zh": (("正确", "错误", "未提及"), ("正确", "错误")),
}
_SIGNS = shape(
    r"\byes\b.{0,160}\bno\b",
    "verdicts that are yes and no",
    "Write YES or NO.",
    flags=re.IGNORECASE,
)
_UNKNOWN = shape(
    r"not given|\bNG\b|steht nicht|nicht im text|non mentionné|on ne sait pas|no se menciona|未提及|doesn['\u2019]t say|not stated",
    "a third verdict",
    "NOT GIVEN if there is no information",
    "steht nicht im Text",
    flags=re.IGNORECASE,
)
_LANGUAGES = {
    "de": shape(r"\brichtig\b|\bfalsch\b", "German verdicts", "richtig oder falsch", flags=re.IGNORECASE),
    "fr": shape(r"\bvrai\b", "French verdicts", "vrai ou faux", flags=re.IGNORECASE),
    "es": shape(r"\bverdadero\b", "Spanish verdicts", "verdadero o falso", flags=re.IGNORECASE),
    "zh": shape(r"判断|正确", "Chinese verdicts", "判断正误"),
}
_BEHIND = shape(
    r"(?P<text>.*\S)\s{1,40}[(\[]?\s?(?P<key>T|F|NG|Y|N|R|V)\s?[)\]]?\.?",
    "a verdict behind a statement",
    "Ann sat.  T",
    "Bo ran. (NG)",
)
_RINGED = shape(
    r"(?P<text>.*\S)\s{1,40}[(\[]?\s?(?:T|R|V|Y|true|richtig|vrai|yes)\s{0,9}[/|]?\s{0,9}(?:F|N|false|falsch|faux|no)"
    r"(?:\s{0,9}[/|]?\s{0,9}(?:NG|not given|n))?\s?[)\]]?",
    "the verdicts to be ringed behind a statement",
    "Ann sat.   T   F",
    "Bo ran. T / F / NG",
    flags=re.IGNORECASE,
)
_LETTER_RANGE = shape(
    r"\(?\b([A-Z])\s?[-\u2013\u2014]\s?([A-Z])\b\)?|\b([a-z])\s?[-\u2013\u2014]\s?([a-z])\b",
    "the letters of a list",
    "A-G",
    "(A\u2013D)",
)
_PLACE = shape(
    r"\b(?:which|welche[rsnm]?|quel(?:le)?|qué|each|the)\s(?:\w{1,20}\s)?(paragraph|section|text|person|review|article|writer|"
    r"student|speaker|absatz|abschnitt|anzeige|paragraphe|texte|párrafo|texto)s?\b|\b(people)\b",
    "what the letters of a list name",
    "Which paragraph contains the following information?",
    flags=re.IGNORECASE,
)
_SUMMARY = shape(
    r"\b(?:summary|notes|table|flow-?chart|diagram|form|sentences?|zusammenfassung|notizen|tabelle|résumé|resumen)\b",
    "a text with gaps that sums up the passage",
    "Complete the summary using the list of words, A-G.",
    flags=re.IGNORECASE,
)
_TEXTS = shape(
    r"\b(?:anzeigen?|annonces?|anuncios?|advert(?:isement)?s?|notices?|websites?|e-?mails?)\b",
    "short texts that are the options",
    "Welche Anzeige passt?",
    flags=re.IGNORECASE,
)
_FINDS = shape(
    r"\b(?:match|find|choose|which|what|welche[rsn]?|finden|ordnen|wählen|passt|associez|quel(?:le)?s?|relaciona)\b",
    "what asks for an entry of a list",
    "Finden Sie die passende Überschrift.",
    flags=re.IGNORECASE,
)
_NONE = shape(
    r"\b(?:keine?|none|no)\b.{0,60}\b[xX]\b|\b[xX]\b.{0,40}\b(?:keine?|none|no)\b",
    "X for an item without an entry",
    "Wenn keine Anzeige passt, markieren Sie x.",
    flags=re.IGNORECASE,
)
_BLANK = r"(?:_{2,200}|\.{3,200}|\u2026{1,99}|\uff3f{1,99})"
_ASKED_GAP = "______"
_ANY_GAP = shape(
    rf"(?:{_BLANK}\s?)?[(\[]?(?<![\d.,])(\d{{1,3}})[)\]]?\s?{_BLANK}",
    "a gap with a number",
    "(10) ____",
    "__24__",
)
_SENTENCE_END = shape(
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bFr)(?<!\bHr)(?<!\b[A-Z])[.!?\u3002\uff01\uff1f]"
    r"[\"'\u201d\u2019)\uff09]*(?:\s|(?<=[\u3002\uff01\uff1f]))",
    "the end of a sentence within a text",
    "Ann sat. Bo ran.",
)
_LONG_ENTRY = 14  # words, from which the entries of a list are texts
_LIST_WORDS = 40  # words an entry of a list may have, before text ends the list
_WRAPPED = 5  # words on the lines of most entries, where what follows goes on with them
_MOST_BLOCKS = 1_000
_FURNITURE = shape(
    r"(?:page|seite|p\.)\s?\d{1,4}.{0,40}|\d{1,4}\s?(?:/|of|von)\s?\d{1,4}|turn over\W{0,9}|.{0,40}\bturn over\b.{0,10}|"
    r".{0,60}\b(?:page|seite)\s\d{1,4}(?:\s(?:of|von)\s\d{1,4})?",
    "what stands at the end of a page",
    "Page 2 of 5",
    "Turn over",
    flags=re.IGNORECASE,
)


@dataclass(slots=True)
class Block:
    """A task that was taken out of the lines: where it ends, its text if it has its own, its questions.

    `left`: the task, where its questions cannot be read. `numbers`: those that its instruction names. `alone`: its
    options are texts themselves (advertisements), and it is about no other.
    """

    at: int
    numbers: tuple[int, ...]
    passage: Passage | None = None
    questions: list[Typed] = field(default_factory=list)
    left: Task | None = None
    alone: bool = False


@dataclass(slots=True)
class Paper:
    """The lines of a paper without its tasks, the tasks, and what its instructions name.

    `named`: lines, and the numbers of questions that an instruction there names. `title`: places of the exam's own
    lines above the first instruction.
    """

    lines: list[Line]
    blocks: list[Block]
    named: list[tuple[int, tuple[int, ...]]]
    title: list[int]


@dataclass(slots=True)
class _Body:
    """The lines below an instruction, sorted: items by number, entries of lists, and text, each by its lines' places."""

    items: dict[int, list[int]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    entries: list[tuple[str, str, int]] = field(default_factory=list)  # label, text, place
    long: dict[str, list[str]] = field(default_factory=dict)  # paragraphs below an entry's line
    prose: list[int] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)  # numbers
    end: int = 0


def without_blocks(lines: Sequence[Line], unit: str, where: str) -> Paper:
    """Return a paper: its lines without the tasks that are told by their instructions, and these tasks."""
    result, blocks = list(lines), list[Block]()
    heads = list(_heads(lines))
    if not any(_is_paper(head) for *_, head in heads):
        return Paper(result, blocks, [], [])
    title = _title(lines, heads[0][0])
    for at in title:
        result[at] = replace(result[at], text="")
    beside = {at for start, stop, head in heads if not (head.kind or head.numbers) for at in range(start, stop)}
    heads = [each for each in heads if each[2].kind or each[2].numbers]
    for at in beside:
        result[at] = replace(result[at], text="")
    lines = list(result)
    for place, (start, stop, head) in enumerate(heads[:_MOST_BLOCKS]):
        end = heads[place + 1][0] if place + 1 < len(heads) else len(lines)
        end = next((at for at in range(stop, end) if _ends_block(lines[at].text, head)), end)
        block = _block(lines, start, stop, end, head, lambda at: f"{where}, {unit} {at}")
        start = _above(lines, start)
        blank = list(range(start, stop))
        if block:
            blocks.append(block[0])
            blank = list(range(start, block[1]))
        elif not (head.numbers or head.kind in {"", CHOICE}):
            blank = []
        for at in blank:
            result[at] = replace(result[at], text="")
    named = [(lines[start].at, head.numbers) for start, _, head in heads if head.numbers]
    return Paper(result, blocks, named, title)


def _title(original: Sequence[Line], start: int) -> list[int]:
    """Return the places of the lines above the first instruction, where they are no text to be read."""
    above = [at for at in range(start) if original[at].text.strip()]
    if any(words(original[at].text) >= _LIST_WORDS or _own_options(original, at, at + 2) for at in above):
        return []
    return above


def _above(lines: Sequence[Line], start: int) -> int:
    """Return the place of the headings of parts right above an instruction, or its own."""
    first = start
    for at in range(start - 1, -1, -1):
        text = lines[at].text.strip()
        if text and not is_part(text):
            break
        first = at if text else first
    return first


def _is_paper(head: Instruction) -> bool:
    return head.kind not in {"", CHOICE} or bool(head.numbers)


def _ends_block(line: str, head: Instruction) -> bool:
    text = line.strip()
    number = _ITEM.fullmatch(text) if head.numbers else None
    return bool(text) and (
        is_part(text) or _is_key_heading(text) or bool(number and int(number[1]) == head.numbers[-1] + 1 and number[2])
    )


def _is_key_heading(text: str) -> bool:
    heading = key_heading(text)
    return bool(heading and (not heading["rest"] or heading["colon"]))


def _heads(lines: Sequence[Line]) -> Iterator[tuple[int, int, Instruction]]:
    """Yield the instructions: the place of the first line, that behind the last, and what they say together."""
    at, in_key = 0, False
    while at < len(lines):
        text = lines[at].text
        in_key = (in_key and words(text) < INSTRUCTION) or (bool(text.strip()) and _is_key_heading(text.strip()))
        if in_key or not (begins_task(text) or is_beside(text)) or _behind_number(lines, at):
            at += 1
            continue
        stop = _stop(lines, at)
        said = [line.text for line in lines[at:stop] if line.text.strip()]
        yield at, stop, instruction_of(said)
        at = stop


def _behind_number(lines: Sequence[Line], at: int) -> bool:
    """Say whether a line is the text of the number that stands alone above it."""
    before = lines[at - 1].text.strip() if at else ""
    item = _ITEM.fullmatch(before) if before else None
    return bool(item and not item[2].strip())


def _stop(lines: Sequence[Line], at: int) -> int:
    """Return the place behind an instruction: of its further lines, wrapped ones among them."""
    stop = at + 1
    for place in range(at + 1, len(lines)):
        text, before = lines[place].text.strip(), lines[place - 1].text.strip()
        if not text:
            continue
        told = is_heading_of_range(before) or (stop == place and is_heading_of_range(lines[at].text))
        if told and stop == place and commands(text) and not _begins(text) and "\t" not in text:
            stop = place + 1
            continue
        wraps = (
            bool(before)
            and not before.endswith((".", "!", "?", ":", "\u3002", "\uff01", "\uff09", ")"))
            and (text[0].islower() or not _begins(text))
        )
        if not goes_on(text) and not (wraps and stop == place and len(before) > 50 and not _begins(text)):
            break
        stop = place + 1
    return stop


def _begins(text: str) -> bool:
    """Say whether a line begins with a label of its own."""
    entry = _ENTRY.fullmatch(text)
    return bool(_ITEM.fullmatch(text) or is_example(text) or (entry and (entry["closed"] or not entry["text"])))


def _block(
    lines: Sequence[Line], start: int, stop: int, end: int, head: Instruction, place: Callable[[int], str]
) -> tuple[Block, int] | None:
    """Return the task of an instruction, and the place behind it; None where the lines below do not have its form."""
    kind = MATCHING if head.kind == "bank" else head.kind
    if kind in {"", CHOICE}:
        return None
    if _own_options(lines, stop, end) > (kind not in LEFT) and kind != CLOZE:
        return None
    if kind == TRUTH and any(answer_in(line.text) is not None for line in lines[stop:end]):
        return None  # a test bank's statements, each with its key below it
    body = _sorted(lines, stop, end, head, kind)
    at = lines[start].at
    if kind == SEVERAL:
        return _several(lines, start, stop, end, head, body)
    numbers = head.numbers or tuple(body.items) or tuple(body.gaps)
    rows = sum(len(_row(text)) > 1 for text in body.texts.values())
    if kind == CLOZE and not rows:
        if _own_options(lines, stop, end) > 1:
            return None
        kind = COMPLETION
        if uses_list(head.text):
            kind, body = MATCHING, _sorted(lines, stop, end, head, MATCHING)
    elif kind == COMPLETION and rows > 1 and rows == len(body.texts):
        kind = CLOZE
    if kind == MATCHING and uses_list(head.text) and not body.entries:
        kind = COMPLETION
    if kind in LEFT:
        if not numbers and kind != OPEN:
            return None
        left = Task(kind, at, numbers, head.text)
        passage = _passage(lines, body, place) if _has_gaps(lines, body, numbers) else None
        last = end if kind == OPEN else body.end if body.items or passage else stop
        return Block(at, numbers, passage, left=left), last
    questions = list(_QUESTIONS[kind](lines, body, head, numbers, place))
    if not questions:
        return None
    summary = kind == MATCHING and not body.items and _SUMMARY.search(head.text)
    passage = None if summary else _passage(lines, body, place)
    alone = kind == MATCHING and bool(body.entries) and not body.long and bool(_TEXTS.search(head.text))
    for question in questions:
        question.head["task"] = kind
    return Block(lines[body.end - 1].at, numbers, passage, questions, alone=alone and passage is None), body.end


def _own_options(lines: Sequence[Line], stop: int, end: int) -> int:
    """Count the lists of options from A on: several are those of several questions."""
    rows = [cells for line in lines[stop:end] if (cells := _row(line.text.strip()))]
    return sum(
        cells[0][0] in {"A", "a"} and (len(cells) > 1 or (bool(after) and _follows(cells[0][0], after[0][0])))
        for cells, after in pairwise([*rows, []])
    )


def _sorted(lines: Sequence[Line], stop: int, end: int, head: Instruction, kind: str) -> _Body:
    """Sort the lines of a task into items, entries of the shared list, and text."""
    body = _Body(end=stop)
    entries = dict(_entries(lines, stop, end, head, kind))
    wanted = set(head.numbers)
    last, current = 0, ""
    taken = set[int]()
    for at in range(stop, end):
        text = lines[at].text.strip()
        item = _item(text, wanted) if text else None
        if item and kind in {GAPPED, COMPLETION} and _STARTS_BLANK.match(item[2]) and words(item[2]) > _MOST_BESIDE_GAP:
            item = None
        number = int(item[1]) if item else -1
        own = (
            bool(item)
            and number not in body.items
            and (number in wanted or (not wanted and number in {last + 1, 1} or (not wanted and not last)))
        )
        if item and own and at not in entries and _is_item(item[2], kind):
            last, current = number, "item"
            body.items[number], body.texts[number] = [at], item[2].strip()
        elif at in entries:
            body.entries += [(label, text, at) for label, text in entries[at]]
            current = "entry"
        elif not text or _FURNITURE.fullmatch(text) or is_example(text) or (item and number == 0):
            current = "" if not text and current != "entry" else current
            continue
        elif (
            kind == CLOZE
            and current == "item"
            and (len(_row(body.texts[last])) > 1 or not body.texts[last])
            and _row(text)
        ):
            body.items[last].append(at)
            body.texts[last] = f"{body.texts[last]}\t{text}".strip()
        elif current == "item" and body.items[last][-1] == at - 1 and kind != CLOZE:
            body.items[last].append(at)
            body.texts[last] = f"{body.texts[last]} {text}".strip()
        elif current == "entry" and at - 1 in entries and text[:1].islower():
            label, before, place = body.entries[-1]
            body.entries[-1] = (label, f"{before} {text}".strip(), place)
        elif (
            current == "entry"
            and any(later > at for later in entries)
            or (current == "entry" and body.long and kind == MATCHING)
        ):
            body.long.setdefault(body.entries[-1][0], []).append(text)
            taken.add(at)
        else:
            body.prose.append(at)
            current = "prose"
            continue
    if body.long and sum(words(text) >= _WRAPPED for _, text, _ in body.entries) * 2 > len(body.entries):
        body.entries = [(label, " ".join([text, *body.long.get(label, [])]), at) for label, text, at in body.entries]
        last_entry = body.entries[-1][2]
        body.end, body.long = max((at for at in range(last_entry, end) if at in taken), default=last_entry) + 1, {}
    places = [*(at for own in body.items.values() for at in own), *entries]
    body.end = max([body.end - 1, *places]) + 1
    if body.entries and kind == MATCHING and body.long:
        body.end = max(body.end, _end_of_text(lines, body.end, end))
    if not head.numbers and not body.items:
        numbers = [int(match[1]) for at in body.prose for match in _ANY_GAP.finditer(lines[at].text)]
        body.gaps = [number for place, number in enumerate(numbers) if number == numbers[0] + place]
    body.prose = [at for at in body.prose if at < body.end]
    if not body.prose and kind in {CLOZE, GAPPED, COMPLETION}:
        body.end = _end_of_gaps(lines, body, end, head.numbers or tuple(body.items) or tuple(body.gaps))
    return body


def _item(text: str, wanted: Iterable[int]) -> tuple[str, str, str] | None:
    """Return a line as an item: itself, its number, which may stand at its end, and its text."""
    if item := _ITEM.fullmatch(text):
        return item[0], item[1], _BOXES.sub("", item[2])
    last = _ITEM_LAST.fullmatch(text)
    last = None if last and _ANY_GAP.search(last[1]) else last
    return (last[0], last[2], last[1]) if last and int(last[2]) in wanted else None


def _is_item(text: str, kind: str) -> bool:
    """Say whether what stands behind a number may be an item: of a cloze, options."""
    return kind != CLOZE or len(_row(text)) > 1 or not text.strip()


def _end_of_text(lines: Sequence[Line], at: int, end: int) -> int:
    """Return the place behind the text of the last entry of a list."""
    stop = at
    for place in range(at, end):
        if lines[place].text.strip():
            stop = place + 1
    return stop


def _end_of_gaps(lines: Sequence[Line], body: _Body, end: int, numbers: Sequence[int]) -> int:
    """Return the place behind the text with a task's gaps where it follows the task, and take its lines as text."""
    places = [at for at in range(body.end, end) if any(_gap(number).search(lines[at].text) for number in numbers)]
    if not places:
        return body.end
    body.prose += [at for at in range(body.end, max(places) + 1) if lines[at].text.strip()]
    return max(places) + 1


def _entries(
    lines: Sequence[Line], stop: int, end: int, head: Instruction, kind: str
) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Yield the lines of the list that the items of a task share: their places, and the labels and texts of each.

    The labels count up from A, a or i; where several runs do, the longest is the list.
    """
    if kind not in {MATCHING, GAPPED, SEVERAL}:
        return
    rows = [(at, cells) for at in range(stop, end) if (cells := _row(lines[at].text.strip()))]
    best: list[tuple[int, list[tuple[str, str]]]] = []
    for place, (_, first) in enumerate(rows):
        if first[0][0].upper() in {"A", "I"} and len(rows) - place > len(best):
            best = max(best, _run(rows[place:]), key=_labels)
    if _labels(best) >= (2 if kind == SEVERAL or _letters(head.text) else 3):
        yield from best


def _run(rows: Sequence[tuple[int, list[tuple[str, str]]]]) -> list[tuple[int, list[tuple[str, str]]]]:
    """Return the rows whose labels count up from those of the first, without what stands between them."""
    found: list[tuple[int, list[tuple[str, str]]]] = []
    labels: list[str] = []
    for at, cells in rows:
        own = [label for label, _ in cells]
        if _is_run([*labels, *own]):
            found.append((at, cells))
            labels += own
    return found


def _labels(found: Sequence[tuple[int, list[tuple[str, str]]]]) -> int:
    return sum(len(cells) for _, cells in found)


def _is_run(labels: Sequence[str]) -> bool:
    """Say whether labels count up from A, a, or i; X may follow, for an item without an entry."""
    if not labels:
        return False
    upper = [label.upper() for label in labels]
    alike = len({label.isupper() for label in labels}) == 1
    letters = upper == [*LETTERS[: len(upper)]] or (upper[-1] == "X" and upper[:-1] == [*LETTERS[: len(upper) - 1]])
    romans = [ROMAN_VALUES.get(label.lower(), 0) for label in labels] == list(range(1, len(labels) + 1))
    return (letters and alike) or romans


def _row(text: str) -> list[tuple[str, str]]:
    """Return the labels and texts of a line of entries or options: one, or several in columns."""
    first = _ENTRY.fullmatch(text)
    if not first:
        return []
    label = first["closed"] or first["open"]
    cells, rest = [(label, first["text"])], first["text"]
    starts = [match for match in _INNER.finditer(rest)]
    texts: list[tuple[str, str]] = []
    begun, before = 0, label
    for match in starts:
        inner = _ENTRY.fullmatch(rest[match.end() :])
        following = (inner["closed"] or inner["open"]) if inner else ""
        if following and _follows(before, following) and rest[begun : match.start()].strip():
            texts.append((before, rest[begun : match.start()].strip()))
            begun, before = match.end() + (inner.start("text") if inner else 0), following
    cells = [*texts, (before, rest[begun:].strip())]
    return cells if len(cells) > 1 else _close_row(label, rest) or cells


def _close_row(label: str, text: str) -> list[tuple[str, str]]:
    """Return the cells of a row with single spaces and bare letters, of which three follow each other at least."""
    cells, before = [], label
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
    a, b = before.upper(), after.upper()
    if len(a) == len(b) == 1 and a in LETTERS and b in LETTERS and LETTERS.index(b) == LETTERS.index(a) + 1:
        return before.isupper() == after.isupper()
    return ROMAN_VALUES.get(before.lower(), -2) + 1 == ROMAN_VALUES.get(after.lower(), -1)


def _letters(text: str) -> str:
    """Return the letters of a list that an instruction names, `A-G`."""
    for match in _LETTER_RANGE.finditer(text):
        first, last = ((match[1] or match[3]).upper(), (match[2] or match[4]).upper())
        if first == "A" and last > first and last <= "P":
            return LETTERS[: LETTERS.index(last) + 1]
    return ""


def _passage(lines: Sequence[Line], body: _Body, place: Callable[[int], str]) -> Passage | None:
    """Return the text of a task: its own, or the texts that its list is made of."""
    own = list(_paragraphs(lines, body.prose))
    if body.long:
        for label, text, _ in body.entries:
            own.append("\n".join(filter(None, (f"{label}  {text}".strip(), *body.long.get(label, [])))))
    text = "\n\n".join(own)
    if words(text) < INSTRUCTION:
        return None
    places = body.prose or [place for _, _, place in body.entries]
    return Passage(text, place(lines[places[0]].at))


def _paragraphs(lines: Sequence[Line], places: Sequence[int]) -> Iterator[str]:
    """Yield the paragraphs of a text, which blank lines divide."""
    paragraph: list[str] = []
    for at, before in zip(places, [-1, *places], strict=False):
        if paragraph and at != before + 1:
            yield "\n".join(paragraph)
            paragraph = []
        paragraph.append(lines[at].text.strip())
    if paragraph:
        yield "\n".join(paragraph)


def _gap(number: int) -> re.Pattern[str]:
    """Return what a numbered gap looks like in a text."""
    return re.compile(
        rf"[(\[\uff08]\s?{number}\s?[)\]\uff09]\s?(?:{_BLANK})?|{_BLANK}\s?[(\[]?{number}[)\]]?\s?{_BLANK}|"
        rf"{_BLANK}\s?[(\[]?{number}[)\]]?(?!\d)|(?<![\d.])[(\[]?{number}[)\]]?\.?\s?{_BLANK}|"
        rf"(?<=[^\d\s])\s{{1,9}}{number}\s{{1,9}}(?=[^\d\s%])"
    )


def _has_gaps(lines: Sequence[Line], body: _Body, numbers: Sequence[int]) -> bool:
    return any(_gap(number).search(lines[at].text) for number in numbers[:3] for at in body.prose)


def _stems(lines: Sequence[Line], body: _Body, numbers: Iterable[int], beside: int) -> Mapping[int, str]:
    """Return the sentence of each gap, with `beside` sentences before and behind it."""
    paragraphs = [" ".join(text.split()) for text in _paragraphs(lines, body.prose)]
    stems: dict[int, str] = {}
    for number in numbers:
        for text in paragraphs:
            if match := _gap(number).search(text):
                lead = " " if match[0][:1].isspace() else ""
                stems[number] = _around(text, match.start(), match.end(), f"{lead}({number}) {_ASKED_GAP}", beside)
                break
    return stems


def _around(text: str, start: int, stop: int, gap: str, beside: int) -> str:
    """Return the sentence of a gap; with `beside`, those before and behind it too."""
    before = re.sub(_BLANK, lambda blank: "_" * len(blank[0]), text[:start])
    behind = re.sub(_BLANK, lambda blank: "_" * len(blank[0]), text[stop:])
    begins = [0, *(match.end() for match in _SENTENCE_END.finditer(before))]
    ends = [*(match.end() for match in _SENTENCE_END.finditer(f"{behind} ")), len(behind)]
    if beside and before[begins[-1] :].strip():
        beside = 0
    begin = begins[max(len(begins) - 1 - beside, 0)]
    end = ends[0] if not beside else (ends[0] if behind[:1] not in ".!?" else ends[min(1, len(ends) - 1)])
    joined = (
        f"{before[begin:].rstrip()} {gap.strip()}{behind[:end].rstrip()}"
        if behind[:1] in ".,;:!?"
        else (f"{before[begin:].rstrip()} {gap.strip()} {behind[:end].strip()}")
    )
    return re.sub(r"_{4,}", _ASKED_GAP, joined).strip()


def _cloze(
    lines: Sequence[Line], body: _Body, _head: Instruction, numbers: Sequence[int], place: Callable[[int], str]
) -> Iterator[Typed]:
    """Yield a question for each gap: its sentence, and the options on the line of its number."""
    stems = _stems(lines, body, body.items, 0)
    for number, text in body.texts.items():
        options = [TypedOption(label.upper(), option) for label, option in _row(text)]
        if len(options) > 1 and (number in numbers or not numbers):
            stem = stems.get(number, f"({number}) {_ASKED_GAP}")
            yield Typed(lines[body.items[number][0]].at, number, [stem], options)


def _gapped(
    lines: Sequence[Line], body: _Body, _head: Instruction, numbers: Sequence[int], place: Callable[[int], str]
) -> Iterator[Typed]:
    """Yield a question for each gap: the sentences around it; its options are the sentences of the list."""
    if not body.entries:
        return
    stems = _stems(lines, body, numbers, 1)
    for number in numbers:
        if number in stems:
            yield Typed(lines[body.prose[0]].at, number, [stems[number]], _options(body), labels=_own_labels(body))


def _matching(
    lines: Sequence[Line], body: _Body, head: Instruction, numbers: Sequence[int], place: Callable[[int], str]
) -> Iterator[Typed]:
    """Yield a question for each item, whose options are the list; for each gap, where the list is of words."""
    noun = next((match[1] or "person" for match in _PLACE.finditer(head.text)), "").capitalize()
    options = [
        replace(option, text=f"{noun} {option.text}".strip()) if option.text == label else option
        for option, label in zip(_options(body), _own_labels(body), strict=True)
    ] or [TypedOption(own, f"{noun} {own}".strip()) for own in _letters(head.text)]
    labels = _own_labels(body) or tuple(option.letter for option in options)
    if len(options) < 2:
        return
    if _NONE.search(head.text) and labels[-1].upper() != "X":
        options, labels = [*options, TypedOption(LETTERS[len(options)], "X")], (*labels, "X")
    stems = {} if body.items else _stems(lines, body, numbers, 0)
    for number in numbers:
        text = body.texts.get(number, "")
        at = lines[body.items[number][0]].at if text else 0
        if words(text) >= INSTRUCTION:
            passage = Passage(text, place(at))
            yield Typed(at, number, [_asked(head.text)], list(options), labels=labels, passage=passage)
        elif text:
            yield Typed(at, number, [text], list(options), labels=labels)
        elif number in stems:
            yield Typed(lines[body.prose[0]].at, number, [stems[number]], list(options), labels=labels)


def _asked(text: str) -> str:
    """Return the sentence of an instruction that names its kind."""
    sentences = [one for one in re.split(r"(?<=[.!?\u3002])\s{0,3}", text) if one]
    asking = [one for one in sentences if kind_of(one) == MATCHING]
    return next((one for one in asking if _FINDS.search(one)), (asking or sentences)[-1])


def _options(body: _Body) -> list[TypedOption]:
    """Return the options of a list; where its entries are texts, the label and what stands on its line name each."""
    return [
        TypedOption(LETTERS[place], f"{label}  {text}".strip() if body.long and text else text or label)
        for place, (label, text, _) in enumerate(body.entries)
    ]


def _own_labels(body: _Body) -> tuple[str, ...]:
    return tuple(label for label, *_ in body.entries)


def _truth(
    lines: Sequence[Line], body: _Body, head: Instruction, numbers: Sequence[int], place: Callable[[int], str]
) -> Iterator[Typed]:
    """Yield a question for each statement, with the verdicts that the instruction names."""
    language = next((name for name, words_ in _LANGUAGES.items() if words_.search(head.text)), "en")
    third = bool(_UNKNOWN.search(head.text))
    verdicts = [each for each in _TRUTHS[language] if (len(each) == 3) == third]
    verdicts = verdicts[1:] if language == "en" and _SIGNS.search(head.text) else verdicts
    for number, text in body.texts.items():
        if number not in numbers or not text:
            continue
        ringed, behind = _RINGED.fullmatch(text), _BEHIND.fullmatch(text)
        statement = (ringed or behind or {"text": text})["text"].rstrip()
        options = [TypedOption(own, verdict) for own, verdict in zip(LETTERS, verdicts[0], strict=False)]
        keys = [(lines[body.items[number][0]].at, behind["key"])] if behind and not ringed else []
        yield Typed(lines[body.items[number][0]].at, number, [statement], options, keys=keys)


_QUESTIONS = {CLOZE: _cloze, GAPPED: _gapped, MATCHING: _matching, TRUTH: _truth}


def _several(
    lines: Sequence[Line], start: int, stop: int, end: int, head: Instruction, body: _Body
) -> tuple[Block, int] | None:
    """Return the questions with several right options: each a list of options under what asks for them."""
    if not body.entries:
        return None
    first = body.entries[0][2]
    asked = [line.text.strip() for line in lines[start:first] if line.text.strip()]
    stem = next(
        (text for text in reversed(asked) if text.endswith(("?", ":", "\uff1f")) or kind_of(text) == SEVERAL), asked[-1]
    )
    item = _ITEM.fullmatch(stem)
    numbers = head.numbers or ((int(item[1]),) if item else ())
    options = [TypedOption(LETTERS[at], text) for at, (_, text, _) in enumerate(body.entries)]
    if not numbers or len(body.items) > 1:
        return None
    at = lines[start].at
    question = Typed(at, numbers[0], [item[2] if item else stem], options, numbers=numbers, head={"task": SEVERAL})
    return Block(at, numbers, None, [question]), max(place for *_, place in body.entries) + 1
