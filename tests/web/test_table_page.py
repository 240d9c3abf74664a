"""The live table without a script: cards typed or tapped, questions answered, mistakes mended."""

from itertools import product

import pytest
from flask import Flask

from tests.database_dump import dump
from tests.page_client import Group, Page, Phone, new_group, opened

from .followed_build_game import plain

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
CHOICE = "3H 3D 5C 9C"
"""An 8 takes the 5 and either three."""
LOW = "2H 2D 3H 3D"
"""No picture takes anything of this."""


@pytest.fixture
def table(group: Group) -> Page:
    """Return the live table of Ada and Bo, who plays first; nothing is entered yet."""
    return group.phone.get(f"{group.session}/1/table")


def deal(phone: Phone, table: Page, cards: str) -> Page:
    return phone.press(table, "These lie on the table", dealt=cards)


def play(phone: Phone, table: Page, *cards: str, status: int = 200) -> Page:
    for card in cards:
        table = phone.press(table, SUITS[card[-1]], status, rank=card[:-1])
    return table


def choose(phone: Phone, page: Page, cards: str) -> Page:
    """Press the button of an option."""
    (form,) = (one for one in page.forms if any(b.value == cards for b in one.buttons))
    (button,) = (b for b in form.buttons if (b.name, b.value) == ("option", cards))
    return phone.send(form.action, form.filled(button))


def shown(page: Page) -> str:
    """Return the large lines, and the table."""
    return plain(f"{page.parts['turn']} | {page.parts.get('table', '')}")


def test_a_sweep_that_was_counted_by_hand_stands_at_the_table_too(
    group: Group, table: Page
) -> None:
    counter = group.phone.get(f"{group.session}/1")
    group.phone.press(counter, "Sweep: Bo")
    table = deal(group.phone, group.phone.get(table.path), "5H 8S 9C KD")
    assert "Bo 1 card face up" in " ".join(table.parts["players"].replace("▮", "").split())


def test_cards_are_dealt_and_played(group: Group, table: Page) -> None:
    phone = group.phone
    assert "Which cards lie on the table?" in shown(table)
    table = deal(phone, table, " 5h 8s, 9C  kd")
    assert shown(table) == "Game 1 · Deal 1 of 12 Bo plays | Table 5 ♥ 8 ♠ 9 ♣"
    assert "so far" not in table.parts["players"]
    table = play(phone, table, "8H")
    assert "Points so far: Ada 0, Bo 1" in table.parts["players"]
    assert shown(table) == ("Game 1 · Deal 1 of 12 Ada plays | Table 5 ♥ 9 ♣ Sweep for an ace")
    assert plain(table.parts["last"]) == "Bo: 8♥ takes 8♠"
    table = play(phone, table, "AC")
    assert plain(table.parts["last"]) == "Ada: A♣ takes 5♥ + 9♣ Sweep: Ada +5, Bo −5"
    assert "1 card face up" in table.parts["players"]
    assert "Points so far: Ada 6, Bo −4" in table.parts["players"]
    asked = phone.get(f"{table.path}/shows")
    explained = phone.press(asked, "What explains that?", shows="2H")
    table = phone.press(explained, "Go on from here")
    assert "so far" not in table.parts["players"]  # nobody knows what lies in the piles


def test_undo_and_redo(group: Group, table: Page) -> None:
    phone = group.phone
    table = play(phone, deal(phone, table, LOW), "QC", "JD")
    for left in ("Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ Q ♣", "Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ Sweep for a five or a ten"):
        table = phone.press(table, "Undo")
        assert shown(table).endswith(left)
    table = phone.press(table, "Undo")
    assert "Which cards lie on the table?" in shown(table)
    for _ in range(3):
        table = phone.press(table, "Redo")
    assert "Bo plays | Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ J ♦ Q ♣" in shown(table)


def test_an_illegal_capture(group: Group, table: Page) -> None:
    """An illegal capture is corrected, or recorded as it was played."""
    phone = group.phone
    asked = play(phone, deal(phone, table, CHOICE), "8S", status=422)
    refused = phone.press(asked, "These were taken", 422, captured=["9C"])
    assert "the 9♣ belongs to no group that makes 8" in plain(refused.alert())
    table = phone.press(refused, "Record it as it was played")
    assert "It was left as it was played." in table.parts["irregular"]
    assert "Ada plays | Table 3 ♥ 3 ♦ 5 ♣" in shown(table)
    asked = play(phone, phone.press(table, "Undo"), "8S", status=422)
    refused = phone.press(asked, "It crept", 422)
    assert "No: the 8♠ cannot creep" in plain(refused.alert())
    table = phone.press(refused, "These were taken", captured=["3H", "5C"])
    assert "irregular" not in table.parts


@pytest.mark.parametrize(("answer", "turn", "told"), [
    ("Bo played it", "Ada", ""),
    ("Ada did, and it stands", "Bo", "1 thing to talk about: Ada’s K♦ Ada played K♦ out of turn."),
])  # fmt: skip
def test_out_of_turn(group: Group, table: Page, answer: str, turn: str, told: str) -> None:
    phone = group.phone
    table = deal(phone, table, CHOICE)
    form, button = table.form("diamonds")
    sent = form.filled(button, rank="K")
    sent["seat"] = "0"  # this button stands elsewhere, but belongs to the form
    asked = phone.send(form.action, sent, 422)
    assert "It is Bo's turn, not Ada's." in asked.alert()
    table = phone.press(asked, answer)
    assert f"{turn} plays" in shown(table)
    assert plain(table.parts.get("irregular", "")).startswith(told)


def test_an_earlier_play_is_corrected(group: Group, table: Page) -> None:
    phone = group.phone
    table = play(phone, deal(phone, table, "2D 5H 8S 9C"), "8H", "9H")
    page = phone.get(f"{table.path}/entry/2")
    assert "It says: Bo: 8♥ takes 8♠" in plain(page.text)
    table = phone.press(page, "This card was played", rank="9", suit="D")
    assert plain(table.parts["irregular"]) == (
        "1 thing to talk about: Ada’s 9♥ Ada, 9♥: this does not fit any more. Correct it."
    )
    assert table.links.count(f"{table.path}/entry/3") == len(["above", "below", "the last play"])
    watched = opened(phone.app, group.view).get(table.path)
    assert "mend" not in watched.parts
    assert f"{table.path}/entry/3" not in watched.links


def test_the_table_shows_something_else(group: Group, table: Page) -> None:
    phone = group.phone
    play(phone, deal(phone, table, LOW), "JD", "QD")
    page = phone.get(f"{table.path}/shows")
    same = phone.press(page, "What explains that?")
    assert "Nothing to correct." in same.text
    left = ["2H", "2D", "3H", "3D", "QD"]
    found = phone.press(page, "What explains that?", lies=left, shows="JC")
    explanation = "Play 1 was different. Bo: J♣ creeps, not: J♦ creeps."
    (label,) = (one.label for form in found.forms for one in form.buttons if "Play 1" in one.label)
    assert plain(label) == explanation
    table = phone.press(found, label)
    assert "J ♣ Q ♦" in shown(table)
    wrong = phone.press(page, "What explains that?", 422, lies=["QD"], shows="7C 7C 7C")
    assert "3 × 7♣: there are only 2 in the game." in plain(wrong.alert())
    unknown = phone.press(page, "What explains that?", lies=["QD"], shows="7C 7c")
    assert "No single entry explains the difference." in unknown.text
    # The page was opened before the correction above.
    table = phone.press(unknown, "Go on from here")
    assert "Bo plays | Table 7 ♣ 7 ♣ Q ♦" in shown(table)
    assert "The table was corrected." in table.parts["irregular"]


WRONG_TABLES = [
    ("", "0 cards on the table: this game begins with four."), ("5H 8S 9C x", "“x” is not a card."),
    ("5H 8S 9C 8", "What suit is the 8?"), ("🂡 <b>&", "“🂡” is not a card.")]  # fmt: skip


def test_wrong_tables(group: Group, table: Page) -> None:
    """The page names what is wrong, keeps what was typed, and changes nothing."""
    before = dump(group.phone.app)
    for typed, told in WRONG_TABLES:
        page = group.phone.press(table, "These lie on the table", 422, dealt=typed)
        assert told in plain(page.alert())
        assert page.form("These lie on the table")[0].value("dealt") == typed
    assert dump(group.phone.app) == before


@pytest.fixture(scope="module")
def judged(app: Flask) -> tuple[Phone, Page]:
    """Return one table for all requests that are refused, and so change nothing."""
    group = new_group(app)
    table = deal(group.phone, group.phone.get(f"{group.session}/1/table"), "2H 2H 3H 3D")
    return group.phone, play(group.phone, play(group.phone, table, "QC"), "QC")


@pytest.mark.parametrize(("sent", "told"), [  # what is sent, what is told
    ({"suit": "S"}, "“S” is not a card."),
    ({"rank": "8"}, "What suit is the 8?"),
    ({"card": "KH", "option": "9C"}, "not all of these cards lie on the table"),
    ({"dealt": "2H 3H 4H 5H"}, "The cards on the table have been entered already."),
    ({"shows": "2H 2H 3H 3D"}, "These are the cards that lie there.")])  # fmt: skip
def test_wrong_plays(judged: tuple[Phone, Page], sent: dict[str, str], told: str) -> None:
    phone, table = judged
    before = dump(phone.app)
    form, _ = table.form("spades")
    page = phone.send(form.action, dict(form.fields) | sent, 422)
    assert told in plain(page.alert())
    assert "Bo plays" in page.parts["turn"]
    assert dump(phone.app) == before


MANGLED = [
    *(("after", text) for text in ("", "x", "-1", "9" * 7)), ("key", ""), ("key", "x" * 200),
    *(("undo", "x"), ("undo", ""), ("replace", "-1"), ("seat", "a"))]  # fmt: skip


def test_what_no_page_of_ours_sends(judged: tuple[Phone, Page]) -> None:
    phone, table = judged
    before = dump(phone.app)
    form, _ = table.form("spades")
    for place, (name, value) in product(("", "/entry/2"), MANGLED):
        fields = dict(form.fields) | {"card": "KH", name: value}
        assert phone.ask(table.path + place, "POST", data=fields).status_code == 400, (name, value)
    for place in ("entry/0", "entry/99", "replay/99", "entry/x", "replay/-1"):
        phone.get(f"{table.path}/{place}", 404)
    assert dump(phone.app) == before


def test_another_phone_was_faster(group: Group, table: Page) -> None:
    phone, other = group.phone, opened(group.phone.app, group.edit)
    table = deal(phone, table, LOW)
    stale = other.get(table.path)
    play(phone, table, "QC")
    told = play(other, stale, "QC", status=409)
    assert "Another phone was faster: Bo's Q♣ is in the log already." in plain(told.alert())
    told = play(other, stale, "JD", status=409)
    assert "Your J♦ was not entered." in plain(told.alert())
    assert "Bo plays" in shown(play(other, told, "JD"))


def test_stepping_back(group: Group, table: Page) -> None:
    phone = group.phone
    table = play(phone, deal(phone, table, LOW), "QC", "JD", "QC")
    replay = phone.get(f"{table.path}/replay/2")
    back = phone.press(replay, "Go back to before this play")
    assert "Ada plays | Table 2 ♥ 2 ♦ 3 ♥ 3 ♦ Q ♣" in shown(back)
    again = phone.press(replay, "Go back to before this play")
    assert shown(again) == shown(back)
    back = phone.press(phone.press(again, "Redo"), "Redo")
    assert shown(back) == shown(table)


def test_looking_on(group: Group, table: Page) -> None:
    """Everything is seen, and nothing can be sent."""
    table = play(group.phone, deal(group.phone, table, LOW), "QC")
    watcher = opened(group.phone.app, group.view)
    for path in (table.path, f"{table.path}/replay/1"):
        page = watcher.get(path)
        assert page.forms == []
    for place in ("/entry/2", "/shows"):
        watcher.get(table.path + place, 403)
        Phone(group.phone.app).get(table.path + place, 404)
