"""A checked exam's flags in words, with file and line, and as files: SARIF, JUnit XML, CSV, and a list in JSON.

SARIF 2.1.0 (OASIS, 2020) is what code hosts show beside the lines of a file. Fatal and serious flags are the level
"error", those worth a thought "warning", remarks "note"; the property "severity" has the name. Dismissed flags are
suppressed results, with the note as the justification. Every flag carries a partial fingerprint that does not depend on
lines, so that a host recognises it after an edit elsewhere. Questions that were left out are notifications of the tool.

JUnit XML is what build servers show as tests: a question is a test case, and what fails it a failure. A question that
was left out is a skipped test case; what concerns the whole exam has a test case too. The form is that of Jenkins'
schema (junit-4.xsd), which most servers read.
"""

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from examfiles.errors import harmless
from examfiles.items import gathered
from examfiles.wording import Wording
from magnetite.core.results import Run
from magnetite.report.check.page import BY_ENTROPY, BY_OPTION, JUDGE
from magnetite.report.check.reading import FlagRow, dismissed_of, flags_of, left_of, table_rows
from magnetite.report.documents import FORMAT, json_text
from magnetite.report.files import FORMULA_STARTS
from magnetite.report.wording import rule_advice, rule_sentence, rule_title

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"fatal": "error", "serious": "error", "worth-a-thought": "warning", "remark": "note"}
FINGERPRINT = "magnetiteFlag/v1"
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
EXPERIMENT = "check"
CSV_COLUMNS = (
    *(
        "question",
        "second_look",
        "severity",
        "right",
        "found_by",
        "rule",
        "title",
        "what",
        "advice",
        "options",
        "place",
    ),
)
_NUMBERED_LINE = re.compile(r"^(.+?), line (\d+)")


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """A rule for its reader: what it sees, its source, its severity, and who finds it (model or rule)."""

    sees: str
    citation: str
    severity: str
    source: str


def sarif_text(run: Run, words: Wording, rules: Mapping[str, RuleDescription]) -> str:
    """Return a checked exam's flags as a SARIF log of one run; `rules` are all that could have raised one, by name."""
    names = list(rules)
    tool = {
        "name": "magnetite",
        "version": str(run.versions.get("magnetite", "")),
        "rules": [_rule(name, rules[name], words) for name in names],
    }
    notes = [
        {"level": "warning", "message": {"text": f"Left out: {reason}"}, "locations": [_location(place)]}
        for place, reason in left_out(run, words)
    ]
    invocation: dict[str, Any] = {"executionSuccessful": True, "startTimeUtc": run.started.replace("+00:00", "Z")}
    if run.command:
        invocation["commandLine"] = run.command
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": tool},
                "columnKind": "unicodeCodePoints",
                "language": words.language,
                "invocations": [{**invocation, "toolExecutionNotifications": notes}],
                "results": [
                    _result(flag, names.index(flag.rule)) for flag in (*flagged(run, words), *dismissed(run, words))
                ],
            }
        ],
    }
    return json_text(log, 1) + "\n"


def _rule(name: str, rule: RuleDescription, words: Wording) -> dict[str, Any]:
    source = words.say(f"source-{rule.source}")
    citation = f" {rule.citation}." if rule.citation else ""
    return {
        "id": name,
        "name": "".join(part.capitalize() for part in name.split("-")),
        "shortDescription": {"text": rule_title(words, name)},
        "fullDescription": {"text": f"{rule.sees[:1].upper()}{rule.sees[1:]}."},
        "help": {"text": f"{rule_title(words, name)} ({source}).{citation}"},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {"tags": [rule.source, rule.severity]},
    }


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the exam: its file as the exam was named, its line where that is known; `text` says both."""

    text: str
    file: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class WordedFlag:
    """One flag in words. `item` is "" for the whole exam; `fingerprint` names it even after lines have moved.

    `reason` is the rule that leads the flags of its cause; `note` what was said when it was dismissed, None where it
    stands. `right` is the share of such flags that are right, with the ends of its interval, None if it is unknown.
    """

    rule: str
    source: str
    severity: str
    item: str
    options: tuple[str, ...]
    place: Place
    title: str
    sentence: str
    advice: str
    fingerprint: str
    evidence: Mapping[str, Any] = field(hash=False)
    reason: str = ""
    note: str | None = None
    right: tuple[float, float | None, float | None] | None = None


def _result(flag: WordedFlag, index: int) -> dict[str, Any]:
    begin = f"{flag.item}: " if flag.item else ""
    gone = {} if flag.note is None else {"suppressions": [{"kind": "external", "justification": flag.note}]}
    return {
        "ruleId": flag.rule,
        "ruleIndex": index,
        "level": LEVELS[flag.severity],
        "message": {"text": f"{begin}{flag.title}. {flag.sentence} {flag.advice}".rstrip()},
        "locations": [_location(flag.place, flag.item)],
        "partialFingerprints": {FINGERPRINT: flag.fingerprint},
        "properties": {
            "question": flag.item,
            "severity": flag.severity,
            "right": flag.right and flag.right[0],
            "options": list(flag.options),
            "evidence": dict(flag.evidence),
        },
        **gone,
    }


def _location(place: Place, item: str = "") -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(place.file)}}
    if place.line:
        physical["region"] = {"startLine": place.line}
    location: dict[str, Any] = {"physicalLocation": physical}
    return {**location, "logicalLocations": [{"name": item, "kind": "member"}]} if item else location


def uri(file: str) -> str:
    """Return a file's path as a URI reference; relative paths stay relative, as hosts want them.

    >>> uri("bank/unit 3.gift"), uri("/tmp/a.gift")
    ('bank/unit%203.gift', 'file:///tmp/a.gift')
    """
    path = PurePath(file)
    # A name in another encoding has lone surrogates, which no URI can hold unquoted.
    quoted = quote(path.as_posix().encode("utf-8", "surrogatepass"))
    return f"file://{'' if quoted.startswith('/') else '/'}{quoted}" if path.is_absolute() else quoted


def junit_text(run: Run, words: Wording, failing: Container[str]) -> str:
    """Return a checked exam as a suite of test cases; `failing` holds the fingerprints of flags that are failures."""
    flags = by_item(flagged(run, words))
    name = str(run.dataset.get("name") or "exam")
    places = places_of(run)
    ids = ["", *(str(item["id"]) for item in run.exam["items"])]
    cases = [_case((name, each, places[each].text), flags.get(each, []), words, failing) for each in ids]
    left = [_left_case(name, place.text, reason) for place, reason in left_out(run, words)]
    suite = ElementTree.Element("testsuite", _case_counts(name, cases, len(left)))
    suite.extend([*cases, *left])
    whole = ElementTree.Element(
        "testsuites", {key: suite.attrib[key] for key in ("name", "tests", "failures", "errors")}
    )
    whole.append(suite)
    ElementTree.indent(whole)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(whole, encoding="unicode")}\n'


def _case(
    where: tuple[str, str, str], flags: list[WordedFlag], words: Wording, failing: Container[str]
) -> ElementTree.Element:
    """Return the test case of a question; `where` is the suite, the question's id ("" for the exam), and its place."""
    suite, item, place = where
    name = item or words.say("command-whole").rstrip(":")
    case = ElementTree.Element("testcase", {"name": _clean(name), "classname": _clean(suite)})
    failures = [flag for flag in flags if flag.fingerprint in failing]
    for flag in failures:
        level = words.say(f"severity-{flag.severity}")
        attributes = {"type": flag.rule, "message": _clean(f"{flag.title} ({level})")}
        failure = ElementTree.SubElement(case, "failure", attributes)
        failure.text = _clean(f"{place}\n{flag.sentence}\n{flag.advice}")
    others = [f"{flag.title}: {flag.sentence}" for flag in flags if flag.fingerprint not in failing]
    if others:
        ElementTree.SubElement(case, "system-out").text = _clean("\n".join(others))
    return case


def _left_case(suite: str, place: str, reason: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", {"name": _clean(place), "classname": _clean(suite)})
    ElementTree.SubElement(case, "skipped", {"message": _clean(reason)})
    return case


def _case_counts(name: str, cases: list[ElementTree.Element], skipped: int) -> dict[str, str]:
    failed = sum(case.find("failure") is not None for case in cases)
    return {
        "name": _clean(name),
        "tests": str(len(cases) + skipped),
        "failures": str(failed),
        "errors": "0",
        "skipped": str(skipped),
    }


def _clean(text: str) -> str:
    """Replace what XML cannot hold, and show what a terminal would obey."""
    return harmless(_FORBIDDEN.sub("\ufffd", text))


def listing_text(run: Run, words: Wording, failing: Container[str]) -> str:
    """Return a checked exam's flags as JSON, in the form that `schema.json` describes."""
    flags = [{**_listed(flag), "fails": flag.fingerprint in failing} for flag in flagged(run, words)]
    judged = any(finding.experiment == JUDGE for finding in run.findings)
    listing = {
        "format": FORMAT,
        "kind": "check",
        "magnetite": run.versions.get("magnetite"),
        "exam": run.dataset.get("source") or run.dataset.get("name"),
        "questions": len(run.exam["items"]),
        "second_look": list(looks_of(run)),
        **{name: _passage_use(run, name) for name in BY_ENTROPY},
        **{name: _rows(run, name) for name in (*BY_OPTION, "luck")},
        **({"judge": _rows(run, "judged", JUDGE), "agreement": _rows(run, "agreement", JUDGE)} if judged else {}),
        "flags": flags,
        "dismissed": [{**_listed(flag), "note": flag.note} for flag in dismissed(run, words)],
        "left_out": [{**_where(place), "reason": reason} for place, reason in left_out(run, words)],
    }
    return json_text(listing, 1) + "\n"


def _listed(flag: WordedFlag) -> dict[str, Any]:
    return {
        "rule": flag.rule,
        "reason": flag.reason,
        "source": flag.source,
        "severity": flag.severity,
        "right": flag.right and dict(zip(("share", "low", "high"), flag.right, strict=True)),
        "question": flag.item or None,
        **_where(flag.place),
        "options": list(flag.options),
        "title": flag.title,
        "sentence": flag.sentence,
        "advice": flag.advice,
        "evidence": dict(flag.evidence),
        "fingerprint": flag.fingerprint,
    }


def _passage_use(run: Run, name: str) -> list[dict[str, Any]]:
    """Return the questions of one of the two lists of what the passage contributes."""
    return [
        {
            "question": row["id"],
            "options": row["options"],
            "effective_without": row["n_without"],
            "effective_with": row["n_with"],
            "bits": row["information"],
            "key_confirms": row["confirmed"],
        }
        for row in table_rows(run.finding(EXPERIMENT), name)
    ]


def _rows(run: Run, name: str, experiment: str = EXPERIMENT) -> list[dict[str, Any]]:
    rows = table_rows(run.finding(experiment), name)
    return [{("question" if name == "id" else name): value for name, value in row.items()} for row in rows]


def _where(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "place": place.text}


def csv_text(run: Run, words: Wording) -> str:
    """Return a checked exam's flags as CSV, a row each, in words; no spreadsheet takes a cell for a formula."""
    looks, file = set(looks_of(run)), io.StringIO()
    out = csv.writer(file)
    out.writerow(CSV_COLUMNS)
    for flag in flagged(run, words):
        row = (
            flag.item,
            "yes" if flag.item in looks else "",
            words.say(f"severity-{flag.severity}"),
            "" if flag.right is None else f"{flag.right[0]:.2f}",
            words.say(f"source-{flag.source}"),
            flag.rule,
            flag.title,
            flag.sentence,
            flag.advice,
            ", ".join(flag.options),
            flag.place.text,
        )
        out.writerow(map(_cell, row))
    return file.getvalue()


def _cell(text: str) -> str:
    parts = text.split(";")  # which separates cells in some countries
    return ";".join(f"'{part}" if part.startswith(FORMULA_STARTS) else part for part in parts)


def flagged(run: Run, words: Wording) -> tuple[WordedFlag, ...]:
    """Return every flag in words, those of the whole exam first, then question by question."""
    return _worded(run, words, [(flag, None) for flag in flags_of(run.finding(EXPERIMENT))])


def dismissed(run: Run, words: Wording) -> tuple[WordedFlag, ...]:
    """Return the flags that the exam's author dismissed, in words."""
    return _worded(run, words, dismissed_of(run.finding(EXPERIMENT)))


def _worded(run: Run, words: Wording, found: Sequence[tuple[FlagRow, str | None]]) -> tuple[WordedFlag, ...]:
    places = places_of(run)
    texts = {str(item["id"]): (item["question"], *item["options"]) for item in run.exam["items"]}
    counts: Counter[str] = Counter()
    flags = []
    for flag, note in found:
        base = _print(flag.rule, texts.get(flag.item, ()), flag.options)
        counts[base] += 1
        flags.append(
            WordedFlag(
                flag.rule,
                flag.source,
                flag.severity,
                flag.item,
                flag.options,
                places.get(flag.item, places[""]),
                rule_title(words, flag.rule),
                rule_sentence(words, flag.rule, flag.evidence),
                rule_advice(words, flag.rule, flag.evidence),
                f"{base}:{counts[base]}",
                flag.evidence,
                flag.reason,
                note,
                flag.right,
            )
        )
    return tuple(flags)


def places_of(run: Run) -> dict[str, Place]:
    """Return the place of every question by id, and the exam's own under ""."""
    source = str(run.dataset.get("source") or run.dataset.get("name") or "exam")
    rows = table_rows(run.finding(EXPERIMENT), "questions")
    return {"": Place(source, source)} | {str(row["id"]): place_in(str(row["place"] or ""), source) for row in rows}


def place_in(text: str, source: str) -> Place:
    """Read a place as file and line: a file in the folder of `source`, or `source` itself where it names none.

    >>> place_in("unit 3.gift, line 12 (question 4)", "bank/unit 3.gift")
    Place(text='unit 3.gift, line 12 (question 4)', file='bank/unit 3.gift', line=12)
    """
    match = _NUMBERED_LINE.match(text)
    file = match[1] if match else re.split(r", (?:row|item|question|story|instance) ", text)[0]
    line = int(match[2]) or None if match else None
    return Place(text or PurePath(source).name, str(PurePath(source).parent / file) if file else source, line)


def looks_of(run: Run) -> tuple[str, ...]:
    """Return the ids of the questions that deserve a second look, worst first."""
    return tuple(str(row["id"]) for row in table_rows(run.finding(EXPERIMENT), "looks"))


def by_item(flags: Sequence[WordedFlag]) -> dict[str, list[WordedFlag]]:
    """Group flags by item; "" stands for the whole exam."""
    return gathered((flag.item, flag) for flag in flags)


def left_out(run: Run, words: Wording) -> Iterator[tuple[Place, str]]:
    """Yield the place of each question that was left out, and why."""
    source = str(run.dataset.get("source") or run.dataset.get("name") or "exam")
    for left in left_of(run.finding(EXPERIMENT)):
        yield place_in(left.where, source), words.note(left.reason)


def _print(rule: str, texts: Sequence[str], options: Sequence[str]) -> str:
    """Return a hash of a flag's rule and texts, by which it is recognised after the file has changed above it."""
    digest = hashlib.blake2b(digest_size=12)
    for part in (rule, *texts, *options):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
