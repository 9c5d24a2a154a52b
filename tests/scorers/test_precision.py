"""The number format is the fastest the hardware has natively; what does not exist is answered with what does."""

import pytest

from magnetite.core.errors import UsageError
from magnetite.scorers.precision import choose_device, choose_dtype


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [
        ({"avx512_bf16": False, "amx_bf16": False, "avx512_f": True}, "float32"),
        ({}, "float32"),
        ({"avx512_bf16": True}, "bfloat16"),
        ({"amx_bf16": True}, "bfloat16"),
    ],
)
def test_auto_takes_bfloat16_on_a_cpu_only_where_it_multiplies_it_natively(monkeypatch, capabilities, expected):
    import torch

    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    assert choose_dtype("auto", torch.device("cpu")) == getattr(torch, expected)


@pytest.mark.parametrize(("native", "expected"), [(True, "bfloat16"), (False, "float32")])
def test_auto_does_not_count_emulated_bfloat16_on_a_gpu(monkeypatch, native, expected):
    import torch

    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation=True: including_emulation or native)
    assert choose_dtype("auto", torch.device("cuda")) == getattr(torch, expected)


def test_auto_takes_the_best_device_there_is(monkeypatch):
    import torch

    found = []
    for cuda, mps in ((True, True), (False, True), (False, False)):
        monkeypatch.setattr(torch.cuda, "is_available", lambda cuda=cuda: cuda)
        monkeypatch.setattr(torch.backends.mps, "is_available", lambda mps=mps: mps)
        found.append(choose_device("auto").type)
    assert found == ["cuda", "mps", "cpu"]


def test_a_named_format_is_taken_at_its_word():
    import torch

    assert choose_dtype("float16", torch.device("cpu")) == torch.float16


def test_an_unknown_format_is_answered_with_the_known_ones():
    import torch

    with pytest.raises(UsageError, match=r"Known: auto, float32, bfloat16, float16\. Did you mean 'bfloat16'"):
        choose_dtype("bf16", torch.device("cpu"))


@pytest.mark.parametrize("name", ["gpu", "cuda:99", "meta", "", "cpu:x"])
def test_a_device_that_cannot_compute_here_is_answered_with_the_usual_ones(name):
    with pytest.raises(
        UsageError, match=r"cannot be used here \(.*\)\. Known: auto, cpu, cuda, cuda:0, mps\. Use 'auto'"
    ):
        choose_device(name)
