"""Scores of every game, against published examples and scorers written apart."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.api.sheet_answers import SheetSchema, sheet_of
from referee.rules.games import RULESETS, ruleset
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import score
from referee.rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat
from referee.rules.sheet_check import check
from referee.rules.sheet_plan import Adjustment, RowCounts, pile_exists, possible_totals
from tests.oracle import casino_family, casino_score, variants
from tests.oracle import krypkasino_session as oracle
from tests.oracle.casino_family import COUNTS, FAMILY, counts_of, excluded
from tests.oracle.casino_family import piles as piles_of_pack
from tests.strategies import SOAK, examples

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


VECTORS = json.loads((Path(__file__).parents[1] / "data/casino_scores.json").read_text("utf-8"))
SCORING_RULES = (
    "sweeps cards_two_last_one difference_scoring sweeps_cancel spades_two "
    "most_spades_two seven_points point_cards_or_nothing no_last_point over_spades spades_one "
    "spades_shared"
).split()


def rows_of(rows: list[dict[str, int] | None]) -> list[RowCounts]:
    return [RowCounts(0, None) if row is None else _row(row) for row in rows]


def _row(row: dict[str, int]) -> RowCounts:
    if "points" in row:
        return RowCounts(row.get("sweeps", 0), row["points"])
    return RowCounts(row.get("sweeps", 0), {key: n for key, n in row.items() if key != "sweeps"})


def scored(
    game: str, house: list[str], rows: list[Any], teams: list[int] | None, last: int | None
) -> dict[str, Any]:
    rules = ruleset(game, house)
    answer = SheetSchema.json(
        sheet_of(rules.sheet, score(rules, rows_of(rows), teams, last), [None] * len(rows))
    )
    for player in answer["players"]:
        del player["name"]
    return answer


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS])
def test_published_scores(vector: dict[str, Any]) -> None:
    asked = (vector["house"], vector["players"], vector["teams"], vector["last_capturer"])
    answer = scored(vector["game"], *asked)
    expect = vector["expect"]
    assert [player["total"] for player in answer["players"]] == expect["totals"]
    assert (answer["sum"], answer["balanced"]) == (expect["sum"], expect["balanced"])


@pytest.mark.parametrize("vector", variants.vectors("scores"), ids=lambda vector: vector[0])
def test_published_scores_of_variants(vector: list[str]) -> None:
    """Against what is published, and the scorer written apart."""
    _, game, house, rows, capturer, totals, total = vector
    asked = variants.rows_of(rows), None, {"A": 0, "B": 1}.get(capturer)
    answer = scored(game, house.split(), *asked)
    assert ", ".join(str(player["total"]) for player in answer["players"]) == totals
    assert (answer["sum"], answer["balanced"]) == (int(total), True)
    assert answer == casino_score.score(game, {*house.split()}, *asked)


TOTALS = [
    # game, house rule, sides, what a game can add up to
    ("casino", "", 2, [8, 11]), ("casino", "", 3, [7, 8, 10, 11]),
    ("casino", "", 4, [7, 8, 10, 11]), ("casino", "cards_two_last_one", 2, [9, 11]),
    ("casino", "spades_two", 2, [9, 11]), ("casino", "spades_two", 3, [7, 9, 11]),
    ("casino", "sweeps", 2, [8, 11]), ("royal-casino", "", 2, [8, 11]),
    ("spade-casino", "", 2, [21, 24]), ("spade-casino", "sweeps", 4, [21, 24]),
    ("swazi-casino", "", 2, [11]), ("swazi-casino", "", 3, [11]), ("lesotho-casino", "", 3, [11]),
    ("south-african-casino", "", 2, [10, 11]), ("south-african-casino", "", 3, [9, 10, 11]),
    ("south-african-casino", "", 4, [9, 10, 11, 12, 13]),
    ("south-african-casino", "most_spades_two", 2, [11]),
    ("south-african-casino", "most_spades_two", 3, [11]),
    ("south-african-casino", "most_spades_two", 4, [11, 12, 13, 14]),
    ("south-african-casino", "seven_points", 2, [10, 11]),
    ("south-african-casino", "seven_points most_spades_two", 2, [11]),
    ("south-african-casino", "seven_points", 3, [7]),
    ("south-african-casino", "seven_points most_spades_two", 4, [7]),
    ("south-african-casino", "point_cards_or_nothing", 2, [10, 11]),
    ("kasino", "", 2, [10, 11]), ("kasino", "", 3, [8, 9, 10, 11]),
    ("kasino", "no_last_point", 2, [9, 10]), ("kasino", "no_last_point", 3, [7, 8, 9, 10]),
    ("kasino", "spades_one", 2, [9, 10]), ("kasino", "spades_one", 4, [8, 9, 10]),
    ("kasino", "over_spades", 2, [*range(11, 19)]), ("kasino", "over_spades", 3, [*range(8, 19)]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "house", "sides", "totals"), TOTALS)
def test_what_a_game_can_add_up_to(game: str, house: str, sides: int, totals: list[int]) -> None:
    """The table of the rules and all ways to share the cards out give the same totals; among three
    or four in a soak."""
    assert possible_totals(ruleset(game, house.split()).sheet, sides) == totals
    if sides == 2 or SOAK > 1:
        assert sorted(casino_score.possible_totals(game, set(house.split()), sides)) == totals


@st.composite
def sheets(draw: st.DrawFn) -> tuple[str, list[str], list[Any], list[int] | None, int | None]:
    """Return a game, house rules, rows, teams, who captured last: now and then with a card too
    few."""
    game = draw(st.sampled_from(FAMILY))
    known = set(RULESETS[game].house_rules.names())
    house = [name for name in SCORING_RULES if name in known and draw(st.booleans())]
    if excluded({*house}):
        house.remove("spades_two")
    seating = ruleset(game, house).seating
    players = draw(st.sampled_from(sorted(seating.deal_plans)))
    if seating.two_sides:
        players = draw(st.sampled_from([2, 4]))
    pairs = players in seating.pairs_only or (seating.two_sides and players == 4)
    choose_pairs = bool(seating.team_counts.get(players)) and (pairs or draw(st.booleans()))
    teams = [0, 1, 0, 1] if choose_pairs else None
    piles = ruleset(game, house).pile_seats(players, tuple(teams) if teams else None)
    if draw(st.integers(0, 3)) == 0:
        piles = ruleset(game, house).quick_seats(players, tuple(teams) if teams else None)
        said: list[Any] = [{"points": draw(st.integers(0, 12))} for _ in piles]
    else:
        said = piles_of_pack(draw(st.randoms(use_true_random=False)), game, len(piles))
        if draw(st.booleans()) and (short := [one for one in said if one["cards"] > 0]):
            one = draw(st.sampled_from(short))
            one["cards"] -= (
                1
                if not casino_family.impossible_pile(game, one | {"cards": one["cards"] - 1})
                else 0
            )
    if ruleset(game, house).sheet.markers:
        for one in said:
            one["sweeps"] = draw(st.integers(0, 3))
    rows = [said[piles.index(seat)] if seat in piles else None for seat in range(players)]
    last = draw(st.none() | st.integers(0, players - 1))
    return game, house, rows, teams, last


@examples(150)
@given(sheets())
def test_agrees_with_the_scorer_written_apart(
    sheet: tuple[str, list[str], list[Any], list[int] | None, int | None],
) -> None:
    game, house, rows, teams, last = sheet
    assert scored(game, house, rows, teams, last) == casino_score.score(
        game, set(house), rows, teams, last
    )


@examples(150)
@given(st.sampled_from(FAMILY), st.data())
def test_piles_that_cannot_be(game: str, data: st.DataObject) -> None:
    """Against trying all kinds of cards: is there a pile with these numbers?"""
    deck = casino_family.pack(game)
    drawn = counts_of(deck[: data.draw(st.integers(0, len(deck)))], game)
    for key in casino_family.kinds(game):
        step = data.draw(st.sampled_from([0, 0, 1, -1, 3]))
        drawn[key] = max(0, drawn[key] + step)
    most = {field.key: field.most for field in ruleset(game).sheet.fields}
    if any(drawn[key] > most[key] for key in COUNTS):
        return
    assert pile_exists(ruleset(game).sheet, drawn) is not casino_family.impossible_pile(game, drawn)


PILES = [
    # cards, spades, aces, 10♦, 2♠; can it be?
    ((0, 0, 0, 0, 0), True),
    ((52, 13, 4, 1, 1), True),
    ((2, 3, 0, 0, 0), False),  # more spades than cards
    ((1, 0, 1, 1, 0), False),  # the 10♦ is no ace
    ((1, 1, 1, 0, 0), True),  # the ace of spades
    ((1, 1, 0, 0, 1), True),  # the 2♠ is a spade
    ((1, 0, 0, 0, 1), False),
    ((51, 13, 4, 1, 1), True),
    ((52, 12, 4, 1, 1), False),  # all cards, but not all spades
    ((13, 13, 0, 0, 1), False),  # all spades, and not their ace
    ((4, 0, 4, 0, 0), False),  # all aces, and no spade
]


@pytest.mark.parametrize(("numbers", "can_be"), PILES)
def test_piles(numbers: tuple[int, ...], can_be: bool) -> None:
    sheet = ruleset("casino").sheet
    assert pile_exists(sheet, dict(zip(COUNTS, numbers, strict=True))) is can_be


def test_house_rules_only_change_what_they_say() -> None:
    """A switch about the play scores nothing."""
    rows = [{"cards": 30, "spades": 8, "aces": 2, "big_casino": 1, "little_casino": 0}]
    rows.append({"cards": 22, "spades": 5, "aces": 2, "big_casino": 0, "little_casino": 1})
    plain = scored("casino", [], rows, None, None)
    for name in RULESETS["casino"].house_rules.names_during_play():
        assert scored("casino", [name], rows, None, None) == plain


ADJUSTED = [
    # game, house, teams, adjustments by seat, what they add to each seat's total
    ("krypkasino", (), None, (-1, 0), (-1, 0)),
    ("krypkasino", (), (0, 1, 0, 1), (-1, 4, -2, 0), (-1, 4, -2, 0)),
    *[(game, (), None, (5, -100), (5, -100)) for game in RULESETS if game != "krypkasino"],
    ("casino", ("difference_scoring",), None, (-4, 2), (-4, 2)),
    ("casino", (), (0, 1, 0, 1), (-1, 2, 0, 0), (-1, 2, -1, 2)),
    ("lesotho-casino", (), (0, 1, 0, 1), (-1, 2, -3, 0), (-4, 2, -4, 2)),
]


@pytest.mark.parametrize(("game", "house", "teams", "points", "added"), ADJUSTED)
def test_what_the_table_agreed_on_is_added_after_all_else(
    game: str,
    house: tuple[str, ...],
    teams: tuple[int, ...] | None,
    points: tuple[int, ...],
    added: tuple[int, ...],
) -> None:
    """The sum, the expected one and the balance are those of the sheet without it."""
    rules = ruleset(game, house)
    piles = rules.pile_seats(len(points), teams)
    whole = dict(rules.sheet.whole)
    plain = [
        RowCounts(
            0, {field.key: whole[field.key] if seat == 0 else 0 for field in rules.sheet.fields}
        )
        if seat in piles
        else RowCounts(0, None)
        for seat in range(len(points))
    ]
    rows = [
        replace(row, adjustment=Adjustment(number, "why"))
        for row, number in zip(plain, points, strict=True)
    ]
    before, after = score(rules, plain, teams), score(rules, rows, teams)
    totals = [
        (one.total - other.total, one.adjustment)
        for one, other in zip(after.scores, before.scores, strict=True)
    ]
    assert totals == [(number, number) for number in added]
    assert (after.sum, after.expected, after.balanced) == (before.sum, before.expected, True)
    assert [one.items for one in after.scores] == [one.items for one in before.scores]
    for team in after.teams or ():
        seats = team.players[:1] if rules.sheet.by_side else team.players
        assert team.total == sum(after.scores[seat].total for seat in seats)
    assert check(rules, rows, teams).balanced == check(rules, plain, teams).balanced
