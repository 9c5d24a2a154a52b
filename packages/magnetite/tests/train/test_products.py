"""Adapters added to their matrices learn what adapters beside them learn."""

import pytest


def peft_beside(modules):
    """Let PEFT apply its adapters itself, beside each matrix."""
    import torch

    return lambda hidden, first=0, end=None: torch.cat([module(hidden) for module in modules[first:end]], -1)


@pytest.fixture
def adapted(tiny_base):
    import torch

    from magnetite.train.model import start
    from magnetite.train.recipe import Recipe

    model = start(str(tiny_base), None, Recipe(lora_rank=4)).model
    torch.manual_seed(0)
    for name, weight in model.named_parameters():
        if "lora_B" in name:  # zero at the beginning, which would leave half the gradients zero
            torch.nn.init.normal_(weight, std=0.1)
    for module in model.modules():
        if hasattr(module, "lora_B"):
            module.scaling["default"] = 0.5  # ours are 1, whatever the rank
    return model


def stack(model, join):
    from magnetite.scorers.stack import need_stack

    return need_stack("tiny", model.base_model.model, join)


def scores_and_gradients(model, layers):
    import torch

    from magnetite.scorers.prefix import PrefixQuestion, PrefixRow, pack, packed_scores

    two = PrefixQuestion((9, 10, 3), ((2, 11, 3), (2, 12, 13, 3)))
    rows = [PrefixRow((2, 5, 6, 7, 3), (two, PrefixQuestion((14, 3), ((2, 15, 3),)))), PrefixRow((2, 5, 3), (two,))]
    model.zero_grad()
    scores = packed_scores(layers, pack(rows, 0))
    (scores * torch.arange(1, len(scores) + 1)).sum().backward()
    return scores.detach(), {name: w.grad.clone() for name, w in model.named_parameters() if w.grad is not None}


def test_scores_and_gradients_are_those_of_adapters_applied_beside_their_matrices(adapted):
    import torch

    from magnetite.train.model import learning

    scores, gradients = scores_and_gradients(adapted, stack(adapted, learning))
    expected, wanted = scores_and_gradients(adapted, stack(adapted, peft_beside))
    torch.testing.assert_close(scores, expected, atol=1e-4, rtol=1e-4)
    assert gradients.keys() == wanted.keys()
    assert any("lora_A" in name and float(each.abs().max()) > 1e-3 for name, each in wanted.items())
    for name, each in wanted.items():
        torch.testing.assert_close(gradients[name], each, atol=1e-3, rtol=1e-3, msg=name)


def test_a_changed_adapter_is_added_anew_whoever_changed_it(adapted):
    from magnetite.train.model import learning

    layers = stack(adapted, learning)
    before, _ = scores_and_gradients(adapted, layers)
    weight = next(each for name, each in adapted.named_parameters() if "lora_B" in name)
    weight.data += 1.0  # as fused optimisers and loaded checkpoints do: PyTorch counts no change
    after, _ = scores_and_gradients(adapted, layers)
    expected, _ = scores_and_gradients(adapted, stack(adapted, peft_beside))
    assert float((after - before).abs().max()) > 1e-3
    assert float((after - expected).abs().max()) < 1e-3


def test_matrices_without_adapters_give_their_products_side_by_side():
    import torch

    from magnetite.train.model import learning

    torch.manual_seed(0)
    modules = [torch.nn.Linear(3, 2) for _ in range(3)]
    hidden, product = torch.randn(4, 3), learning(modules)
    every = torch.cat([module(hidden) for module in modules], dim=-1)
    torch.testing.assert_close(product(hidden), every)
    torch.testing.assert_close(product(hidden, 1), every[:, 2:])
    torch.testing.assert_close(product(hidden, 1, 2), every[:, 2:4])
