"""What flags from candidates' answers are worth: simulated exams with wrong keys, by the number of candidates.

    python benchmarks/flags_candidates.py [--exams 30] [--seed 0]

An exam has 40 questions with four options. Ability is normal; who knows the answer, by the two-parameter logistic model
(discrimination lognormal around 1, difficulty normal around -0.4), chooses it; who does not chooses among all options,
by their attraction (Dirichlet) and a little by ability, so that some sound questions discriminate badly by nature.
Three questions are then keyed to the most popular wrong option. Flagged of these is found; flagged of the other 37, a
false alarm, or one that the question deserves.
"""

import argparse
from collections import Counter
from dataclasses import replace

import numpy as np

from magnetite.core.cells import IntArray
from magnetite.core.items import Item
from magnetite.experiments.candidates import analysed
from magnetite.experiments.flags import Exam, second_look
from magnetite.experiments.flags.by_candidates import CANDIDATE_RULES
from magnetite.formats.responses import Responses

CANDIDATES = (10, 30, 60, 100, 200, 500)
QUESTIONS, WRONG = 40, 3
LOOK = "**deserve a second look**"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exams", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    measured = {n: _measured(n, arguments.exams, arguments.seed) for n in CANDIDATES}
    print(f"| wrong keys found / sound questions flagged, of 100 | {' | '.join(map(str, CANDIDATES))} |")
    print(f"|{'---|' * (len(CANDIDATES) + 1)}")
    for name in (*(rule.name for rule in CANDIDATE_RULES), LOOK):
        cells = (f"{found.get(name, 0):.0f} / {false.get(name, 0):.1f}" for found, false in measured.values())
        print(f"| {name if name == LOOK else f'`{name}`'} | {' | '.join(cells)} |")


def _measured(candidates: int, exams: int, seed: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return how many of 100 wrong keys, and of 100 sound questions, each rule flags."""
    found: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for number in range(exams):
        items, chosen = _drawn(np.random.default_rng([seed, number]), candidates)
        answers = analysed(items, Responses(tuple(item.id for item in items), chosen), seed=number).by_id
        exam = Exam(tuple(items), answers=answers)
        flags = [flag for rule in CANDIDATE_RULES for flag in rule.find(exam)]
        planted = {item.id for item in items[:WRONG]}
        for name, item in [*((flag.rule, flag.item) for flag in flags), *((LOOK, item) for item in second_look(flags))]:
            (found if item in planted else false)[name] += 1
    return (
        {name: 100 * count / (WRONG * exams) for name, count in found.items()},
        {name: 100 * count / ((QUESTIONS - WRONG) * exams) for name, count in false.items()},
    )


def _drawn(random: np.random.Generator, candidates: int) -> tuple[list[Item], IntArray]:
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


if __name__ == "__main__":
    main()
