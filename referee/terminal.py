"""Output of the command on any terminal, and its refusals as sentences."""

import codecs
import io
import json
import sys
import unicodedata
from collections.abc import Callable

import click

from .languages import ENGLISH, Speech, gettext, speaking


def print_line(text: str, *, err: bool = False) -> None:
    """Print a text on standard output, or on standard error."""
    click.echo(text, file=sys.stderr if err else sys.stdout)


UNREADABLE = 2
"""The exit code for what cannot be read."""
FAULT = 3
"""The exit code for a fault of the program, or where its output cannot be written."""


class CommandRefused(click.ClickException):
    """A refusal of a command. Its message is made at once: when it is shown, the language is no
    longer set."""

    def __init__(self, message: str) -> None:
        super().__init__(gettext("Error: %(message)s", message=message))

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click gives none
        click.echo(self.message, file=sys.stderr)


class UnreadableInput(CommandRefused):
    """A refusal of a file or an option that cannot be read."""

    exit_code = UNREADABLE


_SPELLINGS = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "\N{VARIATION SELECTOR-15}": "",
    "−": "-",
    "±": "+-",
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


def echo_json(answer: Callable[[], object]) -> None:
    """Print an answer as JSON, in English as the API does."""
    with speaking(Speech(ENGLISH)):
        text = json.dumps(answer(), ensure_ascii=False, indent=2)
        print_line(text if can_write(text) else json.dumps(answer(), indent=2))


codecs.register_error(ERRORS, _spell)
