"""Every address of a phone's own app is asked, and answers as the server does."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from referee.web.assets import assets
from tests.offline.full_group import changes, looks, saved, world_of
from tests.offline.test_as_the_server import ON_PHONE, ON_SERVER, read
from tests.offline_app import Cabin
from tests.page_client import POLL, Phone
from tests.web.requests_by_key import World

NEW_ID = re.compile(r"(?<=/)[02-9a-z]{12}\b")
ONLY_HERE = "/links"
"""Other phones cannot come in there."""
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00)?")


class Both:
    """A group on a server and its copy on a phone, which get the same requests."""

    def __init__(self, app: Flask, cabin: Cabin) -> None:
        data = saved(app)
        self.phones = (Phone(app), cabin)
        self.worlds = [self._read_in(phone, data) for phone in self.phones]

    @staticmethod
    def _read_in(phone: Phone, data: bytes) -> World:
        sent = {"file": (BytesIO(data), "referee.json")}
        answer = phone.ask("/import", "POST", data=sent, content_type="multipart/form-data")
        page = phone.get(phone.local(answer.location))
        return world_of(page.group, page.html, lambda path: phone.ask(path).status_code == 200)

    def told(self, number: int, answer: TestResponse) -> Any:
        """Status, kind, where it leads to and what it says, as far as it must be the same."""
        world, alone = self.worlds[number], (ON_SERVER, ON_PHONE)[number]
        names = {world.group: "G", world.session: "S", world.fresh: "F"}
        names |= {
            f"/people/{world.person}": "/people/P",
            f"/people/{world.person + 1}": "/people/Q",
        }

        def said(text: str, without: tuple[str, ...] = ()) -> list[str]:
            found = read(TIME.sub("TIME", text), names, without)
            return [NEW_ID.sub("NEW", one) for one in found]

        led = said(answer.location or "")
        return answer.status_code, answer.content_type, led, said(answer.text, alone)

    def ask(self, paths: tuple[str, str], fields: Any = None, **options: Any) -> tuple[Any, Any]:
        """Return the server's answer and the phone's."""
        at_server, here = (
            self.told(number, phone.ask(path, **options, **self._sent(fields)))
            for number, (phone, path) in enumerate(zip(self.phones, paths, strict=True))
        )
        return at_server, here

    def _sent(self, fields: dict[str, Any] | None) -> dict[str, Any]:
        if fields is None:
            return {}
        typed = {
            name: (BytesIO(value), "a") if isinstance(value, bytes) else value
            for name, value in fields.items()
        }
        return {"method": "POST", "data": MultiDict(typed)}

    @property
    def state(self) -> tuple[Any, Any]:
        """The whole group, as files."""
        paths = [f"/g/{world.group}/export.json" for world in self.worlds]
        return self.ask((paths[0], paths[1]))


@pytest.fixture
def both(app: Flask, tmp_path: Path) -> Both:
    with app.app_context():
        return Both(app, Cabin(tmp_path, assets=assets().base))


def test_whatever_is_looked_at(both: Both) -> None:
    """Whole, and as the part that scripts ask for."""
    for paths in zip(*map(looks, both.worlds), strict=True):
        for headers in ({}, POLL):
            at_server, here = both.ask(paths, headers=headers)
            if paths[0].endswith(ONLY_HERE):
                assert (at_server[0], here[0]) == (200, 409)
            else:
                assert here == at_server, paths


def test_whatever_is_changed(both: Both) -> None:
    """By a script, and by a form that is sent again."""
    for (path, fields), (path_here, _) in zip(*map(changes, both.worlds), strict=True):
        for headers in (POLL, {}):
            at_server, here = both.ask((path, path_here), fields, headers=headers)
            if path.endswith(ONLY_HERE):
                assert (at_server[0], here[0]) == (303, 409)
            else:
                assert here == at_server, path
            there, kept_here = both.state
            assert kept_here == there, path
