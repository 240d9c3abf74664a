"""Turns with builds as they are tapped on the live table: by the forms of its page, not by text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from urllib.parse import parse_qs, urlsplit

from referee.rules.card_notation import write_card
from referee.rules.events import Played
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.game_state import BuildGameState, build_game_state
from referee.rules.log.record import Record
from referee.rules.play_notation import read_settled_play
from referee.rules.plays import CardOnly, MakeBuild, Play, Step, Trail
from referee.rules.table_and_builds import Selection, cards_of, divided
from referee.services import game_views
from referee.services.group_keys import Access
from referee.services.ids import GameId
from tests.page_client import Page
from tests.taps_for_play import known, texts, things_of

from .followed_build_game import NAMES, Followed

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
FIRST = "Make a build of these first"


def is_same(turn: Play, other: Play, seat: int) -> bool:
    """Return whether these are the same steps; those tapped at once have no order."""
    return Counter(known(turn, seat)) == Counter(known(other, seat))


class Fingers:
    """A user who enters plays on the page of a game."""

    def __init__(self, here: Followed) -> None:
        self.here, self.phone = here, here.phone
        _, _, group, session, number = here.page.split("/")
        self._place = Access(group, may_write=True), GameId(session, int(number))

    @property
    def record(self) -> Record:
        with self.phone.app.app_context():
            return game_views.read_game(*self._place).record

    @property
    def engine(self) -> BuildGameEngine:
        engine = self.record.rules.engine
        assert isinstance(engine, BuildGameEngine)
        return engine

    @property
    def state(self) -> BuildGameState:
        return build_game_state(self.record.state)

    # --- one step after the other -----------------------------------------------------------------

    def in_steps(self, turn: Play, seat: int) -> None:
        """Tap a turn: builds before the card begin it, builds after the card are added."""
        turn = tuple(chain.from_iterable(map(self._shallow, turn)))
        at = next(number for number, step in enumerate(turn) if step.card is not None)
        page, begun = self.page(), tuple[Step, ...]()
        for step in turn[:at]:
            if not begun:
                self._name_tops(step)
                page = self.page()
            case = self.engine.turn_context(self.state, seat, begun)
            page = self._press(page, FIRST, things_of(case.table, step))
            begun = (*begun, step)
            page = self._follow(page, begun, seat)
        if not begun:
            self._name_tops(turn[at])
            page = self.page()
        case = self.engine.turn_context(self.state, seat, begun)
        self.play(page, turn[at], things_of(case.table, turn[at]), turn[: at + 1], seat)
        for number, step in enumerate(turn[at + 1 :], at + 2):
            self._name_tops(step)
            page = self.page()
            used = things_of(self.state.full_table, step)
            page = self._press(page, f"{NAMES[seat]} built these too", used)
            assert self.answer(page, turn[:number], seat), (page.text, turn)

    def play(self, page: Page, step: Step, used: Selection, turn: Play, seat: int) -> None:
        """Enter the card, and what it does, where that is asked."""
        page = self._card(page, step, used)
        assert self.answer(page, turn, seat), (turn, page.text)

    def _card(self, page: Page, step: Step, used: Selection) -> Page:
        assert step.card is not None
        card = write_card(step.card)
        return self._press(page, SUIT_NAMES[card[-1]], used, rank=card[:-1])

    # --- the page ---------------------------------------------------------------------------------

    def page(self) -> Page:
        return self.phone.get(self.here.table)

    def answer(self, page: Page, turn: Play, seat: int) -> bool:
        """Choose a turn, where the page asks; does it stand then?"""
        offered = self.offered(page) if "ask" in page.parts else []
        wanted = next((one for one in offered if is_same(read_settled_play(one), turn, seat)), None)
        if wanted:
            self.choose(page, wanted)
        last = [step for step in self.record.events if step.verdict is not None][-1].event
        assert isinstance(last, Played)
        assert not isinstance(last.play, CardOnly)
        return is_same(last.play, turn, seat)

    def tap(self, card: str, used: Sequence[str], button: str = "", at: str = "") -> Page:
        """Tap things on the table, then a card, or a button that stands for it."""
        typed = {"rank": card[:-1]} if card else {}
        return self._send(self.page(), button or SUIT_NAMES[card[-1]], used, at, **typed)

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

    def _press(self, page: Page, button: str, used: Selection, **typed: str) -> Page:
        return self._send(page, button, texts(used), **typed)

    def _send(
        self, page: Page, button: str, ticked: Sequence[str], at: str = "", **typed: str
    ) -> Page:
        for text in ticked:
            assert re.search(rf'name="used"[^>]* value="{re.escape(text)}"', page.html), text
        form, found = page.form(button)
        sent = form.filled(found, **typed, **({"used": ticked} if ticked else {}))
        address = at or found.action or form.action
        answer = self.phone.ask(address, "POST", data=sent)
        if answer.status_code in (302, 303):
            return self.phone.get(self.phone.local(answer.location))
        assert answer.status_code == 422, answer.text
        return Page(address, answer)

    def _follow(self, page: Page, begun: Play, seat: int) -> Page:
        """Choose what a turn has begun with, where more than one thing can be made."""
        if "ask" not in page.parts:
            assert "begun" in page.html
            return page
        for link in page.links:
            said = parse_qs(urlsplit(link).query).get("begun")
            if said and known(read_settled_play(said[0]), seat) == known(begun, seat):
                return self.phone.get(link)
        raise AssertionError((begun, page.text))

    # --- piles ------------------------------------------------------------------------------------

    def _name_tops(self, step: Step) -> None:
        """Tops that nobody has said yet are said before they are used."""
        for top in () if isinstance(step, Trail) else step.tops:
            pile = self.state.pile_seats[top.seat]
            if len(self.state.piles[pile].top_among) > 1:
                page, value = self.page(), f"{write_card(top.card)}^{pile}"
                forms = [(f, b) for f in page.forms for b in f.buttons if b.value == value]
                for form, button in forms:
                    page = self.phone.send(form.action, form.filled(button))

    def _shallow(self, step: Step) -> Iterator[Step]:
        """Yield a step that uses several cards of a pile in several, each with the one on top."""
        if isinstance(step, Trail) or not isinstance(step, MakeBuild):
            yield step
            return
        piles = (pile.named_first(cards_of(step.tops)) for pile in self.state.piles)
        named = ([card for card in pile if card in cards_of(step.tops)] for pile in piles)
        depth = {card: level for pile in named for level, card in enumerate(pile)}
        if not any(depth.values()):
            yield step
            return
        build = step.build
        groups = divided(build.cards, build.value, self.engine.rules.values) or ()
        for level in range(max(depth.values()) + 1):
            reached = [one for one in groups if all(depth.get(card, 0) <= level for card in one)]
            tops = tuple(top for top in step.tops if depth[top.card] == level)
            card = None if level else step.card
            yield MakeBuild(card, build._replace(sets=tuple(reached)), tops)
