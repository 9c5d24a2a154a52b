"""What `check` says of groups, cut scores and wrong options, beside the truth of simulated candidates.

    python -m benchmarks.psychometrics [--exams 60] [--seed 0] [--page FILE]

An exam has 40 questions with four options. Ability is normal; candidates who know the answer, by the two-parameter
logistic model (discrimination lognormal around 1, difficulty normal around -0.4), choose it; the others guess among all
options, by their attraction.

- **Groups.** Two groups of one size; the ability of the second is lower by a half. Two of the questions favour the
  first by so many logits: that is 2.35 times as many points of D, less where candidates guess.
- **Decisions.** The same candidates sit a second exam of the same questions; who passes both or neither is counted, and
  who passes as by the true score.
- **Wrong options.** In every fourth question one wrong option rises with ability: a second right answer, which half of
  those who know choose. All others fall, or are hardly chosen.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.published import publish
from examfiles.items import Item
from magnetite.core.cells import BoolArray, IntArray
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.candidates import analysed
from magnetite.experiments.flags import RULES, Exam
from magnetite.inputs.responses import Responses
from magnetite.stats.consistency import decisions, score_model, standard_errors
from magnetite.stats.differential import differences
from magnetite.stats.item_analysis import reliability
from magnetite.stats.ragged import FloatArray

QUESTIONS, FAVOURING = 40, 2
GROUPS = (50, 100, 250, 500)  # candidates of each
LOGITS = (0.0, 0.5, 1.0, 1.5)
CUTS = (0.5, 0.6, 0.75)
LENGTHS = (20, 40)
SOME = (100, 500)  # candidates of whom decisions are told
RESAMPLES = 200
SITTING = 20_000  # candidates by whom the truth is told
NOTE = (
    "The candidates are simulated; the truth is known. An exam without a difference should have an item of class B or "
    "C in at most 5% of cases, whatever the groups' abilities. Intervals of decisions are a bootstrap over candidates, "
    "and two points besides, since true scores are not exactly a beta distribution."
)


def main() -> None:
    """Simulate groups, second exams and wrong options, and publish the page."""
    arguments = _arguments()
    exams, seed = arguments.exams, arguments.seed
    publish(
        arguments.page,
        "Groups, cut scores and wrong options",
        f"{exams} exams of {QUESTIONS} questions for each line, seed {seed}",
        [_groups(exams, seed), _decisions(max(4, exams // 4), seed), _errors(seed), _options(exams, seed)],
        note=NOTE,
        device="cpu",
    )


def _chances(random: np.random.Generator, ability: FloatArray, questions: int, guessing: float = 0.25) -> FloatArray:
    """Draw questions, and return how likely each candidate is to be right: (candidates, questions)."""
    slope, middle = np.exp(random.normal(0, 0.35, questions)), random.normal(-0.4, 1, questions)
    knows: FloatArray = 1 / (1 + np.exp(-slope * (ability[:, None] - middle)))
    return guessing + (1 - guessing) * knows


def _sat_by_groups(random: np.random.Generator, members: int, logits: float) -> tuple[BoolArray, BoolArray]:
    """Draw who was right, and who is of the first group."""
    first = np.arange(2 * members) < members
    chance = _chances(random, random.normal(size=2 * members) - 0.5 * ~first, QUESTIONS, guessing=0)
    odds = np.log(chance / (1 - chance)) + logits * first[:, None] * (np.arange(QUESTIONS) < FAVOURING)
    return random.random(odds.shape) < 0.2 + 0.8 / (1 + np.exp(-odds)), first


def _groups(exams: int, seed: int) -> Finding:
    rows = []
    for members in GROUPS:
        for logits in LOGITS:
            found: Counter[str] = Counter()
            drawn = exams if logits else 4 * exams  # a rate of one in twenty takes more of them to see
            for number in range(drawn):
                random = np.random.default_rng([seed, 1, members, number])
                sizes = [each.size for each in differences(*_sat_by_groups(random, members, logits))]
                planted = sizes[: FAVOURING if logits else 0]
                sound = sizes[len(planted) :]
                found.update({"B": planted.count("B"), "C": planted.count("C")})
                found["wrong"] += any(each in ("B", "C") for each in sound)
            many = FAVOURING * exams
            hits = [(found["B"] + found["C"]) / many, found["C"] / many] if logits else [None, None]
            rows.append((members, logits, *hits, found["wrong"] / drawn))
    headings = (
        Heading("members", "candidates of each group", "count"),
        Heading("logits", "planted logits", "score"),
        Heading("hits", "found, class B or C", "share"),
        Heading("large", "found, class C", "share"),
        Heading("wrong", "exams with a sound question of class B or C", "share"),
    )
    false = max(float(str(row[-1])) for row in rows if not row[1])
    text = f"Of exams without a difference, {false:.0%} at most have a question of class B or C."
    return Finding(
        "groups",
        "Questions easier for one group",
        text,
        tables=(table("groups", "Two of forty questions favour a group by so many logits", headings, rows),),
    )


def _decisions(exams: int, seed: int) -> Finding:
    """Set decisions beside those of a second exam, for two lengths, three cuts, 100 and 500 candidates."""
    rows = []
    for questions in LENGTHS:
        off: dict[tuple[int, float], list[tuple[float, ...]]] = {(n, cut): [] for n in SOME for cut in CUTS}
        for number in range(exams):
            for place, each in _beside_truth(np.random.default_rng([seed, 2, questions, number]), questions):
                off[place].append(each)
        rows += [(questions, *place, *_summary(np.array(each))) for place, each in off.items()]
    headings = (
        Heading("questions", unit="count"),
        Heading("candidates", unit="count"),
        Heading("cut", unit="share"),
        Heading("alike", "decided alike, two exams", "share"),
        Heading("told", "told of one", "share"),
        Heading("off", "off by, on average", "gap"),
        Heading("held", "interval holds it", "share"),
        Heading("right", "decided as by the true score", "share"),
        Heading("right_told", "told of one exam", "share"),
        Heading("right_off", "off by, on average", "gap"),
    )
    worst = max(float(str(row[5])) for row in rows)
    text = f"Consistency is told to within {100 * worst:.1f} points on average."
    return Finding(
        "decisions",
        "Decisions at a cut",
        text,
        tables=(table("decisions", "What two exams decide, and what is told of one", headings, rows),),
    )


def _summary(each: FloatArray) -> tuple[float, ...]:
    alike, told, held, right, right_told = each.T
    return (
        *(float(alike.mean()), float(told.mean()), float(abs(told - alike).mean()), float(held.mean())),
        *(float(right.mean()), float(right_told.mean()), float(abs(right_told - right).mean())),
    )


def _beside_truth(random: np.random.Generator, questions: int) -> Iterator[tuple[tuple[int, float], tuple[float, ...]]]:
    """Yield, for some candidates and each cut, what two exams decide alike and rightly, and what is told of one."""
    chance = _chances(random, random.normal(size=SITTING), questions)
    first, second = (random.random(chance.shape) < chance for _ in range(2))
    for candidates in SOME:
        model = score_model(first[:candidates], resamples=RESAMPLES)
        for share in CUTS:
            cut = share * questions
            one, other, true = (each.sum(axis=1) >= cut - 1e-9 for each in (first, second, chance))
            if model is not None:
                told, alike = decisions(model, cut), float((one == other).mean())
                held = told.consistency.low <= alike <= told.consistency.high
                right = float((one == true).mean()), told.accuracy.estimate
                yield (candidates, share), (alike, told.consistency.estimate, held, *right)


def _errors(seed: int) -> Finding:
    """Set the standard error of each score beside how far candidates with that true score are off."""
    random = np.random.default_rng([seed, 3])
    chance = _chances(random, random.normal(size=10 * SITTING), QUESTIONS)
    right = random.random(chance.shape) < chance
    total, true = right.sum(axis=1), chance.sum(axis=1)
    some = right[:500]
    scores = some.sum(axis=1)
    told = standard_errors(QUESTIONS, scores.mean(), scores.var(ddof=1), reliability(some).alpha.estimate)
    rows = []
    for score in range(12, QUESTIONS, 4):
        near = abs(true - score) < 0.5
        rows.append((score, int(near.sum()), float((total - true)[near].std()), float(told[score])))
    headings = (
        Heading("score", unit="count"),
        Heading("candidates", "candidates of this true score", "count"),
        Heading("off", "standard deviation of their scores", "score"),
        Heading("told", "standard error told, of 500 candidates", "score"),
    )
    worst = max(abs(float(str(row[3])) - float(str(row[2]))) for row in rows)
    text = f"The standard error of a score is told to within {worst:.1f} of a point."
    return Finding(
        "errors",
        "Standard errors by score",
        text,
        tables=(table("errors", "How far candidates with a true score are off, and what is told", headings, rows),),
    )


def _options(exams: int, seed: int) -> Finding:
    """Count what is said of wrong options that rise, that are hardly chosen, and that fall."""
    rule, rows = RULES["wrong-option-rises"], []
    for candidates in (60, 100, 200, 500):
        said: Counter[tuple[str, str]] = Counter()
        flagged: Counter[str] = Counter()
        for number in range(exams // 4):
            random = np.random.default_rng([seed, 4, candidates, number])
            items, chosen, truth = _with_rising(random, candidates)
            answers = analysed(items, Responses(tuple(item.id for item in items), chosen), seed=number).by_id
            for item in items:
                said.update((truth[item.id, at], answers[item.id].options[at].working) for at in (1, 2, 3))
            rising = {(flag.item, flag.options[0]) for flag in rule.find(Exam(tuple(items), answers=answers))}
            flagged.update(truth[each] for each in rising)
        for kind in ("falls", "rises"):
            counts = [said[kind, working] for working in ("works", "rare", "open", "rises")]
            rows.append((candidates, kind, *(n / sum(counts) for n in counts), flagged[kind] / sum(counts)))
    headings = (
        Heading("candidates", unit="count"),
        Heading("truth", "this wrong option"),
        *(Heading(name, text, "share") for name, text in WORKING.items()),
        Heading("flagged", "flagged", "share"),
    )
    false = max(float(str(row[-1])) for row in rows if row[1] == "falls")
    text = f"Of wrong options that fall, {false:.2%} at most are flagged as rising."
    return Finding(
        "options",
        "Wrong options",
        text,
        tables=(table("options", "What wrong options do, and what is said of them", headings, rows),),
    )


WORKING = {"works": "said to work", "rare": "said to be rare", "open": "said to be open", "rises": "said to rise"}


def _items(questions: int) -> tuple[Item, ...]:
    return tuple(Item(f"q{n}", f"p{n}", "A text.", f"Question {n}?", ("a", "b", "c", "d"), 0) for n in range(questions))


def _with_rising(
    random: np.random.Generator, candidates: int
) -> tuple[tuple[Item, ...], IntArray, dict[tuple[str, int], str]]:
    """Draw an exam, its answers, and what each wrong option does; of those who know, half choose the one that rises."""
    items, ability = _items(QUESTIONS), random.normal(size=candidates)
    knows = random.random((candidates, QUESTIONS)) < _chances(random, ability, QUESTIONS, guessing=0)
    attraction = random.dirichlet([2] * 4, QUESTIONS).cumsum(axis=1)
    guess = (attraction > random.random((candidates, QUESTIONS, 1))).argmax(axis=2)
    second = np.arange(QUESTIONS) % 4 == 0
    chosen = np.where(knows, np.where(second & (random.random(knows.shape) < 0.5), 1, 0), guess)
    truth = {
        (item.id, at): "rises" if second[n] and at == 1 else "falls" for n, item in enumerate(items) for at in (1, 2, 3)
    }
    return items, chosen, truth


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exams", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
