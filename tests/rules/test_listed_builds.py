"""Lists of builds where a sentence of the rules could be read in two ways."""

from referee.rules.card_notation import write_rank
from referee.rules.games.casino.position_analysis import analyse
from referee.rules.games.casino.ruling import consult
from referee.rules.games.referee import build_question
from referee.rules.plays import write_step


def test_people_are_told_of_what_a_partner_may_have_asked_for() -> None:
    """The lists of the contract leave it out: who asked what is not among its questions."""
    asked = {"players": "4", "table": "4C+5C=9@0"}
    asked |= {"hand": "9S KS", "played": "9S", "with": "4C+5C=9"}
    question = build_question("swazi-casino", asked)
    for people, wanted in ((False, []), (True, ["9S 9S=4C+5C=9@2"])):
        play = consult(question, with_tops=people).play
        assert play is not None
        assert [write_step(one.step) for one in play.asked] == wanted
    told = [write_step(way.step) for way in analyse(question).selection.ways]
    assert told == ["9S x 4C+5C=9", "9S 9S=4C+5C=9@2"]
    assert [write_rank(rank) for rank in question.proven] == []


def test_of_several_divisions_the_first_is_written() -> None:
    """Builds of one value differ in their cards: the smaller one is in the first group."""
    asked = {"table": "AD AH+3C=4@0 4C=2S+2H=4@3", "players": "4", "played": "AS"}
    ways = consult(build_question("casino", asked | {"with": asked["table"]})).ways
    assert ways is not None
    wanted = ["AS AS+AH+3C=AD+2S+2H+4C=5", "AS AS+AH+AD+2S+2H+3C+4C=10"]
    assert [write_step(way.step) for way in ways] == wanted
