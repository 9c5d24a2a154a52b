"""Is a question in English, and which of its words carry content: what the rules for English stand on.

A cheap test: the share of words that are English and hardly occur elsewhere ("the", "of", "which"). It tells English
from other languages, not one of these from another.
What this file leaves out: inflected forms, which count as different words.
"""

from collections.abc import Sequence

from magnetite.probes.magnets.features import CLITICS, FUNCTION
from magnetite.views.words import words


def listed(text: str) -> frozenset[str]:
    """Make a list of words of a text.

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
_BORROWED = 5  # a question counts as if the exam had said so many words more: options are often names or numbers
_ACCENTED = 3  # a word with an accented letter counts as so many: English has few
_ASIDE = CLITICS | {"according", "passage", "text", "author", "writer", "following", "mentioned"}


def which_are_english(questions: Sequence[Sequence[str]]) -> tuple[bool, ...]:
    """Say of each question, given as its texts, whether it is in English; short ones lean on the whole exam.

    >>> ask = "What does the sign tell visitors?", "Was sollen die Besucher nach dem langen Weg durch den Park tun?"
    >>> which_are_english([(ask[0], "Keep off.", "Go in."), (ask[1], "Warten.", "Ins Haus gehen.")])
    (True, False)
    """
    counts = [_count(" ".join(texts)) for texts in questions]
    share = _share(sum(told for told, _ in counts), sum(all_ for _, all_ in counts))
    return tuple(_share(told + _BORROWED * share, all_ + _BORROWED) >= SHARE for told, all_ in counts)


def content_words(text: str, *, english: bool = True) -> frozenset[str]:
    """Return a text's different content words, case set aside: neither function words nor the talk of questions.

    Of another language than English there is no list: its words of four letters or more count.

    >>> sorted(content_words("According to the passage, what is a wheel for?"))
    ['wheel']
    """
    found = {word.casefold() for word in words(text) if any(map(str.isalnum, word))}
    if not english:
        return frozenset(word for word in found if len(word) >= 4)
    return frozenset(found - FUNCTION - _ASIDE)


def _share(told: float, all_: float) -> float:
    return told / all_ if all_ else 0.0


def _count(text: str) -> tuple[int, int]:
    """Count telling words and all words; a sign of another alphabet is a word by itself."""
    told = counted = 0
    for word in words(text):
        if not any(map(str.isalpha, word)):
            continue
        told += word.casefold() in _TELLING
        counted += _weight(word)
    return told, counted


def _weight(word: str) -> int:
    if all(letter < "\u0250" or not letter.isalpha() for letter in word):
        return _ACCENTED if any(letter > "\u007f" and letter.isalpha() for letter in word) else 1
    return len(word)
