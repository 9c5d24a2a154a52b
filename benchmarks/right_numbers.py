"""Is what exams, servers, logs and functions say read as it is meant, by this version and by an earlier one?

    python -m benchmarks.right_numbers [--before COMMIT] [--page FILE]

The answers, servers and rules that the tests hold, each read by both versions: written answers and the letters that
they mean, the options' own tokens in a server's echo, logs whose rows have the options in another order than their
prompts, and functions of which one word changes, by what a stored score would be found under.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import python_path
from benchmarks.published import publish
from magnetite.core.results import Finding, Heading, table
from tests.scorers.changed_rules import HASHED, NAMED, files_of
from tests.scorers.remote.server import echo
from tests.scorers.test_answer import ANSWERS, OPTIONS

HERE = Path(__file__).parents[1]
BEFORE = "8de13af4"
PROMPT = "Zoë packed “plums” and said “good morning” to Łukasz — twice. Question: What did Zoë pack? Answer:"
PACKED = ("plums", "a loaf", "three kites", "nothing at all")
ECHOES: Mapping[str, Mapping[str, Any]] = {
    "tokens that spell the prompt": {},
    **{f"`{first}` in front": {"special": (first,)} for first in ("<s>", "<bos>", "<|begin_of_text|>")},
    "no spaces": {"shows": "bare"},
    "U+FFFD for each byte of a character": {"shows": "replaced"},
    "nothing until a character is whole": {"shows": "late"},
    r"`bytes:\xe2` for each byte of a character": {"shows": "bytes"},
}
STALE = "the old score, without a word"
READINGS = tuple(map(Heading, ("answer", "meant", "server_before", "log_before", "server", "log")))
HELD = tuple(map(Heading, ("what", "before", "now")))
CHANGED = tuple(map(Heading, ("change", "before", "now")))
# What each version does in a process of its own; two names are others by now.
READ = """
import importlib, json, logging, os, sys
from pathlib import Path
from magnetite.core.errors import MagnetiteError
from magnetite.scorers.function import Function
from magnetite.scorers.logs import read_log
try:
    from magnetite.scorers.remote.dialects.echo import echoed
except ImportError:
    from magnetite.scorers.remote.scorer import echoed
try:
    from magnetite.scorers.answer import named_option
except ImportError:
    from magnetite.scorers.remote.scorer import chosen_letter as named_option

cases, warned = json.load(sys.stdin), []
handler = logging.Handler()
handler.emit = warned.append
logging.getLogger("magnetite").addHandler(handler)

def chosen(samples):
    path = Path("samples_task.jsonl")
    path.write_text("".join(json.dumps(sample) + "\\n" for sample in samples))
    for read in read_log(path):
        best = read.chosen if read.scores is None else read.scores.index(max(read.scores))
        yield None if best is None else read.options[best] if read.options else ""

def cost(reply, prompt, start):
    try:
        return echoed(reply, prompt, start)[0]
    except MagnetiteError:
        return None

def name(files, folder):
    for each in [each for each in sys.modules if each.partition(".")[0] in {"r", "pk", "deep", "pile"}]:
        del sys.modules[each]
    for each, text in files.items():
        Path(folder, each).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, each).write_text(text)
    os.chdir(folder)
    os.environ["MAGNETITE_TEST_WORD"] = files["word.txt"]
    sys.path[0] = folder
    importlib.invalidate_caches()
    warned.clear()
    return Function(importlib.import_module("r").score).fingerprint, bool(warned)

print(json.dumps({
    "server": [named_option(text, cases["options"]) for text in cases["answers"]],
    "log": list(chosen(cases["samples"])),
    "orders": list(chosen(cases["orders"])),
    "echoes": [[cost(*each) for each in kind] for kind in cases["echoes"]],
    "functions": [[name(*each) for each in pair] for pair in cases["functions"]],
}))
"""


def main() -> None:
    """Read everything by both versions, and publish the page."""
    given = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", given.before], cwd=HERE, capture_output=True, check=True)
        subprocess.run(["tar", "xf", "-", "-C", folder], input=archive.stdout, check=True)
        sources = Path(folder), HERE
        readings = [_read(source, Path(folder, name)) for name, source in zip("ab", sources, strict=True)]
        cases = _cases(*sources)
    publish(
        given.page,
        "The right number",
        f"{len(ANSWERS)} answers, {len(ECHOES) + 2} servers and logs, {len(HASHED) + len(NAMED)} ways to change a rule",
        [cases, *_findings(*readings)],
        note=f"*Before* is the commit {given.before}. [Decision 42](../decisions/042-right-numbers.md) describes the "
        "consequences.",
    )


def _cases(*sources: Path) -> Finding:
    """Return what each version makes of small exams, answers and rules whose right outcome is known."""
    found = []
    for source in sources:
        command = [sys.executable, "-m", "benchmarks.right_cases"]
        path = os.pathsep.join((python_path(source), str(HERE)))
        done = subprocess.run(
            command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=True, cwd=HERE
        )
        found.append(json.loads(done.stdout.splitlines()[-1]))
    rows = [(name, right, *(version[name][1] for version in found)) for name, (right, _) in found[-1].items()]
    right = [sum(row[1] == row[place] for row in rows) for place in (2, 3)]
    return Finding(
        "cases",
        "Numbers and keys",
        f"Of {len(rows)} outcomes {right[0]} were right, and {right[1]} are now.",
        tables=(table("cases", "What is made of each", tuple(map(Heading, ("what", "right", "before", "now"))), rows),),
    )


def _read(root: Path, folder: Path) -> Mapping[str, Any]:
    """Return what one version reads."""
    folder.mkdir()
    rules = [*HASHED.values(), *NAMED.values()]
    cases = {
        "options": OPTIONS,
        "answers": [text for text, _ in ANSWERS],
        "samples": [_sample(OPTIONS, OPTIONS, text) for text, _ in ANSWERS],
        "orders": [_sample(PACKED, PACKED[::-1], way) for way in (None, "Answer: B")],
        "echoes": [
            [(echo(f"{PROMPT} {option}", **kind), f"{PROMPT} {option}", len(PROMPT)) for option in PACKED]
            for kind in ECHOES.values()
        ],
        "functions": [
            [(files_of(rule, word), str(folder / f"{place}-{word}")) for word in ("bread", "milk")]
            for place, rule in enumerate(rules)
        ],
    }
    done = subprocess.run(
        [sys.executable, "-c", READ],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": python_path(root)},
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def _sample(options: Sequence[str], shown: Sequence[str], answer: str | None) -> dict[str, Any]:
    """Return a line of a log of lm-evaluation-harness: the answer that was written, or else B as the likeliest letter.

    The row lists `options`, the prompt those that are `shown`.
    """
    letters = "ABCD"
    lines = "".join(f"{letter}. {option}\n" for letter, option in zip(letters, shown, strict=True))
    prompt = f"What is it?\n{lines}Answer:"
    doc = {"question": "What is it?", "choices": list(options)}
    if answer is not None:
        return {"doc": doc, "arguments": [[prompt, {"until": []}]], "resps": [[answer]], "filtered_resps": [answer]}
    values = [[[str(-1.0 - (letter != "B")), "False"]] for letter in letters]
    pairs = [[prompt, f" {letter}"] for letter in letters]
    return {"doc": doc, "arguments": pairs, "resps": values, "filtered_resps": [value[0] for value in values]}


def _findings(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what both versions make of answers, of echoes and logs, and of functions."""
    meant = [letter or "none" for _, letter in ANSWERS]
    doors = [
        [_letter(OPTIONS.index(option) if isinstance(option, str) else option) for option in version[door]]
        for version in (before, now)
        for door in ("server", "log")
    ]
    right = [sum(map(str.__eq__, door, meant)) for door in doors]
    wrong = [sum(each not in {letter, "none"} for each, letter in zip(door, meant, strict=True)) for door in doors[:2]]
    rows = [[_code(text), *read] for (text, _), read in zip(ANSWERS, zip(meant, *doors, strict=True), strict=True)]
    yield Finding(
        "answers",
        "Written answers",
        f"Of {len(meant)} answers {right[0]} were read as they are meant from a server, and {right[1]} from a log; now "
        f"{right[2]} and {right[3]} are. {wrong[0]} and {wrong[1]} were read as an option that they do not mean.",
        tables=(table("answers", "The option of each", READINGS, rows),),
    )
    yield Finding(
        "echoes",
        "Echoes and logs",
        "A right score is that of the option's own tokens; a right choice is that of the order in the prompt.",
        tables=(table("echoes", "Right, of all that were read", HELD, list(_held(before, now))),),
    )
    ways = [*HASHED, *NAMED]
    outcomes = [[_outcome(*pair) for pair in version["functions"]] for version in (before, now)]
    yield Finding(
        "functions",
        "A rule of which one word changes",
        f"Of {len(ways)} ways to change a rule {outcomes[0].count(STALE)} kept their old scores without a word; now "
        f"{outcomes[1].count(STALE)} do.",
        tables=(table("functions", "What becomes of stored scores", CHANGED, list(zip(ways, *outcomes, strict=True))),),
    )


def _held(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield, for each server and log, what of it is right."""
    own = [sum(-len(f" {word}") / 10 - 0.01 for word in option.split()) for option in PACKED]
    for place, kind in enumerate(ECHOES):
        yield [f"Echo: {kind}", *(_right(version["echoes"][place], own) for version in (before, now))]
    for place, way in enumerate(("likeliest letter", "written letter")):
        yield [
            f"Log, rows in another order than prompts: {way}",
            *(_right([version["orders"][place]], [PACKED[::-1][1]]) for version in (before, now)),
        ]


def _right(read: Sequence[Any], truth: Sequence[Any]) -> str:
    if all(each in {None, ""} for each in read):
        return "refused"
    same = [a == b if isinstance(a, str) else math.isclose(a, b) for a, b in zip(read, truth, strict=True) if a]
    return f"{sum(same)} of {len(same)}"


def _code(text: str) -> str:
    """Return a text as code of Markdown, in one line."""
    ticks = "``" if "`" in text else "`"
    return " ".join((ticks, text.replace("\n", "↵"), ticks)) if text else ""


def _letter(place: int | None) -> str:
    return "none" if place is None else "ABCD"[place]


def _outcome(first: tuple[str, bool], second: tuple[str, bool]) -> str:
    return "scored anew" if first[0] != second[0] else "named in a warning" if second[1] else STALE


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, help="The commit of the earlier version.")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
