"""Where answers are found, beside what people marked: the critical span and the one that misleads.

    python -m benchmarks.marked spans.jsonl [--models base,reader=45] [--page FILE]

The file has a question a line, with `critical_span` and `distractor_span`, as text or as [from, to] in characters of
the passage, as in OneStopQA's annotations (Berzak et al. 2020). MODEL=N: on at most N questions, drawn as whole
passages by seed.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import magnetite
from benchmarks.published import for_page, publish
from examfiles import read
from magnetite.core.results import Finding, Run

SEED = 0
NOTE = (
    "The annotations are OneStopQA's (Berzak et al. 2020), articles 1 to 10 at the Advanced level; no bundled reader "
    "was trained on them. The decisive sentence is looked for without regard to the annotations. Chance is the share "
    "of a passage's sentences that overlap the span. No published figure is comparable: the paper compares people's "
    "and models' choices by what the chosen option rests on, not models' sentences with the spans."
)


def main() -> None:
    """Measure, and publish the page."""
    arguments = _arguments()
    asked = [each.partition("=") for each in arguments.models.split(",")]
    runs = [(name, _run(arguments, name, int(limit) if limit else None)) for name, _, limit in asked]
    exam = read(arguments.exam)
    about = f"{len(exam):,} questions on {len({item.passage_id for item in exam}):,} passages"
    publish(
        arguments.page,
        "What people marked",
        about,
        list(_findings(runs)),
        note=NOTE,
        precisions=[str(system["precision"]) for _, run in runs for system in run.systems],
    )


def _run(arguments: argparse.Namespace, model: str, limit: int | None) -> Run:
    return magnetite.audit(
        str(arguments.exam),
        model,
        experiments=("marked",),
        views=("QO", "QOC"),
        limit=limit,
        seed=SEED,
        store=arguments.store,
    )


def _findings(runs: list[tuple[str, Run]]) -> Iterator[Finding]:
    for name, run in runs:
        finding = for_page(run.finding("marked"))
        many = f"{run.dataset['items']:,} questions"
        yield replace(finding, experiment=f"marked-{name}", title=f"{name}, {many}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exam", type=Path)
    parser.add_argument("--models", default="base")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--store")
    return parser.parse_args()


if __name__ == "__main__":
    main()
