"""Evenings at the table: several phones, one score, from the first tap to the result."""

import struct
from collections import Counter
from dataclasses import replace
from itertools import permutations
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from referee.rules.games.casino.followed.state import build_game_state
from tests.followed_games import entered
from tests.live_table_taps import Taps, taps_for
from tests.playthroughs import FILES, begun, read
from tests.strategies import SOAK, some

from .conftest import AT_HOME, Open
from .demo_sessions import Followed, Table, points
from .page_checks import put_forward
from .taps import (
    CUT_OFF,
    ask_again,
    button,
    counts,
    enter,
    field,
    heading,
    link,
    lose_answers,
    nothing_to_touch,
    notice,
    open_more,
    open_up,
    standings,
    sweep,
    try_again,
)

PLAYERS = ["Ann", "Bo", "Cai", "Dee"]


def test_three_phones_and_the_first_sweeps(open_page: Open) -> None:
    """A phone starts the session, another is let in to play, a third to look on."""
    host = open_page("/")
    link(host, "Start a session").tap()
    for number, name in enumerate(PLAYERS, 1):
        field(host, f"Seat {number}").fill(name)
    field(host, "Who deals first?").select_option(label="Dee")
    button(host, "Start").tap()
    expect(heading(host)).to_have_text("Dee deals game 1 of 4")

    open_more(host)
    link(host, "Other phones").tap()
    mate = open_page(host.locator("#edit-link").input_value())
    watcher = open_page(host.locator("#view-link").input_value())
    expect(heading(mate)).to_have_text("Dee deals game 1 of 4")
    assert mate.url == watcher.url
    nothing_to_touch(watcher)

    link(host, "Back").tap()
    button(host, "Begin game 1").tap()
    expect(heading(host)).to_have_text("Game 1: deal 1 of 6")
    ask_again(watcher)
    expect(heading(watcher)).to_have_text("Game 1 of 4")
    link(watcher, "See the game").tap()
    ask_again(mate)
    link(mate, "Count sweeps").tap()

    sweep(host, 0).tap()
    counts(host, (1, "+5"), (0, "0"), (0, "0"), (0, "−5"))
    sweep(mate, 1, 2).tap()
    counts(mate, (1, "−5"), (2, "+10"))
    button(host, "Undo: double sweep of Bo").tap()
    sweep(mate, 3).tap()
    for page in (mate, host, watcher):
        ask_again(page)
        counts(page, (1, "+5"), (0, "0"), (0, "−5"), (1, "0"))
    nothing_to_touch(watcher)


def test_without_javascript(open_page: Open) -> None:
    """Forms are sent by buttons and by Enter, and what scripts draw is not there."""
    page = open_page("/krypkasino/new", java_script_enabled=False)
    expect(page.locator(".grip").first).to_be_hidden()
    field(page, "Seat 1").fill("Bo")
    field(page, "Seat 2").fill("Ann")
    button(page, "Seat 2: one up").tap()
    expect(field(page, "Seat 1")).to_have_value("Ann")
    field(page, "Who deals first?").select_option(label="Bo")
    button(page, "Start").tap()
    expect(heading(page)).to_have_text("Bo deals game 1 of 2")
    button(page, "Begin game 1").tap()
    sweep(page, 0, 2).tap()
    counts(page, (2, "+10"), (0, "−10"))
    button(page, "Undo: double sweep of Ann").tap()
    counts(page, (0, "0"), (0, "0"))

    link(page, "Count the piles").tap()
    field(page, "Ann, Card points").fill("20")
    page.locator("#row-0").get_by_role("button", name="Save").tap()
    expect(page.locator("#check")).to_contain_text("Bo must have 22 points")
    field(page, "Bo, Card points").fill("22")
    page.keyboard.press("Enter")
    expect(page.locator(".row h2 .points")).to_have_text(["20", "22"])
    button(page, "Finish the game").tap()
    standings(page, "1. Ann 20", "2. Bo 22")


SHARES = """() => {
  window.shared = [];
  const share = async (what) => window.shared.push(what);
  Object.defineProperty(navigator, "share", { value: share }); }"""
TEXT = "Ann wins\nKrypkasino, "


@pytest.fixture
def table(server: str) -> Table:
    """Return the page of a session in which one game of three was played."""
    table = Table.start(server, ["Ann", "Bo", "Cai"])
    table.play(points(4), points(20), points(18))
    return table


def end(page: Page) -> None:
    open_up(page, "End now")
    button(page, "End the session").tap()
    expect(heading(page)).to_have_text("Ann wins")  # what is tapped next is not on the old page


def in_sight(page: Page, text: str) -> None:
    expect(page.get_by_text(text, exact=True).first).to_be_in_viewport(ratio=1)


def test_who_won_and_who_pays_are_in_sight(open_page: Open, table: Table) -> None:
    page, other = open_page(table.edit_link), open_page(table.edit_link)
    end(page)
    for text in ("Ann wins", "Who pays whom", "Ann +30 · Bo −18 · Cai −12"):
        in_sight(page, text)
    ask_again(other)  # the phone that looks on finds the same, in the same order
    expect(heading(other)).to_have_text("Ann wins")
    for phone in (page, other):
        parts = phone.locator("#polled > section").evaluate_all("all => all.map((one) => one.id)")
        assert parts == ["head", "standings", "show", "settled", "games", "people", "more"]


def test_the_result_is_copied(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link, permissions=["clipboard-read", "clipboard-write"])
    end(page)
    open_up(page, "The result as text")
    button(page, "Copy the result").tap()
    expect(button(page, "Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(TEXT)


def test_the_result_is_sent(open_page: Open, table: Table) -> None:
    """The result is sent also after the page was drawn anew."""
    page = open_page(table.edit_link)
    page.add_init_script(f"({SHARES})()")
    end(page)
    open_up(page, "Who pays whom")
    button(page, "To the winner").tap()
    dues = ["Ann gets 30 in all", "Bo pays 16 in all → Ann 16", "Cai pays 14 in all → Ann 14"]
    expect(page.locator(".payments li")).to_have_text(dues)
    button(page, "Share the result").tap()
    (sent,) = page.evaluate("window.shared")
    assert set(sent) == {"text"}
    assert sent["text"].startswith(TEXT)
    assert sent["text"].endswith("\nTo the winner:\nBo → Ann 16\nCai → Ann 14")


@pytest.mark.parametrize("sends", [True, False])
def test_the_result_goes_out_as_a_picture(open_page: Open, table: Table, sends: bool) -> None:
    """A PNG is shared, or saved where the browser shares no files."""
    table("POST", "/close")
    page = open_page(table.edit_link)
    page.evaluate("""sends => {
        navigator.canShare = () => sends;
        window.shared = new Promise((done) => {
            navigator.share = async ({ files }) => done(files[0]);
        });
    }""", sends)  # fmt: skip
    picture = link(page, "The result as a picture")
    if sends:
        picture.tap()
        start = page.evaluate("""shared.then(async (file) =>
            [...new Uint8Array(await file.arrayBuffer(), 0, 24)])""")
    else:
        with page.expect_download() as download:
            picture.tap()
        start = list(download.value.path().read_bytes()[:24])
    assert bytes(start[1:4]) == b"PNG"
    assert struct.unpack(">II", bytes(start[16:])) == (1200, 630)


def test_the_result_can_be_selected(open_page: Open, table: Table) -> None:
    """The browser neither sends nor copies."""
    home = f"http://{AT_HOME}:{urlsplit(table.server).port}"
    page = open_page("/", base_url=home)
    page.goto(table.edit_link)
    end(page)
    for name in ("Share the result", "Copy the result"):
        expect(button(page, name)).to_be_hidden()
    open_up(page, "The result as text")
    text = page.get_by_role("textbox", name="The result as text")
    assert text.input_value().startswith(TEXT)
    text.tap()
    assert page.evaluate("getSelection().toString()") == text.input_value()


def test_a_group_is_deleted_by_holding_its_name(open_page: Open, table: Table) -> None:
    """A tap is not enough; a finger, the mouse or Enter has to stay."""
    page = open_page(table.edit_link)
    page.goto(f"{table.server}{table.group}/delete")
    name = button(page, "Ann, Bo, Cai")
    name.tap()
    expect(page.get_by_text("Nothing was deleted: hold it longer.")).to_be_visible()
    name.focus()
    page.keyboard.down("Enter")
    put_forward(page, HOLD_MS)
    page.wait_for_url(f"{table.server}/")
    expect(page.get_by_text("Ann, Bo, Cai")).to_have_count(0)


HOLD_MS = 1_500


TAPPED = 1 if SOAK == 1 else 500
"""Plays at each end of a followed game that are tapped; others come through the API."""


class Evening:
    """A Swedish and a German phone that play, a laptop with the board, and the scores so far: of
    each part its games, by person."""

    def __init__(self, open_page: Open, server: str, *players: str, **options: object) -> None:
        self.table = Table.start(server, [*players], **options)
        self.parts: list[list[Counter[str]]] = [[]]
        link, expected = self.table.edit_link, (CUT_OFF,)
        self.phones = [open_page(link, locale=of, expected=expected) for of in ("sv", "de")]
        self.laptop = open_page(self.table.view_link, "desktop", locale="sv")
        self.laptop.goto(f"{server}{self.table.page}/board")

    def finished(self, *scores: int) -> None:
        """Write down the scores of a game, which are in seat order."""
        names = self.table("GET", "")["players"]
        self.parts[-1].append(Counter(dict(zip(names, scores, strict=True))))

    def show(self, way: str) -> None:
        for phone in self.phones:
            phone.goto(way)

    def begin(self, phone: Page, *, cut_off: bool = False) -> None:
        phone.goto(self.table.page)
        phone.context.set_offline(cut_off)
        phone.locator("#next form .main").tap()
        if cut_off:
            expect(notice(phone)).not_to_be_empty()
            phone.context.set_offline(False)
            try_again(phone)
        expect(phone.locator("#next")).to_have_count(0)

    def goes_on(
        self, phone: Page, *, leaves: str = "", joins: str = "", lost: bool = False
    ) -> None:
        """Tap who comes or goes. If the answer is ``lost``, it is sent again, and counts once."""
        self.show(self.table.page)
        if lost:
            lose_answers(phone, "**/people", times=1)
        for more in phone.locator("#people-more summary").all():
            more.tap()
        phone.locator("#new-name").fill(joins)
        if leaves:
            phone.locator(f'#people [name=here][value="{leaves}"]').uncheck()
        phone.locator("#people .stack button").tap()
        if self.table("GET", "")["games"][-1]["state"] != "finished":
            phone.locator("#people [name=drop]").tap()
        if lost:
            expect(notice(phone)).not_to_be_empty()
            try_again(phone)
        for page in self.phones:
            if page is not phone:
                page.goto(self.table.page)
                page.locator("#goes-on a").tap()
            expect(page.locator("#back")).to_be_visible()
        self.table = replace(self.table, id=phone.url.rsplit("/", 1)[1])
        self.laptop.context.set_offline(False)
        self.laptop.wait_for_url(f"**{self.table.page}/board")
        self.parts.append([])

    def is_reckoned(self, phone: Page, *, lowest_wins: bool = False) -> None:
        """End the evening: on all screens stands who has won how many parts, or has how many points
        where the lowest wins, and each pays each of the others the difference of their games."""
        phone.goto(self.table.page)
        open_more(phone)
        phone.locator("#end-more summary").tap()
        phone.locator("#end-more button").tap()
        expect(phone.locator("#settled")).to_be_visible()
        sums, owed = Counter[str](), Counter[str]()
        for part in self.parts:
            points = Counter[str]()
            for game in part:
                points.update(game)
                for one, other in permutations(game, 2):
                    due = game[one] - game[other] if lowest_wins else game[other] - game[one]
                    owed[f"{one} → {other} "] += due
            best = max(points.values())
            winners = Counter({name: int(of == best) for name, of in points.items()})
            sums.update(points if lowest_wins else winners)
        self.show(self.table.page)
        self.laptop.reload()
        screens = [*self.phones, self.laptop]
        shown = [page.locator("html").get_attribute("lang") for page in screens]
        assert shown == ["sv", "de", "sv"]
        for page in screens:
            page.evaluate(
                "document.querySelectorAll('#settled details').forEach(one => (one.open = true))"
            )
            lines = [line.split() for line in page.locator("#night li").all_inner_texts()]
            assert {who: int(of.replace("−", "-")) for _, who, *_, of in lines} == {**sums}
            lines = page.locator("#settled ul").first.locator("li").all_inner_texts()
            paid = {f"{pair}{due}" for pair, due in owed.items() if due > 0}
            shown = [line.partition("→") for line in lines]
            assert paid == {
                f"{line.split()[0]} → {due.strip()}"
                for line, _, dues in shown
                for due in dues.split("·")
                if due
            }

    def follow(self, name: str, number: int = 1, *, until: int = 99, cut_off: int = -1) -> None:
        """Play a recorded game on both phones by turns; one has no network at play ``cut_off``."""
        recorded, elsewhere = read(FILES / f"{name}.txt"), Followed(self.table, number=number)
        record, last = begun(recorded.setup), len(recorded.bodies) - 1
        self.show(self.table.live(number))
        for at, body in enumerate(recorded.bodies[:until]):
            state, elsewhere.seq = record.state, record.seq
            record, refused = entered(record, body)
            step, taps = record.events[-1], None
            if {*body} == {"turn"} and (min(at, last - at) <= TAPPED or at == cut_off):
                taps = taps_for(record.engine, build_game_state(state), step.event.play, step.seat)
            if taps and not (taps.begun or taps.tops):
                tap(self.phones[step.seat % 2], taps, elsewhere.seq, cut_off=at == cut_off)
            elif not refused:
                elsewhere.enter(**body)
            if record.score:
                self.finished(*(score.total for score in record.score.scores))
                break

    def count(self, *cards: int) -> None:
        """Count the piles on both phones by turns; one has no network at the end."""
        self.show(self.table.sheet())
        for seat, score in enumerate(cards):
            phone, is_last = self.phones[seat % 2], seat + 1 == len(cards)
            phone.context.set_offline(is_last)
            phone.locator(f"#points-{seat}").fill(str(score))
            phone.locator(f"#points-{seat}").blur()
        expect(phone.locator(f"#row-{seat} [data-waits]")).to_be_visible()
        phone.context.set_offline(False)
        try_again(phone)
        phone.locator("#check form .main").tap()
        expect(phone.locator("#people")).to_be_visible()
        self.finished(*cards)


def tap(phone: Page, taps: Taps, seq: int, *, cut_off: bool) -> None:
    """Enter a play on a phone that has no network meanwhile if it is ``cut_off``."""
    ask_again(phone)
    expect(phone.locator("#turn")).to_have_attribute("data-seq", str(seq))
    phone.context.set_offline(cut_off)
    for used in taps.used:
        phone.locator(f'#table label:has([name=used][value="{used}"])').tap()
    enter(phone, taps.card)
    if cut_off:
        expect(phone.locator("#pending")).to_be_visible()
        phone.context.set_offline(False)
        try_again(phone)
    if taps.turn:
        phone.locator(f'#ask .option[value="{taps.turn}"]').tap()
    expect(phone.locator("#turn")).to_have_attribute("data-seq", str(seq + 1))


def test_krypkasino_counted_on_sheets(open_page: Open, server: str) -> None:
    evening = Evening(open_page, server, "Ann", "Bo", "Cai")
    swedish, german = evening.phones
    evening.begin(swedish, cut_off=True)
    evening.count(20, 12, 10)
    evening.goes_on(german, joins="Dee", lost=True)
    evening.begin(swedish)
    evening.count(0, 30, 2, 10)
    evening.goes_on(swedish, leaves="Ann")
    evening.begin(german)
    evening.count(13, 15, 14)
    evening.is_reckoned(german, lowest_wins=True)


@pytest.mark.parametrize(
    ("game", "second", "until", "cut_off"),
    some([("casino", "played.phones-1", 99, 21), ("swazi-casino", "rambled.1", 12, -1)], 2),
)
def test_a_game_with_builds_followed_by_taps(
    open_page: Open, server: str, game: str, second: str, until: int, cut_off: int
) -> None:
    """A game in the middle of which somebody comes counts for nobody."""
    evening = Evening(open_page, server, "Ann", "Bo", game=game, first_dealer=1)
    swedish, german = evening.phones
    evening.begin(swedish)
    evening.follow(f"{game}.entered.2")
    evening.begin(german)
    evening.follow(f"{game}.{second}", 2, until=until, cut_off=cut_off)
    evening.laptop.context.set_offline(True)
    evening.goes_on(german, joins="Cia")
    evening.begin(swedish)
    evening.follow(f"{game}.entered.3")
    evening.is_reckoned(german)


def test_a_session_has_one_and_a_half_screens(open_page: Open, server: str) -> None:
    """With ten games of four people, while it goes on and once it is over. What is folded up is
    within reach without scripts."""
    table = Table.start(server, ["Ann", "Bo", "Cai", "Dee"], games_planned=11)
    for _ in range(10):
        table.play(points(0), points(10), points(12), points(20))
    page = open_page(table.edit_link, screen="iphone")
    for over in (False, True):
        if over:
            end(page)
        expect(page.locator(".chart")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") <= 1110
        for fold in page.locator("#polled .fold").all():
            fold.locator("> summary").tap()
            expect(fold.locator("> :not(summary)").first).to_be_visible()
        page.reload()
