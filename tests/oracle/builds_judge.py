"""Turns judged by brute force (api-casino, Reasons; F1 to F6).

A claim is tried in every way in which it can be meant; each way is judged by itself. A way that
is legal counts, or else the one that fails latest.

Readings of what the rules leave open:

- An opponent's build that was added to and is not taken by the hand card: `augment_not_yours`, the
  step at fault being the one that played the hand card otherwise (then the take can come no more).
- A base (F3.4) is a group without a top that has a card from the table: the played card alone is
  none, though another card of its value would be.
- What hangs on groups (two cards of a pile in one, no base, a top in the group that is changed) is
  asked only of cards that can be divided; others are `bad_sum`, or what is wrong with the builds.
- A laid card is a loose one: a later step may build with it, and then no take is
  demanded of it.
- In Game African the duty of an owner forbids a merge too, unless a second build is allowed; the
  partner's build counts as own for adding, but does not make the mover an owner.
- A form that names a whole build and adds nothing is `bad_sum`.
- `@2` says that the partner asked for a build of the mover's own (F3.7) where a card that could
  take it goes into it. On any other form that is no new build it changes nothing: who owns a build
  that is added to or changed does not hang on what is written then. A changed one needs a card of
  the mover's own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from tests.oracle.builds_notation import (
    Build,
    BuildClaim,
    Game,
    Group,
    Step,
    bare,
    build_key,
    first_division,
    in_order,
    rank_of,
    suit_of,
)
from tests.oracle.builds_turn_state import (
    Outcome,
    Places,
    State,
    Verdict,
    build_readings,
    builds_at,
    cards_matched,
    enough,
    held,
    knows_top,
    loose_at,
    matchings,
    needed,
    own,
    play_from_hand,
    tops_at,
    whole,
    without,
)

from .builds_faults import could_take, duty_fault, form_fault, take_fault

NONE = frozenset[str]()


def among(build: Build, builds: Sequence[Build]) -> bool:
    """Return whether this very build is one of them."""
    return any(build is other for other in builds)


def take(game: Game, state: State, card: str, value: int | None, places: Places) -> Outcome:
    """Return the card takes what lies at these places."""
    fault = take_fault(game, state, card, value, places)
    if fault is not None:
        return fault
    builds = builds_at(state, places)
    borrowed = tuple(build for build in state.borrowed if not among(build, builds))
    if borrowed:
        return "not_taken"
    captured = [*loose_at(state, places), *map(bare, tops_at(state, places))]
    captured += [other for build in builds for other in build.cards]
    values = game.played_values(card)
    after = without(state, places)
    return replace(
        after,
        piles=with_captured(game, after.piles, card, captured),
        acts=(*state.acts, "take"),
        card=card,
        borrowed=(),
        values=(*state.values, value),
        entitled=tuple(v for v in values if take_fault(game, state, card, v, places) is None),
    )


def with_captured(
    game: Game, piles: tuple[Group, ...], card: str, captured: Sequence[str]
) -> tuple[Group, ...]:
    """Return the piles when the mover has put down what he took: what is known of his (F3.3, F5,
    F6.2)."""
    mine = game.pile(0)
    known: Group = (card,)
    if "capturer_on_top" not in game.house and not game.swazi:
        # Lowest on top; of equals the first in card order (ours: they may lie in any order).
        known = in_order([card, *captured])
    elif game.picture(card):
        # Under the numbers, above the pictures; where nothing is known, nothing is known.
        under = piles[mine]
        known = (card,) if under and game.picture(under[0]) else under[:1]
    return tuple(known if i == mine else pile for i, pile in enumerate(piles))


def lay(state: State, card: str, values: tuple[int | None, ...]) -> Outcome:
    """Return the card becomes a loose one."""
    if state.borrowed:
        return "not_taken"
    return replace(
        state,
        loose=in_order((*state.loose, card)),
        acts=(*state.acts, "lay"),
        card=card,
        laid=card,
        entitled=values,
    )


def form(
    game: Game, state: State, card: str | None, value: int, places: Places, seat: int | None = None
) -> Outcome:
    """Return the card, or none, makes a build of what lies at these places (reasons 4, 6 and 7)."""
    fault = form_fault(game, state, card, value, places)
    if fault is not None:
        return fault
    builds = builds_at(state, places)
    borrowed = [build for build in state.borrowed if not among(build, builds)]
    due = bool(borrowed) and card is not None
    grown = next((build for build in builds if build.value == value), None)
    raised = any(build.value != value for build in builds)
    proof = game.pairs and seat == 2 and not builds
    request = seat == 2 and not raised and asked(game, card, value, grown)
    # In Casino whoever adds to a build keeps it (F1.4).
    keeper = 0 if grown is None or game.anglo else grown.keeper
    keeper = 2 if proof or request else keeper
    cards = [*loose_at(state, places), *map(bare, tops_at(state, places))]
    cards += [other for build in builds for other in build.cards]
    groups = first_division(game, cards if card is None else [*cards, card], value)
    assert groups is not None
    formed = Build(value, groups, keeper)
    if not game.side(keeper):
        borrowed.append(formed)
    left = without(state, places)
    after = replace(
        left,
        builds=tuple(sorted((*left.builds, formed), key=build_key)),
        acts=(*state.acts, "raise" if raised else "augment" if builds else "new"),
        card=card or state.card,
        formed=(*state.formed, formed),
        borrowed=tuple(borrowed),
        needs=(*state.needs, value) if raised else state.needs,
        values=(*state.values, value),
    )
    if request:
        # Nobody's card is asked for, unless all of the rank lie in sight.
        rank = game.holder(value)
        seen = sum(rank_of(one) == rank for one in after.shown) == 4
        unheld = "no_holder" if seen else None
    else:
        unheld = holder_fault(game, after, formed, proof=proof)
    return (
        unheld
        or equal_fault(game, left, formed.value, grown)
        # The hand card does something else than take what was added to.
        or ("not_taken" if due else after)
    )


def asked(game: Game, card: str | None, value: int, build: Build | None) -> bool:
    """Return whether the partner can have asked to add to this build instead of taking it."""
    mine = build is not None and build.keeper == 0
    return (
        game.swazi
        and game.pairs
        and mine
        and card is not None
        and value in game.played_values(card)
    )


def holder_fault(game: Game, state: State, formed: Build, proof: bool) -> str | None:
    """Return whether the build that was just formed has no holder (reason 7)."""
    rank = game.holder(formed.value)
    if rank is None:
        return "no_holder"
    if proof:
        return None if rank in game.proven else "not_proven"
    if formed.keeper == 0:
        values = [build.value for build in own(state)]
        alike = [one for one in needed(game, values) if rank_of(one) == rank_of(rank)]
        right = all(enough(game, state, alike, one) for one in alike)
    elif game.side(formed.keeper) and state.acts[-1] != "raise":
        right = True  # added to the partner's: he holds the card
    else:
        right = held(game, state, rank) > 0
    return None if right else "no_holder"


def equal_fault(game: Game, left: State, value: int, grown: Build | None) -> str | None:
    """Return the fault if another build of this value lies beside it (F3.5, variants 7)."""
    if game.anglo and ("one_build_a_value" not in game.house or grown is not None):
        return None
    keepers = [build.keeper for build in left.builds if build.value == value]
    if any(game.anglo or not game.side(keeper) for keeper in keepers):
        return "dup_value"
    return "must_merge" if keepers else None


# --- steps ----------------------------------------------------------------------------------------


def play_step(game: Game, state: State, step: Step) -> Iterator[Outcome]:
    """Yield all results of a step, one for each of its readings."""
    if step.card is None:
        yield from form_step(game, state, step, None)
        return
    cards = list(play_from_hand(state, step.card))
    if not cards:
        yield "not_in_hand"
    for card, after in cards:
        fault = may_play(game, state, step.verb)
        if fault is not None:
            yield fault
        elif step.verb == "lay":
            yield lay(after, card, game.played_values(card))
        elif step.verb == "take":
            yield from take_step(game, after, step, card)
        else:
            yield from form_step(game, after, step, card)


def may_play(game: Game, state: State, verb: str) -> str | None:
    """Return the reason against a card from the hand (reason 2), or None."""
    if state.card is not None:
        return "one_hand_card"
    # Of a table form in Casino a card is laid (F1.7).
    return "need_hand_card" if game.anglo and state.acts and verb != "lay" else None


def take_step(game: Game, state: State, step: Step, card: str) -> Iterator[Outcome]:
    """Yield a take: everything that the named cards and builds can be."""
    if game.name == "kasino" and step.builds:
        yield "no_builds"
        return
    if not state.loose and not state.builds and not knows_top(state, step.loose):
        yield "empty_table"
        return
    builds = build_readings(state, step.builds)
    ways = list(matchings(state, step.loose))
    loose = [
        places
        for way in ways
        if all(place.build is None for place in way) and (places := whole(state, way)) is not None
    ]
    if not builds or not loose:
        yield "build_as_unit" if builds and ways else "not_on_table"
        return
    for places, built in product(dict.fromkeys(loose), builds):
        for value in game.played_values(card):
            yield take(game, state, card, value, replace(places, builds=built))


def form_step(game: Game, state: State, step: Step, card: str | None) -> Iterator[Outcome]:
    """Yield a form: the cards of the build can be loose ones, tops and whole builds."""
    (claim,) = step.builds
    if game.name == "kasino":
        yield "no_builds"
        return
    if card is None and no_table_form(game, state, claim):
        yield "need_hand_card"
        return
    if not state.loose and not state.builds and not knows_top(state, claim.cards):
        yield "empty_table"
        return
    ways = [way for rest in rests(claim.cards, step.card) for way in matchings(state, rest)]
    readings = [places for way in ways if (places := whole(state, way)) is not None]
    for places in dict.fromkeys(readings):
        if card is None and needs_card(game, state, claim.value, places):
            yield "need_hand_card"
        else:
            yield form(game, state, card, claim.value, places, claim.seat)
    if not readings and card is None and changes_whole(game, state, claim.cards, claim.value):
        yield "need_hand_card"
    elif not readings:
        yield "build_as_unit" if ways else "not_on_table"


def no_table_form(game: Game, state: State, claim: BuildClaim) -> bool:
    """Return whether a form without a hand card is out of place. In South Africa it names a
    build of the mover's own (variants 9.3)."""
    if not game.table_builds or (game.anglo and any(act != "lay" for act in state.acts)):
        return True
    named = [bare(card) for card in claim.cards]
    grows = any(
        build.value == claim.value and any(True for _ in cards_matched(build.cards, named, NONE))
        for build in own(state)
    )
    return "own_build_from_table" in game.house and (state.card is not None or not grows)


def needs_card(game: Game, state: State, value: int, places: Places) -> bool:
    """Return whether a build of these needs a card from the hand. Only that changes a value; in
    Casino it also adds, and the card that was laid is none of the table's."""
    if "own_build_from_table" in game.house:
        keepers = [(build.keeper, build.value) for build in builds_at(state, places)]
        return bool(places.tops) or keepers != [(0, value)]
    if not game.anglo:
        return any(build.value != value for build in builds_at(state, places))
    laid = loose_at(state, places).count(state.laid or "")
    return bool(places.builds) or 0 < laid == state.loose.count(state.laid or "")


def changes_whole(game: Game, state: State, cards: Sequence[str], value: int) -> bool:
    """Do these name every card of some build of another value, in Casino of any?"""
    others = [build for build in state.builds if game.anglo or build.value != value]
    return any(any(True for _ in cards_matched(build.cards, cards, NONE)) for build in others)


def rests(cards: Sequence[str], played: str | None) -> list[Group]:
    """Return the cards of a form without the one from the hand, in each way it can be named
    there."""
    if played is None:
        return [tuple(cards)]
    places = [i for i, card in enumerate(cards) if card == played]
    places = places or [
        i
        for i, card in enumerate(cards)
        if "^" not in card
        and rank_of(card) == rank_of(played)
        and not (suit_of(card) and suit_of(played))
    ]
    return [(*cards[:i], *cards[i + 1 :]) for i in places]


# --- the whole turn -------------------------------------------------------------------------------


def finish(game: Game, state: State) -> Verdict:
    """Return the turn as a whole (reasons 7 to 9), its steps being right."""
    if state.card is None:
        return Verdict(False, "unfinished", None, state=state)
    holds = needed(game, sorted({*state.needs, *(build.value for build in own(state))}))
    fault = missing_holder(game, state, holds) or duty_fault(game, state)
    if fault is None and could_take(game, state):
        fault = "could_take"
    if fault is not None:
        return Verdict(False, fault, None, state=state)
    if state.hand is None and holds:
        return Verdict(None, "legal", None, tuple(holds), state)
    return Verdict(True, "legal", None, (), state)


def missing_holder(game: Game, state: State, holds: Sequence[str]) -> str | None:
    """Return the fault of builds that the mover can no longer take (7 and 8), or None."""
    lacking = {one for one in holds if not enough(game, state, holds, one)}
    new = {build.value for build in own(state) if among(build, state.formed)} | {*state.needs}
    if any(game.holder(value) in lacking for value in new):
        return "no_holder"
    return "keep_card" if lacking else None


def judge(game: Game, state: State, steps: Sequence[Step], number: int = 0) -> Verdict:
    """Return the verdict on the steps from this one on: the best of all ways to read them."""
    if not steps:
        return finish(game, state)
    verdicts = [
        Verdict(False, outcome, number)
        if isinstance(outcome, str)
        else judge(game, outcome, steps[1:], number + 1)
        for outcome in play_step(game, state, steps[0])
    ]
    return max(verdicts, key=lambda verdict: verdict.lateness)
