"""The prefix layout computes what one masked pass of plain BERT computes, however it is split up and batched."""

import numpy as np
import pytest

from magnetite.core.cells import Cells, Context
from magnetite.core.errors import DataError, ModelError
from magnetite.testing import check_scorer

STORY = "The miller's daughter walked to the river every morning and counted the boats."
CONTEXTS = (Context(STORY, "Why?"), Context("", "Why did she count?"), Context("", ""), Context(STORY * 9, "Who?"))
OPTIONS = ("a boat", "her brother had sailed away in spring", "☕", "boat " * 14)
CELLS = Cells(CONTEXTS, OPTIONS, np.repeat(np.arange(4, dtype=np.int64), 4), np.tile(np.arange(4, dtype=np.int64), 4))


@pytest.fixture(scope="module")
def loaded(save_model, tmp_path_factory):
    """Load a tiny BERT with 256 positions, to be read in the prefix layout."""
    import torch
    from transformers import AutoModelForMultipleChoice, AutoTokenizer

    from magnetite.scorers.encoding import Template
    from magnetite.scorers.loading import Loaded

    folder = save_model("bert", tmp_path_factory.mktemp("prefix"), max_position_embeddings=256)
    model = AutoModelForMultipleChoice.from_pretrained(folder, attn_implementation="eager").eval()
    assert model.dtype == torch.float32
    return Loaded("tiny", model, AutoTokenizer.from_pretrained(folder), Template("prefix", 256), "QOC", "weights")


@pytest.fixture
def scorer(loaded):
    from magnetite.scorers.encoder import PrefixEncoder

    return PrefixEncoder(loaded)


def texts(loaded):
    """Encode each context of CELLS with each option of it: (prefix, suffix)."""
    from magnetite.scorers.encoding import Encoding

    code = Encoding(loaded.tokenizer, loaded.template)
    pairs = [(CONTEXTS[row], OPTIONS[column]) for row, column in zip(CELLS.rows, CELLS.columns, strict=True)]
    return [(code.prefix(context, option), code.prefix_option(option)) for context, option in pairs]


def plain_bert(loaded, prefix, suffix):
    """Score one option by Transformers' own BertModel under a mask, written down from the layout's description."""
    import torch

    passage, context = len(prefix.passage), prefix.tokens
    total = context + len(suffix)
    sees = torch.ones(total, total)
    sees[:passage, passage:] = 0  # the passage sees no question and no option
    sees[:context, context:] = 0  # the question sees no option
    with torch.inference_mode():
        hidden = loaded.model.bert(
            input_ids=torch.tensor([[*prefix.passage, *prefix.question, *suffix]]),
            attention_mask=(1 - sees)[None, None] * torch.finfo(torch.float32).min,
            token_type_ids=torch.tensor([[0] * context + [1] * len(suffix)]),
            position_ids=torch.arange(total)[None],
        ).last_hidden_state
        pooled = torch.tanh(loaded.model.bert.pooler.dense(hidden[:, context]))
        return float(loaded.model.classifier(pooled))


@pytest.mark.parametrize("few", [0, 256])
def test_scores_equal_plain_bert_under_the_mask_that_the_layout_describes(scorer, loaded, few, monkeypatch):
    monkeypatch.setattr("magnetite.scorers.prefix_encoder.FEW_TOKENS", few)  # 0: nothing is packed, all is cached
    expected = np.array([plain_bert(loaded, *pair) for pair in texts(loaded)])
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

    from magnetite.scorers.prefix import Question, Row, pack, packed_scores

    prefix, suffix = texts(loaded)[0]
    weight = loaded.model.bert.embeddings.word_embeddings.weight
    row = Row(prefix.passage, (Question(prefix.question, (suffix,)),))
    with torch.enable_grad():
        packed_scores(loaded.model, pack([row], pad=0)).sum().backward()
    changed = set(torch.nonzero(weight.grad.abs().sum(dim=1)).flatten().tolist())
    loaded.model.zero_grad()
    assert changed == {*prefix.passage, *prefix.question, *suffix}


def test_the_prefix_layout_keeps_the_scorer_contract(scorer):
    check_scorer(scorer)


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


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"type_vocab_size": 1}, "has one segment only"),
        ({"model_type": "roberta"}, "is roberta's architecture"),
        ({"model_type": "megatron-bert"}, "is megatron-bert's architecture"),
    ],
)
def test_architectures_the_layout_cannot_compute_are_refused(settings, said):
    from types import SimpleNamespace

    from magnetite.scorers.prefix import refuse_other_architectures

    plain = {"model_type": "bert", "is_decoder": False, "type_vocab_size": 2}
    refuse_other_architectures("tiny", SimpleNamespace(**plain))
    with pytest.raises(ModelError, match=f"model 'tiny' {said}; the prefix layout is for BERT's"):
        refuse_other_architectures("tiny", SimpleNamespace(**plain | settings))


def test_bfloat16_of_the_packaged_encoder_is_within_the_stated_tolerance():
    import torch

    from magnetite.scorers.encoder import PrefixEncoder
    from magnetite.scorers.encoding import Template
    from magnetite.scorers.loading import TOLERANCE, Loaded, small_base
    from magnetite.scorers.weights import pretrained, tokenizer_of

    torch.manual_seed(3)
    model, _ = pretrained(small_base(), initializer_range=1.5)  # a random head whose scores spread like a trained one's
    tokenizer, scores = tokenizer_of(small_base()), {}
    for dtype in (torch.float32, torch.bfloat16):
        ready = Loaded("small", model.to(dtype).eval(), tokenizer, Template("prefix"), None, "weights")
        scores[dtype] = PrefixEncoder(ready).score(CELLS)
    assert scores[torch.float32].std() > 0.5
    assert 0 < np.abs(scores[torch.float32] - scores[torch.bfloat16]).max() < TOLERANCE["torch.bfloat16"]
