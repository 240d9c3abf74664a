"""Groups that become one: people by name, evenings by identity, house rules beside others."""

import json
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask

from referee.rules.games.ask import NamedRules
from referee.services import archive_import, exports, game_changes, group_merge, sessions
from referee.services.access import Access
from referee.services.group_edits import keep_preset, read_presets
from referee.services.refusals import Invalid, MayNotWrite, NotAccessible, UnreadableArchive
from referee.services.sessions import SessionPlan
from tests.groups import export, group_of, read_in, rich_file, written
from tests.page_client import Page, Phone, start


@pytest.fixture(scope="module")
def data() -> Any:
    """Return the file of a group with everything in it."""
    return json.loads(rich_file())


def exported(app: Flask, group_id: str) -> Any:
    """Return the file of a group."""
    with app.app_context():
        return exports.export_group(Access(group_id, may_write=True), None)


def copied(app: Flask, data: Any) -> str:
    """Return the id of a new group that is made of a file."""
    with app.app_context():
        return archive_import.import_group(json.dumps(data))[0]


def write(group_id: str) -> Access:
    return Access(group_id, may_write=True)


def evenings(data: Any) -> list[tuple[str, str, tuple[str, ...], int]]:
    """Return what there is to see of each session of a file, in order."""
    return sorted(
        (one["started_at"], one["game"], tuple(one["players"]), len(one["games"]))
        for one in data["sessions"]
    )


def begun(app: Flask, group_id: str, *names: str, game: str = "casino") -> str:
    """Begin a session in a group, with its first game, and return its id."""
    with app.app_context():
        session_id = sessions.start_session(
            write(group_id), SessionPlan(game, list(names))
        ).session_id
        game_changes.begin_game(write(group_id), session_id)
        return session_id


def merged(app: Flask, into: str, other: str) -> group_merge.MergePlan:
    with app.app_context():
        plan = group_merge.plan_merge(write(into), write(other))
        assert group_merge.merge_groups(write(into), write(other)) == plan
        return plan


def test_a_copy_that_was_played_on_comes_back(either: Flask, data: Any) -> None:
    """An evening in both stays once; all else of both groups is there, and the other is gone."""
    group_id = copied(either, data)
    before = exported(either, group_id)
    other = copied(either, before | {"name": "Saturday"})
    begun(either, other, "Ada", "Gus")
    begun(either, group_id, "Bo", "Hal")
    mine, theirs = exported(either, group_id), exported(either, other)
    plan = merged(either, group_id, other)
    assert (plan.evenings, plan.twice) == (1, len(before["sessions"]))
    assert (set(plan.same) >= {"Ada", "Bo"}, plan.new) == (True, ("Gus",))
    after = exported(either, group_id)
    assert evenings(after) == sorted({*evenings(mine), *evenings(theirs)})
    assert after["players"] == sorted({*mine["players"], *theirs["players"]})
    assert (after["name"], after["presets"]) == (mine["name"], mine["presets"])
    games = {json.dumps(one["games"]) for one in after["sessions"]}
    assert games == {json.dumps(one["games"]) for one in mine["sessions"] + theirs["sessions"]}
    with either.app_context(), pytest.raises(NotAccessible):
        exports.export_group(write(other), None)


@pytest.mark.parametrize("further", ["there", "other"])
def test_of_two_copies_the_one_that_was_played_further_stays(
    either: Flask, data: Any, further: str
) -> None:
    less = deepcopy(data)
    (long,) = (one for one in less["sessions"] if len(one["games"]) > 2)
    del long["games"][1:]
    there, other = (data, less) if further == "there" else (less, data)
    into, other_id = copied(either, there), copied(either, other)
    assert merged(either, into, other_id).evenings == 0
    assert evenings(exported(either, into)) == evenings(data)


def test_a_name_in_another_normal_form_is_the_same_person(either: Flask, data: Any) -> None:
    into, other = (copied(either, data) for _ in range(2))
    begun(either, into, "Zo\u00eb", "Ada")
    begun(either, other, "Zoe\u0308", "Ivo")
    plan = merged(either, into, other)
    assert ("Zo\u00eb" in plan.same, plan.new) == (True, ("Ivo",))


def test_a_night_is_joined_with_its_copy(either: Flask, data: Any) -> None:
    """Parts that came to one of the two belong to the evening of the others."""
    first, second = deepcopy(data["sessions"][0]), deepcopy(data["sessions"][0])
    second["started_at"] = first["started_at"].replace("20", "21", 1)
    alone = data | {"sessions": [first | {"night": None}]}
    night = data | {"sessions": [first | {"night": 1}, second | {"night": 1}]}
    into, other = copied(either, alone), copied(either, night)
    merged(either, into, other)
    after = exported(either, into)
    assert [one.get("night") for one in after["sessions"]] == [1, 1]


def test_house_rules_stand_beside_others(either: Flask, data: Any) -> None:
    into, other = (copied(either, data) for _ in range(2))
    with either.app_context():
        keep_preset(write(into), NamedRules("Ours", "casino", ("sweeps",)))
        keep_preset(write(other), NamedRules("Ours", "casino", ()))
    merged(either, into, other)
    with either.app_context():
        names = [preset.name for preset in read_presets(write(into)) if preset.game == "casino"]
    assert {"Ours", "Ours (2)"} <= {*names}
    assert len(names) == len({*names})


def test_a_file_comes_into_a_group(either: Flask, data: Any) -> None:
    """A file of before, too; what is damaged changes nothing."""
    group_id = copied(either, data)
    before = exported(either, group_id)
    other = copied(either, before)
    begun(either, other, "Ada", "Gus")
    later = exported(either, other)
    with either.app_context():
        plan = group_merge.plan_import(write(group_id), json.dumps(later))
        assert group_merge.import_into(write(group_id), json.dumps(later)) == plan
        assert (plan.evenings, plan.twice, plan.new) == (1, len(before["sessions"]), ("Gus",))
    after = exported(either, group_id)
    assert evenings(after) == evenings(later)
    assert after["players"] == later["players"]
    with either.app_context(), pytest.raises(UnreadableArchive):
        group_merge.import_into(write(group_id), json.dumps(later | {"players": ["\n"]}))
    assert exported(either, group_id) == after


def test_who_may_merge(app: Flask, data: Any) -> None:
    into, other = (copied(app, data) for _ in range(2))
    with app.app_context():
        for pair in ((into, False, other, True), (into, True, other, False)):
            accesses = Access(pair[0], may_write=pair[1]), Access(pair[2], may_write=pair[3])
            with pytest.raises(MayNotWrite):
                group_merge.merge_groups(*accesses)
        with pytest.raises(NotAccessible):
            group_merge.merge_groups(write(into), write("nobody"))
        with pytest.raises(Invalid):
            group_merge.merge_groups(write(into), write(into))


# The page
def two_groups(app: Flask) -> tuple[Phone, str, str]:
    """Return a phone that has opened two groups, and their ids."""
    phone = Phone(app)
    first = start(phone, "Ada", "Bo")
    second = start(phone, "Ada", "Eva")
    return phone, first.group, second.group


def test_the_page_says_first_what_will_happen(app: Flask) -> None:
    phone, into, other = two_groups(app)
    page = phone.get(f"/g/{into}/merge")
    asked = phone.press(page, "Ada, Eva")
    assert "1 evening comes into Ada, Bo" in asked.text
    assert "One person in both: Ada." in asked.text
    assert "New there: Eva." in asked.text
    assert phone.get(f"/g/{other}").status == 200  # nothing was done yet
    done = phone.press(asked, "Merge them")
    assert done.path == f"/g/{into}"
    assert phone.ask(f"/g/{other}").status_code == 404
    assert "Eva" in done.text


def test_a_file_on_the_page(app: Flask) -> None:
    saved = rich_file()
    phone, _ = read_in(app, saved)
    into = group_of(phone)
    asked = phone.ask(f"/g/{into}/merge", "POST", data={"archive": saved.decode()})
    page = Page(f"/g/{into}/merge", asked)
    assert "0 evenings come into" in page.text
    assert "2 are in both" in page.text
    assert phone.press(page, "Merge them").path == f"/g/{into}"
    assert export(phone).json == json.loads(saved)


WRONG = [
    # what is sent, what the page says
    ({}, "Choose a group or a file first."),
    ({"archive": written({"plays": [], "games": [], "players": []}).decode()}, "another app"),
    ({"archive": "x"}, "This file cannot be read"),
]


@pytest.mark.parametrize(("sent", "sentence"), WRONG)
def test_what_cannot_be_merged(app: Flask, sent: dict[str, str], sentence: str) -> None:
    phone, into, _ = two_groups(app)
    answer = phone.ask(f"/g/{into}/merge", "POST", data=sent)
    assert (answer.status_code, sentence in Page("", answer).alert()) == (422, True)


def test_a_group_and_itself(app: Flask) -> None:
    phone, into, _ = two_groups(app)
    answer = phone.ask(f"/g/{into}/merge", "POST", data={"other": into, "confirmed": "1"})
    assert "This is the same group." in Page("", answer).alert()
