"""Count what the flags find: planted flaws of the bundled sample exam, and how often each rule speaks on RACE test.

    python benchmarks/flags_sample.py [RACE.tar.gz] [--set small|base|bundled] [--limit 300] [--seed 0] [--text]

The bundled systems of a set answer both exams (O, QO and QOC, where it has them), calibrated as their cards say;
stored scores are used again. --text leaves systems out: the rules that read the text alone, in seconds. Prints
Markdown. For each kind of planted flaw: recall is the share of its questions that the rule meant for it flags,
precision the share of the rule's flags that lie on such questions; a question may have a second flaw that nobody
planted.
"""

import argparse
from collections import Counter
from collections.abc import Sequence

from magnetite.auditing.calibrate import Calibrator, stored_temperatures
from magnetite.auditing.data import limit_items, load_joined, sample_exam
from magnetite.auditing.panels import Scoring, SystemPanel, seats_by_view
from magnetite.auditing.record import open_store
from magnetite.auditing.systems.find import systems, trained_systems
from magnetite.core.items import Dataset
from magnetite.experiments.check import answered_exam
from magnetite.experiments.flags import RULES, Exam, Flag, find_flags, second_look

VIEWS = ("O", "QO", "QOC")
MEANT_FOR = {
    "general-knowledge": ("answerable-without-passage", "passage-hardly-helps"),
    "options-alone": ("answerable-from-options", "absolute-terms"),
    "longest-key": ("longest-key",),
    "keyword-overlap": ("key-repeats-passage",),
    "all-of-the-above": ("option-combination",),
    "two-keys": ("two-options-fit",),
    "wrong-key": ("another-option-fits-better",),
}


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("race", nargs="?", help="RACE.tar.gz, or any exam")
    parser.add_argument("--set", default="bundled")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--text", action="store_true", help="only the rules that read the text")
    given = parser.parse_args()
    sample = load_joined(sample_exam())
    found = find_flags(exam(sample, "" if given.text else given.set))
    print(planted(sample, found))
    if given.race:
        items = limit_items(load_joined(given.race, "test"), given.limit, given.seed)
        real = find_flags(exam(items, "" if given.text else given.set))
        print(f"\n{len(items)} questions of {items.name}, split {items.split}, seed {given.seed}.\n")
        print(rates(real, len(items)))


def exam(dataset: Dataset, name: str) -> Exam:
    """Make an exam of a dataset, with the probabilities of a bundled set of systems; of the text alone without one."""
    if not name:
        return Exam(dataset.items)
    bundled = systems(name, tuple(view for view in VIEWS if view in trained_systems(name)))
    calibrator = Calibrator(stored_temperatures(bundled.by_view))
    return answered_exam(dataset, SystemPanel(seats_by_view(bundled), calibrator, Scoring(open_store(None))))


def planted(sample: Dataset, flags: Sequence[Flag]) -> str:
    """Write precision and recall of each rule for the flaw it is meant for."""
    flaws = {item.id: item.metadata["flaw"] for item in sample}
    head = "| planted | questions | rule | flagged | of them planted | precision | recall |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    for flaw, rules in MEANT_FOR.items():
        there = sum(each == flaw for each in flaws.values())
        for rule in rules:
            marked = {flag.item for flag in flags if flag.rule == rule and flag.item}
            right = sum(flaws[item] == flaw for item in marked)
            precision = f"{right / len(marked):.2f}" if marked else "–"
            lines.append(f"| {flaw} | {there} | {rule} | {len(marked)} | {right} | {precision} | {right / there:.2f} |")
    look = Counter(flaws[item] or "sound" for item in second_look(flags))
    questions = Counter(flaw or "sound" for flaw in flaws.values())
    listed = ", ".join(f"{flaw} {look[flaw]} of {questions[flaw]}" for flaw in ("sound", *MEANT_FOR))
    return "\n".join([*lines, "", f"Deserve a second look: {listed}."])


def rates(flags: Sequence[Flag], questions: int) -> str:
    """Write how many flags each rule raises per 100 questions."""
    counts = Counter(flag.rule for flag in flags)
    lines = ["| rule | severity | per 100 questions |", "|---|---|---|"]
    lines += [f"| {name} | {rule.severity} | {100 * counts[name] / questions:.1f} |" for name, rule in RULES.items()]
    look = 100 * len(second_look(flags)) / questions
    return "\n".join([*lines, "", f"Deserve a second look: {look:.1f} of 100."])


if __name__ == "__main__":
    main()
