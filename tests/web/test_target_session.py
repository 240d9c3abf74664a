"""The page of a session that goes to a target: the highest wins, and until then it goes on."""

import re

from flask import Flask

from referee.rules.sheet_plan import RowCounts
from referee.services import game_changes, sheet_entry
from referee.services.access import Access
from tests.api_calls import Caller, Table
from tests.page_client import Page, Phone, opened

from .casino_family_games import pile, result

PEOPLE = ["Ada", "Bo", "Cia", "Dan"]
Said = int | tuple[dict[str, int], int]


def table(app: Flask, game: str, players: int, *played: tuple[Said, ...], **more: object) -> Table:
    """Return an evening so far; points for each pile, or what was counted and its sweeps."""
    made = Caller(app).start(PEOPLE[:players], game=game, **more)
    for rows in played:
        play(made, *rows)
    return made


def play(made: Table, *rows: Said, claimed_by: int | None = None) -> None:
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
    play(made, 11, 0)
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
    play(made, (pile(27, 7, 3, 1, 1), 3), (pile(10, 2, 1, 0, 0), 9), claimed_by=0)
    phone, page = phone_at(made)
    assert page.parts["head"].startswith("Ada wins Ada claimed the target, and had it. ")
    assert page.parts["standings"] == "Standings 1. Bo 29 2. Ada 26"
    assert re.findall(r'class="leads">.*?<bdi[^>]*>(\w+)', page.html, re.DOTALL) == ["Ada"]
    assert "by the totals, whoever has won Ada → Bo 3" in page.parts["settled"]
    assert result(page)[:2] == ["Ada wins", "Ada claimed the target, and had it."]
    assert "won: Ada" in phone.get(f"/g/{made.group_id}").text
    paid = phone.send(f"{page.path}/settlement", {"settlement": "to_winner"})
    assert "Who pays whom To the highest total" in paid.parts["settled"]
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
