"""Whether a question is in English, and which of its words carry content: what the rules for English rest on.

A cheap test: the share of words that are English and hardly occur elsewhere ("the", "of", "which"). It tells English
from other languages, but not those from one another.
"""

from collections.abc import Sequence

from magnetite.experiments.magnets.features import CLITICS, FUNCTION
from magnetite.views.text import words


def listed(text: str) -> frozenset[str]:
    """Return the words of a text as a set.

    >>> sorted(listed("never always"))
    ['always', 'never']
    """
    return frozenset(text.split())


# None of these is a frequent word of another European language, as "in", "is", "a", "was", "to", "for" and "have" are.
_TELLING = listed(
    "the of and that it with are were been this which from not they his she their there what who whose how why "
    "when where does did can could would should you your them these those because after before than about into "
    "only other some many most more according following best mainly n't"
)
SHARE = 0.06  # of all words: a quarter or more in English questions, next to none in other languages
_BORROWED = 5  # words of the whole exam added to each question: options are often names or numbers
_ACCENTED = 3  # what a word with an accented letter counts for: English has few
_ASIDE = CLITICS | {"according", "passage", "text", "author", "writer", "following", "mentioned"}


def which_are_english(questions: Sequence[Sequence[str]]) -> tuple[bool, ...]:
    """Return whether each question, given as its texts, is in English; short ones lean on the whole exam.

    >>> ask = "What does the sign tell visitors?", "Was sollen die Besucher nach dem langen Weg durch den Park tun?"
    >>> which_are_english([(ask[0], "Keep off.", "Go in."), (ask[1], "Warten.", "Ins Haus gehen.")])
    (True, False)
    """
    counts = [_count(" ".join(texts)) for texts in questions]
    share = _share(sum(telling for telling, _ in counts), sum(all_ for _, all_ in counts))
    return tuple(_share(telling + _BORROWED * share, all_ + _BORROWED) >= SHARE for telling, all_ in counts)


def content_words(text: str, *, english: bool = True) -> frozenset[str]:
    """Return a text's different content words, case set aside: without function words and the usual words of questions.

    There is no list for other languages than English: their words of four letters or more count.

    >>> sorted(content_words("According to the passage, what is a wheel for?"))
    ['wheel']
    """
    lowered = {word.casefold() for word in words(text) if any(map(str.isalnum, word))}
    if not english:
        return frozenset(word for word in lowered if len(word) >= 4)
    return frozenset(lowered - FUNCTION - _ASIDE)


def _share(telling: float, all_: float) -> float:
    return telling / all_ if all_ else 0.0


def _count(text: str) -> tuple[int, int]:
    """Count telling words and all words; a character of another script is a word by itself."""
    telling = counted = 0
    for word in words(text):
        if not any(map(str.isalpha, word)):
            continue
        telling += word.casefold() in _TELLING
        counted += _weight(word)
    return telling, counted


def _weight(word: str) -> int:
    if all(letter < "\u0250" or not letter.isalpha() for letter in word):
        return _ACCENTED if any(letter > "\u007f" and letter.isalpha() for letter in word) else 1
    return len(word)
