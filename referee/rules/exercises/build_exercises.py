"""Types of exercises about cards in games with builds: what they capture and cover."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import ClassVar, NamedTuple

from ..cards import Card, difference
from ..games.ask import build_question
from ..games.casino.analysis import verdict_on
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.verdict import Verdict
from ..games.casino.options.captures import CaptureOption, capture_options
from ..games.casino.options.hand import LegalityGround, grounds, may_leave
from ..games.casino.options.turn import TurnContext
from ..games.casino.question import BuildQuestion
from ..notation import read_card, read_cards, write_card
from ..playing.simulation import SimulatedPosition, captures_with
from ..plays import Capture, Play, Table
from ..ruleset import Referee
from .build_plays import (
    RuleContexts,
    mover_position,
    promised_hands,
    promised_ranks,
    question_texts,
    table_fits,
    tops_differ,
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
    level_of,
)
from .habits import habits_of, tables_beyond_habits
from .pieces_at_fault import lying, tops_of, written_pieces

MOST_ANSWERS = 12
"""The largest number of right answers that an exercise has."""
_CAPTURES_TRIED, _CARDS_TRIED = 6, 6


class AnswerVerdict(NamedTuple):
    """The verdict on the ``play`` of an answer, which is None if the answer contains no play, with
    its grounds if it is legal."""

    play: Play | None
    verdict: Verdict | None
    grounds: tuple[LegalityGround, ...] = ()


class BuildExerciseType(ExerciseType):
    """A type of exercise about a position with builds."""

    referee: ClassVar[type[Referee] | None] = BuildRules

    def decided(self, draft: Draft, contexts: RuleContexts, card: Card) -> Iterator[Exercise]:
        """Yield exercises about a card in the hand that a house rule decides."""
        raise NotImplementedError

    def shown(self, exercise: Exercise) -> ShownPosition:
        return shown_with_builds(exercise)

    def _exercise(
        self,
        simulated: SimulatedPosition,
        wanted: DifficultyRange,
        difficulty: Difficulty,
        texts: dict[str, str],
        pieces: tuple[str, ...],
    ) -> Exercise:
        key, players = simulated.rules.key, simulated.seats.players
        return Exercise(key, self, wanted.seed, difficulty, self.asks, texts, pieces, players)


class Can(BuildExerciseType):
    """Exercises that ask for the largest capture of a card from a shown hand."""

    name, clause, asks = "can", "taking-numbers", ("pieces",)
    edges = ((6, 6, 18, 20),)
    wide_levels = True

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, _, wanted, screen = draft
        if not table_fits(simulated):
            return
        rules, tops = build_rules(simulated.rules), 0
        if rules.top_captures.alone:
            tops = sum(map(bool, mover_position(simulated).piles))
        for holding, card in _held_cards(draft):
            pieces = lying(Table(holding.state.table, holding.state.builds))
            if not wanted.may_have(Difficulty(len(pieces) + tops, 0, 1).number):
                continue
            context = TurnContext.at(rules, mover_position(holding))
            options, complete = capture_options(context, card, MOST_ANSWERS)
            if bool(options) is screen.wants_nothing or not complete:
                continue
            if not wanted.may_have(_difficulty_of_captures(options, len(pieces)).number):
                continue
            habits = habits_of(rules, pieces, card)
            if screen.allows(_right(options), habits, len(pieces) + tops):
                yield from self._about_card(holding, wanted, card)

    def decided(self, draft: Draft, contexts: RuleContexts, card: Card) -> Iterator[Exercise]:
        """Yield an exercise about a card whose largest captures the house rule changes."""
        captures = []
        for context in contexts.both:
            options, complete = capture_options(context, card, MOST_ANSWERS)
            if not complete:
                return
            captures.append({option.step for option in options})
        if captures[0] != captures[1]:
            yield from self._about_card(draft.simulated, draft.wanted, card)

    def _about_card(
        self, simulated: SimulatedPosition, wanted: DifficultyRange, card: Card
    ) -> Iterator[Exercise]:
        texts = {**question_texts(simulated, (), simulated.hand), "played": write_card(card)}
        question = build_question(simulated.rules.key, texts)
        options, complete = _largest_captures(question)
        takes_tops = build_rules(simulated.rules).top_captures.alone
        pieces = (*lying(question.table), *(tops_of(question) if takes_tops else ()))
        difficulty = _difficulty_of_captures(options, len(pieces))
        if complete and len(options) <= MOST_ANSWERS and wanted.has(difficulty):
            yield self._exercise(simulated, wanted, difficulty, texts, pieces)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        options, _ = _largest_captures(question_of(exercise))
        return frozenset(map(Answer, _right(options)))

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of a capture: only a largest capture is right, although smaller ones
        may be legal."""
        right = answer in self.answers(exercise)
        pieces = " ".join(piece.partition("@")[0] for piece in answer.pieces or ())
        if not pieces:
            return JudgedAnswer(right, self.clause, AnswerVerdict(None, None))
        claim = {**exercise.texts, "turn": f"{exercise.texts['played']} x {pieces}"}
        question = build_question(exercise.game, claim)
        found = verdict_with_grounds(question)
        assert found.verdict is not None
        if found.verdict.legal is False:
            return JudgedAnswer(right, clause_of(found.verdict), found)
        if right and found.grounds:
            return JudgedAnswer(right, found.grounds[0].clause, found)
        assert question.played is not None
        clause = may_leave(build_rules(question.rules), question.played).clause
        return JudgedAnswer(right, clause, found)


class TopAfter(BuildExerciseType):
    """Exercises that ask for the card on top of the mover's pile after a capture, where a house
    rule decides that."""

    name, clause, asks = "top", "piles", ("pieces",)
    edges = ((6, 8, 9, 10),)
    referee = None

    nothing = 0

    def decided(self, draft: Draft, contexts: RuleContexts, card: Card) -> Iterator[Exercise]:
        simulated, chance, wanted, _ = draft
        rules = build_rules(simulated.rules)
        if not rules.open_piles:
            return
        captures = list(islice(captures_with(rules, simulated, card), _CAPTURES_TRIED))
        for play in chance.shuffled(captures):
            if not tops_differ(contexts, play):
                continue
            step = play[0]
            assert isinstance(step, Capture)
            texts = question_texts(simulated, play, simulated.hand)
            captured = (card, *step.captured)
            difficulty = Difficulty(len(captured), len({other.rank for other in captured}), 1)
            if wanted.has(difficulty):
                table = build_question(simulated.rules.key, texts).table
                pieces = (*lying(table), write_card(card))
                yield self._exercise(simulated, wanted, difficulty, texts, pieces)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({Answer((write_card(top_after(exercise)),))})


CAN, TOP = Can(), TopAfter()


def _held_cards(draft: Draft) -> Iterator[tuple[SimulatedPosition, Card]]:
    """Yield cards that the mover may hold, each in a position in which it does: where no habit is
    to find the answer, one of each rank, on tables with some unseen cards."""
    simulated, chance, wanted, screen = draft
    if screen.lenient:
        for holding in promised_hands(simulated, chance):
            for card in chance.shuffled(holding.hand):
                yield holding, card
        return
    rules, promised = build_rules(simulated.rules), promised_ranks(simulated)
    of_ranks = {card.rank: card for card in simulated.unseen if card.rank not in promised}
    of_ranks |= {card.rank: card for card in simulated.hand}
    for card in chance.shuffled(list(of_ranks.values()))[:_CARDS_TRIED]:
        holding = simulated
        if card not in simulated.hand:
            free = [other for other in simulated.hand if other.rank not in promised]
            if not free:
                continue
            rest = difference(simulated.hand, (chance.pick(free),))
            holding = simulated.with_hand(tuple(sorted((*rest, card))))
        others = difference(simulated.unseen, (*simulated.hand, *holding.hand))
        unseen = [other for other in others if other.rank not in promised]
        loose, level = simulated.state.table, level_of(wanted.seed)
        for table in tables_beyond_habits(rules, loose, unseen, card, level, chance):
            yield replace(holding, state=replace(holding.state, table=table)), card


def question_of(exercise: Exercise) -> BuildQuestion:
    """Return the position of an exercise as a question to the referee."""
    return build_question(exercise.game, exercise.texts)


def shown_with_builds(exercise: Exercise) -> ShownPosition:
    """Return what an exercise about a position with builds shows of it."""
    question, texts = question_of(exercise), exercise.texts
    played = read_card(texts["played"]) if "played" in texts else None
    turn_card = next((step.card for step in question.turn or () if step.card), None)
    hand = read_cards(texts.get("hand", ""))
    return ShownPosition(question.table, played or turn_card, hand, question)


def top_after(exercise: Exercise) -> Card:
    """Return the card on top of the mover's pile after the capture of an exercise (#piles)."""
    question = question_of(exercise)
    verdict = verdict_on(question)
    assert verdict is not None
    return verdict.piles[question.position.pile_seat][0]


def verdict_with_grounds(question: BuildQuestion) -> AnswerVerdict:
    """Return the verdict on the play of a question, with its grounds."""
    rules, play, verdict = build_rules(question.rules), question.turn, verdict_on(question)
    assert play is not None
    assert verdict is not None
    return AnswerVerdict(play, verdict, grounds(rules, question.position, play, verdict))


def clause_of(verdict: Verdict) -> str:
    """Return the clause of a verdict, or one for further reading."""
    return verdict.clause or verdict.reason.read_on or "laying"


def _largest_captures(question: BuildQuestion) -> tuple[list[CaptureOption], bool]:
    rules, start = build_rules(question.rules), question.position
    assert question.played is not None
    return capture_options(TurnContext.at(rules, start), question.played, MOST_ANSWERS)


def _right(options: Iterable[CaptureOption]) -> frozenset[tuple[str, ...]]:
    """Return the pieces of captures, as answers name them: none if there is no capture."""
    steps = [option.step for option in options]
    return frozenset(
        written_pieces(step.cards, step.builds, step.tops) for step in steps
    ) or frozenset({()})


def _difficulty_of_captures(options: Sequence[CaptureOption], lying_count: int) -> Difficulty:
    sorts = {sort for option in options for sort in _sorts_captured(option.step)}
    return Difficulty(lying_count + 1, len(options), max(1, len(sorts)))


def _sorts_captured(step: Capture) -> Iterator[str]:
    """Yield the sorts of pieces in a capture, each of which has a clause of its own."""
    equal = [other.rank is step.card.rank for other in step.cards]
    if any(equal):
        yield "equal"
    if not all(equal):
        yield "groups"
    if step.builds:
        yield "builds"
    if step.tops:
        yield "tops"
