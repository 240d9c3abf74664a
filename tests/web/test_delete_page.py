"""The page that deletes a group: what is deleted is gone, and nothing else."""

from flask import Flask

from tests.database_dump import counts, dump, wipe
from tests.exported_groups import group_of, rich
from tests.page_client import Phone, start

WRONG = ["", " ", "Friday.", "Ada", "x" * 1000]


def test_the_wrong_name_deletes_nothing(app: Flask) -> None:
    phone = rich(app)
    page = phone.get(f"/g/{group_of(phone)}/delete")
    assert "2 evenings are deleted for good" in page.text
    before = dump(app)
    for typed in WRONG:
        page = phone.press(page, "Delete for good", 422, name=typed)
        assert page.alert() == "This is not the name of the group. Nothing was deleted."
        assert page.form("Delete for good")[0].value("name") == typed
        assert dump(app) == before


def test_deleting_takes_everything_of_the_group_and_nothing_of_others(either: Flask) -> None:
    rich(either)
    before = dump(either)
    phone = rich(either)
    group = f"/g/{group_of(phone)}"
    page = phone.press(phone.get(f"{group}/delete"), "Delete for good", name=" friday ")
    assert page.path == "/"
    assert dump(either) == before
    phone.get(group, 404)
    assert not [name for name in phone.cookies() if name.startswith("group_")]
    assert "Your groups" not in phone.get("/").text


def test_keys_of_requests_go_with_their_group(either: Flask) -> None:
    """Keys of the deleted group can be used again, and start something new."""
    wipe(either)
    phone = Phone(either)
    start = phone.get("/krypkasino/new")
    session = phone.press(start, "Start", player=["Ada", "Bo"])
    group = f"/g/{group_of(phone)}"
    phone.press(phone.get(f"{group}/new"), "Start")
    phone.press(phone.get(f"{group}/delete"), "Delete for good", name="Ada, Bo")
    assert not any(counts(either).values())
    assert phone.press(start, "Start", player=["Ada", "Bo"]).path != session.path


def test_enter_in_the_field_deletes_nothing(phone: Phone) -> None:
    """Enter presses a form's first button, and one that is disabled cannot be pressed."""
    group = start(phone, "Ada", "Bo").group
    held, typed = phone.get(f"/g/{group}/delete").forms
    assert held.value("name") == "Ada, Bo"  # what a script sends once the name was held
    assert [button.disabled for button in typed.buttons] == [True, False]
