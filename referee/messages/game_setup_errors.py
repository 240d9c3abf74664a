"""Sentences for errors in what is played: the game, its house rules, players and session."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.games import UnknownGame
from ..rules.house_rules_base import ExcludedHouseRules, UnknownHouseRule
from ..rules.named_rules_as_text import UnreadablePreset
from ..rules.preset_type import UnknownPreset
from ..rules.scoring import Uncounted
from ..rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat, NotTwoSides
from ..rules.session_end import WrongSessionLength
from ..words import HOUSE_RULES, and_
from .error_text_by_type import add_fixed_texts, error_text, quote

add_fixed_texts(
    {
        NotTwoSides: lazy_gettext(
            "Scoring the difference needs two sides: two players, or two pairs."
        ),
        Uncounted: lazy_gettext("Not everybody has counted yet."),
    }
)


@error_text.register
def _(error: UnknownHouseRule) -> str:
    return gettext(
        "There is no house rule “%(name)s”, only %(known)s.",
        name=quote(error.name),
        known=and_(error.available),
    )


@error_text.register
def _(error: UnknownPreset) -> str:
    if not error.available:
        return gettext("This game has no presets.")
    return gettext(
        "There is no preset “%(name)s”, only %(known)s.",
        name=quote(error.key),
        known=and_(error.available),
    )


@error_text.register
def _(error: ExcludedHouseRules) -> str:
    return gettext(
        "“%(name)s” and “%(other)s” cannot both be on.",
        name=HOUSE_RULES[error.name].name,
        other=HOUSE_RULES[error.other].name,
    )


@error_text.register
def _(error: UnreadablePreset) -> str:
    return gettext(
        "“%(text)s” cannot be read. House rules are sent as a line like this: %(example)s",
        text=quote(error.text),
        example="Friday = casino to 30: sweeps, count_out",
    )


@error_text.register
def _(error: UnknownGame) -> str:
    return gettext("There is no game “%(name)s” here.", name=quote(error.key))


@error_text.register
def _(error: ImpossiblePlayers) -> str:
    if error.fewest == error.most:
        return ngettext(
            "%(num)d player: with these house rules the game needs %(most)d.",
            "%(num)d players: with these house rules the game needs %(most)d.",
            error.players,
            most=error.most,
        )
    return ngettext(
        "%(num)d player: the game needs %(fewest)d to %(most)d.",
        "%(num)d players: the game needs %(fewest)d to %(most)d.",
        error.players,
        fewest=error.fewest,
        most=error.most,
    )


@error_text.register
def _(error: ImpossibleTeams) -> str:
    if 6 in error.team_counts:
        return gettext(
            "Team mates never sit side by side: four play in two pairs, six in three pairs or in "
            "two teams of three, and all teams alternate around the table."
        )
    if error.team_counts:
        return gettext("Partners sit opposite each other: four play in two pairs.")
    return gettext("In this game everybody plays alone.")


@error_text.register
def _(error: WrongSessionLength) -> str:
    if error.limits is not None:
        return gettext(
            "%(number)d is not between %(least)d and %(most)d.",
            number=error.number,
            least=error.limits[0],
            most=error.limits[1],
        )
    if error.field == "target":
        return gettext("This game is played for a number of games, not to a number of points.")
    return gettext("This game is played to a number of points, not for a number of games.")


@error_text.register
def _(error: NoSuchSeat) -> str:
    return gettext(
        "There is no seat %(seat)d: seats count from 0 to %(last)d.",
        seat=error.seat,
        last=error.seats - 1,
    )
