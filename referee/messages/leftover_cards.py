"""The sentence on the cards that are left after the last play, and on who gets them."""

from __future__ import annotations

from ..languages import gettext
from ..rules.cards import Cards
from ..rules.games.casino.followed.game_state import BuildGameState as BuildState
from ..rules.games.krypkasino.followed_game import leftovers
from ..rules.log.record import Record
from ..words import cards_text
from .live_table_events import Names


def leftovers_text(record: Record, names: Names) -> str:
    """Return who gets the cards that are left after the last play; empty if nobody does."""
    cards = _leftovers(record)
    if not cards or record.state is None or record.state.last_capturer is None:
        return ""
    return gettext(
        "%(name)s captured last and takes the rest: %(cards)s.",
        name=names[record.state.last_capturer],
        cards=cards_text(cards),
    )


def _leftovers(record: Record) -> Cards:
    if isinstance(record.state, BuildState):
        return tuple(sorted(record.state.rest.cards))
    return leftovers(record.events)
