"""Chat: what a language model says about an exam, before it and after it, and the fences that it puts around texts."""

import re
from collections.abc import Sequence
from dataclasses import replace

from magnetite.formats.typed.line import Line

_EXAM = r"exam|quiz|test|questions?|passages?|texts?|worksheet|comprehension|pr\u00fcfung|fragen|lesetext|aufgaben"
_OPENS = re.compile(
    r"(?:(?:sure|certainly|of course|absolutely|gerne|nat\u00fcrlich)\b\s?[!,.]?\s{0,3})?"
    r"(?:here(?:['\u2019]s| is| are)|below (?:is|are)|i(?:['\u2019]ve| have) (?:written|created|prepared|made)|"
    rf"hier (?:ist|sind|kommt|kommen))\b.{{0,160}}?\b(?:{_EXAM})\b.{{0,120}}[.!:]",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"(?:let me know|feel free|would you like (?:me|more|another|the)|i hope (?:this|these)|"
    r"if you(?:['\u2019]d like| would like| need| want)|m\u00f6chten sie|wenn sie m\u00f6chten|"
    r"sag(?:en sie)? (?:mir )?bescheid)\b.{0,300}",
    re.IGNORECASE,
)


def without_chat(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return the lines with those empty that speak about the exam, at its start and its end, and these lines.

    Code fences are left out too.
    """
    texts = [line.text.strip() for line in lines]
    said = [at for at, text in enumerate(texts) if text and not text.startswith("```")]
    around = [at for at in said[:1] if _OPENS.fullmatch(texts[at])]
    around += [at for at in said[-1:] if at and not texts[at - 1].strip("`") and _CLOSES.fullmatch(texts[at])]
    dropped = {*around, *(at for at, text in enumerate(texts) if text.startswith("```"))}
    kept = [replace(line, text="") if at in dropped else line for at, line in enumerate(lines)]
    return kept, [lines[at] for at in around]
