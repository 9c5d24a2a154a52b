"""How many planted wrong keys the systems that took a benchmark find: RACE questions, some with a wrong key.

    python -m benchmarks.items_planted RACE.tar.gz [--questions 1000] [--wrong 60] [--page FILE]

A wrong key is another option, drawn by the seed. `magnetite items` then orders questions by the evidence against their
keys, and, beside it, by their corrected discrimination, from the most negative, and by plain difficulty, which takes no
more than counting who is right. Whether evidence finds more than difficulty is told by the planted keys that one finds
and the other does not, at each length of the list, together (Holm). What counts as found is what was planted; RACE's
own wrong keys, if it has any, count as false. The systems are two panels, said on the page:

- real ones that run in minutes on one core: every member of the bundled set `small` under the views that it was and was
  not trained for, baselines, and simple word matching;
- simulated ones, to see what better and more candidates would give: accuracies spread evenly over a range, and errors
  drawn to the options that the real systems prefer.

Scores are stored, so a second call costs little.
"""

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

import magnetite
from benchmarks.published import publish
from examfiles.items import Dataset, Item
from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Heading, Table, table
from magnetite.experiments.asking import own_scores
from magnetite.experiments.choices import read_choices
from magnetite.experiments.items.experiment import Items
from magnetite.running.data import limit_items, load_joined
from magnetite.running.driver import NamedSystems
from magnetite.running.panels import Scoring, seat
from magnetite.running.record import open_store
from magnetite.scorers.find import find_several
from magnetite.stats.intervals import cluster_codes, difference_tests, differences, holm, wilson
from magnetite.stats.ragged import FloatArray
from magnetite.stats.verdict import Verdict, verdict
from magnetite.testing import FakePanel
from magnetite.views.text import words

SMALL = Path(magnetite.__file__).parent / "bundled" / "small"
ASKED = {"qoc": ("QOC", "CO", "QO", "O"), "co": ("CO",), "qo": ("QO", "O"), "o": ("O", "QO")}
SIMULATED = ((40, 0, (0.5, 0.8)), (40, 20, (0.5, 0.8)), (40, 0, (0.7, 0.95)), (100, 0, (0.7, 0.95)))
FIRST = (20, 50, 60, 100, 200)
HEADINGS = (
    Heading("order", "ordered by"),
    Heading("first", unit="count"),
    Heading("wrong", "wrong keys among them", "count"),
    Heading("precision", unit="share"),
    Heading("low", "interval from", "share"),
    Heading("high", "interval to", "share"),
    Heading("found", "of all wrong keys", "share"),
)
TAKEN = (
    Heading("candidates"),
    Heading("n", "how many", "count"),
    Heading("accuracy", "right with the exam's own keys", "share"),
)
BESIDE = (
    Heading("way", "candidates counted"),
    Heading("first", unit="count"),
    Heading("evidence", "found by evidence", "share"),
    Heading("difficulty", "found by plain difficulty", "share"),
    Heading("gap", "evidence minus difficulty", "points"),
    Heading("low", "interval from", "points"),
    Heading("high", "interval to", "points"),
    Heading("better", "clearly better"),
)
EVIDENCE, DIFFICULTY = "evidence against the key", "difficulty"
NOTE = (
    "Keys are set wrong by seed {seed}. Intervals are Wilson's, 95%. {wrong} keys are wrong, so of the first 200 at "
    "most {most:.0%} can be. The simulated systems are not models: they are right at random, by the question's "
    "difficulty, and err as the real ones tend to. Published audits of benchmarks by item response statistics had more "
    "and better candidates: experts found up to 84% of the questions flagged in nine benchmarks invalid (Truong et al. "
    "2025, arXiv 2511.16842), and 95% of the first 200 in seven benchmarks, with 114 models, were likely mislabels "
    "(Land & Bikel 2026, arXiv 2605.30504). They count real faults of every kind in thousands of questions; here only "
    "what was planted counts."
)


@dataclass(frozen=True, slots=True)
class Candidates:
    """What each of a panel chooses, (items,) by name, and the patterns of its groups."""

    name: str
    title: str
    chosen: dict[str, IntArray]
    groups: dict[str, str]


def main() -> None:
    """Plant wrong keys, let each panel take the exam, and publish what it finds."""
    arguments = _arguments()
    exam = limit_items(load_joined(arguments.data, arguments.split), arguments.questions, arguments.seed)
    planted, wrong = with_wrong_keys(exam, arguments.wrong, arguments.seed)
    real = real_candidates(exam, arguments.store)
    panels = [real, *(simulated(exam, real, each, arguments.seed) for each in SIMULATED)]
    findings = [_finding(each, exam, planted, wrong, arguments.seed) for each in panels]
    publish(
        arguments.page,
        "Wrong keys found by the systems that took the exam",
        f"{exam.name} {exam.split}, {len(exam):,} questions, {len(wrong)} of them with a wrong key",
        findings,
        note=NOTE.format(seed=arguments.seed, wrong=len(wrong), most=min(1, len(wrong) / 200)),
    )


def with_wrong_keys(exam: Dataset, count: int, seed: int) -> tuple[Dataset, frozenset[str]]:
    """Set `count` keys wrong: questions and the options that become their keys are drawn by the seed."""
    draw = random.Random(f"wrong keys {seed}")
    wrong = frozenset(item.id for item in draw.sample(list(exam), count))
    items = [
        replace(item, answer=draw.choice([at for at in range(len(item.options)) if at != item.answer]))
        if item.id in wrong
        else item
        for item in exam
    ]
    return exam.with_items(items), wrong


def real_candidates(exam: Dataset, store: str | None) -> Candidates:
    """Let real systems take the exam."""
    scoring = Scoring(open_store(store))
    taken: dict[str, IntArray] = {}
    for view, views in ASKED.items():
        for folder in sorted(each for each in (SMALL / view).iterdir() if each.is_dir()):
            for asked in views:
                taken[f"small {view} {folder.name} {asked}"] = _choices(exam, str(folder), asked, scoring)
    for name in ("longest", "overlap", "random"):
        taken[name] = _choices(exam, name, "QOC", scoring)
    for name, rule in RULES.items():
        scores = [np.array([rule(item.passage, item.question, option) for option in item.options]) for item in exam]
        taken[name] = np.array([int(each.argmax()) for each in scores])
    return Candidates("real", "Real systems, small ones", taken, {view: f"small {view} *" for view in ASKED})


def _choices(exam: Dataset, model: str, view: str, scoring: Scoring) -> IntArray:
    [named], _ = find_several([model], (view,))
    panel = NamedSystems({model: seat(model, view, named.system)}).scoring(scoring)
    return read_choices(exam.items, own_scores(panel, model, exam.items, model)).chosen


@lru_cache(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in words(text) if word.isalnum())


@lru_cache(4096)
def _sentences(passage: str) -> tuple[frozenset[str], ...]:
    return tuple(_words(sentence) for sentence in passage.replace("!", ".").replace("?", ".").split("."))


def _shortest(_passage: str, _question: str, option: str) -> float:
    return -float(len(option))


def _best_sentence(passage: str, question: str, option: str) -> float:
    """Return the most words that question and option share with one sentence (Richardson et al. 2013, simplified)."""
    wanted = _words(question) | _words(option)
    return float(max((len(wanted & sentence) for sentence in _sentences(passage)), default=0))


def _rare_words(passage: str, question: str, option: str) -> float:
    """Return how rare in the passage the option's words are that stand there, added up."""
    del question
    counts = _counts(passage)
    return sum(1 / math.log(2 + counts[word]) for word in sorted(_words(option)) if word in counts)


@lru_cache(4096)
def _counts(passage: str) -> Counter[str]:
    return Counter(word.lower() for word in words(passage))


def _question_words(_passage: str, question: str, option: str) -> float:
    return float(len(_words(question) & _words(option)))


def _new_words(passage: str, _question: str, option: str) -> float:
    return -float(len(_words(option) - _words(passage)))


RULES: dict[str, Any] = {
    "shortest": _shortest,
    "best sentence": _best_sentence,
    "rare words": _rare_words,
    "question's words": _question_words,
    "no new words": _new_words,
}


def simulated(exam: Dataset, real: Candidates, panel: tuple[int, int, tuple[float, float]], seed: int) -> Candidates:
    """Simulate so many candidates, so many of them of one family, with accuracies spread over a range.

    A candidate is right where a normal draw less the question's difficulty is among its largest. Difficulty is how few
    of the real systems solve the question, in normal scores. A wrong answer goes to an option in proportion to one more
    than the number of real systems that choose it. The family shares three quarters of the variance of its draws, and
    three wrong answers of four.
    """
    (count, related, accuracies), draw = panel, np.random.default_rng(seed)
    answers = np.array([item.answer for item in exam])
    chosen = np.stack(list(real.chosen.values()))
    difficulty = _normal_scores(-(chosen == answers).mean(axis=0))
    own, shared = draw.normal(size=(count, len(exam))), draw.normal(size=len(exam))
    tastes = draw.random(size=(count, len(exam)))
    family = np.sort(draw.permutation(count)[:related])
    own[family] = (own[family] + math.sqrt(3) * shared) / 2  # three quarters of the variance are the family's
    tastes[family] = np.where(draw.random(size=(related, len(exam))) < 0.75, tastes[family][:1], tastes[family])
    taken = {}
    for k, accuracy in enumerate(np.linspace(*accuracies, count)):
        margin = own[k] - difficulty
        right = margin > np.quantile(margin, 1 - accuracy)
        name = f"family, system {k}" if k in family else f"system {k}"
        taken[name] = np.array(
            [item.answer if right[n] else _wrong(item, chosen[:, n], tastes[k, n]) for n, item in enumerate(exam)]
        )
    title = f"{count} simulated systems, {accuracies[0]:.0%} to {accuracies[1]:.0%} right"
    family_said = f", {related} of one family" if related else ""
    name = f"simulated-{count}-{related}-{round(100 * accuracies[1])}"
    return Candidates(name, title + family_said, taken, {"family": "family,*"} if related else {})


def _wrong(item: Item, chosen: IntArray, taste: float) -> int:
    others = [at for at in range(len(item.options)) if at != item.answer]
    weights = np.cumsum([1.0 + (chosen == at).sum() for at in others])
    return others[int(np.searchsorted(weights / weights[-1], taste))]


def _normal_scores(values: FloatArray) -> FloatArray:
    scores: FloatArray = ndtri((rankdata(values) - 0.5) / len(values))
    return scores


def _finding(panel: Candidates, exam: Dataset, planted: Dataset, wrong: frozenset[str], seed: int) -> Finding:
    answers = np.array([item.answer for item in exam])
    right = [float((chosen == answers).mean()) for chosen in panel.chosen.values()]
    ways: list[tuple[str, dict[str, str]]] = [("", {}), *([(", in groups", panel.groups)] if panel.groups else [])]
    rows: list[tuple[Any, ...]] = []
    rows_beside: list[tuple[Any, ...]] = []
    sentences = []
    for label, grouping in ways:
        [found] = Items(panel.chosen, groups=grouping, listed=1, seed=seed).run(planted, FakePanel({}))
        assert found.items is not None
        ordered = orders(found.items)
        compared = list(beside_difficulty(ordered, planted, wrong))
        rows_beside += [(label.removeprefix(", ") or "each by itself", *row) for row in compared]
        rows += [row for way, ids in ordered.items() for row in precision(f"{way}{label}", ids, wrong)]
        sentences.append(
            f"{'In groups' if grouping else 'Each by itself'}: {_keys_said(found, wrong)}; reliability "
            f"{found.number('reliability').value:.2f}. {_better_said(compared)}"
        )
    about = f"{len(right)} candidates, {min(right):.0%} to {max(right):.0%} right with the exam's own keys. "
    lists = (
        table("precision", "Wrong keys among the first questions", HEADINGS, rows),
        table("beside", "Evidence beside plain difficulty, on the same wrong keys", BESIDE, rows_beside),
    )
    tables = (*lists, table("systems", "What took the exam", TAKEN, _systems(panel.chosen, right)))
    return Finding(
        panel.name, panel.title, about + " ".join(sentences), tables=tables if panel.name == "real" else lists
    )


def _keys_said(found: Finding, wrong: frozenset[str]) -> str:
    """Say how far the candidates agree with the keys, and which keys `items` calls contradicted, if any."""
    assert found.items is not None
    agreement = next((each for each in found.numbers if each.label == "agreement with the keys"), None)
    if agreement is None:
        return "there is no option that they agree on whichever are drawn"
    about = f"where they agree, they agree on the key in {agreement.value:.0%} ({agreement.low:.0%} to "
    if not any(each.label == "keys contradicted" for each in found.numbers):
        return f"{about}{agreement.high:.0%}), so no key is called contradicted"
    keys = contradicted(found.items)
    return f"{about}{agreement.high:.0%}); {len(keys)} keys are contradicted, {len(wrong & keys)} of them planted"


def beside_difficulty(
    ordered: Mapping[str, Sequence[str]], exam: Dataset, wrong: frozenset[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield, at each length, the shares of wrong keys that evidence and difficulty find, and what one finds more."""
    keys = [item for item in exam if item.id in wrong]
    passages = cluster_codes([item.passage_id for item in keys])
    found = {
        way: np.array([[item.id in set(ordered[way][:first]) for first in FIRST] for item in keys])
        for way in (EVIDENCE, DIFFICULTY)
    }
    gaps = differences(found[EVIDENCE], found[DIFFICULTY], passages)
    tests = holm(difference_tests(found[EVIDENCE], found[DIFFICULTY], passages))
    for k, first in enumerate(FIRST):
        side = {Verdict.ABOVE: "evidence", Verdict.BELOW: "difficulty"}.get(
            verdict(gaps[k], p=float(tests[k])), "neither"
        )
        shares = (float(found[way][:, k].mean()) for way in (EVIDENCE, DIFFICULTY))
        yield first, *shares, gaps[k].estimate, gaps[k].low, gaps[k].high, side


def _better_said(compared: Sequence[tuple[Any, ...]]) -> str:
    """Say at which lengths evidence or difficulty is clearly better, or that neither ever is."""
    parts = []
    for way, other in (("evidence", "plain difficulty"), ("difficulty", "evidence")):
        lengths = [str(row[0]) for row in compared if row[-1] == way]
        if lengths:
            name = "Evidence" if way == "evidence" else "Plain difficulty"
            parts.append(f"{name} finds clearly more wrong keys than {other} among the first {', '.join(lengths)}.")
    return " ".join(parts) or "Evidence is never clearly better than plain difficulty."


def orders(items: Table) -> dict[str, list[str]]:
    """Return the questions' ids from the most suspect to the least, by ways to order them."""
    rows = items.rows()
    known = [{**row, "discrimination": 1.0 if row["discrimination"] is None else row["discrimination"]} for row in rows]
    return {
        EVIDENCE: [row["id"] for row in sorted(known, key=lambda row: -row["evidence"])],
        "discrimination": [row["id"] for row in sorted(known, key=lambda row: row["discrimination"])],
        DIFFICULTY: [row["id"] for row in sorted(known, key=lambda row: row["facility"])],
    }


def contradicted(items: Table) -> frozenset[str]:
    """Return the ids of the questions whose keys are contradicted whichever candidates are drawn."""
    return frozenset(row["id"] for row in items.rows() if row["again"] >= 0.95)


def precision(order: str, ids: Sequence[str], wrong: frozenset[str]) -> Iterator[tuple[Any, ...]]:
    """Yield how many of the first questions have a planted key."""
    for first in FIRST:
        hits = sum(name in wrong for name in ids[:first])
        low, high = wilson(np.array([hits / first]), np.array([float(first)]))
        yield order, first, hits, hits / first, float(low[0]), float(high[0]), hits / len(wrong)


def _systems(taken: dict[str, IntArray], right: Sequence[float]) -> Iterator[tuple[Any, ...]]:
    kinds: dict[str, list[float]] = {}
    for name, share in zip(taken, right, strict=True):
        kinds.setdefault(_kind(name), []).append(share)
    for kind, shares in kinds.items():
        yield kind, len(shares), float(np.mean(shares))


def _kind(name: str) -> str:
    """Return a system's name without its seed."""
    parts = name.split()
    return f"{parts[0]} {parts[1]} under {parts[3]}" if parts[0] == "small" else name


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--wrong", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
