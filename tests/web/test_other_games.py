"""Links from the page of a game to the same page of another."""

import re
from urllib.parse import unquote_plus

import pytest

from referee.rules import games
from referee.rules.games import RULESETS
from tests.page_client import Phone, start

OTHERS = [key for key in RULESETS if key != "krypkasino"]


@pytest.mark.parametrize("page", ["rules", "score"])
def test_the_same_page_of_every_other_game(phone: Phone, page: str) -> None:
    links = phone.get(f"/krypkasino/{page}").links
    assert {f"/{other}/{page}" for other in OTHERS} <= set(links)


def test_only_games_with_a_referee_lead_to_it(phone: Phone) -> None:
    referees = [key for key in OTHERS if games.ruleset(key).referee]
    found = phone.get("/krypkasino/referee")
    assert {f"/{key}/referee" for key in referees} == {
        link for link in found.links if re.fullmatch("/[^/]*/referee", link)
    }


def test_from_referee_to_referee(phone: Phone) -> None:
    """A page that was reached from a game has no such links: its dispute is about that game."""
    assert "/casino/referee" in phone.get("/krypkasino/referee").links
    asked = phone.get("/krypkasino/referee?table=8").links
    assert "/casino/referee?table=8&was=krypkasino" in asked
    session = start(phone, "Ada", "Bo")
    back = session.path.removeprefix("/g/")
    links = phone.get(f"/krypkasino/referee?from={back}").links
    assert session.path in links
    assert "/casino/referee" not in links


@pytest.mark.parametrize(("game", "asked", "other", "along"), [
    ("casino", "table=5 8 3%2B4%3D7@1&players=3", "royal-casino", "table=5 8 3+4=7@1&players=3"),
    ("casino", "table=5 8 3%2B4%3D7@1&played=8", "krypkasino", "table=5 8 3 4&played=8"),
    ("krypkasino", "table=8S 8S 9&played=9", "casino", "table=8 8 9&played=9"),
    # South African has no pictures
    ("casino", "table=5 K 3&players=4", "south-african-casino", "table=5 3&players=4"),
    ("casino", "table=5 K&played=Q&hand=Q 5", "south-african-casino", "table=5&hand=5"),
    ("royal-casino", "table=5 2%2BJ%3D13@0", "south-african-casino", "table=5 2")])  # fmt: skip
def test_cards_and_players_go_along(phone: Phone, game, asked, other, along) -> None:
    answer = phone.client.get(f"/{other}/referee?{asked}&was={game}")
    assert answer.status_code == 303
    assert unquote_plus(answer.location) == f"/{other}/referee?{along}"


@pytest.mark.usefixtures("only_krypkasino")
@pytest.mark.parametrize("page", ["referee", "rules", "new", "score"])
def test_a_game_alone_leads_to_no_other(phone: Phone, page: str) -> None:
    found = phone.get(f"/krypkasino/{page}")
    assert 'class="games"' not in found.html
    assert not [link for link in found.links if "casino/" in link and "/krypkasino/" not in link]
