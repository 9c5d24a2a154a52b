"""A decisive sentence is found where people marked it if the system reads it there, and else as often as by chance."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from examfiles.items import Dataset, Item
from magnetite.experiments.marked.experiment import (
    ALL,
    CRITICAL,
    DISTRACTOR,
    WHOLE,
    WITHOUT_CRITICAL,
    WITHOUT_DISTRACTOR,
    WITHOUT_OTHER,
    MarkedSpans,
    _stretch,
)
from magnetite.testing import FakePanel, check_experiment
from magnetite.views.partial import named_span

OPTIONS = ("a cat", "a dog", "a goat")
FILLERS = ("It rains in the valley.", "The mill is old.", "Nobody came at all.", "They left at noon.")
TRUE, FALSE = "Ann has a dog.", "Bo has a cat."


def question(k, *, mark=TRUE, mislead=FALSE):
    """Return a question whose answer stands in one of six sentences, at a place that differs by question."""
    parts = [*FILLERS]
    parts.insert(k % 5, TRUE)
    parts.insert(k * 7 % 6, FALSE)
    metadata = {"critical_span": mark, "distractor_span": mislead}
    return Item(f"q{k}", f"p{k}", " ".join(parts), "What has Ann?", OPTIONS, 1, metadata=metadata)


def reads(context, option):
    """Choose what the passage says of Ann, else what Bo has, else the last."""
    return 2.0 * (f"Ann has {option}." in context.passage) + (f"Bo has {option}." in context.passage)


def found(items, reader=reads, **settings):
    panel = FakePanel({"QOC": reader, "QO": lambda _context, option: float(option == "a goat")})
    return MarkedSpans(**settings).run(Dataset("made up", tuple(items)), panel)[0]


def test_a_system_that_reads_finds_what_people_marked_and_not_what_misleads():
    finding = found(question(k) for k in range(60))
    assert finding.number("decisive sentence inside", CRITICAL).value == 1.0
    assert finding.number("decisive sentence inside", DISTRACTOR).value == 0.0
    assert finding.number("more than by chance", CRITICAL).value == pytest.approx(1 - 1 / 6)
    assert finding.number("more than by chance", DISTRACTOR).value == pytest.approx(-1 / 6)
    verdicts = [part.values["verdict"] for part in finding.answer.values["parts"] if part.code == "marked-overlap"]
    assert verdicts == ["above", "below"]
    right = {each.group: each.value for each in finding.numbers if each.label == "accuracy"}
    assert right[WHOLE] == right[WITHOUT_DISTRACTOR] == right[WITHOUT_OTHER] == 1.0
    assert right[WITHOUT_CRITICAL] == 0.0
    assert finding.number("less than without another stretch", WITHOUT_CRITICAL).value == -1.0


@given(st.integers(0, 1000), st.booleans())
def test_where_nothing_decides_no_place_is_likelier_than_another(seed, misleads):
    first = FILLERS[0]  # where many passages begin
    items = [question(k, mark=first, mislead=FALSE if misleads else "") for k in range(40)]
    finding = found(items, reader=lambda _context, option: float(option == OPTIONS[1]), seed=seed)
    more = finding.number("more than by chance", CRITICAL)
    assert abs(more.value) < 4 * np.sqrt(5 / 36 / 40)
    assert finding.number("accuracy", WITHOUT_CRITICAL).value == 1.0
    assert finding.number("less than without another stretch", WITHOUT_CRITICAL).value == 0.0


def test_chance_is_the_share_of_sentences_that_a_span_overlaps():
    start = question(0).passage.index(TRUE)
    wide = question(0, mark=f"[{start}, {start + len(TRUE) + 5}]", mislead="")  # and the beginning of the next sentence
    [row] = [row for row in found([wide]).table("marked").rows() if row["questions"] == ALL]
    assert row["expected"] == pytest.approx(2 / 6)
    assert row["span"] == CRITICAL


def test_questions_without_a_mark_or_an_answer_are_counted_and_left_out():
    others = [question(2, mark="it is not there"), replace(question(3), answer=None)]
    finding = found([question(0), question(1), *others])
    assert finding.number("accuracy", WHOLE).n == 2
    assert "marked-note-left-out" in {note.code for note in finding.notes}
    assert found(others).answer.code == "marked-nothing"


@given(
    st.lists(st.sampled_from(["Ann", "sat.", "Mr.", "Hale", "ran", "\n", "off!"]), min_size=2, max_size=14),
    st.data(),
)
def test_another_stretch_has_as_many_words_and_overlaps_nothing_that_is_marked(words, data):
    passage = " ".join(words)
    assume(passage.strip())
    ends = sorted(data.draw(st.tuples(st.integers(0, len(passage) - 1), st.integers(0, len(passage)))))
    assume(passage[ends[0] : ends[1]].strip())
    item = Item("q", "p", passage, "Who?", OPTIONS, 1)
    stretch = _stretch(item, (ends[0], ends[1]), [(ends[0], ends[1])], seed=data.draw(st.integers(0, 9)))
    if stretch is not None:
        assert stretch[1] <= ends[0] or stretch[0] >= ends[1]
        assert len(passage[slice(*stretch)].split()) == len(passage[slice(*ends)].split())


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_span_is_named_by_its_characters_where_it_stands_in_the_passage(start, end):
    item = Item("q", "p", "It rains in the valley.", "Why?", OPTIONS, 1, metadata={"span": f"[{start}, {end}]"})
    known = start < end <= len(item.passage)
    assert named_span(item, "span") == ((start, end) if known else None)


def test_it_keeps_the_contract_of_experiments():
    check_experiment(MarkedSpans())
