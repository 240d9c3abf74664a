"""Followed games with builds to their end: who gets what is left, and what the last card of a hand
tells (L7, L8, L15, L17)."""

from referee.rules.games.casino.followed.state import dead_values
from tests.build_game_scenes import CASINO, PAIRS, Scene, engine, follow, found, laid, now, whole

# L7, L8 and L15: the end


def test_what_is_left_goes_to_the_last_capturer() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C")
    state = now(record)
    assert (record.finished, state.turn, state.full_table.cards) == (True, None, ())
    assert [len(pile.cards) for pile in state.piles] == [0, 52]
    assert [pile.markers for pile in state.piles] == [0, 0]
    assert record.score.balanced


def test_if_nobody_captured_it_stays_there() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D")
    assert (record.finished, len(now(record).full_table.cards)) == (True, 52)
    assert not record.score.balanced


def test_the_last_cards_are_no_sweep() -> None:
    record = whole(Scene("casino", 2, "sweeps"), "table 5S 9C JD 2D", "9H x 9C")
    assert [pile.markers for pile in now(record).piles] == [0, 0]


def test_a_game_whose_table_was_corrected_has_no_score() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C", "shows JD 2D 9C")
    assert (record.over, record.finished, record.score) == (True, False, None)
    assert [len(pile.cards) for pile in now(record).piles] != [0, 52]


# L17: with the last card of a hand everybody knows what it held


MERGED = [
    "table 5S 8C 6D 2D", *laid("7C"), "3C 3C+6D=9", "8D 8D+5S=13", *laid("QS"),
    "4D 4D+3C+6D=5S+8D=13", "KS x 3C+4D+6D=5S+8D=13", *laid("KH", "KD", "AS", "9S", "AH", "KC"),
]  # fmt: skip
"""Of a pair (1 and 3) the one who keeps the 13 has a king; who merged a 9 into it has none."""
PROVEN_DEAD = [
    "table 5S 8C 6D 2D", *laid("7C", "KH"), "8D 8D+5S=13", "KS x 5S+8D=13",
    *laid("KD", "KC", "3H", "QS"), "6D+7C=13@1 / JC -", *laid("10S", "AS"),
]  # fmt: skip
"""A king was proven and never held, and all four are shown when the partner builds."""


def test_only_keepers_are_asked_for_cards() -> None:
    """A player who merges a build into the partner's needs a card, but the partner keeps it
    (L17)."""
    assert found(whole(PAIRS, *MERGED)) == []


def test_a_build_that_is_dead_when_it_is_made_is_audited_like_any() -> None:
    """From its owner's next turn, as one by proof is (L5b, L17)."""
    record = follow(PAIRS, *PROVEN_DEAD)
    assert dead_values(engine(record).rules, now(record)) == {13}
    lacking = [line.partition(" ")[2] for line in found(whole(PAIRS, *PROVEN_DEAD))]
    assert lacking == ["1 no_holder since 4 5S+8D=13@1 K", "1 keep_card since 12 6D+7C=13@1 K"]
