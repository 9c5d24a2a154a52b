"""The judge: a language model's opinion of each question, about flaws that only its meaning shows.

It reads a question with its passage, options and key, and answers with a letter whether the question has a flaw, once
for either order of the two answers. The probability of the flaw is its opinion. An opinion is worth what it agrees with
people: the area under the curve is how often a judge thinks worse of a question that people find flawed than of another
(0.5 is chance), with an interval bootstrapped over questions. Only where that lies above chance are questions listed:
the intervals of all flaws that it is measured on hold at once, since one of five would else be above chance by luck.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

import numpy as np

from examfiles.errors import DataError
from examfiles.files import regular
from examfiles.items import LETTERS, Dataset, Item
from examfiles.reasons import Reason
from magnetite.core.experiment import Panel
from magnetite.core.headings import HIGH, ID, LOW, RANK, N
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.asking import own_scores
from magnetite.experiments.flags.lists import COMPARED_DECIMALS, MOST_QUESTIONS
from magnetite.stats.areas import area_under_curve
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS
from magnetite.stats.intervals import Interval
from magnetite.stats.ragged import FloatArray, softmax
from magnetite.stats.together import area_together
from magnetite.stats.verdict import SURE_P, Verdict, verdict

NAME = "judge"
CHANCE, MANY = 0.5, 30  # MANY: questions with a flaw, and as many without, that a judge is measured on
CRITERIA = {  # by flaw: what is asked, the answer for a sound question, and that for a flawed one
    "single_best_answer": (
        "Is exactly one option right, so that no other option can be defended as right, too?",
        "Yes, exactly one",
        "No, more than one or none",
    ),
    "plausible_distractors": (
        "Are all wrong options plausible, so that somebody who does not know the answer could choose each of them?",
        "Yes, all are plausible",
        "No, at least one is absurd or obviously wrong",
    ),
    "focused_stem": (
        "Does the question, read without the options, ask something definite that can be answered?",
        "Yes, it asks something definite",
        "No, it is vague or only makes sense with the options",
    ),
    "problem_in_stem": (
        "Does the question, read without the options, contain the problem to solve?",
        "Yes, the problem stands in the question",
        "No, the options contain what is asked",
    ),
    "clear_language": (
        "Are the question and its options worded clearly, without ambiguity or mistakes?",
        "Yes, the wording is clear",
        "No, the wording is unclear or faulty",
    ),
}
KEYED = ("single_best_answer", "plausible_distractors")  # of which nobody can tell without the key
FLAW, PROBABILITY = Heading("flaw"), Heading("probability", unit="probability")
MEASURED = (FLAW, N, Heading("area", "area under the curve", "share"), LOW, HIGH, Heading("used"))
Label = tuple[Item, str, bool]  # a question, a flaw, and whether people see it there


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Asks the system in the seat `judge` about every question, as far as its opinion is worth anything.

    `judge`: its name for people. `known`: how far it agrees with people, by flaw; None where nobody has measured it:
    then all it doubts is listed. `labels`: measure it on these first. `listed`: the length of the lists.
    """

    name: ClassVar[str] = NAME
    judge: str
    known: Mapping[str, Interval] | None = None
    labels: Sequence[Label] = ()
    listed: int = MOST_QUESTIONS

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding]:
        """List the questions that it doubts most, by flaw.

        Tables: `judged` (flaw, id, rank, the probability that it gives to the flaw) and `agreement` (flaw, n, area, low
        and high, whether it is used). Questions without a key are left out where only the key tells.
        """
        known = agreement(panel, self.labels) if self.labels else self.known
        known = known and {flaw: area_together(area, len(known)) for flaw, area in known.items()}
        used = [flaw for flaw in CRITERIA if known is None or (flaw in known and _agrees(known[flaw]))]
        # With labels all is asked, whatever they show: a dry run, which has no answers, then counts no less than a run.
        ranked = {flaw: self._ranked(exam, panel, flaw) for flaw in (CRITERIA if self.labels else used)}
        measured = [(flaw, of.n, of.estimate, of.low, of.high, flaw in used) for flaw, of in (known or {}).items()]
        rest = [flaw for flaw in CRITERIA if flaw not in used]
        keyless, keyed = sum(item.answer is None for item in exam), [flaw for flaw in used if flaw in KEYED]
        end = "unmeasured" if known is None else "none" if not used else "some" if rest else "all"
        counts = {"agreed": len(used), "measured": len(measured)}
        answer = Reason(f"judge-{end}", {"judge": self.judge, "used": used, "rest": rest, **counts})
        rows = ((flaw, *row) for flaw in used for row in ranked[flaw])
        tables = (
            table("judged", "Questions to read again", (FLAW, ID, RANK, PROBABILITY), rows),
            table("agreement", "How far the judge agrees with people", MEASURED, measured),
        )
        notes = (Reason("judge-unkeyed", {"questions": keyless, "flaws": keyed}),) if keyless and keyed else ()
        return (Finding(NAME, "A judge's opinion", answer, tables=tables, settings={NAME: self.judge}, notes=notes),)

    def _ranked(self, exam: Dataset, panel: Panel, flaw: str) -> list[tuple[str, int, float]]:
        items = [item for item in exam if item.answer is not None or flaw not in KEYED]
        doubts = opinions(panel, items, flaw, flaw).tolist()
        order = sorted(range(len(items)), key=lambda at: -round(doubts[at], COMPARED_DECIMALS))
        return [(items[at].id, rank, doubts[at]) for rank, at in enumerate(order[: self.listed], 1)]


def _agrees(area: Interval) -> bool:
    return verdict(area, CHANCE) == Verdict.ABOVE


def opinions(panel: Panel, items: Sequence[Item], flaw: str, label: str) -> FloatArray:
    """Return the probability, (items,), that the judge gives to a flaw of each question."""
    if not items:
        return np.zeros(0)
    scores = own_scores(panel, NAME, [shown(item, flaw) for item in items], label).astype(np.float64)
    return np.asarray(softmax(scores, np.full(len(items), 2)).reshape(-1, 2)[:, 1])


def shown(item: Item, flaw: str) -> Item:
    """Return what a judge is asked of a question, whose options have numbers: the answers have letters.

    >>> item = Item("q1", "p1", "", "What has Ann?", ("a cat", "a dog"), 0)
    >>> shown(item, "clear_language").passage.splitlines()
    ['An exam question:', 'What has Ann?', '1) a cat', '2) a dog', 'The key is 1.']
    """
    options = (f"{number}) {text}" for number, text in enumerate(item.options, 1))
    key = () if item.answer is None else (f"The key is {item.answer + 1}.",)
    text = "\n".join(("An exam question:", item.question, *options, *key))
    question, *answers = CRITERIA[flaw]
    return Item(item.id, item.id, "\n\n".join(filter(None, (item.passage, item.added, text))), question, tuple(answers))


def agreement(panel: Panel, labels: Sequence[Label], many: int = MANY) -> dict[str, Interval]:
    """Measure how far the judge agrees with people, on each flaw that they see in some questions and not in others.

    Of either kind `many` questions are drawn, by a seed; all where there are fewer. Where the exact test of their ranks
    (Mann & Whitney 1947), corrected for the number of flaws, finds nothing, the interval reaches to chance: resamples
    of a few questions that are told apart are all told apart.
    """
    from scipy.stats import mannwhitneyu

    drawn = {}
    for flaw in CRITERIA:
        groups = [[item for item, *seen in labels if seen == [flaw, flawed]] for flawed in (True, False)]
        for group in groups:
            random.Random(0).shuffle(group)
        if all(groups):
            drawn[flaw] = [opinions(panel, group[:many], flaw, f"labels, {flaw}") for group in groups]
    measured = {}
    for flaw, doubts in drawn.items():
        draw = np.random.default_rng(0)
        areas = [area_under_curve(*(draw.choice(each, len(each)) for each in doubts)) for _ in range(BOOTSTRAP_DRAWS)]
        low, high = np.quantile(areas, (0.025, 0.975)).tolist()
        if len(drawn) * mannwhitneyu(doubts[0], doubts[1]).pvalue >= SURE_P:
            low, high = min(low, CHANCE), max(high, CHANCE)
        measured[flaw] = Interval(area_under_curve(*doubts), low, high, sum(map(len, doubts)))
    return measured


def shipped_agreement(fingerprint: str) -> dict[str, Interval] | None:
    """Return what `benchmarks.flags_judge` measured of a model's weights; None where nobody has measured them."""
    known = json.loads(files("magnetite.experiments.check").joinpath("agreement.json").read_text("utf-8"))
    by_flaw = next((known[part]["flaws"] for part in fingerprint.split(":") if part in known), None)
    return by_flaw and {flaw: Interval(**values) for flaw, values in by_flaw.items()}


def read_labels(path: str | Path) -> list[Label]:
    """Read what people see in questions: JSON lines with question, choices, answer (a letter), flaw_type and label.

    `label` is 1 where they see the flaw, else 0; flaws that no judge is asked about are passed over. Raises DataError,
    which names file and line, for anything else, and where no flaw is seen in some questions and not in others.
    """
    labels: list[Label] = []
    place, expected = str(path), "Expected JSON lines, each with question, choices, answer (a letter), flaw_type, label"
    try:
        for number, line in enumerate(regular(Path(path).expanduser()).read_text("utf-8-sig").splitlines(), 1):
            place = f"{path}, line {number}"
            row = json.loads(line) if line.strip() else {"flaw_type": ""}
            if row["flaw_type"] in CRITERIA:
                options, key = tuple(map(str, row["choices"])), LETTERS.index(row["answer"])
                item = Item(str(number), str(number), "", str(row["question"]), options, key)
                labels.append((item, row["flaw_type"], float(row["label"]) >= CHANCE))
    except (OSError, ValueError, TypeError, KeyError, DataError) as error:
        raise DataError(f"{place}: no labels to be read ({type(error).__name__}: {error}). {expected}.") from error
    seen = {(flaw, flawed) for _, flaw, flawed in labels}
    if not any({(flaw, True), (flaw, False)} <= seen for flaw in CRITERIA):
        raise DataError(
            f"{path}: of no flaw are there questions with it and without it, which it takes to measure a judge. "
            f"{expected} (1 and 0), of {', '.join(CRITERIA)}."
        )
    return labels
