"""An exam checked as one call: what is read, who answers, what is found, and what is kept of it."""

import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import magnetite
from examfiles import write
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from examfiles.reasons import Reason
from examfiles.sources import sample_exam
from magnetite.commands.check import CHECK
from magnetite.commands.describe import describe_exam, read_exam
from magnetite.core.errors import ModelError
from magnetite.core.results import run_from_json
from magnetite.experiments.flags import RULES
from magnetite.experiments.flags.cards import SURE_ANSWERS
from magnetite.report.wording import notes_of
from magnetite.scorers.function import Function
from tests.commands.made import exam, rule, write_ensemble, write_system
from tests.tables import values_of

REAL = Path(__file__).parents[5] / "shared" / "data" / "exam-files"
SAMPLE = sample_exam()
GIFT = """::text::Ann bought a red bicycle in the small shop near the old bridge. She rode home in the rain, and her
brother laughed at her wet shoes, but she did not mind at all.

::q1::What did Ann buy? {
=a red bicycle in the small shop near the old bridge
~a car
~a boat
}

::essay::Write about the rain. {}

::q2::Who laughed? {
=her brother
~Her brother.
~her mother
}
"""


@pytest.fixture(autouse=True)
def _rules_for_weights(monkeypatch):
    monkeypatch.setattr("magnetite.scorers.encoder.encoder", rule)


def rows(run, name, experiment="check"):
    table = run.finding(experiment).table(name)
    return table.rows()


def gift(tmp_path, text=GIFT):
    path = tmp_path / "exam.gift"
    path.write_text(text, "utf-8")
    return path


def sure(passage, question, option):
    """Stand for a model that knows options beginning with c without reading."""
    return 6.0 if option.startswith("c") else 0.0


def test_a_gift_file_is_checked_with_its_lines_and_what_was_left_out(tmp_path):
    run = magnetite.check(gift(tmp_path), models=False).run
    finding = run.finding("check")
    assert finding.sentence == "2 of 2 questions deserve a second look."
    assert [finding.number(label).value for label in ("questions", "second look", "left out")] == [2, 2, 1]
    serious = [row for row in rows(run, "flags") if row["severity"] in ("fatal", "serious")]
    assert [(row["rule"], row["id"], row["options"]) for row in serious] == [
        ("longest-key", "q1", ["A"]),
        ("key-repeats-passage", "q1", ["A"]),
        ("key-stands-twice", "q2", ["A", "B"]),
    ]
    assert [row["id"] for row in rows(run, "looks")] == ["q2", "q1"]  # what cannot stand comes first
    assert [row["place"] for row in rows(run, "questions")] == ["exam.gift, line 4", "exam.gift, line 12"]
    [left] = rows(run, "left_out")
    assert left["where"] == "exam.gift, line 10"
    assert "essay" in left["reason"]
    assert {row["rule"] for row in rows(run, "not_checked") if row["reason"] == "views"} >= {"answerable-from-options"}


@pytest.mark.parametrize("name", ["e.jsonl", "e.csv", "e.gift", "e.xml", "e.zip"])
def test_every_format_that_holds_passages_gives_the_same_flags(tmp_path, name):
    sample = read_exam("sample").dataset
    part = sample.with_items([replace(item, level=None, metadata={}) for item in sample])
    write(part, tmp_path / name, "qti-3.0" if name == "e.zip" else None, lose=True)
    found = [(row["rule"], row["options"]) for row in rows(magnetite.check(tmp_path / name, models=False).run, "flags")]
    assert found == [(row["rule"], row["options"]) for row in rows(magnetite.check(part, models=False).run, "flags")]


def test_more_questions_than_a_page_can_show_are_refused_unless_some_are_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("examfiles.exam"), "MOST_QUESTIONS", 1)
    with pytest.raises(DataError, match=r"exam\.gift: there are more than 1 questions.*--limit 1000"):
        magnetite.check(gift(tmp_path), models=False)
    assert magnetite.check(gift(tmp_path), models=False, limit=2).run.finding("check").number("questions").value == 2


def test_a_file_too_large_for_an_exam_is_refused_unread(tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("examfiles.exam"), "LIMIT", 2**20)
    (tmp_path / "exam.csv").write_bytes(b"question,option_a,option_b,answer\n" + b"Who?,Ann,Bo,A\n" * 80_000)
    with pytest.raises(DataError, match=r"exam\.csv: the file is larger than 1 MiB; an exam .*--limit 1000"):
        magnetite.check(tmp_path / "exam.csv", models=False)


def test_what_cannot_read_a_part_of_an_exam_does_not_name_the_option(tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("examfiles.exam"), "LIMIT", 2**10)
    (tmp_path / "exam.csv").write_bytes(b"question,option_a,option_b,answer\n" + b"Who?,Ann,Bo,A\n" * 800)
    with pytest.raises(DataError, match=r"exam of texts is smaller\. Split it\.$"):
        describe_exam(tmp_path / "exam.csv")
    with pytest.raises(DataError, match=r"exam of texts is smaller\. Split it\.$"):
        read_exam(tmp_path / "exam.csv")


def test_an_exam_without_passages_is_checked_and_a_passage_may_be_supplied(tmp_path):
    (tmp_path / "a.txt").write_text(
        "What is in the box?\nA. cats\nB. dogs\nANSWER: A\n\nWho?\nA. cA\nB. d\nANSWER: A\n"
    )
    model = Function(sure, "sure", version="1")
    bare = magnetite.check(tmp_path / "a.txt", model, store="off").run
    assert {row["reason"] for row in rows(bare, "not_checked") if row["rule"] == "passage-hardly-helps"} == {"passage"}
    assert "p_QOC" not in bare.finding("check").table("options")
    (tmp_path / "p.txt").write_text("The box in the hall holds nothing but cats.\n")
    given = magnetite.check(tmp_path / "a.txt", model, passage=tmp_path / "p.txt", store="off").run
    assert given.exam["passages"].popitem()[1] == "The box in the hall holds nothing but cats."
    assert all(value is not None for value in given.finding("check").table("options").values("p_QOC"))
    assert ("passage-hardly-helps", 2) in {(row["rule"], row["right"]) for row in rows(given, "luck")}


def test_questions_without_a_passage_are_not_asked_with_one():
    data = exam(4)
    data = data.with_items([replace(item, passage="") if item.id.startswith("1") else item for item in data])
    seen = []

    def watching(passage, question, option):
        seen.append(passage)
        return sure(passage, question, option)

    run = magnetite.check(data, Function(watching, "watching", version="1"), store="off").run
    table = values_of(run.finding("check").table("options"))
    known = [value is not None for value in table["p_QOC"]]
    assert known == [not name.startswith("1-") for name in table["id"]]
    assert all(value is not None for value in table["p_QO"])
    assert sum(bool(passage) for passage in seen) == sum(known)
    assert [row["id"] for row in rows(run, "not_checked") if row["rule"] == "passage-misleads"] == ["1-0", "1-1"]


def test_a_planted_shortcut_is_flagged_and_an_honest_system_is_not_sure():
    data = exam(5, sizes=(4,))
    found = {
        row["rule"]
        for row in rows(magnetite.check(data, Function(sure, "sure", version="1"), store="off").run, "flags")
    }
    assert {"answerable-without-passage", "answerable-from-options"} <= found

    def honest(passage, question, option):
        return 6.0 if passage and option.startswith("c") else 0.0

    again = magnetite.check(data, Function(honest, "honest", version="1"), store="off").run
    assert not {"answerable-without-passage", "answerable-from-options"} & {row["rule"] for row in rows(again, "flags")}
    assert again.finding("check").number("accuracy", "QOC").value == 1


def test_unlabelled_questions_are_checked_for_all_that_needs_no_key():
    item = Item("q1", "p", "A text.", "Which of the cars is red?", ("the first", "The first.", "all of the above"))
    run = magnetite.check(Dataset("open", (item,)), "longest", store="off").run
    assert {row["rule"] for row in rows(run, "flags")} == {"options-say-the-same", "option-combination"}
    assert {row["right"] for row in rows(run, "options")} == {None}
    assert not [number for number in run.finding("check").numbers if number.label == "accuracy"]
    assert ("QOC", None) in [(row["name"], row["value"]) for row in rows(run, "trust")]


def test_what_a_small_exam_borrows_is_the_cards_and_only_for_the_limits_and_members_it_was_measured_with(tmp_path):
    limits = {each.name: each.value for each in RULES["answerable-without-passage"].thresholds}
    found = {"answerable-without-passage": {"sure": 100, "right": 70, "members": 1, "limits": limits}}
    write_system(tmp_path / "qo", "QO", measured={SURE_ANSWERS: found})
    stricter = tmp_path / "flags.toml"
    stricter.write_text("[answerable-without-passage]\nprobability = 0.9\n", "utf-8")

    def said(**told):
        run = magnetite.check(exam(), str(tmp_path), store="off", **told).run
        return {row["rule"]: row["elsewhere"] for row in rows(run, "luck")}["answerable-without-passage"]

    assert said() == 0.7
    assert said(flags=str(stricter)) is None
    found["answerable-without-passage"]["members"] = 3
    write_system(tmp_path / "qo", "QO", measured={SURE_ANSWERS: found})
    assert said() is None


def test_probabilities_are_divided_by_the_cards_temperature(tmp_path):
    write_system(tmp_path / "qo", "QO", calibration={"temperature": 2.0, "dataset": "RACE"})
    hot = magnetite.check(exam(), str(tmp_path), store="off").run
    write_system(tmp_path / "qo", "QO")
    plain = magnetite.check(exam(), str(tmp_path), store="off").run
    odds = [np.log(np.array(run.finding("check").table("options").values("p_QO"))) for run in (hot, plain)]
    gaps = [each.reshape(-1, 3)[:, 0] - each.reshape(-1, 3)[:, 1] for each in odds]
    assert gaps[0] == pytest.approx(gaps[1] / 2, rel=1e-4)
    assert [system["temperature"] for system in (*hot.systems, *plain.systems)] == [2.0, None]


def test_all_members_answer_unless_only_the_first_is_asked(tmp_path):
    write_ensemble(tmp_path / "qo", "QO", calibration={"temperature": 1.5, "dataset": "RACE"})
    first = magnetite.check(exam(), str(tmp_path), store="off", members="first").run
    every = magnetite.check(exam(), str(tmp_path), store="off").run
    assert [run.systems[0]["members"] for run in (first, every)] == [1, 3]
    assert [run.cost["cells"] for run in (first, every)] == [36, 108]
    assert any("Only the first member" in note for note in notes_of(first.notes))
    assert not any("Only the first member" in note for note in notes_of(every.notes))
    assert rows(first, "options") != rows(every, "options")


def test_a_member_that_answers_alone_has_its_own_temperature_where_its_card_stores_one(tmp_path):
    write_ensemble(tmp_path / "qo", "QO", calibration={"temperature": 1.5, "dataset": "RACE"})
    write_system(tmp_path / "qo" / "seed-0", "QO", calibration={"temperature": 3.0, "dataset": "RACE"})
    runs = [magnetite.check(exam(), str(tmp_path), store="off", members=members).run for members in ("first", "all")]
    assert [run.systems[0]["temperature"] for run in runs] == [3.0, 1.5]
    named = magnetite.check(
        exam(), asking=magnetite.Asking(systems={"QO": str(tmp_path / "qo")}), store="off", members="first"
    ).run
    assert named.systems[0]["temperature"] == 3.0
    assert any("figures measured elsewhere are for all members together" in note for note in notes_of(named.notes))


def test_a_system_that_sees_all_options_at_once_may_answer():
    class Listwise:
        name = fingerprint = "listwise"
        listwise, shares_context, tolerance = True, False, 0.0

        def sizes(self, cells):
            from magnetite.core.scorer import Sizes

            return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

        def score(self, cells):
            shown = [cells.contexts[row].shown for row in cells.rows]
            assert all(cells.options[column] in each for column, each in zip(cells.columns, shown, strict=True))
            return np.array([len(each) for each in shown], dtype=np.float32)

    run = magnetite.check(exam(sizes=(2, 4)), Listwise(), store="off").run
    assert {round(row["p_O"], 6) for row in rows(run, "options")} == {0.5, 0.25}


def test_systems_are_taken_for_the_views_a_check_asks(tmp_path):
    write_system(tmp_path / "s" / "qo", "QO")
    write_system(tmp_path / "s" / "co", "CO")
    assert [s["view"] for s in magnetite.check(exam(), str(tmp_path / "s"), store="off").run.systems] == ["QO"]
    named = {"qo": str(tmp_path / "s" / "qo"), "co": str(tmp_path / "s" / "co")}
    assert [
        s["view"] for s in magnetite.check(exam(), asking=magnetite.Asking(systems=named), store="off").run.systems
    ] == ["QO"]
    with pytest.raises(UsageError, match="there are systems for CO only; a check asks systems for O, QO, QOC"):
        magnetite.check(exam(), asking=magnetite.Asking(systems={"co": named["co"]}), store="off")


def test_settings_change_what_is_found_and_are_put_down(tmp_path):
    (tmp_path / "s.toml").write_text(
        "[longest-key]\nenabled = false\n[key-stands-twice]\nseverity = 'low'\n[key-repeats-passage]\nwords = 9\n"
    )
    run = magnetite.check(gift(tmp_path), models=False, flags=tmp_path / "s.toml").run
    assert "longest-key" not in {row["rule"] for row in rows(run, "flags")}
    assert run.finding("check").settings == {
        "longest-key: enabled": False,
        "key-stands-twice: severity": "remark",
        "key-repeats-passage: words": 9,
    }
    assert run.finding("check").number("second look").value == 0
    assert run.finding("check").sentence.startswith("None of 2 questions")


def test_a_limit_draws_whole_passages_and_the_answers_may_name_all_questions(tmp_path):
    data = exam(6)
    names = [item.id for item in data]
    (tmp_path / "a.csv").write_text(f"who,{','.join(names)}\nx,{','.join('A' * 12)}\ny,{','.join('B' * 12)}\n")
    run = magnetite.check(data, models=False, limit=4, responses=tmp_path / "a.csv").run
    assert len(run.exam["items"]) == 4
    assert run.finding("responses").table("facility").values("id") == [item["id"] for item in run.exam["items"]]


def test_a_folder_is_written_read_back_and_kept_from_other_runs(tmp_path):
    run = magnetite.check(gift(tmp_path), models=False, output=tmp_path / "run", language="de").run
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"report.html", "findings.json"}
    assert 'lang="de"' in (tmp_path / "run" / "report.html").read_text("utf-8")
    back = run_from_json((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert rows(back, "flags") == rows(run, "flags")
    magnetite.check(gift(tmp_path), models=False, output=tmp_path / "run", language="de")
    with pytest.raises(UsageError, match="holds another run"):
        magnetite.check(gift(tmp_path), "longest", store="off", output=tmp_path / "run")


def test_a_dry_run_says_what_each_view_would_score(tmp_path):
    given = {"exam": str(gift(tmp_path)), "model": "longest", "store": "off"}
    assert [(row.need, row.cells) for row in CHECK.ready(given).costs()] == [("O", 6), ("QO", 6), ("QOC", 6)]
    assert CHECK.ready({"exam": str(gift(tmp_path)), "models": False}).costs() == []


def test_rules_alone_import_no_torch(tmp_path):
    code = (
        "import sys, magnetite\n"
        f"magnetite.check({str(gift(tmp_path))!r}, models=False, output={str(tmp_path / 'run')!r})\n"
        "print([name for name in ('torch', 'transformers', 'altair', 'polars', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"language": "fr"}, UsageError, "language 'fr' does not exist. Known: en, de"),
        ({"members": "some"}, UsageError, "members 'some' does not exist"),
        ({"models": False, "model": "longest"}, UsageError, "no models are asked for, and a model is named"),
        ({"passage": "none.txt"}, DataError, "none.txt: the passage cannot be read"),
        ({"flags": "none.toml"}, UsageError, "there is no such settings file"),
        ({"responses": "none.csv"}, DataError, "none.csv: the answers cannot be read"),
        ({"model": "./none"}, ModelError, "none"),
        ({"limit": 0}, UsageError, "limit is 0"),
        ({"nonsense": 1}, UsageError, "check: argument 'nonsense' does not exist"),
        ({"split": "test"}, UsageError, "no split 'test'"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_scored(tmp_path, monkeypatch, given, error, said):
    monkeypatch.undo() if given.get("model") == "./none" else None
    with pytest.raises(error, match=said):
        magnetite.check(gift(tmp_path), **given)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("empty.gift", b"", "the file is empty"),
        ("spaces.gift", b"  \n ", "empty|no format"),
        ("essay.gift", b"::e::Write. {}\n", "nothing to read as gift: its only question cannot be used"),
        ("open.gift", b"::q::Who? {=a ~b\n", "exam|brace|nothing to read"),
        ("latin.gift", "::q::Wer? {=Jürgen ~b}\n".encode() + b"\xff", "not UTF-8"),
        ("bomb.xml", b"<?xml version='1.0'?><!DOCTYPE q [<!ENTITY a 'aaaa'>]><quiz>&a;</quiz>", "entit|no format"),
        ("none.gift", None, "there is no such file"),
    ],
)
def test_a_file_that_is_no_exam_is_said_in_a_sentence(tmp_path, name, data, said):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(DataError, match=said):
        magnetite.check(tmp_path / name, models=False)


def test_hostile_texts_and_a_thousand_options_pass_through(tmp_path):
    nasty = "</script><img src=x onerror=alert(1)> \u202e \x1b[31m {0.__class__} %s " + "x" * 5000
    items = [
        Item("<b>", "p", nasty, nasty, (nasty, "b", "c"), 0),
        Item("many", "p", nasty, "Which?", tuple(f"option {n}" for n in range(1000)), 999),
    ]
    run = magnetite.check(Dataset("<i>", tuple(items)), models=False, output=tmp_path / "run").run
    assert len(rows(run, "options")) == 1003
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "<img src=x" not in page


def test_one_exam_of_several_that_breaks_is_listed_and_the_others_are_checked(tmp_path):
    (tmp_path / "bank").mkdir()
    gift(tmp_path / "bank")
    (tmp_path / "bank" / "other.xml").write_text("<list>a shopping list</list>")
    (tmp_path / "bank" / "third.gift").write_bytes("::q::Wer war Jürgen? {=a ~b}\n".encode() + b"\n\xff")
    run = magnetite.check(tmp_path / "bank", models=False).run
    assert [row["id"] for row in rows(run, "questions")] == ["exam/q1", "exam/q2"]
    assert all("exam.gift, line" in row["place"] for row in rows(run, "questions"))
    left = {row["where"].removeprefix("bank/"): row["reason"] for row in rows(run, "left_out")}
    assert left == {
        "exam.gift, line 10": "left-essay",
        "other.xml": "left-other-format",
        "third.gift, line 3": "left-encoding",
    }


@pytest.mark.skipif(not REAL.is_dir(), reason="the exam files of Moodle and Canvas are not here")
def test_files_exported_by_moodle_and_canvas_are_checked_or_said_to_hold_nothing():
    checked = 0
    for path in sorted([*REAL.glob("gift/tests/questions/*.gift"), *REAL.glob("qti-canvas/spec/fixtures/*.zip")]):
        found = read_or_reason(path)
        if isinstance(found, str):
            assert str(path) in found
            continue
        checked += 1
        assert len(rows(found, "questions")) == found.dataset["items"]
        assert all(row["place"] for row in rows(found, "questions"))
        assert all(row["where"] and row["reason"] for row in rows(found, "left_out"))
    assert checked >= 10


def read_or_reason(path):
    try:
        return magnetite.check(path, models=False).run
    except DataError as error:
        return str(error)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("exam.txt", "1. Who?\nA. Ann\nB. Bo\n\n2. Where?\nA. here\nB. there\n"),
        ("exam.gift", "Who?{~a ~b}\n\nWhere?{~c ~d}"),
    ],
)
def test_an_exam_without_any_key_is_checked_and_said_to_have_none(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    run = magnetite.check(tmp_path / name, models=False).run
    assert len(rows(run, "questions")) == 2
    assert rows(run, "left_out") == []
    (note,) = [note for note in run.notes if note.code == "note-no-keys"]
    assert note.values == {"questions": 2}
    assert describe_exam(tmp_path / name).number("left out").value == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("exam.txt", "1. Who?\nA. Ann\nB. Bo\n\n2. Where?\nA. here\nB. there\nAnswer: A\n"),
        ("exam.gift", "Who?{~a ~b}\n\nWhere?{=c ~d}"),
        ("exam.csv", "question,A,B,answer\nWho?,Ann,Bo,\nWhere?,here,there,A\n"),
    ],
)
def test_a_question_without_a_key_among_others_is_checked_in_its_place_and_said_to_have_none(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    run = magnetite.check(tmp_path / name, models=False).run
    assert [item["question"] for item in run.exam["items"]] == ["Who?", "Where?"]
    assert [item["answer"] for item in run.exam["items"]] == [None, 0]
    assert rows(run, "left_out") == []
    (note,) = [note for note in run.notes if note.code == "note-some-keys"]
    assert (note.values["lacking"], note.values["questions"]) == (1, 2)


def test_a_passage_on_the_first_of_its_rows_is_offered_for_all_and_filled_down_when_asked(tmp_path):
    rows_ = [f"{'Ann has a cat and Bo has a dog.' if n % 3 == 0 else ''},Who is {n}?,Ann,Bo,A" for n in range(6)]
    (tmp_path / "exam.csv").write_text("\n".join(["passage,question,a,b,answer", *rows_]))
    run = magnetite.check(tmp_path / "exam.csv", models=False).run
    assert Reason("note-fill-down", {"lacking": 4}) in run.notes
    filled = magnetite.check(tmp_path / "exam.csv", models=False, reading=magnetite.Reading(fill_down=True)).run
    assert {note.code for note in filled.notes} & {"note-fill-down", "note-no-passage", "note-filled-down"} == {
        "note-filled-down"
    }
    assert filled.dataset["passages"] == 1


def test_an_exam_may_name_its_split_and_is_one_source(tmp_path):
    for split in ("dev", "test"):
        write(exam(2, 1), tmp_path / "set" / f"{split}.jsonl")
    data = tmp_path / "set"
    assert read_exam(f"{data}@test").dataset.items == read_exam(data, split="test").dataset.items
    with pytest.raises(UsageError, match="an exam is one file, folder or package"):
        read_exam(f"{data / 'test.jsonl'}+{data / 'dev.jsonl'}")
    with pytest.raises(DataError, match="there is no such file"):
        read_exam(f"{data / 'test.jsonl'}+missing.jsonl")


def test_questions_that_no_sentence_decides_are_listed_where_the_reader_can_be_told_from_guessing():
    keys = {(item.question, item.options[item.answer]) for item in magnetite.read(SAMPLE) if item.answer is not None}

    def knows(passage, question, option):
        """Say that the key is right, whatever the passage has lost."""
        return 3.0 if (question, option) in keys else 0.0

    def guesses(passage, question, option):
        """Say of the shortest option that it is right."""
        return -float(len(option))

    ask = {"limit": 30, "listed": 4, "store": "off"}
    run = magnetite.check("sample", Function(knows, "knows", version="1"), span=True, **ask).run
    assert [(row["rank"], row["option"] in "ABCD") for row in rows(run, "unmoved")] == [(n, True) for n in range(1, 5)]
    assert {row["id"] for row in rows(run, "unmoved")} <= {item["id"] for item in run.exam["items"]}
    for model, span in ((knows, False), (guesses, True)):
        other = magnetite.check("sample", Function(model, model.__name__, version="1"), span=span, **ask).run
        assert "unmoved" not in [each.name for each in other.finding("check").tables]
    with pytest.raises(UsageError, match="--span asks one"):
        magnetite.check("sample", models=False, span=True)
