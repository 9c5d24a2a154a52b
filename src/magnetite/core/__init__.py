"""The vocabulary of everything else: items, cells, scorers, probes, findings, errors."""

VERSION = "0.1.0"
