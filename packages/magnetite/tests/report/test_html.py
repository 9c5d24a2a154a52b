import json
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.core.results import Finding, Run, Table, run_from_json, run_to_json
from magnetite.report import html_report
from magnetite.report.drawing import vega_lite_version
from magnetite.report.html import content_policy, script_json, static_svg, vega_bundle
from magnetite.report.page import ITEM_LIMIT, ROW_LIMIT, page
from magnetite.report.wording import notes_of
from tests.report.made import page_of
from tests.tables import columns_of


class _Outline(HTMLParser):
    """Collects what the tests ask of a page: elements, attributes, headings, and the text of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.headings: list[tuple[int, str]] = []
        self.scripts: list[tuple[dict, str]] = []
        self._inside: str | None = None

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._inside = tag
        if re.fullmatch("h[1-6]", tag):
            self.headings.append((int(tag[1]), ""))
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag):
        self._inside = None

    def handle_data(self, data):
        if self._inside == "script":
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + data)
        elif self.headings and re.fullmatch("h[1-6]|a", self._inside or "") and not self.headings[-1][1]:
            self.headings[-1] = (self.headings[-1][0], data)


def outline(html: str) -> _Outline:
    parsed = _Outline()
    parsed.feed(html)
    return parsed


@pytest.fixture(scope="module")
def html(run_folder: Path) -> str:
    return (run_folder / "report.html").read_text("utf-8")


def test_the_page_read_back_from_its_findings_is_the_same_page(run: Run, html: str) -> None:
    back = run_from_json(run_to_json(run))
    assert back == run
    assert html_report(back) == html


def test_the_only_scripts_are_the_three_kinds_the_page_is_made_of(html: str) -> None:
    scripts = outline(html).scripts
    running = [text for attributes, text in scripts if attributes.get("type") != "application/json"]
    assert len(running) == 2
    assert content_policy(running) in html.replace("&#39;", "'")
    assert all("src" not in attributes for attributes, _ in scripts)


def test_no_markup_in_data_becomes_an_element(html: str) -> None:
    tags = outline(html).tags
    assert not [attributes for tag, attributes in tags if tag in ("img", "b", "iframe", "object")]
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]


def test_nothing_on_the_page_points_outside_it(html: str) -> None:
    loading = ("src", "srcset", "href", "xlink:href", "action", "data", "poster")
    targets = [attributes[name] for _, attributes in outline(html).tags for name in loading if name in attributes]
    assert targets
    assert all(target.startswith("#") for target in targets)
    assert not re.search(r"@import|url\(\s*['\"]?(?!#)", outline_style(html))


def outline_style(html: str) -> str:
    return "".join(re.findall(r"<style>.*?</style>", html, re.DOTALL))


def test_templates_in_data_are_not_run(html: str) -> None:
    assert "{{ 7 * 7 }}" in html
    assert "{% raw %}" in html


def test_headings_never_skip_a_level_and_stand_in_reading_order(html: str) -> None:
    headings = outline(html).headings
    levels = [level for level, _ in headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert [text for level, text in headings if level == 2] == [
        "In short",
        "Accuracy",
        "Shortcuts",
        "Magnets",
        "Every question",
        "How this was measured",
        "What these words mean",
    ]


def test_every_figure_has_its_caption_its_drawing_and_the_numbers_behind_it(html: str) -> None:
    blocks = re.findall(r'<\w+ class="block[ \w]*">.*?(?=<\w+ class="block|</section>)', html, re.DOTALL)
    drawn = [block for block in blocks if "<figure" in block]
    assert len(drawn) == 5
    for block in drawn:
        assert block.count("<figcaption>") == block.count("<figure") == block.count('class="spec"')
        assert "The numbers behind" in block
        assert "<table>" in block


def test_what_is_needed_to_repeat_the_run_is_on_the_page(run: Run, html: str) -> None:
    shown = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    for text in (
        run.command,
        run.dataset["fingerprint"],
        "minilm-QOC-1f2e",
        "29,184",
        "magnets.pool",
        "2.13.0",
        "1.0%",
    ):
        assert text in shown


def test_every_sentence_and_note_of_the_findings_is_on_the_page(run: Run, html: str) -> None:
    for text in [*notes_of(run.notes), *(part for f in run.findings for part in (f.sentence, *f.notes))]:
        assert text in html


def test_an_experiment_the_report_has_never_heard_of_is_shown_with_numbers_tables_and_items(
    unknown_experiment_run: Run,
) -> None:
    html = html_report(unknown_experiment_run)
    section = html[html.index('<section id="tides"') : html.index('<section id="every-question"')]
    assert "The moon explains 12%" in html
    for text in (
        "12.0%",
        "8.0% to 17.0%",
        "3.25 days",
        "&lt;new&gt;",
        "0.512",
        "Only two moons",
    ):
        assert text in section
    data = json.loads(outline_data(html))
    assert {"experiment": "Tides", "label": "tide height"} in data["measures"]
    assert data["items"][0]["measures"][-1] == "2.5"


def outline_data(html: str) -> str:
    return next(text for attributes, text in outline(html).scripts if attributes.get("id") == "item-data")


def test_the_items_on_the_page_are_the_exams_with_what_each_view_chose(run: Run, html: str) -> None:
    data = json.loads(outline_data(html))
    assert data["views"] == ["QO", "QOC"]
    assert [item["id"] for item in data["items"]] == [item["id"] for item in run.exam["items"]]
    assert [tuple(item["options"]) for item in data["items"]] == [tuple(i["options"]) for i in run.exam["items"]]
    assert data["passages"] == run.exam["passages"]
    table = run.finding("shortcuts").items
    assert table is not None
    for place, view in enumerate(data["views"]):
        assert [item["answers"][place]["chosen"] for item in data["items"]] == table.values(f"chosen_{view}")


def test_without_the_shortcuts_the_choices_of_accuracy_are_shown(run: Run) -> None:
    alone = replace(run, findings=(run.finding("accuracy"),))
    items = page(alone).items
    table = run.finding("accuracy").items
    assert table is not None
    assert items["views"] == ["QOC"]
    assert [item["answers"][0]["chosen"] for item in items["items"]] == table.values("chosen")


def test_a_run_that_found_nothing_still_makes_a_page(run: Run) -> None:
    bare = Finding(
        "accuracy", "Accuracy", "No question has a key.", tables=(Table("by_level", "L", columns_of({"a": []})),)
    )
    html = html_report(replace(run, findings=(bare,), systems=()))
    assert "No question has a key." in html


def test_a_findings_sentence_stands_once_on_its_card_unless_its_part_has_nothing_else(run: Run, html: str) -> None:
    for finding in run.findings:
        assert html.count(finding.sentence.replace("'", "&#39;")) == 1
    empty = Finding("magnets", "Magnet options", "Magnets cannot be searched for here.")
    page_of_empty = html_report(replace(run, findings=(run.finding("accuracy"), empty)))
    part = page_of_empty[
        page_of_empty.index('<section id="magnets"') : page_of_empty.index('<section id="every-question"')
    ]
    assert empty.sentence in part
    assert "<table>" not in part
    assert "<figure" not in part


def test_two_tables_of_one_kind_give_figures_with_different_names(run: Run) -> None:
    first = run.finding("accuracy").table("by_level")
    twice = replace(run.finding("accuracy"), tables=(first, replace(first, name="again")))
    blocks = page(replace(run, findings=(twice,))).sections[0].blocks
    assert len({figure.name for block in blocks for figure in block.figures}) == 2


def test_rows_and_questions_beyond_the_limits_are_counted_not_silently_dropped(run: Run, html: str) -> None:
    item = run.exam["items"][-1]
    items = [{**item, "id": f"q{k}"} for k in range(ITEM_LIMIT + 7)]
    many = replace(run, exam={**run.exam, "items": items}, findings=())
    assert page(many).items_left_out == 7
    interference = page_of(run).sections[2].blocks[0].grid
    assert len(interference.rows) == ROW_LIMIT
    assert interference.left_out == 300 - ROW_LIMIT
    assert "200 more rows are in findings.json." in html


def test_the_list_of_answerable_questions_leads_to_their_rows(run: Run) -> None:
    block = page_of(run).sections[1].blocks[2]
    first, identity = block.grid.rows[0][0], block.grid.rows[0][-2]
    assert first.item is not None
    assert run.exam["items"][first.item]["id"] == identity.text


@settings(max_examples=25)
@given(
    st.recursive(
        st.text() | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_embedded_json_cannot_leave_its_script_and_reads_back_the_same(value: object) -> None:
    text = script_json(value)
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == value


def test_a_static_figure_is_well_formed_xml_with_ids_of_its_own(run: Run) -> None:
    specs = [f.spec for section in page_of(run).sections for block in section.blocks for f in block.figures]
    drawn = [static_svg(spec, f"f{index}") for index, spec in enumerate(specs)]
    ids = [node.get("id") for svg in drawn for node in ElementTree.fromstring(svg).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert all("<script" not in svg for svg in drawn)


def test_the_figure_library_is_embedded_once_and_within_a_megabyte(html: str) -> None:
    assert html.count(vega_bundle(vega_lite_version())) == 1
    assert len(vega_bundle(vega_lite_version())) < 1_000_000
    assert len(html) < 1_600_000


def test_the_bundle_that_is_made_beside_the_page_imports_nothing_that_draws() -> None:
    code = "import sys; sys.modules['altair'] = None; from magnetite.report.html import vega_bundle; vega_bundle('6.4')"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
