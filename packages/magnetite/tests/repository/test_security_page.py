"""The numbers that security.md promises are those of the code."""

import re

import pytest

from docs import limits
from examfiles.limits import UNPACKED
from magnetite.scorers import hub
from magnetite.web import serving as connections
from magnetite.web.check import apart, app

WORDS = {2: "two", 5: "five", 10: "ten"}


@pytest.fixture
def page():
    return limits.PAGE.read_text("utf-8")


def test_the_table_of_limits_is_made_from_the_limits(page, monkeypatch):
    monkeypatch.delenv(UNPACKED, raising=False)
    [table] = limits.TABLE.findall(page)
    assert table == limits.table(), "python -m docs.limits puts the table on the page"
    assert "| lines of an exam's text | 150,000 |" in table


def test_the_servers_limits_are_those_that_the_page_names(page):
    promises = (
        f"files of up to {app.MOST_BYTES / 2**20:g} MiB",
        f"{WORDS[apart.READERS]} at a time, each with {apart.MEMORY / 2**30:g} GiB",
        f"and {apart.SECONDS} seconds of the processor ({app.WRITING} for writing in every format)",
        f"{connections.HEADER:g} seconds for the headers of a request",
        f"{WORDS[connections.BODY / 60]} minutes for its body; of {connections.CONNECTIONS}, the one",
        f"at most {WORDS[connections.MOST_SENTENCES]} times a minute",
        f"{WORDS[apart.READERS].capitalize()} exams are read at once, and {apart.WAITING} wait",
        f"does not answer within {hub.PATIENCE:g} seconds",
    )
    text = re.sub(r"\s+", " ", page)
    assert [promise for promise in promises if promise not in text] == []
