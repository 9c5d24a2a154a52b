"""The tables and figures of Si et al. (2019) beside ours."""

from magnetite.reproduce.paper import Exhibit
from magnetite.reproduce.si2019.settings import Si


def exhibits(_settings: Si) -> list[Exhibit]:
    """Return the exhibits."""
    return []
