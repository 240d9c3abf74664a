"""The live table of a game with builds: its pieces and piles, and what was tapped."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import request

from ...messages.build_reasons import live_duty_texts
from ...messages.dealing import live_stock_text
from ...messages.table_events import so_far_text
from ...rules.cards import RulesError
from ...rules.games.casino.followed.disputes import (
    DemandedPlay,
    LastPlay,
    demanded_plays,
    last_play,
)
from ...rules.games.casino.followed.followed_game import BuildGameEngine, engine_with_builds
from ...rules.games.casino.followed.state import BuildGameState, build_game_state, dead_values
from ...rules.games.casino.judge.play_rules import duties_of
from ...rules.games.casino.options.turn import TurnContext
from ...rules.log.record import Record
from ...rules.notation import (
    read_pieces,
    read_settled_play,
    write_card,
    write_top,
    write_without_owner,
)
from ...rules.plays import Play, Tapped, Top
from ...rules.question_fields import NotInThisGame
from ...rules.ruleset import State
from ...rules.sheet_plan import SheetPlan
from ..drawing import PileSeen, TappablePiece, TappablePosition, piles_in


@dataclass(frozen=True)
class LiveTable:
    """The table of a followed game with builds, as everybody sees it. ``case`` is the position of
    the seat to play, after the steps that the play has begun with; ``sheet`` is what the game is
    scored by."""

    engine: BuildGameEngine
    record: Record
    names: Sequence[str]
    case: TurnContext
    sheet: SheetPlan

    @property
    def begun(self) -> Play:
        """The steps that the turn has begun with."""
        return self.case.begun

    @cached_property
    def state(self) -> BuildGameState:
        return build_game_state(self.record.state)

    @cached_property
    def felt(self) -> TappablePosition:
        """Return the tappable position; of the tops those that somebody may use now, or may have
        used after the last card."""
        tops = _tops(self.case)
        if self.may_begin and self.last_turn:
            tops += _tops(self.engine.turn_context(self.state, self.last_turn.seat))
        builds = _builds(self.case, dead_values(self.engine.rules, self.state))
        return TappablePosition(_loose(self.case), builds, list(dict.fromkeys(tops)))

    @property
    def piles(self) -> list[PileSeen]:
        used = tuple(card for step in self.begun for card in step.named)
        return piles_in(self.engine, self.state, self.names, used)

    def tops_of(self, pile: PileSeen) -> list[TappablePiece]:
        """Return the top of a pile that may be used now; of an unknown top that came to light
        during the play, each card that it may be."""
        tops = [top for top in self.felt.tops if top.text.endswith(f"^{pile.seat}")]
        if tops or not self.begun or pile.seat == self.case.start.pile_seat:
            return tops
        return _as_pieces(Top(card, pile.seat) for card in pile.among)

    @property
    def last_turn(self) -> LastPlay | None:
        """Return the last play, as long as its player may add to it."""
        return None if self.begun else last_play(self.record.events)

    @property
    def unsure(self) -> list[PileSeen]:
        """Return the piles whose top card nobody has named."""
        return [] if self.begun else [pile for pile in self.piles if len(pile.among) > 1]

    @property
    def stock(self) -> str:
        """Return the number of cards that can still be drawn, as text; "" in games without a
        stock."""
        drawn = self.engine.seating.deal_plan(self.state.players).stock
        return live_stock_text(self.state.stock) if drawn else ""

    @property
    def points(self) -> str:
        """Return the points of each side so far, as text; "" before the first capture."""
        if not self.state.in_piles:
            return ""
        return so_far_text(
            self.engine.points_so_far(self.state, self.sheet), self.state.sides, self.names
        )

    @property
    def duties(self) -> list[str]:
        """Return sentences about what the next player must do."""
        if self.begun or self.state.turn is None:
            return []
        position = self.case.start
        bound = duties_of(self.engine.rules, position)
        builds = position.binding(self.state.builds)
        return live_duty_texts(bound, builds, self.names[self.state.turn])

    @property
    def insisted(self) -> tuple[DemandedPlay, ...]:
        return () if self.begun else demanded_plays(self.engine, self.record.events)

    @property
    def insisted_of(self) -> str:
        """The name of the player whose turn may have to be completed."""
        assert self.last_turn is not None
        return self.names[self.last_turn.seat]

    @property
    def insisters(self) -> list[str]:
        """The names of those who may insist on it: no partners."""
        assert self.last_turn is not None
        side = self.state.sides[self.last_turn.seat]
        return [
            name
            for name, seat_side in zip(self.names, self.state.sides, strict=True)
            if seat_side != side
        ]

    @property
    def may_begin(self) -> bool:
        """Return whether a play may begin with steps without the card from the hand."""
        return self.engine.rules.has_steps


def live_table_of(record: Record, names: Sequence[str], sheet: SheetPlan) -> LiveTable | None:
    """Return the table of a running game with builds, None in other games; after the steps that the
    URL begins the play with, if they are legal and the game has not moved on. ``sheet`` is what the
    game is scored by."""
    engine, state = engine_with_builds(record.rules), record.state
    if engine is None or state is None or state.turn is None:
        return None
    begun = request.args.get("begun", "") if request.args.get("at") == str(record.seq) else ""
    try:
        case = engine.turn_context(
            build_game_state(state), state.turn, read_settled_play(begun) if begun else ()
        )
    except RulesError:
        case = engine.turn_context(build_game_state(state), state.turn)
    return LiveTable(engine, record, names, case, sheet)


def read_tapped() -> Tapped:
    """Return what was tapped before the card. Raises what reading plays and cards raises."""
    used = read_pieces(" ".join(request.form.getlist("used")).split())
    begun = request.form.get("begun", "")
    return Tapped(used, read_settled_play(begun) if begun.strip() else ())


def builds_of(record: Record) -> BuildGameEngine:
    """Return how a game with builds goes on. Raises :class:`.NotInThisGame` for any other game."""
    engine = engine_with_builds(record.rules)
    if engine is None:
        raise NotInThisGame
    return engine


def pieces_of(record: Record, state: State | None, seat: int | None) -> tuple[TappablePiece, ...]:
    """Return the pieces that a seat may have used in its play, each as one tap."""
    engine = engine_with_builds(record.rules)
    if engine is None or state is None or seat is None:
        return ()
    case = engine.turn_context(build_game_state(state), seat)
    return (*_loose(case), *_builds(case), *_tops(case))


def _loose(case: TurnContext) -> list[TappablePiece]:
    return [TappablePiece(write_card(card), card) for card in case.table.loose]


def _builds(case: TurnContext, dead: Collection[int] = ()) -> list[TappablePiece]:
    builds = case.table.builds
    return [
        TappablePiece(write_without_owner(build), build=build, dead=build.value in dead)
        for build in builds
    ]


def _tops(case: TurnContext) -> list[TappablePiece]:
    return _as_pieces(case.tops)


def _as_pieces(tops: Iterable[Top]) -> list[TappablePiece]:
    return [TappablePiece(write_top(top), top.card) for top in tops]
