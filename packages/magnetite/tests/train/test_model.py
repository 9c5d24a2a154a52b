"""What training starts from: what is drawn afresh, what learns, and whose weights may take its place."""

import json

import pytest
import torch
from safetensors.torch import save_file

from examfiles.errors import UsageError
from magnetite.train.model import start
from magnetite.train.recipe import Recipe


def test_a_head_that_is_trained_alone_is_drawn_as_its_base_draws_weights(tiny_base):
    model = start(str(tiny_base), None, Recipe(train="head")).model
    (weight, bias) = [part for part in model.parameters() if part.requires_grad]
    assert weight.numel() == 64
    assert float(weight.detach().std()) == pytest.approx(0.2, rel=0.3)  # the base's initializer_range
    assert bias.tolist() == [0.0]
    again, other = (start(str(tiny_base), None, Recipe(train="head", seed=seed)).model for seed in (0, 1))
    heads = [next(part for part in each.parameters() if part.requires_grad) for each in (again, other)]
    assert torch.equal(heads[0], weight)
    assert not torch.equal(heads[1], weight)


def test_dropout_is_the_recipes_everywhere_or_the_bases_own(tiny_base):
    def rates(dropout):
        parts = start(str(tiny_base), None, Recipe(dropout=dropout, lora_rank=0)).model.modules()
        return {part.p for part in parts if isinstance(part, torch.nn.Dropout)}

    assert (rates(0.25), rates(0.0), rates(None)) == ({0.25}, {0.0}, {0.1})  # 0.1: BERT's


def test_adapters_begin_with_no_effect_and_count_as_much_as_their_matrix_says(tiny_base):
    model = start(str(tiny_base), None, Recipe(lora_rank=4)).model
    adapters = [part for part in model.modules() if hasattr(part, "lora_B")]
    assert len(adapters) == 13  # six in each of the two layers, and the pooler's
    assert all(not part.lora_B["default"].weight.any() for part in adapters)
    assert {part.scaling["default"] for part in adapters} == {1.0}
    assert {len(part.lora_A["default"].weight) for part in adapters} == {4}
    assert {part.p for each in adapters for part in each.lora_dropout.values() if hasattr(part, "p")} <= {0.0}


def test_weights_of_another_shape_are_refused_with_the_rank_that_does_not_fit(tiny_base, tmp_path):
    card = {"view": "QOC", "base": str(tiny_base), "template": {"layout": "prefix", "max_tokens": 128}}
    (tmp_path / "magnetite.json").write_text(json.dumps(card), "utf-8")
    save_file({"classifier.weight": torch.zeros(3, 3)}, tmp_path / "model.safetensors")
    with pytest.raises(UsageError, match="do not fit a system of rank 0"):
        start(str(tiny_base), tmp_path, Recipe(lora_rank=0))
    with pytest.raises(UsageError, match="has all its weights, but this training is of an adapter"):
        start(str(tiny_base), tmp_path, Recipe(lora_rank=4))
