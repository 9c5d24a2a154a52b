"""The case study: one question whose attacked options grow word by word, and what a system makes of each step.

Si et al. (2019), Figure 9.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from magnetite.core.cells import ScoreArray, option_counts
from magnetite.core.headings import OPTION, SYSTEM
from magnetite.core.items import Item, letter
from magnetite.core.reasons import Reason, sentences
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.experiments.unreadable.trial import added_text
from magnetite.stats.ragged import FloatArray, softmax
from magnetite.views.text import words

NAME = "trace"
KEY, GROWING, OTHER = "answer", "growing", "wrong"
ORIGINAL, EMPTY = "as it is", "empty"
STEPS = (
    Heading("step", unit="count"),
    Heading("added", "token added"),
    SYSTEM,
    OPTION,
    Heading("role"),
    Heading("probability", unit="share"),
    Heading("chosen"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The steps of a case study: the item as it is, with nothing yet in what grows, then token by token.

    `added` names what each step added. `growing` are the options that grow, none where the passage grows.
    """

    item: Item
    attack: str
    steps: tuple[Item, ...]
    added: tuple[str, ...]
    growing: tuple[int, ...]


def traced(item: Item, changed: Item, attack: str, option: int | None = None) -> Trace:
    """Trace an attacked item. `option`: only this one grows, and the others stay as they were before the attack.

    Without it all attacked options grow side by side, a token a step. Text added to the passage grows in the same way.
    """
    text = added_text(item, changed)
    if text:
        steps = [_with_added(item, changed, part) for part in _beginnings(text)]
        return Trace(item, attack, (item, *steps), (ORIGINAL, ORIGINAL, *words(text)), ())
    pairs = enumerate(zip(item.options, changed.options, strict=True))
    growing = tuple(k for k, (old, new) in pairs if (new != old if option is None else k == option))
    columns = {k: _beginnings(changed.options[k]) for k in growing}
    longest = max((len(parts) for parts in columns.values()), default=1)
    steps = [_with_options(item, columns, step) for step in range(longest)]
    tokens = [words(changed.options[k]) for k in growing]
    added = [" / ".join(own[step] for own in tokens if step < len(own)) for step in range(longest - 1)]
    return Trace(item, attack, (item, *steps), (ORIGINAL, EMPTY, *added), growing)


def trace_finding(
    trace: Trace,
    scores: Mapping[str, ScoreArray],
    temperatures: Mapping[str, float | None],
    *,
    settings: Mapping[str, Any],
) -> Finding:
    """Report the probability of every option after each step, by system; `scores` are of the steps' own options."""
    tables = []
    phrases = []
    numbers: list[Number] = []
    for place, (system, system_scores) in enumerate(scores.items(), 1):
        probabilities = _probabilities(trace, system_scores, temperatures[system] or 1.0)
        name = "trace" if place == 1 else f"trace_{place}"
        title = Reason("trace-title", {"attack": trace.attack, "system": system if len(scores) > 1 else "none"})
        tables.append(table(name, title, STEPS, _rows(trace, system, probabilities), "trace"))
        phrase = _answer(trace, probabilities, temperatures[system])
        phrases.append(phrase.of(system) if len(scores) > 1 else phrase)
        numbers += _numbers(trace, system, probabilities)
    return Finding(
        experiment=NAME,
        title=Reason("trace-of", {"id": trace.item.id, "attack": trace.attack}),
        answer=sentences(*phrases),
        numbers=tuple(numbers),
        tables=tuple(tables),
        settings=dict(settings),
        notes=(_how(trace),),
    )


def _with_added(item: Item, changed: Item, part: str) -> Item:
    """Add the beginning of a text to the passage where the attack adds it whole."""
    if changed.added:
        return replace(item, added=part)
    return replace(item, passage=f"{item.passage} {part}" if part else item.passage)


def _with_options(item: Item, columns: Mapping[int, Sequence[str]], step: int) -> Item:
    """Put each growing option at a step, one that is whole at its end."""
    options = list(item.options)
    for place, parts in columns.items():
        options[place] = parts[min(step, len(parts) - 1)]
    return replace(item, options=tuple(options))


def _beginnings(text: str) -> list[str]:
    """Return a text's beginnings: empty, its first token, its first two, and so on to the whole as it stands.

    >>> _beginnings("the . ,")
    ['', 'the', 'the .', 'the . ,']
    """
    ends, at = [0], 0
    for token in words(text):
        at = text.index(token, at) + len(token)
        ends.append(at)
    return [*(text[:end] for end in ends[:-1]), text]


def _probabilities(trace: Trace, scores: ScoreArray, temperature: float) -> FloatArray:  # (steps, options)
    flat = softmax(scores.astype(np.float64), option_counts(trace.steps), temperature)
    return flat.reshape(len(trace.steps), -1)


def _rows(trace: Trace, system: str, probabilities: FloatArray) -> Iterator[dict[str, Value]]:
    chosen = probabilities.argmax(axis=1)
    for number, (added, row) in enumerate(zip(trace.added, probabilities.tolist(), strict=True), -1):
        if number < 0 and not trace.growing:
            continue  # a passage to which nothing is added yet is the original
        for place, probability in enumerate(row):
            yield {
                "step": number,
                "added": added,
                "system": system,
                "option": letter(place),
                "role": _role(trace, place),
                "probability": probability,
                "chosen": bool(chosen[number + 1] == place),
            }


def _role(trace: Trace, place: int) -> str:
    if place == trace.item.answer:
        return KEY
    return GROWING if place in trace.growing else OTHER


def _numbers(trace: Trace, system: str, probabilities: FloatArray) -> Iterator[Number]:
    answer = trace.item.answer or 0
    for label, row in (("as it is", 0), ("with nothing added", 1), ("with all added", -1)):
        yield Number(f"probability of the answer {label}", float(probabilities[row, answer]), group=system)


def _answer(trace: Trace, probabilities: FloatArray, temperature: float | None) -> Reason:
    answer = trace.item.answer or 0
    values = {"start": float(probabilities[1, answer]), "end": float(probabilities[-1, answer])}
    grows = "options" if trace.growing else "passage"
    opening = Reason("trace-answer", {"key": letter(answer), **values, "grows": grows})
    turn = _turn(trace, probabilities.argmax(axis=1).tolist(), answer)
    soft = {"temperature": "none" if temperature is None else f"{temperature:.3g}"}
    return sentences(opening, turn, Reason("trace-softmax", soft))


def _turn(trace: Trace, chosen: Sequence[int], answer: int) -> Reason:
    wrong = [step for step in range(1, len(chosen)) if chosen[step] != answer]
    if not wrong:
        return Reason("trace-always")
    if wrong[0] == 1:
        return Reason("trace-from-the-start", {"option": letter(chosen[1])})
    step = wrong[0]
    back = any(chosen[later] == answer for later in range(step, len(chosen)))
    ends = "back" if chosen[-1] == answer else "wrong" if back else "none"
    values = {"option": letter(chosen[step]), "step": step - 1, "token": trace.added[step], "ends": ends}
    return Reason("trace-turns", values)


def _how(trace: Trace) -> Reason:
    if not trace.growing:
        return Reason("trace-note-passage")
    rest = "stay" if len(trace.growing) < len(trace.item.options) - 1 else "none"
    names = ", ".join(letter(place) for place in trace.growing)
    return Reason("trace-note-options", {"growing": len(trace.growing), "options": names, "rest": rest})
