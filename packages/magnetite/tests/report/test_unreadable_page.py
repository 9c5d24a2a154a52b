"""The page and the terminal of un-readable attacks, and of a case study."""

import re
from dataclasses import replace
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from magnetite.core.results import Run, Table, run_from_json, run_to_json
from magnetite.experiments.unreadable.look import examples
from magnetite.report import figures, html_report, terminal_finding, terminal_report
from magnetite.report.files import item_table
from magnetite.report.looks import matrix, words_by_finding
from magnetite.report.page import glossary, page
from magnetite.report.tables import Matrix
from magnetite.views.unreadable import ATTACKS
from tests.report.made import bare, page_of
from tests.report.made_unreadable import trace_run, unreadable_run
from tests.tables import columns_of, values_of, with_values


@pytest.fixture(scope="module")
def one(run: Run) -> Run:
    return unreadable_run(run)


@pytest.fixture(scope="module")
def three(run: Run) -> Run:
    return unreadable_run(run, 3)


@pytest.fixture(scope="module")
def html(three: Run) -> str:
    return html_report(three)


def turned(table: Table) -> Matrix:
    found = matrix(table)
    assert found is not None
    return found


def texts(found: Matrix) -> list[list[str]]:
    return [[f"{e.text} ({e.interval})" if e.interval else e.text for e in row] for row in found.rows]


def table_of(run: Run, name: str, experiment: str = "unreadable") -> Table:
    return run.finding(experiment).table(name)


def printed(run: Run, width: int) -> str:
    console = Console(file=StringIO(), width=width)
    terminal_report(run, console)
    for finding in run.findings:
        terminal_finding(finding, console)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_page_is_called_after_the_attacks_and_a_case_study_after_itself(run: Run, one: Run) -> None:
    assert page_of(one).title == "Un-readable attacks: sample exam <b>"
    assert [section.id for section in page_of(one).sections] == ["unreadable", "unreadable_analysis"]
    assert page(bare(trace_run(run))).title == "Case study: sample exam <b>"
    assert {"unreadable", "unreadable_analysis", "trace"} <= set(words_by_finding())


def test_a_card_names_what_is_right_before_and_under_the_most_effective_attack(one: Run) -> None:
    words = [headline.words for headline in page_of(one).sections[0].headlines]
    assert words[0] == "right without an attack (matches words QOC)"
    assert words[1].startswith("right under the most effective one (matches words QOC: ")
    after = values_of(one.finding("unreadable").table("attacks"))
    least = min(a for a, level in zip(after["after"], after["level"], strict=True) if level == "all")
    assert page_of(one).sections[0].headlines[1].value == f"{least:.1%}"


def test_the_page_is_the_same_after_its_findings_were_stored(three: Run, html: str) -> None:
    assert html_report(run_from_json(run_to_json(three))) == html


def test_every_figure_has_a_caption_and_its_numbers(html: str) -> None:
    assert html.count("<figcaption>") == html.count('class="spec"') == 6
    blocks = re.findall(r'<div class="block[ \w]*">.*?(?=<div class="block|</section>)', html, re.DOTALL)
    assert all("The numbers behind" in block for block in blocks if "<figure" in block)


def test_markup_in_attacked_texts_stays_text(run: Run, html: str) -> None:
    for text in (html, html_report(trace_run(run)), html_report(trace_run(run, "AddAns2Opt"))):
        assert "<script>window.injected" not in text
        assert 'onerror="window' not in text


def test_table_2_has_a_row_per_attack_and_a_column_per_system(three: Run) -> None:
    found = turned(table_of(three, "attacks"))
    assert found.headings[0] == "attack"
    assert found.headings[1:3] == ("matches words QOC", "knows keys QOC")
    rows = texts(found)
    assert [row[0] for row in rows] == ["no attack", *ATTACKS, "guessing"]
    assert all(re.fullmatch(r"[\d.]+ \((0\.0%|[+−][\d.]+%)\)", cell) for row in rows[1:-1] for cell in row[1:])
    assert "95% interval" in found.rows[1][1].hint
    assert "95 questions" in found.rows[1][1].hint


def test_table_2_of_a_single_system_has_a_column_per_level(one: Run) -> None:
    assert turned(table_of(one, "attacks")).headings[1:] == ("all levels", "beginner", "intermediate", "advanced")


def test_controls_stand_in_the_row_of_their_attack(one: Run, three: Run) -> None:
    found = turned(table_of(one, "controls"))
    assert found.headings == (
        "attack",
        "under the attack",
        "the same, not shuffled",
        "a sentence of another passage",
        "neutral words, as many",
    )
    assert [row[0].text for row in found.rows] == list(ATTACKS)
    assert found.rows[0][4].text == "–"
    assert found.rows[1][2].hint.startswith("AddSent2Opt: 95% interval of the difference ")
    assert turned(table_of(three, "controls")).headings[0] == "system"


def test_passages_that_were_never_cut_take_one_row(one: Run) -> None:
    table = table_of(one, "truncated")
    assert texts(turned(table)) == [["with and without an attack", "0.0"]]
    cut = with_values(table, {"truncated": [0.25] * len(table)})
    assert [row[1] for row in texts(turned(cut))] == ["25.0"] * len(table)


def test_correlations_say_over_how_many_bins_they_are(one: Run) -> None:
    table = table_of(one, "correlations", "unreadable_analysis")
    found = turned(table)
    assert found.headings[:3] == ("attack", "with", "bins")
    bins = [n for n, over in zip(table.values("n"), table.values("over"), strict=True) if over == "bins"]
    assert [row[2].text for row in found.rows] == list(map(str, bins))
    assert max(bins) == 4  # of 95 questions, 20 or more in each
    assert not any(row[0].text == "all" for row in found.rows)


def test_nothing_is_turned_round_or_drawn_of_empty_tables(one: Run) -> None:
    for finding in one.findings:
        for table in finding.tables:
            empty = replace(table, columns=columns_of(dict.fromkeys(table.names, ())))
            assert matrix(empty) is None
            assert figures(empty) == ()


def test_what_cannot_be_told_is_not_drawn(one: Run) -> None:
    for name in ("by_growth", "by_attack"):
        table = table_of(one, name, "unreadable_analysis")
        unknown = with_values(table, {"relative": [None] * len(table)})
        assert figures(unknown) == ()
    table = table_of(one, "attacks")
    assert len(figures(table)) == 1
    assert figures(with_values(table, {"after": [None] * len(table)})) == ()


def test_an_attacked_question_shows_every_option_before_and_after(one: Run) -> None:
    table = table_of(one, "examples")
    items = {item["id"]: item for item in one.exam["items"]}
    for card in examples(one, table, {}):
        item = items[card.id]
        key = "ABCD"[item["answer"]]
        shown = {choice.letter: choice for choice in card.options if choice.role != "replaced"}
        assert shown[key].text == item["options"][item["answer"]]
        assert [tag.text for tag in shown[key].tags][:2] == ["key", "chosen before the attack"]
        if "+" in shown:
            assert card.system == "AddSent2Pas-Shuffle"
            assert {choice.role for choice in card.options} == {"magnet", "key", ""}
        else:
            struck = [choice.text for choice in card.options if choice.role == "replaced"]
            assert struck == [text for place, text in enumerate(item["options"]) if place != item["answer"]]
        assert sum(tag.text == "chosen after the attack" for choice in card.options for tag in choice.tags) == 1
        assert (card.before.verdict, card.after.verdict) == ("right", "wrong")


def test_a_question_that_the_run_does_not_hold_still_shows_what_was_put_in(one: Run) -> None:
    table = table_of(one, "examples")
    lost = with_values(table, {"id": ["gone"] * len(table)})
    cards = examples(one, lost, {})
    assert all(choice.role == "magnet" for card in cards for choice in card.options)
    assert all(card.options for card in cards)


def test_the_files_hold_what_was_chosen_under_every_attack(one: Run) -> None:
    columns = values_of(item_table(one))
    assert {f"unreadable_chosen under {name}" for name in ATTACKS} <= set(columns)


def test_flips_name_questions_to_look_at_and_their_names_are_never_cut(three: Run) -> None:
    for width in (80, 120):
        text = printed(replace(three, findings=three.findings[:1]), width)
        shown = text[text.index("Right answers that attacks turned") :].splitlines()
        listed = [line.split()[0] for line in shown if re.match(r" *text-\d\d-\d ", line)][:5]
        ids = {item["id"] for item in three.exam["items"]}
        assert len(listed) == len(set(listed)) == 5
        assert set(listed) <= ids


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_terminal_fits_its_width(run: Run, one: Run, three: Run, width: int) -> None:
    for shown in (one, three, trace_run(run), trace_run(run, "AddSent2Pas-Shuffle")):
        assert max(cell_len(line) for line in printed(shown, width).splitlines()) <= width
    assert "no attack" in printed(one, width)


def test_a_case_study_has_a_row_per_token_and_marks_the_choice(run: Run) -> None:
    traced = trace_run(run, option="C" if run.exam["items"][0]["answer"] != 2 else "B")
    found = turned(traced.finding("trace").table("trace"))
    assert found.headings[:2] == ("step", "token added")
    assert [entry.text for entry in found.rows[0][:2]] == ["", "as it is"]
    assert [entry.text for entry in found.rows[1][:2]] == ["", "empty"]
    assert all(sum("◂" in entry.text for entry in row) == 1 for row in found.rows)
    assert sum(": grows" in heading for heading in found.headings) == 1
    assert "token added" in printed(traced, 100)
    assert len(figures(traced.finding("trace").table("trace"))) == 1


def test_several_systems_of_a_case_study_have_a_figure_each(run: Run) -> None:
    html = html_report(trace_run(run, systems=2))
    assert re.findall(r'class="chart" id="(trace[\w-]*)"', html) == ["trace-trace-trace", "trace-trace_2-trace"]


def test_the_words_of_attacks_are_explained(html: str) -> None:
    words = {word for word, _ in glossary()}
    assert {"Control", "Relative change", "ShuffleDegree", "Un-readable attack"} <= words
    assert [word.lower() for word, _ in glossary()] == sorted(word.lower() for word, _ in glossary())
    assert "ShuffleDegree" in html
