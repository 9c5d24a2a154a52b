"""The passage that has most of a question's words is looked for among all, however few of them are added up."""

from hypothesis import given
from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.experiments.flags import RULES, Exam
from magnetite.experiments.flags.elsewhere import _asked, _held, _weights

WORDS = ("boats", "bridge", "bread", "castle", "cellar", "cloud", "engine", "garden", "island", "lantern", "miller")
LOOSE = {"asked": 1, "words": 1, "lead": 0.5, "own": 0.8, "third": 0.2, "common": 0.5}
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)


@st.composite
def exams(draw):
    """Draw an exam of a few passages; a question may have the words of any of them."""
    passages = draw(st.lists(TEXTS, min_size=2, max_size=7, unique=True))
    items = []
    for number in range(draw(st.integers(2, 9))):
        passage = draw(st.sampled_from(passages))
        options = tuple(draw(st.lists(TEXTS, min_size=2, max_size=3, unique=True)))
        items.append(Item(f"q{number}", passage, passage, f"What about the {draw(TEXTS)}?", options, 0))
    return Exam(tuple(items))


def by_hand(exam):
    """Return the questions that the rule must flag, each with a question of the other passage: every sum in full."""
    texts = list(dict.fromkeys(item.passage for item in exam.items))
    holders, absent = {}, {}
    for place, text in enumerate(texts):
        for word in _held(text):
            holders.setdefault(word, []).append(place)
    for at, item in enumerate(exam.items):
        for word in set().union(*_asked(exam, at)) - _held(item.passage):
            absent.setdefault(word, set()).add(item.passage)
    weights = _weights(len(texts), holders, absent, LOOSE["common"])
    found = {}
    for at, item in enumerate(exam.items):
        question, options = _asked(exam, at)
        sums = dict.fromkeys(texts, 0.0)
        for word in sorted((question | options) & weights.keys()):
            for text in texts:
                sums[text] += weights[word] * (word in _held(text))
        own = sums.pop(item.passage)
        if not sums:
            continue  # the only passage
        other = max(sums, key=sums.__getitem__)
        most = sums.pop(other)
        third = max(sums.values(), default=0.0)
        shared = _held(other) & (question | options) & weights.keys()
        if shared and most - own >= LOOSE["lead"] and own <= LOOSE["own"] * most and most - third >= LOOSE["third"]:
            found[item.id] = next(each.id for each in exam.items if each.passage == other)
    return found


@given(exams())
def test_what_is_flagged_is_what_adding_up_every_passage_flags(exam):
    flags = RULES["question-of-another-passage"].find(exam, LOOSE)
    assert {flag.item: flag.evidence["other"] for flag in flags} == by_hand(exam)
