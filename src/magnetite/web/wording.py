"""The words of all pages (`report.wording`), in English unless a page knows better."""

from typing import Any

from magnetite.report.wording import LANGUAGES, Wording, wording

FIRST = LANGUAGES[0]


def say(code: str, /, **values: Any) -> str:
    """Return an English text with its values put in. Raises UsageError for a code that does not exist.

    >>> say("home-questions", n=1), say("home-questions", n=12)
    ('1 question', '12 questions')
    """
    return words().say(code, values)


def words(language: str = FIRST) -> Wording:
    """Return the words of a language, the English ones where there are none."""
    return wording(language if language in LANGUAGES else FIRST)
