"""Starting sessions and single games, and a rematch with one tap."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from referee.rules.games import RULESETS, ruleset
from referee.rules.house_rules import Preset
from referee.rules.session_end import FirstToTarget
from referee.services import groups, session_views
from referee.services.access import Access
from referee.services.session_views import SessionView
from referee.words.game_names import preset_names
from tests.databases import counts, dump
from tests.page_client import NEW, Page, Phone, play, start

SIX = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"]


@pytest.mark.parametrize(("names", "typed", "said"), [
    (SIX[:3], {"rounds": "2", "games": ""}, "game 1 of 6"),
    (SIX[:3], {"rounds": "1", "games": "7"}, "game 1 of 7"),
    (SIX[:2], {"rounds": "2", "games": " 1 "}, "game 1 of 1"),
    (["Ada", "", "Bo", "", "", "Cia"], {"dealer": "5"}, "Cia deals game 1")])  # fmt: skip
def test_what_was_chosen(phone: Phone, names, typed, said) -> None:
    assert said in start(phone, *names, **typed).text


@pytest.mark.parametrize("dealer", ["lot", "3", "x"])
def test_the_dealer_is_drawn(phone: Phone, dealer: str) -> None:
    """By lot, or where nobody sits on the chosen seat: everybody's turn comes."""
    form, button = phone.get(NEW).form("Start")
    drawn = set()
    for number in range(24):
        sent = form.filled(button, player=SIX[:2])
        sent["dealer"], sent["key"] = dealer, f"{form.value('key')} {number}"
        sent["into"] = "new"
        drawn.add(phone.send(NEW, sent).parts["head"].split(" deals")[0])
        if len(drawn) == len(SIX[:2]):
            break
    assert drawn == {"Ada", "Bo"}


@pytest.mark.parametrize(("names", "button", "moved", "dealer"), [
    (["Ada", "Bo", "Cia"], "Seat 1: one down", ["Bo", "Ada", "Cia", "", "", ""], "0"),
    (["Ada", "Bo"], "Seat 2: one down", ["Ada", "", "Bo", "", "", ""], "2"),
    (SIX, "Seat 6: one up", ["Ada", "Bo", "Cia", "Dan", "Fia", "Eva"], "1")])  # fmt: skip
def test_moving_seats(phone: Phone, names, button, moved, dealer) -> None:
    """The deal goes with its player; everything else that was typed stays."""
    before = counts(phone.app)
    more = {"games": "5", "teams": "2", "house": ["set_aside_spades"], "dealer": "1"}
    page = phone.press(phone.get(NEW), button, player=names, **more)
    form, _ = page.form("Start")
    assert form.values("player") == moved
    assert (form.value("games"), form.value("teams"), form.value("dealer")) == ("5", "2", dealer)
    assert form.values("house") == ["set_aside_spades"]
    assert page.alerts == []
    assert counts(phone.app) == before


def test_nobody_moves_beyond_the_first_and_last_seat(phone: Phone) -> None:
    page = phone.get(NEW)
    assert not any(map(page.has, ("Seat 1: one up", "Seat 6: one down")))
    form, button = page.form("Start")
    for step in ("0-up", "5-down", "9-up", "x", "0-"):
        moved = phone.send(NEW, form.filled(button, player=SIX) | {"move": step})
        assert moved.form("Start")[0].values("player") == SIX
    page = phone.press(page, "Seat 1: one down", player=["Ada", "Bo"])
    assert "Bo deals game 1" in phone.press(page, "Start", dealer="0").text


@pytest.mark.parametrize("dealer", ["0", "lot"])
def test_a_form_that_is_sent_again_starts_one_session(phone: Phone, dealer: str) -> None:
    """The lot may fall on another player at the second time: of six, seven times."""
    group = start(phone, "Ada", "Bo").group
    for address in (NEW, f"/g/{group}/new"):
        form, button = phone.get(address).form("Start")
        sent = form.filled(button, player=SIX, dealer=dealer)
        once = phone.send(address, sent)
        before = counts(phone.app)
        for _ in range(6):
            again = phone.send(address, sent)
            assert (again.path, again.text) == (once.path, once.text)
        assert counts(phone.app) == before


@pytest.mark.parametrize("path", ["/krypkasino/new", "/krypkasino/score"])
@pytest.mark.parametrize("key", ["", "x" * 15])
def test_forms_that_no_page_of_ours_has_filled_in(app: Flask, path: str, key: str) -> None:
    """Two strangers who send the same get a group each, and nobody the other's keys."""
    sent = [("player", "Ada"), ("player", "Bo"), ("players", "2"), ("dealer", "0"), ("key", key)]
    groups = set()
    for _ in range(2):
        phone = Phone(app)
        answer = phone.ask(path, "POST", data=MultiDict(sent))
        assert answer.status_code == 303
        groups.add(answer.location.split("/")[2])
    assert len(groups) == 2


def test_another_session_can_be_started_by_going_back(phone: Phone) -> None:
    """With another name in the form of one that was started: at the second tap at the latest."""
    form, button = phone.get(NEW).form("Start")
    first = phone.send(NEW, form.filled(button, player=["Ada", "Bo"], dealer="0"))
    response = phone.ask(NEW, "POST", data=form.filled(button, player=["Ada", "Cia"], dealer="0"))
    again = response.status_code == 422
    second = (
        phone.press(Page(NEW, response), "Start") if again
        else phone.get(phone.local(response.location)))  # fmt: skip
    assert second.path != first.path
    assert "Cia" in second.parts["standings"]
    for like in ("x", "", "%00", "x" * 500):  # like what was never played
        form, _ = phone.get(f"/g/{first.group}/new?like={like}").form("Start")
        assert form.values("player")[0] in ("", "Ada")


def test_names_of_people_this_phone_knows_are_offered(phone: Phone) -> None:
    page = start(phone, "Ada", "Bo")
    assert sorted(phone.get(NEW).datalist) == ["Ada", "Bo"]
    assert sorted(phone.get(f"/g/{page.group}/new").datalist) == ["Ada", "Bo"]
    assert Phone(phone.app).get(NEW).datalist == []


@pytest.mark.parametrize(("names", "place"), [  # names so far, the place that is next
    ([], 1),
    (["Ada", "", "Bo"], 2),
    (["A", "B", "C", "D", "E", "F"], None)])  # fmt: skip
def test_enter_starts_nothing(phone: Phone, names: list[str], place: int | None) -> None:
    """Without a script it presses the first button of the form: the next free place is ready."""
    form = phone.get(NEW).forms[0]
    before = counts(phone.app)
    page = phone.send(NEW, form.filled(form.buttons[0], player=names, games="7"))
    assert page.alerts == []
    assert page.form("Start")[0].value("games") == "7"
    ready = re.findall(r"autofocus aria-label=\"Seat (\d)\"", page.html)
    assert ready == ([str(place)] if place else [])
    assert counts(phone.app) == before


FOUR = ["Ada", "Bo", "Cia", "Dan"]

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
    page = phone.press(phone.get("/krypkasino/new"), "Royal Casino", player=names, dealer=dealer)
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
    ("casino", 6, True, True, False),
    ("royal-casino", 4, True, True, False),
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
    assert form.values("player") == [*FOUR, "", ""]
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
    ("casino", {"2": "2", "3": "3", "4": "4 each alone", "4-2": "4 in pairs",
                "5": "5", "6": "6"}),
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


HOUSE = ["last_capture_point", "set_aside_spades"]


def session_of(page: Page) -> str:
    return page.path.split("/")[3]


def test_a_rematch_has_all_but_the_dealer(phone: Phone) -> None:
    first = start(
        phone, *("Ada", "Bo", "Cia", "Dan"), teams="2", house=HOUSE, games="6", dealer="3"
    )
    ended = phone.press(play(phone, first, 1, 5, 5, 16, 17), "End the session")
    again = phone.press(ended, "Rematch: Ada deals")
    assert again.group == first.group
    assert session_of(again) != session_of(first)
    assert "Ada deals game 1 of 6" in again.text
    for said in ("The last capture scores a point", "Spades are set aside"):
        assert said in again.parts["head"]
    assert "1. Ada & Cia 0 1. Bo & Dan 0" in again.parts["standings"]


def test_two_taps_start_one_rematch(phone: Phone) -> None:
    ended = play(phone, start(phone, "Ada", "Bo", games="1"), 1, 20, 22)
    form, button = ended.form("Rematch: Bo deals")
    sent = form.filled(button)
    assert phone.send(form.action, sent).path == phone.send(form.action, sent).path


def test_with_its_first_game_a_session_stays_as_it_is(phone: Phone) -> None:
    """Nor is saved what cannot be, and nobody is offered a rematch of nothing."""
    session = start(phone, "Ada", "Bo", "Cia")
    form = phone.get(f"{session.path}/change")
    before = dump(phone.app)
    page = phone.press(form, "Save", 422, player=["Ada"])
    assert [one.strip() for one in page.alerts] == ["Enter at least two names."]
    assert page.form("Save")[0].values("player")[0] == "Ada"
    assert dump(phone.app) == before
    assert "Rematch" not in phone.press(session, "End the session").text
    phone.press(phone.get(session.path), "Take the session up again")
    phone.press(session, "Begin game 1")
    before = dump(phone.app)
    page = phone.press(form, "Save", 422, player=["Cia", "Bo"])
    said = ["A game has begun: now this session stays as it is."]
    assert [one.strip() for one in page.alerts] == said
    assert dump(phone.app) == before
    assert f"{session.path}/change" not in phone.get(session.path).links


def test_before_its_first_game_a_session_is_changed(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia", dealer="1", house=["last_capture_point"])
    address = f"{session.path}/change"
    assert address in session.links
    form, _ = phone.get(address).form("Save")
    assert form.values("player") == ["Ada", "Bo", "Cia", "", "", ""]
    assert (form.value("dealer"), form.values("house")) == ("1", ["last_capture_point"])
    before = counts(phone.app)["game_sessions"]
    changed = phone.press(
        phone.get(address), "Save", player=["Dan", "Ada"], dealer="0", house=[], games="3"
    )
    assert changed.path == session.path
    assert "Dan deals game 1 of 3" in changed.text
    assert changed.parts["standings"].startswith("Standings 1. Dan 0 1. Ada 0")
    assert "The last capture scores" not in changed.text
    assert counts(phone.app)["game_sessions"] == before


def test_another_game_is_chosen(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia", "Dan")
    page = phone.press(phone.get(f"{session.path}/change"), "Swazi Casino")
    changed = phone.press(page, "Save")
    assert changed.path == session.path
    assert "Swazi Casino" in changed.parts["head"]
    assert "1. Ada & Cia 0" in changed.parts["standings"]


LENGTHS = [  # what is typed, the length of the session
    ({"games": "3"}, (3, None)),
    ({"points": "40"}, (None, 40))]  # fmt: skip


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_starts_with_either_length(phone: Phone, game: str) -> None:
    """The other one than usual is kept for another session like it; both are refused."""
    for names, (typed, length) in zip((SIX[:2], SIX[2:4]), LENGTHS, strict=True):
        page = phone.press(phone.get(f"/{game}/new"), "Start", player=names, **typed)
        view = made(phone, page.path)
        assert (view.games_planned, view.target) == length
    page = phone.press(phone.get(f"/{game}/new"), "Start", 422, player=["Ada", "Bo"], games="3",
                       points="40")  # fmt: skip
    assert "not both" in page.alert()
    form, _ = page.form("Start")
    assert (form.value("games"), form.value("points")) == ("3", "40")


@pytest.mark.parametrize("game", ["casino", "kasino"])
def test_six_at_the_sheet(phone: Phone, game: str) -> None:
    """The form has their places, the dealer is told that the deal is theirs, and no page leads to
    a live table."""
    page = phone.get(f"/{game}/new")
    assert "one sits out" in page.text
    page = phone.press(page, "Start", player=SIX)
    assert "Deal as you have agreed" in page.text
    page = phone.press(page, "Begin game 1")
    assert "Follow every play" not in page.text
    table = phone.ask(page.path.replace("/sweeps", "") + "/table")
    assert table.status_code == 409
    assert "do not deal to so many players" in table.text
