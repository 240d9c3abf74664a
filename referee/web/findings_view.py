"""Drawings of the game afterwards: the line of expected points, the plays that cost most, and a
play that is asked for anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from ..languages import average, sentence
from ..messages.play_analysis import (
    loss_text,
    not_judged_texts,
    progress_text,
    tried_again_text,
    which_card_text,
    why_text,
)
from ..messages.table_events import own_play_text, play_text
from ..rules.cards import Card, Cards
from ..rules.games.casino.followed.followed_game import engine_with_builds
from ..rules.log.record import Record
from ..rules.notation import write_card
from ..rules.playing.game_analysis import Finding
from ..rules.playing.play_effects import advantages, effect_of
from ..rules.plays import Play, Played
from ..rules.seating import sides
from ..services.log_analysis import PlaysAnalysis
from .drawing import CHART_SHAPES, CHART_STEPS, PIECES, TappablePosition, Taps, piles_in, words


def facts_of(
    game: PlaysAnalysis,
    names: Sequence[str],
    links_of: LinksOf,
    you: int | None = None,
    signs: Sequence[int] | None = None,
) -> dict[str, object]:
    """Return what the page of an analysis draws, with these names of the seats; ``you`` is the seat
    of the reader, if there is one. Lines have the ``signs`` of their seats, in turn without."""
    return {
        "game": game,
        "names": names,
        "chart": draw_expected(game, names, signs or range(len(names))),
        "progress": "" if game.done else progress_text(len(game.findings), game.plays),
        "seats": dear_plays(game, names, links_of, you),
        "not_judged": not_judged_texts(
            [(game.record.index(each.seq), each.why) for each in game.findings if each.why]
        ),
    }


class PlayPicture(NamedTuple):
    """A play in words, with its card from the hand."""

    card: Card
    text: str


class PlayLinks(NamedTuple):
    """URLs of a play in the replay of its game, and of a page that asks for another play; "" for
    none."""

    replay: str
    again: str


@dataclass(frozen=True)
class DearPlay:
    """A play as a page draws it: it and the better one in words and with their cards, what it cost
    and why; ``index`` is its number in the replay. ``is_best``: no other was better. ``links`` lead
    to its position."""

    seq: int
    index: int
    seat: int
    made: PlayPicture
    better: PlayPicture
    is_best: bool
    loss: str
    why: str
    links: PlayLinks


LinksOf = Callable[[Finding], PlayLinks]


class SeatPlays(NamedTuple):
    """The dearest plays of a seat."""

    name: str
    plays: Sequence[DearPlay]


def dear_plays(
    game: PlaysAnalysis, names: Sequence[str], links_of: LinksOf, you: int | None = None
) -> list[SeatPlays]:
    """Return the dearest plays of each seat so far."""
    found = {seat: map(game.finding, game.dearest.get(seat, ())) for seat in range(len(names))}
    return [
        SeatPlays(
            name,
            [
                dear_play(game.record, each, names, links_of(each), you)
                for each in found[seat]
                if each
            ],
        )
        for seat, name in enumerate(names)
    ]


def dear_play(
    record: Record,
    finding: Finding,
    names: Sequence[str],
    links: PlayLinks,
    you: int | None = None,
) -> DearPlay:
    """Return a play as a page draws it; ``you`` is the seat of the reader, if there is one."""
    index = record.index(finding.seq)
    best = finding.play if finding.best is None else finding.best
    before = record.events[index].before
    assert before is not None  # a play was made

    def picture(play: Play) -> PlayPicture:
        played = Played(play)
        if finding.seat == you:
            text = own_play_text(record.engine, before, played, finding.seat, names)
        else:
            text = play_text(record.engine, before, played, finding.seat, names, you)
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
        else why_text(made, better, advantages(record.rules, made, better), names, you),
        links=links,
    )


# --- a play that is asked for anew ----------------------------------------------------------------


class TriedAgain(NamedTuple):
    """The answer to a card that somebody would play instead: its ``mark`` and a sentence."""

    mark: str
    text: str


def asked_again(
    record: Record, play: DearPlay, hand: Cards, names: Sequence[str], you: int | None = None
) -> dict[str, object]:
    """Return what the page draws that asks for a play anew, in its position and with the ``hand``
    of its player; a card in the query is answered."""
    texts = [write_card(card) for card in hand]
    tapped = next((text for text in words(PIECES) if text in texts), "")
    return {
        "names": names,
        "play": play,
        "you": you,
        "question": which_card_text(play.seat, names, you),
        "before": record.events[play.index].before,
        "hand": TappablePosition(hand=Taps().of_cards(hand), choices=texts, one_tap=True),
        "answer": tapped and _answer(play, tapped),
        "piles_in": partial(piles_in, engine_with_builds(record.rules)),
        "record": record,
    }


def _answer(play: DearPlay, tapped: str) -> TriedAgain:
    if tapped == write_card(play.better.card):
        return TriedAgain("right", tried_again_text(is_better=True))
    was_made = tapped == write_card(play.made.card)
    return TriedAgain("wrong", tried_again_text(is_better=False, was_made=was_made))


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


def draw_expected(
    game: PlaysAnalysis, names: Sequence[str], signs: Sequence[int]
) -> ExpectedChart | None:
    """Return the chart of the points that each seat could expect through the game, with the signs
    of the seats; None before a play was looked at."""
    if not game.findings:
        return None
    record = game.record
    groups = record.rules.sheet.scored_together(sides(record.players, record.teams))
    courses = [_course(game, seats[0]) for seats in groups]
    scale = _scale([end for course in courses for each in course for end in each.span], game.plays)
    lines = [
        _line(" & ".join(names[seat] for seat in seats), signs[seats[0]], course, scale)
        for seats, course in zip(groups, courses, strict=True)
    ]
    return ExpectedChart(lines, scale.levels, _deals(game, scale))


def _course(game: PlaysAnalysis, seat: int) -> list[_Foreseen]:
    """Return what a seat could expect before the first play and after each."""
    steps = [(game.before, game.findings[0].margins)]
    steps += [(finding.expected, finding.margins) for finding in game.findings]
    return [_Foreseen(points[seat], margins[seat] if margins else 0) for points, margins in steps]


def _line(name: str, sign: int, course: Sequence[_Foreseen], scale: _Scale) -> ExpectedLine:
    lower, upper = zip(*(each.span for each in course), strict=True)
    outline = [*enumerate(upper), *reversed(list(enumerate(lower)))]
    return ExpectedLine(
        name=name,
        style=sign % len(CHART_SHAPES),
        shape=CHART_SHAPES[sign % len(CHART_SHAPES)],
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
    step = next((step for step in (1, 2, *CHART_STEPS) if step >= wanted), CHART_STEPS[-1])
    bottom = floor(lowest / step) * step
    return _Scale(bottom, max(ceil(highest / step) * step, bottom + step), step, plays)


def _deals(game: PlaysAnalysis, scale: _Scale) -> list[tuple[int, float]]:
    """Return each deal that was looked at, with the place of its first play."""
    first: dict[int, int] = {}
    for at, finding in enumerate(game.findings):
        before = game.record.events[game.record.index(finding.seq)].before
        if before is not None:
            first.setdefault(before.deal, at)
    return [(deal, scale.point(at, 0)[0]) for deal, at in first.items()]
