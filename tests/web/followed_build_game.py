"""A game with builds that is followed through the API, and a phone that looks on at its pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask import Flask

from referee.services.names import GameId
from tests.followed_game_calls import enter_at_once
from tests.page_client import Phone
from tests.playthroughs import Setup

NAMES = ("Ada", "Bo", "Cia", "Dan")


def plain(text: str) -> str:
    """Return a text without the mark that keeps phones from drawing suits as pictures."""
    return text.replace("\ufe0e", "")


def begun(app: Flask, game: str, *lines: str, players: int = 2, on: str = "") -> Followed:
    """Return a game so far, in the notation of logs."""
    here = Followed(app, Setup(game, players, house=frozenset(on.split())))
    here.all_at_once(lines)
    return here


class Followed:
    """Game 1 of a session of its own; ``seq`` is the number of its last entry."""

    def __init__(self, app: Flask, setup: Setup, **options: object) -> None:
        self.phone, self.seq = Phone(app), 0
        self._client = app.test_client()
        body = {
            "game": setup.game, "players": NAMES[: setup.players],
            "teams": setup.teams and list(setup.teams), "house": dict.fromkeys(setup.house, True),
            "first_dealer": setup.dealer, **options}  # fmt: skip
        made = self._client.post("/api/v1/sessions", json=body).json or {}
        self._keyed = {"Authorization": f"Bearer {made['edit_key']}"}
        self._games = f"/api/v1/sessions/{made['id']}/games"
        self._client.post(self._games, json={}, headers=self._keyed)
        assert self.phone.ask(f"/k/{made['edit_key']}").status_code == 302
        self.page = f"/g/{made['group_id']}/{made['id']}/1"
        self.table = f"{self.page}/table"

    def all_at_once(self, lines: Iterable[str]) -> None:
        """Entries in the notation of logs, where nobody looks at what comes in between."""
        _, _, group, session, number = self.page.split("/")
        game = GameId(session, int(number))
        self.seq = enter_at_once(self.phone.app, group, game, lines)

    def turns(self, table: str, *turns: str) -> Followed:
        """Return the game after these turns, which are all as they should be."""
        entries = [{"table": table.split()}] if table else []
        for state in self.enter([*entries, *({"turn": turn} for turn in turns)]):
            assert state["irregularities"] == []
        return self

    def enter(self, entries: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the state after each entry that was not refused."""
        for number, entry in enumerate(entries):
            sent = {**entry, "key": f"k{number}", "after": self.seq}
            answer = self._client.post(f"{self._games}/1/plays", json=sent, headers=self._keyed)
            assert answer.status_code in (201, 400, 409, 422), answer.text
            if answer.status_code == 201:
                state: dict[str, Any] = answer.json or {}
                self.seq = state["seq"]
                yield state
