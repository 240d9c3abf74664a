"""Irregular plays of a followed game, as the pages list and mark them."""

from __future__ import annotations

from typing import NamedTuple

from ...rules.cards import Cards
from ...rules.irregularities import Irregularity, IrregularityKind
from ...rules.log.record import Record

_FOR_THE_LOG = (IrregularityKind.DOES_NOT_FIT, IrregularityKind.TABLE_CORRECTED)
"""The kinds that have to be put right in the log, and leave nothing to agree on."""


class IrregularityView(NamedTuple):
    """An irregular play as the table talks about it.

    ``number`` is that of the play, ``hand`` the hand that it was made from, where a later
    card brought it to light. ``agreed`` is what the table has agreed on: empty if it stands, None
    if nothing was said. ``may_agree``: there is something to agree on, once for each play.
    """

    irregularity: Irregularity
    number: int
    hand: Cards | None
    agreed: str | None
    may_agree: bool


def irregularity_views(record: Record) -> list[IrregularityView]:
    """Return the irregular plays of a game in the order in which they came to light."""
    agreements = record.timeline.agreements
    last_of_play = {each.play: each for each in record.irregularities}
    views = []
    for irregularity in record.irregularities:
        number = record.index(irregularity.play)
        hand = record.hand(number) if irregularity.missed_at is not None else None
        is_last = last_of_play[irregularity.play] is irregularity
        may_agree = is_last and irregularity.kind not in _FOR_THE_LOG
        agreed = agreements.get(irregularity.play) if may_agree else None
        views.append(IrregularityView(irregularity, number, hand, agreed, may_agree))
    return views


class IrregularityMark(NamedTuple):
    """The sign of a play at which something is irregular.

    ``leads_to`` is the number of the play that it leads to, None for the marked play itself.
    """

    irregularity: Irregularity
    leads_to: int | None


def marks(record: Record) -> dict[int, IrregularityMark]:
    """Return the marks by the number of the play. An irregularity that a later card brings to light
    has a mark at both plays, and each leads to the other."""
    marked: dict[int, IrregularityMark] = {}
    for each in record.irregularities:
        if each.missed_at is not None:
            marked.setdefault(each.missed_at, IrregularityMark(each, record.index(each.seq)))
        leads_to = None if each.play == each.seq else record.index(each.play)
        marked.setdefault(each.seq, IrregularityMark(each, leads_to))
    return marked
