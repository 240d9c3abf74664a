"""Form of a score sheet, which keeps what was typed and checks that it is a number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from ...languages import gettext
from ...messages.error_texts import error_text
from ...rules.cards import Cards, RulesError
from ...rules.ruleset import Ruleset
from ...rules.score_items import MARKERS
from ...rules.sheet_check import fill, read_pile
from ...rules.sheet_plan import MOST_ADJUSTED, RowCounts
from ...rules.typed_row import (
    ADJUSTMENT,
    KINDS,
    NOTHING,
    POINTS,
    REASON,
    TypedRow,
    reason_text,
    shown_numbers,
)
from ...services.names import clean_reason
from ...services.refusals import BadName, RowChangedMeanwhile
from ...services.sheets import SheetState
from ...words.card_names import row_text
from ..requests import InvalidInput, is_number, read_whole


class RowForm:
    """A player's row of the form. Its fields begin with the seat (``0-points``), so that all rows
    of a sheet are one form.

    ``mode`` says how the cards are counted, as points or by kind; ``step`` is a tap on + or −:
    ``storan+1``. ``etag`` is the version that the player saw, and ``shown`` the numbers in it.
    ``pile`` holds the cards of a photographed pile, and ``seen`` those for which the numbers were
    drawn: cards that were changed since say the numbers.

    ``limits`` are the largest number of each field, ``texts`` what the fields say, ``numbers`` what
    was read of them, and ``errors`` what is wrong with them. ``reason`` is that of the adjustment;
    None, and no number for it, where the form that was sent does not ask for one.
    """

    def __init__(
        self, sheet: SheetState, seat: int, row: RowCounts, texts: Mapping[str, str]
    ) -> None:
        self.plan = sheet.rules.sheet
        says = seat in sheet.says or isinstance(row.counted, int)
        self.limits = limits_of(sheet.rules, says=says)
        names = (*self.limits, REASON, "etag", "shown", "seen", "mode", "step", "pile")
        self.texts = {name: texts.get(f"{seat}-{name}", "") for name in names}
        self.adjusts = f"{seat}-{ADJUSTMENT}" in texts
        self.errors: dict[str, str] = {}
        self.numbers: dict[str, int | None] = {}
        self.reason: str | None = None
        self.cards: Cards = row.cards or ()
        self.recounted = False
        self._step_mode = ""

    @classmethod
    def sent(cls, sheet: SheetState, seat: int, sent: Mapping[str, str]) -> RowForm:
        """Return the row of a form that was sent."""
        form = cls(sheet, seat, sheet.rows[seat], sent)
        form.numbers = {name: form._read(name) for name in form.limits}
        if form.adjusts:
            form.reason = form._read_reason()
        else:
            del form.numbers[ADJUSTMENT]
        form.cards = form._read_cards(sheet.rules)
        form.recounted = form.texts["pile"].split() != form.texts["seen"].split()
        if form.recounted and form.cards:
            form._count_cards()
        form._step_mode = form._take_step(sheet, seat)
        return form

    @classmethod
    def showing(cls, sheet: SheetState, seat: int, row: RowCounts, version: int) -> RowForm:
        """Return the form of a row that is entered, or that somebody wants to enter."""
        cards = row_text(row.cards or ())
        values: dict[str, object] = {"etag": version, "pile": cards, "seen": cards}
        values |= shown_numbers(sheet.rules.sheet, row)
        values[REASON] = row.adjustment.reason
        if row.counted is not None:
            values["mode"] = KINDS if isinstance(row.counted, Mapping) else POINTS
        texts = {
            f"{seat}-{name}": str(value) for name, value in values.items() if value is not None
        }
        return cls(sheet, seat, row, texts)

    def _read(self, name: str) -> int | None:
        """Return the number in a field, None if it is empty or no valid number."""
        text = self.texts[name].strip()
        try:
            if name == ADJUSTMENT:
                return _points(text)
            return _number(text, self.limits[name], below_0=self.plan.sweeps_are_paid)
        except InvalidInput as error:
            self.errors[name] = str(error)
            return None

    def _read_reason(self) -> str | None:
        """Return the reason of the adjustment, None if it cannot be one."""
        try:
            return clean_reason(self.texts[REASON], REASON)
        except BadName as error:
            self.errors[REASON] = error_text(error)
            return None

    def _read_cards(self, rules: Ruleset) -> Cards:
        """Return the cards of the pile, in the notation or in the letters of the reader's cards; ()
        if they cannot be read."""
        try:
            return read_pile(rules.deck, self.texts["pile"])
        except RulesError as error:
            self.errors["pile"] = error_text(error)
            return ()

    def _count_cards(self) -> None:
        """Fill in the numbers of a pile whose cards have been changed."""
        counts = self.plan.count(self.cards)
        for field in self.plan.numbers:
            self.texts[field.key] = str(counts[field.key])
            self.errors.pop(field.key, None)
            self.numbers[field.key] = self._read(field.key)
        self.texts["mode"] = KINDS

    def _take_step(self, sheet: SheetState, seat: int) -> str:
        """Add the tap on + or − to its number, and return the mode that it chooses, "" for none.
        Without a typed number it starts from what is left for this pile."""
        step = re.fullmatch(r"([a-z_]+)([+-]1)", self.texts["step"])
        if not step or step[1] not in self.limits or step[1] == POINTS:
            return ""
        name, before = step[1], self.numbers.get(step[1])
        if name == ADJUSTMENT:
            points = (before or 0) + int(step[2])
            self.numbers[name] = min(max(points, -MOST_ADJUSTED), MOST_ADJUSTED)
            return ""
        if before is None:
            remaining = fill(sheet.rules, sheet.rows, sheet.teams)[0][seat].counted
            before = remaining.get(name, 0) if isinstance(remaining, Mapping) else 0
        self.numbers[name] = min(max(before + int(step[2]), 0), self.limits[name])
        return "" if name == MARKERS else KINDS

    @property
    def fits(self) -> bool:
        return not self.errors

    @property
    def by_kind(self) -> bool:
        """Return whether a number is typed for any kind of card."""
        return any(self.texts[field.key] for field in self.plan.numbers)

    @property
    def typed_text(self) -> str:
        """Return all that is typed in the row, to be compared with ``shown``."""
        numbers = [self.texts[name].strip() or NOTHING for name in self.limits]
        return " ".join([*numbers, reason_text(self.texts[REASON])])

    @property
    def touched(self) -> bool:
        """Return whether somebody has typed in the row since it was drawn."""
        shown = self.texts["shown"]
        return bool(shown) and (self.recounted or self.typed_text != shown)

    @property
    def seen_cards(self) -> str:
        """Return the cards of the pile that the drawn numbers belong to."""
        return self.texts["pile" if self.fits else "seen"]

    @property
    def version(self) -> int:
        """Return the version of the row that the player saw, -1 without one."""
        text = self.texts["etag"]
        return int(text) if is_number(text) else -1

    @cached_property
    def typed(self) -> TypedRow:
        """Return the row as it is to be entered."""
        return TypedRow(
            self.plan,
            self.numbers,
            dict(zip((*self.limits, REASON), self.texts["shown"].split(), strict=False)),
            seen=self.version >= 0,
            mode=self.texts["mode"],
            step_mode=self._step_mode,
            cards=self.cards,
            new=self.recounted,
            reason=self.reason,
        )


def sent_rows(sheet: SheetState, sent: Mapping[str, str]) -> dict[int, RowForm]:
    """Return the rows that were sent, by seat."""
    return {seat: RowForm.sent(sheet, seat, sent) for seat in sheet.piles}


def drawn_rows(
    sheet: SheetState, typed: Mapping[int, RowForm], stale: RowChangedMeanwhile | None
) -> dict[int, RowForm]:
    """Return the rows as they are drawn, by seat: as entered, as typed, or as somebody wanted to
    enter a ``stale`` one."""
    forms = {
        seat: typed.get(seat)
        or RowForm.showing(sheet, seat, sheet.rows[seat], sheet.versions[seat])
        for seat in sheet.piles
    }
    if stale is not None:
        forms[stale.seat] = RowForm.showing(sheet, stale.seat, stale.yours, stale.version)
    return forms


def limits_of(rules: Ruleset, *, says: bool = True) -> dict[str, int]:
    """Return the largest value of each number in a row, by field: sweeps where they count, the
    points in one number if this row ``says`` them, the counted fields, and the adjustment."""
    sheet = rules.sheet
    limits = {MARKERS: sheet.most_markers} if sheet.markers else {}
    if says and not rules.must_count:
        limits[POINTS] = sheet.quick.most
    counts = {field.key: field.most for field in sheet.numbers}
    return {**limits, **counts, ADJUSTMENT: MOST_ADJUSTED}


def _points(text: str) -> int | None:
    """Return the points of a bonus or a penalty in a text. Raises :class:`InvalidInput`."""
    number = read_whole(text.removeprefix("+")) if text else None
    if number is None and text:
        raise InvalidInput(gettext("“%(text)s” is not a whole number.", text=text[:20]))
    if number is not None and abs(number) > MOST_ADJUSTED:
        raise InvalidInput(
            gettext("A bonus or penalty is from −%(most)d to %(most)d.", most=MOST_ADJUSTED)
        )
    return number


def _number(text: str, most: int, *, below_0: bool) -> int | None:
    """Return the number of cards or points in a text, at most ``most``. ``below_0``: a total that
    is worked out from it may be negative, which the refusal explains. Raises :class:`InvalidInput`.
    """
    number = read_whole(text) if text else None
    if number is None and text:
        raise InvalidInput(gettext("“%(text)s” is not a whole number.", text=text[:20]))
    if number is None or 0 <= number <= most:
        return number
    if number > most:
        raise InvalidInput(gettext("This number must be from 0 to %(most)d.", most=most))
    if below_0:
        raise InvalidInput(
            gettext(
                "“%(text)s”: this number cannot be below 0. Only a total can be: it is worked out.",
                text=text[:20],
            )
        )
    raise InvalidInput(gettext("“%(text)s”: this number cannot be below 0.", text=text[:20]))
