"""Every answer has an id, and what the log says about it has the same."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.logging import default_handler
from werkzeug.test import create_environ

from referee import create_app
from referee.headers import REQUEST_ID
from referee.store.database import close
from tests.databases import quick_folder

ID = re.compile("[0-9a-f]{16}")


def fail(_error: object = None) -> str:
    raise RuntimeError("what nobody thought of")


@pytest.fixture(scope="module", params=[{}])
def app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Yield an app that answers its own errors, and writes its log as it does outside of tests; a
    page and a call of it fail."""
    with quick_folder() as folder:
        app = create_app({"DATABASE_URL": f"sqlite:///{folder / 'referee.db'}"} | request.param)
        for path in ("/broken", "/api/v1/broken"):
            app.add_url_rule(path, path, fail)
        app.logger.addHandler(default_handler)
        yield app
        app.logger.removeHandler(default_handler)
        app.logger.setLevel(logging.NOTSET)
        close(app)


ANSWERS = [
    # the address, its status
    ("/", 200),
    ("/nothing", 404),
    ("/api/v1/krypkasino/referee?table=8S", 200),
    ("/api/v1/sessions/nothing", 401),
]


@pytest.mark.parametrize(("path", "status"), ANSWERS)
def test_every_answer_has_an_id(app: Flask, path: str, status: int) -> None:
    answers = [app.test_client().get(path, buffered=True) for _ in range(2)]
    assert [one.status_code for one in answers] == [status] * 2
    ids = [one.headers.getlist(REQUEST_ID) for one in answers]
    assert all(len(found) == 1 and ID.fullmatch(found[0]) for found in ids)
    assert ids[0] != ids[1]


def test_the_id_of_an_error_is_on_its_page_and_in_the_log(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    found = answer.headers[REQUEST_ID]
    assert f"in the log as {found}." in answer.text
    written = capsys.readouterr().err
    assert re.search(rf"^\[.+\] {found} ERROR in .+: Exception on /broken", written)
    assert "RuntimeError: what nobody thought of" in written


def test_the_id_of_an_error_is_in_its_problem(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = app.test_client().get("/api/v1/broken")
    assert (answer.status_code, answer.json["request_id"]) == (500, answer.headers[REQUEST_ID])
    assert answer.json["request_id"] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/plain"), ("/api/v1/krypkasino/referee", "application/problem+json")],
)
def test_what_fails_after_the_answer_was_made(
    app: Flask,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    kind: str,
) -> None:
    monkeypatch.setitem(app.teardown_request_funcs, None, [fail])
    told: list[Any] = []  # Werkzeug's client would raise, where a server begins anew
    body = b"".join(app(create_environ(path), lambda *facts: told.append(facts)))
    status, listed, _ = told[-1]
    headers = dict(listed)
    assert (status, headers["Content-Type"]) == ("500 Internal Server Error", kind)
    assert headers["Content-Length"] == str(len(body))
    assert headers[REQUEST_ID] in body.decode()
    written = capsys.readouterr().err
    assert re.search(rf"{headers[REQUEST_ID]} ERROR .*\n.*Traceback", written)


PROXY = {"PROXIES": 1}
GIVEN = [
    # settings, what the request brings, is it taken?
    (PROXY, "7f3a.b_c-9", True),
    (PROXY, "x" * 65, False),
    (PROXY, "<b>", False),
    (PROXY, "", False),
    ({}, "7f3a", False),
]


@pytest.mark.parametrize(("app", "given", "taken"), GIVEN, indirect=["app"], scope="module")
def test_an_id_that_a_proxy_gave_is_taken(app: Flask, given: str, taken: bool) -> None:
    answer = app.test_client().get("/", headers={REQUEST_ID: given})
    assert (answer.headers[REQUEST_ID] == given) is taken


@pytest.mark.parametrize("app", [{"ACCESS_LOG": True}], indirect=True)
def test_every_request_can_be_logged_without_keys(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    client = app.test_client()
    answers = [client.get("/k/a-secret-key"), client.get("/a%0ab?who=me")]
    lines = capsys.readouterr().err.splitlines()
    for answer, line, path in zip(answers, lines, ("/k/…", "/a%0Ab"), strict=True):
        start, _, end = line.partition(f" {answer.headers[REQUEST_ID]} INFO in server: ")
        assert start.startswith("[")
        assert re.fullmatch(rf"127\.0\.0\.1 GET {path} 404 in \d+ ms", end)


def test_requests_are_not_logged_without_being_asked_for(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    app.test_client().get("/nothing")
    assert capsys.readouterr().err == ""
