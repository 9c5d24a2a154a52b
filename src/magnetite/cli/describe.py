"""`magnetite describe`: what is in a dataset, or how an exam file was read, without a model."""

from magnetite.cli import flags


def command(
    data: flags.Data,
    split: flags.Split = None,
    format_: flags.Format = None,
    columns: flags.Columns = None,
    skip_bad: flags.SkipBad = False,
) -> None:
    """Describe a dataset: counts, lengths, baselines that need no model, duplicates and other problems.

    For an exam file (GIFT, Moodle XML, QTI, …), also list its questions, passages and keys, and what was left out.
    Covers all splits, or the one in --split. Example: magnetite describe RACE.tar.gz
    """
    from rich.console import Console

    from magnetite.auditing import describe_exam, is_exam_file, load_datasets
    from magnetite.experiments import describe
    from magnetite.report import terminal_finding

    mapping = flags.read_columns(columns)
    if not mapping and is_exam_file(data, format_):
        return terminal_finding(describe_exam(data, split=split, format=format_), Console())
    datasets = load_datasets(data, split=split, format=format_, columns=mapping, skip_bad=skip_bad)
    return terminal_finding(describe(datasets), Console())
