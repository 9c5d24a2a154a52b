"""Let every command that writes meet a limit of file sizes, or a full disk, and give it again without one.

    python -m benchmarks.attack.limits [--disk FOLDER] [--seconds 1200] [--only audit,check] [--page FILE]

A limit of file sizes is that of `ulimit -f`. `--disk` is an empty folder on a small file system (mount -t tmpfs
-o size=4m tmpfs FOLDER), which is filled until so much is left. A command that meets a limit has to end with a
sentence of ours, and, given again without the limit, as one that never met it. The commands are those of `kills`.
"""

import argparse
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmarks.attack.kills import COMMANDS, Attack, become, import_everything, stored, written
from magnetite.core.results import Finding, Heading, Value, table

SIZES = (0, 1_000, 20_000, 200_000)  # bytes: the largest file, or what is left of the disk
ERRORS = range(2, 6)  # the exit codes of Magnetite's own errors


def main() -> int:
    """Try every limit on every command until the time is up; write what happened."""
    given = _arguments()
    import_everything()
    end = time.monotonic() + given.seconds
    with tempfile.TemporaryDirectory() as home:
        attack = Limits(Path(home), random.Random(0), given.only.split(","))
        for size in SIZES:
            for name in attack.whole:
                for disk in {None, given.disk}:
                    if time.monotonic() < end:
                        attack.meet(name, size, disk)
    print(*attack.failures, attack.counts, sep="\n")
    if given.page:
        _publish(given.page, attack)
    return bool(attack.failures)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--disk", type=Path)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--only", default=",".join(name for name in COMMANDS if not COMMANDS[name].serves))
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


class Limits(Attack):
    """Commands that meet limits, and how often each was refused, or ended all the same."""

    def __init__(self, home: Path, draw: random.Random, names: Iterable[str]) -> None:
        super().__init__(home, draw, names)
        self.counts: Counter[tuple[str, str, str]] = Counter()  # by command, limit and end
        self.sizes: set[int] = set()

    def meet(self, name: str, size: int, disk: Path | None) -> None:
        """Let a command meet a limit, and give it again without."""
        self.sizes.add(size)
        with tempfile.TemporaryDirectory(dir=disk or self.home) as folder:
            place, kind = Path(folder) / "out", "full disk" if disk else "file size"
            command = COMMANDS[name]
            if command.changes:
                shutil.copytree(self.home / command.changes, place)
            filler = Path(folder) / "filler"
            if disk:
                _fill(filler, size)
            status, said = self._limited(name, place, None if disk else size)
            self.counts[name, kind, "ended" if status == 0 else "refused"] += 1
            limit = f"{name} with {size:,} bytes of {kind}"
            own = status == 0 or (status in ERRORS and "Traceback" not in said and re.search(r"[.)]\s*$", said))
            self._expect(bool(own), f"{limit} ends with {status}: {said[-300:]}")
            left = [path.name for path in Path(folder).rglob("*.part") if "store" not in path.parts]
            self._expect(not left, f"{limit} leaves {left}")
            filler.unlink(missing_ok=True)
            ended = self._finished(name, place)
            there = ended == 2 and command.once
            self._expect(ended == 0 or there, f"{limit}, given again, ends with {ended}")
            self._expect(written(place) == self.whole[name], f"{limit}, given again, writes something else")
            self._expect(
                stored(place.parent / "store") == self.stored[name], f"{limit}, given again, stores something else"
            )

    def _limited(self, name: str, place: Path, size: int | None) -> tuple[int, str]:
        """Run a command under a limit of file sizes, or none; return how it ended, and what it said."""
        read, write = os.pipe()
        if not (process := os.fork()):
            if size is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            os.close(read)
            become(COMMANDS[name].typed(self.home, place), place, write)
        os.close(write)
        with os.fdopen(read, errors="replace") as pipe:
            said = pipe.read()
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), said


def _fill(filler: Path, left: int) -> None:
    """Fill a file system until so many bytes are left."""
    place = os.statvfs(filler.parent)
    with filler.open("wb") as file:
        file.write(b"\0" * max(0, place.f_bavail * place.f_frsize - left))


def _publish(page: Path, attack: Limits) -> None:
    from benchmarks.published import publish  # noqa: PLC0415, it imports what starts threads

    kinds = sorted({kind for _, kind, _ in attack.counts})
    columns = [(kind, end) for kind in kinds for end in ("refused", "ended")]
    headings = [Heading("command"), *(Heading(f"{kind} {end}", f"{kind}: {end}") for kind, end in columns)]
    rows: list[list[Value]] = [
        [name, *(attack.counts[name, kind, end] for kind, end in columns)] for name in attack.whole
    ]
    sizes = ", ".join(f"{size:,}" for size in sorted(attack.sizes))
    tried = attack.counts.total()
    finding = Finding(
        "limits",
        "Limits",
        f"{tried:,} times a command met a limit: files of {sizes} bytes at most, as ulimit -f sets it, or a disk with "
        "so much left. It must end with a sentence of Magnetite's own, leave nothing half-written, and write, given "
        "again without the limit, what it writes where it never met one, with the same scores in its store. "
        f"Failures: {len(attack.failures) or 'none'}.",
        tables=(table("commands", "By command: how often it was refused, or ended all the same", headings, rows),),
        notes=tuple(attack.failures),
    )
    about = "Commands on the bundled sample and on a small made exam, with baselines, rules and a tiny model"
    publish(page, "Full disks and limits of file sizes", about, [finding], device="cpu")


if __name__ == "__main__":
    sys.exit(main())
