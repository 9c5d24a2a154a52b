"""Figures as SVG, drawn by a process of its own: a fault of the library that draws costs one figure, not the run.

The library ends its process where it meets certain characters, and nothing can catch that. Those that are known are
replaced first (`drawable`); whatever else ends the process is found out by its end, and the next figure gets another.
The process lives as long as ours: it ends when its standard input does.
"""

import atexit
import json
import subprocess
import sys
import threading
from typing import IO, Any

from magnetite.report.drawing import drawable, vega_lite_version

_DRAWER = """
import json, sys
import vl_convert
for line in sys.stdin:
    try:
        answer = vl_convert.vegalite_to_svg(*json.loads(line))
    except Exception:
        answer = ""
    print(json.dumps(answer), flush=True)
"""


def svg_of(spec: dict[str, Any]) -> str:
    """Return a figure as SVG; an empty text where it cannot be drawn."""
    return _DRAWERS.draw(spec)


class _Drawers:
    """The process that draws, started when the first figure is, and again where it ended; safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def draw(self, spec: dict[str, Any]) -> str:
        call = json.dumps([drawable(spec), vega_lite_version()])
        with self._lock:
            try:
                answer = _asked(self._started(), call)
            except OSError:
                answer = ""
            if not answer and self._process is not None:  # it ended
                atexit.unregister(self._process.communicate)
                self._process.communicate()
                self._process = None
        return str(json.loads(answer)) if answer else ""

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _DRAWER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
            atexit.register(self._process.communicate)  # closes its standard input, which ends it
        return self._process


def _asked(process: "subprocess.Popen[str]", call: str) -> str:
    """Return the line that a process answers a line with; an empty text where it has ended."""
    write, read = _pipes(process)
    write.write(f"{call}\n")
    write.flush()
    return read.readline()


def _pipes(process: "subprocess.Popen[str]") -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None  # both are pipes
    assert process.stdout is not None
    return process.stdin, process.stdout


_DRAWERS = _Drawers()
