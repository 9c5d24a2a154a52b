"""How many of a hundred flags are right: every rule, and every model that ships, on planted flaws and sound questions.

    python -m benchmarks.flags_worth EXAM[@SPLIT] … [--sets text,base:60,reader] [--asked 26] [--page FILE] [--write]

Of the rules that read the text alone: a tenth of an exam's questions gets one kind of flaw (`plantings`), kind by kind,
and a rule that is meant for it finds it or not; its false alarms are its flags on the exams as they are, all of their
questions. Of a model: `--asked` questions of each exam, or as many as stand behind its name, as whole passages: as they
are, with every key set wrong, and copies of some of them with another flaw. Where a flag rests on the probability of
the key, a curve is fitted to it.

What all of it is worth together is measured crosswise: the passages are halved, and each half is judged by what was
measured on the other, as one exam in which a planted question stands in place of its original. With `--write` what was
measured on both halves goes into `worth.json` and the systems' cards, which `magnetite check` reads.

Rules that read candidates' answers are asked of simulated exams (`flags_candidates`), in which three keys in forty are
wrong.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.flags_candidates import CANDIDATE_RULES, QUESTIONS, WRONG, drawn
from benchmarks.flags_sample import TEXT
from benchmarks.plantings import KINDS, MEASURED_ON, spoiled
from benchmarks.published import publish
from examfiles.items import Dataset, Item
from magnetite.core.headings import interval
from magnetite.core.results import Finding, Heading, Table, Value, table
from magnetite.core.severity import SEVERITIES
from magnetite.experiments.candidates import analysed
from magnetite.experiments.check.experiment import answered_exam
from magnetite.experiments.flags import RULES, Exam, Flag, default_settings, find_flags, second_look
from magnetite.experiments.flags import worth as shares
from magnetite.experiments.flags.cards import FLAGS_WORTH, with_wrong_keys
from magnetite.experiments.flags.find import find
from magnetite.experiments.flags.lists import listed_tables
from magnetite.experiments.flags.rule import wrong_options
from magnetite.experiments.flags.worth import PRIOR, Count, Worth, fitted, row_of
from magnetite.inputs.responses import Responses
from magnetite.running.calibrate import Calibrator, stored_temperatures
from magnetite.running.data import limit_items, load_joined
from magnetite.running.panels import Scoring, SystemPanel, seats_by_view
from magnetite.running.record import open_store
from magnetite.scorers.find import find_systems, views_there, with_verifier
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED
from magnetite.stats.areas import area_under_curve
from magnetite.stats.intervals import Interval

# How many questions in a hundred are spoiled so, where a model is asked: as many as a model's rules can tell apart.
FOR_MODELS = {"two-keys": 16, "general-knowledge": 16, "other-passage": 12, "overlap": 12, "long-key": 6, "absolute": 6}
WRONG_KEYS = 11  # in a hundred questions of the exam in which all flaws stand together
# Rules whose flags rest on the probability of the key, and the view under which it is looked at.
CURVES = {"answerable-without-passage": "QO", "answerable-from-options": "O", "another-option-fits-better": "QOC"}
SHOWN = {  # probabilities at which the page shows a curve
    "answerable-without-passage": (0.5, 0.7, 0.9),
    "answerable-from-options": (0.5, 0.7, 0.9),
    "another-option-fits-better": (0.05, 0.02, 0.005),
}
LISTED = {"check_first": ("wrong-key",), "least_needed": ("general-knowledge", "long-key", "absolute")}
APART = (
    ("wrong-key", "key", "QOC"),
    ("general-knowledge", "key", "QO"),
    ("two-keys", "second option", "QOC"),
)
SAT, SIMULATED = (60, 100, 200), 20  # how many candidates simulated exams have, and exams of each number
NO_KEYS = ("easier-for-a-group", "wrong-option-rises")  # rules about candidates that look for no wrong key
TENTH = 0.1
MOST = 400  # questions of an exam in which flaws are planted kind by kind


@dataclass(frozen=True)
class Pool:
    """A set's answers to questions as they are and to copies with a flaw; `half`: by id, the half of its passage."""

    exam: Exam
    half: Mapping[str, int]


def main() -> None:
    """Measure, publish the page, and write what ships."""
    given = _arguments()
    exams = {_name(each): _loaded(each) for each in given.exams}
    findings: list[Finding] = []
    if TEXT in given.sets.split(","):
        text = by_text(exams, given.seed)
        answers = by_candidates(given.seed)
        findings.append(_table_finding("text", "Rules that read the text alone", text))
        findings.append(_table_finding("candidates", "Rules that read candidates' answers", answers))
        if given.write:
            _write_shipped({**answers, **text})
    for name, _, many in (each.partition(":") for each in given.sets.split(",") if each != TEXT):
        pooled = pool_of(given.exams, name, int(many or given.asked), given)
        bands = by_model(pooled)
        findings += [_table_finding(name, f"Flags by the systems `{name}`", bands), together(name, pooled, given.seed)]
        if given.write:
            _write_cards(name, bands)
    note = (
        f"A share is that of right flags in an exam in which {PRIOR:.0%} of the questions have the flaw; with "
        "rarer flaws it is smaller. A flag on a question as it was published counts as wrong, though some are right. "
        f"Flaws are planted by seed {given.seed}. Intervals are 95%."
    )
    about = f"{sum(map(len, exams.values())):,} questions of {len(exams)} exams"
    publish(given.page, "How many flags are right", about, findings, note=note)


def by_text(exams: Mapping[str, Dataset], seed: int) -> dict[str, Worth]:
    """Return how often each rule that asks no model finds its flaw, and how often it speaks of published questions."""
    rules = {name: rule for name, rule in RULES.items() if rule.source == "rule" and name in MEASURED_ON}
    alarms, sound = Counter[str](), Counter[str]()
    found, planted = Counter[str](), Counter[str]()
    for exam in exams.values():
        whole = Exam(exam.items)
        for name, rule in rules.items():
            alarms[name] += len({item for item, _ in rule.observations(whole)})
            sound[name] += len(rule.usable(whole, rule.limits()))
        some = limit_items(exam, MOST, seed)
        for kind in {kind for name in rules for kind in MEASURED_ON[name]}:
            spoilt, where = _tenth(some.items, kind, seed)
            for name in (name for name in rules if kind in MEASURED_ON[name]):
                found[name] += len({item for item, _ in rules[name].observations(Exam(spoilt))} & where)
                planted[name] += len(where)
    return {name: Count(found[name], planted[name], alarms[name], sound[name]) for name in rules if planted[name]}


def by_candidates(seed: int) -> dict[str, Worth]:
    """Return how often rules that read candidates' answers find a wrong key, and how often they flag a right one."""
    found, alarms = Counter[str](), Counter[str]()
    for candidates in SAT:
        for number in range(SIMULATED):
            items, chosen = drawn(np.random.default_rng([seed, candidates, number]), candidates)
            answers = analysed(items, Responses(tuple(item.id for item in items), chosen), seed=number).by_id
            exam, wrong = Exam(tuple(items), answers=answers), {item.id for item in items[:WRONG]}
            for rule in CANDIDATE_RULES:
                on = {item for item, _ in rule.observations(exam)}
                found[rule.name] += len(on & wrong)
                alarms[rule.name] += len(on - wrong)
    many = len(SAT) * SIMULATED
    return {
        rule.name: Count(found[rule.name], WRONG * many, alarms[rule.name], (QUESTIONS - WRONG) * many)
        for rule in CANDIDATE_RULES
        if rule.severity != "remark" and rule.name not in NO_KEYS
    }


def _tenth(items: Sequence[Item], kind: str, seed: int) -> tuple[tuple[Item, ...], set[str]]:
    """Plant one kind in a tenth of the questions; return all of them, and the ids of those that have the flaw."""
    copies = {str(each.metadata["of"]): each for each in spoiled(items, kind, seed)}
    chosen = set(random.Random(f"{seed} {kind}").sample(sorted(copies), min(len(copies), round(TENTH * len(items)))))
    beside = kind in ("asked-twice", "two-answers")  # a second question, and not another one
    made: list[Item] = []
    for item in items:
        if item.id not in chosen or beside:
            made.append(item)
        if item.id in chosen:
            made.append(copies[item.id])
    ids = {copies[each].id for each in chosen}
    return tuple(made), ids | (chosen if beside else set())


def pool(name: str, many: int, seed: int) -> tuple[Item, ...]:
    """Return an exam's questions as they are, and copies of some of them, each with one flaw."""
    path, _, split = name.partition("@")
    exam = limit_items(load_joined(path, split or None), many, seed)
    sound = tuple(replace(each, metadata={**each.metadata, "flaw": ""}) for each in exam if each.answer is not None)
    copies: list[Item] = []
    for kind, share in FOR_MODELS.items():
        found = spoiled(sound, kind, seed)
        chosen = random.Random(f"{seed} {kind}").sample(found, min(len(found), round(share * len(sound) / 100)))
        copies += chosen
    return (*sound, *copies)


def pool_of(names: Sequence[str], systems: str, many: int, given: argparse.Namespace) -> Pool:
    """Ask a set of systems about the pools of all exams, and put them together as one."""
    items: list[Item] = []
    rows: dict[str, list[tuple[float, ...]]] = {}
    verdicts: list[tuple[float, ...]] = []
    half: dict[str, int] = {}
    views = tuple(given.views.split(","))
    there = views_there(systems, None)
    named = find_systems(systems, tuple(view for view in views if there is None or view in there))
    panel = SystemPanel(
        seats_by_view(with_verifier(named, systems)),
        Calibrator(stored_temperatures(named.by_view)),
        Scoring(open_store(given.store)),
    )
    for name in names:
        asked = _loaded(name).with_items(pool(name, many, given.seed))
        exam = answered_exam(asked, panel)
        passages = {each: at % 2 for at, each in enumerate(sorted({item.passage_id for item in asked}))}
        for item in exam.items:
            own = replace(
                item,
                id=f"{name} {item.id}",
                passage_id=f"{name} {item.passage_id}",
                metadata={**item.metadata, "of": f"{name} {item.metadata.get('of', '')}"},
            )
            items.append(own)
            half[own.id] = passages[item.passage_id]
        for view, given_rows in exam.probabilities.items():
            rows.setdefault(view, []).extend(given_rows)
        verdicts += exam.verdicts
    exam = Exam(tuple(items), {view: tuple(each) for view, each in rows.items()}, verdicts=tuple(verdicts))
    return Pool(exam, half)


def by_model(pooled: Pool, half: int | None = None) -> dict[str, Worth]:
    """Return how often each rule that asks a model finds its flaw, of one half of the passages, or of all."""
    exam = _part(pooled.exam, [half is None or pooled.half[item.id] == half for item in pooled.exam.items])
    sound = _part(exam, [not item.metadata["flaw"] for item in exam.items])
    known: dict[str, Worth] = {}
    for name, rule in RULES.items():
        if rule.source != "model" or name not in MEASURED_ON or not set(rule.views) <= set(exam.probabilities):
            continue
        flawed = [_planted(exam, sound, kind) for kind in MEASURED_ON[name]]
        many = sum(len(each.items) for each in flawed)
        if not many or (rule.verdicts and not exam.verdicts):
            continue
        if rule.verdicts:
            seconds = [second for each in flawed for second in second_verdicts(each)]
            known[name] = fitted("probability", seconds, list(second_verdicts(sound)))
        elif name in CURVES:
            keys = [share for each in flawed for share in _keys(each, CURVES[name])]
            known[name] = fitted("probability", keys, list(_keys(sound, CURVES[name])))
        else:
            hits = sum(len(rule.observations(each)) for each in flawed)
            known[name] = Count(hits, many, len(rule.observations(sound)), len(sound.items))
    return known


def _keys(exam: Exam, view: str) -> Iterator[float]:
    """Yield the probability of each key that was scored."""
    for at, item in enumerate(exam.items):
        if item.answer is not None and (row := exam.scored(view, at)):
            yield row[item.answer]


def second_verdicts(exam: Exam) -> Iterator[float]:
    """Yield how likely the likeliest wrong option of each question is right, judged by itself."""
    for item, row in zip(exam.items, exam.verdicts, strict=True):
        if item.answer is not None and row:
            yield max(row[option] for option in wrong_options(item))


def _planted(exam: Exam, sound: Exam, kind: str) -> Exam:
    if kind == "wrong-key":
        return replace(sound, items=with_wrong_keys(sound.items, 0))
    return _part(exam, [item.metadata["flaw"] == kind for item in exam.items])


def _part(exam: Exam, there: Sequence[bool]) -> Exam:
    places = [at for at, own in enumerate(there) if own]
    rows = {view: tuple(each[at] for at in places) for view, each in exam.probabilities.items()}
    verdicts = tuple(exam.verdicts[at] for at in places) if exam.verdicts else ()
    return Exam(tuple(exam.items[at] for at in places), rows, verdicts=verdicts)


def together(name: str, pooled: Pool, seed: int) -> Finding:
    """Check one exam with all flaws, each half by what was measured on the other, and count what is right."""
    exam = composed(pooled.exam, seed)
    flaws = {item.id: str(item.metadata["flaw"]) for item in exam.items}
    asked: dict[str, list[tuple[Sequence[Flag], set[str], set[str]]]] = {}
    for label, whole in ((TEXT, Exam(exam.items)), (name, exam)):
        for half in (0, 1):
            flags = find_flags(whole, worth=by_model(pooled, 1 - half))
            own = {item.id for item in exam.items if pooled.half[item.id] == half}
            asked.setdefault(label, []).append((flags, set(second_look(flags)) & own, own))
    rows: list[list[Value]] = []
    for kind, many in sorted(Counter(flaws.values()).items(), key=lambda each: (not each[0], each[0])):
        looks = [sum(flaws[each] == kind for _, looked, _ in parts for each in looked) for parts in asked.values()]
        rows.append([kind or "as published", many, *looks])
    flawed = sum(bool(each) for each in flaws.values())
    hits = [sum(bool(flaws[each]) for _, looked, _ in parts for each in looked) for parts in asked.values()]
    false = [sum(not flaws[each] for _, looked, _ in parts for each in looked) for parts in asked.values()]
    sentence = (
        f"Of {flawed} planted flaws and {len(flaws) - flawed} other questions, rules alone ask for a second look at "
        f"{hits[0]} and {false[0]}, `{name}` with them at {hits[1]} and {false[1]}."
    )
    columns = [Heading("planted"), Heading("questions", unit="count")]
    columns += [Heading(f"looks_{each}", f"second looks, `{each}`", "count") for each in asked]
    return Finding(
        f"together-{name}",
        f"All flaws in one exam, by `{name}`",
        sentence,
        tables=(
            table("looks", "Second looks", columns, rows),
            _by_severity(asked[name], flaws),
            _lists(exam, flaws),
            _apart(pooled.exam),
        ),
    )


def _lists(exam: Exam, flaws: Mapping[str, str]) -> Table:
    """Count how many of the first questions of each list have a flaw that the list is meant for."""
    rows: list[list[Value]] = []
    for each in listed_tables(exam, find(exam).verdicts):
        if each.name in LISTED and len(each):
            named = [flaws[str(item)] for item in each.values("id")]
            rows.append(
                [str(each.title), len(named), sum(flaw in LISTED[each.name] for flaw in named), named.count("")]
            )
    counts = (Heading(name, text, "count") for name, text in (("right", "rightly"), ("sound", "as published")))
    return table("lists", "Lists", [Heading("list"), Heading("listed", "first questions", "count"), *counts], rows)


def _apart(exam: Exam) -> Table:
    """Tell how well a probability tells questions with a flaw from others: the area under the curve."""
    sound = _part(exam, [not item.metadata["flaw"] for item in exam.items])
    rows: list[list[Value]] = []
    for kind, what, view in APART:
        if view in exam.probabilities and (flawed := _planted(exam, sound, kind)).items:
            own, others = (np.array(list(_seen(each, what, view))) for each in (flawed, sound))
            area = area_under_curve(others, own) if kind == "wrong-key" else area_under_curve(own, others)
            rows.append([kind, what, view, len(own), len(others), area])
    columns = [Heading("planted"), Heading("what", "by the probability of"), Heading("view")]
    columns += [Heading("flawed", "with the flaw", "count"), Heading("sound", "as published", "count")]
    return table("apart", "Told apart", [*columns, Heading("area", "area under the curve", "margin")], rows)


def _seen(exam: Exam, what: str, view: str) -> Iterator[float]:
    yield from _keys(exam, view) if what == "key" else (sorted(row)[-2] for row in exam.probabilities[view] if row)


def composed(exam: Exam, seed: int) -> Exam:
    """Put each copy with a flaw in its original's place, and set keys wrong in some of the rest."""
    draw = random.Random(f"{seed} composed")
    places = {item.id: at for at, item in enumerate(exam.items)}
    copies: dict[str, list[int]] = {}
    for at, item in enumerate(exam.items):
        if item.metadata["flaw"]:
            copies.setdefault(str(item.metadata["of"]), []).append(at)
    originals = [item for item in exam.items if not item.metadata["flaw"]]
    chosen = {item.id: draw.choice(copies[item.id]) for item in originals if item.id in copies}
    left = [item.id for item in originals if item.id not in chosen]
    wrong = set(draw.sample(left, min(len(left), round(WRONG_KEYS * len(originals) / 100))))
    kept = _part(exam, [False] * len(exam.items))
    order = [chosen.get(item.id, places[item.id]) for item in originals]
    items = [exam.items[at] for at in order]
    keyed = [
        replace(bad, metadata={**bad.metadata, "flaw": "wrong-key"}) if item.id in wrong else item
        for item, bad in zip(items, with_wrong_keys(items, seed), strict=True)
    ]
    return replace(
        kept,
        items=tuple(keyed),
        probabilities={view: tuple(rows[at] for at in order) for view, rows in exam.probabilities.items()},
    )


def _by_severity(parts: Sequence[tuple[Sequence[Flag], set[str], set[str]]], flaws: Mapping[str, str]) -> Table:
    """Count, by the severity that the other half gives a flag, how many there are, and how many are right."""
    rows: list[list[Value]] = []
    for level in SEVERITIES:
        own = [flag for flags, _, half in parts for flag in flags if flag.item in half and flag.severity == level]
        right = sum(flag.rule in KINDS.get(flaws[flag.item], ()) for flag in own)
        told = [flag.right.estimate for flag in own if flag.right is not None]
        rows.append([level, len(own), right, sum(told) / len(told) if told else None])
    columns = [Heading("severity"), Heading("flags", unit="count"), Heading("right", unit="count")]
    return table("severities", "Flags by severity", [*columns, Heading("told", "right, as told", "share")], rows)


def _table_finding(name: str, title: str, known: Mapping[str, Worth]) -> Finding:
    rows: list[list[Value]] = []
    for rule, worth in known.items():
        most = default_settings().rules[rule].severity
        if isinstance(worth, Count):
            right = worth.right()
            counts: list[Value] = [worth.found, worth.planted, worth.alarms, worth.sound]
            rows.append([f"`{rule}`", "", *counts, *_shown(right), shares.severity_within(most, right)])
            continue
        for share in SHOWN[rule]:
            right = worth.right({worth.by: share})
            counts = [None, worth.planted, None, worth.sound]
            rows.append([f"`{rule}`", f"key {share:.1%}", *counts, *_shown(right), shares.severity_within(most, right)])
    columns = [
        *(Heading("rule"), Heading("evidence"), Heading("found", unit="count"), Heading("planted", unit="count")),
        *(Heading("alarms", "flagged as published", "count"), Heading("sound", "published", "count")),
        *interval("right", "flags right", "flags right", "share"),
        Heading("severity"),
    ]
    serious = len({row[0] for row in rows if row[-1] in ("fatal", "serious")})
    answer = f"{len(known)} rules were measured; flags of {serious} of them are right more often than not."
    return Finding(f"worth-{name}", title, answer, tables=(table("worth", "Right flags", columns, rows),))


def _shown(right: Interval) -> tuple[float, float, float]:
    return right.estimate, right.low, right.high


def _write_shipped(text: Mapping[str, Worth]) -> None:
    path = Path(shares.__file__).with_name("worth.json")
    lines = (f' "{rule}": {json.dumps(row_of(worth))}' for rule, worth in text.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _write_cards(name: str, known: Mapping[str, Worth]) -> None:
    """Put into each system's card how often flags that rest on it are right, with its members."""
    by_view: dict[str, dict[str, Worth]] = {}
    for rule, worth in known.items():
        by_view.setdefault(RULES[rule].views[-1], {})[rule] = worth
    named = find_systems(name, tuple(by_view))
    for view, rules in by_view.items():
        path = BUNDLED / name / view.lower() / CARD
        if path.is_file():
            card = json.loads(path.read_text("utf-8"))
            members = len(named.by_view[view].members)
            card["measured"][FLAGS_WORTH] = {
                rule: {"members": members, "worth": row_of(worth)} for rule, worth in rules.items()
            }
            path.write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _loaded(name: str) -> Dataset:
    path, _, split = name.partition("@")
    return load_joined(path, split or None)


def _name(name: str) -> str:
    path, _, split = name.partition("@")
    return f"{Path(path).name.split('.')[0]} {split}".strip()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams", nargs="+", metavar="PATH[@SPLIT]")
    parser.add_argument("--sets", default="text,base,reader")
    parser.add_argument("--views", default="O,QO,QOC")
    parser.add_argument("--asked", type=int, default=26)
    parser.add_argument("--seed", type=int, default=72)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
