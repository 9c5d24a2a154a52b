"""Lists of keys: every entry is read as it is written, and one with several letters never as its first."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError
from examfiles.format import Document, PlacedItem
from examfiles.items import LETTERS, LeftOut
from examfiles.readers import typed
from examfiles.wording import skipped_lines

OPTIONS = 5
PASSAGE = (
    "Marta repaired violins above a bakery in Lucca. On Mondays she walked to the opera house with her bag of tools, "
    "tuned every instrument in the pit, and was back before the bread came out of the oven."
)
SHAPES = [
    *[
        ("{}", sign + "{}", "")
        for sign in (", ", " and ", " or ", " und ", " & ", "/", "; ", " + ", " | ", " - ", ". ")
    ],
    *[("{}", sign + "{}", "") for sign in (" ", "  ", "", " oder ", " as well as ")],
    *[("both {}", " and {}", ""), ("either {}", " or {}", ""), ("[{}", ", {}", "]"), ("({}", ", {}", ")")],
    *[("({})", " ({})", ""), ("{}", " (also {})", ""), ("{}", " (or {})", ""), ("{}", ", possibly {}", "")],
    *[("{}", " ({} is also correct)", ""), ("{}", " ({} accepted too)", ""), ("{})", " {})", ""), ("{}.", " {}.", "")],
]
"""How people write several letters: the first, each of the others, and what ends them."""
LAYOUTS = {
    "a line each": "Answer key\n{lines}\n",
    "a line each, bare": "{lines}\n",
    "in a row": "Answer key: {row}\n",
    "in a row below": "ANSWERS\n{row}\n",
    "with semicolons": "Key: {semicolons}\n",
    "with words": "Answer key\n{worded}\n",
    "in columns": "Answer key\n{columns}\n",
}


def exam(keys: Sequence[str], layout: str) -> str:
    """Type an exam whose list of keys has these."""
    questions = "\n".join(
        f"{n}. What did Marta do, part {n}?\n" + "".join(f"{LETTERS[at]}. thing {n}{at}\n" for at in range(OPTIONS))
        for n in range(1, len(keys) + 1)
    )
    pairs = list(enumerate(keys, start=1))
    values = {
        "lines": "\n".join(f"{n}. {key}" for n, key in pairs),
        "row": "  ".join(f"{n}. {key}" for n, key in pairs),
        "semicolons": "; ".join(f"{n} {key}" for n, key in pairs),
        "worded": "\n".join(f"Question {n}: {key}" for n, key in pairs),
        "columns": "\n".join(f"{n}\t{key}" for n, key in pairs),
    }
    return f"{PASSAGE}\n\n{questions}\n{LAYOUTS[layout].format(**values)}"


def read(text: str) -> dict[int, str | None]:
    """Return what is read of each question: its letter, the letters that are right of one left out, None for no key."""
    outcomes = list(typed.read(Document("exam.txt", "exam.txt", text.encode())))
    found: dict[int, str | None] = {int(o.item.id): o.item.answer_letter for o in outcomes if isinstance(o, PlacedItem)}
    for left in (each for each in outcomes if isinstance(each, LeftOut)):
        assert left.reason.code == "left-many-right", skipped_lines([left])
        found[int(left.where.split("question ")[1].rstrip(")"))] = str(left.reason.values["options"])
    assert not [each for each in outcomes if isinstance(each, DataError)]
    return found


def problems(text: str) -> list[str]:
    """Return what is said of the questions and keys that are refused."""
    return [
        str(each) for each in typed.read(Document("exam.txt", "exam.txt", text.encode())) if isinstance(each, DataError)
    ]


@st.composite
def keys(draw: st.DrawFn) -> list[tuple[list[int], str]]:
    """Draw keys, most of one letter and some of several, each with the places that it names."""
    written = []
    for _ in range(draw(st.integers(3, 6))):
        places = sorted(draw(st.sets(st.integers(0, OPTIONS - 1), min_size=1, max_size=3)))
        first, more, end = draw(st.sampled_from(SHAPES)) if len(places) > 1 else ("{}", "", "")
        text = first.format(LETTERS[places[0]]) + "".join(more.format(LETTERS[place]) for place in places[1:]) + end
        written.append((places, text))
    return written


@settings(max_examples=300)
@given(keys(), st.sampled_from(sorted(LAYOUTS)))
@example([([1], "B"), ([2], "C"), ([0], "A"), ([3], "D"), ([0, 2, 4], "A, C, E")], "in a row")
@example([([1], "B"), ([0, 2, 4], "A; C; E")], "with semicolons")
@example([([1], "B"), ([0, 2, 4], "ACE")], "a line each")
def test_a_key_of_several_letters_in_a_list_is_several_right_options_and_the_others_keep_theirs(
    written: list[tuple[list[int], str]], layout: str
) -> None:
    if layout == "a line each, bare" and len(written[0][0]) > 1 and written[0][1].startswith(("both", "either")):
        layout = "a line each"  # words alone announce no list
    expected = {n: ", ".join(LETTERS[at] for at in places) for n, (places, _) in enumerate(written, start=1)}
    assert read(exam([text for _, text in written], layout)) == expected


@given(
    st.integers(0, OPTIONS - 1),
    st.sampled_from(["{} - because the oven was cold", "{}: A is wrong here", "{}) see line 3 and 4", "{} (line 2)"]),
    st.sampled_from(["a line each", "with words", "in columns"]),
)
def test_a_letter_with_a_reason_is_one_key(place: int, form: str, layout: str) -> None:
    assert read(exam(["B", form.format(LETTERS[place]), "C"], layout)) == {1: "B", 2: LETTERS[place], 3: "C"}


@pytest.mark.parametrize("layout", ["a line each", "with words", "in columns"])
@pytest.mark.parametrize("key", ["A or thing 23", "B - thing 24", "B. thing 20, line 4", "A, F", "C and all others"])
def test_a_letter_with_another_option_or_a_letter_that_none_has_is_named(key: str, layout: str) -> None:
    (problem,) = problems(exam(["B", key, "C"], layout))
    assert "question 2" in problem
    assert "is not one of A–E" in problem


@pytest.mark.parametrize(
    ("key", "expected"), [("B - thing 21", "B"), ("A thing 20", "A"), ("C. thing 22, line 4", "C")]
)
def test_a_letter_with_its_own_text_is_one_key(key: str, expected: str) -> None:
    assert read(exam(["B", key, "C"], "a line each")) == {1: "B", 2: expected, 3: "C"}


def test_a_range_of_numbers_begins_where_it_says() -> None:
    questions = exam(["A"] * 4, "a line each").split("Answer key")[0]
    for later, first in ((14, 4), (13, 3), (12, 2), (11, 1)):
        questions = questions.replace(f"\n{first}. What", f"\n{later}. What")
    assert read(f"{questions}Answer key\n11-12 BC\n13. D\n14. A\n") == {11: "B", 12: "C", 13: "D", 14: "A"}
    assert read(f"{questions}Answer key\n11. E 12-14 BCD\n") == {11: "E", 12: "B", 13: "C", 14: "D"}


def test_a_key_of_several_numbers_is_named() -> None:
    questions = exam(["A"] * 3, "a line each").split("Answer key")[0]
    named = problems(f"{questions}Answer key\n1. 2, 3, 4\n2. 1, 3, 5\n3. 2, 4, 5\n")
    assert [each.split("the key ")[1].split(" is not")[0] for each in named] == ["'2, 3, 4'", "'1, 3, 5'", "'2, 4, 5'"]
