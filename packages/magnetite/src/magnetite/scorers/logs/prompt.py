"""Options in a prompt: which ones a letter stands for, in which order, and whether they were shown at all."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from examfiles.items import LETTERS

MOST_SEPARATORS = 8  # characters, none of a word, that may stand between options without letters
MOST_STARTS = 9  # places from the end at which a list may begin; the last may be "A: The answer is"
_NAME = r"([A-Za-z]|\d)"
_MARK = (  # (A)Tom, [a] Tom; A. Tom, a) Tom, **1)** Tom; A、Tom, A．Tom; before each may stand "Option"
    r"(?:(?:[Oo]ption|[Cc]hoice)\s+)?"
    rf"(?:[(\[（]{_NAME}[)\]）][.:]?\s*|\**{_NAME}[.:)]\**\s+|{_NAME}[、．：）]\s*)"
)
_DASH = rf"|{_NAME}\s+[-–—]\s+"  # A - Tom
_ROW_MARK = re.compile(rf"\A\s*{_MARK}")
_MARKS = (  # a line each, or in one line
    re.compile(rf"(?m)^[ \t>*-]*(?:{_MARK}{_DASH})"),
    re.compile(rf"(?<![^\s,;/|])(?:{_MARK}{_DASH})"),
)
_ROLE = r"(?:\s*(?:assistant|model|user|system)(?=\W|\Z))?"
_TEMPLATE = re.compile(  # what a chat template puts between its parts
    rf"(?:<[|｜][^<>|｜\n]{{1,40}}[|｜]>|<(?:start|end)_of_turn>){_ROLE}|</?s>|<(?:bos|eos|pad)>|\[/?INST\]|<</?SYS>>|</?think>"
)


def plain(text: str) -> str:
    """Return a text with single spaces for its white space.

    >>> plain("  Ann sat. Bo  stood. ")
    'Ann sat. Bo stood.'
    """
    return " ".join(text.split())


def without_template(prompt: str) -> str:
    r"""Return a prompt with a line's end for each mark that a chat template puts between its parts.

    >>> without_template("B. Bo<|im_end|>\n<|im_start|>assistant\n").split()
    ['B.', 'Bo']
    """
    return _TEMPLATE.sub("\n", prompt)


def options_shown(doc: Any, prompt: str, count: int) -> tuple[list[str], bool]:
    """Return the options that letters stand for, `count` of them or all there are, and whether the row moved them.

    Their order is the prompt's: that of its lettered options, or of a list in the row whose texts stand there one
    behind the other. There are none where neither is clear.
    """
    lists = [texts for texts in lists_in(doc) if len(texts) > 1 and count in {0, len(texts)}]
    bare = [texts for pattern in _MARKS if (texts := _lettered(pattern, without_template(prompt), count))]
    read = [*bare, *(texts for pattern in _MARKS if (texts := _lettered(pattern, prompt, count)) and texts not in bare)]
    for shown in read:
        for texts in lists:
            rows = [plain(_ROW_MARK.sub("", text)) for text in texts]
            # A last option may go on in another line.
            if rows[:-1] == shown[:-1] and rows[-1].startswith(shown[-1]) and rows[-1] in plain(prompt):
                return texts, False
            if sorted(rows) == sorted(shown):
                return shown, True
    for texts in lists if not read else ():
        if re.search(rf"\W{{1,{MOST_SEPARATORS}}}".join(re.escape(plain(text)) for text in texts), plain(prompt)):
            return texts, False
    return (read[0] if read else []), False


def _lettered(pattern: re.Pattern[str], prompt: str, count: int) -> list[str]:
    """Return the texts behind the last A, B, C … or 1, 2, 3 … of a prompt; none where they are not `count`."""
    marks = [(_name(each), each) for each in pattern.finditer(prompt)]
    starts = [place for place, (name, _) in enumerate(marks) if name in {"A", "1"}]
    for first in reversed(starts[-MOST_STARTS:]):
        names = iter(LETTERS if marks[first][0] == "A" else "123456789")
        run: list[re.Match[str]] = []
        wanted = next(names, "")
        for name, each in marks[first:]:
            if name == wanted:
                run, wanted = [*run, each], next(names, "")
        ends = [each.start() for each in run[1:]] + [len(prompt)]
        texts = [prompt[each.end() : end] for each, end in zip(run, ends, strict=True)]
        if len(texts) > 1 and count in {0, len(texts)}:
            return [plain(text) for text in (*texts[:-1], texts[-1].partition("\n")[0])]
    return []


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


def times_lettered(options: Sequence[str], text: str) -> int:
    """Count how often a text shows all options one behind the other, each with a letter or number of its own.

    >>> times_lettered(("Yes", "No"), "Who? A. Yes B. No Answer: A Where? A. Yes B. No Say Yes or No")
    2
    """
    marked = (rf"(?<!\w)[A-Za-z1-9][\W_]{{1,4}}{re.escape(plain(option))}" for option in options)
    return len(re.findall(r"\s*(?:[Oo]ption\s+|[Cc]hoice\s+)?[^\w\s]{0,3}".join(marked), plain(text)))
