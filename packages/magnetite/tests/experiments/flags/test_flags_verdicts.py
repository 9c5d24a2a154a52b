"""The law of a check's verdicts: what is said is what its own interval or test allows, and luck is rarely flagged."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.experiments.check.experiment import Check
from magnetite.experiments.flags import default_settings
from magnetite.experiments.flags.finding import IN_TWO_LANGUAGES
from magnetite.experiments.flags.luck import DOUBT
from magnetite.inputs.responses import Responses
from magnetite.report.check.page import trust
from magnetite.report.wording import wording
from magnetite.stats.intervals import more_by_luck
from magnetite.stats.verdict import MARGIN
from magnetite.testing import FakePanel
from tests.laws.figures import drawn_exam

MEASURED = {"card": {"measured": {"RACE test": {"all": {"accuracy": 0.58, "low": 0.56, "high": 0.6}}}}}
VIEWS = ("O", "QO", "QOC")


def reader(random, dataset, skill, habit=2.0):
    """Return systems that like options at random, and the first ones; with the passage the key is likelier by skill."""
    keys = {(item.question, item.options[item.answer]) for item in dataset}
    noise = {}

    def score(context, option):
        liking = noise.setdefault(option, float(random.normal(0, 2)) + habit * option.endswith("0"))
        own = noise.setdefault((context.text, context.question, option), float(random.normal(0, 0.5)))
        return liking + own + skill * (bool(context.text) and (context.question, option) in keys)

    return dict.fromkeys(VIEWS, score)


def guessed(random, dataset, candidates=40):
    """Return answers of candidates who guess."""
    chosen = [random.integers(len(item.options), size=candidates) for item in dataset]
    return Responses(tuple(item.id for item in dataset), np.array(chosen).T)


def checked(random, questions, passages, skill, *, sat=False, training=MEASURED):
    dataset = drawn_exam(random, questions, passages)
    panel = FakePanel(reader(random, dataset, skill), training=training)
    answers = guessed(random, dataset) if sat else None
    return Check(default_settings(), {}, responses=answers).run(dataset, panel)


def test_with_keys_drawn_at_random_at_most_five_of_a_hundred_exams_have_a_serious_flag_of_models_or_candidates():
    flagged = 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        found, *_ = checked(random, int(random.integers(5, 60)), 8, 0.0, sat=seed % 2 == 0)
        rows = found.table("flags").rows()
        flagged += any(row["source"] != "rule" and row["severity"] in ("fatal", "serious") for row in rows)
    assert flagged <= 10


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(2, 50), st.integers(1, 12), st.sampled_from([0.0, 1.0, 3.0, 6.0]))
def test_what_is_said_of_reading_and_of_luck_is_what_the_interval_and_the_test_say(seed, questions, passages, skill):
    found, *_ = checked(np.random.default_rng(seed), questions, passages, skill)
    accuracy = found.number("accuracy", "QOC")
    said = {row["text"] for row in found.table("trust").rows()} - {"page-trust-race", "page-trust-exam"}
    assert len(said) == 1
    if said == {"page-trust-below"}:
        assert accuracy.high < 0.58
    elif said == {"page-trust-as-measured"}:
        assert accuracy.low > 0.58 - MARGIN
    for row in found.table("luck").rows():
        likely = row["guess_low"] <= row["right"] <= row["guess_high"]
        assert (row["verdict"] in ("small", "few")) <= (row["right"] <= row["guess_high"])
        assert (row["raised"] > 0) == (row["verdict"] == "clear")
        assert (row["verdict"] == "clear") <= (row["right"] > row["guess_high"])
        assert likely <= (row["verdict"] != "clear")
    for language in ("en", "de"):
        assert all("{" not in sentence for sentence in trust(found, wording(language)))


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32 - 1), st.integers(4, 40))
def test_every_flag_of_candidates_shows_an_interval_that_leaves_out_what_it_says_it_is_not(seed, questions):
    random = np.random.default_rng(seed)
    dataset = drawn_exam(random, questions, 5)
    ability = random.normal(size=60)
    slopes = random.choice([-3.0, 0.0, 2.0], size=questions)
    answers = np.zeros((60, questions), dtype=np.int64)
    for n, item in enumerate(dataset):
        knows = random.random(60) < 1 / (1 + np.exp(-slopes[n] * ability))
        other = (item.answer + 1) % len(item.options)
        answers[:, n] = np.where(knows, item.answer, other)
    given_answers = Responses(tuple(item.id for item in dataset), answers)
    found, *_ = Check(default_settings(), {}, responses=given_answers).run(dataset, FakePanel({}))
    for row in found.table("flags").rows():
        seen = row["evidence"]
        if row["rule"] == "worse-than-guessing":
            assert seen["right_high"] < seen["guessing"]
        elif row["rule"] == "negative-discrimination":
            assert seen["high"] < 0
        elif row["rule"] == "low-discrimination":
            assert 0 <= seen["high"] < 0.2
        elif row["rule"] == "wrong-option-draws-the-best":
            assert seen["low"] > 0
            assert seen["share"] >= seen["key_share"]


@pytest.mark.parametrize(("right", "of"), [(1, 1), (2, 2), (3, 4), (5, 20)])
def test_of_so_few_right_answers_none_is_flagged_and_the_sentence_says_what_luck_would_give(right, of):
    items = tuple(
        Item(f"q{n}", "p", "A text.", f"What is {n}?", (f"a{n}", f"b{n}", f"c{n}", f"d{n}"), 0) for n in range(of)
    )
    sure, wrong = (3.0, 0.0, 0.0, 0.0), (0.0, 3.0, 0.0, 0.0)
    scores = np.array([sure if n < right else wrong for n in range(of)], dtype=np.float32)
    panel = FakePanel({"QO": scores.ravel()})
    [found] = Check(default_settings(), {}).run(Dataset("few", items), panel)
    assert not [row for row in found.table("flags").rows() if row["rule"] == "answerable-without-passage"]
    assert more_by_luck(right, np.full(of, 0.25)) > DOUBT
    [sentence] = [each for each in trust(found, wording("en")) if "prefers one option" in each]
    begin = "One right answer is" if right == 1 else f"{right} right answers are"
    assert f"{begin} too few to rule out luck (if all of these answers were guesses," in sentence
    assert sentence.endswith("so no question is flagged for this.")


@pytest.mark.parametrize(
    "card", [MEASURED, {}, {"card": {"data": {"name": "RACE"}}}, {"card": {"data": {"name": "Quiz"}}}]
)
def test_of_an_exam_in_german_it_is_said_whether_the_model_learned_english_and_only_by_its_card(card):
    text = "Die Fähre fährt am Sonntag, weil die Krankenschwester noch nicht gekommen ist und der Arzt wartet."
    item = Item(
        "q1", "p1", text, "Warum wartet die Fähre am Sonntag?", ("Wegen der Schwester.", "Wegen des Wetters."), 0
    )
    dataset = Dataset("fähre", (item, replace(item, id="q2", question="Wer wartet auf der Insel noch auf die Fähre?")))
    [found] = Check(default_settings(), {}).run(dataset, FakePanel({"QO": lambda *_: 0.0}, training=card))
    codes = [note.code for note in found.notes]
    assert "note-not-english" in codes
    learned = (card.get("card") or {}).get("data", {}).get("name") == "RACE"
    assert ("note-learned-english" in codes, "note-learned-unknown" in codes) == (learned, not learned)
    [alone] = Check(default_settings(), {}).run(dataset, FakePanel({}))
    assert [note.code for note in alone.notes] == ["note-not-english"]


@settings(max_examples=20)
@given(st.floats(0, 1), st.floats(0, 0.3))
def test_what_a_reader_loses_in_german_is_said_of_a_german_exam_by_its_card_and_by_the_interval(right, reach):
    low, high = max(right - reach, 0.0), min(right + reach, 1.0)
    measured = {"en": {"value": 0.7, "low": 0.6, "high": 0.8, "n": 150}}
    measured["de"] = {"value": right, "low": low, "high": high, "n": 150}
    card = {"card": {"data": {"name": "RACE"}, "measured": {IN_TWO_LANGUAGES: measured}}}
    text = "Die Fähre fährt am Sonntag, weil die Krankenschwester noch nicht gekommen ist und der Arzt wartet."
    options = ("Wegen der Schwester.", "Wegen des Wetters.")
    german = Item("q1", "p1", text, "Warum wartet die Fähre am Sonntag?", options, 0)
    french = replace(
        german, passage="", question="Pourquoi ?", options=("À cause de l’été.", "Où est-ce que c’était ?")
    )
    for item, said in ((german, True), (french, False)):
        panel = FakePanel({"QOC": lambda *_: 0.0, "QO": lambda *_: 0.0}, training=card)
        [found] = Check(default_settings(), {}).run(Dataset("fähre", (item,)), panel)
        notes = [note for note in found.notes if note.code == "note-learned-english-german"]
        assert bool(notes) is said
        for note in notes:
            words = {lang: wording(lang).note(note) for lang in ("en", "de")}
            assert ("in part" in words["en"]) is ("zum Teil" in words["de"]) is (low > 0.25)
            assert ("do not rely" in words["en"]) is ("nicht auf das" in words["de"]) is not (low > 0.25)
