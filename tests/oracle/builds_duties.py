"""Duties of owners of builds (api-casino, Reasons 9; F6.3, variants 9.4)."""

from tests.oracle.builds_notation import Game
from tests.oracle.builds_turn_state import State, own


def duty_fault(game: Game, state: State) -> str | None:
    """Return the duty that is not met (reason 9), or None."""
    if game.anglo:
        free = "may_trail_with_build" in game.house or not state.owned
        return "must_act_on_build" if not free and state.acts == ("lay",) else None
    if not game.swazi:
        second_ten = game.players == 2 and game.deal == 2
        free = second_ten or "second_build" in game.house
        barred = {"lay": lay_barred(game), "new": not free, "raise": not free}
        acts = [act for act in state.acts if barred.get(act, False)]
        return "owner_add_or_take" if state.owned and acts else None
    if game.first_phase and state.laid is not None and own(state):
        return "no_lay_with_build"
    return "one_build_max" if game.one_build and len(own(state)) > 1 else None


def lay_barred(game: Game) -> bool:
    """Return whether South African Casino bars an owner from laying (F6.3, variants 9.4)."""
    return game.deal == 1 if game.players == 2 else "lay_in_one_deal" not in game.house
