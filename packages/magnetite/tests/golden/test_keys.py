"""Cell keys and fingerprints stay byte for byte what they were: every store and file of scores depends on them."""

import json
from pathlib import Path

import numpy as np
import pytest

from magnetite.core.cells import Cells, Context
from magnetite.engine.store import folder_name
from magnetite.scorers.baselines import Longest, Random, WordOverlap
from magnetite.scorers.function import Function

RECORDED = json.loads((Path(__file__).parent / "kept" / "keys.json").read_text("utf-8"))
CONTEXTS = (
    Context("", ""),
    Context("Ann has a cat.", "What has Ann?"),
    Context("Ann has a cat.", ""),
    Context("", "Ann has a cat."),
    Context("Ann has a cat.", "What has Ann?", shown=("a cat", "a dog")),
    Context("Ann has a cat.", "What has Ann?", shown=("a ca", "ta dog")),
    Context("Ann has a cat.", "What has Ann?", added="dog a Has ?"),
    Context("Ann has a cat.", "What has Ann?", shown=("a cat",), added="dog a Has ?"),
    Context("Grüße aus Köln,\nsaid 猫 — \U0001f408.", "Wer war’s?"),
    Context("lone \ud800 surrogate", "\x00"),
)
OPTIONS = ("a cat", "a dog", "", "猫", "\ud800")


def reads(passage, question, option):
    return float(option in passage)


def many(cells):
    return [float(len(cell["option"])) for cell in cells]


def whole(passage, question, options):
    return [float(len(option)) for option in options]


SCORERS = {
    "random": Random(3),
    "longest": Longest(),
    "overlap": WordOverlap(),
    "function": Function(reads, "reads", version="1"),
    "batched": Function(many, "many", version="1", batched=True),
    "listwise": Function(whole, "whole", version="1", listwise=True),
}


def crossed():
    rows, columns = np.divmod(np.arange(len(CONTEXTS) * len(OPTIONS)), len(OPTIONS))
    return Cells(CONTEXTS, OPTIONS, rows, columns)


def keys():
    return [f"{hi:016x}{lo:016x}" for hi, lo in crossed().keys().tolist()]


def test_the_key_of_a_cell_is_the_key_it_always_had():
    assert keys() == RECORDED["keys"]


@pytest.mark.parametrize("name", SCORERS)
def test_the_fingerprint_of_a_scorer_and_the_folder_of_its_scores_are_what_they_were(name):
    fingerprint = SCORERS[name].fingerprint
    assert [fingerprint, folder_name(fingerprint)] == RECORDED["fingerprints"][name]


@pytest.mark.parametrize("name", ["random", "longest", "overlap", "function", "batched"])
def test_the_score_of_a_cell_is_what_it_was(name):
    cells = crossed().take(np.arange(35))
    assert SCORERS[name].score(cells).tolist() == RECORDED["scores"][name]


def test_the_scores_of_whole_lists_are_what_they_were():
    shown = Context("Ann has a cat.", "What has Ann?", shown=("a cat", "a dog", ""))
    cells = Cells((shown,), shown.shown, np.zeros(3, dtype=np.int64), np.arange(3))
    assert SCORERS["listwise"].score(cells).tolist() == [5.0, 5.0, 0.0]
