"""What somebody asks the referee of a game with builds, and how it is read from text fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...asking import (
    OPTIONS_DEFAULT,
    BadQuestion,
    Fault,
    OutOfRange,
    UnreadableNumber,
    read_fields,
    read_limit,
    read_names,
    read_one_card,
)
from ...cards import Card, Cards, Impossible, Packs, TooManyCopies
from ...house import UnknownHouseRule
from ...notation import read_cards
from ...ruleset import Ruleset
from .building import build_rules
from .table import Table, read_table
from .turns import Turn, played_in, read_turn

FIELDS_OF_OTHERS = ("piles", "stock", "proven")
"""Parameters of games with open piles, with a stock or with proofs for a partner."""


class NotInThisGame(Impossible):
    """A parameter that the game knows nothing of."""


class AnotherCardPlayed(Impossible):
    """The turn begins with another card than the one that was played."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"played: {card!r}")
        self.card = card


class NobodyThere(Impossible):
    """A build is kept by a seat where nobody sits."""

    def __init__(self, seat: int, players: int) -> None:
        super().__init__(f"seat {seat} of {players}")
        self.seat, self.players = seat, players


@dataclass(frozen=True)
class BuildQuestion:
    """The fields of the API's referee call, read by the rules of a game. ``pointed`` are the cards
    and builds that somebody points at; seats count from the mover, 0."""

    rules: Ruleset
    packs: Packs
    table: Table
    players: int
    hand: Cards | None = None
    played: Card | None = None
    pointed: Table | None = None
    turn: Turn | None = None
    limit: int = OPTIONS_DEFAULT


def read_question(
    ruleset: Callable[[tuple[str, ...]], Ruleset], texts: Mapping[str, str]
) -> BuildQuestion:
    """A question, by the rules that ``ruleset`` gives for its house rules.

    Raises :class:`~referee.rules.asking.BadQuestion` with a fault for each field that cannot be
    read, or else for the first that cannot be.
    """
    house, faults = read_fields(texts, {"house": read_names})
    try:
        rules = ruleset(house.get("house", ()))
    except UnknownHouseRule as error:
        raise BadQuestion(Fault("house", error)) from None
    values = build_rules(rules).values
    fields, wrong = read_fields(
        texts,
        {
            "table": partial(read_table, values=values, deck=rules.deck),
            "players": _read_number,
            "hand": read_cards,
            "played": read_one_card,
            "with": partial(read_table, values=values, deck=rules.deck),
            "turn": read_turn,
            "deal": _read_number,
            "limit": read_limit,
        },
    )
    foreign = [Fault(name, NotInThisGame()) for name in FIELDS_OF_OTHERS if texts.get(name)]
    if found := [*faults, *wrong, *foreign]:
        raise BadQuestion(*found)
    return _settle(rules, fields)


def _settle(rules: Ruleset, fields: Mapping[str, Any]) -> BuildQuestion:
    """Do the fields fit together?"""
    plans = rules.seating.deal_plans
    players = fields.get("players", min(plans))
    if players not in plans:
        raise BadQuestion(Fault("players", OutOfRange(players, min(plans), max(plans))))
    deals = plans[players].deals
    if not 1 <= (deal := fields.get("deal", 1)) <= deals:
        raise BadQuestion(Fault("deal", OutOfRange(deal, 1, deals)))
    table: Table = fields.get("table", Table())
    for build in table.builds:
        if build.keeper is not None and build.keeper >= players:
            raise BadQuestion(Fault("table", NobodyThere(build.keeper, players)))
    turn: Turn | None = fields.get("turn")
    played = fields.get("played")
    cards = played_in(turn or ())
    if played is not None and cards and not _same(cards[0], played):
        raise BadQuestion(Fault("turn", AnotherCardPlayed(played)))
    hand = fields.get("hand")
    return BuildQuestion(
        rules=rules,
        packs=_packs(rules, table, hand, played, cards),
        table=table,
        players=players,
        hand=None if hand is None else tuple(sorted(hand)),
        played=played or (cards[0] if cards else None),
        pointed=fields.get("with"),
        turn=turn,
        limit=fields.get("limit", OPTIONS_DEFAULT),
    )


def _same(one: Card, other: Card) -> bool:
    """Can these be the same card? A suit that nobody entered may be any."""
    return one.rank is other.rank and (one == other or not (one.suited and other.suited))


def _packs(
    rules: Ruleset, table: Table, hand: Cards | None, played: Card | None, cards: Cards
) -> Packs:
    """All cards that were named; what is played is one of the hand, if the hand has it."""
    named = (*table.cards, *(hand or ()))
    try:
        packs = Packs(rules.deck, named)
    except TooManyCopies as error:
        raise BadQuestion(Fault("hand", error)) from None
    for field, card in (("played", played), *(("turn", card) for card in cards[:1])):
        if card is None or (field == "turn" and played is not None):
            continue
        if any(_same(card, held) for held in hand or ()):
            continue
        try:
            packs = Packs(rules.deck, (*named, card))
        except TooManyCopies as error:
            raise BadQuestion(Fault(field, error)) from None
    return packs


def _read_number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise UnreadableNumber(text)
    return int(text)
