"""Translations of what readers of exam files say: why a part of a file was left out.

Readers write English, as errors do. A language may have a file of their sentences (`reasons/de.toml`), in which "#"
stands for what changes; a sentence that the file lacks stays English.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import chain, zip_longest

CHANGING = "#"


def reader_reason(reason: str, language: str) -> str:
    """Return, in a language, why a reader left a part of a file out.

    >>> reader_reason("it has 3 parts to answer", "de"), reader_reason("it is blue", "de")
    ('sie hat 3 Teile zu beantworten', 'it is blue')
    """
    for pattern, sentence in _sentences(language):
        if match := pattern.fullmatch(reason):
            return "".join(chain(*zip_longest(sentence.split(CHANGING), match.groups(), fillvalue="")))
    return reason


@cache
def _sentences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    file = files("magnetite.report.wording").joinpath("reasons", f"{language}.toml")
    sentences = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return tuple(
        (re.compile("(.+)".join(map(re.escape, english.split(CHANGING))), re.DOTALL), translation)
        for english, translation in sentences.items()
    )
