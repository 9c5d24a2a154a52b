"""Inspect's logs: .eval, a zip with an object a sample, or .json, with a list of them."""

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from examfiles.errors import DataError, UsageError
from examfiles.items import LETTERS
from magnetite.core.installation import install_command
from magnetite.scorers.answer import MARKS, ends_in_thought, letters_among, named_option
from magnetite.scorers.logs.prompt import Shown, lettered_in
from magnetite.scorers.logs.question import EXPECTED, LoggedQuestion, answered, texts_in

LARGEST = 64 * 2**20  # bytes of a sample
ZSTANDARD = 93  # how a file is packed in a zip, by its number


def read_packed(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what the samples of a .eval know of their questions."""
    for sample in _packed(path):
        yield from _inspected(sample)


def read_listed(path: Path, raw: Any) -> Iterator[LoggedQuestion]:
    """Yield what the samples of a .json, read as `raw`, know of their questions. Raises DataError for another file."""
    if isinstance(raw, dict) and "results" in raw and "configs" in raw:
        raise DataError(
            f"{path}: has the totals of lm_eval. Give the samples that are next to it, samples_….jsonl; they are "
            "written with --log_samples."
        )
    if not isinstance(raw, dict) or "eval" not in raw:
        raise DataError(f"{path}: is no log. {EXPECTED}")
    for sample in raw.get("samples") or ():
        yield from _inspected(sample)


def _packed(path: Path) -> Iterator[Mapping[str, Any]]:
    with path.open("rb") as stream, zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            if member.filename.startswith("samples/"):
                data = _zstandard(stream, member) if member.compress_type == ZSTANDARD else _plain(archive, member)
                if len(data) > LARGEST:
                    raise ValueError(f"{member.filename} has more than {LARGEST >> 20} MiB")
                yield json.loads(data)


def _plain(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(LARGEST + 1)


def _zstandard(stream: BinaryIO, member: zipfile.ZipInfo) -> bytes:
    """Unpack a member of a zip that this Python's library cannot. Raises UsageError where no other library can."""
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError as error:
        raise UsageError(
            f"this log of Inspect is packed in a way that needs one more package: {install_command('inspect')}. "
            "Or write it as JSON: inspect log convert --to json --output-dir DIR LOG."
        ) from error
    stream.seek(member.header_offset)
    head = stream.read(30)
    stream.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), 1)
    try:
        return ZstdDecompressor().stream_reader(stream.read(member.compress_size)).read(LARGEST + 1)
    except ZstdError as error:
        raise ValueError(f"{member.filename}: {error}") from error


def _inspected(raw: Mapping[str, Any]) -> list[LoggedQuestion]:
    """Return what a sample knows of its question; nothing where it ended in an error, or nobody scored the answer."""
    try:
        options, asked = [str(each) for each in raw["choices"]], raw["input"]
        if len(options) < 2:
            raise ValueError("no options")
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"sample '{raw.get('id')}': has no choices, so it is no multiple-choice question. {EXPECTED}"
        ) from error
    if raw.get("error") or not raw.get("scores"):
        return []
    prompt = asked if isinstance(asked, str) else "\n".join(map(_content, asked))
    shown = "\n".join(_content(each) for each in raw.get("messages") or () if each.get("role") == "user")
    if shown and not lettered_in(options, shown):  # which option a letter means is not clear
        options = []
    chosen = _chosen(raw["scores"], options)
    about = raw.get("metadata") or {}
    named = {"passage", "question", "options"} <= about.keys()
    texts = texts_in({name: value for name, value in about.items() if isinstance(value, str)})
    scores = _letter_scores(raw, chosen, len(options))
    asked = answered(Shown(options), prompt, texts, about if named else {}, scores=scores, chosen=chosen, shown=True)
    return [replace(asked, unended=_is_unended(raw))]


def _is_unended(raw: Mapping[str, Any]) -> bool:
    """Return whether an answer ran out of tokens within its reasoning, which Inspect keeps apart from the text."""
    choices = (raw.get("output") or {}).get("choices") or ()
    said = "".join(_content(choice.get("message") or {}) for choice in choices)
    return ends_in_thought(said) or (
        not said.strip() and any(choice.get("stop_reason") == "max_tokens" for choice in choices)
    )


def _content(message: Mapping[str, Any]) -> str:
    """Return the text of a message."""
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(str(part.get("text") or "") for part in content)


def _chosen(scores: Mapping[str, Any], options: Sequence[str]) -> int | None:
    """Return the option that a scorer's answer names, that of `choice` first; None for none, or several."""
    answers = sorted(scores.items(), key=lambda each: each[0] != "choice")
    named = (named_option(str(score.get("answer") or ""), options) for _, score in answers)
    return next((option for option in named if option is not None), None)


def _letter_scores(raw: Mapping[str, Any], chosen: int | None, count: int) -> tuple[float, ...] | None:
    """Return the log-probabilities of all letters, where the chosen one was written; None where they are not known."""
    tokens = [
        token
        for choice in (raw.get("output") or {}).get("choices") or ()
        for token in (choice.get("logprobs") or {}).get("content") or ()
    ]
    said = "".join(_content(choice.get("message") or {}) for choice in (raw.get("output") or {}).get("choices") or ())
    if said.strip() and said.strip() != "".join(token["token"] for token in tokens).strip():
        return None  # Inspect writes the answer anew where it showed the options in another order
    for token in reversed(tokens) if chosen is not None else ():
        top = [(str(each["token"]), float(each["logprob"])) for each in token.get("top_logprobs") or ()]
        if token["token"].strip(MARKS) == LETTERS[int(chosen or 0)] and top:
            return letters_among(top, count).scores
    return None
