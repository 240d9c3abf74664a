"""Whole evenings through the API (#end to #house-rules) against a model, after every step."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee.store.database import db
from tests.api_calls import KINDS, Caller, Table
from tests.oracle.krypkasino_session import Evening, Group, Refused
from tests.strategies import SOAK, times

PEOPLE = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia", "Gun", "<Åsa>"]
TEAMS = {
    4: [[0, 1, 0, 1], [1, 0, 1, 0]],
    6: [[0, 1, 2, 0, 1, 2], [2, 0, 1, 2, 0, 1], [0, 1, 0, 1, 0, 1]],
}
SWITCHES = ("two_player_five_six", "last_capture_point", "set_aside_spades")
KEYS = ["a", "b", "c/d", "👵"]
CARD_POINTS = 42
MOST_SESSIONS = 3
at = st.integers(0, 11)
"""A number of a session or seat, counted around so that it always names one."""
back = st.sampled_from([0, 0, 0, 1, 2])
"""A game of a session by its number, the latest first."""


@st.composite
def plans(draw: st.DrawFn, in_teams: bool) -> dict[str, Any]:
    """Return the fields that a session is started with."""
    numbers = list(TEAMS) if in_teams else range(2, 7)
    number = draw(st.sampled_from(numbers))
    house = draw(st.dictionaries(st.sampled_from(SWITCHES[1:]), st.booleans()))
    if number == 2 and draw(st.booleans()):
        house["two_player_five_six"] = True
    return {
        "players": draw(st.permutations(PEOPLE))[:number],
        "teams": draw(st.sampled_from(TEAMS[number])) if in_teams else None, "house": house,
        "games_planned": draw(st.none() | st.integers(1, 4)),
        "first_dealer": draw(st.integers(0, number - 1))}  # fmt: skip


few = st.integers(0, 3)
rows = st.fixed_dictionaries({"markers": few, "card_points": st.integers(0, 20)}) | (
    st.fixed_dictionaries({"markers": few, **dict.fromkeys(KINDS, few)})
)
# Sevenths of all points often make equal totals.
cuts = st.lists(st.integers(0, CARD_POINTS) | st.sampled_from(range(0, 43, 7)), min_size=5)
now_and_then = st.sampled_from([False] * 9 + [True])


class Evenings(RuleBasedStateMachine):
    """A group of people through the API, and beside it in memory."""

    def __init__(self, app: Flask, plans: st.SearchStrategy[dict[str, Any]]) -> None:
        super().__init__()
        self.api, self.plans = Caller(app), plans
        self.group = Group(name="Friday")
        self.tables: list[Table] = []
        # Etags of each row, in the order in which they were seen: (session, game) -> seats.
        self.etags: dict[tuple[str, int], list[list[str]]] = {}
        # Where something was done last: a session, and a game of it.
        self.latest = 0
        self.touched: tuple[Table, Evening, int] | None = None

    # What people do

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        plan = data.draw(self.plans)
        self.tables.append(self.api.start(**plan, group_name=self.group.name))
        self.group.start(**plan)

    @precondition(lambda self: len(self.tables) < MOST_SESSIONS)
    @rule(data=st.data())
    def start_another(self, data: st.DataObject) -> None:
        plan = data.draw(self.plans)
        first = self.tables[0]
        joined = first.edit.start(**plan, group_id=first.group_id)
        self.tables.append(Table(first.edit, first.view, joined.id, first.group_id))
        self.group.start(**plan)
        self.latest = len(self.tables) - 1

    @rule(session=at, too_early=now_and_then)
    def begin(self, session: int, too_early: bool) -> None:
        table, evening = self.find(session, lambda evening: too_early or ready(evening))
        answer = table("POST", "/games")
        number = allowed(evening.begin)
        assert answer.status_code == (201 if number else 409)
        if number:
            assert answer.json["number"] == number
            assert answer.json["dealer"] == evening.dealer(number)
            self.touched = table, evening, number

    @rule(session=at, counted=cuts)
    def play(self, session: int, counted: list[int]) -> None:
        """Enter all counting cards, divided at random, and finish the game."""
        table, evening = self.find(session, lambda evening: not evening.closed)
        if ready(evening):
            assert table.begin() == evening.begin()
        number = len(evening.games)
        if number == 0 or evening.games[-1].finished:
            return
        self.touched = table, evening, number
        seats = len(evening.players)
        ends = [*sorted(counted[: seats - 1]), CARD_POINTS]
        for seat, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            standing = evening.games[-1].rows[seat] or {"markers": 0}
            row = {"markers": standing["markers"], "card_points": end - start}
            etag = self.seen(table, evening, number)[seat][-1]
            assert table.put(number, seat, row, etag).status_code == 200
            evening.put_row(number, seat, row)
        last = counted[0] % seats
        assert table.close(number, last_capturer=last).status_code == 200
        assert evening.finish(number, last) == (True, None)

    @precondition(lambda self: self.has_games())
    @rule(session=at, back=back)
    def discard(self, session: int, back: int) -> None:
        table, evening, number = self.find_game(session, back)
        status = table("DELETE", f"/games/{number}").status_code
        if evening.games[number - 1].finished:
            assert status == 409
        else:
            assert status == 204
            evening.discard()
            self.etags.pop((table.id, number), None)
            self.touched = None

    @precondition(lambda self: self.has_games())
    @rule(session=at, seat=at, double=st.booleans(), key=st.sampled_from(KEYS))
    def count_sweep(self, session: int, seat: int, double: bool, key: str) -> None:
        table, evening, number = self.find_game(session)
        seat %= len(evening.players)
        answer = table.sweep(number, seat, key, double=double)
        game = evening.games[number - 1]
        if key in game.counted:
            same = game.counted[key] == (seat, 2 if double else 1)
            assert answer.status_code == (201 if same else 422)
        elif game.finished:
            assert answer.status_code == 409
        else:
            assert answer.status_code == 201
            evening.count_sweep(seat, double, key)

    @precondition(lambda self: self.has_games())
    @rule(session=at, key=at, unknown=now_and_then, times=st.integers(1, 2))
    def take_back(self, session: int, key: int, unknown: bool, times: int) -> None:
        table, evening, number = self.find_game(session)
        game = evening.games[number - 1]
        keys = KEYS if unknown else list(game.counted) or KEYS
        name = keys[key % len(keys)]
        path = f"/games/{number}/sweeps/{quote(name)}"
        (status,) = {table("DELETE", path).status_code for _ in range(times)}
        if name not in game.counted:
            assert status == 404
        elif game.finished and name not in game.taken_back:
            assert status == 409
        else:
            assert status == 204
            if not game.finished:
                evening.take_back(name)

    @precondition(lambda self: self.has_games())
    @rule(session=at, back=back, seat=at, row=rows, stale=st.sampled_from([0, 0, 0, 1, 2]))
    def put_row(self, session: int, back: int, seat: int, row: dict[str, int], stale: int) -> None:
        """Put a row with the present etag, or one from ``stale`` changes ago."""
        table, evening, number = self.find_game(session, back)
        seat %= len(evening.players)
        game = evening.games[number - 1]
        seen = self.seen(table, evening, number)[seat]
        stale = min(stale, len(seen) - 1)
        answer = table.put(number, seat, row, seen[-1 - stale])
        standing = game.rows[seat]
        if stale and standing != row:
            assert answer.status_code == 412
            assert standing == (without_etag(answer.json["current"]) if standing else None)
            assert without_etag(answer.json["yours"]) == row
        else:
            assert answer.status_code == 200
            assert (answer.headers["ETag"] == seen[-1]) == (standing == row)
            evening.put_row(number, seat, row)
            # The same again, because the answer got lost.
            again = table.put(number, seat, row, seen[-1 - stale])
            assert (again.status_code, again.json) == (200, answer.json)

    @precondition(lambda self: self.has_games())
    @rule(session=at, back=back, last=st.none() | at, accept=st.booleans())
    def close_game(self, session: int, back: int, last: int | None, accept: bool) -> None:
        table, evening, number = self.find_game(session, back)
        last = None if last is None else last % len(evening.players)
        answer = table.close(number, last_capturer=last, accept_imbalance=accept)
        game = evening.games[number - 1]
        if game.finished:
            game.last_capturer = game.last_capturer if last is None else last
            closed, reason = True, None
        else:
            closed, reason = evening.finish(number, last, accept)
        if closed:
            assert (answer.status_code, answer.json) == (200, evening.result(number))
        else:
            assert (answer.status_code, answer.json["reason"]) == (422, reason)

    @rule(session=at, early=now_and_then)
    def close_session(self, session: int, early: bool) -> None:
        table, evening = self.find(session, lambda evening: early or evening.games_played() > 1)
        if not early and evening.games_played() < 2:
            return
        assert table("POST", "/close").status_code == 200
        evening.close()

    # What people see

    @invariant()
    def the_session_and_its_group_are_those_of_the_model(self) -> None:
        if not self.tables:
            return
        assert session_of(self.tables[self.latest]) == told(self.group.sessions[self.latest])
        group = self.tables[0].group()
        assert group["name"] == self.group.name
        people = {person["name"]: person for person in group["players"]}
        assert len(people) == len(group["players"])
        assert people == self.group.statistics()
        summaries = {session["id"]: session for session in group["sessions"]}
        assert len(summaries) == len(self.tables)
        for table, summary in zip(self.tables, self.group.summaries(), strict=True):
            assert {name: summaries[table.id][name] for name in summary} == summary

    @invariant()
    def the_sheet_that_was_touched_is_that_of_the_model(self) -> None:
        if self.touched:
            self.compare_sheet(*self.touched)

    def teardown(self) -> None:
        for table, evening in zip(self.tables, self.group.sessions, strict=True):
            assert session_of(table) == told(evening)
            for number, game in enumerate(evening.games, start=1):
                self.compare_sheet(table, evening, number)
                state = table.get(f"/games/{number}")
                assert (state["number"], state["dealer"]) == (number, evening.dealer(number))
                assert state["state"] == ("finished" if game.finished else "open")
                assert state["scores"] == (evening.result(number) if game.finished else None)

    def compare_sheet(self, table: Table, evening: Evening, number: int) -> None:
        game = evening.games[number - 1]
        sheet = table.get(f"/games/{number}/sheet")
        assert [row and without_etag(row) for row in sheet["rows"]] == game.rows
        assert (sheet["last_capturer"], sheet["result"]) == (
            game.last_capturer,
            evening.result(number),
        )
        seen = self.seen(table, evening, number)
        for row, etags in zip(sheet["rows"], seen, strict=True):
            if row and row["etag"] != etags[-1]:
                assert row["etag"] not in etags
                etags.append(row["etag"])

    # Choosing

    def find(
        self, session: int, wanted: Callable[[Evening], bool] = lambda _: True
    ) -> tuple[Table, Evening]:
        """Return a session like that, or else any."""
        sessions = self.group.sessions
        like_that = [at for at, evening in enumerate(sessions) if wanted(evening)]
        among = like_that or range(len(sessions))
        self.latest = among[session % len(among)]
        return self.tables[self.latest], sessions[self.latest]

    def has_games(self) -> bool:
        return any(evening.games for evening in self.group.sessions)

    def find_game(self, session: int, back: int | None = None) -> tuple[Table, Evening, int]:
        """Return a game, the latest unless ``back`` says another; then rather one that goes on."""
        table, evening = self.find(
            session,
            lambda evening: (
                bool(evening.games) and (back is not None or not evening.games[-1].finished)
            ),
        )
        if not evening.games:
            table, evening = self.find(session, lambda evening: bool(evening.games))
        number = max(1, len(evening.games) - (back or 0))
        self.touched = table, evening, number
        return table, evening, number

    def seen(self, table: Table, evening: Evening, number: int) -> list[list[str]]:
        empty = [['"0"'] for _ in evening.players]
        return self.etags.setdefault((table.id, number), empty)


def allowed(act: Callable[[], int]) -> int | None:
    """Return what the model answers; None if it refuses."""
    try:
        return act()
    except Refused:
        return None


def ready(evening: Evening) -> bool:
    """Return whether a game can be begun."""
    unfinished = any(not game.finished for game in evening.games)
    return not unfinished and not evening.closed


def without_etag(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "etag"}


def session_of(table: Table) -> dict[str, Any]:
    """Return what the API says of a session, as far as the contract goes."""
    session = table.get()
    names = ("number", "dealer", "state", "scores", "balanced")
    games = [{name: game[name] for name in names} for game in session["games"]]
    return {name: session[name] for name in (*FACTS, "standings")} | {
        "games": games, "settlement": {way: in_order(session["settlement"][way]) for way in WAYS},
        "owed": owed(session["settlement"]["fewest"], len(session["standings"]))}  # fmt: skip


WAYS = ("pairwise", "to_winner")
FACTS = "players teams house games_planned closed next_dealer".split()


def told(evening: Evening) -> dict[str, Any]:
    """Return what the model says of a session, in the shape of ``session_of``."""
    return {
        "players": evening.players,
        "teams": evening.teams,
        "house": dict.fromkeys(SWITCHES, False) | evening.house,
        "games_planned": evening.games_planned,
        "closed": evening.closed,
        "next_dealer": evening.next_dealer(),
        "standings": evening.standings(),
        "games": [
            {
                "number": number, "dealer": evening.dealer(number),
                "state": "finished" if game.finished else "open", "scores": evening.scores(number),
                "balanced": evening.balanced(number)}
            for number, game in enumerate(evening.games, start=1)
        ],
        "settlement": {way: in_order(paid) for way, paid in evening.settlement().items()},
        "owed": evening.owed(),
    }  # fmt: skip


def in_order(payments: list[dict[str, int]]) -> list[dict[str, int]]:
    return sorted(payments, key=lambda payment: (payment["from"], payment["to"]))


def owed(payments: list[dict[str, int]], sides: int) -> dict[int, int]:
    """Return what each side pays in all, less what it gets."""
    found = dict.fromkeys(range(sides), 0)
    for payment in payments:
        found[payment["from"]] += payment["points"]
        found[payment["to"]] -= payment["points"]
    return found


STEPS = {"sqlite": 30, "postgresql": 30 if SOAK > 1 else 15}
"""On the slower one fewer, but in a soak."""
EVENINGS = settings(
    max_examples=times(8) if SOAK > 1 else 2, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.parametrize(
    ("stored_app", "in_teams"), [("sqlite", False), ("postgresql", True)], indirect=["stored_app"]
)
def test_evenings(stored_app: Flask, in_teams: bool) -> None:
    machine = partial(Evenings, stored_app, plans(in_teams=in_teams))
    with stored_app.app_context():
        steps = STEPS[db.engine.dialect.name]
    run_state_machine_as_test(machine, settings=settings(EVENINGS, stateful_step_count=steps))
