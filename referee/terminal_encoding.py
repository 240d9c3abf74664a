"""Text for terminals and pipes that cannot write every sign: old consoles, pipes of Windows."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from typing import IO, Any

import click

from .languages import gettext

_SPELLED = {
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
    """Make standard output and error spell what their encoding lacks, and never fail over it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERRORS)


def can_write(text: str) -> bool:
    """Return whether standard output has all of these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_letters, error.object[error.start : error.end])), error.end


def _letters(character: str) -> str:
    """Return a character in ASCII: as people type it, without its accents, or as its number."""
    if character in _SPELLED:
        return _SPELLED[character]
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore")
    return (plain or character.encode("ascii", "backslashreplace")).decode()


codecs.register_error(ERRORS, _spell)


class CommandRefused(click.ClickException):
    """What cannot be done. It is shown when the command no longer speaks its language."""

    def __init__(self, message: str) -> None:
        super().__init__(gettext("Error: %(message)s", message=message))

    def show(self, file: IO[Any] | None = None) -> None:  # noqa: ARG002 - click gives none
        click.echo(self.message, file=sys.stderr)
