"""The verdict that an audit's page begins with, its figure, and its cards follow the intervals of their numbers."""

import itertools
import math
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from examfiles.reasons import Reason
from magnetite.core.results import Finding, Heading, Number, Run, table
from magnetite.experiments.magnets.look.glances import attacked, attracts
from magnetite.experiments.shortcuts.look.reading import card, opening
from magnetite.report import html_report, terminal_report
from magnetite.report.looks import Tone
from magnetite.report.page import page
from magnetite.report.wording import said, speaking

SHARES = st.floats(0, 1)
ENDS = st.floats(-1, 1)
PS = st.sampled_from([0.0001, 0.02, 0.04, 0.2, 1.0])
THREE = st.tuples(SHARES, SHARES, SHARES)
Gain = tuple[float, float, float]  # two ends of an interval, in any order, and a p-value
GAIN = st.tuples(ENDS, ENDS, PS)
VERDICTS = ("above", "below", "level", "open", "few")
ATTACKS = ("system", "option", "level", "before", "after", "difference", "low", "high", "n", "p")
VIEWS = ("view", "level", "accuracy", "low", "high", "n", "chance")
TRIED = ("rank", "option", "interference", "low", "high")


def exam(passages: int, questions: int = 4) -> dict:
    """Make an exam of so many passages with as many questions each."""
    places = itertools.product(range(passages), range(questions))
    items = [
        {"id": f"q{n}", "passage_id": f"p{place}", "level": None, "question": "?", "options": list("ABCD"), "answer": 0}
        for n, (place, _) in enumerate(places)
    ]
    return {"passages": {f"p{place}": "A text." for place in range(passages)}, "items": items}


def shortcuts(shares: dict[str, float], gains: dict[str, tuple[float, float, float]], spread: float = 0.2) -> Finding:
    """Make a finding of shares by view, and of differences by their labels: two ends, in any order, and a p-value."""
    rows = [("QOC", "all", shares["QOC"], None, None, 96, 0.25)]
    views = table("views", "Views", tuple(map(Heading, VIEWS)), rows, "accuracy_by_view")
    numbers = [
        Number("accuracy", share, max(0.0, share - spread), min(1.0, share + spread), 96, group=view)
        for view, share in shares.items()
    ]
    for label, (one, other, p) in gains.items():
        low, high = sorted((one, other))
        numbers.append(Number(label, (low + high) / 2, low, high, 96, "points"))
        numbers.append(Number(f"{label}, McNemar p", p, n=96, unit="p"))
    return Finding("shortcuts", "Shortcuts", "Here.", tuple(numbers), (views,))


def audited(run: Run, *findings: Finding, passages: int = 24) -> Run:
    return replace(run, findings=findings, exam=exam(passages))


def verdict_of(run: Run) -> str:
    made = opening(run)
    assert made is not None
    assert isinstance(made.verdict, Reason)
    return str(made.verdict.values["verdict"])


@given(THREE, GAIN, GAIN)
def test_it_uses_the_passage_only_where_every_difference_to_a_view_without_it_is_above_zero(
    run: Run, three: tuple[float, float, float], passage: Gain, both: Gain
) -> None:
    gains = {"passage adds": passage, "question and passage add": both}
    made = audited(run, shortcuts(dict(zip(("O", "QO", "QOC"), three, strict=True)), gains))
    clear = all(min(one, other) > 0 and p < 0.05 for one, other, p in gains.values())
    assert (verdict_of(made) == "above") == clear


@given(THREE, GAIN, GAIN)
def test_worse_or_as_good_is_said_by_the_interval_of_the_better_view_without_the_passage(
    run: Run, three: tuple[float, float, float], passage: Gain, both: Gain
) -> None:
    gains = {"passage adds": passage, "question and passage add": both}
    made = audited(run, shortcuts(dict(zip(("O", "QO", "QOC"), three, strict=True)), gains))
    one, other, chance = passage if three[1] >= three[0] else both
    low, high, word = min(one, other), max(one, other), verdict_of(made)
    assert (word == "below") == (high < 0 and 2 * chance < 0.05)
    if word == "level":
        assert -0.05 <= low <= high <= 0.05
    if low <= 0 <= high:
        assert word in ("level", "open")


@given(st.integers(1, 12), ENDS, ENDS, PS)
def test_few_passages_are_said_and_decide_nothing(run: Run, passages: int, a: float, b: float, p: float) -> None:
    made = audited(run, shortcuts({"QO": 0.4, "QOC": 0.8}, {"passage adds": (a, b, p)}), passages=passages)
    assert (verdict_of(made) == "few") == (passages < 5)
    shown = card(made)
    assert shown is not None
    if passages < 5:
        assert shown.tone == Tone.OPEN
        assert str(passages) in said(shown.sentence)


@given(SHARES, SHARES, st.floats(0.01, 0.3), PS)
def test_the_estimate_alone_never_changes_what_is_said(run: Run, qo: float, qoc: float, half: float, p: float) -> None:
    made = audited(run, shortcuts({"QO": qo, "QOC": qoc}, {"passage adds": (-half, half + 0.5, p)}))
    assert verdict_of(made) == "open"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_verdict_has_words_of_its_own_and_quotes_both_shares(run: Run, language: str) -> None:
    sentences = set()
    for verdict, view in itertools.product(VERDICTS, ("O", "QO")):
        values = {"given": 0.79, "without": 0.31, "view": view, "verdict": verdict, "passages": "3 passages"}
        with speaking(language):
            sentence = said(Reason("glance-verdict", values))
        assert "79" in sentence
        assert "31" in sentence
        sentences.add(sentence)
    assert len(sentences) == 2 * len(VERDICTS)


def test_a_run_without_either_view_has_no_verdict_and_keeps_its_title(run: Run) -> None:
    assert opening(audited(run, shortcuts({"QOC": 0.8}, {}))) is None
    assert opening(audited(run)) is None
    assert page(audited(run)).verdict == ""


@given(SHARES, st.lists(st.tuples(ENDS, ENDS, PS), min_size=1, max_size=4))
def test_the_card_of_an_attack_is_coloured_by_the_intervals_of_its_changes(
    run: Run, before: float, changes: list[tuple[float, float, float]]
) -> None:
    ends = [(*sorted((one, other)), p) for one, other, p in changes]
    rows = [
        ("QOC", f"option {n}", "all", before, before / 2, (low + high) / 2, low, high, 92, p)
        for n, (low, high, p) in enumerate(ends)
    ]
    finding = Finding(
        "attack", "A", "B", tables=(table("attacks", "T", tuple(map(Heading, ATTACKS)), rows, "system_attacks"),)
    )
    shown = attacked(replace(run, findings=(finding,)))
    assert shown is not None
    harmed = any(high < 0 and p < 0.05 for low, high, p in ends)
    assert (shown.tone == Tone.POOR) == harmed
    if shown.tone == Tone.GOOD:
        assert all(low >= -0.05 and high <= 0.05 for low, high, _ in ends)


@given(st.integers(0, 5), SHARES, SHARES)
def test_the_card_of_magnets_counts_them_and_is_good_only_where_the_strongest_is_below_guessing(
    run: Run, magnets: int, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    rows = [(1, "All of the above", (low + high) / 2, low, high)]
    finding = Finding(
        "magnets",
        "M",
        "B",
        (Number("pool", 100, unit="count"), Number("magnets", magnets, unit="count")),
        (table("interference", "T", tuple(map(Heading, TRIED)), rows, "interference_curve"),),
        notes=(Reason("magnets-note-guessing", {"share": 0.2}),),
    )
    shown = attracts(replace(run, findings=(finding,)))
    assert shown is not None
    expected = Tone.POOR if magnets else Tone.GOOD if high < 0.2 else Tone.OPEN
    assert shown.tone == expected


def test_the_figure_has_guessing_and_the_views_with_their_intervals(run: Run) -> None:
    made = audited(run, shortcuts({"O": 0.3, "QO": 0.4, "QOC": 0.6}, {"passage adds": (0.1, 0.3, 0.01)}))
    points = page(made).points
    assert [each.kind for each in points] == ["guessing", "O", "QO", "QOC"]
    assert [round(each.at) for each in points] == [25, 30, 40, 60]
    assert points[0].low is None
    assert all(math.isclose(each.high - each.low, 40) for each in points[1:] if each.low is not None and each.high)


def test_the_page_and_the_terminal_begin_with_the_verdict(run: Run) -> None:
    made = audited(run, shortcuts({"QO": 0.4, "QOC": 0.6}, {"passage adds": (0.1, 0.3, 0.01)}))
    html = html_report(made)
    sentence = "This model scores 60%, and 40% without the passage. It uses the passage."
    assert f'<h1 dir="auto">{sentence}</h1>' in html
    console = Console(file=StringIO(), width=200, force_terminal=False)
    terminal_report(made, console)
    assert console.file.getvalue().startswith(sentence)  # type: ignore[attr-defined]


def test_a_card_says_its_answer_in_a_word_and_a_sign_and_not_by_its_colour_alone(run: Run) -> None:
    html = html_report(run)
    start = html.index('<article class="glance')
    first = html[start : html.index("</article>", start)]
    assert 'class="word"' in first
    assert 'class="sign" aria-hidden="true"' in first
    assert "Look first at:" in first
