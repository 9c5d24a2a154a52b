"""Rules about what options say: two that say the same, one that contains another, set phrases.

Two options say the same if only case, articles, punctuation between words, or the way a number is written tells them
apart. One contains another if it repeats it and adds to it ("tired", "tired and hungry"), if it makes it narrower ("a
nurse", "a school nurse"), or where both give a limit for the same thing ("over 10", "over 20"): if the narrower is
right, so is the wider.

Set phrases are combinations of other options or of the same parts, absolute words, and openings that repeat. The
phrases are English; openings repeat in any language.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from magnetite.core.items import Item, letter, seen
from magnetite.experiments.flags.exam import Exam, listed
from magnetite.experiments.flags.forms import in_digits, quantity
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
from magnetite.experiments.magnets.pool import is_series
from magnetite.views.text import normalised, words

MANY = 10  # questions that offer the same combination, at least, where it is a habit of the whole exam
_ARTICLES = listed("a an the")
_MARKS = listed(". , ; : ! ? \" ' “ ” „ ‘ ’ « » … ...")
_WRITING = re.compile(
    r"\b(?:punctuat|comma|apostrophe|capital|spell|spelt|colon|hyphen|quotation mark|written correctly|grammar)",
    re.IGNORECASE,
)  # in such questions the options differ in their marks
_PICTURE = re.compile(r"\[(?:image|audio|video|object)\b")
_LIMITS = (
    frozenset(("more than #", "over #", "above #", "at least #")),
    frozenset(("less than #", "fewer than #", "under #", "below #", "at most #", "up to #")),
)
_JOINS = ("and", "with", "but", ",")
_PLACES = listed("in at near from")
_JOINING = listed("and or of in on at to , ' 's")
_ALONE = ("only", "just", "no", "not", "neither", "either")  # "only Tom" is no part of "only Tom and Ann"


def plain(option: str) -> str:
    """Return what options must share to say the same: normalised, without articles and marks, numbers in digits.

    Signs that change a meaning stay: those of a number (-5, $5, 5%), and apostrophes inside words.

    >>> plain("The twelve apples,"), plain("12 apples."), plain("-10 °C") == plain("10 °C")
    ('12 apples', '12 apples', False)
    """
    tokens = [in_digits(word) for word in words(normalised(option)) if word not in _ARTICLES and word not in _MARKS]
    return " ".join(tokens) or normalised(option)


def _same(item: Item, _limits: Limits) -> Iterator[Observation]:
    yield from (each for each in _alike(item) if item.answer not in each.options)


def _key_twice(item: Item, _limits: Limits) -> Iterator[Observation]:
    yield from (each for each in _alike(item) if item.answer in each.options)


def _empty(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Yield the options that show nothing, however many characters of no width they have."""
    empty = tuple(index for index, option in enumerate(item.options) if not seen(option))
    if empty:
        yield observation(empty, letters=named(empty), right="yes" if item.answer in empty else "no")


def _alike(item: Item) -> Iterator[Observation]:
    """Yield the groups of options that say the same, or look the same, whatever characters they are typed with."""
    tell = normalised if _WRITING.search(item.question) else plain
    groups: dict[str, list[int]] = {}
    for index, option in enumerate(item.options):
        if seen(option) and not _PICTURE.search(option):  # a description need not tell its picture from another
            groups.setdefault(tell(seen(option)), []).append(index)
    for alike in groups.values():
        if len(alike) > 1:
            first, second = (seen(item.options[index]) for index in alike[:2])
            yield observation(tuple(alike), letters=named(alike), first=first, second=second)


def _holds(item: Item, _limits: Limits) -> Iterator[Observation]:
    options = {index: option for index, option in enumerate(item.options) if not is_series(option)}
    pairs = sorted({*_repeated(options), *_limited(options), *_narrowed(options)})
    if pairs:
        inner, outer = pairs[0]
        concerned = sorted({index for pair in pairs for index in pair})
        yield observation(tuple(concerned), inner=letter(inner), outer=letter(outer))


def _repeated(options: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield options that another repeats and adds to with "and" or the like: (inner, outer)."""
    tokens = {index: tuple(words(normalised(option))) for index, option in options.items()}
    whole = {own: index for index, own in tokens.items() if own and own[0] not in _ALONE}
    for outer, own in tokens.items():
        if own and own[0] in _ALONE:
            continue
        for at, word in enumerate(own):
            after = own[at + 1 :]
            number = word == "," and after[:1] and after[0].isdigit()  # "18" and "18, 000"
            if word in _JOINS and after and not number and own[:at] in whole:
                yield whole[own[:at]], outer
            if word == "and" and after in whole:
                yield whole[after], outer


def _limited(options: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield options that set limits to the same thing: the widest beside each narrower one, (inner, outer)."""
    frames: dict[str, list[tuple[float, int]]] = {}
    for index, option in options.items():
        if (read := quantity(option)) is not None:
            frames.setdefault(read[1], []).append((read[0], index))
    for frame, limits in frames.items():
        lower, upper = (any(frame.startswith(limit) for limit in each) for each in _LIMITS)
        if lower or upper:
            (widest, inner), *others = sorted(limits, reverse=upper)
            yield from ((inner, outer) for value, outer in others if value != widest)


def _narrowed(options: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield options that another makes narrower: "a student", "a law student"; "in Spain", "in Vigo, Spain"."""
    tokens = {index: tuple(words(normalised(option))) for index, option in options.items()}
    for (outer, long), (inner, short) in permutations(tokens.items(), 2):
        if len(short) < 2 or len(long) <= len(short) or long[0] not in _ARTICLES | _PLACES or not short[-1].isalpha():
            continue
        if short[0] in _ARTICLES and long[0] in _ARTICLES and len(short) == 2 and len(long) <= 4:
            narrower = long[-1] == short[1] and not _JOINING & set(long)
        else:
            narrower = short[0] == long[0] in _PLACES and long[-len(short) :] == (",", *short[1:])
        if narrower:
            yield inner, outer


EMPTY_OPTION = Rule(
    "empty-option",
    "rule",
    "fatal",
    "an option has no text, or only characters that nobody sees",
    by_item(_empty),
    ("letters", "right"),
)
KEY_STANDS_TWICE = Rule(
    "key-stands-twice",
    "rule",
    "fatal",
    "another option says the same as the right answer, so two are right and one is counted wrong",
    by_item(_key_twice),
    ("letters", "first", "second"),
    key=True,
    citation="Haladyna et al. 2002, guideline 19",
)
OPTIONS_SAY_THE_SAME = Rule(
    "options-say-the-same",
    "rule",
    "high",
    "two wrong options say the same, up to case, articles, punctuation or the way numbers are written",
    by_item(_same),
    ("letters", "first", "second"),
    citation="Haladyna et al. 2002, guidelines 19 and 22",
)
OPTION_HOLDS_ANOTHER = Rule(
    "option-holds-another",
    "rule",
    "medium",
    "one option contains another: if the one is right, so is the other",
    by_item(_holds),
    ("inner", "outer"),
    english=True,
    citation="Haladyna et al. 2002, guideline 22",
)


ABSOLUTE = listed(
    "always never all none every everyone everybody everything everywhere nobody nothing nowhere only entirely "
    "completely totally absolutely impossible forever"
)


_NUMERAL = r"\(?(?:[ivx]{1,4}|[1-9])\b[.)]*"
_NUMERALS = re.compile(
    rf"(?:both |all of )?(?:(?:statement|option|item|list)s? )?{_NUMERAL}"
    rf"(?:\s*(?:,|;|/|&|\+|and|or)+\s*(?:and\s+|or\s+)?{_NUMERAL})*"
    r"(?P<only>\s+(?:only|alone))?",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"\s*(?:all|both|none|neither|any|each|most)\s+of\s+the\s+(?:\w+\s+)?above\b", re.IGNORECASE)
_BARE = listed("none neither")  # they may be counts where the question counts
_COUNTS = re.compile(r"\bhow (?:many|much|often)\b|\bnumber of\b", re.IGNORECASE)
_SEVERAL = re.compile(r"[,;/&+]|\band\b|\bor\b", re.IGNORECASE)
_STATEMENT = re.compile(r"(?:^|[\s(])(?:(?P<roman>II|ii)|2)\s*[.):]")  # the second of a numbered list


def combining(item: Item) -> list[int]:
    """Return the options that combine others: by letters, in words, or by the numbers of statements ("I and III").

    Numbers combine statements where two options at least do, and the question, or the passage, lists statements.

    >>> options = ("I only", "I and II", "II and III", "I, II and III")
    >>> combining(Item("q", "p", "", "What is true? I. It rains. II. It snows. III. It is hot.", options, 0))
    [0, 1, 2, 3]
    """
    bare = frozenset() if _COUNTS.search(item.question) else _BARE
    series = [
        index
        for index, option in enumerate(item.options)
        if is_series(option) or _ABOVE.match(option) or normalised(option) in bare
    ]
    numerals = [match for option in item.options if (match := _NUMERALS.fullmatch(option.strip().rstrip(".")))]
    joined = sum(bool(match["only"] or _SEVERAL.search(match[0])) for match in numerals)
    if joined >= 2 and (_STATEMENT.search(item.question) or _STATEMENT.search(item.passage)):
        series += [
            index for index, option in enumerate(item.options) if _NUMERALS.fullmatch(option.strip().rstrip("."))
        ]
    return sorted(set(series))


def _combination(exam: Exam, indices: Sequence[int], _limits: Limits) -> Iterator[tuple[str, Observation]]:
    often = _everywhere(exam, indices)
    for item in map(exam.items.__getitem__, indices):
        series = [at for at in combining(item) if normalised(item.options[at]) not in often]
        if series:
            yield item.id, observation(tuple(series), letters=named(series), text=item.options[series[0]])


def _everywhere(exam: Exam, indices: Sequence[int]) -> dict[str, int]:
    """Count in how many questions the options stand that combine or dismiss others in half of them, and in `MANY`."""
    items = [exam.items[index] for index in indices]
    counts = Counter(text for item in items for text in {normalised(item.options[at]) for at in combining(item)})
    return {text: count for text, count in counts.items() if count >= max(MANY, len(items) / 2)}


def _throughout(exam: Exam, indices: Sequence[int], _limits: Limits) -> Iterator[tuple[str, Observation]]:
    for text, count in _everywhere(exam, indices).items():
        shown = next(o for index in indices for o in exam.items[index].options if normalised(o) == text)
        yield "", observation((), text=shown, count=count, questions=len(indices))


_PART = re.compile(r"[,;/|]|\band\b|\bbut\b|\bund\b|\baber\b", re.IGNORECASE)


def _recombined(item: Item, limits: Limits) -> Iterator[Observation]:
    parts = [[part for each in _PART.split(option) if (part := normalised(each))] for option in item.options]
    if len(parts) < 3 or min(map(len, parts)) < 2 or combining(item):
        return
    options = Counter(part for each in parts for part in set(each))
    share = sum(options[part] > 1 for each in parts for part in each) / sum(map(len, parts))
    if share >= limits["share"]:
        often = tuple(part for part, _ in options.most_common(3))
        yield observation(tuple(range(len(parts))), parts=often, share=share)


def _absolute(item: Item, limits: Limits) -> Iterator[Observation]:
    series = combining(item)  # they have their own rule
    absolute = {index: [] if index in series else absolute_words(option) for index, option in enumerate(item.options)}
    wrong = [index for index in wrong_options(item) if absolute[index]]
    if len(wrong) >= limits["options"] and not absolute[key_of(item)]:
        used = tuple(dict.fromkeys(word for index in wrong for word in absolute[index]))
        yield observation(tuple(wrong), letters=named(wrong), words=used)


def absolute_words(option: str) -> list[str]:
    """Return an option's absolute words, where they claim something absolute."""
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


OPTION_COMBINATION = Rule(
    "option-combination",
    "rule",
    "high",
    "an option combines or dismisses others: “all of the above”, “both A and C”, “I and III”, “none of these”",
    _combination,
    ("letters", "text"),
    english=True,
    citation="Lin et al. 2021, §4.2; Haladyna et al. 2002, guidelines 9, 25 and 26",
)
COMBINATION_THROUGHOUT = Rule(
    "combination-throughout",
    "rule",
    "medium",
    "half of the questions or more, and ten at least, offer the same option that combines or dismisses the others",
    _throughout,
    ("text", "count", "questions"),
    english=True,
    citation="Haladyna et al. 2002, guidelines 25 and 26",
)
RECOMBINED_PARTS = Rule(
    "recombined-parts",
    "rule",
    "low",
    "all options are put together from the same few parts (“red and blue”, “red and green”, “blue and green”)",
    by_item(_recombined),
    ("parts", "share"),
    (Threshold("share", 0.75, "share", 0, 1, "at least this share of the parts stands in another option as well"),),
    citation="Haladyna et al. 2002, guideline 9",
)
ABSOLUTE_TERMS = Rule(
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
)
REPEATED_OPENING = Rule(
    "repeated-opening",
    "rule",
    "low",
    "all options begin with the same words, which belong in the question",
    by_item(_opening),
    ("opening", "words"),
    (Threshold("words", 4, "words", 1, float("inf"), "they share at least this many first words"),),
    citation="Haladyna et al. 2002, guidelines 13 and 15",
)
