"""Make the sketches by which bundled systems know again what they were trained on, and say how well they do.

    python -m benchmarks.sketch_data RACE.tar.gz DREAM MCTest MCScript [--write] [--held-out test]

The sketch of each training split is made as training makes it. Without --write nothing is changed. Beside it stands how
many passages of another split are known by the sketch, and how many by all of their words.
"""

import argparse

from examfiles.items import Dataset
from magnetite.experiments.overlap.experiment import WHOLE, Match, best_matches
from magnetite.running.data import load_datasets
from magnetite.scorers.system import bundled_sketch
from magnetite.train.saving import sketch_of
from magnetite.views.shingles import known_to, shingles, sketch_bytes


def main() -> None:
    """Sketch each training split, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--held-out", default="test")
    arguments = parser.parse_args()
    for each in arguments.data:
        splits = {dataset.split: dataset for dataset in load_datasets(each)}
        train = splits["train"]
        sketch = sketch_of(train, None)
        path = bundled_sketch(train.name, "train")
        if arguments.write:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(sketch_bytes(sketch))
        print(f"{path.name}: {len(_passages(train)):,} passages, {len(sketch_bytes(sketch)):,} bytes", flush=True)
        if (held_out := splits.get(arguments.held_out)) is not None:
            texts = _passages(held_out)
            known = known_to(sketch, list(texts.values())).tolist()
            by_sketch = {name for name, here in zip(texts, known, strict=True) if here}
            found = best_matches(
                {name: shingles(text) for name, text in texts.items()},
                ((Match(0.0, "train", name), shingles(text)) for name, text in _passages(train).items()),
            )
            whole = {name for (name, _), match in found.items() if match.share >= WHOLE}
            shared = {name for (name, _) in found}
            print(f"  {len(whole):,} of {len(texts):,} passages of {arguments.held_out} stand there; the sketch knows")
            print(f"  {len(by_sketch & whole):,} of them and {len(by_sketch - whole):,} others", flush=True)
            print(f"  {len(by_sketch - shared):,} of which share no shingle", flush=True)


def _passages(dataset: Dataset) -> dict[str, str]:
    return {item.passage_id: item.passage for item in dataset if item.passage.strip()}


if __name__ == "__main__":
    main()
