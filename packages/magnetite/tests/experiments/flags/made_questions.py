"""Questions made for the rules: one to change, and what a rule finds in one."""

from dataclasses import replace

from examfiles.items import Item
from magnetite.experiments.flags import RULES, Exam

PASSAGE = (
    "The ferry from Lund leaves at nine. On Sunday the captain waited for a nurse, who was bringing a parcel of "
    "glass bottles to the island doctor. Two children counted the gulls until she came."
)
QUESTION = Item(
    "q1",
    "p1",
    PASSAGE,
    "Why did the captain wait on Sunday?",
    ("The engine was cold.", "A nurse was late.", "The sea was rough.", "A child was lost."),
    1,
)


def asked(question=QUESTION.question, options=QUESTION.options, answer=1, **changed):
    """Make a question: `answer` is an index, None for no key."""
    return replace(QUESTION, question=question, options=tuple(options), answer=answer, **changed)


def found(name, *items, thresholds=None, **seen):
    """Return the flags of one rule; `seen` is what the exam holds besides its items."""
    return RULES[name].find(Exam(tuple(items), **seen), thresholds)


def fires(name, *items, **how):
    return bool(found(name, *items, **how))
