"""`magnetite study participants` and `magnetite study links`: who takes part, and by which link."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from magnetite.study.database import Database

app = typer.Typer(help="List, add and delete participants, and renew their links.", no_args_is_help=True)

Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's folder.")]
Numbers = Annotated[list[int], typer.Argument(metavar="NUMBER...", help="Participants, by number.")]
BaseUrl = Annotated[
    str,
    typer.Option("--base-url", metavar="URL", help="Where participants reach the server: https://study.example.org"),
]
LOCAL = "http://127.0.0.1:8000"


@app.command("list")
def list_people(study: Study) -> None:
    """Show each participant's progress."""
    with opened(study) as database:
        rows = database.participants()
    typer.echo("participant  form  state     answered")
    for each in rows:
        typer.echo(f"{each.number:11d}  {each.form:4s}  {each.state:8s}  {each.answered} of {each.of}")


@app.command("add")
def add_people(
    study: Study, many: Annotated[int, typer.Argument(min=1, metavar="MANY", help="How many to add.")] = 1
) -> None:
    """Add participants; make their links with magnetite study links."""
    with opened(study) as database:
        numbers = [database.add_participant() for _ in range(many)]
    typer.echo(f"Added: {', '.join(map(str, numbers))}")


@app.command("delete")
def delete_people(
    study: Study,
    numbers: Numbers,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete participants with all their data: link, answers, times, fields. It cannot be undone."""
    with opened(study) as database:
        people = [database.participant(number) for number in dict.fromkeys(numbers)]
        for each in people:
            if yes or typer.confirm(f"Delete participant {each.number} and their {each.answered} answers?"):
                database.delete_participant(each.number)
                typer.echo(f"Deleted participant {each.number}. An earlier report still counts them: make it again.")


@app.command("renew")
def renew_people(study: Study, numbers: Numbers, base_url: BaseUrl = LOCAL) -> None:
    """Make new links; the old ones stop working."""
    with opened(study) as database:
        _links(database, [database.participant(number).number for number in numbers], base_url, None)


def links(
    study: Study,
    base_url: BaseUrl = LOCAL,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write them to a new file.  \\[default: print them]")
    ] = None,
) -> None:
    """Make a personal link for every participant who has none yet, as CSV.

    Links are shown once, because only a hash of each is kept; a lost one is renewed.

    Example: magnetite study links my-study --base-url https://study.example.org --output links.csv
    """
    with opened(study) as database:
        unlinked = [each.number for each in database.participants() if not each.linked]
        if not unlinked:
            typer.echo(
                "Every participant has a link. They cannot be shown again; magnetite study participants renew "
                f"{study} NUMBER makes a new one.",
                err=True,
            )
            return
        _links(database, unlinked, base_url, output)


def opened(study: Path) -> "Database":
    """Open a study, for a command that closes it again."""
    from magnetite.study.database import Database

    return Database(study)


def _links(database: "Database", numbers: list[int], base_url: str, output: Path | None) -> None:
    """Make links and print them; or write them, to a file that only its owner may read."""
    import os

    from magnetite.core.errors import StoreError
    from magnetite.study.participants import links_csv, server_address

    server_address(base_url)  # refuses a wrong address before any link is made
    if output is None:
        typer.echo(links_csv(base_url, {number: database.renew(number) for number in numbers}), nl=False)
        return
    try:
        with os.fdopen(os.open(output, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(links_csv(base_url, {number: database.renew(number) for number in numbers}))
    except OSError as error:
        raise StoreError(f"{output}: cannot be written ({error.strerror or error}). Name a new file.") from error
    typer.echo(f"Links of {len(numbers)} participants: {output}. Whoever has a link can answer with it.")
