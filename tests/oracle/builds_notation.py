"""The notation of the games with builds, for the oracle, as it is written and read (api-casino,
Text)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any

from tests.oracle import casino_family

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")

Group = tuple[str, ...]


class Refused(Exception):
    """A question that can be read but is impossible: 422 with this field."""

    def __init__(self, field_name: str) -> None:
        """Keep the field at fault."""
        super().__init__(field_name)
        self.field = field_name


class Unreadable(Refused):
    """Text that is not the notation: 400 with this field."""


def rank_of(card: str) -> str:
    """Return the rank of a card with or without a suit."""
    return card if card in RANKS else card[:-1]


def suit_of(card: str) -> str:
    """Return the suit of a card, or "" if nobody entered it."""
    return card[len(rank_of(card)) :]


@cache
def card_key(card: str) -> tuple[int, int]:
    """Card order: A low to K high, then S H D C, then no suit (api, Conventions)."""
    suit = suit_of(card)
    return RANKS.index(rank_of(card)), SUITS.index(suit) if suit else len(SUITS)


def cards_key(cards: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return a key that compares cards one by one, in the order in which they stand."""
    return tuple(card_key(card) for card in cards)


def in_order(cards: Sequence[str]) -> Group:
    """Return the cards in card order."""
    return tuple(sorted(cards, key=card_key))


@dataclass(frozen=True)
class Game:
    """A game of the seven, with what the question says about the game that is played."""

    name: str
    house: frozenset[str]
    players: int = 2
    deal: int = 1
    stock: int = 1
    proven: frozenset[str] = frozenset()  # ranks that the mover's partner holds (F3.7)
    specials: frozenset[str] = frozenset()  # ranks whose suitless card is the special one

    @property
    def anglo(self) -> bool:
        """Casino, Royal, Spade Casino, Kasino: closed piles, one build a turn or none (F1, F2)."""
        return self.name in ("casino", "royal-casino", "spade-casino", "kasino")

    @property
    def swazi(self) -> bool:
        """Swazi and Lesotho: turns of several steps, demands (F3 to F5)."""
        return self.name in ("swazi-casino", "lesotho-casino")

    @property
    def royal(self) -> bool:
        """Do pictures have numbers?"""
        return self.name in ("royal-casino", "swazi-casino", "kasino")

    @property
    def spades_score(self) -> bool:
        """Return whether every spade scores (C, Spade Casino)."""
        return self.name == "spade-casino"

    @property
    def ace_high(self) -> bool:
        """Return whether an ace counts 1 or 14."""
        return self.royal and not {"ace_low", "kasino_values"} & self.house

    @property
    def builds_are_cards(self) -> bool:
        """Return whether a simple build behaves like one card (F1.7)."""
        return "simple_build_as_card" in self.house

    @property
    def table_builds(self) -> bool:
        """Return whether a build needs no card from the hand (F1.7, F3.4, variants 9.3)."""
        return self.swazi or bool({"trail_and_table_build", "own_build_from_table"} & self.house)

    @property
    def highest(self) -> int:
        """The highest value of any card."""
        if self.fifteen:
            return 16
        return 14 if self.ace_high else 13 if self.royal else 10

    @property
    def fifteen(self) -> bool:
        """Return whether the 2S counts 2 or 15 and the 10D 10 or 16 (variants)."""
        return "fifteen_sixteen" in self.house

    def chooses(self, value: int) -> bool:
        """Return whether a card may count another number than its lowest in groups of a value."""
        return (self.ace_high or self.fifteen) and 14 <= value <= self.highest

    @property
    def pairs(self) -> bool:
        """Return whether seats 0 and 2 are partners."""
        return self.players == 4 and (self.swazi or "partners" in self.house)

    @property
    def deals(self) -> int:
        """Return the number of deals of a game (F4: two for two players, Crazy one)."""
        if self.anglo:
            return 1 if "draw" in self.house else {2: 6, 3: 4, 4: 3}[self.players]
        return 2 if self.players == 2 and "crazy" not in self.house else 1

    @property
    def own_piles(self) -> bool:
        """Return whether each seat has a pile of its own."""
        return not self.pairs or self.name == "lesotho-casino"

    @property
    def pile_count(self) -> int:
        """Return the number of open piles."""
        return 0 if self.anglo else self.players if self.own_piles else 2

    def pile(self, seat: int) -> int:
        """Return the pile of a seat; a shared one is the first seat's."""
        return seat if self.own_piles else seat % 2

    def side(self, seat: int) -> bool:
        """Return whether this seat is on the mover's side."""
        return seat == 0 or (self.pairs and seat == 2)

    @property
    def first_phase(self) -> bool:
        """Swazi family with two: is the rule against laying in force (F4 a, F4b a)?"""
        if not self.swazi or self.players != 2:
            return False
        return self.stock > 0 if "crazy" in self.house else self.deal == 1

    @property
    def one_build(self) -> bool:
        """Swazi family with two: may the mover end his turn with one build only (F4 b, F4b b)?"""
        return self.first_phase and ("crazy" not in self.house or "crazy_one_build" in self.house)

    def picture(self, card: str) -> bool:
        """Return whether the card has no number."""
        return not self.royal and rank_of(card) in ("J", "Q", "K")

    def number(self, card: str) -> int | None:
        """Return what a card counts on the table, together with others: an ace 1."""
        return None if self.picture(card) else RANKS.index(rank_of(card)) + 1

    def played_values(self, card: str) -> tuple[int | None, ...]:
        """Values of a card from the hand, lowest first; None: a picture, everything (Kasino)."""
        if self.name == "kasino":
            return casino_family.played_values(self.house, card, self.specials)
        return self.numbers(card) or (None,)

    def numbers(self, card: str) -> tuple[int, ...]:
        """Return all that a card may count, lowest first; nothing for a picture without a
        number."""
        if self.picture(card):
            return ()
        number = RANKS.index(rank_of(card)) + 1
        if self.ace_high and number == 1:
            return 1, 14
        if self.fifteen and (card in ("2S", "10D") or card in self.specials):
            return number, 15 if number == 2 else 16
        return (number,)

    def holder(self, value: int) -> str | None:
        """Return the rank, or the one card, that is worth this value, if any is."""
        high = {14: "A" if self.ace_high else None, 15: "2S", 16: "10D"}
        if not 1 <= value <= self.highest:
            return None
        return high[value] if value > 13 else RANKS[value - 1]

    def worth(self, group: Sequence["Unit"], value: int) -> bool:
        """Return whether this group is worth the value, each card counting what it may. Above the
        highest value of any card it counts its lowest."""
        each = [(unit.number,) if unit.build else self.numbers(unit.cards[0]) for unit in group]
        if not self.chooses(value):
            each = [numbers[:1] for numbers in each]
        ways = product(*(filter(None, numbers) for numbers in each))
        return bool(group) and any(sum(way) == value for way in ways)


@dataclass(frozen=True)
class Unit:
    """A card, or a build that counts as one, as a member of a group."""

    cards: Group
    number: int | None
    build: bool = False


def unit_of(game: Game, card: str) -> Unit:
    """Return a card as a unit."""
    return Unit((card,), game.number(card))


def divisions(game: Game, units: Sequence[Unit], value: int) -> Iterator[list[list[Unit]]]:
    """Yield all ways to divide all the units into groups worth the value; of no units one way."""
    if not units:
        yield []
        return
    if not game.chooses(value):
        # Any number of groups of the value adds up to a multiple of it.
        numbers = [unit.number or 0 for unit in units]
        if 0 in numbers or value < 1 or sum(numbers) % value != 0:
            return
    # The first unit is in some group: try each, and divide what is left.
    first, others = units[0], units[1:]
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            group = [first, *(others[i] for i in places)]
            if game.worth(group, value):
                left = [unit for i, unit in enumerate(others) if i not in places]
                for division in divisions(game, left, value):
                    yield [group, *division]


def canonical(groups: Sequence[Sequence[str]]) -> tuple[Group, ...]:
    """Return groups by size, then in card order, the cards of each in card order."""
    return tuple(sorted(map(in_order, groups), key=lambda group: (len(group), cards_key(group))))


def groups_key(groups: Sequence[Group]) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    """Return a key that compares divisions group by group: smaller first, of equal ones the lower
    cards."""
    return [(len(group), cards_key(group)) for group in groups]


Key = tuple[int, tuple[tuple[int, int], ...]]


def first_division(game: Game, cards: Sequence[str], value: int) -> tuple[Group, ...] | None:
    """Return the cards divided into groups of the value, or None: the first group is as small and
    low as can be, then the next. Impossible branches are left early, as builds of followed games
    grow large."""
    return _divided_from(game, in_order(cards), value, (0, ()))


@cache
def _divided_from(game: Game, cards: Group, value: int, least: Key) -> tuple[Group, ...] | None:
    """Return the first division into groups none of which comes before the least one."""
    if not cards:
        return ()
    numbers = [game.number(card) for card in cards]
    if value < 1 or None in numbers:
        return None
    low = tuple(n for n in numbers if n)
    if not (game.fifteen and value > 13) and not _divisible(low, value, game.chooses(value)):
        return None
    for size in range(max(1, least[0]), len(cards) + 1):
        for places in _places_worth(game, cards, value, size):
            group = tuple(cards[i] for i in places)
            key = (size, cards_key(group))
            others = tuple(card for i, card in enumerate(cards) if i not in places)
            rest = None if key < least else _divided_from(game, others, value, key)
            if rest is not None:
                return (group, *rest)
    return None


@cache
def _divisible(numbers: tuple[int, ...], value: int, aces_alone: bool) -> bool:
    """Return whether these numbers, lowest first, can be divided. An ace by itself may be a group
    of 14."""
    if not numbers:
        return True
    if aces_alone and numbers[0] == 1 and _divisible(numbers[1:], value, aces_alone):
        return True
    # The highest is in some group.
    return any(
        _divisible(rest, value, aces_alone) for rest in _rests(numbers[:-1], value - numbers[-1])
    )


def _rests(numbers: tuple[int, ...], wanted: int) -> set[tuple[int, ...]]:
    """Return what can be left of these when some of them, worth so much, are gone."""
    if wanted <= 0 or not numbers:
        return {numbers} if wanted == 0 else set()
    without = {(*rest, numbers[-1]) for rest in _rests(numbers[:-1], wanted)}
    return without | _rests(numbers[:-1], wanted - numbers[-1])


def _places_worth(game: Game, cards: Group, value: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of this size worth the value, in card order, as places."""
    if size == 1:
        units = [unit_of(game, card) for card in cards]
        yield from ((i,) for i, unit in enumerate(units) if game.worth([unit], value))
        return

    if game.fifteen and value > 13:
        for places in combinations(range(len(cards)), size):
            if game.worth([unit_of(game, cards[i]) for i in places], value):
                yield places
        return

    def more(start: int, left: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield from [()] if wanted == 0 else []
            return
        for i in range(start, len(cards)):
            number = game.number(cards[i]) or 0
            # In card order: the others are no lower.
            if number * left > wanted:
                return
            for others in more(i + 1, left - 1, wanted - number):
                yield (i, *others)

    yield from more(0, size, value)


@dataclass(frozen=True)
class Build:
    """A build on the table."""

    value: int
    groups: tuple[Group, ...]
    keeper: int

    @cached_property
    def cards(self) -> Group:
        """Return all cards of the build in card order."""
        return in_order([card for group in self.groups for card in group])

    @property
    def multiple(self) -> bool:
        """More than one group?"""
        return len(self.groups) > 1

    @property
    def claim(self) -> str:
        """Return the build's text in a turn: no seat."""
        return "=".join(["+".join(group) for group in self.groups] + [str(self.value)])

    @property
    def text(self) -> str:
        """Return the build's text on a table: with the keeper's seat."""
        return f"{self.claim}@{self.keeper}"


def build_key(build: Build) -> tuple[Any, ...]:
    """Return the order of builds: by value, then by groups (ours: the contract names none)."""
    return build.value, groups_key(build.groups), build.keeper


@dataclass(frozen=True)
class BuildClaim:
    """A build as somebody wrote it: its cards and its number."""

    cards: Group
    value: int
    seat: int | None = None


@dataclass(frozen=True)
class Step:
    """A step of a turn as written: take, lay or form."""

    verb: str
    card: str | None
    loose: Group = ()
    builds: tuple[BuildClaim, ...] = field(default=())


def bare(claim: str) -> str:
    """Return a named card without the mark of a pile."""
    return claim.partition("^")[0]


def mark_of(claim: str) -> int | None:
    """Return the seat of the pile that a named card is said to be on, if it is."""
    seat = claim.partition("^")[2]
    return int(seat) if seat else None


def label_key(label: str) -> tuple[tuple[int, int], int]:
    """Card order; of equal cards those on the table first, then by seat (ours)."""
    mark = mark_of(label)
    return card_key(bare(label)), -1 if mark is None else mark


def labelled(groups: Sequence[Group], labels: Sequence[str]) -> tuple[Group, ...]:
    """Write groups again, tops with their marks."""
    left = sorted(labels, key=label_key)

    def taken(card: str) -> str:
        """Return the first label of a card that is left, and take it out."""
        return left.pop(next(at for at, label in enumerate(left) if bare(label) == card))

    return tuple(tuple(map(taken, group)) for group in groups)


def written(game: Game, labels: Sequence[str], value: int) -> tuple[Group, ...] | None:
    """Write named cards as groups of the value, or return None if they cannot be divided."""
    groups = first_division(game, [bare(label) for label in labels], value)
    return None if groups is None else labelled(groups, labels)


def claim_text(groups: Sequence[Group], value: int) -> str:
    """Return a form as it is written."""
    return "=".join(["+".join(group) for group in groups] + [str(value)])


READ_RANKS = {"T": "10", "1": "A", "E": "A", "B": "J", "KN": "J", "D": "Q"}
READ_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "R": "D", "P": "S"}
CARD = re.compile(r"(10|KN|[A2-9TJQKEBD1])([SHDCRP♠♥♦♣]?)(?:\^(\d+))?")


def read_card(text: str, where: str) -> str:
    """Return a card, written as the contract writes it."""
    found = CARD.fullmatch(text.upper())
    if found is None or found[3]:
        raise Unreadable(where)
    return READ_RANKS.get(found[1], found[1]) + READ_SUITS.get(found[2], found[2])


def words(text: str) -> list[str]:
    """Return the words of a list: parted by spaces or commas."""
    return re.split(r"[\s,]+", text.strip(" \t\n,"))


def split_build(text: str, where: str) -> tuple[list[str], int, int | None]:
    """GROUP { "=" GROUP } "=" NUMBER [ "@" SEAT ]: the cards, the number and the seat."""
    body, at, seat = text.partition("@")
    *groups, number = body.split("=")
    if not groups or not number.isdecimal() or (at and not seat.isdecimal()):
        raise Unreadable(where)
    cards = [card for group in groups for card in group.split("+")]
    return cards, int(number), int(seat) if at else None


def read_table(game: Game, text: str) -> tuple[Group, tuple[Build, ...]]:
    """Return the table: loose cards in card order, and builds; a seat that is not said is the next
    one."""
    tokens = words(text) if text.strip() else []
    loose = [read_card(token, "table") for token in tokens if "=" not in token]
    builds = []
    for token in tokens:
        if "=" not in token:
            continue
        texts, value, seat = split_build(token, "table")
        cards = [read_card(card, "table") for card in texts]
        groups = first_division(game, cards, value)
        seat = 1 if seat is None else seat
        if (
            game.name == "kasino"
            or len(cards) < 2
            or groups is None
            or not 1 <= value <= 14
            or seat >= game.players
        ):
            raise Refused("table")
        builds.append(Build(value, groups, seat))
    return in_order(loose), tuple(sorted(builds, key=build_key))


def same_card(one: str, other: str) -> bool:
    """Return whether two spellings may be one card."""
    return one == other or (
        rank_of(one) == rank_of(other) and not (suit_of(one) and suit_of(other))
    )


def once(cards: Iterable[str], where: str) -> None:
    """Refuse cards of which one is there twice, or a rank five times."""
    cards = list(cards)
    suited = [card for card in cards if suit_of(card)]
    ranks = [rank_of(card) for card in cards]
    if len(set(suited)) < len(suited) or any(ranks.count(rank) > 4 for rank in ranks):
        raise Refused(where)


def in_the_pack(game: Game, cards: Sequence[str], where: str) -> None:
    """Game African is played without pictures (F6.1)."""
    if game.name == "south-african-casino" and any(
        rank_of(bare(card)) in ("J", "Q", "K") for card in cards
    ):
        raise Refused(where)


def read_named(game: Game, text: str, where: str) -> str:
    """Return a card in a turn or in `with`, perhaps with the seat of its pile."""
    found = CARD.fullmatch(text.upper())
    if found is None:
        raise Unreadable(where)
    card = READ_RANKS.get(found[1], found[1]) + READ_SUITS.get(found[2], found[2])
    in_the_pack(game, [card], where)
    if not found[3]:
        return card
    if game.anglo or int(found[3]) >= game.players:
        raise Refused(where)  # piles are closed, or there is none
    return f"{card}^{game.pile(int(found[3]))}"


def read_claim(game: Game, text: str, where: str) -> BuildClaim:
    """Return a build as somebody names it; whose it is is said of a partner's only."""
    texts, value, seat = split_build(text, where)
    cards = [read_named(game, card, where) for card in texts]
    once(map(bare, cards), where)
    if seat is not None and not game.anglo and seat >= game.players:
        raise Refused(where)
    return BuildClaim(tuple(cards), value, seat)


def read_things(
    game: Game, tokens: Sequence[str], where: str
) -> tuple[Group, tuple[BuildClaim, ...]]:
    """Loose cards, tops and builds that somebody names."""
    loose = tuple(read_named(game, token, where) for token in tokens if "=" not in token)
    builds = tuple(read_claim(game, token, where) for token in tokens if "=" in token)
    once([bare(card) for card in (*loose, *(c for b in builds for c in b.cards))], where)
    return loose, builds


def read_step(game: Game, text: str) -> Step:
    """Read a step of a turn."""
    tokens = words(text)
    if len(tokens) == 2 and tokens[1] == "-":
        return Step("lay", read_hand_card(game, tokens[0]))
    if len(tokens) > 2 and tokens[1] in ("x", "X", "×"):
        card = read_hand_card(game, tokens[0])
        loose, builds = read_things(game, tokens[2:], "turn")
        named = [*loose, *(other for build in builds for other in build.cards)]
        once([card, *(bare(other) for other in named)], "turn")
        return Step("take", card, loose, builds)
    if len(tokens) not in (1, 2) or "=" not in tokens[-1]:
        raise Unreadable("turn")
    claim = read_claim(game, tokens[-1], "turn")
    if len(tokens) == 1:
        return Step("form", None, (), (claim,))
    card = read_hand_card(game, tokens[0])
    if not any(same_card(card, other) for other in claim.cards if "^" not in other):
        raise Refused("turn")
    return Step("form", card, (), (claim,))


def read_hand_card(game: Game, text: str) -> str:
    """Return the card from the hand that a step begins with."""
    card = read_card(text, "turn")
    in_the_pack(game, [card], "turn")
    return card


def read_piles(game: Game, text: str) -> tuple[Group, ...]:
    """Read the known cards of each pile, top first: `5H>2S@1 9C@2`."""
    piles: list[Group] = [()] * game.pile_count
    for token in words(text):
        body, at, seat = token.partition("@")
        if not at or not seat.isdecimal():
            raise Unreadable("piles")
        cards = tuple(read_card(card, "piles") for card in body.split(">"))
        in_the_pack(game, cards, "piles")
        if int(seat) >= game.players or piles[game.pile(int(seat))]:
            raise Refused("piles")
        piles[game.pile(int(seat))] = cards
    return tuple(piles)


def read_ranks(text: str) -> frozenset[str]:
    """Ranks: `J 8`."""
    ranks = [read_card(word, "proven") for word in words(text)]
    if any(rank != rank_of(rank) for rank in ranks):
        raise Unreadable("proven")
    return frozenset(ranks)
