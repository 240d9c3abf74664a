"""After a correction some later plays may not fit any more: what were they, most likely?"""

from __future__ import annotations

from collections import Counter

from ..cards import Impossible, Rank
from ..events import Irregularity, Options, Played
from ..game_engine import SeveralOptions
from ..plays import CardOnly
from .accept_entry import accept
from .entries import Replace
from .record import Accepted, Record, append


def suggest_repairs(record: Record) -> tuple[Accepted, ...]:
    """Return the entries that would make the plays that do not fit any more fit again, in order:
    the same card, and the only thing that it can do there, or the only one that takes the same
    ranks as before.

    It ends before the first play of which that cannot be said, since all later ones depend on it.
    Nobody knows that it was so: somebody has to look at it.
    """
    mended: list[Accepted] = []
    while record.misfits:
        entry = _mended(record, record.misfits[0])
        if entry is None:
            break
        mended.append(accept(record, entry))
        record = append(record, mended[-1])
    return tuple(mended)


def choices(record: Record, index: int) -> Options | None:
    """What the card of a play can do on the table that lies there now; None where nobody can have
    played it."""
    step = record.events[index]
    if not isinstance(step.event, Played) or step.before is None:
        return None
    try:
        accept(record, Replace(step.seq, step.event._replace(play=CardOnly(step.event.card))))
        return record.live.options(step.before, step.event.card)
    except SeveralOptions as choice:
        return choice.options
    except Impossible:
        return None


def _mended(record: Record, misfit: Irregularity) -> Replace | None:
    index = record.index(misfit.seq)
    played, options = record.events[index].event, choices(record, index)
    if options is None or not isinstance(played, Played):
        return None
    found = [played._replace(play=turn) for turn in options.plays]
    if len(found) != options.options_total:
        return None  # there are more than anybody looks at
    if len(found) > 1:
        found = [one for one in found if _ranks(one) == _ranks(played)]
    return Replace(misfit.seq, *found) if len(found) == 1 else None


def _ranks(played: Played) -> Counter[Rank]:
    """What was taken, but for suits."""
    return Counter(card.rank for card in played.captured or ())
