"""Exercises, types of exercises, answers, difficulty and seeds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar, NamedTuple

from ..cards import Card, Cards, Impossible, Unreadable
from ..games import ruleset
from ..games.casino.question import BuildQuestion
from ..notation import read_card, read_cards, write_card
from ..playing.simulation import SeededRandom, SimulatedPosition, simulated_positions
from ..plays import Play, Table
from ..ruleset import NOTHING_CARRIED, Carried, Referee, Ruleset, State
from ..scoring import carrying
from ..sheet_plan import RowCounts
from .habits import HabitAnswers, Screen, habits_of


class UnknownExerciseType(Impossible):
    """A type of exercise that the game does not have."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"no exercises of the kind {kind!r}")
        self.kind = kind


class NoSuchSeed(Impossible):
    """A number that is no seed of an exercise, or a text that is no position."""

    def __init__(self, seed: int | str) -> None:
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
_MOST_DIGITS = 15
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


def seed_number(text: str) -> int:
    """Return the number at any level that a text stands for: its own if it is a number, up to
    :data:`SEEDS`, and for any other text always the same one."""
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS:
        return int(text) % SEEDS
    return SeededRandom("seed", text).below(SEEDS)


def part_of(seed: int, purpose: str) -> int:
    """Return a number from 0 to 99 that is fixed for a seed and a purpose, so that a part of the
    seeds gets answers of one sort, however common these are."""
    return SeededRandom("part", purpose, seed).below(100)


LevelBounds = tuple[int, int, int, int]
"""The difficulty at which the second level begins, the third, the fourth and the fifth."""
_WIDE_LEVELS = {1: (0, 3), 2: (0, 3), 3: (1, 5), 4: (2, 5), 5: (2, 5)}
"""The bounds between which a difficulty lies at each level, where levels overlap."""
_BEYOND_ALL = 1000
_LARGE_HANDS = (7, 14)
"""The sizes of hands from which further bounds of levels hold: less lies on the table, and each
card of a hand is asked about."""


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


class Answer(NamedTuple):
    """An answer: the part that its exercise asks for; the others are None.

    ``pieces``: cards, builds and tops of piles as they are written in questions, in the order of
    their texts, a twin twice; no pieces at all can be an answer too. ``choice`` is one of the
    values that the exercise offers.
    """

    pieces: tuple[str, ...] | None = None
    number: int | None = None
    choice: str | None = None


class JudgedAnswer(NamedTuple):
    """The judgement of an answer: whether it is ``right``, the ``clause`` that decides, and as
    ``found`` what explains it: a ruling, a verdict, a score sheet, or nothing. ``sets`` are those
    that the played card captures, to be shown with the judgement."""

    right: bool
    clause: str
    found: object = None
    sets: tuple[Cards, ...] = ()


class Course(NamedTuple):
    """The ``plays`` that led to the question of an exercise, each with its seat, and the state in
    which they ``start``."""

    start: State
    plays: tuple[tuple[int, Play], ...]


class ShownPosition(NamedTuple):
    """The part of a position that an exercise shows: the ``table``, the ``played`` card and a
    ``hand``, and in games with builds the position as a ``question`` to the referee. Cards that are
    ``offered`` lie nowhere: an answer names some of them."""

    table: Table
    played: Card | None = None
    hand: Cards = ()
    question: BuildQuestion | None = None
    offered: Cards = ()


class Draft(NamedTuple):
    """A simulated position in which an exercise of a ``wanted`` difficulty is looked for, whose
    answer passes the ``screen``."""

    simulated: SimulatedPosition
    chance: SeededRandom
    wanted: DifficultyRange
    screen: Screen


class ExerciseType:
    """A type of exercise: what is asked about a position, and the judgement of answers.

    A subclass is a type; its only instance is in the registry. Its sentences are in
    :mod:`referee.messages`, under its ``name``, which is part of URLs. ``clause`` is the clause of
    the rules that it is about, and ``asks`` are the parts of an :class:`Answer` that it wants.
    ``edges`` are the bounds of its levels; further ones hold for games of larger hands. With
    ``wide_levels`` they overlap, where levels differ above all in the habits that fail.
    ``referee`` is the kind of referee whose games have it; None where only house rules ask.
    ``most_plays`` of a simulated game are used; later positions are alike. ``nothing`` is the share
    of the exercises that a habit may solve in which no pieces are the answer. ``picks``: the screen
    picks the answer beforehand, as it does of all values to choose from.
    """

    name: ClassVar[str]
    clause: ClassVar[str]
    asks: ClassVar[tuple[str, ...]]
    edges: ClassVar[tuple[LevelBounds, ...]]
    referee: ClassVar[type[Referee] | None] = None
    wide_levels: ClassVar[bool] = False
    most_plays: ClassVar[int] = 16
    nothing: ClassVar[float] = 0.6
    picks: ClassVar[bool] = False

    def is_in(self, rules: Ruleset) -> bool:
        """Return whether a game that can be followed has exercises of the type."""
        return self.referee is not None and isinstance(rules.referee, self.referee)

    def wanted_difficulty(self, rules: Ruleset, seed: int, slack: int = 0) -> DifficultyRange:
        """Return the range of difficulty for the level of a seed, widened by ``slack`` at both
        ends. Raises :class:`NoSuchSeed`."""
        hand = max(plan.hand_size(1) for plan in rules.seating.deal_plans.values())
        larger = sum(hand >= size for size in _LARGE_HANDS)
        bounds = (0, *self.edges[min(larger, len(self.edges) - 1)], _BEYOND_ALL)
        level = level_of(seed)
        first, beyond = _WIDE_LEVELS[level] if self.wide_levels else (level - 1, level)
        return DifficultyRange(seed, bounds[first] - slack, bounds[beyond] + slack)

    def positions(
        self,
        rules: Ruleset,
        seed: int,  # noqa: ARG002 - for types that know where to look
        chance: SeededRandom,
    ) -> Iterator[SimulatedPosition]:
        """Yield the positions in which the exercise of a seed is looked for: the first ones of one
        simulated game after another, without end."""
        while True:
            yield from islice(simulated_positions(rules, chance), self.most_plays)

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        """Yield exercises of the type in the position of a draft, of which the first that passes
        its screen is used. Where there are values to choose from, the answer is the one that the
        screen picks."""
        raise NotImplementedError

    def habits(self, exercise: Exercise) -> HabitAnswers:
        """Return the pieces that each habit answers to an exercise."""
        shown = self.shown(exercise)
        return habits_of(exercise.rules.referee, exercise.choices, shown.played)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        """Return all right answers to an exercise, at least one."""
        raise NotImplementedError

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer to an exercise."""
        return JudgedAnswer(answer in self.answers(exercise), self.clause)

    def answers_to_show(self, exercise: Exercise) -> list[Answer]:
        """Return some right answers to show, those with most pieces first."""
        right = self.answers(exercise)
        return sorted(right, key=lambda answer: (-len(answer.pieces or ()), str(answer)))[:3]

    def shown(self, exercise: Exercise) -> ShownPosition:
        """Return what an exercise shows of its position."""
        texts = exercise.texts
        played = read_card(texts["played"]) if "played" in texts else None
        hand = read_cards(texts.get("hand", ""))
        return ShownPosition(Table(read_cards(texts.get("table", ""))), played, hand)


NAMES = 6
"""The number of names that players may have."""
FIRST_NAME = "names"
"""The field of an exercise that says which name seat 0 has; the others follow in order."""


@dataclass(frozen=True)
class Exercise:
    """A position with a task.

    ``seed`` is the number that it is made from, or the whole position of somebody's own game
    (``own_positions``). ``texts`` is the position as a question to the referee of the ``game``: the
    seats of builds and piles count from the mover, as there. Some types add what else they ask
    about. ``asks`` are the parts of an :class:`Answer` that it wants, and ``choices`` the pieces
    that can be tapped, or the values to choose from. ``players`` sit around the table and ``seat``
    plays, of seats that count from 0. ``pile`` is a pile to be counted, and ``rows`` a sheet, of
    which ``last_capturer`` captured last. ``rule`` is the house rule that the exercise is about,
    and ``house`` are all that are on. ``plays`` is the number of cards played so far, and
    ``carried`` what earlier games of the session have changed. ``claimed``: the target is claimed
    in mid-game. ``before`` are the totals of the players before the game. ``course`` are the plays
    that led to the question, where they decide it.
    """

    game: str
    kind: ExerciseType
    seed: int | str
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
    course: Course | None = None

    @property
    def name(self) -> str:
        """Return the name of the exercises of this sort: their house rule, or else their type."""
        return self.rule or self.kind.name

    def name_of(self, seat: int) -> int:
        """Return the number of the name that the player at a seat has."""
        return (int(self.texts.get(FIRST_NAME, 0)) + seat) % NAMES

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset that holds in the exercise."""
        return carrying(ruleset(self.game, self.house), self.carried)

    @property
    def level(self) -> int:
        """Return the level of the exercise, from 1 to 5; 0 for one from somebody's own game."""
        return level_of(self.seed) if isinstance(self.seed, int) else 0

    @property
    def answers(self) -> frozenset[Answer]:
        """Return all right answers, at least one."""
        return self.kind.answers(self)

    def judge(self, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer."""
        return self.kind.judge(self, answer)

    def passes(self, screen: Screen) -> bool:
        """Return whether the exercise may be that of a seed by its screen, if the answer was not
        picked beforehand."""
        if self.kind.picks or "choice" in self.asks:
            return True
        if "number" in self.asks:
            return all(screen.allows_number(answer.number or 0) for answer in self.answers)
        right = frozenset(answer.pieces or () for answer in self.answers)
        return screen.allows(right, self.kind.habits(self), len(self.choices))


class UnreadableAnswer(Unreadable):
    """Text that is no answer to an exercise of this type."""

    def __init__(self, kind: ExerciseType, name: str, text: str) -> None:
        super().__init__(text)
        self.kind, self.name = kind, name


_MOST_TEXT = 400
_MOST_NUMBER = 4


def read_answer(exercise: Exercise, texts: Mapping[str, str]) -> Answer:
    """Return the answer in text fields that are named as its parts.

    ``pieces`` are separated by spaces, and ``-`` is none. Raises :class:`UnreadableAnswer` where
    the part is lacking or unreadable.
    """
    (name,) = exercise.asks
    text = " ".join(texts.get(name, "").split())
    if not text or len(text) > _MOST_TEXT:
        raise UnreadableAnswer(exercise.kind, name, text[:_MOST_TEXT])
    words = [] if text == "-" else text.split()
    match name:
        case "pieces" if not Counter(words) - Counter(exercise.choices):
            return Answer(pieces=tuple(sorted(words)))
        case "number" if re.fullmatch(rf"[0-9]{{1,{_MOST_NUMBER}}}", text):
            return Answer(number=int(text))
        case "choice" if text in exercise.choices:
            return Answer(choice=text)
    raise UnreadableAnswer(exercise.kind, name, text)


def read_value(exercise: Exercise, value: object) -> Answer:
    """Return the answer in a list of pieces, a number, or a value to choose, as
    :func:`write_value` writes it. Raises :class:`UnreadableAnswer` for any other value."""
    (name,) = exercise.asks
    match name, value:
        case "pieces", list():
            text = " ".join(_piece(exercise, str(piece)) for piece in value) or "-"
        case ("number", int()) | ("choice", str()):
            text = str(value)
        case _:
            raise UnreadableAnswer(exercise.kind, name, "")
    return read_answer(exercise, {name: text})


def _piece(exercise: Exercise, text: str) -> str:
    """Return a piece as the exercise writes it; cards may be written in other ways."""
    if text in exercise.choices:
        return text
    try:
        return write_card(read_card(text))
    except Unreadable as error:
        raise UnreadableAnswer(exercise.kind, "pieces", text[:_MOST_TEXT]) from error


def write_value(answer: Answer) -> list[str] | int | str:
    """Return an answer as a list of pieces, a number, or the chosen value."""
    if answer.pieces is not None:
        return list(answer.pieces)
    return answer.number if answer.number is not None else answer.choice or ""


def write_answer(answer: Answer) -> dict[str, str]:
    """Return an answer as text fields, which :func:`read_answer` reads."""
    if answer.pieces is not None:
        return {"pieces": " ".join(answer.pieces) or "-"}
    if answer.number is not None:
        return {"number": str(answer.number)}
    return {"choice": answer.choice or ""}
