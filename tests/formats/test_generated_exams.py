"""Exams as language models write them: Markdown, tables, fences, what is said before and after."""

from pathlib import Path

import pytest

from magnetite.formats import read
from magnetite.report.wording import skipped_lines

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
