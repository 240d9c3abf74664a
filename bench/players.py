"""Players of Krypkasino: how many times faster their positions are played on than by the referee's
engine, milliseconds for a play, and the points of a good player among players of the cheapest
card, of 42 in a game."""

from collections.abc import Callable, Iterator
from statistics import fmean
from time import process_time

from referee.rules.games import ruleset
from referee.rules.playing.captures_core import CapturesCore
from referee.rules.playing.knowledge import Deal
from referee.rules.playing.players import good_choice
from referee.rules.playing.simulation import SeededRandom, simulated_positions
from referee.rules.plays import Play
from tests.dealt_games import DealtGame, dealt_game

from .bounded_figure import Figure

KEY = "krypkasino"
GAMES = 150
MOST_POINTS = {2: 6, 4: 7}
"""Of a good player, by the number of players; a fair share is 21 and 10.5."""


def figures() -> Iterator[Figure]:
    yield _times_faster(games=60)
    for players, most in MOST_POINTS.items():
        yield from _among_cheapest(players, most, GAMES)


def _times_faster(games: int) -> Figure:
    begin, plays = process_time(), 0
    for number in range(games // 6):
        plays += sum(1 for _ in simulated_positions(ruleset(KEY), SeededRandom(number)))
    by_engine = (process_time() - begin) / plays
    begin, plays = process_time(), 0
    for number in range(games):
        game = dealt_game(KEY, 4, SeededRandom(number))
        core = CapturesCore(ruleset(KEY), game.record.seats)
        position = core.position(game.state, game.deal)
        plays += position.left + len(position.pack)
        core.rolled_out(position, plays)
    faster = by_engine / ((process_time() - begin) / plays)
    return Figure("roll-outs: times faster than by the engine", faster, "x", least=8)


def _among_cheapest(players: int, most: float, games: int) -> Iterator[Figure]:
    """Yield what a good player plays and scores, a game at each seat in turn."""
    points: list[int] = []
    milliseconds: list[float] = []
    for number in range(games):
        good = number % players

        def choose(game: DealtGame, good: int = good, number: int = number) -> Play:
            """Return the play of the seat whose turn it is."""
            if game.seat != good:
                return _cheapest(game)
            core = CapturesCore(game.record.rules, game.record.seats)
            begin = process_time()
            play = good_choice(core, game.knowledge, (number, game.record.seq)).play
            milliseconds.append((process_time() - begin) * 1000)
            return play

        points.append(_totals(dealt_game(KEY, players, SeededRandom(number)), choose)[good])
    what = f"{players} players of Krypkasino"
    yield Figure(f"{what}: a play of a good one, mean", fmean(milliseconds), "ms", most=30)
    yield Figure(f"{what}: a play of a good one, worst", max(milliseconds), "ms", most=300)
    yield Figure(f"{what}: good among cheapest, {games} games", fmean(points), "points", most=most)


def _totals(game: DealtGame, choose: Callable[[DealtGame], Play]) -> tuple[int, ...]:
    """Return the points of each seat of a game that is played out."""
    while not game.over:
        game = game.after(choose(game))
    core = CapturesCore(game.record.rules, game.record.seats)
    return core.points(core.position(game.state, game.deal))


def _cheapest(game: DealtGame) -> Play:
    """Return the play that costs least at once, the first of several."""
    core = CapturesCore(game.record.rules, game.record.seats)
    position = core.position(game.state, Deal(game.hands, game.pack))
    moves = core.alternatives(position)
    best = max(moves, key=lambda move: core.worth(core.after(position, move))[game.seat])
    return core.play(position, best)
