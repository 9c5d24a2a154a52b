"""Install the wheels as the documentation says, in an empty home, and type every command that it shows.

    python -m benchmarks.install [--only pythons,extras,tools,locks,commands] [--quick] [--folder FOLDER] [--page FILE]

pythons   the base install, into a new environment of each Python that is here, without a compiler
extras    each extra of docs/install.md, into one of them
tools     uvx and pipx run, if they are on the PATH: seconds to the first page of `magnetite serve`, with nothing cached
          and then again; and pip against uv for what `make audit` installs by its hashes
locks     for each Python: does every pinned version have a wheel? (uv)
commands  every `magnetite …` of README and docs, against the wheels: each page in a folder of its own, with the files
          that it shows, and the sample exam under the names that it takes for granted

Where the index has only torch for CUDA, `--torch FILE` names a wheel for processors, installed first as docs/install.md
says. Each part keeps its result in --folder, of which the page is made. `--quick` types no command that asks models.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, Value, table

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PROMISED = 120  # seconds that `pip install` of the base may take
MOST_MIB = 350  # that it may take on disk
EXTRAS = ("audit", "inspect", "remote", "models", "quantised", "cluster")
PATIENCE = 900
WRITTEN = re.compile(r"^`([\w. -]+\.\w+)`:\n+```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^(?: {4}|\$ )?(?:\.venv/bin/)?(magnetite [^\n]+)$|`(magnetite [^`\n]+)`", re.MULTILINE)
UNRUN = (  # what is not run, and why
    (r"\[FLAGS\]|…|FOLDER\||COMMAND|<Tab>|NAME|DIR\b|PATH|SCORES|FILE|\bID\b", "a form to be filled in"),
    (r"^magnetite( study (serve|create)| (?!doctor$|serve$)[a-z]+)?( --(?!version|help)[a-z-]+)?$", "a name alone"),
    (r"hub-id|smollm2|reader|localhost|base\b(?!-url)", "needs a hub, a model server, or an extra's weights"),
    (r"--ray|--workers", "needs a cluster, or the extra `cluster`"),
    (r"magnetite (train|unanswerable|transfer|shortcuts [DR])", "trains, or needs what was trained"),
    (r"reproduce(?!.*--dry-run)", "repeats a paper, for hours"),
    (r"exam\.pipes", "needs the package that its page makes: packages/magnetite/tests/repository/test_extending.py"),
    (r"logs/|scored\.jsonl|scores\.|attacked --model", "needs what another program scored"),
    (r"magnetite benchmark|--pool (lin|RUN)|--mode race|--limit 500", "takes more than a quarter of an hour"),
)
ASKS = (
    r"magnetite (audit(?! .*--dry-run)|magnets|unreadable|shortcuts|score|study create (DATA|RACE))"
    r"|check exam\.(docx|gift)$|check ferry\.txt --output"
)
FILLED = (("DATA", "sample"), ("MODEL", "small"), ("EXAM", "exam.docx"), ("STUDY", "my-study"), ("FOLDER", "runs"))
Result = dict[str, Any]


def commands() -> Iterator[tuple[str, str]]:
    """Yield each page and command that it shows, in the page's order, once."""
    for path in PAGES:
        if {"results", "decisions"} & set(path.parts):
            continue
        text, seen = path.read_text("utf-8").replace("\\\n", " "), set[str]()
        for block, inline in SHOWN.findall(text):
            line = re.split(r" {2,}[^ -]| #| \| ", " ".join(inline.split()) if inline else block)[0].strip()
            if line not in seen:
                seen.add(line)
                yield path.relative_to(ROOT).as_posix(), line


def unrun(command: str, quick: bool = False) -> str:
    """Return why a command is not run; nothing where it is."""
    patterns = (*UNRUN, (ASKS, "asks models: left out by --quick")) if quick else UNRUN
    return next((why for pattern, why in patterns if re.search(pattern, command)), "")


def main() -> int:
    """Do the parts, and publish all results; return 1 where something failed."""
    given = _arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    built = given.folder / "dist"
    if not list(built.glob("*.whl")):
        for package in sorted((ROOT / "packages").iterdir()):
            subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", built, package], check=True)
    [wheel] = built.resolve().glob("magnetite_audit-*.whl")
    parts: dict[str, Callable[..., Iterator[Result]]] = {"pythons": pythons, "extras": extras, "tools": tools}
    parts |= {"locks": locks, "commands": partial(typed, quick=given.quick)}
    for part in filter(None, given.only.split(",")):
        rows = []
        for row in parts[part](wheel, given.folder, given.torch):
            rows.append(row)
            print(row, file=sys.stderr, flush=True)
            (given.folder / f"{part}.json").write_text(json.dumps(rows, indent=1), "utf-8")
    done = {part: _kept(given.folder / f"{part}.json") for part in parts}
    publish(
        given.page,
        "Installing",
        "The wheels in bare environments and an empty home, and every command that the documentation shows",
        list(_findings(done)),
        note="Nothing may be compiled: CC and CXX name a program that fails. Seconds include downloads.",
        device="cpu",
        timed=True,
    )
    return any(row.get("failed") for rows in done.values() for row in rows)


def _kept(path: Path) -> list[Result]:
    return json.loads(path.read_text("utf-8")) if path.exists() else []


def _python(version: str) -> Path | None:
    """Return an interpreter of a version that is on the PATH, or among pyenv's."""
    found = [*Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    named = shutil.which(f"python{version}")
    return found[-1] if found else Path(named) if named and "shims" not in named else None


def run(*words: str | Path, cwd: Path, **more: str) -> tuple[int, str, float]:
    """Run a command as somebody with an empty home; return its status, what it printed, and seconds."""
    home = cwd / "home"
    home.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "MAGNETITE_"))}
    told = kept | {"HOME": str(home), "CC": "false", "CXX": "false", "COLUMNS": "200"} | more
    begun = time.monotonic()
    try:
        done = subprocess.run(
            [*map(str, words)],
            cwd=cwd,
            env=told,
            input="y\n",
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        status, printed = done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        status, printed = 124, f"not ended after {PATIENCE} s"
    return status, printed, round(time.monotonic() - begun, 1)


def installed(python: Path, wanted: Sequence[str], cwd: Path, *flags: str) -> Result:
    """Install, and return seconds, how many packages came, MiB that were added, and what went wrong."""
    before = size(python)
    report = cwd / "report.json"
    status, printed, seconds = run(
        python, "-m", "pip", "install", "--no-input", "--report", report, *flags, *wanted, cwd=cwd
    )
    came = [each["metadata"]["name"] for each in json.loads(report.read_text("utf-8"))["install"]] if not status else []
    cuda = sorted(name for name in came if name.startswith(("nvidia", "cuda", "triton")))
    compiled = sorted(set(re.findall(r"Building wheel for (\S+)", printed)))
    row: Result = {"seconds": seconds, "packages": len(came), "mib": (size(python) - before) >> 20, "cuda": len(cuda)}
    return row | {"built": ", ".join(compiled), "failed": "" if not status else printed[-300:]}


def size(python: Path) -> int:
    """Return the bytes of an environment's packages."""
    home = next(python.parent.parent.glob("lib/python*/site-packages"))
    return sum(path.stat().st_size for path in home.rglob("*") if path.is_file() and not path.is_symlink())


def environment(folder: Path, version: str) -> Path | None:
    """Make a new environment, and return its Python; None where there is no such Python here."""
    if (base := _python(version)) is None:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([base, "-m", "venv", folder], check=True)
    return folder / "bin" / "python"


def pythons(wheel: Path, folder: Path, torch: Sequence[Path]) -> Iterator[Result]:
    """Install the base under each Python, and use it."""
    del torch
    for version in PYTHONS:
        python = environment(folder / f"python{version}", version)
        if python is None:
            yield {"python": version, "failed": "no such Python here"}
            continue
        row = {"python": version} | installed(python, [str(wheel)], folder, *beside(wheel))
        for words in (("pip", "check"), ("magnetite", "doctor"), ("magnetite", "check", "sample", "--no-models")):
            if not row["failed"]:
                status, printed, _ = run(python, "-m", *words, cwd=folder)
                row["failed"] = f"{' '.join(words)}: {printed[-300:]}" if status or "✗" in printed else ""
        yield row


def extras(wheel: Path, folder: Path, torch: Sequence[Path]) -> Iterator[Result]:
    """Install each extra into the environment of the oldest Python; torch for processors first, where one is named."""
    python = folder / f"python{PYTHONS[0]}" / "bin" / "python"
    tag = f"cp{PYTHONS[0].replace('.', '')}-"
    if own := [str(each.resolve()) for each in torch if tag in each.name]:
        yield {"extra": "(torch for processors)", **installed(python, own, folder)}
    for extra in EXTRAS:
        yield {"extra": extra, **installed(python, [f"{wheel}[{extra}]"], folder, *beside(wheel))}


def beside(wheel: Path) -> tuple[str, str]:
    """Return what tells pip, and uv, where the others of our wheels are."""
    return "--find-links", str(wheel.parent)


def tools(wheel: Path, folder: Path, torch: Sequence[Path]) -> Iterator[Result]:
    """Serve the check page by uvx and pipx, from the wheels, twice; then install a lock by pip and by uv."""
    del torch
    named, home = str(_python(PYTHONS[0])), folder / "home"
    for words in (
        ("uvx", "--python", named, *beside(wheel), "--from", str(wheel)),
        ("pipx", "run", "--python", named, "--pip-args", " ".join(beside(wheel)), "--spec", str(wheel)),
    ):
        if shutil.which(words[0]) is None:
            yield {"tool": words[0], "seconds": None, "ended": "not on the PATH"}
            continue
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        for when in ("the first page, nothing cached", "the first page, again"):
            row = first_page([*words, "magnetite", "serve", "--folder", str(folder / "checks")], folder, home)
            yield {"tool": f"{words[0]}: {when}", "ended": row["outcome"], **row}
    for name in ("base", "run"):
        yield from _lock_by(named, ROOT / f"requirements/{name}.txt", folder)


def _lock_by(base: str, lock: Path, folder: Path) -> Iterator[Result]:
    """Install what a lock lists into new environments, by pip and by uv, nothing cached."""
    place = folder / "installer"
    python, hashed = place / "bin/python", ("--quiet", "--no-deps", "--require-hashes", "-r", lock)
    uv = shutil.which("uv")
    for tool, words in (
        ("pip", (python, "-m", "pip", "install", "--no-cache-dir", *hashed)),
        ("uv", (uv or "uv", "pip", "install", "--no-cache", "--compile-bytecode", "--python", python, *hashed)),
    ):
        if tool == "uv" and uv is None:
            yield {"tool": "uv", "seconds": None, "ended": "not on the PATH"}
            continue
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([base, "-m", "venv", place], check=True)
        status, printed, seconds = run(*words, cwd=folder)
        row: Result = {
            "tool": f"{tool}: {lock.name}, compiled",
            "seconds": seconds,
            "failed": printed if status else "",
        }
        yield row | {"ended": "as it should" if not status else printed[-200:]}


def locks(wheel: Path, folder: Path, torch: Sequence[Path]) -> Iterator[Result]:
    """Resolve the pinned versions for each Python, with every extra for users, from wheels alone."""
    del wheel
    near = [word for each in torch for word in ("--find-links", str(each.parent.resolve()))]
    asked = f"magnetite-audit[{','.join(EXTRAS)}]"
    inputs = subprocess.run(
        [sys.executable, ROOT / "requirements/inputs.py", asked, "magnetite-papers", "magnetite-study"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    (folder / "inputs.txt").write_text(inputs, "utf-8")
    words = ("uv", "pip", "compile", "-q", "inputs.txt", "--constraint", ROOT / "constraints.txt")
    for version in PYTHONS:
        more = (*near, "--only-binary", ":all:", "--python-version", version, "--no-header", "--no-annotate")
        status, printed, _ = run(*words, *more, cwd=folder)
        found = len(printed.splitlines()) if not status else None
        yield {"python": version, "packages": found, "failed": "" if not status else printed[-300:]}


def typed(wheel: Path, folder: Path, torch: Sequence[Path], *, quick: bool) -> Iterator[Result]:
    """Type every command of the documentation, but those that an earlier run in this folder has typed."""
    del wheel, torch
    program = folder / f"python{PYTHONS[0]}" / "bin" / "magnetite"
    home = (folder / "typed").resolve()
    for made in home.glob("*") if home.exists() else ():
        if made.name != "samples":
            shutil.rmtree(made)
    if not (home / "samples" / "answers.csv").exists():  # the last of them
        shutil.rmtree(home, ignore_errors=True)
        (home / "samples").mkdir(parents=True)
        _samples(program.resolve(), home / "samples")
    kept = {(row["page"], row["command"]): row for row in _kept(folder / "commands.json") if not row.get("failed")}
    for page, command in commands():
        if (page, command) in kept:
            yield kept[page, command]
            continue
        place = home / re.sub(r"\W", "-", page)
        if not place.exists():
            shutil.copytree(home / "samples", place)
            for name, text in WRITTEN.findall((ROOT / page).read_text("utf-8")):
                (place / name).write_text(text, "utf-8")
        row: Result = {
            "command": command,
            "page": page,
            "outcome": unrun(command, quick),
            "seconds": None,
            "failed": "",
        }
        if not row["outcome"]:
            line = command
            for name, value in FILLED:
                line = re.sub(rf"\b{name}\b", value, line)
            run_one = served if " serve" in line else ended
            row |= run_one(program.resolve(), line, place)
        yield row


def ended(program: Path, line: str, place: Path) -> Result:
    """Run a command to its end; 6 is how a check that shall fail on flags ends."""
    home = str(place.parent / "home")
    status, printed, seconds = run(program, *shlex.split(line)[1:], cwd=place, HOME=home, SHELL="/bin/bash")
    good = status == 0 or (status == 6 and "--fail-on" in line)
    return {"outcome": f"ended with {status}", "seconds": seconds, "failed": "" if good else printed[-300:]}


def served(program: Path, line: str, place: Path) -> Result:
    """Start a server, on a port that is free, and ask for its first page."""
    words = shlex.split(line.replace("--port 8000", ""))[1:]
    return first_page([str(program), *words], place, place.parent / "home")


def first_page(words: Sequence[str], cwd: Path, home: Path) -> Result:
    """Start a server by a command, on a port that is free, and return the seconds until its first page is there."""
    begun = time.monotonic()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "MAGNETITE_"))}
    with subprocess.Popen(
        [*words, "--port", "0", "--no-browser"], cwd=cwd, env=kept | {"HOME": str(home)}, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        try:
            address = next(found[0] for said in server.stdout if (found := re.search(rb"http://[\w.]+:\d+", said)))
            with urllib.request.urlopen(address.decode(), timeout=60) as answer:
                status = answer.status
        except HTTPError as error:  # a study shows nothing without a link
            status = error.code
            if status >= 500:
                return {"outcome": f"served, {status}", "failed": str(error)}
        except (OSError, StopIteration) as error:
            return {"outcome": "no page", "failed": str(error)}
        finally:
            server.terminate()
    return {"outcome": f"served, {status}", "seconds": round(time.monotonic() - begun, 1)}


def _samples(program: Path, folder: Path) -> None:
    """Make what pages take for granted, of the sample exam."""
    for words in (
        *(("convert", "sample", "--to", name, "--lose") for name in ("exam.gift", "exam.docx", "exam.xml", "exam.csv")),
        *(("convert", "sample", "--to", name, "--lose") for name in ("race/test.jsonl", "race.jsonl")),
        ("convert", "sample", "--to", "bank/exam.gift", "--lose"),
        ("convert", "race", "--split", "test", "--to", "RACE.tar.gz", "--lose"),
        ("convert", "sample", "--to", "exam.zip", "--format", "qti-2.2", "--lose"),
        ("convert", "sample", "--to", "ferry.txt", "--format", "aiken", "--lose"),
        ("audit", "sample", "--limit", "8", "--model", "overlap", "--output", "runs/overlap"),
        ("audit", "sample", "--limit", "8", "--model", "longest", "--output", "runs/longest"),
        *((("study", "create", "sample", "--magnets", "magnets.txt", "--questions", "8", "--participants", "6",
            "--no-models", "--yes", "--output", "my-study"),)),
    ):  # fmt: skip
        for inside in ("bank", "race"):
            (folder / inside).mkdir(exist_ok=True)
        (folder / "magnets.txt").write_text("It depends\nNobody knows\nBoth are true\nNone of these\n", "utf-8")
        status, printed, _ = run(program, *words, cwd=folder)
        if status:
            raise SystemExit(f"{' '.join(words)}: {printed[-500:]}")
    items = [json.loads(line) for line in (folder / "race.jsonl").read_text("utf-8").splitlines()]
    (folder / "DREAM").mkdir()
    turns = [
        [["W: Hello."], [{"question": "Who speaks?", "choice": ["W", "M", "Nobody"], "answer": "W"}], f"d{n}"]
        for n in range(4)
    ]
    (folder / "DREAM" / "test.json").write_text(json.dumps(turns), "utf-8")
    (folder / "data").mkdir()
    shutil.copy(folder / "RACE.tar.gz", folder / "data")
    (folder / "magnets.jsonl").write_text("".join(f'{{"text": "It depends on {n}"}}\n' for n in range(12)), "utf-8")
    heading = ",".join(str(n) for n in range(1, len(items) + 1))
    answers = "".join(f"{who},{','.join('ABC'[(n + at) % 3] for n in range(len(items)))}\n" for at, who in enumerate(
        ("Ann", "Ben", "Cleo", "Dan")))  # fmt: skip
    (folder / "Quiz 1-responses.csv").write_text(f"candidate,{heading}\n{answers}", "utf-8")
    (folder / "answers.csv").write_text("participant,question,answer\n1,1,A\n1,2,B\n", "utf-8")


def _findings(done: dict[str, list[Result]]) -> Iterator[Finding]:
    alone = [row for row in done["pythons"] if row.get("seconds")]
    yield Finding(
        "pythons",
        "The base install",
        f"`pip install` of magnetite-audit, without extras: {max((row['seconds'] for row in alone), default=0):.0f} "
        f"seconds at most, {PROMISED} promised; {max((row['mib'] for row in alone), default=0)} MiB, {MOST_MIB} "
        "promised. Used then: `pip check`, `doctor`, `check sample`.",
        tables=(_table("pythons", ("python", *INSTALLED), done["pythons"]),),
    )
    if done["extras"]:
        yield Finding(
            "extras",
            "Extras",
            "Each into the environment of the oldest Python, one after the other: what was there already is not "
            "counted again.",
            tables=(_table("extras", ("extra", *INSTALLED), done["extras"]),),
        )
    if done["tools"]:
        yield Finding("tools", "Without installing", "", tables=(_table("tools", TOOL, done["tools"]),))
    if done["locks"]:
        about = "`constraints.txt` with all extras above, from wheels alone: how many packages each Python gets."
        yield Finding("locks", "Pinned versions", about, tables=(_table("locks", LOCK, done["locks"]),))
    if rows := done["commands"]:
        reached = {(row["page"], row["command"]) for row in rows}
        left = ((page, line) for page, line in commands() if (page, line) not in reached)
        rows += [{"page": page, "command": line, "outcome": "not reached: the run was ended"} for page, line in left]
        failed = sum(bool(row.get("failed")) for row in rows)
        ran = sum(row["outcome"].startswith(("ended", "served")) for row in rows)
        yield Finding(
            "commands",
            "Commands that pages show",
            f"Of {len(rows)} commands {ran} ran, each page's in a folder of its own: {failed or 'none'} failed.",
            tables=(_table("commands", ("command", "page", "outcome", "seconds", "failed"), rows),),
        )


INSTALLED = ("seconds", "packages", "mib", "cuda", "built", "failed")
TOOL, LOCK = ("tool", "seconds", "ended"), ("python", "packages", "failed")
HEADINGS = {"mib": "MiB", "cuda": "CUDA packages"}


def _table(name: str, columns: Sequence[str], rows: Sequence[Result]) -> Any:
    headings = [Heading(column, HEADINGS.get(column, column)) for column in columns]
    values: list[list[Value]] = [[row.get(column) for column in columns] for row in rows]
    return table(name, name.capitalize(), headings, values)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="pythons,extras,tools,locks,commands")
    parser.add_argument("--folder", type=Path, default=ROOT / "runs/install")
    parser.add_argument("--torch", type=Path, action="append", default=[], help="A wheel of torch for processors.")
    parser.add_argument("--quick", action="store_true", help="Type no command that asks models.")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
