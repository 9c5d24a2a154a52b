"""The pool of irrelevant options: which texts are tried, on which questions, and where they come from.

Both constraints of Lin et al. (2021, §3.1) hold: an option is never tried on a question of a passage it belongs to,
nor where it equals one of the question's own options. Texts are compared after `normalised`, so an option that
occurs under several passages is kept from all of them, and the second constraint follows from the first.
What this file leaves out: scores (`magnets`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from magnetite.core.cells import BoolArray
from magnetite.core.errors import UsageError
from magnetite.core.items import Dataset, Item
from magnetite.probes.choices import passages_of
from magnetite.probes.draws import draw


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Hold irrelevant options, (options,), the ids of the items each comes from, and where each may be tried."""

    options: tuple[str, ...]
    origins: tuple[tuple[str, ...], ...]
    allowed: BoolArray  # (items, options)


@dataclass(slots=True)
class _Source:
    texts: Counter[str] = field(default_factory=Counter)
    items: list[str] = field(default_factory=list)
    passages: set[int] = field(default_factory=set)


def normalised(option: str) -> str:
    """Return what two options must share to count as the same: casefolded, spaces collapsed, final full stops off.

    >>> normalised(" All of  the above. ")
    'all of the above'
    """
    return " ".join(option.casefold().split()).rstrip(". ")


def drawn_pool(dataset: Dataset, size: int, seed: int) -> Pool:
    """Draw up to `size` different option texts of the dataset itself, each written the way it most often is.

    A text's place in the draw depends on the seed and the text alone, so a larger pool holds a smaller one.
    Texts that occur under every passage can be tried nowhere and are not drawn, nor are empty ones.
    With one passage, or where every option occurs under every passage, the pool is empty.
    """
    sources, passages = _sources(dataset.items), passages_of(dataset.items)
    count = int(passages.max(initial=-1)) + 1
    usable = [text for text, source in sources.items() if text and len(source.passages) < count]
    usable.sort(key=lambda text: (draw(seed, "pool", text), text))
    return _pool(dataset.items, [_usual(sources[text].texts) for text in usable[:size]])


def given_pool(dataset: Dataset, texts: Sequence[str]) -> Pool:
    """Make a pool of given texts, each once, in the order given; the constraints hold for them as well.

    Raises UsageError for an empty text, or where no text can be tried on any question.
    """
    different = list({normalised(text): text for text in reversed(texts)}.values())[::-1]
    if not different or not all(normalised(text) for text in different):
        raise UsageError("probe 'magnets': `pool` is empty or holds an empty option; give at least one text.")
    pool = _pool(dataset.items, different)
    if not pool.allowed.any():
        raise UsageError(
            f"probe 'magnets': every option of `pool` occurs under every passage of '{dataset.name}', so none can be "
            "tried. Give options that the exam does not use."
        )
    return pool


def _pool(items: Sequence[Item], options: list[str]) -> Pool:
    sources, passages = _sources(items), passages_of(items)
    found = [sources.get(normalised(option), _Source()) for option in options]
    own = np.zeros((int(passages.max(initial=-1)) + 1, len(options)), dtype=np.bool_)  # (passages, options)
    for column, source in enumerate(found):
        own[list(source.passages), column] = True
    return Pool(tuple(options), tuple(tuple(source.items) for source in found), ~own[passages])


def _sources(items: Sequence[Item]) -> dict[str, _Source]:
    sources: dict[str, _Source] = {}
    for item, passage in zip(items, passages_of(items).tolist(), strict=True):
        for option in item.options:
            source = sources.setdefault(normalised(option), _Source())
            source.texts[option] += 1
            source.passages.add(passage)
            if item.id not in source.items[-1:]:
                source.items.append(item.id)
    return sources


def _usual(texts: Counter[str]) -> str:
    return min(texts, key=lambda text: (-texts[text], text))
