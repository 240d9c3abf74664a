"""Names of any kind on every page of a group."""

import pytest

from tests.phones import NEW, Phone, all_pages, fill, sheet, start

NAMES = [
    # six people and their group
    ["<script>alert(1)</script>", "&lt;b&gt; &amp;", "{{ 7 * 7 }} {% raw %}", "{0} {name}",
     "=1+1", "x" * 60, '"><img src=x onerror=alert(1)>'],
    ["' onfocus='alert(1)", "%(name)s %s %%", "👨‍👩‍👧‍👦 👵🏽", "שרה عليّ", "\u202eBo", "👵" * 60,
     "</title></option></datalist>"],
]  # fmt: skip


@pytest.mark.parametrize("names", NAMES)
def test_names_of_any_kind_on_every_page(phone: Phone, names: list[str]) -> None:
    """As texts: the parser of our pages takes no scripts, pictures and handlers of others."""
    *players, called = names
    session = start(phone, *players, house=["last_capture_point"], games="2")
    group = f"/g/{session.group}"
    phone.press(phone.get(group), "Save", name=called)
    for number in (1, 2):
        game = phone.press(phone.get(session.path), f"Begin game {number}")
        phone.press(game, f"Sweep: {players[0]}")
        page = fill(phone, sheet(phone, game), 42, 0, 0, 0, 0)
        page = phone.press(phone.press(page, f"{players[5]} must have 0 points"), players[3])
        phone.press(page, "Finish the game")
    phone.press(phone.get(page.path), players[4], inside="capturer")
    phone.press(phone.get(f"{group}/new"), "Start")
    pages = all_pages(phone, group, session.group)
    pages += [phone.get("/"), phone.get(NEW), phone.get(f"{group}/delete")]
    people = [page for page in pages if "/people/" in page.path]
    assert len(people) == len(players)
    for name in names:
        shown = [page for page in pages if name in page.text or name in page.datalist]
        assert len(shown) >= (4 if name == called else 8), name
