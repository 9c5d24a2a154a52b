"""Define the words everything else is said in: items, cells, scorers, probes, findings, errors."""
