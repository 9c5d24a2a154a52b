"""All words that a reader of a checked exam sees, one file per language, and how values are put into them.

words = wording("de")
words.title(flag.rule), words.sentence(flag.rule, flag.evidence), words.advice(flag.rule, flag.evidence)
"""

from magnetite.report.wording.language import LANGUAGES, Wording, wording

__all__ = ["LANGUAGES", "Wording", "wording"]
