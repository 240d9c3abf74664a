"""Groups that were played out, and the files that they go out and come in as."""

import csv
import json
from io import BytesIO, StringIO
from typing import Any

from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from referee.rules.games.ask import NamedRules
from referee.rules.log.entries import read_entry
from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games, game_changes, sessions, sheet_entry
from referee.services.access import Access
from referee.services.group_edits import keep_preset
from referee.services.sessions import SessionPlan
from referee.services.sheet_entry import ANY_VERSION, close_game, put_row
from tests.api_calls import KINDS
from tests.page_client import Phone

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


def rich(app: Flask, name: str = "Friday") -> Phone:
    """Return a group with everything in it."""
    counts = dict.fromkeys(KINDS, 1)
    one = {
        "sweeps": [(1, False, False), (0, True, False), (2, False, True)],
        "rows": [RowCounts(2, 10), RowCounts(1, counts), RowCounts(0, 12), RowCounts(0, 0)],
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
