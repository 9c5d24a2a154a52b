"""`magnetite benchmark`: scoring speed beside other ways, on this machine; part of the development install.

The comparison itself is `benchmarks/scoring.py`, beside the package in a clone.
"""

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

import typer

from examfiles.errors import UsageError

SCRIPT = Path(__file__).parents[5] / "benchmarks" / "scoring.py"
NEEDS = ("onnx", "onnxruntime", "onnxscript", "sentence_transformers")
# Its flags are the script's own, `--help` among them.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def command(context: typer.Context) -> None:
    """Compare ways to score the same cells with the same weights on this machine (development install).

    Example: magnetite benchmark RACE.tar.gz
    """
    missing = [name for name in NEEDS if find_spec(name) is None]
    if missing or not SCRIPT.is_file():
        subject = f"the packages {', '.join(missing)} are" if missing else f"{SCRIPT} is"
        raise UsageError(
            f"benchmark: {subject} not installed; they are part of the development install. Clone the repository and "
            "run `make develop` there."
        )
    from magnetite.scorers.kind import no_fetched_code

    sys.path.insert(0, str(SCRIPT.parents[1]))
    sys.argv = [SCRIPT.name, *context.args]
    with no_fetched_code():
        runpy.run_module("benchmarks.scoring", run_name="__main__", alter_sys=True)
