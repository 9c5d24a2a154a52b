"""How well a reader finds second right answers that people wrote: by letters, without the key, and by verdicts.

    python -m benchmarks.second_answers valid.csv [--model reader] [--limit 100] [--seed 0] [--page FILE]
    python -m benchmarks.second_answers valid.csv --verdicts FOLDER --no-letters    # of a system trained for verdicts

Where an exam asks one question twice on one passage, with different right answers (CosmosQA does in hundreds of cases),
each is a second right answer to the other, in a person's words. One of the two questions is shown as it was published,
and again with the other's right answer in place of a wrong option, which is drawn. What tells the second form from the
first is the area under the curve of each of these, of a question:

    letters            the second largest probability of a letter
    without the key    the largest probability of a letter, "None of the others" in place of the key
    verdict            the second largest log-odds of "Yes" against "No", of each option by itself
    gain               the same, less the log-odds of the option without the passage
    letters + verdict  the mean rank of the two

Letters are shown in every rotation. Passages are drawn by seed. Nothing here was tuned on these questions.
"""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
from scipy.special import softmax

from benchmarks.published import publish
from examfiles.items import Dataset, Item, gathered
from magnetite import score
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.request import Asking
from magnetite.running.data import load_joined
from magnetite.scorers.loading import CARD
from magnetite.stats.areas import area_under_curve
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS, times_drawn

TRAINING = "`python -m benchmarks.train_reader QOC RACE.tar.gz --scoring verdict`"
NONE, OTHERS = "None of the above", "None of the others"
AREAS = (
    *(Heading("by", "the question’s"), Heading("pairs", unit="count")),
    *(Heading("area", "area under the curve", "margin"), Heading("area_low", "", "margin")),
    *(Heading("area_high", "", "margin"), Heading("first", "with two, of the first ten", "count")),
)
SAID = (
    *(Heading("option"), Heading("options", unit="count")),
    *(Heading("yes", "“Yes” is more likely than “No”", "share"), Heading("odds", "mean log-odds", "score")),
    Heading("gain", "mean gain by the passage", "score"),
)


def main() -> None:
    """Score both forms of each question in all ways, and publish the page."""
    given = _arguments()
    data = load_joined(given.data)
    pairs = second_answers(data, given.limit, given.seed)
    both = [item for pair in pairs for item in pair]
    asked = data.with_items(both)
    verdicts, unread = _scores(asked, given, "verdict"), None
    by = {"verdict": [_second(row) for row in verdicts]}
    if given.verdicts == given.model:  # a system that is trained for verdicts reads passages
        unread = _scores(asked, given, "verdict", "QO")
        by["gain"] = [_second(row - prior) for row, prior in zip(verdicts, unread, strict=True)]
    if given.letters:
        letters = _scores(asked, given, "symbol")
        without = _scores(data.with_items([_without_key(item) for item in both]), given, "symbol")
        by = {
            "letters": [_second(softmax(row)) for row in letters],
            "without the key": [_largest_other(softmax(row), item) for row, item in zip(without, both, strict=True)],
            **by,
        }
        by["letters + verdict"] = list(_ranks(by["letters"]) + _ranks(by["verdict"]))
    rows = [(name, len(pairs), *_area(values), _first(values)) for name, values in by.items()]
    finding = Finding(
        "second-answers",
        "Second right answers",
        f"{len(pairs)} questions were asked with one right answer and with two. The area under the curve is "
        + ", ".join(f"{row[2]:.2f} by {row[0]}" for row in rows)
        + ". 0.5 is guessing.",
        tables=(
            table("areas", "Told apart", AREAS, rows),
            table("said", "What the verdicts say", SAID, _said(both, verdicts, unread)),
        ),
    )
    trained = "" if given.verdicts == given.model else _trained(Path(given.verdicts))
    publish(
        given.page,
        f"Second right answers that people wrote, found by `{given.model}`" + ", trained for verdicts" * bool(trained),
        f"{data.name} {data.split}, {len(pairs)} of its questions",
        [finding],
        note=f"{trained}Of the questions that were shown, half have two right answers, so that luck gives five of ten. "
        "Intervals are 95%, by a bootstrap over passages. Nothing was tuned on these questions.",
    )


def _trained(folder: Path) -> str:
    """Say what a system that gives verdicts was trained on, by its card."""
    card = json.loads((folder / CARD).read_text("utf-8"))
    last = card["curve"][-1]
    return (
        f"The verdicts are those of an adapter that was trained on {card['questions']:,} questions of "
        f"{card['data']['name']} ({TRAINING}), which says of {last['accuracy']:.0%} of right and wrong options of its "
        "dev split what they are. "
    )


def second_answers(data: Dataset, limit: int, seed: int) -> list[tuple[Item, Item]]:
    """Return questions as they are, each with its form that has two right answers, one a passage, drawn by seed."""
    groups = gathered(((item.passage_id, _plain(item.question)), item) for item in data if item.answer is not None)
    found: dict[str, tuple[Item, Item]] = {}
    draw = random.Random(seed)
    for (passage, _), items in groups.items():
        for item, other in ((a, b) for a in items for b in items if a is not b):
            key, second = _key(item), _key(other)
            known = {_plain(option) for option in item.options}
            fits = not {NONE, _plain(NONE)} & {_plain(key), _plain(second), key, second}
            if passage not in found and fits and _plain(second) not in known:
                place = draw.choice([at for at in range(len(item.options)) if at != item.answer])
                options = tuple(second if at == place else option for at, option in enumerate(item.options))
                found[passage] = (
                    item,
                    replace(item, id=f"{item.id}-two", options=options, metadata={"second": str(place)}),
                )
    chosen = draw.sample(sorted(found), min(limit, len(found)))
    return [found[passage] for passage in chosen]


def _key(item: Item) -> str:
    assert item.answer is not None
    return item.options[item.answer]


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _without_key(item: Item) -> Item:
    options = tuple(OTHERS if at == item.answer else option for at, option in enumerate(item.options))
    return replace(item, options=options)


def _scores(data: Dataset, given: argparse.Namespace, scoring: str, view: str = "QOC") -> list[np.ndarray]:
    """Return each question's scores, an array of its options."""
    own = given.model if scoring == "symbol" else given.verdicts
    trained = own != given.model or scoring == "symbol"  # it knows how it answers
    asking = Asking() if trained else Asking(scoring=scoring)
    frame = score(data, own, views=[view], asking=asking, store=given.store)
    rows = frame.group_by("id", "option").agg(pl.col("score").mean()).sort("id", "option")
    by_id = {name: group["score"].to_numpy() for (name,), group in rows.group_by("id", maintain_order=True)}
    return [by_id[item.id] for item in data]


def _second(values: np.ndarray) -> float:
    return float(np.sort(values)[-2])


def _largest_other(shares: np.ndarray, item: Item) -> float:
    return float(np.delete(shares, item.answer or 0).max())


def _ranks(values: Sequence[float]) -> np.ndarray:
    return np.asarray(np.argsort(np.argsort(values)), dtype=float)


def _area(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the area under the curve of the second forms against the first, and its interval."""
    one, two = np.array(values).reshape(-1, 2).T
    drawn = times_drawn(len(one), BOOTSTRAP_DRAWS, np.random.default_rng(0)).astype(int)
    areas = [area_under_curve(np.repeat(two, times), np.repeat(one, times)) for times in drawn]
    low, high = np.quantile(areas, (0.025, 0.975))
    return area_under_curve(two, one), float(low), float(high)


def _first(values: Sequence[float], many: int = 10) -> int:
    return sum(int(place) % 2 for place in np.argsort(values, kind="stable")[::-1][:many])


def _said(
    items: Sequence[Item], verdicts: Sequence[np.ndarray], unread: Sequence[np.ndarray] | None
) -> list[list[Value]]:
    groups: dict[str, list[tuple[float, float]]] = {"right": [], "second right": [], "wrong": []}
    for item, row, prior in zip(
        items, verdicts, unread or [np.full(len(row), np.nan) for row in verdicts], strict=True
    ):
        for at, (odds, before) in enumerate(zip(row.tolist(), prior.tolist(), strict=True)):
            second = str(at) == item.metadata.get("second")
            groups["right" if at == item.answer else "second right" if second else "wrong"].append((odds, before))
    made: list[list[Value]] = []
    for name, each in groups.items():
        odds, before = np.array(each).T
        gain = None if unread is None else float((odds - before).mean())
        made.append([name, len(each), float((odds > 0).mean()), float(odds.mean()), gain])
    return made


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--model", default="reader")
    parser.add_argument("--verdicts", help="the model that is asked for verdicts; by default the same")
    parser.add_argument("--letters", action=argparse.BooleanOptionalAction, default=True, help="ask for letters, too")
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    given.verdicts = given.verdicts or given.model
    return given


if __name__ == "__main__":
    main()
