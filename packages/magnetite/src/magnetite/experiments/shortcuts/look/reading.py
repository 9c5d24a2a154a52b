"""Does it read? A report's verdict, its figure, and the card that says so.

A system is said to use the passage where its share of right answers is clearly above that under every view without the
passage: it has to beat the better of the options alone and of question and options, whichever that is. Beside the
verdict stands the better view; that it was picked as the better one can only make the difference smaller.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from examfiles.reasons import Reason, many, sentences
from magnetite.core.results import Finding, Number, Run
from magnetite.experiments.findings import gain, span
from magnetite.experiments.shortcuts.experiment import beside_guessing
from magnetite.report.looks import Glance, Opening, Point, Tone
from magnetite.stats.verdict import FEWEST_PASSAGES, MARGIN, SURE_P, Verdict, says_little, verdict

FEW = "few"
GAINS = {"QO": "passage adds", "O": "question and passage add"}  # numbers, by the view without the passage
LOOK_FIRST = 3  # questions named on the card
_TONES = {Verdict.ABOVE: Tone.GOOD, Verdict.LEVEL: Tone.POOR, Verdict.BELOW: Tone.POOR}


@dataclass(frozen=True, slots=True)
class Compared:
    """What a system gets right with the passage, and without it under the better view; and the difference.

    `verdict` is one of `Verdict`, or `FEW` where there are too few passages to tell.
    """

    given: Number
    without: Number
    view: str
    difference: Number
    p: float
    passages: int
    verdict: str


def compared(run: Run) -> Compared | None:
    """Compare right answers with the passage and without; None where a run does not have both."""
    finding = found(run, "shortcuts")
    if finding is None:
        return None
    numbers = {(each.label, each.group): each for each in finding.numbers}
    given, gains = numbers.get(("accuracy", "QOC")), gains_of(numbers)
    if given is None or not gains:
        return None
    without = {view: numbers["accuracy", view] for view in gains}
    view = max(without, key=lambda name: without[name].value)
    passages = passages_with_keys(run)
    said = FEW if says_little(given, passages) else reads(gains, view)
    return Compared(given, without[view], view, *gains[view], passages, said)


def gains_of(numbers: Mapping[tuple[str, str], Number]) -> dict[str, tuple[Number, float]]:
    """Return by view without the passage what the whole question adds to it, and the p-value of an exact test."""
    return {
        view: (numbers[label, ""], numbers[f"{label}, McNemar p", ""].value)
        for view, label in GAINS.items()
        if (label, "") in numbers and (f"{label}, McNemar p", "") in numbers and ("accuracy", view) in numbers
    }


def reads(gains: Mapping[str, tuple[Number, float]], best: str) -> Verdict:
    """Return what may be said of reading, from the differences to every view without the passage; `best` is the better.

    Above: above every one of them. Below: below the better, by a test that allows for the choice between them.

    >>> clear, not_clear = Number("a", 0.2, 0.1, 0.3), Number("b", 0.1, -0.1, 0.3)
    >>> reads({"QO": (clear, 0.001)}, "QO").value, reads({"QO": (not_clear, 0.4), "O": (clear, 0.001)}, "QO").value
    ('above', 'open')
    """
    sides = {view: verdict(gap, margin=MARGIN, p=p) for view, (gap, p) in gains.items()}
    if all(side == Verdict.ABOVE for side in sides.values()):
        return Verdict.ABOVE
    by_luck = sides[best] == Verdict.BELOW and len(gains) * gains[best][1] >= SURE_P
    return Verdict.OPEN if sides[best] == Verdict.ABOVE or by_luck else sides[best]


def passages_with_keys(run: Run) -> int:
    """Return how many passages have a question with a known answer; enough where the run does not have its exam."""
    items = run.exam["items"]
    keyed = {item["passage_id"] for item in items if item["answer"] is not None}
    return len(keyed) if items else FEWEST_PASSAGES


def opening(run: Run) -> Opening | None:
    """Say what a system gets right, with the passage and without, and whether that shows that it reads."""
    pair = compared(run)
    if pair is None:
        return None
    shares = {"given": pair.given.value, "without": pair.without.value, "view": pair.view}
    asked = {"questions": many(pair.given.n or 0), "passages": many(pair.passages, "passage")}
    basis = {**asked, "gain": gain(pair.difference.value, pair.difference, pair.p)}
    return Opening(
        Reason("glance-verdict", {**shares, **asked, "verdict": pair.verdict}),
        Reason("glance-basis", basis),
        points(found(run, "shortcuts")),
    )


def points(finding: Finding | None) -> tuple[Point, ...]:
    """Return what guessing gets, and what the system does from the options, without the passage, and with it."""
    if finding is None:
        return ()
    rows = [row for table in finding.tables if table.kind == "accuracy_by_view" for row in table.rows()]
    guess = [row["chance"] for row in rows if (row["view"], row["level"]) == ("QOC", "all")]
    numbers = {each.group: each for each in finding.numbers if each.label == "accuracy"}
    return (
        *(
            Point(Reason("glance-point", {"view": "guessing"}), Number("guessing", share), "guessing")
            for share in guess
        ),
        *(
            Point(Reason("glance-point", {"view": name}), numbers[name], name)
            for name in ("O", "QO", "QOC")
            if name in numbers
        ),
    )


def card(run: Run) -> Glance | None:
    """Say in a word whether a system reads, what reading adds, and what it gets right without."""
    pair = compared(run)
    if pair is None:
        return None
    values = {"verdict": pair.verdict, "view": pair.view, "passages": many(pair.passages, "passage")}
    added = Reason("glance-reads", {**values, "gain": gain(pair.difference.value, pair.difference, pair.p)})
    return Glance(
        "shortcuts",
        Reason("glance-reads-title"),
        _TONES.get(Verdict(pair.verdict), Tone.OPEN) if pair.verdict != FEW else Tone.OPEN,
        Reason("glance-reads-word", values),
        sentences(added, *_beside_guessing(run)) if pair.verdict != FEW else added,
        look_first(run),
    )


def _beside_guessing(run: Run) -> tuple[Reason, ...]:
    """Say whether the system does better than guessing without the passage, by the interval of the difference."""
    finding = found(run, "shortcuts")
    numbers = {(each.label, each.group): each for each in finding.numbers} if finding else {}
    above, right = numbers.get(("without passage above chance", "")), numbers.get(("accuracy", "QO"))
    if above is None or right is None:
        return ()
    values = {"right": right.value, "interval": span(right), "guessing": right.value - above.value}
    return (Reason("glance-without", {**values, "verdict": beside_guessing(above, right)}),)


def look_first(run: Run) -> tuple[str, ...]:
    """Return the ids of the questions that the system most clearly answers without the passage."""
    finding = found(run, "shortcuts")
    tables = [table for table in finding.tables if table.name == "answerable"] if finding else []
    return tuple(str(name) for table in tables for name in table.values("id")[:LOOK_FIRST])


def found(run: Run, experiment: str) -> Finding | None:
    """Return a run's finding of an experiment, None where it has none."""
    return next((finding for finding in run.findings if finding.experiment == experiment), None)
