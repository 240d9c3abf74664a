"""People of a group: their history, the order in which they stand, their badges."""

import re
from datetime import date

import pytest
from flask import Flask

from referee.config import resources
from referee.rules.standings import Part
from referee.services.groups import PlayerResults, Statistics, ranked_by_average
from referee.services.person_history import PlayedEvening, favourite_game, history_of
from referee.web.badges import STYLES, initials, shapes_of
from tests.api_calls import Caller, points
from tests.page_client import Phone, opened, play, start

LOW, HIGH = True, False


def evening(
    number: int, *parts: str, won: str = "", over: bool = True, lowest: bool = LOW, game: str = "g"
) -> PlayedEvening:
    """Return an evening of parts such as "2: Ada 3, Bo & Cia 5": so many games, and points."""
    return PlayedEvening(
        f"s{number}", date(2026, 11, number), game, lowest, [*map(part, parts)], won.split(), over
    )


def part(text: str) -> Part:
    games, _, listed = text.partition(": ")
    sides, of_person = dict[int, list[str]](), dict[str, int]()
    for side, entry in enumerate(listed.split(", ")):
        names, _, total = entry.rpartition(" ")
        sides[side] = names.split(" & ")
        of_person |= dict.fromkeys(sides[side], int(total))
    totals = {side: of_person[names[0]] for side, names in sides.items()}
    winners = [side for side in totals if totals[side] == min(totals.values())]
    return Part(sides, totals, of_person, int(games), winners)


OF_ADA = [
    # evenings; of each games, points, won; rivals: ahead, level, behind; partners: sessions, won
    ([], [], {}, {}),
    ([evening(1, "0: Ada 0, Bo 0")], [], {}, {}),
    ([evening(1, "2: Bo 3, Cia 5")], [], {}, {}),
    ([evening(1, "2: Ada 3, Bo 5", won="Ada")], [(2, 3, True)], {"Bo": (1, 0, 0)}, {}),
    ([evening(1, "2: Ada 3, Bo 5", over=False)], [(2, 3, None)], {"Bo": (1, 0, 0)}, {}),
    ([evening(1, "2: Ada 5, Bo 5, Cia 3", won="Cia")], [(2, 5, False)],
     {"Bo": (0, 1, 0), "Cia": (0, 0, 1)}, {}),
    ([evening(1, "1: Ada 9, Bo 5", won="Ada", lowest=HIGH)], [(1, 9, True)], {"Bo": (1, 0, 0)}, {}),
    # Partners are no rivals, and of several parts the points of both are added up.
    ([evening(1, "1: Ada & Cia 2, Bo & Dan 7", won="Ada Cia")], [(1, 2, True)],
     {"Bo": (1, 0, 0), "Dan": (1, 0, 0)}, {"Cia": (1, 1)}),
    ([evening(1, "1: Ada 2, Bo 7", "2: Ada 9, Bo 1, Cia 4", won="Bo")], [(3, 11, False)],
     {"Bo": (0, 0, 1), "Cia": (0, 0, 1)}, {}),
    ([evening(1, "1: Ada 2, Bo 7", "2: Bo 1, Cia 4", won="Ada")], [(1, 2, True)],
     {"Bo": (1, 0, 0)}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("evenings", "results", "rivals", "partners"), OF_ADA)
def test_the_history_of_a_person(evenings, results, rivals, partners) -> None:
    history = history_of("Ada", evenings)
    assert [(one.games, one.points, one.won) for one in history.evenings] == results
    assert {one.name: (one.ahead, one.level, one.behind) for one in history.rivals} == rivals
    assert {one.name: (one.sessions, one.won) for one in history.partners} == partners


STREAKS = [  # of each evening whether Ada won it, "?" goes on; in a row now, at most
    ("", 0, 0), ("0", 0, 0), ("1", 1, 1), ("110", 0, 2), ("1101", 1, 2), ("0111", 3, 3),
    ("011?", 2, 2)]  # fmt: skip


@pytest.mark.parametrize(("won", "now", "most"), STREAKS)
def test_evenings_won_in_a_row(won: str, now: int, most: int) -> None:
    evenings = [
        evening(number, "1: Ada 1, Bo 2", won="Ada" if mark == "1" else "Bo", over=mark != "?")
        for number, mark in enumerate(won, 1)
    ]
    history = history_of("Ada", evenings)
    assert (history.streak, history.longest) == (now, most)


@pytest.mark.parametrize(("lowest", "best"), [(LOW, 3), (HIGH, 4)])
def test_the_best_evening(lowest: bool, best: int) -> None:
    """By points a game, and of equal ones the latest."""
    evenings = [
        evening(number, f"{games}: Ada {total}, Bo 9", lowest=lowest)
        for number, games, total in ((1, 2, 3), (2, 1, 4), (3, 4, 6), (4, 1, 4))
    ]
    found = history_of("Ada", evenings).best
    assert found is not None
    assert found.day.day == best


FAVOURITES = [  # the game and the number of games of each evening, the favourite
    ([("a", 3)], None), ([("a", 3), ("b", 4)], "b"), ([("a", 3), ("b", 2), ("a", 1)], "a"),
    ([("a", 3), ("b", 3)], "b"), ([("b", 0), ("a", 3)], None)]  # fmt: skip


@pytest.mark.parametrize(("played", "favourite"), FAVOURITES)
def test_the_favourite_game(played, favourite) -> None:
    evenings = [
        evening(number, f"{games}: Ada 1, Bo 2", game=game)
        for number, (game, games) in enumerate(played, 1)
    ]
    assert favourite_game("Ada", evenings) == favourite


ORDERS = [  # points and games of each person, whether the lowest wins, the order
    ({"Ada": (40, 4), "Bo": (20, 4), "Cia": (30, 4)}, LOW, "Bo Cia Ada"),
    ({"Ada": (40, 4), "Bo": (20, 4), "Cia": (30, 4)}, HIGH, "Ada Cia Bo"),
    ({"Ada": (0, 0), "Bo": (20, 4), "Cia": (-1, 1)}, LOW, "Cia Bo Ada"),
    ({"Ada": (0, 0), "Bo": (20, 5), "Cia": (-1, 1)}, LOW, "Bo Cia Ada"),
    ({"Ada": (10, 5), "Bo": (4, 2)}, LOW, "Ada Bo"),
    ({}, LOW, "")]  # fmt: skip


@pytest.mark.parametrize(("people", "lowest", "order"), ORDERS)
def test_people_stand_by_points_a_game(people, lowest, order) -> None:
    entries = [
        (Statistics(0, name), PlayerResults(points=total, games=games))
        for name, (total, games) in people.items()
    ]
    ranked = ranked_by_average(entries, lowest_wins=lowest)
    assert " ".join(person.name for person, _ in ranked) == order


INITIALS = [
    ("Anna", "An"), ("anna", "An"), ("Anna Berg", "AB"), ("anna maria berg", "AB"), ("X", "X"),
    ("Zoe\u0301", "Zo"), ("E\u0323va", "Ẹv"), ("A\u0301\u0302 A\u030angström", "Á\u0302Å"),
    ("محمد عبد الله", "م"), ("דוד", "ד"), ("李小龙", "李"), ("<b>x</b>", "Bx"),
    ("🃏 Bo", "Bo"), ("🃏", "🃏"), ("…", "…"), ("7 of 9", "79"),
    ("\u2067דוד\u2069", "ד")]  # fmt: skip


@pytest.mark.parametrize(("name", "badge"), INITIALS)
def test_initials(name: str, badge: str) -> None:
    assert initials(name) == badge


@pytest.mark.parametrize(("styles", "shapes"), [
    ([0, 1, 2], ["circle", "square", "triangle"]),
    ([2, 2, 0], ["triangle", "diamond", "circle"]),
    ([0, 0, 1], ["circle", "square", "triangle"]),
    ([0, 1, 2, 3, 4, 5, 0], ["circle", "square", "triangle", "diamond", "cross", "ring", "square"]),
])  # fmt: skip
def test_lines_of_one_colour_differ_in_their_marks(styles, shapes) -> None:
    assert shapes_of(styles) == shapes


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1])
def test_initials_can_be_read_by_day_and_by_night(scheme: int) -> None:
    folder = resources("static") / "css"
    sides = re.findall(r"--side-\d: (#\w{6});", (folder / "evening.css").read_text())
    papers = re.findall(r"--paper: (#\w{6});", (folder / "base.css").read_text())
    assert len(sides) == 2 * STYLES
    for colour in sides[scheme * STYLES :][:STYLES]:
        dark, light = sorted(map(luminance, (colour, papers[scheme])))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


def test_a_person_keeps_a_colour(phone: Phone) -> None:
    """A person has it at another seat too, and when others come."""
    session = play(phone, start(phone, "Ada", "Bo", games="1"), 1, 2, 40)
    group = f"/g/{session.group}"
    again = phone.press(phone.get(f"{group}/new"), "Start", player=["Cia", "Bo", "Ada"], dealer="0")
    pages = [session, again, phone.get(f"{session.path}/board"), phone.get(group)]
    for page in pages:
        badges = set(re.findall(r'badge side-(\d)" data-initials="(\w+)"', page.source))
        expected = {("0", "Ad"), ("1", "Bo")} | ({("2", "Ci")} if page in pages[1::2] else set())
        assert badges == expected, page.path


def test_the_page_of_a_person(app: Flask) -> None:
    table = Caller(app).start(["Ada", "Bo"], games_planned=1)
    table.play(points(20), points(22))
    group = {"group_id": table.group_id}
    for ada, bo in ((30, 12), (2, 40), (1, 41)):
        table.edit.start(["Bo", "Ada"], games_planned=1, **group).play(points(bo), points(ada))
    casino = table.edit.start(["Ada", "Cia"], game="casino", **group)
    casino.play({"points": 8}, {"points": 3})
    phone = opened(app, str(table.edit.key))
    people = phone.get(f"/g/{table.group_id}")
    assert "Ada best 3/4 4 13.2 0 0 Bo 1/4 4 28.8 0 0" in people.text.replace("★ ", "best ")
    ada = next(link for link in people.links if "/people/" in link)
    page = phone.get(ada)
    assert "Favourite game Krypkasino" in page.text
    assert "Evenings won 3 of 4 · 2 in a row, the last ones Games 4" in page.text
    assert "Points a game 13.2 · the best of the group Best evening" in page.text
    assert "1.0 points a game" in page.text
    assert "Name Evenings Ahead Even Behind Bo 4 3 0 1" in page.text
    assert "Partners" not in page.text
    assert "4 evenings Evening Games Points a game Won" in page.text
    assert page.source.count("<polyline") == 1  # one evening of Casino is no line
    watcher = opened(app, str(table.view.key)).get(ada)
    assert "Bo 4 3 0 1" in watcher.text
    assert Phone(app).ask(ada).status_code == 404
