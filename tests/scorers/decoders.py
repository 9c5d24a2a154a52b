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


def save_decoder(family: str, folder: Path, *, chat: bool = True, **changes: Any) -> Path:
    """Save a tiny causal model of a family with its tokenizer; `changes` go into its configuration."""
    import torch
    import transformers as hf

    words = metaspace() if family in {"llama", "mistral"} else byte_level()
    if chat:
        words.chat_template = CHAT
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
    sizes |= {"max_position_embeddings": POSITIONS, **WIDE}
    few = {"num_key_value_heads": 2}  # grouped queries
    config = {
        "llama": lambda: hf.LlamaConfig(**sizes | few | ids(words) | changes),
        "qwen2": lambda: hf.Qwen2Config(**sizes | few | ids(words) | changes),
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


def metaspace() -> Any:
    """Return a tokenizer as Llama 2's: merges run over the whole text, spaces are letters, <s> stands in front."""
    import transformers as hf
    from tokenizers import Tokenizer, decoders, models, normalizers, processors, trainers

    special = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    raw = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    raw.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
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
