"""Exercises that ask what one would play, in positions that were found beforehand.

The data beside this module has for each game and level the positions in which a good player has
found one card clearly better than all others: the number of a simulated game, how many plays it is
old, and the best play of each card with what it costs. ``python -m bench.best_plays`` finds them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import ClassVar, NamedTuple

from ..cards import Card, Cards
from ..games import ruleset
from ..games.ask import ask_about_capture, build_question
from ..games.casino.analysis import verdict_on
from ..games.casino.followed.state import BuildGameState, Pile
from ..games.krypkasino.captures import CaptureRules, divided
from ..games.krypkasino.followed_game import CapturedPile, CaptureState
from ..notation import (
    NOTHING,
    read_cards,
    read_settled_play,
    write_card,
    write_cards,
    write_settled_play,
)
from ..playing.simulation import (
    SeededRandom,
    SimulatedPosition,
    simulated_plays,
    simulated_positions,
)
from ..plays import Capture, MakeBuild, Play, played_in
from ..ruleset import Ruleset, State
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
        int(level): tuple(map(found_position, found))
        for level, found in rows.items()
        if len(found) >= _FEWEST
    }


StoredPosition = tuple[int, int, Sequence[tuple[str, float]]]
"""A position as it is stored: the number of the game, of plays, and the worths of cards."""


def found_position(stored: StoredPosition) -> FoundPosition:
    """Return the position that is stored."""
    game, plays, worths = stored
    cards = tuple(CardWorth(read_settled_play(play), cost) for play, cost in worths)
    return FoundPosition(game, plays, cards)


def first_position(rules: Ruleset, chance: SeededRandom) -> SimulatedPosition:
    """Return the first position of a simulated game."""
    return next(simulated_positions(rules, chance))


def simulated_position(rules: Ruleset, found: FoundPosition) -> SimulatedPosition:
    """Return the simulated position that was found."""
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
        yield simulated_position(rules, _found(rules.key, seed))

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
        right = _position(exercise).right
        return frozenset(Answer(choice=write_settled_play(worth.play)) for worth in right)

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, with the worths of the cards, and the sets of the best
        play."""
        right, found = answer in self.answers(exercise), _position(exercise)
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


def _position(exercise: Exercise) -> FoundPosition:
    """Return the position of an exercise with the worths of its cards."""
    if isinstance(exercise.seed, int):
        return _found(exercise.game, exercise.seed)
    return FoundPosition(0, 0, _read_worths(exercise.texts["worths"]))


def _found(game: str, seed: int) -> FoundPosition:
    """Return the position of a seed, of its level or of the nearest higher one that has enough."""
    by_level = found_positions(game)
    wanted = level_of(seed)
    level = min((each for each in by_level if each >= wanted), default=max(by_level))
    return by_level[level][seed % SEEDS % len(by_level[level])]


# --- positions of people's own games --------------------------------------------------------------

_WORTHS, _MOST_WORTH = 8, 1000


def _read_worths(text: str) -> tuple[CardWorth, ...]:
    """Return the worths of plays in a text, ``8H x 8S/0;9D -/1.5``, the best first."""
    rows = [row.rpartition("/") for row in text.split(";")[: _WORTHS + 1]]
    worths = tuple(CardWorth(read_settled_play(play), float(cost)) for play, _, cost in rows)
    costs = [cost for _, cost in worths]
    if (
        not 2 <= len(worths) <= _WORTHS
        or costs[0]
        or not all(0 < c < _MOST_WORTH for c in costs[1:])
    ):
        raise ValueError(text)
    return worths


def own_best_play(game: str, text: str, texts: Mapping[str, str]) -> Exercise:
    """Return the exercise about a position of somebody's own game, which ``text`` holds. ``texts``
    are those of a question, with the cards that are ``gone``, the number that each seat ``held``
    from the mover on, and the ``worths`` of plays. Raises :class:`ValueError` where they are not
    legal plays from that hand."""
    house = tuple(texts.get("house", "").split())
    rules, worths = ruleset(game, house), _read_worths(texts["worths"])
    held = tuple(map(int, texts["held"].split()))
    if len(held) not in rules.seating.numbers or not all(0 <= each <= _MOST_HELD for each in held):
        raise ValueError(text)
    hand, gone = read_cards(texts["hand"]), read_cards(texts.get("gone", ""))
    state = _state(game, texts, held, gone)
    for worth in worths:
        if worth.card not in hand or not _is_legal(game, texts, worth.play):
            raise ValueError(text)
    in_order = sorted(worths, key=lambda worth: worth.card)
    return Exercise(
        game,
        BEST,
        text,
        Difficulty(0, 0, 0),
        BEST.asks,
        texts,
        tuple(write_settled_play(worth.play) for worth in in_order),
        len(held),
        house=house,
        course=Course(state, ()),
    )


_MOST_HELD = 26


def _state(game: str, texts: Mapping[str, str], held: tuple[int, ...], gone: Cards) -> State:
    """Return a state with what an exercise tells of it; the mover sits at seat 0."""
    rules, players = ruleset(game), len(held)
    if isinstance(rules.referee, CaptureRules):
        table, piles = read_cards(texts.get("table", "")), (CapturedPile(),) * players
        return CaptureState(
            dealer=0,
            turn=0,
            deal=1,
            table=table,
            in_hands=held,
            piles=piles,
            shown=(*table, *gone),
        )
    lying = build_question(game, texts).table
    nobody = (Pile(),) * (players - 1)
    return BuildGameState(
        dealer=0,
        turn=0,
        deal=1,
        table=lying.loose,
        in_hands=held,
        builds=lying.builds,
        sides=tuple(range(players)),
        pile_seats=tuple(range(players)),
        piles=(Pile(below=gone), *nobody),
        proven=(frozenset(),) * players,
    )


def _is_legal(game: str, texts: Mapping[str, str], play: Play) -> bool:
    """Return whether a play is legal in a position, by the referee."""
    if not isinstance(ruleset(game).referee, CaptureRules):
        question = build_question(game, {**texts, "turn": write_settled_play(play)})
        verdict = verdict_on(question)
        return verdict is not None and verdict.legal is True
    step = play[0]
    claim = write_cards(step.captured) if isinstance(step, Capture) else NOTHING
    fields = {name: texts[name] for name in ("table", "house") if name in texts}
    (card,) = played_in(play)
    ruling = ask_about_capture(
        game, {**fields, "played": write_card(card), "captured": claim}
    ).ruling
    return ruling.verdict is not None and ruling.verdict.legal is True


BEST = BestPlay()
TYPES: tuple[ExerciseType, ...] = (BEST,)
"""The types of exercises about good play."""
