"""Every page of a followed game with builds, as a whole game goes on."""

from itertools import cycle, islice, product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from tests.oracle.followed_games import GAMES, games
from tests.phones import Phone
from tests.strategies import SOAK

NAMES = ("Ada", "Bo", "Cia", "Dan")


def call(client: FlaskClient, key: str, path: str, body: object) -> dict[str, object]:
    sent = {"Authorization": f"Bearer {key}"} if key else {}
    answer = client.post(f"/api/v1{path}", json=body, headers=sent)
    assert answer.status_code in (200, 201, 400, 409, 422), answer.text
    found: dict[str, object] = answer.json
    return found


SPOKEN = [*product(GAMES, LANGUAGES)] if SOAK > 1 else [*zip(GAMES, cycle(LANGUAGES), strict=False)]
"""Each game in one language; a soak has all of them."""


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_every_page_of_a_whole_game(app: Flask, game: str, language: str) -> None:
    setup, entries, _ = next(islice(games(f"pages {language}", game), 1))
    client, phone = app.test_client(), Phone(app)
    made = call(
        client,
        "",
        "/sessions",
        {
            "game": setup.game,
            "players": NAMES[: setup.players],
            "teams": setup.teams and list(setup.teams),
            "house": dict.fromkeys(setup.house, True),
            "first_dealer": setup.dealer,
        },
    )
    key, session = str(made["edit_key"]), made["id"]
    call(client, key, f"/sessions/{session}/games", {})
    assert phone.ask(f"/k/{key}").status_code == 302
    phone.ask(f"/like/language/{language}")
    table = f"/g/{made['group_id']}/{session}/1/table"
    seq = 0
    for at, entry in enumerate(entries):
        state = call(
            client,
            key,
            f"/sessions/{session}/games/1/plays",
            {**entry, "key": f"k{at}", "after": seq},
        )
        if "seq" not in state:
            continue  # it was refused
        seq = int(str(state["seq"]))
        if at % 3 == 0 or at > len(entries) - 3:
            page = phone.get(table)
            assert "table" in page.parts or "scores" in page.parts
    assert phone.ask(f"{table}/log.txt").status_code == 200
    below = {f"{table}/replay/{index}" for index in range(0, 40, 4)}
    for path in (table, *below):
        below |= {link for link in phone.get(path).links if link.startswith(f"{table}/")}
    for path in sorted(below):
        assert phone.ask(path).status_code == 200, path
