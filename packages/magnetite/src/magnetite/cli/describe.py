"""`magnetite describe`: what is in a dataset, or how an exam file was read, without a model."""

from typing import Annotated, Any

import typer

from magnetite.cli import options, output
from magnetite.commands.audit import AuditSettings

LEFT_OUT = "left_out"  # the table that a summary shows too: what was not read concerns everyone


@options.spread((AuditSettings, "split", *options.READING, "fill_down"))
def command(
    data: options.Data,
    tables: Annotated[
        bool, typer.Option("--tables", help="Also print the tables: questions, lengths, baselines, keys, problems.")
    ] = False,
    language: Annotated[str, typer.Option(metavar="en|de", help="Language of the output: en or de.")] = "en",
    json: output.Json = None,
    **given: Any,
) -> None:
    """Describe a dataset: counts, lengths, baselines that need no model, duplicates and other problems.

    For an exam file (GIFT, Moodle XML, QTI, …), also list what was left out, and with --tables its questions, passages
    and keys. Covers all splits, or the one in --split. Example: magnetite describe RACE.tar.gz
    """
    from magnetite.commands.describe import describe_exam, is_exam_file
    from magnetite.experiments.description.finding import describe
    from magnetite.report import terminal_finding
    from magnetite.report.documents import finding_content
    from magnetite.report.wording import speaking
    from magnetite.running.data import load_datasets

    with speaking(language) as words:
        if not given["columns"] and is_exam_file(data, given["format"]):
            finding = describe_exam(data, split=given["split"], format=given["format"])
        else:
            switches = {name: bool(given[name]) for name in ("skip_bad", "fill_down")}
            finding = describe(load_datasets(data, **{**given, **switches}))
        shown = [table.name for table in finding.tables if tables or table.name == LEFT_OUT]
        terminal_finding(finding, output.words(json, wrap=True), only=shown)
        if not tables:
            output.say(json, words.say("description-tables"))
        output.write_json(json, "finding", {"finding": finding_content(finding)})
