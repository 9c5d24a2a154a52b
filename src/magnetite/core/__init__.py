"""The vocabulary of everything else: items, cells, scorers, probes, findings, errors."""
