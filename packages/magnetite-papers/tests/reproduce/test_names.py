"""The names by which exhibits find numbers are those that the findings have."""

from magnetite.commands.magnets.settings import OPTIONS_FILE
from magnetite.experiments.unreadable import analysis, experiment, trial
from magnetite_papers.lin2021.stages import RANKED
from magnetite_papers.si2019 import names


def test_the_names_of_unreadable_and_of_magnets_are_theirs():
    ours = {name: value for name, value in vars(names).items() if name.isupper()}
    theirs = {**vars(trial), **vars(analysis), **vars(experiment)}
    assert ours == {name: theirs[name] for name in ours}
    assert RANKED == OPTIONS_FILE
