"""Why a turn is right: what its card did, and that it need not do more."""

import pytest

from referee.rules.games import ruleset
from referee.rules.games.asked import build_question
from referee.rules.games.casino.judge.building import build_rules
from referee.rules.games.casino.judge.reasons import GROUNDS, PLAIN, Ground, Reason
from referee.rules.games.casino.ruling import verdict_on
from referee.rules.games.casino.search.grounds import Because, grounds, may_leave
from referee.rules.notation import write_card
from tests.rules.test_judging_builds import EXAMPLES, FIELDS, GAMES, VECTORS

CASINO = "casino"
ROYAL = "royal-casino"
SWAZI = "swazi-casino"
LESOTHO = "lesotho-casino"
SOUTH_AFRICAN = "south-african-casino"


def of(game: str, asked: dict[str, str]) -> tuple[Because, ...]:
    question = build_question(game, asked)
    verdict = verdict_on(question)
    assert verdict
    assert question.turn
    return grounds(build_rules(question.rules), question.position, question.turn, verdict)


OWN_NINE = {"players": "4", "table": "4C+5C=9@0", "hand": "9S KS"}
PARTNERS_NINE = {"players": "4", "table": "4C+5C=9@2", "hand": "9S 4S KS"}
RIGHT = [
    # the game, the position, the turn: its grounds, and the groups of the first
    (CASINO, {"table": "8 5 3 K"}, "8 x 8 5 3", "groups", "8 3+5"),
    (CASINO, {"table": "8 5 3 K"}, "8 x 8", "equal less", ""),
    (CASINO, {"table": "8 5 3 K"}, "8 x 5 3", "groups less", "3+5"),
    (CASINO, {"table": "QC QS"}, "QD x QC", "picture", ""),
    (CASINO, {"table": "5 3+5=8@1"}, "8 x 3+5=8", "build", ""),
    (CASINO, {"table": "8 3+5=8@1"}, "8 x 3+5=8", "build less", ""),
    (CASINO, {"table": "8 3+5=8@1"}, "8 x 8 3+5=8", "build equal", ""),
    (CASINO, {"table": "5"}, "3 3+5=8", "made held", "3+5"),
    (CASINO, {"table": "5", "hand": "3 8"}, "3 3+5=8", "made", "3+5"),
    (CASINO, {"table": "A 2", "hand": "3 3"}, "3 3+A+2=3", "made", "3 A+2"),
    (CASINO, {"table": "3+4=7@1 9", "hand": "2 9"}, "2 2+3+4=9=9", "raised", ""),
    (CASINO, {"table": "3C+6D=9@1 3", "hand": "6 9"}, "6 3+6=3C+6D=9", "added", "3+6"),
    (CASINO, {"table": "3C+6D=9@1", "hand": "9 9"}, "9 9=3C+6D=9", "added", "9"),
    (CASINO, {"table": "5 K"}, "K -", "laid", ""),
    (CASINO, {"table": "4+4=8@0", "house": "may_trail_with_build"}, "K -", "laid_anyhow kept", ""),
    (CASINO, {"table": "3 5 K", "house": "trail_and_table_build"}, "3+5=8 / Q -", "laid held", ""),
    (ROYAL, {"table": "5 7 Q"}, "Q x 5 7", "groups less", "5+7"),
    (ROYAL, {"table": "10 4"}, "A x 10 4", "groups", "4+10"),
    (ROYAL, {"table": "4 3+3=6@1", "house": "simple_build_as_card"}, "10 x 4 3+3=6", "groups", ""),
    (SWAZI, {"table": "2 5 7"}, "7 x 7", "equal not_insisted", ""),
    (SWAZI, {"table": "2 5 7"}, "7 x 2 5 7", "groups", "7 2+5"),
    (SWAZI, OWN_NINE, "9S 9S=4C+5C=9@2", "asked", ""),
    (SWAZI, PARTNERS_NINE, "9S 9S=4C+5C=9", "added partners", "9S"),
    (SWAZI, PARTNERS_NINE | {"table": "5S 4C+5C=9@2"}, "4S 4S+5S=4C+5C=9", "added partners",
     "4S+5S"),
    (SWAZI, {"players": "4", "table": "5 K", "proven": "J"}, "6 5+6=11@2", "made proven", "5+6"),
    (SWAZI, {"players": "3", "table": "6 5+3=8@1", "piles": "2@1"}, "2^1+6=5+3=8 / 8 x 2+6=5+3=8",
     "build", ""),
    (LESOTHO, {"table": "K K"}, "K x K", "picture not_insisted", ""),
    (LESOTHO, {"table": "K K"}, "K x K K", "picture", ""),
    (SOUTH_AFRICAN, {"table": "5", "piles": "4@1"}, "9 x 5 4^1", "groups", "4+5"),
    (SOUTH_AFRICAN, {"table": "5", "piles": "9@1"}, "9 x 9^1", "equal", ""),
    (SOUTH_AFRICAN, {"table": "9", "piles": "9H@1"}, "9 x 9^1", "equal less", ""),
]  # fmt: skip


@pytest.mark.parametrize(("game", "asked", "turn", "wanted", "groups"), RIGHT)
def test_why_it_is_right(
    game: str, asked: dict[str, str], turn: str, wanted: str, groups: str
) -> None:
    found = of(game, asked | {"turn": turn})
    assert " ".join(one.ground for one in found) == wanted
    assert [one.clause for one in found] == [GROUNDS[one.ground] for one in found]
    written = (sorted(map(write_card, group)) for group in found[0].groups)
    assert sorted(map("+".join, written)) == sorted(
        "+".join(sorted(group.split("+"))) for group in groups.split()
    )


def test_every_ground_occurs() -> None:
    found = {name for *_, wanted, _ in RIGHT for name in wanted.split()}
    assert found == set(Ground) == set(GROUNDS)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_must_take_everything(game: str) -> None:
    rules = build_rules(ruleset(game))
    (card, *_) = rules.deck.faces
    wanted = Ground.NOT_INSISTED if game in (SWAZI, LESOTHO) else Ground.LESS
    assert may_leave(rules, card).ground is wanted


@pytest.mark.parametrize("one", [*VECTORS, *EXAMPLES], ids=lambda one: f"{one['game']}-{one['id']}")
def test_every_published_turn_has_its_clause(one: dict[str, object]) -> None:
    """Legal ones by their grounds, others by the reason or where people can read on."""
    asked = one.get("query") or {name: str(one[name]) for name in FIELDS if name in one}
    assert isinstance(asked, dict)
    house = one["house"]
    assert isinstance(house, list)
    asked = asked | {"house": " ".join(house)}
    if one["legal"] is False:
        rules = build_rules(ruleset(str(one["game"])))
        assert Reason(str(one["reason"])) in {**rules.CLAUSES, **PLAIN}
    else:
        assert of(str(one["game"]), asked)
