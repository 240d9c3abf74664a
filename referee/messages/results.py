"""Who won, and what it comes to: for the page of a session, and as a text to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import gettext, ngettext
from ..rules.standings import Payment
from ..words import GAME_NAMES, SETTLEMENT_NAMES, and_, date_text, money, sides_text, signed

if TYPE_CHECKING:  # sessions are kept, and the other messages need nothing that is
    from ..services.session_views import SessionView


def winner_text(session_view: SessionView) -> str:
    """Who has the lowest total, once a game is finished."""
    sides = sides_text(session_view.sides, session_view.players)
    names = [sides[side] for side in session_view.leading]
    if len(names) > 1:
        return gettext("%(names)s share the win", names=and_(names))
    return ngettext("%(names)s wins", "%(names)s win", len(session_view.leaders), names=names[0])


def due_text(session_view: SessionView, payment: Payment) -> str:
    """What one side pays another: money where there is a stake, else points."""
    return (
        money(payment.amount, session_view.currency) if session_view.stake else str(payment.amount)
    )


def result_text(session_view: SessionView) -> str:
    """An evening in a few lines, to be sent to those who played. No link is in it: whoever gets
    the text on may not be meant to see the group."""
    names = sides_text(session_view.sides, session_view.players)
    played = len(session_view.finished)
    games = ngettext("%(num)d game", "%(num)d games", played)
    lines = [
        winner_text(session_view),
        f"{GAME_NAMES[session_view.rules.key]}, {date_text(session_view.started_at)}, {games}",
        "",
        *(f"{one.place}. {names[one.side]} {signed(one.total)}" for one in session_view.standings),
    ]
    due = session_view.payments_due
    if due:
        lines += ["", f"{SETTLEMENT_NAMES[session_view.settlement]}:"]
    for one in due:
        lines.append(f"{names[one.payer]} → {names[one.receiver]} {due_text(session_view, one)}")
    return "\n".join(lines)
