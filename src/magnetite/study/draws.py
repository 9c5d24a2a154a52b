"""Random draws fixed by a seed and names, so that a booklet can be made again at any time, alone or among others."""

import hashlib
from collections.abc import Iterable
from typing import TypeVar

Entry = TypeVar("Entry")


def draw(seed: int, *names: object) -> int:
    """Return 64 random bits that the seed and the names determine.

    >>> draw(0, "order", 3, "q01") == draw(0, "order", 3, "q01") != draw(0, "order", 4, "q01")
    True
    """
    text = "\x00".join(map(str, (seed, *names))).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def shuffled(entries: Iterable[Entry], seed: int, *names: object) -> list[Entry]:
    """Return the entries in a random order that the seed and the names determine.

    >>> sorted(shuffled("abc", 0, "options"))
    ['a', 'b', 'c']
    """
    keyed = sorted(((draw(seed, *names, place), place, entry) for place, entry in enumerate(entries)), key=_first_two)
    return [entry for _, _, entry in keyed]


def _first_two(keyed: tuple[int, int, Entry]) -> tuple[int, int]:
    return keyed[:2]
