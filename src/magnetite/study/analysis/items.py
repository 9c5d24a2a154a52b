"""One row per question of a study: what was chosen under each condition, and how long it took."""

from collections.abc import Iterator

import numpy as np

from magnetite.core.items import letter
from magnetite.core.results import Table, Value
from magnetite.study.analysis.numbers import columns, median
from magnetite.study.answers import Answers
from magnetite.study.design import Condition, Design, StudyQuestion


def item_table(design: Design, answers: Answers) -> Table:
    """Return, for every question, how many answered it, how many of them correctly, and what they chose."""
    rows = [_row(design, answers, place, question) for place, question in enumerate(design.questions)]
    return Table("items", "Every question", columns(rows))


def short_table(items: Table) -> Table:
    """Return the columns of an item table that are read side by side: accuracy, magnets taken, time."""
    names = ("id", "magnet", "group", "entropy", "caught", "median_seconds", "right_by_system")
    starts = ("accuracy_", "lost_by_")
    columns = {name: values for name, values in items.columns.items() if name in names or name.startswith(starts)}
    return Table("study_items", "Question by question", columns, "study_items")


def _row(design: Design, answers: Answers, place: int, question: StudyQuestion) -> dict[str, Value]:
    here = answers.question == place
    row: dict[str, Value] = {"id": question.item.id, "study_question": question.id}
    for condition in _conditions(design):
        on = here & answers.under(condition)
        row[f"n_{condition}"] = int(on.sum())
        row[f"accuracy_{condition}"] = float(answers.correct[on].mean()) if on.any() else None
        row[f"choices_{condition}"] = _choices(question, answers.chosen[on])
    if design.kind == "attack":
        row |= dict(_magnet(answers, question, here))
    if question.shortcut is not None:
        row |= {"group": question.shortcut.group, "entropy": question.shortcut.entropy}
        row |= {
            "chosen_by_system": letter(question.shortcut.chosen),
            "right_by_system": question.shortcut.chosen == question.answer,
        }
    for model, chosen in question.chosen.items():
        row[f"chosen_by_{model}"] = letter(chosen)
    seconds = median(answers.seconds[here])
    return {**row, "median_seconds": None if seconds is None else round(seconds, 1)}


def _magnet(answers: Answers, question: StudyQuestion, here: np.ndarray) -> Iterator[tuple[str, Value]]:
    magnet = question.magnet
    on = here & answers.under("attacked")
    yield from (
        ("magnet", magnet.text if magnet else None),
        ("replaced", letter(magnet.replaced) if magnet else None),
        ("caught", float(answers.took_magnet[on].mean()) if on.any() else None),
    )
    for model in question.chosen:
        yield f"lost_by_{model}", magnet.chosen[model] == magnet.replaced if magnet else None


def _conditions(design: Design) -> tuple[Condition, ...]:
    return ("no-passage",) if design.kind == "no-passage" else ("original", "attacked")


def _choices(question: StudyQuestion, chosen: np.ndarray) -> str:
    counts = np.bincount(chosen, minlength=len(question.item.options))
    return " ".join(f"{letter(option)}{count}" for option, count in enumerate(counts.tolist()))
