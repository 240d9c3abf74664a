"""The state of a turn, and the meanings of a named card (api-casino, Referee)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tests.oracle.builds_notation import (
    Build,
    BuildClaim,
    Game,
    Group,
    bare,
    card_key,
    mark_of,
    rank_of,
    suit_of,
)
from tests.oracle.casino_family import HIGH

REASONS = (
    "not_in_hand one_hand_card need_hand_card no_builds empty_table not_on_table build_as_unit "
    "pile_own pile_top_only pile_augment_only pile_two_in_set no_base "
    "picture_no_number no_match picture_one build_value bad_take "
    "no_merge raise_multiple no_raise raise_own_side augment_not_yours raise_table_card "
    "raise_played_must_change bad_sum no_holder not_proven dup_value must_merge not_taken "
    "unfinished keep_card must_act_on_build owner_add_or_take no_lay_with_build one_build_max "
    "could_take legal"
).split()
"""All that a referee can answer, in the order in which it is looked at.

`bad_take` is the `bad_sum` of a take, which is looked at before all that is wrong with a form.
`not_taken` is `augment_not_yours` where the hand card does something else than take what was added
to, which is looked at after that step's own faults.
"""

CODES = {"bad_take": "bad_sum", "not_taken": "augment_not_yours"}

Top = tuple[int, int]  # a pile, and how deep in it the card lies


@dataclass(frozen=True)
class Places:
    """Loose cards, builds and cards of piles that are meant."""

    loose: frozenset[int] = frozenset()
    builds: frozenset[int] = frozenset()
    tops: frozenset[Top] = frozenset()

    def inside(self, other: "Places") -> bool:
        """Return whether it is a proper part of another."""
        return self != other and (
            self.loose <= other.loose and self.builds <= other.builds and self.tops <= other.tops
        )


@dataclass(frozen=True)
class State:
    """The state of a turn after some of its steps."""

    loose: Group
    builds: tuple[Build, ...]
    piles: tuple[Group, ...]  # what is known of each, top first
    hand: Group | None
    shown: Group  # every card that was in sight: table, builds, piles, played cards
    suits: frozenset[str]  # cards with a suit in sight, whose suits no other card can have
    owned: bool  # did the mover own a build before his turn?
    began: tuple[Group, tuple[Build, ...]] = ((), ())  # loose cards and builds before the turn
    acts: tuple[str, ...] = ()  # of take, lay, new, raise, augment
    card: str | None = None  # the card that was played from the hand
    laid: str | None = None
    formed: tuple[Build, ...] = ()  # in this turn
    borrowed: tuple[Build, ...] = ()  # opponents' builds added to, which must be taken yet
    needs: tuple[int, ...] = ()  # values for which a card must be held whoever owns the build
    values: tuple[int | None, ...] = ()  # of the takes and forms
    entitled: tuple[int | None, ...] = ()  # values at which the hand card took, or could have


@dataclass(frozen=True)
class Verdict:
    """The verdict on a turn in one reading."""

    legal: bool | None
    code: str
    step: int | None
    holds: Group = ()
    state: State | None = None

    @property
    def reason(self) -> str:
        """The reason as the contract calls it."""
        return CODES.get(self.code, self.code)

    @property
    def lateness(self) -> tuple[int, int, int]:
        """Return how far the turn gets: legal, open, then by step and reason."""
        steps = 99 if self.step is None else self.step
        return (
            2 if self.legal else 1 if self.legal is None else 0,
            steps,
            REASONS.index(self.code),
        )


Outcome = State | str  # after a step, or why it is illegal


def latest(faults: Sequence[str]) -> str:
    """Return the reason that is looked at last."""
    return max(faults, key=REASONS.index)


def loose_at(state: State, places: Places) -> list[str]:
    """Return the loose cards at these places."""
    return [state.loose[i] for i in sorted(places.loose)]


def builds_at(state: State, places: Places) -> list[Build]:
    """Return the builds at these places."""
    return [state.builds[i] for i in sorted(places.builds)]


def tops_at(state: State, places: Places) -> list[str]:
    """Return the cards of piles at these places, with their marks."""
    return [f"{state.piles[pile][depth]}^{pile}" for pile, depth in sorted(places.tops)]


def without(state: State, places: Places) -> State:
    """Return what lies when these are gone. A card under a pile's card is uncovered."""
    return replace(
        state,
        loose=tuple(card for i, card in enumerate(state.loose) if i not in places.loose),
        builds=tuple(build for i, build in enumerate(state.builds) if i not in places.builds),
        piles=tuple(
            tuple(card for depth, card in enumerate(pile) if (i, depth) not in places.tops)
            for i, pile in enumerate(state.piles)
        ),
    )


def held(game: Game, state: State, wanted: str) -> int:
    """Return how many cards of a rank, or just this card, the mover holds, or may hold if the hand
    is unknown."""
    if state.hand is not None:
        there = [HIGH[card] if card in game.specials else card for card in state.hand]
        return sum(is_wanted(card, wanted) for card in there)
    unseen = 4 - sum(rank_of(card) == rank_of(wanted) for card in state.shown)
    return min(unseen, int(wanted not in state.shown)) if suit_of(wanted) else unseen


def is_wanted(card: str, wanted: str) -> bool:
    """Return whether a card is of this rank, or just this card."""
    return card == wanted or rank_of(card) == wanted


def enough(game: Game, state: State, holds: Sequence[str], wanted: str) -> bool:
    """Return whether the mover holds a card for each of these that ask for the wanted one."""
    return held(game, state, wanted) >= sum(is_wanted(other, wanted) for other in holds)


def needed(game: Game, values: Sequence[int]) -> list[str]:
    """Return the ranks or cards that builds of these values ask for: of 1 and of 14 an ace each."""
    ranks = [game.holder(value) for value in sorted(set(values))]
    return sorted((rank for rank in ranks if rank is not None), key=card_key)


# --- what a named card can be ---------------------------------------------------------------------


def fits(claim: str, card: str, suits: frozenset[str]) -> bool:
    """Return whether this named card can be that card (api-casino, Referee, last point)."""
    if claim == card:
        return True
    if rank_of(claim) != rank_of(card):
        return False
    return not suit_of(claim) or (not suit_of(card) and claim not in suits)


def cards_matched(
    claims: Sequence[str],
    cards: Sequence[str],
    suits: frozenset[str],
    used: frozenset[int] = frozenset(),
) -> Iterator[tuple[int, ...]]:
    """Yield all ways to find each claim another place among the cards: the same spelling first."""
    if not claims:
        yield ()
        return
    claim = claims[0]
    places = [i for i, card in enumerate(cards) if i not in used and fits(claim, card, suits)]
    for place in sorted(places, key=lambda i: (cards[i] != claim, card_key(cards[i]))):
        for others in cards_matched(claims[1:], cards, suits, used | {place}):
            yield (place, *others)


@dataclass(frozen=True)
class Place:
    """The place of a card: loose, in a build, or in a pile."""

    card: str
    loose: int | None = None
    build: int | None = None
    top: Top | None = None


def everything(state: State) -> list[Place]:
    """Return all cards that lie in sight."""
    found = [Place(card, loose=i) for i, card in enumerate(state.loose)]
    found += [Place(card, build=i) for i, b in enumerate(state.builds) for card in b.cards]
    found += [
        Place(card, top=(i, depth))
        for i, pile in enumerate(state.piles)
        for depth, card in enumerate(pile)
    ]
    return found


def can_be(state: State, claim: str) -> list[Place]:
    """Return the places that a named card can mean, the same spelling first.

    The mark of a pile may be left out where only one place has the card: it does not lie on the
    table, loose or in a build, and only one pile has it.
    """
    there = [place for place in everything(state) if fits(bare(claim), place.card, state.suits)]
    mark = mark_of(claim)
    if mark is not None:
        there = [place for place in there if place.top is not None and place.top[0] == mark]
    else:
        table = [place for place in there if place.top is None]
        piles = {place.top[0] for place in there if place.top is not None}
        there = table or (there if len(piles) == 1 else [])
    return sorted(there, key=lambda place: (place.card != bare(claim), card_key(place.card)))


def matchings(
    state: State, claims: Sequence[str], used: tuple[Place, ...] = ()
) -> Iterator[tuple[Place, ...]]:
    """Yield all ways to find each named card another place."""
    if not claims:
        yield ()
        return
    for place in can_be(state, claims[0]):
        alike = [one for one in everything(state) if one == place]
        # Two suitless cards of one rank in one build look the same: each may be named once.
        if used.count(place) < len(alike):
            for others in matchings(state, claims[1:], (*used, place)):
                yield (place, *others)


def whole(state: State, way: Sequence[Place]) -> Places | None:
    """Return the loose cards, tops and whole builds that these are; None if part of a build is
    named."""
    named = [place.build for place in way if place.build is not None]
    if any(named.count(i) != len(state.builds[i].cards) for i in named):
        return None
    return Places(
        frozenset(place.loose for place in way if place.loose is not None),
        frozenset(named),
        frozenset(place.top for place in way if place.top is not None),
    )


def build_readings(state: State, claims: Sequence[BuildClaim]) -> list[frozenset[int]]:
    """Return the builds that the named ones can be: same value, same cards."""
    ways: list[frozenset[int]] = [frozenset()]
    for claim in claims:
        ways = [
            way | {i}
            for way in ways
            for i, build in enumerate(state.builds)
            if i not in way
            and build.value == claim.value
            and len(build.cards) == len(claim.cards)
            and not any("^" in card for card in claim.cards)
            and any(True for _ in cards_matched(claim.cards, build.cards, state.suits))
        ]
    return list(dict.fromkeys(ways))


def own(state: State) -> list[Build]:
    """Return the builds that the mover owns: they bind him."""
    return [build for build in state.builds if build.keeper == 0]


def knows_top(state: State, claims: Sequence[str]) -> bool:
    """Return whether one of these names a known top."""
    return any(
        place.top is not None and place.top[1] == 0
        for claim in claims
        for place in can_be(state, claim)
    )


def play_from_hand(state: State, claim: str) -> Iterator[tuple[str, State]]:
    """Return each card of the hand that this can be, spelt with its suit if it was named
    anywhere."""
    hand = state.hand
    if hand is None:
        yield claim, replace(state, shown=(*state.shown, claim))
        return
    # The card's own suit is in sight, as it is named: it still fits itself.
    suits = state.suits - {claim}
    places = [i for i, card in enumerate(hand) if fits(claim, card, suits)]
    for place in [i for i in places if hand[i] == claim] or places:
        card = hand[place] if suit_of(hand[place]) else claim
        rest = (*hand[:place], *hand[place + 1 :])
        yield card, replace(state, hand=rest, shown=(*state.shown, card))
