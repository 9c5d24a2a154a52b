"""Accuracy counts what is known, beside rules that read nothing, and says so in plain words."""

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Dataset, Item
from magnetite.experiments.accuracy.experiment import Accuracy
from magnetite.experiments.choices import baseline, chance, levels_of
from magnetite.testing import FakePanel
from magnetite.views.baselines import longest, word_overlap
from tests.tables import values_of

CAT = "Ann has a black cat. Bo has a dog."


def exam(*items):
    return Dataset("made up", items)


def found(dataset, scores, views=("QOC",), **settings):
    panel = FakePanel(dict.fromkeys(views, np.array(scores, dtype=np.float32)))
    experiment = Accuracy(**settings)
    finding = experiment.run(dataset, panel)[0]
    assert finding.settings == asdict(experiment)
    return finding


FOUR = exam(
    Item("q1", "p1", CAT, "What has Ann?", ("a black cat", "a fish"), 0, "easy"),
    Item("q2", "p1", CAT, "What has Bo?", ("a cat", "a dog", "a very large fish"), 1, "easy"),
    Item("q3", "p2", "It rains.", "How is it?", ("dry", "wet"), 1, "hard"),
    Item("q4", "p3", "Sun.", "How is it?", ("warm", "cold and wet", "dark", "grey"), None, "hard"),
)
SCORES = [2, 1, 5, 4, 3, 0, 1, 0, 0, 9, 0]  # chosen A, A, B, C: right, wrong, right, not known


def test_a_worked_example_counts_two_of_three_known_answers():
    number = found(FOUR, SCORES).number("accuracy")
    assert (number.value, number.n) == (pytest.approx(2 / 3), 3)
    assert number.low < 2 / 3 < number.high


def test_the_baselines_are_those_worked_by_hand():
    finding = found(FOUR, SCORES)
    assert finding.number("baseline", "random").value == pytest.approx((1 / 2 + 1 / 3 + 1 / 2) / 3)
    # longest: A (right), C (wrong), either of two one-word options (half)
    assert finding.number("baseline", "longest").value == pytest.approx(1.5 / 3)
    # words in the passage: "a black cat" right; "cat" and "dog" both (half); neither "dry" nor "wet" (half)
    assert finding.number("baseline", "word overlap").value == pytest.approx(2 / 3)
    assert finding.number("above longest").value == pytest.approx(0.5 / 3)
    assert finding.number("above longest, McNemar p").value == 1.0


def test_the_table_has_every_system_by_level_with_all_first():
    table = values_of(found(FOUR, SCORES).table("by_level"))
    assert table["level"] == ["all"] * 4 + ["easy"] * 4 + ["hard"] * 4
    assert table["system"][:4] == ["model", "random", "longest", "word overlap"]
    assert table["n"] == [3] * 4 + [2] * 4 + [1] * 4
    by_level = {(s, v): a for s, v, a in zip(table["system"], table["level"], table["accuracy"], strict=True)}
    assert (by_level["model", "easy"], by_level["model", "hard"]) == (0.5, 1.0)


def test_every_question_has_its_row_and_an_unknown_answer_is_never_wrong():
    rows = values_of(found(FOUR, SCORES).items)
    assert rows["chosen"] == ["A", "A", "B", "C"]
    assert rows["answer"] == ["A", "B", "B", None]
    assert rows["correct"] == [True, False, True, None]
    assert rows["margin"] == [1.0, -1.0, 1.0, None]
    assert rows["probability"][0] == pytest.approx(1 / (1 + np.exp(-1)))


def test_the_sentence_gives_the_count_the_share_and_the_baselines():
    sentence = found(FOUR, SCORES).sentence
    assert "2 of 3 questions correctly: 67%" in sentence
    assert "A blind guess is right 44% of the time, always taking the longest option 50%" in sentence


def test_an_exam_without_answers_lists_choices_and_claims_nothing():
    unknown = exam(*(Item(f"q{i}", f"p{i}", "x", "y", ("a", "b")) for i in range(2)))
    finding = found(unknown, [1, 0, 0, 1])
    assert finding.numbers == finding.tables == ()
    assert finding.items.values("chosen") == ["A", "B"]
    assert "is unknown" in finding.sentence


def test_shared_top_scores_count_evenly_and_are_said_beside_the_accuracy():
    finding = found(exam(*FOUR.items[:1]), [1, 1])
    assert finding.number("accuracy").value == 0.5
    assert finding.items.values("correct_share") == [0.5]
    assert "In 1 question several options share the top score" in finding.sentence
    assert any(note.startswith("In 1 of 1 question several options share the top score") for note in finding.remarks)


@pytest.mark.parametrize("key", [0, 1, 2, 3])
def test_a_system_that_always_says_the_same_gets_what_guessing_gets_wherever_the_keys_stand(key):
    options = ("a", "b", "c", "d")
    items = exam(*(Item(f"q{i}", f"p{i}", "x", f"ask {i}", options, key) for i in range(40)))
    finding = found(items, [0.0] * 160)
    accuracy = finding.number("accuracy")
    assert accuracy.value == 0.25
    assert accuracy.low < 0.25 < accuracy.high
    assert "In 40 questions several options share the top score, which counts as guessing" in finding.sentence


def test_scores_are_compared_with_all_their_digits():
    items = exam(Item("q", "p", "x", "y", ("milk", "bread"), 1))
    panel = FakePanel({"QOC": np.array([1e8, 1e8 + 1])})
    assert Accuracy().run(items, panel)[0].number("accuracy").value == 1.0


def test_one_tied_question_of_many_is_noted_and_many_are_said_to_be_guessed():
    items = exam(*(Item(f"q{i}", f"p{i}", "x", "y", ("a", "b"), 0) for i in range(20)))

    def note(ties):
        notes = found(items, [1, 1] * ties + [0, 1] * (20 - ties)).remarks
        return next(text for text in notes if "share the top score" in text)

    assert (
        note(1)
        == "In 1 question several options share the top score; each of two counts a half, each of three a third."
    )
    assert note(2).startswith("In 2 questions several")
    assert note(3).startswith("In 3 of 20 questions several options share the top score. Those that count as right")


def test_a_system_level_with_the_longest_option_is_not_called_better():
    items = exam(*(Item(f"q{i}", f"p{i}", "x", "y", ("a long option", "short"), i % 2) for i in range(20)))
    assert (
        "do not show whether it does better than always taking the longest option; the difference is 0.0"
        in found(items, [1, 0] * 20).sentence
    )


def test_the_richest_view_is_asked_for_and_a_poorer_one_is_noted():
    panel = FakePanel(dict.fromkeys(("O", "QO"), np.array(SCORES, dtype=np.float32)))
    Accuracy().run(FOUR, panel)
    ((name, _, cells, _),) = panel.requests
    assert name == "QO"
    assert {context.passage for context in cells.contexts} == {""}
    assert any("view QO" in note for note in found(FOUR, SCORES, views=("QO",)).remarks)


def test_a_system_that_beats_the_longest_option_everywhere_is_said_to_be_above_it():
    items = [Item(f"q{i}", f"p{i}", "x", "y", ("a long option", "short"), 1) for i in range(30)]
    finding = found(exam(*items), [0, 1] * 30)
    assert "above the longest-option rule; the difference is 100.0 points" in finding.sentence
    assert finding.number("above longest, McNemar p").value == pytest.approx(2 / 2**30)


def test_probabilities_are_said_to_be_uncalibrated_unless_they_are():
    plain = found(FOUR, SCORES)
    soft = found(FOUR, SCORES, temperatures={"QOC": 2.0, "QO": 9.0}, calibrated_on="a dev set")
    other = found(FOUR, SCORES, temperatures={"QO": 9.0}, calibrated_on="a dev set")
    assert any("not calibrated" in note for note in plain.remarks)
    assert any("not calibrated" in note for note in other.remarks)
    assert "Probabilities are calibrated on a dev set: scores are divided by a temperature (QOC 2)." in soft.remarks
    assert not any("not calibrated" in note for note in soft.remarks)


def test_a_temperature_changes_probabilities_and_nothing_else():
    plain, soft = found(FOUR, SCORES), found(FOUR, SCORES, temperatures={"QOC": 2.0})
    assert soft.items.values("probability")[0] == pytest.approx(1 / (1 + np.exp(-1 / 2)))
    assert (soft.numbers, soft.tables, soft.sentence) == (plain.numbers, plain.tables, plain.sentence)
    for name in ("chosen", "correct", "margin"):
        assert soft.items.values(name) == plain.items.values(name)


def test_an_empty_dataset_is_a_usage_error():
    with pytest.raises(UsageError, match="has no items"):
        Accuracy().run(exam(), FakePanel({"QOC": lambda _context, _option: 0.0}))


@settings(deadline=None, max_examples=25)  # the first example imports scipy
@given(st.integers(0, 10_000))
def test_reordering_the_options_changes_no_number_though_scores_and_lengths_tie(seed):
    random = np.random.default_rng(seed)
    sizes = random.integers(2, 6, 8)
    scores = [random.integers(0, 3, size) for size in sizes]
    orders = [random.permutation(size) for size in sizes]
    texts = [[f"{k}" + " x" * int(random.integers(3)) for k in range(size)] for size in sizes]
    answers = [int(random.integers(size)) for size in sizes]

    def build(order_of):
        items, flat = [], []
        for i, size in enumerate(sizes):
            order = list(order_of(i, size))
            options = tuple(texts[i][k] for k in order)
            items.append(Item(f"q{i}", f"p{i // 2}", "x", "y", options, order.index(answers[i])))
            flat += [scores[i][k] for k in order]
        return found(exam(*items), flat)

    first, second = build(lambda i, size: range(size)), build(lambda i, size: orders[i])
    for one, other in zip(first.numbers, second.numbers, strict=True):
        assert (one.label, one.group, one.n) == (other.label, other.group, other.n)
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), abs=1e-9)
    assert first.items.values("correct") == second.items.values("correct")
    assert first.items.values("margin") == second.items.values("margin")


def test_baselines_share_equals_evenly_and_take_an_option_without_words_as_nothing():
    options = ("...", "the CAT", "the cat", "a b c d")
    items = [Item(f"q{key}", "p", "The cat sat... .", "?", options, key) for key in range(4)]
    assert baseline(items, longest).correct.tolist() == [0, 0, 0, 1]
    assert baseline(items, word_overlap).correct.tolist() == [0, 0.5, 0.5, 0]
    item = items[0]
    assert chance([item]).tolist() == [0.25]


def test_a_level_that_is_called_all_takes_no_questions_from_the_whole():
    items = [Item(f"q{n}", "p", "x", "y", ("a", "b"), 0, level) for n, level in enumerate(("all", "high", "high"))]
    masks = {name: mask.tolist() for name, mask in levels_of(items).items()}
    assert masks == {"all": [True] * 3, "“all”": [True, False, False], "high": [False, True, True]}


def test_one_level_of_all_questions_is_no_level_and_one_of_some_is():
    def names(*levels):
        return list(levels_of([Item(f"q{n}", "p", "x", "y", ("a", "b"), 0, level) for n, level in enumerate(levels)]))

    assert names("easy", "easy") == names(None, None) == ["all"]
    assert names("easy", None) == ["all", "easy"]
    assert names("easy", "hard") == ["all", "easy", "hard"]
