"""Evenings on pages without JavaScript: from the names to who pays whom."""

from itertools import count
from typing import Any

import pytest
from flask import Flask

from referee.web import session_forms
from tests.dumps import counts, dump
from tests.phones import Page, Phone, all_pages

NEW = "/krypkasino/new"
SIX = ["Ada", "Bo", "Cia", "Dan", "Eva", "Fia"]
SHEET_KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lot falls on one after the other."""
    numbers = count()
    monkeypatch.setattr(session_forms.secrets, "randbelow", lambda most: next(numbers) % most)


def start(phone: Phone, *names: str, **typed: Any) -> Page:
    """The page of a new session; the first dealer is the first player unless typed."""
    page = phone.get(NEW)
    return phone.press(page, "Start", player=list(names), **{"dealer": "0"} | typed)


def begin(phone: Phone, *names: str, **typed: Any) -> Page:
    """The sheet of a new session's first game."""
    return sheet(phone, phone.press(start(phone, *names, **typed), "Begin game 1"))


def sheet(phone: Phone, game: Page) -> Page:
    return phone.get(f"{game.path}/sheet")


def fill(phone: Phone, page: Page, *points: int) -> Page:
    """Everybody says a number of points."""
    for seat, number in enumerate(points):
        page = phone.press(page, "Save", inside=f"row-{seat}", points=str(number))
    return page


def play(phone: Phone, session: Page, number: int, *points: int) -> Page:
    """A whole game without sweeps: the session's page afterwards."""
    page = sheet(phone, phone.press(session, f"Begin game {number}"))
    phone.press(fill(phone, page, *points), "Finish the game")
    return phone.get(session.path)


def group_of(page: Page) -> str:
    return page.path.split("/")[2]


# Starting


def test_two_names_are_enough(phone: Phone) -> None:
    page = start(phone, "Ada", "Bo")
    assert page.path.startswith("/g/")
    assert "Ada deals game 1 of 2" in page.text
    assert (
        page.parts["standings"] == "Standings 1. Ada 0 1. Bo 0 2 games left. The lowest total wins."
    )
    assert "equally often" not in page.text


def test_four_in_teams_with_house_rules_and_an_odd_number_of_games(phone: Phone) -> None:
    house = ["last_capture_point", "set_aside_spades"]
    page = start(phone, *SIX[:4], teams="2", house=house, games="5", dealer="2")
    assert "Cia deals game 1 of 5" in page.text
    assert "not everybody deals equally often" in page.text
    assert "The last capture scores a point" in page.text
    assert "Spades are set aside" in page.text
    assert "Ada & Cia" in page.parts["standings"]
    assert "Bo & Dan" in page.parts["standings"]


GAMES = [
    # players, rounds, games, how many are planned
    (2, "1", "", 2),
    (3, "2", "", 6),
    (4, "3", "", 12),
    (3, "1", "7", 7),
    (2, "2", " 1 ", 1),
    (6, "1", "1000", 1000),
]


@pytest.mark.parametrize(("players", "rounds", "games", "planned"), GAMES)
def test_how_many_games(phone: Phone, players: int, rounds: str, games: str, planned: int) -> None:
    page = start(phone, *SIX[:players], rounds=rounds, games=games)
    assert f"game 1 of {planned}" in page.text


DEALERS = [
    # the fields of the six seats, the seat that is chosen, who deals
    (["Ada", "Bo", "Cia"], "1", "Bo"),
    (["Ada", "", "Bo", "", "", "Cia"], "5", "Cia"),
    (["", "", "", "", "Ada", "Bo"], "4", "Ada"),
]


@pytest.mark.parametrize(("names", "dealer", "name"), DEALERS)
def test_the_dealer_is_chosen(phone: Phone, names: list[str], dealer: str, name: str) -> None:
    assert f"{name} deals game 1" in start(phone, *names, dealer=dealer).text


@pytest.mark.parametrize("dealer", ["lot", "3", "x"])
def test_the_dealer_is_drawn(phone: Phone, dealer: str) -> None:
    """By lot, or where nobody sits on the chosen seat: everybody's turn comes."""
    form, button = phone.get(NEW).form("Start")
    drawn = set()
    for number in range(24):
        sent = form.filled(button, player=SIX[:2])
        sent["dealer"], sent["key"] = dealer, f"{form.value('key')} {number}"
        drawn.add(phone.send(NEW, sent).parts["head"].split(" deals")[0])
    assert drawn == {"Ada", "Bo"}


MOVES = [
    # names, button, the names afterwards, the seat of Bo, who deals
    (["Ada", "Bo", "Cia"], "Seat 1: one down", ["Bo", "Ada", "Cia", "", "", ""], "0"),
    (["Ada", "Bo", "Cia"], "Seat 3: one up", ["Ada", "Cia", "Bo", "", "", ""], "2"),
    (["Ada", "Bo"], "Seat 2: one down", ["Ada", "", "Bo", "", "", ""], "2"),
    (SIX, "Seat 6: one up", ["Ada", "Bo", "Cia", "Dan", "Fia", "Eva"], "1"),
]


@pytest.mark.parametrize(("names", "button", "moved", "dealer"), MOVES)
def test_moving_seats(
    phone: Phone, names: list[str], button: str, moved: list[str], dealer: str
) -> None:
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
    assert not page.has("Seat 1: one up")
    assert not page.has("Seat 6: one down")
    form, button = page.form("Start")
    for step in ("0-up", "5-down", "9-up", "x", "0-"):
        sent = form.filled(button, player=SIX)
        sent["move"] = step
        assert phone.send(NEW, sent).form("Start")[0].values("player") == SIX


def test_moved_seats_are_the_seats_of_the_session(phone: Phone) -> None:
    page = phone.press(phone.get(NEW), "Seat 1: one down", player=["Ada", "Bo"])
    assert "Bo deals game 1" in phone.press(page, "Start", dealer="0").text


BAD_STARTS = [
    # names, what else is typed, the sentence
    ([], {}, "Enter at least two names."),
    (["Ada"], {}, "Enter at least two names."),
    (["Ada", " "], {}, "Enter at least two names."),
    (["Ada", " Ada "], {}, "“Ada” plays twice."),
    (["x" * 61, "Bo"], {}, "cannot be a name: 1 to 60 characters"),
    (["A\x07a", "Bo"], {}, "cannot be a name"),
    (["A\u2028a", "Bo"], {}, "cannot be a name"),
    (["\u200b", "Bo"], {}, "cannot be a name"),
    (["Ada", "Bo"], {"games": "0"}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo"], {"games": "x"}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo"], {"games": "1001"}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo"], {"games": "-1"}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo"], {"games": "1.5"}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo"], {"games": "9" * 30}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo"], {"games": "000000100" + "0" * 30}, "The number of games is from 1 to 1000."),
    (["Ada", "Bo", "Cia"], {"teams": "2"}, "So many players cannot form these teams"),
    (["Ada", "Bo", "Cia", "Dan"], {"teams": "3"}, "So many players cannot form these teams"),
    (["Ada", "Bo", "Cia"], {"house": ["two_player_five_six"]}, "3 players: with these house rules"),
    (["Ada", "Bo"], {"house": ["jokers"]}, "There is no house rule “jokers”"),
]


@pytest.mark.parametrize(("names", "more", "sentence"), BAD_STARTS)
def test_bad_starts_are_explained_and_kept(
    phone: Phone, names: list[str], more: dict[str, Any], sentence: str
) -> None:
    before = counts(phone.app)
    page = phone.press(phone.get(NEW), "Start", 422, player=names, dealer="1", **more)
    assert sentence in page.alert()
    form, _ = page.form("Start")
    assert form.values("player") == names + [""] * (6 - len(names))
    assert form.value("dealer") == "1"
    assert form.value("games") == more.get("games", "")
    assert form.value("teams") == more.get("teams", "")
    known = [name for name in more.get("house", []) if name != "jokers"]
    assert form.values("house") == known
    assert counts(phone.app) == before


@pytest.mark.usefixtures("lots")
@pytest.mark.parametrize("dealer", ["0", "lot"])
def test_a_form_that_is_sent_twice_starts_one_session(phone: Phone, dealer: str) -> None:
    """Also if the lot falls on somebody else the second time."""
    form, button = phone.get(NEW).form("Start")
    sent = form.filled(button, player=SIX, dealer=dealer)
    once = phone.send(NEW, sent)
    before = counts(phone.app)
    again = phone.send(NEW, sent)
    assert again.path == once.path
    assert again.text == once.text
    assert counts(phone.app) == before


def test_another_session_can_be_started_by_going_back(phone: Phone) -> None:
    """With another name in the form of one that was started: at the second tap at the latest."""
    form, button = phone.get(NEW).form("Start")
    first = phone.send(NEW, form.filled(button, player=["Ada", "Bo"], dealer="0"))
    response = phone.ask(NEW, "POST", data=form.filled(button, player=["Ada", "Cia"], dealer="0"))
    if response.status_code == 422:
        second = phone.press(Page(NEW, response), "Start")
    else:
        second = phone.get(phone.local(response.location))
    assert second.path != first.path
    assert "Cia" in second.parts["standings"]


def test_names_of_people_this_phone_knows_are_offered(phone: Phone) -> None:
    page = start(phone, "Ada", "Bo")
    assert sorted(phone.get(NEW).datalist) == ["Ada", "Bo"]
    assert sorted(phone.get(f"/g/{group_of(page)}/new").datalist) == ["Ada", "Bo"]
    assert Phone(phone.app).get(NEW).datalist == []


# One game


@pytest.mark.parametrize("players", range(2, 7))
def test_score_one_game(phone: Phone, players: int) -> None:
    page = phone.press(phone.get("/krypkasino/score"), str(players))
    assert page.path.endswith("/1/sheet")
    assert f"Player {players}" in page.text
    assert f"Player {players + 1}" not in page.text
    page = phone.press(fill(phone, page, 42, *[0] * (players - 1)), "Finish the game")
    session = phone.get(page.path.removesuffix("/1/sheet"))
    assert "win" in session.parts["head"]


@pytest.mark.parametrize("players", ["", "1", "7", "x", "-2", "２"])
def test_so_many_do_not_play(phone: Phone, players: str) -> None:
    form, _ = phone.get("/krypkasino/score").form("2")
    before = counts(phone.app)
    page = phone.send("/krypkasino/score", dict(form.fields) | {"players": players}, 422)
    assert page.has("2")
    assert counts(phone.app) == before


def test_one_game_is_begun_once_by_two_taps(phone: Phone) -> None:
    form, button = phone.get("/krypkasino/score").form("3")
    sent = form.filled(button)
    once = phone.send("/krypkasino/score", sent)
    before = counts(phone.app)
    assert phone.send("/krypkasino/score", sent).path == once.path
    assert counts(phone.app) == before


def test_players_of_one_game_get_names_later(phone: Phone) -> None:
    page = phone.press(phone.get("/krypkasino/score"), "2")
    group = phone.get(f"/g/{group_of(page)}")
    person = next(link for link in group.links if "/people/" in link)
    phone.press(phone.get(person), "Save", name="Ada")
    assert "Ada" in phone.get(page.path).parts["row-0"]


# Sweeps and deals


def sweeps(page: Page) -> str:
    """The counter, without its buttons."""
    text = page.parts["sweeps"].removeprefix("Who swept? ").split(" A sweep costs")[0]
    return " ".join(word for word in text.split() if word not in ("Sweep", "2×"))


@pytest.fixture
def game(phone: Phone) -> Page:
    """The first game of three."""
    return phone.press(start(phone, "Ada", "Bo", "Cia"), "Begin game 1")


def test_counting_sweeps(phone: Phone, game: Page) -> None:
    assert sweeps(game) == "Ada 0 face up 0 Bo 0 face up 0 Cia 0 face up 0"
    game = phone.press(game, "Sweep: Bo")
    assert sweeps(game) == "Ada 0 face up −5 Bo 1 face up 5 Cia 0 face up 0 Undo: Bo swept"
    game = phone.press(game, "2× (double sweep): Ada")
    undo = "Undo: double sweep of Ada"
    assert sweeps(game) == f"Ada 2 face up 5 Bo 1 face up 5 Cia 0 face up −10 {undo}"
    game = phone.press(game, undo)
    assert sweeps(game) == "Ada 0 face up −5 Bo 1 face up 5 Cia 0 face up 0 Undo: Bo swept"
    game = phone.press(game, "Undo: Bo swept")
    assert sweeps(game) == "Ada 0 face up 0 Bo 0 face up 0 Cia 0 face up 0"
    assert not game.has("Undo: Bo swept")


def test_a_double_tap_counts_once(phone: Phone, game: Page) -> None:
    phone.press(game, "Sweep: Bo")
    again = phone.press(game, "Sweep: Bo")
    assert "Bo 1 face up" in sweeps(again)
    undone = phone.press(again, "Undo: Bo swept")
    assert "Bo 0 face up" in sweeps(undone)
    assert "Bo 0 face up" in sweeps(phone.press(again, "Undo: Bo swept"))
    assert "Bo 0 face up" in sweeps(phone.press(game, "Sweep: Bo"))
    assert "Bo 1 face up" in sweeps(phone.press(undone, "Sweep: Bo"))


def test_a_tap_is_not_another_one(phone: Phone, game: Page) -> None:
    """The key of one page, sent for somebody else: he sees what was counted."""
    phone.press(game, "Sweep: Bo")
    assert "used before" in phone.press(game, "Sweep: Cia", 422).text
    assert "Cia 0 face up" in sweeps(phone.get(game.path))


def test_deals_go_forward_and_back(phone: Phone, game: Page) -> None:
    deals = 8
    assert "Deal 1 of 8" in game.text
    assert "Deal 3 to each, 3 to the table, 2 to each, 2 to the table" in game.text.replace(
        "three", "3"
    ).replace("two", "2")
    assert not game.has("Back")
    for deal in range(2, deals + 1):
        game = phone.press(game, "Hands are empty: next deal")
        assert f"Deal {deal} of 8" in game.text
        assert ("sistan" in game.text) == (deal == deals)
    assert not game.has("Hands are empty: next deal")
    for deal in range(deals - 1, 0, -1):
        game = phone.press(game, "Back")
        assert f"Deal {deal} of 8" in game.text


FORGED = [
    # where, what is sent, the status
    ("/deal", {"deal": "0"}, 422),
    ("/deal", {"deal": "9"}, 422),
    ("/deal", {"deal": "x"}, 400),
    ("/deal", {"deal": "-1"}, 400),
    ("/deal", {"deal": "9" * 50}, 400),
    ("/deal", {}, 400),
    ("/sweeps", {"sweep": "3", "key": "k"}, 422),
    ("/sweeps", {"sweep": "0x3", "key": "k"}, 400),
    ("/sweeps", {"sweep": "0x22", "key": "k"}, 400),
    ("/sweeps", {"sweep": "", "key": "k"}, 400),
    ("/sweeps", {"sweep": "999", "key": "k"}, 400),
    ("/sweeps", {"sweep": "0"}, 400),
    ("/sweeps", {"sweep": "0", "key": "k" * 65}, 400),
    ("/sweeps", {"sweep": "0", "key": "\0"}, 400),
    ("/sweeps/undo", {"key": "unknown"}, 404),
    ("/sweeps/undo", {"key": "\0"}, 400),
    ("/sweeps/undo", {}, 400),
    ("/sheet/3", {"etag": "0"}, 404),
    ("/sheet/last-capturer", {"seat": "3"}, 404),
    ("/sheet/last-capturer", {"seat": "99"}, 404),
    ("/sheet/close", {"accept": "1"}, 422),
]


def test_what_no_form_sends(phone: Phone, game: Page) -> None:
    token, before = phone.token(), dump(phone.app)
    for path, sent, status in FORGED:
        phone.send(game.path + path, sent | {"csrf_token": token}, status)
        assert dump(phone.app) == before, path


def test_a_finished_game_counts_no_sweeps(phone: Phone, game: Page) -> None:
    game = phone.press(game, "Sweep: Bo")
    phone.press(fill(phone, sheet(phone, game), 14, 14, 14), "Finish the game")
    before = dump(phone.app)
    for button in ("Cia swept", "Undo: Bo swept", "Hands are empty: next deal"):
        shown = phone.get(game.path)
        assert not shown.has(button)
    for button in ("Undo: Bo swept", "Hands are empty: next deal", "Discard this game"):
        assert "finished" in phone.press(game, button, 409).text
    assert dump(phone.app) == before


def test_a_game_begun_by_mistake_is_discarded(phone: Phone, game: Page) -> None:
    game = phone.press(game, "Sweep: Bo")
    session = phone.press(game, "Discard this game")
    assert "Ada deals game 1 of 3" in session.text
    phone.get(game.path, 404)
    assert sweeps(phone.press(session, "Begin game 1")).startswith("Ada 0 face up 0")


def test_a_second_tap_finds_the_game_begun(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    assert phone.press(session, "Begin game 1").path == f"{session.path}/1"
    again = phone.press(session, "Begin game 1")
    assert again.path == session.path
    assert "Game 1 of 2" in again.text
    phone.get(f"{session.path}/2", 404)


# The sheet


def row(page: Page, seat: int) -> str:
    """What a row says before its form: name, score, items."""
    return page.parts[f"row-{seat}"].split(" Save")[0]


def test_points(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo")
    assert row(page, 0) == "Ada 0 + ? Sweeps 0, set up 0, cards ?"
    page = phone.press(page, "Save", inside="row-0", points="20", markers="1")
    assert row(page, 0) == "Ada 25 Sweeps 5, set up 0, cards 20"
    assert row(page, 1) == "Bo −5 + ? Sweeps 0, set up −5, cards ?"
    assert "20 of 42" in page.parts["check"]
    assert "Not counted yet: Bo" in phone.press(page, "Save", inside="row-0", points="43").text


def test_kinds(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo")
    kinds = dict(zip(SHEET_KINDS, "21055", strict=True))
    page = phone.press(page, "Ada, A♠︎: one more", **kinds)
    assert "cards 20" in row(page, 0)
    form, _ = page.form("Save", "row-0")
    assert [form.value(kind) for kind in SHEET_KINDS] == ["2", "1", "1", "5", "5"]
    assert "Still missing: one lillan, one A♠︎, 17 other spades and one other ace" in page.text


def test_kinds_are_typed_and_saved(phone: Phone) -> None:
    """Without the buttons + and −."""
    page = begin(phone, "Ada", "Bo")
    kinds = dict(zip(SHEET_KINDS, "21155", strict=True))
    page = phone.press(page, "Save", inside="row-0", **kinds)
    assert "cards 20" in row(page, 0)


def test_kinds_are_typed_after_points(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20)
    page = phone.press(page, "Save", inside="row-0", storan="2", lillan="1")
    assert "cards 8" in row(page, 0)
    page = phone.press(page, "Save", inside="row-0", markers="1")
    assert "Sweeps 5, set up 0, cards 8" in row(page, 0)
    page = phone.press(page, "Save", inside="row-0", lillan="")
    assert "cards 6" in row(page, 0)


def test_points_are_typed_after_kinds(phone: Phone) -> None:
    page = phone.press(begin(phone, "Ada", "Bo"), "Ada, 10♦︎, “storan”: one more")
    assert "cards 3" in row(page, 0)
    page = phone.press(page, "Save", inside="row-0", points="20")
    assert "cards 20" in row(page, 0)


STEPS = [
    # who and what, the buttons pressed, what the row says
    ("Face up", ["one more", "one more", "one less"], "Sweeps 5, set up 0, cards ?"),
    ("Face up", ["one less"], "Sweeps 0, set up 0, cards ?"),
    ("Points in cards", ["one more", "one more"], "Sweeps 0, set up 0, cards 2"),
    ("Points in cards", ["one less"], "Sweeps 0, set up 0, cards 0"),
    ("10♦︎, “storan”", ["one more", "one more", "one less"], "Sweeps 0, set up 0, cards 3"),
    ("2♠︎, “lillan”", ["one more"], "Sweeps 0, set up 0, cards 2"),
]


@pytest.mark.parametrize(("what", "presses", "says"), STEPS)
def test_plus_and_minus(phone: Phone, what: str, presses: list[str], says: str) -> None:
    page = begin(phone, "Ada", "Bo")
    for press in presses:
        page = phone.press(page, f"Ada, {what}: {press}")
    assert row(page, 0).endswith(says)


def test_steps_count_from_what_was_typed(phone: Phone) -> None:
    page = phone.press(begin(phone, "Ada", "Bo"), "Ada, Points in cards: one more", points="12")
    assert "cards 13" in row(page, 0)
    page = phone.press(page, "Ada, Face up: one more", points="20")
    assert "Sweeps 5, set up 0, cards 20" in row(page, 0)


def test_a_row_is_cleared(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20)
    page = phone.press(page, "Save", inside="row-0", points="")
    assert "cards ?" in row(page, 0)


WRONG_NUMBERS = [
    # what is typed, the sentence
    ("x", "“x” is no whole number."),
    ("-1", "“-1” is no whole number."),
    ("1.5", "“1.5” is no whole number."),
    ("1e3", "“1e3” is no whole number."),
    ("105", "This number must be from 0 to 104."),
    ("9" * 9, "This number must be from 0 to 104."),
    ("9" * 30, "is no whole number."),
    ("٣", "“٣” is no whole number."),
    ("<b>", "“<b>” is no whole number."),
    ('"', '“"” is no whole number.'),
]


@pytest.mark.parametrize("name", ["points", "markers", "storan"])
def test_wrong_numbers_are_kept_as_typed(phone: Phone, name: str) -> None:
    sheet = fill(phone, begin(phone, "Ada", "Bo"), 1)
    before = dump(phone.app)
    for text, sentence in WRONG_NUMBERS:
        typed = {"points": "17", "markers": "2", "storan": "1"} | {name: text}
        page = phone.press(sheet, "Save", 422, inside="row-0", **typed)
        assert sentence in page.alert()
        form, _ = page.form("Save", "row-0")
        assert {field: form.value(field) for field in typed} == typed
        assert page.invalid == [name]
    assert dump(phone.app) == before


def test_one_mistake_is_one_complaint(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo")
    page = phone.press(page, "Save", 422, inside="row-0", points="x")
    assert page.alert() == "“x” is no whole number."


def test_a_stale_row_shows_both(phone: Phone) -> None:
    mine = begin(phone, "Ada", "Bo")
    other = phone.press(mine, "Save", inside="row-0", points="10", markers="1")
    assert "cards 10" in row(other, 0)
    page = phone.press(mine, "Save", 412, inside="row-0", points="20")
    both = "Stands now 1 face up, 10 points You entered 0 face up, 20 points"
    assert both in page.alert()
    assert "cards 10" in row(phone.get(mine.path), 0)
    assert "cards 20" in row(phone.press(page, "Take mine"), 0)


def test_a_stale_row_of_kinds(phone: Phone) -> None:
    mine = begin(phone, "Ada", "Bo")
    fill(phone, mine, 10)
    page = phone.press(mine, "Ada, 10♦︎, “storan”: one more", 412, markers="2")
    assert "You entered 2 face up, one storan" in page.alert()
    page = phone.press(page, "Take mine")
    assert "Sweeps 10, set up 0, cards 3" in row(page, 0)
    assert page.form("Save", "row-0")[0].value("storan") == "1"


def test_what_stands_already_is_not_stale(phone: Phone) -> None:
    mine = begin(phone, "Ada", "Bo")
    fill(phone, mine, 10)
    assert "cards 10" in row(fill(phone, mine, 10), 0)


@pytest.mark.parametrize("etag", ["", "x", "-1", "9" * 30, "²"])
def test_a_version_that_never_was_is_stale(phone: Phone, etag: str) -> None:
    form, button = begin(phone, "Ada", "Bo").form("Save", "row-0")
    sent = form.filled(button, points="10")
    sent["etag"] = etag
    assert "Take mine" in phone.send(form.action, sent, 412).text


RESTS = [
    # the rows of Ada and Bo by points or kinds, the button, what Cia has then
    (("10", "20"), "Cia must have 12 points", "cards 12"),
    (("20", "21"), "Cia must have 1 point", "cards 1"),
    (("20", "22"), "Cia must have 0 points", "cards 0"),
    (("1 1 1 10 2", "1 1 1 11 3"), "Cia must have one other spade and one other ace", "cards 2"),
    (("2 2 2 22 6", "0 0 0 0 0"), "Cia can have no scoring cards", "cards 0"),
    (("1 1 1 10 2", "10"), "Cia must have 13 points", "cards 13"),
]


def enter(phone: Phone, page: Page, seat: int, counted: str, name: str) -> Page:
    """A row by points, or by kinds with their last one by its button."""
    *first, last = counted.split()
    if not first:
        return phone.press(page, "Save", inside=f"row-{seat}", points=last)
    typed = dict(zip(SHEET_KINDS, [*first, str(int(last) - 1)], strict=True))
    if last == "0":
        typed["other_aces"] = "0"
        return phone.press(page, f"{name}, Other aces: one less", **typed)
    return phone.press(page, f"{name}, Other aces: one more", **typed)


@pytest.mark.parametrize(("rows", "button", "has"), RESTS)
def test_what_only_one_player_can_still_have(
    phone: Phone, rows: tuple[str, ...], button: str, has: str
) -> None:
    page = begin(phone, "Ada", "Bo", "Cia")
    assert "must have" not in page.text
    for seat, counted in enumerate(rows):
        page = enter(phone, page, seat, counted, "Ada Bo".split()[seat])
    page = phone.press(page, button)
    assert has in row(page, 2)
    assert page.has("Finish the game")


def test_there_is_no_rest_below_nothing(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 43)
    assert "must have" not in page.text
    form, _ = page.form("Save", "row-0")
    sent = {"csrf_token": form.value("csrf_token")}
    assert "cards ?" in row(phone.send(f"{page.path}/rest", sent), 1)


def test_finishing_a_game(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20)
    assert not page.has("Finish the game")
    page = fill(phone, page, 20, 22)
    assert "Adds up to 42" in page.text
    page = phone.press(page, "Finish the game")
    assert "Finished." in page.text
    session = phone.get(page.path.removesuffix("/1/sheet"))
    assert session.parts["games"].startswith("Games Game Ada Bo 1 20 ◂ 20 22 22")
    assert "Bo deals game 2 of 2" in session.text
    assert "≠" not in session.text


def test_finishing_on_purpose_is_marked_for_good(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20, 21)
    assert "1 point is missing: the sum is 41, not 42." in page.text
    assert not page.has("Finish the game")
    form, _ = page.form("Finish although it does not add up")
    refused = phone.send(form.action, {"csrf_token": form.value("csrf_token")}, 422)
    assert "1 point is missing" in refused.text
    assert refused.has("Finish although it does not add up")
    page = phone.press(page, "Finish although it does not add up")
    marked = "This sheet was closed although it did not add up."
    session = page.path.removesuffix("/1/sheet")
    assert marked in page.text
    assert "≠" in phone.get(session).parts["games"]
    assert "Does not add up" in phone.get(session).html
    page = phone.press(page, "Save", inside="row-1", points="22")
    assert marked in page.text
    assert "Adds up to 42" in page.text
    assert "corrected later" in phone.get(session).html


def test_corrections_and_their_history(phone: Phone) -> None:
    page = phone.press(fill(phone, begin(phone, "Ada", "Bo"), 20, 22), "Finish the game")
    assert "What stood before" not in page.text
    page = phone.press(page, "Save", inside="row-0", points="21", markers="1")
    assert "Ada : 0 face up, 20 points" in page.parts["hints"]
    page = phone.press(page, "Save", inside="row-1", points="21")
    history = page.parts["hints"].split("What stood before ")[1]
    assert history.index("Bo : 0 face up, 22 points") < history.index("Ada : 0 face up, 20 points")
    session = phone.get(page.path.removesuffix("/1/sheet"))
    assert "1 26 ◂ 26 16 16" in session.parts["games"]
    assert "Bo 16" in session.parts["standings"]


def test_a_finished_row_cannot_be_cleared(phone: Phone) -> None:
    page = phone.press(fill(phone, begin(phone, "Ada", "Bo"), 20, 22), "Finish the game")
    before = dump(phone.app)
    assert (
        "Ada has not counted yet." in phone.press(page, "Save", 422, inside="row-0", points="").text
    )
    assert dump(phone.app) == before


def test_the_last_capture_scores_a_point(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo", house=["last_capture_point"])
    page = fill(phone, page, 20, 22)
    assert "Now say who captured last" in page.text
    page = phone.press(page, "Bo")
    assert "Adds up to 43" in page.text
    assert "last capture 1" in row(page, 1)
    page = phone.press(phone.press(page, "Ada"), "Finish the game")
    assert row(page, 0).startswith("Ada 21 ")
    page = phone.press(page, "Bo")
    assert row(page, 1).startswith("Bo 23 ")
    assert "last capture: Ada" in page.parts["hints"]


def test_no_point_is_asked_for_without_the_house_rule(phone: Phone) -> None:
    assert "capturer" not in begin(phone, "Ada", "Bo").parts


# Settling, ending, playing again


@pytest.fixture
def over(phone: Phone) -> Page:
    """A session of three after its three games: totals 30, 42 and 54."""
    session = start(phone, "Ada", "Bo", "Cia")
    for number, points in enumerate(((10, 14, 18), (12, 12, 18), (8, 16, 18)), 1):
        session = play(phone, session, number, *points)
    return session


def test_who_pays_whom(over: Page) -> None:
    assert over.parts["head"].startswith("Ada wins")
    assert over.parts["standings"] == "Standings 1. Ada 30 2. Bo 42 3. Cia 54"
    settled = over.parts["settlement"]
    assert "Everyone with everyone Bo → Ada 12 Cia → Ada 24 Cia → Bo 12" in settled
    assert "To the winner Bo → Ada 12 Cia → Ada 24" in settled
    assert "<svg" in over.html


STAKES = [
    # what is typed, the currency, what twelve points are worth, what the field shows then
    ("0,50", "kr", "12 = 6.00 kr", "0.50"),
    ("0.05", "€", "12 = 0.60 €", "0.05"),
    (" 2 ", "", "12 = 24.00", "2.00"),
    ("10000", "kr", "12 = 120,000.00 kr", "10000.00"),
    ("1", "<b>&", "12 = 12.00 <b>&", "1.00"),
    ("0", "kr", "Bo → Ada 12 Cia", ""),
    ("", "kr", "Bo → Ada 12 Cia", ""),
]


def test_playing_for_money(phone: Phone, over: Page) -> None:
    for typed, currency, shown, kept in STAKES:
        page = phone.press(over, "Save", stake=typed, currency=currency)
        assert shown in page.parts["settlement"]
        assert page.form("Save")[0].value("stake").replace(",", "") == kept


@pytest.mark.parametrize("stake", ["0.05", "10000"])
def test_a_stake_can_be_saved_as_it_is_shown(phone: Phone, over: Page, stake: str) -> None:
    page = phone.press(over, "Save", stake=stake, currency="kr")
    assert phone.press(page, "Save").parts["settlement"] == page.parts["settlement"]


BAD_STAKES = ["abc", "-1", "0.001", "10000.01", "1e9", "NaN", "Infinity", "sNaN", "1e-999999",
              "9" * 40, "<b>", "0.5.0"]  # fmt: skip


def test_bad_stakes_are_explained_and_kept(phone: Phone, over: Page) -> None:
    before = dump(phone.app)
    for typed in BAD_STAKES:
        page = phone.press(over, "Save", 422, stake=typed, currency="kr")
        assert f"“{typed[:20]}” is no amount" in page.alert()
        form, _ = page.form("Save")
        assert (form.value("stake"), form.value("currency")) == (typed, "kr")
    assert dump(phone.app) == before


def test_a_bad_stake_is_quoted_as_it_was_typed(phone: Phone, over: Page) -> None:
    assert "“0,5,0” is no amount" in phone.press(over, "Save", 422, stake="0,5,0").alert()


def test_a_bad_stake_for_a_script(phone: Phone, over: Page) -> None:
    """It draws what it is sent, or says it if it is a plain sentence."""
    form, button = over.form("Save")
    sent = form.filled(button, stake="abc")
    response = phone.ask(form.action, "POST", data=sent, headers={"X-Live": "1"})
    assert "“abc” is no amount" in Page("", response).text
    assert response.status_code == 200 or response.content_type.startswith("text/plain")


def test_ending_and_playing_on(phone: Phone) -> None:
    session = play(phone, start(phone, "Ada", "Bo", "Cia"), 1, 10, 14, 18)
    begun = phone.press(session, "Begin game 2")
    ended = phone.press(phone.get(session.path), "End the session")
    assert "Bo → Ada 4" in ended.parts["settlement"]
    assert not ended.has("Begin game 2")
    assert "Ada 10" in ended.parts["standings"]
    phone.press(begun, "Discard this game")
    assert phone.get(session.path).parts["head"].startswith("Ada wins")
    refused = phone.press(session, "Begin game 2", 409)
    assert "has ended" in refused.text
    again = phone.press(phone.get(session.path), "Play on after all")
    assert "Bo deals game 2 of 3" in again.text
    assert phone.press(again, "Begin game 2").path.endswith("/2")


def test_ending_before_the_first_game(phone: Phone) -> None:
    ended = phone.press(start(phone, "Ada", "Bo"), "End the session")
    assert "Ended before the first game" in ended.text
    assert "Who pays whom" not in ended.text


def test_more_games_than_planned(phone: Phone, over: Page) -> None:
    more = play(phone, over, 4, 40, 1, 1)
    assert more.parts["head"].startswith("Bo wins")
    assert "Ada 70" in more.parts["standings"]


def test_play_again_is_filled_in(phone: Phone) -> None:
    house = ["last_capture_point"]
    session = start(phone, *SIX[:4], teams="2", house=house, rounds="2", dealer="3")
    ended = phone.press(session, "End the session")
    again = next(link for link in ended.links if "/new?like=" in link)
    assert again in ended.links
    form, _ = phone.get(again).form("Start")
    assert form.values("player") == [*SIX[:4], "", ""]
    assert form.values("house") == house
    assert (form.value("teams"), form.value("rounds"), form.value("games")) == ("2", "2", "")
    page = phone.press(phone.get(again), "Start")
    assert group_of(page) == group_of(session)
    assert "game 1 of 8" in page.text
    assert "Ada & Cia" in page.parts["standings"]


def test_continue_with_other_people(phone: Phone) -> None:
    """Somebody leaves, somebody comes: another session of the same group, with 5 games."""
    session = play(phone, start(phone, "Ada", "Bo", "Cia", games="5"), 1, 10, 14, 18)
    form_page = phone.get(f"/g/{group_of(session)}/new?like={session.path.split('/')[3]}")
    assert form_page.form("Start")[0].value("games") == "5"
    page = phone.press(form_page, "Start", player=["Ada", "Bo", "Dan", "Eva"], dealer="1")
    assert "Bo deals game 1 of 5" in page.text
    group = phone.get(f"/g/{group_of(session)}")
    assert "1 of 5 games · leads: Ada" in group.text
    assert "Ada , Bo , Dan , Eva" in group.text


@pytest.mark.parametrize("like", ["x", "", "nothing", "%00", "x" * 500])
def test_like_what_was_never_played(phone: Phone, like: str) -> None:
    """An empty form, or one like the last session."""
    session = start(phone, "Ada", "Bo")
    form, _ = phone.get(f"/g/{group_of(session)}/new?like={like}").form("Start")
    assert form.values("player")[0] in ("", "Ada")


@pytest.mark.usefixtures("lots")
@pytest.mark.parametrize("dealer", ["0", "lot"])
def test_another_session_is_started_once_by_two_taps(phone: Phone, dealer: str) -> None:
    session = start(phone, "Ada", "Bo")
    address = f"/g/{group_of(session)}/new"
    form, button = phone.get(address).form("Start")
    sent = form.filled(button, dealer=dealer)
    assert phone.send(address, sent).path == phone.send(address, sent).path


def test_games_that_nobody_counted(phone: Phone) -> None:
    """Finished on purpose with nothing at all, twice: there is a chart to be drawn."""
    session = start(phone, "Ada", "Bo")
    for number in (1, 2):
        page = sheet(phone, phone.press(session, f"Begin game {number}"))
        phone.press(fill(phone, page, 0, 0), "Finish although it does not add up")
        session = phone.get(session.path)
    assert "Nobody owes anything." in session.text
    assert "Ada and Bo share the win" in session.text


def test_scores_beyond_all_measure(phone: Phone) -> None:
    """A hundred sweeps each way, finished on purpose."""
    session = start(phone, "Ada", "Bo", games="2")
    for number in (1, 2):
        page = sheet(phone, phone.press(session, f"Begin game {number}"))
        page = phone.press(page, "Save", inside="row-0", points="104", markers="104")
        page = fill(phone, page, 104, 0)
        phone.press(page, "Finish although it does not add up")
        session = phone.get(session.path)
    assert "Ada 1248" in session.parts["standings"]
    assert "Bo −1040" in session.parts["standings"]


# The group


def test_statistics(phone: Phone) -> None:
    session = phone.press(start(phone, "Ada", "Bo", "Cia", games="1"), "Begin game 1")
    for button in ("Sweep: Bo", "Sweep: Bo", "2× (double sweep): Cia"):
        session = phone.press(phone.get(session.path), button)
    phone.press(fill(phone, sheet(phone, session), 20, 12, 10), "Finish the game")
    group = phone.get(f"/g/{group_of(session)}")
    assert "Ada 1/1 1 10.0 0 2 Bo 0/1 1 12.0 2 2 Cia 0/1 1 20.0 2 0" in group.text
    bo = phone.get([link for link in group.links if "/people/" in link][1]).text
    assert "Evenings won 0 of 1" in bo
    assert "Sweeps taken 2: 2 set up by Ada" in bo
    assert "Sweeps set up 2: 2 for Cia" in bo


def person(phone: Phone, group: str, name: str) -> Page:
    """The page of somebody."""
    pages = [phone.get(link) for link in phone.get(group).links if "/people/" in link]
    (found,) = (page for page in pages if f"<bdi>{name}</bdi></h1>" in page.html)
    return found


def test_renaming_the_group(phone: Phone) -> None:
    group = phone.get(f"/g/{group_of(start(phone, 'Ada', 'Bo'))}")
    assert "<h1><bdi>Ada, Bo</bdi></h1>" in group.html
    assert "Friday" in phone.press(group, "Save", name="  Friday ").text
    assert "Friday" in phone.get("/").text
    for name in ("", " ", "x" * 61, "a\x07"):
        page = phone.press(group, "Save", 422, name=name)
        assert "cannot be a name" in page.alert()
        assert page.form("Save")[0].value("name") == name
        assert "<h1><bdi>Friday</bdi></h1>" in page.html


def test_renaming_somebody(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    group = f"/g/{group_of(session)}"
    page = phone.press(person(phone, group, "Ada"), "Save", name=" Åsa ")
    assert page.path == group
    assert "Åsa" in page.text
    assert "Åsa deals game 1" in phone.get(session.path).text
    for name in ("", " ", "x" * 61, "a\x07"):
        page = phone.press(person(phone, group, "Åsa"), "Save", 422, name=name)
        assert "cannot be a name" in page.alert()
        assert page.form("Save")[0].value("name") == name
    assert phone.press(person(phone, group, "Åsa"), "Save", name="Åsa").path == group


def test_somebody_who_was_typed_twice(phone: Phone) -> None:
    first = start(phone, "Ada", "Bo")
    group = f"/g/{group_of(first)}"
    second = phone.press(phone.get(f"{group}/new"), "Start", player=["Adah", "Cia"], dealer="0")
    page = phone.press(person(phone, group, "Adah"), "Save", 422, name="Ada")
    assert "Somebody else here is called “Ada”. Is it the same person?" in page.alert()
    assert "Adah deals" in phone.get(second.path).text
    page = phone.press(page, "Yes, they are one")
    assert page.path == group
    assert "Adah" not in page.text
    assert "Ada 0/2 0" in page.text
    assert "Ada deals" in phone.get(second.path).text


def test_people_who_sat_together_are_two(phone: Phone) -> None:
    group = f"/g/{group_of(start(phone, 'Ada', 'Bo'))}"
    asked = phone.press(person(phone, group, "Ada"), "Save", 422, name="Bo")
    before = dump(phone.app)
    page = phone.press(asked, "Yes, they are one", 422)
    assert "Ada and Bo sat at one table: they are two people." in page.alert()
    assert page.form("Save")[0].value("name") == "Bo"
    assert dump(phone.app) == before


# Names of any kind

NAMES = [
    # six people and their group
    ["<script>alert(1)</script>", "&lt;b&gt; &amp;", "{{ 7 * 7 }} {% raw %}", "{0} {name}",
     "=1+1", "x" * 60, '"><img src=x onerror=alert(1)>'],
    ["' onfocus='alert(1)", "%(name)s %s %%", "👨‍👩‍👧‍👦 👵🏽", "שרה عليّ", "\u202eBo", "👵" * 60,
     "</title></option></datalist>"],
]  # fmt: skip


@pytest.mark.parametrize("names", NAMES)
def test_names_of_any_kind_on_every_page(phone: Phone, names: list[str]) -> None:
    """As texts: the parser of our pages takes no scripts, pictures and handlers of others."""
    *players, called = names
    session = start(phone, *players, house=["last_capture_point"], games="2")
    group = f"/g/{group_of(session)}"
    phone.press(phone.get(group), "Save", name=called)
    for number in (1, 2):
        game = phone.press(phone.get(session.path), f"Begin game {number}")
        phone.press(game, f"Sweep: {players[0]}")
        page = fill(phone, sheet(phone, game), 42, 0, 0, 0, 0)
        page = phone.press(phone.press(page, f"{players[5]} must have 0 points"), players[3])
        phone.press(page, "Finish the game")
    phone.press(phone.get(page.path), players[4], inside="capturer")
    phone.press(phone.get(f"{group}/new"), "Start")
    pages = all_pages(phone, group, group_of(session))
    pages += [phone.get("/"), phone.get(NEW), phone.get(f"{group}/delete")]
    people = [page for page in pages if "/people/" in page.path]
    assert len(people) == len(players)
    for name in names:
        shown = [page for page in pages if name in page.text or name in page.datalist]
        assert len(shown) >= (4 if name == called else 8), name
