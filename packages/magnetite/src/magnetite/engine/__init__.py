"""Score every cell once, ever, whatever crashes."""

from magnetite.core.progress import Progress
from magnetite.engine.plan import BATCH_TOKENS, Plan, plan
from magnetite.engine.run import Result, estimate, score_cells
from magnetite.engine.store import Store, StoredScores

__all__ = ["BATCH_TOKENS", "Plan", "Progress", "Result", "Store", "StoredScores", "estimate", "plan", "score_cells"]
