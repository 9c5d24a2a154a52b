"""Reasons as a code with values; the words for them are found where a person reads, in that person's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: `code` names a message of the language files, `values` fill it in (JSON values only)."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
