"""What the tests of reproductions share: stages whose runs are not drawn, and short collections of garbage."""

import pytest

from magnetite_papers import run


@pytest.fixture(autouse=True, scope="module")
def _undrawn(frozen):
    """Leave out the reports of stages, some forty a paper, which have tests of their own; a reproduction's is drawn."""
    do = run.do

    def undrawn(stage, bench):
        with pytest.MonkeyPatch.context() as patched:
            for place in ("report.files", "report"):
                patched.setattr(f"magnetite.{place}.html_report", lambda _run: "")
            do(stage, bench)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run, "do", undrawn)
        yield
