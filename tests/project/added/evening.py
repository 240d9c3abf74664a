"""Requests to an app with one more game: prints its pages, its sheet and a session as JSON."""

import json
import sys
from typing import Any

from referee import create_app
from tests.api_calls import Caller

app = create_app({"TESTING": True, "PROPAGATE_EXCEPTIONS": True})
phone = app.test_client()


def page(address: str) -> str:
    answer = phone.get(address)
    assert answer.status_code == 200, (address, answer.status)
    return answer.text


def game(table: Any, *rows: dict[str, int]) -> Any:
    closed = table.play(*rows)
    return closed["balanced"], [row["total"] for row in closed["players"]]


api = Caller(app)
evening = api.start(["Ada", "Bo"], game="mygame")
games = [
    game(evening, {"cards": 30, "hearts": 8}, {"cards": 22, "hearts": 5}),
    game(evening, {"cards": 26, "hearts": 7}, {"cards": 26, "hearts": 6}),
    game(evening, {"cards": 27, "hearts": 3}, {"cards": 25, "hearts": 10}),
]
session = evening.get()
other = api.start(["Ada", "Bo"], game="mygame", house={"hearts_score_two": True})
games.append(game(other, {"cards": 30, "hearts": 8}, {"cards": 22, "hearts": 5}))
number = other.begin()
phone.get(f"/k/{other.edit.key}")
ACE = "/casino/referee?table=5S&hand=AH+KC&turn=AH+-"
TRAILED = f"{ACE}&house=no_trailed_aces"
json.dump(
    {
        "pages": {
            name: page(address)
            for name, address in {
                "home": "/",
                "rules": "/mygame/rules",
                "exercises": "/mygame/exercises",
                "referee": "/mygame/referee?table=3H+5H+KD&played=8H",
                "new": "/mygame/new",
                "score": "/mygame/score",
                "casino": "/casino/rules",
                "question": TRAILED,
                "sheet": f"/g/{other.group_id}/{other.id}/{number}/sheet",
            }.items()
        },
        "tactics": phone.get("/mygame/tactics").status_code,
        "ruling": api("GET", "/mygame/referee?table=3H+5H&hand=8H+KC&turn=KC+-").json,
        "aces": [api("GET", address).json for address in (ACE, TRAILED)],
        "published": "no_trailed_ace" in page("/api/v1/openapi.json"),
        "games": games,
        "session": {name: session[name] for name in ("target", "over", "winners")}
        | {"totals": [one["total"] for one in session["standings"]]},
    },
    sys.stdout,
)
