"""Splits: train, dev, test, told from the names of folders and files.

What this file leaves out: choosing one (`collect`).
"""

import re
from collections.abc import Iterable

SPLITS = ("train", "dev", "test", "trial")
_ALIASES = {"val": "dev", "valid": "dev", "validation": "dev", "training": "train", "development": "dev"}


def canonical(split: str) -> str:
    """Return a split's one name: validation, valid and val are dev. Unknown names stay as they are.

    >>> canonical("Validation"), canonical("test")
    ('dev', 'test')
    """
    return _ALIASES.get(split.lower(), split.lower())


def split_of(name: str) -> str | None:
    """Tell a split from a path: a folder named like one, the innermost first, or a word of the file's name.

    >>> split_of("RACE/test/high/1.txt"), split_of("mc160.dev.tsv"), split_of("latest.csv")
    ('test', 'dev', None)
    """
    *folders, file = name.split("/")
    for part in (*reversed(folders), *re.split(r"[._\-\s]+", file)):
        if canonical(part) in SPLITS:
            return canonical(part)
    return None


def in_order(splits: Iterable[str]) -> list[str]:
    """Sort splits as people list them."""
    return sorted(splits, key=SPLITS.index)
