"""`transfer`: let systems trained on one dataset answer the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magnetite.commands.command import Command, function_of
from magnetite.core.setting import part, setting
from magnetite.request import Asking, Reading, check_values

if TYPE_CHECKING:
    from magnetite.auditing.transfer import TransferMatrix


@dataclass(frozen=True, slots=True)
class TransferSettings:
    """Every setting of a comparison of systems across datasets.

    `data`: one dataset or several, each as in `audit`; "PATH@SPLIT" says its own split. `systems`: by the name of what
    they were trained on, a folder of systems or anything else that can be a model.
    """

    data: Any = setting((), "Each as in audit; PATH@dev names its split.", metavar="DATA...")
    systems: Mapping[str, Any] | None = setting(
        None,
        "For the name of each training set, a folder with a system for each view.",
        metavar="NAME=FOLDER,…",
        otherwise="bundled",
    )
    reading: Reading = part(
        Reading, split="The split of every DATA that names none and has several.  \\[default: test]"
    )
    asking: Asking = part(Asking, "model", "systems")
    output: str | None = setting(None, "The run's folder.", metavar="FOLDER", otherwise="a new one under runs/")
    overwrite: bool = setting(False, "Write into a folder that holds another run or other files.")

    def __post_init__(self) -> None:
        check_values(self)


TRANSFER: "Command[TransferSettings, TransferMatrix]" = Command(
    "transfer",
    TransferSettings,
    "magnetite.auditing.transfer:prepared",
    ("data", "systems"),
    "this comparison",
    """Test systems on data they were not trained on: every system, under every view it has, on every DATA.

    Example: magnetite transfer RACE.tar.gz DREAM CosmosQA --systems RACE=systems/race,DREAM=systems/dream
    """,
)
transfer = function_of(
    TRANSFER,
    """Let systems trained on one dataset answer others, and return the run; with `output`, write its folder too.

    `data`: one dataset or several, each as in `audit`; "PATH@SPLIT" says its own split in place of `split`, and a
    source with a single split gives that one. `systems`: by the name of what they were trained on, a folder of systems
    (one sub-folder a view) or anything else that can be a model; the bundled ones by default.
    Raises UsageError, DataError, ModelError or StoreError.

    >>> import magnetite
    >>> run = magnetite.transfer("sample", {"nothing": "longest"}, views=("QO",), store="off", limit=20)
    >>> run.finding("transfer").tables[0].values("n")
    [20]
    """,
)
