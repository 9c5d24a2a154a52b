"""The front: a function for each command, which has every setting, with the words and defaults of the command line."""

import csv
import inspect
import io
import json
import re
import shutil
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from typing import get_type_hints

import pytest

import magnetite
from examfiles.errors import UsageError
from magnetite import Asking, CheckReport, Reading, TrainingData
from magnetite.api.settings import given
from magnetite.api.training import RecipeSettings
from magnetite.commands.audit import AUDIT
from magnetite.commands.check import CHECK
from magnetite.commands.convert import CONVERT
from magnetite.commands.import_ import IMPORT
from magnetite.commands.items import ITEMS
from magnetite.commands.magnets import MAGNETS
from magnetite.commands.order import ORDER
from magnetite.commands.overlap import OVERLAP
from magnetite.commands.runs import RUNS_PAGE
from magnetite.commands.score import SCORE
from magnetite.commands.shortcuts import SHORTCUTS
from magnetite.commands.train import TRAIN
from magnetite.commands.transfer import TRANSFER
from magnetite.commands.unreadable import UNREADABLE
from magnetite.core.results import UnmeasuredError
from magnetite.train.recipe import Recipe

ROOT = Path(__file__).parents[3]
COMMANDS = {
    "audit": AUDIT,
    "check": CHECK,
    "convert": CONVERT,
    "import_scores": IMPORT,
    "items": ITEMS,
    "magnets": MAGNETS,
    "order": ORDER,
    "overlap": OVERLAP,
    "runs": RUNS_PAGE,
    "score": SCORE,
    "shortcuts": SHORTCUTS,
    "train_system": TRAIN,
    "transfer": TRANSFER,
    "unreadable": UNREADABLE,
    "unreadable_trace": UNREADABLE,
}
VALUES = {"reading": Reading, "asking": Asking, "recipe": Recipe}
# What a function leaves to another, or to nobody: a trace is a function of its own, and a preset names its hub.
LEFT = {
    "unreadable": {"trace", "item", "attack", "option"},
    "unreadable_trace": {"trace", "attacks", "controls", "limit", "listed"},
    "train_system": {"hub"},
}


def arguments(name):
    return inspect.signature(getattr(magnetite, name)).parameters


def names_of(kind):
    return {each.name for each in fields(kind)}


def documented(name):
    """Return what the docstring says of each argument."""
    doc = inspect.getdoc(getattr(magnetite, name)).partition("Args:\n")[2]
    entries = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", doc, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in entries}


def in_python(text):
    """Return help as Python says it: options of the command line are arguments, and have no hyphens."""
    text = re.sub(r"^\(with --[^)]*\) ", "", text).replace("\\[", "[")
    return " ".join(re.sub(r"--([a-z][a-z-]*)", lambda each: each[1].replace("-", "_"), text).split())


def plain(default):
    """Return a default, None where nothing is said."""
    default = default[0] if default == ("bundled",) else default
    return None if default in (MISSING, (), "") else default


@pytest.mark.parametrize("name", COMMANDS)
def test_every_setting_of_a_command_is_an_argument_or_a_field_of_one(name):
    known, taken = set(COMMANDS[name].flags) - LEFT.get(name, set()), set(arguments(name))
    reached = taken.union(*(names_of(kind) for value, kind in VALUES.items() if value in taken))
    reached |= names_of(TrainingData) if name == "train_system" else set()
    assert known - reached == set()
    assert taken - known - set(VALUES) == set(COMMANDS[name].watched) & taken


@pytest.mark.parametrize("name", COMMANDS)
def test_a_default_is_that_of_the_setting_and_says_nothing(name):
    flags, own = COMMANDS[name].flags, arguments(name)
    defaults = {each: own[each].default for each in own if own[each].default is not inspect.Parameter.empty}
    said = {each: value for each, value in defaults.items() if each in flags}
    decides = {"models": None} if name == "check" else {}  # None leaves it to the command
    assert said == {each: plain(flags[each].default) for each in said} | decides
    assert (
        given(COMMANDS[name], {each: value for each, value in defaults.items() if each not in ("watch", "progress")})
        == {}
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_the_docstring_says_of_an_argument_what_the_command_line_says(name):
    told = documented(name)
    assert list(told) == [each for each in arguments(name) if each != "recipe"]
    for each, flag in COMMANDS[name].flags.items():
        if each in told:
            assert told[each].startswith(in_python(flag.help)), each
            if flag.otherwise and each != "output":
                assert f"[default: {in_python(flag.otherwise)}]" in told[each]


def test_what_is_read_is_told_in_the_words_of_the_settings():
    told = documented("read")
    for each in fields(Reading):
        assert told[each.name].startswith(each.metadata["help"].replace(" {formats}.", "")), each.name
        assert arguments("read")[each.name].default == each.default


def test_recipe_settings_are_those_of_a_recipe():
    assert get_type_hints(RecipeSettings) == get_type_hints(Recipe)


def test_settings_arrive_whether_named_or_in_a_value():
    named = magnetite.audit("sample", "longest", experiments="accuracy", store="off", limit=7, seed=3, views=["QO"])
    reading, asking = Reading(limit=7, seed=3), Asking(store="off", views=("QO",))
    valued = magnetite.audit("sample", "longest", experiments=["accuracy"], reading=reading, asking=asking)
    assert named.findings == valued.findings
    assert named.settings == valued.settings
    assert (named.settings["limit"], named.settings["seed"]) == (7, 3)


def test_all_rotations_are_asked_for_by_that_word():
    assert Asking(rotations="all") == Asking(rotations=0)
    with pytest.raises(UsageError, match="rotations is 'every'; expected a whole number of at least 1, or all"):
        Asking(rotations="every")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"modle": "longest"}, r"audit: argument 'modle' does not exist.*Did you mean 'model'\?"),
        ({"device": "cuda"}, r"audit: device is no argument but a setting of asking. Write asking=Asking\(device=…\)"),
        ({"skip_bad": True}, r"setting of reading. Write reading=Reading\(skip_bad=…\)"),
        ({"probes": ["accuracy"]}, "audit: probes is called experiments now"),
        ({"limit": 3, "reading": Reading(limit=4)}, r"limit is given twice: limit=3, and 4 in reading=Reading\(…\)"),
        ({"reading": {"limit": 4}}, r"reading is \{'limit': 4\}; expected Reading\(…\), as in magnetite.Reading"),
        ({"reading": Asking()}, r"reading is Asking\(.*expected Reading"),
    ],
)
def test_what_is_no_argument_is_answered_with_where_it_is(arguments, said):
    with pytest.raises(UsageError, match=said):
        magnetite.audit("sample", "longest", **arguments)


def test_a_value_with_a_setting_that_a_command_lacks_is_refused():
    with pytest.raises(UsageError, match=r"check has no setting 'skip_bad'. Leave it out of reading=Reading\(…\)"):
        magnetite.check("sample", models=False, reading=Reading(skip_bad=True))


def test_a_value_may_repeat_what_an_argument_says():
    run = magnetite.audit("sample", "longest", experiments="accuracy", store="off", limit=4, reading=Reading(limit=4))
    assert run.settings["limit"] == 4


def test_an_argument_overrides_a_file_of_settings_and_what_is_not_said_leaves_it(tmp_path):
    (tmp_path / "a.toml").write_text('limit = 9\nseed = 5\nstore = "off"\nexperiments = "accuracy"\n', "utf-8")
    run = magnetite.audit("sample", "longest", config=tmp_path / "a.toml", limit=6)
    assert (run.settings["limit"], run.settings["seed"]) == (6, 5)


def test_a_part_of_what_is_read_is_drawn_as_a_run_draws_it():
    drawn = magnetite.read("sample", limit=10, seed=4)
    run = magnetite.audit("sample", "longest", experiments="accuracy", store="off", limit=10, seed=4)
    assert [item.id for item in drawn] == [item["id"] for item in run.exam["items"]]
    with pytest.raises(UsageError, match="limit is 0"):
        magnetite.read("sample", limit=0)


def test_cells_are_exported_with_the_settings_of_a_run(tmp_path):
    own = {"attacks": ("AddAns2Opt",), "controls": False}
    made = magnetite.export_cells("unreadable", "sample", tmp_path / "a.jsonl", limit=6, views=["QO"], settings=own)
    assert made.header.settings["attacks"] == ["AddAns2Opt"]
    assert (made.header.settings["limit"], made.header.settings["views"]) == (6, ["QO"])
    with pytest.raises(UsageError, match="setting 'atacks' does not exist"):
        magnetite.export_cells("unreadable", "sample", tmp_path / "b.jsonl", settings={"atacks": ("AddAns2Opt",)})


def test_a_suite_is_exported_with_the_settings_of_its_runs(tmp_path):
    own = {"audit": {"experiments": ["accuracy"]}, "unreadable": {"attacks": ("AddAns2Opt",), "controls": False}}
    made = magnetite.export_suite("audit,unreadable", "sample", tmp_path / "a", "inspect", limit=6, settings=own)
    about = json.loads((tmp_path / "a" / "suite.json").read_text("utf-8"))
    assert (about["tasks"], about["program"]) == (dict(made.tasks), "inspect")
    kept = about["settings"]
    assert (kept["audit"]["limit"], kept["audit"]["experiments"]) == (6, ["accuracy"])
    assert (kept["unreadable"]["limit"], kept["unreadable"]["controls"]) == (6, False)
    with pytest.raises(UsageError, match=r"run with settings 'unreadible'.* Did you mean 'unreadable'"):
        magnetite.export_suite("unreadable", "sample", tmp_path / "b", "inspect", settings={"unreadible": {}})


@pytest.fixture(scope="module")
def report():
    return magnetite.check("sample", models=False)


def test_a_report_of_a_check_has_its_flags_and_the_questions_to_look_at(report):
    table = report.finding("check").table("flags")
    assert sorted(flag.item for flag in report.flags) == sorted(name or "" for name in table.values("id"))
    assert report.second_look == tuple(report.finding("check").table("looks").values("id"))
    assert all(flag.sentence.endswith(".") for flag in report.flags)
    assert report.dismissed == ()
    assert len(report.frame()) == 96


def test_a_report_is_written_as_csv_and_as_sarif_flag_by_flag(report):
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert [(row["question"], row["rule"]) for row in rows] == [(flag.item, flag.rule) for flag in report.flags]
    [run] = json.loads(report.to_sarif())["runs"]
    assert [result["ruleId"] for result in run["results"]] == [flag.rule for flag in report.flags]


def test_a_report_is_found_again_in_its_folder_in_its_language(tmp_path):
    report = magnetite.check("sample", models=False, language="de")
    page = report.save(tmp_path / "exam")
    assert 'lang="de"' in page.read_text("utf-8")
    again = CheckReport(magnetite.load(tmp_path / "exam"))
    assert again.flags == report.flags
    assert again.flags[0].title == "Absolute Wörter verraten die falschen Optionen"


def test_a_run_that_is_no_check_makes_no_report():
    run = magnetite.audit("sample", "longest", experiments="accuracy", store="off", limit=4)
    with pytest.raises(UnmeasuredError, match="this run: no finding of the experiment 'check', only accuracy"):
        CheckReport(run)


def test_the_rules_alone_are_asked_with_models_false_and_models_answer_unless_it_is_said(monkeypatch):
    asked = []
    monkeypatch.setattr(type(CHECK), "ready", lambda _, given: asked.append(given) or pytest.skip.Exception)
    for models in (False, None, True):
        with pytest.raises(AttributeError):
            magnetite.check("sample", models=models)
    assert [CHECK.settings_from(each).models for each in asked] == [False, True, True]


def test_what_a_run_does_not_hold_is_answered_with_what_it_holds():
    run = magnetite.audit("sample", "longest", experiments="accuracy", store="off", limit=4)
    for ask, said in (
        (lambda: run.finding("acuracy"), "this run: no finding of the experiment 'acuracy', only accuracy. Did you"),
        (lambda: run.finding("accuracy").number("acuracy"), "accuracy: no number 'acuracy', only accuracy, baseline"),
        (lambda: run.finding("accuracy").number("accuracy", "QO"), "no number 'accuracy' for group 'QO', only for ''."),
        (lambda: run.finding("accuracy").table("levels"), "accuracy: no table 'levels', only by_level"),
    ):
        with pytest.raises(KeyError) as caught:
            ask()
        assert said in str(caught.value)
        assert not str(caught.value).startswith('"')  # as a KeyError shows its message


def last_line(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def test_importing_magnetite_imports_nothing_heavy_and_lists_everything():
    code = (
        "import sys, magnetite\n"
        "there = {'numpy', 'polars', 'torch', 'magnetite.api', 'magnetite.commands'} & set(sys.modules)\n"
        "print(sorted(there), set(magnetite.__all__) <= set(dir(magnetite)), magnetite.testing.__name__)"
    )
    assert last_line(code) == "[] True magnetite.testing"


def test_the_front_itself_needs_neither_polars_nor_torch():
    code = "import sys, magnetite; magnetite.audit; print({'polars', 'scipy', 'torch', 'altair'} & set(sys.modules))"
    assert last_line(code) == "set()"


def test_the_command_line_does_not_pass_through_the_front():
    code = (
        "import sys\nfrom typer.testing import CliRunner\nfrom magnetite.cli.app import app\n"
        "done = CliRunner().invoke(app, ['describe', 'sample'])\n"
        "print(done.exit_code, [name for name in sys.modules if name.startswith('magnetite.api')])"
    )
    assert last_line(code) == "0 []"


def test_a_name_that_does_not_exist_is_answered_with_the_nearest():
    with pytest.raises(AttributeError, match=r"no attribute 'adit'\. Did you mean 'audit'"):
        magnetite.adit  # noqa: B018


def test_help_shows_arguments_with_their_types():
    shown = str(inspect.signature(magnetite.audit))
    assert "limit: int | None = None" in shown
    assert "asking: magnetite.request.Asking | None = None" in shown


USER = """
import magnetite
from magnetite import Asking, Reading

run = magnetite.audit("sample", limit=3, reading=Reading(skip_bad=True), asking=Asking(rotations="all"))
reveal_type(run)  # Run
reveal_type(run.finding("accuracy").number("accuracy"))  # Number
reveal_type(run.frame())  # DataFrame
reveal_type(magnetite.check("exam.docx", models=False))  # CheckReport
reveal_type(magnetite.check("exam.docx").second_look)  # tuple[str, ...]
reveal_type(magnetite.read("exam.docx", limit=3))  # Dataset
magnetite.magnets("sample", ["longest", "overlap"], mode="race")
magnetite.train_system("RACE.tar.gz", epochs=2.0)


@magnetite.scorer(version="1")
def longest(passage: str, question: str, option: str) -> int:
    return len(option)


with magnetite.progress() as watch:
    magnetite.audit("sample", longest, watch=watch)

magnetite.audit("sample", modle="longest")  # refused
magnetite.audit("sample", limt=3)  # refused
magnetite.audit("sample", limit="many")  # refused
magnetite.audit("sample", asking=Asking(devise="cuda"))  # refused
magnetite.magnets("sample", mode="rase")  # refused
magnetite.train_system("RACE.tar.gz", learning_rat=1e-4)  # refused
magnetite.export_cells("audit", "sample", "cells.jsonl", limt=3)  # refused
magnetite.export_suite("audit", "sample", "suite", "lm_eval")  # refused
magnetite.adit("sample")  # refused
run.fnding("accuracy")  # refused
run.finding("accuracy").numbr("accuracy")  # refused
magnetite.check("exam.docx").flag  # refused
""".lstrip()
REFUSED = [number for number, line in enumerate(USER.splitlines(), 1) if line.endswith("# refused")]
REVEALED = {
    n: line.partition("  # ")[2] for n, line in enumerate(USER.splitlines(), 1) if line.startswith("reveal_type")
}


def program(*names):
    """Return a type checker that is installed beside this Python, or on the path; skip where there is none."""
    beside = str(Path(sys.executable).parent)
    found = next((path for name in names if (path := shutil.which(name, path=beside) or shutil.which(name))), None)
    return found or pytest.skip(f"{' or '.join(names)} is not installed")


def test_mypy_refuses_what_is_misspelt_and_knows_what_comes_back(tmp_path):
    (tmp_path / "user.py").write_text(USER, "utf-8")
    command = [program("mypy"), "--strict", "--no-error-summary", str(tmp_path / "user.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = re.findall(r"user\.py:(\d+): (error|note): (.*)", done.stdout)
    assert [int(number) for number, kind, _ in lines if kind == "error"] == REFUSED, done.stdout + done.stderr
    shown = {int(n): re.sub(r"\w+(?:\.\w+)*\.", "", text) for n, _, text in lines if "Revealed type" in text}
    assert shown == {number: f'Revealed type is "{kind}"' for number, kind in REVEALED.items()}


def test_pyright_refuses_what_is_misspelt_and_knows_what_comes_back(tmp_path):
    (tmp_path / "user.py").write_text(USER, "utf-8")
    paths = [str(path) for path in (ROOT / "packages").glob("*/src")]
    settings = {"extraPaths": paths, "typeCheckingMode": "standard", "include": [str(tmp_path / "user.py")]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    command = [program("basedpyright", "pyright"), "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run([*command, "--project", str(tmp_path)], capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    lines = [(each["range"]["start"]["line"] + 1, each["severity"], each["message"]) for each in found]
    assert [number for number, severity, _ in lines if severity == "error"] == REFUSED, done.stdout
    shown = {number: message for number, severity, message in lines if severity == "information"}
    assert {number: message.rpartition(' is "')[2].strip('"') for number, message in shown.items()} == REVEALED
