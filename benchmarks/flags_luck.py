"""How many of a model's flags luck explains, on exams with their own keys and with keys drawn at random.

    python -m benchmarks.flags_luck RACE.tar.gz@test [OTHER…] [--sets small,base] [--limit 300] [--draws 50] [--write]

Each exam is answered as `magnetite check --model SET` does it, and judged as a check judges it. Then its keys are drawn
at random, `draws` times: whatever is flagged now is luck's, and a flag that counts (one above a remark) is to be raised
in at most the stated rate of the exams (20%), rule by rule. Where keys and reading stay and what the model says before
it reads is that of other questions, it knew nothing, and the rule about what reading adds has nothing to say. Keys that
are set wrong, one in ten of a hundred questions, show the worth of the list of keys to check first. The first exam
gives `many` questions, the others `limit`; the seed draws whole passages. `--write` puts into the cards of the set what
a check of a small exam borrows: how many sure answers on the first exam are right. What was scored before is not scored
again.
"""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.published import publish
from examfiles.items import Dataset
from magnetite.commands.check import CheckSettings, find_for_check
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.core.severity import SEVERITIES
from magnetite.experiments.asking import VERDICTS, by_view
from magnetite.experiments.check.experiment import answered_exam
from magnetite.experiments.flags import RULES, FlagSettings, default_settings
from magnetite.experiments.flags.cards import SURE_ANSWERS, elsewhere, with_wrong_keys
from magnetite.experiments.flags.exam import Exam
from magnetite.experiments.flags.find import ExamFlags, find
from magnetite.experiments.flags.finding import accuracies, check_finding
from magnetite.experiments.flags.lists import MOST_QUESTIONS, listed_tables
from magnetite.report.check.page import trust
from magnetite.report.wording import wording
from magnetite.request import Asking
from magnetite.running.calibrate import Calibrator, stored_temperatures
from magnetite.running.data import limit_items, load_joined
from magnetite.running.panels import Scoring, SystemPanel, seats_by_view
from magnetite.running.record import open_store
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED, Systems
from magnetite.stats.intervals import share

VIEWS = ("O", "QO", "QOC")
QUESTIONS, WRONG, EXAMS = 100, 10, 20  # of an exam with wrong keys, those that are wrong, and how many exams are drawn
SMALL = 20  # questions of a small exam
READING = "passage-hardly-helps"
ON = (Heading("exam"), Heading("questions", unit="count"))
SUPPORT = (
    *ON,
    Heading("rule"),
    *(Heading(name, unit="count") for name in ("sure", "right")),
    *(
        Heading(name, text, "options")
        for name, text in (("luck", "right by luck"), ("low", "at least"), ("high", "at most"))
    ),
    Heading("raised", "flagged", "count"),
    Heading("verdict"),
)
RANDOM = (
    *ON,
    Heading("serious", "serious flags, own keys", "count"),
    Heading("own", "flags above a remark, own keys", "count"),
    Heading("mean", "flags above a remark, random keys, a draw", "options"),
    Heading("every", "of rules with a control by luck, remarks too, random keys, a draw", "options"),
    *(Heading(f"any{end}", "draws with any", "share") for end in ("", "_low", "_high")),
    *(Heading(f"small{end}", f"the same, exams of {SMALL}", "share") for end in ("", "_low", "_high")),
)
UNREAD = (
    *ON,
    Heading("own", "`passage-hardly-helps`, as it is", "count"),
    Heading("moved", "the same, with what the model says unread of other questions, a draw", "options"),
)
SAID = (Heading("exam"), Heading("sentence", "what a report says"))
KEYS = (
    *ON,
    Heading("found", f"wrong keys among the first {MOST_QUESTIONS}", "options"),
    Heading("luck", "by luck", "options"),
)


def main() -> None:
    """Measure each set on each exam, and publish the page."""
    arguments = _arguments()
    sizes = (arguments.many, *(arguments.limit for _ in arguments.others))
    exams = [
        limit_items(load_joined(path), many, arguments.seed)
        for path, many in zip((arguments.data, *arguments.others), sizes, strict=True)
    ]
    publish(
        arguments.page,
        f"How many flags of {'a model' if ',' in arguments.sets else f'`{arguments.sets}`'} luck explains",
        ", ".join(f"{_named(each)}, {len(each):,} questions" for each in exams),
        [_finding(name, exams, arguments) for name in arguments.sets.split(",")],
        note=f"Keys are drawn at random {arguments.draws} times. The verdict `clear` means that the surest answers "
        "stand out from luck, `few` that the exam is too small to tell, and `guessing` that its flags are not raised. "
        "Intervals are 95%.",
    )


def _finding(name: str, exams: Sequence[Dataset], arguments: argparse.Namespace) -> Finding:
    """Judge each exam as a check by one set does."""
    store, settings = open_store(arguments.store), default_settings()
    supports: list[tuple[Value, ...]] = []
    drawn: list[tuple[Any, ...]] = []
    keys: list[tuple[Any, ...]] = []
    unread: list[tuple[Any, ...]] = []
    said: list[tuple[Value, ...]] = []
    numbers: list[Number] = []
    for at, data in enumerate(exams):
        checked = find_for_check(CheckSettings(asking=Asking(name)), VIEWS)
        panel = SystemPanel(seats_by_view(checked), Calibrator(stored_temperatures(checked.by_view)), Scoring(store))
        exam = answered_exam(data, panel)
        here = _named(data)
        numbers += [replace(each, group=f"{here}, {each.group}") for each in accuracies(exam)]
        if at == 0 and arguments.write:
            _write_cards(name, checked, exam, settings)
        known = elsewhere(panel.panelists, settings)
        found = find(exam, settings, known)
        supports += [
            (here, len(exam.items), s.rule, s.sure, s.right, s.luck, s.low, s.high, s.raised, s.verdict)
            for s in found.supports
        ]
        verifier = panel.panelists.get(VERDICTS)
        finding = check_finding(exam, settings, by_view(panel), verifier=verifier, places={}, left=())
        said += [(here, sentence) for sentence in trust(finding, wording("en"))]
        own = _counting(found, "fatal", "serious"), _counting(found)
        drawn.append((here, len(exam.items), *own, *_at_random(exam, known, arguments)))
        if {"QO", "QOC"} <= exam.probabilities.keys():
            unread.append((here, len(exam.items), *_moved(exam, found, known, arguments)))
        if "QOC" in exam.probabilities and len(exam.items) >= QUESTIONS:
            keys.append((here, len(exam.items), *_wrong_keys(exam)))
    return Finding(
        f"luck-{name}",
        f"By the systems `{name}`",
        f"With their own keys the exams have {sum(row[3] for row in drawn):,} flags above a remark by the models "
        f"({sum(row[2] for row in drawn):,} of them serious); with keys drawn at random "
        f"{sum(row[4] for row in drawn):.1f} on average. {max(row[6] for row in drawn):.0%} of the draws of an exam "
        "have any, at most.",
        tuple(numbers),
        (
            table("supports", "What each exam says of its flags", SUPPORT, supports),
            table("said", "In the report", SAID, said),
            table("random", "With keys drawn at random", RANDOM, drawn),
            table("unread", "Where the model knows nothing before it reads, and reads as it does", UNREAD, unread),
            table("keys", f"The list of keys to check first, {WRONG} of {QUESTIONS} keys set wrong", KEYS, keys),
        ),
    )


def _named(data: Dataset) -> str:
    return " ".join(filter(None, (data.name, data.split)))


def _counting(found: ExamFlags, *severities: str) -> int:
    """Count a model's flags of these severities; by default of all that count for a second look."""
    wanted = severities or SEVERITIES[:-1]
    return sum(flag.source == "model" and flag.severity in wanted for flag in found.flags)


def _by_luck(found: ExamFlags) -> int:
    return sum(bool(RULES[flag.rule].luck) for flag in found.flags)


def _by_model(settings: FlagSettings) -> FlagSettings:
    """Leave the rules that read the text out: they are the same whatever the keys are, or need no control."""
    rules = {name: replace(own, enabled=bool(RULES[name].views)) for name, own in settings.rules.items()}
    return replace(settings, rules=rules)


def _at_random(exam: Exam, known: dict[str, float], arguments: argparse.Namespace) -> tuple[float, ...]:
    """Count flags that luck can raise with keys drawn at random: of the exam, and of a part of `SMALL` questions."""
    settings = _by_model(default_settings())
    counts, every, small = [], [], []
    for draw in range(arguments.draws):
        rng = random.Random(f"{arguments.seed} {draw}")
        lucky = _keyed(exam, rng)
        found = find(lucky, settings, known)
        counts.append(_counting(found))
        every.append(_by_luck(found))
        small.append(_counting(find(_part(lucky, SMALL, rng), settings, known)))
    each = np.arange(len(counts))
    whole, part = share(np.array(counts) > 0, each), share(np.array(small) > 0, each)
    means = float(np.mean(counts)), float(np.mean(every))
    return *means, whole.estimate, whole.low, whole.high, part.estimate, part.low, part.high


def _moved(exam: Exam, own: ExamFlags, known: dict[str, float], arguments: argparse.Namespace) -> tuple[float, ...]:
    """Count flags of a rule about reading where what the model says unread is that of questions drawn at random."""
    settings, counts = _by_model(default_settings()), []
    for draw in range(arguments.draws):
        rng = random.Random(f"{arguments.seed} moved {draw}")
        rows = list(exam.probabilities["QO"])
        for many in sorted({len(row) for row in rows}):  # among questions of as many options
            at = [place for place, row in enumerate(rows) if len(row) == many]
            for place, other in zip(at, rng.sample(at, len(at)), strict=True):
                rows[place] = exam.probabilities["QO"][other]
        moved = replace(exam, probabilities={**exam.probabilities, "QO": tuple(rows)})
        counts.append(sum(flag.rule == READING for flag in find(moved, settings, known).flags))
    return sum(flag.rule == READING for flag in own.flags), float(np.mean(counts))


def _keyed(exam: Exam, rng: random.Random) -> Exam:
    items = tuple(replace(item, answer=rng.randrange(len(item.options))) for item in exam.items)
    return replace(exam, items=items)


def _part(exam: Exam, many: int, rng: random.Random) -> Exam:
    at = sorted(rng.sample(range(len(exam.items)), min(many, len(exam.items))))
    rows = {view: tuple(each[place] for place in at) for view, each in exam.probabilities.items()}
    verdicts = tuple(exam.verdicts[place] for place in at) if exam.verdicts else ()
    return replace(exam, items=tuple(exam.items[place] for place in at), probabilities=rows, verdicts=verdicts)


def _wrong_keys(exam: Exam) -> tuple[float, float]:
    """Return how many wrong keys stand among the first of the list, on average, and how many by luck."""
    found, listed = [], []
    for draw in range(EXAMS):
        rng = random.Random(draw)
        part = _part(exam, QUESTIONS, rng)
        wrong = {item.id for item in rng.sample(part.items, WRONG)}
        keyed = [
            bad if bad.id in wrong else item
            for item, bad in zip(part.items, with_wrong_keys(part.items, draw), strict=True)
        ]
        wrongly = replace(part, items=tuple(keyed))
        first = listed_tables(wrongly, find(wrongly, _by_model(default_settings())).verdicts)[0].values("id")
        found.append(len(wrong & set(map(str, first))))
        listed.append(len(first))
    return float(np.mean(found)), float(np.mean(listed)) * WRONG / QUESTIONS


def _write_cards(name: str, checked: Systems, exam: Exam, settings: FlagSettings) -> None:
    """Put into each system's card how many sure answers are right, with the limits and members it was measured with."""
    for support in find(exam, settings).supports:
        if support.view not in checked.by_view or not support.sure:
            continue
        path = BUNDLED / name / support.view.lower() / CARD
        card = json.loads(path.read_text("utf-8"))
        card["measured"].pop("flags on RACE test", None)
        card["measured"].setdefault(SURE_ANSWERS, {})[support.rule] = {
            "sure": support.sure,
            "right": support.right,
            "members": len(checked.by_view[support.view].members),
            "limits": dict(settings.rules[support.rule].thresholds),
        }
        path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("others", nargs="*")
    parser.add_argument("--sets", default="small,base")
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--draws", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
