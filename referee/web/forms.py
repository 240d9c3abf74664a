"""Forms: they hold what was typed; the rules read it."""

from __future__ import annotations

from wtforms import BooleanField, Form, SelectMultipleField, StringField

from ..languages import lazy_gettext
from ..messages import HOUSE_RULES, error_text
from ..rules.question import BadQuestion
from ..rules.ruleset import HouseRules


class RefereeForm(Form):
    """A position and a play. The field names are those of the API's referee call."""

    table = StringField(lazy_gettext("Table"))
    played = StringField(lazy_gettext("Played"))
    hand = StringField(lazy_gettext("Hand"))
    captured = StringField(lazy_gettext("Taken"))
    dealt = BooleanField(lazy_gettext("Just dealt: set pictures aside first"))
    last_of_deal = BooleanField(lazy_gettext("Last card of the deal"))
    house = SelectMultipleField(lazy_gettext("House rules"), validate_choice=False)

    def offer_house_rules(self, house_rules: type[HouseRules]) -> None:
        """The switches that a ruling can depend on."""
        self.house.choices = [(name, HOUSE_RULES[name]) for name in house_rules.names_during_play()]

    def texts(self) -> dict[str, str]:
        """What was typed, as the rules read it."""
        return {
            field: str(self[field].data or "") for field in ("table", "played", "hand", "captured")
        } | {
            "dealt": "1" if self.dealt.data else "",
            "last_of_deal": "1" if self.last_of_deal.data else "",
            "house": " ".join(self.house.data or ()),
        }

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self)

    def blame(self, error: BadQuestion) -> None:
        """Put each fault beside its field."""
        for fault in error.faults:
            self[fault.field].errors = (*self[fault.field].errors, error_text(fault.error))
