"""Verdicts on each option by itself: what they find beside letters, and how often their flags are right.

    python -m benchmarks.verdicts EXAM[@SPLIT] … --dev RACE.tar.gz@dev [--set reader] [--asked 20] [--write]

Of each exam `--asked` questions are drawn by seed of which a second right answer can be made (`plantings`, `two-keys`:
the key in other words, in place of a wrong option). The set's systems answer both forms: the one that reads everything
by letters, in every rotation, and once more with "none of the others" in place of the key; the verifier by a verdict on
each option alone. Every question is also looked at with its key set wrong, which needs no other answer.

    second right answer    by letters: the second largest probability; without the key: the largest probability of
                           another option; by verdicts: the largest verdict on an option that is not the key
    wrong key              by letters, by verdicts: by how much, in log-odds, the best other option is before the key
    both                   the mean rank of the two

Verdicts are made probabilities by a logistic curve that is fitted to the options of dev questions (Platt 1999). With
`--write` it goes into the verifier's card, and so does what its flags are worth.
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.special import expit, softmax

from benchmarks.plantings import spoiled
from benchmarks.published import publish
from examfiles.items import Dataset, Item
from magnetite import score
from magnetite.core.results import Finding, Heading, Value, table
from magnetite.experiments.asking import VERDICTS
from magnetite.experiments.findings import questions_seen
from magnetite.experiments.flags.by_model import another_option_supported
from magnetite.experiments.flags.cards import FLAGS_WORTH
from magnetite.experiments.flags.worth import Curve, fitted, row_of
from magnetite.running.data import limit_items, load_joined
from magnetite.scorers.loading import CARD
from magnetite.scorers.system import BUNDLED, read_verifier
from magnetite.stats.areas import area_under_curve
from magnetite.stats.bootstrap import BOOTSTRAP_DRAWS, times_drawn

OTHERS = "none of the others"
LETTERS, WITHOUT, BY_VERDICT, BOTH = "letters", "letters, without the key", "verdicts", "letters and verdicts"
SURE = (0.5, 0.7, 0.9, 0.97)
AREAS = (
    *(Heading("flaw"), Heading("by")),
    *(Heading("area", "area under the curve", "margin"), Heading("area_low", "", "margin")),
    *(Heading("area_high", "", "margin"), Heading("first", "with the flaw, of the first ten", "count")),
    Heading("n", "questions", "count"),
)
TRUTH = (
    *(Heading("from", "probability of being right", "share"), Heading("options", unit="count")),
    *(Heading("mean", "mean probability", "share"), Heading("keys", "of which are keys", "share")),
)
FLAGS = (
    *(Heading("from", "second verdict", "share"), Heading("found", "of second right answers", "share")),
    *(Heading("alarms", "of sound questions", "share"), Heading("right", "", "share")),
    *(Heading("right_low", "", "share"), Heading("right_high", "", "share")),
)
Rows = Mapping[str, np.ndarray]  # an option's scores, by the question's id


def main() -> None:
    """Ask, fit, publish the page, and write the card."""
    given = _arguments()
    verifier = given.verifier or _verifier_of(given.set)
    dev = limit_items(load_joined(*_split(given.dev)), given.calibrate, given.seed)
    said = _scores(dev, verifier, given.store)
    right = [odds for item in dev for at, odds in enumerate(said[item.id]) if at == item.answer]
    wrong = [odds for item in dev for at, odds in enumerate(said[item.id]) if at != item.answer]
    slope, intercept = _line(right, wrong)
    pairs, letters, without, verdicts = _answers(given, verifier)
    likely = {name: expit(slope * odds + intercept) for name, odds in verdicts.items()}
    rows, areas = [], {}
    for flaw, by in (
        ("two", _second_answers(pairs, letters, without, verdicts)),
        ("key", _keys(pairs, letters, verdicts)),
    ):
        words = {"two": "a second right answer", "key": "a wrong key"}[flaw]
        for name, (sound, flawed) in by.items():
            areas[flaw, name] = _area(sound, flawed)
            rows.append((words, name, *areas[flaw, name], _first(sound, flawed), len(pairs)))
    sound, flawed = ([_second(likely[item.id], item.answer) for item in part] for part in zip(*pairs, strict=True))
    curve = fitted("probability", flawed, sound)
    finding = Finding(
        "verdicts",
        "Verdicts beside letters",
        f"On {len(pairs)} questions of {len(given.exams)} exams, the area under the curve of second right answers is "
        f"{areas['two', BY_VERDICT][0]:.2f} by verdicts and {areas['two', LETTERS][0]:.2f} by letters, that of wrong "
        f"keys {areas['key', BY_VERDICT][0]:.2f} and {areas['key', LETTERS][0]:.2f}, and "
        f"{areas['key', BOTH][0]:.2f} by both together.",
        tables=(
            table("areas", "Told apart", AREAS, rows),
            table("truth", "How often an option is the key, by its verdict", TRUTH, _truth(pairs, likely)),
            table(
                "flags",
                "What a flag would be worth, by the verdict on the other option",
                FLAGS,
                _flags(curve, sound, flawed),
            ),
        ),
    )
    card = json.loads((verifier / CARD).read_text("utf-8"))
    publish(
        given.page,
        f"Verdicts on each option by itself, by `{given.set}`",
        ", ".join(Path(_split(each)[0]).name.partition(".")[0] for each in given.exams),
        [finding],
        note=f"The verifier is an adapter that was trained on {_about(card)}. Half of the right options that can be "
        "said in other words were, in training, by the rules that make the second right answers here, so their figures "
        "are those of answers of a kind that it knows; what people wrote is on "
        "[another page](second-answers-trained.md). Verdicts are calibrated on "
        f"{len(dev):,} questions of {dev.name} {dev.split}. Right is the share of right flags in an exam in which 5% "
        "of the questions have a second right answer. Intervals are 95%, those of areas by a bootstrap over questions.",
    )
    if given.write:
        platt = {"slope": slope, "intercept": intercept, "dataset": dev.name, "split": dev.split, "items": len(dev)}
        worth = {another_option_supported.name: {"members": 1, "worth": row_of(curve)}}
        card["measured"] = {**card.get("measured", {}), VERDICTS: platt, FLAGS_WORTH: worth}
        (verifier / CARD).write_text(json.dumps(card, indent=1) + "\n", "utf-8")


def _answers(given: argparse.Namespace, verifier: Path) -> tuple[list[tuple[Item, Item]], Rows, Rows, Rows]:
    """Return pairs of a question and its form with two right answers; scores by letters, without the key, verdicts."""
    pairs: list[tuple[Item, Item]] = []
    scores: list[dict[str, np.ndarray]] = [{}, {}, {}]
    for name in given.exams:
        data = load_joined(*_split(name))
        items = {item.id: item for item in data}
        copies = list(spoiled(list(data), "two-keys", given.seed))
        drawn = random.Random(f"{given.seed} {data.name}").sample(copies, min(given.asked, len(copies)))
        own = [(items[str(each.metadata["of"])], each) for each in drawn]
        both = data.with_items([item for pair in own for item in pair])
        for into, (asked, model) in zip(
            scores,
            (
                (both, given.set),
                (both.with_items([_without_key(item) for item in both]), given.set),
                (both, str(verifier)),
            ),
            strict=True,
        ):
            into.update({f"{name} {at}": row for at, row in _scores(asked, model, given.store).items()})
        pairs += [tuple(replace(item, id=f"{name} {item.id}") for item in pair) for pair in own]  # type: ignore[misc]
    return pairs, scores[0], scores[1], scores[2]


def _scores(data: Dataset, model: str | Path, store: str | None) -> dict[str, np.ndarray]:
    frame = score(data, str(model), views=["QOC"], store=store)
    rows = frame.group_by("id", "option").agg(pl.col("score").mean()).sort("id", "option")
    return {str(name): group["score"].to_numpy() for (name,), group in rows.group_by("id", maintain_order=True)}


def _second_answers(
    pairs: Sequence[tuple[Item, Item]], letters: Rows, without: Rows, verdicts: Rows
) -> dict[str, tuple[list[float], list[float]]]:
    """Return what tells questions with a second right answer, of the sound and of the others, by what it is made of."""
    made = {
        LETTERS: lambda item: float(np.sort(softmax(letters[item.id]))[-2]),
        WITHOUT: lambda item: _second(softmax(without[item.id]), item.answer),
        BY_VERDICT: lambda item: _second(verdicts[item.id], item.answer),
    }
    found = {name: ([tell(one) for one, _ in pairs], [tell(two) for _, two in pairs]) for name, tell in made.items()}
    return {**found, BOTH: _together(found[LETTERS], found[BY_VERDICT])}


def _keys(
    pairs: Sequence[tuple[Item, Item]], letters: Rows, verdicts: Rows
) -> dict[str, tuple[list[float], list[float]]]:
    """Return by how much the best other option is before the key, of sound questions, and of their wrong keys."""
    found = {}
    for name, scores in ((LETTERS, letters), (BY_VERDICT, verdicts)):
        sound, wrong = [], []
        for item, _ in pairs:
            row, key = scores[item.id], item.answer or 0
            other = random.Random(item.id).choice([at for at in range(len(row)) if at != key])
            sound.append(_second(row, key) - float(row[key]))
            wrong.append(_second(row, other) - float(row[other]))
        found[name] = (sound, wrong)
    return {**found, BOTH: _together(found[LETTERS], found[BY_VERDICT])}


def _together(
    one: tuple[list[float], list[float]], other: tuple[list[float], list[float]]
) -> tuple[list[float], list[float]]:
    ranks = sum(np.argsort(np.argsort([*each[0], *each[1]])) for each in (one, other))
    assert isinstance(ranks, np.ndarray)
    return list(map(float, ranks[: len(one[0])])), list(map(float, ranks[len(one[0]) :]))


def _truth(pairs: Sequence[tuple[Item, Item]], likely: Rows) -> Iterator[list[Value]]:
    """Yield how many options of sound questions have at least a probability, and how many of these are keys."""
    said = [(p, at == item.answer) for item, _ in pairs for at, p in enumerate(likely[item.id].tolist())]
    for low, high in zip((0.0, *SURE), (*SURE, 1.01), strict=True):
        own = [(p, key) for p, key in said if low <= p < high]
        yield (
            [low, len(own), *(float(np.mean(each)) for each in zip(*own, strict=True))] if own else [low, 0, None, None]
        )


def _flags(curve: Curve, sound: Sequence[float], flawed: Sequence[float]) -> Iterator[list[Value]]:
    for least in SURE:
        right = curve.right({"probability": least})
        shares = (float(np.mean(np.array(each) >= least)) for each in (flawed, sound))
        yield [least, *shares, right.estimate, right.low, right.high]


def _line(right: Sequence[float], wrong: Sequence[float]) -> tuple[float, float]:
    """Return the slope and the intercept by which log-odds become those of an option that is right."""
    curve = fitted("probability", expit(np.array(right)).tolist(), expit(np.array(wrong)).tolist())
    return round(curve.slope, 4), round(curve.intercept + float(np.log(len(right) / len(wrong))), 4)


def _second(values: np.ndarray, key: int | None) -> float:
    return float(np.delete(values, key or 0).max())


def _without_key(item: Item) -> Item:
    options = tuple(OTHERS if at == item.answer else option for at, option in enumerate(item.options))
    return replace(item, options=options)


def _area(sound: Sequence[float], flawed: Sequence[float]) -> tuple[float, float, float]:
    one, two = np.array(sound), np.array(flawed)
    drawn = times_drawn(len(one), BOOTSTRAP_DRAWS, np.random.default_rng(0)).astype(int)
    areas = [area_under_curve(np.repeat(two, times), np.repeat(one, times)) for times in drawn]
    low, high = np.quantile(areas, (0.025, 0.975))
    return area_under_curve(two, one), float(low), float(high)


def _first(sound: Sequence[float], flawed: Sequence[float], many: int = 10) -> int:
    order = np.argsort([*sound, *flawed], kind="stable")[::-1][:many]
    return int((order >= len(sound)).sum())


def _about(card: Mapping[str, Any]) -> str:
    return f"{questions_seen({'card': card}):,} questions of {', '.join(_names(card))}"


def _names(card: Mapping[str, Any]) -> list[str]:
    """Return the data sets of a card, and of what it started from."""
    start = card.get("init")
    before = _names(start) if isinstance(start, Mapping) else []
    return list(dict.fromkeys([*before, *card["data"]["name"].split("+")]))


def _verifier_of(name: str) -> Path:
    found = read_verifier(BUNDLED / name)
    if found is None:
        raise SystemExit(f"{name} has no system that gives verdicts. Name a folder: --verifier.")
    return found.folder


def _split(name: str) -> tuple[str, str | None]:
    path, _, split = name.partition("@")
    return path, split or None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams", nargs="+", metavar="EXAM")
    parser.add_argument("--dev", required=True, help="what verdicts are calibrated on")
    parser.add_argument("--set", default="reader", help="systems that answer by letters")
    parser.add_argument("--verifier", type=Path, help="the system that gives verdicts; by default the set's own")
    parser.add_argument("--asked", type=int, default=20, help="questions of each exam")
    parser.add_argument("--calibrate", type=int, default=120, help="dev questions")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
