"""Turns with builds as they are tapped on the live table: by the forms of its page, not by text."""

import re
from collections.abc import Sequence

from referee.rules.log.record import Record
from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from tests.page_client import Page

from .followed_build_game import Followed

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Fingers:
    """A user who enters plays on the page of a game."""

    def __init__(self, here: Followed) -> None:
        self.here, self.phone = here, here.phone
        _, _, group, session, number = here.page.split("/")
        self._place = Access(group, may_write=True), GameId(session, int(number))

    @property
    def record(self) -> Record:
        with self.phone.app.app_context():
            return followed_games.read_game(*self._place).record

    def page(self) -> Page:
        return self.phone.get(self.here.table)

    def tap(self, card: str, used: Sequence[str], button: str = "", at: str = "") -> Page:
        """Tap things on the table, then a card, or a button that stands for it."""
        page, typed = self.page(), {"rank": card[:-1]} if card else {}
        for text in used:
            assert re.search(rf'name="used"[^>]* value="{re.escape(text)}"', page.html), text
        form, found = page.form(button or SUIT_NAMES[card[-1]])
        sent = form.filled(found, **typed, **({"used": used} if used else {}))
        address = at or found.action or form.action
        answer = self.phone.ask(address, "POST", data=sent)
        if answer.status_code in (302, 303):
            return self.phone.get(self.phone.local(answer.location))
        assert answer.status_code == 422, answer.text
        return Page(address, answer)

    def offered(self, page: Page) -> list[str]:
        """Return the turns that can be chosen, in order."""
        return re.findall(r'class="option" name="turn" value="(.*?)"', page.html)

    def choose(self, page: Page, turn: str) -> Page:
        """Choose one of them."""
        for form in page.forms:
            for button in form.buttons:
                if (button.name, button.value, button.inside) == ("turn", turn, "ask"):
                    return self.phone.send(form.action, form.filled(button))
        raise AssertionError(page.text)
