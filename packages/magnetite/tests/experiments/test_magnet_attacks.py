"""Attacks on a panel are what swapping options by hand gives, question by question."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.core.cells import option_counts
from magnetite.experiments.magnets.attack import attack_all, attacks_finding
from magnetite.experiments.magnets.compare import agreement_finding, transfer_finding
from magnetite.experiments.magnets.experiment import Magnets
from magnetite.experiments.magnets.pool import Pool
from magnetite.experiments.magnets.screen import ordered, screens_of, strongest
from magnetite.testing import FakePanel
from tests.tables import values_of

scores = st.integers(-3, 3)


@st.composite
def screens(draw):
    """Draw items with two to five options, some unlabelled, whole scores (so that ties happen), and a small pool."""
    counts = draw(st.lists(st.integers(2, 5), min_size=2, max_size=7))
    items = [
        Item(
            f"i{n}", f"p{n // 2}", f"Passage {n // 2}.", f"Q{n}?", tuple(f"{n} {k}" for k in range(count)), draw_answer
        )
        for n, count in enumerate(counts)
        for draw_answer in [draw(st.one_of(st.none(), st.integers(0, count - 1)))]
    ]
    options = draw(st.integers(1, 4))
    shape = (len(items), options)
    allowed = np.array(draw(st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])))
    own = np.array([draw(scores) for _ in range(int(option_counts(items).sum()))], dtype=np.float32)
    magnets = np.array([draw(scores) for _ in range(shape[0] * shape[1])], dtype=np.float32).reshape(shape)
    return items, allowed.reshape(shape), own, magnets


def plain_pool(options, allowed):
    none = tuple(() for _ in range(options))
    return Pool(tuple(f"m{k}" for k in range(options)), none, allowed, (), none, np.arange(options))


def by_hand(item, own, magnet, replaced):
    """Swap one option for the magnet and choose: the magnet if strictly above, else the highest, equals evenly.

    Return how much of the choice the magnet has, and how much the answer.
    """
    stayed = {k: score for k, score in enumerate(own) if k != replaced}
    best = max(stayed.values())
    if magnet > best:
        return 1.0, 0.0
    return 0.0, (stayed[item.answer] == best) / list(stayed.values()).count(best)


@settings(max_examples=80, deadline=None)
@given(screens())
def test_each_swap_is_averaged_over_all_wrong_options_as_by_hand(drawn):
    items, allowed, own, magnets = drawn
    pool = plain_pool(magnets.shape[1], allowed)
    found = screens_of(items, pool, {"s": own}, {"s": magnets[allowed]})
    attacked = attack_all(found, "each", 0)["s"]
    starts = np.cumsum(option_counts(items)) - option_counts(items)
    for row, item in enumerate(items):
        mine = own[starts[row] : starts[row] + len(item.options)]
        for k in range(magnets.shape[1]):
            made = allowed[row, k] and item.answer is not None
            assert attacked.on[row, k] == made
            if made:
                wrong = [j for j in range(len(item.options)) if j != item.answer]
                outcomes = [by_hand(item, mine, magnets[row, k], j) for j in wrong]
                assert attacked.caught[row, k] == pytest.approx(np.mean([magnet for magnet, _ in outcomes]))
                assert attacked.stable[row, k] == pytest.approx(np.mean([answer for _, answer in outcomes]))


@settings(max_examples=60, deadline=None)
@given(screens(), st.sampled_from(["random", "strongest", "weakest", "each"]))
def test_more_magnets_never_leave_more_and_none_leave_all(drawn, replace):
    items, allowed, own, magnets = drawn
    pool = plain_pool(magnets.shape[1], allowed)
    found = screens_of(items, pool, {"s": own}, {"s": magnets[allowed]})
    told = {"replace": replace, "search": True}
    finding = attacks_finding(found, attack_all(found, replace, 0), average={}, members={"s": 1}, settings=told)
    labelled = found.choices["s"].labelled
    if not finding.tables:
        assert not (allowed & labelled[:, None]).any()
        return
    left = finding.table("best_of").values("accuracy")
    assert left[0] == pytest.approx(found.choices["s"].correct[labelled].mean())
    if replace != "each" and allowed.all():  # else a swap may take away a wrong option that was chosen
        assert all(later <= earlier + 1e-12 for earlier, later in pairwise(left[1:]))
    for row in zip(*(finding.table("attacks").values(name) for name in ("stable", "caught", "otherwise")), strict=True):
        assert sum(row) == pytest.approx(1)


def test_the_set_keeps_the_strongest_and_at_most_so_many_combinations():
    items = [Item(f"i{n}", f"p{n}", "P.", "Q?", ("a", "b"), 0) for n in range(4)]
    texts = ("All of the above", "both A and B", "a plain thing", "none of the above", "another")
    none = tuple(() for _ in texts)
    pool = Pool(texts, none, np.ones((4, 5), dtype=bool), (), none, np.arange(5))
    wins = np.array([[4, 3, 2, 3, 1]])  # of four questions
    crossed = np.where(np.arange(4)[:, None] < wins, 1.0, -1.0).astype(np.float32)
    found = screens_of(items, pool, {"s": np.zeros(8, dtype=np.float32)}, {"s": crossed.ravel()})
    assert found.mean.tolist() == [1.0, 0.75, 0.5, 0.75, 0.25]
    assert ordered(found.mean, texts) == [0, 1, 3, 2, 4]
    assert strongest(found, found.mean, 3, 1) == [0, 2, 4]
    assert strongest(found, found.mean, 4, None) == [0, 1, 3, 2]


def test_systems_with_the_same_scores_correlate_fully_and_transfer_as_at_home():
    random = np.random.default_rng(0)
    items = [Item(f"i{n}", f"p{n}", "P.", "Q?", ("a", "b", "c"), n % 3) for n in range(30)]
    allowed = np.ones((30, 12), dtype=bool)
    own, crossed = random.normal(size=90), random.normal(size=360) + np.tile(np.linspace(-2, 2, 12), 30)
    own, crossed = own.astype(np.float32), crossed.astype(np.float32)
    found = screens_of(items, plain_pool(12, allowed), {"x": own, "y": own}, {"x": crossed, "y": crossed})
    rows = values_of(agreement_finding(found, settings={}, seed=0).table("correlations"))
    assert rows["pearson"][0] == pytest.approx(1)
    own = {name: strongest(found, each, 3, None) for name, each in zip("xy", found.interference.T, strict=True)}
    none = np.zeros(30, dtype=bool)
    moved = transfer_finding(attack_all(found, "random", 0), own, none, settings={})
    assert len(set(moved.table("transfer_attack").values("after"))) == 1
    assert moved.remarks == ("Here a system's magnets are searched for and tried on the same questions.",)
    assert transfer_finding(attack_all(found, "random", 0), own, ~none, settings={}).notes == ()


def test_the_share_before_an_attack_names_its_questions_and_who_answered_and_is_that_of_the_table():
    """Of three members one answers, and a magnet cannot be tried on the passage that it occurs under."""
    items = [
        Item(f"q{n}", f"p{n}", f"Text {n}.", f"Which {n}?", (f"a {n}", f"b {n}", "Mary." if n < 2 else f"c {n}"), 0)
        for n in range(12)
    ]
    exam = Dataset("made", tuple(items))
    panel = MembersPanel(
        {"QOC": lambda _context, option: 5.0 if option == "Mary." else -float(len(option) + ord(option[0]))}
    )
    run = Magnets(pool=("Mary.",), search=False, full=exam).run(exam, panel)
    found = next(each for each in run if each.experiment == "attack")
    [row] = [row for row in found.table("attacks").rows() if row["level"] == "all"]
    sentence = found.sentence
    assert row["n"] == 10
    assert f"{100 * row['before']:.0f}% of the answers to 10 questions are right" in sentence
    assert "when the first of 3 members answers (2 more cannot take the option)" in sentence
    notes = [note for each in run for note in each.notes if note.code == "magnets-note-member"]
    assert [note.values["members"] for note in notes] == [3, 3]


def test_of_a_single_scorer_no_member_is_named():
    items = [Item(f"q{n}", f"p{n}", f"Text {n}.", f"Which {n}?", (f"a {n}", f"b {n}"), 0) for n in range(4)]
    exam = Dataset("made", tuple(items))
    run = Magnets(pool=("Mary.",), search=False, full=exam).run(
        exam, FakePanel({"QOC": lambda _c, option: float(option[0] == "a")})
    )
    assert "member" not in " ".join(each.sentence for each in run)
    assert not [note for each in run for note in each.notes if note.code == "magnets-note-member"]


class MembersPanel(FakePanel):
    """A panel whose systems have three members."""

    @property
    def panelists(self):
        return {name: replace(known, members=3) for name, known in super().panelists.items()}
