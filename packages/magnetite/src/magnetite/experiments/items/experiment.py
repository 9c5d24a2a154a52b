"""What the systems that took an exam show of it: of each question, of the ranking, and which keys they contradict.

Systems are candidates, and what is said of a question is what a test statistician says of people's answers
(`candidates`): facility, corrected discrimination, and the same correlation of each option.

**Evidence against a key.** A candidate who answers a share p of the other questions correctly, of m options each, is p
(m - 1) / (1 - p) times as likely to choose the key as a given wrong option. The logarithms of these odds add up for
each option, as if candidates erred independently (the weighted vote that is then best: Nitzan & Paroush 1982). Who is
not above guessing by the whole interval of what it gets right does not vote. The evidence is that for the strongest
wrong option less that for the key. Candidates do not err independently: an option that attracts them all looks like a
key. So the evidence orders questions, and beside it stands how often it holds when candidates are drawn anew. The exam
is its own control: where one option wins whichever candidates are drawn, it should be the key. If it is another nearly
as often, the candidates share habits rather than knowledge: contradicted keys are counted only where the interval of
that share is above `TRUSTED`.

**Groups.** Models of one family answer alike. Of a group all votes together weigh as much as those of a candidate who
stands alone, and resamples draw whole groups. By default candidates of one lineage, such as the same base, are a group.

**The ranking.** Two candidates are told apart where a paired test on the same questions, clustered by passage, is
significant after correction for the number of pairs (Holm): of candidates who are equal, in at most one exam of twenty
any pair is. How few questions rank them the same is tried on questions and candidates that had no part
in choosing: half of the candidates choose the questions (those that discriminate best), the other half is ranked.

No item response model is fitted: with tens of candidates two parameters a question are not determined, and the
discrimination parameter orders questions much as the corrected correlation does.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item, gathered, letter
from examfiles.reasons import Reason, many, sentences
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.experiment import Panel
from magnetite.core.headings import HIGH, ID, LOW, OPTION, QUESTION, RANK, SYSTEM, interval
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.asking import own_scores, require_items
from magnetite.experiments.candidates import AnsweredExam, analysed, missing
from magnetite.experiments.choices import lots_of, passages_of, read_choices
from magnetite.experiments.findings import bounded, finite, number, span
from magnetite.experiments.flags import RULES, Exam
from magnetite.inputs.responses import NOT_ASKED, Responses
from magnetite.stats.bootstrap import COSTLY_DRAWS, times_drawn
from magnetite.stats.correlation import correlation
from magnetite.stats.intervals import TAIL, Interval, difference_tests, holm, share, shares
from magnetite.stats.item_analysis import RESAMPLED, Reliability, rest_scores
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict

FEWEST_CANDIDATES = 3  # candidates
SIGNIFICANT = 0.05
SURE_SHARE = 0.95  # the share of resamples in which a key has to be contradicted
TRUSTED = 0.8  # how often candidates who agree must agree on the key before contradictions are counted
SIZES = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
SAME_RANKING = 0.02  # how much less of a rank correlation still counts as the same ranking
_SPLITS = 100
_FEWEST_IN_HALF = 5  # candidates in half of them, at least: of fewer, a rank correlation says nothing
_MOST_NAMES = 10
_DISCRIMINATION = interval("discrimination", "discrimination", "discrimination", "correlation")
_DRAW = interval("draw", "draws the better candidates", "draws", "correlation")
_FAVOURED = Heading("option", "strongest wrong option")
_KEYS = (
    ID,
    Heading("answer", "key"),
    OPTION,
    Heading("evidence", "evidence against the key", "nats"),
    Heading("again", "whichever candidates are drawn", "share"),
    Heading("chosen", "chosen by", "share"),
    Heading("right", "key chosen by", "share"),
    *_DISCRIMINATION,
    *_DRAW,
    QUESTION,
)


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """Analyses what candidates chose: the systems of the panel, and those whose answers are `recorded`.

    `recorded`: choices by name, (items,) in the exam's order, -1 for no answer and NOT_ASKED for none asked. `known`:
    which questions, (items,), of systems that do not answer all. `groups`: patterns of names (`*qwen*`) by the group's
    name; the first that fits counts, and who fits none stands alone. Where there are none, `lineages` says what
    candidates were made of, by name, and those of one lineage are a group. `listed`: the length of the lists.
    """

    name: ClassVar[str] = "items"
    recorded: Mapping[str, IntArray] = field(default_factory=dict)
    known: Mapping[str, BoolArray] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    listed: int = 50
    seed: int = 0
    lineages: Mapping[str, str] = field(default_factory=dict)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every system for its choices. Raises UsageError for fewer than three, and a group that nobody is in."""
        require_items(exam, self.name)
        names = [*panel.panelists, *self.recorded]
        if len(names) < FEWEST_CANDIDATES:
            raise UsageError(
                f"experiment 'items': {len(names)} took the exam; expected {FEWEST_CANDIDATES} or more, and 10 for "
                "intervals. Name more logs, files of scores or runs; baselines count too: longest overlap random."
            )
        group_names = grouped(names, self.groups) if self.groups else _of_lineage(names, self.lineages)
        chosen = [self._choices(exam, panel, name) for name in panel.panelists]
        taken = np.stack([*chosen, *self.recorded.values()])
        codes = np.unique(group_names, return_inverse=True)[1].astype(np.int64)
        given = Responses(tuple(item.id for item in exam), taken)
        part = analysed(exam.items, given, seed=self.seed, groups=codes)
        if not part.items:
            raise UsageError(
                f"experiment 'items': no question of {exam.name} has a known answer. Candidates' answers say which "
                "keys are wrong only where there are keys."
            )
        return (items_finding(exam, part, names, group_names, self),)

    def _choices(self, exam: Dataset, panel: Panel, name: str) -> IntArray:
        answered = self.known.get(name, np.ones(len(exam), dtype=np.bool_))
        items = [item for item, here in zip(exam, answered, strict=True) if here]
        chosen = np.full(len(exam), NOT_ASKED, dtype=np.int64)
        chosen[answered] = read_choices(items, own_scores(panel, name, items, name), name).chosen
        return chosen


def grouped(names: Sequence[str], patterns: Mapping[str, str]) -> list[str]:
    """Return each candidate's group: that of the first pattern that fits its name, or itself.

    Raises UsageError for a pattern that fits nobody.

    >>> grouped(["qwen-1", "qwen-2", "longest"], {"Qwen": "qwen*"})
    ['Qwen', 'Qwen', 'longest']
    """
    for group, pattern in patterns.items():
        if not any(fnmatchcase(name, pattern) for name in names):
            raise UsageError(
                f"group '{group}': no candidate's name fits '{pattern}'. They are called {', '.join(names[:5])}"
                f"{', …' if len(names) > 5 else ''}; * stands for any characters."
            )
    fitting = ([group for group, pattern in patterns.items() if fnmatchcase(name, pattern)] for name in names)
    return [(groups or [name])[0] for name, groups in zip(names, fitting, strict=True)]


def _of_lineage(names: Sequence[str], lineages: Mapping[str, str]) -> list[str]:
    """Return each candidate's group: its lineage, where others are of it too, or itself."""
    counts = Counter(lineages[name] for name in names if name in lineages)
    return [lineages[name] if counts[lineages.get(name, "")] > 1 else name for name in names]


@dataclass(frozen=True, slots=True, eq=False)
class Contradictions:
    """For each question the strongest wrong option, the evidence for it against the key, and how often it holds.

    (items,) each; `again` is the share of resamples of groups in which some wrong option has more than the key. With
    few groups it is NaN, and so is `agreement`: the share of the questions on which one option wins that often, on
    which it is the key. `power` is the share of wrong options that would be contradicted if they were the key.
    `voting`: which groups have a vote, (groups,).
    """

    option: IntArray
    evidence: FloatArray
    again: FloatArray
    power: float
    agreement: Interval
    voting: BoolArray

    @property
    def trusted(self) -> Verdict:
        """Return whether they agree on the keys more often than `TRUSTED`, by the interval of that share."""
        return verdict(self.agreement, TRUSTED)

    def contradicted(self) -> list[int]:
        """Return the questions whose keys are contradicted whichever candidates are drawn, the surest first."""
        return [n for n in np.argsort(-self.evidence, kind="stable").tolist() if self.again[n] >= SURE_SHARE]


def above_guessing(part: AnsweredExam, groups: IntArray) -> BoolArray:
    """Return which groups get more right than guessing would, by their whole interval, (groups,).

    What a group gets right of a question is the mean over its candidates who were asked it.
    """
    guessing, passages = np.array([1 / len(item.options) for item in part.items]), passages_of(part.items)
    clear = []
    for group in range(int(groups.max()) + 1):
        asked, right = part.asked[groups == group], part.right[groups == group]
        on = asked.any(axis=0)
        got = (right & asked)[:, on].sum(axis=0) / np.maximum(asked[:, on].sum(axis=0), 1)
        clear.append(bool(on.any()) and verdict(share(got, passages[on]), float(guessing[on].mean())) == Verdict.ABOVE)
    return np.array(clear)


def contradictions(part: AnsweredExam, groups: IntArray, *, seed: int = 0) -> Contradictions:
    """Weigh the candidates' votes for each option; see the module's docstring."""
    width = max(len(item.options) for item in part.items)
    counts = np.array([len(item.options) for item in part.items])
    keys = np.array([item.answer for item in part.items], dtype=np.int64)
    others = np.maximum(part.asked.sum(axis=1, keepdims=True) - part.asked, 1)
    rest = rest_scores(part.right, part.asked)
    shares_right = (rest * others / max(1, len(part.items) - 1) + 1) / (others + 2)
    odds = np.log(shares_right * (counts - 1) / (1 - shares_right))
    voting = above_guessing(part, groups)
    weights = np.maximum(odds, 0) * (voting / np.bincount(groups))[groups][:, None]  # (candidates, items)
    votes = np.stack([weights * (part.chosen == option) for option in range(width)], axis=2)
    heads = np.zeros((groups.max() + 1, *votes.shape[1:]))
    np.add.at(heads, groups, votes)  # (groups, items, options)
    heads[:, np.arange(width) >= counts[:, None]] = -1.0  # an option that is not there never wins
    drawn = times_drawn(len(heads), COSTLY_DRAWS, np.random.default_rng(seed))
    beaten = np.zeros(heads.shape[1:])
    for weight in drawn:
        total = np.tensordot(weight, heads, axes=1)
        beaten += total < total.max(axis=1, keepdims=True)
    beaten /= len(drawn)  # (items, options)
    rows, wrong = np.arange(len(keys)), np.arange(width) < counts[:, None]
    wrong[rows, keys] = False
    lots = np.zeros(wrong.shape)
    lots[np.arange(width) < counts[:, None]] = lots_of(part.items)
    option, evidence = _against(heads.sum(axis=0), keys, lots)
    winner, second = np.sort(beaten, axis=1)[:, :2].T
    sure = (winner <= 1 - SURE_SHARE) & (
        second > 1 - SURE_SHARE
    )  # where nobody's vote counts, no option is beaten, and none wins
    again = beaten[rows, keys]
    agreement = Interval(math.nan, math.nan, math.nan, 0)
    if len(heads) < RESAMPLED:
        again = np.full(len(keys), math.nan)
    elif sure.any():
        agreement = share(again[sure] <= 1 - SURE_SHARE, passages_of(part.items)[sure])
    return Contradictions(option, evidence, again, float((beaten[wrong] >= SURE_SHARE).mean()), agreement, voting)


def _against(votes: FloatArray, keys: IntArray, lots: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the wrong option with most votes, (items,), and its votes less the key's.

    `votes` and `lots` are (items, options); of equals the one with the highest lot is taken, wherever it stands.
    """
    rows = np.arange(len(keys))
    wrong = votes.copy()
    wrong[rows, keys] = -np.inf
    most = np.isclose(wrong, wrong.max(axis=1, keepdims=True), rtol=1e-9, atol=1e-9)
    best = np.where(most, lots, 0.0).argmax(axis=1)
    return best.astype(np.int64), wrong[rows, best] - votes[rows, keys]


def items_finding(
    exam: Dataset, part: AnsweredExam, names: Sequence[str], group_names: Sequence[str], settings: Items
) -> Finding:
    """Report what candidates show of an exam.

    Tables: `candidates` (rank with the ends of its interval, system, group, accuracy), `keys` (the questions with most
    evidence against the key), `draws` (wrong options that draw the better candidates more than the key does),
    `negative` (discrimination clearly below 0), `extremes` (solved by nobody, by everybody), `duplicates`, `fewer` (how
    few questions rank the same). The items have every question's figures.
    """
    codes = np.unique(group_names, return_inverse=True)[1].astype(np.int64)
    heads = int(codes.max()) + 1
    doubts = contradictions(part, codes, seed=settings.seed)
    common = np.asarray(part.asked.all(axis=0))
    passages = passages_of(part.items)
    right, passages = part.right[:, common], passages[common]
    apart = _told_apart(right, passages)
    fewer = fewer_questions(right, codes, seed=settings.seed)
    contradicted = [part.items[n].id for n in doubts.contradicted()]
    told = doubts.trusted == Verdict.ABOVE
    solved = part.statistics.facility.estimate
    twins = _duplicates(exam, part)
    negative = part.statistics.discrimination.high < 0
    enough = _enough(fewer)
    facility = share(part.right[part.asked], np.broadcast_to(passages_of(part.items), part.asked.shape)[part.asked])
    numbers = [
        Number("candidates", len(names), unit="count"),
        Number("groups", heads, unit="count"),
        Number("questions", len(part.items), unit="count"),
        number("answered right", facility),
        number("reliability", part.reliability.alpha, "correlation"),
        number("reliability over passages", part.reliability.by_passage, "correlation"),
        Number("pairs told apart", apart, n=len(names) * (len(names) - 1) // 2),
        number("agreement with the keys", doubts.agreement),
        *((Number("keys contradicted", len(contradicted), unit="count"),) if told else ()),
        *((Number("wrong keys that would be seen", doubts.power),) if told else ()),
        Number("solved by nobody", int((solved == 0).sum()), unit="count"),
        Number("solved by everybody", int((solved == 1).sum()), unit="count"),
        Number("negative discrimination", int(negative.sum()), unit="count"),
        *(Number("questions enough", size, unit="count", group=way) for way, size in enough.items()),
    ]
    answer = sentences(
        Reason(
            "items-answer",
            {
                "candidates": many(len(names), "candidate"),
                "groups": heads if heads < len(names) else 0,
                "questions": many(len(part.items)),
                "right": facility.estimate,
            },
        ),
        *([] if settings.groups else _lineages(names, group_names)),
        *_not_common(part, names, common),
        _reliability(part.reliability, apart),
        _agreed(doubts, contradicted),
        *_votes(part, doubts, group_names),
    )
    return Finding(
        "items",
        "What the candidates' answers show",
        answer,
        tuple(each for each in numbers if not math.isnan(each.value)),
        (
            _candidates(names, group_names, right, passages, settings.seed),
            _keys(part, doubts, settings.listed),
            _draws(part, settings.listed),
            _negative(part, settings.listed),
            _extremes(part),
            twins,
            fewer,
        ),
        _every(part, doubts),
        settings={
            "groups": dict(settings.groups),
            "lineages": {} if settings.groups else dict(settings.lineages),
            "listed": settings.listed,
            "seed": settings.seed,
        },
        notes=(*_notes(exam, part, heads, len(names), common), *_silent(part, names)),
    )


def _reliability(trusted: Reliability, apart: float) -> Reason | str:
    alpha = trusted.lower
    if math.isnan(alpha.estimate):
        return ""
    pairs = {"apart": 0.0, "pairs": "unknown"} if math.isnan(apart) else {"apart": apart, "pairs": "known"}
    values = {"alpha": alpha.estimate, "low": alpha.low, "high": alpha.high, **pairs}
    return Reason("items-reliability", {**values, "over": "none" if alpha is trusted.alpha else "passages"})


def _lineages(names: Sequence[str], group_names: Sequence[str]) -> Iterator[Reason]:
    """Say which candidates count as one because they are of one lineage."""
    members = gathered((group, name) for name, group in zip(names, group_names, strict=True) if name != group)
    if members:
        each = [Reason("items-lineage", {"names": own, "lineage": name}) for name, own in members.items()]
        yield Reason("items-lineages", {"lineages": Reason("writing-semicolons", {"parts": each})})


def _agreed(doubts: Contradictions, contradicted: Sequence[str]) -> Reason | str:
    """Say which keys are contradicted, if those who vote agree on keys often enough to be believed."""
    agreement = doubts.agreement
    if math.isnan(agreement.estimate):
        return ""
    beside = {"agreement": agreement.estimate, "interval": span(agreement), "trusted": TRUSTED}
    if doubts.trusted != Verdict.ABOVE:
        return Reason("items-untrusted", {**beside, "verdict": doubts.trusted})
    keys = {
        "keys": len(contradicted),
        "first": contradicted[:_MOST_NAMES],
        "more": str(len(contradicted) > _MOST_NAMES),
    }
    return Reason("items-contradicted", {**keys, **beside, "verdict": doubts.trusted, "power": doubts.power})


def _votes(part: AnsweredExam, doubts: Contradictions, group_names: Sequence[str]) -> Iterator[Reason]:
    """Say on whose votes the keys to check first rest, and who has none; warn where nothing shows that they know."""
    heads = sorted(set(group_names))
    silent = [name for name, votes in zip(heads, doubts.voting.tolist(), strict=True) if not votes]
    if silent:
        yield Reason("items-silent", {"silent": silent[:_MOST_NAMES], "count": len(silent), "of": len(heads)})
    listed = int((doubts.evidence > 0).sum())
    if doubts.trusted != Verdict.ABOVE and listed:
        votes = np.isin(group_names, silent, invert=True)
        best = float((part.right[votes].sum(axis=1) / np.maximum(part.asked[votes].sum(axis=1), 1)).max())
        yield Reason("items-warning", {"keys": listed, "voters": len(heads) - len(silent), "best": best})


def _not_common(part: AnsweredExam, names: Sequence[str], common: BoolArray) -> Iterator[Reason]:
    """Say on how many questions the ranking rests where not all were asked of all, and who was asked fewest."""
    if not common.all():
        own = part.asked.sum(axis=1)
        fewest = int(own.argmin())
        count = int(common.sum())
        values = {"common": count, "questions": len(common), "name": names[fewest], "own": int(own[fewest])}
        yield Reason("items-common", {**values, "right": float(part.right[:, common].mean()) if count else 0.0})


def _silent(part: AnsweredExam, names: Sequence[str]) -> Iterator[Reason]:
    """Say who was asked questions and named no option."""
    for name, chosen, asked in zip(names, part.chosen, part.asked, strict=True):
        if silent := missing(chosen):
            yield Reason("items-note-silent", {"name": name, "silent": silent, "questions": many(int(asked.sum()))})


def _told_apart(right: BoolArray, passages: IntArray) -> float:
    """Return the share of pairs of candidates that differ clearly, all pairs together (Holm); NaN for one passage."""
    tests = [
        difference_tests(
            np.repeat(right[first][:, None], len(right) - 1 - first, axis=1), right[first + 1 :].T, passages
        )
        for first in range(len(right) - 1)
    ]
    p_values = np.concatenate(tests)
    return math.nan if np.isnan(p_values).any() else float((holm(p_values) < SIGNIFICANT).mean())


def _candidates(names: Sequence[str], groups: Sequence[str], right: BoolArray, passages: IntArray, seed: int) -> Table:
    """Rank the candidates on the questions that all were asked, none where there are none.

    Ranks have intervals from resampled passages.
    """
    every = shares(right.T, np.ones(right.T.shape, dtype=np.bool_), passages)
    sums = np.zeros((passages.max() + 1, len(right))) if right.size else np.zeros((1, len(right)))
    np.add.at(sums, passages, right.T)
    drawn = times_drawn(len(sums), COSTLY_DRAWS, np.random.default_rng(seed)) @ sums
    low, high = np.quantile(_ranks(drawn), [1 - TAIL, TAIL], axis=0)
    ranks = _ranks(every.estimate[None])[0]
    order = np.argsort(ranks, kind="stable") if right.size else np.zeros(0, dtype=np.int64)
    headings = (
        RANK,
        Heading("rank_low", "rank from", "count"),
        Heading("rank_high", "rank to", "count"),
        SYSTEM,
        Heading("group"),
        Heading("accuracy", unit="share"),
        LOW,
        HIGH,
        Heading("n", "questions", "count"),
    )
    rows = [
        (
            int(ranks[k]),
            math.floor(low[k]),
            math.ceil(high[k]),
            names[k],
            groups[k] if groups[k] != names[k] else "",
            *bounded(every[k]),
            every[k].n,
        )
        for k in order.tolist()
    ]
    title = Reason("items-ranking", {"questions": right.shape[1]})
    return table("candidates", title, headings, rows, "items_candidates")


def _ranks(scores: npt.NDArray[Any]) -> FloatArray:
    """Return ranks from 1, the best, (draws, candidates); equals share the lowest."""
    from scipy.stats import rankdata

    ranks: FloatArray = rankdata(-scores, method="min", axis=1)
    return ranks


def fewer_questions(right: BoolArray, groups: IntArray, *, seed: int = 0) -> Table:
    """Try how few questions rank candidates as the others do: rank correlations by size, (candidates, items) -> table.

    The questions are cut in half: some of one half rank the candidates, and so do all of the other. They are drawn at
    random, or chosen by half of the candidates; then the other half alone is ranked. Means over splits, and the range
    of nine tenths of them.
    """
    headings = (
        Heading("way", "questions chosen"),
        Heading("size", "questions", "count"),
        Heading("correlation", "rank correlation with the others", "correlation"),
        Heading("low", "nine tenths from", "correlation"),
        Heading("high", "nine tenths to", "correlation"),
    )
    random, heads, pool = np.random.default_rng(seed), int(groups.max()) + 1, right.shape[1] // 2
    sizes = [*(size for size in SIZES if size < pool), pool]
    measured: dict[tuple[str, int], list[float]] = {(way, size): [] for way in ("drawn", "chosen") for size in sizes}
    for _ in range(_SPLITS if right.shape[1] >= 2 * SIZES[0] else 0):
        choosing = np.isin(groups, random.permutation(heads)[: heads // 2])
        if min(choosing.sum(), (~choosing).sum()) < _FEWEST_IN_HALF:
            continue
        order = random.permutation(right.shape[1])
        own, others = order[:pool], order[pool:]
        best = own[np.argsort(-_discriminations(right[choosing][:, own]), kind="stable")]
        ranked = right[~choosing]
        for way, listed in (("drawn", own), ("chosen", best)):
            for size in sizes:
                measured[way, size].append(_agreement(ranked[:, listed[:size]], ranked[:, others]))
    rows = [
        (*key, float(np.nanmean(each)), *np.nanquantile(each, [0.05, 0.95]).tolist())
        for key, each in measured.items()
        if np.isfinite(each).any()
    ]
    return table("fewer", "How few questions rank the candidates the same", headings, rows, "items_fewer")


def _discriminations(right: BoolArray) -> FloatArray:
    """Correlate each item with the rest score, (candidates, items) -> (items,); -1 where nothing can be said."""
    scores = right.astype(np.float64)
    rest = scores.sum(axis=1, keepdims=True) - scores
    x, t = scores - scores.mean(axis=0), rest - rest.mean(axis=0)
    spread = np.sqrt((x**2).sum(axis=0) * (t**2).sum(axis=0))
    correlations: FloatArray = np.divide(
        (x * t).sum(axis=0), spread, out=np.full(scores.shape[1], -1.0), where=spread > 0
    )
    return correlations


def _agreement(one: BoolArray, other: BoolArray) -> float:
    first, second = (each.sum(axis=1).astype(np.float64) for each in (one, other))
    return correlation(first, second, "spearman").estimate


def _enough(fewer: Table) -> dict[str, int]:
    """Return by way the least size that ranks as half of the exam does (`SAME_RANKING`), as all larger ones do."""
    enough: dict[str, int] = {}
    for way in dict.fromkeys(fewer.values("way")):
        *smaller, whole = (row for row in fewer.rows() if row["way"] == way)
        for row in reversed(smaller):
            if row["correlation"] < whole["correlation"] - SAME_RANKING:
                break
            enough[str(way)] = row["size"]
    return enough


def _key_rows(part: AnsweredExam, doubts: Contradictions, places: Iterable[int]) -> Iterator[tuple[Value, ...]]:
    for n in places:
        item = part.items[n]
        answers, option = part.by_id[item.id], int(doubts.option[n])
        yield (
            item.id,
            item.answer_letter,
            letter(option),
            float(doubts.evidence[n]),
            finite(float(doubts.again[n])),
            answers.options[option].share,
            answers.options[item.answer or 0].share,
            *bounded(answers.discrimination),
            *bounded(answers.options[option].correlation),
            item.question,
        )


def _keys(part: AnsweredExam, doubts: Contradictions, listed: int) -> Table:
    order = [n for n in np.argsort(-doubts.evidence, kind="stable").tolist() if doubts.evidence[n] > 0]
    return table("keys", "Keys to check first", _KEYS, _key_rows(part, doubts, order[:listed]), "items_keys")


def _draws(part: AnsweredExam, listed: int) -> Table:
    """List what the rule for people sees, without its least numbers: systems are fewer."""
    answered = Exam(part.items, {}, answers=part.by_id)
    look = RULES["wrong-option-draws-the-best"].look(answered, range(len(part.items)), {"lower": 0.0, "choosers": 2})
    rows = [
        (
            name,
            each.evidence["option"],
            each.evidence["key"],
            *(each.evidence[end] for end in ("correlation", "low", "high")),
        )
        for name, each in sorted(look, key=lambda seen: -float(str(seen[1].evidence["correlation"])))
    ]
    headings = (
        ID,
        OPTION,
        Heading("answer", "key"),
        *interval("draw", "draws the better candidates", "draws", "correlation"),
    )
    return table("draws", "Wrong options that draw the better candidates", headings, rows[:listed], "items_draws")


def _negative(part: AnsweredExam, listed: int) -> Table:
    discrimination = part.statistics.discrimination
    places = sorted(np.flatnonzero(discrimination.high < 0).tolist(), key=lambda n: discrimination.estimate[n])
    rows = [(part.items[n].id, *bounded(discrimination[n])) for n in places[:listed]]
    headings = (ID, *_DISCRIMINATION)
    return table("negative", "Questions that weaker candidates solve more often", headings, rows, "items_negative")


def _extremes(part: AnsweredExam) -> Table:
    facility = part.statistics.facility
    rows: list[tuple[Value, ...]] = []
    for n, item in enumerate(part.items):
        if facility.estimate[n] in {0, 1}:
            wrong = ((each.count, -at) for at, each in enumerate(part.by_id[item.id].options) if at != item.answer)
            most, place = max(wrong, default=(0, 0))
            solved = "everybody" if facility.estimate[n] else "nobody"
            rows.append((item.id, solved, int(facility.n[n]), letter(-place) if most else None))
    rows.sort(key=lambda row: row[1] != "nobody")
    headings = (
        ID,
        Heading("solved", "solved by"),
        Heading("n", "candidates", "count"),
        Heading("option", "wrong option chosen most"),
    )
    return table("extremes", "Questions that no one or everyone solves", headings, rows, "items_extremes")


def _duplicates(exam: Dataset, part: AnsweredExam) -> Table:
    rule, keys = RULES["duplicated-question"], {item.id: item for item in exam}
    places = {name: place for place, name in enumerate(keys)}
    rows = []
    for name, each in rule.observations(Exam(part.items)):
        others = cast("tuple[str, ...]", each.evidence["others"])
        alike = float(str(each.evidence["alike"]))
        rows += [
            (name, other, alike, _key_text(keys[name]) == _key_text(keys[other]))
            for other in others
            if places[name] < places[other]
        ]
    headings = (
        ID,
        Heading("other", "the same as"),
        Heading("alike", unit="share"),
        Heading("same_key", "with the same key"),
    )
    return table("duplicates", "Questions that appear twice", headings, rows, "items_duplicates")


def _key_text(item: Item) -> str:
    return " ".join(item.options[item.answer or 0].split()).casefold()


def _every(part: AnsweredExam, doubts: Contradictions) -> Table:
    facility, discrimination = part.statistics.facility, part.statistics.discrimination
    headings = (
        ID,
        Heading("asked", "candidates", "count"),
        *interval("facility", "answered right", "right", "share"),
        *_DISCRIMINATION,
        _FAVOURED,
        Heading("evidence", "evidence against the key", "nats"),
        Heading("again", "whichever candidates are drawn", "share"),
    )
    rows = [
        (
            item.id,
            int(facility.n[n]),
            *bounded(facility[n]),
            *bounded(discrimination[n]),
            letter(int(doubts.option[n])),
            finite(float(doubts.evidence[n])),
            finite(float(doubts.again[n])),
        )
        for n, item in enumerate(part.items)
    ]
    return table("items", "Every question", headings, rows)


def _notes(exam: Dataset, part: AnsweredExam, heads: int, candidates: int, common: BoolArray) -> Iterator[Reason]:
    yield Reason("items-note-evidence")
    yield Reason("items-note-groups" if heads < candidates else "items-note-alone", {"groups": heads})
    judged = int(np.isfinite(part.statistics.discrimination.low).sum())
    if judged and heads >= RESAMPLED:
        yield Reason("items-note-singly", {"questions": judged, "chance": round(judged * (1 - TAIL))})
    yield Reason("items-note-pairs", {"pairs": candidates * (candidates - 1) // 2})
    if heads < RESAMPLED:
        yield Reason("items-note-few", {"groups": heads, "least": RESAMPLED})
    if unkeyed := len(exam) - len(part.items):
        yield Reason("items-note-unkeyed", {"questions": many(unkeyed)})
    if not common.all():
        yield Reason("items-note-not-asked", {"common": int(common.sum()), "questions": many(len(part.items))})
