"""Exams as language models write them: Markdown, tables, fences, what is said before and after."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.wording import notes_of, skipped_lines

STORY = (
    "Mina rowed to the island in May. Pip stayed at home because he was ill, and the heron watched them both from the "
    "roof of the mill."
)
QUESTIONS = [
    ("Who rowed to the island?", ("Pip", "Mina", "The heron"), 1),
    ("Why did Pip stay at home?", ("He was tired.", "He was ill.", "He was late."), 1),
]
LISTED = f"""Sure! Here is a reading comprehension exam:

## Text

{STORY}

---

### Multiple-choice questions

**1. Who rowed to the island?**

- A) Pip
- B) Mina
- C) The heron

**2. Why did Pip stay at home?**

- A) He was tired.
- B) He was ill.
- C) He was late.

---

### Answer Key

1. **B) Mina** – The first sentence says so.
2. **B) He was ill.** – See the second sentence.

Let me know if you would like more questions!
"""
QUOTED = f"""**Passage**

> {STORY}

**Question 1:** Who rowed to the island?
   a) Pip
   b) Mina
   c) The heron

**Correct answer:** b) Mina
**Explanation:** The first sentence says so.

**Question 2:** Why did Pip stay at home?
   a) He was tired.
   b) He was ill.
   c) He was late.

**Correct answer:** b) He was ill.
**Distractor analysis:** A is about another day.
**Bloom's level:** Understanding
"""
BOXED = f"""Here is the text:

Text: {STORY}

1. **Who rowed to the island?**
   - [ ] Pip
   - [x] Mina
   - [ ] The heron

2. **Why did Pip stay at home?**
   - [ ] He was tired.
   - [x] He was ill.
   - [ ] He was late.

I hope this helps. If you need more, tell me.
"""
TABLED = f"""### Passage

{STORY}

| # | Question | A | B | C | Answer |
|---|:---------|---|---|---|-------:|
| 1 | Who rowed to the island? | Pip | Mina | The heron | B |
| 2 | Why did Pip stay at home? | He was tired. | He was ill. | He was late. | He was ill. |
"""


def exam(folder: Path, text: str):
    path = folder / "exam.md"
    path.write_text(text, encoding="utf-8")
    return read(path)


@pytest.mark.parametrize("text", [LISTED, QUOTED, BOXED, TABLED, f"```markdown\n{QUOTED}```\n"])
def test_passage_questions_options_and_keys_are_read_and_nothing_else(tmp_path, text):
    items = exam(tmp_path, text)
    assert [(item.question, item.options, item.answer) for item in items] == QUESTIONS
    assert {item.passage for item in items} == {STORY}
    assert items.skipped == ()


def test_what_a_model_says_about_the_exam_is_left_out_and_told(tmp_path):
    notes = notes_of(exam(tmp_path, LISTED).notes)
    assert [note.rpartition("/")[2] for note in notes if "is about the exam" in note] == [
        "exam.md, line 1: left out, because it is about the exam: “Sure! Here is a reading comprehension exam:”",
        "exam.md, line 30: left out, because it is about the exam: “Let me know if you would like more questions!”",
    ]


@pytest.mark.parametrize("first", ["Of course, Mina rowed.", "Here is Mina, said Pip:", "Sure enough, it rained."])
def test_a_text_that_begins_like_a_model_s_answer_is_kept(tmp_path, first):
    (item,) = exam(tmp_path, f"{first} {STORY}\n\n1. Who?\nA. Pip\nB. Mina\nAnswer: B\n")
    assert item.passage == f"{first} {STORY}"
    (item,) = exam(tmp_path, f"{first}\n\n{STORY}\n\n1. Who?\nA. Pip\nB. Mina\nAnswer: B\n")
    assert item.passage == f"{first}\n\n{STORY}"


def test_what_is_said_of_an_answer_is_feedback(tmp_path):
    assert exam(tmp_path, QUOTED)[1].metadata["feedback"] == "A is about another day."


def test_emphasis_in_a_question_is_kept_beside_it(tmp_path):
    (item,) = exam(tmp_path, f"{STORY}\n\n1. Who did **not** row to __ island?\nA. Pip\nB. Mina\nAnswer: A\n")
    assert (item.question, item.metadata["emphasised"]) == ("Who did not row to __ island?", "not")


def test_places_after_a_table_are_those_of_the_file(tmp_path):
    rows = "| 1 | Who? | Pip | Mina | | Z |\n"
    path = tmp_path / "exam.md"
    path.write_text(f"{TABLED}{rows}\nLater.\n\n1. Who?\nA. Pip\nB. Mina\n", encoding="utf-8")
    found = skipped_lines(read(path, skip_bad=True).skipped)
    assert [line.partition("exam.md, ")[2].partition(":")[0] for line in found] == [
        "line 9 (question 3)",
        "line 13 (question 1)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[{"passage": "P.", "question": "Who?", "options": ["A. Pip", "B. Mina"], "answer": "B"}]',
        '{"passage": "P.", "questions": [\n{"question": "Who?", "options": ["Pip", "Mina"], "answer": "Mina"}]}',
        "passage;question;A;B;answer\nP.;Who?;Pip;Mina;B",
        "1. Who?\nA. Pip\nB. Mina\nAnswer: B",
        "Who?{~Pip =Mina}",
        "Who?\nA. Pip\nB. Mina\nANSWER: B",
    ],
)
@pytest.mark.parametrize("fence", ["```", "```json", "\n```text"])
def test_a_file_in_a_fence_is_read_as_the_file_it_is(tmp_path, text, fence):
    path = tmp_path / "exam.txt"
    path.write_text(f"{fence}\n{text}\n```\n", encoding="utf-8")
    (item,) = read(path, passage_needed=False)
    assert (item.question, item.options, item.answer) == ("Who?", ("Pip", "Mina"), 1)


def typed(
    number: str = "{n}. {q}", option: str = "{letter}. {text}", key: str = "Answer: {letter}", end: str = ""
) -> str:
    """Return the exam as it is typed in one way: how a question begins, an option, a key, and what ends it."""
    parts = [STORY, ""]
    for n, (question, options, right) in enumerate(QUESTIONS, start=1):
        parts.append(number.format(n=n, q=question))
        parts += [
            option.format(letter="ABC"[at], low="abc"[at], n=at + 1, text=text) for at, text in enumerate(options)
        ]
        parts += [key.format(letter="ABC"[right], n=right + 1, text=options[right]), ""]
    return "\n".join([*parts, end])


@pytest.mark.parametrize(
    "text",
    [
        typed(number="**{n}. {q}**", key="\n\u2705 **Correct Answer: {letter}**"),
        typed(key="\U0001f449 Answer: {letter}) {text}"),
        typed(option="   - {letter}. {text}", key="   - **Answer:** **{letter}**"),
        typed(option="   {n}. {text}", key="\n   *Answer: {n}*"),
        typed(key="<details>\n<summary>Show answer</summary>\n\n{letter}. {text}\n\n</details>"),
        typed(key="<details><summary>Answer</summary>{letter}</details>"),
        typed(number="{n}\ufe0f\u20e3 {q}"),
        typed(number="Question {n} (Inference)\n{q}"),
        typed(number="Question: {q}\nOptions:", option="{letter}) {text}", key="Answer: {letter}) {text}"),
        typed(
            key="",
            end="**Answers**\n\n| Question | Answer | Why |\n|---|---|---|\n| 1 | B | Line 1 |\n| 2 | B | Line 2 |",
        ),
        typed(option="   {n}. {text}", key="")
        .replace("Mina\n", "Mina (correct)\n")
        .replace("was ill.\n", "was ill. \u2705\n"),
        typed(option="- **{letter}.** {text}", number="**{n}.** {q}", key="**Answer:** {letter}"),
        typed(
            option="- [{letter}] {text}",
            key="",
            end="### Answer Key with Explanations\n**1. B** – One.\n**2. B** – Two.",
        ),
        typed(option="{letter}) {text}  ", key="*Begründung:* Steht da.\n**Richtige Antwort: {letter}) {text}**"),
    ],
)
def test_questions_are_read_however_a_model_sets_them(tmp_path, text):
    items = exam(tmp_path, text)
    assert [(item.question, item.options, item.answer) for item in items] == QUESTIONS
    assert {item.passage for item in items} == {STORY}


@pytest.mark.parametrize(
    "letters", ["\U0001f170\ufe0f\U0001f171\ufe0f\U0001f132", "\u2460\u2461\u2462", "\u24d0\u24d1\u24d2"]
)
def test_options_may_have_letters_and_numbers_in_rings_and_squares(tmp_path, letters):
    signs = letters.replace("\ufe0f", "")
    text = "".join(
        f"{n}. {question}\n"
        + "".join(f"{sign} {text}\n" for sign, text in zip(signs, options, strict=True))
        + "Answer: B\n\n"
        for n, (question, options, _) in enumerate(QUESTIONS, start=1)
    )
    items = exam(tmp_path, f"{STORY}\n\n{text}")
    assert [(item.question, item.options, item.answer) for item in items] == QUESTIONS
