"""The experiments: which cells each needs, and what their scores show."""
