"""The log asks a game what happens and knows no more of it: one of a few lines is followed too."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import pytest

from referee.rules.cards import Card, Cards, Deck, Impossible, TooManyCopies
from referee.rules.house_rules import HouseRules
from referee.rules.log.accept_entry import AlreadyDealt, NoCardLeft, NotDealt, NotLatest, OutOfTurn
from referee.rules.log.corrections import explain, suggest_repairs
from referee.rules.log.entries import NoSuchEntry
from referee.rules.log.record import NotFollowed, Record, replay
from referee.rules.notation import write_card
from referee.rules.plays import Build, Play, Played, TableShown, as_play
from referee.rules.ruleset import (
    GameEngine,
    GameOver,
    IllegalPlay,
    PlayResult,
    Ruleset,
    State,
    WrongTable,
)
from referee.rules.seating import DealPlan, Seating, Seats
from referee.rules.session_end import AgreedGames
from referee.rules.sheet_plan import QuickCount, RowCounts, SheetPlan
from tests.written_logs import enter, irregular


@dataclass(frozen=True)
class Pile:
    """Cards on one pile: who plays next, what each still holds, what lies on top."""

    turn: int | None
    in_hands: tuple[int, ...]
    top: Card | None = None
    deal: int = 1
    table: Cards = ()
    builds: tuple[Build, ...] = ()
    shown: Cards = ()
    last_capturer: int | None = None


class Reason(StrEnum):
    LEGAL = "legal"


@dataclass(frozen=True)
class Climbed:
    legal: bool
    reason: Reason = Reason.LEGAL
    clause: str | None = None


@dataclass(frozen=True)
class OneWay:
    """A card can do one thing only."""

    plays: Sequence[Play]
    options_total: int = 1


class Climbing(GameEngine):
    """Two cards each; who plays a lower rank than the one on top breaks the only rule. There is no
    table, nothing is captured, and nobody scores."""

    def start(self, seats: Seats, table: Cards) -> Pile:
        if table:
            raise WrongTable(len(table), 0)
        return Pile((seats.dealer + 1) % seats.players, (2,) * seats.players)

    def options(self, state: State, card: Card) -> OneWay:
        return OneWay([as_play(card, ())])

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        assert isinstance(state, Pile)
        card = played.card
        verdict = Climbed(state.top is None or card.rank >= state.top.rank)
        now = replace(self.pass_unknown_card(state, seat), top=card, shown=(*state.shown, card))
        return PlayResult(verdict, now, may_stand=True, is_certain=True)

    def pass_unknown_card(self, state: State, seat: int) -> Pile:
        assert isinstance(state, Pile)
        left = tuple(n - (at == seat) for at, n in enumerate(state.in_hands))
        return replace(state, turn=(seat + 1) % len(left) if any(left) else None, in_hands=left)

    def rows(self, state: State) -> tuple[RowCounts, ...]:
        return ()


DECK = Deck(copies=1)
CLIMBING = Ruleset(
    key="climbing",
    version=1,
    house_rules=HouseRules(),
    deck=DECK,
    seating=Seating({2: DealPlan((2, 0), (0, 0), (0, 0), 1)}, team_counts={}),
    sheet=SheetPlan(DECK, fields=(), items=(), quick=QuickCount("points", most=0)),
    session=AgreedGames(),
    engine=Climbing(),
)
BEGUN = replay(CLIMBING, players=2, dealer=0, entries=())


def stands(record: Record) -> tuple[int | None, tuple[int, ...], str]:
    """Return the turn, the number of cards in each hand, and the card on top."""
    pile = record.state
    assert isinstance(pile, Pile)
    return pile.turn, pile.in_hands, write_card(pile.top) if pile.top else ""


FOLLOWED = [
    # entries, whose turn it is, cards in the hands, the top, what was irregular
    (["table"], 1, (2, 2), "", []),
    (["table", "5H"], 0, (2, 1), "5H", []),
    (["table", "5H -", "9H"], 1, (1, 1), "9H", []),
    (["table", "5H", "9H", "9C", "KD"], None, (0, 0), "KD", []),
    # Turns of several steps, with builds and tops of piles: what they mean is for the game to say.
    (["table", "5H 5H+3S=8", "9H x 4S 5H+3S=8"], 1, (1, 1), "9H", []),
    (["table", "3S+2C^0=5 / 5H -", "9H x 5C^1"], 1, (1, 1), "9H", []),
    (["table", "5H", "9H", "replace 2 6H x 4S 2C+AD=3 !"], 1, (1, 1), "9H", []),
    # A table may let a lower card stand.
    (["table", "5H", "4S - !"], 1, (1, 1), "4S", [(3, 0, "illegal_turn", "4S")]),
    (["table", "5H", "4S - !", "agreed 3 No"], 1, (1, 1), "4S", [(3, 0, "illegal_turn", "4S")]),
    (["table", "5H", "4S - !", "agreed 3", "undo 4", "undo 3"], 0, (2, 1), "5H", []),
    (["table", "@0 5H - !"], 1, (1, 2), "5H", [(2, 0, "out_of_turn", "5H")]),
    # What is taken back, said otherwise, or was forgotten.
    (["table", "5H", "undo 2"], 1, (2, 2), "", []),
    (["table", "5H", "undo 2", "undo 3"], 0, (2, 1), "5H", []),
    (["table", "5H", "9H", "back 2"], 1, (2, 2), "", []),
    (["table", "5H", "9H", "replace 2 6H"], 1, (1, 1), "9H", []),
    (["table", "5H", "9H", "replace 2 KH"], 1, (1, 1), "9H", [(3, 0, "does_not_fit", "9H")]),
    (["table", "5H", "9H", "before 3 7C"], 0, (1, 0), "9H", []),
]  # fmt: skip

REFUSED = [
    # entries, why the last one is
    (["5H"], NotDealt), (["table 5H"], WrongTable), (["table", "table"], AlreadyDealt),
    (["table", "5H", "5H"], TooManyCopies), (["table", "5H", "4S"], IllegalPlay),
    (["table", "@0 5H"], OutOfTurn), (["table", "5H", "9H", "9C", "@1 KD !"], NoCardLeft),
    (["table", "5H", "9H", "9C", "KD", "AS"], GameOver),
    (["table", "5H", "9H", "undo 2"], NotLatest), (["table", "5H", "replace 7 6H"], NoSuchEntry),
    (["table", "5H", "agreed 2"], NoSuchEntry), (["table", "5H", "agreed 7"], NoSuchEntry),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "turn", "hands", "top", "found"), FOLLOWED)
def test_a_game_of_a_few_lines_is_followed(
    lines: list[str], turn: int | None, hands: tuple[int, ...], top: str, found: list[object]
) -> None:
    record = enter(BEGUN, *lines)
    assert stands(record) == (turn, hands, top)
    assert irregular(record) == found
    assert replay(CLIMBING, 2, 0, record.entries) == record


@pytest.mark.parametrize(("lines", "why"), REFUSED)
def test_what_cannot_have_been(lines: list[str], why: type[Impossible]) -> None:
    record = enter(BEGUN, *lines[:-1])
    with pytest.raises(why):
        enter(record, lines[-1])


def test_a_play_that_no_longer_fits_can_be_mended() -> None:
    """The card can do one thing only, which is refused again: so its play is unknown."""
    record = enter(BEGUN, "table", "5H", "9H", "replace 2 KH")
    assert suggest_repairs(record) == ()
    assert irregular(enter(record, "replace 2 6H")) == []


def test_nothing_explains_a_table_where_there_is_none() -> None:
    assert explain(enter(BEGUN, "table", "5H"), TableShown(())) == ()


def test_a_game_that_does_not_say_how_it_goes_on_is_not_followed() -> None:
    with pytest.raises(NotFollowed):
        enter(replay(replace(CLIMBING, engine=None), 2, 0, ()), "table")
