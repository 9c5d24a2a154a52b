"""Hold the statistics: intervals, paired tests, information."""
