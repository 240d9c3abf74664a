"""Whole games of a simulator that knows the hands, followed play by play by the record.

The simulator was written apart, from the rules alone (``tests/oracle/krypkasino_simulator.py``).
"""

import random

import pytest

from referee.rules.games import ruleset
from referee.rules.log.accept_entry import accept
from referee.rules.log.entries import Entry, Insert, Replace, StepBack, Undo
from referee.rules.log.record import Record, append, replay
from referee.rules.notation import read_card, write_card
from referee.rules.plays import CardOnly, Dealt, IrregularityKind, Played, as_play
from tests.oracle.krypkasino_simulator import Game, Play, State, simulate
from tests.strategies import times
from tests.written_logs import now, sweeping

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
