"""Rules that rest on systems' answers: what can be answered without reading, what the passage does, wrong options.

Without reading: for a shortcut system that never saw the passage, the right answer is more probable than all others
together, and at most a set share of the effective options is left, which keeps the probability honest where there are
few options. (Liusie et al., 2022, flag by entropy alone and ask no key; what that finds is listed beside the flags, see
`passage`.) How many of these flags luck explains is told by the exam itself (see `luck`).

The passage: a system that reads everything (QOC) is compared with the key, or with one that never saw the passage
(QO). A weak system is often wrong, and then most of these flags are about the system; so the report shows how good it
is.

Wrong options: a magnet is an option that attracts a system whatever the passage says (Lin et al., 2021). A wrong option
that wins without the passage resembles one; one with a high interference score is one. A wrong option that no reader
takes is called non-functioning; among people the usual limit is 5% of them (Haladyna and Downing, 1993).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np

from examfiles.items import letter
from magnetite.experiments.flags.exam import Exam, Probabilities, best
from magnetite.experiments.flags.rule import (
    Limits,
    Observation,
    Rule,
    Threshold,
    by_row,
    key_of,
    named,
    observation,
    rule,
    wrong_options,
)
from magnetite.stats.calibration import effective_options, entropy, information_gain, normalised_options
from magnetite.views.text import normalised

PROBABILITY = "the right answer has at least this probability"
SHARED = 5  # questions of an exam that may share their options, at least, where that says something
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
    if probabilities[key] < max(probabilities) or probabilities[key] < limits["probability"]:
        return
    left, share = effective(probabilities)
    if share <= limits["left"]:
        yield observation(
            (key,),
            key=letter(key),
            probability=probabilities[key],
            chance=1 / len(item.options),
            effective=left,
            options=len(item.options),
        )


_EVIDENCE = ("key", "probability", "chance", "effective", "options")
_LEFT = Threshold("left", 0.85, "share", 0, 1, LEFT)


@rule(
    "answerable-from-options",
    "serious",
    _EVIDENCE,
    Threshold("probability", 0.5, "probability", 0, 1, PROBABILITY),
    _LEFT,
    source="model",
    views=("O",),
    key=True,
    luck="probability",
    citation="Liusie et al. 2022, Table 2",
)
def answerable_from_options(exam: Exam, indices: Sequence[int], limits: Limits) -> Iterator[tuple[str, Observation]]:
    """A system that saw only the options, not even the question, is sure of the right answer.

    Options that half of the questions share give no single answer away.
    """
    offered = {index: frozenset(map(normalised, exam.items[index].options)) for index in indices}
    counts = Counter(offered.values())
    for index in indices:
        if len(indices) < SHARED or 2 * counts[offered[index]] < len(indices):
            yield from ((exam.items[index].id, seen) for seen in _sure("O", exam, index, limits))


def _of_model(*about: Any, **needs: Any) -> Callable[[Callable[[Exam, int, Limits], Iterator[Observation]]], Rule]:
    """Make a rule about what systems make of one question with a known key."""
    return lambda look: rule(*about, source="model", key=True, **needs)(by_row(look))


@_of_model(
    "answerable-without-passage",
    "serious",
    _EVIDENCE,
    Threshold("probability", 0.5, "probability", 0, 1, PROBABILITY),
    _LEFT,
    views=("QO",),
    passage=True,
    luck="probability",
    citation="Liusie et al. 2022, §3.2; Tuinman 1973",
)
def answerable_without_passage(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A system that never saw the passage is sure of the right answer."""
    return _sure("QO", exam, index, limits)


@_of_model(
    "another-option-fits-better",
    "serious",
    ("key", "probability", "other", "other_probability"),
    Threshold("other", 0.5, "probability", 0, 1, "the other option has at least this probability"),
    Threshold("key", 0.05, "probability", 0, 1, "the key has at most this probability"),
    views=("QOC",),
    passage=True,
    citation="Haladyna et al. 2002, guideline 19",
)
def another_option_fits_better(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A system that read everything prefers another option and all but rules out the key: the key may be wrong."""
    item, reading = exam.items[index], exam.scored("QOC", index)
    key, other = key_of(item), best(reading)
    if other != key and reading[other] >= limits["other"] and reading[key] <= limits["key"]:
        yield observation(
            (other, key),
            key=letter(key),
            probability=reading[key],
            other=letter(other),
            other_probability=reading[other],
        )


@_of_model(
    "passage-misleads",
    "worth-a-thought",
    ("key", "without", "given", "other"),
    Threshold("without", 0.5, "probability", 0, 1, "the key has at least this probability without the passage"),
    Threshold("loss", 0.2, "probability", 0, 1, "and loses at least this much of it with the passage"),
    views=("QO", "QOC"),
    passage=True,
    luck="without",
    citation="Liusie et al. 2022, §3.2 (negative mutual information); Ethayarajh et al. 2022",
)
def passage_misleads(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A system finds the key without the passage, and turns to another option once it reads."""
    item = exam.items[index]
    key, without, reading = key_of(item), exam.scored("QO", index), exam.scored("QOC", index)
    other = best(reading)
    if other != key and without[key] >= limits["without"] and without[key] - reading[key] >= limits["loss"]:
        yield observation((key, other), key=letter(key), without=without[key], given=reading[key], other=letter(other))


@_of_model(
    "another-option-supported",
    "serious",
    ("key", "other", "supported", "probability"),
    Threshold("probability", 0.9, "probability", 0, 1, "the other option is right with at least this probability"),
    Threshold("key", 0.5, "probability", 0, 1, "and the key with at least this one"),
    views=("QOC",),
    passage=True,
    languages=("en",),
    verdicts=True,
    citation="Haladyna et al. 2002, guideline 19",
)
def another_option_supported(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A system that judges each option by itself finds another option right as well as the key.

    Systems that must choose one of two right options give it nearly all the probability; a verdict need not choose.
    """
    item, verdicts = exam.items[index], exam.verdicts[index]
    key = key_of(item)
    other = max(wrong_options(item), key=verdicts.__getitem__)
    if verdicts[other] >= limits["probability"] and verdicts[key] >= limits["key"]:
        yield observation(
            (key, other),
            key=letter(key),
            other=letter(other),
            supported=verdicts[key],
            probability=verdicts[other],
        )


@_of_model(
    "two-options-fit",
    "worth-a-thought",
    ("letters", "together"),
    Threshold("together", 0.85, "probability", 0, 1, "the two together have at least this probability"),
    Threshold("ratio", 0.8, "ratio", 0, 1, "the weaker has at least this share of the stronger's probability"),
    views=("QOC",),
    passage=True,
    citation="Haladyna et al. 2002, guideline 19",
)
def two_options_fit(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A system that read everything is torn between the key and one other option, and rules out the rest."""
    item, reading = exam.items[index], exam.scored("QOC", index)
    order = sorted(range(len(reading)), key=lambda i: -reading[i])
    first, second = order[:2]
    together, close = reading[first] + reading[second], reading[second] >= limits["ratio"] * reading[first]
    if len(reading) > 2 and key_of(item) in (first, second) and together >= limits["together"] and close:
        pair = sorted((first, second))
        yield observation(tuple(pair), letters=named(pair), together=together)


@_of_model(
    "passage-hardly-helps",
    "worth-a-thought",
    ("key", "without", "given", "bits"),
    Threshold("found", 0.5, "probability", 0, 1, "the key has at least this probability with the passage"),
    Threshold("gain", 0.05, "probability", -1, 1, "of which the passage adds at most this much"),
    Threshold("bits", 0.1, "bits", -10, 10, "and removes at most this many bits of doubt (eq. 2)"),
    views=("QO", "QOC"),
    passage=True,
    luck="without",
    citation="Liusie et al. 2022, eq. 2 and Figure 5",
)
def passage_hardly_helps(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A system that finds the key with the passage is about as sure of it without."""
    item = exam.items[index]
    key, without, reading = key_of(item), exam.scored("QO", index), exam.scored("QOC", index)
    if reading[key] < limits["found"] or reading[key] - without[key] > limits["gain"]:
        return
    if (bits := _gain(without, reading)) <= limits["bits"]:
        yield observation((key,), key=letter(key), without=without[key], given=reading[key], bits=bits)


def _gain(without: Probabilities, reading: Probabilities) -> float:
    """Return how many bits of doubt the passage removes (Liusie et al., 2022, eq. 2)."""
    counts = np.array([len(without)])
    return float(information_gain(entropy(np.array(without), counts), entropy(np.array(reading), counts))[0])


_UNREAD = ("O", "QO")


@_of_model(
    "magnet-like-option",
    "worth-a-thought",
    ("option", "share", "key_share", "text"),
    Threshold("share", 0.5, "probability", 0, 1, "it has at least this probability, without the question too"),
    Threshold("ratio", 2.0, "ratio", 1, inf, "and this many times that of every other option"),
    views=("QO",),
    citation="Lin et al. 2021; Liusie et al. 2022",
)
def magnet_like_option(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A wrong option attracts systems that never saw the passage, far more than any other."""
    item = exam.items[index]
    rows = [row for view in _UNREAD if (row := exam.scored(view, index))]
    for option in wrong_options(item):
        share = min(row[option] for row in rows)
        others = max(p for row in rows for at, p in enumerate(row) if at != option)
        if share >= limits["share"] and share >= limits["ratio"] * others:
            key = max(row[key_of(item)] for row in rows)
            yield observation((option,), option=letter(option), share=share, key_share=key, text=item.options[option])


@_of_model(
    "known-magnet",
    "worth-a-thought",
    ("option", "interference", "text"),
    Threshold("interference", 0.5, "share", 0, 1, "it won at least this share of other questions (T_k)"),
    interference=True,
    citation="Lin et al. 2021, §3.1",
)
def known_magnet(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """A wrong option attracted systems in a magnet search, whatever the passage said."""
    item = exam.items[index]
    for option in wrong_options(item):
        score = exam.interference.get(normalised(item.options[option]))
        if score is not None and score >= limits["interference"]:
            yield observation((option,), option=letter(option), interference=score, text=item.options[option])


@_of_model(
    "option-nobody-takes",
    "remark",
    ("letters", "most", "options"),
    Threshold("share", 0.05, "probability", 0, 1, "they stay under this probability in every view"),
    views=("QO",),
    reads=True,
    shared=False,
    citation="Haladyna & Downing 1993; Haladyna et al. 2002, guidelines 18 and 29",
)
def option_nobody_takes(exam: Exam, index: int, limits: Limits) -> Iterator[Observation]:
    """Wrong options that no system considers, with or without the passage."""
    item = exam.items[index]
    rows = [row for view in exam.probabilities if (row := exam.scored(view, index))]
    most = {option: max(row[option] for row in rows) for option in wrong_options(item)}
    idle = [option for option, share in most.items() if share < limits["share"]]
    if idle:
        most_taken = max(most[option] for option in idle)
        yield observation(tuple(idle), letters=named(idle), most=most_taken, options=len(item.options))
