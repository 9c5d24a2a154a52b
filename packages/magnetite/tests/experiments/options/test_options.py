"""What a system chooses from options is traced to the options themselves, to their list, or to a question inferred."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from examfiles.reasons import many
from magnetite.experiments.asking import draw
from magnetite.experiments.options.experiment import (
    ALIKE,
    BY_ITSELF,
    FIELD,
    INFERRED,
    QUESTION,
    TOGETHER,
    VERDICTS,
    OptionsOnly,
    word_likeness,
)
from magnetite.testing import FakePanel, check_experiment

WORDS = ("cat", "dog", "goat", "owl")
MORE, SAME = f"{TOGETHER} less {BY_ITSELF}", f"{TOGETHER}, {BY_ITSELF}"


def luck(*names):
    return draw(9, *names) / 2**64


def items(count, passages=None, right=lambda k: k % 4):
    """Return questions whose options name their question, so that each option's score can be planted."""
    return [
        Item(
            f"q{k}",
            f"p{k % (passages or count)}",
            f"Text {k}.",
            f"What {k}?",
            tuple(f"{w} {k}" for w in WORDS),
            right(k),
        )
        for k in range(count)
    ]


def inferring(exam, question):
    return [replace(item, metadata={FIELD: question(item)}) for item in exam]


def choosing(exam, choice):
    """Return scores, one option at a time, of a system that chooses as `choice` says of each question."""
    chosen = {item.options[choice(item)] for item in exam}
    return lambda _context, option: 3.0 * (option in chosen)


def found(exam, together, by_itself=None, question=None, *, listwise=True, **settings):
    named = {"O": together, VERDICTS: by_itself, "QO": question}
    panel = FakePanel(
        {name: answer for name, answer in named.items() if answer}, views={VERDICTS: "O"}, listwise=listwise
    )
    return OptionsOnly(**settings).run(Dataset("made up", tuple(exam)), panel)[0]


def told(finding):
    return {each.code: each.values.get("verdict") for each in finding.answer.values["parts"]}


def codes(finding):
    return {each.code for each in finding.notes}


def prior(_context, option):
    """Score an option by itself."""
    return 4 * luck(option)


def test_of_a_system_whose_answers_are_only_priors_the_list_is_said_to_add_next_to_nothing():
    exam = items(
        240, right=lambda k: max(range(4), key=lambda place: luck(f"{WORDS[place]} {k}") + (k % 3 == 0) * place)
    )
    finding = found(exam, prior, prior)
    assert finding.number("difference", MORE).value == 0.0
    assert finding.number("same choice", SAME).value == 1.0
    assert told(finding) == {"options-together": "above", "options-list": "level"}


def test_of_a_system_that_finds_the_odd_one_out_the_list_is_said_to_tell_more():
    def odd(context, option):
        """Prefer the option whose first letter no other has."""
        return 3.0 * (sum(each[0] == option[0] for each in context.shown) == 1)

    exam = [
        replace(
            item, options=tuple(f"{'a' if k != item.answer else 'b'} {each}" for k, each in enumerate(item.options))
        )
        for item in items(80)
    ]
    finding = found(exam, odd, prior)
    assert finding.number("right", TOGETHER).value == 1.0
    assert told(finding) == {"options-together": "above", "options-list": "above"}
    gap = finding.number("difference", MORE)
    assert gap.value == pytest.approx(1 - finding.number("right", BY_ITSELF).value)
    swapped = found(exam, prior, choosing(exam, lambda item: item.answer))
    assert told(swapped)["options-list"] == "below"


@given(st.permutations(range(4)))
def test_nothing_depends_on_the_order_of_the_options(order):
    exam = items(12)
    turned = [
        replace(item, options=tuple(item.options[k] for k in order), answer=order.index(item.answer)) for item in exam
    ]
    plain, other = (found(each, prior, lambda _context, option: luck("alone", option)) for each in (exam, turned))
    assert [(n.label, n.group, n.value) for n in plain.numbers] == [(n.label, n.group, n.value) for n in other.numbers]


def test_intervals_of_what_the_list_adds_contain_the_truth_as_often_as_they_say():
    draws, covered, said = np.random.default_rng(4), 0, 0
    for _ in range(200):
        exam = items(60, passages=20)
        right = {
            name: {item.id for item in exam if draws.random() < p} for name, p in ((TOGETHER, 0.5), (BY_ITSELF, 0.3))
        }
        answers = [
            choosing(exam, lambda item, own=own: item.answer if item.id in own else (item.answer + 1) % 4)
            for own in right.values()
        ]
        gap = found(exam, *answers).number("difference", MORE)
        covered += gap.low <= 0.2 <= gap.high
        said += told(found(exam, answers[0], answers[0]))["options-list"] in {"above", "below"}
    assert covered >= 180  # of 200, of which intervals of 95% contain it in 190
    assert said == 0


def test_a_system_that_answers_the_question_that_it_infers_is_found_to_choose_the_same():
    exam = inferring(items(120), lambda item: f"Which {item.id}?")
    guessed = lambda item: item.answer if luck("right", item.id) < 0.5 else (item.answer + 1) % 4  # noqa: E731
    together = choosing(exam, guessed)

    def abducing(context, option):
        asked = context.question.startswith("Which")
        return together(context, option) if asked else 3.0 * any(option == i.options[i.answer] for i in exam)

    finding = found(exam, together, None, abducing)
    pairs = {(row["first"], row["second"]): row for row in finding.table("pairs").rows()}
    assert pairs[INFERRED, TOGETHER]["same"] == 1.0
    assert pairs[INFERRED, TOGETHER]["difference"] == 0.0
    assert pairs[INFERRED, QUESTION]["difference"] < -0.3
    assert finding.number("right", QUESTION).value == 1.0


def test_a_system_whose_answers_to_inferred_questions_are_at_random_chooses_the_same_as_often_as_by_chance():
    exam, missed = inferring(items(80), lambda item: f"Which {item.id}?"), 0
    for seed in range(40):
        finding = found(exam, prior, None, lambda _context, option, seed=seed: luck("at random", str(seed), option))
        row = next(row for row in finding.table("pairs").rows() if row["second"] == TOGETHER)
        missed += not row["same_low"] <= row["expected"] <= row["same_high"]
    assert missed <= 6  # of 40, of which intervals of 95% miss 2


def test_inferred_questions_that_are_the_true_ones_are_alike_and_those_of_others_are_not():
    subjects = ("rain", "harvest", "a letter", "winter", "the bridge", "two sisters", "a goat", "school")
    exam = [
        replace(item, question=f"Why does the author mention {subjects[k % 8]} {k}?")
        for k, item in enumerate(items(80))
    ]
    others = {item.id: exam[k - 1].question for k, item in enumerate(exam)}
    true = found(
        inferring(exam, lambda item: item.question.replace("Why does the author mention", "Why mention")), prior
    )
    false = found(inferring(exam, lambda item: others[item.id]), prior)
    assert told(true)["options-alike"] == "above"
    assert told(false)["options-alike"] != "above"
    assert true.number(ALIKE).value == pytest.approx(
        np.mean([word_likeness(f"Why mention {subjects[k % 8]} {k}?", each.question) for k, each in enumerate(exam)])
    )
    one_passage = [replace(item, passage_id="p") for item in inferring(exam, lambda item: item.question)]
    assert "options-alike" not in told(found(one_passage, prior))


def test_a_system_that_scores_options_one_by_one_is_said_to_have_nothing_but_priors():
    finding = found(items(40), prior, listwise=False)
    assert "options-itself" in told(finding)
    assert not {"options-note-verdicts", "options-note-no-verdicts"} & codes(finding)


def test_what_cannot_be_asked_is_named_with_what_it_takes():
    finding = found(items(8), prior)
    assert "options-note-no-verdicts" in codes(finding)
    lacking = {
        name: next(
            n.values["lacking"] for n in found(items(8), prior, None, question).notes if "not-inferred" in n.code
        )
        for name, question in (("without QO", None), ("with QO", prior))
    }
    assert lacking == {"without QO": "system", "with QO": "question"}
    nothing = OptionsOnly().run(Dataset("made up", tuple(items(8))), FakePanel({"QOC": prior}))[0]
    assert nothing.answer.code == "options-nothing"
    assert found([replace(item, answer=None) for item in items(8)], prior).answer.code == "options-nothing"


def test_questions_without_an_answer_are_left_out_and_those_without_an_inferred_question_of_that_comparison():
    exam = [*inferring(items(8), lambda item: "Which?" if item.id != "q3" else " "), replace(items(9)[8], answer=None)]
    finding = found(exam, prior, prior, prior)
    notes = {each.code: each.values for each in finding.notes}
    assert notes["options-note-left-out"]["questions"] == many(1)
    assert notes["options-note-inferred"]["lacking"] == 1
    counts = {row["read"]: row["n"] for row in finding.table("read").rows()}
    assert counts == {BY_ITSELF: 8, TOGETHER: 8, INFERRED: 7, QUESTION: 8}
    assert [row["id"] for row in finding.items.rows() if row["likeness"] is None] == ["q3"]


def test_neither_lists_nor_single_options_are_shown_with_a_passage_or_a_question():
    panel = FakePanel({"O": prior, VERDICTS: prior, "QO": prior}, views={VERDICTS: "O"}, listwise=True)
    OptionsOnly().run(Dataset("made up", tuple(inferring(items(6), lambda item: "Which?"))), panel)
    for name, _, cells, _ in panel.requests:
        assert not any(context.passage for context in cells.contexts)
        assert any(context.question for context in cells.contexts) is (name == "QO")


def test_it_keeps_the_contract_of_experiments():
    check_experiment(OptionsOnly())
