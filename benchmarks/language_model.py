"""A language model through every command: views, order, magnets, un-readable attacks, and a check, as one page.

    python -m benchmarks.language_model RACE.tar.gz [--questions 100] [--fewer 40] [--attacked 20] [--page FILE]

The model answers the test split of DATA by the options' texts (`cloze-byte`) and by letters (`symbol`):

- check        `magnetite check` of the bundled exam, with the model as its reader
- order        `magnetite order` by letters: `--fewer` questions in every rotation of their options
- magnets      `magnetite magnets` by texts: `--pool` options, searched on `--screen` passages, tried on `--fewer`
- encoder      the same of the bundled encoder (`small`), with `--wide` options, and what it found tried on the model
- unreadable   `magnetite unreadable` by texts: every attack on `--attacked` questions
- views        `magnetite shortcuts` by texts and by letters: `--questions` under O, QO, CO and QOC
- letters      what the encoder found tried on the model by letters: lists in which it replaces a wrong option

The weights are loaded once. Scores are kept in `--folder`, so the same command goes on where it was stopped.
The page has the parts named in `--only`, by default all. The data's texts stay out of the page.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.published import publish

import magnetite
from magnetite.core.items import Dataset
from magnetite.core.results import Finding, Heading, Run, table
from magnetite.core.scorer import Scorer
from magnetite.report.wording import text_of
from magnetite.scorers.causal import Causal
from magnetite.scorers.device import choose_device, choose_dtype
from magnetite.scorers.language_model import load_language_model
from magnetite.scorers.prompts import prompt

TEXTS, LETTERS = "cloze-byte", "symbol"
ENCODER = "small"
SHOWN = 5  # magnets of a set
PARTS = ("check", "order", "magnets", "encoder", "unreadable", "views", "letters")
TABLES: dict[str, tuple[str, ...]] = {
    "order": ("by_order", "positions", "debiasing"),
    "unreadable": ("attacks", "controls"),
    "shortcuts": ("views",),
    "following": ("following",),
}
NUMBERS: dict[str, tuple[str, ...]] = {"check": ("accuracy", "second look"), "shortcuts": ("passage adds",)}
SEARCHED = (
    *("pool", "mean interference", "strongest interference"),
    *("mean interference, where searched", "mean interference, not seen", "questions not seen"),
    *("accuracy before", "accuracy after, average option"),
)
ATTACK = (
    *(Heading("magnet", unit="count"), Heading("series", "combines others")),
    *(Heading("before", "right before", "share"), Heading("after", "right after", "share")),
    *(Heading(name, "difference, points", "points") for name in ("difference", "difference_low", "difference_high")),
    *(Heading("caught", "chooses it", "share"), Heading("p", unit="p"), Heading("n", "questions", "count")),
)
NOTE = (
    "The prompt is the plain one, the seed {}. *By texts* is `--scoring {}`, which scores options one by one; *by "
    "letters* is `--scoring {}`, which shows them all. The seed draws whole passages; intervals are 95%, clustered by "
    "passage. Guessing scores a quarter; an interval that includes a quarter does not show that the model does better. "
    "Probabilities are not calibrated. [Language models](decoders.md) shows whether the numbers are right, and how "
    "fast they are computed."
)


def main() -> None:
    """Run the parts, and publish the page after each."""
    arguments = _arguments()
    device = choose_device("auto")
    dtype = choose_dtype(arguments.dtype, device)
    loaded = load_language_model(arguments.model, device, dtype)
    scorers = [Causal(loaded, scoring, prompt()) for scoring in (TEXTS, LETTERS)]
    exam = magnetite.read(arguments.data, split="test")
    findings: list[Finding] = []
    for name in (name for name in PARTS if name in arguments.only):
        findings += _part(name, exam, arguments, *scorers)
        publish(
            arguments.page,
            "A language model through every command",
            f"{arguments.model} on {exam.name} {exam.split} and the bundled exam",
            findings,
            note=NOTE.format(arguments.seed, TEXTS, LETTERS),
            precisions=[str(dtype).removeprefix("torch.")],
        )


def _part(
    name: str, data: Dataset, arguments: argparse.Namespace, by_text: Scorer, by_letter: Scorer
) -> Iterator[Finding]:
    """Run one part, and yield what it found."""
    folder = arguments.folder
    kept = {"store": str(folder / "store"), "seed": arguments.seed, "overwrite": True}
    few = {**kept, "limit": arguments.fewer}
    search = {**few, "pool_splits": ("test",), "screen_passages": arguments.screen, "top": arguments.top}
    run, found = partial(_timed, name), folder / "encoder"
    if name == "check":
        check = partial(magnetite.check, "sample", store=kept["store"])
        yield from _told("The bundled exam, by texts", run(check, model=by_text))
        yield from _told("The bundled exam, by the rules alone", run(check, models=False))
    elif name == "order":
        yield from _told("By letters", run(magnetite.order, data, by_letter, **few))
    elif name == "magnets":
        own = run(magnetite.magnets, data, by_text, pool_size=arguments.pool, **search)
        yield _magnets("Its own magnets, by texts", own)
    elif name == "encoder":
        wide = {"pool_size": arguments.wide, "views": ("QOC",), "output": found}
        own = run(magnetite.magnets, data, ENCODER, **wide, **search)
        yield _magnets("The encoder's magnets, on the encoder", own)
        tried = run(magnetite.magnets, data, by_text, pool=str(found / "magnets.jsonl"), **search)
        yield _magnets("The encoder's magnets, by texts", tried)
    elif name == "letters":
        tried = run(magnetite.magnets, data, by_letter, pool=str(found / "magnets.jsonl"), **search)
        yield _magnets("The encoder's magnets, by letters", tried)
    elif name == "views":
        many = {**few, "limit": arguments.questions, "calibrate_on": "off"}
        yield from _told("By texts", run(magnetite.shortcuts, data, model=by_text, **many))
        yield from _told("By letters", run(magnetite.shortcuts, data, model=by_letter, **many))
    else:
        yield from _told("By texts", run(magnetite.unreadable, data, by_text, **{**few, "limit": arguments.attacked}))


def _timed(name: str, command: Callable[..., Run], *given: Any, **more: Any) -> Run:
    began = time.perf_counter()
    run = command(*given, **more)
    print(f"{name}: {time.perf_counter() - began:.0f} s, {run.cost}", flush=True)
    return run


def _told(title: str, run: Run) -> Iterator[Finding]:
    """Yield what a run found, its tables of `TABLES` and its numbers of `NUMBERS` alone: no text of the data."""
    for finding in run.findings:
        if finding.experiment in TABLES | NUMBERS:
            yield replace(
                finding,
                experiment=_name(f"{title} {finding.experiment}"),
                title=f"{title}: {text_of(finding.title)[0].lower()}{text_of(finding.title)[1:]}",
                numbers=tuple(each for each in finding.numbers if each.label in NUMBERS.get(finding.experiment, ())),
                tables=tuple(each for each in finding.tables if each.name in TABLES.get(finding.experiment, ())),
                items=None,
            )


def _magnets(title: str, run: Run) -> Finding:
    """Return what a search found: T of its pool and of its magnets, and the attack with the strongest, no texts."""
    numbers = [number for finding in run.findings for number in finding.numbers]
    attacks = [row for row in run.finding("attack").table("attacks").rows() if row["level"] == "all"]
    rows = [{**row, "magnet": place} for place, row in enumerate(attacks[:SHOWN], start=1)]
    return Finding(
        _name(title),
        title,
        "",
        numbers=tuple(number for number in numbers if number.label in SEARCHED),
        tables=(
            table("attack", f"The {len(rows)} strongest, each in place of a wrong option", ATTACK, map(_row, rows)),
        ),
    )


def _row(row: dict[str, Any]) -> dict[str, Any]:
    named = {**row, "difference_low": row["low"], "difference_high": row["high"]}
    return {heading.name: named[heading.name] for heading in ATTACK}


def _name(title: str) -> str:
    """Return a title as the name of a file.

    >>> _name("The encoder's magnets, by texts")
    'the-encoders-magnets-by-texts'
    """
    return "-".join("".join(letter for letter in title.lower() if letter.isalnum() or letter == " ").split())


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if unknown := set(names) - set(PARTS):
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: expected some of {', '.join(PARTS)}")
    return names


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--model", default="smollm2")
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--questions", type=int, default=100, help="under each view")
    parser.add_argument("--fewer", type=int, default=40, help="in every order, and with magnets")
    parser.add_argument("--attacked", type=int, default=20, help="under every un-readable attack")
    parser.add_argument("--screen", type=int, default=6, help="passages whose questions magnets are searched on")
    parser.add_argument("--pool", type=int, default=100, help="options that are tried on the model")
    parser.add_argument("--wide", type=int, default=500, help="options that are tried on the encoder")
    parser.add_argument("--top", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=_names, default=PARTS, help="some of the parts, as in order,check")
    parser.add_argument("--folder", type=Path, default=Path("runs/language-model"))
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
