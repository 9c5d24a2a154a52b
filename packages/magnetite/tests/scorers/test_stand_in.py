"""The stand-in of a joint system is that system with a passage that sees nothing but itself, exactly."""

import numpy as np
import pytest

from magnetite.core.cells import Cells, Context
from magnetite.testing import check_scorer, example_items

FAST = ("bert", "albert", "roberta", "xlm-roberta", "camembert", "electra")
CONTEXTS = (
    Context("The miller's daughter walked to the river.", "Where did she walk?"),
    Context("", "Where did she walk?"),
    Context("One boat was red, two were green, and the old man counted them. " * 4, "Who counted?"),  # truncated
)
OPTIONS = ("to the river", "an old man", "because her brother had sailed away")
CELLS = Cells(CONTEXTS, OPTIONS, np.repeat(np.arange(3, dtype=np.int64), 3), np.tile(np.arange(3, dtype=np.int64), 3))


def both(folder):
    from magnetite.scorers.encoder import encoder
    from magnetite.scorers.stand_in import stand_in

    scorer = encoder(folder, device="cpu", dtype="float32")
    return scorer, stand_in(scorer)


def by_mask(folder, encoded):
    """Score a sequence by Transformers: the passage with a first token of its own, the first token again, the rest."""
    import torch
    from transformers import AutoModelForMultipleChoice

    model = AutoModelForMultipleChoice.from_pretrained(folder, attn_implementation="eager").eval()
    before, rest = encoded.ids[: encoded.first_segment], encoded.ids[encoded.first_segment :]
    ids = torch.tensor([[*before, encoded.ids[0], *rest]])
    positions = torch.tensor([[*range(len(before)), 0, *range(len(before), len(encoded.ids))]])
    segments = torch.tensor([[0] * (len(before) + 1) + [1] * len(rest)])
    sees = torch.zeros(ids.shape[1], ids.shape[1], dtype=torch.bool)
    sees[: len(before), : len(before)] = True
    sees[len(before) :, 1:] = True
    mask = torch.zeros(sees.shape).masked_fill(~sees, -torch.inf)[None, None]
    with torch.inference_mode():
        hidden = model.bert.embeddings(input_ids=ids, position_ids=positions, token_type_ids=segments)
        for layer in model.bert.encoder.layer:
            hidden = layer(hidden, mask)
            hidden = hidden[0] if isinstance(hidden, tuple) else hidden
        first = hidden[:, len(before)]
        return float(model.classifier(torch.tanh(model.bert.pooler.dense(first))))


def test_its_scores_are_those_of_a_masked_forward_pass(family_folder):
    folder = family_folder("bert")
    scorer, stand = both(folder)
    result = stand.score(CELLS)
    expected = [by_mask(folder, e) for e in scorer.encoded(CELLS) if e.first_segment]
    np.testing.assert_allclose(result[CELLS.rows != 1], expected, atol=1e-4)
    assert np.abs(result - scorer.score(CELLS))[CELLS.rows != 1].max() > 1e-3


@pytest.mark.parametrize("family", FAST)
def test_without_a_passage_it_is_the_system_itself(family_folder, family):
    scorer, stand = both(family_folder(family))
    alone = CELLS.take(CELLS.rows == 1)
    np.testing.assert_allclose(stand.score(alone), scorer.score(alone), atol=1e-4)


@pytest.mark.parametrize("family", FAST)
def test_it_keeps_the_scorer_contract(family_folder, family):
    telling = {"blank", "scripts", "nothing", "long"}
    check_scorer(both(family_folder(family))[1], [item for item in example_items() if item.id in telling])


def test_what_is_no_joint_encoder_with_a_stack_has_none(family_folder):
    from magnetite.scorers.baselines import Longest
    from magnetite.scorers.stand_in import stand_in

    assert both(family_folder("deberta-v2"))[1] is None
    assert stand_in(Longest()) is None


def test_its_scores_are_never_taken_for_the_systems(family_folder):
    scorer, stand = both(family_folder("bert"))
    assert stand.fingerprint != scorer.fingerprint
    assert stand.sizes(CELLS).tokens.sum() < scorer.sizes(CELLS).tokens.sum()


def test_a_joint_system_is_raced_with_its_stand_in_and_what_that_asked_for_is_told(save_model, tmp_path):
    import magnetite

    folder = save_model("bert", tmp_path, max_position_embeddings=512)
    (tmp_path / "pool.txt").write_text("\n".join(["All of the above", *"abcdefgh"]), "utf-8")
    request = {
        "pool": str(tmp_path / "pool.txt"),
        "store": "off",
        "limit": 6,
        "top": 2,
        "asking": magnetite.Asking(device="cpu"),
    }
    full, raced = (magnetite.magnets("sample", str(folder), mode=mode, **request) for mode in ("full", "race"))
    best = [run.finding("magnets").table("interference").values("interference")[:2] for run in (full, raced)]
    assert best[0] == best[1]
    assert raced.finding("race").number("scores of stand-ins").value > 0
