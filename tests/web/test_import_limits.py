"""Limits of the cost of an import, during which other requests go on."""

import json
import threading
from typing import Any

import pytest
from flask import Flask

from referee.services import archive, archive_import, archive_rows
from referee.services.refusals import ImportLimit
from tests.api_calls import Caller
from tests.database_dump import counts
from tests.exported_groups import export, read_in, rich, written
from tests.page_client import Page

GAME_TEXT = """referee game 1\ngame: krypkasino\nrules: 1\nplayer: Ada\nplayer: Bo\ndealer: Ada

1 table 5H 5D KH QH
2 2H -
"""


@pytest.fixture(scope="module")
def saved(app: Flask) -> Any:
    return export(rich(app)).json


@pytest.mark.parametrize(("what", "sentence"), [
    (ImportLimit.SESSIONS, "This file has more than 1 evenings."),
    (ImportLimit.ENTRIES, "This file has more than 1 plays in its games.")])  # fmt: skip
def test_files_with_too_much_are_refused_whole(
    app: Flask, saved: Any, monkeypatch: pytest.MonkeyPatch, what: ImportLimit, sentence: str
) -> None:
    monkeypatch.setitem(archive.MOST_OF, what, 1)
    before = counts(app)
    _, answer = read_in(app, written(saved))
    assert answer.status_code == 422
    assert Page("", answer).alert() == f"{sentence} That is too much to load at once."
    assert counts(app) == before


def test_files_that_take_too_long_are_refused_whole(
    app: Flask, saved: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_import, "MOST_SECONDS", 0)
    before = counts(app)
    for content in (written(saved), GAME_TEXT.encode()):
        _, answer = read_in(app, content)
        assert answer.status_code == 422
        assert "takes more than 0 seconds" in Page("", answer).alert()
    assert counts(app) == before


def test_one_file_at_a_time(app: Flask, saved: Any) -> None:
    before = counts(app)
    with archive_import.reading_in():
        for content in (written(saved), GAME_TEXT.encode()):
            _, answer = read_in(app, content)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert "Another file is being loaded just now." in Page("", answer).alert()
            assert Page("", answer).form("Load it")
    assert counts(app) == before
    for content in (b"{}", written(saved), GAME_TEXT.encode()):  # it is let go in any case
        assert read_in(app, content)[1].status_code in (303, 422)
    assert counts(app)["groups"] == before["groups"] + 2


def test_nobody_waits_while_a_file_is_checked(
    either: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others write meanwhile."""
    content = export(rich(either)).data
    table = Caller(either).start(["Ada", "Bo"])
    began: list[int] = []

    def check(*given: Any) -> Any:
        found = archive_rows.read_group(*given)
        writer = threading.Thread(target=lambda: began.append(table.begin()))
        writer.start()
        writer.join(5)
        assert began == [1]
        return found

    monkeypatch.setattr(archive_import, "read_group", check)
    assert read_in(either, content)[1].status_code == 303


LISTS = ["players", "sessions", "sessions.0.games", "sessions.0.games.0.log", "sessions.0.house"]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("junk", [0, {}])
def test_junk_without_end_is_refused_at_its_first_piece(app: Flask, saved: Any, path, junk) -> None:
    data = json.loads(json.dumps(saved))
    *steps, last = path.split(".")
    place = data
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = [junk] * 1000 if "log" in path else [junk] * 9000
    _, answer = read_in(app, written(data))
    assert answer.status_code == 422
    assert f"see {path}" in Page("", answer).alert()
