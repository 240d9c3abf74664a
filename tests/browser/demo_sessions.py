"""Sessions and groups made through the JSON API of a running server, and every page of them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from tests.oracle.casino_family import row, said
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
        for seat, counted in enumerate(rows):
            self._put(seat, counted, number, NEW)
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


def look_at(table: Table, number: int = 1) -> int:
    """Look at all plays of a finished game; return the entry of a dear one."""
    start, answer = 0, dict[str, Any]()
    while not answer.get("done"):
        answer = table("GET", f"/games/{number}/analysis?from={start}")
        start = answer["next"]
    return next(int(seqs[0]) for seqs in answer["dearest"].values() if seqs)


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


HOUSE = ("sweeps", "cards_two_last_one", "claim_out")
DECK = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"]
UNSURE = ("3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8", "6H 2C+6H=8", "QC -", "8D^1=2C+6H=8 / QH x QC")
"""Bo, who plays first, took two cards of which only he knows which lies higher."""
BLUFFED = ("3C 3C+5S=8", "KD -", "9H x 9C", "6C 6C+2D=8", "8H 8H=2D+6C=8", "8S x 8H=2D+6C=8")


def follow_builds(table: Table, dealt: str, *turns: str) -> Followed:
    """Return a followed game with builds: what is dealt to the table, and turns."""
    table.begin()
    followed = Followed(table, dealt)
    for turn in turns:
        followed.enter(turn=turn, as_played=turn.endswith(" !"))
    return followed


class WholeDemo(Demo):
    """A group that has played several games, with sheets, sessions and followed games in every
    state."""

    def __init__(self, server: str, names: list[str], group_name: str) -> None:
        super().__init__(server, names, group_name)
        two = names[:2]
        self._counted(names)
        self.dear = look_at(self.known)
        self.built = self.new.another(names, game="casino", house={"sweeps": True})
        follow_builds(self.built, "5S 9C JD 2D", "3C 3C+5S=8", "KD -", "2C 2C+2D=4", "QH -")
        self.bluffed = self.new.another(two, game="casino")
        game = follow_builds(self.bluffed, "5S 9C JD 2D", *BLUFFED)
        seen = " ".join(("5S 9C JD 2D", *BLUFFED))
        for card in DECK:
            if card not in re.findall(r"\b(?:10|[2-9AJQK])[SHDC]\b", seen):
                game.enter(turn=f"{card} -", as_played=True)
        self.unsure = self.new.another(two, game="swazi-casino")
        follow_builds(self.unsure, "2C 5S 9H KD", *UNSURE)
        self.insisted = self.new.another(names, game="swazi-casino")
        follow_builds(self.insisted, "4S 5S 9C JD", "4H 4H+5S=9", "9H -")
        self.begins = self.new.another(two, game="swazi-casino")
        follow_builds(self.begins, "2C 6H 9H KD")

    def _counted(self, names: list[str]) -> None:
        two = names[:2]
        self.won = self.new.another(names[:3], game="casino")
        for points in ((8, 3, 0), (1, 5, 5), (7, 0, 1), (8, 1, 2)):
            self.won.play(*map(said, points))

        self.to_target = self.new.another(two, game="casino", house=dict.fromkeys(HOUSE, True))
        for last in (0, 1):
            self.to_target.play(
                row(30, 8, 2, 1, 0, sweeps=1), row(22, 5, 2, 0, 1), last_capturer=last
            )
        self.to_target.begin()
        self.to_target.sweep(1, "a sweep", 3)
        self.to_target.put(0, row(30, 7, 2, 0, 0), 3)
        self.to_target.put(1, row(22, 5, 2, 0, 1, sweeps=1), 3)

        self.pairs = self.new.another(names, game="royal-casino", teams=[0, 1, 0, 1])
        self.pairs.play(said(4), said(4))
        self.pairs.begin()
        self.pairs.put(0, said(8), 2)

        self.claimed = self.new.another(
            two, game="royal-casino", house={"claim_out": True}, target=7
        )
        self.claimed.begin()
        self.claimed.put(0, row(27, 7, 1, 1, 0))
        self.claimed("POST", "/games/1/close", {"claimed_by": 0})

    @cached_property
    def person(self) -> str:
        """The page of somebody, as the group's page leads there."""
        browser = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        with browser.open(self.new.server + self.new.edit_link):
            pass
        with browser.open(self.new.server + self.new.group) as page:
            (found, *_) = re.findall(r'href="([^"]+/people/[^"]+)"', page.read().decode())
        return str(found)

    @property
    def pages(self) -> dict[str, str]:
        built, unsure = self.built.live(), self.unsure.live()
        return super().pages | {
            "rules-swazi": "/swazi-casino/rules",
            "start-casino": "/casino/new",
            "score-casino": "/casino/score",
            "session-won": self.won.page,
            "session-to-target": self.to_target.page,
            "session-claimed": self.claimed.page,
            "counter-casino": self.to_target.counter(3),
            "sheet-casino": self.to_target.sheet(3),
            "sheet-pairs": self.pairs.sheet(2),
            "person": self.person,
            "afterwards": f"{self.known.counter()}/afterwards",
            "afterwards-again": f"{self.known.counter()}/afterwards/{self.dear}",
            "built-playing": built,
            "built-begun": f"{self.begins.live()}?begun={quote('2C+6H=8')}&at=1",
            "built-unsure": unsure,
            "built-insisted": self.insisted.live(),
            "built-finished": self.bluffed.live(),
            "built-replay": f"{self.bluffed.live()}/replay/1",
            "built-sheet": self.bluffed.sheet(),
        }


REFEREE = "/krypkasino/referee"
SOUTH = "/south-african-casino/referee"
SWAZI = "/swazi-casino/referee"
BUILDS = "/casino/referee"
MANY = "A+A+2+2+3+3+4+4+5+5+6+6+7+7+8+8+9+9+10+10+J"


def at(path: str, **query: str) -> str:
    return f"{path}?{urlencode(query)}"


BEGUN = {"players": "3", "table": "4 7 9", "piles": "5>2@1"}
PILES = {
    "piles-three-steps": at(SWAZI, **BEGUN, turn="9=4+5^1=9 / 9=2^1+7=4+5=9 / K -", hand="9 K"),
    "piles-of-four": at(
        SWAZI, players="4", table="5 6 4+3=7@2 2+6=8@3", proven="J 9", piles="8@0 9@1"
    ),
    "piles-taken": at(SOUTH, table="7 3+5=8@0", piles="A@1", played="8", claim="took"),
}
"""The referee where piles are open, or a turn has several steps."""

BUILT = {"players": 2, "seed": 10, "log": "5H x AC 4D;2S 2S+7S=9;3S -", "card": "KD"}
"""A game against a player in which one's own build binds, and a card that is not allowed."""
PLAYED = (
    "JC x JH;JS -;QD x QS;QC -;6S -;KS x 2C 6S 7D JS;10H -;KH -;10S x 10H;AC -;QH x QC;"
    "2D -;2S x 2D;3H -;9H -;4S x AC 3H;9S x 9H;3S -;5D -;4C -;7S x 3S 4C;6C -;7C -;8S -;"
    "7H x 7C;4D -;5H x 5D;5C -;9C x 4D 5C;9D -;10C -;10D x 10C;6H x 6C;AS -;KD x KH;4H -;"
    "5S x AS 4H;8H x 8S;3D -;8C -;3C x 3D;AD -;AH x AD;2H -;KC -;8D x 8C;6D -"
)
PLAYED_OUT = {
    "players": 2,
    "seed": "abc",
    "games": 1,
    "totals": "5 7",
    "log": PLAYED,
    "play": "JD x 2H 9D",
}
"""The last play of a game against a player."""
AFTERWARDS = {"players": 2, "seed": "abc", "log": f"{PLAYED};{PLAYED_OUT['play']}"}
"""A game against a player that is over."""
OPEN = PILES | {
    "home": "/",
    "referee-empty": REFEREE,
    "referee-suits": f"{REFEREE}?table=AS+2C+6H+7D+8S+9D+JC&played=8H",
    "referee-choice": f"{REFEREE}?table=2+3+4+5+8+10&played=A",
    "referee-hand": f"{REFEREE}?table=2+6+5&hand=K+QS+5D",
    "referee-claim": f"{REFEREE}?table=3+7+9+A+8+2&played=10&captured=7+2+A",
    "referee-aside": f"{REFEREE}?table=8S+9C+JD+KH&dealt=1",
    "referee-many": f"{REFEREE}?table={MANY}&played=A",
    "referee-unreadable": f"{REFEREE}?table=8+x",
    "referee-builds": f"{BUILDS}?table=A+5S+3D+9+4%2B3%3D7%401+2S%2B6H%3D8%400&played=3C&players=3",
    "referee-kept": f"{BUILDS}?table=4+5H%2B3S%3D8%400&played=K&claim=laid&hand=8+4+K",
    "builds-of-four": f"{BUILDS}?table=A+2+5+3+6+4%2B3%3D7+9%3D5%2B4%3D9%400&played=3&players=4",
    "builds-wrong": f"{BUILDS}?table=A+2&played=3&claim=built&with=A+2",
    "referee-proven": f"{SWAZI}?table=6+KD&players=4&proven=8&played=2",
    "house-rules": "/house-rules?text=Friday+=+casino+to+30:+sweeps,+pictures_take_all",
    "share": f"{REFEREE}/share?table=A+2+6+7+8+9+J&played=8H",
    "rules": "/krypkasino/rules",
    "rules-kasino": "/kasino/rules",
    "tactics": "/krypkasino/tactics",
    "first-game": "/first",
    "first": "/krypkasino/first/1",
    "first-wrong": "/krypkasino/first/2?pieces=7S",
    "first-sums": "/royal-casino/first/1",
    "first-build": "/casino/first/3?pieces=4S",
    "first-done": "/krypkasino/first/done",
    "play": "/krypkasino/play",
    "play-forced": "/krypkasino/play?players=2&seed=4&card=JH",
    "play-hint": "/swazi-casino/play?players=4&seed=4&hint=3",
    "play-many": "/south-african-casino/play?players=4&seed=abd",
    "play-builds": f"/casino/play?{urlencode(BUILT)}",
    "play-over": f"/kasino/play?{urlencode(PLAYED_OUT)}",
    "play-afterwards": f"/kasino/play/afterwards?{urlencode(AFTERWARDS)}",
    "play-again": f"/kasino/play/afterwards?{urlencode(AFTERWARDS | {'at': 9, 'pieces': '10S'})}",
    "exercises": "/krypkasino/exercises",
    "exercises-ten": "/krypkasino/exercises/ten/2026-11-23",
    "exercises-again": "/krypkasino/exercises/ten/2026-11-23?again=take.300001",
    "exercises-kept": "/exercises/kept",
    "exercises-may": "/swazi-casino/exercises/may/412345?sent=1",
    "exercises-won": "/casino/exercises/count_out/312345?choice=0",
    "exercises-pile": "/casino/exercises/pile/512345?number=3",
    "docs": "/api/v1/docs",
    "offline": "/offline",
    "this-phone": "/about/this-phone",
    "nothing": "/nothing",
}
"""The pages that everybody may see."""


def addresses(demo: Demo) -> dict[str, str]:
    """Every page by its name."""
    return OPEN | demo.pages
