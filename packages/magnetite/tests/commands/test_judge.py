"""`check --judge`: who may judge, what it costs, what is stored, and what the report says in either language."""

import io
import json
import re
from html.parser import HTMLParser

import pytest
from jsonschema import Draft202012Validator
from rich.console import Console
from typer.testing import CliRunner

import magnetite
from examfiles.errors import UsageError
from magnetite.cli.app import app
from magnetite.cli.check import output_text
from magnetite.commands.check import CHECK
from magnetite.core.errors import ModelError
from magnetite.experiments.check.judge import CRITERIA, KEYED
from magnetite.report.check.page import judge_lines, render_check
from magnetite.report.documents import schema
from magnetite.report.notebook import html
from magnetite.report.terminal import terminal_check
from magnetite.report.wording import wording
from magnetite.scorers.function import Function
from tests.commands.made import exam
from tests.scorers.remote.server import Server, honest

DATA = exam(3)  # six questions
ASKED = len(CRITERIA) * len(DATA) * 2  # two answers each


def doubts(passage, question, options):
    """Doubt the exam's third question, whatever is asked."""
    return [3.0 if option.startswith("No") == ("box 1 (0)" in passage) else 0.0 for option in options]


def judge(function=doubts):
    return Function(function, "Tiny", version="1", listwise=True)


@pytest.fixture
def labels(tmp_path):
    """Return a file in which people see unclear wording where the judge does, and another flaw where it does not."""
    row = {"choices": ["a", "b"], "answer": "A"}
    lines = [
        {**row, "question": f"What is in box {box} (0)? {n}-{seen}", "flaw_type": flaw, "label": seen}
        for n in range(10)
        for seen in (0, 1)
        for flaw, box in (("clear_language", seen), ("focused_stem", 0))
    ]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return tmp_path / "labels.jsonl"


def check(**settings):
    return magnetite.check(DATA, **{"models": False, "judge": judge(), "store": "off", **settings}).run


def rows(run, name):
    return run.finding("judge").table(name).rows()


def test_a_judge_reads_each_question_in_both_orders_and_its_doubts_are_no_flags():
    orders = []

    def watching(passage, question, options):
        orders.append((passage, question, tuple(options)))
        return doubts(passage, question, options)

    run = check(judge=judge(watching))
    assert {(p, q, o[::-1]) for p, q, o in orders} == set(orders)
    assert len(orders) == ASKED  # in two orders; a call scores both answers
    assert {row["id"] for row in rows(run, "judged") if row["rank"] == 1} == {"1-0"}
    assert run.finding("check") == check(judge=None).finding("check")
    assert [system["name"] for system in run.systems] == ["judge"]
    assert run.settings["judge"] == "Tiny"


def test_what_a_judge_said_is_stored_and_a_dry_run_counts_it_before(tmp_path):
    def costs(**settings):
        ready = CHECK.ready({"exam": DATA, "models": False, "judge": judge(), "store": str(tmp_path), **settings})
        return [row for row in ready.costs() if row.experiment == "judge"]

    assert [(row.need, row.cells, row.stored) for row in costs()] == [(flaw, 24, 0) for flaw in CRITERIA]
    first, second = (check(store=str(tmp_path)) for _ in range(2))
    assert first.cost["cells"] == second.cost["stored"] == 2 * ASKED
    assert second.cost["scored"] == 0
    assert first.finding("judge") == second.finding("judge")
    assert sum(row.stored for row in costs()) == 2 * ASKED


def test_labels_measure_a_judge_at_once_and_a_dry_run_counts_no_less_than_the_run(labels):
    run = check(judge_labels=str(labels))
    assert run.finding("judge").answer.values["used"] == ["clear_language"]
    assert {row["flaw"]: (row["n"], row["area"], row["used"]) for row in rows(run, "agreement")} == {
        "focused_stem": (20, 0.5, False),
        "clear_language": (20, 1.0, True),
    }
    assert {row["flaw"] for row in rows(run, "judged")} == {"clear_language"}
    ready = CHECK.ready({"exam": DATA, "models": False, "judge": judge(), "store": "off", "judge_labels": str(labels)})
    assert sum(row.cells for row in ready.costs()) == run.cost["cells"]


def option_wise(passage, question, option):
    return 1.0


@pytest.mark.parametrize("name", ["small", "bundled", "exams", "random", "tests/commands/test_judge.py:option_wise"])
def test_what_answers_no_other_question_is_refused_as_a_judge(name):
    with pytest.raises(UsageError, match=rf"judge '{re.escape(name)}' cannot be asked for an opinion.*reader-small"):
        check(judge=name)
    with pytest.raises(UsageError, match="judge 'option_wise' cannot be asked"):
        check(judge=Function(option_wise, version="1"))


def test_settings_that_miss_their_judge_are_refused(labels):
    with pytest.raises(UsageError, match=r"--judge-labels measures a judge, and none is named"):
        check(judge=None, judge_labels=str(labels))
    with pytest.raises(UsageError, match=r"judge_labels is 3"):
        check(judge_labels=3)
    with pytest.raises(ModelError, match="no such file"):
        check(judge="missing.gguf")


def test_questions_without_a_key_are_judged_where_the_key_is_not_needed():
    run = magnetite.check(exam(3, answered=False), models=False, judge=judge(), store="off").run
    assert {row["flaw"] for row in rows(run, "judged")} == set(CRITERIA) - set(KEYED)
    assert "6 questions have no key, so for them the judge was not asked about two right" in " ".join(
        judge_lines(run, wording("en"))
    )


def test_a_judge_on_a_server_is_asked_by_letter_in_both_orders_within_the_limits(tmp_path):
    def command(*more):
        arguments = ("check", "sample", "--limit", "8", "--store", str(tmp_path / "s"), "--output", str(tmp_path / "r"))
        named = ("--judge", f"org/tiny@{server.url}")
        return CliRunner().invoke(app, [*arguments, *named, *more], env={"COLUMNS": "300", "NO_COLOR": "1"})

    with Server(honest) as server:
        planned = command("--dry-run", "--json", "-", "--model", "longest")
        assert not server.texts
        costs = [row for row in json.loads(planned.stdout)["rows"] if row["experiment"] == "judge"]
        kept = [row["requests"] for row in costs]
        assert len(kept) == len(CRITERIA)
        stopped = command("--model", "longest", "--request-limit", "3")
        assert stopped.exit_code != 0
        assert "3 requests were sent, the request_limit" in str(stopped.exception)
        done = command("--model", "longest", "--concurrency", "2")
        assert done.exit_code == 0, done.output
        asked = set(server.texts)
    assert len(asked) == sum(kept)
    assert sum("A. Yes, exactly one\nB. No, more than one or none" in text for text in asked) == kept[0] / 2
    assert sum("A. No, more than one or none\nB. Yes, exactly one" in text for text in asked) == kept[0] / 2
    assert f"The opinion of org/tiny@{server.url} was not compared with people's" in " ".join(done.stdout.split())
    assert "This exam was checked in two ways" in done.stdout


class _Text(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.text = ""
        self.feed(page)

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize(
    ("language", "unmeasured", "used"),
    [
        (
            "en",
            ("The opinion of Tiny was not compared", "they raise no flags"),
            ("100% of the time (100% to", "not shown"),
        ),
        ("de", ("Niemand hat die Meinung von Tiny", "nur von Regeln"), ("100 % der Fälle", "ungenannt")),
    ],
)
def test_page_terminal_and_notebook_say_what_the_opinion_is_worth(labels, language, unmeasured, used):
    for settings, sentences in (({}, unmeasured), ({"judge_labels": str(labels)}, used)):
        run = check(language=language, **settings)
        for shown in (_Text(render_check(run, language)).text, _Text(html(run)).text, _printed(run, language)):
            text = " ".join(shown.replace("\u202f", " ").split())
            assert [sentence for sentence in sentences if sentence not in text] == []
    assert render_check(run, language).count('href="#judge"') == 1
    assert 'href="#judge"' not in render_check(check(judge=None), language)


def _printed(run, language):
    console = Console(width=10_000, file=io.StringIO())
    terminal_check(run, wording(language), console)
    return console.file.getvalue()


def test_of_a_judge_that_is_no_better_than_chance_the_report_says_so_once_and_lists_nothing(labels):
    run = check(judge=judge(lambda passage, question, options: [0.0, 0.0]), judge_labels=str(labels))
    [line] = judge_lines(run, wording("en"))
    assert line.startswith("Tiny agreed with people better than chance on 0 of 2 flaws, by intervals for all")
    assert rows(run, "judged") == []


def test_the_list_for_programs_has_what_was_judged_only_with_a_judge(labels):
    run = check(judge_labels=str(labels), listed=1)
    listing = json.loads(output_text(run, "json"))
    Draft202012Validator(schema()).validate(listing)
    assert [(row["flaw"], row["question"], row["rank"]) for row in listing["judge"]] == [("clear_language", "1-0", 1)]
    assert [row["used"] for row in listing["agreement"]] == [False, True]
    assert not {"judge", "agreement"} & json.loads(output_text(check(judge=None), "json")).keys()
