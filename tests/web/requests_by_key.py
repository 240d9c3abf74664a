"""Every address of the app: what is sent there, and what each kind of key is answered."""

from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from referee.rules.games import RULESETS
from referee.rules.log.entries import read_entry
from referee.rules.ruleset import IllegalPlay
from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games, game_changes, group_edits, sessions, sheet_entry
from referee.services.access import open_key, view_key
from referee.services.names import OF_PHONES
from referee.services.sessions import SessionPlan
from referee.store import queries
from tests.databases import Dump, dump, restore
from tests.page_client import Phone

API = "/api/v1"
GAMES = tuple(RULESETS)
KEYS = ("none", "view", "edit", "other", "replaced")

# The status with no key, the view key, the edit key, another group's edit key, a replaced one.
OPEN = (200, 200, 200, 200, 200)
NOT_BUILT = (404, 404, 404, 404, 404)
START = (303, 303, 303, 303, 303)
AWAY = (404, 303, 303, 404, 404)
GO_BACK = (303, 303, 303, 303, 303)
LOOK = (404, 200, 200, 404, 404)
FORM = (404, 403, 200, 404, 404)
CHANGE = (404, 403, 303, 404, 404)
NOT_HERE = (404, 403, 422, 404, 404)  # this game has no builds
NO_PHOTO = (404, 403, 400, 404, 404)  # none was chosen
NOTHING_CHOSEN = (404, 403, 422, 404, 404)  # nor here
NOTHING_DEALT = (409, 409, 409, 409, 409)
LINK = (404, 302, 302, 302, 404)
PRACTISE = (404, 303, 303, 404, 404)
NOT_OVER = (404, 409, 409, 404, 404)  # the plays of a finished game are looked at
READ = (401, 200, 200, 404, 401)
WRITE = (401, 403, 200, 404, 401)
MAKE = (401, 403, 201, 404, 401)
REMOVE = (401, 403, 204, 404, 401)
GROUP = "/g/<id:group_id>"
SESSION = f"{GROUP}/<id:session_id>"
GAME = f"{SESSION}/<number:number>"
ONE = "/<id:session_id>/<number:number>/<number:which>"
MISSED = f"{GROUP}/missed{ONE}"
SHEET = f"{GAME}/sheet"
ROW = {"0-etag": "2", "0-mode": "points", "0-points": "10", "0-markers": "0"}
TABLE_PAGE = f"{GAME}/table"
API_SESSION = f"{API}/sessions/<id:session_id>"
API_GAME = f"{API_SESSION}/games/<number:number>"
PLAYERS = {"player": ["Ada", "Bo"], "into": "new"}
SAME_PEOPLE = {"game": "krypkasino", **PLAYERS}
SAVED = b'{"format": "referee-group", "version": 1, "name": "A", "players": [], "sessions": []}'
SCORED = {"players": [{"name": name, "markers": 0, "card_points": 21} for name in "AB"]}
NOTHING_PLAYED = {"players": 2, "hand": ["8S"], "log": []}
JOINS = {"game": "krypkasino", "players": ["A", "B"], "group_id": "{group_id}"}
HANDED_OVER = {
    "group": OF_PHONES + "2" * 11,
    "key": "k" * 43,
    "archive": SAVED.decode(),
    "into": "{group_id}"}  # fmt: skip
TABLE: dict[tuple[str, str], tuple[Any, tuple[int, ...]]] = {
    # address and method: what is sent, the statuses
    ("/", "GET"): (None, OPEN),
    ("/assets/<version>/<path:name>", "GET"): (None, OPEN),
    ("/like/<what>/<choice>", "GET"): (None, GO_BACK),
    ("/manifest.webmanifest", "GET"): (None, OPEN),
    ("/about/this-phone", "GET"): (None, OPEN),
    ("/offline", "GET"): (None, OPEN),
    ("/healthz", "GET"): (None, OPEN),
    ("/robots.txt", "GET"): (None, OPEN),
    ("/sw.js", "GET"): (None, OPEN),
    ("/pocket/files.json", "GET"): (None, NOT_BUILT),
    ("/pocket/<version>/<name>", "GET"): (None, NOT_BUILT),
    ("/pocket/licences.txt", "GET"): (None, NOT_BUILT),
    ("/pocket/parts/<sha256>", "GET"): (None, NOT_BUILT),
    ("/<game>/referee", "GET"): (None, OPEN),
    ("/<game>/referee", "POST"): ({"table": "8"}, (400, 400, 400, 400, 400)),  # without a photo
    ("/<game>/photo", "GET"): (None, OPEN),
    ("/<game>/referee/qr.svg", "GET"): (None, OPEN),
    ("/<game>/referee/ruling", "GET"): (None, OPEN),
    ("/<game>/referee/share", "GET"): (None, OPEN),
    ("/<game>/rules", "GET"): (None, OPEN),
    ("/<game>/rules/answer", "GET"): (None, OPEN),
    ("/<game>/tactics", "GET"): (None, OPEN),
    ("/first", "GET"): (None, OPEN),
    ("/<game>/first/<int:number>", "GET"): (None, OPEN),
    ("/<game>/first/done", "GET"): (None, OPEN),
    ("/<game>/play", "GET"): (None, OPEN),
    ("/<game>/play/afterwards", "GET"): (None, (422, 422, 422, 422, 422)),  # without a game
    ("/<game>/exercises", "GET"): (None, OPEN),
    ("/<game>/exercises/<kind>", "GET"): (None, GO_BACK),
    ("/<game>/exercises/<kind>/<seed>", "GET"): (None, OPEN),
    ("/<game>/exercises/ten/<day>", "GET"): (None, OPEN),
    ("/exercises/kept", "GET"): (None, OPEN),
    ("/exercises/kept/link", "POST"): ({}, (400, 400, 400, 400, 400)),  # without JSON
    ("/exercises/kept/merge", "POST"): ({}, (400, 400, 400, 400, 400)),
    ("/<game>/tactics/answer", "GET"): (None, OPEN),
    ("/evening.png", "GET"): (None, OPEN),
    ("/<game>/referee/picture.png", "GET"): (None, OPEN),
    ("/<game>/play/picture.png", "GET"): (None, OPEN),
    ("/<game>/exercises/<kind>/<seed>/picture.png", "GET"): (None, OPEN),
    ("/<game>/exercises/ten/<day>/picture.png", "GET"): (None, OPEN),
    ("/<game>/new", "GET"): (None, OPEN),
    ("/<game>/new", "POST"): (PLAYERS, START),
    ("/<game>/score", "GET"): (None, OPEN),
    ("/<game>/score", "POST"): ({"players": "3"}, START),
    ("/house-rules", "GET"): (None, OPEN),
    ("/import", "GET"): (None, OPEN),
    ("/import", "POST"): ({"file": SAVED}, START),
    ("/k/<id:key>", "GET"): (None, LINK),
    ("/k/<id:key>/<id:session_id>", "GET"): (None, LINK),
    (GROUP, "GET"): (None, LOOK),
    ("/hand-over", "POST"): (HANDED_OVER, CHANGE),
    (f"{GROUP}/export.csv", "GET"): (None, LOOK),
    (f"{GROUP}/export.json", "GET"): (None, LOOK),
    (f"{GROUP}/plays.csv", "GET"): (None, LOOK),
    (f"{SESSION}/log", "GET"): (None, (404, 404, 404, 404, 404)),  # before a game is finished
    (f"{SESSION}/export.json", "GET"): (None, LOOK),
    (f"{GROUP}/missed", "GET"): (None, LOOK),
    (f"{GROUP}/missed/names", "POST"): ({"on": "1"}, CHANGE),
    (MISSED, "GET"): (None, LOOK),
    (f"{GROUP}/missed/<id:session_id>/<number:number>", "GET"): (None, LOOK),
    (f"{GROUP}/missed/from{ONE}", "GET"): (None, LOOK),
    (f"{GROUP}/people/<number:player_id>", "GET"): (None, LOOK),
    (f"{GROUP}/people/<number:player_id>", "POST"): ({"name": "Cia"}, CHANGE),
    (f"{GROUP}/name", "POST"): ({"name": "Friday"}, CHANGE),
    (f"{GROUP}/timezone", "POST"): ({"timezone": "Asia/Tokyo"}, CHANGE),
    (f"{GROUP}/links", "GET"): (None, FORM),
    (f"{GROUP}/links", "POST"): ({}, CHANGE),
    (f"{GROUP}/merge", "GET"): (None, FORM),
    (f"{GROUP}/merge", "POST"): ({"archive": SAVED.decode(), "confirmed": "1"}, CHANGE),
    (f"{GROUP}/delete", "GET"): (None, FORM),
    (f"{GROUP}/delete", "POST"): ({"name": "Thursday"}, CHANGE),
    (f"{GROUP}/new", "GET"): (None, FORM),
    (f"{GROUP}/new", "POST"): (SAME_PEOPLE, CHANGE),
    (f"{GROUP}/dispute", "GET"): (None, AWAY),
    (f"{GROUP}/house-rules", "GET"): (None, LOOK),
    (f"{GROUP}/house-rules", "POST"): ({"text": "Friday = casino"}, CHANGE),
    (f"{GROUP}/house-rules/delete", "POST"): (
        {"game": "casino", "name": "Thursday"},
        (404, 403, 404, 404, 404),  # there is none of this name
    ),
    (SESSION, "GET"): (None, LOOK),
    (f"{SESSION}/board", "GET"): (None, LOOK),
    (f"{SESSION}/result.svg", "GET"): (None, LOOK),
    (f"{SESSION}/dispute", "GET"): (None, AWAY),
    (f"{SESSION}/games", "POST"): ({}, CHANGE),
    (f"{SESSION}/close", "POST"): ({}, CHANGE),
    (f"{SESSION}/reopen", "POST"): ({}, CHANGE),
    (f"{SESSION}/ending", "POST"): ({}, CHANGE),
    (f"{SESSION}/rematch", "POST"): ({"key": "again"}, CHANGE),
    (f"{SESSION}/change", "GET"): (None, FORM),
    (f"{SESSION}/change", "POST"): (SAME_PEOPLE, CHANGE),
    (f"{SESSION}/people", "POST"): ({"new": "Cia", "key": "joins", "drop": "1"}, CHANGE),
    (f"{SESSION}/back", "POST"): ({}, (404, 403, 404, 404, 404)),  # there is no earlier part
    (f"{SESSION}/rules", "GET"): (None, FORM),
    (f"{SESSION}/rules", "POST"): ({"length": "3"}, CHANGE),
    (f"{SESSION}/aside", "POST"): ({"aside": "1"}, CHANGE),
    (f"{SESSION}/delete", "POST"): ({}, (404, 403, 409, 404, 404)),  # it is not set aside
    (f"{SESSION}/settlement", "POST"): ({"settlement": "fewest"}, CHANGE),
    (f"{SESSION}/stake", "POST"): ({"stake": "0.50", "currency": "kr"}, CHANGE),
    (GAME, "GET"): (None, LOOK),
    (f"{GAME}/dispute", "GET"): (None, AWAY),
    (f"{GAME}/dispute/card", "GET"): (None, AWAY),
    (f"{GAME}/sweeps", "POST"): ({"sweep": "0", "key": "another"}, CHANGE),
    (f"{GAME}/sweeps/undo", "POST"): ({"key": "sweep"}, CHANGE),
    (f"{GAME}/deal", "POST"): ({"deal": "2"}, CHANGE),
    (f"{GAME}/discard", "POST"): ({}, CHANGE),
    (TABLE_PAGE, "GET"): (None, LOOK),
    (TABLE_PAGE, "POST"): ({"key": "play", "after": "2", "card": "9H"}, CHANGE),
    (f"{TABLE_PAGE}/back", "POST"): ({"key": "back", "after": "2", "seq": "2"}, CHANGE),
    (f"{TABLE_PAGE}/begin", "POST"): ({"used": "2S 3H"}, NOT_HERE),
    (f"{TABLE_PAGE}/more", "POST"): ({"used": "2S 3H"}, NOT_HERE),
    (f"{TABLE_PAGE}/entry/<number:seq>", "GET"): (None, FORM),
    (f"{TABLE_PAGE}/entry/<number:seq>", "POST"): (
        {"key": "right", "after": "2", "card": "9H"},
        CHANGE,
    ),
    (f"{TABLE_PAGE}/entry/<number:seq>/before", "GET"): (None, FORM),
    (f"{TABLE_PAGE}/entry/<number:seq>/before", "POST"): (
        {"key": "before", "after": "2", "before": "2", "card": "KC", "as_played": "1"},
        CHANGE,
    ),
    (f"{TABLE_PAGE}/mend", "POST"): ({"key": "mend", "after": "2"}, CHANGE),
    # Entry 2 is as it should be, and there is nothing to agree on.
    (f"{TABLE_PAGE}/agree", "POST"): ({"key": "agree", "seq": "2"}, (404, 403, 422, 404, 404)),
    # In this game nobody claims the target.
    (f"{TABLE_PAGE}/claim", "POST"): ({"seat": "0"}, (404, 403, 422, 404, 404)),
    (f"{TABLE_PAGE}/first", "POST"): ({}, NOTHING_CHOSEN),
    (f"{TABLE_PAGE}/camera", "POST"): (
        {"after": "2", "sightings": '[{"cards": [], "at": 0}]'},
        FORM,
    ),
    (f"{TABLE_PAGE}/shows", "GET"): (None, FORM),
    (f"{TABLE_PAGE}/shows/photo", "POST"): ({}, NOTHING_CHOSEN),
    (f"{TABLE_PAGE}/shows", "POST"): (
        {"key": "shown", "after": "2", "shows": "9H", "accept": "1"},
        CHANGE,
    ),
    (f"{TABLE_PAGE}/replay/<number:index>", "GET"): (None, LOOK),
    (f"{TABLE_PAGE}/log.txt", "GET"): (None, LOOK),
    (f"{GAME}/afterwards", "GET"): (None, NOT_OVER),
    (f"{GAME}/afterwards/<number:seq>", "GET"): (None, NOT_OVER),
    (f"{GAME}/practise", "GET"): (None, PRACTISE),
    (f"{GAME}/practise/<number:which>", "GET"): (None, PRACTISE),
    (SHEET, "GET"): (None, LOOK),
    (SHEET, "POST"): (ROW | {"0-shown": "0 20 - - - - -"}, CHANGE),
    (f"{SHEET}/<number:seat>", "POST"): (ROW, CHANGE),
    (f"{SHEET}/<number:seat>/photo", "POST"): ({}, NO_PHOTO),
    (f"{SHEET}/rest", "POST"): ({}, CHANGE),
    (f"{SHEET}/last-capturer", "POST"): ({"seat": "1"}, CHANGE),
    # In this game nobody has the only card of anything, and nobody claims the target.
    (f"{SHEET}/holder/<field>", "POST"): ({"seat": "0"}, (404, 403, 404, 404, 404)),
    (f"{SHEET}/claim", "POST"): ({"seat": "0"}, (404, 403, 422, 404, 404)),
    (f"{SHEET}/close", "POST"): ({}, CHANGE),
    (f"{API}/docs", "GET"): (None, OPEN),
    (f"{API}/openapi.json", "GET"): (None, OPEN),
    (f"{API}/<game:game>", "GET"): (None, OPEN),
    (f"{API}/<game>/referee", "GET"): (None, OPEN),
    **{(f"{API}/{game}/referee", "GET"): (None, OPEN) for game in GAMES},
    (f"{API}/<game>/score", "POST"): (SCORED, OPEN),
    (f"{API}/<game>/player", "POST"): (NOTHING_PLAYED, NOTHING_DEALT),
    (f"{API}/<game>/analysis", "POST"): (NOTHING_PLAYED, NOTHING_DEALT),
    (f"{API}/<game>/exercises", "GET"): (None, OPEN),
    (f"{API}/<game>/exercises/<kind>", "GET"): (None, OPEN),
    (f"{API}/<game>/exercises/<kind>", "POST"): ({"answer": []}, OPEN),
    (f"{API}/photo", "POST"): ({}, (415, 415, 415, 415, 415)),  # JSON is no photo
    (f"{API}/sessions", "POST"): (JOINS, MAKE),
    (f"{API}/groups/<id:group_id>", "GET"): (None, READ),
    (f"{API}/groups/<id:group_id>", "PATCH"): ({"timezone": "Asia/Tokyo"}, WRITE),
    (API_SESSION, "GET"): (None, READ),
    (API_SESSION, "PATCH"): ({"set_aside": True}, WRITE),
    (API_SESSION, "DELETE"): ({}, (401, 403, 409, 404, 401)),
    (f"{API_SESSION}/close", "POST"): (None, WRITE),
    (f"{API_SESSION}/games", "POST"): ({}, MAKE),
    (API_GAME, "GET"): (None, READ),
    (API_GAME, "DELETE"): (None, REMOVE),
    (f"{API_GAME}/analysis", "GET"): (None, (401, 409, 409, 404, 401)),  # it is not over
    (f"{API_GAME}/sheet", "GET"): (None, READ),
    (f"{API_GAME}/sheet/<number:seat>", "PUT"): ({"markers": 0, "card_points": 10}, WRITE),
    (f"{API_GAME}/sweeps", "POST"): ({"seat": 0, "key": "another"}, MAKE),
    (f"{API_GAME}/sweeps/<text:key>", "DELETE"): (None, REMOVE),
    (f"{API_GAME}/close", "POST"): ({}, WRITE),
    (f"{API_GAME}/plays", "POST"): ({"key": "play", "after": 2, "card": "9H"}, MAKE)}  # fmt: skip
GETS = sorted(row for row in TABLE if row[1] == "GET")
CHANGES = sorted(row for row in TABLE if row[1] != "GET")
FORMS = [(rule, method) for rule, method in CHANGES if not rule.startswith(API)]


class World(NamedTuple):
    """A group with a game that is counted and followed, and a session without games."""

    group: str
    session: str
    fresh: str
    person: int
    edit: str
    sent_key: str
    """The key of the request: none where it is empty."""


def make(app: Flask, key: str) -> World:
    """Return the stored data of all tests, with a request of this key."""
    world, keys, rows = played(app)
    restore(app, rows)
    return world._replace(sent_key=keys[key])


@cache
def played(app: Flask) -> tuple[World, dict[str, str], Dump]:
    """Return data that is played once, its keys, and all rows: putting them back takes less than
    playing."""
    with app.app_context():
        plan = SessionPlan("krypkasino", ["Ada", "Bo"])
        session, group, edit = sessions.start_group(plan, "Thursday")
        other = sessions.start_group(plan, "Others").edit_key
        assert edit is not None
        assert other is not None
        opened = open_key(edit)
        assert opened is not None
        fresh = sessions.start_session(opened, plan).session_id
        game = game_changes.begin_game(opened, session).game_id
        sheet_entry.count_sweep(opened, game, 1, "sweep")
        for seat, counted in enumerate((20, 22)):
            sheet_entry.put_row(opened, game, seat, RowCounts(seat, counted), version=seat)
        for seen, line in enumerate(("table 2S 3H 5D JC", "KH -")):
            followed_games.enter(opened, game, read_entry(line), key=line, seen=seen)
        with pytest.raises(IllegalPlay):
            followed_games.enter(opened, game, read_entry("5C x 5D"), key="refused", seen=2)
        person = next(player.id for player in queries.players(group) if player.name == "Ada")
        keys = {"none": "", "view": view_key(edit), "edit": edit, "other": other, "replaced": edit}
    return World(group, session, fresh, person, edit, ""), keys, dump(app)


def address(world: World, rule: str) -> str:
    """Return the rule with the ids of the world filled in."""
    begins = rule.endswith(("/games", "/change"))
    values = {
        "<game>": "krypkasino", "<game:game>": "krypkasino", "<what>": "cards", "<version>": "old",
        "<path:name>": "js/app.js", "<choice>": "large-cards", "<id:group_id>": world.group,
        "<id:session_id>": world.fresh if begins else world.session, "<number:number>": "1",
        "<int:number>": "1", "<number:seat>": "0", "<number:which>": "1", "<field>": "big_casino",
        "<number:seq>": "2", "<number:index>": "1", "<number:player_id>": str(world.person),
        "<id:key>": world.sent_key or "nothing", "<text:key>": "sweep", "<kind>": "take",
        "<seed>": "300001", "<day>": "2026-11-23"}  # fmt: skip
    for name, value in values.items():
        rule = rule.replace(name, value)
    for page, example in (("rules", "B1"), ("tactics", "left")):
        if rule.endswith(f"/{page}/answer"):
            return f"{rule}?example={example}"
    return rule


def ask(app: Flask, world: World, rule: str, method: str, phone: Phone | None = None) -> Any:
    """Return the request of the table, once its key was opened, and replaced if it is to be."""
    phone = phone or prepared(app, world)
    path = address(world, rule)
    sent = meant(world, TABLE[rule, method][0])
    if not rule.startswith(API):
        return phone.ask(path, method, data=form(sent) if sent is not None else None)
    headers = {"If-Match": "*"}
    if world.sent_key:
        headers["Authorization"] = f"Bearer {world.sent_key}"
    body = {} if sent is None else {"json": sent}
    return phone.ask(path, method, headers=headers, **body)


def meant(world: World, sent: Any) -> Any:
    """Return the fields to send, with the id of the test's group in them."""
    if not sent:
        return sent
    return {name: world.group if v == "{group_id}" else v for name, v in sent.items()}


def form(sent: dict[str, Any]) -> MultiDict[str, Any]:
    files = {name: [(BytesIO(v), "a")] for name, v in sent.items() if isinstance(v, bytes)}
    return MultiDict({**sent, **files})


def prepared(app: Flask, world: World) -> Phone:
    """Return a phone that has opened the link of its key."""
    phone = Phone(app)
    if world.sent_key:
        assert phone.ask(f"/k/{world.sent_key}").status_code == 302
    return phone


def replace(app: Flask, world: World) -> None:
    with app.app_context():
        group_edits.new_links(world.group)
