"""Record outputs anew, or show recorded ones.

    python -m tests.golden.record              compare every case, show what changed, and record it
    python -m tests.golden.record 'audit-*'    some cases
    python -m tests.golden.record --words      record only cases of which words alone have changed, all figures standing
    python -m tests.golden.record --show audit-longest run/findings.json

Before: empty the rules of `tests/golden/mapping.py`, since what is recorded now has today's names.
"""

import sys
import tempfile
import time
from fnmatch import fnmatchcase
from pathlib import Path

from tests.golden import mapping, recorded
from tests.golden.cases import CASES
from tests.golden.comparing import differences, figures
from tests.golden.running import run_case


def main(arguments: list[str]) -> None:
    """Do what the command line says."""
    if arguments[:1] == ["--show"]:
        return show(*arguments[1:])
    if mapping.FILES or mapping.PLACES or mapping.ADDED or mapping.TEXTS:
        sys.exit("tests/golden/mapping.py still maps old names to new ones. Empty its rules, then record again.")
    words = "--words" in arguments
    arguments = [argument for argument in arguments if argument != "--words"]
    chosen = [c for c in CASES if not arguments or any(fnmatchcase(c.name, pattern) for pattern in arguments)]
    for case in chosen:
        clock = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            texts = run_case(case, Path(folder))
        state = _record(case.name, texts, words=words)
        sys.stdout.write(f"{case.name}: {state}, {len(texts)} files, {time.process_time() - clock:.1f} s\n")
    if not arguments and not words:
        for name in set(recorded.names()) - {case.name for case in CASES}:
            recorded.remove(name)
            sys.stdout.write(f"{name}: removed\n")
        recorded.save_machine()
    return None


def _record(case: str, texts: dict[str, str], *, words: bool) -> str:
    """Show what changed of a case, record it if it may be, and say what was done."""
    if case in recorded.names():
        before = recorded.load(case)
        sys.stdout.writelines(f"{line}\n" for line in differences(case, before, texts))
        if words and figures(before) != figures(texts):
            return "NOT RECORDED: figures or places differ"
    return "recorded" if recorded.save(case, texts) else "as before"


def show(case: str, *files: str) -> None:
    """Print the recorded files of a case, or of these names."""
    for name, text in recorded.load(case).items():
        if not files or name in files:
            sys.stdout.write(f"===== {name}\n{text}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
