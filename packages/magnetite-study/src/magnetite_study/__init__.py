"""Studies with people: the questions asked, the form each participant sees, their answers, and what these show.

`web` has the pages that participants and organisers see, `run` the systems that answer the same questions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetite_study.run import create_study, report_study
    from magnetite_study.settings import StudySettings

__all__ = ["StudySettings", "create_study", "report_study"]
_HOMES = {"create_study": "run", "report_study": "run", "StudySettings": "settings"}


def __getattr__(name: str) -> Any:
    """Import a function when it is first used, so that the command line starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'; it has {', '.join(__all__)}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
