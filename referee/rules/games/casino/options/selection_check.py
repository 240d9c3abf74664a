"""What may be made of cards that somebody selects; and if nothing can be made, what hinders it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from ....cards import SUITS, Card, Cards, Rank
from ....table_and_builds import FEWEST_CARDS, Build, Table, Top, cards_of
from ..judge.build_rules import BuildRules
from ..judge.verdict import Verdict
from ..judge.verdict_reasons import Reason
from .plays_of_selection import SelectionOption, selection_options
from .possible_builds import highest_value
from .turn_context import TurnContext


class SelectionFault(StrEnum):
    """Why selected cards make nothing."""

    FORBIDDEN = "forbidden"  # they would, but a rule is against it
    NO_NUMBER = "no_number"  # pictures neither add up nor build
    ALONE = "alone"  # others must come to it
    TOP_ALONE = "top_alone"  # and it is a card of a pile
    ONE_OF_A_PILE = "one_of_a_pile"  # a second card of a pile would help
    HAND_CARD = "hand_card"  # a card from the hand must come to them
    TOO_MUCH = "too_much"  # no card is worth so much, and they are no groups


_DECIDED_WITH = {
    SelectionFault.NO_NUMBER: Reason.PICTURE_NO_NUMBER,
    SelectionFault.TOP_ALONE: Reason.NO_BASE,
    SelectionFault.ONE_OF_A_PILE: Reason.PILE_TWO_IN_SET,
    SelectionFault.HAND_CARD: Reason.ONE_HAND_CARD,
    SelectionFault.TOO_MUCH: Reason.BAD_SUM,
}


class FaultySelection(NamedTuple):
    """What hinders, with its facts: the ``verdict`` that forbids it; the ``card`` of a pile that
    comes later; the card that was ``played``, and the ``total`` of all with it, an ace being 1; the
    ``ranks`` of the hand one of which would do. ``clause`` of the rules page says so."""

    why: SelectionFault
    clause: str | None = None
    verdict: Verdict | None = None
    card: Card | None = None
    played: Card | None = None
    total: int = 0
    ranks: tuple[Rank, ...] = ()


class SelectionResult(NamedTuple):
    """What selected cards may make in this turn; if nothing, all that hinders it."""

    ways: tuple[SelectionOption, ...]
    hindered: tuple[FaultySelection, ...] = ()


def check_selection(
    context: TurnContext, card: Card | None, pointed: Table, tops: tuple[Top, ...]
) -> SelectionResult:
    """What selected cards may make with the played ``card`` and, where a turn may have such steps,
    without it: with the builds that were selected too, or alone and with each that lies there."""
    chosen = _Chosen(context, card, pointed.loose, tops, pointed.builds)
    ways = chosen.ways()
    possible = tuple(filter(_may_be, ways))
    if possible:
        return SelectionResult(possible)
    if ways:
        verdict = max((way.verdict for way in ways), key=lambda verdict: verdict.reason.order)
        return SelectionResult(
            (), (FaultySelection(SelectionFault.FORBIDDEN, verdict.clause, verdict),)
        )
    return SelectionResult((), tuple(_hindered(chosen)))


def why_no_build(rules: BuildRules, cards: Cards) -> FaultySelection | None:
    """What hinders loose cards to lie there as a build, as far as their numbers go; None if
    nothing does."""
    pictures = _without_number(rules, cards)
    if pictures:
        return _because(rules, SelectionFault.NO_NUMBER)
    if len(cards) < FEWEST_CARDS:
        return FaultySelection(SelectionFault.ALONE)
    if any(rules.divides(value, cards) for value in range(1, highest_value(rules) + 1)):
        return None
    return _because(rules, SelectionFault.TOO_MUCH)._replace(total=_total(rules, cards))


class _Chosen(NamedTuple):
    """What was selected, and the card that is played with it, if any."""

    context: TurnContext
    played: Card | None
    loose: Cards
    tops: tuple[Top, ...]
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        cards = (*self.loose, *cards_of(self.tops))
        return cards if self.played is None else (*cards, self.played)

    def ways(self) -> list[SelectionOption]:
        """Each way in which they make something, if only the numbers fit."""
        alone = [None] if self.context.rules.has_steps else []
        played = [self.played] if self.played else []
        each = ((), *((build,) for build in self.context.table.builds))
        return [
            way
            for card in dict.fromkeys((*alone, *played))
            for builds in ([self.builds] if self.builds else each)
            for way in selection_options(
                self.context, card, Table(self.loose, builds), self.tops, asked=True
            )
        ]

    def may_be(self) -> bool:
        """Is there one that is not illegal?"""
        return any(map(_may_be, self.ways()))


def _may_be(way: SelectionOption) -> bool:
    return way.verdict.legal is not False or way.verdict.unfinished


def _because(rules: BuildRules, why: SelectionFault) -> FaultySelection:
    return FaultySelection(why, rules.clause_of(_DECIDED_WITH[why]))


def _without_number(rules: BuildRules, cards: Cards) -> Cards:
    return tuple(card for card in cards if not rules.has_number(card))


def _total(rules: BuildRules, cards: Cards) -> int:
    """What they come to, an ace being 1."""
    return sum(rules.values[card.rank][0] for card in cards)


def _hindered(chosen: _Chosen) -> Iterator[FaultySelection]:
    """What hinders cards of which no numbers fit, or that go with no card from the hand."""
    rules, cards = chosen.context.rules, chosen.cards
    pictures = _without_number(rules, cards)
    if len(cards) + len(chosen.builds) < FEWEST_CARDS and not pictures:
        yield _alone(chosen)
        return
    yield from _below(chosen)
    ranks = () if chosen.played else tuple(_helpful(chosen))
    total = 0 if pictures else _total(rules, cards) + sum(build.value for build in chosen.builds)
    if pictures and not ranks:
        yield _because(rules, SelectionFault.NO_NUMBER)
    elif total > highest_value(rules) and not ranks:
        too_much = _because(rules, SelectionFault.TOO_MUCH)
        yield too_much._replace(played=chosen.played, total=total)
    else:
        yield _because(rules, SelectionFault.HAND_CARD)._replace(ranks=ranks)


def _alone(chosen: _Chosen) -> FaultySelection:
    """Of a single card."""
    rules = chosen.context.rules
    if not chosen.tops:
        return FaultySelection(SelectionFault.ALONE)
    return _because(
        rules, SelectionFault.TOP_ALONE if rules.has_steps else SelectionFault.HAND_CARD
    )


def _below(chosen: _Chosen) -> Iterator[FaultySelection]:
    """Would the card below a chosen top help, if it could be had at once (#tops)?"""
    for top in chosen.tops:
        for card in chosen.context.turn_state.piles[top.seat][1:2]:
            chosen_with_next = chosen._replace(tops=(*chosen.tops, Top(card, top.seat)))
            if chosen_with_next.ways() and not chosen_with_next.may_be():
                fault = _because(chosen.context.rules, SelectionFault.ONE_OF_A_PILE)
                yield fault._replace(card=card)


def _helpful(chosen: _Chosen) -> Iterator[Rank]:
    """The ranks of which a card from the hand would make something of the cards."""
    for card in _may_be_played(chosen.context):
        if chosen._replace(played=card).may_be():
            yield card.rank


def _may_be_played(context: TurnContext) -> list[Card]:
    """A card of each rank that the hand has, or can have as far as anybody knows."""
    if context.hand is not None:
        return list({card.rank: card for card in context.hand}.values())
    seen = [card.rank for card in context.start.seen]
    ranks = sorted(context.rules.deck.ranks)
    return [Card(rank) for rank in ranks if seen.count(rank) < len(SUITS)]
