"""Games in which piles are counted: what house rules change on the score sheet, claims of the
target, and the page of a game."""

import pytest
from flask import Flask

from referee.rules.games import ruleset
from referee.web.referee.question_view import is_drawn

from .casino_family_games import PAIRS, begin, counts, head, holds, says, sent_from, told


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
    assert "counter.js" not in page.html
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
    assert "Who comes to the target first hangs on the aces" in page.text
    page = holds(begun.phone, page, AS="Bo", big_casino="Bo")
    assert "hangs on the aces" not in page.text
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
