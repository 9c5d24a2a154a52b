"""`magnetite study`: the same questions for people: make a study, serve or print it, import answers, report."""

from pathlib import Path
from typing import Annotated, Unpack

import typer

from magnetite.cli import flags, participants
from magnetite.cli.participants import Study, opened

app = typer.Typer(
    help="Ask people the same questions: do magnets confuse them, and what can they answer without the passage?",
    no_args_is_help=True,
)


@app.command("create")
@flags.spread
def create(
    data: flags.Data,
    folder: Annotated[Path, typer.Option("--output", metavar="STUDY", help="A new folder for the study.")],
    design: Annotated[
        str, typer.Option(help="attack (are people confused by magnets?) or no-passage (which can they answer?).")
    ] = "attack",
    questions: Annotated[int, typer.Option(min=2, help="Questions in a booklet, an even number.")] = 20,
    participants: Annotated[int, typer.Option(min=1, help="Participants to begin with; more can be added.")] = 20,
    magnets: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Magnets: the list of magnetite magnets, or a text file with one a line; the first are used.",
        ),
    ] = None,
    assignment: Annotated[
        str | None,
        typer.Option(
            help="counterbalanced: what half of the people see attacked, the others see in the original; or fixed: the "
            "same half of the questions for everybody.  \\[default: counterbalanced]"
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL", help="As in audit, to answer the same questions; may be repeated.  \\[default: bundled]"
        ),
    ] = None,
    models: Annotated[bool, typer.Option("--models/--no-models", help="Let models answer the same questions.")] = True,
    split: Annotated[str | None, typer.Option(help="The split to ask.  \\[default: test, or the only one]")] = None,
    title: Annotated[str, typer.Option(help="What participants read above the questions.")] = "",
    instructions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Instructions in place of the usual ones, a text file.")
    ] = None,
    consent: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What participants consent to, in place of the usual text.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language around the questions: en or de.")] = "en",
    field: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Ask participants this as well; may be repeated.")
    ] = None,
    allow_change: Annotated[
        bool, typer.Option("--allow-change", help="Let participants change answers until they finish.")
    ] = False,
    **shared: Unpack[flags.Scoring],
) -> None:
    """Make a study from data, and magnets or a system's entropies. A design is never changed afterwards.

    Example: magnetite study create RACE.tar.gz --magnets magnets.jsonl --output my-study
    """
    import shlex
    import sys

    from magnetite.auditing import StudySettings, create_study
    from magnetite.cli.watching import progress_bars

    scoring = flags.settings_of(shared)
    settings = StudySettings(
        design=design,
        questions=questions,
        participants=participants,
        seed=scoring.pop("seed") or 0,
        assignment=assignment or "",
        magnets=magnets,
        models=tuple(model or ["bundled"]) if models else (),
        title=title,
        instructions=_text(instructions),
        consent=_text(consent),
        language=language,
        fields=tuple(field or ()),
        allow_change=allow_change,
    )
    with progress_bars() as watch:
        study = create_study(
            data,
            folder,
            settings,
            split=split,
            command=shlex.join(["magnetite", *sys.argv[1:]]),
            watch=watch,
            **scoring,
        )
    typer.echo(f"Study: {folder} ({len(study.questions)} questions, {participants} participants)")
    for note in study.notes:
        typer.echo(f"Note: {note}")
    typer.echo(
        f"On screens: magnetite study serve {folder}, and magnetite study links {folder}\n"
        f"On paper: magnetite study booklets {folder}, and magnetite study import {folder} answers.csv\n"
        f"Then: magnetite study report {folder}"
    )


@app.command("serve")
def serve(
    study: Study,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in, and then needs TLS in front.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name participants reach the server by; may be repeated.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the organiser's page.")] = True,
) -> None:
    """Serve a study's pages: each participant has a link, the organiser has another. Ctrl-C stops; no answer is lost.

    Example: magnetite study serve my-study
    """
    from magnetite.web.study import serve as serve_study

    serve_study(study, host=host, port=port, open_browser=browser, allow_hosts=tuple(allow_host or ()))


app.command("links")(participants.links)


@app.command("booklets")
def booklets(
    study: Study,
    numbers: Annotated[
        list[int] | None,
        typer.Option("--participant", metavar="NUMBER", help="Only for this participant; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A folder for the two files.  \\[default: STUDY/booklets]")
    ] = None,
) -> None:
    """Write printable booklets with answer sheets, and a separate key for the organiser.

    Example: magnetite study booklets my-study
    """
    from magnetite.study.booklets import write_booklets

    with opened(study) as database:
        chosen = [database.participant(number).number for number in numbers or ()]
        chosen = chosen or [each.number for each in database.participants()]
        pages, key = write_booklets(database.design, chosen, output or study / "booklets")
    typer.echo(f"Booklets: {pages} (print from a browser)\nKey, for the organiser alone: {key}")


@app.command("import")
def import_(
    study: Study,
    answers: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV: participant, question, answer; or a column for each question.")
    ],
) -> None:
    """Import answers collected elsewhere, checked against the design: all or nothing.

    Example: magnetite study import my-study answers.csv
    """
    from magnetite.study.imports import import_file

    with opened(study) as database:
        counts = import_file(database, answers)
    typer.echo(f"Imported {counts['new']:,} answers; {counts['same']:,} were already there.")


@app.command("report")
def report(
    study: Study,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The run's folder.  \\[default: STUDY/report]")
    ] = None,
    overwrite: flags.Overwrite = False,
) -> None:
    """Report what the answers show so far, beside the models', with intervals for other people and other questions.

    Example: magnetite study report my-study
    """
    from magnetite.auditing import report_study
    from magnetite.cli.running import run_and_show

    folder = output or study / "report"
    run_and_show(folder, lambda command, _watch: report_study(study, folder, overwrite=overwrite, command=command))


app.add_typer(participants.app, name="participants")


def _text(path: Path | None) -> str:
    from magnetite.core.errors import DataError

    try:
        return "" if path is None else path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read as text ({error}). Expected UTF-8.") from error
