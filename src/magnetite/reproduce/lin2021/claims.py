"""What Lin et al. (2021) say of their figures, tested on ours, system by system.

A claim holds where it holds for every system that it is tested on. Where it does not, the reason that is tested is the
reader's size: two readers of one training, `smaller` and `larger`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from magnetite.core.results import Finding
from magnetite.reproduce.lin2021.exhibits import HERE
from magnetite.reproduce.paper import Claim, Verdict

GUESSING = 0.25
Findings = Mapping[str, Finding]
Tested = Mapping[str, tuple[bool, str]]  # by system: whether the claim holds for it, and its figures


def by_system(test: Callable[[Finding], Tested], exhibit: str) -> Callable[[Findings], Verdict]:
    """Return the test of a claim that is made of every system of an exhibit."""

    def verdict(findings: Findings) -> Verdict:
        finding = findings[exhibit]
        tested = test(finding)
        found = "; ".join(f"{name} {figures}" for name, (_, figures) in tested.items())
        if not tested:
            return Verdict(None, "nothing to test it on")
        holds = all(passes for passes, _ in tested.values())
        return Verdict(holds, found, "" if holds else _of_size(tested, finding.settings))

    return verdict


def _of_size(tested: Tested, sizes: Mapping[str, Any]) -> str:
    """Say whether the size of the reader explains that a claim fails; "" where it cannot be told."""
    smaller, larger = str(sizes["smaller"]), str(sizes["larger"])
    if smaller not in tested or larger not in tested:
        return ""
    small, large = tested[smaller][0], tested[larger][0]
    if large and not small:
        return f"A matter of size: it holds for {larger} and not for {smaller}, of the same training."
    if small and not large:
        return f"Not size: it holds for {smaller} and not for {larger}, of the same training. No other reason is known."
    if not large:
        return f"Not size alone: it holds for neither {smaller} nor {larger}. No other reason is known."
    others = [name for name, (passes, _) in tested.items() if not passes]
    return f"Not size: it holds for {smaller} and {larger}; it fails for {', '.join(others)}."


def _rows(finding: Finding, name: str, **where: str) -> list[dict[str, Any]]:
    """Return the rows of ours in a table."""
    rows = finding.table(name).rows()
    return [r for r in rows if r.get("source", HERE) == HERE and all(r[key] == value for key, value in where.items())]


def _above_zero(finding: Finding) -> Tested:
    return {r["system"]: (r["beaten"] > 0.5, f"{r['beaten']:.0%}") for r in _rows(finding, "interference")}


def _combinations_lead(finding: Finding) -> Tested:
    tested = {}
    for system, series, plain in _best(finding):
        tested[system] = (series > plain, f"{series:.2f}, and {plain:.2f} of the others")
    return tested


def _statements_reach(finding: Finding) -> Tested:
    return {system: (plain >= 0.34, f"{plain:.2f}") for system, _, plain in _best(finding)}


def _best(finding: Finding) -> Iterator[tuple[str, float, float]]:
    """Yield for each system the T, on all questions, of the strongest combination and of the strongest other magnet."""
    rows = finding.table("validation").rows()
    for system in dict.fromkeys(row["system"] for row in rows):
        own = [row for row in rows if row["system"] == system and row["whole"] is not None]
        parts = [[row["whole"] for row in own if bool(row["series"]) is kind] for kind in (True, False)]
        yield system, *(max(part, default=0.0) for part in parts)


def _splits_alike(finding: Finding) -> Tested:
    return {
        r["system"]: (
            r["difference_low"] <= 0 <= r["difference_high"] or abs(r["difference"]) < 0.01,
            f"{_points(r['difference'])} points ({_points(r['difference_low'])} to {_points(r['difference_high'])})",
        )
        for r in _rows(finding, "splits")
    }


def _shared(findings: Findings) -> Verdict:
    rows = [row for row in _rows(findings["figure-7"], "correlations") if row["all_low"] is not None]
    if not rows:
        return Verdict(None, "no pair of systems whose scores vary")
    found = "; ".join(f"{r['pair']} {r['all']:.2f} ({r['all_low']:.2f} to {r['all_high']:.2f})" for r in rows)
    return Verdict(all(row["all_low"] > 0 for row in rows), found)


def _subset_tells(finding: Finding) -> Tested:
    return {
        r["system"]: (abs(r["whole"] - r["subset"]) < 0.03, f"{r['subset']:.3f} and {r['whole']:.3f}")
        for r in _rows(finding, "means")
    }


def _to_guessing(finding: Finding) -> Tested:
    return {
        r["system"]: (r["combination_low"] <= GUESSING, _change(r, "combination")) for r in _rows(finding, "table-1")
    }


def _combination_harms_more(finding: Finding) -> Tested:
    return {
        r["system"]: (
            r["combination_high"] < r["plain_low"],
            f"{_share(r, 'combination')} against {_share(r, 'plain')}",
        )
        for r in _rows(finding, "table-1")
    }


def _statement_harms(finding: Finding) -> Tested:
    return {r["system"]: (r["plain_high"] < r["original_low"], _change(r, "plain")) for r in _rows(finding, "table-1")}


def _most_is_lost(findings: Findings) -> Verdict:
    kept = {r["system"]: _kept(r) for r in _rows(findings["table-1"], "table-1")}
    least = min(kept, key=lambda name: kept[name])
    return Verdict(kept[least] <= 0.1, f"{least} keeps {kept[least]:.0%}")


def _augmented(finding: Finding) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """Yield the rows of Table 2 by training, for each augmented training of ours."""
    rows = _rows(finding, "table-2")
    for name in dict.fromkeys(row["system"] for row in rows):
        yield name, {row["training"]: row for row in rows if row["system"] == name}


def _accuracy_stays(finding: Finding) -> Tested:
    return {
        name: (
            by["high"]["original_high"] >= by["plain"]["original_low"],
            f"{_share(by['high'], 'original')} against {_share(by['plain'], 'original')}",
        )
        for name, by in _augmented(finding)
    }


def _attack_is_met(finding: Finding) -> Tested:
    tested = {}
    for name, by in _augmented(finding):
        figures = f"{_change(by['high'], 'combination')}; without, {_change(by['plain'], 'combination')}"
        tested[name] = (_kept(by["high"]) >= 0.9, figures)
    return tested


def _falls_for(group: str) -> Callable[[Finding], Tested]:
    return lambda finding: dict(_compared(_rows(finding, f"means-{group}"), "high", "plain"))


def _strong_teach_more(finding: Finding) -> Tested:
    return dict(_compared(_rows(finding, "means"), "high", "low"))


def _compared(rows: Sequence[Mapping[str, Any]], less: str, more: str) -> Iterator[tuple[str, tuple[bool, str]]]:
    """Yield for each augmented training whether mean T is lower after one than after another.

    The intervals are of the same questions, so where they do not overlap the difference is certain.
    """
    by = {str(row["system"]): row for row in rows}
    for name in (system.removesuffix(f" {less}") for system in by if system.endswith(f" {less}")):
        other = by.get(f"{name} {more}") or by.get(name)
        if other is not None:
            first = by[f"{name} {less}"]
            yield (
                name,
                (first["mean_high"] < other["mean_low"], f"{_share(first, 'mean')} against {_share(other, 'mean')}"),
            )


def _nothing_shared(state: str, least: float, most: float) -> Callable[[Finding], Tested]:
    def test(finding: Finding) -> Tested:
        return {
            r["system"]: (
                r["correlation_low"] <= most and r["correlation_high"] >= least,
                f"{r['correlation']:.3f} ({r['correlation_low']:.3f} to {r['correlation_high']:.3f})",
            )
            for r in _rows(finding, "table-4", state=state)
            if r["correlation_low"] is not None
        }

    return test


def _biased_before(finding: Finding) -> Tested:
    return {
        r["system"]: (r["mean_high"] >= 0.0518, _share(r, "mean"))
        for r in _rows(finding, "table-4", state="pre-trained")
    }


def _share(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]:.3f} ({row[f'{name}_low']:.3f} to {row[f'{name}_high']:.3f})"


def _kept(row: Mapping[str, Any]) -> float:
    """Return the share of accuracy that a combination leaves; all, where there is none to lose."""
    return float(row["combination"] / row["original"]) if row["original"] else 1.0


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


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
        "Plain statements are magnets too, up to a T of 0.34 (section 4.2).",
        ("figure-3",),
        by_system(_statements_reach, "figure-3"),
    ),
    Claim(
        "Options of the training split are as strong as those of the test split (Figure 6).",
        ("figure-6",),
        by_system(_splits_alike, "figure-6"),
    ),
    Claim("Systems share their magnets: correlations of 0.76 on average (Figure 7).", ("figure-7",), _shared),
    Claim(
        "T on 346 questions tells T on all of RACE test (Figure 3).",
        ("figure-3",),
        by_system(_subset_tells, "figure-3"),
    ),
    Claim(
        "A combination takes accuracy to guessing or below, 0.064 to 0.297 (Table 1).",
        ("table-1",),
        by_system(_to_guessing, "table-1"),
    ),
    Claim(
        "A plain statement costs accuracy, down to 0.334 to 0.798 (Table 1).",
        ("table-1",),
        by_system(_statement_harms, "table-1"),
    ),
    Claim(
        "The combination costs each system more than the plain statement (Table 1).",
        ("table-1",),
        by_system(_combination_harms_more, "table-1"),
    ),
    Claim(
        "An attack can cost nine right answers of ten: ALBERT large, from 0.752 to 0.064 (Table 1).",
        ("table-1",),
        _most_is_lost,
    ),
    Claim(
        "People are not attracted: 0.90 right without a magnet, 0.94 with one (section 4.4).",
        ("figure-4",),
        lambda _findings: Verdict(None, "no people were asked here"),
    ),
    Claim(
        "Training with strong options costs no accuracy: 0.601 after 0.614 with BERT base (Table 2).",
        ("table-2",),
        by_system(_accuracy_stays, "table-2"),
    ),
    Claim(
        "After it, the combination takes little: 0.601 to 0.576 with BERT base (Table 2).",
        ("table-2",),
        by_system(_attack_is_met, "table-2"),
    ),
    Claim("T of the options trained on falls (Figure 8).", ("figure-8",), by_system(_falls_for("high"), "figure-8")),
    Claim(
        "So does T of strong options that were not (Figure 8).",
        ("figure-8",),
        by_system(_falls_for("next"), "figure-8"),
    ),
    Claim(
        "Strong options teach more than weak ones, of options that no training saw (Figure 5).",
        ("figure-5",),
        by_system(_strong_teach_more, "figure-5"),
    ),
    Claim(
        "Pre-trained models have biases of their own: mean T of 0.052 to 0.355 (Table 4).",
        ("table-4",),
        by_system(_biased_before, "table-4"),
    ),
    Claim(
        "They have nothing to do with those after fine-tuning: correlations of −0.023 to −0.013 (Table 4).",
        ("table-4",),
        by_system(_nothing_shared("pre-trained", 0.0, 0.0), "table-4"),
    ),
    Claim(
        "With the head alone trained little is shared: correlations of 0.069 to 0.231 (Table 4).",
        ("table-4",),
        by_system(_nothing_shared("head alone", 0.0, 0.231), "table-4"),
    ),
)
