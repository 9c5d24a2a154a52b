"""Quantised weights: what a model's files hold is read or refused by name, and 4bit rounds full weights as NF4 says.

What needs bitsandbytes is skipped where that is not installed.
"""

import json
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.core.cells import own_cells
from magnetite.core.errors import ModelError
from magnetite.scorers import kind, language_model
from magnetite.scorers.causal import causal
from magnetite.scorers.encoder import encoder
from magnetite.scorers.llama import has_eight_bits
from magnetite.scorers.loading import pretrained
from tests.scorers.decoders import FAMILIES, save_decoder, save_gguf

ITEMS = [
    Item(
        "1", "p", "The boats left the harbour early. A storm came.", "What came?", ("a storm", "the boats", "a cat"), 0
    ),
    Item("2", "q", "She likes apples. He likes pears.", "What does he like?", ("apples", "pears"), 1),
]
CELLS = own_cells(ITEMS)
WIDE = {"hidden_size": 64, "intermediate_size": 128}  # a block of NF4 is 64 weights
integers = pytest.mark.skipif(not has_eight_bits(), reason="no integer units here")
bitsandbytes = pytest.mark.skipif(find_spec("bitsandbytes") is None, reason="bitsandbytes is not installed")


@pytest.fixture(scope="module")
def llama(tmp_path_factory):
    return save_decoder("llama", tmp_path_factory.mktemp("llama"), **WIDE)


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """Return what makes a model whose configuration says that it is quantised."""

    def make(**about):
        folder = save_decoder("llama", tmp_path_factory.mktemp("marked"))
        config = json.loads((folder / "config.json").read_text("utf-8"))
        (folder / "config.json").write_text(json.dumps({**config, "quantization_config": about}), "utf-8")
        return folder

    return make


EXTRA = "pip install 'magnetite-audit[quantised]'"


@pytest.mark.parametrize(
    ("about", "packages", "install"),
    [
        ({"quant_method": "awq", "bits": 4}, "gptqmodel", "pip install gptqmodel"),
        ({"quant_method": "gptq", "bits": 4}, "gptqmodel and optimum", "pip install gptqmodel optimum"),
        ({"quant_method": "compressed-tensors"}, "compressed-tensors", "pip install compressed-tensors"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "bitsandbytes", EXTRA),
        ({"load_in_8bit": True}, "bitsandbytes", EXTRA),
    ],
)
def test_a_method_whose_package_is_missing_is_named_with_what_installs_it(
    marked, monkeypatch, about, packages, install
):
    monkeypatch.setattr(kind, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match=f"needs {packages}, not installed here") as error:
        causal(marked(**about), device="cpu")
    assert str(error.value).endswith(f"Run: {install}")


@pytest.mark.parametrize("method", ["fp8", "of-my-own", None])
def test_a_method_that_is_not_known_is_refused_for_its_weights_would_be_read_as_full_ones(marked, method):
    with pytest.raises(ModelError, match=f"quantised by '{method}'; expected bitsandbytes, awq"):
        causal(marked(quant_method=method), device="cpu")


def test_what_is_trained_and_encoders_have_full_weights(marked):
    folder = marked(quant_method="awq", bits=4)
    with pytest.raises(ModelError, match=r"quantised \(awq\).*name the full model"):
        pretrained(folder)
    with pytest.raises(ModelError, match=r"quantised \(awq\).*name the full model"):
        encoder(folder, device="cpu")


def test_encoders_are_not_rounded_to_four_bits(tmp_path):
    with pytest.raises(UsageError, match="only the weights of language models"):
        encoder(tmp_path, device="cpu", dtype="4bit")


def test_what_is_quantised_already_is_not_rounded_again(tmp_path, marked):
    file = save_gguf(tmp_path / "tiny.gguf")
    with pytest.raises(UsageError, match=r"quantised already \(GGUF\)"):
        causal(file, device="cpu", dtype="4bit")
    with pytest.raises(UsageError, match=r"quantised already \(awq\)"):
        causal(marked(quant_method="awq"), device="cpu", dtype="4bit")


def test_four_bits_without_the_package_are_one_sentence(llama, monkeypatch):
    monkeypatch.setattr(kind, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match=r"--dtype 4bit: needs bitsandbytes.*magnetite-audit\[quantised\]"):
        causal(llama, device="cpu", dtype="4bit")


def test_full_weights_keep_their_name_in_the_store(llama):
    scorer = causal(llama, device="cpu", dtype="float32")
    assert scorer.precision == "float32"
    assert scorer.fingerprint.split(":")[2] == "float32"


@bitsandbytes
@pytest.mark.parametrize("family", FAMILIES)
def test_four_bits_score_as_the_full_model_with_its_matrices_rounded(family, tmp_path):
    """The rounded matrices are bitsandbytes' own, computed back and put into a full model."""
    import torch
    import transformers as hf
    from bitsandbytes.functional import dequantize_4bit, quantize_4bit

    # gpt2 names its sizes otherwise; its matrices stand on their side, and are rounded as they are computed with.
    wide = {"n_embd": 64} if family == "gpt2" else WIDE
    folder = save_decoder(family, tmp_path / "full", **wide)
    scorer = causal(folder, device="cpu", dtype="4bit-float32")
    model = hf.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    last = model.get_output_embeddings()
    for module in model.modules():
        if isinstance(module, torch.nn.Linear | hf.pytorch_utils.Conv1D) and module is not last:
            turned = isinstance(module, hf.pytorch_utils.Conv1D)
            weight = (module.weight.data.T if turned else module.weight.data).contiguous()
            rounded = dequantize_4bit(*quantize_4bit(weight, quant_type="nf4"))
            assert not torch.equal(rounded, weight)
            module.weight.data = (rounded.T if turned else rounded).contiguous()
    model.save_pretrained(tmp_path / "rounded")
    for path in folder.glob("*token*"):
        (tmp_path / "rounded" / path.name).write_bytes(path.read_bytes())
    expected = causal(tmp_path / "rounded", device="cpu", dtype="float32").score(CELLS)
    np.testing.assert_allclose(scorer.score(CELLS), expected, atol=1e-3)
    assert np.abs(causal(folder, device="cpu", dtype="float32").score(CELLS) - expected).max() > 1e-2


@bitsandbytes
def test_four_bits_have_a_name_of_their_own_in_the_store_and_in_workers(llama):
    scorer = causal(llama, device="cpu", dtype="4bit-float32")
    assert scorer.precision == "nf4-float32"
    assert scorer.fingerprint.split(":")[2] == "nf4-float32"
    again, arguments = scorer.__reduce__()
    assert again(*arguments).fingerprint == scorer.fingerprint


@bitsandbytes
@pytest.mark.parametrize("number", ["float32", "bfloat16"])
def test_four_bits_give_a_cell_its_score_whatever_shares_its_batch(llama, number):
    scorer = causal(llama, device="cpu", dtype=f"4bit-{number}")
    together = scorer.score(CELLS)
    alone = [scorer.score(CELLS.take(np.array([cell])))[0] for cell in range(len(CELLS))]
    np.testing.assert_allclose(alone, together, atol=1e-4 if number == "float32" else scorer.tolerance)


@pytest.fixture(scope="module")
def eight_bits(llama):
    return causal(llama, device="cpu", dtype="int8", scoring="cloze")


@integers
def test_eight_bits_score_nearly_as_the_full_model_and_have_a_name_of_their_own(llama, eight_bits):
    full = causal(llama, device="cpu", dtype="float32", scoring="cloze").score(CELLS)
    scores = eight_bits.score(CELLS)
    assert 1e-3 < np.abs(scores - full).mean() < 0.1 * full.std()
    assert eight_bits.likelihoods.is_fast
    assert eight_bits.precision == "int8-float32"
    assert eight_bits.fingerprint.split(":")[2] == "int8-float32"
    again, arguments = eight_bits.__reduce__()
    assert again(*arguments).fingerprint == eight_bits.fingerprint


@integers
def test_eight_bits_give_a_cell_its_score_whatever_shares_its_batch(eight_bits):
    together = eight_bits.score(CELLS)
    alone = [eight_bits.score(CELLS.take(np.array([cell])))[0] for cell in range(len(CELLS))]
    np.testing.assert_allclose(alone, together, atol=0.2)


@integers
def test_eight_bits_are_for_families_whose_products_are_known(tmp_path):
    with pytest.raises(ModelError, match=r"int8 knows Llama, Mistral, Qwen2, Qwen3, and this is a GPT2LMHeadModel"):
        causal(save_decoder("gpt2", tmp_path), device="cpu", dtype="int8").score(CELLS)


def test_eight_bits_need_a_processor_that_sums_them_without_overflow(llama, monkeypatch):
    monkeypatch.setattr(language_model, "has_eight_bits", lambda: False)
    with pytest.raises(UsageError, match=r"int8 computes on a CPU with VNNI units.*--dtype auto"):
        causal(llama, device="cpu", dtype="int8")


@pytest.fixture(scope="module")
def stored(llama, tmp_path_factory):
    """Return what saves the model as bitsandbytes quantised it."""

    def make(**about):
        import transformers as hf

        folder = tmp_path_factory.mktemp("stored")
        with kind.no_fetched_code(kind.NF4):
            model = hf.AutoModelForCausalLM.from_pretrained(
                llama, dtype="float32", device_map={"": "cpu"}, quantization_config=hf.BitsAndBytesConfig(**about)
            )
        model.save_pretrained(folder)
        for path in llama.glob("*token*"):
            (folder / path.name).write_bytes(path.read_bytes())
        return folder

    return make


@bitsandbytes
def test_stored_four_bits_score_as_those_made_while_loading_and_are_stored_apart(llama, stored):
    folder = stored(load_in_4bit=True, bnb_4bit_quant_type="nf4")
    scorer, made = causal(folder, device="cpu", dtype="float32"), causal(llama, device="cpu", dtype="4bit-float32")
    assert scorer.precision == "bitsandbytes-4bit-float32"
    np.testing.assert_allclose(scorer.score(CELLS), made.score(CELLS), atol=1e-3)
    assert scorer.fingerprint != made.fingerprint


@bitsandbytes
@pytest.mark.parametrize("number", ["float32", "bfloat16"])
def test_stored_eight_bits_are_computed_back_so_that_batches_change_nothing(llama, stored, number):
    scorer = causal(stored(load_in_8bit=True), device="cpu", dtype=number)
    assert scorer.precision == f"bitsandbytes-8bit-{number}"
    together = scorer.score(CELLS)
    alone = [scorer.score(CELLS.take(np.array([cell])))[0] for cell in range(len(CELLS))]
    np.testing.assert_allclose(alone, together, atol=1e-4 if number == "float32" else scorer.tolerance)
    full = causal(llama, device="cpu", dtype="float32").score(CELLS)
    assert 1e-4 < np.abs(together - full).max() < 1  # rounded, and to few bits less


@bitsandbytes
def test_products_in_eight_bits_would_depend_on_the_batch_which_is_why_they_are_not_used(stored):
    import torch
    import transformers as hf

    model = hf.AutoModelForCausalLM.from_pretrained(stored(load_in_8bit=True), dtype="float32", device_map={"": "cpu"})
    ids = torch.arange(5, 85).view(2, 40)
    with torch.inference_mode():
        alone, together = model(input_ids=ids[:1]).logits, model(input_ids=ids).logits[:1]
    assert (alone - together).abs().max() > 0.05


@bitsandbytes
def test_no_code_is_fetched_where_kernels_are_installed(llama, monkeypatch):
    class Kernels:
        def __getattr__(self, name):
            raise AssertionError(f"kernels.{name} was asked for")

    monkeypatch.setitem(sys.modules, "kernels", Kernels())
    for name in [name for name in sys.modules if name.split(".")[0] == "bitsandbytes"]:
        if name == "bitsandbytes.backends.cpu.ops":
            monkeypatch.delitem(sys.modules, name)
    causal(llama, device="cpu", dtype="4bit-float32").score(own_cells(ITEMS[:1]))
    assert isinstance(sys.modules["kernels"], Kernels)


@bitsandbytes
@pytest.mark.parametrize("module", ["saving", "changes", "presets", "recipe"])
def test_parts_of_training_do_not_import_the_package_that_would_fetch_code(module):
    program = f"import sys, magnetite.train.{module}; assert 'bitsandbytes' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


@bitsandbytes
def test_a_format_that_the_weights_do_not_compute_in_is_named(llama, monkeypatch):
    import torch

    scorer = causal(llama, device="cpu", dtype="4bit-float32")
    with pytest.raises(ModelError, match=r"compute in float32 here, not in float16\. Add --dtype float32"):
        kind.settled("it", scorer.likelihoods._model, kind.NF4, torch.float16)
