"""Which options combine other options ("all of the above", "both A and C") instead of saying something themselves.

Lin et al. (2021, §4.2) call them the option-combination series: they are the strongest magnets, for a reason that
has little to do with the passage. The rule reads the option's text alone, case and outer punctuation set aside:

- a quantity (all, none, both, neither, either, any, each, some, one, two...) of "the above", anywhere;
- a quantity of "the / these / those / them ... above", with at most a number and one noun between, or of what is
  "mentioned / listed / named above", at the end, with or without a verdict ("are correct", "is not true");
- "all above" and the like, "the above" with a verdict or a quantity after it, and "above all", as the whole option;
- a quantity of "these", "those", "the two / three / four" or "the options / answers / choices / statements", as the
  whole option, with or without a verdict; a bare quantity with the verdict right or wrong ("none is true");
- two or more different single letters from A to H in alphabetical order, joined by commas, "and", "or", "nor", "but
  not", "as well as", "plus", "&", "/" or "+", as the whole option, with or without "both", "all of",
  "only" and the like before, "are correct" after. Four or more letters joined by commas alone are an order.

It leaves out what the text alone cannot decide: bare quantities ("all", "none", "both", "all of them"), which as
often count what the question asks for; combinations of numbered statements ("1 and 3"); letters in any other order,
which answer questions about the order of sentences. It takes "all the rooms above" for a combination, whatever is
above, and misses words that are misspelt or cut off.

Measured on RACE, texts compared with case and spaces set aside. Each text that matched was read beside its question,
except the ten plainest ("all of the above", "both A and B"); misses were looked for by eye among texts with "above" or
"mentioned" and a quantity, with joined letters, and the shorter ones with a quantity, so there may be more:

| split | different texts | of the series | options of the series | wrongly among the texts | misses seen |
|---|---|---|---|---|---|
| test | 18,245 | 13 | 31 | 0 | 1 |
| dev | 18,087 | 15 | 38 | 0 | 1 |
| train | 283,374 | 72 | 572 | 1 | 8 |
"""

import re
from itertools import pairwise

_COUNTED = r"(?:all|none|both|neither|either|any|each|every one|not all|not any)"
_QUANTITY = r"(?:all|none|both|neither|either|any|each|every one|some|one|two|three|four|most|not all|not any)"
_NUMBER = r"(?:two|three|four|five)"
_THINGS = r"(?:options?|answers?|choices?|statements?|alternatives?)"
_SAID = r"(?:mentioned|listed|named|given|stated|described)"
_RIGHT = r"(?:correct|right|true|wrong|false|incorrect)"
_JUDGED = rf"(?:\s+(?:is|are)(?:\s+(?:all|both))?(?:\s+not)?\s+{_RIGHT}(?:\s+{_THINGS})?)"
_VERDICT = rf"(?:{_JUDGED}|\s+(?:is|are)(?:\s+(?:all|both))?(?:\s+not)?\s+(?:ok|mentioned|included|possible))?"
_DOING = r"(?:(?:do|does|did|doing|by|of)\s+)?"

_LETTER = r"\(?([a-h])\b[.)]?"
_JOINT = r"(?:\s*,?\s*(?:and|or|nor|but\s+not|as\s+well\s+as|plus|&|\+|/)\s*|\s*,\s*)"

_ABOVE = re.compile(
    rf"\b{_QUANTITY}\s+(?:of\s+)?the\s+above(?:-{_SAID})?(?![\w-]|\s+average)"
    rf"|\b{_COUNTED}\s+(?:of\s+)?(?:the|these|those|them)\s+(?:{_NUMBER}\s+)?(?:\w+\s+)?(?:{_SAID}\s+)?aboves?{_VERDICT}$"
    rf"|\b{_COUNTED}\s+(?:of\s+)?(?:\w+\s+)?{_SAID}\s+above{_VERDICT}$"
    rf"|^{_DOING}{_COUNTED}\s+(?:of\s+)?above(?:[-\s]{_SAID})?(?:\s+{_THINGS})?{_VERDICT}$"
    rf"|^the\s+above(?:\s+(?:all|both|{_NUMBER}|{_THINGS}))?{_VERDICT}$|^above\s+(?:of\s+)?all$"
)
_THESE = re.compile(
    rf"{_QUANTITY}\s+(?:of\s+)?(?:(?:these|those)(?:\s+{_THINGS})?|(?:the\s+)?(?:other\s+)?{_THINGS}){_VERDICT}"
    rf"|{_COUNTED}\s+(?:of\s+)?the\s+{_NUMBER}{_VERDICT}|{_COUNTED}{_JUDGED}"
)
_LETTERS = re.compile(
    rf"{_DOING}(?:{_QUANTITY}\s+(?:of\s+)?|only\s+)?(?:the\s+)?(?:{_THINGS}\s+)?"
    rf"({_LETTER}(?:{_JOINT}(?:{_THINGS}\s+)?{_LETTER})+)(?:\s+(?:both|only|together|alone))?{_VERDICT}"
)
_ORDER = 4  # letters joined by commas alone, from this many on, are an order of sentences


def is_series(option: str) -> bool:
    """Return whether an option belongs to the option-combination series.

    >>> is_series("All of the above."), is_series("both A and C"), is_series("a cat and a dog")
    (True, True, False)
    """
    text = " ".join(option.casefold().split()).strip(" .!?,;:'\"“”‘’_*")
    if _ABOVE.search(text) or _THESE.fullmatch(text):
        return True
    match = _LETTERS.fullmatch(text)
    return match is not None and _combined(match.group(1))


def _combined(joined: str) -> bool:
    """Return whether letters stand in alphabetical order, and not as a list of four or more."""
    letters = re.findall(r"\b[a-h]\b", joined)
    listed = len(letters) >= _ORDER and not re.search(r"and|or|nor|but|well|plus|[&+/]", joined)
    return not listed and all(first < second for first, second in pairwise(letters))
