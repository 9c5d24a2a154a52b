"""Rules about words that give the key away: those of the passage, and those of the question.

Distinct content words are compared, case aside but not inflection: a cautious measure, which takes "lane" and "lanes"
for two words. An option without enough content words cannot repeat any.
"""

from collections.abc import Iterator
from functools import lru_cache

from magnetite.core.items import letter
from magnetite.experiments.flags.english import content_words
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Rule,
    Threshold,
    by_row,
    key_of,
    observation,
    wrong_options,
)
from magnetite.views.text import words


def _repeats_passage(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item, english = exam.items[index], exam.english[index]
    passage = _vocabulary(item.passage)
    options = [content_words(option, english=english) for option in item.options]
    shares = [len(own & passage) / len(own) if own else 0.0 for own in options]
    key = key_of(item)
    repeated = options[key] & passage
    other = max(shares[option] for option in wrong_options(item))
    if len(repeated) >= limits["words"] and shares[key] >= limits["key"] and other <= limits["others"]:
        yield observation(
            (key,), key=letter(key), words=_in_order(item.options[key], repeated), share=shares[key], other_share=other
        )


@lru_cache(maxsize=8)  # the questions about a passage stand together
def _vocabulary(passage: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in words(passage))


def _echoes_stem(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item = exam.items[index]
    stem, key = content_words(item.question), key_of(item)
    shared = [content_words(option) & stem for option in item.options]
    if len(shared[key]) >= limits["words"] and not any(shared[option] for option in wrong_options(item)):
        yield observation((key,), key=letter(key), words=_in_order(item.options[key], shared[key]))


def _in_order(text: str, chosen: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in map(str.casefold, words(text)) if word in chosen))


OVERLAP_RULES = (
    Rule(
        "key-repeats-passage",
        "rule",
        "high",
        "only the right answer is made of the passage's own words",
        by_row(_repeats_passage),
        ("key", "words", "share", "other_share"),
        (
            Threshold(
                "words", 2, "words", 1, float("inf"), "the key repeats at least this many different content words"
            ),
            Threshold("key", 0.75, "share", 0, 1, "they are at least this share of its content words"),
            Threshold("others", 0.25, "share", 0, 1, "and every other option repeats at most this share of its own"),
        ),
        key=True,
        passage=True,
        citation="Haladyna et al. 2002, guidelines 28b and 29; Lai et al. 2017",
    ),
    Rule(
        "key-echoes-question",
        "rule",
        "low",
        "only the right answer takes up content words of the question (a clang association)",
        by_row(_echoes_stem),
        ("key", "words"),
        (Threshold("words", 1, "words", 1, float("inf"), "it shares at least this many different content words"),),
        key=True,
        english=True,
        citation="Haladyna et al. 2002, guideline 28b",
    ),
)
