"""The games of the Casino family: house rules, packs, piles, and the values of Kasino."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

from referee.rules.games import RULESETS, ruleset

CASINO = (
    "sweeps_cancel draw must_capture must_capture_equal no_raise_own one_build_a_value spades_two "
    "cards_roll_over spades_roll_over"
)
KASINO = (
    "kasino_values kasino_values_free sweeps_cancel no_last_point late_sweeps_off ties_roll_over "
    "over_spades spades_one five_of_spades draw must_capture must_capture_equal cards_roll_over "
    "spades_roll_over spades_shared"
)
SOUTH_AFRICAN_SWITCHES = (
    "capturer_on_top top_needs_base no_top_sums most_spades_two own_build_from_table "
    "lay_in_one_deal seven_points point_cards_or_nothing"
)
SWITCHES: dict[str, tuple[str, ...]] = {
    "casino": ("pictures_take_all", "three_pictures", *CASINO.split()),
    "royal-casino": ("fifteen_sixteen", *CASINO.split()),
    "spade-casino": ("sweeps_cancel", "cards_roll_over"),
    "south-african-casino": tuple(SOUTH_AFRICAN_SWITCHES.split()),
    "kasino": tuple(KASINO.split()),
}
BUILDING = (
    "sweeps trail_and_table_build may_trail_with_build table_cards_may_raise simple_build_as_card"
).split()
SCORING = "cards_two_last_one difference_scoring count_out claim_out sweeps_at_once".split()
SWAZI = "clockwise no_redeal crazy crazy_one_build".split()
FIRST_RULES = {
    "casino": [*BUILDING, *SCORING], "royal-casino": [*BUILDING, *SCORING, "ace_low"],
    "spade-casino": [*BUILDING, "claim_out"], "swazi-casino": SWAZI,
    "lesotho-casino": [*SWAZI, "one_picture"],
    "south-african-casino": "partners no_raise second_build".split(),
    "kasino": ["no_points_on_first_table"],
}  # fmt: skip
"""House rules that the games have without the variants."""
HOUSE_RULES = {game: [*rules, *SWITCHES.get(game, ())] for game, rules in FIRST_RULES.items()}
PAIRS = {
    frozenset(pair.split())
    for pair in (
        "kasino_values kasino_values_free", "pictures_take_all three_pictures",
        "sweeps_cancel claim_out", "sweeps_cancel sweeps_at_once", "spades_two cards_two_last_one",
        "ties_roll_over cards_roll_over", "ties_roll_over spades_roll_over",
        "ties_roll_over spades_shared", "spades_shared spades_roll_over",
    )
}  # fmt: skip
"""Two that cannot both be on, in any game that has both."""


def excluded(house: AbstractSet[str]) -> bool:
    """Return whether two are on that exclude one another."""
    return any(frozenset(pair) in PAIRS for pair in combinations(sorted(house), 2))


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
KASINO_VALUES = ("kasino_values", "kasino_values_free")
HIGH = {"2": "2S", "10": "10D", "5": "5S"}
"""Rank -> the card of it that is another one from the hand."""


def rank_of(card: str) -> str:
    """Return the rank of a card with or without a suit."""
    return card.rstrip(SUITS)


def table_values(house: AbstractSet[str], card: str) -> tuple[int, ...]:
    """Return what a loose card is worth by itself; in a sum it is worth the first of these."""
    number = RANKS.index(rank_of(card)) + 1
    return (1, 14) if number == 1 and "kasino_values" not in house else (number,)


def played_values(
    house: AbstractSet[str], card: str, specials: AbstractSet[str] = frozenset()
) -> tuple[int | None, ...]:
    """Return the values of a card from the hand, lowest first; None takes everything.

    `specials` are ranks of which the suitless card is the special one.
    """
    rank = rank_of(card)
    if card in specials:
        card = HIGH[rank]
    if "kasino_values" in house and (card in ("2S", "10D") or rank == "A"):
        return ({"2S": 15, "10D": 16}.get(card, 14),)
    if "kasino_values_free" in house and card in ("2S", "10D"):
        return (2, 15) if card == "2S" else (10, 16)
    if "five_of_spades" in house and card == "5S":
        return 5, None
    return table_values(house, rank) if rank == "A" else (RANKS.index(rank) + 1,)


def groups_of(
    house: AbstractSet[str], loose: Sequence[str], value: int
) -> Iterator[list[list[str]]]:
    """Yield each way to divide all these cards into groups worth the value."""
    if not loose:
        yield []
        return
    first, others = loose[0], loose[1:]
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            group = [first, *(others[at] for at in places)]
            alone = size == 0 and value in table_values(house, first)
            if alone or sum(table_values(house, card)[0] for card in group) == value:
                rest = [card for at, card in enumerate(others) if at not in places]
                for way in groups_of(house, rest, value):
                    yield [group, *way]


def take_fault(
    house: AbstractSet[str],
    values: Sequence[int | None],
    value: int | None,
    loose: Sequence[str],
    left: Sequence[str],
) -> str | None:
    """Return the reason why a card does not take these at one of its values, or None.

    `values` are all values of the card, `left` the loose cards that it does not take.
    """
    if value is None:  # the earliest fault: what it does not take whole it takes as a 5
        return "no_match" if left else None
    if any(True for _ in groups_of(house, loose, value)):
        return None
    own = [table_values(house, card) for card in loose]
    unlike = len(own) == 1 and not {*own[0]} & {*values}
    return "no_match" if unlike or all(each[0] > value for each in own) else "bad_sum"


def suit_to_ask(
    house: AbstractSet[str],
    table: Sequence[str],
    hand: Sequence[str] | None,
    named: dict[str, str | None],
) -> tuple[str | None, frozenset[str]]:
    """Return the field with a card whose suit must be asked for, and the ranks of which a suitless
    card is the special one.

    `table` are all cards that lie there or that the turn takes, `named` the card from the hand as
    the fields `played` and `turn` say it.
    """
    ranks = ["5"] if "five_of_spades" in house else []
    ranks += ["2", "10"] if {*KASINO_VALUES, "fifteen_sixteen"} & house else []
    if "fifteen_sixteen" in house:
        sight = {*table, *(hand or ()), *named.values()}
        if any(rank in table and HIGH[rank] not in sight for rank in ranks):
            return "table", frozenset()
    specials: set[str] = set()
    for rank in ranks:
        held = [card for card in hand or () if rank_of(card) == rank]
        free = [rank + suit for suit in SUITS if rank + suit not in {*table, *held}]
        written = [card for card in named.values() if card in free]
        for field, card in {"hand": rank if rank in held else None, **named}.items():
            if card != rank:
                continue
            meant = written or free
            if field == "hand" and held.count(rank) > 1:
                meant = free
            elif field != "hand" and held:
                meant = held
            answers = {c in specials if c == rank else c == HIGH[rank] for c in meant}
            if len(answers) > 1:
                return field, frozenset()
            if True in answers and meant != held:
                specials.add(rank)
    return None, frozenset(specials)


def after_cancelling(sweeps: Sequence[int], house: AbstractSet[str]) -> list[int]:
    """Return the sweeps that each side scores: with `sweeps_cancel` less the fewest of any."""
    least = min(sweeps) if "sweeps_cancel" in house else 0
    return [count - least for count in sweeps]


def won_by_spades(spades: Sequence[int]) -> int | None:
    """Return which of the sides that are tied at the top has most spades alone, or None."""
    most = max(spades)
    return [*spades].index(most) if [*spades].count(most) == 1 else None


Row = Mapping[str, int]

SPADE = "spade-casino"
SOUTH_AFRICAN = "south-african-casino"
KINDS = ("cards", "spades", "aces", "big_casino", "little_casino")
JACK = "jack_of_spades"


def pack(game: str) -> list[str]:
    """Return all 52 cards; without pictures the 40 of South African Casino (F6.1)."""
    ranks = "A 2 3 4 5 6 7 8 9 10".split()
    if game != SOUTH_AFRICAN:
        ranks += ["J", "Q", "K"]
    return [rank + suit for rank in ranks for suit in "CDHS"]


def kinds(game: str) -> tuple[str, ...]:
    """Return the kinds that a game counts (C: a row of Spade Casino has the jack of spades too)."""
    return (*KINDS, JACK) if game == SPADE else KINDS


def kinds_of(game: str, card: str) -> tuple[int, ...]:
    """Return how often the card counts in each kind (F1.6): 0 or 1."""
    is_one = (True, card[-1] == "S", card[0] == "A", card == "10D", card == "2S", card == "JS")
    return tuple(int(one) for one, _ in zip(is_one, kinds(game), strict=False))


def whole_pack(game: str) -> dict[str, int]:
    """Return how many of each kind the pack has."""
    counts = zip(*(kinds_of(game, card) for card in pack(game)), strict=True)
    return {kind: sum(count) for kind, count in zip(kinds(game), counts, strict=True)}


@cache
def _piles(game: str) -> list[tuple[int, ...]]:
    """Return the counts of every pile that can be drawn from the pack: of cards that count in the
    same kinds any number is taken."""
    alike = Counter(kinds_of(game, card) for card in pack(game))
    return [
        tuple(
            sum(each[at] * number for each, number in zip(alike, taken, strict=True))
            for at in range(len(kinds(game)))
        )
        for taken in product(*(range(there + 1) for there in alike.values()))
    ]


@cache
def _seen(game: str, given: tuple[str, ...]) -> frozenset[tuple[int, ...]]:
    """Return the counts of these kinds alone in all piles."""
    places = [kinds(game).index(kind) for kind in given]
    return frozenset(tuple(pile[at] for at in places) for pile in _piles(game))


def impossible_pile(game: str, row: Row) -> bool:
    """Return whether no pile of the game's pack has just these counts (of the kinds that are
    given)."""
    given = tuple(kind for kind in kinds(game) if row.get(kind) is not None)
    return tuple(row[kind] for kind in given) not in _seen(game, given)


FAMILY = [game for game in RULESETS if ruleset(game).sheet.whole_score_said]
COUNTS = ("cards", "spades", "aces", "big_casino", "little_casino")


def piles(
    chance: random.Random,
    game: str,
    number: int,
    row_of: Callable[[list[str], str], dict[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """Return the pack in so many piles, cut anywhere, or as evenly as can be so that there are
    ties."""
    whole = pack(game)
    chance.shuffle(whole)
    cuts = sorted(chance.randrange(len(whole) + 1) for _ in range(number - 1))
    if chance.random() < 0.3:
        cuts = [len(whole) * at // number for at in range(1, number)]
    return [(row_of or counts_of)(whole[a:b], game) for a, b in pairwise([0, *cuts, len(whole)])]


def with_aces(pile: list[str], game: str = "casino") -> dict[str, Any]:
    """Return a sheet, with the aces of each pile by suit."""
    return counts_of(pile, game) | {"which_aces": [card for card in pile if card[0] == "A"]}


def counts_of(pile: list[str], game: str = "casino") -> dict[str, int]:
    """Return a row that says how many there are of each."""
    counted = [kinds_of(game, card) for card in pile]
    return {key: sum(kind[at] for kind in counted) for at, key in enumerate(kinds(game))}


def row(*numbers: int, **more: Any) -> dict[str, Any]:
    """Return a row: cards, spades, aces, the 10♦, the 2♠."""
    return dict(zip(COUNTS, numbers, strict=True)) | more


def said(points: int) -> dict[str, Any]:
    """“We made 8”."""
    return {"points": points}
