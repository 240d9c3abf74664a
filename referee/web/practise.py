"""Practice of a finished game: its missed and dear plays as exercises, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ..rules.playing.game_analysis import Finding
from ..services import game_findings, group_missed_plays
from ..services.access import Access
from ..services.names import GameId
from ..services.refusals import Conflict, NoPlayersYet
from .secret_links import GAME, GameInUrl, session_blueprint

blueprint = session_blueprint("practise", f"{GAME}/practise")

MOST = 3
"""The number of exercises from a game."""

PLACE = "practise"
"""The field of a query that says which of how many exercises a page is: "1.3"."""


class Practised(NamedTuple):
    """The place of an exercise among those of its game, from 1."""

    number: int
    total: int

    @property
    def text(self) -> str:
        """Return the value of its field."""
        return f"{self.number}.{self.total}"

    @property
    def is_last(self) -> bool:
        """Return whether no exercise follows."""
        return self.number == self.total

    @property
    def next(self) -> str:
        """Return the URL of the next exercise, or of the game after the last."""
        values = request.view_args or {}
        names = {
            name: values[name] for name in ("group_id", "session_id", "number") if name in values
        }
        if self.is_last:
            return url_for("table.page", **names)
        return url_for("practise.exercise", which=self.number + 1, **names)


@blueprint.get("")
def begin(place: GameInUrl) -> Response:
    """Redirect to the first exercise."""
    return _redirected(place, 1)


@blueprint.get("/<number:which>")
def exercise(place: GameInUrl, which: int) -> Response:
    """Redirect to an exercise of the game, by its number."""
    return _redirected(place, which)


class OwnExercise(NamedTuple):
    """An exercise from a game: about ``missed``, the number of a missed play, or about ``dear``,
    the entry of a play that cost much. The other one is None."""

    missed: int | None = None
    dear: int | None = None

    def url(self, place: Practised) -> str:
        """Return the URL of the page that asks it."""
        if self.dear is not None:
            return url_for("afterwards.try_again", seq=self.dear, practise=place.text)
        return url_for("missed.missed_play", which=self.missed, practise=place.text)


def _redirected(place: GameInUrl, which: int) -> Response:
    exercises = _exercises(place.access(), place.game_id)
    if not exercises:  # the page of the game afterwards looks at its plays
        return redirect(url_for("afterwards.page"), 303)
    if not 1 <= which <= len(exercises):
        return redirect(url_for("table.page"), 303)
    return redirect(exercises[which - 1].url(Practised(which, len(exercises))), 303)


def _exercises(access: Access, game_id: GameId) -> tuple[OwnExercise, ...]:
    """Return the exercises from a followed game: missed plays and dear ones by turns, the latest
    and the dearest first. Plays that were not looked at yet give none."""
    page = group_missed_plays.read_game_page(access, game_id)
    missed = [OwnExercise(missed=play.place.which) for play in page.plays]
    dear = [OwnExercise(dear=finding.seq) for finding in _dear(access, game_id)]
    by_turns = chain.from_iterable(zip_longest(missed, dear))
    return tuple(exercise for exercise in by_turns if exercise is not None)[:MOST]


def _dear(access: Access, game_id: GameId) -> Sequence[Finding]:
    """Return the dear plays of all seats, the dearest first; none of a game that is not analysed,
    or is not over."""
    try:
        game = game_findings.read(access, game_id)
    except (NoPlayersYet, Conflict):
        return ()
    entries = {seq for of_seat in game.dearest.values() for seq in of_seat}
    dear = [finding for finding in game.findings if finding.seq in entries]
    return sorted(dear, key=lambda finding: -finding.loss)


def practised() -> Practised | None:
    """Return the place that the query names; None where a page is opened by itself."""
    number, _, total = request.args.get(PLACE, "").partition(".")
    digits = [str(each) for each in range(1, MOST + 1)]
    if number not in digits or total not in digits or number > total:
        return None
    return Practised(int(number), int(total))
