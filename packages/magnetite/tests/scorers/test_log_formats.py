"""What lighteval, HELM, OLMES and OpenCompass log of a question is what the harness logs of it.

The files are written here, after the programs' schemas: lighteval 0.8 and 0.13, HELM 0.5, OLMES, OpenCompass 0.5.
"""

import json
import math
from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError
from magnetite.core.cells import own_cells, with_shown
from magnetite.core.scorer import NO_ANSWER
from magnetite.scorers.logs import Logged, is_log, logs_in, read_log
from tests.scorers.test_logs import EXAM, ITEMS, LETTERED, prompt_of, sample, write_log, written

ASKED = "{passage}\n\nQuestion: {question}\nAnswer:"
LETTERS = "ABC"


def lighteval(folder, rows):
    path = folder / "details_race|0_2026-01-01T00-00-00.parquet"
    pl.DataFrame(rows).write_parquet(path)
    return path


def lighteval_scored(folder, scores, *, letters):
    rows = []
    for item, own in zip(ITEMS, scores, strict=True):
        choices = [f" {each}" for each in (LETTERS if letters else item.options)]
        doc = {"query": prompt_of(item, LETTERED if letters else ASKED), "choices": choices, "gold_index": item.answer}
        response = {"input": doc["query"], "text": [], "logprobs": list(own), "argmax_logits_eq_gold": [False] * 3}
        rows.append({"doc": doc, "metric": {"acc": 0.0}, "model_response": response})
    return lighteval(folder, rows)


def lighteval_before(folder, scores, *, letters):
    """Write details as versions before 0.10 did: lists as texts in some, and scores with whether each was likeliest."""
    rows = []
    for item, own in zip(ITEMS, scores, strict=True):
        prompt = prompt_of(item, LETTERED if letters else ASKED)
        choices = [f" {each}" for each in (LETTERS if letters else item.options)]
        predictions = str([[score, False] for score in own])
        rows.append(
            {"example": prompt, "full_prompt": f"Q: 1?\nAnswer: 2\n\n{prompt}", "choices": str(choices)}
            | {"gold_index": [item.answer], "predictions": predictions}
        )
    return lighteval(folder, rows)


def lighteval_single(folder, scores, *, letters):
    """Write details of an earlier version for letters that are one token: plain lists of numbers."""
    frame = pl.read_parquet(lighteval_before(folder, scores, letters=letters))
    choices = [f" {each}" for each in LETTERS]
    told = zip(frame.to_dicts(), scores, strict=True)
    rows = [row | {"choices": choices, "predictions": list(own)} for row, own in told]
    return lighteval(folder, rows)


def helm_scored(folder, scores, *, letters):
    """Write a state of the adapter that asks for each reference by itself: all tokens of prompt and reference."""
    states = []
    for item, own in zip(ITEMS, scores, strict=True):
        for place, (option, score) in enumerate(zip(item.options, own, strict=True)):
            half = len(option) // 2
            tokens = [{"text": item.question, "logprob": -7.5}, {"text": "\nAnswer:", "logprob": -0.5}]
            tokens += [
                {"text": f" {option[:half]}", "logprob": score / 4},
                {"text": option[half:], "logprob": score * 3 / 4},
            ]
            states.append(helm_state(item, tokens=tokens, reference_index=place, request_mode="original"))
    states.insert(0, helm_state(ITEMS[0], tokens=[], reference_index=0, request_mode="calibration"))
    states.insert(0, helm_state(ITEMS[0], reference_index=0, request_mode="original", perturbation={"name": "typos"}))
    return helm(folder, states)


def helm_state(item, text="", *, tokens=(), perturbation=None, success=True, trial=0, **more):
    asked = f"{item.passage}\nQuestion: {item.question}"
    return {
        "instance": {
            "id": item.id,
            "input": {"text": asked},
            "references": [{"output": {"text": option}, "tags": []} for option in item.options],
            "perturbation": perturbation,
        },
        "reference_index": None,
        "request_mode": None,
        "train_trial_index": trial,
        "output_mapping": None,
        "request": {"prompt": f"Shots.\n\n{asked}"},
        "result": {"success": success, "completions": [{"text": text, "logprob": -1.0, "tokens": list(tokens)}]},
        **more,
    }


def helm(folder, states):
    path = folder / "scenario_state.json"
    path.write_text(
        json.dumps({"adapter_spec": {"method": "multiple_choice_joint"}, "request_states": states}), "utf-8"
    )
    return path


def olmes_scored(folder, scores, *, letters):
    requests, predictions = [], []
    for number, (item, own) in enumerate(zip(ITEMS, scores, strict=True)):
        prompt = prompt_of(item, LETTERED if letters else ASKED)
        doc = {"id": item.id, "query": prompt, "choices": list(item.options), "gold": item.answer}
        about = {"doc_id": number, "native_id": item.id, "label": item.answer}
        requests += [
            {"request_type": "loglikelihood", "doc": doc, "idx": place, "task_name": "race", **about}
            | {"request": {"context": prompt, "continuation": f" {text}"}}
            for place, text in enumerate(LETTERS if letters else item.options)
        ]
        outputs = [{"sum_logits": score, "num_tokens": 2, "num_chars": 5, "is_greedy": False} for score in own]
        predictions.append({**about, "metrics": {"acc_raw": 0}, "model_output": outputs})
    write_log(folder / "task-000-race-requests.jsonl", requests)
    return write_log(folder / "task-000-race-predictions.jsonl", predictions)


SCORED: dict[str, tuple[Callable[..., object], tuple[bool, ...]]] = {
    "lighteval": (lighteval_scored, (False, True)),
    "lighteval before 0.10": (lighteval_before, (False, True)),
    "lighteval before 0.10, one token": (lighteval_single, (True,)),
    "HELM": (helm_scored, (False,)),
    "OLMES": (olmes_scored, (False, True)),
}
NUMBERS = st.floats(-60, -0.125, width=16)


@settings(max_examples=40, deadline=None)
@given(data=st.data(), program=st.sampled_from([*SCORED]))
def test_what_a_program_scored_is_what_the_harness_would_have_logged(tmp_path_factory, data, program):
    write, ways = SCORED[program]
    letters = data.draw(st.sampled_from(ways), "letters")
    scores = [tuple(data.draw(st.lists(NUMBERS, min_size=3, max_size=3))) for _ in ITEMS]
    folder = tmp_path_factory.mktemp("logs")
    path = write(folder, scores, letters=letters)
    assert is_log(str(path))
    log = Logged(path)
    assert log.listwise is letters
    cells = own_cells(ITEMS)
    found = log.score(with_shown(cells) if letters else cells)
    np.testing.assert_allclose(found, np.float32([score for own in scores for score in own]), rtol=1e-6)
    assert logs_in(folder) == [path]


def lighteval_written(folder, answers):
    docs = [{"query": prompt_of(item, LETTERED), "choices": list(item.options)} for item in ITEMS]
    rows = [
        {"doc": doc, "metric": {"em": 0.0}, "model_response": {"text": list(texts), "logprobs": []}}
        for doc, texts in zip(docs, answers, strict=True)
    ]
    return lighteval(folder, rows)


def helm_written(folder, answers):
    return helm(
        folder,
        [
            helm_state(item, f" {text}", trial=trial, output_mapping=dict(zip(LETTERS, item.options, strict=True)))
            for item, texts in zip(ITEMS, answers, strict=True)
            for trial, text in enumerate(texts)
        ],
    )


def opencompass_written(folder, answers, more=()):
    rows = [
        {
            "origin_prompt": [{"role": "HUMAN", "prompt": prompt_of(item, LETTERED)}],
            "prediction": list(texts),
            "gold": "A",
        }
        for item, texts in zip(ITEMS, answers, strict=True)
    ]
    path = folder / "predictions" / "tiny" / "race.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({str(number): row for number, row in enumerate([*rows, *more])}), "utf-8")
    return path


WRITTEN = {"lighteval": lighteval_written, "HELM": helm_written, "OpenCompass": opencompass_written}


@settings(max_examples=30, deadline=None)
@given(data=st.data(), program=st.sampled_from([*WRITTEN]), times=st.integers(1, 3))
def test_what_a_model_wrote_is_read_as_it_is_of_the_harness(tmp_path_factory, data, program, times):
    said = st.lists(st.sampled_from([*LETTERS, "", "I cannot say."]), min_size=times, max_size=times)
    answers = [data.draw(said) for _ in ITEMS]
    assume(any(text in LETTERS and text for texts in answers for text in texts))
    folder = tmp_path_factory.mktemp("logs")
    path = WRITTEN[program](folder, answers)
    theirs = write_log(
        folder / "samples.jsonl", [written(item, *texts) for item, texts in zip(ITEMS, answers, strict=True)]
    )
    cells = with_shown(own_cells(ITEMS))
    np.testing.assert_array_equal(Logged(path).score(cells), Logged(theirs).score(cells))
    assert is_log(str(path))
    assert path in logs_in(folder)


@pytest.mark.parametrize("letters", [False, True])
def test_of_perplexities_only_the_lowest_is_known(tmp_path, letters):
    """OpenCompass's are means over all of a prompt, and no probabilities of an option."""
    rows = {}
    for number, item in enumerate(ITEMS):
        prompt = prompt_of(item, LETTERED if letters else ASKED)
        ends = LETTERS if letters else item.options
        each = {
            f"label: {LETTERS[n]}": {"testing input": f"{prompt} {end}", "PPL": 2.0 + n} for n, end in enumerate(ends)
        }
        rows[str(number)] = {"in-context examples": "", **each, "prediction": LETTERS[number], "gold": "A"}
    path = tmp_path / "race.json"
    path.write_text(json.dumps(rows), "utf-8")
    run = magnetite.audit(EXAM, str(path), store="off", experiments=["accuracy"])
    assert run.finding("accuracy").number("accuracy").value == 1  # A of the first, B of the second
    assert "note-log-letters" in {note.code for note in run.notes}


@pytest.mark.parametrize("letters", [False, True])
def test_shares_of_the_choices_are_scores(tmp_path, letters):
    """As OpenCompass's CLPInferencer writes them: softmax over the first tokens of the choices."""
    shares = [(0.7, 0.2, 0.1), (0.25, 0.75, 0.0)]
    rows = {}
    for number, (item, own) in enumerate(zip(ITEMS, shares, strict=True)):
        prompt = prompt_of(item, LETTERED if letters else ASKED)
        about = {"in-context examples": "Q", "testing input": prompt, "prompt": f"Q{prompt}", "gold": item.answer}
        choices = list(LETTERS if letters else item.options)
        rows[str(number)] = about | {"choices": choices, "prediction": list(own), "pred_label": int(np.argmax(own))}
    path = tmp_path / "predictions" / "tiny" / "race.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(rows), "utf-8")
    log, cells = Logged(path), own_cells(ITEMS)
    found = log.score(with_shown(cells) if letters else cells)
    np.testing.assert_allclose(found[:5], np.log([*shares[0], *shares[1][:2]]), rtol=1e-6)
    assert (found[5], log.listwise, log.by_letter) == (NO_ANSWER, letters, False)
    assert [note.code for note in log.remarks()] == ["note-log", "note-log-shared", "note-log-floor"]


def test_options_that_begin_alike_are_not_cut(tmp_path):
    ends = ("the bees", "the cats", "the school")
    prompt = "Ann keeps bees.\nQuestion: What does Ann keep?\nAnswer: "
    row = {f"label: {n}": {"testing input": prompt + end, "PPL": 1.0} for n, end in enumerate(ends)}
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"0": row | {"prediction": 2}}), "utf-8")
    [read] = read_log(path)
    assert (read.options, read.chosen) == (ends, 2)


def test_a_request_that_failed_was_not_asked(tmp_path):
    mapping = dict(zip(LETTERS, ITEMS[0].options, strict=True))
    failed = helm_state(ITEMS[1], "B", success=False, output_mapping=mapping)
    [read] = read_log(helm(tmp_path, [helm_state(ITEMS[0], "A", output_mapping=mapping), failed]))
    assert read.chosen == 0


@pytest.mark.parametrize("written", ["{}", "[{}, False]", "({}, False)", "np.float64({})", "array([{}, 0.0])"])
def test_numbers_in_lists_that_earlier_versions_wrote_as_texts_are_read(tmp_path, written):
    lists = [
        [written.format(score) for score in scores] for scores in (("-1.5", "-inf", "-2.0"), ("-3.0", "-.5", "-1"))
    ]
    frame = pl.read_parquet(lighteval_before(tmp_path, [(0.0,) * 3] * 2, letters=False))
    rows = [row | {"predictions": f"[{', '.join(own)}]"} for row, own in zip(frame.to_dicts(), lists, strict=True)]
    log = Logged(lighteval(tmp_path, rows))
    np.testing.assert_allclose(log.score(own_cells(ITEMS)), [-1.5, NO_ANSWER, -2.0, -3.0, -0.5, -1.0])
    assert [note.values["floored"] for note in log.remarks() if note.code == "note-log-floor"] == [1]


@pytest.mark.parametrize("program", ["lighteval", "lighteval before 0.10", "lighteval before 0.10, one token", "OLMES"])
def test_what_was_impossible_is_below_all_else_in_every_log(tmp_path, program):
    write, ways = SCORED[program]
    log = Logged(write(tmp_path, [(-1.0, -math.inf, -2.0), (-1.0, -2.0, -3.0)], letters=ways[0]))
    assert [note.values["floored"] for note in log.remarks() if note.code == "note-log-floor"] == [1]
    cells = own_cells(ITEMS[:1])
    assert log.score(with_shown(cells) if log.listwise else cells)[1] == NO_ANSWER


def test_predictions_without_their_requests_are_refused_with_what_is_missing(tmp_path):
    path = olmes_scored(tmp_path, [(-1.0, -2.0, -3.0)] * 2, letters=False)
    (tmp_path / "task-000-race-requests.jsonl").unlink()
    with pytest.raises(DataError, match=r"are in the file of requests, task-000-race-requests\.jsonl, which is not"):
        magnetite.audit(EXAM, str(path), store="off")


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("details_x.parquet", [{"doc": 7, "model_response": 7}]),
        ("details_x.parquet", [{"choices": "no list", "full_prompt": "x", "predictions": "x"}]),
        ("details_x.parquet", [{"choices": ["one", "two"], "full_prompt": "x", "predictions": [1.0]}]),
        ("scenario_state.json", {"adapter_spec": {}, "request_states": [7]}),
        ("x.json", {"0": {"prediction": "A"}}),
    ],
)
def test_what_has_another_form_is_refused_in_a_sentence(tmp_path, name, rows):
    path = tmp_path / name
    if name.endswith("parquet"):
        pl.DataFrame(rows).write_parquet(path)
    else:
        path.write_text(json.dumps(rows), "utf-8")
    with pytest.raises(DataError, match="cannot be read as a log"):
        magnetite.audit(EXAM, str(path), store="off")


def test_the_harness_and_others_lie_in_one_folder(tmp_path):
    write_log(tmp_path / "samples_a.jsonl", [sample(ITEMS[0])])
    inside = tmp_path / "more"
    inside.mkdir()
    olmes_scored(inside, [(-1.0, -2.5, -4.0), (-3.0, -0.5, -9.0)], letters=False)
    run = magnetite.audit(EXAM, str(tmp_path), store="off", experiments=["accuracy"])
    assert run.finding("accuracy").number("accuracy").n == 2
