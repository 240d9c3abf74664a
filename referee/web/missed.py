"""What we missed: exercises made of what a group has missed in the games that it followed.

What was tapped stands in the address, so each card is a link; scripts draw the answer in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages, words
from ..messages import missed as said
from ..rules.cards import Card, Cards
from ..rules.exercises.exercise import Judged
from ..rules.exercises.missed import Asks, MissedExercise, exercise_of
from ..rules.notation import read_card
from ..rules.steps import Played, State
from ..services import missed
from ..services.ids import GameId
from ..services.missed import Found, Place
from .access import access, editing
from .taps import LinkedCard, linked, tapped_too
from .templates import render

blueprint = Blueprint("missed", __name__, url_prefix="/g/<id:group_id>/missed")

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Shown:
    """Something that was missed, as it is asked about. ``names`` are those of the group, or of
    nobody; ``tapped`` is the answer so far, ``answered``: is it one?"""

    group_id: str
    found: Found
    names: list[str]
    tapped: tuple[str, ...] = ()
    answered: bool = False

    @cached_property
    def exercise(self) -> MissedExercise:
        record = self.found.record
        return exercise_of(record.live, record, self.found.missed)

    @property
    def game(self) -> str:
        return self.found.record.rules.key

    @property
    def began(self) -> datetime:
        return self.found.began

    @property
    def number(self) -> int:
        return self.found.place.game_id.number

    @property
    def index(self) -> int:
        return self.found.missed.play

    @property
    def asks(self) -> Asks:
        return self.exercise.asks

    @property
    def of_cards(self) -> bool:
        """Are cards tapped?"""
        return self.asks in (Asks.TAKE, Asks.FORCED)

    @property
    def state(self) -> State:
        """What lay there: before a play, or with the builds that somebody kept."""
        step = self.found.missed.step
        assert step.before is not None
        return step.state if self.asks is Asks.HELD else step.before

    @property
    def played(self) -> Card:
        entry = self.found.missed.step.entry
        assert isinstance(entry, Played)
        return entry.card

    @property
    def question(self) -> str:
        return said.asked_text(self.exercise, self.names)

    @property
    def turn(self) -> str:
        """What was done, where that is asked about."""
        return messages.step_text(self.found.missed.step, self.found.record.rules, self.names)

    @property
    def held(self) -> Cards | None:
        """What was left in the hand, once that is known."""
        hand = self.found.record.hand(self.index)
        return None if hand is None else _without(hand, self.played)

    @property
    def lying(self) -> Cards:
        """What lies there in no build."""
        return tuple(sorted(self.state.table))

    @property
    def cards(self) -> list[LinkedCard]:
        """What can be tapped: of the table, or of the hand. Twins are told apart by their place."""
        several = self.asks is Asks.TAKE
        return linked(
            [(str(at), read_card(text)) for at, text in enumerate(self.exercise.choices)],
            self.tapped,
            lambda name: self.after(tapped_too(self.tapped, name) if several else name),
            several=several,
        )

    @property
    def ranks(self) -> list[tuple[str, Card]]:
        return [(text, read_card(text)) for text in self.exercise.choices]

    def after(self, tapped: str) -> str:
        """The address after a tap."""
        return self._address(tapped=tapped)

    @property
    def all_tapped(self) -> str:
        """The address in which the cards that were tapped are all."""
        return self._address(tapped=" ".join(self.tapped), all="1")

    def _address(self, **query: str) -> str:
        found = urlencode({name: text for name, text in query.items() if text})
        return f"{self.page}?{found}#answer"

    @property
    def page(self) -> str:
        return url_for("missed.one", group_id=self.group_id, **_where(self.found.place))

    @property
    def replay(self) -> str:
        session_id, number = self.found.place.game_id
        return url_for(
            "replay.step",
            group_id=self.group_id,
            session_id=session_id,
            number=number,
            index=self.index,
        )

    @cached_property
    def judged(self) -> Judged:
        choices = self.exercise.choices
        tapped = [choices[int(one)] for one in self.tapped] if self.of_cards else self.tapped
        return self.exercise.judge(tuple(tapped))

    @property
    def answer(self) -> str:
        return said.answered_text(self.exercise, self.judged)

    @property
    def reasons(self) -> list[str]:
        return said.reasons(self.exercise, self.judged, self.names)


def _without(hand: Cards, card: Card) -> Cards:
    left = list(hand)
    left.remove(card)
    return tuple(left)


def _where(place: Place) -> dict[str, Any]:
    session_id, number = place.game_id
    return {"session_id": session_id, "number": number, "which": place.which}


@blueprint.get("")
def page(group_id: str) -> str:
    """The latest, or those from a place on."""
    return _page(group_id)


@blueprint.get("/from/<id:session_id>/<number:number>/<number:which>")
def older(group_id: str, session_id: str, number: int, which: int) -> str:
    return _page(group_id, Place(GameId(session_id, number), which))


def _page(group_id: str, since: Place | None = None) -> str:
    opened = access(group_id)
    found = missed.read_page(opened, since)
    return render(
        "missed/page.html",
        group_id=group_id,
        shown=[_shown(group_id, one, blames=found.blames) for one in found.found],
        older=found.older and url_for(".older", group_id=group_id, **_where(found.older)),
        since=since,
        blames=found.blames,
        may_write=opened.may_write,
        say=messages,
    )


@blueprint.get("/<id:session_id>/<number:number>/<number:which>")
def one(group_id: str, session_id: str, number: int, which: int) -> str:
    place = Place(GameId(session_id, number), which)
    return _one("missed/one.html", group_id, place)


@blueprint.get("/<id:session_id>/<number:number>/<number:which>/answer")
def answer(group_id: str, session_id: str, number: int, which: int) -> str:
    """The part of the page that changes with a tap."""
    place = Place(GameId(session_id, number), which)
    return _one("missed/_exercise.html", group_id, place)


def _one(template: str, group_id: str, place: Place) -> str:
    opened = access(group_id)
    found = missed.read_one(opened, place)
    shown = _shown(group_id, found, blames=missed.blames(opened), asked=True)
    return render(template, group_id=group_id, one=shown, say=messages)


@blueprint.post("/names")
def names(group_id: str) -> Response:
    """Name people from now on, or not."""
    on = request.form.get("on", "")
    if on not in ("0", "1"):
        abort(400)
    missed.name_people(editing(group_id), on=on == "1")
    return redirect(url_for(".page", group_id=group_id), 303)


def _shown(group_id: str, found: Found, *, blames: bool, asked: bool = False) -> Shown:
    """``asked``: does the address say what was tapped? Texts that are no piece of the exercise say
    nothing."""
    step = found.missed.step
    assert step.seat is not None  # somebody played
    nobody = said.nobodys_names(len(found.players), step.seat)
    named = words.in_sentences(found.players) if blames else nobody
    shown = Shown(group_id, found, named)
    if not asked:
        return shown
    texts = request.args.get("tapped", "").split()
    choices = shown.exercise.choices
    known = map(str, range(len(choices))) if shown.of_cards else choices
    tapped = tuple(piece for piece in known if piece in texts)
    if shown.asks is not Asks.TAKE:
        tapped = tapped[:1]
    answered = "all" in request.args if shown.asks is Asks.TAKE else bool(tapped)
    return Shown(group_id, found, named, tapped, answered)
