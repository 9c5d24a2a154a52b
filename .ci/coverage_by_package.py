"""Print how many of each package's lines the tests run, as a table in Markdown, from what `make coverage` measured."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path


def main() -> None:
    """Print a row for each folder of magnetite and each other distribution, the least covered first, and the whole."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        subprocess.run([sys.executable, "-m", "coverage", "json", "--quiet", "-o", report], check=True)
        files = json.loads(report.read_text("utf-8"))["files"]
    lines, ran = Counter[str](), Counter[str]()
    for name, found in files.items():
        for package in (package_of(Path(name)), "all"):
            lines[package] += found["summary"]["num_statements"]
            ran[package] += found["summary"]["covered_lines"]
    print("| Package | Lines | Run by tests |\n|---|--:|--:|")
    for package in sorted(lines, key=lambda each: (each == "all", ran[each] / max(lines[each], 1))):
        print(f"| {package} | {lines[package]:,} | {ran[package] / max(lines[package], 1):.1%} |")


def package_of(path: Path) -> str:
    """Return the package that a file belongs to, of magnetite the folder in it.

    >>> package_of(Path("packages/magnetite/src/magnetite/stats/crossed.py"))
    'magnetite.stats'
    """
    first, *others = path.parts[path.parts.index("src") + 1 : -1]
    return f"{first}.{others[0]}" if first == "magnetite" and others else first


if __name__ == "__main__":
    main()
