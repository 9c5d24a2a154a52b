"""Rules about what can be answered without reading: from question and options, or from the options alone.

A shortcut system that never saw the passage is sure of the right answer (Liusie et al., 2022): it chooses the answer,
with a high probability, and few effective options are left. The last limit keeps the probability
honest where there are few options: 60% is little between two. How often such a flag is right is measured by systems
that had no part in it (docs/results/flags.md); the limits were chosen there, on RACE dev.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from magnetite.core.items import letter
from magnetite.experiments.flags.exam import Exam, Probabilities
from magnetite.experiments.flags.rule import Limits, Observation, Rule, Threshold, by_row, key_of, observation
from magnetite.stats.information import effective_options, entropy, normalised_options

PROBABILITY = "the right answer has at least this probability"
LEFT = (
    "at most this share of the other options is still open, counted in effective options: "
    "0 is certain, 1 cannot choose (Liusie et al., 2022, eq. 1)"
)


def effective(probabilities: Probabilities) -> tuple[float, float]:
    """Return how many effective options are left, 1 to n, and the same from 0 (certain) to 1 (cannot choose).

    >>> effective((0.5, 0.5, 0.0, 0.0))
    (2.0, 0.3333333333333333)
    """
    counts = np.array([len(probabilities)])
    left = effective_options(entropy(np.array(probabilities), counts))
    return float(left[0]), float(normalised_options(left, counts)[0])


def _sure(view: str, exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item, probabilities = exam.items[index], exam.scored(view, index)
    key = key_of(item)
    left, share = effective(probabilities)
    chosen = probabilities[key] == max(probabilities)
    if chosen and probabilities[key] >= limits["probability"] and share <= limits["left"]:
        yield observation(
            (key,),
            key=letter(key),
            probability=probabilities[key],
            chance=1 / len(item.options),
            effective=left,
            options=len(item.options),
        )


_EVIDENCE = ("key", "probability", "chance", "effective", "options")
_LIMITS = (
    Threshold("probability", 0.5, "probability", 0, 1, PROBABILITY),
    Threshold("left", 0.85, "share", 0, 1, LEFT),
)

ALONE_RULES = (
    Rule(
        "answerable-without-passage",
        "model",
        "high",
        "a system that never saw the passage is sure of the right answer",
        by_row(partial(_sure, "QO")),
        _EVIDENCE,
        _LIMITS,
        views=("QO",),
        key=True,
        passage=True,
        citation="Liusie et al. 2022, §3.2; Tuinman 1973",
    ),
    Rule(
        "answerable-from-options",
        "model",
        "high",
        "a system that saw the options alone, without even the question, is sure of the right answer",
        by_row(partial(_sure, "O")),
        _EVIDENCE,
        _LIMITS,
        views=("O",),
        key=True,
        citation="Liusie et al. 2022, Table 2",
    ),
)
