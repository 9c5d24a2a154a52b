"""Questions of a paper with options of their own, as they stand below an instruction.

    28  Mapmakers used traps because they wanted to        2.  This question has two parts.
    A   make their sheets look complete.                   Part A
    B   catch people who stole their work.                 What does the phrase suggest?
                                                           A.  He prefers work.   B.  He dislikes advice.

Options have letters, one on a line or several in columns, or boxes. A number is a question's where options follow it
before the next number does: the paragraphs of a text may be numbered too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from examfiles.items import LETTERS
from examfiles.lengths import words
from examfiles.question import INSTRUCTION, Passage
from examfiles.readers.typed.body import ITEM, Region, paragraphs_of
from examfiles.readers.typed.instructions import CHOICE, SEVERAL, is_example, is_part, kind_of
from examfiles.readers.typed.keys import answer_in
from examfiles.readers.typed.line import TypedOption
from examfiles.readers.typed.rows import Cells, cells_of
from examfiles.readers.typed.shapes import shape
from examfiles.readers.typed.state import Typed, has_letters_of_paragraphs

_BOX = shape(
    r"[\u2610\u25a1\u25a2\u25ef\u25cb\u2751]\s{0,9}",
    "an empty box before an option",
    "\u2610 a",
)
_HALF = shape(
    r"part\s([A-D])\W{0,3}",
    "a part of a question",
    "Part A",
    flags=re.IGNORECASE,
)
_SLASHED = shape(
    r"[^\W\d_][\w'\u2019-]*(?:\s/\s[^\W\d_][\w'\u2019-]*){1,5}",
    "words of a sentence to choose from",
    "of / from / off",
)
_TICKED = shape(
    r"(?:[\u2610\u25a1\u25ef\u25cb]\s{0,40}){2,4}$",
    "boxes behind a statement, which is no option",
    "Ann sat.\t\u2610\t\u2610",
)
_COLUMN = shape(
    r"\t\s*|\s{3,}",
    "what stands between columns",
    "A. ape   B. fox",
)
_LONGEST_OPTION = 60  # words; a longer text behind a letter is a paragraph
_MOST_STEM = 12  # lines
_TEXT_WORDS = 25  # of a line that begins the text of the questions behind it


@dataclass(slots=True)
class _Question:
    """A question being read: its line, its number, the lines of its stem, and its options by letter."""

    at: int
    number: int
    stem: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    last: str = ""  # the letter of the option that was read last

    @property
    def whole(self) -> bool:
        """Whether its letters leave none out."""
        return len(self.options) > 1 and sorted(self.options) == [*LETTERS[: len(self.options)]]


def choices_of(region: Region) -> tuple[list[Typed], Passage | None, int] | None:
    """Return the questions of a task, the text above them, and the place behind them.

    None where any of them has its key below it, or no number is followed by options.
    """
    lines = region.lines
    if any(answer_in(lines[at].text) is not None for at in range(region.stop, region.end)):
        return None
    questions, first, end = list[_Question](), 0, region.stop
    question: _Question | None = None
    for at in range(region.stop, region.end):
        text = lines[at].text.strip()
        if not text:
            continue
        begun = _begun(region, at, questions)
        if begun is not None:
            question = begun
            first = first or at
            questions += [begun] if begun.number and begun is not (questions[-1] if questions else None) else []
        elif question is None or not _take(question, text, blank=not lines[at - 1].text.strip()):
            if questions and words(text) >= _TEXT_WORDS:
                break
            question = None if question and question.options else question
            continue
        end = at + 1
    whole = sorted((each for each in questions if each.whole), key=lambda each: each.number)
    if not whole or len(whole) * 2 < len(questions):
        return None
    above = [at for at in range(region.stop, first) if lines[at].text.strip() and not is_example(lines[at].text)]
    lettered = has_letters_of_paragraphs([lines[at].text for at in above])
    while above and ((len(own := lines[above[0]].text.strip()) == 1 and not lettered) or is_part(own)):
        above.pop(0)  # the letter of a text, or its part
    text = "\n\n".join(paragraphs_of(lines, above))
    passage = Passage(text, region.place(above[0])) if words(text) >= INSTRUCTION else None
    return list(map(_typed, whole)), passage, end


def is_half(text: str) -> bool:
    """Say whether a line is the heading of a part of a question, `Part A`."""
    return bool(_HALF.fullmatch(text))


def _begun(region: Region, at: int, questions: Sequence[_Question]) -> _Question | None:
    """Return the question that begins on a line, or the next part of one; number 0 is an example's."""
    text = region.lines[at].text.strip()
    half = _HALF.fullmatch(text)
    if half and questions:
        before = questions[-1]
        if not before.options:
            before.stem = []
            return before
        return _Question(region.lines[at].at, before.number)
    item = ITEM.fullmatch(text)
    if not item or not _asks(region, at):
        return None
    number, seen = int(item[1]), {each.number for each in questions}
    if number and ((region.head.numbers and number not in region.head.numbers) or number in seen):
        return None
    question = _Question(region.lines[at].at, number)
    cells = cells_of(_BOX.sub("", item[2]).strip())
    if len(cells) > 1:
        question.options = {label.upper(): text for label, text in cells}
    elif item[2].strip():
        question.stem = [item[2].strip()]
    return question


def _asks(region: Region, at: int) -> bool:
    """Say whether options follow a number before another number does."""
    if len(cells_of(_BOX.sub("", region.lines[at].text).strip())) > 1:
        return True
    stem = 0
    for later in range(at + 1, region.end):
        text = region.lines[later].text.strip()
        if not text:
            continue
        if _BOX.match(text) or _options(text, "") or (_HALF.fullmatch(text) and stem <= _MOST_STEM):
            return True
        stem += 1
        if ITEM.fullmatch(text) or stem > _MOST_STEM:
            return False
    return False


def _options(text: str, last: str) -> Cells:
    """Return the options of a line, whose first letter is A where none has come before, or any after it."""
    bare = _BOX.sub("", text).strip()
    pieces = [piece for piece in _COLUMN.split(bare) if piece]
    cells = [cell for piece in pieces for cell in cells_of(piece)[:1]]
    if len(cells) < len(pieces) or len(pieces) < 2:
        cells = cells_of(bare)
    if (
        not cells
        or any(_TICKED.search(own) for _, own in cells)
        or any(words(own) > _LONGEST_OPTION for _, own in cells)
        or len(cells[0][0]) > 1
    ):
        return []
    first = cells[0][0].upper()
    return cells if (first == "A" if not last else first > "A") else []


def _take(question: _Question, text: str, *, blank: bool) -> bool:
    """Take a line as options of a question, as more of its stem, or as more of its last option."""
    if cells := _options(text, question.last):
        new = {label.upper(): own for label, own in cells}
        if not question.options.keys() & new.keys():
            question.options |= new
            question.last = cells[-1][0].upper()
            return True
    if _BOX.match(text):
        letter = LETTERS[len(question.options)]
        question.options[letter] = _BOX.sub("", text).strip()
        question.last = letter
        return True
    if not question.options and len(question.stem) < _MOST_STEM:
        question.stem.append(text)
        return True
    if question.options and not blank and len(question.options) > 1 and text[:1].islower():
        question.options[question.last] = f"{question.options[question.last]} {text}"
        return True
    return False


def _typed(question: _Question) -> Typed:
    options = [TypedOption(letter, question.options[letter]) for letter in sorted(question.options)]
    several = (question.number,) if kind_of(" ".join(question.stem)) == SEVERAL else ()
    return Typed(question.at, question.number, question.stem, options, numbers=several, head={"task": CHOICE})


def inline_choices_of(region: Region) -> tuple[list[Typed], int] | None:
    """Return the questions whose options stand in their sentence, `She likes of / from / off.`, and the place behind.

    None where not every number has such words.
    """
    questions, end = list[Typed](), region.stop
    for at in range(region.stop, region.end):
        text = region.lines[at].text.strip()
        item = ITEM.fullmatch(text)
        if not item:
            if text:
                break
            continue
        words_ = _SLASHED.search(item[2])
        if not words_:
            return None
        options = [TypedOption(own, word) for own, word in zip(LETTERS, re.split(r"\s/\s", words_[0]), strict=False)]
        stem = f"{item[2][: words_.start()]}______{item[2][words_.end() :]}"
        questions.append(Typed(region.lines[at].at, int(item[1]), [stem], options, head={"task": CHOICE}))
        end = at + 1
    return (questions, end) if len(questions) > 1 else None
