"""Pages of the game afterwards: the expected points through a finished game, and its dear plays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from flask import render_template, url_for
from werkzeug.wrappers import Response

from ..languages import average, in_sentences, sentence
from ..messages.irregular_plays import nobodys_names
from ..messages.play_analysis import (
    loss_text,
    not_judged_texts,
    progress_text,
    tried_again_text,
    why_text,
)
from ..messages.table_events import play_text
from ..rules.cards import Card
from ..rules.games.casino.followed.followed_game import engine_with_builds
from ..rules.notation import write_card
from ..rules.playing.game_analysis import Finding
from ..rules.playing.play_effects import advantages, effect_of
from ..rules.plays import Play, Played
from ..rules.seating import sides
from ..services import game_findings
from ..services.game_findings import AnalysedGame
from ..services.refusals import NotAccessible
from .drawing import PIECES, TappablePosition, Taps, words
from .forms import is_shown, show
from .secret_links import GAME, GameInUrl, session_blueprint
from .session.game_list import SHAPES, STEPS
from .table.build_table import piles_in

blueprint = session_blueprint("afterwards", f"{GAME}/afterwards")

_DONE = "done."
"""The stage of a page that shows all findings."""


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    """Look at a slice of the plays that are left, and draw what was found so far."""
    opened = place.access()
    if is_shown(opened, _DONE):
        return show(opened, "afterwards", dict, stage=_DONE)
    game = game_findings.advance(opened, place.game_id)

    def facts() -> dict[str, object]:
        names = _names_of(game)
        return {
            "game": game,
            "names": names,
            "chart": draw_expected(game, names),
            "progress": "" if game.done else progress_text(len(game.findings), game.plays),
            "seats": [_dear_plays(game, seat, names) for seat in range(len(names))],
            "not_judged": not_judged_texts(
                [(game.record.index(each.seq), each.why) for each in game.findings if each.why]
            ),
        }

    stage = _DONE if game.done else f"{len(game.findings)}."
    return show(opened, "afterwards", facts, stage=stage)


@blueprint.get("/<number:seq>")
def try_again(place: GameInUrl, seq: int) -> str:
    """Ask for the card of a play anew, in its position and with the hand of its player; a card in
    the query is answered."""
    game = game_findings.read(place.access(), place.game_id)
    finding = game.finding(seq)
    if finding is None or finding.best is None:
        raise NotAccessible
    names, index = _names_of(game), game.record.index(seq)
    hand = game.record.hand(index) or ()
    texts = [write_card(card) for card in hand]
    tapped = next((text for text in words(PIECES) if text in texts), "")
    play = _dear_play(game, finding, names)
    return render_template(
        "afterwards/try_again.html",
        game=game,
        names=names,
        play=play,
        before=game.record.events[index].before,
        hand=TappablePosition(hand=Taps(texts).of_cards(hand), choices=texts, one_tap=True),
        answer=tapped and _answer(play, tapped),
        piles_in=partial(piles_in, engine_with_builds(game.record.rules)),
    )


class TriedAgain(NamedTuple):
    """The answer to a card that somebody would play instead: its ``mark`` and a sentence."""

    mark: str
    text: str


def _answer(play: "DearPlay", tapped: str) -> TriedAgain:
    if tapped == write_card(play.better.card):
        return TriedAgain("right", tried_again_text(is_better=True))
    was_made = tapped == write_card(play.made.card)
    return TriedAgain("wrong", tried_again_text(is_better=False, was_made=was_made))


def _names_of(game: AnalysedGame) -> list[str]:
    """Return the players' names, or neutral words where the group names nobody."""
    if game.blames:
        return in_sentences(game.players)
    return nobodys_names(len(game.players), 0)


# --- dear plays -----------------------------------------------------------------------------------


class PlayPicture(NamedTuple):
    """A play in words, with its card from the hand."""

    card: Card
    text: str


@dataclass(frozen=True)
class DearPlay:
    """A play as a page draws it: it and the better one in words and with their cards, what it cost
    and why; ``index`` is its number in the replay. ``is_best``: no other was better."""

    seq: int
    index: int
    seat: int
    made: PlayPicture
    better: PlayPicture
    is_best: bool
    loss: str
    why: str

    @property
    def replay(self) -> str:
        """Return the URL of the play in the replay."""
        return url_for("table.replay", index=self.index)

    @property
    def again(self) -> str:
        """Return the URL of the page that asks for another play."""
        return url_for("afterwards.try_again", seq=self.seq)


class SeatPlays(NamedTuple):
    """The dearest plays of a seat."""

    name: str
    plays: Sequence[DearPlay]


def _dear_plays(game: AnalysedGame, seat: int, names: Sequence[str]) -> SeatPlays:
    found = map(game.finding, game.dearest.get(seat, ()))
    return SeatPlays(
        names[seat], [_dear_play(game, finding, names) for finding in found if finding]
    )


def _dear_play(game: AnalysedGame, finding: Finding, names: Sequence[str]) -> DearPlay:
    record, index = game.record, game.record.index(finding.seq)
    best = finding.play if finding.best is None else finding.best
    before = record.events[index].before
    assert before is not None  # a play was made

    def picture(play: Play) -> PlayPicture:
        played = Played(play)
        text = play_text(record.engine, before, played, finding.seat, names)
        return PlayPicture(played.card, sentence(text))

    is_best = best == finding.play
    made, better = effect_of(record, index, finding.play), effect_of(record, index, best)
    return DearPlay(
        seq=finding.seq,
        index=index,
        seat=finding.seat,
        made=picture(finding.play),
        better=picture(best),
        is_best=is_best,
        loss=loss_text(finding),
        why=""
        if is_best
        else why_text(made, better, advantages(record.rules, made, better), names),
    )


# --- the line of expected points ------------------------------------------------------------------

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 30, 12, 10, 20
MOST_LEVELS = 6

Points = tuple[tuple[float, float], ...]
"""Points of a drawing: across and down."""


@dataclass(frozen=True)
class ExpectedLine:
    """The line of those who score together, told apart by ``style`` and ``shape`` as in the chart
    of a session. ``band`` is the outline of the intervals; ``first`` and ``last`` are the points
    foreseen before the first play and after the last one looked at, as texts."""

    name: str
    style: int
    shape: str
    points: Points
    band: Points
    first: str
    last: str


class ExpectedChart(NamedTuple):
    """The lines; ``levels`` are points with their heights, ``deals`` numbers with the places where
    these deals begin."""

    lines: Sequence[ExpectedLine]
    levels: Sequence[tuple[int, float]]
    deals: Sequence[tuple[int, float]]


class _Foreseen(NamedTuple):
    """The points that a seat could expect at a time, with the half width of their interval."""

    points: float
    margin: float

    @property
    def span(self) -> tuple[float, float]:
        """Return both ends of the interval."""
        return self.points - self.margin, self.points + self.margin


def draw_expected(game: AnalysedGame, names: Sequence[str]) -> ExpectedChart | None:
    """Return the chart of the points that each seat could expect through the game; None before a
    play was looked at."""
    if not game.findings:
        return None
    record = game.record
    groups = record.rules.sheet.scored_together(sides(record.players, record.teams))
    courses = [_course(game, seats[0]) for seats in groups]
    scale = _scale([end for course in courses for each in course for end in each.span], game.plays)
    lines = [
        _line(" & ".join(names[seat] for seat in seats), place, course, scale)
        for place, (seats, course) in enumerate(zip(groups, courses, strict=True))
    ]
    return ExpectedChart(lines, scale.levels, _deals(game, scale))


def _course(game: AnalysedGame, seat: int) -> list[_Foreseen]:
    """Return what a seat could expect before the first play and after each."""
    steps = [(game.before, game.findings[0].margins)]
    steps += [(finding.expected, finding.margins) for finding in game.findings]
    return [_Foreseen(points[seat], margins[seat] if margins else 0) for points, margins in steps]


def _line(name: str, place: int, course: Sequence[_Foreseen], scale: "_Scale") -> ExpectedLine:
    lower, upper = zip(*(each.span for each in course), strict=True)
    outline = [*enumerate(upper), *reversed(list(enumerate(lower)))]
    return ExpectedLine(
        name=name,
        style=place % len(SHAPES),
        shape=SHAPES[place % len(SHAPES)],
        points=tuple(scale.point(at, each.points) for at, each in enumerate(course)),
        band=tuple(scale.point(at, points) for at, points in outline),
        first=average(course[0].points),
        last=average(course[-1].points),
    )


class _Scale(NamedTuple):
    """The scale of a chart from ``bottom`` to ``top`` points in steps, for so many plays."""

    bottom: int
    top: int
    step: int
    plays: int

    def point(self, at: int, points: float) -> tuple[float, float]:
        """Return the place of points after so many plays."""
        across = LEFT + at * (WIDTH - LEFT - RIGHT) / self.plays
        return round(across, 1), self.height(points)

    def height(self, points: float) -> float:
        """Return the height at which points are drawn."""
        share = (self.top - points) / (self.top - self.bottom)
        return round(TOP + share * (HEIGHT - TOP - BOTTOM), 1)

    @property
    def levels(self) -> list[tuple[int, float]]:
        """Return the levels with their heights."""
        return [(each, self.height(each)) for each in range(self.bottom, self.top + 1, self.step)]


def _scale(points: Sequence[float], plays: int) -> _Scale:
    """Return the scale that has room for all of these points."""
    lowest, highest = min(0, *points), max(points)
    wanted = (highest - lowest) / MOST_LEVELS
    step = next((step for step in (1, 2, *STEPS) if step >= wanted), STEPS[-1])
    bottom = floor(lowest / step) * step
    return _Scale(bottom, max(ceil(highest / step) * step, bottom + step), step, plays)


def _deals(game: AnalysedGame, scale: _Scale) -> list[tuple[int, float]]:
    """Return each deal that was looked at, with the place of its first play."""
    first: dict[int, int] = {}
    for at, finding in enumerate(game.findings):
        before = game.record.events[game.record.index(finding.seq)].before
        if before is not None:
            first.setdefault(before.deal, at)
    return [(deal, scale.point(at, 0)[0]) for deal, at in first.items()]
