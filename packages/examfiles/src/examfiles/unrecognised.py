"""Why nothing was recognised in a file: it is the source of another tool, or a line looks like a question but is none.

line 12 looks like a question ("3. Who sat?"), but no options follow it. …
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from examfiles.errors import DataError
from examfiles.format import fault

TYPED = (
    "number the questions, begin each option with its letter, and give the key, each on a line of its own: "
    "1. Who sat? / A. Ann / B. Bo / Answer: A."
)
_TOOLS: Mapping[str, tuple[str, ...]] = {
    "PreTeXt": (r"<(?:pretext|exercises?)\b", r"<statement\b", r"<choices?\b"),
    "webexercises": (r"\bwebexercises\b|`r\s{1,9}(?:mcq|torf|fitb)\(|\blongmcq\(",),
    "learnr": (r"\blearnr\b|\bquiz\(\s{0,99}question\(",),
    "Typst": (r"(?m)^#(?:import\s\"|(?:set|show)\s[a-z]|let\s\w)",),
}
"""Signs of the sources of other tools, whose questions are programs or tags of their own; each has all of its signs."""
_ENDINGS = {".ptx": "PreTeXt", ".typ": "Typst"}
_QUESTION = re.compile(
    r"\s{0,40}(?:(?:question|frage|aufgabe|pregunta|exercice|q)\s?)?\(?(\d{1,3})\s?[.):\uff0e\u3001\uff0c]?\)?\s{0,9}(\S.*)",
    re.IGNORECASE,
)
_OPTION = re.compile(r"\s{0,40}\*?[(\[]?([A-Za-z])(?:[)\].:\uff0e\u3001]|\s[-\u2013])\s{0,9}\S.*")
_ASKS = re.compile(r"[?\uff1f:\u2026]\W{0,9}$|_{2,}")
_SCALE = re.compile(r"(?:\s{1,40}|[\s|/]{1,9})1(?:[\s|/,]{1,40}[2-9]){2,9}\s{0,9}$")
_SHOWN = 60  # characters of a line in a message
_MOST_LINES = 20_000


def other_source(name: str, text: str, subject: str) -> DataError | None:
    """Return the error that a text is the source of another tool; None where it is of none that is known."""
    tool = next((tool for ending, tool in _ENDINGS.items() if name.lower().endswith(ending)), None)
    tool = tool or next((tool for tool, signs in _TOOLS.items() if all(re.search(sign, text) for sign in signs)), None)
    if tool is None:
        return None
    return fault(
        subject,
        f"this is a source of {tool}, which is not read. Copy the questions from the page or the PDF that {tool} makes "
        f"of it, as text: {TYPED}",
        "left-source-of-tool",
        tool=tool,
    )


def line_like_a_question(text: str, subject: str) -> DataError | None:
    r"""Return the error that a numbered line looks like a question, and what it lacks; None where no line does.

    >>> str(line_like_a_question("A text.\n\n1. Who sat?\nAnn\nBo\n", "exam.txt")).partition(". ")[0]
    'exam.txt: no questions were recognised'
    """
    lines = text.splitlines()[:_MOST_LINES]
    numbered = {at: match for at, line in enumerate(lines) if (match := _QUESTION.fullmatch(line.rstrip()))}
    numbered = {at: match for at, match in numbered.items() if re.search(r"[^\W\d_]{2}", match[2])}
    numbers = [int(match[1]) for match in numbered.values()]
    asking = next((at for at, match in numbered.items() if _ASKS.search(match[2])), None)
    counted = any(after == before + 1 for before, after in pairwise(numbers))
    first = asking if asking is not None else next(iter(numbered), None) if counted else None
    if first is None:
        return None
    code, why, values = _lack(lines, first, [*numbered])
    line, shown = first + 1, _short(lines[first])
    return fault(
        subject,
        f"no questions were recognised. Line {line} looks like a question (\u201c{shown}\u201d), but {why}",
        code,
        line=line,
        shown=shown,
        **values,
    )


def _lack(lines: Sequence[str], at: int, numbered: Sequence[int]) -> tuple[str, str, dict[str, str]]:
    """Return what a numbered line lacks of a question: a code, words, and values for the words."""
    end = next((later for later in numbered if later > at), len(lines))
    below = [line.strip() for line in lines[at + 1 : end] if line.strip()]
    options = [line for line in below if _OPTION.fullmatch(line)]
    own = "Begin each option with its letter, on a line of its own: A. red."
    if _SCALE.search(lines[at]):
        return "left-line-scale", "the numbers behind it are a scale, as in a questionnaire: no option is right.", {}
    if len(options) == 1:
        shown = _short(options[0])
        return "left-line-one-option", f"only one option follows it (\u201c{shown}\u201d). {own}", {"option": shown}
    if len(below) > 1 and not options:
        return "left-line-no-letters", f"the lines below it have no letters. {own}", {}
    if options:
        return "left-line-letters", "the letters of its options do not begin with A and follow each other.", {}
    return "left-line-no-options", f"no options follow it. {own}", {}


def _short(line: str) -> str:
    line = " ".join(line.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}\u2026"
