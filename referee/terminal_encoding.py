"""Output to terminals and pipes that cannot write every character, such as old consoles."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

_SPELLINGS = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "\N{VARIATION SELECTOR-15}": "",
    "−": "-",
    "–": "-",
    "—": "-",
    "·": "-",
    "×": "x",
    "→": "->",
    "←": "<-",
    "◂": "<",
    "…": "...",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "ß": "ss",
}
ERRORS = "referee.spelled"
"""The name of the way to encode text that spells what an encoding lacks."""


def prepare() -> None:
    """Make standard output and error replace characters that their encoding lacks, and never fail
    over them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERRORS)


def can_write(text: str) -> bool:
    """Return whether standard output can write all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement for characters that cannot be encoded, as an error handler of
    codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_to_ascii, error.object[error.start : error.end])), error.end


def _to_ascii(character: str) -> str:
    """Return a character in ASCII: as people type it, without its accents, or as its number."""
    if character in _SPELLINGS:
        return _SPELLINGS[character]
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore")
    return (plain or character.encode("ascii", "backslashreplace")).decode()


codecs.register_error(ERRORS, _spell)
