"""Sentences on claims that a side has reached the target."""

from __future__ import annotations

from ..languages import gettext, ngettext


def claim_text(name: str, players: int) -> str:
    """Return how a game ended in which a side of ``players`` players claimed the target."""
    return ngettext(
        "%(name)s claimed the target: only what counts at once is scored.",
        "%(name)s claimed the target: only what counts at once is scored.",
        players,
        name=name,
    )


def claim_taken_back_text() -> str:
    """Return that a correction has undone a claim."""
    return gettext(
        "The claim was taken back: what was corrected does not make the target any more."
        " The game goes on."
    )
