"""Who may ask, what may be sent, and what a browser may do with a page."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from magnetite.web.check.app import check_app
from magnetite.web.pages import HANDLERS
from magnetite.web.security import COOKIE, FIELD, BodyLimit, Guard
from tests.web.made import GIFT, HOME, Browser


@pytest.fixture
def browser(tmp_path):
    with Browser(check_app(tmp_path)) as client:
        yield client


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_a_local_server_answers_to_its_own_names(browser, host):
    assert browser.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "", "[", "a b"]
)
def test_another_name_is_refused_so_that_no_foreign_name_leads_here(browser, host):
    answer = browser.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "--allow-host" in answer.text


def test_a_name_that_was_allowed_is_answered_to(tmp_path):
    with Browser(check_app(tmp_path, ["Exams.Example.org"])) as client:
        assert client.get("/", headers={"host": "exams.example.org"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_can_change_nothing_even_with_the_right_token(browser, headers):
    answer = browser.fill("/checks", {"sample": "1"}, headers=headers)
    assert answer.status_code == 403
    assert "None yet" in browser.get("/").text


def test_our_own_page_may_send_its_form(browser):
    headers = {"origin": HOME, "sec-fetch-site": "same-origin"}
    assert browser.fill("/checks", {"sample": "1"}, headers=headers, follow_redirects=False).status_code == 303


@pytest.mark.parametrize("token", [None, "", "x" * 43, "é"])
def test_a_form_without_this_browsers_token_is_refused_and_changes_nothing(browser, token):
    browser.get("/")
    data = {"sample": "1"} | ({FIELD: token} if token is not None else {})
    answer = browser.post("/checks", data=data)
    assert answer.status_code == 403
    assert "no longer valid" in answer.text
    assert "None yet" in browser.get("/").text


def test_a_token_without_its_cookie_is_refused(browser):
    browser.get("/")
    token = browser.cookies[COOKIE]
    browser.cookies.clear()
    assert browser.post("/checks", data={FIELD: token, "sample": "1"}).status_code == 403


def test_a_cookie_somebody_made_up_is_replaced(browser):
    browser.cookies.set(COOKIE, "weak")
    assert len(browser.get("/").cookies[COOKIE]) == 43


def test_the_token_is_out_of_reach_of_scripts_and_of_other_sites(browser):
    choices = browser.get("/").headers["set-cookie"]
    assert "HttpOnly" in choices
    assert "SameSite=strict" in choices
    assert "Secure" not in choices


@pytest.mark.parametrize("path", ["/", "/checks/none", "/static/web.css", "/checks"])
def test_every_answer_tells_the_browser_what_it_may_not_do(browser, path):
    headers = browser.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store" or path.startswith("/static")


def test_an_unforeseen_error_shows_nothing_of_itself_and_keeps_the_headers():
    def broken(_request: Request):
        raise RuntimeError("the secret path /home/ann")

    app = Guard(Starlette(routes=[Route("/", broken)], exception_handlers=HANDLERS))
    answer = TestClient(app, base_url=HOME, raise_server_exceptions=False).get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "went wrong in Magnetite itself" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


async def _size(request: Request):
    return PlainTextResponse(str(len(await request.body())))


@pytest.mark.parametrize(("size", "status"), [(100, 200), (101, 413), (10_000, 413)])
@pytest.mark.parametrize("honest", [True, False])
def test_a_request_is_stopped_where_it_is_larger_than_it_may_be(size, status, honest):
    app = Starlette(routes=[Route("/", _size, methods=["POST"])], exception_handlers=HANDLERS)
    client = TestClient(BodyLimit(app, 100), base_url=HOME)
    sent = b"x" * size if honest else (b"x" for _ in range(size))
    answer = client.post("/", content=sent)
    assert answer.status_code == status
    if status == 413:
        assert "too large" in answer.text


def test_an_upload_that_is_too_large_is_refused_on_a_page_and_not_kept(browser, tmp_path):
    answer = browser.upload(GIFT.encode() + b"// " + b"x" * 17 * 2**20)
    assert answer.status_code == 413
    assert "At most 16 MiB" in answer.text
    assert not (tmp_path / "checks").exists()


@pytest.mark.parametrize(
    "path", ["/static/../pages.py", "/static/..%2fpages.py", "/static/%2e%2e/en.toml", "/../etc/passwd"]
)
def test_no_address_leads_out_of_what_is_served(browser, path):
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_not_taken(browser, method):
    browser.get("/")
    assert browser.request(method, "/checks").status_code == 405
