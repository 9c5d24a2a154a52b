"""All words that people read, in every language: of a checked exam, of the web pages, of a study.

    words = wording("de")
    words.say("page-verdict-none", {"questions": 60}), rule_sentence(words, flag.rule, flag.evidence)

They stand in Fluent files (projectfluent.org): a folder for each language, and files beside code. What readers of exam
files say, and how values are written, is in `examfiles.wording`, which also has the functions of the messages.

A text has a code: the id of its message (`page-verdict-none`), or the id and an attribute (`rule-longest-key.title`).
What a language lacks is said in English. To translate, copy the folder `en` here and in `examfiles`, and every
`words.en.ftl` beside what its words are about, and put other words in.

Names of things are said by `label`: the English name is in the code, and a language has `label-` and that name with
hyphens. What a report says is in the language that it is made in (`speaking`); `said` and `label` find it there.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

from fluent.syntax import ast

from examfiles import wording as reading
from examfiles.errors import Error, unknown_name
from examfiles.items import LeftOut
from examfiles.registry import Registry
from examfiles.wording import FIRST_LANGUAGE, Wording, fluent_files, read_texts, slug, wording_of
from magnetite.core.results import Run, Text

WORDS = Registry("package of words", "magnetite.words", {})  # their packages, which have a words.en.ftl and others
_FOLDER = files("magnetite.report.wording")
_PACKAGE = files("magnetite")
LANGUAGES = (
    FIRST_LANGUAGE,
    *sorted(
        each.name for each in _FOLDER.iterdir() if each.joinpath("check.ftl").is_file() and each.name != FIRST_LANGUAGE
    ),
)
_SPOKEN = ContextVar("_SPOKEN", default=FIRST_LANGUAGE)


def rule_title(words: Wording, rule: str) -> str:
    """Return a rule's title; its name where nobody gave it one."""
    return words.say(code) if (code := f"rule-{rule}.title") in words.codes else rule


def worth_words(words: Wording, severity: str, right: tuple[float, float | None, float | None] | None) -> str:
    """Return how often flags like this one are right, in words; "" for a remark of which that was not measured.

    >>> worth_words(wording("en"), "serious", (0.68, 0.61, 0.75))
    'right in about 7 of 10 such flags (6 to 8)'
    """
    if right is None:
        return "" if severity == "remark" else words.say("worth-unmeasured")
    share, low, high = right
    if round(10 * share) in (0, 10):
        return words.say("worth-all" if share > 0.5 else "worth-none")
    of = round(10 * share)
    if low is None or high is None:
        return words.say("worth-of-ten-known", {"of": of})
    ends = {"low": round(10 * low), "high": round(10 * high)}
    return words.say("worth-of-ten", {"of": of, **ends, "ends": "same" if ends["low"] == ends["high"] else "apart"})


def share_words(words: Wording, share: float | None) -> str:
    """Return how often flags are right, in tenths, as in “7 of 10”; a dash where it is unknown.

    >>> share_words(wording("en"), 0.68), share_words(wording("en"), 0.03)
    ('right in 7 of 10', 'almost never right')
    >>> share_words(wording("de"), 0.94), share_words(wording("de"), 0.96)
    ('treffen in 9 von 10 Fällen zu', 'treffen fast immer zu')
    """
    return "–" if share is None else words.say("worth-short", {"of": round(10 * share)})


def rule_sentence(words: Wording, rule: str, evidence: Mapping[str, Any]) -> str:
    """Return what a rule found, in a sentence or two; the evidence as it is where it has no words.

    >>> rule_sentence(wording("en"), "a-rule-of-nobody", {"key": "B", "words": ("to", "row")})
    'key: B; words: to, row.'
    """
    if (code := f"rule-{rule}.sentence") in words.codes:
        return words.say(code, evidence)
    listed = {name: value if isinstance(value, list | tuple) else [value] for name, value in evidence.items()}
    return "; ".join(f"{name}: {', '.join(map(str, values))}" for name, values in listed.items()) + "."


def rule_advice(words: Wording, rule: str, evidence: Mapping[str, Any]) -> str:
    """Return what to change; nothing where the rule has no words."""
    return words.say(code, evidence) if (code := f"rule-{rule}.advice") in words.codes else ""


def gap_reason(words: Wording, reason: str, evidence: Mapping[str, Any]) -> str:
    """Return, in words that follow "not checked:", why a rule could not be applied."""
    return words.say(f"reason-{reason}", evidence)


@cache
def wording(language: str = FIRST_LANGUAGE) -> Wording:
    """Return the words of a language, by its two letters, in English where it has none. Raises UsageError.

    >>> wording("de").say("severity-serious")
    'wichtig'
    """
    if language not in LANGUAGES:
        raise unknown_name("language", language, list(LANGUAGES))
    return wording_of(language, _texts(language), _texts(FIRST_LANGUAGE))


@contextmanager
def speaking(language: str) -> Iterator[Wording]:
    """Say what is said meanwhile, by `said` and `label`, in a language. Raises UsageError."""
    token = _SPOKEN.set(language)
    try:
        yield wording(language)
    finally:
        _SPOKEN.reset(token)


def language_of(run: Run) -> str:
    """Return the language that a run's reports are written in."""
    return str(run.settings.get("language") or FIRST_LANGUAGE)


def spoken() -> Wording:
    """Return the words of the language that is spoken."""
    return wording(_SPOKEN.get())


def said(text: Text) -> str:
    """Return a text in the language that is spoken; words stay as they are."""
    return text_of(text, _SPOKEN.get())


def label(name: str) -> str:
    """Return the name of something in the language that is spoken, in English where it has none.

    >>> with speaking("de"):
    ...     label("interval from"), label("of a stranger")
    ('Intervall von', 'of a stranger')
    """
    code, words = f"label-{slug(name)}", spoken()
    return words.say(code) if code in words.codes else name


def text_of(text: Text, language: str = FIRST_LANGUAGE) -> str:
    """Return a text in words; words stay as they are."""
    return text if isinstance(text, str) else wording(language).note(text)


def notes_of(notes: Iterable[Text], language: str | None = None) -> tuple[str, ...]:
    """Return notes in words, by default in the language that is spoken; those that are words stay as they are."""
    return tuple(text_of(note, language or _SPOKEN.get()) for note in notes)


def skipped_lines(skipped: Iterable[LeftOut], language: str = FIRST_LANGUAGE) -> tuple[str, ...]:
    """Return what was left out, a line each."""
    return tuple(wording(language).skipped(left) for left in skipped)


def error_text(error: Error, language: str = FIRST_LANGUAGE) -> str:
    """Return an error; where nothing could be read, with the first parts that were left out, and why.

    Of the errors, a language other than English has what readers say of a part of a file.
    """
    return reading.error_text(error, wording(language))


@cache
def read_language(language: str) -> Mapping[str, ast.Message]:
    """Read the messages of a language, by id. Raises DataError for an id that stands twice, and for bad syntax."""
    return read_texts(_texts(language))


def _texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield the Fluent files of a language with their names: ours, and those that other packages have for it."""
    if language in reading.LANGUAGES:
        yield from reading.texts(language)
    yield from fluent_files(_FOLDER.joinpath(language))
    beside = f"words.{language}.ftl"
    places = (*_PACKAGE.joinpath("experiments").iterdir(), _PACKAGE.joinpath("train"))
    ours = sorted((each.name, each) for each in places)
    for name, folder in (*ours, *((name, files(package)) for name, package in WORDS.items())):
        if (file := folder.joinpath(beside)).is_file():
            yield f"{name}/{beside}", file.read_text("utf-8")
