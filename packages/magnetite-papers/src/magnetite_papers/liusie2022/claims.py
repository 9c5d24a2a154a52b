"""What the paper claims, tested on the exhibits: a claim holds where ours has the paper's direction, clear of zero.

The size of an effect is not tested: it stands beside the paper's, with those of the other readers.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from examfiles.items import gathered
from magnetite.core.results import Finding, Number, UnmeasuredError
from magnetite.report.tables import show_interval, show_number
from magnetite_papers.decided import Held, above, below, joint
from magnetite_papers.liusie2022.compared import GUESSING, MATCHED, SURELY
from magnetite_papers.liusie2022.exhibits import (
    BASELINE,
    BEYOND,
    CERTAIN_WITH,
    CHANCE_ORDER,
    ELSEWHERE,
    INFORMATIVE,
    NEGATIVE,
    ORDERED_BY,
    SHORTCUT,
)
from magnetite_papers.liusie2022.reported import TABLE_B2
from magnetite_papers.liusie2022.settings import COSMOS, RACE, RECLOR
from magnetite_papers.paper import Claim, Outcome, untested

Findings = Mapping[str, Finding]
TERMS = (
    "The most certain quarter of the questions has the fewest effective options, the most informative quarter the most "
    "mutual information. In a chance order the entropies with the passage are permuted among the questions, so that "
    "they tell nothing; only a difference beyond that speaks for a claim."
)
MOST_SHARE = 0.5
LITTLE = 0.05  # a gain below it counts as little
BOTH = (SHORTCUT, BASELINE)
STANDING = {True: "above", False: "below", None: "not clearly above or below"}


def _figures(found: Number) -> str:
    interval = show_interval(found)
    return f"{show_number(found)}{f' ({interval})' if interval else ''}"


def _shown(found: Number, name: str = "") -> str:
    return f"{name or found.group or found.label} {_figures(found)}"


def _groups(finding: Finding, label: str) -> list[Number]:
    return [each for each in finding.numbers if each.label == label]


def _of(finding: Finding, label: str) -> list[Number]:
    """Return the numbers of a label. Raises UnmeasuredError where there is none."""
    if not (numbers := _groups(finding, label)):
        raise UnmeasuredError(f"{finding.experiment}: no number '{label}'")
    return numbers


def _reader(found: Number) -> str:
    return found.group.partition(" ")[0]


def _of_whom(found: Number) -> str:
    """Return what a number is about besides its reader: a view, or one on an exam."""
    return found.group.partition(" ")[2]


def _view(found: Number) -> str:
    return _of_whom(found).partition(" ")[0]


def _by_reader(numbers: Iterable[Number], test: Callable[[Number], Held] = above, words: str = "") -> Outcome:
    """Test an effect on every reader: all numbers of one must agree; `words` stand before its figures."""
    every = gathered((_reader(each), each) for each in numbers)
    if not every:
        raise UnmeasuredError("no reader was asked")
    return Outcome(
        {name: joint(map(test, own)) for name, own in every.items()},
        {
            name: words + ", ".join(f"{_of_whom(each)} {_figures(each)}".strip() for each in own)
            for name, own in every.items()
        },
        {name: min(each.n or 0 for each in own) for name, own in every.items()},
    )


def _shortcuts(findings: Findings) -> Outcome:
    numbers = [each for each in _of(findings["table-2"], "above guessing") if _view(each) != BASELINE]
    return _by_reader(numbers, words="above guessing by ")


def _gap(label: str) -> Callable[[Findings], Outcome]:
    return lambda findings: _by_reader(_of(findings["table-2"], label))


def _passage(findings: Findings) -> Outcome:
    """Test what the passage adds, and tell whether more training without it makes up for that."""
    outcome = _gap("the passage, added to question and options")(findings)
    trained = [finding for name, finding in findings.items() if name.startswith("training-")]
    more = [
        f"{finding.settings['before']}, trained further: the passage adds {_figures(number)}"
        for finding in trained
        for number in _groups(finding, "passage adds")
        if number.group == "after"
    ]
    return replace(outcome, note=f"{'; '.join(more)}." if more else "")


def _college(findings: Findings) -> Outcome:
    numbers = _groups(findings["table-2"], "college minus middle school")
    full = [each for each in numbers if _view(each) == BASELINE]
    if not full:
        return untested("no question of college level was asked")
    outcome = _by_reader(full, below)
    found = {name: f"{told}, {outcome.asked[name]:,} questions" for name, told in outcome.found.items()}
    return replace(outcome, found=found)


def _certainty(name: str) -> Callable[[Findings], Outcome]:
    def test(findings: Findings) -> Outcome:
        numbers = _of(findings[name], "accuracy, most minus least certain quarter")
        own = numbers if name == "figure-4" else _of_first(numbers)
        return _by_reader(own, words="most minus least certain quarter: ")

    return test


def _of_first(numbers: Sequence[Number]) -> list[Number]:
    """Return the numbers of the first reader: of the exam's own, where one of another stands beside it."""
    return [each for each in numbers if _reader(each) == _reader(numbers[0])]


def _sure_without(name: str) -> Callable[[Findings], Outcome]:
    """Test whether most of the questions with few options left are answered right."""

    def test(findings: Findings) -> Outcome:
        finding = findings[name]
        every = _of(finding, "fewer than 2 effective options")
        every = every if name == "figure-4" else _of_first(every)
        few = {_reader(each): each for each in every if _view(each) == SHORTCUT}
        right = {_reader(each): each for each in _groups(finding, "right, of these") if _view(each) == SHORTCUT}
        if not few:
            raise UnmeasuredError(f"{name}: {SHORTCUT} was not asked")
        return Outcome(
            {reader: above(right[reader], MOST_SHARE) if reader in right else None for reader in few},
            {
                reader: f"{_figures(each)} of the questions"
                + (f"; accuracy on these {_figures(right[reader])}" if reader in right else "")
                for reader, each in few.items()
            },
            {reader: each.n or 0 for reader, each in few.items()},
        )

    return test


def _surer_with(findings: Findings) -> Outcome:
    """Test whether fewer than two options are left on most questions."""
    numbers = _of(findings["figure-4"], "fewer than 2 effective options")
    with_it = [each for each in numbers if _view(each) == BASELINE]
    if not with_it:
        raise UnmeasuredError(f"figure-4: {BASELINE} was not asked")
    return _by_reader(with_it, lambda each: above(each, MOST_SHARE))


def _doubtful(exam: str, name: str) -> Callable[[Findings], Outcome]:
    """Test whether more options are left on an exam than on RACE++, with the passage and without.

    An exam's own readers may leave more because they learned less, so the readers that answered both are shown, too.
    """

    def test(findings: Findings) -> Outcome:
        label = "mean effective options"
        there, here = (_of(findings[each], label) for each in ("figure-4", name))
        race = {each.group: each for each in there}
        main, own = _reader(there[0]), _reader(here[0])
        pairs = [(each, race[f"{main} {_view(each)}"]) for each in here if _reader(each) == own]
        both = [(each, race[each.group]) for each in here if each.group in race]
        note = f"Readers that answered both exams: {_side_by_side(both, exam)}." if both else ""
        note += _above_guessing(findings[MATCHED[exam]], own, exam) if MATCHED[exam] in findings else ""
        verdict = joint(above(_gap_between(first, second)) for first, second in pairs)
        return Outcome({"": verdict}, {"": _side_by_side(pairs, exam)}, note=note.strip())

    return test


def _above_guessing(finding: Finding, reader: str, exam: str) -> str:
    """Say how an exam's own readers compare with guessing when they have the passage; "" where that is not known."""
    group = f"{reader} {BASELINE} on {exam}"
    found = [each for each in _groups(finding, "above guessing") if each.group == group]
    return "".join(
        f" With the passage, its own readers are {STANDING[above(each)]} guessing: {_figures(each)}." for each in found
    )


def _side_by_side(pairs: Sequence[tuple[Number, Number]], exam: str) -> str:
    return "; ".join(f"{_shown(here)} on {exam}, {_shown(there)} on RACE++" for here, there in pairs)


def _gap_between(first: Number, second: Number) -> Number:
    """Return the difference of two numbers of other questions, with its interval."""
    difference = first.value - second.value
    if None in (bounds := (first.low, first.high, second.low, second.high)):
        return Number(first.label, difference)
    low, high, least, most = map(float, bounds)  # type: ignore[arg-type]  # none is None
    reach = math.hypot(high - low, most - least) / 2
    return Number(first.label, difference, difference - reach, difference + reach)


def _overconfident(findings: Findings) -> Outcome:
    numbers = [each for each in _of(findings["calibration"], "confidence above accuracy") if _view(each) in BOTH]
    return _by_reader(numbers)


def _people(findings: Findings) -> Outcome:
    finding = findings["footnote-4"]
    low, high = finding.number("accuracy, lowest entropy"), finding.number("accuracy, highest entropy")
    return untested(
        f"accuracy of another reader: lowest entropy {_figures(low)}, highest {_figures(high)}", "No people were asked."
    )


def _informative(name: str, view: str, test: Callable[[Number], Held]) -> Callable[[Findings], Outcome]:
    """Test the accuracy under a view of the most informative quarter minus that of the least, as the paper sorts.

    Information is the entropy without the passage minus the entropy with it. So some of the difference is there
    whatever the passage tells: with the latter permuted among the questions, that is what is left. A claim holds only
    where the difference goes beyond it; where it does not, it is undecided.
    """
    label = INFORMATIVE.format(view)

    def one(difference: Number, beyond: Number) -> Held:
        held = test(difference)
        return held if held is not True or test(beyond) else None

    def run(findings: Findings) -> Outcome:
        finding = findings[name]
        beyond = {each.group: each for each in _of(finding, BEYOND.format(label))}
        chance = {each.group: each for each in _of(finding, CHANCE_ORDER.format(label))}
        numbers = _of(finding, label)
        return Outcome(
            {each.group: one(each, beyond[each.group]) for each in numbers},
            {
                each.group: f"most minus least informative quarter: {_figures(each)}; in a chance order "
                f"{show_number(chance[each.group])}, beyond that {_figures(beyond[each.group])}"
                for each in numbers
            },
            {each.group: each.n or 0 for each in numbers},
        )

    return run


def _less_without(findings: Findings) -> Outcome:
    """Test whether accuracy without the passage is lower where it is most informative, and show why not."""
    outcome = _informative("figure-5", SHORTCUT, below)(findings)
    failed = [name for name, held in outcome.by.items() if held is False]
    return replace(outcome, reason={name: _ordered_by(findings["figure-5"], name) for name in failed})


def _ordered_by(finding: Finding, reader: str) -> str:
    """Say that information sorts the questions by the entropy with the passage, and what that does; "" if it does not.

    It must go with that entropy clearly more closely than with the one without the passage, and where the reader with
    the passage is certain, the one without must be more accurate.
    """
    without, left = (finding.number(ORDERED_BY.format(view), reader) for view in BOTH)
    certain = finding.number(CERTAIN_WITH, reader)
    if left.low is None or left.high is None or without.low is None or without.high is None:
        return ""
    mirrored, furthest = Number("", -left.value, -left.high, -left.low), max(-without.low, without.high)
    if not (above(mirrored, furthest) and above(certain)):
        return ""
    return (
        f"Tested: information is the entropy without the passage minus the entropy with it, and here it sorts the "
        f"questions by the latter (rank correlation {_figures(left)}) rather than by the former ({_figures(without)}). "
        f"Where the reader with the passage is certain, the one without is more accurate, too: most minus least "
        f"certain quarter {_figures(certain)}."
    )


def _negative(findings: Findings) -> Outcome:
    numbers = _of(findings["figure-5"], "negative mutual information")
    return untested("; ".join(map(_shown, numbers)), "The paper does not say how small the fraction is.")


def _misled(findings: Findings) -> Outcome:
    """Test the questions on which the reader is more certain without the passage than with it."""
    return _by_reader(_of(findings["figure-5"], NEGATIVE), below, "information below 0 minus the rest: ")


def _matched(exam: str) -> Callable[[Findings], Outcome]:
    def test(findings: Findings) -> Outcome:
        numbers = [
            each
            for each in _of(findings[MATCHED[exam]], "above guessing")
            if each.group.endswith(f" on {exam}") and _view(each) != BASELINE
        ]
        return _by_reader(numbers, words="above guessing by ")

    return test


def _carries_over(trained_on: str) -> Callable[[Findings], Outcome]:
    """Test whether readers are above guessing on other exams where the paper's are."""

    def test(findings: Findings) -> Outcome:
        name = MATCHED[trained_on]
        numbers = [
            each for each in _groups(findings[name], "above guessing") if not each.group.endswith(f" on {trained_on}")
        ]
        tested = [each for each in numbers if _reported(each, trained_on) > GUESSING]
        if not tested:
            raise UnmeasuredError(f"{name}: no other exam was asked")
        outcome = _by_reader(tested)
        own = {reader: [each for each in tested if _reader(each) == reader] for reader in outcome.by}
        found = {
            reader: f"clearly above guessing in {sum(above(each) is True for each in every)} of {len(every)}: "
            + outcome.found[reader]
            for reader, every in own.items()
        }
        low = {reader: [each.group for each in every if below(each)] for reader, every in own.items()}
        reason = {reader: _by_an_option(findings["recurring"], groups) for reader, groups in low.items() if groups}
        left_out = dict.fromkeys(_of_whom(each) for each in numbers if each not in tested)
        note = (
            f"Not tested, because the paper's reader guesses or does worse: {', '.join(left_out)}." if left_out else ""
        )
        return replace(outcome, found=found, reason=reason, note=note)

    return test


def _by_an_option(finding: Finding, failed: Sequence[str]) -> str:
    """Say whether readers below guessing are so on questions without an option that they prefer; "" if none is."""
    elsewhere = {each.group: each for each in _groups(finding, ELSEWHERE)}
    told = [f"{_shown(elsewhere[group])}, {elsewhere[group].n:,} questions" for group in failed if group in elsewhere]
    if not told:
        return ""
    still = [group for group in failed if group in elsewhere and below(elsewhere[group])]
    return (
        "Tested: where clearly below guessing, it chooses a recurring option far more often than it is correct. "
        f"Without such an option, compared with guessing: {'; '.join(told)}; "
        + (f"it does not explain everything for {', '.join(still)}." if still else "none is clearly below.")
    )


def _reported(found: Number, trained_on: str) -> float:
    """Return the paper's accuracy of the view and on the exam that a number is about."""
    _, view, _, exam = found.group.split(maxsplit=3)
    return TABLE_B2[trained_on][view][exam]


def _reclor_question(findings: Findings) -> Outcome:
    gaps = [each for each in _groups(findings[MATCHED[RECLOR]], "the question adds") if each.group.endswith(RECLOR)]
    if not gaps:
        return untested("no reader was asked with the options alone")
    return _by_reader(gaps, lambda each: below(each, LITTLE))


CLAIMS = (
    Claim(
        "Readers that see only parts of a question are above guessing: O 41.8%, QO 57.3%, CO 68.2% (Table 2).",
        ("table-2",),
        _shortcuts,
    ),
    Claim(
        "The question adds to the options alone: QO is 15.6 points above O (from Table 2).",
        ("table-2",),
        _gap("the question, added to the options"),
    ),
    Claim(
        "The passage helps more than the question does: CO is 10.9 points above QO (from Table 2).",
        ("table-2",),
        _gap("the passage instead of the question"),
    ),
    Claim(
        "The passage adds to question and options: QOC is 27.7 points above QO (from Table 2).",
        ("table-2",),
        _passage,
    ),
    Claim(
        "College questions are harder than middle school ones: 6.5 points less with everything to read (from Table 2).",
        ("table-2",),
        _college,
    ),
    Claim(
        "Certainty and accuracy go together: accuracy is higher with fewer effective options (Figure 4).",
        ("figure-4",),
        _certainty("figure-4"),
    ),
    Claim(
        "Without the passage, a number of questions are answered with certainty and accurately (Figure 4): with fewer "
        "than 2 effective options, and more than half correctly.",
        ("figure-4",),
        _sure_without("figure-4"),
    ),
    Claim(
        "With the passage, most questions are answered with certainty (Figure 4).",
        ("figure-4",),
        _surer_with,
        figure=SURELY,
    ),
    Claim(
        "Before calibration the readers are overconfident: the mean highest probability of QO and of QOC is 5 points "
        "above their accuracy (footnote 3).",
        ("calibration",),
        _overconfident,
    ),
    Claim(
        "Low entropy without the passage identifies the questions that can be answered without it: the authors "
        "answered 92% of the hundred most certain correctly, 32% of the hundred least certain (footnote 4).",
        ("footnote-4",),
        _people,
    ),
    Claim(
        "Where the passage is informative, the reader with it is far more accurate (Figure 5).",
        ("figure-5",),
        _informative("figure-5", BASELINE, above),
    ),
    Claim("There, the reader without it is less accurate (Figure 5).", ("figure-5",), _less_without),
    Claim(
        "The mutual information is negative on a small fraction of the questions (Figure 5).", ("figure-5",), _negative
    ),
    Claim(
        "Where it is negative, the reader without the passage is less accurate than elsewhere (Figure 5).",
        ("figure-5",),
        _misled,
    ),
    Claim(
        "Trained on RACE++, readers are above guessing on the other exams, except O on Cosmos QA (Table B.2).",
        (MATCHED[RACE], "recurring"),
        _carries_over(RACE),
    ),
    Claim(
        "Trained on Cosmos QA, readers that see only parts are above guessing on it: O 57.4%, QO 68.5%, CO 79.0% "
        "(Table B.2).",
        (MATCHED[COSMOS],),
        _matched(COSMOS),
    ),
    Claim(
        "They are also above guessing on the other exams, by 0.2 (O on ReClor) to 41.8 points (Table B.2).",
        (MATCHED[COSMOS], "recurring"),
        _carries_over(COSMOS),
    ),
    Claim(
        "Trained on ReClor, readers that see only parts are above guessing on it: O 49.0%, QO 51.8%, CO 68.4% (Table "
        "B.2).",
        (MATCHED[RECLOR],),
        _matched(RECLOR),
    ),
    Claim(
        "They are also above guessing on the other exams, except O on Cosmos QA (Table B.2).",
        (MATCHED[RECLOR], "recurring"),
        _carries_over(RECLOR),
    ),
    Claim(
        "On ReClor the question adds little to the options: 2.8 points (Table B.2). Little means less than 5 points.",
        (MATCHED[RECLOR],),
        _reclor_question,
    ),
    Claim(
        "On Cosmos QA, too, certainty and accuracy go together (Figure B.1).", ("figure-b1",), _certainty("figure-b1")
    ),
    Claim(
        "On Cosmos QA, too, questions are answered with certainty and accurately without the passage (Figure B.1).",
        ("figure-b1",),
        _sure_without("figure-b1"),
    ),
    Claim(
        "On Cosmos QA, too, the reader with the passage is more accurate where that is informative (Figure B.2).",
        ("figure-b2",),
        _informative("figure-b2", BASELINE, above),
    ),
    Claim("On ReClor, too, certainty and accuracy go together (Figure B.3).", ("figure-b3",), _certainty("figure-b3")),
    Claim(
        "ReClor leaves more effective options than RACE++ (Figures 4 and B.3).",
        ("figure-4", "figure-b3"),
        _doubtful(RECLOR, "figure-b3"),
    ),
    Claim(
        "On ReClor, too, the reader with the passage is more accurate where that is informative (Figure B.4).",
        ("figure-b4",),
        _informative("figure-b4", BASELINE, above),
    ),
)
