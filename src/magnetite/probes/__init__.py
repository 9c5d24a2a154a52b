"""Hold the experiments: which cells each needs, and what their scores say."""

from magnetite.probes.named import PROBES, probe

__all__ = ["PROBES", "probe"]
