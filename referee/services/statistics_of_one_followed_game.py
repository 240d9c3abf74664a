"""Statistics of a followed game, which are stored with it."""

from __future__ import annotations

from ..rules.log.record import Record
from ..rules.scoring import Sheet
from ..store.models import Figures


def figures_of(record: Record, sheet: Sheet) -> Figures | None:
    """Return the statistics of a followed game; None in games without builds.

    They are those of its builds by seat, and the points of each seat by score item.
    """
    build_stats = record.engine.build_statistics(record.events, record.players)
    if build_stats is None:
        return None
    items = [seat_score.items or {} for seat_score in sheet.scores]
    keys = dict.fromkeys(key for seat_items in items for key in seat_items)
    points = {key: [seat_items.get(key, 0) for seat_items in items] for key in keys}
    return Figures(
        built=build_stats.built,
        taken=build_stats.taken,
        bluffs=build_stats.bluffs,
        points={key: seat_points for key, seat_points in points.items() if any(seat_points)},
    )
