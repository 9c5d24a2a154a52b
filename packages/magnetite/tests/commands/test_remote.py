"""A model on a server is a system of every command, which shows its costs first, and its key nowhere."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import magnetite
from examfiles.errors import UsageError
from examfiles.items import Dataset
from magnetite.cli.app import app
from magnetite.commands.audit import AUDIT, AuditSettings
from magnetite.commands.check import CHECK
from magnetite.core.scorer import Traffic
from magnetite.core.setting import changed, composed
from magnetite.report.wording import notes_of
from magnetite.scorers.prompts import prompt
from magnetite_study import StudySettings, create_study
from tests.commands.made import exam
from tests.scorers.remote.server import Server, chat, honest, letter_logs, options_of, text_of

SECRET = "sk-verysecret-123456"


@pytest.fixture
def server():
    with Server(honest) as made:
        yield made


def model(server):
    return f"org/tiny@{server.url}"


def command(*arguments):
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "300", "NO_COLOR": "1"}, catch_exceptions=True)


def test_an_audit_asks_each_question_once_and_its_notes_say_how_the_server_answered(server):
    run = magnetite.audit(exam(6), model(server), experiments=["accuracy"], store="off")
    assert len(set(server.texts)) == 12
    assert run.cost["scored"] == sum(len(item.options) for item in exam(6))
    chosen = {text: max(letter_logs(text), key=letter_logs(text).__getitem__) for text in server.texts}
    right = [
        any(item.question in text and letter == item.answer_letter for text, letter in chosen.items())
        for item in exam(6)
    ]
    assert run.finding("accuracy").number("accuracy").value == pytest.approx(sum(right) / 12)
    notes = " ".join(notes_of(run.notes))
    assert "13 requests were sent in this run" in notes
    assert "as reproducible as the server" in notes
    assert run.systems[0]["scoring"] == "symbol"
    assert run.systems[0]["template"] == prompt("chat").source


def test_a_run_says_how_much_probability_the_letters_hold_and_warns_where_it_is_little(server, tmp_path):
    def thinks(path, body, number):
        return chat("Okay", {"Okay": -0.1, "We": -2.5, "A": -6.0})

    run = magnetite.audit(exam(3), model(server), experiments=["accuracy", "order"], store=tmp_path)
    [note] = [note for note in run.notes if note.code == "note-letters-hold"]
    assert note.values == {"system": "QOC", "questions": 6, "median": pytest.approx(0.9), "under": 0}
    stored = magnetite.audit(exam(3), model(server), experiments=["accuracy"], store=tmp_path)
    assert note in stored.notes  # of scores that were stored, too
    with Server(thinks) as other:
        run = magnetite.audit(exam(3), model(other), experiments=["accuracy"], store="off")
    [note] = [note for note in run.notes if note.code == "note-letters-hold-little"]
    assert note.values["median"] == pytest.approx(3 * math.exp(-6))  # of the letters that are not listed at most
    assert "have little of the probability: under 1% in the median question" in " ".join(notes_of(run.notes))
    shares = magnetite.audit(
        exam(1), model(server), asking=magnetite.Asking(scoring="asks"), experiments=["accuracy"], store="off"
    )
    assert not [note for note in shares.notes if note.code.startswith("note-letters-hold")]


def test_a_question_none_of_whose_letters_came_back_is_not_answered(tmp_path):
    """Its key is A, which a system that says nothing must not get right."""

    def late(path, body, number):
        return honest(path, body, number) if "small0" in text_of(body) else chat("", {})

    asked = Dataset("a", tuple(replace(item, options=item.options[::-1], answer=0) for item in exam(3)))
    with Server(late) as server:
        run = magnetite.audit(
            asked, model(server), experiments=["accuracy", "shortcuts", "order"], store=tmp_path, views=("QO", "QOC")
        )
        checked = magnetite.check(asked, model(server), store=tmp_path).run
    finding = run.finding("accuracy")
    rows = dict(zip(finding.items.values("id"), finding.items.values("chosen"), strict=True))
    assert [rows[item.id] is None for item in asked] == [False] * 2 + [True] * 4
    assert finding.number("accuracy").value <= 2 / 6
    assert "In 4 of 6 questions the system named no option; they count as wrong." in finding.remarks
    assert "In 12 of 18 answers the system named no option" in " ".join(run.finding("order").remarks)
    assert run.finding("order").number("right in all rotations").value <= 2 / 6
    same = checked.finding("check").number("accuracy", "QOC")  # a check's share is that of an audit
    assert (same.value, same.n) == (finding.number("accuracy").value, 6)


def test_each_view_leaves_out_of_the_prompt_what_it_leaves_out(server):
    magnetite.score(exam(2), model(server), store="off")
    by_view = {
        (item.passage in text, item.question in text)
        for item in exam(2)
        for text in server.texts
        if set(options_of(text)) == set(item.options)
    }
    assert by_view == {(True, True), (True, False), (False, True), (False, False)}


def test_a_dry_run_sends_nothing_and_prints_requests_and_tokens(server, tmp_path):
    settings = composed(AuditSettings, {"model": model(server), "experiments": ("accuracy",), "store": str(tmp_path)})
    [row] = AUDIT.prepare(changed(settings, {"data": exam(5)})).costs()
    assert not server.asked
    assert row.seconds is None
    assert row.traffic.requests == 10
    assert row.traffic.tokens > 10 * 20
    magnetite.audit(exam(5), model(server), experiments=["accuracy"], store=tmp_path)
    assert len(server.asked) == row.traffic.requests + 1
    assert [each.traffic for each in AUDIT.prepare(changed(settings, {"data": exam(5)})).costs()] == [Traffic(0, 0)]


def test_the_command_line_prices_ends_at_its_ceiling_and_goes_on(server, tmp_path):
    shared = ["audit", "sample", "--limit", "10", "--experiments", "accuracy", "--model", model(server)]
    shared += ["--store", str(tmp_path / "store"), "--output", str(tmp_path / "run"), "--concurrency", "2"]
    dry = command(*shared, "--dry-run")
    assert dry.exit_code == 0, dry.output
    assert "10 requests" in dry.output
    assert "Nothing was sent now." in dry.output
    assert not server.asked
    ended = command(*shared, "--request-limit", "6")
    assert isinstance(ended.exception, UsageError)
    assert "6 requests were sent, the request_limit" in str(ended.exception)
    assert "the same command goes on with as much" in str(ended.exception)
    assert len(server.asked) == 6
    finished = command(*shared, "--request-limit", "6")
    assert finished.exit_code == 0, finished.output
    assert len(set(server.texts)) == 10
    assert len(server.asked) == 10 + 2  # a start asks its first request twice, or one that is stored


@pytest.mark.parametrize("way", ["cloze", "asks"])
def test_the_way_to_answer_and_the_prompt_are_flags(server, tmp_path, way):
    flags = ["--scoring", way, *(["--asks", "3"] if way == "asks" else ["--prompt", "plain"])]
    shared = ["audit", "sample", "--limit", "4", "--experiments", "accuracy", "--store", "off", *flags]
    done = command(*shared, "--model", model(server), "--output", str(tmp_path / "run"))
    assert done.exit_code == 0, done.output
    run = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))
    assert run["systems"][0]["scoring"] == way
    assert run["settings"]["scoring"] == way
    paths = {path.rpartition("/v1/")[2] for path, _ in server.asked}
    assert paths == {"completions" if way == "cloze" else "chat/completions"}


def test_a_check_asks_a_server_under_every_view_it_needs(server, tmp_path):
    given = {"exam": "sample", "model": model(server), "limit": 4, "store": "off", "output": str(tmp_path / "run")}
    run = CHECK.ready(given).perform()
    assert len(set(server.texts)) == 12  # O, QO and QOC
    assert "requests were sent" in " ".join(notes_of(run.notes))
    assert (tmp_path / "run" / "report.html").is_file()


def test_shortcuts_and_magnets_ask_a_server_what_the_dry_run_said_and_never_again(server, tmp_path):
    shared = ["sample", "--limit", "4", "--model", model(server), "--store", str(tmp_path / "store")]
    for line in (["shortcuts", *shared], ["magnets", *shared, "--pool-limit", "2", "--top", "1"]):
        dry = command(*line, "--dry-run")
        assert dry.exit_code == 0, dry.output
        before = len(server.asked)
        done = command(*line, "--output", str(tmp_path / line[0]))
        assert done.exit_code == 0, done.output
        most = int(re.search(r"([\d,]+) requests, [\d,]+ tokens, at four bytes", dry.output)[1])
        assert 1 < len(server.asked) - before <= most + 1
        assert f"{len(server.asked) - before} requests were sent in this run" in done.output
        before = len(server.asked)
        assert command(*line, "--output", str(tmp_path / line[0])).exit_code == 0
        assert len(server.asked) == before


def test_a_study_asks_a_server_by_texts_and_notes_how_it_answered(server, tmp_path):
    (tmp_path / "magnets.txt").write_text("a dog that sings\na cat that reads\n", "utf-8")
    attack = StudySettings(magnets=str(tmp_path / "magnets.txt"), models=(model(server),), questions=2, seed=0)
    design = create_study("sample", tmp_path / "one", attack, store="off", scoring="cloze", concurrency=2)
    assert "requests were sent" in " ".join(notes_of(design.notes))
    with pytest.raises(UsageError, match="--scoring cloze"):
        create_study("sample", tmp_path / "two", attack, store="off")
    without = StudySettings(design="no-passage", models=(model(server),), questions=2, seed=0)
    design = create_study("sample", tmp_path / "three", without, store="off", limit=8)
    assert "requests were sent" in " ".join(notes_of(design.notes))


@pytest.mark.parametrize("models", [("longest",), ()])
def test_a_study_that_asks_no_server_refuses_settings_of_one(tmp_path, models):
    (tmp_path / "magnets.txt").write_text("a dog that sings\n", "utf-8")
    attack = StudySettings(magnets=str(tmp_path / "magnets.txt"), models=models, questions=2, seed=0)
    studies = [attack, *([StudySettings(design="no-passage", models=models, questions=2, seed=0)] if models else [])]
    for study in studies:
        with pytest.raises(UsageError, match="concurrency is for models on servers"):
            create_study("sample", tmp_path / "study", study, store="off", concurrency=2)


@pytest.mark.parametrize(
    ("name", "value"), [("concurrency", 3), ("request_limit", 3), ("token_limit", 99), ("asks", 3)]
)
def test_what_only_servers_know_is_refused_of_other_models(name, value):
    asking = magnetite.Asking(**{name: value})
    with pytest.raises(UsageError, match=rf"{name} is for models on servers.*--{name.replace('_', '-')}"):
        magnetite.audit(exam(4), "longest", experiments=["accuracy"], store="off", asking=asking)


def test_beside_a_server_other_models_may_answer(server):
    systems = {"QOC": model(server), "QO": "longest"}
    run = magnetite.audit(
        exam(6), asking=magnetite.Asking(systems=systems, concurrency=2), experiments=["accuracy"], store="off"
    )
    assert {system["view"] for system in run.systems} == {"QOC", "QO"}


def test_the_key_is_in_no_file_of_a_run_nor_in_what_is_printed(server, tmp_path, monkeypatch):
    monkeypatch.setenv("MAGNETITE_API_KEY", SECRET)
    monkeypatch.setenv("MAGNETITE_DEBUG", "")  # which --debug sets, and nothing takes back
    shared = ["--debug", "audit", "sample", "--limit", "4", "--experiments", "accuracy", "--model", model(server)]
    done = command(*shared, "--store", str(tmp_path / "store"), "--output", str(tmp_path / "run"))
    assert done.exit_code == 0, done.output
    assert server.headers[0]["authorization"] == f"Bearer {SECRET}"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"report.html", "findings.json"}
    assert [path for path in files if SECRET.encode() in path.read_bytes()] == []
    assert SECRET not in done.output


def test_an_address_with_a_password_reaches_no_file(tmp_path):
    with pytest.raises(UsageError, match="password") as caught:
        magnetite.audit(exam(4), "m@http://ann:pass-word@h/v1", store="off", output=tmp_path / "run")
    assert "pass-word" not in str(caught.value)
    assert not Path(tmp_path / "run").exists()
