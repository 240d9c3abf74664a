"""Whether what was done is legal, and why not (#turn and #sweep, and the API's *Referee*)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from ... import groups
from ...cards import Card, Cards, without
from ...sums import Sums
from .captures import numbers_of
from .capturing import CaptureRules


class CaptureReason(StrEnum):
    """Why a play is legal or not, in the order in which the rules are looked at."""

    NOT_IN_HAND = "not_in_hand"
    NOT_ON_TABLE = "not_on_table"
    MUST_SWEEP = "must_sweep"
    NOT_CAPTURABLE = "not_capturable"
    MUST_CAPTURE = "must_capture"
    LEAVES_CAPTURABLE = "leaves_capturable"
    LEGAL = "legal"


CLAUSES = {
    CaptureReason.MUST_SWEEP: "forced-sweep",
    CaptureReason.NOT_CAPTURABLE: "groups",
    CaptureReason.MUST_CAPTURE: "must-capture",
    CaptureReason.LEAVES_CAPTURABLE: "capture-everything",
}
"""The clause of the rules page that decides, by its anchor."""

PLAIN = {CaptureReason.NOT_IN_HAND: "turn", CaptureReason.NOT_ON_TABLE: "groups"}
"""Where people can read on although no rule decides; the contract names none."""


@dataclass(frozen=True)
class CaptureVerdict:
    """Whether what was done is legal, or why not and which cards were ``missed`` beside those
    ``taken``.

    ``culprits``: cards of the claim that do not lie there, or that no group of ``value`` can hold.
    ``only_by_regrouping``: what was left holds no group by itself. The claim is refused only
    because cards are compared and not groups (#capture-everything): what tables argue about.
    """

    reason: CaptureReason
    card: Card
    missed: Cards = ()
    taken: Cards = ()
    must_play: Cards = ()
    only_by_regrouping: bool = False
    culprits: Cards = ()
    value: int = 0

    @property
    def legal(self) -> bool:
        return self.reason is CaptureReason.LEGAL

    @property
    def clause(self) -> str | None:
        return CLAUSES.get(self.reason)


@lru_cache(maxsize=1024)  # what is entered is judged when it is accepted, and when it is replayed
def judge_play(rules: CaptureRules, table: Cards, card: Card, captured: Cards) -> CaptureVerdict:
    """A play without a word about the hand, which is secret."""
    if absent := Counter(captured) - Counter(table):
        return CaptureVerdict(
            CaptureReason.NOT_ON_TABLE, card, culprits=tuple(sorted(absent.elements()))
        )
    return judge_claim(rules, table, card, captured)


def judge_claim(rules: CaptureRules, table: Cards, played: Card, taken: Cards) -> CaptureVerdict:
    """Whether a card may take exactly these cards of a table, all with the suits that they have
    there (#groups). Nothing taken is a creep."""
    value = rules.hand_values[played.rank]
    claimed = numbers_of(rules, taken)
    if groups.divide(claimed, value) is None:
        culprits = _in_no_group(rules, taken, value)
        return CaptureVerdict(CaptureReason.NOT_CAPTURABLE, played, culprits=culprits, value=value)
    most = groups.largest(numbers_of(rules, table), value, containing=claimed) or []
    missed = Counter(chain.from_iterable(most))
    missed.subtract(rules.table_values[card.rank] for card in taken)
    if not missed.total():
        return CaptureVerdict(CaptureReason.LEGAL, played, taken=taken, value=value)
    left = without(table, taken)
    return CaptureVerdict(
        CaptureReason.LEAVES_CAPTURABLE if taken else CaptureReason.MUST_CAPTURE,
        played,
        missed=_pick(rules, left, missed),
        taken=taken,
        only_by_regrouping=not groups.largest(numbers_of(rules, left), value),
    )


def _in_no_group(rules: CaptureRules, taken: Cards, value: int) -> Cards:
    """The cards that make up the value with none of the others; none if that is true of all."""
    numbers = [rules.table_values[card.rank] for card in taken]
    found = [
        card
        for at, card in enumerate(taken)
        if not Sums(numbers[:at] + numbers[at + 1 :], value).make(value - numbers[at])
    ]
    return () if 1 < len(found) == len(taken) else tuple(found)


def _pick(rules: CaptureRules, cards: Cards, numbers: Counter[int]) -> Cards:
    """The first cards that make up these numbers."""
    picked = []
    for card in cards:
        number = rules.table_values[card.rank]
        if numbers[number] > 0:
            numbers[number] -= 1
            picked.append(card)
    return tuple(picked)
