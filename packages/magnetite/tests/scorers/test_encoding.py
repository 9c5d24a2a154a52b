"""Question and option reach the model whole; only the passage is cut, at the end that was chosen."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from examfiles.errors import DataError, UsageError
from magnetite.core.cells import Context
from magnetite.core.errors import ModelError
from magnetite.scorers.encoding import Encoding, Template, question_with_option, room_for

LIMIT = 64
SEPARATORS = {"bert": 1, "roberta": 2, "albert": 1, "deberta-v2": 1}  # between passage and question
words = st.lists(st.sampled_from(["river", "boat", "sail", "Köln", "42", "it's", "“no”", "☕", "\n", "_"]), max_size=60)
passages = words.map(" ".join)
LONG = "river " * 50 + "boat " * 50  # cut at either end, which Hypothesis seldom draws
short = st.lists(st.sampled_from(["who", "boat?", "ß", "_"]), max_size=4).map(" ".join)
keeps = st.sampled_from(["start", "end"])
families = st.sampled_from(["bert", "roberta"])
quick = settings(max_examples=60, deadline=None)


TOKENIZERS = {}


@pytest.fixture(scope="module", autouse=True)
def _tokenizers(family_folder):
    """Load tokenizers once, for property tests too, which may not ask for fixtures."""
    from transformers import AutoTokenizer

    for family in SEPARATORS:
        TOKENIZERS[family] = AutoTokenizer.from_pretrained(family_folder(family))


def encoding(family="bert", **template):
    return Encoding(TOKENIZERS[family], Template(**{"max_tokens": LIMIT, **template}))


def ids(family, text):
    return tuple(TOKENIZERS[family](text, add_special_tokens=False)["input_ids"])


def cut(whole, kept, keep):
    """Say whether `kept` is what remains of `whole` when the other end gives way."""
    return kept == (whole[: len(kept)] if keep == "start" else whole[len(whole) - len(kept) :])


@quick
@given(families, passages.filter(bool), short, short, keeps)
@example("bert", LONG, "who", "boat?", "start")
@example("bert", LONG, "who", "boat?", "end")
def test_joint_keeps_question_and_option_whole_and_cuts_the_chosen_end_of_the_passage(
    family, passage, question, option, keep
):
    encoded = encoding(family, keep=keep).joint(Context(passage, question), option)
    whole, second = ids(family, passage), ids(family, question_with_option(question, option, "keep"))
    cls, sep, between = TOKENIZERS[family].cls_token_id, TOKENIZERS[family].sep_token_id, SEPARATORS[family]
    kept = encoded.ids[1 : encoded.first_segment - between]
    assert encoded.ids == (cls, *kept, *[sep] * between, *second, sep)
    assert cut(whole, kept, keep)
    assert len(encoded.ids) == min(LIMIT, 2 + between + len(whole) + len(second))
    assert encoded.truncated == (len(kept) < len(whole))


@quick
@given(passages, short, short, keeps)
@example("", "", "boat", "start")
@example(LONG, "who", "boat?", "start")
@example(LONG, "who", "boat?", "end")
def test_prefix_leaves_room_for_question_and_option_and_cuts_only_the_passage(passage, question, option, keep):
    code = encoding("bert", layout="prefix", keep=keep, max_tokens=128)
    encoded, suffix = code.prefix(Context(passage, question), option), code.prefix_option(option)
    cls, sep = TOKENIZERS["bert"].cls_token_id, TOKENIZERS["bert"].sep_token_id
    whole = ids("bert", passage)
    kept = encoded.passage[1:-1] if passage else ()
    assert encoded.passage == ((cls, *kept, sep) if passage else (cls,))
    assert encoded.question == ((*ids("bert", question), sep) if question else ())
    assert suffix == (cls, *ids("bert", option), sep)
    assert cut(whole, kept, keep)
    assert encoded.truncated == (len(kept) < len(whole))
    room = room_for(len(encoded.question) + len(suffix))
    assert len(encoded.passage) + room <= 128
    assert encoded.tokens + len(suffix) <= 128
    if encoded.truncated:
        assert len(encoded.passage) + room == 128


def test_questions_and_options_of_the_same_room_share_one_encoding_of_the_passage():
    code = encoding(layout="prefix", max_tokens=256)
    asked = {"who?": ("boat", "boat sail", "boat " * 20), "who " * 9: ("boat", "sail")}
    passages = {
        code.prefix(Context("river " * 200, question), option).passage
        for question, options in asked.items()
        for option in options
    }
    assert len(passages) == 1
    assert len(code.prefix(Context("river " * 200, "who?"), "sail " * 80).passage) < len(passages.pop())


@pytest.mark.parametrize("layout", ["joint", "prefix"])
def test_an_option_that_fits_without_the_passage_is_read_and_one_token_more_is_refused(layout):
    code, context = encoding(layout=layout), Context("river boat", "who?")
    special = 5 if layout == "prefix" else 3  # [CLS] [SEP], the question's [SEP], the option's [CLS] [SEP]
    room = LIMIT - special - len(ids("bert", "who?"))

    def encode(option):
        if layout == "joint":
            return len(code.joint(context, option).ids)
        return code.prefix(context, option).tokens + len(code.prefix_option(option))

    one = next(word for word in ("a", "b", "n") if len(ids("bert", f"{word} {word}")) == 2)
    assert encode(" ".join([one] * room)) == LIMIT
    with pytest.raises(DataError, match=f"question 'who\\?' with option '{one} {one}.*: {LIMIT + 1} tokens.*never cut"):
        encode(" ".join([one] * (room + 1)))


def separators_of(prefix, sep):
    return (prefix.passage + prefix.question).count(sep)


def test_a_missing_passage_or_question_takes_its_separator_with_it():
    sep, code = TOKENIZERS["bert"].sep_token_id, encoding(layout="prefix")
    separators = {
        (bool(passage), bool(question)): separators_of(code.prefix(Context(passage, question), "a"), sep)
        for passage in ("", "boat")
        for question in ("", "who?")
    }
    assert separators == {(False, False): 0, (False, True): 1, (True, False): 1, (True, True): 2}
    assert encoding().joint(Context("", "who?"), "boat").ids == tuple(TOKENIZERS["bert"]("who? boat")["input_ids"])


@given(st.lists(st.sampled_from(["boat", "_", "__", "sail", "."]), max_size=8), st.sampled_from(["x", r"\1", "a _ b"]))
def test_a_blank_is_filled_only_where_there_is_exactly_one(parts, option):
    question = " ".join(parts)
    runs = [i for i, part in enumerate(parts) if "_" in part and (i == 0 or "_" not in parts[i - 1])]
    filled = question_with_option(question, option, "fill")
    if len(runs) == 1:
        start = runs[0]
        end = next((i for i in range(start, len(parts)) if "_" not in parts[i]), len(parts))
        assert filled == " ".join([*parts[:start], option, *parts[end:]])
    else:
        assert filled == question_with_option(question, option, "keep") == f"{question} {option}".removeprefix(" ")


def test_a_lone_surrogate_is_read_as_a_question_mark():
    code = encoding()
    assert code.joint(Context("boat \ud800", "who"), "a") == code.joint(Context("boat ?", "who"), "a")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"layout": "jont"}, "template layout 'jont' does not exist. Known: joint, prefix. Did you mean 'joint'"),
        ({"keep": "middle"}, "Known: start, end"),
        ({"blank": "drop"}, "Known: keep, fill"),
        ({"max_tokens": 0}, "max_tokens is 0; expected a whole number, 1 or more"),
        ({"max_tokens": "512"}, "max_tokens is '512'"),
        ({"layout": "prefix", "blank": "fill"}, "Use blank 'keep', or the joint layout"),
    ],
)
def test_a_template_choice_that_does_not_exist_is_answered_with_those_that_do(choice, message):
    with pytest.raises(UsageError, match=message):
        Template(**choice)


def test_a_tokenizer_whose_special_tokens_cannot_be_told_is_refused():
    class Odd:
        def __call__(self, *texts, add_special_tokens=True, **_):
            return {"input_ids": [0, 0] if add_special_tokens else [9]}

    with pytest.raises(ModelError, match="special tokens cannot be found"):
        Encoding(Odd(), Template())


odd = ["it's", "'s", "e,c,a", "[SEP]", "<mask>", " the", "the ", "\u0301a", "a\u0301", "ﬁ", "1984", "▁a", "...", "“no”"]
anything = st.text(max_size=12) | st.sampled_from(odd)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(SEPARATORS)), anything, anything)
def test_a_question_and_an_option_have_the_same_ids_however_they_were_tokenised(family, question, option):
    code = encoding(family, max_tokens=96)
    assert code.lead is not None
    result = code.joint(Context("", question), option).ids
    whole = question_with_option(question, option, "keep").encode("utf-8", "replace").decode("utf-8")
    head, _, tail = code.single
    assert result == head + ids(family, whole) + tail


class Pairs:
    """Tokenise by pairs of characters, a space among them: no text can be tokenised apart from another."""

    def __call__(self, text, other=None, *, add_special_tokens=True, **_):
        if isinstance(text, list):
            return {"input_ids": [self.pairs(each) for each in text]}
        if not add_special_tokens:
            return {"input_ids": self.pairs(text)}
        return {"input_ids": [1, *self.pairs(text), 2, *([] if other is None else [*self.pairs(other), 2])]}

    def pairs(self, text):
        return [1000 + sum(map(ord, text[i : i + 2])) for i in range(0, len(text), 2)]


def test_a_tokenizer_that_joins_words_over_a_space_is_given_question_and_option_as_one_text():
    code = Encoding(Pairs(), Template())
    assert code.lead is None
    assert code.joint(Context("", "who"), "she").ids == (1, *Pairs().pairs("who she"), 2)
    assert Pairs().pairs("who she") != Pairs().pairs("who") + Pairs().pairs(" she")
