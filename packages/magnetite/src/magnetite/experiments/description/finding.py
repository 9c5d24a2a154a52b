"""Describe: what is in a dataset before any model sees it, and what is wrong with it.

Counts, lengths and the baselines that need no model are those of Si et al. (2019, Tables 1 and 3) and of Liusie et al.
(2022, Table 1). Lengths count words and punctuation marks; the answer is the right option; a passage counts once
however many questions it has.
"""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from examfiles import read_splits, remarks, unused_passages
from examfiles.errors import UsageError
from examfiles.items import Dataset, Item, letter
from examfiles.lengths import unspaced, words
from examfiles.reasons import Reason, many, sentences
from magnetite.core.headings import ANSWER, COUNT, ENDS, EXPECTED, LEVEL, QUESTION, SHARE
from magnetite.core.results import Finding, Heading, Number, Table, Text, Value, table
from magnetite.experiments.choices import ALL, baseline, chance, own_name
from magnetite.experiments.findings import span
from magnetite.stats.intervals import Interval, cluster_codes, share
from magnetite.stats.verdict import MARGIN, says_little, verdict
from magnetite.views.baselines import longest
from magnetite.views.text import length

_EXAMPLES = 5
_SMALL = 5  # the least expected count for which the chi-squared test of the key is trusted


@dataclass(frozen=True, slots=True)
class _NamedItem:
    """An item with its split, and names that are unique over all datasets described together."""

    split: str
    name: str
    passage: str
    item: Item

    @property
    def level(self) -> str:
        return self.item.level or ""


def describe(data: Dataset | Sequence[Dataset] | str | Path) -> Finding:
    """Describe a dataset, several (the splits of one exam), or all splits found at a path.

    The finding's tables: `splits` (questions, passages, least and most options, labelled), `lengths` (mean words of
    passage, question and answer), `baselines` (accuracy expected of guessing, and of always taking the longest option,
    equals evenly, with its interval clustered by passage), `keys` (how often each letter is right) and
    `problems` (kind, count, ids of examples). Unlabelled items are left out of baselines, keys and answer lengths.
    Raises UsageError where there is nothing to describe, DataError where a path cannot be read.

    >>> ann = Item("q1", "p1", "Ann has a cat.", "What has Ann?", ("a cat", "a very big dog"), 0)
    >>> describe(Dataset("pets", (ann,))).number("baseline", "longest").value
    0.0
    """
    datasets = (
        read_splits(data) if isinstance(data, str | Path) else [data] if isinstance(data, Dataset) else list(data)
    )
    if strangers := [each for each in datasets if not isinstance(each, Dataset)]:
        raise UsageError(
            f"a {type(strangers[0]).__name__} cannot be described; expected a path, a dataset, or several datasets. "
            "magnetite.read makes one of rows."
        )
    entries = _entries(datasets)
    if not entries:
        raise UsageError("there are no items to describe; expected a dataset with at least one.")
    problems = _problems(entries, datasets)
    baselines = {level: _baseline(group) for level, group in _by_level(entries).items()}
    keys, key_p = _keys(entries)
    guess, longest = baselines[ALL]
    numbers = (
        Number("questions", len(entries), unit="count"),
        Number("passages", _passage_count(entries), unit="count"),
        Number("labelled", sum(entry.item.answer is not None for entry in entries), unit="count"),
        Number("baseline", guess, n=longest.n, group="random"),
        Number("baseline", longest.estimate, *_ends(longest), longest.n, group="longest"),
        Number("key balance, chi-squared p", key_p, unit="p", n=len(_labelled(entries))),
        *(Number("problems", len(ids), unit="count", group=kind) for kind, ids in problems.items()),
    )
    return Finding(
        "describe",
        "What is in the dataset",
        sentences(
            _contents(datasets, entries),
            *_baselines_sentence(entries, guess, longest),
            *_keys_sentence(keys, key_p),
            _problems_sentence(problems),
        ),
        tuple(number for number in numbers if number.value == number.value),  # a number that is not known is left out
        (_splits(entries), _lengths(entries), _baselines_table(baselines), keys, _problems_table(problems)),
        notes=_notes(datasets),
    )


def _entries(datasets: Sequence[Dataset]) -> list[_NamedItem]:
    entries = []
    for dataset in datasets:
        split = dataset.split or dataset.name
        prefix = f"{split}: " if len(datasets) > 1 else ""
        entries += [_NamedItem(split, f"{prefix}{item.id}", f"{prefix}{item.passage_id}", item) for item in dataset]
    return entries


def _by_level(entries: Sequence[_NamedItem]) -> dict[str, list[_NamedItem]]:
    """Group by level, all together first; without levels, or with one alone, "all" is the only group."""
    levels = dict.fromkeys(entry.level for entry in entries)
    single = (
        {level: [entry for entry in entries if entry.level == level] for level in levels} if len(levels) > 1 else {}
    )
    return {
        ALL: list(entries),
        **{own_name(level) if level else "(no level)": group for level, group in single.items()},
    }


def _labelled(entries: Sequence[_NamedItem]) -> list[_NamedItem]:
    return [entry for entry in entries if entry.item.answer is not None]


def _passages(entries: Sequence[_NamedItem]) -> dict[str, str]:
    return {entry.passage: entry.item.passage for entry in entries}


def _passage_count(entries: Iterable[_NamedItem]) -> int:
    return len({entry.passage for entry in entries if entry.item.passage.strip()})


def _splits(entries: Sequence[_NamedItem]) -> Table:
    rows: list[tuple[Value, ...]] = []
    for split in dict.fromkeys(entry.split for entry in entries):
        for level, group in _by_level([entry for entry in entries if entry.split == split]).items():
            counts = [len(entry.item.options) for entry in group]
            options = (min(counts), max(counts))
            rows.append((split, level, len(group), _passage_count(group), *options, len(_labelled(group))))
    headings = (
        Heading("split"),
        LEVEL,
        Heading("questions", unit="count"),
        Heading("passages", unit="count"),
        Heading("options_min", "options", "count"),
        Heading("options_max", "to", "count"),
        Heading("labelled", "with a key", "count"),
    )
    return table("splits", "Questions and passages", headings, rows)


def _lengths(entries: Sequence[_NamedItem]) -> Table:
    passages = {name: _length(text) for name, text in _passages(entries).items()}
    rows = [
        (
            level,
            _mean(passages[name] for name in {entry.passage for entry in group}),
            _mean(_length(entry.item.question) for entry in group),
            _mean(_length(e.item.options[e.item.answer]) for e in group if e.item.answer is not None),
        )
        for level, group in _by_level(entries).items()
    ]
    headings = (LEVEL, Heading("passage"), QUESTION, ANSWER)
    return table(
        "lengths", "Mean length in words and punctuation marks; the answer is the right option", headings, rows
    )


def _length(text: str) -> int:
    """Count words and punctuation marks, the words of scripts without spaces by their characters."""
    if not unspaced(text):
        return length(text)
    return words(text) + sum(unicodedata.category(each)[0] in "PS" for each in text)


def _mean(values: Iterable[int]) -> float | None:
    listed = list(values)
    return sum(listed) / len(listed) if listed else None


def _baseline(entries: Sequence[_NamedItem]) -> tuple[float, Interval]:
    """Return the accuracy expected of guessing and that of the longest option, over labelled items."""
    labelled = _labelled(entries)
    items = [entry.item for entry in labelled]
    right = baseline(items, longest).correct
    guess = float(chance(items).mean()) if labelled else float("nan")
    found = share(right, cluster_codes([entry.passage for entry in labelled]))
    alone = (found.low, found.high) == (0, 1)  # one passage says nothing of others
    return guess, replace(found, low=math.nan, high=math.nan) if alone else found


def _baselines_table(baselines: Mapping[str, tuple[float, Interval]]) -> Table:
    rows = [
        (level, *((guess, top.estimate, *_ends(top)) if top.n else (None,) * 4), top.n)
        for level, (guess, top) in baselines.items()
    ]
    headings = (LEVEL, Heading("random", unit="share"), Heading("longest", unit="share"), *ENDS)
    return table("baselines", "Accuracy without reading: guessing, and always the longest option", headings, rows)


def _ends(interval: Interval) -> tuple[float | None, float | None]:
    """Return the ends of a share's interval, None where it leaves out nothing, as over a single passage."""
    return (None, None) if interval.low <= 0 and interval.high >= 1 else (interval.low, interval.high)


def _keys(entries: Sequence[_NamedItem]) -> tuple[Table, float]:
    """Return how often each letter is the key beside what chance expects, and the p value of a chi-squared test."""
    items = [entry.item for entry in _labelled(entries)]
    counts = Counter(item.answer for item in items)
    sizes = range(max((len(item.options) for item in items), default=0))
    expected = [sum(1 / len(item.options) for item in items if len(item.options) > index) for index in sizes]
    rows = [
        (letter(index), counts[index], counts[index] / len(items), mean / len(items))
        for index, mean in enumerate(expected)
    ]
    headings = (Heading("letter"), COUNT, SHARE, EXPECTED)
    return table("keys", "How often each option is the right one", headings, rows), _balance(counts, expected)


def _balance(counts: Mapping[int | None, int], expected: Sequence[float]) -> float:
    from scipy.stats import chisquare

    if not expected or min(expected) < _SMALL:
        return float("nan")
    return float(chisquare([counts[index] for index in range(len(expected))], expected).pvalue)


def _problems(entries: Sequence[_NamedItem], datasets: Sequence[Dataset]) -> dict[str, list[str]]:
    """Return the names of what has each kind of problem; a duplicate is named once per repetition."""
    kinds: dict[str, Callable[[Item], bool]] = {
        "identical options": lambda item: len({_flat(option) for option in item.options}) < len(item.options),
        "empty options": lambda item: any(not option.strip() for option in item.options),
        "empty questions": lambda item: not item.question.strip(),
    }
    faults = {kind: [entry.name for entry in entries if test(entry.item)] for kind, test in kinds.items()}
    unused = [place for dataset in datasets for place in unused_passages(dataset)]
    return {"duplicate items": _duplicates(entries), **faults, "passages without questions": unused}


def _duplicates(entries: Sequence[_NamedItem]) -> list[str]:
    """Name the items whose passage, question and options, in any order, an earlier item has."""
    first: dict[tuple[str, str, tuple[str, ...]], str] = {}
    passages = {name: _flat(text) for name, text in _passages(entries).items()}
    repeats = []
    for entry in entries:
        item = entry.item
        key = (passages[entry.passage], _flat(item.question), tuple(sorted(_flat(option) for option in item.options)))
        if first.setdefault(key, entry.name) != entry.name:
            repeats.append(f"{entry.name} (as {first[key]})")
    return repeats


def _flat(text: str) -> str:
    """Return what is left of a text when spacing and case do not count."""
    return " ".join(text.split()).casefold()


def _problems_table(problems: Mapping[str, list[str]]) -> Table:
    rows = [
        (kind, len(ids), "; ".join([*ids[:_EXAMPLES], *(["…"] if len(ids) > _EXAMPLES else [])]))
        for kind, ids in problems.items()
    ]
    return table("problems", "What is wrong with items", (Heading("kind"), COUNT, Heading("examples")), rows)


def _contents(datasets: Sequence[Dataset], entries: Sequence[_NamedItem]) -> Reason:
    options = {len(entry.item.options) for entry in entries}
    known = len(_labelled(entries))
    values = {
        "name": ", ".join(dict.fromkeys(dataset.name for dataset in datasets)),
        "questions": many(len(entries)),
        "passages": _passage_count(entries),
        "least": min(options),
        "most": max(options),
        "equal": "yes" if len(options) == 1 else "no",
        "known": "all" if known == len(entries) else known or "none",
    }
    return Reason("description-contents", values)


def _baselines_sentence(entries: Sequence[_NamedItem], guess: float, longest: Interval) -> Iterator[Reason]:
    labelled = _labelled(entries)
    if not labelled:
        return
    passages = len({entry.passage for entry in labelled})
    shares = {"guess": guess, "longest": longest.estimate}
    if says_little(longest, passages):
        units = many(passages, "passage" if _passage_count(labelled) else "question")
        yield Reason("description-baselines-few", {**shares, "units": units, "count": passages})
    else:
        side = verdict(longest, guess, margin=MARGIN)
        yield Reason("description-baselines", {**shares, "interval": span(longest), "side": side})


def _keys_sentence(keys: Table, p: float) -> Iterator[Reason]:
    if len(keys):
        counts = zip(keys.values("letter"), keys.values("count"), strict=True)
        told = {"counts": ", ".join(f"{name} {count}" for name, count in counts)}
        yield Reason("description-keys", told) if math.isnan(p) else Reason("description-keys-tested", {**told, "p": p})


def _problems_sentence(problems: Mapping[str, list[str]]) -> Reason:
    faults = [Reason("description-fault", {"kind": kind, "count": len(ids)}) for kind, ids in problems.items() if ids]
    return Reason("description-problems", {"faults": faults}) if faults else Reason("description-no-problems")


def _notes(datasets: Sequence[Dataset]) -> tuple[Text, ...]:
    notes = tuple(dict.fromkeys(note for dataset in datasets for note in remarks(dataset)))
    skipped = [left for dataset in datasets for left in dataset.skipped]
    if not skipped:
        return notes
    first = {"where": skipped[0].where, "reason": skipped[0].reason}
    return (*notes, Reason("description-left-out", {"questions": many(len(skipped)), **first}))
