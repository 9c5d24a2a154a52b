"""Commands with flags of their own, short enough for one file: `describe`, `score`, `serve` and `benchmark`."""

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from magnetite.cli import flags
from magnetite.cli import output as output_
from magnetite.cli.runs import progress_bars, typed
from magnetite.commands.audit import AuditSettings
from magnetite.commands.score import SCORE
from magnetite.core.errors import StoreError, UsageError
from magnetite.core.files import disk_fault, whole_file


@flags.spread((AuditSettings, "split", *flags.READING, "fill_down"))
def describe(data: flags.Data, json: output_.Json = None, **given: Any) -> None:
    """Describe a dataset: counts, lengths, baselines that need no model, duplicates and other problems.

    For an exam file (GIFT, Moodle XML, QTI, …), also list its questions, passages and keys, and what was left out.
    Covers all splits, or the one in --split. Example: magnetite describe RACE.tar.gz
    """
    from magnetite.commands.data import load_datasets
    from magnetite.commands.describe import describe_exam, is_exam_file
    from magnetite.experiments import description
    from magnetite.report import terminal_finding
    from magnetite.report.documents import finding_content

    if not given["columns"] and is_exam_file(data, given["format"]):
        finding = describe_exam(data, split=given["split"], format=given["format"])
    else:
        switches = {name: bool(given[name]) for name in ("skip_bad", "fill_down")}
        finding = description.describe(load_datasets(data, **{**given, **switches}))
    terminal_finding(finding, output_.words(json, wrap=True))
    output_.write_json(json, "finding", {"finding": finding_content(finding)})


def _score(
    output: Annotated[Path, typer.Option(help="The file to write: .parquet or .csv.")] = Path("scores.parquet"),
    json: output_.Json = None,
    **values: Any,
) -> None:
    if output.suffix.lower() not in {".parquet", ".csv"}:
        raise UsageError(
            f"output '{output}' ends in neither .parquet nor .csv, so its format is unknown. Name a file that does."
        )
    output_.refuse_unwritable(json)
    _refuse_others(output)
    with progress_bars() as watch:
        frame = SCORE.ready(flags.given(SCORE.flags, values)).perform(watch=watch)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(output) as part, part.open("wb") as file:  # polars takes no path that is not UTF-8
            (frame.write_parquet if output.suffix.lower() == ".parquet" else frame.write_csv)(file)
    except OSError as error:
        raise StoreError(
            f"output '{output}' cannot be written ({disk_fault(error, output)}). The scores are kept in the store."
        ) from error
    output_.say(json, f"{len(frame):,} scores: {output}")
    output_.write_json(json, "written", {"path": str(output), "count": len(frame), "of": "scores", "notes": []})


score = typed(SCORE, _score)


def _refuse_others(output: Path) -> None:
    """Raise UsageError where the file is there and holds something else than scores: an exam, say."""
    if not output.is_file() or not output.stat().st_size:
        return
    import polars as pl

    scan = pl.scan_parquet if output.suffix.lower() == ".parquet" else pl.scan_csv
    try:
        columns = set(scan(output).collect_schema().names())
    except (pl.exceptions.PolarsError, OSError):
        columns = set()
    if not {"view", "member", "text", "score"} <= columns:
        raise UsageError(f"output '{output}' is there and holds no scores, so it is not replaced. Name another file.")


Host = Annotated[str, typer.Option(help="The address to listen on; by default only this machine.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is any free one.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page, or only print its address.")]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Another name this server answers to, such as behind a proxy; may be repeated."),
]


def serve(
    folder: Annotated[
        Path | None, typer.Option(help="Folder for uploads and reports.  \\[default: your own data folder]")
    ] = None,
    host: Host = "127.0.0.1",
    port: Port = 0,
    allow_host: AllowHost = None,
    browser: Browser = True,
) -> None:
    """Check exams in a browser: drop a file, correct what is missing, read the report. Nothing leaves this machine.

    Example: magnetite serve
    """
    from magnetite.web import check

    check.serve(folder, host=host, port=port, open_browser=browser, allow_hosts=allow_host or (), tell=_tell)


def _tell(address: str) -> None:
    from magnetite.core.console import console

    shown = console()
    for line in (
        f"Magnetite checks exams here: {address}",
        "Ctrl-C stops it; waiting checks continue at the next start.",
    ):
        shown.print(line, markup=False, highlight=False)


SCRIPT = Path(__file__).parents[3] / "benchmarks" / "scoring.py"
NEEDS = ("onnx", "onnxruntime", "onnxscript", "sentence_transformers")
# The flags of `benchmark` are the script's own, `--help` among them.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def benchmark(context: typer.Context) -> None:
    """Compare ways to score the same cells with the same weights on this machine (development install).

    Example: magnetite benchmark RACE.tar.gz
    """
    missing = [name for name in NEEDS if find_spec(name) is None]
    if missing or not SCRIPT.is_file():
        subject = f"the packages {', '.join(missing)} are" if missing else f"{SCRIPT} is"
        raise UsageError(
            f"benchmark: {subject} not installed; they are part of the development install. Clone the repository and "
            "run `make develop` there."
        )
    from magnetite.scorers.kind import no_fetched_code

    sys.path.insert(0, str(SCRIPT.parents[1]))
    sys.argv = [SCRIPT.name, *context.args]
    with no_fetched_code():
        runpy.run_module("benchmarks.scoring", run_name="__main__", alter_sys=True)
