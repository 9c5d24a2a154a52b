"""Options that recur in every data set, and what the bundled small readers that see no passage do with them.

    python -m benchmarks.recurring DATA [--views O,QO] [--page docs/results/transfer.md]

DATA is a folder that holds RACE.tar.gz, RACE-C/, DREAM/, MCTest/, MCScript/, MCScript2.0/, CosmosQA/ and ReClor/. Of
each, the test questions are asked, or the dev questions where the test questions are not public. All members of each
reader answer. The page's last section is written anew. Scores are kept in the store, so a second call costs little.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import magnetite
from magnetite.auditing.record import made_on
from magnetite.auditing.systems.system import BUNDLED
from magnetite.core.results import Finding
from magnetite.experiments.recurring import KIND, LISTED, MUCH, OFTEN

SETS = (
    "RACE.tar.gz@test",
    "RACE-C/race_c_496.csv",
    "DREAM@test",
    "MCTest@test",
    "MCScript@test",
    "MCScript2.0@dev",
    "CosmosQA@dev",
    "ReClor@dev",
)
NAMES = {"race_c_496": "RACE-C", "CosmosQA": "Cosmos QA"}
SECTION = "## Options that recur"
Row = dict[str, Any]


def main() -> None:
    """Measure, print the section, and write it into the page."""
    arguments = _arguments()
    run = magnetite.transfer(
        [str(arguments.data / name) for name in SETS],
        {"RACE": str(BUNDLED / "small")},
        split=None,
        views=tuple(arguments.views.split(",")),
        store=arguments.store,
    )
    precisions = sorted({str(system["precision"]) for system in run.systems})
    section = "\n".join(_section(run.finding("transfer"), made_on(precisions)))
    print(section)
    if arguments.page:
        before = arguments.page.read_text("utf-8").partition(SECTION)[0]
        arguments.page.write_text(f"{before}{section}\n", "utf-8")


def _section(finding: Finding, told: str) -> Iterator[str]:
    rows: list[Row] = finding.table(KIND).rows()
    asked: list[Row] = finding.table("transfer").rows()
    views = list(dict.fromkeys(row["view"] for row in asked))
    sets = {row["tested_on"]: row["n"] for row in asked}
    yield from (SECTION, "", f"    {shlex.join(['python', '-m', 'benchmarks.recurring', 'DATA', *sys.argv[2:]])}", "")
    yield (
        f"The bundled small systems, all members, on the options that {OFTEN} questions or more of an exam share (a "
        f"hundredth of them in a smaller one; the {LISTED} that most questions offer): how often each is right where "
        "it is offered, how often it is taken, and what would be right of the questions with another answer were it "
        "taken out (of two options, none would be left to choose from). Per cent, with 95% intervals clustered by "
        "passage. "
        f"{told}."
    )
    yield ""
    yield f"Taken more than {100 * MUCH:.0f} points more often than it is right, all of the interval:"
    yield ""
    pulling = _of(rows, lambda row: row["low"] > MUCH)
    yield from _table(pulling, views)
    yield ""
    if pulling:
        yield _most(max(pulling, key=lambda each: each[0]["offered"]))
        yield ""
    yield f"Taken more than {100 * MUCH:.0f} points less often than it is right, all of the interval:"
    yield ""
    yield from _table(_of(rows, lambda row: row["high"] < -MUCH), views)
    yield ""
    yield from _counted(rows, sets)


def _most(rows: Sequence[Row]) -> str:
    """Say what the option that pulls in most questions does to the exam that it stands in."""
    shares = "; ".join(
        f"{row['view']} is right on {_percent(row['accuracy_with'])}% of the questions that offer it, and on "
        f"{_percent(row['accuracy_without'])}% of the others"
        for row in rows
    )
    return f"On {_name(rows[0]['tested_on'])} “{rows[0]['option']}” is a magnet from within the exam: {shares}."


def _name(exam: str) -> str:
    return NAMES.get(exam, exam)


def _of(rows: Sequence[Row], pulls: Any) -> list[tuple[Row, ...]]:
    """Return the rows of each option that some view's system takes, or leaves, so much; one row a view."""
    options: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        options.setdefault((row["tested_on"], row["option"]), []).append(row)
    return [
        tuple(each) for each in options.values() if any(row["difference"] is not None and pulls(row) for row in each)
    ]


def _table(options: Sequence[tuple[Row, ...]], views: Sequence[str]) -> Iterator[str]:
    if not options:
        yield "None."
        return
    taken = " | ".join(f"taken by {view}" for view in views)
    out = " | ".join(f"right with {view} were it taken out" for view in views)
    yield f"| exam | option | questions | it is right | {taken} | {out} | guessing then |"
    yield "|" + "---|" * (5 + 2 * len(views))
    for each in options:
        first = each[0]
        cells = [_name(first["tested_on"]), first["option"], f"{first['offered']:,}", _percent(first["right"])]
        cells += [_bounded(row, "taken") for row in each]
        cells += [_bounded(row, "accuracy_taken_out") for row in each]
        yield f"| {' | '.join((*cells, _percent(first['chance_taken_out'])))} |"


def _counted(rows: Sequence[Row], sets: dict[str, int]) -> Iterator[str]:
    """Say how many options recur in each exam, and which is offered most."""
    yield "| exam | questions | options that recur | offered most | in | right elsewhere, right where it is offered |"
    yield "|---|---|---|---|---|---|"
    for name, questions in sets.items():
        own = [row for row in rows if row["tested_on"] == name]
        if not own:
            yield f"| {_name(name)} | {questions:,} | none | | | |"
            continue
        count = len({row["option"] for row in own})
        top = max(own, key=lambda row: row["offered"])
        right = "; ".join(
            f"{row['view']}: {_percent(row['accuracy_without'])}, {_percent(row['accuracy_with'])}"
            for row in own
            if row["option"] == top["option"]
        )
        many = f"{LISTED} or more" if count == LISTED else str(count)
        yield f"| {_name(name)} | {questions:,} | {many} | {top['option']} | {top['offered']:,} | {right} |"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def _bounded(row: Row, name: str) -> str:
    if row[name] is None:
        return ""
    return f"{_percent(row[name])} ({_percent(row[f'{name}_low'])}–{_percent(row[f'{name}_high'])})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--views", default="O,QO")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
