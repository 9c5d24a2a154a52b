"""Un-readable attacks on a system: the run, its scoring, and one question token by token."""
