"""The page of a score sheet: by points, kinds or piles, typed on by several."""

import re
from collections.abc import Sequence

import pytest
from flask import Flask

from tests.api_calls import KINDS
from tests.databases import dump
from tests.groups import PAIRS, Begun, begin, counts, head, holds, says, sent_from, told
from tests.page_client import POLL, Group, Page, Phone, fill, finish, opened, seated


def begin_sheet(phone: Phone, *names: str, house: Sequence[str] = ()) -> Page:
    """Return the sheet of a new session's first game."""
    return phone.get(f"{seated(phone, *names, house=house).session}/1/sheet")


def row(page: Page, seat: int) -> str:
    """Return what a row says before its fields: name, score, items."""
    words = page.parts[f"row-{seat}"].split(" Photo")[0].split(" Card points")[0]
    return words.replace(" waits for the network", "")


def test_points(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo")
    assert row(page, 0) == "Ada 0 so far"
    page = phone.press(page, "Save", inside="row-0", points="20", markers="1")
    assert row(page, 0) == "Ada 25 Own sweeps +5 · cards +20"
    assert row(page, 1) == "Bo −5 so far Set up for Ada −5"
    assert "20 of 42" in page.parts["check"]
    assert "Not counted yet: Bo" in phone.press(page, "Save", inside="row-0", points="43").text


def test_kinds(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo")
    kinds = dict(zip(KINDS, "21055", strict=True))
    page = phone.press(page, "Ada, ace of spades: one more", **kinds)
    assert "Cards +20" in row(page, 0)
    form, _ = page.form("Save", "row-0")
    assert [form.value(f"0-{kind}") for kind in KINDS] == ["2", "1", "1", "5", "5"]
    assert "Still missing: 1 lillan, 1 A♠︎, 17 other spades and 1 other ace" in page.text


def test_kinds_are_typed_after_points_and_tapped(phone: Phone) -> None:
    page = fill(phone, begin_sheet(phone, "Ada", "Bo"), 20)
    for typed, shown in (({"storan": "2", "lillan": "1"}, "Cards +8"), ({"lillan": ""}, "Cards +6"),
                        ({"markers": "1"}, "Own sweeps +5 · cards +6")):  # fmt: skip
        page = phone.press(page, "Save", inside="row-0", **typed)
        assert shown in row(page, 0)
    tens = ("ten of diamonds, “storan”", "cards +9")
    for what, shown in (("Cards face up", "Own sweeps +10 · "), tens):
        for step in ("more", "more", "less"):
            page = phone.press(page, f"Ada, {what}: one {step}")
        assert shown in row(page, 0)


WRONG_NUMBERS = [  # what is typed, the sentence
    ("x", "“x” is not a whole number."),
    ("-1", "“-1”: this number cannot be below 0. Only a total can be: it is worked out."),
    ("105", "This number must be from 0 to 104."),
    ("<b>", "“<b>” is not a whole number.")]  # fmt: skip


@pytest.mark.parametrize("name", ["points", "storan"])
def test_wrong_numbers_are_kept_as_typed(phone: Phone, name: str) -> None:
    sheet = fill(phone, begin_sheet(phone, "Ada", "Bo"), 1)
    before = dump(phone.app)
    for text, sentence in WRONG_NUMBERS:
        typed = {"points": "17", "markers": "2", "storan": "1"} | {name: text}
        page = phone.press(sheet, "Save", 422, inside="row-0", **typed)
        assert sentence in page.alert()
        form, _ = page.form("Save", "row-0")
        assert {field: form.value(f"0-{field}") for field in typed} == typed
        assert page.invalid == [f"0-{name}"]
    assert dump(phone.app) == before


ADJUSTED = [  # what is typed, what the row says of it, what the row scores with 20 points
    ({"adjustment": "-1", "adjustment_reason": "improper build"},
     "Cards +20 · penalty −1 (improper build)", "19"),
    ({"adjustment": "−2"}, "Cards +20 · penalty −2", "18"),
    ({"adjustment": "+3", "adjustment_reason": ""}, "Cards +20 · bonus +3", "23"),
    ({"adjustment_reason": "a warning"}, "Cards +20 · a warning", "20")]  # fmt: skip
WRONG_ADJUSTMENTS = [  # what is typed, the sentence, the field at fault
    ({"adjustment": "x"}, "“x” is not a whole number.", "adjustment"),
    ({"adjustment": "-101"}, "A bonus or penalty is from −100 to 100.", "adjustment"),
    ({"adjustment": "-1", "adjustment_reason": "y" * 61},
     "cannot be a reason: at most 60 characters on one line.", "adjustment_reason")]  # fmt: skip


def begin_to_adjust(phone: Phone) -> Page:
    """Return the sheet of a first game with 20 and 22 points, which asks for penalties."""
    page = fill(phone, begin_sheet(phone, "Ada", "Bo"), 20, 22)
    assert "0-adjustment" not in page.form("Save", "row-0")[0].typed
    return phone.get(next(link for link in page.links if link.endswith("sheet?adjust=1")))


def test_a_penalty_and_a_bonus(phone: Phone) -> None:
    """A penalty changes the total and nothing that the check looks at; others merge with it."""
    for numbers, says_so, total in ADJUSTED:
        first = begin_to_adjust(phone)
        page = phone.press(first, "Save", inside="row-0", **numbers)
        assert row(page, 0) == f"Ada {total} {says_so}"
        assert "42 of 42" in page.parts["check"]
        page = phone.press(page, "Ada, Penalty or bonus: one less")
        page = phone.press(page, "Save", inside="row-0", adjustment="", adjustment_reason="")
        assert row(page, 0) == "Ada 20 Cards +20"
        fill(phone, page, 21)
        page = phone.press(first, "Save", inside="row-0", adjustment="-5")
        assert row(page, 0) == "Ada 16 Cards +21 · penalty −5"


def test_a_sheet_that_asks_for_penalties_asks_on(app: Flask) -> None:
    """A penalty that is being typed stays while something else on the sheet is tapped."""
    begun = begin(app, "casino", 2)
    counts(begun.phone, begun.sheet(), 0, 30, 8, 2)
    sheet = begun.phone.get(f"{begun.path}?adjust=1")
    addresses = re.findall(r'(?:action|data-row)="([^"]*/sheet/[^"]*)"', sheet.html)
    assert addresses
    assert [one for one in addresses if "?adjust=1" not in one] == []
    page = begun.phone.press(sheet, "Bo", inside="holder-big_casino")
    assert "1-adjustment" in page.form("Save", "row-1")[0].typed
    holder = next(one for one in addresses if "/holder/" in one)
    drawn = begun.phone.ask(holder, "POST", data={"seat": "0"}, headers=POLL).text
    assert 'name="1-adjustment"' in drawn


def test_what_no_penalty_can_be_is_kept_as_typed(phone: Phone) -> None:
    sheet = begin_to_adjust(phone)
    before = dump(phone.app)
    for numbers, sentence, field in WRONG_ADJUSTMENTS:
        page = phone.press(sheet, "Save", 422, inside="row-0", **numbers)
        assert sentence in page.alert()
        form, _ = page.form("Save", "row-0")
        assert {name: form.value(f"0-{name}") for name in numbers} == numbers
        assert page.invalid == [f"0-{field}"]
    assert dump(phone.app) == before


def test_those_who_look_on(group: Group) -> None:
    """A viewer reads that the sheet does not add up, and not what to do."""
    mate = opened(group.phone.app, group.view)
    session = mate.get(group.session)
    sheet = mate.get(f"{group.session}/1/sheet")
    for page in (session, sheet):
        assert "You are looking on." in page.text
        assert "You are looking on." not in group.phone.get(page.path).text
    assert "See the game" in session.text
    assert "Everybody counts" not in sheet.text
    assert "Count the piles" not in mate.get(f"{group.session}/1").text


def test_what_only_one_player_can_still_have(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo", "Cia")
    assert "must have" not in page.text
    page = phone.press(fill(phone, page, 10, 20), "Cia must have 12 points")
    assert "Cards +12" in row(page, 2)
    assert page.has("Finish the game")
    page = fill(phone, begin_sheet(phone, "Ada", "Bo"), 43)
    assert "must have" not in page.text
    assert "so far" in row(phone.send(f"{page.path}/rest", {}), 1)


def test_finishing_a_game(phone: Phone) -> None:
    page = fill(phone, begin_sheet(phone, "Ada", "Bo"), 20)
    assert not page.has("Finish the game")
    page = fill(phone, page, 20, 22)
    assert "Adds up to 42" in page.text
    session = phone.press(page, "Finish the game")
    assert session.path == page.path.removesuffix("/1/sheet")
    assert "Finished." in phone.get(page.path).text
    assert session.parts["games"].startswith("Games 1 Game Ada Bo 1 ◂ 20 20 22 22")
    assert "Bo deals game 2 of 2" in session.text
    assert "≠" not in session.text


def test_finishing_on_purpose_is_marked_for_good(phone: Phone) -> None:
    page = fill(phone, begin_sheet(phone, "Ada", "Bo"), 20, 21)
    assert "1 point is missing: the sum is 41, not 42." in page.text
    assert not page.has("Finish the game")
    form, _ = page.form("Finish although it does not add up")
    refused = phone.send(form.action, {}, 422)
    assert "1 point is missing" in refused.text
    assert refused.has("Finish although it does not add up")
    page = finish(phone, page, "Finish although it does not add up")
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
    page = finish(phone, fill(phone, begin_sheet(phone, "Ada", "Bo"), 20, 22))
    assert "What stood before" not in page.text
    before = dump(phone.app)
    cleared = phone.press(page, "Save", 422, inside="row-0", points="")
    assert "Ada has not counted yet." in cleared.text
    assert dump(phone.app) == before
    page = phone.press(page, "Save", inside="row-0", points="21", markers="1")
    assert "Ada : 0 cards face up, 20 points" in page.parts["hints"]
    page = phone.press(page, "Save", inside="row-1", points="21")
    history = page.parts["hints"].split("What stood before ")[1]
    bo, ada = "Bo : 0 cards face up, 22 points", "Ada : 0 cards face up, 20 points"
    assert history.index(bo) < history.index(ada)
    session = phone.get(page.path.removesuffix("/1/sheet"))
    assert "1 ◂ 26 26 16 16" in session.parts["games"]
    assert "Bo 16" in session.parts["standings"]


def test_the_last_capture_scores_a_point(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo", house=["last_capture_point"])
    page = fill(phone, page, 20, 22)
    assert "Now say who captured last" in page.text
    page = phone.press(page, "Bo")
    assert "Adds up to 43" in page.text
    assert "last capture +1" in row(page, 1)
    page = finish(phone, phone.press(page, "Ada"))
    assert row(page, 0).startswith("Ada 21 ")
    page = phone.press(page, "Bo")
    assert row(page, 1).startswith("Bo 23 ")
    assert "last capture: Ada" in page.parts["hints"]


def typed(page: Page, *names: str) -> list[str]:
    form, _ = page.form("Save", "row-0")
    return [form.value(name) for name in names]


def fill_in(phone: Phone, page: Page, button: str, inside: str, **numbers: str) -> Page:
    """Type in several rows, ``points_1`` into Bo's, and press a button of one of them."""
    form, found = page.form(button, inside)
    sent = form.filled(found)
    for name, text in numbers.items():
        field, _, seat = name.partition("_")
        sent[f"{seat}-{field}"] = text
    return phone.send(found.action, sent)


def test_saving_a_row_keeps_what_is_typed_in_the_others(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo", "Cia")
    numbers = {"points_0": "12", "points_1": "x", "storan_2": "2", "markers_2": "1"}
    page = fill_in(phone, page, "Save", "row-0", **numbers)
    assert "Cards +12" in row(page, 0)
    assert typed(page, "1-points", "2-storan", "2-markers") == ["x", "2", "1"]
    assert not page.alerts  # nobody has asked for it to be saved
    assert [("so far" in row(page, seat)) for seat in range(3)] == [False, True, True]
    page = phone.press(page, "Cia, Cards face up: one more")
    assert "Own sweeps +10 · cards +6" in row(page, 2)
    assert typed(page, "0-points", "1-points", "2-markers") == ["12", "x", "2"]
    page = phone.press(page, "Save", inside="row-1", points="9")
    assert "cards +9" in row(page, 1)
    assert page.path.endswith("/sheet")  # nothing is left to be saved, and it can be loaded again


def test_what_two_phones_typed_in_another_row_is_settled_there(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo")
    phone.press(page, "Save", inside="row-1", points="7")
    page = fill_in(phone, page, "Save", "row-0", points_0="12", points_1="8")
    assert typed(page, "1-points") == ["8"]
    page = phone.press(page, "Save", 412, inside="row-1")
    both = "Stands now 0 cards face up, 7 points You entered 0 cards face up, 8 points"
    assert both in page.alert()


def test_enter_saves_whatever_was_typed(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo", "Cia")
    form, button = page.form("Save")  # the first one, which browsers press on Enter
    sent = form.filled(button)
    for seat, text in enumerate(("12", "9", "x")):
        sent[f"{seat}-points"] = text
    page = phone.send(form.action, sent, 422)
    assert "Cards +12" in row(page, 0)
    assert "Cards +9" in row(page, 1)
    assert page.invalid == ["2-points"]
    assert typed(page, "2-points") == ["x"]


def test_a_disagreement_keeps_what_is_typed_in_the_others(phone: Phone) -> None:
    page = begin_sheet(phone, "Ada", "Bo")
    phone.press(page, "Save", inside="row-0", points="10")
    form, button = page.form("Save", "row-0")
    sent = form.filled(button, points="20")
    sent["1-points"] = "22"
    page = phone.send(button.action, sent, 412)
    page = phone.press(page, "Keep mine")
    assert "Cards +20" in row(page, 0)
    assert page.form("Save", "row-1")[0].value("1-points") == "22"


def test_what_stands_already_is_not_stale(phone: Phone) -> None:
    mine = begin_sheet(phone, "Ada", "Bo")
    fill(phone, mine, 10)
    assert "Cards +10" in row(fill(phone, mine, 10), 0)


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
    page = begun.phone.press(page, "Keep mine")
    form, _ = page.form("Save", "row-0")
    assert {field: form.value(f"0-{field}") for field in typed} == typed
