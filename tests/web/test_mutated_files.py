"""Two thousand changed files (``make soak``; a sample in ``make test``): each is refused with a
sentence and leaves nothing, or becomes a group of which every part fits every other."""

import random
import secrets
from typing import Any, NamedTuple

import pytest
from flask import Flask

from tests.api_calls import Caller, Table, kinds, points
from tests.exported_groups import export, group_of, table
from tests.followed_game_calls import Live, played_out
from tests.oracle.krypkasino_score import score
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import all_pages, keys_of, opened
from tests.strategies import SOAK
from tests.web.file_mutations import changed_group, changed_text
from tests.web.test_import_game import saved

from .casino_family_games import carried, taken

RUN = "" if SOAK == 1 else secrets.token_hex(4)
"""Seed of the files: equal at every run, but in ``make soak``."""
FILES = 500 if SOAK > 1 else 2
"""Of each kind on each database."""


@pytest.fixture(scope="module")
def followed(either: Flask) -> Live:
    """Return an evening in pairs, with a game that was followed and then corrected by hand, one
    that was counted, and one in the middle of a log with everything in it."""
    game = simulate(random.Random(4), 4, 0, ["last_capture_point"], careless=0.4)
    first = played_out(Caller(either), game, teams=[0, 1, 0, 1], games_planned=5)
    evening = first.table
    assert evening.put(1, 0, points(9, markers=1)).status_code == 200
    evening.begin()
    evening.sweep(2, 3, "counted", double=True)
    evening.fill(2, points(10), kinds(2, 0, 0, 4, 1), kinds(0, 2, 2, 18, 5), points(1, markers=2))
    assert evening.close(2, accept_imbalance=True, last_capturer=3).status_code == 200
    evening.put(2, 1, points(12))
    last = Live(evening, evening.begin())
    last.lay("5H 5D KH QH")
    last.plays("2H -", "KD", "4S -")
    last.enter(undo=4)
    last.enter(replace=2, card="3H", captured=[], as_played=True)
    last.enter(table_is=["9H"])
    last.play("9S", "9H")
    return last


class Saved(NamedTuple):
    """The evening's group, and its followed games as text."""

    group: Any
    texts: list[str]


@pytest.fixture(scope="module")
def files(followed: Live) -> Saved:
    table = followed.table
    phone = opened(table.edit.app, table.edit.key or "")
    back = phone.get(f"/g/{table.group_id}/{table.id}/3/table/replay/2")
    phone.press(back, "Go back to before this play")
    texts = [saved(Live(table, number)).decode() for number in (1, 3)]
    return Saved(export(phone).json, texts)


@pytest.mark.parametrize("number", range(FILES))
@pytest.mark.parametrize("kind", ["group", "text"])
def test_changed_files(either: Flask, files: Saved, kind: str, number: int) -> None:
    name = f"{kind} {RUN} {number}"
    chance = random.Random(name)
    try:
        if kind == "group":
            check(either, changed_group(files.group, chance))
        else:
            check(either, changed_text(chance.choice(files.texts), chance))
    except BaseException as error:  # it can be had again
        error.add_note(f"random.Random({name!r})")
        raise


def check(app: Flask, content: bytes) -> None:
    """Check that a file is refused with a sentence, or shown, exported and read in again; of each
    replay two pages are seen."""
    phone = taken(app, content)
    if not phone:
        return
    data, group = export(phone).json, group_of(phone)
    many = tuple(f"/replay/{number}" for number in range(2, 120))
    all_pages(phone, f"/g/{group}", group, without=("/links", "/new", "/entry/", *many))
    edit, view = (Caller(app, key) for key in keys_of(phone, group))
    sessions = reversed(edit.get(f"/groups/{group}")["sessions"])
    for session, one in zip(sessions, data["sessions"], strict=True):
        check_session(Table(edit, view, session["id"], group), one)
    totals = [line["total"] for line in table(phone)]
    assert [line["total"] for line in table(carried(app, phone))] == totals


def check_session(evening: Table, exported: Any) -> None:
    """Scores are what the rows give, and standings what the scores give."""
    state = evening.get()
    sums = [0] * len(exported["players"])
    for number, (one, game) in enumerate(zip(exported["games"], state["games"], strict=True), 1):
        engine = evening.get(f"/games/{number}")
        sheet = evening.sheet(number)
        assert (engine["seq"], engine["deal"]) == (len(one["log"]), one["deal"])
        assert (one["finished_at"] is None) == (game["scores"] is None)
        assert engine["state"] != "finished" or game["scores"] is not None
        if game["scores"] is None:
            continue
        last = "last_capture_point" in one["house"]
        result = score(rows(one), last, one["last_capturer"], exported["teams"])
        found = sheet["result"]
        assert [player["total"] for player in found["players"]] == game["scores"]
        for name in ("sum", "expected", "balanced", "teams"):
            assert found[name] == result[name]
        assert game["scores"] == [player["total"] for player in result["players"]]
        assert game["balanced"] == result["balanced"]
        sums = [total + more for total, more in zip(sums, game["scores"], strict=True)]
    assert sum(side["total"] for side in state["standings"]) == sum(sums)


def rows(game: Any) -> list[dict[str, Any]]:
    """Return a game's rows as the oracle wants them."""
    return [
        {"name": "", "markers": row["markers"]}
        | ({"card_points": row["card_points"]} if row["kinds"] is None else row["kinds"])
        for row in game["rows"]
    ]
