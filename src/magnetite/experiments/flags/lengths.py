"""Rules about the length of options: a key that is longer than all others, and any option that stands out.

Length counts characters, runs of spaces as one, so that scripts without spaces have lengths too.
"""

from collections.abc import Iterator

from magnetite.core.items import Item, letter
from magnetite.experiments.flags.rule import Limits, Observation, Rule, Threshold, by_item, key_of, named, observation
from magnetite.experiments.magnets.series import is_series


def length(option: str) -> int:
    """Count an option's characters, runs of spaces as one.

    >>> length(" in  town ")
    7
    """
    return len(" ".join(option.split()))


def longest_alone(item: Item) -> int | None:
    """Return the option that is longer than every other, None where several share the greatest length."""
    sizes = [length(option) for option in item.options]
    return sizes.index(max(sizes)) if sizes.count(max(sizes)) == 1 else None


def _longest_key(item: Item, limits: Limits) -> Iterator[Observation]:
    key, sizes = key_of(item), [length(option) for option in item.options]
    next_ = max(size for option, size in enumerate(sizes) if option != key)
    if sizes[key] >= limits["ratio"] * next_ and sizes[key] - next_ >= limits["characters"]:
        yield observation((key,), key=letter(key), length=sizes[key], other=next_)


def _stands_out(item: Item, limits: Limits) -> Iterator[Observation]:
    sizes = [length(option) for option in item.options]
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    if len(sizes) < 3:
        return
    for option, beside, long in ((order[-1], order[-2], True), (order[0], order[1], False)):
        short, tall = sorted((sizes[option], sizes[beside]))
        apart = tall >= limits["ratio"] * short and tall - short >= limits["characters"]
        if apart and not (long and option == item.answer) and not is_series(item.options[option]):
            yield observation((option,), letters=named([option]), length=sizes[option], other=sizes[beside])


LENGTH_RULES = (
    Rule(
        "longest-key",
        "rule",
        "high",
        "the right answer is far longer than every other option",
        by_item(_longest_key),
        ("key", "length", "other"),
        (
            Threshold(
                "ratio",
                1.75,
                "ratio",
                1,
                float("inf"),
                "the key is at least this many times as long as the next longest",
            ),
            Threshold("characters", 15, "characters", 1, float("inf"), "and at least this many characters longer"),
        ),
        key=True,
        citation="Haladyna et al. 2002, guideline 24",
    ),
    Rule(
        "option-length-stands-out",
        "rule",
        "low",
        "one option is far longer or shorter than all the others (longer keys and combinations have their own rules)",
        by_item(_stands_out),
        ("letters", "length", "other"),
        (
            Threshold(
                "ratio", 2.5, "ratio", 1, float("inf"), "the longer has this many times the shorter's characters"
            ),
            Threshold("characters", 20, "characters", 1, float("inf"), "and at least this many more"),
        ),
        citation="Haladyna et al. 2002, guidelines 24 and 28d",
    ),
)
