"""JSON of rulings in games of captures."""

from __future__ import annotations

from ..json_schema_base import Code, ListOf, ObjectOf, Shape, Switch, Text, Whole, With
from ..messages.capture_verdicts import ruling_text
from ..rules.games import refereed_by
from ..rules.games.krypkasino.card_values_and_points_type import CaptureRules
from ..rules.games.krypkasino.ruling import Ruling, Sweep
from ..rules.games.krypkasino.verdict import CaptureReason
from .notation_fields import Cards, CardText, Ranks


class HandPlaySchema(Shape):
    card = CardText()
    sweep = Code(Sweep)
    options_total = Whole(allow_none=True)
    points_least = Whole()


class HandSchema(Shape):
    must_play = Cards()
    plays = ListOf(ObjectOf(HandPlaySchema))


class OptionSchema(Shape):
    """A capture that a card may make."""

    captured = Cards(attribute="option.captured")
    groups = ListOf(Cards(), attribute="option.sets")
    left = Cards()
    set_aside = Cards()
    sweep = Code(Sweep)
    points = Whole(attribute="option.points")
    points_most = Whole(attribute="option.points_most")
    sets_up = Ranks()


class PlaySchema(Shape):
    card = CardText()
    value = Whole()
    creeps = Switch()
    options_total = Whole(allow_none=True)
    options_complete = Switch(read=lambda play: play.options_total is not None)
    options = ListOf(ObjectOf(OptionSchema), attribute="outcomes")


class VerdictSchema(Shape):
    """A verdict. ``legal`` is null where that depends on a hand that nobody showed: the play was
    legal unless a card of a rank in ``unless`` was in it."""

    legal = Switch(allow_none=True)
    reason = Code(CaptureReason)
    message = Text()
    rule = Text(attribute="clause", allow_none=True)
    missed = Cards()
    missing = ListOf(Cards())
    unless = Ranks()


class RulingSchema(Shape):
    game = Code(refereed_by(CaptureRules))
    table = Cards()
    set_aside = Cards()
    sweeps_for = Ranks()
    hand = ObjectOf(HandSchema, allow_none=True)
    play = ObjectOf(PlaySchema, allow_none=True)
    verdict = ObjectOf(VerdictSchema, allow_none=True)


def ruling_of(game: str, ruling: Ruling) -> With:
    """Return a ruling in the shape of :class:`RulingSchema`. The message of its verdict includes
    the price of a sweep."""
    verdict = ruling.verdict and With(ruling.verdict, message=ruling_text(ruling))
    return With(ruling, game=game, verdict=verdict)
