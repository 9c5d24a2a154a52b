"""`magnetite describe`: what is in a dataset, or how an exam file was read, without a model."""

from typing import Any

from magnetite.cli import flags
from magnetite.request import AuditSettings


@flags.spread((AuditSettings, "split", *flags.READING))
def command(data: flags.Data, **given: Any) -> None:
    """Describe a dataset: counts, lengths, baselines that need no model, duplicates and other problems.

    For an exam file (GIFT, Moodle XML, QTI, …), also list its questions, passages and keys, and what was left out.
    Covers all splits, or the one in --split. Example: magnetite describe RACE.tar.gz
    """
    from rich.console import Console

    from magnetite.auditing import describe_exam, is_exam_file, load_datasets
    from magnetite.experiments import describe
    from magnetite.report import terminal_finding

    if not given["columns"] and is_exam_file(data, given["format"]):
        return terminal_finding(describe_exam(data, split=given["split"], format=given["format"]), Console())
    datasets = load_datasets(data, **{**given, "skip_bad": bool(given["skip_bad"])})
    return terminal_finding(describe(datasets), Console())
