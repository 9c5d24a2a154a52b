"""A checked exam in the terminal, for its author: the verdict, the questions to look at again and why, what is missing.

Remarks, and everything else that was found, are on the page only (`report.check`).
"""

from typing import TYPE_CHECKING

from magnetite.core.results import Run
from magnetite.report.check.page import verdict
from magnetite.report.check.reading import finding_of, table_rows
from magnetite.report.flagged import PROBE, WordedFlag, by_item, flagged, left_out, looks_of, places_of
from magnetite.report.ruled import plain, ruled
from magnetite.report.tables import shorten
from magnetite.report.wording import Wording

if TYPE_CHECKING:
    from rich.console import Console

MOST = 30  # questions listed
LEFT = 10  # left-out questions listed
TEXT = 60  # characters shown of a question


def terminal_check(run: Run, words: Wording, console: "Console") -> None:
    """Print the verdict, a line for each question that deserves a second look, and what was left out."""
    looks, flags = looks_of(run), by_item(flagged(run, words))
    console.print(plain(verdict(len(looks), len(run.exam["items"]), words), "bold"))
    if looks:
        console.print(_table(run, words, looks[:MOST], flags))
    if len(looks) > MOST:
        console.print(plain(words.say("command-more", {"more": len(looks) - MOST})))
    for flag in flags.get("", []):
        console.print(plain(f"{words.say('command-whole')} {flag.title}. {flag.sentence}"))
    _print_left(run, words, console)
    kind = "both" if run.systems else "rules"
    for line in (*_missing(run, words), *run.notes, words.say(f"page-trust-{kind}")):
        console.print(plain(line, "dim"))
    for line in _answers(run, words):
        console.print(plain(line))
    console.print(plain(words.say("page-trust-not-good")))


def _table(run: Run, words: Wording, looks: tuple[str, ...], flags: dict[str, list[WordedFlag]]) -> object:
    places, texts = places_of(run), {str(item["id"]): str(item["question"]) for item in run.exam["items"]}
    cells = []
    for name in looks:
        reasons = [flag for flag in flags.get(name, []) if flag.severity != "low"] or flags.get(name, [])
        why = "\n".join(f"{flag.title}. {flag.sentence}" for flag in reasons)
        cells.append((f"{name}\n{shorten(texts[name], TEXT)}", places[name].text, f"{why}\n"))
    heads = [(words.say(f"command-{name}"), False) for name in ("question", "place", "why")]
    if all(place == places[""].text for _, place, _ in cells):
        return ruled("", [heads[0], heads[2]], [(first, last) for first, _, last in cells])
    return ruled("", heads, cells)


def _print_left(run: Run, words: Wording, console: "Console") -> None:
    left = list(left_out(run, words))
    if left:
        console.print(plain(words.say("command-left", {"left": len(left)})))
    for place, reason in left[:LEFT]:
        console.print(plain(f"  {place.text}: {reason}"))
    if len(left) > LEFT:
        console.print(plain(f"  {words.say('command-more', {'more': len(left) - LEFT})}"))


def _answers(run: Run, words: Wording) -> list[str]:
    """Return sentences on how candidates did, where their answers are known, and what better ones get wrong."""
    finding = finding_of(run, "responses")
    right = [float(str(row["facility"])) for row in table_rows(finding, "facility")]
    if finding is None or not right:
        return []
    counts = {name: int(finding.number(name).value) for name in ("candidates", "questions")}
    sentences = [words.say("command-answers", {**counts, "facility": sum(right) / len(right)})]
    negative = [str(row["id"]) for row in table_rows(finding, "negative")]
    return sentences + ([words.say("command-negative", {"ids": negative})] if negative else [])


def _missing(run: Run, words: Wording) -> list[str]:
    """Return a sentence on how many rules could not be applied to the exam as a whole."""
    rules = {row["rule"] for row in table_rows(run.finding(PROBE), "not_checked") if not row["id"]}
    return [words.say("command-not-asked", {"rules": len(rules)})] if rules else []
