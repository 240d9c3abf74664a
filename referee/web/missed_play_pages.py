"""What we missed: exercises made of what a group has missed in the games that it followed.

What was tapped stands in the address.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from .. import messages
from ..messages import missed_plays as said
from ..rules.cards import Card, Cards, difference
from ..rules.events import Played, State
from ..rules.exercises.exercise import ExerciseType, JudgedAnswer
from ..rules.exercises.missed_play_exercises import Asks, MissedExercise, exercise_of
from ..rules.notation import read_card, write_card
from ..rules.table_and_builds import read_cards_and_tops, write_build, write_top
from ..services import missed_plays
from ..services.ids import GameId
from ..services.missed_plays import MissedPlayPlace, StoredMissedPlay
from ..words import in_sentences
from .permissions import access, editing
from .tappable_position import NONE, PIECES, SENT, TappablePiece, TappablePosition, Taps, words

blueprint = Blueprint("missed", __name__, url_prefix="/g/<id:group_id>/missed")


@dataclass(frozen=True)
class MissedPlayView:
    """Something that was missed, as it is asked about. ``names`` are those of the group, or of
    nobody; ``tapped`` is the answer, ``answered``: is it one? ``empty``: nothing was tapped, and
    sent."""

    group_id: str
    found: StoredMissedPlay
    names: list[str]
    tapped: tuple[str, ...] = ()
    answered: bool = False
    empty: bool = False

    @cached_property
    def exercise(self) -> MissedExercise:
        record = self.found.record
        return exercise_of(record.live, record, self.found.missed)

    @property
    def game(self) -> str:
        return self.found.record.rules.key

    @property
    def day(self) -> date:
        return self.found.day

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
    def pieces(self) -> tuple[str, ...]:
        """The texts of the pieces that an answer may name."""
        return () if self.asks is Asks.HELD else self.exercise.choices

    @property
    def state(self) -> State:
        """What lay there: before a play, or with the builds that somebody kept."""
        step = self.found.missed.step
        assert step.before is not None
        return step.state if self.asks is Asks.HELD else step.before

    @property
    def _card(self) -> Card:
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

    # --- what lies there -------------------------------------------------------------------------

    @cached_property
    def felt(self) -> TappablePosition:
        """The table, with the card that was played but while it is asked which that should have
        been."""
        taps, names = Taps(self.pieces), self.names
        loose = taps.of_cards(sorted(self.state.table))
        builds = [
            taps.piece(write_build(one), None, one, "" if one.owner is None else names[one.owner])
            for one in self.state.builds
        ]
        known, _ = read_cards_and_tops(text for text in self.pieces if "^" in text)
        tops = [taps.piece(write_top(top), top.card, None, names[top.seat]) for top in known]
        shows = self.asks in (Asks.TAKE, Asks.FAILS)
        played = taps.piece(write_card(self._card), self._card) if shows else None
        hand = taps.of_cards(self._hand)
        return TappablePosition(
            loose, builds, tops, played, hand, self.pieces, self.asks is Asks.FORCED
        )

    @property
    def _hand(self) -> Cards:
        """What was left in the hand, once that is known; of a hand that is asked about, all of
        it."""
        if self.asks is Asks.FORCED:
            return tuple(map(read_card, self.exercise.choices))
        hand = self.found.record.hand(self.index) if self.asks is Asks.HELD else None
        return () if hand is None else difference(hand, (self._card,))

    @property
    def ranks(self) -> list[tuple[str, Card]]:
        return [(text, read_card(text)) for text in self.exercise.choices]

    # --- what is said ----------------------------------------------------------------------------

    @cached_property
    def judged(self) -> JudgedAnswer:
        return self.exercise.judge(self.tapped)

    @property
    def complaint(self) -> str:
        """Return the sentence to an answer that is none."""
        return said.nothing_tapped_text(self.exercise) if self.empty else ""

    @property
    def mark(self) -> str:
        return "right" if self.judged.right else "wrong"

    @property
    def answer(self) -> str:
        return said.answered_text(self.exercise, self.judged)

    @property
    def reasons(self) -> list[messages.FeedbackLine]:
        return said.reasons(self.exercise, self.judged, self.names)

    @property
    def right_answers(self) -> list[tuple[list[TappablePiece], str]]:
        """What would have been right; ranks are told."""
        if self.asks is Asks.HELD:
            return []
        nothing = str(messages.none_text(ExerciseType.TAKE))
        return [(self.felt.named(one), "" if one else nothing) for one in self.exercise.right]

    # --- where it leads --------------------------------------------------------------------------

    @property
    def page(self) -> str:
        return url_for("missed.one", group_id=self.group_id, **_where(self.found.place))

    @property
    def replay(self) -> str:
        session_id, number, _ = self.found.place.game_id
        return url_for(
            "replay.step",
            group_id=self.group_id,
            session_id=session_id,
            number=number,
            index=self.index,
        )


def _where(place: MissedPlayPlace) -> dict[str, Any]:
    session_id, number, _ = place.game_id
    return {"session_id": session_id, "number": number, "which": place.which}


@blueprint.get("")
def page(group_id: str) -> str:
    """The latest, or those from a place on."""
    return _page(group_id)


@blueprint.get("/from/<id:session_id>/<number:number>/<number:which>")
def older(group_id: str, session_id: str, number: int, which: int) -> str:
    return _page(group_id, MissedPlayPlace(GameId(session_id, number), which))


def _page(group_id: str, since: MissedPlayPlace | None = None) -> str:
    opened = access(group_id)
    found = missed_plays.read_page(opened, since)
    return render_template(
        "missed/page.html",
        group_id=group_id,
        shown=[_shown(group_id, one, blames=found.blames) for one in found.plays],
        older=found.older and url_for(".older", group_id=group_id, **_where(found.older)),
        since=since,
        blames=found.blames,
        may_write=opened.may_write,
        say=messages,
    )


@blueprint.get("/<id:session_id>/<number:number>/<number:which>")
def one(group_id: str, session_id: str, number: int, which: int) -> str:
    opened = access(group_id)
    found = missed_plays.read_missed_play(
        opened, MissedPlayPlace(GameId(session_id, number), which)
    )
    shown = _shown(group_id, found, blames=missed_plays.blames(opened), asked=True)
    return render_template("missed/one.html", group_id=group_id, one=shown, say=messages)


@blueprint.post("/names")
def names(group_id: str) -> Response:
    """Name people from now on, or not."""
    on = request.form.get("on", "")
    if on not in ("0", "1"):
        abort(400)
    missed_plays.name_people(editing(group_id), on=on == "1")
    return redirect(url_for(".page", group_id=group_id), 303)


def _shown(
    group_id: str, found: StoredMissedPlay, *, blames: bool, asked: bool = False
) -> MissedPlayView:
    """``asked``: does the address say what was tapped? Texts that are no piece of the exercise say
    nothing."""
    step = found.missed.step
    assert step.seat is not None  # somebody played
    nobody = said.nobodys_names(len(found.players), step.seat)
    named = in_sentences(found.players) if blames else nobody
    shown = MissedPlayView(group_id, found, named)
    if not asked:
        return shown
    tapped = _tapped(shown.exercise, words(PIECES))
    none = NONE in request.args and shown.asks is Asks.TAKE
    answered = none or bool(tapped)
    empty = SENT in request.args and not answered
    return replace(shown, tapped=() if none else tapped, answered=answered, empty=empty)


def _tapped(exercise: MissedExercise, texts: list[str]) -> tuple[str, ...]:
    """Twins as often as they are there; of cards and ranks of which one is asked for, one."""
    there = Counter(exercise.choices) & Counter(texts)
    tapped = tuple(sorted(there.elements()))
    return tapped[:1] if exercise.asks in (Asks.FORCED, Asks.HELD) else tapped
