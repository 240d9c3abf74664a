"""Kasino: cards whose suit must be entered, what it lacks, and its grounds (#values, #turn).

`test_variants.py` holds its plays and followed games, and `api/test_kasino_sessions.py` its
sessions, against the oracle.
"""

import pytest

from referee.messages import build_verdict_text, error_text, hindered_text
from referee.rules.card_notation import read_cards
from referee.rules.carried_points import after_games
from referee.rules.games import ruleset
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.open_pile import Pile
from referee.rules.games.casino.judge.build_rules_base import build_rules
from referee.rules.games.casino.options.legality_grounds import Ground
from referee.rules.games.casino.position_analysis import Analysis, analyse
from referee.rules.games.referee import build_question
from referee.rules.question_fields import BadQuestion
from referee.rules.seating import Seats

GAME = "kasino"
TEN, FIVE = "Which ten? The 10♦︎ counts 16.", "Which five? The 5♠︎ may take everything."


def analysis(**texts: str) -> Analysis:
    """Return the analysis of a question; ``with_`` has the field ``with``."""
    return analyse(build_question(GAME, {name.rstrip("_"): text for name, text in texts.items()}))


SUITS = [
    # hand, the card of the turn, table, house rule: field and sentence, or the values of the card
    ("10", "10", "6S 4S", "kasino_values", "hand", TEN),
    ("10D 10", "10S", "6S 4S", "kasino_values", "", "10"),
    ("10", "10", "6S 4S 10D", "kasino_values", "", "10"),
    ("10 10D", "10", "6S 4S", "kasino_values", "turn", TEN),
    ("10H 10S", "10", "6S 4S", "kasino_values_free", "", "10"),
    ("", "10", "6S 4S", "kasino_values", "turn", TEN),
    ("", "10", "6S 4S", "", "", "10"),
    ("10", "10", "10S 10H 10C 6S", "kasino_values", "", "16"),
    ("2", "2", "2S", "kasino_values", "", "2"),
    ("A", "A", "8S 6S", "kasino_values", "", "14"),
    ("5 7C", "5", "4S", "five_of_spades", "hand", FIVE),
    ("5 7C", "5", "5S", "five_of_spades", "", "5"),
]


@pytest.mark.parametrize(("hand", "card", "table", "house", "field", "told"), SUITS)
def test_suits_that_decide(
    hand: str, card: str, table: str, house: str, field: str, told: str
) -> None:
    asked = {"table": table, "hand": hand, "turn": f"{card} -", "house": house}
    if not field:
        found = analysis(**asked)
        assert found.played is not None
        face = found.context.face_of(found.played)
        assert " ".join(map(str, found.rules.hand_values(face))) == told
        return
    with pytest.raises(BadQuestion) as refused:
        build_question(GAME, asked)
    (fault,) = refused.value.faults
    assert (fault.field, error_text(fault.error)) == (field, told)


REFUSED = [
    {"table": "3S+5H=8", "played": "8S"}, {"piles": "5H@1"}, {"proven": "J"}, {"stock": "3"},
    {"deal": "2", "house": "draw"}, {"deal": "7"},
]  # fmt: skip


@pytest.mark.parametrize("asked", REFUSED)
def test_what_it_lacks_is_refused(asked: dict[str, str]) -> None:
    with pytest.raises(BadQuestion) as refused:
        build_question(GAME, asked)
    assert [fault.field for fault in refused.value.faults] == [next(iter(asked))]


GROUNDS = [
    # table, turn, house rules, grounds
    ("5S 6H", "JD -", "", [Ground.LAID_FREELY]),
    ("5S 6H", "JD -", "must_capture kasino_values", None),
    ("5S 7H", "JD -", "must_capture", [Ground.NOTHING_DUE]),
    ("9H 7C 10C", "10D x 9H 7C", "kasino_values", [Ground.GROUPS]),
    ("KD 9C AS", "5S x KD 9C AS", "five_of_spades", [Ground.EVERYTHING]),
    ("5H 9C AS", "5S x 5H", "five_of_spades", [Ground.EQUAL]),
    ("10H 8C 2S", "10D x 10H", "kasino_values_free", [Ground.EQUAL, Ground.LESS]),
]


@pytest.mark.parametrize(("table", "turn", "house", "grounds"), GROUNDS)
def test_why_a_play_is_legal(
    table: str, turn: str, house: str, grounds: list[Ground] | None
) -> None:
    found = analysis(table=table, turn=turn, house=house).grounds
    assert [one.ground for one in found] == (grounds or [])


def test_a_selection_is_refused_as_a_capture() -> None:
    """Nothing is built, so nobody says what the cards would come to."""
    found = analysis(table="KD 9C", played="8S", with_="KD 9C").selection
    assert [hindered_text(one) for one in found.hindered] == [
        "No: the card cannot take this: 9♣︎ and K♦︎."
    ]
    assert analysis(table="KD 9C 2S", with_="KD 9C").hindered_to_lie is None
    verdict = analysis(table="5S", turn="4C 4C+5S=9").verdict
    assert verdict is not None
    told = build_verdict_text(verdict)
    assert told == "No: Kasino has no builds: take, or lay the card."


VALUES = [
    # card, house rule, values from the hand, on the table
    ("AH", "", (1, 14), (1, 14)), ("AH", "kasino_values", (14,), (1,)),
    ("2S", "kasino_values", (15,), (2,)), ("2H", "kasino_values", (2,), (2,)),
    ("10D", "kasino_values", (16,), (10,)), ("10D", "kasino_values_free", (10, 16), (10,)),
    ("2S", "kasino_values_free", (2, 15), (2,)), ("AH", "kasino_values_free", (1, 14), (1, 14)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "house", "hand", "table"), VALUES)
def test_values(text: str, house: str, hand: tuple[int, ...], table: tuple[int, ...]) -> None:
    rules = build_rules(ruleset(GAME, house.split()))
    (card,) = build_question(GAME, {"table": text}).table.loose
    assert (rules.hand_values(card), rules.values[card.rank]) == (hand, table)


LATE = [
    # house rule, totals before the game: what two sweeps score so far
    ("late_sweeps_off", {0: 10, 1: 0}, 0), ("late_sweeps_off", {0: 9, 1: 9}, 2), ("", {0: 15}, 2),
]  # fmt: skip


@pytest.mark.parametrize(("house", "totals", "points"), LATE)
def test_late_sweeps_score_nothing_so_far(house: str, totals: dict[int, int], points: int) -> None:
    """The live table says so before the end."""
    rules = after_games(ruleset(GAME, house.split()), None, totals, ())
    engine = rules.engine
    assert isinstance(engine, BuildGameEngine)
    state = engine.start(Seats(2, 0), read_cards("4C 5H 9C KD"))
    swept = state.with_pile(0, Pile(markers=2))
    assert engine.points_so_far(swept, rules.sheet) == (points, 0)
