"""OpenCompass's predictions: predictions/MODEL/DATASET.json, an object a question, by its number.

    origin_prompt, prediction                         what the model wrote, once or several times
    label: A … with testing input and PPL; prediction the prompt of each label with its perplexity; the lowest is chosen
    testing input, choices, prediction, pred_label    the share of each choice, of one token, among all of them (CLP)

A perplexity is a mean over all tokens of a prompt, so that it tells which was chosen and not how likely each is.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from magnetite.scorers.logs.prompt import Shown, is_letters, lettered_in, options_shown
from magnetite.scorers.logs.question import LoggedQuestion, answered, floored_scores, texts_in, wrote

FOLDER = "predictions"
_LABEL = "label: "
_BEFORE_OPTION = re.compile(r"(?s).*(?:\n|:)\s*|.*\s")  # a line that begins, or what a colon announces; else words


def is_predictions(raw: Any) -> bool:
    """Return whether a JSON value is a file of predictions of OpenCompass."""
    return (
        isinstance(raw, dict)
        and bool(raw)
        and all(str(name).isdigit() for name in raw)
        and all(isinstance(each, dict) and "prediction" in each for each in raw.values())
    )


def read_predictions(raw: Mapping[str, Any]) -> Iterator[LoggedQuestion]:
    """Yield what is known of each question, once for each answer."""
    for row in raw.values():
        labels = [name for name in row if name.startswith(_LABEL)]
        if labels:
            yield _likeliest(row, labels)
        else:
            yield from [_shared(row)] if {"choices", "pred_label"} <= row.keys() else _written(row)


def _written(row: Mapping[str, Any]) -> Iterator[LoggedQuestion]:
    prompt = _prompt(row["origin_prompt"])
    seen = options_shown({}, prompt, 0)
    asked = answered(seen, prompt, [prompt], {}, scores=None, chosen=None, shown=True)
    for text in list(texts_in(row["prediction"])) or [""]:
        yield wrote(asked, text)


def _shared(row: Mapping[str, Any]) -> LoggedQuestion:
    """Return what is known of a question whose choices share the probability: their logarithms."""
    prompt = _prompt(row["testing input"])
    seen, logged = Shown([str(each) for each in row["choices"]]), [_logarithm(each) for each in row["prediction"]]
    if lettered := is_letters(seen.options):
        seen = options_shown({}, prompt, len(seen.options))
    if seen.options and len(seen.options) != len(logged):
        raise ValueError(f"{len(logged)} shares for {len(seen.options)} choices")
    shown = lettered or lettered_in(seen.options, prompt)
    scored = answered(seen, prompt, [prompt], {}, scores=floored_scores(logged), chosen=None, shown=shown)
    return replace(scored, floored=sum(map(math.isinf, logged)), shared=True)


def _logarithm(share: float) -> float:
    return math.log(share) if share > 0 else -math.inf


def _likeliest(row: Mapping[str, Any], labels: list[str]) -> LoggedQuestion:
    """Return what is known of a question whose labels had a prompt each: options are what their ends differ in."""
    prompts = [_prompt(row[label]["testing input"]) for label in labels]
    places = enumerate(zip(*prompts, strict=False))
    alike = next((place for place, letters in places if len(set(letters)) > 1), min(map(len, prompts)))
    prompt = (_BEFORE_OPTION.match(prompts[0][:alike]) or [""])[0]  # options may begin alike
    ends = [each.removeprefix(prompt).strip() for each in prompts]
    lettered = is_letters(ends)
    seen = options_shown({}, prompt, len(ends)) if lettered else Shown(ends)
    names = [label.removeprefix(_LABEL) for label in labels]
    chosen = names.index(str(row["prediction"]))
    return answered(seen, prompt, [prompt], {}, scores=None, chosen=chosen, shown=lettered)


def _prompt(asked: Any) -> str:
    """Return what was asked: a text, or the prompts of a conversation."""
    if isinstance(asked, str):
        return asked
    return "\n".join(str(turn.get("prompt") or "") for turn in asked)
