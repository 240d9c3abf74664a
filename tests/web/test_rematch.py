"""A rematch with one tap, and a session that is changed before its first game."""

from tests.database_dump import counts, dump
from tests.page_client import Page, Phone, play, start

HOUSE = ["last_capture_point", "set_aside_spades"]


def session_of(page: Page) -> str:
    return page.path.split("/")[3]


def test_a_rematch_has_all_but_the_dealer(phone: Phone) -> None:
    first = start(
        phone, *("Ada", "Bo", "Cia", "Dan"), teams="2", house=HOUSE, games="6", dealer="3"
    )
    ended = phone.press(play(phone, first, 1, 5, 5, 16, 17), "End the session")
    again = phone.press(ended, "Rematch: Ada deals")
    assert again.group == first.group
    assert session_of(again) != session_of(first)
    assert "Ada deals game 1 of 6" in again.text
    for said in ("The last capture scores a point", "Spades are set aside"):
        assert said in again.parts["head"]
    assert "1. Ada & Cia 0 1. Bo & Dan 0" in again.parts["standings"]


def test_two_taps_start_one_rematch(phone: Phone) -> None:
    ended = play(phone, start(phone, "Ada", "Bo", games="1"), 1, 20, 22)
    form, button = ended.form("Rematch: Bo deals")
    sent = form.filled(button)
    assert phone.send(form.action, sent).path == phone.send(form.action, sent).path


def test_with_its_first_game_a_session_stays_as_it_is(phone: Phone) -> None:
    """Nor is saved what cannot be, and nobody is offered a rematch of nothing."""
    session = start(phone, "Ada", "Bo", "Cia")
    form = phone.get(f"{session.path}/change")
    before = dump(phone.app)
    page = phone.press(form, "Save", 422, player=["Ada"])
    assert [one.strip() for one in page.alerts] == ["Enter at least two names."]
    assert page.form("Save")[0].values("player")[0] == "Ada"
    assert dump(phone.app) == before
    assert "Rematch" not in phone.press(session, "End the session").text
    phone.press(phone.get(session.path), "Take the session up again")
    phone.press(session, "Begin game 1")
    before = dump(phone.app)
    page = phone.press(form, "Save", 422, player=["Cia", "Bo"])
    said = ["A game has begun: now this session stays as it is."]
    assert [one.strip() for one in page.alerts] == said
    assert dump(phone.app) == before
    assert f"{session.path}/change" not in phone.get(session.path).links


def test_before_its_first_game_a_session_is_changed(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia", dealer="1", house=["last_capture_point"])
    address = f"{session.path}/change"
    assert address in session.links
    form, _ = phone.get(address).form("Save")
    assert form.values("player") == ["Ada", "Bo", "Cia", "", "", ""]
    assert (form.value("dealer"), form.values("house")) == ("1", ["last_capture_point"])
    before = counts(phone.app)["game_sessions"]
    changed = phone.press(
        phone.get(address), "Save", player=["Dan", "Ada"], dealer="0", house=[], games="3"
    )
    assert changed.path == session.path
    assert "Dan deals game 1 of 3" in changed.text
    assert changed.parts["standings"].startswith("Standings 1. Dan 0 1. Ada 0")
    assert "The last capture scores" not in changed.text
    assert counts(phone.app)["game_sessions"] == before


def test_another_game_is_chosen(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", "Cia", "Dan")
    page = phone.press(phone.get(f"{session.path}/change"), "Swazi Casino")
    changed = phone.press(page, "Save")
    assert changed.path == session.path
    assert "Swazi Casino" in changed.parts["head"]
    assert "1. Ada & Cia 0" in changed.parts["standings"]
