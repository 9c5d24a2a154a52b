"""lm-evaluation-harness's samples: samples_TASK_DATE.jsonl of --log_samples, a line (or a list's entry) a question."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from examfiles.errors import DataError
from examfiles.files import regular
from examfiles.items import LETTERS
from magnetite.scorers.answer import MARKS, named_option
from magnetite.scorers.logs.prompt import Shown, options_shown, plain, unmarked
from magnetite.scorers.logs.question import EXPECTED, LoggedQuestion, answered, floored_scores, texts_in, wrote

SAMPLES, SAMPLES_BEFORE = "samples_*.jsonl", "*_*.jsonl"
BEGIN = 200  # bytes that tell a list of samples
_LIST = re.compile(rb'\s*\[\s*\{\s*"doc_id":')


def is_samples(path: Path, *, named: bool = False) -> bool:
    """Return whether a file holds samples of the harness; one `named` so may be broken, but no table of scores."""
    try:
        first = next(_listed_rows(path), None)
        if first is None:
            with path.open("rb") as lines:
                first = json.loads(next(lines, b""))
    except (ValueError, RecursionError):
        return named
    if not isinstance(first, dict):
        return named
    return _is_row(first) or (named and "score" not in first)


def is_named_so(path: Path) -> bool:
    """Return whether a file in a folder has the name of samples, by its name and how it begins.

    That is samples_TASK_DATE.jsonl, unless its first row is another thing's, and ARGUMENTS_TASK.jsonl of lm_eval 0.4.0
    to 0.4.2, whose ARGUMENTS, such as pretrained__org__model, may be empty.
    """
    named = fnmatch(path.name, SAMPLES)
    if not named and not fnmatch(path.name, SAMPLES_BEFORE):
        return False
    try:
        with path.open("rb") as file:
            begin = file.read(BEGIN)
            first = json.loads(begin + file.readline()) if named else None
    except (OSError, ValueError, RecursionError):
        return named  # in one list, or damaged: its reader says so
    return _is_row(first) if named else _LIST.match(begin) is not None


def _is_row(first: Any) -> bool:
    return isinstance(first, dict) and {"doc", "arguments"} <= first.keys()


def _listed_rows(path: Path) -> Iterator[Any]:
    """Yield the rows of a file that is one list, as lm_eval 0.4.0 to 0.4.2 wrote it; nothing of any other."""
    with path.open("rb") as file:
        if file.read(1) == b"[":
            yield from json.loads(regular(path).read_text("utf-8"))


def read_samples(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what is known of each question. Raises DataError, with the line."""
    if rows := list(_listed_rows(path)):
        for number, row in enumerate(rows, start=1):
            yield from _told(row, f"{path}, sample {number}")
        return
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    row = json.loads(line)
                except json.JSONDecodeError as error:
                    raise DataError(
                        f"{path}, line {number}: the JSON is invalid ({error}). The file may be cut off; copy it again."
                    ) from error
                yield from _told(row, f"{path}, line {number}")


def _told(row: Any, where: str) -> list[LoggedQuestion]:
    try:
        return _sample(row)
    except DataError as error:
        raise DataError(f"{where}: {error}") from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise DataError(f"{where}: is no sample of a multiple-choice task. {EXPECTED}") from error


def _sample(raw: Mapping[str, Any]) -> list[LoggedQuestion]:
    """Return what a line knows of its question, once for each time that an answer was written."""
    requests = list(raw["arguments"].values()) if isinstance(raw["arguments"], dict) else raw["arguments"]
    pairs = [tuple(each.values()) if isinstance(each, dict) else tuple(each) for each in requests]
    prompt, doc = _prompt(pairs[0][0]), raw["doc"]
    named = doc if isinstance(doc, dict) and {"passage", "question", "options"} <= doc.keys() else {}
    about: dict[str, Any] = {"prompt": prompt, "texts": [str(each) for each in texts_in(doc)], "named": named}
    if not isinstance(pairs[0][1], str):
        return _written(raw, about)
    own = [place for place, pair in enumerate(pairs) if pair[0] == pairs[0][0]]  # others ask without a context
    seen = Shown([str(pairs[place][1]).strip() for place in own])
    options = seen.options
    letters = [each.strip(MARKS).upper() for each in options]
    letters_of = (list(LETTERS[: len(options)]), [str(place) for place in range(1, len(options) + 1)])
    lettered = len(options) > 1 and letters in letters_of and options != named.get("options")
    if lettered:
        seen = options_shown(doc, prompt, len(options))
        options = seen.options
    texts = [] if lettered else list(unmarked(options))
    # Texts that are scored with their letters, "(A)Tom", are of a list that the prompt shows with them.
    shown = lettered or (texts != options and all(plain(each) in plain(prompt) for each in texts))
    answers = [each[0] if isinstance(each[0], list) else each for each in raw["resps"]]
    logged = [float(answers[place][0]) for place in own]
    if (len(options) < 2 and not (lettered or named)) or (options and len(logged) != len(options)):
        raise ValueError("no options")
    scored = answered(seen, **about, scores=floored_scores(logged), chosen=None, shown=shown)
    return [replace(scored, filter=_filter(raw), floored=sum(map(math.isinf, logged)))]


def _prompt(asked: Any) -> str:
    """Return the text of a request: as it is, or the messages of a chat, which stand as JSON in a list of one text."""
    text = asked[0] if isinstance(asked, list) and len(asked) == 1 else asked
    try:
        messages = json.loads(text) if isinstance(text, str) and text.startswith("[") else text
        contents = [message["content"] for message in messages]
        parts = [[each] if isinstance(each, str) else [part["text"] for part in each] for each in contents]
        return "\n\n".join("\n".join(each) for each in parts)
    except (ValueError, KeyError, TypeError):
        return str(text)


def _written(raw: Mapping[str, Any], about: Mapping[str, Any]) -> list[LoggedQuestion]:
    """Return what is known of a question whose answers the model wrote: what a filter took out, or its own words."""
    seen = options_shown(raw["doc"], about["prompt"], 0)
    filtered, own = list(texts_in(raw["filtered_resps"])), list(texts_in(raw.get("resps")))
    asked = replace(answered(seen, **about, scores=None, chosen=None, shown=True), filter=_filter(raw))
    choices = []
    for place, text in enumerate(filtered or [""]):
        whole = own[place] if place < len(own) else text
        chosen, read = named_option(text, asked.options), wrote(asked, whole)
        choices.append(replace(read, chosen=chosen, unfiltered=read.chosen if chosen is None else None))
    return choices


def _filter(raw: Mapping[str, Any]) -> str:
    return str(raw.get("filter") or "")
