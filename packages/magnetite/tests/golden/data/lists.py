"""A system that sees all options at once. Its source is part of its fingerprint: leave it as it is."""

from magnetite.scorers.function import Function


def choose(passage, question, options):
    """Prefer the second option shown, then the longer ones."""
    return [float(place == 1) + len(option) / 1000 for place, option in enumerate(options)]


second = Function(choose, "second", version="1", listwise=True)
