"""How well a wrong key is found: RACE with keys that are set wrong, and with its own.

    python -m benchmarks.flags_keys RACE.tar.gz [--sets small,base,reader:100] [--people FILE] [--page FILE]

The rule `another-option-fits-better` looks at each question twice: with the exam's own key, and with a wrong one, drawn
by the seed among its other options. Flagged with the wrong key, a question is found; flagged with its own, it is a
false alarm (or the exam's key is wrong, which nobody planted). Its limits are compared on `--limit` questions of RACE
dev; what the rule's own limits are worth is measured on `--many` of RACE test. A set `NAME:MANY` is measured on so many
questions of RACE test alone, limits and all. `--people` compares flags with what people chose. The last column says
what a flag is worth where two keys in a hundred are wrong, as in a careless exam: the share of flags that are right.
Answers are stored, so a second call costs little.
"""

import argparse
import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.flags_sample import answered
from benchmarks.published import publish
from examfiles.items import Dataset
from magnetite.core.results import Finding, Heading, Table, table
from magnetite.experiments.flags import RULES
from magnetite.experiments.flags.cards import with_wrong_keys
from magnetite.experiments.flags.exam import Exam
from magnetite.running.data import limit_items, load_joined
from magnetite.stats.intervals import Interval, cluster_codes, share
from magnetite.views.text import normalised

RULE = RULES["another-option-fits-better"]
STEPS = tuple((other, key) for other in (0.5, 0.6, 0.7, 0.8, 0.9) for key in (0.05, 0.1, 0.15, 0.2))
WRONG = 0.02
LIMITS = (
    Heading("other", "other option, at least", "margin"),
    Heading("key", "key, at most", "margin"),
    Heading("found", "wrong keys found", "share"),
    Heading("alarms", "right keys flagged", "share"),
    Heading("worth", "flags right, of 2% wrong", "share"),
    Heading("own", "the rule's own"),
)


def main() -> None:
    """Measure each set, and publish the page."""
    arguments = _arguments()
    dev = limit_items(load_joined(arguments.data, "dev"), arguments.limit, arguments.seed)
    test = limit_items(load_joined(arguments.data, "test"), arguments.many, arguments.seed)
    publish(
        arguments.page,
        "How well a wrong key is found",
        f"{dev.name}, splits {dev.split} and {test.split}",
        [_finding(name, dev, test, arguments) for name in arguments.sets.split(",")],
        note=f"Keys are set wrong by seed {arguments.seed}. Intervals are 95%, clustered by passage.",
    )


def _finding(name: str, dev: Dataset, test: Dataset, arguments: argparse.Namespace) -> Finding:
    """Compare limits on one part, and measure the rule's own on the other; of a set `NAME:MANY`, on fewer questions."""
    name, _, few = name.partition(":")
    part = limit_items(load_joined(arguments.data, "test"), int(few), arguments.seed) if few else test
    exam = answered(part, name, ("QOC",), arguments.store)
    right, found, alarms = _own(exam, arguments.seed)
    people = _people(name, arguments) if arguments.people and not few else ""
    return Finding(
        f"keys-{name}",
        f"By the systems `{name}`",
        f"On {part.name} {part.split}, {len(exam.items):,} questions, of which QOC answers {right:.1%} correctly, the "
        f"rule's own limits find {found.estimate:.1%} of the wrong keys ({found.low:.1%} to {found.high:.1%}) and flag "
        f"{alarms.estimate:.1%} of the right ones ({alarms.low:.1%} to {alarms.high:.1%}): with two wrong keys in a "
        f"hundred, {_worth(found.estimate, alarms.estimate) or 0:.0%} of the flags would be right.{people}",
        tables=(
            _limits(
                exam if few else answered(dev, name, ("QOC",), arguments.store), part if few else dev, arguments.seed
            ),
        ),
    )


def _people(name: str, arguments: argparse.Namespace) -> str:
    """Say what people who read the passage chose where the rule speaks, and where it does not."""
    with Path(arguments.people).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    chosen = {_text(row["question"], row["options"].split("|")): row["chosen"] == "0" for row in rows}
    asked = load_joined(arguments.data, "test")
    items = [item for item in asked if _text(item.question, item.options) in chosen]
    exam = answered(asked.with_items(items), name, ("QOC",), arguments.store)
    took = np.array([chosen[_text(item.question, item.options)] for item in exam.items])
    flagged = _flagged(exam, RULE.limits())
    return (
        f" People answered {len(took)} of its questions after reading, one person each, and took the key in "
        f"{took.mean():.0%}; of the {flagged.sum()} that the rule flags they took it in {took[flagged].sum()}."
    )


def _text(question: str, options: Sequence[str]) -> tuple[str, ...]:
    return (normalised(question), *sorted(map(normalised, options)))


def _limits(exam: Exam, dataset: Dataset, seed: int) -> Table:
    """Compare limits: how many wrong keys are found, and how many right ones are flagged."""
    wrong = replace(exam, items=with_wrong_keys(exam.items, seed))
    rows = []
    for other, key in STEPS:
        limits = {"other": other, "key": key}
        found, alarms = float(_flagged(wrong, limits).mean()), float(_flagged(exam, limits).mean())
        rows.append((other, key, found, alarms, _worth(found, alarms), limits == RULE.limits()))
    return table(
        "limits", f"Limits compared on {dataset.name} {dataset.split}, {len(dataset):,} questions", LIMITS, rows
    )


def _own(exam: Exam, seed: int) -> tuple[float, Interval, Interval]:
    """Measure the rule's own limits: what QOC answers, wrong keys found, right keys flagged."""
    passages = cluster_codes([item.passage_id for item in exam.items])
    wrong = replace(exam, items=with_wrong_keys(exam.items, seed))
    right = [int(np.argmax(exam.scored("QOC", k))) == item.answer for k, item in enumerate(exam.items)]
    found, alarms = (share(_flagged(each, RULE.limits()), passages) for each in (wrong, exam))
    return float(np.mean(right)), found, alarms


def _flagged(exam: Exam, limits: dict[str, float]) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    marked = {item for item, _ in RULE.look(exam, range(len(exam.items)), limits)}
    return np.array([item.id in marked for item in exam.items])


def _worth(found: float, alarms: float) -> float | None:
    """Return the share of the flags that are right; None where there are none."""
    flags = WRONG * found + (1 - WRONG) * alarms
    return WRONG * found / flags if flags else None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--sets", default="small,base")
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--people", help="what people chose: a table of item_id, level, chosen, question, options")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
