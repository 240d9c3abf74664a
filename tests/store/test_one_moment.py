"""Consistency of an answer: it shows one state, whatever others do between any two of its
statements."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from referee.services import group_edits, sheet_entry
from referee.services.access import Access
from referee.services.names import GameId
from referee.store.database import db
from tests.api_calls import API
from tests.databases import DATABASES, app_on, dump, new_database, quick_folder, restore, wipe
from tests.page_client import POLL, Phone, keys_of, new_group
from tests.strategies import some

MOST_STATEMENTS = 15

READERS = {
    "session, API": (f"{API}/sessions/{{session}}", {}),
    "game, API": (f"{API}/sessions/{{session}}/games/1", {}),
    "sheet, API": (f"{API}/sessions/{{session}}/games/1/sheet", {}),
    "group, API": (f"{API}/groups/{{group}}", {}),
    "session": ("/g/{group}/{session}", POLL),
    "counter": ("/g/{group}/{session}/1", POLL),
    "sheet": ("/g/{group}/{session}/1/sheet", POLL),
    "live table": ("/g/{group}/{session}/1/table", POLL),
    "group": ("/g/{group}", {}),
    "everything": ("/g/{group}/export.json", {}),
}
_FRESH = re.compile(r'name="key" value="[^"]*"')
"""Every page has a new key for its next request."""


READ_FROM = [
    (kind, name) for first, kind in enumerate(DATABASES) for name in some(READERS, 2, first)
]
"""Databases and readers: in ``make test`` each reader on one database."""


@pytest.fixture(scope="module")
def small_app(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Return an app with little in it: all of it is put back again and again."""
    with quick_folder() as folder, new_database(request, folder) as url, app_on(url) as app:
        yield app


@contextmanager
def after_statement(app: Flask, number: int, work: Callable[[], None]) -> Iterator[list[int]]:
    """Do the work, as somebody else, when this thread's statement of that number is done."""
    seen = [0]
    with app.app_context():
        engine = db.engine

    def count(connection: Any, *_: object) -> None:
        if connection.get_execution_options().get("referee_writing"):
            return
        seen[0] += 1
        if seen[0] == number:
            with ThreadPoolExecutor(1) as other:
                other.submit(work).result()

    event.listen(engine, "after_cursor_execute", count)
    try:
        yield seen
    finally:
        event.remove(engine, "after_cursor_execute", count)


@pytest.mark.parametrize(("small_app", "name"), READ_FROM, indirect=["small_app"], scope="module")
def test_an_answer_is_of_one_moment(small_app: Flask, name: str) -> None:
    app = small_app
    wipe(app)
    group = new_group(app)
    edit, _ = keys_of(group.phone, group.id)
    session = group.session.split("/")[3]
    path, headers = READERS[name]
    address = path.format(group=group.id, session=session)
    sent = headers | {"Authorization": f"Bearer {edit}"}
    access = Access(group.id, may_write=True)

    def change() -> None:
        """Two changes, each of which shows on most pages."""
        with app.app_context():
            player = next(one["id"] for one in before["players"] if one["group_id"] == group.id)
            group_edits.rename_player(access, player, "Somebody")
        with app.app_context():
            sheet_entry.count_sweep(access, GameId(session, 1), 0, "a sweep", double=True)

    def shown() -> tuple[str, str]:
        answer = Phone.ask(group.phone, address, headers=sent)
        assert answer.status_code == 200
        return _FRESH.sub("", answer.text), answer.headers.get("ETag", "")

    before, first = dump(app), shown()
    states = [first]
    change()
    states.append(shown())
    assert states[0] != states[1]
    # In a soak after every statement, otherwise after every third, from another one for each page.
    for number in some(range(1, MOST_STATEMENTS + 3), 3, list(READERS).index(name) % 3):
        restore(app, before)
        with after_statement(app, number, change) as statements:
            found = shown()
        assert found in states
        if statements[0] < number:
            break
    else:
        raise AssertionError("this takes more statements than are looked at")
