"""Evenings made through the JSON API of a running server, where taps are not what is looked at."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from tests.oracle.krypkasino_simulator import Game, simulate

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
FOUR = ["Ann", "Bo", "Cai", "Dee"]
NEW = '"0"'
"""The version of a row that nobody has typed yet."""
_direct = build_opener(ProxyHandler({}))  # the server is on this machine


def points(card_points: int, markers: int = 0) -> dict[str, int]:
    """Return a row whose counting cards are one number."""
    return {"markers": markers, "card_points": card_points}


def kinds(*numbers: int, markers: int = 0) -> dict[str, int]:
    """Return a row by kind: storan, lillan, ace of spades, other spades, other aces."""
    return {"markers": markers, **dict(zip(KINDS, numbers, strict=True))}


def even(players: int) -> list[dict[str, int]]:
    """Rows that add up to 42, without sweeps."""
    share, rest = divmod(42, players)
    return [points(share + (rest if seat == 0 else 0)) for seat in range(players)]


@dataclass(frozen=True)
class Table:
    """A session, with the keys of its group."""

    server: str
    id: str
    group_id: str
    edit_key: str
    view_key: str

    @classmethod
    def start(cls, server: str, players: list[str], **options: object) -> Table:
        """Return a session of a new group."""
        body = {"game": "krypkasino", "players": players, **options}
        made = call(server, "POST", "/sessions", body)
        return cls(server, made["id"], made["group_id"], made["edit_key"], made["view_key"])

    @classmethod
    def begun(cls, server: str, players: list[str], **options: object) -> Table:
        """Return a session of a new group, in its first game."""
        table = cls.start(server, players, **options)
        table.begin()
        return table

    def another(self, players: list[str], **options: object) -> Table:
        """Start one more session of the group."""
        body = {"game": "krypkasino", **options, "players": players, "group_id": self.group_id}
        made = call(self.server, "POST", "/sessions", body, self.edit_key)
        return replace(self, id=made["id"])

    @property
    def group(self) -> str:
        return f"/g/{self.group_id}"

    @property
    def page(self) -> str:
        return f"{self.group}/{self.id}"

    @property
    def edit_link(self) -> str:
        """Lets a phone in, and leads to the session."""
        return f"/k/{self.edit_key}/{self.id}"

    @property
    def view_link(self) -> str:
        return f"/k/{self.view_key}/{self.id}"

    def counter(self, number: int = 1) -> str:
        return f"{self.page}/{number}"

    def live(self, number: int = 1) -> str:
        return f"{self.counter(number)}/table"

    def sheet(self, number: int = 1) -> str:
        return f"{self.page}/{number}/sheet"

    def __call__(self, method: str, path: str, body: object = None, if_match: str = "") -> Any:
        path = f"/sessions/{self.id}{path}"
        return call(self.server, method, path, body, self.edit_key, if_match)

    def begin(self) -> int:
        return int(self("POST", "/games", {})["number"])

    def rows(self, number: int = 1) -> list[Any]:
        found: list[Any] = self("GET", f"/games/{number}/sheet")["rows"]
        return found

    def put(self, seat: int, row: Mapping[str, int], number: int = 1) -> None:
        """Put a player's row over the one that stands."""
        stands = self.rows(number)[seat]
        self._put(seat, row, number, stands["etag"] if stands else NEW)

    def _put(self, seat: int, row: Mapping[str, int], number: int, etag: str) -> None:
        self("PUT", f"/games/{number}/sheet/{seat}", row, etag)

    def sweep(self, seat: int, key: str, number: int = 1, *, double: bool = False) -> None:
        body = {"seat": seat, "double": double, "key": key}
        self("POST", f"/games/{number}/sweeps", body)

    def play(self, *rows: Mapping[str, int], **closing: object) -> None:
        """Play a game from its beginning to its scores."""
        number = self.begin()
        for seat, row in enumerate(rows):
            self._put(seat, row, number, NEW)
        self("POST", f"/games/{number}/close", closing)


def call(
    server: str, method: str, path: str, body: object = None, key: str = "", if_match: str = ""
) -> Any:
    """Return a call of the API; what it refuses is an error here."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    headers |= {"If-Match": if_match} if if_match else {}
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{server}/api/v1{path}", data, headers, method=method)
    with _direct.open(request) as response:
        return json.loads(response.read() or b"null")


class Followed:
    """A game followed play by play, from somewhere else: through the API."""

    def __init__(self, table: Table, dealt: str = "", number: int = 1) -> None:
        self.table, self.number, self.seq = table, number, 0
        if dealt:
            self.enter(table=dealt.split())

    def enter(self, **body: object) -> None:
        """Enter an event; the next entry follows it."""
        sent = {"key": f"from elsewhere {self.seq}", "after": self.seq, **body}
        self.seq = self.table("POST", f"/games/{self.number}/plays", sent)["seq"]

    def plays(self, *played: str) -> Followed:
        """Several plays: "8H" where there is no choice, "2H -" creeps, "8H 3S 5C" takes two."""
        for written in played:
            card, *captured = written.split()
            taken = {"captured": [one for one in captured if one != "-"]} if captured else {}
            self.enter(card=card, **taken)
        return self

    def read(self) -> dict[str, object]:
        found: dict[str, object] = self.table("GET", f"/games/{self.number}")
        return found


def follow(table: Table, game: Game, plays: int | None = None) -> Followed:
    """Return a simulated game, up to so many plays or to its end."""
    followed = Followed(table, " ".join(game.dealt))
    for play in game.plays[:plays]:
        followed.enter(card=play.card, captured=play.captured)
    return followed


def irregularly(table: Table) -> None:
    """Enter a game of four up to its second deal, with sweeps passed over, and a dealer who played
    out of turn."""
    game, plays = simulate(random.Random(2), 4, 0, careless=1), 22
    next_card = game.plays[plays].card
    followed = follow(table, game, plays)
    followed.enter(card=next_card, captured=[], seat=0, as_played=True)


def unfitting(table: Table) -> None:
    """Enter a game of four whose first play was corrected: two later ones do not fit any more."""
    Followed(table, "2D 5H 8S 9C").plays("8H", "9H", "5C", "JD").enter(
        replace=2, card="9D", captured=["9C"]
    )


class Demo:
    """A group of four with sessions and games in every state."""

    def __init__(self, server: str, names: list[str], group_name: str) -> None:
        self.new = Table.start(server, names, group_name=group_name)
        self.running = self.new.another(names, games_planned=6)
        self.running.play(points(42, 1), points(0, 2), points(0), points(0, 3))
        self.running.play(points(0), points(0, 9), points(42), points(0))
        self.running.play(*[points(10)] * 4, accept_imbalance=True)
        self.running.begin()
        for seat in range(4):
            self.running.sweep(seat, f"sweep {seat}", 4, double=seat == 3)
        self.running.put(0, points(13, 1), 4)
        self.running.put(2, kinds(1, 1, 1, 4, 2), 4)

        self.over = self.new.another(names, games_planned=2, teams=[0, 1, 0, 1])
        self.over.play(*even(4))
        self.over.play(points(42, 1), points(0, 2), points(0), points(0, 3))
        self.over.put(0, points(40), 2)
        self.over.put(1, points(2), 2)

        self.empty = self.new.another(names)
        self.empty.begin()

        self.off = self.new.another(names[:2], house={"last_capture_point": True})
        self.off.begin()
        for seat in range(2):
            self.off.put(seat, kinds(1, 2, 1, 11, 3))

        self.part = self.over.another(names[:3], continues=self.over.id)
        self.part.play(points(42, 1), points(0, 2), points(0))

        self.followed = self.new.another(names)
        self.followed.begin()
        irregularly(self.followed)
        self.corrected = self.new.another(names)
        self.corrected.begin()
        unfitting(self.corrected)
        self.known = self.new.another(names)
        self.known.begin()
        follow(self.known, simulate(random.Random(1), 4, 0))

    @property
    def pages(self) -> dict[str, str]:
        """The pages of an evening by name, for a phone that was let in."""
        group = self.new.group
        return {
            "start": f"{group}/new",
            "start-like": f"{group}/new?like={self.over.id}",
            "session-running": self.running.page,
            "session-over": self.over.page,
            "session-part": self.part.page,
            "board": f"{self.running.page}/board",
            "session-rules": f"{self.part.page}/rules",
            "counter": self.running.counter(4),
            "table-open": self.empty.live(),
            "table-playing": self.followed.live(),
            "table-mend": self.corrected.live(),
            "table-finished": self.known.live(),
            "replay": f"{self.known.live()}/replay/14",
            "correct": f"{self.followed.live()}/entry/12",
            "missing": f"{self.followed.live()}/entry/12/before",
            "shows": f"{self.followed.live()}/shows",
            "sheet-unbalanced": self.off.sheet(),
            "sheet-partly": self.running.sheet(4),
            "sheet-finished": self.over.sheet(2),
            "sheet-accepted": self.running.sheet(3),
            "group": group,
            "missed": f"{group}/missed",
            "house-rules-kept": f"{group}/house-rules",
            "links": f"{group}/links",
            "delete": f"{group}/delete",
            "import": "/import",
        }
