"""Read, describe, check and convert exams; no model is needed.

The arguments of every function are the settings of the command of its name: `magnetite.api` says how they are given.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import examfiles
from examfiles.items import Dataset
from magnetite.api.settings import Source, guided, perform, run
from magnetite.commands.check import CHECK
from magnetite.commands.convert import CONVERT, Converted
from magnetite.core.results import Finding, Run
from magnetite.request import Asking, Reading

if TYPE_CHECKING:
    import polars as pl

    from examfiles.readers.tables.columns import ColumnNames
    from examfiles.wording import Wording
    from magnetite.api.settings import Model
    from magnetite.report.flagged import WordedFlag
    from magnetite.running.panels import Watch


def read(
    path: str | Path | Iterable[Mapping[str, Any]],
    split: str | None = None,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    limit: int | None = None,
    seed: int = 0,
    columns: "ColumnNames | None" = None,
    skip_bad: bool = False,
    fill_down: bool = False,
    passage: str | None = None,
    passage_needed: bool = True,
    most: int | None = None,
    pictures: bool = False,
) -> Dataset:
    """Read a file, a folder, an archive, rows in memory, or a table or data set on the hub (`hf://`), as a dataset.

    Questions of an exam that are not multiple-choice questions with one right option are listed in `Dataset.skipped`.
    Raises UsageError for a split, format or column that does not exist, DataError for what cannot be read.

    >>> len(read("sample")), len(read("sample", limit=20, seed=7))
    (96, 20)

    Args:
        path: Where it is; or a list of objects by column, or a table of polars, pandas, Arrow or `datasets`.
        split: Split to use if the data has several: train, dev or test. Of rows in memory, what they are.
        format: Read the data as this format instead of detecting it: see `examfiles.FORMATS`.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        columns: Columns of a table: passage=text,question=stem,options=A+B+C,…; with first=1, numbered answers
            count from 1. In Python: `{"passage": "text", "options": ["A", "B"]}`.
        skip_bad: Leave out items that cannot be read, and list them, instead of stopping.
        fill_down: Copy the passage of the row above to table rows that have none, as merged cells mean.
        passage: A text for all questions that have none.
        passage_needed: False lets questions without a passage through.
        most: Refuse a source of more questions before all of them are in memory.
        pictures: Keep the pictures that questions show, in `Dataset.pictures`.
    """
    from magnetite.running.data import limit_items

    dataset = examfiles.read(
        path, split, format, columns=columns, skip_bad=skip_bad, fill_down=fill_down, passage=passage,
        passage_needed=passage_needed, most=most, pictures=pictures,
    )  # fmt: skip
    if limit is None:
        return dataset
    Reading(limit=limit, seed=seed)  # which says what they may be
    return limit_items(dataset, limit, seed)


def describe(data: Source | Sequence[Dataset]) -> Finding:
    """Describe a dataset, several (the splits of one exam), or all splits found at a path; no model is asked.

    The finding's tables: `splits` (questions, passages, least and most options, labelled), `lengths` (mean words of
    passage, question and answer), `baselines` (accuracy expected of guessing, and of always taking the longest option,
    equals evenly, with its interval clustered by passage), `keys` (how often each letter is right) and
    `problems` (kind, count, ids of examples). Unlabelled items are left out of baselines, keys and answer lengths.
    Raises UsageError where there is nothing to describe, DataError where a path cannot be read.

    >>> int(describe("sample").number("questions").value)
    96
    """
    from magnetite.experiments.description.finding import describe as described

    return described(data)


@dataclass(frozen=True, slots=True, repr=False)
class CheckReport:
    """What a check found in an exam: its flags, the questions to look at again, and files of them.

    An earlier check's is `CheckReport(magnetite.load("runs/exam"))`. Sentences are in the language of the check.

    >>> report = check("sample", models=False)
    >>> report.flags[0].rule, report.flags[0].severity, len(report.second_look)
    ('absolute-terms', 'worth-a-thought', 15)
    """

    run: Run
    """The run itself: its settings, systems and findings, what it cost, and notes."""

    def __post_init__(self) -> None:
        self.run.finding(CHECK.name)

    @property
    def flags(self) -> "tuple[WordedFlag, ...]":
        """Return every flag that was not dismissed: those of the whole exam first, then question by question."""
        from magnetite.report.flagged import flagged

        return flagged(self.run, self._words)

    @property
    def dismissed(self) -> "tuple[WordedFlag, ...]":
        """Return the flags that the exam's author dismissed, each with its note."""
        from magnetite.report.flagged import dismissed

        return dismissed(self.run, self._words)

    @property
    def second_look(self) -> tuple[str, ...]:
        """Return the ids of the questions that deserve a second look, worst first."""
        from magnetite.report.flagged import looks_of

        return looks_of(self.run)

    def finding(self, experiment: str) -> Finding:
        """Return a finding of the run: "check", or "judge" where a judge was asked. Raises UnmeasuredError."""
        return self.run.finding(experiment)

    def frame(self) -> "pl.DataFrame":
        """Return every question, with what the check found in it, as a polars frame."""
        return self.run.frame()

    def to_csv(self) -> str:
        """Return the flags as CSV, a row each; no spreadsheet takes a cell for a formula."""
        from magnetite.report.flagged import csv_text

        return csv_text(self.run, self._words)

    def to_sarif(self) -> str:
        """Return the flags as SARIF 2.1.0, which code hosts show beside the lines of a file."""
        from magnetite.commands.check import described_rules
        from magnetite.report.flagged import sarif_text

        return sarif_text(self.run, self._words, described_rules())

    def save(self, folder: str | Path) -> Path:
        """Write the page and the findings into a folder, as `output` does; return the path of the page.

        `magnetite.load` reads the findings. Raises StoreError where they cannot be written.
        """
        from magnetite.report.check import write_check

        return write_check(self.run, folder, self._words.language)[0]

    @property
    def _words(self) -> "Wording":
        from magnetite.report.wording import language_of, wording

        return wording(language_of(self.run))

    def __repr__(self) -> str:
        exam, questions = self.run.dataset.get("name"), len(self.run.exam["items"])
        return f"Check of {exam}, {questions} questions: {len(self.flags)} flags, {len(self.second_look)} to look at"

    def _repr_html_(self) -> str:
        return self.run._repr_html_()


@guided
def check(
    exam: Source,
    model: "Model" = "bundled",
    *,
    models: bool | None = None,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    passage: str | Path | None = None,
    responses: str | Path | None = None,
    group_by: str | None = None,
    cut: str | None = None,
    flags: str | Path | None = None,
    dismissed: str | Path | None = None,
    members: Literal["first", "all"] = "all",
    span: bool = False,
    judge: "Model | None" = None,
    judge_labels: str | Path | None = None,
    listed: int = 10,
    store: str | Path | None = None,
    workers: int | None = None,
    output: str | Path | None = None,
    overwrite: bool = False,
    language: str = "en",
    reading: Reading | None = None,
    asking: Asking | None = None,
    watch: "Watch | None" = None,
) -> CheckReport:
    """Check an exam before anyone sits it: which questions deserve a second look, why, and what to change.

    Passages and keys may be lacking. Raises UsageError, DataError, ModelError or StoreError.

    >>> report = check("sample", models=False)
    >>> int(report.finding("check").number("questions").value)
    96

    Args:
        exam: An exam: a Word, Excel or OpenDocument file, plain text, CSV, GIFT, Moodle XML, QTI (file, folder
            or zip), Aiken or JSONL; or 'sample', the bundled one.
        model: Model to test: 'bundled', the best installed of 'small', 'base' and 'reader'; 'exams'; a folder
            of trained systems; a Transformers folder or hub id, of a language model or with a multiple-choice
            head; a GGUF file; 'reader', 'reader-small' or 'smollm2'; a model on a server,
            MODEL@http://host:port/v1; random, longest or overlap; or 'file.py:function'.
        models: Run models as well as the rules that read the text; without models, a check is instant. False asks
            only the rules; None, the default, asks models where they are installed.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        passage: A passage for all questions that have none.
        responses: Candidates' answers: an export of Moodle or Canvas, or a table with one row per candidate.
        group_by: Column of the answers that names candidates' form, class or language version: which questions are
            easier for one group than for others who score alike?
        cut: Least score that passes, as points (24) or a share (60%): how far would a second exam decide alike?
        flags: Rules to use, their severities and limits, in TOML.
        dismissed: Flags that you have looked at and dismissed, with your notes, in TOML.
        members: Members of an ensemble that answer: all or first.
        span: List the questions still answered whichever sentence of the passage is removed; asks the model
            some twenty times as much.
        judge: A language model, as for model, that is asked about flaws in meaning, such as two right answers.
            [default: none]
        judge_labels: Questions whose flaws people have labelled, to measure the judge on, as JSON lines.
        listed: Length of the lists to look at, such as the keys to check first.
        store: Folder for computed scores; 'off' keeps none. [default: your cache]
        workers: Number of worker processes; each gets one GPU, or some of the cores. [default: this process;
            with ray one per GPU, or core]
        output: The run's folder. Without one, nothing is written.
        overwrite: Write into a folder that contains another run or other files.
        language: Language of the report: en or de.
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
        asking: How the systems are asked, for what has no argument: `Asking(device="cuda", rotations="all")`.
        watch: What is told how far the scoring is: see `magnetite.progress`.
    """
    return CheckReport(run(CHECK, locals()))


@guided
def convert(
    data: Source,
    to: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    view: str | None = None,
    split: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    versions: int | None = None,
    passage: str | Path | None = None,
    language: str = "en",
    lose: bool = False,
    overwrite: bool = False,
    read_as: str | None = None,
    threshold: float | None = None,
    sentence: Literal["distractor", "question"] | None = None,
    tries: int | None = None,
    naive: bool | None = None,
    reading: Reading | None = None,
) -> Converted:
    """Write a dataset in another format, and under a view if one is named.

    What was written is read back and compared before it is in place; under a view every question needs a passage.
    Raises UsageError, DataError or StoreError, and writes nothing then.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = convert("sample", f"{folder}/attacked.jsonl", view="AddAns2Opt-Shuffle", limit=5)
    ...     len(read(done.path)), done.provenance.name
    (5, 'attacked.jsonl.provenance')

    Args:
        data: A file, folder or archive of questions; an hf:// path; several, joined with '+'; or 'sample', the
            bundled exam.
        to: The file to write, or for race a folder or .tar.gz.
        format: The format to write. [default: by FILE's ending]
        view: Change the items: O, QO, CO, P-Shuffle, …, or an attack such as AddSent2Opt.
        split: Split to use if the data has several: train, dev or test.
        limit: Use this many questions, drawn as whole passages by seed.
        seed: Seed of every random choice.
        versions: Write this many versions, FILE-1, FILE-2, …: the options in other orders, drawn by seed.
        passage: A passage for all questions that have none.
        language: (of an exam to print) Language of its headings: en or de.
        lose: Write even if the format cannot store everything.
        overwrite: Replace an existing file or folder.
        read_as: Read the data as this format. [default: detected]
        threshold: (with an attack) Shuffle again until this ShuffleDegree.
        sentence: (with an attack) One sentence per distractor, or per question.
        tries: (with an attack) Number of orders drawn for each text.
        naive: Add text to the passage itself, where truncation can lose it.
        reading: How the questions are read, for what has no argument: `Reading(skip_bad=True)`.
    """
    converted: Converted = perform(CONVERT, locals())
    return converted
