"""A game as it goes: plays, deals, the end (#deal to #end)."""

from dataclasses import replace

import pytest

from referee.rules.card_notation import read_cards, write_cards
from referee.rules.events import Played
from referee.rules.game_engine_interface import GameOver, IllegalPlay, WrongTable
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.followed_game import CaptureState, Pile
from referee.rules.plays import read_settled_play
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import score
from referee.rules.seating import ImpossiblePlayers
from tests.random_games import after, following, play, start


def said(turn: str) -> Played:
    return Played(read_settled_play(turn))


def two_players(table: str, **changes: object) -> CaptureState:
    """Return the last deal of two players, who hold two cards each; seat 1 is to play."""
    position = CaptureState(
        dealer=0, turn=1, deal=12, table=read_cards(table), in_hands=(2, 2), piles=(Pile(), Pile())
    )
    return replace(position, **changes)


DEALS = [
    # players, house rule, first hand, table, later hands, deals
    (2, "", 6, 4, 4, 12), (3, "", 5, 5, 4, 8), (4, "", 5, 4, 4, 6), (5, "", 4, 4, 4, 5),
    (6, "", 5, 2, 4, 4), (2, "two_player_five_six", 5, 6, 4, 12),
]  # fmt: skip


@pytest.mark.parametrize(("players", "house", "first", "table", "later", "deals"), DEALS)
def test_deal_plans_deal_out_both_packs(
    players: int, house: str, first: int, table: int, later: int, deals: int
) -> None:
    plan = ruleset("krypkasino", house.split()).seating.deal_plan(players)
    assert (plan.hand_size(1), sum(plan.table), plan.hand_size(2)) == (first, table, later)
    assert plan.deals == deals
    assert players * (first + later * (deals - 1)) + table == 104


@pytest.mark.parametrize(("players", "house"), [(1, ""), (7, ""), (3, "two_player_five_six")])
def test_other_numbers_of_players_are_refused(players: int, house: str) -> None:
    with pytest.raises(ImpossiblePlayers):
        start(ruleset("krypkasino", house.split()), players, 0, ())


def test_the_first_deal_sets_pictures_aside(krypkasino: Ruleset) -> None:
    position = start(krypkasino, 3, 2, read_cards("5H JS AD KH 2C"))
    assert write_cards(position.table) == "AD 2C 5H"
    assert write_cards(position.set_aside) == "JS KH"
    assert (position.turn, position.deal, position.in_hands) == (0, 1, (5, 5, 5))


def test_a_dealt_table_of_pictures_is_empty_and_no_sweep(krypkasino: Ruleset) -> None:
    position = start(krypkasino, 6, 0, read_cards("JS KH"))
    assert position.table == ()
    assert all(pile.markers == 0 for pile in position.piles)


def test_a_table_of_another_size_is_refused(krypkasino: Ruleset) -> None:
    with pytest.raises(WrongTable):
        start(krypkasino, 3, 0, read_cards("5H"))


def test_a_creep_stays_on_the_table(krypkasino: Ruleset) -> None:
    position = play(krypkasino, two_players("8S"), said("7H -"))
    assert write_cards(position.table) == "7H 8S"
    assert (position.turn, position.in_hands, position.last_capturer) == (0, (2, 1), None)


def test_a_capture_goes_to_the_pile(krypkasino: Ruleset) -> None:
    position = play(krypkasino, two_players("8S 9C"), said("8H x 8S"))
    assert position.piles[1] == Pile(read_cards("8S 8H"), markers=0)
    assert write_cards(position.table) == "9C"
    assert position.last_capturer == 1


SWEEPS = [("8S", "8H", 1), ("8S", "8S", 2), ("3S 5D", "8H", 1), ("KS AD", "AH", 1)]


@pytest.mark.parametrize(("table", "played", "markers"), SWEEPS)
def test_a_sweep_leaves_markers(krypkasino: Ruleset, table: str, played: str, markers: int) -> None:
    position = play(krypkasino, two_players(table), said(f"{played} x {table}"))
    assert position.piles[1].markers == markers
    assert position.table == ()


ILLEGAL: list[tuple[str, Played, str, str]] = [
    ("8S", said("8H -"), "", "must_capture"),
    ("8S AD 7C", said("8H x 8S"), "", "leaves_capturable"),
    ("8S", said("7H x 8S"), "", "not_capturable"), ("8S", said("8H x 8D"), "", "not_on_table"),
    ("3S 5D", said("7H -"), "7H 8C", "must_sweep"), ("3S 5D", said("7H -"), "8C", "not_in_hand"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "played", "hand", "reason"), ILLEGAL)
def test_illegal_plays(
    krypkasino: Ruleset, table: str, played: Played, hand: str, reason: str
) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        play(krypkasino, two_players(table), played, read_cards(hand) if hand else None)
    assert refusal.value.verdict.reason == reason


def test_the_next_deal_follows_when_all_hands_are_empty(krypkasino: Ruleset) -> None:
    position = two_players("8S JD KC", deal=3, turn=0, in_hands=(1, 0), set_aside=read_cards("QS"))
    position = play(krypkasino, position, said("9C -"))
    assert (position.deal, position.turn, position.in_hands) == (4, 1, (4, 4))
    assert write_cards(position.table) == "8S 9C"
    assert write_cards(position.set_aside) == "JD QS KC"


def test_spades_are_set_aside_by_house_rule() -> None:
    rules = ruleset("krypkasino", ["set_aside_spades"])
    position = two_players("8S JD KC", deal=3, turn=0, in_hands=(1, 0))
    position = play(rules, position, said("9C -"))
    assert write_cards(position.table) == "9C JD KC"
    assert write_cards(position.set_aside) == "8S"


def test_the_last_capturer_takes_what_is_left(krypkasino: Ruleset) -> None:
    position = two_players("9S KC", in_hands=(0, 1), set_aside=read_cards("QS"), last_capturer=0)
    over = play(krypkasino, position, said("8C -"))
    assert over.turn is None
    assert (over.table, over.set_aside) == ((), ())
    assert write_cards(sorted(over.piles[0].cards)) == "8C 9S QS KC"
    assert over.piles[0].markers == 0  # that is no sweep
    with pytest.raises(GameOver):
        after(krypkasino, over, said("8H -"))


def test_the_very_last_card_may_sweep(krypkasino: Ruleset) -> None:
    position = two_players("9S", in_hands=(0, 1), set_aside=read_cards("QS"), last_capturer=0)
    over = play(krypkasino, position, said("9C x 9S"))
    assert over.piles[1] == Pile(read_cards("9S 9C QS"), markers=1)


def test_where_nobody_captures_nobody_takes_the_rest(krypkasino: Ruleset) -> None:
    over = play(krypkasino, two_players("9S", in_hands=(0, 1)), said("8C -"))
    assert over.turn is None
    assert write_cards(over.table) == "8C 9S"
    assert not score(krypkasino, following(krypkasino).rows(over)).balanced


def test_a_play_that_happened_counts_even_if_illegal(krypkasino: Ruleset) -> None:
    """The table is the truth: a capture that empties it earns its marker."""
    position = after(krypkasino, two_players("8S 3D"), said("9H x 8S 3D"))
    assert position.piles[1].markers == 1
