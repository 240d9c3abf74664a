"""Games of the Casino family on pages, begun without the pages that begin them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import NamedTuple

from flask import Flask
from werkzeug.datastructures import MultiDict

from referee.services.access import Access, open_key
from referee.services.game_changes import begin_game
from referee.services.sessions import SessionPlan, start_group
from tests.database_dump import counts as counted
from tests.database_dump import wipe
from tests.exported_groups import export, read_in
from tests.page_client import Page, Phone, opened

NAMES = ("Ada", "Bo", "Cia", "Dan")
PAIRS = (0, 1, 0, 1)


def pile(*numbers: int) -> dict[str, int]:
    """Cards, spades, aces, ten of diamonds, two of spades."""
    fields = ("cards", "spades", "aces", "big_casino", "little_casino")
    return dict(zip(fields, numbers, strict=True))


class Begun(NamedTuple):
    """The first game of a session; ``page`` is that of the game."""

    phone: Phone
    access: Access
    session_id: str
    page: str

    @property
    def path(self) -> str:
        return f"{self.page}/sheet"

    def sheet(self) -> Page:
        return self.phone.get(self.path)

    def another(self) -> Begun:
        """Return the next game."""
        with self.phone.app.test_request_context():
            number = begin_game(self.access, self.session_id).game_id.number
        return self._replace(page=f"{self.page.rpartition('/')[0]}/{number}")

    def finish(self, page: Page, button: str = "Finish the game", inside: str = "") -> Page:
        """Press a button that ends the game; the sheet as it is then."""
        form, found = page.form(button, inside)
        answer = self.phone.ask(form.action, "POST", data=form.filled(found))
        assert answer.status_code == 303, answer.text
        assert answer.location == self.page.rpartition("/")[0]
        return self.sheet()


def begin(app: Flask, game: str, players: int, *house: str, **more: object) -> Begun:
    with app.test_request_context():
        plan = SessionPlan(game, NAMES[:players], house_rules=house, **more)  # type: ignore[arg-type]  # fields of Plan
        started = start_group(plan)
        assert started.edit_key
        access = open_key(started.edit_key)
        assert access
        begin_game(access, started.session_id)
    page = f"/g/{started.group_id}/{started.session_id}/1"
    return Begun(opened(app, started.edit_key), access, started.session_id, page)


def taken(app: Flask, content: bytes) -> Phone | None:
    """Return a phone that has read a file in; none where it is refused, with a sentence and no
    traces."""
    wipe(app)
    phone, answer = read_in(app, content)
    if answer.status_code == 422:
        assert Page("", answer).alert()
        assert not any(counted(app).values())
        return None
    assert answer.status_code == 303
    return phone


def carried(app: Flask, phone: Phone) -> Phone:
    """Another phone, on which its group is read in and is the same."""
    again, answer = read_in(app, export(phone).data)
    assert answer.status_code == 303, Page("", answer).alert()
    assert export(again).json == export(phone).json
    return again


def says(phone: Phone, page: Page, *points: int) -> Page:
    """Enter what each pile scores."""
    rows = [part for part in page.parts if f'name="{part[4:]}-points"' in page.html]
    for row, number in zip(rows, points, strict=False):
        page = phone.press(page, "Save", inside=row, points=str(number))
    return page


def counts(phone: Phone, page: Page, seat: int, *numbers: int | str) -> Page:
    """Cards, spades and aces of a pile."""
    typed = dict(zip(("cards", "spades", "aces"), map(str, numbers), strict=False))
    return phone.press(page, "Save", inside=f"row-{seat}", **typed)


def holds(phone: Phone, page: Page, **names: str) -> Page:
    """Enter who has each single card."""
    for field, name in names.items():
        page = phone.press(page, name, inside=f"holder-{field}")
    return page


def head(
    page: Page,
    seat: int,
    words: Sequence[str] = ("Correct", "Photo", "Points", "Cards 52", "Cards 40"),
) -> str:
    """Return what a row says before its fields."""
    text = page.parts[f"row-{seat}"].replace(" waits for the network", "")
    for word in words:
        text = text.split(f" {word}")[0]
    return text


def result(page: Page) -> list[str]:
    """Return the lines of a session's result as text."""
    (text,) = re.findall(r'<textarea id="result"[^>]*>([^<]*)</textarea>', page.source)
    return unescape(text).split("\n")


def told(page: Page) -> str:
    """Return the check, without its buttons."""
    return page.parts["check"].split(" Finish")[0]


def sent_from(page: Page, seat: int, **typed: str) -> MultiDict[str, str]:
    form, button = page.form("Save", f"row-{seat}")
    return form.filled(button, **typed)
