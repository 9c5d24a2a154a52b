"""What a sentence says of systems that answer other exams."""

from magnetite.experiments.transfer.experiment import Measured, transfer_finding
from magnetite.stats.intervals import Interval


def measured(**right):
    return [
        Measured(
            "race", "QO", exam, Interval(value, value - 0.03, value + 0.03, 100), 0.33 if exam == "DREAM" else 0.25
        )
        for exam, value in right.items()
    ]


def test_of_a_few_exams_each_is_said():
    sentence = transfer_finding(measured(RACE=0.44, DREAM=0.38)).sentence
    assert (
        sentence
        == "race, QO: 44% on RACE, 38% on DREAM; clearly above guessing on 2 of 2. Guessing: 25% on RACE; 33% on DREAM."
    )


def test_above_guessing_is_said_by_the_lower_end_and_below_it_by_the_upper():
    sentence = transfer_finding(measured(RACE=0.27, CosmosQA=0.23)).sentence
    assert "clearly above guessing on 0 of 2. Guessing" in sentence
    assert "clearly below" not in sentence


def test_of_many_exams_the_least_and_the_most_are_said_and_where_it_guesses_or_worse():
    sentence = transfer_finding(measured(RACE=0.44, DREAM=0.35, MCTest=0.36, CosmosQA=0.17)).sentence
    assert sentence == (
        "race, QO: 17% on CosmosQA to 44% on RACE, clearly above guessing on 2 of 4, clearly below on CosmosQA. "
        "Guessing: 25% on RACE, MCTest, CosmosQA; 33% on DREAM."
    )
