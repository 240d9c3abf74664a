"""What may be tapped as what a turn fails on."""

import pytest

from referee.rules.exercises.blame import Blame, blame
from referee.rules.games.asked import build_question
from referee.rules.games.casino.judge.building import build_rules
from referee.rules.games.casino.ruling import verdict_on

CASINO, SWAZI, SOUTH_AFRICAN = "casino", "swazi-casino", "south-african-casino"
MINE, THEIRS = "3S+5H=8@0", "3S+5H=8@1"
FAILS = [
    # the game, the position, the turn: one of these must be tapped, and these may be as well
    # What the card might take is not at fault, whatever else it takes.
    (CASINO, {"table": "3H KH"}, "KC x 3H KH", "3H", "KC"),
    (CASINO, {"table": "6D 7D"}, "6H x 6D 7D", "7D", "6H"),
    (CASINO, {"table": "4C 8H 8D"}, "8C x 4C 8H 8D", "4C", "8C"),
    (CASINO, {"table": f"7C {THEIRS}"}, "7D x 7C 3S+5H=8", THEIRS, "7D"),
    # Either will do: one of them is one too many.
    (CASINO, {"table": "JS JH"}, "JD x JS JH", "JH JS", "JD"),
    (CASINO, {"table": "5S 3S 3H"}, "8D x 5S 3S 3H", "3H 3S", "8D"),
    # Nothing of all that: so the card is as wrong.
    (CASINO, {"table": "8H"}, "5S x 8H", "5S 8H", ""),
    (CASINO, {"table": "5H 2C"}, "8S x 5H 2C", "2C 5H 8S", ""),
    (CASINO, {"table": THEIRS}, "7D x 3S+5H=8", f"{THEIRS} 7D", ""),
    # A build is made as a whole.
    (CASINO, {"table": "7S", "hand": "2H 4D"}, "2H 2H+7S=9", "2H 7S", ""),
    (SWAZI, {"table": "9H 3D+7S=10@1", "hand": "AD 10H"}, "AD AD+9H=3D+7S=10",
     "3D+7S=10@1", "9H AD"),
    # A card is laid: so it is at fault, as is what forbids it.
    (CASINO, {"table": f"AC {MINE}", "hand": "8D 6S"}, "6S -", f"{MINE} 6S", ""),
    (SOUTH_AFRICAN, {"table": f"AC {MINE}", "hand": "8D 6S"}, "6S -", f"{MINE} 6S", ""),
    (CASINO, {"table": "8H"}, "8S x 8H", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "turn", "at_fault", "involved"), FAILS)
def test_what_it_fails_on(
    game: str, position: dict[str, str], turn: str, at_fault: str, involved: str
) -> None:
    question = build_question(game, {**position, "turn": turn})
    verdict = verdict_on(question)
    assert verdict
    rules, steps = build_rules(question.rules), question.turn or ()
    found = blame(rules, question.position, steps, verdict)
    assert sorted(found.at_fault) == sorted(at_fault.split())
    assert set(found.involved) - set(found.at_fault) == set(involved.split())
    assert all(map(found.is_on, found.sets))
    assert not found.is_on(())


def test_something_at_fault_must_be_tapped_and_nothing_else() -> None:
    found = Blame(("5H", "2C"), ("8S",))
    right = [("5H",), ("2C",), ("2C", "5H"), ("2C", "8S"), ("5H", "8S"), ("2C", "5H", "8S")]
    assert sorted(found.sets) == sorted(tuple(sorted(one)) for one in right)
    assert not found.is_on(("8S",))
    assert not found.is_on(("5H", "9C"))
    assert found.among(("2C", "9C")) == Blame(("2C",))
