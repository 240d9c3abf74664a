"""The form of the referee: it holds what was typed; the rules read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from werkzeug.datastructures import MultiDict

from ...messages import error_text, short_error_text
from ...rules.cards import RulesError
from ...rules.games.krypkasino.question import split_position
from ...rules.question_fields import BadQuestion


@dataclass
class TypedField:
    """What was typed into a field, and what is wrong with it."""

    name: str
    data: str
    errors: list[str] = field(default_factory=list)


class PositionForm:
    """A position and a play in text; the field names are those of the API's referee call.

    ``SWITCHES`` are the fields that are ticked or tapped and not typed, ``LISTS`` those that hold
    any number, in any order.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("table", "played", "hand")
    SWITCHES: ClassVar[tuple[str, ...]] = ("house",)
    LISTS: ClassVar[tuple[str, ...]] = ("table", "hand", "house")

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Fill the form with a query; what is given several times is a list."""
        texts = {name: " ".join(given) for name, given in query.lists()}
        self._fields = {name: TypedField(name, texts.get(name, "")) for name in self.FIELDS}
        self._switches = {name: texts.get(name, "") for name in self.SWITCHES}
        self.complaints: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def __getitem__(self, name: str) -> TypedField:
        return self._fields[name]

    def texts(self) -> dict[str, str]:
        """What was typed, as the rules read it. ``A 2 6 / 8`` may stand in one field."""
        texts = {name: typed.data for name, typed in self._fields.items()} | self._switches
        if "/" in texts["table"] and not texts["played"].strip():
            texts["table"], texts["played"] = split_position(texts["table"])
        return texts

    def blame(self, name: str, error: RulesError) -> None:
        """Put a fault beside its field, if it has a place of its own; above all stands what is
        wrong, in short."""
        self.complaints.append(short_error_text(error) if name in self else error_text(error))
        if name in self:
            self[name].errors.append(error_text(error))

    def blame_all(self, refusal: BadQuestion) -> None:
        for fault in refusal.faults:
            self.blame(fault.field, fault.error)


class CaptureForm(PositionForm):
    """Where the question is what must be taken."""

    FIELDS = (*PositionForm.FIELDS, "captured")
    LISTS = (*PositionForm.LISTS, "captured")
    SWITCHES = ("dealt", "last_of_deal", "house")


class BuildForm(PositionForm):
    """Where the question is what may be done."""

    FIELDS = (*PositionForm.FIELDS, "turn", "piles", "proven")
    LISTS = (*PositionForm.LISTS, "with")
    SWITCHES = ("players", "deal", "stock", "with", "house")
