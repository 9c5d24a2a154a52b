"""Train the bundled systems from the bare encoder on all of RACE: what a machine with a GPU does in one or two calls.

    python benchmarks/train_bundled.py RACE.tar.gz --output systems [--seeds 3] [--sample 0] [--minutes 9]

O and QO start from the bare encoder, CO and QOC from QO of the same seed. If interrupted, or out of `minutes`, the
same command resumes: finished seeds stay, an unfinished one starts from its last checkpoint.
Then: python -m benchmarks.measure_systems DATA --write
`--sample` trains each system on this many questions instead of all 87,866, for a trial.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path

import magnetite
from magnetite.request import TrainingData
from magnetite.train import Step

CHAIN = (("QO", None, 5e-4), ("O", None, 5e-4), ("QOC", "qo", 5e-4), ("CO", "qo", 5e-4))


def main() -> None:
    """Train the four systems in the order in which they build on each other."""
    arguments = _arguments()
    deadline = time.monotonic() + 60 * arguments.minutes
    for view, init, rate in CHAIN:
        output = arguments.output / view.lower()
        if (output / "magnetite.json").is_file() and not (output / "training").exists():
            print(f"{view}: done before")
            continue
        magnetite.train_system(
            TrainingData(str(arguments.data), sample=arguments.sample or None),
            output,
            view=view,
            init=arguments.output / init if init else None,
            seeds=arguments.seeds,
            learning_rate=rate,
            epochs=arguments.epochs,
            progress=partial(_watch, view, deadline),
        )


def _watch(view: str, deadline: float, seed: int, step: Step) -> None:
    shown = f"{view} seed {seed} step {step.number}/{step.of} {step.split}"
    print(f"{shown} loss {step.loss:.4f} right {step.correct:.3f}", flush=True)
    if time.monotonic() > deadline:
        print("Out of minutes; the same command goes on from the last checkpoint.")
        sys.exit(3)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--epochs", type=float, default=2.0)
    parser.add_argument("--minutes", type=float, default=1e6)
    return parser.parse_args()


if __name__ == "__main__":
    main()
