"""`transfer`: let systems trained on one dataset answer the others."""

from typing import TYPE_CHECKING

from magnetite.commands.transfer.settings import TransferSettings
from magnetite.running.command import Command

if TYPE_CHECKING:
    from magnetite.commands.transfer.run import TransferMatrix


def _prepared(settings: TransferSettings) -> "TransferMatrix":
    from magnetite.commands.transfer.run import prepared

    return prepared(settings)


TRANSFER: "Command[TransferSettings, TransferMatrix]" = Command(
    "transfer",
    TransferSettings,
    _prepared,
    ("data", "systems"),
    "this comparison",
    """Test systems on data they were not trained on: every system, under every view it has, on every DATA.

    Example: magnetite transfer RACE.tar.gz DREAM CosmosQA --systems RACE=systems/race,DREAM=systems/dream
    """,
    needs="audit",
)
