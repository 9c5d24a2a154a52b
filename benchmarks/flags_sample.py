"""Count what the flags find: planted flaws of the bundled exams.

    python -m benchmarks.flags_sample [--sets text,small,base,exams,reader]    the exams, each set next to the others

A set is a bundled set of systems, or any other model; "text" applies the rules that read only the text, in seconds. The
systems answer under O, QO and QOC, where they have them, calibrated as their cards say; stored scores are used again.
A planted flaw is found if a rule meant for it flags its question (`MEANT_FOR`); a sound question is
a false alarm if it deserves a second look, and, in the next line, if it has any flag. A question may have a
second flaw that nobody planted.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.published import publish
from examfiles.items import Dataset
from examfiles.sources import sample_exam
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.experiments.check.experiment import answered_exam
from magnetite.experiments.flags import RULES, Exam, Flag, second_look
from magnetite.experiments.flags.find import find
from magnetite.experiments.flags.finding import accuracies
from magnetite.experiments.flags.lists import MOST_QUESTIONS, listed_tables
from magnetite.running.calibrate import Calibrator, stored_temperatures
from magnetite.running.data import load_joined
from magnetite.running.panels import Scoring, SystemPanel, seats_by_view
from magnetite.running.record import open_store
from magnetite.scorers.find import find_systems, views_there, with_verifier

VIEWS = ("O", "QO", "QOC")
TEXT = "text"
UNREAD = ("answerable-without-passage", "answerable-from-options", "passage-hardly-helps")
MEANT_FOR = {
    "wrong-key": ("another-option-fits-better", "passage-misleads"),
    "two-keys": ("another-option-supported", "two-options-fit", "another-option-fits-better"),
    "general-knowledge": UNREAD,
    "options-alone": ("answerable-from-options", "absolute-terms"),
    "longest-key": ("longest-key",),
    "keyword-overlap": ("key-repeats-passage",),
    "all-of-the-above": ("option-combination",),
    "combination": ("option-combination",),
    "same-options": ("key-stands-twice",),
    "overlapping-ranges": ("overlapping-ranges",),
    "number-cue": ("number-cue", "verb-disagrees"),
    "negative-question": ("negation-not-highlighted", "negative-question"),
    "other-passage": ("question-of-another-passage", "words-not-in-passage"),
    "duplicate": ("duplicated-question",),
    "off-topic": ("question-of-another-passage", "words-not-in-passage"),
    "overlapping-options": ("option-holds-another", "overlapping-ranges"),
    "grammar-cue": ("article-cue", "number-cue", "verb-disagrees", "form-cue"),
}


NOTE = (
    "`text` is the rules that read only the text; the others are bundled systems, calibrated where their cards say "
    "how. [SAMPLE.md](../../packages/examfiles/src/examfiles/samples/SAMPLE.md) lists the planted flaws. A flaw is "
    "found if a rule meant for it flags its question. A sound question is a false alarm if it deserves a second look. "
    "A question that its "
    "authors judge sound may still need no reading: [what luck explains](flags-luck.md) shows how many of such flags "
    "luck explains."
)


def main() -> None:
    """Publish the page."""
    given = _arguments()
    sets = given.sets.split(",")
    datasets = [load_joined(path) for path in (sample_exam(), sample_exam("second"), sample_exam("third"))]
    findings = [
        planted(dataset, {name: answered(dataset, name) for name in sets}, title)
        for dataset, title in zip(datasets, ("The sample exam", "The second exam", "The third exam"), strict=True)
    ]
    about = " and ".join(f"{dataset.name}, {len(dataset)} questions" for dataset in datasets)
    publish(given.page, "Flags on three exams with planted flaws", about, findings, note=NOTE)


def answered(dataset: Dataset, name: str, views: Sequence[str] = VIEWS, store: str | None = None) -> Exam:
    """Make an exam of a dataset, with the probabilities of a set of systems; of the text alone without one."""
    if name == TEXT:
        return Exam(dataset.items)
    there = views_there(name, None)
    named = find_systems(name, tuple(view for view in views if there is None or view in there))
    calibrator = Calibrator(stored_temperatures(named.by_view))
    seats = seats_by_view(with_verifier(named, name))
    return answered_exam(dataset, SystemPanel(seats, calibrator, Scoring(open_store(store))))


def planted(dataset: Dataset, exams: Mapping[str, Exam], title: str) -> Finding:
    """Count how many of each kind of planted flaw each set finds, its false alarms, and its right answers."""
    flaws = {item.id: str(item.metadata["flaw"]) for item in dataset}
    judged = {name: find(exam) for name, exam in exams.items()}
    flags = {name: each.flags for name, each in judged.items()}
    firsts = [listed_tables(exam, judged[name].verdicts)[0].values("id") for name, exam in exams.items()]
    listed = [sum(flaws[str(item)] == "wrong-key" for item in first) for first in firsts]
    there = Counter(flaws.values())
    sound, total = there.pop(""), there.total()
    found: list[list[Value]] = [
        [kind, there[kind], *(_found(flaws, flags[name], kind) for name in flags)] for kind in MEANT_FOR if there[kind]
    ]
    looks = [sum(not flaws[item] for item in second_look(flags[name])) for name in flags]
    marked = [len({flag.item for flag in flags[name] if not flaws.get(flag.item, "whole")}) for name in flags]
    sums = [sum(_found(flaws, flags[name], kind) for kind in MEANT_FOR) for name in flags]
    right = [{number.group: number.value for number in accuracies(exam)} for exam in exams.values()]
    told = "; ".join(
        f"`{name}` finds {many} and asks for a second look at {alarms}"
        for name, many, alarms in zip(flags, sums, looks, strict=True)
    )
    columns = [Heading(name, f"`{name}`", "count") for name in flags]
    asked = [Heading(name, f"`{name}`", "share") for name in flags]
    return Finding(
        dataset.name,
        f"{title}, {len(dataset)} questions",
        f"Of {total} planted flaws and {sound} sound questions: {told}.",
        tables=(
            table("planted", "Planted flaws found", [Heading("planted"), Heading("questions"), *columns], found),
            table(
                "sound",
                "Of the sound questions",
                [Heading("alarm", "false alarm"), Heading("questions"), *columns],
                [["deserves a second look", sound, *looks], ["has any flag", sound, *marked]],
            ),
            table(
                "right",
                "Right answers",
                [Heading("view"), *asked],
                [[view, *(each.get(view) for each in right)] for view in VIEWS],
            ),
            table(
                "listed",
                f"Wrong keys among the {MOST_QUESTIONS} keys to check first",
                [Heading("planted"), Heading("questions"), *columns],
                [["wrong-key", there["wrong-key"], *listed]],
            ),
            by_models(flaws, flags),
        ),
    )


def _found(flaws: Mapping[str, str], flags: Sequence[Flag], kind: str) -> int:
    return len({flag.item for flag in flags if flag.rule in MEANT_FOR[kind] and flaws.get(flag.item) == kind})


def by_models(flaws: Mapping[str, str], flags: Mapping[str, Sequence[Flag]]) -> Table:
    """Count on what the flags of each rule that asks models lie: all, its own flaw, a sound question.

    What is planted for a rule is what `MEANT_FOR` says; a sound question that is flagged is a false alarm of the rule.
    """
    rows: list[list[Value]] = []
    for rule in (name for name, each in RULES.items() if each.source == "model"):
        own = {kind for kind, rules in MEANT_FOR.items() if rule in rules}
        marked = [[flaws[flag.item] for flag in found if flag.rule == rule] for found in flags.values()]
        if any(marked):
            cells = (f"{len(on)}, {sum(flaw in own for flaw in on)}, {on.count('')}" for on in marked)
            rows.append([f"`{rule}`", *cells])
    title = "Flags by models: how many, on the rule's own flaw, on sound questions"
    return table("by_models", title, [Heading("rule"), *(Heading(name, f"`{name}`") for name in flags)], rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default="text,small,base,exams,reader")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
