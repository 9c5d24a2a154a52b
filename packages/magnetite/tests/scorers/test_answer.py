"""Whoever wrote an answer, the option it names is read as it is meant, and none where it names none."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetite.scorers.answer import letters_among, named_option

OPTIONS = ("a cat", "a dog", "a cow", "none of these")


ANSWERS = (
    ("B", "B"), ("b", "B"), ("Ｂ", "B"), (" B.", "B"), ("(B)", "B"), ("**B**", "B"), ("B) a dog", "B"),
    ("B. a dog\n\nBecause dogs bark.", "B"), ("B\nBecause", "B"), ("The answer is B", "B"), ("Answer: b", "B"),
    ("The correct answer is **B**: a dog.", "B"), ("The right option is (B).", "B"), ("I think it is (B).", "B"),
    ("A DOG", "B"), ("None of these.", "D"), ("E", None), ("The answer is E", None), ("A or B", None),
    ("(A) or (B)", None), ("", None), ("?", None), ("I cannot answer that.", None), ("A dog barks.", None),
    ("The answer is a matter of taste.", None), ("A. a cat\nB. a dog", None), ("ß", None), ("АВ", None),
    ("an owl", None), ("<think>Option B? The answer is C? No.</think>\n\nB", "B"),
    ("<think>Option A is about milk.</think>\n\nB", "B"), ("<think>A or B? (A) is wrong.</think>B", "B"),
    ("The best answer is B because option A says otherwise", "B"), ("the answer is a warm loaf: B", "B"),
    ("the answer is a bit unclear", None), ("\\boxed{B}", "B"), ("答案：B", "B"), ("Antwort: B", "B"),
    ("Réponse : B", "B"), ("I think B", "B"), ("B is correct", "B"), ("Answer: A\nNo, wait. Answer: B", "B"),
    ("Answer: **D**", "D"), ("Answer: $B", "B"), ("The answer is B. Note that A is a common distractor", "B"),
    ("I considered (A) and (B), but neither fits. Final answer: D", "D"), ("<think>The answer is B.", None),
    ("The answer is B.</think>\nC", "C"), ("[THINK]A[/THINK]C", "C"),
    ("<|channel|>analysis<|message|>A?<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>", "B"),
    ("<|channel|>analysis<|message|>The answer is A", None), ("$\\boxed{\\text{B}}$", "B"), ("答案是B", "B"),
    ("正确答案：(B)", "B"), ("选B", "B"), ("<answer>B</answer>", "B"), ("The answer is not A.", None),
    ("(A) is wrong.", None), ("(A) is wrong; (B) it is.", "B"), ("A is wrong, so B is correct.", "B"),
    ("Both A and B are plausible.", None), ("The answer is A or B", None), ("Answer: A, B", None),
    ("Answer: B, since A is too short.", "B"), ("The answer to this question is therefore C.", "C"),
    ("The answer choices are: A. milk B. bread. I pick B", "B"),
    ("A. a cat\nB. a dog\nC. a cow\n\nAnswer: C", "C"), ("A. a cat\nB. a dog\n\nB", "B"),
    ("B\n\nQuestion: Where is Bo?\nAnswer: C", "B"), ("Answer:\n\n**B**", "B"), ("B, because dogs bark.", "B"),
    ("A because cats purr.", "A"), ("A is correct.", "A"), ("The answer is A because cats purr", "A"),
    ("The answer is a dog.", "B"), ("Answer: a dog", "B"), ("B?", None), ("I'd go with option C.", "C"),
    ("It's B.", "B"), ("Option A says cat, so B is correct.", "B"), ("Answer: (b)", "B"),
    ("The answer is (b) a dog", "B"), ("My choice: D", "D"), ("**Answer: B**", "B"),
    ("**Final Answer:** B) a dog", "B"), ("### B", "B"), ("`B`", "B"), ("A and B", None), ("A, B", None),
    ("The correct answer would be B", "B"), ("B: a dog", "B"), ("B - a dog", "B"), ("Ответ: B", "B"),
    ("정답: B", "B"), ("Respuesta: B", "B"), ("A resposta é B", "B"), ("La risposta è B.", "B"),
    ("Let's think. The cat is A. The dog is B.", None), ("I do not know.", None), ("Answer: I think B", "B"),
    ("The answer is I think a dog", None), ("Sorry, as an AI I can't answer.", None), ("Answer: unclear", None),
    ("B<|im_end|>", "B"), ("B</s>", "B"), ("The answer is: B. a dog", "B"), ("Answer: B)", "B"),
    ("answer is B!", "B"), ("Vitamin A is good", None), ("Plan B", None), ("Rule out (A). ", None),
    ("I would eliminate A and D, leaving (B).", "B"), ("The answer isn't A. It's C.", "C"), ("Not A", None),
    ("A/B", None), ("b. a dog", "B"), ("a", "A"), ("A", "A"), ("a.", "A"), ("I choose A.", "A"),
    ("I choose a dog", None), ("The correct option is B, not A.", "B"), ("Therefore, the answer is\n\nB", "B"),
    ("The answer is: \n\n$$\\boxed{C}$$", "C"), ("First, A: no. B: yes. Answer: B", "B"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "letter"), ANSWERS)
def test_an_answer_names_this_option(text, letter):
    found = named_option(text, OPTIONS)
    assert (None if found is None else "ABCD"[found]) == letter


DISCUSSED = (
    "Let me think. Option A: it never barks. Option B: that would fit. Option C: no.",
    "Option A: the story says that the cat is not at home. Option B: the dog is.",
    "Looking at choice A: the cat is not in the story. Choice B: a d",
    "A: false. B: true.", "(A) No. (B) Yes.", "A. a cat B. a dog C. a cow", "A: no", "(A) No.",
    "Statement A is true, but B answers what is asked.", "I guess A is plausible, but B fits the story better",
    "My answer is A, no wait, B.", "Let's say A is true. Then", "Suppose I choose A. Then the story",
    "If A is correct, the cat barked.", "Consider option A first", "As for (A), the cat sleeps.",
    "Option A says that the cat sleeps.", "Let us say it is A. Hm", "Answer: A. Wait, actually B fits.",
)  # fmt: skip


@pytest.mark.parametrize("text", DISCUSSED)
def test_an_option_that_is_only_discussed_is_not_chosen(text):
    assert named_option(text, OPTIONS) is None


BEGINNINGS = (
    "",
    "Let me think. ",
    "Let's see. ",
    "I have to choose one.\n",
    "First, I will go through them:\n",
    "Well, ",
)
STEPS = (
    "Option {}: {}.", "option {}: {}.", "({}) {}.", "{}: {}.", "Looking at choice {}: {}.", "As for option {}, {}.",
    "Option {} says that {}.", "Statement {} says that {}.", "Considering ({}), {}.", "I guess {} is plausible: {}.",
    "Let's say {} is true; {}.", "What about {}? {}.", "If {} is right, {}.", "**{}**: {}.",
)  # fmt: skip
VERDICTS = (
    "no",
    "the story does not say so",
    "this is not sold",
    "false",
    "it may be",
    "that is not it",
    "yes, perhaps",
)
DISCUSSIONS = st.tuples(
    st.sampled_from(BEGINNINGS),
    st.sampled_from(STEPS),
    st.lists(st.sampled_from(VERDICTS), min_size=4, max_size=4),
    st.sampled_from([" ", "\n"]),
)


def discussion(parts, until="D"):
    """Return a text that goes through the options in order, until this one."""
    beginning, step, verdicts, between = parts
    steps = [step.format(*each) for each in zip("ABCD", verdicts, strict=True)]
    return beginning + between.join(steps[: "ABCD".index(until) + 1])


@settings(max_examples=200)
@given(parts=DISCUSSIONS, until=st.sampled_from("BCD"), cut=st.integers(0, 2))
def test_who_goes_through_the_options_without_a_conclusion_has_chosen_none(parts, until, cut):
    """Wherever it ends: an answer that is too long breaks off behind the options that come first."""
    text = discussion(parts, until)
    assert named_option(text[: len(text) - cut], OPTIONS) is None


@settings(max_examples=100)
@given(
    parts=DISCUSSIONS,
    letter=st.sampled_from("ABCD"),
    told=st.sampled_from(["Answer: {}", "The answer is {}.", "So the correct option is ({}).", r"\boxed{{{}}}", "{}"]),
)
def test_whatever_was_discussed_before_an_announced_answer_is_read(parts, letter, told):
    text = f"{discussion(parts)}\n\n{told.format(letter)}"
    assert named_option(text, OPTIONS) == "ABCD".index(letter)


@given(st.text())
def test_any_text_names_an_option_or_none(text):
    assert named_option(text, OPTIONS) in {None, 0, 1, 2, 3}


@given(st.sampled_from("ABCD"), st.sampled_from(["think", "thinking", "reasoning"]), st.text("ABCD ?.()\n"))
def test_reasoning_changes_no_answer_and_without_an_end_is_none(letter, tag, thought):
    assert named_option(f"<{tag}>{thought}</{tag}>\n\n{letter}", OPTIONS) == "ABCD".index(letter)
    assert named_option(f"{thought}</{tag}>{letter}", OPTIONS) == "ABCD".index(letter)
    assert named_option(f"<{tag}>{thought}\n{letter}", OPTIONS) is None


def test_reasoning_whose_beginning_was_in_the_prompt_takes_all_before_its_end_with_it():
    assert named_option("Answer: B <think>so</think> or not</think> I cannot say.", OPTIONS) is None
    assert named_option("Answer: B <think>so</think> or not</think> Answer: C", OPTIONS) == 2


@given(st.dictionaries(st.sampled_from([*"ABC", " A", "The", "x"]), st.floats(0.001, 1.0), min_size=1))
def test_a_letter_that_is_not_listed_gets_no_more_than_the_listed_leave_over_or_the_least_of_them(weights):
    whole = sum(weights.values()) / 0.9
    top = [(token, math.log(weight / whole)) for token, weight in weights.items()]
    read = letters_among(top, 4)
    assert read.missing >= 1
    if not read.none:
        assert read.scores[3] == pytest.approx(min(math.log(0.1), *(value for _, value in top)))


def test_an_options_own_words_decide_unless_two_options_have_them():
    assert named_option("two", ("two", "three", "two")) is None
    assert named_option("C", ("two", "three", "two")) == 2
    assert named_option("B. Smith", ("B. Smith", "A. Smith")) == 0
