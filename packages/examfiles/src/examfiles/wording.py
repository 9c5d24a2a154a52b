"""Words for what readers and writers notice: reasons and notes, in English, German, or a language that is added.

    words = wording("de")
    for note in exam.notes:
        print(words.note(note))
    for left in exam.skipped:
        print(words.skipped(left))

They stand in Fluent files (projectfluent.org), a folder for each language. To translate, copy the folder `words/en` and
put other words in; what a language lacks is said in English. Beside what Fluent offers, messages may use these
functions:

    { PERCENT($share) }                 37%, under 1%, over 99%
    { SHARE($share) }                   37%, 0.4%, 99.8%
    { GROUPED($questions) }             4,934
    { POINTS($difference) }             6.0, of a difference of shares in percentage points
    { LABEL($feature) }                 the name of something, in words
    { SPACED($sentences) }              the texts of a list, with spaces between them; COMMAS, SEMICOLONS, OR
    { DECIMAL($effective, digits: 1) }  2.4, −0.3
    { CHANGE($difference) }             +3.0, −1.2, of a difference of shares in percentage points
    { WHOLE($difference) }              +4, of a difference of shares in whole percentage points
    { QUOTE($text) }                    “text”, cut after 70 characters; of several texts, each
    { PLACE($where) }                   exam.txt, line 3, where a part of a file stands
    { NAME($form, of: "form") }         the text "form-…" of the value; of several values, their list
    { COUNT($letters) -> … }            how many there are, to choose a form by
    { PART($lacking, $asked) -> … }     all or some of a number, to choose a form by

A value that is a list is written as one: A, B and C; one that is a reason, in its own words.

A package with words of its own, which builds on these, gives `wording_of` all the texts.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Protocol

from babel import Locale
from fluent.runtime import FluentBundle, resolver
from fluent.runtime.types import FluentInt, FluentType, fluent_number
from fluent.syntax import FluentParser, ast

from examfiles.errors import DataError, Error, LeftPart, unknown_name
from examfiles.items import LeftOut
from examfiles.reasons import Reason

_PLACE = re.compile(r"(?:(?<=, )(?:line|paragraph|row|item|question)|(?<=\()question)(?= \d)")  # as readers write it
MOST_PARTS = 5  # parts left out that an error lists
QUOTED = 70  # characters of a quotation
# Fluent refuses longer texts, a guard against strangers' translations. Ours ship with the package, and a list of an
# exam's ids may be longer.
resolver.MAX_PART_LENGTH = 10**6

FIRST_LANGUAGE = "en"
"""The language that every other is checked against."""
_FOLDER = files("examfiles.words")
_LOG = logging.getLogger(__name__)
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_MESSAGE = re.compile(r"[a-z]+(?:-[a-z0-9]+)+(?:\.[a-z-]+)?")  # a message's name, not a stranger's words
LANGUAGES = (
    FIRST_LANGUAGE,
    *sorted(
        each.name for each in _FOLDER.iterdir() if each.is_dir() and each.name not in {FIRST_LANGUAGE, "__pycache__"}
    ),
)


class Say(Protocol):
    """A language's texts by code, with values by name: what the functions of the messages build on."""

    def __call__(self, code: str, /, **values: Any) -> str:
        """Return a text with its values put in."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A language's texts, by code; they are plain text, which a page has to escape."""

    language: str
    bundle: FluentBundle
    codes: frozenset[str]

    @property
    def marks(self) -> Mapping[str, str]:
        """Return how numbers are written: the marks "decimal" and "group"."""
        symbols = Locale.parse(self.language).number_symbols["latn"]
        return {name: str(symbols[name]) for name in ("decimal", "group")}

    def say(self, code: str, values: Mapping[str, Any] | None = None) -> str:
        """Return a text with its values put in. Raises UsageError for a code that does not exist.

        >>> wording("de").say("left-essay")
        'eine Freitextfrage: Sie hat keine Optionen zur Auswahl'
        """
        if code not in self.codes:
            raise unknown_name("text", code, sorted(self.codes))
        return _formatted(self.bundle, code, values or {})

    def note(self, reason: Reason) -> str:
        """Return a reason or a note in words; what a stranger's package says in words stays as it is."""
        return _worded(self.bundle, reason)

    def place(self, where: str) -> str:
        """Return where a part of a file stands.

        >>> wording("de").place("exam.txt, line 9 (question 2)")
        'exam.txt, Zeile 9 (Frage 2)'
        """
        return _place(self.say, where)

    def skipped(self, left: LeftPart) -> str:
        """Return where a part that was left out stands, and why, in one line."""
        reason = self.note(left.reason)
        if left.broken:
            return f"{self.place(left.where)}: {reason}" if left.where else reason
        return self.say("left-line", {"where": left.where, "reason": reason})


@cache
def wording(language: str = FIRST_LANGUAGE) -> Wording:
    """Return the words of a language, by its two letters, in English where it has none. Raises UsageError."""
    if language not in LANGUAGES:
        raise unknown_name("language", language, list(LANGUAGES))
    return wording_of(language, tuple(texts(language)), tuple(texts(FIRST_LANGUAGE)))


def wording_of(language: str, texts: Iterable[tuple[str, str]], english: Iterable[tuple[str, str]]) -> Wording:
    """Return the words of a language that are in these Fluent files, each with its name; what it lacks, in English."""
    entries = completed(language, read_texts(texts), read_texts(english))
    return Wording(language, bundle_of(language, entries), frozenset(texts_of(entries)))


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield the Fluent files of a language with their names."""
    yield from fluent_files(_FOLDER.joinpath(language))


def fluent_files(folder: Traversable) -> Iterator[tuple[str, str]]:
    """Yield the Fluent files of a folder with their names."""
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".ftl"):
            yield f"{folder.name}/{file.name}", file.read_text("utf-8")


def notes_of(notes: Iterable[Reason | str], language: str = FIRST_LANGUAGE) -> tuple[str, ...]:
    """Return notes in words; those that are words stay as they are."""
    return tuple(note if isinstance(note, str) else wording(language).note(note) for note in notes)


def skipped_lines(skipped: Iterable[LeftOut], language: str = FIRST_LANGUAGE) -> tuple[str, ...]:
    """Return what was left out, a line each."""
    return tuple(wording(language).skipped(left) for left in skipped)


def error_text(error: Error, words: Wording | None = None) -> str:
    """Return an error; where nothing could be read, with the first parts that were left out, and why.

    Of the errors, a language other than English has what readers say of a part of a file.
    """
    words = words or wording()
    english = words.language == FIRST_LANGUAGE
    if not english and isinstance(error, DataError) and error.reason:
        return words.skipped(LeftOut(error.where, error.reason, broken=True))
    if not isinstance(error, DataError) or not error.left:
        return str(error)
    lines = [words.skipped(left).removesuffix(".") for left in error.left[:MOST_PARTS]]
    if len(error.left) > MOST_PARTS:
        lines.append(words.say("left-more", {"parts": len(error.left) - MOST_PARTS}))
    begin = str(error).removesuffix(".") if english else words.say("left-none", {"parts": len(error.left)})
    return f"{begin}: {'; '.join(lines)}."


def slug(name: str) -> str:
    """Return a name as messages write it.

    >>> slug("Spearman correlation"), slug("accuracy_by_order")
    ('spearman-correlation', 'accuracy-by-order')
    """
    return _NO_LETTERS.sub("-", name.lower()).strip("-")


def completed(
    language: str, entries: Mapping[str, ast.Message], english: Mapping[str, ast.Message]
) -> Mapping[str, ast.Message]:
    """Return a language's messages, and the English ones of which it lacks a text, with a warning that names them."""
    texts = texts_of(entries)
    lacking = sorted({code.partition(".")[0] for code in texts_of(english) if code not in texts})
    if lacking:
        more = f" and {len(lacking) - MOST_PARTS} more" if len(lacking) > MOST_PARTS else ""
        _LOG.warning("%s lacks %s%s: English instead", language, ", ".join(lacking[:MOST_PARTS]), more)
    return MappingProxyType({**entries, **{name: english[name] for name in lacking}})


def read_texts(texts: Iterable[tuple[str, str]]) -> Mapping[str, ast.Message]:
    """Read Fluent files, each with its name, by id. Raises DataError for an id given twice, and for bad syntax."""
    entries: dict[str, ast.Message] = {}
    for name, text in texts:
        for entry in messages(text, name):
            if entry.id.name in entries:
                raise DataError(f"{name}: {entry.id.name} is there twice; expected each id once.")
            entries[entry.id.name] = entry
    return MappingProxyType(entries)


def messages(text: str, name: str) -> Iterator[ast.Message]:
    """Yield the messages of a Fluent file. Raises DataError, with the file's name, for bad syntax."""
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, ast.Junk):
            problem = "; ".join(str(each.message) for each in entry.annotations)
            raise DataError(f"{name}: '{str(entry.content).strip()[:60]}' is not a Fluent message: {problem}")
        if isinstance(entry, ast.Message):
            yield entry


def texts_of(entries: Mapping[str, ast.Message]) -> dict[str, ast.Pattern]:
    """Return the patterns of messages and their attributes, by code."""
    values = {name: entry.value for name, entry in entries.items() if entry.value is not None}
    parts = {f"{name}.{each.id.name}": each.value for name, entry in entries.items() for each in entry.attributes}
    return values | parts


def bundle_of(language: str, entries: Mapping[str, ast.Message]) -> FluentBundle:
    """Return messages ready to be formatted, with the functions that they may use."""

    def say(code: str, /, **values: Any) -> str:
        return _formatted(bundle, code, values)

    functions: dict[str, Any] = {name: partial(function, say) for name, function in FUNCTIONS.items()}
    bundle = FluentBundle([language], functions, use_isolating=False)
    bundle.add_resource(ast.Resource(list(entries.values())))
    return bundle


def _formatted(bundle: FluentBundle, code: str, values: Mapping[str, Any]) -> str:
    """Return a text with its values put in. Raises what Fluent raises for a value that is not there."""
    name, _, attribute = code.partition(".")
    message = bundle.get_message(name)
    pattern: Any = message.attributes[attribute] if attribute else message.value
    text, errors = bundle.format_pattern(pattern, {key: _typed(bundle, value) for key, value in values.items()})
    if errors:
        raise errors[0]
    return str(text)


@dataclass(frozen=True, slots=True)
class _Several(FluentType):
    """A list among the values of a text, and how it is written."""

    values: tuple[str, ...]
    text: str

    def format(self, locale: Locale) -> str:  # noqa: ARG002 - Fluent passes it
        return self.text


@dataclass(frozen=True, slots=True)
class _Below(FluentType):
    """A number below zero, of this size, written with a minus sign; Babel knows only the hyphen."""

    size: FluentType

    def format(self, locale: Locale) -> str:
        return f"\N{MINUS SIGN}{self.size.format(locale)}"


def _worded(bundle: FluentBundle, reason: Reason) -> str:
    """Return a reason in words. Raises DataError where its values are not those that the words need, or it has none."""
    if not bundle.has_message(reason.code.partition(".")[0]):
        if _MESSAGE.fullmatch(reason.code):
            raise DataError(f"there are no words for the message '{reason.code}', which another version wrote.")
        return reason.code
    try:
        return _formatted(bundle, reason.code, reason.values)
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError) as error:
        raise DataError(
            f"the message '{reason.code}' cannot be put into words ({error}); its values are "
            f"{', '.join(reason.values) or 'none'}. If it was read from a findings.json, that was changed, or another "
            "version wrote it: run its command again."
        ) from error


def _typed(bundle: FluentBundle, value: Any) -> Any:
    if isinstance(value, Reason):
        return _worded(bundle, value)
    if isinstance(value, FluentType):
        return value
    if isinstance(value, tuple | list):
        texts = tuple(_worded(bundle, each) if isinstance(each, Reason) else str(each) for each in value)
        return _Several(texts, _joined(lambda code, /, **values: _formatted(bundle, code, values), texts))
    return fluent_number(value, useGrouping=False) if isinstance(value, int | float) else str(value)


def _joined(say: Say, texts: Sequence[str]) -> str:
    return say("writing-list", head=", ".join(texts[:-1]), last=texts[-1]) if len(texts) > 1 else "".join(texts)


def _each(say: Say, value: Any, write: Callable[[str], str]) -> str:
    return _joined(say, [write(each) for each in (value.values if isinstance(value, _Several) else [str(value)])])


def _percent(say: Say, share: float) -> str:
    if 0 < share < 0.01:
        return say("writing-percent-under", share=1)
    return (
        say("writing-percent-over", share=99) if 0.99 < share < 1 else say("writing-percent", share=round(100 * share))
    )


def _share(say: Say, share: float) -> str:
    """Write a share in whole per cent, with one decimal only where rounding would give none or all."""
    value = float(share)
    digits = 1 if 0 < value < 0.01 or 0.99 < value < 1 else 0
    return say("writing-percent", share=_decimal(say, 100 * value, digits=digits))


def _points(say: Say, difference: float) -> Any:
    return _decimal(say, 100 * float(difference), digits=1)


def _label(say: Say, name: Any) -> str:
    try:
        return say(f"label-{slug(str(name))}")
    except LookupError:
        return str(name)


def _either(say: Say, texts: Any) -> str:
    return f" {say('writing-or')} ".join(texts.values)


def _between(mark: str) -> Callable[..., str]:
    """Return a function that writes the texts of a list with a mark between them."""

    def write(_say: Say, texts: Any) -> str:
        return mark.join(texts.values)

    return write


def _grouped(_say: Say, value: float) -> Any:
    """Write a count; one of shares, such as answers of which some count a half, with a decimal."""
    count = round(value, 1)
    return fluent_number(int(count) if count == int(count) else count, useGrouping=True)


def _decimal(_say: Say, value: float, *, digits: int) -> Any:
    rounded = round(float(value), int(digits))  # as Python rounds
    size = fluent_number(abs(rounded), useGrouping=False, minimumFractionDigits=digits, maximumFractionDigits=digits)
    return _Below(size) if rounded < 0 else size


def _change(say: Say, difference: float) -> str:
    points = round(100 * float(difference), 1)
    return f"{chr(0x2212) if points < 0 else '+'}{say('writing-decimal', value=abs(points))}"


def _whole(_say: Say, difference: float) -> str:
    rounded = round(100 * float(difference))
    return f"{rounded:+d}".replace("-", "\N{MINUS SIGN}") if rounded else "0"


def _quote(say: Say, value: Any) -> str:
    def quoted(text: str) -> str:
        flat = " ".join(text.split()).rstrip(".") or text
        return say("writing-quotation", text=flat if len(flat) <= QUOTED else f"{flat[: QUOTED - 1].rstrip()}…")

    return _each(say, value, quoted)


def _name(say: Say, value: Any, *, of: str) -> str:
    return _each(say, value, lambda each: say(f"{of}-{each}"))


def _place(say: Callable[[str], str], where: Any) -> str:
    return _PLACE.sub(lambda unit: say(f"place-{unit[0]}"), str(where))


def _count(_say: Say, value: Any) -> FluentInt:
    return FluentInt(len(value.values))


def _part(_say: Say, part: Any, whole: Any) -> str:
    return "all" if part == whole else "some"


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "PERCENT": _percent,
        "SHARE": _share,
        "GROUPED": _grouped,
        "POINTS": _points,
        "SPACED": _between(" "),
        "COMMAS": _between(", "),
        "SEMICOLONS": _between("; "),
        "OR": _either,
        "LABEL": _label,
        "DECIMAL": _decimal,
        "CHANGE": _change,
        "WHOLE": _whole,
        "QUOTE": _quote,
        "NAME": _name,
        "COUNT": _count,
        "PART": _part,
        "PLACE": _place,
    }
)
