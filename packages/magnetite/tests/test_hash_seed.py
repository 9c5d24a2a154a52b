"""What a command finds depends on its settings alone: not on the order in which Python keeps its sets."""

import json
import os
import subprocess
import sys

SCRIPT = """
import json
import magnetite
from magnetite.core.results import run_to_json
from magnetite.experiments.description import describe
few = {"store": "off", "limit": 24}
systems = {"qoc": "overlap", "qo": "longest", "co": "overlap", "o": "longest"}
runs = {
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
    assert {name for name in first if first[name] != second[name]} == set()
