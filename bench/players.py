"""Players: how many times faster their positions are played on than by the referee's engine,
milliseconds for a play, the points of a good player of Krypkasino among players of the cheapest
card, of 42 in a game, and how far one of Casino is before simple ones."""

from collections.abc import Callable, Iterator
from statistics import fmean
from time import process_time

from referee.rules.games import ruleset
from referee.rules.playing.captures_core import CapturesCore
from referee.rules.playing.core import position_of
from referee.rules.playing.knowledge import Deal
from referee.rules.playing.players import Level, choose, core_for, good_choice
from referee.rules.playing.simulation import SeededRandom, SimulatedPosition, simple_play
from referee.rules.plays import Play
from tests.dealt_games import DealtGame, dealt_game

from .bounded_figure import Figure

KEY = "krypkasino"
TABLES = (("casino", 2), ("casino", 4), ("royal-casino", 4), ("swazi-casino", 4))
"""Games beside Krypkasino whose players are timed, and numbers of players."""
GAMES, TIMED = 150, 2
EVERY = 5
"""Of how many positions of a game one is played on from."""
MOST_POINTS = {2: 6, 4: 7}
"""Of a good player, by the number of players; a fair share is 21 and 10.5."""
LEAST_MARGIN = {2: 2.5, 4: 1.0}
"""Of a good player of Casino before the mean of the others, by the number of players."""


def figures() -> Iterator[Figure]:
    for key, players in ((KEY, 4), *TABLES):
        yield _times_faster(key, players)
    for key, players in TABLES:
        yield from _timed(key, players)
    for players, most in MOST_POINTS.items():
        yield from _among_cheapest(players, most)
    for players, least in LEAST_MARGIN.items():
        won = [own - fmean(others) for own, *others in _with_one_good("casino", players, _simple)]
        what = f"{players} players of casino: good before simple, {GAMES} games"
        yield Figure(what, fmean(won), "points", least=least)


def _times_faster(key: str, players: int, games: int = 4, deals: int = 40) -> Figure:
    """Return how many times faster a play is in a roll-out to the horizon, with the deals that it
    takes, than that of a simple player on the engine, in positions of the same games."""
    simple, by_engine, quick, rolled_out = 0.0, 0, 0.0, 0
    for number in range(games):
        game, chance = _dealt(key, players, number), SeededRandom(number)
        core = core_for(game.record.rules, game.record.seats)
        while not game.over:
            seats, hands = game.record.seats, game.hands
            begin = process_time()
            now = SimulatedPosition(core.rules, seats, game.state, hands, game.pack)
            chosen = simple_play(now, chance)
            simple, by_engine = simple + process_time() - begin, by_engine + 1
            assert chosen is not None
            if by_engine % EVERY == 0:
                knowledge = game.knowledge
                first = position_of(core, knowledge, knowledge.dealt_anew(chance))
                habit, plays = core.habit(first), core.horizon(first)
                begin = process_time()
                for _ in range(deals):
                    position = position_of(core, knowledge, knowledge.dealt_anew(chance))
                    core.worth_after(position, habit, plays - 1)
                quick += process_time() - begin
                rolled_out += deals * min(plays, sum(map(len, hands)) + len(game.pack))
            game = game.after(chosen[0])
    faster = (simple / by_engine) / (quick / rolled_out)
    return Figure(f"roll-outs, {key} of {players}: faster than the engine", faster, "x", least=8)


def _dealt(key: str, players: int, number: int) -> DealtGame:
    teams = ruleset(key).seating.usual_teams(players)
    return dealt_game(key, players, SeededRandom(number), teams=teams)


def _timed(key: str, players: int) -> Iterator[Figure]:
    """Yield what a good player takes for the plays of all seats in some games."""
    milliseconds: list[float] = []
    for number in range(TIMED):
        game = _dealt(key, players, number)
        core = core_for(game.record.rules, game.record.seats)
        while not game.over:
            begin = process_time()
            play = good_choice(core, game.knowledge, (number, game.record.seq)).play
            milliseconds.append((process_time() - begin) * 1000)
            game = game.after(play)
    what = f"{players} players of {key}: a play of a good one"
    yield Figure(f"{what}, mean", fmean(milliseconds), "ms", most=30)
    yield Figure(f"{what}, worst", max(milliseconds), "ms", most=300)


def _among_cheapest(players: int, most: float) -> Iterator[Figure]:
    """Yield what a good player plays and scores."""
    milliseconds: list[float] = []
    points = [own for own, *_ in _with_one_good(KEY, players, _cheapest, milliseconds)]
    what = f"{players} players of Krypkasino"
    yield Figure(f"{what}: a play of a good one, mean", fmean(milliseconds), "ms", most=30)
    yield Figure(f"{what}: a play of a good one, worst", max(milliseconds), "ms", most=300)
    yield Figure(f"{what}: good among cheapest, {GAMES} games", fmean(points), "points", most=most)


def _with_one_good(
    key: str,
    players: int,
    others: Callable[[DealtGame], Play],
    milliseconds: list[float] | None = None,
) -> Iterator[list[int]]:
    """Yield the points of each game in which one seat in turn has a good player, whose points are
    the first. The ``milliseconds`` of its plays are added."""
    for number in range(GAMES):
        good, game = number % players, _dealt(key, players, number)
        core = core_for(game.record.rules, game.record.seats)
        while not game.over:
            begin = process_time()
            if game.seat != good:
                play = others(game)
            else:
                play = good_choice(core, game.knowledge, (number, game.record.seq)).play
                if milliseconds is not None:
                    milliseconds.append((process_time() - begin) * 1000)
            game = game.after(play)
        assert game.record.score is not None
        points = [each.total for each in game.record.score.scores]
        yield [points.pop(good), *points]


def _simple(game: DealtGame) -> Play:
    """Return the play of a simple player."""
    seed = f"{game.hands}{game.pack}"
    return choose(game.record, game.hand, Level.SIMPLE, seed).play


def _cheapest(game: DealtGame) -> Play:
    """Return the play that costs least at once, the first of several."""
    core = CapturesCore(game.record.rules, game.record.seats)
    position = core.position(game.state, Deal(game.hands, game.pack))
    moves = core.alternatives(position)
    best = max(moves, key=lambda move: core.worth(core.after(position, move))[game.seat])
    return core.play(position, best)
