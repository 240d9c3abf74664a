"""*Was that right?* on the referee's page of games with builds."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from .page_requests import CASINO, LESOTHO, SOUTH_AFRICAN, SWAZI, ask, headline, link, tapped

ALIKE = [
    # the game, the table, the card played, its fields of a claim, cards tapped one by one: how each
    # answer looks
    ("krypkasino", "A 2 6 K", "9", "captured", "2 6 A", "open open right"),
    ("krypkasino", "A 2 6 K", "9", "captured", "2 6 K", "open open wrong"),
    ("casino", "A 2 6 K", "8", "with", "2 6 K", "open right wrong"),
    ("casino", "A 2 6 K", "8", "with", "K 2 6", "wrong wrong wrong")]  # fmt: skip


def test_right_and_wrong_are_told_alike(client: FlaskClient) -> None:
    """At each tap; what more cards could make right is not red, and says so."""
    for game, table, played, field, taps, looks in ALIKE:
        cards = taps.split()
        claim = "took" if field == "with" else "1"
        seen = []
        for number in range(len(cards)):
            tapped = {field: " ".join(cards[: number + 1]), "claim": claim}
            page = ask(client, f"/{game}/referee", table=table, played=played, **tapped)
            seen += re.findall('<h1 class="([^"]+)"', page)
            assert ("Judged as far as it is tapped." in page) is (seen[-1] == "open")
            assert ">Judge<" not in page
        assert seen == looks.split()


def test_of_several_values_one_is_chosen(client: FlaskClient) -> None:
    page = ask(client, table="A 2", played="3", claim="built", **{"with": "A 2"})
    assert headline(page) == "Which value was said?"
    assert headline(ask(client, **link(page, "As 6"))) == "Yes, if you still hold a six."
    assert headline(ask(client, **link(page, "As 3"))) == "Yes, if you still hold a three."


def test_nothing_that_is_selected_is_dropped_by_the_question(client: FlaskClient) -> None:
    chosen = {"table": "2 6 3+5=8@1", "played": "8", "with": "2 6 3+5=8@1"}
    asked = link(ask(client, **chosen), "Was that right?")
    assert asked == chosen | {"claim": "took"}
    assert link(ask(client, **asked), "Was that right?") == chosen
    piles = {"players": "3", "table": "6 3+5=8@1", "piles": "2@1", "with": "6 3+5=8@1 2^1"}
    asked = link(ask(client, SWAZI, **piles, played="8"), "Was that right?")
    assert asked == piles | {"played": "8", "claim": "took"}


def test_what_is_tapped_while_somebody_asks_was_used(client: FlaskClient) -> None:
    """On the felt too, builds as well; and a card that somebody laid has taken nothing."""
    asked = {"table": "2 6 3+5=8@1", "played": "8", "claim": "took"}
    page = ask(client, **asked)
    links = dict(re.findall(r'class="(choose|whose) [^"]*" href="([^"]+)"', page))
    for href, used in ((links["choose"], "6"), (links["whose"], "3+5=8@1")):
        found = {name: text for name, (text,) in parse_qs(urlsplit(href).query).items()}
        assert found == asked | {"with": used}
    page = ask(client, **asked, **{"with": "2 6"})
    assert headline(page) == "Yes, that is right."
    assert page.count('class="choose chosen ') == 2
    laid = ask(client, **asked | {"claim": "laid"})
    (href, *_) = re.findall(r'class="choose [^"]*" href="([^"]+)"', laid)
    assert "claim=took" in href


def test_a_claim_sent_as_a_form(client: FlaskClient) -> None:
    """Several ticked boxes are one question."""
    answer = client.get(f"{CASINO}?table=5+3&played=8&claim=took&with=5&with=3")
    assert headline(answer.text) == "Yes, that is right."


@pytest.mark.parametrize(("path", "query", "name"), [
    (SOUTH_AFRICAN, {"table": "9C", "piles": "4H@0", "played": "4D"}, "four of hearts"),
    (SWAZI, {"table": "9C", "piles": "4@0", "played": "4"}, "four"),
    (LESOTHO, {"players": "4", "table": "9C", "piles": "4H@0", "played": "4D"}, "four of hearts"),
])  # fmt: skip
def test_a_top_of_ones_own_pile_can_be_claimed(client: FlaskClient, path, query, name) -> None:
    """ZA8"""
    page = ask(client, path, **query)
    assert f"Change: {name}" in page
    page = ask(client, path, **link(page, "Was that right?"))
    page = ask(client, path, **tapped(page, name))
    assert headline(page) == "No: the pile of your own side is closed to you."
    assert page.partition('class="felt"')[2].count("blamed") == 1
