r"""Quizzes in the Markdown of LiaScript, Obsidian and Kramdown, as the typed lines that they stand for.

    [( )] a bell        LiaScript: one right choice; `[[X]]` is a box, `[[bell | (net)]]` a list to choose from,
    [(X)] a net         `[[net]]` a word to type, `***` goes around the solution

    > [!question] Who?  Obsidian: a callout for each question, and one in it for the answer
    > a) Ann
    > b) Bo
    >> [!success]- Answer
    >> b) Bo

Questions are numbered through; those without options get the type that a test bank would write above them. A line of
attributes, `{:.quiz}`, is none of the text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from examfiles.readers.typed.line import Line, option_in
from examfiles.readers.typed.shapes import shape

_ATTRIBUTES = shape(
    r"\s{0,9}\{:[^{}]{0,200}\}\s{0,9}",
    "a line of attributes, as Kramdown has them",
    "{:.quiz}",
    "{: .quiz #first}",
)
_CHOICE = shape(
    r"\s{0,40}(?:\[\((?P<one>[xX ]?)\)\]|\[\[(?P<box>[xX ])\]\])\s{0,9}(?P<text>\S.*)",
    "an option in LiaScript",
    "[(X)] Ann",
    "[[ ]] Bo",
)
_LIST = shape(
    r"\[\[(?P<options>[^\[\]]{1,400}\|[^\[\]]{1,400})\]\]",
    "a list to choose from in LiaScript",
    "[[ Ann | (Bo) ]]",
)
_RIGHT = shape(
    r"\s{0,9}\((.{1,200})\)\s{0,9}",
    "the right entry of such a list",
    " (Bo) ",
)
_WORD = shape(
    r"\s{0,40}\[\[(?![?!xX ]\]|\s\])(?P<text>[^\[\]|]{1,200})\]\]\s{0,9}",
    "a word to type in LiaScript",
    "[[net]]",
)
_HINT = shape(
    r"\s{0,40}\[\[[?!]\]\]\s{0,9}(?P<text>\S.*)",
    "a hint in LiaScript",
    "[[?]] Look at the title.",
)
_STARS = shape(
    r"\s{0,40}\*{3,40}\s{0,9}",
    "a line around the solution in LiaScript",
    "***",
)
_CALLOUT = shape(
    r"\s{0,9}>\s{0,9}\[!(?P<kind>[A-Za-z]{1,20})\][+-]?\s{0,9}(?P<text>.*)",
    "a callout in Obsidian",
    "> [!question] Who?",
)
_INNER = shape(
    r"\[!(?P<kind>[A-Za-z]{1,20})\][+-]?\s{0,9}.*",
    "a callout inside another",
    "[!success]- Answer",
)
_BLANK = shape(
    r"_{3,}",
    "a gap to fill in",
    "____",
)
_VERDICTS = frozenset(("true", "false", "richtig", "falsch", "wahr", "yes", "no"))
_GAP = "______"


def without_quiz_markdown(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of such quizzes as other exams are typed, and those of any other text as they are.

    >>> [line.text for line in without_quiz_markdown([Line("Who?"), Line("[( )] Ann"), Line("[(X)] Bo")])]
    ['1. Who?', '- [ ] Ann', '- [x] Bo']
    """
    if any("{:" in line.text for line in lines):
        lines = [replace(line, text="") if _ATTRIBUTES.fullmatch(line.text) else line for line in lines]
    if any((callout := _CALLOUT.match(line.text)) and callout["kind"].lower() == "question" for line in lines):
        return list(_without_callouts(lines))
    return _without_liascript(lines) if any(map(_is_liascript, lines)) else list(lines)


def _is_liascript(line: Line) -> bool:
    listed = _LIST.search(line.text)
    return bool("[" in line.text and (_CHOICE.fullmatch(line.text) or (listed and _marked(listed["options"]))))


def _marked(options: str) -> list[tuple[str, bool]]:
    """Return the entries of a list to choose from, and whether each is right; none where none is."""
    entries = [
        (match[1] if match else entry).strip() for entry in options.split("|") for match in [_RIGHT.fullmatch(entry)]
    ]
    right = [bool(_RIGHT.fullmatch(entry)) for entry in options.split("|")]
    return list(zip(entries, right, strict=True)) if any(right) and all(entries) else []


@dataclass(slots=True)
class _LiaScript:
    """The lines of a LiaScript so far, and where the text of the next question begins among them.

    `asked`: whether a question was numbered for the boxes, or the word, above. `solution`: whether one is open.
    """

    lines: list[Line] = field(default_factory=list)
    text: int = -1
    number: int = 0
    asked: bool = False
    solution: bool = False

    def put(self, line: Line, text: str) -> None:
        """Add a line with a text."""
        self.lines.append(line if text == line.text else replace(line, text=text))

    def ask(self) -> None:
        """Number the text above as a question, unless the line above belongs to one."""
        if not self.asked and self.text >= 0:
            self.number += 1
            first = self.lines[self.text]
            self.lines[self.text] = replace(first, text=f"{self.number}. {first.text.strip()}")
        self.asked = True

    def ask_within(self, line: Line) -> None:
        """Add a question for each list to choose from within a line; the others are filled in."""
        for match in _LIST.finditer(line.text):
            self.number += 1
            stem = f"{_filled(line.text[: match.start()])}{_GAP}{_filled(line.text[match.end() :])}".strip()
            self.lines += [replace(line, text=""), replace(line, text=f"{self.number}. {stem}")]
            self.lines += _boxes(line, _marked(match["options"]))
        self.put(line, "")
        self.text, self.asked = -1, False

    def tell(self, line: Line) -> None:
        """Add a line of text, with which a paragraph may begin."""
        goes_on = bool(self.lines and self.lines[-1].text.strip()) and not self.asked
        self.text = self.text if goes_on else len(self.lines)
        self.asked = False
        self.put(line, line.text)


def _without_liascript(lines: Sequence[Line]) -> list[Line]:
    quiz = _LiaScript()
    for line in lines:
        choice, listed, word, hint = (each.fullmatch(line.text) for each in (_CHOICE, _LIST, _WORD, _HINT))
        inline = _LIST.search(line.text)
        if _STARS.fullmatch(line.text) and (quiz.solution or quiz.asked):
            quiz.solution = not quiz.solution
            quiz.put(line, "")
        elif quiz.solution or hint:
            said = hint["text"] if hint else line.text.strip()
            quiz.put(line, f"{'Hint' if hint else 'Explanation'}: {said}" if said else "")
        elif choice or word:
            quiz.ask()
            right = choice and (choice["one"] or choice["box"]).strip()
            quiz.put(line, f"- [{'x' if right else ' '}] {choice['text']}" if choice else "Type: sa")
        elif listed and _marked(listed["options"]):
            quiz.ask()
            quiz.lines += _boxes(line, _marked(listed["options"]))
        elif inline and _marked(inline["options"]):
            quiz.ask_within(line)
        elif line.text.strip():
            quiz.tell(line)
        else:
            quiz.put(line, "")
    return quiz.lines


def _filled(text: str) -> str:
    """Return a text with the right entry of each list to choose from."""
    return _LIST.sub(lambda match: next((entry for entry, right in _marked(match["options"]) if right), match[0]), text)


def _boxes(line: Line, entries: Sequence[tuple[str, bool]]) -> Iterator[Line]:
    return (replace(line, text=f"- [{'x' if right else ' '}] {entry}") for entry, right in entries)


def _without_callouts(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines with each callout of a question as a numbered question, between empty lines."""
    number, at = 0, 0
    while at < len(lines):
        callout = _CALLOUT.match(lines[at].text)
        if not callout or callout["kind"].lower() != "question":
            yield lines[at]
            at += 1
            continue
        number += 1
        behind = (lines[place] for place in range(at + 1, len(lines)))
        block = [lines[at], *takewhile(lambda line: line.text.lstrip().startswith(">"), behind)]
        block = block[: next((n for n, one in enumerate(block) if n and _begins(one.text)), len(block))]
        yield replace(lines[at], text="")
        yield from _callout_lines(block, f"{number}. {callout['text'].strip()}")
        yield replace(block[-1], text="")
        at += len(block)


def _begins(text: str) -> bool:
    callout = _CALLOUT.match(text)
    return bool(callout and callout["kind"].lower() == "question")


def _callout_lines(block: Sequence[Line], question: str) -> Iterator[Line]:
    """Yield the lines of a question: its text, its type where it has no options, options, and the answer."""
    inner, kinds, answers, rest = "", set[str](), list[Line](), list[Line]()
    for line in block[1:]:
        text = line.text.strip().lstrip("> ").strip()
        if match := _INNER.fullmatch(text):
            inner = match["kind"].lower()
            kinds.add(inner)
        elif text and inner == "success":
            answers.append(replace(line, text=text))
        elif text and not inner:
            rest.append(replace(line, text=text))
    options = [line for line in rest if option_in(line.text)]
    stem = " ".join([question, *(line.text for line in rest if line not in options)])
    yield replace(block[0], text=stem)
    if options:
        yield from options
        letters = [option.letter if option else line.text for line in answers for option in [option_in(line.text)]]
        yield from [replace(answers[0], text=f"Answer: {', '.join(letters)}")] if answers else []
    elif "example" in kinds:
        yield replace(block[0], text="Type: mt")
    elif answers and answers[0].text.strip(".").casefold() in _VERDICTS:
        yield replace(answers[0], text=f"Answer: {answers[0].text}")
    else:
        yield replace(block[0], text="Type: fb" if _BLANK.search(stem) else "Type: sa")
