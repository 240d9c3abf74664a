"""Evenings to a target through the API, against a model of them after every step (F1.6, F1.7)."""

import random
from itertools import cycle, product
from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS, ruleset
from tests.api.test_casino_sessions import start
from tests.api_calls import NAMES, Caller, Table
from tests.casino_sheets import FAMILY, piles, row, said, with_aces
from tests.databases import DATABASES
from tests.exported_groups import read_in, written
from tests.oracle.switches import excluded
from tests.oracle.target_session import TargetEvening
from tests.page_client import opened
from tests.strategies import SOAK, times

EVENINGS = times(9) if SOAK > 1 else 1
MOST_GAMES = 7 if SOAK > 1 else 5
ON = [*product(DATABASES, FAMILY)] if SOAK > 1 else [*zip(cycle(DATABASES), FAMILY, strict=False)]
"""Each game on one database; a soak has both."""
SCORING_RULES = (
    "sweeps cards_two_last_one difference_scoring count_out claim_out sweeps_at_once clockwise "
    "partners no_last_point late_sweeps_off ties_roll_over over_spades spades_one sweeps_cancel "
    "spades_two"
).split()


def plan_of(chance: random.Random, game: str) -> dict[str, Any]:
    known = RULESETS[game].house_rules.names()
    house = {name for name in SCORING_RULES if name in known and chance.random() < 0.35}
    if excluded(house):
        house -= {"sweeps_cancel", "spades_two"}
    seating = ruleset(game, house).seating
    players = chance.choice([2, 4] if seating.two_sides else sorted(seating.deal_plans))
    teams = [0, 1, 0, 1] if players in seating.team_counts else None
    if teams and not seating.two_sides and players not in seating.pairs_only:
        teams = chance.choice([teams, None])
    if players in seating.pairs_only:
        teams = chance.choice([teams, None])  # then they may be left out
    return {
        "game": game, "players": NAMES[:players], "house": house, "teams": teams,
        "target": chance.choice([None, 7, 9, 12, 21]), "first_dealer": chance.randrange(players),
    }  # fmt: skip


def check(table: Table, evening: TargetEvening) -> dict[str, Any]:
    """Return the session, held against the model."""
    found, told = table.get(), evening.state()
    keys = ("over", "winners", "next_dealer")
    assert {key: found[key] for key in keys} == {key: told[key] for key in keys}
    assert (found["direction"], found["target"]) == ("high", evening.target)
    assert (found["games_planned"], found["teams"]) == (None, evening.teams and list(evening.teams))
    places = [{key: one[key] for key in ("side", "total", "place")} for one in found["standings"]]
    wanted = [{key: one[key] for key in ("side", "total", "place")} for one in told["standings"]]
    assert places == wanted
    for way in ("pairwise", "to_winner"):
        assert in_order(found["settlement"][way]) == in_order(told["settlement"][way])
    return found


def in_order(payments: list[dict[str, int]]) -> list[list[tuple[str, int]]]:
    return sorted(sorted(payment.items()) for payment in payments)


def begin(table: Table, evening: TargetEvening) -> int:
    """Return the next game; on purpose where somebody has won."""
    if evening.needs_force():
        refused = table("POST", "/games", {})
        assert (refused.status_code, refused.json["reason"]) == (409, "over")
        return table.begin(force=True)
    return table.begin()


def rows_of(chance: random.Random, evening: TargetEvening) -> list[dict[str, int] | None]:
    """Return a row for each pile: counts, or now and then what was made of them."""
    rules = ruleset(evening.game, evening.house)
    players = len(evening.players)
    seats = rules.pile_seats(players, tuple(evening.teams) if evening.teams else None)
    counted = piles(chance, evening.game, len(seats), with_aces)
    if rules.sheet.markers:
        counted = [one | {"sweeps": chance.choice([0, 0, 1, 2])} for one in counted]
    by_seat = dict(zip(seats, counted, strict=True))
    return [by_seat.get(seat) for seat in range(players)]


def _without_aces(row: dict[str, Any] | None) -> dict[str, Any] | None:
    return row and {name: one for name, one in row.items() if name != "which_aces"}


def finish(table: Table, evening: TargetEvening, chance: random.Random) -> None:
    """Play a game to the end, or until a player claims the target."""
    number = begin(table, evening)
    whole = rows_of(chance, evening)
    silent = {seat for seat in range(len(whole)) if chance.random() < 0.8}
    rows = [_without_aces(row) if at in silent else row for at, row in enumerate(whole)]
    sheet = ruleset(evening.game, evening.house).sheet
    last = chance.randrange(len(evening.players)) if sheet.last_capture_points else None
    for seat, counted in enumerate(rows):
        if counted is not None:
            answer = table.put(number, seat, counted)
            assert answer.status_code == 200, (answer.text, counted)
        else:
            assert table.put(number, seat, said(1)).status_code == 422
    at_once = {"sweeps", "sweeps_at_once"} <= evening.house
    if ("claim_out" in evening.house or at_once) and chance.random() < 0.6:
        seat = chance.randrange(len(rows))
        answer = table.close(number, claimed_by=seat)
        if not evening.claim_refused(rows, seat):
            assert answer.status_code == 200, answer.text
            assert (answer.json["balanced"], answer.json["kinds"]) == (True, None)
            told = evening.finish(rows, claimed_by=seat)
            assert check(table, evening)["games"][-1]["scores"] == told["scores"]
            return
        assert (answer.status_code, answer.json["reason"]) == (422, "claim_too_low")
    answer = table.close(number, last_capturer=last)
    asked = evening.seats_in_question(rows, last)
    if asked:
        assert (answer.status_code, answer.json["reason"]) == (422, "which_aces"), answer.text
        assert answer.json["seats"] == asked
        for seat in asked:
            rows[seat] = whole[seat]
            assert table.put(number, seat, whole[seat]).status_code == 200
        answer = table.close(number, last_capturer=last)
    assert answer.status_code == 200, answer.text
    told = evening.finish(rows, last)
    found = check(table, evening)
    assert found["games"][-1]["scores"] == told["scores"]


@pytest.mark.parametrize(("stored_app", "game"), ON, indirect=["stored_app"], scope="session")
def test_evenings_to_a_target(stored_app: Flask, game: str) -> None:
    chance = random.Random(f"{game} {SOAK}")
    for _ in range(EVENINGS):
        plan = plan_of(chance, game)
        evening = TargetEvening(**plan)
        switches = {name: name in plan["house"] for name in RULESETS[game].house_rules.names()}
        asked = plan | {"house": switches}
        table = Caller(stored_app).start(asked.pop("players"), **asked)
        check(table, evening)
        for _ in range(chance.randrange(1, MOST_GAMES)):
            finish(table, evening, chance)
        check_read_in(table)


CHANGED = [
    # house rules, the first row, how the game ends, the house rules by which it is scored then
    (["sweeps"], row(26, 7, 2, 1, 1, sweeps=2), {}, []),
    (["sweeps", "claim_out"], row(26, 7, 2, 1, 1, sweeps=2), None, ["claim_out"]),
    (["count_out"], row(26, 7, 2, 1, 1) | {"which_aces": ["AS", "AC"]}, {}, []),
    (["claim_out"], row(30, 7, 2, 1, 1), {"claimed_by": 0}, []),
]


@pytest.mark.parametrize(("on", "counted", "closing", "later"), CHANGED)
def test_a_session_can_be_read_in_after_other_house_rules(api, on, counted, closing, later) -> None:
    table = start(api, on=on, target=7)
    table.begin()
    if "sweeps" in on:
        table.sweep(1, 0, "tap")
    table.fill(1, counted, row(26, 6, 2, 0, 0))
    assert closing is None or table.close(1, **closing).status_code == 200
    change = {"house": dict.fromkeys(later, True), "score_again": [1]}
    assert table("PATCH", "", change).status_code == 200
    assert not table.sheet().get("claim_taken_back")
    sheet = opened(api.app, table.edit.key).ask(f"/g/{table.group_id}/{table.id}/1/sheet").text
    assert ("2 sweeps, 26 cards" in sheet) == (on == ["sweeps"])
    check_read_in(table)


def check_read_in(table: Table) -> None:
    """Check that the session is the same once saved and read in again, also after corrections."""
    assert table.edit.key
    phone = opened(table.edit.app, table.edit.key)
    saved = phone.ask(f"/g/{table.group_id}/export.json").json
    other, answer = read_in(table.edit.app, written(saved))
    assert answer.status_code == 303, answer.text
    assert other.ask(f"{answer.location}/export.json").json == saved
