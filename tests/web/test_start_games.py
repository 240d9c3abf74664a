"""Starting sessions and single games of several games."""

import re
from typing import Any

import pytest

from referee.rules.games import RULESETS, ruleset
from referee.rules.house_rules import Preset
from referee.rules.session_end import FirstToTarget
from referee.services import groups, session_views
from referee.services.access import Access
from referee.services.session_views import SessionView
from referee.words.game_names import preset_names
from tests.database_dump import counts
from tests.page_client import NEW, Page, Phone, start

FOUR = ["Ada", "Bo", "Cia", "Dan"]
SIX = [*FOUR, "Eva", "Fia"]
CASINO, SWAZI, SOUTH = "/casino/new", "/swazi-casino/new", "/south-african-casino/new"


def chosen(page: Page) -> list[str]:
    """Return the game that is chosen, among the games."""
    return re.findall(r'name="switch" value="([^"]*)"[^>]*aria-pressed="true"', page.html)


def sent(phone: Phone, path: str, /, status: int = 303, **typed: Any) -> str:
    """Return the address that this form leads to when it is sent."""
    form, button = phone.get(path).form("Start")
    answer = phone.ask(path, "POST", data=form.filled(button, **{"dealer": "0"} | typed))
    assert answer.status_code == status, answer.text
    return phone.local(answer.location or "")


def sent_from(phone: Phone, page: Page) -> str:
    """Return the address that the form of a page leads to when two players start."""
    form, button = page.form("Start")
    data = form.filled(button, player=["Ada", "Bo"])
    return phone.local(phone.ask(page.path, "POST", data=data).location or "")


def made(phone: Phone, address: str) -> SessionView:
    """Return the session below an address."""
    _, _, group, session, *_ = address.split("/")
    with phone.app.app_context():
        return session_views.read_session(Access(group, may_write=True), session)


def test_every_game_is_one_tap_from_another(phone: Phone) -> None:
    page = phone.get("/krypkasino/new")
    assert chosen(page) == ["krypkasino"]
    form, _ = page.form("Start")
    offered = {button.value: button for button in form.buttons if button.name == "switch"}
    assert list(offered) == list(RULESETS)
    for other, button in offered.items():
        there = phone.press(page, button.label, player=["Ada", "Bo"])
        assert (there.path, chosen(there)) == (f"/{other}/new", [other])
        assert there.form("Start")[0].values("player")[:2] == ["Ada", "Bo"]


@pytest.mark.parametrize(("names", "dealer", "kept", "deals"), [
    (["Ada", "", "", "Bo"], "3", ["Ada", "", "", "Bo"], "3"),
    (["Ada", "", "", "", "", "Bo"], "5", ["Ada", "Bo", "", ""], "1"),
    (["Ada", "", "", "", "", "Bo"], "4", ["Ada", "Bo", "", ""], "lot"),
    (SIX, "5", SIX, "5")])  # fmt: skip
def test_nobody_is_lost_on_the_way(phone: Phone, names, dealer, kept, deals) -> None:
    before = counts(phone.app)
    page = phone.press(phone.get("/krypkasino/new"), "Casino", player=names, dealer=dealer)
    form, _ = page.form("Start")
    assert (form.values("player"), form.value("dealer")) == (kept, deals)
    assert page.alerts == []
    assert counts(phone.app) == before


def test_what_the_other_game_has_too_is_kept(phone: Phone) -> None:
    house = ["sweeps", "difference_scoring"]
    page = phone.press(phone.get(CASINO), "Royal Casino", house=house, teams="2", target="21")
    form, _ = page.form("Start")
    assert form.values("house") == house
    assert (form.value("teams"), form.value("target")) == ("2", "11")
    page = phone.press(page, "Swazi Casino")
    form, _ = page.form("Start")
    assert (form.values("house"), form.value("target")) == ([], "21")
    page = phone.press(phone.get(CASINO), "Swazi Casino", points="35")
    assert page.form("Start")[0].value("points") == "35"


@pytest.mark.usefixtures("only_krypkasino")
def test_a_game_that_is_not_listed_starts_by_its_address(phone: Phone) -> None:
    assert chosen(phone.get("/krypkasino/new")) == []
    page = phone.get(CASINO)
    assert chosen(page) == ["casino"]
    assert "/casino/rules" not in page.links
    assert made(phone, sent(phone, CASINO, player=FOUR, teams="")).rules.key == "casino"


NUMBER = "The number of games must be from 1 to 1000."


@pytest.mark.parametrize(("path", "names", "typed", "sentence"), [
    (NEW, [], {}, "Enter at least two names."),
    (NEW, ["Ada", " Ada "], {}, "“Ada” plays twice."),
    (NEW, FOUR[:2], {"games": "x"}, NUMBER),
    (NEW, FOUR[:2], {"games": "000000100" + "0" * 30}, NUMBER),
    (NEW, FOUR[:2], {"house": ["jokers"]}, "There is no house rule “jokers”"),
    (CASINO, FOUR, {"teams": "", "target": "x"}, "The number of points must be from 7 to 1000."),
    (CASINO, FOUR[:3], {"teams": "2"}, "This many players cannot form these teams"),
    (SWAZI, FOUR[:3], {"house": ["crazy"]}, "3 players: with these house rules the game needs 2."),
])  # fmt: skip
def test_bad_starts_are_explained_and_kept(phone: Phone, path, names, typed, sentence) -> None:
    before = counts(phone.app)
    page = phone.press(phone.get(path), "Start", 422, player=names, dealer="1", **typed)
    assert sentence in page.alert()
    form, _ = page.form("Start")
    places = len(form.values("player"))
    assert form.values("player") == names + [""] * (places - len(names))
    assert form.value("dealer") == "1"
    for name in ({"games", "points"} & form.typed) | ({"teams"} & typed.keys() & form.typed):
        assert form.value(name) == typed.get(name, ""), name
    known = [name for name in typed.get("house", []) if f'value="{name}"' in page.html]
    assert form.values("house") == known
    assert counts(phone.app) == before


PAIRS_ASKED = "Do you play in pairs, or everyone alone?"


@pytest.mark.parametrize(("teams", "kept"), [("", None), ("2", (0, 1, 0, 1))])
def test_four_are_asked_whether_they_play_in_pairs(phone: Phone, teams, kept) -> None:
    """A default would leave a player without a partner."""
    before = counts(phone.app)
    page = phone.press(phone.get(CASINO), "Start", 422, player=FOUR)
    assert page.alert() == PAIRS_ASKED
    assert counts(phone.app) == before
    form, button = page.form("Start")
    answer = phone.ask(CASINO, "POST", data=form.filled(button, teams=teams))
    session = made(phone, phone.local(answer.location or ""))
    assert session.teams == kept
    again, _ = phone.get(f"/g/{session.group_id}/new").form("Start")
    assert again.filled(None).getlist("teams") == [teams]  # the same people have said it


@pytest.mark.parametrize(("game", "places", "teams", "points", "pairs"), [
    ("krypkasino", 6, True, False, False),
    ("casino", 4, True, True, False),
    ("swazi-casino", 4, False, True, True),
    ("south-african-casino", 4, False, True, False)])  # fmt: skip
def test_the_form_asks_what_the_game_needs(
    phone: Phone, game: str, places: int, teams: bool, points: bool, pairs: bool
) -> None:
    page = phone.get(f"/{game}/new")
    form, _ = page.form("Start")
    assert len(form.values("player")) == places
    assert ("teams" in form.typed) is teams
    assert ("target" in form.typed, "rounds" in form.typed) == (points, not points)
    assert ("Four always play in two pairs" in page.text) is pairs
    shown = set(re.findall(r'name="house" value="([^"]*)"', page.html))
    assert shown == set(RULESETS[game].house_rules.names())


def test_the_usual_number_of_points_follows_the_house_rules(phone: Phone) -> None:
    """A step of the form marks the number without a script, too."""
    assert "Then usually to 11." in phone.get(CASINO).text
    page = phone.press(phone.get(CASINO), "Seat 1: one down", house=["difference_scoring"])
    form, _ = page.form("Start")
    assert (form.value("usual"), form.value("target")) == ("11", "11")
    page = phone.press(page, "Seat 1: one down", target="50")
    assert page.form("Start")[0].value("target") == "50"
    page = phone.press(page, "Seat 1: one down", target="11", house=[])
    assert page.form("Start")[0].value("target") == "21"


def shown_of_presets(page: Page) -> tuple[str, bool]:
    """Return the preset whose rules a form shows, and whether it says that they were changed."""
    (key,) = re.findall(r'data-preset="([^"]*)" *>', page.html)
    return key, re.search(r'id="changed" *>', page.html) is not None


PRESETS = [(game, preset) for game, entry in RULESETS.items() for preset in entry.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=lambda part: getattr(part, "key", part))
def test_a_preset_is_one_tap(phone: Phone, game: str, preset: Preset) -> None:
    """Without a script the page sets all house rules and the usual number of points."""
    with phone.app.test_request_context():
        name = preset_names(game, preset)["en"]
    page = phone.get(f"/{game}/new")
    page = phone.press(page, name, house=["sweeps"] if game == "casino" else [])
    form, _ = page.form("Start")
    assert set(form.values("house")) == set(preset.house_rules)
    usual = ruleset(game, preset.house_rules).session
    assert isinstance(usual, FirstToTarget)
    assert form.value("target") == form.value("usual") == str(preset.target or usual.target)
    assert f"Source: {preset.source}." in page.text
    assert shown_of_presets(page) == (preset.key, False)
    assert made(phone, sent_from(phone, page)).target == (preset.target or usual.target)


def test_single_rules_of_a_preset_are_changed(phone: Phone) -> None:
    page = phone.press(phone.get(CASINO), "Casino as on pagat.com", house=["sweeps"])
    page = phone.press(page, "Seat 1: one down", house=["count_out"])
    form, _ = page.form("Start")
    assert (form.values("house"), form.value("preset")) == (["count_out"], "pagat")
    assert shown_of_presets(page) == ("pagat", True)
    page = phone.press(page, "Swazi Casino")
    assert "Source:" not in page.text


def test_a_group_goes_on_with_its_last_game(phone: Phone) -> None:
    first = start(phone, *FOUR, house=["set_aside_spades"], rounds="2")
    address = f"/g/{first.group}/new"
    assert chosen(phone.get(address)) == ["krypkasino"]
    page = phone.press(phone.get(address), "Casino")
    assert (page.path, chosen(page)) == (address, ["casino"])
    form, button = page.form("Start")
    assert form.values("player") == FOUR
    more = {"points": "35", "teams": "2", "house": ["sweeps"]}
    answer = phone.ask(address, "POST", data=form.filled(button, **more))
    casino = made(phone, phone.local(answer.location))
    assert (casino.group_id, casino.rules.key, casino.target) == (first.group, "casino", 35)
    page = phone.get(address)
    assert chosen(page) == ["casino"]
    form, _ = page.form("Start")
    assert (form.value("points"), form.value("teams")) == ("35", "2")
    assert form.values("house") == ["sweeps"]
    with phone.app.app_context():
        assert len(groups.read_group(Access(first.group, may_write=True)).sessions) == 2
    earlier = phone.get(f"{address}?like={first.path.split('/')[3]}")
    assert chosen(earlier) == ["krypkasino"]
    form, _ = earlier.form("Start")
    assert (form.value("rounds"), form.values("house")) == ("2", ["set_aside_spades"])


@pytest.mark.parametrize(("query", "game", "names"), [  # the query, the game, the names
    ("", "krypkasino", SIX),
    ("?game=casino", "casino", SIX),
    ("?game=jokers", "krypkasino", SIX),
    ("?game=swazi-casino&like=nothing", "swazi-casino", [""] * 4)])  # fmt: skip
def test_a_group_asks_for_a_game(phone: Phone, query: str, game: str, names: list[str]) -> None:
    session = start(phone, *SIX, house=["last_capture_point"])
    page = phone.get(f"/g/{session.group}/new{query}")
    assert chosen(page) == [game]
    form, _ = page.form("Start")
    assert form.values("player") == names
    assert form.values("house") == (["last_capture_point"] if game == "krypkasino" else [])


@pytest.mark.parametrize(("game", "ways"), [  # game, what can be tapped
    ("krypkasino", {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6"}),
    ("casino", {"2": "2", "3": "3", "4": "4 each alone", "4-2": "4 in pairs"}),
    ("swazi-casino", {"2": "2", "3": "3", "4-2": "4 in pairs"}),
    ("south-african-casino", {"2": "2", "3": "3", "4": "4"})])  # fmt: skip
def test_a_single_game_of_any_game(phone: Phone, game: str, ways: dict[str, str]) -> None:
    page = phone.get(f"/{game}/score")
    (form,) = (form for form in page.forms if any(b.name == "players" for b in form.buttons))
    assert {button.value: button.label for button in form.buttons} == ways
    for button in form.buttons:
        fresh = phone.get(f"/{game}/score").form(button.label)[0]
        answer = phone.ask(f"/{game}/score", "POST", data=fresh.filled(button))
        assert answer.location.endswith("/1/sheet")
        session = made(phone, phone.local(answer.location))
        assert (session.rules.key, len(session.players)) == (game, int(button.value[0]))
        assert session.teams == ((0, 1, 0, 1) if "-" in button.value else None)
        assert len(session.games) == 1
        assert (session.games_planned == 1) is (session.target is None)
