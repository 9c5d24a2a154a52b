"""What took an exam is joined to it: logs, files of scores, runs and models, whole or in part, each under its name."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.cli import options
from magnetite.commands.items import ITEMS, chosen_in
from magnetite.core.errors import MagnetiteError
from magnetite.core.results import load, words
from magnetite.scorers.function import Function
from tests.scorers.test_logs import (
    ANSWERED,
    LETTERED,
    NAMED,
    TWO_PASSAGES,
    inspect_log,
    inspected,
    log_of,
    prompt_of,
    sample,
    write_log,
)

BASELINES = ("longest", "overlap")


def write_scores(path, chosen):
    rows = [
        {"passage": item.passage, "question": item.question, "option": option, "score": float(place == chosen[item.id])}
        for item in TWO_PASSAGES
        if item.id in chosen
        for place, option in enumerate(item.options)
    ]
    pl.DataFrame(rows).write_csv(path)
    return str(path)


@pytest.fixture
def logs(tmp_path):
    named = tmp_path / "logs" / "qwen-1"
    named.mkdir(parents=True)
    lm_eval = write_log(named / "samples_t.jsonl", [sample(item) for item in TWO_PASSAGES])
    seen = zip(TWO_PASSAGES, "BBC", strict=False)
    inspect = inspect_log(
        tmp_path / "logs" / "mist.json", [inspected(item, answer, named=True) for item, answer in seen]
    )
    scores = write_scores(tmp_path / "logs" / "other.csv", {"q1": 2, "q2": 1, "q3": 2, "q4": 0})
    return [str(lm_eval), str(inspect), scores]


def rows(run):
    return {row["system"]: (row["accuracy"], row["n"]) for row in run.finding("items").table("candidates").rows()}


WAYS = ("letters scored", "letters written", "letters that the filter lost", "letters in Inspect")


def answered_in(way, item, shown, option):
    """Return a row of a log whose model took an option of an item's, shown in another order, for the right one."""
    options = tuple(item.options[place] for place in shown)
    asked, letter = replace(item, options=options), "ABC"[options.index(option)]
    prompt, doc = prompt_of(asked, LETTERED), {"question": item.question, "choices": list(options)}
    if way == "letters in Inspect":
        return inspected(asked, letter) | {"messages": [{"role": "user", "content": prompt}]}
    if way == "letters scored":
        scores = [0.0 if text == option else -1.0 - len(text) for text in options]
        return sample(asked, doc, [" A", " B", " C"], prompt, scores)
    filtered = "[invalid]" if way == "letters that the filter lost" else letter
    row = sample(asked, doc, scores=(0, 0, 0)) | {
        "resps": [[f"So the answer is {letter}."]],
        "filtered_resps": [filtered],
    }
    return row | {"arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": {"until": []}}}}


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_the_order_in_which_options_were_shown_to_a_candidate_changes_no_result(tmp_path_factory, data):
    """However its answers are logged: each letter stands for the text behind it."""
    folder = tmp_path_factory.mktemp("orders")
    tables = []
    taken = {(way, item.id): data.draw(st.sampled_from(item.options)) for way in WAYS for item in NAMED}
    for name, orders in (("exam", st.just((0, 1, 2))), ("shuffled", st.permutations(range(3)))):
        (folder / name).mkdir()
        for way in WAYS:
            log = [answered_in(way, item, data.draw(orders), taken[way, item.id]) for item in NAMED]
            write, suffix = (inspect_log, "json") if way == "letters in Inspect" else (write_log, "jsonl")
            write(folder / name / f"{way}.{suffix}", log)
        run = magnetite.items(NAMED, sorted(folder.joinpath(name).iterdir()), store="off")
        finding = run.finding("items")
        tables.append([finding.items.rows(), *(each.rows() for each in finding.tables)])
    assert tables[0] == tables[1]
    for way, suffix in zip(WAYS, ("jsonl", "jsonl", "jsonl", "json"), strict=True):
        right = sum(taken[way, item.id] == item.options[item.answer] for item in NAMED)
        assert rows(run)[f"{way}.{suffix} QOC"] == (pytest.approx(right / len(NAMED)), len(NAMED))


def test_logs_files_of_scores_runs_and_models_take_one_exam(tmp_path, logs):
    magnetite.audit(
        TWO_PASSAGES, "longest", store="off", experiments=["accuracy"], output=str(tmp_path / "logs" / "run")
    )
    page = magnetite.runs(tmp_path / "logs").path  # which a pattern such as runs/* names too
    run = magnetite.items(TWO_PASSAGES, [*logs, tmp_path / "logs" / "run", page, "overlap"], store="off")
    # lm-eval's log chooses A B C B of A B C A; that of Inspect was not asked q4; longest is right once
    assert rows(run) == {
        "qwen-1/samples_t.jsonl QOC": (1.0, 3),
        "mist.json QOC": (2 / 3, 3),
        "other.csv QOC": (2 / 3, 3),
        "run QOC": (pytest.approx(1 / 3), 3),
        "overlap": (2 / 3, 3),  # two options share as many words with the passage, and lots choose the wrong one
    }
    every = {row["id"]: row for row in run.finding("items").items.rows()}
    assert [every[name]["asked"] for name in ("q1", "q4")] == [5, 4]
    baselines = [magnetite.audit(TWO_PASSAGES, name, store="off", experiments=["accuracy"]) for name in BASELINES]
    right = [each.finding("accuracy").items.values("correct")[3] for each in baselines]
    assert every["q4"]["facility"] == pytest.approx(np.mean([0, 1, *right]))
    assert [note.values["lacking"] for note in run.notes if note.code == "items-note-lacks"] == [1]
    assert run.settings["model"].count(",") == 4


def test_a_run_is_read_by_texts_even_if_its_options_stand_in_another_order(tmp_path):
    magnetite.audit(TWO_PASSAGES, "longest", store="off", output=str(tmp_path / "run"))
    turned = [
        Item(
            f"other {item.id}",
            "x",
            f" {item.passage}",
            item.question,
            item.options[::-1],
            len(item.options) - 1 - item.answer,
        )
        for item in TWO_PASSAGES
    ]
    run = load(tmp_path / "run")
    straight = chosen_in(run, TWO_PASSAGES, ("O", "QOC"))
    assert straight.keys() == {"O", "QOC"}
    assert list(chosen_in(run, Dataset("turned", tuple(turned)), None)["QOC"]) == list(2 - straight["QOC"])


def test_what_took_another_exam_is_refused_and_so_is_what_says_no_choices(tmp_path, logs):
    other = Dataset("other", (Item("x", "p", "Cy sings.", "Who sings?", ("Cy", "Di"), 0),))
    with pytest.raises(DataError, match="answer to none of the 1 questions of other under QOC"):
        magnetite.items(other, [*logs], store="off")
    magnetite.audit(other, "longest", store="off", experiments=["accuracy"], output=str(tmp_path / "run"))
    with pytest.raises(DataError, match="this run is of other questions"):
        magnetite.items(TWO_PASSAGES, [tmp_path / "run"], store="off")
    magnetite.magnets(TWO_PASSAGES, "longest", store="off", output=str(tmp_path / "magnets"))
    with pytest.raises(DataError, match="does not say what its system chose; it holds magnets"):
        magnetite.items(TWO_PASSAGES, [tmp_path / "magnets"], store="off")
    with pytest.raises(UsageError, match="named twice"):
        magnetite.items(TWO_PASSAGES, ["longest", "longest", "overlap"], store="off")
    with pytest.raises(UsageError, match="no exam or no logs"):
        magnetite.items(TWO_PASSAGES, [])


STRANGERS = [
    *("other exam", "cut off", "run of another exam", "no log"),
    *("empty folder", "folder of other files", "no such folder", "another kind of file", "misspelt name"),
]


@settings(max_examples=9, deadline=None)
@given(unfit=st.lists(st.sampled_from(STRANGERS), max_size=3))
def test_what_does_not_fit_the_exam_is_named_and_changes_nothing_for_the_others(tmp_path_factory, unfit):
    """Wherever it stands among the candidates, and whatever is wrong with it."""
    folder = tmp_path_factory.mktemp("unfit")
    fitting = [
        str(write_log(folder / "samples_t.jsonl", [sample(item) for item in TWO_PASSAGES])),
        "longest",
        "overlap",
    ]
    strangers = [_stranger(folder / f"x{n}", kind) for n, kind in enumerate(unfit)]
    alone = magnetite.items(TWO_PASSAGES, fitting, store="off")
    run = magnetite.items(TWO_PASSAGES, [*strangers, *fitting], store="off")
    found, expected = run.finding("items"), alone.finding("items")
    assert (found.numbers, len(rows(run))) == (expected.numbers, len(fitting))
    named = [note.values["name"] for note in run.notes if note.code == "items-note-unfit"]
    assert [Path(name).name for name in named] == [Path(each).name for each in strangers]
    if strangers:
        with pytest.raises(MagnetiteError):
            magnetite.items(TWO_PASSAGES, [*strangers, *fitting[:2]], store="off")


@pytest.mark.parametrize("kind", STRANGERS)
def test_where_nothing_else_took_the_exam_what_does_not_fit_is_the_error(tmp_path, kind):
    with pytest.raises(MagnetiteError):
        magnetite.items(TWO_PASSAGES, [_stranger(tmp_path / "x0", kind)], store="off")


@pytest.mark.parametrize("kind", ["empty folder", "folder of other files"])
def test_a_folder_without_a_log_run_or_model_is_said_to_be_that(tmp_path, kind):
    run = magnetite.items(TWO_PASSAGES, [_stranger(tmp_path / "x0", kind), "longest", "overlap", "random"], store="off")
    [error] = [note.values["error"] for note in run.notes if note.code == "items-note-unfit"]
    assert "neither a log, a run nor a model is in this folder" in error


def _stranger(folder, kind):
    """Write what does not fit TWO_PASSAGES, and return its path."""
    if kind == "misspelt name":
        return "longst"
    if kind == "no such folder":
        return str(folder / "x")
    folder.mkdir()
    if kind in {"empty folder", "folder of other files", "another kind of file"}:
        if kind != "empty folder":
            (folder / "x.pdf").write_text("", "utf-8")
        return str(folder / "x.pdf" if kind == "another kind of file" else folder)
    other = Item("x", "p", "Cy sings.", "Who sings?", ("Cy", "Di"), 0)
    if kind == "run of another exam":
        exam = Dataset("other", (other,))
        magnetite.audit(exam, "longest", store="off", experiments=["accuracy"], output=str(folder / "run"))
        return str(folder / "run")
    log = write_log(folder / "samples_x.jsonl", [sample(other, scores=(-1.0, -2.0))])
    if kind == "cut off":
        log.write_text(log.read_text("utf-8") + '{"doc', "utf-8")
    if kind == "no log":
        log = folder / "x.json"
        log.write_text("[1]", "utf-8")
    return str(log)


def test_notes_on_logs_name_the_candidate_and_no_prompt_is_recommended_for_what_is_asked_no_more(tmp_path):
    """Logs of several models have one file name; a log is asked nothing, so another prompt has no effect."""
    scores = (-4.0, -5.0, -6.0)  # of letters, which have next to nothing of the probability
    for model in ("qwen", "mist"):
        (tmp_path / model).mkdir()
        rows = [
            sample(
                item,
                {"question": item.question, "choices": list(item.options)},
                [" A", " B", " C"],
                prompt_of(item, LETTERED),
                scores,
            )
            for item in TWO_PASSAGES
        ]
        write_log(tmp_path / model / "samples_t.jsonl", rows)
    run = magnetite.items(TWO_PASSAGES, [*sorted(tmp_path.glob("*/*.jsonl")), "longest"], store="off")
    named = [note.values["file"] for note in run.notes if note.code == "note-log"]
    assert named == ["mist/samples_t.jsonl QOC", "qwen/samples_t.jsonl QOC"]
    little = [words(note) for note in run.notes if note.code.startswith("note-letters-hold-little")]
    assert len(little) == 2
    assert not any("--" in text for text in little)
    audited = magnetite.audit(TWO_PASSAGES, str(tmp_path / "qwen" / "samples_t.jsonl"), store="off")
    [text] = [words(note) for note in audited.notes if note.code.startswith("note-letters-hold-little")]
    assert "--" not in text


def test_a_folder_of_logs_is_a_candidate_for_each(tmp_path, logs):
    run = magnetite.items(TWO_PASSAGES, [tmp_path / "logs" / "qwen-1", "longest", "overlap"], store="off")
    assert rows(run).keys() == {"samples_t.jsonl QOC", "longest", "overlap"}


@settings(max_examples=15)
@given(kinds=ANSWERED)
def test_who_refuses_answers_is_wrong_there_and_changes_nothing_for_the_others(tmp_path_factory, kinds):
    assume({"right", "wrong"} & {*kinds})
    folder = tmp_path_factory.mktemp("logs")
    log = log_of(folder, ["silent" if kind == "lacking" else kind for kind in kinds], "inspect")
    run = magnetite.items(NAMED, [log, "longest", "random"], store="off")
    whole = magnetite.items(NAMED, [log_of(folder, ["right"] * 9, "lm-eval"), "longest", "random"], store="off")
    by_name, others = rows(run), rows(whole)
    assert {name: by_name[name] for name in ("longest", "random")} == {n: others[n] for n in ("longest", "random")}
    assert by_name["log.json QOC"] == (pytest.approx(kinds.count("right") / 9), 9)
    refused = kinds.count("silent") + kinds.count("lacking")
    silent = [n.values["silent"] for n in run.finding("items").notes if n.code == "items-note-silent"]
    assert silent == ([refused] if refused else [])


@pytest.mark.parametrize("asked", [1, 5])
def test_who_was_asked_little_is_named_beside_the_ranking_that_rests_on_it(tmp_path, asked):
    log = log_of(tmp_path, ["right"] * asked + ["lacking"] * (9 - asked), "inspect")
    run = magnetite.items(NAMED, [log, "longest", "random"], store="off")
    sentence = run.finding("items").sentence
    assert f"log.json QOC was asked the fewest, {asked}." in sentence
    assert ("rest on one of 9" if asked == 1 else "rest on the 5 of 9") in sentence
    assert {n for _, n in rows(run).values()} == {asked}


def test_where_no_question_was_asked_of_all_nothing_is_ranked(tmp_path):
    for name, kinds in {"a": ["right"] + ["lacking"] * 8, "b": ["lacking"] * 8 + ["right"]}.items():
        (tmp_path / name).mkdir()
        log_of(tmp_path / name, kinds, "inspect")
    run = magnetite.items(NAMED, [*sorted(tmp_path.glob("*/*.json")), "longest"], store="off")
    assert "no question that all candidates were asked" in run.finding("items").sentence
    assert rows(run) == {}
    run.save(tmp_path / "run")
    assert "no question that all candidates were asked" in (tmp_path / "run" / "report.html").read_text("utf-8")


def test_systems_whose_records_name_one_base_count_as_one_and_groups_take_its_place(tmp_path):
    for name, base in (("first", "tree"), ("second", "tree"), ("third", "bush")):
        run = magnetite.audit("sample", "longest", limit=20, experiments=["accuracy"], store="off")
        made = {"training": {"card": {"base": base}}}
        replace(run, systems=tuple({**system, **made} for system in run.systems)).save(tmp_path / name)
    took = [*(tmp_path / name for name in ("first", "second", "third")), "overlap"]
    found = magnetite.items("sample", took, limit=20, store="off").finding("items")
    assert found.number("groups").value == 3
    assert "because they share a model or base: first QOC, second QOC (tree)" in found.sentence
    assert "--groups" in found.sentence
    apart = magnetite.items("sample", took, limit=20, store="off", groups={"own": "first*"}).finding("items")
    assert apart.number("groups").value == 4


def test_one_model_under_two_names_is_one_and_namesakes_are_not(tmp_path):
    def named(likes):
        def score(_passage, question, option):
            return float(likes(question + option))

        return score

    took = [Function(named(like), "score", version=str(n)) for n, like in enumerate((len, str.isalpha, ord_sum))]
    found = magnetite.items("sample", [took[0], "longest", "random"], limit=20, store="off").finding("items")
    assert found.number("groups").value == 3
    for number, function in enumerate(took):
        magnetite.audit(
            "sample", function, limit=20, experiments=["accuracy"], store="off", output=str(tmp_path / str(number))
        )
    magnetite.audit("sample", took[0], limit=20, experiments=["accuracy"], store="off", output=str(tmp_path / "again"))
    runs = [tmp_path / name for name in ("0", "1", "2", "again")]
    found = magnetite.items("sample", runs, limit=20, store="off").finding("items")
    assert found.number("groups").value == 3
    assert "0 QOC, again QOC (score)" in found.sentence


def ord_sum(text):
    return sum(map(ord, text))


def test_groups_are_typed_as_patterns_of_names(tmp_path, logs):
    typed = options.given(ITEMS.flags, {"groups": ["qwen=*qwen*,rest=*.[jc]s*"]})
    run = magnetite.items(TWO_PASSAGES, [*logs, "longest"], store="off", output=str(tmp_path / "out"), **typed)
    assert run.finding("items").number("groups").value == 3
    kept = json.loads((tmp_path / "out" / "findings.json").read_text())
    assert kept["settings"]["groups"] == {"qwen": "*qwen*", "rest": "*.[jc]s*"}
    with pytest.raises(UsageError, match="--groups: 'qwen' is not NAME=PATTERN"):
        options.given(ITEMS.flags, {"groups": ["qwen"]})
