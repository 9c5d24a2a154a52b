"""Runs of un-readable attacks on the made-up exam, hostile texts and all, by rules that need no model."""

from functools import cache
from typing import Any

import magnetite
from examfiles.items import Dataset, Item
from magnetite.core.results import Run
from magnetite.scorers.function import Function


def exam(run: Run) -> Dataset:
    """Return the made-up run's exam as a dataset."""
    items = [
        Item(
            item["id"],
            item["passage_id"],
            run.exam["passages"][item["passage_id"]],
            item["question"],
            tuple(item["options"]),
            item["answer"],
            item["level"],
        )
        for item in run.exam["items"]
    ]
    return Dataset("sample exam <b>", tuple(items), "test")


def rules(dataset: Dataset) -> list[Function]:
    """Return a rule that matches words, one that likes keys and short options, and one of a long name."""
    right = {(item.question, item.options[item.answer]) for item in dataset if item.answer is not None}

    def matches(passage: str, _question: str, option: str) -> float:
        return sum(word in passage for word in option.split()) / 10

    def knows(_passage: str, question: str, option: str) -> float:
        return 2.0 * ((question, option) in right) - len(option) / 100

    return [
        Function(matches, "matches words", version="1"),
        Function(knows, "knows keys", version="1"),
        Function(matches, "cross-encoder/some-hub-model-L6-v2, seed 2", version="2"),
    ]


@cache
def _attacked(key: tuple[Any, ...]) -> Run:
    dataset, systems, told = key[0], key[1], dict(key[2])
    return magnetite.unreadable(dataset, rules(dataset)[:systems], store="off", **told)


def unreadable_run(run: Run, systems: int = 1, **told: Any) -> Run:
    """Attack the exam in every way with so many systems."""
    return _attacked((exam(run), systems, tuple(sorted(told.items()))))


def trace_run(run: Run, attack: str = "AddSent2Opt-Shuffle", option: str | None = None, systems: int = 1) -> Run:
    """Take a question of the exam apart whose options are long and hostile."""
    dataset = exam(run)
    return magnetite.unreadable_trace(
        dataset, dataset[0].id, rules(dataset)[:systems], attack=attack, option=option, store="off"
    )
