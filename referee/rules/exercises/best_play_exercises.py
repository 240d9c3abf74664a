"""Exercises that ask what one would play, in positions that were found beforehand.

The data beside this module has for each game and level the positions in which a good player has
found one card clearly better than all others: the number of a simulated game, how many plays it is
old, and the best play of each card with what it costs. ``python -m bench.best_plays`` finds them.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import ClassVar, NamedTuple

from ..cards import Card, Cards
from ..games.krypkasino.captures import CaptureRules, divided
from ..notation import read_settled_play, write_cards, write_settled_play
from ..playing.simulation import (
    SeededRandom,
    SimulatedPosition,
    simulated_plays,
    simulated_positions,
)
from ..plays import Capture, MakeBuild, Play, played_in
from ..ruleset import Ruleset
from .build_exercises import shown_with_builds
from .build_plays import question_texts
from .exercise import (
    SEEDS,
    Answer,
    Course,
    Difficulty,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    ShownPosition,
    level_of,
)

NAME, POSITIONS = "best", "best_plays.json"
_FEWEST = 6
"""The fewest positions of a level that are used; fewer would soon be known by heart."""
SAME = 0.2
"""Points up to which another card of the rank of the best one is as good."""


class CardWorth(NamedTuple):
    """The best play of a card of the hand, and how many points it costs beside the best of all."""

    play: Play
    cost: float

    @property
    def card(self) -> Card:
        """Return the card."""
        (card,) = played_in(self.play)
        return card


class FoundPosition(NamedTuple):
    """A position of a simulated game after so many plays, with the worths of the cards, the best
    first."""

    game: int
    plays: int
    worths: tuple[CardWorth, ...]

    @property
    def right(self) -> tuple[CardWorth, ...]:
        """Return the plays that are right: the best one, and those of cards of its rank that are as
        good."""
        best = self.worths[0].card
        alike = (worth for worth in self.worths if worth.card.rank is best.rank)
        return tuple(worth for worth in alike if worth.cost < SAME)


@cache
def found_positions(game: str) -> dict[int, tuple[FoundPosition, ...]]:
    """Return the positions that were found for a game, by level; none for other games."""
    rows = json.loads(files(__package__).joinpath(POSITIONS).read_text("utf-8")).get(game, {})
    return {
        int(level): tuple(
            FoundPosition(number, plays, _worths(worths)) for number, plays, worths in found
        )
        for level, found in rows.items()
        if len(found) >= _FEWEST
    }


def _worths(worths: Sequence[tuple[str, float]]) -> tuple[CardWorth, ...]:
    return tuple(CardWorth(read_settled_play(play), cost) for play, cost in worths)


def first_position(rules: Ruleset, chance: SeededRandom) -> SimulatedPosition:
    """Return the first position of a simulated game."""
    return next(simulated_positions(rules, chance))


def position_of(rules: Ruleset, found: FoundPosition) -> SimulatedPosition:
    """Return a position that was found."""
    chance = SeededRandom(NAME, rules.key, found.game)
    plays = simulated_plays(first_position(rules, chance), chance)
    return next(islice(plays, found.plays, None)).before


class BestPlay(ExerciseType):
    """Exercises that ask which play one would make, of the best ones of each card."""

    name, clause = NAME, "aim"
    asks: ClassVar[tuple[str, ...]] = ("choice",)
    edges = ((2, 3, 4, 5),)

    def is_in(self, rules: Ruleset) -> bool:
        return len(found_positions(rules.key)) > 1

    def positions(
        self,
        rules: Ruleset,
        seed: int,
        chance: SeededRandom,  # noqa: ARG002 - the position is fixed
    ) -> Iterator[SimulatedPosition]:
        """Yield the position of a seed alone."""
        yield position_of(rules, _found(rules.key, seed))

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, _, wanted, _ = draft
        key, hand = simulated.rules.key, write_cards(simulated.hand)
        texts = {"table": write_cards(sorted(simulated.state.table)), "hand": hand}
        if not isinstance(simulated.rules.referee, CaptureRules):
            texts = question_texts(simulated, (), simulated.hand)
        worths = sorted(_found(key, wanted.seed).worths, key=lambda worth: worth.card)
        yield Exercise(
            key,
            self,
            wanted.seed,
            Difficulty(level_of(wanted.seed), 0, 0),
            self.asks,
            texts,
            tuple(write_settled_play(worth.play) for worth in worths),
            simulated.seats.players,
            simulated.seat,
            course=Course(simulated.state, ()),
        )

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        right = found_position(exercise).right
        return frozenset(Answer(choice=write_settled_play(worth.play)) for worth in right)

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, with the worths of the cards, and the sets of the best
        play."""
        right, found = answer in self.answers(exercise), found_position(exercise)
        return JudgedAnswer(right, self.clause, found, _sets_of(exercise.rules, found.worths[0]))

    def shown(self, exercise: Exercise) -> ShownPosition:
        if isinstance(exercise.rules.referee, CaptureRules):
            return super().shown(exercise)
        return shown_with_builds(exercise)


def _sets_of(rules: Ruleset, worth: CardWorth) -> tuple[Cards, ...]:
    """Return the sets that a play captures or builds."""
    step = worth.play[0]
    if isinstance(step, MakeBuild):
        return step.build.sets
    if not isinstance(step, Capture):
        return ()
    if isinstance(rules.referee, CaptureRules):
        return divided(rules.referee, step.card, step.captured)
    return (step.captured,)


def found_position(exercise: Exercise) -> FoundPosition:
    """Return the position of an exercise, with what its cards are worth."""
    return _found(exercise.game, exercise.seed)


def _found(game: str, seed: int) -> FoundPosition:
    """Return the position of a seed, of its level or of the nearest higher one that has enough."""
    by_level = found_positions(game)
    wanted = level_of(seed)
    level = min((each for each in by_level if each >= wanted), default=max(by_level))
    return by_level[level][seed % SEEDS % len(by_level[level])]


BEST = BestPlay()
TYPES: tuple[ExerciseType, ...] = (BEST,)
"""The types of exercises about good play."""
