"""A GGUF file computed back is what the library reads in it, rounded to bfloat16, and always the same bytes."""

import numpy as np
import pytest

from magnetite.core.errors import ModelError
from magnetite.scorers.unpacking import write_folder
from tests.scorers.decoders import CHAT, POSITIONS, byte_level, save_gguf

pytest.importorskip("gguf")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return save_gguf(tmp_path_factory.mktemp("gguf") / "tiny.gguf", "qwen2")


@pytest.fixture(scope="module")
def folder(file, tmp_path_factory):
    place = tmp_path_factory.mktemp("folder")
    write_folder(file, place)
    return place


def test_the_folder_has_the_weights_that_the_library_reads_in_the_file(file, folder):
    import torch
    import transformers as hf

    ours = hf.AutoModelForCausalLM.from_pretrained(folder)
    theirs = hf.AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype="float32").state_dict()
    assert ours.dtype == torch.bfloat16
    assert ours.state_dict().keys() == theirs.keys()
    for name, weights in ours.state_dict().items():
        torch.testing.assert_close(weights, theirs[name].to(torch.bfloat16), atol=0, rtol=0, msg=name)


def test_its_configuration_and_tokens_are_those_of_the_file(file, folder):
    import transformers as hf

    ours = hf.AutoConfig.from_pretrained(folder)
    theirs = hf.AutoConfig.from_pretrained(file.parent, gguf_file=file.name)
    names = ("num_key_value_heads", "rms_norm_eps", "vocab_size", "tie_word_embeddings", "rope_parameters")
    assert [getattr(ours, name) for name in names] == [getattr(theirs, name) for name in names]
    assert ours.max_position_embeddings == POSITIONS
    words = hf.AutoTokenizer.from_pretrained(folder)
    assert words.chat_template == CHAT
    assert (words.eos_token_id, words.pad_token_id) == (byte_level().eos_token_id,) * 2
    for text in (
        "The miller's daughter counted 42 boats.",
        "Gr\u00fc\u00dfe aus K\u00f6ln \u2615",
        "a<|endoftext|>b",
        "  \n x",
    ):
        assert words.decode(words(text)["input_ids"]) == text
    assert words("Ko\u0308ln") == words("K\u00f6ln")  # composed, as the publisher's tokenizer does
    assert words("a<|endoftext|>")["input_ids"][-1] == words.eos_token_id


def test_slices_of_any_size_are_the_same_bytes(file, folder, tmp_path, monkeypatch):
    monkeypatch.setattr("magnetite.scorers.unpacking.SLICE", 96)
    write_folder(file, tmp_path)
    other, same = ({path.name: path.read_bytes() for path in place.iterdir()} for place in (tmp_path, folder))
    assert other == same


def test_safetensors_reads_what_is_written(folder):
    from safetensors import safe_open
    from safetensors.torch import load_file, save

    path = folder / "model.safetensors"
    assert save(load_file(path), {"format": "pt"}) == path.read_bytes()
    with safe_open(path, "pt") as opened:
        assert opened.metadata() == {"format": "pt"}


def test_it_answers_as_a_language_model(folder):
    from magnetite.scorers.causal import causal
    from magnetite.testing import check_scorer

    scorer = causal(folder, device="cpu", dtype="float32", scoring="symbol", prompt="chat")
    check_scorer(scorer)
    assert np.isfinite(scorer.tolerance)


def test_a_file_of_another_architecture_is_refused(tmp_path):
    other = save_gguf(tmp_path / "llama.gguf")
    with pytest.raises(ModelError, match=r"llama\.gguf: .* architecture llama with the tokenizer None; expected qwen2"):
        write_folder(other, tmp_path)
