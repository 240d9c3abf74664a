"""Turns from what somebody says or insists on, and tables as somebody lays them out."""

import pytest

from referee.rules.cards import NUMBERS_ONLY
from referee.rules.games import ruleset
from referee.rules.games.ask import build_question
from referee.rules.games.casino import question
from referee.rules.games.casino.analysis import Claim, analyse, claim_of, used_in
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.notation import (
    read_build,
    read_cards,
    read_settled_play,
    read_table,
    write_selection,
    write_settled_play,
    write_table,
)
from referee.rules.plays import Table

SWAZI = "swazi-casino"


def table(text: str) -> Table:
    return read_table(text, NUMBERS_ONLY)


DONE = [
    # a turn, what the card from the hand did
    ("8H x 8S", Claim.TOOK), ("3C 3C+5S=8", Claim.BUILT), ("KD -", Claim.LAID),
    ("2H+6S=8 / KD -", Claim.LAID), ("2H+6S=8", Claim.TOOK),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "claim"), DONE)
def test_what_was_done(turn: str, claim: Claim) -> None:
    assert claim_of(read_settled_play(turn)) is claim


USED = [
    # the table, a turn, what it takes or builds with
    ("8S 5C", "8H x 8S", "8S"), ("5S", "3C 3C+5S=8", "5S"), ("KC", "KD -", ""),
    ("AD 2C+3S=5@1", "8H x AD 2C+3S=5", "AD 2C+3S=5"),
    ("AD 2C+3S=5@1", "3H 2C+3H+3S=8", "2C+3S=5@1"),
    ("6S 2H 5C", "2H+6S=8 / 3C 3C+5C=8", "6S 2H 5C"), ("5C", "8H x 5C 3D^1", "5C 3D^1"),
]  # fmt: skip


@pytest.mark.parametrize(("lies", "turn", "used"), USED)
def test_what_was_used(lies: str, turn: str, used: str) -> None:
    found = write_selection(used_in(read_settled_play(turn), table(lies))).split()
    assert sorted(found) == sorted(used.split())


CLAIMED = [
    # the table, the card, what was used, what is said to be done: the turn, may more make it right?
    ("8S 5C 3D", "8H", "8S", "took", "8H x 8S", False),
    ("8S 5C 3D", "8H", "5C", "took", "8H x 5C", True),
    ("8S 5C 3D", "8H", "5C 3D", "laid", "8H -", False),
    ("5C 3D", "3C", "5C", "built", "3C 3C+5C=8", False),
    # Twins of a value: nobody has said which build.
    ("2C 2D", "4H", "2C 2D", "built", None, False),
    # They make none, and it is said what they come to.
    ("KC", "3C", "KC", "built", "3C 3C+KC=16", False),
    ("8S 5C 3D", "8H", "5C 8S", "took", "8H x 5C 8S", True),
    ("8S 5C 2D", "8H", "5C", "took", "8H x 5C", False),
    ("6C 2D AC 9S", "AD", "6C 9S", "built", "AD AD+6C+9S=16", False),
    ("6C AD 9S", "3C", "9S", "built", "3C 3C+9S=12", False),
    ("6C 8D 9S", "2C", "9S", "built", "2C 2C+9S=11", False),
    ("6C 3D 9S 8S", "2C", "6C", "built", "2C 2C+6C=8", False),
    ("5C 3D", "3C", None, "took", None, False),
]


@pytest.mark.parametrize(("lies", "played", "used", "claim", "turn", "half"), CLAIMED)
def test_what_is_claimed(
    lies: str, played: str, used: str | None, claim: str, turn: str | None, half: bool
) -> None:
    texts = {"table": lies, "played": played} | ({"with": used} if used else {})
    found = analyse(build_question("casino", texts), Claim(claim))
    assert (found.turn and write_settled_play(found.turn)) == turn
    assert found.half is half


INSISTED = [
    # the table, the turn, what it is once it is complete
    ("8S 5C 3D", "8H x 8S", "8H x 3D 5C 8S"),
    ("8S KC", "8H -", "8H x 8S"),
    ("6S 2H 8C=8D=8@0", "KD -", "KD - / 8D=8C=2H+6S=8"),
]


@pytest.mark.parametrize(("lies", "turn", "whole"), INSISTED)
def test_what_is_insisted_on(lies: str, turn: str, whole: str) -> None:
    asked = {"table": lies, "turn": turn, "players": "2", "deal": "2"}
    (found,) = analyse(build_question(SWAZI, asked)).insisted
    assert found.turn is not None
    assert write_settled_play(found.turn) == whole


VALUES = [
    # the game, cards, the values that a build of them can have
    ("casino", "5S 3C", [8]), ("casino", "5S 3C 8H", [8]), ("casino", "5S", []),
    ("casino", "KS 3C", []), ("casino", "9S 3C", []), ("royal-casino", "9S 3C", [12]),
    ("royal-casino", "AS AC", [1, 2, 14]), ("casino", "2S 2C 4H", [4, 8]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "cards", "values"), VALUES)
def test_what_cards_can_lie_there_as(game: str, cards: str, values: list[int]) -> None:
    assert build_rules(ruleset(game)).build_values(read_cards(cards)) == values


def test_a_build_is_made_given_away_and_taken_apart() -> None:
    build = read_build("3C+5S=8")
    lies = table("KD 5S 3C AH").with_build(build)
    assert write_table(lies) == "KD AH 3C+5S=8"
    assert write_table(lies.with_owner(build, 0)) == "KD AH 3C+5S=8@0"
    assert build.is_same(build._replace(owner=1))
    assert write_table(lies.without_build(build)) == "KD AH 3C 5S"


def test_the_next_player_sees_it_all_from_the_next_seat() -> None:
    lies = table("KD 3C+5S=8@0 4C+5H=9@1")
    assert write_table(question.table_for_next_player(lies, 3)) == "KD 3C+5S=8@2 4C+5H=9@0"
    piles = tuple(map(read_cards, ("AS", "2S", "3S")))
    assert question.piles_for_next_player(piles, (0, 1, 2)) == tuple(
        map(read_cards, ("2S", "3S", "AS"))
    )
    shared = tuple(map(read_cards, ("AS", "2S", "", "")))
    assert question.piles_for_next_player(shared, (0, 1, 0, 1)) == tuple(
        map(read_cards, ("2S", "AS", "", ""))
    )


def test_fewer_players_leave_no_build_to_nobody() -> None:
    """Four in pairs have two piles; of three each has one, and of two as well."""
    lies = table("3C+5S=8@3 4C+5H=9@1")
    piles = tuple(map(read_cards, ("AS", "2S", "3S", "")))
    fewer, left = question.seated(lies, piles, ruleset(SWAZI), 2)
    assert write_table(fewer) == "3C+5S=8@1 4C+5H=9@1"
    assert left == piles[:2]
    assert question.seated(lies, piles, ruleset(SWAZI), 4)[1] == (
        *piles[:2],
        (),
        (),
    )
