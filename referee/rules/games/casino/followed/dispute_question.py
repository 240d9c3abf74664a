"""Disputes: a position of a followed game as a question to the referee, who counts seats from the
mover."""

from __future__ import annotations

from ....card_notation import write_cards, write_rank
from ....cards import Card, Cards
from ....play_notation import write_settled_play
from ....plays import MakeBuild, Play, Step, Trail, with_mover_as_owner
from ....table_and_builds import Table, Top
from ....table_notation import write_piles, write_table
from ..judge.play_rules_base import proves
from ..judge.position import Position
from .followed_game import BuildGameEngine
from .game_state import BuildGameState
from .position_before_play import known_position, position_with_assumed_tops


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
        """Return a step whose seats are numbered for the mover."""
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
