"""A GGUF file is parsed once for all that Transformers wants of it."""

import pytest

from tests.scorers.decoders import save_gguf


def test_a_gguf_file_is_parsed_once_and_the_library_is_left_as_it_was(tmp_path, monkeypatch):
    gguf = pytest.importorskip("gguf")
    import torch

    from magnetite.scorers.language_model import load_language_model

    file, parsed, reader = save_gguf(tmp_path / "tiny.gguf"), [], gguf.GGUFReader

    def counted(path):
        parsed.append(path)
        return reader(path)

    monkeypatch.setattr(gguf, "GGUFReader", counted)
    loaded = load_language_model(file, "cpu", torch.float32)
    assert loaded.model.dtype == torch.float32
    assert len(parsed) == 1
    assert gguf.GGUFReader is counted
    assert loaded.tokenizer.decode(loaded.tokenizer("a boat")["input_ids"]) == "a boat"
