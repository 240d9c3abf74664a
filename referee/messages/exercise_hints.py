"""What exercises tell those who have never played: words, and what cards count in sums."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext
from ..rules.cards import Rank
from ..rules.exercises.exercise import Exercise, Kind
from ..words import rank_text

_KRYPKASINO = (Kind.TAKE, Kind.FORCED, Kind.SWEEP, Kind.COST, Kind.PAYS)
_HINTS = {
    Kind.SWEEP: lazy_gettext(
        "Whoever takes the whole table lays the card that was played face up in their pile; for a"
        " double sweep both cards. If it is no sweep, none."
    ),
    Kind.COST: lazy_gettext("The card that is played counts, too."),
    Kind.TRAIL: lazy_gettext("To trail is to lay a card on the table and take nothing."),
}


def exercise_hints(exercise: Exercise) -> list[str]:
    """What somebody may not know yet who has never played."""
    hints = [str(_HINTS[exercise.kind])] if exercise.kind in _HINTS else []
    if "=" in exercise.texts.get("table", ""):
        hints.append(
            gettext("Cards with a number are a build: they are taken together, by that number.")
        )
    if _counts_up(exercise):
        hints.append(_values_text())
    return hints


def _counts_up(exercise: Exercise) -> bool:
    """Is there a card whose number in sums does not stand on it?"""
    lies = " ".join(exercise.texts.get(name, "") for name in ("table", "hand", "played"))
    return exercise.kind in _KRYPKASINO and any(rank in lies for rank in "AJQK")


def _values_text() -> str:
    """What cards without a number count in sums of Krypkasino."""
    letters = {name: rank_text(Rank[name.upper()]) for name in ("jack", "queen", "king", "ace")}
    return gettext(
        "In sums %(jack)s counts 11, %(queen)s 12, %(king)s 13; %(ace)s counts 14 when it is"
        " played, and 1 on the table.",
        **letters,
    )
