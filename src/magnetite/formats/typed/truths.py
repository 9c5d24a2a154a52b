"""Statements that are true or false: under `TRUE if …`, `FALSE if …` each gets these words as options."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from magnetite.core.items import LETTERS
from magnetite.formats.typed.line import LETTER, NUMBER, Line

TRUTHS: tuple[tuple[str, ...], ...] = (
    ("True", "False"),
    ("Richtig", "Falsch"),
    ("Wahr", "Falsch"),
    ("True", "False", "Not given"),
    ("Yes", "No", "Not given"),
)
"""The options of statements that are true or false."""
_LEGEND = re.compile(r"\s{0,9}(true|false|yes|no|not given)\s{0,40}(?:[-\u2013\u2014:=]\s{0,9})?if\b.*", re.IGNORECASE)
_JUDGED = re.compile(
    r"\s{0,9}(?:do the following statements|in boxes|on your answer sheet|write\b|decide (?:if|whether)|"
    r"are the (?:following )?statements).{0,200}",
    re.IGNORECASE,
)
_STATEMENT = re.compile(r"\s{0,9}(?P<number>\d{1,4})(?:\s?[.)]\s{0,9}|\s{2,9}|\t\s{0,9})(?P<text>\S.*)")


def judged(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with options behind the statements under `TRUE if …`, `FALSE if …`, which are taken away."""
    result, at = list(lines), 0
    if not any(_LEGEND.fullmatch(line.text) for line in lines):
        return result
    while at < len(result):
        legend = _legend(result, at)
        options = next((each for each in TRUTHS if tuple(map(str.lower, each)) == tuple(legend.values())), ())
        if options:
            above = takewhile(lambda place: _JUDGED.fullmatch(result[place].text), range(at - 1, -1, -1))
            for place in [*above, *legend]:
                result[place] = replace(result[place], text="")
            _give_options(result, max(legend) + 1, options)
        at = max(legend, default=at) + 1
    return result


def _legend(lines: Sequence[Line], at: int) -> dict[int, str]:
    """Return the verdicts that the lines from this one on explain, by the lines' places."""
    words: dict[int, str] = {}
    for place in range(at, len(lines)):
        if match := _LEGEND.fullmatch(lines[place].text):
            words[place] = match[1].lower()
        elif lines[place].text.strip() or not words:
            break
    return words


def _give_options(lines: list[Line], first: int, options: Sequence[str]) -> None:
    """Put options behind the numbered statements from a line on, each up to the next number or a blank line."""
    labelled = "".join(f" {letter.lower()}) {text}" for letter, text in zip(LETTERS, options, strict=False))
    at = first
    while at < len(lines):
        statement = _STATEMENT.fullmatch(lines[at].text)
        if not statement:
            if lines[at].text.strip():
                return
            at += 1
            continue
        more = list(takewhile(lambda place: _goes_on(lines[place].text), range(at + 1, len(lines))))
        if more and LETTER.match(lines[more[0]].text):
            return
        text = " ".join([statement["text"].strip(), *(lines[place].text.strip() for place in more)])
        lines[at] = replace(lines[at], text=f"{statement['number']}. {text}{labelled}")
        for place in more:
            lines[place] = replace(lines[place], text="")
        at += 1 + len(more)


def _goes_on(text: str) -> bool:
    return bool(text.strip()) and not NUMBER.match(text.strip()) and not _STATEMENT.fullmatch(text)
