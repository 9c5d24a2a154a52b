"""The claims of Lin et al. (2021), tested on our figures, system by system."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from magnetite.core.results import Finding
from magnetite_papers.lin2021.exhibits import DOSED, HERE
from magnetite_papers.paper import Claim, Verdict, untested

GUESSING = 0.25
ALIKE = 0.03  # difference of mean T, or of accuracy, below which two count as alike
NO_PULL = 0.2  # T of one of five equally strong options
NEAR_NOTHING = 0.1  # a correlation that counts as none
LITTLE = 0.1  # share of the right answers that counts as little
NINE_OF_TEN = 0.9  # of the right answers
Findings = Mapping[str, Finding]
Tested = Mapping[str, tuple[bool | None, str]]  # by system: whether the claim holds for it, and its figures


def by_system(test: Callable[[Finding], Tested], exhibit: str) -> Callable[[Findings], Verdict]:
    """Return the test of a claim about every system of an exhibit."""
    return lambda findings: _verdict(test(findings[exhibit]))


def _verdict(tested: Tested, note: str = "") -> Verdict:
    if not tested:
        return untested("nothing to test it on")
    found = "; ".join(f"{name} {figures}" for name, (_, figures) in tested.items())
    return Verdict({name: each for name, (each, _) in tested.items()}, found, note=note)


def _rows(finding: Finding, name: str, **where: str) -> list[dict[str, Any]]:
    """Return our rows of a table."""
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
            tested[system] = (lead, f"{_score(series)} against {_score(plain)} for the others")
    return tested


def _statement_attracts(finding: Finding) -> Tested:
    """Test whether the paper's own statement has a higher T than an option without any pull."""
    return {
        r["system"]: (_above(r["score_low"], r["score_high"], NO_PULL), _share(r, "score"))
        for r in _rows(finding, "statement")
    }


def _best(finding: Finding) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield for each system the rows of the strongest combination and of the strongest other magnet, {} if none.

    T is on the questions not used in the search.
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
    """Say whether a difference is smaller than `ALIKE`; None if its interval leaves that open."""
    return True if low > -ALIKE and high < ALIKE else False if low > ALIKE or high < -ALIKE else None


def _splits_alike(finding: Finding) -> Tested:
    return {
        r["system"]: (
            _alike(r["difference_low"], r["difference_high"]),
            _gap(r, "difference"),
        )
        for r in _rows(finding, "splits")
    }


def _shared(finding: Finding) -> Tested:
    """Test whether the scores of two systems correlate, for pairs that were trained independently."""
    rows = [row for row in _rows(finding, "correlations") if row["all_low"] is not None]
    return {
        row["pair"]: (_above(row["all_low"], row["all_high"], 0.0), _correlation(row))
        for row in rows
        if row["pair"] not in finding.settings["one_line"]
    }


def _correlation(row: Mapping[str, Any]) -> str:
    return f"{row['all']:.2f} ({row['all_low']:.2f} to {row['all_high']:.2f})"


def _alike_share(findings: Findings) -> Verdict:
    """Test whether systems of one architecture correlate more closely than the mean of the other pairs."""
    finding = findings["figure-7"]
    pairs = {f"{x} and {y}" for group in finding.settings["alike"] for x in group for y in group if x != y}
    rows = [row for row in _rows(finding, "correlations") if row["all_low"] is not None]
    same = [row for row in rows if row["pair"] in pairs]
    others = [row["all"] for row in rows if row["pair"] not in pairs]
    if not same or not others:
        return untested("no two independently trained systems share architecture and view, or there are no others")
    mean = sum(others) / len(others)
    tested = {row["pair"]: (_above(row["all_low"], row["all_high"], mean), _correlation(row)) for row in same}
    return _verdict(tested, f"Mean of the other pairs: {mean:.2f}.")


def _subset_foretells(finding: Finding) -> Tested:
    """Test whether T on questions not used in the search is close to T on the search questions."""
    return {r["system"]: (_alike(r["gap_low"], r["gap_high"]), _gap(r, "gap")) for r in _rows(finding, "means")}


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
    found = f"{least['system']} {_change(least, 'combination')}, keeping {kept:.0%} ({low:.0%} to {high:.0%})"
    return Verdict({"": _above(1 - high, 1 - low, NINE_OF_TEN)}, found)


def _accuracy_stays(finding: Finding) -> Tested:
    """Test the change on the same questions, paired."""
    return {
        r["system"]: (_alike(r["change_low"], r["change_high"]), _gap(r, "change")) for r in _rows(finding, "stays")
    }


def _attack_is_met(findings: Findings) -> Verdict:
    """Test whether the combination does little harm; the note gives the training without its options."""
    rows = _rows(findings[DOSED], "table-2-dosed")
    plain, after = [r for r in rows if not _dosed(r)], [r for r in rows if _dosed(r)]
    tested = {
        row["system"]: (_above(_kept(row, "_low"), _kept(row, "_high"), 1 - LITTLE), _change(row, "combination"))
        for row in after
    }
    before = "; ".join(f"{row['system']} {_change(row, 'combination')}" for row in plain)
    kept_out = [row for row in _rows(findings["table-2"], "table-2") if row["training"] == "high"]
    others = "; ".join(f"{row['system']} {_change(row, 'combination')}" for row in kept_out)
    return _verdict(
        tested, f"Before: {before}. After training without these options and with fewer copies of each: {others}."
    )


def _dosed(row: Mapping[str, Any]) -> bool:
    return " dosed " in str(row["system"])


def _falls_for(group: str) -> Callable[[Finding], Tested]:
    return lambda finding: dict(_compared(_rows(finding, f"means-{group}"), "high", "plain"))


def _strong_untrained_fall(findings: Findings) -> Verdict:
    """Test the options not used in training, if they are stronger, before it, than options drawn at random."""
    tested = _falls_for("next")(findings["figure-8"])
    near, drawn = (
        {row["system"]: row for row in _rows(findings[exhibit], name)}
        for exhibit, name in (("figure-8", "means-next"), ("figure-5", "means"))
    )
    weak = [name for name in near if name.endswith(" plain") and near[name]["mean_low"] <= drawn[name]["mean_high"]]
    if not weak:
        return _verdict(tested)
    told = "; ".join(f"{name} {_share(near[name], 'mean')} against {_share(drawn[name], 'mean')}" for name in weak)
    note = f"Without augmented training, these options are not clearly stronger than random ones: {told}."
    return _verdict({name: (None, figures) for name, (_, figures) in tested.items()}, note)


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
    """Say whether one figure is below another; None if their intervals overlap.

    Both are on the same questions, so the difference is certain if their intervals do not overlap.
    """
    if first[f"{less}_high"] < second[f"{more}_low"]:
        return True
    return False if first[f"{less}_low"] > second[f"{more}_high"] else None


def _nothing_shared(state: str, most: float, idle: str) -> Callable[[Findings], Verdict]:
    """Test whether the correlation with the fine-tuned system is nearer to 0 than `most`, either way.

    It stays open for systems that are not clearly better than guessing; `idle` is the note on them.
    """

    def test(findings: Findings) -> Verdict:
        tested, guesses = {}, []
        for row in _rows(findings["table-4"], "table-4", state=state):
            value, low, high = (row[f"correlation{end}"] for end in ("", "_low", "_high"))
            if low is not None:
                figures = f"{value:.3f} ({low:.3f} to {high:.3f}), accuracy {_share(row, 'accuracy')}"
                within = True if -most < low and high < most else False if low > most or high < -most else None
                tested[row["system"]] = (within, figures)
                guesses += [row["system"]] if row["accuracy_low"] <= GUESSING else []
        left_open = {
            name: (None if name in guesses and not each else each, told) for name, (each, told) in tested.items()
        }
        return _verdict(left_open, idle if guesses else "")

    return test


def _biased_before(finding: Finding) -> Tested:
    """Test whether options differ: the strongest is clearly above the mean."""
    return {
        r["system"]: (
            _apart(r, "mean", r, "strongest"),
            f"mean T {_share(r, 'mean')}, highest T {_share(r, 'strongest')}",
        )
        for r in _rows(finding, "table-4", state="pre-trained")
    }


def _share(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]:.3f} ({row[f'{name}_low']:.3f} to {row[f'{name}_high']:.3f})"


def _kept(row: Mapping[str, Any], end: str = "") -> float:
    """Return the share of accuracy left by a combination, or its "_low" or "_high" end; 1 if there is none to lose."""
    return float(row[f"combination{end}"] / row["original"]) if row["original"] else 1.0


def _gap(row: Mapping[str, Any], name: str) -> str:
    value, low, high = (f"{100 * row[f'{name}{end}']:+.1f}" for end in ("", "_low", "_high"))
    return f"{value} points ({low} to {high})"


def _change(row: Mapping[str, Any], name: str) -> str:
    return f"{row['original']:.3f} to {_share(row, name)}"


CLAIMS = (
    Claim(
        "Most irrelevant options beat all original options of at least one question (Figure 2).",
        ("figure-2",),
        by_system(_above_zero, "figure-2"),
    ),
    Claim(
        "The strongest options, with T around 0.8, combine other options (section 4.2).",
        ("figure-3",),
        by_system(_combinations_lead, "figure-3"),
    ),
    Claim(
        "Plain statements are magnets too: the one in Table 1 has a mean T of 0.34 over models (section 4.2). "
        "Criterion: T above 0.2, its value if all options are equally strong.",
        ("table-1",),
        by_system(_statement_attracts, "table-1"),
    ),
    Claim(
        "Options of the training split are about as strong as those of the test split (Figure 6). Criterion: "
        "mean T less than 3 points apart.",
        ("figure-6",),
        by_system(_splits_alike, "figure-6"),
    ),
    Claim(
        "Systems share their magnets: the scores of any two correlate (Figure 7; about 0.76 on average).",
        ("figure-7",),
        by_system(_shared, "figure-7"),
    ),
    Claim("Systems of one architecture share more magnets than others (Appendix B.2).", ("figure-7",), _alike_share),
    Claim(
        "T on 346 questions predicts T on all of RACE test (Figure 3). Criterion: the magnets' mean T on questions "
        "not used in the search is less than 3 points from that on the search questions.",
        ("figure-3",),
        by_system(_subset_foretells, "figure-3"),
    ),
    Claim(
        "A combination lowers accuracy to about guessing or below, to between 0.064 and 0.297 (Table 1). Criterion: "
        "below 0.28, as for all the paper's models except RoBERTa large.",
        ("table-1",),
        by_system(_to_guessing, "table-1"),
    ),
    Claim(
        "A plain statement lowers accuracy, to between 0.334 and 0.798 (Table 1).",
        ("table-1",),
        by_system(_statement_harms, "table-1"),
    ),
    Claim(
        "The combination harms each system more than the plain statement does (Table 1).",
        ("table-1",),
        by_system(_combination_harms_more, "table-1"),
    ),
    Claim(
        "The combination lowers accuracy by up to 0.68: ALBERT large falls from 0.752 to 0.064 (Table 1). Criterion: "
        "the most affected system loses more than nine in ten correct answers.",
        ("table-1",),
        _most_is_lost,
    ),
    Claim(
        "People are not attracted: accuracy 0.90 without a magnet, 0.94 with one (section 4.4).",
        ("figure-4",),
        lambda _findings: untested("no people took part here"),
    ),
    Claim(
        "Training with strong options hardly changes accuracy: BERT base has 0.614 without them, 0.601 with them "
        "(Table 2). Criterion: less than 3 points apart.",
        (DOSED,),
        by_system(_accuracy_stays, DOSED),
    ),
    Claim(
        "After this training, the combination does little harm: BERT base falls from 0.601 to 0.576 (Table 2). "
        "Criterion: less than a tenth of the correct answers lost.",
        ("table-2", DOSED),
        _attack_is_met,
    ),
    Claim("T of options used in training falls (Figure 8).", ("figure-8",), by_system(_falls_for("high"), "figure-8")),
    Claim(
        "T of strong options not used in training falls too (Figure 8).",
        ("figure-8", "figure-5"),
        _strong_untrained_fall,
    ),
    Claim(
        "Strong options in training lower T of unseen options more than weak ones do (Figure 5).",
        ("figure-5",),
        by_system(_strong_teach_more, "figure-5"),
    ),
    Claim(
        "Pre-trained models have their own biases: some options attract them more than others (Table 4; mean T "
        "0.052 to 0.355).",
        ("table-4",),
        by_system(_biased_before, "table-4"),
    ),
    Claim(
        "These biases are unrelated to those after fine-tuning: correlations of −0.023 to −0.013 (Table 4). "
        "Criterion: between −0.1 and 0.1.",
        ("table-4",),
        _nothing_shared(
            "pre-trained",
            NEAR_NOTHING,
            "The head is a single random draw, so the interval does not cover other heads.",
        ),
    ),
    Claim(
        "With only the head trained, the biases are hardly related: correlations of 0.069 to 0.231 (Table 4). "
        "Criterion: less than 0.231.",
        ("table-4",),
        _nothing_shared("head only", 0.231, "Here the head is no better than guessing, so this is a weak test."),
    ),
)
