"""HELM's scenario_state.json: a request a question, or one a reference, with what came back.

Shown all references, a model writes a letter; asked for each by itself, it scores the prompt that ends with it, of
which only the end counts. Perturbed questions are other questions, and are left out, and so is what has no context
(the calibration).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from magnetite.scorers.logs.prompt import Shown
from magnetite.scorers.logs.question import LoggedQuestion, answered, floored_scores, wrote


def is_state(raw: Any) -> bool:
    """Return whether a JSON value is a state of HELM."""
    return isinstance(raw, dict) and {"adapter_spec", "request_states"} <= raw.keys()


def read_state(raw: Mapping[str, Any]) -> Iterator[LoggedQuestion]:
    """Yield what is known of each question, once for each time it was asked."""
    apart: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for state in raw["request_states"]:
        instance, result = state["instance"], state.get("result")
        if instance.get("perturbation") or not result or not result.get("success") or not result["completions"]:
            continue
        if state.get("request_mode") == "calibration" or len(instance["references"]) < 2:
            continue
        if state.get("output_mapping"):
            yield _chosen(state)
        elif state.get("reference_index") is not None:
            prompt = instance["input"]["text"]
            apart.setdefault((instance.get("id"), prompt, state["train_trial_index"]), []).append(state)
    for states in apart.values():
        ordered = sorted(states, key=lambda state: int(state["reference_index"]))
        if len(ordered) == len(ordered[0]["instance"]["references"]):  # else a request failed: it was not asked
            yield _scored(ordered)


def _chosen(state: Mapping[str, Any]) -> LoggedQuestion:
    options = [str(each) for each in state["output_mapping"].values()]
    prompt = str(state["instance"]["input"]["text"])
    asked = answered(Shown(options), prompt, [prompt], {}, scores=None, chosen=None, shown=True)
    return wrote(asked, str(state["result"]["completions"][0]["text"]))


def _scored(states: Sequence[Mapping[str, Any]]) -> LoggedQuestion:
    instance = states[0]["instance"]
    options = [str(each["output"]["text"]) for each in instance["references"]]
    scores = [
        _end(state["result"]["completions"][0]["tokens"], option) for state, option in zip(states, options, strict=True)
    ]
    prompt = str(instance["input"]["text"])
    return answered(Shown(options), prompt, [prompt], {}, scores=floored_scores(scores), chosen=None, shown=False)


def _end(tokens: Sequence[Mapping[str, Any]], text: str) -> float:
    """Return the log-probability of the tokens at the end that make up a text."""
    total, length = 0.0, 0
    for token in reversed(tokens):
        if length >= len(text.strip()):
            break
        total, length = total + float(token["logprob"]), length + len(str(token["text"]))
    return total
