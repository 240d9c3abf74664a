"""House rules that people gave a name, as a line of text that they can send each other.

The line is ``Friday = casino to 30: sweeps, count_out``; without a target the game's own holds, and
without switches nothing follows the colon.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .error_bases import Unreadable
from .games import ruleset
from .session_end import SessionLength

LONGEST = 1000
"""Characters that a line may have."""


class UnreadablePreset(Unreadable):
    """A text that is no line of named house rules."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no preset: {text!r}")
        self.text = text


class NamedRules(NamedTuple):
    """House rules of a game under a name; ``target`` is None where the game's own by these rules
    holds."""

    name: str
    game: str
    house_rules: tuple[str, ...]
    target: int | None = None

    def check(self) -> None:
        """Raise an :class:`~referee.rules.error_bases.Impossible` for a game, switches or a target
        that there cannot be."""
        rules = ruleset(self.game, self.house_rules)
        if self.target is not None:
            rules.session.settle(min(rules.seating.numbers), SessionLength(None, self.target))


_LINE = re.compile(
    r"(?P<name>.+) = (?P<game>[a-z-]+)(?: to (?P<target>[0-9]{1,6}))?"
    r"(?: ?:(?P<house>[a-z0-9_, ]*))?\.?",
    re.IGNORECASE,
)


def write_named_rules(named: NamedRules) -> str:
    """Return house rules with their name as a line."""
    length = "" if named.target is None else f" to {named.target}"
    house = ", ".join(named.house_rules)
    return f"{named.name} = {named.game}{length}{': ' if house else ''}{house}"


def read_named_rules(text: str) -> NamedRules:
    """Return the house rules in a line, checked; what messages do to it, line breaks or capitals,
    does not matter.

    Raises :class:`UnreadablePreset`, or what :meth:`NamedRules.check` raises.
    """
    match = _LINE.fullmatch(" ".join(text.split())) if len(text) <= LONGEST else None
    if match is None:
        raise UnreadablePreset(text)
    house = tuple(dict.fromkeys((match["house"] or "").lower().replace(",", " ").split()))
    target = None if match["target"] is None else int(match["target"])
    named = NamedRules(match["name"], match["game"].lower(), house, target)
    named.check()
    return named
