"""A model on a server keeps the scorer contract in every way to answer, and scores as its formulas say."""

import math
from threading import Event

import numpy as np
import pytest

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.core.cells import Cells, Context, own_cells, with_shown
from magnetite.core.errors import ModelError
from magnetite.report.wording import notes_of
from magnetite.scorers.prompts import prompt
from magnetite.testing import check_scorer
from tests.scorers.remote.made import items, scorer, shown
from tests.scorers.remote.server import Server, chat, echo, error, honest, letter_logs, options_of, text_of

WAYS = ["cloze", "cloze-token", "cloze-byte", "cloze-pmi", "symbol", "asks"]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_answer_keeps_the_scorer_contract(way):
    with Server(honest) as server:
        check_scorer(scorer(server, scoring=way, asks=3))


def test_a_base_model_without_a_chat_answers_by_letter_too():
    with Server(honest) as server:
        plain = scorer(server, scoring="symbol", prompt="plain")
        check_scorer(plain)
        assert {path for path, _ in server.asked} == {"/v1/completions"}
        assert plain.score(shown()) == pytest.approx(scorer(server).score(shown()))


def test_lists_of_tokens_shorter_than_asked_for_are_counted_in_a_note():
    def lists(count):
        def answer(path, body, number):
            top = dict.fromkeys("ABC", -1.5) | {f"x{n}": -9.0 for n in range(count - 3)}
            logprobs = {"tokens": ["A"], "token_logprobs": [-1.5], "top_logprobs": [top]}
            return {"choices": [{"text": "A", "logprobs": logprobs}]}

        return answer

    def notes(answer, **options):
        with Server(answer) as server:
            asked = scorer(server, prompt="plain", **options)
            asked.score(shown(2))
            return " ".join(notes_of(asked.remarks()))

    def strict(path, body, number):
        return error(400, "logprobs must be at most 5") if body["logprobs"] > 5 else lists(5)(path, body, number)

    assert "In 2 of 2 answers the server listed fewer likely tokens than requested" in notes(lists(19))
    assert "listed fewer" not in notes(lists(20))
    assert "listed fewer" not in notes(strict)


def test_a_letters_score_is_its_log_probability_and_one_request_serves_all_options():
    with Server(honest) as server:
        scores = scorer(server).score(shown(2))
        assert len(server.asked) == 3  # the first one is asked twice
        assert {path for path, _ in server.asked} == {"/v1/chat/completions"}
        for n, text in enumerate((server.texts[0], server.texts[2])):
            assert scores[3 * n : 3 * n + 3].tolist() == pytest.approx(list(letter_logs(text).values()))
        assert [body["temperature"] for _, body in server.asked] == [0, 0, 0]


def test_cloze_scores_are_the_echos_sum_its_mean_and_its_difference_to_nothing():
    cells = own_cells(items(1))
    with Server(honest) as server:
        by_way = {way: scorer(server, scoring=way).score(cells) for way in WAYS[:4]}
    for position, option in enumerate(items(1)[0].options):
        words = option.split(" ")
        whole = sum(-(len(word) + 1) / 10 - 0.01 for word in words)
        assert by_way["cloze"][position] == pytest.approx(whole)
        assert by_way["cloze-token"][position] == pytest.approx(whole / len(words))
        assert by_way["cloze-byte"][position] == pytest.approx(whole / len(option))
        assert by_way["cloze-pmi"][position] == pytest.approx(0.0, abs=1e-6)  # an echo that ignores what it reads


SHAPES = [
    (special, shows)
    for special in ((), ("<s>",), ("<bos>",), ("<|begin_of_text|>",), ("[gMASK]", "<sop>"))
    for shows in ("words", "bare", "replaced", "late", "bytes")
]
TEXTS = ("“warm” bread", "a kite", "冷牛奶", "it is “good”", "naïve cafés, 5 °C", "a long box of a thing")


@pytest.mark.parametrize(
    ("special", "shows"), SHAPES, ids=lambda each: each if isinstance(each, str) else "".join(each)
)
@pytest.mark.parametrize("view", ["whole", "bare"])
def test_an_echo_is_read_by_its_tokens_whatever_a_server_puts_before_them_and_shows_of_them(special, shows, view):
    item = Item("q", "p", "Mina sold “warm” bread — and said: 早上好.", "What did Mina sell?", TEXTS, 0)
    if view == "bare":
        item = Item("q", "p", "", "", TEXTS, 0)
    with Server(lambda path, body, number: echo(text_of(body), special, shows)) as server:
        scores = scorer(server, scoring="cloze").score(own_cells([item]))
    assert scores == pytest.approx([-(len(text) + 1) / 10 - 0.01 * (text.count(" ") + 1) for text in TEXTS], rel=1e-5)


def test_offsets_in_bytes_and_offsets_that_are_not_there_change_nothing():
    def by_bytes(path, body, number):
        reply = echo(text_of(body), ("<s>",))
        logs = reply["choices"][0]["logprobs"]
        logs["text_offset"] = [len("".join(logs["tokens"][:n]).encode()) for n in range(len(logs["tokens"]))]
        return reply

    item = Item("q", "p", "Mina sold “warm” bread.", "What?", TEXTS, 0)
    with Server(by_bytes) as server, Server(honest) as other:
        cells = own_cells([item])
        assert scorer(server, scoring="cloze-token").score(cells) == pytest.approx(
            scorer(other, scoring="cloze-token").score(cells)
        )


def test_what_stands_before_an_option_moves_its_pmi():
    def reads(path, body, number):
        reply = echo(text_of(body))
        values = reply["choices"][0]["logprobs"]["token_logprobs"]
        if "Ann has" in text_of(body):
            values[-2] += 0.005  # the option's last word; the very last token is the one generated
        return reply

    with Server(reads) as server:
        scores = scorer(server, scoring="cloze-pmi").score(own_cells(items(2)))
        assert scores == pytest.approx(np.full(6, 0.005), abs=1e-6)
        unconditional = [text for text in server.texts if "Ann has" not in text]
        assert len(unconditional) == len({"0 cats", "1 cats", "none", "a dog"})  # one for each option's text


def test_asks_are_shares_over_orders_with_half_an_ask_added():
    def loves_dogs(path, body, number):
        options = options_of(text_of(body))
        return chat("ABC"[options.index("a dog")])

    def loves_b(path, body, number):
        return chat("B")

    with Server(loves_dogs) as server:
        scores = scorer(server, scoring="asks", asks=6).score(shown(1))
        assert np.exp(scores) == pytest.approx([0.5 / 7.5, 0.5 / 7.5, 6.5 / 7.5])
        orders = [tuple(options_of(text)) for text in server.texts[1:]]
        assert {order.index("a dog") for order in orders} == {0, 1, 2}
    with Server(loves_b) as server:  # a taste for a letter is no taste for an option
        assert np.exp(scorer(server, scoring="asks", asks=6).score(shown(1))) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("options", [("a cat", "a cat", "a dog"), ("a cat", "a dog", "a cat", "a cat"), ("x", "x")])
def test_options_of_equal_text_share_what_their_text_got(options):
    def loves_cats(path, body, number):
        shown = options_of(text_of(body))
        return chat("ABCD"[shown.index("a cat") if "a cat" in shown else number % 2])

    item = Item("q", "p", "Ann has a pet.", "Which?", options, 0)
    with Server(loves_cats) as server:
        scores = np.exp(scorer(server, scoring="asks", asks=6).score(with_shown(own_cells([item]))))
    assert scores.sum() == pytest.approx(1.0)
    equal = scores[[text == options[0] for text in options]]
    assert equal == pytest.approx(np.full(len(equal), (6 / len(equal) + 0.5) / (6 + 0.5 * len(options))))


@pytest.mark.parametrize("letters", ["ABC", "BCA", "AAB"])
def test_options_of_one_text_share_the_asks_that_chose_it(letters):
    item = Item("q", "p", "Ann has a dog.", "What has Ann?", ("a cat", "a dog", "a dog"), 1)
    cells = with_shown(own_cells([item]))

    def taste(path, body, number):
        return chat(letters[number % 3])

    with Server(taste) as server:
        shares = np.exp(scorer(server, scoring="asks", asks=6).score(cells))
        assert shares[1] == shares[2]
        assert shares.sum() == pytest.approx(1)


def test_answers_that_name_no_option_do_not_count_and_are_counted():
    def refuses_sometimes(path, body, number):
        options = options_of(text_of(body))
        return chat("I cannot help with that.") if options[0] == "none" else chat("ABC"[options.index("a dog")])

    with Server(refuses_sometimes) as server:
        asked = scorer(server, scoring="asks", asks=3)
        assert np.exp(asked.score(shown(1))) == pytest.approx([0.5 / 3.5, 0.5 / 3.5, 2.5 / 3.5])
        assert "1 of 3 answers named no option" in " ".join(notes_of(asked.remarks()))


def test_a_letter_that_is_missing_gets_the_most_it_can_have_and_that_is_told():
    def short(path, body, number):
        return chat("A", {"A": math.log(0.7), "B": math.log(0.2)})

    with Server(short) as server:
        asked = scorer(server)
        assert np.exp(asked.score(shown(1))) == pytest.approx([0.7, 0.2, 0.1])  # all that is left over
        assert "In 1 of 1 answers some letter was not among the likeliest" in " ".join(notes_of(asked.remarks()))

    def long(path, body, number):
        return chat("A", {"A": math.log(0.5), "B": math.log(0.1)})

    with Server(long) as server:
        assert np.exp(scorer(server).score(shown(1))) == pytest.approx([0.5, 0.1, 0.1])  # the least that is listed


def test_tokens_that_mean_one_letter_are_added_up():
    def variants(path, body, number):
        return chat("A", {"A": math.log(0.3), " A": math.log(0.2), "Ｂ": math.log(0.2), "b": math.log(0.1), "C.": -5.0})

    with Server(variants) as server:
        assert np.exp(scorer(server).score(shown(1))) == pytest.approx([0.5, 0.3, math.exp(-5)])


def test_answers_that_never_name_a_letter_end_the_run_and_say_how_they_begin():
    def chatty(path, body, number):
        return chat("The", {"The": -0.1, "Answer": -3.0})

    with (
        Server(chatty) as server,
        pytest.raises(ModelError, match=r"none of the first 5 .* begin with 'The'.*--scoring asks.*--prompt FILE"),
    ):
        scorer(server, concurrency=1).score(shown(8))


def test_an_option_that_the_context_does_not_show_is_refused_before_anything_is_sent():
    cells = Cells((Context("p", "q", ("a", "b")),), ("c",), np.array([0]), np.array([0]))
    with Server(honest) as server:
        with pytest.raises(UsageError, match=r"'c' is not among the 2 that its context shows.*with_shown"):
            scorer(server).score(cells)
        assert not server.asked


def test_a_question_with_more_options_than_letters_is_refused():
    many = tuple(map(str, range(27)))
    cells = Cells((Context("p", "q", many),), many, np.zeros(27, dtype=np.int64), np.arange(27))
    with Server(honest) as server, pytest.raises(UsageError, match="27 options"):
        scorer(server).score(cells)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scoring": "symbols"}, "Did you mean 'symbol'"),
        ({"scoring": "cloze", "prompt": "chat"}, "--prompt plain"),
    ],
)
def test_a_way_to_answer_that_cannot_be_is_refused(options, said):
    with Server(honest) as server, pytest.raises(UsageError, match=said):
        scorer(server, **options)


def test_a_prompt_that_hides_the_letters_is_refused_where_letters_answer(tmp_path):
    file = tmp_path / "mine.j2"
    file.write_text("{{ passage }} {{ question }}")
    with Server(honest) as server, pytest.raises(UsageError, match="does not show the options with their letters"):
        scorer(server, prompt=f"chat:{file}")


def test_address_way_prompt_and_number_of_asks_are_the_fingerprint():
    with Server(honest) as server:
        options = [{}, {"scoring": "asks"}, {"scoring": "asks", "asks": 3}, {"scoring": "cloze"}, {"prompt": "plain"}]
        prints = {scorer(server, **each).fingerprint for each in options}
        assert len(prints) == len(options)
        assert all(server.url in each and "tiny" in each for each in prints)
        assert scorer(server, concurrency=2, request_limit=5).fingerprint == scorer(server).fingerprint
        assert prompt("chat").fingerprint in scorer(server).fingerprint


def test_no_more_than_concurrency_are_on_their_way_at_once_and_that_many_are():
    def slow(path, body, number):
        Event().wait(0.03)
        return honest(path, body, number)

    with Server(slow) as server:
        scorer(server, concurrency=3).score(shown(12))
        assert server.most == 3


def test_an_estimate_sends_nothing_and_counts_each_request_once():
    cells = shown(5)
    with Server(honest) as server:
        asked = scorer(server)
        traffic = asked.traffic(cells.take(np.arange(len(cells)).repeat(2)))
        assert not server.asked
        asked.score(cells)
        assert traffic.requests == 5 == len(server.asked) - 1
        assert scorer(server, scoring="asks", asks=4).traffic(cells).requests == 20
        assert scorer(server, scoring="cloze").traffic(cells).requests == 15
        assert traffic.tokens > 5 * len("Ann has 1 cats. How many cats in house 1?") / 4
