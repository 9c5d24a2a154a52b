"""One that follows the shortcut is found out, one that reads is cleared, and a random passage tells them apart."""

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.core.scorer import NO_ANSWER
from magnetite.experiments.asking import draw
from magnetite.experiments.following.experiment import Following, with_other_passages
from magnetite.testing import FakePanel
from tests.tables import values_of

SIZES = (4, 2, 5, 3)


def exam(count=400, known=1.0, per_passage=4):
    """Make an exam whose passages name the right options."""
    items, random = [], np.random.default_rng(0)
    keys = [int(random.integers(SIZES[i % 4])) for i in range(count)]
    for i in range(count):
        options = tuple(f"option {i}.{k}" for k in range(SIZES[i % 4]))
        first = i - i % per_passage
        passage = "; ".join(f"option {j}.{keys[j]}" for j in range(first, min(first + per_passage, count)))
        answer = keys[i] if random.random() < known else None
        items.append(Item(f"q{i}", f"p{first}", passage, f"ask {i}", options, answer))
    return Dataset("made up", tuple(items))


def knows(item, option):
    """Guess by the option's text, and know the answer of every third question."""
    known = int(item.question.split()[1]) % 3 == 0 and item.options.index(option) == item.answer
    return 5.0 if known else draw(1, "guess", option) / 2**64


def guesses(item, option):
    return draw(2, "other guess", item.passage, option) / 2**64


def reads(item, option):
    return 5.0 if option in item.passage.split("; ") else guesses(item, option)


def fake(dataset, without, given, seed=0, views=("QO", "QOC")):
    """Make systems of functions of an item and an option."""

    def scores(items, score):
        return np.array([score(item, option) for item in items for option in item.options], dtype=np.float32)

    others = with_other_passages(dataset.items, seed)
    answers = {
        "QO": {"QO": scores(dataset.items, without)},
        "QOC": {"QOC": scores(dataset.items, given), "random": scores(others, given)},
    }
    return FakePanel({name: answers.get(name, np.zeros(0)) for name in views})


def found(dataset, without, given, **settings):
    experiment = Following(**settings)
    finding = experiment.run(dataset, fake(dataset, without, given, experiment.seed))[0]
    assert finding.settings == asdict(experiment)
    return finding


def test_one_that_ignores_the_passage_keeps_every_choice_and_every_error():
    finding = found(exam(), knows, knows)
    assert finding.number("unchanged with random passage").value == 1.0
    assert finding.number("agreement").value == finding.number("random passage agreement with QO").value == 1.0
    assert finding.number("follows wrong shortcut").value == 1.0
    assert finding.number("kappa").value == pytest.approx(1)
    right = sum(c == i.answer_letter for c, i in zip(finding.items.values("chosen_QOC"), exam(), strict=True)) / 400
    assert finding.number("accuracy with random passage").value == right
    assert "so it shares errors with a system that cannot have read" in finding.sentence
    assert "corrected for guessing, about 27% can be answered without the right passage" in finding.sentence


def test_one_that_reads_falls_to_chance_with_a_random_passage_and_follows_nothing():
    finding = found(exam(), knows, reads)
    guess = np.mean([1 / n for n in SIZES])
    right = finding.number("accuracy with random passage")
    assert right.low <= guess <= right.high
    assert (
        finding.number("follows wrong shortcut").value == finding.number("follows wrong shortcut expected").value == 0
    )
    assert finding.number("kappa").value == pytest.approx(0, abs=0.05)
    assert "so it does so as often as chance" in finding.sentence
    assert "do not show whether it can answer without the right passage" in finding.sentence


def test_independent_guessers_agree_as_often_as_expected():
    finding = found(exam(2000), lambda item, option: draw(3, option) % 1000, guesses)
    kappa, follows = finding.number("kappa"), finding.number("follows wrong shortcut")
    assert kappa.low <= 0 <= kappa.high
    assert finding.number("agreement expected").value == pytest.approx(finding.number("agreement").value, abs=0.04)
    expected = finding.number("follows wrong shortcut expected")
    assert (expected.n, expected.value) == (follows.n, pytest.approx(follows.value, abs=0.04))


def test_of_five_passages_a_sentence_claims_no_more_than_its_own_interval_and_rarely_of_independent_systems():
    dataset, claims = exam(20), []
    for seed in range(200):
        finding = found(dataset, lambda i, o, s=seed: draw(s, "one", o), lambda i, o, s=seed: draw(s, "other", o))
        follows = finding.number("follows wrong shortcut")
        expected = finding.number("follows wrong shortcut expected").value
        claims.append(
            ("it shares errors" in finding.sentence) - ("it does so less often than chance" in finding.sentence)
        )
        assert (follows.low > expected) if claims[-1] > 0 else (follows.high < expected) if claims[-1] < 0 else True
    assert claims.count(1) <= 10  # 2.5 in 100, and three standard errors
    assert claims.count(-1) <= 10


def test_the_table_and_the_rows_say_what_the_numbers_say():
    finding = found(exam(known=0.8), knows, guesses)
    table, rows = values_of(finding.table("following")), values_of(finding.items)
    by_name = dict(zip(table["comparison"], table["share"], strict=True))
    assert by_name["with its passage, chooses as without"] == finding.number("agreement").value
    assert by_name["with a random passage, keeps its choice"] == finding.number("unchanged with random passage").value
    labelled = [i for i, item in enumerate(exam(known=0.8)) if item.answer is not None]
    assert table["n"][0] == table["n"][2] == len(labelled) < 400
    follows = [rows["follows"][i] for i in labelled]
    number = finding.number("follows wrong shortcut")
    assert sum(follows) == round(number.value * number.n)
    assert {rows["follows"][i] for i in range(400) if i not in labelled} == {None}
    pairs = zip(rows["chosen_QOC"], rows["chosen_random"], strict=True)
    assert rows["unchanged"] == [one == other for one, other in pairs]
    dataset = exam(known=0.8)
    random = [rows["chosen_random"][i] for i in labelled]
    without = sum(one == rows["chosen_QO"][i] for one, i in zip(random, labelled, strict=True))
    assert by_name["with a random passage, chooses as without"] == without / len(labelled)
    assert finding.number("random passage agreement with QO").value == without / len(labelled)
    right = sum(one == dataset.items[i].answer_letter for one, i in zip(random, labelled, strict=True))
    assert by_name["with a random passage, is right"] == finding.number("accuracy with random passage").value
    assert (by_name["with a random passage, is right"], table["n"][-1]) == (right / len(labelled), len(labelled))
    assert table["low"][-1] < table["share"][-1] < table["high"][-1]


def test_a_system_that_names_no_option_with_either_passage_keeps_no_choice():
    finding = found(exam(20), knows, lambda item, option: NO_ANSWER)
    assert finding.number("unchanged with random passage").value == 0
    assert finding.items.values("unchanged") == [False] * 20


def test_without_answers_choices_are_compared_and_chance_is_not_claimed():
    finding = found(exam(known=0.0), knows, knows)
    assert {n.label for n in finding.numbers} == {
        "agreement",
        "unchanged with random passage",
        "random passage agreement with QO",
        "mean confidence",
    }
    assert set(finding.table("following").values("expected")) == {None}
    assert "no answer is known, so chance agreement is unknown" in finding.sentence
    assert finding.items.values("follows") == [None] * 400


def test_a_shortcut_without_errors_cannot_be_followed_into_one():
    finding = found(exam(40), lambda item, option: item.options.index(option) == item.answer, reads)
    assert "makes no error" in finding.sentence
    assert not [n for n in finding.numbers if n.label.startswith(("follows", "kappa"))]


def test_the_random_passage_is_never_the_questions_own_and_shared_by_the_questions_of_a_passage():
    dataset = exam(40)
    panel = fake(dataset, guesses, guesses)
    Following().run(dataset, panel)
    cells = {label: asked for _, label, asked, _ in panel.requests}
    own, other = ([c.passage for c in cells[name].contexts] for name in ("QOC", "random"))
    assert all(a != b for a, b in zip(own, other, strict=True))
    assert set(own) == set(other)
    assert len(set(zip(own, other, strict=True))) == len(set(own))
    assert [c.question for c in cells["random"].contexts] == [item.question for item in dataset]
    assert {(name, members) for name, _, _, members in panel.requests} == {("QO", "all"), ("QOC", "all")}
    assert {c.passage for c in cells["QO"].contexts} == {""}


@settings(max_examples=40)
@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=12), st.integers(0, 50))
def test_passages_move_by_their_text_and_seed_alone(texts, seed):
    items = [Item(f"q{i}", f"p{i}", text, "y", ("a", "b"), 0) for i, text in enumerate(texts)]
    moved = with_other_passages(items, seed)
    if len(set(texts)) < 2:
        assert moved == ()
        return
    assert all(item.passage != other.passage for item, other in zip(items, moved, strict=True))
    assert with_other_passages(items[::-1], seed) == moved[::-1]


def test_another_seed_draws_other_passages():
    items = exam(80).items
    assert with_other_passages(items, 0) == with_other_passages(items, 0) != with_other_passages(items, 1)


@pytest.mark.parametrize("views", [("QOC",), ("QO", "O", "CO"), ()])
def test_without_both_systems_nothing_is_scored_and_the_sentence_says_what_is_lacking(views):
    dataset = exam(8)
    panel = fake(dataset, guesses, guesses, views=views)
    finding = Following().run(dataset, panel)[0]
    assert panel.requests == []
    assert "that needs a system for the view without the passage (QO)" in finding.sentence
    assert finding.numbers == finding.tables == ()


def test_with_a_single_passage_what_can_be_told_is_told():
    dataset = exam(4)
    finding = found(dataset, guesses, guesses)
    panel = fake(dataset, guesses, guesses)
    Following().run(dataset, panel)
    assert "random" not in {label for _, label, _, _ in panel.requests}
    assert finding.number("agreement").value == 1.0
    assert not [n for n in finding.numbers if "random" in n.label]
    assert finding.items.values("unchanged") == [None] * 4
    assert any("All questions have the same passage" in note for note in finding.remarks)


def test_a_temperature_concerns_how_sure_the_system_is_and_no_comparison():
    plain = found(exam(40), knows, reads)
    soft = found(exam(40), knows, reads, temperatures={"QOC": 4.0}, calibrated_on="a dev set")
    own, other = (plain.number("mean confidence", name).value for name in ("own passage", "random passage"))
    assert own > other + 0.3
    assert soft.number("mean confidence", "own passage").value < own - 0.2
    assert (soft.tables, soft.sentence) == (plain.tables, plain.sentence)
    assert any("calibrated on a dev set" in note for note in soft.remarks)
    assert any("not calibrated" in note for note in plain.remarks)


def test_tied_choices_are_noted_by_the_input_they_were_made_on():
    finding = found(exam(40), lambda item, option: 0.0, reads)
    assert any("In 40 of 40 questions under the view QO several options share" in note for note in finding.remarks)


def test_columns_say_what_a_reader_sees_above_them():
    finding = found(exam(40), knows, reads)
    assert [column.heading or column.name for column in finding.items.columns] == [
        "id",
        "chosen with QO",
        "chosen with QOC",
        "chosen with another passage",
        "chosen as without the passage",
        "chosen again with another passage",
    ]
    units = {column.name: column.unit for column in finding.table("following").columns}
    assert units == {"comparison": "", **dict.fromkeys(("share", "low", "high", "expected"), "share"), "n": "count"}


def test_a_question_without_a_passage_gets_none_and_gives_none():
    texts = ("one", "", "two", "one")
    items = [Item(f"q{i}", f"p{i}", text, "y", ("a", "b"), 0) for i, text in enumerate(texts)]
    assert [item.passage for item in with_other_passages(items, 0)] == ["two", "", "one", "two"]
