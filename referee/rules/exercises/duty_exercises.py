"""Types of exercises about what builds demand of a hand: which of its cards may be played at all,
and which may go into a build."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from ..cards import Card, Cards
from ..games.ask import build_question
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.verdict import Reason, Verdict
from ..games.casino.options.builds import build_options, build_options_with_tops
from ..games.casino.options.captures import capture_options
from ..games.casino.options.turn import TurnContext
from ..notation import read_build, read_card, write_build, write_card
from ..playing.simulation import SeededRandom, SimulatedPosition
from ..plays import Build, Capture, MakeBuild, Play, Table, Top, Trail
from ..ruleset import Ruleset
from .build_exercises import BuildExerciseType, clause_of, question_of
from .build_plays import mover_position, promised_ranks, question_texts, table_fits
from .exercise import (
    Answer,
    Difficulty,
    DifficultyRange,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
)
from .habits import HabitAnswers, habits_of, habits_of_hand

_MOST_CLAUSES = 5
"""Things that are to be seen in an exercise."""
_OTHER_HANDS, _LARGE_HAND = 16, 7
"""Further hands that are tried in a position, since few positions are about a build."""
_BUILT_HANDS = 6
"""Hands with cards for a build that are tried in a position."""
_MOST_SELECTIONS = 4
"""Selections of cards that add up to a value; more of them are as legal."""
ASKED_BUILD = "build"
"""The field of an exercise that names the build that it asks about."""


class CardUse(NamedTuple):
    """A use of a card of the hand: a ``play`` with its verdict."""

    card: Card
    play: Play
    verdict: Verdict

    @property
    def is_legal(self) -> bool:
        """Return whether the play is legal."""
        return self.verdict.legal is True

    @property
    def sets(self) -> tuple[Cards, ...]:
        """Return the sets that the play makes, if it is legal."""
        step = self.play[0]
        if not self.is_legal:
            return ()
        if isinstance(step, MakeBuild):
            return step.build.sets
        return (step.captured,) if isinstance(step, Capture) else ()


class HandExerciseType(BuildExerciseType):
    """A type of exercise that asks which cards of a hand can be used in some way."""

    asks: ClassVar[tuple[str, ...]] = ("pieces",)
    wide_levels = True

    def uses(self, exercise: Exercise) -> tuple[CardUse, ...]:
        """Return a use of each card of the hand: a legal one where there is one."""
        raise NotImplementedError

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        """Return the only right answer: every card that may be used, a twin twice."""
        return frozenset(map(Answer, _right(self.uses(exercise))))

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, with the uses of all cards, those that it has wrong
        first."""
        uses, tapped = self.uses(exercise), answer.pieces or ()
        ordered = sorted(uses, key=lambda use: (write_card(use.card) in tapped) is use.is_legal)
        fault = next((use for use in ordered if not use.is_legal), None)
        clause = clause_of(fault.verdict) if fault else self.clause
        sets = next((use.sets for use in ordered if use.sets), ())
        return JudgedAnswer(answer in self.answers(exercise), clause, tuple(ordered), sets)


class Playable(HandExerciseType):
    """Exercises that ask which cards of a hand may be played, however it is, where a build binds
    the mover to do more than to trail."""

    name, clause = "playable", "keep-the-card"
    nothing = 0.0
    edges = ((10, 11, 12, 14), (12, 14, 15, 18))
    most_plays = 24

    def is_in(self, rules: Ruleset) -> bool:
        if not super().is_in(rules):
            return False
        referee = build_rules(rules)
        return referee.makes_builds and not referee.has_steps

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        own = any(build.owner == simulated.seat for build in simulated.state.builds)
        if not own or len(simulated.hand) < 2 or not table_fits(simulated):
            return
        count = _count(simulated)
        if not wanted.may_have(count + 2, count + 2 * _MOST_CLAUSES):
            return
        for redealt in _hands(simulated, chance):
            context = _context(redealt)
            if not any(context.rules.duties(context.start)):
                return
            pieces, equal = tuple(map(write_card, redealt.hand)), _equals(context)
            habits = _habits(context, pieces, equal)
            likely = (card for card in redealt.hand if card in equal or _may_use(context, card))
            if not screen.allows(_written(likely), habits, len(pieces)):
                continue
            uses = tuple(_use_of(context, card) for card in redealt.hand)
            difficulty = Difficulty(count, 0, _uses_to_see(context, uses))
            if wanted.has(difficulty) and screen.allows(_right(uses), habits, len(pieces)):
                texts = question_texts(redealt, (), redealt.hand)
                yield self._exercise(redealt, wanted, difficulty, texts, pieces)

    def habits(self, exercise: Exercise) -> HabitAnswers:
        context = TurnContext.of(question_of(exercise))
        return _habits(context, exercise.choices, _equals(context))

    def uses(self, exercise: Exercise) -> tuple[CardUse, ...]:
        context = TurnContext.of(question_of(exercise))
        return tuple(_use_of(context, card) for card in context.hand or ())


class Join(HandExerciseType):
    """Exercises that ask which cards of a hand may go into a build, alone or with other cards."""

    name, clause = "join", "adding"
    nothing = 0.5
    edges = ((12, 13, 14, 16), (15, 16, 17, 19), (19, 21, 22, 25))
    most_plays = 24

    def is_in(self, rules: Ruleset) -> bool:
        return super().is_in(rules) and build_rules(rules).makes_builds

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        if not simulated.state.builds or len(simulated.hand) < 2 or not table_fits(simulated):
            return
        count = _count(simulated)
        if not wanted.may_have(count + 2, count + 2 * _MOST_CLAUSES):
            return
        build = chance.pick(simulated.state.builds)
        for redealt in _hands_for(simulated, chance, build):
            context = _context(redealt)
            pieces = tuple(map(write_card, redealt.hand))
            habits = _habits(context, pieces, _of_value(context, build))
            likely = (card for card in redealt.hand if _may_join(context, card, build))
            if not screen.allows(_written(likely), habits, len(pieces)):
                continue
            uses = tuple(_joining(context, card, build) for card in redealt.hand)
            difficulty = Difficulty(count, 0, _joins_to_see(build, uses))
            if wanted.has(difficulty) and screen.allows(_right(uses), habits, len(pieces)):
                yield self._about(redealt, wanted, difficulty, build)

    def habits(self, exercise: Exercise) -> HabitAnswers:
        context = TurnContext.of(question_of(exercise))
        equal = _of_value(context, build_asked_about(exercise))
        return _habits(context, exercise.choices, equal)

    def _about(
        self,
        simulated: SimulatedPosition,
        wanted: DifficultyRange,
        difficulty: Difficulty,
        build: Build,
    ) -> Exercise:
        texts = question_texts(simulated, (), simulated.hand)
        lying = question_table(simulated.rules.key, texts).builds
        same = next(each for each in lying if set(each.cards) == set(build.cards))
        texts = {**texts, ASKED_BUILD: write_build(same)}
        pieces = tuple(map(write_card, simulated.hand))
        return self._exercise(simulated, wanted, difficulty, texts, pieces)

    def uses(self, exercise: Exercise) -> tuple[CardUse, ...]:
        context, build = TurnContext.of(question_of(exercise)), build_asked_about(exercise)
        return tuple(_joining(context, card, build) for card in context.hand or ())


PLAYABLE, JOIN = Playable(), Join()
TYPES: tuple[ExerciseType, ...] = (PLAYABLE, JOIN)
"""The types of exercises about what builds demand of a hand."""


def build_asked_about(exercise: Exercise) -> Build:
    """Return the build on the table that an exercise asks about."""
    asked = set(read_build(exercise.texts[ASKED_BUILD]).cards)
    builds = question_of(exercise).table.builds
    return next(build for build in builds if set(build.cards) == asked)


def _hands(simulated: SimulatedPosition, chance: SeededRandom) -> Iterator[SimulatedPosition]:
    """Yield the position with its hand, and with some others that the mover may hold."""
    yield simulated
    fixed = promised_ranks(simulated)
    for _ in range(_OTHER_HANDS if len(simulated.hand) < _LARGE_HAND else 2):
        yield simulated.dealt_anew(chance, fixed)


def _hands_for(
    simulated: SimulatedPosition, chance: SeededRandom, build: Build
) -> Iterator[SimulatedPosition]:
    """Yield the position with its hand, and with others; small ones have cards that a build may
    take, and one that takes it then."""
    if len(simulated.hand) >= _LARGE_HAND:
        yield from _hands(simulated, chance)
        return
    yield simulated
    rules, context, size = build_rules(simulated.rules), _context(simulated), len(simulated.hand)
    kept = [card for card in simulated.hand if card.rank in promised_ranks(simulated)]
    for _ in range(_BUILT_HANDS):
        free = chance.shuffled([card for card in simulated.unseen if card not in kept])
        holder = next(
            (card for card in free if max(_values(rules, card), default=0) >= build.value), None
        )
        if holder is None:
            return
        missing = max(_values(rules, holder)) - build.value
        joining = [
            card
            for card in free
            if card != holder
            and any(
                number == missing
                or (
                    not missing
                    and (number == build.value or _adding_up(context, build.value - number))
                )
                for number in _values(rules, card)
            )
        ][: 1 + chance.below(3)]
        others = [card for card in free if card not in joining and card != holder]
        hand = (*kept, holder, *joining, *others)[:size]
        yield simulated.with_hand(tuple(sorted(hand)))


def _count(simulated: SimulatedPosition) -> int:
    state = simulated.state
    return len(state.table) + len(state.builds) + len(simulated.hand)


def question_table(game: str, texts: Mapping[str, str]) -> Table:
    """Return the table of a question in text fields."""
    return build_question(game, texts).table


def _context(simulated: SimulatedPosition) -> TurnContext:
    start = replace(mover_position(simulated), hand=simulated.hand)
    return TurnContext.at(build_rules(simulated.rules), start)


def _use_of(context: TurnContext, card: Card) -> CardUse:
    """Return a legal play of a card, the one that is seen first; or else its trail, which is
    illegal."""
    for option in capture_options(context, card, 1)[0]:
        return CardUse(card, (option.step,), option.verdict)
    for search in (build_options, build_options_with_tops):
        for build in search(context, card, 1)[0]:
            return CardUse(card, (build.step,), build.verdict)
    trail = (Trail(card),)
    return CardUse(card, trail, context.judge(*trail))


def _may_use(context: TurnContext, card: Card) -> bool:
    """Return whether the numbers let a card capture or build: quicker than to judge it, and mostly
    right."""
    rules, others = context.rules, list(context.hand or ())
    others.remove(card)
    held = {value for other in others for value in _values(rules, other)}
    for number in _values(rules, card):
        values = (number, *(value - number for value in held if value > number))
        if any(_adding_up(context, value) for value in values):
            return True
    return any(_may_join(context, card, build) for build in context.table.builds)


def _equals(context: TurnContext) -> set[Card]:
    """Return the cards of the hand whose equal lies there, as a card or as a build."""
    ranks = {card.rank for card in context.table.loose}
    values = {build.value for build in context.table.builds}
    hand = context.hand or ()
    return {
        card
        for card in hand
        if card.rank in ranks or values.intersection(_values(context.rules, card))
    }


def _values(rules: BuildRules, card: Card) -> Sequence[int]:
    return rules.values.of(card)


def _of_value(context: TurnContext, build: Build) -> set[Card]:
    """Return the cards of the hand that have the value of a build."""
    hand = context.hand or ()
    return {card for card in hand if build.value in _values(context.rules, card)}


def _habits(context: TurnContext, pieces: tuple[str, ...], equal: Collection[Card]) -> HabitAnswers:
    """Return what habits answer: the usual ones, and the cards whose ``equal`` lies there."""
    of_equal = (piece for piece in pieces if read_card(piece) in equal)
    of_hand = habits_of_hand(tuple(map(read_card, pieces)))
    return {**habits_of(context.rules, pieces, None), **of_hand, "equal": tuple(sorted(of_equal))}


def _right(uses: Sequence[CardUse]) -> frozenset[tuple[str, ...]]:
    return _written(use.card for use in uses if use.is_legal)


def _written(cards: Iterable[Card]) -> frozenset[tuple[str, ...]]:
    """Return the only right pieces, where these cards are the answer."""
    return frozenset({tuple(sorted(map(write_card, cards)))})


def _uses_to_see(context: TurnContext, uses: Sequence[CardUse]) -> int:
    """Return how many of these are to be seen: the duty, a sum, a build to be made, a second
    build."""
    equal, table = _equals(context), context.table
    steps = [use.play[0] for use in uses if use.is_legal and use.card not in equal]
    sums = any(isinstance(step, Capture) for step in steps)
    made = any(isinstance(step, MakeBuild) for step in steps)
    return 1 + sums + made + (len(table.builds) > 1)


# --- cards that go into a build -------------------------------------------------------------------


def _joining(context: TurnContext, card: Card, build: Build) -> CardUse:
    """Return a play that puts a card into a build: the first legal one, or else the first."""
    first: CardUse | None = None
    for step in _joining_steps(context, card, build):
        use = CardUse(card, (step,), context.judge(step))
        if use.is_legal:
            return use
        first = first or use
    assert first is not None  # there is at least one
    return first


def _may_join(context: TurnContext, card: Card, build: Build) -> bool:
    """Return whether the numbers let a card join a build, and a card for it is left: quicker than
    to judge it, and mostly right."""
    rules, others = context.rules, list(context.hand or ())
    others.remove(card)
    held = {value for other in others for value in _values(rules, other)}
    for number in _values(rules, card):
        if not build.multiple and build.value + number in held:
            return True
        adds = number == build.value or bool(_adding_up(context, build.value - number))
        if adds and build.value in held:
            return True
    return False


def _joining_steps(context: TurnContext, card: Card, build: Build) -> Iterator[MakeBuild]:
    """Yield steps by which a card may join a build: as a set of its value, alone or with loose
    cards and tops, and by raising it, also to the value of another build that it then joins."""
    rules = context.rules
    for number in _values(rules, card) or (card.rank,):
        if number == build.value:
            yield MakeBuild(card, build._replace(sets=(*build.sets, (card,)), owner=None))
        for added in _adding_up(context, build.value - number):
            cards = tuple(sorted((card, *(each for each in added if isinstance(each, Card)))))
            tops = tuple(each for each in added if isinstance(each, Top))
            new_set = tuple(sorted((*cards, *(top.card for top in tops))))
            joined = build._replace(sets=(*build.sets, new_set), owner=None)
            yield MakeBuild(card, joined, tops)
        raised = build.value + number
        sets: tuple[Cards, ...] = (tuple(sorted((*build.cards, card))),)
        yield MakeBuild(card, Build(raised, sets))
        for other in context.table.builds:
            if other.value == raised:
                yield MakeBuild(card, Build(raised, (*other.sets, *sets)))


def _adding_up(context: TurnContext, value: int) -> list[tuple[Card | Top, ...]]:
    """Return selections of loose cards and tops that add up to a value, of equal ranks one."""
    rules = context.rules
    items: list[Card | Top] = [card for card in context.table.loose if rules.has_number(card)]
    items += [top for top in context.tops if rules.has_number(top.card)]
    sums: dict[int, list[tuple[Card | Top, ...]]] = {0: [()]}
    for item in items:
        card = item.card if isinstance(item, Top) else item
        for number in _values(rules, card):
            for total in sorted(sums, reverse=True):
                more = total + number
                if more <= value:
                    longer = [(*chosen, item) for chosen in sums[total] if item not in chosen]
                    sums.setdefault(more, []).extend(longer[:_MOST_SELECTIONS])
    return sums.get(value, [])[:_MOST_SELECTIONS] if value > 0 else []


def _joins_to_see(build: Build, uses: Sequence[CardUse]) -> int:
    """Return how many of these are to be seen: a card that adds up, that a multiple build keeps its
    value, that it is raised, that it grows by a sum, that a card for it is lacking."""
    steps = [use.play[0] for use in uses if use.is_legal]
    made = [step.build for step in steps if isinstance(step, MakeBuild)]
    is_raised = any(new.value != build.value for new in made)
    grows = any(new.value == build.value and len(new.cards) > len(build.cards) + 1 for new in made)
    reasons = {use.verdict.reason for use in uses if not use.is_legal}
    lacking = bool(reasons & {Reason.NO_HOLDER, Reason.KEEP_CARD})
    return 1 + build.multiple + is_raised + grows + lacking
