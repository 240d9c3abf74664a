"""Types of exercises about a play in games with builds: what is against it, and what opponents may
insist on after it."""

from collections.abc import Iterator, Sequence
from enum import Enum, StrEnum
from functools import partial
from itertools import chain, islice

from ..cards import Card
from ..games.ask import build_question
from ..games.casino.analysis import verdict_on
from ..games.casino.followed.state import BuildGameState, build_game_state
from ..games.casino.judge.judge import judge
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.verdict import Demand, Reason, Verdict
from ..games.casino.question import BuildQuestion
from ..games.casino.southern import OwnedBuilds
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
    level_of,
)
from .habits import habits_of
from .pieces_at_fault import lying, tops_of, written_pieces

_PLAYS_INSISTED, _CARDS_INSISTED = 8, 2
"""The numbers of plays and of cards that are tried, since demands take long to find."""


class Objection(StrEnum):
    """The first objection to a play in the order of the referee, if there is any."""

    LEGAL = "legal"
    PILES = "piles"
    CHANGE = "change"
    NUMBERS = "numbers"
    HOLDER = "holder"
    SAME_VALUE = "same_value"
    KEEP = "keep"
    OWN_BUILD = "own_build"
    COULD_TAKE = "could_take"


_OBJECTIONS = {
    Reason.LEGAL: Objection.LEGAL,
    Reason.PILE_OWN: Objection.PILES,
    Reason.PILE_TOP_ONLY: Objection.PILES,
    Reason.PILE_AUGMENT_ONLY: Objection.PILES,
    Reason.PILE_TWO_IN_SET: Objection.PILES,
    Reason.NO_BASE: Objection.PILES,
    Reason.NO_MERGE: Objection.CHANGE,
    Reason.RAISE_MULTIPLE: Objection.CHANGE,
    Reason.NO_RAISE: Objection.CHANGE,
    Reason.RAISE_OWN_SIDE: Objection.CHANGE,
    Reason.AUGMENT_NOT_YOURS: Objection.CHANGE,
    Reason.RAISE_TABLE_CARD: Objection.CHANGE,
    Reason.RAISE_PLAYED_MUST_CHANGE: Objection.CHANGE,
    Reason.PICTURE_NO_NUMBER: Objection.NUMBERS,
    Reason.NO_MATCH: Objection.NUMBERS,
    Reason.PICTURE_ONE: Objection.NUMBERS,
    Reason.BUILD_VALUE: Objection.NUMBERS,
    Reason.BAD_SUM: Objection.NUMBERS,
    Reason.NO_HOLDER: Objection.HOLDER,
    Reason.NOT_PROVEN: Objection.HOLDER,
    Reason.DUP_VALUE: Objection.SAME_VALUE,
    Reason.MUST_MERGE: Objection.SAME_VALUE,
    Reason.KEEP_CARD: Objection.KEEP,
    Reason.MUST_ACT_ON_BUILD: Objection.OWN_BUILD,
    Reason.OWNER_ADD_OR_TAKE: Objection.OWN_BUILD,
    Reason.NO_LAY_WITH_BUILD: Objection.OWN_BUILD,
    Reason.ONE_BUILD_MAX: Objection.OWN_BUILD,
    Reason.COULD_TAKE: Objection.COULD_TAKE,
}
"""The objection to which each reason belongs; plays that fail for other reasons are not asked
about."""
_AT_LEVEL = (
    (Objection.LEGAL, Objection.NUMBERS, Objection.HOLDER, Objection.KEEP),
    (Objection.OWN_BUILD,),
    (Objection.CHANGE,),
    (Objection.SAME_VALUE,),
)
"""The objections that come from each level on."""
_OF_OWN_BUILDS = (Objection.KEEP, Objection.OWN_BUILD)
_OF_BUILDS = (*_OF_OWN_BUILDS, Objection.CHANGE, Objection.SAME_VALUE)


class May(BuildExerciseType):
    """Exercises that ask whether a play from a shown hand may be made, and what is against it."""

    name, clause, asks = "may", "turn", ("choice",)
    edges = ((8, 9, 10, 11),)

    def is_in(self, rules: Ruleset) -> bool:
        return super().is_in(rules) and build_rules(rules).makes_builds

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        """Yield exercises about likely plays with the objection that the screen picks. Positions
        without the builds that it needs are passed over."""
        simulated, chance, wanted, screen = draft
        if not table_fits(simulated):
            return
        rules, offered = build_rules(simulated.rules), _offered(wanted.seed)
        objection = screen.pick(_possible(rules, offered))
        builds = simulated.state.builds
        if objection in _OF_OWN_BUILDS:
            builds = tuple(build for build in builds if build.owner == simulated.seat)
        if objection in _OF_BUILDS and not builds:
            return
        state, position = build_game_state(simulated.state), mover_position(simulated)
        least, slips = partial(_least_may, state), objection is not Objection.LEGAL
        for play in likely_plays(simulated, chance, wanted, least, slips=slips):
            if objection_to(judge(rules, position, play)) is objection:
                yield from self._about_play(simulated, wanted, play, offered)

    def decided(self, draft: Draft, contexts: RuleContexts, card: Card) -> Iterator[Exercise]:
        """Yield exercises about a play: of some seeds one that the house rule decides, and of
        others, as far as there is one, another play of that card with another answer."""
        simulated, chance, wanted, screen = draft
        rules = build_rules(simulated.rules)
        listed = dict.fromkeys(plays_to_decide(simulated, contexts, card))
        decided = [play for play in listed if contexts.decided(play)]
        if not decided:
            return
        plays, about = decided, screen.pick(_ABOUT_RULES)
        if about is not AboutRule.DECIDED:
            slips = slip_plays(rules, simulated, card, chance)
            listed |= dict.fromkeys((*all_plays(simulated, contexts, card), *slips))
            objections = {play: objection_to(contexts.on.judge(*play)) for play in listed}
            others = [play for play in listed if objections[play] is not objections[decided[0]]]
            legal = about is AboutRule.LEGAL
            fitting = [play for play in others if (objections[play] is Objection.LEGAL) is legal]
            plays = fitting or others or decided
        for play in chance.shuffled(plays)[:OPTIONS_TRIED]:
            yield from self._about_play(simulated, wanted, play, tuple(Objection))

    def _about_play(
        self,
        simulated: SimulatedPosition,
        wanted: DifficultyRange,
        play: Play,
        offered: tuple[Objection, ...],
    ) -> Iterator[Exercise]:
        texts = question_texts(simulated, play, simulated.hand)
        verdict = verdict_on(build_question(simulated.rules.key, texts))
        difficulty = _least_may(build_game_state(simulated.state), play)
        if verdict and objection_to(verdict) in offered and wanted.has(difficulty):
            yield self._exercise(simulated, wanted, difficulty, texts, offered)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        verdict = verdict_on(question_of(exercise))
        assert verdict is not None
        return frozenset({Answer(choice=objection_to(verdict))})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        found = verdict_with_grounds(question_of(exercise))
        assert found.verdict is not None
        clause = found.grounds[0].clause if found.grounds else clause_of(found.verdict)
        return JudgedAnswer(answer in self.answers(exercise), clause, found)


class AboutRule(Enum):
    """The plays that exercises about a house rule ask about: one that it decides, or another play
    with the same card that is legal or not."""

    DECIDED = 1
    LEGAL = 2
    ILLEGAL = 3


_ABOUT_RULES = (
    *(AboutRule.DECIDED, AboutRule.DECIDED),
    AboutRule.LEGAL,
    *(AboutRule.ILLEGAL, AboutRule.ILLEGAL),
)
"""The plays as often as they come."""


def objection_to(verdict: Verdict) -> Objection | None:
    """Return the objection in a verdict; None where nothing is known, or where a play is not one
    that people ask about."""
    return None if verdict.legal is None else _OBJECTIONS.get(verdict.reason)


def _offered(seed: int) -> tuple[Objection, ...]:
    """Return the objections that can be chosen at the level of a seed, in their order."""
    of_level = set(chain.from_iterable(_AT_LEVEL[: level_of(seed)]))
    return tuple(objection for objection in Objection if objection in of_level)


def objections_in(rules: Ruleset) -> tuple[Objection, ...]:
    """Return all objections that can be right in a game."""
    return _possible(build_rules(rules), tuple(Objection))


def _possible(rules: BuildRules, offered: tuple[Objection, ...]) -> tuple[Objection, ...]:
    """Return the objections that can be right in a game."""
    owned = isinstance(rules, OwnedBuilds)
    return tuple(each for each in offered if owned or each is not Objection.SAME_VALUE)


class Insist(BuildExerciseType):
    """Exercises that ask what opponents may insist on after a play."""

    name, clause, asks = "insist", "insist", ("pieces",)
    edges = ((9, 10, 11, 12),)

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
                pieces = lying(verdict.after)
                likely = (
                    _difficulty_of_demands(demands, len(pieces) + more) for more in range(tops + 1)
                )
                right = frozenset(map(_demanded_pieces, demands)) or frozenset({()})
                habits = habits_of(rules, pieces, None)
                if any(map(wanted.has, likely)) and screen.allows(
                    right, habits, len(pieces) + tops
                ):
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
