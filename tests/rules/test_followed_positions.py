"""Positions of followed games with builds, where more is known than in a question (L5): the cards
that were shown, how many are left, and which seat is whose."""

from dataclasses import replace

import pytest

from referee.rules.games.ask import build_question
from referee.rules.games.casino.judge.judge import judge
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.notation import read_cards, write_rank


def asked(game: str, **texts: str) -> BuildQuestion:
    return build_question(game, texts)


KNOWN = [
    # table, turn, shown before and out of sight, cards left, legal, reason, what must be held
    ("5S", "3C 3C+5S=8", "", None, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "8S 8H 8D", None, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "8S 8H 8D 8C", None, False, "no_holder", ""),
    ("5S 8C", "3C 3C+5S=8", "8S 8H 8D", None, False, "no_holder", ""),
    ("5S", "3C 3C+5S=8", "", 2, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "", 1, False, "no_holder", ""),
    # A card to keep for each build of one's own.
    ("5S 3D+6D=9@0", "3C 3C+5S=8", "", 3, None, "legal", "8 9"),
    ("5S 3D+6D=9@0", "3C 3C+5S=8", "", 2, False, "no_holder", ""),
    ("5S 3D+6D=9@0", "5C x 5S", "", 2, None, "legal", "9"),
    ("5S 3D+6D=9@0", "5C x 5S", "", 1, False, "keep_card", ""),
    ("5S 3D+6D=9@0", "5C x 5S", "9S 9H 9D 9C", 4, False, "keep_card", ""),
    ("5S 3D+6D=9@0", "9C x 3D+6D=9", "", 1, True, "legal", ""),
    ("5S 3D+6D=9@0", "9C x 3D+6D=9", "9S 9H 9D", 1, True, "legal", ""),
]


@pytest.mark.parametrize(("table", "turn", "gone", "left", "legal", "reason", "holds"), KNOWN)
def test_cards_that_were_shown_and_cards_that_are_left(
    table: str, turn: str, gone: str, left: int | None, legal: bool | None, reason: str, holds: str
) -> None:
    question = asked("casino", table=table, turn=turn)
    position = replace(question.position, gone=read_cards(gone), cards_left=left)
    verdict = judge(build_rules(question.rules), position, question.turn or ())
    assert (verdict.legal, verdict.reason, " ".join(map(write_rank, verdict.holds))) == (
        legal,
        reason,
        holds,
    )


LENT = [
    # how many cards are left, the turn of who adds to an opponent's build, why it is not right
    (2, "2D+6C=5S+3C=8 / KD -", "augment_not_yours", 1),
    (1, "2D+6C=5S+3C=8 / KD -", "augment_not_yours", 0),
    (1, "2D+6C=5S+3C=8 / 8H x 2D+6C=5S+3C=8", "legal", None),
]


@pytest.mark.parametrize(("left", "turn", "reason", "step"), LENT)
def test_who_has_no_card_left_to_take_it_adds_to_no_build(
    left: int, turn: str, reason: str, step: int | None
) -> None:
    """With the last card in this turn it is clear at the addition."""
    question = asked("lesotho-casino", table="2D 6C 9H 5S+3C=8@1", turn=turn)
    position = replace(question.position, cards_left=left)
    verdict = judge(build_rules(question.rules), position, question.turn or ())
    assert (verdict.reason, verdict.step) == (reason, step)
