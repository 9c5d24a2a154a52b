"""A decoder in the prefix layout scores as its plain causal forward pass does, however it is split up and batched."""

import numpy as np
import pytest

from magnetite.core.cells import Cells, Context
from magnetite.core.errors import ModelError
from magnetite.testing import check_scorer
from tests.scorers.decoders import FAMILIES, save_decoder

STORY = "The miller's daughter walked to the river every morning and counted the boats."
CONTEXTS = (Context(STORY, "Why?"), Context("", "Why did she count?"), Context("", ""), Context(STORY * 9, "Who?"))
OPTIONS = ("a boat", "a boat with a yellow sail", "her brother had sailed away in spring", "☕", "boat " * 14)
CELLS = Cells(CONTEXTS, OPTIONS, np.repeat(np.arange(4, dtype=np.int64), 5), np.tile(np.arange(5, dtype=np.int64), 4))


def load_family(family, folder):
    """Load a family's tiny decoder with a random scoring layer."""
    import torch

    from magnetite.scorers.encoding import Template
    from magnetite.scorers.loading import in_memory, pretrained, ready, tokenizer_of

    model, missing = pretrained(save_decoder(family, folder))
    assert missing == ["score.weight"]
    torch.nn.init.normal_(model.score.weight)
    return in_memory("tiny", ready(model, "cpu", torch.float32), tokenizer_of(folder), Template("prefix", 128), "QOC")


@pytest.fixture(scope="module", params=FAMILIES)
def loaded(request, tmp_path_factory):
    return load_family(request.param, tmp_path_factory.mktemp(request.param))


def scorer_of(loaded):
    from magnetite.scorers.encoder import decoder
    from magnetite.scorers.prefix import PrefixScorer

    return PrefixScorer(loaded, lambda each: decoder(each.name, each.model))


def plain_scores(loaded):
    """Score each cell by Transformers' own forward pass over passage, question and option alone."""
    import torch

    from magnetite.scorers.encoding import Encoding

    code, scores = Encoding(loaded.tokenizer, loaded.template), []
    for row, column in zip(CELLS.rows, CELLS.columns, strict=True):
        prefix, option = code.prefix(CONTEXTS[row], OPTIONS[column]), code.prefix_option(OPTIONS[column])
        with torch.inference_mode():
            ids = torch.tensor([[*prefix.passage, *prefix.question, *option]])
            hidden = loaded.model.base_model(ids, use_cache=False).last_hidden_state
            scores.append(float(loaded.model.score(hidden[0, -1])))
    return np.array(scores, dtype=np.float32)


def test_few_options_have_the_scores_of_the_plain_forward_pass(loaded):
    assert np.allclose(scorer_of(loaded).score(CELLS), plain_scores(loaded), atol=loaded.tolerance)


def test_many_options_behind_kept_keys_and_values_have_them_too(loaded, monkeypatch):
    monkeypatch.setattr("magnetite.scorers.prefix.FEW_TOKENS", 0)
    assert np.allclose(scorer_of(loaded).score(CELLS), plain_scores(loaded), atol=loaded.tolerance)


def test_scores_differ_by_far_more_than_rounding(loaded):
    assert np.ptp(plain_scores(loaded)) > 100 * loaded.tolerance


def test_a_decoder_is_a_scorer(loaded):
    check_scorer(scorer_of(loaded))


def test_the_gradient_of_a_packed_batch_is_that_of_plain_passes(tmp_path):
    import torch

    from magnetite.scorers.encoder import decoder_scores
    from magnetite.scorers.prefix import PrefixQuestion, PrefixRow, pack

    model = load_family("llama", tmp_path).model.requires_grad_(True)
    passage, question, options = (5, 6, 7), (8, 9), ((10, 11), (12,), (10, 13, 14))
    rows = [PrefixRow(passage, (PrefixQuestion(question, options), PrefixQuestion((15,), options[:2])))]
    rows.append(PrefixRow(passage[:1], (PrefixQuestion((), options),)))
    weights = torch.linspace(-1, 1, 8)

    def gradients(scores):
        model.zero_grad()
        (scores * weights).sum().backward()
        return [weight.grad.clone() for weight in model.parameters()]

    together = gradients(decoder_scores(model, pack(rows, 0)))
    alone = [row.passage + q.ids + option for row in rows for q in row.questions for option in q.options]
    plain = gradients(
        torch.cat([model.score(model.base_model(torch.tensor([ids])).last_hidden_state[:, -1])[0] for ids in alone])
    )
    for one, other in zip(together, plain, strict=True):
        torch.testing.assert_close(one, other, atol=1e-4, rtol=1e-3)


def test_a_family_that_takes_no_positions_of_ours_is_refused(tmp_path):
    from magnetite.scorers.encoder import need_decoder
    from magnetite.scorers.loading import pretrained

    model, _ = pretrained(save_decoder("bloom", tmp_path))
    with pytest.raises(ModelError, match=r"'tiny' is a decoder of the architecture bloom.*Use a decoder with rotary"):
        need_decoder("tiny", model)


def test_a_decoder_is_shown_no_more_than_its_window(tmp_path):
    from magnetite.scorers.loading import pretrained, token_limit, tokenizer_of

    for window, limit in ((24, 24), (None, 512)):
        folder = save_decoder("mistral", tmp_path / str(window), sliding_window=window, max_position_embeddings=512)
        assert token_limit(pretrained(folder)[0], tokenizer_of(folder)) == limit
