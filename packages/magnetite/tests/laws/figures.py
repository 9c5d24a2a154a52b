"""What laws share: cheap systems that know a little, exams made of others, and the figures of two runs compared.

`MAGNETITE_LAW_EXAMPLES` sets how many random exams each law is tried on, anew in each run; by default a few, always
the same.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import numpy as np
from hypothesis import Phase, settings

import magnetite
from examfiles.items import Dataset, Item
from examfiles.reasons import Reason
from magnetite.core.results import Finding, Number, Run, Table
from magnetite.scorers.function import Function

MORE = os.environ.get("MAGNETITE_LAW_EXAMPLES")
CLOSE = 1e-9
VIEWS = ("O", "QO", "CO", "QOC")
LETTERS = ("A", "B", "C", "D", "E")


def laws(examples: int = 4) -> settings:
    """Return the settings of a law: a few exams, always the same, or as many as are asked for."""
    return settings(
        max_examples=int(MORE or examples),
        derandomize=MORE is None,
        phases=(Phase.explicit, Phase.generate),
        deadline=None,
        database=None,
        report_multiple_bugs=False,
    )


def noise(*texts: str) -> float:
    """Return a number from 0 to 1 that belongs to the texts."""
    return int.from_bytes(blake2b("\0".join(texts).encode(), digest_size=6).digest(), "little") / 2**48


def system(name: str = "one", *, times: float = 1.0, knows: float = 2.0) -> Function:
    """Make a system that scores options one by one: words shared with what it reads, and habits of its own."""

    def score(passage: str, question: str, option: str) -> float:
        words = set(option.split())
        shared = len(words & set(passage.lower().replace(".", "").split())) / len(words)
        return times * (knows * shared + 2 * noise(name, passage, question, option))

    return Function(score, name, version=f"{times} {knows}")


def systems(many: int) -> list[Function]:
    """Make so many systems that know more and more."""
    return [system(f"system {number}", knows=number / 2) for number in range(many)]


def listed(name: str = "lists", likes: Callable[..., float] | None = None, *, habit: float = 0.5) -> Function:
    """Make a system that is shown all options at once: it scores them one by one, and likes the first by `habit`.

    `likes`: how it scores an option, by default as `system` does.
    """
    own = likes or system(name).function

    def score(passage: str, question: str, options: list[str]) -> list[float]:
        return [own(passage, question, option) + habit * (place == 0) for place, option in enumerate(options)]

    return Function(score, name, version=f"{habit}", listwise=True)


def audit(exam: Dataset, name: str = "one", **settings: Any) -> Run:
    """Audit an exam with a system, under every view."""
    return magnetite.audit(exam, system(name), store="off", views=VIEWS, **settings)


def drawn_exam(random: np.random.Generator, questions: int, passages: int) -> Dataset:
    """Draw an exam of so many questions, of two to five options, whose keys are drawn at random."""
    sizes = random.integers(2, 6, questions)
    places = random.integers(passages, size=questions)
    items = [
        Item(
            f"q{n}",
            f"p{place}",
            f"The {place}th text tells of {place} boats. They sail at {n}.",
            f"What is said of {n}?",
            tuple(f"{n} {'long ' * int(random.integers(3))}{k}" for k in range(size)),
            int(random.integers(size)),
            "easy" if n % 2 else "hard",
        )
        for n, (size, place) in enumerate(zip(sizes, places, strict=True))
    ]
    return Dataset("drawn", tuple(items))


def permuted(exam: Dataset) -> Dataset:
    """Return an exam with the options of each question in another order, and their keys with them."""
    return exam.with_items([_permuted(item) for item in exam])


def _permuted(item: Item) -> Item:
    order = sorted(range(len(item.options)), key=lambda place: noise(item.id, item.options[place]))
    answer = None if item.answer is None else order.index(item.answer)
    return replace(item, options=tuple(item.options[place] for place in order), answer=answer)


def doubled(exam: Dataset, *, apart: bool) -> Dataset:
    """Return an exam in which every question stands twice: under passages of their own, or under the same."""
    again = [
        replace(i, id=f"{i.id} again{len(exam)}", passage_id=f"{i.passage_id}'" if apart else i.passage_id)
        for i in exam
    ]
    return exam.with_items([*exam, *again])


def of_level(exam: Dataset, level: str) -> Dataset:
    """Return the questions of one level."""
    return exam.with_items([item for item in exam if item.level == level])


def numbers(run: Run) -> dict[tuple[str, str, str], Number]:
    """Return the numbers of a run by experiment, label and group."""
    return {(f.experiment, n.label, n.group): n for f in run.findings for n in f.numbers}


def tables(run: Run, leave_out: Iterable[str] = ()) -> dict[tuple[str, str], Table]:
    """Return the tables of a run, and its questions, by experiment and name."""
    every = [(f.experiment, t) for f in run.findings for t in _tables(f)]
    return {(name, t.name): t for name, t in every if t.name not in set(leave_out)}


def _tables(finding: Finding) -> tuple[Table, ...]:
    return finding.tables if finding.items is None else (*finding.tables, finding.items)


def assert_same_numbers(one: Run, other: Run, *, besides: Sequence[str] = (), within: float = CLOSE) -> None:
    """Hold that two runs have the same numbers, with the same bounds over as many questions.

    `besides`: labels that are left out.
    """
    first, second = (
        {key: n for key, n in numbers(run).items() if not any(key[1].startswith(label) for label in besides)}
        for run in (one, other)
    )
    assert first.keys() == second.keys()
    for key, number in first.items():
        for field in ("value", "low", "high", "n"):
            a, b = getattr(number, field), getattr(second[key], field)
            assert close(a, b, within), f"{key}: {field} {a} and {b}"


def assert_same_tables(one: Run, other: Run, *, besides: Sequence[str] = (), letters: bool = True) -> None:
    """Hold that two runs have the same tables, but for the order of their rows.

    `besides`: tables that are left out. `letters` False: what names options by their place is not compared.
    """
    first, second = tables(one, besides), tables(other, besides)
    assert first.keys() == second.keys()
    for key, table in first.items():
        rows = [sorted((_row(r, letters) for r in t.rows()), key=_order) for t in (table, second[key])]
        assert len(rows[0]) == len(rows[1]), f"{key}: {len(rows[0])} rows and {len(rows[1])}"
        for a, b in zip(*rows, strict=True):
            assert all(close(x, y, CLOSE) for x, y in zip(a, b, strict=True)), f"{key}: {a} and {b}"


def _row(row: Mapping[str, Any], letters: bool) -> tuple[Any, ...]:
    return tuple(value for _, value in sorted(row.items()) if letters or value not in LETTERS)


def _order(row: tuple[Any, ...]) -> str:
    return repr([round(x, 6) if isinstance(x, float) else x for x in row])


def close(one: Any, other: Any, within: float = CLOSE) -> bool:
    """Return whether two values are the same, but for rounding."""
    if isinstance(one, float) and isinstance(other, float):
        return (math.isnan(one) and math.isnan(other)) or abs(one - other) <= within * max(1.0, abs(one))
    return bool(one == other)


def reasons(value: Any) -> Iterator[Reason]:
    """Yield a reason and all that its values hold."""
    if isinstance(value, Reason):
        yield value
        yield from (each for part in value.values.values() for each in reasons(part))
    elif isinstance(value, list | tuple):
        yield from (each for part in value for each in reasons(part))
