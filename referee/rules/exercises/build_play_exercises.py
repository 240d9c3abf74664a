"""Types of exercises about a play in games with builds: whether it is legal, and what opponents may
insist on after it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from ..cards import Card
from ..games.ask import build_question
from ..games.casino.analysis import verdict_on
from ..games.casino.followed.state import BuildGameState, build_game_state
from ..games.casino.judge.judge import judge
from ..games.casino.judge.play_rules import build_rules
from ..games.casino.judge.position import Position
from ..games.casino.judge.verdict import Demand, Verdict
from ..games.casino.options.hand import grounds
from ..games.casino.question import BuildQuestion
from ..notation import write_card
from ..playing.simulation import SimulatedPosition
from ..plays import Play
from ..ruleset import Ruleset
from .build_exercises import (
    CAN,
    MOST_ANSWERS,
    BuildExerciseType,
    clause_of,
    question_of,
    verdict_with_grounds,
)
from .build_plays import (
    OPTIONS_TRIED,
    RuleContexts,
    all_plays,
    likely_plays,
    mover_position,
    plays_to_decide,
    promised_hands,
    question_texts,
    slip_plays,
    table_fits,
)
from .exercise import (
    Answer,
    Difficulty,
    DifficultyRange,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    ShownPosition,
)
from .habits import HabitAnswers, habits_of
from .pieces_at_fault import (
    PiecesAtFault,
    blame,
    lying,
    pieces_blamed,
    tops_of,
    used_pieces,
    written_pieces,
)

_MOST_BLAMED = 4
_MOST_CLAUSES = 4
_PLAYS_INSISTED, _CARDS_INSISTED = 8, 2
"""The numbers of plays and of cards that are tried, since demands take long to find."""


class May(BuildExerciseType):
    """Exercises that ask what is illegal in a play from a shown hand, if anything is."""

    name, clause, asks, nothing = "may", "turn", ("pieces",), 0.8
    edges = ((7, 8, 9, 11), (6, 8, 9, 11))

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        if not table_fits(simulated):
            return
        legal = screen.wants_nothing
        most_clauses = _MOST_CLAUSES if legal else 1
        state, position = build_game_state(simulated.state), mover_position(simulated)
        least, more = partial(_least_may, state), 2 * (most_clauses - 1)
        for play in likely_plays(simulated, chance, wanted, least, more, slips=not legal):
            verdict = judge(build_rules(simulated.rules), position, play)
            if verdict.legal is legal and _difficulty_of_may(
                simulated, position, play, verdict, wanted
            ):
                yield from self._about_play(simulated, wanted, play, legal=legal)

    def decided(self, draft: Draft, contexts: RuleContexts, card: Card) -> Iterator[Exercise]:
        """Yield exercises about a play: for even seeds one that the house rule decides, and for odd
        ones, as far as there is one, another play of that card with the opposite answer."""
        simulated, chance, wanted, _ = draft
        rules = build_rules(simulated.rules)
        listed = dict.fromkeys(plays_to_decide(simulated, contexts, card))
        decided = [play for play in listed if contexts.decided(play)]
        if not decided:
            return
        plays = chance.shuffled(decided)[:OPTIONS_TRIED]
        if wanted.seed % 2:
            is_legal = contexts.on.judge(*plays[0]).legal
            slips = slip_plays(rules, simulated, card, chance)
            others = dict.fromkeys((*all_plays(simulated, contexts, card), *slips))
            contrasts = [
                play for play in others if contexts.on.judge(*play).legal is (not is_legal)
            ]
            plays = chance.shuffled(contrasts)[:OPTIONS_TRIED] or plays
        for play in plays:
            legal = contexts.on.judge(*play).legal is True
            if legal is draft.screen.wants_nothing:
                yield from self._about_play(simulated, wanted, play, legal=legal)

    def _about_play(
        self, simulated: SimulatedPosition, wanted: DifficultyRange, play: Play, *, legal: bool
    ) -> Iterator[Exercise]:
        texts = question_texts(simulated, play, simulated.hand)
        question = build_question(simulated.rules.key, texts)
        verdict = verdict_on(question)
        if verdict is None or verdict.legal is not legal:
            return
        difficulty = _difficulty_of_may(
            simulated, question.position, question.turn or (), verdict, wanted
        )
        if difficulty is None:
            return
        card = next(step.card for step in play if step.card is not None)
        pieces = (*lying(question.table), *tops_of(question), write_card(card))
        yield self._exercise(simulated, wanted, difficulty, texts, pieces)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        sets = _pieces_at_fault(exercise).sets
        return frozenset(map(Answer, sets)) or _MAY

    def habits(self, exercise: Exercise) -> HabitAnswers:
        """Return what habits answer, also tapping the ``played`` card, or all that is ``named``."""
        question = question_of(exercise)
        play = question.turn or ()
        named = {piece for step in play for piece in used_pieces(question.position, step)}
        played = next(step.card for step in play if step.card)
        return {
            **habits_of(exercise.rules.referee, exercise.choices, played),
            "played": (write_card(played),),
            "named": tuple(sorted(named.intersection(exercise.choices))),
        }

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        found = verdict_with_grounds(question_of(exercise))
        assert found.verdict is not None
        clause = found.grounds[0].clause if found.grounds else clause_of(found.verdict)
        found = found._replace(fails_on=_pieces_at_fault(exercise).named)
        return JudgedAnswer(answer in self.answers(exercise), clause, found)

    def answers_to_show(self, exercise: Exercise) -> list[Answer]:
        """Return one right answer, which names exactly the pieces at fault of an illegal play."""
        at_fault = _pieces_at_fault(exercise).at_fault
        return [Answer(tuple(sorted(at_fault)))] if at_fault else [*_MAY]


_MAY = frozenset({Answer(())})


class Insist(BuildExerciseType):
    """Exercises that ask what opponents may insist on after a play."""

    name, clause, asks = "insist", "insist", ("pieces",)
    edges = ((11, 12, 13, 14),)

    def is_in(self, rules: Ruleset) -> bool:
        return super().is_in(rules) and build_rules(rules).insists

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        if not table_fits(simulated) or len(simulated.hand) < 2:
            return
        has_demands, rules = not screen.wants_nothing, build_rules(simulated.rules)
        least = partial(_least_insist, simulated, has_demands=has_demands)
        for redealt in promised_hands(simulated, chance):
            position = mover_position(redealt)
            tops = sum(map(bool, position.piles))
            plays = likely_plays(redealt, chance, wanted, least, cards_tried=_CARDS_INSISTED)
            for play in islice(plays, _PLAYS_INSISTED):
                verdict = judge(rules, position, play, demands=True)
                demands = verdict.demands
                if verdict.legal is not True or verdict.after is None:
                    continue
                if bool(demands) is not has_demands or len(demands) > MOST_ANSWERS:
                    continue
                count = len(lying(verdict.after))
                likely = (_difficulty_of_demands(demands, count + more) for more in range(tops + 1))
                if any(map(wanted.has, likely)):
                    yield from self._about_play(redealt, wanted, play)

    def _about_play(
        self, simulated: SimulatedPosition, wanted: DifficultyRange, play: Play
    ) -> Iterator[Exercise]:
        texts = question_texts(simulated, play, simulated.hand)
        question = build_question(simulated.rules.key, texts)
        verdict = _with_demands(question)
        if verdict.legal is not True or verdict.after is None:
            return
        pieces = (*lying(verdict.after), *tops_of(question))
        difficulty = _difficulty_of_demands(verdict.demands, len(pieces))
        if wanted.has(difficulty):
            yield self._exercise(simulated, wanted, difficulty, texts, pieces)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        demands = _with_demands(question_of(exercise)).demands
        return frozenset(Answer(_demanded_pieces(demand)) for demand in demands) or _NOTHING

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        question = question_of(exercise)
        found = verdict_with_grounds(question)._replace(verdict=_with_demands(question))
        return JudgedAnswer(answer in self.answers(exercise), self.clause, found)

    def shown(self, exercise: Exercise) -> ShownPosition:
        """Return the position after the play, without the hand, since an opponent cannot see
        it."""
        question = question_of(exercise)
        after = _with_demands(question).after
        assert after is not None  # it is legal
        return ShownPosition(after, question=question)


_NOTHING = frozenset({Answer(())})

MAY = May()
TYPES: tuple[ExerciseType, ...] = (CAN, MAY, Insist())
"""The types of exercises about plays with builds, the first to learn first."""


def _least_may(state: BuildGameState, play: Play) -> Difficulty:
    """Return the least difficulty of a question about a play: one clause, and one for each build of
    the mover."""
    own = sum(build.owner == state.turn for build in state.builds)
    cards = len(state.table) + len(state.builds) + sum(len(step.named) for step in play)
    return Difficulty(cards, len(state.builds), 1 + own)


def _difficulty_of_may(
    simulated: SimulatedPosition,
    position: Position,
    play: Play,
    verdict: Verdict,
    wanted: DifficultyRange,
) -> Difficulty | None:
    """Return the difficulty of a question about a play; None if it is out of range or an illegal
    play has too many pieces at fault."""
    rules = build_rules(simulated.rules)
    difficulty = _least_may(build_game_state(simulated.state), play)
    if not verdict.legal:
        pieces = pieces_blamed(rules, position, play, verdict)
        return difficulty if 1 <= len(pieces) <= _MOST_BLAMED else None
    clauses = {ground.clause for ground in grounds(rules, position, play, verdict)}
    difficulty = difficulty._replace(clauses=difficulty.clauses + len(clauses) - 1)
    return difficulty if wanted.has(difficulty) else None


def _pieces_at_fault(exercise: Exercise) -> PiecesAtFault:
    question = question_of(exercise)
    verdict = verdict_on(question)
    assert verdict is not None
    pieces = blame(build_rules(question.rules), question.position, question.turn or (), verdict)
    return pieces.among(exercise.choices)


def _with_demands(question: BuildQuestion) -> Verdict:
    assert question.turn is not None
    rules = build_rules(question.rules)
    return judge(rules, question.position, question.turn, demands=True)


def _demanded_pieces(demand: Demand) -> tuple[str, ...]:
    return written_pieces(demand.loose, demand.builds, demand.tops)


def _least_insist(simulated: SimulatedPosition, play: Play, *, has_demands: bool) -> Difficulty:
    """Return the least difficulty of a question about demands after a play: the pieces left on the
    table, and something to tap if there are demands."""
    count = len(simulated.state.table) + len(simulated.state.builds)
    count -= sum(len(step.named) for step in play)
    return Difficulty(max(0, count), 2 * has_demands, 1 + has_demands)


def _difficulty_of_demands(demands: Sequence[Demand], count: int) -> Difficulty:
    most = max((len(_demanded_pieces(demand)) for demand in demands), default=0)
    return Difficulty(count, most + len(demands), 1 + len({demand.kind for demand in demands}))
