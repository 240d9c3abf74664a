"""``/games/{number}/plays``: the cards on the table, and plays as people enter them."""

from typing import Any

import pytest
from flask import Flask

from tests.calls import NAMES, Caller, fields
from tests.live import Live, cards, live, missed, short


@pytest.fixture
def game(app: Flask) -> Live:
    """Ada, who deals, and Bo; nothing has been entered."""
    return live(Caller(app), ["Ada", "Bo"])


@pytest.fixture(scope="module")
def judged(app: Flask) -> Live:
    """One game for all that is refused, and so changes nothing."""
    return live(Caller(app), ["Ada", "Bo"], "AD 3H 7S 9C")


# The table that was dealt (#deal)

DEALT = [
    # players, sent, table, set aside, sweeps for
    (2, "10H 3C 3S AD", "AD 3S 3C 10H", "", ""),
    (2, "JS 5H QH 5H", "5H 5H", "JS QH", "5 10"),
    (2, "KD KC QS 7H", "7H", "QS KD KC", "7"),
    (2, "KD KC KS KH", "", "KS KH KD KC", ""),
    (2, "AD KC KS KH", "AD", "KS KH KC", ""),
    (2, "10D 4H KS KH", "4H 10D", "KS KH", "A"),
    (2, "e♥ knp TR d♦", "AH 10D", "JS QD", "J"),
    (3, "8S 2H 2C 9D JC", "2H 2C 8S 9D", "JC", ""),
    (4, "4H 4H 3S AD", "AD 3S 4H 4H", "", "4 Q"),
    (5, "4H 4D 4S 4C", "4S 4H 4D 4C", "", "4 8"),
    (6, "6S 7H", "6S 7H", "", "K"),
]


@pytest.mark.parametrize(("players", "sent", "lying", "aside", "sweeps_for"), DEALT)
def test_the_table_that_was_dealt(
    app: Flask, players: int, sent: str, lying: str, aside: str, sweeps_for: str
) -> None:
    state = live(Caller(app), NAMES[:players]).lay(sent)
    assert (state["state"], state["seq"], state["turn"], state["deal"]) == ("playing", 1, 1, 1)
    assert state["table"] == cards(lying)
    assert state["set_aside"] == cards(aside)
    assert state["sweeps_for"] == sweeps_for.split()


WRONG_TABLES: list[tuple[Any, int]] = [
    # table, status
    ([], 422),
    (["5H", "8S", "9C"], 422),
    (["5H", "8S", "9C", "JD", "2D"], 422),
    (["5H", "8S", "9C", "J"], 422),
    (["5H", "5H", "5H", "JD"], 422),
    (["5H", "8S", "9C", "1X"], 400),
    (["5H", "8S", "9C", "11D"], 400),
    (["5H", "8S", "9C", "5K"], 400),
]


@pytest.mark.parametrize(("sent", "status"), WRONG_TABLES)
def test_wrong_tables(game: Live, sent: Any, status: int) -> None:
    game.refused(status, table=sent)
    assert game.read()["state"] == "open"
    game.lay("5H 8S 9C JD")


# The cards of a turn (#turn)

PLAYS = [
    # dealt, card, captured (None: left out), captured cards, left on the table
    ("5H 8S 9C JD", "8H", None, "8S", "5H 9C"),
    ("5H 8S 9C JD", "8H", "8S", "8S", "5H 9C"),
    ("5H 8S 9C JD", "8h", "8♠", "8S", "5H 9C"),
    ("5H 8S 9C JD", "2H", None, "", "2H 5H 8S 9C"),
    ("5H 8S 9C JD", "2H", "", "", "2H 5H 8S 9C"),
    ("5H 8S 9C JD", "AH", None, "5H 9C", "8S"),
    ("5H 8S 9C JD", "KH", "8S 5H", "5H 8S", "9C"),
    ("3H 3H 4S 9C", "7C", None, "3H 4S", "3H 9C"),
    ("2H 3D 5S 7C", "7H", None, "2H 5S 7C", "3D"),
    ("3H 3D 4S 9C", "7C", "4S 3D", "3D 4S", "3H 9C"),
    ("AD 3H 7S 9C", "10D", None, "AD 3H 7S 9C", ""),
    ("AS KH KD KC", "AH", None, "", "AS AH"),
    ("KS KH KD KC", "10D", None, "", "10D"),
]


@pytest.mark.parametrize(("dealt", "card", "captured", "taken", "left"), PLAYS)
def test_plays(
    game: Live, dealt: str, card: str, captured: str | None, taken: str, left: str
) -> None:
    game.lay(dealt)
    state = game.play(card, captured)
    assert state["table"] == cards(left)
    assert (state["seq"], state["turn"], state["cards_left_in_hands"]) == (2, 0, [6, 5])
    assert state["piles"][0] == {"cards": 0, "markers": 0, "points": 0}
    assert state["piles"][1]["cards"] == (len(cards(taken)) + 1 if taken else 0)
    assert state["last_capturer"] == (1 if taken else None)
    assert (state["irregularities"], state["scores"]) == ([], None)


CHOICES = [
    # dealt, card, options
    ("3H 3D 4S 9C", "7C", ["3H 4S", "3D 4S"]),
    ("AS 4D 5H 9H", "10D", ["AS 9H", "AS 4D 5H"]),
    ("AD 5H 5C 9S", "6D", ["AD 5H", "AD 5C"]),
]


@pytest.mark.parametrize(("dealt", "card", "options"), CHOICES)
def test_a_choice(app: Flask, dealt: str, card: str, options: list[str]) -> None:
    for chosen in options:
        game = live(Caller(app), ["Ada", "Bo"], dealt)
        problem = game.refused(422, card=card)
        assert problem["reason"] == "choose"
        found = [option["captured"] for option in problem["options"]]
        assert found == [cards(option) for option in options]
        state = game.play(card, chosen)
        assert state["table"] == [lying for lying in cards(dealt) if lying not in cards(chosen)]


ILLEGAL = [
    # card, captured, reason, missed
    ("10D", "", "must_capture", "AD 3H 7S 9C"),
    ("10D", "3H 7S", "leaves_capturable", "AD 9C"),
    ("10D", "AD 3H 7S", "not_capturable", ""),
    ("AH", "AD", "not_capturable", ""),
    ("2H", "3H", "not_capturable", ""),
    ("10D", "8S", "not_on_table", ""),
    ("10D", "7S 3H 3H", "not_on_table", ""),
    ("3H", "3D", "not_on_table", ""),
]


@pytest.mark.parametrize(("card", "captured", "reason", "rest"), ILLEGAL)
def test_illegal_plays(judged: Live, card: str, captured: str, reason: str, rest: str) -> None:
    verdict = judged.refused(422, card=card, captured=cards(captured))["verdict"]
    assert (verdict["legal"], verdict["reason"]) == (False, reason)
    assert verdict["missed"] == cards(rest)
    assert verdict["missing"] == ([cards(rest)] if rest else [])
    assert verdict["unless"] == []
    assert verdict["message"]


def test_every_way_to_take_the_rest_is_told(app: Flask) -> None:
    game = live(Caller(app), ["Ada", "Bo"], "2H 5D 6C KS")
    game.plays("AH")
    verdict = game.refused(422, card="8D", captured=[])["verdict"]
    assert verdict["missing"] == [["2H", "6C"], ["AH", "2H", "5D"]]


# What happened all the same

AS_PLAYED = [
    # card, captured, seat (None: left out), kinds of irregularity, left, markers
    ("10D", "3H 7S", None, ["illegal_capture"], "AD 9C", 0),
    ("10D", "", None, ["illegal_capture"], "AD 3H 7S 9C 10D", 0),
    ("5H", "AD 3H 7S 9C", None, ["illegal_capture"], "", 1),
    ("10D", "AD 3H 7S 9C", None, [], "", 1),
    ("2D", "", None, [], "AD 2D 3H 7S 9C", 0),
    ("2D", "", 1, [], "AD 2D 3H 7S 9C", 0),
    ("2D", "", 0, ["out_of_turn"], "AD 2D 3H 7S 9C", 0),
    ("10D", "AD 3H 7S 9C", 0, ["out_of_turn"], "", 1),
    ("10D", "AD 9C", 0, ["illegal_capture", "out_of_turn"], "3H 7S", 0),
]


@pytest.mark.parametrize(("card", "captured", "seat", "kinds", "left", "markers"), AS_PLAYED)
def test_as_played(
    game: Live,
    card: str,
    captured: str,
    seat: int | None,
    kinds: list[str],
    left: str,
    markers: int,
) -> None:
    game.lay("AD 3H 7S 9C")
    happened = {"seat": seat} if seat is not None else {}
    if kinds:
        game.refused(422, card=card, captured=cards(captured), **happened)
    state = game.play(card, captured, as_played=True, **happened)
    by = 1 if seat is None else seat
    assert sorted(short(state["irregularities"])) == [(2, by, kind, card) for kind in kinds]
    assert state["table"] == cards(left)
    assert state["piles"][by]["markers"] == markers
    assert state["piles"][by]["cards"] == (len(cards(captured)) + 1 if captured else 0)
    assert state["cards_left_in_hands"][by] == 5
    assert state["last_capturer"] == (by if captured else None)


@pytest.mark.parametrize("captured", ["8S", "3H 3H", "3H 7S 8S", "10D"])
def test_captured_cards_lie_on_the_table_even_so(judged: Live, captured: str) -> None:
    judged.refused(422, card="10D", captured=cards(captured), as_played=True)


def test_an_ace_takes_its_twin_against_the_rules(game: Live) -> None:
    """It empties the table, but only other cards earn two markers (#sweep)."""
    game.lay("AS KH KD KC")
    state = game.play("AS", "AS", as_played=True)
    assert (state["table"], state["piles"][1]) == ([], {"cards": 2, "markers": 1, "points": 4})
    assert short(state["irregularities"]) == [(2, 1, "illegal_capture", "AS")]


@pytest.mark.parametrize("seat", [2, -1, 10**30])
def test_seats_where_nobody_sits(judged: Live, seat: int) -> None:
    answer = judged.send(card="2D", captured=[], as_played=True, seat=seat)
    assert (answer.status_code, fields(answer)) == (422, ["seat"])


# Sweeps (#sweep)

SWEEPS = [
    # dealt, card, markers, points
    ("8S KH KD KC", "8S", 2, 2),
    ("8S KH KD KC", "8H", 1, 1),
    ("10D KH KD KC", "10D", 2, 6),
    ("3H 5H KD KC", "8S", 1, 1),
    ("4H 4H KD KC", "4S", 1, 1),
    ("4H 4H KD KC", "8H", 1, 0),
    ("5D 9D KD KC", "AS", 1, 2),
]


@pytest.mark.parametrize(("dealt", "card", "markers", "counted"), SWEEPS)
def test_sweeps(game: Live, dealt: str, card: str, markers: int, counted: int) -> None:
    assert card.rstrip("SHDC") in game.lay(dealt)["sweeps_for"]
    state = game.play(card)
    lying = [each for each in cards(dealt) if each[0] != "K"]
    pile = {"cards": len(lying) + 1, "markers": markers, "points": counted}
    assert (state["table"], state["sweeps_for"], state["piles"][1]) == ([], [], pile)
    # What is played on to an empty table is no sweep.
    assert game.play("KS")["piles"][0] == {"cards": 0, "markers": 0, "points": 0}


PASSED_OVER = [
    # dealt, plays (Bo begins), missed: seq, seat, card, missed at
    ("5H 5D KH QH", ["2H", "KD", "5S"], [(4, 1, "5S", 2)]),
    # The table that Bo left was one for a queen.
    ("5H 5D KH QH", ["2H", "KD", "5S", "QC"], [(4, 1, "5S", 2), (5, 0, "QC", 3)]),
    # A play that was passed over is listed once.
    ("5H 5D KH QH", ["2H", "KD", "5S", "3C", "10S"], [(4, 1, "5S", 2)]),
    # One card brings two of them to light.
    ("9H KS KH KD", ["2H", "2D", "3H", "3D", "9S"], [(6, 1, "9S", 2), (6, 1, "9S", 4)]),
    # He may choose among cards that sweep; and it is no matter what others hold.
    ("5H 5D KH QH", ["10H", "2H", "5S"], []),
    ("5H 5D KH QH", ["2H", "5S", "KD", "10S"], []),
]


@pytest.mark.parametrize(("dealt", "played", "found"), PASSED_OVER)
def test_forced_sweeps_that_were_passed_over(
    game: Live, dealt: str, played: list[str], found: list[tuple[int, int, str, int]]
) -> None:
    """Nothing is refused: hands are secret."""
    game.lay(dealt)
    state = game.plays(*played)
    assert sorted(missed(state)) == found
    assert len(state["irregularities"]) == len(found)


# Out of place


def test_a_card_before_the_table(game: Live) -> None:
    game.refused(422, card="8H")
    game.refused(422, card="8H", captured=[], as_played=True)
    game.refused(422, table_is=["8H"])
    assert game.read()["state"] == "open"


@pytest.mark.parametrize("played", [[], ["2H"]])
def test_a_second_table(game: Live, played: list[str]) -> None:
    game.lay("5H 8S 9C JD")
    game.plays(*played)
    game.refused(422, table=["5H", "8S", "9C", "JD"])


THIRD_COPIES = [
    # dealt, plays, the third of two
    ("5H 5H 9C JD", [], "5H"),
    ("JD JD 9C 2H", [], "JD"),
    ("5H 9C 2H 3H", ["5H"], "5H"),
    ("8S KH KD KC", ["8S"], "8S"),
    ("9C 2H 3H KH", ["7D", "8D", "7D"], "7D"),
]


@pytest.mark.parametrize(("dealt", "played", "third"), THIRD_COPIES)
def test_a_third_copy(game: Live, dealt: str, played: list[str], third: str) -> None:
    game.lay(dealt)
    game.plays(*played)
    game.refused(422, card=third)
    game.refused(422, card=third, captured=[], as_played=True)


def test_cards_that_cannot_be_read(game: Live) -> None:
    game.lay("5H 8S 9C JD")
    game.refused(422, card="8")
    for card in ("", "8X", "5K", "8H 8S"):
        assert game.send(card=card).status_code in (400, 422)
    game.refused(400, card="8X")
    game.refused(400, card="8H", captured=["8X"])
    game.refused(400, card="8H", captured=["5K"])
