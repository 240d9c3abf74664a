"""A play of Krypkasino by brute force over subsets of the cards on the table.

Cards are plain strings: "8S", "10D", "AS", or "8" for a card whose suit nobody entered.
A set of table cards is a bit mask over the positions in the table: bit i is card i.
Meant for tables of up to about 14 cards and for about 8 suitless cards at most."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
COPIES = 2  # two packs (#values)


def rank_of(card: str) -> str:
    """Return the rank of a card with or without a suit (api, Conventions)."""
    rank = card[:-1] if card[-1:] in SUITS else card
    if rank not in RANKS:
        raise ValueError(f"not a card: {card!r}")
    return rank


def suit_of(card: str) -> str:
    """Return the suit of a card, or "" if nobody entered it (api, Conventions)."""
    return card[len(rank_of(card)) :]


def card_key(card: str) -> tuple[int, int]:
    """Card order: A low to K high, then S H D C, then no suit (api, Conventions)."""
    suit = suit_of(card)
    return RANKS.index(rank_of(card)), SUITS.index(suit) if suit else len(SUITS)


def in_order(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards in card order (api, Conventions)."""
    return tuple(sorted(cards, key=card_key))


def table_value(card: str) -> int:
    """Return what a card is worth on the table: an ace 1 (#values)."""
    return RANKS.index(rank_of(card)) + 1


def hand_value(card: str) -> int:
    """Return what a card is worth when it is played from the hand: an ace 14 (#values)."""
    return 14 if rank_of(card) == "A" else table_value(card)


def card_points(card: str) -> int:
    """Return what a card with a suit counts in a pile (#values)."""
    if not suit_of(card):
        raise ValueError(f"no suit, so no points: {card!r}")
    if card == "10D":
        return 3
    if card in ("2S", "AS"):
        return 2
    return 1 if suit_of(card) == "S" or rank_of(card) == "A" else 0


def divisible_masks(cards: Sequence[str], value: int) -> list[bool]:
    """Return for every set of the cards whether it divides into groups of this value (#groups).

    The empty set can, into no groups at all.
    """
    size = 1 << len(cards)
    sums = [
        sum(table_value(card) for i, card in enumerate(cards) if mask >> i & 1)
        for mask in range(size)
    ]
    groups_by_lowest: dict[int, list[int]] = {}
    for mask in range(1, size):
        if sums[mask] == value:
            groups_by_lowest.setdefault(mask & -mask, []).append(mask)
    divisible = [False] * size
    divisible[0] = True
    for mask in range(1, size):
        # The lowest card of the set must be in some group, and no card of the set is lower,
        # so it is the lowest card of that group too. Take that group away; what is left is a
        # smaller number, so it has been decided already.
        divisible[mask] = any(
            group & mask == group and divisible[mask ^ group]
            for group in groups_by_lowest.get(mask & -mask, [])
        )
    return divisible


def can_divide(cards: Sequence[str], value: int) -> bool:
    """Return whether all these table cards divide into groups of this value (#groups)."""
    if sum(table_value(card) for card in cards) % value != 0:
        # Any number of groups of this value adds up to a multiple of it.
        return False
    return divisible_masks(cards, value)[-1]


def pick(cards: Sequence[str], mask: int) -> tuple[str, ...]:
    """Return the cards of a set, in card order (api, Conventions)."""
    return in_order([card for i, card in enumerate(cards) if mask >> i & 1])


def captures(table: Sequence[str], played: str) -> list[tuple[str, ...]]:
    """Return all legal captures by the maximality rule; [()] if the card creeps
    (#capture-everything)."""
    return captures_worth(table, hand_value(played))


def captures_worth(table: Sequence[str], value: int) -> list[tuple[str, ...]]:
    """Return the largest selections of cards that divide into groups of a value."""
    divisible = divisible_masks(table, value)
    masks = [mask for mask in range(len(divisible)) if divisible[mask]]
    maximal: list[int] = []
    for mask in sorted(masks, key=int.bit_count, reverse=True):
        # Larger sets have been looked at before. If any larger set contains this one, then so
        # does one that is itself maximal.
        if not any(mask & larger == mask for larger in maximal):
            maximal.append(mask)
    # Captures that differ in which of two identical cards they take are the same (#turn).
    distinct = {pick(table, mask) for mask in maximal}
    return sorted(distinct, key=lambda option: [card_key(card) for card in option])


def takes_all(table: Sequence[str], played: str) -> bool:
    """Return whether this card takes the whole table. An empty table is never swept (#sweep)."""
    return len(table) > 0 and can_divide(table, hand_value(played))


def sweeps_for(table: Sequence[str]) -> list[str]:
    """Return the ranks that take the whole table, A first (#sweep)."""
    return [rank for rank in RANKS if takes_all(table, rank)]


def must_play(table: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Return the distinct cards of the hand that sweep; one of them must be played
    (#forced-sweep)."""
    return [card for card in in_order(list(set(hand))) if takes_all(table, card)]


def assignments(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all ways of giving suits to the suitless cards that two packs allow (#values).

    Each answer has the cards in the places where they were given.
    """
    used = Counter(card for card in cards if suit_of(card))
    if any(count > COPIES for count in used.values()):
        return
    yield from _assign(list(cards), 0, used)


def _assign(cards: list[str], start: int, used: "Counter[str]") -> Iterator[tuple[str, ...]]:
    """Give suits to the suitless cards from this place on, in every way (#values)."""
    for i in range(start, len(cards)):
        if suit_of(cards[i]):
            continue
        rank = cards[i]
        for suit in SUITS:
            card = rank + suit
            if used[card] == COPIES:
                continue
            used[card] += 1
            cards[i] = card
            yield from _assign(cards, i + 1, used)
            cards[i] = rank
            used[card] -= 1
        return
    yield tuple(cards)


def places_of(table: Sequence[str], captured: Sequence[str]) -> list[int]:
    """Places in the table where these cards lie, spelt exactly so (api, Conventions).

    Which of several identical cards is meant makes no difference, so the first ones are
    taken. The same goes for suitless cards of a rank: every assignment has its mirror image.
    """
    places: list[int] = []
    for card in captured:
        free = [i for i, other in enumerate(table) if other == card and i not in places]
        if not free:
            raise ValueError(f"not on the table: {card!r}")
        places.append(free[0])
    return places


def points_range(
    table: Sequence[str], played: str, captured: Sequence[str], others: Sequence[str] = ()
) -> tuple[int, int]:
    """Least and most counting points of one capture, the played card included (#values, #turn).

    `captured` is spelt as on the table; `others` is the rest of the hand, which limits what
    suits are still possible. A creep takes nothing: 0.
    """
    if not captured:
        return 0, 0
    places = places_of(table, captured)
    found: set[int] = set()
    for cards in assignments([*table, played, *others]):
        taken = [cards[i] for i in places]
        taken.append(cards[len(table)])
        found.add(sum(card_points(card) for card in taken))
    if not found:
        raise ValueError("two packs do not hold these cards")
    return min(found), max(found)


def sweep_kind(table: Sequence[str], played: str, others: Sequence[str] = ()) -> str:
    """Return what playing the card is: none, single, double or single_or_double (#double-sweep).

    `others` is the rest of the hand, which limits what suits are still possible.
    """
    if not takes_all(table, played):
        return "none"
    found: set[str] = set()
    for cards in assignments([*table, played, *others]):
        # A lone ace never comes here: an ace from the hand does not take it.
        twins = len(table) == 1 and cards[0] == cards[1]
        found.add("double" if twins else "single")
    if not found:
        raise ValueError("two packs do not hold these cards")
    return "single_or_double" if len(found) == 2 else found.pop()


def set_aside(cards: Sequence[str], spades: bool) -> tuple[list[str], list[str]]:
    """Return what stays and what is set aside after a deal, in card order (#set-aside and
    #house-rules).

    Pictures are set aside; by the house rule spades are, instead of the pictures.
    """
    kept: list[str] = []
    aside: list[str] = []
    for card in in_order(cards):
        if spades and not suit_of(card):
            raise ValueError(f"a spade or not? {card!r}")
        goes = suit_of(card) == "S" if spades else rank_of(card) in ("J", "Q", "K")
        (aside if goes else kept).append(card)
    return kept, aside


def sets_up(left: Sequence[str], aside_rule: str | None) -> list[str]:
    """Return the ranks that take what is left on the table (#set-aside, #sweep).

    `aside_rule` is None, or "pictures" or "spades" if that is set aside before the next play.
    """
    if aside_rule is None:
        return sweeps_for(left)
    if aside_rule not in ("pictures", "spades"):
        raise ValueError(f"no such rule: {aside_rule!r}")
    kept, _ = set_aside(left, aside_rule == "spades")
    return sweeps_for(kept)


def matches(claim: str, card: str) -> bool:
    """Return whether this claimed card can be that card. A suitless claim can be any suit (api,
    Conventions).

    Whether a claim with a suit is a card whose suit nobody entered is not decided here.
    """
    if suit_of(claim) and card == rank_of(claim):
        raise ValueError(f"is {card!r} the {claim!r}? The oracle does not say")
    return claim == card or claim == rank_of(card)


def claimed_masks(table: Sequence[str], captured: Sequence[str]) -> list[int]:
    """Return all sets of table cards that a claim can mean; none if it means none (api,
    Referee)."""
    masks = {0}
    for claim in captured:
        masks = {
            mask | 1 << i
            for mask in masks
            for i, card in enumerate(table)
            if not mask >> i & 1 and matches(claim, card)
        }
    return sorted(masks)


def judge(
    table: Sequence[str], played: str, hand: Sequence[str] | None, captured: Sequence[str] | None
) -> tuple[str, int]:
    """Reason code of a play, and how many cards were missed (#turn and #sweep; api, Referee).

    `hand` is the whole hand with the played card, or None if unknown. `captured` is [] for
    "I creep" and None for no claim. The checks stand in the order of the api.
    """
    if hand is not None and not any(matches(played, card) for card in hand):
        return "not_in_hand", 0
    claims = claimed_masks(table, captured) if captured is not None else []
    if captured is not None and not claims:
        return "not_on_table", 0
    if hand is not None and must_play(table, hand) and not takes_all(table, played):
        return "must_sweep", 0
    if captured is None:
        return "legal", 0
    divisible = divisible_masks(table, hand_value(played))
    verdicts = [_judge_claim(divisible, claim) for claim in claims]
    # Legal if some match is. Otherwise all matches are wrong, and for the same reason: they
    # have the same ranks and leave the same ranks.
    return ("legal", 0) if ("legal", 0) in verdicts else verdicts[0]


def _judge_claim(divisible: list[bool], claim: int) -> tuple[str, int]:
    """Reason code of taking exactly this set of cards, and cards missed (#turn)."""
    if not divisible[claim]:
        return "not_capturable", 0
    # The largest divisible set that contains the claim is itself a legal capture: nothing
    # larger contains it.
    largest = max(
        mask.bit_count()
        for mask in range(len(divisible))
        if divisible[mask] and mask & claim == claim
    )
    missed = largest - claim.bit_count()
    if missed == 0:
        return "legal", 0
    return ("must_capture" if claim == 0 else "leaves_capturable"), missed


def unless(table: Sequence[str], played: str) -> list[str]:
    """Ranks of which the hand, which nobody showed, must have held none for a play to be right.

    Each is tried in a hand of two cards, as far as two packs have one left (#forced-sweep; api,
    Referee).
    """
    possible = [
        rank for rank in RANKS if next(assignments([*table, played, rank]), None) is not None
    ]
    return [
        rank for rank in possible if judge(table, played, [played, rank], None)[0] == "must_sweep"
    ]


def missing(
    table: Sequence[str], played: str, captured: Sequence[str], others: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """Return the rest of each maximal capture that contains the captured cards; none if legal.

    `captured` is spelt as on the table and divisible. Fewest points first, then fewest cards, then
    card order (#capture-everything; api, Referee).
    """
    divisible = divisible_masks(table, hand_value(played))
    claim = sum(1 << place for place in places_of(table, captured))
    containing = [
        mask for mask in range(len(divisible)) if divisible[mask] and mask & claim == claim
    ]
    maximal = [
        mask
        for mask in containing
        if not any(mask != larger and mask & larger == mask for larger in containing)
    ]
    ways = {pick(table, mask ^ claim): pick(table, mask) for mask in maximal if mask != claim}
    return sorted(
        ways,
        key=lambda way: (
            points_range(table, played, ways[way], others)[0],
            len(way),
            [card_key(card) for card in way],
        ),
    )


NUMBERED_PICTURES = ("royal-casino", "swazi-casino")
NUMBERED_RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def numbers(game: str, card: str) -> tuple[int, ...]:
    """Return what a card counts; nothing for a picture that has no number."""
    rank = card[:-1]
    if game in NUMBERED_PICTURES and rank == "A":
        return 1, 14
    if game not in NUMBERED_PICTURES and rank in ("J", "Q", "K"):
        return ()
    return (NUMBERED_RANKS.index(rank) + 1,)


def sorted_out(game: str, cards: Sequence[str], value: int) -> bool:
    """Return whether all of these can be sorted into groups that make the value."""
    if not cards:
        return True
    first, others = cards[0], cards[1:]
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            group = [first, *(others[one] for one in places)]
            rest = [card for one, card in enumerate(others) if one not in places]
            if value in sums(game, group) and sorted_out(game, rest, value):
                return True
    return False


def sums(game: str, group: Sequence[str]) -> set[int]:
    """Return the sums of a group: an ace is 14 only by itself."""
    if len(group) == 1:
        return set(numbers(game, group[0]))
    counts = [numbers(game, card) for card in group]
    return {sum(one[0] for one in counts)} if all(counts) else set()


def can_take(game: str, card: str, things: Sequence[str]) -> bool:
    """Return whether a card takes exactly these."""
    loose = [one for one in things if "=" not in one]
    builds = [int(one.partition("=")[2].partition("@")[0]) for one in _last_equals(things)]
    if not numbers(game, card):
        alike = all(one[:-1] == card[:-1] for one in loose)
        return not builds and alike and (len(loose) == 1 or game == "lesotho-casino")
    return any(
        all(build == value for build in builds) and sorted_out(game, loose, value)
        for value in numbers(game, card)
    )


def _last_equals(things: Sequence[str]) -> Iterator[str]:
    """Return builds without their groups: "6=2+4=6@1" is "=6@1"."""
    return ("=" + one.rpartition("=")[2] for one in things if "=" in one)


def takeable(game: str, card: str, things: Sequence[str]) -> list[set[str]]:
    """Return the largest parts of them that the card can take; nothing if it can take none."""
    taken = [
        set(some)
        for size in range(1, len(things) + 1)
        for some in combinations(things, size)
        if can_take(game, card, some)
    ]
    return [some for some in taken if not any(some < other for other in taken)]


def may_be_blamed(game: str, card: str, things: Sequence[str]) -> set[tuple[str, ...]]:
    """Return what may be tapped as the fault of a wrong take: some of what is left over where the
    card takes as much as it can, and the played card as well; the card alone if it can take none of
    it."""
    largest = takeable(game, card, things)
    left = [one for one in things if not largest or any(one not in some for some in largest)]
    some = [one for size in range(len(left)) for one in combinations(left, size + 1)]
    found = {tuple(sorted(one)) for one in some} | {tuple(sorted((*one, card))) for one in some}
    return found if largest else found | {(card,)}
