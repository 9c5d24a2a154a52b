"""Simulated participants of known ability and susceptibility: they show whether an analysis finds what is there.

A participant of ability a knows the answer to a question of difficulty d with probability logistic(a - d), and guesses
evenly otherwise. Under attack, a magnet draws them before they think, with the probability of their susceptibility.
Without the passage they know fewer answers, and whether a question is flagged moves its difficulty.
"""

from dataclasses import dataclass

import numpy as np

from magnetite_study.answers import StoredAnswer, StudyAnswers, answers_of
from magnetite_study.design import Design, StudyQuestion


@dataclass(frozen=True, slots=True)
class Population:
    """The people that simulated participants are drawn from.

    `ability` is a mean, the spreads are standard deviations, all in logits; the mean difficulty is 0. `susceptibility`
    is the probability that a magnet draws somebody, `susceptibility_spread` how far it differs between magnets.
    `without`: the mean ability without the passage, None for the same. `easier`: by how many logits flagged questions,
    or those of the lowest entropy, are easier without the passage than the others. `finishing` is the share of
    questions that a participant answers.
    """

    ability: float = 2.0
    ability_spread: float = 1.0
    difficulty_spread: float = 1.0
    susceptibility: float = 0.0
    susceptibility_spread: float = 0.0
    without: float | None = None
    easier: float = 0.0
    finishing: float = 1.0


def simulate(design: Design, population: Population, *, participants: int | None = None, seed: int = 0) -> StudyAnswers:
    """Answer a study as `participants` people of a population would; by default, as many as are planned."""
    random = np.random.default_rng(seed)
    many = design.participants if participants is None else participants
    difficulty = random.normal(0, population.difficulty_spread, len(design.questions))
    lean = random.normal(0, population.susceptibility_spread, len(design.questions))
    lift = [population.easier / 2 * _side(question) for question in design.questions]
    lost = 0.0 if population.without is None else population.without - population.ability
    places = {question.id: place for place, question in enumerate(design.questions)}
    rows: list[StoredAnswer] = []
    for number in range(1, many + 1):
        ability = population.ability + random.normal(0, population.ability_spread)
        for page in design.booklet(number):
            place = places[page.id]
            question = design.questions[place]
            easier = lift[place] + lost if page.condition == "no-passage" else 0.0
            if random.random() >= population.finishing:
                continue
            drawn = page.condition == "attacked" and random.random() < _moved(population.susceptibility, lean[place])
            if drawn and question.magnet is not None:
                chosen = question.magnet.replaced
            else:
                chosen = _answer(random, ability - difficulty[place] + easier, question.answer, len(page.options))
            seconds = float(random.lognormal(3.5, 0.5))
            rows.append((number, page.position, page.id, chosen, seconds, "web", 0.0))
    return answers_of(design, rows)


def _side(question: StudyQuestion) -> int:
    """Return 1 for a question that is flagged or of low entropy, -1 for the others, 0 where neither is asked."""
    if question.flagged is not None:
        return 1 if question.flagged else -1
    return 0 if question.shortcut is None else {"low": 1}.get(question.shortcut.group, -1)


def _answer(random: np.random.Generator, logit: float, answer: int, options: int) -> int:
    known = random.random() < 1 / (1 + np.exp(-logit))
    return answer if known else int(random.integers(options))


def _moved(share: float, logits: float) -> float:
    """Return a share moved by so many logits; 0 and 1 stay."""
    return share / (share + (1 - share) * float(np.exp(-logits))) if 0 < share < 1 else share
