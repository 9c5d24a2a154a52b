"""All Hypothesis strategies that more than one test file uses."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from examfiles.items import Dataset, Item

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@st.composite
def items(draw: st.DrawFn, number: int = 0) -> Item:
    """Draw an item with 2 to 5 options; every third or so has no known answer."""
    options = tuple(draw(st.lists(texts, min_size=2, max_size=5)))
    answer = draw(st.one_of(st.none(), st.integers(0, len(options) - 1)))
    passage = draw(st.sampled_from(["p1", "p2", "p3"]))
    return Item(f"q{number}", passage, draw(texts), draw(texts), options, answer, draw(st.sampled_from(["easy", None])))


@st.composite
def datasets(draw: st.DrawFn, most: int = 6) -> Dataset:
    """Draw a dataset of 1 to `most` items."""
    return Dataset("drawn", tuple(draw(items(number)) for number in range(draw(st.integers(1, most)))))


WORDS = tuple(
    first + second for first in ("ba", "ce", "di", "fo", "gu", "la") for second in ("ran", "mel", "tin", "sok")
)


@st.composite
def exams(draw: st.DrawFn, least: int = 4, most: int = 7, *, labelled: bool = False) -> Dataset:
    """Draw an exam of `least` to `most` uneven passages: 2 to 5 options, two levels, questions without a key.

    Options of a question differ, as do questions and passages; keys share more words with their passage than other
    options do. `labelled`: every question has a key.
    """
    sizes = draw(st.lists(st.integers(1, 4), min_size=least, max_size=most))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    items: list[Item] = []
    for place, size in enumerate(sizes):
        own = random.sample(WORDS, 12)
        passage = f"Story {place} begins. " + " ".join(_sentence(random, own) for _ in range(4))
        level = random.choice(("high", "low"))
        for number in range(size):
            options = [_option(random, WORDS, f"{place}x{number}x{letter}") for letter in range(random.randint(2, 5))]
            answer = random.randrange(len(options))
            options[answer] = _option(random, own, f"{place}x{number}x{answer}")
            known = labelled or not items or random.random() < 0.85
            question = f"What of {random.choice(own)} and {random.choice(own)} in {place} {number}?"
            items.append(
                Item(
                    f"q{place}-{number}",
                    f"p{place}",
                    passage,
                    question,
                    tuple(options),
                    answer if known else None,
                    level,
                )
            )
    return Dataset("drawn", tuple(items))


def _sentence(random: Random, words: Sequence[str]) -> str:
    return " ".join(random.sample(words, random.randint(5, 8))).capitalize() + "."


def _option(random: Random, words: Sequence[str], mark: str) -> str:
    return " ".join([*random.sample(words, random.randint(1, 5)), f"n{mark}"])
