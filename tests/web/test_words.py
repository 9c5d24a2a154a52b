"""Words stand in one place, none is missing, and every one is used."""

import re
from pathlib import Path

import pytest

import magnetite.web
from magnetite.report.wording.values import placeholders
from magnetite.web.wording import FIRST, FOR_PARTICIPANTS, _texts, words

HOME = Path(magnetite.web.__file__).parent
LANGUAGES = sorted(path.stem for path in (HOME / "words").glob("*.toml") if path.stem != FIRST)


def for_participants(language):
    return {path: text for path, text in _texts(language).items() if path.split(".")[0] in FOR_PARTICIPANTS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_word_that_participants_read_and_no_other(language):
    first, other = for_participants(FIRST), _texts(language)
    assert set(first) == set(other)
    for path, text in other.items():
        assert placeholders(text) <= placeholders(first[path]), path


@pytest.mark.parametrize("language", [FIRST, *LANGUAGES])
def test_no_word_is_empty_and_every_value_is_written_in_a_way_that_exists(language):
    for path, text in _texts(language).items():
        assert text.strip(), path
        placeholders(text)


def test_every_word_is_used():
    whole = "\n".join(path.read_text("utf-8") for path in HOME.rglob("*") if path.suffix in {".py", ".j2"})
    unused = [
        path for path in _texts(FIRST) if not path.startswith(("writing.", "error.")) and not _is_used(path, whole)
    ]
    assert unused == []


def _is_used(path, whole):
    """Say whether a path of words stands in the sources whole, or up to a point or hyphen that something follows."""
    begun = [path[: result.end()] for result in re.finditer("[.-]", path)]
    return f'"{path}"' in whole or any(f'"{start}" ~' in whole or f'"{start}{{' in whole for start in begun)


def test_every_word_that_is_said_exists():
    message = set()
    for path in HOME.rglob("*"):
        if path.suffix in {".py", ".j2"}:
            message |= set(re.findall(r'say\("([\w.-]+)"[,)]', path.read_text("utf-8")))
    assert message <= set(words().texts)
    assert len(message) > 60


def test_a_language_that_there_is_not_speaks_english():
    assert words("fr").say("study.begin") == "Begin"
