"""A system that answers with letters is an adapter on a language model, whose weights all systems on it share."""

import gc
import json
from pathlib import Path

import numpy as np
import pytest

from examfiles.errors import UsageError
from magnetite import Asking, audit
from magnetite.core.cells import own_cells, with_shown
from magnetite.core.errors import ModelError
from magnetite.scorers.causal import causal, trained
from magnetite.scorers.language_model import _shared
from magnetite.scorers.prompts import prompt
from magnetite.testing import check_scorer, example_items
from tests.scorers.decoders import byte_level, save_decoder

CELLS = with_shown(own_cells(example_items()))
pytestmark = pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing. is deprecated:FutureWarning")  # PEFT's
QUICK = {"device": "cpu", "dtype": "float32"}
LIMIT = {"max_position_embeddings": 2048}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return save_decoder("qwen2", tmp_path_factory.mktemp("base"), **LIMIT)


def save_system(folder: Path, base: Path, view: str, seed: int | None = None, **config) -> Path:
    """Save a system on a base: a random adapter drawn by seed, or without one the base as it is."""
    import torch
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    folder.mkdir(parents=True)
    if seed is not None:
        model = get_peft_model(
            AutoModelForCausalLM.from_pretrained(base),
            LoraConfig(
                **{"r": 2, "lora_alpha": 4, "target_modules": ["q_proj", "v_proj"], "init_lora_weights": False} | config
            ),
        )
        torch.manual_seed(seed)
        for name, weight in model.named_parameters():
            if "lora_" in name:
                weight.data.normal_(0, 0.5)
        model.save_pretrained(folder)
    card = {"view": view, "base": str(base), "max_tokens": 2048}
    card["prompt"] = {"name": "plain", "source": prompt("plain").source, "chat": False}
    (folder / "magnetite.json").write_text(json.dumps(card))
    return folder


def merged(folder: Path, base: Path, place: Path):
    """Score with the adapter's product added to the base's matrices, as a model of its own."""
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(base), folder).merge_and_unload().save_pretrained(
        place
    )
    byte_level().save_pretrained(place)
    return causal(place, scoring="symbol", **QUICK).score(CELLS)


def test_systems_on_one_base_take_turns_and_score_as_each_would_alone(base, tmp_path):
    folders = {view: save_system(tmp_path / view, base, view, seed) for seed, view in enumerate(("QO", "QOC"))}
    plain = save_system(tmp_path / "plain", base, "O")
    alone = {view: merged(folder, base, tmp_path / f"merged-{view}") for view, folder in folders.items()}
    alone["O"] = causal(base, scoring="symbol", **QUICK).score(CELLS)
    scorers = {
        "QO": trained(folders["QO"], **QUICK),
        "O": trained(plain, **QUICK),
        "QOC": trained(folders["QOC"], **QUICK),
    }
    for view in ("QO", "O", "QOC", "O", "QO"):
        np.testing.assert_allclose(scorers[view].score(CELLS), alone[view], atol=1e-3)
    assert np.abs(alone["QO"] - alone["QOC"]).max() > 0.1 < np.abs(alone["QO"] - alone["O"]).max()
    models = {id(scorer.likelihoods._model) for scorer in scorers.values()}
    assert len(models) == 1


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("changed", ["gate_proj", "up_proj", "down_proj"])
def test_a_system_that_changes_one_layer_of_the_feed_forward_part_shares_a_base_with_others(tmp_path, changed, dtype):
    base = save_decoder("qwen2", tmp_path / "base", **LIMIT)
    quick = {**QUICK, "dtype": dtype}
    first = trained(save_system(tmp_path / "first", base, "QO", 1), **quick)
    first.score(CELLS)
    folder = save_system(tmp_path / "second", base, "QOC", 2, target_modules=[changed])
    expected = merged(folder, base, tmp_path / "merged")
    second = trained(folder, **quick)
    scores = second.score(CELLS)
    assert second.likelihoods._model is first.likelihoods._model
    assert second.likelihoods._llama is not None
    np.testing.assert_allclose(scores, expected, atol=1e-3 if dtype == "float32" else 0.5)


def test_a_base_is_tried_once_and_its_tokenizer_loaded_once_whatever_the_number_of_systems(tmp_path, monkeypatch):
    from magnetite.scorers import language_model
    from magnetite.scorers.tree import Likelihoods

    base = save_decoder("qwen2", tmp_path / "base", **LIMIT)
    trials, loads = [], []
    ways, tokenizer_of = Likelihoods._ways, language_model.tokenizer_of
    monkeypatch.setattr(Likelihoods, "_ways", lambda self, *told: trials.append(self) or ways(self, *told))
    monkeypatch.setattr(language_model, "tokenizer_of", lambda place: loads.append(place) or tokenizer_of(place))
    scorers = [trained(save_system(tmp_path / str(seed), base, "QO", seed), **QUICK) for seed in range(3)]
    for scorer in scorers:
        scorer.score(CELLS)
    assert (len(trials), len(loads)) == (1, 1)


def test_ranks_and_scales_of_single_layers_are_the_adapters_own(base, tmp_path):
    layers = {"target_modules": ["q_proj", "v_proj", "gate_proj", "down_proj"], "rank_pattern": {"v_proj": 3}}
    patterns = {"alpha_pattern": {"gate_proj": 1, "layers.0.mlp.down_proj": 9}}
    folder = save_system(tmp_path / "qo", base, "QO", 5, **layers, **patterns)
    expected = merged(folder, base, tmp_path / "merged")
    np.testing.assert_allclose(trained(folder, **QUICK).score(CELLS), expected, atol=1e-3)


def test_weights_leave_memory_with_the_last_system_on_them(base, tmp_path):
    scorer = trained(save_system(tmp_path / "qo", base, "QO", 1), **QUICK)
    scorer.score(CELLS)
    gc.collect()  # what other tests left
    before = len(_shared)
    del scorer
    gc.collect()
    assert len(_shared) == before - 1


def test_a_letter_system_keeps_the_scorer_contract(base, tmp_path):
    check_scorer(trained(save_system(tmp_path / "qo", base, "QO", 2), **QUICK))


def test_a_fingerprint_names_adapter_base_and_prompt(base, tmp_path):
    one, other = (save_system(tmp_path / str(seed), base, "QO", seed) for seed in (3, 4))
    names = {trained(folder, **QUICK).fingerprint for folder in (one, other, save_system(tmp_path / "o", base, "O"))}
    card = json.loads((one / "magnetite.json").read_text())
    card["prompt"]["source"] += "!"
    (one / "magnetite.json").write_text(json.dumps(card))
    assert len(names | {trained(one, **QUICK).fingerprint}) == 4


def test_an_audit_asks_each_view_its_system_in_every_rotation(base, tmp_path):
    for seed, view in enumerate(("QO", "QOC")):
        save_system(tmp_path / "systems" / view.lower(), base, view, seed)
    run = audit(
        "sample",
        str(tmp_path / "systems"),
        limit=4,
        experiments=("accuracy", "order"),
        store="off",
        asking=Asking(**QUICK),
    )
    assert {system["view"]: system["scoring"] for system in run.systems} == {"QO": "symbol", "QOC": "symbol"}
    assert run.cost["cells"] > 4 * run.findings[0].number("accuracy").n
    assert run.finding("order").number("answer changes").n == 4


def test_what_does_not_fit_is_refused(base, tmp_path):
    folder = save_system(tmp_path / "qo", base, "QO", 5)
    fixed = rf"answers as it was trained to, on the language model {base}, so it has no use for scoring"
    for told, message in (({"scoring": "cloze"}, fixed), ({"blank": "fill"}, "reads a blank as it is")):
        with pytest.raises(UsageError, match=message):
            audit("sample", str(folder), limit=2, store="off", asking=Asking(**QUICK, **told))
    config = json.loads((folder / "adapter_config.json").read_text())
    for told in ({"lora_alpha": None}, {"alpha_pattern": ["v_proj"]}, {"alpha_pattern": {"(": 2}}, {"use_dora": True}):
        (folder / "adapter_config.json").write_text(json.dumps(config | told))
        with pytest.raises(ModelError, match="its adapter cannot be put on its base"):
            trained(folder, **QUICK).score(CELLS)
    (folder / "adapter_config.json").write_text(json.dumps(config))
    (folder / "adapter_model.safetensors").write_bytes(b"no weights")
    with pytest.raises(ModelError, match="its adapter cannot be put on its base"):
        trained(folder, **QUICK).score(CELLS)
    card = json.loads((folder / "magnetite.json").read_text())
    (folder / "magnetite.json").write_text(json.dumps({**card, "prompt": {"text": "x"}}))
    with pytest.raises(ModelError, match="not a training card"):
        trained(folder, **QUICK)
