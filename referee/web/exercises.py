"""Pages of exercises: a position of a game, a question about it, and the referee's feedback on an
answer.

The URL names the exercise and holds the answer."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..messages.build_verdicts import owner_text, pile_owner_text
from ..messages.error_texts import error_text
from ..messages.exercise_feedback import (
    ExerciseTexts,
    field_label,
    sweeps_label,
)
from ..messages.exercise_texts import house_of_exercise, seen_text, texts_of
from ..messages.verdict_lines import VerdictLine
from ..rules.cards import Impossible
from ..rules.exercises.exercise import (
    LEVELS,
    SEEDS,
    Answer,
    Exercise,
    JudgedAnswer,
    ShownPosition,
    UnreadableAnswer,
    read_answer,
    seed_at,
)
from ..rules.exercises.house_rule_exercises import practised_rules
from ..rules.exercises.registry import ExerciseName, has_exercises, kinds, make, ten
from ..rules.notation import write_build, write_card, write_top
from ..rules.playing.simulation import SeededRandom
from ..rules.plays import Top
from ..rules.ruleset import Ruleset
from ..times import today
from ..urls import for_phones
from .drawing import CHOICE, NONE, PIECES, SENT, TappablePiece, TappablePosition, Taps
from .home import note_game
from .kept_exercises import DAY, Series, kept_name, read_seed, recalled, series_of_request
from .preferences import phone_zone
from .requests import find_ruleset
from .rules import house_rule_anchor

blueprint = Blueprint("exercises", __name__)
blueprint.after_request(note_game)

_EASY_LEVEL = 2


class SheetLine(NamedTuple):
    """A line of a score sheet in an exercise: the ``numbers`` of all piles, and how many cards of
    it there are; None for sweeps."""

    label: str
    numbers: list[int]
    total: int | None


@dataclass
class ExerciseView:
    """An exercise as its page draws it, with the ``answer`` that was sent, or the ``complaint``
    about one that cannot be read. ``series`` is what the exercise is opened from."""

    exercise: Exercise
    series: Series
    answer: Answer | None = None
    complaint: str = ""

    @property
    def rules(self) -> Ruleset:
        return self.exercise.rules

    @property
    def asks(self) -> tuple[str, ...]:
        return self.exercise.asks

    @cached_property
    def judged(self) -> JudgedAnswer | None:
        return None if self.answer is None else self.exercise.judge(self.answer)

    @cached_property
    def texts(self) -> ExerciseTexts:
        """Return the sentences of the type of the exercise."""
        return texts_of(self.exercise.kind)

    @property
    def reasons(self) -> list[VerdictLine]:
        assert self.answer is not None
        assert self.judged is not None
        return self.texts.feedback(self.exercise, self.answer, self.judged, self.names)

    @property
    def question(self) -> str:
        return self.texts.question(self.exercise, self.names)

    @property
    def told(self) -> list[str]:
        """Return what has to be known before the question."""
        return self.texts.told(self.exercise, self.names)

    @property
    def clause(self) -> str:
        """Return the anchor on the rules page of what the exercise is about: a house rule, or the
        clause of its type."""
        rule = self.exercise.rule
        return house_rule_anchor(rule) if rule else self.exercise.kind.clause

    @property
    def house(self) -> str:
        return house_of_exercise(self.exercise)

    @cached_property
    def names(self) -> list[str]:
        return self.texts.seat_names(self.exercise)

    # --- what lies there -------------------------------------------------------------------------

    @cached_property
    def shown(self) -> ShownPosition:
        return self.exercise.kind.shown(self.exercise)

    @cached_property
    def position(self) -> TappablePosition:
        if self.exercise.pile:
            return TappablePosition([TappablePiece("", card) for card in self.exercise.pile])
        taps, shown = Taps(), self.shown
        loose, builds = taps.of_cards(shown.table.loose), self._builds(taps)
        tops, played = self._tops(taps), shown.played
        return TappablePosition(
            loose,
            builds,
            tops,
            None if played is None else taps.piece(write_card(played), played),
            taps.of_cards(card for card in (*shown.hand, *shown.offered) if card != played),
            self.pieces,
        )

    @property
    def has_table(self) -> bool:
        """Return whether there is a table or a pile to be seen."""
        exercise = self.exercise
        return bool(exercise.pile or exercise.course or "table" in exercise.texts)

    def _builds(self, taps: Taps) -> list[TappablePiece]:
        question = self.shown.question
        return [
            taps.piece(
                write_build(build),
                None,
                build,
                owner_text(question, build.owner) if question else "",
            )
            for build in self.shown.table.builds
        ]

    def _tops(self, taps: Taps) -> list[TappablePiece]:
        question = self.shown.question
        piles = enumerate(question.piles if question else ())
        return [
            taps.piece(write_top(top), top.card, None, pile_owner_text(question, top.seat))
            for top in (Top(pile[0], seat) for seat, pile in piles if pile)
            if question
        ]

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the texts of the pieces that an answer may name."""
        return self.exercise.choices if PIECES in self.asks else ()

    @property
    def lines(self) -> list[SheetLine]:
        """Return the lines of the score sheet, with the numbers of every pile."""
        lines = []
        rows = [self.exercise.rows[seat] for seat in self.pile_seats]
        plan = self.rules.sheet
        if plan.markers and self.exercise.last_capturer is not None:
            sweeps = [row.markers for row in rows]
            lines.append(SheetLine(sweeps_label(plan), sweeps, None))
        piles = [row.counted for row in rows if isinstance(row.counted, Mapping)]
        for field in plan.fields:
            numbers = [pile[field.key] for pile in piles]
            lines.append(SheetLine(field_label(field.key), numbers, field.total))
        return lines

    @property
    def pile_seats(self) -> tuple[int, ...]:
        """Return the seats that have a pile of their own."""
        teams = self.rules.seating.usual_teams(self.exercise.players)
        return self.rules.pile_seats(self.exercise.players, teams)

    @property
    def number(self) -> str:
        return request.args.get("number", "")[:4]

    @property
    def about(self) -> str:
        """Return the name by which a phone keeps the exercise."""
        return kept_name(self.exercise)

    @property
    def hints(self) -> list[str]:
        return self.texts.hints(self.exercise)

    @property
    def seen(self) -> str:
        """Return in words what had to be seen."""
        return seen_text(self.exercise)

    @property
    def is_easy(self) -> bool:
        """Return whether the exercise is for beginners, who see its hints at once."""
        return self.exercise.level <= _EASY_LEVEL

    @property
    def values(self) -> list[tuple[str, str, bool]]:
        """Return the values to choose from, each in words, and whether it is chosen."""
        if CHOICE not in self.asks:
            return []
        chosen, text = request.args.get(CHOICE, ""), self.texts.value_text
        return [
            (value, text(self.exercise, value, self.names), value == chosen)
            for value in self.exercise.choices
        ]

    @property
    def right_answers(self) -> list[tuple[list[TappablePiece], str]]:
        """Return some right answers: the pieces of each, or what it says in words. For an illegal
        play the one answer names all that makes it illegal."""
        return [
            (self.position.named(answer.pieces or ()), self._words(answer))
            for answer in self.exercise.kind.answers_to_show(self.exercise)
        ]

    def _words(self, answer: Answer) -> str:
        """Return an answer in words, "" for pieces, which are drawn."""
        if answer.choice is not None:
            return self.texts.value_text(self.exercise, answer.choice, self.names)
        if answer.number is not None:
            return str(answer.number)
        return "" if answer.pieces else str(self.texts.none)

    # --- where it leads --------------------------------------------------------------------------

    @property
    def shared(self) -> str:
        """Return the full URL of the exercise without an answer, for other people."""
        return for_phones(Series(self.exercise.game).url(self._named))

    @property
    def _named(self) -> ExerciseName:
        return ExerciseName(self.exercise.name, self.exercise.seed)

    @cached_property
    def place(self) -> int | None:
        """Return the number of this exercise in its series, from 1; None if it is not in one."""
        return self.series.place(self._named)

    @property
    def is_last(self) -> bool:
        """Return whether the exercise is the last one of its series."""
        return self.place == len(self.series.names)

    @property
    def next(self) -> str:
        if self.place is None:
            return self.other(self.exercise.level) if self.exercise.level else self.series.page
        return self.series.after(self.place)

    @property
    def recalled(self) -> str:
        """Return the next state of the exercise on this phone, as :func:`recalled`."""
        assert self.judged is not None
        return recalled(right=self.judged.right)

    def other(self, level: int) -> str:
        """Return the URL of another exercise of this type at a level, always the same from this
        one."""
        game, name, seed = self.exercise.game, self.exercise.name, self.exercise.seed
        number = SeededRandom("next", game, name, seed, level).below(SEEDS)
        return Series(game).url(ExerciseName(name, seed_at(level, number)))

    @property
    def easier(self) -> str:
        level = self.exercise.level - 1
        return self.other(level) if level in LEVELS and self.place is None else ""

    @property
    def harder(self) -> str:
        level = self.exercise.level + 1
        follows = self.place is None and self.exercise.level
        return self.other(level) if level in LEVELS and follows else ""


@blueprint.get("/<game>/exercises")
def hub(game: str) -> str:
    """Draw the list of exercise types of a game, with a link to today's ten."""
    kinds_of_game = kinds(find_ruleset(game)) or abort(404)
    return render_template(
        "exercises/exercise_types.html",
        game=game,
        kinds=[kind.name for kind in kinds_of_game],
        practised=practised_rules(game),
        levels=LEVELS,
        level=_level(),
        today=_today(),
    )


@blueprint.get("/<game>/exercises/<kind>")
def random_exercise(game: str, kind: str) -> Response:
    """Redirect to a random exercise of a type or about a house rule, at the level that the query
    names."""
    name = _find_name(game, kind)
    seed = seed_at(_level(), secrets.randbelow(SEEDS))
    return redirect(Series(game).url(ExerciseName(name, seed)), 303)


@blueprint.get("/<game>/exercises/<kind>/<seed>")
def page(game: str, kind: str, seed: str) -> str:
    exercise = find_exercise(game, kind, seed)
    series = series_of_request(find_ruleset(game), _valid_day(request.args.get(DAY, "")) or "")
    view = ExerciseView(exercise, series)
    if any(name in request.args for name in (*exercise.asks, NONE, SENT)):
        try:
            view.answer = read_answer(exercise, _sent_fields(exercise))
        except UnreadableAnswer as error:
            view.complaint = error_text(error)
    return render_template("exercises/exercise.html", game=game, view=view, exercise=exercise)


def find_exercise(game: str, kind: str, seed: str) -> Exercise:
    """Return the exercise that a URL names; 404 if there is none such."""
    name = _find_name(game, kind)
    try:
        return make(game, name, read_seed(seed))
    except Impossible:
        abort(404)


@blueprint.get("/<game>/exercises/ten/<day>")
def day(game: str, day: str) -> str:
    """Draw the list of a day's ten exercises."""
    find_ten(game, day)
    series = series_of_request(find_ruleset(game), day)
    return render_template(
        "exercises/exercises_of_day.html",
        game=game,
        day=day,
        date=date.fromisoformat(day),
        series=series,
        listed=[(named, series.url(named)) for named in series.names],
        today=_today(),
    )


def find_ten(game: str, day: str) -> tuple[ExerciseName, ...]:
    """Return the ten exercises of a day; 404 for a text that is no day."""
    find_ruleset(game)
    return ten(game, _valid_day(day) or abort(404)) or abort(404)


_NEAREST = {"trail": "may", "may": "can"}
"""The nearest type to one that a game has no more."""


def _find_name(game: str, name: str) -> str:
    """Return the name of exercises of a game, an exercise type or a house rule; 404 if the game has
    none such. A type that it has no more leads to the nearest one."""
    rules = find_ruleset(game)
    if has_exercises(rules, name):
        return name
    nearest = _NEAREST.get(name, "")
    if not has_exercises(rules, nearest):
        nearest = _NEAREST.get(nearest, "")
    if not has_exercises(rules, nearest):
        abort(404)
    level = request.args.get("level")
    address = {**(request.view_args or {}), "kind": nearest, "level": level}
    return abort(redirect(url_for(request.endpoint or "", **address), 301))


def _sent_fields(exercise: Exercise) -> dict[str, str]:
    """Return the fields of the answer in the query. The button *none* overrides what is tapped."""
    if NONE in request.args and PIECES in exercise.asks:
        return {PIECES: "-"}
    return {name: " ".join(request.args.getlist(name)) for name in exercise.asks}


def _level() -> int:
    """Return the level that the query names, the first for any other text."""
    text = request.args.get("level", "")
    return int(text) if text in map(str, LEVELS) else LEVELS[0]


def _today() -> str:
    return today(phone_zone()).isoformat()


def _valid_day(text: str) -> str | None:
    """Return a day that is written in ISO format, None for any other text."""
    try:
        parsed = date.fromisoformat(text)
    except ValueError:
        return None
    return text if parsed.isoformat() == text else None
