"""The analysis of finished games: losses, plays that are not judged, and the end as foreseen."""

import random
from itertools import islice

import pytest

from referee.rules.log.record import Record
from referee.rules.notation import write_play
from referee.rules.playing.game_analysis import (
    Finding,
    NotJudged,
    dearest,
    expected_before,
    findings,
    play_count,
    steps,
)
from referee.rules.playing.players import core_for
from referee.rules.playing.simulation import SeededRandom
from tests.dealt_games import dealt_game
from tests.followed_games import begin, begun, enter, lines_of
from tests.oracle.krypkasino_simulator import simulate

GAME = lines_of(simulate(random.Random(5), 2, 0))
"""A game of two: twelve plays in the first deal and eight in each later one."""
DEALT, FIRST, SECOND, REST = GAME[:1], GAME[1:13], GAME[13:21], GAME[21:]


def whys(record: Record, number: int, start: int = 0) -> set[NotJudged | None]:
    """Return why some plays are not judged; those without a choice are left out."""
    found = {finding.why for finding in islice(findings(record, "s", start), number)}
    return found - {NotJudged.NO_CHOICE}


def creeps(lines: list[str]) -> list[str]:
    """Return the same cards, each of them laid whatever the rules say."""
    return [f"{line.split()[0].rstrip('-')} - !" for line in lines]


SPOILED = [
    # the second deal, and why its plays are not judged
    (SECOND, None),
    (creeps(SECOND), NotJudged.IRREGULAR),
    ([*SECOND[:4], "shows AS", *creeps(SECOND[4:])], NotJudged.IRREGULAR),
    ([*SECOND[:2], "hands 4 4", *SECOND[2:]], NotJudged.IRREGULAR),
]  # fmt: skip


@pytest.mark.parametrize(("second", "why"), SPOILED)
def test_what_was_irregular_spoils_the_plays_of_its_deal(
    second: list[str], why: NotJudged | None
) -> None:
    record = enter(begin(2), *DEALT, *FIRST, *second)
    plays = 2 if why is None else play_count(record) - len(FIRST)
    assert whys(record, plays, start=len(FIRST)) == {why}
    assert whys(record, 1) == {None}


def test_a_card_that_nobody_can_have_played_spoils_its_deal() -> None:
    """After the correction AD has been played three times, the last time in the second deal."""
    record = enter(begin(2), *DEALT, *FIRST, *SECOND, "replace 2 AD -")
    assert whys(record, len(SECOND), start=len(FIRST)) == {NotJudged.UNKNOWN_CARD}


def test_a_passed_over_sweep_spoils_its_deal() -> None:
    """A sweep that was passed over comes to light later; the next deal is judged again."""
    record = followed_clean_deal()
    deals = {applied.before.deal for applied in record.events if applied.before}
    assert len(deals) == 6
    for deal in deals:
        start = next(
            at
            for at, applied in enumerate(record.events[1:])
            if applied.before and applied.before.deal == deal
        )
        assert (NotJudged.IRREGULAR in whys(record, 2, start)) == (deal != 3)


def followed_clean_deal() -> Record:
    """Return a game of careless players, in whose third deal alone no sweep was passed over."""
    game = simulate(random.Random(11), 4, 0, careless=0.9)
    return enter(begun(game), *lines_of(game))


def test_a_finding_depends_on_the_game_the_seed_and_its_index_alone() -> None:
    record = followed_clean_deal()
    in_one_slice = list(islice(findings(record, "s", 46), 3))
    assert list(islice(findings(record, "s", 48), 1)) == in_one_slice[2:]
    assert list(islice(findings(followed_clean_deal(), "s", 47), 2)) == in_one_slice[1:]
    other = list(islice(findings(record, "t", 46), 3))
    assert other != in_one_slice
    for one, another in zip(in_one_slice, other, strict=True):
        assert one.low <= another.high
        assert another.low <= one.high


@pytest.mark.parametrize("game", ["krypkasino", "swazi-casino"])
def test_the_work_on_a_play_is_bounded_and_goes_on_wherever_it_is_cut(game: str) -> None:
    record = played_by_habit(game) if game != "krypkasino" else followed_clean_deal()
    whole = list(islice(findings(record, "s", 4), 3))
    work, found, taken = steps(record, "s", 4), [], 0
    while len(found) < len(whole):
        some = list(islice(work, 7))
        found += [finding for finding in some if finding is not None]
        taken += len(some)
    assert found[: len(whole)] == whole
    assert 3 * len(whole) < taken < MOST_STEPS * len(whole)


MOST_STEPS = 500
"""More than the deals that are tried for one play."""


def played_by_habit(game: str) -> Record:
    """Return a game of two by the rule of thumb, on the slower core of its rules."""
    now = dealt_game(game, 2, SeededRandom("by habit"))
    core = core_for(now.record.rules, now.record.seats)
    while not now.over:
        position = core.position(now.state, now.deal)
        now = now.after(core.play(position, core.habit(position)))
    return now.record


def test_a_blunder_is_found() -> None:
    """Five of spades takes a five: two points for nothing. The queen takes all but a six, so that
    the next player may have to sweep."""
    record = followed_clean_deal()
    (blunder,) = islice(findings(record, "s", 37), 1)
    assert (blunder.seat, write_play(blunder.play)) == (2, "5S x 5H")
    assert blunder.best is not None
    assert write_play(blunder.best) == "QH x 2D 5H 7C 10H"
    assert 1.5 < blunder.low < blunder.loss < blunder.high < 4.5
    assert blunder.deals > 100


def test_the_end_is_foreseen() -> None:
    record = followed_clean_deal()
    before = expected_before(record, "s")
    assert sum(before) == pytest.approx(42, abs=0.2)
    (last,) = findings(record, "s", play_count(record) - 1)
    assert record.score is not None
    assert last.expected == tuple(score.total for score in record.score.scores)
    assert last.margins == ()


def found(seq: int, seat: int, low: float, loss: float) -> Finding:
    return Finding(seq, seat, (), loss=loss, low=low, high=2 * loss - low)


def test_the_dearest_plays() -> None:
    plays = [
        *(found(2, 0, 1, 3), found(3, 1, -0.1, 9), found(4, 0, 2, 4), found(5, 0, 0.1, 1)),
        *(found(6, 0, 0.5, 5), found(7, 0, 0, 8), found(8, 2, 1, 1)),
    ]
    assert dearest(plays, 4) == {0: (6, 4, 2), 1: (), 2: (8,), 3: ()}
