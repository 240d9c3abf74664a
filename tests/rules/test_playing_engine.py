"""Players on the referee's own rules, in every game and by all house rules."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from referee.rules.cards import difference
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import build_game_state
from referee.rules.notation import read_cards, write_settled_play
from referee.rules.playing.approximate_core import ApproximateCore
from referee.rules.playing.core import position_of
from referee.rules.playing.engine_core import EngineCore, OpenPosition, engine_core
from referee.rules.playing.estimates import Estimates
from referee.rules.playing.knowledge import Deal, knowledge_of
from referee.rules.playing.players import good_choice
from referee.rules.playing.simulation import SeededRandom
from referee.rules.plays import Play, Played
from referee.rules.seating import Seats, Teams
from referee.rules.sheet_plan import RowCounts
from tests.dealt_games import DealtGame, dealt_game
from tests.followed_games import begin, enter


class Table(NamedTuple):
    """A game, its house rules, and the number of players; ``teams`` where they are chosen."""

    game: str
    players: int = 2
    house: tuple[str, ...] = ()
    teams: Teams | None = None


def tables() -> Iterator[Table]:
    """Yield each game for each number of players and teams, by each house rule and preset."""
    for key, game in RULESETS.items():
        seating = ruleset(key).seating
        for players in seating.numbers:
            for teams in (seating.usual_teams(players), *seating.team_choices(players)):
                yield Table(key, players, teams=teams)
        for switch in game.house_rules.names_during_play():
            house = (*game.house_rules.NEEDS.get(switch, ()), switch)
            numbers = ruleset(key, house).seating.numbers
            yield Table(key, numbers[len(switch) % len(numbers)], house)
        for preset in game.presets:
            numbers = ruleset(key, preset.house_rules).seating.numbers
            yield Table(key, numbers[-1], preset.house_rules)


EVERY = 9
"""Of how many moments of a game the alternatives of one are looked at."""
TABLES = list(dict.fromkeys(tables()))
SOME = [
    Table("krypkasino", 3),
    Table("casino", 2, ("sweeps", "pictures_take_all")),
    Table("royal-casino", 4, teams=(0, 1, 0, 1)),
    Table("swazi-casino", 4),
    Table("swazi-casino", 2, ("crazy",)),
    Table("lesotho-casino", 3),
    Table("south-african-casino"),
    Table("kasino", 3),
]


class Moment(NamedTuple):
    """A moment of a game that is both followed and played by a core."""

    core: EngineCore
    game: DealtGame
    position: OpenPosition


def moments(table: Table, seed: int) -> Iterator[Moment]:
    """Yield the moments of a game by the rule of thumb, from the first play to the end."""
    dealer, chance = seed % table.players, SeededRandom(seed, *table)
    house, rules = table.house, ruleset(table.game, table.house)
    teams = table.teams or rules.seating.usual_teams(table.players)
    game = dealt_game(table.game, table.players, chance, house=house, dealer=dealer, teams=teams)
    core = engine_core(rules, game.record.seats)
    position = core.position(game.state, game.deal)
    yield Moment(core, game, position)
    while not game.over:
        play = core.habit(position)
        game, position = game.after(core.play(position, play)), core.after(position, play)
        yield Moment(core, game, position)


def is_legal(game: DealtGame, play: Play) -> bool:
    """Return whether the referee calls a play legal with the hand."""
    engine = game.record.engine
    if isinstance(engine, BuildGameEngine):
        state = build_game_state(game.state)
        return engine.judge(state, game.seat, play, game.hand).legal is True
    return engine.play(game.state, Played(play), game.seat).verdict.legal is True


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_by_the_rule_of_thumb_is_legal_and_scored_as_the_sheet(table):
    for number, (core, game, position) in enumerate(moments(table, 1)):
        assert (position.state, position.hands, position.pack) == (game.state, *game.deal)
        if game.over:
            break
        assert is_legal(game, core.habit(position))
        if number % EVERY == 0:
            plays = core.alternatives(position)
            assert core.habit(position) in plays
            assert len(set(plays)) == len(plays) <= 16
            assert [core.move(position, core.play(position, play)) for play in plays] == [*plays]
            assert [play for play in plays if not is_legal(game, play)] == []
    assert not position.pack
    assert not game.record.irregularities
    assert core.points(position) == tuple(each.total for each in game.record.score.scores)


@pytest.mark.parametrize("table", SOME, ids=str)
def test_nobody_looks_at_hidden_cards(table):
    for core, game, position in islice(moments(table, 3), 0, None, EVERY):
        if game.over:
            break
        deals = [game.knowledge.dealt_anew(SeededRandom(seed)) for seed in range(2)]
        positions = [position, *(position_of(core, game.knowledge, deal) for deal in deals)]
        thoughts = [(core.habit(each), core.alternatives(each)) for each in positions]
        assert thoughts == thoughts[:1] * len(thoughts)


@pytest.mark.parametrize("table", SOME, ids=str)
def test_good_players_choose_legal_plays_and_the_same_again(table):
    for core, game, _ in islice(moments(table, 5), 2, None, 2 * EVERY):
        if game.over:
            break
        chosen, again = (good_choice(core, game.knowledge, ("s",), deals=10) for _ in range(2))
        assert chosen == again
        assert is_legal(game, chosen.play)


@pytest.mark.parametrize("table", SOME, ids=str)
def test_worths_at_the_end_are_the_margins_of_the_sheet(table):
    *_, (core, game, position) = moments(table, 4)
    rules, points = core.rules, core.points(position)
    side_of = rules.seating.side_of_each(table.players, game.record.teams)
    totals = {
        side: sum(points[seat] for seat, own in enumerate(side_of) if own == side)
        // (side_of.count(side) if rules.sheet.by_side else 1)
        for side in side_of
    }
    sign = -1 if rules.session.lowest_wins else 1
    assert core.worth(position) == tuple(
        sign * round(100 * (total - (sum(totals.values()) - total) / (len(totals) - 1)))
        for total in map(totals.get, side_of)
    )


@pytest.mark.parametrize("table", SOME[1:], ids=str)
def test_how_a_game_goes_on_nearly_by_its_rules(table):
    """A play itself is by the rules, and all cards are captured at the end."""
    for core, game, position in islice(moments(table, 2), 0, None, EVERY):
        if game.over:
            break
        for play in core.alternatives(position):
            after = core.after(position, play)
            assert core.worth_after(position, play, 0) == core.worth(after)
        whole = core.rules.deck.size
        quick = ApproximateCore(core.rules, game.record.seats)
        end = quick.rolled_out(quick.position(game.state, game.deal), whole)
        counted = [row.counted["cards"] for row in quick.rows(end)]
        assert sum(counted) == whole
        assert core.points_after(position, whole) == quick.points(end)


# --- what is thought of in single positions -------------------------------------------------------


def thoughts_of(game: str, hand: str, *lines: str, house: tuple[str, ...] = ()) -> list[str]:
    """Return the alternatives of the seat whose turn it is after these lines, as logs have them,
    with cards in its hand that are filled up with kings and other high cards."""
    record = enter(begin(2, 0, house, game), *lines)
    held = read_cards(hand)
    high = difference(reversed(record.rules.deck.faces), (*record.state.shown, *held))
    held = (*held, *high)[: record.state.in_hands[record.state.turn]]
    core = engine_core(record.rules, record.seats)
    knowledge = knowledge_of(record, held)
    position = position_of(core, knowledge, knowledge.dealt_anew(SeededRandom(1)))
    return [write_settled_play(play) for play in core.alternatives(position)]


@pytest.mark.parametrize(
    ("game", "house", "lines", "hand", "play"),
    [
        # a build of the table before another card captures
        ("swazi-casino", (), ["table 4H 5C 9D 2D"], "9H 8S", "4H+5C=9 / JD x 2D 9D"),
        # a top of a pile, which is known as the lowest card of a capture
        ("south-african-casino", (), ["2H -", "3S -", "5D x 2H 3S"], "2S", "2S x 2H^1"),
        # a build of the table beside a card that is trailed
        ("casino", ("trail_and_table_build",), ["table 2H 3S 9D 8C"], "5H", "KH - / 2H+3S=5"),
        # a build that counts as a card
        (
            "casino",
            ("simple_build_as_card",),
            ["table 3S 3D 8C 9C", "2H 2H+3S=5"],
            "8S",
            "8S x 3D 8C 2H+3S=5",
        ),
    ],
)
def test_plays_of_several_steps_and_tops_are_thought_of(game, house, lines, hand, play):
    assert play in thoughts_of(game, hand, *lines, house=house)


BLUFF = ("table 3S 3D 8C 9C", "2H 2H+3S=5", "KS -")


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("5H KH JH", ["KH x KS", "5H x 2H+3S=5"]),
        ("8H JH JS", ["8H x 8C"]),  # no five is held: this is legal as far as others know
        ("JH JS JC", ["JS -"]),  # nothing is legal
    ],
)
def test_who_bluffed_does_what_seems_legal_or_else_anything(hand, plays):
    assert thoughts_of("casino", hand, *BLUFF)[: len(plays)] == plays


def test_a_game_goes_on_as_far_as_there_are_cards():
    core, game, _ = next(moments(Table("casino"), 6))
    leader = game.seat
    hands = tuple(game.hand if seat == leader else () for seat in range(2))
    end = core.rolled_out(core.position(game.state, Deal(hands, ())), 8)
    assert (end.seat, end.state.in_hands[leader]) == (1 - leader, 3)


# --- estimates of the score -----------------------------------------------------------------------


MOST_CARDS = "2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D 9D KD KH QD"


@pytest.mark.parametrize(
    ("game", "house", "piles", "margins"),
    [
        ("casino", (), ["", ""], (0, 0)),
        ("casino", (), ["AS", ""], (143, -143)),  # the ace, and a small lead in cards and spades
        ("casino", (), ["AS", "", ""], (130, -65, -65)),
        ("casino", (), [MOST_CARDS, "AH"], (200, -200)),  # cards are decided
        ("south-african-casino", (), ["2S 3S 4S 5S 6S", ""], (270, -270)),  # spades are
        ("kasino", ("over_spades",), ["2H 3H 4H", ""], (22, -22)),
        ("krypkasino", (), ["AS", ""], (-200, 200)),  # a penalty
        ("spade-casino", (), ["JS", ""], (222, -222)),
    ],
)
def test_estimates_are_of_points_and_of_chances(game, house, piles, margins):
    rules = ruleset(game, house)
    rows = [RowCounts(0, rules.sheet.count(read_cards(cards))) for cards in piles]
    assert Estimates(rules, Seats(len(piles), 0)).margins(rows, None) == margins
