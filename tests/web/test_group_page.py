"""The page of a group and those of its people: statistics, and other names."""

from tests.dumps import dump
from tests.phones import Page, Phone, fill, sheet, start


def test_statistics(phone: Phone) -> None:
    session = phone.press(start(phone, "Ada", "Bo", "Cia", games="1"), "Begin game 1")
    for button in ("Sweep: Bo", "Sweep: Bo", "2× (double sweep): Cia"):
        session = phone.press(phone.get(session.path), button)
    phone.press(fill(phone, sheet(phone, session), 20, 12, 10), "Finish the game")
    group = phone.get(f"/g/{session.group}")
    assert "Ada 1/1 1 10.0 0 2 Bo 0/1 1 12.0 2 2 Cia 0/1 1 20.0 2 0" in group.text
    bo = phone.get([link for link in group.links if "/people/" in link][1]).text
    assert "Evenings won 0 of 1" in bo
    assert "Sweeps taken 2: 2 set up by Ada" in bo
    assert "Sweeps set up 2: 2 for Cia" in bo
    for language, taken, given in (
        ("sv", "Tagna tabbar 2: 2 dukade av Ada", "Dukade tabbar 2: 2 åt Cia"),
        ("de", "Gefegt 2: 2 vorgelegt von Ada", "Fegen vorgelegt 2: 2 für Cia"),
    ):
        phone.ask(f"/like/language/{language}")
        bo = phone.get([link for link in group.links if "/people/" in link][1]).text
        assert taken in bo
        assert given in bo


def test_renaming_the_group(phone: Phone) -> None:
    group = phone.get(f"/g/{start(phone, 'Ada', 'Bo').group}")
    assert "<h1><bdi>Ada, Bo</bdi></h1>" in group.html
    assert "Friday" in phone.press(group, "Save", name="  Friday ").text
    assert "Friday" in phone.get("/").text
    for name in ("", " ", "x" * 61, "a\x07"):
        page = phone.press(group, "Save", 422, name=name)
        assert "cannot be a name" in page.alert()
        assert page.form("Save")[0].value("name") == name
        assert "<h1><bdi>Friday</bdi></h1>" in page.html


def person(phone: Phone, group: str, name: str) -> Page:
    """The page of somebody."""
    pages = [phone.get(link) for link in phone.get(group).links if "/people/" in link]
    (found,) = (page for page in pages if f"<bdi>{name}</bdi></h1>" in page.html)
    return found


def test_renaming_somebody(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    group = f"/g/{session.group}"
    page = phone.press(person(phone, group, "Ada"), "Save", name=" Åsa ")
    assert page.path == group
    assert "Åsa" in page.text
    assert "Åsa deals game 1" in phone.get(session.path).text
    for name in ("", " ", "x" * 61, "a\x07"):
        page = phone.press(person(phone, group, "Åsa"), "Save", 422, name=name)
        assert "cannot be a name" in page.alert()
        assert page.form("Save")[0].value("name") == name
    assert phone.press(person(phone, group, "Åsa"), "Save", name="Åsa").path == group


def test_somebody_who_was_typed_twice(phone: Phone) -> None:
    first = start(phone, "Ada", "Bo")
    group = f"/g/{first.group}"
    second = phone.press(phone.get(f"{group}/new"), "Start", player=["Adah", "Cia"], dealer="0")
    page = phone.press(person(phone, group, "Adah"), "Save", 422, name="Ada")
    assert "Somebody else here is called “Ada”. Is it the same person?" in page.alert()
    assert "Adah deals" in phone.get(second.path).text
    page = phone.press(page, "Yes, the same person")
    assert page.path == group
    assert "Adah" not in page.text
    assert "Ada 0/0 0" in page.text
    assert "Ada deals" in phone.get(second.path).text


def test_people_who_sat_together_are_two(phone: Phone) -> None:
    group = f"/g/{start(phone, 'Ada', 'Bo').group}"
    asked = phone.press(person(phone, group, "Ada"), "Save", 422, name="Bo")
    before = dump(phone.app)
    page = phone.press(asked, "Yes, the same person", 422)
    assert "Ada and Bo sat at one table: they are two people." in page.alert()
    assert page.form("Save")[0].value("name") == "Bo"
    assert dump(phone.app) == before
