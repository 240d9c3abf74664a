"""JSON of plays that a player chose, and of the analysis of a finished game."""

from collections.abc import Sequence

from marshmallow import fields, missing

from ..rules.log.record import Record
from ..rules.notation import write_settled_play
from ..rules.playing.game_analysis import Finding, NotJudged, dearest
from ..rules.playing.players import ChosenPlay, Level
from ..rules.plays import Capture, Play, played_in
from ..shapes import (
    Cards,
    CardText,
    Code,
    JsonField,
    ListOf,
    MapOf,
    ObjectOf,
    Shape,
    Switch,
    Text,
    Values,
    Whole,
)

PLAYS_DEFAULT, MOST_PLAYS = 25, 50
"""The numbers of plays in an answer."""


class RoundedPoints(JsonField, fields.Float):
    """Points, rounded to hundredths, so that every machine writes the same digits."""

    def write(self, value: float) -> object:
        return round(value, 2) + 0.0  # no negative zero


class ChosenPlaySchema(Shape):
    """A play as an entry of a log has it: a card with what it captures or, where cards are built
    up, a whole turn."""

    card = CardText(required=False)
    captured = Cards(required=False)
    turn = Text(required=False)


def play_values(record: Record, play: Play) -> Values:
    """Return a play in the shape of :class:`ChosenPlaySchema`, as an entry of this log has it."""
    if not record.engine.BY_CARD:
        return {"card": missing, "captured": missing, "turn": write_settled_play(play)}
    captured = [card for step in play if isinstance(step, Capture) for card in step.captured]
    return {"card": played_in(play)[0], "captured": sorted(captured), "turn": missing}


class AlternativeSchema(Shape):
    """A play with the points that the mover can expect from it, in an interval of 95 %."""

    play = ObjectOf(ChosenPlaySchema)
    points = RoundedPoints()
    low = RoundedPoints()
    high = RoundedPoints()
    deals = Whole()


class ChoiceSchema(Shape):
    """A chosen play. ``exact``: it was solved, not sampled. ``alternatives`` are the best first;
    a simple player has none."""

    play = ObjectOf(ChosenPlaySchema)
    exact = Switch()
    seed = Text()
    alternatives = ListOf(ObjectOf(AlternativeSchema), required=False)


def choice_of(record: Record, choice: ChosenPlay, seed: str, level: Level) -> Values:
    """Return a choice in the shape of :class:`ChoiceSchema`."""
    alternatives = [
        AlternativeSchema.values(each, play=play_values(record, each.play))
        for each in choice.alternatives
    ]
    return {
        "play": play_values(record, choice.play),
        "exact": choice.exact,
        "seed": seed,
        "alternatives": missing if level is Level.SIMPLE else alternatives,
    }


class FindingSchema(Shape):
    """The judgement of one play: the best that could be known by who made it, and what the play
    cost beside it, in an interval of 95 %; or ``why`` it is not judged."""

    seq = Whole()
    seat = Whole()
    play = ObjectOf(ChosenPlaySchema)
    judged = Switch()
    why = Code(NotJudged, required=False)
    best = ObjectOf(ChosenPlaySchema, required=False)
    loss = RoundedPoints(required=False)
    low = RoundedPoints(required=False)
    high = RoundedPoints(required=False)
    deals = Whole(required=False)


class AnalysisSchema(Shape):
    """The judgement of plays of a finished game. ``dearest`` has at most three plays of each seat
    by ``seq``, the dearest first; ``expected`` the points of each seat at the end as foreseen
    before the first play and after each. Both are of all plays so far. ``next`` is the number of
    the play with which to go on."""

    plays = ListOf(ObjectOf(FindingSchema))
    dearest = MapOf(ListOf(Whole()))
    expected = ListOf(ListOf(RoundedPoints()))
    next = Whole()
    done = Switch()


def analysis_of(
    record: Record,
    before: Sequence[float],
    found: Sequence[Finding],
    start: int,
    *,
    done: bool,
) -> Values:
    """Return the findings of all plays so far in the shape of :class:`AnalysisSchema`, the plays
    themselves from the one at index ``start`` on. ``before`` are the points foreseen at the
    beginning."""
    dear = dearest(found, record.players)
    return {
        "plays": [_finding(record, each) for each in found[start:]],
        "dearest": {str(seat): seqs for seat, seqs in dear.items()},
        "expected": [before, *(each.expected for each in found)],
        "next": len(found),
        "done": done,
    }


def _finding(record: Record, finding: Finding) -> Values:
    play = play_values(record, finding.play)
    if finding.best is None:
        lacking = dict.fromkeys(("best", "loss", "low", "high", "deals"), missing)
        return FindingSchema.values(finding, play=play, **lacking)
    best = play_values(record, finding.best)
    return FindingSchema.values(finding, play=play, best=best, why=missing)
