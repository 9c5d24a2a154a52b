"""What readers of exam files say, in other words than English: why a part of a file was left out.

Readers speak English, as errors do. A language may have a file of their sentences (`reasons/de.toml`), in which "#"
stands for what changes; a sentence that it does not know stays as it is, and so does every one where there is no file.
What this file leaves out: all other words (`language`).
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import chain, zip_longest

CHANGING = "#"


def reader_reason(reason: str, language: str) -> str:
    """Say in a language why a reader left a part of a file out.

    >>> reader_reason("it has 3 parts to answer", "de"), reader_reason("it is blue", "de")
    ('sie hat 3 Teile zu beantworten', 'it is blue')
    """
    for pattern, said in _sentences(language):
        if found := pattern.fullmatch(reason):
            return "".join(chain(*zip_longest(said.split(CHANGING), found.groups(), fillvalue="")))
    return reason


@cache
def _sentences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    file = files("magnetite.report.wording").joinpath("reasons", f"{language}.toml")
    sentences = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return tuple(
        (re.compile("(.+)".join(map(re.escape, english.split(CHANGING))), re.DOTALL), said)
        for english, said in sentences.items()
    )
