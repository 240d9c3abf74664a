"""Games as logs: of a simulator that knows the hands, and of any game of a few lines."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

import pytest

from referee.rules.cards import Card, Cards, Deck, Impossible, Rank, TooManyCopies
from referee.rules.games import ruleset
from referee.rules.games.krypkasino import followed_game
from referee.rules.house_rules import HouseRules
from referee.rules.log.corrections import explain, suggest_repairs
from referee.rules.log.entries import Entry, Insert, NoSuchEntry, Replace, StepBack, Undo
from referee.rules.log.record import (
    AlreadyDealt,
    NoCardLeft,
    NotDealt,
    NotFollowed,
    NotLatest,
    OutOfTurn,
    Record,
    accept,
    append,
    replay,
)
from referee.rules.notation import read_card, read_cards, read_settled_play, write_card, write_cards
from referee.rules.plays import (
    Build,
    CardOnly,
    Dealt,
    IrregularityKind,
    Played,
    TableShown,
    as_play,
)
from referee.rules.plays import Play as GamePlay
from referee.rules.ruleset import GameEngine, GameOver, IllegalPlay, PlayResult, Ruleset, WrongTable
from referee.rules.ruleset import State as GameState
from referee.rules.scoring import score
from referee.rules.seating import DealPlan, Seating, Seats
from referee.rules.session_end import AgreedGames
from referee.rules.sheet_plan import QuickCount, RowCounts, SheetPlan
from tests.followed_games import enter, followed, irregular, lines_of, now, sweeping
from tests.oracle.krypkasino_simulator import Game, Play, State, simulate
from tests.strategies import times


def test_what_was_right_is_not_marked_as_irregular() -> None:
    record = followed("table AD 3H 7S 9C", "@1 10D x AD 3H 7S 9C !", "@0 2D - !")
    assert [step.event for step in record.events[1:]] == [
        step.event for step in followed("table AD 3H 7S 9C", "10D", "2D").events[1:]
    ]


# The end (#end and #scoring); that of whole games is below
BEGUN = followed("table 2D 5H 8S 9C")
LAST = replace(now(BEGUN), deal=12, in_hands=(0, 1), table=read_cards("9S"))


def after_last(turn: str) -> followed_game.CaptureState:
    """Return the game of two after its very last card, which is played to a nine."""
    return followed_game.capture_state(
        BEGUN.engine.play(LAST, Played(read_settled_play(turn)), 1).state
    )


@pytest.mark.parametrize(("hands", "ranks"), [((1, 1), (Rank.KING,)), ((0, 1), ())])
def test_the_very_last_card_sets_up_no_sweep(hands: tuple[int, ...], ranks: object) -> None:
    engine = BEGUN.engine
    assert isinstance(engine, followed_game.CaptureGameEngine)
    options = engine.options(replace(LAST, in_hands=hands), read_card("4S"))
    assert [outcome.sets_up for outcome in options.outcomes] == [ranks]


def test_the_very_last_card_may_sweep() -> None:
    over = after_last("9C x 9S")
    assert (over.turn, over.piles[1]) == (
        None,
        followed_game.CapturedPile(read_cards("9S 9C"), markers=1),
    )


def test_nobody_captures_in_a_whole_game() -> None:
    """The remaining cards go to no pile, and the sheet cannot reach 42."""
    over = after_last("8C -")
    assert (over.turn, over.last_capturer, write_cards(over.table)) == (None, None, "8C 9S")
    assert not score(BEGUN.rules, BEGUN.engine.rows(over)).balanced


def test_after_the_last_card() -> None:
    game = simulate(Random(1), 2, 0)
    record = followed(*lines_of(game))
    for line in ("2H -", "2H - !", "@0 2H - !", "shows 5H"):
        with pytest.raises(GameOver):
            enter(record, line)
    assert (sweeping(record), now(record).turn) == ([], None)
    assert enter(record, f"undo {record.seq}").score is None
    assert write_cards(record.hand(record.index(record.seq)) or ()) == game.plays[-1].card


GAMES_PER_CASE = times(5)
ANYBODY = [(), ("last_capture_point",), ("set_aside_spades",)]
BOTH = ("last_capture_point", "set_aside_spades")
CASES = [
    *((players, house) for players in range(2, 7) for house in (*ANYBODY, BOTH)),
    (2, ("two_player_five_six",)),
    (2, ("two_player_five_six", *BOTH)),
]
CARELESS = (0.0, 0.3, 1.0)


def texts(cards: object) -> tuple[str, ...]:
    return tuple(map(write_card, cards))


def entries_of(game: Game) -> list[Entry]:
    """Return what a scribe would enter; the only thing that a card can do is left to the
    referee."""
    dealt = Dealt(tuple(map(read_card, game.dealt)))
    return [dealt, *map(played, game.plays)]


def played(play: Play) -> Played:
    card, captured = read_card(play.card), tuple(sorted(map(read_card, play.captured)))
    return Played(CardOnly(card) if play.only else as_play(card, captured))


def state_of(record: Record) -> State:
    """Return what the record says, in the terms of the simulator."""
    position = now(record)
    return State(
        table=texts(position.table),
        set_aside=texts(position.set_aside),
        piles=tuple(texts(sorted(pile.cards)) for pile in position.piles),
        markers=tuple(pile.markers for pile in position.piles),
        hands=position.in_hands,
        turn=position.turn,
        deal=position.deal,
        last_capturer=position.last_capturer,
        sweeps_for=tuple(sweeping(record)),
    )


def games(players: int, house: tuple[str, ...], number: int) -> list[Game]:
    chance = random.Random(f"{players} {house} {number}")
    return [
        simulate(chance, players, game % players, frozenset(house), CARELESS[(players + game) % 3])
        for game in range(number)
    ]


def empty(game: Game) -> Record:
    return replay(ruleset("krypkasino", game.house), game.players, game.dealer, ())


def missed(game: Game) -> list[tuple[int, int, str, int]]:
    """Return the sweeps that the simulator saw passed over: entry, seat, card, entry of the miss.
    The table is entry 1, so the first play is entry 2."""
    return [
        (index + 2, play.seat, card, at + 2)
        for index, play in enumerate(game.plays)
        for at, card in play.missed
    ]


def found(record: Record) -> list[tuple[int, int | None, str, int | None]]:
    assert all(one.kind is IrregularityKind.MISSED_FORCED_SWEEP for one in record.irregularities)
    return [
        (one.seq, one.seat, write_card(one.card), one.missed_at)
        for one in record.irregularities
        if one.card
    ]


@pytest.mark.parametrize(("players", "house"), CASES, ids=str)
def test_every_state_of_every_game(players: int, house: tuple[str, ...]) -> None:
    for game in games(players, house, GAMES_PER_CASE):
        record = empty(game)
        states = [game.start, *(play.state for play in game.plays)]
        for entry, state in zip(entries_of(game), states, strict=True):
            record = append(record, accept(record, entry))
            assert state_of(record) == state
        assert found(record) == missed(game)
        last = now(record).last_capturer
        if last is not None:
            took = [
                c
                for p in game.plays
                if p.seat == last and p.captured
                for c in (p.card, *p.captured)
            ]
            left = sorted(texts(now(record).piles[last].cards))
            assert sorted([*took, *texts(record.engine.leftovers(record.events))]) == left
        sheet = record.score
        if game.scores is None:
            assert not sheet.balanced
        else:
            assert tuple(score.total for score in sheet.scores) == game.scores
            assert sheet.balanced
            assert sheet.sum == (43 if "last_capture_point" in house else 42)


@pytest.mark.parametrize("seed", range(times(10)))
def test_slips_that_are_mended_leave_no_trace(seed: int) -> None:
    """Undo, redo and replace at random points end in the game as it was without them."""
    chance = random.Random(seed)
    players = chance.randint(2, 6)
    game = simulate(chance, players, chance.randrange(players), careless=0.3)
    straight = slipping = empty(game)
    for entry in entries_of(game):
        straight = append(straight, accept(straight, entry))
        slipping = append(slipping, accept(slipping, entry))
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
            slip = chance.choice((undo_and_redo, undo_and_enter_again, back_and_forth, mistake))
            slipping = slip(slipping, chance)
    assert [step.event for step in slipping.events] == [step.event for step in straight.events]
    assert [step.state for step in slipping.events] == [step.state for step in straight.events]
    original = {step.seq: place for place, step in enumerate(slipping.events, 1)}
    assert [
        (original[one.seq], one.kind, one.card, original[one.missed_at or 1])
        for one in slipping.irregularities
    ] == [(one.seq, one.kind, one.card, one.missed_at) for one in straight.irregularities]


@pytest.mark.parametrize("seed", range(times(10)))
def test_a_forgotten_play_that_is_put_in_between_leaves_no_trace(seed: int) -> None:
    """Until somebody notices, the plays after it stand under the wrong names, and some do not fit
    the table; when they do not at all, or at the latest before the game ends, it is put in."""
    chance = random.Random(f"forgotten {seed}")
    players = chance.randint(2, 6)
    game = simulate(chance, players, chance.randrange(players), careless=0.3)
    entries = entries_of(game)
    at = chance.randrange(1, len(entries) - 1)
    noticed = at + 1 + chance.randint(1, 30)
    straight = forgetful = empty(game)
    for entry in entries:
        straight = take(straight, entry)
    for entry in entries[:at]:
        forgetful = take(forgetful, entry)
    missing: Played | None = as_it_was(straight, at)
    for place in range(at + 1, len(entries)):
        if missing and len(forgetful.events) > at and (place >= noticed or chance.random() < 0.1):
            forgetful, missing = take(forgetful, Insert(at + 1, missing)), None
        try:
            forgetful = take(forgetful, as_it_was(straight, place))
        except ValueError:
            assert missing
            if len(forgetful.events) == at:  # nothing after it: it is simply entered
                forgetful, missing = take(forgetful, missing), None
            else:
                forgetful, missing = take(forgetful, Insert(at + 1, missing)), None
            forgetful = take(forgetful, as_it_was(straight, place))
    if missing:
        forgetful = take(forgetful, Insert(at + 1, missing))
    assert [step.state for step in forgetful.events] == [step.state for step in straight.events]
    assert [
        (one.kind, one.card, forgetful.index(one.missed_at or 1))
        for one in forgetful.irregularities
    ] == [
        (one.kind, one.card, straight.index(one.missed_at or 1)) for one in straight.irregularities
    ]
    assert [step.seat for step in forgetful.events] == [step.seat for step in straight.events]


def as_it_was(record: Record, at: int) -> Played:
    """Return what a step played, whatever the table looks like on the phone."""
    entry = record.events[at].event
    return entry._replace(as_played=True)


def undo_and_redo(record: Record, chance: random.Random) -> Record:
    """Several steps back and as many forward."""
    number = min(chance.randint(1, 5), len(record.events))
    for _ in range(number):
        record = take(record, Undo(record.timeline.latest or 0))
    for _ in range(number):
        record = take(record, Undo(record.timeline.undone or 0))
    return record


def undo_and_enter_again(record: Record, chance: random.Random) -> Record:
    """Several plays are taken back, however often they were replaced, and entered once more."""
    keep = max(0, len(record.events) - chance.randint(1, 3))
    again = [step.event for step in record.events[keep:]]
    while len(record.events) > keep:
        record = take(record, Undo(record.timeline.latest or 0))
    for entry in again:
        record = take(record, entry)
    return record


def back_and_forth(record: Record, chance: random.Random) -> Record:
    """Back several entries at once, and all are brought back, or entered once more."""
    to = max(0, len(record.events) - chance.randint(1, 9))
    before, record = record, take(record, StepBack(record.events[to].seq))
    back = record.seq
    assert record.events == before.events[:to]
    if chance.choice((True, False)):
        while record.timeline.undone == back:
            record = take(record, Undo(back))
    else:
        for step in before.events[to:]:
            record = take(record, step.event)
    return record


def mistake(record: Record, chance: random.Random) -> Record:
    """Another table or play in the place of an earlier one; undone or replaced back."""
    step = record.events[chance.randrange(len(record.events))]
    if not isinstance(step.event, Played):
        return record
    wrong = next(
        card
        for card in sorted(record.rules.deck.faces, key=lambda _: chance.random())
        if card != step.event.card
    )
    try:
        record = take(record, Replace(step.seq, Played(as_play(wrong, ()), as_played=True)))
    except ValueError:
        return record  # no third copy of that card, and so on
    back = Replace(step.seq, step.event)
    return take(record, chance.choice((Undo(record.seq), back)))


def take(record: Record, entry: Entry) -> Record:
    return append(record, accept(record, entry))


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

    plays: Sequence[GamePlay]
    options_total: int = 1


class Climbing(GameEngine):
    """Two cards each; who plays a lower rank than the one on top breaks the only rule. There is no
    table, nothing is captured, and nobody scores."""

    def start(self, seats: Seats, table: Cards) -> Pile:
        if table:
            raise WrongTable(len(table), 0)
        return Pile((seats.dealer + 1) % seats.players, (2,) * seats.players)

    def options(self, state: GameState, card: Card) -> OneWay:
        return OneWay([as_play(card, ())])

    def play(self, state: GameState, played: Played, seat: int) -> PlayResult:
        assert isinstance(state, Pile)
        card = played.card
        verdict = Climbed(state.top is None or card.rank >= state.top.rank)
        now = replace(self.pass_unknown_card(state, seat), top=card, shown=(*state.shown, card))
        return PlayResult(verdict, now, may_stand=True, is_certain=True)

    def pass_unknown_card(self, state: GameState, seat: int) -> Pile:
        assert isinstance(state, Pile)
        left = tuple(n - (at == seat) for at, n in enumerate(state.in_hands))
        return replace(state, turn=(seat + 1) % len(left) if any(left) else None, in_hands=left)

    def rows(self, state: GameState) -> tuple[RowCounts, ...]:
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
CLIMB_BEGUN = replay(CLIMBING, players=2, dealer=0, entries=())


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
    record = enter(CLIMB_BEGUN, *lines)
    assert stands(record) == (turn, hands, top)
    assert irregular(record) == found
    assert replay(CLIMBING, 2, 0, record.entries) == record


@pytest.mark.parametrize(("lines", "why"), REFUSED)
def test_what_cannot_have_been(lines: list[str], why: type[Impossible]) -> None:
    record = enter(CLIMB_BEGUN, *lines[:-1])
    with pytest.raises(why):
        enter(record, lines[-1])


def test_a_play_that_no_longer_fits_can_be_mended() -> None:
    """The card can do one thing only, which is refused again: so its play is unknown."""
    record = enter(CLIMB_BEGUN, "table", "5H", "9H", "replace 2 KH")
    assert suggest_repairs(record) == ()
    assert irregular(enter(record, "replace 2 6H")) == []


def test_nothing_explains_a_table_where_there_is_none() -> None:
    assert explain(enter(CLIMB_BEGUN, "table", "5H"), TableShown(())) == ()


def test_a_game_that_does_not_say_how_it_goes_on_is_not_followed() -> None:
    with pytest.raises(NotFollowed):
        enter(replay(replace(CLIMBING, engine=None), 2, 0, ()), "table")
