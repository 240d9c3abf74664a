"""Games against players: played by taps, explained, taken back, sent; the address holds them."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from referee.languages import signed
from referee.rules.games import listed, ruleset
from referee.rules.log.record import accept, append, replay
from referee.rules.notation import read_settled_play
from referee.rules.playing.dealt_game import DealtGame, numbers_of_players
from referee.web.play.hand_address import LONGEST_LOG, OWN, HandAddress
from referee.words.score_names import row_of_sheet
from tests.page_client import Button, Page, Phone

TABLES = [
    ("krypkasino", 2),
    *((game, numbers_of_players(ruleset(game))[-1 - at % 2]) for at, game in enumerate(listed())),
]
"""Every game, with as many players as may be or with one less."""


def address(game: str, players: int = 2, seed: str = "abc", **fields: str) -> str:
    return f"/{game}/play?{urlencode({'players': players, 'seed': seed} | fields)}"


def query(page: Page) -> MultiDict[str, str]:
    return MultiDict(parse_qs(urlsplit(page.path).query))


def buttons(page: Page, name: str) -> list[Button]:
    return [button for form in page.forms for button in form.buttons if button.name == name]


def tap(phone: Phone, page: Page, button: Button, *used: str) -> Page:
    """Send the form of a button, as a browser does, with these pieces of the table tapped."""
    form = next(form for form in page.forms if button in form.buttons)
    sent = form.filled(button)
    if used:
        sent.setlist("used", list(used))
    return phone.get(f"{urlsplit(page.path).path}?{urlencode(list(sent.items(multi=True)))}")


def choose(phone: Phone, page: Page, card: str, *used: str) -> Page:
    (button, *_) = [found for found in buttons(page, "card") if found.value == card]
    return tap(phone, page, button, *used)


def first_play(phone: Phone, page: Page) -> Page:
    """Return the page after the first play that is offered to the first card that has one."""
    for card in buttons(page, "card"):
        chosen = tap(phone, page, card)
        if offered := buttons(chosen, "play"):
            return tap(phone, chosen, offered[0])
    raise AssertionError(page.text)


def played(phone: Phone, path: str) -> Iterator[Page]:
    """Yield the pages of a whole game, in which the first offered play is always made."""
    page = phone.get(path)
    yield page
    while buttons(page, "card"):
        page = first_play(phone, page)
        yield page


def log_of(page: Page) -> str:
    return next((form.value("log") for form in page.forms if form.values("log")), "")


def game_of(page: Page) -> DealtGame:
    """Return the game that the address of a page holds, with the play that it makes."""
    held = HandAddress.read(page.path.split("/")[1], query(page))
    if text := query(page).get("play"):
        return held.dealt().after(read_settled_play(text)).with_players(OWN, held.level)
    return held.dealt()


# --- a whole game -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_whole_game_ends_in_the_sheet_of_its_plays(phone: Phone, game: str, players: int) -> None:
    """The plays alone give the same score in a followed game."""
    *_, last = played(phone, address(game, players))
    events = [event.event for event in game_of(last).record.events]
    seats = game_of(last).record.seats
    record = replay(ruleset(game), players, seats.dealer, (), seats.teams)
    for event in events:
        record = append(record, accept(record, event))
    assert record.irregularities == ()
    assert record.score is not None
    piles = record.rules.pile_seats(players, seats.teams)
    shown = re.findall('<span class="points">(.*?)</span>', last.html)
    assert shown == [signed(record.score.scores[seat].total) for seat in piles]
    for seat in piles:
        assert row_of_sheet(record.rules.sheet, record.rows[seat]) in last.text
    assert len(last.path) < LONGEST_ADDRESS


def test_a_hand_is_looked_at_afterwards(phone: Phone) -> None:
    """Slice by slice; each dear play is asked for anew, and one's own can be played on from."""
    *_, last = played(phone, address("casino", 2))
    path = unescape(re.findall('href="([^"]*/play/afterwards[^"]*)"', last.html)[0])
    page, done = phone.get(path), 0
    while "<progress" in page.html:
        value = int(re.findall('<progress value="([0-9]+)"', page.html)[0])
        assert value >= done  # a slice may end within the work on a play
        page, done = phone.get(path), value
    for heading in ("Expected points", "The plays that cost most", "You", "Ben"):
        assert heading in page.text
    again = [unescape(link) for link in re.findall('href="([^"]*)">\\s*Try again', page.html)]
    assert len(again) > 2
    asked = {link: phone.get(link) for link in again}
    assert {"Ben plays: which card?" in page.text for page in asked.values()} == {True, False}
    for link, one in asked.items():
        hand = {card.value for card in buttons(one, "pieces")}
        assert "It cost" not in one.text
        told = [phone.get(f"{link}&pieces={card}") for card in hand]
        assert sum("Yes, that is the better card." in answer.text for answer in told) == 1
        assert all("It cost about" in answer.text for answer in told)
        on = re.findall('href="([^"]*)">\\s*Play on from here', one.html)
        assert len(on) == ("Your turn: which card?" in one.text)
        for back in map(unescape, on):
            before = HandAddress.read("casino", MultiDict(parse_qs(urlsplit(back).query)))
            assert game_of(last).plays[: len(before.plays)] == before.plays
            assert before.dealt().turn == OWN
            assert {card.value for card in buttons(phone.get(back), "card")} == hand
    missing = {at: phone.ask(f"{path}&at={at}").status_code for at in ("x", "-1", "49")}
    assert missing == {"x": 422, "-1": 404, "49": 404}


@pytest.mark.parametrize(("query", "status"), [
    ("", 422), ("players=9&seed=4", 422), ("players=2&seed=4&log=9X", 422),
    ("players=2&seed=4&log=AS+-;AS+-", 422), ("players=2&seed=4", 409)])  # fmt: skip
def test_only_a_finished_hand_is_looked_at(client: FlaskClient, query: str, status: int) -> None:
    assert client.get(f"/krypkasino/play/afterwards?{query}").status_code == status


def test_a_hand_that_goes_on_is_played_on(phone: Phone) -> None:
    page = phone.get("/krypkasino/play/afterwards?players=2&seed=4", 409)
    assert "This game is not finished yet." in page.text
    (on,) = re.findall('href="([^"]*)">Play on<', page.html)
    assert buttons(phone.get(unescape(on)), "card")


def test_a_phone_keeps_no_page_of_a_hand_that_goes_on(phone: Phone) -> None:
    """Without a network it keeps the latest pages that were seen, of which each tap is one."""
    *playing, last = played(phone, address("casino", 2))
    assert all("data-fleeting" in page.html for page in playing)
    assert "data-fleeting" not in last.html


def test_whoever_opens_the_page_is_you(phone: Phone) -> None:
    pages = list(played(phone, address("casino", 3)))
    text = " ".join(page.parts["happened"] for page in pages)
    assert "You trail the" in text
    assert not re.search("You (trails|takes|builds|adds|raises)", text)


@pytest.mark.parametrize(("game", "players", "games"), [
    ("krypkasino", 3, 3), ("royal-casino", 2, None), ("spade-casino", 2, None)])  # fmt: skip
def test_a_session_goes_on_to_its_end(
    phone: Phone, game: str, players: int, games: int | None
) -> None:
    """Totals are carried in the address, and the deal goes round."""
    path, totals, dealers, count = address(game, players), [0] * players, [], 0
    while True:
        *_, last = played(phone, path)
        dealt, count = game_of(last), count + 1
        assert dealt.record.score is not None
        totals = [
            total + score.total
            for total, score in zip(totals, dealt.record.score.scores, strict=True)
        ]
        dealers.append(dealt.record.dealer)
        over = "Play another" in last.text
        if over:
            break
        (path,) = [link for link in last.links if "totals=" in link and "log=" not in link]
        assert parse_qs(urlsplit(path).query)["totals"] == [" ".join(map(str, totals))]
        assert count < 60
    assert games is None or count == games
    assert dealers == [(dealers[0] + at) % players for at in range(count)]
    least, most = totals.index(min(totals)), totals.index(max(totals))
    winner = least if game == "krypkasino" else most
    if totals.count(totals[winner]) == 1:
        assert ("You have won." if winner == OWN else "has won.") in last.text


# --- what is explained --------------------------------------------------------------------------

SWEEP = {"players": 2, "seed": "4"}
"""On the table 4S 5D, in the hand AD 8S 8H 8D 9S JH: the nine sweeps."""


@pytest.mark.parametrize(("game", "asked", "card", "used", "sentence", "clause"), [
    ("krypkasino", SWEEP, "JH", (),
     "No: a sweep is forced. Play the 9; it takes the whole table.", "forced-sweep"),
    ("krypkasino", SWEEP, "9S", ("4S",), "No:", "groups"),
    ("casino", {"players": 2, "seed": "10", "log": "5H x AC 4D;2S 2S+7S=9;3S -"}, "KD", (),
     "No: you were the last to add to the build of 9. Take something, build or add.",
     "act-on-your-build"),
    ("casino", {"players": 2, "seed": "10", "log": "5H x AC 4D;2S 2S+7S=9;3S -"}, "4S", ("3S",),
     "No: a seven must stay in your hand to take your build of 7.", "holder")])  # fmt: skip
def test_a_rule_is_explained_when_it_bites(
    phone: Phone, game: str, asked: dict, card: str, used: tuple[str, ...], sentence: str, clause
) -> None:
    page = phone.get(f"/{game}/play?{urlencode(asked)}")
    chosen = choose(phone, page, card, *used)
    assert sentence in chosen.text.replace("\ufe0e", "")
    assert f"/{game}/rules#{clause}" in chosen.links
    assert log_of(chosen) == log_of(page)


@pytest.mark.parametrize(("game", "asked", "play", "sentence"), [
    ("krypkasino", SWEEP, "JH -", "No: a sweep is forced."),
    ("krypkasino", SWEEP, "AS -", "No: the A♠ is not in the hand."),
    ("krypkasino", SWEEP, "9S x 4S", "No:"),
    ("krypkasino", SWEEP, "9S x 4S 4S", "No:"),
    ("krypkasino", SWEEP, "9S 4S+5D+9S=9", "This game knows nothing of it."),
    ("krypkasino", SWEEP, "9S 4S+5D=9", "is not in the build"),
    ("krypkasino", SWEEP, "x", "is not a turn"),
    ("krypkasino", SWEEP, "XX -", "is not a card"),
    ("krypkasino", SWEEP, "9 -", "What suit"),
    ("krypkasino", SWEEP, "9S - / JH -", "No"),
    ("casino", {"players": 2, "seed": "10"}, "5H x 6S", "No:"),
    ("casino", {"players": 2, "seed": "10"}, "2S+7S=9",
     "No: the card that is played must be in the build."),
    ("casino", {"players": 2, "seed": "10"}, "KD - / 9C -", "No:")])  # fmt: skip
def test_an_illegal_play_loses_nothing(
    phone: Phone, game: str, asked: dict, play: str, sentence: str
) -> None:
    page = phone.get(f"/{game}/play?{urlencode(asked)}")
    refused = phone.get(f"{page.path}&{urlencode({'play': play})}")
    assert sentence in refused.text.replace("\ufe0e", "")
    assert log_of(refused) == log_of(page)
    assert len(buttons(refused, "card")) == len(buttons(page, "card"))


def test_a_warning_leads_to_its_rule(phone: Phone) -> None:
    page = phone.get(address("krypkasino", 2, "4"))
    assert "Sweep for a nine." in page.parts["table"]
    assert "/krypkasino/rules#forced-sweep" in page.links


def test_hints_are_a_ladder(phone: Phone) -> None:
    page = phone.get(address("krypkasino", 2, "4"))
    said = ["Forced sweep: play the 9", "Look at the 9♠.", "9♠ takes 4♠ + 5♦."]
    for step in range(1, 4):
        (link,) = [link for link in page.links if f"hint={step}" in link]
        page = phone.get(link)
        text = page.text.replace("\ufe0e", "")
        assert [one in text for one in said] == [at < step for at in range(3)]
    (hidden,) = re.findall('href="([^"]*)">\\s*Hide hint<', page.html)
    assert not [text for text in said if text in phone.get(unescape(hidden)).text]
    assert tap(phone, page, *buttons(page, "play")).parts["happened"].startswith("You 9♠")
    free = phone.get(address("casino", 2, "abc", hint="1"))
    assert "Nothing is forced: any card may be played." in free.text


def test_a_play_is_taken_back(phone: Phone) -> None:
    pages = list(zip(range(4), played(phone, address("casino", 3)), strict=False))
    for (_, before), (_, after) in pairwise(pages):
        (link,) = re.findall('<a class="button" href="([^"]*)">Take back<', after.html)
        back = phone.get(unescape(link))
        assert back.parts["table"] == before.parts["table"]
        assert log_of(back) == log_of(before)


def test_whoever_gets_a_hand_has_the_same_cards(phone: Phone, app: Flask) -> None:
    first = phone.get(address("casino", 2))
    *_, later = zip(range(5), played(phone, first.path), strict=False)
    sent = re.search('<input id="address" readonly value="([^"]*)"', later[1].html)
    assert sent is not None
    theirs = Phone(app).get(sent[1].replace("&amp;", "&").removeprefix("http://localhost"))
    assert theirs.parts["hand"] == first.parts["hand"]
    assert theirs.parts["table"] == first.parts["table"]
    for house in ("", "must_capture"):
        page = phone.get(address("casino", 2, house=house))
        assert page.parts["hand"] == first.parts["hand"]
    assert phone.get(address("casino", 2, "abd")).parts["hand"] != first.parts["hand"]


def test_a_sent_hand_says_what_it_is(phone: Phone) -> None:
    """The link has a title and a description, and the first page an introduction."""
    page = phone.get(address("krypkasino", 2))
    told = dict(re.findall('<meta property="og:([a-z]+)" content="([^"]*)"', page.html))
    assert told["title"] == "Play my hand of Krypkasino"
    assert told["description"].startswith("You get the same cards.")
    assert told["image"].startswith("http://localhost/krypkasino/play/picture.png?")
    assert "Tap a card of your hand" in page.text
    assert "Whoever has the fewest points wins." in page.text
    for _ in range(4):
        page = first_play(phone, page)
    assert "Tap a card of your hand" not in page.text


def test_the_app_deals(phone: Phone) -> None:
    page = phone.get("/casino/play")
    dealt = [tap(phone, page, buttons(page, "players")[at]) for at in (0, 1, 1)]
    assert [query(one)["players"] for one in dealt] == ["2", "3", "3"]
    assert len({query(one)["seed"] for one in dealt}) == 3


def test_who_plays_otherwise_keeps_the_rules(phone: Phone) -> None:
    *_, last = played(phone, address("kasino", 2, house="sweeps_cancel", level="simple"))
    (link,) = re.findall('href="([^"]*)">Other players<', last.html)
    asked = phone.get(unescape(link))
    assert re.findall('value="(\\w+)" checked', asked.html) == ["simple", "sweeps_cancel"]


# --- what cannot be meant -----------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"players": "7"}, "players"),
    ({"players": "5"}, "players"),
    ({"players": "x"}, "number"),
    ({"players": "-2"}, "players"),
    ({"seed": "A B"}, "seed"),
    ({"seed": ""}, "seed"),
    ({"seed": "a" * 17}, "seed"),
    ({"dealer": "2"}, "seat"),
    ({"dealer": "1e9"}, "number"),
    ({"house": "no_such_rule"}, "house rule"),
    ({"games": "1"}, "totals"),
    ({"games": "1", "totals": "1 2 3"}, "totals"),
    ({"games": "1", "totals": "1 x"}, "number"),
    ({"games": "1", "totals": "1 999999"}, "totals"),
    ({"games": "99999", "totals": "1 2"}, "totals"),
    ({"rolled": "cards:3"}, "totals"),
    ({"rolled": "cards"}, "number"),
    ({"log": "x"}, "do not fit the cards"),
    ({"log": "AS x AS"}, "do not fit the cards"),
    ({"log": "QS;QS"}, "do not fit the cards"),
    ({"log": ";".join(["QS -"] * 100)}, "do not fit the cards"),
    ({"log": "5H - " * LONGEST_LOG}, "too many plays")])  # fmt: skip
def test_addresses_that_cannot_be_meant_get_a_sentence(
    phone: Phone, fields: dict[str, str], sentence: str
) -> None:
    asked = {"players": "2", "seed": "abc"} | fields
    page = phone.get(f"/casino/play?{urlencode(asked)}", 422)
    assert sentence in page.alert()
    assert buttons(page, "players")


@pytest.mark.parametrize("game", ["whist", "x"])
def test_other_games_are_not_played(phone: Phone, game: str) -> None:
    assert phone.ask(f"/{game}/play").status_code == 404


LONGEST_ADDRESS = 4000
"""Characters, of which no whole game has half."""
