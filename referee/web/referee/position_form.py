"""Form of a question to the referee, which keeps what was typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Self

from werkzeug.datastructures import MultiDict

from ...messages.error_texts import error_text, short_error_text
from ...rules.error_bases import RulesError
from ...rules.games.krypkasino.question import split_position
from ...rules.question_field_readers import BadQuestion


@dataclass
class TypedField:
    """A field of the form, with the sentences about what is wrong in it."""

    name: str
    data: str
    errors: list[str] = field(default_factory=list)


class PositionForm:
    """A position and a play as text; the field names are those of the API's referee call.

    ``SWITCHES`` are fields that are ticked or tapped and not typed, ``LISTS`` fields that hold any
    number of cards or words, in any order."""

    FIELDS: ClassVar[tuple[str, ...]] = ("table", "played", "hand")
    SWITCHES: ClassVar[tuple[str, ...]] = ("house",)
    LISTS: ClassVar[tuple[str, ...]] = ("table", "hand", "house")

    def __init__(self, query: MultiDict[str, str]) -> None:
        """Fill the form with a query; several values of a field become one list."""
        texts = {name: " ".join(values) for name, values in query.lists()}
        self._fields = {name: TypedField(name, texts.get(name, "")) for name in self.FIELDS}
        self._switches = {name: texts.get(name, "") for name in self.SWITCHES}
        self.complaints: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def __getitem__(self, name: str) -> TypedField:
        return self._fields[name]

    @classmethod
    @cache
    def of_marks(cls) -> Self:
        """Return a form with a mark in place of the text of each field: ``{table}``."""
        return cls(MultiDict({name: f"{{{name}}}" for name in cls.FIELDS}))

    @property
    def typed(self) -> dict[str, str]:
        """Return what was typed into each field."""
        return {name: typed.data for name, typed in self._fields.items()}

    def texts(self) -> dict[str, str]:
        """Return the fields as the rules read them. The table may be typed with the played card:
        ``A 2 6 / 8``."""
        texts = self.typed | self._switches
        if "/" in texts["table"] and not texts["played"].strip():
            texts["table"], texts["played"] = split_position(texts["table"])
        return texts

    def blame(self, name: str, error: RulesError) -> None:
        """Add a refusal to its field, and a short one to the complaints above the form."""
        self.complaints.append(short_error_text(error) if name in self else error_text(error))
        if name in self:
            self[name].errors.append(error_text(error))

    def blame_all(self, refusal: BadQuestion) -> None:
        for fault in refusal.faults:
            self.blame(fault.field, fault.error)


class CaptureForm(PositionForm):
    """The form of a question about a capture."""

    FIELDS = (*PositionForm.FIELDS, "captured")
    LISTS = (*PositionForm.LISTS, "captured")
    SWITCHES = ("dealt", "last_of_deal", "house")


class BuildForm(PositionForm):
    """The form of a question in a game with builds."""

    FIELDS = (*PositionForm.FIELDS, "turn", "piles", "proven")
    LISTS = (*PositionForm.LISTS, "with")
    SWITCHES = ("players", "deal", "stock", "with", "house")
