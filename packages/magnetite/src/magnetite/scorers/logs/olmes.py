"""OLMES's predictions: task-NUMBER-NAME-predictions.jsonl, and the requests that lie beside them.

The predictions hold log-likelihoods, by the number of the question; what was asked stands in the requests.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from examfiles.errors import DataError
from magnetite.scorers.logs.prompt import Shown, is_letters, options_shown
from magnetite.scorers.logs.question import LoggedQuestion, answered, floored_scores, texts_in, wrote

PREDICTIONS, REQUESTS = "-predictions.jsonl", "-requests.jsonl"


def is_predictions(path: Path) -> bool:
    """Return whether a file holds predictions of OLMES."""
    try:
        with path.open("rb") as lines:
            first = json.loads(next(lines, b""))
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and {"doc_id", "metrics", "model_output"} <= first.keys()


def read_predictions(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what is known of each question. Raises DataError where the requests are not there."""
    beside = path.with_name(path.name.removesuffix(PREDICTIONS) + REQUESTS)
    if not path.name.endswith(PREDICTIONS) or not beside.is_file():
        raise DataError(
            f"{path}: is a file of predictions of OLMES, whose questions are in the file of requests, {beside.name}, "
            "which is not next to it. Put it there under its own name."
        )
    asked: dict[Any, list[Mapping[str, Any]]] = {}
    for request in _rows(beside):
        asked.setdefault(request["doc_id"], []).append(request)
    for row in _rows(path):
        if requests := asked.get(row["doc_id"]):
            yield from _told(row["model_output"], requests)


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def _told(outputs: Sequence[Mapping[str, Any]], requests: Sequence[Mapping[str, Any]]) -> list[LoggedQuestion]:
    """Return what is known of a question: a score an option, or a choice for each text that the model wrote."""
    doc, prompt = requests[0]["doc"], _prompt(requests[0]["request"]["context"])
    texts = list(texts_in(doc))
    own = [each for each in requests if _prompt(each["request"]["context"]) == prompt]  # others ask without a context
    if "continuation" not in own[0]["request"]:
        seen = options_shown(doc, prompt, 0)
        asked = answered(seen, prompt, texts, {}, scores=None, chosen=None, shown=True)
        written = [str(each.get("continuation") or "") for each in outputs]
        return [wrote(asked, text) for text in written]
    seen = Shown([str(each["request"]["continuation"]).strip() for each in own])
    if lettered := is_letters(seen.options):
        seen = options_shown(doc, prompt, len(seen.options))
    logged = [float(each["sum_logits"]) for each in outputs]
    if len(own) < 2 or (seen.options and len(seen.options) != len(logged)):
        raise ValueError(f"{len(logged)} scores for {len(own)} requests")
    scored = answered(seen, prompt, texts, {}, scores=floored_scores(logged), chosen=None, shown=lettered)
    return [replace(scored, floored=sum(map(math.isinf, logged)))]


def _prompt(context: Any) -> str:
    return context if isinstance(context, str) else "\n".join(texts_in(context))
