"""Names of sides, made of the names of their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .bidi_names import in_sentences


def sides_text(sides: Mapping[int, Sequence[int]], players: Sequence[str]) -> dict[int, str]:
    """Return the name of each side, made of the names of its seats: "Ada", "Ada & Cia"."""
    names = in_sentences(players)
    return {side: " & ".join(names[seat] for seat in seats) for side, seats in sides.items()}
