"""Time bounds: what a stranger may send to a followed game is answered in time that grows with its
length."""

import pytest

from referee.rules.cards import Card, Cards
from referee.rules.games import ruleset
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import BuildGameState, Pile
from referee.rules.games.casino.judge.verdict import Reason
from referee.rules.notation import read_cards, read_settled_play, write_cards
from referee.rules.seating import Seats

LOOSE = read_cards("2H 3H 4H 5H")


def followed(game: str, pile: Cards) -> tuple[BuildGameEngine, BuildGameState]:
    """Return a game of two in which seat 0 has taken these in one go."""
    engine = ruleset(game, ["no_redeal"] if game == "swazi-casino" else []).engine
    table = LOOSE if game == "swazi-casino" else ()
    opening = engine.opening(Seats(2, 1))
    state = engine.start(Seats(2, 1), table) if opening is None else opening
    return engine, state.with_pile(0, Pile((pile,)))


MANY = tuple(card for card in ruleset("south-african-casino").deck.faces if card not in LOOSE)


@pytest.mark.parametrize("game", ["swazi-casino", "south-african-casino"])
@pytest.mark.parametrize("number", [2, 8, 9, 20, 36])
def test_so_many_cards_of_a_pile_in_one_step(game: str, number: int) -> None:
    """All orders of twenty cards would take longer than anybody lives."""
    played: Card = MANY[0]
    engine, state = followed(game, MANY[1:])
    named = MANY[1 : number + 1]
    turn = read_settled_play(f"{write_cards((played,))} x {write_cards(named)}")
    verdict = engine.judge(state, 1, turn)
    assert (verdict.legal, verdict.reason) == (False, Reason.PILE_TOP_ONLY)
