"""Faults of a take, and in Casino of a build (api-casino, Reasons 5 and 6; F1.4, F2)."""

from collections.abc import Sequence

from tests.oracle.builds_notation import Build, Game, Unit, divisions, rank_of, unit_of


def take_fault(
    game: Game, card: str, value: int | None, loose: Sequence[str], builds: Sequence[Build]
) -> str | None:
    """Return why a card at this value does not take exactly these (reason 5), or None."""
    others = [other for other in loose if rank_of(other) != rank_of(card)]
    alone = len(loose) == 1 and not builds
    as_cards = [build for build in builds if game.builds_are_cards and not build.multiple]
    pictures = [other for other in (card, *loose) if game.picture(other)]
    # A simple build that counts as a card is one of another rank than a picture.
    if pictures and ((others and not alone) or (game.picture(card) and as_cards)):
        return "picture_no_number"
    if (others and alone) or (not builds and _all_larger(game, value, loose)):
        return "no_match"
    if game.picture(card) and not builds and not _pictures_allowed(game, len(loose)):
        return "picture_one"
    if any(build.value != value and build not in as_cards for build in builds):
        return "build_value"
    if value is None:
        return None
    units = [unit_of(game, other) for other in loose]
    units += [Unit(build.cards, build.value, build=True) for build in as_cards]
    return None if any(True for _ in divisions(game, units, value)) else "bad_sum"


def _pictures_allowed(game: Game, count: int) -> bool:
    """Return whether a picture takes so many of its rank (variants 3)."""
    three = count == 3 and "three_pictures" in game.house
    return count < 2 or three or "pictures_take_all" in game.house


def _all_larger(game: Game, value: int | None, loose: Sequence[str]) -> bool:
    """Return whether each loose card is larger than the value of the card that takes."""
    numbers = [game.number(card) for card in loose]
    return value is not None and all(number is not None and number > value for number in numbers)


def form_fault(
    game: Game, card: str | None, value: int, loose: Sequence[str], builds: Sequence[Build]
) -> str | None:
    """Return why these do not make a build of this value (reason 6), or None.

    The card is the one from the hand, None for a form from the table alone.
    """
    added = [*loose] if card is None else [card, *loose]
    cards = [*added, *(other for build in builds for other in build.cards)]
    if any(game.picture(other) for other in cards) or (not game.royal and 11 <= value <= 13):
        return "picture_no_number"
    whole = [build for build in builds if build.multiple or not game.builds_are_cards]
    if len(whole) > 1:
        return "no_merge"
    if any(build.multiple and build.value != value for build in builds):
        return "raise_multiple"
    # Nobody changes the value of a build of their own (variants 7).
    changed = [build for build in builds if build.value != value]
    if "no_raise_own" in game.house and any(build.keeper == 0 for build in changed):
        return "raise_own_side"
    # A build keeps its groups where its value stays; else it is in one group, as one thing.
    things = [build for build in builds if build not in whole or build.value != value]
    units = [unit_of(game, other) for other in added]
    units += [Unit(build.cards, build.value, build=True) for build in things]
    ways = list(divisions(game, units, value))
    if not ways or len(cards) < 2:
        return "bad_sum"
    # In the base game the only thing is a build that is raised.
    return _raise_fault(game, ways) if things and not game.builds_are_cards else None


def _raise_fault(game: Game, ways: list[list[list[Unit]]]) -> str | None:
    """Return the fault of each way to divide a raise; the first unit is the played card."""
    changed = [
        (group, division[0] is group)
        for division in ways
        for group in division
        if any(unit.build for unit in group)
    ]
    if "table_cards_may_raise" in game.house:
        return None if any(has_card for _, has_card in changed) else "raise_played_must_change"
    right = any(has_card and len(group) == 2 for group, has_card in changed)
    return None if right else "raise_table_card"
