"""A group that has counted every game, and followed each that can be followed."""

import json
from collections.abc import Iterator
from typing import Any

from flask import Flask

from referee.rules.games import RULESETS
from referee.rules.sheet_plan import RowCounts
from referee.services.sessions import SessionPlan
from tests.exported_groups import EMPTY, group_of, play_out, rich
from tests.page_client import Phone
from tests.playthroughs import GAMES, rambles
from tests.web.followed_build_game import Followed

SOME = 12
"""Entries of a followed game: enough for builds, and for what was entered wrong."""
SAID = (RowCounts(0, 7), RowCounts(0, 4))
"""Scores that are entered for two piles, however many points there are."""


def every_game(app: Flask) -> Any:
    """Return a file of a group with games of each kind."""
    files = [*_counted(app), *_followed(app), _file_of(rich(app))]
    people = sorted({name for file in files for name in file["players"]})
    sessions = [session for file in files for session in file["sessions"]]
    return files[0] | {"players": people, "sessions": sessions}


def _counted(app: Flask) -> Iterator[Any]:
    for game in RULESETS:
        one = {
            "sweeps": [],
            "rows": SAID,
            "last": 0,
            "deal": 1,
            "corrections": [(1, RowCounts(0, 3))],
        }
        plan = SessionPlan(game, ["Ada", "Bo"])
        evening = EMPTY | {"plan": plan, "games": [one], "open": one, "closed": False}
        yield _file_of(play_out(app, [evening]))


def _followed(app: Flask) -> Iterator[Any]:
    for game in GAMES:
        setup, entries = next(rambles("every game", game))
        followed = Followed(app, setup)
        assert len(list(followed.enter(entries[:SOME]))) > 3
        yield _file_of(followed.phone)


def _file_of(phone: Phone) -> Any:
    return json.loads(phone.ask(f"/g/{group_of(phone)}/export.json").data)
