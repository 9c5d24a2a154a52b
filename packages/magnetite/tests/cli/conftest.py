"""The command line as typed, run in this process."""

import sys
from types import SimpleNamespace

import pytest

from magnetite.cli import main


@pytest.fixture
def magnetite(monkeypatch, capsys):
    """Run the command line in this process, which spares each test a start."""
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "false")  # which the command line would set for good

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["magnetite", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return SimpleNamespace(returncode=end.value.code or 0, stdout=said.out, stderr=said.err)

    return run
