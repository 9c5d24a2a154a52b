"""A made-up run of the size of a first audit, with texts that try to break a report."""

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from examfiles.reasons import Reason
from magnetite.core.results import Column, Finding, Number, Run, Table
from magnetite.report import write_run
from tests.report.made import with_shortcuts
from tests.tables import columns_of

HOSTILE = (
    "<script>window.injected = 1</script>",
    "</script><script>window.injected = 2</script><!-- ",
    '"><img src=x onerror="window.injected = 3">',
    "{{ 7 * 7 }} {% raw %} ${window.injected = 4}",
    "=1+1",
    "@SUM(A1:A9)",
    "[red]not markup[/red] [/]",
    "ما هو الجواب الصحيح؟",
    "a line separator \u2028 and a paragraph separator \u2029 in 🧲 text",
    "a very long option " + "and on it goes " * 120,
    "unbreakable" * 60,
)
VIEWS = ("QO", "QOC")
LEVELS = ("beginner", "intermediate", "advanced")
_SUBJECTS = ("the harbour master", "Maya", "a night train", "the old bakery", "my neighbour", "the glass lake")
_VERBS = ("closed early on Sunday", "kept every letter", "was never painted", "forgot the second key", "sold the boat")


def make_run(questions: int = 96, pool: int = 300, views: tuple[str, ...] = VIEWS) -> Run:
    draw = random.Random(7)
    items = [_item(index, draw) for index in range(questions)]
    passages = {f"text-{p:02d}": _passage(p, draw) for p in range((questions + 3) // 4)}
    passages["text-00"] = HOSTILE[1] + " " + passages["text-00"]
    return Run(
        dataset={
            "name": "sample exam <b>",
            "split": None,
            "source": "bundled",
            "fingerprint": "9f86d081884c7d65",
            "items": questions,
            "answered": questions - 1,
        },
        exam={"passages": passages, "items": items},
        systems=tuple(
            {"view": view, "scorer": "bundled", "fingerprint": f"minilm-{view}-1f2e", "truncated": 0.0104}
            for view in views
        ),
        settings={"seed": 1, "limit": None, "views": list(views), "magnets": {"pool": pool, "series": 3}},
        findings=(
            _accuracy(items, draw, views[-1]),
            _shortcuts(items, draw, views),
            _magnets(items, draw, pool),
        ),
        cost={"cells": 29_184, "scored": 29_184, "stored": 0, "seconds": 41.7},
        versions={"magnetite": "0.1.0", "python": "3.12.4", "torch": "2.13.0"},
        command="magnetite audit --views QO,QOC --seed 1",
        started="2026-10-02T09:14:00+00:00",
        notes=(Reason("One item has no key: it is shown, and counted nowhere."),),
    )


@pytest.fixture(scope="session")
def run() -> Run:
    return make_run()


@pytest.fixture(scope="session")
def run_folder(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run's files, in a folder that did not exist before."""
    folder = tmp_path_factory.mktemp("run") / "new" / "folder"
    write_run(run, folder)
    return folder


@pytest.fixture(scope="session")
def unknown_experiment_run(run: Run) -> Run:
    """The same run with an experiment that no report has heard of."""
    finding = Finding(
        "tides",
        "Tides",
        "The moon explains 12% of the answers.",
        (Number("pull", 0.12, 0.08, 0.17, n=96, unit="share"), Number("phase", 3.25, unit="days")),
        (Table("moons", "Moons", columns_of({"moon": ["full", "<new>"], "strength": [0.51234, None]})),),
        Table("items", "Items", columns_of({"id": [run.exam["items"][0]["id"]], "tide_height": [2.5]})),
        notes=("Only two moons were seen.",),
    )
    return replace(run, findings=(*run.findings, finding))


def _item(index: int, draw: random.Random) -> dict:
    passage, level = f"text-{index // 4:02d}", LEVELS[min(2, index // 32)]
    options = [f"{draw.choice(_SUBJECTS).capitalize()} {draw.choice(_VERBS)}." for _ in range(4)]
    question = f"What does the writer say about {draw.choice(_SUBJECTS)} in part {index % 4 + 1}?"
    if index < len(HOSTILE):
        options[index % 4] = HOSTILE[index]
        question = HOSTILE[index][:300] if index % 2 else question
    answer = None if index == 5 else draw.randrange(4)
    return {
        "id": f"{passage}-{index % 4 + 1}",
        "passage_id": passage,
        "level": level,
        "question": question,
        "options": options,
        "answer": answer,
    }


def _passage(number: int, draw: random.Random) -> str:
    sentences = [f"{draw.choice(_SUBJECTS).capitalize()} {draw.choice(_VERBS)}." for _ in range(24)]
    return f"Part {number}. " + " ".join(sentences[:12]) + "\n" + " ".join(sentences[12:])


def _accuracy(items: list[dict], draw: random.Random, view: str) -> Finding:
    columns = _answers(items, draw, 0.43)
    values = {"model": 0.43, "random": 0.25, "longest": 0.32, "word overlap": 0.29}
    rows = [
        (system, level, value + shift, len(items) if level == "all" else len(items) // 3)
        for level, shift in (("all", 0.0), ("beginner", 0.08), ("intermediate", 0.0), ("advanced", -0.06))
        for system, value in values.items()
    ]
    by_level = {
        "system": [row[0] for row in rows],
        "level": [row[1] for row in rows],
        "accuracy": [row[2] for row in rows],
        "low": [row[2] - _margin(row[2], row[3]) for row in rows],
        "high": [row[2] + _margin(row[2], row[3]) for row in rows],
        "n": [row[3] for row in rows],
    }
    numbers = (
        Number("accuracy", 0.43, 0.33, 0.53, n=95),
        Number("baseline", 0.25, n=95, group="random"),
        Number("baseline", 0.32, 0.23, 0.41, n=95, group="longest"),
        Number("baseline", 0.29, 0.2, 0.38, n=95, group="word overlap"),
        Number("above longest", 0.11, -0.01, 0.23, n=95, unit="points"),
        Number("above longest, McNemar p", 0.0871, n=95, unit="p"),
    )
    sentence = (
        "The model answers 43% of the questions right, between 33% and 53% allowing for chance. "
        "Choosing the longest option gives 32%."
    )
    return Finding(
        "accuracy",
        "Accuracy",
        sentence,
        numbers,
        (Table("by_level", "Accuracy by level", columns_of(by_level), "accuracy_by_level"),),
        Table("items", "Items", columns_of({"id": [item["id"] for item in items], **columns})),
        {"view": view},
    )


def _answers(items: list[dict], draw: random.Random, accuracy: float) -> dict[str, list]:
    chosen, correct, probability, margin = [], [], [], []
    for item in items:
        answer = item["answer"]
        right = answer is not None and draw.random() < accuracy
        pick = answer if right else draw.choice([k for k in range(4) if k != answer])
        chosen.append("ABCD"[pick])
        correct.append(None if answer is None else right)
        probability.append(None if answer is None else draw.uniform(0.3, 0.8) if right else draw.uniform(0.05, 0.3))
        margin.append(None if answer is None else draw.uniform(0, 2) if right else -draw.uniform(0, 2))
    return {
        "level": [item["level"] for item in items],
        "answer": [None if item["answer"] is None else "ABCD"[item["answer"]] for item in items],
        "chosen": chosen,
        "correct": correct,
        "probability": probability,
        "margin": margin,
    }


def _shortcuts(items: list[dict], draw: random.Random, views: tuple[str, ...]) -> Finding:
    means = {"O": 0.31, "QO": 0.36, "CO": 0.39, "QOC": 0.43}
    columns: dict[str, list] = {"id": [item["id"] for item in items]}
    views_rows: list[tuple] = []
    histogram: list[tuple] = []
    for view in views:
        answers = _answers(items, draw, means[view])
        effective = [1 + 3 * draw.betavariate(3, 1.5) for _ in items]
        columns |= {f"chosen_{view}": answers["chosen"], f"correct_{view}": answers["correct"]}
        columns |= {f"probability_{view}": answers["probability"], f"effective_{view}": effective}
        for level, shift in (("all", 0.0), ("beginner", 0.05), ("intermediate", -0.01), ("advanced", -0.04)):
            n = len(items) if level == "all" else len(items) // 3
            value = means[view] + shift
            margin = _margin(value, n)
            views_rows.append((view, level, value, value - margin, value + margin, n, 0.25, 1.5, 2.9, 0.63))
        for low in (1.0, 1.5, 2.0, 2.5, 3.0, 3.5):
            inside = [k for k, e in enumerate(effective) if low <= e < low + 0.5]
            known = [answers["correct"][k] for k in inside if answers["correct"][k] is not None]
            share = sum(known) / len(known) if known else None
            histogram.append((view, low, low + 0.5, len(inside), share))
    if {"QO", "QOC"} <= set(views):
        columns["information"] = [draw.uniform(-0.3, 0.9) for _ in items]
    names = ("view", "level", "accuracy", "low", "high", "n", "chance")
    names += ("entropy", "effective_options", "effective_normalised")
    bins = ("view", "bin_low", "bin_high", "count", "accuracy")
    tables = (
        Table("views", "Accuracy by view", _columns(names, views_rows), "accuracy_by_view"),
        Table("effective_options", "Effective options", _columns(bins, histogram), "effective_options"),
        _answerable(items, columns),
    )
    numbers = [
        number
        for view in views
        for number in (
            Number("accuracy", means[view], means[view] - 0.1, means[view] + 0.1, n=95, group=view),
            Number("entropy", 1.52, 1.43, 1.6, n=96, unit="bits", group=view),
            Number("effective options", 2.9, 2.8, 3.1, n=96, unit="options", group=view),
            Number("effective options, normalised", 0.63, 0.6, 0.7, n=96, group=view),
        )
    ]
    numbers += [
        Number("without passage above chance", 0.11, 0.02, 0.21, n=95, unit="points"),
        Number("passage adds", 0.07, -0.03, 0.17, n=95, unit="points"),
        Number("passage adds, McNemar p", 0.0004, n=95, unit="p"),
        Number("mutual information", 0.21, 0.15, 0.28, n=96, unit="bits"),
    ]
    sentence = (
        "Without the passage the model still answers 36% right, 11 points above guessing. "
        "Reading the passage adds 7 points."
    )
    return Finding(
        "shortcuts",
        "Shortcuts",
        sentence,
        tuple(numbers),
        tables,
        Table("items", "Items", columns_of(columns)),
        {"views": views[0]},
    )


def _columns(names: tuple[str, ...], table_rows: list[tuple]) -> tuple[Column, ...]:
    return columns_of(dict(zip(names, zip(*table_rows, strict=True), strict=True)))


def _answerable(items: list[dict], columns: dict[str, list]) -> Table:
    right = [k for k in range(len(items)) if columns["correct_QO"][k]]
    right = sorted(right, key=lambda k: columns["effective_QO"][k])[:30]
    data = {name: [items[k][name] for k in right] for name in ("id", "passage_id", "level", "question")}
    data["answer"] = [items[k]["options"][items[k]["answer"]] for k in right]
    data["effective_options"] = [columns["effective_QO"][k] for k in right]
    data["probability"] = [columns["probability_QO"][k] for k in right]
    return Table("answerable", "Questions that can be answered without the passage", columns_of(data))


def _magnets(items: list[dict], draw: random.Random, pool: int) -> Finding:
    names = ["all of the above", "both B and C", HOSTILE[0], "e,c,a,f,d,b", HOSTILE[6], HOSTILE[9], HOSTILE[4]]
    names += ["The passage doesn't tell us.", HOSTILE[8], HOSTILE[7]]
    names += [f"{_SUBJECTS[k % 6]} {_VERBS[k % 5]} ({k})" for k in range(max(0, pool - len(names)))]
    names = names[:pool]
    scores = [0.9 * math.exp(-rank / 9) + 0.12 * (1 - rank / pool) for rank in range(pool)]
    scores = [min(0.9, score) for score in scores]
    interference = {
        "rank": list(range(1, pool + 1)),
        "option": names,
        "interference": scores,
        "low": [max(0.0, s - _margin(s, 90)) for s in scores],
        "high": [min(1.0, s + _margin(s, 90)) for s in scores],
        "n": [90] * pool,
        "wins": [round(s * 90) for s in scores],
        "series": [name in names[:2] for name in names],
        "origins": ["text-03-1; text-09-2; text-11-4; ..." for _ in names],
    }
    top = range(5)
    after = [max(0.02, 0.43 * (1 - scores[k])) for k in top]
    attacks = {
        "option": names[:5],
        "series": [True, True, False, False, False],
        "interference": scores[:5],
        "before": [0.43] * 5,
        "after": after,
        "difference": [value - 0.43 for value in after],
        "low": [value - 0.53 for value in after],
        "high": [value - 0.33 for value in after],
        "p": [0.00001, 0.0002, 0.0004, 0.003, 0.02],
        "caught": scores[:5],
        "stable": [1 - s for s in scores[:5]],
        "n": [95] * 5,
    }
    confirmation = {
        "option": names[:5],
        "interference_screen": scores[:5],
        "interference_confirm": [s - 0.05 for s in scores[:5]],
        "low": [s - 0.2 for s in scores[:5]],
        "high": [min(1.0, s + 0.1) for s in scores[:5]],
        "n": [48] * 5,
    }
    beaten = [draw.randrange(0, pool // 8) * draw.randrange(2) for _ in items]
    before = _answers(items, draw, 0.43)
    changed = [draw.random() < 0.8 for _ in items]
    columns = {
        "id": [item["id"] for item in items],
        "beaten_by": beaten,
        "tried": [pool - 12] * len(items),
        "strongest": [draw.choice(names[:5]) if count else None for count in beaten],
        "chosen_before": before["chosen"],
        "correct_before": before["correct"],
        "chosen_after": ["magnet" if c else letter for c, letter in zip(changed, before["chosen"], strict=True)],
        "correct_after": [None if r is None else r and not c for c, r in zip(changed, before["correct"], strict=True)],
    }
    numbers = (
        Number("accuracy before", 0.43, 0.33, 0.53, n=95),
        *(
            Number("accuracy after", after[k], max(0, after[k] - 0.05), after[k] + 0.05, 95, group=names[k])
            for k in top
        ),
        Number("mean interference", 0.11, 0.09, 0.13, n=96),
        Number("strongest interference", scores[0], 0.82, 0.95, n=90, group=names[0]),
        Number("pool", pool, unit="count"),
        Number("cells screened", 28_416, unit="count"),
    )
    sentence = (
        "The option “all of the above” beats every option of a question in 90% of the questions it was tried on, "
        "whatever the passage says. Swapped in for a wrong option, it takes accuracy from 43% to 4%."
    )
    return Finding(
        "magnets",
        "Magnets",
        sentence,
        numbers,
        (
            Table("interference", "Interference scores", columns_of(interference), "interference_curve"),
            Table("attacks", "Accuracy before and after the attack", columns_of(attacks), "attacks"),
            Table("confirmation", "Confirmation on fresh questions", columns_of(confirmation)),
        ),
        Table("items", "Items", columns_of(columns)),
        {"pool": pool, "seed": 1},
        ("The magnets were found and confirmed on the same exam.",),
    )


def _margin(share: float, n: int) -> float:
    return 1.96 * math.sqrt(max(share * (1 - share), 1e-4) / n)


@pytest.fixture(scope="session")
def shortcut_run(run: Run) -> Run:
    """The same exam with four calibrated systems: everything that the shortcuts and following findings may hold."""
    return with_shortcuts(run)
