"""All Hypothesis strategies that more than one test file uses."""

from hypothesis import strategies as st

from magnetite.core.items import Dataset, Item

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
