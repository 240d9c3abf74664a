"""Plays in simulated games with builds: likely ones, slips, and those that a house rule decides."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from ..cards import Card, Cards, Rank
from ..games.casino.followed import disputes
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.state import build_game_state, known_position
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.position import Position
from ..games.casino.options.builds import (
    build_options_with_tops,
    builds_while_trailing,
    steps_without_hand_card,
)
from ..games.casino.options.captures import capture_options
from ..games.casino.options.turn import TurnContext
from ..house_rules import PlayKind
from ..playing.simulation import (
    SeededRandom,
    SimulatedPosition,
    captures_with,
    changed_builds_with,
    hands_of,
    plays_with,
)
from ..plays import Build, Capture, MakeBuild, Play, Trail
from .exercise import Difficulty, DifficultyRange

_MOST_LYING = 14
_PLAYS_TRIED, _CARDS_TRIED = 14, 4
"""The numbers of plays and of cards of the hand that are tried."""
_MOST_MISFITS, _NEARLY, _ONE_MISFIT = 4, 2, 4
_MANY = 1000


def likely_plays(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    wanted: DifficultyRange,
    least: Callable[[Play], Difficulty],
    more: int = _MANY,
    *,
    slips: bool = False,
    cards_tried: int = _CARDS_TRIED,
) -> Iterator[Play]:
    """Yield plays that people may think of, with ``slips`` also wrong ones. ``least`` gives the
    least difficulty of a question about a play, which is at most ``more`` higher."""
    rules, builds = build_rules(simulated.rules), simulated.state.builds
    cards = chance.shuffled(simulated.hand)[:cards_tried]
    plays = [play for card in cards for play in plays_with(rules, simulated, card)]
    if slips:
        plays += [play for card in cards for play in slip_plays(rules, simulated, card, chance)]
    for play in chance.shuffled(plays)[:_PLAYS_TRIED]:
        number = least(play).number
        laid = isinstance(play[0], Trail)
        if laid and not builds and chance.below(8):
            continue
        if wanted.may_have(number, number + more):
            yield play


def mover_position(simulated: SimulatedPosition) -> Position:
    """Return the position as the mover knows it."""
    position = known_position(
        build_rules(simulated.rules), build_game_state(simulated.state), simulated.seat
    )
    return replace(position, hand=simulated.hand)


def promised_hands(
    simulated: SimulatedPosition, chance: SeededRandom
) -> Iterator[SimulatedPosition]:
    """Yield the position with hands that players may hold, in which owners of builds keep cards
    that capture these."""
    return hands_of(simulated, chance, promised_ranks(simulated))


def promised_ranks(simulated: SimulatedPosition) -> frozenset[Rank]:
    """Return the ranks that capture a build, and those that a seat is known to hold: such cards
    stay in their hands."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    promised = {rank for build in state.builds for rank in rules.ranks_worth(build.value)}
    return frozenset(promised.union(*state.proven))


def table_fits(simulated: SimulatedPosition) -> bool:
    """Return whether the table has a number of pieces that can be asked about."""
    return 1 <= len(simulated.state.table) + len(simulated.state.builds) <= _MOST_LYING


def slip_plays(
    rules: BuildRules, simulated: SimulatedPosition, card: Card, chance: SeededRandom
) -> Iterator[Play]:
    """Yield wrong plays that people may think of: captures that nearly make the value or have one
    card too many, builds broken up, builds of another value."""
    loose, builds = simulated.state.table, simulated.state.builds
    highest = max(values[0] for values in rules.values.values() if values)
    own = rules.values[card.rank][0] if rules.makes_builds and rules.has_number(card) else 0
    first_capture = next(captures_with(rules, simulated, card), None)
    loose_shuffled = chance.shuffled(loose)
    yield from _misfit_captures(rules, card, loose_shuffled, chance)
    for other in loose_shuffled[:2]:
        step = first_capture[0] if first_capture else None
        if isinstance(step, Capture) and other not in step.cards:
            yield (step._replace(cards=tuple(sorted((*step.cards, other)))),)
        if (
            own
            and rules.has_number(other)
            and (value := own + rules.values[other.rank][0]) <= highest
        ):
            yield (MakeBuild(card, Build(value, (tuple(sorted((card, other))),))),)
    for build in builds:
        yield (Capture(card, (), (build,)),)
        if own and (value := build.value + own) <= highest:
            yield (MakeBuild(card, Build(value, (tuple(sorted((card, *build.cards))),))),)


def _misfit_captures(
    rules: BuildRules, card: Card, loose: Sequence[Card], chance: SeededRandom
) -> Iterator[Play]:
    """Yield captures of two cards that make a little more or less than the card's value, and rarely
    of a single card."""
    values = rules.hand_values(card)
    numbers = [other for other in loose if rules.has_number(other)][:_MOST_MISFITS]
    for pair in combinations(numbers, 2):
        total = sum(rules.values[other.rank][0] for other in pair)
        if any(0 < abs(total - value) <= _NEARLY for value in values):
            yield (Capture(card, tuple(sorted(pair))),)
    if loose and chance.one_in(_ONE_MISFIT):
        yield (Capture(card, (loose[0],)),)


def question_texts(simulated: SimulatedPosition, play: Play, hand: Cards) -> dict[str, str]:
    """Return the text fields of a question about a play from a hand."""
    engine, state = simulated.rules.engine, build_game_state(simulated.state)
    assert isinstance(engine, BuildGameEngine)
    texts = disputes.question_texts(engine, state, simulated.seat, play, hand)
    house = simulated.rules.house_rules.on_during_play
    return {**texts, "house": " ".join(house)} if house else texts


OPTIONS_TRIED = 4
"""The number of options of each kind that are tried."""


class RuleContexts(NamedTuple):
    """A position as the rules with a house rule see it, and as those without it do.
    ``kinds`` of plays are judged; all if there are none."""

    kinds: tuple[PlayKind, ...]
    on: TurnContext
    off: TurnContext

    @property
    def both(self) -> tuple[TurnContext, TurnContext]:
        """Return both contexts."""
        return self.on, self.off

    def decided(self, play: Play) -> bool:
        """Return whether the house rule decides if a play is legal."""
        verdicts = [context.judge(*play) for context in self.both]
        if any(verdict.unfinished or verdict.legal is None for verdict in verdicts):
            return False
        return verdicts[0].legal is not verdicts[1].legal


def plays_to_decide(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield plays of a card that the house rule may decide."""
    of_kinds = [_PLAYS_OF_KIND[kind] for kind in contexts.kinds] or [all_plays]
    return chain.from_iterable(plays(simulated, contexts, card) for plays in of_kinds)


def all_plays(simulated: SimulatedPosition, contexts: RuleContexts, card: Card) -> Iterator[Play]:
    """Yield plays of a card: those that people think of first, and some that the rules list."""
    yield from plays_with(contexts.on.rules, simulated.with_hand(contexts.on.hand or ()), card)
    for context in contexts.both:
        yield from _captures(context, card)
        for option in build_options_with_tops(context, card, OPTIONS_TRIED)[0]:
            yield (option.step,)
        yield from _after_steps_without_card(context, card, trails=True)
        for option in builds_while_trailing(context, card, OPTIONS_TRIED)[0]:
            yield Trail(card), option.step


def _captures(context: TurnContext, card: Card) -> Iterator[Play]:
    yield from ((option.step,) for option in capture_options(context, card, OPTIONS_TRIED)[0])


def _after_steps_without_card(
    context: TurnContext, card: Card, *, trails: bool = False
) -> Iterator[Play]:
    """Yield steps without a card from the hand, each before the largest captures of a card;
    ``trails`` adds each before a trail."""
    for option in steps_without_hand_card(context, card, OPTIONS_TRIED)[0]:
        if trails:
            yield option.step, Trail(card)
        after = context.after((option.step,), option.verdict)
        for play in _captures(after, card):
            yield option.step, *play


def _listed_captures(
    _simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield the largest captures of a card with the house rule and without it."""
    for context in contexts.both:
        yield from _captures(context, card)


def _changed_builds(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    hand = contexts.on.hand or ()
    return changed_builds_with(contexts.on.rules, simulated.with_hand(hand), card)


_PlaysOfCard = Callable[[SimulatedPosition, RuleContexts, Card], Iterator[Play]]

_PLAYS_OF_KIND: Mapping[PlayKind, _PlaysOfCard] = {
    PlayKind.CAPTURE: _listed_captures,
    PlayKind.BUILD_CHANGE: _changed_builds,
    PlayKind.STEP_AND_CAPTURE: lambda _, contexts, card: _after_steps_without_card(
        contexts.on, card
    ),
}


def tops_differ(contexts: RuleContexts, play: Play) -> bool:
    """Return whether a card of another rank lies on top of the mover's pile after a capture, as the
    house rule holds or not."""
    tops = [_top_after(context, play) for context in contexts.both]
    return len({top.rank for top in tops if top is not None}) == len(tops)


def _top_after(context: TurnContext, play: Play) -> Card | None:
    """Return the card on top of the mover's pile after a legal play; None if that is not known."""
    verdict = context.judge(*play)
    pile: Cards = verdict.piles[context.start.pile_seat] if verdict.legal else ()
    return pile[0] if pile else None
