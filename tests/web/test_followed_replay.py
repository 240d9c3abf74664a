"""A followed game step by step, once a later card has shown what a hand was."""

import re
from itertools import islice
from urllib.parse import parse_qs

import pytest
from flask import Flask

from tests.playthroughs import GAMES, games
from tests.strategies import SOAK, some

from .followed_build_game import Followed, begun

BLUFFED = [
    "3C 3C+5S=8", "8H x 3C+5S=8", "KS -", "KH -", "QS -", "QH -", "AS -"]  # fmt: skip
"""Bo builds 8 and has no 8, as the last card of his hand shows."""
PASSED_OVER = ["2H", "KD", "5S"]
"""Bo held the 5 that sweeps."""
TOLD_LATER = [  # game, table, plays, the play that shows it, what is said at both and at the first
    ("casino", "8S 5S 6D 2D", BLUFFED, 7, ["Bluff:", "No: "]),
    ("krypkasino", "5H 5D KH QH", PASSED_OVER, 3, ["a forced sweep was passed over."])]  # fmt: skip
"""The first play is at fault."""


@pytest.mark.parametrize(("game", "table", "plays", "shown_at", "told"), TOLD_LATER)
def test_what_came_to_light_is_told_at_both_plays(
    app: Flask, game: str, table: str, plays: list[str], shown_at: int, told: list[str]
) -> None:
    """Each leads to the other, in the list of plays too."""
    here = begun(app, game, f"table {table}", *plays)
    there = f"{here.table}/replay"
    fault, shows = here.phone.get(f"{there}/1"), here.phone.get(f"{there}/{shown_at}")
    assert all(text in fault.text for text in told)
    assert "Yes" not in fault.text
    assert f"{there}/{shown_at}" in fault.links
    assert f"It came to light at play {shown_at}" in fault.text
    assert f"{there}/1" in shows.links
    assert "Step back to it" in shows.text
    marks = re.findall(r'<a class="wrong" href="([^"]+)"', here.phone.get(here.table).html)
    assert marks == [f"{there}/1", f"{there}/{shown_at}"]  # the latest play stands first


@pytest.mark.parametrize("game", some(GAMES, 3))
def test_a_replay_and_the_referee_agree(app: Flask, game: str) -> None:
    """Both rule on a known hand alike; only the game knows of dead builds."""
    agreed = 0
    for setup, entries, _ in islice(games(f"replays {SOAK}", game), 3):
        if SOAK == 1 and agreed > 2:  # a game where builds are dead says nothing
            break
        here = Followed(app, setup)
        states = [*here.enter(entries)]
        dead = any(build["dead"] for state in states for build in state["builds"])
        for index in range(1, 30, 1 if SOAK > 1 else 4):
            page = here.phone.ask(f"{here.table}/replay/{index}").text
            asked = re.search(rf'href="/{game}/referee\?([^"]+)"', page)
            ruled = re.search(r'<p class="(wrong|right)"><strong>', page)
            query = parse_qs(asked[1].replace("&amp;", "&")) if asked else {}
            if dead or ruled is None or "hand" not in query:
                continue
            sent = {name: one[0] for name, one in query.items() if name not in ("from", "back")}
            ruling = app.test_client().get(f"/api/v1/{game}/referee", query_string=sent).json or {}
            assert ruling["verdict"]["legal"] is (ruled[1] == "right"), (setup, index, query)
            agreed += 1
    assert agreed > 2
