"""Texts are known again by runs of words, and by sketches that hold no word of them."""

import numpy as np
import pytest

from magnetite.views.shingles import SIZE, known_to, read_sketch, shingles, sketch_bytes, sketched


def text(seed, words=120):
    random = np.random.default_rng(seed)
    return " ".join("".join(map(chr, random.integers(97, 123, 5))) for _ in range(words))


def test_shingles_are_runs_of_words_whatever_their_case_and_marks():
    assert shingles("Ann's cat sat; Bo -- STOOD.", 3) == shingles("ann s Cat, sat bo stood", 3)
    assert len(shingles(text(1), 8)) == 120 - 8 + 1
    assert shingles("Too short", 8) == {"too short"}
    assert shingles("…", 8) == frozenset()


def test_a_text_that_comes_back_whole_is_known_and_strange_ones_are_not(tmp_path):
    path = tmp_path / "a.sketch"
    path.write_bytes(sketch_bytes(sketched(text(n) for n in range(300))))
    sketch = read_sketch(path)
    assert known_to(sketch, [text(n).upper() for n in range(300)]).all()
    assert not known_to(sketch, [text(n) for n in range(1000, 3000)]).any()
    assert path.stat().st_size <= 300 * 3 * 4


@pytest.mark.parametrize(("kept", "least", "most"), [(0.9, 0.85, 1.0), (0.5, 0.15, 0.5), (0.2, 0.0, 0.05)])
def test_a_part_of_a_text_is_known_the_more_often_the_more_there_is_of_it(kept, least, most):
    sketch = sketched(text(n) for n in range(400))
    own = int(120 * kept)
    parts = [" ".join([*text(n).split()[:own], text(10_000 + n, 120 - own)]) for n in range(400)]
    assert least <= known_to(sketch, parts).mean() <= most


def test_texts_shorter_than_a_shingle_leave_no_trace_and_are_never_known():
    assert len(sketched(["one two three", ""])) == 0
    assert not known_to(sketched([text(1)]), ["one two three", ""]).any()
    assert len(sketched([text(1, SIZE)])) == 1
    assert known_to(sketched([text(1, SIZE)]), [text(1, SIZE)]).all()
