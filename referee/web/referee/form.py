"""The form of the referee: it holds what was typed; the rules read it."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from ...messages import error_text, short_error_text
from ...rules.asking import BadQuestion
from ...rules.cards import RulesError
from ...rules.games.krypkasino.question import split_position


class PositionForm(Form):
    """A position and a play in text; the field names are those of the API's referee call.

    ``switches`` are the fields that are ticked or tapped and not typed, ``LISTS`` those that hold
    any number, in any order.
    """

    table = StringField()
    played = StringField()
    hand = StringField()

    SWITCHES: ClassVar[tuple[str, ...]] = ("house",)
    LISTS: ClassVar[tuple[str, ...]] = ("table", "hand", "house")

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Self:
        """The form as a query fills it; what is given several times is a list."""
        texts = {name: " ".join(found) for name, found in query.lists()}
        form = cls(MultiDict(texts))
        form.switches = {name: texts.get(name, "") for name in cls.SWITCHES}
        return form

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.switches = dict.fromkeys(self.SWITCHES, "")
        self.complaints: list[str] = []

    def texts(self) -> dict[str, str]:
        """What was typed, as the rules read it. ``A 2 6 / 8`` may stand in one field."""
        texts = {field.name: field.data or "" for field in self} | self.switches
        if "/" in texts["table"] and not texts["played"].strip():
            texts["table"], texts["played"] = split_position(texts["table"])
        return texts

    def blame(self, name: str, error: RulesError) -> None:
        """Put a fault beside its field, if it has a place of its own; above all stands what is
        wrong, in short."""
        self.complaints.append(short_error_text(error) if name in self else error_text(error))
        if name in self:
            self[name].errors = (*self[name].errors, error_text(error))

    def blame_all(self, refusal: BadQuestion) -> None:
        for fault in refusal.faults:
            self.blame(fault.field, fault.error)


class CaptureForm(PositionForm):
    """Where the question is what must be taken."""

    captured = StringField()

    LISTS = (*PositionForm.LISTS, "captured")
    SWITCHES = ("dealt", "last_of_deal", "house")


class BuildForm(PositionForm):
    """Where the question is what may be done."""

    turn = StringField()
    piles = StringField()
    proven = StringField()

    LISTS = (*PositionForm.LISTS, "with")
    SWITCHES = ("players", "deal", "stock", "with", "house")
