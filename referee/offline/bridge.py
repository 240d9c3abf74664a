"""Interface of the offline app to the scripts that run it in a service worker.

In JavaScript, in a pack that lies at ``/site``::

    const { own_app } = python.pyimport("referee.offline.bridge");
    const phone = own_app();  // takes a second or two; a snapshot comes after it
    const tables = phone.begin(secret, cookies, assets, offer);  // and this after the snapshot
    const answer = phone.ask(method, path, origin, headers, body);
    const [status, headers, bytes, changed] = answer.toJs();

``begin`` opens the file :data:`DATABASE`, or makes an empty one where there is none: so the saved
record of this phone is written there first (``FS.writeFile``). Where ``ask`` says that it
``changed`` something, save these together before the answer is sent: the bytes of the file
(``FS.readFile``), ``phone.export_cookies()``, and the secret. If they cannot be saved, write the
earlier bytes to the file, call ``begin`` with the earlier cookies, and send the answer of
``phone.answer_storage_full``, which takes the arguments of ``ask``.

Before a snapshot of the memory, call ``phone.warm_up()``, then ``phone.forget_phone()``: the
snapshot then has no open file, no connection and nothing of the phone that made it.
"""

from __future__ import annotations

import gc
import json
import random
import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Protocol, TypeVar
from urllib.parse import SplitResult, urlsplit

from flask import Flask
from werkzeug.test import Client, TestResponse

from ..rules.games import listed
from ..services.refusals import Cause
from ..store.database import db
from ..web.home import GAME_COOKIE
from ..web.preferences import CHOICES
from . import whole_app
from .pack import PackOffer
from .schema_migration import MigrationFailed, NewerDatabase, upgrade
from .whole_app import PLACEHOLDER, create_app

SITE = Path(__file__).parents[2]
DATABASE = Path("/data/referee.db")
"""Path of the database while Python runs."""

Answer = tuple[int, list[tuple[str, str]], bytes, bool]
"""Status, headers, body; and must something be kept before anybody hears of it? What somebody likes
need not be: it is in the headers, for the browser's own cookies."""

_PREFERENCES = (*CHOICES, GAME_COOKIE)
"""Cookies that are no secret. The browser has them as well, for the pages of the server."""
_COUNTER = slice(24, 28)
"""Offset at which a database file counts its changes: https://www.sqlite.org/fileformat2.html"""
_GAME = listed()[0]
_FORM = f"/{_GAME}/score"
_FIRST_PAGES = ("/", f"/{_GAME}/new", f"/{_GAME}/referee?table=2+6+3&played=8")
_DROPPED_HEADERS = ("content-length", "connection")
_TROUBLES: dict[type[Exception], tuple[str, Cause]] = {
    NewerDatabase: ("newer", Cause.NEWER_EVENINGS),
    MigrationFailed: ("stuck", Cause.OLDER_EVENINGS),
    sqlite3.DatabaseError: ("unreadable", Cause.UNREADABLE_EVENINGS),
}


_T_co = TypeVar("_T_co", covariant=True)
_T = TypeVar("_T")


class FromJavaScript(Protocol[_T_co]):
    """A value of JavaScript."""

    def to_py(self) -> _T_co:
        """Return the value as Python has it."""


Headers = Iterable[Sequence[str]] | FromJavaScript[Iterable[Sequence[str]]]
"""Pairs of names and values."""
Body = bytes | memoryview | FromJavaScript[bytes | memoryview] | None


@cache
def own_app() -> OwnApp:
    """Return the only app of this Python, made on the first call."""
    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    return OwnApp(SITE, DATABASE)


class OwnApp:
    """The offline app, with the cookies of its one browser: a service worker cannot read them."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._database = database
        self.app: Flask = create_app(folder, "", None, database)
        self._client = Client(self.app)
        self._empty = b""
        """A database in which nothing is: a snapshot has it, and need not make it."""

    def begin(self, secret: str, cookies: str = "[]", assets: str = "", offer: str = "null") -> str:
        """Open this phone's database with its own ``secret``, its ``cookies`` (from
        :meth:`export_cookies`), the URL of the ``assets`` and, as JSON, the ``offer`` of the pack
        for its pages, with whether this phone ``reads`` photos.

        Return ``"same"``, or ``"updated"`` if the database was new or had older tables: then save
        it, and keep the earlier record until it has worked. With a ``"newer"``, ``"stuck"`` (its
        tables cannot be brought up to date) or ``"unreadable"`` file nothing is changed, and stored
        pages say so."""
        self._forget()
        random.seed()  # after a snapshot everybody would draw the same
        self.app.secret_key = secret
        fields = json.loads(offer) or {}
        self.app.jinja_env.globals.update(
            assets=assets,
            photos=fields.pop("reads", False),
            offer=PackOffer(**fields) if fields else None,
        )
        for domain, path, name, value in json.loads(cookies):
            self._client.set_cookie(name, value, domain=domain, path=path)
        return self._bring_up_to_date()

    def _bring_up_to_date(self) -> str:
        """Migrate the database, or make it, and return the status that :meth:`begin` returns."""
        none_yet = not self._database.exists()
        if none_yet and self._empty:
            self._database.write_bytes(self._empty)
        try:
            upgraded = upgrade(self._database)
        except tuple(_TROUBLES) as error:
            status, cause = next(
                trouble for kind, trouble in _TROUBLES.items() if isinstance(error, kind)
            )
            whole_app.set_unavailable(self.app, cause)
            return status
        whole_app.set_unavailable(self.app, None)
        if none_yet:
            self._empty = self._database.read_bytes()
        return "updated" if upgraded or none_yet else "same"

    def ask(
        self, method: str, path: str, origin: str, headers: Headers, body: Body = None
    ) -> Answer:
        """Return the answer to a request: ``path`` with its query, below the ``origin``, which has
        the mount path of the app; ``headers`` as pairs, of which ``Cookie`` may hold preferences;
        ``body`` as bytes.

        The answer has ``Set-Cookie`` headers for preferences alone: put these into the browser's
        cookies, for the pages of the server. All other cookies stay here."""
        sent = [(str(name), str(value)) for name, value in _python(headers)]
        self._set_preferences(sent, urlsplit(origin))
        before = self._state()
        answer = self._client.open(
            path,
            method=method,
            base_url=origin,
            headers=[header for header in sent if header[0].lower() not in ("cookie", "host")],
            data=bytes(_python(body)) if body else None,
        )
        return _answer_of(answer, changed=self._state() != before)

    def answer_storage_full(
        self, method: str, path: str, origin: str, headers: Headers, body: Body = None
    ) -> Answer:
        """Return the answer to a request whose changes could not be saved."""
        with whole_app.unavailable_while(self.app, Cause.NO_ROOM):
            return self.ask(method, path, origin, headers, body)

    def warm_up(self) -> None:
        """Draw the first pages in every language, with a session that is deleted again, so that a
        snapshot contains what they need."""
        before, browser = self._database.read_bytes(), Client(self.app)
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
        self._database.write_bytes(before)

    def export_cookies(self) -> str:
        """Return the cookies as JSON, to be saved with the database."""
        return json.dumps(self._all_cookies())

    def forget_phone(self) -> None:
        """Close the database and drop cookies and secret, so that the database may be replaced."""
        self._forget()
        gc.collect()

    def _forget(self) -> None:
        self._disconnect()
        for domain, path, name, _ in self._all_cookies():
            self._client.delete_cookie(name, domain=domain, path=path)
        self.app.secret_key = PLACEHOLDER

    def _set_preferences(self, headers: Iterable[tuple[str, str]], origin: SplitResult) -> None:
        domain, path = origin.hostname or "localhost", origin.path or "/"
        for name, value in headers:
            if name.lower() == "cookie":
                for morsel in SimpleCookie(value).values():
                    if morsel.key in _PREFERENCES:
                        self._client.set_cookie(morsel.key, morsel.value, domain=domain, path=path)

    def _disconnect(self) -> None:
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()

    def _state(self) -> tuple[bytes, list[tuple[str, str, str, str]]]:
        """Return a value that differs after every change to what must be saved."""
        cookies = [cookie for cookie in self._all_cookies() if cookie[2] not in _PREFERENCES]
        with self._database.open("rb") as opened:
            return opened.read(_COUNTER.stop)[_COUNTER], cookies

    def _all_cookies(self) -> list[tuple[str, str, str, str]]:
        cookies = self._client._cookies or {}  # noqa: SLF001 - it shows only those whose names are known
        all_cookies = cookies.values()
        return sorted((c.domain, c.path, c.decoded_key, c.decoded_value) for c in all_cookies)


def _answer_of(answer: TestResponse, *, changed: bool) -> Answer:
    headers = [
        (name, value)
        for name, value in answer.headers.items()
        if name.lower() not in _DROPPED_HEADERS
        and (name != "Set-Cookie" or value.partition("=")[0] in _PREFERENCES)
    ]
    return answer.status_code, headers, answer.data, changed


def _python(value: _T | FromJavaScript[_T]) -> _T:
    return value.to_py() if hasattr(value, "to_py") else value
