"""A language model through every command: views, order, magnets, un-readable attacks, and a check, as one page.

    python benchmarks/language_model.py RACE.tar.gz [--questions 100] [--fewer 40] [--attacked 20] [--page FILE]

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
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import magnetite
from magnetite.auditing.record import made_on
from magnetite.core.items import Dataset
from magnetite.core.results import Number, Run
from magnetite.core.scorer import Scorer
from magnetite.scorers.causal import Causal
from magnetite.scorers.device import choose_device, choose_dtype
from magnetite.scorers.language_model import load_language_model
from magnetite.scorers.prompts import prompt

TEXTS, LETTERS = "cloze-byte", "symbol"
ENCODER = "small"
SHOWN = 5  # magnets of a set
GUESS = 0.25  # every question of RACE, and almost every one of the bundled exam, has four options
SCREENED = ("pool", "questions", "mean interference", "strongest interference")
PARTS = ("check", "order", "magnets", "encoder", "unreadable", "views", "letters")


def main() -> None:
    """Run the parts, and print the page or write it."""
    arguments = _arguments()
    device = choose_device("auto")
    dtype = choose_dtype(arguments.dtype, device)
    loaded = load_language_model(arguments.model, device, dtype)
    scorers = [Causal(loaded, scoring, prompt()) for scoring in (TEXTS, LETTERS)]
    exam = magnetite.read(arguments.data, split="test")
    sections: dict[str, list[str]] = {}
    for name in (name for name in PARTS if name in arguments.only):
        sections[name] = list(_part(name, exam, arguments, *scorers))
        lines = [*_heading(arguments, str(dtype).removeprefix("torch."), tuple(sections)), *chain(*sections.values())]
        if arguments.page:
            arguments.page.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


def _part(name: str, data: Dataset, arguments: argparse.Namespace, by_text: Scorer, by_letter: Scorer) -> Iterator[str]:
    """Run one part, and write its section."""
    folder = arguments.folder
    kept = {"store": str(folder / "store"), "seed": arguments.seed, "overwrite": True}
    few = {**kept, "limit": arguments.fewer}
    search = {**few, "pool_splits": ("test",), "screen_passages": arguments.screen, "top": arguments.top}
    run, found = partial(_timed, name), folder / "encoder"
    if name == "check":
        check = partial(magnetite.check, "sample", store=kept["store"])
        yield from _check(run(check, model=by_text), run(check, models=False))
    elif name == "order":
        yield from _order(run(magnetite.order, data, by_letter, **few))
    elif name == "magnets":
        own = run(magnetite.magnets, data, by_text, pool_limit=arguments.pool, **search)
        yield from _magnets("Its own magnets, by texts", own)
    elif name == "encoder":
        wide = {"pool_limit": arguments.wide, "views": ("QOC",), "output": found}
        own = run(magnetite.magnets, data, ENCODER, **wide, **search)
        yield from _magnets("The encoder's magnets, on the encoder", own)
        tried = run(magnetite.magnets, data, by_text, pool=str(found / "magnets.jsonl"), **search)
        yield from _magnets("The encoder's magnets, by texts", tried)
    elif name == "letters":
        tried = run(magnetite.magnets, data, by_letter, pool=str(found / "magnets.jsonl"), **search)
        yield from _magnets("The encoder's magnets, by letters", tried)
    elif name == "views":
        many = {**few, "limit": arguments.questions, "calibrate_on": "off"}
        yield from _views(*(run(magnetite.shortcuts, data, model=scorer, **many) for scorer in (by_text, by_letter)))
    else:
        yield from _unreadable(run(magnetite.unreadable, data, by_text, **{**few, "limit": arguments.attacked}))


def _timed(name: str, command: Callable[..., Run], *given: Any, **more: Any) -> Run:
    began = time.perf_counter()
    run = command(*given, **more)
    print(f"{name}: {time.perf_counter() - began:.0f} s, {run.cost}", flush=True)
    return run


def _heading(arguments: argparse.Namespace, dtype: str, parts: tuple[str, ...]) -> Iterator[str]:
    only = "" if parts == PARTS else f" --only {','.join(parts)}"
    yield "# A language model through every command"
    yield ""
    yield (
        f"    python benchmarks/language_model.py RACE.tar.gz --model {arguments.model} "
        f"--questions {arguments.questions} --fewer {arguments.fewer} --attacked {arguments.attacked}{only}"
    )
    yield ""
    yield f"{arguments.model}, the plain prompt, seed {arguments.seed}. {made_on([dtype])}."
    yield (
        f"*By texts* is `--scoring {TEXTS}`, which scores options one by one; *by letters* is `--scoring {LETTERS}`, "
        "which shows them all. Questions of RACE test, whole passages drawn by seed. Per cent, with 95% intervals that "
        f"allow for questions of one passage being alike. Guessing gets {GUESS:.0%} right; a share whose interval "
        "has that in it is marked *chance*. Probabilities are not calibrated. Whether the numbers are right, and how "
        "fast they come, is in [Language models](decoders.md)."
    )


def _views(*runs: Run) -> Iterator[str]:
    shortcuts, following = ([run.finding(name) for run in runs] for name in ("shortcuts", "following"))
    names = {"O": "O: options only", "QO": "QO: no passage", "CO": "CO: no question", "QOC": "QOC: everything"}
    yield from _section("Views", runs[0])
    yield from _table(
        ("view", "by texts", "by letters"),
        [
            *((text, *(_judged(each.number("accuracy", view)) for each in shortcuts)) for view, text in names.items()),
            (
                "keeps its choice with another passage",
                *(_share(each.number("unchanged with random passage")) for each in following),
            ),
            ("chooses as without the passage", *(_share(each.number("agreement")) for each in following)),
        ],
    )
    for name, finding in zip(("By texts", "By letters"), shortcuts, strict=True):
        adds = finding.number("passage adds")
        yield ""
        yield f"{name} the passage adds {_points(adds)} points."


def _order(run: Run) -> Iterator[str]:
    finding = run.finding("order")
    yield from _section("Order of options, by letters", run)
    yield from _table(
        ("options shown in the order", "right"),
        [(row["order"], _judged(_number(row, "accuracy"))) for row in finding.table("by_order").rows()],
    )
    yield ""
    yield from _table(
        ("position", "chosen", "estimated preference"),
        [
            (
                row["position"],
                _share(_number(row, "share")),
                "" if row["prior"] is None else f"{100 * row['prior']:.1f}",
            )
            for row in finding.table("positions").rows()
        ],
    )
    yield ""
    labels = ("right in all rotations", "answer changes")
    yield " ".join(f"{label[0].upper()}{label[1:]}: {_share(finding.number(label))}." for label in labels)
    gains = [row for table in finding.tables if table.name == "debiasing" for row in table.rows()]
    if gains:
        yield ""
        yield f"The preference divided out (PriDe), on {gains[0]['n']} questions that had no part in estimating it:"
        yield ""
        yield from _table(
            ("measure", "before", "after", "difference, points"),
            [
                (
                    row["measure"],
                    f"{100 * row['before']:.1f}",
                    f"{100 * row['after']:.1f}",
                    _points(_number(row, "difference")),
                )
                for row in gains
            ],
        )


def _magnets(title: str, run: Run) -> Iterator[str]:
    """Write what a search found: T of its pool and of its magnets, and the attack with the strongest, no texts."""
    screen, attack = run.finding("screen"), run.finding("attack")
    [system] = {row["system"] for row in attack.table("attacks").rows()}
    rows = [row for row in attack.table("attacks").rows() if row["level"] == "all"]
    yield from _section(title, run)
    numbers = {number.label: number for number in screen.numbers}
    pool, many, mean, best = (numbers[name] for name in SCREENED)
    yield (
        f"{pool.value:,.0f} options on {many.value:.0f} questions: T is {_share(mean)} on average, {_share(best)} of "
        f"the strongest. {_held(run, str(system))}"
    )
    yield ""
    yield from _table(
        ("magnet", "before", "after", "difference, points", "caught", "questions", "p"),
        [
            (
                f"{place}{', combines others' if row['series'] else ''}",
                f"{100 * row['before']:.1f}",
                f"{100 * row['after']:.1f}",
                _points(_number(row, "difference")),
                f"{100 * row['caught']:.1f}",
                row["n"],
                "" if row["p"] is None else f"{row['p']:.2g}",
            )
            for place, row in enumerate(rows[:SHOWN], start=1)
        ],
    )


def _held(run: Run, system: str) -> str:
    finding = next((each for each in run.findings if each.probe == "validation"), None)
    numbers = {} if finding is None else {number.label: number for number in finding.numbers}
    unseen = numbers.get("mean interference, not seen")
    if unseen is None or unseen.group != system:
        return "All questions were part of the search."
    searched = numbers["mean interference, where searched"]
    return (
        f"The set beats a question's own options on {100 * searched.value:.1f}% where it was searched for, and on "
        f"{100 * unseen.value:.1f}% of {numbers['questions not seen'].value:.0f} questions that the search did not see."
    )


def _unreadable(run: Run) -> Iterator[str]:
    finding = run.finding("unreadable")
    rows = [row for row in finding.table("attacks").rows() if row["level"] == "all"]
    yield from _section("Un-readable attacks, by texts", run)
    before = rows[0]
    bounds = (before[f"before{end}"] for end in ("", "_low", "_high"))
    yield f"Right without any attack: {_judged(Number('before', *bounds))}."
    yield ""
    controls: dict[str, list[str]] = {}
    for row in (row for table in finding.tables if table.name == "controls" for row in table.rows()):
        controls.setdefault(str(row["attack"]), []).append(f"{row['control']} {100 * row['after']:.1f}")
    yield from _table(
        ("attack", "right", "difference, points", "p", "controls"),
        [
            (
                row["attack"],
                f"{100 * row['after']:.1f}",
                _points(_number(row, "difference")),
                "" if row["p"] is None else f"{row['p']:.2g}",
                "; ".join(controls.get(str(row["attack"]), [])),
            )
            for row in rows
        ],
    )


def _check(run: Run, rules: Run) -> Iterator[str]:
    finding, alone = run.finding("check"), rules.finding("check")
    yield from _section("The bundled exam checked, by texts", run)
    yield from _table(
        ("view", "right"),
        [(each.group, _judged(each)) for each in finding.numbers if each.label == "accuracy"],
    )
    yield ""
    looks = [f"{each.number('second look').value:.0f}" for each in (finding, alone)]
    yield f"Questions that deserve a second look: {looks[0]}; by the rules alone {looks[1]}."
    flags = [str(row["source"]) for row in finding.table("flags").rows()]
    yield f"Flags: {len(flags)}, {flags.count('model')} of them raised by the model's answers."


def _section(title: str, run: Run) -> Iterator[str]:
    yield ""
    yield f"## {title}"
    yield ""
    yield f"{run.dataset['items']} questions on {run.dataset['passages']} passages."
    yield ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _number(row: dict[str, Any], name: str) -> Number:
    return Number(name, row[name], row["low"], row["high"], row["n"])


def _share(number: Number) -> str:
    bounds = "" if number.low is None or number.high is None else f" ({100 * number.low:.1f}–{100 * number.high:.1f})"
    return f"{100 * number.value:.1f}{bounds}"


def _judged(number: Number) -> str:
    """Show an accuracy, and whether it is more than a guess."""
    assert number.low is not None
    assert number.high is not None
    return _share(number) + (", *chance*" if number.low <= GUESS <= number.high else "")


def _points(number: Number) -> str:
    bounds = (
        "" if number.low is None or number.high is None else f" ({100 * number.low:+.1f} to {100 * number.high:+.1f})"
    )
    return f"{100 * number.value:+.1f}{bounds}"


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
