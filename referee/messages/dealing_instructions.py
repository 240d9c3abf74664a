"""What is said before a game: how the dealer deals, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.games.casino.judge.redraw_check import FirstCards
from ..rules.games.krypkasino.capture_rules import CaptureRules
from ..rules.ruleset import Ruleset
from ..rules.seating import Dealing, DealPlan, Redeal, Seating, losers
from ..words import HOUSE_RULES, SUIT_NAMES, and_, isolated, number_text, rank_text

if TYPE_CHECKING:  # sessions are kept, and the other messages need nothing that is
    from ..services.session_views import SessionView


def dealing_text(session_view: SessionView, number: int, deal: int = 1) -> str:
    """What is done for a deal of a game of a session."""
    seating, players = session_view.rules.seating, len(session_view.players)
    leader = isolated(session_view.players[session_view.leader_of(number)])
    return deal_text(seating, seating.deal_plan(players), deal, players, leader)


def deal_text(seating: Seating, plan: DealPlan, deal: int, players: int, leader: str = "") -> str:
    """What so many ``players`` do for a deal, the dealer above all, and the ``leader`` where the
    table is drawn: "Deal three to each, two to the table, two to each, two to the table"."""
    if deal > 1:
        said = gettext("Deal %(batches)s to each", batches=_batches(plan.later_hands))
        if deal == plan.deals and seating.last_cards:
            return str(_LAST_CARDS[seating.last_cards]) % {"deal": said}
        return said
    if seating.dealing is Dealing.DRAWN:
        return _drawn_text(seating.redeal, plan, leader)
    if seating.dealing is Dealing.DEALER_LAST:
        return _dealer_last_text(plan, players)
    parts = []
    for hand, table in zip(plan.first_hand, plan.table, strict=True):
        parts.append(gettext("%(cards)s to each", cards=number_text(hand)))
        if table:
            parts.append(gettext("%(cards)s to the table", cards=number_text(table)))
    said = gettext("Deal %(parts)s", parts=", ".join(parts))
    return said if any(plan.table) else gettext("%(deal)s, none to the table", deal=said)


def _dealer_last_text(plan: DealPlan, players: int) -> str:
    """Of two equal batches the second goes without saying (F1.1)."""
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
    """(F3.1, F4b)"""
    drawn = gettext(
        "%(name)s draws %(cards)s from the middle of the pack and lays them on the table, face up",
        name=leader,
        cards=number_text(sum(plan.table)),
    )
    told = [drawn] if redeal is None else [drawn, redeal_text(redeal)]
    told.append(gettext("Then deal %(cards)s to each", cards=number_text(plan.hand_size(1))))
    if plan.stock:
        told.append(
            gettext("The other %(num)d are the stock: draw one after each turn", num=plan.stock)
        )
    return ". ".join(told)


def redeal_text(redeal: Redeal) -> str:
    """When the first cards on the table go back."""
    return gettext(
        "If they score %(points)d points or more, or %(pictures)s of them are pictures, they go"
        " back: shuffle and draw again",
        points=redeal.points,
        pictures=number_text(redeal.pictures),
    )


def first_cards_text(first: FirstCards) -> str:
    """Do the cards that lie there go back, if they were just drawn, and by whose rules?"""
    said = _first_cards_text(first)
    if first.must_redraw is False:
        return said
    rule = HOUSE_RULES[first.limits.unless].name
    return gettext("%(said)s Not by the house rule “%(rule)s”.", said=said, rule=rule)


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


_LAST_CARDS = {
    "sistan": lazy_gettext("%(deal)s. Last cards: say “sistan”"),
    "last": lazy_gettext("%(deal)s. Last cards: say so"),
}
"""What the dealer says when there are no more."""


def begins_text(session_view: SessionView, number: int, deal: int = 1) -> str:
    """Who begins in a game of a session, or in a later ``deal`` of it, why, and which way it goes
    round: "Bo begins, on the dealer's left. It goes clockwise."."""
    seating, players = session_view.rules.seating, len(session_view.players)
    leader = session_view.leader_of(number)
    name = isolated(session_view.players[leader])
    if deal > 1:
        return gettext("%(name)s begins again.", name=name)
    told = _why_text(session_view, number, leader) or _beside_text(seating, players, name)
    if players > 2:
        way = (
            gettext("It goes clockwise.")
            if seating.clockwise
            else gettext("It goes anticlockwise.")
        )
        told = f"{told} {way}"
    return told


def _beside_text(seating: Seating, players: int, name: str) -> str:
    if players == 2:
        return gettext("%(name)s begins.", name=name)
    if seating.clockwise:
        return gettext("%(name)s begins, on the dealer's left.", name=name)
    return gettext("%(name)s begins, on the dealer's right.", name=name)


def _why_text(session_view: SessionView, number: int, leader: int) -> str:
    """Why it is this one where the loser of the last game leads (F6.1). Nothing where the last game
    says something else by now, since it was corrected."""
    evening = session_view.evening(number)
    if not session_view.rules.seating.loser_leads or not evening.last:
        return ""
    losing = losers(evening)
    name = isolated(session_view.players[leader])
    if len(losing) > 1 and evening.last.dealer == session_view.dealer_of(number):
        return gettext(
            "%(name)s begins again: the loser of the last game leads, and several scored least.",
            name=name,
        )
    if len(losing) != 1 or leader not in session_view.sides[losing[0]]:
        return ""
    if len(session_view.sides[losing[0]]) > 1:
        return gettext(
            "%(name)s begins: the pair that lost the last game leads, its players in turn."
            " The player before deals.",
            name=name,
        )
    return gettext(
        "%(name)s begins: the loser of the last game leads. The player before deals.", name=name
    )


def set_aside_text(rules: Ruleset) -> str:
    """What the dealer takes off the table after every deal: "Then set aside J, Q and K …". Nothing
    where nothing is set aside."""
    if not isinstance(rules.referee, CaptureRules):
        return ""
    faces = rules.referee.faces_set_aside
    suits = {face.suit for face in faces}
    ranks = sorted({face.rank for face in faces})
    if len(suits) == 1:
        (suit,) = suits
        return gettext("Then set aside all %(suit)s from the table.", suit=str(SUIT_NAMES[suit]))
    return gettext("Then set aside %(faces)s from the table.", faces=and_(map(rank_text, ranks)))


def _batches(batches: tuple[int, ...]) -> str:
    return " + ".join(map(str, batches))
