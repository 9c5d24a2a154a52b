"""Examples stand before a question, laid out as it is itself and solved; none is of a passage that is asked about."""

import pickle
from bisect import bisect_right
from functools import cache

import numpy as np
import pytest

from examfiles.errors import DataError
from examfiles.items import Dataset, Item
from magnetite.core.cells import Context, own_cells, with_shown
from magnetite.scorers.prompts import Shots, draw_shots, prompt
from magnetite.testing import check_scorer, example_items
from magnetite.views import view
from tests.scorers.decoders import plain_sum, save_decoder
from tests.scorers.remote.made import items, scorer, shown
from tests.scorers.remote.server import Server, honest

BOATS = "The miller's daughter counted the boats. One was red, two were green."
COUNTED = "Question: What did she count?\nAnswer:"
ASKED = Item("1", "p", BOATS, "What did she count?", ("the boats", "the sails"), 0)
TRAIN = Dataset("boats", (Item("sea", "s", "A man sailed home.", "Who sailed?", ("a boat", "a man", "a sail"), 1),))
SEA = draw_shots(TRAIN, 1, 0)
PLACES = 512  # that the tiny model reads


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Return a function that loads a tiny model with choices of its own, once for each."""
    from magnetite.scorers.causal import causal

    folder = save_decoder("gpt2", tmp_path_factory.mktemp("gpt2"), n_positions=PLACES)
    return cache(lambda **told: causal(folder, device="cpu", dtype="float32", **{"scoring": "cloze", **told}))


@pytest.fixture(scope="module")
def plain(tiny):
    """Return a function that gives the log-probability of an answer behind a text, tokenised as one, in one pass."""
    import transformers as hf

    folder = tiny().__reduce__()[0].args[0]
    model, words = hf.AutoModelForCausalLM.from_pretrained(folder).eval(), hf.AutoTokenizer.from_pretrained(folder)

    def score(text, answer, *, begun=False):  # begun: a template's line end is the context's, not the answer's
        whole, head = words(text + answer)["input_ids"], words(text if begun else text.rstrip())["input_ids"]
        return plain_sum(model, whole, len(head))

    return score


def asked_under(name, *, listwise=False):
    cells = own_cells([view(name)(ASKED)])
    return with_shown(cells) if listwise else cells


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "QOC",
            f"A man sailed home.\n\nQuestion: Who sailed?\nAnswer: a man\n\n{BOATS}\n\n{COUNTED}",
        ),
        ("QO", "Question: Who sailed?\nAnswer: a man\n\n" + COUNTED),
        ("CO", f"A man sailed home.\n\nAnswer: a man\n\n{BOATS}\n\nAnswer:"),
        ("O", "Answer: a man\n\nAnswer:"),
    ],
    ids=["QOC", "QO", "CO", "O"],
)
def test_an_example_shows_what_the_view_of_the_question_shows_and_is_solved_by_its_text(tiny, plain, name, text):
    expected = [plain(text, f" {option}") for option in ASKED.options]
    np.testing.assert_allclose(tiny(shots=SEA).score(asked_under(name)), expected, atol=1e-4, rtol=0)


def test_where_letters_are_scored_an_example_shows_its_own_options_and_is_solved_by_a_letter(tiny, plain):
    text = (
        "A man sailed home.\n\nQuestion: Who sailed?\nA. a boat\nB. a man\nC. a sail\nAnswer: B\n\n"
        f"{BOATS}\n\nQuestion: What did she count?\nA. the boats\nB. the sails\nAnswer:"
    )
    scores = tiny(scoring="symbol", shots=SEA).score(asked_under("QOC", listwise=True))
    np.testing.assert_allclose(scores, [plain(text, " A"), plain(text, " B")], atol=1e-4, rtol=0)


def test_in_a_chat_an_example_is_a_message_and_its_reply(tiny, plain):
    ends = "Reply with the letter of the right option only.\n<|assistant|>\n"
    text = (
        f"<|endoftext|><|user|>\nQuestion: Who sailed?\nA. a boat\nB. a man\nC. a sail\n{ends}B\n"
        f"<|user|>\nQuestion: What did she count?\nA. the boats\nB. the sails\n{ends}"
    )
    scores = tiny(scoring="symbol", prompt="chat", shots=SEA).score(asked_under("QO", listwise=True))
    np.testing.assert_allclose(scores, [plain(text, o, begun=True) for o in "AB"], atol=1e-4, rtol=0)


def test_what_pmi_takes_off_is_said_behind_the_same_examples(tiny, plain):
    text = f"A man sailed home.\n\nAnswer: a man\n\n{BOATS}\n\nAnswer:"
    expected = [plain(text, f" {o}") - plain("Answer: a man\n\nAnswer:", f" {o}") for o in ASKED.options]
    pmi = tiny(scoring="cloze-pmi", shots=SEA)
    np.testing.assert_allclose(pmi.score(asked_under("CO")), expected, atol=1e-4, rtol=0)
    np.testing.assert_allclose(pmi.score(asked_under("O")), [0, 0], atol=1e-4)


@pytest.mark.parametrize("scoring", ["cloze-byte", "cloze-pmi", "symbol"])
def test_a_scorer_with_examples_keeps_the_contract(tiny, scoring):
    check_scorer(tiny(scoring=scoring, shots=SEA), [item for item in example_items() if item.id != "scripts"])


def test_examples_are_part_of_the_fingerprint_and_none_leave_it_as_it_was(tiny):
    other = Dataset("boats", (Item("sea", "s", "A man sailed home.", "Who sailed?", ("a boat", "a man", "a sail"), 2),))
    two = Shots((*SEA.examples, *draw_shots(other, 1, 0).examples))
    swapped = Shots(two.examples[::-1])
    choices = [None, SEA, draw_shots(other, 1, 0), two, swapped]
    for told in ({}, {"prompt": "chat"}):
        prints = [tiny(shots=shots, **told).fingerprint for shots in choices]
        assert len(set(prints)) == len(prints)
        assert tiny(shots=Shots(), **told).fingerprint == tiny(**told).fingerprint == prints[0]
    assert tiny(shots=SEA).fingerprint == f"{tiny().fingerprint}:shots={SEA.fingerprint}"


def test_a_scorer_in_another_process_shows_the_same_examples(tiny):
    one = tiny(shots=SEA)
    other = pickle.loads(pickle.dumps(one))
    assert other.fingerprint == one.fingerprint
    np.testing.assert_array_equal(other.score(asked_under("QOC")), one.score(asked_under("QOC")))


def test_its_record_names_the_examples_and_says_nothing_where_there_are_none(tiny):
    assert {"shots": 1, "examples": ["sea"]}.items() <= tiny(shots=SEA).prompt_record.items()
    assert set(tiny().prompt_record) == {"scoring", "prompt", "template"}


def test_beside_examples_the_passage_asked_about_is_cut_and_they_never_are(tiny, plain):
    long = Item("long", "l", " ".join(f"{n} {BOATS}" for n in range(99)), "What?", ("boats", "sails"), 0)
    cells, one = own_cells([long]), tiny(shots=SEA)
    assert one.sizes(cells).truncated.all()
    assert tiny().sizes(cells).truncated.all()

    def whole(length):
        return (
            f"A man sailed home.\n\nQuestion: Who sailed?\nAnswer: a man\n\n{long.passage[:length]}\n\n"
            "Question: What?\nAnswer:"
        )

    left = PLACES - 64  # what an answer of up to 64 tokens leaves
    longest = bisect_right(range(len(long.passage)), left, key=lambda length: len(one._ids(whole(length)))) - 1
    # A character more may be a token less, so what is found may be a few characters away.
    possible = [[plain(whole(longest - n), f" {option}") for option in long.options] for n in range(4)]
    assert min(np.abs(one.score(cells) - possible).max(axis=1)) < 1e-3


def test_examples_that_leave_no_room_are_named_with_their_tokens(tiny):
    sea = Item("sea", "s", "boats " * 3 * PLACES, "Who sailed?", ("a boat", "a man"), 1)
    one = tiny(shots=draw_shots(Dataset("boats", (sea,)), 1, 0))
    said = rf"without its own passage, .* reads {PLACES}. \d+ of them .* examples \(1\).*--shots\).*--shots-from"
    with pytest.raises(DataError, match=said):
        one.sizes(asked_under("QOC"))
    assert len(one.score(asked_under("QO"))) == 2  # without its passage the example fits


def test_a_server_is_shown_examples_before_each_question():
    train = Dataset("dogs", (Item("d", "d", "Bo has a dog.", "Who has a dog?", ("Bo", "Ann"), 0),))
    shots = draw_shots(train, 1, 0)
    with Server(honest) as server:
        scorer(server, shots=shots).score(shown(1))
        asked = prompt("chat").render(Context("Bo has a dog.", "Who has a dog?"), ("Bo", "Ann"))
        own = prompt("chat").render(shown(1).contexts[0], items(1)[0].options)
        turns = [("user", asked), ("assistant", "A"), ("user", own)]
        assert [(each["role"], each["content"]) for each in server.asked[0][1]["messages"]] == turns
    with Server(honest) as server:
        scorer(server, shots=shots, scoring="cloze").score(own_cells(items(1)))
        assert server.texts[0] == (
            "Bo has a dog.\n\nQuestion: Who has a dog?\nAnswer: Bo\n\n"
            "Ann has 0 cats.\n\nQuestion: How many cats in house 0?\nAnswer: 0 cats"
        )
        told, bare = scorer(server, shots=shots), scorer(server)
        assert told.fingerprint == f"{bare.fingerprint} shots={shots.fingerprint}"
        assert told.traffic(shown(1)).tokens > bare.traffic(shown(1)).tokens
        check_scorer(scorer(server, shots=shots, scoring="asks", asks=3))


def exam(count=9):
    """Make an exam of so many passages with two questions each, the last without a key."""
    return Dataset(
        "exam",
        tuple(
            Item(
                f"{p}-{q}", f"p{p}", f"Passage {p}.", f"Question {p}-{q}?", (f"{p}", "x"), None if p == count - 1 else 0
            )
            for p in range(count)
            for q in range(2)
        ),
    )


def test_examples_have_keys_and_passages_of_their_own_and_fewer_are_the_first_of_more():
    eight = draw_shots(exam(), 8, 1)
    assert {each.context.passage for each in eight.examples} == {f"Passage {p}." for p in range(8)}
    assert draw_shots(exam(), 3, 1).examples == eight.examples[:3]
    assert draw_shots(exam(), 8, 2).examples != eight.examples


def test_no_example_is_of_a_passage_that_is_asked_about_however_it_is_spaced():
    asked = [Item("a", "other-id", " Passage  3.\n", "Another?", ("a", "b"), 0)]
    asked += [Item("b", "elsewhere", "Something else.", "Question 5-1?", ("5", "x"), 0)]
    for seed in range(20):
        ids = {each.id for each in draw_shots(exam(), 7, seed, asked).examples}
        assert not ids & {"3-0", "3-1", "5-1"}
    with pytest.raises(DataError, match=r"exam: 8 examples .* only 7 of its passages .*--shots\).*--shots-from"):
        draw_shots(exam(), 8, 0, asked)


def test_questions_with_passages_are_shown_examples_with_passages_only():
    mixed = Dataset("mixed", (*exam(3), *(Item(f"b{n}", "", "", f"Bare {n}?", ("a", "b"), 0) for n in range(9))))
    ids = {each.id for each in draw_shots(mixed, 2, 0, [ASKED]).examples}
    assert {each.partition("-")[0] for each in ids} == {"0", "1"}
    bare = Item("q", "", "", "Bare 4?", ("c", "d"), 0)
    assert "b4" not in {each.id for each in draw_shots(mixed, 10, 0, [bare]).examples}


def test_other_questions_of_an_examples_passage_can_be_left_out():
    shots = draw_shots(exam(), 3, 0)
    left = shots.without(exam())
    assert len(left) == len(exam()) - 6
    assert not {each.context.passage for each in shots.examples} & {item.passage for item in left}


def test_examples_are_solved_in_the_words_with_which_a_reply_begins(tiny):
    [(_, lettered)] = SEA.turns(prompt("chat-answer"), Context("p", "q"), lettered=True)
    [(_, written)] = SEA.turns(prompt("chat-answer"), Context("p", "q"), lettered=False)
    assert (lettered, written) == ("The answer is B", "The answer is a man")
    asked = asked_under("QOC", listwise=True)
    assert len(tiny(scoring="symbol", prompt="chat-answer", shots=SEA).score(asked)) == 2
