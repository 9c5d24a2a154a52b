"""The joint layout is plain Transformers, faster; both layouts keep the scorer contract."""

import time

import numpy as np
import pytest

from examfiles.errors import DataError
from magnetite.core.cells import Cells, Context
from magnetite.core.errors import ModelError
from magnetite.testing import check_scorer, example_items

FAST = ("bert", "albert", "roberta", "xlm-roberta", "camembert", "electra", "mpnet")
FAMILIES = (*FAST, "deberta-v2", "modernbert", "longformer")
FROM_BEHIND_PADDING = {
    "roberta",
    "xlm-roberta",
    "camembert",
    "mpnet",
    "longformer",
}  # they number positions from behind the padding's
SEGMENTED = {"bert", "albert", "electra"}
LONG = "One boat was red, two were green, and the old man counted them every morning. " * 4
CONTEXTS = (
    Context("The miller's daughter walked to the river.", "Where did she walk?"),
    Context("", "Where did she walk?"),  # a single sequence
    Context("A boat came in autumn.", ""),
    Context(LONG, "Who counted?"),  # truncated
    Context("Grüße 他每天 ☕\n\n naïve…", "Ünï? 🦊"),
)
OPTIONS = ("to the river", "an old man", "☕", "because her brother had sailed away", "to the river")
CELLS = Cells(CONTEXTS, OPTIONS, np.repeat(np.arange(5, dtype=np.int64), 5), np.tile(np.arange(5, dtype=np.int64), 5))


def scorer_of(folder, **settings):
    from magnetite.scorers.encoder import encoder

    return encoder(folder, device="cpu", **{"dtype": "float32", **settings})


def plain_transformers(folder, *, segments, limit):
    """Score the cells the way of any Transformers tutorial, one by one and unpadded."""
    import torch
    from transformers import AutoModelForMultipleChoice, AutoTokenizer

    model = AutoModelForMultipleChoice.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    settings = {"return_tensors": "pt", "max_length": limit, "return_token_type_ids": segments}
    scores = []
    for row, column in zip(CELLS.rows, CELLS.columns, strict=True):
        passage, second = CONTEXTS[row].passage, f"{CONTEXTS[row].question} {OPTIONS[column]}".strip()
        pair = (passage, second) if passage else (second,)
        inputs = tokenizer(*pair, **settings, truncation="only_first" if passage else False)
        if not passage and model.config.model_type == "longformer":  # which counts separators, and stops at one
            inputs["global_attention_mask"] = torch.ones_like(inputs["input_ids"])
        with torch.inference_mode():
            scores.append(float(model(**{name: tensor[None] for name, tensor in inputs.items()}).logits))
    return np.array(scores)


@pytest.mark.parametrize("family", FAMILIES)
def test_joint_scores_equal_plain_transformers(family_folder, family):
    folder = family_folder(family)
    # 96 positions numbered from behind a padding id of 1 read 94 tokens.
    limit = 94 if family in FROM_BEHIND_PADDING else 96
    expected = plain_transformers(folder, segments=family in SEGMENTED, limit=limit)
    scorer = scorer_of(folder)
    assert scorer.is_fast == (family in FAST)
    assert expected.std() > 0.1
    np.testing.assert_allclose(scorer.score(CELLS), expected, atol=1e-4)
    assert np.array_equal(scorer.sizes(CELLS).truncated, CELLS.rows == 3)


@pytest.mark.parametrize(
    ("family", "changes"),
    [
        ("albert", {"num_hidden_groups": 2, "num_hidden_layers": 4, "inner_group_num": 2}),  # layers shared by twos
        ("albert", {"hidden_act": "gelu_new"}),
        ("bert", {"hidden_act": "relu", "num_hidden_layers": 1}),  # the first layer is the last
    ],
)
def test_unusual_configurations_score_as_plain_transformers(save_model, tmp_path, family, changes):
    folder = save_model(family, tmp_path, **changes)
    expected = plain_transformers(folder, segments=True, limit=96)
    np.testing.assert_allclose(scorer_of(folder).score(CELLS), expected, atol=1e-4)


def test_a_family_without_a_fast_path_is_named_in_the_log(family_folder, caplog):
    with caplog.at_level("INFO", "magnetite"):
        assert not scorer_of(family_folder("modernbert")).is_fast
        assert scorer_of(family_folder("bert")).is_fast
    assert [record.getMessage() for record in caplog.records] == [
        "modernbert0: modernbert has no fast path; batches are sorted by length and padded."
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_keeps_the_scorer_contract_in_the_joint_layout(family_folder, family):
    telling = {"blank", "scripts", "nothing", "long"}  # bert is asked about all items, below
    check_scorer(scorer_of(family_folder(family)), [item for item in example_items() if item.id in telling])


@pytest.mark.parametrize("family", sorted(SEGMENTED))
def test_segments_change_the_scores_of_a_model_that_has_them(family_folder, family, monkeypatch):
    folder = family_folder(family)
    without = plain_transformers(folder, segments=False, limit=96)
    # albert's own tokenizer leaves segments out unless asked, bert's sends them: ask for zeros in both.
    scorer = scorer_of(folder)
    marked = scorer.score(CELLS)
    monkeypatch.setattr(scorer, "marks", None)
    unmarked = scorer.score(CELLS)
    assert np.abs(unmarked - marked)[CELLS.rows != 1].max() > 0.01
    if family == "albert":
        np.testing.assert_allclose(unmarked, without, atol=1e-4)


def test_a_model_with_one_segment_under_a_tokenizer_that_marks_two_is_given_none(save_model, tmp_path):
    folder = save_model("bert", tmp_path, type_vocab_size=1)
    expected = plain_transformers(folder, segments=False, limit=96)
    np.testing.assert_allclose(scorer_of(folder).score(CELLS), expected, atol=1e-4)


def test_a_tokenizer_that_limits_itself_limits_the_scorer(save_model, tmp_path):
    from transformers import AutoTokenizer

    folder = save_model("bert", tmp_path)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.model_max_length = 40
    tokenizer.save_pretrained(folder)
    assert scorer_of(folder).sizes(CELLS).tokens.max() == 40


def test_a_family_that_pads_on_the_left_is_refused_rather_than_scored_wrongly(save_model, tmp_path):
    from transformers import AutoTokenizer

    folder = save_model("bert", tmp_path)
    AutoTokenizer.from_pretrained(folder, padding_side="left").save_pretrained(folder)
    with pytest.raises(ModelError, match="bert lays out its input in a way Magnetite does not know"):
        scorer_of(folder)


def test_a_head_that_reads_padding_too_is_refused(save_model, tmp_path):
    with pytest.raises(ModelError, match="electra lays out its input in a way Magnetite does not know"):
        scorer_of(save_model("electra", tmp_path, summary_type="mean"))


def test_question_and_option_that_do_not_fit_are_refused_with_their_text(family_folder):
    cells = Cells(CONTEXTS[:1], ("boat " * 200,), np.array([0]), np.array([0]))
    with pytest.raises(DataError, match=r"question 'Where did she walk\?' with option 'boat boat .*the model reads 96"):
        scorer_of(family_folder("bert")).score(cells)


def test_half_a_million_characters_are_cut_in_seconds(family_folder):
    passage = "The old man counted the boats. " * (500_000 // 31)
    cells = Cells((Context(passage, "Who?"),), OPTIONS, np.zeros(5, np.int64), np.arange(5))
    scorer, start = scorer_of(family_folder("bert")), time.process_time()
    assert scorer.sizes(cells).truncated.all()
    assert np.isfinite(scorer.score(cells)).all()
    assert time.process_time() - start < 15  # about one second, whatever else the machine does


def test_the_fingerprint_tells_weights_settings_tokenizer_and_precision_apart(save_model, tmp_path):
    import json

    folder = save_model("bert", tmp_path)
    short = scorer_of(folder, dtype="bfloat16")
    assert short.precision == "bfloat16"
    seen = [scorer_of(folder).fingerprint, short.fingerprint]
    changes = {"config.json": {"layer_norm_eps": 1e-5}, "tokenizer_config.json": {"do_lower_case": False}}
    for name, change in changes.items():
        path = folder / name
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
        seen.append(scorer_of(folder).fingerprint)
    (folder / "README.md").write_text("Notes.", "utf-8")
    assert scorer_of(folder).fingerprint == seen[-1]
    save_model("bert", folder, initializer_range=0.2)
    seen.append(scorer_of(folder).fingerprint)
    assert len(set(seen)) == 5


def test_bfloat16_deviates_from_float32_by_less_than_the_stated_tolerance(family_folder):

    from magnetite.scorers.loading import TOLERANCE

    exact, rounded = scorer_of(family_folder("bert")), scorer_of(family_folder("bert"), dtype="bfloat16")
    deviation = np.abs(exact.score(CELLS) - rounded.score(CELLS)).max()
    assert 0 < deviation < TOLERANCE["torch.bfloat16"] == rounded.tolerance
    check_scorer(rounded)


@pytest.mark.parametrize("family", ["bert", "mpnet", "albert"])
def test_what_onednn_does_with_a_product_is_what_comes_after_it(family_folder, family, monkeypatch):
    """Bias, GELU and sums in one step with the product give the scores of steps apart, but for fewer roundings."""
    from magnetite.scorers import stack

    fused = scorer_of(family_folder(family), dtype="bfloat16")
    exact = scorer_of(family_folder(family)).score(CELLS)
    scores = fused.score(CELLS)
    monkeypatch.setattr(stack, "can_fuse", lambda weight: False)
    apart = scorer_of(family_folder(family), dtype="bfloat16").score(CELLS)
    assert np.abs(scores - apart).max() < fused.tolerance
    assert np.abs(scores - exact).max() < fused.tolerance


def test_scores_in_16_bits_have_a_fingerprint_of_their_arithmetic_and_those_in_32_keep_theirs(family_folder):
    prints = {number: scorer_of(family_folder("bert"), dtype=number).fingerprint for number in ("float32", "bfloat16")}
    assert ":float32:" in prints["float32"]
    assert ":bfloat16.2:" in prints["bfloat16"]
