"""Items that the tests of un-readable attacks share: two of our own, one without a word, and any others."""

from dataclasses import replace

from hypothesis import strategies as st

from examfiles.items import Item
from magnetite.views.unreadable import ATTACKS, CONTROLS, AttackSettings
from tests import strategies

ALL = (*ATTACKS, *CONTROLS)
PAIRS = {  # shuffled: the same text unshuffled
    "AddSent2Pas-Shuffle": "AddSent2Pas",
    "AddSent2Opt-Shuffle": "AddSent2Opt",
    "AddAns2Opt-Shuffle": "AddAns2Opt",
    "Sent2Opt-Shuffle": "Sent2Opt",
    "AddOther2Opt-Shuffle": "AddOther2Opt",
}
ANN = Item(
    "ann",
    "p1",
    "Ann keeps a grey goose. It doesn't like the baker's dog.",
    "Who dislikes the dog?",
    ("the old baker", "the goose", "nobody at all"),
    1,
    "easy",
    {"origin": "made"},
)
BO = Item("bo", "p2", "Bo rowed to the island at noon.", "Where did Bo go?", ("home.", "to the island", "to bed"), 1)
MARKS = Item("marks", "p3", "... !? --", "What?", ("one", "two"), 0)
anything = st.text(st.characters(), max_size=30)


@st.composite
def exams(draw):
    """Draw a few items whose texts are any Unicode, or ours, all with an answer; passages and questions may lack."""
    drawn = []
    for number in range(draw(st.integers(1, 4))):
        item = draw(strategies.items(number))
        text = anything | st.sampled_from(
            [ANN.passage, BO.passage, "One. Two three! A b c d.", "Odd \ud800. Two.", " ", ""]
        )
        options = draw(st.lists(anything | st.sampled_from(ANN.options), min_size=2, max_size=4))
        changed = {"passage": draw(text), "question": draw(text), "options": tuple(options)}
        drawn.append(replace(item, **changed, answer=draw(st.integers(0, len(options) - 1))))
    return drawn


many_settings = st.builds(
    AttackSettings,
    threshold=st.sampled_from([0, 0.3, 0.65, 0.95]),
    sentence=st.sampled_from(["distractor", "question"]),
    tries=st.just(3),
    naive=st.booleans(),
    seed=st.integers(0, 5),
)
