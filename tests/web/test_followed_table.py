"""The live table where cards are built up: what its pages say, without a script."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.exported_groups import read_in, written
from tests.oracle.builds_notation import RANKS
from tests.page_client import Page
from tests.playthroughs import Setup, files, read

from .followed_build_game import Followed, plain


def followed(app: Flask, game: str, *turns: str, table: str = "", on: str = "") -> Followed:
    """Return a game of two, of which the first deals, so far."""
    return Followed(app, Setup(game, 2, house=frozenset(on.split()))).turns(table, *turns)


@pytest.mark.parametrize(("game", "table", "turns", "card", "why"), [
    ("casino", "5S 9C JD 2D", ["3C 3C+5S=8", "KD -"], "QH",
     "No: Bo was the last to add to the build of 8. Take something, build or add."),
    ("south-african-casino", "", ["5S -", "9S -", "3C 3C+5S=8", "10S -"], "7H",
     "No: Bo owns a build of 8. Add to it, or take something.")])  # fmt: skip
def test_a_card_that_may_do_nothing_is_told_why_and_may_stand(
    app: Flask, game: str, table: str, turns: list[str], card: str, why: str
) -> None:
    here = followed(app, game, *turns, table=table)
    phone, suits = here.phone, {"H": "hearts"}
    page = phone.press(phone.get(here.table), suits[card[-1]], 422, rank=card[:-1])
    assert page.parts["ask"].startswith(why)
    assert "What does" not in page.text
    page = phone.press(page, "Record it as it was played")
    assert plain(page.parts["last"]).startswith(f"Bo trails the {card[:-1]}♥")
    assert f"1 thing to talk about: Bo’s {card[:-1]}♥" in plain(page.text)


def test_a_slip_about_who_played_lets_nothing_stand(app: Flask) -> None:
    """Ada may trail the card, and Bo, who played it after all, may not."""
    here = followed(app, "casino", "3C 3C+5S=8", "KD -", table="5S 9C JD 2D")
    phone = here.phone
    pad, hearts = phone.get(here.table).form("hearts")
    asked = phone.send(pad.action, {**pad.filled(hearts, rank="Q"), "seat": "0"}, 422)
    assert asked.parts["ask"].startswith("It is Bo's turn, not Ada's.")
    form, button = asked.form("Bo played it")
    for more in ({}, {"as_played": "1"}):  # whatever of Ada was to stand
        told = phone.send(form.action, {**form.filled(button), **more}, 422)
        assert told.parts["ask"].startswith("No: Bo was the last to add to the build of 8.")
    page = phone.press(asked, "Ada did, and it stands")
    assert "played Q♥ out of turn" in plain(page.parts["last"])


PICTURES = ["J", "Q", "K"]


def ranks_of(page: Page) -> list[str]:
    form, _ = page.form("spades")
    assert "rank" in form.typed
    return [rank for rank in RANKS if f'name="rank" value="{rank}"' in page.html]


@pytest.mark.parametrize(("game", "there"), [("casino", True), ("south-african-casino", False)])
def test_only_ranks_that_the_pack_has_can_be_tapped(app: Flask, game: str, *, there: bool) -> None:
    here = Followed(app, Setup(game, 3))
    page = here.phone.get(here.table)
    assert ("Pictures too." in page.text) is there
    assert [rank in ranks_of(page) for rank in PICTURES] == [there] * 3
    assert len(ranks_of(page)) == (13 if there else 10)


CLAIMED = ["AC x AS AD AH", "2S -", "10H x 10D", "KS -", "2H x 2S", "KH x KS"]
"""Bo has seven points: four aces, both casinos."""


def test_the_target_is_claimed_at_the_table(app: Flask) -> None:
    """The piles count as they stand."""
    here = Followed(app, Setup("casino", 2, house=frozenset(["claim_out"])), target=7)
    page = here.turns("AS AD AH 10D", *CLAIMED).phone.get(here.table)
    assert "The piles count as they stand. It must make 7" in page.parts["claim"]
    refused = here.phone.press(page, "Ada", 422, inside="claim")
    assert "7" in refused.parts["ask"]
    page = here.phone.press(refused, "Bo", inside="claim")
    assert "Bo" in page.parts["standings"]
    assert "claim" not in here.phone.get(here.table).parts


@pytest.mark.parametrize("on", ["", "sweeps"])
def test_sweeps_are_told_of_where_they_count(app: Flask, on: str) -> None:
    here = followed(app, "casino", "5C x 5S 5H 5D", "10S x 10C", table="5S 5H 5D 10C", on=on)
    phone, counts = here.phone, bool(on)
    table, sheet, counter = map(phone.get, (here.table, f"{here.page}/sheet", here.page))
    assert ("1 sweep" in table.parts["players"]) is counts
    assert ("Just count sweeps" in table.text) is counts
    assert ("face-up cards" in f"{table.text} {sheet.text}") is counts
    assert ("sweeps" in counter.parts["followed"]) is counts


TAKEN = ["9D x 9H", "10H x 10D"]
ALIKE = ["8C -", "8D x 8C"]
"""Plays after which only Ada, who took one with the other, knows which of them lies on top."""


@pytest.mark.parametrize(("game", "table", "turns", "at_last"), [
    ("swazi-casino", "2C 8H 9H 10D",
     ["8D x 8H", "6H 2C+6H=8", "KS -", "8S 8S=8D^1=2C+6H=8"], {"Bo": "eight of hearts"}),
    ("south-african-casino", "", ALIKE, {"Ada": "not known"}),
    ("south-african-casino", "", [*ALIKE, {"top": "8C", "pile": 0}], {"Ada": "eight of clubs"}),
    ("casino", "2C 6H 9H 10D", TAKEN, {}),  # its piles are closed
])  # fmt: skip
def test_a_replay_draws_the_tops_that_lay_there_at_each_step(
    app: Flask, game: str, table: str, turns: list[Any], at_last: dict[str, str]
) -> None:
    here = Followed(app, Setup(game, 2))
    entries: list[dict[str, Any]] = [{"table": table.split()}] if table else []
    entries += [one if isinstance(one, dict) else {"turn": one} for one in turns]
    lay = {}
    for number, _ in enumerate(here.enter(entries)):
        lay[number] = tops(here.phone.get(here.table).html)
    assert lay[len(entries) - 1] == at_last
    for number, after in lay.items():
        drawn = here.phone.get(f"{here.table}/replay/{number}").html.partition("felt after")
        assert (tops(drawn[0]), tops(drawn[2])) == (lay.get(number - 1, {}), after), number


def tops(html: str) -> dict[str, str]:
    """Return what is drawn on top of whose pile."""
    piles = re.findall(r'<li class="pile">(.*?)</li>', plain(html), re.DOTALL)
    found = (re.search(r'aria-label="(.*?)".*<bdi>(.*?)</bdi>', one, re.DOTALL) for one in piles)
    return {pile[2]: pile[1] for pile in found if pile}


@pytest.mark.parametrize(("typed", "owner", "said"), [
    ("4S+4C=8", "1", "Bo’s build of 8 (4♠ and 4♣)"),
    ("4S+4C=8@0", "1", "Ada’s build of 8 (4♠ and 4♣)"),  # what is typed says it
    ("4S+4C=8", "", "Whose is the build of 8?"),
    ("4S+4C=8", "9", "There is no seat 9")])  # fmt: skip
def test_whose_a_new_build_is_can_be_tapped(app: Flask, typed: str, owner: str, said: str) -> None:
    here = followed(app, "casino", "3C 3C+5S=8", table="5S 9C JD 2D")
    page, known = here.phone.get(f"{here.table}/shows"), "build" in said and "?" not in said
    shown = {"shows": typed, "owner": owner}
    page = here.phone.press(page, "What explains that?", 200 if known else 422, **shown)
    assert said in plain(page.html if known else page.alert())
    assert page.html.count('name="owner"') == 2
    assert ('name="owner" value="1" checked' in page.html) is (owner == "1")
    if known:
        table = here.phone.press(page, "Go on from here")
        assert said in plain(table.html)


def test_whose_builds_are_is_asked_where_there_are_builds(app: Flask) -> None:
    here = followed(app, "krypkasino", table="5S 9C JD 2D")
    assert "owner" not in here.phone.get(f"{here.table}/shows").html


@pytest.mark.parametrize(("game", "counted"), [("casino", True), ("swazi-casino", False)])
def test_deals_are_counted_where_there_are_several(app: Flask, game: str, *, counted: bool) -> None:
    here = Followed(app, Setup(game, 4))
    here.turns("5S 9C JD 2D", "KD -")
    for page in (here.table, f"{here.table}/replay/1"):
        assert ("Deal 1 of" in here.phone.get(page).text) is counted


COSTS = [
    ("krypkasino", "3H 3D 5C 9C", "8S", "1 point · leaves 3♥ 9♣ Sweep for a queen"),
    ("casino", "AC 7S 5D 5H", "8C", "takes A ♣ 7 ♠ 1 point"),
    ("casino", "AC 3S 5D 5H", "8C", "Yes, if Bo still holds an eight"),
]


@pytest.mark.parametrize(("game", "table", "card", "told"), COSTS)
def test_each_answer_says_what_it_costs(app: Flask, game, table, card, told) -> None:
    here, suits = followed(app, game, table=table), {"C": "clubs", "S": "spades"}
    page = here.phone.press(here.phone.get(here.table), suits[card[-1]], 422, rank=card[:-1])
    assert told in " ".join(plain(page.parts["ask"]).split())


def test_the_next_game_is_followed_and_an_older_one_says_why_it_stays(app: Flask) -> None:
    """From the last card one tap leads to the live table of the next game."""
    game = read(next(iter(files("played", "casino"))))
    here = Followed(app, game.setup)
    here.all_at_once(line for line, _ in game.entries)
    page = here.phone.press(here.phone.get(here.table), "Begin game 2")
    assert "Which cards lie on the table?" in page.text
    older = here.phone.get(here.table)
    assert "The next game has begun, so the plays of this one stay as they are." in older.text
    assert "Undo" not in older.text


def test_a_correction_is_confirmed_until_the_game_goes_on(app: Flask) -> None:
    here = followed(app, "casino", "KC -", "QH -", table="4C 8H JD 2S")
    page = here.phone.get(f"{here.table}/entry/2")
    form, button = page.form("This card was played")
    page = here.phone.send(form.action, form.filled(button, suit="D"))
    assert "Corrected. Play 1: Bo trails the K♦" in plain(page.text)
    here.all_at_once(["7C -"])
    assert "Corrected" not in here.phone.get(page.path).text


def test_after_a_deal_what_was_irregular_is_there_for_all_to_see(app: Flask) -> None:
    """Folded while a deal goes on, open after it and when the game is over."""
    game = read(next(one for one in files("played", "casino") if read(one).bluffs))
    here, seen = Followed(app, game.setup), set()
    for line, _ in game.entries:
        here.all_at_once([line])
        page = here.phone.get(here.table)
        if "irregular" in page.parts:
            deal = "Deal" in page.parts["table"] if "table" in page.parts else True
            folded = 'id="irregular-more"' in page.html
            assert folded is not deal
            seen.add(folded)
    assert False in seen


def test_what_the_table_agrees_on_is_kept(app: Flask) -> None:
    """On the finished page, in the standings, on the sheet, as text and in a file; also later."""
    game = read(next(one for one in files("played", "casino") if read(one).bluffs))
    here = Followed(app, game.setup)
    here.all_at_once(line for line, _ in game.entries)
    phone, session = here.phone, here.page.rsplit("/", 1)[0]
    asked = phone.get(here.table)
    assert "The hand of " in asked.parts["irregular"]
    scores = phone.get(f"{here.page}/sheet").parts["check"]
    agreed = phone.press(asked, "Let it stand")
    assert "Agreed: it stands." in agreed.parts["irregular"]
    assert "Undo: agreement" in agreed.parts["undo"]
    words = {"agreed": " Ada deals; two drinks\u202e "}
    agreed = phone.press(agreed, "Save", **words)
    phone.press(phone.get(session), "Begin game 2")
    agreed = phone.press(phone.get(here.table), "Save", agreed="Ada deals")
    pages = [agreed, phone.get(session), phone.get(f"{here.page}/sheet")]
    data = phone.ask(f"/g/{agreed.group}/export.json").json
    other, answer = read_in(phone.app, written(data))
    there = other.get(answer.location)
    (path,) = {link for link in there.links if re.fullmatch(rf"/g/{there.group}/\w{{12}}", link)}
    pages += [other.get(path), other.get(f"{path}/1/table")]
    for page in pages:
        assert "Agreed: Ada deals." in page.parts["irregular"], page.path
    assert phone.get(f"{here.page}/sheet").parts["check"] == scores
    assert "Ada deals, two drinks" in phone.ask(f"{here.table}/log.txt").text
