"""Rules about what options say: one that is empty, one that contains another, set phrases, numbers.

One contains another if it repeats it and adds to it ("tired", "tired and hungry"), if it makes it narrower ("a
nurse", "a school nurse"), or where both give a limit for the same thing ("over 10", "over 20"): if the narrower is
right, so is the wider.

Set phrases are combinations of other options or of the same parts, absolute words, and openings that repeat. The
phrases are those of `phrases`; openings repeat in any language.

Rules about numbers see ranges such as 10–20 and 20–30, of which both hold the same value, and numbers out of order. An
option is a range where it holds two numbers with a dash, "to" or "and" between them, or one with a limit ("more than
10", "thirty or over"). Ranges are compared where what stands around their numbers, the unit, is the same. Two options
that set limits on the same side ("over 10", "over 20") have a rule of their own.

A range may be the answer itself: when a shop is open, for whom a club is. So the rule speaks where the question asks
for a quantity, or where the ranges join end to end, as the steps of a scale do, and are no times of day. It is silent
where the passage gives one of them, where two begin or two end alike, which steps of a scale do not, and where the
question asks what is allowed, needed or normal.

Numbers, fractions and ranges of one unit have an order. Of five options or more, one may be none of these.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise, permutations
from math import inf

from examfiles.items import Item, gathered, letter, seen
from magnetite.experiments.flags.exam import Exam, listed
from magnetite.experiments.flags.forms import NUMBER_WORDS, in_digits, quantity
from magnetite.experiments.flags.phrases import PHRASES, in_english
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Threshold,
    by_phrase,
    by_text,
    key_of,
    named,
    observation,
    rule,
    wrong_options,
)
from magnetite.experiments.magnets.pool import is_series
from magnetite.views.text import normalised, words

MANY_QUESTIONS = 10  # questions that offer the same combination, at least, where it is a habit of the whole exam
_ARTICLES = listed("a an the")
_LIMITS = (
    frozenset(("more than #", "over #", "above #", "at least #")),
    frozenset(("less than #", "fewer than #", "under #", "below #", "at most #", "up to #")),
)
_JOINS = ("and", "with", "but", ",")
_PLACES = listed("in at near from")
_JOINING = listed("and or of in on at to , ' 's")
_ALONE = ("only", "just", "no", "not", "neither", "either")  # "only Tom" is no part of "only Tom and Ann"
_VALUE = r"[-−]?\d+(?:[.,]\d+)*"
_TWO_VALUES = re.compile(
    rf"({_VALUE})([^\d\W]*|[^\d\w\s]?|\s*[^\d\W]+\.?)\s*(?:-|–|—|−|\bto\b|\band\b|\bbis\b|\bund\b)\s*[$£€]?({_VALUE})"
)
_ONE_VALUE = re.compile(_VALUE)
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})\b(?!-)", re.IGNORECASE)
_OVER = re.compile(r"\b(?:more than|over|above|mehr als|über)\b|[>]", re.IGNORECASE)
_UNDER = re.compile(r"\b(?:less than|fewer than|under|below|weniger als|unter)\b|[<]", re.IGNORECASE)
_LEAST_QUANTITY = re.compile(
    r"\b(?:at least|or (?:more|over|above)|and (?:more|over|above)|mindestens|und mehr|oder mehr)\b|\d\s*\+|≥",
    re.IGNORECASE,
)
_MOST_QUANTITY = re.compile(
    r"\b(?:at most|up to|or (?:less|fewer|under|below)|höchstens|bis zu|oder weniger)\b|≤", re.IGNORECASE
)
_QUANTITY = re.compile(
    r"\bhow (?:many|much|old|far|tall|high|deep|heavy|big|large|fast|often|wide|thick|hot|cold)\b"
    r"|\b(?:number of|amount|percentage|per cent|percent|share|age|weight|height|length|size|temperature|distance)\b"
    r"|\b(?:price|cost)\b"
    r"|\bwie (?:viele?|alt|weit|hoch|tief|schwer|groß|schnell|oft|breit|lang|lange|teuer)\b",
    re.IGNORECASE,
)
_ASKS_RANGE = re.compile(
    r"\b(?:must|should|may|can|needs?|allowed|permitted|required|recommended|normal|ideal|suitable|range|ages|between"
    r"|muss|müssen|sollten?|darf|dürfen|kann|können)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\s*(?:from|von)\b", re.IGNORECASE)  # "from 10 to 20" is as often the answer itself
_TIME = re.compile(r"\d:\d\d|\b(?:a\.?m|p\.?m)\b|o['’]clock|\bUhr\b|\d\d?\.\d\d\b", re.IGNORECASE)


@by_text("empty-option", "fatal", ("letters", "right"), shared=True)
def empty_option(item: Item, _limits: Limits) -> Iterator[Observation]:
    """An option has no text, or only invisible characters."""
    empty = tuple(index for index, option in enumerate(item.options) if not seen(option))
    if empty:
        yield observation(empty, letters=named(empty), right="yes" if item.answer in empty else "no")


@by_text(
    "option-holds-another",
    "serious",
    ("inner", "outer"),
    languages=tuple(PHRASES),
    citation="Haladyna et al. 2002, guideline 22",
)
def option_holds_another(item: Item, _limits: Limits) -> Iterator[Observation]:
    """One option contains another: if the one is right, so is the other."""
    series = combining(item)
    options = {index: in_english(option) for index, option in enumerate(item.options) if index not in series}
    pairs = sorted({*_repeated(options), *_limited(options), *_narrowed(options)})
    if pairs:
        inner, outer = pairs[0]
        concerned = sorted({index for pair in pairs for index in pair})
        yield observation(tuple(concerned), inner=letter(inner), outer=letter(outer))


def _repeated(options: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield options that another repeats and adds to with "and", "or" and the like: (inner, outer)."""
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
            if word == "or":  # "red" makes "red or blue" right
                yield from ((outer, whole[part]) for part in (own[:at], after) if part in whole)


def _limited(options: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield options that set limits to the same thing: the widest beside each narrower one, (inner, outer)."""
    frames = gathered(
        (read[1], (read[0], index)) for index, option in options.items() if (read := quantity(option)) is not None
    )
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


_NUMERAL = r"\(?(?:[ivx]{1,4}|[1-9])\b[.)]*"
_LISTED = r"(?:(?:statement|option|item|list|choice|answer)s? )?"
_NUMERALS = re.compile(
    rf"(?P<first>only |just )?(?P<several>both |either |neither |all of )?{_LISTED}{_NUMERAL}"
    rf"(?:\s*(?:,|;|/|&|\+|and|or|nor)+\s*(?:and\s+|or\s+)?{_LISTED}{_NUMERAL})*"
    r"(?P<only>\s+(?:only|alone))?(?:\s+(?:is|are)\s+(?:true|correct|right|false|wrong|incorrect))?",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"\b(?:ii|iii|iv|vi)\b", re.IGNORECASE)
_ABOVE = re.compile(r"\s*(?:all|both|none|neither|any|each|most)\s+of\s+the\s+(?:\w+\s+)?above\b", re.IGNORECASE)
_RIGHT = r"(?:correct|right|true|wrong|false|incorrect|possible|given|listed|mentioned)"
_OTHERS = (
    r"(?:following|given|mentioned|listed|others?|rest|previous|preceding|remaining"
    r"|(?:\w+\s+)?(?:options?|answers?|choices?|statements?|alternatives?))"
)
_WHOLE = re.compile(
    rf"(?:all|both|none|neither|each|any|every one|not one)\s+(?:of\s+)?(?:the|these|those)?\s*{_OTHERS}"
    rf"(?:\s+(?:given|listed|mentioned|options?|answers?|choices?))?(?:\s+(?:is|are|apply|applies)\b(?:\s+{_RIGHT})?)?"
    rf"|no\s+(?:{_RIGHT}\s+)?(?:option|answer|choice|alternative)s?(?:\s+(?:is|are)\s+{_RIGHT}|\s+{_RIGHT})?"
    r"|(?:everything|nothing)\s+above|not\s+(?:one\s+)?of\s+(?:these|the\s+above)"
)
_OF_THEM = re.compile(r"(?:all|both|none|neither|either)\s+of\s+(?:them|us|you)")
_PARTLY = re.compile(r"(?:some|most|many|half|few|a few|several|one|two|part)\s+of\s+(?:them|us|you)")
_NONE, _BARE = listed("none neither"), listed("both all")  # they may be counts where the question counts
_COUNTS = re.compile(r"\bhow (?:many|much|often)\b|\bnumber of\b|\bwie (?:viele?|oft)\b|\banzahl\b", re.IGNORECASE)
_SEVERAL = re.compile(r"[,;/&+]|\band\b|\bor\b", re.IGNORECASE)
_LETTERED = re.compile(r"(?:^|[\s(])([A-Ha-h])\s*[.):]")  # statements by letters
_STATEMENT = re.compile(r"(?:^|[\s(.?!:;,])(?:II|ii)\s*[.):]|(?:^|[\s(])2\s*[.):]")  # the second of a numbered list


def combining(item: Item) -> list[int]:
    """Return the options that combine others: by letters, in words, or by the numbers of statements ("I and III").

    Letters combine options that say something themselves, or statements that the question lists by letters. Else they
    are values ("vitamins A and D"). Numbers combine statements where two options at least do, and the question, or the
    passage, lists statements.

    >>> options = ("I only", "I and II", "II and III", "I, II and III")
    >>> combining(Item("q", "p", "", "What is true? I. It rains. II. It snows. III. It is hot.", options, 0))
    [0, 1, 2, 3]
    >>> combining(Item("q", "p", "", "Was stimmt?", ("rot", "blau", "Alle genannten Antworten", "A und B"), 0))
    [2, 3]
    """
    item = _read_as_english(item)
    series = [
        index
        for index, option in enumerate(item.options)
        if (is_series(option) and not _are_values(item, index))
        or _ABOVE.match(option)
        or _WHOLE.fullmatch(normalised(option))
    ]
    return sorted({*series, *_bare(item), *_numerals(item)})


def _read_as_english(item: Item) -> Item:
    """Return an item with the set phrases of its options in English, itself where it has none."""
    options = tuple(map(in_english, item.options))
    return item if options == item.options else replace(item, options=options)


def _bare(item: Item) -> Iterator[int]:
    """Yield options that are a quantity of the others and no more: "none", "both of them".

    Where the question counts, so do they, but for "none" after numbers in digits, of which none would be 0. Those of
    whom a passage tells may be "both" or "all of them".
    """
    texts = [normalised(option) for option in item.options]
    if not _COUNTS.search(item.question):
        counts = any(map(_PARTLY.match, texts)) or any(in_digits(text)[:1].isdigit() for text in texts)
        told = bool(item.passage.strip())
        for index, text in enumerate(texts):
            if text in _NONE or (not (counts or told) and (text in _BARE or _OF_THEM.fullmatch(text))):
                yield index
    elif texts[-1] == "none" and len(texts) > 2 and "0" not in texts and all(t[:1].isdigit() for t in texts[:-1]):
        yield len(texts) - 1


def _numerals(item: Item) -> list[int]:
    """Return the options that join numbers of statements, where two do.

    Arabic numbers count where statements are listed, or where they say "only".
    """
    read = {index: _NUMERALS.fullmatch(option.strip().rstrip(".")) for index, option in enumerate(item.options)}
    numerals = {index: match for index, match in read.items() if match is not None}
    only = [bool(match["only"] or match["first"]) for match in numerals.values()]
    joined = [bool(match["several"] or _SEVERAL.search(match[0])) for match in numerals.values()]
    if sum(map(max, only, joined)) < 2:
        return []
    plain = any(only) and any(joined)
    roman = any(_ROMAN.search(match[0]) for match in numerals.values())
    stated = _STATEMENT.search(item.question) or _STATEMENT.search(item.passage)
    return list(numerals) if roman or plain or stated else []


def _are_values(item: Item, index: int) -> bool:
    """Return whether the letters that an option joins name something else than other options.

    So they do where one of them is not an option or joins letters itself, or where most other options join letters.
    """
    joined = {each: _letters(option) for each, option in enumerate(item.options)}
    named = joined[index]
    if not named or {letter.upper() for letter in _LETTERED.findall(item.question)} >= named:
        return False
    others = {letter(each): letters for each, letters in joined.items() if each != index}
    return (
        not named <= others.keys()
        or all(others[each] for each in named)
        or 2 * sum(bool(_PAIR.fullmatch(option)) for option in item.options) > len(item.options) + 1
    )


_PAIR = re.compile(r"\W*[A-Za-z]\s*(?:\band\b|\bor\b|[,&+/])\s*[A-Za-z]\W*")


def _letters(option: str) -> set[str]:
    """Return the letters that an option joins, as capitals; none of one that says more than letters."""
    if not is_series(option) or re.search(
        r"\b(?:above|these|those|options?|answers?|choices?)\b", option, re.IGNORECASE
    ):
        return set()
    return {each.upper() for each in re.findall(r"\b[A-Ha-h]\b", option)}


@rule(
    "option-combination",
    "serious",
    ("letters", "text"),
    languages=tuple(PHRASES),
    citation="Lin et al. 2021, §4.2; Haladyna et al. 2002, guidelines 9, 25 and 26",
)
def option_combination(exam: Exam, indices: Sequence[int], _limits: Limits) -> Iterator[tuple[str, Observation]]:
    """An option combines or dismisses others: “all of the above”, “both A and C”, “I and III”, “none of these”."""
    often = _everywhere(exam, indices)
    for item in map(exam.items.__getitem__, indices):
        series = [at for at in combining(item) if normalised(item.options[at]) not in often]
        if series:
            yield item.id, observation(tuple(series), letters=named(series), text=item.options[series[0]])


def _everywhere(exam: Exam, indices: Sequence[int]) -> dict[str, int]:
    """Count the questions of options that combine or dismiss others in half of all, and in `MANY_QUESTIONS`."""
    items = [exam.items[index] for index in indices]
    counts = Counter(text for item in items for text in {normalised(item.options[at]) for at in combining(item)})
    return {text: count for text, count in counts.items() if count >= max(MANY_QUESTIONS, len(items) / 2)}


@rule(
    "combination-throughout",
    "worth-a-thought",
    ("text", "count", "questions"),
    languages=tuple(PHRASES),
    citation="Haladyna et al. 2002, guidelines 25 and 26",
)
def combination_throughout(exam: Exam, indices: Sequence[int], _limits: Limits) -> Iterator[tuple[str, Observation]]:
    """Half of the questions or more, and ten at least, offer the same option that combines or dismisses the others."""
    for text, count in _everywhere(exam, indices).items():
        shown = next(o for index in indices for o in exam.items[index].options if normalised(o) == text)
        yield "", observation((), text=shown, count=count, questions=len(indices))


_PART = re.compile(r"[,;/|]|\band\b|\bbut\b|\bund\b|\baber\b", re.IGNORECASE)


@by_text(
    "recombined-parts",
    "remark",
    ("parts", "share"),
    Threshold("share", 0.75, "share", 0, 1, "at least this share of the parts stands in another option as well"),
    citation="Haladyna et al. 2002, guideline 9",
)
def recombined_parts(item: Item, limits: Limits) -> Iterator[Observation]:
    """All options are put together from the same few parts (“red and blue”, “red and green”, “blue and green”)."""
    parts = [[part for each in _PART.split(option) if (part := normalised(each))] for option in item.options]
    if len(parts) < 3 or min(map(len, parts)) < 2 or combining(item):
        return
    options = Counter(part for each in parts for part in dict.fromkeys(each))
    share = sum(options[part] > 1 for each in parts for part in each) / sum(map(len, parts))
    if share >= limits["share"]:
        often = tuple(part for part, _ in options.most_common(3))
        yield observation(tuple(range(len(parts))), parts=often, share=share)


@by_phrase(
    "absolute-terms",
    "worth-a-thought",
    ("letters", "words"),
    Threshold("options", 2, "options", 1, inf, "at least this many wrong options have such a word"),
    key=True,
    citation="Haladyna et al. 2002, guideline 28a",
)
def absolute_terms(item: Item, limits: Limits, language: str) -> Iterator[Observation]:
    """Several wrong options are absolute (“always”, “never”, “only”), and the right one is not."""
    series = combining(item)  # they have their own rule
    absolute = {
        index: [] if index in series else absolute_words(option, language) for index, option in enumerate(item.options)
    }
    wrong = [index for index in wrong_options(item) if absolute[index]]
    if len(wrong) >= limits["options"] and not absolute[key_of(item)]:
        used = tuple(dict.fromkeys(word for index in wrong for word in absolute[index]))
        yield observation(tuple(wrong), letters=named(wrong), words=used)


def absolute_words(option: str, language: str = "en") -> list[str]:
    """Return an option's absolute words, where they claim something absolute.

    >>> absolute_words("It never rains"), absolute_words("every three days"), absolute_words("II only")
    (['never'], [], [])
    >>> absolute_words("It does not hold any water"), absolute_words("It rained all day")
    (['not hold any'], [])
    >>> absolute_words("Sie schlafen nie", "de"), absolute_words("nicht nur im Winter, sondern immer öfter", "de")
    (['nie'], [])
    """
    phrases = PHRASES[language]
    tokens = [word.casefold().replace("’", "'") for word in words(phrases.harmless.sub(" ", option))]
    told = [
        word
        for at, word in enumerate(tokens)
        if word in phrases.absolute
        and not _is_meant_otherwise(tokens[max(0, at - 1) : at], word, tokens[at + 1 : at + 3])
    ]
    several = (match[0] for pattern in (_NOT_ANY, _NO_ONE) for match in pattern.finditer(option))
    return [*told, *several]


_NOT_ANY = re.compile(
    r"\b(?:not|cannot|\w+n['’]t)(?:\s+\w+){0,3}?\s+(?:any|anyone|anybody|anything|anywhere|ever)\b(?! more\b)",
    re.IGNORECASE,
)
_NO_ONE = re.compile(r"\bno one\b", re.IGNORECASE)


def _is_meant_otherwise(before: Sequence[str], word: str, after: Sequence[str]) -> bool:
    """Return whether a word claims nothing absolute where it stands: "at all", "not only", "every day", "all over".

    `before`: the word before it, if any; `after`: the next two. "only" after a number, of a statement, is another's.
    """
    next_ = after[0] if after else ""
    if {*before} & {"at", "not", "n't"} or next_ in ("else", "but"):
        return True
    if word == "only":
        return any(map(_COUNTED.fullmatch, before)) or bool(_COUNTED.fullmatch(next_))
    if word == "every":
        return bool({*after} & _TIMES) or {next_} <= {"other", "few"} or bool(_COUNTED.fullmatch(next_))
    return word == "all" and (next_ in _AROUND or next_ in _TIMES - {"time"})


_COUNTED = re.compile(rf"\d[\d.,]*|[ivx]{{1,4}}|[a-h]|half|part|some|few|{'|'.join(NUMBER_WORDS)}")
_TIMES = listed(
    "second minute hour day night morning afternoon evening week weekend month year decade century spring summer "
    "autumn winter time monday tuesday wednesday thursday friday saturday sunday"
)
_AROUND = listed("over across around along kinds sorts right alone")


@by_text(
    "repeated-opening",
    "remark",
    ("opening", "words"),
    Threshold("words", 4, "words", 1, inf, "they share at least this many first words"),
    citation="Haladyna et al. 2002, guidelines 13 and 15",
)
def repeated_opening(item: Item, limits: Limits) -> Iterator[Observation]:
    """All options begin with the same words, which belong in the question."""
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


@dataclass(frozen=True, slots=True)
class Range:
    """The values an option allows, from `low` to `high`, and whether each end is one of them; `unit` is what is left.

    `sided`: whether it has one limit only.
    """

    low: float
    high: float
    with_low: bool
    with_high: bool
    unit: str

    @property
    def sided(self) -> bool:
        """Return whether it has one limit only."""
        return math.isinf(self.low) or math.isinf(self.high)


def value_range(option: str) -> Range | None:
    """Return an option as a range of values, None where it is none.

    >>> value_range("10 - 20 km"), value_range("over 30 km").with_low, value_range("two dogs")
    (Range(low=10.0, high=20.0, with_low=True, with_high=True, unit='km'), False, None)
    """
    option = _WORD.sub(lambda match: in_digits(match[0]), option)
    two = _TWO_VALUES.search(option)
    if two and len(_ONE_VALUE.findall(option)) == 2:
        low, high = _number(two[1]), _number(two[3].lstrip("-−"))
        unit = _unit(f"{option[: two.start()]} {option[two.end() :]}")
        return Range(low, high, True, True, unit) if low < high else None
    values = _ONE_VALUE.findall(option)
    if len(values) != 1:
        return None
    value = _number(values[0])
    for pattern, low, high, closed in (
        (_LEAST_QUANTITY, value, math.inf, True),
        (_MOST_QUANTITY, -math.inf, value, True),
        (_OVER, value, math.inf, False),
        (_UNDER, -math.inf, value, False),
    ):
        if pattern.search(option):
            return Range(low, high, closed, closed, _unit(pattern.sub(" ", option).replace(values[0], " ")))
    return None


def _number(text: str) -> float:
    plain = text.replace("−", "-")
    if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif re.fullmatch(r"-?\d{1,3}(?:\.\d{3})+", plain):
        plain = plain.replace(".", "")
    try:
        return float(plain.replace(",", "."))
    except ValueError:  # "1.2.3"
        return math.nan


_AROUND_NUMBERS = listed("between from about around a an the zwischen von etwa")


def _unit(text: str) -> str:
    return " ".join(word for word in re.findall(r"[^\W\d_]+|[%°$£€]", text.casefold()) if word not in _AROUND_NUMBERS)


def _meet(one: Range, other: Range) -> bool:
    """Return whether a value lies in both; two limits on the same side are another rule's."""
    if one.sided and other.sided and math.isinf(one.low) == math.isinf(other.low):
        return False
    low, high = max(one.low, other.low), min(one.high, other.high)
    if low == high:
        return all((each.with_low or each.low != low) and (each.with_high or each.high != low) for each in (one, other))
    return low < high


def _joined(ranges: Sequence[Range]) -> bool:
    """Return whether each range begins where another ends."""
    ordered = sorted(ranges, key=lambda each: (each.low, each.high))
    return len(ordered) > 2 and all(one.high == other.low for one, other in pairwise(ordered))


@by_text("overlapping-ranges", "serious", ("letters", "first", "second"), citation="Haladyna et al. 2002, guideline 22")
def overlapping_ranges(item: Item, _limits: Limits) -> Iterator[Observation]:
    """A value belongs to two of the ranges that the options give, as 20 does to 10–20 and 20–30."""
    read = {index: each for index, option in enumerate(item.options) if (each := value_range(option)) is not None}
    if len(read) < max(2, len(item.options) - 1) or len({each.unit for each in read.values()} - {""}) > 1:
        return
    scale = _joined(list(read.values())) and not any(map(_TIME.search, item.options))
    if _are_answers(item, read):
        return
    asked = _QUANTITY.search(item.question) and not _ASKS_RANGE.search(item.question)
    if not scale and (not asked or all(map(_FROM.match, item.options))):
        return
    pairs = [(a, b) for a, b in combinations(read, 2) if _meet(read[a], read[b])]
    if pairs:
        one, other = pairs[0]
        concerned = tuple(sorted({index for pair in pairs for index in pair}))
        first, second = item.options[one], item.options[other]
        yield observation(concerned, letters=named(concerned), first=first, second=second)


def _are_answers(item: Item, ranges: Mapping[int, Range]) -> bool:
    """Return whether a range is the answer itself: the passage gives one of them, or two begin or two end alike."""
    closed = [each for each in ranges.values() if not each.sided]
    ends = [[each.low for each in closed], [each.high for each in closed]]
    return any(len(set(values)) < len(values) for values in ends) or bool(
        {(each.low, each.high) for each in closed} & _ranges_in(item.passage)
    )


@lru_cache(maxsize=8)  # the questions about a passage stand together
def _ranges_in(passage: str) -> frozenset[tuple[float, float]]:
    """Return the ranges that a passage gives, by their ends."""
    digits = _WORD.sub(lambda match: in_digits(match[0]), passage)
    return frozenset((_number(two[1]), _number(two[3].lstrip("-−"))) for two in _TWO_VALUES.finditer(digits))


_TEX = re.compile(r"\\\$|\$|\\[,;! ]|\\(?:mathrm|text|mathbf)\b|\\(?=%)")
_PLAIN_FRACTION = re.compile(r"\\[dt]?frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\}")
_FRACTION = re.compile(
    r"(?<![\d./])(?P<sign>[-−–]?)(?:(?P<whole>\d+)\s+)?(?P<above>\d+(?:\.\d+)?)\s*/\s*(?P<below>\d+(?:\.\d+)?)(?![\d/])"
)
_POWER = re.compile(
    r"(?:(\d+(?:\.\d+)?)\s*(?:[x×·*]|\\times|\\cdot)\s*)?10\s*(?:\^\s*\{?\s*([-−–]?\d+)\s*\}?|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−–", "-0123456789--")
_MANY = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_SAME_UNITS = {"hr": "hour", "sec": "second", "min": "minute", "percent": "%", "per cent": "%", "yr": "year"}
_OF_DAY = re.compile(r"^(\d{1,2})(?:[.:](\d\d))?\s*(a|p)\.?\s?m\.?$", re.IGNORECASE)
_OPTS_OUT = re.compile(
    r"(?:can ?not|can['’]t|could not|impossible to|not possible to) (?:be )?"
    r"(?:determined?|known|say|tell|calculated?|found)"
    r"|(?:not enough|insufficient|inadequate) (?:information|data)"
    r"|data (?:is |are )?(?:inadequate|insufficient)|i don['’]t know",
    re.IGNORECASE,
)
_SCALES = {
    name: (value, scale)
    for scale, units in (
        ("time", {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}),
        ("years", {"month": 1 / 12, "year": 1, "decade": 10, "century": 100, "centurie": 100}),
        ("length", {"mm": 0.001, "cm": 0.01, "m": 1, "metre": 1, "meter": 1, "km": 1000, "kilometre": 1000}),
        ("mass", {"mg": 0.001, "g": 1, "gram": 1, "kg": 1000, "kilogram": 1000}),
        ("volume", {"ml": 0.001, "l": 1, "litre": 1, "liter": 1}),
    )
    for name, value in units.items()
}


def position(option: str) -> tuple[float, float, str] | None:
    r"""Return where an option stands on a scale and what the scale is: of a number, a fraction or a range.

    Units of one kind have one scale: minutes and hours, metres and kilometres.

    >>> position("1/2"), position("2 1/4 miles"), position("$3 \\times 10^{-2}$")
    ((0.5, 0.5, '#'), (2.25, 2.25, '# mile'), (0.03, 0.03, '#'))
    >>> position("90 minutes") < position("2 hours"), position("10 - 20 km")
    (True, (10.0, 20.0, '# km'))
    """
    plain = _PLAIN_FRACTION.sub(r"\1/\2", _TEX.sub("", option)).strip()
    if hour := _OF_DAY.match(plain):
        value = int(hour[1]) % 12 + int(hour[2] or 0) / 60 + 12 * (hour[3].lower() == "p")
        return value, value, "# of day"
    for pattern, value_of in ((_FRACTION, _quotient), (_POWER, _power)):
        if (match := pattern.search(plain)) and (exact := value_of(match)) is not None:
            rest = quantity(f"{plain[: match.start()]} 1 {plain[match.end() :]}")
            return (exact, exact, rest[1].removeprefix("{ ").removesuffix(" }")) if rest else None
    if (read := quantity(plain)) is not None and value_range(plain) is None:
        return _scaled(*read)
    if (between := value_range(plain)) is not None:
        return between.low, between.high, f"# {between.unit}"
    return None


def _scaled(value: float, frame: str) -> tuple[float, float, str]:
    """Return a number and its frame in the smallest unit of its kind, and with "million" and the like counted."""
    ahead, _, unit = frame.partition("# ")
    first, _, more = unit.partition(" ")
    if first in _MANY:
        value, unit = value * _MANY[first], more
    unit = _SAME_UNITS.get(unit, unit)
    factor, scale = (1.0, unit) if ahead else _SCALES.get(unit, (1.0, unit))
    return value * factor, value * factor, f"{ahead}# {scale}".strip() if unit else frame.partition("#")[0] + "#"


def _quotient(match: re.Match[str]) -> float | None:
    below = float(match["below"])
    if not below:
        return None
    value = float(match["whole"] or 0) + float(match["above"]) / below
    return -value if match["sign"] else value


def _power(match: re.Match[str]) -> float | None:
    exponent = (match[2] or match[3]).translate(_RAISED)
    if not re.fullmatch(r"-?\d{1,2}", exponent):
        return None
    return float(match[1] or 1) * 10.0 ** int(exponent)


@by_text("numbers-out-of-order", "remark", ("letters",), citation="Haladyna et al. 2002, guideline 21")
def numbers_out_of_order(item: Item, _limits: Limits) -> Iterator[Observation]:
    """Options that are numbers or ranges do not rise from the first to the last."""
    series = combining(item)
    own = {index: option for index, option in enumerate(item.options) if index not in series}
    read = {index: position(option) for index, option in own.items() if not _OPTS_OUT.search(option)}
    positions = {index: each for index, each in read.items() if each is not None}
    if len(positions) < max(3, len(read) - (len(read) > 4)) or len({each[2] for each in positions.values()}) > 1:
        return
    values = [each[:2] for each in positions.values()]
    if values != sorted(values) and not all(map(_is_label, item.options)):
        order = sorted(positions, key=lambda index: positions[index][:2])
        yield observation(tuple(positions), letters=named(order))


def _is_label(option: str) -> bool:
    """Return whether an option is a telephone number or the like: six digits or more, and nothing else."""
    digits = re.sub(r"[\s.-]", "", option)
    return digits.isdigit() and len(digits) >= 6
