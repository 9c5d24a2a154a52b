"""The search for magnet options: questions and pool, scoring, races, and the run that reports them."""
