"""The southern games and their notation, for the oracle (api-casino, Text; F3 to F6).

A card that somebody names as the top of a pile keeps its mark: "7C^1". Everything else is as in
`builds_text`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle.builds_text import (
    CARD,
    READ_RANKS,
    READ_SUITS,
    BuildClaim,
    Game,
    Group,
    Refused,
    Step,
    Unreadable,
    card_key,
    first_division,
    once,
    rank_of,
    read_card,
    same_card,
    words,
)

SWAZI_RULES = frozenset("clockwise no_redeal crazy crazy_one_build".split())
RULES = {
    "swazi-casino": SWAZI_RULES,
    "lesotho-casino": SWAZI_RULES | {"one_picture"},
    "south-african-casino": frozenset("partners no_raise second_build".split()),
}


@dataclass(frozen=True)
class South(Game):
    """One of the three games, with what the question says about the game that is played."""

    players: int = 2
    deal: int = 1
    stock: int = 1
    proven: frozenset[str] = frozenset()  # ranks that the mover's partner holds (F3.7)

    @property
    def royal(self) -> bool:
        """Do pictures have numbers (and aces two)?"""
        return self.name == "swazi-casino"

    @property
    def swazi(self) -> bool:
        """Is it Swazi or Lesotho: turns of several steps, demands?"""
        return self.name != "south-african-casino"

    @property
    def pairs(self) -> bool:
        """Are seats 0 and 2 partners?"""
        return self.players == 4 and (self.swazi or "partners" in self.house)

    @property
    def deals(self) -> int:
        """How many deals a game has (F4: two for two players, Crazy one)."""
        return 2 if self.players == 2 and "crazy" not in self.house else 1

    @property
    def own_piles(self) -> bool:
        """Has each seat a pile of its own?"""
        return not self.pairs or self.name == "lesotho-casino"

    @property
    def pile_count(self) -> int:
        """How many piles there are."""
        return self.players if self.own_piles else 2

    def pile(self, seat: int) -> int:
        """The pile of a seat; a shared one is the first seat's."""
        return seat if self.own_piles else seat % 2

    def side(self, seat: int) -> bool:
        """Is this seat on the mover's side?"""
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


def bare(claim: str) -> str:
    """A named card without the mark of a pile."""
    return claim.partition("^")[0]


def mark_of(claim: str) -> int | None:
    """The seat of the pile that a named card is said to be on, if it is."""
    seat = claim.partition("^")[2]
    return int(seat) if seat else None


def label_key(label: str) -> tuple[tuple[int, int], int]:
    """Card order; of equal cards those on the table first, then by seat (ours)."""
    mark = mark_of(label)
    return card_key(bare(label)), -1 if mark is None else mark


def labelled(groups: Sequence[Group], labels: Sequence[str]) -> tuple[Group, ...]:
    """The same groups, tops with their marks."""
    left = sorted(labels, key=label_key)
    found = []
    for group in groups:
        named = []
        for card in group:
            label = next(one for one in left if bare(one) == card)
            left.remove(label)
            named.append(label)
        found.append(tuple(named))
    return tuple(found)


def written(game: Game, labels: Sequence[str], value: int) -> tuple[Group, ...] | None:
    """How named cards worth the value are written, or None if they cannot be divided."""
    groups = first_division(game, [bare(label) for label in labels], value)
    return None if groups is None else labelled(groups, labels)


def claim_text(groups: Sequence[Group], value: int) -> str:
    """A form as it is written."""
    return "=".join(["+".join(group) for group in groups] + [str(value)])


def in_the_pack(game: South, cards: Sequence[str], where: str) -> None:
    """South African is played without pictures (F6.1)."""
    if not game.swazi and any(rank_of(bare(card)) in ("J", "Q", "K") for card in cards):
        raise Refused(where)


def read_named(game: South, text: str, where: str) -> str:
    """A card in a turn or in `with`, perhaps with the seat of its pile."""
    found = CARD.fullmatch(text.upper())
    if found is None:
        raise Unreadable(where)
    card = READ_RANKS.get(found[1], found[1]) + READ_SUITS.get(found[2], found[2])
    in_the_pack(game, [card], where)
    if not found[3]:
        return card
    if int(found[3]) >= game.players:
        raise Refused(where)
    return f"{card}^{game.pile(int(found[3]))}"


def read_claim(game: South, text: str, where: str) -> BuildClaim:
    """GROUP { "=" GROUP } "=" NUMBER [ "@" SEAT ]."""
    body, at, seat = text.partition("@")
    *groups, number = body.split("=")
    if not groups or not number.isdecimal() or (at and not seat.isdecimal()):
        raise Unreadable(where)
    cards = [read_named(game, card, where) for group in groups for card in group.split("+")]
    once([bare(card) for card in cards], where)
    if at and int(seat) >= game.players:
        raise Refused(where)
    return BuildClaim(tuple(cards), int(number), int(seat) if at else None)


def read_things(
    game: South, tokens: Sequence[str], where: str
) -> tuple[Group, tuple[BuildClaim, ...]]:
    """Loose cards, tops and builds that somebody names."""
    loose = tuple(read_named(game, token, where) for token in tokens if "=" not in token)
    builds = tuple(read_claim(game, token, where) for token in tokens if "=" in token)
    once([bare(card) for card in (*loose, *(c for b in builds for c in b.cards))], where)
    return loose, builds


def read_step(game: South, text: str) -> Step:
    """One step of a turn."""
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


def read_hand_card(game: South, text: str) -> str:
    """The card from the hand that a step begins with."""
    card = read_card(text, "turn")
    in_the_pack(game, [card], "turn")
    return card


def read_piles(game: South, text: str) -> tuple[Group, ...]:
    """What is known of each pile, top first: `5H>2S@1 9C@2`."""
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
