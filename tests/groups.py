"""Groups that were played out, those of every game, and the files that they go out and come in
as."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from io import BytesIO, StringIO
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import TestResponse, encode_multipart

from referee.rules.games import RULESETS
from referee.rules.games.ask import NamedRules
from referee.rules.log.entries import read_entry
from referee.rules.sheet_plan import Adjustment, RowCounts
from referee.services import followed_games, game_changes, sessions, sheet_entry
from referee.services.access import Access, open_key
from referee.services.game_changes import begin_game
from referee.services.group_edits import keep_preset
from referee.services.sessions import SessionPlan, start_group
from referee.services.sheet_entry import ANY_VERSION, close_game, put_row
from tests.api_calls import KINDS
from tests.databases import app_on, quick_folder, wipe
from tests.databases import counts as counted
from tests.live_table_taps import Followed
from tests.page_client import Page, Phone, opened
from tests.playthroughs import GAMES, rambles

PRESETS = (
    NamedRules("Friday", "casino", ("count_out", "sweeps"), 30),
    NamedRules("At Bo’s = home", "krypkasino", ()),
)
HOUSE = ["last_capture_point", "set_aside_spades"]


def play_out(app: Flask, company: list[dict[str, Any]], name: str | None = None) -> Phone:
    """Play all sessions of a group, and return the phone that has its edit link."""
    with app.app_context():
        group = key = None
        for evening in company:
            plan = evening["plan"]
            if group is None:
                session, group_id, key = sessions.start_group(plan, name)
                group = Access(group_id, may_write=True)
            else:
                session = sessions.start_session(group, plan).session_id
            for one in evening["games"]:
                play(group, session, one, finish=True)
            if evening["open"]:
                play(group, session, evening["open"], finish=False)
            sessions.set_stake(group, session, evening["stake"], evening["currency"])
            sessions.choose_settlement(group, session, evening["settlement"])
            if evening["closed"]:
                sessions.close_session(group, session)
    phone = Phone(app)
    assert phone.ask(f"/k/{key}").status_code == 302
    return phone


def play(group: Access, session: str, one: dict[str, Any], *, finish: bool) -> None:
    game = game_changes.begin_game(group, session).game_id
    sheet_entry.set_deal(group, game, one["deal"])  # until a log knows better
    for seen, line in enumerate(one.get("log", ())):
        followed_games.enter(group, game, read_entry(line), key=f"play {seen}", seen=seen)
    for key, (seat, double, undone) in enumerate(one["sweeps"]):
        sheet_entry.count_sweep(group, game, seat, f"sweep {key}", double=double)
        if undone:
            sheet_entry.take_back_sweep(group, game, f"sweep {key}")
    entered = one["rows"] if finish else one["rows"][1:]
    for seat, row in enumerate(entered):
        put_row(group, game, seat, row, ANY_VERSION)
    if finish:
        close_game(group, game, one["last"], accept_imbalance=True)
        for seat, row in one["corrections"]:
            put_row(group, game, seat, row, ANY_VERSION)
            close_game(group, game, seat)


EMPTY = {
    "plan": SessionPlan("krypkasino", ["Ada", "Eva"]), "games": [], "open": None, "stake": None,
    "currency": "", "settlement": "pairwise", "closed": True,
}  # fmt: skip

REPEATED = ("/1/table/", "/2/table/")
"""Pages of plays of the first games of :func:`rich`, whose last game has the same plays."""


PENALTY = Adjustment(-3, "played out of turn")


def rich(app: Flask, name: str = "Friday") -> Phone:
    """Return a group with everything in it, which was played out just now."""
    counts = dict.fromkeys(KINDS, 1)
    one = {
        "sweeps": [(1, False, False), (0, True, False), (2, False, True)],
        "rows": [RowCounts(2, 10), RowCounts(1, counts), RowCounts(0, 12, adjustment=PENALTY),
                 RowCounts(0, 0)],
        "last": 2, "deal": 3,
        "corrections": [(3, RowCounts(0, 11)), (0, RowCounts(1, 9))],
        "log": ["table 2S 3H 5D JC", "KH", "@2 9C - !", "undo 3", "replace 2 8H", "before 2 KD"],
    }  # fmt: skip
    evening = {
        "plan": SessionPlan("krypkasino", ["Ada", "Bo", "Cia", "Dan"], [0, 1, 0, 1], HOUSE, 5, 2),
        "games": [one, one], "open": one, "stake": 50, "currency": "kr", "settlement": "fewest",
        "closed": False,
    }  # fmt: skip
    phone = play_out(app, [evening, EMPTY], name)
    with app.app_context():
        for named in PRESETS:
            keep_preset(Access(group_of(phone), may_write=True), named)
    return phone


@cache
def rich_file() -> bytes:
    """Return the file of a group with everything in it."""
    with quick_folder() as folder, app_on(f"sqlite:///{folder / 'rich.db'}") as app:
        return export(rich(app)).data


def rich_read_in(app: Flask) -> Phone:
    """Return a group with everything in it as a file brings it: a twentieth of the work of
    :func:`rich`, and all but the receipts of requests."""
    phone, answer = read_in(app, rich_file())
    assert answer.status_code == 303
    return phone


def group_of(phone: Phone) -> str:
    """Return the group whose link the phone opened last."""
    groups = [name for name in phone.cookies() if name.startswith("group_")]
    return groups[-1].removeprefix("group_")


def export(phone: Phone, ending: str = "json") -> TestResponse:
    answer = phone.ask(f"/g/{group_of(phone)}/export.{ending}")
    assert answer.status_code == 200
    assert f'filename="referee.{ending}"' in answer.headers["Content-Disposition"]
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return answer


def read_in(app: Flask, content: bytes, name: str = "referee.json") -> tuple[Phone, TestResponse]:
    """Read a file in on another phone, and return its answer."""
    phone = Phone(app)
    sent = {"file": FileStorage(BytesIO(content), name)}
    boundary, body = encode_multipart(sent)
    kind = f"multipart/form-data; boundary={boundary}"
    try:
        return phone, phone.ask("/import", "POST", data=body, content_type=kind)
    except UnicodeError as error:  # its text would break the report of a parallel run
        raise AssertionError(ascii(error)) from None


def written(data: Any) -> bytes:
    return json.dumps(data).encode()


def table(phone: Phone) -> list[dict[str, str]]:
    """Return the lines of the CSV; its first one names the columns."""
    text = export(phone, "csv").data.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


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


SOME = 12
"""Entries of a followed game: enough for builds, and for what was entered wrong."""
SAID = (RowCounts(0, 7), RowCounts(0, 4))
"""Scores that are entered for two piles, however many points there are."""


def every_game(app: Flask) -> Any:
    """Return a file of a group with games of each kind."""
    files = [*_counted(app), *_followed(app), json.loads(rich_file())]
    people = sorted({name for file in files for name in file["players"]})
    sessions = [session for file in files for session in file["sessions"]]
    return files[0] | {"players": people, "sessions": sessions}


def _counted(app: Flask) -> Iterator[Any]:
    for game in RULESETS:
        one = {
            "sweeps": [],
            "rows": SAID,
            "last": 0,
            "deal": 1,
            "corrections": [(1, RowCounts(0, 3))],
        }
        plan = SessionPlan(game, ["Ada", "Bo"])
        evening = EMPTY | {"plan": plan, "games": [one], "open": one, "closed": False}
        yield _file_of(play_out(app, [evening]))


def _followed(app: Flask) -> Iterator[Any]:
    for game in GAMES:
        setup, entries = next(rambles("every game", game))
        followed = Followed(app, setup)
        assert len(list(followed.enter(entries[:SOME]))) > 3
        yield _file_of(followed.phone)


def _file_of(phone: Phone) -> Any:
    return json.loads(phone.ask(f"/g/{group_of(phone)}/export.json").data)
