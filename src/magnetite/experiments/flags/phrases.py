"""Rules about set phrases in options: combinations of other options, absolute words, and openings that repeat.

The phrases are English; openings repeat in any language.
"""

from collections.abc import Iterator

from magnetite.core.items import Item
from magnetite.experiments.flags.english import listed
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Rule,
    Threshold,
    by_item,
    key_of,
    named,
    observation,
    wrong_options,
)
from magnetite.experiments.magnets.series import is_series
from magnetite.views.text import words

ABSOLUTE = listed(
    "always never all none every everyone everybody everything everywhere nobody nothing nowhere only entirely "
    "completely totally absolutely impossible forever"
)


def _combination(item: Item, _limits: Limits) -> Iterator[Observation]:
    series = [index for index, option in enumerate(item.options) if is_series(option)]
    if series:
        yield observation(tuple(series), letters=named(series), text=item.options[series[0]])


def _absolute(item: Item, limits: Limits) -> Iterator[Observation]:
    absolute = {index: _absolute_words(option) for index, option in enumerate(item.options)}
    wrong = [index for index in wrong_options(item) if absolute[index]]
    if len(wrong) >= limits["options"] and not absolute[key_of(item)]:
        used = tuple(dict.fromkeys(word for index in wrong for word in absolute[index]))
        yield observation(tuple(wrong), letters=named(wrong), words=used)


def _absolute_words(option: str) -> list[str]:
    """Return an option's absolute words; one that combines others ("all of the above") has its own rule."""
    if is_series(option):
        return []
    tokens = [word.casefold() for word in words(option)]
    neighbours = zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False)
    return [
        word for before, word, after in neighbours if word in ABSOLUTE and not _is_meant_otherwise(before, word, after)
    ]


def _is_meant_otherwise(before: str, word: str, after: str) -> bool:
    """Return whether a word claims nothing absolute where it stands: "at all", "not only", "every day", "all over"."""
    if before in ("at", "not", "n't") or after in ("else", "but"):
        return True
    return (word == "every" and after in _TIMES) or (word == "all" and after in _AROUND)


_TIMES = listed("minute hour day night morning afternoon evening week weekend month year summer winter time")
_AROUND = listed("over across around along kinds sorts right alone")


def _opening(item: Item, limits: Limits) -> Iterator[Observation]:
    if len(item.options) < 3:
        return
    openings = [tuple(words(option)) for option in item.options]
    shared = 0
    for heads in zip(*openings, strict=False):
        if len({head.casefold() for head in heads}) > 1:
            break
        shared += 1
    if shared >= limits["words"] and len(set(openings)) > 1:
        yield observation(tuple(range(len(openings))), opening=" ".join(openings[0][:shared]), words=shared)


PHRASE_RULES = (
    Rule(
        "option-combination",
        "rule",
        "high",
        "an option combines or dismisses others: “all of the above”, “both A and C”, “none of these”",
        by_item(_combination),
        ("letters", "text"),
        english=True,
        citation="Lin et al. 2021, §4.2; Haladyna et al. 2002, guidelines 9, 25 and 26",
    ),
    Rule(
        "absolute-terms",
        "rule",
        "medium",
        "several wrong options are absolute (“always”, “never”, “only”), and the right one is not",
        by_item(_absolute),
        ("letters", "words"),
        (Threshold("options", 2, "options", 1, float("inf"), "at least this many wrong options have such a word"),),
        key=True,
        english=True,
        citation="Haladyna et al. 2002, guideline 28a",
    ),
    Rule(
        "repeated-opening",
        "rule",
        "low",
        "all options begin with the same words, which belong in the question",
        by_item(_opening),
        ("opening", "words"),
        (Threshold("words", 4, "words", 1, float("inf"), "they share at least this many first words"),),
        citation="Haladyna et al. 2002, guidelines 13 and 15",
    ),
)
