"""Games and sessions that are dealt from seeds."""

from collections import Counter

import pytest

from referee.rules.games import listed, ruleset
from referee.rules.notation import read_settled_play, write_cards
from referee.rules.playing.dealt_game import (
    DealtGame,
    PlaysDoNotFit,
    UnreadableSeed,
    deal,
    numbers_of_players,
)
from referee.rules.playing.dealt_session import DealtSession, WrongTotals, next_seed
from referee.rules.playing.players import Level
from referee.rules.ruleset import GameOver, IllegalPlay
from referee.rules.seating import ImpossiblePlayers, Seats

EVERY = [(game, players) for game in listed() for players in numbers_of_players(ruleset(game))]
FEW = 4
"""Deals that players think of, since it does not matter here how well they play."""


def dealt(game: str, players: int, seed: str = "abc", dealer: int = 0) -> DealtGame:
    rules = ruleset(game)
    return deal(rules, Seats(players, dealer, rules.seating.usual_teams(players)), seed)


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_card_of_the_packs_is_somewhere(game: str, players: int) -> None:
    first = dealt(game, players)
    deck, state = ruleset(game).deck, first.record.state
    assert state is not None
    cards = [*first.pack, *state.shown, *(card for hand in first.hands for card in hand)]
    assert Counter(cards) == Counter(deck.faces * deck.copies)
    assert tuple(map(len, first.hands)) == state.in_hands
    assert dealt(game, players) == first
    assert dealt(game, players, "abd").hands != first.hands


@pytest.mark.parametrize("game", listed())
def test_a_game_follows_again_from_its_plays(game: str) -> None:
    """Hands are empty at its end, and nobody has broken a rule."""
    players = numbers_of_players(ruleset(game))[-1]
    first = dealt(game, players, dealer=1)
    last = first
    while last.turn is not None:
        last = last.after(last.chosen(Level.SIMPLE, FEW).play)
    assert last.record.finished
    assert not last.record.irregularities
    assert not any(last.hands)
    again = first.replayed(last.plays, own=2)
    assert (again.plays, again.record.rows) == (last.plays, last.record.rows)
    assert again.record.score == last.record.score
    assert first.with_players(-1, Level.SIMPLE, FEW).turn is None
    with pytest.raises(GameOver):
        last.chosen(Level.SIMPLE)


@pytest.mark.parametrize(("play", "error"), [
    ("9S x 4S 5D", None),
    ("JH -", IllegalPlay),  # the nine sweeps
    ("9S -", IllegalPlay),
    ("QS -", IllegalPlay)])  # fmt: skip
def test_a_play_is_judged_with_the_hand(play: str, error: type[Exception] | None) -> None:
    game = dealt("krypkasino", 2, "4", dealer=1)
    assert write_cards(game.hands[0]) == "AD 8S 8H 8D 9S JH"
    if error is None:
        assert len(game.after(read_settled_play(play)).hands[0]) == 5
        return
    with pytest.raises(error):
        game.after(read_settled_play(play))


def test_plays_of_other_cards_do_not_fit() -> None:
    with pytest.raises(PlaysDoNotFit):
        dealt("krypkasino", 2, "4", dealer=1).replayed([read_settled_play("QS -")], own=1)


@pytest.mark.parametrize(("players", "seed", "error"), [
    (1, "abc", ImpossiblePlayers), (5, "abc", ImpossiblePlayers),
    (2, "", UnreadableSeed), (2, "A", UnreadableSeed), (2, "a" * 17, UnreadableSeed),
    (2, "a b", UnreadableSeed)])  # fmt: skip
def test_what_is_not_dealt(players: int, seed: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        deal(ruleset("krypkasino"), Seats(players, 0), seed)


# --- sessions -----------------------------------------------------------------------------------


def finished(session: DealtSession) -> DealtGame:
    return session.deal().with_players(-1, Level.SIMPLE, FEW)


@pytest.mark.parametrize(("game", "house", "players"), [
    ("krypkasino", (), 3), ("casino", (), 2), ("casino", ("count_out",), 2),
    ("casino", ("spades_roll_over", "cards_roll_over"), 2), ("spade-casino", (), 4),
    ("swazi-casino", (), 4)])  # fmt: skip
def test_a_session_ends(game: str, house: tuple[str, ...], players: int) -> None:
    """Games in a row lead to whoever leads at its end; then a new one begins."""
    rules = ruleset(game, house)
    seats = Seats(players, 0, rules.seating.usual_teams(players))
    session, totals = DealtSession(rules, seats, "abc"), None
    for number in range(100):
        after = session.after(finished(session))
        assert session.games == number
        totals = after.totals
        if after.winners:
            break
        session = after.next
        assert list(session.totals) == list(totals.values())
    planned = session.length
    assert planned.games_planned is None or after.games == planned.games_planned
    assert planned.target is None or max(totals.values()) >= planned.target
    best = min(totals.values()) if rules.session.lowest_wins else max(totals.values())
    assert house or {totals[side] for side in after.winners} == {best}
    assert (after.next.games, after.next.totals) == (0, ())
    assert after.next.seed == next_seed(session.seed)


@pytest.mark.parametrize(("games", "totals", "rolled"), [
    (0, (1, 2), ()), (1, (), ()), (1, (1,), ()), (-1, (1, 2), ()), (5000, (1, 2), ()),
    (1, (1, 100_000), ()), (1, (1, 2), (("cards", 3),))])  # fmt: skip
def test_totals_that_cannot_be(games: int, totals: tuple[int, ...], rolled) -> None:
    with pytest.raises(WrongTotals):
        DealtSession(ruleset("casino"), Seats(2, 0), "abc", games, totals, rolled)


def test_points_roll_over_to_the_next_game() -> None:
    """Until somebody has most cards (#scoring)."""
    rules = ruleset("casino", ("cards_roll_over",))
    session = DealtSession(rules, Seats(2, 0), "abc", 1, (3, 4), (("cards", 6),))
    plain = DealtSession(rules, Seats(2, 0), "abc", 1, (3, 4))
    game = finished(plain)
    points = [
        after.sheet.scores[0].total + after.sheet.scores[1].total
        for after in (plain.after(game), session.after(finished(session)))
    ]
    assert points[1] - points[0] in (0, 6)
