"""How the scripts of a phone ask the app that it keeps for itself.

In JavaScript, in a pack that lies at ``/site``::

    const { here } = python.pyimport("referee.offline.bridge");
    const phone = here();  // takes a second or two; a snapshot comes after it
    const tables = phone.begin(secret, cookies, assets, offer);  // and this after the snapshot
    const answer = phone.ask(method, path, origin, headers, body);
    const [status, told, bytes, changed] = answer.toJs();

``begin`` takes up the file :data:`DATABASE` as it lies there by then, or makes an empty one where
there is none: so the record that the phone has kept is written there first (``FS.writeFile``).
Where ``ask`` says that it ``changed`` something, keep these together, and only then give the answer
to whoever asked: the bytes of the file (``FS.readFile``), ``phone.cookies_out()``, and the secret.
If they cannot be kept, write the bytes of before to the file, ``begin`` with the cookies of before,
and answer with ``phone.no_room``, which takes what ``ask`` has been given.

Before a snapshot of the memory: ``phone.warm_up()``, then ``phone.let_go()``. It holds no file, no
connection and nothing of the phone that made it.
"""

from __future__ import annotations

import gc
import json
import random
import sqlite3
from collections.abc import Iterable
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from flask import Flask
from werkzeug.test import Client, TestResponse

from ..rules.games import listed
from ..services.refusals import Cause
from ..store.database import db
from ..web.home_page import GAME_COOKIE
from ..web.preferences import CHOICES
from . import own_sessions_unavailable
from .pack import PackOffer
from .schema_migration import MigrationFailed, NewerDatabase, upgrade
from .whole_app import BEFORE_IT_BEGINS, create_app

SITE = Path(__file__).parents[2]
DATABASE = Path("/data/referee.db")
"""Where the database lies while Python runs."""

Answer = tuple[int, list[tuple[str, str]], bytes, bool]
"""Status, headers, body; and must something be kept before anybody hears of it? What somebody likes
need not be: it is in the headers, for the browser's own cookies."""

_LIKES = (*CHOICES, GAME_COOKIE)
"""Cookies that are no secret. The browser has them as well, for the pages of the server."""
_COUNTER = slice(24, 28)
"""Where a database file counts its changes: https://www.sqlite.org/fileformat2.html"""
_GAME = listed()[0]
_FORM = f"/{_GAME}/score"
_FIRST_PAGES = ("/", f"/{_GAME}/new", f"/{_GAME}/referee?table=2+6+3&played=8")
_NOT_TOLD = ("content-length", "connection")
_TROUBLES: dict[type[Exception], tuple[str, Cause]] = {
    NewerDatabase: ("newer", Cause.NEWER_EVENINGS),
    MigrationFailed: ("stuck", Cause.OLDER_EVENINGS),
    sqlite3.DatabaseError: ("unreadable", Cause.UNREADABLE_EVENINGS),
}


@cache
def here() -> OwnApp:
    """The one app of this Python."""
    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    return OwnApp(SITE, DATABASE)


class OwnApp:
    """An app, and the cookies of the one browser that asks it: service workers see none."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._database = database
        self.app: Flask = create_app(folder, "", None, database)
        self._client = Client(self.app)
        self._empty = b""
        """A database in which nothing is: a snapshot has it, and need not make it."""

    def begin(self, secret: str, cookies: str = "[]", assets: str = "", offer: str = "null") -> str:
        """Be this phone's: with its own ``secret``, its ``cookies`` (what :meth:`cookies_out`
        gave), the address of the ``assets`` and, as JSON, the ``offer`` of the pack for its pages,
        with whether this phone ``reads`` photos.

        Gives ``"same"``, or ``"updated"`` if the tables of the file were older, or there were none:
        then keep it, and what was kept before until it has worked. ``"newer"``, ``"stuck"`` (its
        tables cannot be brought up to date) and ``"unreadable"`` files stay as they are, and
        whoever asks for evenings is told.
        """
        self._forget()
        random.seed()  # after a snapshot everybody would draw the same
        self.app.secret_key = secret
        told = json.loads(offer) or {}
        self.app.jinja_env.globals.update(
            assets=assets,
            photos=told.pop("reads", False),
            offer=PackOffer(**told) if told else None,
        )
        for domain, path, name, value in json.loads(cookies):
            self._client.set_cookie(name, value, domain=domain, path=path)
        return self._bring_up_to_date()

    def _bring_up_to_date(self) -> str:
        none_yet = not self._database.exists()
        if none_yet and self._empty:
            self._database.write_bytes(self._empty)
        try:
            done = upgrade(self._database)
        except tuple(_TROUBLES) as error:
            said, cause = next(told for kind, told in _TROUBLES.items() if isinstance(error, kind))
            own_sessions_unavailable.set_unavailable(self.app, cause)
            return said
        own_sessions_unavailable.set_unavailable(self.app, None)
        if none_yet:
            self._empty = self._database.read_bytes()
        return "updated" if done or none_yet else "same"

    def ask(self, method: str, path: str, origin: str, headers: Any, body: Any = None) -> Answer:
        """A request of the browser's: ``path`` with its query, below the ``origin``, which has the
        path that the app stands below; ``headers`` as pairs, of which a ``Cookie`` may say what
        somebody likes; ``body`` as bytes.

        ``Set-Cookie`` is among the headers of the answer for what somebody likes alone: put that
        into the browser's cookies, for the pages of the server. All others stay here.
        """
        sent = [(str(name), str(value)) for name, value in _python(headers)]
        self._take_likes(sent, urlsplit(origin))
        before = self._state()
        answer = self._client.open(
            path,
            method=method,
            base_url=origin,
            headers=[one for one in sent if one[0].lower() not in ("cookie", "host")],
            data=bytes(_python(body)) if body else None,
        )
        return _told(answer, changed=self._state() != before)

    def no_room(
        self, method: str, path: str, origin: str, headers: Any, body: Any = None
    ) -> Answer:
        """The answer to a request whose changes could not be kept."""
        with own_sessions_unavailable.unavailable_while(self.app, Cause.NO_ROOM):
            return self.ask(method, path, origin, headers, body)

    def warm_up(self) -> None:
        """Draw the pages that come first, in every language, of an evening that nobody keeps: what
        they need is ready then, also in a snapshot."""
        kept, browser = self._database.read_bytes(), Client(self.app)
        browser.get(_FORM)
        begun = browser.post(_FORM, data={"players": "2"})
        sheet = urlsplit(begun.headers["Location"]).path
        game, session, group = (sheet.rsplit("/", levels)[0] for levels in (1, 2, 3))
        evening = (sheet, game, f"{game}/table", session, group)
        for spoken in CHOICES["language"]:
            browser.set_cookie("language", spoken)
            for path in (*_FIRST_PAGES, *evening):
                browser.get(path)
        self._disconnect()
        self._database.write_bytes(kept)

    def cookies_out(self) -> str:
        """The cookies, to be kept with the database."""
        return json.dumps(self._jar())

    def let_go(self) -> None:
        """Forget the phone: its cookies, its secret, its database, which may be replaced now."""
        self._forget()
        gc.collect()

    def _forget(self) -> None:
        self._disconnect()
        for domain, path, name, _ in self._jar():
            self._client.delete_cookie(name, domain=domain, path=path)
        self.app.secret_key = BEFORE_IT_BEGINS

    def _take_likes(self, headers: Iterable[tuple[str, str]], origin: SplitResult) -> None:
        domain, path = origin.hostname or "localhost", origin.path or "/"
        for name, value in headers:
            if name.lower() == "cookie":
                for one in SimpleCookie(value).values():
                    if one.key in _LIKES:
                        self._client.set_cookie(one.key, one.value, domain=domain, path=path)

    def _disconnect(self) -> None:
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()

    def _state(self) -> tuple[bytes, list[tuple[str, str, str, str]]]:
        """Another value after every change to what must be kept."""
        cookies = [one for one in self._jar() if one[2] not in _LIKES]
        with self._database.open("rb") as opened:
            return opened.read(_COUNTER.stop)[_COUNTER], cookies

    def _jar(self) -> list[tuple[str, str, str, str]]:
        cookies = self._client._cookies or {}  # noqa: SLF001 - it shows only those whose names are known
        found = cookies.values()
        return sorted((c.domain, c.path, c.decoded_key, c.decoded_value) for c in found)


def _told(answer: TestResponse, *, changed: bool) -> Answer:
    headers = [
        (name, value)
        for name, value in answer.headers.items()
        if name.lower() not in _NOT_TOLD and (name != "Set-Cookie" or _is_like(value))
    ]
    return answer.status_code, headers, answer.data, changed


def _is_like(cookie: str) -> bool:
    return cookie.partition("=")[0] in _LIKES


def _python(value: Any) -> Any:
    """What came from JavaScript."""
    return value.to_py() if hasattr(value, "to_py") else value
