"""Links are replaced while somebody who has an old one waits for a turn to write."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from referee.services import group_edits
from referee.store.sqlite import WriteLock
from tests.database_dump import dump
from tests.page_client import Phone
from tests.strategies import some

from . import requests_by_key

# What was sent with the old key, and what it is answered.
KEYED = {
    (rule, method): requests_by_key.TABLE[rule, method][1][requests_by_key.KEYS.index("replaced")]
    for rule, method in requests_by_key.CHANGES
    if requests_by_key.TABLE[rule, method][1][1] == 403  # the view key changes nothing there
}
# Where only one player is left to count, and here nobody is; and where nothing is written at all.
NOTHING_TO_DO = (
    (f"{requests_by_key.SHEET}/rest", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/begin", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/more", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/first", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/shows/photo", "POST"),
    (f"{requests_by_key.SHEET}/<number:seat>/photo", "POST"))  # fmt: skip


@contextmanager
def waiting(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None]) -> Iterator[list[None]]:
    """Let a writer wait until somebody else has changed something; yield a list with an item for
    each wait."""
    waited: list[None] = []
    hold = WriteLock.hold

    def late(lock: WriteLock, begin: Callable[[], Any]) -> Any:
        if not waited:
            waited.append(None)
            with ThreadPoolExecutor(1) as other:
                other.submit(meanwhile).result(10)
        return hold(lock, begin)

    with monkeypatch.context() as patched:
        patched.setattr(WriteLock, "hold", late)
        yield waited


def test_a_key_that_was_replaced_meanwhile_writes_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for (rule, method), status in some(KEYED.items(), 3):
        world = requests_by_key.make(app, "edit")
        replaced: list[Any] = []

        def meanwhile(world=world, replaced=replaced) -> None:
            requests_by_key.replace(app, world)
            replaced.append(dump(app))

        with waiting(monkeypatch, meanwhile) as waited:
            answer = requests_by_key.ask(app, world, rule, method)
        if (rule, method) in NOTHING_TO_DO:
            assert not waited, rule
            continue
        assert answer.status_code == status, (rule, answer.text)
        assert dump(app) == replaced[0], rule
        if status == 401:
            assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")
            assert answer.json["detail"].endswith("Perhaps the links were replaced.")


def test_a_form_that_is_sent_again_opens_nothing_that_was_replaced(either: Flask) -> None:
    """The key that its first answer gave follows from the form, so it comes again."""
    phone = Phone(either)
    form, button = phone.get("/krypkasino/score").form("3")
    sent = form.filled(button)
    group = phone.ask("/krypkasino/score", "POST", data=sent).location.split("/")[2]
    with either.app_context():
        group_edits.new_links(group)
    before = dump(either)
    assert phone.ask("/krypkasino/score", "POST", data=sent).status_code == 404
    assert dump(either) == before
