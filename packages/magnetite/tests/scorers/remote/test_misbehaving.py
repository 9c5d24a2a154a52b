"""Whatever a server does, there is the right number in the end, or an error that says where, what, and what to do."""

import json
import logging
import math
import ssl
import subprocess
import time
import traceback
from dataclasses import replace
from email.utils import formatdate
from itertools import pairwise
from shutil import which
from threading import Event

import pytest

from examfiles.errors import UsageError
from magnetite.core.cells import own_cells
from magnetite.core.errors import MagnetiteError, ModelError
from magnetite.report.wording import notes_of
from tests.scorers.remote.made import QUICK, items, scorer, shown
from tests.scorers.remote.server import Reply, Server, chat, echo, error, honest, letter_logs, text_of

SECRET = "sk-verysecret-123456"


def at_first(*replies):
    """Return what answers the first requests with these, and the others honestly."""
    return lambda path, body, number: replies[number] if number < len(replies) else honest(path, body, number)


def always(reply):
    return lambda path, body, number: reply


def cut(path, body, number):
    return Reply(body=json.dumps(honest(path, body, number))[:25])


@pytest.mark.parametrize(
    "trouble",
    [
        error(429, "too many requests"),
        error(429, "too many requests", Retry_After="0.01"),
        error(429, "too many requests", Retry_After="at noon"),
        error(500, "out of memory"),
        error(503, "loading the model"),
        Reply(502, "<html>Bad gateway</html>", {"Content-Type": "text/html"}),
        Reply(body='{"choices": [{"mess'),
        Reply(body='{"choices": [{"mess', cut=40),
        Reply(body=""),
        Reply(pause=0.4),
    ],
    ids=lambda each: f"{each.status} {each.body[:12]}" if isinstance(each, Reply) else json.dumps(each)[:30],
)
def test_what_passes_is_asked_again_and_the_numbers_are_right(trouble):
    patience = replace(QUICK, timeout=0.2) if trouble == Reply(pause=0.4) else QUICK
    with Server(at_first(trouble, trouble)) as server:
        scores = scorer(server, patience).score(shown(1))
        assert scores.tolist() == pytest.approx(list(letter_logs(server.texts[0]).values()))
        assert len(server.asked) >= 4  # two that failed, and the good one, twice
        assert len(set(server.texts)) == 1


FORMLESS = [
    {"choices": []},
    {"choices": None},
    chat("A", {"A": math.nan}),
    chat("A", {"A": 3.0}),
    {"error": {"message": "the model is not loaded"}},
    Reply(body="[]"),
]


@pytest.mark.parametrize("form", FORMLESS, ids=lambda each: str(each)[:30])
def test_a_whole_answer_of_another_form_is_asked_for_once_more_and_its_error_said_then(form):
    """Whatever the patience: a server that answers in another form does so the next time, and six more."""
    with Server(at_first(form)) as server:
        scores = scorer(server).score(shown(1))
        assert scores.tolist() == pytest.approx(list(letter_logs(server.texts[0]).values()))
    patience = replace(QUICK, retries=50)
    with Server(always(form)) as server, pytest.raises(ModelError, match=r"cannot be used: .*, 2 times"):
        scorer(server, patience).score(shown(1))
    assert len(server.asked) == 2


EVENTS = 'data: {"choices": [{"delta": {"content": "A"}}]}\n\ndata: [DONE]\n\n'
LINES = '{"message": {"content": "A"}, "done": false}\n{"done": true}\n'


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (
            "<!DOCTYPE html>\n<html><title>Welcome</title></html>",
            "a web page, not JSON.*It begins with '<!DOCTYPE html>",
        ),
        ("\ufeff\n <html><body>Welcome", "a web page, not JSON.*Is this the address of a web page.*end in /v1"),
        (EVENTS, "a stream of server-sent events.*It begins with 'data: .*No stream was asked for"),
        (": ping\n\n" + EVENTS, "a stream of server-sent events.*It begins with ': ping"),
        ("event: message\n" + EVENTS, "a stream of server-sent events"),
        (LINES, r"several JSON texts in a row \(NDJSON\).*begins with .*message.*No stream was asked for"),
        (LINES[:-9], "several JSON texts in a row"),
        ("Hello, this is the wrong door.", "it is text, not JSON.*begins with 'Hello, this .*Check the address"),
    ],
    ids=lambda each: each[:12],
)
def test_what_is_no_json_at_all_is_said_after_the_first_try_with_its_beginning_and_what_to_do(reply, said):
    patience = replace(QUICK, pause=60.0, longest=60.0)
    with Server(always(Reply(body=reply))) as server, pytest.raises(ModelError, match=said) as caught:
        scorer(server, patience).score(shown(3))
    assert len(server.asked) == 1
    assert "Expected the JSON of the OpenAI protocol." in str(caught.value)


def test_what_a_reply_of_another_form_says_is_shown():
    refused = {"error": {"message": "the model is not loaded"}}
    with (
        Server(always(refused)) as server,
        pytest.raises(ModelError, match=r"holds no choices.*the model is not loaded"),
    ):
        scorer(server).score(shown(1))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (always(error(429, "slow down")), r"answered 429: slow down, 4 times. Start again later.*--concurrency"),
        (always(error(500, "broken")), r"answered 500: broken, 4 times"),
        (always(Reply(body='{"a')), r"an answer that cannot be used: Unterminated string .*, 4 times"),
        (always({"choices": []}), r"cannot be used: it holds no choices, 2 times"),
        (
            always(error(404, "The model `tiny` does not exist")),
            r"404: The model `tiny` does not exist.*/v1/models lists.* no /chat/completions, try --scoring cloze",
        ),
        (always(error(401, "who are you?")), r"401: who are you\?. No key was sent: put it into .*MAGNETITE_API_KEY"),
        (always(error(403, "not for you")), r"403: not for you"),
        (always(error(400, "the prompt is too long")), r"400: the prompt is too long. .*--scoring"),
        (always(error(429, "later", Retry_After="7200")), r"come back in 7,200 seconds. Start again then"),
        (always(chat("A")), r"gives no log-probabilities.*--scoring symbol needs.*--scoring asks"),
        (always(chat("A", {})), r"none of the first 5 answers names a letter"),
    ],
)
def test_what_does_not_pass_ends_with_where_what_and_what_to_do(answer, said):
    with Server(answer) as server, pytest.raises(ModelError, match=said) as caught:
        scorer(server).score(shown(8))
    assert str(caught.value).startswith(f"tiny@{server.url}")
    assert "How many cats" in str(caught.value) or "none of the first" in str(caught.value)


def test_a_server_that_hangs_or_is_not_there_is_named():
    with Server(always(Reply(pause=0.6))) as server:
        with pytest.raises(ModelError, match=r"did not answer within 0.1 seconds, 2 times"):
            scorer(server, replace(QUICK, timeout=0.1, retries=1)).score(shown(1))
        url = server.url
    with pytest.raises(ModelError, match=r"cannot be reached .*Check that the server runs") as caught:
        scorer(server).score(shown(1))
    assert url in str(caught.value)


@pytest.mark.skipif(which("openssl") is None, reason="needs openssl to make a certificate")
def test_a_certificate_counts_only_where_somebody_vouches_for_it(tmp_path, monkeypatch):
    made, key = tmp_path / "made.pem", tmp_path / "key.pem"
    new = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*new.split(), "-keyout", key, "-out", made], check=True, capture_output=True)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(made, key)
    with Server(honest, tls=tls) as server, Server(honest) as plain:
        with pytest.raises(ModelError, match=r"CERTIFICATE_VERIFY_FAILED.*SSL_CERT_FILE"):
            scorer(server).score(shown(1))
        assert not server.asked
        monkeypatch.setenv("SSL_CERT_FILE", str(made))
        assert scorer(server).score(shown(1)).tolist() == scorer(plain).score(shown(1)).tolist()
        server.url = server.url.replace("https", "http")
        with pytest.raises(ModelError, match="http or https"):
            scorer(server).score(shown(1))


def test_money_that_is_used_up_is_not_waited_for():
    body = json.dumps({"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}})
    with Server(always(Reply(429, body))) as server, pytest.raises(ModelError, match="exceeded your quota"):
        scorer(server).score(shown(1))
    assert len(server.asked) == 1


@pytest.mark.parametrize("header", ["0.4", "date"])
def test_retry_after_holds_every_request_back(header):
    times = []

    def busy(path, body, number):
        times.append(time.monotonic())
        if number == 3:
            return error(429, "wait", Retry_After=header if header != "date" else formatdate(time.time() + 1.5))
        return honest(path, body, number)

    with Server(busy) as server:
        scorer(server, concurrency=1).score(shown(4))
    assert times[4] - times[3] > 0.35
    assert len(times) == 6


def test_pauses_grow():
    times = []

    def down(path, body, number):
        times.append(time.monotonic())
        return error(500, "down")

    with Server(down) as server, pytest.raises(ModelError):
        scorer(server, replace(QUICK, pause=0.1, longest=10.0)).score(shown(1))
    gaps = [after - before for before, after in pairwise(times)]
    assert len(gaps) == 3
    assert all(gap > least for gap, least in zip(gaps, (0.05, 0.1, 0.2), strict=True))


def test_a_server_that_knows_other_names_or_allows_less_is_asked_in_its_own_way():
    def strict(path, body, number):
        if "max_tokens" in body:
            return error(400, "Unsupported parameter: use max_completion_tokens")
        if body["top_logprobs"] > 5:
            return error(400, "top_logprobs must be at most 5")
        return honest(path, body, number)

    with Server(strict) as server:
        scores = scorer(server).score(shown(3))
        assert scores[:3].tolist() == pytest.approx(list(letter_logs(server.texts[0]).values()))
        assert [body.get("top_logprobs") for _, body in server.asked] == [20, 20, 5, 5, 5, 5]


def test_a_server_that_does_not_echo_says_which_ways_there_are():
    def no_echo(path, body, number):
        return {"choices": [{"text": " more", "logprobs": {"content": [{"token": " more", "logprob": -1.0}]}}]}

    with (
        Server(no_echo) as server,
        pytest.raises(ModelError, match=r"no log-probabilities of the prompt.*symbol or asks"),
    ):
        scorer(server, scoring="cloze").score(own_cells(items(3)))
    assert len(server.asked) == 1

    def half_echo(path, body, number):
        reply = echo(text_of(body))
        logs = reply["choices"][0]["logprobs"]
        for name in ("tokens", "token_logprobs", "text_offset"):
            logs[name] = logs[name][-1:]
        return reply

    with Server(half_echo) as server, pytest.raises(ModelError, match="no log-probabilities of the prompt"):
        scorer(server, scoring="cloze").score(own_cells(items(1)))


def test_values_that_depend_on_what_follows_end_the_run_whatever_the_first_token_has():
    """An option's first word changes the value before it only where each token has that of the next."""

    def late(path, body, number):
        reply = echo(text_of(body))
        logs = reply["choices"][0]["logprobs"]
        logs["token_logprobs"] = [None, *logs["token_logprobs"][2:], -0.5]
        return reply

    for way in ("cloze", "cloze-pmi"):
        with Server(late) as server, pytest.raises(ModelError, match="value of a token changes with the one after it"):
            scorer(server, scoring=way, concurrency=1).score(own_cells(items(9)))
        assert len(server.asked) < 20
        with Server(honest) as server:
            assert len(scorer(server, scoring=way).score(own_cells(items(9)))) == 27


def test_two_equal_asks_that_differ_are_noted():
    def drifts(path, body, number):
        return chat("A", {"A": -0.5 - 0.25 * (number == 1), "B": -2.0, "C": -3.0})

    with Server(drifts) as server:
        drifting = scorer(server)
        drifting.score(shown(2))
        assert "The first request, asked twice, differed by 0.25." in " ".join(notes_of(drifting.remarks()))
    with Server(honest) as server:
        steady = scorer(server)
        steady.score(shown(2))
        assert "was answered alike" in " ".join(notes_of(steady.remarks()))


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": 0, "completion_tokens": 0}])
def test_tokens_that_a_server_does_not_count_are_estimated_and_that_is_said(usage):
    def silent(path, body, number):
        return {**honest(path, body, number), "usage": usage}

    with Server(silent) as server:
        asked = scorer(server)
        asked.score(shown(2))
        assert "3 answers' by estimate" in " ".join(notes_of(asked.remarks()))


def test_tokens_that_a_server_counts_are_added_up():
    with Server(honest) as server:
        asked = scorer(server)
        asked.score(shown(2))
        assert "3 requests were sent in this run, 123 tokens." in " ".join(notes_of(asked.remarks()))


@pytest.mark.parametrize("options", [{"request_limit": 4}, {"token_limit": 200}])
def test_no_request_goes_out_beyond_a_ceiling_and_what_was_answered_is_kept(options):
    name = next(iter(options))
    with Server(honest) as server:
        limited, kept = scorer(server, **options), []

        def take():
            for positions, _ in limited.parts(shown(20), Event()):
                kept.extend(positions)

        with pytest.raises(UsageError, match=rf"{name} of \d+|the {name}\. .*the same command goes on"):
            take()
        assert len(server.asked) <= 4
        assert len(kept) == 3 * (len(server.asked) - 1)


def echoing_key(path, body, number):
    return error(401, f"Incorrect API key provided: {SECRET}. Find yours in the settings.")


def key_in_json(path, body, number):
    return Reply(body=f'{{"key": "{SECRET}" ')


def key_in_page(path, body, number):
    return Reply(400, f"<html>Bearer {SECRET}</html>")


def key_in_answer(path, body, number):
    return Reply(200, f"<html>Bearer {SECRET}</html>")


@pytest.mark.parametrize(
    "answer", [honest, echoing_key, key_in_json, key_in_page, key_in_answer, always(error(500, SECRET)), cut]
)
def test_the_key_is_sent_and_shown_nowhere(answer, monkeypatch, caplog, capsys):
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    monkeypatch.setenv("MAGNETITE_API_KEY", SECRET)
    shown_text = ""
    with caplog.at_level(logging.DEBUG), Server(answer) as server:
        asked = scorer(server)
        try:
            asked.score(shown(2))
        except MagnetiteError as caught:
            shown_text = "".join(traceback.format_exception(caught))
        assert server.headers[0]["authorization"] == f"Bearer {SECRET}"
        shown_text += " ".join((*notes_of(asked.remarks()), asked.name, asked.fingerprint, repr(asked), caplog.text))
    assert SECRET not in shown_text + "".join(capsys.readouterr())
    assert caplog.text  # something was logged, without it


def test_without_a_key_of_ours_openais_is_sent_and_without_any_a_word(monkeypatch):
    for name, sent in (("OPENAI_API_KEY", "other"), (None, "none")):
        monkeypatch.delenv("MAGNETITE_API_KEY", raising=False)
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        if name:
            monkeypatch.setenv(name, sent)
        with Server(honest) as server:
            scorer(server).score(shown(1))
            assert server.headers[0]["authorization"] == f"Bearer {sent}"


def test_the_package_that_is_missing_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "openai", None)
    monkeypatch.delitem(sys.modules, "magnetite.scorers.remote.transport", raising=False)
    with Server(honest) as server, pytest.raises(UsageError, match=r"pip install 'magnetite-audit\[remote\]'"):
        scorer(server).score(shown(1))
