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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from examfiles.lengths import words
from examfiles.question import INSTRUCTION, Passage
from examfiles.readers.typed.body import ITEM, Body, Region, body_of, paragraphs_of, passage_of
from examfiles.readers.typed.choices import choices_of, inline_choices_of, is_half
from examfiles.readers.typed.gaps import gap_numbers, has_gap
from examfiles.readers.typed.instructions import (
    BANK,
    CHOICE,
    CLOZE,
    COMPLETION,
    LEFT,
    MATCHING,
    OPEN,
    SEVERAL,
    TRUTH,
    Instruction,
    begins_task,
    commands,
    goes_on,
    instruction_of,
    is_beside,
    is_example,
    is_heading_of_range,
    is_part,
    is_verdict,
    kind_of,
    uses_list,
)
from examfiles.readers.typed.keys import answer_in, key_heading
from examfiles.readers.typed.line import Line
from examfiles.readers.typed.paper_keys import is_own_key
from examfiles.readers.typed.rows import cells_of, lists_of_options
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import Task, Typed, is_label_of_text
from examfiles.readers.typed.tasks import has_verdicts, question_of_several, questions_of

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
_EXERCISE = shape(
    r"(?:(?:part|section|exercise|task|teil|exercice|ejercicio|aufgabe)\s\d?)?([A-H])[.:)]\s{1,9}(?=[^\W\d_])",
    "the letter of an exercise before its instruction",
    "C. Match the people.",
    "Part A: Circle the right answer.",
    flags=re.IGNORECASE,
)
_MOST_BLOCKS = 1_000
_HALF_LINES = 40  # above the heading of a part of a question, in which its number stands
_COVER_WORDS = 40  # the same, where a part begins between them
_TITLE_WORDS = 12  # words of a line above the first instruction, from which it is text
_TEXT_WORDS = 25  # words of a line that is text
_WRAPPED_LINE = 50  # characters of a line of an instruction that goes on below


@dataclass(slots=True)
class Block:
    """A task that was taken out of the lines: the line where it ends, its text if it has its own, its questions.

    `left`: the task, where its questions cannot be read. `alone`: its options are texts themselves (advertisements),
    and it is about no other.
    """

    at: int
    passage: Passage | None = None
    questions: list[Typed] = field(default_factory=list)
    left: Task | None = None
    alone: bool = False


@dataclass(slots=True)
class Paper:
    """The lines of a paper without its tasks, the tasks, and what its instructions name.

    `named`: lines, and the numbers of questions that an instruction there names. `title`: the exam's own lines above
    the first instruction.
    """

    lines: list[Line]
    blocks: list[Block] = field(default_factory=list)
    named: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    title: list[Line] = field(default_factory=list)


def without_blocks(lines: Sequence[Line], where: str) -> Paper:
    """Return a paper: its lines without the tasks that are told by their instructions, and these tasks.

    `where`: what the place of a line is called.
    """
    heads = [*_merged(lines, list(_heads(lines)))]
    if not any(head.numbers or head.kind not in {"", CHOICE} for *_, head in heads):
        return Paper(list(lines))
    title = list(_title(lines, heads[0][0]))
    beside = [at for start, stop, head in heads if not (head.kind or head.numbers) for at in range(start, stop)]
    rest = list(lines)
    _blank(rest, [*title, *beside])
    paper = Paper(list(rest), title=[lines[at] for at in title if not is_label_of_text(lines[at].text)])
    heads = [each for each in heads if each[2].kind or each[2].numbers][:_MOST_BLOCKS]
    heads = _real(rest, heads, where)
    for (start, stop, head), following in zip(heads, [*(start for start, *_ in heads[1:]), len(lines)], strict=False):
        limit = max(_above(rest, following), stop) if following < len(rest) else following
        end = next((at for at in range(stop, limit) if _ends(rest, stop, at, head)), limit)
        paper.named += [(lines[start].at, head.numbers)] if head.numbers else []
        region = Region(rest, start, stop, end, head, where)
        made = list(_blocks(region))
        above, last = _above(rest, start), made[-1][1] if made else stop
        if made or head.numbers or head.kind in {"", CHOICE}:
            _blank(paper.lines, range(above, last))
        if (head.kind or made) and (behind := _text_behind(region, above, last)):
            _put_before(paper, [block for block, _ in made], behind, stop, where)
        paper.blocks += [block for block, _ in made]
    return paper


def _real(
    lines: Sequence[Line], heads: Sequence[tuple[int, int, Instruction]], where: str
) -> list[tuple[int, int, Instruction]]:
    """Return the instructions without those that name no numbers and have no task of their kind below them."""
    real = []
    ends = [*(start for start, *_ in heads[1:]), len(lines)]
    for (start, stop, head), end in zip(heads, ends, strict=False):
        made = next(_blocks(Region(lines, start, stop, end, head, where)), None)
        own = made and (made[0].left or made[0].questions[0].head["task"] != CHOICE)
        if head.numbers or head.kind in {"", CHOICE} or own:
            real.append((start, stop, head))
    return real


def _text_behind(region: Region, above: int, last: int) -> range:
    """Return the places of a text that follows its task: of the only text of a part, which its heading begins."""
    lines = region.lines
    filled = [at for at in range(region.stop, region.end) if lines[at].text.strip()]
    long = [at for at in filled if words(lines[at].text) >= _TEXT_WORDS]
    short = sorted({*filled} - {*long})
    options = [at for at in short if cells_of(lines[at].text.strip()) or ITEM.fullmatch(lines[at].text.strip())]
    behind = [at for at in filled if at >= last and (not options or at > options[-1])]
    if above == region.start or not {*long} & {*behind} or {*long} - {*behind}:
        return range(0)
    return range(behind[0], behind[-1] + 1)


def _put_before(paper: Paper, blocks: Sequence[Block], places: range, stop: int, where: str) -> None:
    """Make a text that follows a task its passage, or put it above the questions that have options of their own."""
    lines = [paper.lines[at] for at in places]
    if blocks:
        texts = list(paragraphs_of(paper.lines, [at for at in places if paper.lines[at].text.strip()]))
        blocks[0].passage = blocks[0].passage or Passage("\n\n".join(texts), f"{where} {lines[0].at}")
    else:  # in the place of the blank lines of the instruction: those below keep their places
        paper.lines[stop - 1] = replace(
            paper.lines[stop - 1], text="\n\n".join(line.text for line in lines if line.text)
        )
    _blank(paper.lines, places)


def _blank(lines: list[Line], places: Sequence[int]) -> None:
    """Make the lines at these places blank."""
    for at in places:
        lines[at] = replace(lines[at], text="")


def _title(lines: Sequence[Line], start: int) -> Iterator[int]:
    """Yield the places of the lines above the first instruction, unless they are text or questions."""
    part = _above(lines, start)
    above = [at for at in range(part) if lines[at].text.strip()]
    texts = (lines[at].text.strip() for at in above)
    most = _TITLE_WORDS if part == start else _COVER_WORDS
    if not lists_of_options(lines[:part]) and not any(
        words(each) >= most and not ITEM.fullmatch(each) for each in texts
    ):
        yield from above


def _above(lines: Sequence[Line], start: int) -> int:
    """Return the place of the headings of parts right above an instruction, or its own."""
    first = start
    for at in range(start - 1, -1, -1):
        text = lines[at].text.strip()
        if text and not is_part(text):
            break
        first = at if text else first
    return first


def _ends(lines: Sequence[Line], stop: int, at: int, head: Instruction) -> bool:
    """Say whether a line ends a task: a part, a list of keys, or the number behind its last one begins."""
    text = lines[at].text.strip()
    near = range(max(stop, at - _HALF_LINES), at)
    if is_half(text) and any(ITEM.fullmatch(lines[before].text.strip()) for before in near):
        return False
    number = ITEM.fullmatch(text) if head.numbers and text and head.kind not in {"", CHOICE} else None
    further = number and int(number[1]) == head.numbers[-1] + 1 and number[2]
    part = is_part(text) and not (head.numbers and not head.kind)  # what several texts are read for goes on
    return bool(text) and bool(part or _is_key_heading(text) or further)


def _is_key_heading(text: str) -> bool:
    heading = key_heading(text)
    return bool(heading and (not heading["rest"] or heading["colon"])) and not is_own_key(text)


def _heads(lines: Sequence[Line]) -> Iterator[tuple[int, int, Instruction]]:
    """Yield the instructions: the place of the first line, that behind the last, and what they say together."""
    at, in_key = 0, False
    while at < len(lines):
        text = _unlabelled(lines, at)
        in_key = (in_key and words(text) < INSTRUCTION) or (bool(text) and _is_key_heading(text))
        row = bool(text) and all(map(is_verdict, filter(None, text.split("\t"))))
        if (
            in_key
            or not (begins_task(text) or is_beside(text))
            or _behind_number(lines, at)
            or (row and not _items(lines, at))
        ):
            at += 1
            continue
        stop = _stop(lines, at)
        head = instruction_of([text, *(line.text for line in lines[at + 1 : stop] if line.text.strip())])
        if head.kind in {"", CHOICE} and (above := _above(lines, at)) < at:
            parts = " ".join(line.text.strip() for line in lines[above:at])
            head = replace(head, kind=kind_of(parts) or head.kind)
        yield at, stop, head
        at = stop


def _items(lines: Sequence[Line], at: int) -> bool:
    """Say whether an item follows a line."""
    return bool(ITEM.fullmatch(_next_text(lines, at)))


def _next_text(lines: Sequence[Line], at: int) -> str:
    """Return the next line that is not blank."""
    return next((text for later in range(at + 1, len(lines)) if (text := lines[later].text.strip())), "")


def _unlabelled(lines: Sequence[Line], at: int) -> str:
    """Return a line without the letter of its exercise, `C. Match the people`, unless that may be an option's."""
    text = lines[at].text.strip()
    label = _EXERCISE.match(text)
    if not label:
        return text
    later = _next_text(lines, at)
    follows = cells_of(later) and not ITEM.fullmatch(later) and cells_of(later)[0][0] > label[1]
    return text if follows else text[label.end() :]


def _merged(
    lines: Sequence[Line], heads: Sequence[tuple[int, int, Instruction]]
) -> Iterator[tuple[int, int, Instruction]]:
    """Yield the instructions; what says the same kind once more, before any item (a row of verdicts), says nothing."""
    last: tuple[int, int, Instruction] | None = None
    for start, stop, head in heads:
        if last and not head.numbers and head.kind == last[2].kind != CHOICE:
            between = (lines[at].text.strip() for at in range(last[1], start))
            if not any(ITEM.fullmatch(text) for text in between):
                yield start, stop, Instruction("", (), head.text)
                continue
        last = start, stop, head
        yield last


def _behind_number(lines: Sequence[Line], at: int) -> bool:
    """Say whether a line is the text of the number that stands alone above it."""
    before = ITEM.fullmatch(lines[at - 1].text.strip()) if at else None
    return bool(before and not before[2].strip())


def _stop(lines: Sequence[Line], at: int) -> int:
    """Return the place behind an instruction: of its further lines, wrapped ones among them."""
    stop, ranged = at + 1, is_heading_of_range(lines[at].text)
    for place in range(at + 1, len(lines)):
        text, before = lines[place].text.strip(), lines[place - 1].text.strip()
        ranged = ranged or is_heading_of_range(before)
        if not text:
            continue
        close = stop == place and not _labelled(text)
        wrapped = len(before) > _WRAPPED_LINE and not before.endswith(_SENTENCE_ENDS)
        if not goes_on(text) and not (close and (wrapped or (ranged and commands(text) and "\t" not in text))):
            break
        stop = place + 1
    return stop


_SENTENCE_ENDS = (".", "!", "?", ":", ")", "\u3002", "\uff01", "\uff09")


def _labelled(text: str) -> bool:
    """Say whether a line begins with a label of its own, or is an example."""
    closed = text[:1] in {"(", "["} and cells_of(text)
    return bool(ITEM.fullmatch(text) or is_example(text) or closed or any(not own for _, own in cells_of(text)))


def _blocks(region: Region) -> Iterator[tuple[Block, int]]:
    """Yield the task of an instruction, or the groups of questions, each below its text, for which it stands."""
    made = _block(region)
    while made:
        yield made
        groups = region.head.kind in {"", CHOICE} and made[1] < region.end
        region = replace(region, start=made[1], stop=made[1])
        made = _choices(region) if groups else None


def _block(region: Region) -> tuple[Block, int] | None:
    """Return the task of an instruction, and the place behind it; None where the lines below do not have its form."""
    kind = MATCHING if region.head.kind == BANK else region.head.kind
    below = region.lines[region.stop : region.end]
    if kind in {"", CHOICE} and sum(has_verdicts(line.text) for line in below) > 1:
        kind = TRUTH
    if kind in {"", CHOICE}:
        return _choices(region)
    own_options = lists_of_options(below)
    keyed = any(answer_in(line.text) is not None for line in below)  # a test bank's statements, a key below each
    if (own_options > (kind not in LEFT) and kind != CLOZE) or (kind == TRUTH and keyed):
        return _choices(region)
    body = body_of(region, kind)
    if kind == SEVERAL:
        question = question_of_several(region, body)
        return (Block(question.line, questions=[question]), body.entries[-1].at + 1) if question else None
    kind, body = _kind_by_form(region, kind, body)
    if kind == CLOZE and own_options > 1 and not body.items:
        return _choices(region)
    numbers = region.head.numbers or tuple(body.items) or gap_numbers(region.lines[at].text for at in body.prose)
    return _left(region, body, kind, numbers) if kind in LEFT else _read(region, body, kind, numbers)


def _choices(region: Region) -> tuple[Block, int] | None:
    """Return the questions below an instruction that have options of their own."""
    found = choices_of(region)
    if not found:
        inline = inline_choices_of(region)
        return (Block(inline[0][-1].line, questions=inline[0]), inline[1]) if inline else None
    questions, passage, end = found
    return Block(region.lines[end - 1].at, passage, questions), end


def _kind_by_form(region: Region, kind: str, body: Body) -> tuple[str, Body]:
    """Return the kind of a task as its lines have it, which its instruction may leave open, and its body as that."""
    rows = [len(cells_of(item.text)) > 1 for item in body.items.values()]
    below = region.lines[region.stop : region.end]
    if kind == CLOZE and not any(rows) and lists_of_options(below) < 2:
        kind = MATCHING if uses_list(region.head.text) else COMPLETION
        body = body_of(region, kind)
    elif kind == COMPLETION and len(rows) > 1 and all(rows):
        kind = CLOZE
    if kind == MATCHING and uses_list(region.head.text) and not body.entries:
        kind = COMPLETION
    return kind, body


def _left(region: Region, body: Body, kind: str, numbers: Sequence[int]) -> tuple[Block, int] | None:
    """Return a task without options, with its text where it has gaps of its own."""
    if not numbers and kind != OPEN:
        return None
    texts = [region.lines[at].text for at in body.prose]
    gaps = any(has_gap(text, number) for text in texts for number in numbers[:3])
    passage = passage_of(region, body) if gaps else None
    at = region.lines[region.start].at
    end = region.end if kind == OPEN else body.end if body.items or passage else region.stop
    return Block(at, passage, left=Task(kind, at, tuple(numbers), region.head.text)), end


def _read(region: Region, body: Body, kind: str, numbers: Sequence[int]) -> tuple[Block, int] | None:
    """Return a task with options, and its own text; a summary of the passage is none."""
    questions = questions_of(kind, region, body, numbers)
    if not questions:
        return None
    summary = kind == MATCHING and not body.items and _SUMMARY.search(region.head.text)
    alone = kind == MATCHING and bool(body.entries) and not body.texts and bool(_TEXTS.search(region.head.text))
    passage = None if summary or alone else passage_of(region, body)
    return Block(region.lines[body.end - 1].at, passage, questions, alone=alone), body.end
