"""The core of Krypkasino for players: plays, positions and scores as by the rules."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import pytest

from referee.rules.cards import Cards
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules, sweeping_ranks
from referee.rules.notation import read_card, read_cards, write_card
from referee.rules.playing.captures_core import (
    THUMB,
    CapturePosition,
    CapturesCore,
    CaptureWeights,
)
from referee.rules.playing.knowledge import Deal
from referee.rules.playing.players import core_for
from referee.rules.playing.simulation import SeededRandom
from referee.rules.plays import as_play
from referee.rules.scoring import score
from referee.rules.seating import Seats
from tests.dealt_games import DealtGame, dealt_game
from tests.oracle import krypkasino_play as oracle
from tests.strategies import SOAK

RULES = ruleset("krypkasino")
TABLES, GAMES = (100, 10) if SOAK == 1 else (2000, 200)
HOUSE_RULES = ("two_player_five_six", "last_capture_point", "set_aside_spades")


class Table(NamedTuple):
    """The cards on a table, and a hand."""

    lying: Cards
    hand: Cards


def tables() -> Iterator[Table]:
    """Yield random tables, some of low cards, which make many sums; a card that lies alone often
    has its twin in the hand."""
    chance = SeededRandom("tables")
    while True:
        faces = RULES.deck.faces[: chance.pick((20, 52, 52))]
        pack = chance.shuffled(faces * 2)
        lying = tuple(sorted(pack[: chance.pick((0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 10))]))
        twins = lying if len(lying) == 1 and chance.one_in(2) else ()
        yield Table(lying, tuple(sorted((*twins, *pack[-4:]))))


def position_at(
    table: Table, weights: CaptureWeights = THUMB
) -> tuple[CapturesCore, CapturePosition]:
    """Return the position of a player who leads with this hand."""
    core = CapturesCore(RULES, Seats(2, 1), weights)
    state = dealt_game("krypkasino", 2, SeededRandom("first"), dealer=1).state
    at = replace(state, table=table.lying, in_hands=(len(table.hand), 0))
    return core, core.position(at, Deal((table.hand, ()), ()))


def plays_by_the_oracle(table: Table) -> set[tuple[str, tuple[str, ...]]]:
    """Return each card that may be played with each capture that it may make."""
    lying, hand = list(map(write_card, table.lying)), list(map(write_card, table.hand))
    cards = oracle.must_play(lying, hand) or hand
    return {(card, taken) for card in cards for taken in oracle.captures(lying, card)}


def in_texts(
    core: CapturesCore, position: CapturePosition, moves: list[tuple[int, tuple[int, ...]]]
) -> list[tuple[str, tuple[str, ...]]]:
    played = [core.play(position, move)[0] for move in moves]
    return [
        (write_card(step.card), tuple(map(write_card, getattr(step, "captured", ()))))
        for step in played
    ]


def kind_of(card: str, taken: tuple[str, ...]) -> tuple[object, ...]:
    """Return what differs between plays whatever the suits."""
    return card, tuple(map(oracle.table_value, taken))


def points_of(taken: tuple[str, ...]) -> int:
    return sum(map(oracle.card_points, taken))


def test_alternatives_are_the_plays_of_the_rules_in_the_cheapest_suits():
    for table in islice(tables(), TABLES):
        core, position = position_at(table)
        legal = plays_by_the_oracle(table)
        listed = in_texts(core, position, core.alternatives(position))
        least: dict[object, int] = {}
        for play in legal:
            least[kind_of(*play)] = min(points_of(play[1]), least.get(kind_of(*play), 99))
        assert {kind_of(*play): points_of(play[1]) for play in listed} == least, table
        assert len(listed) == len(least), table
        assert legal.issuperset(listed), table
        assert core.habit(position) in core.alternatives(position), table


def test_every_move_is_legal_and_none_of_other_worth_is_left_out():
    for table in islice(tables(), TABLES):
        core, position = position_at(table)
        legal = plays_by_the_oracle(table)
        listed = in_texts(core, position, core.every_move(position))
        assert legal.issuperset(listed), table
        assert {(kind_of(*play), points_of(play[1])) for play in listed} == {
            (kind_of(*play), points_of(play[1])) for play in legal
        }, table


def some_game(number: int) -> DealtGame:
    """Return a dealt game of any number of players, with any house rules, perhaps in teams."""
    chance = SeededRandom("games", number)
    house = [name for name in HOUSE_RULES if chance.one_in(3)]
    seating = ruleset("krypkasino", house).seating
    players = seating.numbers[number % len(seating.numbers)]
    teams = chance.pick((None, *seating.team_choices(players)))
    dealer = chance.below(players)
    return dealt_game("krypkasino", players, chance, house=house, dealer=dealer, teams=teams)


def open_cards(core: CapturesCore, position: CapturePosition) -> tuple[object, ...]:
    """Return all that is known of a position with open hands, the table in order."""
    return (
        position.turn, position.deal, sorted(position.table), position.packed,
        list(map(sorted, position.hands)), position.pack, position.left, position.score,
        position.last, position.aside, position.unseen, core.worth(position),
    )  # fmt: skip


@pytest.mark.parametrize("number", range(GAMES))
def test_games_go_as_the_referee_follows_them(number):
    game, chance = some_game(number), SeededRandom("plays", number)
    rules = game.record.rules
    core = CapturesCore(rules, game.record.seats)
    position = core.position(game.state, game.deal)
    while not game.over:
        assert core.turn(position) == game.seat
        moves = (core.habit(position), *core.every_move(position), *core.alternatives(position))
        move = chance.pick(moves)
        play = core.play(position, move)
        assert core.move(position, play) == move
        forced = sweeping_ranks(capture_rules(rules), game.state.table)
        held = {card.rank for card in game.hand}
        assert held.isdisjoint(forced) or play[0].card.rank in forced
        game = game.after(play)  # the referee refuses what is illegal
        position = core.after(position, move)
        if not game.over:
            again = core.position(game.state, game.deal)
            assert open_cards(core, position) == open_cards(core, again)
    sheet = score(
        rules, game.record.engine.rows(game.state), game.record.teams, game.state.last_capturer
    )
    totals = tuple(of_seat.total for of_seat in sheet.scores)
    assert core.turn(position) is None
    assert core.points(position) == totals
    assert core.points(core.position(game.state, game.deal)) == totals


@pytest.mark.parametrize("number", range(GAMES))
def test_roll_outs_end_with_the_scores_of_the_sheet(number):
    game = some_game(number)
    core = core_for(game.record.rules, game.record.seats)
    end = core.rolled_out(core.position(game.state, game.deal), 10_000)
    assert core.turn(end) is None
    expected = 42 + ("last_capture_point" in game.record.rules.house_rules.on)
    assert sum(core.points(end)) == expected


@pytest.mark.parametrize(
    ("lying", "hand", "played", "taken"),
    [
        # of two cards that creep the higher goes first, since it is the harder one to get rid of
        ("JC", "2H KC", "KC", ""),
        # a sweep is forced, and a single one costs less than a double one
        ("8H", "8D 8H 2C", "8D", "8H"),
        # two free captures leave the same, and a spade would cost a point
        ("5H 5S 8C", "KD", "KD", "5H 8C"),
        # all else costs points, and a spade is the dearest
        ("2H 3H JC", "5D 5S", "5D", "2H 3H"),
    ],
)
def test_the_rule_of_thumb(lying, hand, played, taken):
    core, position = position_at(Table(read_cards(lying), read_cards(hand)))
    expected = as_play(read_card(played), read_cards(taken))
    assert core.play(position, core.habit(position)) == expected


@pytest.mark.parametrize(
    ("lying", "hand", "weights", "played", "taken"),
    [
        ("JC", "2H KC", CaptureWeights(rank=-30), "2H", ""),
        ("2H 3H JC", "5D 5S", CaptureWeights(points=-1000), "5S", "2H 3H"),
        ("8H", "8D 8H 2C", CaptureWeights(points=-1000), "8H", "8H"),
    ],
)
def test_the_rule_of_thumb_with_other_weights(lying, hand, weights, played, taken):
    """The play with the lowest price is always chosen."""
    core, position = position_at(Table(read_cards(lying), read_cards(hand)), weights)
    expected = as_play(read_card(played), read_cards(taken))
    assert core.play(position, core.habit(position)) == expected
    _, face, _, cards = min(core.prices(position))
    assert (face, tuple(sorted(cards))) == core.habit(position)
