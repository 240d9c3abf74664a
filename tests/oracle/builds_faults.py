"""Faults of captures and builds, and duties to capture (api-casino, Reasons; F1 to F6)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

from tests.oracle import casino_family

from .builds_notation import Build, Game, Unit, bare, divisions, rank_of, unit_of
from .builds_turn_state import Places, State, builds_at, held, latest, loose_at, own, tops_at


def casino_take_fault(
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


def casino_form_fault(
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
    return _casino_raise_fault(game, ways) if things and not game.builds_are_cards else None


def _casino_raise_fault(game: Game, ways: list[list[list[Unit]]]) -> str | None:
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


def pile_fault(game: Game, state: State, places: Places, take: bool) -> str | None:
    """Return the fault of cards of piles, however the rest is divided (reason 4), or None."""
    # Lesotho's partner has a pile of his own, and its top may be used (F5).
    if any(pile == game.pile(0) for pile, _ in places.tops):
        return "pile_own"
    # In Swazi the next card is top when the first is in a finished set (F3.4); never in a take.
    chains = game.swazi and not take
    if any(
        depth > 0 and not (chains and (pile, depth - 1) in places.tops)
        for pile, depth in places.tops
    ):
        return "pile_top_only"
    if not places.tops or (take and not game.swazi) or (game.swazi and not take):
        return None
    if take:
        return "pile_augment_only"
    # Game African: one top, into the own side's build only.
    return "pile_two_in_set" if len(places.tops) > 1 else None


def take_fault(
    game: Game, state: State, card: str, value: int | None, places: Places
) -> str | None:
    """Return why a card at this value does not take exactly these (reasons 4 and 5), or None."""
    fault = pile_fault(game, state, places, take=True)
    if fault is not None:
        return fault
    # Tops count like loose cards (F6.3).
    loose = [*loose_at(state, places), *map(bare, tops_at(state, places))]
    builds = builds_at(state, places)
    if game.name == "kasino":
        left = loose_at(state, Places(frozenset(range(len(state.loose))) - places.loose))
        values = game.played_values(card)
        fault = casino_family.take_fault(game.house, values, value, loose, left)
    else:
        fault = casino_take_fault(game, card, value, loose, builds)
    if fault is None and places.tops and value is not None:
        fault = _top_taken_fault(game, state, value, places)
    if fault == "picture_one" and not game.anglo and "one_picture" not in game.house:
        # All of one rank: a picture takes them all (F5).
        return None
    return "bad_take" if fault == "bad_sum" else fault


def _top_taken_fault(game: Game, state: State, value: int, places: Places) -> str | None:
    """Return the fault of the tops of a take whose numbers fit (variants 9.2), or None."""
    units = [unit_of(game, card) for card in loose_at(state, places)]
    tops = tops_at(state, places)
    ways = _divisions(game, [*units, *(Unit((t,), game.number(bare(t))) for t in tops)], value)
    if "no_top_sums" in game.house:
        ways = [way for way in ways if all(len(g) == 1 for g in way if _tops_of(g))]
        if not ways:
            return "bad_sum"
    base = bool(places.builds) or any(not _tops_of(group) for way in ways for group in way)
    return "no_base" if "top_needs_base" in game.house and not base else None


def form_fault(
    game: Game, state: State, card: str | None, value: int, places: Places
) -> str | None:
    """Return why these do not make a build of this value (reasons 4 and 6), or None.

    The card is the one from the hand, None for a form without one; `state` is without it.
    """
    fault = pile_fault(game, state, places, take=False)
    if fault is not None:
        return fault
    builds = builds_at(state, places)
    if game.anglo:
        return casino_form_fault(game, card, value, loose_at(state, places), builds)
    if places.tops and not game.swazi and not _own_side_grows(game, value, builds):
        return "no_base"
    loose, tops = loose_at(state, places), tops_at(state, places)
    named = [*loose, *map(bare, tops), *([] if card is None else [card])]
    general = _general_fault(game, state, card, value, builds, named)
    # A build keeps its groups where its value stays; else it is in one group, as one thing.
    changed = [Unit(build.cards, build.value, build=True) for build in builds]
    changed = [thing for thing in changed if thing.number != value]
    units = [unit_of(game, other) for other in loose] + changed
    units += [] if card is None else [unit_of(game, card)]
    top_units = [Unit((top,), game.number(bare(top))) for top in tops]
    played = None if card is None else units[-1]
    ways = list(_divisions(game, [*units, *top_units], value))
    # Nothing added to a build, or a single card, is no build (ours).
    count = len(named) + sum(len(build.cards) for build in builds)
    if not ways or not named or count < 2:
        return general or "bad_sum"
    faults = []
    for way in ways:
        fault = _top_fault(state, way, new=not builds, played=played) or general
        fault = fault or _change_fault(game, way, played, bool(loose))
        if fault is None:
            return None
        faults.append(fault)
    return latest(faults)


def _divisions(game: Game, units: Sequence[Unit], value: int) -> list[list[list[Unit]]]:
    """Return all divisions; a top's mark does not make it another card."""
    plain = [Unit(tuple(map(bare, unit.cards)), unit.number, unit.build) for unit in units]
    return [
        [[units[_place(plain, unit)] for unit in group] for group in way]
        for way in divisions(game, plain, value)
    ]


def _place(units: Sequence[Unit], unit: Unit) -> int:
    """Return where this very unit stands."""
    return next(i for i, one in enumerate(units) if one is unit)


def _own_side_grows(game: Game, value: int, builds: Sequence[Build]) -> bool:
    """Return whether it is an addition to one build of the mover's side, and nothing else."""
    return len(builds) == 1 and builds[0].value == value and game.side(builds[0].keeper)


def _general_fault(
    game: Game,
    state: State,
    card: str | None,
    value: int,
    builds: Sequence[Build],
    named: Sequence[str],
) -> str | None:
    """Return the fault that any division has (reason 6 but the sums), or None."""
    no_number = game.name == "lesotho-casino" and 11 <= value <= 13
    if no_number or any(game.picture(other) for other in named):
        return "picture_no_number"
    raised = [build for build in builds if build.value != value]
    if len(builds) > 1 and not _merges(game, card, value, builds):
        return "no_merge"
    if raised:
        return _raise_fault(game, raised)
    # What is added to an opponent's build must be taken by a hand card that is still to come.
    theirs = [b for b in builds if b.value == value and not game.side(b.keeper)]
    may_be_taken = game.swazi and card is None and state.card is None
    if theirs and not any(_can_be_taken(game, state, build) for build in theirs):
        return "augment_not_yours"
    return "augment_not_yours" if theirs and not may_be_taken else None


def _can_be_taken(game: Game, state: State, build: Build) -> bool:
    """Return whether the mover may have a card that takes this build."""
    rank = game.holder(build.value)
    return rank is not None and held(game, state, rank) > 0


def _raise_fault(game: Game, raised: Sequence[Build]) -> str | None:
    """Return the fault of builds that may not be changed, or None."""
    if any(build.multiple for build in raised):
        return "raise_multiple"
    if "no_raise" in game.house:
        return "no_raise"
    return "raise_own_side" if any(game.side(build.keeper) for build in raised) else None


def _merges(game: Game, card: str | None, value: int, builds: Sequence[Build]) -> bool:
    """Return whether the hand card changes an opponent's simple build to the value of a build of
    the mover's side."""
    if card is None or len(builds) != 2:
        return False
    added = unit_of(game, card).number
    return any(
        one.value == value
        and game.side(one.keeper)
        and not other.multiple
        and not game.side(other.keeper)
        and added is not None
        and other.value + added == value
        for one, other in (builds, tuple(reversed(builds)))
    )


def _tops_of(unit_group: Sequence[Unit]) -> list[str]:
    """Return the tops in a group."""
    return [unit.cards[0] for unit in unit_group if not unit.build and "^" in unit.cards[0]]


def _top_fault(
    state: State, way: Sequence[Sequence[Unit]], new: bool, played: Unit | None
) -> str | None:
    """Return the fault of the tops in this division (Swazi and Lesotho), or None."""
    tops = {id(group): _tops_of(group) for group in way}
    if not any(tops.values()):
        return None
    groups = [[_pile_of(top) for top in named] for named in tops.values()]
    two = any(len(set(piles)) < len(piles) for piles in groups)
    if not two and not _one_by_one(state, list(tops.values())):
        return "pile_top_only"
    if any(tops[id(group)] and any(unit.build for unit in group) for group in way):
        return "pile_augment_only"
    if two:
        return "pile_two_in_set"
    # The base lies there: a loose card, or a simple build with one in it (F3.4 S2, S4 ii).
    base = any(not tops[id(group)] and any(unit is not played for unit in group) for group in way)
    return "no_base" if new and not base else None


def _pile_of(top: str) -> str:
    return top.partition("^")[2]


def _one_by_one(state: State, groups: Sequence[Sequence[str]]) -> bool:
    """Return whether the groups can be finished one after the other, each from what is then on top.

    No group has two cards of one pile.
    """
    piles = {str(i): list(pile) for i, pile in enumerate(state.piles)}
    left = [list(group) for group in groups if group]
    while left:
        ready = [
            group for group in left if all(piles[_pile_of(top)][0] == bare(top) for top in group)
        ]
        if not ready:
            return False
        for top in ready[0]:
            piles[_pile_of(top)].pop(0)
        left.remove(ready[0])
    return True


def _change_fault(
    game: Game, way: Sequence[Sequence[Unit]], played: Unit | None, loose: bool
) -> str | None:
    """Return the fault of the group whose value changes, or None.

    Only the hand card changes it; Swazi and Lesotho let other groups come along.
    """
    changed = [group for group in way if any(unit.build for unit in group)]
    if not changed:
        return None
    if not game.swazi and loose:
        return "raise_table_card"
    right = all(len(group) == 2 and any(u is played for u in group) for group in changed)
    return None if right else "raise_table_card"


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
