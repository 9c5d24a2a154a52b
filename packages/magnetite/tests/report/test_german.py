"""The German that people read: one word for a thing in every command, those of the glossary (docs/glossary.md)."""

import re
from pathlib import Path

import pytest

from tests.report.test_english import words

GLOSSARY = Path(__file__).parents[4] / "docs" / "glossary.md"
FORBIDDEN = {
    r"Schlüssel\b|Schlüsseln?\b": "Lösung",
    r"Antwortmöglichkeit|Antwortoption|Distraktor": "Option, falsche Option",
    r"\bPassagen?\b": "Text",
    r"\bItems?\b|\bDatasets?\b": "Frage, Datensatz",
    r"\bScores?\b": "Wert, Punktzahl",
    r"Abkürzung": "ohne zu lesen, System ohne Text",
    r"Titel der Prüfung|Prüfungsdatei": "Klausur",
    r"Examen|Probanden": "Klausur, Prüflinge, Teilnehmende",
    r"(?:^|[.;:] )Raten erreicht": "wer rät, erreicht",
    r"hilft nicht deutlich|\bgefragte[nr]? (?:Werte|Zellen|Punktzahlen)": "ist nicht zu erkennen; berechnete Werte",
    r"[\d ]%|%-": "a no-break space before %",
}


def faults(texts):
    """Return what the glossary has another word for, each with that word."""
    return [
        f"{code}: “{found[0]}” in “{text[max(0, found.start() - 40) : found.end() + 40]}”: {better}"
        for code, text in texts
        for pattern, better in FORBIDDEN.items()
        for found in re.finditer(pattern, text.replace("95-%-Intervall", "Intervall"))
    ]


def test_every_command_uses_the_words_of_the_glossary():
    assert not faults(words("de"))


@pytest.mark.parametrize(
    "text", ["Der Schlüssel ist falsch.", "Raten erreicht 25\N{NO-BREAK SPACE}%.", "bis 100 %", "gefragte Zellen"]
)
def test_another_word_is_found(text):
    assert faults([("made", text)])


def test_the_glossary_has_a_german_word_for_each_english_one():
    section = GLOSSARY.read_text("utf-8").partition("## German")[2]
    rows = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("| ") and "**" in line]
    german = [words.strip() for _, words, _ in rows]
    assert len(german) == len(set(german)) > 12
    used = " ".join(text for _, text in words("de"))
    assert not [word for word in german for each in word.split(", ") if each.strip("*") not in used]
