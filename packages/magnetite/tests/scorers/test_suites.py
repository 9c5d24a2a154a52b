"""A suite holds all that runs ask for, and a folder of its logs answers them as the system itself does."""

import json
import re
import tempfile
import zlib
from contextlib import suppress
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import UsageError
from examfiles.files import write_whole
from magnetite.commands.export import export_suite
from magnetite.scorers import suites
from magnetite.scorers.function import Function
from magnetite.scorers.logs import Logged
from tests.scorers.test_logs import write_log

LIMIT = 12
OWN = {"audit": {"limit": LIMIT, "experiment_settings": {"magnets": {"pool_size": 8, "top": 2}}}}
TASK = re.compile(r"^task: (\S+)$", re.MULTILINE)


def scored(passage, question, option):
    """Return a score that depends on all three texts, and on their words alone."""
    words = option.lower().split()
    text = f"{passage} {question}".lower()
    own = zlib.crc32(option.encode()) / 2**40  # no two options are alike
    return (
        -2 + own - len(option) / 50 + sum(text.count(word) for word in words) / 7 - len(question) % 5 * len(words) / 9
    )


def run_harness(folder, logs):
    """Log what lm-evaluation-harness would of a model that scores so."""
    logs.mkdir()
    for task in sorted(each.stem for each in folder.glob("*.yaml") if TASK.search(each.read_text("utf-8"))):
        rows = []
        for line in (folder / f"{task}.jsonl").read_text("utf-8").splitlines():
            doc = json.loads(line)
            prompt = "".join([f"{doc['passage']}\n\n" * bool(doc["passage"]), f"Question: {doc['question']}\nAnswer:"])
            scores = [[scored(doc["passage"], doc["question"], option), False] for option in doc["options"]]
            pairs = {f"gen_args_{n}": {"arg_0": prompt, "arg_1": f" {each}"} for n, each in enumerate(doc["options"])}
            rows.append({"doc": doc, "arguments": pairs, "resps": [[each] for each in scores], "filter": "none"})
        write_log(logs / f"samples_{task}_2026.jsonl", rows)


def choose(passage, question, options):
    return [scored(passage, question, option) for option in options]


def run_inspect(folder, logs):
    """Log what Inspect would of a model that answers with a letter."""
    logs.mkdir()
    for path in folder.glob("*.jsonl"):
        samples = []
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            doc = json.loads(line)
            letters = [f"{name}) {text}" for name, text in zip("ABCDEFGH", doc["options"], strict=False)]
            best = int(np.argmax(choose(doc["passage"], doc["question"], doc["options"])))
            asked = "\n".join([doc["passage"], doc["question"], *letters])
            samples.append(
                {"id": number, "epoch": 1, "input": asked, "choices": doc["options"], "metadata": doc, "output": {}}
                | {"messages": [{"role": "user", "content": asked}], "scores": {"choice": {"answer": "ABCDEFGH"[best]}}}
            )
        (logs / f"2026-01-01T00-00-00_{path.stem}_x.json").write_text(
            json.dumps({"eval": {"task": path.stem}, "samples": samples}), "utf-8"
        )


def figures(run):
    return {
        (finding.experiment, number.label, number.group): (number.value, number.low, number.high, number.n)
        for finding in run.findings
        for number in finding.numbers
    }


def assert_same(found, expected, least=11):
    assert found.keys() == expected.keys()
    assert len(found) >= least
    for name, values in expected.items():
        for one, other in zip(found[name], values, strict=True):
            assert one == other or one == pytest.approx(other, rel=1e-5, nan_ok=True), name


def test_an_audit_of_a_folder_of_logs_has_the_numbers_of_the_system_itself(tmp_path):
    made = export_suite("audit", "sample", tmp_path / "suite", "lm-eval", given=OWN)
    assert {name.removeprefix("suite_") for name in made.tasks} == {"o", "qo", "co", "qoc", "qoc_more"}
    assert made.tasks["suite_qoc"] == LIMIT  # the rows with other passages are among those without an answer
    run_harness(tmp_path / "suite", tmp_path / "logs")
    own = magnetite.audit(
        "sample", Function(scored), limit=LIMIT, store="off", experiment_settings=OWN["audit"]["experiment_settings"]
    )
    logged = magnetite.audit(
        "sample",
        str(tmp_path / "logs"),
        limit=LIMIT,
        store="off",
        experiment_settings=OWN["audit"]["experiment_settings"],
    )
    assert {"accuracy", "shortcuts", "following", "magnets"} <= {finding.experiment for finding in logged.findings}
    assert [finding.experiment for finding in logged.findings] == [finding.experiment for finding in own.findings]
    assert [each["view"] for each in logged.systems] == [each["view"] for each in own.systems]
    assert_same(figures(logged), figures(own))


def test_a_pool_of_which_one_option_is_left_for_a_question_is_scored_all_the_same(tmp_path):
    """Options of a question's own passage are no magnets for it, so that a small pool may leave one."""
    settings = {"magnets": {"pool_size": 5, "top": 2}}
    export_suite(
        "audit", "sample", tmp_path / "suite", "lm-eval", given={"audit": {"limit": 6, "experiment_settings": settings}}
    )
    more = (tmp_path / "suite" / "suite_qoc_more.jsonl").read_text("utf-8").splitlines()
    assert 1 in {len(json.loads(line)["options"]) for line in more}
    run_harness(tmp_path / "suite", tmp_path / "logs")
    run = magnetite.audit("sample", str(tmp_path / "logs"), limit=6, store="off", experiment_settings=settings)
    assert run.finding("magnets")
    assert [note for note in run.notes if note.code in {"note-log-left-out", "note-log-lacks-scores"}] == []


def test_attacks_are_tasks_of_the_same_suite(tmp_path):
    own = {"audit": {"experiments": ("accuracy",)}}
    made = magnetite.export_suite(
        ("audit", "unreadable"), "sample", tmp_path / "suite", "lm-eval", limit=LIMIT, settings=own
    )
    attacks = [name for name in made.tasks if "2opt" in name or "2pas" in name or "none2" in name]
    assert len(attacks) >= 10
    assert not [name for name in attacks if name.endswith("_more")]
    exam = {item.question: item for item in magnetite.read("sample")}
    for name in attacks:  # what is right is known, so the programs can tell accuracy
        for line in (tmp_path / "suite" / f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            item = exam[row["question"]]
            assert row["options"][row["answer"]] == item.options[item.answer]
    run_harness(tmp_path / "suite", tmp_path / "logs")
    own, logged = (
        magnetite.unreadable("sample", model, limit=LIMIT, store="off")
        for model in (Function(scored), str(tmp_path / "logs"))
    )
    unnamed = [dict(enumerate(figures(run).values())) for run in (logged, own)]
    assert_same(*unnamed)


def test_letters_of_inspect_give_the_choices_of_the_system_itself(tmp_path):
    asked = {"audit": {"limit": LIMIT, "experiments": ("accuracy", "shortcuts")}}
    export_suite("audit", "sample", tmp_path / "suite", "inspect", given=asked)
    compile((tmp_path / "suite" / "suite.py").read_text("utf-8"), "suite.py", "exec")
    run_inspect(tmp_path / "suite", tmp_path / "logs")
    log = Logged(tmp_path / "logs")
    assert log.views == ("O", "QO", "CO", "QOC")
    listed = Function(choose, listwise=True)
    experiments = ["accuracy", "shortcuts"]
    own, logged = (
        magnetite.audit("sample", model, limit=LIMIT, store="off", experiments=experiments)
        for model in (listed, str(tmp_path / "logs"))
    )
    chosen = [finding.items.rows() for finding in (own.finding("shortcuts"), logged.finding("shortcuts"))]
    columns = [name for name in chosen[0][0] if name.startswith("chosen_")]
    assert columns
    assert [[row[name] for name in columns] for row in chosen[0]] == [
        [row[name] for name in columns] for row in chosen[1]
    ]
    assert own.finding("accuracy").number("accuracy") == logged.finding("accuracy").number("accuracy")


@pytest.mark.parametrize("program", ["lm-eval", "inspect"])
def test_a_search_for_magnets_of_the_logs_finds_what_it_finds_of_the_system_itself(tmp_path, program):
    asked = {"limit": LIMIT, "pool_size": 8, "top": 2, "validate": False}
    export_suite("magnets", "sample", tmp_path / "suite", program, given={"magnets": asked})
    run, system = {
        "lm-eval": (run_harness, Function(scored)),
        "inspect": (run_inspect, Function(choose, listwise=True)),
    }[program]
    run(tmp_path / "suite", tmp_path / "logs")
    own, logged = (
        magnetite.magnets("sample", model, output=tmp_path / name, store="off", **asked)
        for name, model in (("own", system), ("logged", str(tmp_path / "logs")))
    )
    assert_same(*(dict(enumerate(figures(run).values())) for run in (logged, own)), least=8)


def test_a_folder_that_is_no_suite_is_not_replaced_and_old_tasks_do_not_stay(tmp_path):
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", "utf-8")
    short = {"audit": {"limit": 6, "experiments": ("accuracy", "shortcuts"), "views": ("QOC", "QO", "O")}}
    for overwrite, said in ((False, "exists already"), (True, "exists already and is no suite")):
        with pytest.raises(UsageError, match=said):
            export_suite("audit", "sample", folder, "lm-eval", given=short, overwrite=overwrite)
    assert (folder / "mine.txt").read_text("utf-8") == "mine"
    other = tmp_path / "other"
    export_suite("audit", "sample", other, "lm-eval", given=short)
    assert (other / "other_o.yaml").exists()
    less = {"audit": {"limit": 6, "experiments": ("accuracy",), "views": ("QOC",)}}
    export_suite("audit", "sample", other, "lm-eval", given=less, overwrite=True)
    assert sorted(each.name for each in other.glob("*.yaml")) == ["other.yaml", "other_qoc.yaml"]
    about = json.loads((other / "suite.json").read_text("utf-8"))
    assert about["tasks"] == {"other_qoc": 6}
    assert about["data"]["fingerprint"]


ALL, LESS = ("QOC", "QO", "O"), ("QOC",)
STEPS = st.lists(
    st.tuples(st.sampled_from(["lm-eval", "inspect"]), st.sampled_from([ALL, LESS])), min_size=2, max_size=4
)
THEIRS = {"mine.txt", "notes.jsonl", "suite_old.yaml", "questions_mine.py"}


def write(folder, program, views, **how):
    asked = {"limit": 4, "experiments": ("accuracy", "shortcuts")[: len(views)], "views": views}
    return export_suite("audit", "sample", folder, program, given={"audit": asked}, **how)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@settings(max_examples=12, deadline=None)
@given(steps=STEPS, theirs=st.sets(st.sampled_from(sorted(THEIRS))))
def test_a_folder_that_is_written_again_is_as_new_and_other_files_in_it_stay_as_they_are(steps, theirs):
    with tempfile.TemporaryDirectory() as place:
        folder, fresh = Path(place, "a", "suite"), Path(place, "b", "suite")
        write(folder, *steps[0])
        for name in theirs:
            (folder / name).write_text(f"my {name}", "utf-8")
        for program, views in steps[1:]:
            write(folder, program, views, overwrite=True)
        write(fresh, *steps[-1])
        assert contents(folder) == contents(fresh) | {name: f"my {name}".encode() for name in theirs}


def test_a_file_of_the_user_with_the_name_of_one_that_would_be_written_is_not_replaced(tmp_path):
    write(tmp_path / "suite", "inspect", LESS)
    (tmp_path / "suite" / "questions.py").write_text("mine", "utf-8")
    before = contents(tmp_path / "suite")
    with pytest.raises(UsageError, match=r"questions\.py.* is not of the suite"):
        write(tmp_path / "suite", "lm-eval", LESS, overwrite=True)
    assert contents(tmp_path / "suite") == before


@pytest.mark.parametrize("files", [["../outside.txt"], ["inside"], ["/etc/hosts"], "mine.txt", [3], None])
def test_a_changed_list_of_files_removes_nothing_but_files_of_the_folder(tmp_path, files):
    folder = tmp_path / "suite"
    write(folder, "lm-eval", LESS)
    (folder / "inside").mkdir()
    (folder / "mine.txt").write_text("mine", "utf-8")
    (tmp_path / "outside.txt").write_text("mine", "utf-8")
    about = json.loads((folder / "suite.json").read_text("utf-8"))
    own = about["files"]
    about["files"] = [*own, *files] if isinstance(files, list) else files
    (folder / "suite.json").write_text(json.dumps(about), "utf-8")
    with suppress(UsageError):
        write(folder, "lm-eval", LESS, overwrite=True)
    assert (folder / "inside").is_dir()
    assert (folder / "mine.txt").read_text("utf-8") == (tmp_path / "outside.txt").read_text("utf-8") == "mine"


def test_an_export_that_was_killed_anywhere_is_finished_by_the_next(tmp_path, monkeypatch):
    write(tmp_path / "b" / "suite", "inspect", LESS)
    whole, place = contents(tmp_path / "b" / "suite"), count()
    for number in count():
        folder = tmp_path / str(number) / "suite"
        write(folder, "lm-eval", ALL)
        place = count()

        def killed(path, content, place=place, number=number):
            if next(place) == number:
                raise KeyboardInterrupt
            return write_whole(path, content)

        monkeypatch.setattr(suites, "write_whole", killed)
        with suppress(KeyboardInterrupt):
            write(folder, "inspect", LESS, overwrite=True)
        monkeypatch.undo()
        write(folder, "inspect", LESS, overwrite=True)
        assert contents(folder) == whole
        if next(place) <= number:
            break
    assert number > 2


def test_experiments_that_ask_nothing_make_no_suite(tmp_path):
    with pytest.raises(UsageError, match="nothing is asked of this exam"):
        export_suite("audit", "sample", tmp_path / "suite", "inspect", given={"audit": {"experiments": ["marked"]}})
    assert not (tmp_path / "suite").exists()


@pytest.mark.parametrize(
    ("runs", "program", "said"),
    [
        ("audit", "helm", "program to export for 'helm'"),
        ("order", "lm-eval", "order is of systems that are shown all options"),
        ("audit,unreadible", "lm-eval", "Did you mean 'unreadable'"),
    ],
)
def test_what_makes_no_suite_is_said(tmp_path, runs, program, said):
    with pytest.raises(UsageError, match=said):
        export_suite(runs, "sample", tmp_path / "suite", program, given={run: {"limit": 6} for run in runs.split(",")})
