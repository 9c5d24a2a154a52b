"""The page for an exam's author as one HTML file that opens offline, and the folder it is written into.

The templates escape every text of the exam; a content security policy lets nothing be loaded and only the one style
sheet and the one script below take effect, named by their hashes. The page works without its script, which only
filters, sorts, and opens passages in place. Its contents stand in reading order: the verdict, how far to trust it,
second looks, everything else.

Lists to look at have the keys to check first, what needs the passage least or most, what no sentence decides, and idle
options. Those of Liusie et al. (2022) go by entropy alone, and each line says whether the key confirms it. None is a
flag.

The page of a very large exam shows a part of its questions: second looks, those that lists name, those with a remark.
"""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from examfiles.items import gathered
from examfiles.reasons import Reason
from examfiles.wording import Wording
from magnetite.core.results import Finding, Run, Value
from magnetite.core.severity import SEVERITIES, severity_of
from magnetite.report.check.answers import Answers, answers
from magnetite.report.check.questions import ShownFlag, ShownQuestion, number, questions, ranks, shown_reasons
from magnetite.report.check.reading import (
    dismissed_of,
    finding_of,
    flags_by_item,
    flags_of,
    gaps_of,
    left_of,
    not_read,
    place_in,
    rows_by_id,
    table_rows,
)
from magnetite.report.files import write_files, write_findings
from magnetite.report.html import environment, template
from magnetite.report.tables import show_value
from magnetite.report.wording import gap_reason, notes_of, rule_title, share_words, wording

EXPERIMENT, JUDGE, VERDICTS = "check", "judge", "verdicts"
KINDS = ("look", "remark", "clean", "unchecked")  # of questions
BY_OPTION, BY_ENTROPY = ("check_first", "also_right", "least_needed", "unmoved", "idle"), ("strong", "weak")
LUCK_RULES = ("answerable-without-passage", "answerable-from-options")  # rules of which it is said what luck explains
MOST_SHOWN = 2_000  # questions that a page shows: with more, browsers are slow
TINY = 1e-6
READS = "QOC"  # the system that reads everything
PLACES = ("page-trust-race", "page-trust-exam")  # where systems' accuracy was measured: columns of one table


def write_check(run: Run, folder: str | Path, language: str = "en") -> tuple[Path, ...]:
    """Write the page and the findings into a folder, which is created if missing; return their paths, page first.

    Raises UsageError for an unknown language, StoreError where a file cannot be written; an earlier check's files then
    stay whole.
    """
    folder = Path(folder)
    findings = write_findings(run, folder)
    (report,) = write_files(folder, {"report.html": render_check(run, language).encode("utf-8", "replace")})
    return report, findings


def render_check(run: Run, language: str = "en") -> str:
    """Return a checked exam as one HTML page. The same run and language give the same page.

    Raises UsageError for an unknown language.
    """
    from markupsafe import Markup

    words = wording(language)
    templates = environment("magnetite.report.check")
    templates.globals["say"] = lambda code, /, **values: words.say(code, values)
    style = template("look.css") + _template("check.css") + _template("answers.css")
    script = _template("check.js")
    return templates.get_template("check.html.j2").render(
        page=check_page(run, words),
        language=language,
        policy=content_policy(style, script),
        style=Markup(style),
        script=Markup(script),
    )


def content_policy(style: str, script: str) -> str:
    """Return a content security policy: nothing loads, nothing is sent, only this style and this script take effect.

    >>> content_policy("", "").split("; ")[0]
    "default-src 'none'"
    """
    rest = "base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; style-src {_hash_source(style)}; script-src {_hash_source(script)}; {rest}"


def _hash_source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _template(name: str) -> str:
    return files("magnetite.report.check").joinpath("templates", name).read_text("utf-8")


@dataclass(frozen=True, slots=True)
class ListLine:
    """One listed question, in words why it stands there, and what the key says, "" where the order has asked it."""

    question: ShownQuestion
    text: str
    verdict: str


@dataclass(frozen=True, slots=True)
class ShownList:
    """One list: its title, what it is, and its questions, the most pronounced first."""

    title: str
    intro: str
    lines: tuple[ListLine, ...]


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage, which stands on the page once; `wanted` says that a second look needs it.

    `reading` says how long and how hard to read it is, `level` what the exam says of that.
    """

    number: int
    text: str
    wanted: bool
    reading: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """In how many questions a reason was found with one severity; `right_words` say how often it is right there."""

    rule: str
    title: str
    severity: str
    severity_words: str
    questions: int
    right_words: str


@dataclass(frozen=True, slots=True)
class DismissedFlag:
    """A flag that the exam's author dismissed, and the note; `question` is "" for the exam as a whole."""

    question: str
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class ListedQuestion:
    """A question in the list of all, and its place in every order."""

    question: ShownQuestion
    ranks: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """One choice of a filter: its value, its words, and how many questions it keeps."""

    value: str
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class SystemAccuracy:
    """How often systems are right: the places where it was measured, and a line for every system; `guessing` as well.

    A line is the system in words, and for each place the share and its interval, "" where there is none. `ranges`:
    whether any line has one. `one`: the number of questions, where all are about one passage, else 0.
    """

    places: tuple[str, ...]
    lines: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    guessing: float = 0.0
    ranges: bool = False
    one: int = 0


@dataclass(frozen=True, slots=True)
class RuleGap:
    """A reason why rules were not applied, their titles, and the questions concerned: () is the whole exam."""

    reason: str
    rules: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Omission:
    """A part of the file that was not read as a question: its place, why, and how many questions it is."""

    where: str
    reason: str
    questions: int


@dataclass(frozen=True, slots=True)
class CheckPage:
    """The whole page. `counts` are the questions of each kind, left-out ones included; `orders` name the sortings.

    `rows` are the questions that the page shows, `unshown` tells how many it has no room for.
    `uses` are the lists of what the passage contributes. `notes` are the finding's caveats, `reading` those of reading
    the file. `facts` are pairs of a name and a text about the check itself.
    """

    name: str
    verdict: str
    counts: Mapping[str, int] = field(hash=False)
    models: bool
    measured: SystemAccuracy
    trust: tuple[str, ...]
    notes: tuple[str, ...]
    reading: tuple[str, ...]
    looks: tuple[ShownQuestion, ...]
    uses: tuple[ShownList, ...]
    judge: tuple[str, ...]  # on the opinion of a judge, if one was asked
    doubts: tuple[ShownList, ...]
    exam: tuple[ShownFlag, ...]
    reasons: tuple[ReasonCount, ...]
    keys: tuple[tuple[str, str, str], ...]  # letters, right answers behind each, and as many as chance gives
    dismissed: tuple[DismissedFlag, ...]
    answers: Answers | None
    rows: tuple[ListedQuestion, ...]
    unshown: int
    orders: tuple[str, ...]
    filters: Mapping[str, tuple[FilterChoice, ...]] = field(hash=False)
    passages: tuple[ShownPassage, ...]
    left_out: tuple[Omission, ...]
    missing: tuple[RuleGap, ...]
    method: tuple[str, ...]  # on the systems that answered, by their cards
    facts: tuple[tuple[str, str], ...]
    command: str


def check_page(run: Run, words: Wording) -> CheckPage:
    """Return a checked exam as a page. Raises KeyError for a run that no check made."""
    finding = run.finding(EXPERIMENT)
    numbers = passage_numbers(run)
    every = questions(run, finding, words, numbers)
    looks = {key: int(str(row["rank"])) for key, row in rows_by_id(finding, "looks").items()}
    order = ranks(every, looks)
    second = sorted((each for each in every if each.kind == "look"), key=lambda each: looks[each.id])
    uses, doubts = shown_lists(finding, every, words), tuple(_doubts(run, every, words))
    chosen = _chosen(every, second, (*uses, *doubts))
    rows = [
        ListedQuestion(each, {name: order[name][at] for name in order})
        for at, each in enumerate(every)
        if each.id in chosen
    ]
    out = left_out(finding, words, str(run.dataset.get("source") or ""))
    counts = {kind: sum(each.kind == kind for each in every) for kind in KINDS}
    counts["left-out"] = sum(each.questions for each in out)
    return CheckPage(
        name=str(run.dataset.get("name") or ""),
        verdict=verdict(len(second), len(every), words, not_read(finding)),
        counts=counts,
        models=any(bar.kind != "candidates" for each in every for choice in each.choices for bar in choice.bars),
        measured=measured(finding, words),
        trust=tuple(trust(finding, words)),
        notes=notes_of(finding.notes, words.language),
        reading=tuple(map(words.note, run.notes)),
        looks=tuple(each for each in second if each.id in chosen),
        uses=uses,
        judge=judge_words(run, words),
        doubts=doubts,
        exam=shown_reasons(words, flags_by_item(finding).get("", ())),
        reasons=reason_counts(finding, words),
        keys=tuple(_keys(finding, words)),
        dismissed=tuple(_dismissed(finding, words)),
        answers=_of_shown(answers(finding_of(run, "responses"), every, words), chosen),
        rows=tuple(rows),
        unshown=len(every) - len(rows),
        orders=tuple(order),
        filters=filters([row.question for row in rows], words),
        passages=_passages(run, numbers, rows, words),
        left_out=out,
        missing=missing(finding, words),
        method=tuple(method(run, words)),
        facts=tuple(_facts(run, finding, words)),
        command=run.command,
    )


def _chosen(
    every: Sequence[ShownQuestion], second: Sequence[ShownQuestion], lists: Sequence[ShownList]
) -> frozenset[str]:
    """Return the ids of the questions that the page shows: all, or those that matter most and what lists name."""
    named = {line.question.id for shown in lists for line in shown.lines}
    remarks = [each for each in every if each.kind == "remark"]
    others = dict.fromkeys(each.id for each in (*second, *remarks, *every) if each.id not in named)
    return frozenset(named) | frozenset([*others][: max(0, MOST_SHOWN - len(named))])


def _of_shown(known: Answers | None, chosen: frozenset[str]) -> Answers | None:
    """Leave out of the tables of candidates' answers the questions that the page does not show."""
    if known is None:
        return None
    lines = tuple(line for line in known.lines if line.question.id in chosen)
    return replace(known, lines=lines, groups=tuple(line for line in known.groups if line.question.id in chosen))


def verdict(looks: int, questions: int, words: Wording, unread: int = 0) -> str:
    """Return, in words, how many questions deserve a second look, and how many of the file were not read.

    >>> from magnetite.report.wording import wording
    >>> verdict(1, 60, wording("en")), verdict(0, 60, wording("en"))
    ('1 of 60 questions deserves a second look', 'Nothing in the 60 questions calls for a second look')
    >>> verdict(0, 10, wording("en"), unread=8)
    '10 of 18 questions were read; the other 8 were not checked'
    """
    if unread and questions:
        values = {"looks": looks, "questions": questions, "unread": unread, "all": questions + unread}
        return words.say(f"page-verdict-unread{'-some' if looks else ''}", values)
    end = "some" if looks else {0: "empty", 1: "one"}.get(questions, "none")
    return words.say(f"page-verdict-{end}", {"looks": looks, "questions": questions})


def filters(every: Sequence[ShownQuestion], words: Wording) -> dict[str, tuple[FilterChoice, ...]]:
    """Return the choices of each filter that keep at least one question; rules by how many questions they flag."""
    rules = Counter(
        rule for each in every for rule in dict.fromkeys(rule for reason in each.reasons for rule in reason.rules)
    )
    levels = Counter(
        level for each in every for level in dict.fromkeys(own for reason in each.reasons for own in reason.severities)
    )
    sources = Counter(
        source for each in every for source in dict.fromkeys(by for reason in each.reasons for by in reason.sources)
    )
    kinds = Counter(each.kind for each in every)
    return {
        "kind": (
            *_flagged(kinds, words),
            *(FilterChoice(kind, words.say(f"page-kind-{kind}"), kinds[kind]) for kind in KINDS if kinds[kind]),
        ),
        "rule": tuple(FilterChoice(rule, rule_title(words, rule), count) for rule, count in rules.most_common()),
        "severity": tuple(
            FilterChoice(level, words.say(f"severity-{level}"), levels[level]) for level in SEVERITIES if levels[level]
        ),
        "source": tuple(
            FilterChoice(source, words.say(f"source-{source}"), sources[source])
            for source in ("candidates", "model", "rule")
            if sources[source]
        ),
    }


def _flagged(kinds: Mapping[str, int], words: Wording) -> Iterator[FilterChoice]:
    """Yield the choice of all questions with a flag, which the list begins with, where some have one and some none."""
    flagged = kinds["look"] + kinds["remark"]
    if 0 < flagged < sum(kinds.values()):
        yield FilterChoice("look remark", words.say("page-kind-flagged"), flagged)


def passage_numbers(run: Run) -> dict[str, int]:
    """Number the passages that questions have, in the order of the exam, by id; an empty one has no number."""
    texts = run.exam["passages"]
    used = dict.fromkeys(str(item["passage_id"]) for item in run.exam["items"])
    return {key: number for number, key in enumerate((key for key in used if str(texts.get(key) or "").strip()), 1)}


def reason_counts(finding: Finding, words: Wording) -> tuple[ReasonCount, ...]:
    """Return in how many questions each reason was found, severity by severity, the worst first."""
    return tuple(
        ReasonCount(
            str(row["rule"]),
            rule_title(words, str(row["rule"])),
            severity_of(str(row["severity"])),
            words.say(f"severity-{severity_of(str(row['severity']))}"),
            int(number(row["questions"]) or 0),
            share_words(words, number(row.get("right"))),
        )
        for row in table_rows(finding, "reasons")
    )


def _keys(finding: Finding, words: Wording) -> Iterator[tuple[str, str, str]]:
    for row in table_rows(finding, "keys"):
        yield str(row["option"]), str(row["right"]), about(number(row["expected"]) or 0.0, words)


def about(value: float, words: Wording) -> str:
    """Write a number of things that need not be whole, with no more digits than it has.

    >>> from magnetite.report.wording import wording
    >>> about(100.0, wording("en")), about(9.75, wording("de"))
    ('100', '9,8')
    """
    return words.say("page-about", {"value": value, "whole": "yes" if abs(value - round(value)) < TINY else "no"})


def _dismissed(finding: Finding, words: Wording) -> Iterator[DismissedFlag]:
    for flag, note in dismissed_of(finding):
        if flag.rule == flag.reason:  # its signs went with it
            yield DismissedFlag(flag.item, rule_title(words, flag.rule), note)


def _passages(
    run: Run, numbers: Mapping[str, int], rows: Sequence[ListedQuestion], words: Wording
) -> tuple[ShownPassage, ...]:
    """Return the passages of the questions on the page."""
    texts = run.exam["passages"]
    shown = {row.question.passage for row in rows}
    wanted = {row.question.passage for row in rows if row.question.kind == "look"}
    measured = {str(row["passage_id"]): row for row in table_rows(run.finding(EXPERIMENT), "passages")}
    return tuple(
        ShownPassage(
            at,
            str(texts[key]),
            at in wanted,
            reading_words(measured[key], words) if key in measured else "",
            str(measured.get(key, {}).get("level") or ""),
        )
        for key, at in numbers.items()
        if at in shown
    )


def reading_words(row: Mapping[str, Any], words: Wording) -> str:
    """Say how long a passage is, and how hard to read by formula, as far as that was measured."""
    known = next((name for name in ("characters", "ease", "lix") if row.get(name) is not None), "short")
    names = ("words", "characters", "ease", "grade", "lix")
    return words.say(f"page-readable-{known}", {name: row.get(name) for name in names})


def _facts(run: Run, finding: Finding, words: Wording) -> list[tuple[str, str]]:
    """Return names and texts of what is known of the exam, the systems, the settings and the versions."""
    file = str(run.dataset.get("source") or "")
    data = {**run.dataset, "source": place_in(file, file)}
    facts = [(words.say("page-method-exam"), " · ".join(_known(data, ("name", "split", "format", "source"))))]
    facts += [(words.say("page-method-questions"), str(len(run.exam["items"])))]
    facts += [
        (words.say("page-method-system", {"view": seat}), " · ".join(_known(system, ("scorer", "fingerprint"))))
        for system in run.systems
        if f"view-{(seat := _seat(system))}" in words.codes
    ]
    settings = {name: value for name, value in {**run.settings, **finding.settings}.items() if value not in (None, [])}
    setting = words.say("page-method-setting")
    facts += [(f"{setting}: {name}", show_value(value)) for name, value in settings.items()]
    facts += [(words.say("page-method-started"), run.started)]
    facts += [(words.say("page-method-versions"), ", ".join(f"{name} {value}" for name, value in run.versions.items()))]
    return [(name, text) for name, text in facts if text]


def method(run: Run, words: Wording) -> Iterator[str]:
    """Yield what the systems' cards say of their training and calibration, or that nothing is known of it."""
    systems = [system for system in run.systems if system.get("name") != JUDGE]
    if not systems:
        return
    cards = [((system.get("training") or {}).get("card") or {}) for system in systems]
    names = ", ".join(dict.fromkeys(str(system.get("scorer") or "") for system in systems))
    data = dict.fromkeys(str((card.get("data") or {}).get("name") or "") for card in cards)
    learned = " · ".join(filter(None, data))
    race = "race" if any("RACE" in each.split("+") for each in data) else "other"
    code = "unknown" if not learned else "trained" if "" not in data else "partly"
    yield words.say(f"page-method-{code}", {"model": names, "data": learned, "school": race})
    fitted = [_seat(system) for system in systems if _is_calibrated(system)]
    heat = "none" if not fitted else "all" if len(fitted) == len(systems) else "some"
    yield words.say(f"page-method-calibrated-{heat}", {"views": fitted})


def _seat(system: Mapping[str, Any]) -> str:
    return str(system.get("name", system.get("view")))


def _is_calibrated(system: Mapping[str, Any]) -> bool:
    """Say whether something was fitted to the system's answers: a temperature, or to verdicts a line (Platt 1999)."""
    if _seat(system) != VERDICTS:
        return system.get("temperature") is not None
    card = (system.get("training") or {}).get("card") or {}
    return bool((card.get("measured") or {}).get(VERDICTS))


def _known(values: Mapping[str, object], names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(str(values[name]) for name in names if values.get(name)))


def shown_lists(finding: Finding, every: Sequence[ShownQuestion], words: Wording) -> tuple[ShownList, ...]:
    """Return the lists; one by entropy is there without lines, too, where systems read the passage and did not."""
    by_id = {each.id: each for each in every}
    both = any(row.get("information") is not None for row in table_rows(finding, "questions"))
    lists = {
        name: tuple(ListLine(by_id[str(row["id"])], *_line(name, row, words)) for row in table_rows(finding, name))
        for name in (*BY_OPTION, *BY_ENTROPY)
    }
    return tuple(
        ShownList(words.say(f"page-{code}-title"), words.say(f"page-{code}-{'intro' if lines else 'none'}"), lines)
        for name, lines in lists.items()
        if (code := name.replace("_", "-")) and (lines or (both and name in BY_ENTROPY))
    )


def judge_words(run: Run, words: Wording) -> tuple[str, ...]:
    """Return what a reader must know of a judge's opinion; nothing where no judge was asked."""
    finding = finding_of(run, JUDGE)
    texts = (finding.answer, *finding.notes) if finding else ()
    return tuple(words.note(_counted(text)) for text in texts if isinstance(text, Reason))


def _counted(opinion: Reason) -> Reason:
    """Add what earlier versions left out: on how many flaws a judge agreed with people, and of how many."""
    used, rest = (opinion.values.get(name, []) for name in ("used", "rest"))
    return replace(opinion, values={"agreed": len(used), "measured": len(used) + len(rest), **opinion.values})


def judge_lists(run: Run, words: Wording) -> Iterator[tuple[str, str, list[dict[str, Value]]]]:
    """Yield the flaw of each list of a judge, what the judge's opinion is worth there, and the rows."""
    finding = finding_of(run, JUDGE)
    measured = {row["flaw"]: row for row in table_rows(finding, "agreement")}
    rows = table_rows(finding, "judged")
    for flaw in dict.fromkeys(row["flaw"] for row in rows):
        values = {**finding.settings, **measured.get(flaw, {})} if finding else {}
        worth = words.say("page-judge-measured", values) if flaw in measured else ""
        yield words.say(f"judge-{flaw}"), worth, [row for row in rows if row["flaw"] == flaw]


def judge_lines(run: Run, words: Wording) -> Iterator[str]:
    """Yield all that a judge says in sentences, one for each list."""
    yield from judge_words(run, words)
    for flaw, worth, rows in judge_lists(run, words):
        ids = [str(row["id"]) for row in rows]
        yield words.say("command-judge", {"flaw": flaw, "ids": ids, "worth": worth}).rstrip()


def _doubts(run: Run, every: Sequence[ShownQuestion], words: Wording) -> Iterator[ShownList]:
    by_id = {each.id: each for each in every}
    for flaw, worth, rows in judge_lists(run, words):
        lines = (ListLine(by_id[str(row["id"])], words.say("page-judge-line", row), "") for row in rows)
        yield ShownList(f"{flaw[:1].upper()}{flaw[1:]}", worth, tuple(lines))


def trust_code(run: Run) -> str:
    """Return which words say how an exam was checked: by rules alone, or by models that answered, too."""
    return "page-trust-both" if any(system.get("name") != JUDGE for system in run.systems) else "page-trust-rules"


def _line(name: str, row: Mapping[str, Value], words: Wording) -> tuple[str, str]:
    """Return what a line says of its question, and what the key says of the question."""
    if name in BY_OPTION:
        return words.say(f"page-{name.replace('_', '-')}-line", row), ""
    return _left(words, row), words.say(f"page-{key_verdict(row)}")


def key_verdict(row: Mapping[str, Value]) -> str:
    """Return the code of what the key says: `confirmed`, `not-confirmed` or `by-entropy`, where it is not known.

    >>> key_verdict({"confirmed": True}), key_verdict({"confirmed": None})
    ('confirmed', 'by-entropy')
    """
    known = {True: "confirmed", False: "not-confirmed"}
    return known[row["confirmed"]] if isinstance(row["confirmed"], bool) else "by-entropy"


def _left(words: Wording, row: Mapping[str, Value]) -> str:
    values = {"options": row["options"], "without": row["n_without"], "given": row["n_with"]}
    return words.say("page-passage-left" if row["n_with"] is not None else "page-passage-left-without", values)


def measured(finding: Finding, words: Wording) -> SystemAccuracy:
    """Return how often each system is right, where that was measured; without systems there are no lines."""
    rows = [row for row in table_rows(finding, "trust") if row["text"] in PLACES]
    places = [place for place in PLACES if any(row["text"] == place and row["value"] is not None for row in rows)]
    values = {(str(row["name"]), str(row["text"])): number(row["value"]) for row in rows}
    lines = [
        (_view_name(name, words), tuple(_share(finding, words, name, place, values) for place in places))
        for name in dict.fromkeys(str(row["name"]) for row in rows)
    ]
    keys = table_rows(finding, "keys")  # behind A, chance puts as many right answers as guessing finds
    guessing = (number(keys[0]["expected"]) or 0.0) / sum(number(row["right"]) or 0.0 for row in keys) if keys else 0.0
    ranges = any(interval for _, shares in lines for _, interval in shares)
    alone = [each.n or 0 for each in finding.numbers if each.label == "accuracy" and (each.low, each.high) == (0, 1)]
    return SystemAccuracy(
        tuple(words.say(place) for place in places), tuple(lines), guessing, ranges, max(alone, default=0)
    )


def _view_name(view: str, words: Wording) -> str:
    return words.say(f"view-{view}") if f"view-{view}" in words.codes else view


def _share(
    finding: Finding, words: Wording, name: str, place: str, values: Mapping[tuple[str, str], float | None]
) -> tuple[str, str]:
    value = values.get((name, place))
    if value is None:
        return words.say("page-trust-not-measured"), ""
    accuracy = next((each for each in finding.numbers if each.label == "accuracy" and each.group == name), None)
    bounded = place == PLACES[-1] and accuracy is not None and accuracy.low is not None and accuracy.high is not None
    bounded = bounded and accuracy is not None and (accuracy.low, accuracy.high) != (0, 1)  # one passage says nothing
    if bounded and accuracy:
        return words.say("page-share", {"share": value}), words.say("page-interval", asdict(accuracy))
    if place == PLACES[-1] and accuracy is not None and accuracy.n:
        right = about(value * accuracy.n, words)
        return words.say("page-share-of", {"share": value, "right": right, "questions": accuracy.n}), ""
    return words.say("page-share", {"share": value}), ""


def trust(finding: Finding, words: Wording) -> Iterator[str]:
    """Yield sentences on how the model that reads stands on this exam, and on how many flags luck explains."""
    known = {(each.label, each.group): each for each in finding.numbers}
    if (cut := known.get(("passage cut", READS))) and cut.n:
        yield words.say("page-trust-cut", {"cut": int(cut.value), "questions": cut.n, "share": cut.value / cut.n})
    read = known.get(("accuracy", READS), finding.number("questions"))
    for row in table_rows(finding, "trust"):
        if (path := str(row["text"])) not in PLACES and row["value"] is not None and path in words.codes:
            yield words.say(path, {"value": row["value"], "questions": read.n or int(read.value)})
    for row in table_rows(finding, "luck"):
        if row["rule"] in LUCK_RULES and row["right"]:
            yield words.say(f"page-luck-{row['verdict']}", {**_lucky(row), **_raised(finding, str(row["rule"]))})


def _raised(finding: Finding, rule: str) -> dict[str, Value | list[Reason]]:
    """Return how many questions a rule flags, and how the page lists them: by severity, with another reason, or not."""
    others = {flag.item for flag in flags_of(finding) if flag.rule == rule != flag.reason}
    dismissed = {flag.item for flag, _ in dismissed_of(finding) if flag.rule == rule}
    own = [
        (int(number(row["questions"]) or 0), severity_of(str(row["severity"])))
        for row in table_rows(finding, "reasons")
        if row["rule"] == rule
    ]
    listed = [Reason("luck-part-severity", {"n": n, "severity": severity}) for n, severity in own]
    listed += [Reason("luck-part-other", {"n": len(others)})] if others else []
    listed += [Reason("luck-part-dismissed", {"n": len(dismissed)})] if dismissed else []
    if not listed:  # runs of earlier versions
        return {"parts": "one"}
    raised = sum(n for n, _ in own) + len(others | dismissed)
    return {"raised": raised, "parts": "one" if len(own) == len(listed) == 1 else "several", "listed": listed}


def _lucky(row: Mapping[str, Value]) -> dict[str, Value]:
    """Return what is said of luck and one rule; runs of earlier versions did not count what guesses would give."""
    luck, low, high = (round(number(row[name]) or 0.0) for name in ("luck", "luck_low", "luck_high"))
    least, most = (row.get(f"guess_{end}", row[f"luck_{end}"]) for end in ("low", "high"))
    least, most = round(number(least) or 0.0), round(number(most) or 0.0)
    ends = "same" if least == most else "or" if most == least + 1 else "to"
    shown = {"luck": luck, "low": low, "high": high, "much": "some" if high else "none"}
    return {**row, **shown, "least": least, "most": most, "ends": ends}


def left_out(finding: Finding, words: Wording, file: str = "") -> tuple[Omission, ...]:
    """Return the questions of the exam's file that were left out, in its order."""
    return tuple(
        Omission(words.place(place_in(file, each.where)), words.note(each.reason), each.questions)
        for each in left_of(finding)
    )


def missing(finding: Finding, words: Wording) -> tuple[RuleGap, ...]:
    """Return why rules were not applied: rules with the same reason and the same questions are grouped."""
    rules: dict[tuple[str, str], list[str]] = {}
    for gap in gaps_of(finding):
        items = rules.setdefault((gap_reason(words, gap.reason, gap.evidence), gap.rule), [])
        items += [gap.item] if gap.item else []
    groups = gathered(((reason, tuple(items)), rule_title(words, rule)) for (reason, rule), items in rules.items())
    return tuple(RuleGap(reason, tuple(titles), items) for (reason, items), titles in groups.items())
