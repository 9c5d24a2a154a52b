"""Try what a base installation is for, on any system: check, convert and describe an exam, and serve the check page."""

import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

MAGNETITE = (sys.executable, "-m", "magnetite")


def main() -> None:
    """Run the commands, one after the other; an error ends this with its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        exam = Path(folder) / "exam.docx"
        for words in (
            ("check", "sample", "--no-models", "--output", str(Path(folder) / "check")),
            ("convert", "sample", "--to", str(exam), "--lose"),
            ("describe", str(exam)),
        ):
            subprocess.run([*MAGNETITE, *words], check=True, timeout=300)
        page = first_page(Path(folder) / "checks")
    assert "<h1" in page, page
    heavy = {"torch", "polars", "transformers"}
    installed = subprocess.run([sys.executable, "-m", "pip", "list"], check=True, capture_output=True, text=True).stdout
    assert heavy.isdisjoint(installed.split()), "the base install has what only its extras need"


def first_page(folder: Path) -> str:
    """Serve the check page, and return it."""
    words = [*MAGNETITE[:1], "-u", *MAGNETITE[1:], "serve", "--no-browser", "--folder", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = re.search(r"http://[\w.]+:\d+", server.stdout.readline())
            assert address, "serve printed no address"
            with urllib.request.urlopen(address[0], timeout=60) as answer:
                return answer.read().decode()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
