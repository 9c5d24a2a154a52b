"""How hard a text is to read, by formulas: Flesch's reading ease and Flesch and Kincaid's grade, and LIX.

    ease  = 206.835 - 1.015 words/sentences - 84.6 syllables/words      (Flesch, 1948)
    grade = 0.39 words/sentences + 11.8 syllables/words - 15.59         (Kincaid et al., 1975)
    LIX   = words/sentences + 100 (words of 7 letters or more)/words    (Björnsson, 1968)

The first two are made for English; LIX serves other European languages too. Syllables are counted by hyphenation
(pyphen), sentences by sentencex. Formulas see the length of words and sentences, not what is said. A text in a script
without spaces between words has none of these figures: its words are estimated from its characters
(`examfiles.lengths`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import pyphen

from examfiles.lengths import unspaced
from examfiles.lengths import words as word_count
from magnetite.views.text import sentences, words

LONG_WORD = 7  # letters of what LIX calls a long word
_STOPS = re.compile("[。．！？][」』”’）]*")  # ends of sentences in Chinese and Japanese; Thai has none
FEWEST_WORDS = 50  # words: of shorter texts formulas say nothing


@dataclass(frozen=True, slots=True)
class Readability:
    """A text's counts, and its figures, None where the text is too short or, but for LIX, not in English.

    `characters`: those of a script without spaces (Chinese, Japanese, Thai), from which its words are estimated and
    which has no figures; None for a text in another script.
    """

    words: int
    characters: int | None
    sentences: int
    ease: float | None
    grade: float | None
    lix: float | None

    @property
    def values(self) -> tuple[int, int | None, int, float | None, float | None, float | None]:
        """Return the counts and figures in order."""
        return self.words, self.characters, self.sentences, self.ease, self.grade, self.lix


def readability(text: str, *, english: bool = True) -> Readability:
    """Return how hard a text is to read.

    >>> readability("The cat sat on the mat. " * 10).grade
    -1.45
    """
    found = [word for word in words(text) if any(map(str.isalpha, word)) and word[0] not in "'’"]
    pauses = max(1, len(sentences(text)))
    if (characters := unspaced(text)) > len(found):
        return Readability(word_count(text), characters, len(_STOPS.findall(text)) or pauses, None, None, None)
    if len(found) < FEWEST_WORDS:
        return Readability(len(found), None, pauses, None, None, None)
    pace, long = len(found) / pauses, sum(sum(map(str.isalpha, word)) >= LONG_WORD for word in found)
    lix = round(pace + 100 * long / len(found), 1)
    if not english:
        return Readability(len(found), None, pauses, None, None, lix)
    heavy = sum(map(syllables, found)) / len(found)
    ease, grade = 206.835 - 1.015 * pace - 84.6 * heavy, 0.39 * pace + 11.8 * heavy - 15.59
    return Readability(len(found), None, pauses, round(ease, 1), round(grade, 2), lix)


def syllables(word: str) -> int:
    """Count the syllables of an English word, by where it can be hyphenated: in the mean of a text, some 2% too many.

    >>> syllables("cat"), syllables("umbrella")
    (1, 3)
    """
    return len(_hyphens().positions(word.casefold())) + 1


@lru_cache(maxsize=1)
def _hyphens() -> pyphen.Pyphen:
    return pyphen.Pyphen(lang="en_US", left=1, right=1)
