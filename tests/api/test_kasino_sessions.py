"""Sessions of Kasino through the API, whose games depend on one another, against the model: ties
that roll over, late sweeps, ties at the top; and corrections of earlier games (#session)."""

import random
from itertools import cycle, islice
from typing import Any

import pytest
from flask import Flask

from tests.api_calls import NAMES, Caller, Table
from tests.databases import DATABASES
from tests.exported_groups import read_in, written
from tests.oracle import variants
from tests.oracle.casino_pack import pack
from tests.oracle.casino_score import score
from tests.oracle.target_session import TargetEvening
from tests.page_client import opened
from tests.strategies import SOAK, times

GAME = "kasino"
Played = tuple[list[Any], int]
"""The rows of a game, and who captured last."""


def played(chance: random.Random, evening: TargetEvening) -> Played:
    """Return a game: often with ties, now and then by points alone."""
    players = len(evening.players)
    seats = range(players) if evening.teams is None else (0, 1)
    cards = pack(GAME)
    chance.shuffle(cards)
    even = chance.random() < 0.6
    owners = [seats[at % len(seats)] if even else chance.choice(seats) for at in range(len(cards))]
    piles = [[c for c, owner in zip(cards, owners, strict=True) if owner == s] for s in seats]
    rows = [variants.row_of(GAME, pile) | {"sweeps": chance.choice((0, 0, 1, 2))} for pile in piles]
    last = chance.randrange(players)
    if evening.teams is None and "ties_roll_over" not in evening.house and chance.random() < 0.2:
        scored = score(GAME, evening.house, rows, None, last)["players"]
        rows = [
            {"points": one["total"] - one["items"]["sweeps"], "sweeps": row["sweeps"]}
            for one, row in zip(scored, rows, strict=True)
        ]
    return [*rows, *[None] * (players - len(rows))], last


def check(table: Table, evening: TargetEvening) -> None:
    """Hold the session, and the sheet of each game, against the model."""
    found, told = table.get(), evening.state()
    for key in ("over", "winners", "next_dealer"):
        assert found[key] == told[key]
    for number, game in enumerate(evening.games, 1):
        assert found["games"][number - 1]["scores"] == evening.scores(number)
        result = table.sheet(number)["result"]
        for key in ("teams", "sum", "expected", "balanced", "kinds"):
            assert result[key] == game.answer[key]
        scored = [{key: one[key] for key in ("items", "total")} for one in result["players"]]
        assert scored == game.answer["players"]


def model(evening: TargetEvening, games: list[Played]) -> TargetEvening:
    """Return a session like this one with these games."""
    names, house, teams = evening.players, evening.house, evening.teams
    other = TargetEvening(GAME, names, house, teams, evening.target)
    for rows, last in games:
        other.finish(rows, last)
    return other


def correct(table: Table, chance: random.Random, games: list[Played]) -> None:
    """Correct a row or the last capturer of a game."""
    number = chance.randrange(len(games))
    rows, last = games[number]
    seat = chance.choice([seat for seat, row in enumerate(rows) if row is not None])
    if "points" not in rows[seat] and chance.random() < 0.5:
        last = (last + 1) % len(rows)
        answer = table.close(number + 1, last_capturer=last)
    else:
        changed = {name: count for name, count in rows[seat].items() if name != "sweeps"}
        if changed.get("spades", 0) > changed.get("little_casino", 0) + 4:
            changed["spades"] -= 1
        rows = [*rows[:seat], changed | {"sweeps": chance.randrange(4)}, *rows[seat + 1 :]]
        answer = table.put(number + 1, seat, rows[seat])
    assert answer.status_code == 200, answer.text
    games[number] = rows, last


NUMBERS = [*enumerate(islice(cycle(DATABASES), times(12)))]


@pytest.mark.parametrize(
    ("number", "stored_app"), NUMBERS, indirect=["stored_app"], scope="session"
)
def test_sessions_and_corrections(stored_app: Flask, number: int) -> None:
    chance = random.Random(f"{GAME} {number} {SOAK}")
    players = chance.choice((2, 3, 4))
    house = variants.random_house(chance, GAME, players)
    teams = chance.choice((None, [0, 1, 0, 1])) if players == 4 else None
    evening = TargetEvening(GAME, NAMES[:players], house, teams, chance.choice((None, 7, 12, 40)))
    table = Caller(stored_app).start(
        NAMES[:players],
        game=GAME,
        house=dict.fromkeys(house, True),
        teams=teams,
        target=evening.target,
    )
    games: list[Played] = []
    for _ in range(chance.randrange(1, 6)):
        rows, last = played(chance, evening)
        begun = table.begin(force=evening.needs_force())
        for seat, row in enumerate(rows):
            assert row is None or table.put(begun, seat, row).status_code == 200
        answer = table.close(begun, last_capturer=last)
        assert answer.status_code == 200, answer.text
        evening.finish(rows, last)
        games.append((rows, last))
        check(table, evening)
    for _ in range(3):
        correct(table, chance, games)
        check(table, model(evening, games))
    assert table.edit.key
    saved = opened(stored_app, table.edit.key).ask(f"/g/{table.group_id}/export.json").json
    other, answer = read_in(stored_app, written(saved))
    assert other.ask(f"{answer.location}/export.json").json == saved


EVEN = "A: 26 cards, 7 spades, 2 aces{}; B: 26 cards, 6 spades, 2 aces{}"
LEVEL, TURNED = (
    EVEN.format(", 2S", ", 10D"),
    ("A: 26 cards, 6 spades, 2 aces, 10D; B: 26 cards, 7 spades, 2 aces, 2S"),
)
TIED, MOST = (
    EVEN.format(", 10D, 2S", ""),
    ("A: 30 cards, 7 spades, 2 aces, 10D, 2S; B: 22 cards, 6 spades, 2 aces"),
)
ALL = "A: 40 cards, 10 spades, 4 aces, 10D, 2S, 1 sweep; B: 12 cards, 3 spades"
SESSIONS = [
    # house rule, target, two games with who captured last: their scores, and who has won
    ("", 7, (LEVEL, 1), (LEVEL, 1), [[5, 5], [5, 5]], [0]),
    ("", 7, (LEVEL, 1), (TURNED, 0), [[5, 5], [5, 5]], [1]),
    ("", 60, (LEVEL, 1), (LEVEL, 1), [[5, 5], [5, 5]], []),
    ("ties_roll_over", None, (TIED, 0), (MOST, 0), [[8, 2], [10, 2]], [0]),
    ("late_sweeps_off", 60, (ALL, 0), (ALL, 0), [[12, 0], [11, 0]], []),
]


def begun(app: Flask, house: str, target: int | None, *games: tuple[str, int]) -> Table:
    """Return a session of two after these games."""
    table = Caller(app).start(
        NAMES[:2], game=GAME, house=dict.fromkeys(house.split(), True), target=target
    )
    for rows, last in games:
        number = table.begin()
        for seat, row in enumerate(variants.rows_of(rows)):
            table.put(number, seat, row)
        assert table.close(number, last_capturer=last).status_code == 200
    return table


@pytest.mark.parametrize(("house", "target", "first", "second", "scores", "winners"), SESSIONS)
def test_published_sessions(app: Flask, house, target, first, second, scores, winners) -> None:
    table = begun(app, house, target, first, second)
    found, people = table.get(), table.people()
    assert [game["scores"] for game in found["games"]] == scores
    assert found["winners"] == winners
    assert [people[name]["sessions_won"] for name in NAMES[:2]] == [
        int(seat in winners) for seat in range(2)
    ]


def test_a_correction_changes_later_games(app: Flask) -> None:
    """The tie of the first game was none, and nobody had 10 before the second."""
    tied = begun(app, "ties_roll_over", 60, (TIED, 0), (MOST, 0))
    for seat, row in enumerate(variants.rows_of(MOST)):
        assert tied.put(1, seat, row).status_code == 200
    assert [game["scores"] for game in tied.get()["games"]] == [[9, 2], [9, 2]]
    late = begun(app, "late_sweeps_off", 60, (ALL, 0), (ALL, 0))
    for seat, row in enumerate(variants.rows_of(LEVEL)):
        assert late.put(1, seat, row).status_code == 200
    assert [game["scores"] for game in late.get()["games"]] == [[6, 4], [12, 0]]


def test_rolled_points_need_counted_rows(app: Flask) -> None:
    table = begun(app, "ties_roll_over", None)
    number = table.begin()
    for seat, points in enumerate((7, 3)):
        table.put(number, seat, {"points": points})
    refused = table.close(number)
    assert (refused.status_code, refused.json["reason"]) == (422, "mixed")


REFUSED = [
    # an entry, the field or the reason of its refusal
    ({"table_is": ["4C", "3S+5H=8@0"]}, "table_is", None),
    ({"turn": "4C 4C+5H=9"}, None, "no_builds"),
    ({"turn": "4C 4C+5H=9", "as_played": True}, None, "no_builds"),
    ({"turn": "QH x KD 9C"}, None, "bad_sum"),
]


@pytest.mark.parametrize(("entry", "field", "reason"), REFUSED)
def test_nothing_is_built_in_a_followed_game(app: Flask, entry, field, reason) -> None:
    table = begun(app, "kasino_values late_sweeps_off", None)
    number = table.begin()
    path = f"/games/{number}/plays"
    first = {"table": ["2S", "5H", "9C", "KD"], "key": "first-entry", "after": 0}
    assert table("POST", path, first).status_code == 201
    refused = table("POST", path, entry | {"key": "second-entry", "after": 1})
    assert refused.status_code == 422
    assert refused.json.get("reason") == reason
    assert [error["field"] for error in refused.json.get("errors", [])] == [field] * bool(field)
    swept = {"turn": "10D x 2S 5H 9C", "key": "third-entry", "after": 1}
    state = table("POST", path, swept).json
    assert (state["table"], state["builds"], state["duties"]) == (["KD"], [], [])
    assert [pile["top"] for pile in state["piles"]] == [None, None]


def test_cards_are_named_as_in_the_contract(app: Flask) -> None:
    """Without the signs that ask screens for plain glyphs."""
    asked = Caller(app)("GET", f"/{GAME}/referee?house=kasino_values&hand=10+3C").json
    assert asked["errors"] == [{"field": "hand", "message": "Which ten? The 10♦ counts 16."}]
    assert asked["detail"] == "Which ten? The 10♦ counts 16."
    names = [switch["name"] for switch in Caller(app).get(f"/{GAME}")["house"]]
    assert names[0] == "From the hand: ace 14, 2♠ 15, 10♦ 16"
    assert names[8:10] == ["The 5♠ may take everything", "Draw a card after each turn"]
