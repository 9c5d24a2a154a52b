"""Headings that many tables share, so that each is written once.

>>> LOW.over([0.25, 0.5])
Column(name='low', values=[0.25, 0.5], heading='interval from', unit='share')
"""

from magnetite.core.results import Heading

ID = Heading("id")
PASSAGE_ID = Heading("passage_id", "passage")
LEVEL = Heading("level")
QUESTION = Heading("question")
OPTION = Heading("option")
ANSWER = Heading("answer")
VIEW = Heading("view")
SYSTEM = Heading("system", unit="system")
ATTACK = Heading("attack")
RANK = Heading("rank", unit="count")
N = Heading("n", "questions", "count")
COUNT = Heading("count", "questions", "count")

ACCURACY = Heading("accuracy", unit="share")
CHANCE = Heading("chance", "guessing", "share")
SHARE = Heading("share", unit="share")
EXPECTED = Heading("expected", "expected by chance", "share")
LOW, HIGH = Heading("low", "interval from", "share"), Heading("high", "interval to", "share")
ENDS = (LOW, HIGH, N)  # of an interval, and how many questions it is over
DIFFERENCE = Heading("difference", unit="points")
DIFFERENCE_LOW = Heading("low", "difference from", "points")
DIFFERENCE_HIGH = Heading("high", "difference to", "points")
DIFFERENCES = (DIFFERENCE, DIFFERENCE_LOW, DIFFERENCE_HIGH)
P = Heading("p", "p-value", "p")

INFORMATION = Heading("information", "what the passage tells (bits)", "bits")
INTERFERENCE = Heading("interference", "interference score T", "share")
SERIES = Heading("series", "combines other options")
BEFORE, AFTER = Heading("before", unit="share"), Heading("after", unit="share")
RIGHT_BEFORE, RIGHT_AFTER = Heading("before", "right before", "share"), Heading("after", "right after", "share")
CAUGHT = Heading("caught", "magnet chosen", "share")
OTHERWISE = Heading("otherwise", "another wrong option chosen", "share")
CHOSEN_BEFORE = Heading("chosen_before", "chosen before the attack")
CHOSEN_AFTER = Heading("chosen_after", "chosen after the attack")


def interval(name: str, text: str, bounds: str, unit: str) -> tuple[Heading, ...]:
    """Return the headings of an estimate and of its bounds, `NAME_low` and `NAME_high`.

    >>> [heading.text for heading in interval("before", "right before", "before", "share")]
    ['right before', 'before from', 'before to']
    """
    ends = (("low", "from"), ("high", "to"))
    return (Heading(name, text, unit), *(Heading(f"{name}_{end}", f"{bounds} {word}", unit) for end, word in ends))


def probability_with(view: str) -> Heading:
    """Return the heading of the probability of an option, or of the key, under a view."""
    return Heading(f"p_{view}", f"probability with {view}", "share")


def chosen_with(view: str) -> Heading:
    """Return the heading of what is chosen under a view."""
    return Heading(f"chosen_{view}", f"chosen with {view}")


PEARSON = interval("pearson", "Pearson's correlation", "Pearson's", "correlation")
SPEARMAN = interval("spearman", "rank correlation", "rank correlation", "correlation")
