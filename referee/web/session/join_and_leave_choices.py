"""People who can join or leave on the page of a session."""

from __future__ import annotations

import secrets

from ...rules.games import ruleset
from ...services import groups
from ...services.access import Access
from ...services.session_views import SessionView

MOST_OFFERED = 8
"""People of the group offered by name at most; any other name is typed."""


def people_facts(opened: Access, session_view: SessionView) -> dict[str, object]:
    """Return who may leave and who is offered to join."""
    players, numbers = session_view.players, ruleset(session_view.rules.key).seating.numbers
    may_change = (
        opened.may_write
        and not session_view.single
        and not session_view.set_aside
        and session_view.continued_by is None
        and bool(session_view.games or session_view.night)
    )
    others = [name for name in groups.known_names(opened) if name not in players]
    return {
        "may_change_people": may_change,
        "may_leave": players if may_change and len(players) - 1 in numbers else (),
        "may_join": may_change and len(players) + 1 in numbers,
        "others": others[:MOST_OFFERED],
        "people_key": secrets.token_urlsafe(12),
    }
