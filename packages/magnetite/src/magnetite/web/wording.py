"""The words of all pages (`report.wording`), in the language of the request that is answered.

The check page speaks the language that the browser prefers, a study's pages that of the study.
"""

from contextvars import ContextVar
from typing import Any

from babel import negotiate_locale

from examfiles.wording import Wording
from magnetite.report.wording import LANGUAGES, wording

FIRST_LANGUAGE = LANGUAGES[0]
_LANGUAGE = ContextVar("language", default=FIRST_LANGUAGE)


def say(code: str, /, **values: Any) -> str:
    """Return a text, in the language of this request. Raises UsageError for a code that does not exist.

    >>> say("home-questions", n=1), say("home-questions", n=12)
    ('1 question', '12 questions')
    """
    return words().say(code, values)


def words(language: str | None = None) -> Wording:
    """Return the words of a language, by default that of this request; the English ones where there are none."""
    language = language or spoken()
    return wording(language if language in LANGUAGES else FIRST_LANGUAGE)


def spoken() -> str:
    """Return the language of this request."""
    return _LANGUAGE.get()


def speak(language: str) -> None:
    """Set the language of the rest of this request, or of a process that answers none."""
    _LANGUAGE.set(language)


def preferred(header: str) -> str:
    """Return which of our languages an Accept-Language header prefers (RFC 9110, 12.5.4), else English.

    >>> preferred("de-AT,de;q=0.9,en;q=0.8"), preferred("fr, de;q=0.5, en;q=0.7"), preferred("tlh")
    ('de', 'en', 'en')
    """
    wishes = [part.partition(";") for part in header.split(",")]
    ranked = sorted(wishes, key=lambda wish: -_weight(wish[2]))
    return negotiate_locale([name.strip() for name, *_ in ranked], LANGUAGES, sep="-") or FIRST_LANGUAGE


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    try:
        return float(value) if name == "q" else 1.0
    except ValueError:
        return 0.0
