"""Errors of every kind are problems in JSON, and none is a 500."""

import pytest
from flask.testing import FlaskClient

CASES = [
    # method, path, status
    ("GET", "/api/v1/whist/referee", 404),
    ("POST", "/api/v1/whist/score", 404),
    ("GET", "/api/v1/nothing", 404),
    ("GET", "/api/v2/krypkasino/referee", 404),
    ("POST", "/api/v1/krypkasino/referee", 405),
    ("DELETE", "/api/v1/krypkasino/referee", 405),
    ("GET", "/api/v1/krypkasino/score", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), CASES)
def test_problem(client: FlaskClient, method: str, path: str, status: int) -> None:
    response = client.open(path, method=method, json={"players": [{"markers": 0}]})
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = response.json
    assert set(problem) >= {"type", "title", "status", "detail"}
    assert (problem["status"], bool(problem["detail"])) == (status, True)
    assert ("Allow" in response.headers) == (status == 405)


def test_options_is_never_html(client: FlaskClient) -> None:
    response = client.options("/api/v1/krypkasino/referee")
    assert (response.status_code, response.content_type) == (200, "application/json")
