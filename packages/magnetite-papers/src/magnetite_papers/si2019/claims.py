"""The claims of Si et al. (2019), tested on the exhibits.

Averages are over the paper's own seven sets, so their intervals are about other questions of these sets. If a claim
about trainings does not hold here, two reasons are tested: the full training learned nothing that could be lost, or a
training learned nothing even from its own questions. `compared` tests for every figure whether size is the reason.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from examfiles.items import gathered
from magnetite.core.results import Finding, Number
from magnetite.views.unanswerable import FULL, SHUFFLES
from magnetite_papers.decided import Held, above, below, cell, joint, within
from magnetite_papers.paper import Claim, Outcome, untested
from magnetite_papers.si2019.attacked import (
    ABOVE_GUESSING,
    BELOW,
    CELLS,
    CHANGE,
    HARMLESS,
    LEAD,
    LENGTHS,
    LOSSES,
    OVER_ALL,
    QUESTIONS_ASKED,
    SAME_ATTACK,
    WORDS_HELP,
)
from magnetite_papers.si2019.compared import mean_change
from magnetite_papers.si2019.trained import (
    ABOVE,
    GAP,
    KEPT,
    PAIRS,
    SHUFFLED_AGAINST_REMOVED,
    UNLEARNED,
    reported_above,
    reported_kept,
)

Findings = Mapping[str, Finding]
PASSAGES = "AddSent2Pas-Shuffle"
TERMS = "In claims about every set, all sets must agree. Claims about Table 3 are tested on its own trainings."
REMOVED = dict(PAIRS)  # the training without a part, by the training with that part shuffled
ABOUT_HALF = (0.4, 0.6)  # of the right answers
STRONG_CORRELATION = 0.5  # a correlation beyond it counts as strong
TOO_FEW = untested("too few questions for bins", "Each bin needs twenty questions.")


def _of(finding: Finding, label: str, after: str = "") -> dict[str, Number]:
    """Return the numbers of a label, by group; `after`: only groups with this ending, which is removed."""
    found = {each.group: each for each in finding.numbers if each.label == label}
    if not after:
        return found
    return {group.removesuffix(f": {after}"): each for group, each in found.items() if group.endswith(f": {after}")}


def _shown(each: Number, signed: bool = True) -> str:
    unit = "%" if each.unit in {"change", "share"} else " points" if each.unit == "points" else ""
    scale, digits = (1, 2) if not unit else (100, 1)
    write = f"{{:{'+' if signed else ''}.{digits}f}}"
    bounds = (
        ""
        if each.low is None or each.high is None
        else " (" + " to ".join(write.format(scale * value) for value in (each.low, each.high)) + ")"
    )
    return f"{write.format(scale * round(each.value, 3) + 0.0)}{unit}{bounds}"


def _listed(numbers: Mapping[str, Number]) -> str:
    return "; ".join(f"{name} {_shown(each)}" for name, each in numbers.items())


def _asked(findings: Findings) -> dict[str, int]:
    """Return how many questions each reader of Table 2 was asked, if that exhibit is there."""
    found = _of(findings["table-2"], QUESTIONS_ASKED) if "table-2" in findings else {}
    return {name: int(each.value) for name, each in found.items()}


def _by_reader(verdicts: Mapping[str, Held]) -> dict[str, Held]:
    """Join the verdicts of each reader over sets, from keys such as "base: DREAM" or "DREAM, base"."""
    return {reader: joint(every) for reader, every in gathered((_reader(p), v) for p, v in verdicts.items()).items()}


def _reader(place: str) -> str:
    return place.partition(": ")[0] if ": " in place else place.rpartition(", ")[2]


def _found(figures: Mapping[str, str], mark: str = ": ") -> dict[str, str]:
    """Join the figures of each reader over sets; each keeps the name of its set."""
    every = gathered((_reader(place), f"{_set(place)}{mark}{told}") for place, told in figures.items())
    return {reader: "; ".join(own) for reader, own in every.items()}


def _set(place: str) -> str:
    return place.partition(": ")[2] if ": " in place else place.rpartition(", ")[0]


def _of_sets(verdicts: Mapping[str, Held]) -> dict[str, Held]:
    """Return one verdict on Table 3's trainings over all their sets."""
    return {"": joint(verdicts.values())}


def _about_half(findings: Findings) -> Outcome:
    numbers = _of(findings["table-2"], CHANGE, PASSAGES)
    least, most = ABOUT_HALF
    return Outcome(
        {name: within(each, -most, -least) for name, each in numbers.items()},
        {name: _shown(each) for name, each in numbers.items()},
        _asked(findings),
    )


def _losses(findings: Findings) -> Outcome:
    return _counted(findings, "a clear loss", LOSSES, HARMLESS, 0.9)


def _below_guessing(findings: Findings) -> Outcome:
    return _counted(findings, BELOW, BELOW, ABOVE_GUESSING, 0.0)


def _counted(findings: Findings, words: str, clear: str, against: str, share: float) -> Outcome:
    """Test whether a clear effect is found in this share of a reader's attacks and sets, and at least once."""
    cells, found, missed = (_of(findings["table-2"], label) for label in (CELLS, clear, against))
    verdicts: dict[str, Held] = {}
    for name, each in cells.items():
        wanted = max(1.0, share * each.value)
        possible = each.value - missed[name].value  # if all that is undecided were clear
        verdicts[name] = True if found[name].value >= wanted else None if possible >= wanted else False
    shown = {name: f"{words} in {found[name].value:.0f} of {each.value:.0f}" for name, each in cells.items()}
    return Outcome(verdicts, shown, _asked(findings))


def _same_attack(findings: Findings) -> Outcome:
    """Test on every set whether the paper's most effective attack does more harm than the next one."""
    same, leads = _of(findings["table-2"], SAME_ATTACK), _of(findings["table-2"], LEAD)
    verdicts = {place: above(each) for place, each in leads.items()}
    clear = gathered((_reader(place), _set(place)) for place, holds in verdicts.items() if holds is False)
    told = {
        name: f"the same attack on {each.value:.0f} of {each.n} sets"
        + (f"; another is clearly more effective on {', '.join(clear[name])}" if name in clear else "")
        for name, each in same.items()
    }
    return Outcome(_by_reader(verdicts), told, _asked(findings))


def _words_help(findings: Findings) -> Outcome:
    """Test the average over sets, and name the sets that clearly contradict it."""
    numbers = _of(findings["table-2"], WORDS_HELP)
    readers = {group: each for group, each in numbers.items() if ": " not in group}
    against = {group: each for group, each in numbers.items() if ": " in group and below(each)}
    note = f"Clearly the opposite on single sets: {_listed(against)}." if against else ""
    return Outcome(
        {name: above(each) for name, each in readers.items()},
        {name: _shown(each) for name, each in readers.items()},
        _asked(findings),
        note=note,
    )


def _not_length(findings: Findings) -> Outcome:
    """Test whether accuracy is clearly higher under controls of the same length; report the correlation too."""
    over = _of(findings["figure-6"], OVER_ALL)
    beside = {label: _of(findings["controls"], label) for label in LENGTHS}
    harmless: dict[str, set[Held]] = {}
    for numbers in beside.values():
        for reader, each in numbers.items():
            harmless.setdefault(reader, set()).add(above(each))
    told = {
        reader: "; ".join(
            [
                *([f"correlation over attacks and sets {_shown(over[reader])}"] if reader in over else []),
                *(f"{label} {_shown(numbers[reader])}" for label, numbers in beside.items() if reader in numbers),
                *(["the two controls, of about the same length, disagree"] if {True, False} <= each else []),
            ]
        )
        for reader, each in harmless.items()
    }
    asked = {reader: numbers[reader].n or 0 for numbers in beside.values() for reader in harmless if reader in numbers}
    return Outcome({reader: each.pop() if len(each) == 1 else None for reader, each in harmless.items()}, told, asked)


def _over_bins(findings: Findings, figure: str) -> dict[str, Number]:
    """Return the correlations over bins by set and reader, of those that have any."""
    rows = findings[figure].table("correlations_of").rows()
    return {row["system"]: cell(row, "bins", "correlation") for row in rows if row["bins"] is not None}


def _binned(known: Mapping[str, Number], verdicts: Mapping[str, Held], findings: Findings) -> Outcome:
    figures = {place: _shown(each) for place, each in known.items()}
    return Outcome(_by_reader(verdicts), _found(figures), _asked(findings))


def _sign(findings: Findings, figure: str, signs: Mapping[str, int]) -> Outcome:
    """Test whether a correlation over bins has the paper's sign, with its interval, in every set and reader."""
    known = _over_bins(findings, figure)
    if not known:
        return TOO_FEW
    tests = {1: above, -1: below}
    return _binned(known, {name: tests[signs[_set(name)]](each) for name, each in known.items()}, findings)


def _no_strong(findings: Findings, figure: str) -> Outcome:
    """Test whether correlations over bins, with their intervals, are weaker than `STRONG_CORRELATION` everywhere."""
    known = _over_bins(findings, figure)
    if not known:
        return TOO_FEW
    return _binned(
        known, {name: within(each, -STRONG_CORRELATION, STRONG_CORRELATION) for name, each in known.items()}, findings
    )


def _case(findings: Findings) -> Outcome:
    """Show how the wrong option's key word and the sentence's words move the answer's probability: one question."""
    told = []
    for table in findings["figure-9"].tables:
        steps = [row for row in table.rows() if row["step"] is not None and row["token"] != "punctuation"]
        key = sum(row["step"] for row in steps if row["from"] == "the wrong option" and row["token"] != "stop word")
        sentence = sum(row["step"] for row in steps if row["from"] == "the sentence")
        told.append(f"{table.title}: key word {100 * key:+.1f} points, words of the sentence {100 * sentence:+.1f}")
    return untested("; ".join(told), "A single question decides nothing.")


def _by_set(findings: Findings, label: str) -> Iterator[tuple[str, str, Number]]:
    for group, each in _of(findings["table-3"], label).items():
        name, _, training = group.partition(": ")
        yield name, training, each


def _learned(findings: Findings) -> list[str]:
    """Return the sets on which the full training is clearly above every rule that reads nothing."""
    return [name for name, training, each in _by_set(findings, ABOVE) if training == FULL and above(each)]


def _above_rules(findings: Findings) -> Outcome:
    learned = _learned(findings)
    rows = [
        (name, training, each)
        for name, training, each in _by_set(findings, ABOVE)
        if training in SHUFFLES and name in learned and reported_above(name, training)
    ]
    verdicts = _of_learners(findings, {_place(name, training): above(each) for name, training, each in rows})
    shown = {_place(name, training): each for name, training, each in rows}
    groups = {
        words: {place: each for place, each in shown.items() if verdicts[place] is kind}
        for words, kind in (("clearly below", False), ("undecided", None))
    }
    clear = sum(each is True for each in verdicts.values())
    told = f"clearly above in {clear} of {len(rows)} trainings, on sets where Full learned ({_named(learned)})"
    told += "".join(f"; {words}: {_listed(group)}" for words, group in groups.items() if group)
    return Outcome(_of_sets(verdicts), {"": told}, note=_unlearned(findings, verdicts))


def _of_learners(findings: Findings, verdicts: Mapping[str, Held]) -> dict[str, Held]:
    """Make the verdicts on failed trainings undecided: they test nothing."""
    failed = _failed(findings, list(verdicts))
    return {place: None if place in failed else verdict for place, verdict in verdicts.items()}


def _place(name: str, training: str) -> str:
    return f"{training} on {name}"


def _named(names: list[str]) -> str:
    return "; ".join(names) or "none"


def _unlearned(findings: Findings, verdicts: Mapping[str, Held]) -> str:
    """Say whether the full training learned anything to lose, and whether those without a clear effect learned."""
    places = [place for place, each in verdicts.items() if not each]
    if not places:
        return ""
    learned = _learned(findings)
    idle = [name for name, training, _ in _by_set(findings, ABOVE) if training == FULL and name not in learned]
    parts = [f"Full itself is not clearly above the best rule on {', '.join(idle)}."] if idle else []
    if learned:
        parts.append(f"Full did learn: it is clearly above the best rule on {', '.join(learned)}.")
    failed = _failed(findings, places)
    if failed:
        shown = ", ".join(f"{place} ({each.value:.0f} of {each.n} seeds)" for place, each in failed.items())
        parts.append(
            "Tested: these trainings ended at the loss of guessing on their own questions. They learned nothing that a "
            f"test could show, so they decide nothing: {shown}."
        )
    return " ".join(parts)


def _failed(findings: Findings, places: list[str]) -> dict[str, Number]:
    """Return the trainings that learned nothing from their own questions, with the number of such seeds."""
    return {
        _place(name, training): each
        for name, training, each in _by_set(findings, UNLEARNED)
        if _place(name, training) in places and each.value
    }


def _shuffled_keeps(findings: Findings) -> Outcome:
    """Test whether P-Shuffle is less than 5 points below Full on MCScript and MCScript2.0."""
    rows = {n: e for n, t, e in _by_set(findings, GAP) if t == "P-Shuffle" and n.startswith("MCScript")}
    verdicts = {_place(name, "P-Shuffle"): above(each, -0.05) for name, each in rows.items()}
    verdicts = _of_learners(findings, verdicts)
    return Outcome(_of_sets(verdicts), {"": _listed(rows) or "not run"}, note=_unlearned(findings, verdicts))


def _better_than_removed(findings: Findings) -> Outcome:
    """Test each pair of trainings that both learned something."""
    learned = _learned(findings)
    rows = [row for row in _by_set(findings, SHUFFLED_AGAINST_REMOVED) if row[0] in learned]
    pairs = {_place(n, first): _failed(findings, [_place(n, first), _place(n, REMOVED[first])]) for n, first, _ in rows}
    tested = {_place(n, first): each for n, first, each in rows if not pairs[_place(n, first)]}
    against = {name: each for name, each in tested.items() if below(each)}
    clear = [name for name, each in tested.items() if above(each)]
    still = {name: each for name, each in tested.items() if name not in clear and name not in against}
    kinds = {first: [name for name in tested if name.startswith(f"{first} on ")] for first in REMOVED}
    better = {first: len(set(clear) & set(names)) for first, names in kinds.items() if names}
    told = ", ".join(
        f"{first} clearly better on {count} of {len(kinds[first])} sets" for first, count in better.items()
    )
    told += f"; clearly worse in {len(against)} pairs"
    told += f"; undecided: {_listed(still)}" if still else ""
    unread = [place for place, failed in pairs.items() if failed]
    told += f"; not tested, because a training of the pair failed: {_named(unread)}" if unread else ""
    most = [True if count > len(kinds[first]) / 2 else None for first, count in better.items()]
    holds = False if against else joint(most)
    worse = f"Clearly worse: {_listed(against)}. " if against else ""
    unlearned = _unlearned(findings, {place: place in clear for place in tested})
    return Outcome({"": holds}, {"": told}, note="" if holds else f"{worse}{unlearned}")


def _keeps_without_passage(findings: Findings) -> Outcome:
    """Test whether P-Remove keeps more than half of the gain on MCScript and MCScript2.0, as in the paper."""
    rows = {n: e for n, t, e in _by_set(findings, KEPT) if t == "P-Remove" and n.startswith("MCScript")}
    verdicts = {_place(name, "P-Remove"): above(each, 0.5) for name, each in rows.items()}
    verdicts = _of_learners(findings, verdicts)
    papers = ", ".join(f"{name} {reported_kept(name, 'P-Remove'):.0%}" for name in rows)
    told = f"{_listed(rows) or 'not run'}; in the paper {papers}"
    return Outcome(_of_sets(verdicts), {"": told}, note=_unlearned(findings, verdicts))


CLAIMS = (
    Claim(
        "Almost every attack lowers accuracy on almost every set (48 of 49 combinations). Almost every means a clear "
        "loss in at least nine of ten.",
        ("table-2",),
        _losses,
    ),
    Claim("Under some attacks, accuracy is below guessing.", ("table-2",), _below_guessing),
    Claim(
        "A shuffled text of question and distractors after the passage (AddSent2Pas-Shuffle) removes about half of the "
        "right answers (−49.5% on average). About half means 40 to 60%.",
        ("table-2",),
        _about_half,
        figure=mean_change(PASSAGES),
    ),
    Claim(
        "Accuracy is generally higher when the sentence is added to the wrong option than when it replaces it, because "
        "words of the wrong option help. The claim is tested on the average over sets (+12.5 points).",
        ("table-2",),
        _words_help,
    ),
    Claim(
        "The most effective attack on MCTest is AddSent2Opt, on RACE AddSent2Pas-Shuffle, elsewhere Sent2Opt-Shuffle.",
        ("table-2",),
        _same_attack,
    ),
    Claim(
        "The growth of the wrong options is not the main cause of the accuracy loss (Figure 6: r = −0.43).",
        ("figure-6", "controls"),
        _not_length,
    ),
    Claim(
        "Over bins, the change falls as wrong options grow (Figure 5: −0.64 on MCScript, −0.40 on RACE-M). The paper "
        "does not take this as a sign that length causes the loss.",
        ("figure-5",),
        partial(_sign, figure="figure-5", signs={"MCScript": -1, "RACE-M": -1}),
    ),
    Claim(
        "There is no strong correlation of the loss with the answer's length (Figure 7: of the change, 0.77 on "
        f"MCScript, −0.40 on RACE-M). Strong means beyond ±{STRONG_CORRELATION}, as the paper's own on MCScript is.",
        ("figure-7",),
        partial(_no_strong, figure="figure-7"),
    ),
    Claim(
        "More thorough shuffling lowers accuracy a little more (Figure 8: −0.90 on MCScript, −0.34 on RACE-M).",
        ("figure-8",),
        partial(_sign, figure="figure-8", signs={"MCScript": -1, "RACE-M": -1}),
    ),
    Claim(
        "In the case study of Figure 9, words of the sentence lower the right answer's probability, and a key word of "
        "the wrong option raises it (by 12.5 points).",
        ("figure-9",),
        _case,
    ),
    Claim(
        "All six un-answerable trainings are better than guessing and than the longest option on every set, except "
        "PQ-Remove on MC160 in the paper's own table, which is not tested.",
        ("table-3",),
        _above_rules,
    ),
    Claim(
        "Trained on shuffled passages, BERT comes very close to the full training on MCScript and MCScript2.0 (1.2 and "
        "2.3 points less). Very close means less than 5 points.",
        ("table-3",),
        _shuffled_keeps,
    ),
    Claim(
        "Training on shuffled text is better than training without it: P-, Q- and PQ-Shuffle beat P-, Q- and PQ-Remove "
        "(except Q and PQ on DREAM in the paper's own table). The claim holds if, for each kind, more than half of the "
        "pairs are clearly better and none is clearly worse.",
        ("table-3",),
        _better_than_removed,
    ),
    Claim(
        "Trained without passages, BERT keeps most of its gain over guessing on MCScript (accuracy 76.8%, in full "
        "training 87.7%) and MCScript2.0 (73.6%, 83.9%). Most means more than half.",
        ("table-3",),
        _keeps_without_passage,
    ),
)
