"""The recorded outputs on disk: a folder a case, a text a file, and the machine they were recorded on."""

import json
import platform
import shutil
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from tests.golden.normal import is_json

FOLDER = Path(__file__).parent / "recorded"
MACHINE = FOLDER / "machine.json"
LIBRARIES = ("numpy", "scipy", "polars", "rapidfuzz")


def load(case: str) -> dict[str, str]:
    """Return the texts recorded of a case, by file. Raises FileNotFoundError where none were."""
    folder = FOLDER / case
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: nothing is recorded of {case}")
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path) for path in paths}


def pages(case: str) -> list[str]:
    """List the pages that a case writes."""
    folder = FOLDER / case
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))


def save(case: str, texts: Mapping[str, str]) -> bool:
    """Record the texts of a case; return False, and leave its folder, where they are recorded already."""
    lined = {name: one_fact_a_line(name, text) for name, text in texts.items()}
    if case in names() and load(case) == lined:
        return False
    remove(case)
    for name, text in lined.items():
        path = FOLDER / case / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return True


def remove(case: str) -> None:
    """Remove what is recorded of a case."""
    shutil.rmtree(FOLDER / case, ignore_errors=True)


def names() -> list[str]:
    """List the recorded cases."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def one_fact_a_line(name: str, text: str) -> str:
    """Return JSON with a line for each value; any other text as it is."""
    return f"{json.dumps(json.loads(text), ensure_ascii=False, indent=1)}\n" if is_json(name) else text


def machine() -> dict[str, object]:
    """Say what decides the last digits of a figure: Python, the libraries that compute, and the processor's units."""
    from numpy._core._multiarray_umath import __cpu_features__ as features

    units = sorted(name for name, there in features.items() if there)
    libraries = {name: version(name) for name in LIBRARIES}
    return {"python": platform.python_version(), **libraries, "processor": _processor(), "units": units}


def same_machine() -> bool:
    """Say whether the outputs were recorded on a machine like this one."""
    return MACHINE.is_file() and json.loads(MACHINE.read_text("utf-8")) == machine()


def save_machine() -> None:
    """Write down what this machine computes with."""
    MACHINE.write_text(json.dumps(machine(), indent=1) + "\n", "utf-8")


def _processor() -> str:
    """Return the processor's family, model and stepping, by which libraries choose how they compute; "" if unknown."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text("utf-8").split("\n\n")[0].splitlines() if told.is_file() else []
    known = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return "/".join(known.get(name, "") for name in ("vendor_id", "cpu family", "model", "stepping"))


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogatepass")
