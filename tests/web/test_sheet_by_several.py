"""The page of a score sheet that several type on, in its rows and on their phones: nothing that is
typed gets lost, and nobody writes over what somebody else has said."""

from tests.page_client import Page, Phone, fill

from .test_sheet_page import begin, row


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
    page = begin(phone, "Ada", "Bo", "Cia")
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
    page = begin(phone, "Ada", "Bo")
    phone.press(page, "Save", inside="row-1", points="7")
    page = fill_in(phone, page, "Save", "row-0", points_0="12", points_1="8")
    assert typed(page, "1-points") == ["8"]
    page = phone.press(page, "Save", 412, inside="row-1")
    both = "Stands now 0 cards face up, 7 points You entered 0 cards face up, 8 points"
    assert both in page.alert()


def test_enter_saves_whatever_was_typed(phone: Phone) -> None:
    page = begin(phone, "Ada", "Bo", "Cia")
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
    page = begin(phone, "Ada", "Bo")
    phone.press(page, "Save", inside="row-0", points="10")
    form, button = page.form("Save", "row-0")
    sent = form.filled(button, points="20")
    sent["1-points"] = "22"
    page = phone.send(button.action, sent, 412)
    page = phone.press(page, "Take mine")
    assert "Cards +20" in row(page, 0)
    assert page.form("Save", "row-1")[0].value("1-points") == "22"


def test_what_stands_already_is_not_stale(phone: Phone) -> None:
    mine = begin(phone, "Ada", "Bo")
    fill(phone, mine, 10)
    assert "Cards +10" in row(fill(phone, mine, 10), 0)
