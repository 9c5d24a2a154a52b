"""Options that recur in every data set, and what the bundled small readers that see no passage do with them.

    python -m benchmarks.recurring DATA [--views O,QO] [--page FILE]

DATA is a folder that holds RACE.tar.gz, RACE-C/, DREAM/, MCTest/, MCScript/, MCScript2.0/, CosmosQA/ and ReClor/. Of
each, the test questions are asked, or the dev questions where the test questions are not public. All members of each
reader answer. Scores are kept in the store, so a second call costs little.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import magnetite
from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.recurring.pulls import KIND, MOST_OPTIONS, MUCH, OFTEN
from magnetite.scorers.system import BUNDLED

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
NOTE = (
    "All members of the bundled small systems answer; they never saw the passage. An option recurs if at least "
    f"{OFTEN} questions of an exam share it (a hundredth of them in a smaller exam; only the {MOST_OPTIONS} that most "
    "questions offer). Tables show how often it is right when offered, how often it is taken, and how many of the "
    "questions with another answer would be right if it were removed (two options would leave no choice). Intervals "
    f"are 95%, clustered by passage. An option that fewer than {OFTEN} questions offer is counted, but not listed."
)
TAKEN = (
    *(Heading("exam"), Heading("option"), Heading("view")),
    Heading("offered", "questions", "count"),
    Heading("right", "it is right", "share"),
    *(Heading(f"taken{end}", "it is taken", "share") for end in ("", "_low", "_high")),
    *(Heading(f"difference{end}", "taken more often than right (points)", "points") for end in ("", "_low", "_high")),
    *(Heading(f"accuracy_taken_out{end}", "right if it were removed", "share") for end in ("", "_low", "_high")),
    Heading("chance_taken_out", "guessing then", "share"),
)
COUNTED = (
    *(Heading("exam"), Heading("questions", "", "count"), Heading("options", "options that recur")),
    *(Heading("option", "offered most"), Heading("offered", "in", "count")),
)
Row = dict[str, Any]


def main() -> None:
    """Measure, and publish the page."""
    arguments = _arguments()
    run = magnetite.transfer(
        [str(arguments.data / name) for name in SETS],
        {"RACE": str(BUNDLED / "small")},
        split=None,
        views=tuple(arguments.views.split(",")),
        store=arguments.store,
    )
    found = run.finding("transfer")
    publish(
        arguments.page,
        "Options that recur",
        ", ".join(_sizes(found)),
        list(_findings(found)),
        note=NOTE,
        precisions=[str(system["precision"]) for system in run.systems],
    )


def _findings(finding: Finding) -> Iterator[Finding]:
    rows = [{**row, "exam": NAMES.get(row["tested_on"], row["tested_on"])} for row in finding.table(KIND).rows()]
    measured = [row for row in rows if row["difference"] is not None and row["offered"] >= OFTEN]
    pulling = [row for row in measured if row["low"] > MUCH]
    avoided = [row for row in measured if row["high"] < -MUCH]
    yield Finding(
        "pulling",
        f"Taken more than {100 * MUCH:.0f} points more often than they are right",
        _most(pulling),
        tables=(table("pulling", "All of the interval above the limit", TAKEN, map(_named, pulling)),),
    )
    yield Finding(
        "avoided",
        f"Taken more than {100 * MUCH:.0f} points less often than they are right",
        "",
        tables=(table("avoided", "All of the interval below the limit", TAKEN, map(_named, avoided)),),
    )
    counted = [_counted(exam, questions, rows) for exam, questions in _sizes(finding).items()]
    title = "How many options recur in each exam, and which is offered most"
    yield Finding("counted", title, "", tables=(table("counted", title, COUNTED, counted),))


def _sizes(finding: Finding) -> dict[str, int]:
    """Return how many questions of each exam were asked."""
    return {NAMES.get(row["tested_on"], row["tested_on"]): row["n"] for row in finding.table("transfer").rows()}


def _named(row: Row) -> Row:
    row = {**row, "difference_low": row["low"], "difference_high": row["high"]}
    return {heading.name: row[heading.name] for heading in TAKEN}


def _most(pulling: Sequence[Row]) -> str:
    """Say what the option that pulls in most questions does to the exam that it stands in."""
    if not pulling:
        return "None is."
    most = max(pulling, key=lambda row: row["offered"])
    shares = "; ".join(
        f"{row['view']} is right on {row['accuracy_with']:.1%} of the questions that offer it, and on "
        f"{row['accuracy_without']:.1%} of the others"
        for row in pulling
        if (row["exam"], row["option"]) == (most["exam"], most["option"])
    )
    return f"On {most['exam']} “{most['option']}” is a magnet from within the exam: {shares}."


def _counted(exam: str, questions: int, rows: Sequence[Row]) -> list[Any]:
    """Return a row of the last table: how many options recur in an exam, and which is offered most."""
    own = [row for row in rows if row["exam"] == exam]
    if not own:
        return [exam, questions, "none", None, None]
    top = max(own, key=lambda row: row["offered"])
    count = len({row["option"] for row in own})
    return [
        exam,
        questions,
        f"{MOST_OPTIONS} or more" if count == MOST_OPTIONS else str(count),
        top["option"],
        top["offered"],
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--views", default="O,QO")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
