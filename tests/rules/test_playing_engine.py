"""Players on the referee's own rules, in every game and by all house rules."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import build_game_state
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.playing.core import position_of
from referee.rules.playing.engine_core import EngineCore, OpenPosition, engine_core
from referee.rules.playing.knowledge import Deal, knowledge_of
from referee.rules.playing.simulation import SeededRandom
from referee.rules.plays import Dealt, Play, Played
from referee.rules.ruleset import DrawnAgain, Ruleset
from referee.rules.seating import Seats, Teams


class Table(NamedTuple):
    """A game, its house rules, and the number of players; ``teams`` where they are chosen."""

    game: str
    house: tuple[str, ...] = ()
    players: int = 2
    teams: Teams | None = None

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset."""
        return ruleset(self.game, self.house)


class Moment(NamedTuple):
    """A moment of a game that is both followed and played with open hands."""

    core: EngineCore
    record: Record
    position: OpenPosition


def tables() -> Iterator[Table]:
    """Yield each game for each number of players and teams, and by each house rule."""
    for key, game in RULESETS.items():
        seating = ruleset(key).seating
        for players in seating.numbers:
            for teams in (seating.usual_teams(players), *seating.team_choices(players)):
                yield Table(key, (), players, teams)
        for switch in game.house_rules.names_during_play():
            house = (*game.house_rules.NEEDS.get(switch, ()), switch)
            numbers = ruleset(key, house).seating.numbers
            yield Table(key, house, numbers[len(switch) % len(numbers)])
        for preset in game.presets:
            numbers = ruleset(key, preset.house_rules).seating.numbers
            yield Table(key, preset.house_rules, numbers[-1])


TABLES = list(dict.fromkeys(tables()))


def begin(table: Table, seed: int) -> Moment:
    """Return the beginning of a random game."""
    rules, chance = table.rules, SeededRandom(seed, *table)
    teams = table.teams or rules.seating.usual_teams(table.players)
    dealer = seed % table.players
    while True:
        pack = chance.shuffled(rules.deck.faces * rules.deck.copies)
        record = replay(rules, table.players, dealer, (), teams)
        number = sum(rules.seating.deal_plan(table.players).table)
        try:
            if record.opening is None:
                record = append(record, accept(record, Dealt(tuple(pack[:number]))))
        except DrawnAgain:
            continue
        break
    assert record.state is not None
    hands, rest = [], pack[number:]
    for size in record.state.in_hands:
        hands.append(tuple(sorted(rest[:size])))
        rest = rest[size:]
    core = engine_core(rules, Seats(table.players, dealer, record.teams))
    return Moment(core, record, core.position(record.state, Deal(tuple(hands), tuple(rest))))


def entered(moment: Moment, play: Play) -> Moment:
    """Return the moment after a play, which is entered as a player does."""
    core, record, position = moment
    record = append(record, accept(record, Played(core.play(position, play))))
    return Moment(core, record, core.after(position, play))


def moments(table: Table, seed: int = 1) -> Iterator[Moment]:
    """Yield the moments of a game by the rule of thumb, from the first play to the end."""
    moment = begin(table, seed)
    yield moment
    while moment.position.state.turn is not None:
        moment = entered(moment, moment.core.habit(moment.position))
        yield moment


def is_legal(moment: Moment, play: Play) -> bool:
    """Return whether the referee calls a play legal with the hand."""
    engine, position = moment.record.engine, moment.position
    if isinstance(engine, BuildGameEngine):
        state = build_game_state(position.state)
        return engine.judge(state, position.seat, play, position.hand).legal is True
    return engine.play(position.state, Played(play), position.seat).verdict.legal is True


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_by_the_rule_of_thumb_is_legal_and_scored_as_the_sheet(table: Table) -> None:
    for moment in moments(table):
        core, record, position = moment
        assert position.state == record.state
        if position.state.turn is None:
            break
        assert is_legal(moment, core.habit(position))
        assert sum(map(len, position.hands)) == sum(position.state.in_hands)
    assert not position.pack
    assert not record.irregularities
    assert record.score is not None
    assert core.points(position) == tuple(score.total for score in record.score.scores)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_alternatives_are_legal_different_and_not_too_many(table: Table) -> None:
    for number, moment in enumerate(moments(table, seed=2)):
        core, _, position = moment
        if position.state.turn is None or number % 7:
            continue
        plays = core.alternatives(position)
        assert core.habit(position) in plays
        assert len(set(plays)) == len(plays) <= 24
        assert [core.move(position, core.play(position, play)) for play in plays] == list(plays)
        assert all(is_legal(moment, play) for play in plays)


GAMES = [
    Table("krypkasino", players=3),
    Table("casino", ("sweeps", "pictures_take_all"), 2),
    Table("royal-casino", players=4, teams=(0, 1, 0, 1)),
    Table("swazi-casino", players=4),
    Table("swazi-casino", ("crazy",), 2),
    Table("lesotho-casino", players=3),
    Table("south-african-casino", players=2),
    Table("kasino", players=3),
]


@pytest.mark.parametrize("table", GAMES, ids=str)
def test_nobody_looks_at_hidden_cards(table: Table) -> None:
    for number, (core, record, position) in enumerate(moments(table, seed=3)):
        if position.state.turn is None or number % 5:
            continue
        knowledge = knowledge_of(record, position.hand)
        positions = [
            position_of(core, knowledge, knowledge.dealt_anew(SeededRandom(seed)))
            for seed in range(3)
        ]
        first, *others = [list(core.alternatives(other)) for other in (position, *positions)]
        assert others == [first] * 3
        assert {core.habit(other) for other in positions} == {core.habit(position)}


@pytest.mark.parametrize("table", GAMES, ids=str)
def test_worths_at_the_end_are_the_margins_of_the_sheet(table: Table) -> None:
    *_, (core, record, position) = moments(table, seed=4)
    points = core.points(position)
    sides = core.rules.seating.side_of_each(table.players, record.teams)
    of_side: dict[int, int] = {}
    for side, point in zip(sides, points, strict=True):
        adds_up = side in of_side and not core.rules.sheet.by_side
        of_side[side] = of_side.get(side, 0) + point if adds_up else point
    sign = -1 if core.rules.session.lowest_wins else 1
    others = len(of_side) - 1
    assert core.worth(position) == tuple(
        sign * round(100 * (of_side[side] - (sum(of_side.values()) - of_side[side]) / others))
        for side in sides
    )
