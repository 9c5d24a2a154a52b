"""What benchmarks take from the package is there; what waits for a GPU runs on a CPU, so it will run there."""

import ast
import json
import runpy
import shutil
import sys
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from examfiles.items import Dataset, Item
from examfiles.sources import sample_exam
from magnetite.core.results import Finding, Heading, Number, Run, table

OURS = {"examfiles", "magnetite", "magnetite_papers", "magnetite_study", "magnetite_systems"}
SCRIPTS = sorted((Path(__file__).parents[4] / "benchmarks").rglob("*.py"))
SAMPLE = sample_exam()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_everything_a_benchmark_imports_of_the_package_exists(script):
    nodes = list(ast.walk(ast.parse(script.read_text("utf-8"))))
    choices = [node for node in nodes if isinstance(node, ast.If) and "find_spec" in ast.unparse(node.test)]
    earlier = {each for choice in choices for branch in choice.orelse for each in ast.walk(branch)}  # other versions'
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OURS and node not in earlier:
            module = import_module(str(node.module))
            for name in node.names:
                assert hasattr(module, name.name) or find_spec(f"{node.module}.{name.name}"), (node.module, name.name)


def test_hostile_files_of_the_tests_are_those_that_are_measured(tmp_path):
    import_module("benchmarks.attack.__main__").write_hostile(tmp_path, 0.001)
    assert {"doctype.xml", "typed.txt", "corner.xls"} <= {path.name for path in tmp_path.iterdir()}


def test_all_that_is_measured_on_a_gpu_runs_on_a_cpu_and_then_every_paper(tmp_path, monkeypatch, capsys):
    import magnetite_papers
    from examfiles.errors import DataError

    asked = []

    def instead(paper, data, **options):
        asked.append((paper, data, options["scale"], options["page"], options["archive"]))
        if paper == "si2019":
            raise DataError("DREAM is missing.")

    monkeypatch.setattr(magnetite_papers, "reproduce", instead)
    script = next(path for path in SCRIPTS if path.stem == "gpu")
    page, data = tmp_path / "gpu.md", shutil.copy(SAMPLE, tmp_path / "test.jsonl")
    sizes = ["--models", "bundled", "--checked", "1", "--cells", "4", "--questions", "2", "--pool", "10"]
    papers = ["--reproduce", str(tmp_path), "--scale", "laptop", "--runs", str(tmp_path / "runs")]
    papers += ["--archives", str(tmp_path / "kept")]
    monkeypatch.setattr(sys, "argv", ["gpu.py", str(data), *sizes, "--page", str(page), "--device", "cpu", *papers])
    runpy.run_path(str(script), run_name="__main__")
    text = page.read_text("utf-8")
    assert text.startswith("# A trial on a CPU")
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Correctness",
        "## Joint layout",
        "## A whole screen, prefix layout, with the store",
    ]
    assert "2 questions × 10 options, 20 cells" in text
    assert asked == [
        (paper, tmp_path, "laptop", tmp_path / f"{paper}.md", tmp_path / "kept" / f"{paper}-stages")
        for paper in ("lin2021", "si2019", "liusie2022")
    ]
    assert "si2019: DREAM is missing." in capsys.readouterr().out


def test_mutants_are_tried_in_a_copy_and_those_that_no_test_kills_are_told(tmp_path):
    from benchmarks.mutants import SLIP, mutants, tried

    module, tests = (
        tmp_path / "packages/magnetite/src/magnetite/stats/least.py",
        tmp_path / "packages/magnetite/tests/stats/test_least.py",
    )
    for path, text in (
        (module, "def least(a: int, b: int = -1) -> int:\n    \n    return a if a < b else b\n"),
        (module.parent.parent / "__init__.py", ""),
        (
            tests,
            "from magnetite.stats.least import least\n\n\ndef test_it():\n    assert least(2, 3) == least(3, 2) == 2\n",
        ),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    before = module.read_bytes()
    every = [mutant for mutant in mutants(module) if mutant.kind == SLIP]
    assert [mutant.after for mutant in every] == ["(1)", "(2)", "(b if a < b else a)", "(a <= b)"]
    rows = list(tried([every[0], every[2]], tmp_path / "kept.jsonl", tmp_path))
    assert [(row["line"], row["before"], row["outcome"]) for row in rows] == [
        (1, "-1", "survived"),  # no test leaves it out
        (3, "a if a < b else b", "failed"),
    ]
    assert rows[1]["by"] == "packages/magnetite/tests/stats/test_least.py::test_it"
    assert module.read_bytes() == before
    kept = (tmp_path / "kept.jsonl").read_text("utf-8")
    assert list(tried([every[0], every[2]], tmp_path / "kept.jsonl", tmp_path)) == rows
    assert (tmp_path / "kept.jsonl").read_text("utf-8") == kept
    tests.write_text(f"{tests.read_text('utf-8')}\n\ndef test_more():\n    assert least(3) == -1\n", "utf-8")
    again = list(tried([every[0], every[2]], tmp_path / "kept.jsonl", tmp_path))
    assert [row["by"].rpartition("::")[2] for row in again] == ["test_more", "test_it"]
    assert len((tmp_path / "kept.jsonl").read_text("utf-8").splitlines()) == 3


def test_swaps_take_one_quantity_for_another_of_its_type(tmp_path):
    from benchmarks.mutants import SWAP, mutants

    module = tmp_path / "packages/magnetite/src/magnetite/stats/gap.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "def gap(low: float, high: float, on: Mask, seen: Mask) -> Pair:\n"
        "    part = measure(low, on & ~seen)\n"
        "    return part.low, part.high\n",
        "utf-8",
    )
    swaps = {mutant.after for mutant in mutants(module) if mutant.kind == SWAP}
    assert swaps == {
        *("(high)", "(seen)", "(on)"),  # one parameter for another
        *("(on)", "(seen)"),  # all for those that were not seen, and the seen ones
        *("(part.estimate)", "((part.high, part.low))"),
    }


def test_only_a_test_that_fails_an_import_and_an_endless_loop_kill_a_mutant(tmp_path, monkeypatch):
    from benchmarks import mutants

    monkeypatch.setattr(mutants, "LEAST", 5)  # pytest alone takes one
    monkeypatch.setattr(mutants, "SLOWER", 1)
    module, tests = (
        tmp_path / "packages/magnetite/src/magnetite/stats/least.py",
        tmp_path / "packages/magnetite/tests/stats/test_least.py",
    )
    for path, text in (
        (module, "LEAST = 1 / 1\nassert LEAST == 1\n\n\ndef walk(n):\n    while n > 0:\n        n -= 2\n"),
        (module.parent.parent / "__init__.py", ""),
        (tests, "from magnetite.stats.least import walk\n\n\ndef test_it():\n    walk(3)\n"),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    every = {(mutant.line, mutant.after): mutant for mutant in mutants.mutants(module)}
    sample = [every[1, "(2)"], every[7, "n += 2"], every[6, "(n >= 0)"]]
    rows = list(mutants.tried(sample, tmp_path / "kept.jsonl", tmp_path))
    assert [row["outcome"] for row in rows] == ["failed", "timed out", "survived"]
    tests.write_text("from magnetite.stats.least import walk\n", "utf-8")
    with pytest.raises(SystemExit, match="pytest ends with 5, which says nothing of a test"):
        list(mutants.tried(sample, tmp_path / "kept.jsonl", tmp_path))


def attacks_table(rows):
    names = ("attack", "level", "before", "before_low", "before_high", "relative", "relative_low", "relative_high")
    return table("attacks", "Attacks", [Heading(name) for name in names], rows)


def run_on(passages):
    """Return a run on four questions of each of so many passages of a level."""
    items = [
        {"id": f"{level}{n}", "passage_id": f"{level} p{n // 4}", "level": level}
        for level, many in passages.items()
        for n in range(4 * many)
    ]
    return Run({}, {"passages": {}, "items": items}, (), {}, (), {}, {}, "", "")


def test_a_part_of_a_page_leaves_out_what_its_questions_are_too_few_for_and_says_so_first():
    from benchmarks.language_model import modest

    rows = [
        ("shuffled", "all", 0.65, 0.5, 0.8, -0.3, -0.5, -0.1),
        ("shuffled", "high", 0.7, 0.5, 0.85, -0.4, -0.9, 0.1),  # its relative change is anything
        ("shuffled", "middle", 0.33, 0.02, 0.9, 1.0, -0.2, 2.0),
        ("none", "all", 0.65, 0.5, 0.8, None, None, None),
    ]
    numbers = (Number("mean interference", 0.155, 0.0, 0.33), Number("strongest", 0.5, 0.1, 0.9), Number("pool", 100))
    part = Finding("part", "A part", "What it says.", numbers, (attacks_table(rows),))
    shown = modest(part, run_on({"high": 20, "middle": 1}))
    [left] = shown.tables
    assert list(zip(left.values("attack"), left.values("level"), left.values("relative"), strict=True)) == [
        ("shuffled", "all", -0.3),
        ("shuffled", "high", None),
        ("none", "all", None),
    ]
    assert [each.label for each in shown.numbers] == ["mean interference", "pool"]
    assert "Too few questions for figures of their own: middle." in shown.sentence
    assert shown.sentence.endswith("What it says.")
    small = modest(part, run_on({"high": 3}))
    assert small.tables == ()
    assert small.sentence.startswith("12 questions on 3 passages are too few")
    whole = modest(replace(part, numbers=numbers[:1], tables=(attacks_table(rows[:1]),)), run_on({"high": 20}))
    assert whole.sentence == "What it says."


def test_evidence_is_better_than_difficulty_only_where_a_paired_interval_and_all_lengths_together_say_so():
    from benchmarks.items_planted import DIFFICULTY, EVIDENCE, beside_difficulty

    items = [Item(f"q{n}", f"p{n}", "", f"Which {n}?", ("a", "b"), 0) for n in range(400)]
    exam, names = Dataset("made", tuple(items)), [item.id for item in items]
    wrong = frozenset(names[:60])
    last = [*names[60:], *names[:60]]
    better = list(beside_difficulty({EVIDENCE: names, DIFFICULTY: last}, exam, wrong))
    assert [row[-1] for row in better] == ["evidence"] * len(better)
    assert [row[-1] for row in beside_difficulty({EVIDENCE: last, DIFFICULTY: names}, exam, wrong)] == [
        "difficulty"
    ] * len(better)
    luck = [names[1], *names[60:], names[0], *names[2:60]]  # one more of the first
    slightly = list(beside_difficulty({EVIDENCE: luck, DIFFICULTY: last}, exam, wrong))
    assert slightly[0][3] > 0
    assert [row[-1] for row in slightly] == ["neither"] * len(better)


def test_of_parallel_questions_the_same_are_asked_in_both_languages_and_a_planted_loss_is_told(tmp_path, monkeypatch):
    from benchmarks import belebele

    def exam(language):
        rows = (
            Item(f"{language}{k}", f"{language}-p{k // 2}", f"T {k // 2}", f"{language} {k}?", ("a", "b"), 0)
            for k in range(120)
        )
        return Dataset(language, tuple(rows))

    def run(right):
        finding = Finding(
            "informativity",
            "",
            "",
            (Number("answerability", 0.5, 0.4, 0.6, 120),),
            items=table("items", "", [Heading("id"), Heading("right_QOC"), Heading("right_QO")], right),
        )
        return Run({"name": "it", "items": len(right)}, {}, (), {}, (finding,), {}, {}, "", "2026-01-01")

    first, second = (belebele.every_nth(exam(name), 40) for name in ("en", "de"))
    assert [item.question[3:] for item in first] == [item.question[3:] for item in second]
    assert 30 <= len(first) <= 50
    both = [run([(item.id, right, 0.5) for item in first]) for right in (1.0, 0.0)]
    told = belebele._between(first, {"it": both})
    assert told.number("second less first", "it, with the text").value == -1.0
    assert "with the text it has fewer right answers (−100.0 points" in told.sentence
    assert "without the text it has neither clearly more nor clearly fewer right answers" in told.sentence
    (tmp_path / "it" / "qoc").mkdir(parents=True)
    (tmp_path / "it" / "qoc" / "magnetite.json").write_text("{}")
    monkeypatch.setattr(belebele, "BUNDLED", tmp_path)
    belebele._write("it", both)
    card = belebele.json.loads((tmp_path / "it" / "qoc" / "magnetite.json").read_text())
    assert card["measured"][belebele.IN_TWO_LANGUAGES]["de"] == {"value": 0.5, "low": 0.4, "high": 0.6, "n": 120}


def test_what_people_chose_is_found_by_its_words_and_a_planted_preference_is_told(tmp_path):
    from benchmarks import distractors

    options = ("a cat", "a dog", "a goat", "an owl")
    race = Dataset("made", tuple(Item(f"high{k}-1", f"high{k}", f"T {k}", f"{k}?", options, k % 4) for k in range(60)))
    key_first = [(item.options[item.answer], *(o for o in options if o != item.options[item.answer])) for item in race]
    rows = [f"r{k}_0_High\t{k % 2}\t{'|'.join(key_first[k])}" for k in range(60)]
    answers = tmp_path / "answers.tsv"
    answers.write_text("\n".join(["item_id\tchosen\toptions", *rows, "r99_0_High\t1\ta|b|c|d"]))
    answered, wrong = distractors.people(answers, race)
    assert len(answered) == 60
    assert wrong == {f"high{k}-1": options.index(key_first[k][1]) for k in range(1, 60, 2)}
    ends = {item.id: (3 - wrong.get(item.id, 0), wrong.get(item.id, 0)) for item in race}
    told = distractors.chosen_by_people(answered, wrong, ends).sentence
    assert told.startswith("30 of 60 people's answers are wrong")
    assert "the most plausible distractor in 100%" in told
    assert "the least plausible distractor in 0% (95% interval 0% to 11%), less than by chance" in told


def test_another_tool_reads_the_same_questions_and_is_told_to_agree_or_not(tmp_path):
    import numpy as np

    from benchmarks.item_evaluation import OURS, Answers, agreements, articles, figures, rounds
    from examfiles import read

    options = ("a cat", "a dog", "a goat", "an owl")
    exam = Dataset(
        "made", tuple(Item(f"{k}", f"p{k // 2}", f"T {k // 2}.", f"{k}?", options, k % 4) for k in range(80))
    )
    (tmp_path / "made.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each, _ in articles(exam)))
    again = read(tmp_path / "made.jsonl")
    texts = [(item.passage, item.question, item.options, item.answer) for item in exam]
    assert [(item.passage, item.question, item.options, item.answer) for item in again] == texts

    parts = [[item.id for item in part] for part in rounds(exam, 40)]
    assert [len(part) for part in parts] == [10] * 4
    assert len({name for part in parts for name in part}) == 40
    assert parts[:2] == [[item.id for item in part] for part in rounds(exam, 20)]

    def answers(right):
        sure = {view: np.full((80, 4), 0.2) for view in right}
        for view, share in right.items():
            for k, item in enumerate(exam):
                sure[view][k, item.answer if k % 10 < 10 * share else (item.answer + 1) % 4] = 0.4
        return Answers(sure, np.ones(8))

    ways = {OURS: answers({"QOC": 0.9, "QO": 0.3}), "as good": answers({"QOC": 0.9, "QO": 0.3})}
    ways["guesses more"] = answers({"QOC": 0.9, "QO": 0.8})
    shares = figures(exam, ways, []).table("shares").rows()
    assert [round(row["informativity"], 6) for row in shares] == [0.6, 0.6, 0.1]
    told = agreements(exam, ways).sentence
    same = "as good chooses the same option in 100% of the questions with the text and in 100% without it; "
    assert f"{same}its text informativity is the same, within five points" in told
    assert "its text informativity is smaller (−50.0 points" in told.partition("guesses more")[2]


def test_the_peers_server_gives_the_models_own_log_probabilities_whatever_it_read_before(tmp_path):
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from benchmarks.item_evaluation import Chat
    from tests.scorers.decoders import save_decoder

    folder = save_decoder("llama", tmp_path)
    kept = Chat(AutoModelForCausalLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder))
    for words in ("Ann has a cat. Yes?", "Ann has a cat. No?", "Ann has a cat. Yes?", "Bo."):
        messages = [{"role": "user", "content": words}]
        answered = kept.answer(messages, 3, ("A", "B"))
        ids = kept.tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_tensors="pt")["input_ids"]
        with torch.inference_mode():
            plain = kept.model(ids).logits[0, -1].float().log_softmax(-1)
        names = {token: kept.tokenizer.encode(token, add_special_tokens=False)[0] for token in ("A", "B")}
        for token, place in names.items():
            assert answered["logprobs"][0][token] == pytest.approx(float(plain[place]), abs=1e-4)
        assert len(answered["logprobs"]) <= 3


def test_questions_are_inferred_from_the_options_only_and_kept(tmp_path, monkeypatch):
    from benchmarks import options

    exam = Dataset("made", tuple(Item(f"q{k}", f"p{k}", f"Text {k}.", f"Why {k}?", ("a", "b"), 0) for k in range(4)))
    asked = []

    def write(items, model):
        asked.extend(options._asked(item)[0]["content"] for item in items)
        yield items, [f"What {item.id}?" for item in items]

    monkeypatch.setattr(options, "written", write)
    kept = tmp_path / "kept.json"
    kept.write_text('{"q0": "Known?"}')
    found = options.with_inferred(exam, "it", kept)
    assert [item.metadata[options.FIELD] for item in found] == ["Known?", "What q1?", "What q2?", "What q3?"]
    assert options.with_inferred(exam, "it", kept).items == found.items
    assert len(asked) == 3
    assert all("A. a\nB. b" in each and "Text" not in each and "Why" not in each for each in asked)


def test_planted_shortcuts_are_told_from_inferred_questions_within_each_benchmark(tmp_path):
    from benchmarks import shortcut_labels

    rows = [
        {
            "dataset": f"d{k % 2}",
            "question": f"Why {k}?",
            "choices": ["a", "b"],
            "answer": "B",
            "label": float(k % 3 > 0),
        }
        | {"inferred_question": f"Why {k}?" if k % 3 else "Which?"}
        for k in range(60)
    ]
    labels = tmp_path / "labels.jsonl"
    labels.write_text("\n".join(map(json.dumps, rows)))
    exam, shortcuts = shortcut_labels.read_labels(labels)
    assert shortcuts.sum() == 20
    assert {item.answer for item in exam} == {1}
    of = np.arange(60) % 2
    words = np.array(
        [1 - shortcut_labels.word_likeness(rows[k]["inferred_question"], item.question) for k, item in enumerate(exam)]
    )
    apart = shortcut_labels.told_by(words, shortcuts, of)
    assert (apart.estimate, apart.low, apart.high) == (1.0, 1.0, 1.0)
    luck = shortcut_labels.told_by(np.random.default_rng(1).random(60), shortcuts, of)
    assert luck.low < 0.5 < luck.high
    benchmark = of + 0.1 * shortcuts * (of == 0)  # differs between the benchmarks, and tells within the first only
    assert shortcut_labels.told_by(benchmark, shortcuts, of).estimate == pytest.approx(0.75, abs=0.01)


@pytest.mark.parametrize("page", ["cost", "cost-short"])
def test_a_page_of_costs_is_named_after_the_commands_and_systems_that_it_measures(page, monkeypatch):
    from benchmarks import cost

    run = json.loads((SCRIPTS[0].parents[1] / "docs" / "results" / f"{page}.json").read_text("utf-8"))
    monkeypatch.setattr(sys, "argv", run["command"].split()[2:])
    assert cost._named(cost._arguments()) == (run["settings"]["title"], run["dataset"]["name"])
    monkeypatch.setattr(sys, "argv", ["cost", "RACE.tar.gz", "--only", "long"])
    with pytest.raises(SystemExit):
        cost._arguments()


def test_what_computes_in_eight_bits_has_no_share_of_a_peak_of_other_products():
    pytest.importorskip("torch")
    from benchmarks.reader_speed import IN_EIGHT_BITS, compared

    finding = compared([["ours", 2.5, 90, 1.0, 0.9, 0, 0.1], [IN_EIGHT_BITS, 1.7, 90, 0.664, 1.37, 3, 0.7]], 1)
    assert finding.table("ways").values("peak") == [0.9, None]
    assert "ours in int8 takes 0.66 times as long" in str(finding.answer)
    assert finding.notes
    assert not compared([["ours", 2.5, 90, 1.0, 0.9, 0, 0.1], ["loop", 9, 90, 3.6, 0.2, 0, 0.0]], 1).notes


def test_a_check_that_never_ends_is_counted_as_lost_and_not_waited_for():
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    import httpx2

    from benchmarks.web_checks import Seen, ended

    async def asked(state, status=200):
        seen = Seen()
        transport = httpx2.MockTransport(lambda _: httpx2.Response(status, json={"state": state}))
        async with httpx2.AsyncClient(base_url="http://localhost", transport=transport) as client:
            await asyncio.wait_for(ended(client, "/checks/1", 0.0, seen), 60)
        return seen.wrong

    with ThreadPoolExecutor(1) as pool:  # tests with a browser may have left a loop in this thread
        done, waiting, lost = pool.map(
            lambda given: asyncio.run(asked(*given)), [("done",), ("waiting",), ("waiting", 404)]
        )
    assert done == []
    assert waiting == ["/checks/1: it did not end"]
    assert lost == ["/checks/1/progress: 404"]
