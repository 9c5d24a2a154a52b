"""`magnetite describe`: what a dataset holds, without a model."""

from magnetite.cli import flags


def command(
    data: flags.Data,
    split: flags.Split = None,
    format_: flags.Format = None,
    columns: flags.Columns = None,
    skip_bad: flags.SkipBad = False,
) -> None:
    """Describe a dataset: counts, lengths, baselines that need no model, duplicates and other problems.

    All splits, or the one named. Example: magnetite describe RACE.tar.gz
    """
    from rich.console import Console

    from magnetite.auditing import load_datasets
    from magnetite.probes import describe
    from magnetite.report import terminal_finding

    datasets = load_datasets(data, split=split, format=format_, columns=flags.read_columns(columns), skip_bad=skip_bad)
    terminal_finding(describe(datasets), Console())
