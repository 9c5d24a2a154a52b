"""Made-up findings of several systems screened, raced and attacked, for the report to show."""

import math
import random
from dataclasses import replace

from magnetite.core.results import Column, Finding, Number, Run, Table, table
from magnetite.experiments.magnets.compare import VALIDATION
from tests.tables import columns_of

SYSTEMS = ("bundled QOC", "bundled QO", "cross-encoder/some-hub-model-L6-v2, seed 2")
OPTIONS = (
    "all of the above",
    "both B and C",
    "<script>window.injected = 5</script>",
    "The passage doesn't tell us: how the story of the harbour master and his nine ships came to an end, if it did",
    "e,c,a,f,d,b",
    "ما هو الجواب الصحيح؟",
    "unbreakable" * 30,
    "never quite finished",
    "=1+1",
    "A, B and D",
    "it cannot be avoided",
    "one more option",
)
SERIES = (True, True, *[False] * 7, True, False, False)
EXPERIMENTS = ("magnets", "race", "validation", "agreement", "features", "attack", "transfer_attack")


def magnets_run(run: Run, systems: tuple[str, ...] = SYSTEMS) -> Run:
    """Return a run of the same exam on which several systems were screened, raced and attacked, in reverse order."""
    made = (
        _finding("magnets", "Screen", interference(systems)),
        _finding("race", "Race", race(systems)),
        _finding("validation", "Validation", magnet_set(systems)),
        _finding("agreement", "Agreement of systems", *agreement(systems)),
        _finding("features", "What explains the scores", features()),
        _finding("attack", "Attack", attacks(systems), best_of(systems), attack_examples(run, systems)),
        _finding("transfer_attack", "Attacks on other systems", transfer_attack(systems)),
    )
    scored = tuple({"view": "QOC", "system": name, "scorer": "bundled", "truncated": 0.0104} for name in systems)
    return replace(run, findings=made[::-1], systems=scored, notes=())


def columns(names: tuple[str, ...], lines: list[tuple]) -> tuple[Column, ...]:
    return columns_of({name: [line[place] for line in lines] for place, name in enumerate(names)})


def _finding(experiment: str, title: str, *tables: Table) -> Finding:
    numbers = (
        Number("strongest interference", 0.91, 0.86, 0.94, n=346, group=SYSTEMS[0]),
        Number("accuracy before", 0.61, 0.59, 0.63, n=4934, group=SYSTEMS[0]),
    )
    return Finding(experiment, title, f"{title} finds what it finds.", numbers, tables)


def interference(systems: tuple[str, ...]) -> Table:
    lines = []
    for place, system in enumerate(systems):
        for origin, count in (("all", 300), ("RACE test", 150), ("RACE train", 150)):
            tilt = 0.02 * place + (0.03 if origin == "RACE train" else 0.0)
            for k in range(count):
                rank = 1 + round(k * 8371 / (count - 1))
                lines.append(
                    (rank, min(1.0, (0.9 - 4 * tilt) * math.exp(-rank / (900 - 150 * place)) + tilt), system, origin)
                )
    names = ("rank", "interference", "system", "origin")
    return Table("interference", "Interference scores, sorted", columns(names, lines), "interference_by_system")


def magnet_set(systems: tuple[str, ...], magnets: int = 20) -> Table:
    draw, lines = random.Random(3), []
    for k in range(magnets):
        mean = 0.95 * math.exp(-k / 9)
        for place, system in enumerate(systems):
            subset = min(1.0, mean + draw.uniform(-0.08, 0.08))
            whole, unseen = max(0.0, subset - 0.03), max(0.0, subset - 0.04 - 0.01 * place)
            row = (subset, whole, unseen, max(0.0, unseen - 0.03), min(1.0, unseen + 0.03), 4588)
            row += (0.6, 0.6 * (1 - unseen), 0.001, k < 15)
            lines.append((k + 1, OPTIONS[k % 12] + " " * (k // 12), SERIES[k % 12], mean, system, *row))
    return table("magnet_set", "The magnets on unseen questions", VALIDATION, lines, "magnet_set")


def agreement(systems: tuple[str, ...]) -> tuple[Table, Table]:
    draw, lines, points = random.Random(5), [], []
    for first, x in enumerate(systems):
        for second, y in enumerate(systems[first + 1 :], first + 1):
            for group, highest, n in (("all", 0.81, 8372), ("series", 0.93, 61), ("other", -0.24, 8311)):
                value = highest - 0.07 * (second - first)
                lines.append(
                    (x, y, group, value, value - 0.02, value + 0.02, value - 0.1, value - 0.13, value - 0.07, n)
                )
            for k in range(700):
                at = draw.random() ** 3
                series = k % 50 == 0
                mate = min(1.0, max(0.0, at + draw.gauss(0.4 if series else 0, 0.06)))
                points.append((OPTIONS[k % 12], series, x, y, at, mate))
    names = ("x", "y", "group", "pearson", "pearson_low", "pearson_high")
    names += ("spearman", "spearman_low", "spearman_high", "n")
    scattered = columns(("option", "series", "x", "y", "x_interference", "y_interference"), points)
    return (
        Table("agreement", "Correlations between systems", columns(names, lines), "system_agreement"),
        Table("scatter", "Option by option", scattered, "interference_scatter"),
    )


def attacks(systems: tuple[str, ...]) -> Table:
    lines = []
    for k in range(12):
        for place, system in enumerate(systems):
            for level, shift, n in (("all", 0.0, 4934), ("middle", 0.03, 1436), ("high", -0.02, 3498)):
                before = 0.61 - 0.08 * place + shift
                caught = 0.9 * math.exp(-k / 4)
                after = before * (1 - caught)
                gap = after - before
                row = (
                    before,
                    after,
                    gap,
                    gap - 0.015,
                    gap + 0.015,
                    0.0001 * (k + 1),
                    after,
                    caught,
                    1 - after - caught,
                    n,
                )
                lines.append((system, OPTIONS[k], SERIES[k], level, *row))
    names = ("system", "option", "series", "level", "before", "after", "difference", "low", "high", "p")
    names += ("stable", "caught", "otherwise", "n")
    return Table("attacks", "Accuracy under attack", columns(names, lines), "system_attacks")


def best_of(systems: tuple[str, ...]) -> Table:
    lines = []
    for place, system in enumerate(systems):
        for k in (0, 1, 2, 3, 5, 10, 20):
            value = (0.61 - 0.08 * place) * math.exp(-k / 3)
            lines.append((system, k, value, max(0.0, value - 0.02), value + 0.02))
    names = ("system", "magnets", "accuracy", "low", "high")
    return Table("best_of", "Accuracy that is left against the best of k magnets", columns(names, lines), "best_of")


def attack_examples(run: Run, systems: tuple[str, ...]) -> Table:
    lines = []
    for place, item in enumerate([item for item in run.exam["items"] if item["answer"] is not None][:9]):
        key, wrong = "ABCD"[item["answer"]], "ABCD"[(item["answer"] + 1) % 4]
        after = ("magnet", key, "ABCD"[(item["answer"] + 2) % 4])[place % 3]
        before = wrong if place == 4 else key
        lines.append((item["id"], systems[place % len(systems)], OPTIONS[place], wrong, before, after, key))
    names = ("id", "system", "magnet", "replaced", "chosen_before", "chosen_after", "answer")
    return Table("examples", "What the systems chose", columns(names, lines), "attack_examples")


def transfer_attack(systems: tuple[str, ...]) -> Table:
    lines = []
    for row, found_on in enumerate(systems):
        for place, attacked in enumerate(systems):
            before = 0.61 - 0.08 * place
            after = before * (0.1 if row == place else 0.5 + 0.1 * row)
            lines.append((found_on, attacked, before, after, after - 0.01, after + 0.01, 4934, 20))
    names = ("found_on", "attacked", "before", "after", "low", "high", "n", "magnets")
    return Table("transfer_attack", "Magnets of one system, tried on another", columns(names, lines), "transfer_attack")


def features() -> Table:
    lines = []
    for k, feature in enumerate(("characters", "words", "words shared with the passages", "negation", "first person")):
        for group, n in (("all", 8372), ("without series", 8311)):
            value = 0.4 - 0.17 * k - (0.05 if n == 8311 else 0)
            lines.append((feature, group, value, value - 0.03, value + 0.03, 0.0001 if k != 2 else 0.31, n))
    names = ("feature", "group", "spearman", "low", "high", "p", "n")
    return Table("features", "Features of options and their scores", columns(names, lines), "features")


def race(systems: tuple[str, ...]) -> Table:
    lines = []
    for place, system in enumerate(systems):
        cells, left = 0, 2953
        for k, questions in enumerate((3, 5, 8, 12, 18, 27, 41, 61, 92, 138, 207, 346), 1):
            cells += left * max(1, questions // 3)
            lines.append((k, questions, left, cells, system))
            left = max(20, round(left * (0.45 + 0.05 * place)))
    names = ("round", "questions", "options", "cells", "system")
    return Table("race", "How the race went", columns(names, lines), "race")
