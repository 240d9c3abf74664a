"""Exercises: a position of a game with a task; and answers to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..cards import Cards
from ..error_bases import Unreadable
from ..games import ruleset
from ..ruleset import NOTHING_CARRIED, Carried, Ruleset
from ..scoring_after_earlier_games import carrying
from ..sheet_plan import RowCounts
from .difficulty_levels import Difficulty, level_of
from .exercise_type_enum import ExerciseType


class UnreadableAnswer(Unreadable):
    """Text that is no answer to an exercise of this type."""

    def __init__(self, kind: ExerciseType, name: str, text: str) -> None:
        super().__init__(f"{name}: {text!r}")
        self.kind, self.name, self.text = kind, name, text


class Answer(NamedTuple):
    """An answer; parts that the exercise does not ask for are None.

    ``pieces``: cards, builds and tops of piles as they are written in questions, in the order of
    their texts, a twin twice; no pieces at all can be an answer too. ``seats`` in order, counted as
    the question does; ``fields`` of the sheet, in order.
    """

    pieces: tuple[str, ...] | None = None
    number: int | None = None
    seats: tuple[int, ...] | None = None
    may: bool | None = None
    fields: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Exercise:
    """A position with a task.

    ``texts`` is the position as a question to the referee of the ``game``: the seats of builds and
    piles count from the mover, as there. ``asks`` are the parts of an :class:`Answer` that it
    wants, and ``choices`` the pieces that can be tapped. ``players`` sit around the table and
    ``seat`` plays, of seats that count from 0. ``pile`` is a pile to be counted, and ``rows`` a
    sheet, of which ``last_capturer`` captured last. ``rule`` is the house rule that the exercise is
    about, and ``house`` are all that are on. ``plays`` is the number of cards played so far,
    and ``carried`` what earlier games of the session have changed. ``claimed``: the target is
    claimed in mid-game. ``before`` are the totals of the players before the game.
    """

    game: str
    kind: ExerciseType
    seed: int
    difficulty: Difficulty
    asks: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    players: int = 2
    seat: int = 0
    pile: Cards = ()
    rows: tuple[RowCounts, ...] = ()
    last_capturer: int | None = None
    rule: str = ""
    house: tuple[str, ...] = ()
    plays: int = 0
    carried: Carried = NOTHING_CARRIED
    claimed: bool = False
    before: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Return the name of the exercises of this sort: their house rule, or else their type."""
        return self.rule or self.kind

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset that holds in the exercise."""
        return carrying(ruleset(self.game, self.house), self.carried)

    def about_rule(self, rule: str, house: tuple[str, ...]) -> Exercise:
        """Return the exercise as one about a house rule, among all that are on."""
        return replace(self, rule=rule, house=house)

    def between_totals(self, before: tuple[int, ...], difficulty: Difficulty) -> Exercise:
        """Return the exercise with the totals before its game, and so with a difficulty."""
        return replace(self, before=before, difficulty=difficulty)

    @property
    def level(self) -> int:
        """Return the level of the exercise, from 1 to 5."""
        return level_of(self.seed)


class JudgedAnswer(NamedTuple):
    """The judgement of an answer: whether it is ``right``, the ``clause`` that decides, and as
    ``found`` what explains it: a ruling, a verdict, a score sheet, or nothing."""

    right: bool
    clause: str
    found: object = None


_MOST_TEXT = 400
_MOST_NUMBER = 4


def read_answer(exercise: Exercise, texts: Mapping[str, str]) -> Answer:
    """Return the answer in text fields that are named as its parts.

    ``pieces`` are separated by spaces, and ``-`` is none; ``may`` is 1 or 0. Pieces are not needed
    if the play may be made. Raises :class:`UnreadableAnswer` where a part is lacking or unreadable.
    """
    answer = Answer()
    for name in exercise.asks:
        text = " ".join(texts.get(name, "").split())
        if name == "pieces" and answer.may:
            continue
        if not text or len(text) > _MOST_TEXT:
            raise UnreadableAnswer(exercise.kind, name, text[:_MOST_TEXT])
        answer = _with_part(answer, exercise, name, text)
    return answer


def _with_part(answer: Answer, exercise: Exercise, name: str, text: str) -> Answer:
    """Return an answer with one more part. Raises :class:`UnreadableAnswer`."""
    words = [] if text == "-" else text.split()
    match name:
        case "pieces" if set(words) <= set(exercise.choices):
            return answer._replace(pieces=tuple(sorted(words)))
        case "seats" if set(words) <= set(map(str, range(exercise.players))):
            return answer._replace(seats=tuple(sorted({int(word) for word in words})))
        case "number" if re.fullmatch(rf"[0-9]{{1,{_MOST_NUMBER}}}", text):
            return answer._replace(number=int(text))
        case "may" if text in ("0", "1"):
            return answer._replace(may=text == "1")
        case "fields" if exercise.rows and set(words) <= set(_fields(exercise)):
            return answer._replace(fields=tuple(sorted(set(words))))
    raise UnreadableAnswer(exercise.kind, name, text)


def _fields(exercise: Exercise) -> Mapping[str, int]:
    """Return the counted fields of the first row of an exercise."""
    counted = exercise.rows[0].counted
    assert isinstance(counted, Mapping)
    return counted


def write_answer(answer: Answer) -> dict[str, str]:
    """Return an answer as text fields, which :func:`read_answer` reads."""
    texts = {}
    for name, part in answer._asdict().items():
        if isinstance(part, bool):
            texts[name] = str(int(part))
        elif isinstance(part, tuple):
            texts[name] = " ".join(map(str, part)) or "-"
        elif part is not None:
            texts[name] = str(part)
    return texts
