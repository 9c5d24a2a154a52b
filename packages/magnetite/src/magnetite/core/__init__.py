"""The vocabulary of everything else: items, cells, scorers, experiments, findings, errors."""

VERSION = "0.2.0.dev0"
