"""The page of a game, and of games in which piles are counted or nobody has a name."""

import re

import pytest
from flask import Flask

from referee.rules.games import ruleset
from referee.services import game_changes
from referee.web.referee.question_view import is_drawn
from tests.databases import counts as rows_in_tables
from tests.databases import dump
from tests.groups import PAIRS, begin, counts, head, holds, says, sent_from, told
from tests.page_client import POLL, Page, Phone, fill, sheet, start


def sweeps(page: Page) -> str:
    """Return the counter, without its buttons."""
    text = page.parts["sweeps"].removeprefix("Who swept? ").split(" A sweep costs")[0]
    return " ".join(text.replace("Sweep Double", "").split())


@pytest.fixture
def game(phone: Phone) -> Page:
    """Return the first game of three."""
    return phone.press(start(phone, "Ada", "Bo", "Cia"), "Begin game 1")


def test_counting_sweeps(phone: Phone, game: Page) -> None:
    nothing = "Ada 0 cards face up 0 Bo 0 cards face up 0 Cia 0 cards face up 0"
    bo = "Ada 0 cards face up −5 Bo 1 card face up +5 Cia 0 cards face up 0 Undo: Bo swept"
    both = "Ada 2 cards face up +5 Bo 1 card face up +5 Cia 0 cards face up −10"
    undo = "Undo: double sweep of Ada"
    assert sweeps(game) == nothing
    for button, then in (
        ("Sweep: Bo", bo), ("Double sweep: Ada", f"{both} {undo}"),
        (undo, bo), ("Undo: Bo swept", nothing),
    ):  # fmt: skip
        game = phone.press(game, button)
        assert sweeps(game) == then
    assert not game.has("Undo: Bo swept")


def test_a_double_tap_counts_once(phone: Phone, game: Page) -> None:
    phone.press(game, "Sweep: Bo")
    again = phone.press(game, "Sweep: Bo")
    assert "Bo 1 card face up" in sweeps(again)
    undone = phone.press(again, "Undo: Bo swept")
    assert "Bo 0 cards face up" in sweeps(undone)
    assert "Bo 0 cards face up" in sweeps(phone.press(again, "Undo: Bo swept"))
    assert "Bo 0 cards face up" in sweeps(phone.press(game, "Sweep: Bo"))
    assert "Bo 1 card face up" in sweeps(phone.press(undone, "Sweep: Bo"))


FORGED = [  # where, what is sent, the status
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
    ("/sheet/close", {"accept": "1"}, 422)]  # fmt: skip


def test_what_no_form_sends(phone: Phone, game: Page) -> None:
    before = dump(phone.app)
    for path, sent, status in FORGED:
        phone.send(game.path + path, sent, status)
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


def main_buttons(page: Page) -> list[str]:
    return re.findall(r'class="button main"[^>]*> ?([^<]*?) ?<', page.html)


def test_the_last_deal_ends_with_counting_the_piles(phone: Phone, game: Page) -> None:
    for _ in range(7):
        assert main_buttons(game) == []  # a tap too many takes the game to another deal
        game = phone.press(game, "Hands are empty: next deal")
    assert "Game 1: deal 8 of 8" in game.text
    assert main_buttons(game) == ["Count the piles"]
    assert game.text.count("Count the piles") == 1
    assert f"{game.path}/sheet" in game.links
    phone.press(fill(phone, sheet(phone, game), 14, 14, 14), "Finish the game")
    assert main_buttons(phone.get(game.path)) == ["To the standings"]


def test_two_phones_that_count_at_the_same_moment(phone: Phone, game: Page) -> None:
    """Both count; the second page says so. One phone may count as fast as it likes."""
    told = "Another phone has just counted a sweep of Bo, too. Undo it if it was the same one."
    counts = {"sweep": "1"}
    keys = [("one.a", False), ("one.b", False), ("two.a", True), ("two.a", False)]
    for key, twice in keys:
        page = phone.ask(f"{game.path}/sweeps", "POST", data=counts | {"key": key}, headers=POLL)
        assert (told in page.text) == twice, key
    page = phone.press(phone.get(game.path), "Sweep: Bo")
    assert told in page.text
    assert page.has("Undo: Bo swept")
    assert told not in phone.press(page, "Double sweep: Ada").text
    assert told not in phone.get(game.path).text


def test_sweeps_are_counted_where_they_count(app: Flask) -> None:
    begun = begin(app, "casino", 4, "sweeps", teams=PAIRS)
    page = begun.phone.press(begun.sheet(), "Ada & Cia, Sweeps: one more")
    assert head(page, 0) == "Ada & Cia 1 so far Sweeps 1"
    page = says(begun.phone, page, 8, 3)
    assert head(page, 0) == "Ada & Cia 9"
    assert told(page) == "12 Adds up to 11, and 1 for a sweep"
    page = begun.phone.press(page, "Bo & Dan, Sweeps: one more")
    assert told(page) == "13 Adds up to 11, and 2 for sweeps"
    page = says(begun.phone, page, 8, 1)
    assert "Without sweeps the sum is 9. It can be 8 or 11." in told(page)
    page = begun.finish(says(begun.phone, page, 8, 3))
    assert "1 sweep, 8 points" in page.parts["row-0"]
    assert "Ada & Cia 9" in begun.phone.get(begun.page.rpartition("/")[0]).text


def test_the_last_capture_is_asked_where_cards_are_counted(app: Flask) -> None:
    begun = begin(app, "casino", 2, "cards_two_last_one")
    page = says(begun.phone, begun.sheet(), 8, 3)
    assert "Who captured last?" not in page.text
    assert page.has("Finish the game")
    page = counts(begun.phone, counts(begun.phone, page, 0, 30, 8, 2), 1, 22, 5, 2)
    page = holds(begun.phone, page, big_casino="Ada", little_casino="Bo")
    assert "Now say who captured last: it scores a point. Who captured last?" in told(page)
    page = begun.phone.press(page, "Bo", inside="capturer")
    assert told(page) == "11 of 11 Adds up to 11"


def test_nobody_says_a_score_where_it_is_counted_out(app: Flask) -> None:
    begun = begin(app, "casino", 2, "count_out")
    page = begun.sheet()
    assert "Points" not in page.text
    assert "Who has the ten of diamonds?" in page.text
    sent = sent_from(page, 0)
    sent |= {"0-points": "8", "0-mode": "points"}
    assert "Nothing counted yet." in told(begun.phone.send(f"{begun.path}/0", sent))


def test_a_claim_that_is_so_and_a_correction_that_breaks_it(app: Flask) -> None:
    claimed = begin(app, "casino", 4, "claim_out", teams=PAIRS, target=7)
    page = claimed.sheet()
    assert "Does somebody claim the target?" in page.text
    assert "at least 27 cards = 3 · at least seven spades = 1 · each ace = 1" in page.text
    page = holds(claimed.phone, counts(claimed.phone, page, 0, 27, 7, 1), big_casino="Ada & Cia")
    page = claimed.finish(page, "Ada & Cia", "claim")
    claim = "Ada & Cia claimed the target: only what counts at once is scored."
    assert claim in page.parts["title"]
    assert page.parts["check"] == "7 It need not add up. To the standings"
    assert head(page, 0).startswith("Ada & Cia 7 Most cards 3")
    assert "not counted" in page.parts["row-1"]
    assert "Does somebody claim the target?" not in page.text
    page = holds(claimed.phone, page, big_casino="Ada & Cia")  # it was somebody else's after all
    told = "The claim was taken back: what was corrected does not make the target any more."
    assert f"{told} The game goes on." in page.text
    assert "claimed the target" not in page.text
    assert "What stood before" in page.text
    assert page.parts["claim"]
    page = holds(claimed.phone, page, big_casino="Ada & Cia")
    assert told not in claimed.finish(page, "Ada & Cia", "claim").text


DRAWS = "draws four from the middle of the pack and lays them on the table, face up."
GO_BACK = "If they score 3 points or more, or three of them are pictures, they go back:"


@pytest.mark.parametrize(("game", "players", "house", "deal"), [
    ("swazi-casino", 3, (),
     (f"Game 1 Ada deals. Cia {DRAWS} {GO_BACK} shuffle and draw again. Then deal 16 to each."
     " Cia begins, on the dealer's right. It goes anticlockwise. Count the piles")),
    ("swazi-casino", 2, ("crazy", ),
     (f"Game 1 Ada deals. Bo {DRAWS} {GO_BACK} shuffle and draw again. Then deal eight to"
     " each. The other 32 are the stock: draw one after each turn. Bo begins. Count")),
    ("casino", 3, ("draw", ),
     ("Game 1 Ada deals. Deal two to each of the others, two to the table, two to yourself, and"
     " the same again. The other 36 are the stock: draw one after each turn. Bo begins, on")),
    ("krypkasino", 4, (),
     ("Game 1: deal 1 of 6 Ada deals. Deal three to each, two to the table, two to each, two to the"
     " table. Then set aside J, Q and K from the table. Bo begins, on the dealer's"
     " left. It goes clockwise. A game has 6 deals; then the piles are counted."
      " Hands"))])  # fmt: skip
def test_how_a_game_is_dealt_and_who_begins(app: Flask, game, players, house, deal) -> None:
    begun = begin(app, game, players, *house)
    page = begun.phone.get(begun.page)
    assert page.parts["deal"].startswith(deal)
    if page.has("Hands are empty: next deal"):
        page = begun.phone.press(page, "Hands are empty: next deal")
        assert " Bo begins again. " in page.parts["deal"]


@pytest.mark.parametrize("game", ["casino", "swazi-casino", "south-african-casino"])
def test_the_page_of_a_game(app: Flask, game: str) -> None:
    begun = begin(app, game, 3)
    page = begun.phone.get(begun.page)
    assert set(page.parts) >= {"deal", "discard", "followed"}
    assert "sweeps" not in page.parts
    assert ("Dispute?" in page.text) is is_drawn(ruleset(game))
    assert "+counter" not in page.html
    assert "with its counts" in page.parts["discard"]
    assert page.has("Hands are empty: next deal") is (game == "casino")


@pytest.mark.parametrize(("players", "house", "points", "begins"), [
    (3, (), (2, 5, 3), "Ada begins: the loser of the last game leads. The player before deals."),
    (4, ("partners", ), (3, 7),
     ("Cia begins: the pair that lost the last game leads, its players in turn."
     " The player before deals."))])  # fmt: skip
def test_the_loser_leads_and_it_is_said(app: Flask, players, house, points, begins) -> None:
    begun = begin(app, "south-african-casino", players, *house)
    begun.finish(says(begun.phone, begun.sheet(), *points))
    session = begun.phone.get(begun.page.rpartition("/")[0])
    assert f"{begins} It goes clockwise. Begin game 2" in session.parts["next"]
    begun.phone.press(session, "Begin game 2")
    again = begun.phone.get(begun.page.rpartition("/")[0] + "/2")
    assert f"{begins} It goes clockwise." in again.parts["deal"]


def test_the_sweep_counter_of_pairs(app: Flask) -> None:
    begun = begin(app, "casino", 4, "sweeps", teams=PAIRS)
    page = begun.phone.get(begun.page)
    page = begun.phone.press(page, "Sweep: Bo & Dan")
    assert page.parts["sweeps"].endswith(
        "Ada & Cia 0 sweeps 0 Sweep Bo & Dan 1 sweep +1 Sweep "
        "Undo: Bo & Dan swept A sweep scores 1 point."
    )
    assert "2×" not in page.text
    page = begun.phone.press(page, "Undo: Bo & Dan swept")
    assert "Bo & Dan 0 sweeps 0" in page.parts["sweeps"]


def test_the_aces_are_asked_of_a_finished_game_too(app: Flask) -> None:
    """A correction by which both have 6 before the aces, where nobody had asked for them."""
    begun = begin(app, "casino", 2, "count_out", target=7)
    for number in (1, 2):
        begun = begun.another() if number == 2 else begun
        page = counts(begun.phone, begun.sheet(), 0, 26, 6, 2)
        page = begun.finish(holds(begun.phone, page, big_casino="Ada", little_casino="Ada"))
    assert "holder-AS" not in page.parts
    page = begun.phone.press(page, "Bo", 422, inside="holder-big_casino")
    assert "Who reaches the target first depends on the aces" in page.text
    page = holds(begun.phone, page, AS="Bo", big_casino="Bo")
    assert "depends on the aces" not in page.text
    assert "Bo wins" in begun.phone.get(begun.page.rpartition("/")[0]).text


CANCEL = "Sweeps cancel each other. Of 3 and 1 sweeps 2 and 0 are left."
LIMITS = [  # house rules, the deal, what the counter says of sweeps, what its last line adds
    ((), 1, "A sweep scores 1 point.", ""),
    (("sweeps_cancel",), 1, f"A sweep scores 1 point. {CANCEL}", " · Sweeps cancel each other"),
    (("late_sweeps_off",), 3, "A sweep scores 1 point. In the last deal a sweep counts nothing.",
     " · No sweeps in the last deal, nor once somebody has 10"),
    (("late_sweeps_off", "draw"), 1,
     "A sweep scores 1 point. Once the stock is used up a sweep counts nothing.",
     " · No sweeps in the last deal, nor once somebody has 10 · Draw a card after each turn"),
    (("late_sweeps_off",), 4, "This is the last deal: a sweep counts nothing.",
     " · No sweeps in the last deal, nor once somebody has 10")]  # fmt: skip


@pytest.mark.parametrize(("house", "deal", "says", "adds"), LIMITS)
def test_the_counter_says_which_sweeps_count(app: Flask, house, deal, says: str, adds: str) -> None:
    """No key offers a sweep that counts nothing (#sweep)."""
    begun = begin(app, "kasino", 3, *house)
    for number in range(2, deal + 1):
        begun.phone.send(f"{begun.page}/deal", {"deal": str(number)})
    page = begun.phone.get(begun.page)
    assert says in page.parts["sweeps"]
    assert page.has("Sweep: Ada") is (deal < 4)
    assert page.parts["rules-link"] == f"Rules of Kasino{adds}"
    assert f"/kasino/rules?house={'+'.join(house)}" in page.links


def test_so_many_do_not_play(phone: Phone) -> None:
    before = rows_in_tables(phone.app)
    for path, wrong in (
        ("krypkasino", "1 7 x -2 ２"),
        ("casino", "7 4-3 4-2-2"),
        ("royal-casino", "5"),
    ):
        form, _ = phone.get(f"/{path}/score").form("2")
        for players in ("", *wrong.split()):
            sent = dict(form.fields) | {"players": players}
            assert phone.send(f"/{path}/score", sent, 422).has("2"), players
    assert rows_in_tables(phone.app) == before


def test_a_second_tap_finds_the_game_begun(phone: Phone, monkeypatch) -> None:
    begin = game_changes.begin_game
    twice = lambda *game: [begin(*game) for _ in range(2)]  # noqa: E731
    monkeypatch.setattr(game_changes, "begin_game", twice)
    assert phone.press(phone.get("/krypkasino/score"), "2").path.endswith("/1/sheet")


def test_players_of_one_game_get_names_later(phone: Phone) -> None:
    page = phone.press(phone.get("/krypkasino/score"), "2")
    group = phone.get(f"/g/{page.group}")
    person = next(link for link in group.links if "/people/" in link)
    phone.press(phone.get(person), "Save", name="Ada")
    assert "Ada" in phone.get(page.path).parts["row-0"]


def test_one_game_of_an_evening_game_is_all_there_is(phone: Phone) -> None:
    """The next dealer is not named, and home does not go on with it; more can be played all the
    same."""
    page = phone.press(phone.get("/casino/score"), "2")
    session = phone.press(says(phone, page, 8, 3), "Finish the game")
    assert session.parts["head"].startswith("Player 1 wins ")
    assert "next" not in session.parts
    assert "game 2" not in session.parts["head"]
    assert "Continue" not in phone.get("/").text
    assert "won: Player 1" in phone.get(f"/g/{session.group}").text
    more = phone.press(session, "Begin game 2")
    assert more.path.endswith("/2")
    assert "Game 2 of an evening to 21" in phone.get(session.path).text
    assert "Continue: game 2" in phone.get("/").text


def test_one_game_in_which_nobody_is_ahead(phone: Phone) -> None:
    page = phone.press(phone.get("/swazi-casino/score"), "3")
    assert "evening" not in phone.get(page.path.rpartition("/1/")[0]).parts["head"]
    session = phone.press(says(phone, page, 4, 4, 3), "Finish the game")
    assert session.parts["head"].startswith("Player 1 and Player 2 share the win")
