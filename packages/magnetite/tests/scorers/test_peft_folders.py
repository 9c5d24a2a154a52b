"""An adapter's folder, as PEFT writes it, is a model: it scores as its merged weights do, beside the base it names."""

import json
import shutil
import warnings

import numpy as np
import pytest
import torch

from magnetite.core.errors import ModelError
from magnetite.scorers.causal import causal
from magnetite.scorers.find import named_scorer
from magnetite.scorers.kind import is_language_model
from magnetite.scorers.loading import ignore_peft_warnings
from tests.scorers.decoders import save_decoder
from tests.scorers.remote.made import shown

pytest.importorskip("peft")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Return a folder with a base, an adapter on it whose scale is not 1, and both merged."""
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    place = tmp_path_factory.mktemp("peft")
    save_decoder("llama", place / "base")
    base = AutoModelForCausalLM.from_pretrained(place / "base")
    torch.manual_seed(0)
    layers = ["q_proj", "v_proj", "down_proj"]
    config = LoraConfig(task_type="CAUSAL_LM", r=4, lora_alpha=16, target_modules=layers, init_lora_weights=False)
    with warnings.catch_warnings():
        ignore_peft_warnings()
        warnings.simplefilter("ignore", FutureWarning)  # PEFT asks Transformers by an older name
        adapted = get_peft_model(base, config)
    adapted.save_pretrained(place / "adapter")
    shutil.copytree(place / "base", place / "merged")
    adapted.merge_and_unload().save_pretrained(place / "merged")
    return place


def scores(folder, **options):
    return causal(str(folder), dtype="float32", **options).score(shown(3))


def renamed(folders, tmp_path, base):
    """Return a copy of the adapter that names another base."""
    folder = shutil.copytree(folders / "adapter", tmp_path / "adapter")
    config = json.loads((folder / "adapter_config.json").read_text("utf-8"))
    (folder / "adapter_config.json").write_text(json.dumps({**config, "base_model_name_or_path": base}), "utf-8")
    return folder


@pytest.mark.parametrize("options", [{}, {"scoring": "symbol", "prompt": "chat"}])
def test_an_adapter_scores_as_its_merged_weights_and_not_as_its_base(folders, options):
    own = scores(folders / "adapter", **options)
    assert own == pytest.approx(scores(folders / "merged", **options), abs=1e-3)
    assert np.abs(own - scores(folders / "base", **options)).max() > 0.05


def test_its_name_in_the_store_is_neither_its_bases_nor_that_of_another_adapter(folders, tmp_path):
    other = renamed(folders, tmp_path, str(folders / "base"))
    path = other / "adapter_model.safetensors"
    from safetensors.torch import load_file, save_file

    save_file({name: 2 * weight for name, weight in load_file(path).items()}, path)
    names = {causal(str(each)).fingerprint for each in (folders / "adapter", folders / "base", other)}
    assert len(names) == 3


def test_a_base_is_found_beside_its_adapter_too(folders, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(folders / "base", tmp_path / "adapter.base")
    folder = renamed(folders, tmp_path, "../adapter.base")
    monkeypatch.chdir("/")
    assert is_language_model(folder)
    assert scores(folder) == pytest.approx(scores(folders / "adapter"), abs=1e-6)


@pytest.mark.parametrize(
    ("base", "said"),
    [("/nowhere/base", r"an adapter on '/nowhere/base', which is not there"), ("ITSELF", "is an adapter itself")],
)
def test_a_base_that_cannot_be_is_named_with_where_to_write_another(folders, tmp_path, base, said):
    folder = renamed(folders, tmp_path, str(folders / "adapter") if base == "ITSELF" else base)
    with pytest.raises(ModelError, match=rf"{said}.*adapter_config\.json"):
        named_scorer(str(folder), 0, {})


def test_an_adapter_without_a_base_and_one_on_an_encoder_say_what_is_expected(folders, tmp_path, save_model):
    with pytest.raises(ModelError, match="names no base"):
        named_scorer(str(renamed(folders, tmp_path / "a", "")), 0, {})
    folder = renamed(folders, tmp_path / "b", str(save_model("bert", tmp_path / "encoder")))
    with pytest.raises(ModelError, match=r"an adapter .*merge it first"):
        named_scorer(str(folder), 0, {})
