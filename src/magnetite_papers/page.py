"""A reproduction's page: how it is written, and what is kept of the one that it takes the place of.

An exhibit is made anew where all stages are at hand that the page's was made of. Else the page's own is kept, whole,
from the JSON beside it, so that a page never shows less than before, and says which exhibits it has from where.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from magnetite.core.errors import DataError, UsageError
from magnetite.core.files import write_whole
from magnetite.core.reasons import Reason
from magnetite.core.results import Finding, Run, run_from_json, run_to_json
from magnetite.report.wording import text_of
from magnetite_papers.configuration import Configuration
from magnetite_papers.markdown import draw_pictures, markdown_page
from magnetite_papers.paper import Exhibit, Paper
from magnetite_papers.results import Results
from magnetite_papers.stages import with_needs

STAGES = "stages"
KEPT = "kept"  # exhibits of an earlier page, and the commit that made them
IN_WORDS = {"title", "note", "smaller", "larger", "differ_in", "trained_longer"}  # settings that change no figure


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """What a page shows: its exhibits, the commits that made them, and what their stages took."""

    exhibits: Mapping[str, Finding] = field(default_factory=dict)
    commits: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def made_of(self, exhibit: Exhibit) -> set[str]:
        """Return the stages that the page's exhibit was made of; none where it has no such exhibit."""
        return set(exhibit.needs) & set(self.stages) if exhibit.name in self.exhibits else set()


def read_earlier(
    page: Path, paper: Paper, settings: Configuration, say: Callable[[str], object] = lambda _text: None
) -> EarlierPage:
    """Read what a page shows; nothing of one that is not there, or was made with other settings, which is said.

    Raises UsageError where something else lies in its place.
    """
    findings = page.with_suffix(".json")
    if not findings.is_file():
        return EarlierPage()
    try:
        run = run_from_json(findings.read_bytes(), findings)
    except (DataError, UnicodeDecodeError):
        run = None
    if run is None or "paper" not in run.settings:
        raise UsageError(
            f"{findings}: is not of a page that magnetite reproduce made, and would be replaced. Name another page "
            "(--page), or move it."
        )
    told = _told(paper, settings)
    if differing := [name for name, value in told.items() if run.settings.get(name) != value]:
        say(f"{page}: was made with other settings ({', '.join(differing)}), and is made anew.")
        return EarlierPage()
    kept = run.settings.get(KEPT, {})
    exhibits = {finding.experiment: finding for finding in run.findings}
    commit = run.versions["magnetite"].partition("+g")[2]
    return EarlierPage(
        exhibits,
        {name: kept.get(name, commit) for name in exhibits},
        {stage["stage"]: stage for stage in run.settings[STAGES]},
    )


def _told(paper: Paper, settings: Configuration) -> dict[str, Any]:
    """Return the settings that exhibits are made of, as JSON has them."""
    told = {name: value for name, value in asdict(settings).items() if name not in IN_WORDS}
    plain: dict[str, Any] = json.loads(json.dumps({"paper": paper.name, **told}))
    return plain


@dataclass(slots=True)
class Shown:
    """What a page shows: exhibits, those of them that are kept with their commits, what stages took, and remarks."""

    findings: dict[str, Finding] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    stages: list[Mapping[str, Any]] = field(default_factory=list)
    notes: list[Reason] = field(default_factory=list)


def show(exhibits: Iterable[Exhibit], results: Results, earlier: EarlierPage) -> Shown:
    """Make each exhibit of its finished stages, or keep the earlier page's, which was made of more."""
    shown, made_of = Shown(), list[str]()
    for exhibit in exhibits:
        finished = [name for name in exhibit.needs if results.has((name,))]
        if not (before := earlier.made_of(exhibit)) <= set(finished):
            finished = [name for name in exhibit.needs if name in before]
            shown.findings[exhibit.name] = earlier.exhibits[exhibit.name]
            shown.kept[exhibit.name] = earlier.commits[exhibit.name]
        elif len(finished) == len(exhibit.needs) or (exhibit.partial and finished):
            made = exhibit.finding(results)
            notes = (*made.notes, *_formats(finished, results))
            shown.findings[exhibit.name] = replace(made, experiment=exhibit.name, title=exhibit.title, notes=notes)
            made_of += finished
        if len(finished) < len(exhibit.needs):
            shown.notes.append(_missing(exhibit, finished))
    shown.notes += _kept(shown)
    shown.stages += _taken(results, earlier, with_needs(made_of, results.stages))
    return shown


def _formats(stages: Sequence[str], results: Results) -> Iterator[Reason]:
    """Yield a remark where an exhibit's stages were computed in different number formats (decision 26)."""
    entries = {name: results.entry(name) for name in stages}
    by_format: dict[str, list[str]] = {}
    for name, entry in entries.items():
        for each in entry.precisions:
            by_format.setdefault(each, []).append(name)
    if len(by_format) > 1:
        told = "; ".join(f"{each}: {', '.join(names)}" for each, names in sorted(by_format.items()))
        yield Reason("note-number-formats", {"formats": told})


def _missing(exhibit: Exhibit, finished: Sequence[str]) -> Reason:
    if not (exhibit.partial and finished):
        return Reason("note-not-run", {"exhibit": exhibit.title})
    missing = ", ".join(name for name in exhibit.needs if name not in finished)
    return Reason("note-run-in-part", {"exhibit": exhibit.title, "missing": missing})


def _kept(shown: Shown) -> Iterator[Reason]:
    """Yield a remark on the exhibits that are kept of each commit."""
    for commit in dict.fromkeys(shown.kept.values()):
        titles = [text_of(shown.findings[name].title) for name in shown.kept if shown.kept[name] == commit]
        said = "all" if len(titles) == len(shown.findings) else "; ".join(titles)
        yield Reason("note-exhibits-kept", {"commit": commit or "none", "exhibits": said})


def _taken(results: Results, earlier: EarlierPage, anew: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield what each stage took: `anew`, of exhibits made now, as its record has it; others as the page has them."""
    for name, stage in results.stages.items():
        if name in anew and results.has((name,)):
            entry = results.entry(name)
            yield {
                "stage": name,
                "about": stage.about,
                **{each: entry.record[each] for each in ("seconds", "sittings", "finished", "machine")},
                "precisions": entry.precisions,
                "trained_in": entry.trained_in,
                "commit": entry.record["versions"]["magnetite"].partition("+g")[2],
            }
        elif name in earlier.stages:
            yield earlier.stages[name]


def write_page(run: Run, page: Path) -> None:
    """Write a reproduction's page, its pictures, and the findings that both were made of."""
    pictures = page.parent / f"{page.stem}-figures"
    page.parent.mkdir(parents=True, exist_ok=True)
    draw_pictures(run, pictures)
    write_whole(page.with_suffix(".json"), (run_to_json(run) + "\n").encode())
    write_whole(page, markdown_page(run, pictures.name).encode())
