"""The score sheet of games in which piles are counted: one row each, and what there is but one of
is somebody's."""

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from referee.rules.scoring import Row
from referee.services.ids import GameId
from referee.services.sheets import ANY_VERSION, put_row
from tests.dumps import dump
from tests.phones import Page

from .family import PAIRS, Begun, begin, counts, head, holds, says, told


def rows(begun: Begun) -> object:
    """All rows as they are kept."""
    return dump(begun.phone.app)["sheet_rows"]


HEADINGS = [
    # game, players, house rules, the headings of the rows
    ("casino", 2, (), ["Ada", "Bo"]),
    ("royal-casino", 3, (), ["Ada", "Bo", "Cia"]),
    ("casino", 4, (), ["Ada", "Bo", "Cia", "Dan"]),
    ("swazi-casino", 4, (), ["Ada & Cia", "Bo & Dan"]),
    ("lesotho-casino", 4, (), ["Ada", "Bo", "Cia", "Dan"]),
    ("south-african-casino", 4, ("partners",), ["Ada & Cia", "Bo & Dan"]),
    ("swazi-casino", 2, ("crazy",), ["Ada", "Bo"]),
]


@pytest.mark.parametrize(("game", "players", "house", "names"), HEADINGS)
def test_a_row_for_each_pile(
    app: Flask, game: str, players: int, house: tuple[str, ...], names: list[str]
) -> None:
    begun = begin(app, game, players, *house, teams=PAIRS if len(names) < players else None)
    page = begun.sheet()
    rows = [head(page, int(part[4:])) for part in page.parts if part.startswith("row-")]
    assert [row.split(" 0 + ?")[0] for row in rows] == names
    assert "Face up" not in page.text
    assert "Does everybody have a card face up?" not in page.text
    assert "Who has" not in page.text  # nobody has counted a card
    assert "of 42" not in page.text


SAID = [
    # game, players, what they say, the sum and what is told of it, can it be finished
    ("casino", 2, (8, 3), "11 of 11 Adds up to 11", True),
    ("casino", 2, (5, 3), "8 Adds up to 8: a tie for most cards or spades", True),
    ("casino", 2, (8, 1), "9 The sum is 9. It can be 8 or 11. Count the cards: it shows", False),
    ("casino", 2, (8,), "8 8 points so far Not counted yet: Bo", False),
    ("royal-casino", 3, (5, 3, 2), "10 Adds up to 10: a tie for most cards or spades", True),
    ("swazi-casino", 3, (5, 4, 2), "11 of 11 Adds up to 11", True),
    ("swazi-casino", 3, (5, 4), "9 of 11 9 points so far Cia must have 2 points", False),
    ("lesotho-casino", 2, (5,), "5 of 11 5 points so far Bo must have 6 points", False),
    ("south-african-casino", 2, (6, 4), "10 Adds up to 10", True),
    ("south-african-casino", 3, (9, 0, 5), "14 The sum is 14. It can be 9, 10 or 11.", False),
]


@pytest.mark.parametrize(("game", "players", "points", "check", "right"), SAID)
def test_whole_scores_are_said(
    app: Flask, game: str, players: int, points: tuple[int, ...], check: str, right: bool
) -> None:
    begun = begin(app, game, players)
    page = says(begun.phone, begun.sheet(), *points)
    expected = check if "11 of 11" not in check or game == "swazi-casino" else check[6:]
    assert told(page).removeprefix("11 ").startswith(expected.removeprefix("11 "))
    assert page.has("Finish the game") is right
    assert page.has("Finish although it does not add up") is (not right and len(points) == players)
    assert "Who has" not in page.text


@pytest.fixture
def begun(app: Flask) -> Begun:
    return begin(app, "casino", 2)


def test_counting_a_pile(begun: Begun) -> None:
    """What is counted so far is saved as it is, and most cards are nobody's before they must be."""
    phone = begun.phone
    page = counts(phone, begun.sheet(), 0, 20)
    assert head(page, 0) == "Ada 0 + ?"
    assert "Still missing: 32 cards, 13 spades and four aces." in told(page)
    assert "Nobody has the ten of diamonds or the two of spades." in told(page)
    assert "Not counted yet: Ada and Bo" in told(page)
    page = counts(phone, page, 0, 30, 8, 2)
    assert head(page, 0) == "Ada 6 + ? Most cards 3 · most spades 1 · aces 2"
    form, _ = page.form("Save", "row-0")
    fields = ("points", "cards", "spades", "aces")
    assert [form.value(f"0-{field}") for field in fields] == ["", "30", "8", "2"]
    page = phone.press(page, "Bo must have 22 cards, five spades and two aces")
    assert told(page) == "8 of 11 Nobody has the ten of diamonds or the two of spades."
    assert not page.has("Finish the game")
    page = holds(phone, page, big_casino="Ada", little_casino="Bo")
    assert head(page, 0) == "Ada 8 Most cards 3 · most spades 1 · aces 2 · 10♦︎ 2"
    assert head(page, 1) == "Bo 3 Aces 2 · 2♠︎ 1"
    assert told(page) == "11 of 11 Adds up to 11"
    page = begun.finish(page)
    assert "30 cards, eight spades, two aces, one 10♦︎" in page.parts["row-0"]


def test_taps_count(begun: Begun) -> None:
    page = begun.sheet()
    for _ in range(2):
        page = begun.phone.press(page, "Bo, Aces: one more")
    page = begun.phone.press(page, "Bo, Spades: one less")
    form, _ = page.form("Save", "row-1")
    assert [form.value(f"1-{field}") for field in ("cards", "spades", "aces")] == ["", "0", "2"]


def test_a_field_is_emptied(begun: Begun) -> None:
    page = counts(begun.phone, begun.sheet(), 0, 30, 8)
    page = counts(begun.phone, page, 0, 30, "")
    assert "13 spades" in told(page)
    page = counts(begun.phone, page, 0, "", "")
    assert "Nothing counted yet." in told(page)


WAYS = [
    # what is typed after 30 cards and 8 spades, what the row says
    ({"points": "8"}, "Ada 8"),
    ({"points": "8", "cards": "", "spades": ""}, "Ada 8"),
    ({"points": "8", "cards": "31"}, "Ada 4 + ? Most cards 3 · most spades 1"),
]


@pytest.mark.parametrize(("typed", "row"), WAYS)
def test_from_counts_to_a_score_and_back(begun: Begun, typed: dict[str, str], row: str) -> None:
    page = counts(begun.phone, begun.sheet(), 0, 30, 8)
    page = begun.phone.press(page, "Save", inside="row-0", **typed)
    assert head(page, 0) == row
    assert "cards" in counts(begun.phone, page, 0, 30).parts["row-0"]


LIMITS = [
    # field, the largest number there
    ("cards", 52),
    ("spades", 13),
    ("aces", 4),
    ("points", 1000),
    ("markers", 52),
]


@pytest.mark.parametrize(("field", "most"), LIMITS)
def test_limits_are_those_of_the_game(app: Flask, field: str, most: int) -> None:
    begun = begin(app, "casino", 2, "sweeps")
    page = begun.phone.press(begun.sheet(), "Save", inside="row-0", **{field: str(most)})
    assert not page.alerts
    page = begun.phone.press(page, "Save", 422, inside="row-0", **{field: str(most + 1)})
    assert page.alert() == f"This number must be from 0 to {most}."
    if field != "points":
        assert f'name="0-{field}" value="{most + 1}" inputmode="numeric"' in page.html
        page = begun.phone.press(begun.sheet(), f"Ada, {LABELS[field]}: one more")
        assert page.form("Save", "row-0")[0].value(f"0-{field}") == str(most)


LABELS = {"cards": "Cards", "spades": "Spades", "aces": "Aces", "markers": "Sweeps"}

UNFIT = [
    # cards, spades and aces of Ada, why there is no such pile
    ((2, 3), "Three spades, but only two cards."),
    ((50, 5), "50 cards, but only five spades."),
    ((3, 0, 4), "Four aces, but only three cards."),
    ((20, 13, 0), "13 spades, but no aces."),
    ((5, 3, 4), "No pile can have five cards, three spades and four aces."),
]


@pytest.mark.parametrize(("numbers", "sentence"), UNFIT)
def test_piles_that_cannot_be(begun: Begun, numbers: tuple[int, ...], sentence: str) -> None:
    page = counts(begun.phone, begun.sheet(), 0, *numbers)
    assert sentence in page.parts["row-0"]
    assert "Some numbers are impossible: see the rows." in told(page)
    assert sentence not in page.parts["row-1"]


def test_some_count_and_some_say_points(begun: Begun) -> None:
    page = counts(begun.phone, says(begun.phone, begun.sheet(), 8), 1, 22, 5, 2)
    assert "Some counted and some said points. Let all do the same." in told(page)
    assert not page.has("Finish the game")
    assert not page.has("Finish although it does not add up")
    form, _ = page.form("Bo", "holder-big_casino")
    ada = next(b for b in form.buttons if b.label == "Ada")
    assert ada.disabled  # whoever said points counts nothing
    before = rows(begun)
    begun.phone.send(form.action, {"csrf_token": form.value("csrf_token"), "seat": "0"})
    assert rows(begun) == before


# What there is but one of


def row_versions(page: Page, *seats: int) -> list[str]:
    form, _ = page.form("Save", "row-0")
    return [form.value(f"{seat}-etag") for seat in seats]


def test_a_tap_moves_it_and_the_same_takes_it_away(app: Flask) -> None:
    begun = begin(app, "royal-casino", 3)
    phone, page = begun.phone, counts(begun.phone, begun.sheet(), 0, 30, 8, 2)
    assert row_versions(page, 0, 1, 2) == ["1", "0", "0"]
    page = holds(phone, page, big_casino="Bo")
    assert row_versions(page, 0, 1, 2) == ["1", "1", "0"]
    assert head(page, 1) == "Bo 2 + ? 10♦︎ 2"
    assert "Not counted yet: Bo and Cia" in told(page)
    page = holds(phone, page, big_casino="Cia")
    assert row_versions(page, 0, 1, 2) == ["1", "2", "1"]
    assert head(page, 1) == "Bo 0 + ?"
    page = holds(phone, page, big_casino="Ada")
    assert head(page, 0).endswith("aces 2 · 10♦︎ 2")
    page = holds(phone, page, big_casino="Ada")
    assert head(page, 0).endswith("aces 2")
    assert "Nobody has the ten of diamonds or the two of spades." in told(page)


def test_rows_without_it_stay_as_they_are(app: Flask) -> None:
    """Programs say 0, and phones nothing."""
    begun = begin(app, "casino", 3)
    counted = {"cards": 20, "spades": 4, "aces": 1, "big_casino": 0, "little_casino": 0}
    with app.test_request_context():
        game = GameId(begun.session_id, 1)
        for seat in range(3):
            put_row(begun.access, game, seat, Row(0, counted), ANY_VERSION)
    page = holds(begun.phone, begun.sheet(), big_casino="Bo")
    assert row_versions(page, 0, 1, 2) == ["1", "2", "1"]


def test_taken_away_from_whoever_has_it_not_any_more(begun: Begun) -> None:
    """Another phone has moved it meanwhile."""
    page = holds(begun.phone, counts(begun.phone, begun.sheet(), 0, 30), big_casino="Ada")
    holds(begun.phone, page, big_casino="Bo")
    page = holds(begun.phone, page, big_casino="Ada")
    assert "10♦︎ 2" in page.parts["row-1"]
    assert "10♦︎ 2" not in page.parts["row-0"]


@pytest.mark.parametrize(
    ("field", "seat", "status"),
    [("cards", "0", 404), ("storan", "0", 404), ("big_casino", "7", 404), ("big_casino", "x", 303)],
)
def test_who_has_something_else(begun: Begun, field: str, seat: str, status: int) -> None:
    counts(begun.phone, begun.sheet(), 0, 30)
    before = rows(begun)
    sent = {"csrf_token": begun.phone.token(), "seat": seat}
    answer = begun.phone.ask(f"{begun.path}/holder/{field}", "POST", data=sent)
    assert answer.status_code == status
    assert rows(begun) == before


def test_a_finished_game_is_corrected(begun: Begun) -> None:
    page = counts(begun.phone, counts(begun.phone, begun.sheet(), 0, 30, 8, 2), 1, 22, 5, 2)
    page = begun.finish(holds(begun.phone, page, big_casino="Ada", little_casino="Bo"))
    page = holds(begun.phone, page, big_casino="Bo")
    assert head(page, 1).startswith("Bo 5 ")
    assert "one 10♦︎" in page.parts["row-1"]
    assert "Ada : 30 cards, eight spades, two aces, one 10♦︎" in page.parts["hints"]


def sent_from(page: Page, seat: int, **typed: str) -> MultiDict[str, str]:
    form, button = page.form("Save", f"row-{seat}")
    return form.filled(button, **typed)


MERGED = [
    # what stands; what somebody else enters meanwhile; what was typed here; the fields afterwards
    ({}, {"big_casino": "Ada"}, {"cards": "30"}, "- 30 - -"),
    ({"cards": "20"}, {"big_casino": "Ada"}, {"cards": "30", "spades": "8"}, "- 30 8 -"),
    ({}, {"cards": "30"}, {"spades": "8"}, "- 30 8 -"),
    ({"cards": "30", "aces": "1"}, {"aces": "2"}, {"cards": "31", "spades": "8"}, "- 31 8 2"),
    ({}, {"cards": "30"}, {"cards": "30", "aces": "1"}, "- 30 - 1"),
    ({"points": "7"}, {"big_casino": "Bo"}, {"points": "8"}, "8 - - -"),
]
FIELDS = ("points", "cards", "spades", "aces")


def enter(begun: Begun, page: Page, typed: dict[str, str]) -> Page:
    chosen = {field: name for field, name in typed.items() if field not in FIELDS}
    if not chosen:
        return begun.phone.press(page, "Save", inside="row-0", **typed) if typed else page
    page = counts(begun.phone, page, 1, 10)  # somebody counts, so it is asked
    return holds(begun.phone, page, **chosen)


@pytest.mark.parametrize(("stands", "meanwhile", "typed", "after"), MERGED)
def test_two_who_enter_different_things_lose_nothing(
    begun: Begun,
    stands: dict[str, str],
    meanwhile: dict[str, str],
    typed: dict[str, str],
    after: str,
) -> None:
    mine = enter(begun, begun.sheet(), stands)
    enter(begun, mine, meanwhile)
    page = begun.phone.send(f"{begun.path}/0", sent_from(mine, 0, **typed))
    form, _ = page.form("Save", "row-0")
    assert " ".join(form.value(f"0-{field}") or "-" for field in FIELDS) == after
    if "big_casino" in meanwhile:
        assert "one 10♦︎" in row_text(begun, "Ada" if meanwhile["big_casino"] == "Ada" else "Bo")


def row_text(begun: Begun, name: str) -> str:
    """What those who look on see of a row."""
    page = begun.sheet()
    return next(
        "one 10♦︎"
        for button in page.form("Save", "row-0")[0].buttons + page.form(name)[0].buttons
        if button.label == name and button.name == "without"
    )


CONFLICTS = [
    # what stands; what somebody else enters meanwhile; what was typed here
    ({"cards": "20"}, {"cards": "21"}, {"cards": "22"}),
    ({}, {"points": "8"}, {"cards": "22"}),
    ({}, {"cards": "22"}, {"points": "8"}),
    ({}, {"points": "8"}, {"points": "9"}),
]


@pytest.mark.parametrize(("stands", "meanwhile", "typed"), CONFLICTS)
def test_two_who_say_the_same_differently_are_asked(
    begun: Begun, stands: dict[str, str], meanwhile: dict[str, str], typed: dict[str, str]
) -> None:
    mine = enter(begun, begun.sheet(), stands)
    enter(begun, mine, meanwhile)
    page = begun.phone.send(f"{begun.path}/0", sent_from(mine, 0, **typed), 412)
    assert "Somebody else changed this row meanwhile." in page.alert()
    page = begun.phone.press(page, "Take mine")
    form, _ = page.form("Save", "row-0")
    assert {field: form.value(f"0-{field}") for field in typed} == typed


# House rules


def test_sweeps_are_counted_where_they_count(app: Flask) -> None:
    begun = begin(app, "casino", 4, "sweeps", teams=PAIRS)
    page = begun.phone.press(begun.sheet(), "Ada & Cia, Sweeps: one more")
    assert head(page, 0) == "Ada & Cia 1 + ? Sweeps 1"
    page = says(begun.phone, page, 9, 3)
    assert told(page) == "12 Adds up to 12"


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


def test_the_difference_is_scored(app: Flask) -> None:
    begun = begin(app, "casino", 2, "difference_scoring")
    page = says(begun.phone, begun.sheet(), 8, 3)
    assert "8 to 3: Ada scores 5." in told(page)
    page = begun.finish(page)
    assert (head(page, 0), head(page, 1)) == ("Ada 8 8 points", "Bo 3 3 points")
    page = begun.phone.press(page, "Save", inside="row-0", points="3")
    assert "3 to 3: nobody scores." in page.parts["check"]


def test_four_of_two_sides_score_the_difference(app: Flask) -> None:
    begun = begin(app, "casino", 4, "difference_scoring", "sweeps", teams=PAIRS)
    assert "Ada & Cia" in begun.phone.get(begun.page).parts["sweeps"]
    page = counts(begun.phone, counts(begun.phone, begun.sheet(), 0, 30, 8, 2), 1, 22, 5, 2)
    page = holds(begun.phone, page, big_casino="Ada & Cia", little_casino="Bo & Dan")
    assert "8 to 3: Ada & Cia score 5." in told(page)
    assert [head(page, seat).split(" Most")[0] for seat in (0, 1)] == [
        "Ada & Cia 8",
        "Bo & Dan 3 Aces 2 · 2♠︎ 1",
    ]


def test_partners_with_piles_of_their_own(app: Flask) -> None:
    begun = begin(app, "lesotho-casino", 4)
    page = says(begun.phone, begun.sheet(), 5, 2, 3, 1)
    heads = [head(page, seat) for seat in range(4)]
    assert heads[0] == "Ada 8 Ada & Cia together"
    assert heads[3] == "Dan 3 Bo & Dan together"
    assert told(page) == "11 of 11 Adds up to 11"


# Claims


@pytest.fixture
def claimed(app: Flask) -> Begun:
    return begin(app, "casino", 4, "claim_out", teams=PAIRS, target=7)


def test_a_claim_that_is_so(claimed: Begun) -> None:
    page = claimed.sheet()
    assert "Does somebody claim the target?" in page.text
    assert "at least 27 cards = 3 · at least seven spades = 1 · each ace = 1" in page.text
    page = counts(claimed.phone, page, 0, 27, 7, 1)
    page = holds(claimed.phone, page, big_casino="Ada & Cia")
    page = claimed.finish(page, "Ada & Cia", "claim")
    claim = "Ada & Cia claimed the target: only what counts at once is scored."
    assert claim in page.parts["title"]
    assert page.parts["check"] == "7 It need not add up. To the standings"
    assert head(page, 0).startswith("Ada & Cia 7 Most cards 3")
    assert "not counted" in page.parts["row-1"]
    assert "Does somebody claim the target?" not in page.text


CLAIMS = [
    # cards, spades and aces of Bo and Dan, what comes back
    ((), "Bo has not counted yet."),
    ((27, 3, 3), "That makes 6, not 7: the claim does not count, and play goes on."),
]


@pytest.mark.parametrize(("numbers", "sentence"), CLAIMS)
def test_claims_that_are_refused(claimed: Begun, numbers: tuple[int, ...], sentence: str) -> None:
    page = claimed.sheet()
    page = counts(claimed.phone, page, 1, *numbers) if numbers else page
    before = dump(claimed.phone.app)
    page = claimed.phone.press(page, "Bo & Dan", 422, inside="claim")
    assert page.alert() == sentence
    assert dump(claimed.phone.app) == before


def test_whoever_claims_has_counted(claimed: Begun) -> None:
    page = says(claimed.phone, claimed.sheet(), 8)
    page = claimed.phone.press(page, "Ada & Cia", 422, inside="claim")
    assert page.alert() == "The cards must be counted here: points alone are not enough."


def test_nobody_claims_in_other_games(begun: Begun) -> None:
    assert "claims to be out" not in begun.sheet().text
    sent = {"csrf_token": begun.phone.token(), "seat": "0"}
    begun.phone.send(f"{begun.path}/claim", sent, 422)


# The page of a game


GAMES = [
    # game, players, house rules, what the page of the game says
    ("casino", 2, (), "Deal 1 of 6 Ada deals. Deal two to each, two to the table,"),
    (
        "swazi-casino",
        3,
        (),
        "Game 1 Ada deals. Deal 16 to each, four to the table. Count the piles",
    ),
    ("swazi-casino", 2, ("crazy",), "Game 1 Ada deals. Deal eight to each, four to the table."),
    ("south-african-casino", 3, (), "Game 1 Ada deals. Deal 13 to each, one to the table."),
    ("south-african-casino", 2, (), "Deal 1 of 2 Ada deals. Deal ten to each."),
    ("lesotho-casino", 4, (), "Game 1 Ada deals. Deal twelve to each, four to the table."),
]


@pytest.mark.parametrize(("game", "players", "house", "deal"), GAMES)
def test_the_page_of_a_game(
    app: Flask, game: str, players: int, house: tuple[str, ...], deal: str
) -> None:
    begun = begin(app, game, players, *house)
    page = begun.phone.get(begun.page)
    assert page.parts["deal"].startswith(deal)
    assert set(page.parts) >= {"deal", "discard"}
    assert not {"sweeps", "followed"} & set(page.parts)
    assert "Dispute?" not in page.text
    assert "count.js" not in page.html
    assert "with its counts" in page.parts["discard"]
    assert page.has("Hands are empty: next deal") is deal.startswith("Deal")


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
