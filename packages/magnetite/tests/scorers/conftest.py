"""Build tiny models of the families the joint layout is promised for: random weights, real tokenizer classes."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

POSITIONS = 96  # so that passages of a few sentences are cut
WORDS = (
    "The miller's daughter walked to the river every morning and counted the boats. One boat was red, two were green. "
    "Why did she count them? Because her brother had sailed away in spring, and he had promised to come home in a boat "
    "with a yellow sail. In autumn a boat came; its sail was yellow, and an old man stood at the rudder. "
    "Grüße aus Köln, café, naïve, 1984, 42 %, “quotes”, it's, don't, e-mail, well-known. "
)
SIZES: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": POSITIONS,
    "initializer_range": 0.3,  # wide, so that scores differ by far more than rounding
}


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    """Compute in one thread: for models this small, more of them only wait for each other."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def family_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that gives the folder of a family's tiny model, built once."""
    built: dict[str, Path] = {}

    def folder(family: str) -> Path:
        if family not in built:
            built[family] = save_tiny(family, tmp_path_factory.mktemp(family))
        return built[family]

    return folder


@pytest.fixture(scope="session")
def save_model() -> Callable[..., Path]:
    """Return `save_tiny`, for a model that a test changes."""
    return save_tiny


def save_tiny(family: str, folder: Path, **changes: Any) -> Path:
    """Save a tiny multiple-choice model of a family with its tokenizer; `changes` go into its configuration."""
    import torch
    import transformers as hf

    # Families that compute what RoBERTa computes are lent its tokenizer.
    tokenizer = _tokenizer("roberta" if family in {"xlm-roberta", "camembert", "longformer"} else family)
    config_class, model_class, own = {
        "bert": (hf.BertConfig, hf.BertForMultipleChoice, {}),
        "albert": (hf.AlbertConfig, hf.AlbertForMultipleChoice, {"embedding_size": 16}),
        "roberta": (hf.RobertaConfig, hf.RobertaForMultipleChoice, {"type_vocab_size": 1}),
        "xlm-roberta": (hf.XLMRobertaConfig, hf.XLMRobertaForMultipleChoice, {"type_vocab_size": 1}),
        "camembert": (hf.CamembertConfig, hf.CamembertForMultipleChoice, {"type_vocab_size": 1}),
        "electra": (hf.ElectraConfig, hf.ElectraForMultipleChoice, {"embedding_size": 16}),
        "mpnet": (hf.MPNetConfig, hf.MPNetForMultipleChoice, {}),
        "deberta-v2": (
            hf.DebertaV2Config,
            hf.DebertaV2ForMultipleChoice,
            {"relative_attention": True, "pos_att_type": ["p2c", "c2p"], "position_buckets": 16, "type_vocab_size": 0},
        ),
        "longformer": (
            hf.LongformerConfig,
            hf.LongformerForMultipleChoice,
            {"attention_window": 16, "type_vocab_size": 1},
        ),
        "modernbert": (hf.ModernBertConfig, hf.ModernBertForMultipleChoice, {"local_attention": 16}),
    }[family]
    ids = {name: getattr(tokenizer, name) for name in ("pad_token_id", "cls_token_id", "sep_token_id")}
    ids |= {"bos_token_id": tokenizer.cls_token_id, "eos_token_id": tokenizer.sep_token_id}
    config = config_class(**SIZES | own | ids | {"vocab_size": len(tokenizer)} | changes)
    torch.manual_seed(7)
    model_class(config).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _tokenizer(family: str) -> Any:
    """Train a family's kind of vocabulary on our own few sentences, in the family's own tokenizer class."""
    import transformers as hf
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

    if family in {"bert", "electra", "mpnet"}:
        raw = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        special = ["<s>", "<pad>", "</s>", "[UNK]", "<mask>"] if family == "mpnet" else special
        raw.train_from_iterator([WORDS], trainers.WordPieceTrainer(vocab_size=160, special_tokens=special))
        if family == "mpnet":
            return hf.MPNetTokenizer(vocab=raw.get_vocab())
        # ELECTRA has no tokenizer class of its own; this one keeps capitals, so that the two differ.
        return hf.BertTokenizer(vocab=raw.get_vocab(), do_lower_case=family == "bert")
    if family in {"albert", "deberta-v2"}:
        unknown = "<unk>" if family == "albert" else "[UNK]"
        special = ["<pad>" if family == "albert" else "[PAD]", unknown, "[CLS]", "[SEP]", "[MASK]"]
        raw = Tokenizer(models.Unigram())
        raw.pre_tokenizer = pre_tokenizers.Metaspace()
        raw.train_from_iterator(
            [WORDS.lower(), WORDS],
            trainers.UnigramTrainer(vocab_size=160, special_tokens=special, unk_token=unknown, show_progress=False),
        )
        pieces = [(piece, 0.0 if piece in special else -5.0 - i / 100) for i, piece in enumerate(_by_id(raw))]
        return (hf.AlbertTokenizer if family == "albert" else hf.DebertaV2Tokenizer)(vocab=pieces)
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"] if family == "roberta" else ["[CLS]", "[PAD]", "[SEP]"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    raw.train_from_iterator(
        [WORDS],
        trainers.BpeTrainer(vocab_size=400, special_tokens=special, initial_alphabet=alphabet, show_progress=False),
    )
    if family == "roberta":
        model = json.loads(raw.to_str())["model"]
        return hf.RobertaTokenizer(vocab=model["vocab"], merges=[tuple(pair) for pair in model["merges"]])
    raw.decoder = decoders.ByteLevel()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 0), ("[SEP]", 2)]
    )
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=raw,
        cls_token="[CLS]",
        pad_token="[PAD]",
        sep_token="[SEP]",
        model_input_names=["input_ids", "attention_mask"],
    )


def _by_id(raw: Any) -> list[str]:
    return [piece for piece, _ in sorted(raw.get_vocab().items(), key=lambda entry: entry[1])]
