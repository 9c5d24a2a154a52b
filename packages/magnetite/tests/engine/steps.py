"""Count the steps Python takes: what tells a loop over cells from work done in arrays, on any machine."""

import sys
import threading
from collections.abc import Callable


def steps(work: Callable[[], object]) -> int:
    """Count the instructions the interpreter runs during `work`, in threads it starts too, not inside numpy."""
    counted = 0

    def count(frame, event, _argument):
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    threading.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
        threading.settrace(before)
    return counted
