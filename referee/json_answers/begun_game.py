"""JSON of a game that was just begun, with what its dealer needs."""

from __future__ import annotations

from functools import partial

from ..json_schema_base import Code, ListOf, ObjectOf, Shape, Whole, With
from ..services.begin_and_discard_game import BegunGame

StateCode = partial(Code, ["open", "playing", "finished"])


class DealPlanSchema(Shape):
    first_hand = ListOf(Whole())
    table = ListOf(Whole())
    later_hands = ListOf(Whole())
    deals = Whole()


class GameBegunSchema(Shape):
    """A game that was just begun, with what its dealer needs."""

    number = Whole()
    dealer = Whole()
    state = StateCode()
    deal_plan = ObjectOf(DealPlanSchema)


def game_begun_of(game: BegunGame) -> With:
    """Return a game that was just begun in the shape of :class:`GameBegunSchema`."""
    return With(game, number=game.game_id.number, state="open", deal_plan=game.plan)
