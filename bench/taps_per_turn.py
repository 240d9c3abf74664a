"""Taps of a dispute from the home page, and a turn on the live table: the mean over recorded games.
A press that slides from one key to another is one tap."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import build_game_state
from referee.rules.log.record import Record, replay
from referee.rules.plays import CardOnly, Played
from referee.rules.ruleset import AppliedEvent
from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve
from tests.browser.taps import button, press_and_slide, tap
from tests.live_table_taps import taps_for
from tests.playthroughs import end, files, read

from .bounded_figure import Figure
from .followed_krypkasino import RULES, whole_game

PLAYS = 48
GOALS = {"casino": 2.0, "swazi-casino": 2.0}
KRYPKASINO = 1.6
LYING, DISPUTED = ("ace", "2", "6", "7", "8", "9", "jack"), "8"
RULED = "The 8 must take five cards"
DISPUTE = 9


def figures() -> Iterator[Figure]:
    if CHROMIUM is not None:
        with (
            TemporaryDirectory() as folder,
            closing(serve(Path(folder))) as running,
            sync_playwright() as playwright,
        ):
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            page = chromium.new_page(base_url=next(running), locale="en", **SCREENS["phone"])
            taps = _of_dispute(page)
            yield Figure("taps of a dispute, seven cards on the table", taps, "taps", most=DISPUTE)
            chromium.close()
    for game, goal in GOALS.items():
        logs = (read(path) for path in files("played", game))
        records = (end(log.setup, log.bodies) for log in logs)
        yield _figure(game, (taps for record in records for taps in _of_turns(record)), goal)
    log = replay(RULES, 4, 0, whole_game(Random(7), 4))
    yield _figure("krypkasino", _of_cards(log), KRYPKASINO)


def _of_dispute(page: Page) -> int:
    """Return the number of taps from the home page to a ruling."""
    page.goto("/")
    page.get_by_role("link", name="Settle a dispute").first.tap()
    expect(button(page, "Played")).to_be_visible()
    tap(page, *LYING)
    press_and_slide(page, button(page, "Played"), button(page, DISPUTED))
    expect(page.locator("h1")).to_have_text(RULED)
    return 1 + len(LYING) + 1


def _of_turns(record: Record) -> Iterator[int]:
    """Yield the taps of each legal turn of a game with builds."""
    engine = record.engine
    assert isinstance(engine, BuildGameEngine)
    for step, played in _plays(record):
        assert step.seat is not None
        assert not isinstance(played.play, CardOnly)
        taps = taps_for(engine, build_game_state(step.before), played.play, step.seat)
        if taps is not None:
            yield taps.number


def _of_cards(record: Record) -> Iterator[int]:
    """Yield the taps of each play of a game without builds."""
    for step, played in _plays(record):
        assert step.before is not None
        options = record.engine.options(step.before, played.card)
        yield 1 + (options.options_total != 1)


def _plays(record: Record) -> Iterator[tuple[AppliedEvent, Played]]:
    for step in record.events:
        if isinstance(step.event, Played) and not step.event.as_played:
            yield step, step.event


def _figure(game: str, taps: Iterable[int], goal: float) -> Figure:
    first = list(islice(taps, PLAYS))
    mean = sum(first) / len(first)
    return Figure(f"taps a turn, {game}: mean of {len(first)} plays", mean, "taps", most=goal)
