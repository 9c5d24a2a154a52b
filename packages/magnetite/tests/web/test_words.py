"""Every word of the pages is used, and every word that a page asks for exists."""

import re
from pathlib import Path

import magnetite
import magnetite_study
from examfiles.wording import messages, texts_of
from magnetite.report.wording import wording
from magnetite.web.wording import words

HOME = Path(magnetite.__file__).parent
STUDY = Path(magnetite_study.__file__).parent
SOURCES = [path for part in (HOME / "web", STUDY) for path in part.rglob("*") if path.suffix in {".py", ".j2"}]


SHOWN = ("error-", "look-", "figure-", "table-", "people-")  # by the names of what they are about; findings of studies


def codes(path):
    return set(texts_of({entry.id.name: entry for entry in messages(path.read_text("utf-8"), path.name)}))


def test_every_word_is_used():
    whole = "\n".join(path.read_text("utf-8") for path in SOURCES)
    pages = codes(HOME / "report/wording/en/web.ftl") | codes(STUDY / "words.en.ftl")
    assert [code for code in sorted(pages) if not code.startswith(SHOWN) and not _is_used(code, whole)] == []


def _is_used(code, whole):
    """Return whether a code stands in the sources whole, or up to a hyphen that something follows."""
    begun = [code[: hyphen.end()] for hyphen in re.finditer("-", code)]
    return f'"{code}"' in whole or any(f'"{start}" ~' in whole or f'"{start}{{' in whole for start in begun)


def test_every_word_that_is_said_exists():
    said = {code for path in SOURCES for code in re.findall(r'say\("([\w.-]+)"[,)]', path.read_text("utf-8"))}
    assert said <= wording("en").codes
    assert len(said) > 60


def test_a_language_that_there_is_not_speaks_english():
    assert words("fr").say("study-begin") == "Begin"
