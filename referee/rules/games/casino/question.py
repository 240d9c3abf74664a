"""Questions to the referee of a game with builds, and how they are read from text fields."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from ...cards import (
    Card,
    Cards,
    Deck,
    Impossible,
    KnownCards,
    Rank,
    TooManyCopies,
    can_be_same_card,
)
from ...notation import (
    NEXT,
    UnreadableCard,
    read_card,
    read_cards,
    read_cards_and_tops,
    read_settled_play,
    read_table,
    words_of,
    write_card,
    write_rank,
)
from ...plays import (
    MakeBuild,
    NoBuildsHere,
    Play,
    Selection,
    Table,
    cards_of,
    played_in,
    seats_in,
    with_mover_as_owner,
)
from ...question_fields import (
    OPTIONS_DEFAULT,
    BadQuestion,
    FieldReader,
    NotInThisGame,
    OutOfRange,
    UnreadableNumber,
    WrongField,
    read_limit,
    read_one_card,
)
from ...ruleset import Ruleset
from .judge.divisions import MOST_TOPS
from .judge.play_rules import OpenSuit, build_rules, faces_meant, proves
from .judge.position import MOVER, FirstCards, Piles, Position, drawn_first


class AnotherCardPlayed(Impossible):
    """A play that begins with another card than the one in the field of the played card."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"played: {card!r}")
        self.card = card


class NobodyThere(Impossible):
    """A build or pile at a seat where nobody sits."""

    def __init__(self, seat: int, players: int) -> None:
        super().__init__(f"seat {seat} of {players}")
        self.seat, self.players = seat, players


class OnePileTwice(Impossible):
    """A pile that is entered twice; partners who share a pile have one."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"the pile of seat {seat} twice")
        self.seat = seat


class SuitsNeeded(Impossible):
    """A build of cards without suits, while too many builds lie there that these cards may mean."""


class TooManyTops(Impossible):
    """A build with more cards of piles than any build of a game has."""

    def __init__(self, found: int, most: int) -> None:
        super().__init__(f"{found} cards of piles, not {most}")
        self.found, self.most = found, most


MOST_UNSURE = 8
"""Limit of builds on the table beside which a play may name cards without suits."""


@dataclass(frozen=True)
class BuildQuestion:
    """A question: a position, and what is asked of it.

    The fields are those of the API's call of the referee, read by the rules of a game. ``pointed``
    is the selection; seats count from the mover, 0. ``piles`` has the known cards of the pile of
    each seat, from the top down; ``stock`` is None where there is none. ``stands_for`` are the
    faces that cards of the hand without a suit must have, where the suit decides.
    """

    rules: Ruleset
    known_cards: KnownCards = field(compare=False)  # repeats the cards of other fields
    table: Table
    players: int
    hand: Cards | None = None
    played: Card | None = None
    pointed: Selection | None = None
    turn: Play | None = None
    piles: tuple[Cards, ...] = ()
    deal: int = 1
    stock: int | None = None
    proven: frozenset[Rank] = frozenset()
    limit: int = OPTIONS_DEFAULT
    stands_for: Cards = ()

    @cached_property
    def position(self) -> Position:
        """The position before the play."""
        return self.position_at(self.table)

    def position_at(self, table: Table) -> Position:
        """Return the position before the play, with the ``table`` in another order."""
        return Position(
            table=table,
            hand=self.hand,
            known_cards=self.known_cards,
            sides=self.rules.seating.side_of_each(self.players),
            pile_seats=self.rules.pile_of_each(self.players),
            piles=self.piles or ((),) * self.players,
            deal=self.deal,
            stock=self.stock or 0,
            proven=self.proven,
            stands_for=self.stands_for,
        )

    @property
    def first_cards(self) -> FirstCards | None:
        """The figures of the first cards on the table, if the position can be the one just after
        they were laid out: as many loose cards, and nothing else known. None if not, or if the game
        has no redeal (F3.1, #deal)."""
        seating, table = self.rules.seating, self.table
        drawn = sum(seating.deal_plans[self.players].table)
        begun = self.played or self.turn or any(self.piles) or self.deal > 1
        if seating.redeal is None or begun or table.builds or len(table.loose) != drawn:
            return None
        return drawn_first(
            seating.redeal, build_rules(self.rules).worth, self.known_cards, table.loose
        )

    def under(self, rules: Ruleset) -> BuildQuestion | None:
        """Return this question by other house rules; None where it cannot be asked by them."""
        plan = rules.seating.deal_plans.get(self.players)
        if plan is None or self.deal > plan.deals:
            return None
        if any(self.piles) and rules.pile_of_each(self.players) != self.position.pile_seats:
            return None
        stock = (1 if self.stock is None else self.stock) if plan.stock else None
        stands_for = faces_meant(
            build_rules(rules), self.table, self.hand, {"played": self.played}, self.turn
        )
        if isinstance(stands_for, OpenSuit):
            return None
        return replace(self, rules=rules, stock=stock, stands_for=stands_for)


def read_question(rules: Ruleset, texts: Mapping[str, str]) -> BuildQuestion:
    """Return the question that text fields ask by these rules, which have its house rules.

    Raises :class:`.BadQuestion` with a fault for each field that cannot be read, or else for the
    first field that does not fit the others.
    """
    values, reader = build_rules(rules).values, FieldReader(texts)
    fields = _Fields(
        table=reader.read("table", partial(read_table, values=values, deck=rules.deck)),
        players=reader.read("players", _read_number),
        hand=reader.read("hand", read_cards),
        played=reader.read("played", read_one_card),
        pointed=reader.read("with", partial(_read_pointed, rules=rules)),
        turn=reader.read("turn", partial(_read_turn, deck=rules.deck)),
        piles=reader.read("piles", _read_piles),
        deal=reader.read("deal", _read_number),
        stock=reader.read("stock", _read_number),
        proven=reader.read("proven", _read_ranks),
        limit=reader.read("limit", read_limit),
    )
    if reader.faults:
        raise BadQuestion(*reader.faults)
    return _checked_question(rules, fields)


class _Fields(NamedTuple):
    """The values of the fields of a question, None for those that are empty."""

    table: Table | None
    players: int | None
    hand: Cards | None
    played: Card | None
    pointed: Selection | None
    turn: Play | None
    piles: Mapping[int, Cards] | None
    deal: int | None
    stock: int | None
    proven: frozenset[Rank] | None
    limit: int | None


def _read_pointed(text: str, rules: Ruleset) -> Selection:
    words = words_of(text)
    tops, _ = read_cards_and_tops(word for word in words if "^" in word)
    others = " ".join(word for word in words if "^" not in word)
    table = read_table(others, build_rules(rules).values, deck=rules.deck)
    KnownCards(rules.deck, (*table.cards, *cards_of(tops)))
    return Selection(table, tops)


def _read_turn(text: str, deck: Deck) -> Play:
    """Read a play of cards of the deck. A later step may name cards of an earlier one again, such
    as those of a build; a hand card that is named twice is for the verdict."""
    play = read_settled_play(text)
    for step in play:
        KnownCards(deck, step.named)
    return with_mover_as_owner(play, MOVER)


def _read_piles(text: str) -> dict[int, Cards]:
    """Read the known cards of piles, ``5H>2S@1 9C@2``, each from its top down, by seat."""
    piles: dict[int, Cards] = {}
    for word in words_of(text):
        cards, _, seat = word.partition("@")
        if not re.fullmatch("[0-9]", seat or str(NEXT)):
            raise UnreadableCard(word)
        owner = int(seat or NEXT)
        if owner in piles:
            raise OnePileTwice(owner)
        piles[owner] = tuple(map(read_card, cards.split(">")))
    return piles


def _read_ranks(text: str) -> frozenset[Rank]:
    cards = read_cards(text)
    for card in cards:
        if card.suited:
            raise UnreadableCard(write_card(card))
    return frozenset(card.rank for card in cards)


def _checked_question(rules: Ruleset, fields: _Fields) -> BuildQuestion:
    players = _checked_players(rules, fields)
    table, turn, played, hand = fields.table or Table(), fields.turn, fields.played, fields.hand
    if table.builds and not build_rules(rules).makes_builds:
        raise BadQuestion(WrongField("table", NoBuildsHere()))
    _check_seats(players, table, turn or (), fields.pointed)
    cards_by_seat = fields.piles or {}
    _check_resolvable(table, turn or (), cards_by_seat.values())
    cards = played_in(turn or ())
    if played is not None and cards and not can_be_same_card(cards[0], played):
        raise BadQuestion(WrongField("turn", AnotherCardPlayed(played)))
    piles = _piles_by_seat(rules, players, cards_by_seat)
    known_cards = _known_cards(rules, table, piles, hand, played, cards)
    first = {"played": played, "turn": cards[0] if cards else None}
    stands_for = faces_meant(build_rules(rules), table, hand, first, turn)
    if isinstance(stands_for, OpenSuit):
        raise BadQuestion(WrongField(*stands_for))
    return BuildQuestion(
        rules=rules,
        known_cards=known_cards,
        table=table,
        players=players,
        hand=None if hand is None else tuple(sorted(hand)),
        played=played or (cards[0] if cards else None),
        pointed=fields.pointed,
        turn=turn,
        piles=piles,
        deal=fields.deal or 1,
        stock=(1 if fields.stock is None else fields.stock)
        if rules.seating.deal_plans[players].stock
        else None,
        proven=fields.proven or frozenset(),
        limit=fields.limit or OPTIONS_DEFAULT,
        stands_for=stands_for,
    )


def _checked_players(rules: Ruleset, fields: _Fields) -> int:
    """Return the number of players, once it and the facts of the deal fit the game."""
    plans = rules.seating.deal_plans
    players = min(plans) if fields.players is None else fields.players
    if players not in plans:
        raise BadQuestion(WrongField("players", OutOfRange(players, min(plans), max(plans))))
    _check_fields_of_game(rules, players, fields)
    for name, number, least, most in (
        ("deal", fields.deal, 1, plans[players].deals),
        ("stock", fields.stock, 0, plans[players].stock),
    ):
        if number is not None and not least <= number <= most:
            raise BadQuestion(WrongField(name, OutOfRange(number, least, most)))
    return players


def _check_fields_of_game(rules: Ruleset, players: int, fields: _Fields) -> None:
    referee = build_rules(rules)
    facts = (
        ("piles", fields.piles, referee.open_piles),
        ("stock", fields.stock, rules.seating.deal_plans[players].stock > 0),
        ("proven", fields.proven, proves(referee, rules.seating, players)),
    )
    foreign = [
        WrongField(name, NotInThisGame())
        for name, value, can_be_known in facts
        if value is not None and not can_be_known
    ]
    if foreign:
        raise BadQuestion(*foreign)


def _check_seats(players: int, table: Table, play: Play, pointed: Selection | None) -> None:
    """Refuse a build or a pile at a seat where nobody sits."""
    for name, seat in _seats_named(table, play, pointed):
        if seat is not None and seat >= players:
            raise BadQuestion(WrongField(name, NobodyThere(seat, players)))


def _check_resolvable(table: Table, play: Play, piles: Collection[Cards]) -> None:
    """Refuse a play whose builds can be made of too many things: each open choice doubles the
    number of resolutions, and nobody can follow those at a table either."""
    builds_made = [step.build for step in play if isinstance(step, MakeBuild)]
    if not builds_made:
        return
    named = (*table.cards, *chain.from_iterable(build.cards for build in builds_made))
    has_open_suits = not all(card.suited for card in named)
    if has_open_suits and len(table.builds) + len(builds_made) > MOST_UNSURE:
        raise BadQuestion(WrongField("turn", SuitsNeeded()))
    pile_cards = set(chain.from_iterable(piles))
    tops = max(sum(card in pile_cards for card in build.cards) for build in builds_made)
    if tops > MOST_TOPS:
        raise BadQuestion(WrongField("turn", TooManyTops(tops, MOST_TOPS)))


def _seats_named(
    table: Table, play: Play, pointed: Selection | None
) -> Iterator[tuple[str, int | None]]:
    yield from (("table", build.owner) for build in table.builds)
    yield from (("with", top.seat) for top in (pointed.tops if pointed else ()))
    yield from (("turn", seat) for seat in seats_in(play))


def _piles_by_seat(
    rules: Ruleset, players: int, cards_by_seat: Mapping[int, Cards]
) -> tuple[Cards, ...]:
    """Return the known cards of the pile of each seat; a pile that partners share is at the first
    of them."""
    pile_seats = rules.pile_of_each(players)
    piles: dict[int, Cards] = {}
    for seat, cards in cards_by_seat.items():
        if seat >= players:
            raise BadQuestion(WrongField("piles", NobodyThere(seat, players)))
        if pile_seats[seat] in piles:
            raise BadQuestion(WrongField("piles", OnePileTwice(seat)))
        piles[pile_seats[seat]] = cards
    return tuple(piles.get(seat, ()) for seat in range(players)) if piles else ()


def _known_cards(
    rules: Ruleset,
    table: Table,
    piles: tuple[Cards, ...],
    hand: Cards | None,
    played: Card | None,
    cards: Cards,
) -> KnownCards:
    """Return all named cards, checked against the deck; the played card is the one in the hand, if
    the hand has it."""
    all_cards: Cards = table.cards
    known_cards: KnownCards | None = None
    further = [
        ("piles", tuple(card for pile in piles for card in pile)),
        ("hand", hand or ()),
        ("played", _not_held((played,) if played else (), hand)),
        ("turn", _not_held(cards[:1] if played is None else (), hand)),
    ]
    for name, cards_of_field in further:
        if not cards_of_field:
            continue
        all_cards = (*all_cards, *cards_of_field)
        try:
            known_cards = KnownCards(rules.deck, all_cards)
        except TooManyCopies as error:
            raise BadQuestion(WrongField(name, error)) from None
    return known_cards or KnownCards(rules.deck, all_cards)


def _not_held(cards: Cards, hand: Cards | None) -> Cards:
    return tuple(
        card for card in cards if not any(can_be_same_card(card, held) for held in hand or ())
    )


def _read_number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise UnreadableNumber(text)
    return int(text)


def seated(table: Table, piles: Piles, rules: Ruleset, players: int) -> tuple[Table, Piles]:
    """Return the table and the piles with another number of players: a build of a seat that is gone
    gets another owner, and only seats with a pile of their own keep one."""
    builds = (build._replace(owner=(build.owner or 0) % players) for build in table.builds)
    pile_seats = set(rules.pile_of_each(players))
    own_piles = (pile if seat in pile_seats else () for seat, pile in enumerate(piles[:players]))
    return table._replace(builds=tuple(builds)), tuple(own_piles)


class Holding(NamedTuple):
    """A card that is known to be in a hand: its seat and rank."""

    seat: int
    rank: Rank


_HOLDING = re.compile(r"(10|[A2-9JQK])@([0-9])")


def read_holdings(text: str) -> set[Holding]:
    """Read ``J@1 8@3``, seats counting from the mover; words that are no holdings are ignored."""
    return {Holding(int(seat), read_card(rank).rank) for rank, seat in _HOLDING.findall(text)}


def write_holdings(holdings: Iterable[Holding]) -> str:
    """Write holdings as ``J@1 8@3``."""
    return " ".join(f"{write_rank(rank)}@{seat}" for seat, rank in holdings)


def knows_partner(rules: Ruleset, players: int) -> bool:
    """Return whether it can be known what the mover's partner holds."""
    return proves(build_rules(rules), rules.seating, players)


def held_by_others(question: BuildQuestion, text: str) -> list[Holding]:
    """Return the holdings in a text, in order, of all seats but the partner's, the mover's
    included; empty in games where it cannot be known what a partner holds."""
    if not knows_partner(question.rules, question.players):
        return []
    seats = set(range(question.players)) - {question.position.partner}
    return sorted(holding for holding in read_holdings(text) if holding.seat in seats)


def seat_before(seat: int, players: int) -> int:
    """Return the number of a seat for the next player, whose own is 0."""
    return (seat - 1) % players


def table_for_next_player(table: Table, players: int) -> Table:
    """Return the table as the next player sees it."""
    builds = (
        build._replace(owner=seat_before(build.owner or 0, players)) for build in table.builds
    )
    return table._replace(builds=tuple(builds))


def piles_for_next_player(piles: Piles, pile_seats: Sequence[int]) -> Piles:
    """Return the piles as the next player sees them; a pile that partners share is at the first of
    them."""
    seats = range(len(pile_seats))
    return tuple(
        piles[pile_seats[(seat + 1) % len(seats)]] if pile_seats[seat] == seat else ()
        for seat in seats
    )


def holdings_for_next_player(
    question: BuildQuestion, others: Iterable[Holding]
) -> tuple[list[Rank], list[Holding]]:
    """Return the ranks that the next player's partner is known to hold, and all other holdings. The
    card that was played is held no longer."""
    partner, players = question.position.partner, question.players
    held = {*others, *(Holding(partner, rank) for rank in question.proven if partner)}
    if question.played:
        held.discard(Holding(MOVER, question.played.rank))
    passed_on = sorted(Holding(seat_before(seat, players), rank) for seat, rank in held)
    of_partner = [rank for seat, rank in passed_on if seat == partner]
    return of_partner, [holding for holding in passed_on if holding.seat != partner]
