"""The page and the terminal of several systems screened, raced and attacked."""

import re
from dataclasses import replace
from typing import Any

import pytest

from magnetite.core.results import Finding, Run, Table, run_from_json, run_to_json
from magnetite.experiments.magnets.look import examples
from magnetite.report import html_report
from magnetite.report.looks import matrix, words_by_finding
from magnetite.report.page import glossary, page
from magnetite.report.questions import Example
from magnetite.report.tables import Matrix
from tests.report import made_magnets as made
from tests.report.made import bare, page_of
from tests.report.made_magnets import EXPERIMENTS, OPTIONS, SYSTEMS, magnets_run
from tests.tables import with_values

TWO = SYSTEMS[:2]


@pytest.fixture(scope="module")
def magnets(run: Run) -> Run:
    return magnets_run(run)


@pytest.fixture(scope="module")
def html(magnets: Run) -> str:
    return html_report(magnets)


def turned(table: Table) -> Matrix:
    found = matrix(table)
    assert found is not None
    return found


def texts(found: Matrix) -> list[list[str]]:
    return [[f"{e.text} ({e.interval})" if e.interval else e.text for e in row] for row in found.rows]


def unknown(table: Table, *names: str) -> Table:
    return with_values(table, {**{name: [None] * len(table) for name in names}})


def cards(run: Run, table: Table) -> tuple[Example, ...]:
    return examples(run, table, {str(item["id"]): place for place, item in enumerate(run.exam["items"])})


def test_the_page_is_called_after_magnets_and_shows_the_parts_in_reading_order(magnets: Run) -> None:
    shown = page_of(magnets)
    assert [section.id for section in shown.sections] == list(EXPERIMENTS)
    only = tuple(finding for finding in magnets.findings if finding.experiment in EXPERIMENTS)
    assert page(bare(replace(magnets, findings=only))).title == "Magnet options: sample exam <b>"
    assert set(EXPERIMENTS) <= set(words_by_finding())
    assert all(section.intro for section in shown.sections)


def test_a_cards_headline_names_the_system_it_is_about(magnets: Run) -> None:
    cards = {section.id: [headline.words for headline in section.headlines] for section in page_of(magnets).sections}
    assert cards["magnets"] == ["of questions lost to the strongest option (bundled QOC)"]
    assert cards["attack"] == [
        "of all questions right before the attack (bundled QOC; of several members, the first answers)"
    ]


def test_the_page_is_the_same_after_its_findings_were_stored(magnets: Run, html: str) -> None:
    assert html_report(run_from_json(run_to_json(magnets))) == html


def test_every_figure_of_the_page_has_a_caption_and_its_numbers(html: str) -> None:
    assert html.count("<figcaption>") == html.count('class="spec"') == 11
    blocks = re.findall(r'<div class="block[ \w]*">.*?(?=<div class="block|</section>)', html, re.DOTALL)
    assert all("The numbers behind" in block for block in blocks if "<figure" in block)


def test_markup_in_a_magnet_stays_text(html: str) -> None:
    assert "<script>window.injected" not in html
    assert "&lt;script&gt;window.injected = 5" in html


def test_several_systems_of_one_view_are_not_said_to_be_one_per_view(magnets: Run, run: Run, html: str) -> None:
    assert "One system for each view" not in html
    assert page(bare(run)).one_per_view


def test_the_words_of_magnets_are_explained(html: str) -> None:
    words = {word.lower() for word, _ in glossary()}
    assert {"interference score t", "magnet option", "option-combination series", "race"} <= words
    assert "Option-combination series" in html


def test_a_magnet_set_has_a_row_per_magnet_and_tells_t_on_unseen_questions() -> None:
    found = turned(made.magnet_set(TWO, magnets=3))
    assert found.headings == ("rank", "option", "combines other options", "mean T of the search", *TWO)
    assert "on questions the search never saw" in found.title
    assert [row[:3] for row in texts(found)] == [
        ["1", OPTIONS[0], "yes"],
        ["2", OPTIONS[1], "yes"],
        ["3", OPTIONS[2], "no"],
    ]
    table = made.magnet_set(TWO, magnets=3)
    assert found.rows[0][4].text == f"{100 * float(table.values('unseen')[0]):.1f}"  # type: ignore[arg-type]
    assert "all questions: " in found.rows[0][4].hint


def test_a_magnet_set_without_unseen_questions_tells_t_on_all() -> None:
    found = turned(unknown(made.magnet_set(TWO), "unseen"))
    assert "on all questions" in found.title


def test_agreement_has_a_row_per_pair_and_both_correlations_per_group() -> None:
    found = turned(made.agreement(SYSTEMS)[0])
    assert found.headings[:4] == ("system", "with", "all options: Pearson", "all options: Spearman")
    assert texts(found)[0][:4] == ["bundled QOC", "bundled QO", "0.74 (0.72 to 0.76)", "0.64 (0.61 to 0.67)"]
    assert len(found.rows) == 3
    assert texts(found)[0][6] == "−0.31 (−0.33 to −0.29)"


def test_table_1_has_the_accuracy_without_an_attack_first_and_changes_beside_the_others() -> None:
    found = turned(made.attacks(TWO))
    rows = texts(found)
    assert found.headings == ("magnet", *TWO)
    assert rows[0] == ["no attack", "61.0", "53.0"]
    assert rows[1] == [OPTIONS[0], "6.1 (−54.9)", "5.3 (−47.7)"]
    assert found.rows[1][1].hint == "95% interval of the change −56.4 to −53.4 points, p < 0.001, 4,934 questions"


def test_accuracies_without_an_attack_that_differ_between_magnets_are_shown_as_a_range() -> None:
    table = made.attacks(TWO)
    before = [0.6 if option == OPTIONS[1] else value for option, value in _pairs(table, "option", "before")]
    assert texts(turned(with_values(table, {"before": before})))[0][1] == "60.0–61.0"


def _pairs(table: Table, *names: str) -> list[tuple[Any, ...]]:
    return list(zip(*(table.values(name) for name in names), strict=True))


def test_transferred_attacks_stand_under_the_accuracy_without_one() -> None:
    found = turned(made.transfer_attack(TWO))
    assert texts(found) == [
        ["no attack", "61.0", "53.0"],
        ["bundled QOC", "6.1 (5.1–7.1)", "26.5 (25.5–27.5)"],
        ["bundled QO", "36.6 (35.6–37.6)", "5.3 (4.3–6.3)"],
    ]
    assert found.title.endswith("mean over 20 magnets")


def test_the_accuracy_left_and_the_features_have_their_own_rows() -> None:
    left = turned(made.best_of(TWO))
    assert [row[0] for row in texts(left)] == ["0", "1", "2", "3", "5", "10", "20"]
    explained = turned(made.features())
    assert texts(explained)[0] == ["characters", "0.40 (0.37 to 0.43)", "0.35 (0.32 to 0.38)"]
    assert explained.rows[2][1].hint == "p 0.310, 8,372 options"


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (made.magnet_set(TWO), "subset"),
        (made.agreement(TWO)[0], "spearman"),
        (made.attacks(TWO), "after"),
        (made.transfer_attack(TWO), "after"),
        (made.best_of(TWO), "accuracy"),
        (made.features(), "spearman"),
    ],
)
def test_where_nothing_is_known_nothing_is_turned_round(table: Table, column: str) -> None:
    assert matrix(unknown(table, column)) is None


def test_an_attacked_question_shows_the_magnet_in_the_place_of_the_replaced_option(run: Run) -> None:
    table = made.attack_examples(run, TWO)
    first = cards(run, table)[0]
    item = next(item for item in run.exam["items"] if item["id"] == first.id)
    place = "ABCD".index(str(table.values("replaced")[0]))
    assert [choice.text for choice in first.options] == [
        *item["options"][: place + 1],
        OPTIONS[0],
        *item["options"][place + 1 :],
    ]
    roles = {choice.role: choice for choice in first.options if choice.role}
    assert set(roles) == {"key", "replaced", "magnet"}
    assert roles["replaced"].letter == roles["magnet"].letter == table.values("replaced")[0]
    assert [tag.text for tag in roles["magnet"].tags] == ["magnet in its place", "chosen after the attack"]
    assert [tag.text for tag in roles["key"].tags] == ["key", "chosen before the attack"]
    assert (first.before.verdict, first.after.text, first.after.verdict) == ("right", "the magnet", "wrong")
    assert first.passage == run.exam["passages"][item["passage_id"]]


def test_a_replaced_option_that_had_been_chosen_says_so(run: Run) -> None:
    fifth = cards(run, made.attack_examples(run, TWO))[4]
    (replaced,) = (choice for choice in fifth.options if choice.role == "replaced")
    assert [(tag.text, tag.verdict) for tag in replaced.tags] == [
        ("replaced", ""),
        ("chosen before the attack", "wrong"),
    ]


def test_an_attack_on_a_question_the_run_does_not_hold_still_shows_the_magnet(run: Run, magnets: Run) -> None:
    table = made.attack_examples(run, TWO)
    lost = with_values(table, {"id": ["gone"] * len(table)})
    (choice,) = cards(run, lost)[0].options
    assert (choice.text, choice.role) == (OPTIONS[0], "magnet")
    html = html_report(replace(magnets, findings=(Finding("attack", "Attack", "S.", tables=(lost,)),)))
    assert "This run does not store the question&#39;s own options." in html.replace("'", "&#39;")


def test_the_page_strikes_the_replaced_option_out_and_folds_the_passage(html: str) -> None:
    card = html[html.index('<li class="example">') :]
    card = card[: card.index("among all questions")]
    assert re.search(r'<li class="replaced">.*?<del>.*?</del>', card, re.DOTALL)
    assert re.search(r'<li class="magnet">.*?<ins>all of the above</ins>', card, re.DOTALL)
    assert "<summary>Passage of example 1</summary>" in card
    assert html.count('<li class="example">') == 9
