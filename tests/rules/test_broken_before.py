"""A turn that is right although its hand lacked a card before it (#keep-the-card): what cannot be
seen at the table, and is said where the hand is shown."""

import pytest

from referee.languages import Speech, speaking
from referee.messages import ruled_text
from referee.rules.games.referee import ask
from referee.rules.table_and_builds import write_build

MINE = {"table": "5S+3H=8@0"}
RAISED = "2C 5S+3H+2C=10"
BROKEN = [
    # game, position, hand, turn, the builds that no card was held for
    ("casino", MINE, "2C 10S", RAISED, "3H+5S=8@0"),
    ("royal-casino", MINE, "2C 10S", RAISED, "3H+5S=8@0"),
    ("spade-casino", MINE, "2C 10S", RAISED, "3H+5S=8@0"),
    ("royal-casino", MINE, "6C AS", "6C 5S+3H+6C=14", "3H+5S=8@0"),
    ("casino", MINE | {"house": "may_trail_with_build"}, "2C 10S", RAISED, "3H+5S=8@0"),
    ("casino", {"table": "5S+3H=8@0", "players": "3"}, "2C 10S KD", RAISED, "3H+5S=8@0"),
    # The card is there, or nobody can have it, or the build is somebody else's.
    ("casino", MINE, "2C 8D 10S", RAISED, ""),
    ("casino", {"table": "5S+3H=8@1"}, "2C 10S", RAISED, ""),
    ("casino", {"table": "5S+3H=8@0 8S 8H 8D 8C"}, "2C 10S", RAISED, ""),
    # Where builds have an owner nobody raises their own, so the turn is wrong itself.
    ("south-african-casino", MINE | {"house": "second_build"}, "2C 10S", RAISED, ""),
    ("swazi-casino", MINE, "2C 10S", RAISED, ""),
    ("lesotho-casino", MINE, "2C 10S", RAISED, ""),
    # Nothing is known of a hand that nobody showed, and what is wrong in the turn is said itself.
    ("casino", MINE, "", RAISED, ""),
    ("casino", MINE | {"table": "5S+3H=8@0 2D"}, "2C 10S", "2C x 2D", ""),
    ("casino", MINE, "8D 10S", "8D x 5S+3H=8", ""),
]


@pytest.mark.parametrize(("game", "position", "hand", "turn", "builds"), BROKEN)
def test_what_was_broken_before_a_turn(
    game: str, position: dict[str, str], hand: str, turn: str, builds: str
) -> None:
    ruling = ask(game, position | {"hand": hand, "turn": turn}).ruling
    assert " ".join(map(write_build, ruling.broken_before)) == builds
    with speaking(Speech("en")):
        told = ruled_text(ruling)
    more = "But until this turn an eight had to be in your hand, for your build of 8."
    assert (more in told) is bool(builds)
    assert told.startswith("Yes, that is right.") or not builds
