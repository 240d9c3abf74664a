"""*Dispute?* at a followed game with builds asks the referee about the very same table."""

from itertools import islice
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from tests.oracle.followed_games import games
from tests.phones import Phone

ASKED = ("table", "players", "deal", "stock", "piles", "proven", "house")
COUNTER_CLOCKWISE = ("swazi-casino", "lesotho-casino")


@pytest.mark.parametrize(
    "game", ["casino", "royal-casino", "swazi-casino", "lesotho-casino", "south-african-casino"]
)
def test_the_same_builds_and_duties_with_the_mover_at_seat_0(app: Flask, game: str) -> None:
    setup, entries, _ = next(islice(games("disputes", game), 1))
    client, phone = app.test_client(), Phone(app)
    body = {
        "game": game,
        "players": ["Ada", "Bo", "Cia", "Dan"][: setup.players],
        "teams": setup.teams and list(setup.teams),
        "house": dict.fromkeys(setup.house, True),
        "first_dealer": setup.dealer,
    }
    made = client.post("/api/v1/sessions", json=body).json or {}
    keyed = {"Authorization": f"Bearer {made['edit_key']}"}
    plays = f"/api/v1/sessions/{made['id']}/games"
    client.post(plays, json={}, headers=keyed)
    phone.ask(f"/k/{made['edit_key']}")
    step = -1 if game in COUNTER_CLOCKWISE and "clockwise" not in setup.house else 1
    seq = 0
    for number, entry in enumerate(entries):
        sent = {**entry, "key": f"k{number}", "after": seq}
        answer = client.post(f"{plays}/1/plays", json=sent, headers=keyed)
        if answer.status_code != 201:
            continue  # it was refused
        state = answer.json or {}
        seq = state["seq"]
        if state["turn"] is None or number % 4:
            continue
        leads_to = phone.ask(f"/g/{made['group_id']}/{made['id']}/1/dispute").location
        query = {name: one[0] for name, one in parse_qs(urlsplit(leads_to).query).items()}
        asked = {name: text for name, text in query.items() if name in ASKED}
        ruling = client.get(f"/api/v1/{game}/referee", query_string=asked).json or {}
        assert sorted((one["value"], one["keeper"]) for one in ruling["builds"]) == sorted(
            (one["value"], (one["keeper"] - state["turn"]) * step % setup.players)
            for one in state["builds"]
        )
        assert sorted(ruling["table"]) == sorted(state["table"])
        if not any(one["dead"] for one in state["builds"]):
            assert ruling["duties"] == state["duties"]
        assert phone.ask(leads_to).status_code == 200
