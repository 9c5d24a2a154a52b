"""Whatever is sent to any address of either server is answered, never with a fault of the server's own."""

import os
import re
from datetime import timedelta
from importlib.resources import files
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from magnetite.web.check.app import check_app
from magnetite.web.check.checks import Checks
from magnetite.web.security import COOKIE, FIELD
from magnetite_study.database import Database
from magnetite_study.web.app import study_app
from tests.strategies import texts
from tests.web.made import AIKEN, GIFT, HOME, HOSTILE, Browser, made_study, wait_for, worker_here

TABLE = "text,stem,a,b,key\nAnn sat.,Who sat?,Ann,Bo,A\nBo ran.,Who ran?,Ann,Bo,B\n"
PAGES = [
    path.read_text("utf-8")
    for package in ("magnetite.web", "magnetite_study.web")
    for path in files(package).joinpath("templates").rglob("*.j2")
]
FIELDS = sorted({name for text in PAGES for name in re.findall(r'name="([\w:-]+)"', text)} | {"key:first", "column:0"})
VALUES = (
    *("", "0", "1", "-1", "first", "second", "none", "on", "en", "xx", "9" * 30, "\u0663", "\0", "a" * 5000),
    *HOSTILE,
)
STRANGE = ("..", "%2e%2e%2f", "%00", "0" * 16, "%ff", "a;b", "\u0663", "9" * 30, "report.html", "x" * 3000)
HEADERS = {
    "range": ["bytes=0-1", "bytes=-1", "bytes=9-1,0-", "bytes=" + "0-1," * 200, "lines=1"],
    "accept-language": ["de", "de;q=x", "*", "x" * 900, ";,;="],
    "cookie": [f"{COOKIE}=x", "=;=", "a=b; " * 200],
    "if-none-match": ["*", '"x"'],
    "if-modified-since": ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT"],
    "content-type": [
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "application/json;;charset=x",
    ],
    "transfer-encoding": ["identity"],
    "expect": ["100-continue"],
}
NAMED = re.compile(r"\{(\w+):\w+\}")
CHECKED = settings(
    max_examples=int(os.environ.get("MAGNETITE_EXAMPLES", "60")),  # more for an attack
    deadline=timedelta(seconds=60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
values = st.sampled_from(VALUES) | texts
names = st.sampled_from(("a.gift", "../a", "a.csv", "", "\u202ea.xml"))
contents = st.sampled_from((GIFT, AIKEN, TABLE, "", "\0", "candidate,first\nAnn,A\n")).map(str.encode)
uploads = st.fixed_dictionaries({"file": st.tuples(names, contents | st.binary(max_size=99))})
fields = st.dictionaries(st.sampled_from(FIELDS) | texts, values, max_size=6)
sent = st.one_of(
    st.fixed_dictionaries({}),
    st.fixed_dictionaries({"data": fields}),
    st.fixed_dictionaries({"content": st.binary(max_size=200)}),
    st.fixed_dictionaries({"data": fields, "files": uploads}),
)
headers = st.fixed_dictionaries({}, optional={name: st.sampled_from(each) for name, each in HEADERS.items()})


def addresses(app, known):
    """Return a strategy of methods and addresses of all routes, whose parameters are known ones or strange."""
    routes = [route for route in app._app._app.routes if isinstance(route, Route)]

    def of(route):
        kept = () if route.path.endswith("}/delete") else ("name",)  # what is deleted is not there for the next request
        own = [known.get(name, ()) if name in kept or name != "name" else () for name in NAMED.findall(route.path)]
        drawn = st.tuples(*(st.sampled_from((*each, *each, *STRANGE)) | texts.map(quote) for each in own))
        methods = st.sampled_from((*(route.methods or ()), "POST", "OPTIONS"))
        return st.tuples(methods, drawn.map(lambda each: filled(route.path, each)))

    static = st.sampled_from(STRANGE).map("/static/{}".format)
    return st.sampled_from(routes).flatmap(of) | st.tuples(st.just("GET"), static)


def filled(path, values):
    for value in values:
        path = NAMED.sub(lambda _, value=value: quote(value, safe="%"), path, count=1)
    return path


def answered(browser, address, query, how, more):
    """Send a request as a page of ours would, but for what is drawn."""
    (method, path), token = address, browser.cookies.get(COOKIE, "")
    if "data" in how:
        how = how | {"data": {FIELD: token, **how["data"]}}
    answer = browser.request(method, f"{HOME}{path}?{query}", headers=more, follow_redirects=False, **how)
    assert answer.status_code < 500, (method, path, answer.text[-300:])
    assert "Traceback" not in answer.text


@pytest.fixture
def checks(tmp_path, monkeypatch):
    """The check page, with three drafts, one of them a table, and one check that is done."""
    monkeypatch.setattr("magnetite.web.check.checks._started", worker_here)
    app = check_app(tmp_path)
    with Browser(app) as browser:
        for name, text in (("a.gift", GIFT), ("b.txt", AIKEN), ("c.csv", TABLE), ("d.gift", GIFT)):
            browser.upload(text, name)
        known = [check.id for check in sorted(Checks(tmp_path).all(), key=lambda each: each.name)]
        browser.fill(f"/checks/{known[3]}/start", {"language": "en"})
        wait_for(lambda: Checks(tmp_path).get(known[3]).state == "done")
        monkeypatch.setattr(Checks, "queue", lambda *_, **__: True)
        yield app, browser, {"name": known, "form": ("gift", "csv", "docx", "qti-2.2")}


@CHECKED
@given(data=st.data())
def test_the_check_server_has_an_answer_to_everything(checks, data):
    app, browser, known = checks
    answered(browser, data.draw(addresses(app, known)), data.draw(queries), data.draw(sent), data.draw(headers))


@CHECKED
@given(data=st.data())
def test_the_study_server_has_an_answer_to_everything(people, data):
    app, browser, known = people
    answered(browser, data.draw(addresses(app, known)), data.draw(queries), data.draw(sent), data.draw(headers))


@pytest.fixture
def people(tmp_path):
    """The server of a study, with tokens of participants and of the organiser."""
    made = made_study(tmp_path, participants=12)
    with Database(made.folder) as database:
        app = study_app(database)
        tokens = (*made.tokens.values(), database.renew_organiser())
        with Browser(app) as browser:
            yield app, browser, {"token": tokens, "position": ("0", "1", "2", "9", "000000001")}


queries = st.dictionaries(st.sampled_from(("id", "versions", "number", *FIELDS)), values, max_size=2).map(
    lambda each: "&".join(f"{quote(name)}={quote(value)}" for name, value in each.items())
)
