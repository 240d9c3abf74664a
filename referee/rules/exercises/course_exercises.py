"""Types of exercises that the plays before decide: whose builds they are, what is proven, which
card lies on top of a pile, and who gets the rest."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise
from typing import ClassVar, NamedTuple

from ..cards import Card, Cards, difference
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.state import BuildGameState, build_game_state
from ..games.casino.judge.play_rules import BuildRules, build_rules, proves
from ..games.casino.options.builds import build_options_asked_for
from ..games.krypkasino.captures import CaptureRules
from ..games.krypkasino.followed_game import CaptureState
from ..notation import read_build, read_card, write_build, write_card
from ..playing.simulation import (
    SeededRandom,
    SimulatedPosition,
    simulated_plays,
    simulated_positions,
)
from ..plays import Build, Capture, MakeBuild, Play, Played, Table, played_in
from ..ruleset import Referee, Ruleset, State
from .duty_exercises import ASKED_BUILD
from .exercise import (
    FIRST_NAME,
    NAMES,
    Answer,
    Course,
    Difficulty,
    DifficultyRange,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    ShownPosition,
    level_of,
    part_of,
)

_MOST_PLAYS, _LATEST_START = 10, 8
"""The largest number of plays that an exercise tells, and how many later ones it may start at."""
_LAST_BUILT = (80, 70, 60, 50, 45)
"""Per cent of the exercises of each level whose answer is who touched a build last."""
_FEWEST_ON_PILE = 3
_ENDINGS = 4
"""Hands that are tried for the end of a game."""


SeatedPlays = tuple[tuple[int, Play], ...]


class Window(NamedTuple):
    """Some plays of a simulated game, and the positions before and after them."""

    start: SimulatedPosition
    plays: SeatedPlays
    after: SimulatedPosition


class _Found(NamedTuple):
    """A course of plays for an exercise."""

    difficulty: Difficulty
    plays: SeatedPlays
    seat: int
    choices: tuple[str, ...]
    texts: Mapping[str, str] = {}


class CourseExerciseType(ExerciseType):
    """A type of exercise about the plays that led to a position."""

    referee: ClassVar[type[Referee] | None] = BuildRules
    wide_levels = True

    def answer(self, exercise: Exercise, end: State) -> Answer:
        """Return the only right answer, by the state after the plays."""
        raise NotImplementedError

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({self.answer(exercise, end_of(exercise))})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, with the state after the plays."""
        end = end_of(exercise)
        return JudgedAnswer(answer == self.answer(exercise, end), self.clause, end)

    def shown(self, exercise: Exercise) -> ShownPosition:
        """Return the table after the plays, whose builds are nobody's: that is the question."""
        end = end_of(exercise)
        return ShownPosition(_nobodys(Table(end.table, end.builds)))

    def _exercise(
        self, simulated: SimulatedPosition, wanted: DifficultyRange, found: _Found
    ) -> Exercise:
        return Exercise(
            simulated.rules.key,
            self,
            wanted.seed,
            found.difficulty,
            self.asks,
            found.texts,
            found.choices,
            players=simulated.seats.players,
            seat=found.seat,
            course=Course(simulated.state, found.plays),
        )


class _SeatExerciseType(CourseExerciseType):
    """A type of exercise about plays whose answer is a player, by the number of the name. Seat 0
    may have any name, so that each is as often the answer as any other."""

    asks = ("choice",)

    def answer(self, exercise: Exercise, end: State) -> Answer:
        return Answer(choice=str(exercise.name_of(self.seat(exercise, end))))

    def seat(self, exercise: Exercise, end: State) -> int:
        """Return the seat that is the answer."""
        raise NotImplementedError

    def _about_seat(
        self, draft: Draft, window: Window, difficulty: Difficulty, seat: int, texts: dict[str, str]
    ) -> Exercise:
        """Return an exercise whose answer is a seat."""
        first = (draft.screen.pick(range(NAMES)) - seat) % NAMES
        named = {**texts, FIRST_NAME: str(first)}
        choices = tuple(str((first + other) % NAMES) for other in range(window.start.seats.players))
        found = _Found(difficulty, window.plays, window.start.seat, choices, named)
        return self._exercise(window.start, draft.wanted, found)


class Owner(_SeatExerciseType):
    """Exercises that ask whose build it is, so who must keep a card for it."""

    name, clause = "owner", "keep-the-card"
    edges = ((8, 10, 12, 15), (8, 9, 12, 15), (7, 8, 9, 12))
    most_plays = 1

    def is_in(self, rules: Ruleset) -> bool:
        return super().is_in(rules) and build_rules(rules).makes_builds

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        for window in _windows(simulated, chance, lambda state: not state.builds):
            for asked in (_asked_for(window), window):
                if asked is None or not asked.after.state.builds:
                    continue
                difficulty = _changes(asked)
                if not wanted.has(difficulty):
                    continue
                build = chance.pick(asked.after.state.builds)
                assert build.owner is not None  # it lies on a table
                if self._is_hidden(asked.plays, build.owner, wanted.seed, lenient=screen.lenient):
                    texts = {ASKED_BUILD: write_build(build._replace(owner=None))}
                    yield self._about_seat(draft, asked, difficulty, build.owner, texts)

    def _is_hidden(self, plays: SeatedPlays, owner: int, seed: int, *, lenient: bool) -> bool:
        """Return whether the owner is not just who played last, or who built last, or whether it
        may be for this seed."""
        builders = [seat for seat, play in plays if _touches_build(play)]
        if owner == plays[-1][0] and not lenient:
            return False
        built_last = owner == builders[-1]
        return not built_last or part_of(seed, "last") < _LAST_BUILT[level_of(seed) - 1]

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, by the clause on owners where builds have some."""
        judged = super().judge(exercise, answer)
        has_owners = build_rules(exercise.rules).open_piles
        return judged._replace(clause="owner") if has_owners else judged

    def seat(self, exercise: Exercise, end: State) -> int:
        owner = build_at_end(exercise, end).owner
        assert owner is not None  # it lies on a table
        return owner


class Proof(CourseExerciseType):
    """Exercises that ask which rank a partner is known to hold, so that one may build for them."""

    name, clause, asks = "proof", "proven", ("pieces",)
    edges = ((9, 10, 11, 12),)
    nothing = 0.1
    most_plays = 40

    def is_in(self, rules: Ruleset) -> bool:
        pairs = rules.seating.pairs_only
        return super().is_in(rules) and any(
            proves(build_rules(rules), rules.seating, players) for players in pairs
        )

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        ever: set[int] = set()
        for window in _windows(simulated, chance, _proves_nothing):
            proven = build_game_state(window.after.state).proven
            if len(window.plays) == 1:
                ever.clear()
            ever |= {seat for seat, ranks in enumerate(proven) if ranks}
            for seat in sorted(ever):
                difficulty = Difficulty(len(window.plays), len(ever), len(proven[seat]) + 1)
                if bool(proven[seat]) is not screen.wants_nothing and wanted.has(difficulty):
                    choices = _one_of_each_rank(window.after, chance)
                    found = _Found(difficulty, window.plays, seat, choices)
                    yield self._exercise(window.start, wanted, found)

    def positions(
        self,
        rules: Ruleset,
        seed: int,  # noqa: ARG002 - as others
        chance: SeededRandom,
    ) -> Iterator[SimulatedPosition]:
        """Yield positions of games of pairs, as far apart as courses of plays are long."""
        while True:
            game = islice(simulated_positions(rules, chance), self.most_plays)
            for number, simulated in enumerate(game):
                if simulated.state.players not in rules.seating.pairs_only:
                    break
                if number % _MOST_PLAYS == 0:
                    yield simulated

    def answer(self, exercise: Exercise, end: State) -> Answer:
        ranks = build_game_state(end).proven[exercise.seat]
        held = (text for text in exercise.choices if read_card(text).rank in ranks)
        return Answer(tuple(sorted(held)))

    def shown(self, exercise: Exercise) -> ShownPosition:
        offered = tuple(map(read_card, exercise.choices))
        return super().shown(exercise)._replace(offered=offered)


class TopNow(CourseExerciseType):
    """Exercises that ask which card lies on top of a pile after some captures."""

    name, clause, asks = "top_now", "piles", ("choice",)
    edges = ((6, 7, 8, 9), (6, 7, 8, 10), (9, 10, 11, 13))
    most_plays = 1

    def is_in(self, rules: Ruleset) -> bool:
        if not super().is_in(rules):
            return False
        referee = build_rules(rules)
        return referee.open_piles and _tops_vary(referee)

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        for window in _windows(simulated, chance, lambda _: True):
            start = build_game_state(window.start.state)
            state, last = build_game_state(window.after.state), window.plays[-1]
            seat = state.pile_seats[last[0]]
            captured = _captured_by(window.plays, seat, state)
            top = state.piles[seat].known
            if start.piles[seat].cards or not top or len(captured) < _FEWEST_ON_PILE:
                continue
            clauses = sum(bool(_captures(play)) for _, play in window.plays)
            difficulty = Difficulty(len(captured), 0, clauses)
            is_hidden = screen.lenient or top != played_in(last[1])
            if wanted.has(difficulty) and is_hidden:
                choices = tuple(chance.shuffled(list(map(write_card, captured))))
                found = _Found(difficulty, window.plays, seat, choices)
                yield self._exercise(window.start, wanted, found)

    def answer(self, exercise: Exercise, end: State) -> Answer:
        (top,) = build_game_state(end).piles[exercise.seat].known
        return Answer(choice=write_card(top))


class LastCapture(_SeatExerciseType):
    """Exercises that ask who gets what is left at the end of a game."""

    name, clause = "rest", "end"
    edges = ((10, 12, 14, 16),)
    referee = Referee
    most_plays = 30

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        if simulated.state.builds:
            return
        for _ in range(_ENDINGS):
            ending = _as_ending(simulated, chance, 2 + chance.below(2))
            if ending is None:
                return
            plays = tuple((before.seat, play) for before, play in simulated_plays(ending, chance))
            end = _end(ending.rules, Course(ending.state, plays))
            captures = [seat for seat, play in plays if _captures(play)]
            if end.turn is not None or not captures:
                continue
            rest = _rest(ending.state, end, plays)
            difficulty = Difficulty(len(plays), 0, min(len(set(captures)), 3))
            is_hidden = screen.lenient or captures[-1] != plays[-1][0]
            if rest and is_hidden and wanted.has(difficulty):
                window = Window(ending, plays, ending)
                yield self._about_seat(draft, window, difficulty, captures[-1], {})

    def seat(self, exercise: Exercise, end: State) -> int:  # noqa: ARG002 - as others
        assert end.last_capturer is not None  # somebody has captured
        return end.last_capturer

    def shown(self, exercise: Exercise) -> ShownPosition:
        """Return the table before the plays."""
        assert exercise.course is not None
        start = exercise.course.start
        return ShownPosition(Table(start.table, start.builds))


TYPES: tuple[ExerciseType, ...] = (Owner(), Proof(), TopNow(), LastCapture())
"""The types of exercises that the plays before decide."""


def end_of(exercise: Exercise) -> State:
    """Return the state after the plays of an exercise."""
    assert exercise.course is not None
    return _end(exercise.rules, exercise.course)


def rest_of(exercise: Exercise) -> Cards:
    """Return the cards that are left at the end of the game of an exercise."""
    assert exercise.course is not None
    return _rest(exercise.course.start, end_of(exercise), exercise.course.plays)


def build_at_end(exercise: Exercise, end: State) -> Build:
    """Return the build that an exercise asks about, as it lies there at the end."""
    cards = set(read_build(exercise.texts[ASKED_BUILD]).cards)
    return next(build for build in end.builds if set(build.cards) == cards)


def course_states(exercise: Exercise) -> Iterator[tuple[State, int, Play]]:
    """Yield each play of an exercise with its seat and the state before it."""
    assert exercise.course is not None
    engine, state = exercise.rules.engine, exercise.course.start
    assert engine is not None
    for seat, play in exercise.course.plays:
        yield state, seat, play
        state = engine.play(state, Played(play), seat).state


def _end(rules: Ruleset, course: Course) -> State:
    engine, state = rules.engine, course.start
    assert engine is not None
    for seat, play in course.plays:
        state = engine.play(state, Played(play), seat).state
    return state


def _windows(
    simulated: SimulatedPosition, chance: SeededRandom, may_start: Callable[[State], bool]
) -> Iterator[Window]:
    """Yield the plays from a position on, one more each time, with the positions around them; and
    those of the same game that start a little later."""
    plays = list(islice(simulated_plays(simulated, chance), _MOST_PLAYS + _LATEST_START + 1))
    for first, (start, _) in enumerate(plays[:_LATEST_START]):
        if may_start(start.state):
            window: SeatedPlays = ()
            for (before, play), (after, _) in pairwise(plays[first : first + _MOST_PLAYS + 1]):
                window = (*window, (before.seat, play))
                yield Window(start, window, after)


def _proves_nothing(state: State) -> bool:
    return not state.builds and not any(build_game_state(state).proven)


def _nobodys(table: Table) -> Table:
    return table._replace(builds=tuple(build._replace(owner=None) for build in table.builds))


def _one_of_each_rank(simulated: SimulatedPosition, chance: SeededRandom) -> tuple[str, ...]:
    """Return a card of each rank that somebody may hold, in order."""
    cards = {card.rank: card for card in chance.shuffled(simulated.unseen)}
    return tuple(map(write_card, sorted(cards.values())))


def _touches_build(play: Play) -> bool:
    return any(
        isinstance(step, MakeBuild) or (isinstance(step, Capture) and bool(step.builds))
        for step in play
    )


def _captures(play: Play) -> list[Capture]:
    return [step for step in play if isinstance(step, Capture)]


def _changes(step: Window) -> Difficulty:
    """Return the difficulty of telling owners: the plays, those of them that touch a build, and the
    builds that lie there."""
    touching = sum(_touches_build(play) for _, play in step.plays)
    return Difficulty(len(step.plays), touching - 1, len(step.after.state.builds))


def _asked_for(step: Window) -> Window | None:
    """Return the plays with one more that the mover's partner asks for (#asking); None if there is
    no such play."""
    simulated, rules = step.after, build_rules(step.after.rules)
    engine, state = simulated.rules.engine, build_game_state(step.after.state)
    if not state.builds or not isinstance(engine, BuildGameEngine):
        return None
    context = engine.turn_context(state, simulated.seat, hand=simulated.hand)
    partner = context.start.partner
    if partner is None:
        return None
    for card in simulated.hand:
        for option in build_options_asked_for(context, card):
            takers = rules.ranks_worth(option.step.build.value)
            if not any(other.rank in takers for other in simulated.hands[partner]):
                continue
            after = engine.play(state, Played((option.step,)), simulated.seat).state
            plays = (*step.plays, (simulated.seat, (option.step,)))
            return Window(step.start, plays, replace(simulated, state=after))
    return None


def _tops_vary(rules: BuildRules) -> bool:
    """Return whether another card than the one that captured may lie on top of its pile."""
    high, *low = sorted(rules.deck.faces, reverse=True)[:3]
    laid = rules.laid_on_pile(Capture(high, tuple(low)))
    return bool(rules.without_number) or laid.layers[:1] != ((high,),)


def _captured_by(plays: SeatedPlays, pile_seat: int, state: BuildGameState) -> Cards:
    """Return the cards that came to a pile, in order of play."""
    cards: list[Card] = []
    for seat, play in plays:
        if state.pile_seats[seat] == pile_seat:
            for step in _captures(play):
                cards += (step.card, *step.captured)
    return tuple(dict.fromkeys(cards))


def _as_ending(
    simulated: SimulatedPosition, chance: SeededRandom, size: int
) -> SimulatedPosition | None:
    """Return a position as one near the end of a game, with so many cards in each hand and none
    left in the pack; None if hands are not alike or have fewer."""
    state, rules = simulated.state, simulated.rules
    if len(set(state.in_hands)) != 1 or min(state.in_hands) < size:
        return None
    hands = tuple(tuple(sorted(chance.shuffled(hand)[:size])) for hand in simulated.hands)
    deals = rules.seating.deal_plan(state.players).deals
    ending = replace(state, deal=deals, in_hands=(size,) * state.players, last_capturer=None)
    if isinstance(ending, CaptureState):
        leaving = [card for card in simulated.pack if card in _leaving(rules)]
        aside = (*state.set_aside, *leaving[: chance.below(4)])
        ending = replace(ending, set_aside=tuple(sorted(aside)))
    else:
        ending = replace(build_game_state(ending), stock=0)
    return replace(simulated, state=ending, hands=hands, pack=())


def _leaving(rules: Ruleset) -> frozenset[Card]:
    assert isinstance(rules.referee, CaptureRules)
    return rules.referee.set_aside_faces()


def _rest(start: State, end: State, plays: SeatedPlays) -> Cards:
    """Return the cards that lay there when the game had ended, and those set aside."""
    if not isinstance(end, CaptureState):
        return build_game_state(end).rest.cards
    played = [card for _, play in plays for card in played_in(play)]
    lying = (*start.table, *start.set_aside, *played)
    captured = [
        card
        for _, play in plays
        for step in _captures(play)
        for card in (step.card, *step.captured)
    ]
    return difference(sorted(lying), captured)
