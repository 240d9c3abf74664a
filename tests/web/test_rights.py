"""Rights: every address of the app, with every kind of key."""

from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.database_dump import Dump, dump, restore
from tests.page_client import Phone

from . import requests_by_key


def is_private(rule: str, sent: Any) -> bool:
    """Return whether only a key opens it."""
    keyed = rule.startswith((f"{requests_by_key.API}/groups", f"{requests_by_key.API}/sessions"))
    return keyed or rule.startswith(("/g/", "/k/"))


def check_headers(response: TestResponse) -> None:
    assert response.headers.get("Cache-Control") == "no-store"
    assert response.headers["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


def test_the_table_names_every_address(app: Flask) -> None:
    rules = {
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.endpoint != "static" and method not in ("HEAD", "OPTIONS")
    }
    assert rules == set(requests_by_key.TABLE)


class Looking(NamedTuple):
    """A phone with a key, and everything that is kept meanwhile."""

    key: str
    world: requests_by_key.World
    phone: Phone
    before: Dump


@pytest.fixture(scope="module", params=requests_by_key.KEYS)
def looking(app: Flask, request: pytest.FixtureRequest) -> Looking:
    world = requests_by_key.make(app, request.param)
    phone = requests_by_key.prepared(app, world)
    if request.param == "replaced":
        requests_by_key.replace(app, world)
    return Looking(request.param, world, phone, dump(app))


def test_looking(app: Flask, looking: Looking) -> None:
    """Nothing is changed by it, and no cookie is set but of groups and games."""
    key, world, phone, before = looking
    for rule, method in requests_by_key.GETS:
        sent, statuses = requests_by_key.TABLE[rule, method]
        response = requests_by_key.ask(app, world, rule, method, phone)
        assert response.status_code == statuses[requests_by_key.KEYS.index(key)], rule
        cookies = {cookie.split("=")[0] for cookie in response.headers.getlist("Set-Cookie")}
        opened = {c for c in cookies if c.startswith("group_")}
        chosen = {"cards"} if statuses == requests_by_key.GO_BACK else {"game", "first"}
        assert cookies - opened <= chosen, rule
        assert len(opened) == (rule.startswith("/k/") and response.status_code == 302), rule
        if is_private(rule, sent):
            check_headers(response)
    assert dump(app) == before


def test_changing(app: Flask, looking: Looking) -> None:
    """A refused request changes nothing."""
    key, world, phone, before = looking
    for rule, method in requests_by_key.CHANGES:
        sent, statuses = requests_by_key.TABLE[rule, method]
        if key == "edit":  # what is deleted, phones forget
            phone = requests_by_key.prepared(app, world)
        response = requests_by_key.ask(app, world, rule, method, phone)
        status = statuses[requests_by_key.KEYS.index(key)]
        assert response.status_code == status, (rule, response.text)
        if response.status_code >= 400:
            assert dump(app) == before, rule
        else:
            restore(app, before)
        if is_private(rule, sent):
            check_headers(response)


def test_what_is_refused_before_it_is_read_is_kept_by_nobody_either(app: Flask) -> None:
    world = requests_by_key.make(app, "edit")
    path, elsewhere = f"/g/{world.group}/name", {"Origin": "null"}
    response = requests_by_key.prepared(app, world).ask(
        path, "POST", data={"name": "Friday"}, headers=elsewhere
    )
    assert response.status_code == 403
    check_headers(response)


def test_keys_open_no_pages_and_cookies_open_no_api(app: Flask) -> None:
    world = requests_by_key.make(app, "edit")
    sent = {"Authorization": f"Bearer {world.edit}"}
    assert Phone(app).ask(f"/g/{world.group}", headers=sent).status_code == 404
    assert (
        requests_by_key.prepared(app, world)
        .ask(f"{requests_by_key.API}/groups/{world.group}")
        .status_code
        == 401
    )
