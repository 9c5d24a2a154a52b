"""How often the flags for "answerable without the passage" are right, told by systems that had no part in them.

    python -m benchmarks.flags_precision RACE.tar.gz [OTHER…] --flags-by small|base [--page FILE] [--write]

Flags are raised as `magnetite check --model SET` does it, by the bundled set of --flags-by. A flag is right where the
judge of its view answers the question correctly, without the passage. The judges are the other bundled set, which
stands on an encoder of another family and shares no weight with it. Views that either side has no system for are left
out.

The threshold is chosen on RACE dev: the smallest of `STEPS` at which at least `AIM` of the flags are right by the
lower end of the interval, where at most `left` of the other options is still open; the steps start where the key has
as much as all other options together. RACE test and the OTHER exams (DREAM, MCTest: their test splits) are measured
with the rule's own threshold, and none of them was trained on. Besides, on each exam: the hundred questions of which
the system under QO is surest and the hundred of which it is least sure, by entropy alone, whatever the key is (Liusie
et al. 2022, footnote 4). What was scored before is not scored again. `--write` puts the share of wrong flags on RACE
test, at the rules' own limits, into the cards of those who raised them.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from benchmarks.published import publish

from magnetite.commands.calibrate import Calibrator, stored_temperatures
from magnetite.commands.check import CheckSettings, find_for_check
from magnetite.commands.data import load_joined
from magnetite.commands.panels import Scoring, SystemPanel, seats_by_view
from magnetite.commands.record import open_store
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.engine import Store
from magnetite.experiments.check.experiment import answered_exam
from magnetite.experiments.flags.by_model import ALONE_RULES, effective
from magnetite.experiments.flags.exam import Exam
from magnetite.request import Asking
from magnetite.scorers.find import find_cards, find_systems
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED, System, Systems
from magnetite.stats.intervals import cluster_codes, share

RULES = {rule.views[0]: rule for rule in ALONE_RULES}
LISTED = 100
STEPS = tuple(step / 100 for step in range(50, 100, 5))
LEFTS = (0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0)  # shares of the other options still open, for comparison on dev
AIM = 0.8
OTHER = {"small": "base", "base": "small"}
NOTE = (
    "Judges are the systems `{}`, on an encoder of another family. Intervals are 95%, clustered by passage. A judge "
    "that is wrong where the flag is right counts against the flag: with a weak judge the shares are low. What both "
    "families share may be habits of RACE as well as what candidates know: a person may find some of these questions "
    "harder. A question without a flag is not thereby good."
)

Bools = npt.NDArray[np.bool_]


def main() -> None:
    """Choose the thresholds on dev, measure the rules' own, and print the page."""
    arguments = _arguments()
    views = tuple(name for name in RULES if all(name in find_cards(each) for each in OTHER))
    checked = find_for_check(CheckSettings(asking=Asking(arguments.flags_by)), views)
    judges = find_systems(OTHER[arguments.flags_by], views).by_view
    dev = load_joined(arguments.data, "dev")
    exams = [load_joined(path, "test") for path in (arguments.data, *arguments.others)]
    tested = [_seen(each, checked, judges, arguments) for each in exams]
    first = _seen(dev, checked, judges, arguments)
    findings = [_rule(name, first, tested) for name in first.right]
    publish(
        arguments.page,
        f"How good the flags of the `{arguments.flags_by}` readers are",
        ", ".join(each.name for each in (first, *tested)),
        [*findings, *([_lists(tested)] if "QO" in first.right else [])],
        note=NOTE.format(OTHER[arguments.flags_by]),
    )
    if arguments.write:
        _write_cards(tested[0], checked, arguments.flags_by)


class _Seen:
    """Hold what a check makes of an exam, and which questions the judges answer right, (items,)."""

    def __init__(self, dataset: Dataset, exam: Exam, right: dict[str, Bools]) -> None:
        self.name, self.exam, self.right = f"{dataset.name} {dataset.split}", exam, right
        self.passages = cluster_codes([item.passage_id for item in exam.items])

    def by_entropy(self, name: str) -> list[int]:
        """Order the questions from the surest to the least sure answer under a view, whatever the key is."""
        doubt = [effective(self.exam.scored(name, k))[1] for k in range(len(self.exam.items))]
        return sorted(range(len(doubt)), key=doubt.__getitem__)

    def flagged(self, name: str, **changed: float) -> Bools:
        """Say which questions the rule of a view flags with some of its limits changed, (items,)."""
        rule = RULES[name]
        limits = {each.name: each.value for each in rule.thresholds} | changed
        marked = {item for item, _ in rule.look(self.exam, range(len(self.exam.items)), limits)}
        return np.array([item.id in marked for item in self.exam.items])


def answered(dataset: Dataset, found: Systems, store: Store | None) -> Exam:
    """Let systems answer a data set, at the temperatures of their cards."""
    calibrator = Calibrator(stored_temperatures(found.by_view))
    return answered_exam(dataset, SystemPanel(seats_by_view(found), calibrator, Scoring(store)))


def _seen(dataset: Dataset, checked: Systems, judges: Mapping[str, System], arguments: argparse.Namespace) -> _Seen:
    store = open_store(arguments.store)
    exam = answered(dataset, checked, store)
    told = answered(dataset, Systems(judges), store)
    right = {
        name: np.array([int(np.argmax(told.scored(name, k))) == item.answer for k, item in enumerate(dataset.items)])
        for name in judges
    }
    return _Seen(dataset, exam, right)


def _rule(name: str, dev: _Seen, exams: Sequence[_Seen]) -> Finding:
    """Tabulate the flags of one view: at every step of its limits on dev, and with its own on every exam."""
    rule, right = RULES[name], dev.right[name]
    chosen = _chosen(dev, name)
    found = "No threshold reaches" if chosen is None else f"A threshold of {chosen:.2f} is the smallest that reaches"
    headings = (
        *(Heading("exam"), Heading("questions", "", "count"), Heading("flagged", "", "count")),
        *_bounded("flagged_right", "judge right, flagged"),
        *_bounded("others_right", "judge right, not flagged"),
        Heading("chance", "", "share"),
    )
    rows: list[list[Value]] = []
    for each in exams:
        marked = each.flagged(name)
        chance = float(np.mean([1 / len(item.options) for item in each.exam.items]))
        told = (*_told(each, name, marked), *_told(each, name, ~marked))
        rows.append([each.name, len(marked), int(marked.sum()), *told, chance])
    return Finding(
        f"flags-{name}",
        f"`{rule.name}` ({name})",
        f"On {dev.name}, {len(right):,} questions, the judge answers {right.mean():.1%} correctly. {found} {AIM:.0%} "
        f"of right flags by the interval's lower end; the rule's own is {rule.thresholds[0].value:.2f}.",
        tables=(
            _steps(dev, name, "probability", "probability of the key, at least", STEPS),
            _steps(dev, name, "left", "share of the other options still open, at most", LEFTS),
            table("own", "With the rule's own limits", headings, rows),
        ),
    )


def _lists(exams: Sequence[_Seen]) -> Finding:
    """Tabulate how often the judge is right where the system under QO is surest, and where it is least sure."""
    rows: list[list[Value]] = []
    for each in exams:
        order, none = each.by_entropy("QO"), np.zeros(len(each.exam.items), bool)
        ends = [none.copy(), none.copy()]
        ends[0][order[:LISTED]] = ends[1][order[-LISTED:]] = True
        rows.append([each.name, *(value for end in ends for value in _told(each, "QO", end))])
    rows.append(["the paper: its authors, RACE++ (footnote 4)", 0.92, None, None, 0.32, None, None])
    headings = (
        Heading("exam"),
        *_bounded("surest", "judge right, lowest entropy"),
        *_bounded("least_sure", "judge right, highest entropy"),
    )
    title = f"The {LISTED} surest and the {LISTED} least sure questions (QO, by entropy alone)"
    return Finding("lists", title, "", tables=(table("lists", title, headings, rows),))


def _steps(here: _Seen, name: str, limit: str, title: str, steps: tuple[float, ...]) -> Table:
    """Tabulate how many flags there are at each step of one limit, the other as it is, and how many are right."""
    marked = {step: here.flagged(name, **{limit: step}) for step in steps}
    headings = (Heading("step", title, "margin"), Heading("flagged", "", "count"), *_bounded("right", "judge right"))
    rows = [[step, int(each.sum()), *_told(here, name, each)] for step, each in marked.items()]
    return table(limit, f"On {here.name}, by the {title.partition(',')[0]}", headings, rows)


def _bounded(name: str, text: str) -> tuple[Heading, ...]:
    """Return the headings of a share and of its interval."""
    return tuple(Heading(f"{name}{end}", text, "share") for end in ("", "_low", "_high"))


def _write_cards(here: _Seen, checked: Systems, flags_by: str) -> None:
    """Put the share of wrong flags into each system's card, with the limits and members it was measured with."""
    for name in here.right:
        rule = RULES[name]
        limits = {each.name: each.value for each in rule.thresholds}
        marked = here.flagged(name)
        wrong = round(1 - float(here.right[name][marked].mean()), 6)
        path = BUNDLED / flags_by / name.lower() / CARD
        card = json.loads(path.read_text("utf-8"))
        measured = card["measured"].setdefault(f"flags on {here.name}", {})
        members = len(checked.by_view[name].members)
        measured[rule.name] = {"wrong": wrong, "flagged": int(marked.sum()), "members": members, "limits": limits}
        path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _chosen(here: _Seen, name: str) -> float | None:
    """Return the smallest threshold at which the aim is reached by the interval's lower end; None for none."""
    for step in STEPS:
        marked = here.flagged(name, probability=step)
        if marked.any() and share(here.right[name][marked], here.passages[marked]).low >= AIM:
            return step
    return None


def _told(here: _Seen, name: str, marked: Bools) -> tuple[float | None, float | None, float | None]:
    """Return how often the judge is right on some questions, and the interval; None where there are none."""
    if not marked.any():
        return None, None, None
    found = share(here.right[name][marked], here.passages[marked])
    return found.estimate, found.low, found.high


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("others", nargs="*")
    parser.add_argument("--flags-by", choices=tuple(OTHER), default="small")
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
