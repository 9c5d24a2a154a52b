"""The page of shortcut systems: questions to answer with nothing given away, training, and runs without an exam."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from magnetite.core.results import Finding, Run, Table
from magnetite.report import html_report
from magnetite.report.looks import words_by_finding
from magnetite.report.page import glossary, page
from tests.report.made import LISTS, VIEWS, bare, page_of, training_run, transfer_run
from tests.report.made_magnets import magnets_run
from tests.report.made_unreadable import trace_run, unreadable_run
from tests.tables import columns_of
from tests.training_table.test_look import table as training_sets


class _Lists(HTMLParser):
    """Collects the text of the lists of questions: what stands open, and what stands inside a fold."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.folded: list[str] = []
        self.classes: set[str] = set()
        self._lists = 0
        self._asks = 0
        self._folds = 0

    def handle_starttag(self, tag, attrs):
        names = set((dict(attrs).get("class") or "").split())
        self._lists += tag == "ol" and "asks" in names
        if self._lists and tag == "li" and "ask" in names:
            self._asks = 1
        self._folds += bool(self._asks) and tag == "details"
        if self._asks and not self._folds:
            self.classes |= names

    def handle_endtag(self, tag):
        self._folds -= bool(self._asks) and tag == "details"
        if tag == "ol" and self._lists:
            self._lists, self._asks = 0, 0

    def handle_data(self, data):
        if self._asks and data.strip():
            (self.folded if self._folds else self.open).append(data.strip())


@pytest.fixture(scope="module")
def html(shortcut_run: Run) -> str:
    return html_report(shortcut_run)


@pytest.fixture(scope="module")
def lists(html: str) -> _Lists:
    parsed = _Lists()
    parsed.feed(html)
    return parsed


def blocks(run: Run, kind: str) -> list:
    listed = [t.title for t in run.finding("shortcuts").tables if t.kind == kind]
    sections = {section.id: section for section in page_of(run).sections}
    return [block for block in sections["shortcuts"].blocks if block.title in listed]


def test_a_listed_question_stands_with_its_lettered_options_and_its_passage_and_key_apart(shortcut_run: Run) -> None:
    items = {item["id"]: item for item in shortcut_run.exam["items"]}
    found = blocks(shortcut_run, "question_list")
    assert len(found) == len(LISTS)
    for question in (one for block in found for one in block.questions):
        item = items[question.id]
        assert question.options == tuple(zip("ABCD", item["options"], strict=True))
        assert question.passage == shortcut_run.exam["passages"][item["passage_id"]]
        assert question.key == (None if item["answer"] is None else question.options[item["answer"]])


def test_nothing_outside_the_folds_tells_the_key_or_what_was_chosen(shortcut_run: Run, lists: _Lists) -> None:
    shown = [text for text in lists.open if not re.fullmatch("[A-D]", text)]
    allowed = {
        " ".join(text.split()) for item in shortcut_run.exam["items"] for text in (item["question"], *item["options"])
    }
    assert len(shown) == 5 * 8 * len(LISTS)
    assert {" ".join(text.split()) for text in shown} <= allowed
    assert lists.classes <= {"ask", "asked", "options", "letter", "text", "folds"}
    assert any("chosen with QO" in text for text in lists.folded)


def test_every_fold_is_a_native_one_named_after_its_question(lists: _Lists) -> None:
    named = [text for text in lists.folded if re.fullmatch(r"(Passage|Key) of question \d+", text)]
    assert len(named) == 2 * 8 * len(LISTS)
    assert named[:2] == ["Passage of question 1", "Key of question 1"]


def test_a_question_whose_key_is_not_known_or_that_the_exam_lacks_is_still_shown(shortcut_run: Run) -> None:
    table = Table(
        "passage_useful", "List", columns_of({"id": ["text-01-2", "gone"], "question": ["q", "Lost?"]}), "question_list"
    )
    finding = Finding("shortcuts", "Shortcuts", "S.", tables=(table,))
    html = html_report(replace(shortcut_run, findings=(finding,)))
    assert "The key is not known." in html
    assert "Lost?" in html
    assert "This run does not store the options." in html


def test_a_table_that_names_right_answers_is_folded_away_where_questions_are_to_be_answered(
    shortcut_run: Run, run: Run, html: str
) -> None:
    (block,) = blocks(shortcut_run, "table")
    assert block.spoils
    assert "12 questions, with their right answers</summary>" in html
    alone = [b for s in page_of(run).sections if s.id == "shortcuts" for b in s.blocks]
    assert not any(block.spoils for block in alone)


def test_table_2_stands_on_the_page_with_views_as_rows(html: str) -> None:
    row = re.search(r"<tr><td dir=\"auto\">QO: no passage</td>(.*?)</tr>", html)
    assert row
    assert re.sub(r"<[^>]+>", "", row[1]) == "38.0 (36.6–39.4)41.0 (38.4–43.6)36.0 (34.3–37.7)"


def test_the_parts_stand_in_reading_order_whatever_order_the_run_has(shortcut_run: Run, run: Run) -> None:
    attacked = (unreadable_run(run), trace_run(run))
    made = (transfer_run(run), training_run(run), magnets_run(run, ("one", "two")), *attacked, shortcut_run)
    audited: dict[str, Finding] = {finding.experiment: finding for one in made for finding in one.findings}
    trained = Finding("unanswerable", "Un-answerable training", "A sentence.", tables=(training_sets(),))
    asked = (
        Finding(name, "Title", "A sentence.")
        for name in words_by_finding()
        if name
        in (
            "given",
            "order",
            "span",
            "marked",
            "informativity",
            "extent",
            "distractors",
            "uncertainty",
            "options",
            "items",
            "overlap",
        )
        or name.startswith("study_")
    )
    more = (*audited.values(), trained, *asked)
    assert [section.id for section in page(bare(replace(shortcut_run, findings=more))).sections] == list(
        words_by_finding()
    )
    assert all(section.intro for section in page(bare(replace(shortcut_run, findings=more))).sections)


def test_a_systems_members_and_temperature_are_listed_and_its_training_is_folded_away(
    shortcut_run: Run, html: str
) -> None:
    shown = page_of(shortcut_run)
    assert shown.systems.headings[0].text == "view"
    assert {"members", "temperature"} <= {cell.text for cell in shown.systems.headings}
    assert "training" not in {cell.text for cell in shown.systems.headings}
    assert [system.name for system in shown.trained] == ["QO: no passage", "QOC: everything"]
    assert [len(system.figures) for system in shown.trained] == [0, 2]
    assert ("data.items", "87866") in shown.trained[0].card
    fold = html[html.index("How these systems were trained") :]
    assert "race &lt;/script&gt;" in fold
    assert re.search(r'<details class="data trained"><summary>How these systems were trained', html)


def test_a_run_without_known_training_says_nothing_of_it(run: Run) -> None:
    assert "How these systems were trained" not in html_report(bare(run))


def test_two_systems_of_one_view_have_figures_with_different_names(shortcut_run: Run) -> None:
    same = replace(shortcut_run, systems=(shortcut_run.systems[3], shortcut_run.systems[3]))
    names = [figure.name for system in page(bare(same)).trained for figure in system.figures]
    assert len(names) == len(set(names)) == 4


@pytest.mark.parametrize("make", [transfer_run, training_run])
def test_a_run_without_an_exam_has_no_list_of_questions_and_no_link_to_one(run: Run, make) -> None:
    html = html_report(make(run))
    assert 'id="every-question"' not in html
    assert "#every-question" not in html
    assert "item-data" not in html.replace('getElementById("item-data")', "")
    assert "0 questions" not in html[: html.index("<main>")]
    assert "Audit of" not in html
    for target in re.findall(r'href="#([^"]+)"', html):
        assert f'id="{target}"' in html


def test_the_cells_of_the_transfer_table_tell_their_intervals(run: Run) -> None:
    html = html_report(transfer_run(run))
    assert 'title="95% interval 48.0 to 52.0, 1,001 questions" dir="auto">50.0<' in html


def test_the_glossary_is_in_alphabetical_order_and_explains_what_is_new() -> None:
    words = [word.lower() for word, _ in glossary()]
    assert words == sorted(words)
    assert {"temperature", "ece", "brier score", "nll", "calibration", "pointwise information"} <= set(words)


def test_what_each_view_chose_is_not_repeated_as_a_measure_of_following(shortcut_run: Run) -> None:
    labels = [
        m["label"] for m in page_of(shortcut_run).items["measures"] if m["experiment"] == "Following the shortcut"
    ]
    assert labels == ["chosen random", "follows", "unchanged"]
    assert page_of(shortcut_run).items["views"] == list(VIEWS)
