"""Pages of docs/results that are made of findings, which are in the file next to each page: no figure on it is typed.

`packages/magnetite-papers/tests/reproduce/test_published.py` makes every such page again of its findings.
"""

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from magnetite.core.results import Finding, Run
from magnetite.running.record import version_record
from magnetite.scorers.device import describe_machine
from magnetite_papers.page import markdown_page, write_page

TEXTS = {"question", "option"}  # columns that hold an exam's words
UNSAID = (
    "--page",
    "--store",
    "--folder",
    "--kept",
    "--result",
    "--disk",
)  # options of a script that name places and change no figure


def publish(
    page: Path | None,
    title: str,
    about: str,
    findings: Sequence[Finding],
    *,
    note: str = "",
    precisions: Iterable[str] = (),
    device: str = "auto",
    timed: bool = False,
) -> None:
    """Print a page of findings, and write it with its figures and the findings where a file is named.

    `about` is the data in a few words, `note` what a reader must know before the figures, `precisions` the number
    formats that scores were computed in. `timed` pages say what else the machine did.
    """
    formats = " and ".join(sorted(set(precisions)))
    computed = f"Computed on {describe_machine(device)}{f', in {formats}' if formats else ''}{busy() if timed else ''}."
    run = Run(
        dataset={"name": about},
        exam={"passages": {}, "items": []},
        systems=(),
        settings={"title": title, "note": f"{computed} {note}".rstrip()},
        findings=tuple(findings),
        cost={},
        versions=version_record(),
        command=command(),
        started=f"{datetime.now().astimezone():%Y-%m-%d}",
    )
    if page:
        write_page(run, page)
    print(markdown_page(run, f"{page.stem if page else title}-figures"))


def busy() -> str:
    """Say how many processes ran or waited for a core, this one among them: the mean of the last quarter of an hour.

    >>> busy().startswith(", with a load of ")
    True
    """
    return f", with a load of {os.getloadavg()[2]:.1f}, its own included"


def for_page(finding: Finding) -> Finding:
    """Return a finding without a word of the exam, and without numbers that its tables have, view by view."""
    tables = tuple(table for table in finding.tables if not TEXTS & set(table.names))
    numbers = tuple(number for number in finding.numbers if not number.group)
    return replace(finding, items=None, tables=tables, numbers=numbers)


def command() -> str:
    """Return the command that runs, without the folders that data lie in and without the options of `UNSAID`."""
    module = sys.modules["__main__"].__spec__
    assert module, "a page names the module that was run: python -m benchmarks.NAME"
    said, words = ["python", "-m", module.name.removesuffix(".__main__")], iter(sys.argv[1:])
    for word in words:
        if word in UNSAID:
            next(words)
        else:
            path, at, split = word.partition("@")
            said.append(f"{Path(path).name}{at}{split}" if Path(path).exists() else word)
    return shlex.join(said)
