"""Rulings: every reason, every refusal, and the oracle on thousands of positions."""

from hypothesis import assume, given
from hypothesis import strategies as st

from referee.rules.notation import write_card, write_rank
from referee.rules.question_fields import BadQuestion
from tests.oracle import krypkasino_play
from tests.strategies import DECK, dealt, examples

from .conftest import Ask


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


@examples(300)
@given(dealt(table=9, hand=4, suitless=4))
def test_options_and_forced_plays_agree_with_the_oracle(
    ask: Ask, cards: tuple[list[str], list[str]]
) -> None:
    table, hand = cards
    played = hand[0]
    ruling = ask(table=" ".join(table), hand=" ".join(hand), played=played, limit="200")
    options = krypkasino_play.captures(table, played)
    assume(len(options) <= 200)
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


@examples(200)
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
    for outcome in ruling.play.outcomes:
        captured = tuple(map(write_card, outcome.option.captured))
        span = (outcome.option.points, outcome.option.points_most)
        assert span == krypkasino_play.points_range(table, played, captured, others)
        if not outcome.left:
            assert outcome.sweep == krypkasino_play.sweep_kind(table, played, others)


@examples(300)
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
    assert (verdict.reason, len(verdict.missed)) == krypkasino_play.judge(
        table, played, held, claim
    )
