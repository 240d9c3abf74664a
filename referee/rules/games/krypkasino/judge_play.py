"""Judging of plays and claims (#turn, #must-capture, #capture-everything)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from ... import division_into_sums, maximal_divisible_collections
from ...cards import Card, Cards, difference
from ...deck_check_and_possible_suits import KnownCards
from ...question_field_readers import OPTIONS_DEFAULT
from ...ways_to_one_sum import Sums
from .capture_options import Captures, numbers_of
from .card_values_and_points_type import CaptureRules
from .verdict import CaptureReason, CaptureVerdict


@lru_cache(maxsize=1024)  # entries are judged when accepted and when replayed
def judge_play(rules: CaptureRules, table: Cards, card: Card, captured: Cards) -> CaptureVerdict:
    """Return the verdict on a play, without regard to the hand, which is secret."""
    if absent := Counter(captured) - Counter(table):
        return CaptureVerdict(
            CaptureReason.NOT_ON_TABLE, card, culprits=tuple(sorted(absent.elements()))
        )
    verdict = judge_claim(rules, table, card, captured)
    if not verdict.missed:
        return verdict
    known_cards = KnownCards(rules.deck, ())  # all cards have suits, so nothing is open
    return completed(
        verdict, Captures(rules, table, (card,), known_cards, captured), OPTIONS_DEFAULT
    )


def judge_claim(rules: CaptureRules, table: Cards, played: Card, taken: Cards) -> CaptureVerdict:
    """Return the verdict on a card that captures exactly these cards of a table, all with the suits
    that they have there (#groups). Capturing nothing is a creep. Missed cards are found in one way
    only."""
    value = rules.hand_values[played.rank]
    claimed = numbers_of(rules, taken)
    if division_into_sums.divide(claimed, value) is None:
        return _not_capturable(rules, table, played, taken)
    most = (
        maximal_divisible_collections.largest(numbers_of(rules, table), value, containing=claimed)
        or []
    )
    missed = Counter(chain.from_iterable(most))
    missed.subtract(rules.table_values[card.rank] for card in taken)
    if not missed.total():
        return CaptureVerdict(CaptureReason.LEGAL, played, taken=taken, value=value)
    remaining = difference(sorted(table), taken)
    return CaptureVerdict(
        CaptureReason.LEAVES_CAPTURABLE if taken else CaptureReason.MUST_CAPTURE,
        played,
        missed=_pick(rules, remaining, missed),
        taken=taken,
        only_by_regrouping=not maximal_divisible_collections.largest(
            numbers_of(rules, remaining), value
        ),
        value=value,
    )


def completed(verdict: CaptureVerdict, captures: Captures, limit: int) -> CaptureVerdict:
    """Return the verdict on a claim that took too little, with each way to take the rest, at most
    ``limit`` (#capture-everything). ``captures`` are those that contain what was taken."""
    options = captures.options(limit)
    missing = tuple(difference(sorted(option.captured), verdict.taken) for option in options)
    return replace(
        verdict,
        missing=missing or (verdict.missed,),  # a search that was cut off may have met none
        all_missing=captures.complete and captures.total == len(missing),
    )


def _not_capturable(
    rules: CaptureRules, table: Cards, played: Card, taken: Cards
) -> CaptureVerdict:
    """Return the verdict on cards that are no sets, with reasons that hold for the whole table: a
    claim may be right as far as it goes (#groups)."""
    value, claimed = rules.hand_values[played.rank], numbers_of(rules, taken)
    culprits = _in_no_group(rules, taken, table, value)
    missing = maximal_divisible_collections.missing(numbers_of(rules, table), value, claimed)
    return CaptureVerdict(
        CaptureReason.NOT_CAPTURABLE,
        played,
        culprits=() if 1 < len(culprits) == len(taken) else culprits,
        value=value,
        lacking=_in_no_group(rules, taken, taken, value),
        completion=_pick(rules, difference(sorted(table), taken), Counter(missing)),
    )


def _in_no_group(rules: CaptureRules, taken: Cards, among: Cards, value: int) -> Cards:
    """Return the taken cards that make up the value with none of the other cards ``among`` which
    they lie."""
    numbers = [rules.table_values[card.rank] for card in among]
    alone = set()
    for number in {rules.table_values[card.rank] for card in taken}:
        at = numbers.index(number)
        if not Sums(numbers[:at] + numbers[at + 1 :], value).make(value - number):
            alone.add(number)
    return tuple(card for card in taken if rules.table_values[card.rank] in alone)


def _pick(rules: CaptureRules, cards: Cards, numbers: Counter[int]) -> Cards:
    """Return the first cards that make up these numbers."""
    picked = []
    for card in cards:
        number = rules.table_values[card.rank]
        if numbers[number] > 0:
            numbers[number] -= 1
            picked.append(card)
    return tuple(picked)
