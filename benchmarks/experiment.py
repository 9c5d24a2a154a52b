"""A page of results of one experiment of an audit, on one data set or several.

    python -m benchmarks.experiment extent RACE.tar.gz@test DREAM@test [--models base,small] [--limit 120] [--page FILE]

N questions of each are drawn as whole passages by seed. The page has the experiment's findings, without words of the
questions, and a note on what they can be compared with.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import magnetite
from benchmarks.published import for_page, publish
from magnetite.core.results import Finding, Run

SEED = 0
TITLES = {"extent": "How much of the passage is needed", "uncertainty": "Questions without their key"}
NOTES = {
    "extent": (
        "“The first” reads a passage from its beginning, as Raina, Liusie and Gales (2023) do with transcripts of "
        "listening tests; their figures are of other data and larger readers, so none is comparable."
    ),
    "uncertainty": (
        "Raina and Gales (2022) take the key out of ReClor's questions, too, but ask an ensemble of large readers that "
        "were trained on ReClor. No bundled reader was, so their figures are not comparable; all were trained on RACE."
    ),
}


def main() -> None:
    """Audit, and publish the page."""
    given = _arguments()
    runs = [(model, _run(given, data, model)) for data in given.data for model in given.models]
    about = " and ".join(dict.fromkeys(_name(run) for _, run in runs))
    precisions = [str(system["precision"]) for _, run in runs for system in run.systems]
    findings = list(_findings(given.experiment, runs))
    publish(given.page, TITLES[given.experiment], about, findings, note=NOTES[given.experiment], precisions=precisions)


def _run(given: argparse.Namespace, data: str, model: str) -> Run:
    return magnetite.audit(
        data,
        model,
        experiments=(given.experiment,),
        views=("QO", "QOC"),
        limit=given.limit,
        seed=SEED,
        store=given.store,
    )


def _findings(experiment: str, runs: list[tuple[str, Run]]) -> Iterator[Finding]:
    for model, run in runs:
        finding = for_page(run.finding(experiment))
        name = f"{experiment}-{run.dataset['name'].lower()}-{model}"
        yield replace(finding, experiment=name, title=f"{model}: {_name(run)}")


def _name(run: Run) -> str:
    data = run.dataset
    return f"{data['name']} {data['split']}, {data['items']:,} questions on {data['passages']:,} passages"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", choices=sorted(TITLES))
    parser.add_argument("data", nargs="+", metavar="DATA")
    parser.add_argument("--models", default=["base"], type=lambda names: names.split(","))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
