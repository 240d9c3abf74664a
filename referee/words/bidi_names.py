"""Names as they are shown, so that no name changes the direction of the text beside it."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import bidirectional

_OPENED = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),  # embeddings and overrides
    **dict.fromkeys("\u2066\u2067\u2068", "\u2069"),  # isolates
}
"""The characters that begin a run with a direction of its own, each with the one that ends it."""
_POP_EMBEDDING, _POP_ISOLATE = "\u202c", "\u2069"
_STAYS = {"L", "EN", "ES", "ET", "CS", "NSM", "BN", "ON", "WS"}
"""The directions of letters, digits and signs that leave a line from left to right as it is."""


def isolated(text: str) -> str:
    """Return a name or a typed text as it stands among other words.

    A text with letters from right to left or with controls is isolated, so that its direction ends
    with it. Other texts are returned unchanged.
    """
    if text.isascii() or all(bidirectional(character) in _STAYS for character in text):
        return text
    return f"\u2068{balanced(text)}\u2069"


def in_sentences(names: Iterable[str]) -> list[str]:
    """Return the names as they stand in sentences, each isolated."""
    return [isolated(name) for name in names]


def balanced(text: str) -> str:
    """Return a name for an element that isolates it, ``<bdi>``.

    Runs that its controls begin are ended, and controls that end nothing of it are left out
    (Unicode's annex 9, BD9 to BD14).
    """
    characters: list[str] = []
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
        characters.append(character)
    return "".join(characters + open_ends[::-1])
