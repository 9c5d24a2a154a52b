"""Draws that depend on a seed and on what is drawn, never on order: the same text has the same luck in any dataset."""

import hashlib


def draw(seed: int, *names: str) -> int:
    """Return 64 random bits that belong to the seed and the names.

    >>> draw(0, "pool", "a cat") == draw(0, "pool", "a cat") != draw(1, "pool", "a cat")
    True
    """
    text = "\x00".join((str(seed), *names)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")
