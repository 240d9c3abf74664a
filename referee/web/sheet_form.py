"""The form of a score sheet: it holds what was typed, and checks its shape."""

from __future__ import annotations

import re
from collections.abc import Mapping

from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, IntegerField, StringField
from wtforms.validators import ValidationError

from ..languages import gettext
from ..rules.ruleset import Ruleset
from ..rules.scoring import Row, quick_points
from .forms import is_number

MOST_OF_ANYTHING = 104


class WholeField(IntegerField):
    """A number of cards or points; nothing at all is allowed."""

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0].strip() if valuelist else ""
        self.data = None
        if not text:
            return
        if not is_number(text):
            raise ValidationError(gettext("“%(text)s” is not a whole number.", text=text[:20]))
        if int(text) > MOST_OF_ANYTHING:
            raise ValidationError(
                gettext("This number must be from 0 to %(most)d.", most=MOST_OF_ANYTHING)
            )
        self.data = int(text)


class RowForm(Form):
    """One player's row; its fields are called ``0-points``, after the seat, so that the rows of a
    sheet are one form. ``mode`` says how the cards are counted, as points or by kind; without it
    what differs from the row as it stands says it. ``step`` is a tap on + or −: ``storan+1``.
    ``etag`` is the version that the player saw, and ``shown`` the numbers in it."""

    POINTS, KINDS = "points", "kinds"

    etag = StringField()
    shown = StringField()
    mode = StringField()
    step = StringField()
    markers = WholeField()
    points = WholeField()

    @classmethod
    def of(cls, rules: Ruleset, sent: MultiDict[str, str], seat: int, stands: Row) -> RowForm:
        """The form with a field for each kind of the game, its taps counted in."""
        kinds = {field.key: WholeField() for field in rules.sheet.fields}
        form: RowForm = type("RowForm", (cls,), dict(kinds))(sent, prefix=f"{seat}-")
        form.kinds = tuple(kinds)
        form.fits = form.validate()
        points = None if stands.counted is None else quick_points(rules.sheet, stands.counted)
        form.mode.data = form.take_step() or form.mode.data or form.changed(stands, points)
        form.stands = stands
        return form

    @classmethod
    def showing(cls, rules: Ruleset, seat: int, row: Row, version: int) -> RowForm:
        """The form as it is drawn for a row that stands, or that somebody wants to stand."""
        by_kind = isinstance(row.counted, Mapping)
        drawn: dict[str, object] = {"markers": row.markers, "etag": version}
        if row.counted is not None:
            drawn |= {"points": quick_points(rules.sheet, row.counted)}
            drawn |= {"mode": cls.KINDS if by_kind else cls.POINTS}
        if isinstance(row.counted, Mapping):
            drawn |= row.counted
        sent = MultiDict({f"{seat}-{name}": str(value) for name, value in drawn.items()})
        return cls.of(rules, sent, seat, row)

    @property
    def by_kind(self) -> bool:
        """Does any kind say something?"""
        return any(self.text(kind) for kind in self.kinds)

    kinds: tuple[str, ...] = ()
    fits = False
    stands: Row

    def text(self, name: str) -> str:
        """What a field says, whether it can be read or not."""
        sent = self[name].raw_data
        return str(sent[0]) if sent else ""

    @property
    def numbers(self) -> str:
        """All that is typed in the row, to be compared with what was ``shown``."""
        names = ("markers", "points", *self.kinds)
        return " ".join(self.text(name).strip() or "-" for name in names)

    @property
    def touched(self) -> bool:
        """Has somebody typed here since the row was drawn?"""
        return bool(self.shown.data) and self.numbers != self.shown.data

    def take_step(self) -> str | None:
        """Count a tap on + or −; answers how the cards are counted from now on, if it says so."""
        found = re.fullmatch(r"([a-z_]+)([+-]1)", self.step.data or "")
        if not found or found[1] not in ("markers", *self.kinds):
            return None
        field: Field = self[found[1]]
        field.data = min(max((field.data or 0) + int(found[2]), 0), MOST_OF_ANYTHING)
        return None if found[1] == "markers" else self.KINDS

    def changed(self, stands: Row, points: int | None) -> str | None:
        """How the cards are counted, from what somebody has typed over."""
        counted = stands.counted if isinstance(stands.counted, Mapping) else {}
        if any(self[kind].data != counted.get(kind) for kind in self.kinds):
            return self.KINDS
        return None if self.points.data == points else self.POINTS

    @property
    def version(self) -> int:
        text = self.etag.data or ""
        return int(text) if is_number(text) else -1

    def row(self) -> Row:
        """What was entered."""
        counted = self.stands.counted
        if self.mode.data == self.KINDS:
            counted = {kind: self[kind].data or 0 for kind in self.kinds}
        elif self.mode.data == self.POINTS:
            counted = self.points.data
        return Row(self.markers.data or 0, counted)

    @property
    def complaints(self) -> list[str]:
        return [str(error) for errors in self.errors.values() for error in errors]
