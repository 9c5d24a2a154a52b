"""A Qwen2 model's GGUF file, computed back to a Transformers folder in bfloat16.

Transformers keeps the weights of a GGUF file packed, and multiplies slowly; computed back once, they load in seconds.

The same file gives the same bytes on every machine, so that the folder has a published SHA-256: a quantised weight is a
product and a difference of 32-bit numbers, rounded to the nearest of bfloat16, and the JSON files are written here, not
by a library that names its version in them. Tensors are read in slices of rows: one is never whole in memory.

What this file leaves out: other architectures, which name and lay out their weights in other ways.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from magnetite.core.errors import ModelError

ARCHITECTURE = "qwen2"
SLICE = 1 << 22  # weights that are computed at once, 16 MB of them
BLOCK = (
    *(f"self_attn.{name}_proj" for name in "qkvo"),
    *(f"mlp.{name}_proj" for name in ("gate", "up", "down")),
    *("input_layernorm", "post_attention_layernorm"),
)
# How a text is cut before its bytes are paired: that of Qwen2's tokenizer, which a GGUF file names "qwen2".
CUT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def write_folder(file: Path, folder: Path) -> None:
    """Write what a GGUF file of a Qwen2 model holds into a folder, five files.

    Raises ModelError for a file of another architecture or tokenizer, OSError where the folder cannot be written to.
    """
    from gguf import GGUFReader

    reader = GGUFReader(file)
    about = {name: field.contents() for name, field in reader.fields.items()}
    kinds = about.get("general.architecture"), about.get("tokenizer.ggml.pre")
    if kinds != (ARCHITECTURE, ARCHITECTURE):
        raise ModelError(
            f"{file}: a GGUF file of the architecture {kinds[0]} with the tokenizer {kinds[1]}; expected "
            f"{ARCHITECTURE} and {ARCHITECTURE}."
        )
    (folder / "chat_template.jinja").write_text(about["tokenizer.chat_template"], "utf-8", newline="\n")
    tied = all(tensor.name != "output.weight" for tensor in reader.tensors)
    _write_json(folder / "config.json", _configuration(about, tied=tied))
    _write_json(folder / "tokenizer.json", _tokenizer(about))
    _write_json(folder / "tokenizer_config.json", _tokenizer_configuration(about))
    _write_weights(folder / "model.safetensors", reader.tensors, about["qwen2.block_count"])


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8", newline="\n")


def _configuration(about: Mapping[str, Any], *, tied: bool) -> dict[str, Any]:
    names = {
        "hidden_size": "embedding_length",
        "intermediate_size": "feed_forward_length",
        "num_hidden_layers": "block_count",
        "num_attention_heads": "attention.head_count",
        "num_key_value_heads": "attention.head_count_kv",
        "max_position_embeddings": "context_length",
        "rms_norm_eps": "attention.layer_norm_rms_epsilon",
    }
    return {
        "architectures": ["Qwen2ForCausalLM"],
        "model_type": "qwen2",
        "dtype": "bfloat16",
        **{name: about[f"qwen2.{own}"] for name, own in names.items()},
        "rope_parameters": {"rope_type": "default", "rope_theta": about["qwen2.rope.freq_base"]},
        "vocab_size": len(about["tokenizer.ggml.tokens"]),
        "tie_word_embeddings": tied,
        **{f"{name}_token_id": number for name, number in _ends(about).items()},
    }


def _ends(about: Mapping[str, Any]) -> dict[str, int]:
    """Return the ids of the tokens that begin, end and fill up a sequence."""
    return {name[:3]: about[f"tokenizer.ggml.{name}_token_id"] for name in ("bos", "eos", "padding")}


def _tokenizer_configuration(about: Mapping[str, Any]) -> dict[str, Any]:
    tokens = about["tokenizer.ggml.tokens"]
    return {
        "tokenizer_class": "Qwen2Tokenizer",
        "model_max_length": about["qwen2.context_length"],
        "unk_token": None,
        **{f"{name}_token": tokens[number] for name, number in _ends(about).items()},
    }


def _tokenizer(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return byte-level BPE of NFC text in the format of the library `tokenizers`."""
    from gguf import TokenType

    tokens, kinds = about["tokenizer.ggml.tokens"], about["tokenizer.ggml.token_type"]
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [
        {"id": number, "content": token, **flags, "special": kind == TokenType.CONTROL}
        for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True))
        if kind in {TokenType.CONTROL, TokenType.USER_DEFINED}
    ]
    split = {"type": "Split", "pattern": {"Regex": CUT}, "behavior": "Isolated", "invert": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]},
        "post_processor": level,
        "decoder": level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {token: number for number, token in enumerate(tokens)},
            "merges": [merge.split(" ") for merge in about["tokenizer.ggml.merges"]],
        },
    }


def _write_weights(path: Path, tensors: Any, layers: int) -> None:
    """Write safetensors: the header's length in 8 bytes, the header, and the tensors by name, one behind the other."""
    names = _names(layers)
    by_name = {f"{names[stem]}.{kind}": each for each in tensors for stem, _, kind in [each.name.rpartition(".")]}
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    end = 0
    for name, tensor in sorted(by_name.items()):
        start, end = end, end + 2 * int(tensor.n_elements)
        shape = [int(size) for size in reversed(tensor.shape)]
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [start, end]}
    written = json.dumps(header, separators=(",", ":")).encode()
    written += b" " * (-len(written) % 8)
    with path.open("wb") as file:
        file.write(len(written).to_bytes(8, "little") + written)
        for _, tensor in sorted(by_name.items()):
            for piece in _rounded(tensor):
                file.write(piece)


def _names(layers: int) -> dict[str, str]:
    """Return the names of weights in Transformers by those in the GGUF file, both without their ending."""
    from gguf import MODEL_ARCH, get_tensor_name_map

    known = get_tensor_name_map(MODEL_ARCH.QWEN2, layers)
    names = ["model.embed_tokens", "model.norm", "lm_head"]
    names += [f"model.layers.{layer}.{part}" for layer in range(layers) for part in BLOCK]
    return {str(known.get_name(name)): name for name in names}


def _rounded(tensor: Any) -> Iterator[bytes]:
    """Yield a tensor's weights in bfloat16, slice by slice of its rows."""
    import torch
    from gguf.quants import dequantize

    rows = max(1, SLICE * len(tensor.data) // int(tensor.n_elements))
    for start in range(0, len(tensor.data), rows):
        exact = dequantize(tensor.data[start : start + rows], tensor.tensor_type).copy()
        yield torch.from_numpy(exact).to(torch.bfloat16).view(torch.int16).numpy().astype("<i2").tobytes()
