"""Conditions of a ruling are said in words under the position, and one tap changes them."""

import re

import pytest
from flask.testing import FlaskClient

from referee.rules.games import RULESETS

from .page_requests import CASINO, LESOTHO, SOUTH_AFRICAN, SWAZI, ask, headline, link

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
