"""Hold the sample exam and the small model that make the first run work offline."""
