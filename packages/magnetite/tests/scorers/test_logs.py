"""Logs of other programs are systems: told by text, whole or not at all, and said to be what they are."""

import json
import math
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError
from examfiles.items import Dataset, Item
from magnetite.core.cells import own_cells, with_shown
from magnetite.core.errors import LackingScoresError
from magnetite.core.scorer import NO_ANSWER
from magnetite.scorers.logs import Logged, is_log, logs_in, read_log

PASSAGE = (
    "Ann has kept bees since she was nine. Every May she gives the first jar of honey to the school across the road."
)
ITEMS = (
    Item("q1", "p1", PASSAGE, "What does Ann keep?", ("bees", "cats", "a school"), 0),
    Item("q2", "p1", PASSAGE, "Who gets the first jar?", ("her sister", "the school", "nobody"), 1),
)
EXAM = Dataset("bees", ITEMS)
HILL = (
    "Bo runs up the hill behind his house each morning, and walks down again, because his knees are not what they were."
)
TWO_PASSAGES = Dataset(
    "bees and a hill",
    (
        *ITEMS,
        Item("q3", "p2", HILL, "When does Bo run?", ("at night", "in winter", "in the morning"), 2),
        Item("q4", "p2", HILL, "How does Bo come down?", ("he walks", "he runs", "by bus"), 0),
    ),
)
SCORES = {
    "q1": (-1.0, -2.5, -4.0),
    "q2": (-3.0, -0.5, -9.0),
    "q3": (-3.5, -8.0, -2.0),
    "q4": (-6.0, -1.5, -7.0),
}
LETTERED = "{passage}\nQ: {question}\n{options}\nAnswer:"


def prompt_of(item, template="{passage}\n\nQuestion: {question}\nAnswer:"):
    options = "\n".join(f"{name}. {text}" for name, text in zip("ABC", item.options, strict=False))
    return template.format(passage=item.passage, question=item.question, options=options)


def sample(item, doc=None, continuations=None, prompt=None, scores=None):
    """Return a line of lm-evaluation-harness about an item."""
    texts = continuations or [f" {option}" for option in item.options]
    pairs = [{"arg_0": prompt or prompt_of(item), "arg_1": text} for text in texts]
    scores = scores or SCORES[item.id]
    return {
        "doc_id": 0,
        "doc": {"article": item.passage, "question": item.question, "answer": 0} if doc is None else doc,
        "target": "0",
        "arguments": {f"gen_args_{n}": pair for n, pair in enumerate(pairs)},
        "resps": [[[str(score), "False"]] for score in scores],
        "filtered_resps": [[str(score), "False"] for score in scores],
        "filter": "none",
    }


def write_log(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def inspected(item, answer, *, epoch=1, named=False, content=(), prompt=None):
    """Return a sample of Inspect about an item."""
    about = {"passage": item.passage, "question": item.question, "options": list(item.options)} if named else {}
    return {
        "id": item.id,
        "epoch": epoch,
        "input": prompt or f"{item.passage}\n\n{item.question}",
        "choices": list(item.options),
        "target": "A",
        "scores": {"choice": {"value": "C", "answer": answer, "explanation": ""}},
        "metadata": about,
        "output": {
            "choices": [{"message": {"content": ""}, "logprobs": {"content": list(content)} if content else None}]
        },
    }


def inspect_log(path, samples):
    path.write_text(json.dumps({"version": 2, "status": "success", "eval": {"task": "t"}, "samples": samples}), "utf-8")
    return path


def scored(path, items=ITEMS, *, listwise=None):
    log = Logged(path)
    if listwise is not None:
        assert log.listwise is listwise
    cells = own_cells(items)
    return log.score(with_shown(cells) if log.listwise else cells)


WANTED = np.float32([*SCORES["q1"], *SCORES["q2"]])


@pytest.mark.parametrize(
    "make",
    [
        sample,
        lambda item: sample(item, {"passage": item.passage, "question": item.question, "options": list(item.options)}),
        # RACE as the harness has it: one row a passage, its problems in a text, the last of them asked
        lambda item: sample(
            item,
            {"article": item.passage, "problems": str([vars_of(item)])},
            prompt=f"Article: {item.passage}\n\n{item.question}",
        ),
        # what is asked once more without a context, for a mutual information, is not the score
        lambda item: doubled(sample(item)),
    ],
)
def test_what_the_harness_scored_is_told_by_text(tmp_path, make):
    path = write_log(tmp_path / "samples_t.jsonl", [make(item) for item in reversed(ITEMS)])
    assert is_log(str(path))
    np.testing.assert_array_equal(scored(path, listwise=False), WANTED)


def test_a_question_that_a_prompt_answers_before_is_not_the_one_it_asks(tmp_path):
    """The harness shows earlier questions of a passage with their answers; two may offer the same options."""
    first = Item("a", "p1", PASSAGE, "Bees make honey.", ("True", "False"), 0)
    second = Item("b", "p1", PASSAGE, "Ann is nine.", ("True", "False"), 1)
    prompts = [f"Article: {PASSAGE}\n\n{first.question}"]
    prompts += [f"Article: {PASSAGE}\n\nQuestion: {first.question}\nAnswer: True\n{second.question}"]
    rows = [
        sample(item, {"article": PASSAGE, "problems": str(prompts)}, prompt=prompt, scores=scores)
        for item, prompt, scores in zip((first, second), prompts, ((-1.0, -2.0), (-4.0, -3.0)), strict=True)
    ]
    np.testing.assert_array_equal(scored(write_log(tmp_path / "s.jsonl", rows), (first, second)), [-1, -2, -4, -3])
    alone = Logged(write_log(tmp_path / "late.jsonl", rows[1:]))
    assert alone.knows(own_cells([first, second])).tolist() == [False, False, True, True]


@pytest.mark.parametrize("second", ["Ann is nine.", "Ann swims.", "Cold."])
def test_an_answer_behind_a_question_says_that_another_one_is_asked(tmp_path, second):
    items = [
        Item(name, "p1", PASSAGE, text, ("True", "False"), 0) for name, text in (("a", "Bees sing."), ("b", second))
    ]
    prompt = f"Article: {PASSAGE}\n\nQuestion: Bees sing.\nAnswer: True\n{second}"
    row = sample(items[1], {"article": PASSAGE, "problems": prompt}, prompt=prompt, scores=(-4.0, -3.0))
    log = Logged(write_log(tmp_path / "s.jsonl", [row]))
    assert log.knows(own_cells(items)).tolist() == [False, False, True, True]


@pytest.mark.parametrize("behind", ["{p}", "\nAnswer:", "\n\nA. bees\nB. cats\nC. a school\nThe answer is"])
def test_a_question_may_stand_before_what_a_prompt_ends_with(tmp_path, behind):
    item = ITEMS[0]
    prompt = (
        f"{item.question}\n{behind.format(p=PASSAGE)}" if "{p}" in behind else f"{PASSAGE}\n{item.question}{behind}"
    )
    path = write_log(tmp_path / "s.jsonl", [sample(item, {"text": f"{PASSAGE} {item.question}"}, prompt=prompt)])
    np.testing.assert_array_equal(scored(path, [item]), np.float32(SCORES["q1"]))


INSTRUCTIONS = (
    "A: Among A through D, the answer is",
    "A: Let's think step by step.",
    "Please answer with a single letter.",
    "Answer the question with the letter of the right option only, and write nothing else, please.",
    'Think step by step and then finish your answer with "the answer is (X)" where X is the correct letter choice.',
    "Your answer has this form: 'ANSWER: $LETTER' (without quotes), where LETTER is one of A, B, C.",
    "答案：",
)
CHATS = (  # what is before a prompt and behind it, in a chat template
    ("", ""),
    ("<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"),
    ("<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"),
    ("<|start_header_id|>user<|end_header_id|>\n\n", "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"),
    ("<s>[INST] ", " [/INST]"),
    ("[INST]", "[/INST]"),
    ("<bos><start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n"),
    ("<bos><|turn>user\n", "<turn|>\n<|turn>model\n"),
    ("<|user|>\n", "</s>\n<|assistant|>\n"),
    ("<｜begin▁of▁sentence｜><｜User｜>", "<｜Assistant｜>"),
    ("<|START_OF_TURN_TOKEN|><|USER_TOKEN|>", "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>"),
    ("USER: ", " ASSISTANT:"),
    ("### Instruction:\n", "\n\n### Response:\n"),
)
MARKED = (  # options behind the usual marks; 0 is a capital, 1 a small letter, 2 a number, 3 the text
    *("({0}) {3}", "({0}){3}", "[{0}] {3}", "{0}. {3}", "{0}) {3}", "{0}: {3}", "{0} - {3}", "{0} – {3}"),
    *("{0}、{3}", "{0}．{3}", "{0}：{3}", "（{0}）{3}", "{0}）{3}", "选项{0}：{3}"),
    *("({1}) {3}", "{1}) {3}", "{1}. {3}", "{1}: {3}", "({2}) {3}", "{2}. {3}", "{2}) {3}", "{2}: {3}"),
    *("**{0}.** {3}", "**{0})** {3}", "**({0})** {3}", "**{0}**: {3}", "**{0}**. {3}"),
    *("Option {0}: {3}", "Option {0}) {3}", "OPTION {0}: {3}", "**Option {0}:** {3}", "Option ({0}): {3}"),
    *("Choice {0}: {3}", "option {1}: {3}"),
)
LINED = ("- {0}. {3}", "* {0}) {3}", "{0}.{3}", "{0}.\n{3}")  # only where each has a line of its own


def listed(mark, options, between="\n"):
    """Return options behind marks."""
    names = zip("ABC", "abc", "123", options, strict=True)
    return between.join(mark.format(*each) for each in names)


@settings(max_examples=250, deadline=None)
@given(data=st.data(), mark=st.sampled_from(MARKED + LINED), chat=st.sampled_from(CHATS))
def test_options_are_read_behind_all_usual_marks_with_whatever_stands_behind_them(tmp_path_factory, data, mark, chat):
    lines, line = ["\n", "\n\n"], [" ", ", ", "; "] if mark in MARKED else []
    between = data.draw(st.sampled_from([*lines, *line]), "between")
    ways = ["\n", "\nOptions:\n", "\nChoose one below.\n", *(["\nAnswer Choices: ", " "] if line else [])]
    ahead = data.draw(st.sampled_from(ways), "ahead")
    instruction = data.draw(st.sampled_from(["", *INSTRUCTIONS]), "instruction")
    row = data.draw(st.sampled_from(["lists them", "lists them in another order", "does not list them"]), "row")
    solved = data.draw(st.booleans(), "solved")
    item = ITEMS[0]
    before = f"Q: Who?{ahead}{listed(mark, ('Bo', 'Al', 'Cy'), between)}\nAnswer: A\n\n" if solved else ""
    asked = f"{before}{PASSAGE}\nQ: {item.question}{ahead}{listed(mark, item.options, between)}"
    asked = f"{chat[0]}{asked}{instruction and chr(10)}{instruction}{chat[1]}"
    texts = {"lists them": item.options, "lists them in another order": item.options[::-1]}
    doc = {"query": asked} | ({"choices": list(texts[row])} if row in texts else {})
    line = sample(item, doc) | {"resps": [["B"]], "filtered_resps": ["B"]}
    line["arguments"] = {"gen_args_0": {"arg_0": asked, "arg_1": {"until": []}}}
    path = write_log(tmp_path_factory.mktemp("marks") / "s.jsonl", [line])
    log, cells = Logged(path), with_shown(own_cells([item]))
    assert log.score(cells).argmax() == 1
    assert not log.knows(with_shown(own_cells([replace(item, options=("bees", "cats", "a"))]))).any()


@pytest.mark.parametrize("behind", ["\nLet's think step by step.", "\n\nAnswer:", "<|im_end|>\n", " Answer:", ""])
@pytest.mark.parametrize("last", ["a school", "a school of fish", "a school\nof fish", "a School\nin Town\n\nor so"])
def test_a_last_option_that_goes_on_is_not_cut(tmp_path, last, behind):
    """Where nothing but the prompt tells the options, the exam's own texts say where the last one ends."""
    whole = replace(ITEMS[0], options=("bees", "cats", last))
    asked = f"{PASSAGE}\n{whole.question}\n{listed('{0}. {3}', whole.options)}{behind}"
    row = {"doc": {"query": asked}, "arguments": {"gen_args_0": {"arg_0": asked, "arg_1": {}}}, "filter": "none"}
    log = Logged(write_log(tmp_path / "s.jsonl", [row | {"resps": [["C"]], "filtered_resps": ["C"]}]))
    assert log.score(with_shown(own_cells([whole]))).argmax() == 2
    turned = replace(whole, options=whole.options[::-1])
    cells = with_shown(own_cells([turned]))
    assert log.turned(cells).score(cells).argmax() == 0
    for cut in {last.split()[0], last.partition("\n")[0], " ".join(last.split()[:-1])} - {last}:
        shorter = with_shown(own_cells([replace(whole, options=("bees", "cats", cut or "none"))]))
        assert not log.knows(shorter).any()


@pytest.mark.parametrize("behind", ["", *INSTRUCTIONS])
@pytest.mark.parametrize("second", [ITEMS[1].question, "Why so?", "Ann is nine."])
@pytest.mark.parametrize("answer", ["A. Yes\nB. No\nAnswer: A\n\n", "Answer: Yes\n\n", "Answer: A\n", "Question: "])
def test_a_question_with_the_same_options_before_it_is_not_the_one_that_is_asked(tmp_path, second, answer, behind):
    first, second = (replace(ITEMS[0], question=each, options=("Yes", "No")) for each in (ITEMS[0].question, second))
    shown = "{question}\nA. Yes\nB. No\n"
    asked = f"{PASSAGE}\n{first.question}\n{answer}{prompt_of(second, shown)}{behind}"
    row = {"doc": {"query": asked}, "arguments": {"gen_args_0": {"arg_0": asked, "arg_1": {}}}}
    path = write_log(tmp_path / "s.jsonl", [row | {"resps": [["B"]], "filtered_resps": ["B"], "filter": "none"}])
    cells = with_shown(own_cells([first, second]))
    assert Logged(path).knows(cells).tolist() == [False, False, True, True]


def test_the_messages_of_a_chat_are_the_prompt_that_they_make(tmp_path):
    """As lm_eval writes them for chats behind an address: JSON, in a list of one text."""
    text = prompt_of(ITEMS[0], LETTERED)
    for content in (text, [{"type": "text", "text": text}]):
        messages = [{"role": "system", "content": "You answer."}, {"role": "user", "content": content}]
        row = written(ITEMS[0], "B")
        row["arguments"]["gen_args_0"]["arg_0"] = [json.dumps(messages)]
        scores = scored(write_log(tmp_path / "s.jsonl", [row]), [ITEMS[0]], listwise=True)
        assert scores.argmax() == 1


def vars_of(item):
    return {"question": item.question, "options": list(item.options), "answer": "A"}


def doubled(row):
    pairs = list(row["arguments"].values())
    for n, pair in enumerate(pairs):
        row["arguments"][f"gen_args_{len(pairs) + n}"] = {"arg_0": "", "arg_1": pair["arg_1"]}
    row["resps"] += [[["-99.0", "False"]]] * len(pairs)
    return row


@pytest.mark.parametrize(
    "doc",
    [
        lambda item: {"question": item.question, "choices": list(item.options)},
        lambda item: {"question": item.question, "choices": {"text": list(item.options), "label": ["A", "B", "C"]}},
        lambda item: {"question": item.question, **{f"mc_{n}": text for n, text in enumerate(item.options)}},
    ],
)
def test_letters_stand_for_the_options_that_were_shown(tmp_path, doc):
    rows = [sample(item, doc(item), [" A", " B", " C"], prompt_of(item, LETTERED)) for item in ITEMS]
    np.testing.assert_array_equal(scored(write_log(tmp_path / "s.jsonl", rows), listwise=True), WANTED)


SHUFFLED = "{passage}\nQ: {question}\nA. cats\nB. a school\nC. bees\nAnswer:"


def lettered(prompt, options=ITEMS[0].options, scores=(-4.0, -1.0, -2.0), **doc):
    """Return a row whose letters were scored behind a prompt about the first item."""
    row = {"question": ITEMS[0].question, "choices": list(options), **doc}
    return sample(ITEMS[0], row, [" A", " B", " C"], prompt.format(**vars_in(ITEMS[0])), scores)


def vars_in(item):
    return {"passage": item.passage, "question": item.question}


def test_the_prompts_order_of_options_counts_not_the_rows(tmp_path):
    path = write_log(tmp_path / "s.jsonl", [lettered(SHUFFLED)])
    log, own = Logged(path), with_shown(own_cells(ITEMS[:1]))
    assert not log.knows(own).any()  # in the row's order nobody was asked
    assert [note.values for note in log.remarks() if note.code == "note-log-order"] == [
        {"file": "s.jsonl", "moved": 1, "unclear": 0}
    ]
    with pytest.raises(DataError, match="options in another order"):
        log.score(own)
    turned = replace(ITEMS[0], options=("cats", "a school", "bees"), answer=2)
    np.testing.assert_array_equal(scored(path, [turned]), np.float32([-4, -1, -2]))


def test_a_letter_written_about_a_shuffled_prompt_names_what_stood_there(tmp_path):
    row = lettered(SHUFFLED)
    row |= {"arguments": {"gen_args_0": {"arg_0": row["arguments"]["gen_args_0"]["arg_0"], "arg_1": {}}}}
    path = write_log(tmp_path / "s.jsonl", [{**row, "resps": [["C"]], "filtered_resps": ["C"]}])
    [answer] = read_log(path)
    assert (answer.options[answer.chosen], answer.moved) == ("bees", True)


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        ("{passage}\nQ: {question} (A) bees (B) cats (C) a school\nAnswer:", ITEMS[0].options),
        ("{passage}\n{question}\n(A)bees\n(B)cats\n(C)a school\nAnswer:", ("(A)bees", "(B)cats", "(C)a school")),
        ("{passage}\n{question}\n1. bees\n2. cats\n3. a school\nAnswer:", ITEMS[0].options),
        ("{passage}\n{question}\n**A.** bees\n**B.** cats\n**C.** a school\nAnswer:", ITEMS[0].options),
        ("Q: Who?\nA. Bo\nB. Al\nAnswer: A\n\n{passage}\n{question}\nA. bees\nB. cats\nC. a school", ITEMS[0].options),
        ("{passage}\n{question}\nA. bees\nB. cats\nC. a\nschool\nAnswer:", ("bees", "cats", "a\nschool")),
        ("{passage}\nQ: {question}\nOptions: bees, cats, a school\nAnswer:", ITEMS[0].options),
        ("A. M. Smith wrote this.\n{passage}\n{question}\nA. bees\nB. cats\nC. a school\nAnswer:", ITEMS[0].options),
        *(
            ("{passage}\n{question}\n" + "\n".join(mark.format(*each) for each in marked) + end, ITEMS[0].options)
            for mark in ("{1}) {2}", "{1}. {2}", "({1}) {2}", "{0}、{2}", "{0}．{2}", "Option {0}: {2}", "{0} - {2}")
            for marked in [[(name, name.lower(), text) for name, text in zip("ABC", ITEMS[0].options, strict=True)]]
            for end in ("\nAnswer:", "<|im_end|>\n<|im_start|>assistant\n", " [/INST]", "<end_of_turn>\n")
        ),
    ],
)  # fmt: skip
def test_a_list_in_the_row_is_taken_where_the_prompt_shows_it_in_that_order(tmp_path, prompt, options):
    path = write_log(tmp_path / "s.jsonl", [lettered(prompt, options, tags=["x", "y", "z"])])
    item = replace(ITEMS[0], options=tuple(options))
    np.testing.assert_array_equal(scored(path, [item], listwise=True), np.float32([-4, -1, -2]))
    assert [note.code for note in Logged(path).remarks()] == ["note-log"]


def test_an_order_that_the_prompt_does_not_tell_is_no_answer(tmp_path):
    hidden = lettered("{passage}\nQ: {question}\nOptions: cats, a school, bees\nAnswer:")
    log = Logged(
        write_log(
            tmp_path / "s.jsonl", [hidden, lettered(LETTERED.replace("{options}", "A. bees\nB. cats\nC. a school"))]
        )
    )
    assert log.knows(with_shown(own_cells(ITEMS[:1]))).all()
    assert log.remarks()[1].values == {"file": "s.jsonl", "moved": 0, "unclear": 1}
    with pytest.raises(DataError, match=r"unclear what was chosen \(1 answer\): no prompt shows the options in order"):
        Logged(write_log(tmp_path / "hidden.jsonl", [hidden]))


def test_a_question_without_its_passage_is_another_question(tmp_path):
    bare = [Item(i.id, "", "", i.question, i.options, i.answer) for i in ITEMS]
    log = Logged(write_log(tmp_path / "s.jsonl", [sample(item) for item in ITEMS]))
    assert not log.knows(own_cells(bare)).any()
    asked = [sample(item, {"question": item.question}) for item in bare]
    log = Logged(write_log(tmp_path / "bare.jsonl", asked))
    assert log.knows(own_cells(bare)).all()
    assert not log.knows(own_cells(ITEMS)).any()


def test_texts_that_a_task_of_ours_names_have_to_be_the_same(tmp_path):
    doc = {"passage": f"{PASSAGE} nine bees . May", "question": ITEMS[0].question, "options": list(ITEMS[0].options)}
    log = Logged(write_log(tmp_path / "s.jsonl", [sample(ITEMS[0], doc)]))
    assert not log.knows(own_cells(ITEMS[:1])).any()
    attacked = Item("q1", "p1", PASSAGE, ITEMS[0].question, ITEMS[0].options, 0, added="nine bees . May")
    assert log.knows(own_cells([attacked])).all()


@pytest.mark.parametrize("letters", ["({})", "{}.", " {})"])
@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_letters_are_known_in_brackets_and_in_small_print(tmp_path, letters, case):
    told = [letters.format(case(name)) for name in "ABC"]
    rows = [
        sample(item, {"question": item.question, "choices": list(item.options)}, told, prompt_of(item, LETTERED))
        for item in ITEMS
    ]
    np.testing.assert_array_equal(scored(write_log(tmp_path / "s.jsonl", rows), listwise=True), WANTED)


@pytest.mark.parametrize("mark", ["({})", "{}. ", "{}) "])
@pytest.mark.parametrize("exam_has_marks", [False, True])
def test_options_that_are_scored_with_their_letters_are_the_exams(tmp_path, mark, exam_has_marks):
    """As in AGIEval: "(A)Tom" is the option Tom."""
    marked = [
        replace(item, options=tuple(mark.format("ABC"[n]) + text for n, text in enumerate(item.options)))
        for item in ITEMS
    ]
    prompt = "{passage}\nQ: {question} {options}\nA: Among A through C, the answer is"
    rows = [
        sample(
            item,
            {"question": item.question, "choices": list(item.options)},
            [f" {option}" for option in item.options],
            prompt.format(**vars_in(item), options=" ".join(item.options)),
        )
        for item in marked
    ]
    path = write_log(tmp_path / "s.jsonl", rows)
    np.testing.assert_array_equal(scored(path, marked if exam_has_marks else ITEMS, listwise=True), WANTED)


@pytest.mark.parametrize(
    ("scores", "floored"),
    [
        ((-1.0, -math.inf, -4.0), (-1.0, -100.0, -4.0)),
        ((-150.0, -math.inf, -140.0), (-150.0, -151.0, -140.0)),  # longer texts: below what was scored all the same
        ((-math.inf,) * 3, (NO_ANSWER,) * 3),
    ],
)
def test_what_was_impossible_to_the_model_is_below_all_else_and_that_is_told(tmp_path, scores, floored):
    path = write_log(tmp_path / "s.jsonl", [sample(ITEMS[0], scores=scores), sample(ITEMS[1])])
    np.testing.assert_array_equal(scored(path)[:3], np.float32(floored))
    [note] = [note for note in Logged(path).remarks() if note.code == "note-log-floor"]
    assert note.values["floored"] == sum(map(math.isinf, scores))


def test_a_log_likelihood_that_is_no_number_is_refused_with_its_line(tmp_path):
    path = write_log(tmp_path / "s.jsonl", [sample(ITEMS[0]), sample(ITEMS[1], scores=(-1.0, math.nan, -2.0))])
    with pytest.raises(DataError, match="line 2: a log-likelihood is NaN"):
        Logged(path)


@pytest.mark.parametrize("indent", [None, 2])
def test_a_log_that_is_one_list_is_read_as_one_of_lines(tmp_path, indent):
    """As lm-evaluation-harness 0.4.0 to 0.4.2 wrote it."""
    path = tmp_path / "samples_t.jsonl"
    path.write_text(json.dumps([sample(item) for item in ITEMS], indent=indent), "utf-8")
    assert is_log(str(path))
    np.testing.assert_array_equal(scored(path), WANTED)
    path.write_text(path.read_text("utf-8")[:-30], "utf-8")
    with pytest.raises(DataError, match="cannot be read as a log"):
        Logged(path)


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_folder_of_logs_is_the_log_of_all_its_questions(tmp_path_factory, data):
    """However the rows are spread over files and folders, and whatever lies beside them."""
    folder = tmp_path_factory.mktemp("logs")
    items = TWO_PASSAGES.items
    parts = data.draw(st.lists(st.integers(0, 2), min_size=len(items), max_size=len(items)))
    for part in set(parts):
        inside = folder / "model" / f"run-{part}"
        inside.mkdir(parents=True)
        write_log(
            inside / f"samples_t{part}_1.jsonl", [sample(i) for i, p in zip(items, parts, strict=True) if p == part]
        )
    (folder / "model" / "results_1.json").write_text('{"results": {}, "configs": {}}', "utf-8")
    assert is_log(str(folder))
    one = Logged(write_log(folder.parent / f"{folder.name}.jsonl", [sample(item) for item in items]))
    cells = own_cells(items)
    np.testing.assert_array_equal(Logged(folder).score(cells), one.score(cells))


def test_of_a_folder_of_logs_what_is_none_of_choices_is_left_out_and_named(tmp_path):
    write_log(tmp_path / "samples_t.jsonl", [sample(item) for item in ITEMS])
    (tmp_path / "samples_gsm8k.jsonl").write_text('{"doc": {}, "arguments": []}\n', "utf-8")
    run = magnetite.audit(EXAM, str(tmp_path), store="off", experiments=["accuracy"])
    [note] = [note.values for note in run.notes if note.code == "note-log-left-out"]
    assert note["file"] == "samples_gsm8k.jsonl"
    assert "no sample of a multiple-choice task" in note["error"]
    (tmp_path / "samples_t.jsonl").unlink()
    with pytest.raises(DataError, match=r"samples_gsm8k.jsonl, line 1: is no sample"):
        magnetite.audit(EXAM, str(tmp_path), store="off")


@pytest.mark.parametrize("name", ["pretrained__org__m-1,dtype__float16_race.jsonl", "_race.jsonl"])
def test_a_folder_of_logs_as_earlier_versions_of_the_harness_named_them_is_one(tmp_path, name):
    """lm-evaluation-harness 0.4.0 to 0.4.2 named them by its arguments and task, and wrote one list over many lines."""
    rows = [
        row | {"arguments": [list(pair.values()) for pair in row["arguments"].values()]} for row in map(sample, ITEMS)
    ]
    path = tmp_path / name
    path.write_text(json.dumps(rows, indent=2), "utf-8")
    (tmp_path / "results.json").write_text('{"results": {}, "configs": {}}', "utf-8")
    (tmp_path / "notes__of_others.jsonl").write_text('{"a": 1}\n', "utf-8")
    (tmp_path / "list__of_others.jsonl").write_text('[{"a": 1}]\n', "utf-8")
    assert logs_in(tmp_path) == [path]
    np.testing.assert_array_equal(scored(tmp_path), WANTED)


def test_a_file_of_another_kind_is_no_log_whatever_its_name(tmp_path):
    """As Magnetite's own list of what a log lacks, which is beside it."""
    path = write_log(tmp_path / "samples_t.jsonl", [sample(ITEMS[1])])
    magnetite.audit(EXAM, str(path), store="off", experiments=["accuracy"])
    write_log(tmp_path / "samples_of_soil.jsonl", [{"depth": 3}])
    (tmp_path / "samples_damaged.jsonl").write_text('{"doc_id": 0, "doc": {', "utf-8")
    assert (tmp_path / "samples_t-missing.jsonl").exists()
    assert logs_in(tmp_path) == [tmp_path / "samples_damaged.jsonl", path]
    run = magnetite.audit(EXAM, str(tmp_path), store="off", experiments=["accuracy"])
    assert [n.values["file"] for n in run.notes if n.code == "note-log-left-out"] == ["samples_damaged.jsonl"]


def test_two_logs_of_one_folder_that_answer_a_question_differently_contradict_each_other(tmp_path):
    """They are of two models, or of two runs: to take their answers for those of one would be wrong."""
    for name, answer in (("a", "A"), ("b", "B")):
        write_log(tmp_path / f"samples_{name}.jsonl", [written(item, answer) for item in ITEMS])
    said = r"has several scores.* in samples_a\.jsonl and .* in samples_b\.jsonl.*Give the logs of one model and run"
    with pytest.raises(
        DataError, match=f"(?s){said}|{said.replace('_a', '_c').replace('_b', '_a').replace('_c', '_b')}"
    ):
        magnetite.audit(EXAM, str(tmp_path), store="off")


def test_a_folder_of_a_models_weights_is_none_of_logs(tmp_path):
    write_log(tmp_path / "samples_t.jsonl", [sample(ITEMS[0])])
    (tmp_path / "config.json").write_text("{}", "utf-8")
    assert not is_log(str(tmp_path))


def test_what_a_model_wrote_is_a_chosen_letter(tmp_path):
    rows = []
    for item, text in zip(ITEMS, ["(A)", "I think the answer is (b)."], strict=True):
        row = sample(item, {"question": item.question, "choices": list(item.options)}, prompt=prompt_of(item, LETTERED))
        row["arguments"] = {"gen_args_0": {"arg_0": prompt_of(item, LETTERED), "arg_1": {"until": ["\n"]}}}
        rows.append({**row, "resps": [[text]], "filtered_resps": [text]})
    path = write_log(tmp_path / "s.jsonl", rows)
    high, low = math.log(1.5 / 2.5), math.log(0.5 / 2.5)
    np.testing.assert_allclose(scored(path, listwise=True), np.float32([high, low, low, low, high, low]))
    assert [note.code for note in Logged(path).remarks()] == ["note-log-letters"]


def test_a_task_that_never_showed_its_options_is_unclear_and_one_without_answers_is_no_choice(tmp_path):
    """What was written has no option behind it where none was shown: the task may have been of choices, or not."""
    bare = prompt_of(ITEMS[0])
    row = sample(ITEMS[0], {"question": ITEMS[0].question, "choices": list(ITEMS[0].options)}, prompt=bare)
    row |= {"arguments": {"gen_args_0": {"arg_0": bare, "arg_1": {}}}, "resps": [["A"]], "filtered_resps": ["A"]}
    for place in (write_log(tmp_path / "samples_t.jsonl", [row]), tmp_path):
        with pytest.raises(DataError, match=r"unclear what was chosen \(1 answer\)") as caught:
            Logged(place)
        assert "multiple-choice" not in str(caught.value)
    empty = write_log(tmp_path / "samples_e.jsonl", [])
    with pytest.raises(DataError, match="no multiple-choice question with an answer is in this log") as caught:
        Logged(empty)
    assert " 0 " not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"doc": {"question', "samples_t.jsonl, line 1: the JSON is invalid .* cut off"),
        ("<html>", "samples_t.jsonl, line 1: the JSON is invalid"),
        ('{"doc": {}}\n', "samples_t.jsonl, line 1: is no sample"),
        ("[1, 2]", "samples_t.jsonl, sample 1: is no sample"),
        ("[", "samples_t.jsonl: cannot be read as a log|the JSON is invalid"),
        ("", "no multiple-choice question with an answer"),
        (None, "there is no such log of lm_eval"),
    ],
)
def test_a_broken_file_of_samples_is_said_to_be_a_broken_log_and_no_table_of_scores(tmp_path, text, said):
    path = tmp_path / "samples_t.jsonl"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=said) as caught:
        magnetite.audit(EXAM, str(path), store="off")
    assert "Expected a table" not in str(caught.value)


def test_a_table_of_scores_may_be_named_like_samples(tmp_path):
    row = {"passage": "p", "question": "q", "option": "o", "score": 1.0}
    assert not is_log(str(write_log(tmp_path / "samples_t.jsonl", [row])))


def test_an_answer_that_two_filters_saw_is_one_answer(tmp_path):
    prompt = prompt_of(ITEMS[0], LETTERED)
    row = sample(ITEMS[0], {"question": ITEMS[0].question, "choices": list(ITEMS[0].options)}, prompt=prompt)
    row |= {"arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": {}}}, "resps": [["<think>A?</think>So: (B)"]]}
    rows = [
        {**row, "filter": "strict-match", "filtered_resps": ["[invalid]"]},
        {**row, "filter": "flexible-extract", "filtered_resps": ["<think>A?</think>So: (B)"]},
    ]
    log = Logged(write_log(tmp_path / "s.jsonl", rows))
    cells = with_shown(own_cells(ITEMS[:1]))
    np.testing.assert_allclose(log.score(cells), np.log(np.float32([0.5 / 2.5, 1.5 / 2.5, 0.5 / 2.5])), rtol=1e-6)
    assert log.remarks()[0].values["silent"] == 0
    one = Logged(write_log(tmp_path / "one.jsonl", rows[1:]))
    np.testing.assert_array_equal(one.score(cells), log.score(cells))
    twice = Logged(write_log(tmp_path / "twice.jsonl", [rows[1], rows[1]]))
    assert twice.score(cells)[1] == pytest.approx(math.log(2.5 / 3.5))


@settings(max_examples=30, deadline=None)
@given(
    texts=st.lists(
        st.sampled_from(["(A)", "The answer is B.", "[invalid]", "I cannot say.", ""]), min_size=2, max_size=2
    )
)
def test_what_a_filter_does_not_find_is_read_from_the_models_own_words(tmp_path_factory, texts):
    """A filter that says [invalid] for all it sees changes no answer, and how many it missed is said."""
    assume({"(A)", "The answer is B."} & {*texts})
    folder = tmp_path_factory.mktemp("filtered")
    rows = [written(item, text) for item, text in zip(ITEMS, texts, strict=True)]
    blind = [row | {"filtered_resps": ["[invalid]"]} for row in rows]
    own, lost = (Logged(write_log(folder / f"{n}.jsonl", each)) for n, each in enumerate((rows, blind)))
    cells = with_shown(own_cells(ITEMS))
    np.testing.assert_array_equal(lost.score(cells), own.score(cells))
    missed = [note.values["answers"] for note in lost.remarks() if note.code == "note-log-unfiltered"]
    assert missed == [sum(text in {"(A)", "The answer is B."} for text in texts)]
    assert "note-log-unfiltered" not in {note.code for note in own.remarks()}


def written(item, *answers):
    """Return a line of the harness about what a model wrote, once or several times."""
    prompt = prompt_of(item, LETTERED)
    doc = {"question": item.question, "choices": list(item.options)}
    row = sample(item, doc, prompt=prompt, scores=(0, 0, 0))
    row |= {"arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": {"until": ["\n"]}}}, "resps": [list(answers)]}
    return row | {"filtered_resps": list(answers) if len(answers) == 1 else [list(answers)]}


def test_answers_that_end_within_reasoning_are_counted_with_what_to_do_in_the_program_that_asked(tmp_path):
    cut, whole = "<think>\nIt says bees, so A or", "<think>\nIt says so.</think>B"
    rows = [written(ITEMS[0], cut) | {"filtered_resps": ["[invalid]"]}, written(ITEMS[1], whole)]
    log = Logged(write_log(tmp_path / "s.jsonl", rows))
    assert log.score(with_shown(own_cells(ITEMS)))[:3].tolist() == [NO_ANSWER] * 3
    run = magnetite.audit(
        EXAM, str(tmp_path / "s.jsonl"), store="off", experiments=["accuracy"], output=str(tmp_path / "r")
    )
    [note] = [note.values for note in run.notes if note.code == "note-log-unended"]
    assert note["answers"] == 1
    assert "max_gen_toks=" in (tmp_path / "r" / "report.html").read_text("utf-8")
    with pytest.raises(DataError, match=r"1 of them end within the model's reasoning: .*max_gen_toks"):
        Logged(write_log(tmp_path / "cut.jsonl", rows[:1]))


@pytest.mark.parametrize("content", [[{"type": "reasoning", "reasoning": "It says"}], "<think>It says", ""])
def test_an_answer_that_inspect_saw_end_within_reasoning_is_counted_as_one(tmp_path, content):
    output = {"choices": [{"message": {"content": content}, "stop_reason": "max_tokens"}]}
    samples = [inspected(ITEMS[0], "") | {"output": output}, inspected(ITEMS[1], "B")]
    notes = Logged(inspect_log(tmp_path / "log.json", samples)).remarks()
    assert [note.values["answers"] for note in notes if note.code == "note-log-unended"] == [1]


LETTERS_OR_NONE = st.sampled_from(["A", "B", "C", "[invalid]", "", "I cannot say."])


@given(answers=st.lists(LETTERS_OR_NONE, min_size=1, max_size=6))
def test_several_answers_to_a_question_are_votes_in_both_programs(tmp_path_factory, answers):
    """However it is logged, the shares of the options are those of the answers that name one."""
    folder = tmp_path_factory.mktemp("votes")
    lm_eval = write_log(folder / "s.jsonl", [written(ITEMS[0], *answers), written(ITEMS[1], "B")])
    epochs = [inspected(ITEMS[0], answer, epoch=n) for n, answer in enumerate(answers, start=1)]
    inspect = inspect_log(folder / "log.json", [*epochs, inspected(ITEMS[1], "B")])
    scores = scored(lm_eval, listwise=True)
    np.testing.assert_array_equal(scores, scored(inspect, listwise=True))
    votes = np.array([answers.count(letter) for letter in "ABC"])
    if votes.sum():
        np.testing.assert_allclose(np.exp(scores[:3]), (votes + 0.5) / (votes.sum() + 1.5), rtol=1e-6)
        assert np.exp(scores[:3]).sum() == pytest.approx(1)
    else:
        assert scores[:3].tolist() == [NO_ANSWER] * 3
    assert Logged(lm_eval).remarks()[0].values["silent"] == len(answers) - votes.sum()


def test_options_of_one_text_share_their_votes(tmp_path):
    item = replace(ITEMS[0], options=("bees", "cats", "cats"))
    path = write_log(tmp_path / "s.jsonl", [written(item, "C", "C", "A", "B")])
    scores = scored(path, [item], listwise=True)
    np.testing.assert_allclose(np.exp(scores), [1.5 / 5.5, 2 / 5.5, 2 / 5.5], rtol=1e-6)


NAMED = Dataset(
    "named",
    tuple(
        Item(f"n{k}", f"p{k // 3}", f"{PASSAGE} It was day {k // 3}.", f"What is thing {k}?", ("x", "y", "z"), k % 3)
        for k in range(9)
    ),
)
ANSWERED = st.lists(st.sampled_from(["right", "wrong", "silent", "lacking"]), min_size=9, max_size=9)


def log_of(folder, kinds, program):
    """Write a log in which some questions are answered right or wrong, some without a letter, and some not asked."""
    says = {"right": lambda item: "ABC"[item.answer], "wrong": lambda item: "ABC"[item.answer - 1]}
    asked = [(item, kind) for item, kind in zip(NAMED, kinds, strict=True) if kind != "lacking"]
    texts = [(item, says.get(kind, lambda item: "I cannot say.")(item)) for item, kind in asked]
    if program == "lm-eval":
        return write_log(folder / "s.jsonl", [written(item, text) for item, text in texts])
    return inspect_log(folder / "log.json", [inspected(item, text) for item, text in texts])


@settings(max_examples=25)
@given(kinds=ANSWERED, program=st.sampled_from(["lm-eval", "inspect"]))
def test_accuracy_is_what_is_right_of_what_was_asked_and_both_other_shares_are_said(tmp_path_factory, kinds, program):
    assume({"right", "wrong"} & {*kinds})  # a log of nothing but silence is refused
    log = log_of(tmp_path_factory.mktemp("log"), kinds, program)
    found = magnetite.audit(NAMED, str(log), store="off", experiments=["accuracy"]).finding("accuracy")
    asked = len(kinds) - kinds.count("lacking")
    accuracy = found.number("accuracy")
    assert (accuracy.value, accuracy.n) == (pytest.approx(kinds.count("right") / asked), asked)
    silent, lacking = kinds.count("silent"), kinds.count("lacking")
    assert [n.value for n in found.numbers if n.label == "named no option"] == ([silent / asked] if silent else [])
    assert [n.value for n in found.numbers if n.label == "not asked"] == ([lacking] if lacking else [])
    assert ("named no option in" in found.sentence, "not in its log" in found.sentence) == (silent > 0, lacking > 0)


# --- Inspect ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("named", [False, True])
def test_letters_that_inspect_logged_are_votes(tmp_path, named):
    samples = [inspected(ITEMS[0], "A", named=named), inspected(ITEMS[0], "C", epoch=2, named=named)]
    path = inspect_log(tmp_path / "log.json", [*samples, inspected(ITEMS[1], "B", named=named)])
    wanted = [1.5 / 3.5, 0.5 / 3.5, 1.5 / 3.5, 0.5 / 2.5, 1.5 / 2.5, 0.5 / 2.5]
    np.testing.assert_allclose(scored(path, listwise=True), np.log(np.float32(wanted)), rtol=1e-6)
    [note] = Logged(path).remarks()
    assert (note.code, note.values["silent"]) == ("note-log-letters", 0)


def test_an_answer_that_names_no_letter_is_an_answer_and_a_log_of_nothing_else_is_refused(tmp_path):
    log = Logged(inspect_log(tmp_path / "log.json", [inspected(ITEMS[0], "A"), inspected(ITEMS[1], "")]))
    cells = with_shown(own_cells(ITEMS))
    assert log.knows(cells).all()
    assert log.score(cells)[3:].tolist() == [NO_ANSWER] * 3
    assert log.remarks()[0].values["silent"] == 1
    with pytest.raises(DataError, match="none of its 1 answers names an option"):
        Logged(inspect_log(tmp_path / "silent.json", [inspected(ITEMS[0], "")]))


def test_a_sample_that_ended_in_an_error_or_that_nobody_scored_was_not_asked(tmp_path):
    broken = inspected(ITEMS[1], "B") | {"error": {"message": "rate limit"}}
    unscored = {name: value for name, value in inspected(ITEMS[1], "B").items() if name != "scores"}
    for n, left in enumerate((broken, unscored, unscored | {"scores": None})):
        log = Logged(inspect_log(tmp_path / f"{n}.json", [inspected(ITEMS[0], "A"), left]))
        assert log.knows(with_shown(own_cells(ITEMS))).tolist() == [True] * 3 + [False] * 3


def test_log_probabilities_of_letters_are_scores(tmp_path):
    top = [{"token": " A", "logprob": -0.1}, {"token": "▁A", "logprob": -7.0}, {"token": "Ġ" + "C", "logprob": -3.0}]
    content = [
        {"token": "ANSWER", "logprob": 0.0, "top_logprobs": []},
        {"token": " A", "logprob": -0.1, "top_logprobs": top},
    ]
    path = inspect_log(tmp_path / "log.json", [inspected(ITEMS[0], "A", content=content)])
    np.testing.assert_allclose(
        scored(path, ITEMS[:1]), np.log([np.exp(-0.1) + np.exp(-7.0), np.exp(-7.0), np.exp(-3.0)]), rtol=1e-6
    )
    assert [note.code for note in Logged(path).remarks()] == ["note-log"]


@pytest.mark.parametrize("packed", ["deflated", "zstandard"])
def test_packed_logs_of_inspect_are_read(tmp_path, packed):
    path = tmp_path / "log.eval"
    texts = {f"samples/{item.id}_epoch_1.json": json.dumps(inspected(item, "B")) for item in ITEMS}
    texts["header.json"] = json.dumps({"eval": {}})
    if packed == "deflated":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in texts.items():
                archive.writestr(name, text)
    else:
        path.write_bytes(zstandard_zip(texts))
    assert [each.chosen for each in read_log(path)] == [1, 1]


def zstandard_zip(texts):
    """Return a zip whose members are packed as Inspect packs them: stored bytes, marked as method 93 afterwards."""
    import io

    from zstandard import ZstdCompressor

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, ZstdCompressor().compress(text.encode()))
    data = bytearray(buffer.getvalue())
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.find(mark)
        while start >= 0:
            data[start + place : start + place + 2] = (93).to_bytes(2, "little")
            start = data.find(mark, start + 4)
    return bytes(data)


def test_a_prompt_that_shows_inspects_choices_otherwise_is_no_answer(tmp_path):
    prompt = SHUFFLED.format(**vars_in(ITEMS[0]))
    other = {**inspected(ITEMS[0], "A"), "messages": [{"role": "user", "content": prompt}]}
    log = Logged(inspect_log(tmp_path / "log.json", [other, inspected(ITEMS[1], "B")]))
    assert log.knows(with_shown(own_cells(ITEMS))).tolist() == [False] * 3 + [True] * 3
    assert log.remarks()[1].values["unclear"] == 1


def test_of_several_tokens_that_are_the_chosen_letter_the_last_is_read(tmp_path):
    """A model that weighs options writes their letters before it answers with one."""

    def token(text, *values):
        top = [{"token": letter, "logprob": value} for letter, value in zip("ABC", values, strict=True)]
        return {"token": text, "logprob": max(values), "top_logprobs": top}

    content = [
        token("B", -1.0, -0.9, -4.0),
        token(" or", -9, -9, -9),
        token(" A", -0.5, -1.5, -4.0),
        token("B", -3.0, -0.1, -5.0),
    ]
    content[1]["top_logprobs"] = []
    [read] = read_log(inspect_log(tmp_path / "log.json", [inspected(ITEMS[0], "B", content=content)]))
    assert read.scores == pytest.approx((-3.0, -0.1, -5.0))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), program=st.sampled_from(["inspect", "lm-eval"]), epochs=st.integers(1, 3))
def test_the_order_in_which_a_log_showed_options_changes_nothing(tmp_path_factory, data, program, epochs):
    """A letter stands for the text behind it: shuffled, a data set is audited as it is in the exam's order.

    So it is where a filter takes no letter out of what the model wrote.
    """
    folder = tmp_path_factory.mktemp("orders")
    rows = {"exam": [], "shuffled": []}
    for item in ITEMS:
        for epoch in range(1, epochs + 1):
            chosen = data.draw(st.one_of(st.none(), st.sampled_from(item.options)), "chosen")
            found = program == "inspect" or data.draw(st.booleans(), "a filter finds it")
            other = replace(item, options=tuple(data.draw(st.permutations(item.options), "shown")), answer=0)
            for name, shown in (("exam", item), ("shuffled", other)):
                letter = "" if chosen is None else "ABC"[shown.options.index(chosen)]
                unfound = {} if found else {"filtered_resps": ["[invalid]"]}
                rows[name].append(asked_of(program, shown, letter, epoch) | unfound)
    assume(any(named for named in map(has_letter, rows["exam"])))
    cells = with_shown(own_cells(ITEMS))
    write = inspect_log if program == "inspect" else write_log
    logs = {name: Logged(write(folder / f"{name}.{SUFFIX[program]}", rows[name])) for name in rows}
    turned = logs["shuffled"].turned(cells)
    np.testing.assert_array_equal(turned.score(cells), logs["exam"].turned(cells).score(cells))
    missed = [
        [note.values for note in log.remarks() if note.code == "note-log-unfiltered"] for log in (turned, logs["exam"])
    ]
    assert [note["answers"] for note in missed[0]] == [note["answers"] for note in missed[1]]


SUFFIX = {"inspect": "json", "lm-eval": "jsonl"}


def asked_of(program, item, letter, epoch):
    if program == "lm-eval":
        return written(item, letter)
    prompt = prompt_of(item, LETTERED)
    return inspected(item, letter, epoch=epoch) | {"messages": [{"role": "user", "content": prompt}]}


def has_letter(row):
    return bool(row["resps"][0][0] if "resps" in row else row["scores"]["choice"]["answer"])


def test_a_log_whose_options_were_shuffled_is_audited_with_a_note_and_ranked(tmp_path):
    """As Inspect's own `dataset.shuffle_choices(seed)` writes it."""
    shuffled = [replace(item, options=(*item.options[1:], item.options[0]), answer=0) for item in NAMED]
    rows = [
        asked_of("inspect", other, "ABC"[(item.answer + 2) % 3], 1) for item, other in zip(NAMED, shuffled, strict=True)
    ]
    log = inspect_log(tmp_path / "log.json", rows)
    run = magnetite.audit(NAMED, str(log), store="off")
    assert run.finding("accuracy").number("accuracy").value == 1
    assert [note.values["turned"] for note in run.notes if note.code == "note-log-turned"] == [9]
    ranked = magnetite.items(NAMED, [log, "longest", "random"], store="off").finding("items").table("candidates").rows()
    assert [row["accuracy"] for row in ranked if row["system"] == "log.json QOC"] == [1.0]


def test_a_letter_of_two_options_of_one_text_in_another_order_is_not_told(tmp_path):
    item = replace(ITEMS[0], options=("bees", "cats", "cats"))
    other = replace(item, options=("cats", "bees", "cats"), answer=1)
    log = inspect_log(tmp_path / "log.json", [asked_of("inspect", other, "B", 1)])
    with pytest.raises(DataError, match="if two options of a question have the same text, by their order"):
        magnetite.audit(Dataset("twins", (item,)), str(log), store="off")


def test_a_log_that_was_asked_in_the_exams_order_and_others_keeps_each_order(tmp_path):
    """For a measure of order: what was asked in another order is not what was asked in this one."""
    orders = [(item, item.options[n:] + item.options[:n]) for item in ITEMS for n in range(3)]
    rows = [asked_of("inspect", replace(item, options=shown, answer=0), "A", 1) for item, shown in orders]
    run = magnetite.order(EXAM, str(inspect_log(tmp_path / "log.json", rows)), store="off")
    assert run.finding("order").number("answer changes").value == 1


def test_a_prompt_of_inspect_that_shows_no_options_asked_for_none(tmp_path):
    hidden = inspected(ITEMS[0], "A") | {"messages": [{"role": "user", "content": f"{PASSAGE}\n{ITEMS[0].question}"}]}
    with pytest.raises(DataError, match=r"unclear what was chosen \(1 answer\): no prompt shows the options in order"):
        Logged(inspect_log(tmp_path / "log.json", [hidden]))


def test_options_that_only_the_passage_has_were_not_shown(tmp_path):
    """Inspect's model_graded_qa keeps the choices of a question that was asked without them."""
    passage = f"{PASSAGE} Her sister has cats, and nobody at the school minds the bees; a school is a school."
    items = [replace(item, passage=passage) for item in ITEMS]
    rows = [
        inspected(item, "A") | {"messages": [{"role": "user", "content": f"{passage}\n{item.question}"}]}
        for item in items
    ]
    with pytest.raises(DataError, match=r"unclear what was chosen \(2 answers\): no prompt shows the options in order"):
        Logged(inspect_log(tmp_path / "log.json", rows))


def test_an_answer_that_inspect_wrote_anew_has_no_log_probabilities(tmp_path):
    """Where Inspect shows options in another order, it logs the answer's letter by the order of its row."""
    top = [{"token": "A", "logprob": -0.1}, {"token": "B", "logprob": -7.0}]
    content = [{"token": "A", "logprob": -0.1, "top_logprobs": top}]
    sample = inspected(ITEMS[0], "A", content=content)
    [kept] = read_log(inspect_log(tmp_path / "kept.json", [sample]))
    sample["output"]["choices"][0]["message"]["content"] = [{"type": "text", "text": "ANSWER: A"}]
    [anew] = read_log(inspect_log(tmp_path / "anew.json", [sample]))
    assert (kept.scores is None, anew.scores is None, anew.chosen) == (False, True, 0)


def test_options_in_another_order_were_another_list(tmp_path):
    turned = Item("q1", "p1", PASSAGE, ITEMS[0].question, ITEMS[0].options[::-1], 2)
    log = Logged(inspect_log(tmp_path / "log.json", [inspected(ITEMS[0], "A")]))
    with pytest.raises(DataError, match="options in another order"):
        log.score(with_shown(own_cells([turned])))


# --- as a system ------------------------------------------------------------------------------------------------------


def test_questions_that_a_log_lacks_are_left_out_and_listed(tmp_path):
    path = write_log(tmp_path / "s.jsonl", [sample(ITEMS[1])])
    run = magnetite.audit(EXAM, str(path), store="off", experiments=["accuracy", "shortcuts"])
    assert [item["id"] for item in run.exam["items"]] == ["q2"]
    assert run.finding("accuracy").number("accuracy").value == 1
    assert [system["view"] for system in run.systems] == ["QOC"]
    assert {"note-log", "note-log-lacks"} <= {note.code for note in run.notes}
    [row] = map(json.loads, (tmp_path / "s-missing.jsonl").read_text("utf-8").splitlines())
    assert (row["id"], row["options"]) == ("q1", ["bees", "cats", "a school"])


def test_the_export_that_is_advised_for_lacking_orders_has_them_all(tmp_path):
    turns = [
        replace(item, options=(*item.options[by:], *item.options[:by]), answer=0) for item in NAMED for by in range(2)
    ]
    path = inspect_log(tmp_path / "two.json", [asked_of("inspect", turn, "A", 1) for turn in turns])
    with pytest.raises(LackingScoresError, match="export order DATA --as inspect --to suite"):
        magnetite.order(NAMED, str(path), store="off")
    magnetite.export_suite("order", NAMED, tmp_path / "suite", "inspect")
    parts = [part.read_text("utf-8") for part in (tmp_path / "suite").glob("*.jsonl")]
    rows = [json.loads(line) for part in parts for line in part.splitlines()]
    named = [Item("", "", row["passage"], row["question"], tuple(row["options"]), 0) for row in rows]
    path = inspect_log(tmp_path / "all.json", [inspected(each, "A", named=True) for each in named])
    found = magnetite.order(NAMED, str(path), store="off").finding("order")
    assert found.number("answer changes").value == 1


@pytest.mark.parametrize("program", ["lm-eval", "inspect"])
def test_what_a_log_lacks_leaves_out_the_experiment_not_the_run(tmp_path, program):
    """README's own command: an audit by a log, no experiment named. Magnets need two passages, and what no log has."""
    if program == "lm-eval":
        log = write_log(tmp_path / "samples_t.jsonl", [sample(item) for item in TWO_PASSAGES])
    else:
        log = inspect_log(
            tmp_path / "log.json", [inspected(item, chosen_of(item), named=True) for item in TWO_PASSAGES]
        )
    run = magnetite.audit(TWO_PASSAGES, str(log), store="off", output=str(tmp_path / "run"))
    assert [finding.experiment for finding in run.findings] == ["accuracy", "shortcuts", "following"]
    assert len(run.exam["passages"]) == 2
    assert run.finding("accuracy").number("accuracy").value == 0.75
    [left_out] = [note.values for note in run.notes if note.code == "note-log-lacks-scores"]
    assert (left_out["experiment"], left_out["lacking"]) == ("magnets", left_out["asked"])
    assert "The experiment magnets is left out: the log has none of" in (tmp_path / "run" / "report.html").read_text(
        "utf-8"
    )
    with pytest.raises(LackingScoresError, match="leave out the experiment that needs more"):
        magnetite.audit(TWO_PASSAGES, str(log), store="off", experiments=["accuracy", "magnets"])


def chosen_of(item):
    """Return the letter of the option that SCORES prefers."""
    return "ABC"[int(np.argmax(SCORES[item.id]))]


def test_a_log_of_questions_without_passages_answers_under_qo(tmp_path):
    bare = [Item(i.id, i.id, "", i.question, i.options, i.answer) for i in ITEMS]
    path = write_log(tmp_path / "s.jsonl", [sample(item, {"question": item.question}) for item in bare])
    run = magnetite.audit(Dataset("bees", tuple(bare)), str(path), store="off", experiments=["accuracy"])
    assert [system["view"] for system in run.systems] == ["QO"]
    assert run.finding("accuracy").number("accuracy").value == 1


ODD = (  # samples of another form than Inspect's
    7,
    [7],
    [inspected(ITEMS[0], "A") | {"scores": [1]}],
    [inspected(ITEMS[0], "A") | {"messages": [7]}],
    [inspected(ITEMS[0], "A") | {"input": [7]}],
    [inspected(ITEMS[0], "A") | {"metadata": 7}],
    [inspected(ITEMS[0], "A") | {"output": {"choices": [7]}}],
    [inspected(ITEMS[0], "A", content=[{"top_logprobs": []}])],
)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("results.json", '{"results": {}, "configs": {}}', "has the totals of lm_eval"),
        ("other.json", "[1]", "is no log"),
        (
            "log.json",
            '{"eval": {}, "samples": [{"id": "a", "input": "x", "choices": null}]}',
            "sample 'a': has no choices",
        ),
        ("empty.json", '{"eval": {}}', "no multiple-choice question"),
        ("cut.json", '{"eval"', "cannot be read as a log"),
        ("log.eval", "no zip", "cannot be read as a log"),
        ("s.jsonl", '{"doc": {}, "arguments": []}\n', "line 1: is no sample of a multiple-choice task"),
        ("deep.json", "[" * 200_000, "cannot be read as a log"),
        ("deep.jsonl", json.dumps(sample(ITEMS[0])) + "\n" + "[" * 200_000, "cannot be read as a log"),
        *(
            (f"{n}.json", json.dumps({"eval": {}, "samples": each}), "cannot be read as a log")
            for n, each in enumerate(ODD)
        ),
    ],
)
def test_what_is_no_log_of_choices_is_said_to_be_none(tmp_path, name, text, said):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=said):
        magnetite.audit(EXAM, str(path), store="off")


@pytest.mark.parametrize("packed", ["deflated", "zstandard"])
def test_a_sample_that_unpacks_to_more_than_there_may_be_is_refused_before_it_is_whole(tmp_path, packed, monkeypatch):
    monkeypatch.setattr("magnetite.scorers.logs.inspect_ai.LARGEST", 1000)
    text = json.dumps(inspected(ITEMS[0], "A") | {"more": " " * 10**7})
    path = tmp_path / "log.eval"
    if packed == "zstandard":
        path.write_bytes(zstandard_zip({"samples/1.json": text}))
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("samples/1.json", text)
    with pytest.raises(DataError, match=r"cannot be read as a log \(samples/1.json has more than"):
        list(read_log(path))


def test_an_archive_with_a_password_is_no_log(tmp_path):
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("samples/1.json", "{}")
    path.write_bytes(path.read_bytes().replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01"))
    with pytest.raises(DataError, match=r"cannot be read as a log \(.*password required"):
        list(read_log(path))


def test_a_log_that_breaks_off_is_told_as_one(tmp_path):
    path = write_log(tmp_path / "s.jsonl", [sample(ITEMS[0]), sample(ITEMS[1])])
    path.write_text(path.read_text("utf-8")[:-40], "utf-8")
    with pytest.raises(DataError, match=r"line 2: the JSON is invalid .*The file may be cut off"):
        magnetite.audit(EXAM, str(path), store="off")


def test_a_log_of_other_questions_is_refused_with_its_first(tmp_path):
    path = write_log(tmp_path / "s.jsonl", [sample(ITEMS[0])])
    with pytest.raises(DataError, match=r"answers none of the 1 questions under QOC; its first reads .*'bees'"):
        magnetite.audit(Dataset("other", ITEMS[1:]), str(path), store="off")


def test_two_scores_of_one_option_are_refused(tmp_path):
    twice = [sample(ITEMS[0]), sample(ITEMS[0], prompt=f"Read.\n{prompt_of(ITEMS[0])}", scores=(-9.0, -2.5, -4.0))]
    with pytest.raises(DataError, match=r"has several scores of the option 'bees'.* -9 in s\.jsonl and -1 in s"):
        scored(write_log(tmp_path / "s.jsonl", twice), ITEMS[:1])


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [(-1.0, -1.04, True), (-1.0, -1.06, False), (-300.0, -302.0, True), (-300.0, -303.0, False), (0.0, -0.04, True)],
)
def test_scores_that_differ_by_a_step_of_bfloat16_are_one(tmp_path, first, second, alike):
    """A long option's log-likelihood is large, and so is the step between the numbers that can be written."""
    own, other = (first, -700.0, -800.0), (second, -702.0, -803.0)
    twice = [sample(ITEMS[0], scores=own), sample(ITEMS[0], prompt=f"Read.\n{prompt_of(ITEMS[0])}", scores=other)]
    path = write_log(tmp_path / "s.jsonl", twice)
    if alike:
        np.testing.assert_allclose(scored(path, ITEMS[:1]), np.mean([own, other], axis=0), rtol=1e-6)
    else:
        with pytest.raises(DataError, match="has several scores of the option 'bees'"):
            scored(path, ITEMS[:1])


def test_a_log_keeps_the_contract_of_a_scorer(tmp_path):
    from magnetite.testing import check_scorer

    path = write_log(tmp_path / "s.jsonl", [sample(item) for item in ITEMS])
    check_scorer(Logged(path), list(ITEMS))
