"""Scoring a game (#scoring), as a table and against a plain scorer written apart."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.api.sheet_answers import SheetSchema, sheet_of
from referee.rules.games import ruleset
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import score
from referee.rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat
from referee.rules.sheet_check import check
from referee.rules.sheet_plan import RowCounts
from tests.oracle import krypkasino_score as oracle
from tests.strategies import examples

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
WHOLE = (2, 2, 2, 22, 6)

SCORES = [
    # markers, card points, totals
    ([0, 0], [42, 0], [42, 0]), ([1, 0], [21, 21], [26, 16]),
    ([1, 3, 1, 0, 0], [0, 0, 0, 0, 42], [-10, 10, 5, 0, 37]),
    ([0, 2, 0], [14, 14, 14], [4, 24, 14]), ([1, 1, 1, 1, 1, 1], [7] * 6, [7] * 6),
]  # fmt: skip


@pytest.mark.parametrize(("markers", "points", "totals"), SCORES)
def test_totals(
    krypkasino: Ruleset, markers: list[int], points: list[int], totals: list[int]
) -> None:
    sheet = score(krypkasino, [RowCounts(*row) for row in zip(markers, points, strict=True)])
    assert [s.total for s in sheet.scores] == totals
    assert (sheet.sum, sheet.expected, sheet.balanced) == (42, 42, True)


def test_counting_cards_are_worth_42(krypkasino: Ruleset) -> None:
    sheet = score(
        krypkasino, [RowCounts(0, dict(zip(KINDS, WHOLE, strict=True))), RowCounts(0, _none())]
    )
    assert sheet.scores[0].items == {"sweeps": 0, "set_ups": 0, "cards": 42, "last_capture": 0}
    assert sheet.balanced


def test_kinds_are_checked_even_if_the_sum_is_right(krypkasino: Ruleset) -> None:
    """A storan mistaken for a lillan and another ace: the sum is right, the kinds are not."""
    counted = dict(zip(KINDS, (1, 3, 2, 22, 7), strict=True))
    sheet = score(krypkasino, [RowCounts(0, counted), RowCounts(0, _none())])
    assert sheet.sum == 42
    assert not sheet.balanced


def test_the_last_capture_scores_by_house_rule() -> None:
    rules = ruleset("krypkasino", ["last_capture_point"])
    sheet = score(rules, [RowCounts(0, 20), RowCounts(0, 22)], last_capturer=1)
    assert ([s.total for s in sheet.scores], sheet.expected, sheet.balanced) == ([20, 23], 43, True)
    assert not score(rules, [RowCounts(0, 20), RowCounts(0, 22)]).balanced


TEAMS = [
    # teams by seat, known?
    ((0, 1, 0, 1), True), ((1, 0, 1, 0), True), ((0, 1, 2, 0, 1, 2), True),
    ((0, 1, 0, 1, 0, 1), True), ((0, 0, 1, 1), False), ((0, 1, 1, 0), False), ((0, 1), False),
    ((0, 0, 0, 0), False), ((0, 1, 0), False), ((0, 1, 2, 3), False), ((0, 1, 2, 0, 2, 1), False),
    ((0, 1, 0, 1, 0), False), ((), False),
]  # fmt: skip


@pytest.mark.parametrize(("teams", "known"), TEAMS)
def test_teams(krypkasino: Ruleset, teams: tuple[int, ...], known: bool) -> None:
    rows = [RowCounts(0, 0)] * max(len(teams), 2)
    if known:
        assert score(krypkasino, rows, teams).teams is not None
    else:
        with pytest.raises(ImpossibleTeams):
            score(krypkasino, rows, teams)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_numbers_of_players(krypkasino: Ruleset, players: int) -> None:
    with pytest.raises(ImpossiblePlayers):
        score(krypkasino, [RowCounts(0, 0)] * players)


@pytest.mark.parametrize("seat", [-1, 2])
@pytest.mark.parametrize("of_sheet", [score, check])
def test_a_last_capturer_sits_somewhere(krypkasino: Ruleset, of_sheet: Any, seat: int) -> None:
    with pytest.raises(NoSuchSeat):
        of_sheet(krypkasino, [RowCounts(0, 0)] * 2, last_capturer=seat)


counts = st.integers(0, 24)
kind_rows = st.fixed_dictionaries(dict.fromkeys(KINDS, counts))
point_rows = st.fixed_dictionaries({"card_points": counts})


@examples(200)
@given(st.data(), st.integers(2, 6), st.booleans())
def test_agrees_with_the_plain_scorer(data: st.DataObject, players: int, last_point: bool) -> None:
    rows = data.draw(st.lists(kind_rows | point_rows, min_size=players, max_size=players))
    markers = data.draw(st.lists(counts, min_size=players, max_size=players))
    teams = data.draw(
        st.sampled_from([t for t, known in TEAMS if known and len(t) == players] or [None])
    )
    last = data.draw(st.none() | st.integers(0, players - 1))
    named: list[dict[str, Any]] = [
        {"name": str(seat), "markers": markers[seat], **row} for seat, row in enumerate(rows)
    ]
    rules = ruleset("krypkasino", ["last_capture_point"] if last_point else [])
    sheet = score(
        rules,
        [RowCounts(m, row.get("card_points", row)) for m, row in zip(markers, rows, strict=True)],
        teams,
        last,
    )
    found = SheetSchema.json(sheet_of(rules.sheet, sheet, [row["name"] for row in named]))
    told = oracle.score(named, last_point, last, list(teams) if teams else None)
    assert found == told


def _none() -> dict[str, int]:
    return dict.fromkeys(KINDS, 0)
