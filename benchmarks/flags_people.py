"""Item-writing flaws as people see them: what the rules that read the text find of those, question by question.

    python -m benchmarks.flags_people labels.jsonl [RACE.tar.gz DREAM …] [--page FILE]

Each line of the file is one judgement: `dataset`, `question`, `choices`, `answer` (a letter), `flaw_type` (a name of
`MEANT`, or of a flaw that the text alone cannot show), `label` (1: people see the flaw). The questions of a data set
are an exam. A flaw is found where a rule meant for it flags the question; no model is asked. The rule about
combinations counts for the flaw that its option's words name. The questions are split in two halves by a hash of their
text: rules were written, and their limits chosen, with the first in view; nobody read the second. The second half is
judged once more with a passage of the bundled exam before its questions. Three flaws of meaning are counted by what
their form shows (`BY_FORM`). Where a file has two judgements of a question on a flaw, it says how far two people agree.
Of reading exams named after the file it counts what the same rules say, with their passages and as if they had none.
"""

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np

from benchmarks.published import publish
from examfiles import read
from examfiles.items import Dataset, Item, gathered
from magnetite.core.cells import BoolArray
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.experiments.flags import Exam, Flag, find_flags, second_look
from magnetite.running.data import load_joined
from magnetite.stats.intervals import Interval, cluster_codes, jackknife, share
from magnetite.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class Meant:
    """The rules meant for a flaw; `words`: what the options that a rule flags must say, where one rule sees several."""

    flaw: str
    rules: tuple[str, ...]
    words: str = ""


_ALL, _NONE = r"\b(?:all|every|each)\b", r"\b(?:none|neither|nor|no|not|nothing)\b"
_NEITHER = rf"^(?!.*(?:{_ALL}|{_NONE}))"
MEANT = {
    "no_all_of_the_above": Meant("all of the above", ("option-combination",), _ALL),
    "no_none_of_the_above": Meant("none of the above", ("option-combination",), _NONE),
    "avoid_k_type": Meant("combinations (K-type)", ("recombined-parts", "option-combination"), _NEITHER),
    "avoid_negatives": Meant(
        "negatives", ("negation-not-highlighted", "negative-question", "negated-twice", "asks-for-exception")
    ),
    "no_absolute_terms": Meant("absolute terms", ("absolute-terms", "absolute-option")),
    "no_vague_terms": Meant("vague terms", ("vague-terms",)),
    "equal_length_options": Meant("unequal length", ("longest-key", "option-length-stands-out", "uneven-lengths")),
    "ordered_options": Meant("numbers out of order", ("numbers-out-of-order",)),
    "avoid_repetition": Meant("words of the question in the key", ("key-echoes-question",)),
    "no_convergence_cues": Meant("convergence cues", ("key-shares-most",)),
    "no_fill_in_blank": Meant("a blank to fill in", ("blank-inside",)),
    "grammatical_consistency": Meant(
        "grammar",
        ("option-form-stands-out", "option-forms-differ", "form-cue", "article-cue", "number-cue", "verb-disagrees"),
    ),
}
_FORMS = ("option-forms-differ", "option-form-stands-out", "form-cue", "article-cue", "number-cue", "verb-disagrees")
BY_FORM = {  # flaws of meaning, as far as the rules see signs of them
    "focused_stem": Meant("unfocused stem", ("question-without-topic", "repeated-opening")),
    "no_logical_cues": Meant("logical cues", (*_FORMS, "absolute-terms")),
    "plausible_distractors": Meant(
        "implausible distractors", ("option-forms-differ", "form-cue", "absolute-option", "absolute-terms")
    ),
}
ALL = MEANT | BY_FORM
PASSAGE = read("sample").items[0].passage
TWO = 2  # judgements of the same
HALVES = ("all questions", "the half in view", "the other half")
NOTE = (
    "People judged questions of sixteen benchmarks and courses, without passages; each label is one judgement. A "
    "flaw is found where a rule meant for it flags the question. The questions are split by a hash of their text: "
    "with the first half in view the rules were written and their limits chosen; the second, whose questions and "
    "labels nobody read, shows what that is worth elsewhere. Its figures were counted five times while the rules "
    "changed, and two changes followed a look at them: the rule for uneven forms was loosened again, and lengths "
    "must differ more where there is a passage. So they are a little less than independent. Shares have Wilson's "
    "intervals, F1 and kappa t intervals (a jackknife), all clustered by question. Three flaws of meaning are "
    "counted by the rules that see signs of them; others (a second right answer, unclear language) are left out."
)


def main() -> None:
    """Publish the page."""
    arguments = _arguments()
    every = read_judgements(arguments.labels)
    judgements = [each for each in every if each[1] in MEANT]
    flags = by_question(judgements)
    seen = np.array([in_view(each.question) for each, _, _ in judgements])
    parts = (np.ones(len(judgements), np.bool_), seen, ~seen)
    findings = [
        _finding(name, [each for each, kept in zip(judgements, part, strict=True) if kept], flags)
        for name, part in zip(HALVES, parts, strict=True)
    ]
    other = [each for each, in_half in zip(judgements, seen, strict=True) if not in_half]
    unread = [(replace(item, passage=PASSAGE), flaw, label) for item, flaw, label in other]
    findings.append(_finding("the other half, with a passage", unread, by_question(unread)))
    signs = [each for each in every if each[1] in BY_FORM and not in_view(each[0].question)]
    findings.append(_finding("flaws of meaning by their form, the other half", signs, by_question(signs), BY_FORM))
    findings += _pairs(arguments.labels, other, flags)
    if arguments.exams:
        findings.append(_reading([load_joined(path, split_of(path)) for path in arguments.exams], flags))
    about = f"{len(judgements):,} judgements of {len(flags):,} questions on {len(MEANT)} flaws"
    publish(arguments.page, "Item-writing flaws as people see them", about, findings, note=NOTE, device="cpu")


def split_of(path: str) -> str | None:
    """Return the split of an exam that is counted: the test set of a data set, all of a file."""
    return None if path.endswith(".jsonl") else "test"


Judgement = tuple[Item, str, bool]  # the question (its passage's id is the data set's), the flaw, whether it is seen


def read_judgements(path: Path) -> list[Judgement]:
    """Read the judgements of flaws that a text can show, each with its question."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [(_item(row), row["flaw_type"], bool(row["label"])) for row in rows if row["flaw_type"] in ALL]


def _item(row: Mapping[str, Any]) -> Item:
    texts = row["dataset"], row["question"], *row["choices"]
    name = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    answer = ascii_uppercase.index(row["answer"])
    return Item(name, row["dataset"], "", row["question"], tuple(row["choices"]), answer)


def in_view(question: str) -> bool:
    """Return whether a question is of the half that was in view when rules were written."""
    return hashlib.sha256(question.encode()).digest()[-1] % 2 == 0


def by_question(judgements: Iterable[Judgement]) -> dict[str, list[Flag]]:
    """Return the flags of each question, by id."""
    items = {item.id: item for item, _, _ in judgements}
    flags: dict[str, list[Flag]] = {name: [] for name in items}
    for dataset in {item.passage_id for item in items.values()}:
        for flag in find_flags(Exam(tuple(item for item in items.values() if item.passage_id == dataset))):
            flags.get(flag.item, []).append(flag)
    return flags


def shows(item: Item, flags: Sequence[Flag], meant: Meant) -> bool:
    """Return whether one of the flags of a question is of a rule meant for a flaw."""
    return any(
        flag.rule in meant.rules
        and (
            not meant.words
            or flag.rule != "option-combination"
            or any(re.search(meant.words, item.options[at], re.IGNORECASE) for at in flag.options)
        )
        for flag in flags
    )


def _finding(
    name: str, judgements: Sequence[Judgement], flags: Mapping[str, list[Flag]], kinds: Mapping[str, Meant] = MEANT
) -> Finding:
    clusters = cluster_codes([item.id for item, _, _ in judgements])
    own = {flaw: np.array([kind == flaw for _, kind, _ in judgements]) for flaw in kinds}
    people = np.array([label for _, _, label in judgements])
    rules = np.array([shows(item, flags[item.id], kinds[kind]) for item, kind, _ in judgements])
    columns = np.column_stack([part for each in own.values() for part in _counts(people, rules, each)])
    found = jackknife(columns.astype(np.float64), clusters, _measures)
    rows: list[list[Value]] = []
    for at, (flaw, each) in enumerate(own.items()):
        precision, recall = (share((people & rules)[of], clusters[of]) for of in (each & rules, each & people))
        counts = (int(kept.sum()) for kept in (each, each & people, each & people & rules))
        measured = [*map(_bounds, (precision, recall, found[at])), _bounds(found[len(own) + at], -1.0)]
        rows.append([kinds[flaw].flaw, *counts, *(end for ends in measured for end in ends)])
    macro = found[2 * len(own)]
    number = Number("macro F1", macro.estimate, macro.low, macro.high, len(people), "share")
    return Finding(
        name.replace(",", "").replace(" ", "-"),
        name[0].upper() + name[1:],
        f"Over the {len(kinds)} flaws macro F1 is {macro.estimate:.2f}.",
        numbers=(number,),
        tables=(_table(rows),),
    )


def _pairs(path: Path, judged: Sequence[Judgement], flags: Mapping[str, list[Flag]]) -> list[Finding]:
    """Return how far two people agree where two judged a question on the same flaw, beside people and rules."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    twice = gathered(((_item(row).id, row["flaw_type"]), bool(row["label"])) for row in rows)
    pairs = gathered((flaw, labels) for (_, flaw), labels in twice.items() if len(labels) == TWO)
    ours = gathered((kind, [label, shows(item, flags[item.id], MEANT[kind])]) for item, kind, label in judged)
    lines: list[list[Value]] = [
        [f"two people: {flaw.replace('_', ' ')}", *_agreement(each)] for flaw, each in pairs.items()
    ]
    lines += [[f"a person and the rules: {MEANT[flaw].flaw}", *_agreement(ours[flaw])] for flaw in MEANT]
    headings = (
        Heading("who"),
        Heading("questions", unit="count"),
        *(Heading(f"agreed{end}", "", "share") for end in ("", "_low", "_high")),
        *(Heading(f"kappa{end}", "", "correlation") for end in ("", "_low", "_high")),
    )
    known = [flaw for flaw in pairs if flaw in MEANT]
    said = (
        f"Flaws on which two people judged the same questions: {len(pairs)}; "
        f"among those that the rules look for: {len(known)}."
    )
    return [
        Finding(
            "agreement",
            "Agreement beside that of two people",
            said,
            tables=(table("agreement", "Two people, and a person and the rules", headings, lines),),
        )
    ]


def _agreement(pairs: Sequence[Sequence[bool]]) -> list[Value]:
    """Return how many pairs there are, the share that agrees, and kappa, with intervals; each pair in both orders."""
    both = np.array([[one, other] for one, other in pairs] + [[other, one] for one, other in pairs])
    clusters = np.tile(np.arange(len(pairs)), 2)
    people, rules = both.T
    agreed = share(people == rules, clusters)
    columns = np.column_stack(_counts(people, rules, np.ones(len(both), np.bool_)))
    kappa = jackknife(columns.astype(np.float64), clusters, _measures)[1]
    return [len(pairs), *_bounds(agreed), *_bounds(kappa, -1.0)]


def _reading(exams: Sequence[Dataset], judged: Mapping[str, list[Flag]]) -> Finding:
    """Count flags per 100 questions of exams about passages; without these, what the rules of style would add."""
    marked = [flag for own in judged.values() for flag in own]
    per = 100 / len(judged)
    counted = per * len(second_look(marked)), None, per * sum(flag.severity == "remark" for flag in marked)
    rows: list[list[Value]] = [["the questions that people judged", len(judged), *counted]]
    by_rule: dict[str, Counter[str]] = {}
    for exam in exams:
        flags, bare = (find_flags(Exam(items)) for items in (exam.items, tuple(replace(i, passage="") for i in exam)))
        remarks = (sum(flag.severity == "remark" for flag in found) for found in (flags, bare))
        counts = (len(second_look(flags)), *remarks)
        name = " ".join(filter(None, (exam.name, exam.split)))
        by_rule[name] = Counter(rule for rule, _ in {(flag.rule, flag.item) for flag in flags if flag.item})
        rows.append([name, len(exam), *(100 * count / len(exam) for count in counts)])
    headings = (
        Heading("exam"),
        Heading("questions", unit="count"),
        Heading("looks", "second looks per 100", "words"),
        Heading("remarks", "remarks per 100, with passages", "words"),
        Heading("bare", "remarks per 100 without passages", "words"),
    )
    looked = sorted({rule for meant in ALL.values() for rule in meant.rules})
    sizes = {" ".join(filter(None, (exam.name, exam.split))): len(exam) for exam in exams}
    costs: list[list[Value]] = [
        [rule, *(100 * counts[rule] / sizes[name] for name, counts in by_rule.items())] for rule in looked
    ]
    names = [Heading(f"exam_{number}", f"{name}, per 100", "words") for number, name in enumerate(by_rule)]
    title = "How often the rules speak"
    return Finding(
        "reading",
        title,
        "",
        tables=(
            table("reading", "With passages, and without", headings, rows),
            table("by_rule", "Questions that each rule flags, with passages", (Heading("rule"), *names), costs),
        ),
    )


def _counts(people: BoolArray, rules: BoolArray, own: BoolArray) -> tuple[BoolArray, ...]:
    return own, own & people, own & rules, own & people & rules


def _measures(means: FloatArray) -> FloatArray:
    """Return the F1 of each flaw, its kappa, and last macro F1, (k, 2 x flaws + 1), of the means of `_counts`."""
    judged, seen, flagged, both = (means[:, at::4] for at in range(4))
    with np.errstate(divide="ignore", invalid="ignore"):
        f1 = np.where(seen + flagged > 0, 2 * both / (seen + flagged), 0.0)
        agreed = (judged - seen - flagged + 2 * both) / judged
        chance = (seen * flagged + (judged - seen) * (judged - flagged)) / judged**2
        kappa = (agreed - chance) / (1 - chance)
    return np.column_stack([f1, kappa, f1.mean(axis=1)])


def _bounds(interval: Interval, least: float = 0.0) -> tuple[float | None, ...]:
    ends = interval.estimate, max(interval.low, least), min(interval.high, 1.0)
    return tuple(float(end) if np.isfinite(end) else None for end in ends)


def _table(rows: Sequence[Sequence[Value]]) -> Table:
    def bounded(name: str, unit: str) -> tuple[Heading, ...]:
        return tuple(Heading(f"{name}{end}", "", unit) for end in ("", "_low", "_high"))

    headings = (
        Heading("flaw"),
        *(Heading(name, unit="count") for name in ("judged", "seen", "found")),
        *bounded("precision", "share"),
        *bounded("recall", "share"),
        *(Heading(f"f1{end}", "F1", "share") for end in ("", "_low", "_high")),
        *bounded("kappa", "correlation"),
    )
    return table("flaws", "By flaw", headings, rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("exams", nargs="*")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
