"""Record full screens once, and replay races on them without a model.

    python -m benchmarks.race record RACE.tar.gz FILE.npz [--model small] [--view QOC] [--options 2953]
    python -m benchmarks.race replay FILE.npz [FILE.npz …] [FILE.npz+FILE.npz] [--orders 20] [--top 20] [--error 0.05]
        [--page FILE]

`record` screens what `magnetite magnets` would by default (the questions of 100 test passages; options of 300 test and
300 training passages, seed 0; the first `options` of them) and keeps the margins: an option's score minus the best own
option's. Scores go through the store, so a record that was stopped goes on. `replay` races on each file in `orders`
random orders of the questions, and prints the share of cells asked for, how often the top was that of the full screen
(ties allowed), and for comparison what a plain race with normal bounds (z = 3) takes.
"""

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.published import publish
from magnetite.commands.magnets import MAGNETS
from magnetite.commands.magnets.run import LastingSearch, entrants
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.experiments.magnets.pool import screened_part
from magnetite.experiments.magnets.search import screen_all
from magnetite.request import Asking
from magnetite.running.panels import Scoring
from magnetite.running.record import open_store
from magnetite.stats.successive import Raced, race

Margins = npt.NDArray[np.float64]  # (questions, options, systems), NaN where an option is not tried
COLUMNS = (
    Heading("recorded"),
    Heading("size", "questions × options"),
    Heading("last", "T of the last of the top", "score"),
    Heading("cells", "cells, mean", "share"),
    Heading("most", "", "share"),
    Heading("tokens", "", "share"),
    Heading("same", "same top"),
    Heading("plain", "plain race", "share"),
    Heading("plain_same", "same top"),
)
NOTE = (
    "The table shows the share of the full screen's cells that the race needs. *Tokens* counts twelve for each cell, "
    "and a passage each time its question is scored: a race returns to most passages several times, a full screen does "
    "not. *Same top* is the number of orders of the questions in which the {} strongest were those of the full screen, "
    "ties allowed. *Plain race* has normal bounds at z = 3 and rounds that grow by half, without a stated error."
)


def main() -> None:
    """Record, or replay."""
    arguments = _arguments()
    if arguments.what == "record":
        _record(arguments)
    else:
        rows = [_replayed(recorded, arguments) for recorded in arguments.files]
        replayed = table("replayed", f"Races in {arguments.orders} orders of the questions", COLUMNS, rows)
        finding = Finding("race", "Races", _sentence(rows), tables=(replayed,))
        about = "Every score of a screen computed once, by bundled systems (seed 0), and races replayed on them"
        note = f"{NOTE.format(arguments.top)} Recorded by {_recorded_by(arguments.files)}."
        publish(arguments.page, "Races replayed on recorded screens", about, [finding], note=note)


def _sentence(rows: Sequence[Sequence[Value]]) -> str:
    """Say how much the race asks for, and whether it finds what the full screen finds."""
    cells, same = [float(str(row[3])) for row in rows], [str(row[6]) for row in rows]
    found = f"in {same[0]} orders" if len(set(same)) == 1 else f"in {', '.join(same)} orders"
    return (
        f"On average the race asks for {min(cells):.1%} to {max(cells):.1%} of the cells of a full screen, and finds "
        f"its strongest options {found}."
    )


def _recorded_by(files: Sequence[str]) -> str:
    """Name the commands that recorded what is replayed."""
    paths = dict.fromkeys(part for each in files for part in each.split("+"))
    return " and ".join(f"`python -m benchmarks.race {np.load(path)['command']}`" for path in paths)


def _record(arguments: argparse.Namespace) -> None:
    asking = Asking(views=(arguments.view,), store=arguments.store)
    given = {"views": asking.views, "store": asking.store, "pool_size": arguments.options}
    prepared = MAGNETS.ready({"data": arguments.data, "models": arguments.model, **given})
    [lasting] = prepared.experiments
    assert isinstance(lasting, LastingSearch)
    experiment = lasting.experiment
    assert experiment.drawn is not None
    items = screened_part(prepared.exam, experiment.screen_passages, experiment.seed).items
    pool, watch = experiment.drawn, _Minutely()
    panel = entrants([arguments.model], asking, 0).scoring(Scoring(open_store(asking.store), watch=watch))
    name = next(iter(panel.seats))
    screens = screen_all(panel, list(panel.panelists.values()), items, pool, own="own", label="screen")
    best = screens.choices[name].best
    margins = np.full(pool.allowed.shape, np.nan)
    margins[pool.allowed] = screens.screens[name].scores[pool.allowed]
    tokens = [len(item.passage.split()) for item in items]
    command = shlex.join(Path(word).name if os.sep in word else word for word in sys.argv[1:])
    np.savez_compressed(arguments.file, margins=margins - best[:, None], words=np.array(tokens), command=command)
    many, options = pool.allowed.shape
    print(f"{name}: {many} questions × {options} options, {panel.way.cost}")


def _replayed(recorded: str, arguments: argparse.Namespace) -> list[Value]:
    paths = [Path(part) for part in recorded.split("+")]
    margins, words = _matrix(paths)
    true = _interference(margins)
    best = np.sort(true)[::-1][: arguments.top]
    cells = int((~np.isnan(margins[:, :, 0])).sum())
    runs = [_race(margins, words, arguments, order) for order in range(arguments.orders)]
    shares = [run.cells / run.of for run, _ in runs]
    same = sum(bool(np.allclose(run.interference[: arguments.top], best)) for run, _ in runs)
    tokens = np.mean([cost for _, cost in runs]) / _tokens(cells, words)
    plain = [_plain(margins, arguments.top, order) for order in range(arguments.orders)]
    right = sum(bool(np.allclose(np.sort(true[kept])[::-1][: arguments.top], best)) for kept, _ in plain)
    return [
        *("+".join(path.stem for path in paths), f"{margins.shape[0]} × {margins.shape[1]:,}", float(best[-1])),
        *(float(np.mean(shares)), max(shares), float(tokens), f"{same} of {len(runs)}"),
        *(float(np.mean([share for _, share in plain])), f"{right} of {len(plain)}"),
    ]


def _matrix(paths: list[Path]) -> tuple[Margins, npt.NDArray[np.int64]]:
    """Stack recorded matrices over the options that all of them have: pools of one draw, some cut off earlier."""
    files = [np.load(path) for path in paths]
    options = min(file["margins"].shape[1] for file in files)
    margins = np.stack([file["margins"][:, :options] for file in files], axis=2)
    if not all((np.isnan(margins[:, :, 0]) == np.isnan(each)).all() for each in margins.transpose(2, 0, 1)):
        raise SystemExit("these were not recorded on the same questions and options; record them with one seed.")
    return margins, files[0]["words"]


def _race(
    margins: Margins, words: npt.NDArray[np.int64], arguments: argparse.Namespace, order: int
) -> tuple[Raced, float]:
    """Race, and count what it costs in tokens: a passage is read once for every time its question is asked about."""
    tokens = 0.0

    def ask(rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64]) -> Margins:
        nonlocal tokens
        tokens += _tokens(len(rows), words[np.unique(rows)])
        found: Margins = margins[rows, columns]
        return found

    there = ~np.isnan(margins[:, :, 0])
    return race(there, ask, top=arguments.top, error=arguments.error, worth=0.05, seed=order), tokens


def _plain(margins: Margins, top: int, order: int) -> tuple[npt.NDArray[np.int64], float]:
    """Race with normal bounds, z = 3, rounds growing by half; no stated error. Returns the kept and the share asked."""
    shuffled = margins[np.random.default_rng(order).permutation(len(margins))]
    allowed, wins = ~np.isnan(shuffled[:, :, 0]), (np.nan_to_num(shuffled, nan=-1.0) > 0).mean(axis=2)
    on, done, asked, cells = np.ones(margins.shape[1], dtype=np.bool_), 8, 0, 0
    while True:
        cells += int(allowed[asked:done][:, on].sum())
        asked = done
        drawn = np.maximum(allowed[:done].sum(axis=0), 1)
        rate = wins[:done].sum(axis=0) / drawn
        spread = 3 * np.sqrt(np.maximum(rate * (1 - rate), 0.25 / drawn) / drawn * (1 - done / len(margins)))
        if done == len(margins):
            return np.flatnonzero(on), cells / int(allowed.sum())
        bound = np.sort((rate - spread)[on])[::-1][min(top, on.sum()) - 1]
        on &= rate + spread >= bound
        done = min(len(margins), done + max(1, done // 2))


def _interference(margins: Margins) -> npt.NDArray[np.float64]:
    there = np.maximum((~np.isnan(margins[:, :, 0])).sum(axis=0), 1)
    found: npt.NDArray[np.float64] = (np.nan_to_num(margins, nan=-1.0) > 0).mean(axis=2).sum(axis=0) / there
    return found


def _tokens(cells: int, words: npt.NDArray[np.int64]) -> float:
    """Estimate the tokens of the prefix layout: a dozen for each cell, 1.3 for each word of the passages read."""
    return float(12 * cells + 1.3 * words.sum())


class _Minutely:
    """Print progress now and then."""

    def __init__(self) -> None:
        self._said = 0.0

    def __call__(self, label: str, progress: object) -> None:
        seconds = getattr(progress, "seconds", 0.0)
        if seconds - self._said > 60 or seconds < self._said:
            self._said = seconds
            print(label, progress, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    record = kinds.add_parser("record")
    record.add_argument("data")
    record.add_argument("file", type=Path)
    record.add_argument("--model", default="small")
    record.add_argument("--view", default="QOC")
    record.add_argument("--options", type=int, default=2953)
    record.add_argument("--store")
    replay = kinds.add_parser("replay")
    replay.add_argument("files", nargs="+")
    replay.add_argument("--orders", type=int, default=20)
    replay.add_argument("--top", type=int, default=20)
    replay.add_argument("--error", type=float, default=0.05)
    replay.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
