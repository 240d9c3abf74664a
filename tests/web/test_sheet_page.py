"""The page of a score sheet: rows by points or kinds, finished and corrected."""

from collections.abc import Sequence

import pytest

from tests.api_calls import KINDS
from tests.database_dump import dump
from tests.page_client import Group, Page, Phone, fill, finish, opened, seated


def begin(phone: Phone, *names: str, house: Sequence[str] = ()) -> Page:
    """Return the sheet of a new session's first game."""
    return phone.get(f"{seated(phone, *names, house=house).session}/1/sheet")


def row(page: Page, seat: int) -> str:
    """Return what a row says before its fields: name, score, items."""
    words = page.parts[f"row-{seat}"].split(" Photo")[0].split(" Card points")[0]
    return words.replace(" waits for the network", "")


def test_points(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo")
    assert row(page, 0) == "Ada 0 so far"
    page = phone.press(page, "Save", inside="row-0", points="20", markers="1")
    assert row(page, 0) == "Ada 25 Own sweeps +5 · cards +20"
    assert row(page, 1) == "Bo −5 so far Set up for Ada −5"
    assert "20 of 42" in page.parts["check"]
    assert "Not counted yet: Bo" in phone.press(page, "Save", inside="row-0", points="43").text


def test_kinds(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo")
    kinds = dict(zip(KINDS, "21055", strict=True))
    page = phone.press(page, "Ada, A♠︎: one more", **kinds)
    assert "Cards +20" in row(page, 0)
    form, _ = page.form("Save", "row-0")
    assert [form.value(f"0-{kind}") for kind in KINDS] == ["2", "1", "1", "5", "5"]
    assert "Still missing: 1 lillan, 1 A♠︎, 17 other spades and 1 other ace" in page.text


def test_kinds_are_typed_after_points_and_tapped(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20)
    for typed, says in (({"storan": "2", "lillan": "1"}, "Cards +8"), ({"lillan": ""}, "Cards +6"),
                        ({"markers": "1"}, "Own sweeps +5 · cards +6")):  # fmt: skip
        page = phone.press(page, "Save", inside="row-0", **typed)
        assert says in row(page, 0)
    for what, says in (("Cards face up", "Own sweeps +10 · "), ("10♦︎, “storan”", "cards +9")):
        for step in ("more", "more", "less"):
            page = phone.press(page, f"Ada, {what}: one {step}")
        assert says in row(page, 0)


WRONG_NUMBERS = [  # what is typed, the sentence
    ("x", "“x” is not a whole number."),
    ("-1", "“-1”: this number cannot be below 0. Only a total can be: it is worked out."),
    ("105", "This number must be from 0 to 104."),
    ("<b>", "“<b>” is not a whole number.")]  # fmt: skip


@pytest.mark.parametrize("name", ["points", "storan"])
def test_wrong_numbers_are_kept_as_typed(phone: Phone, name: str) -> None:
    sheet = fill(phone, begin(phone, "Ada", "Bo"), 1)
    before = dump(phone.app)
    for text, sentence in WRONG_NUMBERS:
        typed = {"points": "17", "markers": "2", "storan": "1"} | {name: text}
        page = phone.press(sheet, "Save", 422, inside="row-0", **typed)
        assert sentence in page.alert()
        form, _ = page.form("Save", "row-0")
        assert {field: form.value(f"0-{field}") for field in typed} == typed
        assert page.invalid == [f"0-{name}"]
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
    page = begin(phone, "Ada", "Bo", "Cia")
    assert "must have" not in page.text
    page = phone.press(fill(phone, page, 10, 20), "Cia must have 12 points")
    assert "Cards +12" in row(page, 2)
    assert page.has("Finish the game")
    page = fill(phone, begin(phone, "Ada", "Bo"), 43)
    assert "must have" not in page.text
    assert "so far" in row(phone.send(f"{page.path}/rest", {}), 1)


def test_finishing_a_game(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20)
    assert not page.has("Finish the game")
    page = fill(phone, page, 20, 22)
    assert "Adds up to 42" in page.text
    session = phone.press(page, "Finish the game")
    assert session.path == page.path.removesuffix("/1/sheet")
    assert "Finished." in phone.get(page.path).text
    assert session.parts["games"].startswith("Games Game Ada Bo 1 ◂ 20 20 22 22")
    assert "Bo deals game 2 of 2" in session.text
    assert "≠" not in session.text


def test_finishing_on_purpose_is_marked_for_good(phone: Phone) -> None:
    page = fill(phone, begin(phone, "Ada", "Bo"), 20, 21)
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
    page = finish(phone, fill(phone, begin(phone, "Ada", "Bo"), 20, 22))
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
    page = begin(phone, "Ada", "Bo", house=["last_capture_point"])
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
