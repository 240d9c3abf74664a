"""Echoes: what was sent comes back once at most, where it was typed; an endless address does
not."""

import pytest
from flask.testing import FlaskClient

from referee.web.setup import LONGEST_WAY_BACK

LONG = 20_000


@pytest.mark.parametrize(("address", "times"), [  # the address, the times that it may come back
    ("/{}", 0),
    ("/k/{}", 0),
    ("/casino/rules/answer?example={}", 0),
    ("/import?a={}", 0),
    ("/krypkasino/referee/share?table={}", 0),
    ("/krypkasino/referee?table={}", 1),
    ("/casino/referee?turn={}", 1),
    ("/api/v1/casino/referee?house={}", 0),
    ("/api/v1/{}/referee", 0)])  # fmt: skip
def test_an_address_does_not_come_back(client: FlaskClient, address: str, times: int) -> None:
    plain = len(client.get(address.format("x")).data)
    page = client.get(address.format("x" * LONG))
    assert len(page.data) < plain + times * LONG + 2000


@pytest.mark.parametrize("path", ["/", "/api/v1/"])
def test_neither_does_a_method(client: FlaskClient, path: str) -> None:
    assert len(client.open(path, method="X" * LONG).data) < 5000


MENU = '<a href="/like/language/sv?to={}"'


@pytest.mark.parametrize(("address", "back"), [  # the address, where its menu leads back to
    ("/krypkasino/rules?table=8S", "/krypkasino/rules%3Ftable%3D8S"),
    (f"/krypkasino/rules?a={'x' * LONGEST_WAY_BACK}", "/krypkasino/rules"),
    ("/nowhere", "/")])  # fmt: skip
def test_a_choice_leads_back_as_far_as_it_is_short(client: FlaskClient, address, back) -> None:
    assert MENU.format(back) in client.get(address).text
