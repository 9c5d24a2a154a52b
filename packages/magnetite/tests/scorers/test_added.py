"""Text that a view added to the passage: every system reads it right behind the passage, and no system loses it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError
from examfiles.items import Item
from magnetite.core.cells import Context, own_cells, with_shown
from magnetite.scorers.baselines import Random, WordOverlap
from magnetite.scorers.encoding import Encoding, Template
from magnetite.scorers.function import Function
from magnetite.scorers.recorded import Recorded
from magnetite.testing import check_scorer

FAMILIES = ("bert", "roberta", "albert", "deberta-v2")
STORY = "The miller's daughter walked to the river and counted the boats."
ADDED = "sail the ? Who yellow"
ITEM = Item("q1", "p1", STORY, "Who counted?", ("the daughter", "an old man"), 0, added=ADDED)
SPELT_OUT = replace(ITEM, passage=f"{STORY} {ADDED}", added="")
LONG = replace(ITEM, id="q2", passage=STORY * 30)
odd = [
    "it's",
    "'s",
    "n't .",
    "e,c,a",
    "[SEP]",
    "<mask>",
    " the",
    "the ",
    "\u0301a",
    "a\u0301",
    "ﬁ",
    "1984",
    "▁a",
    "...",
    "“no”",
]
anything = st.text(max_size=12) | st.sampled_from(odd)
river = st.lists(st.sampled_from(["river", "boat", "Köln", "42", "it's", "“no”", "☕", "\n"]), min_size=1, max_size=60)
many = settings(max_examples=120, deadline=None)
TOKENIZERS = {}


@pytest.fixture(scope="module", autouse=True)
def _tokenizers(family_folder):
    """Load tokenizers once, for property tests too, which may not ask for fixtures."""
    from transformers import AutoTokenizer

    for family in FAMILIES:
        TOKENIZERS[family] = AutoTokenizer.from_pretrained(family_folder(family))


def encoding(family="bert", max_tokens=512, **template):
    return Encoding(TOKENIZERS[family], Template(max_tokens=max_tokens, **template))


def ids(family, text):
    return tuple(TOKENIZERS[family](text, add_special_tokens=False)["input_ids"])


@many
@given(st.sampled_from(FAMILIES), anything, anything, anything, anything)
@example("roberta", "the", "[SEP] a", "who", "she")
def test_what_fits_has_the_ids_of_passage_and_added_text_as_one_text(family, passage, added, question, option):
    code, apart = encoding(family), Context(passage, question, added=added)
    whole = code.joint(Context(apart.text, question), option)
    assert code.joint(apart, option) == whole
    assert not whole.truncated


@many
@given(anything, anything, anything, anything)
def test_so_it_does_in_the_prefix_layout(passage, added, question, option):
    code, apart = encoding(layout="prefix"), Context(passage, question, added=added)
    assert code.prefix(apart, option) == code.prefix(Context(apart.text, question), option)


@many
@given(st.sampled_from(FAMILIES), river.map(" ".join), st.sampled_from(["start", "end"]))
def test_the_passage_gives_way_and_added_text_is_never_cut(family, passage, keep):
    code = encoding(family, 48, keep=keep)
    result = code.joint(Context(passage, "who?", added="who boat sail ?"), "a sail")
    plain = code.joint(Context(f"{passage} who boat sail ?", "who?"), "a sail")
    assert result.truncated == plain.truncated
    assert len(result.ids) <= 48
    if result.truncated:
        added, head, middle = ids(family, f"{code.lead}who boat sail ?"), code.pair[0], code.pair[1]
        read = result.ids[len(head) : result.first_segment - len(middle)]
        kept, whole = read[: len(read) - len(added)], ids(family, passage)
        assert read[len(kept) :] == added
        assert kept == (whole[: len(kept)] if keep == "start" else whole[len(whole) - len(kept) :])
        assert len(result.ids) == 48


def test_the_prefix_layout_cuts_the_passage_and_keeps_added_text():
    code = encoding(layout="prefix", max_tokens=128)
    result = code.prefix(Context(STORY * 30, "Who?", added=ADDED), "a boat")
    assert result.truncated
    assert result.passage[-1 - len(ids("bert", ADDED)) : -1] == ids("bert", ADDED)
    assert len(result.passage) == 64  # of 128, question and option leave 64


def test_the_naive_order_loses_at_the_end_what_is_kept_when_added():
    code, last = encoding(max_tokens=64), ids("bert", ADDED)[-1]
    assert last in code.joint(Context(STORY * 30, "Who?", added=ADDED), "a boat").ids
    assert last not in code.joint(Context(f"{STORY * 30} {ADDED}", "Who?"), "a boat").ids


@pytest.mark.parametrize("layout", ["joint", "prefix"])
def test_added_text_that_leaves_question_and_option_no_room_is_refused(layout):
    code = encoding(layout=layout, max_tokens=32)
    encode = code.joint if layout == "joint" else code.prefix
    expected = (
        "question 'Who\\?' with option 'a boat' and 'boat boat boat.*, which was added to its passage: .* but the "
    )
    with pytest.raises(DataError, match=f"{expected}model reads 32.*neither is added text"):
        encode(Context(STORY, "Who?", added="boat " * 40), "a boat")


@pytest.mark.parametrize("layout", ["joint", "prefix"])
def test_an_encoder_scores_an_attacked_item_as_the_text_spelt_out_and_keeps_its_promises(save_model, tmp_path, layout):
    from magnetite.scorers.device import choose_device, choose_dtype
    from magnetite.scorers.encoder import JointEncoder
    from magnetite.scorers.loading import load
    from magnetite.scorers.prefix import PrefixScorer

    cpu = choose_device("cpu")
    loaded = load(save_model("bert", tmp_path, max_position_embeddings=160), cpu, choose_dtype("float32", cpu))
    loaded = replace(loaded, template=replace(loaded.template, layout=layout))
    scorer = (JointEncoder if layout == "joint" else PrefixScorer)(loaded)
    attacked, spelt_out = (scorer.score(own_cells([item])) for item in (ITEM, SPELT_OUT))
    np.testing.assert_allclose(attacked, spelt_out, atol=scorer.tolerance)
    without = scorer.score(own_cells([replace(ITEM, added="")]))
    assert np.abs(attacked - without).max() > 10 * scorer.tolerance
    assert scorer.sizes(own_cells([ITEM, LONG])).truncated.tolist() == [False, False, True, True]
    check_scorer(scorer, [ITEM, LONG, SPELT_OUT, replace(LONG, id="q3", added="boat")])


def test_a_system_of_plain_texts_is_given_passage_and_added_text(tmp_path):
    cells, spelt_out = own_cells([ITEM]), own_cells([SPELT_OUT])
    for scorer in (
        Random(3),
        WordOverlap(),
        Function(lambda passage, question, option: len(passage), "cell", version="1"),
        Function(lambda asked: [len(each["passage"]) for each in asked], "batch", version="1", batched=True),
    ):
        assert scorer.score(cells).tolist() == scorer.score(spelt_out).tolist()
    listwise = Function(lambda p, q, options: [len(p)] * len(options), "list", version="1", listwise=True)
    assert listwise.score(with_shown(cells)).tolist() == [len(SPELT_OUT.passage)] * 2


def test_a_file_of_scores_is_asked_for_passage_and_added_text(tmp_path):
    import polars as pl

    rows = {"passage": [SPELT_OUT.passage], "question": [ITEM.question], "option": ["the daughter"], "score": [2.0]}
    path = tmp_path / "scores.csv"
    pl.DataFrame(rows).write_csv(path)
    assert Recorded(path).score(own_cells([ITEM]).take(np.array([0]))).tolist() == [2.0]
    with pytest.raises(DataError, match="lacks 1 of the 2"):
        Recorded(path).score(own_cells([ITEM]))
    assert pl.read_csv(tmp_path / "scores-missing.csv")["passage"].to_list() == [SPELT_OUT.passage]


def test_training_reads_added_text_too():
    from magnetite.train.data import encode_items

    for layout in ("joint", "prefix"):
        code = encoding(layout=layout)
        assert encode_items([ITEM], code) == encode_items([SPELT_OUT], code)
