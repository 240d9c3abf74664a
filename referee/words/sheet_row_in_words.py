"""A row of a score sheet in words."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..rules.sheet_plan import RowCounts, SheetPlan
from .card_symbols import card_text
from .score_names import kind_figure


def row_of_sheet(sheet: SheetPlan, row: RowCounts) -> str:
    """Return a player's row of a sheet: "2 cards face up, 13 points"."""
    parts = []
    if sheet.sweeps_are_paid:
        parts.append(ngettext("%(num)d card face up", "%(num)d cards face up", row.markers))
    elif sheet.markers:
        parts.append(ngettext("%(num)d sweep", "%(num)d sweeps", row.markers))
    if isinstance(row.counted, int):
        parts.append(ngettext("%(num)d point", "%(num)d points", row.counted))
    elif row.counted is not None:
        fields = [field for field in sheet.fields if row.counted.get(field.key)]
        kinds = [kind_figure(field.key, row.counted[field.key]) for field in fields]
        kinds += [card_text(*f.faces) for f in sheet.apart if row.counted.get(f.key)]
        parts += kinds or [gettext("no counting cards")]
    else:
        parts.append(gettext("not counted"))
    return ", ".join(parts)
