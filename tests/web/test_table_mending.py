"""The live table without a script: plays that do not fit any more, or that were forgotten."""

import pytest

from tests.api_calls import Caller, Table
from tests.followed_game_calls import Live
from tests.page_client import Group, Page, Phone

from .followed_build_game import plain
from .test_table_page import play, shown

FITTING = "8H 9H 5C JD"
"""Bo, Ada, Bo, Ada: the first three take a card each off 2D 5H 8S 9C."""


@pytest.fixture
def table(group: Group) -> Page:
    """Entries 1 to 5, as above."""
    api = Caller(group.phone.app, group.edit)
    session = Table(api, api, group.session.split("/")[-1], group.id)
    Live(session).all_at_once(["table 2D 5H 8S 9C", *FITTING.split()])
    return group.phone.get(f"{group.session}/1/table")


def correct(phone: Phone, table: Page, seq: int, card: str) -> Page:
    page = phone.get(f"{table.path}/entry/{seq}")
    return phone.press(page, "This card was played", rank=card[:-1], suit=card[-1])


def test_all_are_confirmed_at_once(group: Group, table: Page) -> None:
    phone = group.phone
    table = correct(phone, table, 2, "9D")
    assert plain(table.parts["mend"]).startswith(
        "Later plays do not fit any more. Were they like this? "
        "Play 2, Ada: 9♥ creeps (it said: 9♥ takes 9♣) "
        "Play 4, Ada: J♦ takes 2♦ + 9♥ (it said: J♦ creeps)"
    )
    mended = phone.press(table, "Yes, so it was")
    assert "Table 8 ♠" in shown(mended)
    assert "mend" not in mended.parts
    assert "irregular" not in mended.parts
    assert shown(phone.press(table, "Yes, so it was")) == shown(mended)  # sent twice
    for left in ("A later play does not", "Later plays do not"):
        mended = phone.press(mended, "Undo: correction")
        assert mended.parts["mend"].startswith(left)
    assert "irregular" not in phone.press(mended, "Undo: correction").parts


def test_a_correction_after_what_came_meanwhile(group: Group, table: Page) -> None:
    phone, button = group.phone, "This card was played"
    pages = [phone.get(f"{table.path}/entry/{seq}") for seq in (5, 4)]
    play(phone, table, "KC")
    after = phone.press(pages[0], button, rank="Q", suit="D")
    assert plain(after.parts["corrected"]) == "Corrected. Play 4: Ada: Q♦ creeps"
    again = phone.press(pages[1], button, 422, rank="Q", suit="H")
    assert "undone or corrected meanwhile" in again.alert()
    assert "Q♥" in plain(phone.press(again, button).parts["corrected"])


def missing(phone: Phone, table: Page, seq: int) -> Page:
    page = phone.get(f"{table.path}/entry/{seq}")
    assert f"{table.path}/entry/{seq}/before" in page.links
    return phone.get(f"{table.path}/entry/{seq}/before")


def test_a_forgotten_play(group: Group, table: Page) -> None:
    phone = group.phone
    page = missing(phone, table, 4)
    assert "A play before play 3" in page.text
    assert "It was played by Bo. After it came: 5♣ takes 5♥" in plain(page.text)
    after = phone.press(page, "Bo played it", rank="Q", suit="C")
    assert "Ada plays | Table 2 ♦ J ♦ Q ♣" in shown(after)
    assert plain(after.parts["last"]) == "Bo: J♦ creeps"
    assert shown(phone.press(page, "Bo played it", rank="Q", suit="C")) == shown(after)
    back = phone.press(after, "Undo: correction")
    assert shown(back) == shown(table)
    assert shown(phone.press(back, "Redo")) == shown(after)


def test_a_forgotten_play_against_the_rules(group: Group, table: Page) -> None:
    phone = group.phone
    page = missing(phone, table, 2)
    form, button = page.form("Bo played it")
    sent = form.filled(button, rank="2", suit="H")
    sent["option"] = "-"
    refused = phone.send(form.action, sent, 422)
    assert "No: the 2♥ cannot creep" in plain(refused.alert())
    after = phone.press(refused, "Record it as it was played")
    assert "Bo, 2♥: The 2♥ cannot creep; it must take the 2♦. It was left" in plain(
        after.parts["irregular"]
    )


def test_nothing_is_missing_before_what_is_not_there(group: Group, table: Page) -> None:
    for seq in (0, 1, 6, 99):
        group.phone.get(f"{table.path}/entry/{seq}/before", 404)
