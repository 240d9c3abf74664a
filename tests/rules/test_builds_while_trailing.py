"""Builds of table cards by a player who trails, by a house rule (F1.7)."""

from referee.rules.games.casino.ruling import PlayRuling, consult
from referee.rules.games.referee import build_question
from referee.rules.plays import write_step

HOUSE = {"house": "trail_and_table_build"}


def play_of(game: str, asked: dict[str, str]) -> PlayRuling:
    play = consult(build_question(game, asked), with_tops=True).play
    assert play is not None
    return play


def test_each_of_them_is_not_illegal_as_a_turn() -> None:
    asked = HOUSE | {"table": "2 3 5 7 8 10 4+6=10@0", "played": "Q"}
    steps = [write_step(one.step) for one in play_of("casino", asked).beside]
    assert len(steps) > 3
    for step in steps:
        question = build_question("casino", asked | {"turn": f"{step} / Q -"})
        verdict = consult(question).verdict
        assert verdict.legal is not False


def test_no_more_than_wanted() -> None:
    play = play_of("casino", HOUSE | {"table": "2 3 5 7 8 10", "played": "Q", "limit": "2"})
    assert len(play.beside) == 2
    assert not play.beside_complete
    assert not play.complete


def test_programs_are_told_what_the_contract_names() -> None:
    question = build_question("casino", HOUSE | {"table": "3 5", "played": "Q"})
    play = consult(question).play
    assert play.beside == ()
