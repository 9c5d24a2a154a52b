"""A tiny base and a task that it learns in two seconds: which of three nouns stood in the passage."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from examfiles.items import Dataset, Item

NOUNS = ("boat", "river", "mill", "goat", "lamp", "letter", "bridge", "sail", "stone", "clock", "garden", "horse")
WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "man", "saw", "a", "what", "did", "he", "see", "?", ".")


@pytest.fixture(scope="module", autouse=True)
def _one_thread(frozen: None) -> Iterator[None]:
    """Compute in one thread: for models this small, more of them only wait for each other."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a BERT of 2 layers, 64 wide, 128 positions, with random weights and a word for each of ours."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    folder = tmp_path_factory.mktemp("base")
    vocabulary = {word: number for number, word in enumerate(WORDS + NOUNS)}
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=128,
        initializer_range=0.2,
    )
    torch.manual_seed(1)
    BertModel(config).save_pretrained(folder)
    BertTokenizer(vocab=vocabulary).save_pretrained(folder)
    return folder


def nouns(size: int, seed: int) -> Dataset:
    """Draw items whose passage names one of their three options."""
    draw, items = random.Random(seed), []
    for number in range(size):
        options, answer = draw.sample(NOUNS, 3), draw.randrange(3)
        passage = f"the man saw the {options[answer]}."
        texts = tuple(f"a {noun}" for noun in options)
        items.append(Item(f"q{number}", f"p{number}", passage, "what did he see?", texts, answer))
    return Dataset("nouns", tuple(items), "train")


@pytest.fixture(scope="session")
def lesson() -> Dataset:
    """Return what is trained on."""
    return nouns(480, 0)


@pytest.fixture(scope="session")
def exam() -> Dataset:
    """Return what is asked afterwards."""
    return nouns(100, 9)
