"""Pages of missed plays: exercises about what a group missed in its followed games.

The URL holds the answer."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..languages import in_sentences
from ..messages import irregular_plays
from ..messages.capture_exercise_texts import TAKE
from ..messages.table_events import step_text
from ..messages.verdict_lines import VerdictLine
from ..rules.cards import Card, Cards, difference
from ..rules.exercises.exercise import JudgedAnswer
from ..rules.exercises.missed_play_exercises import MissedExercise, MissedTask, exercise_of
from ..rules.exercises.own_positions import own_missed
from ..rules.notation import read_card, read_cards_and_tops, write_build, write_card, write_top
from ..rules.plays import Build, Played
from ..rules.ruleset import State
from ..services import game_findings, group_missed_plays
from ..services.group_missed_plays import MissedPlayPlace, MissedPlaysPage, StoredMissedPlay
from ..services.names import GameId
from .drawing import NONE, PIECES, SENT, TappablePiece, TappablePosition, Taps, words
from .kept_exercises import kept_name, recalled
from .secret_links import access, editing

blueprint = Blueprint("missed", __name__, url_prefix="/g/<id:group_id>/missed")


@dataclass(frozen=True)
class MissedPlayView:
    """A missed play as an exercise page draws it. ``names`` are the players' names, or neutral
    words. ``tapped`` are the pieces of the answer; ``answered`` says that these are one, ``empty``
    that the form was sent without one."""

    group_id: str
    stored: StoredMissedPlay
    names: list[str]
    tapped: tuple[str, ...] = ()
    answered: bool = False
    empty: bool = False

    @cached_property
    def exercise(self) -> MissedExercise:
        record = self.stored.record
        return exercise_of(record.engine, record, self.stored.missed)

    @property
    def game(self) -> str:
        return self.stored.record.rules.key

    @property
    def day(self) -> date:
        return self.stored.day

    @property
    def number(self) -> int:
        return self.stored.place.game_id.number

    @property
    def index(self) -> int:
        return self.stored.missed.play

    @property
    def asks(self) -> MissedTask:
        return self.exercise.asks

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the texts of the pieces that an answer may name."""
        return () if self.asks is MissedTask.HELD else self.exercise.choices

    @property
    def state(self) -> State:
        """Return the state that is drawn: before the play, or after it where the exercise asks
        which card a build was made for."""
        step = self.stored.missed.event
        assert step.before is not None
        return step.state if self.asks is MissedTask.HELD else step.before

    @property
    def _card(self) -> Card:
        entry = self.stored.missed.event.event
        assert isinstance(entry, Played)
        return entry.card

    @property
    def question(self) -> str:
        return irregular_plays.asked_text(self.exercise, self.names)

    @property
    def build(self) -> Build | None:
        """Return the build for which a card had to be held, None in other exercises. It is drawn
        without its value, which is the answer."""
        irregularity = self.stored.missed.irregularity
        return irregularity.build if irregularity and self.asks is MissedTask.HELD else None

    @property
    def turn(self) -> str:
        """Return the play that was made, in words."""
        return step_text(self.stored.missed.event, self.stored.record.rules, self.names)

    # --- what lies there -------------------------------------------------------------------------

    @cached_property
    def position(self) -> TappablePosition:
        """Return the table with its pieces, and the played card unless the exercise asks for
        that."""
        taps, names = Taps(), self.names
        loose = taps.of_cards(sorted(self.state.table))
        builds = [
            taps.piece(
                write_build(build), None, build, "" if build.owner is None else names[build.owner]
            )
            for build in self.state.builds
            if not (self.build and self.build.is_same(build))
        ]
        tappable_tops, _ = read_cards_and_tops(text for text in self.pieces if "^" in text)
        tops = [
            taps.piece(write_top(top), top.card, None, names[top.seat]) for top in tappable_tops
        ]
        shows = self.asks in (MissedTask.TAKE, MissedTask.FAILS)
        played = taps.piece(write_card(self._card), self._card) if shows else None
        hand = taps.of_cards(self._hand)
        return TappablePosition(
            loose, builds, tops, played, hand, self.pieces, self.asks is MissedTask.FORCED
        )

    @property
    def _hand(self) -> Cards:
        """Return the hand without the played card where it has become known. An exercise that asks
        for the forced card shows the whole hand."""
        if self.asks is MissedTask.FORCED:
            return tuple(map(read_card, self.exercise.choices))
        hand = self.stored.record.hand(self.index) if self.asks is MissedTask.HELD else None
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
        """Return the sentence about a form that was sent without an answer, "" otherwise."""
        return irregular_plays.no_missed_play_tapped_text(self.exercise) if self.empty else ""

    @property
    def mark(self) -> str:
        return "right" if self.judged.right else "wrong"

    @property
    def answer(self) -> str:
        return irregular_plays.answered_text(self.exercise, self.judged)

    @property
    def about(self) -> str:
        """Return the name by which a phone keeps the exercise, "" for one that it cannot keep."""
        own = own_missed(self.exercise)
        return "" if own is None else kept_name(own)

    @property
    def recalled(self) -> str:
        """Return the next state of the exercise on this phone."""
        return recalled(right=self.judged.right)

    @property
    def reasons(self) -> list[VerdictLine]:
        return irregular_plays.reasons(self.exercise, self.judged, self.names)

    @property
    def right_answers(self) -> list[tuple[list[TappablePiece], str]]:
        """Return the right answers: the pieces of each, and words where it has none. An exercise
        about ranks has none to draw."""
        if self.asks is MissedTask.HELD:
            return []
        nothing = str(TAKE.none)
        return [
            (self.position.named(pieces), "" if pieces else nothing)
            for pieces in self.exercise.right
        ]

    # --- where it leads --------------------------------------------------------------------------

    @property
    def page(self) -> str:
        return _url("missed.missed_play", self.group_id, self.stored.place)

    @property
    def replay(self) -> str:
        session_id, number, _ = self.stored.place.game_id
        return url_for(
            "table.replay",
            group_id=self.group_id,
            session_id=session_id,
            number=number,
            index=self.index,
        )


def _url(endpoint: str, group_id: str, place: MissedPlayPlace) -> str:
    session_id, number, _ = place.game_id
    return url_for(
        endpoint, group_id=group_id, session_id=session_id, number=number, which=place.which
    )


@blueprint.get("")
def page(group_id: str) -> str:
    """Draw the latest missed plays of a group."""
    return _page(group_id)


@blueprint.get("/<id:session_id>/<number:number>")
def of_game(group_id: str, session_id: str, number: int) -> str:
    """Draw the missed plays of a followed game."""
    page = group_missed_plays.read_game_page(access(group_id), GameId(session_id, number))
    return _drawn(group_id, page, None)


@blueprint.get("/from/<id:session_id>/<number:number>/<number:which>")
def older(group_id: str, session_id: str, number: int, which: int) -> str:
    """Draw the missed plays of a group from one of them on, backwards in time."""
    return _page(group_id, MissedPlayPlace(GameId(session_id, number), which))


def _page(group_id: str, since: MissedPlayPlace | None = None) -> str:
    return _drawn(group_id, group_missed_plays.read_page(access(group_id), since), since)


def _drawn(group_id: str, page: MissedPlaysPage, since: MissedPlayPlace | None) -> str:
    opened = access(group_id)
    if page.record is not None:
        nothing = irregular_plays.nothing_missed_text(page.record)
    else:
        games = group_missed_plays.count_followed(opened)
        nothing = irregular_plays.nothing_missed_in_group_text(games)
    return render_template(
        "missed/missed_plays.html",
        group_id=group_id,
        views=[_view_of(group_id, stored, blames=page.blames) for stored in page.plays],
        older=page.older and _url(".older", group_id, page.older),
        since=since,
        of_game=page.record is not None,
        nothing=nothing,
        played=game_findings.latest_games(opened) if page.record is None and since is None else (),
        blames=page.blames,
        may_write=opened.may_write,
    )


@blueprint.get("/<id:session_id>/<number:number>/<number:which>")
def missed_play(group_id: str, session_id: str, number: int, which: int) -> str:
    opened = access(group_id)
    stored = group_missed_plays.read_missed_play(
        opened, MissedPlayPlace(GameId(session_id, number), which)
    )
    view = _view_of(group_id, stored, blames=group_missed_plays.blames(opened), reads_answer=True)
    return render_template("missed/missed_play.html", group_id=group_id, view=view)


@blueprint.post("/names")
def names(group_id: str) -> Response:
    """Set whether the pages name the people who missed a play."""
    on = request.form.get("on", "")
    if on not in ("0", "1"):
        abort(400)
    group_missed_plays.name_people(editing(group_id), on=on == "1")
    return redirect(url_for(".page", group_id=group_id), 303)


def _view_of(
    group_id: str, stored: StoredMissedPlay, *, blames: bool, reads_answer: bool = False
) -> MissedPlayView:
    """Return the view of a stored missed play; with ``reads_answer`` the answer in the query is
    part of it. Texts that are no piece of the exercise are ignored."""
    step = stored.missed.event
    assert step.seat is not None  # somebody played
    nobody = irregular_plays.nobodys_names(len(stored.players), step.seat)
    names = in_sentences(stored.players) if blames else nobody
    view = MissedPlayView(group_id, stored, names)
    if not reads_answer:
        return view
    tapped = _tapped_pieces(view.exercise, words(PIECES))
    none = NONE in request.args and view.asks is MissedTask.TAKE
    answered = none or bool(tapped)
    empty = SENT in request.args and not answered
    return replace(view, tapped=() if none else tapped, answered=answered, empty=empty)


def _tapped_pieces(exercise: MissedExercise, texts: list[str]) -> tuple[str, ...]:
    """Return the tapped pieces of an exercise, equal cards at most as often as they lie there. One
    piece alone where a single card or rank is asked for."""
    available = Counter(exercise.choices) & Counter(texts)
    tapped = tuple(sorted(available.elements()))
    return tapped[:1] if exercise.asks in (MissedTask.FORCED, MissedTask.HELD) else tapped
