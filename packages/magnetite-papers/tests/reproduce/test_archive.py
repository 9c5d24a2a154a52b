"""An archive holds what finished stages found: enough for the page, and not a text of the exam's."""

import gzip
import json
import shutil
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magnetite
from examfiles import write
from examfiles.errors import DataError, UsageError
from examfiles.sources import sample_exam
from magnetite.core.results import Finding, Heading, table
from magnetite_papers import planned, reproduce
from magnetite_papers.archive import Archive, ArchivedStage, hash_of, with_texts, without_texts
from magnetite_papers.compared import TITLE
from magnetite_papers.configuration import Configuration
from magnetite_papers.page import EarlierPage, show
from magnetite_papers.paper import PAPERS, Claim, Exhibit, Outcome, Paper
from magnetite_papers.stages import Workplace, made_stage, run_stage

EXAM = "exam.jsonl"


@dataclass(frozen=True, kw_only=True)
class Small(Configuration):
    limit: int = 6
    drawn: int = 1


def stages(settings):
    def draw(_bench, folder):
        (folder / "n").write_text(str(settings.drawn))

    yield made_stage("drawn", "a file that the run needs", draw, "n", drawn=settings.drawn)
    yield run_stage(
        "longest",
        "the longest option",
        magnetite.audit,
        lambda bench: (bench.source("exam"), "longest"),
        needs=("drawn",),
        limit=settings.limit,
        experiments=("accuracy",),
    )


def exhibit(results):
    """Show the texts that a run has, so that a page tells whether all of them were put back."""
    run = results.run("longest")
    texts = [(item["id"], item["question"], " / ".join(item["options"])) for item in run.exam["items"]]
    shown = table("texts", "Questions", (Heading("id"), Heading("question"), Heading("options")), texts)
    return Finding("table-1", "Table 1", run.finding("accuracy").sentence, tables=(shown,))


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    write(magnetite.read(sample_exam()), tmp_path / "data" / EXAM)
    (tmp_path / "laptop.toml").write_text(f'title = "Small"\n[data]\nexam = "{EXAM}"\n')
    made = (Exhibit("table-1", "Table 1", ("longest",), exhibit),)
    paper = Paper("small", "Nobody (2026)", tmp_path, Small, lambda s: list(stages(s)), lambda _s: made, ())
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"small": _Entry(paper)})
    return tmp_path


@dataclass
class _Entry:
    paper: Paper

    def load(self):
        return self.paper


def done(place, output, **told):
    """Reproduce into a folder, with the archive; return the stages that were done, and what else was said."""
    said = []
    reproduce("small", place / "data", output=place / output, archive=place / "archive", say=said.append, **told)
    return [text.partition(":")[0] for text in said], said


def table_of(page):
    return page.read_text("utf-8").partition("## Table 1")[2].partition("## What was run")[0]


def test_a_page_is_made_of_the_archive_alone_and_is_the_same(place):
    assert done(place, "first")[0] == ["drawn", "longest"]
    assert done(place, "second")[0] == []
    assert not (place / "second" / "longest").exists()
    assert table_of(place / "second" / "page.md") == table_of(place / "first" / "page.md") != ""
    assert "the longest option" in (place / "second" / "page.md").read_text("utf-8").partition("What was run")[2]


def test_no_text_of_the_exam_is_in_it(place):
    done(place, "first")
    written = "".join(gzip.decompress(path.read_bytes()).decode() for path in (place / "archive").iterdir())
    for item in magnetite.read(sample_exam()):
        for text in (item.passage, item.question, *item.options):
            assert len(text.split()) < 2 or text not in written
    assert str(place) not in written


def test_it_is_the_same_file_whenever_it_is_written(place):
    done(place, "first")
    path = place / "archive" / "longest.json.gz"
    before = path.read_bytes()
    path.unlink()
    done(place, "first")
    assert path.read_bytes() == before


@pytest.mark.parametrize(("told", "difference"), [("limit = 3", "limit = 6, now 3"), ("drawn = 2", "drawn = 1, now 2")])
def test_a_stage_is_run_again_where_it_or_one_that_it_needs_was_told_something_else(place, told, difference):
    done(place, "first")
    (place / "other.toml").write_text(f'title = "Small"\n{told}\n[data]\nexam = "{EXAM}"\n')
    names, said = done(place, "second", scale=str(place / "other.toml"))
    not_used = [text for text in said if "the archive" in text]
    assert not_used[-1] == f"longest: not taken from the archive, where it was made with {difference}."
    assert names[len(not_used) :] == ["drawn", "longest"]
    assert done(place, "third", scale=str(place / "other.toml"))[0] == []


def test_a_page_keeps_what_cannot_be_made_anew_and_says_so(place):
    told = {"output": place / "first", "only": [], "page": place / "page.md"}
    reproduce("small", place / "data", output=place / "first", page=place / "page.md")
    before = table_of(place / "page.md")
    assert reproduce("small", place / "data", **told).notes == ()  # all is at hand
    shutil.rmtree(place / "first")
    for _ in range(2):  # of a page that keeps, a page keeps the same
        run = reproduce("small", place / "data", **told)
        assert [note.code for note in run.notes] == ["note-exhibits-kept"]
        assert list(run.settings["kept"]) == ["table-1"]
        assert [stage["stage"] for stage in run.settings["stages"]] == ["drawn", "longest"]
        assert table_of(place / "page.md") == before


def test_a_claim_that_a_kept_exhibit_cannot_tell_is_not_tested(place, monkeypatch):
    def test(findings):
        return Outcome({"": bool([row["newer"] for row in findings["table-1"].tables[0].rows()])}, {"": "newer"})

    claims = (Claim("Texts are new.", ("table-1",), test),)
    known = PAPERS["small"]
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"small": _Entry(replace(known, claims=claims))})
    told = {"output": place / "first", "page": place / "page.md"}
    with pytest.raises(KeyError):
        reproduce("small", place / "data", **told)
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"small": _Entry(known)})
    reproduce("small", place / "data", **told)
    shutil.rmtree(place / "first")
    monkeypatch.setitem(
        PAPERS.__dict__,
        "_theirs",
        {"small": _Entry(replace(known, claims=claims, compared=lambda _s, findings: [test(findings)]))},
    )
    (place / "laptop.toml").write_text(f'title = "Small"\nsmaller = "a"\nlarger = "b"\n[data]\nexam = "{EXAM}"\n')
    run = reproduce("small", place / "data", only=[], **told)
    assert [note.values.get("exhibit") for note in run.notes if note.code == "note-not-run"] == [TITLE]
    assert list(run.finding("claims").tables[0].values("verdict")) == ["not tested"]


@pytest.mark.parametrize("content", [b"{}", b"notes", b"\xff", None])
def test_a_file_that_is_no_pages_is_not_replaced(place, content):
    if content is None:
        magnetite.audit(place / "data" / EXAM, "longest", experiments=("accuracy",), limit=3, output=str(place / "run"))
        content = (place / "run" / "findings.json").read_bytes()
    (place / "page.json").write_bytes(content)
    with pytest.raises(UsageError, match=r"page\.json: was not written by magnetite reproduce"):
        reproduce("small", place / "data", output=place / "first", page=place / "page.md", only=[])
    assert (place / "page.json").read_bytes() == content
    assert not (place / "page.md").exists()


def test_a_page_that_was_made_with_other_settings_is_made_anew(place):
    said = []
    reproduce("small", place / "data", output=place / "first", page=place / "page.md")
    (place / "other.toml").write_text(f'title = "Small"\nlimit = 3\n[data]\nexam = "{EXAM}"\n')
    told = {"scale": str(place / "other.toml"), "output": place / "second", "page": place / "page.md"}
    run = reproduce("small", place / "data", only=[], say=said.append, **told)
    assert said == [f"{place / 'page.md'}: was made with other settings (limit). It is replaced."]
    assert run.settings["kept"] == {}


def test_a_stage_of_which_exhibits_read_more_than_was_kept_is_run_again(place):
    done(place, "first")
    path = place / "archive" / "longest.json.gz"
    kept = json.loads(gzip.decompress(path.read_bytes()))
    path.write_bytes(gzip.compress(json.dumps({**kept, "files": {}}).encode()))
    assert done(place, "second")[0] == ["drawn", "longest"]
    assert done(place, "third")[0] == []


def test_the_dry_run_knows_it(place):
    done(place, "first")
    rows = planned("small", place / "data", output=place / "second", archive=place / "archive")
    assert [(price.stage.name, finished) for price, finished in rows] == [("drawn", True), ("longest", True)]
    (place / "archive" / "drawn.json.gz").unlink()
    rows = planned("small", place / "data", output=place / "second", archive=place / "archive")
    assert [(price.stage.name, finished) for price, finished in rows] == [("longest", True)]


def test_data_that_lack_a_text_are_named_with_what_to_do(place):
    done(place, "first")
    exam = magnetite.read(sample_exam())
    (place / "data" / EXAM).unlink()
    write(exam.with_items(list(exam)[-3:]), place / "data" / EXAM)
    with pytest.raises(DataError, match=r"the data lack a text .*release of exam, or delete the file"):
        done(place, "second")


def test_an_exam_that_is_not_among_the_data_is_not_kept(place):
    exam = magnetite.read(sample_exam())
    write(exam.with_items(list(exam)[:40]), place / "data" / "sample.jsonl")
    stage = run_stage("any", "any", magnetite.audit, lambda _bench: ("sample", "longest"))
    archive = Archive(place / "archive", Workplace(place / "run", place / "data", {"exam": "sample.jsonl"}))
    run = magnetite.audit(exam, "longest", experiments=("accuracy",), output=str(place / "run"), store="off")
    content = json.loads((place / "run" / "findings.json").read_text("utf-8"))
    with pytest.raises(DataError, match=f"question '{run.exam['items'][40]['id']}' is not in exam"):
        archive.keep(stage, ArchivedStage({"settings": {}, "finished": "now"}, [], [], {"findings.json": content}))
    assert not (place / "archive").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"{}"), gzip.compress(b'{"record": 1}')],
    ids=["empty", "no gzip", "no record", "a record alone"],
)
def test_a_file_that_is_no_archives_is_named(place, content):
    done(place, "first")
    (place / "archive" / "longest.json.gz").write_bytes(content)
    with pytest.raises(DataError, match=r"longest.json.gz: not a file of an archive"):
        done(place, "second")


def test_a_killed_stage_that_is_in_the_archive_need_not_go_on(place):
    done(place, "first")
    shutil.rmtree(place / "first" / "longest")
    assert done(place, "first")[0] == []


TEXTS = st.text(alphabet="ab :“”text{}", max_size=12)
JSON = st.recursive(TEXTS | st.none() | st.floats(allow_nan=False), lambda v: st.lists(v) | st.dictionaries(TEXTS, v))


@given(content=JSON, texts=st.lists(TEXTS))
def test_what_is_put_back_is_what_was_taken_out(content, texts):
    known = {hash_of(text): text for text in texts}
    assert with_texts(without_texts(content, known), known) == json.loads(json.dumps(content))


@given(text=TEXTS.filter(lambda text: text and "”" not in text))
def test_a_known_text_is_taken_out_of_groups_and_sentences(text):
    known = {hash_of(text): text}
    kept = without_texts({"group": f"small: {text}", "sentence": f"It takes “{text}”."}, known)
    assert kept == {"group": f"small: {hash_of(text)}", "sentence": f"It takes “{hash_of(text)}”."}


def test_an_exhibit_whose_stages_were_computed_in_different_formats_says_so(place):
    made = Exhibit("table-1", "Table 1", ("one", "two"), lambda _results: Finding("table-1", "", "Said."))

    def notes(**formats):
        entries = {
            name: SimpleNamespace(precisions=each, record=RECORD, trained_in=()) for name, each in formats.items()
        }
        stages = {name: SimpleNamespace(about="", needs=()) for name in entries}
        results = SimpleNamespace(has=lambda _names: True, entry=entries.__getitem__, stages=stages)
        return [note.values for note in show([made], results, EarlierPage()).findings["table-1"].notes]

    assert notes(one=("float32",), two=("float32",)) == notes(one=("float32",), two=()) == []
    assert notes(one=("float32",), two=("bfloat16",)) == [{"formats": "bfloat16: two; float32: one"}]


RECORD = {"seconds": 1, "sittings": 1, "finished": "", "machine": "", "versions": {"magnetite": "0.1.0+g1"}}
