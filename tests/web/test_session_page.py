"""The page of a session: games, its chart, its end, who pays whom, and its board for all to see."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from flask import Flask

from referee.config import resources
from referee.messages.session_results import night_winner_text
from referee.rules.games import ruleset
from referee.rules.sheet_plan import RowCounts
from referee.services import game_changes, sheet_entry
from referee.services.access import Access
from referee.services.nights import NightView
from referee.services.session_views import GameScore, SessionView
from referee.web.drawing import CHART_SHAPES
from referee.web.session.game_list import APART, Chart, draw_chart
from tests.api_calls import Caller, Table
from tests.databases import Dump, dump, restore
from tests.groups import pile, result
from tests.page_client import Page, Phone, fill, here, keys_of, opened, play, sheet, start

from .test_followed_table import followed


@pytest.fixture(scope="module")
def played(app: Flask) -> tuple[str, str, Dump]:
    """Return a session of three that is played once: its address, its edit key, and all rows
    afterwards."""
    phone = Phone(app)
    session = start(phone, "Ada", "Bo", "Cia")
    for number, points in enumerate(((10, 14, 18), (12, 12, 18), (8, 16, 18)), 1):
        session = play(phone, session, number, *points)
    edit, _ = keys_of(phone, session.group)
    return session.path, edit, dump(app)


@pytest.fixture
def over(phone: Phone, played: tuple[str, str, Dump]) -> Page:
    """Return a session of three after its three games: totals 30, 42 and 54."""
    path, edit, rows = played
    restore(phone.app, rows)
    assert phone.ask(f"/k/{edit}").status_code == 302
    return phone.get(path)


def test_a_second_tap_finds_the_game_begun(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    assert phone.press(session, "Begin game 1").path == f"{session.path}/1"
    again = phone.press(session, "Begin game 1")
    assert again.path == session.path
    assert "Game 1 of 2" in again.text
    phone.get(f"{session.path}/2", 404)


def test_ending_and_playing_on(phone: Phone) -> None:
    session = play(phone, start(phone, "Ada", "Bo", "Cia"), 1, 10, 14, 18)
    begun = phone.press(session, "Begin game 2")
    ended = phone.press(phone.get(session.path), "End the session")
    assert "Ada +12 · Bo 0 · Cia −12" in ended.parts["settled"]
    assert not ended.has("Begin game 2")
    assert ended.parts["head"].startswith("Ada wins Ended after 1 of 3 games")
    assert "Ada 10" in ended.parts["standings"]
    phone.press(begun, "Discard this game")
    assert phone.get(session.path).parts["head"].startswith("Ada wins")
    refused = phone.press(session, "Begin game 2", 409)
    assert "has ended" in refused.text
    again = phone.press(phone.get(session.path), "Take the session up again")
    assert "Bo deals game 2 of 3" in again.text
    assert phone.press(again, "Begin game 2").path.endswith("/2")


def test_who_pays_whom(over: Page) -> None:
    assert over.parts["head"].startswith("Ada wins")
    assert over.parts["standings"] == "Standings 1. Ada 30 2. Bo 42 3. Cia 54"
    settled = over.parts["settled"]
    assert "Ada gets 36 in all Bo comes out even → Ada 12" in settled
    assert "Cia pays 36 in all → Ada 24 · Bo 12" in settled
    assert "<svg" in over.html


STAKES = [  # what is typed, the currency, what twelve points are worth, what the field shows then
    ("0,50", "kr", "Bo → Ada 6.00 kr", "0.50"),
    ("10000", "kr", "Bo → Ada 120,000.00 kr", "10000.00"),
    ("1", "<b>&", "Bo → Ada 12.00 <b>&", "1.00"),
    ("0", "kr", "Bo → Ada 12 Cia", "")]  # fmt: skip


def test_playing_for_money(phone: Phone, over: Page) -> None:
    for typed, currency, shown, kept in STAKES:
        page = phone.press(over, "Save", stake=typed, currency=currency)
        assert shown in page.text
        assert page.form("Save")[0].value("stake").replace(",", "") == kept


BAD_STAKES = [  # what is typed, the currency, what is said of it
    ("1.000,50", "kr", "“1.000,50” is not an amount"),
    ("−0.5", "kr", "“−0.5”: this number cannot be below 0."),
    ("10000.01", "kr", "“10000.01”: at most 10000.00."),
    ("1", "\u3164", "has a character that cannot be seen (U+3164)."),
    ("1", "matchsticks", "The currency has at most 8 characters.")]  # fmt: skip


def test_bad_stakes_are_explained_and_kept(phone: Phone, over: Page) -> None:
    """A script draws what it is sent, or says it if it is a plain sentence."""
    before = dump(phone.app)
    for typed, currency, sentence in BAD_STAKES:
        page = phone.press(over, "Save", 422, stake=typed, currency=currency)
        assert sentence in page.alert()
        form, _ = page.form("Save")
        assert (form.value("stake"), form.value("currency")) == (typed, currency)
    form, button = over.form("Save")
    sent = form.filled(button, stake="abc")
    response = phone.ask(form.action, "POST", data=sent, headers={"X-Poll": "1"})
    assert "“abc” is not an amount" in Page("", response).text
    assert response.status_code == 200 or response.content_type.startswith("text/plain")
    assert dump(phone.app) == before


def test_a_long_list_of_games_is_cut_and_says_so(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the totals of all; the rest is one tap away."""
    monkeypatch.setattr("referee.web.session.game_list.LAST_GAMES", 1)
    session = start(phone, "Ada", "Bo", games="4")
    for number in (1, 2):
        session = play(phone, session, number, 2, 40)
    assert "The last" not in session.text
    session = play(phone, session, 3, 2, 40)
    assert "Game Ada Bo 3 ◂ 2 6 40 120 The last 1 of 3 games. All games" in session.parts["games"]
    everything = phone.get(f"{session.path}?games=all")
    assert "Game Ada Bo 1 ◂ 2 2 40 40 2 2 4 ◂ 40 80 3 ◂ 2 6 40 120 Large" in everything.text
    assert f"{session.path}?games=all" in session.links


WAYS = [  # the button, the meaning below the payments, the payments of totals 5, 5, 16 and 16
    ("Everyone with everyone", "Everybody settles the difference with everybody else.", 22,
     "→ Ada 11 · Bo 11", "→ Ada 11 · Bo 11"),
    ("To the winner", "Everybody pays the winner the difference.", 11,
     "→ Ada 6 · Bo 5", "→ Ada 5 · Bo 6"),
    ("Fewest payments", "Everybody comes out as if all had settled with everybody else.", 22,
     "→ Ada 22", "→ Bo 22")]  # fmt: skip


@pytest.fixture
def ended(phone: Phone) -> Page:
    """Two winners and two losers."""
    session = start(phone, "Ada", "Bo", "Cia", "Dan", games="1")
    return play(phone, session, 1, 5, 5, 16, 16)


def test_who_won_stands_at_the_top_and_who_pays_below(ended: Page) -> None:
    assert [part for part in ended.parts if part in PARTS] == PARTS
    assert ended.parts["head"].startswith("Ada and Bo share the win")


PARTS = ["head", "standings", "settled", "games", "do", "end"]


def test_one_settlement_that_people_chose(phone: Phone, ended: Page) -> None:
    for button, hint, due, of_cia, of_dan in (*WAYS, WAYS[0]):
        ended = phone.press(ended, button)
        gets, pays = f"gets {due} in all", f"pays {due} in all"
        payments = f"Ada {gets} Bo {gets} Cia {pays} {of_cia} Dan {pays} {of_dan}"
        balances = f"Ada +{due} · Bo +{due} · Cia −{due} · Dan −{due}"
        assert ended.parts["settled"].startswith(f"Who pays whom {balances} {button} {payments} ")
        assert hint in ended.parts["settled"]
        chosen = re.findall(r'aria-pressed="true">([^<]+)', ended.html)
        assert chosen == [button]


def test_the_next_session_settles_the_same_way(phone: Phone, ended: Page) -> None:
    phone.press(ended, "Fewest payments")
    again = phone.press(phone.get(f"/g/{ended.group}/new"), "Start")
    again = play(phone, again, 1, 5, 5, 16, 16)
    assert "Cia pays 22 in all → Ada 22" in again.parts["settlement"]


def test_the_result_as_text(phone: Phone, ended: Page) -> None:
    lines = result(phone.press(ended, "Fewest payments"))
    assert re.fullmatch(r"Krypkasino, .* 20\d\d, 1 game", lines.pop(1))
    assert lines == [
        *["Ada and Bo share the win", ""], *["1. Ada 5", "1. Bo 5", "3. Cia 16", "3. Dan 16", ""],
        *["Fewest payments:", "Cia → Ada 22", "Dan → Bo 22"]]  # fmt: skip


def test_the_text_tells_of_money_as_the_page_does(phone: Phone, ended: Page) -> None:
    page = phone.press(phone.press(ended, "To the winner"), "Save", stake="0.5", currency="kr")
    assert "a point is worth 0.50 kr" in page.html
    due = "2.75\N{NO-BREAK SPACE}kr"
    assert result(page)[-2:] == [f"{one} → Ada {due}, Bo {due}" for one in ("Cia", "Dan")]


def test_teams_and_nobody_who_pays(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia", "Dan", teams="2", games="1")
    session = play(phone, session, 1, 1, 20, 20, 1)
    assert "Nobody owes anything." in session.parts["settled"]
    assert result(session)[-3:] == ["", "1. Ada & Cia 21", "1. Bo & Dan 21"]


def test_nothing_to_share_before_the_end(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia")
    assert "textarea" not in session.html
    session = play(phone, session, 1, 2, 40, 0)
    assert "textarea" not in session.html
    assert "settled" not in session.parts
    page = sheet(phone, phone.press(session, "Begin game 2"))
    fill(phone, page, 1)
    ended = phone.press(phone.get(session.path), "End the session")
    assert result(ended)[0] == "Cia wins"


def test_two_sides_see_the_result_above_who_pays(phone: Phone) -> None:
    """There is one way to settle, and it needs no name."""
    session = play(phone, start(phone, "Ada", "Bo", games="1"), 1, 2, 40)
    assert "Ada wins Ada 2 · Bo 40" in session.parts["head"]
    assert session.parts["settled"].startswith("Who pays whom Bo → Ada 38")
    assert "Everyone with everyone" not in session.text
    assert not session.has("To the winner")
    assert session.has("Save")
    assert '<label for="currency">Currency</label>' in session.html


PEOPLE = ["Ada", "Bo", "Cia", "Dan"]
Said = int | tuple[dict[str, int], int]


def table(app: Flask, game: str, players: int, *played: tuple[Said, ...], **more: object) -> Table:
    """Return an evening so far; points for each pile, or what was counted and its sweeps."""
    made = Caller(app).start(PEOPLE[:players], game=game, **more)
    for rows in played:
        play_game(made, *rows)
    return made


def play_game(made: Table, *rows: Said, claimed_by: int | None = None) -> None:
    """Play a game from its beginning to its scores, however they add up, without a call for each
    row."""
    group = Access(made.group_id, may_write=True)
    with made.edit.app.app_context():
        game = game_changes.begin_game(group, made.id).game_id
        for seat, said in enumerate(rows):
            row = RowCounts(0, said) if isinstance(said, int) else RowCounts(said[1], said[0])
            sheet_entry.put_row(group, game, seat, row, sheet_entry.ANY_VERSION)
        if claimed_by is not None:
            sheet_entry.close_claimed(group, game, claimed_by)
        else:
            sheet_entry.close_game(group, game, None, accept_imbalance=True)


def phone_at(table: Table) -> tuple[Phone, Page]:
    phone = opened(table.edit.app, str(table.edit.key))
    return phone, phone.get(f"/g/{table.group_id}/{table.id}")


def page_of(table: Table) -> Page:
    return phone_at(table)[1]


def test_the_highest_wins_and_is_paid(app: Flask) -> None:
    made = table(app, "casino", 3, (8, 3, 0), (8, 2, 1), (7, 0, 4))
    phone, page = phone_at(made)
    assert page.parts["head"].startswith("Ada wins ")
    assert page.parts["standings"] == "Standings 1. Ada 23 2. Bo 5 2. Cia 5"
    page = phone.press(page, "To the winner")
    assert "Bo pays 18 in all → Ada 18 Cia pays 18 in all → Ada 18" in page.parts["settled"]
    assert re.fullmatch(r"Casino, .*, 3 games of an evening to 21", result(page).pop(1))
    assert [line for number, line in enumerate(result(page)) if number != 1] == [
        *["Ada wins", "", "1. Ada 23", "2. Bo 5", "2. Cia 5", ""],
        *["To the winner:", "Bo → Ada 18", "Cia → Ada 18"],
    ]


QUESTION = "Somebody has won already. Play on all the same?"


def test_playing_on(app: Flask) -> None:
    made = table(app, "casino", 2, (11, 0), (11, 0))
    phone, won = phone_at(made)
    assert won.parts["head"].startswith("Ada wins ")
    assert "One more game" in won.parts["end"]
    assert QUESTION not in won.text
    assert phone.press(won, "Begin game 3").path == f"{won.path}/3"
    again = phone.press(won, "Begin game 3")
    assert again.parts["head"].startswith("Game 3 of an evening to 21 ")
    assert "Ada has won already; you play on." in again.parts["standings"]
    made.fill(3, {"points": 0}, {"points": 30})
    made.close(3, accept_imbalance=True)
    assert page_of(made).parts["head"].startswith("Bo wins ")


EARLIER = "As it is counted now, Ada had 21 after game 2. The games after it count too."
ENDED = "It ends with game 2, as you chose. The game after it is kept and does not count."


def test_people_choose_what_counts_after_such_a_correction(app: Flask) -> None:
    """An old game is corrected so that somebody had won: the evening ended there, and the later
    game is only kept; or it counts after all."""
    made = table(app, "swazi-casino", 2, (9, 2), (9, 2), (1, 30))
    assert "As it is counted now" not in page_of(made).text
    assert made.put(1, 0, {"points": 12}).status_code == 200
    phone, page = phone_at(made)
    assert EARLIER in phone.get(f"{page.path}/1/sheet").parts["title"]
    assert page.parts["head"].startswith("Bo wins ")
    form, button = page.form("End it with game 2")
    for number in ("1", "9", "x", "99999999999"):  # no other game ends it
        phone.ask(form.action, "POST", data={**form.filled(button), "number": number})
        assert ENDED not in page_of(made).text
    page = phone.press(page, "End it with game 2")
    assert page.parts["head"].startswith("Ada wins ")
    assert page.parts["standings"].startswith(f"Standings 1. Ada 21 2. Bo 4 {ENDED}")
    assert page.parts["settled"].startswith("Who pays whom Bo → Ada 17")
    assert "2 2 9 21 ◂ 2 4 3 ≠ ◂ 1 30 Large" in page.parts["games"]  # without a total
    group = phone.get(f"/g/{made.group_id}").text
    assert "2 games of an evening to 21 · won: Ada" in group
    state = made.get("")
    assert (state["winners"], state["over"], len(state["games"])) == ([0], True, 3)
    page = phone.press(page, "Count the later games too")
    assert page.parts["head"].startswith("Bo wins ")
    assert EARLIER in page.parts["standings"]
    assert made.put(1, 0, {"points": 9}).status_code == 200
    assert "As it is counted now" not in page_of(made).text


def test_a_phone_that_did_not_know_of_the_winner_is_asked(app: Flask) -> None:
    """The page of the phone is older than the game that another phone has finished. Viewers are not
    asked, nor is anybody where there is nothing to ask."""
    made = table(app, "casino", 2, (11, 0))
    phone, old = phone_at(made)
    play_game(made, 11, 0)
    watcher, path = opened(app, str(made.view.key)), f"{old.path}?asked=1"
    assert [QUESTION in one.get(path).text for one in (phone, watcher)] == [True, False]
    asked = phone.press(old, "Begin game 2")
    assert asked.path.startswith(old.path)
    assert asked.alert() == QUESTION
    assert asked.parts["head"].startswith("Ada wins ")
    assert len(made.get("")["games"]) == 2
    assert phone.press(asked, "Begin game 3", inside="next").path == f"{old.path}/3"
    assert QUESTION not in phone.get(path).text


CLAIM = [
    ((pile(26, 7, 2, 1, 0), 2), (pile(26, 6, 2, 0, 1), 5)),
    ((pile(20, 7, 2, 1, 0), 1), (pile(32, 6, 2, 0, 1), 5))]  # fmt: skip


def test_a_claim_wins_whoever_has_more(app: Flask) -> None:
    """Bo has more, and did not say so."""
    house = {"claim_out": True, "sweeps": True}
    made = table(app, "casino", 2, *CLAIM, house=house)
    play_game(made, (pile(27, 7, 3, 1, 1), 3), (pile(10, 2, 1, 0, 0), 9), claimed_by=0)
    phone, page = phone_at(made)
    assert page.parts["head"].startswith("Ada wins Ada claimed the target, and had it. ")
    assert page.parts["standings"] == "Standings 1. Bo 29 2. Ada 26"
    assert re.findall(r'class="leads .*?<bdi[^>]*>(\w+)', page.html, re.DOTALL) == ["Ada"]
    assert "by the totals, whoever has won Ada → Bo 3" in page.parts["settled"]
    assert result(page)[:2] == ["Ada wins", "Ada claimed the target, and had it."]
    assert "won: Ada" in phone.get(f"/g/{made.group_id}").text
    paid = phone.send(f"{page.path}/settlement", {"settlement": "to_winner"})
    assert "Who pays whom Ada → Bo 3 To the highest total" in paid.parts["settled"]
    assert "To the highest total:" in result(paid)
    # Then somebody plays on, and the highest total wins.
    phone.press(page, "Begin game 4")
    for seat, row in enumerate((pile(26, 7, 2, 1, 0), pile(26, 6, 2, 0, 1))):
        made.put(4, seat, {**row, "sweeps": 0})
    assert made.close(4).status_code == 200
    page = page_of(made)
    assert page.parts["head"].startswith("Bo wins Bo ")
    assert "claimed" not in page.text


def test_a_team_that_shares_a_pile_has_one_column(app: Flask) -> None:
    page = page_of(table(app, "swazi-casino", 4, (8, 3), (4, 7)))
    assert "Game Ada & Cia Bo & Dan 1 8 8 ◂ Ada 3 3 2 4 12 7 10 ◂ Dan Large" in page.parts["games"]
    assert "sum of its members" not in page.text
    assert "Standings 1. Ada & Cia 12 2. Bo & Dan 10 " in page.parts["standings"]
    assert page.html.count("<polyline") == 2


NAMES = ("Ada", "Bo", "Cia", "Dan")


def view(
    game: str,
    *games: tuple[int, ...],
    target: int | None = None,
    teams: tuple[int, ...] | None = None,
) -> SessionView:
    scores = [
        GameScore(number, 0, 0, False, one, True, False, None) for number, one in enumerate(games)
    ]
    return SessionView(
        id="s", group_id="g", rules=ruleset(game), players=NAMES[: len(games[0])], teams=teams,
        games_planned=None if target else 9, target=target, first_dealer=0, closed=False,
        started_at=datetime(2026, 11, 22, tzinfo=UTC), stake=None, currency="",
        settlement="pairwise", games=tuple(scores), totals={}, winners=())  # fmt: skip


def chart(view: SessionView) -> Chart:
    drawn = draw_chart(view, dict(enumerate(NAMES)), {name: at for at, name in enumerate(NAMES)})
    assert drawn is not None
    return drawn


@pytest.mark.parametrize(("game", "teams", "games", "totals"), [
    ("casino", None, [(8, 3), (4, 7)], [[0, 8, 12], [0, 3, 10]]),
    ("swazi-casino", (0, 1, 0, 1), [(8, 3, 8, 3), (4, 7, 4, 7)], [[0, 8, 12], [0, 3, 10]]),
    ("krypkasino", (0, 1, 0, 1), [(8, 3, 5, 26), (4, 7, 0, 31)], [[0, 13, 17], [0, 29, 67]]),
])  # fmt: skip
def test_the_totals_of_each_side(game, teams, games, totals) -> None:
    """Partners whose piles are counted as one have one score, and it counts once."""
    session = view(game, *games, teams=teams)
    assert [[one[side] for one in session.running] for side in (0, 1)] == totals
    assert len(chart(session).lines) == 2


@pytest.mark.parametrize(("target", "games", "levels"), [
    (21, [(8, 3), (4, 7)], [0, 5, 10, 15, 25]),
    (50, [(8, 3), (30, 7)], [0, 10, 20, 30, 40]),
    (21, [(30, 0), (30, 0)], [0, 10, 30, 40, 50, 60]),
    (None, [(9900, 3), (50, 7)], [0, 2000, 4000, 6000, 8000, 10_000]),
    (None, [(8, 3), (4, 7)], [0, 5, 10, 15])])  # fmt: skip
def test_the_scale_holds_the_target(target, games, levels) -> None:
    drawn = chart(view("casino", *games, target=target))
    heights = [y for _, y in drawn.levels]
    assert (drawn.target and drawn.target[0]) == target
    heights += [drawn.target[1]] if drawn.target else []
    assert all(10 <= y <= 160 for y in heights)
    assert all(a - b >= APART for b, a in pairwise(sorted(heights)))
    assert [level for level, _ in drawn.levels] == levels


def test_a_person_has_one_sign_in_the_chart_and_at_the_table() -> None:
    style = (resources("static") / "css" / "table.css").read_text()
    signs = re.findall(
        r"\.owner-(\d) \{\s+--owner: var\(--side-(\d)\);\s+--sign: var\(--(\w+)\);\s+\}", style
    )
    assert signs == [(str(n), str(n), shape) for n, shape in enumerate(CHART_SHAPES)]


def test_the_chart_of_a_night() -> None:
    """Players who are away in a part have a gap; others go on in one line, unless it begins
    at zero to a target."""
    first = view("krypkasino", (20, 12, 10), (0, 2, 40))
    second = replace(view("krypkasino", (4, 38)), players=("Ada", "Dan"))
    third = replace(view("krypkasino", (1, 2, 39)), players=("Bo", "Ada", "Dan"))
    drawn = chart(replace(first, night=NightView((first, second, third), "pairwise")))
    assert [(line.name, [len(points) for points in line.stretches]) for line in drawn.lines] == [
        ("Ada", [5]), ("Bo", [3, 2]), ("Cia", [3]), ("Dan", [3])]  # fmt: skip
    assert [number for number, _ in drawn.numbers] == [1, 2, 1, 1]
    assert len(drawn.parts) == 2
    to_target = (view("casino", (8, 3), (4, 7), target=21), view("casino", (2, 9), target=21))
    drawn = chart(replace(to_target[0], night=NightView(to_target, "pairwise")))
    assert [[len(points) for points in line.stretches] for line in drawn.lines] == [[3, 2], [3, 2]]


def test_the_best_by_points_a_game_where_one_alone_has_played_most() -> None:
    first = view("krypkasino", (20, 12, 10))
    second = replace(view("krypkasino", (10, 32)), players=("Ada", "Dan"))
    night = NightView((first, replace(second, closed=True)), "pairwise")
    assert night.leaders == ()
    assert night_winner_text(night) == "Ahead by points a game: Cia"
    assert [standing.name for standing in night.unplaced] == ["Cia", "Bo", "Ada", "Dan"]


SVG = "{http://www.w3.org/2000/svg}"


def test_the_board_tells_the_last_sweep(app: Flask, phone: Phone) -> None:
    """Looking on is enough, and whoever set it up is named where sweeps are paid."""
    session = start(phone, "Ada", "Bo", "Cia")
    game = phone.press(session, "Begin game 1")
    phone.press(phone.get(game.path), "Sweep: Cia")
    phone.press(phone.get(game.path), "Double sweep: Ada")
    board = opened(app, keys_of(phone, session.group)[1]).get(f"{session.path}/board")
    assert board.parts["sweep"] == "The last sweep Ada made a double sweep, and Cia set it up."
    assert "1. Ada 2 cards face up 0" in board.parts["standings"]
    assert board.parts["head"] == "Game 1 of 3 Ada deals. Deal 1 of 8"


def test_the_board_of_followed_games(app: Flask) -> None:
    """The log counts sweeps without a tap on the counter; Casino pays for no sweep."""
    plays = ("5C x 5S 5H 5D", "10S x 10C")
    here = followed(app, "casino", *plays, table="5S 5H 5D 10C", on="sweeps")
    phone = here.phone
    board = phone.get(f"{here.page.rsplit('/', 1)[0]}/board")
    assert board.parts["sweep"] == "The last sweep Ada swept."


def test_whoever_looks_on_is_led_to_the_followed_game(app: Flask) -> None:
    """A counter that was opened before somebody followed the game says nothing more."""
    here = followed(app, "casino", table="5S 5H 5D 10C", on="sweeps")
    watcher = opened(app, keys_of(here.phone, here.page.split("/")[2])[1])
    answer = watcher.ask(here.page, headers={"X-Poll": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{here.page}/table")
    assert here.phone.get(here.page).path == here.page


def test_the_board_of_an_evening_that_is_over(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", games="1")
    over = play(phone, session, 1, 2, 40)
    board = phone.get(f"{over.path}/board")
    assert board.parts["head"] == "Ada wins"
    assert board.parts["settled"] == "Who pays whom Bo → Ada 38"


def test_the_result_as_a_picture(phone: Phone) -> None:
    """Well-formed, of the size that chats show, and nothing in it comes from elsewhere."""
    session = start(phone, "<b>A & o</b>", "W" * 60, games="1")
    over = play(phone, session, 1, 2, 40)
    answer = phone.ask(f"{over.path}/result.svg")
    assert answer.content_type == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.data)
    assert (drawn.get("width"), drawn.get("height")) == ("1200", "630")
    texts = ["".join(one.itertext()).strip() for one in drawn.iter(f"{SVG}text")]
    assert texts[2:10] == ["BO", "1.", "<b>A & o</b>", "2", "Ww", "2.", "W" * 23 + "…", "40"]
    assert not [one for one in drawn.iter() if one.tag in {f"{SVG}image", f"{SVG}use"}]


def test_the_board_goes_on_with_the_next_part(phone: Phone) -> None:
    first = play(phone, start(phone, "Ada", "Bo", "Cia", games="3"), 1, 20, 12, 10)
    second = here(phone, first, "Ada", "Bo")
    answer = phone.ask(f"{first.path}/board")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{second.path}/board"
    board = phone.get(f"{second.path}/board")
    night = "The whole evening 1. Cia 1 game · 10.0 points a game 10 2. Bo"
    assert board.parts["night"].startswith(night)
