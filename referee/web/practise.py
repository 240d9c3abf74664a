"""Practice of a finished game: its missed and dear plays as exercises, one after the other."""

from __future__ import annotations

from typing import NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ..services.own_exercises import MOST, OwnExercise, own_exercises
from .secret_links import GAME, GameInUrl, session_blueprint

blueprint = session_blueprint("practise", f"{GAME}/practise")

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


def _redirected(place: GameInUrl, which: int) -> Response:
    exercises = own_exercises(place.access(), place.game_id)
    if not exercises:  # the page of the game afterwards looks at its plays
        return redirect(url_for("afterwards.page"), 303)
    if not 1 <= which <= len(exercises):
        return redirect(url_for("table.page"), 303)
    return redirect(_url(exercises[which - 1], Practised(which, len(exercises)).text), 303)


def _url(exercise: OwnExercise, text: str) -> str:
    if exercise.dear is not None:
        return url_for("afterwards.try_again", seq=exercise.dear, practise=text)
    return url_for("missed.missed_play", which=exercise.missed, practise=text)


def practised() -> Practised | None:
    """Return the place that the query names; None where a page is opened by itself."""
    number, _, total = request.args.get(PLACE, "").partition(".")
    digits = [str(each) for each in range(1, MOST + 1)]
    if number not in digits or total not in digits or number > total:
        return None
    return Practised(int(number), int(total))
