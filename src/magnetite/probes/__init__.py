"""Hold the experiments: which cells each needs, and what their scores say."""
