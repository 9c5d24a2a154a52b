"""Every setting of every scorer is placed: it is part of the fingerprint, or no score follows from it, and why.

A new parameter fails here until it stands in one of the two lists. Stored scores of one setting are then never given
for another.
"""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from examfiles.items import Item
from magnetite.core.cells import Context, own_cells, with_shown
from magnetite.scorers.baselines import Longest, Random, WordOverlap
from magnetite.scorers.causal import Causal, causal, trained
from magnetite.scorers.encoder import JointEncoder, encoder
from magnetite.scorers.encoding import Template
from magnetite.scorers.function import Function
from magnetite.scorers.language_model import LanguageModel
from magnetite.scorers.loading import Loaded
from magnetite.scorers.logs import Logged
from magnetite.scorers.prefix import PrefixScorer
from magnetite.scorers.prompts import Prompt, Shot, Shots
from magnetite.scorers.prompts import prompt as named_prompt
from magnetite.scorers.recorded import Recorded
from magnetite.scorers.remote.address import Address, read_address
from magnetite.scorers.remote.client import Client
from magnetite.scorers.remote.dialects import DIALECTS
from magnetite.scorers.remote.scorer import Remote
from magnetite.scorers.stand_in import StandIn
from magnetite.scorers.system import System
from tests.scorers.conftest import save_tiny
from tests.scorers.decoders import save_decoder
from tests.scorers.test_letter_systems import save_system

ITEM = Item("1", "p", "The boat was red. " * 9, "What was red?", ("the boat", "an old man"), 0)
CELLS = with_shown(own_cells([ITEM]))
PEOPLE = "it is for people"
HOLD = "the hash of the files tells what is read"
SHOT = Shot("s", Context("One boat.", "How many?", ("one", "two")), 0)
OTHER_SHOT = Shot("s", Context("One boat.", "How many?", ("one", "two")), 1)


@dataclass(frozen=True)
class Trial:
    """A constructor, how to call it with changes, and what each of its parameters does.

    `changing`: another value for each parameter that is part of the fingerprint, with what else must then be given.
    `free`: why no score follows from a parameter.
    """

    of: Callable[..., Any]
    make: Callable[..., Any]
    changing: Mapping[str, tuple[Any, dict[str, Any]]]
    free: Mapping[str, str] = field(default_factory=dict)


def to(value, **beside):
    return value, beside


def by_length(passage, question, option):
    return float(len(option))


def by_letters(passage, question, option):
    return float(option.count("a"))


def by_cells(cells):
    return [0.0] * len(cells)


class Folders(dict):
    """Tiny models, a system that answers with letters, and files of scores, two of each, made when asked for."""

    def __init__(self, root):
        super().__init__()
        self.root = root

    def __missing__(self, name):
        kind, other = name.removesuffix("-other"), name.endswith("-other")
        self[name] = getattr(self, kind)(self.root / name, other)
        return self[name]

    def bert(self, path, other):
        return save_tiny("bert", path, initializer_range=0.2 if other else 0.3)

    def llama(self, path, other):
        return save_decoder("llama", path, initializer_range=0.2 if other else 0.3)

    def letters(self, path, other):
        return save_system(path, self["llama-other" if other else "llama"], "QOC")

    def scores(self, path, other):
        rows = {"passage": ["p"] * 2, "question": ["q"] * 2, "option": ["a", "b"], "score": [1.0 + other, 0.5]}
        pl.DataFrame(rows).write_csv(path.with_suffix(".csv"))
        return path.with_suffix(".csv")

    def log(self, path, other):
        asked = [{"arg_0": f"{ITEM.passage}\n{ITEM.question}", "arg_1": f" {text}"} for text in ITEM.options]
        answers = [[str(-1.0 - other), "False"], ["-3.0", "False"]]
        row = {
            "doc_id": 0,
            "doc": {"question": ITEM.question},
            "target": "0",
            "arguments": {f"gen_args_{n}": each for n, each in enumerate(asked)},
            "filter": "none",
            "resps": [[each] for each in answers],
            "filtered_resps": answers,
        }
        file = path.with_name(f"samples_{path.name}.jsonl")
        file.write_text(json.dumps(row) + "\n", "utf-8")
        return file


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    return Folders(tmp_path_factory.mktemp("models"))


def function_trial(_folders):
    return Trial(
        Function,
        lambda function=by_length, **changes: Function(function, **changes),
        {
            "function": to(by_letters),
            "name": to("another", version="1"),
            "version": to("2", version="1"),
            "batched": to(True, function=by_cells),
            "listwise": to(True),
        },
        {"tolerance": "it says by how much batches may differ, and changes nothing"},
    )


def random_trial(_folders):
    return Trial(Random, Random, {"seed": to(1)})


def longest_trial(_folders):
    return Trial(Longest, Longest, {})


def overlap_trial(_folders):
    return Trial(WordOverlap, WordOverlap, {})


def remote_trial(_folders):
    address = read_address("tiny@http://h/v1")
    return Trial(
        Remote,
        lambda address=address, **changes: Remote(address, **changes),
        {
            "address": to(read_address("tiny@http://other/v1")),
            "scoring": to("asks"),
            "prompt": to(named_prompt("plain")),
            "shots": to(Shots((SHOT,))),
            "asks": to(9, scoring="asks"),
            "answer_tokens": to(99, scoring="asks"),
            "dialect": to(DIALECTS["completions"]),
        },
        {
            "concurrency": "how many requests are on their way at once says nothing of any",
            "client": "it sends and counts; what is sent is made here",
        },
    )


def address_trial(_folders):
    return Trial(
        Address,
        lambda model="tiny", url="http://h/v1": Remote(Address(model, url)),
        {"model": to("small"), "url": to("http://h/v2")},
    )


def client_trial(_folders):
    address = read_address("tiny@http://h/v1")
    return Trial(
        Client,
        lambda address=address: Remote(address),
        {"address": to(read_address("small@http://h/v1"))},
        {
            "request_limit": "a ceiling ends a run, and changes no answer",
            "token_limit": "a ceiling ends a run, and changes no answer",
            "patience": "an answer that came late is the same",
            "endpoint": "it follows from the address",
        },
    )


def recorded_trial(folders):
    from magnetite.scorers.recorded import _read

    return Trial(
        Recorded,
        lambda path=folders["scores"], rows=None: Recorded(path, rows),
        {"path": to(folders["scores-other"]), "rows": to(_read(folders["scores-other"]))},
    )


def logged_trial(folders):
    return Trial(
        Logged,
        lambda path=folders["log"], logs=None: Logged(path, logs=logs),
        {"path": to(folders["log-other"]), "logs": to([folders["log-other"]], path=folders.root)},
        {"given": "it is what stands in the file, if it has been read"},
    )


def encoder_trial(folders):
    return Trial(
        encoder,
        lambda model=folders["bert"], dtype="float32", **changes: encoder(model, device="cpu", dtype=dtype, **changes),
        {"model": to(folders["bert-other"]), "dtype": to("bfloat16"), "keep": to("end"), "blank": to("fill")},
        {"device": "the same numbers within the tolerance, wherever they are computed"},
    )


TEMPLATE = Template()
LOADED = Loaded("m", lambda _: None, lambda: None, TEMPLATE, "QOC", "w", "torch.bfloat16")


def loaded_trial(_folders, scorer=PrefixScorer):
    return Trial(
        Loaded,
        lambda **changes: scorer(replace(LOADED, **changes)),
        {
            "template": to(Template(max_tokens=99)),
            "weights": to("other"),
            "dtype": to("torch.float32"),
            "rotary": to(True),
        },
        {
            "name": PEOPLE,
            "read": HOLD,
            "read_tokenizer": HOLD,
            "view": "it says what it was trained for",
            "outline": "it has no weights",
            "again": "it loads the same in another process",
            "files": "they were hashed",
        },
    )


def template_trial(_folders):
    return Trial(
        Template,
        lambda **changes: JointEncoder(replace(LOADED, template=Template(**changes))),
        {"layout": to("prefix"), "max_tokens": to(99), "keep": to("end"), "blank": to("fill")},
    )


def prefix_trial(_folders):
    return Trial(
        PrefixScorer,
        lambda loaded=LOADED: PrefixScorer(loaded),
        {"loaded": to(replace(LOADED, weights="other"))},
        {"as_prefix": "an encoder or a decoder: the hash of the files tells which"},
    )


def joint_trial(_folders):
    return Trial(JointEncoder, lambda loaded=LOADED: JointEncoder(loaded), {"loaded": to(replace(LOADED, weights="o"))})


def stand_in_trial(_folders):
    scorers = [JointEncoder(replace(LOADED, weights=name)) for name in "ab"]
    for each in scorers:
        each.passes = type("Passes", (), {"batch_tokens": 1})()
    return Trial(
        StandIn,
        lambda scorer=scorers[0]: StandIn(scorer, None, None),
        {"scorer": to(scorers[1])},
        {"stack": "it is the scorer's", "passes": "they bound the memory that is used at once"},
    )


def causal_trial(folders):
    base = {"model": folders["llama"], "device": "cpu", "dtype": "float32"}
    return Trial(
        causal,
        lambda **changes: causal(**base | changes),
        {
            "model": to(folders["llama-other"]),
            "dtype": to("bfloat16"),
            "keep": to("end"),
            "scoring": to("symbol"),
            "prompt": to("chat"),
            "shots": to(Shots((SHOT,))),
        },
        {"device": "the same numbers within the tolerance, wherever they are computed"},
    )


def language_model_trial(folders):
    scorer = causal(folders["llama"], device="cpu", dtype="float32", prompt="chat", scoring="symbol")
    loaded, asked = scorer._loaded, scorer.prompt
    return Trial(
        LanguageModel,
        lambda **changes: Causal(replace(loaded, **changes), "symbol", asked),
        {
            "weights": to("other"),
            "max_tokens": to(loaded.max_tokens - 8),
            "dtype": to("torch.bfloat16"),
            "quantised": to("nf4"),
            "templates": to("other"),
        },
        {
            "name": PEOPLE,
            "read": HOLD,
            "tokenizer": HOLD,
            "device": "the same numbers within the tolerance, wherever they are computed",
            "again": "it loads the same in another process",
            "view": "it says what it was trained for",
            "wear": "the adapter that it puts on is among the files that are hashed",
            "files": "they were hashed",
        },
    )


def causal_class_trial(folders):
    loaded = causal(folders["llama"], device="cpu", dtype="float32")._loaded
    base = {"loaded": loaded, "scoring": "cloze", "asked": named_prompt("plain")}
    return Trial(
        Causal,
        lambda **changes: Causal(**base | changes),
        {
            "loaded": to(replace(loaded, weights="other")),
            "scoring": to("cloze-token"),
            "asked": to(Prompt("plain", "{{ passage }} {{ question }}")),
            "keep": to("end"),
            "shots": to(Shots((SHOT,))),
        },
    )


def trained_trial(folders):
    base = {"folder": folders["letters"], "device": "cpu", "dtype": "float32"}
    return Trial(
        trained,
        lambda **changes: trained(**base | changes),
        {"folder": to(folders["letters-other"]), "dtype": to("bfloat16"), "keep": to("end")},
        {"device": "the same numbers within the tolerance, wherever they are computed"},
    )


def prompt_trial(_folders):
    source = named_prompt("plain").source
    return Trial(
        Prompt,
        lambda name="p", source=source, chat=False, reply="": Prompt(name, source, chat, reply),
        {"source": to(source + "!"), "chat": to(True), "reply": to("The answer is")},
        {"name": PEOPLE},
    )


def shots_trial(_folders):
    return Trial(Shots, lambda examples=(SHOT,): Shots(examples), {"examples": to((OTHER_SHOT,))})


def shot_trial(_folders):
    return Trial(
        Shot,
        lambda **changes: Shots((replace(SHOT, **changes),)),
        {"context": to(replace(SHOT.context, shown=("two", "one"))), "answer": to(1)},
        {"id": PEOPLE},
    )


MEMBERS = (Random(0), Random(1))


def system_trial(_folders):
    return Trial(
        System,
        lambda members=MEMBERS: System("s", members, ("a", "b")),
        {"members": to((Random(0), Random(2)))},
        {
            "name": PEOPLE,
            "names": PEOPLE,
            "calibration": "scores are stored as they are; a temperature divides them afterwards",
            "training": "it says how the system was made",
            "rotations": "they are other cells, which show the options in other orders",
            "sketches": "they say what was trained on",
            "_cut": "it keeps what was measured",
        },
    )


TRIALS = [each for name, each in globals().items() if name.endswith("_trial")]


@pytest.mark.parametrize("trial", TRIALS, ids=lambda each: each.__name__.removesuffix("_trial"))
def test_every_parameter_of_a_scorer_is_in_its_fingerprint_or_listed_with_why_no_score_follows_from_it(trial, folders):
    trial = trial(folders)
    assert set(inspect.signature(trial.of).parameters) == {*trial.changing, *trial.free}
    for name, (value, beside) in trial.changing.items():
        before, after = trial.make(**beside), trial.make(**beside | {name: value})
        assert before.fingerprint != after.fingerprint, name
        assert trial.make(**beside).fingerprint == before.fingerprint, name


def test_a_passage_cut_at_another_length_is_scored_otherwise_so_its_limit_must_be_in_the_fingerprint(folders):
    scorer = causal(folders["llama"], device="cpu", dtype="float32")
    shorter = Causal(replace(scorer._loaded, max_tokens=40), "cloze-byte", scorer.prompt)
    assert not np.array_equal(scorer.score(CELLS), shorter.score(CELLS))


@pytest.mark.parametrize("name", ["function", "random", "remote", "causal", "encoder", "shot"])
def test_no_two_settings_share_a_fingerprint(name, folders):
    trial = globals()[f"{name}_trial"](folders)
    prints = {trial.make().fingerprint: "none"}
    for changed, (value, beside) in trial.changing.items():
        mark = trial.make(**beside | {changed: value}).fingerprint
        assert mark not in prints, (changed, prints.get(mark))
        prints[mark] = changed
