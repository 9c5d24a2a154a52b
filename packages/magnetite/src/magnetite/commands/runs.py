"""`runs`: one page over the runs that lie in folders, with paired differences between them."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from examfiles.errors import DataError, UsageError
from examfiles.files import no_device, write_whole
from examfiles.reasons import Reason, counted
from magnetite.core.files import writable
from magnetite.core.results import Heading, Run, Table, load, table
from magnetite.core.setting import same, setting
from magnetite.request import Writing, check_values, several
from magnetite.running.command import Action, ActionResult, Command

if TYPE_CHECKING:
    from magnetite.report.overview import FolderRun

NAME = "runs"
PAGE, FINDINGS, REPORT = "index.html", "findings.json", "report.html"
MARK = b'content="Magnetite runs"'  # what tells a page of ours from others
MOST_DIFFERENCES = 2000  # differences on the page
_DIFFERENCES = (
    Heading("experiment"),
    Heading("what", "what is compared"),
    Heading("first", "run"),
    Heading("second", "other run"),
    Heading("n", "questions", "count"),
    Heading("share", "share there", "share"),
    Heading("other", "share in the other", "share"),
    Heading("difference", unit="points"),
    Heading("low", "difference from", "points"),
    Heading("high", "difference to", "points"),
    Heading("clear", "clear"),
)
_Truths = dict[tuple[str, str], dict[tuple[str, ...], bool]]  # by experiment and column: by question


@dataclass(frozen=True, slots=True)
class RunsSettings:
    """Every setting of `runs`."""

    folders: Any = setting((), "Folders that hold runs, at any depth.", metavar="FOLDER...")
    output: str | None = setting(None, "The page to write.", metavar="FILE", otherwise="index.html in the first FOLDER")
    overwrite: bool = setting(False, "Replace a file that is not a page over runs.")
    language: str | None = same(Writing, "language")

    def __post_init__(self) -> None:
        Writing(language=self.language)
        check_values(self)
        folders = (self.folders,) if isinstance(self.folders, Path) else several(self.folders)
        object.__setattr__(self, "folders", tuple(Path(each).expanduser() for each in folders))


@dataclass(frozen=True, slots=True)
class RunsPage:
    """The page that was written, the runs on it, and the folders whose findings could not be read."""

    path: Path
    runs: int
    unread: tuple[str, ...]


def prepared(settings: RunsSettings) -> Action:
    """Read every run. Raises UsageError where no folder is named or the page may not be written, DataError for none."""
    if not settings.folders:
        raise UsageError("no folder was named. Name one that holds runs: magnetite runs runs.")
    for folder in settings.folders:
        if not folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder. Name one that holds runs, at any depth.")
    path = Path(settings.output).expanduser() if settings.output else settings.folders[0] / PAGE
    if path.is_dir() or (path.exists() and not settings.overwrite and MARK not in path.read_bytes()[:2000]):
        raise UsageError(f"{path}: exists and is not a page over runs. Name another with --output, or add --overwrite.")
    runs, unread = _read(settings.folders)
    if not runs:
        raise DataError(
            f"{', '.join(map(str, settings.folders))}: has no run, that is, no folder with a {FINDINGS} that can be "
            f"read. {' '.join(unread)}".rstrip()
        )

    def perform(*, command: str = "") -> RunsPage:
        del command  # every run names its own
        return _write(path, runs, tuple(unread), settings.language or "en")

    return Action(perform)


def folder_names(models: Sequence[str]) -> dict[str, str]:
    """Return for each model the name of the folder that its run is written to, beside those of the others.

    No two differ by case alone, which some systems do not see.

    >>> folder_names(["systems/a", "small", "m@http://h:1/v1"])
    {'systems/a': 'systems-a', 'small': 'small', 'm@http://h:1/v1': 'm-http-h-1-v1'}
    """
    names: dict[str, str] = {}
    for model in models:
        plain = no_device(re.sub(r"[^\w.-]+", "-", model).strip("-.") or "model")
        others = (f"{plain}-{number}" for number in count(2))
        taken = {name.casefold() for name in names.values()}
        names[model] = next(each for each in chain((plain,), others) if each.casefold() not in taken)
    return names


def _read(folders: Sequence[Path]) -> "tuple[dict[Path, Run], list[str]]":
    runs, unread = {}, []
    for path in sorted({path for folder in folders for path in folder.rglob(FINDINGS)}):
        try:
            runs[path.parent] = load(path)
        except DataError as error:
            unread.append(str(error))
    return runs, unread


def _write(path: Path, runs: "Mapping[Path, Run]", unread: tuple[str, ...], language: str) -> RunsPage:
    from magnetite.report.overview import FolderRun, overview_page

    beside = path.absolute().parent
    shared = Path(os.path.commonpath([folder.absolute().parent for folder in runs]))
    kept = []
    for folder, run in runs.items():
        report = folder.absolute() / REPORT
        link = Path(os.path.relpath(report, beside)).as_posix() if report.is_file() else ""
        kept.append(FolderRun(folder.absolute().relative_to(shared).as_posix(), _quoted(link), run))
    differences, left = differences_of(kept)
    notes = [*(Reason("runs-unread", {"why": each}) for each in unread)]
    notes += [Reason("runs-left", {"left": left})] if left else []
    page = overview_page(kept, differences, notes, language).encode("utf-8", "replace")
    with writable(path):
        beside.mkdir(parents=True, exist_ok=True)
        write_whole(path, page)
    return RunsPage(path, len(kept), unread)


def _quoted(link: str) -> str:
    from urllib.parse import quote

    return quote(link)


def differences_of(kept: "Sequence[FolderRun]") -> "tuple[Table, int]":
    """Compare every two runs on the questions that both hold, told by their texts: yes or no, column by column.

    Intervals are 95%, clustered by passage, or question without one. Clear is what an interval and the paired test
    show, which is corrected for the number of all differences (Holm). Returns the table, and how many it leaves out.
    """
    import numpy as np

    from magnetite.stats.intervals import cluster_codes, difference_tests, differences, holm
    from magnetite.stats.verdict import verdict

    truths = [(each.name, _truths(each.run)) for each in kept]
    rows: list[tuple[Any, ...]] = []
    gaps, tests = [], []
    for (one, first), (other, second) in combinations(truths, 2):
        before: set[tuple[str, bytes]] = set()
        for key in (key for key in first if key in second):
            there = [question for question in first[key] if question in second[key]]
            pair = np.array([[first[key][each], second[key][each]] for each in there], dtype=np.bool_).reshape(-1, 2)
            alike = key[1], pair.tobytes()
            if len(there) < 2 or alike in before:
                continue
            before.add(alike)
            passages = cluster_codes([each[0] or repr(each) for each in there])
            gap = differences(pair[:, :1], pair[:, 1:], passages)[0]
            gaps.append(gap)
            tests.append(float(difference_tests(pair[:, :1], pair[:, 1:], passages)[0]))
            ends = [None if np.isnan(end) else end for end in (gap.low, gap.high)]
            rows.append((*key, one, other, len(there), *pair.mean(axis=0).tolist(), gap.estimate, *ends))
    corrected = holm(np.nan_to_num(np.array(tests), nan=1.0))
    sides = [
        None if np.isnan(gap.low) else verdict(gap, p=p).clear for gap, p in zip(gaps, corrected.tolist(), strict=True)
    ]
    judged = [(*row, clear) for row, clear in zip(rows, sides, strict=True)]
    return table("differences", "Differences between runs", _DIFFERENCES, judged[:MOST_DIFFERENCES]), max(
        0, len(rows) - MOST_DIFFERENCES
    )


def _truths(run: "Run") -> _Truths:
    """Return all that a run's findings say of each question by yes or no."""
    passages = run.exam["passages"]
    texts = {
        item["id"]: (passages.get(item["passage_id"], ""), item["question"], *sorted(item["options"]))
        for item in run.exam["items"]
    }
    return {key: {texts[each]: value for each, value in pairs} for key, pairs in _columns(run) if pairs}


def _columns(run: "Run") -> Iterator[tuple[tuple[str, str], list[tuple[Any, bool]]]]:
    known = {item["id"] for item in run.exam["items"]}
    for finding in run.findings:
        if finding.items is None:
            continue
        ids = finding.items.values("id")
        for column in finding.items.columns[1:]:
            pairs = [(id_, value) for id_, value in zip(ids, column.values, strict=True) if isinstance(value, bool)]
            yield (finding.experiment, column.heading or column.name), [each for each in pairs if each[0] in known]


def _says(page: RunsPage) -> ActionResult:
    unread = tuple(f"Not read: {each}" for each in page.unread)
    lines = (f"{counted(page.runs, 'run')}: {page.path}", *unread)
    return ActionResult(page.path, page.runs, "runs", lines, unread)


RUNS_PAGE: "Command[RunsSettings, Action]" = Command(
    NAME,
    RunsSettings,
    prepared,
    ("folders",),
    "",
    """Compare many runs on one page: a sortable table of models by experiments, and paired differences.

    Example: magnetite runs runs
    """,
    watched=(),
    says=_says,
    needs="audit",
)
