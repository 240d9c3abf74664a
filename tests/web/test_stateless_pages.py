"""The pages that need nothing kept: the same ones with a server around them and without."""

import subprocess
import sys
from functools import cache

import pytest
from flask import Flask
from werkzeug.test import Client, TestResponse

from referee.config import resources
from referee.offline import referee_only_app
from referee.web.assets import assets
from referee.web.referee.position_url import way_back
from tests.stateless_requests import WAYS, addresses, cookies
from tests.strategies import SOAK, some

OF_SERVERS = {"alembic", "flask_sqlalchemy", "marshmallow", "sqlalchemy", "waitress"}


@cache
def alone(base: str) -> Flask:
    return referee_only_app.create_app(resources("templates").parent, base)


def told(response: TestResponse) -> tuple[int, str, bytes]:
    return response.status_code, response.headers["Content-Type"], response.data


@pytest.mark.parametrize(("language", "letters"), WAYS if SOAK > 1 else WAYS[::3])
def test_pages_are_the_same_alone(app: Flask, language: str, letters: str) -> None:
    """In some of the ways to speak: in all of them the pack is asked, which is this app."""
    server = app.test_client(use_cookies=False)
    with app.app_context():
        phone = Client(alone(assets().base), use_cookies=False)
    headers = {"Cookie": cookies(language, letters)}
    for address in some(addresses(language, letters), 8, WAYS.index((language, letters))):
        served = told(server.get(address, headers=headers))
        assert told(phone.get(address, headers=headers)) == served, address
    assert f'<html lang="{language}"' in phone.get("/", headers=headers).text


def test_what_somebody_likes_is_remembered_where_scripts_read_it() -> None:
    response = Client(alone("")).get("/like/language/sv?to=/krypkasino/rules")
    assert (response.status_code, response.headers["Location"]) == (303, "/krypkasino/rules")
    assert "HttpOnly" not in response.headers["Set-Cookie"]


def test_the_way_back_to_a_game_is_shown_without_keys() -> None:
    """A phone's own referee cannot read which links the phone has opened."""
    with alone("").test_request_context():
        way = way_back("abcdefghjkmn/abcdefghjkmn/3/table")
        assert way is not None
        assert (way.address, way.name) == ("/g/abcdefghjkmn/abcdefghjkmn/3/table", "Game 3")
        assert way_back("abcdefghjkmn/links") is None


def test_nothing_of_a_database_is_imported() -> None:
    imported = "import sys, referee.offline.referee_only_app"
    script = f"{imported}; print(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert OF_SERVERS.isdisjoint(run.stdout.split())
