"""The errors that Magnetite adds to those of `examfiles`; together they are one tree.

    MagnetiteError          exit code
    ├── UsageError          2    a setting, a name or an option that does not exist or does not fit
    ├── DataError           3    a file or an item that is not what it should be
    │   ├── TooLargeError        an exam of which a part could be read
    │   └── LackingScoresError   a file of scores, or a log, that lacks what it is asked for
    ├── ModelError          4    a model that cannot be loaded, or whose scores are unusable
    └── StoreError          5    scores or results that cannot be kept or read back

Without an error a command exits with 0, or with `FLAGS_FOUND` where `check --fail-on` finds something; `doctor` with 1
where something is missing or broken.

A message is one or a few short sentences in this order: the subject (file, line, item), what was found,
what was expected, and what to do next.
"""

from pathlib import Path

from examfiles.errors import DataError, Error

FLAGS_FOUND = 6

MagnetiteError = Error
"""The root: `except MagnetiteError` takes whatever either of the two raises on purpose."""


class LackingScoresError(DataError):
    """A file of scores, or a log, lacks `lacking` of the cells `asked`; `beside`: the file that lists them, if any."""

    def __init__(self, message: str, *, lacking: int, asked: int, beside: Path | None = None) -> None:
        super().__init__(message)
        self.lacking, self.asked, self.beside = lacking, asked, beside


def of_scores(lacking: int, asked: int) -> str:
    """Write how many scores are lacking.

    >>> of_scores(2, 3), of_scores(1200, 1200)
    ('lacks 2 of the 3 scores', 'has none of the 1,200 scores')
    """
    return f"has none of the {asked:,} scores" if lacking == asked else f"lacks {lacking:,} of the {asked:,} scores"


class ModelError(MagnetiteError):
    """A model that cannot be loaded, or whose scores are unusable."""

    exit_code = 4
