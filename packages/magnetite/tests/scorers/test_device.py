"""The hardware decides the number format and how much a pass holds; where memory ends, passes are halved."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import UsageError
from magnetite.core.errors import ModelError
from magnetite.scorers.device import choose_device, choose_dtype


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

    result = []
    for cuda, mps in ((True, True), (False, True), (False, False)):
        monkeypatch.setattr(torch.cuda, "is_available", lambda cuda=cuda: cuda)
        monkeypatch.setattr(torch.backends.mps, "is_available", lambda mps=mps: mps)
        result.append(choose_device("auto").type)
    assert result == ["cuda", "mps", "cpu"]


def test_a_named_format_is_taken_at_its_word():
    import torch

    assert choose_dtype("float16", torch.device("cpu")) == torch.float16


def test_an_unknown_format_is_answered_with_the_known_ones():
    import torch

    with pytest.raises(
        UsageError, match=r"Known: auto, float32, bfloat16, float16, 4bit, int8\. Did you mean 'bfloat16'"
    ):
        choose_dtype("bf16", torch.device("cpu"))


@pytest.mark.parametrize("name", ["gpu", "cuda:99", "meta", "", "cpu:x"])
def test_a_device_that_cannot_compute_here_is_answered_with_the_usual_ones(name):
    with pytest.raises(
        UsageError, match=r"cannot be used here \(.*\)\. Known: auto, cpu, cuda, cuda:0, mps\. Use 'auto'"
    ):
        choose_device(name)


def passes(tokens):
    from magnetite.scorers import device as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CPU_TOKENS", tokens)
        return module.Passes(_OnCpu())


class _OnCpu:
    @property
    def device(self):
        import torch

        return torch.device("cpu")


def scored(limit, sizes, seen):
    """Return a function that scores cells by their positions, and runs out of memory beyond `limit` tokens."""
    import torch

    def score(part):
        if sizes[part].sum() > limit:
            raise torch.OutOfMemoryError("CUDA out of memory.")
        seen.append(part.tolist())
        return torch.tensor(part, dtype=torch.float32)

    return score


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(1, 30), max_size=25), st.integers(1, 200), st.integers(30, 200), st.randoms())
def test_every_cell_is_scored_once_and_in_its_own_place(sizes, tokens, limit, random):
    sizes, order, seen = np.array(sizes, dtype=np.int64), list(range(len(sizes))), []
    random.shuffle(order)
    result = passes(tokens).run(np.array(order, dtype=np.int64), sizes, scored(limit, sizes, seen))
    assert result.tolist() == list(range(len(sizes)))
    assert [cell for part in seen for cell in part] == order


def test_a_pass_that_was_too_large_is_not_tried_again_by_the_next_batch(caplog):
    sizes, seen, running = np.full(32, 10), [], passes(320)
    score = scored(100, sizes, seen)
    running.run(np.arange(32), sizes, score)
    assert running.tokens <= 100
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]  # 320 to 160 to 80 tokens
    caplog.clear()
    running.run(np.arange(32), sizes, score)
    assert not caplog.records


def test_a_single_cell_that_does_not_fit_is_an_error_that_says_what_to_do():
    sizes = np.array([500])
    with pytest.raises(ModelError, match=r"memory does not suffice to score one cell of 500 tokens.*--device cpu"):
        passes(100).run(np.array([0]), sizes, scored(10, sizes, []))


def test_another_error_is_not_mistaken_for_a_lack_of_memory():
    def broken(_part):
        raise RuntimeError("size mismatch")

    with pytest.raises(RuntimeError, match="size mismatch"):
        passes(100).run(np.array([0, 1]), np.array([1, 1]), broken)


def test_the_cpus_own_allocator_is_understood():
    import torch

    limits = iter([True, False, False])

    def score(part):
        if next(limits):
            raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to get 9 bytes")
        return torch.zeros(len(part))

    assert len(passes(100).run(np.arange(2), np.array([40, 40]), score)) == 2


def test_products_compiled_for_one_size_are_not_all_kept():
    """Each takes up to a megabyte, and almost every pass has a size of its own."""

    from magnetite.scorers.device import COMPILED

    assert all(int(os.environ[name]) <= 1000 for name in COMPILED)


@pytest.mark.parametrize(("own", "expected"), [(None, "3000"), ("17", "17")])
def test_threads_that_wait_give_up_their_core_soon_unless_the_user_says_otherwise(own, expected):
    environment = {name: value for name, value in os.environ.items() if name != "GOMP_SPINCOUNT"}
    environment |= {} if own is None else {"GOMP_SPINCOUNT": own}
    code = "import magnetite, os, sys; assert 'torch' not in sys.modules; print(os.environ['GOMP_SPINCOUNT'])"
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == expected
