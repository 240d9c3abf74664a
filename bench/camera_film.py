"""The camera of the live table in Chromium, whose camera is a film of a drawn game."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from playwright.sync_api import Page, sync_playwright

from referee.rules.games import ruleset
from referee.rules.log.entries import write_entry
from referee.rules.playing.dealt_game import DealtGame, deal
from referee.rules.playing.players import Level
from referee.rules.plays import Played
from referee.rules.seating import Seats
from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve
from tests.browser.demo_sessions import Table

from .bounded_figure import Figure
from .camera import beats
from .photo_reading import can_draw

GAMES = ("casino", "krypkasino")
PLAYS = 10
"""Plays of a film, which then stands still."""
PACE = 1.0
"""Seconds that a second of the game takes."""
RATE, CHANGES = 30, 5
"""Frames a second that Chromium shows of a film, and how many of them differ."""
SIZE = (1280, 960)
LAST = 30
"""Seconds for which the table stands still at the end."""


def figures() -> Iterator[Figure]:
    """Show films to the browser, where it and the libraries for drawing are installed."""
    if CHROMIUM is None or not can_draw("films"):
        return
    for game in GAMES:
        with TemporaryDirectory() as folder:
            seen = watch_film(game, 1, Path(folder))
        what = f"camera in the browser, {game}"
        yield Figure(f"{what}: of {PLAYS} plays by themselves", seen.count("alone"), "", least=9)
        yield Figure(f"{what}: wrong without a question", seen.count("wrong"), "", most=0)


def watch_film(
    game: str, seed: int, folder: Path, *, plays: int = PLAYS, pace: float = PACE
) -> list[str]:
    """Return how each play of a film was entered: ``alone``, ``asked`` or ``wrong``."""
    film = folder / "film.mjpeg"
    dealt = deal(ruleset(game), Seats(2, 0), f"film{seed}")
    with film.open("wb") as file:
        seconds = _write(file, dealt, seed, plays, pace)
    devices = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with closing(serve(folder)) as running, sync_playwright() as playwright:
        server = next(running)
        table = Table.begun(server, ["Ann", "Bo"], game=game)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *devices])
        context = chromium.new_context(
            base_url=server, service_workers="block", permissions=["camera"], **SCREENS["phone"]
        )
        page = context.new_page()
        page.request.get(table.edit_link, max_redirects=0)
        page.goto(table.live())
        page.get_by_role("button", name="Follow the table with the camera").click()
        seen = _watch(page, table, _truth(dealt, plays), seconds)
        chromium.close()
    return seen


def _truth(dealt: DealtGame, plays: int) -> list[str]:
    """Return the first plays of a game, in the notation of logs."""
    texts: list[str] = []
    while dealt.turn is not None and len(texts) < plays:
        play = dealt.chosen(Level.SIMPLE).play
        texts.append(write_entry(Played(play)))
        dealt = dealt.after(play)
    return texts


def _write(file: BinaryIO, dealt: DealtGame, seed: int, plays: int, pace: float) -> float:
    """Write a film of the first plays of a game; return its seconds before the end stands still."""
    from training.filmed_games import FilmedTable, jpeg  # noqa: PLC0415 - it needs what draws
    from training.seeded_random import Chance  # noqa: PLC0415

    chance = Chance(seed)
    table, seconds = FilmedTable(chance, dealt.record.rules.deck.copies), 0.0
    for beat in beats(table, dealt, chance):
        is_last = beat.plays >= plays and beat.still and beat.hand is None
        length = LAST if is_last else beat.seconds * pace
        for number in range(max(1, round(length * CHANGES))):
            hand = beat.hand
            if hand is not None and not beat.still:  # it passes
                hand = hand[0], hand[1] + 40 * (number % CHANGES)
            file.write(jpeg(table.frame(hand), 75, SIZE) * (RATE // CHANGES))
        if is_last:
            break
        seconds += length
    return seconds


def _watch(page: Page, table: Table, truth: list[str], seconds: float) -> list[str]:
    """Answer what the page asks until all plays are in the log, or the film is over."""
    seen: list[str] = []
    asked: set[int] = set()
    end = time.monotonic() + seconds + LAST
    while len(seen) < len(truth) and time.monotonic() < end:
        page.wait_for_timeout(250)
        right = truth[len(seen)]
        answer = page.locator(f'#camera [data-answers] [value="{right}"]')
        waits = page.locator("#camera [data-status]").get_by_text("left there").count()
        if answer.count() and not (waits and len(seen) < len(truth) - 1):
            asked.add(len(seen))
            answer.click()
        for text in _log(page, table)[len(seen) :]:
            right = truth[len(seen)]
            how = "asked" if len(seen) in asked else "alone"
            seen.append(how if text == right else "wrong")
    return seen


def _log(page: Page, table: Table) -> list[str]:
    """Return the plays in the log, in its notation."""
    text = page.request.get(f"{table.live()}/log.txt").text()
    lines = text.partition("\n\n")[2].splitlines()
    return [line.split(maxsplit=1)[1].partition(";")[0].strip() for line in lines][1:]
