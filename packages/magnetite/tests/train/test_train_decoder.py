"""A decoder is trained, saved, loaded and asked as an encoder is; its adapters learn what PEFT's own would."""

import json
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.core.cells import own_cells
from magnetite.core.errors import ModelError
from magnetite.train import Recipe, train
from tests.scorers.decoders import save_decoder, save_gguf, save_with_pictures

RECIPE = Recipe(epochs=1, batch=16, learning_rate=1e-2, lora_rank=4, max_tokens=96, dtype="float32")
BOATS = ("a red boat", "a green boat", "a yellow sail")


def boats(size):
    """Make items whose right option is the red boat, in turn in each place."""
    orders = [BOATS[number % 3 :] + BOATS[: number % 3] for number in range(size)]
    items = (
        Item(
            f"q{number}",
            f"p{number // 2}",
            f"The daughter counted {number // 2} boats.",
            "Why?",
            order,
            order.index(BOATS[0]),
        )
        for number, order in enumerate(orders)
    )
    return Dataset("boats", tuple(items), "train")


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return save_decoder("llama", tmp_path_factory.mktemp("llama"), initializer_range=0.1)


@pytest.fixture(scope="module")
def system(base, tmp_path_factory):
    return train(boats(192), "QOC", tmp_path_factory.mktemp("systems") / "qoc", base=str(base), recipe=RECIPE)


def scores(system):
    from magnetite.scorers.encoder import encoder

    return encoder(system, device="cpu", dtype="float32").score(own_cells(boats(30).items)).reshape(-1, 3)


def test_positions_of_a_trained_decoder_are_as_exact_in_16_bits_as_in_32(system):
    from magnetite.scorers.encoder import encoder

    prints = [encoder(system, device="cpu", dtype=number).fingerprint for number in ("float32", "bfloat16")]
    assert ":float32:" in prints[0]
    assert ":bfloat16.3:" in prints[1]


def test_training_learns_and_the_folder_answers(system):
    assert np.mean(scores(system).argmax(axis=1) == [item.answer for item in boats(30)]) > 0.9
    assert {path.name for path in system.iterdir()} == {
        "adapter_config.json",
        "adapter_model.safetensors",
        "magnetite.json",
        "passages.sketch",
    }


@pytest.mark.parametrize("family", ["gpt2", "gpt_neox"])  # linear layers of other names; GPT-2's are no nn.Linear
def test_decoders_of_other_families_learn_too(family, tmp_path):
    wide = {"initializer_range": 0.3 if family == "gpt2" else 0.1}
    base = save_decoder(family, tmp_path / "base", **wide)
    system = train(boats(192), "QOC", tmp_path / "qoc", base=str(base), recipe=RECIPE)
    assert np.mean(scores(system).argmax(axis=1) == [item.answer for item in boats(30)]) > 0.8


def test_the_folder_keeps_the_scorer_contract_and_names_its_layout(system):
    from magnetite.scorers.encoder import encoder
    from magnetite.testing import check_scorer

    scorer = encoder(system, device="cpu", dtype="float32")
    assert (scorer.view, scorer.shares_context, scorer.listwise) == ("QOC", True, False)
    check_scorer(scorer)
    card = json.loads((system / "magnetite.json").read_text("utf-8"))
    assert card["template"] == {"layout": "prefix", "max_tokens": 160, "keep": "start", "blank": "keep"}
    assert card["tokens"] > 192 * 20


def test_a_training_goes_on_from_another_of_the_same_decoder(system, base, tmp_path):
    first = Recipe(**{**json.loads((system / "magnetite.json").read_text("utf-8"))["recipe"], "learning_rate": 1e-6})
    more = train(boats(32), "QOC", tmp_path / "more", base=str(base), init=system, recipe=first)
    assert np.allclose(scores(more), scores(system), atol=0.05)


def test_all_weights_are_trained_and_saved_from_a_gguf_file(tmp_path):
    pytest.importorskip("gguf")
    file = save_gguf(tmp_path / "tiny.gguf")
    recipe = replace(RECIPE, lora_rank=0, learning_rate=1e-3)
    whole = train(boats(64), "QO", tmp_path / "qo", base=str(file), recipe=recipe)
    card = json.loads((whole / "magnetite.json").read_text("utf-8"))
    assert card["base"] == str(file)
    assert json.loads((whole / "config.json").read_text("utf-8"))["architectures"] == ["LlamaForSequenceClassification"]
    assert scores(whole).shape == (30, 3)


def test_adapters_learn_what_pefts_own_learn(base):
    import torch

    from magnetite.scorers.encoder import decoder_scores
    from magnetite.scorers.prefix import PrefixQuestion, PrefixRow, pack

    module = import_module("magnetite.train.model")
    model = module.start(str(base), None, RECIPE).model
    for name, weight in model.named_parameters():
        if "lora_B" in name:  # zero at the beginning, which would leave half the gradients zero
            torch.nn.init.normal_(weight, std=0.1)
    batch = pack([PrefixRow((5, 6, 7), (PrefixQuestion((8, 9), ((10, 11), (12,))),))], 0)

    def gradients(score):
        model.zero_grad()
        (score(batch) * torch.tensor([1.0, -2.0])).sum().backward()
        return {name: weight.grad.clone() for name, weight in model.named_parameters() if weight.grad is not None}

    inner = model.base_model.model
    wanted = gradients(lambda each: decoder_scores(inner, each))
    learned = gradients(module.learned("tiny", inner))
    assert learned.keys() == wanted.keys()
    assert any("lora_A" in name and float(each.abs().max()) > 1e-3 for name, each in wanted.items())
    for name, each in wanted.items():
        torch.testing.assert_close(learned[name], each, atol=1e-4, rtol=1e-3, msg=name)


def test_a_decoder_has_no_joint_layout(base, tmp_path):
    with pytest.raises(UsageError, match=r"is a decoder.*--layout prefix"):
        train(boats(32), "QOC", tmp_path / "joint", base=str(base), recipe=replace(RECIPE, layout="joint"))


def test_a_base_without_a_scoring_layer_in_the_library_is_refused(tmp_path):
    base = save_with_pictures(tmp_path / "base")
    with pytest.raises(ModelError, match="mistral3 is a language model without a scoring layer in Transformers"):
        train(boats(32), "QOC", tmp_path / "out", base=str(base), recipe=RECIPE)


def test_without_its_package_the_base_says_how_to_install_it(monkeypatch, tmp_path):
    from magnetite.scorers import packaged

    gone = replace(packaged.PACKAGED_MODELS["smollm2"], parts={"llm-nowhere": "tiny.gguf"})
    monkeypatch.setitem(packaged.PACKAGED_MODELS, "smollm2", gone)
    with pytest.raises(ModelError, match="The package llm-nowhere is missing"):
        train(boats(32), "QOC", tmp_path / "none", base="smollm2", recipe=RECIPE)
