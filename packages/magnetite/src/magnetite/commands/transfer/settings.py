"""The settings of `transfer`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magnetite.core.setting import part, setting
from magnetite.request import Asking, Reading, Writing, check_values


@dataclass(frozen=True, slots=True)
class TransferSettings:
    """Every setting of a comparison of systems across datasets.

    `data`: one dataset or several, each as in `audit`; "PATH@SPLIT" says its own split. `systems`: by the name of what
    they were trained on, a folder of systems or anything else that can be a model.
    """

    data: Any = setting((), "Data sets, each as for audit; PATH@dev chooses a split.", metavar="DATA...")
    systems: Mapping[str, Any] | None = setting(
        None,
        "For each training set, by name, a folder with a system for each view.",
        metavar="NAME=FOLDER,…",
        otherwise="bundled",
    )
    reading: Reading = part(
        Reading, split="The split of every DATA that names none and has several.  \\[default: test]"
    )
    asking: Asking = part(Asking, "model", "systems")
    writing: Writing = part(Writing)

    def __post_init__(self) -> None:
        check_values(self)
