"""Lin, Zou and Ding (2021): which irrelevant options attract readers of RACE, and what training against them does.

`settings`: the configuration. `stages`: trainings and runs. `exhibits`: the paper's tables and figures with ours.
`claims`: its claims, tested on ours. `reported`: its figures.
"""

from magnetite_papers.configuration import FOLDER
from magnetite_papers.lin2021.claims import CLAIMS
from magnetite_papers.lin2021.compared import beyond, compared_figures
from magnetite_papers.lin2021.exhibits import exhibits
from magnetite_papers.lin2021.settings import LinSettings
from magnetite_papers.lin2021.stages import stages
from magnetite_papers.paper import Paper

__all__ = ["LIN"]

LIN = Paper(
    "lin2021",
    "Lin, Zou, Ding (2021), Using Adversarial Attacks to Reveal the Statistical Bias in Machine Reading Comprehension "
    "Models",
    FOLDER / "lin2021",
    LinSettings,
    stages,
    exhibits,
    CLAIMS,
    "",
    compared_figures,
    "Figure 1 (an example), Table 3 (hyperparameters, which are in the presets), Section 5's extension to tasks whose "
    "answer is a span (phrases inserted into the passage), which the paper suggests and does not try",
    beyond,
)
