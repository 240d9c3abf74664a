"""The camera of the live table in Chromium, whose camera is a film of a drawn game."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, NamedTuple

from playwright.sync_api import Error, Page, sync_playwright

from referee.rules.games import ruleset
from referee.rules.log.entries import write_entry
from referee.rules.notation import write_card, write_play
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
RATE = 5
"""Frames a second of a film."""
SIZE = (1280, 960)
FIRST, LAST = 15, 30
"""Seconds for which the first table and the last one stand still."""
SLOWER = 1.5
"""The factor by which a frame takes longer where the page and the film run besides."""
LATE = 2
"""Plays that may be over and not in the log, before players enter all of them but the latest."""


class Turn(NamedTuple):
    """A play of a filmed game: its line in the log, its fields in the form of the page, and the
    second of the film in which it is ``over``."""

    text: str
    fields: dict[str, str]
    over: float


def figures() -> Iterator[Figure]:
    """Show films to the browser, where it and the libraries for drawing are installed."""
    if CHROMIUM is None or not can_draw("films"):
        return
    for game in GAMES:
        with TemporaryDirectory() as folder:
            seen = Counter(watch_film(game, 1, Path(folder)))
        what = f"camera in the browser, {game}"
        yield Figure(f"{what}: of {PLAYS} plays by themselves", seen["alone"], "", least=9)
        yield Figure(f"{what}: wrong without a question", seen["wrong"], "", most=0)


def watch_film(
    game: str, seed: int, folder: Path, *, plays: int = PLAYS, pace: float = 0
) -> list[str]:
    """Return how each of the first plays of a game was entered: ``alone``, ``asked``, ``by hand``
    or ``wrong``, after which nothing more is watched. Players leave the table alone ``pace`` times
    as long as usual, by default as long as it takes to read two frames."""
    film = folder / "film.y4m"
    dealt = deal(ruleset(game), Seats(2, 0), f"film{seed}")
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
        pace = pace or _pace(page, dealt, seed)
        with film.open("wb") as file:
            turns = _write(file, dealt, seed, plays, pace)
        length = f"{turns[-1].over:.0f} s, still {pace:.1f} times as long as usual"
        print(f"films: {len(turns)} plays of {game} in {length}")
        page.goto(table.live())
        page.get_by_role("button", name="Follow the table with the camera").click()
        seen = _watch(page, table, turns)
        chromium.close()
    return seen


def _pace(page: Page, dealt: DealtGame, seed: int) -> float:
    """Return how many times as long as usual players leave the table alone, so that two frames are
    read while a card lies beside what it takes."""
    from training.filmed_games import FilmedTable, jpeg  # noqa: PLC0415 - it needs what draws
    from training.seeded_random import Chance  # noqa: PLC0415

    table = FilmedTable(Chance(seed), dealt.record.rules.deck.copies)
    for card in dealt.record.rules.deck.faces[:6]:
        table.lay(card)
    seconds = []
    for _ in range(4):  # the first one opens the models
        began = time.monotonic()
        frame, headers = jpeg(table.frame(), size=SIZE), {"Content-Type": "image/jpeg"}
        page.request.post("/api/v1/photo", data=frame, headers=headers)
        seconds.append(time.monotonic() - began)
    return max(1, (1 + SLOWER * 2 * max(seconds[1:])) / 1.4)


def _write(file: BinaryIO, dealt: DealtGame, seed: int, plays: int, pace: float) -> list[Turn]:
    """Write a film of the first plays of a game; return them."""
    from training.filmed_games import FilmedTable, raw  # noqa: PLC0415 - it needs what draws
    from training.seeded_random import Chance  # noqa: PLC0415

    chance = Chance(seed)
    table, seconds = FilmedTable(chance, dealt.record.rules.deck.copies), 0.0
    over: dict[int, float] = {}
    file.write(b"YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420\n" % (*SIZE, RATE))
    for number, beat in enumerate(beats(table, dealt, chance)):
        is_last = beat.plays >= plays and beat.still and beat.hand is None
        if is_last:
            length: float = LAST
        elif number == 0:
            length = FIRST
        else:
            length = beat.seconds * (pace if beat.still else 1)
        over.setdefault(beat.plays, seconds)
        drawn, shown = (max(1, round(long * RATE)) for long in (beat.seconds, length))
        for step in range(drawn):
            hand = beat.hand
            if hand is not None and not beat.still:  # it passes
                hand = hand[0], hand[1] + 40 * (step % RATE)
            times = (step + 1) * shown // drawn - step * shown // drawn
            file.write((b"FRAME\n" + raw(table.frame(hand), SIZE)) * times)
        seconds += shown / RATE
        if is_last:
            break
    return list(_turns(dealt, over))


def _turns(dealt: DealtGame, over: dict[int, float]) -> Iterator[Turn]:
    number = 1
    while dealt.turn is not None and number in over:
        dealt = dealt.after(dealt.chosen(Level.SIMPLE).play)
        entry = next(
            one.event for one in reversed(dealt.record.events) if isinstance(one.event, Played)
        )
        fields = {"card": write_card(entry.card), "turn": write_play(entry.play)}
        yield Turn(write_entry(entry), fields, over[number])
        number += 1


def _watch(page: Page, table: Table, turns: list[Turn]) -> list[str]:
    """Answer what the page asks until all plays are in the log, or the film is over."""
    seen: list[str] = []
    helped: dict[int, str] = {}
    start = time.monotonic()
    end = start + turns[-1].over + LAST
    while len(seen) < len(turns) and time.monotonic() < end and "wrong" not in seen:
        page.wait_for_timeout(1000)
        place = len(seen)
        if place not in helped:
            now = time.monotonic() - start
            over = sum(turn.over < now for turn in turns)
            if _answered(page, turns[place], is_last=place == len(turns) - 1):
                helped[place] = "asked"
            elif place + LATE < over:
                for late in range(place, over - 1):
                    helped[late] = "by hand"
                    _enter(page, table, turns[late], late)
        for text, turn in zip(_log(page, table)[place:], turns[place:], strict=False):
            seen.append(helped.get(len(seen), "alone") if text == turn.text else "wrong")
    return seen


def _answered(page: Page, turn: Turn, *, is_last: bool) -> bool:
    """Answer the question that the page asks of a play, if it does; return whether it did. Players
    who are about to capture do not answer whether they have left a card there."""
    answer = page.locator(f'#camera [data-answers] [value="{turn.fields["turn"]}"]')
    waits = page.locator("#camera [data-status]").get_by_text("left there").count()
    if not answer.count() or (waits and not is_last):
        return False
    try:
        answer.click(timeout=1000)
    except Error:  # a hand came, and the question is gone
        return False
    return True


def _enter(page: Page, table: Table, turn: Turn, place: int) -> None:
    """Enter a play as another phone does, after those before it and the first table."""
    sent: dict[str, str | float | bool] = {
        **turn.fields,
        "after": str(place + 1),
        "key": f"by-hand-{place}",
    }
    page.request.post(table.live(), form=sent, headers={"Origin": table.server})


def _log(page: Page, table: Table) -> list[str]:
    """Return the plays in the log, in its notation."""
    text = page.request.get(f"{table.live()}/log.txt").text()
    lines = text.partition("\n\n")[2].splitlines()
    return [line.split(maxsplit=1)[1].partition(";")[0].strip() for line in lines][1:]
