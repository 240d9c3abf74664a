"""Calls of the API as tests make them, on the server or along a followed game; every answer is
held against the contract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from referee.rules.log.entries import read_entry, write_entry
from referee.rules.log.record import accept
from referee.services import followed_games
from referee.services.access import Access, changing_game
from referee.services.names import GameId
from referee.services.stored_game import log_of, replayed
from tests.followed_games import lines_of
from tests.oracle.krypkasino_play import card_points
from tests.oracle.krypkasino_simulator import Game, State

API = "/api/v1"
JSON, PROBLEM = "application/json", "application/problem+json"

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
WHOLE = dict(zip(KINDS, (2, 2, 2, 22, 6), strict=True))
NONE = dict.fromkeys(KINDS, 0)
NAMES = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"]


def plan(**options: object) -> dict[str, Any]:
    """Return a session of two; an option ``...`` is left out."""
    body = {"game": "krypkasino", "players": ["Ada", "Bo"], **options}
    return {name: value for name, value in body.items() if value is not ...}


def points(card_points: int, markers: int = 0) -> dict[str, int]:
    """Return a row whose counting cards are one number."""
    return {"markers": markers, "card_points": card_points}


def kinds(*numbers: int, markers: int = 0) -> dict[str, int]:
    """Return a row by kind: storan, lillan, ace of spades, other spades, other aces."""
    return {"markers": markers, **dict(zip(KINDS, numbers, strict=True))}


class Caller:
    """Calls with one key, or with none."""

    def __init__(self, app: Flask, key: str | None = None) -> None:
        self.app, self.key, self.client = app, key, app.test_client()

    def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        sent = {"Authorization": f"Bearer {self.key}"} if self.key is not None else {}
        content = {"data": data} if body is None else {"json": body}
        answer = self.client.open(
            API + path, method=method, headers=sent | dict(headers or {}), **content
        )
        check(self.app, method, answer)
        return answer

    def get(self, path: str) -> Any:
        answer = self("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json

    def start(self, players: list[str], **options: object) -> Table:
        """Return a session, and a group unless ``group_id`` says which."""
        answer = self("POST", "/sessions", {"game": "krypkasino", "players": players, **options})
        assert answer.status_code == 201, answer.text
        started = answer.get_json()
        edit, view = started.get("edit_key", self.key), started.get("view_key")
        return Table(Caller(self.app, edit), Caller(self.app, view), **_ids(started))


def _ids(started: Mapping[str, str]) -> dict[str, str]:
    return {"id": started["id"], "group_id": started["group_id"]}


@dataclass(frozen=True)
class Table:
    """A session, with callers that have its group's edit key and view key."""

    edit: Caller
    view: Caller
    id: str
    group_id: str

    def __call__(self, method: str, path: str, body: object = None, **more: Any) -> TestResponse:
        return self.edit(method, f"/sessions/{self.id}{path}", body, **more)

    def get(self, path: str = "") -> Any:
        return self.edit.get(f"/sessions/{self.id}{path}")

    def group(self) -> Any:
        return self.edit.get(f"/groups/{self.group_id}")

    def people(self) -> dict[str, dict[str, int]]:
        """Return the statistics of a group by name."""
        found = {person["name"]: person for person in self.group()["players"]}
        return {
            name: {key: value for key, value in person.items() if key != "name"}
            for name, person in found.items()
        }

    def begin(self, **body: object) -> int:
        answer = self("POST", "/games", body)
        assert answer.status_code == 201, answer.text
        return int(answer.get_json()["number"])

    def put(self, number: int, seat: int, row: object, if_match: str = "*") -> TestResponse:
        """Over whatever stands there, unless an etag is given."""
        path = f"/games/{number}/sheet/{seat}"
        return self("PUT", path, row, headers={"If-Match": if_match})

    def sheet(self, number: int = 1) -> Any:
        return self.get(f"/games/{number}/sheet")

    def rows(self, number: int) -> list[Any]:
        found: list[Any] = self.sheet(number)["rows"]
        return found

    def etags(self, number: int) -> list[str]:
        return [row["etag"] if row else '"0"' for row in self.rows(number)]

    def fill(self, number: int, *rows: Mapping[str, int]) -> None:
        """Fill in the row of each player, in seat order."""
        for seat, row in enumerate(rows):
            answer = self.put(number, seat, row)
            assert answer.status_code == 200, answer.text

    def close(self, number: int, **body: object) -> TestResponse:
        return self("POST", f"/games/{number}/close", body)

    def play(self, *rows: Mapping[str, int], **closing: object) -> Any:
        """Return a game from its beginning to its scores."""
        number = self.begin()
        self.fill(number, *rows)
        answer = self.close(number, **closing)
        assert answer.status_code == 200, answer.text
        return answer.json

    def sweep(self, number: int, seat: int, key: str, **body: object) -> TestResponse:
        return self("POST", f"/games/{number}/sweeps", {"seat": seat, "key": key, **body})


def fields(answer: TestResponse) -> list[str]:
    """Return the fields that a problem finds fault with."""
    return [error["field"] for error in answer.get_json().get("errors", [])]


def check(app: Flask, method: str, answer: TestResponse) -> None:
    """Check what holds for every answer of the API, and return it."""
    status, path = answer.status_code, answer.request.path
    call = operation(app, method, path)
    assert status < 500, answer.text
    if call and "Authorization" in answer.request.headers:
        assert answer.headers["Cache-Control"] == "no-store"
    if status == 204:
        assert answer.data == b""
        return
    assert answer.content_type == (PROBLEM if status >= 400 else JSON), answer.text
    # Lone surrogates are no text: many programs cannot read an answer that holds one.
    assert not re.search(r"\\ud[89a-f]", re.sub(r"\\ud[89ab]..\\ud[c-f]..", "", answer.text))
    if status >= 400:
        problem = answer.get_json()
        assert problem["status"] == status
        assert set(problem) >= {"type", "title", "detail"}
        assert all(set(error) == {"field", "message"} for error in problem.get("errors", []))
    if call:
        _validator(app, call, status).validate(answer.json)


def operation(app: Flask, method: str, path: str) -> tuple[str, str] | None:
    """Return a call as the OpenAPI document names it, by path and method; None if there is no
    such."""
    try:
        rule, _ = app.url_map.bind("localhost").match(path, method, return_rule=True)
    except HTTPException:
        return None
    if not rule.endpoint.startswith("api_"):  # says for a game that it has no such call
        return None
    return re.sub(r"<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule), method.lower()


@cache
def document(app: Flask) -> Any:
    return app.test_client().get(f"{API}/openapi.json").json


@cache
def _validator(app: Flask, call: tuple[str, str], status: int) -> Draft202012Validator:
    path, method = call
    answers = document(app)["paths"][path][method]["responses"]
    assert str(status) in answers, f"{method} {path} does not say that it answers {status}"
    (media,) = answers[str(status)]["content"].values()
    shape = media["schema"] | {"components": document(app)["components"]}
    return Draft202012Validator(shape, format_checker=Draft202012Validator.FORMAT_CHECKER)


Cards = str | Sequence[str]


def cards(written: Cards) -> list[str]:
    """Cards as they are sent: "5H 8S" is two."""
    return written.split() if isinstance(written, str) else list(written)


class Live:
    """Enters what happens; each entry has a key of its own and says what was seen last."""

    def __init__(self, table: Table, number: int = 1) -> None:
        self.table, self.number = table, number
        self.seq = 0
        self.entries = 0

    def send(self, *, caller: Caller | None = None, **body: object) -> TestResponse:
        """Return an entry, whatever comes of it; an option ``...`` is left out."""
        self.entries += 1
        whole = {"key": f"entry {self.entries}", "after": self.seq, **body}
        sent = {name: value for name, value in whole.items() if value is not ...}
        path = f"/sessions/{self.table.id}/games/{self.number}/plays"
        return (caller or self.table.edit)("POST", path, sent)

    def enter(self, **body: Any) -> Any:
        """Return an entry that is accepted; the state after it."""
        answer = self.send(**body)
        assert answer.status_code == 201, answer.text
        state: Any = answer.json
        assert state["seq"] == self.seq + 1
        self.seq = state["seq"]
        return state

    def refused(self, status: int, **body: Any) -> Any:
        """Return an entry that is refused and changes nothing; the problem."""
        before = self.read()
        answer = self.send(**body)
        assert answer.status_code == status, answer.text
        assert self.read() == before
        return answer.json

    def lay(self, dealt: Cards) -> Any:
        return self.enter(table=cards(dealt))

    def play(self, card: str, captured: Cards | None = None, **more: object) -> Any:
        return self.enter(card=card, captured=... if captured is None else cards(captured), **more)

    def plays(self, *played: str) -> Any:
        """Several plays: "8H" where there is no choice, "2H -" creeps, "8H 3S 5C" takes two."""
        state = None
        for written in played:
            card, *captured = written.split()
            state = self.play(card, None if not captured else [] if captured == ["-"] else captured)
        return state

    def read(self) -> Any:
        return self.table.get(f"/games/{self.number}")

    def all_at_once(self, lines: Iterable[str]) -> None:
        """Entries in the notation of logs, where nobody looks at what comes in between."""
        table = self.table
        self.seq = enter_at_once(
            table.edit.app, table.group_id, GameId(table.id, self.number), lines
        )


def enter_at_once(app: Flask, group_id: str, number: GameId, lines: Iterable[str]) -> int:
    """Enter a game without the API, in one transaction as repairs are; return how many entries it
    has then. Once nobody is next, the others are left out."""
    access = Access(group_id, may_write=True)
    with app.app_context(), changing_game(access, number) as (session, game):
        log = log_of(session, game)
        record = replayed(log)
        for line in lines:
            if record.state and record.state.turn is None:
                break
            entry = read_entry(line)
            accepted, asked = accept(record, entry), write_entry(entry)
            key = f"at once {record.seq}"
            record = followed_games._append(session, game, log, record, accepted, key, asked)
            log = log.longer(write_entry(accepted.entry))
        return record.seq


def engine(api: Caller, players: list[str], dealt: Cards = (), **options: object) -> Live:
    """Return a new session, whose first game is followed from the cards dealt to the table on."""
    table = api.start(players, **options)
    followed = Live(table, table.begin())
    if dealt:
        followed.lay(dealt)
    return followed


def short(irregularities: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Irregularities as (seq, seat, kind, card)."""
    return [
        tuple(found[name] for name in ("seq", "seat", "kind", "card")) for found in irregularities
    ]


def missed(state: Any) -> list[tuple[int, int, str, int]]:
    """Return forced sweeps passed over, as (seq, seat, card, missed_at)."""
    return [
        (found["seq"], found["seat"], found["card"], found["missed_at"])
        for found in state["irregularities"]
        if found["kind"] == "missed_forced_sweep"
    ]


def shown(state: State) -> dict[str, Any]:
    """Return the state of the simulator in the words of the API."""
    return {
        "state": "playing" if state.turn is not None else "finished",
        "table": list(state.table),
        "set_aside": list(state.set_aside),
        "piles": [
            {"cards": len(pile), "markers": markers, "points": sum(map(card_points, pile))}
            for pile, markers in zip(state.piles, state.markers, strict=True)
        ],
        "cards_left_in_hands": list(state.hands),
        "turn": state.turn,
        "deal": state.deal,
        "last_capturer": state.last_capturer,
        "sweeps_for": list(state.sweeps_for),
    }


def empty(api: Caller, game: Game, **options: Any) -> Live:
    """Begin a session at whose first table this simulated game is played."""
    house = dict.fromkeys(game.house, True)
    players = NAMES[: game.players]
    return engine(api, players, first_dealer=game.dealer, house=house, **options)


def begun(api: Caller, game: Game, **options: object) -> Live:
    """Begin a followed game of the simulator, and enter its table."""
    followed = empty(api, game, **options)
    followed.lay(game.dealt)
    return followed


def played_out(api: Caller, game: Game, plays: int | None = None, **options: object) -> Live:
    """Enter so many plays of a game of the simulator, or all."""
    followed = empty(api, game, **options)
    table, *played = lines_of(game)
    followed.all_at_once([table, *played[:plays]])
    return followed


DEALT = ["5S", "9C", "JD", "2D"]

CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")


class Followed(Live):
    """Remembers the cards that were named; a game has one of each."""

    def __init__(self, table: Table, number: int = 1) -> None:
        super().__init__(table, number)
        self.named: set[str] = set()

    def enter(self, **body: Any) -> Any:
        state = super().enter(**body)
        self.named |= {*CARD.findall(str(body))}
        return state


def begin(
    api: Caller, game: str = "casino", players: int = 2, on: str = "", **options: Any
) -> Followed:
    """Begin a session whose first game is followed; seat 0 deals."""
    house = dict.fromkeys(on.split(), True)
    table = api.start(NAMES[:players], game=game, house=house, **options)
    return Followed(table, table.begin())


def dealt(api: Caller, *turns: str, game: str = "casino", on: str = "", **options: Any) -> Followed:
    """Return a followed game with a table and these plays."""
    followed = begin(api, game, on=on, **options)
    followed.enter(table=DEALT)
    for turn in turns:
        followed.enter(turn=turn)
    return followed


PACK = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"]


def lay_out(game: Followed) -> Any:
    """Trail the first card that is not yet seen, turn by turn, to the end; return the last
    state."""
    game.all_at_once(f"{card} - !" for card in PACK if card not in game.named)
    return game.read()
