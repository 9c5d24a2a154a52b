"""The prefix layout computes what one masked pass of the plain model computes, however it is split up and batched."""

import numpy as np
import pytest

from examfiles.errors import DataError
from magnetite.core.cells import Cells, Context
from magnetite.core.errors import ModelError
from magnetite.testing import check_scorer

STORY = "The miller's daughter walked to the river every morning and counted the boats."
CONTEXTS = (Context(STORY, "Why?"), Context("", "Why did she count?"), Context("", ""), Context(STORY * 9, "Who?"))
OPTIONS = ("a boat", "her brother had sailed away in spring", "☕", "boat " * 14)
CELLS = Cells(CONTEXTS, OPTIONS, np.repeat(np.arange(4, dtype=np.int64), 4), np.tile(np.arange(4, dtype=np.int64), 4))


FAMILIES = ("bert", "albert", "roberta", "xlm-roberta", "camembert", "electra", "mpnet")
# Families that number positions from behind the padding's.
FIRST_POSITION = {"roberta": 2, "xlm-roberta": 2, "camembert": 2, "mpnet": 2}


def load_family(save_model, family, folder):
    """Load a family's tiny model with room for 256 tokens, to be read in the prefix layout."""
    import torch
    from transformers import AutoModelForMultipleChoice, AutoTokenizer

    from magnetite.scorers.encoding import Template
    from magnetite.scorers.loading import in_memory

    first = FIRST_POSITION.get(family, 0)
    save_model(family, folder, max_position_embeddings=256 + first)
    own = {} if family == "mpnet" else {"attn_implementation": "eager"}  # MPNet has one implementation alone
    model = AutoModelForMultipleChoice.from_pretrained(folder, **own).eval()
    assert model.dtype == torch.float32
    return in_memory("tiny", model, AutoTokenizer.from_pretrained(folder), Template("prefix", 256), "QOC")


@pytest.fixture(scope="module")
def loaded(save_model, tmp_path_factory):
    return load_family(save_model, "bert", tmp_path_factory.mktemp("prefix"))


@pytest.fixture(scope="module", params=FAMILIES)
def family(request, save_model, tmp_path_factory):
    return load_family(save_model, request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture
def scorer(loaded):
    from magnetite.scorers.encoder import PrefixScorer

    return PrefixScorer(loaded)


def texts(loaded):
    """Encode each context of CELLS with each option of it: (prefix, suffix)."""
    from magnetite.scorers.encoding import Encoding

    code = Encoding(loaded.tokenizer, loaded.template)
    pairs = [(CONTEXTS[row], OPTIONS[column]) for row, column in zip(CELLS.rows, CELLS.columns, strict=True)]
    return [(code.prefix(context, option), code.prefix_option(option)) for context, option in pairs]


def plain(loaded, prefix, suffix):
    """Score one option by Transformers' own encoder under a mask, written down from the layout's description."""
    import torch

    passage, context = len(prefix.passage), prefix.tokens
    total = context + len(suffix)
    sees = torch.ones(total, total)
    sees[:passage, passage:] = 0  # the passage sees no question and no option
    sees[:context, context:] = 0  # the question sees no option
    model, kind = loaded.model, loaded.model.config.model_type
    segments = torch.tensor([[0] * context + [int(kind in {"bert", "albert", "electra"})] * len(suffix)])
    with torch.inference_mode():
        hidden = model.base_model(
            input_ids=torch.tensor([[*prefix.passage, *prefix.question, *suffix]]),
            attention_mask=(1 - sees)[None, None] * torch.finfo(torch.float32).min,
            position_ids=torch.arange(total)[None] + FIRST_POSITION.get(kind, 0),
            **({} if kind == "mpnet" else {"token_type_ids": segments}),
        ).last_hidden_state
        return float(model.classifier(pooled(model, hidden[:, context:])))


def pooled(model, hidden):
    """Return what the family's own head reads of the first position."""
    if model.config.model_type == "electra":
        return model.sequence_summary(hidden)
    if model.config.model_type == "albert":
        return model.base_model.pooler_activation(model.base_model.pooler(hidden[:, 0]))
    return model.base_model.pooler(hidden)


@pytest.mark.parametrize("few", [0, 256])
def test_scores_equal_the_plain_model_under_the_mask_that_the_layout_describes(family, few, monkeypatch):
    from magnetite.scorers.encoder import PrefixScorer

    monkeypatch.setattr("magnetite.scorers.prefix.FEW_TOKENS", few)  # 0: nothing is packed, all is cached
    scorer = PrefixScorer(family)
    expected = np.array([plain(family, *pair) for pair in texts(family)])
    assert expected.std() > 0.1
    np.testing.assert_allclose(scorer.score(CELLS), expected, atol=1e-4)
    assert np.array_equal(scorer.sizes(CELLS).truncated, CELLS.rows == 3)


def test_questions_packed_behind_one_passage_score_as_each_does_alone(scorer):
    contexts = tuple(Context(STORY * (1 + i % 2), f"{'who ' * i}?") for i in range(12))
    cells = Cells(contexts, OPTIONS, np.repeat(np.arange(12, dtype=np.int64), 4), np.tile(np.arange(4), 12))
    alone = [scorer.score(cells.take(np.array([i]))) for i in range(48)]
    np.testing.assert_allclose(scorer.score(cells), np.concatenate(alone), atol=1e-5)
    mixed = np.random.default_rng(0).permutation(48)
    np.testing.assert_allclose(scorer.score(cells.take(mixed)), np.concatenate(alone)[mixed], atol=1e-5)


def test_a_passage_is_counted_once_for_all_its_questions(scorer):
    cells = Cells(
        (Context(STORY, "Why?"), Context(STORY, "Who?")), ("a", "b"), np.array([0, 0, 1, 1]), np.arange(4) % 2
    )
    both, first = scorer.sizes(cells).tokens, scorer.sizes(cells.take(np.array([0, 1]))).tokens
    assert both.sum() < 1.5 * first.sum()


def test_gradients_flow_through_the_packed_pass_to_passage_question_and_option(loaded):
    import torch

    from magnetite.scorers.prefix import PrefixQuestion, PrefixRow, pack, packed_scores
    from magnetite.scorers.stack import stack_of

    prefix, suffix = texts(loaded)[0]
    weight = loaded.model.bert.embeddings.word_embeddings.weight
    row = PrefixRow(prefix.passage, (PrefixQuestion(prefix.question, (suffix,)),))
    with torch.enable_grad():
        packed_scores(stack_of(loaded.model), pack([row], pad=0)).sum().backward()
    changed = set(torch.nonzero(weight.grad.abs().sum(dim=1)).flatten().tolist())
    loaded.model.zero_grad()
    assert changed == {*prefix.passage, *prefix.question, *suffix}


@pytest.mark.parametrize("name", ["bert", "mpnet"])
def test_a_pass_that_learns_gives_the_scores_of_one_that_does_not(name, save_model, tmp_path):
    import torch

    from magnetite.scorers.prefix import PrefixQuestion, PrefixRow, pack, packed_scores
    from magnetite.scorers.stack import stack_of

    two = PrefixQuestion((9, 10, 3), ((2, 11, 3), (2, 12, 13, 3)))
    rows = [PrefixRow((2, 5, 6, 7, 3), (two, PrefixQuestion((14, 3), ((2, 15, 3),)))), PrefixRow((2, 5, 3), (two,))]
    stack, batch = stack_of(load_family(save_model, name, tmp_path).model), pack(rows, pad=0)
    with torch.enable_grad():
        learning = packed_scores(stack, batch)
    assert learning.requires_grad
    with torch.inference_mode():
        torch.testing.assert_close(packed_scores(stack, batch), learning.detach(), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", ["bert", "mpnet"])
def test_the_prefix_layout_keeps_the_scorer_contract(name, save_model, tmp_path):
    from magnetite.scorers.encoder import PrefixScorer

    check_scorer(PrefixScorer(load_family(save_model, name, tmp_path)))


def test_thousands_of_options_score_as_each_does_alone(scorer):
    options = tuple(f"{'boat ' * (i % 17)}{i}" for i in range(700))
    asked = Cells(CONTEXTS, options, np.zeros(700, np.int64), np.arange(700))
    some = np.arange(0, 700, 97)
    alone = np.concatenate([scorer.score(asked.take(np.array([i]))) for i in some])
    np.testing.assert_allclose(scorer.score(asked)[some], alone, atol=1e-5)


def test_a_very_long_option_meets_its_own_context_and_leaves_the_others_theirs(scorer):
    options = ("a boat", "boat " * 80)
    cells = Cells(CONTEXTS, options, np.array([3, 3]), np.array([0, 1]))
    assert scorer.sizes(cells).tokens.sum() <= 2 * 256
    assert np.isfinite(scorer.score(cells)).all()
    np.testing.assert_allclose(scorer.score(cells)[0], scorer.score(cells.take(np.array([0])))[0], atol=1e-5)


def test_an_option_that_fits_only_without_its_passage_is_scored_and_a_longer_one_refused(scorer, loaded):
    one = next(word for word in "abn" if len(loaded.tokenizer.tokenize(f"{word} {word}")) == 2)
    room = 256 - texts(loaded)[0][0].tokens + len(loaded.tokenizer.tokenize(STORY)) - 2
    cells = Cells(CONTEXTS, (" ".join([one] * room), " ".join([one] * (room + 1))), np.array([0, 0]), np.array([0, 1]))
    assert scorer.sizes(cells.take(np.array([0]))).tokens.tolist() == [256]
    assert np.isfinite(scorer.score(cells.take(np.array([0])))).all()
    with pytest.raises(DataError, match=f"question 'Why\\?' with option '{one} {one} .*257 tokens .* reads 256"):
        scorer.score(cells)


def test_half_a_million_characters_are_cut(scorer):
    cells = Cells((Context(STORY * 6500, "Why?"),), OPTIONS, np.zeros(4, np.int64), np.arange(4))
    assert scorer.sizes(cells).truncated.all()
    assert np.isfinite(scorer.score(cells)).all()


@pytest.mark.parametrize("kind", ["deberta-v2", "modernbert"])
def test_architectures_the_layout_cannot_compute_are_refused(family_folder, kind):
    from magnetite.scorers.loading import pretrained
    from magnetite.scorers.stack import need_stack

    model, _ = pretrained(family_folder(kind))
    with pytest.raises(ModelError, match=f"model 'tiny' is of the architecture {kind}, which the prefix layout does"):
        need_stack("tiny", model)


def test_bfloat16_of_the_packaged_encoder_is_within_the_stated_tolerance():
    import torch

    from magnetite.scorers.encoder import PrefixScorer
    from magnetite.scorers.encoding import Template
    from magnetite.scorers.loading import TOLERANCE, in_memory, pretrained, tokenizer_of
    from magnetite.scorers.packaged import small_base

    torch.manual_seed(3)
    model, _ = pretrained(small_base(), initializer_range=1.5)  # a random head whose scores spread like a trained one's
    tokenizer, scores = tokenizer_of(small_base()), {}
    for dtype in (torch.float32, torch.bfloat16):
        ready = in_memory("small", model.to(dtype).eval(), tokenizer, Template("prefix"))
        scores[dtype] = PrefixScorer(ready).score(CELLS)
    assert scores[torch.float32].std() > 0.5
    assert 0 < np.abs(scores[torch.float32] - scores[torch.bfloat16]).max() < TOLERANCE["torch.bfloat16"]


@pytest.mark.parametrize("as_logits", [True, False])
def test_attention_that_learns_in_bfloat16_reads_and_learns_what_the_kernel_does(as_logits):
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    from magnetite.scorers.prefix import _attend

    torch.manual_seed(0)
    parts = [torch.randn(2, 3, 40, 16, requires_grad=True) for _ in range(3)]
    sees = torch.rand(2, 1, 40, 40) < 0.7
    sees[..., 0] = True
    mask = torch.randn(2, 3, 40, 40).masked_fill(~sees, -torch.inf) if as_logits else sees
    exact = scaled_dot_product_attention(*parts, attn_mask=mask).transpose(1, 2).flatten(2)
    weights = torch.randn_like(exact)
    true = torch.autograd.grad((exact * weights).sum(), parts)
    halves = [part.detach().bfloat16().requires_grad_() for part in parts]
    mixed = _attend(*halves, mask)
    learned = torch.autograd.grad((mixed.float() * weights).sum(), halves)
    assert mixed.dtype == torch.bfloat16
    assert (mixed.float() - exact).abs().max() < 0.03
    for approximate, gradient in zip(learned, true, strict=True):
        assert (approximate.float() - gradient).norm() < 0.02 * gradient.norm()
