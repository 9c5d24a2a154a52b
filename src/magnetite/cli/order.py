"""`magnetite order`: ask every question in several orders of its options, of a system that is shown them all."""

from typing import Annotated, Any

import typer

from magnetite.cli import flags, output
from magnetite.request import AuditSettings


@flags.spread(
    (
        AuditSettings,
        *("model", "systems", "split", "experiment_settings"),
        *flags.OUTPUT,
        *flags.SCORING,
    )
)
def command(
    data: flags.Data,
    orders: Annotated[
        str | None,
        typer.Option(help="rotations, or permutations, up to --most of them.  \\[default: rotations]"),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(min=2, help="Permutations to ask, at most; all rotations in any case.  \\[default: 24]"),
    ] = None,
    estimate_on: Annotated[
        float | None,
        typer.Option(
            min=0, help="Share of the questions to estimate a preference on, 0 for none.  \\[default: 0.05, 20 or more]"
        ),
    ] = None,
    trace: Annotated[
        str | None, typer.Option(metavar="ID", help="Show this question's probabilities in every order.")
    ] = None,
    json: output.Json = None,
    dry_run: flags.DryRun = False,
    **given: Any,
) -> None:
    """See whether a system's answers depend on the order of the options, and which position it prefers.

    Example: magnetite order RACE.tar.gz --split test --limit 200 --model smollm2 --scoring symbol
    """
    from magnetite.auditing import audit_settings, order_request
    from magnetite.cli.running import audit_or_price

    own = {"orders": orders, "most": most, "estimate_on": estimate_on, "trace": trace}
    audit_or_price(audit_settings(None, data=data, **order_request({**given, **own})), dry_run=dry_run, json=json)
