"""Exercises: a position of some game, what is asked there, and what the referee says of an answer.

The address holds the exercise.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple, cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from .. import messages
from ..rules.cards import Card, Cards
from ..rules.exercises import build_answers
from ..rules.exercises.capture_exercises import groups_told
from ..rules.exercises.exercise import (
    LEVELS,
    SEEDS,
    Answer,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    NoSuchSeed,
    UnreadableAnswer,
    read_answer,
    seed_at,
)
from ..rules.exercises.exercise_registry import answers, clause_of, judged, kinds, make
from ..rules.exercises.exercises_of_the_day import TEN, ExerciseName, ten
from ..rules.exercises.seeded_random import SeededRandom
from ..rules.games.casino.judge.build_rules import BuildRules
from ..rules.games.casino.question import BuildQuestion
from ..rules.notation import read_card, read_cards, write_card
from ..rules.ruleset import Ruleset
from ..rules.table_and_builds import Table, Top, write_build, write_top
from ..time_zones import today
from ..urls import for_phones
from .game_in_url import find_ruleset
from .tappable_position import ALL, NONE, PIECES, SENT, TappablePiece, TappablePosition, Taps, words
from .time_zone_cookie import phone_zone

blueprint = Blueprint("exercises", __name__)

NAMES = ("Anna", "Ben", "Clara", "David", "Ella", "Finn")
_EASY = 2
_SHOWN = 3
"""So many of all right answers are drawn."""


class SheetLine(NamedTuple):
    """A line of a sheet: what each has of a field, and how many there are."""

    key: str
    label: str
    numbers: list[int]
    total: int
    tapped: bool


@dataclass
class ExerciseView:
    """An exercise as it is drawn, with the ``answer`` that somebody gave, or the ``complaint`` that
    none can be read. ``day`` is the one whose ten it is looked at among."""

    exercise: Exercise
    day: str
    answer: Answer | None = None
    complaint: str = ""

    @property
    def rules(self) -> Ruleset:
        return find_ruleset(self.exercise.game)

    @property
    def asks(self) -> tuple[str, ...]:
        return self.exercise.asks

    @cached_property
    def judged(self) -> JudgedAnswer | None:
        return None if self.answer is None else judged(self.exercise, self.answer)

    @property
    def reasons(self) -> list[messages.FeedbackLine]:
        assert self.answer is not None
        assert self.judged is not None
        return messages.exercise_reasons(self.exercise, self.answer, self.judged, self.names)

    @property
    def groups(self) -> tuple[Cards, ...]:
        """What the played card takes, as it adds up: once that is told, or was answered."""
        judged = self.judged
        return groups_told(self.exercise, judged) if judged else ()

    @property
    def question(self) -> str:
        return messages.exercise_question(self.exercise, self.names)

    @property
    def clause(self) -> str:
        """Where the rules tell what it is about."""
        return clause_of(self.exercise.kind)

    @cached_property
    def asked(self) -> BuildQuestion | None:
        """The position with builds, where the game has some."""
        counted = self.exercise.pile or self.exercise.rows
        if counted or not isinstance(self.rules.referee, BuildRules):
            return None
        return build_answers.asked_of(self.exercise)

    @property
    def names(self) -> list[str]:
        if self.asked is not None:
            return messages.seat_texts(self.exercise.players)
        return list(NAMES[: self.exercise.players])

    # --- what lies there -------------------------------------------------------------------------

    @cached_property
    def table(self) -> Table:
        if self.asked is not None:
            return build_answers.table_of(self.exercise)
        return Table(read_cards(self.exercise.texts.get("table", "")))

    @cached_property
    def felt(self) -> TappablePosition:
        if self.exercise.pile:
            return TappablePosition([TappablePiece("", card) for card in self.exercise.pile])
        taps = Taps(self.pieces)
        loose, builds = taps.of_cards(self.table.loose), self._builds(taps)
        tops, played = self._tops(taps), self._played
        return TappablePosition(
            loose,
            builds,
            tops,
            None if played is None else taps.piece(write_card(played), played),
            taps.of_cards(card for card in self._hand if card != played),
            self.pieces,
        )

    def _builds(self, taps: Taps) -> list[TappablePiece]:
        asked = self.asked
        if asked is None:
            return []
        return [
            taps.piece(write_build(build), None, build, messages.owner_text(asked, build.owner))
            for build in self.table.builds
        ]

    def _tops(self, taps: Taps) -> list[TappablePiece]:
        asked = self.asked
        piles = enumerate(asked.piles if asked else ())
        return [
            taps.piece(write_top(top), top.card, None, messages.pile_owner_text(asked, top.seat))
            for top in (Top(pile[0], seat) for seat, pile in piles if pile)
            if asked
        ]

    @property
    def _hand(self) -> Cards:
        """Who insists does not see it."""
        hidden = self.exercise.kind is ExerciseType.INSIST
        return () if hidden else read_cards(self.exercise.texts.get("hand", ""))

    @property
    def _played(self) -> Card | None:
        if self.exercise.kind is ExerciseType.INSIST:
            return None
        if "played" in self.exercise.texts:
            return read_card(self.exercise.texts["played"])
        turn = self.asked.turn if self.asked else None
        return next((step.card for step in turn or () if step.card), None)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The texts of the pieces that an answer may name."""
        return self.exercise.choices if PIECES in self.asks else ()

    @property
    def lines(self) -> list[SheetLine]:
        """The sheet, of those who have a pile."""
        found, tapped = [], words("fields")
        rows = [self.exercise.rows[seat] for seat in self.pile_seats]
        for field in self.rules.sheet.fields:
            numbers = [cast("dict[str, int]", row.counted)[field.key] for row in rows]
            label = messages.field_label(field.key)
            found.append(SheetLine(field.key, label, numbers, field.total, field.key in tapped))
        return found

    @property
    def pile_seats(self) -> tuple[int, ...]:
        teams = self.rules.seating.settle(self.exercise.players, None)
        return self.rules.pile_seats(self.exercise.players, teams)

    @property
    def seats(self) -> list[tuple[int, str, bool]]:
        """Each seat: who sits there, and was that tapped?"""
        tapped = words("seats")
        return [(seat, name, str(seat) in tapped) for seat, name in enumerate(self.names)]

    @property
    def number(self) -> str:
        return request.args.get("number", "")[:4]

    @property
    def none(self) -> str:
        return messages.none_text(self.exercise.kind)

    @property
    def all(self) -> str:
        return messages.all_text(self.exercise.kind)

    @property
    def hints(self) -> list[str]:
        return messages.exercise_hints(self.exercise)

    @property
    def is_easy(self) -> bool:
        """Is it one for those who have hardly played? They see the hints at once."""
        return self.exercise.level <= _EASY

    @property
    def right_answers(self) -> list[tuple[list[TappablePiece], str]]:
        """Some of the right answers: their pieces, and the rest in words. Of a turn that may not be
        played, all that it fails on."""
        found = sorted(answers(self.exercise), key=lambda one: (-len(one.pieces or ()), str(one)))
        some = found[:_SHOWN]
        if self.exercise.kind is ExerciseType.MAY:
            some = [build_answers.may_answer(self.exercise)]
        return [
            (
                self.felt.named(one.pieces or ()),
                messages.answer_text(one, self.names) or ("" if one.pieces else self.none),
            )
            for one in some
        ]

    # --- where it leads --------------------------------------------------------------------------

    @property
    def shared(self) -> str:
        """The exercise for other people, without an answer."""
        named = ExerciseName(self.exercise.kind, self.exercise.seed)
        return for_phones(_address(self.exercise.game, named, ""))

    @cached_property
    def place(self) -> int | None:
        """Which of the day's ten it is, from 1."""
        named = ExerciseName(self.exercise.kind, self.exercise.seed)
        of_day = ten(self.exercise.game, self.day) if self.day else ()
        return of_day.index(named) + 1 if named in of_day else None

    @property
    def next(self) -> str:
        game = self.exercise.game
        if self.place is None:
            return self.other(self.exercise.level)
        if self.place == TEN:
            return url_for("exercises.day", game=game, day=self.day)
        return _address(game, ten(game, self.day)[self.place], self.day)

    def other(self, level: int) -> str:
        """Another one of the kind, at a level: from here always the same one."""
        game, kind, seed = self.exercise.game, self.exercise.kind, self.exercise.seed
        number = SeededRandom("next", game, kind, seed, level).below(SEEDS)
        return _address(game, ExerciseName(kind, seed_at(level, number)), "")

    @property
    def easier(self) -> str:
        level = self.exercise.level - 1
        return self.other(level) if level in LEVELS and self.place is None else ""

    @property
    def harder(self) -> str:
        level = self.exercise.level + 1
        return self.other(level) if level in LEVELS and self.place is None else ""


def _address(game: str, named: ExerciseName, day: str) -> str:
    kind, seed = named
    return url_for("exercises.page", game=game, kind=kind, seed=seed, ten=day or None)


@blueprint.get("/<game>/exercises")
def hub(game: str) -> str:
    """Which kinds there are, and today's ten."""
    known = kinds(find_ruleset(game)) or abort(404)
    return render_template(
        "exercises/hub.html", game=game, kinds=known, levels=LEVELS, today=_today(), say=messages
    )


@blueprint.get("/<game>/exercises/<kind>")
def some(game: str, kind: str) -> Response:
    """Any exercise of a kind, at the level that the address asks for."""
    known = _kind(game, kind)
    said = request.args.get("level", "")
    level = int(said) if said in map(str, LEVELS) else LEVELS[0]
    seed = seed_at(level, secrets.randbelow(SEEDS))
    return cast("Response", redirect(_address(game, ExerciseName(known, seed), ""), 303))


@blueprint.get("/<game>/exercises/<kind>/<seed>")
def page(game: str, kind: str, seed: str) -> str:
    _kind(game, kind)
    digits = seed.isascii() and seed.isdigit() and len(seed) == len(str(SEEDS))
    try:
        exercise = make(game, kind, int(seed) if digits else 0)
    except NoSuchSeed:
        abort(404)
    view = ExerciseView(exercise, _day(request.args.get("ten", "")) or "")
    if any(name in request.args for name in (*exercise.asks, NONE, ALL, SENT)):
        try:
            view.answer = read_answer(exercise, _said(exercise))
        except UnreadableAnswer as error:
            view.complaint = messages.error_text(error)
    return render_template(
        "exercises/page.html", game=game, view=view, exercise=exercise, say=messages
    )


@blueprint.get("/<game>/exercises/ten/<day>")
def day(game: str, day: str) -> str:
    """The ten of a day."""
    find_ruleset(game)
    found = ten(game, _day(day) or abort(404)) or abort(404)
    listed = [(named, _address(game, named, day)) for named in found]
    return render_template(
        "exercises/day.html", game=game, day=day, listed=listed, today=_today(), say=messages
    )


def _kind(game: str, name: str) -> ExerciseType:
    """A kind of exercise of a game; 404 if it has none such."""
    known = kinds(find_ruleset(game))
    return next((kind for kind in known if kind == name), None) or abort(404)


def _said(exercise: Exercise) -> dict[str, str]:
    """The fields of an answer; the buttons that say *none* and *all* say so whatever is tapped."""
    said = {name: " ".join(request.args.getlist(name)) for name in exercise.asks}
    if ALL in request.args and PIECES in said:
        said[PIECES] = " ".join(exercise.choices)
    if NONE in request.args:
        none = {"pieces": "-", "seats": "-", "number": "0"}
        said |= {name: text for name, text in none.items() if name in exercise.asks}
    return said


def _today() -> str:
    return today(phone_zone()).isoformat()


def _day(text: str) -> str | None:
    """A day as addresses write it, or nothing."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return text if found.isoformat() == text else None
