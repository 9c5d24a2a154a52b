"""LaTeX: exams of the class `exam`, questions of auto-multiple-choice, exercises of R/exams, and LaTeX as text."""

from pathlib import Path

import pytest

from examfiles import read
from examfiles.errors import DataError
from examfiles.readers.lms.latex import latex_text
from examfiles.wording import notes_of, skipped_lines

STORY = "Ida kept the lamp on the headland for thirty years, and wrote down every ship that passed it in a book."
EXAM = rf"""\documentclass[12pt]{{exam}} % \question no
\begin{{document}}
Answer all of the questions in this paper.
\begin{{questions}}
\uplevel{{\textbf{{The lamp}}\par {STORY}}}
\question[2] Who did \emph{{not}} keep it?
% \choice a comment
\begin{{choices}}
  \choice Ida
  \CorrectChoice the ``heron'' \& co.
\end{{choices}}
\begin{{solution}}Line 1.\end{{solution}}
\question How long?
\begin{{oneparchoices}}\CorrectChoice 30~years \choice 3 years\end{{oneparchoices}}
\fullwidth{{Turn over now, please.}}
\question Tell the story.
\question In the mill, which stood idle all winter because the brook had frozen, the miller's sister had left him a
letter:
\begin{{parts}}
  \part Who left it?
  \begin{{checkboxes}} \choice the miller \CorrectChoice his sister \end{{checkboxes}}
  \part Which two?
  \begin{{checkboxes}} \CorrectChoice a \CorrectChoice b \end{{checkboxes}}
\end{{parts}}
\end{{questions}}
\end{{document}}
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def left(dataset: object) -> list[str]:
    return [line.split(": left out ")[1] for line in skipped_lines(dataset.skipped)]  # type: ignore[attr-defined]


def test_an_exam_of_the_class_exam_is_read_with_passages_parts_points_and_solutions(tmp_path: Path) -> None:
    dataset = read(write(tmp_path / "a.tex", EXAM))
    who, long, sister = dataset
    assert who.passage == long.passage == f"The lamp\n\n{STORY}"
    assert (who.id, who.question, who.options, who.answer) == (
        "a-1",
        "Who did not keep it?",
        ("Ida", "the “heron” & co."),
        1,
    )
    assert who.metadata == {
        "points": "2",
        "emphasised": "not",
        "feedback": "Line 1.",
        "formatting": "passage 0 strong The lamp\nquestion 8 em not",
    }
    assert (long.options, long.answer) == (("30 years", "3 years"), 0)
    assert sister.passage.startswith("In the mill, which stood")
    assert sister.question == "Who left it?"
    assert left(dataset) == [
        "(text outside the questions (“Answer all of the questions in this paper.”), which is not read)",
        "(text outside the questions (“Turn over now, please.”), which is not read)",
        "(an essay question: it has no options)",
        "(several of its options may be ticked)",
    ]
    assert "line 16" in skipped_lines(dataset.skipped)[2]
    assert any("candidates may tick several" in note for note in notes_of(dataset.notes))


@pytest.mark.parametrize(
    ("right", "wrong", "env"), [("bonne", "mauvaise", "reponses"), ("correctchoice", "wrongchoice", "choiceshoriz")]
)
def test_questions_of_auto_multiple_choice_have_ids_of_their_own(
    tmp_path: Path, right: str, wrong: str, env: str
) -> None:
    options = rf"\begin{{{env}}}[o] \{wrong}{{Mina\bareme{{b=0}}}} \{right}{{Id\'a}} \end{{{env}}}"
    data = (
        rf"\element{{g}}{{\begin{{question}}{{who}} Who rowed? {options} \explain{{Line 1.}}\end{{question}}}}"
        rf"\begin{{questionmult}}{{two}} Which? {options.replace(wrong, right)} \end{{questionmult}}"
    )
    dataset = read(write(tmp_path / "a.tex", data), passage=STORY)
    (item,) = dataset
    assert (item.id, item.question, item.options, item.answer) == ("who", "Who rowed?", ("Mina", "Idá"), 1)
    assert item.metadata["feedback"] == "Line 1."
    assert left(dataset) == ["(several of its options may be ticked)"]


def test_latex_is_read_as_text_and_what_is_not_known_is_named() -> None:
    text = latex_text(
        "{\\bf Who} sat on $x < 2$\\,m\\\\ at 5\\%? \\mymacro{So} \\begin{itemize}\\item a\\end{itemize}\n\n``b''---c"
    )
    assert text.text == "Who sat on $x < 2$ m\nat 5%? So\n- a\n\n“b”—c"
    assert [(mark.tag, mark.start, mark.end) for mark in text.marks] == [("strong", 0, 3)]
    assert text.flattened == ("\\mymacro", "itemize")
    assert latex_text("\\includegraphics[width=2cm]{fig/lamp.png}\\label{x} \\c{c}\\^e").text == "[image: lamp.png] çê"


def test_latex_that_is_nested_without_end_is_an_error_and_no_failure(tmp_path: Path) -> None:
    deep = r"\textbf{" * 400 + "x" + "}" * 400
    data = EXAM.replace("Ida\n", f"{deep}\n")
    with pytest.raises(DataError, match=r"a\.tex, line 6: the HTML is nested"):
        read(write(tmp_path / "a.tex", data))


RNW = r"""<<echo=FALSE, results=hide>>=
x <- 1
@
\begin{question}
Who did \emph{not} row?
\begin{answerlist}
  \item Mina
  \item the \textbf{heron}
\end{answerlist}
\end{question}
\begin{solution}
Line 1.
\begin{answerlist}\item She did.\item It flew.\end{answerlist}
\end{solution}
%% \exname{Rowing}
%% \extype{schoice}
%% \exsolution{01}
%% \exshuffle{2}
\exextra[note]{x}
"""
RMD = """Question
========
Who did *not* row?

![a boat](boat.png)

Answerlist
----------
* Mina
* the **heron**

Solution
========
Line 1.

Answerlist
----------
* She did.
* It
  flew.

Meta-information
================
exname: Rowing
extype: schoice
exsolution: 01
exshuffle: 2
exextra: x
"""


@pytest.mark.parametrize(("name", "source"), [("q.Rnw", RNW), ("q.Rmd", RMD), ("q.tex", RNW), ("q.md", RMD)])
def test_an_exercise_of_r_exams_is_a_question_with_notes_on_its_options(tmp_path: Path, name: str, source: str) -> None:
    dataset = read(write(tmp_path / name, source), passage=STORY)
    (item,) = dataset
    assert (dataset.format, item.id, item.options, item.answer) == ("r-exams", "q", ("Mina", "the heron"), 1)
    assert item.question.split("\n\n") == ["Who did not row?", *(["[image: a boat]"] if source == RMD else [])]
    assert item.metadata == {
        "title": "Rowing",
        "shuffle": "2",
        "not_read": "exextra",
        "emphasised": "not",
        "feedback": "Line 1.",
        "feedback_a": "She did.",
        "feedback_b": "It flew.",
        "formatting": "question 8 em not\nB 4 strong heron",
    }


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("* Mina", "* `r x`"), "its text or its key is drawn at random for each candidate"),
        (("exsolution: 01", "exsolution: `r x`"), "its text or its key is drawn at random for each candidate"),
        (
            ("Answerlist\n----------\n* Mina\n* the **heron**", "```{r, results='asis'}\nanswerlist(x)\n```"),
            "drawn at random",
        ),
        (("extype: schoice", "extype: num"), "a numerical question"),
        (("schoice\nexsolution: 01", "mchoice\nexsolution: 11"), "several of its options may be ticked"),
    ],
)
def test_what_r_computes_and_other_types_are_left_out(tmp_path: Path, change: tuple[str, str], reason: str) -> None:
    assert change[0] in RMD
    folder = tmp_path / "exam"
    folder.mkdir()
    write(folder / "a.Rmd", RMD)
    write(folder / "b.Rmd", RMD.replace(*change))
    dataset = read(folder, passage=STORY)
    assert [item.id for item in dataset] == ["a/a"]
    assert reason in left(dataset)[0]


def test_a_key_that_does_not_fit_the_options_is_an_error_and_one_box_alone_is_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"q\.Rmd: exsolution is '011'; expected a digit for each of the 2 options"):
        read(write(tmp_path / "q.Rmd", RMD.replace("exsolution: 01", "exsolution: 011")))
    dataset = read(write(tmp_path / "q.Rmd", RMD.replace("schoice", "mchoice")), passage=STORY)
    assert dataset[0].answer == 1
    assert any("candidates may tick several" in note for note in notes_of(dataset.notes))
