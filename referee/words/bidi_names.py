"""Names as they are shown: none of them turns around what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from unicodedata import bidirectional

_OPENED = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),  # embeddings and overrides
    **dict.fromkeys("\u2066\u2067\u2068", "\u2069"),  # isolates
}
"""The characters that begin a run with a direction of its own, each with the one that ends it."""
_POP_EMBEDDING, _POP_ISOLATE = "\u202c", "\u2069"
_STAYS = {"L", "EN", "ES", "ET", "CS", "NSM", "BN", "ON", "WS"}
"""The directions of letters, digits and signs that turn nothing around from left to right."""


def isolated(text: str) -> str:
    """A name, or what somebody typed, as it stands among other words: one with letters from right
    to left or with controls keeps its direction to itself. All others are as they are."""
    if text.isascii() or all(bidirectional(character) in _STAYS for character in text):
        return text
    return f"\u2068{balanced(text)}\u2069"


def in_sentences(names: Iterable[str]) -> list[str]:
    """Each of these isolated."""
    return [isolated(name) for name in names]


def sides_text(sides: Mapping[int, Sequence[int]], players: Sequence[str]) -> dict[int, str]:
    """What the sides of a session are called, each by its seats: "Ada", "Ada & Cia"."""
    names = in_sentences(players)
    return {side: " & ".join(names[seat] for seat in seats) for side, seats in sides.items()}


def balanced(text: str) -> str:
    """A name as it stands in an element that isolates it, ``<bdi>``: what its own controls begin
    ends there, and they end nothing else (Unicode's annex 9, BD9 to BD14)."""
    kept: list[str] = []
    open_ends: list[str] = []
    for character in text:
        if character == _POP_ISOLATE:
            if character not in open_ends:
                continue
            while open_ends.pop() != character:  # embeddings end with the isolate around them
                pass
        elif character == _POP_EMBEDDING:
            if open_ends[-1:] != [character]:
                continue
            open_ends.pop()
        elif character in _OPENED:
            open_ends.append(_OPENED[character])
        kept.append(character)
    return "".join(kept + open_ends[::-1])
