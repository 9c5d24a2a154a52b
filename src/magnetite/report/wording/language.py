"""Languages: one file of words each, checked against the English one when it is loaded.

A file is TOML: sections of texts, read as paths (`rule.longest-key.title`). A language is complete where it has every
path that English has and no other, and shows no value in a text that English does not show there. To translate, copy
en.toml and put other words in.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from magnetite.core.errors import DataError, unknown_name
from magnetite.report.wording.readers import reader_reason
from magnetite.report.wording.values import Values, placeholders

_FOLDER = files("magnetite.report.wording")
_FIRST = "en"
LANGUAGES = (
    _FIRST,
    *sorted(
        stem
        for entry in _FOLDER.iterdir()
        if entry.name.endswith(".toml") and (stem := entry.name.removesuffix(".toml")) != _FIRST
    ),
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A language's texts, by path; they are plain text, which a page has to escape."""

    language: str
    texts: Mapping[str, str] = field(hash=False)

    def say(self, path: str, values: Mapping[str, Any] | None = None) -> str:
        """Return a text with its values put in. Raises UsageError for a path that does not exist.

        >>> wording("de").say("severity.high")
        'wichtig'
        """
        if path not in self.texts:
            raise unknown_name("text", path, list(self.texts))
        return Values(self.texts).vformat(self.texts[path], (), values or {})

    def title(self, rule: str) -> str:
        """Return a rule's title."""
        return self.say(f"rule.{rule}.title")

    def sentence(self, rule: str, evidence: Mapping[str, Any]) -> str:
        """Return what a rule found, in a sentence or two."""
        return self.say(f"rule.{rule}.sentence", evidence)

    def advice(self, rule: str, evidence: Mapping[str, Any]) -> str:
        """Return what to change."""
        return self.say(f"rule.{rule}.advice", evidence)

    def reason(self, reason: str, evidence: Mapping[str, Any]) -> str:
        """Return, in words that follow "not checked:", why a rule could not be applied."""
        return self.say(f"reason.{reason}", evidence)

    def left_out(self, reason: str) -> str:
        """Return why a reader left a part of the exam's file out."""
        return reader_reason(reason, self.language)


@cache
def wording(language: str = _FIRST) -> Wording:
    """Return the words of a language, by its two letters.

    Raises UsageError for an unknown language, DataError for one that is not complete.
    """
    if language not in LANGUAGES:
        raise unknown_name("language", language, list(LANGUAGES))
    first, texts = read_texts(_FIRST), read_texts(language)
    require_complete(language, texts, first)
    return Wording(language, MappingProxyType(texts))


def read_texts(language: str) -> dict[str, str]:
    """Read a language's file as texts by path."""
    return flat(tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8")))


def flat(tables: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return nested tables of texts as texts by path.

    >>> flat({"severity": {"high": "serious"}})
    {'severity.high': 'serious'}
    """
    texts: dict[str, str] = {}
    for name, value in tables.items():
        texts |= flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {f"{prefix}{name}": str(value)}
    return texts


def require_complete(language: str, texts: Mapping[str, str], first: Mapping[str, str]) -> None:
    """Raise DataError for a path that is missing or unknown, an empty text, or a value that English does not show."""
    for path in first:
        if not texts.get(path, "").strip() and first[path].strip():
            raise DataError(f"{language}.toml: {path} is missing or empty; expected a translation of '{first[path]}'.")
    for path, text in texts.items():
        if path not in first:
            raise DataError(f"{language}.toml: {path} is not in en.toml; expected the same paths in both.")
        try:
            extra = placeholders(text) - placeholders(first[path])
        except ValueError as error:
            raise DataError(f"{language}.toml: {path}: {error}. See report/wording/values.py for the ways.") from error
        if extra:
            raise DataError(
                f"{language}.toml: {path} shows {', '.join(sorted(extra))}, which en.toml does not; expected at most "
                f"{', '.join(sorted(placeholders(first[path]))) or 'no value'}."
            )
