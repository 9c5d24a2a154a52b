"""Un-readable attacks by example: what each makes of an item, and what becomes of awkward ones."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from examfiles.errors import DataError, UsageError
from magnetite.experiments.unreadable.trial import tried
from magnetite.views import view
from magnetite.views.text import words
from magnetite.views.unreadable import (
    ATTACKS,
    CONTROLS,
    NEUTRAL_WORDS,
    NONE,
    NONES,
    AttackSettings,
    Manipulation,
    attack,
    attack_name,
    controls_of,
    shuffle_degree,
)
from tests.views.attacked_items import ALL, ANN, BO, MARKS, PAIRS


@pytest.mark.parametrize("name", ALL)
def test_a_name_says_what_is_taken_where_it_goes_and_what_becomes_of_it(name):
    source, place, more = re.fullmatch(r"(?:Add)?(\w+?)2(Pas|Opt)(-\w+)?", name).groups()
    sources = {"Sent": "asked" if place == "Pas" else "sentence", "Ans": "answer", "Other": "other"}
    assert {**ATTACKS, **CONTROLS}[name] == Manipulation(
        sources[source],
        {"Pas": "passage", "Opt": "options"}[place],
        add=name.startswith("Add"),
        shuffle=more == "-Shuffle",
        neutral=more == "-Neutral",
    )


def test_unless_settings_say_otherwise_attacks_are_those_of_the_published_pages():
    assert AttackSettings() == AttackSettings(threshold=0.65, sentence="distractor", tries=100, naive=False, seed=0)


class TestEachAttack:
    """Planted examples in the style of the paper's figures 1 and 3."""

    def test_add_sent_to_pas_appends_question_and_distractors_in_another_order(self):
        result = attack([ANN], "AddSent2Pas-Shuffle")[0]
        assert result.item.passage == ANN.passage
        expected = ["Who", "dislikes", "the", "dog", "?", "the", "old", "baker", "nobody", "at", "all"]
        assert Counter(result.item.added.split()) == Counter(expected)
        assert result.degrees[0] == shuffle_degree(expected, result.item.added.split()) > 0.65
        assert not result.below
        assert not result.stands

    @pytest.mark.parametrize("name", [name for name in ALL if not name.endswith("-Shuffle")])
    def test_what_is_not_shuffled_has_no_degree_and_falls_below_none(self, name):
        for result in attack([ANN, BO, MARKS], name):
            assert (result.below, result.stands, set(result.degrees)) == (False, False, {None})
            assert result.changed == (result.item not in (ANN, BO, MARKS))

    def test_no_distractor_of_two_words_or_more_stands_in_what_was_appended(self):
        for seed in range(200):
            result = attack([BO], "AddSent2Pas-Shuffle", AttackSettings(seed=seed))[0]
            assert "to bed" not in result.item.added
            assert "home ." not in result.item.added
            assert not result.stands

    def test_a_distractor_of_one_word_stands_in_what_was_appended_and_is_counted(self):
        item = replace(BO, options=("home", "to the island", "to bed"))
        result = attack([item], "AddSent2Pas-Shuffle")[0]
        assert result.stands
        assert result.degrees[0] > 0.65

    def test_the_three_sentence_attacks_use_the_same_sentences(self):
        plain, replaced, added = (attack([ANN], name)[0].item for name in ("AddSent2Opt", "Sent2Opt", "AddOther2Opt"))
        for index in (0, 2):
            assert plain.options[index] == f"{ANN.options[index]} {replaced.options[index]}"
            assert replaced.options[index] in ANN.passage
        assert added == ANN  # there is no other passage

    def test_a_sentence_is_drawn_for_each_distractor_or_once_for_the_question(self):
        item = replace(ANN, options=tuple("abcdefghijklmnop"), answer=0)
        drawn = {
            way: set(attack([item], "Sent2Opt", AttackSettings(sentence=way))[0].item.options[1:])
            for way in ("distractor", "question")
        }
        assert (len(drawn["distractor"]), len(drawn["question"])) == (2, 1)

    def test_clitics_and_marks_are_shuffled_apart(self):
        item = replace(ANN, passage="It doesn't like the baker's dog.")
        option = attack([item], "Sent2Opt-Shuffle")[0].item.options[0]
        assert Counter(option.split()) == Counter(["It", "does", "n't", "like", "the", "baker", "'s", "dog", "."])

    def test_the_answer_is_appended_to_the_distractors_or_takes_their_place(self):
        assert attack([ANN], "AddAns2Opt")[0].item.options == (
            "the old baker the goose",
            "the goose",
            "nobody at all the goose",
        )
        assert attack([ANN], "Ans2Opt-Shuffle")[0].item.options == ("goose the", "the goose", "goose the")
        mixed = attack([ANN], "AddAns2Opt-Shuffle")[0]
        assert Counter(mixed.item.options[2].split()) == Counter(["nobody", "at", "all", "the", "goose"])
        assert min(mixed.degrees[0], mixed.degrees[2]) > 0.65

    def test_a_sentence_of_another_passage_is_drawn_evenly_from_all_others_and_never_from_the_own(self):
        pages = [f"Page {n} has a sentence. Page {n} has another." for n in range(5)]
        items = [replace(ANN, id=f"q{n}", passage_id=page, passage=page) for n, page in enumerate(pages)]
        for own in range(5):
            drawn = Counter(
                attack(items, "AddOther2Opt", AttackSettings(seed=seed))[own].item.options[place].partition("Page")[2]
                for seed in range(100)
                for place in (0, 2)
            )
            assert len(drawn) == 8
            assert not any(text.startswith(f" {own}") for text in drawn)
            assert max(drawn.values()) < 50  # 25 each

    def test_of_two_passages_the_other_is_drawn_and_of_one_none(self):
        assert BO.passage in attack([ANN, BO], "AddOther2Opt")[0].item.options[0]
        assert ANN.passage[:10] in attack([ANN, BO], "AddOther2Opt")[1].item.options[-1]
        assert attack([ANN, ANN], "AddOther2Opt")[0].item == ANN

    def test_a_sentence_of_another_passage_is_appended_as_it_is_or_shuffled(self):
        plain = attack([ANN, BO], "AddOther2Opt")[0].item.options
        assert plain[0] == f"the old baker {BO.passage}"
        mixed = attack([ANN, BO], "Other2Opt-Shuffle")[0].item.options
        assert Counter(words(mixed[2])) == Counter(words(BO.passage))
        assert mixed[2] != " ".join(words(BO.passage))
        assert Counter(words(attack([ANN, BO], "AddOther2Pas-Shuffle")[0].item.added)) == Counter(words(BO.passage))

    @pytest.mark.parametrize("name", ["AddSent2Opt", "AddAns2Opt"])
    def test_a_neutral_control_has_as_many_words_as_its_attack_and_no_word_of_the_passage_but_function_words(
        self, name
    ):
        attacked, neutral = attack([ANN], name)[0].item, attack([ANN], f"{name}-Neutral")[0].item
        for index in (0, 2):
            assert len(words(neutral.options[index])) == len(words(attacked.options[index]))
            assert neutral.options[index].startswith(ANN.options[index])
            assert set(neutral.options[index].removeprefix(ANN.options[index]).split()) <= set(NEUTRAL_WORDS.split())

    def test_a_neutral_control_never_shortens_a_distractor(self):
        assert attack([ANN], "Ans2Opt-Neutral")[0].item == ANN  # the answer is shorter than either distractor
        item = replace(ANN, options=("hay", "the goose", "nobody"))
        assert attack([item], "Ans2Opt-Neutral")[0].item.options == ("hay as", "the goose", "nobody as")


class TestAwkwardItems:
    @pytest.mark.parametrize("name", [name for name in ALL if "Other" not in name])
    def test_a_passage_without_a_word_gives_no_sentence(self, name):
        result = attack([MARKS], name)[0]
        if "Sent2Opt" in name:
            assert (result.item, result.changed, result.degrees) == (MARKS, False, (None, None))
        else:
            assert result.changed == (name != "Ans2Opt-Neutral")

    @pytest.mark.parametrize("name", ALL)
    def test_without_a_passage_only_the_answer_or_another_passage_can_be_put_in(self, name):
        blind = view("QO")(ANN)
        result = attack([blind, BO], name)[0]
        possible = ("AddAns2Opt", "Ans2Opt-Shuffle", "AddOther2Opt", "Other2Opt")
        assert result.changed == name.startswith(possible)
        assert (result.item.passage, result.item.added) == ("", "")

    def test_a_system_that_sees_no_passage_sees_nothing_of_what_was_appended(self):
        assert view("QO")(attack([ANN], "AddSent2Pas-Shuffle")[0].item) == view("QO")(ANN)

    def test_a_passage_of_one_sentence_gives_it_to_every_distractor(self):
        item = replace(ANN, passage="Ann keeps geese.")
        assert attack([item], "Sent2Opt")[0].item.options == ("Ann keeps geese.", "the goose", "Ann keeps geese.")

    def test_a_one_word_answer_in_place_of_a_distractor_is_counted_as_equal_and_below(self):
        item = replace(ANN, options=("a dog", "Goose", "nobody"))
        result = attack([item], "Ans2Opt-Shuffle")[0]
        assert result.item.options == ("Goose", "Goose", "Goose")
        assert (result.degrees, result.below, result.equal) == ((0.0, None, 0.0), True, True)

    @pytest.mark.parametrize(("answer", "equal"), [("Goose.", True), ("!!!", True), ("A goose.", False)])
    def test_where_marks_stand_makes_no_other_answer(self, answer, equal):
        item = replace(ANN, options=("a dog", answer, "nobody"))
        result = attack([item], "Ans2Opt-Shuffle")[0]
        assert answer not in (result.item.options[0], result.item.options[2])
        assert result.equal == equal

    def test_a_distractor_that_differs_from_the_answer_in_marks_alone_is_none_that_an_attack_made(self):
        assert not attack([replace(ANN, options=("Goose!", "Goose.", "a dog"))], "AddAns2Opt")[0].equal

    def test_a_distractor_that_equals_the_answer_is_attacked_like_any_other(self):
        item = replace(ANN, options=("the goose", "the goose", "the dog"))
        result = attack([item], "AddSent2Opt-Shuffle")[0]
        assert result.item.options[1] == "the goose"
        assert result.degrees[0] > 0.65
        assert not attack([item], "AddSent2Pas")[0].equal

    def test_text_that_another_view_appended_stays_in_front(self):
        item = replace(ANN, added="A note.")
        assert attack([item], "AddSent2Pas")[0].item.added.startswith("A note. Who dislikes the dog? the old baker")

    def test_the_naive_order_puts_the_text_into_the_passage_itself(self):
        plain = attack([ANN], "AddSent2Pas-Shuffle")[0]
        naive = attack([ANN], "AddSent2Pas-Shuffle", AttackSettings(naive=True))[0]
        assert naive.item == replace(ANN, passage=f"{ANN.passage} {plain.item.added}")
        assert naive.degrees == plain.degrees

    def test_an_item_without_an_answer_is_refused(self):
        with pytest.raises(DataError, match=r"1 of the 2 questions have no answer \(the first is 'bo'\)"):
            attack([ANN, replace(BO, answer=None)], "AddAns2Opt")

    def test_nothing_to_attack_is_nothing_attacked(self):
        assert attack([], "AddOther2Opt") == []


class TestNames:
    def test_the_seven_attacks_stand_in_the_paper_s_order(self):
        assert list(ATTACKS) == [
            "AddSent2Pas-Shuffle",
            "AddSent2Opt-Shuffle",
            "AddAns2Opt-Shuffle",
            "Sent2Opt-Shuffle",
            "Ans2Opt-Shuffle",
            "AddSent2Opt",
            "AddAns2Opt",
        ]

    def test_beside_each_attack_stand_its_controls(self):
        assert {control for name in ATTACKS for control in controls_of(name)} - set(ATTACKS) == set(CONTROLS)
        for name in ATTACKS:
            beside = controls_of(name)
            assert not name.endswith("-Shuffle") or PAIRS.get(name, beside[0]) in beside
            assert sum("Other" in control for control in beside) == 1
            assert sum(control.endswith("-Neutral") for control in beside) == ("2Opt" in name)
        assert controls_of("Sent2Opt") == ()

    @pytest.mark.parametrize("name", ALL)
    def test_a_name_is_found_in_any_case(self, name):
        assert attack_name(name.lower()) == attack_name(name.upper()) == name
        assert attack([ANN], name.lower()) == attack([ANN], name)

    def test_an_unknown_name_is_answered_with_the_nearest(self):
        with pytest.raises(UsageError, match=r"attack 'AddSent2Opt-Shufle' does not exist.*'AddSent2Opt-Shuffle'\?"):
            attack([ANN], "AddSent2Opt-Shufle")

    @pytest.mark.parametrize(
        ("choice", "message"),
        [
            ({"threshold": 1.0}, "threshold of ShuffleDegree is 1.0; expected 0 or more and less than 1"),
            ({"threshold": -0.1}, "less than 1"),
            ({"threshold": float("nan")}, "threshold of ShuffleDegree is nan"),
            ({"sentence": "item"}, "sentence setting 'item' does not exist. Known: distractor, question"),
            ({"tries": 0}, "tries is 0; expected 1 or more"),
        ],
    )
    def test_a_setting_out_of_bounds_is_refused(self, choice, message):
        with pytest.raises(UsageError, match=message):
            AttackSettings(**choice)

    def test_the_least_that_makes_sense_is_taken(self):
        assert AttackSettings(threshold=0.0, tries=1).tries == 1
        assert attack([ANN], "Sent2Opt-Shuffle", AttackSettings(threshold=0.0, tries=1))[0].changed


class TestNone:
    def test_the_key_or_a_wrong_option_drawn_by_seed_becomes_none_of_the_others(self):
        [of_key], [of_wrong] = attack([ANN], "None2Key"), attack([ANN], "None2Wrong")
        assert of_key.item == replace(ANN, options=("the old baker", NONE, "nobody at all"))
        assert of_wrong.item.options.count(NONE) == 1
        assert of_wrong.item.options[1] == "the goose"
        drawn = {attack([ANN], "None2Wrong", AttackSettings(seed=seed))[0].item.options for seed in range(20)}
        assert len(drawn) == 2

    @pytest.mark.parametrize("option", ["None of the above.", "neither of them"])
    def test_a_question_that_has_such_an_option_stays_as_it_is_and_says_so(self, option):
        item = replace(ANN, options=("the old baker", "the goose", option))
        for name in NONES:
            [same] = attack([item], name)
            assert (same.item, same.changed) == (item, False)

    def test_what_replaces_the_key_stands_beside_what_replaces_a_wrong_option(self):
        assert controls_of("none2key") == ("None2Wrong",)
        trial = tried([ANN, BO], ["None2Key"], AttackSettings())
        assert set(trial.attacked) == {"None2Key", "None2Wrong"}
        assert not trial.targets("None2Key").any()  # it speaks for no wrong option
        assert trial.targets("None2Wrong").sum() == 2
