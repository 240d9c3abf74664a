"""Sentences about what a habit brings that advice asks for or warns against, as it was measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from babel.numbers import format_decimal

from ..languages import average, gettext, lazy_gettext, locale

HABITS: Mapping[str, str] = {
    "costly": lazy_gettext("Not asking what a capture costs"),
    "dear": lazy_gettext("Taking what costs most"),
    "any-suits": lazy_gettext("Taking either of two equal cards, not the cheaper one"),
    "low-first": lazy_gettext("Low cards first"),
    "high-dear": lazy_gettext("High cards first even where that costs points"),
    "aces-first": lazy_gettext("Aces first even where that costs half a point"),
    "no-set-ups": lazy_gettext("Not looking at what you set up"),
    "always-creep": lazy_gettext("Creeping whenever a card creeps"),
    "free-set-ups": lazy_gettext("Setting up only where it costs nothing"),
    "no-signs": lazy_gettext("Forgetting who could sweep and did not"),
    "no-memory": lazy_gettext("Forgetting what is gone"),
    "shy-all": lazy_gettext("Avoiding captures in the whole last deal"),
    "shy-end": lazy_gettext("Avoiding captures with the last two cards"),
    "no-builds": lazy_gettext("Never building"),
    "blind-builds": lazy_gettext("Building without a thought of what is gone"),
    "open-builds": lazy_gettext("Always building, and what most others can take"),
    "no-lending": lazy_gettext("Never adding to another player's build"),
    "lending": lazy_gettext("Adding to another player's build whenever you can"),
    "keep-pictures": lazy_gettext("Keeping pictures to the end as the dealer"),
    "throw-pictures": lazy_gettext("Playing pictures first in the last deal as the dealer"),
    "spent-aces": lazy_gettext("Taking with an ace as soon as it takes something"),
    "kept-aces": lazy_gettext("Using aces for 14 alone"),
    "no-sweeps": lazy_gettext("Thinking of what you leave for a sweep"),
    "cards-only": lazy_gettext("Taking many cards, whatever they score"),
    "sure-most": lazy_gettext("Stopping to collect what somebody has most of for sure"),
}
"""Names of habits, by their keys: the acts of a player who has them."""

_PLAYERS = {2: lazy_gettext("two players"), 4: lazy_gettext("four players")}


class AdviceFigure(NamedTuple):
    """The points a game by which a player with a habit does better among so many players, with half
    the width of its interval of 95 %."""

    players: int
    gain: float
    error: float

    @property
    def _places(self) -> int:
        return 1 if self.error >= 0.2 else 2

    @property
    def shows(self) -> bool:
        """Return whether the interval, as it is written, leaves out zero."""
        return abs(round(self.gain, self._places)) > round(self.error, self._places)

    @property
    def text(self) -> str:
        """Return the figure in a sentence: "2.3 ± 0.4 points a game worse with two players"."""
        gain = round(self.gain, self._places) + 0.0  # no sign before zero
        gain = abs(gain) if self.shows else gain
        facts = {
            "points": average(gain, self._places),
            "error": average(self.error, self._places),
            "players": _PLAYERS[self.players],
        }
        if not self.shows:
            return gettext(
                "no difference that shows with %(players)s (%(points)s ± %(error)s)", **facts
            )
        if self.gain > 0:
            return gettext("%(points)s ± %(error)s points a game better with %(players)s", **facts)
        return gettext("%(points)s ± %(error)s points a game worse with %(players)s", **facts)


class MeasuredHabit(NamedTuple):
    """A habit, by its key in :data:`HABITS`, with its figures."""

    key: str
    figures: tuple[AdviceFigure, ...]

    @property
    def text(self) -> str:
        """Return what the habit brings, in a line."""
        figures = "; ".join(figure.text for figure in self.figures)
        return f"{HABITS[self.key]}: {figures}."


def how_measured(games: int) -> str:
    """Return what the figures are, and for what they hold."""
    return gettext(
        "What advice brings was measured. For each figure the app played %(games)s games by "
        "itself, each of them twice with the same cards: the second time one player did what the "
        "line says. The others play by one simple rule. ± says how far chance may have moved a "
        "figure. Among people it may come out otherwise. Where there is no figure, nothing was "
        "measured.",
        games=format_decimal(games, locale=locale()),
    )
