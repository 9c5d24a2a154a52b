"""Print a run of `magnetite magnets` as a page without the data's texts, beside the figures of Lin et al. (2021).

    magnetite magnets RACE.tar.gz --views QOC,QO --mode race --output runs/magnets
    python benchmarks/magnets_page.py runs/magnets [--pictures docs/images] > docs/results/magnets.md

Options are named by the question they come from, because the data's licence keeps its texts out of the repository;
the run's own report shows them. `--pictures`: draw the curves of interference (Figures 2 and 6) and the scatter of
systems (Figure 7) into this folder, which hold no text of an option.
"""

import argparse
import json
import os
import platform
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from magnetite.core.results import Finding, Run, Table, run_from_json
from magnetite.report.drawing import save_figure
from magnetite.report.kinds import figures

# Lin et al. (2021), Tables 1 and 2: original accuracy, under an option combination, under a plain statement.
PAPER = {
    "BERT base": (0.614, 0.094, 0.381),
    "BERT large": (0.681, 0.167, 0.524),
    "ALBERT base": (0.683, 0.217, 0.334),
    "ALBERT large": (0.752, 0.064, 0.506),
    "RoBERTa base": (0.738, 0.166, 0.656),
    "RoBERTa large": (0.846, 0.297, 0.798),
}
BEST_OF = (0, 1, 5, 20)
DRAWN = ("interference_by_system", "interference_scatter")


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--pictures", type=Path)
    arguments = parser.parse_args()
    folder = arguments.run
    run = run_from_json((folder / "findings.json").read_text("utf-8"))
    origins = {}
    for line in (folder / "options.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        origins[row["option"]] = (row.get("origins") or ["given"])[0]
    print("\n".join(_page(run, origins, arguments.pictures)))


def _page(run: Run, origins: Mapping[str, str], pictures: Path | None) -> Iterator[str]:
    yield from _head(run)
    yield from _screen(run)
    if pictures is not None:
        yield from _pictures(run, pictures)
    if any(finding.probe == "race" for finding in run.findings):
        yield from _race(run.finding("race"))
    if any(finding.probe == "validation" for finding in run.findings):
        yield from _validation(run.finding("validation"), origins)
    yield from _attack(run.finding("attack"), origins)
    for finding in run.findings:
        if finding.probe in {"agreement", "transfer_attack", "features"}:
            yield from _plain(finding, finding.tables[0])


def _head(run: Run) -> Iterator[str]:
    told = run.settings
    yield f"# Magnet options on {run.dataset['name']} {run.dataset['split']}"
    yield ""
    yield f"    {_command(run.command)}"
    yield ""
    yield (
        f"{run.dataset['items']:,} questions; seed {told['seed']}, {precision(run)}, {os.cpu_count()} CPU cores, "
        f"Magnetite {run.versions['magnetite']}, Python {platform.python_version()}, torch {run.versions['torch']}. "
        f"{run.cost['cells']:,} scores asked for, "
        f"{run.cost['scored']:,} of them computed in this run, the others repeated or known from earlier runs; "
        f"{run.cost['seconds'] / 60:.1f} minutes."
    )
    yield ""


def precision(run: Run) -> str:
    """Say in which number format each system computed; nothing is known of those that were only looked up."""
    known = dict.fromkeys(str(system["precision"]) for system in run.systems if system.get("precision"))
    return " and ".join(known) or "no precision known"


def _command(typed: str) -> str:
    """Write the command without this machine's folders."""
    words = [Path(word).name if "/" in word else word for word in shlex.split(typed)]
    places = {k + step for k, word in enumerate(words) if word in {"--store", "--output"} for step in (0, 1)}
    return shlex.join(word for k, word in enumerate(words) if k not in places and word != "--overwrite")


def _screen(run: Run) -> Iterator[str]:
    finding = run.finding("magnets")
    kinds = ("mean interference", "strongest interference", "mean interference by origin")
    yield "## The screen"
    yield ""
    yield (
        f"{finding.number('questions').value:,.0f} questions of {run.settings['screen_passages']} passages, a pool of "
        f"{finding.number('pool').value:,.0f} different options. Lin et al. had 346 questions and 8,372 options."
    )
    if run.settings["mode"] == "race":
        yield "The scores below are of the options that the race kept for any system, not of the whole pool."
    yield ""
    yield from _rows(
        ("system", "what", "T", "interval", "n"),
        [
            (n.group, n.label, f"{n.value:.3f}", _between(n.low, n.high), n.n)
            for n in finding.numbers
            if n.label in kinds
        ],
    )


def _pictures(run: Run, folder: Path) -> Iterator[str]:
    """Draw the screen's figures, and link them; figures that name options are left to the report."""
    pool = run.finding("magnets").number("pool").value
    for finding in run.findings:
        for table in finding.tables:
            for figure in figures(table) if table.kind in DRAWN else ():
                path = folder / f"magnets-{pool:.0f}-{figure.name}.png"
                save_figure(figure.chart, path, scale=1.25)
                yield f"![{figure.caption.partition('. ')[0]}](../images/{path.name})"
                yield ""


def _race(finding: Finding) -> Iterator[str]:
    yield "## The race"
    yield ""
    yield from finding.notes
    yield ""
    names = (
        "share of the full screen",
        "cells asked for",
        "cells of a full screen",
        "interference to reach",
        "never dropped",
    )
    found = [finding.number(name).value for name in names]
    shown = [f"{value:,.0f}" if value > 1 else f"{value:.3f}" for value in found]
    yield from _rows(names, [shown])


def _validation(finding: Finding, origins: Mapping[str, str]) -> Iterator[str]:
    magnet_set = finding.tables[0]
    yield "## The magnets on all questions"
    yield ""
    yield f"{finding.sentence} {finding.notes[0]}"
    yield ""
    yield from _rows(
        (
            "rank",
            "from question",
            "combination",
            "system",
            "T where searched",
            "T on all",
            "T not seen",
            "interval",
            "n",
        ),
        [
            (rank, origins[option], "yes" if series else "", system, *map(_share, (a, b, c)), _between(low, high), n)
            for rank, option, series, system, a, b, c, low, high, n in zip(
                *(
                    magnet_set.values(name)
                    for name in ("rank", "option", "series", "system", "subset", "whole", "unseen")
                ),
                *(magnet_set.values(name) for name in ("low", "high", "n")),
                strict=True,
            )
        ],
    )


def _attack(finding: Finding, origins: Mapping[str, str]) -> Iterator[str]:
    rows = _dicts(finding.table("attacks"))
    yield "## Accuracy before and after"
    yield ""
    yield f"The wrong option that is replaced: {finding.settings['replace']}. p is McNemar's, corrected (Holm)."
    yield ""
    names = ("before", "after", "stable", "caught", "otherwise")
    yield from _rows(
        ("system", "level", "magnet from", "combination", *names, "difference", "p", "n"),
        [
            (
                *(row["system"], row["level"], origins[row["option"]], "yes" if row["series"] else ""),
                *(_share(row[name]) for name in names),
                f"{row['difference']:+.3f} ({row['low']:+.3f} to {row['high']:+.3f})",
                _p(row["p"]),
                row["n"],
            )
            for row in _shown(rows)
        ],
    )
    yield from _beside_paper(rows)
    yield (
        "In the paper only combinations take nearly all right answers, and plain statements a part of them. Where ours "
        "take as many with a plain statement, the system is small and reads little: it prefers what sounds like an "
        "answer to this kind of exam."
    )
    yield ""
    yield "### Against the worst of the first k magnets, question by question"
    yield ""
    best = [row for row in _dicts(finding.table("best_of")) if row["magnets"] in BEST_OF]
    yield from _rows(
        ("system", "k", "accuracy left", "interval"),
        [(row["system"], row["magnets"], _share(row["accuracy"]), _between(row["low"], row["high"])) for row in best],
    )


def _shown(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Keep, for every system and level, the most harmful option combination and the most harmful other."""
    kept = []
    for system, level in dict.fromkeys((row["system"], row["level"]) for row in rows):
        for series in (True, False):
            among = [row for row in rows if (row["system"], row["level"], row["series"]) == (system, level, series)]
            kept += sorted(among, key=lambda row: row["after"])[:1]
    return kept


def _beside_paper(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ours = _shown([row for row in rows if row["level"] == "all"])
    yield "### Beside Table 1 of Lin et al. (2021)"
    yield ""
    yield "The paper attacks with one option combination and one plain statement; ours are the most harmful of each."
    yield ""
    lines: list[tuple[Any, ...]] = [(f"{name} (paper)", *map(_share, values)) for name, values in PAPER.items()]
    for system in dict.fromkeys(row["system"] for row in ours):
        after = {row["series"]: row for row in ours if row["system"] == system}
        before = next(iter(after.values()))["before"]
        lines.append(
            (
                f"{system} (ours)",
                _share(before),
                *(_share(after[s]["after"]) if s in after else "" for s in (True, False)),
            )
        )
    yield from _rows(("system", "original", "option combination", "plain statement"), lines)


def _plain(finding: Finding, table: Table) -> Iterator[str]:
    yield f"## {finding.title}"
    yield ""
    yield finding.sentence
    yield ""
    rows = [[_p(value) if name == "p" else _value(value) for name, value in row.items()] for row in _dicts(table)]
    yield from _rows(table.names, rows)


def _dicts(table: Table) -> list[dict[str, Any]]:
    return table.rows()


def _rows(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)
    for row in rows:
        yield f"| {' | '.join(str(cell) for cell in row)} |"
    yield ""


def _p(p: float | None) -> str:
    if p is None:
        return ""
    return "< 1e-300" if p == 0 else f"{p:.0e}" if p < 0.001 else f"{p:.3f}"


def _value(value: Any) -> Any:
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else value


def _share(value: Any) -> str:
    return "" if value is None else f"{value:.3f}"


def _between(low: Any, high: Any) -> str:
    return "" if low is None else f"{low:.3f}–{high:.3f}"


if __name__ == "__main__":
    main()
