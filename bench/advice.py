"""The measurement of advice: ``python -m bench.advice`` (``make advice``).

Each row is a sentence of a page of tactics, and a habit that follows it or does the contrary. All
players go by the rule of thumb; in the same packs one of them has the habit, and then has not. What
the habit brings is written to the data that the pages read, and to a table for readers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby, islice
from math import sqrt
from operator import itemgetter
from pathlib import Path
from typing import Literal, NamedTuple, cast

from referee.rules.games import ruleset
from referee.rules.playing.captures_core import CaptureWeights
from referee.rules.playing.dealt_game import deal
from referee.rules.playing.knowledge import Deal
from referee.rules.playing.players import core_for
from referee.rules.seating import Seats

from . import habits
from .habits import BuildHabit, CaptureHabit

CHECKOUT = Path(__file__).parents[1]
DATA = CHECKOUT / "referee" / "rules" / "games" / "measured_advice.json"
TABLE = CHECKOUT / "docs" / "advice.md"
PACKS = 1500
SEED = "advice"
"""The beginning of the seed of each pack."""
_NORMAL = 1.96
"""The standard errors of an interval of 95 %."""

KRYPKASINO = ("krypkasino",)
BUILDING = ("casino", "royal-casino", "spade-casino")
KASINO = ("kasino",)
ACES = ("royal-casino", "kasino")


@dataclass(frozen=True)
class Row:
    """A sentence and a habit: the ``advice`` is the anchor on the pages of ``games``. The sentence
    is ``for`` the habit or ``against`` it, or says that ``either`` will do; ``does`` and
    ``contrary`` say what the player with the habit and the others do. ``players`` are the numbers
    of players with whom it can differ. It may be a habit of the dealer alone."""

    advice: str
    key: str
    games: tuple[str, ...]
    sentence: Literal["for", "against", "either"]
    does: str
    contrary: str
    habit: CaptureHabit | BuildHabit
    players: tuple[int, ...] = (2, 4)
    dealer: bool = False


_CHEAPEST = "what costs least"
_BEST = "what brings most"

ROWS = (
    Row("take-little", "costly", KRYPKASINO, "against",
        "does not ask what a capture costs", _CHEAPEST,
        CaptureHabit(CaptureWeights(points=0))),
    Row("take-little", "dear", KRYPKASINO, "against",
        "takes what costs most", _CHEAPEST,
        CaptureHabit(CaptureWeights(points=-1000))),
    Row("take-little", "any-suits", KRYPKASINO, "either",
        "takes of equal cards those that lay longest", "the cheapest of them",
        CaptureHabit(suits=False)),
    Row("high-first", "low-first", KRYPKASINO, "against",
        "of plays that are alike that of a low card", "that of a high card",
        CaptureHabit(CaptureWeights(rank=-30))),
    Row("high-first", "high-dear", KRYPKASINO, "against",
        "pays 0.3 points for each rank higher", "high cards where it costs nothing",
        CaptureHabit(CaptureWeights(rank=300))),
    Row("high-first", "aces-first", KRYPKASINO, "either",
        "pays half a point to play an ace", "aces as other high cards",
        CaptureHabit(more=habits.aces_first)),
    Row("not-always-creep", "no-set-ups", KRYPKASINO, "against",
        "does not look at what it sets up", "sets up where it is worth it",
        CaptureHabit(CaptureWeights(set_up=0))),
    Row("not-always-creep", "always-creep", KRYPKASINO, "against",
        "creeps whenever a card creeps", "takes to set up",
        CaptureHabit(more=habits.creeping)),
    Row("not-always-creep", "free-set-ups", KRYPKASINO, "against",
        "pays nothing for a set-up", "pays what it is worth",
        CaptureHabit(CaptureWeights(points=50_000))),
    Row("left", "no-signs", KRYPKASINO, "against",
        "forgets who could have swept and did not", "remembers it",
        CaptureHabit(seen=habits.without_signs)),
    Row("gone", "no-memory", KRYPKASINO, "against",
        "takes each rank for as likely as another", "knows what is gone",
        CaptureHabit(seen=habits.without_memory)),
    Row("last-capture", "shy-all", KRYPKASINO, "against",
        "avoids captures in the whole last deal, by what is set aside", "does not think of it",
        CaptureHabit(more=habits.wary_of_last_capture)),
    Row("last-capture", "shy-end", KRYPKASINO, "for",
        "avoids captures with the last two cards, by what is set aside", "does not think of it",
        CaptureHabit(more=habits.wary_at_the_end)),
    Row("build", "no-builds", BUILDING, "against",
        "never builds", "builds where it is worth it",
        BuildHabit(instead=habits.never_builds)),
    Row("safe-build", "blind-builds", BUILDING, "against",
        "builds as if no card was gone", "looks at what is gone",
        BuildHabit(instead=habits.builds_blindly)),
    Row("safe-build", "open-builds", BUILDING, "against",
        "builds always, what most hidden cards take", "builds what few rivals can take",
        BuildHabit(instead=habits.builds_for_rivals)),
    Row("lending", "no-lending", BUILDING, "against",
        "never adds to builds of others", "adds where few rivals can take it",
        BuildHabit(instead=habits.never_lends)),
    Row("lending", "lending", BUILDING, "against",
        "adds to builds of others whenever it can", "adds where few rivals can take it",
        BuildHabit(instead=habits.always_lends)),
    Row("last-card", "keep-pictures", (*BUILDING, *KASINO), "for",
        "trails pictures last in the last deal", _BEST,
        BuildHabit(instead=habits.keeps_picture), dealer=True),
    Row("last-card", "throw-pictures", (*BUILDING, *KASINO), "against",
        "trails pictures first in the last deal", _BEST,
        BuildHabit(instead=habits.throws_pictures), dealer=True),
    Row("aces", "spent-aces", ACES, "either",
        "takes with an ace as soon as it takes something", _BEST,
        BuildHabit(instead=habits.spends_aces)),
    Row("aces", "kept-aces", ACES, "either",
        "uses an ace for 14 alone", _BEST,
        BuildHabit(instead=habits.keeps_aces)),
    Row("sweeps", "no-sweeps", KASINO, "for",
        "counts what it leaves for a sweep", "does not look at it",
        BuildHabit(instead=habits.leaves_no_sweep)),
    Row("spades", "cards-only", ("spade-casino",), "against",
        "takes each card for as good as another", "what scores most",
        BuildHabit(instead=habits.counts_cards)),
    Row("what-scores", "cards-only", ("casino", "royal-casino", "kasino"), "against",
        "takes each card for as good as another", "what scores most",
        BuildHabit(instead=habits.counts_cards)),
    Row("what-scores", "sure-most", ("casino", "royal-casino", "kasino"), "for",
        "stops collecting what somebody has most of already", "does not count",
        BuildHabit(instead=habits.stops_counting), players=(2,)),
)  # fmt: skip


class Result(NamedTuple):
    """The gains by a habit in paired packs: the sum of the differences, in points times ``scale``,
    of their squares, and the numbers of packs and of those in which a card went another way."""

    total: int
    squares: int
    packs: int
    differ: int
    scale: int

    def with_pack(self, gain: int, *, differs: bool) -> Result:
        """Return the result with what the habit brought in one more pack."""
        return self._replace(
            total=self.total + gain,
            squares=self.squares + gain * gain,
            differ=self.differ + differs,
        )

    @property
    def gain(self) -> float:
        """Return the points a game that the habit is better, with two decimals."""
        return round(self.total / self.packs / self.scale, 2) + 0.0

    @property
    def error(self) -> float:
        """Return half the interval of 95 % around the gain, with two decimals."""
        spread = (self.squares * self.packs - self.total**2) / (self.packs - 1)
        return round(_NORMAL * sqrt(spread) / self.packs / self.scale, 2)


class UsualGame(NamedTuple):
    """A game in which all play by the rule of thumb: each position with the play that follows, and
    the points of each seat in the end."""

    plays: list[tuple[object, object]]
    points: Sequence[int]


class Packs:
    """Packs of a game for so many players, one after the other. The dealer has seat 0."""

    def __init__(self, game: str, players: int) -> None:
        self._rules, self._seats = ruleset(game), Seats(players, 0)
        self._core = core_for(self._rules, self._seats)
        self._last: tuple[int, UsualGame] | None = None

    def measured(self, rows: Sequence[Row], packs: int) -> list[Result]:
        """Return what the habit of each row brings in so many packs."""
        results = [Result(0, 0, packs, 0, self._scale) for _ in rows]
        for gains in islice(zip(*map(self.gains, rows), strict=True), packs):
            for place, (gain, differs) in enumerate(gains):
                results[place] = results[place].with_pack(gain, differs=differs)
        return results

    def gains(self, row: Row) -> Iterator[tuple[int, bool]]:
        """Yield for each pack what the habit of a row brings there, times the scale, and whether
        the game ends in another way."""
        habit = row.habit.player(self._rules, self._seats)
        choose = cast("Callable[[object], object]", habit)  # of the same core as the positions
        for index in count():
            usual = self._usual_game(index)
            seat = 0 if row.dealer else index % self._seats.players
            points = self._points(usual, seat, choose)
            yield (
                self._margin(points, seat) - self._margin(usual.points, seat),
                (points != usual.points),
            )

    def _usual_game(self, index: int) -> UsualGame:
        """Return the game with a pack; the last one is remembered, which all rows take in turn."""
        if self._last is None or self._last[0] != index:
            dealt = deal(self._rules, self._seats, f"{SEED}{index}")
            assert dealt.record.state is not None
            core, plays = self._core, []
            position = core.position(dealt.record.state, Deal(dealt.hands, dealt.pack))
            while core.turn(position) is not None:
                plays.append((position, core.habit(position)))
                position = core.after(*plays[-1])
            self._last = index, UsualGame(plays, core.points(position))
        return self._last[1]

    def _points(
        self, usual: UsualGame, seat: int, choose: Callable[[object], object]
    ) -> Sequence[int]:
        """Return the points of each seat in the end if a seat chooses its plays so."""
        core = self._core
        for position, move in usual.plays:
            if core.turn(position) == seat and (chosen := choose(position)) != move:
                return core.points(self._played_out(core.after(position, chosen), seat, choose))
        return usual.points

    def _played_out(
        self, position: object, seat: int, choose: Callable[[object], object]
    ) -> object:
        core, players, step = self._core, self._seats.players, self._rules.seating.step
        while (turn := core.turn(position)) is not None:
            if turn == seat:
                position = core.after(position, choose(position))
            else:
                position = core.rolled_out(position, (seat - turn) * step % players)
                assert core.turn(position) in (seat, None)  # all hands are equally large
        return position

    @property
    def _scale(self) -> int:
        return 1 if self._rules.session.lowest_wins else self._seats.players - 1

    def _margin(self, points: Sequence[int], seat: int) -> int:
        """Return how well a seat has done, times the scale: its penalties below zero, or how far it
        is before the mean of the others."""
        if self._rules.session.lowest_wins:
            return -points[seat]
        return self._scale * points[seat] - (sum(points) - points[seat])


class Figure(NamedTuple):
    """A row of the data: the points that a habit brings in a game."""

    game: str
    advice: str
    habit: str
    players: int
    gain: float
    error: float
    differ: float


def rows_of_games() -> Iterator[tuple[str, Row]]:
    """Yield the rows of each game in turn."""
    games = dict.fromkeys(game for row in ROWS for game in row.games)
    yield from ((game, row) for game in games for row in ROWS if game in row.games)


def figures(packs: int) -> Iterator[Figure]:
    """Yield what each habit brings in so many packs."""
    for game, of_game in groupby(rows_of_games(), key=itemgetter(0)):
        rows = [row for _, row in of_game]
        measured = {
            (row.advice, row.key, players): result
            for players in (2, 4)
            for row, result in _measured(game, players, rows, packs)
        }
        for row in rows:
            for players in row.players:
                result = measured[row.advice, row.key, players]
                differ = round(100 * result.differ / packs, 1)
                yield Figure(game, row.advice, row.key, players, result.gain, result.error, differ)


def _measured(
    game: str, players: int, rows: Sequence[Row], packs: int
) -> Iterator[tuple[Row, Result]]:
    fitting = [row for row in rows if players in row.players]
    results = Packs(game, players).measured(fitting, packs)
    return zip(fitting, results, strict=True)


def as_data(measured: Sequence[Figure], packs: int) -> str:
    """Return the data that pages read: figures of each habit, one a line."""
    lines = (" " + json.dumps(figure._asdict()) for figure in measured)
    head = f'{{\n"seed": "{SEED}", "packs": {packs},\n"figures": [\n'
    return head + ",\n".join(lines) + "\n]\n}\n"


_HEAD = """\
# Advice, measured

What the sentences on the pages "How to play well" bring, in points a game. `make advice` writes
this page and the figures that those pages show; the habits are in `bench/habits.py`, the sentences
that they belong to in `bench/advice.py`.

A figure is from {packs} packs, dealt from one seed, and each pack is played twice: all players go
by the rule of thumb of `referee/rules/playing/`, and the second time one of them, at each seat in
turn, has the habit (the dealer where the sentence is for the dealer). **More than 0 is better for
who has the habit**; ± is the interval of 95 %. In Krypkasino points are penalties; elsewhere the
figure is the distance to the mean of the others. *for*: the habit follows the sentence, *against*:
it does what the sentence warns against, *either*: the page says that it makes no difference.
*differ*: the packs that end in another way, with two players and with four.

The figures hold among players of this kind, by the rules without house rules. Swazi, Lesotho and
South African Casino are not measured: a game of theirs takes fifteen times as long.
"""


def as_table(measured: Sequence[Figure], packs: int) -> str:
    """Return the table for readers."""
    by_row = {(each.game, each.advice, each.habit, each.players): each for each in measured}
    text, last = _HEAD.format(packs=f"{packs:,}"), ""
    for game, row in rows_of_games():
        if game != last:
            text += f"\n## {game}\n\n| sentence | | one player | the others | two players "
            text += "| four players | differ |\n|---|---|---|---|---|---|---|\n"
            last = game
        each = [by_row.get((game, row.advice, row.key, players)) for players in (2, 4)]
        cells = [
            f"{one.gain:+.2f} ± {one.error:.2f}".replace("-", "−") if one else "–" for one in each
        ]
        cells.append(", ".join(f"{one.differ:g} %" for one in each if one))
        what = [f"`{row.advice}`", row.sentence, row.does, row.contrary]
        text += "| " + " | ".join([*what, *cells]) + " |\n"
    return text


def main() -> None:
    measured = []
    for figure in figures(PACKS):
        print(*figure, flush=True)
        measured.append(figure)
    DATA.write_text(as_data(measured, PACKS), "utf-8")
    TABLE.write_text(as_table(measured, PACKS), "utf-8")


if __name__ == "__main__":
    main()
