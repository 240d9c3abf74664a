"""Form of the stake of a session: the price of a point, and its currency."""

from __future__ import annotations

from wtforms import Form, StringField

from ...languages import gettext
from ...services.archive import CURRENCY_LENGTH, MOST_STAKE
from ...services.names import check_seen, normal
from ...words.numbers_and_lists import amount
from ..invalid_input_error import InvalidInput
from ..number_input import places, read_decimal


class StakeForm(Form):
    """The form of the stake: the price of a point, and its currency."""

    stake = StringField()
    currency = StringField()

    def hundredths(self) -> int | None:
        """Return the stake in hundredths; None for no stake. Raises :class:`InvalidInput`."""
        text = (self.stake.data or "").strip()
        if not text:
            return None
        stake, quoted = read_decimal(text), text[:20]
        if stake is None or places(stake) > 2:
            raise InvalidInput(
                gettext("“%(text)s” is not an amount: write 0.50, say, or nothing.", text=quoted)
            )
        if stake < 0:
            raise InvalidInput(gettext("“%(text)s”: this number cannot be below 0.", text=quoted))
        if stake > MOST_STAKE / 100:
            most = amount(MOST_STAKE)
            raise InvalidInput(gettext("“%(text)s”: at most %(most)s.", text=quoted, most=most))
        return int(stake * 100) or None

    def unit(self) -> str:
        """Return the currency. Raises :class:`InvalidInput`, and refuses invisible characters."""
        text = normal(self.currency.data or "")
        if len(text) > CURRENCY_LENGTH:
            most = CURRENCY_LENGTH
            raise InvalidInput(gettext("The currency has at most %(most)d characters.", most=most))
        check_seen(text, "currency")
        return text
