"""Two phones at one live table where cards are built up: whole games that were played with hands
that only the players know, by every turn tapped."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from referee.rules.games import ruleset
from referee.rules.games.casino.live.following import FollowingBuilds
from referee.rules.games.casino.live.insisting import insisted
from referee.rules.games.casino.live.state import state_of
from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record, append, replay
from referee.rules.steps import Played
from referee.rules.turns import Turn, Unsettled
from tests.bodies import line_of
from tests.oracle.followed_entering import Scribe
from tests.oracle.followed_games import follow
from tests.oracle.followed_player import Dealer
from tests.oracle.followed_setup import Setup
from tests.strategies import SOAK, some, times
from tests.tapped import Taps, is_deep, taps_for

from .conftest import Open
from .following import drawn, irregular, open_table, rank_key
from .tables import Table
from .taps import ask_again, button, heading

NAMES = ["Ann", "Bo", "Cia", "Dan"]
SETUPS = [
    Setup("swazi-casino", 4),
    Setup("casino", 2),
    Setup("royal-casino", 3, 2),
    Setup("lesotho-casino", 4),
    Setup("south-african-casino", 3, 1),
    Setup("spade-casino", 4, house=frozenset({"sweeps"}), teams=(0, 1, 0, 1)),
]


class Entry(NamedTuple):
    """What is entered, and tapped: cards of the table, buttons, a turn; and how the game is
    afterwards."""

    body: Mapping[str, Any]
    dealt: Sequence[str]
    buttons: Sequence[str]
    turn: Taps | None
    state: Mapping[str, Any]


class Game(NamedTuple):
    """A game as it was played, and who bluffed: the seat, the kind, and the number of the turn."""

    setup: Setup
    entries: Sequence[Entry]
    bluffs: set[tuple[int, str, int]]


def games(setup: Setup, seed: str) -> Iterator[Game]:
    """Those in which everybody plays what may be right, and somebody does bluff."""
    for number in count():
        chance = random.Random(f"{seed} {setup} {number}")
        game = Dealer(chance, setup, honest=0.93, orderly=1).play_out()
        scribe = Scribe(chance, game, sloppy=0)
        bodies = scribe.write()
        bluffs = {(one.seat, one.kind, scribe.numbers[one.happening]) for one in game.bluffs}
        right = bluffs and not any("as_played" in body for body in bodies)
        entries = tapped(setup, bodies) if right else []
        if entries:
            yield Game(setup, entries, bluffs)


def tapped(setup: Setup, bodies: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """What is tapped for each entry, and what the model of followed games says of it. Nothing where
    two cards of a pile are used at once."""
    record = replay(ruleset(setup.game, setup.house), setup.players, setup.dealer, (), setup.teams)
    found = []
    for body, state in zip(bodies, follow(setup, bodies), strict=True):
        before, record = record, append(record, read_entry(line_of(body)))
        entry = record.steps[-1].entry
        if isinstance(entry, Played) and is_deep(turn_in(entry)):
            return []
        found.append(Entry(body, *_taps(before, record, body), state))
    return found


def _taps(
    before: Record, after: Record, body: Mapping[str, Any]
) -> tuple[Sequence[str], list[str], Taps | None]:
    live, entry = after.rules.live, after.steps[-1].entry
    assert isinstance(live, FollowingBuilds)
    if "table" in body:
        return body["table"], [], None
    if "top" in body:
        return (), [_top(f"{body['top']}^{body['pile']}")], None
    if "replace" in body:
        demands = insisted(live, before.steps)
        wanted = next(
            number
            for number, one in enumerate(demands, 1)
            if append(before, read_entry(f"replace {body['replace']} {one.text}")).state
            == after.state
        )
        return (), [f"#insisted form:nth-of-type({wanted}) button"], None
    assert isinstance(entry, Played)
    taps = taps_for(live, state_of(before.state), turn_in(entry), after.steps[-1].seat or 0)
    assert taps is not None, body
    return (), [*map(_top, taps.tops)], taps


def turn_in(entry: Played) -> Turn:
    assert not isinstance(entry.turn, Unsettled)
    return entry.turn


def _top(text: str) -> str:
    return f'#unsure button[value="{text}"]'


QUICKLY = """async turns => {
  const begun = Date.now();
  const ready = async (found) => {
    while (!found()) {
      if (Date.now() - begun > 60000) throw Error(`not there: ${found} ${seq()}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const part = (name, value) =>
    [...document.querySelectorAll(`[name=${name}]`)].find((one) => one.value === value);
  const seq = () => Number(document.getElementById("turn").dataset.seq);
  const keys = (card) => [part("rank", card.slice(0, -1)), part("suit", card.slice(-1))];
  for (const { dealt, buttons, used, card, option } of turns) {
    let after = seq();
    for (const one of dealt) keys(one).forEach((key) => key.click());
    for (const button of buttons) {
      await ready(() => document.querySelector(button));
      document.querySelector(button).click();
      await ready(() => seq() > after);
      after = seq();
    }
    for (const one of used) part("used", one).click();
    if (card) keys(card).forEach((key) => key.click());
    if (option) {
      await ready(() => part("turn", option));
      part("turn", option).click();
    }
    if (card || dealt.length) await ready(() => seq() > after);
  } }"""


def play(page: Page, entries: Sequence[Entry]) -> None:
    """Each is tapped as soon as the one before was answered; with the thumb, where the page comes
    anew between two steps of a turn."""
    quick: list[dict[str, object]] = []
    for _, dealt, buttons, turn, _ in entries:
        quick.append({"dealt": dealt, "buttons": buttons, "used": (), "card": "", "option": ""})
        if turn is None:
            continue
        if turn.begun:
            page.evaluate(QUICKLY, quick)
            quick = [{"dealt": (), "buttons": (), "used": (), "card": "", "option": ""}]
        for step in turn.begun:
            begin(page, step.used, step.turn)
        quick[-1] |= {"used": turn.used, "card": turn.card, "option": turn.turn}
    page.evaluate(QUICKLY, quick)


def begin(page: Page, used: Sequence[str], so_far: str) -> None:
    """A step without a card from the hand."""
    for one in used:
        page.locator("#table label").filter(has=page.locator(f'[value="{one}"]')).tap()
    button(page, "Make a build of these first").tap()
    if so_far:
        offered = page.locator("#ask a.option")
        offered.nth(
            offered.evaluate_all(
                """(found, wanted) => found.findIndex(
                     ({ href }) => new URL(href).searchParams.get("begun") === wanted)""",
                so_far,
            )
        ).tap()
    expect(page.locator("#table .begun")).to_be_visible()


def shows(page: Page, state: Mapping[str, Any], told: int) -> None:
    """A phone shows the game as the model has it, which heard of a top with the turn that used it:
    so many were ``told`` before."""
    expect(page.locator("#turn")).to_have_attribute("data-seq", str(state["seq"] + told))
    if state["turn"] is None:
        return
    expect(heading(page)).to_have_text(f"{NAMES[state['turn']]} plays")
    expect(page.locator("#table > .cards .card")).to_have_text(drawn(" ".join(state["table"])))
    values = sorted(str(build["value"]) for build in state["builds"])
    assert sorted(page.locator("#table .builds .fan .value").all_inner_texts()) == values
    keepers = sorted(NAMES[build["keeper"]] for build in state["builds"])
    assert sorted(page.locator("#table .builds .keeper").all_inner_texts()) == keepers


ALIKE = """() => ["turn", "table", "unsure", "insisted", "scores", "last", "irregular", "log"].map(
  (id) => document.getElementById(id)?.textContent.replace(/\\s+/g, " "))"""
"""What all phones show alike."""


TAPPED = 11
"""So many entries at both ends of a game, by both phones: in ``make test`` those between come from
elsewhere, in ``make soak`` all are tapped."""


def alike(page: Page, mate: Page, state: Mapping[str, Any], told: int) -> None:
    """Both show it, once one of them has asked."""
    ask_again(mate)
    for phone in (page, mate):
        shows(phone, state, told)
    assert page.evaluate(ALIKE) == mate.evaluate(ALIKE)


def follow_on_two_phones(open_page: Open, server: str, game: Game) -> None:
    setup, entries, bluffs = game
    table = Table.start(
        server,
        NAMES[: setup.players],
        game=setup.game,
        first_dealer=setup.dealer,
        house=dict.fromkeys(setup.house, True),
        teams=setup.teams and list(setup.teams),
    )
    table.begin()
    one, other = (open_table(open_page, table) for _ in range(2))
    expect(rank_key(one, "A")).to_be_visible()
    at = told = 0
    while at < len(entries):
        for page, mate, number in ((one, other, 8), (other, one, 3)):
            now = entries[at : at + number]
            if now:
                play(page, now)
                told += sum(len(entry.turn.tops) for entry in now if entry.turn)
                alike(page, mate, now[-1].state, told)
            at += number
        if SOAK == 1 and at == TAPPED:
            at = max(len(entries) - TAPPED, at)
            for entry in entries[TAPPED:at]:
                after = entry.state["seq"] + told
                body = {**entry.body, "key": f"elsewhere {after}", "after": after - 1}
                table("POST", "/games/1/plays", body)
            ask_again(one)
            alike(one, other, entries[at - 1].state, told)
    state = entries[-1].state
    scores = state["scores"]["players"]
    for page in (one, other):
        expect(heading(page)).to_have_text("Game 1 is finished")
        totals = [str(row["total"]) for row in scores if row["total"] is not None]
        teams = [str(team["total"]) for team in state["scores"]["teams"] or []]
        told = page.locator("#scores .points").all_inner_texts()
        assert [*dict.fromkeys(told)] == [*dict.fromkeys(totals or teams)]
        expect(page.locator("#pad")).to_be_hidden()
        page.locator("#irregular summary").tap()
        expect(irregular(page)).to_have_count(len(bluffs))
    found = irregular(other).all_inner_texts()
    wanted = [NAMES[seat] for seat, _, _ in bluffs]
    assert sorted(name for name in NAMES for text in found if text.startswith(name)) == sorted(
        wanted
    )
    irregular(other).first.locator("a").tap()
    expect(other.locator(".wrong", has_text="Bluff:").first).to_be_visible()
    expect(other.locator("p.right")).to_have_count(0)


@pytest.mark.parametrize("setup", some(SETUPS, 6), ids=lambda setup: setup.game)
def test_two_phones_follow_a_whole_game(open_page: Open, server: str, setup: Setup) -> None:
    """One enters most of it, the other hears of it and enters some turns, too."""
    for game in islice(games(setup, f"two phones {SOAK}"), times(1)):
        follow_on_two_phones(open_page, server, game)
