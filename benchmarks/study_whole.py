"""Three whole studies with a known truth: is every sentence of their reports true?

    python -m benchmarks.study_whole [--participants 30] [--questions 20] [--seed 0] [--phone] [--page FILE]

Simulated people answer on screens, through the server as a browser does, and on paper, whose sheets are typed into a
CSV. Some stop early, one sheet is mistyped and corrected, two people withdraw, one marks A throughout and is excluded.
`--phone` lets one participant of the first study use Chromium at the size of a phone. What happened is kept apart from
the study's database, and the report is compared with it; the true shares are integrals over people and questions.
"""

import argparse
import csv
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import httpx2
import numpy as np

from benchmarks.published import publish
from benchmarks.study_flagged import truth
from examfiles.items import Dataset, letter
from examfiles.reasons import Reason
from magnetite.core.results import Finding, Heading, Number, Run, Text, table
from magnetite.report.wording import text_of
from magnetite.stats.verdict import MARGIN
from magnetite_study import StudySettings, create_study, report_study
from magnetite_study.database import Database
from magnetite_study.design import Design
from magnetite_study.imports import import_file
from magnetite_study.simulated import Population, simulate
from tests.report.browsing import CHROMIUM
from tests.study.made import items
from tests.web.driven import agree, choose
from tests.web.made import hosted

OPTIONS, STOPPED_AFTER, ALIKE = 4, 3, 0.9
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
CASES = {
    "magnets": ("Magnets draw three people in ten", Population(susceptibility=0.3)),
    "nothing": ("Magnets draw no one", Population()),
    "flagged": ("Flagged questions can be answered without the text", Population(without=-0.5, easier=3.0)),
}
HEADINGS = (*(Heading("said", "the report says"), Heading("truth", "the truth"), Heading("about"), Heading("true")),)
YES, NO, OPEN = "yes", "no", "undecided"
HAPPENED, ESTIMATED = "what happened", "an estimate"
NOTE = (
    "All people on this page are simulated: it shows that a study's report tells the truth about people who are "
    "known, and nothing about real ones. Half of them answer on screens and half on paper. Four stop after a third of"
    " their questions or fewer, one answer on paper is mistyped and corrected, one person withdraws on a screen and "
    "one by number, and one marks A throughout, which the study excludes. Simulated people know an answer or guess "
    "among four options; with the passage they are right on {right:.0%} of the questions. A difference or share "
    "counts as true if its 95% interval contains the true value and its sentence names the right side, and as "
    "undecided if the sentence leaves the side open. Sentences without a planted value are not listed: how figures "
    "are to be read, Krippendorff's alpha, times, and which difference such a study finds 4 times in 5."
)


@dataclass(frozen=True, slots=True)
class Marked:
    """What one participant marks: places of options as shown, from the first question on; and what becomes of them."""

    number: int
    places: tuple[int, ...]
    screen: bool
    withdraws: bool = False


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of a study: shares in the population, and what happened, counted by who simulated it."""

    shares: Mapping[str, float]
    planned: int
    people: tuple[Marked, ...]
    questions: int

    @property
    def analysed(self) -> list[Marked]:
        """Return whose answers count: those who neither withdrew nor marked one letter throughout."""
        return [each for each in self.people if not each.withdraws and not self._alike(each)]

    @property
    def excluded(self) -> int:
        """Count those who are left out by rule."""
        return sum(not each.withdraws and self._alike(each) for each in self.people)

    @property
    def withdrawn(self) -> int:
        """Count those who withdrew."""
        return sum(each.withdraws for each in self.people)

    @property
    def answers(self) -> int:
        """Count the answers that are analysed."""
        return sum(len(each.places) for each in self.analysed)

    def _alike(self, each: Marked) -> bool:
        return max(map(each.places.count, each.places)) >= ALIKE * self.questions


@dataclass(frozen=True, slots=True)
class Judged:
    """One sentence of a report, the truth, whether it is about what happened or an estimate, and whether it is true."""

    said: str
    truth: str
    about: str
    true: str


def main() -> None:
    """Run every study, and publish the page."""
    arguments = _arguments()
    findings: list[Finding] = []
    for name, (title, _) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            run, known = whole(
                name,
                Path(folder),
                arguments.participants,
                arguments.questions,
                arguments.seed,
                phone=arguments.phone and not findings,
            )
        findings.append(_finding(name, title, list(judged(run, known))))
    publish(
        arguments.page,
        "Whole studies with a known truth, simulated",
        f"{arguments.participants} people and {arguments.questions} questions each, with simulated participants",
        findings,
        note=NOTE.format(right=truth(Population(), 0)),
        device="cpu",
    )


def whole(
    name: str, place: Path, participants: int, questions: int, seed: int, *, phone: bool = False
) -> tuple[Run, Truth]:
    """Make a study, let people answer it on screens and on paper, end it, and return its report and the truth.

    `participants`: at least 12, so that each thing happens to another person. Raises AssertionError where the study
    has stored another answer than was given.
    """
    population, folder = CASES[name][1], place / "study"
    place.mkdir(parents=True, exist_ok=True)
    design = create_study(
        Dataset("made", tuple(items(questions))), folder, _settings(name, place, participants, questions, seed)
    )
    people = _people(design, population, seed)
    on_screens(folder, [each for each in people if each.screen], phone=phone)
    on_paper(folder, place / "sheets.csv", [each for each in people if not each.screen])
    with Database(folder) as database:
        database.end()
        _compare(database, people)
    known = Truth(_shares(design, population), participants, people, len(design.questions))
    return report_study(folder), known


def _settings(name: str, place: Path, participants: int, questions: int, seed: int) -> StudySettings:
    shared: dict[str, Any] = {"participants": participants, "seed": seed, "exclusions": f"alike={ALIKE}", "models": ()}
    shared |= {"consent": "Made up, for nobody.", "fields": ("Age",)}
    listed = place / "list.txt"
    if name == "flagged":
        listed.write_text("\n".join(f"i{k}" for k in range(0, 1000, 2)), "utf-8")
        return StudySettings(design="no-passage", flagged=str(listed), **shared)
    listed.write_text("\n".join(f"magnet {k}" for k in range(10)), "utf-8")
    return StudySettings(magnets=str(listed), questions=questions, **shared)


def _people(design: Design, population: Population, seed: int) -> tuple[Marked, ...]:
    """Return what everybody marks: half on screens; the third to sixth of each half stop, withdraw or mark A."""
    answers = simulate(design, population, seed=seed)
    half = design.participants // 2
    people = []
    for number in range(1, design.participants + 1):
        booklet, on = design.booklet(number), answers.participant == number
        places = tuple(
            booklet[position - 1].order.index(chosen)
            for position, chosen in zip(answers.position[on].tolist(), answers.chosen[on].tolist(), strict=True)
        )
        screen, turn = number <= half, number if number <= half else number - half
        if turn in (3, 4):
            places = places[: len(places) // STOPPED_AFTER - turn + 3]
        elif turn == 6 and not screen:
            places = (0,) * len(places)
        people.append(Marked(number, places, screen, withdraws=turn == 5))
    return tuple(people)


def on_screens(folder: Path, people: Sequence[Marked], *, phone: bool) -> None:
    """Let people answer through the server as a browser does; the first with Chromium, if there is a phone."""
    with Database(folder) as database, database.renewing([each.number for each in people]) as tokens:
        links = dict(tokens)
    with hosted(folder) as server, httpx2.Client(base_url=server.address, timeout=60) as client:
        for k, each in enumerate(people):
            link = f"/p/{links[each.number]}"
            if phone and k == 0:
                _with_phone(f"{server.address}{link}", each)
                continue
            client.post(f"{link}/consent", data={"agreed": "1", "field-0": "40"})
            for position, option in enumerate(each.places, start=1):
                client.get(f"{link}/{position}").raise_for_status()
                assert client.post(f"{link}/{position}", data={"option": str(option)}).status_code == 303
            if each.withdraws:
                client.post(f"{link}/withdraw", data={"sure": "1"}).raise_for_status()


def _with_phone(link: str, each: Marked) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - for --phone alone

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(**PHONE)
        page.set_default_timeout(60_000)
        agree(page, link)
        for option in each.places:
            choose(page, option)
        browser.close()


def on_paper(folder: Path, sheets: Path, people: Sequence[Marked]) -> None:
    """Type the sheets, one answer of the first wrongly; import them, correct it, and delete who withdrew by number."""
    with Database(folder) as database:
        first = people[0]
        wrong = Marked(first.number, ((first.places[0] + 1) % OPTIONS, *first.places[1:]), screen=False)
        for replace, typed in ((False, [wrong, *people[1:]]), (True, people)):
            _type(database.design, sheets, typed)
            counts = import_file(database, sheets, replace=replace)
        assert counts["changed"] == len(database.changes()) == 1
        for each in people:
            if each.withdraws:
                database.delete_participant(each.number)


def _type(design: Design, sheets: Path, people: Iterable[Marked]) -> None:
    with sheets.open("w", newline="", encoding="utf-8") as file:
        typed = csv.writer(file)
        typed.writerow(("participant", "consent", "Age", *range(1, len(design.questions) + 1)))
        for each in people:
            number = f"{each.number}-{design.check_letter(each.number)}"
            blank = [""] * (len(design.questions) - len(each.places))
            typed.writerow((number, "x", "40", *map(letter, each.places), *blank))


def _compare(database: Database, people: Iterable[Marked]) -> None:
    """Raise AssertionError where the study has another answer than was given, or one of somebody who withdrew."""
    given = {each.number: dict(enumerate(each.places, start=1)) for each in people if not each.withdraws}
    assert {number: database.answered(number) for number in given} == given
    assert {each.number for each in database.participants()} == set(given)


def _shares(design: Design, population: Population) -> dict[str, float]:
    """Return the true shares, by the names that reports give them."""
    original = truth(Population(), 0)
    if design.kind == "attack":
        drawn, guessed = population.susceptibility, (1 - original) / (OPTIONS - 1)  # of one wrong option
        taken = drawn + (1 - drawn) * guessed
        return {"original": original, "attacked": (1 - drawn) * original, "taken": taken, "more": taken - guessed}
    flagged, others = (truth(population, side) for side in (1, -1))
    part = float(np.mean([question.flagged is True for question in design.questions]))
    withheld = part * flagged + (1 - part) * others
    return {"flagged": flagged, "others": others, "shown": original, "withheld": withheld}


def judged(run: Run, known: Truth) -> Iterator[Judged]:
    """Yield every sentence of a report that something was planted for, beside the truth."""
    for finding in run.findings:
        for reason in _parts(finding.answer, *finding.notes):
            for about, judges in ((HAPPENED, EVENTS), (ESTIMATED, ESTIMATES)):
                if (judge := judges.get(reason.code)) is not None:
                    told, true = judge(reason.values, known, finding)
                    yield Judged(text_of(reason), told, about, true)


def _parts(*texts: Text) -> Iterator[Reason]:
    """Yield every single sentence of several texts that is a reason."""
    for text in texts:
        if isinstance(text, Reason) and text.code == "writing-sentences":
            yield from _parts(*text.values["parts"])
        elif isinstance(text, Reason):
            yield text


Judge = Callable[[Mapping[str, Any], Truth, Finding], tuple[str, str]]


def _counts(**true: Callable[[Truth], int]) -> Judge:
    """Judge counts by name, each of which must be exact."""

    def judge(values: Mapping[str, Any], known: Truth, _finding: Finding) -> tuple[str, str]:
        expected = {name: count(known) for name, count in true.items()}
        found = {name: _count(values[name]) for name in expected}
        return ", ".join(f"{name.replace('_', ' ')} {n:,}" for name, n in expected.items()), _is(found == expected)

    return judge


def _count(value: Any) -> int:
    return int(value.values["many"] if isinstance(value, Reason) else value)


def _both(first: str, second: str, groups: tuple[str, str]) -> Judge:
    """Judge two shares by the intervals that the report gives with them."""

    def judge(_values: Mapping[str, Any], known: Truth, finding: Finding) -> tuple[str, str]:
        numbers = [finding.number("accuracy", group=group) for group in groups]
        pairs = zip(numbers, (first, second), strict=True)
        return _told(known, first, second), _is(all(_contains(number, known.shares[name]) for number, name in pairs))

    return judge


def _gap(first: str, second: str) -> Judge:
    """Judge a difference: its interval, and the side that its sentence names."""

    def judge(values: Mapping[str, Any], known: Truth, _finding: Finding) -> tuple[str, str]:
        return _side(values, known.shares[second] - known.shares[first])

    return judge


def _side(values: Mapping[str, Any], gap: float) -> tuple[str, str]:
    bounds, side = values["gap"].values, str(values["verdict"])
    holds = {"above": gap > 0, "below": gap < 0, "level": abs(gap) <= MARGIN}.get(side, True)
    if not bounds["low"] <= gap <= bounds["high"] or not holds:
        return f"{100 * gap:+.1f} points".replace("-", "−"), NO
    return f"{100 * gap:+.1f} points".replace("-", "−"), OPEN if side == "open" else YES


def _taken(values: Mapping[str, Any], known: Truth, _finding: Finding) -> tuple[str, str]:
    low, high = (values[end].values["share"] for end in ("low", "high"))
    return f"taken {known.shares['taken']:.1%}", _is(low <= known.shares["taken"] <= high)


def _guessing(values: Mapping[str, Any], known: Truth, _finding: Finding) -> tuple[str, str]:
    share, side = known.shares["flagged"], str(values["verdict"])
    told = f"guessing {1 / OPTIONS:.0%}, flagged {share:.1%}"
    right = values["guessing"].values["share"] == 1 / OPTIONS
    holds = {"above": share > 1 / OPTIONS, "below": share < 1 / OPTIONS}.get(side, True)
    return told, (OPEN if side == "open" else YES) if right and holds else NO


def _registered(values: Mapping[str, Any], _known: Truth, _finding: Finding) -> tuple[str, str]:
    codes = [each.values["what"] for each in values["departures"].values["parts"]]
    return "ended before all planned had finished", _is(values["kept"] == "no" and codes == ["early"])


def _rules(values: Mapping[str, Any], _known: Truth, _finding: Finding) -> tuple[str, str]:
    rules = [(each.values["rule"], each.values["value"]) for each in values["rules"].values["parts"]]
    return f"one rule: one letter in {ALIKE:.0%}", _is(rules == [("alike", ALIKE)] and values["applied"] == "yes")


def _told(known: Truth, *names: str) -> str:
    return ", ".join(f"{name} {known.shares[name]:.1%}" for name in names)


def _contains(number: Number, value: float) -> bool:
    return number.low is not None and number.high is not None and number.low <= value <= number.high


def _is(true: bool) -> str:
    return YES if true else NO


EVENTS: dict[str, Judge] = {
    "people-people": _counts(
        people=lambda known: len(known.analysed),
        planned=lambda known: known.planned,
        whole=lambda known: sum(len(each.places) == known.questions for each in known.analysed),
    ),
    "people-flow": _counts(
        invited=lambda known: len(known.people),
        took_part=lambda known: len(known.people) - known.withdrawn,
        withdrawn=lambda known: known.withdrawn,
        excluded=lambda known: known.excluded,
        analysed=lambda known: len(known.analysed),
    ),
    "people-note-missing": _counts(
        missing=lambda known: known.questions * len(known.analysed) - known.answers,
        expected=lambda known: known.questions * len(known.analysed),
    ),
    "people-note-registered": _registered,
    "people-note-rules": _rules,
}
ESTIMATES: dict[str, Judge] = {
    "people-attack": _both("original", "attacked", ("people, original", "people, attacked")),
    "people-attack-gap": _gap("original", "attacked"),
    "people-magnets": _taken,
    "people-magnets-more": lambda values, known, _finding: _side(values, known.shares["more"]),
    "people-flagged": _both("others", "flagged", ("not flagged", "flagged")),
    "people-flagged-between": _both("others", "flagged", ("not flagged", "flagged")),
    "people-flagged-gap": _gap("others", "flagged"),
    "people-flagged-guessing": _guessing,
    "people-passage": _both("shown", "withheld", ("people, with the passage", "people, without it")),
    "people-passage-gap": _gap("shown", "withheld"),
}


def _finding(name: str, title: str, rows: list[Judged]) -> Finding:
    counts = {each: sum(row.true == each for row in rows) for each in (YES, OPEN, NO)}
    return Finding(
        name,
        title,
        f"{counts[YES]} of {len(rows)} sentences are true, {counts[NO]} are not, and {counts[OPEN]} decide nothing.",
        tables=(table("sentences", "What the report says, and the truth", HEADINGS, [astuple(row) for row in rows]),),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--participants", type=int, default=30)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--phone", action="store_true", help="let one participant of the first study use a browser")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
