"""A phone that keeps evenings by itself, asked as its scripts ask, and the group that shows
everything."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import EnvironBuilder, TestResponse
from werkzeug.wrappers import Request, Response

from referee.config import resources
from referee.offline.bridge import Answer, OwnApp
from referee.web.setup import keep_compiled
from tests.page_client import HOME, Phone
from tests.web.requests_by_key import (
    API,
    CHANGE,
    CHANGES,
    GETS,
    START,
    TABLE,
    World,
    address,
    make,
    meant,
    prepared,
)

SECRET = "of this very phone"


class Cabin(Phone):
    """The pages of the phone's own app, by links, fields and buttons."""

    def __init__(self, folder: Path, base_url: str = HOME, **begun: str) -> None:
        self.file, self.base_url = folder / "referee.db", base_url
        self.here = OwnApp(resources("templates").parent, self.file)
        self.begun = {"assets": "/assets/0"} | begun
        self.tables = self.here.begin(SECRET, **self.begun)
        self.app = self.here.app
        keep_compiled(self.app, Path(os.environ["REFEREE_TEMPLATE_CACHE"]))
        self.keep()

    def keep(self) -> None:
        """Keep the database and the cookies: the phone's durable record."""
        self.kept = (self.file.read_bytes(), self.here.export_cookies())

    def put_back(self) -> None:
        """Begin anew from what was kept, as after a kill."""
        self.here.forget_phone()
        self.file.write_bytes(self.kept[0])
        self.here.begin(SECRET, self.kept[1], **self.begun)

    def ask(self, path: str, method: str = "GET", **options: Any) -> TestResponse:
        request = EnvironBuilder(path, self.base_url, method=method, **options).get_request()
        body = request.get_data() if method == "POST" else None
        headers = [("Sec-Fetch-Site", "same-origin"), *request.headers]
        answer = self.here.ask(method, path, self.base_url, headers, body)
        if answer[3]:
            self.keep()
        return response_of(answer, request)

    def cookies(self) -> list[str]:
        return [name for _, _, name, _ in json.loads(self.here.export_cookies())]


def response_of(answer: Answer, request: Request) -> TestResponse:
    status, headers, body, _ = answer
    made = Response(body, status, headers)
    return TestResponse([body], str(made.status), made.headers, request)


OF_SERVERS = ("/hand-over", "/k/")
"""Beginnings of links that a phone's own app does not have."""


def saved(app: Flask) -> bytes:
    """Return the group as a file."""
    world = make(app, "edit")
    return prepared(app, world).ask(f"/g/{world.group}/export.json").data


def world_of(group: str, page: str, is_there: Callable[[str], bool]) -> World:
    """Return the URLs and ids of a group that was read in, from its ``page``."""
    sessions = {*re.findall(rf'/g/{group}/(\w{{12}})["/]', page)}
    (played,) = (one for one in sessions if is_there(f"/g/{group}/{one}/1"))
    (fresh,) = sessions - {played}
    person = min(map(int, re.findall(r"/people/(\d+)", page)))
    return World(group, played, fresh, person, "", "")


def looks(world: World) -> Iterator[str]:
    """Return the URLs of all pages of the group."""
    return (address(world, rule) for rule, _ in GETS if rule.startswith("/g/"))


def changes(world: World) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that can be done: where, and what is sent. The last one deletes the group."""
    rules = [rule for rule, method in CHANGES if TABLE[rule, method][1] in (CHANGE, START)]
    ours = [rule for rule in rules if not rule.startswith((API, *OF_SERVERS))]
    for rule in sorted(ours, key=lambda rule: rule.endswith("/delete")):
        yield address(world, rule), meant(world, TABLE[rule, "POST"][0])
