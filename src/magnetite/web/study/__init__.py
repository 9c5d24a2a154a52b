"""`magnetite study serve`: the pages of a study, behind a personal link for each participant and one for the organiser.

serving      start it
app          addresses, and who may see what
participant  welcome, questions, thanks
organiser    progress, links, export
"""

from magnetite.web.study.serving import serve

__all__ = ["serve"]
