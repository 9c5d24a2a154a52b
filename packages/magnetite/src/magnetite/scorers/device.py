"""The device to compute on, the number format, and the tokens that one forward pass may hold there.

bfloat16 is chosen only where the hardware multiplies it natively; emulated, it is slower than float32 and less exact.
A pass is halved where memory does not suffice. The model's shape gives the memory of a token in a pass; a GPU's free
memory limits their number. On a CPU the cache counts: a pass whose intermediate results stay near the processor is
faster than a larger one.
"""

import logging
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from examfiles.errors import UsageError, unknown_name
from examfiles.reasons import counted
from magnetite.core.cells import IntArray, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.scorers.kind import ROUNDINGS

DEVICES = ["auto", "cpu", "cuda", "cuda:0", "mps"]  # the usual ones; any name that torch computes on will do
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
CPU_TOKENS = 2048  # beyond, the system frees and allocates the memory of every intermediate result anew
LEAST_TOKENS = 1024  # a GPU's pass is never planned smaller; a back-off may still halve it
MOST_TOKENS = 131_072
FREE_SHARE = 0.5  # of a GPU's free memory; the rest is for attention and the allocator
BATCHES = 4  # passes that the engine passes on at once, so that a GPU need not wait between them

# oneDNN compiles a product anew for every number of tokens it meets, and keeps a thousand of them, a megabyte each. A
# pass needs a few dozen. Both it and PyTorch read this when the first product is made.
COMPILED = {"ONEDNN_PRIMITIVE_CACHE_CAPACITY": "200", "LRU_CACHE_CAPACITY": "200"}
for _name, _value in COMPILED.items():
    os.environ.setdefault(_name, _value)

log = logging.getLogger(__name__)


def choose_device(name: str) -> torch.device:
    """Return the device; "auto" is CUDA, then Apple's MPS, then the CPU.

    Raises UsageError for one that does not exist, or is not in this machine.
    """
    if name == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    try:
        device = torch.device(name)
        float(torch.zeros(1, device=device))  # reads it back, which a device without memory ('meta') cannot
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise UsageError(
            f"device '{name}' cannot be used here ({str(error).splitlines()[0].rstrip('.')}). "
            f"Known: {', '.join(DEVICES)}. Use 'auto' for the best available."
        ) from error
    return device


def choose_dtype(name: str, device: torch.device) -> torch.dtype:
    """Return the number format; "auto" is bfloat16 where `device` computes in it, else float32.

    Raises UsageError for one that is not known, or rounds weights: `kind` says which models that is for.
    """
    if name == "auto":
        return torch.bfloat16 if has_bfloat16(device) else torch.float32
    if name in ROUNDINGS:
        raise UsageError(
            f"dtype '{name}' rounds only the weights of language models, and this is another kind of model, such as "
            f"an encoder. Use auto, {', '.join(DTYPES)}."
        )
    if name not in DTYPES:
        raise unknown_name("dtype", name, ["auto", *DTYPES, *ROUNDINGS])
    return DTYPES[name]


def has_bfloat16(device: torch.device) -> bool:
    """Return whether the device multiplies bfloat16 natively (AVX512-BF16 or AMX on a CPU, Ampere or later on CUDA)."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    if device.type == "cpu":
        capabilities = torch.cpu.get_capabilities()
        return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))
    return False


def has_tiles() -> bool:
    """Return whether the CPU multiplies bfloat16 in tiles (AMX)."""
    return bool(torch.cpu.get_capabilities().get("amx_bf16"))


class Passes:
    """Forward passes of a bounded number of tokens, by default `pass_tokens`; remembers where memory ended."""

    def __init__(self, model: Any, tokens: int | None = None) -> None:
        self._tokens = pass_tokens(model) if tokens is None else tokens

    @property
    def tokens(self) -> int:
        """Return how many tokens a pass may have now."""
        return self._tokens

    @property
    def batch_tokens(self) -> int:
        """Return how many tokens to hand over at once."""
        return BATCHES * self._tokens

    def run(self, order: IntArray, tokens: IntArray, score: Callable[[IntArray], Tensor]) -> ScoreArray:
        """Score the cells in `order`, (cells,), by passes; returns (cells,) in the cells' own order.

        `tokens`, (cells,), is what each costs; `score` takes positions and returns their scores. Passes go to
        the device one after the other and are read back once. Raises ModelError where one cell is too large for memory.
        """
        parts: list[tuple[IntArray, Tensor]] = []
        start = 0
        while start < len(order):
            end = start + self._count(tokens[order[start:]])
            try:
                parts.append((order[start:end], score(order[start:end])))
                start = end
            except RuntimeError as error:  # torch.OutOfMemoryError is one, and the CPU allocator raises it plain
                self._back_off(error, end - start, int(tokens[order[start:end]].sum()))
        scores = np.zeros(len(order), dtype=np.float32)
        if parts:
            where = np.concatenate([part for part, _ in parts])
            scores[where] = torch.cat([values for _, values in parts]).float().cpu().numpy()
        return scores

    def _count(self, tokens: IntArray) -> int:
        """Count the cells, from the first on, that a pass holds: at least one."""
        return max(1, int(np.searchsorted(np.cumsum(tokens[: self._tokens]), self._tokens, side="right")))

    def _back_off(self, error: RuntimeError, cells: int, tokens: int) -> None:
        if not _out_of_memory(error):
            raise error
        if cells == 1:
            raise ModelError(
                f"memory does not suffice to score one cell of {tokens} tokens. Close other programs on the device, "
                "use --device cpu, or a smaller model."
            ) from error
        self._tokens = max(1, tokens // 2)
        torch.cuda.empty_cache()
        log.warning("memory does not suffice for a pass of %d tokens; continuing with %d", tokens, self._tokens)


def pass_tokens(model: Any) -> int:
    """Return how many tokens one pass of `model` may hold on its device."""
    if model.device.type != "cuda":
        return CPU_TOKENS
    config, number = model.config, torch.finfo(model.dtype).bits // 8
    # In memory at once, at most: the input, query, key and value, what attention read, and the feed-forward part twice.
    a_token = number * (6 * config.hidden_size + 2 * config.intermediate_size)
    free, _ = torch.cuda.mem_get_info(model.device)
    return int(np.clip(FREE_SHARE * free / a_token, LEAST_TOKENS, MOST_TOKENS))


def _out_of_memory(error: RuntimeError) -> bool:
    return isinstance(error, torch.OutOfMemoryError) or "allocate memory" in str(error)


def measure_products(device: str, dtype: str) -> float:
    """Measure the operations a second of a device's matrix products, over about half a second."""
    place = choose_device(device)
    width = 1024
    first = torch.randn(width, width, device=place, dtype=choose_dtype(dtype, place))
    done, began = 0, time.perf_counter()
    while (seconds := time.perf_counter() - began) < 0.5:
        float((first @ first)[0, 0])  # read back: a GPU has then finished
        done += 1
    return 2 * width**3 * done / seconds


def idle_cuda() -> str:
    """Return the version of CUDA that torch is built for where it finds no GPU, "" elsewhere."""
    return "" if torch.cuda.is_available() else torch.version.cuda or ""


def describe_device() -> dict[str, str]:
    """Say what is computed on: torch, the device, its memory, threads, and the number format of `--dtype auto`."""
    device = choose_device("auto")
    said = {"torch": torch.__version__, "device": str(device)}
    if device.type == "cuda":
        shown = torch.cuda.get_device_properties(device)
        said |= {"name": shown.name, "memory": f"{shown.total_memory / 1024**3:.0f} GiB"}
    if device.type == "cpu":
        said |= {"threads": str(threads())}
    return said | {"precision": str(choose_dtype("auto", device)).removeprefix("torch.")}


def describe_machine(name: str = "auto") -> str:
    """Name the device, the processor, how many cores it has and how many threads torch uses: for pages of results.

    >>> " core" in describe_machine("cpu")
    True
    """
    device = choose_device(name)
    units = " with bfloat16 units" if has_bfloat16(torch.device("cpu")) else ""
    parts = [_processor() + units, counted(os.cpu_count() or 1, "core"), counted(threads(), "thread")]
    return ", ".join([torch.cuda.get_device_name(device), *parts] if device.type == "cuda" else parts)


def threads() -> int:
    """Return how many threads torch computes with on the CPU."""
    return torch.get_num_threads()


def _processor() -> str:
    listed = Path("/proc/cpuinfo")  # Linux; elsewhere the platform knows
    for line in listed.read_text("utf-8").splitlines() if listed.exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
