"""Start Magnetite as someone without a terminal does, from the launcher's zip, on any system: `launcher.py ZIP`.

The folder has a space and an umlaut in its name, and the home is empty, so that uv gets everything anew.
"""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from zipfile import ZipFile

PORT = 8765
SECONDS = 600


def main() -> None:
    """Unpack, start, and wait for the first page; an error ends this with its exit code."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder) / "Prü fung"
        with ZipFile(sys.argv[1]) as archive:
            archive.extractall(place)
        starter = place / "Magnetite" / ("Magnetite.cmd" if os.name == "nt" else "Magnetite.command")
        starter.chmod(0o755)
        home = {name: str(place / "home") for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA")}
        with subprocess.Popen(
            [str(starter), "--no-browser", "--port", str(PORT)], env={**os.environ, **home}, start_new_session=True
        ) as started:
            try:
                page = first_page(started)
            finally:
                end(started)
        assert "<h1" in page, page


def first_page(started: subprocess.Popen[bytes]) -> str:
    """Return the first page, as soon as it is served."""
    for _ in range(SECONDS):
        assert started.poll() is None, f"the launcher ended with {started.returncode}"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(1)
    raise TimeoutError(f"no page after {SECONDS} seconds")


def end(started: subprocess.Popen[bytes]) -> None:
    """End the launcher and what it started."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(started.pid)], check=False, capture_output=True)
    else:
        os.killpg(started.pid, 15)
    started.wait()


if __name__ == "__main__":
    main()
