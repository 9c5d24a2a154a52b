"""The English that people read: subject first, a condition with "if", and a noun where a noun is meant.

Only what is never right here is refused; docs and CONTRIBUTING say what else good English is.
"""

import ast as python
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import click
import pytest
import typer
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from examfiles.wording import fluent_files, messages, texts_of
from magnetite.cli.app import app
from magnetite.experiments.flags import RULES

PACKAGES = Path(__file__).parents[3]

FORBIDDEN = {
    r"\bbesides?\b": "next to, compared with, as well as",
    r"(?<!leave )\balone\b": "only",
    r"\b(?:nobody|anybody|everybody|somebody|whoever)\b": "no one, anyone, everyone, someone, anyone who",
    r"\b(?:stands?|stood)\b(?! (?:out|for)\b)": "is, appears, comes before",
    r"\blies\b|\blie (?:in|on|along|close)\b": "is, is in, follow",
    r"\b(?:anew|thereby|whereby|hardly|but for|now and then|at hand)\b": "again, so, almost never, except, sometimes",
    r"\b[Hh]olds? (?:everything|every|this|the|all|for|at|with|less)\b": "contains, keeps, applies to",
    r"\b[Gg]uess(?:es|ing)? gets?\b|\bgets?\s*$": "a blind guess is right … of the time",
    r"\b(?:is|are|was|were|be) (?:told(?! apart)|said)\b|\bsays so\b": "is detected, counts as, reports it",
    r"(?<![Tt]here )\b(?:is|are) no (?:file|scorer|folder|passage|item|option|question|key)\b": "is not a",
    r"(?:^|[.:;] )Of (?!course)": "begin with the subject; among, with, for",
    r"(?:^|[.;:] )Where (?!to\b)[^.?!]*[,;]": "If",
    r"\bof which\b|, nor\b": "two sentences",
    r"\bso (?:many|few|much|often|small|long)\b(?! (?:as|that)\b)": "this many",
}


class _Texts(Visitor):
    """Collects what a message says between its values."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802
        self.texts.append(re.sub(r"[ \n]+", " ", str(node.value)) + " ")


def words(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language's files, with its code."""
    folders = [files(package).joinpath(language) for package in ("examfiles.words", "magnetite.report.wording")]
    named = [pair for folder in folders for pair in fluent_files(folder)]
    places = [*files("magnetite.experiments").iterdir(), files("magnetite.train")]
    places += [*files("magnetite_papers").iterdir(), files("magnetite_study")]
    beside = [(place.name, place.joinpath(f"words.{language}.ftl")) for place in places]
    named += [(name, file.read_text("utf-8")) for name, file in beside if file.is_file()]
    assert len(named) > 15
    for name, text in named:
        for code, pattern in texts_of({entry.id.name: entry for entry in messages(text, name)}).items():
            seen = _Texts()
            seen.visit(pattern)
            yield from ((code, each) for each in seen.texts)


def _help(command: click.Command, path: str, above: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """Yield every help text of a command and of those below it."""
    yield path, " ".join((command.help or "").split())
    yield from ((f"{path} {each.name}", getattr(each, "help", None) or "") for each in command.params)
    if isinstance(command, click.Group):
        context = click.Context(command, parent=above, info_name=command.name)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _help(below, f"{path} {name}", context)


def _errors(source: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield every text inside the call that makes an error, with its line; what is filled in is a pair of braces."""
    for call in python.walk(python.parse(source)):
        if not isinstance(call, python.Call) or not re.search(r"(?:Error|\bfault)$", python.unparse(call.func)):
            continue
        filled = [node for node in python.walk(call) if isinstance(node, python.JoinedStr)]
        parts = {id(part) for node in filled for part in node.values}
        for node in python.walk(call):
            if isinstance(node, python.JoinedStr):
                texts = [part.value if isinstance(part, python.Constant) else "{}" for part in node.values]
                yield f"{name}:{node.lineno}", "".join(map(str, texts))
            elif isinstance(node, python.Constant) and isinstance(node.value, str) and id(node) not in parts:
                yield f"{name}:{node.lineno}", node.value


def faults(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return what is not said in plain English, each with what to write."""
    return [
        f"{code}: “{found[0].strip()}” in “{text[max(0, found.start() - 40) : found.end() + 40].strip()}”: {better}"
        for code, text in texts
        for pattern, better in FORBIDDEN.items()
        for found in re.finditer(pattern, text)
    ]


def test_reports_pages_and_notes_are_in_plain_english() -> None:
    assert not faults(words("en"))


def test_help_is_in_plain_english() -> None:
    assert not faults(_help(typer.main.get_command(app), "magnetite"))


def test_errors_are_in_plain_english() -> None:
    sources = [file for package in PACKAGES.iterdir() for file in (package / "src").rglob("*.py")]
    texts = [text for file in sources for text in _errors(file.read_text("utf-8"), file.name)]
    assert len(texts) > 1000
    assert not faults(iter(texts))


def test_a_text_inside_an_error_is_found_with_what_is_filled_in() -> None:
    source = 'raise errors.DataError(f"{path}: holds the {what}" + "beside it") from None; print("alone")'
    assert list(_errors(source, "made.py")) == [("made.py:1", "{}: holds the {}"), ("made.py:1", "beside it")]


def test_what_a_rule_sees_is_in_plain_english() -> None:
    assert not faults((name, rule.sees) for name, rule in RULES.items())


@pytest.mark.parametrize(
    "text",
    [
        "The right answer stands there twice.",
        "Where few were right before, it is long.",
        "Of the magnets, five clearly held up.",
        "The options alone, beside the others.",
        "Nobody has compared it, and the report says so.",
        "It is right on 62%; guessing gets 25%.",
    ],
)
def test_what_no_one_would_write_is_found(text: str) -> None:
    assert faults(iter([("made", text)]))


@pytest.mark.parametrize(
    "text",
    [
        "One option stands out by its length; P stands for the passage.",
        "The option to leave alone. Where to look first. There is no question with this name.",
        "The list comes from the program itself, of course, so that nothing is lost.",
    ],
)
def test_what_is_good_english_is_left(text: str) -> None:
    assert not faults(iter([("made", text)]))
