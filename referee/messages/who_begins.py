"""Sentences on who begins a game, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..languages import gettext
from ..rules.seating import Seating, losers
from ..words import isolated

if TYPE_CHECKING:  # the pages without a database use this module too
    from ..services.session_views import SessionView


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
    """Return who begins, with the place beside the dealer."""
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
