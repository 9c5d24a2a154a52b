"""Score every cell once, ever, whatever crashes."""

from magnetite.core.progress import Progress
from magnetite.engine.plan import BATCH_TOKENS, Plan, compact, plan
from magnetite.engine.run import Result, answered_tokens, estimate, score_cells
from magnetite.engine.store import Store, StoredScores

__all__ = [
    "BATCH_TOKENS",
    "Plan",
    "Progress",
    "Result",
    "Store",
    "StoredScores",
    "answered_tokens",
    "compact",
    "estimate",
    "plan",
    "score_cells",
]
