"""Evenings to a target, and sessions of Kasino, against models of them after every step (F1.6,
F1.7)."""

import random
from itertools import cycle, islice, product
from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS, ruleset
from tests.api_calls import NAMES, Caller, Table
from tests.databases import DATABASES
from tests.groups import read_in, written
from tests.oracle import variants
from tests.oracle.casino_family import FAMILY, excluded, pack, piles, row, said, with_aces
from tests.oracle.casino_score import score
from tests.oracle.target_session import TargetEvening
from tests.page_client import opened
from tests.strategies import SOAK, times

from .test_sessions import start

EVENINGS = times(9) if SOAK > 1 else 1
MOST_GAMES = 7 if SOAK > 1 else 5
ON = [*product(DATABASES, FAMILY)] if SOAK > 1 else [*zip(cycle(DATABASES), FAMILY, strict=False)]
"""Each game on one database; a soak has both."""
SCORING_RULES = (
    "sweeps cards_two_last_one difference_scoring count_out claim_out sweeps_at_once clockwise "
    "partners no_last_point late_sweeps_off ties_roll_over over_spades spades_one sweeps_cancel "
    "spades_two cards_roll_over spades_roll_over spades_shared"
).split()


def plan_of(chance: random.Random, game: str) -> dict[str, Any]:
    known = RULESETS[game].house_rules.names()
    house = {name for name in SCORING_RULES if name in known and chance.random() < 0.35}
    if excluded(house):
        house -= {"sweeps_cancel", "spades_two", "ties_roll_over", "spades_roll_over"}
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
    must_count = any(rule.endswith("_roll_over") for rule in evening.house)
    if evening.teams is None and not must_count and chance.random() < 0.2:
        scored = score(GAME, evening.house, rows, None, last)["players"]
        rows = [
            {"points": one["total"] - one["items"]["sweeps"], "sweeps": row["sweeps"]}
            for one, row in zip(scored, rows, strict=True)
        ]
    return [*rows, *[None] * (players - len(rows))], last


def check_kasino(table: Table, evening: TargetEvening) -> None:
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
        for seat, counted in enumerate(rows):
            assert counted is None or table.put(begun, seat, counted).status_code == 200
        answer = table.close(begun, last_capturer=last)
        assert answer.status_code == 200, answer.text
        evening.finish(rows, last)
        games.append((rows, last))
        check_kasino(table, evening)
    for _ in range(3):
        correct(table, chance, games)
        check_kasino(table, model(evening, games))
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
        for seat, counted in enumerate(variants.rows_of(rows)):
            table.put(number, seat, counted)
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
    for seat, counted in enumerate(variants.rows_of(MOST)):
        assert tied.put(1, seat, counted).status_code == 200
    assert [game["scores"] for game in tied.get()["games"]] == [[9, 2], [9, 2]]
    late = begun(app, "late_sweeps_off", 60, (ALL, 0), (ALL, 0))
    for seat, counted in enumerate(variants.rows_of(LEVEL)):
        assert late.put(1, seat, counted).status_code == 200
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


LENGTHS = [
    # length, the scores of each game, totals that are over: after which game, and the winners then
    ({"games_planned": 2}, [(8, 3), (4, 7)], 2, {"high": [0], "low": [1]}),
    ({"games_planned": 1}, [(8, 3)], 1, {"high": [0], "low": [1]}),
    ({"target": 15}, [(8, 3), (8, 3)], 2, {"high": [0], "low": [1]}),
]


EACH_LENGTH = [
    (database, game, *row)
    for database, (game, row) in zip(cycle(DATABASES), product(RULESETS, LENGTHS), strict=False)
]
"""Each length of each game on one database; three lengths on two databases: every game has both."""


@pytest.mark.parametrize(
    ("stored_app", "game", "length", "games", "ends", "winners"),
    EACH_LENGTH,
    indirect=["stored_app"],
    scope="session",
)
def test_every_game_has_either_length(
    stored_app: Flask, game, length, games, ends, winners
) -> None:
    """Standings, winners and settlement follow the best total, whichever that is in the game."""
    table = Caller(stored_app).start(NAMES[:2], game=game, **length)
    assert {key: table.get()[key] for key in length} == length
    other = {"games_planned", "target"} - length.keys()
    assert [table.get()[key] for key in other] == [None]
    for number, points in enumerate(games, 1):
        assert table.get()["over"] is False
        rows = [
            {"card_points": most, "markers": 0} if game == "krypkasino" else {"points": most}
            for most in points
        ]
        table.begin()
        table.fill(number, *rows)
        answer = table.close(number, accept_imbalance=True)
        assert answer.status_code == 200
    session = table.get()
    assert (session["over"], session["winners"]) == (True, winners[session["direction"]])
    assert len(session["games"]) == ends
    totals = [standing["total"] for standing in session["standings"]]
    paid = [abs(totals[0] - totals[1])] if totals[0] != totals[1] else []
    assert [payment["points"] for payment in session["settlement"]["pairwise"]] == paid
    again = table("POST", "/games", {})
    assert again.status_code == (409 if "target" in length else 201)


@pytest.mark.parametrize("game", RULESETS)
def test_the_length_of_a_session_changes_its_kind(api: Caller, game: str) -> None:
    table = api.start(NAMES[:2], game=game)
    for length in ({"games_planned": 4}, {"target": 30}, {"games_planned": 3}):
        changed = table("PATCH", "", length).json
        assert {key: changed[key] for key in ("games_planned", "target")} == {
            "games_planned": None, "target": None, **length
        }  # fmt: skip
    assert table("PATCH", "", {"games_planned": 3, "target": 30}).status_code == 422
    assert api("POST", "/sessions", {"game": game, "players": NAMES[:2], "games_planned": 2,
                                     "target": 20}).status_code == 422  # fmt: skip


def test_a_claim_needs_a_target(api: Caller) -> None:
    """Without one there is nothing to be claimed, and the game goes on."""
    table = api.start(NAMES[:2], game="casino", house={"claim_out": True}, games_planned=2)
    table.begin()
    table.put(1, 0, row(30, 8, 4, 1, 1))
    answer = table.close(1, claimed_by=0)
    assert answer.status_code == 422
    assert table.get("/games/1")["state"] == "open"


TIED_TWICE = [
    # game, house, the points of most cards and most spades in two games that are tied, then not
    ("kasino", "cards_roll_over", (0, 0), (2, 2)),
    ("kasino", "cards_roll_over spades_shared", (0, 1), (2, 2)),
    ("kasino", "spades_roll_over", (0, 0), (1, 4)),
    ("kasino", "ties_roll_over", (0, 0), (2, 4)),
    ("casino", "cards_roll_over", (0, 0), (6, 1)),
    ("royal-casino", "cards_roll_over spades_roll_over", (0, 0), (6, 2)),
    ("casino", "spades_roll_over spades_two", (0, 0), (2, 4)),
]


@pytest.mark.parametrize(("game", "house", "tied", "then"), TIED_TWICE)
def test_each_tie_for_itself(stored_app: Flask, game: str, house: str, tied, then) -> None:
    """Three players, two of them tied for most cards and most spades, and then the first has
    most (variants, *Ties, each for itself*)."""
    table = Caller(stored_app).start(
        NAMES[:3], game=game, house=dict.fromkeys(house.split(), True), target=60
    )
    for cards, spades, expected in (
        ((20, 20, 12), (5, 5, 3), tied),
        ((30, 12, 10), (8, 3, 2), then),
    ):
        rows = [
            row(count, some, 4 * (at == 0), int(at == 0), int(at == 0))
            for at, (count, some) in enumerate(zip(cards, spades, strict=True))
        ]
        items = table.play(*rows, last_capturer=2)["players"][0]["items"]
        assert (items["cards"], items["spades"]) == expected


def test_tied_cards_roll_over_in_spade_casino(api: Caller) -> None:
    table = api.start(NAMES[:2], game="spade-casino", house={"cards_roll_over": True})
    for cards, expected in (((26, 26), 0), ((30, 22), 6)):
        rows = [
            row(count, 6 + at, 2, int(at == 0), int(at == 1), jack_of_spades=int(at == 0))
            for at, count in enumerate(cards)
        ]
        assert table.play(*rows)["players"][0]["items"]["cards"] == expected


EXCLUDING = [
    ("ties_roll_over", "cards_roll_over"), ("ties_roll_over", "spades_roll_over"),
    ("ties_roll_over", "spades_shared"), ("spades_shared", "spades_roll_over"),
]  # fmt: skip


@pytest.mark.parametrize("pair", EXCLUDING)
def test_ties_that_exclude_one_another(api: Caller, pair: tuple[str, str]) -> None:
    answer = api(
        "POST",
        "/sessions",
        {"game": "kasino", "players": NAMES[:2], "house": dict.fromkeys(pair, True)},
    )
    assert answer.status_code == 422
