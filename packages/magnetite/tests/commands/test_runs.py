"""A folder of runs is one page: a line a run, its numbers, links, and differences on the questions that both hold."""

import re
import shutil
from dataclasses import replace

import numpy as np
import pytest

import magnetite
from examfiles.errors import DataError, StoreError, UsageError
from examfiles.items import Dataset, Item
from magnetite.commands.runs import differences_of
from magnetite.core.headings import ID
from magnetite.core.results import Finding, Heading, Run, load, table
from magnetite.report.overview import FolderRun
from magnetite.stats.intervals import difference
from tests.commands.test_exchange import largest_file
from tests.report.browsing import NEEDS_BROWSER

KEYS = "ABBAABBABABA"


def exam(order=1):
    """Make an exam of six passages; the same texts under other ids where its options are turned round."""
    options = ("A", "B")[::order]
    return Dataset(
        "made",
        tuple(
            Item(f"{order} {n}", f"p{n // 2}", f"Text {n // 2}.", f"Question {n}?", options, options.index(key))
            for n, key in enumerate(KEYS)
        ),
    )


def always_a(_passage, _question, option):
    return float(option == "A")


def always_b(_passage, _question, option):
    return float(option == "B")


@pytest.fixture
def folder(tmp_path):
    asked = {"experiments": ["accuracy"], "store": "off"}
    magnetite.audit(exam(), always_a, output=str(tmp_path / "runs" / "first <b>"), **asked)
    magnetite.audit(exam(-1), always_b, output=str(tmp_path / "runs" / "deep" / "second"), **asked)
    return tmp_path / "runs"


def test_the_page_has_a_line_for_each_run_with_its_numbers_and_a_link_that_works(folder):
    done = magnetite.runs(folder)
    assert (done.path, done.runs, done.unread) == (folder / "index.html", 2, ())
    page = done.path.read_text("utf-8")
    links = re.findall(r'<a href="([^#"]+)"[^>]*>([^<]*)</a>', page)
    assert links == [("deep/second/report.html", "deep/second"), ("first%20%3Cb%3E/report.html", "first &lt;b&gt;")]
    assert "always_a" in page
    assert "50.0%" in page
    assert "http" not in page.replace('http-equiv="', "")
    assert magnetite.runs([folder], language="de").path.read_text("utf-8").count("Unterschiede zwischen Läufen") == 3


def test_a_page_that_the_disk_does_not_take_is_refused_in_a_sentence_and_the_old_one_stays(folder):
    page = magnetite.runs(folder).path
    before = page.read_bytes()
    with largest_file(1_000), pytest.raises(StoreError, match=r"index\.html: cannot be written \(File too large\)"):
        magnetite.runs(folder)
    assert page.read_bytes() == before


def test_differences_are_paired_by_the_texts_of_questions_and_clustered_by_passage(folder):
    kept = [FolderRun(name, "", load(folder / name)) for name in ("first <b>", "deep/second")]
    found, left = differences_of(kept)
    [row] = found.rows()
    first = np.array([key == "A" for key in KEYS])
    wanted = difference(first, ~first, np.arange(12) // 2)
    assert (row["experiment"], row["what"], row["n"], left) == ("accuracy", "correct", 12, 0)
    assert (row["first"], row["second"], row["share"], row["other"]) == ("first <b>", "deep/second", 0.5, 0.5)
    assert [row[end] for end in ("difference", "low", "high")] == pytest.approx([0, wanted.low, wanted.high])
    assert row["clear"] is False


def knows(_passage, question, option):
    return float(option == KEYS[int(question[9:-1])]) if question else 0.0


def test_columns_that_agree_by_chance_are_both_compared(tmp_path):
    for name in "ab":
        magnetite.audit(exam(), knows, experiments=["shortcuts"], store="off", output=str(tmp_path / name))
    rows = differences_of([FolderRun(name, "", load(tmp_path / name)) for name in "ab"])[0].rows()
    assert [row["what"] for row in rows] == ["right with O", "right with QO", "right with CO", "right with QOC"]


def test_questions_without_a_passage_are_not_taken_for_questions_of_one_passage(tmp_path):
    bare = Dataset("bare", tuple(replace(item, passage="", passage_id=item.id) for item in exam()))
    for name, model in (("a", always_a), ("b", always_b)):
        magnetite.audit(bare, model, experiments=["accuracy"], store="off", output=str(tmp_path / name))
    [row] = differences_of([FolderRun(name, "", load(tmp_path / name)) for name in "ab"])[0].rows()
    first = np.array([key == "A" for key in KEYS])
    wanted = difference(first, ~first, np.arange(12))
    assert [row[end] for end in ("low", "high")] == pytest.approx([wanted.low, wanted.high])


def test_only_the_questions_that_both_hold_count_and_runs_without_any_are_not_compared(folder, tmp_path):
    asked = {"experiments": ["accuracy"], "store": "off"}
    some = exam().with_items(list(exam())[:6])
    magnetite.audit(some, always_b, output=str(tmp_path / "some"), **asked)
    magnetite.audit("sample", "longest", limit=8, output=str(tmp_path / "other"), **asked)
    names = {"all": folder / "first <b>", "some": tmp_path / "some", "other": tmp_path / "other"}
    rows = differences_of([FolderRun(name, "", load(path)) for name, path in names.items()])[0].rows()
    assert [(row["first"], row["second"], row["n"], row["difference"]) for row in rows] == [("all", "some", 6, 0.0)]
    assert [row["share"] for row in rows] == [KEYS[:6].count("A") / 6]


def test_what_cannot_be_read_is_named_and_nothing_is_replaced_that_is_no_page_over_runs(folder, tmp_path):
    (folder / "broken").mkdir()
    (folder / "broken" / "findings.json").write_text("{}")
    done = magnetite.runs(folder)
    assert (done.runs, len(done.unread)) == (2, 1)
    assert "this is not a Magnetite run" in done.path.read_text("utf-8")
    magnetite.runs(folder)  # over the page that it wrote
    done.path.write_text("my own")
    with pytest.raises(UsageError, match="exists and is not a page over runs"):
        magnetite.runs(folder)
    assert magnetite.runs(folder, overwrite=True).runs == 2
    shutil.rmtree(folder / "deep")
    shutil.rmtree(folder / "first <b>")
    with pytest.raises(DataError, match="has no run"):
        magnetite.runs(folder)
    with pytest.raises(UsageError, match="there is no such folder"):
        magnetite.runs(tmp_path / "none")


@pytest.mark.parametrize("_browser", [pytest.param(None, marks=NEEDS_BROWSER)])
def test_a_heading_sorts_and_a_word_narrows(folder, chromium, _browser):
    page, trouble = chromium.new_page(), []
    page.on("console", lambda message: trouble.append(message.text))
    page.goto(magnetite.runs(folder).path.as_uri())
    names = page.locator("#runs tbody tr td:first-child")
    page.locator("#runs th button").first.click()
    assert names.all_inner_texts() == ["deep/second", "first <b>"]
    page.locator("#runs th button").first.click()
    assert names.all_inner_texts() == ["first <b>", "deep/second"]
    page.locator("#runs input").fill("second")
    assert page.locator("#runs tbody tr:visible").count() == 1
    assert trouble == []
    page.close()


def test_a_heading_is_a_number_s_own_name_under_its_finding_s_and_not_the_end_of_a_sentence(folder):
    asked = {"experiments": ["accuracy", "shortcuts"], "store": "off"}
    magnetite.audit(exam(), always_a, output=str(folder / "more"), **asked)
    page = magnetite.runs(folder).path.read_text("utf-8")
    headings = [
        re.sub(r"<[^>]+>", " ", each).split() for each in re.findall(r'<th scope="col">(.*?)</th>', page, re.DOTALL)
    ]
    texts = {" ".join(words) for words in headings}
    assert {"Does it read?", "Accuracy", "Accuracy: QO"} <= texts
    assert '<th scope="colgroup" colspan="1">Shortcuts</th>' in page
    assert "? Not shown" in page


def test_the_page_uses_the_window_s_whole_width(folder):
    assert "body { max-width: none; }" in magnetite.runs(folder).path.read_text("utf-8")


def runs_of(random, runs, right=0.5):
    """Return runs on sixty questions, each right by chance."""
    items = [{"id": f"q{n}", "passage_id": f"p{n}", "question": f"{n}?", "options": ["a", "b"]} for n in range(60)]
    kept = []
    for k in range(runs):
        rows = [(f"q{n}", bool(random.random() < right)) for n in range(60)]
        found = Finding("accuracy", "Accuracy", "", items=table("items", "Items", (ID, Heading("correct")), rows))
        texts = {"passages": {f"p{n}": f"Text {n}." for n in range(60)}, "items": items}
        kept.append(FolderRun(str(k), "", Run({}, texts, (), {}, (found,), {}, {}, "", "")))
    return kept


def test_of_runs_that_are_equal_any_pair_is_clear_on_few_of_a_hundred_pages_and_a_real_difference_is():
    """Fifty pages of fifteen pairs each: an interval by itself would call a pair clear on every second page."""
    pages = singly = 0
    for seed in range(50):
        rows = differences_of(runs_of(np.random.default_rng(seed), 6))[0].rows()
        pages += any(row["clear"] for row in rows)
        singly += any(row["low"] > 0 or row["high"] < 0 for row in rows)
        assert all(not row["clear"] or row["low"] > 0 or row["high"] < 0 for row in rows)
    assert pages <= 6
    assert singly >= 15
    random = np.random.default_rng(0)
    known, blind = runs_of(random, 1, right=0.95), runs_of(random, 5)
    rows = differences_of([*known, *(replace(each, name=f"other {each.name}") for each in blind)])[0].rows()
    assert [row["clear"] for row in rows if row["first"] == "0"] == [True] * 5
