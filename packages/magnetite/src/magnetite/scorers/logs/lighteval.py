"""lighteval's details: details_TASK_TIME.parquet, a row a question, in the present schema or the one before 0.10."""

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from magnetite.core.files import panics
from magnetite.scorers.logs.prompt import Shown, is_letters, lettered_in, options_shown
from magnetite.scorers.logs.question import LoggedQuestion, answered, floored_scores, texts_in, wrote

NEW = frozenset({"doc", "model_response"})
OLD = frozenset({"choices", "full_prompt", "predictions"})


def is_details(path: Path) -> bool:
    """Return whether a Parquet file holds details of lighteval."""
    import polars as pl

    try:
        with panics():
            names = set(pl.read_parquet_schema(path))
    except (OSError, pl.exceptions.PolarsError):
        return False
    return names >= NEW or names >= OLD


def read_details(path: Path) -> Iterator[LoggedQuestion]:
    """Yield what is known of each question. Raises what polars raises, ValueError for rows of another form."""
    import polars as pl

    with panics():
        rows = pl.read_parquet(path)
    told = _told if set(rows.columns) >= NEW else _told_before
    for row in rows.iter_rows(named=True):
        yield from told(row)


def _told(row: Mapping[str, Any]) -> list[LoggedQuestion]:
    doc, response = row["doc"], row["model_response"]
    logged = [float(each) for each in response.get("logprobs") or ()]
    return _question(str(doc["query"]), doc["choices"], doc, logged, response.get("text") or ())


def _told_before(row: Mapping[str, Any]) -> list[LoggedQuestion]:
    """Return what a row of the earlier schema knows, whose lists may be texts."""
    choices, predictions = _listed(row["choices"]), _listed(row["predictions"])
    pairs = [each[0] if isinstance(each, list | tuple) else each for each in predictions]
    texts = [each for each in pairs if isinstance(each, str)]
    logged = [] if texts else list(map(float, pairs))
    prompt = str(row.get("example") or row["full_prompt"])
    return _question(prompt, choices, {"example": prompt, "choices": choices}, logged, texts)


class _Numbers(ast.NodeTransformer):
    """What Python and NumPy write for numbers that are no literals: inf, nan, np.float64(-1.5), array([-1.5])."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Put the number in the place of its name."""
        return ast.Constant(float(node.id)) if node.id in {"inf", "nan"} else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Put what is wrapped in the place of its wrapper."""
        return self.visit(node.args[0]) if node.args else node


def _listed(value: Any) -> list[Any]:
    try:
        if not isinstance(value, str):
            return list(value or ())
        return list(ast.literal_eval(_Numbers().visit(ast.parse(value.strip(), mode="eval"))))
    except SyntaxError as error:
        raise ValueError(f"'{value[:70]}' is no list") from error


def _question(
    prompt: str, choices: Sequence[str], doc: Mapping[str, Any], logged: Sequence[float], texts: Sequence[str]
) -> list[LoggedQuestion]:
    """Make what is known of a question that was asked so: scores of its choices, or texts that the model wrote."""
    seen = Shown([str(each).strip() for each in choices])
    options = seen.options
    lettered = is_letters(options)
    if lettered or not logged:
        seen = options_shown({} if lettered else doc, prompt, len(options) if lettered else 0)
        options = seen.options
    shown = lettered or not logged or lettered_in(options, prompt)
    asked: dict[str, Any] = {"texts": list(texts_in(doc)), "named": {}, "shown": shown}
    if not logged:
        written = answered(seen, prompt, scores=None, chosen=None, **asked)
        return [wrote(written, text) for text in texts or [""]]
    if options and len(logged) != len(options):
        raise ValueError(f"{len(logged)} scores for {len(options)} choices")
    scored = answered(seen, prompt, scores=floored_scores(logged), chosen=None, **asked)
    return [replace(scored, floored=sum(map(math.isinf, logged)))]
