"""Series of exercises, what a phone keeps of answers, and its way to another phone.

A phone sends what it keeps with each request; the server keeps nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from ..languages import gettext
from ..rules.cards import Impossible
from ..rules.exercises.exercise import SEEDS, Exercise
from ..rules.exercises.registry import ExerciseName, has_exercises, make, ten
from ..rules.ruleset import Ruleset
from ..services.recall import (
    Recall,
    UnreadableRecall,
    merged,
    pack,
    recall_of,
    text_after,
    unpack,
    write_recall,
)

blueprint = Blueprint("kept_exercises", __name__, url_prefix="/exercises/kept")

DAY, AGAIN = "ten", "again"
"""The fields of a query that name a series: a day, and exercises that come back."""
MOST_AGAIN = 20
"""The number of exercises that come back in a series at most."""
AGAIN_IN_TEN = 5
"""The number of them in the ten of a day at most: half of it is new."""


class Series(NamedTuple):
    """A series of exercises of a game: the ten of a ``day`` (ISO format), those that come
    ``again`` on a phone, or the ten of a day that begin with these; none with neither."""

    game: str
    day: str = ""
    again: tuple[ExerciseName, ...] = ()

    @property
    def names(self) -> tuple[ExerciseName, ...]:
        """Return the exercises of the series in their order.

        Of the day's own ten those are left that stand as far apart as can be, so that they still
        go from easy to hard.
        """
        if not self.day:
            return self.again
        of_day, again = ten(self.game, self.day), self.again[:AGAIN_IN_TEN]
        new = [name for name in of_day if name not in again]
        wanted = len(of_day) - len(again)
        return (*again, *(new[at * len(new) // wanted] for at in range(wanted)))

    def place(self, name: ExerciseName) -> int | None:
        """Return the number of an exercise in the series, from 1; None if it is not in it."""
        return self.names.index(name) + 1 if name in self.names else None

    @property
    def fields(self) -> dict[str, str]:
        """Return the fields of a query that name the series."""
        fields = {DAY: self.day, AGAIN: self._again}
        return {name: text for name, text in fields.items() if text}

    @property
    def _again(self) -> str:
        return " ".join(f"{name}.{seed}" for name, seed in self.again)

    @property
    def page(self) -> str:
        """Return the URL of the page that the series belongs to."""
        game = self.game
        if self.day:
            return url_for("exercises.day", game=game, day=self.day, again=self._again or None)
        return url_for("exercises.hub", game=game)

    def after(self, place: int) -> str:
        """Return the URL of what comes after the exercise with a number: the next one, or the page
        of the series after the last."""
        names = self.names
        return self.page if place == len(names) else self.url(names[place])

    def url(self, name: ExerciseName) -> str:
        """Return the URL of an exercise, with the series that it is opened from."""
        kind, seed = name
        return url_for(
            "exercises.page",
            game=self.game,
            kind=kind,
            seed=seed,
            ten=self.day or None,
            again=self._again or None,
        )


def series_of_request(rules: Ruleset, day: str) -> Series:
    """Return the series that the query names, with a valid ``day`` or ""; exercises that the game
    does not have are left out."""
    again = dict.fromkeys(_again_in_query(rules))
    return Series(rules.key, day, tuple(again)[:MOST_AGAIN])


def _again_in_query(rules: Ruleset) -> Iterator[ExerciseName]:
    for text in request.args.get(AGAIN, "").split()[:MOST_AGAIN]:
        kind, _, seed = text.partition(".")
        name = ExerciseName(kind, read_seed(seed))
        try:
            known = has_exercises(rules, kind) and (name.level or make(rules.key, *name))
        except Impossible:
            continue
        if known:
            yield name


def read_seed(text: str) -> int | str:
    """Return the seed in a text: a number, or the text itself where it may be a position of
    somebody's own game."""
    digits = text.isascii() and text.isdigit() and len(text) == len(str(SEEDS))
    return int(text) if digits else text


# --- what a phone keeps ---------------------------------------------------------------------------

STATE, HINTED = "state", "hint"
"""The fields of an answer that say what this phone keeps of the exercise, and that its hints were
looked at."""


def kept_name(exercise: Exercise) -> str:
    """Return the name by which a phone keeps an exercise: "krypkasino take 312345"."""
    return f"{exercise.game} {exercise.name} {exercise.seed}"


def recalled(*, right: bool) -> str:
    """Return the next state of an exercise on this phone as JSON, after the one in the query; "" if
    it does not come back, or without one: a page that is loaded again counts once."""
    text = request.args.get(STATE)
    if text is None:
        return ""
    return text_after(text, datetime.now(UTC), right=right, hinted=HINTED in request.args)


# --- to another phone -----------------------------------------------------------------------------

LARGEST = 512 * 1024
"""Bytes of what two phones keep at most."""


@blueprint.get("")
def page() -> str:
    return render_template("kept_exercises/page.html")


@blueprint.post("/link")
def link() -> Response:
    """Return what is sent as the text of a link."""
    try:
        return _text(pack(recall_of(_sent("mine"))))
    except UnreadableRecall:
        return _unreadable(gettext("This phone has no exercises that come back."))


@blueprint.post("/merge")
def merge() -> Response:
    """Return, as JSON, what this phone keeps together with that of another one, which is the text
    of a link or an object from a file."""
    try:
        other = _other()
    except UnreadableRecall:
        return _unreadable(
            gettext("No exercises can be read here. Perhaps the link was cut off: send it again.")
        )
    try:
        mine = recall_of(_sent("mine"))
    except UnreadableRecall:
        mine = Recall()  # nothing is there yet, or it was damaged
    response = _text(write_recall(merged(mine, other)))
    response.content_type = "application/json"
    return response


def _other() -> Recall:
    other = _sent("other")
    return unpack(other) if isinstance(other, str) else recall_of(other)


def _sent(name: str) -> object:
    """Return a field of the object that was sent, None if it is not there."""
    request.max_content_length = LARGEST
    try:
        data: object = json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise BadRequest from error
    return data.get(name) if isinstance(data, dict) else None


def _text(text: str) -> Response:
    response = make_response(text)
    response.content_type = "text/plain; charset=utf-8"
    response.cache_control.no_store = True
    return response


def _unreadable(sentence: str) -> Response:
    response = _text(sentence)
    response.status_code = 422
    return response
