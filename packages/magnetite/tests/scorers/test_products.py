"""Products by oneDNN are those of the linear layers they replace, as far as their number format lets them."""

import pytest
import torch
from torch import nn
from torch.nn.functional import silu

from magnetite.scorers.llama import (
    EightBits,
    PackedLinear,
    gated,
    has_eight_bits,
    onto,
    pack,
    rounded,
    to_eight_bits,
)
from magnetite.scorers.stack import can_fuse

WIDTH, INNER = 96, 160
packs = pytest.mark.skipif(not can_fuse(torch.zeros(1, dtype=torch.bfloat16)), reason="no bfloat16 units here")
integers = pytest.mark.skipif(not has_eight_bits(), reason="no integer units here")
REPLACED = [
    pytest.param(PackedLinear, torch.bfloat16, 0.02, marks=packs),
    pytest.param(EightBits, torch.float32, 0.03, marks=integers),
    pytest.param(EightBits, torch.bfloat16, 0.03, marks=integers),
]


def layers(dtype, *, bias):
    torch.manual_seed(0)
    made = [nn.Linear(WIDTH, INNER, bias=bias), nn.Linear(WIDTH, INNER, bias=bias), nn.Linear(INNER, WIDTH, bias=bias)]
    return [each.to(dtype).requires_grad_(requires_grad=False) for each in made]


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize(("kind", "dtype", "off"), REPLACED)
def test_a_replaced_layer_computes_what_the_layer_did(kind, dtype, off, bias):
    gate, up, down = layers(dtype, bias=bias)
    hidden = torch.randn(300, WIDTH).to(dtype)
    exact = silu(gate(hidden).float()) * up(hidden).float()
    expected = hidden.float() + down(exact.to(dtype)).float()
    gate, up, down = (kind(each) for each in (gate, up, down))
    inner = gated(gate, up, hidden)
    torch.testing.assert_close(inner.float(), exact, rtol=0, atol=off * float(exact.abs().max()))
    torch.testing.assert_close(
        onto(down, inner, hidden).float(), expected, rtol=0, atol=off * float(expected.abs().max())
    )
    assert inner.dtype == dtype
    assert gate(hidden.view(3, 100, WIDTH)).shape == (3, 100, INNER)


@pytest.mark.parametrize(("kind", "dtype", "off"), REPLACED)
def test_a_product_is_filled_up_by_its_tokens_however_they_are_arranged(kind, dtype, off, monkeypatch):
    from magnetite.scorers import llama, stack

    multiplied = []

    def filled(tokens):
        multiplied.append(stack.filled(tokens))
        return multiplied[-1]

    monkeypatch.setattr(llama, "filled", filled)
    layer = kind(layers(dtype, bias=True)[0])
    hidden = torch.randn(1, 11, WIDTH).to(dtype)
    alone = layer(hidden)
    torch.testing.assert_close(layer(hidden.repeat(2, 10, 1))[1, 22:33], alone[0])
    assert [each.shape for each in multiplied] == [(64, WIDTH), (256, WIDTH)]


@integers
def test_a_token_is_rounded_alike_whatever_shares_its_batch():
    layer = EightBits(layers(torch.float32, bias=True)[0])
    hidden = torch.randn(40, WIDTH) * torch.logspace(-3, 3, 40)[:, None]
    together = layer(hidden)
    for place in (0, 17, 39):
        torch.testing.assert_close(layer(hidden[place : place + 1]), together[place : place + 1], rtol=1e-6, atol=0)


def test_rounding_errs_by_half_a_step_of_each_tokens_own_scale():
    hidden = torch.randn(200, WIDTH) * torch.logspace(-3, 3, 200)[:, None]
    hidden[3] = 0
    tokens, scales = rounded(hidden)
    assert ((tokens.float() - 128) * scales - hidden).abs().le(scales * 0.501).all()
    assert tokens[3].eq(128).all()


@packs
def test_what_is_packed_takes_the_place_of_the_layer_and_keeps_no_second_copy():
    body = nn.ModuleDict({"feed": nn.Sequential(*layers(torch.bfloat16, bias=False)), "norm": nn.LayerNorm(4)})
    pack(body)
    pack(body)  # what is packed already stays
    assert [type(each) for each in body["feed"]] == [PackedLinear] * 3
    assert sum(each.numel() for each in body.parameters()) == 8


@integers
def test_eight_bits_take_the_place_of_every_linear_layer():
    body = nn.Sequential(*layers(torch.float32, bias=False))
    to_eight_bits(body)
    assert [type(each) for each in body] == [EightBits] * 3
