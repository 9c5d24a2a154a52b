"""What says the same is alike, in whatever order and company it is asked about; without the encoder nothing is said."""

import numpy as np
import pytest

from magnetite.scorers import likeness as module
from magnetite.scorers.likeness import likeness

PAIRS = [
    ("He missed the bus to school.", "He missed the bus to school."),
    ("He missed the bus to school.", "He did not catch the school bus."),
    ("He missed the bus to school.", "The price of copper fell."),
]


def test_copies_are_alike_paraphrases_less_so_and_unrelated_texts_least():
    same, paraphrase, unrelated = likeness(PAIRS)
    assert same == pytest.approx(1)
    assert 0.6 < paraphrase < 0.99
    assert unrelated < 0.3


def test_a_pair_is_as_alike_in_either_order_and_whatever_else_is_asked():
    long = ("word " * 400, "It rained.")
    turned = likeness([long, *((second, first) for first, second in reversed(PAIRS))])
    np.testing.assert_allclose(turned[:0:-1], likeness(PAIRS), atol=1e-5)
    assert likeness([]).shape == (0,)


def test_without_the_encoder_or_what_reads_it_nothing_is_said(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(module, "is_installed", lambda _name: False)
        assert likeness(PAIRS) is None
    monkeypatch.setattr(module, "lacking", lambda _extra: ("torch",))
    assert likeness(PAIRS) is None
