"""Many models on the same questions: one page that compares them, and what their answers say of the questions.

    python -m benchmarks.several RACE.tar.gz [--models small,base,exams,reader-small:symbol,reader] [--views O,QO,QOC]
        [--limit 300] [--seed 0] [--folder FOLDER] [--page FILE]

Each model answers under each view that it has, as `magnetite audit` asks it; `MODEL:SCORING` runs a language model in
that way. Under the richest view every two models are compared on the same questions, paired. Then all of them, the
members of the small set and baselines are the candidates of `magnetite items`, where those of one base count as one.
With `--folder` the runs are kept, with
the page that `magnetite runs` makes of them; scores are kept in the store, so a second call costs little.
"""

import argparse
import tempfile
from pathlib import Path

import magnetite
from benchmarks.published import for_page, publish
from magnetite.commands.runs import differences_of
from magnetite.core.results import Finding, Heading, Run, Value, table
from magnetite.report.overview import FolderRun
from magnetite.scorers.find import views_there
from magnetite.scorers.system import BUNDLED

SHOWN = (
    *(Heading("model"), Heading("view"), Heading("accuracy", unit="share")),
    *(Heading("low", "from", "share"), Heading("high", "to", "share"), Heading("n", "questions", "count")),
)
PAIRED = (
    *(
        Heading("first", "model"),
        Heading("second", "other model"),
        Heading("difference", "model minus other", "points"),
    ),
    *(Heading("low", "from", "points"), Heading("high", "to", "points"), Heading("clear")),
)
BASELINES = ("longest", "overlap")


def main() -> None:
    """Ask every model, compare them, audit the questions, and publish the page."""
    given = _arguments()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        runs = {
            (model, view): _asked(given, model, view, folder) for model in given.models for view in _views(given, model)
        }
        magnetite.runs(folder)
        richest = [folder / _name(model, "QOC") for model in given.models if (model, "QOC") in runs]
        members = [BUNDLED / "small" / "qoc" / f"seed-{seed}" for seed in range(3)]
        audited = magnetite.items(
            f"{given.data}@test",
            [*richest, *members, *BASELINES],
            limit=given.limit,
            seed=given.seed,
            store=given.store,
        )
    findings = [_compared(runs), *(for_page(each) for each in audited.findings)]
    [exam] = {run.dataset["items"] for run in runs.values()}
    publish(given.page, "Many models on the same questions", f"RACE test, {exam:,} questions", findings)


def _name(model: str, view: str) -> str:
    return f"{model.partition(':')[0]}-{view}"


def _views(given: argparse.Namespace, model: str) -> list[str]:
    there = views_there(model.partition(":")[0], None)
    return [view for view in given.views if there is None or view in there]


def _asked(given: argparse.Namespace, model: str, view: str, folder: Path) -> Run:
    name, _, scoring = model.partition(":")
    return magnetite.audit(
        f"{given.data}@test",
        name,
        experiments=("accuracy",),
        views=(view,),
        limit=given.limit,
        seed=given.seed,
        store=given.store,
        output=folder / _name(model, view),
        overwrite=True,
        asking=magnetite.Asking(scoring=scoring or None),
    )


def _compared(runs: dict[tuple[str, str], Run]) -> Finding:
    rows: list[tuple[Value, ...]] = []
    for (model, view), run in runs.items():
        own = next(each for each in run.finding("accuracy").numbers if each.label == "accuracy" and not each.group)
        rows.append((model, view, own.value, own.low, own.high, own.n))
    differences, _ = differences_of([FolderRun(model, "", run) for (model, view), run in runs.items() if view == "QOC"])
    paired = [[row[heading.name] for heading in PAIRED] for row in differences.rows()]
    clear = sum(bool(row[-1]) for row in paired)
    return Finding(
        "several",
        "The models",
        f"With the passage, {clear} of {len(paired)} pairs of models are told apart on these questions, by the test of "
        "their paired difference, clustered by passage and corrected for all pairs (Holm).",
        tables=(
            table("models", "Accuracy", SHOWN, rows),
            table("pairs", "Every two models with the passage, on the same questions", PAIRED, paired),
        ),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--models", default="small,base,exams,reader-small:symbol,reader")
    parser.add_argument("--views", default="O,QO,QOC")
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    given.models, given.views = given.models.split(","), given.views.split(",")
    return given


if __name__ == "__main__":
    main()
