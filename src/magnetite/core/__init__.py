"""The vocabulary of everything else: items, cells, scorers, experiments, findings, errors."""

VERSION = "0.1.0"
