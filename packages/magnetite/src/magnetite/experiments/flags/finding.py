"""The finding of a check, as tables that a report shows and that are read back without a model.

How far the check can be trusted is among them: what its systems get right elsewhere and here, and how many of their
flags luck explains. What has not been measured stays None, never a guess.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from examfiles.items import LeftOut, gathered, letter
from examfiles.reasons import Reason, counted, many
from magnetite.core.experiment import PanelSystem
from magnetite.core.headings import ID, INFORMATION, LEVEL, OPTION, PASSAGE_ID, RANK, VIEW, interval, probability_with
from magnetite.core.results import Finding, Heading, Number, Table, Value, table
from magnetite.core.severity import SEVERITIES
from magnetite.experiments.findings import bounded, in_card, measured_accuracy, span, standing
from magnetite.experiments.flags.cards import GUESSING, elsewhere, worth_of
from magnetite.experiments.flags.dismissals import Dismissal, apart
from magnetite.experiments.flags.exam import Exam, share_of, which_are_english
from magnetite.experiments.flags.find import doubts, find, not_checked, reasons, second_look, worst
from magnetite.experiments.flags.lists import MOST_QUESTIONS, WITH, WITHOUT, listed_tables, strong_table, weak_table
from magnetite.experiments.flags.luck import VERDICTS, Support, Verdict
from magnetite.experiments.flags.rule import Flag, NotChecked
from magnetite.experiments.flags.settings import FlagSettings, default_settings
from magnetite.stats.calibration import effective_options, entropy
from magnetite.stats.intervals import cluster_codes, share
from magnetite.stats.readability import readability
from magnetite.stats.verdict import verdict as verdict_of
from magnetite.views import shows_passage

NAME = "check"
RULE, SEVERITY, EVIDENCE, REASON = Heading("rule"), Heading("severity"), Heading("evidence"), Heading("reason")
SUPPORTED = Heading("supported", "probability of being right, judged by itself", "share")
HEADINGS = (
    Heading("questions", unit="count"),
    LEVEL,
    Heading("words", unit="count"),
    Heading("characters", "characters without spaces between words", "count"),
    Heading("sentences", unit="count"),
    Heading("ease", "reading ease (Flesch)", "number"),
    Heading("grade", "school grade (Flesch-Kincaid)", "number"),
    Heading("lix", "LIX", "number"),
)


def check_finding(
    exam: Exam,
    settings: FlagSettings,
    systems: Mapping[str, PanelSystem],
    *,
    verifier: PanelSystem | None = None,
    places: Mapping[str, str],
    left: Sequence[LeftOut],
    dismissals: Sequence[Dismissal] = (),
    listed: int = MOST_QUESTIONS,
) -> Finding:
    """Ask every rule, and put down what was found, what could not be checked, and what was left out.

    `places`: where each question stands in its file, by id. `left`: where what was left out stands, and why. `listed`:
    how long the lists beside the flags are. `verifier`: the system that gave verdicts.
    """
    found = find(exam, settings, elsewhere(systems, settings), worth_of(systems, verifier))
    flags, dismissed = apart(found.flags, exam.items, dismissals)
    missing = (*not_checked(exam, settings), *found.withheld)
    looks = second_look(flags, settings)
    right = accuracies(exam)
    return Finding(
        NAME,
        "Which questions deserve a second look",
        verdict(len(looks), len(exam.items)),
        (
            Number("questions", len(exam.items), unit="count"),
            Number("second look", len(looks), unit="count"),
            Number("left out", len(left), unit="count"),
            *_cut(exam),
            *right,
        ),
        (
            flags_table(flags),
            dismissed_table(dismissed),
            reasons_table(flags),
            looks_table(looks, flags, settings),
            options_table(exam),
            questions_table(exam, places),
            keys_table(exam),
            passages_table(exam),
            strong_table(found.exam, {flag.item for flag in flags}),
            weak_table(found.exam),
            *listed_tables(exam, found.verdicts, listed),
            not_checked_table(missing),
            left_table(left),
            trust(found.verdicts, systems, right, settings.prior if any(each.right for each in flags) else None),
            luck_table(found.supports),
        ),
        settings=changed(settings),
        notes=(*found.aside, *_not_english(exam, missing, systems)),
    )


def _cut(exam: Exam) -> Iterator[Number]:
    """Yield of how many questions with a passage the system that reads had to cut it, if of any."""
    if exam.cut:
        passages = sum(bool(item.passage.strip()) for item in exam.items)
        yield Number("passage cut", len(exam.cut), n=passages, unit="count", group=WITH)


def _not_english(exam: Exam, missing: Sequence[NotChecked], systems: Mapping[str, PanelSystem]) -> Iterator[Reason]:
    """Say of an exam in another language which rules do not know it, and whether the models may, by their cards."""
    if not exam.items or any(exam.english):
        return
    yield Reason("note-not-english", {"rules": sum(each.reason == "language" for each in missing)})
    learned = dict.fromkeys(filter(None, map(learned_from, systems.values())))
    in_english, in_german = _in_both(systems.get(WITH)) if set(exam.languages) == {"de"} else (None, None)
    if any(set(data.split("+")) <= ENGLISH for data in learned) and in_english and in_german:
        values = {"data": ", ".join(learned), "questions": many(in_german.n or 0)}
        values |= {"english": in_english.value, "german": in_german.value, "interval": span(in_german)}
        yield Reason("note-learned-english-german", {**values, "verdict": verdict_of(in_german, GUESSING)})
    elif any(set(data.split("+")) <= ENGLISH for data in learned):
        yield Reason("note-learned-english", {"data": ", ".join(learned)})
    elif systems:
        yield Reason("note-learned-unknown")


def _in_both(reader: PanelSystem | None) -> tuple[Number | None, Number | None]:
    """Return what a system's card says it gets right of the same questions in English and in German, if it does."""
    rows = [in_card(reader, IN_TWO_LANGUAGES, language) if reader else None for language in ("en", "de")]
    english, german = (Number(IN_TWO_LANGUAGES, **row) if row else None for row in rows)
    return english, german


def learned_from(system: PanelSystem) -> str:
    """Return the name of the data that a system was trained on, by its card; "" where nothing is known of it."""
    data = (system.training.get("card") or {}).get("data")
    return str(data.get("name") or "") if isinstance(data, Mapping) else ""


def verdict(looks: int, questions: int) -> str:
    """Say the answer in a sentence.

    >>> verdict(9, 60)
    '9 of 60 questions deserve a second look.'
    """
    of = counted(questions, "question")
    if not looks:
        return f"None of {of} has a reason for a second look that was found here; that does not make them good."
    return f"{looks:,} of {of} deserve{'s' if looks == 1 else ''} a second look."


DOUBT = Heading("doubt", "a flag is right", "probability")
RIGHT = interval("right", "such flags that are right", "right", "share")
FLAG = (RULE, Heading("source"), SEVERITY, ID, Heading("options"), EVIDENCE, Heading("reason"), *RIGHT)


def flags_table(flags: Sequence[Flag]) -> Table:
    """Put down every flag, a row each, by question; flags of one cause stand together, under the rule that leads."""
    return table("flags", "What was found", FLAG, (row for group in grouped(flags) for row in _rows(group)))


def dismissed_table(dismissed: Sequence[tuple[Flag, Dismissal]]) -> Table:
    """Put down the flags that the exam's author has dismissed, each with the author's note."""
    notes = {id(flag): dismissal.note for flag, dismissal in dismissed}
    groups = grouped([flag for flag, _ in dismissed])
    rows = ((*row, notes[id(flag)]) for group in groups for flag, row in zip(group, _rows(group), strict=True))
    return table("dismissed", "Dismissed", (*FLAG, Heading("note")), rows)


def grouped(flags: Sequence[Flag]) -> list[tuple[Flag, ...]]:
    """Return the reasons of all questions, those of one together, in the order of the flags."""
    by_item = gathered((flag.item, flag) for flag in flags)
    return [reason for each in by_item.values() for reason in reasons(each)]


def _rows(group: Sequence[Flag]) -> Iterator[tuple[Any, ...]]:
    for each in group:
        options = list(map(letter, each.options))
        right = (None,) * 3 if each.right is None else bounded(each.right)
        yield each.rule, each.source, each.severity, each.item, options, _plain(each.evidence), group[0].rule, *right


def reasons_table(flags: Sequence[Flag]) -> Table:
    """Count the questions of each reason and severity, the worst first, then the most frequent.

    How often such a reason is right is the mean over its questions, each by the surest of its signs; None where no
    sign's was measured.
    """
    groups = [group for group in grouped(flags) if group[0].item]
    rows = [
        (
            *(rule, severity, len({group[0].item for group in own})),
            _mean([share for group in own if (share := _surest(group)) is not None]),
        )
        for (rule, severity), own in gathered(((group[0].rule, worst(group)), group) for group in groups).items()
    ]
    rows.sort(key=lambda row: (SEVERITIES.index(row[1]), -row[2]))
    return table("reasons", "Questions by reason", (RULE, SEVERITY, Heading("questions", unit="count"), RIGHT[0]), rows)


def _surest(group: Sequence[Flag]) -> float | None:
    return max((flag.right.estimate for flag in group if flag.right is not None), default=None)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def keys_table(exam: Exam) -> Table:
    """Count the right answers by letter, beside as many as chance would put there."""
    keyed = [item for item in exam.items if item.answer is not None]
    most = max((len(item.options) for item in keyed), default=0)
    rows = (
        (
            letter(at),
            sum(item.answer == at for item in keyed),
            sum(1 / len(item.options) for item in keyed if at < len(item.options)),
        )
        for at in range(most)
    )
    headings = (OPTION, Heading("right", unit="count"), Heading("expected", unit="options"))
    return table("keys", "Positions of the right answers", headings, rows)


def passages_table(exam: Exam) -> Table:
    """Put down how hard each passage is to read, by formula, beside its level."""
    first = {item.passage_id: item for item in reversed(exam.items) if item.passage.strip()}
    order = dict.fromkeys(item.passage_id for item in exam.items if item.passage_id in first)
    counts = Counter(item.passage_id for item in exam.items)
    texts = [first[name].passage for name in order]
    english = which_are_english([(text,) for text in texts])
    rows = (
        (name, counts[name], first[name].level, *readability(text, english=own).values)
        for name, text, own in zip(order, texts, english, strict=True)
    )
    return table("passages", "How hard the passages are to read", (PASSAGE_ID, *HEADINGS), rows)


def looks_table(looks: Sequence[str], flags: Sequence[Flag], settings: FlagSettings) -> Table:
    """Put down the questions that deserve a second look, worst first, and how likely one of their flags is right."""
    likely = doubts(flags, settings.prior)
    by_item = gathered((flag.item, flag) for flag in flags)
    rows = ((name, likely[name], worst(by_item[name]), rank) for rank, name in enumerate(looks, 1))
    return table("looks", "Questions to look at again, worst first", (ID, DOUBT, SEVERITY, RANK), rows)


def options_table(exam: Exam) -> Table:
    """Put down every option with its probability under each view, None where it was not asked."""
    pairs = [(place, item, option) for place, item in enumerate(exam.items) for option in range(len(item.options))]
    columns = [
        ID.over(item.id for _, item, _ in pairs),
        OPTION.over(letter(option) for *_, option in pairs),
        Heading("right").over(None if item.answer is None else item.answer == option for _, item, option in pairs),
    ]
    for view in exam.probabilities:
        rows = [exam.scored(view, place) for place, *_ in pairs]
        scored = (row[option] if row else None for row, (*_, option) in zip(rows, pairs, strict=True))
        columns.append(probability_with(view).over(scored))
    if exam.verdicts:
        alone = (row[option] if (row := exam.verdicts[place]) else None for place, _, option in pairs)
        columns.append(SUPPORTED.over(alone))
    return Table("options", "How likely systems find each option", tuple(columns))


def questions_table(exam: Exam, places: Mapping[str, str]) -> Table:
    """Put down every question: its place, and under each view entropy and effective number of options, in bits."""
    bits = {view: [_bits(exam, view, place) for place in range(len(exam.items))] for view in exam.probabilities}
    columns = [
        ID.over(item.id for item in exam.items),
        Heading("place").over(places.get(item.id, "") for item in exam.items),
        Heading("checked").over([True] * len(exam.items)),
    ]
    for view, values in bits.items():
        options = (None if h is None else float(effective_options(np.array(h))) for h in values)
        columns.append(Heading(f"entropy_{view}", f"entropy with {view} (bits)", "bits").over(values))
        columns.append(Heading(f"n_{view}", f"effective options with {view}", "options").over(options))
    none = [None] * len(exam.items)
    gains = zip(bits.get(WITHOUT, none), bits.get(WITH, none), strict=True)
    told = (None if h is None or given is None else h - given for h, given in gains)
    columns.append(INFORMATION.over(told))
    return Table("questions", "Every question", tuple(columns))


def not_checked_table(missing: Sequence[NotChecked]) -> Table:
    """Put down what a rule could not look at, a row for each question, or one with an empty id for the whole exam."""
    rows: Iterator[tuple[Any, ...]] = (
        (each.rule, each.reason, name, evidence)
        for each in missing
        for evidence in [_plain(each.evidence)]
        for name in (each.items or ("",))
    )
    return table("not_checked", "What could not be checked", (RULE, REASON, ID, EVIDENCE), rows)


def left_table(left: Sequence[LeftOut]) -> Table:
    """Put down what of the file is no multiple-choice question with one right answer, why, and how many questions."""
    rows: Iterator[tuple[Any, ...]] = (
        (each.where, each.reason.code, _plain(each.reason.values), each.questions) for each in left
    )
    return table("left_out", "Left out", (Heading("where"), REASON, Heading("values"), Heading("questions")), rows)


def changed(settings: FlagSettings) -> dict[str, bool | str | float]:
    """Return the settings that are not the default ones, by "rule: setting"."""
    first, now = _flat(default_settings()), _flat(settings)
    return {name: value for name, value in now.items() if value != first[name]}


def _flat(settings: FlagSettings) -> dict[str, bool | str | float]:
    flat: dict[str, bool | str | float] = {
        "second-look: share": settings.second_look,
        "flaw: share": settings.prior,
        "luck: rate": settings.luck,
    }
    for name, rule in settings.rules.items():
        own = {"enabled": rule.enabled, "severity": rule.severity, "right": rule.right or 0.0, **rule.thresholds}
        flat |= {f"{name}: {key}": value for key, value in own.items()}
    return flat


def _bits(exam: Exam, view: str, place: int) -> float | None:
    row = exam.scored(view, place)
    return float(entropy(np.array(row), np.array([len(row)]))[0]) if row else None


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """Return values as JSON gives them back: lists for tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


ENGLISH = frozenset(("RACE", "RACE-C", "DREAM", "MCTest", "MCScript", "CosmosQA", "ReClor"))  # data, by their names
IN_TWO_LANGUAGES = "the same questions in two languages"  # in a card, by `benchmarks/belebele.py`
LUCK = (
    RULE,
    VIEW,
    Heading("verdict"),
    Heading("questions", unit="count"),
    Heading("sure", unit="count"),
    Heading("right", unit="count"),
    Heading("luck", "right by luck", "options"),
    Heading("luck_low", "at least", "options"),
    Heading("luck_high", "at most", "options"),
    Heading("guess_low", "right if all were guesses, from", "count"),
    Heading("guess_high", "right if all were guesses, to", "count"),
    Heading("raised", "flagged", "count"),
    Heading("elsewhere", "right of the sure on RACE test", "share"),
)


def luck_table(supports: Sequence[Support]) -> Table:
    """Put down, for each rule that luck can raise, how many of its flags luck explains on this exam."""
    rows = (
        (
            *(s.rule, s.view, s.verdict, s.questions, s.sure, s.right, s.luck, s.low, s.high),
            *(s.guess_low, s.guess_high, s.raised, s.elsewhere),
        )
        for s in supports
    )
    return table("luck", "What luck explains", LUCK, rows)


def accuracies(exam: Exam) -> tuple[Number, ...]:
    """Return the share of questions with a known key that each view's systems get right, clustered by passage.

    A question that a system did not answer counts as wrong; one that lacks the passage that a view shows is not asked,
    and one whose passage had to be cut is left out.
    """
    found = []
    for view in exam.probabilities:
        places = [
            place
            for place, item in enumerate(exam.items)
            if not shows_passage(view) or (item.passage.strip() and place not in exam.cut)
        ]
        keyed = [place for place in places if exam.items[place].answer is not None]
        if keyed:
            rows = [(exam.scored(view, place), exam.items[place].answer) for place in keyed]
            right = np.array([share_of(row, answer or 0) for row, answer in rows])
            each = share(right, cluster_codes([exam.cluster(place) for place in keyed]))
            found.append(Number("accuracy", each.estimate, each.low, each.high, each.n, group=view))
    return tuple(found)


def trust(
    verdicts: Mapping[str, Verdict],
    systems: Mapping[str, PanelSystem],
    right: Sequence[Number],
    prior: float | None = None,
) -> Table:
    """Put down, a row for each number: what it is about (a view), its value, and the text that says it.

    `prior`: the share of questions that are expected to have a flaw, None where no flag rests on it.
    """
    here = {number.group: number for number in right}
    rows: list[tuple[Value, Value, Value]] = [
        *((view, measured_accuracy(system), "page-trust-race") for view, system in systems.items()),
        *((view, here[view].value if view in here else None, "page-trust-exam") for view in systems),
    ]
    if WITH in systems and WITH in here:  # what the reader's accuracy says about trusting it here
        own, measured = here[WITH], measured_accuracy(systems[WITH])
        if verdicts[WITH] != "clear":
            rows.append((WITH, own.value, f"page-trust-{verdicts[WITH]}"))
        elif measured is not None:
            rows.append((WITH, own.value, f"page-trust-{standing(own, 0.0, measured)}"))
    rows += [] if prior is None else [("", prior, "page-trust-worth")]
    headings = (Heading("name"), Heading("value", unit="share"), Heading("text"))
    return table("trust", "How far to trust this", headings, rows)


def reads(flagged: Finding) -> bool:
    """Say whether the system that reads the passage can be told from guessing on the exam of this finding."""
    return not {f"page-trust-{each}" for each in VERDICTS if each != "clear"} & set(
        flagged.table("trust").values("text")
    )
