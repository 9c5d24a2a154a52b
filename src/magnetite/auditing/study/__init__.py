"""Studies: made from data, magnets and systems, and reported as a run."""
