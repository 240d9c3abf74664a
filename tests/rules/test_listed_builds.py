"""What is listed of builds where a sentence of the rules could be read in two ways."""

import pytest

from referee.rules.games.asked import ask, build_question
from referee.rules.games.casino.ruling import consult, selected_in
from referee.rules.notation import write_card, write_rank
from referee.rules.turns import write_step

SWAZI, CASINO, ROYAL = "swazi-casino", "casino", "royal-casino"
AS_CARDS = {"house": "simple_build_as_card"}

# game, position, played, the takes in their order
TAKES = [
    # an ace is worth a point, whichever it is
    (CASINO, {"table": "A 2 3 4 5"}, "7", ["7 x A 2 4", "7 x 2 3 4 5"]),
    # a 2 that can only be the one of spades is worth one too
    (CASINO, {"table": "2 2H 3S 5S", "hand": "2D 2C 7H"}, "7H", ["7H x 2H 2 3S", "7H x 2 5S",
     "7H x 2H 5S"]),
    # as many points and cards: in card order, those of builds among them
    (ROYAL, AS_CARDS | {"table": "8S 7D+4H=11@0 AD 3S 5C+7H=12@1"}, "QC", ["QC x AD 3S 8S 5C+7H=12",
     "QC x AD 4H+7D=11 5C+7H=12"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "asked", "played", "takes"), TAKES)
def test_takes_by_points(game: str, asked: dict[str, str], played: str, takes: list[str]) -> None:
    play = ask(game, asked | {"played": played}).ruling.play
    assert play is not None
    assert [write_step(one.step) for one in play.takes] == takes


# position, played, the builds
FORMS = [
    # a card without a suit is never the one on the table
    ({"table": "A K", "hand": "A A"}, "A", ["A A=A=1", "A A=A=14", "A A+K=14"]),
    ({"table": "AH KH", "hand": "AS AD"}, "AS", ["AS AS=AH=1", "AS AS=AH=14", "AS AS+KH=14"]),
    # of builds that hold another one only that is listed
    ({"table": "AH 2S 10S", "hand": "AS AD"}, "AS", ["AS AS=AH=1", "AS AS=AH=14"]),
]


@pytest.mark.parametrize(("asked", "played", "builds"), FORMS)
def test_builds_with_aces(asked: dict[str, str], played: str, builds: list[str]) -> None:
    play = ask(ROYAL, asked | {"played": played}).ruling.play
    assert play is not None
    assert [write_step(one.step) for one in play.forms] == builds
    assert play.forms_complete


# position, played, the groups of the first take
GROUPS = [
    # an ace is 14 alone, or 1 beside a build
    ({"table": "AH AD 6S+7S=13@1"}, "AS", [["AH"], ["AD"]]),
    ({"table": "AH AD AC 6S+7S=13@1 5S+8S=13@1"}, "AS", [["AH"], ["AD"], ["AC"]]),
    ({"table": "AH 10D 4H 3S+8S=11@1 3D"}, "AS", [["AH"], ["3D"], ["4H", "10D"]]),
    # of several divisions the first, builds left out
    ({"table": "4H 6H AS+3S=4@1 2S+4S=6@1"}, "10S", [["4H"], ["6H"]]),
    ({"table": "AS+3S=4@1 2S+4S=6@1"}, "10S", []),
]


@pytest.mark.parametrize(("asked", "played", "groups"), GROUPS)
def test_groups_with_builds_that_count_as_cards(
    asked: dict[str, str], played: str, groups: list[list[str]]
) -> None:
    play = ask(ROYAL, asked | AS_CARDS | {"played": played}).ruling.play
    assert play is not None
    assert [list(map(write_card, group)) for group in play.takes[0].groups] == groups


def test_people_are_told_of_what_a_partner_may_have_asked_for() -> None:
    """The lists of the contract leave it out: who asked what is not among its questions."""
    asked = {"players": "4", "table": "4C+5C=9@0"}
    asked |= {"hand": "9S KS", "played": "9S", "with": "4C+5C=9"}
    question = build_question(SWAZI, asked)
    for people, wanted in ((False, []), (True, ["9S 9S=4C+5C=9@2"])):
        play = consult(question, with_tops=people).play
        assert play is not None
        assert [write_step(one.step) for one in play.asked] == wanted
    told = [write_step(way.step) for way in selected_in(question).ways]
    assert told == ["9S x 4C+5C=9", "9S 9S=4C+5C=9@2"]
    assert [write_rank(rank) for rank in question.proven] == []
