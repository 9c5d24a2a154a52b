"""What the paper claims, tested on the exhibits: a claim holds where ours has the paper's direction, clear of zero.

The size of an effect is not tested: it stands beside the paper's, with those of the other readers.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from magnetite.core.results import Finding, Number, UnmeasuredError
from magnetite.report.tables import show_interval, show_number
from magnetite_papers.liusie2022.compared import GUESSING, MATCHED, SURELY
from magnetite_papers.liusie2022.exhibits import ALIKE, ELSEWHERE, FAR
from magnetite_papers.liusie2022.reported import TABLE_B2
from magnetite_papers.liusie2022.settings import COSMOS, RACE, RECLOR
from magnetite_papers.paper import Claim, Verdict, joint, untested

Findings = Mapping[str, Finding]
TERMS = (
    "The most certain quarter of the questions has the fewest effective options, the most informative quarter the most "
    "mutual information."
)
MOST = 0.5
LITTLE = 0.05  # a gain below it counts as little


def _figures(found: Number) -> str:
    interval = show_interval(found)
    return f"{show_number(found)}{f' ({interval})' if interval else ''}"


def _shown(found: Number, name: str = "") -> str:
    return f"{name or found.group or found.label} {_figures(found)}"


def _others(numbers: Sequence[Number]) -> str:
    return f"By the other readers: {'; '.join(map(_shown, numbers))}." if numbers else ""


def _groups(finding: Finding, label: str) -> list[Number]:
    return [each for each in finding.numbers if each.label == label]


def _main(finding: Finding, label: str) -> tuple[Number, list[Number]]:
    """Return a number of the main readers, and those of the others. Raises UnmeasuredError where there is none."""
    if not (numbers := _groups(finding, label)):
        raise UnmeasuredError(f"{finding.experiment}: no number '{label}'")
    return numbers[0], numbers[1:]


def _above(found: Number, limit: float = 0.0) -> bool | None:
    """Say whether a number is above a limit: None where its interval holds it."""
    if found.low is None or found.high is None:
        return None
    return True if found.low > limit else False if found.high < limit else None


def _below(found: Number, limit: float = 0.0) -> bool | None:
    above = _above(found, limit)
    return None if above is None else not above


def _all_above(numbers: Sequence[Number]) -> dict[str, bool | None]:
    return {"": joint(map(_above, numbers))}


def _beside(finding: Finding, label: str, test: Callable[[Number], bool | None] = _above) -> Verdict:
    """Test an effect on the main readers, and set the others' beside it."""
    main, others = _main(finding, label)
    return Verdict({each.group: test(each) for each in (main, *others)}, _shown(main), note=_others(others))


def _shortcuts(findings: Findings) -> Verdict:
    numbers = [each for each in _groups(findings["table-2"], "above guessing") if each.group != "QOC"]
    return Verdict(_all_above(numbers), "above guessing by " + ", ".join(map(_shown, numbers)))


def _gap(label: str) -> Callable[[Findings], Verdict]:
    return lambda findings: _beside(findings["table-2"], label)


def _passage(findings: Findings) -> Verdict:
    """Test what the passage adds, and tell whether more training without it makes up for that."""
    verdict = _beside(findings["table-2"], "the passage, added to question and options")
    trained = [finding for name, finding in findings.items() if name.startswith("training-")]
    more = [
        f"{finding.settings['before']}, trained further: the passage adds {_figures(number)}"
        for finding in trained
        for number in _groups(finding, "passage adds")
        if number.group == "after"
    ]
    return replace(verdict, note=" ".join([verdict.note, f"{'; '.join(more)}." if more else ""]).strip())


def _college(findings: Findings) -> Verdict:
    numbers = _groups(findings["table-2"], "college minus middle school")
    full = next((each for each in numbers if each.group == "QOC"), None)
    if full is None:
        return untested("no question of college level was asked")
    note = "Unlike the paper's readers, ours were not trained on questions of that level."
    return Verdict({"": _below(full)}, _shown(full), note=note)


def _certainty(name: str) -> Callable[[Findings], Verdict]:
    def test(findings: Findings) -> Verdict:
        numbers = _groups(findings[name], "accuracy, most minus least certain quarter")
        return Verdict(_all_above(numbers), f"most minus least certain quarter: {'; '.join(map(_shown, numbers))}")

    return test


def _sure_without(name: str) -> Callable[[Findings], Verdict]:
    """Test whether most of the questions with few options left are answered right."""

    def test(findings: Findings) -> Verdict:
        finding = findings[name]
        few = finding.number("fewer than 2 effective options", "QO")
        right = finding.number("right, of these", "QO")
        others = [each for each in _groups(finding, "fewer than 2 effective options") if each.group.endswith(" QO")]
        found = f"{_figures(few)} of the questions; accuracy on these {_figures(right)}"
        return Verdict({"": _above(right, MOST)}, found, note=_others(others))

    return test


def _surer_with(findings: Findings) -> Verdict:
    """Test whether fewer than two options are left on most questions, and tell it of the other readers."""
    every = {each.group: each for each in _groups(findings["figure-4"], "fewer than 2 effective options")}
    if "QOC" not in every:
        raise UnmeasuredError("figure-4: QOC was not asked")
    main = every.pop("QOC")
    others = [each for group, each in every.items() if group.endswith(" QOC")]
    by = {each.group.removesuffix("QOC").strip(): _above(each, MOST) for each in (main, *others)}
    name = findings["figure-4"].settings["main"]
    by = {reader or name: each for reader, each in by.items()}
    return Verdict(by, f"on {_figures(main)} of the questions", note=_others(others))


def _doubtful(exam: str, name: str) -> Callable[[Findings], Verdict]:
    """Test whether more options are left on an exam than on RACE++, with the passage and without.

    An exam's own readers may leave more because they learned less, so the main readers are told of on both.
    """

    def test(findings: Findings) -> Verdict:
        label = "mean effective options"
        race = {each.group: each for each in _groups(findings["figure-4"], label)}
        own: list[tuple[Number, Number]] = []
        main: list[tuple[Number, Number]] = []
        for each in _groups(findings[name], label):
            *reader, view = each.group.split()
            (main if reader else own).append((each, race[view]))
        note = f"Readers that answered both exams: {_side_by_side(main, exam)}." if main else ""
        verdict = _all_above([_gap_between(here, there) for here, there in own])
        if exam == RECLOR:
            note += " Its own readers had little training: even with the passage they are hardly above guessing."
        return Verdict(verdict, _side_by_side(own, exam), note=note.strip())

    return test


def _side_by_side(pairs: Sequence[tuple[Number, Number]], exam: str) -> str:
    return "; ".join(f"{_shown(here)} on {exam}, {_figures(there)} on RACE++" for here, there in pairs)


def _gap_between(first: Number, second: Number) -> Number:
    """Return the difference of two numbers of other questions, with its interval."""
    gap = first.value - second.value
    if None in (bounds := (first.low, first.high, second.low, second.high)):
        return Number(first.label, gap)
    low, high, least, most = map(float, bounds)  # type: ignore[arg-type]  # none is None
    reach = math.hypot(high - low, most - least) / 2
    return Number(first.label, gap, gap - reach, gap + reach)


def _overconfident(findings: Findings) -> Verdict:
    finding = findings["calibration"]
    main = _main(finding, "confidence above accuracy")[0].group.split()[0]
    numbers = [finding.number("confidence above accuracy", f"{main} {view}") for view in ("QO", "QOC")]
    others = [
        each
        for each in _groups(finding, "confidence above accuracy")
        if each.group.split()[0] != main and each.group.split()[1] in ("QO", "QOC")
    ]
    return Verdict(_all_above(numbers), "; ".join(map(_shown, numbers)), note=_others(others))


def _people(findings: Findings) -> Verdict:
    finding = findings["footnote-4"]
    low, high = finding.number("accuracy, lowest entropy"), finding.number("accuracy, highest entropy")
    return untested(
        f"accuracy of another reader: lowest entropy {_figures(low)}, highest {_figures(high)}", "No people were asked."
    )


def _told(name: str, view: str) -> Callable[[Findings], Verdict]:
    """Test whether accuracy under a view is higher on the most than on the least informative quarter."""

    def test(findings: Findings) -> Verdict:
        verdict = _beside(findings[name], f"accuracy with {view}, most minus least informative quarter")
        return replace(verdict, found=f"most minus least informative quarter: {verdict.found}")

    return test


def _less_without(findings: Findings) -> Verdict:
    """Test whether accuracy without the passage is lower where it is most informative, at equal entropy with it."""
    finding = findings["figure-5"]
    verdict = _beside(finding, ALIKE, _below)
    main, others = _main(finding, "accuracy with QO, most minus least informative quarter")
    told = (
        f"Information is the entropy without the passage minus the entropy with it, and here the latter varies more. "
        f"Over all questions, at any entropy, most minus least informative quarter: {_shown(main)}. {_others(others)}"
    )
    return replace(verdict, note=f"{verdict.note} {told}".strip())


def _negative(findings: Findings) -> Verdict:
    main, others = _main(findings["figure-5"], "negative mutual information")
    return untested(_shown(main), f"The paper does not say how small the fraction is. {_others(others)}".strip())


def _misled(findings: Findings) -> Verdict:
    """Test the part that the paper explains by too much confidence: information clearly below 0."""
    finding = findings["figure-5"]
    verdict = _beside(finding, FAR, _below)
    main, others = _main(finding, "accuracy with QO, negative information minus the rest")
    share = finding.number("information far below 0", main.group)
    note = f"These are {_figures(share)} of the questions. All negative ones minus the rest: {_shown(main)}."
    return replace(verdict, note=f"{verdict.note} {note} {_others(others)}".strip())


def _matched(exam: str) -> Callable[[Findings], Verdict]:
    def test(findings: Findings) -> Verdict:
        numbers = [
            each
            for each in _groups(findings[MATCHED[exam]], "above guessing")
            if each.group.endswith(f" on {exam}") and " QOC " not in each.group
        ]
        return Verdict(_all_above(numbers), "above guessing by " + ", ".join(map(_shown, numbers)))

    return test


def _carries_over(trained_on: str) -> Callable[[Findings], Verdict]:
    """Test whether readers are above guessing on other exams where the paper's are."""

    def test(findings: Findings) -> Verdict:
        name = MATCHED[trained_on]
        numbers = [
            each for each in _groups(findings[name], "above guessing") if not each.group.endswith(f" on {trained_on}")
        ]
        if not numbers:
            raise UnmeasuredError(f"{name}: no other exam was asked")
        main = numbers[0].group.split()[0]
        own = [each for each in numbers if each.group.split()[0] == main]
        tested = {each.group: _above(each) for each in numbers if _reported(each, trained_on) > GUESSING}
        readers = dict.fromkeys(group.split()[0] for group in tested)
        by = {name: joint(each for group, each in tested.items() if group.split()[0] == name) for name in readers}
        above = {group: each for group, each in tested.items() if group.split()[0] == main}
        below = [each.group.partition(" ")[2] for each in own if each.group not in above]
        failed = [group for group, each in above.items() if each is False]
        told = f"Clearly above in {sum(each is True for each in above.values())} of {len(above)}"
        told += f", clearly below: {', '.join(failed)}." if failed else "."
        told += f" Not tested, because the paper's reader guesses or does worse: {', '.join(below)}." if below else ""
        rest = [each for each in numbers if each.group.split()[0] != main]
        found = "above guessing by " + ", ".join(_shown(each, each.group.partition(" ")[2]) for each in own)
        low = [*failed, *(each.group for each in rest if _above(each) is False)]
        reason = _by_an_option(findings["recurring"], low)
        note = f"{told} {_others(rest)}".strip()
        return Verdict(by, found, reason, note) if failed else Verdict(by, found, note=f"{note} {reason}")

    return test


def _by_an_option(finding: Finding, failed: Sequence[str]) -> str:
    """Say whether readers below guessing are so on questions without an option that they prefer; "" if none is."""
    elsewhere = {each.group: each for each in _groups(finding, ELSEWHERE)}
    told = [f"{_shown(elsewhere[group])}, {elsewhere[group].n:,} questions" for group in failed if group in elsewhere]
    if not told:
        return ""
    below = [group for group in failed if group in elsewhere and _above(elsewhere[group]) is False]
    return (
        "Tested: readers clearly below guessing choose a recurring option far more often than it is correct. Without "
        f"such an option, compared with guessing: {'; '.join(told)}; "
        + (f"it does not explain everything for {', '.join(below)}." if below else "none is clearly below.")
    )


def _reported(found: Number, trained_on: str) -> float:
    """Return the paper's accuracy of the view and on the exam that a number is about."""
    _, view, _, exam = found.group.split(maxsplit=3)
    return TABLE_B2[trained_on][view][exam]


def _reclor_question(findings: Findings) -> Verdict:
    finding = findings[MATCHED[RECLOR]]
    gaps = [each for each in _groups(finding, "the question adds") if each.group.endswith(f" on {RECLOR}")]
    if not gaps:
        return untested("no reader was asked with the options alone")
    return Verdict({"": _below(gaps[0], LITTLE)}, _shown(gaps[0]))


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
        _told("figure-5", "QOC"),
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
        _told("figure-b2", "QOC"),
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
        _told("figure-b4", "QOC"),
    ),
)
