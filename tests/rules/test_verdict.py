"""Rulings: every reason, every refusal, and the oracle on thousands of positions."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.rules.card_notation import write_card, write_cards, write_rank
from referee.rules.question_fields import BadQuestion
from tests.oracle import krypkasino_play
from tests.strategies import DECK, dealt, examples

from .conftest import Ask

REFUSALS: list[tuple[dict[str, str], list[tuple[str, str]], bool]] = [
    # question, faults as field and error, unreadable?
    (dict(table="8S x"), [("table", "UnreadableCard")], True),
    (dict(table="8K"), [("table", "AmbiguousSuit")], True),
    (dict(played="8S 9S"), [("played", "NotOneCard")], True),
    (dict(limit="many"), [("limit", "UnreadableNumber")], True),
    (dict(limit="1.5"), [("limit", "UnreadableNumber")], True),
    (dict(dealt="yes"), [("dealt", "UnreadableSwitch")], True),
    (dict(table="x", played="y"), [("table", "UnreadableCard"), ("played", "UnreadableCard")],
     True),
    (dict(table="8S 8S 8S"), [("table", "TooManyCopies")], False),
    (dict(table="8S 8S", hand="8S"), [("hand", "TooManyCopies")], False),
    (dict(table="8S 8S", played="8S"), [("played", "TooManyCopies")], False),
    (dict(table="8S 8S", hand="8", played="8S"), [("played", "TooManyCopies")], False),
    (dict(table="8 8 8 8 8 8 8 8 8"), [("table", "TooManyCopies")], False),
    (dict(table="8 8 8 8 8 8 8 8", played="8"), [("played", "TooManyCopies")], False),
    (dict(table="8", played="8", captured="8 " * 105), [("captured", "TooManyCards")], False),
    (dict(limit="0"), [("limit", "OutOfRange")], False),
    (dict(limit="201"), [("limit", "OutOfRange")], False),
    (dict(captured="8"), [("played", "NothingPlayed")], False),
    (dict(table="8", dealt="1", house="set_aside_spades"), [("table", "SuitNeeded")], False),
    (dict(table="8", house="jokers"), [("house", "UnknownHouseRule")], False),
]  # fmt: skip


@pytest.mark.parametrize(("question", "faults", "unreadable"), REFUSALS)
def test_refusal(
    ask: Ask, question: dict[str, str], faults: list[tuple[str, str]], unreadable: bool
) -> None:
    with pytest.raises(BadQuestion) as refusal:
        ask(**question)
    found = [(fault.field, type(fault.error).__name__) for fault in refusal.value.faults]
    assert found == faults
    assert refusal.value.unreadable == unreadable


SWEEPS = [
    # table, hand, sweep of the first card of the hand
    ("5S", "5S", "double"), ("5S", "5D", "single"), ("5", "5S", "single_or_double"),
    ("5S", "5", "single_or_double"), ("5", "5", "single_or_double"), ("3 2", "5", "single"),
    ("AS", "AS", "none"), ("", "5", "none"),
    # Suits that other cards leave open: both 5S are named, so this 5 is no spade ...
    ("5S", "5 5S", "single"),
    # ... one copy of each suit is left, so two suitless 5s are no twins ...
    ("5", "5 5S 5H 5D 5C", "single"),
    # ... and when only spades are left, it must be one.
    ("5", "5S 5H 5H 5D 5D 5C 5C", "double"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "hand", "sweep"), SWEEPS)
def test_sweep(ask: Ask, table: str, hand: str, sweep: str) -> None:
    ruling = ask(table=table, hand=hand)
    assert {write_card(p.card): p.sweep for p in ruling.hand.plays}[
        hand.split(maxsplit=1)[0]
    ] == sweep


def test_a_suitless_card_of_the_hand_is_what_it_was_played_as(ask: Ask) -> None:
    def sweep_of(hand: str) -> str:
        return ask(table="5S", hand=hand, played="5S").hand.plays[0].sweep

    assert sweep_of("5") == "double"
    assert sweep_of("5 5") == "single_or_double"


def test_a_suitless_card_is_one_of_the_hand(ask: Ask) -> None:
    """Played as "5", with one 5 in the hand: it is that one, so nothing is open."""
    (outcome,) = ask(table="5S", hand="5S 6D", played="5").play.outcomes
    assert (outcome.sweep, outcome.option.points, outcome.option.points_most) == ("double", 2, 2)


POINTS = [
    # table, played, least, most
    ("10D", "10S", 4, 4), ("10", "10", 0, 6), ("10D 10D", "10", 6, 7), ("2S", "2", 2, 4),
    ("9C", "9D", 0, 0), ("9H", "9S", 1, 1), ("A 9", "10C", 1, 3), ("A A", "2C", 2, 4),
    ("A A A", "3C", 3, 5), ("K", "KS", 1, 2), ("8", "9", 0, 0),
]  # fmt: skip


@pytest.mark.parametrize(("table", "played", "least", "most"), POINTS)
def test_points(ask: Ask, table: str, played: str, least: int, most: int) -> None:
    option = ask(table=table, played=played).play.outcomes[0].option
    assert (option.points, option.points_most) == (least, most)


def test_set_aside_before_the_first_play(ask: Ask) -> None:
    ruling = ask(table="8S 9C JD K", dealt="1")
    assert (write_cards(ruling.table), write_cards(ruling.set_aside)) == ("8S 9C", "JD K")


def test_spades_set_aside_instead_of_pictures(ask: Ask) -> None:
    ruling = ask(table="8S 9C JD", dealt="1", house="set_aside_spades")
    assert (write_cards(ruling.table), write_cards(ruling.set_aside)) == ("9C JD", "8S")


def test_spades_set_aside_where_the_packs_tell_the_suit(ask: Ask) -> None:
    named = "8S 8S 8H 8H 8D 8D 8C"
    ruling = ask(table="8", hand=f"{named} 9C", dealt="1", house="set_aside_spades")
    assert write_cards(ruling.table) == "8"


def test_setting_up_past_the_next_deal(ask: Ask) -> None:
    (outcome,) = ask(table="6 10 J K", played="4", last_of_deal="1").play.outcomes
    assert write_cards(outcome.set_aside) == "J K"
    assert [write_rank(rank) for rank in outcome.sets_up] == ["10"]
    (outcome,) = ask(table="J K", played="Q", last_of_deal="1").play.outcomes
    assert outcome.sets_up == ()


def test_setting_up_with_a_suit_that_nobody_entered(ask: Ask) -> None:
    """The 4 may be a spade that goes aside; then 2 and 3 remain, else 2, 3 and 4."""
    question = dict(table="2D 4", played="3H", last_of_deal="1", house="set_aside_spades")
    (outcome,) = ask(**question).play.outcomes
    assert outcome.set_aside == ()
    assert [write_rank(rank) for rank in outcome.sets_up] == ["5", "9"]


def test_options_come_by_points_then_cards_then_order(ask: Ask) -> None:
    table = "2S 2H 3S 3D 4C 4S 5H 6D 6S 8C 9H 10D"
    everything = ask(table=table, played="AH", limit="200").play
    keys = [
        (o.option.points, len(o.option.captured), o.option.captured) for o in everything.outcomes
    ]
    assert keys == sorted(keys)
    assert len(keys) == everything.options_total
    for limit in (1, 2, 7):
        some = ask(table=table, played="AH", limit=str(limit)).play
        assert some.outcomes == everything.outcomes[:limit]
        assert some.options_total == everything.options_total


def test_a_table_of_a_hundred_cards_is_cut_off_honestly(ask: Ask) -> None:
    table = " ".join(card for card in DECK if card != "AS")
    ruling = ask(table=table, played="AS", hand="AS", captured="-")
    assert ruling.play.options_total is None
    assert ruling.play.outcomes
    assert not ruling.play.creeps
    assert ruling.verdict.reason == "must_capture"


# --- the oracle ---------------------------------------------------------------------------------


@examples(800)
@given(dealt(table=9, hand=4, suitless=4))
def test_options_and_forced_plays_agree_with_the_oracle(
    ask: Ask, cards: tuple[list[str], list[str]]
) -> None:
    table, hand = cards
    played = hand[0]
    ruling = ask(table=" ".join(table), hand=" ".join(hand), played=played, limit="200")
    options = krypkasino_play.captures(table, played)
    assume(len(options) <= 200)
    assert ruling.play is not None
    assert ruling.hand is not None
    found = [tuple(map(write_card, o.option.captured)) for o in ruling.play.outcomes]
    assert sorted(found) == sorted(options)
    assert ruling.play.options_total == len(options)
    assert ruling.play.creeps == (options == [()])
    assert [write_rank(rank) for rank in ruling.sweeps_for] == krypkasino_play.sweeps_for(table)
    assert [write_card(c) for c in ruling.hand.must_play] == krypkasino_play.must_play(table, hand)
    for outcome in ruling.play.outcomes:
        left = [write_card(card) for card in outcome.left]
        assert [write_rank(rank) for rank in outcome.sets_up] == krypkasino_play.sets_up(left, None)
        groups = outcome.option.sets
        assert sorted(card for group in groups for card in group) == list(outcome.option.captured)
        for group in groups:
            assert (
                sum(krypkasino_play.table_value(write_card(c)) for c in group) == ruling.play.value
            )


@examples(400)
@given(dealt(table=5, hand=3, suitless=4))
def test_points_and_double_sweeps_agree_with_the_oracle(
    ask: Ask, cards: tuple[list[str], list[str]]
) -> None:
    table, (played, *others) = cards
    # A suitless played card that several cards of the hand may be is a case of its own, above.
    assume(
        krypkasino_play.suit_of(played)
        or krypkasino_play.rank_of(played) not in map(krypkasino_play.rank_of, others)
    )
    ruling = ask(table=" ".join(table), hand=" ".join((played, *others)), played=played)
    assert ruling.play is not None
    for outcome in ruling.play.outcomes:
        captured = tuple(map(write_card, outcome.option.captured))
        span = (outcome.option.points, outcome.option.points_most)
        assert span == krypkasino_play.points_range(table, played, captured, others)
        if not outcome.left:
            assert outcome.sweep == krypkasino_play.sweep_kind(table, played, others)


@examples(800)
@given(dealt(table=8, hand=3), st.data())
def test_verdicts_agree_with_the_oracle(
    ask: Ask, cards: tuple[list[str], list[str]], data: st.DataObject
) -> None:
    table, hand = cards
    played = data.draw(st.sampled_from(hand) | st.sampled_from(DECK))
    options = krypkasino_play.captures(table, played)
    taken = data.draw(
        st.sampled_from(options)
        | st.lists(st.sampled_from(table), max_size=5, unique=False).map(tuple)
        if table
        else st.just(())
    )
    claim = data.draw(st.sampled_from([taken, tuple(map(krypkasino_play.rank_of, taken))]))
    held = data.draw(st.sampled_from([hand, None]))
    texts = {"table": " ".join(table), "played": played, "captured": " ".join(claim) or "-"}
    try:
        verdict = ask(**texts, hand=" ".join(held or ())).verdict
    except BadQuestion:
        assert [*table, *hand, played].count(played) > 2
        return
    assert verdict is not None
    assert (verdict.reason, len(verdict.missed)) == krypkasino_play.judge(
        table, played, held, claim
    )
