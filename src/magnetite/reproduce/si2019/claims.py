"""What Si et al. (2019) claim, tested on the exhibits.

Where a claim does not hold here, the reason that is tried is the reader's size: both readers of Table 2 are asked, and
the larger one has to be clearly nearer to the paper. Claims about trainings have one size, so their reason is whether
the full training learned anything to lose.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from magnetite.core.results import Finding, Number
from magnetite.experiments.findings import percent
from magnetite.experiments.unanswerable import FULL
from magnetite.reproduce.paper import Claim, Verdict
from magnetite.reproduce.si2019.attacked import (
    BELOW,
    CELLS,
    CHANGE,
    LOSSES,
    NEUTRAL,
    OVER_ALL,
    SAME,
    WORDS_HELP,
)
from magnetite.reproduce.si2019.trained import (
    ABOVE,
    GAP,
    KEPT,
    SHUFFLED_AGAINST_REMOVED,
    reported_kept,
)
from magnetite.views.unanswerable import SHUFFLES

Findings = Mapping[str, Finding]
Holds = Callable[[Number], bool | None]
PASSAGES = "AddSent2Pas-Shuffle"


def _of(finding: Finding, label: str, after: str = "") -> dict[str, Number]:
    """Return the numbers of a label, by group; `after`: only of groups that end so, and without that ending."""
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
    return f"{write.format(scale * each.value)}{unit}{bounds}"


def _listed(numbers: Mapping[str, Number]) -> str:
    return "; ".join(f"{name} {_shown(each)}" for name, each in numbers.items())


def _joint(verdicts: list[bool | None]) -> bool | None:
    """Return whether all hold: None where one cannot be told and none fails."""
    return False if False in verdicts else None if None in verdicts or not verdicts else True


def _lower(each: Number, bound: float) -> bool | None:
    """Say whether a number is below a bound, with its interval; None where the interval holds the bound."""
    if each.low is None or each.high is None:
        return each.value < bound
    return True if each.high < bound else False if each.low > bound else None


def _not_lower(each: Number, bound: float) -> bool | None:
    """Say whether a number is above a bound, as `_lower` does."""
    lower = _lower(each, bound)
    return None if lower is None else not lower


def _by_size(numbers: Mapping[str, Number], paper: float) -> str:
    """Say whether the base reader is nearer to the paper than the small one, where both were asked."""
    if not {"base", "small"} <= set(numbers):
        return "The size of the reader was not tested: one reader was run."
    base, small = numbers["base"], numbers["small"]
    apart = _apart(base, small)
    nearer = abs(base.value - paper) < abs(small.value - paper)
    if apart and nearer:
        return "Tested: the larger reader is clearly nearer to the paper, so size goes some of the way."
    if apart:
        return "Tested: the larger reader is clearly farther from the paper, so size is not the reason; none is known."
    return (
        "Tested: the two sizes of reader do not clearly differ, so size is not shown to be the reason; none is known."
    )


def _apart(first: Number, second: Number) -> bool:
    if None in {first.low, first.high, second.low, second.high}:
        return False
    return bool(first.high < second.low or second.high < first.low)  # type: ignore[operator]  # none is None


def _each_reader(findings: Findings, label: str, after: str, holds: Holds, paper: float) -> Verdict:
    """Test one number of Table 2, of every reader."""
    numbers = _of(findings["table-2"], label, after)
    verdict = _joint([holds(each) for each in numbers.values()])
    return Verdict(verdict, _listed(numbers), "" if verdict else _by_size(numbers, paper))


def _losses(findings: Findings) -> Verdict:
    cells, losses = (_of(findings["table-2"], label) for label in (CELLS, LOSSES))
    told = "; ".join(f"{name}: a clear loss in {losses[name].value:.0f} of {cells[name].value:.0f}" for name in cells)
    few = [name for name in cells if losses[name].value < 0.9 * cells[name].value]
    return Verdict(not few, told, "" if not few else _counts_by_size(losses, cells))


def _below_guessing(findings: Findings) -> Verdict:
    cells, below = (_of(findings["table-2"], label) for label in (CELLS, BELOW))
    told = "; ".join(
        f"{name}: clearly below guessing in {below[name].value:.0f} of {cells[name].value:.0f}" for name in cells
    )
    return Verdict(all(each.value > 0 for each in below.values()), told)


def _counts_by_size(counts: Mapping[str, Number], cells: Mapping[str, Number]) -> str:
    shares = {name: percent(each.value / cells[name].value) for name, each in counts.items()}
    return f"By reader: {', '.join(f'{name} {share}' for name, share in shares.items())}; no other reason was tested."


def _same_attack(findings: Findings) -> Verdict:
    same = _of(findings["table-2"], SAME)
    told = "; ".join(f"{name}: the same on {each.value:.0f} of {each.n} sets" for name, each in same.items())
    holds = all(each.value == each.n for each in same.values())
    return Verdict(holds, told, "" if holds else f"By size of reader: {told}. No reason is known.")


def _not_length(findings: Findings) -> Verdict:
    """Test whether length explains the harm: by the correlation, and by neutral words of the same length."""
    over, neutral = _of(findings["figure-6"], OVER_ALL), _of(findings["controls"], NEUTRAL)
    verdict = _joint([_lower(each, 0.0) is False for each in neutral.values()])
    told = f"correlation over attacks and sets: {_listed(over)}; {NEUTRAL}: {_listed(neutral)}"
    reason = "Tested: neutral words of the same length do as much harm as the passage's, on average over sets."
    return Verdict(verdict, told, "" if verdict else reason)


def _sign(findings: Findings, figure: str, signs: Mapping[str, int]) -> Verdict:
    """Test whether a correlation over bins has the paper's sign, with its interval, in every set and reader."""
    rows = findings[figure].table("correlations_of").rows()
    known = [row for row in rows if row["bins"] is not None]
    verdicts = [_agrees(row, signs[row["system"].partition(",")[0]]) for row in known]
    told = "; ".join(f"{row['system']}: {_shown(_as_number(row))}" for row in known)
    reason = "Tested on both sizes of reader: some interval lies on the other side of 0."
    wide = "Intervals over ten bins hold 0." if known else "Bins take twenty questions each."
    verdict = _joint(verdicts)
    return Verdict(
        verdict, told or "too few questions for bins", "" if verdict else reason if verdict is False else wide
    )


def _as_number(row: Mapping[str, float]) -> Number:
    return Number("r", row["bins"], row["bins_low"], row["bins_high"], unit="correlation")


def _agrees(row: Mapping[str, float], sign: int) -> bool | None:
    low, high = row["bins_low"], row["bins_high"]
    if low is None or high is None or low <= 0 <= high:
        return None
    return (row["bins"] > 0) == (sign > 0)


def _case(findings: Findings) -> Verdict:
    """Test whether words of the wrong option raise the answer's probability, and those of the sentence lower it."""
    told, verdicts = [], []
    for table in findings["figure-9"].tables:
        steps = [row for row in table.rows() if row["step"] is not None]
        content = [row for row in steps if row["token"] != "punctuation"]
        changes = {
            source: sum(row["step"] for row in content if row["from"] == source)
            for source in ("the wrong option", "the sentence")
        }
        verdicts.append(changes["the sentence"] < 0 < changes["the wrong option"])
        told.append(f"{table.title}: " + ", ".join(f"{100 * v:+.1f} points by {k}" for k, v in changes.items()))
    return Verdict(_joint(list(verdicts)), "; ".join(told), "" if all(verdicts) else ONE_CASE)


ONE_CASE = "One question shows no more than itself; both sizes of reader were asked, and stand side by side."


def _by_set(findings: Findings, label: str) -> Iterator[tuple[str, str, Number]]:
    for group, each in _of(findings["table-3"], label).items():
        name, _, training = group.partition(": ")
        yield name, training, each


def _learned(findings: Findings) -> list[str]:
    """Return the sets where the full training is clearly above every rule that reads nothing."""
    return [name for name, training, each in _by_set(findings, ABOVE) if training == FULL and (each.low or 0) > 0]


def _above_rules(findings: Findings) -> Verdict:
    learned = _learned(findings)
    rows = [row for row in _by_set(findings, ABOVE) if row[1] in SHUFFLES and row[0] in learned]
    clear = [row for row in rows if (row[2].low or 0) > 0]
    not_clear = ", ".join(
        f"{training} on {name} ({_shown(each)})" for name, training, each in rows if (each.low or 0) <= 0
    )
    told = (
        f"clearly above in {len(clear)} of {len(rows)} trainings, on the sets that the full training learns "
        f"({_named(learned)})"
    )
    return Verdict(
        _joint([len(clear) == len(rows)]) if rows else None,
        told + (f"; not clearly: {not_clear}" if not_clear else ""),
        "" if rows and not not_clear else _unlearned(findings),
    )


def _named(names: list[str]) -> str:
    return ", ".join(names) or "none"


def _unlearned(findings: Findings) -> str:
    rows = {name: each for name, training, each in _by_set(findings, ABOVE) if training == FULL}
    return (
        "Tested: what the full training itself learns with the questions afforded here, above the best rule: "
        f"{_listed(rows)}."
    )


def _shuffled_keeps(findings: Findings) -> Verdict:
    """Test whether P-Shuffle loses nothing clear on MCScript and MCScript2.0."""
    rows = {n: e for n, t, e in _by_set(findings, GAP) if t == "P-Shuffle" and n.startswith("MCScript")}
    verdicts = [_not_lower(each, -0.05) for each in rows.values()]
    verdict = _joint(verdicts)
    return Verdict(verdict, _listed(rows) or "not run", "" if verdict else _unlearned(findings))


def _better_than_removed(findings: Findings) -> Verdict:
    rows = [(name, training, each) for name, training, each in _by_set(findings, SHUFFLED_AGAINST_REMOVED)]
    learned = _learned(findings)
    tested = {f"{name} {training}": each for name, training, each in rows if name in learned}
    against = {name: each for name, each in tested.items() if each.high is not None and each.high < 0}
    clear = [name for name, each in tested.items() if (each.low or 0) > 0]
    told = f"clearly so in {len(clear)} of {len(tested)} pairs, clearly not in {len(against)}"
    holds = None if not tested else not against and len(clear) > len(tested) / 2
    return Verdict(holds, told, "" if holds else f"{_listed(against) or 'Intervals hold 0.'}; {_unlearned(findings)}")


def _keeps_without_passage(findings: Findings) -> Verdict:
    """Test whether P-Remove keeps at least half of the gain on MCScript, as in the paper."""
    rows = {n: e for n, t, e in _by_set(findings, KEPT) if t == "P-Remove" and n.startswith("MCScript")}
    verdicts = [_not_lower(each, 0.5) for each in rows.values()]
    papers = ", ".join(f"{name} {reported_kept(name, 'P-Remove'):.0%}" for name in rows)
    verdict = _joint(verdicts)
    return Verdict(
        verdict, f"{_listed(rows) or 'not run'}; the paper {papers}", "" if verdict else _unlearned(findings)
    )


CLAIMS = (
    Claim("Almost every attack takes right answers on almost every set (48 of 49).", ("table-2",), _losses),
    Claim("Under some attacks the answers are worse than guessing.", ("table-2",), _below_guessing),
    Claim(
        "A shuffled text of question and distractors behind the passage (AddSent2Pas-Shuffle) takes about half of the "
        "right answers (−49.5% on average).",
        ("table-2",),
        lambda findings: _each_reader(
            findings, CHANGE, PASSAGES, lambda n: _joint([_lower(n, -0.4), _not_lower(n, -0.6)]), -0.495
        ),
    ),
    Claim(
        "More is right where the sentence is added to the wrong option than where it replaces it: words of the wrong "
        "option help (+12.5 points on average over sets).",
        ("table-2",),
        lambda findings: _each_reader(findings, WORDS_HELP, "", lambda n: _not_lower(n, 0.0), 0.125),
    ),
    Claim(
        "AddSent2Opt is the most effective attack on MCTest, AddSent2Pas-Shuffle on RACE, Sent2Opt-Shuffle elsewhere.",
        ("table-2",),
        _same_attack,
    ),
    Claim(
        "That wrong options grow is not the main reason of the harm (Figure 6: r = −0.43).",
        ("figure-6", "controls"),
        _not_length,
    ),
    Claim(
        "Over bins, the change falls as wrong options grow (Figure 5: −0.64 on MCScript, −0.40 on RACE-M), which the "
        "paper takes for no sign that length does the harm.",
        ("figure-5",),
        partial(_sign, figure="figure-5", signs={"MCScript": -1, "RACE-M": -1}),
    ),
    Claim(
        "Harm goes with the answer's length up on MCScript (Figure 7: 0.77), down on RACE-M (−0.40).",
        ("figure-7",),
        partial(_sign, figure="figure-7", signs={"MCScript": 1, "RACE-M": -1}),
    ),
    Claim(
        "More thorough shuffling does a little more harm (Figure 8: −0.90 on MCScript, −0.34 on RACE-M).",
        ("figure-8",),
        partial(_sign, figure="figure-8", signs={"MCScript": -1, "RACE-M": -1}),
    ),
    Claim(
        "In the case of Figure 9, words of the sentence lower the answer's probability, and words of the wrong option "
        "raise it.",
        ("figure-9",),
        _case,
    ),
    Claim(
        "All six un-answerable trainings are better than guessing and than the longest option, on every set.",
        ("table-3",),
        _above_rules,
    ),
    Claim(
        "Trained on shuffled passages, BERT gets very close to the full training on MCScript and MCScript2.0 (1.2 and "
        "2.3 points less); close is taken as less than 5 points.",
        ("table-3",),
        _shuffled_keeps,
    ),
    Claim(
        "Training on shuffled text is better than on none: P-, Q- and PQ-Shuffle than P-, Q- and PQ-Remove "
        "(not so for Q and PQ on DREAM in the paper's own table).",
        ("table-3",),
        _better_than_removed,
    ),
    Claim(
        "Without passages in training, BERT keeps most of its gain over guessing on MCScript (76.8 of 87.7% right) and "
        "MCScript2.0 (73.6 of 83.9%).",
        ("table-3",),
        _keeps_without_passage,
    ),
)
