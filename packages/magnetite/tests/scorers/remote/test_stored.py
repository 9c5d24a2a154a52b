"""Answers of another model never join stored ones without a word."""

import math
from datetime import UTC, datetime

import numpy as np
import pytest

import magnetite
from magnetite.core.errors import ModelError
from magnetite.engine import Store, score_cells
from magnetite.report.wording import notes_of
from tests.scorers.remote.made import scorer, shown
from tests.scorers.remote.server import Server, chat, error, honest, text_of

WAYS = ["cloze", "cloze-token", "cloze-byte", "cloze-pmi", "symbol", "asks"]


def says(*letters, **more):
    """Return a model that is sure of a letter: of one for each question, by the number of cats."""

    def answer(path, body, number):
        letter = letters[int(text_of(body).partition("house ")[2][0]) % len(letters)]
        top = {each: math.log(0.97 if each == letter else 0.01) for each in "ABC"}
        return chat(letter, top, **more)

    return answer


class Model:
    """A model that another may replace while its server keeps its address."""

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, *request):
        return self.answer(*request)


def run(server, store, count, **options):
    asked = scorer(server, **options)
    return asked, score_cells(shown(count), asked, store)


def test_a_model_that_changed_behind_its_name_ends_the_run_before_its_answers_are_mixed(tmp_path):
    model = Model(says("A"))
    with Server(model) as server:
        run(server, Store(tmp_path), 4)
        model.answer = says("B")
        with pytest.raises(ModelError, match=r"not those of the model that answers now.*3 stored questions.*--store"):
            run(server, Store(tmp_path), 8)
        assert len(server.asked) == 5 + 3
        model.answer = says("A")
        _, again = run(server, Store(tmp_path), 8)
    assert (again.stored, again.scored) == (12, 12)


@pytest.mark.parametrize("way", WAYS)
def test_the_same_model_is_asked_one_stored_question_again_and_a_note_gives_dates_and_difference(way, tmp_path):
    requests = 8 if way == "asks" else 1  # cloze-pmi asks of nothing besides
    with Server(honest) as server:
        first, stored = run(server, Store(tmp_path), 2, scoring=way)
        own = len(server.asked)
        assert "stored before" not in " ".join(notes_of(first.remarks()))
        second, result = run(server, Store(tmp_path), 4, scoring=way)
        old = ["house 0" in text or "house 1" in text for text in server.texts[own:]]
        assert old[:requests] == [True] * requests
        assert sum(old) == requests
        fresh = scorer(server, scoring=way)
        assert np.array_equal(result.scores, fresh.score(shown(4)))
    assert result.stored == stored.scored
    said = " ".join(notes_of(second.remarks()))
    today = datetime.now(UTC).date().isoformat()
    assert f"stored before this run, between {today} and {today}. A stored question was asked again" in said
    assert "differ from the stored ones by 0 at most" in said


def test_one_question_on_which_a_server_wavers_is_no_other_model(tmp_path):
    model = Model(says("A"))
    with Server(model) as server:
        run(server, Store(tmp_path), 4)
        model.answer = says("B", "A", "A", "A", "A", "A", "A", "A")
        asked, _ = run(server, Store(tmp_path), 8)
    assert "differ from the stored ones by 0 at most" in " ".join(notes_of(asked.remarks()))


def test_what_is_all_stored_or_all_new_or_asked_by_this_process_is_not_asked_again(tmp_path):
    with Server(says("A")) as server:
        asked, _ = run(server, Store(tmp_path), 4)
        score_cells(shown(6), asked, Store(tmp_path))
        assert len(server.asked) == 7  # the first one twice
        run(server, Store(tmp_path), 6)
        assert len(server.asked) == 7
    with Server(says("A")) as server:
        run(server, None, 6)
        assert len(server.asked) == 7


def test_the_question_of_which_a_model_was_least_sure_is_asked_again(tmp_path):
    def unsure_of_two(path, body, number):
        if "house 2" in text_of(body):
            return chat("A", {"A": math.log(0.5), "B": math.log(0.3), "C": math.log(0.2)})
        return says("A")(path, body, number)

    with Server(unsure_of_two) as server:
        run(server, Store(tmp_path), 4)
        before = len(server.asked)
        run(server, Store(tmp_path), 6)
        assert "house 2" in server.texts[before]


def test_letters_that_hardly_any_model_would_write_do_not_make_another_model(tmp_path):
    def tail(low):
        return lambda path, body, number: chat("A", {"A": -0.001, "B": low, "C": low})

    model = Model(tail(-12.0))
    with Server(model) as server:
        run(server, Store(tmp_path), 4)
        model.answer = tail(-15.0)
        asked, _ = run(server, Store(tmp_path), 6)
    assert "differ from the stored ones by 0 at most" in " ".join(notes_of(asked.remarks()))


def test_a_server_that_refuses_temperature_0_is_not_blamed_for_its_draws(tmp_path):
    def draws(letter):
        def answer(path, body, number):
            if "temperature" in body:
                return error(400, "temperature is not supported")
            return says(letter)(path, body, number)

        return answer

    model = Model(draws("A"))
    with Server(model) as server:
        run(server, Store(tmp_path), 4)
        model.answer = draws("B")
        asked, _ = run(server, Store(tmp_path), 6)
    assert "The server refuses temperature 0" in " ".join(notes_of(asked.remarks()))


def test_a_run_keeps_the_names_and_fingerprints_of_the_answers_and_says_where_several_came(tmp_path):
    def answer(path, body, number):
        return {**honest(path, body, number), "model": "tiny-1", "system_fingerprint": f"fp_{min(number, 1)}"}

    with Server(answer) as server:
        done = magnetite.audit(
            "sample", f"tiny@{server.url}", limit=4, views=("QOC",), experiments="accuracy", store="off"
        )
    [system] = done.systems
    counts = system["server"]["system_fingerprints"]
    assert counts["fp_0"] == 1
    assert set(counts) == {"fp_0", "fp_1"}
    assert system["server"]["models"] == {"tiny-1": sum(counts.values())}
    assert "have several fingerprints (fp_0, fp_1)" in " ".join(notes_of(done.notes))
