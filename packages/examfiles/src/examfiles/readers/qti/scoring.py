"""Scoring: what each option of a single choice earns, by running a QTI item's response processing for it.

QTI need not state a key that can be computed: QTI 1.2 never does, QTI 2 and 3 may. The key is found by
answering with each option. Only the elements common in such processing are understood; anything else gives None, and
the item is left out as one without a known key, rather than guessed.
"""

from collections.abc import Iterable, Sequence
from heapq import merge
from math import isfinite
from typing import TYPE_CHECKING

from examfiles.xml import attribute, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_MOST_WORK = 1_000_000  # elements of the processing times options: some seconds of work

Value = float | str | bool | None


class _UnknownError(Exception):
    """Response processing that uses what is not understood here."""


def worths(scores: Sequence[float] | None) -> tuple[float, ...] | None:
    """Turn scores into shares of the best; all are 0 where no score is positive."""
    if scores is None:
        return None
    best = max(scores, default=0.0)
    if best <= 0:
        return tuple(0.0 for _ in scores)
    return tuple(score / best for score in scores)


def results_1(item: "_Element", response: str, choices: Sequence[str]) -> list[tuple[float, list[str]]] | None:
    """Return what each choice earns under QTI 1.2's <resprocessing>, and the feedback that is shown then, by ident.

    None where the processing is not understood.
    """
    blocks = [child for child in item.iter() if local(child) == "resprocessing"]
    conditions = [child for block in blocks for child in block if local(child) == "respcondition"]
    name = _score_name(blocks)
    common, own = _by_choice(conditions)
    size = sum(1 for place in common for _ in conditions[place].iter())
    if not conditions or size * len(choices) > _MOST_WORK:
        return None
    try:
        return [_run_1([conditions[at] for at in merge(common, own.get(c, []))], response, c, name) for c in choices]
    except _UnknownError:
        return None


def _by_choice(conditions: Sequence["_Element"]) -> tuple[list[int], dict[str, list[int]]]:
    """Return the places of conditions that may hold for any choice, and, by choice, of those that name it."""
    common: list[int] = []
    own: dict[str, list[int]] = {}
    for place, condition in enumerate(conditions):
        tests = [local(test) for part in condition if local(part) == "conditionvar" for test in part.iter()]
        if set(tests) <= {"conditionvar", "varequal", "varsubset", "or", "and", ""}:
            choices = {
                (test.text or "").strip() for test in condition.iter() if local(test) in {"varequal", "varsubset"}
            }
            for choice in choices:
                own.setdefault(choice, []).append(place)
        else:
            common.append(place)
    return common, own


def _score_name(blocks: Sequence["_Element"]) -> str:
    names = [
        element.get("varname", "SCORE") for block in blocks for element in block.iter() if local(element) == "decvar"
    ]
    return "SCORE" if "SCORE" in names or not names else names[0]


def _run_1(conditions: Sequence["_Element"], response: str, choice: str, name: str) -> tuple[float, list[str]]:
    score, met, shown = 0.0, False, list[str]()
    for condition in conditions:
        variables = next((child for child in condition if local(child) == "conditionvar"), None)
        if variables is None or not all(_holds_1(child, response, choice, met) for child in _parts(variables)):
            continue
        shown += [child.get("linkrefid", "") for child in condition if local(child) == "displayfeedback"]
        sets = [child for child in condition if local(child) == "setvar"]
        met = met or bool(sets)
        for change in sets:
            if (change.get("varname") or change.get("variablename") or "SCORE") == name:
                score = _changed(score, change)
        if sets and condition.get("continue", "No") == "No":
            break
    return score, shown


def _parts(element: "_Element") -> list["_Element"]:
    return [child for child in element if local(child)]


def _holds_1(test: "_Element", response: str, choice: str, met: bool) -> bool:
    kind = local(test)
    if kind in {"and", "or", "not"}:
        truths = [_holds_1(child, response, choice, met) for child in _parts(test)]
        return {"and": all(truths), "or": any(truths), "not": not all(truths)}[kind]
    if kind in {"varequal", "varsubset"}:
        return test.get("respident") == response and (test.text or "").strip() == choice
    if kind == "other":
        return not met
    if kind == "unanswered":
        return False
    raise _UnknownError(kind)


def _changed(score: float, change: "_Element") -> float:
    try:
        text = (change.text or "0").strip() or "0"
        by = 1.0 if text == "SCORE.max" else float(text)  # Blackboard's name for all points
    except ValueError as error:
        raise _UnknownError(change.text or "") from error
    action = change.get("action", "Set").lower()
    if action not in {"set", "add", "subtract", "multiply", "divide"} or not isfinite(by):
        raise _UnknownError(action)
    if action == "divide":
        return score / by if by else score
    return {"set": by, "add": score + by, "subtract": score - by, "multiply": score * by}[action]


def scores_2(item: "_Element", response: str, choices: Sequence[str]) -> list[float] | None:
    """Return what each choice earns under QTI 2's <responseProcessing>; None where it is not understood."""
    processing = next((child for child in item if local(child) == "responseProcessing"), None)
    if processing is None or not len(processing) or sum(1 for _ in processing.iter()) * len(choices) > _MOST_WORK:
        return None
    outcomes = _outcomes(item)
    name = "SCORE" if "SCORE" in outcomes or not outcomes else next(iter(outcomes))
    try:
        scores = []
        for choice in choices:
            values: dict[str, Value] = {**outcomes, response: choice}
            _rules(processing, values)
            score = values.get(name, 0.0)
            if not isinstance(score, float):
                return None
            scores.append(score - outcomes.get(name, 0.0))
        return scores
    except _UnknownError:
        return None


def _outcomes(item: "_Element") -> dict[str, float]:
    """Return the numbers that an item's processing sets, by name, with their initial values."""
    values = {}
    for child in item:
        if local(child) == "outcomeDeclaration" and attribute(child, "baseType") in {"float", "integer"}:
            text = "".join(str(part) for part in child.itertext()).strip()
            try:
                values[attribute(child, "identifier")] = float(text or 0)
            except ValueError:
                values[attribute(child, "identifier")] = 0.0
    return values


def _rules(rules: Iterable["_Element"], values: dict[str, Value]) -> None:
    for rule in rules:
        kind = local(rule)
        if kind == "responseCondition":
            _branch(rule, values)
        elif kind == "setOutcomeValue":
            name = attribute(rule, "identifier")
            if name == "SCORE" or not any(local(child) == "multiple" for child in rule):
                values[name] = _only(rule, values)
        elif kind:
            raise _UnknownError(kind)


def _branch(condition: "_Element", values: dict[str, Value]) -> None:
    for branch in _parts(condition):
        if local(branch) == "responseElse":
            _rules(branch, values)
            return
        test, *rules = _parts(branch) or [branch]
        if _value(test, values) is True:
            _rules(rules, values)
            return


def _only(element: "_Element", values: dict[str, Value]) -> Value:
    parts = _parts(element)
    if len(parts) != 1:
        raise _UnknownError(local(element))
    return _value(parts[0], values)


def _value(expression: "_Element", values: dict[str, Value]) -> Value:
    kind = local(expression)
    if kind == "baseValue":
        return _base(expression)
    if kind == "variable":
        return values.get(attribute(expression, "identifier"), 0.0)
    if kind in {"match", "equal", "and", "or", "not", "isNull", "sum", "subtract"}:
        parts = [_value(child, values) for child in _parts(expression)]
        return _combined(kind, parts)
    raise _UnknownError(kind)


def _combined(kind: str, parts: list[Value]) -> Value:
    if kind in {"sum", "subtract"}:
        numbers = [part for part in parts if isinstance(part, float)]
        if len(numbers) < len(parts) or not numbers:
            raise _UnknownError(kind)
        return sum(numbers) if kind == "sum" else numbers[0] - sum(numbers[1:])
    if kind in {"match", "equal"}:
        return len(parts) == 2 and parts[0] == parts[1]
    truths = [part is True for part in parts]
    return {"and": all(truths), "or": any(truths), "not": not all(truths), "isNull": parts == [None]}[kind]


def _base(expression: "_Element") -> Value:
    text = (expression.text or "").strip()
    if attribute(expression, "baseType") in {"float", "integer"}:
        try:
            return float(text)
        except ValueError as error:
            raise _UnknownError(text) from error
    return text == "true" if attribute(expression, "baseType") == "boolean" else text
