"""`magnetite study`: the same questions for people: make a study, serve or print it, import answers, report."""

import math
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from examfiles.errors import DataError, UsageError
from examfiles.files import flush, make_private, whole_file
from magnetite.cli import options
from magnetite.cli import output as output_
from magnetite.cli.runs import progress_bars, run_and_show
from magnetite.core.files import writable
from magnetite_study.settings import ModelSettings, StudySettings

if TYPE_CHECKING:
    from magnetite_study.database import Database
    from magnetite_study.participants import Participant

app = typer.Typer(
    help="Ask people the same questions: do magnets confuse them, and what can they answer without the passage?",
    no_args_is_help=True,
)
people = typer.Typer(help="List, add and delete participants, and renew their links.", no_args_is_help=True)

Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's folder.")]
Numbers = Annotated[list[int], typer.Argument(metavar="NUMBER...", help="Participants, by number.")]
BaseUrl = Annotated[
    str,
    typer.Option("--base-url", metavar="URL", help="Where participants reach the server: https://study.example.org"),
]
LOCAL = "http://127.0.0.1:8000"


@app.command("create")
@options.spread(
    (
        StudySettings,
        "design",
        "questions",
        "participants",
        "magnets",
        "flagged",
        "assignment",
        "title",
        "language",
        "allow_change",
        "exclusions",
        "until",
        "seed",
        *("responsible", "contact", "purpose", "retention", "age", "legal_basis"),
    ),
    (ModelSettings, *(name for name in options.SCORING if name != "seed")),
)
def create(
    data: options.Data,
    folder: Annotated[Path, typer.Option("--output", metavar="STUDY", help="A new folder for the study.")],
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL", help="As for audit, to answer the same questions; may be repeated.  \\[default: bundled]"
        ),
    ] = None,
    flagged_rule: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="Of a check, whose flags count; may be repeated.  \\[default: answerable-without-passage, "
            "answerable-from-options]",
        ),
    ] = None,
    models: Annotated[bool, typer.Option("--models/--no-models", help="Let models answer the same questions.")] = True,
    split: Annotated[str | None, typer.Option(help="The split to ask.  \\[default: test, or the only one]")] = None,
    instructions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Text file with instructions, instead of the usual ones.")
    ] = None,
    consent: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File with the consent text, instead of the usual one.")
    ] = None,
    debriefing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File with what participants read once they are done.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Leave open what the usual consent text does not name.")] = False,
    field: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Ask participants this as well; may be repeated.")
    ] = None,
    json: output_.Json = None,
    **given: Any,
) -> None:
    """Make a study from data, and magnets or a system's entropies. A design is never changed afterwards.

    Example: magnetite study create RACE.tar.gz --magnets magnets.jsonl --consent consent.txt --output my-study
    """
    from magnetite.report.wording import notes_of
    from magnetite_study import create_study
    from magnetite_study.consent import missing
    from magnetite_study.registration import PAGE, page_print

    settings = options.taken(
        StudySettings,
        given,
        models=tuple(model or (["bundled"] if given["flagged"] is None else [])) if models else (),
        flagged_rules=tuple(flagged_rule or ()),
        instructions=_text(instructions),
        consent=_text(consent),
        debriefing=_text(debriefing),
        fields=tuple(field or ()),
    )
    if (blanks := [f"--{name.replace('_', '-')}" for name in missing(settings)]) and not yes:
        raise UsageError(
            f"the consent text leaves open what participants must know. Name it ({', '.join(blanks)}), give your own "
            "text with --consent FILE, or leave it open with --yes."
        )
    with progress_bars() as watch:
        study = create_study(
            data,
            folder,
            settings,
            split=split,
            command=shlex.join(["magnetite", *sys.argv[1:]]),
            watch=watch,
            **given,
        )
    notes, named, page = list(notes_of(study.notes)), shlex.quote(str(folder)), (folder / PAGE).read_bytes()
    output_.say(
        json,
        f"Study: {folder} ({len(study.questions)} questions, {settings.participants} participants)",
        *(f"Note: {note}" for note in notes),
        f"Preregistration, to deposit before anyone answers: {folder / PAGE} (SHA-256 {page_print(page)})",
        f"On screens: magnetite study serve {named}, and magnetite study links {named}",
        f"On paper: magnetite study booklets {named}, and magnetite study import {named} answers.csv",
        f"Then: magnetite study end {named}, and magnetite study report {named}",
    )
    content = {"path": str(folder), "count": len(study.questions), "of": "study", "notes": notes}
    content["registration"] = page_print(page)
    output_.write_json(json, "written", content)


@app.command("power")
def power(
    participants: Annotated[
        list[int] | None, typer.Option(min=2, help="People who take part; may be repeated.  \\[default: 10, 20, 40]")
    ] = None,
    questions: Annotated[int, typer.Option(min=2, max=500, help="Questions in a booklet, even.")] = 20,
    passages: Annotated[
        int | None, typer.Option(min=1, help="Passages they belong to.  \\[default: one for each question]")
    ] = None,
    design: Annotated[str, typer.Option(help="attack, or no-passage with half of the passages shown.")] = "attack",
    right: Annotated[
        float, typer.Option(help="Share of the questions, as they are, that these people get right.")
    ] = 0.8,
    effect: Annotated[
        float, typer.Option(help="By how much that share is lower under attack, or without passages.")
    ] = 0.1,
    spread: Annotated[float, typer.Option(help="How far people and questions differ, in logits.")] = 1.0,
    finishing: Annotated[float, typer.Option(help="Share of the questions that somebody answers.")] = 1.0,
    choices: Annotated[int, typer.Option(min=2, max=26, help="Answers to choose from, in each question.")] = 4,
    studies: Annotated[int, typer.Option(min=10, help="Simulated studies for each number of people.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of every random choice.")] = 0,
    json: output_.Json = None,
) -> None:
    """Tell how often a study would find an effect, before it is made, with people as you assume them.

    Example: magnetite study power --participants 20 --participants 60 --right 0.75 --effect 0.1
    """
    from magnetite_study.power import Assumed
    from magnetite_study.power import power as power_of

    assumed = Assumed(design, questions, passages, choices, right, effect, spread, finishing)
    told = power_of(assumed, participants or [10, 20, 40], studies=studies, seed=seed)
    rows = [
        {
            "participants": each.participants,
            "found": each.found.estimate,
            "low": each.found.low,
            "high": each.found.high,
            "difference": each.difference,
            "least": None if math.isnan(each.least) else each.least,
        }
        for each in told
    ]
    other = "under attack" if design == "attack" else "without the passage"
    lines = [
        f"{each.participants:6d}  {each.found.estimate:5.0%} ({each.found.low:.0%} to {each.found.high:.0%})"
        f"  {100 * each.difference:+10.1f}  {'none' if math.isnan(each.least) else f'{100 * each.least:.0f}':>8s}"
        for each in told
    ]
    output_.say(
        json,
        f"People are right on {right:.0%} of the questions as they are, and on {right - effect:.0%} {other}.",
        f"{studies} simulated studies of {questions} questions each:",
        "people  studies that find it  difference  smallest found 4 times in 5",
        *lines,
        "Differences are in percentage points; found means that the 95% interval excludes 0.",
    )
    output_.write_json(json, "power", {"studies": studies, "rows": rows})


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
    from magnetite_study.web import serve as serve_study

    serve_study(study, host=host, port=port, open_browser=browser, allow_hosts=tuple(allow_host or ()))


@app.command("links")
def links(
    study: Study,
    base_url: BaseUrl = LOCAL,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write them to a new file.  \\[default: print them]")
    ] = None,
    json: output_.Json = None,
) -> None:
    """Make a personal link for every participant without one, as CSV.

    Links are shown once, because only a hash of each is kept; a lost one is renewed.

    Example: magnetite study links my-study --base-url https://study.example.org --output links.csv
    """
    output_.refuse_unwritable(json)  # as links are shown once
    with opened(study) as database:
        unlinked = [each.number for each in database.participants() if not each.linked]
        if not unlinked:
            typer.echo(
                "Every participant has a link. They cannot be shown again; magnetite study participants renew "
                f"{shlex.quote(str(study))} NUMBER makes a new one.",
                err=True,
            )
            return output_.write_json(json, "links", {"path": None, "rows": []})
        return _links(database, unlinked, base_url, output, json)


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
    json: output_.Json = None,
) -> None:
    """Write printable booklets with answer sheets, and a separate key for the organiser.

    Example: magnetite study booklets my-study
    """
    from magnetite_study.booklets import write_booklets

    with opened(study) as database:
        chosen = [database.participant(number).number for number in numbers or ()]
        chosen = chosen or [each.number for each in database.participants()]
        pages, key, debriefing = write_booklets(database.design, chosen, output or study / "booklets")
    output_.say(json, f"Booklets: {pages} (print from a browser)", f"Key, for the organiser alone: {key}")
    if debriefing is not None:
        output_.say(json, f"To hand out once a booklet is handed in: {debriefing}")
    content = {"path": str(pages), "count": len(chosen), "of": "booklets", "notes": [], "key": str(key)}
    output_.write_json(json, "written", content)


@app.command("import")
def import_(
    study: Study,
    answers: Annotated[
        Path, typer.Argument(metavar="FILE", help="CSV: participant, question, answer; or a column for each question.")
    ],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace answers that were imported earlier; the study logs both.")
    ] = False,
    json: output_.Json = None,
) -> None:
    """Import answers collected elsewhere, checked against the design: all or nothing.

    Example: magnetite study import my-study answers.csv
    """
    from magnetite_study.imports import import_file

    with opened(study) as database:
        counts = import_file(database, answers, replace=replace)
        silent = sum(each.consented_at is None and each.answered > 0 for each in database.participants())
    answers_ = "one answer" if counts["new"] == 1 else f"{counts['new']:,} answers"
    again = f"; {counts['same']:,} there already" if counts["same"] else ""
    changed = f"; {counts['changed']:,} replaced, both kept in the log of changes" if counts["changed"] else ""
    output_.say(json, f"Imported {answers_}{again}{changed}.")
    if silent:
        who = "One participant has" if silent == 1 else f"{silent} participants have"
        output_.say(json, f"{who} answers and no consent. Add the column consent, with x where the box is ticked.")
    content = {"path": str(study), "count": counts["new"], "of": "answers", "notes": [], "same": counts["same"]}
    content |= {"replaced": counts["changed"]} if replace else {}
    output_.write_json(json, "written", content)


@app.command("end")
def end(study: Study, json: output_.Json = None) -> None:
    """End collection: screens take no more answers, and a report compares what people answered.

    Example: magnetite study end my-study
    """
    with opened(study) as database:
        database.end()
        people = database.participants()
    finished = sum(each.finished_at is not None for each in people)
    output_.say(json, f"Collection has ended; {finished} of {len(people)} participants have finished.")
    _write_people(json, people)


@app.command("report")
@options.spread((ModelSettings, "overwrite"))
def report(
    study: Study,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The run's folder.  \\[default: STUDY/report]")
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Leave nobody out, whatever rules the study was made with.")
    ] = False,
    json: output_.Json = None,
    **given: Any,
) -> None:
    """Report what people answered, compared with the models', with intervals for other people and other questions.

    While answers may still come, it says who takes part, and compares nothing.

    Example: magnetite study report my-study
    """
    from magnetite_study import report_study

    folder = output or study / "report"
    run_and_show(
        folder,
        lambda command, _watch: report_study(
            study, folder, overwrite=bool(given["overwrite"]), everyone=everyone, command=command
        ),
        json,
    )


@app.command("export")
def export(
    study: Study,
    output: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A folder for the files.  \\[default: STUDY/export]")
    ] = None,
    fields: Annotated[
        bool, typer.Option("--fields", help="Write what participants told of themselves, in a file of its own.")
    ] = False,
    json: output_.Json = None,
) -> None:
    """Write all answers as CSV, one row an answer, with a codebook and the log of changes.

    Example: magnetite study export my-study
    """
    from magnetite_study.export import write_export

    with opened(study) as database:
        count = len(database.answers())
        paths = write_export(database, output or study / "export", fields=fields)
    output_.say(json, f"Exported {count:,} answers.", *(str(path) for path in paths))
    content = {"path": str(paths[0].parent), "count": count, "of": "answers", "notes": []}
    output_.write_json(json, "written", content)


@people.command("list")
def list_people(study: Study, json: output_.Json = None) -> None:
    """Show each participant's progress."""
    with opened(study) as database:
        people = database.participants()
    lines = [f"{each.number:11d}  {each.form:4s}  {each.state:8s}  {each.answered} of {each.of}" for each in people]
    output_.say(json, "participant  form  state     answered", *lines)
    _write_people(json, people)


@people.command("add")
def add_people(
    study: Study,
    many: Annotated[int, typer.Argument(min=1, metavar="MANY", help="How many to add.")] = 1,
    json: output_.Json = None,
) -> None:
    """Add participants; make their links with magnetite study links."""
    with opened(study) as database:
        people = [database.participant(database.add_participant()) for _ in range(many)]
    output_.say(json, f"Added: {', '.join(str(each.number) for each in people)}")
    _write_people(json, people)


@people.command("delete")
def delete_people(
    study: Study,
    numbers: Numbers,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    json: output_.Json = None,
) -> None:
    """Delete participants with all their data: link, answers, times, fields. It cannot be undone."""
    deleted = []
    with opened(study) as database:
        people = [database.participant(number) for number in dict.fromkeys(numbers)]
        for each in people:
            question = f"Delete participant {each.number} and their {each.answered} answers?"
            if yes or typer.confirm(question, err=json == output_.STANDARD_OUTPUT):
                database.delete_participant(each.number)
                text = f"Deleted participant {each.number}. An earlier report still counts them: make it again."
                output_.say(json, text)
                deleted.append(each)
    _write_people(json, deleted)


@people.command("clear")
def clear_people(study: Study, numbers: Numbers, json: output_.Json = None) -> None:
    """Delete the answers of participants, as of a sheet typed under the wrong number; number, link and booklet stay."""
    with opened(study) as database:
        people = [database.participant(number) for number in dict.fromkeys(numbers)]
        for each in people:
            count = database.clear_participant(each.number)
            output_.say(json, f"Cleared {count:,} answers of participant {each.number}; the log of changes has them.")
        people = [database.participant(each.number) for each in people]
    _write_people(json, people)


@people.command("renew")
def renew_people(study: Study, numbers: Numbers, base_url: BaseUrl = LOCAL, json: output_.Json = None) -> None:
    """Make new links; the old ones stop working."""
    output_.refuse_unwritable(json)
    with opened(study) as database:
        _links(database, [database.participant(number).number for number in numbers], base_url, None, json)


app.add_typer(people, name="participants")


def opened(study: Path) -> "Database":
    """Open a study, for a command that closes it again."""
    from magnetite_study.database import Database

    return Database(study)


def _links(database: "Database", numbers: list[int], base_url: str, output: Path | None, json: str | None) -> None:
    """Make links and print them; or write them, to a file that only its owner may read."""
    from magnetite_study.participants import links_csv, participant_link, server_address

    server_address(base_url)  # refuses a wrong address before any link is made
    if output is None:
        with database.renewing(numbers) as tokens:
            if json != output_.STANDARD_OUTPUT:
                typer.echo(links_csv(base_url, tokens), nl=False)
            rows = [{"participant": number, "link": participant_link(base_url, tokens[number])} for number in tokens]
            return output_.write_json(json, "links", {"path": None, "rows": rows}, private=True)
    with (
        writable(output, "No link was made. Name a new file."),
        whole_file(output) as part,
        database.renewing(numbers) as tokens,
    ):
        if output.exists():
            raise FileExistsError("it is there already")
        make_private(part)
        part.write_text(links_csv(base_url, tokens), "utf-8")
        flush(part)
    output_.say(
        json,
        f"Links of {len(numbers)} participants: {output}. Whoever has a link can answer with it.",
        "Whoever also knows who got which link knows who answered what: keep this file apart from the answers, and "
        "destroy it once collection has ended.",
    )
    rows = [{"participant": number, "link": None} for number in numbers]
    return output_.write_json(json, "links", {"path": str(output), "rows": rows})


def _write_people(json: str | None, people: "list[Participant]") -> None:
    names = ("form", "state", "answered", "of")
    rows = [{"participant": each.number} | {name: getattr(each, name) for name in names} for each in people]
    output_.write_json(json, "participants", {"rows": rows})


def _text(path: Path | None) -> str:
    try:
        return "" if path is None else path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read as text ({error}). Expected UTF-8.") from error
