"""Sentences about a deal: who deals, what is dealt, who begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..languages import and_, gettext, isolated, lazy_gettext, ngettext, number_text
from ..rules.cards import difference
from ..rules.games.casino.judge.position import FirstCards
from ..rules.log.record import Record
from ..rules.ruleset import Ruleset
from ..rules.seating import Dealing, DealPlan, Redeal, Seating, losers
from ..words.card_names import SUIT_NAMES, cards_text, rank_text
from ..words.house_rule_words import HOUSE_RULES
from .table_events import Names

if TYPE_CHECKING:
    from ..services.session_views import SessionView


def dealing_text(session_view: SessionView, number: int, deal: int = 1) -> str:
    """Return how a deal of game ``number`` of a session is dealt."""
    seating, players = session_view.rules.seating, len(session_view.players)
    leader = isolated(session_view.players[session_view.leader_of(number)])
    if not seating.deals_to(players):
        return gettext("Deal as you have agreed; whoever sits out counts no cards")
    return deal_text(seating, seating.deal_plan(players), deal, players, leader)


def deal_text(seating: Seating, plan: DealPlan, deal: int, players: int, leader: str = "") -> str:
    """Return how a deal is dealt: "Deal three to each, two to the table, two to each".

    ``leader`` is the name of the player who draws the table, in games where it is drawn.
    """
    if deal > 1:
        text = gettext("Deal %(batches)s to each", batches=_batches(plan.later_hands))
        if deal == plan.deals and seating.last_cards:
            return str(_LAST_CARDS[seating.last_cards]) % {"deal": text}
        return text
    if seating.dealing is Dealing.DRAWN:
        return _drawn_text(seating.redeal, plan, leader)
    if seating.dealing is Dealing.DEALER_LAST:
        back = [] if seating.redeal is None else [redeal_text(seating.redeal)]
        return ". ".join([_dealer_last_text(plan, players), *back, *_stock_texts(plan)])
    parts = []
    for hand, table in zip(plan.first_hand, plan.table, strict=True):
        parts.append(gettext("%(cards)s to each", cards=number_text(hand)))
        if table:
            parts.append(gettext("%(cards)s to the table", cards=number_text(table)))
    text = gettext("Deal %(parts)s", parts=", ".join(parts))
    return text if any(plan.table) else gettext("%(deal)s, none to the table", deal=text)


def _dealer_last_text(plan: DealPlan, players: int) -> str:
    """Return how two equal batches are dealt, the dealer last (F1.1)."""
    cards = number_text(plan.first_hand[0])
    return ngettext(
        "Deal %(cards)s to the other, %(cards)s to the table, %(cards)s to yourself,"
        " and the same again",
        "Deal %(cards)s to each of the others, %(cards)s to the table, %(cards)s to yourself,"
        " and the same again",
        players - 1,
        cards=cards,
    )


def _drawn_text(redeal: Redeal | None, plan: DealPlan, leader: str) -> str:
    """Return how the ``leader`` draws the table, and what the dealer deals then (F3.1, F4b)."""
    draw_text = gettext(
        "%(name)s draws %(cards)s from the middle of the pack and lays them on the table, face up",
        name=leader,
        cards=number_text(sum(plan.table)),
    )
    texts = [draw_text] if redeal is None else [draw_text, redeal_text(redeal)]
    texts.append(gettext("Then deal %(cards)s to each", cards=number_text(plan.hand_size(1))))
    return ". ".join([*texts, *_stock_texts(plan)])


def _stock_texts(plan: DealPlan) -> Iterator[str]:
    if plan.stock:
        yield gettext("The other %(num)d are the stock: draw one after each turn", num=plan.stock)


def redeal_text(redeal: Redeal) -> str:
    """Return when the first cards on the table go back."""
    if redeal.pictures is None:
        return gettext(
            "Aces, the 2♠︎ and the 10♦︎ on the table go back into the pack, and others are laid out"
        )
    return gettext(
        "If they score %(points)d points or more, or %(pictures)s of them are pictures, they go"
        " back: shuffle and draw again",
        points=redeal.points,
        pictures=number_text(redeal.pictures),
    )


def first_cards_text(first: FirstCards) -> str:
    """Return whether the table is drawn again if it was just drawn, and by which house rule not."""
    unless = first.limits.unless
    text = _first_cards_text(first) if unless else _point_cards_text(first)
    if unless is None or first.must_redraw is False:
        return text
    rule = HOUSE_RULES[unless].name
    return gettext("%(said)s Not with the house rule “%(rule)s”.", said=text, rule=rule)


def _first_cards_text(first: FirstCards) -> str:
    points, limits = first.points, first.limits
    if first.must_redraw is None:
        return gettext(
            "Just drawn? Suits decide: they go back if they score %(points)d points.",
            points=limits.points,
        )
    if not first.must_redraw:
        return gettext("Just drawn? They stay: too few points and pictures to draw again.")
    if points < limits.points:
        return gettext(
            "Just drawn? With %(pictures)s pictures they go back: shuffle and draw again.",
            pictures=number_text(first.pictures),
        )
    return gettext(
        "Just drawn? They score %(points)d points and go back: shuffle and draw again.",
        points=points,
    )


def _point_cards_text(first: FirstCards) -> str:
    """Return whether scoring cards lie on the first table, which go back by a house rule."""
    if first.must_redraw is None:
        return gettext("Just dealt? Suits decide: the 2♠︎ and the 10♦︎ go back.")
    if first.must_redraw:
        return gettext("Just dealt? Aces, the 2♠︎ and the 10♦︎ go back: lay out others.")
    return gettext("Just dealt? They stay: no ace, no 2♠︎ and no 10♦︎.")


_LAST_CARDS = {
    "sistan": lazy_gettext("%(deal)s. Last cards: say “sistan”"),
    "last": lazy_gettext("%(deal)s. Last cards: say so"),
}
"""The announcements of the dealer when the last cards are dealt."""


def set_aside_text(rules: Ruleset) -> str:
    """Return which cards the dealer takes off the table after a deal; empty in games without
    that."""
    faces = rules.referee.set_aside_faces() if rules.referee else frozenset()
    if not faces:
        return ""
    suits = {face.suit for face in faces}
    ranks = sorted({face.rank for face in faces})
    if len(suits) == 1:
        (suit,) = suits
        return gettext("Then set aside all %(suit)s from the table.", suit=str(SUIT_NAMES[suit]))
    return gettext("Then set aside %(faces)s from the table.", faces=and_(map(rank_text, ranks)))


def _batches(batches: tuple[int, ...]) -> str:
    return " + ".join(map(str, batches))


def dealer_text(record: Record, names: Names) -> str:
    """Return what the dealer does now: "Set aside J♠ and K♥. Deal 2 + 2 to each".

    Names who draws the table where it is drawn. Empty while a deal is being played.
    """
    seating = record.rules.seating
    plan = seating.deal_plan(record.players)
    if record.state is None:
        leader = names[seating.leader(record.dealer, record.players)]
        return deal_text(seating, plan, 1, record.players, leader)
    state, before = record.state, record.events[-1].before if record.events else None
    held = record.engine.held(state)
    dealt = seating.hands(record.dealer, record.players, state.deal, held.surplus if held else 0)
    if state.deal == 1 or state.turn is None or state.in_hands != dealt:
        return ""
    aside, aside_before = state.set_aside, before.set_aside if before else ()
    text = deal_text(seating, plan, state.deal, record.players)
    if dealt != (plan.hand_size(state.deal),) * record.players:
        text = _rest_text(dealt, names)
    if len(aside) == len(aside_before):
        return text
    newly_aside = difference(aside, aside_before)
    return gettext("Set aside %(cards)s. %(deal)s", cards=cards_text(newly_aside), deal=text)


def _rest_text(hands: Sequence[int], names: Names) -> str:
    """Return how the rest of the pack is dealt after a wrong deal: "Deal what is left: Ada 4,
    Bo 3"."""
    given = (f"{name} {number}" for name, number in zip(names, hands, strict=True))
    return gettext("Deal what is left: %(hands)s", hands=", ".join(given))


def live_stock_text(stock: int) -> str:
    """Return how many cards can still be drawn."""
    if not stock:
        return gettext("Stock: none left")
    return ngettext("%(num)d card in the stock", "%(num)d cards in the stock", stock)


def begins_text(session_view: SessionView, number: int, deal: int = 1) -> str:
    """Return who begins in a ``deal`` of a game of a session, why, and the direction of play.

    "Bo begins, on the dealer's left. It goes clockwise."
    """
    seating, players = session_view.rules.seating, len(session_view.players)
    leader = session_view.leader_of(number)
    name = isolated(session_view.players[leader])
    if deal > 1:
        return gettext("%(name)s begins again.", name=name)
    text = _why_text(session_view, number, leader) or _beside_text(seating, players, name)
    if players > 2:
        way = (
            gettext("It goes clockwise.")
            if seating.clockwise
            else gettext("It goes anticlockwise.")
        )
        text = f"{text} {way}"
    return text


def _beside_text(seating: Seating, players: int, name: str) -> str:
    if players == 2:
        return gettext("%(name)s begins.", name=name)
    if seating.clockwise:
        return gettext("%(name)s begins, on the dealer's left.", name=name)
    return gettext("%(name)s begins, on the dealer's right.", name=name)


def _why_text(session_view: SessionView, number: int, leader: int) -> str:
    """Return that the loser of the last game begins, and why (F6.1).

    Empty in games without that rule, and where a correction has changed the loser of the last game.
    """
    so_far = session_view.evening(number)
    if not session_view.rules.seating.loser_leads or not so_far.last:
        return ""
    losing_sides = losers(so_far)
    name = isolated(session_view.players[leader])
    if len(losing_sides) > 1 and so_far.last.dealer == session_view.dealer_of(number):
        return gettext(
            "%(name)s begins again: the loser of the last game leads, and several scored least.",
            name=name,
        )
    if len(losing_sides) != 1 or leader not in session_view.sides[losing_sides[0]]:
        return ""
    if len(session_view.sides[losing_sides[0]]) > 1:
        return gettext(
            "%(name)s begins: the pair that lost the last game leads, its players in turn."
            " The player before deals.",
            name=name,
        )
    return gettext(
        "%(name)s begins: the loser of the last game leads. The player before deals.", name=name
    )
