"""The referee's page of games with builds, part by part, without a script."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from .page_requests import (
    CASINO,
    LESOTHO,
    RIGHT,
    SOUTH_AFRICAN,
    SWAZI,
    ask,
    choose,
    headline,
    link,
    part,
    tapped,
)

REFEREE = "/casino/referee"


@pytest.mark.parametrize(("query", "said"), [  # the question, what is said first
    ({}, "Which cards lie on the table?"),
    ({"table": "5", "played": "K"}, "The king can only be trailed"),
    ({"table": "3+5=8@0"}, "You were the last to add to the build of 8: take, build or add."),
    ({"table": "5 x"}, "“x” is not a card."),
    ({"table": "5", "players": "9"}, "9 is not between 2 and 4."),
    ({"table": "5", "turn": "what"}, "“what” is not a turn.")])  # fmt: skip
def test_the_first_sentence(client: FlaskClient, query: dict[str, str], said: str) -> None:
    assert headline(ask(client, **query)).startswith(said)


def test_who_holds_the_card_settles_it(client: FlaskClient) -> None:
    page = ask(client, table="5", played="3", turn="3 3+5=8")
    yes = ask(client, **link(page, "Yes, I hold it"))
    assert headline(yes) == "Yes, that is right."
    assert "You hold an eight. That is what your build needs." in yes
    no = ask(client, **link(page, "No"))
    assert headline(no) == "No: an eight must stay in your hand to take your build of 8."
    assert "/casino/rules#holder" in no
    assert link(no, "No") == link(page, "Change this play") | {"turn": "3 3+5=8"}  # once more: open


@pytest.mark.parametrize(("table", "turn", "chosen"), [  # the table, the turn: what is chosen
    ("A 2 3 5 6 8", "8 x 8 6+2=8", [("eight", "")]),
    ("9 3+4=7@1", "2 3+4+2=9=9", [("nine", ""), ("", "chosen")]),
    ("5", "3 -", [])])  # fmt: skip
def test_what_was_done_is_chosen_on_the_table(client: FlaskClient, table, turn, chosen) -> None:
    page = ask(client, table=table, turn=turn)
    claim = ask(client, **link(page, "Was that right?"))
    assert headline(claim) == headline(page)
    assert re.findall(r"Leave: ([a-z ]+)|class=\"whose (chosen)", claim) == chosen


def test_a_turn_that_is_begun_goes_on(client: FlaskClient) -> None:
    """A build of the table alone, and then a card is laid."""
    begun = {"table": "3 5", "hand": "8 K", "played": "K", "house": "trail_and_table_build"}
    page = ask(client, **begun, turn="3+5=8")
    assert headline(page) == "The king may be trailed"
    assert 'class="open"' in page
    assert link(page, "Trail it")["turn"] == "3+5=8 / K -"
    assert headline(ask(client, **link(page, "Trail it"))) == "Yes, that is right."


def test_a_build_is_made_of_chosen_cards(client: FlaskClient) -> None:
    page = ask(client, table="5S 3D K", **{"with": "5S 3D"})
    assert link(page, "the opponent’s") == {"table": "K 3D+5S=8@1"}
    assert link(page, "yours") == {"table": "K 3D+5S=8@0"}
    assert link(page, "Remove") == {"table": "K"}
    assert re.findall(r">If they lie as a build of (\d+), it is:<", page) == ["8"]


@pytest.mark.parametrize(("path", "players", "whose"), [
    (REFEREE, "2", ["yours", "the opponent’s"]),
    (REFEREE, "3", ["yours", "next player’s", "previous player’s"]),
    (REFEREE, "4", ["yours", "next player’s", "opposite player’s", "previous player’s"]),
    (SWAZI, "4", ["yours", "next player’s", "your partner’s", "previous player’s"])])  # fmt: skip
def test_whose_a_build_is(client: FlaskClient, path: str, players: str, whose: list[str]) -> None:
    for cards in ({"table": "3+5=8@1", "with": "3+5=8@1"}, {"table": "3 5", "with": "3 5"}):
        page = ask(client, path, **cards, players=players)
        for seat, owner in enumerate(whose):
            found = ask(client, path, **link(page, owner))
            (keeper,) = re.findall(r'<span class="keeper[^>]*>([^<]+)</span>', found)
            assert keeper == owner
            assert link(page, owner)["table"] == f"3+5=8@{seat}"
    assert "Whose is the build" not in ask(client, path, table="3+5=8@1", players=players)


@pytest.mark.parametrize(("build", "played", "said", "may"), [
    ("3+5=8@1", "8", "The 8 may take these or build with them", ["Take, and the build of 8",
     "Add to 8"]),
    ("3+5=8@1", "2", "The 2 may build with these", ["Raise to 10"]),
    ("3+5=8@0", "K", "The king may not be played now", [])])  # fmt: skip
def test_a_build_that_is_tapped(client: FlaskClient, build, played, said, may) -> None:
    page = ask(client, table=build, played=played, **{"with": build})
    assert headline(page) == said
    making = page.partition('class="making"')[2].partition('id="whose-8"')[0]
    assert re.findall(r'class="button main"[^>]*>([^<]+)<', making) == may
    assert ("Read the rule" in making) is not bool(may)


@pytest.mark.parametrize(("table", "players", "turn", "then"), [
    ("5 K", "3", "3 3+5=8", "K 3+5=8@2"),
    ("5 2+4=6@1", "4", "5 -", "5 5 2+4=6@0"),
    ("3+5=8@1 9", "", "8 x 3+5=8", "9")])  # fmt: skip
def test_the_next_play(client: FlaskClient, table: str, players: str, turn: str, then: str) -> None:
    """The owner of a build stays right: seats are counted from the next player."""
    page = ask(client, table=table, players=players, turn=turn, judge="1")
    kept = {"players": players} if players else {}
    assert link(page, "Next play") == {"table": then, "judge": "1"} | kept


def test_what_a_card_may_do(client: FlaskClient) -> None:
    """AA16 and AA12 of the rules file: 2 on a build of 7, with a loose 9."""
    page = ask(client, table="3+4=7@1 9 2", played="2")
    assert link(page, "Take") == {"table": "2 9 3+4=7@1", "played": "2", "turn": "2 x 2"} | {
        "table": "9 2 3+4=7@1"
    }
    assert link(page, "Raise to 9")["turn"] == "2 2+3+4=9"
    assert "If you still hold a nine" in page
    assert link(page, "Trail it")["turn"] == "2 -"


TRAILED = {"table": "3 5 8 K", "played": "Q", "house": "trail_and_table_build"}


def test_trailing_and_building_is_listed(client: FlaskClient) -> None:
    page = ask(client, **TRAILED)
    assert "Trail and build of the table" in page
    assert link(page, "Trail it, build 8")["turn"] == "3+5=8 / Q -"
    done = ask(client, **link(page, "Trail it, build 8"))
    assert headline(done) == "Yes, if you still hold an eight."
    bound = ask(client, **TRAILED | {"table": "3 5 4+6=10@0", "hand": "Q 8 10"})
    assert headline(bound) == "The queen may not be played before another step"
    assert "Trail it, build 8" in bound
    assert "Trail it, build" not in ask(client, **TRAILED | {"house": ""})
    assert "Trail it, build" not in ask(client, **TRAILED | {"hand": "Q 7"})


@pytest.mark.parametrize("asked", [  # what was typed, the fields that keep it and their errors
    {"table": "5 3+3=8@0"},
    {"table": "5+", "played": "3 4", "hand": "x", "turn": "y"},
    {"players": "two", "table": "5"},
    {"turn": "8 x " + "5 " * 600}])  # fmt: skip
def test_bad_input_is_told_and_kept(client: FlaskClient, asked: dict[str, str]) -> None:
    page = ask(client, **asked)
    assert '<h1 class="wrong">' in page
    for name in ("table", "played", "hand", "turn"):
        assert f'name="{name}" value="{asked.get(name, "")}"' in page.replace("&#39;", "'")
    for piece in ("ruling", "share"):
        assert client.get(f"{REFEREE}/{piece}?{urlencode(asked)}").status_code == 200


@pytest.mark.parametrize(("table", "hand", "holds", "values"), [
    ("5 6", "3 9", "", "8"),
    ("5 6", "3 K", "", "8 or 9"),
    ("3 4 5 6 3 4 5 6 A 2 A 2", "3 K", "", "3, 4, 5, 6, 7, 8, 9 or 10"),  # more than are listed
    ("5 6", "", "", ""),
    ("5 6", "", "-8", "8")])  # fmt: skip
def test_why_a_build_is_not_listed(client: FlaskClient, table, hand, holds, values) -> None:
    more = {"turn": "3 3+5=8"} if holds else {}
    page = ask(client, table=table, played="3", hand=hand, holds=holds, **more)
    said = re.findall("No build of ([^:]+): a card that takes it", page)
    assert said == ([values] if values else [])
    assert ('hand. <a href="/casino/rules#holder">' in page) is bool(values)


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
            assert ("This judges only what you have tapped." in page) is (seen[-1] == "open")
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


KNOWN = [  # what a partner is known to hold, and others; what is played: the same one player on
    ("J", "", "7", "", "J@1"),
    ("", "J@1", "7", "", "J@0"),
    ("", "J@0", "J", "", ""),
    ("J 9", "K@3 J@0", "J", "K", "9@1 J@1")]  # fmt: skip


def test_what_is_known_goes_round_with_the_seats(client: FlaskClient) -> None:
    for proven, known, played, then, then_known in KNOWN:
        four = {"players": "4", "table": "5", "played": played, "turn": f"{played} -"}
        page = ask(client, SWAZI, **four, proven=proven, known=known)
        found = link(page, "Next play")
        assert (found.get("proven", ""), found.get("known", "")) == (then, then_known)
        assert "known" not in link(page, "3")


def test_what_cannot_be_known_is_left_out(client: FlaskClient) -> None:
    for known in ("J@2", "J@4", "x@1", "J", "\x00@1", "J@1" * 5000):
        found = link(ask(client, SWAZI, players="4", table="5", known=known), "4 players, pairs")
        assert found.get("known", "") == ("J@1" if known.startswith("J@1") else "")
    assert "known" not in link(ask(client, SWAZI, players="3", table="5", known="J@1"), "3 players")


@pytest.mark.parametrize(("path", "query", "players", "then"), [
    (SWAZI, {"players": "4", "table": "3+5=8@3", "piles": "9C@1"}, "2", "table=3+5=8@1&piles=9C@1"),
    (SWAZI, {"players": "3", "table": "5", "piles": "9C@2"}, "4", "table=5&players=4"),
    (SWAZI, {"players": "4", "table": "5", "proven": "J"}, "3", "table=5&players=3"),
    (SOUTH_AFRICAN, {"players": "3", "table": "5", "piles": "9C@2"}, "4",
     "table=5&piles=9C@2&players=4"),
    (CASINO, {"table": "5 3+5=8@1", "played": "8", "claim": "took", "with": "5"}, "4",
     "table=5 3+5=8@1&played=8&with=5&players=4&claim=took"),
    (CASINO, {"table": "5", "played": "5", "turn": "5 x 5", "players": "4"}, "3",
     "table=5&played=5&players=3")])  # fmt: skip
def test_other_players(client: FlaskClient, path, query, players, then) -> None:
    found = link(ask(client, path, **query), players)
    assert found == dict(pair.split("=", 1) for pair in then.split("&"))
    assert headline(ask(client, path, **found))[0] != "“"


@pytest.mark.parametrize(("path", "players", "asked"),
    [(SWAZI, "4", True), (SWAZI, "3", False), (SOUTH_AFRICAN, "4", False)])  # fmt: skip
def test_what_a_partner_holds(client: FlaskClient, path: str, players: str, asked: bool) -> None:
    page = ask(client, path, players=players, table="5")
    assert ("your partner is known to hold" in page) is asked


@pytest.mark.parametrize(("players", "whose"), [
    ("3", ["next player’s", "previous player’s", "yours"]),
    ("4", ["theirs", "your side’s"])])  # fmt: skip
def test_whose_piles(client: FlaskClient, players: str, whose: list[str]) -> None:
    page = ask(client, SWAZI, players=players, table="5", piles="3@1")
    assert list(dict.fromkeys(re.findall(r'whose-pile">([^<]+)', page)))[: len(whose)] == whose


@pytest.mark.parametrize(("game", "query", "said", "clauses"), [
    ("casino", {"table": "8 5 3", "turn": "8 x 8"}, ["A card takes cards of the same value.",
     "You may leave what it could take as well."], "taking-numbers taking-numbers"),
    ("lesotho-casino", {"players": "4", "table": "4C+5C=9@0", "hand": "9S KS", "turn":
     "9S 9S=4C+5C=9@2"}, ["Your partner asked for it."], "asking"),
    ("casino", {"table": "5S+3H=8@0", "hand": "2C 10S", "turn": "2C 5S+3H+2C=10"},
     ["Yes, that is right.", "But until this turn an eight had to be in your hand, for your"],
     "keep-the-card raising"),
    ("casino", {"table": "9", "turn": "8 x 8"}, ["No: this is not on the table: 8."], "groups"),
])  # fmt: skip
def test_every_verdict_says_why(client: FlaskClient, game, query, said, clauses) -> None:
    page = ask(client, f"/{game}/referee", **query)
    verdict = page.partition('<section class="verdict')[2].partition("</section>")[0]
    for sentence in said:
        assert sentence in " ".join(verdict.split())
    found = re.findall(rf"/{game}/rules#([\w-]+)", verdict)
    assert found == clauses.split()
    rules = client.get(f"/{game}/rules").text
    assert all(f'id="{clause}"' in rules for clause in found)


LESS = "Must it take all that? No, it may take less."


@pytest.mark.parametrize(("game", "house", "table", "said", "clause"), [
    ("casino", "", "8 5 3", LESS, "taking-numbers"),
    ("casino", "must_capture_equal", "8 5 3", LESS, "taking-numbers"),
    ("swazi-casino", "", "8 5 3", "Must it take all that? Only if an opponent insists.", "insist"),
    ("casino", "must_capture_equal", "8 8", "", ""),
    ("casino", "", "8 2", "", "")])  # fmt: skip
def test_must_i_take_all(client: FlaskClient, game, house, table, said, clause) -> None:
    page = ask(client, f"/{game}/referee", table=table, played="8", house=house)
    assert ("Must it take all" in page) is bool(said)
    assert said in page
    assert not clause or f"/{game}/rules#{clause}" in page


def test_what_is_to_blame_is_marked(client: FlaskClient) -> None:
    page = ask(client, table="4 5+3=8@0", played="K", claim="laid")
    assert '<li class="build blamed">' in page
    page = ask(client, table="8 5 2", played="8", claim="took", turn="8 x 5 8")
    assert page.count("To blame:") == 2
    assert "blames-played" not in page


OF_THE_HAND = "A card from your hand must be part of it"
HINDERED = [  # the game, the position, cards that are tapped: what is said of them, and its clause
    (SWAZI, {"players": "3", "table": "9S 2C", "piles": "5H>2D@1", "hand": "9H 2H KS"},
     ["nine of spades", "two of clubs", "five of hearts"],
     f"Of one pile a group has one card, so the 2♦ below it must wait. {OF_THE_HAND}: a two.",
     "tops"),
    (SOUTH_AFRICAN, {"table": "7D 5S+3C=8@0", "piles": "AH@1"}, ["seven of diamonds",
     "ace of hearts"], f"{OF_THE_HAND}: an eight.", "turn"),
    ("/casino/referee", {"table": "5 K"}, ["five"],
     "Tap the other cards of a build too, or remove the card.", "")]  # fmt: skip


def test_every_selection_has_its_own_reason(client: FlaskClient) -> None:
    for path, query, names, said, clause in HINDERED:
        page = choose(client, path, query, *names)
        told = part(page, "making").partition(" Read the rule")[0].removesuffix(" Remove")
        assert told == said
        assert re.findall(r'rules#([a-z-]+)"', page.partition('class="making"')[2])[:1] == [
            *filter(None, [clause])
        ]


def test_a_wrong_step_is_marked(client: FlaskClient) -> None:
    """SW13: cards are added to an opponent's build, and it is not taken."""
    query = {"players": "3", "table": "6D 3C+5S=8@1", "piles": "2H@1"}
    page = ask(client, SWAZI, **query, turn="2H^1+6D=3C+5S=8 / 4S -")
    assert headline(page).startswith("No: to an opponent’s build of 8 you only add")
    assert re.findall(r'<li class="wrong"><span>([^<]+)', page) == ["The 4♠ is trailed"]
    assert link(page, "Change this play")["turn"] == "2H^1+6D=3C+5S=8"


STEPS = [  # the game, the position, cards that are tapped, the button, the turn so far
    (SWAZI, {"table": "9S 7S 4C", "piles": "5H>2D@1", "hand": "9D KH"}, ["nine of spades",
     "four of clubs", "five of hearts"], "Build 9", "9S=4C+5H^1=9"),
    (SWAZI, {"table": "6D 3C+5S=8@1", "piles": "2H@1", "hand": "4S 8D"}, ["six of diamonds",
     "two of hearts"], "Add to 8", "2H^1+6D=3C+5S=8"),
    (SWAZI, {"table": "8S", "piles": "8H@1", "hand": "4S 8D"}, ["eight of spades"], "", ""),
    (LESOTHO, {"players": "4", "table": "5C 2D+6H=8@0", "piles": "3S@2", "hand": "2C 8D"},
     ["five of clubs", "three of spades"], "Add to 8", "3S^2+5C=2D+6H=8")]  # fmt: skip


def test_what_tapped_cards_make_in_a_turn(client: FlaskClient) -> None:
    for path, query, names, button, turn in STEPS:
        page = choose(client, path, query, *names)
        if button:
            found = link(page.partition('class="making"')[2].partition("</div>")[0], button)["turn"]
            assert sorted(re.split("[ +=]", found)) == sorted(re.split("[ +=]", turn))
        else:
            assert "In this turn" not in page


def test_a_build_before_the_card_looks_otherwise_than_one_with_it(client: FlaskClient) -> None:
    query = {"table": "9S 5C 4D", "played": "9H", "players": "3"}
    page = choose(client, SWAZI, query, "nine of spades", "five of clubs", "four of diamonds")
    (making,) = re.findall(r'id="made">.*?</p>\s*<p class="actions".*?</p>', page, re.DOTALL)
    buttons = re.findall(r'class="button (\w*)"[^>]*>([^<]+)<', making)
    assert buttons == [
        ("", "Build 9 first, the 9♥ later"),
        ("main", "Take"),
        ("main", "Build 9 with the 9♥"),
    ]


SW7 = {"players": "3", "table": "4C 7S 9S", "piles": "5H>2D@1", "hand": "9D KH"}


def test_a_turn_step_by_step(client: FlaskClient) -> None:
    """SW7: both cards of a pile, one after the other, and then a king is laid."""
    page = choose(client, SWAZI, SW7, "nine of spades", "four of clubs", "five of hearts")
    page = ask(client, SWAZI, **link(page, "Build 9"))
    assert headline(page) == "Not yet: a card from the hand must still be played."
    assert part(page, "steps").startswith("9♠ and 4♣+5♥ are 9 each")
    assert re.findall(r'<b class="value"[^>]*>(\d+)<', page) == ["9"]
    for name in ("seven of spades", "two of diamonds"):
        page = ask(client, SWAZI, **tapped(page, name))
    page = ask(client, SWAZI, **link(page, "Add to 9"))
    page = ask(client, SWAZI, **link(page, "Share") | {"played": "KH"})
    page = ask(client, SWAZI, **link(page, "Trail it"))
    assert headline(page) == RIGHT
    assert "The K♥ is trailed" in part(page, "steps")
    back = link(page.replace('<span class="unseen">: The K♥ is trailed</span>', ""), "Take back")
    assert back["turn"].count("/") == 1
    assert headline(ask(client, SWAZI, **back)) == "The K♥ may be trailed"
    assert "piles" not in link(page, "Next play")


@pytest.mark.parametrize(("query", "turn", "said", "then"), [
    ({"table": "2C 5H 7S"}, "7D x 7S", "Take 2♣ and 5♥ as well", "7D x 2C 5H 7S"),
    ({"table": "KS 4C+5S=9@0", "piles": "9H@1", "hand": "9C 10D"}, "10D -",
     "Add next player’s 9♥ to your build of 9", "10D - / 9H^1=4C+5S=9")])  # fmt: skip
def test_what_they_may_insist_on(client: FlaskClient, query, turn, said, then) -> None:
    """SW18 and SW19."""
    page = ask(client, SWAZI, players="3", **query, turn=turn)
    assert headline(page) == "Yes, but an opponent may insist on more."
    assert "An opponent may insist:" in page
    assert link(page, said)["turn"] == then
    done = ask(client, SWAZI, **link(page, said))
    assert headline(done) == RIGHT
    assert "An opponent may insist:" not in done


@pytest.mark.parametrize(("path", "players", "table", "piles", "turn", "then"), [
    (SWAZI, "3", "8S 3+5=8@1", "9C@1", "8D x 8S 3+5=8", ("", "9C@0 8D@2")),
    (LESOTHO, "4", "7S", "9C@1 3D@2", "7D x 7S", ("", "9C@0 3D@1 7D@3")),
    (SOUTH_AFRICAN, "2", "3D 5C", "9C@1", "8S x 3D 5C", ("", "9C@0 3D>5C>8S@1"))])  # fmt: skip
def test_the_next_play_with_piles(
    client: FlaskClient, path, players, table, piles, turn, then
) -> None:
    page = ask(client, path, players=players, table=table, piles=piles, turn=turn)
    found = link(page, "Next play")
    assert (found.get("table", ""), found["piles"]) == then


def test_what_else_is_passed_on(client: FlaskClient) -> None:
    crazy = {"house": "crazy", "stock": "0", "table": "5"}
    assert link(ask(client, SWAZI, **crazy, turn="7 -"), "Next play")["stock"] == "0"
    second = {"deal": "2", "table": "5"}
    assert link(ask(client, SWAZI, **second, turn="7 -"), "Next play")["deal"] == "2"


def test_piles_that_cannot_be_read(client: FlaskClient) -> None:
    page = ask(client, SWAZI, table="5", piles="3@9 x")
    assert '<h1 class="wrong">' in page
    assert 'name="piles" value="3@9 x"' in page
    assert '<h1 class="wrong">' in ask(client, "/casino/referee", table="5", piles="3@1")


def test_games_without_piles_know_nothing_of_them(client: FlaskClient) -> None:
    page = ask(client, "/casino/referee", table="5 3", played="8", **{"with": "5 3"})
    shown = re.sub("data-piles|turn piles", "", page.partition("<main")[2])
    for text in ("pile", "Hands", "Stock", "Partner", "insist"):
        assert text not in shown


def test_another_card_below_a_used_one(client: FlaskClient) -> None:
    """The step that used a top stays when the card below it is corrected, and so does the top."""
    begun = {"players": "3", "table": "9 7 4", "piles": "5>2@1", "turn": "9=4+5^1=9"}
    page = ask(client, SWAZI, **begun, **{"with": "2^1 7"})
    gone = link(page, "Change the top card")
    assert (gone["piles"], gone["turn"]) == ("5@1", "9=4+5^1=9")


def test_who_holds_it_is_asked_once_a_turn(client: FlaskClient) -> None:
    page = ask(client, SWAZI, table="6 2 5", played="3", turn="3 3+5=8")
    page = ask(client, SWAZI, **link(page, "Yes, I hold it"))
    assert headline(page) == "Yes, but an opponent may insist on more."
    page = ask(client, SWAZI, **link(page, "Add 2 and 6 to your build of 8"))
    assert headline(page) == RIGHT
    assert 'data-stay="yes" aria-current' in page
    assert link(page, "Change this play")["holds"] == "8"
    assert "holds" not in link(page, "Next play")
