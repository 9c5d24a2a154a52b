"""Si, Wang, Kan, Jiang (2019): what does BERT learn from multiple-choice reading comprehension datasets?

`reported` has the paper's figures, `settings` a configuration's fields, `stages` the trainings and runs, `exhibits` its
tables and figures compared with ours, `case` the question of Figure 9, `claims` the paper's claims and their tests.
"""

from magnetite_papers.configuration import FOLDER
from magnetite_papers.paper import Paper
from magnetite_papers.si2019.claims import CLAIMS, TERMS
from magnetite_papers.si2019.compared import beyond, compared_figures
from magnetite_papers.si2019.exhibits import exhibits
from magnetite_papers.si2019.settings import Si
from magnetite_papers.si2019.stages import stages

SI = Paper(
    "si2019",
    'Si, Wang, Kan, Jiang, "What does BERT Learn from Multiple-Choice Reading Comprehension Datasets?" (2019)',
    FOLDER / "si2019",
    Si,
    stages,
    exhibits,
    CLAIMS,
    TERMS,
    compared_figures,
    "Figures 1, 3 and 4 (examples), Figure 2 (construction of the data)",
    beyond,
)
