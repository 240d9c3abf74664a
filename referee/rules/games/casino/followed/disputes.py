"""Disputes about the last play of a followed game: as a question, demands, builds added."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from ....cards import Card, Cards
from ....notation import (
    write_cards,
    write_items,
    write_piles,
    write_rank,
    write_settled_play,
    write_step,
    write_table,
    write_without_owner,
)
from ....plays import (
    Capture,
    CardOnly,
    MakeBuild,
    Play,
    Played,
    Selection,
    Step,
    Table,
    Top,
    TopRevealed,
    Trail,
    cards_of,
    with_mover_as_owner,
)
from ....question_fields import NotInThisGame
from ....ruleset import AppliedEvent
from ....seating import check_seat
from ..judge.play_rules import LoneSteps, proves
from ..judge.position import Position
from ..judge.verdict import Demand, Verdict
from ..options.demands import completions
from ..options.turn import TurnContext
from .followed_game import BuildGameEngine
from .play_choices import Choices, choices_of
from .state import (
    BuildGameState,
    build_game_state,
    dead_values,
    known_position,
    position_with_assumed_tops,
)


def question_texts(
    engine: BuildGameEngine,
    state: BuildGameState,
    seat: int,
    play: Play = (),
    hand: Cards | None = None,
) -> dict[str, str]:
    """Return the fields of a question about what a seat may do, or about a play of it, with
    everything that the table knows. Empty fields are left out."""
    relative = _SeatsFromMover(engine, state, seat)
    named = [card for step in play for card in step.named]
    position = position_with_assumed_tops(engine.rules, state, seat, named) if play else None
    plan = engine.seating.deal_plan(state.players)
    fewest = min(engine.seating.deal_plans)
    texts = {
        "table": write_table(relative.table(state.full_table)),
        "players": str(state.players) if state.players != fewest else "",
        "deal": str(state.deal) if plan.deals > 1 and state.deal > 1 else "",
        "stock": str(state.stock) if plan.stock else "",
        "piles": relative.piles(position or known_position(engine.rules, state, seat), named),
        "proven": relative.proven(),
        "hand": write_cards(hand or ()),
        "turn": write_settled_play(relative.play(with_mover_as_owner(play, seat))) if play else "",
    }
    return {name: text for name, text in texts.items() if text}


class _SeatsFromMover:
    """Seats as the mover counts them, in the order of play."""

    def __init__(self, engine: BuildGameEngine, state: BuildGameState, seat: int) -> None:
        self._engine, self._state, self._seat = engine, state, seat

    def seat(self, seat: int) -> int:
        """Return the number of a seat for the mover, whose own is 0."""
        return (seat - self._seat) * self._engine.seating.step % self._state.players

    def table(self, table: Table) -> Table:
        """Return a table whose owners are numbered for the mover."""
        builds = (
            build._replace(owner=None if build.owner is None else self.seat(build.owner))
            for build in table.builds
        )
        return table._replace(builds=tuple(builds))

    def play(self, play: Play) -> Play:
        """Return a play whose seats are numbered for the mover."""
        return tuple(map(self._seated_step, play))

    def _seated_step(self, step: Step) -> Step:
        if isinstance(step, Trail):
            return step
        tops = tuple(Top(top.card, self.seat(top.seat)) for top in step.tops)
        if not isinstance(step, MakeBuild):
            return step._replace(tops=tops)
        owner = step.build.owner
        build = step.build._replace(owner=None if owner is None else self.seat(owner))
        return step._replace(build=build, tops=tops)

    def piles(self, position: Position, named: list[Card]) -> str:
        """Return the known cards of each pile from its top, those that a play names among them, as
        text."""
        known_piles = []
        for seat, pile in enumerate(position.piles):
            cards = (*self._state.piles[seat].known, *named)
            known_piles.append((self.seat(seat), tuple(card for card in pile if card in cards)))
        return write_piles(known_piles)

    def proven(self) -> str:
        """Return the ranks that the mover's partner is known to hold, as text; empty where none can
        be known."""
        state = self._state
        if not proves(self._engine.rules, self._engine.seating, state.players):
            return ""
        partner = known_position(self._engine.rules, state, self._seat).proven
        return " ".join(map(write_rank, sorted(partner)))


class LastPlay(NamedTuple):
    """The last play that stands: its seat, the state before it, and the verdict on it."""

    seq: int
    played: Played
    play: Play
    seat: int
    before: BuildGameState
    verdict: Verdict


def last_play(steps: Sequence[AppliedEvent]) -> LastPlay | None:
    """Return the play that its player may still complete. None once the table was corrected or the
    game is over, or if the play was illegal and let stand."""
    last = next((step for step in reversed(steps) if not isinstance(step.event, TopRevealed)), None)
    if last is None or last.seat is None or last.verdict is None or last.verdict.legal is False:
        return None
    if build_game_state(steps[-1].state).turn is None:
        return None
    assert isinstance(last.event, Played)
    assert not isinstance(last.event.play, CardOnly)
    play = with_mover_as_owner(last.event.play, last.seat)
    assert isinstance(last.verdict, Verdict)
    return LastPlay(
        last.seq, last.event, play, last.seat, build_game_state(last.before), last.verdict
    )


def added(
    engine: BuildGameEngine, steps: Sequence[AppliedEvent], used: Selection
) -> tuple[LastPlay, Choices]:
    """Return the last play, and the plays that it can be with one more step that uses just these
    cards and builds of the table which it left; the choices are empty if they make nothing.

    Raises :class:`.NotInThisGame` where no play can be completed, and :class:`.NoSuchSeat`.
    """
    makes_builds = engine.rules.lone_steps in (LoneSteps.BUILDS, LoneSteps.BESIDE_TRAIL)
    last = last_play(steps) if makes_builds else None
    if last is None:
        raise NotInThisGame
    for top in used.tops:
        check_seat(top.seat, last.before.players)
    named = chain(*(step.named for step in last.play), cards_of(used.tops))
    context = TurnContext.at(
        engine.rules, position_with_assumed_tops(engine.rules, last.before, last.seat, named)
    )
    verdict = context.judge(*last.play)
    if verdict.legal is False:
        return last, Choices(last.played.card, ())
    choices = choices_of(context.after(last.play, verdict), None, used)
    return last, choices._replace(card=last.played.card)


class DemandedPlay(NamedTuple):
    """A demand, and the whole play that would have met it. ``text`` has the play in the order in
    which it is entered: what was missing comes at the end of its capture."""

    demand: Demand
    play: Play
    text: str


def demanded_plays(
    engine: BuildGameEngine, steps: Sequence[AppliedEvent]
) -> tuple[DemandedPlay, ...]:
    """Return what may be insisted on of the last play that stands, by the tops that are known so
    far. Empty once another seat has played, the table was corrected, or the game is over."""
    last = last_play(steps)
    if last is None or not engine.rules.insists:
        return ()
    state, before, seat = build_game_state(steps[-1].state), last.before, last.seat
    assert not isinstance(last.played.play, CardOnly)
    entered, end = last.played.play, last.verdict.end
    assert end is not None  # a legal play has an end
    piles = tuple(pile.known for pile in state.piles)
    dead = dead_values(engine.rules, state)
    result = []
    for demand in engine.rules.demands(end._replace(piles=piles)):
        if demand.build is not None and demand.build.value in dead:
            continue
        options = completions(engine.rules, entered, demand)
        legal = (
            option
            for option in options
            if engine.judge(before, seat, with_mover_as_owner(option, seat)).legal is not False
        )
        whole = next(legal, options[0])
        result.append(DemandedPlay(demand, whole, _play_text(entered, demand, whole)))
    return tuple(result)


def _play_text(play: Play, demand: Demand, whole: Play) -> str:
    """Return a play as text, with what is added to a capture after what it took."""
    missing = [*write_items(demand.loose, demand.tops), *map(write_without_owner, demand.builds)]
    are_captures = [isinstance(step, Capture) for step in play]
    if demand.build is not None or not any(are_captures):
        return write_settled_play(whole)
    return " / ".join(
        " ".join([write_step(step), *(missing if is_capture else ())])
        for step, is_capture in zip(play, are_captures, strict=True)
    )
