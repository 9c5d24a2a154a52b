"""Tell options that combine other options ("all of the above", "both A and C") from options that say something.

Lin et al. (2021, §4.2) call them the option-combination series: they are the strongest magnets, for a reason that
has little to do with the passage. The rule, on the text with case and outer punctuation set aside:

- a quantity (all, none, both, neither, either, any, each, some, one, two...) of "the above", anywhere; "all above" and
  the like, or "the above" with at most one word after it, as the whole option;
- the same of "these", "those" or "the options / answers / choices / statements", as the whole option, with or
  without "is/are correct";
- two or more different single letters from A to H in alphabetical order, joined by commas, "and", "or", "nor", "&",
  "/" or "+", as the whole option, with or without "both", "all of", "only" and the like before, "are correct" after.

What it leaves out: combinations of numbered statements ("1 and 3"), which are often what a question asks for, and
letters in any other order, which answer questions about the order of sentences or paragraphs.
"""

import re
from itertools import pairwise

QUANTITY = r"(?:all|none|both|neither|either|any|each|every one|some|one|two|three|four|most|not all|not any)"
VERDICT = r"(?:\s+(?:is|are)(?:\s+not)?\s+(?:correct|right|true|wrong|false|incorrect|mentioned|included|possible))?"
THINGS = r"(?:options?|answers?|choices?|statements?|alternatives?)"
LETTER = r"\(?([a-h])\b[.)]?"
JOINT = r"(?:\s*,?\s*(?:and|or|nor|&|\+|/)\s*|\s*,\s*)"

_ABOVE = re.compile(
    rf"\b{QUANTITY}\s+(?:of\s+(?:the\s+)?|the\s+)above\b|\b{QUANTITY}\s+(?:of\s+)?the\s+\w+\s+above$"
    rf"|^(?:do\s+)?{QUANTITY}\s+above{VERDICT}$|^(?:the )?above(?: \w+)?$"
)
_THESE = re.compile(
    rf"{QUANTITY}\s+(?:of\s+)?(?:(?:these|those)(?:\s+{THINGS})?|(?:the\s+)?(?:other\s+)?{THINGS}){VERDICT}"
)
_LETTERS = re.compile(
    rf"(?:{QUANTITY}\s+(?:of\s+)?|only\s+)?(?:{THINGS}\s+)?"
    rf"({LETTER}(?:{JOINT}(?:{THINGS}\s+)?{LETTER})+)(?:\s+(?:both|only|together))?{VERDICT}"
)


def is_series(option: str) -> bool:
    """Say whether an option belongs to the option-combination series.

    >>> is_series("All of the above."), is_series("both A and C"), is_series("a cat and a dog")
    (True, True, False)
    """
    text = " ".join(option.casefold().split()).strip(" .!,;:'\"“”‘’_")
    if _ABOVE.search(text) or _THESE.fullmatch(text):
        return True
    match = _LETTERS.fullmatch(text)
    return match is not None and _ascending(re.findall(r"\b[a-h]\b", match.group(1)))


def _ascending(found: list[str]) -> bool:
    return all(first < second for first, second in pairwise(found))
