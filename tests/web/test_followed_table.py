"""The live table where cards are built up: what its pages say, without a script."""

import re
from itertools import islice, product
from typing import Any
from urllib.parse import parse_qs

import pytest
from flask import Flask

from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import build_game_state
from referee.rules.plays import CardOnly, Played
from tests.followed_games import entered
from tests.groups import read_in, written
from tests.live_table_taps import Fingers, Followed, begun, is_deep, plain, taps_for
from tests.live_table_taps import begun as followed_so_far
from tests.oracle.builds_notation import RANKS
from tests.page_client import Page
from tests.playthroughs import GAMES, Setup, files, games, read
from tests.playthroughs import begun as log_of
from tests.strategies import SOAK, some, times


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
    ("4S+4C=8", "1", "Bo’s build of 8 (four of spades and four of clubs)"),
    # what is typed says it
    ("4S+4C=8@0", "1", "Ada’s build of 8 (four of spades and four of clubs)"),
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
        table = here.phone.press(page, "Continue from here")
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


def test_the_whole_evening_is_talked_about(app: Flask) -> None:
    """The next part of an evening has what was irregular and missed in the parts before it."""
    game = read(next(one for one in files("played", "casino") if read(one).bluffs))
    here = Followed(app, game.setup)
    here.all_at_once(line for line, _ in game.entries)
    phone, session = here.phone, here.page.rsplit("/", 1)[0]
    _, _, group, id_ = session.split("/")
    assert f"/g/{group}/missed/{id_}/1" in phone.get(f"{here.page}/sheet").links
    before = phone.get(session)
    told = before.parts["irregular"].partition("Game 1 ")[2]
    assert told
    people = before.form("Continue with these people")[0].values("here")
    after = phone.press(before, "Continue with these people", here=people[:1], new="Zoe")
    for page in (after, phone.get(session)):
        assert page.parts["irregular"] == f"Things to talk about Part 1 · Game 1 {told}"
        assert f"{here.page}/table" in page.links
        assert any(link.startswith(f"/g/{group}/missed/from/{id_}/1/") for link in page.links)


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


TABLE_BUILD = "trail_and_table_build"
SEVEN = ["5C 4S+3D=5C+2H=7", "AD -", "8H -"]
"""Cia has a build, and the ace and the 8 make 9."""


def begun_by_taps(app: Flask, game: str, on: str, table: str, turns: list[str]) -> Fingers:
    """Return a game of so many players so far."""
    name, players = game.split()
    return Fingers(
        followed_so_far(app, name, f"table {table}", *turns, players=int(players), on=on)
    )


@pytest.mark.parametrize(("game", "on", "table", "turns", "tapped", "told"), [
    ("lesotho-casino 3", "", "4S 3D 2H 9C", SEVEN, "AD 8H > QH",
     "builds 9 of A♦ and 8♥ from the table, then trails the Q♥"),
    ("lesotho-casino 3", "", "4S 3D 2H 9C", SEVEN, "AD 8H 9C > QH",
     "builds 9 of 9♣ and A♦ + 8♥ from the table, then trails the Q♥"),
    ("swazi-casino 2", "", "2C 6H 9H KD", [], "2C 6H 9H > 9D",
     "builds 8 of 2♣ and 6♥ from the table, then takes 9♥ with the 9♦"),
    ("casino 2", TABLE_BUILD, "4C 2S JD 9H", [], "4C 2S > KC",
     "builds 6 of 2♠ and 4♣ from the table, then trails the K♣")])  # fmt: skip
def test_what_makes_no_step_with_the_card_was_built_without_it(
    app: Flask, game: str, on: str, table: str, turns: list[str], tapped: str, told: str
) -> None:
    used, _, card = tapped.partition(" > ")
    page = begun_by_taps(app, game, on, table, turns).tap(card, used.split())
    assert plain(page.parts["last"]).endswith(told), page.text


CHOSEN = [  # the turn, what its button says, and what is entered
    ("2C+6H=8 / 9D x 9H", "builds 8 from the table, then takes",
     "builds 8 of 2♣ and 6♥ from the table, then takes 9♥ with the 9♦"),
    ("2C+6H=8 / 9D 9H=9D=9", "builds 8 from the table, then builds 9",
     "builds 8 of 2♣ and 6♥ from the table, then builds 9 of 9♥ and 9♦"),
    ("2C+6H=8 / 9D -", "builds 8 from the table, then trails",
     "builds 8 of 2♣ and 6♥ from the table, then trails the 9♦"),
    ("9D x 2C 6H", "takes",
     "takes 2♣ and 6♥ with the 9♦: These cards do not make groups of 9. It was left as it was"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(CHOSEN)))
def test_of_several_turns_one_is_chosen(app: Flask, number: int) -> None:
    fingers = begun_by_taps(app, "swazi-casino 3", "", "2C 6H 9H KD", [])
    page = fingers.tap("9D", ["2C", "6H"])
    assert fingers.offered(page) == [turn for turn, _, _ in CHOSEN]
    assert re.findall(r'class="does">(.*?)<', page.html) == [said for _, said, _ in CHOSEN]
    page = fingers.choose(page, CHOSEN[number][0])
    assert CHOSEN[number][2] in plain(page.parts["last"])


def test_what_is_recorded_as_it_was_played_is_what_was_entered(app: Flask) -> None:
    """Bo owns a build and may not just trail: he built another one all the same."""
    turns = ["4D 4D+3C=7", "KC -"]
    fingers = begun_by_taps(app, "swazi-casino 2", "", "3C 2C 6H JD", turns)
    page = fingers.tap("QD", ["2C", "6H"])
    assert fingers.offered(page)[0] == "2C+6H=8 / QD -"
    page = fingers.choose(page, "2C+6H=8 / QD -")
    assert "builds 8 of 2♣ and 6♥ from the table, then trails the Q♦" in plain(page.parts["last"])
    assert "It was left as it was played." in page.parts["last"]


def test_where_nothing_is_built_without_the_card_nothing_else_is_offered(app: Flask) -> None:
    fingers = begun_by_taps(app, "casino 2", "", "4C 4S JD 9H", [])
    assert fingers.offered(fingers.tap("KC", ["4C", "4S"])) == ["KC x 4C 4S"]


@pytest.mark.parametrize(("game", "on", "table", "turn", "used", "told"), [
    ("swazi-casino 3", "", "2C 6H 9H KD", "QS -", "2C 6H",
     "trails the Q♠, then builds 8 of 2♣ and 6♥ from the table"),
    ("swazi-casino 3", "", "2C 6H 9H KD", "AC AC+9H=10", "KD", "Nothing can be made of these"),
    ("casino 2", TABLE_BUILD, "4C 2S JD 9H", "KC -", "4C 2S",
     "trails the K♣, then builds 6 of 2♠ and 4♣ from the table"),
    ("casino 2", TABLE_BUILD, "4C 2S JD 9H", "9C x 9H", "4C 2S", "the card that is played must be"),
])  # fmt: skip
def test_what_is_built_after_the_card(app: Flask, game, on, table, turn, used, told) -> None:
    fingers = begun_by_taps(app, game, on, table, [turn])
    page = fingers.tap("", used.split(), "Bo built these too" if on else "Cia built these too")
    part = page.parts["ask" if "ask" in page.parts else "last"]
    assert told in plain(part)
    assert fingers.record.irregularities == ()


@pytest.mark.parametrize(("game", "turns"), [("casino 2", ["KC -"]), ("swazi-casino 2", [])])
def test_nobody_is_asked_what_else_was_built_where_nothing_can_be(app: Flask, game, turns) -> None:
    fingers = begun_by_taps(app, game, "", "2C 6H 9H KD", turns)
    assert "built these too" not in fingers.page().text
    answer = fingers.tap("", ["2C", "6H"], "spades", at=f"{fingers.here.table}/more")
    assert "ask" in answer.parts


USED = ["", "ZZ", "4C", "3C+5S=8", "3C+5S", "=", "5S^9", "5S^", "9H^1", "AS AS"]
BEGUN = ["", "ZZ", "2C+5S=7", "KD -", "/", "8H x", "2C+5S=7/2C+5S=7", "9H^7=9C=9", "x" * 2000]
CARDS = ["8C", "", "8", "ZZ"]
TURNS = ["", "8C x", "8C x 3C+5S=8@9", "8C x 5S^8", "5S+2C=7", "8C - / 9C -", "JC -", "x" * 2000]
SAID = [
    *({"card": card, "used": "4C"} for card in CARDS),
    *({"turn": turn, "as_played": played} for turn, played in product(TURNS, ("", "1"))),
    *({"top": top} for top in ("", "5S", "ZZ^1", "5S^9", "5S^1")),
    *({"replace": "99", "card": card} for card in CARDS),
    {"card": "8C", "seat": "9", "as_played": "1"}]  # fmt: skip
TABLES = [("casino", "4C 3S 8H QS"), ("swazi-casino", "2C 5S 9H KD"), ("south-african-casino", "")]


def asked_of(number: int) -> list[dict[str, str]]:
    """Return forms to send: a share of the pairs of used and begun things, and of all other texts;
    in a soak, all."""
    chosen = [
        {"used": used, "begun": begun, "card": "8C"}
        for (u, used), (b, begun) in product(enumerate(USED), enumerate(BEGUN))
        if SOAK > 1 or (u + b) % (2 * len(TABLES)) == number
    ]
    return [*chosen, *some(SAID, len(TABLES), number)]


@pytest.mark.parametrize(("number", "game", "dealt"), [(i, *one) for i, one in enumerate(TABLES)])
def test_every_form_is_answered(app: Flask, number: int, game: str, dealt: str) -> None:
    followed = Followed(app, Setup(game, 2))
    phone, table = followed.phone, followed.table
    seq = 0
    if dealt:
        sent = {"key": "dealt", "after": "0", "dealt": dealt}
        assert phone.ask(table, "POST", data=sent).status_code == 303
        seq = 1
    for at, said in enumerate(asked_of(number)):
        sent = {"key": f"k{at}", "after": str(seq), **said}
        answer = phone.ask(table, "POST", data=sent)
        assert answer.status_code in (303, 422), said
        if answer.status_code == 303:  # it is taken back
            undo = {"key": f"u{at}", "undo": str(seq + 1)}
            undone = phone.ask(table, "POST", data=undo | {"after": str(seq + 1)})
            assert undone.status_code == 303
            seq += 2
        if "begun" in said:
            begin = {"used": said["used"], "begun": said["begun"]}
            begun = phone.ask(f"{table}/begin", "POST", data=begin)
            assert begun.status_code in (303, 422), said
            looked = phone.ask(table, query_string={"begun": said["begun"], "at": seq})
            assert looked.status_code == 200, said


BLUFFED = [
    "3C 3C+5S=8", "8H x 3C+5S=8", "KS -", "KH -", "QS -", "QH -", "AS -"]  # fmt: skip
"""Bo builds 8 and has no 8, as the last card of his hand shows."""
PASSED_OVER = ["2H", "KD", "5S"]
"""Bo held the 5 that sweeps."""
TOLD_LATER = [  # game, table, plays, the play that shows it, what is said at both and at the first
    ("casino", "8S 5S 6D 2D", BLUFFED, 7, ["Bluff:", "No: "]),
    ("krypkasino", "5H 5D KH QH", PASSED_OVER, 3, ["a forced sweep was passed over."])]  # fmt: skip
"""The first play is at fault."""


@pytest.mark.parametrize(("game", "table", "plays", "shown_at", "told"), TOLD_LATER)
def test_what_came_to_light_is_told_at_both_plays(
    app: Flask, game: str, table: str, plays: list[str], shown_at: int, told: list[str]
) -> None:
    """Each leads to the other, in the list of plays too."""
    here = begun(app, game, f"table {table}", *plays)
    there = f"{here.table}/replay"
    fault, shows = here.phone.get(f"{there}/1"), here.phone.get(f"{there}/{shown_at}")
    assert all(text in fault.text for text in told)
    assert "Yes" not in fault.text
    assert f"{there}/{shown_at}" in fault.links
    assert f"It came to light at play {shown_at}" in fault.text
    assert f"{there}/1" in shows.links
    assert "Step back to it" in shows.text
    marks = re.findall(r'<a class="wrong" href="([^"]+)"', here.phone.get(here.table).html)
    assert marks == [f"{there}/1", f"{there}/{shown_at}"]  # the latest play stands first


@pytest.mark.parametrize("game", some(GAMES, 3))
def test_a_replay_and_the_referee_agree(app: Flask, game: str) -> None:
    """Both rule on a known hand alike; only the game knows of dead builds."""
    agreed = 0
    for setup, entries, _ in islice(games(f"replays {SOAK}", game), 3):
        if SOAK == 1 and agreed > 2:  # a game where builds are dead says nothing
            break
        here = Followed(app, setup)
        states = [*here.enter(entries)]
        dead = any(build["dead"] for state in states for build in state["builds"])
        for index in range(1, 30, 1 if SOAK > 1 else 4):
            page = here.phone.ask(f"{here.table}/replay/{index}").text
            asked = re.search(rf'href="/{game}/referee\?([^"]+)"', page)
            ruled = re.search(r'<p class="(wrong|right)"><strong>', page)
            query = parse_qs(asked[1].replace("&amp;", "&")) if asked else {}
            if dead or ruled is None or "hand" not in query:
                continue
            sent = {name: one[0] for name, one in query.items() if name not in ("from", "back")}
            ruling = app.test_client().get(f"/api/v1/{game}/referee", query_string=sent).json or {}
            assert ruling["verdict"]["legal"] is (ruled[1] == "right"), (setup, index, query)
            agreed += 1
    assert agreed > 2


COMMON = 2
"""Taps that a turn usually takes."""


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_turn_can_be_tapped(game: str) -> None:
    numbers = []
    for setup, bodies, _ in islice(games("tapped", game, "played"), times(10)):
        record = log_of(setup)
        engine = record.engine
        assert isinstance(engine, BuildGameEngine)
        for body in bodies:
            before = record.state
            record, refused = entered(record, body)
            assert refused is None
            step = record.events[-1]
            if not isinstance(step.event, Played) or {"as_played", "replace"} & {*body}:
                continue
            assert not isinstance(step.event.play, CardOnly)
            assert step.seat is not None
            taps = taps_for(engine, build_game_state(before), step.event.play, step.seat)
            # Other turns are tapped in steps: see tests/web/test_followed_table.py.
            assert taps is not None or len(step.event.play) > 1 or is_deep(step.event.play)
            numbers += [] if taps is None else [taps.number]
    few = sum(number <= COMMON for number in numbers) / len(numbers)
    assert few > 0.8, sorted(numbers)


WRONG_DEALS = [
    # game, cards on the table, cards that both lay in the first deal but for the last
    ("casino", "5S 9C JD 2D", "KS KH KD KC QS QH AS"),
    ("krypkasino", "5S 9C 10D 2D", "KS KH KD KC KS KH KD KC QS QH QD"),
]


@pytest.mark.parametrize(("game", "laid", "first"), WRONG_DEALS)
def test_a_hand_that_was_dealt_wrongly(app: Flask, game: str, laid: str, first: str) -> None:
    """Bo has a card too many and Ada one too few; somebody counts the next hands."""
    here = followed_so_far(app, game, f"table {laid}", *(f"{card} - !" for card in first.split()))
    phone = here.phone
    pad, clubs = phone.get(here.table).form("clubs")
    asked = phone.send(pad.action, {**pad.filled(clubs, rank="3"), "seat": "1"}, 422)
    if game == "casino":  # it may also take, or build
        asked = phone.press(asked, "trails", 422)
    assert asked.parts["ask"].startswith("By the deals Bo should have no card left.")
    page = phone.press(asked, "Bo did, with a card too many")
    assert "Bo had a card too many, 3♣." in plain(page.parts["last"])
    page = phone.press(page, "Ada has no card left: next deal")
    assert "Ada had a card too few." in page.parts["last"]
    assert "Deal 2 of" in page.parts["turn"]
    if game == "casino":
        assert "2 things to talk about: Bo’s 3♣ and Ada’s hand" in plain(page.text)
    wrong = phone.press(page, "That many are in the hands", 422, hands=["4", "x"])
    assert "“x” is not a whole number." in wrong.alert()
    assert 'value="x"' in wrong.html
    page = phone.press(wrong, "That many are in the hands", hands=["5", "4"])
    assert "Cards in the hands: Ada 5, Bo 4" in page.parts["last"]
    corrected = phone.get(f"{here.table}/entry/{here.seq + 3}")
    page = phone.press(corrected, "That many are in the hands", hands=["4", "3"])
    assert "Ada 4, Bo 3" in page.text
    assert phone.get(f"{here.table}/replay/{len(first.split()) + 3}").text


def test_a_pack_that_ends_early(app: Flask) -> None:
    """The game is over by a tap; what is not there is told, and a card that turns up is played."""
    pack = [f"{rank}{suit}" for rank in RANKS for suit in "SHDC"]
    here = followed_so_far(
        app, "casino", f"table {' '.join(pack[:4])}", *(f"{card} - !" for card in pack[4:51])
    )
    page = here.phone.press(here.phone.get(here.table), "Ada has no card left: end the game")
    assert "Game 1 is finished" in page.text
    page = here.phone.press(page, "Undo")
    assert "Ada has no card left: end the game" in page.text
    page = here.phone.press(here.phone.press(page, "clubs", 422, rank="K"), "trails")
    assert "Game 1 is finished" in page.text
