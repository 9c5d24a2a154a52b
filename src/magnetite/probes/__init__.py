"""The experiments: which cells each needs, and what their scores show."""

from magnetite.probes.describe import describe
from magnetite.probes.named import PROBES, probe

__all__ = ["PROBES", "describe", "probe"]
