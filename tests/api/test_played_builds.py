"""Whole games with builds, dealt and played by legal turns alone, to the score."""

import random
from collections import Counter

import pytest
from flask import Flask

from referee.rules.games import ruleset
from referee.rules.notation import write_card, write_cards
from referee.rules.turns import Form, Lay, Take, write_turn
from tests.calls import Caller
from tests.casino import counts_of
from tests.playing_builds import Game, play_out
from tests.strategies import SOAK, some

HOUSES = {
    "casino": (
        ("", "simple_build_as_card", "table_cards_may_raise", "trail_and_table_build"),
        (2, 3, 4),
    ),
    "royal-casino": (("", "simple_build_as_card", "ace_low"), (2, 3, 4)),
    "swazi-casino": (("",), (2, 3, 4)),
    "lesotho-casino": (("", "one_picture"), (2, 3, 4)),
    "south-african-casino": (("", "no_raise", "second_build"), (2, 3, 4)),
}
PLAYED = [
    (game, house, players)
    for game, (houses, numbers) in HOUSES.items()
    for house in houses
    for players in numbers
] + [
    ("swazi-casino", "crazy", 2),
    ("swazi-casino", "crazy crazy_one_build", 2),
    ("lesotho-casino", "crazy", 2),
    ("south-african-casino", "partners", 4),
]


@pytest.mark.parametrize(("game", "house", "players"), some(PLAYED, 4, first=2))
def test_whole_games(app: Flask, game: str, house: str, players: int) -> None:
    """They end, no card is lost, whoever must act can (F1.5), and they score a possible total."""
    rules = ruleset(game, house.split())
    chance = random.Random(f"{game} {house} {players}")
    for _ in range(SOAK):
        played = play_out(rules, players, chance)
        assert Counter(played.cards) == Counter(rules.deck.faces)
        assert not any(played.hands)
        assert not played.stock
        dealt = sum(rules.seating.deal_plans[players].table)
        assert len(played.turns) == len(rules.deck.faces) - dealt
        if not played.table.cards:  # somebody took something
            check_score(app, played)


def check_score(app: Flask, played: Game) -> None:
    rules, players = played.rules, played.players
    rows = [
        {"name": f"P{seat}", **counts_of(list(map(write_card, played.piles[seat])))}
        if seat == of
        else None
        for seat, of in enumerate(rules.pile_of_each(players))
    ]
    sides = rules.seating.side_of_each(players)
    teams = list(sides) if len(set(sides)) < players else None
    house = {name: on for name, on in rules.house.switches().items() if on}
    answer = Caller(app)(
        "POST", f"/{rules.key}/score", {"players": rows, "teams": teams, "house": house}
    ).json
    assert answer["balanced"], answer
    assert answer["sum"] in rules.sheet.possible_totals(len(set(sides)))


def test_whole_games_have_everything_in_them() -> None:
    """Else they would show little."""
    chance = random.Random(5)
    games = [play_out(ruleset("casino", ["trail_and_table_build"]), 2, chance) for _ in range(3)]
    steps = [step for game in games for turn in game.turns for step in turn]
    assert {type(step) for step in steps} == {Lay, Take, Form}
    assert any(isinstance(step, Take) and step.builds for step in steps)
    assert any(isinstance(step, Form) and step.build.multiple for step in steps)
    assert any(isinstance(step, Form) and step.card is None for step in steps)
    assert sum(game.bound for game in games) >= 5


def test_southern_games_have_everything_in_them() -> None:
    chance = random.Random(7)
    games = [play_out(ruleset("swazi-casino"), players, chance) for players in (2, 3, 4)]
    turns = [turn for game in games for turn in game.turns]
    assert {len(turn) for turn in turns} >= {1, 2}
    steps = [step for turn in turns for step in turn]
    assert any(isinstance(step, Form) and step.tops for step in steps)
    demands = [demand for game in games for one in game.verdicts for demand in one.demands]
    assert {demand.kind for demand in demands} == {"complete_take", "complete_build"}
    assert any(demand.tops for demand in demands)
    played = play_out(ruleset("south-african-casino"), 3, chance)
    taken = [step for turn in played.turns for step in turn if isinstance(step, Take)]
    assert any(step.tops for step in taken)


def test_turns_of_a_game_are_legal_for_the_api(app: Flask) -> None:
    """Its notation says the same as the objects do; a secret hand leaves it open at most."""
    rules = ruleset("casino")
    first = play_out(rules, 2, random.Random(9)).turns[0]
    stock = random.Random(9).sample(rules.deck.faces, len(rules.deck.faces))[::-1]
    table, held = stock[:4], stock[4:8]
    for hand in (held, []):
        fields = {"table": table, "hand": hand}
        query = {name: write_cards(cards) for name, cards in fields.items() if cards}
        with app.test_client() as client:
            answer = client.get(
                "/api/v1/casino/referee", query_string=query | {"turn": write_turn(first)}
            )
        verdict = answer.json["verdict"]
        assert verdict["legal"] is True or (verdict["legal"] is None and not hand)
