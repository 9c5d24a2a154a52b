"""The words of all pages: a file for each language in `words/`, so that they are translated in one place.

English has all of them; another language has at least what participants of a study read (`FOR_PARTICIPANTS`). Values
are put in as in the report's words (`report.wording.values`). Texts are plain; templates escape them.
"""

import tomllib
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from magnetite.report.wording import Wording
from magnetite.report.wording.language import flat

FIRST = "en"
FOR_PARTICIPANTS = ("writing", "error", "common", "study")


def say(path: str, **values: Any) -> str:
    """Return an English text with its values put in. Raises UsageError for a path that does not exist.

    >>> say("home.questions", n=1), say("home.questions", n=12)
    ('1 question', '12 questions')
    """
    return words().say(path, values)


@cache
def words(language: str = FIRST) -> Wording:
    """Return the words of a language, in English where it lacks them."""
    texts = _texts(FIRST)
    path = files("magnetite.web").joinpath("words", f"{language}.toml")
    if language != FIRST and path.is_file():
        texts |= _texts(language)
    return Wording(language, MappingProxyType(texts))


def _texts(language: str) -> dict[str, str]:
    return flat(tomllib.loads(files("magnetite.web").joinpath("words", f"{language}.toml").read_text("utf-8")))
