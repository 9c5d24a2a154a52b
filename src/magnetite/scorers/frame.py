"""Special tokens: those a tokenizer puts around one text, or around two."""

from collections.abc import Sequence
from typing import Any

from magnetite.core.errors import ModelError

Ids = tuple[int, ...]


def frame(tokenizer: Any, *, pair: bool) -> tuple[Ids, Ids, Ids]:
    """Find the special tokens a tokenizer puts before, between and after its texts, by trying texts it knows.

    Raises ModelError where they cannot be found.
    """
    texts: Sequence[str] = ("a", "b") if pair else ("a",)
    ids = tokenizer(*texts)["input_ids"]
    bodies = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in texts]
    first = _find(ids, bodies[0], 0)
    after = first + len(bodies[0])
    if not pair:
        return tuple(ids[:first]), (), tuple(ids[after:])
    second = _find(ids, bodies[1], after)
    return tuple(ids[:first]), tuple(ids[after:second]), tuple(ids[second + len(bodies[1]) :])


def _find(ids: Sequence[int], body: Sequence[int], start: int) -> int:
    for i in range(start, len(ids)):
        if body and list(ids[i : i + len(body)]) == list(body):
            return i
    raise ModelError(
        f"the tokenizer turns 'a' and 'b' into {list(ids)}, which does not contain the tokens {list(body)} of one of "
        "them; its special tokens cannot be found. Use the tokenizer the model was trained with."
    )
