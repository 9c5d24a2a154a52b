"""A language model through every command: views, order, magnets, un-readable attacks, and a check, as one page.

    python -m benchmarks.language_model RACE.tar.gz [--questions 300] [--fewer 60] [--attacked 100] [--page FILE]

The model answers the test split of DATA in three ways: *trained* is the bundled set of that name, by letters;
*untrained* is the language model itself, by letters (`symbol`); *by texts* is the same, which scores each option's own
words (`cloze-byte`). Letters are asked in every rotation of the options, and averaged.

- check        `magnetite check` of the bundled exam, with the trained model as its reader
- views        `magnetite shortcuts`: `--questions` under the views that each way has
- order        `magnetite order`: the same questions in every rotation of their options
- unreadable   `magnetite unreadable`: every attack on `--attacked` questions
- none         the key replaced by "none of the above", and a wrong option: `--fewer`; beside the encoder (`base`)
- span         the passage without its critical sentence and without another, `--spans`; beside the encoder
- magnets      `magnetite magnets` by texts: `--pool` options, searched on `--screen` passages, tried on `--fewer`
- encoder      the same of the encoder, and what it found tried on the model, by texts and by letters

What a part has too few questions for is left out, and its first sentence says so: a row whose share has an interval
wider than 60 points or rests on fewer than five passages, a relative change as uncertain, and all tables where the
whole part is so small.

Scores are kept in `--folder`, so the same command goes on where it was stopped.
The page has the parts named in `--only`, by default all. The data's texts stay out of the page.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import magnetite
from benchmarks.published import publish
from examfiles.items import Dataset, gathered
from examfiles.reasons import sentences
from magnetite import Asking
from magnetite.core.results import Column, Finding, Heading, Run, Table, table
from magnetite.report.wording import text_of
from magnetite.stats.verdict import FEWEST_PASSAGES, says_little

WAYS: dict[str, dict[str, Asking]] = {
    "Trained": {},
    "Untrained": {"asking": Asking(scoring="symbol")},
    "By texts": {"asking": Asking(scoring="cloze-byte")},
}
LETTERS, ATTACKED, TEXTS = ("Trained", "Untrained"), ("Trained",), "By texts"
ENCODER = "base"
SHOWN = 5  # magnets of a set
PARTS = ("check", "views", "order", "unreadable", "none", "span", "magnets", "encoder")
TABLES: dict[str, tuple[str, ...]] = {
    "span": ("span",),
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
SHARE_ENDS = (
    ("before_low", "before_high"),
    ("attacked_low", "attacked_high"),
    ("low", "high"),
    ("difference_low", "difference_high"),
)
"""Of each kind of table, the ends of the share that says how much its questions tell: the first pair that it has."""
ATTACK = (
    *(Heading("magnet", unit="count"), Heading("series", "combines others")),
    *(Heading("before", "right before", "share"), Heading("after", "right after", "share")),
    *(Heading(name, "difference, points", "points") for name in ("difference", "difference_low", "difference_high")),
    *(Heading("caught", "chooses it", "share"), Heading("p", unit="p"), Heading("n", "questions", "count")),
)


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of an interval in a row of a table, None for none."""

    low: float | None
    high: float | None


NOTE = (
    "*Trained* is `--model {model}`; *untrained* adds `--scoring symbol`, *by texts* `--scoring cloze-byte`. Letters "
    "are the mean over all rotations of the options. The seed, {seed}, draws whole passages; intervals are 95%, "
    "clustered by passage. Guessing scores a quarter; probabilities are not calibrated. What its makers trained it on "
    "is not published, so it may have seen RACE."
)


def main() -> None:
    """Run the parts, and publish the page after each."""
    arguments = _arguments()
    exam = magnetite.read(arguments.data, split="test")
    findings: list[Finding] = []
    for name in (name for name in PARTS if name in arguments.only):
        findings += _part(name, exam, arguments)
        publish(
            arguments.page,
            "A language model through every command",
            f"{arguments.model} on {exam.name} {exam.split} and the bundled exam",
            findings,
            note=NOTE.format(model=arguments.model, seed=arguments.seed),
            precisions=["bfloat16"],
        )


def _part(name: str, data: Dataset, arguments: argparse.Namespace) -> Iterator[Finding]:
    """Run one part, and yield what it found."""
    folder, model = arguments.folder, arguments.model
    stored = {"store": str(folder / "store"), "seed": arguments.seed, "overwrite": True}
    many, few, attacked = (
        {**stored, "limit": each} for each in (arguments.questions, arguments.fewer, arguments.attacked)
    )
    search = {**few, "pool_splits": ("test",), "screen_passages": arguments.screen, "top": arguments.top}
    wide = {**search, "pool_size": arguments.wide, "views": ("QOC",), "output": str(folder / "encoder")}
    own = {"pool_size": arguments.pool, **WAYS[TEXTS], **search}
    listed = {**search, "pool": str(folder / "encoder" / "magnets.jsonl")}
    nothing = {"attacks": ("None2Key", "None2Wrong"), **few}
    spans = {"experiments": ("span",), **stored, "limit": arguments.spans}
    runs: dict[str, list[tuple[str, Callable[..., Run], tuple[Any, ...], dict[str, Any]]]] = {
        "check": [
            (f"The bundled exam, {title}", _check, ("sample",), {"output": str(folder / title), **how})
            for title, how in (("with the model", {"model": model}), ("by the rules alone", {"models": False}))
        ],
        "views": [
            (
                way,
                magnetite.shortcuts,
                (data,),
                {"model": model, "calibrate_on": "off", **how, **(few if way == TEXTS else many)},
            )
            for way, how in WAYS.items()
        ],
        "order": [(way, magnetite.order, (data, model), {**WAYS[way], **many}) for way in LETTERS],
        "unreadable": [(way, magnetite.unreadable, (data, model), {**WAYS[way], **attacked}) for way in ATTACKED],
        "none": [
            (f"None of the above, {who}", magnetite.unreadable, (data, each), nothing)
            for who, each in (("trained", model), ("the encoder", ENCODER))
        ],
        "span": [
            (f"The critical span, {who}", magnetite.audit, (data, each), spans)
            for who, each in (("trained", model), ("the encoder", ENCODER))
        ],
        "magnets": [("Its own magnets, by texts", magnetite.magnets, (data, model), own)],
        "encoder": [
            ("The encoder's magnets, on the encoder", magnetite.magnets, (data, ENCODER), wide),
            *(
                (
                    f"The encoder's magnets, {way[0].lower()}{way[1:]}",
                    magnetite.magnets,
                    (data, model),
                    {**how, **listed},
                )
                for way, how in WAYS.items()
            ),
        ],
    }
    for title, command, given, settings in runs[name]:
        run = _timed(command, *given, **settings)
        yield from [_magnets(title, run)] if command is magnetite.magnets else _shown(title, run)


def _check(*given: Any, **more: Any) -> Run:
    return magnetite.check(*given, **more).run


def _timed(command: Callable[..., Run], *given: Any, **more: Any) -> Run:
    began = time.perf_counter()
    run = command(*given, **more)
    print(f"{command.__name__}: {time.perf_counter() - began:.0f} s, {run.cost}", flush=True)
    return run


def _shown(title: str, run: Run) -> Iterator[Finding]:
    """Yield what a run found, its tables of `TABLES` and its numbers of `NUMBERS` alone: no text of the data."""
    for finding in run.findings:
        if finding.experiment in TABLES | NUMBERS:
            part = replace(
                finding,
                experiment=_name(f"{title} {finding.experiment}"),
                title=f"{title}: {text_of(finding.title)[0].lower()}{text_of(finding.title)[1:]}",
                numbers=tuple(each for each in finding.numbers if each.label in NUMBERS.get(finding.experiment, ())),
                tables=tuple(each for each in finding.tables if each.name in TABLES.get(finding.experiment, ())),
                items=None,
                notes=(),  # the page's own note says what they say of every part
            )
            yield modest(part, run)


def modest(part: Finding, run: Run) -> Finding:
    """Leave out of a part of the page what its questions are too few for, and say so first."""
    passages = gathered(
        (level, item["passage_id"]) for item in run.exam["items"] for level in {"all", str(item["level"] or "all")}
    )
    counts = {level: len(set(names)) for level, names in passages.items()}
    kept = [(each, *_enough(each, counts)) for each in part.tables]
    little = [each.name for each, rows, _ in kept if not rows]
    levels = sorted({level for _, _, left in kept for level in left} - {"all"})
    numbers = tuple(each for each in part.numbers if each.low is None or not says_little(each, FEWEST_PASSAGES))
    said = []
    if little or len(numbers) < len(part.numbers):
        said.append(
            f"{len(run.exam['items'])} questions on {counts.get('all', 0)} passages are too few for some figures."
        )
    if levels:
        said.append(f"Too few questions for figures of their own: {', '.join(levels)}.")
    tables = tuple(replace(each, columns=_columns(each, rows)) for each, rows, _ in kept if rows)
    return replace(part, answer=sentences(*said, part.answer), numbers=numbers, tables=tables)


def _enough(given: Table, passages: Mapping[str, int]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the rows of a table that say something, without relative changes that do not, and the levels of others."""
    rows, left = [], []
    for row in given.rows():
        level = str(row.get("level") or "all")
        ends = next((pair for pair in SHARE_ENDS if set(pair) <= set(row)), None)
        if ends and says_little(Ends(*(row[end] for end in ends)), passages.get(level, 0)):
            left.append(level)
            continue
        if "relative" in row and says_little(Ends(row["relative_low"], row["relative_high"]), FEWEST_PASSAGES):
            rows.append({**row, **dict.fromkeys(("relative", "relative_low", "relative_high"))})
        else:
            rows.append(row)
    return rows, left


def _columns(given: Table, rows: Sequence[Mapping[str, Any]]) -> tuple[Column, ...]:
    return tuple(replace(column, values=[row[column.name] for row in rows]) for column in given.columns)


def _magnets(title: str, run: Run) -> Finding:
    """Return what a search found: T of its pool and of its magnets, and the attack with the strongest, no texts."""
    numbers = [number for finding in run.findings for number in finding.numbers]
    attacks = [row for row in run.finding("attack").table("attacks").rows() if row["level"] == "all"]
    rows = [{**row, "magnet": place} for place, row in enumerate(attacks[:SHOWN], start=1)]
    part = Finding(
        _name(title),
        title,
        "",
        numbers=tuple(number for number in numbers if number.label in SEARCHED),
        tables=(
            table("attack", f"The {len(rows)} strongest, each in place of a wrong option", ATTACK, map(_row, rows)),
        ),
    )
    return modest(part, run)


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
    parser.add_argument("--model", default="reader", help="a bundled set on a language model")
    parser.add_argument("--questions", type=int, default=300, help="under each view, and in every order")
    parser.add_argument("--fewer", type=int, default=60, help="with magnets, and with none of the above")
    parser.add_argument("--attacked", type=int, default=100, help="under every un-readable attack")
    parser.add_argument("--spans", type=int, default=20, help="without each sentence of their passages")
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
