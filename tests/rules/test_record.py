"""A game as a log: what was irregular, and how it ends (#deal to #scoring)."""

from dataclasses import replace
from random import Random

import pytest

from referee.rules.cards import Rank
from referee.rules.games.krypkasino import followed_game
from referee.rules.notation import read_card, read_cards, read_settled_play, write_cards
from referee.rules.plays import Played
from referee.rules.ruleset import GameOver
from referee.rules.scoring import score
from tests.oracle.krypkasino_simulator import simulate
from tests.written_logs import enter, followed, lines_of, now, sweeping


def test_what_was_right_is_not_marked_as_irregular() -> None:
    record = followed("table AD 3H 7S 9C", "@1 10D x AD 3H 7S 9C !", "@0 2D - !")
    assert [step.event for step in record.events[1:]] == [
        step.event for step in followed("table AD 3H 7S 9C", "10D", "2D").events[1:]
    ]


# The end (#end and #scoring); `test_record_simulated.py` has that of whole games

BEGUN = followed("table 2D 5H 8S 9C")
LAST = replace(now(BEGUN), deal=12, in_hands=(0, 1), table=read_cards("9S"))


def after_last(turn: str) -> followed_game.CaptureState:
    """Return the game of two after its very last card, which is played to a nine."""
    return followed_game.capture_state(
        BEGUN.engine.play(LAST, Played(read_settled_play(turn)), 1).state
    )


@pytest.mark.parametrize(("hands", "ranks"), [((1, 1), (Rank.KING,)), ((0, 1), ())])
def test_the_very_last_card_sets_up_no_sweep(hands: tuple[int, ...], ranks: object) -> None:
    engine = BEGUN.engine
    assert isinstance(engine, followed_game.CaptureGameEngine)
    options = engine.options(replace(LAST, in_hands=hands), read_card("4S"))
    assert [outcome.sets_up for outcome in options.outcomes] == [ranks]


def test_the_very_last_card_may_sweep() -> None:
    over = after_last("9C x 9S")
    assert (over.turn, over.piles[1]) == (
        None,
        followed_game.CapturedPile(read_cards("9S 9C"), markers=1),
    )


def test_nobody_captures_in_a_whole_game() -> None:
    """The remaining cards go to no pile, and the sheet cannot reach 42."""
    over = after_last("8C -")
    assert (over.turn, over.last_capturer, write_cards(over.table)) == (None, None, "8C 9S")
    assert not score(BEGUN.rules, BEGUN.engine.rows(over)).balanced


def test_after_the_last_card() -> None:
    game = simulate(Random(1), 2, 0)
    record = followed(*lines_of(game))
    for line in ("2H -", "2H - !", "@0 2H - !", "shows 5H"):
        with pytest.raises(GameOver):
            enter(record, line)
    assert (sweeping(record), now(record).turn) == ([], None)
    assert enter(record, f"undo {record.seq}").score is None
    assert write_cards(record.hand(record.index(record.seq)) or ()) == game.plays[-1].card
