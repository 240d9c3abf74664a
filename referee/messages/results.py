"""Who won, and what it comes to: for the page of a session, and as a text to be sent."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..rules.standings import Payment
from ..services.evenings import Evening
from ..words import GAME_NAMES, SETTLEMENT_NAMES, and_, date_text, money, sides_text, signed


def winner_text(evening: Evening) -> str:
    """Who has the lowest total, once a game is finished."""
    sides = sides_text(evening.sides, evening.players)
    names = [sides[side] for side in evening.leading]
    if len(names) > 1:
        return gettext("%(names)s share the win", names=and_(names))
    return ngettext("%(names)s wins", "%(names)s win", len(evening.leaders), names=names[0])


def due_text(evening: Evening, payment: Payment) -> str:
    """What one side pays another: money where there is a stake, else points."""
    return money(payment.amount, evening.currency) if evening.stake else str(payment.amount)


def result_text(evening: Evening) -> str:
    """An evening in a few lines, to be sent to those who played. No link is in it: whoever gets
    the text on may not be meant to see the group."""
    names = sides_text(evening.sides, evening.players)
    played = len(evening.finished)
    games = ngettext("%(num)d game", "%(num)d games", played)
    lines = [
        winner_text(evening),
        f"{GAME_NAMES[evening.rules.key]}, {date_text(evening.started_at)}, {games}",
        "",
        *(f"{one.place}. {names[one.side]} {signed(one.total)}" for one in evening.standings),
    ]
    due = evening.payments_due
    if due:
        lines += ["", f"{SETTLEMENT_NAMES[evening.settlement]}:"]
    for one in due:
        lines.append(f"{names[one.payer]} → {names[one.receiver]} {due_text(evening, one)}")
    return "\n".join(lines)
