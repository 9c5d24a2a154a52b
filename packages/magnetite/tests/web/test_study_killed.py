"""A study's server is killed at any moment: what was acknowledged is there, and nothing is doubled."""

import random
import signal
import threading
import time

import httpx2
import pytest

from examfiles.errors import DataError, UsageError
from magnetite_study.database import Database
from magnetite_study.web import serve
from tests.web.made import STUDY, items, made_study, served, wait_for

QUESTIONS = 10
OPTIONS = (
    2,
    0,
    3,
    1,
)  # an answer may be stored whose acknowledgement the kill cuts off, so each is given the same again


class Person(threading.Thread):
    """Answer questions one after another, sending some twice, until the server is gone or all are answered."""

    def __init__(self, address, token, seed, acknowledged):
        super().__init__(daemon=True)
        self.address, self.token, self.acknowledged = address, token, acknowledged
        self.random = random.Random(seed)

    def run(self):
        with httpx2.Client(base_url=self.address, timeout=10) as client:
            try:
                client.post(f"/p/{self.token}/consent", data={"agreed": "1"})
                for position in range(1, QUESTIONS + 1):
                    self._answer(client, position)
            except httpx2.HTTPError:
                return

    def _answer(self, client, position):
        client.get(f"/p/{self.token}/{position}")
        option = OPTIONS[position % 4]
        if (self.token, position) in self.acknowledged:  # an answer that stands is not changed by another
            option = (option + 1) % 4
        for _ in range(self.random.choice((1, 1, 2))):
            done = client.post(f"/p/{self.token}/{position}", data={"option": str(option)})
            assert done.status_code == 303
            self.acknowledged.setdefault((self.token, position), option)


def run_people(server, study, acknowledged, seed):
    people = [
        Person(server.address, token, 100 * seed + number, acknowledged) for number, token in study.tokens.items()
    ]
    for person in people:
        person.start()
    return people


def stored(study):
    numbers = {token: number for number, token in study.tokens.items()}
    with Database(study.folder) as database:
        result = {number: database.answered(number) for number in numbers.values()}
        count = len(database.answers())
    return numbers, result, count


def test_every_acknowledged_answer_survives_kills_at_any_moment(tmp_path):
    study = made_study(tmp_path, participants=6, questions=QUESTIONS, asked=items(24))
    acknowledged: dict[tuple[str, int], int] = {}
    draw = random.Random(7)
    for seed in range(4):
        with served(STUDY, tmp_path) as server:
            people = run_people(server, study, acknowledged, seed)
            wait_for(lambda: len(acknowledged) > 8 * seed)  # noqa: B023 - called here
            time.sleep(draw.uniform(0.0, 0.1))
            server.process.send_signal(signal.SIGKILL)
            for person in people:
                person.join()
        numbers, result, count = stored(study)
        for (token, position), option in acknowledged.items():
            assert result[numbers[token]][position] == option
        assert count == sum(map(len, result.values()))
    with served(STUDY, tmp_path) as server:
        for person in run_people(server, study, acknowledged, 9):
            person.join()
    numbers, result, count = stored(study)
    assert count == 6 * QUESTIONS
    assert all(result[numbers[token]][position] == option for (token, position), option in acknowledged.items())


def test_two_servers_on_one_study_are_one_too_many(tmp_path):
    made_study(tmp_path)
    with served(STUDY, tmp_path), pytest.raises(UsageError, match="another server has this folder open"):
        serve(tmp_path, port=0, open_browser=False)


def test_a_folder_without_a_study_is_said_and_stays_as_it_was(tmp_path):
    with pytest.raises(UsageError, match="there is no study here"):
        serve(tmp_path / "none", open_browser=False)
    assert not (tmp_path / "none").exists()


def test_a_damaged_study_is_said_before_anybody_is_served(tmp_path):
    made_study(tmp_path)
    for name in ("study.sqlite-wal", "study.sqlite-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / "study.sqlite").write_bytes(b"no database at all" * 400)
    with pytest.raises(DataError, match="damaged"):
        serve(tmp_path, open_browser=False)


def test_the_organisers_link_is_new_at_every_start_and_participants_links_stay(tmp_path):
    study = made_study(tmp_path)
    links = []
    for _ in range(2):
        with served(STUDY, tmp_path) as server:
            link = server.said.split()[1]
            assert httpx2.get(link).status_code == 200
            assert httpx2.get(f"{server.address}/p/{study.tokens[1]}").status_code == 200
            links.append(link.rsplit("/", 1)[1])
    assert links[0] != links[1]
