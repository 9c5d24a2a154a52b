"""The recorded outputs on disk: one compressed file a case, and the machine they were recorded on."""

import json
import lzma
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).parent / "recorded"
MACHINE = FOLDER / "machine.json"
LIBRARIES = ("numpy", "scipy", "polars", "rapidfuzz")


def load(case: str) -> dict[str, str]:
    """Return the texts recorded of a case, by file. Raises FileNotFoundError where none were."""
    texts: dict[str, str] = json.loads(lzma.decompress(_path(case).read_bytes()))
    return texts


def save(case: str, texts: Mapping[str, str]) -> bool:
    """Record the texts of a case; return False, and leave the file, where they are recorded already."""
    if _path(case).exists() and load(case) == texts:
        return False
    FOLDER.mkdir(exist_ok=True)
    _path(case).write_bytes(
        lzma.compress(json.dumps(texts, ensure_ascii=False).encode(), preset=9 | lzma.PRESET_EXTREME)
    )
    return True


def names() -> list[str]:
    """List the recorded cases."""
    return sorted(path.name.removesuffix(".json.xz") for path in FOLDER.glob("*.json.xz"))


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


def _path(case: str) -> Path:
    return FOLDER / f"{case}.json.xz"
