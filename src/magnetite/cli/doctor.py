"""`magnetite doctor`: what is installed, what can answer, what is missing."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from magnetite.doctor import Diagnosis

SICK = 1  # the exit code where something that is needed is missing or broken
MARKS = {"fine": "[green]✓[/]", "absent": "[dim]–[/]", "broken": "[red]✗[/]"}


def command() -> None:
    """Say what is installed, which models are there, what is computed on, and what to do about what is missing.

    Loads no model. ✓ is fine, – is not there and not needed, ✗ must be repaired: then the exit code is 1.
    Example: magnetite doctor
    """
    from magnetite.doctor import diagnose

    found: list[Diagnosis] = []
    shown = ""
    for topic, each in diagnose():
        _show(each, heading=topic if topic != shown else "")
        shown = topic
        found.append(each)
    _show_advice([each for each in found if each.advice])
    if any(each.state == "broken" for each in found):
        raise typer.Exit(SICK)


def _show(each: "Diagnosis", heading: str) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(soft_wrap=True, highlight=False)
    if heading:
        console.print(f"\n[bold]{heading}[/]")
    line = escape(f"{each.name:<18} {each.detail}")
    console.print(f"{MARKS[each.state]} {line}")


def _show_advice(advised: "list[Diagnosis]") -> None:
    """Print what to do: first about what is broken, then how to get what is absent."""
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False, markup=False)
    broken = [each for each in advised if each.state == "broken"]
    for title, those in (("To repair", broken), ("To add", [each for each in advised if each not in broken])):
        if those:
            console.print(f"\n{title}")
        for advice in dict.fromkeys(each.advice for each in those):
            names = ", ".join(each.name for each in those if each.advice == advice)
            console.print(f"  {names}: {advice}")
    if not broken:
        console.print("\nNothing needs to be repaired. Try: magnetite audit sample")
