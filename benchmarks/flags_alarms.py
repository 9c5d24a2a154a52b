"""How often do the rules that read the text alone ask for a second look at questions of published exams?

    python -m benchmarks.flags_alarms RACE.tar.gz@test DREAM@test … [--parallel ENGLISH GERMAN] [--page FILE]

The exams were set and reviewed by professionals, or used on thousands of candidates, so most of their questions are
sound; a flag may still be right. By exam: questions that deserve a second look, and questions with a fatal or serious
flag, with intervals by passage; by rule: all flags, so that each can be looked at. `--parallel` takes two files with
the same questions in the same order in two languages, and counts what each rule flags in one, the other and both.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.published import publish
from examfiles.items import Dataset
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.experiments.flags import RULES, Exam, Flag, find_flags, second_look
from magnetite.running.data import load_joined
from magnetite.stats.intervals import cluster_codes, share

LEVELS = ("fatal", "serious")
NOTE = (
    "Rules alone, no model; each exam is checked as a whole, as `magnetite check --no-models` does. A flag may be "
    "right, so the shares are upper limits of false alarms."
)


def main() -> None:
    """Check every exam by rules, and publish the shares."""
    given = _arguments()
    exams = {_name(data): load_joined(path, split or None) for data in given.data for path, _, split in [_parts(data)]}
    flags = {name: find_flags(Exam(exam.items)) for name, exam in exams.items()}
    total = sum(map(len, exams.values()))
    looks = sum(len(second_look(each)) for each in flags.values())
    finding = Finding(
        "alarms",
        "Questions of published exams that rules flag",
        f"Of {total:,} questions, {looks} ({100 * looks / total:.1f}%) deserve a second look by rules alone.",
        tables=(_by_exam(exams, flags), _by_rule(flags), *_parallel(given.parallel)),
    )
    about = f"{total:,} questions of {len(exams)} published exams"
    publish(given.page, "False alarms of the rules", about, [finding], note=NOTE)


def _by_exam(exams: dict[str, Dataset], flags: dict[str, tuple[Flag, ...]]) -> Table:
    """Return the shares of an exam's questions that have a reason for a second look, and a fatal or serious flag."""
    rows = [
        [name, len(exam), *_share(exam, second_look(flags[name])), *_share(exam, _flagged(flags[name]))]
        for name, exam in exams.items()
    ]
    columns = [
        *(Heading("exam"), Heading("questions", unit="count")),
        *(
            Heading(f"{what}{end}", f"{what}{end}".replace("_", ", "), "share")
            for what in ("look", "serious")
            for end in ("", "_low", "_high")
        ),
    ]
    return table("by_exam", "By exam: a second look, a fatal or serious flag", columns, rows)


def _share(exam: Dataset, flagged: Sequence[str]) -> list[Value]:
    """Return the share of an exam's questions that are flagged, with its interval by passage."""
    named = {*flagged}
    hits = np.array([item.id in named for item in exam])
    passages = [item.passage_id for item in exam]
    found = share(hits, cluster_codes(passages))
    return [float(found.estimate), float(found.low), float(found.high)]


def _flagged(flags: Sequence[Flag]) -> list[str]:
    return [flag.item for flag in flags if flag.item and flag.severity in LEVELS]


def _by_rule(flags: dict[str, tuple[Flag, ...]]) -> Table:
    """Return how many flags each rule has in each exam; rules that say nothing anywhere are left out."""
    counts = {name: Counter(flag.rule for flag in each if flag.item) for name, each in flags.items()}
    spoken = [rule for rule in RULES if any(count[rule] for count in counts.values())]
    rows = [[rule, RULES[rule].severity, *(count[rule] for count in counts.values())] for rule in spoken]
    columns = [Heading("rule"), Heading("severity"), *(Heading(name, name, "count") for name in counts)]
    return table("by_rule", "Flags by rule", columns, rows)


def _parallel(pair: Sequence[str]) -> Iterator[Table]:
    """Yield how many parallel questions each rule flags in one language, in the other, and in both."""
    if not pair:
        return
    exams = [load_joined(path, split or None) for data in pair for path, _, split in [_parts(data)]]
    if len(exams[0]) != len(exams[1]):
        sizes = " and ".join(str(len(exam)) for exam in exams)
        raise SystemExit(
            f"--parallel: {sizes} questions; expected the same questions in both files, in the same order."
        )
    one, other = (_flagged_by_rule(exam) for exam in exams)
    rows: list[list[Value]] = [
        [rule, len(one[rule]), len(other[rule]), len(one[rule] & other[rule])]
        for rule in RULES
        if one[rule] | other[rule]
    ]
    names = (*map(_name, pair), "both")
    columns = [Heading("rule"), *(Heading(name, name, "count") for name in names)]
    yield table("parallel", f"Questions flagged, of {len(exams[0])} in two languages", columns, rows)


def _flagged_by_rule(exam: Dataset) -> dict[str, set[int]]:
    """Return the places of the questions that each rule flags."""
    places = {item.id: place for place, item in enumerate(exam)}
    found: dict[str, set[int]] = {rule: set() for rule in RULES}
    for flag in find_flags(Exam(exam.items)):
        if flag.item:
            found[flag.rule].add(places[flag.item])
    return found


def _parts(data: str) -> tuple[str, str, str]:
    return data.rpartition("@") if "@" in data else (data, "", "")


def _name(data: str) -> str:
    path, _, split = _parts(data)
    return f"{Path(path).name.partition('.')[0]} {split}".strip()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", metavar="DATA")
    parser.add_argument("--parallel", nargs=2, default=(), metavar="DATA", help="the same questions in two languages")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
