"""The form of a score sheet: it holds what was typed, and checks its shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, IntegerField, StringField
from wtforms.validators import ValidationError

from ... import messages, words
from ...languages import gettext
from ...rules.cards import Cards, Deck, RulesError
from ...rules.pile_cards import read_pile
from ...rules.ruleset import Ruleset
from ...rules.scoring import quick_points
from ...rules.sheet import Counted, Row, SheetPlan
from ...services.sheets import SheetState
from ..forms import is_number
from ..numbers import read_whole

NOTHING = "-"
"""An empty field among the numbers of a row."""


class WholeField(IntegerField):
    """A number of cards or points up to ``most``; nothing at all is allowed. ``total_below_0``:
    what is worked out from it can be negative."""

    def __init__(self, *args: Any, most: int, total_below_0: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.most, self.total_below_0 = most, total_below_0

    def process_formdata(self, valuelist: list[str]) -> None:
        text = valuelist[0].strip() if valuelist else ""
        self.data = None
        if not text:
            return
        number = read_whole(text)
        if number is None:
            raise ValidationError(gettext("“%(text)s” is not a whole number.", text=text[:20]))
        if number < 0:
            raise ValidationError(self._below_0(text[:20]))
        if number > self.most:
            raise ValidationError(
                gettext("This number must be from 0 to %(most)d.", most=self.most)
            )
        self.data = number

    def _below_0(self, text: str) -> str:
        if self.total_below_0:
            return gettext(
                "“%(text)s”: this number cannot be below 0. Only a total can be: it is worked out.",
                text=text,
            )
        return gettext("“%(text)s”: this number cannot be below 0.", text=text)


class CardsField(StringField):
    """The cards of a pile, in the notation or in the letters of the reader's cards."""

    def __init__(self, *args: Any, deck: Deck, **options: Any) -> None:
        super().__init__(*args, **options)
        self.deck = deck
        self.cards: Cards = ()

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata(valuelist)
        try:
            self.cards = read_pile(self.deck, self.data or "")
        except RulesError as error:
            raise ValidationError(messages.error_text(error)) from error


class RowForm(Form):
    """One player's row; its fields are called ``0-points``, after the seat, so that the rows of a
    sheet are one form. ``mode`` says how the cards are counted, as points or by kind; without it
    what differs from the row as it stands says it. ``step`` is a tap on + or −: ``storan+1``.
    ``etag`` is the version that the player saw, and ``shown`` the numbers in it. ``pile`` holds the
    cards of a photographed pile, and ``seen`` those for which the numbers were drawn: cards that
    were changed since say the numbers."""

    POINTS, KINDS = "points", "kinds"

    etag = StringField()
    shown = StringField()
    seen = StringField()
    mode = StringField()
    step = StringField()

    @classmethod
    def of(
        cls,
        sheet: SheetState,
        sent: MultiDict[str, str],
        seat: int,
        stands: Row,
        left: Counted | None = None,
    ) -> RowForm:
        """The form with a field for each number of the sheet, its taps counted in: where nothing
        was typed they go on from what is ``left`` for this pile."""
        rules = sheet.rules
        says = seat in sheet.says or isinstance(stands.counted, int)
        limits = limits_of(rules, says=says)
        below_0 = rules.sheet.sweeps_are_paid
        fields: dict[str, Field] = {
            name: WholeField(most=most, total_below_0=below_0) for name, most in limits.items()
        }
        fields["pile"] = CardsField(deck=rules.deck)
        form: RowForm = type("RowForm", (cls,), dict(fields))(sent, prefix=f"{seat}-")
        form.sheet, form.stands, form.limits = rules.sheet, stands, limits
        form.left = left if isinstance(left, Mapping) else {}
        form.kinds = tuple(field.key for field in rules.sheet.numbers)
        form.count_cards()
        form.fits = form.validate()
        form.said_mode = form.mode.data or ""
        form.mode.data = form.take_step() or form.mode.data or form.changed()
        return form

    @classmethod
    def showing(cls, sheet: SheetState, seat: int, row: Row, version: int) -> RowForm:
        """The form as it is drawn for a row that stands, or that somebody wants to stand."""
        cards = words.row_text(row.cards or ())
        drawn: dict[str, object] = {"etag": version, "pile": cards, "seen": cards}
        drawn |= _numbers(sheet.rules.sheet, row)
        if row.counted is not None:
            drawn["mode"] = cls.KINDS if isinstance(row.counted, Mapping) else cls.POINTS
        sent = MultiDict(
            {f"{seat}-{name}": str(value) for name, value in drawn.items() if value is not None}
        )
        return cls.of(sheet, sent, seat, row)

    @property
    def by_kind(self) -> bool:
        """Does any kind say something?"""
        return any(self.text(kind) for kind in self.kinds)

    kinds: tuple[str, ...] = ()
    limits: Mapping[str, int]
    left: Mapping[str, int]
    fits = False
    said_mode = ""
    recounted = False
    sheet: SheetPlan
    stands: Row

    def text(self, name: str) -> str:
        """What a field says, whether it can be read or not."""
        sent = self[name].raw_data
        return str(sent[0]) if sent else ""

    @property
    def numbers(self) -> str:
        """All that is typed in the row, to be compared with what was ``shown``."""
        return " ".join(self.text(name).strip() or NOTHING for name in self.limits)

    @property
    def touched(self) -> bool:
        """Has somebody typed here since the row was drawn?"""
        return bool(self.shown.data) and (self.recounted or self.numbers != self.shown.data)

    @property
    def pile_cards(self) -> Cards:
        """The cards that the photographed pile has, as the row says them."""
        field = self["pile"]
        return field.cards if isinstance(field, CardsField) else ()

    @property
    def seen_cards(self) -> str:
        """The cards of the pile to which the numbers are drawn."""
        return self.text("pile") if self.fits else self.seen.data or ""

    def count_cards(self) -> None:
        """Fill in the numbers of the pile where somebody has changed its cards."""
        self.recounted = self.text("pile").split() != (self.seen.data or "").split()
        if not (self.recounted and self.pile_cards):
            return
        counts = self.sheet.count(self.pile_cards)
        for kind in self.kinds:
            self[kind].process(MultiDict({self[kind].name: str(counts[kind])}))
        self.mode.data = self.KINDS

    def take_step(self) -> str | None:
        """Count a tap on + or −; answers how the cards are counted from now on, if it says so."""
        found = re.fullmatch(r"([a-z_]+)([+-]1)", self.step.data or "")
        if not found or found[1] not in self.limits or found[1] == self.POINTS:
            return None
        field: Field = self[found[1]]
        before = self.left.get(found[1], 0) if field.data is None else field.data
        field.data = min(max(before + int(found[2]), 0), self.limits[found[1]])
        return None if found[1] == "markers" else self.KINDS

    def changed(self) -> str | None:
        """How the cards are counted, from what somebody has typed over."""
        stands = _numbers(self.sheet, self.stands)
        other = {name for name in self.limits if self[name].data != stands.get(name)}
        kinds = other.intersection(self.kinds)
        if self.sheet.whole_score_said and self.POINTS in other and not self.typed_kinds:
            return self.POINTS  # the counts were taken out, and the whole score said instead
        return self.KINDS if kinds else self.POINTS if self.POINTS in other else None

    @property
    def typed_kinds(self) -> dict[str, int]:
        """The kinds that say a number."""
        return {kind: self[kind].data for kind in self.kinds if self[kind].data is not None}

    @property
    def version(self) -> int:
        text = self.etag.data or ""
        return int(text) if is_number(text) else -1

    def row(self) -> Row:
        """What was entered."""
        return self._row(self.stands, self.mode.data or "", {n: self[n].data for n in self.limits})

    def merged(self, current: Row) -> Row | None:
        """What was entered, over the ``current`` row in which somebody else has entered something
        since; None if both have said the same thing differently."""
        shown, now = self._shown(), self._now(current)
        said = {name: self[name].data for name in self.limits}
        mine = {name for name in said if _text(said[name]) != shown.get(name)}
        theirs = self.theirs(current)
        mode = self.said_mode
        if not mode:
            mode = self.KINDS if mine.intersection(self.kinds) else ""
            mode = mode or (self.POINTS if self.POINTS in mine else "")
        if any(said[name] != now[name] for name in mine & theirs):
            return None
        if mode == self.POINTS and theirs.intersection(self.kinds):
            return None
        if mode == self.KINDS and now.get(self.POINTS) is not None and self.POINTS in theirs:
            return None
        return self._row(current, mode, {n: (said if n in mine else now)[n] for n in now})

    def theirs(self, current: Row) -> set[str]:
        """Return the fields that somebody else has changed since this row was drawn."""
        shown = self._shown()
        return {name for name, n in self._now(current).items() if _text(n) != shown.get(name)}

    def _shown(self) -> dict[str, str]:
        return dict(zip(self.limits, (self.shown.data or "").split(), strict=False))

    def _now(self, current: Row) -> dict[str, int | None]:
        stands = _numbers(self.sheet, current)
        return {name: stands.get(name) for name in self.limits}

    def _row(self, stands: Row, mode: str, numbers: Mapping[str, int | None]) -> Row:
        """A row with these numbers, counted in this way; what is not asked for stays."""
        counted = stands.counted
        if mode == self.KINDS and self.sheet.whole_score_said:
            counted = _by_field(self.sheet, counted, numbers)
        elif mode == self.KINDS:
            counted = {kind: numbers[kind] or 0 for kind in self.kinds}
        elif mode == self.POINTS and self.POINTS in self.limits:
            counted = numbers[self.POINTS]
        before = stands.cards or ()
        piles = (self.pile_cards,) if self.recounted else (self.pile_cards, before)
        fit = (pile for pile in piles if pile and self.sheet.counts_to(pile, counted))
        cards: Cards = next(fit, ())
        if cards and cards != before:
            counted = self.sheet.count(cards)
        return Row(numbers.get("markers") or 0, counted, cards)

    @property
    def complaints(self) -> list[str]:
        return [str(error) for errors in self.errors.values() for error in errors]


def limits_of(rules: Ruleset, *, says: bool = True) -> dict[str, int]:
    """The numbers that a row is asked for, and the largest of each: sweeps where they count, the
    quick number where it may be said and this row ``says`` it, and what everybody counts."""
    sheet = rules.sheet
    limits = {"markers": sheet.most_markers} if sheet.markers else {}
    if says and not rules.must_count:
        limits[RowForm.POINTS] = sheet.quick.most
    return limits | {field.key: field.most for field in sheet.numbers}


def _numbers(sheet: SheetPlan, row: Row) -> dict[str, int | None]:
    """The numbers of a row as its fields show them. Counts say nothing yet about a whole score,
    which takes everybody's."""
    counts = row.counted if isinstance(row.counted, Mapping) else {}
    points = None
    if row.counted is not None and not (counts and sheet.whole_score_said):
        points = quick_points(sheet, row.counted)
    return {"markers": row.markers, RowForm.POINTS: points, **counts}


def _by_field(
    sheet: SheetPlan, stands: Counted | None, numbers: Mapping[str, int | None]
) -> dict[str, int] | None:
    """A pile as far as it is counted: an empty field is not said yet. Who has what there is but
    one of is said elsewhere, and stays."""
    before = stands if isinstance(stands, Mapping) else {}
    said = {field.key: numbers[field.key] for field in sheet.numbers}
    said |= {field.key: before.get(field.key) for field in sheet.choices}
    counts = {
        field.key: number for field in sheet.fields if (number := said[field.key]) is not None
    }
    counts |= {one.key: before[one.key] for one in sheet.apart if one.key in before}
    return counts or None


def _text(number: int | None) -> str:
    return NOTHING if number is None else str(number)
