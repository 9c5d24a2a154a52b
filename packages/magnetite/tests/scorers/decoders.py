"""Tiny causal models with random weights and real tokenizer classes, and the plain way to score with them."""

import json
from pathlib import Path
from typing import Any

from tests.scorers.conftest import WORDS

FAMILIES = ("llama", "qwen2", "mistral", "gpt2", "gpt_neox")
POSITIONS = 160  # so that passages of several sentences are cut
CHAT = (
    "{{ bos_token }}{% for message in messages %}<|{{ message['role'] }}|>\n{{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
WIDE = {"initializer_range": 0.3}  # so that scores differ by far more than rounding


def save_decoder(family: str, folder: Path, *, chat: bool = True, merging: bool = True, **changes: Any) -> Path:
    """Save a tiny causal model of a family with its tokenizer; `changes` go into its configuration.

    `merging`: where the family's tokenizer runs over spaces, a token may begin in a prompt and end in its answer.
    """
    import torch
    import transformers as hf

    words = metaspace(merging=merging) if family in {"llama", "mistral"} else byte_level()
    if chat:
        words.chat_template = CHAT
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
    sizes |= {"max_position_embeddings": POSITIONS, **WIDE}
    few = {"num_key_value_heads": 2}  # grouped queries
    config = {
        "llama": lambda: hf.LlamaConfig(**sizes | few | ids(words) | changes),
        "qwen2": lambda: hf.Qwen2Config(**sizes | few | ids(words) | changes),
        "qwen3": lambda: hf.Qwen3Config(**{**sizes, "head_dim": 16} | few | ids(words) | changes),
        "mistral": lambda: hf.MistralConfig(**sizes | few | ids(words) | changes),
        "gpt2": lambda: hf.GPT2Config(
            **{"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": POSITIONS} | WIDE | ids(words) | changes
        ),
        "gpt_neox": lambda: hf.GPTNeoXConfig(**sizes | ids(words) | changes),
        "bloom": lambda: hf.BloomConfig(**{"hidden_size": 32, "n_layer": 2, "n_head": 4} | WIDE | ids(words) | changes),
    }[family]()
    torch.manual_seed(7)
    hf.AutoModelForCausalLM.from_config(config).eval().save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


def save_with_pictures(folder: Path) -> Path:
    """Save a tiny language model that takes pictures besides text, which no causal class of Transformers loads."""
    import torch
    import transformers as hf

    words = byte_level()
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
    config = hf.Mistral3Config(
        text_config={**sizes, "num_key_value_heads": 2, "head_dim": 8, **WIDE, **ids(words)},
        vision_config={**sizes, "num_hidden_layers": 1, "image_size": 28, "patch_size": 14},
    )
    torch.manual_seed(7)
    hf.AutoModelForImageTextToText.from_config(config).eval().save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


def ids(words: Any) -> dict[str, int]:
    """Return what a configuration says of a tokenizer."""
    ends = {"bos_token_id": words.bos_token_id, "eos_token_id": words.eos_token_id, "pad_token_id": words.eos_token_id}
    return {"vocab_size": len(words), **ends}


def byte_level() -> Any:
    """Return a GPT-2 tokenizer, byte pairs learned from our own few sentences; it adds no special token."""
    import transformers as hf
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    special = ["<|endoftext|>"]
    raw.train_from_iterator(
        [WORDS, "Question: Answer: A. B. C. D."],
        trainers.BpeTrainer(vocab_size=400, special_tokens=special, initial_alphabet=alphabet, show_progress=False),
    )
    model = json.loads(raw.to_str())["model"]
    return hf.GPT2Tokenizer(vocab=model["vocab"], merges=[tuple(pair) for pair in model["merges"]])


def metaspace(*, merging: bool) -> Any:
    """Return a tokenizer as Llama 2's: spaces are letters, <s> stands in front; `merging` runs over the whole text."""
    import transformers as hf
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

    special = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    raw = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    raw.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    if not merging:
        raw.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    raw.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    raw.train_from_iterator(
        [WORDS, "Answer: yes Answer: no Answer: the boats. Answer: a boat."],
        trainers.BpeTrainer(vocab_size=520, special_tokens=special, show_progress=False),
    )
    raw.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return hf.PreTrainedTokenizerFast(tokenizer_object=raw, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def plain_sum(model: Any, whole: list[int], start: int) -> float:
    """Return the sum of the log-probabilities of the tokens from `start` on, one sequence in one plain pass."""
    import torch

    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([whole]), use_cache=False).logits[0].double().log_softmax(-1)
    return sum(float(logits[i - 1, whole[i]]) for i in range(start, len(whole)))


def save_gguf(path: Path, architecture: str = "llama") -> Path:
    """Write a tiny Llama, or a Qwen2 with matrices of 8 bits, with a byte-level tokenizer as a GGUF file."""
    import gguf
    import numpy as np
    from gguf.quants import quantize

    words, width, inner, heads, layers = byte_level(), 32, 48, 4, 2
    qwen, few = architecture == "qwen2", 2 if architecture == "qwen2" else 4
    vocabulary = sorted(words.get_vocab(), key=words.get_vocab().__getitem__)
    kinds = [
        gguf.TokenType.CONTROL if qwen and token == words.eos_token else gguf.TokenType.NORMAL for token in vocabulary
    ]
    file = gguf.GGUFWriter(path, architecture)
    file.add_context_length(POSITIONS)
    file.add_embedding_length(width)
    file.add_block_count(layers)
    file.add_feed_forward_length(inner)
    file.add_head_count(heads)
    file.add_head_count_kv(few)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_rope_freq_base(10_000.0)
    file.add_vocab_size(len(vocabulary))
    file.add_tokenizer_model("gpt2")
    file.add_token_list(vocabulary)
    file.add_token_types(kinds)
    file.add_token_merges([" ".join(pair) for pair in json.loads(words.backend_tokenizer.to_str())["model"]["merges"]])
    for name in ("bos", "eos", "pad"):
        getattr(file, f"add_{name}_token_id")(words.eos_token_id)
    if qwen:
        file.add_tokenizer_pre("qwen2")
        file.add_chat_template(CHAT)
    random = np.random.default_rng(7)
    shapes = {"token_embd": (len(vocabulary), width), "output_norm": (width,), "output": (len(vocabulary), width)}
    for layer in range(layers):
        block = {"ffn_gate": (inner, width), "ffn_up": (inner, width), "ffn_down": (width, inner)}
        block |= dict.fromkeys(("attn_q", "attn_k", "attn_v", "attn_output"), (width, width))
        block |= dict.fromkeys(("attn_norm", "ffn_norm"), (width,))
        if qwen:
            block |= dict.fromkeys(("attn_k", "attn_v"), (width * few // heads, width))
        shapes |= {f"blk.{layer}.{name}.weight": shape for name, shape in block.items()}
        if qwen:
            shapes |= {f"blk.{layer}.attn_{name}.bias": block[f"attn_{name}"][:1] for name in "qkv"}
    for name, shape in shapes.items():
        weights = random.normal(0, 0.3, shape).astype(np.float32)
        whole = name if "." in name else f"{name}.weight"
        if qwen and shape[-1:] == (width,) and len(shape) == 2:
            eight = gguf.GGMLQuantizationType.Q8_0
            file.add_tensor(whole, quantize(weights, eight), raw_dtype=eight)
        else:
            file.add_tensor(whole, weights)
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()
    return path
