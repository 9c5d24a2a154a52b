"""What cannot be loaded is refused in one sentence that says where, what, and what to do; pickles are never opened."""

import json
import os
import pickle
import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from examfiles.files import write_whole
from examfiles.items import Dataset, Item
from magnetite.core.cells import own_cells
from magnetite.core.errors import ModelError
from magnetite.scorers.loading import CARD, folder_hash, read_card, token_limit

ITEMS = tuple(
    Item(f"q{i}", "p", "The miller counted the boats.", "What did he count?", ("boats", "sails", "men"), i % 3)
    for i in range(4)
)


def load(model):
    """Load a scorer, its weights too."""
    from magnetite.scorers.encoder import encoder

    scorer = encoder(model, device="cpu", dtype="float32")
    assert scorer.batch_tokens
    return scorer


def refused(model):
    """Return why a model is refused, having checked that it is one paragraph of whole sentences."""
    with pytest.raises(ModelError) as caught:
        load(model)
    message = str(caught.value)
    assert "\n" not in message
    assert re.search(r"[.)]$", message)
    return message


@pytest.fixture
def folder(family_folder, tmp_path):
    """Return a copy of a tiny BERT, to be spoilt."""
    return Path(shutil.copytree(family_folder("bert"), tmp_path / "model"))


@pytest.fixture(scope="module")
def trained(save_model, tmp_path_factory):
    """Train a system for one step on a tiny base; return the folder that holds `base` and `qo`."""
    from magnetite.train import Recipe, train

    root = tmp_path_factory.mktemp("trained")
    base = save_model("bert", root / "base")
    train(
        Dataset("four", ITEMS),
        "QO",
        root / "qo",
        base=str(base),
        recipe=Recipe(lora_rank=2, learning_rate=0.05, batch=4),
    )
    return root


@pytest.fixture
def system(trained, tmp_path):
    """Return a copy of the trained system, to be spoilt; its card believes any weights."""
    copy = Path(shutil.copytree(trained / "qo", tmp_path / "qo"))
    change_card(copy, weights=None)
    return copy


def change_card(system, **changes):
    path = system / "magnetite.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), "utf-8")


@pytest.mark.parametrize("name", ["./nowhere", "/no/such/model", "~/no-such-model", "a/b/c", r"models\mine"])
def test_a_folder_that_is_not_there_is_named(name):
    assert f"model '{name}': there is no such folder" in refused(name)
    assert "there is no such folder" in refused(Path("nowhere"))


def test_a_file_in_place_of_a_folder_is_named(folder):
    assert "is a file. Give the folder" in refused(str(folder / "model.safetensors"))


def test_a_folder_without_config_is_not_a_model(folder):
    (folder / "config.json").unlink()
    assert f"{folder}: no config.json, so this is not a model" in refused(folder)


def test_a_config_that_is_not_json_is_refused(folder):
    (folder / "config.json").write_text("{", "utf-8")
    assert "cannot be loaded as a multiple-choice model" in refused(folder)


def test_a_model_without_a_limit_of_its_own_reads_512_tokens_at_most():
    for limit, reads in ((-1, 512), (None, 512), (128, 128)):  # XLNet says -1
        config = SimpleNamespace(max_position_embeddings=limit)
        model = SimpleNamespace(config=config, base_model=None)
        assert token_limit(model, SimpleNamespace(model_max_length=10**30)) == reads


def test_a_home_folder_is_found_by_its_tilde(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder.parent))
    assert load("~/model").name == "model"


def test_a_plain_encoder_is_refused_and_its_missing_head_named():
    from magnetite.scorers.packaged import small_base

    message = refused(small_base())
    assert "has no multiple-choice head: classifier.bias, classifier.weight are not among its weights" in message
    assert "magnetite train" in message


def test_a_model_with_holes_below_its_head_is_refused_too(folder):
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    del weights["bert.pooler.dense.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert "is not complete: bert.pooler.dense.weight are not among its weights" in refused(folder)


def test_a_head_of_another_task_is_refused(folder):
    from transformers import BertConfig, BertForSequenceClassification

    config = BertConfig.from_pretrained(folder, num_labels=4)
    BertForSequenceClassification(config).save_pretrained(folder)
    assert "cannot be loaded as a multiple-choice model" in refused(folder)


def test_an_architecture_without_multiple_choice_is_refused(folder):
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "gpt2"}), "utf-8")
    assert "the architecture gpt2 has no multiple-choice head in Transformers" in refused(folder)


class Creates:
    """Create a file when unpickled, as any code could be run."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "weights.ckpt"])
def test_a_pickle_is_refused_unopened_even_where_it_is_all_there_is(folder, tmp_path, name):
    trap = tmp_path / "opened"
    (folder / "model.safetensors").unlink()
    (folder / name).write_bytes(pickle.dumps(Creates(trap)))
    message = refused(folder)
    assert not trap.exists()
    assert f"the weights are pickled ({name}), and loading a pickle can run any code. Expected *.safetensors" in message
    pickle.loads((folder / name).read_bytes())
    assert trap.exists()  # the trap works


def test_a_pickle_beside_unrelated_safetensors_stays_unopened(folder, tmp_path):
    trap = tmp_path / "opened"
    (folder / "model.safetensors").rename(folder / "other.safetensors")
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Creates(trap)))
    assert "cannot be loaded" in refused(folder)
    assert not trap.exists()


@pytest.mark.parametrize("name", ["weights.dat", "../outside.safetensors", "/tmp/outside.safetensors", ".safetensors"])
def test_an_index_that_names_anything_but_safetensors_in_its_folder_is_refused(folder, tmp_path, name):
    trap = tmp_path / "opened"
    (folder / "model.safetensors").rename(tmp_path / "outside.safetensors")
    (folder / "weights.dat").write_bytes(pickle.dumps(Creates(trap)))
    index = {"metadata": {}, "weight_map": {"classifier.weight": name}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), "utf-8")
    assert f"model.safetensors.index.json: names {name!r}; expected the names of *.safetensors" in refused(folder)
    assert not trap.exists()


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "[]", '{"weight_map": 1}', "\ud800"])
def test_an_index_that_is_none_is_refused(folder, text):
    (folder / "model.safetensors.index.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert "not an index of weights" in refused(folder)


def test_the_index_of_weights_is_part_of_a_models_hash(folder):
    before = folder_hash(folder)
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {}}', "utf-8")
    assert folder_hash(folder) != before


def test_files_that_change_between_opening_and_reading_are_refused(folder):
    from magnetite.scorers.encoder import encoder

    weights = folder / "model.safetensors"
    for change in (rewritten, replaced):
        opened = encoder(folder, device="cpu", dtype="float32")
        change(weights)
        with pytest.raises(ModelError, match=r"model.safetensors has changed since the model was opened.*Start again"):
            opened.score(own_cells(ITEMS))
        assert encoder(folder, device="cpu", dtype="float32").fingerprint != opened.fingerprint


def test_weights_that_are_written_to_while_they_are_used_are_refused_and_replaced_ones_are_not(folder):
    from magnetite.scorers.encoder import encoder

    weights, opened = folder / "model.safetensors", encoder(folder, device="cpu", dtype="float32")
    before = opened.score(own_cells(ITEMS))
    replaced(weights)  # the old file is still the one in memory
    np.testing.assert_array_equal(opened.score(own_cells(ITEMS)), before)
    opened = encoder(folder, device="cpu", dtype="float32")
    opened.score(own_cells(ITEMS))
    rewritten(weights)
    with pytest.raises(ModelError, match="has changed since the model was opened"):
        opened.score(own_cells(ITEMS))


def rewritten(path):
    """Change a model's weights in their file, whose size and time stay."""
    content, seen = bytearray(path.read_bytes()), path.stat()
    content[-1] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def replaced(path):
    """Put other weights in the place of a model's."""
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    write_whole(path, content)


def test_a_vocabulary_of_any_family_is_part_of_a_models_hash(folder):
    before = folder_hash(folder)
    for name in ("tekken.json", "bpe.codes", "qwen.tiktoken", "source.spm"):
        (folder / name).write_text("{}", "utf-8")
        assert folder_hash(folder) != before
        before = folder_hash(folder)
    (folder / "chat_template.jinja").write_text("{{ messages }}", "utf-8")
    assert folder_hash(folder) == before  # an encoder does not chat, and what was stored for it is found


def test_a_model_without_layers_is_refused(folder):
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": -1}), "utf-8")
    assert "its config.json says -1 layers; expected 1 or more" in refused(folder)


@pytest.mark.parametrize("name", ["num_hidden_layers", "max_position_embeddings", "vocab_size"])
def test_a_model_larger_than_any_is_refused_before_it_is_made(folder, name):
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {name: 10**9}), "utf-8")
    assert f"its config.json says {name} = 1000000000; expected at most" in refused(folder)


def test_a_card_nested_too_deeply_is_refused(tmp_path):
    (tmp_path / CARD).write_text("[" * 100_000, "utf-8")
    with pytest.raises(ModelError, match="not a training card of Magnetite"):
        read_card(tmp_path)


def test_a_base_that_is_fetched_for_a_card_is_named_before_it_is(tmp_path, caplog):
    card = {"view": "QOC", "base": "somebody/model", "template": {"layout": "joint", "max_tokens": 32}}
    (tmp_path / CARD).write_text(json.dumps(card), "utf-8")
    (tmp_path / "adapter_model.safetensors").write_bytes(b"")
    with pytest.raises(ModelError):
        load(tmp_path)
    assert "names the base 'somebody/model', which is now fetched from the Hugging Face hub" in caplog.text


def test_an_adapter_without_a_card_is_refused_with_the_way_to_merge_it(folder, tmp_path):
    trap = tmp_path / "opened"
    (folder / "adapter_config.json").write_text('{"peft_type": "LORA", "base_model_name_or_path": "x"}', "utf-8")
    (folder / "adapter_model.bin").write_bytes(pickle.dumps(Creates(trap)))
    assert "an adapter (adapter_config.json) without a training card" in refused(folder)
    assert not trap.exists()


def test_code_in_a_model_folder_is_never_run(folder, tmp_path):
    trap = tmp_path / "ran"
    (folder / "modeling_mine.py").write_text(f"open({str(trap)!r}, 'w')\n", "utf-8")
    config = json.loads((folder / "config.json").read_text("utf-8"))
    own = {"model_type": "mine", "auto_map": {"AutoConfig": "modeling_mine.Config"}}
    (folder / "config.json").write_text(json.dumps(config | own), "utf-8")
    assert "cannot be loaded" in refused(folder)
    assert not trap.exists()


@pytest.mark.parametrize("damage", [b"", b"not safetensors at all", None])
def test_damaged_weights_are_refused(folder, damage):
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:5000] if damage is None else damage)
    assert f"model '{folder}' cannot be loaded" in refused(folder)


def test_a_model_without_tokenizer_is_refused(folder):
    for path in folder.glob("*token*"):
        path.unlink()
    message = refused(folder)
    assert "no tokenizer" in message
    assert "Save the tokenizer into the model's folder" in message


def test_a_hub_id_without_network_says_so():
    message = refused("nobody/no-such-model")
    assert "model 'nobody/no-such-model': it is not in the cache" in message
    assert "HF_HUB_OFFLINE" in message


def test_other_base_weights_under_the_packaged_name_are_refused(monkeypatch):
    from magnetite.scorers.loading import base_folder
    from magnetite.scorers.packaged import PACKAGED, SMALL_BASE

    other = replace(PACKAGED[SMALL_BASE], files={"model.safetensors": "0" * 64})
    monkeypatch.setitem(PACKAGED, SMALL_BASE, other)
    refused = r"SHA-256 53aa51172d14… is not the published 000000000000…\. Install the packages again"
    with pytest.raises(ModelError, match=refused):
        base_folder(SMALL_BASE)


def test_a_trained_system_loads_with_its_view_layout_and_name(system):
    from magnetite.scorers.encoder import PrefixScorer

    scorer = load(system)
    assert isinstance(scorer, PrefixScorer)
    assert (scorer.name, scorer.view) == ("qo", "QO")


def test_the_fingerprint_of_a_system_ignores_notes_and_follows_weights_base_and_template(system, trained, tmp_path):
    from safetensors.torch import load_file, save_file

    before = load(system).fingerprint
    change_card(system, measured={"accuracy": 0.5})
    assert load(system).fingerprint == before
    template = json.loads((system / "magnetite.json").read_text("utf-8"))["template"]
    change_card(system, template=template | {"keep": "end"})
    cut_elsewhere = load(system).fingerprint
    weights = load_file(system / "adapter_model.safetensors")
    save_file({name: weight * 2 for name, weight in weights.items()}, system / "adapter_model.safetensors")
    assert len({before, cut_elsewhere, load(system).fingerprint}) == 3


@pytest.mark.parametrize(
    ("text", "words_"),
    [
        ("{", "Expecting property name"),
        ("[]", "list indices"),
        ('{"view": "QO", "base": "x"}', "'template' is missing"),
        ('{"view": "QO", "template": {}}', "'base' is missing"),
        ('{"view": "QO", "base": "x", "template": {"colour": "red"}}', "colour"),
        ('{"view": "QO", "base": "x", "template": {"layout": "sideways"}}', "Known: joint, prefix"),
        ('{"view": "QO", "base": "x", "template": null}', "not a training card"),
        ("\x00", "not a training card"),
    ],
)
def test_a_damaged_card_is_refused_with_what_is_wrong_with_it(system, text, words_):
    (system / "magnetite.json").write_text(text, "utf-8")
    message = refused(system)
    assert f"{system / 'magnetite.json'}: not a training card of Magnetite (" in message
    assert words_ in message


def test_a_card_without_weights_is_refused(system):
    (system / "adapter_model.safetensors").rename(system / "adapter_model.bin")
    assert (
        "a training card without weights; expected adapter_model.safetensors or model.safetensors next to it"
        in refused(system)
    )


def test_a_card_whose_base_is_gone_names_it(system):
    change_card(system, base="/gone/base")
    words_ = f"{system}: its training card names the base '/gone/base'. base '/gone/base': there is no such folder"
    assert words_ in refused(system)


def test_a_base_that_changed_since_training_is_refused(system, trained, save_model, tmp_path):
    other = save_model("bert", tmp_path / "other", initializer_range=0.2)
    change_card(system, base=str(other))
    assert "trained on a base" in (message := refused(system))
    assert "Restore the base it was trained on" in message


def test_a_card_that_reads_more_than_its_base_is_refused(system):
    template = json.loads((system / "magnetite.json").read_text("utf-8"))["template"]
    change_card(system, template=template | {"max_tokens": 4096})
    assert "max_tokens is 4096, but the base" in refused(system)


def test_a_card_that_names_a_base_of_another_family_is_refused(system, family_folder):
    card = json.loads((system / "magnetite.json").read_text("utf-8"))
    del card["base_weights"]
    card |= {"base": str(family_folder("roberta")), "template": card["template"] | {"max_tokens": 64}}
    (system / "magnetite.json").write_text(json.dumps(card), "utf-8")
    assert re.search(r"adapter_model.safetensors lacks \d+ of the weights", refused(system))


@pytest.mark.parametrize(
    ("lost", "words_"),
    [
        ("classifier.weight", "cannot be put on its base: 'base_model.model.classifier.weight' is missing."),
        (
            "query.lora_A.weight",
            "lacks 2 of the weights that belong on its base (base_model.model.bert.encoder.layer.0.",
        ),
    ],
)
def test_an_adapter_with_holes_is_refused(system, lost, words_):
    from safetensors.torch import load_file, save_file

    path = system / "adapter_model.safetensors"
    kept = {name: weight for name, weight in load_file(path).items() if not name.endswith(lost)}
    save_file(kept, path)
    assert words_ in refused(system)


def test_a_card_that_was_written_for_other_weights_is_refused(trained, tmp_path):
    from safetensors.torch import load_file, save_file

    copy = Path(shutil.copytree(trained / "qo", tmp_path / "other"))
    path = copy / "adapter_model.safetensors"
    save_file({name: weight * 2 for name, weight in load_file(path).items()}, path)
    words_ = r"adapter_model.safetensors is not the file that magnetite.json was written for \(.*SHA-256 [0-9a-f]{12}"
    assert re.search(words_, refused(copy))


@pytest.mark.parametrize("spoilt", ["adapter_model.safetensors", "adapter_config.json"])
def test_a_damaged_adapter_is_refused(system, spoilt):
    (system / spoilt).write_text("damaged", "utf-8")
    assert f"{system}: its adapter cannot be put on its base" in refused(system)


def test_loading_twice_gives_the_same_scores_and_fingerprint(system):
    first, second = load(system), load(system)
    assert first.fingerprint == second.fingerprint
    cells = own_cells(ITEMS)
    assert np.array_equal(first.score(cells), second.score(cells))
    assert first.score(cells).std() > 0


def test_loading_leaves_the_talk_of_transformers_as_it_was(system, capfd):
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    load(system)
    assert (logging.get_verbosity(), logging.is_progress_bar_enabled()) == (level, bars)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("trained_system", [True, False])
def test_what_is_stored_is_answered_and_measured_without_reading_any_weights(
    system, folder, tmp_path, monkeypatch, trained_system
):
    from magnetite.engine import Store, score_cells
    from magnetite.scorers import loading
    from magnetite.scorers.encoder import encoder

    model, cells = system if trained_system else folder, own_cells(ITEMS)
    before = load(model)
    scored = score_cells(cells, before, Store(tmp_path / "store"))
    sizes, fingerprint = before.sizes(cells), before.fingerprint
    del before
    monkeypatch.setattr(loading, "pretrained", lambda *_, **__: pytest.fail("weights were read"))
    after = encoder(model, device="cpu", dtype="float32")
    stored = score_cells(cells, after, Store(tmp_path / "store"))
    assert (stored.scored, after.fingerprint) == (0, fingerprint)
    assert np.array_equal(stored.scores, scored.scores)
    assert np.array_equal(after.sizes(cells).tokens, sizes.tokens)


def test_a_scorer_that_somebody_holds_is_not_loaded_again_and_one_that_nobody_holds_is_forgotten(system):
    held = load(system)
    assert load(system) is held
    change_card(system, template={"layout": "prefix", "max_tokens": 64, "keep": "end"})
    assert load(system) is not held  # it cuts passages elsewhere
