"""Audit benchmarks: by the systems that took them, against other data, and over many runs.

The arguments of every function are the settings of the command of its name: `magnetite.api` says how they are given.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.api.settings import Source, guided, perform, run
from magnetite.commands.items import ITEMS
from magnetite.commands.overlap import OVERLAP
from magnetite.commands.runs import RUNS_PAGE, RunsPage
from magnetite.core.results import Run
from magnetite.request import Asking, Reading

if TYPE_CHECKING:
    from magnetite.api.settings import Model
    from magnetite.running.panels import Watch


@guided
def items(
    exam: Source,
    logs: "Model | Sequence[Model]",
    *,
    groups: Mapping[str, str] | None = None,
    listed: int = 50,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    views: Sequence[str] | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Audit a benchmark by the systems that took it: doubtful keys, questions that separate no systems, the ranking.

    Raises UsageError, DataError, ModelError or StoreError.

    >>> run = items("sample", ["longest", "overlap", "random"], store="off")
    >>> int(run.finding("items").number("candidates").value)
    3

    Args:
        exam: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        logs: What took the exam: logs of lm_eval (samples_….jsonl), Inspect (.eval, .json) and others, folders of
            logs, files of scores, folders of runs, or models as for audit, such as longest.
        groups: Candidates that are alike, such as a family of models: a group's name and a pattern of their
            names, as in `qwen=*Qwen*`. A group counts as one candidate. [default: one for all of one base] In
            Python: `{"qwen": "*Qwen*"}`.
        listed: Length of the lists, such as the keys to check first.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        views: Views whose answers count, any of O, QO, CO, QOC; by default the richest that each has.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(ITEMS, locals())


@guided
def overlap(
    exam: Source,
    data: Source | Sequence[Source],
    *,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
    reading: Reading | None = None,
    watch: "Watch | None" = None,
) -> Run:
    """Find passages and questions of an exam in other data, such as a model's training data.

    Raises UsageError, DataError or StoreError.

    >>> from magnetite import read
    >>> exam = read("sample")
    >>> found = overlap(exam, exam[:4]).finding("overlap")
    >>> found.number("questions found there", "sample-exam").value
    0.041666666666666664

    Args:
        exam: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        data: Data that may contain its texts, each as for audit, with all its splits; PATH@dev chooses one.
        split: Split of the exam to use if it has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report and the terminal: en or de. [default: en]
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return run(OVERLAP, locals())


@guided
def runs(
    folders: str | Path | Sequence[str | Path],
    *,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str | None = None,
) -> RunsPage:
    """Compare the runs in folders on one page; return where it is, how many runs it shows, and what was not read.

    Raises UsageError, DataError or StoreError.

    >>> import tempfile
    >>> from magnetite import audit
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for model in ("longest", "overlap"):
    ...         done = audit("sample", model, experiments=["accuracy"], store="off").save(f"{folder}/{model}")
    ...     runs(folder).runs
    2

    Args:
        folders: Folders that hold runs, at any depth.
        output: The page to write. [default: index.html in the first FOLDER]
        overwrite: Replace a file that is not a page over runs.
        language: Language of the report and the terminal: en or de. [default: en]
    """
    page: RunsPage = perform(RUNS_PAGE, locals())
    return page
