"""Statistics: intervals, paired tests, information."""
