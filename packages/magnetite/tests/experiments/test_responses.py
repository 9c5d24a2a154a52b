from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.experiments.candidates import BANDS, EASE, analysed, band
from magnetite.experiments.check.experiment import responses_finding
from magnetite.experiments.flags import RULES, Exam, default_settings, find_flags, not_checked, second_look
from magnetite.inputs.responses import BLANK, NOT_ASKED, RIGHT, WRONG, Responses, read_responses
from magnetite.report.check.answers import reliability_of
from magnetite.report.wording import LANGUAGES, notes_of, rule_sentence, wording
from tests.tables import values_of

ITEMS = (
    Item("q1", "p", "A text.", "Who?", ("Ann", "Bob", "Cid"), 0),
    Item("q2", "p", "A text.", "How many?", ("3", "1", "2", "4"), 1),
    Item("q3", "p", "A text.", "Where?", ("in a box", "on a hill"), 1),
)


@pytest.mark.parametrize(
    ("bands", "below", "words"),
    [
        (EASE, "very-hard", {"very-easy": (1, 0.9), "easy": (0.89, 0.65), "medium": (0.64, 0.35), "hard": (0.34, 0.2)}),
        (BANDS, "negative", {"strong": (1, 0.4), "good": (0.39, 0.3), "fair": (0.29, 0.2), "weak": (0.19, 0.0)}),
    ],
    ids=["facility", "discrimination"],
)
def test_a_facility_and_a_discrimination_have_the_words_of_the_manuals(bands, below, words):
    assert {value: band(value, bands, below) for value in sum(words.values(), ())} == {
        value: word for word, both in words.items() for value in both
    }
    assert band(bands[-1][0] - 0.01, bands, below) == below


@given(
    st.lists(
        st.tuples(*[st.sampled_from([0, 1, BLANK, NOT_ASKED])] * len(ITEMS)).filter(
            lambda row: any(each != NOT_ASKED for each in row)
        ),
        min_size=2,
        max_size=12,
    )
)
def test_the_shares_of_options_and_of_no_answer_add_up_to_one_of_those_asked(rows):
    chosen = np.array(rows, dtype=np.int64)
    part = analysed(ITEMS, Responses(tuple(item.id for item in ITEMS), chosen))
    for item, column in zip(ITEMS, chosen.T, strict=True):
        asked, blank = int((column != NOT_ASKED).sum()), int((column == BLANK).sum())
        if not asked:
            continue
        answers = part.by_id[item.id]
        assert (answers.asked, answers.answered) == (asked, asked - blank)
        assert sum(each.count for each in answers.options) == asked - blank
        assert sum(each.share for each in answers.options) + blank / asked == pytest.approx(1)


def finding(exam, given, looks=()):
    found = responses_finding(exam, given, analysed(exam.items, given), looks)
    assert found.settings == {"seed": 0}
    return found


def answered(exam, given):
    return replace(exam, answers=analysed(exam.items, given).by_id)


def simulated(candidates=400, seed=1):
    """Simulate an exam of 12 items: item q0's key is wrong, the wrong option B of every other tempts by its number."""
    random = np.random.default_rng(seed)
    ability = random.normal(size=candidates)
    items = [Item(f"q{n}", f"p{n}", "A text.", "Who?", ("a", "b", "c", "d"), 1 if n == 0 else 0) for n in range(12)]
    tempting = [0.9, *(0.1 + 0.07 * n for n in range(1, 12))]
    chosen = np.empty((candidates, 12), dtype=np.int64)
    for n in range(12):
        able = random.random(candidates) < 1 / (1 + np.exp(-(1 - 0.25 * n + 1.5 * ability)))
        wrong = np.where(random.random(candidates) < tempting[n], 1, random.integers(2, 4, candidates))
        chosen[:, n] = np.where(able, 0, wrong)
    rows = []
    for n in range(12):
        right = 1 / (1 + np.exp(-(1 - 0.25 * n)))
        other = (1 - right) * (1 - tempting[n]) / 2
        rows.append((right, (1 - right) * tempting[n], other, other))
    given = Responses(tuple(item.id for item in items), chosen)
    return Exam(tuple(items), {"QO": tuple(rows)}), given


def test_a_planted_wrong_key_and_a_system_that_thinks_like_candidates_are_found():
    exam, given = simulated()
    found = finding(exam, given, looks=("q0",))
    facility = values_of(found.table("facility"))
    assert facility["high"][0] < 0.5
    assert facility["discrimination_high"][0] < 0
    assert all(value > 0 for value in facility["discrimination"][1:])
    assert "which chance makes of one in forty sound questions: q0." in found.sentence
    assert found.number("distractor correlation", "QO").low > 0.5
    assert found.number("mean facility", "second look").value == pytest.approx(facility["facility"][0])
    assert found.number("mean discrimination", "others").low > 0


def test_few_candidates_accuse_no_question():
    exam, given = simulated()
    few = Responses(given.items, given.chosen[:20])
    found = finding(exam, few)
    assert found.table("negative").values("id") == []
    assert "too few for reliable discriminations" in notes_of(found.notes)[-1]
    assert finding(exam, given).table("negative").values("id") == ["q0"]


def test_a_system_that_knows_nothing_of_the_candidates_does_not_correlate():
    exam, given = simulated()
    random = np.random.default_rng(0)
    rows = tuple(map(tuple, random.dirichlet([1, 1, 1, 1], 12)))
    number = finding(Exam(exam.items, {"O": rows}), given).number("distractor correlation", "O")
    assert number.low < 0 < number.high


def test_shares_of_a_question_add_up_and_missing_answers_are_shown():
    chosen = np.array([[0, 1, 1], [2, -1, 0], [0, 1, 1], [0, 0, 1]])
    found = finding(Exam(ITEMS), Responses(("q1", "q2", "q3"), chosen))
    rows = values_of(found.table("distractors"))
    totals: dict[str, float] = {}
    for name, share in zip(rows["id"], rows["chosen"], strict=True):
        totals[name] = totals.get(name, 0) + share
    assert totals == pytest.approx({"q1": 1, "q2": 1, "q3": 1})
    assert [name for name, option in zip(rows["id"], rows["option"], strict=True) if option == ""] == ["q2"]
    assert "1 answer is missing; a missing answer counts as not right." in notes_of(found.notes)
    assert found.table("facility").values("facility") == [0.75, 0.5, 0.75]


def test_questions_without_a_key_are_left_out_and_said():
    items = (ITEMS[0], Item("q2", "p", "A text.", "Who?", ("a", "b"), None))
    found = finding(Exam(items), Responses(("q1", "q2"), np.array([[0, 1]])))
    assert found.table("facility").values("id") == ["q1"]
    assert any("without a known key are not analysed: q2" in note for note in notes_of(found.notes))


def wrong_key(candidates, seed=3):
    """Return an exam whose question q0 is keyed B: 12% choose it, 53% A, the better ones; discrimination about -0.1."""
    random = np.random.default_rng(seed)
    ability = random.normal(size=candidates)
    chosen = np.where(random.random((candidates, 20)) < 1 / (1 + np.exp(-1.2 * ability[:, None])), 0, 2)
    chosen = np.where((chosen == 2) & (random.random(chosen.shape) < 0.6), random.choice([1, 3], chosen.shape), chosen)
    best = np.argsort(-(0.6 * ability + random.normal(size=candidates)))
    shares = (round(0.53 * candidates), round(0.12 * candidates), round(0.2 * candidates))
    chosen[best, 0] = 0
    others = random.permutation(np.repeat([1, 2, 3], (*shares[1:], candidates - sum(shares))))
    chosen[best[shares[0] :], 0] = others
    items = tuple(
        Item(f"q{n}", f"p{n}", "A text.", f"Who came in chapter {n}?", ("a", "b", "c", "d"), 1 if n == 0 else 0)
        for n in range(20)
    )
    return Exam(items), Responses(tuple(item.id for item in items), chosen)


@pytest.mark.parametrize("candidates", [60, 100, 300])
def test_a_planted_wrong_key_deserves_a_second_look_before_any_other_question(candidates):
    exam, given = wrong_key(candidates)
    exam = answered(exam, given)
    found = exam.answers["q0"]
    assert found.facility.estimate == pytest.approx(0.12, abs=0.01)
    assert found.options[0].share == pytest.approx(0.53, abs=0.01)
    assert -0.25 < found.discrimination.estimate < 0.0
    flags = find_flags(exam)
    assert second_look(flags)[0] == "q0"
    (drawn,) = [flag for flag in flags if flag.rule == "wrong-option-draws-the-best"]
    assert (drawn.item, drawn.options, drawn.source, drawn.severity) == ("q0", (0, 1), "candidates", "fatal")
    for language, said in (("en", "53% of"), ("de", "53\xa0% von")):
        assert said in rule_sentence(wording(language), drawn.rule, drawn.evidence)


def candidate_flags(exam, given):
    flags = find_flags(answered(exam, given))
    return {
        item.id: [each.rule for each in flags if each.item == item.id and each.source == "candidates"]
        for item in exam.items
    }


def test_ten_candidates_raise_no_flag_whatever_they_answer():
    exam, given = wrong_key(300)
    random = np.random.default_rng(0)
    for _ in range(20):
        few = Responses(given.items, given.chosen[random.permutation(300)[:10]])
        assert not [rules for rules in candidate_flags(exam, few).values() if rules]
    gap = next(each for each in not_checked(answered(exam, few)) if each.rule == "negative-discrimination")
    assert (gap.reason, gap.items, dict(gap.evidence)) == ("candidates", (), {"needed": 30, "found": 10})


def test_too_few_candidates_are_said_once_though_one_question_has_no_answers():
    exam, given = wrong_key(12)
    given = Responses(given.items[1:], given.chosen[:, 1:])
    gaps = [each for each in not_checked(answered(exam, given)) if each.rule == "worse-than-guessing"]
    assert [(each.reason, each.items) for each in gaps] == [("answers", ("q0",)), ("candidates", ())]


def test_without_answers_the_rules_say_that_they_need_them():
    exam, _ = wrong_key(30)
    gaps = {each.rule: each.reason for each in not_checked(exam) if each.reason == "answers"}
    assert len(gaps) == 9


def test_without_keys_the_rules_say_that_they_need_them():
    exam, given = wrong_key(60)
    keyless = replace(answered(exam, given), items=tuple(replace(item, answer=None) for item in exam.items))
    gaps = {each.rule for each in not_checked(keyless) if each.reason == "key"}
    assert {name for name, rule in RULES.items() if rule.answers} <= gaps


def planted(facilities, slopes, candidates=400, seed=5, nobody=()):
    """Draw answers to questions keyed A, by facility and slope; the options in `nobody`, (item, option), get none."""
    random = np.random.default_rng(seed)
    ability = random.normal(size=candidates)
    chosen = np.empty((candidates, len(facilities)), dtype=np.int64)
    for n, (facility, slope) in enumerate(zip(facilities, slopes, strict=True)):
        middle = np.log(facility / (1 - facility)) * np.sqrt(1 + 0.35 * slope**2)
        right = random.random(candidates) < 1 / (1 + np.exp(-(middle + slope * ability)))
        wrong = [option for option in (1, 2, 3) if (n, option) not in nobody]
        chosen[:, n] = np.where(right, 0, random.choice(wrong, candidates))
    items = tuple(Item(f"q{n}", f"p{n}", "A text.", "Who?", ("a", "b", "c", "d"), 0) for n in range(len(facilities)))
    return Exam(items), Responses(tuple(item.id for item in items), chosen)


def test_each_planted_fault_raises_its_flag_and_sound_questions_none():
    facilities, slopes = [0.6] * 14, [1.3] * 14
    facilities[1], facilities[6], slopes[2], slopes[3], facilities[4] = 0.1, 0.35, 0.0, -1.0, 0.985
    found = candidate_flags(*planted(facilities, slopes, nobody=((5, 3),)))
    assert found["q1"] == ["worse-than-guessing"]
    assert found["q6"] == []  # hard, but not far from the rest
    assert found["q2"] == ["low-discrimination"]
    assert "negative-discrimination" in found["q3"]
    assert found["q4"] == ["too-easy-for-candidates"]
    assert found["q5"] == ["option-nobody-chooses"]
    assert not [name for name in found if int(name[1:]) > 6 and found[name]]


def test_a_question_far_harder_than_the_rest_is_too_hard():
    found = candidate_flags(*planted([0.9] * 9 + [0.4], [1.0] * 10))
    assert found["q9"] == ["too-hard-for-candidates"]
    exam = answered(*planted([0.9] * 9 + [0.4], [1.0] * 10))
    (flag,) = [each for each in find_flags(exam) if each.rule == "too-hard-for-candidates"]
    others = np.array([(400 * exam.answers[f"q{n}"].facility.estimate + 0.5) / 401 for n in range(9)])
    odds = np.exp(np.log(others / (1 - others)).mean())  # the mean is that of log odds
    assert flag.evidence["rest"] == pytest.approx(odds / (1 + odds))
    assert flag.evidence["right"] == exam.answers["q9"].facility.estimate


def test_a_question_that_nobody_solves_is_worse_than_guessing():
    exam, given = planted([0.6] * 8, [1.0] * 8, candidates=40)
    chosen = given.chosen.copy()
    chosen[:, 0] = 2
    chosen[0, 0] = 1
    assert candidate_flags(exam, Responses(given.items, chosen))["q0"][0] == "worse-than-guessing"


def test_sound_questions_of_a_small_class_are_hardly_ever_accused():
    wrong = total = 0
    for seed in range(12):
        found = candidate_flags(*planted([0.6] * 15, [1.0] * 15, candidates=40, seed=seed))
        wrong += sum(
            bool({"negative-discrimination", "wrong-option-draws-the-best"} & set(each)) for each in found.values()
        )
        total += 15
    assert wrong / total < 0.02


def test_marks_show_no_options_and_raise_no_flags_about_them():
    exam, given = wrong_key(100)
    keys = np.array([item.answer for item in exam.items])
    marks = Responses(given.items, np.where(given.chosen == keys, keys, WRONG))
    found = finding(exam, marks)
    assert (
        values_of(found.table("facility"))["facility"] == values_of(finding(exam, given).table("facility"))["facility"]
    )
    assert len(found.table("distractors")) == 0
    assert set(found.table("curves").values("option")) == {"A", "B"}  # the keys alone
    rules = {rule for each in candidate_flags(exam, marks).values() for rule in each}
    assert not rules & {"option-nobody-chooses", "wrong-option-draws-the-best"}


def test_marks_analyse_questions_without_a_known_key():
    exam, given = planted([0.6] * 5, [1.0] * 5)
    keyless = Exam(tuple(replace(item, answer=None) for item in exam.items))
    marks = Responses(given.items, np.where(given.chosen == 0, RIGHT, WRONG))
    assert values_of(finding(keyless, marks).table("facility"))["facility"] == pytest.approx(
        values_of(finding(exam, given).table("facility"))["facility"]
    )


def test_a_question_that_some_were_not_asked_counts_those_who_were():
    exam, given = planted([0.6] * 8, [1.0] * 8)
    some = given.chosen.copy()
    some[::2, 0] = NOT_ASKED
    found = finding(exam, Responses(given.items, some))
    row = values_of(found.table("facility"))
    assert row["n"][0] == row["answered"][0] == 200
    assert row["facility"][0] == pytest.approx((given.chosen[1::2, 0] == 0).mean())
    assert "Not all candidates had the same questions" in " ".join(notes_of(found.notes))
    assert not [each for each in found.numbers if each.label == "reliability"]


def test_the_number_that_answered_is_as_it_is():
    exam, given = planted([0.6] * 4, [1.0] * 4, candidates=50)
    some = given.chosen.copy()
    some[:7, 2] = -1
    row = values_of(finding(exam, Responses(given.items, some)).table("facility"))
    assert (row["n"], row["answered"]) == ([50] * 4, [50, 50, 43, 50])


def test_scores_groups_and_reliability_add_up():
    exam, given = planted([0.3, 0.5, 0.7] * 5, [1.3] * 15)
    found = finding(exam, given)
    scores = values_of(found.table("scores"))
    assert sum(scores["candidates"]) == 400
    assert found.number("mean score").value == pytest.approx(np.average(scores["score"], weights=scores["candidates"]))
    assert 0.6 < found.number("reliability").low < found.number("reliability").value < 0.9
    error = found.number("standard deviation").value * (1 - found.number("reliability").value) ** 0.5
    assert found.number("standard error").value == pytest.approx(error)
    curves = values_of(found.table("curves"))
    first = [n for n, name in enumerate(curves["id"]) if name == "q0"]
    key = [curves["share"][n] for n in first if curves["option"][n] == "A"]
    assert len(key) == 5
    assert key[0] < key[-1]
    sizes = {curves["group"][n]: curves["n"][n] for n in first}
    assert sum(sizes.values()) == 400
    assert values_of(found.table("reliability"))["band"] == ["high"]


def test_settings_change_when_the_rules_about_candidates_speak():
    rules = default_settings().rules
    assert {rules[name].thresholds["candidates"] for name in rules if "candidates" in rules[name].thresholds} == {30}


def test_every_note_is_in_the_reader_s_language(tmp_path):
    items = (*ITEMS, Item("q4", "p", "A text.", "Who?", ("a", "b"), None))
    (tmp_path / "a.csv").write_text("who,2,4\nx,2,B\ny,,A\n", "utf-8")
    found = finding(Exam(items), read_responses(tmp_path / "a.csv", items))
    texts = {language: notes_of(found.notes, language) for language in LANGUAGES}
    assert len(texts["en"]) == 7  # one of each
    assert not set(texts["de"]) & set(texts["en"])
    assert "Antworten wurden als Texte von Optionen gelesen." in texts["de"]


def passages_understood(passages, strength, candidates=400):
    """Simulate 32 questions, whose passages a candidate understands or does not."""
    random, of = np.random.default_rng(8), np.arange(32) * passages // 32
    items = tuple(Item(f"q{n}", f"p{p}", f"Text {p}.", f"Who is {n}?", ("a", "b", "c"), 0) for n, p in enumerate(of))
    understands = strength * random.normal(size=(candidates, passages))[:, of]
    right = random.random((candidates, 32)) < 1 / (1 + np.exp(-0.8 * random.normal(size=(candidates, 1)) - understands))
    return items, Responses(tuple(item.id for item in items), np.where(right, 0, 1))


def test_four_passages_of_eight_questions_are_no_class_test_though_alpha_of_the_questions_says_so():
    items, given = passages_understood(4, 1.0)
    found = finding(Exam(items, {}), given)
    whole, parts = found.number("reliability").value, found.number("reliability over passages").value
    assert whole > 0.7  # enough for a class test
    assert parts < 0.65
    assert found.table("reliability").values("band") == ["low"]
    total = (given.chosen == 0).sum(axis=1)
    assert found.number("standard error").value == pytest.approx(total.std(ddof=1) * np.sqrt(1 - parts))


def test_the_page_and_the_terminal_say_both_reliabilities_and_the_use_of_the_lower_one():
    items, given = passages_understood(4, 1.0)
    found = finding(Exam(items, {}), given)
    whole, parts = (f"{found.number(name).value:.2f}" for name in ("reliability", "reliability over passages"))
    for language in LANGUAGES:
        words = wording(language)
        for said in (
            words.say("page-reliability", reliability_of(found)),
            words.say("command-reliability", {**reliability_of(found), "error": 3.7, "questions": 32}),
        ):
            assert whole in said.replace(",", ".")
            assert parts in said.replace(",", ".")
            assert words.say("reliable-low") in said


def test_where_all_questions_share_a_passage_a_note_says_what_their_reliability_is_not():
    items, given = passages_understood(1, 0.0)
    found = finding(Exam(items, {}), given)
    assert "responses-one-passage" in [note.code for note in found.notes]
    assert "reliability over passages" not in [each.label for each in found.numbers]


def test_questions_of_a_passage_do_not_raise_each_others_discriminations():
    """A passage effect alone, without ability: no question tells candidates apart elsewhere."""
    random = np.random.default_rng(2)
    of = np.arange(32) // 8
    items = tuple(Item(f"q{n}", f"p{p}", f"Text {p}.", f"Who is {n}?", ("a", "b", "c"), 0) for n, p in enumerate(of))
    right = random.random((400, 32)) < 1 / (1 + np.exp(-1.5 * random.normal(size=(400, 4))[:, of]))
    given = Responses(tuple(item.id for item in items), np.where(right, 0, 1))
    discriminations = finding(Exam(items, {}), given).table("facility").values("discrimination")
    assert np.abs(discriminations).max() < 0.2
    assert np.mean(discriminations) == pytest.approx(0.0, abs=0.04)
