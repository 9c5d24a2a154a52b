"""What a command finds depends on its settings alone: not on the order in which Python keeps its sets."""

import json
import os
import subprocess
import sys

SCRIPT = """
import json
import random
from dataclasses import replace
import magnetite
from benchmarks.plantings import KINDS, spoiled
from examfiles.items import Dataset, Item
from magnetite.core.results import run_to_json
from magnetite.experiments.description.finding import describe
few = {"store": "off", "limit": 24}
systems = {"qoc": "overlap", "qo": "longest", "co": "overlap", "o": "longest"}
draw = random.Random(0)
WORDS = "red blue Ann milk always never a an days loudly running to sleeps swims fish honest of passage hotel".split()
ENDINGS = ("What", "Which is not", "How many", "Why did Ann never", "Ann is an", "When did they say that they are not")


def text(words, least, most, between=" "):
    return between.join(draw.choices(words, k=draw.randint(least, most)))


def option():
    if draw.random() < 0.2:
        return draw.choice(["All of the above", "A and B", "None", "3", "12", "3-12", "10-20", "1990", "about 3 days"])
    return text(WORDS, 1, 8)


def question(at):
    few = draw.sample(WORDS, 4)
    joined = [text(few, 2, 3, draw.choice([" and ", ", "])) for _ in range(4)]
    options = joined if draw.random() < 0.2 else [option() for _ in range(draw.randint(2, 5))]
    asked = f"{draw.choice(ENDINGS)} {text(WORDS, 0, 4)}{draw.choice(['?', ' ___'])}"
    passage = f"p{at // 4} {text(WORDS, 5, 60)}."
    return Item(f"q{at}", f"p{at // 4}", passage, asked, tuple(options), draw.randrange(len(options)))


sound = magnetite.read("sample").items[:40]
flawed = [
    replace(item, id=f"{kind} {item.id}", passage_id=f"{kind} {item.passage_id}")
    for kind in KINDS
    for item in spoiled(sound, kind)
]
made = Dataset("made", (*map(question, range(300)), *flawed))
runs = {
    "made": magnetite.check(made, models=False).run,
    "audit": magnetite.audit("sample", "overlap", **few),
    "check": magnetite.check("sample", models=False).run,
    "order": magnetite.order("sample", "longest", **few),
    "shortcuts": magnetite.shortcuts("sample", systems, **few),
    "magnets": magnetite.magnets("sample", ["overlap", "longest"], pool_size=60, top=3, **few),
    "transfer": magnetite.transfer("sample", {"overlap": "overlap", "longest": "longest"}, **few),
    "unreadable": magnetite.unreadable("sample", ["overlap", "longest"], **few),
}
print(json.dumps({name: json.loads(run_to_json(run))["findings"] for name, run in runs.items()}, sort_keys=True))
"""


def found(seed: int) -> dict:
    """Return the findings of every command that needs no weights, made by a process with this hash seed."""
    environment = os.environ | {"PYTHONHASHSEED": str(seed)}
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, check=False
    )
    assert process.returncode == 0, process.stderr[-2000:]
    return json.loads(process.stdout)


def test_findings_are_the_same_whatever_the_hash_seed():
    first, second = found(1), found(2)
    flags = next(each for each in first["made"][0]["tables"] if each["name"] == "flags")
    rules = next(each["values"] for each in flags["columns"] if each["name"] == "rule")
    assert len(set(rules)) >= 25
    assert {name for name in first if first[name] != second[name]} == set()
