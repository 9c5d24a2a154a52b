"""Read hostile files, each in a copy of a process that has imported the readers.

    python -m benchmarks.attack.files FOLDER RESULT

RESULT is JSON: of each file the seconds of the processor, MiB of memory, and how it ended. The package that is imported
is the one on PYTHONPATH, so that an earlier one can be measured too.
"""

import json
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path

SECONDS, MEMORY = 25, 5 * 2**30  # what a reader has, beyond which it is ended


def main() -> None:
    """Read the files, and write what each cost after each of them."""
    os.environ["POLARS_MAX_THREADS"] = "1"
    from examfiles.exam import read_exam  # noqa: PLC0415
    from magnetite.core.errors import MagnetiteError  # noqa: PLC0415

    for name in ("polars", "lxml.etree", "docx", "python_calamine"):
        with suppress(ImportError):
            __import__(name)
    folder, result = map(Path, sys.argv[1:])
    costs: dict[str, dict[str, object]] = json.loads(result.read_text("utf-8")) if result.exists() else {}
    for path in sorted(folder.iterdir()):
        if path.name in costs:
            continue
        out, into = os.pipe()
        if not (process := os.fork()):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            said = "foreign error"
            try:
                read_exam(path, keys_needed=False)
                said = "read"
            except MagnetiteError:
                said = "refused"
            finally:
                os.write(into, said.encode())
                os._exit(0)
        os.close(into)
        said = os.read(out, 100).decode()
        os.close(out)
        _, _, usage = os.wait4(process, 0)
        cost = round(usage.ru_utime + usage.ru_stime, 1)
        costs[path.name] = {"seconds": cost, "mib": usage.ru_maxrss // 1024, "said": said or "ended by the limit"}
        result.write_text(json.dumps(costs, indent=1), "utf-8")


if __name__ == "__main__":
    main()
