"""Names of splits, as files and rows write them."""

import re
from collections.abc import Iterable

SPLITS = ("train", "dev", "test", "trial")
_ALIASES = {"val": "dev", "valid": "dev", "validation": "dev", "training": "train", "development": "dev"}


def natural(name: str) -> list[tuple[int, str]]:
    """Sort 2.txt before 10.txt, so that an archive and its unpacked folder give the same dataset."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,999})", name)]


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
