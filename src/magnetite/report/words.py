"""What the report says in its own words: introductions, headline numbers and the glossary.

The sentences about an exam come from its findings. What this file leaves out: how numbers are written (`tables`).
"""

from magnetite.core.results import Finding, Number
from magnetite.report.tables import shorten, show_label

INTROS = {
    "accuracy": (
        "How often the system picks the right option, beside three ways to answer without understanding anything: "
        "guessing, taking the longest option, and taking the option that shares most words with the passage. "
        "A system that does not clear these by a margin has not shown that it reads."
    ),
    "shortcuts": (
        "The same questions again, with parts taken away. Without the passage nobody can know what it says; a system "
        "that still does better than guessing uses what it already knows, or hints in the wording of the options. "
        "The fault may be the system's, or the question's."
    ),
    "magnets": (
        "Options from other passages, which cannot be right, are put to the system beside each question's own. Some "
        "attract it whatever the passage says: these are magnets. Then the strongest take the place of a wrong option, "
        "to see how many right answers they draw away."
    ),
}

_Headline = tuple[str, str | None, str]  # the number's label, its group (None: the first of them), what it is called
HEADLINES: dict[str, tuple[_Headline, ...]] = {
    "accuracy": (
        ("accuracy", "", "of all questions right"),
        ("baseline", "longest", "always taking the longest option"),
        ("baseline", "random", "guessing"),
    ),
    "shortcuts": (
        ("accuracy", "QO", "right without the passage"),
        ("without passage above chance", None, "above guessing, without the passage"),
        ("passage adds", None, "gained by reading the passage"),
    ),
    "magnets": (
        ("strongest interference", None, "of questions: “{group}” beats every own option"),
        ("accuracy before", None, "right before the attack"),
        ("accuracy after", None, "right after it, with “{group}”"),
    ),
}


def headlines(finding: Finding) -> list[tuple[Number, str]]:
    """Choose the numbers that stand beside a finding's sentence, and call them by plain names.

    A probe that is not known here shows its first three numbers under their own labels.
    """
    named = [
        (number, words.format(group=shorten(number.group, 40)))
        for label, group, words in HEADLINES.get(finding.probe, ())
        if (number := _first(finding, label, group)) is not None
    ]
    return named or [(number, show_label(number)) for number in finding.numbers[:3]]


def _first(finding: Finding, label: str, group: str | None) -> Number | None:
    fits = (n for n in finding.numbers if n.label == label and group in (None, n.group))
    return next(fits, None)


GLOSSARY = (
    (
        "Accuracy",
        "The share of questions answered right. Questions whose right answer is not known are shown, but not counted.",
    ),
    (
        "Attack",
        (
            "One wrong option of each question is replaced by a magnet. The right answer stays where it is. "
            "(Lin, Zou and Ding 2021.)"
        ),
    ),
    (
        "Beaten by",
        "How many of the irrelevant options scored above all of a question's own options.",
    ),
    (
        "Effective number of options",
        (
            "How many options still look plausible to the system: 1 when it is sure of one, 4 when four look equally "
            "good. It is 2 to the power of the entropy. (Liusie, Raina and Gales 2022.)"
        ),
    ),
    ("Entropy", "How undecided the system is between the options, in bits: 0 when it is sure, 2 for four equal ones."),
    (
        "Interference score T",
        (
            "The share of questions on which an irrelevant option scores above all the options the question came with. "
            "(Lin, Zou and Ding 2021.) A system that reads stays near 0; one that merely guesses between four options "
            "and the intruder stands near 20%."
        ),
    ),
    (
        "Interval",
        (
            "Another sample of passages would have given another number. The interval is the range that holds the true "
            "value about 95 times in 100. Where two intervals overlap widely, the difference may be chance."
        ),
    ),
    ("Irrelevant option", "An option that belongs to a question about another passage, so that it cannot be right."),
    ("Key", "The option that counts as right."),
    ("Magnet", "An irrelevant option that attracts the system again and again, whatever the passage says."),
    (
        "McNemar p-value",
        (
            "How surprising the difference between two sets of answers to the same questions would be if there were "
            "none: small values (below 0.05) speak for a real difference."
        ),
    ),
    (
        "Mutual information",
        "How much the passage helps the system to decide: the entropy without the passage minus the entropy with it.",
    ),
    ("Points", "Percentage points: from 40% to 43% is 3 points."),
    (
        "Truncated",
        "The passage was too long for the system and lost its end or beginning. Question and options are never cut.",
    ),
    (
        "View",
        (
            "What the system is shown. QOC: passage, question and options. QO: no passage. CO: no question. "
            "O: the options alone."
        ),
    ),
)
