"""Liusie, Raina, Gales (2022), Impact of Distractors in Multiple Choice Reading Comprehension.

Sets of readers, one for each view, answer three exams (`stages`); every table and figure of the paper is made of what
they answered (`answered`, `exhibits`), beside the paper's figures (`reported`), and its claims are tested on them
(`claims`). Readers of an exam whose training questions are not at hand are trained by folds of the questions that they
are asked (`folds`).
"""

from magnetite_papers.configuration import FOLDER
from magnetite_papers.liusie2022.claims import CLAIMS, TERMS
from magnetite_papers.liusie2022.compared import compared_figures
from magnetite_papers.liusie2022.exhibits import exhibits
from magnetite_papers.liusie2022.settings import Liusie
from magnetite_papers.liusie2022.stages import stages
from magnetite_papers.paper import Paper

LIUSIE = Paper(
    "liusie2022",
    "Liusie, Raina and Gales (2022), Impact of Distractors in Multiple Choice Reading Comprehension",
    FOLDER / "liusie2022",
    Liusie,
    stages,
    exhibits,
    CLAIMS,
    TERMS,
    compared_figures,
    "Figure 1 (examples), Figures 2 and 3 (architecture and inputs)",
)
