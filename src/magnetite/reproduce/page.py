"""A reproduction's page: how it is written, and what is kept of the one that it takes the place of.

An exhibit is made anew where all stages are at hand that the page's was made of. Else the page's own is kept, whole,
from the JSON beside it, so that a page never shows less than before, and says which exhibits it has from where.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from magnetite.core.files import write_whole
from magnetite.core.results import Finding, Run, run_from_json, run_to_json
from magnetite.report.markdown import draw_pictures, markdown_page
from magnetite.reproduce.configuration import Configuration
from magnetite.reproduce.paper import Exhibit, Paper

STAGES = "stages"
KEPT = "kept"  # exhibits of an earlier page, and the commit that made them
IN_WORDS = {"title", "note", "smaller", "larger", "differ_in"}  # settings that no exhibit is made of


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """What a page shows: its exhibits, the commits that made them, and what their stages took."""

    exhibits: Mapping[str, Finding] = field(default_factory=dict)
    commits: Mapping[str, str] = field(default_factory=dict)
    stages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def made_of(self, exhibit: Exhibit) -> set[str]:
        """Return the stages that the page's exhibit was made of; none where it has no such exhibit."""
        return set(exhibit.needs) & set(self.stages) if exhibit.name in self.exhibits else set()


def read_earlier(page: Path, paper: Paper, settings: Configuration, say: Callable[[str], None]) -> EarlierPage:
    """Read what a page shows; nothing of one that is not there, or was made with other settings, which is said."""
    findings = page.with_suffix(".json")
    if not findings.is_file():
        return EarlierPage()
    run = run_from_json(findings.read_text("utf-8"), str(findings))
    told = _told(paper, settings)
    if differing := [name for name, value in told.items() if run.settings.get(name) != value]:
        say(f"{page}: was made with other settings ({', '.join(differing)}), and is made anew.")
        return EarlierPage()
    kept = run.settings.get(KEPT, {})
    exhibits = {finding.probe: finding for finding in run.findings}
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


def write_page(run: Run, page: Path) -> None:
    """Write a reproduction's page, its pictures, and the findings that both were made of."""
    pictures = page.parent / f"{page.stem}-figures"
    page.parent.mkdir(parents=True, exist_ok=True)
    draw_pictures(run, pictures)
    write_whole(page.with_suffix(".json"), (run_to_json(run) + "\n").encode())
    write_whole(page, markdown_page(run, pictures.name).encode())
