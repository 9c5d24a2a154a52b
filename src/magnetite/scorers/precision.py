"""The number format and the device to compute in, chosen by the hardware.

bfloat16 is chosen only where the hardware multiplies it natively; emulated, it is slower than float32 and less exact.
"""

from typing import Literal

import torch

from magnetite.core.errors import UsageError, unknown_name

Precision = Literal["auto", "float32", "bfloat16", "float16"]
DEVICES = ["auto", "cpu", "cuda", "cuda:0", "mps"]  # the usual ones; any name that torch computes on will do
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


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
    """Return the number format; "auto" is bfloat16 where `device` computes in it, else float32."""
    if name == "auto":
        return torch.bfloat16 if has_bfloat16(device) else torch.float32
    if name not in DTYPES:
        raise unknown_name("dtype", name, ["auto", *DTYPES])
    return DTYPES[name]


def has_bfloat16(device: torch.device) -> bool:
    """Return whether the device multiplies bfloat16 natively (AVX512-BF16 or AMX on a CPU, Ampere or later on CUDA)."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    if device.type == "cpu":
        capabilities = torch.cpu.get_capabilities()
        return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))
    return False
