"""Options in a prompt: which ones a letter stands for, in which order, and whether they were shown at all."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from examfiles.items import LETTERS
from magnetite.scorers.answer import MARKS

MOST_SEPARATORS = 8  # characters, none of a word, that may stand between options without letters
MOST_MARK = 24  # characters between the texts of two options, such as "\n\n- **Option B:** "
MOST_STARTS = 9  # places from the end at which a list may begin; the last may be "A: The answer is"
_NAME = r"([A-Za-z]|\d)"
_MARK = (  # (A)Tom, [a] Tom; A. Tom, a) Tom, **1)** Tom; A、Tom, A．Tom; A - Tom; before each may stand "Option"
    r"\**(?:(?i:option|choice)[ \t]+|选项[ \t]*)?"
    rf"(?:[(\[（【]\**{_NAME}\**[)\]）】]\**[.:：、]?\**\s*"
    rf"|{_NAME}\**(?:[.:)]\**(?:\s+|(?=[^\x00-\x7f\s]))|[、．：）]\**\s*|[ \t]+[-–—|][ \t]+))"
)
_TIGHT = r"|([A-Za-z])[.:)](?=[^\W\d_])"  # A.Tom
_ROW_MARK = re.compile(rf"\A\s*(?:{_MARK}{_TIGHT})")
_LINED = re.compile(rf"(?m)^[ \t>*-]*(?:{_MARK}{_TIGHT})")  # a line each
_INLINE = re.compile(rf"(?<![^\s,;/|]){_MARK}")  # in one line
_MARK_BEFORE = re.compile(  # an option
    r"[(\[（【*]{0,3}(?:\b(?i:option|choice)\s+|选项\s*)?[(\[（【*]{0,3}(?<![A-Za-z0-9])[A-Za-z0-9]\W{1,4}\Z"
)
_TEMPLATE = (  # what a chat template puts between its parts
    r"<(?:[|｜][^<>\n]{1,40}|[^<>|｜\n]{1,40}[|｜])>|</?s>|<(?:bos|eos|pad)>|<(?:start|end)_of_turn>|\[/?[A-Z_]{4,20}\]"
    r"|<</?SYS>>|</?think>"
)
_TEMPLATES = re.compile(rf"(?:{_TEMPLATE})(?:\s*(?:assistant|model|user|system)(?=\W|\Z))?")
_GOES_ON = r"[^\S\n]*[a-zß-öø-ÿ](?!\w*[:：])"  # a line that begins with a small letter, and not with "answer:"
_END = re.compile(rf"[^\S\n]*(?:\n(?!{_GOES_ON})|\Z|{_TEMPLATE})")  # of an option
_LABEL = re.compile(r"\s+\w+[:：]\s*\Z")  # "Answer:", behind an option in its line


def plain(text: str) -> str:
    """Return a text with single spaces for its white space.

    >>> plain("  Ann sat. Bo  stood. ")
    'Ann sat. Bo stood.'
    """
    return " ".join(text.split())


def without_template(prompt: str) -> str:
    r"""Return a prompt without the marks that a chat template puts between its parts.

    >>> without_template("B. Bo<|im_end|>\n<|im_start|>assistant\n").split()
    ['B.', 'Bo']
    """
    return _TEMPLATES.sub(" ", prompt)


class Shown(NamedTuple):
    """Options as a prompt shows them, in its order, and whether the row has another: `moved`.

    `rest`: the prompt from the last option on, where nothing but the prompt tells the options: its end is then that of
    its line, unless who knows the texts knows better (`told_by`).
    """

    options: list[str]
    moved: bool = False
    rest: str = ""


def options_shown(doc: Any, prompt: str, count: int) -> Shown:
    """Return the options that letters stand for, `count` of them or all there are.

    Their order is the prompt's: that of its lettered options, or of a list in the row whose texts stand there one
    behind the other. There are none where neither is clear.
    """
    lists = [texts for texts in lists_in(doc) if len(texts) > 1 and count in {0, len(texts)}]
    read = list(_read(prompt, count))
    for options, _, rest in read:
        for texts in lists:
            rows = [plain(_ROW_MARK.sub("", text)) for text in texts]
            own = told_by(options, rest, rows)
            if own is not None:
                return Shown(own, moved=True) if own != rows else Shown(texts)
    for texts in lists if not read else ():
        if re.search(rf"\W{{1,{MOST_SEPARATORS}}}".join(re.escape(plain(text)) for text in texts), plain(prompt)):
            return Shown(texts)
    return read[0] if read else Shown([])


def told_by(options: Sequence[str], rest: str, texts: Sequence[str]) -> list[str] | None:
    r"""Return the options of a prompt, in its order, by the texts that they have to be; None where they are others.

    Only of the last option it is not clear where it ends; a text that `rest` begins with says so.

    >>> told_by(["Bo", "at"], "at\nHome\nLet's think.", ["at Home", "Bo"])
    ['Bo', 'at Home']
    >>> told_by(["Bo", "at home"], "at home\nLet's think.", ["at", "Bo"]) is None
    True
    """
    if sorted(options) == sorted(texts):
        return list(options)
    others = list(texts)
    for each in options[:-1]:
        if each not in others:
            return None
        others.remove(each)
    if len(others) != 1 or not rest:
        return None
    last = re.match(r"\s+".join(map(re.escape, others[0].split())), rest)
    ends = last is not None and any(pattern.match(rest, last.end()) for pattern in (_END, _LABEL))
    return [*options[:-1], others[0]] if ends else None


def list_start(options: Sequence[str], text: str) -> int | None:
    """Return where the last list of all options begins in a text, with the first one's letter; None without any.

    >>> text = "Who? A. Yes B. No Answer: A Where? A. Yes B. No Answer yes or no."
    >>> text[list_start(("Yes", "No"), text) :]
    'A. Yes B. No Answer yes or no.'
    """
    start = text.rfind(options[0]) if options else -1
    while start >= 0:
        place = start + len(options[0])
        for option in options[1:]:
            found = text.find(option, place, place + MOST_MARK + len(option))
            if found < 0:
                break
            place = found + len(option)
        else:
            mark = _MARK_BEFORE.search(text, max(0, start - MOST_MARK), start)
            return mark.start() if mark else start
        start = text.rfind(options[0], 0, start + len(options[0]) - 1)
    return None


def _read(prompt: str, count: int) -> Iterator[Shown]:
    """Yield the lists of a prompt behind A, B, C … or 1, 2, 3 …, `count` of them or more than one; the last first.

    What is marked in one line inside an option of a list comes behind that list.
    """
    lined, inline = (list(_runs(pattern, prompt)) for pattern in (_LINED, _INLINE))
    spans = [(run[0].start(), run[-1].end()) for run in lined]
    places = [(start, True, run) for (start, _), run in zip(spans, lined, strict=True)]
    for run in inline:
        start = run[0].start()
        around = [begin for begin, end in spans if begin <= start <= end]
        places.append((max(around, default=start), False, run))
    for _, _, run in sorted(places, key=lambda each: each[:2], reverse=True):
        if count in {0, len(run)}:
            rest = prompt[run[-1].end() :]
            texts = [plain(prompt[each.end() : behind.start()]) for each, behind in pairwise(run)]
            if len(between := {text[-1:] for text in texts}) == 1 and between <= {*",;/|"}:
                texts = [text[:-1].rstrip() for text in texts]
            ends = _END.search(rest)
            yield Shown([*texts, plain(rest[: ends.start() if ends else None])], rest=rest)


def _runs(pattern: re.Pattern[str], prompt: str) -> Iterator[list[re.Match[str]]]:
    """Yield marks of one look that count on from A or 1 without beginning anew."""
    marks = [(_name(each), _look(each), each) for each in pattern.finditer(prompt)]
    starts = [place for place, (name, _, _) in enumerate(marks) if name in {"A", "1"}]
    for first in starts[-MOST_STARTS:]:
        name, look, each = marks[first]
        names = (LETTERS if name == "A" else "123456789")[1:]
        run = [each]
        for other, its_look, mark in marks[first + 1 :]:
            if its_look == look and other == name:
                break
            if its_look == look and other == names[len(run) - 1 : len(run)]:
                run.append(mark)
        if len(run) > 1:
            yield run


def _look(mark: re.Match[str]) -> str:
    """Return what a mark looks like but for its letter: "(a)", "**A.**"."""
    place = mark.lastindex or 0
    name, start, end = mark[place], mark.start(place), mark.end(place)
    kind = "1" if name.isdigit() else "a" if name.islower() else "A"
    return f"{mark.string[mark.start() : start]}{kind}{mark.string[end : mark.end()]}".strip(" \t\n>-")


def _name(mark: re.Match[str]) -> str:
    """Return the letter or number of a mark, a letter in capitals."""
    return str(next(filter(None, mark.groups()))).upper()


def lists_in(value: Any) -> Iterator[list[str]]:
    """Yield all lists of texts inside a JSON value."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from lists_in(each)


def unmarked(options: Sequence[str]) -> tuple[str, ...]:
    """Return options without the letters or numbers in front of them, where each has its own, in order.

    >>> unmarked(("(A)Tom", "(B)Bo")), unmarked(("A. Smith", "C. Smith"))
    (('Tom', 'Bo'), ('A. Smith', 'C. Smith'))
    """
    marks = [_ROW_MARK.match(each) for each in options]
    names = "".join(_name(mark) if mark else "-" for mark in marks)
    if not options or names not in (LETTERS[: len(options)], "123456789"[: len(options)]):
        return tuple(options)
    return tuple(without_mark(each) for each in options)


def without_mark(option: str) -> str:
    """Return an option without a letter or number in front of it."""
    return _ROW_MARK.sub("", option)


def is_letters(options: Sequence[str]) -> bool:
    """Return whether options are nothing but their letters: A, B, C, or (a), (b)."""
    return bool(options) and [each.strip(MARKS).upper() for each in options] == list(LETTERS[: len(options)])


def lettered_in(options: Sequence[str], prompt: str) -> bool:
    """Return whether a prompt shows each option behind its own letter or number, in the order given.

    >>> lettered_in(("Tom", "Bo"), "Who? A) Tom B) Bo"), lettered_in(("Bo", "Tom"), "Who? A) Tom B) Bo")
    (True, False)
    """
    text = plain(prompt)
    return any(
        all(
            re.search(rf"(?<!\w){name}[\W_]{{1,4}}{re.escape(plain(option))}", text)
            for name, option in zip(names, options, strict=False)
        )
        for names in (LETTERS, LETTERS.lower(), "123456789")
        if len(options) <= len(names)
    )
