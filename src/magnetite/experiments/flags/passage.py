"""Rules about what the passage does to a system's answer: nothing, away from the key, or torn between two options.

All compare a system that reads everything (QOC) with the key, or with one that never saw the passage (QO). A weak
system is often wrong, and then most of these flags are about the system; so the report shows how good it is.
"""

from collections.abc import Iterator

import numpy as np

from magnetite.core.items import letter
from magnetite.experiments.flags.exam import Exam, Probabilities
from magnetite.experiments.flags.rule import Limits, Observation, Rule, Threshold, by_row, key_of, named, observation
from magnetite.stats.information import entropy, information_gain


def _fits_better(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item, reading = exam.items[index], exam.scored("QOC", index)
    key, best = key_of(item), _best(reading)
    if best != key and reading[best] >= limits["other"] and reading[key] <= limits["key"]:
        yield observation(
            (best, key), key=letter(key), probability=reading[key], other=letter(best), other_probability=reading[best]
        )


def _misleads(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item = exam.items[index]
    key, without, reading = key_of(item), exam.scored("QO", index), exam.scored("QOC", index)
    best = _best(reading)
    if best != key and without[key] >= limits["without"] and without[key] - reading[key] >= limits["loss"]:
        yield observation((key, best), key=letter(key), without=without[key], given=reading[key], other=letter(best))


def _torn(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item, reading = exam.items[index], exam.scored("QOC", index)
    order = sorted(range(len(reading)), key=lambda i: -reading[i])
    first, second = order[:2]
    together, close = reading[first] + reading[second], reading[second] >= limits["ratio"] * reading[first]
    if len(reading) > 2 and key_of(item) in (first, second) and together >= limits["together"] and close:
        pair = sorted((first, second))
        yield observation(tuple(pair), letters=named(pair), together=together)


def _hardly_helps(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    item = exam.items[index]
    key, without, reading = key_of(item), exam.scored("QO", index), exam.scored("QOC", index)
    bits = _gain(without, reading)
    if reading[key] >= limits["found"] and reading[key] - without[key] <= limits["gain"] and bits <= limits["bits"]:
        yield observation((key,), key=letter(key), without=without[key], given=reading[key], bits=bits)


def _gain(without: Probabilities, reading: Probabilities) -> float:
    """Return how many bits of doubt the passage removes (Liusie et al., 2022, eq. 2)."""
    counts = np.array([len(without)])
    return float(information_gain(entropy(np.array(without), counts), entropy(np.array(reading), counts))[0])


def _best(probabilities: Probabilities) -> int:
    return max(range(len(probabilities)), key=probabilities.__getitem__)


PASSAGE_RULES = (
    Rule(
        "another-option-fits-better",
        "model",
        "medium",
        "a system that read everything is sure of an option that is not the key: the key may be wrong",
        by_row(_fits_better),
        ("key", "probability", "other", "other_probability"),
        (
            Threshold("other", 0.7, "probability", 0, 1, "the other option has at least this probability"),
            Threshold("key", 0.15, "probability", 0, 1, "the key has at most this probability"),
        ),
        views=("QOC",),
        key=True,
        passage=True,
        citation="Haladyna et al. 2002, guideline 19",
    ),
    Rule(
        "passage-misleads",
        "model",
        "medium",
        "a system finds the key without the passage, and turns to another option once it reads",
        by_row(_misleads),
        ("key", "without", "given", "other"),
        (
            Threshold("without", 0.5, "probability", 0, 1, "the key has at least this probability without the passage"),
            Threshold("loss", 0.2, "probability", 0, 1, "and loses at least this much of it with the passage"),
        ),
        views=("QO", "QOC"),
        key=True,
        passage=True,
        citation="Liusie et al. 2022, §3.2 (negative mutual information); Ethayarajh et al. 2022",
    ),
    Rule(
        "two-options-fit",
        "model",
        "low",
        "a system that read everything is torn between the key and one other option, and rules out the rest",
        by_row(_torn),
        ("letters", "together"),
        (
            Threshold("together", 0.85, "probability", 0, 1, "the two together have at least this probability"),
            Threshold("ratio", 0.8, "ratio", 0, 1, "the weaker has at least this share of the stronger's probability"),
        ),
        views=("QOC",),
        key=True,
        passage=True,
        citation="Haladyna et al. 2002, guideline 19",
    ),
    Rule(
        "passage-hardly-helps",
        "model",
        "medium",
        "a system that finds the key with the passage is about as sure of it without",
        by_row(_hardly_helps),
        ("key", "without", "given", "bits"),
        (
            Threshold("found", 0.5, "probability", 0, 1, "the key has at least this probability with the passage"),
            Threshold("gain", 0.05, "probability", -1, 1, "of which the passage adds at most this much"),
            Threshold("bits", 0.1, "bits", -10, 10, "and removes at most this many bits of doubt (eq. 2)"),
        ),
        views=("QO", "QOC"),
        key=True,
        passage=True,
        citation="Liusie et al. 2022, eq. 2 and Figure 5",
    ),
)
