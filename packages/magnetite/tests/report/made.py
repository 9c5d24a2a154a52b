"""Made-up findings of shortcut systems, calibrated, transferred and trained, for the report to show."""

import math
import random
from dataclasses import replace
from typing import Any

from magnetite.core.results import Column, Finding, Number, Run, Table
from magnetite.report.page import Page, page
from tests.tables import columns_of

VIEWS = ("O", "QO", "CO", "QOC")
SHARES = {"O": 0.31, "QO": 0.38, "CO": 0.41, "QOC": 0.55}
LISTS = ("without_passage_sure", "without_passage_unsure", "passage_useful", "passage_useless")
EXAMS = ("RACE", "DREAM", "MCTest", "Cosmos QA", "ReClor")


_PAGES: dict[int, tuple[Run, Page]] = {}


def page_of(run: Run) -> Page:
    """Arrange a run as a page, each run once: its figures take seconds to draw, and a page never changes."""
    if id(run) not in _PAGES:
        _PAGES[id(run)] = (run, page(run))
    return _PAGES[id(run)][1]


def bare(run: Run) -> Run:
    """Leave a run's findings without their tables, so that there is nothing to draw."""
    return replace(run, findings=tuple(replace(finding, tables=()) for finding in run.findings))


def columns(names: tuple[str, ...], lines: list[tuple]) -> tuple[Column, ...]:
    return columns_of(dict(zip(names, zip(*lines, strict=True), strict=True)))


def with_shortcuts(run: Run) -> Run:
    """Replace the run's shortcuts by those of four calibrated systems, and add what they follow."""
    draw = random.Random(11)
    items = run.exam["items"]
    kept = tuple(finding for finding in run.findings if finding.experiment != "shortcuts")
    return replace(run, findings=(*kept, _following(items, draw), _shortcuts(items, draw)), systems=_systems(draw))


def transfer_run(run: Run) -> Run:
    """Make a run of systems that were trained on two exams and tried on five; it has no exam of its own."""
    lines, chances = [], (0.25, 0.333, 0.25, 0.25, 0.25)
    for data in EXAMS[:2]:
        for view, share in (("QO", 0.38), ("QOC", 0.55)):
            for place, (exam, chance) in enumerate(zip(EXAMS, chances, strict=True)):
                value = share if exam == data else share - 0.02 * place - 0.03
                lines.append((data, view, exam, value, value - 0.02, value + 0.02, 1000 + place, chance))
    names = ("trained_on", "view", "tested_on", "accuracy", "low", "high", "n", "chance")
    table = Table("transfer", "Accuracy on exams not trained on", columns(names, lines), "transfer")
    sentence = "Trained on RACE, the system without the passage answers 31% of DREAM, where guessing gets 33%."
    finding = Finding("transfer", "Transfer", sentence, (Number("systems", 4, unit="count"),), (table,))
    return _bare(run, finding)


def training_run(run: Run, seeds: int = 3) -> Run:
    """Make a run that only trained; it has no exam to show."""
    lines = []
    for seed in range(seeds):
        for k in range(1, 41):
            fit = 1 - math.exp(-k / 12)
            lines.append((seed, 100 * k, "train", 1.39 - 0.6 * fit + 0.02 * seed, 0.25 + 0.4 * fit))
            if k % 5 == 0:
                lines.append((seed, 100 * k, "dev", 1.39 - 0.35 * fit + 0.01 * seed, 0.25 + 0.3 * fit - 0.005 * seed))
    names = ("seed", "step", "split", "loss", "accuracy")
    table = Table("learning_curve", "Learning curve", columns(names, lines), "learning_curve")
    numbers = (Number("dev accuracy", 0.54, 0.52, 0.56, 2000),)
    finding = Finding("training", "Training", "Three seeds reach 54% on dev questions.", numbers, (table,))
    return _bare(run, finding)


def _bare(run: Run, finding: Finding) -> Run:
    return replace(
        run,
        dataset={"name": "RACE and DREAM"},
        exam={"passages": {}, "items": []},
        systems=(),
        findings=(finding,),
        cost={"seconds": 12.5},
        notes=(),
    )


def _systems(draw: random.Random) -> tuple[dict[str, Any], ...]:
    card = {
        "view": "QO",
        "base": "all-MiniLM-L6-v2",
        "data": {"name": "race </script>", "split": "train", "items": 87_866},
        "recipe": {"lr": 0.0005, "batch": 32},
        "versions": {"torch": "2.13.0"},
    }
    curve = [
        {"step": 50 * k, "loss": 1.4 - 0.01 * k + draw.uniform(0, 0.05), "accuracy": 0.25 + 0.004 * k}
        for k in range(1, 60)
    ]
    common = {"scorer": "bundled", "truncated": 0.0104, "members": 3}
    training: dict[str, dict[str, Any] | None] = {
        "QO": {"card": card, "curve": []},
        "QOC": {"card": {**card, "view": "QOC"}, "curve": curve},
    }
    return tuple(
        {
            **common,
            "view": view,
            "fingerprint": f"minilm-{view}-1f2e",
            "temperature": 1.284 if view != "O" else None,
            "training": training.get(view),
        }
        for view in VIEWS
    )


def _shortcuts(items: list[dict], draw: random.Random) -> Finding:
    numbers = [
        number
        for view in VIEWS
        for number in (
            Number("accuracy", SHARES[view], SHARES[view] - 0.02, SHARES[view] + 0.02, 95, group=view),
            Number("temperature", 1.284, n=95, unit="temperature", group=view),
            Number("ECE before", 0.0823, n=95, unit="gap", group=view),
            Number("ECE after", 0.0141, n=95, unit="gap", group=view),
            Number("Brier after", 0.6612, n=95, unit="score", group=view),
            Number("NLL after", 1.2034, n=95, unit="nats", group=view),
        )
    ]
    numbers += [
        Number("without passage above chance", 0.13, 0.1, 0.16, 95, "points"),
        Number("passage adds", 0.17, 0.13, 0.21, 95, "points"),
        Number("mutual information", 0.31, 0.28, 0.34, 96, "bits"),
        Number("pointwise information", 0.22, 0.18, 0.26, 95, "bits"),
    ]
    chosen = {view: [draw.choice("ABCD") for _ in items] for view in VIEWS}
    rows = {"id": [item["id"] for item in items], **{f"chosen_{view}": chosen[view] for view in VIEWS}}
    rows |= {"pointwise_information": [draw.gauss(0.2, 1) for _ in items]}
    tables = (
        _views(),
        _calibration(),
        _reliability(),
        _effective(draw),
        _information(),
        *(_list(name, items, draw) for name in LISTS),
        _answerable(items),
    )
    sentence = "Without the passage the system answers 38% of 95 questions correctly; guessing gets 25%."
    return Finding(
        "shortcuts", "Shortcuts", sentence, tuple(numbers), tables, Table("items", "Items", columns_of(rows))
    )


def _views() -> Table:
    lines = []
    for view in VIEWS:
        for level, shift, n in (("all", 0.0, 4934), ("middle", 0.03, 1436), ("high", -0.02, 3498)):
            value, margin = SHARES[view] + shift, 0.98 / math.sqrt(n)
            lines.append((view, level, value, value - margin, value + margin, n, 0.25, 1.5, 2.9, 0.63))
    names = ("view", "level", "accuracy", "low", "high", "n", "chance")
    names += ("entropy", "effective_options", "effective_normalised")
    return Table("views", "Accuracy with parts of the question missing", columns(names, lines), "accuracy_by_view")


def _calibration() -> Table:
    lines = [
        (view, 1.284, SHARES[view], SHARES[view] + 0.08, SHARES[view], 0.0823, 0.0141, 0.7, 0.661, 1.31, 1.203, 4934)
        for view in VIEWS[1:]
    ]
    lines.append(("O", 1.0, SHARES["O"], 0.3, 0.3, 0.01, 0.01, 0.74, 0.74, 1.37, 1.37, 4934))
    names = ("view", "temperature", "accuracy", "confidence_before", "confidence_after", "ece_before", "ece_after")
    names += ("brier_before", "brier_after", "nll_before", "nll_after", "n")
    return Table("calibration", "Calibration", columns(names, lines), "calibration")


def _reliability() -> Table:
    lines = []
    for view in VIEWS:
        for when, tilt in (("before", 0.08), ("after", 0.0)):
            for k in range(1, 11):
                right = min(0.95, SHARES[view] - 0.2 + 0.06 * k)
                sure = min(0.99, right + tilt * k / 5)
                lines.append((view, when, k, sure, right, right - 0.04, min(1.0, right + 0.04), 493))
    names = ("view", "when", "bin", "confidence", "accuracy", "low", "high", "count")
    return Table("reliability", "How far the probabilities can be trusted", columns(names, lines), "reliability")


def _effective(draw: random.Random) -> Table:
    lines = []
    for view in VIEWS:
        for k in range(15):
            low = round(1 + 0.2 * k, 6)
            count = round(900 * math.exp(-k / 3)) if view == "QOC" else round(60 * 1.25**k)
            labelled = max(0, count - 3)
            right = min(1.0, max(0.0, 0.95 - 0.05 * k + draw.uniform(-0.02, 0.02))) if labelled else None
            lines.append((view, low, round(low + 0.2, 6), count, labelled, right))
    names = ("view", "bin_low", "bin_high", "count", "labelled", "accuracy")
    return Table("effective_options", "Effective number of options", columns(names, lines), "effective_options")


def _information() -> Table:
    lines = []
    for k in range(-3, 8):
        count = round(1200 * math.exp(-(((k - 0.5) / 2.2) ** 2)))
        lines.append((k * 0.25, (k + 1) * 0.25, count, count, min(0.98, 0.45 + 0.06 * k), 0.42 - 0.02 * k))
    names = ("bin_low", "bin_high", "count", "labelled", "accuracy_QOC", "accuracy_QO")
    return Table("by_information", "What the passage tells", columns(names, lines), "by_information")


def _list(name: str, items: list[dict], draw: random.Random) -> Table:
    place = LISTS.index(name)
    chosen = items[8 * place : 8 * place + 8]
    data: dict[str, list] = {key: [item[key] for item in chosen] for key in ("id", "passage_id", "level", "question")}
    data["effective_options"] = [1 + draw.random() for _ in chosen]
    data["information"] = [draw.gauss(0, 0.4) if k else None for k in range(len(chosen))]
    titles = (
        "Surest without the passage",
        "Least sure without the passage",
        "The most useful passages",
        "The least useful passages",
    )
    return Table(name, titles[place], columns_of(data), "question_list")


def _answerable(items: list[dict]) -> Table:
    known = [item for item in items if item["answer"] is not None][:12]
    data = {key: [item[key] for item in known] for key in ("id", "passage_id", "level", "question")}
    data["answer"] = [item["options"][item["answer"]] for item in known]
    return Table("answerable", "Most likely answerable without the passage", columns_of(data))


def _following(items: list[dict], draw: random.Random) -> Finding:
    chosen = {name: [draw.choice("ABCD") for _ in items] for name in ("QO", "QOC", "random")}
    names = ("comparison", "share", "low", "high", "expected", "n")
    lines = [
        ("chooses as without the passage", 0.52, 0.5, 0.54, 0.36, 4934),
        ("chooses its wrong option", 0.31, 0.28, 0.33, 0.22, 3059),
        ("unchanged with another passage", 0.48, 0.46, 0.5, None, 4934),
    ]
    rows = {"id": [item["id"] for item in items]} | {f"chosen_{name}": values for name, values in chosen.items()}
    rows["follows"] = [a == b for a, b in zip(chosen["QO"], chosen["QOC"], strict=True)]
    rows["unchanged"] = [a == b for a, b in zip(chosen["QOC"], chosen["random"], strict=True)]
    numbers = (
        Number("agreement", 0.52, 0.5, 0.54, 4934),
        Number("agreement expected", 0.36, n=4934),
        Number("kappa", 0.25, 0.22, 0.28, 4934, "score"),
        Number("follows wrong shortcut", 0.31, 0.28, 0.33, 3059),
        Number("unchanged with random passage", 0.48, 0.46, 0.5, 4934),
    )
    table = Table("following", "Does it follow the shortcut?", columns(names, lines))
    sentence = "With the passage the system chooses as without it on 52% of the questions; by chance it would on 36%."
    return Finding(
        "following", "Following the shortcut", sentence, numbers, (table,), Table("items", "I", columns_of(rows))
    )
