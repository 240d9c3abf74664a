"""Turns of Casino and Royal Casino judged by brute force (api-casino, Reasons; F1, F2).

A claim is tried in every way in which it can be meant; each way is judged by itself. A way
that is legal counts, or else the one that fails latest.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tests.oracle.builds_faults import form_fault, take_fault
from tests.oracle.builds_text import (
    Build,
    Game,
    Step,
    build_key,
    card_key,
    first_division,
    in_order,
    rank_of,
    suit_of,
)

REASONS = (
    "not_in_hand one_hand_card need_hand_card empty_table not_on_table build_as_unit "
    "picture_no_number no_match picture_one build_value no_merge raise_multiple raise_table_card "
    "raise_played_must_change bad_sum no_holder unfinished keep_card must_act_on_build legal"
).split()
"""All that these two games can answer, in the order in which it is looked at."""

Places = frozenset[int]


@dataclass(frozen=True)
class State:
    """How a turn stands after some of its steps."""

    loose: tuple[str, ...]
    builds: tuple[Build, ...]
    hand: tuple[str, ...] | None
    shown: tuple[str, ...]  # every card that lay on the table or was played
    suits: frozenset[str]  # cards with a suit in sight, whose suits no other card can have
    must_act: bool
    acts: tuple[str, ...] = ()  # of take, form, table_form and lay
    laid: str | None = None
    formed: Build | None = None
    value: int | None = None
    dead: tuple[Build, ...] = ()  # followed games: builds that bind nobody

    @property
    def played(self) -> bool:
        """Was a card played from the hand?"""
        return any(act != "table_form" for act in self.acts)


@dataclass(frozen=True)
class Verdict:
    """What a turn is, read in one way."""

    legal: bool | None
    reason: str
    step: int | None
    holds: tuple[str, ...] = ()
    state: State | None = None

    @property
    def lateness(self) -> tuple[int, int, int]:
        """How far the turn gets: legal, open, then by step and reason."""
        steps = 99 if self.step is None else self.step
        return (
            2 if self.legal else 1 if self.legal is None else 0,
            steps,
            REASONS.index(self.reason),
        )


Outcome = State | str  # after a step, or why it is illegal


def fits(claim: str, card: str, suits: frozenset[str]) -> bool:
    """Can this named card be that card (api-casino, Referee, last point)?"""
    if claim == card:
        return True
    if rank_of(claim) != rank_of(card):
        return False
    return not suit_of(claim) or (not suit_of(card) and claim not in suits)


def matchings(
    claims: Sequence[str],
    cards: Sequence[str],
    suits: frozenset[str],
    used: Places = frozenset(),
) -> Iterator[tuple[int, ...]]:
    """All ways to find each claim another place among the cards: the same spelling first."""
    if not claims:
        yield ()
        return
    claim = claims[0]
    places = [i for i, card in enumerate(cards) if i not in used and fits(claim, card, suits)]
    for place in sorted(places, key=lambda i: (cards[i] != claim, card_key(cards[i]))):
        for others in matchings(claims[1:], cards, suits, used | {place}):
            yield (place, *others)


def distinct(ways: Iterator[Places]) -> list[Places]:
    """Each way once, in the order in which they were found."""
    return list(dict.fromkeys(ways))


def held(state: State, rank: str) -> int:
    """How many cards of a rank the mover holds, or may hold where nobody knows his hand."""
    if state.hand is not None:
        return sum(rank_of(card) == rank for card in state.hand)
    return 4 - sum(rank_of(card) == rank for card in state.shown)


def needed(game: Game, values: Sequence[int]) -> list[str]:
    """The ranks that builds of these values ask for: of 1 and of 14 an ace each."""
    ranks = [game.holder(value) for value in sorted(set(values))]
    return sorted((rank for rank in ranks if rank is not None), key=card_key)


def kept(state: State) -> list[Build]:
    """The mover's builds that bind him, the one just formed aside."""
    loose = (state.formed, *state.dead)
    return [b for b in state.builds if b.keeper == 0 and not any(b is one for one in loose)]


def holds_formed(game: Game, state: State) -> bool:
    """May the mover still hold a card for the build that was formed (reason 7)?"""
    if state.formed is None:
        return True
    rank = game.holder(state.formed.value)
    if rank is None:
        return False
    values = [state.formed.value, *(build.value for build in kept(state))]
    return held(state, rank) >= needed(game, values).count(rank)


def take(
    game: Game, state: State, card: str, value: int | None, places: tuple[Places, Places]
) -> Outcome:
    """The card takes the loose cards and builds at these places."""
    loose = [state.loose[i] for i in sorted(places[0])]
    builds = [state.builds[i] for i in sorted(places[1])]
    fault = take_fault(game, card, value, loose, builds)
    if fault is not None:
        return fault
    after = without(state, places)
    return replace(after, acts=(*state.acts, "take"), value=value)


def form(
    game: Game, state: State, card: str | None, value: int, places: tuple[Places, Places]
) -> Outcome:
    """The card makes a build of the loose cards and builds at these places."""
    loose = [state.loose[i] for i in sorted(places[0])]
    builds = [state.builds[i] for i in sorted(places[1])]
    fault = form_fault(game, card, value, loose, builds)
    if fault is not None:
        return fault
    cards = [*loose, *(other for build in builds for other in build.cards)]
    groups = first_division(game, cards if card is None else [*cards, card], value)
    assert groups is not None
    formed = Build(value, groups, 0)
    after = without(state, places)
    after = replace(
        after,
        builds=tuple(sorted((*after.builds, formed), key=build_key)),
        acts=(*state.acts, "table_form" if card is None else "form"),
        formed=formed,
        value=value,
    )
    return after if holds_formed(game, after) else "no_holder"


def without(state: State, places: tuple[Places, Places]) -> State:
    """What lies when these are gone."""
    return replace(
        state,
        loose=tuple(card for i, card in enumerate(state.loose) if i not in places[0]),
        builds=tuple(build for i, build in enumerate(state.builds) if i not in places[1]),
    )


def play_from_hand(state: State, claim: str) -> Iterator[tuple[str, State]]:
    """Each card of the hand that this can be, spelt with its suit if anybody named it."""
    if state.hand is None:
        yield claim, replace(state, shown=(*state.shown, claim))
        return
    # The card's own suit is in sight, as it is named: it still fits itself.
    for (place,) in matchings([claim], state.hand, state.suits - {claim}):
        card = state.hand[place] if suit_of(state.hand[place]) else claim
        hand = (*state.hand[:place], *state.hand[place + 1 :])
        yield card, replace(state, hand=hand, shown=(*state.shown, card))


def may_play(game: Game, state: State, verb: str) -> str | None:
    """What forbids another hand card (reason 2), or None."""
    if state.played:
        return "one_hand_card"
    return "need_hand_card" if "table_form" in state.acts and verb != "lay" else None


def play_step(game: Game, state: State, step: Step) -> Iterator[Outcome]:
    """All that a step can mean, each with what comes of it."""
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
            loose = in_order((*after.loose, card))
            yield replace(after, loose=loose, acts=(*after.acts, "lay"), laid=card, value=None)
        elif step.verb == "take":
            yield from take_step(game, after, step, card)
        else:
            yield from form_step(game, after, step, card)


def take_step(game: Game, state: State, step: Step, card: str) -> Iterator[Outcome]:
    """A take: everything that the named cards and builds can be (reasons 3 and 5)."""
    if not state.loose and not state.builds:
        yield "empty_table"
        return
    builds = build_readings(state, step)
    loose = distinct(frozenset(way) for way in matchings(step.loose, state.loose, state.suits))
    if not builds or not loose:
        everything = [*state.loose, *(other for build in state.builds for other in build.cards)]
        there = any(True for _ in matchings(step.loose, everything, state.suits))
        yield "build_as_unit" if builds and there else "not_on_table"
        return
    for places in product(loose, builds):
        for value in game.played_values(card):
            yield take(game, state, card, value, places)


def build_readings(state: State, step: Step) -> list[Places]:
    """Which builds the named ones can be: same value, same cards."""
    ways: list[Places] = [frozenset()]
    for claim in step.builds:
        ways = [
            way | {i}
            for way in ways
            for i, build in enumerate(state.builds)
            if i not in way
            and build.value == claim.value
            and len(build.cards) == len(claim.cards)
            and any(True for _ in matchings(claim.cards, build.cards, state.suits))
        ]
    return list(dict.fromkeys(ways))


def form_step(game: Game, state: State, step: Step, card: str | None) -> Iterator[Outcome]:
    """A form: the cards of the build can be loose ones and whole builds (reasons 2, 3 and 6)."""
    (claim,) = step.builds
    if card is None and ("trail_and_table_build" not in game.house or no_table_form(state)):
        yield "need_hand_card"
        return
    if not state.loose and not state.builds:
        yield "empty_table"
        return
    owners: list[int | None] = [None for _ in state.loose]
    owners += [i for i, build in enumerate(state.builds) for _ in build.cards]
    everything = [*state.loose, *(other for build in state.builds for other in build.cards)]
    ways = [
        way
        for rest in rests(claim.cards, step.card)
        for way in matchings(rest, everything, state.suits)
    ]
    readings = []
    for way in ways:
        named = [owners[place] for place in way]
        builds = frozenset(owner for owner in named if owner is not None)
        if all(named.count(i) == len(state.builds[i].cards) for i in builds):
            readings.append((frozenset(i for i in way if owners[i] is None), builds))
    for loose, builds in dict.fromkeys(readings):
        chosen = [state.loose[i] for i in loose]
        laid = 0 < chosen.count(state.laid or "") == state.loose.count(state.laid or "")
        if card is None and (builds or laid):
            yield "need_hand_card"
        else:
            yield form(game, state, card, claim.value, (loose, builds))
    if not readings and card is None and names_whole(state, claim.cards):
        yield "need_hand_card"
    elif not readings:
        yield "build_as_unit" if ways else "not_on_table"


def no_table_form(state: State) -> bool:
    """Is a form without a hand card out of place after what was done?"""
    return any(act != "lay" for act in state.acts)


def names_whole(state: State, cards: Sequence[str]) -> bool:
    """Do these name every card of some build?"""
    return any(
        any(True for _ in matchings(build.cards, cards, frozenset())) for build in state.builds
    )


def rests(cards: Sequence[str], played: str | None) -> list[tuple[str, ...]]:
    """The cards of a form without the one from the hand, in each way it can be named there."""
    if played is None:
        return [tuple(cards)]
    same: list[Callable[[str], bool]] = [
        lambda card: card == played,
        lambda card: rank_of(card) == rank_of(played) and not (suit_of(card) and suit_of(played)),
    ]
    for test in same:
        places = [i for i, card in enumerate(cards) if test(card)]
        if places:
            return [(*cards[:i], *cards[i + 1 :]) for i in places]
    return []


def finish(game: Game, state: State) -> Verdict:
    """The turn as a whole (reasons 7 to 9), its steps being right."""
    if not state.played:
        return Verdict(False, "unfinished", None, state=state)
    if not holds_formed(game, state):
        return Verdict(False, "no_holder", None)
    values = [build.value for build in kept(state)]
    if state.formed is not None:
        values.append(state.formed.value)
    holds = needed(game, values)
    if any(held(state, rank) < holds.count(rank) for rank in holds):
        return Verdict(False, "keep_card", None)
    if state.must_act and state.acts == ("lay",):
        return Verdict(False, "must_act_on_build", None)
    if state.hand is None and holds:
        return Verdict(None, "legal", None, tuple(holds), state)
    return Verdict(True, "legal", None, (), state)


def judge(game: Game, state: State, steps: Sequence[Step], number: int = 0) -> Verdict:
    """The verdict on the steps from this one on: the best of all ways to read them."""
    if not steps:
        return finish(game, state)
    verdicts = [
        Verdict(False, outcome, number)
        if isinstance(outcome, str)
        else judge(game, outcome, steps[1:], number + 1)
        for outcome in play_step(game, state, steps[0])
    ]
    return max(verdicts, key=lambda verdict: verdict.lateness)
