"""Describe the seven data sets of Si et al. 2019 beside their figures, as `magnetite describe` counts them.

    python benchmarks/measure_datasets.py FOLDER > docs/results/datasets.md

FOLDER holds RACE.tar.gz, MCTest/, MCScript/, MCScript2.0/ and DREAM/. Prints Markdown.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from magnetite.core.items import Dataset
from magnetite.experiments import describe
from magnetite.formats import read_splits

SPLITS = ("train", "dev", "test")


@dataclass(frozen=True)
class Row:
    """Name one data set: where it lies, which level of it, and what Si et al. 2019 give for it (Tables 1 and 3)."""

    name: str
    path: str
    level: str | None
    measured_on: str
    counts: str
    lengths: str
    longest: float


ROWS = (
    Row("MC160", "MCTest", "mc160", "test", "280/120/240", "204/8/3", 34.6),
    Row("MC500", "MCTest", "mc500", "test", "1200/200/600", "212/8/3", 35.0),
    Row("RACE-M", "RACE.tar.gz", "middle", "test", "25421/1436/1436", "231/9/4", 29.1),
    Row("RACE-H", "RACE.tar.gz", "high", "test", "62445/3451/3498", "353/10/6", 29.2),
    Row("MCScript", "MCScript", None, "test", "9731/1411/2797", "196/8/4", 55.0),
    Row("MCScript2.0", "MCScript2.0", None, "dev", "14191/2020/3610", "164/8/3", 58.7),
    Row("DREAM", "DREAM", None, "test", "6116/2040/2041", "86/9/5", 34.3),
)


def main() -> None:
    """Print the table."""
    folder = Path(sys.argv[1])
    print("# Datasets beside the paper's figures\n")
    print("    python benchmarks/measure_datasets.py FOLDER\n")
    print("Paper: Si et al. 2019, Tables 1 and 3. Each cell: ours, then the paper's in parentheses.")
    print("Lengths are means over all splits, of passage, question and answer, counted in two ways.")
    print(
        "The paper does not say how it counts, and no one way gives all its figures: those of MCTest are words between"
    )
    print("blanks, any option as the answer; the others lie between that and counting punctuation marks as words, as")
    print("`describe` does, with the right option as the answer.")
    print("The longest-option baseline takes the option with the most words and marks, the first on a tie.\n")
    print(
        "| set | questions (train/dev/test) | between blanks, any option | with punctuation, right option "
        "| longest option, % | interval |"
    )
    print("|---|---|---|---|---|---|")
    read: dict[str, list[Dataset]] = {}
    for row in ROWS:
        if row.path not in read:
            read[row.path] = [d for d in read_splits(folder / row.path) if d.split in SPLITS]
        print(line(row, [only(dataset, row.level) for dataset in read[row.path]]))


def only(dataset: Dataset, level: str | None) -> Dataset:
    """Keep the items of one level."""
    return dataset.with_items([item for item in dataset if level is None or item.level == level])


def line(row: Row, datasets: list[Dataset]) -> str:
    """Return a data set's row of the table."""
    counts = {dataset.split: len(dataset) for dataset in datasets}
    ours = "/".join(str(counts.get(split, "–")) for split in SPLITS)
    lengths = describe(datasets).table("lengths")
    words = "/".join(f"{lengths.values(part)[0]:.0f}" for part in ("passage", "question", "answer"))
    [measured] = [dataset for dataset in datasets if dataset.split == row.measured_on]
    longest = describe(measured).number("baseline", "longest")
    interval = f"{100 * (longest.low or 0):.1f}–{100 * (longest.high or 0):.1f}"
    return (
        f"| {row.name} | {ours} ({row.counts}) | {between_blanks(datasets)} ({row.lengths}) | {words} "
        f"| {100 * longest.value:.1f} ({row.longest}) on {row.measured_on} | {interval} |"
    )


def between_blanks(datasets: list[Dataset]) -> str:
    """Return the mean lengths of passages, questions and options in words between blanks."""
    items = [item for dataset in datasets for item in dataset]
    passages = {item.passage_id: item.passage for item in items}
    texts = (
        list(passages.values()),
        [item.question for item in items],
        [option for item in items for option in item.options],
    )
    return "/".join(f"{sum(len(text.split()) for text in each) / len(each):.1f}" for each in texts)


if __name__ == "__main__":
    main()
