"""`magnetite describe`: what is in a dataset, or how an exam file was read, without a model."""

from typing import Any

from magnetite.cli import options, output
from magnetite.commands.audit import AuditSettings


@options.spread((AuditSettings, "split", *options.READING, "fill_down"))
def command(data: options.Data, json: output.Json = None, **given: Any) -> None:
    """Describe a dataset: counts, lengths, baselines that need no model, duplicates and other problems.

    For an exam file (GIFT, Moodle XML, QTI, …), also list its questions, passages and keys, and what was left out.
    Covers all splits, or the one in --split. Example: magnetite describe RACE.tar.gz
    """
    from magnetite.commands.describe import describe_exam, is_exam_file
    from magnetite.experiments.description import describe
    from magnetite.report import terminal_finding
    from magnetite.report.documents import finding_content
    from magnetite.running.data import load_datasets

    if not given["columns"] and is_exam_file(data, given["format"]):
        finding = describe_exam(data, split=given["split"], format=given["format"])
    else:
        switches = {name: bool(given[name]) for name in ("skip_bad", "fill_down")}
        finding = describe(load_datasets(data, **{**given, **switches}))
    terminal_finding(finding, output.words(json, wrap=True))
    output.write_json(json, "finding", {"finding": finding_content(finding)})
