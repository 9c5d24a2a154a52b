"""All words that people read, in every language: of a checked exam, of the web pages, of a study.

words = wording("de")
words.say("page-verdict-none", {"questions": 60}), words.sentence(flag.rule, flag.evidence)
"""

from magnetite.report.wording.language import (
    LANGUAGES,
    Wording,
    error_text,
    label,
    language_of,
    notes_of,
    said,
    skipped_lines,
    slug,
    speaking,
    spoken,
    text_of,
    wording,
)

__all__ = [
    "LANGUAGES",
    "Wording",
    "error_text",
    "label",
    "language_of",
    "notes_of",
    "said",
    "skipped_lines",
    "slug",
    "speaking",
    "spoken",
    "text_of",
    "wording",
]
