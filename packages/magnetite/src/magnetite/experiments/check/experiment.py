"""The check of an exam: which questions deserve a second look before anyone sits them, and why.

Systems answer under O, QO and QOC; questions without a passage are not scored under QOC. Systems that see all options
at once fit as well: only a question's own options are scored.

What candidates' answers show about each question stands beside what systems make of it. The numbers are those of
`candidates`. The correlations with the systems' probabilities are the exam's own check of the
flags: does what tempts a system tempt candidates?
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from examfiles.items import Dataset, Item, LeftOut, letter
from examfiles.reasons import Reason, counted
from magnetite.core.cells import IntArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import HIGH, ID, LOW, OPTION, interval, probability_with
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import VERDICTS, by_view, own_scores, require_probabilities
from magnetite.experiments.candidates import BANDS, EASE, WORKING, AnsweredExam, Working, analysed, band, missing
from magnetite.experiments.check.groups import group_notes, group_numbers, groups_table
from magnetite.experiments.check.scores import Cut, Worth, cut_numbers, distribution, worth
from magnetite.experiments.choices import passages_of
from magnetite.experiments.findings import bounded, finite, in_card, number, percent
from magnetite.experiments.flags import Dismissal, Exam, FlagSettings, exam_of
from magnetite.experiments.flags.exam import Probabilities
from magnetite.experiments.flags.finding import check_finding, reads
from magnetite.experiments.flags.lists import MOST_QUESTIONS, WITH, unmoved_tables
from magnetite.experiments.flags.settings import wants_verdicts
from magnetite.experiments.span.experiment import CriticalSpan
from magnetite.inputs.responses import Responses
from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import Interval, mean
from magnetite.stats.item_analysis import mean_rest_scores, score_groups
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict
from magnetite.views import shows_passage

FEW_CANDIDATES = 30  # candidates below which a note calls discriminations rough
LOOKS, OTHERS = "second look", "others"
RELIABLE = ((0.9, "very-high"), (0.8, "high"), (0.7, "moderate"), (0.5, "low"))
"""From which reliability on a score is called what: Downing 2004, from 0.7 for a class test to 0.9 for high stakes."""
_CLEARLY = (
    "By themselves, answered right by better candidates less often than by weaker ones, which chance makes of one in "
    "forty sound questions"
)


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """Applies systems and rules to every question, and analyses candidates' answers, if there are any.

    `places`: the place of each question in its file, by id. `left`: the parts left out.
    `dismissed`: flags that the author has dismissed. `listed`: the length of the lists. `span`: whether the system that
    reads is asked without each sentence, too. `cut`: the least score that passes.
    """

    name: ClassVar[str] = "check"
    flags: FlagSettings
    places: Mapping[str, str]
    left: Sequence[LeftOut] = ()
    responses: Responses | None = None
    seed: int = 0
    dismissed: Sequence[Dismissal] = ()
    listed: int = MOST_QUESTIONS
    span: bool = False
    cut: Cut | None = None

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask the system of each view, then every rule."""
        require_probabilities(panel, self.name)
        answered = answered_exam(exam, panel, with_verdicts=wants_verdicts(self.flags))
        found = None if self.responses is None else analysed(exam.items, self.responses, seed=self.seed)
        if found is not None:
            answered = replace(answered, answers=found.by_id)
        flagged = check_finding(
            answered,
            self.flags,
            by_view(panel),
            verifier=panel.panelists.get(VERDICTS),
            places=self.places,
            left=self.left,
            dismissals=self.dismissed,
            listed=self.listed,
        )
        if self.span and reads(flagged):
            whole = exam.with_items([item for place, item in enumerate(exam) if place not in answered.cut])
            [critical] = CriticalSpan(self.listed, self.seed).run(whole, panel)
            flagged = replace(flagged, tables=(*flagged.tables, *unmoved_tables(exam.items, critical)))
        if self.responses is None or found is None:
            return (flagged,)
        looks = [str(name) for name in flagged.table("looks").values("id")]
        return flagged, responses_finding(answered, self.responses, found, looks, seed=self.seed, cut=self.cut)


def answered_exam(exam: Dataset, panel: Panel, *, with_verdicts: bool = True) -> Exam:
    """Ask the system of each view for its calibrated probabilities of every question it can be asked.

    `with_verdicts`: whether the verifier, which judges each option by itself, is asked as well, if it has a seat.
    A question whose passage a system has to cut is none: it would answer without having read what it is asked about.
    """
    rows: dict[str, tuple[Probabilities, ...]] = {}
    verdicts: tuple[Probabilities, ...] = ()
    cut: frozenset[int] = frozenset()
    for name, known in by_view(panel).items():
        places = asked_under(known.view, exam.items)
        if known.view == WITH and places:
            found = panel.cut(name, [exam[place] for place in places])
            cut = frozenset(place for place, own in zip(places, found, strict=True) if own)
            places = [place for place in places if place not in cut]
        own = {place: exam[place] for place in places}
        if not own:
            rows[known.view] = ((),) * len(exam)
            continue
        asked = list(own.values())
        scores = own_scores(panel, name, asked, name)
        temperature = panel.temperature(name)
        heat = {} if temperature is None else {known.view: temperature}
        rows[known.view] = _by_place(exam, own, exam_of(asked, {known.view: scores}, heat).probabilities[known.view])
        if with_verdicts and known.view == WITH and VERDICTS in panel.panelists:
            verdicts = _by_place(exam, own, list(_verdicts(asked, panel)))
    return Exam(exam.items, rows, verdicts=verdicts, cut=cut)


def _verdicts(items: Sequence[Item], panel: Panel) -> Iterator[Probabilities]:
    """Yield how likely each option of an item is right, judged by itself: the log-odds of Yes against No, calibrated.

    What they are calibrated by stands in the system's card, if anybody measured it: a slope and an intercept (Platt
    1999).
    """
    odds = own_scores(panel, VERDICTS, items, "each option by itself")
    fitted = in_card(panel.panelists[VERDICTS], VERDICTS)
    slope, intercept = (fitted["slope"], fitted["intercept"]) if isinstance(fitted, Mapping) else (1.0, 0.0)
    likely = 1.0 / (1.0 + np.exp(-(slope * np.asarray(odds, dtype=np.float64) + intercept)))
    for row in np.split(likely, np.cumsum([len(item.options) for item in items])[:-1]):
        yield tuple(map(float, row))


def _by_place(exam: Dataset, places: Iterable[int], given: Sequence[Probabilities]) -> tuple[Probabilities, ...]:
    rows = dict(zip(places, given, strict=True))
    return tuple(rows.get(place, ()) for place in range(len(exam)))


def asked_under(view: str, items: Sequence[Item]) -> list[int]:
    """Return which items are asked under a view, by place: all, or those that have what the view shows."""
    needed = shows_passage(view)
    return [place for place, item in enumerate(items) if not needed or item.passage.strip()]


def views_of_exam(exam: Dataset, views: Sequence[str]) -> tuple[str, ...]:
    """Return the views under which at least one question can be asked."""
    return tuple(view for view in views if asked_under(view, exam.items))


def responses_finding(
    exam: Exam,
    given: Responses,
    part: AnsweredExam,
    looks: Iterable[str] = (),
    *,
    seed: int = 0,
    cut: Cut | None = None,
) -> Finding:
    """Report answers to an exam; `looks` are the ids of the questions that flags single out for a second look.

    Tables: `facility` (id, n: candidates asked, answered, facility with low and high, ease in a word, discrimination
    with discrimination_low and _high, the word for each, alpha without the question, wrong options, and how many of
    them work and are open, by view p_VIEW of the key), `distractors` (id, option, right, chosen: the share of
    candidates, n, rest: their mean rest score, correlation of choosing it with the rest score, with low and high,
    working: see `candidates`; by view p_VIEW; option "" is no answer), `curves` (id, group of candidates by rest score
    from 1, option, n: candidates of the group, share who chose it), `scores` (score, candidates, its standard error),
    `reliability` (the lower one in a word, with the ends of its interval, and whether two in three candidates score
    within a standard error), `groups` (every comparison of a group, see `groups_table`) and `negative` (id:
    discrimination clearly below 0).
    Numbers: mean score, standard deviation, reliability (Cronbach's alpha), over passages too where these have several
    questions, and the standard error of measurement by the lower of the two; the share within it of their true score;
    what passing at the `cut` is worth; how many wrong options work; for each group compared, the questions by class;
    "facility correlation" with the probability of the key and "distractor correlation" of wrong options' shares with
    theirs (Pearson's; "rank correlation": Spearman's), grouped by view; mean facility and discrimination of the
    questions in `looks` and of the others. Questions without a known key are left out, and a note says so.
    """
    found = worth(part, seed=seed)
    decided = [] if cut is None else list(cut_numbers(part, found, cut))
    unknown = cut is not None and not decided
    numbers = (
        Number("candidates", len(given.chosen), unit="count"),
        Number("questions", len(part.items), unit="count"),
        *_scores(part),
        *([number("within one error", found.within)] if found.within is not None else []),
        *decided,
        *_working(part),
        *group_numbers(part),
        *_correlations(exam, part),
        *_means(part, set(looks)),
    )
    return Finding(
        "responses",
        "What candidates' answers show",
        _sentence(part),
        tuple(each for each in numbers if not math.isnan(each.value)),
        (
            _facility(exam, part),
            _distractors(exam, part),
            _curves(part),
            distribution(part, found),
            _reliability(part, found),
            groups_table(part),
            Table("negative", "Questions that better candidates get wrong more often", (ID.over(_negative(part)),)),
        ),
        settings={"seed": seed},
        notes=(*_notes(exam, given, part), *([Reason("responses-no-decisions")] if unknown else [])),
    )


def _scores(part: AnsweredExam) -> Iterable[Number]:
    """Return how the score is distributed, and how far it can be relied on, where all were asked the same."""
    if not part.asked.all() or not part.items:
        return
    total = part.right.sum(axis=1)
    yield Number("mean score", float(total.mean()), n=len(total), unit="score")
    if len(total) > 1:
        yield Number("standard deviation", float(total.std(ddof=1)), n=len(total), unit="score")
    trusted = part.reliability
    yield number("reliability", trusted.alpha, "correlation")
    yield number("reliability over passages", trusted.by_passage, "correlation")
    yield Number("standard error", trusted.greater_error, n=len(total), unit="score")


def _facility(exam: Exam, part: AnsweredExam) -> Table:
    facility, discrimination = part.statistics.facility, part.statistics.discrimination
    bands = [_bands(discrimination[n], BANDS, "negative") for n in range(len(part.items))]
    wrong = [_wrong(part, item) for item in part.items]
    columns = [
        ID.over(item.id for item in part.items),
        Heading("n", "candidates", "count").over(facility.n.tolist()),
        Heading("answered", unit="count").over(part.by_id[item.id].answered for item in part.items),
        Heading("facility", unit="share").over(_known(facility.estimate)),
        LOW.over(_known(facility.low)),
        HIGH.over(_known(facility.high)),
        Heading("ease", "in a word").over(band(value, EASE, "very-hard") for value in facility.estimate),
        Heading("discrimination", unit="correlation").over(_known(discrimination.estimate)),
        Heading("discrimination_low", unit="correlation").over(_known(discrimination.low)),
        Heading("discrimination_high", unit="correlation").over(_known(discrimination.high)),
        Heading("band", "in a word").over(each[0] for each in bands),
        Heading("band_low", "interval from, in a word").over(each[1] for each in bands),
        Heading("band_high", "interval to, in a word").over(each[2] for each in bands),
        Heading("alpha_without", "reliability without it", "correlation").over(_known(part.reliability.without)),
        Heading("wrong_options", "wrong options", "count").over(len(each) or None for each in wrong),
        Heading("working", "wrong options that work", "count").over(
            each.count("works") if each else None for each in wrong
        ),
        Heading("open", "wrong options too few candidates tell", "count").over(
            each.count("open") if each else None for each in wrong
        ),
    ]
    for view in exam.probabilities:
        rows = [exam.scored(view, place) for place in part.places]
        keys = (_of_key(row, item) for row, item in zip(rows, part.items, strict=True))
        columns.append(probability_with(view).over(keys))
    title = "How easy each question is, and whether it tells good candidates from weak ones"
    return Table("facility", title, tuple(columns))


def _bands(value: Interval, bands: Sequence[tuple[float, str]], below: str) -> list[str | None]:
    """Return a value and the ends of its interval in words, None for what is not known."""
    ends = (value.estimate, value.low, value.high)
    return [None if math.isnan(each) else band(each, bands, below) for each in ends]


def _distractors(exam: Exam, part: AnsweredExam) -> Table:
    rows: list[tuple[Value, ...]] = []
    for column, (item, place) in enumerate(zip(part.items, part.places, strict=True)):
        answers = part.by_id[item.id]
        if answers.options:
            rows += _option_rows(exam, part, column, item, place)
    headings = [ID, OPTION, Heading("right"), Heading("chosen", unit="share"), Heading("n", "candidates", "count")]
    headings += [Heading("rest", "mean score on the other questions")]
    headings += interval("correlation", "correlation with that score", "correlation", "correlation")
    headings += [Heading("working", "whether it works")]
    headings += map(probability_with, exam.probabilities)
    title = "Who chose what: share of candidates, and their mean score on the other questions"
    return table("distractors", title, headings, rows)


def _option_rows(exam: Exam, part: AnsweredExam, column: int, item: Item, place: int) -> Iterable[tuple[Value, ...]]:
    """Yield a row for each option of a question, and one for no answer where somebody gave none."""
    options, found = len(item.options), part.by_id[item.id].options
    asked = part.asked[:, column]
    counts, means = mean_rest_scores(part.rest[asked, column], part.chosen[asked, column], options)
    for option in range(options + 1):
        named = option < options
        linked = found[option].correlation if named else Interval(math.nan, math.nan, math.nan, 0)
        scored = [exam.scored(view, place) for view in exam.probabilities]
        if named or counts[option]:
            yield (
                *(item.id, letter(option) if named else "", option == item.answer if named else None),
                *(float(counts[option] / max(1, asked.sum())), int(counts[option]), finite(float(means[option]))),
                *bounded(linked),
                found[option].working if named and item.answer not in (None, option) else None,
                *(each[option] if each and named else None for each in scored),
            )


def _curves(part: AnsweredExam) -> Table:
    """Put down which share of each score group chose each option; of marks, which share was right."""
    rows: list[tuple[Value, ...]] = []
    for column, item in enumerate(part.items):
        asked = part.asked[:, column]
        groups = score_groups(part.rest[asked, column])
        whole = bool(part.by_id[item.id].options)
        options = range(len(item.options)) if whole else [item.answer] if item.answer is not None else []
        for group in np.unique(groups[groups >= 0]).tolist():
            inside = part.chosen[asked, column][groups == group]
            rows += [
                (item.id, group + 1, letter(option), len(inside), float((inside == option).mean()))
                for option in options
            ]
    headings = (ID, Heading("group", unit="count"), OPTION, Heading("n", "candidates", "count"))
    title = "Who chose what, by groups of candidates from the weakest to the strongest on the other questions"
    return table("curves", title, (*headings, Heading("share", unit="share")), rows)


def _reliability(part: AnsweredExam, found: Worth) -> Table:
    bands = (Heading("band"), Heading("band_low", "interval from"), Heading("band_high", "interval to"))
    headings = (*bands, Heading("two_in_three", "two in three within an error"))
    alpha = part.reliability.lower
    rows = [] if math.isnan(alpha.estimate) else [(*_bands(alpha, RELIABLE, "very-low"), found.two_in_three.value)]
    return table("reliability", "How far the score can be relied on, in a word", headings, rows)


def _working(part: AnsweredExam) -> Iterable[Number]:
    """Count the wrong options, and how many of them work, are rarely chosen, rise, and are open."""
    every = [option for item in part.items for option in _wrong(part, item)]
    if every:
        yield Number("wrong options", len(every), unit="count")
        for kind in WORKING:
            yield Number("wrong options by kind", every.count(kind), n=len(every), unit="count", group=kind)


def _wrong(part: AnsweredExam, item: Item) -> list[Working]:
    """Return whether each wrong option of a question works; none where it is not known who chose what."""
    options = part.by_id[item.id].options
    return [each.working for at, each in enumerate(options) if at != item.answer] if item.answer is not None else []


def _correlations(exam: Exam, part: AnsweredExam) -> Iterable[Number]:
    """Correlate facilities and wrong options' shares with each view's probabilities, options of a question together."""
    for view in exam.probabilities:
        scored = [
            (n, exam.scored(view, place))
            for n, place in enumerate(part.places)
            if exam.scored(view, place) and part.items[n].answer is not None
        ]
        keys = np.array([_of_key(row, part.items[n]) for n, row in scored])
        yield from _both(
            "facility", view, np.array([part.statistics.facility.estimate[n] for n, _ in scored]), keys, None
        )
        wrong = [
            (n, part.by_id[part.items[n].id].options[option].share, p)
            for n, row in scored
            for option, p in enumerate(row)
            if option != part.items[n].answer and part.by_id[part.items[n].id].options
        ]
        yield from _both(
            "distractor",
            view,
            np.array([share for _, share, _ in wrong]),
            np.array([p for *_, p in wrong]),
            np.array([n for n, *_ in wrong], dtype=np.int64),
        )


def _both(label: str, view: str, x: FloatArray, y: FloatArray, clusters: IntArray | None) -> Iterable[Number]:
    for name, method in (("correlation", "pearson"), ("rank correlation", "spearman")):
        both = correlation(x.astype(np.float64), y.astype(np.float64), method, clusters)
        yield number(f"{label} {name}", both, "score", view)


def _means(part: AnsweredExam, looks: set[str]) -> Iterable[Number]:
    """Average facility and discrimination over the questions that deserve a second look and over the others."""
    inside = np.array([item.id in looks for item in part.items], dtype=np.bool_)
    for group, mask in ((LOOKS, inside), (OTHERS, ~inside)):
        for label, intervals, unit, least in (
            ("facility", part.statistics.facility, "share", 0.0),
            ("discrimination", part.statistics.discrimination, "score", -1.0),
        ):
            values = intervals.estimate[mask & np.isfinite(intervals.estimate)]
            if len(values):
                average = mean(values, np.arange(len(values)), least=least, most=1.0)
                yield number(f"mean {label}", average, unit, group)


def _sentence(part: AnsweredExam) -> str:
    begin = f"{counted(len(part.chosen), 'candidate')} answered {counted(len(part.items), 'question')}"
    if not part.items:
        return f"{begin} with a known key, so how well they did is unknown."
    facility = float(np.nanmean(part.statistics.facility.estimate))
    bad = _negative(part)
    misleading = f" {_CLEARLY}: {', '.join(bad[:10])}{', …' if len(bad) > 10 else ''}." if bad else ""
    return f"{begin}; on average {percent(facility)} of them are right.{misleading}"


def _negative(part: AnsweredExam) -> list[str]:
    """Name the questions whose discrimination by itself is clearly below 0; none where candidates are few."""
    if len(part.chosen) < FEW_CANDIDATES:
        return []
    found = part.statistics.discrimination
    return [item.id for n, item in enumerate(part.items) if verdict(found[n]) == Verdict.BELOW]


def _notes(exam: Exam, given: Responses, part: AnsweredExam) -> tuple[Reason, ...]:
    analysed = {item.id for item in part.items}
    unkeyed = [item.id for item in exam.items if item.id in set(given.items) - analysed]
    notes = [*given.notes, *group_notes(part, given.groups)]
    if unkeyed:
        named = unkeyed if len(unkeyed) <= 5 else [*unkeyed[:5], "…"]
        notes.append(Reason("responses-unkeyed", {"ids": ", ".join(named)}))
    if blank := missing(part.chosen):
        notes.append(Reason("responses-missing", {"answers": blank}))
    if not part.asked.all():
        notes.append(Reason("responses-not-asked"))
    elif len(part.items) > 1 and len(set(passages_of(part.items).tolist())) == 1:
        notes.append(Reason("responses-one-passage"))
    if len(given.chosen) < FEW_CANDIDATES:
        notes.append(Reason("responses-few", {"candidates": len(given.chosen)}))
    return tuple(notes)


def _of_key(row: Sequence[float], item: Item) -> float | None:
    return row[item.answer] if row and item.answer is not None else None


def _known(values: FloatArray) -> list[Value]:
    return [finite(value) for value in values.tolist()]
