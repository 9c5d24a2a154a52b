"""A model that could not hold a passage has not read it: nothing is said that rests on its reading."""

from dataclasses import dataclass

import numpy as np
import pytest

from examfiles.items import Dataset, Item
from magnetite.experiments.check.experiment import Check
from magnetite.experiments.flags import REASONS, default_settings
from magnetite.report.check.page import measured, trust
from magnetite.report.wording import wording
from magnetite.testing import FakePanel

LONG = 60  # words, more than the model below holds
OF_READING = {
    *("another-option-fits-better", "passage-misleads", "two-options-fit", "passage-hardly-helps"),
    *("another-option-supported", "option-nobody-takes"),
}


@dataclass(slots=True, eq=False)
class ShortPanel(FakePanel):
    """Cuts the passages of more than so many words."""

    def cut(self, name, items):
        del name
        return np.array([len(item.passage.split()) > LONG for item in items], dtype=np.bool_)


def exam(long, short=30):
    """Return questions, the first on long passages, whose keys a model knows that reads; some are keyed wrongly."""
    items = [
        Item(
            f"q{n}",
            f"p{n}",
            f"The {n}th boat sails at {n}. " * (20 if n < long else 3),
            f"When does the {n}th boat sail?",
            (f"at {n}", f"at {n + 100}", f"at {n + 200}", f"at {n + 300}"),
            0 if n % 5 else 1,
        )
        for n in range(long + short)
    ]
    return Dataset("boats", tuple(items))


def answered(long, short=30, **settings):
    dataset = exam(long, short)
    first = {item.question: item.options[0] for item in dataset}

    def reads(context, option):
        return 8.0 if first[context.question] == option else 0.0

    never = {item.options[3] for item in dataset}
    panel = ShortPanel({"QO": lambda _context, option: -8.0 * (option in never), "QOC": reads})
    [finding] = Check(default_settings(), {}, **settings).run(dataset, panel)
    return finding, panel, dataset


@pytest.mark.parametrize("long", [1, 10])
def test_no_flag_and_no_list_about_a_passage_that_was_cut_and_all_about_the_others(long):
    finding, panel, dataset = answered(long, listed=99)
    cut = {f"q{n}" for n in range(long)}
    flags = finding.table("flags").rows()
    of_model = {row["id"] for row in flags if row["rule"] in OF_READING}
    assert of_model
    assert not cut & of_model
    for name in ("check_first", "idle", "strong"):
        listed = set(finding.table(name).values("id"))
        assert not cut & listed
        assert listed or name == "strong"  # which is of questions without a flag: here all have one
    missing = [row for row in finding.table("not_checked").rows() if row["reason"] == "cut"]
    assert {row["rule"] for row in missing} == OF_READING
    assert {row["id"] for row in missing} == cut
    texts = {context.text for name, _, cells, _ in panel.requests if name == "QOC" for context in cells.contexts}
    assert not any(item.passage in text for text in texts for item in dataset.items[:long])


def test_how_many_passages_were_cut_is_said_in_both_languages_and_the_share_right_is_of_the_others():
    finding, *_ = answered(10, 30)
    number = finding.number("passage cut", "QOC")
    assert (number.value, number.n) == (10, 40)
    assert finding.number("accuracy", "QOC").n == 30
    english, german = (list(trust(finding, wording(language))) for language in ("en", "de"))
    assert "in 10 of 40 questions (25%), part of the passage was cut off" in english[0]
    assert "Bei 10 von 40 Fragen (25 %)" in german[0].replace("\xa0", " ")
    assert not [sentence for sentence in english if "Having read" in sentence and "30 questions" not in sentence]


def test_of_a_model_that_could_read_no_passage_nothing_is_said_that_it_has_read():
    finding, *_ = answered(12, 0)
    [sentence] = [each for each in trust(finding, wording("en")) if "passage" in each]
    assert sentence.startswith("The longest passages are too long for the model")
    lines = dict(measured(finding, wording("en")).lines)
    assert {share for share, _ in lines["a model that sees everything"]} == {"not measured"}


def test_where_every_passage_was_read_whole_nothing_is_said_of_cutting():
    finding, *_ = answered(0)
    assert "passage cut" not in {number.label for number in finding.numbers}
    assert not [sentence for sentence in trust(finding, wording("en")) if "cut off" in sentence]


def test_questions_with_cut_passages_are_left_out_of_the_list_of_those_answered_without_each_sentence():
    finding, *_ = answered(5, 20, span=True)
    assert set(finding.table("unmoved").values("id")) <= {f"q{n}" for n in range(5, 25)}
    assert "cut" in REASONS
