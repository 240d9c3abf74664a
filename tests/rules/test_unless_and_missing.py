"""Verdicts that depend on the hand, and every way to do right what was wrong, with the oracle."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import Rank
from referee.rules.games import asked, ruleset
from referee.rules.games.krypkasino.capturing import capture_rules
from referee.rules.games.krypkasino.question import Question
from referee.rules.games.krypkasino.ruling import settled
from referee.rules.games.krypkasino.verdict import CaptureVerdict, judge_play
from referee.rules.notation import read_card, read_cards, write_cards, write_rank
from tests.oracle import brute
from tests.strategies import DECK, dealt, examples

from .conftest import Ask

EIGHT_FOURS = "4S 4S 4H 4H 4D 4D 4C 4C"
UNLESS: list[tuple[dict[str, str], bool | None, str]] = [
    # question, legal, unless a card of these ranks was in the hand
    (dict(table="3 5", played="K", captured="-"), None, "8"),
    (dict(table="3S 5D", played="KC", captured="-"), None, "8"),
    (dict(table="3 5", played="5", captured="5"), None, "8"),  # it takes, but not all
    (dict(table="6 6", played="2", captured="-"), None, "6 Q"),
    (dict(table="5S", played="4H", captured="-"), None, "5"),
    (dict(table="9 5", played="9", captured="9"), None, "A"),  # 14 is the ace of the hand
    (dict(table="3 5 KS", played="2", captured="-", dealt="1"), None, "8"),
    (dict(table="A", played="2", captured="-"), True, ""),  # no card takes a lone ace
    (dict(table="3 5 9", played="K", captured="-"), True, ""),  # nothing sweeps
    (dict(table="KS QD", played="2", captured="-", dealt="1"), True, ""),  # nothing is left
    (dict(table="", played="2", captured="-"), True, ""),
    # It sweeps, with one rank of several.
    (dict(table="3 5", played="8", captured="3 5"), True, ""),
    (dict(table="6 6", played="6", captured="6 6"), True, ""),
    (dict(table="6 6", played="Q", captured="6 6"), True, ""),
    # With the hand nothing is open.
    (dict(table="3 5", played="K", captured="-", hand="K 2"), True, ""),
    (dict(table="3 5", played="K", captured="-", hand="K 8"), False, ""),
    (dict(table="3 5", played="K", captured="-", hand="K"), True, ""),
    # Nor with the last card of a hand.
    (dict(table="3 5", played="K", captured="-", last_of_deal="1"), True, ""),
    # All eight cards of a rank lie in sight, or the eighth may still be held.
    (dict(table=EIGHT_FOURS, played="3", captured="-"), None, "8"),
    (dict(table="4 4 4 4 4 4 4 4", played="3", captured="-"), None, "8"),
    (dict(table="4 4 4 4 4 4 4", played="3", captured="-"), None, "4"),
    (dict(table="K K K K K K K K", played="3", captured="-"), True, ""),
    (dict(table="K K K K K K K", played="3", captured="-"), None, "K"),
    # What is wrong anyway depends on no hand.
    (dict(table="3 5", played="5", captured="-"), False, ""),
    (dict(table="3 5", played="K", captured="5"), False, ""),
    (dict(table="3 5", played="K", captured="9"), False, ""),
]


@pytest.mark.parametrize(("question", "legal", "unless"), UNLESS)
def test_what_depends_on_the_hand(
    ask: Ask, question: dict[str, str], legal: bool | None, unless: str
) -> None:
    verdict = ask(**question).verdict
    assert verdict is not None
    assert (verdict.legal, " ".join(map(write_rank, verdict.unless))) == (legal, unless)
    assert (verdict.reason == "legal") is (legal is not False)
    assert verdict.clause is None or legal is False


def test_a_card_alone_is_no_claim(ask: Ask) -> None:
    """Yet the table waits for the same ranks."""
    ruling = ask(table="3 5", played="K")
    assert (ruling.verdict, ruling.unless) == (None, (Rank.EIGHT,))


SETTLED = [
    # table, played, was such a card held: reason, cards that must be played, sweep
    ("3 5", "K", True, "must_sweep", "8", "single"),
    ("3 5", "K", False, "legal", "", "none"),
    ("6 6", "2", True, "must_sweep", "6 Q", "single"),
    ("5S", "4", True, "must_sweep", "5", "single_or_double"),
]


@pytest.mark.parametrize(("table", "played", "holds", "reason", "must", "sweep"), SETTLED)
def test_once_it_is_known(
    ask: Ask, table: str, played: str, holds: bool, reason: str, must: str, sweep: str
) -> None:
    texts = {"table": table, "played": played, "captured": "-"}
    question, verdict = Question.read(texts), ask(**texts).verdict
    assert verdict is not None
    rules = capture_rules(ruleset("krypkasino"))
    known = settled(rules, question, verdict.unless if holds else ())
    assert known.verdict is not None
    assert (known.verdict.reason, known.sweep) == (reason, sweep)
    assert write_cards(known.verdict.must_play) == must


MISSING = [
    # table, played, captured: each way to take the rest
    ("A 2 5 6 8", "8", "8", ["2 6", "A 2 5"]),
    ("A 2 5 6 8", "8", "-", ["2 6 8", "A 2 5 8"]),
    ("A 7 8", "8", "8", ["A 7"]),
    ("8S 8H 8D", "8", "8H", ["8S 8D"]),
    ("9 5S 5H", "A", "-", ["5H 9", "5S 9"]),  # a spade counts
    ("9C 5D 5H", "A", "-", ["5H 9C", "5D 9C"]),
    ("3 7 9 A 8 2", "10", "7 2 A", ["3 8 9"]),  # divided in another way
    ("10D 4H 9C 5C", "A", "-", ["4H 5C 9C 10D"]),
    ("A 4 7 7 9 10", "A", "10 4", ["7 7"]),  # not with the A 4 9 of another capture
    ("8 9", "8", "8", []),
    ("8 9", "8", "9", []),
    ("8 9", "8", "7", []),
    ("9", "8", "-", []),
]


@pytest.mark.parametrize(("table", "played", "captured", "ways"), MISSING)
def test_every_way_to_take_the_rest(
    ask: Ask, table: str, played: str, captured: str, ways: list[str]
) -> None:
    verdict = ask(table=table, played=played, captured=captured).verdict
    assert verdict is not None
    assert list(map(write_cards, verdict.missing)) == ways
    assert verdict.all_missing
    assert bool(verdict.missed) is bool(ways)
    if ways:
        assert write_cards(verdict.missed) in ways


def test_a_limit(ask: Ask) -> None:
    texts = {"table": "A 2 5 6 8", "played": "8", "captured": "8"}
    for limit, ways, complete in (("1", ["2 6"], False), ("2", ["2 6", "A 2 5"], True)):
        verdict = ask(**texts, limit=limit).verdict
        assert verdict is not None
        assert list(map(write_cards, verdict.missing)) == ways
        assert verdict.all_missing is complete


def test_on_a_table_where_nobody_looks_for_all() -> None:
    """With a hundred cards the search is cut off, and something is said all the same."""
    others = [card for card in random.Random(3).sample(DECK, 104) if card != "10H"]
    for captured in ("-", "10H"):
        table = " ".join([*others[:100], "10H"])
        texts = {"table": table, "played": "10", "captured": captured}
        verdict = asked.ask("krypkasino", texts).ruling.verdict
        assert verdict.missing
        for way in verdict.missing[:5]:
            taken = (*way, *read_cards(captured.strip("-")))
            known = {**texts, "captured": write_cards(taken)}
            assert asked.ask("krypkasino", known).ruling.verdict.reason == "legal"


def test_a_followed_play_is_told_every_way_too() -> None:
    rules = capture_rules(ruleset("krypkasino"))
    table = read_cards("AH 2H 5D 6C 8C")

    def judged(captured: str) -> CaptureVerdict:
        return judge_play(rules, table, read_card("8D"), read_cards(captured))

    assert list(map(write_cards, judged("8C").missing)) == ["2H 6C", "AH 2H 5D"]
    assert judged("2H 6C 8C").missing == ()
    assert judged("2H 6C 8C").unless == ()  # hands are secret, and looked at later


@examples(1000)
@given(dealt(table=8, hand=3), st.data())
def test_the_oracle_agrees(
    ask: Ask, cards: tuple[list[str], list[str]], data: st.DataObject
) -> None:
    table, (played, *others) = cards
    options = brute.captures(table, played)
    divisible = brute.divisible_masks(table, brute.hand_value(played))
    partial = [brute.pick(table, mask) for mask, is_so in enumerate(divisible) if is_so]
    taken = data.draw(st.sampled_from(options) | st.sampled_from(partial))
    known = data.draw(st.booleans())
    texts = {"table": " ".join(table), "played": played, "captured": " ".join(taken) or "-"}
    verdict = ask(**texts, hand=" ".join((played, *others)) if known else "", limit="200").verdict
    assert verdict is not None
    is_open = verdict.reason == "legal" and not known
    expected = brute.unless(table, played) if is_open else []
    assert list(map(write_rank, verdict.unless)) == expected
    ways = brute.missing(table, played, taken, others if known else ())
    if verdict.reason == "must_sweep":
        ways = []
    assert list(map(write_cards, verdict.missing)) == [" ".join(way) for way in ways]


@examples(300)
@given(dealt(table=6, hand=1, suitless=4), st.data())
def test_the_oracle_agrees_where_suits_are_open(
    ask: Ask, cards: tuple[list[str], list[str]], data: st.DataObject
) -> None:
    """A claim of a suit that nobody entered is a case of its own."""
    table, (played,) = cards
    divisible = brute.divisible_masks(table, brute.hand_value(played))
    partial = [brute.pick(table, mask) for mask, is_so in enumerate(divisible) if is_so]
    taken = data.draw(st.sampled_from(partial))
    verdict = ask(table=" ".join(table), played=played, captured=" ".join(taken) or "-").verdict
    assert verdict is not None
    expected = brute.unless(table, played) if verdict.reason == "legal" else []
    assert list(map(write_rank, verdict.unless)) == expected
    ways = [" ".join(way) for way in brute.missing(table, played, taken)]
    assert list(map(write_cards, verdict.missing)) == ways[:50]
