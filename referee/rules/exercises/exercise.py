"""Exercises: their types, answers, levels of difficulty and seeds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, TypeVar

from ..cards import Cards, Impossible, Unreadable
from ..games import ruleset
from ..ruleset import NOTHING_CARRIED, Carried, Ruleset
from ..scoring import carrying
from ..sheet_plan import RowCounts


class ExerciseType(StrEnum):
    """The type of an exercise: what is asked.

    Where a card that can capture must: the cards to *take*, the face-up cards of a *sweep*, the
    cards of a hand of which one is *forced*, the *cost* of a capture, who set up a sweep and what
    that player *pays*. In games with builds: whether a play *may* be made, what a card *can*
    capture, which cards of a hand may *trail*, who may *insist* on what. In all games: the points
    of a *pile*, and the fields *missing* cards on a sheet. Under a house rule also: the *points* of
    a player, the number of cards *undealt*, the card on *top* of a pile, and the *winner* of a
    session.
    """

    TAKE = "take"
    SWEEP = "sweep"
    FORCED = "forced"
    COST = "cost"
    PAYS = "pays"
    MAY = "may"
    CAN = "can"
    TRAIL = "trail"
    INSIST = "insist"
    PILE = "pile"
    MISSING = "missing"
    POINTS = "points"
    UNDEALT = "undealt"
    TOP = "top"
    WINNER = "winner"


class UnknownExerciseType(Impossible):
    """A type of exercise that the game does not have."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no exercises of the kind {kind!r}")
        self.kind = kind


class NoSuchSeed(Impossible):
    """A number that is no seed of an exercise."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"no exercise {seed}")
        self.seed = seed


class Difficulty(NamedTuple):
    """The difficulty of an exercise: the number of ``cards`` to look at, of ``choices`` to decide
    between, and of ``clauses`` of the rules that decide, each of which counts as much as two
    cards."""

    cards: int
    choices: int
    clauses: int

    @property
    def number(self) -> int:
        """Return the difficulty as one number."""
        return self.cards + self.choices + 2 * self.clauses


SEEDS = 100_000
LEVELS = (1, 2, 3, 4, 5)
"""The levels of exercises, which are the first digits of their seeds."""


def level_of(seed: int) -> int:
    """Return the level of a seed, its first digit. Raises :class:`NoSuchSeed`."""
    if not LEVELS[0] * SEEDS <= seed < (LEVELS[-1] + 1) * SEEDS:
        raise NoSuchSeed(seed)
    return seed // SEEDS


def seed_at(level: int, number: int) -> int:
    """Return the seed with a number at a level; the number may be any."""
    return level * SEEDS + number % SEEDS


LevelBounds = tuple[int, int, int, int]
"""The difficulty at which the second level begins, the third, the fourth and the fifth."""

_EDGES: Mapping[ExerciseType, LevelBounds] = {
    ExerciseType.TAKE: (7, 8, 10, 12),
    ExerciseType.FORCED: (10, 12, 14, 17),
    ExerciseType.SWEEP: (7, 8, 9, 10),
    ExerciseType.COST: (6, 7, 9, 11),
    ExerciseType.PAYS: (10, 11, 12, 13),
    ExerciseType.MAY: (7, 8, 9, 11),
    ExerciseType.CAN: (8, 9, 10, 12),
    ExerciseType.TRAIL: (7, 9, 11, 12),
    ExerciseType.INSIST: (11, 12, 13, 14),
    ExerciseType.PILE: (8, 10, 12, 15),
    ExerciseType.MISSING: (15, 17, 19, 21),
    ExerciseType.POINTS: (10, 12, 14, 16),
    ExerciseType.UNDEALT: (5, 7, 9, 11),
    ExerciseType.TOP: (6, 8, 9, 10),
    ExerciseType.WINNER: (10, 12, 14, 16),
}
_OF_LARGE_HANDS: Mapping[ExerciseType, LevelBounds] = {
    ExerciseType.MAY: (6, 8, 9, 11),
    ExerciseType.CAN: (7, 8, 9, 10),
    ExerciseType.TRAIL: (10, 11, 13, 15),
}
"""The levels for games that deal large hands: less lies on the table, and each card of a hand is
asked about."""
_OF_LARGEST_HANDS: Mapping[ExerciseType, LevelBounds] = {
    **_OF_LARGE_HANDS,
    ExerciseType.TRAIL: (14, 16, 18, 20),
}
_LARGE_HAND, _LARGEST_HAND = 7, 14
_BEYOND_ALL = 1000


def level_bounds(rules: Ruleset, kind: ExerciseType) -> LevelBounds:
    """Return the difficulties at which the levels of an exercise type begin in a game."""
    largest = max(plan.hand_size(1) for plan in rules.seating.deal_plans.values())
    by_hand = _OF_LARGEST_HANDS if largest >= _LARGEST_HAND else _OF_LARGE_HANDS
    bounds = by_hand.get(kind) if largest >= _LARGE_HAND else None
    return bounds or _EDGES[kind]


class DifficultyRange(NamedTuple):
    """The difficulties that an exercise may have, from ``least`` to below ``beyond``, for a
    seed."""

    seed: int
    least: int
    beyond: int

    def has(self, difficulty: Difficulty) -> bool:
        """Return whether a difficulty is in the range."""
        return self.least <= difficulty.number < self.beyond

    def may_have(self, least: int, most: int = _BEYOND_ALL) -> bool:
        """Return whether a difficulty between ``least`` and ``most`` can be in the range."""
        return least < self.beyond and self.least <= most


def wanted_difficulty(
    rules: Ruleset, kind: ExerciseType, seed: int, slack: int = 0
) -> DifficultyRange:
    """Return the range of difficulty for the level of a seed, widened by ``slack`` at both ends.
    Raises :class:`NoSuchSeed`."""
    of_levels = tuple(pairwise((0, *level_bounds(rules, kind), _BEYOND_ALL)))
    least, beyond = of_levels[level_of(seed) - 1]
    return DifficultyRange(seed, least - slack, beyond + slack)


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


_T = TypeVar("_T")
_WORD = (1 << 64) - 1


class SeededRandom:
    """A stream of random numbers (SplitMix64), begun from the texts of the ``seeds``."""

    def __init__(self, *seeds: object) -> None:
        state = 0xCBF29CE484222325  # FNV-1a: texts that differ a little begin far apart
        for byte in "/".join(map(str, seeds)).encode():
            state = ((state ^ byte) * 0x100000001B3) & _WORD
        self._state = state

    def below(self, number: int) -> int:
        """Return a number from 0 to below ``number``. The bias of the remainder is negligible for
        64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return (mixed ^ (mixed >> 31)) % number

    def one_in(self, number: int) -> bool:
        """Return true in one of ``number`` cases."""
        return self.below(number) == 0

    def pick(self, things: Sequence[_T]) -> _T:
        """Return a random item of a sequence, which must not be empty."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """Return all items in random order."""
        mixed = list(things)
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed
