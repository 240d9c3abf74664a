"""The referee's page, part by part: verdicts, conditions, hands and addresses."""

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from referee.languages import LANGUAGES, Speech, speaking
from referee.rules.cards import Deck
from referee.rules.games import RULESETS
from referee.rules.games.krypkasino.question import Question
from referee.rules.games.krypkasino.verdict import CaptureReason
from referee.rules.notation import read_cards, write_cards
from referee.web.drawing import with_spoken_cards
from referee.web.referee.question_view import HandEntry, read_hand
from tests.page_client import seen
from tests.strategies import dealt, examples, some

from .page_requests import (
    CASINO,
    LESOTHO,
    SOUTH_AFRICAN,
    SWAZI,
    WAYS,
    Page,
    addresses,
    ask,
    cookies,
    headline,
    link,
)

REFEREE = "/krypkasino/referee"


def ask_krypkasino(client: FlaskClient, path: str = REFEREE, **query: str) -> str:
    text: str = client.get(f"{path}?{urlencode(query)}").text
    return unescape(seen(text)).replace("\ufe0e", "")


@pytest.mark.parametrize(("query", "text"), [  # the query, how the headline begins
    ("table=2+3+4+5+8+10&played=A", "Choose one of three captures"),
    ("", "Which cards lie on the table?"),
    ("table=3+5&played=K&captured=-&holds=8", "No: a sweep is forced. Play the 8; it takes"),
    ("table=6+6&played=2&captured=-&holds=-6+-Q", "That was right."),
    ("table=6+6&played=2&captured=-&holds=K+-5+x", "Yes, unless a six or a queen was in the hand."),
    ("table=Q+K&dealt=1", "All was set aside: that is no sweep"),
    ("table=8+x", "“x” is not a card.")])  # fmt: skip
def test_verdicts(client: FlaskClient, query: str, text: str) -> None:
    """Addresses are opened one after the other."""
    page = unescape(seen(client.get(f"{REFEREE}?{query}").text)).replace("\ufe0e", "")
    assert re.search(rf"<h1[^>]*>{re.escape(text)}", page)


SWEPT = {"table": "5S", "played": "5S"}


def test_a_verdict_that_sweeps_says_its_price(client: FlaskClient) -> None:
    page = ask_krypkasino(client, **SWEPT)
    assert "You +10 and the cards, the player before you −10." in page
    assert "Sweep +10, cards 2 points" in page
    assert "You +5 and the cards" in ask_krypkasino(client, table="2 6 5", hand="K Q")
    assert "player before you" not in ask_krypkasino(client, table="8 9", played="8")


def test_just_judge_tells_the_price_and_no_points_of_cards(client: FlaskClient) -> None:
    """A sweep that is forced has a price that is no advice."""
    page = ask_krypkasino(client, **SWEPT, judge="1")
    assert "You +10 and the cards, the player before you −10." in page
    assert "cards 2 points" not in page


@pytest.mark.parametrize(("query", "said", "clause"), [
    ({"table": "2 3", "played": "9"}, "No card and no sum on the table makes 9.", "turn"),
    ({"table": "9 7 2 3", "played": "9"}, "Must it take all that? Yes, all that it can.",
     "capture-everything"),
    ({"table": "9 7 2 3", "played": "9", "captured": "9 7 2"},
     "Each group makes 9, and nothing more could be taken.", "capture-everything"),
    ({"table": "QS KH", "dealt": "1"}, "All was set aside: that is no sweep", "set-aside"),
])  # fmt: skip
def test_every_answer_says_why(client: FlaskClient, query, said, clause) -> None:
    verdict = (
        ask_krypkasino(client, **query).partition('class="verdict"')[2].partition("</section>")[0]
    )
    assert said in " ".join(verdict.split())
    assert re.findall(r"/krypkasino/rules#([\w-]+)", verdict)[:1] == [clause]
    assert f'id="{clause}"' in client.get("/krypkasino/rules").text


HUNG = {"table": "3 5", "played": "K", "captured": "-"}


def test_what_a_verdict_hangs_on_is_answered_with_a_tap(client: FlaskClient) -> None:
    page = ask_krypkasino(client, **HUNG)
    assert '<h1 class="open">Yes, unless an eight was in the hand.</h1>' in page
    assert "Enter the hand" in page
    assert '<details class="lane" data-keep="lane" open>' in page  # where no script shows a pad
    held = ask_krypkasino(client, **link(page, "Yes"))
    assert re.search('<h1 class="wrong">No: a sweep is forced. Play the 8', held)
    assert "You +5 and the cards, the player before you −5." in held
    assert "If you let the king stand:" in held
    assert link(held, "Yes") == HUNG  # once more: who knows?
    page = ask_krypkasino(client, **link(held, "No"))
    assert '<h1 class="right">That was right.</h1>' in page
    assert link(page, "Yes") == HUNG | {"holds": "8"}
    assert "holds" not in link(page, "Next play")
    assert "holds" not in link(page, "It crept: took nothing")
    assert link(page, "Share")["holds"] == "-8"


@pytest.mark.parametrize(("table", "played", "question"), [
    ("7", "7", "What suit is the 7 on the table?"),
    ("7S", "7", "What suit is the 7 that was played?"),
    ("7 7", "7", "What suit is one of the two sevens on the table?")])  # fmt: skip
def test_whose_suit_is_asked(client: FlaskClient, table: str, played: str, question: str) -> None:
    assert question in ask_krypkasino(client, table=table, played=played)


def test_of_several_captures_one_is_chosen(client: FlaskClient) -> None:
    page = ask_krypkasino(client, table="2 3 4 5 8 10", played="A")
    lead = re.findall(r'<a [^>]*href="[^"]+[?]([^"]+)"[^>]*>This one</a>', page)
    assert lead == ["table=2+3+5+8", "table=3+5+10", "table=8+10"]


def test_suits_are_told_one_after_the_other(client: FlaskClient) -> None:
    page = ask_krypkasino(client, table="7", played="7")
    assert link(page, "♠") == {"table": "7S", "played": "7"}
    page = ask_krypkasino(client, **link(page, "♠"))
    assert link(page, "♥") == {"table": "7S", "played": "7H"}
    assert "What suit" not in ask_krypkasino(client, **link(page, "♥"))


CLAIMED = {"table": "3 5 8", "played": "8"}


def test_what_is_chosen_looks_so(client: FlaskClient) -> None:
    page = ask_krypkasino(client, **CLAIMED, claim="1")
    assert '<a class="button " href' in page
    assert page.count('class="button chosen"') == 1  # that somebody asks
    page = ask_krypkasino(client, **link(page, "It crept: took nothing"))
    assert page.count('class="button chosen"') == page.count('aria-current="true"') - 1 == 2
    page = ask_krypkasino(client, **link(page, "It crept: took nothing"))  # once more takes it back
    assert page.count('class="button chosen"') == 1
    assert link(page, "Was that right?") == CLAIMED


@pytest.mark.parametrize(("path", "asked"), [
    (REFEREE, CLAIMED),
    (REFEREE, CLAIMED | {"captured": "-"}),
    (REFEREE, CLAIMED | {"hand": "9 K", "last_of_deal": "1", "house": "set_aside_spades",
                         "judge": "1"}),
    (REFEREE, {"table": "8S 9C", "dealt": "1"}),
    (CASINO, {"table": "5 3 3+5=8@0", "with": "5 3"}),
    (CASINO, {"table": "5", "played": "3", "turn": "3 3+5=8", "players": "3", "judge": "1"}),
    (CASINO, {"table": "3+5=8@0", "played": "8", "hand": "8 9", "house": "may_trail_with_build"}),
])  # fmt: skip
def test_the_question_that_was_asked_is_shared(client: FlaskClient, path, asked) -> None:
    assert link(ask_krypkasino(client, path, **asked), "Share") == asked
    page = ask_krypkasino(client, f"{path}/share", **asked)
    (address,) = re.findall('id="address" readonly value="([^"]+)"', page)
    (code,) = re.findall(r'src="[^"]+/qr.svg\?([^"]+)"', page)
    for query in (urlsplit(address).query, code):
        assert parse_qs(query) == {name: [text] for name, text in asked.items()}
    assert client.get(f"{path}/qr.svg?{code}").status_code == 200


def test_a_shared_claim_is_headed_by_its_verdict(client: FlaskClient) -> None:
    page = ask_krypkasino(client, f"{REFEREE}/share", **CLAIMED, captured="-")
    assert "<h1>No: the 8 cannot creep; it must take the 3, the 5 and the 8.</h1>" in page


@pytest.mark.parametrize(("asked", "labels"),
    [({"hand": "8 9"}, ["Share"]), (CLAIMED, ["Was that right?", "Share"])])  # fmt: skip
def test_a_new_deal_is_no_neighbour_of_sharing(client: FlaskClient, asked, labels) -> None:
    page = ask_krypkasino(client, **asked)
    bar = page.partition('id="asks"')[2].partition("</p>")[0]
    assert re.findall(">([^<>]+)</a>", bar) == labels
    assert (">New deal</a>" in page) is ("table" in asked)


POSITION = {"table": "A 2 6 7 8 9 J", "played": "8"}


def page(client: FlaskClient, path: str, status: int = 200, **query: str) -> str:
    response = client.get(f"{path}?{urlencode(query)}" if query else path)
    assert response.status_code == status
    assert response.content_type == "text/html; charset=utf-8"
    return response.text


@pytest.mark.parametrize("path", ["/", REFEREE, "/krypkasino/rules", "/api/v1/docs"])
def test_pages_stand_alone(client: FlaskClient, path: str) -> None:
    found = Page(page(client, path))
    assert found.outside == []
    assert len(found.ids) == len(set(found.ids))
    links = {address.partition("#")[0] for address in found.links} - {""}
    for address in some(sorted(links), 20):
        assert client.get(address, follow_redirects=True).status_code == 200, address


@pytest.mark.parametrize(
    "path",
    ["/", REFEREE, "/krypkasino/rules", "/nothing", "/sw.js", "/assets/0/icons/icon-192.png"],
)
def test_headers_allow_nothing_foreign(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "path", [f"/assets/0/{name}" for name in ("css/referee.css", "js/referee.js", "icons/icon.svg")]
)
def test_parts_of_a_page_are_held_to_its_policy(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert "Content-Security-Policy" not in headers
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_address_holds_the_position(client: FlaskClient) -> None:
    found = Page(page(client, REFEREE, **POSITION, hand="8 6", captured="8"))
    assert {name: found.values[name] for name in ("table", "played", "hand", "captured")} == {
        **POSITION, "hand": "8 6", "captured": "8"}  # fmt: skip


@pytest.mark.parametrize(("query", "sentence"), [
    ({"table": "8 x 9"}, "“x” is not a card"),
    ({"table": "8 🂬"}, "“🂬” is a knight, and these packs have none. The queen is 🂭."),
    ({"table": "🃏"}, "“🃏” is a joker"),
    ({"table": "🂠"}, "is the back of a card. Which card is it?"),
    ({"table": "🃠"}, "“🃠” is a trump of a tarot pack"),
    ({"table": "DK"}, "K as a suit may be"),
    ({"table": "8K"}, "klöver"),
    ({"table": "8S 8S 8S"}, "3 × 8♠"),
    ({"played": "8 9"}, "more than one card"),
    ({"captured": "8"}, "Say which card was played"),
    ({"house": "jokers"}, "no house rule “jokers”"),
    ({"table": "8", "dealt": "1", "house": "set_aside_spades"}, "Enter the suit of the 8"),
    ({"table": "<svg onload=alert(1)>"}, "“<svg” is not a card"),
    ({"table": "x" * 10_000}, "is not a card")])  # fmt: skip
def test_bad_input_is_explained_and_kept(client: FlaskClient, query, sentence) -> None:
    text = page(client, REFEREE, **query)
    assert "<svg" not in text
    assert sentence in unescape(seen(text))
    for name, value in query.items():
        if name in ("table", "played", "captured"):
            assert Page(text).values[name] == value


def test_what_cannot_be_read_adds_nothing_to_addresses(client: FlaskClient) -> None:
    """Links hold only fields that exist, with the cards that could be read."""
    text = page(client, REFEREE, table="8S 9C", played="x", house="set_aside_spades a&b=c#d%41")
    links = [address for address in Page(text).links if address.startswith(f"{REFEREE}?")]
    assert links
    for address in links:
        fields = parse_qs(urlsplit(address).query)
        assert set(fields) <= {"table", "house", "dealt", "last_of_deal", "judge"}
        assert fields.get("house", ["set_aside_spades"]) == ["set_aside_spades"]
        assert not urlsplit(address).fragment


def test_a_card_that_should_not_have_been_played(client: FlaskClient) -> None:
    """The captures of such a card are no advice."""
    text = page(client, REFEREE, table="3H 5S", played="3C", hand="3C 8D")
    assert "If you let the 3♣\ufe0e stand:" in seen(text)
    assert 'class="button "' in text
    assert 'class="button main" href' not in text
    assert 'class="button main" href' in page(client, REFEREE, table="3H 5S", played="3C")


def test_claims_link_to_their_clause(client: FlaskClient) -> None:
    rules = Page(page(client, "/krypkasino/rules"))
    assert {reason.clause for reason in CaptureReason} - {None} <= set(rules.ids)
    text = page(client, REFEREE, **POSITION, captured="8")
    assert "/krypkasino/rules#capture-everything" in Page(text).links


def test_worked_examples_open_in_the_referee(client: FlaskClient) -> None:
    links = [
        address
        for address in Page(page(client, "/krypkasino/rules")).links
        if "/referee?" in address
    ]
    assert len(links) >= 30
    for address in some(links, 3):
        assert 'class="error"' not in page(client, address)


KRYPKASINO = "/krypkasino/referee"


def chips(page: str) -> list[str]:
    """Return the texts of the conditions, without what opens below them."""
    shown = page.partition('<div class="chips">')[2].partition("<ul")[0]
    return [" ".join(text.split()) for text in re.findall("<(?:a|summary) [^>]*>([^<]+)<", shown)]


def switches(page: str) -> dict[str, bool]:
    """Return the texts that open below the conditions, and whether each is on."""
    opened = page.partition('<ul class="panel">')[2].partition("</ul>")[0]
    return {text: "chosen" in tag for tag, text in re.findall("(<a [^>]*>)([^<]+)</a>", opened)}


@pytest.mark.parametrize(("path", "query", "shown"), [
    (KRYPKASINO, {}, "Deal, house rules"),
    (KRYPKASINO, {"house": "set_aside_spades"}, "1 house rule"),
    (KRYPKASINO, {"dealt": "1", "last_of_deal": "1"},
     "Just dealt, Last of the deal, Deal, house rules"),
    (CASINO, {"players": "3"}, "2, 3 players, 4, House rules"),
    (CASINO, {"players": "4", "pairs": "1"}, "2, 3, 4 players, pairs, In pairs, House rules"),
    (CASINO, {"house": "draw", "stock": "0"}, "2 players, 3, 4, 1 house rule"),
    (SWAZI, {}, "2 players, 3, 4, First of two deals, Crazy, with a stock, House rules"),
    (SWAZI, {"players": "4"}, "2, 3, 4 players, pairs, House rules"),
    (SWAZI, {"house": "crazy", "stock": "0"},
     "Crazy, with a stock, Stock: none left, 1 house rule"),
    (SOUTH_AFRICAN, {}, "2 players, 3, 4, First of two deals, House rules")])  # fmt: skip
def test_what_the_ruling_hangs_on_is_said(client: FlaskClient, path, query, shown) -> None:
    assert ", ".join(chips(ask(client, path, table="5", **query))) == shown


@pytest.mark.parametrize(("path", "query", "text", "changes"), [
    (SWAZI, {}, "First of two deals", {"deal": "2"}),
    (SWAZI, {"deal": "2"}, "Second of two deals", {"deal": ""}),
    (SWAZI, {"house": "crazy", "stock": "0"}, "Crazy, with a stock", {"house": "", "stock": ""}),
    (SWAZI, {"house": "crazy"}, "Stock: cards left", {"stock": "0"}),
    (SWAZI, {"played": "7", "claim": "laid"}, "First of two deals", {"deal": "2"}),
    (SOUTH_AFRICAN, {}, "Four play in two pairs", {"house": "partners", "before": "2"}),
    (SWAZI, {"players": "4"}, "Crazy: two players draw from a stock",
     {"house": "crazy", "players": "", "before": "4"}),
    (SWAZI, {"house": "crazy", "before": "4"}, "Crazy: two players draw from a stock",
     {"house": "", "players": "4", "before": ""}),
    (CASINO, {"players": "4", "pairs": "1"}, "3", {"pairs": "", "players": "3"}),
    (KRYPKASINO, {}, "After this play cards are dealt", {"last_of_deal": "1"}),
    (CASINO, {"house": "may_trail_with_build", "judge": "1"}, "You may trail while you own a build",
     {"house": ""})])  # fmt: skip
def test_a_tap_changes_it(client: FlaskClient, path, query, text, changes) -> None:
    for asked in (query, {"table": "5"} | query):
        then = {name: value for name, value in (asked | changes).items() if value}
        assert link(ask(client, path, **asked), text) == then
        assert headline(ask(client, path, **then))[0] != "“"


def test_a_house_rule_for_another_number_says_so(client: FlaskClient) -> None:
    """Before it is turned, and after."""
    page = ask(client, SWAZI, table="5", players="4")
    assert '<small class="quiet note">then 2 players</small>' in page
    page = ask(client, SWAZI, **link(page, "Crazy: two players draw from a stock"))
    assert '<span class="chip chosen">2 players</span>' in page
    assert "These house rules are for 2 players. Without them: 4 players, pairs." in page
    page = ask(client, SWAZI, **link(page, "Crazy: two players draw from a stock"))
    assert '<span class="chip chosen">' not in page
    assert "Without them" not in page
    assert "4 players, pairs" in page


def test_partners_are_called_so(client: FlaskClient) -> None:
    asked = {"table": "3+5=8@2", "players": "4", "with": "3+5=8@2"}
    page = ask(client, CASINO, **asked)
    assert "opposite player’s" in page
    page = ask(client, CASINO, **link(page, "In pairs"))
    assert "opposite player’s" not in page
    assert page.count("your partner’s") == 2
    assert headline(page) == headline(ask(client, CASINO, **asked))


@pytest.mark.parametrize("game", RULESETS)
def test_every_house_rule_of_the_play_can_be_turned(client: FlaskClient, game: str) -> None:
    path, others = f"/{game}/referee", 2 * (game == "krypkasino")
    names = RULESETS[game].house_rules.names_during_play()
    before = switches(ask(client, path, table="5"))
    assert (any(before.values()), len(before)) == (False, len(names) + 1 + others)
    for number, name in enumerate(names):
        after = switches(ask(client, path, table="5", house=name))
        (turned,) = [text for text, on in after.items() if on]
        assert list(before).index(turned) == number + others


OWN = "You may trail while you own a build"
SIMPLE = "A simple build counts as one card of its value"
PICTURE = "A picture takes only one card of its rank"
RAISED = "Cards from the table may help to raise a build"
MUST = "A card that can take may not be trailed"
ALL_PICTURES = "A picture takes all of its rank"
DECIDING = [  # the game, a claim, the house rules: those that its verdict hangs on
    (CASINO, {"table": "4 5+3=8@0", "played": "K", "claim": "laid"}, "", [OWN]),
    (CASINO, {"table": "4 5+3=8@1", "played": "K", "claim": "laid"}, "", []),
    (CASINO, {"table": "A 3+4=7@1", "played": "2", "turn": "2 2+A+3+4=10", "hand": "2 10"}, "",
     [RAISED, SIMPLE]),
    (CASINO, {"table": "J J", "played": "J", "turn": "J x J J"}, "three_pictures", [ALL_PICTURES]),
    (CASINO, {"table": "5S 3H", "played": "8", "claim": "laid"}, "must_capture", [MUST]),
    (CASINO, {"table": "5S 3H", "played": "8", "claim": "laid"}, "", [MUST]),
    (KRYPKASINO, {"table": "8S", "played": "8", "captured": "8S"}, "", []),
    (LESOTHO, {"table": "J J", "played": "J", "turn": "J x J J"}, "one_picture", [PICTURE]),
]  # fmt: skip


def test_the_house_rules_that_a_verdict_hangs_on_are_beside_it(client: FlaskClient) -> None:
    for path, asked, house, names in DECIDING:
        page = ask(client, path, **asked, house=house)
        beside = page.partition('class="deciding"')[2].partition("</div>")[0]
        assert re.findall('class="tick[^>]*>([^<]+)</a>', beside) == names
        for name in names:
            turned = ask(client, path, **link(beside, name))
            assert headline(turned)[:2] != headline(page)[:2]  # No, or Yes


def test_presets_on_each_side_of_a_verdict_are_named(client: FlaskClient) -> None:
    page = ask(client, CASINO, table="J J", played="J", turn="J x J J")
    beside = re.sub("<[^>]+>", "", page.partition('class="deciding"')[2].partition("</div>")[0])
    assert (
        "Allowed: Standard Hoyle, 1904 · Foster's Hoyle · American: a picture takes all" in beside
    )
    assert "Not allowed: Casino as on pagat.com · Wippen" in beside


DECK = Deck(copies=2)


@pytest.mark.parametrize(("table", "played", "hand", "reading", "whole"), [
    ("", "4", "6 9", "without", "6 9 4"),
    ("", "4", "4 6", "with", "4 6"),
    ("", "4", "4 4 6", "with", "4 4 6"),
    ("", "4H", "4S 6", "without", "4S 6 4H"),
    ("", "4H", "4H 6", "with", "4H 6"),
    ("", "4H", "4H 4H 6", "said", "4H 4H 6"),
    ("", "4H", "4 6", "with", "4 6"),
    ("", "4", "4S 6", "with", "4S 6"),
    ("4H", "4H", "4H 6", "said", "4H 6"),
    ("4H 4H", "4H", "6", "said", "6"),
    ("4 4 4 4 4 4 4", "4", "6", "without", "6 4"),
    ("4 4 4 4 4 4 4", "4", "4 6", "said", "4 6"),
    ("", "4", "", "said", ""),
    ("", "", "4 6", "said", "4 6")])  # fmt: skip
def test_with_the_played_card_or_without(table, played, hand, reading, whole) -> None:
    question = Question.read({"table": table, "played": played, "hand": hand})
    found = read_hand(question.hand, question.played, question.table, DECK)
    assert (found.hand_entry, write_cards(found.hand or ())) == (reading, whole)


@examples(100)
@given(dealt(4, 6, 4))
def test_a_hand_that_was_read_reads_the_same(lying: tuple[list[str], list[str]]) -> None:
    """A hand that is named whole is judged as the API judges it."""
    table, hand = (read_cards(" ".join(texts)) for texts in lying)
    played, rest = hand[0], hand[1:]
    for entered in (hand, rest):
        found = read_hand(entered, played, table, DECK)
        again = read_hand(found.hand, played, table, DECK)
        assert again.hand == found.hand
        assert again.hand_entry is not HandEntry.WITHOUT_PLAYED
    assert read_hand(hand, played, table, DECK).hand == hand


def hand_page(client: FlaskClient, language: str = "en", **query: str) -> str:
    headers = {"Accept-Language": language}
    return client.get("/krypkasino/referee", query_string=query, headers=headers).text


SUMMARIES = [  # the card played, the hand, what is said of it in English, Swedish and German
    ("4", "6 9", "The hand: 2 cards, without the 4", "Handen: 2 kort, utan fyran",
     "Die Hand: 2 Karten, ohne die Vier"),
    ("", "4 6", "The hand: 2 cards", "Handen: 2 kort", "Die Hand: 2 Karten")]  # fmt: skip


def test_how_a_hand_is_read_is_said(client: FlaskClient) -> None:
    for played, hand, english, swedish, german in SUMMARIES:
        for language, said in zip(LANGUAGES, (english, swedish, german), strict=True):
            text = hand_page(client, language, table="Q", played=played, hand=hand)
            summary = text.partition('data-keep="hand"')[2].partition("</summary>")[0]
            assert summary.partition("<summary>")[2].strip().replace("\ufe0e", "") == said


def test_the_address_keeps_the_hand_as_it_was_entered(client: FlaskClient) -> None:
    """Another card may turn out to have been played: no card may be left over from the first."""
    text = hand_page(client, table="3 5", played="9", hand="8 6")
    assert 'data-hand="8 6"' in text
    assert "hand=8+6" in text
    assert "hand=8+6+9" not in text


def test_all_that_is_said_of_builds_goes_by_the_whole_hand(client: FlaskClient) -> None:
    asked = "/casino/referee?table=5S+2H+8C&hand=9H&"
    assert "It depends on the house rules" not in client.get(f"{asked}turn=8H+x+8C").text
    assert "may take these" in client.get(f"{asked}played=8H&with=8C").text


SPOKEN = [  # language, what a page has, what is heard
    ("en", "<p>The 8♥\ufe0e takes</p>", "eight of hearts"),
    ("en", '<a aria-label="build of 8 (3♠\ufe0e)">x</a>', "three of spades"),
    ("sv", "<li>D♣\ufe0e, 10♦\ufe0e</li>", "klöver dam|ruter tio"),
    ("sv", "<li>Kn♠\ufe0e</li>", "spader knekt"),
    ("de", "<b>(B♣\ufe0e)</b>", "Kreuz-Bube"),
    ("en", "<option>8♥\ufe0e</option>", ""),
    ("en", '<input value="8♥\ufe0e"><i>♥\ufe0e</i> X♥\ufe0e AB8♥\ufe0e', "")]  # fmt: skip


@pytest.mark.parametrize(("language", "html", "heard"), SPOKEN)
def test_suits_in_sentences_are_heard(language: str, html: str, heard: str) -> None:
    with speaking(Speech(language)):
        drawn = with_spoken_cards(html)
    names = re.findall(r'aria-label="(?:build of 8 \()?([^")]*)', drawn)
    assert names == heard.split("|") if heard else drawn == html
    assert "build" in html or seen(drawn) == html


@pytest.mark.parametrize(("language", "title"), [
    ("en", "Sweep: the eight of diamonds takes the whole table · Krypkasino · Referee"),
    ("sv", "Tabbe: ruter åtta tar in hela bordet · Krypkasino · Referee")])  # fmt: skip
def test_a_title_has_cards_in_words(client: FlaskClient, language: str, title: str) -> None:
    headers = {"Accept-Language": language}
    page = client.get(f"{REFEREE}?table=2S+6H+8H&played=8D", headers=headers).text
    assert re.findall("<title>(.*)</title>", page) == [title]


class Unspoken(HTMLParser):
    """The texts of a page with a suit that no name says."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._named: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [text for name in LABELS if SUIT.search(text := given.get(name) or "")]
        if tag not in VOID:
            named = tag in PLAIN or "aria-label" in given or given.get("aria-hidden") == "true"
            self._named.append(named)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._named.pop()

    def handle_data(self, data: str) -> None:
        if SUIT.search(data) and not any(self._named):
            self.found.append(data)


SUIT = re.compile("[♠♥♦♣](?!\ufe0e\\xa0)")  # with its word beside it
VOID = (
    "br",
    "img",
    "input",
    "link",
    "meta",
    "hr",
    "wbr",
    "source",
    "path",
    "circle",
    "use",
    "rect",
)
PLAIN = ("option", "textarea", "svg")
LABELS = ("aria-label", "title", "alt")


@pytest.mark.parametrize(("language", "letters"), WAYS)
def test_no_suit_is_unspoken_on_any_page(client: FlaskClient, language: str, letters: str) -> None:
    sent = {"Cookie": cookies(language, letters)}
    for address in addresses(language, letters):
        answer = client.get(address, headers=sent)
        if answer.mimetype == "text/html":
            assert Unspoken(answer.text).found == [], address


CLAIMED_ON_TABLE = [  # the claim so far, the card that is tapped: the claim after it
    ({"claim": "1"}, "eight", {"claim": "1", "captured": "8"}),
    ({"claim": "1", "captured": "8"}, "six", {"claim": "1", "captured": "8 6"}),
    ({"claim": "1", "captured": "8 6"}, "eight", {"claim": "1", "captured": "6"}),
    ({"claim": "1", "captured": "6"}, "six", {"claim": "1"}),
    ({"captured": "-"}, "two", {"claim": "1", "captured": "2"})]  # fmt: skip


@pytest.mark.parametrize(("claim", "name", "then"), CLAIMED_ON_TABLE)
def test_while_somebody_asks_a_tap_on_the_table_says_what_was_taken(
    client: FlaskClient, claim: dict[str, str], name: str, then: dict[str, str]
) -> None:
    asked = {"table": "A 2 6 6 8", "played": "8"}
    page = ask_krypkasino(client, **asked, **claim)
    felt = page.partition('id="felt"')[2].partition("</section>")[0]
    assert "Remove:" not in felt
    href = re.findall(
        rf'href="([^"]+)"[^>]*>\s*<span class="unseen">(?:Choose|Leave): {name}<', felt
    )[0]
    found = {field: text for field, (text,) in parse_qs(urlsplit(href).query).items()}
    assert found == asked | then
