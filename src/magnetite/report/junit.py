"""Flags as JUnit XML, which build servers show as tests: a question is a test case, and what fails it a failure.

A question that was left out is a skipped test case; what concerns the whole exam has a test case too. The form is that
of Jenkins' schema (junit-4.xsd), which most servers read.
"""

import re
from collections.abc import Container
from xml.etree import ElementTree

from magnetite.core.results import Run
from magnetite.report.flagged import WordedFlag, by_item, flagged, left_out, places_of
from magnetite.report.wording import Wording

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def junit_text(run: Run, words: Wording, failing: Container[str]) -> str:
    """Return a checked exam as a suite of test cases; `failing` holds the fingerprints of flags that are failures."""
    flags = by_item(flagged(run, words))
    name = str(run.dataset.get("name") or "exam")
    places = places_of(run)
    ids = ["", *(str(item["id"]) for item in run.exam["items"])]
    cases = [_case((name, each, places[each].text), flags.get(each, []), words, failing) for each in ids]
    left = [_left(name, place.text, reason) for place, reason in left_out(run, words)]
    suite = ElementTree.Element("testsuite", _counts(name, cases, len(left)))
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
        attributes = {"type": flag.rule, "message": _clean(flag.title)}
        failure = ElementTree.SubElement(case, "failure", attributes)
        failure.text = _clean(f"{place}\n{flag.sentence}\n{flag.advice}")
    others = [f"{flag.title}: {flag.sentence}" for flag in flags if flag.fingerprint not in failing]
    if others:
        ElementTree.SubElement(case, "system-out").text = _clean("\n".join(others))
    return case


def _left(suite: str, place: str, reason: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", {"name": _clean(place), "classname": _clean(suite)})
    ElementTree.SubElement(case, "skipped", {"message": _clean(reason)})
    return case


def _counts(name: str, cases: list[ElementTree.Element], skipped: int) -> dict[str, str]:
    failed = sum(case.find("failure") is not None for case in cases)
    return {
        "name": _clean(name),
        "tests": str(len(cases) + skipped),
        "failures": str(failed),
        "errors": "0",
        "skipped": str(skipped),
    }


def _clean(text: str) -> str:
    """Replace what XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)
