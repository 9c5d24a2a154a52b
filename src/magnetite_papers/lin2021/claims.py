"""What Lin et al. (2021) say of their figures, tested on ours, system by system.

A claim holds where it holds for every system that it is tested on, and is undecided where an interval leaves it open
for one. Where it does not hold, two readers are compared, `smaller` and `larger`; the configuration says what they
differ in, for that may be more than size.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from magnetite.core.results import Finding
from magnetite_papers.lin2021.exhibits import HERE
from magnetite_papers.paper import Claim, Verdict

RULE = (
    "A claim holds if the intervals support it for every system that it is tested on; if one leaves it open, the claim "
    "is undecided. The size of an effect may differ from the paper's, unless the claim names a limit."
)
GUESSING = 0.25
ALIKE = 0.03  # difference of mean T, or of accuracy, below which two count as alike
NO_PULL = 0.2  # T of an option of five that all are as strong
NEAR_NOTHING = 0.1  # a correlation that counts as none
LITTLE = 0.1  # share of the right answers that counts as little
NINE_OF_TEN = 0.9  # of the right answers
Findings = Mapping[str, Finding]
Tested = Mapping[str, tuple[bool | None, str]]  # by system: whether the claim holds for it, and its figures


def by_system(test: Callable[[Finding], Tested], exhibit: str) -> Callable[[Findings], Verdict]:
    """Return the test of a claim that is made of every system of an exhibit."""

    def verdict(findings: Findings) -> Verdict:
        finding = findings[exhibit]
        tested = test(finding)
        found = "; ".join(f"{name} {figures}" for name, (_, figures) in tested.items())
        if not tested:
            return Verdict(None, "nothing to test it on", tested=False)
        passes = [each for each, _ in tested.values()]
        if False in passes:
            return _failed(tested, found, finding.settings)
        untold = [name for name, (each, _) in tested.items() if each is None]
        if untold:
            return Verdict(None, found, note=f"An interval leaves it open for {', '.join(untold)}.")
        return Verdict(True, found)

    return verdict


def _failed(tested: Tested, found: str, sizes: Mapping[str, Any]) -> Verdict:
    """Say of a claim that fails whether it does with one of the two readers alone, where both were asked."""
    smaller, larger = str(sizes["smaller"]), str(sizes["larger"])
    if smaller not in tested or larger not in tested:
        return Verdict(False, found)
    small, large = tested[smaller][0], tested[larger][0]
    if large and small is False:
        reason = f"It holds for {larger} and not for {smaller}: these differ in {sizes['differ_in']}."
        return Verdict(False, found, reason)
    if small and large is False:
        return Verdict(False, found, note=f"Not size: it holds for {smaller} and not for {larger}.")
    if large is False:
        return Verdict(False, found, note=f"Not size alone: it holds for neither {smaller} nor {larger}.")
    others = [name for name, (passes, _) in tested.items() if passes is False]
    return Verdict(False, found, note=f"It fails for {', '.join(others)}, not for {smaller} and {larger}.")


def _rows(finding: Finding, name: str, **where: str) -> list[dict[str, Any]]:
    """Return the rows of ours in a table."""
    rows = finding.table(name).rows()
    return [r for r in rows if r.get("source", HERE) == HERE and all(r[key] == value for key, value in where.items())]


def _above_zero(finding: Finding) -> Tested:
    return {
        r["system"]: (_above(r["beaten_low"], r["beaten_high"], 0.5), _share(r, "beaten"))
        for r in _rows(finding, "interference")
    }


def _combinations_lead(finding: Finding) -> Tested:
    tested = {}
    for system, series, plain in _best(finding):
        if series and plain:
            lead = True if series["low"] > plain["high"] else False if series["high"] < plain["low"] else None
            tested[system] = (lead, f"{_score(series)}, and {_score(plain)} of the others")
    return tested


def _statement_attracts(findings: Findings) -> Verdict:
    """Test whether the paper's own statement has a higher T than an option without any pull, averaged over systems.

    The average is of the systems that see the passage, as all the paper's do; others stand beside it.
    """
    finding = findings["table-1"]
    every = _rows(finding, "statement")
    rows = [row for row in every if row["system"] in finding.settings["reading"]]
    mean, low, high = (sum(row[f"score{end}"] for row in rows) / len(rows) for end in ("", "_low", "_high"))
    told, beside = (
        "; ".join(f"{row['system']} {_share(row, 'score')}" for row in each)
        for each in (rows, [row for row in every if row not in rows])
    )
    found = f"{mean:.2f} ({low:.2f} to {high:.2f}) on average: {told}"
    return Verdict(_above(low, high, NO_PULL), found, note=f"Without the passage: {beside}." if beside else "")


def _best(finding: Finding) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield for each system the rows of the strongest combination and of the strongest other magnet; {} of none.

    T is that of the questions that the search never saw.
    """
    rows = [row for row in finding.table("validation").rows() if row["unseen"] is not None]
    for system in dict.fromkeys(row["system"] for row in rows):
        own = [row for row in rows if row["system"] == system]
        parts = ([row for row in own if bool(row["series"]) is kind] for kind in (True, False))
        yield system, *(max(part, key=lambda row: float(row["unseen"]), default={}) for part in parts)


def _score(row: Mapping[str, Any]) -> str:
    return f"{row['unseen']:.2f} ({row['low']:.2f} to {row['high']:.2f})"


def _above(low: float, high: float, bound: float) -> bool | None:
    return True if low > bound else False if high < bound else None


def _alike(low: float, high: float) -> bool | None:
    """Say whether a difference is smaller than `ALIKE`; None where its interval leaves that open."""
    return True if low > -ALIKE and high < ALIKE else False if low > ALIKE or high < -ALIKE else None


def _splits_alike(finding: Finding) -> Tested:
    return {
        r["system"]: (
            _alike(r["difference_low"], r["difference_high"]),
            _gap(r, "difference"),
        )
        for r in _rows(finding, "splits")
    }


def _shared(findings: Findings) -> Verdict:
    finding = findings["figure-7"]
    rows = [row for row in _rows(finding, "correlations") if row["all_low"] is not None]
    if not rows:
        return Verdict(None, "no pair of systems whose scores vary", tested=False)
    pairs = {f"{x} and {y}" for x in finding.settings["reading"] for y in finding.settings["reading"]}
    seeing = [row["all"] for row in rows if row["pair"] in pairs]
    mean = f"{sum(seeing) / len(seeing):.2f} on average where both see the passage: " if seeing else ""
    found = "; ".join(f"{r['pair']} {r['all']:.2f} ({r['all_low']:.2f} to {r['all_high']:.2f})" for r in rows)
    each = [_above(row["all_low"], row["all_high"], 0.0) for row in rows]
    return Verdict(_all(each), f"{mean}{found}")


def _alike_share(findings: Findings) -> Verdict:
    """Test whether systems of one architecture correlate more closely than the mean of the other pairs."""
    finding = findings["figure-7"]
    pairs = {f"{x} and {y}" for group in finding.settings["alike"] for x in group for y in group if x != y}
    rows = [row for row in _rows(finding, "correlations") if row["all_low"] is not None]
    same = [row for row in rows if row["pair"] in pairs]
    others = [row["all"] for row in rows if row["pair"] not in pairs]
    if not same or not others:
        nothing = "no two systems of one architecture and view that were trained apart, or no others"
        return Verdict(None, nothing, tested=False)
    mean = sum(others) / len(others)
    each = [_above(row["all_low"], row["all_high"], mean) for row in same]
    told = "; ".join(f"{r['pair']} {r['all']:.2f} ({r['all_low']:.2f} to {r['all_high']:.2f})" for r in same)
    return Verdict(_all(each), f"{told}; the others {mean:.2f} on average")


def _subset_tells(finding: Finding) -> Tested:
    """Test whether mean T on the questions of the search foretells that on questions which the search never saw."""
    return {
        r["system"]: (
            _alike(r["unseen_low"] - r["subset"], r["unseen_high"] - r["subset"]),
            f"{r['subset']:.3f}, and {_share(r, 'unseen')} on those not seen",
        )
        for r in _rows(finding, "means")
    }


def _to_guessing(finding: Finding) -> Tested:
    return {
        r["system"]: (
            _above(-r["combination_high"], -r["combination_low"], -GUESSING - ALIKE),
            _change(r, "combination"),
        )
        for r in _rows(finding, "table-1")
    }


def _combination_harms_more(finding: Finding) -> Tested:
    return {
        r["system"]: (
            _apart(r, "combination", r, "plain"),
            f"{_share(r, 'combination')} against {_share(r, 'plain')}",
        )
        for r in _rows(finding, "table-1")
    }


def _statement_harms(finding: Finding) -> Tested:
    return {
        r["system"]: (
            _above(-r["plain_change_high"], -r["plain_change_low"], 0.0),
            _gap(r, "plain_change"),
        )
        for r in _rows(finding, "table-1")
    }


def _most_is_lost(findings: Findings) -> Verdict:
    rows = _rows(findings["table-1"], "table-1")
    least = min(rows, key=_kept)
    kept, low, high = (_kept(least, end) for end in ("", "_low", "_high"))
    found = f"{least['system']} {_change(least, 'combination')}, {kept:.0%} of them ({low:.0%} to {high:.0%})"
    return Verdict(_above(1 - high, 1 - low, NINE_OF_TEN), found)


def _augmented(finding: Finding) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """Yield the rows of Table 2 by training, for each augmented training of ours."""
    rows = _rows(finding, "table-2")
    for name in dict.fromkeys(row["system"] for row in rows):
        yield name, {row["training"]: row for row in rows if row["system"] == name}


def _accuracy_stays(finding: Finding) -> Tested:
    tested = {}
    for name, by in _augmented(finding):
        after, before = by["high"], by["plain"]
        change = after["original"] - before["original"]
        # As of other questions each, which is wider than of the same ones.
        reach = math.hypot(*(row["original_high"] - row["original_low"] for row in (after, before))) / 2
        figures = f"{_share(after, 'original')} against {_share(before, 'original')}"
        tested[name] = (_alike(change - reach, change + reach), figures)
    return tested


def _attack_is_met(finding: Finding) -> Tested:
    tested = {}
    for name, by in _augmented(finding):
        after = by["high"]
        figures = f"{_change(after, 'combination')}; without, {_change(by['plain'], 'combination')}"
        tested[name] = (_above(_kept(after, "_low"), _kept(after, "_high"), 1 - LITTLE), figures)
    return tested


def _attack_is_met_and_why(findings: Findings) -> Verdict:
    """Test whether the combination takes little, and if not, whether combinations that were trained on still do."""
    verdict = by_system(_attack_is_met, "table-2")(findings)
    rows = _rows(findings["figure-8"], "combinations-high")
    if verdict.holds is not False or not rows:
        return verdict
    by = {row["system"]: row for row in rows}
    names = [name for name, _ in _augmented(findings["table-2"]) if {f"{name} high", f"{name} plain"} <= set(by)]
    if not names:
        return verdict
    told = "; ".join(
        f"of the {by[f'{name} high']['combinations']} combinations among those of {name} mean T falls from "
        f"{by[f'{name} plain']['combined']:.2f} to {by[f'{name} high']['combined']:.2f}, of the others from "
        f"{by[f'{name} plain']['others']:.2f} to {by[f'{name} high']['others']:.2f}"
        for name in names
    )
    if any(by[f"{name} high"]["combined"] <= NO_PULL for name in names):
        return replace(
            verdict, note=f"{verdict.note} Combinations that were trained on no longer attract: {told}.".strip()
        )
    reason = f"Tested: even combinations that were trained on stay strong, so it is not that this one was new: {told}."
    return replace(verdict, reason=f"{reason} Beyond that no reason is known.")


def _falls_for(group: str) -> Callable[[Finding], Tested]:
    return lambda finding: dict(_compared(_rows(finding, f"means-{group}"), "high", "plain"))


def _strong_untrained_fall(findings: Findings) -> Verdict:
    """Test the options that no training saw, if they are stronger, untrained, than options drawn at random."""
    verdict = by_system(_falls_for("next"), "figure-8")(findings)
    near, drawn = (
        {row["system"]: row for row in _rows(findings[exhibit], name)}
        for exhibit, name in (("figure-8", "means-next"), ("figure-5", "means"))
    )
    weak = [name for name in near if name.endswith(" plain") and near[name]["mean_low"] <= drawn[name]["mean_high"]]
    if not weak:
        return verdict
    told = "; ".join(f"{name} {_share(near[name], 'mean')} against {_share(drawn[name], 'mean')}" for name in weak)
    note = f"Before training these options are not clearly stronger than options drawn at random: {told}."
    return Verdict(None, verdict.found, note=note)


def _strong_teach_more(finding: Finding) -> Tested:
    return dict(_compared(_rows(finding, "means"), "high", "low"))


def _compared(rows: Sequence[Mapping[str, Any]], less: str, more: str) -> Iterator[tuple[str, tuple[bool | None, str]]]:
    """Yield for each augmented training whether mean T is lower after one than after another."""
    by = {str(row["system"]): row for row in rows}
    for name in (system.removesuffix(f" {less}") for system in by if system.endswith(f" {less}")):
        other = by.get(f"{name} {more}") or by.get(name)
        if other is not None:
            first = by[f"{name} {less}"]
            figures = f"{_share(first, 'mean')} against {_share(other, 'mean')}"
            yield name, (_apart(first, "mean", other, "mean"), figures)


def _apart(first: Mapping[str, Any], less: str, second: Mapping[str, Any], more: str) -> bool | None:
    """Say whether one figure is below another; None where their intervals meet.

    Both are of the same questions, so where their intervals do not meet the difference is certain.
    """
    if first[f"{less}_high"] < second[f"{more}_low"]:
        return True
    return False if first[f"{less}_low"] > second[f"{more}_high"] else None


def _all(verdicts: Sequence[bool | None]) -> bool | None:
    return False if False in verdicts else None if None in verdicts else True


def _nothing_shared(state: str, most: float, idle: str) -> Callable[[Findings], Verdict]:
    """Test whether the correlation with the fine-tuned system is nearer to 0 than `most`, either way.

    It is left open of systems that are not clearly better than guessing: `idle` says what that means.
    """

    def test(findings: Findings) -> Verdict:
        tested, guesses = {}, []
        for row in _rows(findings["table-4"], "table-4", state=state):
            value, low, high = (row[f"correlation{end}"] for end in ("", "_low", "_high"))
            if low is not None:
                figures = f"{value:.3f} ({low:.3f} to {high:.3f}), {_share(row, 'accuracy')} right"
                within = True if -most < low and high < most else False if low > most or high < -most else None
                tested[row["system"]] = (within, figures)
                guesses += [row["system"]] if row["accuracy_low"] <= GUESSING else []
        found = "; ".join(f"{name} {figures}" for name, (_, figures) in tested.items())
        if not tested:
            return Verdict(None, "nothing to test it on", tested=False)
        verdict = _all([within for within, _ in tested.values()])
        if verdict is False and guesses:
            return Verdict(None, found, note=idle)
        note = f"{idle} " if guesses else ""
        return Verdict(verdict, found, note=note + ("An interval leaves it open." if verdict is None else ""))

    return test


def _biased_before(finding: Finding) -> Tested:
    """Test whether options differ: the strongest is clearly above the mean."""
    return {
        r["system"]: (
            _apart(r, "mean", r, "strongest"),
            f"mean {_share(r, 'mean')}, the strongest option {_share(r, 'strongest')}",
        )
        for r in _rows(finding, "table-4", state="pre-trained")
    }


def _share(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]:.3f} ({row[f'{name}_low']:.3f} to {row[f'{name}_high']:.3f})"


def _kept(row: Mapping[str, Any], end: str = "") -> float:
    """Return the share of accuracy that a combination leaves, or its "_low" or "_high" end; all, of none to lose."""
    return float(row[f"combination{end}"] / row["original"]) if row["original"] else 1.0


def _gap(row: Mapping[str, Any], name: str) -> str:
    value, low, high = (f"{100 * row[f'{name}{end}']:+.1f}" for end in ("", "_low", "_high"))
    return f"{value} points ({low} to {high})"


def _change(row: Mapping[str, Any], name: str) -> str:
    return f"{row['original']:.3f} to {_share(row, name)}"


CLAIMS = (
    Claim(
        "Most irrelevant options beat all own options of some question (Figure 2).",
        ("figure-2",),
        by_system(_above_zero, "figure-2"),
    ),
    Claim(
        "The strongest options, of T around 0.8, combine other options (section 4.2).",
        ("figure-3",),
        by_system(_combinations_lead, "figure-3"),
    ),
    Claim(
        "Plain statements are magnets too: one, that of Table 1, has a T of 0.34, averaged over models (section 4.2); "
        "tested is whether it has more than 0.2 on average, what it has where all options are as strong.",
        ("table-1",),
        _statement_attracts,
    ),
    Claim(
        "Options of the training split are about as strong as those of the test split (Figure 6); alike is taken as a "
        "mean T less than 3 points apart.",
        ("figure-6",),
        by_system(_splits_alike, "figure-6"),
    ),
    Claim(
        "Systems share their magnets: the scores of every two correlate (Figure 7; about 0.76 on average).",
        ("figure-7",),
        _shared,
    ),
    Claim("Systems of one architecture share more of them than others do (Appendix B.2).", ("figure-7",), _alike_share),
    Claim(
        "T on 346 questions predicts T on all of RACE test (Figure 3); taken to hold where mean T on the questions of "
        "the search is less than 3 points from that on questions which the search never saw.",
        ("figure-3",),
        by_system(_subset_tells, "figure-3"),
    ),
    Claim(
        "A combination takes accuracy to about guessing or below it, to between 0.064 and 0.297 (Table 1); tested is "
        "whether it is below 0.28, as it is of all the paper's models but RoBERTa large.",
        ("table-1",),
        by_system(_to_guessing, "table-1"),
    ),
    Claim(
        "A plain statement costs accuracy, which falls to between 0.334 and 0.798 (Table 1).",
        ("table-1",),
        by_system(_statement_harms, "table-1"),
    ),
    Claim(
        "The combination costs each system more than the plain statement (Table 1).",
        ("table-1",),
        by_system(_combination_harms_more, "table-1"),
    ),
    Claim(
        "The combination costs up to 0.68 of accuracy: ALBERT large, 0.752 to 0.064 (Table 1), nine right answers of "
        "ten; that share is tested, of the system that loses most.",
        ("table-1",),
        _most_is_lost,
    ),
    Claim(
        "People are not attracted: 0.90 right without a magnet, 0.94 with one (section 4.4).",
        ("figure-4",),
        lambda _findings: Verdict(None, "no people were asked here", tested=False),
    ),
    Claim(
        "Training with strong options keeps accuracy about the same, 0.601 after 0.614 with BERT base (Table 2); less "
        "than 3 points apart is taken for that.",
        ("table-2",),
        by_system(_accuracy_stays, "table-2"),
    ),
    Claim(
        "After it, the combination takes little: 0.601 to 0.576 with BERT base (Table 2); little is taken as less than "
        "a tenth of the right answers.",
        ("table-2", "figure-8"),
        _attack_is_met_and_why,
    ),
    Claim("T of the options trained on falls (Figure 8).", ("figure-8",), by_system(_falls_for("high"), "figure-8")),
    Claim(
        "So does T of strong options that were not (Figure 8).",
        ("figure-8", "figure-5"),
        _strong_untrained_fall,
    ),
    Claim(
        "Strong options teach more than weak ones, of options that no training saw (Figure 5).",
        ("figure-5",),
        by_system(_strong_teach_more, "figure-5"),
    ),
    Claim(
        "Pre-trained models have biases of their own: some options attract them more than others (Table 4; mean T "
        "0.052 to 0.355).",
        ("table-4",),
        by_system(_biased_before, "table-4"),
    ),
    Claim(
        "They have nothing to do with those after fine-tuning: correlations of −0.023 to −0.013 (Table 4); taken to "
        "hold within −0.1 and 0.1.",
        ("table-4",),
        _nothing_shared(
            "pre-trained",
            NEAR_NOTHING,
            "The head was drawn at random, once, so the interval is not about other heads.",
        ),
    ),
    Claim(
        "With the head alone trained little is shared: correlations of 0.069 to 0.231 (Table 4); little is taken as "
        "less than 0.231.",
        ("table-4",),
        _nothing_shared("head alone", 0.231, "The head does no better than guessing here, so it tests little."),
    ),
)
