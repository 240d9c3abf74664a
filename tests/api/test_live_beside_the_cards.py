"""Whole games with builds through the API, beside a table with a real pack on it: whoever plays
moves the cards by hand, hands are face down, and what the phone shows is what lies there."""

import random
import re
from typing import Any

import pytest

from tests.calls import Caller
from tests.casino import counts_of
from tests.databases import ON_ONE
from tests.live_builds import begin
from tests.oracle.casino_score import score
from tests.oracle.followed_player import Dealer, Game
from tests.oracle.followed_setup import Setup
from tests.strategies import SOAK

CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")
PLAYED = [
    # game, players, how often nobody bluffs
    ("casino", 2, 1),
    ("swazi-casino", 4, 0.9),
    ("south-african-casino", 4, 0.9),
]


class Felt:
    """What lies on a table: loose cards, builds with value and keeper, piles, and what is held."""

    def __init__(self, setup: Setup, layout: list[str]) -> None:
        self.setup, self.loose = setup, {*layout}
        self.builds: dict[frozenset[str], tuple[int, int]] = {}
        self.piles: dict[int, set[str]] = {seat: set() for seat in setup.pile_seats}
        self.held = [setup.dealt] * setup.players
        self.last: int | None = None

    def play(self, seat: int, turn: str) -> None:
        """The cards of a turn go where it says."""
        for step in turn.split(" / "):
            words = step.split()
            if words[1:] == ["-"]:
                self.loose.add(words[0])
            elif words[1:2] == ["x"]:
                self.take(seat, {*CARD.findall(step)})
            else:
                self.form(seat, words[0] if len(words) > 1 else None, words[-1])
        self.held[seat] -= 1
        if not any(self.held) and self.dealt_out < len(self.setup.pack):
            self.held = [self.setup.dealt] * self.setup.players

    @property
    def dealt_out(self) -> int:
        """How many cards lie somewhere."""
        built = sum(map(len, self.builds))
        return len(self.loose) + built + sum(map(len, self.piles.values()))

    def lift(self, cards: set[str]) -> list[tuple[int, int]]:
        """Cards leave the table and the piles; the builds that go with them, value and keeper."""
        self.loose -= cards
        self.piles = {seat: pile - cards for seat, pile in self.piles.items()}
        return [self.builds.pop(one) for one in [*self.builds] if one & cards]

    def take(self, seat: int, cards: set[str]) -> None:
        self.lift(cards)
        self.piles[self.setup.pile(seat)] |= cards
        self.last = seat

    def form(self, seat: int, card: str | None, text: str) -> None:
        """Whose it is: the mover's in Casino; else who made it keeps what is only added to."""
        claim, _, asked = text.partition("@")
        value = int(claim.rpartition("=")[2])
        used = self.lift(cards := {*CARD.findall(claim)})
        same = [keeper for worth, keeper in used if worth == value]
        keeper = same[0] if same and not self.setup.anglo else seat
        if asked and (not used or (keeper == seat and card and not self.rises(used, value))):
            keeper = int(asked)
        self.builds[frozenset(cards)] = (value, keeper)

    def rises(self, used: list[tuple[int, int]], value: int) -> bool:
        return any(worth != value for worth, _ in used)

    def end(self) -> None:
        """What is left goes to the last capturer."""
        if self.last is not None:
            built = {card for build in self.builds for card in build}
            self.piles[self.setup.pile(self.last)] |= self.loose | built
            self.loose, self.builds = set(), {}


def compare(felt: Felt, state: Any) -> None:
    """Is what the phone shows what lies there?"""
    assert {*state["table"]} == felt.loose
    shown = {
        frozenset(card for group in one["groups"] for card in group): (one["value"], one["keeper"])
        for one in state["builds"]
    }
    assert shown == felt.builds
    assert state["cards_left_in_hands"] == felt.held
    for seat, cards in felt.piles.items():
        pile = state["piles"][seat]
        assert pile["cards"] == len(cards)
        assert {*pile["top_among"], pile["top"]} <= cards | {None}
        assert pile["points"] == sum((c[0] == "A") + (c == "2S") + 2 * (c == "10D") for c in cards)


def follow(api: Caller, setup: Setup, game: Game) -> Any:
    """The game as it is entered, turn for turn; the last state."""
    options = {"teams": list(setup.teams)} if setup.teams else {}
    on = " ".join(sorted(setup.house))
    followed = begin(api, setup.game, setup.players, on, dealer=setup.dealer, **options)
    layout = game.happenings[0].get("table", [])
    felt = Felt(setup, layout)
    state = followed.read()
    for body in game.happenings:
        turn = state["turn"]
        state = followed.enter(**body)
        if "turn" in body:
            felt.play(turn, body["turn"])
        if not any(felt.held):
            felt.end()
        compare(felt, state)
    rows = [
        counts_of(sorted(felt.piles[seat]), setup.game) if seat in felt.piles else None
        for seat in range(setup.players)
    ]
    wanted = score(setup.game, setup.house, rows, setup.teams, felt.last)
    found = state["scores"]
    assert found["balanced"]
    assert found["sum"] == wanted["sum"]
    sides = "players" if found["teams"] is None else "teams"
    assert [one["total"] for one in found[sides]] == [one["total"] for one in wanted[sides]]
    return state


@ON_ONE
@pytest.mark.parametrize(("game", "players", "honest"), PLAYED)
def test_whole_games(api: Caller, game: str, players: int, honest: float) -> None:
    for number in range(SOAK):
        setup = Setup(game, players, 0, frozenset())
        chance = random.Random(f"{game} {players} {number} {SOAK}")
        played = Dealer(chance, setup, honest, 1).play_out()
        state = follow(api, setup, played)
        bluffs = {(one["seat"], one["kind"], one["missed_at"]) for one in state["irregularities"]}
        assert bluffs == {(one.seat, one.kind, one.happening) for one in played.bluffs}
