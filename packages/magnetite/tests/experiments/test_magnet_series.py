"""Options that combine other options are told from options that say something."""

import re
from pathlib import Path

import pytest

from examfiles.reading import read
from magnetite.experiments.magnets.pool import is_series
from magnetite.views.text import normalised

SHARED = Path(__file__).resolve().parents[5] / "shared"
PAPER = SHARED / "papers" / "000_211a3879c5b90dae.txt"
RACE = SHARED / "data" / "RACE.tar.gz"

COMBINATIONS = """
All of the above
all the above.
All above
all above are right
Of all above
do all of the above
Does all the above
All of the things above
None of the reasons above
All of them above
All those above are possible
all mentioned above
none of the two ways mentioned above
Each answer listed above is correct
He did all of the things mentioned above.
None of the above is true
None of the above answers
neither of the above
lead to any of the above effects
the above two
The above all
The above are all correct
Above all
Both of the above-mentioned
all above-mentioned
none of these
None of these answers.
All of those
Any of these choices
None of the three
all the four
All of the options are correct
All the answers are right
Neither is correct
None are true.
All are wrong
both A and C
both B an C
Both B and C.
Do both A and D
A and B
a and b
A & B
A or B
A/C
B + D
Either B or D
Neither A nor B
A but not B
A as well as C
A, B and D
A,B,C
B,D,E
A, B, and C
A, B, C and D
all of A, B and C
A and B are correct
A and D are both true
B and C are correct answers
Only A and C
A and C only
(A) and (B)
a) and c)
Options A and B
Both answer A and answer C
A and B both
“A, B and C”
Both A and B*
""".strip().splitlines()

STATEMENTS = """
a cat and a dog
She likes both of them
Both of them
All of them.
All
None
Neither.
A bird flew above the house
above the clouds
above
above 80
Above you
Above average
All of above-average height
all the above average pupils
All the above-ground parts of the plant
one floor above
the flat above
two metres above
one of the birds above the hill
They are all above average height, and proud of it
Above all he feared the dark
Family is above all other things
not mentioned above
the books mentioned above
all of his friends
all the answers to his questions
all of these problems can be solved by planting trees
None of these people had ever seen the sea
neither of the two boys
All three brothers
Most of the choices were made by his wife
All are welcome
Both are doctors
vitamins A and C
Plan A and Plan B
He got an A and a B
A to D
Mrs. B and Mr. C
B&B
Q&A
e,c,a,f,d,b
c-a-b-d
A, B, C, D
a,b,c,d,e
b, a, c, d
C and A
B
a
A only
B and
1 and 3
I and II
he and I
A and A

""".splitlines()[1:]


@pytest.mark.parametrize("option", COMBINATIONS)
def test_a_combination_of_options_is_recognised(option):
    assert is_series(option)


@pytest.mark.parametrize("option", STATEMENTS)
def test_an_option_that_says_something_is_not(option):
    assert not is_series(option)


def test_case_spaces_and_outer_punctuation_change_nothing():
    assert is_series("  ALL   of the ABOVE !") == is_series("all of the above")


def listed(text, start, end, many):
    """Return the numbered options between two headings of the paper, by number."""
    part = text[text.index(f"\n{start}") : text.index(f"\n{end}")]
    found = {int(number): option.strip("* ") for number, option in re.findall(r"^(\d+)\. (.+)$", part, re.MULTILINE)}
    assert sorted(found) == list(range(1, many + 1)), "the paper's list was not read whole"
    return found


@pytest.mark.skipif(not PAPER.exists(), reason="the paper's text is not beside the repository")
@pytest.mark.parametrize(
    ("start", "end", "many", "series"),
    [("A.2 Magnet Options", "A.3 Magnet Options", 20, {1, 2, 3}), ("A.3 Magnet", "B Study", 10, {1, 2, 3, 4})],
)
def test_of_the_options_the_paper_lists_those_that_combine_others_are_found_and_no_other(start, end, many, series):
    options = listed(PAPER.read_text("utf-8"), start, end, many)
    assert {number for number, option in options.items() if is_series(option)} == series


@pytest.mark.skipif(not RACE.exists(), reason="RACE is not beside the repository")
def test_on_races_test_split_the_counts_are_those_of_the_rules_description():
    options = [option for item in read(RACE, "test") for option in item.options]
    combining = [option for option in options if is_series(option)]
    texts = {normalised(option) for option in options} - {""}
    assert (len(texts), len(set(map(normalised, combining))), len(combining)) == (18_245, 13, 31)
    # none is missed among the short ones with a telling word, but for a misspelt one
    short = [text for text in texts - set(map(normalised, combining)) if len(text.split()) <= 6]
    doubtful = [
        text for text in short if re.search(r"^(both|either|neither) [a-d]\b|\bof the a\w*ve?$|all (the )?above", text)
    ]
    assert len(doubtful) == 1
