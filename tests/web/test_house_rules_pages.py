"""House rules that a group keeps under a name, and that another group reads in."""

import re
from urllib.parse import quote_plus

import pytest

from referee.rules.cards import RulesError
from referee.rules.games import UnknownGame
from referee.rules.games.ask import (
    NamedRules,
    UnreadablePreset,
    read_named_rules,
    write_named_rules,
)
from referee.rules.house_rules import UnknownHouseRule
from referee.rules.session_end import WrongSessionLength
from referee.services.group_edits import MOST_PRESETS
from tests.page_client import Group, Page, Phone, opened

FRIDAY = "Friday = casino to 30: sweeps, pictures_take_all"
SHARED = f"/house-rules?text={quote_plus(FRIDAY)}"


def kept(group: Group) -> list[str]:
    """Return the lines of text on the page of a group's house rules."""
    page = group.phone.get(f"/g/{group.id}/house-rules")
    return re.findall(r'id="line-\d+" readonly value="([^"]*)"', page.html)


def keep(group: Group, text: str, status: int = 303) -> Page | None:
    answer = group.phone.ask(f"/g/{group.id}/house-rules", "POST", data={"text": text})
    assert answer.status_code == status, answer.text
    return None if status == 303 else Page("", answer)


def test_what_is_ticked_is_kept_under_a_name(group: Group) -> None:
    page = group.phone.get(f"/g/{group.id}/new?game=casino")
    ticked = {"house": ["sweeps", "pictures_take_all"], "points": "30", "target": ""}
    page = group.phone.press(page, "Keep them", keep_as=" Friday ", **ticked)
    form, _ = page.form("Start")
    assert (form.value("preset"), form.values("house")) == ("own Friday", ticked["house"])
    assert kept(group) == [FRIDAY]
    page = group.phone.press(page, "Casino as on pagat.com")
    form, _ = group.phone.press(page, "Friday").form("Start")
    assert (form.values("house"), form.value("usual")) == (ticked["house"], "30")


def test_a_name_that_is_taken_keeps_what_was_typed(group: Group) -> None:
    keep(group, FRIDAY)
    page = group.phone.get(f"/g/{group.id}/new?game=casino")
    form, button = page.form("Keep them")
    data = form.filled(button, keep_as="Friday", house=["draw"])
    page = group.phone.send(page.path, data, 422)
    assert "The group has other house rules under the name “Friday”." in page.alert()
    form, _ = page.form("Start")
    assert (form.value("keep_as"), form.values("house")) == ("Friday", ["draw"])


READ_IN = [FRIDAY, f"https://elsewhere.example/cards{SHARED}", f" {FRIDAY}.\n"]


@pytest.mark.parametrize("text", READ_IN)
def test_another_group_reads_them_in(group: Group, text: str) -> None:
    keep(group, text)
    keep(group, text)
    assert kept(group) == [FRIDAY]
    page = group.phone.get(f"/g/{group.id}/house-rules")
    (link,) = re.findall(r'id="link-1" readonly value="http://localhost([^"]*)"', page.html)
    assert "A picture takes all of its rank" in group.phone.get(link).text
    group.phone.press(page, "Delete “Friday”")
    assert kept(group) == []


REFUSED = [
    ("good evening", "“good evening” cannot be read."),
    ("Friday = whist", "There is no game “whist” here."),
    ("x" * 5000, "cannot be read."),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_a_refused_line_stays_in_its_field(group: Group, text: str, sentence: str) -> None:
    page = keep(group, text, 422)
    assert page
    assert sentence in page.alert()
    assert f">{text}</textarea>" in page.html
    assert kept(group) == []


def test_a_group_keeps_so_many(group: Group) -> None:
    for number in range(MOST_PRESETS):
        keep(group, f"{number} = casino")
    page = keep(group, "one more = casino", 422)
    assert page
    assert f"at most {MOST_PRESETS} names" in page.alert()


def test_a_link_shows_them_and_starts_a_session(group: Group) -> None:
    phone = group.phone
    page = phone.get(SHARED)
    assert "A picture takes all of its rank" in page.text
    (start,) = (link for link in page.links if link.startswith("/casino/new"))
    form, _ = phone.get(start).form("Start")
    assert form.values("house") == ["sweeps", "pictures_take_all"]
    assert form.value("points") == "30"
    (button,) = (b.label for one in page.forms for b in one.buttons if b.label.startswith("Keep"))
    phone.press(page, button)
    assert kept(group) == [FRIDAY]
    form, _ = phone.get(f"/g/{group.id}/new?rules={quote_plus(FRIDAY)}").form("Start")
    assert (form.value("preset"), form.value("target")) == ("own Friday", "30")


@pytest.mark.parametrize("path", ["/house-rules?text=", "/casino/new?rules="])
def test_a_link_that_cannot_be_read_says_so(phone: Phone, path: str) -> None:
    page = phone.get(f"{path}Friday", 422 if "text" in path else 200)
    assert "“Friday” cannot be read." in page.alert()


def test_who_only_looks_on_changes_nothing(group: Group) -> None:
    path, viewer = f"/g/{group.id}/house-rules", opened(group.phone.app, group.view)
    keep(group, FRIDAY)
    page = viewer.get(path)
    assert "Friday" in page.text
    assert not any(form.method == "post" for form in page.forms if "house-rules" in form.action)
    assert viewer.ask(path, "POST", data={"text": FRIDAY}).status_code == 403


FRIDAY_RULES = NamedRules("Friday", "casino", ("sweeps", "count_out"), 30)
LINES = [
    ("Friday = casino to 30: sweeps, count_out", FRIDAY_RULES),
    ("At Bo’s = home = krypkasino", NamedRules("At Bo’s = home", "krypkasino", ())),
    ("Fredag: vanligt = royal-casino: ace_low",
     NamedRules("Fredag: vanligt", "royal-casino", ("ace_low",))),
    ("N = swazi-casino to 7", NamedRules("N", "swazi-casino", (), 7)),
]  # fmt: skip


@pytest.mark.parametrize(("line", "named"), LINES)
def test_a_line_is_written_and_read(line: str, named: NamedRules) -> None:
    assert write_named_rules(named) == line
    assert read_named_rules(line) == named


TYPED = [
    " Friday  =  casino to 30:\n sweeps,\tcount_out. ",
    "Friday = Casino TO 30 : Sweeps count_out",
    "Friday = casino to 30: sweeps, sweeps,, count_out",
]


@pytest.mark.parametrize("text", TYPED)
def test_what_messages_do_to_a_line_does_not_matter(text: str) -> None:
    assert read_named_rules(text) == FRIDAY_RULES


NO_RULES: list[tuple[str, type[RulesError]]] = [
    *((text, UnreadablePreset) for text in ("", "casino", "= casino", "Friday = casino to: sweeps",
                                            "Friday = casino; sweeps", "x" * 2000 + " = casino")),
    ("Friday = whist", UnknownGame),
    ("Friday = casino: jokers", UnknownHouseRule),
    ("Friday = casino to 6", WrongSessionLength),
    ("Friday = casino to 1001", WrongSessionLength),
    ("Friday = krypkasino to 6", WrongSessionLength),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error"), NO_RULES)
def test_what_is_no_line_of_rules(text: str, error: type[RulesError]) -> None:
    with pytest.raises(error):
        read_named_rules(text)
