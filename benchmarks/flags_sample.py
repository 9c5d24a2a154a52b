"""Count what the flags find: planted flaws of the two bundled exams, and how often each rule speaks on RACE test.

    python benchmarks/flags_sample.py [--sets text,small,base,smollm2]      both exams, each set beside the others
    python benchmarks/flags_sample.py RACE.tar.gz [--sets text,small] [--limit 300] [--seed 0]    how often rules speak

A set is a bundled set of systems, or any other model; "text" asks the rules that read the text alone, in seconds. The
systems answer under O, QO and QOC, where they have them, calibrated as their cards say; stored scores are used again.
Prints Markdown. A planted flaw is found where a rule meant for it flags its question (`MEANT_FOR`); a sound question is
a false alarm where it deserves a second look, and, in the next line, where it has any flag. A question may have a
second flaw that nobody planted.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence

from magnetite.auditing.calibrate import Calibrator, stored_temperatures
from magnetite.auditing.data import limit_items, load_joined, sample_exam, second_exam
from magnetite.auditing.panels import Scoring, SystemPanel, seats_by_view
from magnetite.auditing.record import made_on, open_store
from magnetite.auditing.systems.find import systems, views_there
from magnetite.core.items import Dataset
from magnetite.experiments.check import answered_exam
from magnetite.experiments.flags import RULES, Exam, Flag, find_flags, second_look
from magnetite.experiments.flags.finding import accuracies

VIEWS = ("O", "QO", "QOC")
TEXT = "text"
UNREAD = ("answerable-without-passage", "answerable-from-options", "passage-hardly-helps")
MEANT_FOR = {
    "wrong-key": ("another-option-fits-better", "passage-misleads"),
    "two-keys": ("two-options-fit", "another-option-fits-better"),
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
    "other-passage": ("question-of-another-passage",),
    "duplicate": ("duplicated-question",),
}


def main() -> None:
    """Print a table for each exam, or of how often rules speak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exam", nargs="?", help="RACE.tar.gz, or any exam")
    parser.add_argument("--sets", default="text,small,base,smollm2")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    sets = given.sets.split(",")
    print(f"{made_on()}.\n")
    if given.exam:
        items = limit_items(load_joined(given.exam, "test"), given.limit, given.seed)
        print(f"{len(items)} questions of {items.name}, split {items.split}, seed {given.seed}.\n")
        print(rates({name: find_flags(answered(items, name)) for name in sets}, len(items)))
        return
    for path in (sample_exam(), second_exam()):
        dataset = load_joined(path)
        print(f"## {path.stem}, {len(dataset)} questions\n")
        exams = {name: answered(dataset, name) for name in sets}
        print(planted(dataset, exams), "\n")
        print(by_models(dataset, exams), "\n")


def answered(dataset: Dataset, name: str) -> Exam:
    """Make an exam of a dataset, with the probabilities of a set of systems; of the text alone without one."""
    if name == TEXT:
        return Exam(dataset.items)
    there = views_there(name, None)
    named = systems(name, tuple(view for view in VIEWS if there is None or view in there))
    calibrator = Calibrator(stored_temperatures(named.by_view))
    return answered_exam(dataset, SystemPanel(seats_by_view(named), calibrator, Scoring(open_store(None))))


def planted(dataset: Dataset, exams: Mapping[str, Exam]) -> str:
    """Write how many of each kind of planted flaw each set finds, its false alarms, and its right answers."""
    flaws = {item.id: item.metadata["flaw"] for item in dataset}
    flags = {name: find_flags(exam) for name, exam in exams.items()}
    there = Counter(flaws.values())
    sound, total = there.pop(""), there.total()
    kinds = [kind for kind in MEANT_FOR if there[kind]]
    found = {name: {kind: _found(flaws, flags[name], kind) for kind in kinds} for name in flags}
    lines = [f"| planted | questions | {' | '.join(flags)} |", f"|---|---|{'---|' * len(flags)}"]
    lines += [f"| {kind} | {there[kind]} | {' | '.join(str(found[name][kind]) for name in flags)} |" for kind in kinds]
    every = (f"**{sum(found[name].values())}**" for name in flags)
    lines.append(f"| **found** | **{total}** | {' | '.join(every)} |")
    look = (str(sum(not flaws[item] for item in second_look(flags[name]))) for name in flags)
    lines.append(f"| false alarms: sound, second look | {sound} | {' | '.join(look)} |")
    marked = (str(len({flag.item for flag in flags[name] if not flaws.get(flag.item, "whole")})) for name in flags)
    lines.append(f"| sound, with any flag | {sound} | {' | '.join(marked)} |")
    for view in VIEWS:
        right = ({number.group: number.value for number in accuracies(exam)}.get(view) for exam in exams.values())
        shown = ("–" if value is None else f"{100 * value:.0f}%" for value in right)
        lines.append(f"| right answers, {view} | {len(dataset)} | {' | '.join(shown)} |")
    return "\n".join(lines)


def _found(flaws: Mapping[str, str], flags: Sequence[Flag], kind: str) -> int:
    return len({flag.item for flag in flags if flag.rule in MEANT_FOR[kind] and flaws.get(flag.item) == kind})


def by_models(dataset: Dataset, exams: Mapping[str, Exam]) -> str:
    """Write on what the flags of each rule that asks models lie: its own flaw, another one, none; flags / flaw / none.

    What is planted for a rule is what `MEANT_FOR` says; a sound question that is flagged is a false alarm of the rule.
    """
    flaws = {item.id: item.metadata["flaw"] for item in dataset}
    flags = {name: find_flags(exam) for name, exam in exams.items()}
    lines = [f"| flags, on its own flaw, on sound questions | {' | '.join(flags)} |", f"|---|{'---|' * len(flags)}"]
    for rule in (name for name, each in RULES.items() if each.source == "model"):
        own = {kind for kind, rules in MEANT_FOR.items() if rule in rules}
        marked = {name: [flaws[flag.item] for flag in found if flag.rule == rule] for name, found in flags.items()}
        cells = (f"{len(on)}, {sum(flaw in own for flaw in on)}, {on.count('')}" for on in marked.values())
        if any(marked.values()):
            lines.append(f"| `{rule}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def rates(flags: Mapping[str, Sequence[Flag]], questions: int) -> str:
    """Write how many flags each rule raises per 100 questions."""
    counts = {name: Counter(flag.rule for flag in found) for name, found in flags.items()}
    lines = [f"| rule | severity | {' | '.join(flags)} |", f"|---|---|{'---|' * len(flags)}"]
    for name, rule in RULES.items():
        shares = " | ".join(f"{100 * counts[each][name] / questions:.1f}" for each in flags)
        lines.append(f"| {name} | {rule.severity} | {shares} |")
    look = " | ".join(f"{100 * len(second_look(found)) / questions:.1f}" for found in flags.values())
    return "\n".join([*lines, f"| **deserve a second look** | | {look} |"])


if __name__ == "__main__":
    main()
