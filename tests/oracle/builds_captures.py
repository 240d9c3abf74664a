"""Duties to capture (variants 6: `must_capture`, `must_capture_equal`)."""

from dataclasses import replace
from itertools import chain, combinations

from tests.oracle.builds_notation import Game, rank_of, unit_of
from tests.oracle.builds_pile_faults import take_fault
from tests.oracle.builds_turn_state import Places, State


def as_any_five(game: Game) -> Game:
    """Return the game without `five_of_spades`: that is a permission and never binds."""
    return replace(game, house=game.house - {"five_of_spades"})


def equals(game: Game, state: State, card: str, value: int | None) -> list[str]:
    """Return the loose cards that are worth a value of the card by themselves."""
    if value is None:
        return [other for other in state.loose if rank_of(other) == rank_of(card)]
    return [other for other in state.loose if game.worth([unit_of(game, other)], value)]


def could_take(game: Game, state: State) -> bool:
    """Return whether the played card should have taken something, or more (reason 9, last)."""
    game = as_any_five(game)
    if state.card is None or not {"must_capture", "must_capture_equal"} & game.house:
        return False
    values = game.played_values(state.card)
    if state.laid is not None:
        before = replace(state, loose=state.began[0], builds=state.began[1])
        alike = any(equals(game, before, state.laid, value) for value in values)
        if "must_capture_equal" in game.house and alike:
            return True
        return "must_capture" in game.house and _takes_something(game, before, state.laid)
    if "must_capture_equal" not in game.house or state.acts[-1] != "take":
        return False
    value = state.values[-1]
    left = equals(game, state, state.card, value)
    if value is None and game.picture(state.card) and "pictures_take_all" not in game.house:
        # One of three is left by nobody who may take all three; one of two is right.
        return "three_pictures" in game.house and len(left) == 2
    return bool(left)


def _takes_something(game: Game, state: State, card: str) -> bool:
    """Return whether this card takes anything."""
    loose, builds = range(len(state.loose)), range(len(state.builds))
    things = [("loose", at) for at in loose] + [("build", at) for at in builds]
    ways = chain.from_iterable(combinations(things, size) for size in range(1, len(things) + 1))
    return any(
        take_fault(game, state, card, value, _places(way)) is None
        for way in ways
        for value in game.played_values(card)
    )


def _places(way: tuple[tuple[str, int], ...]) -> Places:
    """Return loose cards and builds as places."""
    loose, builds = ({at for kind, at in way if kind == name} for name in ("loose", "build"))
    return Places(frozenset(loose), frozenset(builds))
