"""The score sheet of games in which piles are counted: one row each, and what there is but one of
is somebody's."""

import re

import pytest
from flask import Flask

from tests.database_dump import dump
from tests.page_client import Page

from .casino_family_games import PAIRS, Begun, begin, counts, head, holds, says, sent_from, told


def rows(begun: Begun) -> object:
    """Return all rows as they are kept."""
    return dump(begun.phone.app)["sheet_rows"]


@pytest.mark.parametrize(("game", "players", "house", "names"), [
    ("casino", 2, (), ["Ada", "Bo"]),
    ("swazi-casino", 4, (), ["Ada & Cia", "Bo & Dan"]),
    ("lesotho-casino", 4, (), ["Ada & Cia", "Bo & Dan", "Cia", "Dan"]),
    ("south-african-casino", 4, ("partners",), ["Ada & Cia", "Bo & Dan"])])  # fmt: skip
def test_a_row_for_each_pile(app: Flask, game, players, house, names) -> None:
    begun = begin(app, game, players, *house, teams=PAIRS if len(names) < players else None)
    page = begun.sheet()
    rows = [head(page, int(part[4:])) for part in page.parts if part.startswith("row-")]
    assert [re.split(" 0 so far| Bo & Dan tog| Ada & Cia tog", row)[0] for row in rows] == names
    assert "Cards face up" not in page.text
    assert "Does everybody have a card face up?" not in page.text
    assert "Who has" not in page.text  # nobody has counted a card
    assert "of 42" not in page.text


@pytest.fixture
def begun(app: Flask) -> Begun:
    return begin(app, "casino", 2)


def test_counting_a_pile(begun: Begun) -> None:
    """A partial count is saved as it is, and most cards are without a holder until they must have
    one."""
    phone = begun.phone
    page = counts(phone, begun.sheet(), 0, 20)
    assert head(page, 0) == "Ada 0 so far"
    assert "Still missing: 13 spades and 4 aces." in told(page)
    assert 'name="1-cards" value="" inputmode="numeric" maxlength="4" data-most="52"' in page.html
    assert left(page, 1) == ["32", "–", "–"]
    assert "Nobody has the ten of diamonds or the two of spades." in told(page)
    assert "Not counted yet: Ada and Bo" in told(page)
    page = counts(phone, page, 0, 30, 8, 2)
    assert head(page, 0) == "Ada 6 Most cards 3 · most spades 1 · aces 2"
    form, _ = page.form("Save", "row-0")
    fields = ("points", "cards", "spades", "aces")
    assert [form.value(f"0-{field}") for field in fields] == ["", "30", "8", "2"]
    rest = "Bo must have 22 cards, 5 spades and 2 aces"
    assert left(page, 1) == ["22", "5", "2"]
    nobody = "Nobody has the ten of diamonds or the two of spades."
    assert told(page) == f"8 of 11 {nobody} {rest}"
    assert not page.has("Finish the game")
    page = holds(phone, page, big_casino="Ada", little_casino="Bo")
    assert head(page, 0) == "Ada 8 Most cards 3 · most spades 1 · aces 2 · 10♦︎ 2"
    assert head(page, 1) == "Bo 3 Aces 2 · 2♠︎ 1"
    assert told(page) == f"11 of 11 Adds up to 11 {rest}"
    page = begun.finish(page)
    assert "30 cards, 8 spades, 2 aces, 10♦︎" in page.parts["row-0"]
    assert "22 cards, 5 spades, 2 aces, 2♠︎" in page.parts["row-1"]


def left(page: Page, seat: int) -> list[str]:
    """Return the placeholders of the empty fields of a row, which follow from the others."""
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


def test_fields_are_tapped_emptied_and_typed_otherwise(begun: Begun) -> None:
    phone, page = begun.phone, begun.sheet()
    for button in ("Bo, Aces: one more", "Bo, Aces: one more", "Bo, Spades: one less"):
        page = phone.press(page, button)
    form, _ = page.form("Save", "row-1")
    assert [form.value(f"1-{field}") for field in FIELDS[1:]] == ["", "0", "2"]
    page = counts(phone, counts(phone, page, 0, 30, 8), 0, 30, "")
    assert "eight spades" not in told(page)
    page = counts(phone, page, 0, 30, 8)
    for typed, row in (({"points": "8"}, "Ada 8"), ({"points": "8", "cards": "31"}, "Ada 6 ")):
        page = phone.press(page, "Save", inside="row-0", **typed)
        assert head(page, 0).startswith(row)
    assert "cards" in counts(phone, page, 0, 30).parts["row-0"]


LIMITS = {"cards": (52, "Cards"), "points": (1000, ""), "markers": (52, "Sweeps")}


@pytest.mark.parametrize("field", LIMITS)
def test_limits_are_those_of_the_game(app: Flask, field: str) -> None:
    begun, (most, label) = begin(app, "casino", 2, "sweeps"), LIMITS[field]
    page = begun.phone.press(begun.sheet(), "Save", inside="row-0", **{field: str(most)})
    assert not page.alerts
    page = begun.phone.press(page, "Save", 422, inside="row-0", **{field: str(most + 1)})
    assert page.alert() == f"This number must be from 0 to {most}."
    if label:
        assert f'name="0-{field}" value="{most + 1}" inputmode="numeric"' in page.html
        page = begun.phone.press(begun.sheet(), f"Ada, {label}: one more")
        assert page.form("Save", "row-0")[0].value(f"0-{field}") == str(most)


def test_some_count_and_some_say_points(app: Flask) -> None:
    begun = begin(app, "casino", 3)
    page = counts(begun.phone, says(begun.phone, begun.sheet(), 8), 1, 22, 5, 2)
    page = counts(begun.phone, page, 2, 0, 0, 0)
    assert "Some counted and some said points. Let all do the same." in told(page)
    assert not any(map(page.has, ("Finish the game", "Finish although it does not add up")))
    form, _ = page.form("Bo", "holder-big_casino")
    assert next(b for b in form.buttons if b.label == "Ada").disabled  # who said points
    before = rows(begun)
    for field, seat, status in (("big_casino", "0", 303), ("cards", "1", 404), ("storan", "1", 404),
                                ("big_casino", "7", 404), ("big_casino", "x", 303)):  # fmt: skip
        answer = begun.phone.ask(f"{begun.path}/holder/{field}", "POST", data={"seat": seat})
        assert (answer.status_code, rows(begun)) == (status, before), field


def test_a_tap_moves_it_and_the_same_takes_it_away(app: Flask) -> None:
    begun = begin(app, "royal-casino", 3)
    phone, page = begun.phone, counts(begun.phone, begun.sheet(), 0, 30, 8, 2)
    for name, versions, seat, row in (
        ("Bo", "1 2 0", 1, "Bo 2 so far 10♦︎ 2"), ("Cia", "1 3 4", 1, "Bo 0 so far"),
        ("Ada", "5 3 6", 0, "Ada 8 so far Most cards 3 · most spades 1 · aces 2 · 10♦︎ 2"),
        ("Ada", "7 3 6", 0, "Ada 6 so far Most cards 3 · most spades 1 · aces 2"),
    ):  # fmt: skip
        page = holds(phone, page, big_casino=name)
        form, _ = page.form("Save", "row-0")
        assert " ".join(form.value(f"{seat}-etag") for seat in range(3)) == versions
        assert head(page, seat) == row
    assert "Nobody has the ten of diamonds or the two of spades." in told(page)


FIELDS = ("points", "cards", "spades", "aces")


def enter(begun: Begun, page: Page, typed: dict[str, str]) -> Page:
    chosen = {field: name for field, name in typed.items() if field not in FIELDS}
    if not chosen:
        return begun.phone.press(page, "Save", inside="row-0", **typed) if typed else page
    page = counts(begun.phone, page, 1, 10)  # somebody counts, so it is asked
    return holds(begun.phone, page, **chosen)


@pytest.mark.parametrize(("stands", "meanwhile", "typed", "after"), [
    ({"cards": "20"}, {"big_casino": "Ada"}, {"cards": "30", "spades": "8"}, "- 30 8 -"),
    ({}, {"cards": "30"}, {"spades": "8"}, "- 30 8 -"),
    ({"cards": "30", "aces": "1"}, {"aces": "2"}, {"cards": "31", "spades": "8"}, "- 31 8 2"),
    ({"points": "7"}, {"big_casino": "Bo"}, {"points": "8"}, "8 - - -")])  # fmt: skip
def test_two_who_enter_different_things_lose_nothing(
    begun: Begun, stands, meanwhile, typed, after
) -> None:
    mine = enter(begun, begun.sheet(), stands)
    enter(begun, mine, meanwhile)
    page = begun.phone.send(f"{begun.path}/0", sent_from(mine, 0, **typed))
    form, _ = page.form("Save", "row-0")
    assert " ".join(form.value(f"0-{field}") or "-" for field in FIELDS) == after
    if owner := meanwhile.get("big_casino"):
        assert any((b.label, b.name) == (owner, "without") for b in page.form(owner)[0].buttons)


@pytest.mark.parametrize(("stands", "meanwhile", "typed"), [
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
