"""Games with builds at the live table: followed through the API, and turns as they are tapped
there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from flask import Flask

from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.play_choices import Choice, choices, choices_of
from referee.rules.games.casino.followed.state import BuildGameState
from referee.rules.log.record import Record
from referee.rules.notation import write_build, write_card, write_settled_play, write_top
from referee.rules.plays import (
    MakeBuild,
    Play,
    Selection,
    Step,
    Table,
    TopRevealed,
    Trail,
    with_mover_as_owner,
)
from referee.rules.ruleset import NoSuchTop
from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from tests.api_calls import enter_at_once
from tests.page_client import Page, Phone
from tests.playthroughs import Setup


class Begun(NamedTuple):
    """A step without the card from the hand: what is tapped, and the turn so far, where more than
    one thing can be made of that."""

    used: tuple[str, ...]
    turn: str = ""


class Taps(NamedTuple):
    """The taps for a play, in order: which card a top is, what it begins with, what its card uses;
    ``turn`` where more than one may be meant."""

    tops: tuple[str, ...]
    begun: tuple[Begun, ...]
    used: tuple[str, ...]
    card: str
    turn: str

    @property
    def number(self) -> int:
        """Return how often the screen is touched: the card is one, since a press on its rank slides
        to its suit, and each thing that is used, begun with or chosen is one."""
        begun = sum(len(step.used) + 1 + bool(step.turn) for step in self.begun)
        return len(self.tops) + begun + len(self.used) + 1 + bool(self.turn)


def taps_for(engine: BuildGameEngine, state: BuildGameState, turn: Play, seat: int) -> Taps | None:
    """Return the taps for a play. None if the page has no way to enter it, or a step uses two cards
    of a pile: that is tapped as two steps."""
    turn = _in_one_form(turn)
    said, state = _said_first(engine, state, turn)
    steps = [step for step in turn if step.card is None]
    played = next(step for step in turn if step.card is not None)
    assert played.card is not None
    begun: tuple[Begun, ...] = ()
    so_far: Play = ()
    whole = _one_of(turn, choices(engine.turn_context(state, seat), played.card).choices, seat)
    for step in steps if whole is None else ():
        case = engine.turn_context(state, seat, so_far)
        used = things_of(case.table, step)
        found = choices_of(case, None, used).possible
        meant = _one_of((*so_far, step), found, seat)
        if meant is None:
            return None
        so_far = meant.play
        begun = (*begun, Begun(texts(used), write_settled_play(so_far) if len(found) > 1 else ""))
    case = engine.turn_context(state, seat, so_far)
    wanted = (*so_far, played) if whole is None else turn
    for used in (Selection(), things_of(case.table, played)):
        pointed = any(used.table) or used.tops
        asked = choices_of(case, played.card, used) if pointed else choices(case, played.card)
        found = asked.possible
        meant = _one_of(wanted, found, seat)
        if meant is not None:
            alone = len(found) == 1 and asked.all
            option = "" if alone else write_settled_play(meant.play)
            return Taps(said, begun, texts(used), write_card(played.card), option)
    return None


def is_deep(turn: Play) -> bool:
    """Return whether a step uses two cards of a pile."""
    tops = [[top.seat for top in step.tops] for step in turn if not isinstance(step, Trail)]
    return any(len({*seats}) < len(seats) for seats in tops)


def _said_first(
    engine: BuildGameEngine, state: BuildGameState, turn: Play
) -> tuple[tuple[str, ...], BuildGameState]:
    """Tops that nobody has said yet are said before they are used."""
    said: tuple[str, ...] = ()
    for step in turn:
        for top in () if isinstance(step, Trail) else step.tops:
            if len(state.piles[state.pile_seats[top.seat]].top_among) > 1:
                with suppress(NoSuchTop):
                    state = engine.observed(state, TopRevealed(top))
                    said = (*said, write_top(top))
    return said, state


def _in_one_form(turn: Play) -> Play:
    """Join what was added to a build after its card with the step that made it: they are tapped
    together."""
    done: Play = ()
    for step in turn:
        last = done[-1] if done else None
        if (
            isinstance(last, MakeBuild)
            and isinstance(step, MakeBuild)
            and last.card is not None
            and last.build.value == step.build.value
            and {*last.build.cards} < {*step.build.cards}
        ):
            done = (*done[:-1], MakeBuild(last.card, step.build, (*last.tops, *step.tops)))
        else:
            done = (*done, step)
    return done


def _one_of(turn: Play, found: Sequence[Choice], seat: int) -> Choice | None:
    wanted = known(turn, seat)
    return next((one for one in found if known(one.play, seat) == wanted), None)


def known(turn: Play, seat: int) -> list[object]:
    """Return a turn, however it is written."""
    return [_step(step) for step in with_mover_as_owner(turn, seat)]


def _step(step: Step) -> object:
    if isinstance(step, Trail):
        return step
    if isinstance(step, MakeBuild):
        build = step.build
        return step.card, build.value, build.owner, frozenset(build.cards), frozenset(step.tops)
    builds = frozenset((build.value, frozenset(build.cards)) for build in step.builds)
    return step.card, frozenset(step.cards), builds, frozenset(step.tops)


def things_of(table: Table, step: Step) -> Selection:
    """Return what a step uses of the table and the piles."""
    if isinstance(step, Trail):
        return Selection()
    cards = {*(step.from_table if isinstance(step, MakeBuild) else step.captured)}
    builds = tuple(build for build in table.builds if cards & {*build.cards})
    loose = tuple(card for card in table.loose if card in cards)
    return Selection(Table(loose, builds), step.tops)


def texts(used: Selection) -> tuple[str, ...]:
    builds = (write_build(build._replace(owner=None)) for build in used.table.builds)
    return (*map(write_card, used.table.loose), *builds, *map(write_top, used.tops))


NAMES = ("Ada", "Bo", "Cia", "Dan")


def plain(text: str) -> str:
    """Return a text without the mark that keeps phones from drawing suits as pictures."""
    return text.replace("\ufe0e", "")


def begun(app: Flask, game: str, *lines: str, players: int = 2, on: str = "") -> Followed:
    """Return a game so far, in the notation of logs."""
    here = Followed(app, Setup(game, players, house=frozenset(on.split())))
    here.all_at_once(lines)
    return here


class Followed:
    """Game 1 of a session of its own; ``seq`` is the number of its last entry."""

    def __init__(self, app: Flask, setup: Setup, **options: object) -> None:
        self.phone, self.seq = Phone(app), 0
        self._client = app.test_client()
        body = {
            "game": setup.game, "players": NAMES[: setup.players],
            "teams": setup.teams and list(setup.teams), "house": dict.fromkeys(setup.house, True),
            "first_dealer": setup.dealer, **options}  # fmt: skip
        made = self._client.post("/api/v1/sessions", json=body).json or {}
        self._keyed = {"Authorization": f"Bearer {made['edit_key']}"}
        self._games = f"/api/v1/sessions/{made['id']}/games"
        self._client.post(self._games, json={}, headers=self._keyed)
        assert self.phone.ask(f"/k/{made['edit_key']}").status_code == 302
        self.page = f"/g/{made['group_id']}/{made['id']}/1"
        self.table = f"{self.page}/table"

    def all_at_once(self, lines: Iterable[str]) -> None:
        """Entries in the notation of logs, where nobody looks at what comes in between."""
        _, _, group, session, number = self.page.split("/")
        game = GameId(session, int(number))
        self.seq = enter_at_once(self.phone.app, group, game, lines)

    def turns(self, table: str, *turns: str) -> Followed:
        """Return the game after these turns, which are all as they should be."""
        entries = [{"table": table.split()}] if table else []
        for state in self.enter([*entries, *({"turn": turn} for turn in turns)]):
            assert state["irregularities"] == []
        return self

    def enter(self, entries: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the state after each entry that was not refused."""
        for number, entry in enumerate(entries):
            sent = {**entry, "key": f"k{number}", "after": self.seq}
            answer = self._client.post(f"{self._games}/1/plays", json=sent, headers=self._keyed)
            assert answer.status_code in (201, 400, 409, 422), answer.text
            if answer.status_code == 201:
                state: dict[str, Any] = answer.json or {}
                self.seq = state["seq"]
                yield state


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
