"""The score sheet of games in which piles are counted: one row each, and what there is but one of
is somebody's."""

import re

import pytest
from flask import Flask

from tests.dumps import dump
from tests.phones import Page

from .family import PAIRS, Begun, begin, counts, head, holds, says, sent_from, told


def rows(begun: Begun) -> object:
    """All rows as they are kept."""
    return dump(begun.phone.app)["sheet_rows"]


@pytest.mark.parametrize(("game", "players", "house", "names"), [
    # game, players, house rules, the headings of the rows
    ("casino", 2, (), ["Ada", "Bo"]),
    ("swazi-casino", 4, (), ["Ada & Cia", "Bo & Dan"]),
    ("lesotho-casino", 4, (), ["Ada", "Bo", "Cia", "Dan"]),
    ("south-african-casino", 4, ("partners",), ["Ada & Cia", "Bo & Dan"])])  # fmt: skip
def test_a_row_for_each_pile(app: Flask, game, players, house, names) -> None:
    begun = begin(app, game, players, *house, teams=PAIRS if len(names) < players else None)
    page = begun.sheet()
    rows = [head(page, int(part[4:])) for part in page.parts if part.startswith("row-")]
    assert [
        row.split(" 0 + ?")[0].split(" Bo & Dan tog")[0].split(" Ada & Cia tog")[0] for row in rows
    ] == names
    assert "Face up" not in page.text
    assert "Does everybody have a card face up?" not in page.text
    assert "Who has" not in page.text  # nobody has counted a card
    assert "of 42" not in page.text


@pytest.fixture
def begun(app: Flask) -> Begun:
    return begin(app, "casino", 2)


def test_counting_a_pile(begun: Begun) -> None:
    """What is counted so far is saved as it is, and most cards are nobody's before they must be."""
    phone = begun.phone
    page = counts(phone, begun.sheet(), 0, 20)
    assert head(page, 0) == "Ada 0 + ?"
    assert "Still missing: 13 spades and four aces." in told(page)
    assert 'name="1-cards" value="" inputmode="numeric" maxlength="4" data-most="52"' in page.html
    assert left(page, 1) == ["32", "–", "–"]
    assert "Nobody has the ten of diamonds or the two of spades." in told(page)
    assert "Not counted yet: Ada and Bo" in told(page)
    page = counts(phone, page, 0, 30, 8, 2)
    assert head(page, 0) == "Ada 6 Most cards 3 · most spades 1 · aces 2"
    form, _ = page.form("Save", "row-0")
    fields = ("points", "cards", "spades", "aces")
    assert [form.value(f"0-{field}") for field in fields] == ["", "30", "8", "2"]
    rest = "Bo must have 22 cards, five spades and two aces"
    assert left(page, 1) == ["22", "5", "2"]
    nobody = "Nobody has the ten of diamonds or the two of spades."
    assert told(page) == f"8 of 11 {nobody} {rest}"
    assert not page.has("Finish the game")
    page = holds(phone, page, big_casino="Ada", little_casino="Bo")
    assert head(page, 0) == "Ada 8 Most cards 3 · most spades 1 · aces 2 · 10♦︎ 2"
    assert head(page, 1) == "Bo 3 Aces 2 · 2♠︎ 1"
    assert told(page) == f"11 of 11 Adds up to 11 {rest}"
    page = begun.finish(page)
    assert "30 cards, eight spades, two aces, one 10♦︎" in page.parts["row-0"]
    assert "22 cards, five spades, two aces, one 2♠︎" in page.parts["row-1"]


def left(page: Page, seat: int) -> list[str]:
    """What follows for the empty fields of a row from the others."""
    found = re.findall(rf'<input[^>]* name="{seat}-(?:cards|spades|aces)"[^>]*>', page.html)
    return [re.findall(r'placeholder="([^"]*)"', one)[0] for one in found]


def test_what_is_left_follows_what_is_typed(begun: Begun) -> None:
    page = counts(begun.phone, begun.sheet(), 0, 30, 8, 2)
    page = counts(begun.phone, page, 0, 31, 8, 2)
    assert left(page, 1) == ["21", "5", "2"]
    page = counts(begun.phone, page, 1, "", 4)
    assert "Too few" not in told(page)
    assert "Still missing: one spade." in told(page)
    page = begun.phone.press(page, "Bo, Cards: one less")  # from what is left for it
    assert page.form("Save", "row-1")[0].value("1-cards") == "20"


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


@pytest.mark.parametrize(("typed", "row"), [
    # what is typed after 30 cards and 8 spades, what the row says
    ({"points": "8"}, "Ada 8"),
    ({"points": "8", "cards": "31"}, "Ada 4 + ? Most cards 3 · most spades 1")])  # fmt: skip
def test_from_counts_to_a_score_and_back(begun: Begun, typed: dict[str, str], row: str) -> None:
    page = counts(begun.phone, begun.sheet(), 0, 30, 8)
    page = begun.phone.press(page, "Save", inside="row-0", **typed)
    assert head(page, 0) == row
    assert "cards" in counts(begun.phone, page, 0, 30).parts["row-0"]


@pytest.mark.parametrize(("field", "most"), [  # field, the largest number there
    ("cards", 52),
    ("points", 1000),
    ("markers", 52)])  # fmt: skip
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


def test_some_count_and_some_say_points(app: Flask) -> None:
    begun = begin(app, "casino", 3)
    page = counts(begun.phone, says(begun.phone, begun.sheet(), 8), 1, 22, 5, 2)
    page = counts(begun.phone, page, 2, 0, 0, 0)
    assert "Some counted and some said points. Let all do the same." in told(page)
    assert not page.has("Finish the game")
    assert not page.has("Finish although it does not add up")
    form, _ = page.form("Bo", "holder-big_casino")
    ada = next(b for b in form.buttons if b.label == "Ada")
    assert ada.disabled  # whoever said points counts nothing
    before = rows(begun)
    begun.phone.send(form.action, {"seat": "0"})
    assert rows(begun) == before


def row_versions(page: Page, *seats: int) -> list[str]:
    form, _ = page.form("Save", "row-0")
    return [form.value(f"{seat}-etag") for seat in seats]


def test_a_tap_moves_it_and_the_same_takes_it_away(app: Flask) -> None:
    begun = begin(app, "royal-casino", 3)
    phone, page = begun.phone, counts(begun.phone, begun.sheet(), 0, 30, 8, 2)
    assert row_versions(page, 0, 1, 2) == ["1", "0", "0"]
    page = holds(phone, page, big_casino="Bo")
    assert row_versions(page, 0, 1, 2) == ["1", "2", "0"]
    assert head(page, 1) == "Bo 2 + ? 10♦︎ 2"
    assert "Not counted yet: Bo and Cia" in told(page)
    page = holds(phone, page, big_casino="Cia")
    assert row_versions(page, 0, 1, 2) == ["1", "3", "4"]
    assert head(page, 1) == "Bo 0 + ?"
    page = holds(phone, page, big_casino="Ada")
    assert head(page, 0).endswith("aces 2 · 10♦︎ 2")
    page = holds(phone, page, big_casino="Ada")
    assert head(page, 0).endswith("aces 2")
    assert "Nobody has the ten of diamonds or the two of spades." in told(page)


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
    address = f"{begun.path}/holder/{field}"
    answer = begun.phone.ask(address, "POST", data={"seat": seat})
    assert answer.status_code == status
    assert rows(begun) == before


def test_a_finished_game_is_corrected(begun: Begun) -> None:
    page = counts(begun.phone, counts(begun.phone, begun.sheet(), 0, 30, 8, 2), 1, 22, 5, 2)
    page = begun.finish(holds(begun.phone, page, big_casino="Ada", little_casino="Bo"))
    page = holds(begun.phone, page, big_casino="Bo")
    assert head(page, 1).startswith("Bo 5 ")
    assert "one 10♦︎" in page.parts["row-1"]
    assert "Ada : 30 cards, eight spades, two aces, one 10♦︎" in page.parts["hints"]


FIELDS = ("points", "cards", "spades", "aces")


def enter(begun: Begun, page: Page, typed: dict[str, str]) -> Page:
    chosen = {field: name for field, name in typed.items() if field not in FIELDS}
    if not chosen:
        return begun.phone.press(page, "Save", inside="row-0", **typed) if typed else page
    page = counts(begun.phone, page, 1, 10)  # somebody counts, so it is asked
    return holds(begun.phone, page, **chosen)


@pytest.mark.parametrize(("stands", "meanwhile", "typed", "after"), [
    # what stands; what somebody else enters meanwhile; what was typed here; the fields afterwards
    ({"cards": "20"}, {"big_casino": "Ada"}, {"cards": "30", "spades": "8"}, "- 30 8 -"),
    ({}, {"cards": "30"}, {"spades": "8"}, "- 30 8 -"),
    ({"cards": "30", "aces": "1"}, {"aces": "2"}, {"cards": "31", "spades": "8"}, "- 31 8 2"),
    ({"points": "7"}, {"big_casino": "Bo"}, {"points": "8"}, "8 - - -")])  # fmt: skip
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


@pytest.mark.parametrize(("stands", "meanwhile", "typed"), [
    # what stands; what somebody else enters meanwhile; what was typed here
    ({"cards": "20"}, {"cards": "21"}, {"cards": "22"}),
    ({}, {"points": "8"}, {"cards": "22"})])  # fmt: skip
def test_two_who_say_the_same_differently_are_asked(begun: Begun, stands, meanwhile, typed) -> None:
    mine = enter(begun, begun.sheet(), stands)
    enter(begun, mine, meanwhile)
    page = begun.phone.send(f"{begun.path}/0", sent_from(mine, 0, **typed), 412)
    assert "Somebody else changed this row meanwhile." in page.alert()
    page = begun.phone.press(page, "Take mine")
    form, _ = page.form("Save", "row-0")
    assert {field: form.value(f"0-{field}") for field in typed} == typed
