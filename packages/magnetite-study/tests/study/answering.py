"""Answer a study from several threads, logging every answer once it is acknowledged: the process the crash test kills.

python answering.py STUDY LOG
"""

import os
import sys
import threading
from pathlib import Path

from magnetite_study.database import Database

THREADS = 4


def logged(log: Path) -> dict[tuple[int, int], int]:
    """Return the answers acknowledged so far: participant and position, with the option; three bytes each."""
    content = log.read_bytes() if log.exists() else b""
    return {(content[i], content[i + 1]): content[i + 2] for i in range(0, len(content) - 2, 3)}


def take_part(database: Database, log: int, numbers: range) -> None:
    """Answer whatever these participants have not answered, a question after the other."""
    for number in numbers:
        answered = database.answered(number)
        for position in range(1, len(database.design.questions) + 1):
            if position not in answered:
                option = (number + position) % 4
                database.show(number, position)
                database.answer(number, position, option)
                os.write(log, bytes((number, position, option)))


if __name__ == "__main__":
    with Database(sys.argv[1]) as opened:
        file = os.open(sys.argv[2], os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        many = len(opened.participants())
        threads = [
            threading.Thread(target=take_part, args=(opened, file, range(start + 1, many + 1, THREADS)))
            for start in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
