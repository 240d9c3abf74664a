"""A live game through the API, as one phone follows it."""

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from referee.rules.log.entries import read_entry
from referee.services import followed_games
from referee.services.access import Access
from referee.services.followed_games import read_game
from referee.services.names import GameId
from tests.api_calls import NAMES, Caller, Table
from tests.oracle.krypkasino_play import card_points
from tests.oracle.krypkasino_simulator import Game, State
from tests.written_logs import lines_of

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

    def enter(self, **body: object) -> Any:
        """Return an entry that is accepted; the state after it."""
        answer = self.send(**body)
        assert answer.status_code == 201, answer.text
        assert answer.json["seq"] == self.seq + 1
        self.seq = answer.json["seq"]
        return answer.json

    def refused(self, status: int, **body: object) -> Any:
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
    """Enter a game without the API; return how many entries it has then. Once nobody is next, the
    others are left out."""
    access = Access(group_id, may_write=True)
    with app.app_context():
        record = read_game(access, number).record
        for line in lines:
            if record.state and record.state.turn is None:
                break
            entry, seen = read_entry(line), record.seq
            key = f"at once {seen}"
            record = followed_games.enter(access, number, entry, key=key, seen=seen).record
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


def empty(api: Caller, game: Game, **options: object) -> Live:
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
