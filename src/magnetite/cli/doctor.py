"""`magnetite doctor`: what is installed, what can answer, what is missing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from magnetite.cli import output

if TYPE_CHECKING:
    from rich.console import Console

    from magnetite.doctor import Diagnosis

SICK = 1  # the exit code where something that is needed is missing or broken
MARKS = {"fine": "[green]✓[/]", "absent": "[dim]–[/]", "broken": "[red]✗[/]"}


def command(json: output.Json = None) -> None:
    """Say what is installed, which models are there, what is computed on, and what to do about what is missing.

    Loads no model. ✓ is fine, – is not there and not needed, ✗ must be repaired: then the exit code is 1.
    Example: magnetite doctor
    """
    from magnetite.doctor import diagnose

    console = output.words(json)
    found: list[tuple[str, Diagnosis]] = []
    for topic, each in diagnose():
        _show(each, console, heading=topic if not found or topic != found[-1][0] else "")
        found.append((topic, each))
    output.say(json, *_advice([each for _, each in found if each.advice]))
    names = ("name", "state", "detail", "advice")
    rows = [{"topic": topic} | {name: getattr(each, name) for name in names} for topic, each in found]
    output.write_json(json, "diagnosis", {"rows": rows})
    if any(each.state == "broken" for _, each in found):
        raise typer.Exit(SICK)


def _show(each: "Diagnosis", console: "Console", heading: str) -> None:
    from rich.markup import escape

    if heading:
        console.print(f"\n[bold]{heading}[/]", highlight=False)
    line = escape(f"{each.name:<18} {each.detail}")
    console.print(f"{MARKS[each.state]} {line}", highlight=False)


def _advice(advised: "list[Diagnosis]") -> Iterator[str]:
    """Yield lines on what to do: first about what is broken, then how to get what is absent."""
    broken = [each for each in advised if each.state == "broken"]
    for title, those in (("To repair", broken), ("To add", [each for each in advised if each not in broken])):
        if those:
            yield f"\n{title}"
        for advice in dict.fromkeys(each.advice for each in those):
            names = ", ".join(each.name for each in those if each.advice == advice)
            yield f"  {names}: {advice}"
    if not broken:
        yield "\nNothing needs to be repaired. Try: magnetite audit sample"
