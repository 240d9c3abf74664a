"""Forms: they hold what was typed; the rules read it."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from ..messages import error_text
from ..rules.cards import RulesError
from ..rules.question import BadQuestion, split_position


class RefereeForm(Form):
    """A position and a play in text; the field names are those of the API's referee call."""

    table = StringField()
    played = StringField()
    hand = StringField()
    captured = StringField()
    dealt = StringField()
    last_of_deal = StringField()
    house = StringField()

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> RefereeForm:
        """The form as a query fills it; what is given several times is a list."""
        return cls(MultiDict({name: " ".join(texts) for name, texts in query.lists()}))

    def texts(self) -> dict[str, str]:
        """What was typed, as the rules read it. ``A 2 6 / 8`` may stand in one field."""
        texts = {field.name: field.data or "" for field in self}
        if not texts["played"].strip() and "/" in texts["table"]:
            texts["table"], texts["played"] = split_position(texts["table"])
        return texts

    @property
    def complaints(self) -> list[str]:
        """Everything that is wrong, in sentences."""
        return [error for field in self for error in field.errors]

    def blame(self, field: str, error: RulesError) -> None:
        """Put a fault beside its field."""
        if field not in self:
            field = "table"
        self[field].errors = (*self[field].errors, error_text(error))

    def blame_all(self, refusal: BadQuestion) -> None:
        for fault in refusal.faults:
            self.blame(fault.field, fault.error)
