"""Splits: train, dev, test, recognised by the names of folders and files."""

import re
from collections.abc import Iterable

SPLITS = ("train", "dev", "test", "trial")
_ALIASES = {"val": "dev", "valid": "dev", "validation": "dev", "training": "train", "development": "dev"}


def canonical(split: str) -> str:
    """Return a split's canonical name: validation, valid and val are dev. Unknown names stay as they are.

    >>> canonical("Validation"), canonical("test")
    ('dev', 'test')
    """
    return _ALIASES.get(split.lower(), split.lower())


def split_of(name: str) -> str | None:
    """Return the split that a path names: by a folder, the innermost first, or by a word of the file's name.

    >>> split_of("RACE/test/high/1.txt"), split_of("mc160.dev.tsv"), split_of("latest.csv")
    ('test', 'dev', None)
    """
    *folders, file = name.split("/")
    for part in (*reversed(folders), *re.split(r"[._\-\s]+", file)):
        if canonical(part) in SPLITS:
            return canonical(part)
    return None


def in_order(splits: Iterable[str]) -> list[str]:
    """Sort splits in their usual order: train, dev, test, trial."""
    return sorted(splits, key=SPLITS.index)
