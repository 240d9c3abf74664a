"""Verdict type of plays and claims, with its reasons (#turn, #sweep)."""

from __future__ import annotations

from dataclasses import dataclass

from ...cards import Card, Cards, Rank
from ...reason_code_base import RuleCode, See


class CaptureReason(RuleCode):
    """The reasons of a verdict, in the order in which the rules are checked."""

    NOT_IN_HAND = "not_in_hand", See("turn")
    NOT_ON_TABLE = "not_on_table", See("groups")
    MUST_SWEEP = "must_sweep", "forced-sweep"
    NOT_CAPTURABLE = "not_capturable", "groups"
    MUST_CAPTURE = "must_capture", "must-capture"
    LEAVES_CAPTURABLE = "leaves_capturable", "capture-everything"
    LEGAL = "legal"


@dataclass(frozen=True)
class CaptureVerdict:
    """The verdict on a play or claim: legal, or why not and which cards were ``missed`` beside
    those ``taken``.

    ``unless``: it is legal if the hand, which was not entered, held no card of these ranks
    (#forced-sweep). ``missing``: each way to take what must be taken besides, fewest points first;
    ``all_missing``: these are all the ways. ``culprits``: cards of the claim that do not lie there,
    or that no set of ``value`` on the table can hold. ``lacking``: those that make no set with the
    rest of the claim; ``completion``: cards with which the claim is sets of ``value``, if there are
    some. ``only_by_regrouping``: the cards left hold no set by themselves; the claim is refused
    only because cards are compared and not sets (#capture-everything), which tables often dispute.
    """

    reason: CaptureReason
    card: Card
    missed: Cards = ()
    taken: Cards = ()
    must_play: Cards = ()
    only_by_regrouping: bool = False
    culprits: Cards = ()
    value: int = 0
    unless: tuple[Rank, ...] = ()
    missing: tuple[Cards, ...] = ()
    all_missing: bool = True
    lacking: Cards = ()
    completion: Cards = ()

    @property
    def legal(self) -> bool | None:
        """Return whether the play is legal; None if that depends on the hand."""
        if self.reason is not CaptureReason.LEGAL:
            return False
        return None if self.unless else True

    @property
    def clause(self) -> str | None:
        """Return the clause of the reason; None where no rule decides."""
        return self.reason.clause
