"""The orders in which questions can be listed: as in the exam, worst first, or by a measured value."""

from collections.abc import Callable, Mapping, Sequence

from magnetite.report.check.questions import Question
from magnetite.report.check.reading import SEVERITIES

_LAST = float("inf")
# What questions can be sorted by besides their place, the smallest number first.
_BY: Mapping[str, Callable[[Question], float | None]] = {
    "without": lambda question: _turned(question.values["without"]),
    "information": lambda question: question.values["information"],
    "hardest": lambda question: question.values["facility"],
}


def ranks(questions: Sequence[Question], looks: Mapping[str, int]) -> dict[str, list[int]]:
    """Return, for every order that this exam allows, each question's place in it; equals keep the exam's order."""
    orders = {"worst": _places([_badness(question, looks) for question in questions])}
    for name, value in _BY.items():
        if any(value(question) is not None for question in questions):
            orders[name] = _places([_or_last(value(question)) for question in questions])
    return orders


def _badness(question: Question, looks: Mapping[str, int]) -> tuple[float, ...]:
    """Return a key that sorts second looks by their rank, and the rest by their flags of each severity."""
    each = [reason.severity for reason in question.reasons]
    return (looks.get(question.id, _LAST), *(-each.count(severity) for severity in SEVERITIES))


def _places(values: Sequence[object]) -> list[int]:
    order = sorted(range(len(values)), key=lambda index: values[index])  # type: ignore[arg-type, return-value]
    places = [0] * len(values)
    for place, index in enumerate(order):
        places[index] = place
    return places


def _turned(value: float | None) -> float | None:
    return None if value is None else -value


def _or_last(value: float | None) -> float:
    return _LAST if value is None else value
