"""Whole simulated games, entered through the API: every state, what was passed over, the scores.

Between the plays people do what they do: they send entries twice or too late, undo some and bring
them back, and mend what was right. None of that may be seen in the end.
"""

import random
from typing import Any

import pytest
from flask import Flask

from tests.calls import KINDS, NAMES, Caller
from tests.live import begun, shown
from tests.oracle.simulator import DECK, HOUSE_RULES, Game, simulate
from tests.strategies import SOAK, some

FIVE_SIX, LAST, SPADES = "two_player_five_six", "last_capture_point", "set_aside_spades"
TEAMS = {4: [0, 1, 0, 1], 6: [2, 0, 1, 2, 0, 1]}

CASES = [
    # players, dealer, house rules, how many forced sweeps are passed over
    (2, 1, {FIVE_SIX, SPADES}, 0.5),
    (3, 0, {LAST}, 1.0),
    (5, 4, {SPADES}, 0.3),
    (6, 3, {LAST, SPADES}, 0.6),
    (4, 2, set(), 0.0),
]


class Following:
    """A simulated game, as far as it has been entered."""

    def __init__(self, api: Caller, game: Game, chance: random.Random) -> None:
        self.game, self.chance = game, chance
        self.live = begun(api, game, teams=TEAMS.get(game.players))
        self.seqs: list[int] = []
        """The entries of the plays that stand."""
        self.sent: dict[str, Any] = {}
        self.state = self.live.read()
        self.check()

    def enter(self, **body: object) -> None:
        """What is accepted; the state is looked at by ``check``."""
        self.sent = {"key": f"k{self.live.seq}", "after": self.live.seq, **body}
        answer = self.live.send(**self.sent)
        assert answer.status_code == 201, (self.sent, answer.text)
        self.state = answer.json
        assert self.state["seq"] == self.live.seq + 1
        self.live.seq += 1

    def check(self) -> None:
        """Everything that can be known is as it is in the simulation."""
        played = len(self.seqs)
        state = self.game.plays[played - 1].state if played else self.game.start
        expected = shown(state)
        assert {name: self.state[name] for name in expected} == expected
        found = self.state["irregularities"]
        listed = [(each["seq"], each["seat"], each["card"], each["missed_at"]) for each in found]
        assert sorted(listed) == sorted(
            (seq, play.seat, card, self.seqs[earlier])
            for seq, play in zip(self.seqs, self.game.plays, strict=False)
            for earlier, card in play.missed
        )
        assert {each["kind"] for each in found} <= {"missed_forced_sweep"}
        assert (self.state["scores"] is None) == (state.turn is not None)

    def play(self) -> None:
        """The next play; what it captures may be left out where there is no choice."""
        play = self.game.plays[len(self.seqs)]
        captured = {"captured": play.captured}
        if play.only and self.chance.random() < 0.5:
            captured = {}
        self.enter(card=play.card, **captured)
        self.seqs.append(self.live.seq)
        self.check()

    # What happens in between

    def send_twice(self) -> None:
        again = self.live.send(**self.sent)
        assert (again.status_code, again.json) == (201, self.state)

    def send_late(self) -> None:
        stale = self.live.send(after=self.chance.randrange(self.live.seq), card="8S")
        assert (stale.status_code, stale.json["state"]) == (409, self.state)

    def undo_some(self) -> None:
        """And bring them back, one way or the other."""
        plays, undos = self.seqs[:], []
        for _ in range(self.chance.randint(1, min(4, len(plays)))):
            self.enter(undo=self.seqs.pop())
            undos.append(self.live.seq)
            self.check()
        if self.chance.random() < 0.5:
            return  # They are entered once more.
        while undos:
            self.enter(undo=undos.pop())
            self.seqs.append(plays[len(self.seqs)])
            self.check()

    def replace_one(self) -> None:
        """It was right after all."""
        card = self.chance.choice(DECK)
        replaced = self.chance.choice(self.seqs)
        body = {"replace": replaced, "card": card, "captured": [], "as_played": True}
        answer = self.live.send(**body)
        if answer.status_code == 422:  # A third copy.
            return
        assert answer.status_code == 201, (body, answer.text)
        self.live.seq += 1
        self.enter(undo=self.live.seq)
        self.check()


def play_out(api: Caller, game: Game, chance: random.Random) -> None:
    following = Following(api, game, chance)
    while len(following.seqs) < len(game.plays):
        following.play()
        if chance.random() < 0.02 or len(following.seqs) == len(game.plays) - 1:
            following.undo_some()
        for happens in (following.replace_one, following.send_twice, following.send_late):
            if following.seqs and chance.random() < 0.03:
                happens()
    assert following.state == following.live.read()
    scores = following.state["scores"]
    if game.scores is None:
        assert scores["balanced"] is False
        return
    assert [player["total"] for player in scores["players"]] == list(game.scores)
    assert scores["expected"] == (43 if LAST in game.house else 42)
    assert scores["balanced"] is True
    assert_ended(api, following)


def assert_ended(api: Caller, following: Following) -> None:
    """The sheet, the scorer and the session say the same as the log."""
    game, table, scores = following.game, following.live.table, following.state["scores"]
    last, sheet = game.plays[-1].state, table.sheet()
    assert (sheet["result"], sheet["last_capturer"]) == (scores, last.last_capturer)
    assert [row["markers"] for row in sheet["rows"]] == list(last.markers)
    names, teams = NAMES[: game.players], TEAMS.get(game.players)
    body = {
        "players": [
            {"name": name, "markers": row["markers"], **{kind: row[kind] for kind in KINDS}}
            for name, row in zip(names, sheet["rows"], strict=True)
        ],
        "teams": teams,
        "house": dict.fromkeys(game.house, True),
        "last_capturer": last.last_capturer,
    }
    assert api("POST", "/krypkasino/score", body).json == scores
    session = table.get()
    (listed,) = session["games"]
    facts = {"state": "finished", "scores": list(game.scores or ()), "balanced": True}
    assert {name: listed[name] for name in facts} == facts
    totals = dict.fromkeys(teams or range(game.players), 0)
    for side, total in zip(teams or range(game.players), facts["scores"], strict=True):
        totals[side] += total
    assert {line["side"]: line["total"] for line in session["standings"]} == totals
    assert table("POST", "/games").json["dealer"] == (game.dealer + 1) % game.players


@pytest.mark.parametrize(("players", "dealer", "house", "careless"), some(CASES, 3))
def test_simulated_games(
    app: Flask, players: int, dealer: int, house: set[str], careless: float
) -> None:
    for turn in range(SOAK):
        seed = f"{players} {turn} {SOAK}"
        chance = random.Random(seed)
        if turn > 0:
            dealer, careless = chance.randrange(players), chance.choice((0.0, 0.2, 1.0))
            house = {rule for rule in sorted(HOUSE_RULES) if chance.random() < 0.5}
            if players > 2:
                house.discard(FIVE_SIX)
        play_out(Caller(app), simulate(chance, players, dealer, house, careless), chance)
