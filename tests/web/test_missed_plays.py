"""Pages of the plays that a group has missed, and of practice: three plays of a game, missed ones
and dear ones, as exercises that a phone can keep."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from io import BytesIO
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from referee.languages import LANGUAGES
from referee.rules.exercises.own_positions import LONGEST
from referee.services import group_missed_plays as service
from referee.services.recall import pack, recall_of, unpack
from tests.api_calls import Caller, Followed, Live, engine, played_out
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import Page, Phone, opened, seen, start
from tests.pretended_analysis import pretend
from tests.strategies import SOAK

from .test_afterwards import GAME, Finished
from .test_followed_table import followed

PEOPLE = ["Quintus", "Ottilie"]
SWEEP, CAPTURE = "5H 5D KH QH", "8S 3H 9D JC"


def swept_past(api: Caller, **options: Any) -> Live:
    """Return a forced sweep passed over in play 1, told by play 3."""
    game = engine(api, PEOPLE, SWEEP, **options)
    game.plays("2H", "KD", "5S 5D 5H")
    return game


def taken_wrongly(api: Caller, **options: Any) -> Live:
    """Return a capture that left out a card, let stand; and one that was refused."""
    game = engine(api, PEOPLE, "8S 3H 5D KC", **options)
    game.refused(422, card="8H", captured=["3H", "5D"])
    game.plays("9S")
    game.play("8D", "8S", as_played=True)
    return game


def bluffed(api: Caller, **options: Any) -> Followed:
    """Return a build without a card for it, told by the last card of the hand; and a turn
    refused."""
    table = api.start(PEOPLE, game="casino", **options)
    game = Followed(table, table.begin())
    game.enter(table=["8S", "5S", "6D", "2D"])
    game.refused(422, turn="3C 3C+5S=9")
    turns = ("3C 3C+5S=8", "8H x 3C+5S=8", "KS -", "KH -", "QS -", "QH -", "AS -")
    for turn in turns:
        game.enter(turn=turn)
    return game


@pytest.fixture
def api(app: Flask) -> Caller:
    return Caller(app)


Make = Callable[[Caller], Live]


@pytest.fixture(scope="module")
def looked_at(app: Flask) -> Callable[[Make], Live]:
    """Return a game of each kind, for all who only look or are refused, and so change nothing."""
    return cache(lambda make: make(Caller(app)))


def phone_of(game: Live) -> Phone:
    """Return a phone that may write, in the game's group."""
    assert game.table.edit.key
    return opened(game.table.edit.app, game.table.edit.key)


def shown(phone: Phone, game: Live) -> Page:
    return phone.get(f"/g/{game.table.group_id}/missed")


def plain(html: str) -> str:
    found = re.sub(r"<(script|style)\b.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found)).replace("\ufe0e", "").split())


FAILS = "This may not be done. Tap what makes it illegal."


@pytest.mark.parametrize(("make", "question", "tapped", "right", "told", "clause"), [
    (swept_past, "Which card must be played?", "5S", True, "Forced sweep: play the 5",
     "forced-sweep"),
    (swept_past, "Which card must be played?", "2H", False, "What was done: Player 1: 2♥ creeps.",
     "forced-sweep"),
    (taken_wrongly, "What must the 8♦ take?", "8S", False, "it must also take the 3♥ and the 5♦.",
     "capture-everything"),
    (taken_wrongly, "What must the 8♦ take?", "", False, "What was done: Player 1: 8♦ takes 8♠.",
     "must-capture"),
    (taken_wrongly, "What must the 8♥ take?", "3H 5D 8S", True,
     "First entered, and refused: Player 1: 8♥ takes 3♥ + 5♦.", "capture-everything"),
    (bluffed, "Player 1 had this build. Which card had to be in the hand?", "8", True,
     "Player 1 made the build of 8 at play 1 without an eight.", "holder"),
    (bluffed, "Player 1 had this build. Which card had to be in the hand?", "9", False,
     "No, another one.", "holder"),
    (bluffed, FAILS, "3C 5S", True, "First entered, and refused: Player 1 ", "groups"),
    (bluffed, FAILS, "8S", False, "No, for another reason.", "groups")])  # fmt: skip
def test_an_answer_says_why(looked_at: Any, make, question, tapped, right, told, clause) -> None:
    """With the way to the rule and to the play."""
    game = looked_at(make)
    phone = phone_of(game)
    page = shown(phone, game)
    parts = page.html.split('<section class="example">')[1:]
    (part,) = [one for one in parts if question in plain(one)]
    assert "build of 8" not in plain(part)  # the answer
    address = unescape(re.search(r'action="([^"#]*)#answer"', part)[1])  # type: ignore[index]  # none is red
    query = {"pieces": tapped} if tapped else {"none": "1"}
    html = seen(phone.ask(address, query_string=query).text)
    assert told in plain(html)
    assert re.search(r'<h2 id="answer" class="(\w+)"', html)[1] == ("right" if right else "wrong")  # type: ignore[index]  # none is red
    assert f"/rules#{clause}" in html
    one_tap = question.endswith(("be played?", "be in the hand?"))
    assert ("Try again" in plain(html)) is not (right or one_tap)
    replay = re.search(r'href="([^"]*/table/replay/\d+)"', html)
    assert replay
    assert phone.get(replay[1]).status == 200


def every_page(phone: Phone, game: Live) -> dict[str, str]:
    """Return all pages, and every answer to every exercise, as they are drawn."""
    page = shown(phone, game)
    found = {page.path: page.html}
    for path in set(re.findall(r'(?:href|action)="(/g/[^"?#]*/missed/[^"?#]*)', page.html)):
        if path.endswith("/names"):
            continue
        found[path] = phone.get(path).html
        for tapped in ("5S", "2H", "3H 5D 8S", "", "8", "A", "3C 5S", "XX", "K" * 900):
            query = {"pieces": tapped} if tapped else {"none": "1"}
            answer = phone.ask(path, query_string=query)
            assert answer.status_code == 200
            found[f"{path}?{tapped}"] = seen(answer.text)
    return found


def names_in(pages: dict[str, str]) -> set[str]:
    return {name for name in PEOPLE for html in pages.values() if name in html}


MADE = [swept_past, taken_wrongly, bluffed]
SPOKEN = [*product(MADE, LANGUAGES)] if SOAK > 1 else [*zip(MADE, LANGUAGES, strict=True)]
"""Each in one language; a soak has all of them."""


@pytest.mark.parametrize(("make", "language"), SPOKEN)
def test_nobody_is_named(api: Caller, make: Any, language: str) -> None:
    """Nowhere in a page, whatever is answered: neither the group, which is called after its people,
    nor whose a build is. Once the group wants it, whoever played is."""
    game = make(api)
    phone = phone_of(game)
    phone.ask(f"/like/language/{language}")
    assert names_in({"": phone.get(f"/g/{game.table.group_id}").html}) == set(PEOPLE)
    pages = every_page(phone, game)
    assert len(pages) > 10
    assert names_in(pages) == set()
    missed = shown(phone, game)
    on = phone.ask(f"{missed.path}/names", "POST", data={"on": "1"})
    assert on.status_code == 303
    assert PEOPLE[1] in names_in(every_page(phone, game))
    phone.ask(f"{missed.path}/names", "POST", data={"on": "0"})
    assert names_in({"": shown(phone, game).html}) == set()


def test_whoever_looks_on_turns_nothing(api: Caller) -> None:
    game = swept_past(api)
    watcher = opened(api.app, str(game.table.view.key))
    page = shown(watcher, game)
    assert "Which card must be played?" in page.text
    assert {form.method for form in page.forms} == {"get"}
    phone = phone_of(game)
    for one, on, status in ((watcher, "1", 403), *((phone, on, 400) for on in ("", "2", "x"))):
        answer = one.ask(f"{page.path}/names", "POST", data={"on": on})
        assert answer.status_code == status
    assert names_in({"": shown(phone, game).html}) == set()


def test_the_latest_comes_first(either: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several games and in a game, some at a time; each is there once."""
    monkeypatch.setattr(service, "AT_ONCE", 2)
    api = Caller(either)
    first = taken_wrongly(api)
    group, key = first.table.group_id, first.table.edit.key
    again = Caller(either, key)
    swept_past(again, group_id=group)
    bluffed(again, group_id=group)
    phone = phone_of(first)
    asked = []
    path: str | None = f"/g/{group}/missed"
    while path:
        page = phone.get(path)
        questions = re.findall(r"</p>\s*<h2>([^<]*)</h2>", page.html)
        assert 0 < len(questions) <= 2
        asked += [plain(one) for one in questions]
        found = re.search(r'<a class="button" href="([^"]*/from/[^"]*)">Older ones', page.html)
        path = found and found[1]
    assert asked == [
        FAILS, "Player 1 had this build. Which card had to be in the hand?",
        "Which card must be played?", "What must the 8♦ take?", "What must the 8♥ take?",
    ]  # fmt: skip


def test_a_file_with_exercises_of_a_phone_is_read(app: Flask, api: Caller) -> None:
    """The server leaves them to the phone."""
    game = bluffed(api)
    data = phone_of(game).ask(f"/g/{game.table.group_id}/export.json").json
    for exercises in ({"format": "referee-exercises", "states": {}}, None, "x", [[]]):
        file = (BytesIO(json.dumps(data | {"exercises": exercises}).encode()), "group.json")
        led = Phone(app).ask("/import", "POST", data={"file": file})
        assert led.status_code == 303


def test_export_and_import_keep_it(app: Flask, api: Caller) -> None:
    """The switch, and what was refused."""
    game = bluffed(api)
    phone = phone_of(game)
    group = f"/g/{game.table.group_id}"
    assert "blames" not in phone.ask(f"{group}/export.json").json
    phone.ask(f"{group}/missed/names", "POST", data={"on": "1"})
    data = phone.ask(f"{group}/export.json").json
    assert data["blames"] is True
    assert data["sessions"][0]["games"][0]["refused"] == ["1 3C 3C+5S=9"]
    other = Phone(app)
    file = (BytesIO(json.dumps(data).encode()), "group.json")
    led = other.ask("/import", "POST", data={"file": file})
    assert led.status_code == 303
    missed = other.get(f"{other.local(led.location)}/missed")
    assert "Name nobody" in missed.text
    assert "This may not be done. Tap what makes it illegal." in missed.text
    assert f"{PEOPLE[1]} had this build." in plain(missed.html)


@pytest.mark.parametrize(("game", "on", "table", "told"), [
    ("casino", "", "5S 5H 5D 10C",
     "1 play: no rule was broken. Captures that were passed over are allowed in this game."),
    ("casino", "must_capture", "5S 5H 5D 10C", "1 play: no rule was broken."),
    ("kasino", "", "5S 5H 5D 10C",
     "1 play: no rule was broken. Captures that were passed over are allowed in this game."),
])  # fmt: skip
def test_nothing_missed_says_what_was_looked_at(app: Flask, game, on, table, told) -> None:
    here = followed(app, game, "10S x 10C", table=table, on=on)
    group, session = here.page.split("/")[2:4]
    page = here.phone.get(f"/g/{group}/missed/{session}/1")
    assert f"otherwise. What would have been right? {told} The latest" in page.text
    page = here.phone.get(f"/g/{group}/missed")
    assert "1 game was followed: no rule was broken." in page.text


def test_a_finished_game_leads_to_what_it_missed(app: Flask) -> None:
    games = (simulate(random.Random(seed), 2, 0) for seed in range(9))
    game = played_out(Caller(app), next(games))
    phone = phone_of(game)
    session = phone.get(f"/g/{game.table.group_id}/{game.table.id}")
    missed = f"/g/{game.table.group_id}/missed"
    assert f"{missed}/from/{game.table.id}/1/10000" in session.links
    assert "What we missed" in phone.get(f"{missed}/from/{game.table.id}/1/10000").text
    assert f"{missed}/{game.table.id}/1" in phone.get(f"{session.path}/1/table").links
    page = phone.get(f"{missed}/{game.table.id}/1")
    assert "no rule was broken. A capture with another card may be passed over" in page.text


def test_what_is_not_there(looked_at: Any) -> None:
    game = looked_at(swept_past)
    session, phone = game.table.id, phone_of(game)
    for place in (f"{session}/2/1", f"{session}/1/0", f"{session}/1/2", f"from/{session}/7/1"):
        for path in (place, place.replace(session, "x").replace("/7/", "/1/")):
            assert phone.ask(f"/g/{game.table.group_id}/missed/{path}").status_code == 404, path


def test_no_other_group_is_shown(app: Flask, api: Caller) -> None:
    game, others = swept_past(api), phone_of(taken_wrongly(api))
    assert others.ask(f"/g/{game.table.group_id}/missed").status_code == 404
    theirs = others.get("/")
    (group,) = set(re.findall(r"/g/(\w{12})", theirs.html))
    assert others.ask(f"/g/{group}/missed/{game.table.id}/1/1").status_code == 404


def test_a_group_that_follows_nothing_is_not_sent_there(phone: Phone) -> None:
    session = start(phone, *PEOPLE)
    group = f"/g/{session.group}"
    assert "What we missed" not in seen(phone.get(group).text)
    page = phone.get(f"{group}/missed")
    assert "No game was followed play by play yet." in page.text


def test_what_was_let_stand_is_not_told_twice(api: Caller) -> None:
    """Refused first, and then left as it was played; or taken back before it was ever wrong."""
    game = engine(api, PEOPLE, CAPTURE)
    game.refused(422, card="3S", captured=[])
    game.play("3S", [], as_played=True)
    page = shown(phone_of(game), game)
    assert page.html.count('<section class="example">') == 1
    assert "What was done" not in page.text


# --- practice -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(app: Flask) -> Finished:
    return Finished(played_out(Caller(app), GAME))


@pytest.fixture
def finished(played: Finished, monkeypatch: pytest.MonkeyPatch) -> Finished:
    """Return a finished game whose plays are not looked at yet, by an analysis that is fast."""
    pretend(monkeypatch)
    played.forget()
    return played


def led(phone: Phone, path: str) -> str:
    answer = phone.ask(path)
    assert answer.status_code == 303
    return phone.local(answer.location)


def onward(html: str) -> str:
    (link,) = re.findall(r'<a class="button main" href="([^"]*)">', html)
    return unescape(link)


def test_three_plays_one_after_the_other(finished: Finished) -> None:
    """The dearest first, each without its answer until a card was tapped."""
    game, phone = finished.advance(), finished.phone()
    page = finished.page.removesuffix("/afterwards")
    losses = {each.seq: each.loss for each in game.findings}
    path, asked = led(phone, f"{page}/practise"), []
    for number in (1, 2, 3):
        assert f"practise={number}.3" in path
        seq = int(re.search(r"/afterwards/(\d+)\?", path)[1])  # type: ignore[index]  # none is red
        asked.append(losses[seq])
        shown = phone.get(path)
        assert f"{number} of 3." in shown.text
        assert "Better:" not in shown.text
        tapped = re.search(r'name="pieces" value="(\w+)"', shown.html)[1]  # type: ignore[index]  # none is red
        html = seen(phone.ask(f"{path}&pieces={tapped}").text)
        assert "Better:" in html
        assert (">Done<" if number == 3 else ">Next<") in html
        path = onward(html)
        if number < 3:
            path = led(phone, path)
    assert path == f"{page}/table"
    assert asked == sorted(losses.values(), reverse=True)[:3]


def test_the_finished_game_leads_there(finished: Finished) -> None:
    finished.advance()
    phone, page = finished.phone(), finished.page.removesuffix("/afterwards")
    assert "Practise these three" in phone.get(finished.page).text
    for path in (finished.page, f"{page}/table"):
        assert f"{page}/practise" in phone.get(path).links


def test_before_its_plays_are_looked_at(finished: Finished) -> None:
    """The page that looks at them comes first, and offers it once that is done."""
    phone, page = finished.phone(), finished.page.removesuffix("/afterwards")
    assert led(phone, f"{page}/practise") == finished.page


def test_what_was_missed_is_practised_too(app: Flask) -> None:
    """Of a game that is not over."""
    game = swept_past(Caller(app))
    phone = phone_of(game)
    page = f"/g/{game.table.group_id}/{game.table.id}/1"
    path = led(phone, f"{page}/practise")
    assert path == f"/g/{game.table.group_id}/missed/{game.table.id}/1/1?practise=1.1"
    shown = phone.get(path)
    assert "1 of 1." in shown.text
    assert "More of them" not in shown.text
    html = seen(phone.ask(f"{path}&pieces=5S").text)
    assert onward(html) == f"{page}/table"
    for which in (0, 2, 99):
        assert led(phone, f"{page}/practise/{which}") == f"{page}/table"


@pytest.mark.parametrize("text", ["", "1", "0.3", "4.3", "1.4", "1.3.3", "x.y", "١.٣", "1.33"])
def test_other_texts_name_no_place(app: Flask, text: str) -> None:
    game = swept_past(Caller(app))
    path = f"/g/{game.table.group_id}/missed/{game.table.id}/1/1"
    page: Page = phone_of(game).get(f"{path}?practise={text}")
    assert "More of them" in page.text


# --- what a phone keeps ---------------------------------------------------------------------------


def kept(html: str) -> dict[str, str]:
    """Return what a page says that a phone shall keep of the answer."""
    return {
        name: unescape(value)
        for name, value in re.findall(r'data-(answered|is|recalled|series)="([^"]*)"', html)
    }


def test_a_missed_play_comes_back_without_its_game(app: Flask, api: Caller) -> None:
    """The text alone asks that question, in no group, and as part of a series."""
    game = swept_past(api)
    path = f"/g/{game.table.group_id}/missed/{game.table.id}/1/1"
    phone, stranger = phone_of(game), Phone(app)
    assert kept(phone.ask(f"{path}?pieces=2H").text)["recalled"] == ""
    wrong = kept(phone.ask(f"{path}?pieces=2H&state=").text)
    assert wrong["is"] == "wrong"
    assert json.loads(wrong["recalled"])["state"] == 1
    key, kind, text = wrong["answered"].split()
    assert (key, kind) == ("krypkasino", "forced")
    page = f"/krypkasino/exercises/forced/{text}"
    asked = stranger.get(page)
    assert "From your own game." in asked.text
    assert "Level" not in asked.text
    assert not set(PEOPLE) & set(asked.text.split())
    again = f"{page}?again=forced.{text}+take.300001&sent=1&pieces=5S"
    right = kept(stranger.ask(f"{again}&state={quote(wrong['recalled'])}").text)
    assert right["answered"] == wrong["answered"]
    assert right["is"] == "right"
    assert right["series"].split()[0] == f"forced.{text}"
    for other in (text[:-3], text + "AA", "p", "p" * 5000):
        assert stranger.ask(f"/krypkasino/exercises/forced/{other}").status_code == 404
        series = kept(stranger.ask(f"/krypkasino/exercises/take/300001?again=forced.{other}").text)
        assert "series" not in series


ASKED_AGAIN = [  # a game, what is tapped, by which name it is kept
    (swept_past, "2H", "krypkasino forced "), (taken_wrongly, "8S", "krypkasino take "),
    (bluffed, "8S", ""),
]  # fmt: skip


@pytest.mark.parametrize(("make", "tapped", "name"), ASKED_AGAIN)
def test_what_is_kept_of_a_missed_play(looked_at: Any, make, tapped, name) -> None:
    """All but those about a card that had to be held, which nothing but the game tells."""
    game = looked_at(make)
    path = f"/g/{game.table.group_id}/missed/{game.table.id}/1/1"
    about = kept(phone_of(game).ask(f"{path}?pieces={tapped}&state=").text).get("answered", "")
    assert about.startswith(name)
    assert bool(about) is bool(name)


def test_a_dear_play_comes_back_without_its_game(app: Flask, finished: Finished) -> None:
    """The better of two plays is asked for, and what is told of them is what the game says."""
    game, names = finished.advance(), []
    phone, stranger = finished.phone(), Phone(app)
    for finding in game.findings:
        asked = phone.ask(f"{finished.page}/{finding.seq}").text
        names += re.findall(r'data-exercise="([^"]*)"', asked)
    assert names
    for name in names:
        key, kind, text = name.split()
        page = f"/{key}/exercises/{kind}/{text}"
        choices = re.findall(r'name="choice"\s+value="([^"]*)"', stranger.ask(page).text)
        answers = [
            stranger.ask(page, query_string={"choice": unescape(each)}).text for each in choices
        ]
        assert sorted(kept(answer)["is"] for answer in answers) == ["right", "wrong"]
    assert max(map(len, names)) < LONGEST / 2


def test_another_phone_gets_it(api: Caller) -> None:
    game = swept_past(api)
    path = f"/g/{game.table.group_id}/missed/{game.table.id}/1/1"
    wrong = kept(phone_of(game).ask(f"{path}?pieces=2H&state=").text)
    states = {wrong["answered"]: json.loads(wrong["recalled"])}
    states["krypkasino forced p" + "A" * LONGEST] = json.loads(wrong["recalled"])
    mine = recall_of({"format": "referee-exercises", "version": 1, "states": states, "tens": {}})
    assert list(unpack(pack(mine)).states) == [wrong["answered"]]
