"""lm-evaluation-harness, Inspect and datasets run what Magnetite writes for them, and what they log is a system.

They lie in a folder of their own (`make peers`, part of `make test`) and run in one process with the same tiny model
with random weights; without the folder these tests are skipped.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import magnetite
from magnetite import convert
from magnetite.commands.export import export_suite
from magnetite.running.data import limit_items, load_exam
from magnetite.scorers.prompts import draw_shots
from tests.scorers.decoders import save_decoder

PEERS = Path(os.environ.get("MAGNETITE_PEERS", Path(__file__).parents[4] / ".venv" / "peers"))
QUESTIONS = 6
SAID = ("A", "I cannot say.", "C", "B", "", "All of them are wrong.")
"""What a model writes: half of it names no option, which both programs count as wrong."""
POOL = {"magnets": {"pool_size": 5, "top": 2}}
ATTACKED = {"attacks": ("AddSent2Opt-Shuffle", "None2Key"), "controls": False}
SUITE = {"audit": {"limit": QUESTIONS, "experiment_settings": POOL}, "unreadable": {"limit": QUESTIONS, **ATTACKED}}
SUITE_ASKED = {"audit": {"limit": QUESTIONS, "experiments": ("accuracy", "shortcuts")}}
WRITTEN = """
task: written
custom_dataset: !function questions.questions
output_type: generate_until
test_split: test
doc_to_text: "{{passage}}\\n{{question}}\\n{% for o in options %}{{'ABCDEF'[loop.index0]}}. {{o}}\\n{% endfor %}Answer:"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\\n"]}
filter_list:
  - name: letter
    filter:
      - {function: regex, regex_pattern: "^([A-F])$"}
      - {function: take_first}
metric_list:
  - {metric: exact_match, aggregation: mean, higher_is_better: true}
metadata: {version: 1.0}
"""
SCRIPT = """
import json, sys
from functools import partial

SAID = json.loads(sys.argv[1])
import lm_eval.tasks
from lm_eval.__main__ import cli_evaluate

# Its own tasks, 14,000 files, take 20 seconds each time.
lm_eval.tasks.TaskManager = partial(lm_eval.tasks.TaskManager, include_defaults=False)

import lm_eval.models  # which would not be registered behind one of our own
from lm_eval.api.model import LM
from lm_eval.api.registry import register_model

@register_model("told")
class Told(LM):
    def __init__(self, **_):
        super().__init__()

    def generate_until(self, requests, disable_tqdm=False):
        return [SAID[request.doc_id] for request in requests]

    def loglikelihood(self, requests, disable_tqdm=False):
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood

sys.argv = ["lm_eval", "--model", "told", "--tasks", "written", "--include_path", "written", "--log_samples",
            "--output_path", "harness-written"]
cli_evaluate()

chat = ["--apply_chat_template", "--fewshot_as_multiturn", "true"]
for task, output, more in (
    ("attacked", "harness", []),
    ("suite", "harness-suite", []),
    ("shown", "harness-plain", ["--num_fewshot", "2"]),
    ("shown", "harness-chat", ["--num_fewshot", "2", *chat]),
):
    sys.argv = ["lm_eval", "--model", "hf", "--model_args", "pretrained=tiny,dtype=float32", "--device", "cpu",
                "--tasks", task, "--include_path", task, "--log_samples", "--output_path", output, *more]
    cli_evaluate()

from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def told(text):
    output = ModelOutput.from_content("mockllm/model", f"ANSWER: {text}" if len(text) == 1 else text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # which are counted on the hub else
    return output

eval("asked/asked.py", model="hf/local", model_args={"model_path": "tiny", "device": "cpu"}, max_tokens=1, limit=1,
     display="none", log_dir="inspect-tiny")
letters = get_model("mockllm/model", custom_outputs=[told(letter) for letter in "ABCABC"])
eval("asked/asked.py", model=letters, max_connections=1, display="none", log_dir="inspect")

import magnetite  # the hook, as its page shows it
magnetite.inspect_hook(lambda logs: magnetite.audit("sample", logs, limit=6, store="off", output="hooked"))
constant = get_model("mockllm/model", custom_outputs=[told("B") for _ in range(200)])
views = eval("suite_asked/suite_asked.py", model=constant, max_connections=1, display="none", log_dir="inspect-suite")
by_view = {log.eval.task: log.results.scores[0].metrics["accuracy"].value for log in views}

hooked = []
@magnetite.inspect_hook
def audited(logs):
    hooked.append(logs.name)
    if len(hooked) == 2:
        raise RuntimeError("an audit that fails")

refusing = get_model("mockllm/model", custom_outputs=[told(text) for text in SAID])
[log] = eval("asked/asked.py", model=refusing, max_connections=1, display="none", log_dir="inspect-refusing")
again = eval("asked/asked.py", model=constant, max_connections=1, display="none", log_dir="inspect-again")
hooked.append(again[0].status)
[score] = log.results.scores
accuracy = score.metrics["accuracy"].value

import datasets

set_ = datasets.load_dataset("published", split="questions")
set_.save_to_disk("saved")
table = set_.to_pandas()

from magnetite.core.results import Heading
from magnetite.core.results import table as made

frame = made("t", "T", (Heading("id"), Heading("share")), [("q1", 0.5), ("q2", None)]).frame().to_pandas()
memory = {str(list(magnetite.read(each))) for each in (set_, set_.data.table, table, list(set_))}
said = {"memory": len(memory)}
said |= {"accuracy": accuracy, "by_view": by_view, "hooked": hooked}
said |= {"ids": list(table["id"]), "options": list(map(list, table["options"])), "share": frame["share"].sum()}
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def peers(tmp_path_factory):
    """Write a task for each program and a data set, and run all of it; return the folder, and what was said."""
    if not (PEERS / "lm_eval").is_dir():
        pytest.skip(f"lm-evaluation-harness and Inspect are not installed in {PEERS}: make peers")
    folder = tmp_path_factory.mktemp("peers")
    save_decoder("gpt2", folder / "tiny", n_positions=4096)
    convert("sample", folder / "attacked", format="lm-eval", view="AddSent2Opt-Shuffle", limit=QUESTIONS)
    write_shown(folder / "shown")
    convert("sample", folder / "written", format="lm-eval", limit=QUESTIONS)
    (folder / "written" / "written.yaml").write_text(WRITTEN, "utf-8")
    convert("sample", folder / "asked", format="inspect", limit=QUESTIONS)
    export_suite("audit,unreadable", "sample", folder / "suite", "lm-eval", given=SUITE)
    export_suite("audit", "sample", folder / "suite_asked", "inspect", given=SUITE_ASKED)
    convert("sample", folder / "published", format="datasets", limit=QUESTIONS)
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(folder / "hub"), "NO_COLOR": "1"}
    own = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONWARNINGS"}}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(SAID)],
        cwd=folder,
        env={**own, **offline, "PYTHONPATH": os.pathsep.join([str(PEERS), str(Path(magnetite.__file__).parents[1])])},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return folder, done.stdout


def write_shown(folder):
    """Write a task of the harness whose examples are those that a run with two shots shows, in their order."""
    sample = load_exam("sample")
    shots = draw_shots(sample, 2, 0, limit_items(sample, QUESTIONS, 0).items)
    shown = [next(item for item in sample if item.id == each.id) for each in shots.examples]
    convert("sample", folder, format="lm-eval", limit=QUESTIONS)
    convert(sample.with_items(shown), folder / "examples", format="lm-eval")
    (folder / "examples" / "questions.jsonl").rename(folder / "examples.jsonl")
    shutil.rmtree(folder / "examples")
    code, task = folder / "questions.py", folder / "shown.yaml"
    both = {"test": "questions", "train": "examples"}
    loaded = (
        f'"{split}": datasets.load_dataset("json", data_files=str(path.parent / "{name}.jsonl"), split="train")'
        for split, name in both.items()
    )
    head = code.read_text("utf-8").partition("    return ")[0]
    code.write_text(f"{head}    return {{{', '.join(loaded)}}}\n", "utf-8")
    task.write_text(task.read_text("utf-8") + "fewshot_split: train\nfewshot_config:\n  sampler: first_n\n", "utf-8")


@pytest.mark.parametrize("prompt", ["plain", "chat"])
def test_the_harness_shows_the_same_examples_in_the_same_words(peers, prompt):
    folder, _ = peers
    [log] = folder.glob(f"harness-{prompt}/*/samples_shown_*.jsonl")
    theirs = {}
    for line in log.read_text("utf-8").splitlines():
        answer = json.loads(line)
        theirs[answer["doc"]["id"]] = [float(each[0]) for each in answer["filtered_resps"]]
    told = {"views": ("QOC",), "store": "off", "limit": QUESTIONS}
    asking = magnetite.Asking(scoring="cloze", dtype="float32", prompt=prompt)
    shown = replace(asking, shots=2, shots_from="sample")
    ours = magnetite.score("sample", str(folder / "tiny"), asking=shown, **told)
    bare = magnetite.score("sample", str(folder / "tiny"), asking=asking, **told)
    expected = [score for each in ours["id"].unique(maintain_order=True) for score in theirs[each]]
    np.testing.assert_allclose(ours["score"], expected, rtol=1e-4)
    assert not np.allclose(bare["score"], expected, rtol=1e-2)


def test_the_harness_scores_an_attack_as_magnetite_does(peers):
    folder, _ = peers
    [log] = folder.glob("harness/*/samples_attacked_*.jsonl")
    told = magnetite.score(str(folder / "attacked"), str(log), store="off")
    ours = magnetite.score(
        str(folder / "attacked"),
        str(folder / "tiny"),
        views=("QOC",),
        asking=magnetite.Asking(scoring="cloze", dtype="float32"),
        store="off",
    )
    assert told.columns == ours.columns
    assert told.drop("member", "score").equals(ours.drop("member", "score"))
    np.testing.assert_allclose(told["score"], ours["score"], rtol=1e-4)
    run = magnetite.audit(str(folder / "attacked"), str(log), store="off")
    assert_audited_without_magnets(run)
    [results] = folder.glob("harness/*/results_*.json")
    accuracy = json.loads(results.read_text("utf-8"))["results"]["attacked"]["acc,none"]
    assert run.finding("accuracy").number("accuracy").value == pytest.approx(accuracy)


def numbers(run):
    return [
        (each.label, each.group, each.value, each.low, each.high, each.n) for f in run.findings for each in f.numbers
    ]


def test_one_run_of_the_harness_is_an_audit_and_an_attack_with_our_own_numbers(peers):
    folder, _ = peers
    tiny = {"asking": magnetite.Asking(scoring="cloze", dtype="float32"), "limit": QUESTIONS, "store": "off"}
    told = {"limit": QUESTIONS, "store": "off"}
    logs, model = str(folder / "harness-suite"), str(folder / "tiny")
    for run, own in (("audit", {"experiment_settings": POOL}), ("unreadable", ATTACKED)):
        theirs, ours = (
            getattr(magnetite, run)("sample", each, **own, **more) for each, more in ((logs, told), (model, tiny))
        )
        assert [each.experiment for each in theirs.findings] == [each.experiment for each in ours.findings]
        assert len(numbers(theirs)) > 5
        for one, other in zip(numbers(theirs), numbers(ours), strict=True):
            assert one[:2] == other[:2] or run == "unreadable"  # whose groups are systems, by name
            for value, expected in zip(one[2:], other[2:], strict=True):
                assert value == expected or value == pytest.approx(expected, rel=1e-3, abs=1e-4, nan_ok=True), one
    [results] = folder.glob("harness-suite/*/results_*.json")
    accuracies = json.loads(results.read_text("utf-8"))["results"]
    audit = magnetite.audit("sample", logs, **told)
    assert audit.finding("accuracy").number("accuracy").value == pytest.approx(accuracies["suite_qoc"]["acc,none"])


def test_one_run_of_inspect_is_an_audit_of_all_views(peers):
    folder, said = peers
    by_view = json.loads(said.splitlines()[-1])["by_view"]
    run = magnetite.audit("sample", str(folder / "inspect-suite"), limit=QUESTIONS, store="off")
    assert [each["view"] for each in run.systems] == ["O", "QO", "CO", "QOC"]
    rows = run.finding("shortcuts").items.rows()
    right = {view: np.mean([row[f"correct_{view}"] for row in rows]) for view in ("O", "QO", "CO", "QOC")}
    assert {row["chosen_QOC"] for row in rows} == {"B"}
    assert by_view == {f"suite_asked_{view.lower()}": pytest.approx(share) for view, share in right.items()}


def test_a_hook_of_inspect_audits_the_logs_of_its_run_alone_as_their_folder_is_audited(peers):
    folder, _ = peers
    hooked = magnetite.load(folder / "hooked")
    by_folder = magnetite.audit("sample", str(folder / "inspect-suite"), limit=QUESTIONS, store="off")
    assert hooked.findings == by_folder.findings
    assert [each["view"] for each in hooked.systems] == ["O", "QO", "CO", "QOC"]


def test_an_audit_that_fails_leaves_the_evaluation_as_it_is(peers):
    one, two, status = json.loads(peers[1].splitlines()[-1])["hooked"]
    assert one.endswith(".eval")
    assert two.endswith(".eval")
    assert status == "success"
    assert len(list((peers[0] / "inspect-again").glob("*.eval"))) == 1


def assert_audited_without_magnets(run):
    """The exam has two passages, so that magnets would be searched for, and a log holds none."""
    assert len(run.exam["passages"]) == 2
    assert [finding.experiment for finding in run.findings] == ["accuracy", "shortcuts", "following"]
    assert [n.values["experiment"] for n in run.notes if n.code == "note-log-lacks-scores"] == ["magnets"]


def test_inspect_asks_the_questions_and_its_letters_are_answers(peers):
    folder, _ = peers
    [log] = folder.glob("inspect/*.eval")
    told = magnetite.score(str(folder / "asked"), str(log), store="off")
    chosen = told.filter(pl.col("score") == pl.col("score").max().over("id"))
    assert sorted(chosen["option"]) == sorted("ABCABC")
    run = magnetite.audit("sample", str(log), store="off", output=str(folder / "run"))
    assert_audited_without_magnets(run)
    notes = {note.code: note.values for note in run.notes}
    assert notes["note-log-lacks"]["lacking"] == 96 - QUESTIONS
    assert notes["note-log-letters"]["silent"] == 0


@pytest.mark.parametrize("program", ["harness", "inspect"])
def test_answers_without_an_option_are_wrong_to_the_program_and_to_magnetite(peers, program):
    folder, said = peers
    if program == "harness":
        [log], [results] = (folder.glob(f"harness-written/*/{name}") for name in ("samples_*.jsonl", "results_*.json"))
        theirs = json.loads(results.read_text("utf-8"))["results"]["written"]["exact_match,letter"]
    else:
        [log] = folder.glob("inspect-refusing/*.eval")
        theirs = json.loads(said.splitlines()[-1])["accuracy"]
    found = magnetite.audit(str(folder / "asked"), str(log), store="off", experiments=["accuracy"]).finding("accuracy")
    assert found.number("accuracy").n == QUESTIONS
    assert found.number("accuracy").value == pytest.approx(theirs)
    assert found.number("named no option").value == 0.5


def test_inspect_runs_a_model_of_ones_own(peers):
    folder, _ = peers
    [log] = folder.glob("inspect-tiny/*.eval")
    from magnetite.scorers.logs import read_log

    [answer] = read_log(log)
    assert answer.passage
    assert answer.shown


def test_a_table_becomes_one_of_pandas(peers):
    assert json.loads(peers[1].splitlines()[-1])["share"] == 0.5


def test_datasets_reads_what_is_published_and_saves_what_is_read(peers):
    folder, said = peers
    told = json.loads(said.splitlines()[-1])
    del told["share"], told["accuracy"], told["by_view"], told["hooked"]
    assert told.pop("memory") == 1, "datasets, Arrow, pandas and lists are read alike"
    ours = magnetite.read(folder / "published")
    assert told == {"ids": [item.id for item in ours], "options": [list(item.options) for item in ours]}
    assert magnetite.read(folder / "saved").items == ours.items
