"""Flags, and rules: what a rule looks for, what it needs, from which limit on it speaks, and how it is asked.

A flag holds numbers and texts, never sentences: these stand in `words.en.ftl` and `words.de.ftl`. The rules stand in
files by what they look at (`by_candidates`, `by_model`, `options`, `forms`, `stem`, `whole`), and all together, in
order, in `registry`.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any, Literal, get_args

from examfiles.errors import UsageError, unknown_name
from examfiles.items import Item, gathered, letter
from magnetite.core.severity import Severity, severity_of
from magnetite.experiments.asking import shares_list
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.phrases import PHRASES
from magnetite.experiments.flags.worth import PRIOR, Worth, severity_within, shipped
from magnetite.stats.intervals import Interval
from magnetite.views import shows_passage

Source = Literal["candidates", "model", "rule"]
GapReason = Literal[
    "switched-off",
    "answers",
    "candidates",
    "groups",
    "views",
    "interference",
    "verdicts",
    "cut",
    "key",
    "passage",
    "language",
    "shared",
    "questions",
    "guessing",
    "luck",
]
Evidence = str | int | float | tuple[str, ...]
SOURCES: tuple[Source, ...] = ("candidates", "model", "rule")
REASONS: tuple[GapReason, ...] = get_args(GapReason)


@dataclass(frozen=True, slots=True)
class Flag:
    """One thing a rule found.

    `source` says whether candidates' answers, a model's or the text alone show it. `item` is the item's id, empty for a
    flag about the whole exam; `severity` is one of `core.severity`, or what earlier versions called it; `options` are
    the options concerned, from 0. `evidence` has what its sentence shows, under the names that the rule declares.
    `right` is the share of such flags that are right, with its interval (see `worth`), None where nobody measured it.
    """

    rule: str
    source: Source
    severity: Severity
    item: str
    options: tuple[int, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict, hash=False)
    right: Interval | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "severity", severity_of(self.severity))
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))


@dataclass(frozen=True, slots=True)
class NotChecked:
    """The items a rule could not check, and why: ids, or () for the whole exam.

    `evidence` has what the reason's sentence shows: the views that are missing, the number of questions needed.
    """

    rule: str
    reason: GapReason
    items: tuple[str, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))


Limits = Mapping[str, float]
COUNTED_UNITS = ("characters", "words", "options", "questions", "candidates", "points")  # units that are counted
QUESTIONS = "questions"  # the threshold of rules about a whole exam: the number of questions they need
CANDIDATES = "candidates"  # the threshold of rules about candidates' answers: the number of candidates they need


@dataclass(frozen=True, slots=True)
class Threshold:
    """One limit of a rule: its value unless a setting changes it, its unit, its range, and what it means."""

    name: str
    value: float
    unit: str
    low: float
    high: float
    meaning: str

    @property
    def whole(self) -> bool:
        """Return whether only whole numbers make sense."""
        return self.unit in COUNTED_UNITS

    def checked(self, where: str, value: Any) -> float:
        """Return a value that fits. Raises UsageError, beginning with `where`, for one that does not."""
        number = isinstance(value, int) if self.whole else isinstance(value, int | float)
        if isinstance(value, bool) or not number or not self.low <= float(value) <= self.high:
            kind = "a whole number" if self.whole else "a number"
            upto = f"from {self.low:g}" if math.isinf(self.high) else f"from {self.low:g} to {self.high:g}"
            raise UsageError(f"{where} is {value!r}; expected {kind} {upto} ({self.unit}): {self.meaning}.")
        return int(value) if self.whole else float(value)


@dataclass(frozen=True, slots=True)
class Observation:
    """What a rule saw: the options concerned, from 0, and the evidence; the rule makes a flag of it."""

    options: tuple[int, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict, hash=False)


def observation(options: tuple[int, ...], /, **evidence: Evidence) -> Observation:
    """Make an observation from the options concerned and the evidence by name.

    >>> observation((2,), key="C", length=41).evidence["length"]
    41
    """
    return Observation(options, evidence)


Inspection = Callable[[Exam, Sequence[int], Limits], Iterator[tuple[str, Observation]]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule.

    `severity` is what the flaw would be, if it is one: a flag's own is at most that, and follows `measured`, how often
    such flags are right (see `worth`). `sees` is a clause that describes what it finds. `look` takes the exam, the
    indices of the items it may look at, and the limits.
    `evidence` names what every flag of the rule shows. The rule needs a system for every view in `views`;
    of an item, where they are set, a known answer (`key`), a passage (`passage`), text in one of its `languages` (any,
    if it names none), candidates' answers (`answers`), of as many as its threshold says, in groups that were compared
    (`groups`), and verdicts on each option by itself (`verdicts`); of the exam, interference scores (`interference`).
    `reads`: it rests on what a system says after it has read the whole passage, as every rule with such a view does.
    `shared`: it can look at questions whose options are a list that other questions have too (matching, gapped texts);
    unless it says so, a rule that reads the text cannot.
    `luck`: the evidence by which its flags are ranked, where a guess that is right can raise one too (see `luck`).
    `citation` names the source: a paper or guideline.
    """

    name: str
    source: Source
    severity: Severity
    sees: str
    look: Inspection
    evidence: tuple[str, ...]
    thresholds: tuple[Threshold, ...] = ()
    views: tuple[str, ...] = ()
    key: bool = False
    passage: bool = False
    languages: tuple[str, ...] = ()
    answers: bool = False
    groups: bool = False
    interference: bool = False
    verdicts: bool = False
    reads: bool = False
    shared: bool | None = None
    luck: str = ""
    citation: str = ""
    measured: Worth | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "severity", severity_of(self.severity))

    def limits(self, changed: Mapping[str, float] | None = None) -> dict[str, float]:
        """Return the rule's limits, some of them changed. Raises UsageError for an unknown one or one out of range."""
        known = {threshold.name: threshold for threshold in self.thresholds}
        for name in changed or {}:
            if name not in known:
                raise unknown_name(f"rule '{self.name}': threshold", name, list(known) or ["(it has none)"])
        changes = {name: known[name].checked(f"rule '{self.name}': {name}", v) for name, v in (changed or {}).items()}
        return {name: threshold.value for name, threshold in known.items()} | changes

    def find(
        self, exam: Exam, thresholds: Mapping[str, float] | None = None, severity: Severity | None = None
    ) -> list[Flag]:
        """Return the rule's flags on the items it can look at, in the order of the exam."""
        return self.flags(self.observations(exam, thresholds), severity)

    def observations(self, exam: Exam, thresholds: Mapping[str, float] | None = None) -> list[tuple[str, Observation]]:
        """Return what the rule sees in the items it can look at, by their ids."""
        limits = self.limits(thresholds)
        usable = self.usable(exam, limits)
        return list(self.look(exam, usable, limits)) if len(usable) >= limits.get(QUESTIONS, 0) else []

    def flags(
        self,
        seen: Iterable[tuple[str, Observation]],
        severity: Severity | None = None,
        worth: Callable[[Mapping[str, Evidence]], Interval | None] | None = None,
        prior: float = PRIOR,
    ) -> list[Flag]:
        """Make flags of what the rule saw, by the items' ids.

        `worth` tells from a flag's evidence how often such flags are right; unless it is given, the rule does. `prior`:
        the share of questions that have the flaw.
        """
        known = self.worth
        made = []
        for item, each in seen:
            right = worth(each.evidence) if worth else (None if known is None else known.right(each.evidence, prior))
            level = severity_within(severity or self.severity, right, prior)
            made.append(Flag(self.name, self.source, level, item, each.options, each.evidence, right))
        return made

    @property
    def worth(self) -> Worth | None:
        """Return how often the rule was right where that was measured without a model, None where nobody did."""
        return self.measured or shipped().get(self.name)

    def usable(self, exam: Exam, limits: Limits) -> list[int]:
        """Return the indices of the items that the rule can look at."""
        return [index for index in range(len(exam.items)) if self._obstacle(exam, index, limits) is None]

    def unchecked(self, exam: Exam, thresholds: Mapping[str, float] | None = None) -> list[NotChecked]:
        """Return what the rule cannot look at, by reason: the whole exam, or some of its items."""
        limits = self.limits(thresholds)
        needed = limits.get(QUESTIONS, 0)
        reasons = gathered(
            (reason, item.id)
            for index, item in enumerate(exam.items)
            if (reason := self._obstacle(exam, index, limits)) is not None
        )
        total, blocked = len(exam.items), sum(map(len, reasons.values()))
        notes = [self._not_checked(exam, reason, ids, limits) for reason, ids in reasons.items()]
        if blocked < total and total - blocked < needed:
            evidence = {"needed": int(needed), "found": total - blocked}
            notes.append(NotChecked(self.name, "questions", (), evidence))
        return notes

    def _not_checked(self, exam: Exam, reason: GapReason, ids: list[str], limits: Limits) -> NotChecked:
        items = () if len(ids) == len(exam.items) else tuple(ids)
        if reason == "candidates":
            most = max(exam.answers[name].asked for name in ids)
            few = () if len(ids) == len(exam.answers) else tuple(ids)
            return NotChecked(self.name, reason, few, {"needed": int(limits[CANDIDATES]), "found": most})
        missing = tuple(view for view in self.views if view not in exam.probabilities) or self.views
        return NotChecked(self.name, reason, items, {"views": missing} if reason == "views" else {})

    def _obstacle(self, exam: Exam, index: int, limits: Limits) -> GapReason | None:
        """Return why the rule cannot look at an item, None where it can."""
        item = exam.items[index]
        known = exam.answers.get(item.id)
        lacks: tuple[tuple[GapReason, bool], ...] = (
            ("answers", self.answers and known is None),
            ("candidates", self.answers and known is not None and known.asked < limits.get(CANDIDATES, 0)),
            ("interference", self.interference and not exam.interference),
            ("passage", self.passage and not item.passage.strip()),
            ("cut", index in exam.cut and (self.reads or any(map(shows_passage, self.views)))),
            ("views", not all(exam.scored(view, index) for view in self.views)),
            ("verdicts", self.verdicts and not exam.verdicts),  # on no question
            ("key", self.key and item.answer is None),
            ("groups", self.groups and known is not None and not known.differences),
            ("shared", shares_list(item) and not (self.source != "rule" if self.shared is None else self.shared)),
            ("language", bool(self.languages) and exam.languages[index] not in self.languages),
            ("verdicts", self.verdicts and not (exam.verdicts and exam.verdicts[index])),
        )
        return next((reason for reason, here in lacks if here), None)


def by_item(look: Callable[[Item, Limits], Iterator[Observation]]) -> Inspection:
    """Make a rule's look of one that reads the text of one item."""

    @wraps(look)
    def over(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
        return look(exam.items[index], limits)

    return by_row(over)


def rule(
    name: str, severity: Severity, evidence: tuple[str, ...], *thresholds: Threshold, **needs: Any
) -> Callable[[Inspection], Rule]:
    """Make a rule of the look below, whose docstring begins with what it sees; `needs`: fields of a `Rule` by name.

    >>> @rule("says-never", "remark", ("letters",))
    ... @by_item
    ... def says_never(item, _limits):
    ...     \"\"\"An option says “never”.\"\"\"
    ...     yield from (observation((k,), letters=named([k])) for k, text in enumerate(item.options) if "never" in text)
    >>> says_never.sees
    'an option says “never”'
    """

    def made(look: Inspection) -> Rule:
        given = {"source": "rule", "thresholds": thresholds, "sees": sees_of(look), **needs}
        return Rule(name=name, severity=severity, look=look, evidence=evidence, **given)

    return made


def sees_of(look: object) -> str:
    """Return the first line of a look's docstring as a clause."""
    line = (look.__doc__ or "").partition("\n")[0].removesuffix(".")
    return f"{line[:1].lower()}{line[1:]}"


def by_text(*about: Any, **needs: Any) -> Callable[[Callable[[Item, Limits], Iterator[Observation]]], Rule]:
    """Make a rule, as `rule` does, of one that reads the text of one item."""
    return lambda look: rule(*about, **needs)(by_item(look))


def by_phrase(*about: Any, **needs: Any) -> Callable[[Callable[[Item, Limits, str], Iterator[Observation]]], Rule]:
    """Make a rule, as `rule` does, of one that reads the text of one item in a language whose `PHRASES` are known."""

    def made(look: Callable[[Item, Limits, str], Iterator[Observation]]) -> Rule:
        @wraps(look)
        def over(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
            return look(exam.items[index], limits, exam.languages[index])

        return rule(*about, **{"languages": tuple(PHRASES), **needs})(by_row(over))

    return made


def by_row(look: Callable[[Exam, int, Limits], Iterator[Observation]]) -> Inspection:
    """Make a rule's look of one that reads one item of the exam, by its index."""

    @wraps(look)
    def over(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
        for index in indices:
            for observed in look(exam, index, limits):
                yield exam.items[index].id, observed

    return over


def key_of(item: Item) -> int:
    """Return the index of the right option. Raises ValueError where there is none: rules declare that they need one."""
    if item.answer is None:
        raise ValueError(f"item '{item.id}' has no known answer, and a rule that does not declare `key` reads one.")
    return item.answer


def wrong_options(item: Item) -> list[int]:
    """Return the indices of the wrong options."""
    return [index for index in range(len(item.options)) if index != item.answer]


def named(indices: Sequence[int]) -> tuple[str, ...]:
    """Name options by letter.

    >>> named([0, 2])
    ('A', 'C')
    """
    return tuple(letter(index) for index in indices)
