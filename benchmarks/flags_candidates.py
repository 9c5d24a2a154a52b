"""What flags from candidates' answers are worth: simulated exams with wrong keys, by the number of candidates.

    python -m benchmarks.flags_candidates [--exams 30] [--seed 0] [--page FILE]

An exam has 40 questions with four options. Ability is normal; candidates who know the answer, by the two-parameter
logistic model (discrimination lognormal around 1, difficulty normal around -0.4), choose it; the others choose among
all options, by their attraction (Dirichlet) and a little by ability, so some sound questions discriminate badly by
nature. Three questions are then keyed to the most popular wrong option. A flag of these is right; a flag of the other
37 is a false alarm, or one that the question deserves.
"""

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import IntArray
from magnetite.core.results import Finding, Heading, Table, table
from magnetite.experiments.candidates import analysed
from magnetite.experiments.flags import RULES, Exam, second_look
from magnetite.inputs.responses import Responses

CANDIDATES = (10, 30, 60, 100, 200, 500)
QUESTIONS, WRONG = 40, 3
LOOK = "deserve a second look"
CANDIDATE_RULES = [rule for rule in RULES.values() if rule.source == "candidates"]
NOTE = (
    "The candidates are simulated. Ability is normal. Candidates who know the answer, by the two-parameter logistic "
    "model, choose it; the others choose among all options, by their attraction and a little by ability, so some sound "
    "questions discriminate badly by nature. A wrong key is the most popular wrong option. `option-nobody-chooses` is "
    "a remark, and true of these candidates: if there are few, chance alone leaves an option unchosen."
)


def main() -> None:
    """Simulate exams for each number of candidates, and publish the page."""
    arguments = _arguments()
    publish(
        arguments.page,
        "Flags from candidates' answers",
        f"{arguments.exams} exams of {QUESTIONS} questions, {WRONG} of them with a wrong key, seed {arguments.seed}",
        [_finding({n: _measured(n, arguments.exams, arguments.seed) for n in CANDIDATES})],
        note=NOTE,
        device="cpu",
    )


def _finding(measured: dict[int, tuple[dict[str, float], dict[str, float]]]) -> Finding:
    found, false = ({n: each[at] for n, each in measured.items()} for at in (0, 1))
    looks = ", ".join(f"{each.get(LOOK, 0):.0%}" for each in found.values())
    return Finding(
        "candidates",
        "What the flags are worth",
        f"With {', '.join(map(str, found))} candidates {looks} of the wrong keys deserve a second look; of the sound "
        f"questions, {max(each.get(LOOK, 0) for each in false.values()):.1%} at most.",
        tables=(_table("found", "Wrong keys found", found), _table("false", "Sound questions flagged", false)),
    )


def _table(name: str, title: str, shares: dict[int, dict[str, float]]) -> Table:
    """Return the share of questions that each rule flags, by the number of candidates."""
    headings = [Heading("rule"), *(Heading(f"{n} candidates", unit="share") for n in shares)]
    names = [*(rule.name for rule in CANDIDATE_RULES), LOOK]
    return table(name, title, headings, [(rule, *(each.get(rule, 0.0) for each in shares.values())) for rule in names])


def _measured(candidates: int, exams: int, seed: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the shares of the wrong keys, and of the sound questions, that each rule flags."""
    found: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for number in range(exams):
        items, chosen = drawn(np.random.default_rng([seed, number]), candidates)
        answers = analysed(items, Responses(tuple(item.id for item in items), chosen), seed=number).by_id
        exam = Exam(tuple(items), answers=answers)
        flags = [flag for rule in CANDIDATE_RULES for flag in rule.find(exam)]
        planted = {item.id for item in items[:WRONG]}
        for name, item in [*((flag.rule, flag.item) for flag in flags), *((LOOK, item) for item in second_look(flags))]:
            (found if item in planted else false)[name] += 1
    return (
        {name: count / (WRONG * exams) for name, count in found.items()},
        {name: count / ((QUESTIONS - WRONG) * exams) for name, count in false.items()},
    )


def drawn(random: np.random.Generator, candidates: int) -> tuple[list[Item], IntArray]:
    """Draw an exam and its answers, (candidates, questions)."""
    ability = random.normal(size=candidates)
    items = [Item(f"q{n}", f"p{n}", "A text.", f"Question {n}?", ("a", "b", "c", "d"), 0) for n in range(QUESTIONS)]
    chosen = np.empty((candidates, QUESTIONS), dtype=np.int64)
    for n in range(QUESTIONS):
        slope, middle = np.exp(random.normal(0, 0.35)), random.normal(-0.4, 1)
        knows = random.random(candidates) < 1 / (1 + np.exp(-slope * (ability - middle)))
        liking = np.log(random.dirichlet([2] * 4)) + random.normal(0, 0.3, 4) * ability[:, None]
        shares = np.exp(liking) / np.exp(liking).sum(axis=1, keepdims=True)
        guess = (shares.cumsum(axis=1) > random.random((candidates, 1))).argmax(axis=1)
        chosen[:, n] = np.where(knows, 0, guess)
    for n in range(WRONG):
        popular = int(np.bincount(chosen[:, n], minlength=4)[1:].argmax()) + 1
        items[n] = replace(items[n], answer=popular)
    return items, chosen


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exams", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
