"""Faults of a selection: why the selected cards make no play."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from ....cards import SUITS, Card, Cards, Rank
from ....table_and_builds import FEWEST_CARDS, Top
from ..judge.play_rules_base import BuildRules
from ..judge.verdict import Verdict
from ..judge.verdict_reasons import Reason
from .plays_of_selection import PlayedSelection
from .possible_builds import highest_value
from .turn_context import TurnContext


class SelectionFault(StrEnum):
    """Causes why selected cards make nothing."""

    FORBIDDEN = "forbidden"  # a rule forbids what they would make
    NO_NUMBER = "no_number"  # pictures neither add up nor build
    ALONE = "alone"  # a single card makes nothing
    TOP_ALONE = "top_alone"  # a single top of a pile makes nothing
    ONE_OF_A_PILE = "one_of_a_pile"  # a second card of a pile would help
    HAND_CARD = "hand_card"  # a card from the hand must come to them
    TOO_MUCH = "too_much"  # no card is worth so much, and they make no sets


_DECIDED_WITH = {
    SelectionFault.NO_NUMBER: Reason.PICTURE_NO_NUMBER,
    SelectionFault.TOP_ALONE: Reason.NO_BASE,
    SelectionFault.ONE_OF_A_PILE: Reason.PILE_TWO_IN_SET,
    SelectionFault.HAND_CARD: Reason.ONE_HAND_CARD,
    SelectionFault.TOO_MUCH: Reason.BAD_SUM,
}


class FaultySelection(NamedTuple):
    """A cause why selected cards make nothing, with its facts.

    ``verdict`` is the one that forbids the play; ``card`` the card below a chosen top; ``played``
    the card from the hand, and ``total`` the sum of all cards with it, an ace counting 1; ``ranks``
    are those of the hand of which a card would help. ``clause`` is that of the page of rules.
    """

    why: SelectionFault
    clause: str | None = None
    verdict: Verdict | None = None
    card: Card | None = None
    played: Card | None = None
    total: int = 0
    ranks: tuple[Rank, ...] = ()


def forbidden(verdict: Verdict) -> FaultySelection:
    """Return the fault of a selection that makes a play which ``verdict`` forbids."""
    return FaultySelection(SelectionFault.FORBIDDEN, verdict.clause, verdict)


def why_no_build(rules: BuildRules, cards: Cards) -> FaultySelection | None:
    """Return what is wrong with loose cards as a build on the table, by their numbers; None if
    nothing is, or nobody builds."""
    if not rules.makes_builds:
        return None
    pictures = _without_number(rules, cards)
    if pictures:
        return _fault(rules, SelectionFault.NO_NUMBER)
    if len(cards) < FEWEST_CARDS:
        return FaultySelection(SelectionFault.ALONE)
    if any(rules.divides(value, cards) for value in range(1, highest_value(rules) + 1)):
        return None
    return _fault(rules, SelectionFault.TOO_MUCH)._replace(total=_total(rules, cards))


def _fault(rules: BuildRules, why: SelectionFault) -> FaultySelection:
    """Return a fault with the clause of the game for it."""
    return FaultySelection(why, rules.clause_of(_DECIDED_WITH[why]))


def _without_number(rules: BuildRules, cards: Cards) -> Cards:
    """Return the pictures without a number among cards."""
    return tuple(card for card in cards if not rules.has_number(card))


def _total(rules: BuildRules, cards: Cards) -> int:
    """Return the sum of cards, an ace counting 1."""
    return sum(rules.values[card.rank][0] for card in cards)


def faults_of(chosen: PlayedSelection) -> Iterator[FaultySelection]:
    """Return what is wrong with a selection whose numbers do not fit, or that no card from the hand
    fits."""
    rules, cards = chosen.context.rules, chosen.cards
    pictures = _without_number(rules, cards)
    if len(cards) + len(chosen.builds) < FEWEST_CARDS and not pictures:
        yield _single_card_fault(chosen)
        return
    yield from _faults_below_tops(chosen)
    ranks = () if chosen.played else tuple(_helpful_ranks(chosen))
    total = 0 if pictures else _total(rules, cards) + sum(build.value for build in chosen.builds)
    if pictures and not ranks:
        yield _fault(rules, SelectionFault.NO_NUMBER)
    elif total > highest_value(rules) and not ranks:
        too_much = _fault(rules, SelectionFault.TOO_MUCH)
        yield too_much._replace(played=chosen.played, total=total)
    else:
        yield _fault(rules, SelectionFault.HAND_CARD)._replace(ranks=ranks)


def _single_card_fault(chosen: PlayedSelection) -> FaultySelection:
    """Return the fault of a single card, or of a single top."""
    rules = chosen.context.rules
    if not chosen.tops:
        return FaultySelection(SelectionFault.ALONE)
    return _fault(rules, SelectionFault.HAND_CARD if rules.takes_tops else SelectionFault.TOP_ALONE)


def _faults_below_tops(chosen: PlayedSelection) -> Iterator[FaultySelection]:
    """Return a fault for each chosen top with which the card below it would make something, if that
    could be used in the same set (#tops)."""
    for top in chosen.tops:
        for card in chosen.context.turn_state.piles[top.seat][1:2]:
            chosen_with_next = chosen._replace(tops=(*chosen.tops, Top(card, top.seat)))
            if chosen_with_next.ways() and not chosen_with_next.is_possible():
                fault = _fault(chosen.context.rules, SelectionFault.ONE_OF_A_PILE)
                yield fault._replace(card=card)


def _helpful_ranks(chosen: PlayedSelection) -> Iterator[Rank]:
    """Return the ranks of which a card from the hand would make something of the selection."""
    for card in _playable_cards(chosen.context):
        if chosen._replace(played=card).is_possible():
            yield card.rank


def _playable_cards(context: TurnContext) -> list[Card]:
    """Return one card of each rank that the hand has, or can have while it is secret."""
    if context.hand is not None:
        return list({card.rank: card for card in context.hand}.values())
    seen = [card.rank for card in context.start.seen]
    ranks = sorted(context.rules.deck.ranks)
    return [Card(rank) for rank in ranks if seen.count(rank) < len(SUITS)]
