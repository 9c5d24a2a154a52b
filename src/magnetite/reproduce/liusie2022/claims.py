"""What the paper claims, tested on the exhibits: a claim holds where the interval of what it names is clear of zero.

A paper's effect that is found, but of another size, holds, and the size is said; why it differs is told by the smaller
readers (`judge`, where the configuration has them), on the same questions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from magnetite.core.results import Finding, Number, UnmeasuredError
from magnetite.report.tables import show_interval, show_number
from magnetite.reproduce.liusie2022.settings import COSMOS, RACE, RECLOR
from magnetite.reproduce.paper import Claim, Verdict

Findings = Mapping[str, Finding]
MOST = 0.5
SMALL_FRACTION = 0.1  # what counts here as "a small fraction"; the paper gives no number
MATCHED = {RACE: "table-b2-race", COSMOS: "table-b2-cosmosqa", RECLOR: "table-b2-reclor"}


def _shown(found: Number, name: str = "") -> str:
    interval = show_interval(found)
    return f"{name or found.group or found.label} {show_number(found)}{f' ({interval})' if interval else ''}"


def _groups(finding: Finding, label: str) -> list[Number]:
    return [each for each in finding.numbers if each.label == label]


def _main(finding: Finding, label: str) -> tuple[Number, list[Number]]:
    """Return a number of the main readers, and those of the others. Raises UnmeasuredError where there is none."""
    if not (numbers := _groups(finding, label)):
        raise UnmeasuredError(f"{finding.probe}: no number '{label}'")
    return numbers[0], numbers[1:]


def _above(found: Number) -> bool | None:
    """Say whether a number is above zero: None where its interval holds zero."""
    if found.low is None or found.high is None:
        return None
    return True if found.low > 0 else False if found.high < 0 else None


def _all_above(numbers: Sequence[Number]) -> bool | None:
    verdicts = [_above(each) for each in numbers]
    return False if False in verdicts else None if None in verdicts or not verdicts else True


def _by_size(finding: Finding, label: str) -> Verdict:
    """Test an effect on the main readers, and tell by the others whether it grows with the readers' size."""
    main, others = _main(finding, label)
    found = _shown(main)
    reason = ""
    if others:
        reason = f"By the other readers: {'; '.join(map(_shown, others))}."
    return Verdict(_above(main), found, reason)


def _shortcuts(findings: Findings) -> Verdict:
    numbers = [each for each in _groups(findings["table-2"], "above guessing") if each.group != "QOC"]
    return Verdict(_all_above(numbers), "above guessing by " + ", ".join(map(_shown, numbers)))


def _gap(label: str) -> Callable[[Findings], Verdict]:
    return lambda findings: _by_size(findings["table-2"], label)


def _passage(findings: Findings) -> Verdict:
    """Test what the passage adds, and tell whether more training without it makes up for that."""
    verdict = _by_size(findings["table-2"], "the passage, to question and options")
    trained = [finding for name, finding in findings.items() if name.startswith("training-")]
    more = [
        f"{finding.title.rpartition('? ')[2]} trained further: the passage adds {_shown(number, 'then')}"
        for finding in trained
        for number in _groups(finding, "passage adds")
        if number.group == "after"
    ]
    return replace(verdict, reason=" ".join([verdict.reason, f"{'; '.join(more)}." if more else ""]).strip())


def _college(findings: Findings) -> Verdict:
    numbers = _groups(findings["table-2"], "college less middle school")
    full = next((each for each in numbers if each.group == "QOC"), None)
    if full is None:
        return Verdict(None, "no question of college level was asked")
    above = _above(full)
    return Verdict(None if above is None else not above, _shown(full))


def _certainty(name: str) -> Callable[[Findings], Verdict]:
    def test(findings: Findings) -> Verdict:
        numbers = _groups(findings[name], "right, surest quarter less least sure quarter")
        return Verdict(_all_above(numbers), "; ".join(map(_shown, numbers)))

    return test


def _sure_without(name: str) -> Callable[[Findings], Verdict]:
    def test(findings: Findings) -> Verdict:
        finding = findings[name]
        few = finding.number("fewer than 2 effective options", "QO")
        right = finding.number("right, of these", "QO")
        return Verdict(_above(few), f"{_shown(few, 'of the questions')}, of which are right {_shown(right, '')}")

    return test


def _surer_with(findings: Findings) -> Verdict:
    """Test whether fewer than two options are left on most questions, and tell it of the other readers."""
    every = {each.group: each for each in _groups(findings["figure-4"], "fewer than 2 effective options")}
    if "QOC" not in every:
        raise UnmeasuredError("figure-4: QOC was not asked")
    main = every.pop("QOC")
    others = [each for group, each in every.items() if group.endswith(" QOC")]
    holds = main.low is not None and main.low > MOST
    reason = f"By the other readers: {'; '.join(map(_shown, others))}." if others and not holds else ""
    return Verdict(holds, f"fewer than 2 options left on {_shown(main, 'of QOC')}", reason)


def _overconfident(findings: Findings) -> Verdict:
    finding = findings["calibration"]
    main = _main(finding, "confidence above accuracy")[0].group.split()[0]
    numbers = [finding.number("confidence above accuracy", f"{main} {view}") for view in ("QO", "QOC")]
    others = [
        each
        for each in _groups(finding, "confidence above accuracy")
        if each.group.split()[0] != main and each.group.split()[1] in ("QO", "QOC")
    ]
    reason = f"By the other readers: {'; '.join(map(_shown, others))}." if others else ""
    return Verdict(_all_above(numbers), "; ".join(map(_shown, numbers)), reason)


def _calibrated(findings: Findings) -> Verdict:
    finding = findings["calibration"]
    views = [each.group for each in _groups(finding, "ECE after, fitted on card")]
    found, worse = [], []
    for view in views:
        before, after = (finding.number(f"ECE {when}, fitted on card", view).value for when in ("before", "after"))
        found.append(f"{view} {100 * before:.1f} to {100 * after:.1f} points")
        if after > before:
            own = finding.number("ECE after, fitted on these questions", view).value
            worse.append(f"{view} {100 * own:.1f}")
    reason = (
        "The temperature was fitted on other questions. Fitted on the very questions asked, the error is, in points: "
        f"{', '.join(worse)}; why the other questions ask for another temperature was not tested."
        if worse
        else ""
    )
    return Verdict(not worse, "calibration error before and after: " + ", ".join(found), reason)


def _people(findings: Findings) -> Verdict:
    finding = findings["footnote-4"]
    low, high = finding.number("right, lowest entropy"), finding.number("right, highest entropy")
    found = f"{_shown(low, 'lowest entropy')}, {_shown(high, 'highest')}"
    return Verdict(_above(finding.number("difference")), found)


def _told(name: str) -> Callable[[Findings], Verdict]:
    def test(findings: Findings) -> Verdict:
        finding = findings[name]
        label = "right with {}, most told quarter less least told quarter"
        main = _main(finding, label.format("QOC"))[0].group
        full, without = (finding.number(label.format(view), main) for view in ("QOC", "QO"))
        up, down = _above(full), _above(without)
        holds = None if up is None or down is None else up and not down
        found = f"{_shown(full, 'with the passage')}; {_shown(without, 'without')}"
        return Verdict(holds, found, "" if holds else _why_not_less(finding, main))

    return test


def _why_not_less(finding: Finding, main: str) -> str:
    """Tell whether the reader without the passage is right less often where the other one is equally sure."""
    ranks = [finding.number(f"rank correlation with the effective options of {view}", main) for view in ("QOC", "QO")]
    same = finding.number("right with QO, likewise, of the quarter that QOC is surest of", main)
    tested = (
        f"Of the quarter that the reader with the passage is surest of, the other is right less often, too: "
        f"{_shown(same, 'by')}."
        if _above(same) is False
        else f"It is not so either of the quarter that the reader with the passage is surest of: {_shown(same, '')}."
    )
    with_passage, without = map(show_number, ranks)
    return (
        f"{tested} The information goes with the doubt left with the passage (rank correlation {with_passage}), hardly "
        f"with that without ({without}): the reader without the passage is seldom sure, so the passage tells most of "
        "the questions that are easy with it."
    )


def _negative(findings: Findings) -> Verdict:
    main, others = _main(findings["figure-5"], "negative mutual information")
    holds = main.high is not None and main.high < SMALL_FRACTION
    reason = f"By the other readers: {'; '.join(map(_shown, others))}." if others and not holds else ""
    return Verdict(holds, _shown(main), reason)


def _misled(findings: Findings) -> Verdict:
    main, others = _main(findings["figure-5"], "right with QO, negative information less the rest")
    above = _above(main)
    reason = f"By the other readers: {'; '.join(map(_shown, others))}." if others and above is not False else ""
    return Verdict(None if above is None else not above, _shown(main), reason)


def _matched(exam: str) -> Callable[[Findings], Verdict]:
    def test(findings: Findings) -> Verdict:
        numbers = [
            each
            for each in _groups(findings[MATCHED[exam]], "above guessing")
            if each.group.endswith(f" on {exam}") and " QOC " not in each.group
        ]
        return Verdict(_all_above(numbers), "above guessing by " + ", ".join(map(_shown, numbers)))

    return test


def _carries_over(findings: Findings) -> Verdict:
    numbers = [
        each
        for each in _groups(findings["table-b2-race"], "above guessing")
        if " QOC " not in each.group and not each.group.endswith(f" on {RACE}")
    ]
    if not numbers:
        raise UnmeasuredError("table-b2-race: no other exam was asked without its passages")
    main = numbers[0].group.split()[0]
    own = [each for each in numbers if each.group.split()[0] == main]
    others = [each for each in numbers if each.group.split()[0] != main]
    reason = f"By the other readers: {'; '.join(map(_shown, others))}." if others else ""
    return Verdict(_all_above(own), "above guessing by " + ", ".join(map(_shown, own)), reason)


def _reclor_question(findings: Findings) -> Verdict:
    finding = findings["table-b2-reclor"]
    gaps = [each for each in _groups(finding, "the question adds") if each.group.endswith(f" on {RECLOR}")]
    if not gaps:
        return Verdict(None, "no reader was asked with the options alone")
    return Verdict(_above(gaps[0]) is not True, _shown(gaps[0]))


CLAIMS = (
    Claim(
        "Readers with parts of the question missing are far above guessing: O 41.8%, QO 57.3%, CO 68.2% (Table 2).",
        ("table-2",),
        _shortcuts,
    ),
    Claim(
        "The question adds to the options alone: QO is 15.6 points above O (Table 2).",
        ("table-2",),
        _gap("the question, to the options"),
    ),
    Claim(
        "The passage tells more than the question does: CO is 10.9 points above QO (Table 2).",
        ("table-2",),
        _gap("the passage in place of the question"),
    ),
    Claim(
        "The passage adds to question and options: QOC is 27.7 points above QO (Table 2).",
        ("table-2",),
        _passage,
    ),
    Claim(
        "College questions are harder than middle school ones: 6.5 points less with everything to read (Table 2).",
        ("table-2",),
        _college,
    ),
    Claim(
        "Certainty and accuracy go together: the effective number of options tells a bin's accuracy (Figure 4).",
        ("figure-4",),
        _certainty("figure-4"),
    ),
    Claim(
        "Without the passage, a part of the questions is answered surely (Figure 4).",
        ("figure-4",),
        _sure_without("figure-4"),
    ),
    Claim("With the passage, most questions are answered surely (Figure 4).", ("figure-4",), _surer_with),
    Claim(
        "Before calibration the readers are too sure: the mean highest probability is 5 points above the accuracy "
        "(footnote 3).",
        ("calibration",),
        _overconfident,
    ),
    Claim(
        "One temperature makes the readers as sure as they are right (Appendix C.2; no error is given).",
        ("calibration",),
        _calibrated,
    ),
    Claim(
        "Low entropy without the passage names the questions that can be answered without it: the authors had 92% of "
        "the hundred surest right, 32% of the hundred least sure (footnote 4).",
        ("footnote-4",),
        _people,
    ),
    Claim(
        "Where the passage tells much, the reader with it is right far more often, and the one without it less often "
        "(Figure 5).",
        ("figure-5",),
        _told("figure-5"),
    ),
    Claim(
        "The mutual information is negative on a small fraction of the questions (Figure 5).", ("figure-5",), _negative
    ),
    Claim(
        "Where it is negative, the reader without the passage is seldom right: misplaced confidence (Figure 5).",
        ("figure-5",),
        _misled,
    ),
    Claim(
        "Readers without passage or question carry over to exams that they were not trained on: RACE++ to Cosmos QA "
        "(O 21.4%, QO 54.0%, CO 54.6%) and ReClor (34.0%, 34.8%, 46.0%) (Table B.2).",
        ("table-b2-race",),
        _carries_over,
    ),
    Claim(
        "Trained on Cosmos QA, readers with parts missing are far above guessing on it: O 57.4%, QO 68.5%, CO 79.0% "
        "(Table B.2).",
        (MATCHED[COSMOS],),
        _matched(COSMOS),
    ),
    Claim(
        "Trained on ReClor, likewise: O 49.0%, QO 51.8%, CO 68.4% (Table B.2).", (MATCHED[RECLOR],), _matched(RECLOR)
    ),
    Claim(
        "On ReClor the question adds little to the options: 2.8 points (Table B.2).",
        (MATCHED[RECLOR],),
        _reclor_question,
    ),
    Claim(
        "On Cosmos QA, too, certainty and accuracy go together (Figure B.1).", ("figure-b1",), _certainty("figure-b1")
    ),
    Claim(
        "On Cosmos QA, too, a substantial part is answered surely without the passage (Figure B.1).",
        ("figure-b1",),
        _sure_without("figure-b1"),
    ),
    Claim("On Cosmos QA, too, the passage helps where it tells much (Figure B.2).", ("figure-b2",), _told("figure-b2")),
    Claim("On ReClor, too, certainty and accuracy go together (Figure B.3).", ("figure-b3",), _certainty("figure-b3")),
    Claim("On ReClor, too, the passage helps where it tells much (Figure B.4).", ("figure-b4",), _told("figure-b4")),
)
