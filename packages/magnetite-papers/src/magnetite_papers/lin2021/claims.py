"""The claims of Lin et al. (2021), tested on our figures, system by system."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from magnetite.core.results import Finding, Number
from magnetite_papers.decided import Held, above, below, cell, gap, within
from magnetite_papers.lin2021.exhibits import DOSED, HERE, is_dosed
from magnetite_papers.paper import Claim, Outcome, untested

GUESSING = 0.25
MOST_SHARE = 0.5
ALIKE = 0.03  # difference of mean T, or of accuracy, below which two count as alike
NO_PULL = 0.2  # T of one of five equally strong options
NEAR_NOTHING = 0.1  # a correlation that counts as none
LITTLE = 0.1  # share of the right answers that counts as little
NINE_OF_TEN = 0.9  # of the right answers
Findings = Mapping[str, Finding]
NONE_ASKED: Mapping[str, int] = {}
Tested = Mapping[str, tuple[Held, str]]  # by system: whether the claim holds for it, and its figures


def by_system(
    test: Callable[[Finding], Tested], exhibit: str, name: str = "", *, joined: bool = False
) -> Callable[[Findings], Outcome]:
    """Return the test of a claim about every system of an exhibit; `name`: its table that says on how many questions.

    `joined`: the claim is about all of them together.
    """
    return lambda findings: _outcome(
        test(findings[exhibit]), asked=_asked(findings[exhibit], name) if name else {}, joined=joined
    )


def _outcome(tested: Tested, note: str = "", *, asked: Mapping[str, int] = NONE_ASKED, joined: bool = False) -> Outcome:
    if not tested:
        return untested("nothing to test it on")
    return Outcome(
        {name: held for name, (held, _) in tested.items()},
        {name: figures for name, (_, figures) in tested.items()},
        {name: asked[name] for name in tested if name in asked},
        joined,
        note=note,
    )


def _asked(finding: Finding, name: str) -> dict[str, int]:
    """Return on how many questions each system was asked, where the table says so."""
    return {str(row["system"]): int(row["n"]) for row in _rows(finding, name) if row.get("n")}


def _rows(finding: Finding, name: str, **where: str) -> list[dict[str, Any]]:
    """Return our rows of a table."""
    rows = finding.table(name).rows()
    return [r for r in rows if r.get("source", HERE) == HERE and all(r[key] == value for key, value in where.items())]


def _above_zero(finding: Finding) -> Tested:
    return {
        r["system"]: (above(cell(r, "beaten"), MOST_SHARE), _share(r, "beaten")) for r in _rows(finding, "interference")
    }


def _combinations_lead(finding: Finding) -> Tested:
    tested = {}
    for system, series, plain in _best(finding):
        if series and plain:
            lead = above(gap(*(Number("T", row["unseen"], row["low"], row["high"]) for row in (series, plain))))
            tested[system] = (lead, f"{_score(series)} against {_score(plain)} for the others")
    return tested


def _statement_attracts(finding: Finding) -> Tested:
    """Test whether the paper's own statement has a higher T than an option without any pull."""
    return {r["system"]: (above(cell(r, "score"), NO_PULL), _share(r, "score")) for r in _rows(finding, "statement")}


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


def _alike(difference: Number) -> Held:
    """Say whether a difference is smaller than `ALIKE`; None if its interval leaves that open."""
    return within(difference, -ALIKE, ALIKE)


def _splits_alike(finding: Finding) -> Tested:
    return {r["system"]: (_alike(cell(r, "difference")), _gap(r, "difference")) for r in _rows(finding, "splits")}


def _shared(finding: Finding) -> Tested:
    """Test whether the scores of two systems correlate, for pairs that were trained independently."""
    rows = [row for row in _rows(finding, "correlations") if row["all_low"] is not None]
    return {
        row["pair"]: (above(cell(row, "all")), _correlation(row))
        for row in rows
        if row["pair"] not in finding.settings["one_line"]
    }


def _correlation(row: Mapping[str, Any]) -> str:
    return f"{row['all']:.2f} ({row['all_low']:.2f} to {row['all_high']:.2f})"


def _alike_share(findings: Findings) -> Outcome:
    """Test whether systems of one architecture correlate more closely than the mean of the other pairs."""
    finding = findings["figure-7"]
    pairs = {f"{x} and {y}" for group in finding.settings["alike"] for x in group for y in group if x != y}
    rows = [row for row in _rows(finding, "correlations") if row["all_low"] is not None]
    same = [row for row in rows if row["pair"] in pairs]
    others = [row["all"] for row in rows if row["pair"] not in pairs]
    if not same or not others:
        return untested("no two independently trained systems share architecture and view, or there are no others")
    mean = sum(others) / len(others)
    tested = {row["pair"]: (above(cell(row, "all"), mean), _correlation(row)) for row in same}
    return _outcome(tested, f"Mean of the other pairs: {mean:.2f}.", joined=True)


def _subset_foretells(finding: Finding) -> Tested:
    """Test whether T on questions not used in the search is close to T on the search questions."""
    return {r["system"]: (_alike(cell(r, "gap")), _gap(r, "gap")) for r in _rows(finding, "means")}


def _to_guessing(finding: Finding) -> Tested:
    return {
        r["system"]: (below(cell(r, "combination"), GUESSING + ALIKE), _change(r, "combination"))
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
    return {r["system"]: (below(cell(r, "plain_change")), _gap(r, "plain_change")) for r in _rows(finding, "table-1")}


def _most_is_lost(findings: Findings) -> Outcome:
    """Test what is left of a system's right answers: the ratio of two shares of the same questions.

    The claim is about the most affected system of several, so one of which it holds is enough; it fails if it fails for
    all.
    """
    rows = [row for row in _rows(findings["table-1"], "table-1") if row["kept"] is not None]
    if not rows:
        return untested("no system was right before the attack")
    left = {str(row["system"]): cell(row, "kept") for row in rows}
    held = {name: below(each, 1 - NINE_OF_TEN) for name, each in left.items()}
    any_ = True if True in held.values() else None if None in held.values() else False
    least = min(left, key=lambda name: left[name].value)
    [row] = (row for row in rows if row["system"] == least)
    named = [name for name, each in held.items() if each]
    note = f"Clearly so for {', '.join(named)}." if named else ""
    return Outcome({"": any_}, {"": f"{least} {_change(row, 'combination')}, keeping {_part(left[least])}"}, note=note)


def _part(each: Number) -> str:
    if each.low is None or each.high is None:
        return "an unknown share"
    return f"{each.value:.1%} ({each.low:.1%} to {each.high:.1%})"


def _accuracy_stays(finding: Finding) -> Tested:
    """Test the change on the same questions, paired."""
    return {r["system"]: (_alike(cell(r, "change")), _gap(r, "change")) for r in _rows(finding, "stays")}


def _attack_is_met(findings: Findings) -> Outcome:
    """Test whether the combination does little harm; the note gives the training without its options."""
    rows = _rows(findings[DOSED], "table-2-dosed")
    plain, after = [r for r in rows if not is_dosed(r)], [r for r in rows if is_dosed(r)]
    tested = {
        row["system"]: (above(left, 1 - LITTLE), f"{_change(row, 'combination')}, keeping {_part(left)}")
        for row, left in ((row, cell(row, "kept")) for row in after)
    }
    before = "; ".join(f"{row['system']} {_change(row, 'combination')}" for row in plain)
    kept_out = [row for row in _rows(findings["table-2"], "table-2") if row["training"] == "high"]
    others = "; ".join(f"{row['system']} {_change(row, 'combination')}" for row in kept_out)
    return _outcome(
        tested,
        f"Before: {before}. After training without these options and with fewer copies of each: {others}.",
        joined=True,
    )


def _falls_for(group: str) -> Callable[[Finding], Tested]:
    return lambda finding: dict(_compared(_rows(finding, f"means-{group}"), "high", "plain"))


def _strong_untrained_fall(findings: Findings) -> Outcome:
    """Test the options not used in training, if they are stronger, before it, than options drawn at random."""
    tested = _falls_for("next")(findings["figure-8"])
    near, drawn = (
        {row["system"]: row for row in _rows(findings[exhibit], name)}
        for exhibit, name in (("figure-8", "means-next"), ("figure-5", "means"))
    )
    plain = [name for name in near if name.endswith(" plain")]
    weak = [name for name in plain if not above(gap(cell(near[name], "mean"), cell(drawn[name], "mean")))]
    if not weak:
        return _outcome(tested)
    told = "; ".join(f"{name} {_share(near[name], 'mean')} against {_share(drawn[name], 'mean')}" for name in weak)
    note = f"Without augmented training, these options are not clearly stronger than random ones: {told}."
    return _outcome({name: (None, figures) for name, (_, figures) in tested.items()}, note)


def _strong_teach_more(finding: Finding) -> Tested:
    return dict(_compared(_rows(finding, "means"), "high", "low"))


def _compared(rows: Sequence[Mapping[str, Any]], less: str, more: str) -> Iterator[tuple[str, tuple[Held, str]]]:
    """Yield for each augmented training whether mean T is lower after one than after another."""
    by = {str(row["system"]): row for row in rows}
    for name in (system.removesuffix(f" {less}") for system in by if system.endswith(f" {less}")):
        other = by.get(f"{name} {more}") or by.get(name)
        if other is not None:
            first = by[f"{name} {less}"]
            figures = f"{_share(first, 'mean')} against {_share(other, 'mean')}"
            yield name, (_apart(first, "mean", other, "mean"), figures)


def _apart(first: Mapping[str, Any], less: str, second: Mapping[str, Any], more: str) -> Held:
    """Say whether one figure is below another; None if their intervals overlap.

    Both are on the same questions, so the difference is certain if their intervals do not overlap.
    """
    return below(gap(cell(first, less), cell(second, more)))


def _nothing_shared(state: str, most: float, idle: str) -> Callable[[Findings], Outcome]:
    """Test whether the correlation with the fine-tuned system is nearer to 0 than `most`, either way.

    It stays open for systems that are not clearly better than guessing; `idle` is the note on them.
    """

    def test(findings: Findings) -> Outcome:
        tested, guesses = {}, []
        for row in _rows(findings["table-4"], "table-4", state=state):
            found = cell(row, "correlation")
            if found.low is not None:
                figures = f"{_share(row, 'correlation')}, accuracy {_share(row, 'accuracy')}"
                tested[row["system"]] = (within(found, -most, most), figures)
                guesses += [] if above(cell(row, "accuracy"), GUESSING) else [row["system"]]
        left_open = {
            name: (None if name in guesses and not each else each, told) for name, (each, told) in tested.items()
        }
        return _outcome(left_open, idle if guesses else "")

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
        by_system(_statement_attracts, "table-1", "statement"),
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
        by_system(_shared, "figure-7", joined=True),
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
        by_system(_to_guessing, "table-1", "table-1"),
    ),
    Claim(
        "A plain statement lowers accuracy, to between 0.334 and 0.798 (Table 1).",
        ("table-1",),
        by_system(_statement_harms, "table-1", "table-1"),
    ),
    Claim(
        "The combination harms each system more than the plain statement does (Table 1).",
        ("table-1",),
        by_system(_combination_harms_more, "table-1", "table-1"),
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
        by_system(_accuracy_stays, DOSED, joined=True),
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
