"""The commands that score an exam and write a run: one file each, with its settings, its words and its preparation."""

from examfiles.registry import Registry

RUNS = Registry(
    "command",
    "magnetite.commands",
    {
        "audit": "magnetite.commands.audit:AUDIT",
        "check": "magnetite.commands.check:CHECK",
        "magnets": "magnetite.commands.magnets:MAGNETS",
        "order": "magnetite.commands.order:ORDER",
        "shortcuts": "magnetite.commands.shortcuts:SHORTCUTS",
        "transfer": "magnetite.commands.transfer:TRANSFER",
        "unreadable": "magnetite.commands.unreadable:UNREADABLE",
    },
)
