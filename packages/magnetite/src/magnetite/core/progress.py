"""How far a run has come: what the engine says, and bars show."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come, over the cells it has to score."""

    done: int
    total: int
    tokens_done: int
    tokens_total: int
    seconds: float
