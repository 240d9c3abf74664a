"""Reading the notation of the games with builds, for the oracle (api-casino, Text).

A card that somebody names as the top of a pile keeps its mark: "7C^1".
"""

import re
from collections.abc import Iterable, Sequence

from tests.oracle.builds_notation import (
    Build,
    BuildClaim,
    Game,
    Group,
    Refused,
    Step,
    Unreadable,
    bare,
    build_key,
    first_division,
    in_order,
    rank_of,
    suit_of,
)

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
