"""Curves of options and the distribution of scores, as the page draws them."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.core.results import Finding, Heading, table
from magnetite.experiments.flags import Flag
from magnetite.report.check import render_check
from magnetite.report.check.answers import answers
from magnetite.report.check.page import check_page, passage_numbers
from magnetite.report.check.questions import HEIGHT, option_curves, questions, score_chart
from magnetite.report.wording import wording
from tests.report.made_check import made_check, made_items
from tests.report.test_check_page import tree

WORDS = wording("en")
shares = st.lists(st.integers(0, 40).map(lambda count: count / 40), min_size=4, max_size=4)


def rows(groups):
    return [
        {"group": group, "option": "ABCD"[at], "share": share, "n": 20}
        for group, each in enumerate(groups, 1)
        for at, share in enumerate(each)
    ]


@given(st.lists(shares, min_size=2, max_size=5))
@settings(max_examples=60, deadline=None)
def test_lines_stay_in_the_box_and_their_letters_apart(groups):
    found = option_curves(rows(groups), "B", WORDS)
    assert found is not None
    assert [line.letter for line in found.lines if line.right] == ["B"]
    for line in found.lines:
        heights = [float(point.split()[1]) for point in re.split("[ML]", line.path)[1:]]
        assert len(heights) == len(groups)
        assert all(0 <= height <= HEIGHT for height in heights)
    ends = sorted(line.ends for line in found.lines)
    assert ends[0] >= 0
    assert ends[-1] <= HEIGHT
    assert all(above - below > 6.9 for below, above in pairwise(ends))
    order = sorted(found.lines, key=lambda line: line.ends)
    last = groups[-1]
    assert [last["ABCD".index(line.letter)] for line in order] == sorted(last, reverse=True)


def test_what_a_chart_shows_is_said_in_words():
    found = option_curves(rows([(0.2, 0.8, 0, 0), (0.9, 0.1, 0, 0)]), "A", WORDS)
    assert found is not None
    assert found.alt.startswith("2 groups of candidates, from the weakest")
    assert "A: 20%, 90%. B: 80%, 10%." in found.alt


def test_one_group_makes_no_curve():
    assert option_curves(rows([(0.2, 0.8, 0, 0)]), "A", WORDS) is None
    assert option_curves([], "A", WORDS) is None


@pytest.mark.parametrize("scores", [5, 41, 120])
def test_every_candidate_is_in_one_bar(scores):
    headings = (Heading("score"), Heading("candidates"))
    counts = [(at, at % 4) for at in range(scores)]
    finding = Finding("responses", "", "", (), (table("scores", "", headings, counts),))
    chart = score_chart(finding, WORDS)
    assert chart is not None
    assert sum(int(re.search(r": (\d+) cand", bar.title)[1]) for bar in chart.bars) == sum(n for _, n in counts)  # type: ignore[index]
    assert len(chart.bars) <= 45
    assert max(bar.height for bar in chart.bars) == HEIGHT
    assert all(bar.x + bar.width <= 100 for bar in chart.bars)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_draws_a_chart_for_each_question_and_a_line_for_each_in_the_table(language):
    run = made_check(made_items(12, hostile=False), responses=True)
    page = tree(render_check(run, language))
    curves = page.find("figure", kind="curve")
    assert len(curves) == 12
    labels = [attributes["aria-label"] for _, attributes, _ in page.find("svg") if attributes.get("role") == "img"]
    assert sum("3 groups" in label or "3 Gruppen" in label for label in labels if label) == 12
    [items] = [each for each in page.find("table", kind="items") if "119" in each[2]]
    assert ("119 of 120" if language == "en" else "119 von 120") in items[2]
    assert ("fair (weak … good)" if language == "en" else "mäßig (schwach … gut)") in items[2]


def test_the_score_s_reliability_is_said_with_what_chance_allows():
    run = made_check(made_items(12, hostile=False), responses=True)
    shown = questions(run, run.finding("check"), WORDS, passage_numbers(run))
    said = answers(run.finding("responses"), shown, WORDS)
    assert said is not None
    text = " ".join(said.sentences)
    assert "0.74 (0.66 to 0.80), enough for a class test." in text
    assert "may be as low as 0.66: low, useful only together with other evidence." in text
    assert "Standard error of measurement: 2.6 points" in text or "2.7 points" in text


def test_questions_flagged_by_candidates_stand_first_in_the_table():
    items = made_items(8, hostile=False)
    seen = {"key": "A", "right": 0.1, "candidates": 120, "guessing": 0.25}
    idle = {"letters": ("B",), "most": 0, "candidates": 120, "options": 4}
    flags = [
        Flag("worse-than-guessing", "candidates", "serious", "q5", (0,), seen),
        Flag(
            "option-nobody-chooses",
            "candidates",
            "remark",
            "q3",
            (1,),
            idle,
        ),
    ]
    page = check_page(made_check(items, responses=True, flags=flags), WORDS)
    assert page.answers is not None
    assert [(line.question.id, line.flagged) for line in page.answers.lines][:3] == [
        ("q5", "serious"),
        ("q3", "remark"),
        ("q1", ""),
    ]
    assert [choice.value for choice in page.filters["source"]] == ["candidates"]
