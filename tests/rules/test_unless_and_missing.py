"""Verdicts that depend on the hand, and every way to do right what was wrong, with the oracle."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import Rank
from referee.rules.games import ask as ask_referee
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules
from referee.rules.games.krypkasino.question import Question, settled
from referee.rules.games.krypkasino.verdict import CaptureVerdict, judge_play
from referee.rules.notation import read_card, read_cards, write_cards, write_rank
from tests.oracle import krypkasino_play
from tests.strategies import DECK, dealt, examples

from .conftest import Ask


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
    rules = capture_rules(ruleset("krypkasino"))
    known = settled(rules, question, verdict.unless if holds else ())
    assert (known.verdict.reason, known.sweep) == (reason, sweep)
    assert write_cards(known.verdict.must_play) == must


def test_a_limit(ask: Ask) -> None:
    texts = {"table": "A 2 5 6 8", "played": "8", "captured": "8"}
    for limit, ways, complete in (("1", ["2 6"], False), ("2", ["2 6", "A 2 5"], True)):
        verdict = ask(**texts, limit=limit).verdict
        assert list(map(write_cards, verdict.missing)) == ways
        assert verdict.all_missing is complete


def test_on_a_table_where_nobody_looks_for_all() -> None:
    """With a hundred cards the search is cut off, and something is said all the same."""
    others = [card for card in random.Random(3).sample(DECK, 104) if card != "10H"]
    for captured in ("-", "10H"):
        table = " ".join([*others[:100], "10H"])
        texts = {"table": table, "played": "10", "captured": captured}
        verdict = ask_referee.ask("krypkasino", texts).ruling.verdict
        assert verdict.missing
        for way in verdict.missing[:5]:
            taken = (*way, *read_cards(captured.strip("-")))
            known = {**texts, "captured": write_cards(taken)}
            assert ask_referee.ask("krypkasino", known).ruling.verdict.reason == "legal"


def test_a_followed_play_is_told_every_way_too() -> None:
    rules = capture_rules(ruleset("krypkasino"))
    table = read_cards("AH 2H 5D 6C 8C")

    def judged(captured: str) -> CaptureVerdict:
        return judge_play(rules, table, read_card("8D"), read_cards(captured))

    assert list(map(write_cards, judged("8C").missing)) == ["2H 6C", "AH 2H 5D"]
    assert judged("2H 6C 8C").missing == ()
    assert judged("2H 6C 8C").unless == ()  # hands are secret, and looked at later


@examples(300)
@given(dealt(table=8, hand=3), st.data())
def test_the_oracle_agrees(
    ask: Ask, cards: tuple[list[str], list[str]], data: st.DataObject
) -> None:
    table, (played, *others) = cards
    options = krypkasino_play.captures(table, played)
    divisible = krypkasino_play.divisible_masks(table, krypkasino_play.hand_value(played))
    partial = [krypkasino_play.pick(table, mask) for mask, is_so in enumerate(divisible) if is_so]
    taken = data.draw(st.sampled_from(options) | st.sampled_from(partial))
    known = data.draw(st.booleans())
    texts = {"table": " ".join(table), "played": played, "captured": " ".join(taken) or "-"}
    verdict = ask(**texts, hand=" ".join((played, *others)) if known else "", limit="200").verdict
    is_open = verdict.reason == "legal" and not known
    expected = krypkasino_play.unless(table, played) if is_open else []
    assert list(map(write_rank, verdict.unless)) == expected
    ways = krypkasino_play.missing(table, played, taken, others if known else ())
    if verdict.reason == "must_sweep":
        ways = []
    assert list(map(write_cards, verdict.missing)) == [" ".join(way) for way in ways]


@examples(200)
@given(dealt(table=6, hand=1, suitless=4), st.data())
def test_the_oracle_agrees_where_suits_are_open(
    ask: Ask, cards: tuple[list[str], list[str]], data: st.DataObject
) -> None:
    """A claim of a suit that nobody entered is a case of its own."""
    table, (played,) = cards
    divisible = krypkasino_play.divisible_masks(table, krypkasino_play.hand_value(played))
    partial = [krypkasino_play.pick(table, mask) for mask, is_so in enumerate(divisible) if is_so]
    taken = data.draw(st.sampled_from(partial))
    verdict = ask(table=" ".join(table), played=played, captured=" ".join(taken) or "-").verdict
    expected = krypkasino_play.unless(table, played) if verdict.reason == "legal" else []
    assert list(map(write_rank, verdict.unless)) == expected
    ways = [" ".join(way) for way in krypkasino_play.missing(table, played, taken)]
    assert list(map(write_cards, verdict.missing)) == ways[:50]
