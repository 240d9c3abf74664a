"""Rulings: every reason, every refusal, and the oracle on thousands of positions."""

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee import rules
from referee.rules.cards import Cards, KnownCards, Rank, difference
from referee.rules.games import ask as ask_referee
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules, table_after_deal
from referee.rules.games.krypkasino.question import Question, settled
from referee.rules.games.krypkasino.verdict import CaptureVerdict, judge_play
from referee.rules.notation import read_card, read_cards, write_card, write_cards, write_rank
from referee.rules.question_fields import BadQuestion
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import score
from referee.rules.sheet_plan import RowCounts
from tests.followed_games import legal_plays, playable
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


DATA = files(rules).joinpath("games", "krypkasino/examples.json").read_text("utf-8")
EXAMPLES: list[dict[str, Any]] = json.loads(DATA)["examples"]
POSITIONS = [pytest.param(e, id=e["id"]) for e in EXAMPLES if "scoring" not in e]


def in_order(text: str) -> str:
    return write_cards(sorted(read_cards(text)))


def ask_about(ask: Ask, example: dict[str, Any], **more: str) -> Any:
    texts = {name: example[name] for name in ("table", "hand", "played") if name in example}
    return ask(**texts | more)


@pytest.mark.parametrize("example", POSITIONS)
def test_worked_example(ask: Ask, example: dict[str, Any]) -> None:
    checked = 0
    ruling = ask_about(ask, example)
    outcomes = ruling.play.outcomes if ruling.play else ()
    if "options" in example:
        found = {(write_cards(o.option.captured), write_cards(o.left)) for o in outcomes}
        told = {(in_order(o["captured"]), in_order(o["left"])) for o in example["options"]}
        assert found == told
        for option in example["options"]:
            if "points" in option:
                assert [o.option.points for o in outcomes] == [option["points"]]
        checked += 1
    if "sets_up" in example:
        assert [write_rank(rank) for rank in outcomes[0].sets_up] == example["sets_up"]
        checked += 1
    if "sweeps_for" in example:
        assert [write_rank(rank) for rank in ruling.sweeps_for] == example["sweeps_for"]
        checked += 1
    if "must_play" in example:
        assert write_cards(ruling.hand.must_play) == in_order(" ".join(example["must_play"]))
        checked += 1
    for card, sweep in example.get("sweep", {}).items():
        assert ask_about(ask, example, played=card).play.outcomes[0].sweep == sweep
        checked += 1
    for card in example.get("creeps", ()):
        assert ask_about(ask, example, played=card).play.creeps
        checked += 1
    if "after_set_aside" in example:
        (outcome,) = ask_about(ask, example, last_of_deal="1").play.outcomes
        kept = sorted(set(outcome.left) - set(outcome.set_aside))
        assert write_cards(kept) == in_order(example["after_set_aside"])
        told = example["sets_up_after_set_aside"]
        assert [write_rank(rank) for rank in outcome.sets_up] == told
        checked += 1
    assert checked


def test_worked_example_l_scores_sweeps() -> None:
    (example,) = (e["scoring"] for e in EXAMPLES if "scoring" in e)
    sheet = score(ruleset("krypkasino"), [RowCounts(markers, 0) for markers in example["sweeps"]])
    assert [sum((s.items or {}).values()) for s in sheet.scores] == example["sweep_scores"]


FILE = Path(__file__).parent.parent / "data" / "perft.json"
COUNTED: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
DEEPEST = 4


def count(rules: Ruleset, hands: tuple[Cards, ...], table: Cards, depth: int) -> tuple[int, ...]:
    """Sequences of so many legal plays; how many of them end with a capture, with a sweep."""
    sequences = captures = sweeps = 0
    hand, *others = hands
    for card in playable(rules, table, hand):
        rest = difference(hand, (card,))
        for play in legal_plays(rules, table, card):
            takes = bool(play.captured)
            left = difference(table, play.captured or ()) if takes else (*table, card)
            if depth == 1:
                sequences, captures, sweeps = sequences + 1, captures + takes, sweeps + (not left)
            else:
                below = count(rules, (*others, rest), left, depth - 1)
                sequences, captures, sweeps = (
                    a + b for a, b in zip((sequences, captures, sweeps), below, strict=True)
                )
    return sequences, captures, sweeps


@pytest.mark.parametrize("position", [pytest.param(p, id=p["name"]) for p in COUNTED])
def test_counts(position: dict[str, Any]) -> None:
    house = ["set_aside_spades"] if position["set_aside"] == "spades" else []
    rules = ruleset("krypkasino", house)
    hands = tuple(read_cards(hand) for hand in position["hands"])
    table = read_cards(position["table"])
    table = table_after_deal(capture_rules(rules), table, KnownCards(rules.deck, table)).staying
    found = [
        list(count(rules, hands, table, depth + 1))
        for depth in range(min(DEEPEST, len(position["depths"])))
    ]
    assert found == position["depths"][:DEEPEST]
